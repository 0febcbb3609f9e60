//! Changes to notes. No text is ever lost: if two devices edit the same version of a note, the text written later
//! becomes current and the other is stored as a conflict.

use super::edit_burst;
use crate::error::DomainError;
use crate::policy;
use crate::quotas::{MAX_NOTE_BYTES, MAX_NOTES};
use crate::services::NoteDeps;
use core_wasm::notes::document::{Document, title_and_snippet};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{Note, NoteChange, NoteResponse};
use core_wasm::protocol::time::Timestamp;
use twentyfour_bus::News;
use twentyfour_model::Actor;
use twentyfour_model::Owner;
use twentyfour_model::token;
use twentyfour_store::Connection;
use twentyfour_store::note_versions::{self, NoteWrite, ReplacedText};
use twentyfour_store::notes::{self, NoteRow, NoteText, NoteUsage};

/// The number of saves per note whose ids are stored, so that repeating a save changes nothing. Clients save once per
/// second while the user types.
const MAX_RECENT_SAVES: usize = 50;

/// The maximum number of earlier versions and conflicts per note.
pub(crate) const MAX_VERSIONS: i64 = 100;

/// The maximum number of conflicts per note. The oldest ones beyond it become earlier versions.
pub(crate) const MAX_CONFLICTS: i64 = 20;

/// The maximum number of characters of a snippet.
const MAX_SNIPPET_CHARS: usize = 200;

/// The maximum number of versions and conflicts of a note whose account has reached [`MAX_NOTE_BYTES`].
const MAX_VERSIONS_WHEN_FULL: i64 = 10;

/// A parsed and validated change.
#[derive(Clone)]
enum ParsedChange {
    /// A new text.
    Save(Box<NoteText>, SaveBase),
    /// Any other change.
    Metadata(NoteChange),
}

/// What a text is based on.
#[derive(Clone, Copy)]
struct SaveBase {
    /// The save that the text is based on.
    base: Option<Id>,
    /// Whether the text is an edit of that save rather than a replacement for it.
    continues_base: bool,
}

/// The outcome of a change.
struct ChangeOutcome {
    note: Note,
    /// Whether anything has changed, so that it must be announced.
    has_changed: bool,
}

/// Applies a change to a note and returns the note afterwards. Repeating a change has no effect.
///
/// # Errors
/// Returns `ErrorCode::TooManyRequests`, `ErrorCode::NoteInvalid` or `ErrorCode::NoteTooLong` for the document,
/// `ErrorCode::UnknownNote` if the note does not exist and the change is not a save, or `ErrorCode::NoteLimit` if the
/// account's notes would be too many or too large, or an error if the database fails.
pub async fn change(
    deps: &NoteDeps,
    account: Actor,
    device: String,
    note_id: Id,
    change: NoteChange,
) -> Result<NoteResponse, DomainError> {
    let (owner, now) = (policy::owner_of(account), deps.context.now());
    deps.limits.notes(account.id, now).await?;
    let parsed = match change {
        NoteChange::Save { save_id, base, document, edited_at, goes_on: continues_base } => {
            let ParsedDocument { document, hash, snippet } = parse_document(document).await?;
            let (login_id, edited_at) = (account.login_id, edited_at.min(now));
            let text = NoteText { save_id, login_id, device, edited_at, hash, snippet, document };
            ParsedChange::Save(Box::new(text), SaveBase { base, continues_base })
        }
        metadata => ParsedChange::Metadata(metadata),
    };
    let announcer = deps.live.announcer(move |outcome: &ChangeOutcome| {
        let news = News::Notes { account_id: owner.id(), version: outcome.note.version };
        outcome.has_changed.then_some(news).into_iter().collect()
    });
    let changed = deps
        .context
        .database
        .write_and_announce(move |connection| Box::pin(run(connection, owner, note_id, parsed, now)), announcer)
        .await?;
    // Each change has its own version, so a client at the previous version is up to date with this note.
    Ok(NoteResponse { since: changed.note.version - 1, note: changed.note })
}

