//! Importing the files attached to cards: the contents are stored first, and then the attachment. That is part of the import of a
//! board, so it adds no activity, and nobody is notified.

use super::ids::{IdMap, Outcome, derived_id};
use crate::attachments::{self as cases, Attachments, StoredFile};
use crate::error::DomainError;
use crate::members::touched_board_news;
use crate::ops::text_bytes;
use crate::{boards as board_cases, policy, quotas};
use bytes::Bytes;
use core_wasm::board::policy::Action;
use core_wasm::board::reduce::Record;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Item, ItemContent};
use core_wasm::protocol::text::FileName;
use serde::Deserialize;
use std::collections::BTreeMap;
use twentyfour_model::Actor;
use twentyfour_store::boards::{self, BoardAddress, BoardSpace};
use twentyfour_store::records::{self, RecordWrite};
use twentyfour_store::{Connection, attachments, members};

/// An attachment in `attachments.json`.
#[derive(Deserialize)]
pub(super) struct ArchivedAttachment {
    /// The board of its card.
    pub(super) board_id: Id,
    /// The attachment.
    pub(super) item: Item,
    /// The name of its file in the archive; `None` if the archive does not have the file.
    pub(super) file: Option<String>,
}

/// Attaches a file to the imported card, unless the account has the attachment already. If it was the cover of the card, it is again.
/// One in the trash is refused.
///
/// # Errors
/// Returns an error if the database or the store fails, or the account no longer exists.
pub(super) async fn import(
    deps: &Attachments,
    account: Actor,
    archived: ArchivedAttachment,
    file: Bytes,
    ids: &IdMap,
) -> Result<Outcome, DomainError> {
    let ArchivedAttachment { board_id, item, .. } = archived;
    if exists(deps, account, item.id).await? {
        return Ok(Outcome::Existing);
    }
    let board_id = ids.boards.get(&board_id).copied();
    let card_id = ids.records.get(&item.card_id).copied();
    let (Some(board_id), Some(card_id), None) = (board_id, card_id, item.trashed_at) else {
        return Ok(Outcome::Refused);
    };
    let is_cover = ids.covers.contains(&item.id);
    match add(deps, account, board_id, Item { card_id, ..item }, is_cover, file).await {
        Ok(()) => Ok(Outcome::Imported),
        Err(error) => Outcome::of_error(error),
    }
}

/// Returns whether an attachment of an archive is on a board of the account.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) async fn exists(deps: &Attachments, account: Actor, old_id: Id) -> Result<bool, DomainError> {
    let (pool, owner) = (deps.changes.context.database.pool(), policy::owner_of(account));
    Ok(attachments::of_member(pool, owner, old_id).await?.is_some()
        || attachments::of_member(pool, owner, derived_id(account.id, old_id)).await?.is_some())
}

/// Stores a file and adds its attachment to a card.
async fn add(
    deps: &Attachments,
    account: Actor,
    board_id: Id,
    archived: Item,
    is_cover: bool,
    file: Bytes,
) -> Result<(), DomainError> {
    let (context, plans) = (&deps.changes.context, &deps.changes.plans);
    let ItemContent::Attachment { name, content_type, .. } = archived.content else {
        return Err(ErrorCode::BodyInvalid.into());
    };
    let pool = context.database.pool();
    let board = board_cases::find(pool, account, &BoardAddress::Id(board_id)).await?;
    policy::authorize(Some(&board.membership), Action::EditContents)?;
    let owner_id = board.row.owner_id;
    if owner_id != account.id {
        // A board of somebody else that the account is a member of. Its activity would not show the file.
        return Err(ErrorCode::ForbiddenRole.into());
    }
    let limit = quotas::attachment_limit(plans, pool, owner_id).await?;
    quotas::check_attachments(pool, owner_id, i64::try_from(file.len()).unwrap_or(i64::MAX), limit).await?;

    let file = cases::store_archived(deps, &content_type, file).await?;
    let object_key = file.object_key.clone();
    let item = Item {
        id: derived_id(account.id, archived.id),
        card_id: archived.card_id,
        author_id: Some(account.id),
        content: content_of(name, &file),
        created_at: archived.created_at.min(context.now()),
        edited_at: None,
        trashed_at: None,
    };
    let new = NewAttachment { board_id, item, object_key: file.object_key, bytes: file.bytes, limit, is_cover };
    let added = context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| Box::pin(async move { new.insert(connection, account).await }),
            deps.changes.live.announcer(move |version: &i64| touched_board_news(account, &[(board_id, *version)])),
        )
        .await;
    cases::delete_if_refused(deps, &object_key, &added).await;
    added.map(drop)
}

/// Returns the contents of an attachment. What the file is comes from its bytes, not from the archive.
fn content_of(name: FileName, file: &StoredFile) -> ItemContent {
    let StoredFile { content_type, bytes, width, height, .. } = file;
    ItemContent::Attachment { name, content_type: content_type.clone(), bytes: *bytes, width: *width, height: *height }
}

/// An attachment whose file is stored.
#[derive(Clone)]
struct NewAttachment {
    board_id: Id,
    item: Item,
    object_key: String,
    bytes: i64,
    /// The maximum size of all attachments of the board's owner.
    limit: i64,
    is_cover: bool,
}

