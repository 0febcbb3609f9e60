//! Attachments of cards: uploading, their signed addresses, serving, and deleting the files of those that are gone.

mod kinds;
mod links;
mod objects;

pub use links::Variant;
pub use objects::ObjectContents;
pub(crate) use objects::Objects;

use crate::boards as board_cases;
use crate::error::DomainError;
use crate::ops::{self, NewAttachment, Received};
use crate::pictures::DecodeQueue;
use crate::policy;
use crate::quotas;
use crate::services::ChangeDeps;
use crate::uploads::{ReceivedFile, Uploads};
use bytes::Bytes;
use core_wasm::board::policy::Action;
use core_wasm::protocol::attachment::{
    AttachmentLink, AttachmentLinkResponse, AttachmentLinksResponse, MAX_ATTACHMENT_BYTES,
};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, Change};
use core_wasm::protocol::record::{Item, ItemContent};
use core_wasm::protocol::text::FileName;
use core_wasm::protocol::time::Timestamp;
use futures_util::Stream;
use kinds::{UNKNOWN_TYPE, inspect, is_shown};
use links::LinkKeys;
use std::time::Duration;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{Actor, AttachmentSettings, Config};
use twentyfour_store::Database;
use twentyfour_store::attachments::{self, AttachmentRow};
use twentyfour_store::boards::BoardAddress;

/// How long the client of an upload may send nothing.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);

/// The dependencies of attachments.
pub struct Attachments {
    pub(crate) changes: ChangeDeps,
    objects: Objects,
    keys: LinkKeys,
    decode_queue: DecodeQueue,
    uploads: Uploads,
}

impl Attachments {
    /// Stores files in `objects`. Pictures are decoded in a queue that is shared with others.
    pub(crate) fn new(
        config: &Config,
        changes: ChangeDeps,
        decode_queue: DecodeQueue,
        objects: Objects,
        uploads: Uploads,
    ) -> Self {
        Self { changes, objects, keys: LinkKeys::new(config), decode_queue, uploads }
    }
}

/// What a client says about a file that it uploads.
pub struct NewFile {
    /// The id of the attachment, with which an upload can be repeated; `None` for a new one.
    pub id: Option<Id>,
    /// The name of the file.
    pub name: String,
    /// The media type.
    pub content_type: String,
    /// The size in bytes, if it is known.
    pub bytes: Option<u64>,
}

