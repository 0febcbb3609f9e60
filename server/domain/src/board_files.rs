//! Boards as files: exporting a board, and importing a file as a new board.

use crate::boards::{self, find, overview_of};
use crate::error::DomainError;
use crate::ops::text_bytes;
use crate::policy;
use crate::quotas;
use crate::services::{ChangeDeps, Context};
use core_wasm::board::reduce::Record;
use core_wasm::plans::Limit;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::BoardOverview;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, BoardRecords};
use core_wasm::protocol::sharing::former_member_name;
use core_wasm::protocol::text::ImportKey;
use core_wasm::protocol::time::Timestamp;
use formats::board_file::{BoardFile, VERSION};
use formats::export::{self, ExportFormat};
use formats::records::{from_records, to_records};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use twentyfour_bus::{AnnouncedRecords, Announcement, News};
use twentyfour_model::Actor;
use twentyfour_store::boards::{BoardAddress, BoardSpace};
use twentyfour_store::members::Membership;
use twentyfour_store::ops::{self as op_rows, OP_ROW_BYTES, OpRow};
use twentyfour_store::records::{RecordWrite, put_cards, put_items, put_lists};
use twentyfour_store::{Connection, ReplicaScope, board_reads, members};

/// The number of records whose statements are made at once. They contain copies of the texts.
const RECORDS_PER_STEP: usize = 500;

/// A board as a file.
pub struct ExportedBoard {
    /// The name of the file.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Returns a board as a file, as the account sees it, with its archive.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, or an error if the database
/// fails.
pub async fn export(
    context: &Context,
    account: Actor,
    address: &BoardAddress,
    format: ExportFormat,
) -> Result<ExportedBoard, DomainError> {
    let (scope, address) = (ReplicaScope::Board(address.clone()), address.clone());
    let read = context.database.read_snapshot_of::<_, DomainError, _>(scope, move |connection| {
        let address = address.clone();
        Box::pin(async move {
            let mut board = find(&mut *connection, account, &address).await?;
            let contents = board_reads::with_archive(&mut *connection, policy::owner_of(account), &board).await?;
            members::fill_in(connection, [(&mut board.row.board, board.row.member_count)]).await?;
            Ok(contents.into_records(board.row.version, true, Some(board.row.board)))
        })
    });
    let records = read.await?;
    // Looked up here, because a thread for blocking work does not know the language of the request.
    let former_member = former_member_name();
    let exported = tokio::task::spawn_blocking(move || written(&records, account.id, former_member, format));
    exported.await.map_err(|error| DomainError::Internal(format!("writing a board as a file failed: {error}")))?
}

fn written(
    records: &BoardRecords,
    account_id: Id,
    former_member: &str,
    format: ExportFormat,
) -> Result<ExportedBoard, DomainError> {
    let board = records.board.as_ref().ok_or(ErrorCode::NotFound)?;
    let names: HashMap<Id, String> = board.members.iter().map(|member| (member.user_id, member.name())).collect();
    let name = |id| Some(names.get(&id).cloned().unwrap_or_else(|| former_member.to_owned()));
    let file = from_records(records, Some(account_id), &name).ok_or(ErrorCode::NotFound)?;
    let name = format!("{}.{}", board.slug.as_str(), format.extension());
    Ok(ExportedBoard { name, text: export::write(&file, format) })
}

/// A file to import as a new board.
pub struct BoardImport {
    /// The id of the new board; `None` for any.
    pub id: Option<String>,
    /// What identifies the board where it comes from.
    pub key: Option<String>,
    /// Whether it was imported without a connection. The plan's limit does not apply then.
    pub made_offline: bool,
    /// The file.
    pub file: BoardFile,
}

impl BoardImport {
    /// Returns the import of a board that is a whole already, as a device has made it from a file. Its records get the same ids.
    ///
    /// # Errors
    /// Returns `ErrorCode::BodyInvalid` if the board's own record is missing.
    fn of_records(records: &BoardRecords, account: Actor, made_offline: bool) -> Result<Self, DomainError> {
        let board = records.board.as_ref().ok_or(ErrorCode::BodyInvalid)?;
        let file = from_records(records, Some(account.id), &|_| None).ok_or(ErrorCode::BodyInvalid)?;
        let key = board.import_key.as_ref().map(|key| key.as_str().to_owned());
        Ok(Self { id: Some(board.id.to_string()), key, made_offline, file })
    }
}

/// Adds a board with records that a device has made of a file, all or nothing. They get the same ids.
///
/// # Errors
/// Returns `ErrorCode::BodyInvalid` if the board's own record is missing, or an error of [`import`].
pub async fn import_records(
    deps: &ChangeDeps,
    account: Actor,
    records: BoardRecords,
    made_offline: bool,
) -> Result<BoardOverview, DomainError> {
    // On a thread for blocking work, since a large board takes tens of milliseconds.
    let made = tokio::task::spawn_blocking(move || BoardImport::of_records(&records, account, made_offline));
    let made = made.await.map_err(|error| DomainError::Internal(format!("importing a board failed: {error}")))?;
    import(deps, account, made?).await
}

/// Adds a board with the contents of a file, all or nothing. A repeated request with the same id returns the existing board.
///
/// The board has no activity until it is changed. Without Pro, if plans are sold, its background picture is left out.
///
/// # Errors
/// Returns `ErrorCode::BadId` or the error of another invalid value, `ErrorCode::IdTaken`, `ErrorCode::BoardLimit`,
/// `ErrorCode::CardLimit` or `ErrorCode::ChangeLimit` above the limits of the account, `ErrorCode::PlanLimit` if the plan does
/// not allow another board, or an error if the database fails.
pub async fn import(deps: &ChangeDeps, account: Actor, import: BoardImport) -> Result<BoardOverview, DomainError> {
    let id = import_with_activity(deps, account, import, vec![]).await?;
    overview_of(&deps.context.database, account, id).await
}

/// Adds a board like [`import`], with its activity: ops of the new board. Returns its id.
///
/// # Errors
/// Returns an error of [`import`].
pub(crate) async fn import_with_activity(
    deps: &ChangeDeps,
    account: Actor,
    import: BoardImport,
    activity: Vec<OpRow>,
) -> Result<Id, DomainError> {
    let BoardImport { id, key, made_offline, mut file } = import;
    let id = match id {
        Some(text) => Id::parse(&text).ok_or(ErrorCode::BadId)?,
        None => deps.context.new_id(),
    };
    let import_key = key.as_deref().map(ImportKey::parse).transpose()?;
    if file.version != VERSION {
        return Err(ErrorCode::BodyInvalid.into());
    }
    if file.image.is_some() {
        match deps.plans.require_pro(account, Limit::Backgrounds).await {
            Err(error) if error.code() == ErrorCode::PlanLimit => file.image = None,
            outcome => outcome?,
        }
    }
    // Made on a thread for blocking work, since a large board takes tens of milliseconds.
    let made = tokio::task::spawn_blocking(move || NewBoard::new(&file, id, account, import_key, activity));
    let made = made.await.map_err(|error| DomainError::Internal(format!("importing a board failed: {error}")))??;
    // Boards imported offline are not rejected (SPEC L3).
    let is_counted = deps.plans.are_sold() && !made_offline;
    let on_commit = deps.live.announcer(move |is_new: &bool| {
        let announcement = is_new.then(|| {
            // Clients request the records, which may be too many for a message.
            let (author_id, records) = (policy::owner_of(account).id(), AnnouncedRecords::default());
            News::Board(Arc::new(Announcement { author_id, board_id: id, since: 0, version: 1, records }))
        });
        announcement.into_iter().collect()
    });
    let (new, now) = (Arc::new(made), deps.context.now());
    deps.context
        .database
        .write_to_board::<_, DomainError, _>(
            id,
            move |connection| Box::pin(async move { new.insert(connection, account, is_counted, now).await }),
            on_commit,
        )
        .await?;
    Ok(id)
}

/// The records of a board that is imported.
struct NewBoard {
    board: Board,
    records: BoardRecords,
    activity: Vec<OpRow>,
    space: BoardSpace,
}

impl NewBoard {
    fn new(
        file: &BoardFile,
        id: Id,
        account: Actor,
        import_key: Option<ImportKey>,
        activity: Vec<OpRow>,
    ) -> Result<Self, DomainError> {
        let slug = boards::slugs(&file.name, id).into_iter().next().ok_or(ErrorCode::Internal)?;
        let mut records = to_records(file, id, Some(account.id), slug)?;
        let board = Board { import_key, ..records.board.take().ok_or(ErrorCode::Internal)? };
        let cards = records.cards.iter().map(|card| Record::Card(Box::new(card.clone())));
        let items = records.items.iter().map(|item| Record::Item(item.clone()));
        let texts = [Record::Board(Box::new(board.clone()))].into_iter().chain(cards).chain(items);
        let body_bytes = activity.iter().map(|op| i64::try_from(op.body.len()).unwrap_or(i64::MAX / 2)).sum();
        let rows = i64::try_from(activity.len()).unwrap_or(i64::MAX / OP_ROW_BYTES);
        let space = BoardSpace {
            op_bytes: body_bytes + rows * OP_ROW_BYTES,
            body_bytes,
            text_bytes: texts.map(|record| text_bytes::of_record(&record)).sum(),
            cards: i64::try_from(records.cards.len()).unwrap_or(i64::MAX),
            versions: 0,
        };
        Ok(Self { board, records, activity, space })
    }