/// A valid document with its hash and snippet.
pub(crate) struct ParsedDocument {
    pub(crate) document: String,
    pub(crate) hash: String,
    pub(crate) snippet: String,
}

/// Validates a document on a blocking thread and computes its hash and snippet.
///
/// # Errors
/// Returns `ErrorCode::NoteInvalid` or `ErrorCode::NoteTooLong`.
pub(crate) async fn parse_document(document: String) -> Result<ParsedDocument, DomainError> {
    let reading = tokio::task::spawn_blocking(move || {
        // Two lines, because the first one is often the same in all versions of a note.
        let (title, next) = title_and_snippet(&Document::parse(&document)?.text());
        let snippet =
            if next.is_empty() { title } else { format!("{title} {next}").chars().take(MAX_SNIPPET_CHARS).collect() };
        let hash = token::sha256_hex(document.as_bytes());
        Ok::<ParsedDocument, ErrorCode>(ParsedDocument { document, hash, snippet })
    });
    let read = reading.await.map_err(|error| DomainError::Internal(format!("note parser panicked: {error}")))?;
    Ok(read?)
}

/// Applies a change inside a transaction, which starts by incrementing the version of the account's notes.
async fn run(
    connection: &mut Connection,
    owner: Owner,
    note_id: Id,
    parsed: ParsedChange,
    now: Timestamp,
) -> Result<ChangeOutcome, DomainError> {
    let version = notes::increment_version(connection, owner).await?.ok_or(ErrorCode::TokenInvalid)?;
    let note_write = NoteWrite { owner, note_id, version, at: now };
    let has_changed = match (notes::by_id(connection, owner, note_id).await?, &parsed) {
        (Some(row), ParsedChange::Save(text, save_base)) => save(connection, note_write, row, text, *save_base).await?,
        (Some(row), ParsedChange::Metadata(change)) => apply_metadata(connection, note_write, row, change).await?,
        // A save that is based on a deleted note creates the note again, so that the user's text is not lost.
        (None, ParsedChange::Save(text, _)) => {
            notes::insert(connection, owner, note_id, version, text.edited_at, text).await?;
            enforce_quota(connection, note_write).await?;
            true
        }
        (None, ParsedChange::Metadata(_)) => return Err(ErrorCode::UnknownNote.into()),
    };
    if !has_changed {
        notes::decrement_version(connection, owner).await?;
    }
    let sent = match &parsed {
        ParsedChange::Save(text, _) => Some(text.hash.as_str()),
        ParsedChange::Metadata(_) => None,
    };
    let note = super::by_id(connection, owner, note_id, sent).await?.ok_or(ErrorCode::UnknownNote)?;
    Ok(ChangeOutcome { note, has_changed })
}