/// Attaches a file to a card. The body is read only after the checks. Nothing is stored if it fails.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account is not a member of the board, `ErrorCode::ForbiddenRole` if its role does not
/// allow it, `ErrorCode::UnknownCard`, `ErrorCode::IdTaken`, `ErrorCode::NameRequired` or `ErrorCode::NameTooLong`,
/// `ErrorCode::AttachmentLimit` if the board's owner has no space left, `ErrorCode::ServerBusy`, `ErrorCode::FileTooLarge`,
/// `ErrorCode::RequestTimeout`, the error of the body, or an error if the database or the store fails.
pub async fn add(
    deps: &Attachments,
    account: Actor,
    board_id: Id,
    card_id: Id,
    new: NewFile,
    body: impl Stream<Item = Result<Bytes, ErrorCode>>,
) -> Result<Item, DomainError> {
    let context = &deps.changes.context;
    let pool = context.database.pool();
    let name = FileName::parse(&new.name)?;
    let board = board_cases::find(pool, account, &BoardAddress::Id(board_id)).await?;
    policy::authorize(Some(&board.membership), Action::EditContents)?;
    let item_id = new.id.unwrap_or_else(|| context.new_id());
    if let Some(existing) = attachments::by_id(pool, item_id).await? {
        let is_repeated = existing.board_id == board_id
            && existing.item.card_id == card_id
            && existing.item.author_id == Some(account.id);
        return if is_repeated { Ok(existing.item) } else { Err(ErrorCode::IdTaken.into()) };
    }
    if !attachments::has_card(pool, board_id, card_id).await? {
        return Err(ErrorCode::UnknownCard.into());
    }
    let announced = new.bytes.map_or(0, |bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
    if announced > count(MAX_ATTACHMENT_BYTES) {
        return Err(ErrorCode::FileTooLarge.into());
    }
    let limit = quotas::attachment_limit(&deps.changes.plans, pool, board.row.owner_id).await?;
    quotas::check_attachments(pool, board.row.owner_id, announced, limit).await?;

    let received = deps.uploads.receive(account.id, body, MAX_ATTACHMENT_BYTES, STALL_TIMEOUT).await?;
    let StoredFile { object_key, content_type, bytes, width, height } =
        store(deps, &new.content_type, received).await?;
    let name = name.as_str().to_owned();
    let change = Change::AddAttachment { item_id, card_id, name, content_type, bytes, width, height };
    let file = NewAttachment { item_id, object_key: object_key.clone(), bytes, limit };
    let added = ops::add_attachment(&deps.changes, account, board_id, change, file).await;
    delete_if_refused(deps, &object_key, &added).await;
    added
}

/// A file whose contents are stored, and which is not attached to a card yet.
pub(crate) struct StoredFile {
    /// The key of the object with the contents.
    pub(crate) object_key: String,
    /// The media type: that of a picture comes from its bytes.
    pub(crate) content_type: String,
    /// The size.
    pub(crate) bytes: i64,
    /// The width of a picture in pixels.
    pub(crate) width: Option<u32>,
    /// The height of a picture in pixels.
    pub(crate) height: Option<u32>,
}

/// Stores the contents of a file, and the preview of a picture.
async fn store(deps: &Attachments, claimed_type: &str, mut received: ReceivedFile) -> Result<StoredFile, DomainError> {
    let (content_type, preview) = inspect(&mut received, claimed_type, &deps.decode_queue).await?;
    let object_key = Objects::new_key();
    let (width, height) = preview.as_ref().map(|preview| (preview.width, preview.height)).unzip();
    deps.objects.put_file(&object_key, &mut received.file, received.bytes).await?;
    if let Some(preview) = preview {
        deps.objects.put(&Objects::preview_key(&object_key), preview.jpeg.into()).await?;
    }
    Ok(StoredFile { object_key, content_type, bytes: count(received.bytes), width, height })
}

/// Stores a file of an archive, as one that is uploaded.
///
/// # Errors
/// Returns `ErrorCode::FileTooLarge`, or an error if the disk or the store fails.
pub(crate) async fn store_archived(
    deps: &Attachments,
    claimed_type: &str,
    file: Bytes,
) -> Result<StoredFile, DomainError> {
    if file.len() > MAX_ATTACHMENT_BYTES {
        return Err(ErrorCode::FileTooLarge.into());
    }
    store(deps, claimed_type, deps.uploads.hold(&file).await?).await
}

/// Deletes a stored file if it could not be attached to a card.
pub(crate) async fn delete_if_refused<T>(deps: &Attachments, object_key: &str, attached: &Result<T, DomainError>) {
    // After an error of the database the attachment may exist. If it does not, the daily cleanup deletes its objects.
    if attached.as_ref().is_err_and(|error| error.code() != ErrorCode::Internal) {
        deps.objects.delete(object_key).await;
    }
}

fn count(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// Returns an attachment on a board of an account, unless it is in the trash.
async fn find(deps: &Attachments, account: Actor, id: Id) -> Result<AttachmentRow, DomainError> {
    let found = attachments::of_member(deps.changes.context.database.pool(), policy::owner_of(account), id).await?;
    found.filter(|found| found.item.trashed_at.is_none()).ok_or_else(|| ErrorCode::NotFound.into())
}

/// Returns the signed addresses of an attachment.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such attachment or the account is not a member of its board, or an error if
/// the database fails.
pub async fn link(deps: &Attachments, account: Actor, id: Id) -> Result<AttachmentLinkResponse, DomainError> {
    let found = find(deps, account, id).await?;
    let expires_at = LinkKeys::expires_at(deps.changes.context.now());
    let AttachmentLink { url, preview_url, .. } = link_of(deps, &found, expires_at)?;
    Ok(AttachmentLinkResponse { url, preview_url, expires_at: moment(expires_at) })
}

/// Returns the signed addresses of all attachments of the cards of a board.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such board or the account is not a member, or an error if the database fails.
pub async fn links(deps: &Attachments, account: Actor, board_id: Id) -> Result<AttachmentLinksResponse, DomainError> {
    let pool = deps.changes.context.database.pool();
    board_cases::find(pool, account, &BoardAddress::Id(board_id)).await?;
    let expires_at = LinkKeys::expires_at(deps.changes.context.now());
    let found = attachments::of_board(pool, board_id).await?;
    let links = found.iter().map(|found| link_of(deps, found, expires_at)).collect::<Result<_, _>>()?;
    Ok(AttachmentLinksResponse { links, expires_at: moment(expires_at) })
}

fn link_of(deps: &Attachments, found: &AttachmentRow, expires_at: i64) -> Result<AttachmentLink, DomainError> {
    let url = |variant| deps.keys.url(found.item.id, variant, expires_at);
    let has_preview = found.item.content.is_picture();
    Ok(AttachmentLink {
        id: found.item.id,
        url: url(Variant::Original)?,
        preview_url: has_preview.then(|| url(Variant::Preview)).transpose()?,
    })
}

fn moment(seconds: i64) -> Timestamp {
    Timestamp::from_millis(seconds.saturating_mul(1_000))
}

/// A file to be sent.
pub struct OpenedFile {
    /// Its name.
    pub name: String,
    /// Its media type: one of a picture, or the one of unknown files.
    pub content_type: String,
    /// Whether the browser may show it.
    pub is_shown: bool,
    /// Its contents.
    pub contents: ObjectContents,
}

/// Opens the file at a signed address.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the address has expired or was not signed by this server, or the attachment was deleted,
/// or an error if the database or the store fails.
pub async fn open(
    deps: &Attachments,
    id: Id,
    variant: Variant,
    expires_at: i64,
    signature: &str,
) -> Result<OpenedFile, DomainError> {
    let context = &deps.changes.context;
    deps.keys.check(id, variant, expires_at, signature, context.now())?;
    let found = attachments::by_id(context.database.pool(), id).await?;
    let found = found.filter(|found| found.item.trashed_at.is_none()).ok_or(ErrorCode::NotFound)?;
    let ItemContent::Attachment { name, content_type, .. } = found.item.content else {
        return Err(ErrorCode::NotFound.into());
    };
    let (key, content_type) = match variant {
        Variant::Original => (found.object_key, content_type),
        Variant::Preview => (Objects::preview_key(&found.object_key), "image/jpeg".to_owned()),
    };
    let contents = deps.objects.get(&key).await?.ok_or(ErrorCode::NotFound)?;
    let is_shown = is_shown(&content_type);
    let content_type = if is_shown { content_type } else { UNKNOWN_TYPE.to_owned() };
    Ok(OpenedFile { name: name.as_str().to_owned(), content_type, is_shown, contents })
}

/// Moves an attachment to the trash.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such attachment or the account is not a member of its board,
/// `ErrorCode::ForbiddenRole` if its role does not allow it, or an error if the database fails.
pub async fn remove(deps: &Attachments, account: Actor, id: Id) -> Result<(), DomainError> {
    let found = find(deps, account, id).await?;
    let context = &deps.changes.context;
    let op = BoardOp { id: context.new_id(), at: context.now(), change: Change::TrashItem { item_id: id } };
    let response = ops::apply_batch(&deps.changes, account, found.board_id, vec![Received::Op(Box::new(op))]).await?;
    match response.results.iter().find_map(|result| result.code) {
        Some(code) => Err(code.into()),
        None => Ok(()),
    }
}

/// Deletes the objects whose attachments were deleted permanently, and those of interrupted uploads, when they are a day old.
///
/// # Errors
/// Returns an error if the database or the store fails.
pub async fn delete_unused(
    database: &Database,
    settings: &AttachmentSettings,
    now: Timestamp,
) -> Result<(), DomainError> {
    Objects::new(settings.clone()).delete_unused(database, now.plus_millis(-MILLIS_PER_DAY)).await
}