    /// Writes the board. Returns false if the account has it already.
    async fn insert(
        &self,
        connection: &mut Connection,
        account: Actor,
        is_counted: bool,
        now: Timestamp,
    ) -> Result<bool, DomainError> {
        let (id, owner) = (self.board.id, policy::owner_of(account));
        let slugs = boards::slugs(&self.board.name, id);
        let boards = slugs.into_iter().map(|slug| Board { slug, ..self.board.clone() });
        if boards::add(connection, account, boards, is_counted, now).await?.is_none() {
            return Ok(false);
        }
        twentyfour_store::boards::reserve(connection, &BTreeMap::from([(id, self.space)])).await?;
        quotas::check_imported_board(connection, owner).await?;
        let collapsed = self.records.lists.iter().filter(|list| list.is_collapsed).map(|list| list.id).collect();
        let membership = Membership {
            role: self.board.role,
            is_favorite: self.board.favorite,
            collapsed_list_ids: collapsed,
            watched_ids: vec![],
            is_muted: false,
            shares_focus: false,
        };
        members::update_personal(connection, id, owner.id(), &membership).await?;
        for lists in self.records.lists.chunks(RECORDS_PER_STEP) {
            put_lists(connection, &writes(id, lists)).await?;
        }
        for cards in self.records.cards.chunks(RECORDS_PER_STEP) {
            put_cards(connection, &writes(id, cards)).await?;
        }
        for items in self.records.items.chunks(RECORDS_PER_STEP) {
            put_items(connection, &writes(id, items)).await?;
        }
        for ops in self.activity.chunks(RECORDS_PER_STEP) {
            op_rows::insert(connection, &ops.iter().collect::<Vec<_>>()).await?;
        }
        Ok(true)
    }
}

/// Returns the writes of records of a new board.
fn writes<R>(board_id: Id, records: &[R]) -> Vec<RecordWrite<'_, R>> {
    records.iter().map(|record| RecordWrite { board_id, record, version: 1, restored_version: 0 }).collect()
}