/// Saves a text to an existing note. Returns whether anything has changed.
async fn save(
    connection: &mut Connection,
    note_write: NoteWrite,
    mut row: NoteRow,
    text: &NoteText,
    SaveBase { base, continues_base }: SaveBase,
) -> Result<bool, DomainError> {
    let NoteWrite { owner, note_id, version, .. } = note_write;
    if row.note.save_id == text.save_id
        || row.recent_saves.contains(&text.save_id)
        || note_versions::exists(connection, owner, note_id, text.save_id).await?
    {
        return Ok(false);
    }
    push_recent(&mut row.recent_saves, text.save_id);
    if text.hash == row.hash {
        // Both devices wrote the same text, so texts based on either save are based on this one.
        push_recent(&mut row.equal_saves, text.save_id);
        let was_in_trash = row.note.trashed_at.take().is_some();
        if was_in_trash {
            row.note.version = version;
        }
        notes::update(connection, owner, &row).await?;
        return Ok(was_in_trash);
    }
    let current = ReplacedText { save_id: row.note.save_id, login_id: row.login_id, edited_at: row.note.edited_at };
    for save_id in note_versions::conflicts_with_hash(connection, owner, note_id, &text.hash).await? {
        // The user chose this conflict, or wrote the same text again, so it is resolved.
        note_versions::archive_conflict(connection, note_write, save_id, None).await?;
    }
    if base.is_some_and(|base| row.equal_saves.contains(&base)) {
        let began_at = edit_burst::merge_burst(connection, note_write, current).await?;
        note_versions::archive_current(connection, note_write, false, began_at).await?;
        notes::replace_text(connection, owner, note_id, version, text, &row.recent_saves).await?;
    } else {
        if let Some(base) = base
            && let Some(replaced) = note_versions::conflict_by_save(connection, owner, note_id, base).await?
        {
            // The text continues an earlier conflict from the same device.
            let began_at = edit_burst::merge_burst(connection, note_write, replaced).await?;
            note_versions::archive_conflict(connection, note_write, base, Some(began_at)).await?;
        }
        if text.edited_at >= row.note.edited_at {
            note_versions::archive_current(connection, note_write, true, current.edited_at).await?;
            notes::replace_text(connection, owner, note_id, version, text, &row.recent_saves).await?;
        } else {
            note_versions::insert_conflict(connection, note_write, text).await?;
            row.note.version = version;
            row.note.trashed_at = None;
            notes::update(connection, owner, &row).await?;
        }
        note_versions::archive_older_conflicts(connection, note_write, MAX_CONFLICTS).await?;
    }
    if !continues_base {
        note_versions::end_bursts(connection, note_write).await?;
    }
    note_versions::prune(connection, note_write, MAX_VERSIONS).await?;
    enforce_quota(connection, note_write).await?;
    Ok(true)
}

/// Recomputes the size of a note and checks the account's limits. If the notes are too large, earlier versions of this
/// note are deleted first, so that the user can continue writing.
///
/// # Errors
/// Returns `ErrorCode::NoteLimit` if the notes are too many or still too large, or an error if the database fails.
pub(crate) async fn enforce_quota(connection: &mut Connection, note_write: NoteWrite) -> Result<(), DomainError> {
    let NoteWrite { owner, note_id, .. } = note_write;
    notes::count_bytes(connection, owner, note_id).await?;
    let mut usage = notes::usage(connection, owner).await?;
    if usage.bytes > MAX_NOTE_BYTES {
        note_versions::prune(connection, note_write, MAX_VERSIONS_WHEN_FULL).await?;
        notes::count_bytes(connection, owner, note_id).await?;
        usage = notes::usage(connection, owner).await?;
    }
    let NoteUsage { notes, bytes } = usage;
    if notes > MAX_NOTES || bytes > MAX_NOTE_BYTES { Err(ErrorCode::NoteLimit.into()) } else { Ok(()) }
}

/// Appends a save to the recent ones.
fn push_recent(saves: &mut Vec<Id>, save_id: Id) {
    saves.push(save_id);
    saves.drain(..saves.len().saturating_sub(MAX_RECENT_SAVES));
}

/// Applies a change other than a save. Returns whether anything has changed.
async fn apply_metadata(
    connection: &mut Connection,
    note_write: NoteWrite,
    mut row: NoteRow,
    change: &NoteChange,
) -> Result<bool, DomainError> {
    let Note { pinned_at, trashed_at, version, .. } = &mut row.note;
    match change {
        NoteChange::Pin if pinned_at.is_none() => *pinned_at = Some(note_write.at),
        NoteChange::Unpin if pinned_at.is_some() => *pinned_at = None,
        NoteChange::Trash if trashed_at.is_none() => *trashed_at = Some(note_write.at),
        NoteChange::Restore if trashed_at.is_some() => *trashed_at = None,
        NoteChange::PutAway { save_id } => {
            if !note_versions::archive_conflict(connection, note_write, *save_id, None).await? {
                return Ok(false);
            }
        }
        _ => return Ok(false),
    }
    *version = note_write.version;
    notes::update(connection, note_write.owner, &row).await?;
    Ok(true)
}