impl NewAttachment {
    /// Writes the attachment and returns the new version of the board.
    async fn insert(self, connection: &mut Connection, account: Actor) -> Result<i64, DomainError> {
        let Self { board_id, item, object_key, bytes, limit, is_cover } = self;
        let text_bytes = text_bytes::of_record(&Record::Item(item.clone()));
        let space = BoardSpace { versions: 1, text_bytes, ..BoardSpace::default() };
        let reserved = boards::reserve(connection, &BTreeMap::from([(board_id, space)])).await?;
        let board = reserved.into_iter().next().ok_or(ErrorCode::NotFound)?.row;
        let membership = members::find(&mut *connection, board_id, account.id).await?;
        policy::authorize(membership.as_ref(), Action::EditContents)?;
        let card = records::card_by_id(connection, board_id, item.card_id).await?;
        let mut card = card.ok_or(ErrorCode::UnknownCard)?;
        let version = board.version;
        records::put_items(connection, &[RecordWrite { board_id, record: &item, version, restored_version: 0 }])
            .await?;
        if !attachments::insert(connection, board_id, item.id, &object_key, bytes).await? {
            return Err(ErrorCode::IdTaken.into());
        }
        if is_cover && card.cover_id.is_none() && item.content.is_picture() {
            card.cover_id = Some(item.id);
            let write = RecordWrite { board_id, record: &card, version, restored_version: 0 };
            records::update_cards(connection, &[write]).await?;
        }
        quotas::check_attachments(&mut *connection, board.owner_id, 0, limit).await?;
        quotas::check_imported_board(connection, policy::owner_for_operator(board.owner_id)).await?;
        Ok(version)
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{BOARD, CARD, TestServer, id, moment, png};
    use super::*;
    use crate::activity;
    use core_wasm::protocol::http::ActivityFilter;
    use serde_json::{Value, json};

    fn archived(number: u8, card: u8, trashed_at: Value) -> ArchivedAttachment {
        let content = json!({
            "kind": "attachment", "name": "plan.txt", "content_type": "text/plain", "bytes": 7, "width": 5_000, "height": 1
        });
        let item = json!({
            "id": id(number), "card_id": id(card), "author_id": id(77), "content": content, "created_at": "2026-01-01T08:00:00.000Z",
            "edited_at": null, "trashed_at": trashed_at
        });
        serde_json::from_value(json!({"board_id": id(BOARD), "item": item, "file": "attachments/plan.txt"})).unwrap()
    }

    #[tokio::test]
    async fn files_are_attached_once_without_activity() {
        let server = TestServer::new().await;
        let (deps, account) = (&server.services.attachments, server.account);
        let (board_id, card_id, mut ids) = server.import_board().await;
        ids.covers.insert(id(41));
        let import_file = async |archived: ArchivedAttachment, file: Vec<u8>| {
            import(deps, account, archived, file.into(), &ids).await.unwrap()
        };
        assert_eq!(import_file(archived(40, CARD, Value::Null), b"a text".to_vec()).await, Outcome::Imported);
        assert_eq!(import_file(archived(41, CARD, Value::Null), png(8, 6)).await, Outcome::Imported);
        let records = server.changes(board_id, 1).await;
        assert_eq!(records.version, 3);
        let [card] = &records.cards[..] else { panic!("{records:?}") };
        assert_eq!((card.id, card.cover_id), (card_id, Some(derived_id(account.id, id(41)))));
        let mut items = records.items;
        items.sort_by_key(|item| item.id != derived_id(account.id, id(40)));
        let [text, picture] = &items[..] else { panic!("{items:?}") };
        assert_eq!((text.card_id, text.author_id), (card_id, Some(account.id)));
        assert_eq!(text.created_at, moment("2026-01-01T08:00:00Z"));
        let content = |content_type: &str, bytes: i64, width: Value, height: Value| {
            let name = "plan.txt";
            json!({
                "kind": "attachment", "name": name, "content_type": content_type, "bytes": bytes, "width": width, "height": height
            })
        };
        let [text_content, picture_content] = [text, picture].map(|item| serde_json::to_value(&item.content).unwrap());
        assert_eq!(text_content, content("text/plain", 6, Value::Null, Value::Null));
        let bytes = i64::try_from(png(8, 6).len()).unwrap();
        assert_eq!(picture_content, content("image/png", bytes, json!(8), json!(6)));
        let links = cases::links(deps, account, board_id).await.unwrap().links;
        assert_eq!(links.len(), 2);
        let context = &server.services.context;
        let activity = activity::of_board(context, account, board_id, ActivityFilter::default(), None).await.unwrap();
        assert!(activity.activity.is_empty());

        assert_eq!(import_file(archived(40, CARD, Value::Null), b"another".to_vec()).await, Outcome::Existing);
        let restored = ArchivedAttachment { item: text.clone(), ..archived(40, CARD, Value::Null) };
        assert_eq!(import_file(restored, b"another".to_vec()).await, Outcome::Existing, "a restored account");
        assert_eq!(
            import_file(archived(42, 99, Value::Null), b"a text".to_vec()).await,
            Outcome::Refused,
            "no such card"
        );
        let trashed = archived(43, CARD, json!("2026-01-02T08:00:00.000Z"));
        assert_eq!(import_file(trashed, b"a text".to_vec()).await, Outcome::Refused);
        let too_large = vec![0; (25 << 20) + 1];
        assert_eq!(import_file(archived(44, CARD, Value::Null), too_large).await, Outcome::Refused);
        assert_eq!(server.changes(board_id, 1).await.version, 3);
    }
}
