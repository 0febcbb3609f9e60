//! Changing a note. Whatever comes in whatever order, no text is lost: of two that were written apart, neither upon the other, the one
//! that was written later is shown and the other is kept beside it.

use super::stretch;
use crate::Parts;
use crate::domain::policy::{self, Owner};
use crate::domain::tokens;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::note_versions::{self, Former, Place};
use crate::store::notes::{self, NoteRow, Stored, Text};
use core_wasm::notes::document::{Document, head};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{Note, NoteAnswer, NoteChange};
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// How many saves of a note are remembered, so that one that is sent again changes nothing. Whoever writes saves once a second.
const REMEMBERED_SAVES: usize = 50;

/// The most texts beside the one shown that a note has.
const MOST_VERSIONS: i64 = 100;

/// The most of them that were written apart and wait to be looked at. Of more, the oldest stay among the earlier texts.
const MOST_APART: i64 = 20;

/// The most characters of how a text begins.
const SNIPPET: usize = 200;

/// The most notes of an account, those in the trash among them. A person who begins ten a day has as many after three years.
const MOST_NOTES: i64 = 10_000;

/// The most bytes of all texts of an account's notes, the earlier ones and those in the trash among them.
const MOST_BYTES: i64 = 500 << 20;

/// The most texts that stay beside the one shown where an account's notes take up all the room that they may.
const MOST_VERSIONS_WHERE_FULL: i64 = 10;

/// A change that was read and checked.
enum Wanted {
    /// A new text.
    Save(Box<Text>, Upon),
    /// Any other change.
    Mark(NoteChange),
}

/// What a text was written upon.
#[derive(Clone, Copy)]
struct Upon {
    /// The save.
    base: Option<Id>,
    /// Whether the text goes on with that one, and was not put in its place.
    goes_on: bool,
}

/// What became of a change.
struct Changed {
    note: Note,
    /// Whether it is to be told: something is not as it was.
    is_written: bool,
}

/// Changes a note, and answers it as it is then. A change that was made before changes nothing.
pub(crate) async fn change(
    app: &Parts,
    account: Account,
    device: String,
    note_id: Id,
    change: NoteChange,
) -> Result<NoteAnswer, ApiError> {
    let (owner, now) = (policy::own(account), app.now());
    app.limits.notes(account.id, now)?;
    let wanted = match change {
        NoteChange::Save { save_id, base, document, edited_at, goes_on } => {
            let text = read(document, move |document, hash, snippet| Text {
                save_id,
                login_id: account.login_id,
                device,
                edited_at: edited_at.min(now),
                hash,
                snippet,
                document,
            });
            Wanted::Save(Box::new(text.await?), Upon { base, goes_on })
        }
        mark => Wanted::Mark(mark),
    };
    let changed = app.database.write(move |connection| Box::pin(run(connection, owner, note_id, wanted, now))).await?;
    if changed.is_written {
        app.live.tell_of_notes(owner.id(), changed.note.version);
    }
    // No two changes share a version: who knew all before the one that wrote the note last knows all with it.
    Ok(NoteAnswer { since: changed.note.version - 1, note: changed.note })
}

/// Checks a document on a thread that may be busy for a while, and makes a text of it, its hash and how it begins.
async fn read(
    document: String,
    text: impl FnOnce(String, String, String) -> Text + Send + 'static,
) -> Result<Text, ApiError> {
    let reading = tokio::task::spawn_blocking(move || {
        // Two lines: the first is often the same in every text of a note.
        let (title, next) = head(&Document::parse(&document)?.text());
        let begins = if next.is_empty() { title } else { format!("{title} {next}").chars().take(SNIPPET).collect() };
        let hash = tokens::hash(&document);
        Ok::<Text, ErrorCode>(text(document, hash, begins))
    });
    let read = reading.await.map_err(|error| ApiError::Internal(format!("reading a note panicked: {error}")))?;
    Ok(read?)
}

/// Makes a change within a transaction, which it begins with a write: the next version of the account's notes.
async fn run(
    connection: &mut AnyConnection,
    owner: Owner,
    note_id: Id,
    wanted: Wanted,
    now: Timestamp,
) -> Result<Changed, ApiError> {
    let version = notes::bump(connection, owner).await?.ok_or(ErrorCode::TokenInvalid)?;
    let place = Place { owner, note_id, version, at: now };
    let is_written = match (notes::by_id(connection, owner, note_id).await?, &wanted) {
        (Some(row), Wanted::Save(text, upon)) => save(connection, place, row, text, *upon).await?,
        (Some(row), Wanted::Mark(change)) => mark(connection, place, row, change).await?,
        // Also where it was written upon a text that is gone for good: what somebody writes is kept.
        (None, Wanted::Save(text, _)) => {
            notes::insert(connection, owner, note_id, version, text).await?;
            check_room(connection, place).await?;
            true
        }
        (None, Wanted::Mark(_)) => return Err(ErrorCode::UnknownNote.into()),
    };
    if !is_written {
        notes::unbump(connection, owner).await?;
    }
    let sent = match &wanted {
        Wanted::Save(text, _) => Some(text.hash.as_str()),
        Wanted::Mark(_) => None,
    };
    let note = super::by_id(connection, owner, note_id, sent).await?.ok_or(ErrorCode::UnknownNote)?;
    Ok(Changed { note, is_written })
}

/// Saves a text to a note that exists. Answers whether that is to be told.
async fn save(
    connection: &mut AnyConnection,
    place: Place,
    mut row: NoteRow,
    text: &Text,
    Upon { base, goes_on }: Upon,
) -> Result<bool, ApiError> {
    let Place { owner, note_id, version, .. } = place;
    if row.note.save_id == text.save_id
        || row.recent_saves.contains(&text.save_id)
        || note_versions::exists(connection, owner, note_id, text.save_id).await?
    {
        return Ok(false);
    }
    remember(&mut row.recent_saves, text.save_id);
    if text.hash == row.hash {
        // Two devices that wrote the same agree. What is written upon either save is written upon this text.
        remember(&mut row.equal_saves, text.save_id);
        let was_in_trash = row.note.trashed_at.take().is_some();
        if was_in_trash {
            row.note.version = version;
        }
        notes::update(connection, owner, &row).await?;
        return Ok(was_in_trash);
    }
    let shown = Former { save_id: row.note.save_id, login_id: row.login_id, edited_at: row.note.edited_at };
    for save_id in note_versions::apart_saves_of(connection, owner, note_id, &text.hash).await? {
        // Somebody has chosen it, or wrote the same again: it need not be looked at twice.
        note_versions::put_away(connection, place, save_id, None).await?;
    }
    if base.is_some_and(|base| row.equal_saves.contains(&base)) {
        let began_at = stretch::join(connection, place, shown).await?;
        note_versions::keep_shown(connection, place, false, began_at).await?;
        notes::replace_text(connection, owner, note_id, version, text, &row.recent_saves).await?;
    } else {
        if let Some(base) = base
            && let Some(former) = note_versions::apart_save(connection, owner, note_id, base).await?
        {
            // It goes on where its device wrote apart before.
            let began_at = stretch::join(connection, place, former).await?;
            note_versions::put_away(connection, place, base, Some(began_at)).await?;
        }
        if text.edited_at >= row.note.edited_at {
            note_versions::keep_shown(connection, place, true, shown.edited_at).await?;
            notes::replace_text(connection, owner, note_id, version, text, &row.recent_saves).await?;
        } else {
            note_versions::insert_apart(connection, place, text).await?;
            row.note.version = version;
            row.note.trashed_at = None;
            notes::update(connection, owner, &row).await?;
        }
        note_versions::put_away_all_but(connection, place, MOST_APART).await?;
    }
    if !goes_on {
        note_versions::end_stretches(connection, place).await?;
    }
    note_versions::thin(connection, place, MOST_VERSIONS).await?;
    check_room(connection, place).await?;
    Ok(true)
}

/// Counts the texts of a note anew, and whether an account's notes are not more, and no larger, than is kept. Where they are too large,
/// the earlier texts of the note that is written give way, so that whoever has filled all the room can write on.
async fn check_room(connection: &mut AnyConnection, place: Place) -> Result<(), ApiError> {
    let Place { owner, note_id, .. } = place;
    notes::count_bytes(connection, owner, note_id).await?;
    let mut stored = notes::stored(connection, owner).await?;
    if stored.bytes > MOST_BYTES {
        note_versions::thin(connection, place, MOST_VERSIONS_WHERE_FULL).await?;
        notes::count_bytes(connection, owner, note_id).await?;
        stored = notes::stored(connection, owner).await?;
    }
    let Stored { notes, bytes } = stored;
    if notes > MOST_NOTES || bytes > MOST_BYTES { Err(ErrorCode::NoteLimit.into()) } else { Ok(()) }
}

/// Adds a save to those that are remembered.
fn remember(saves: &mut Vec<Id>, save_id: Id) {
    saves.push(save_id);
    saves.drain(..saves.len().saturating_sub(REMEMBERED_SAVES));
}

/// Makes a change that is no text. Answers whether anything is not as it was.
async fn mark(
    connection: &mut AnyConnection,
    place: Place,
    mut row: NoteRow,
    change: &NoteChange,
) -> Result<bool, ApiError> {
    let Note { pinned_at, trashed_at, version, .. } = &mut row.note;
    match change {
        NoteChange::Pin if pinned_at.is_none() => *pinned_at = Some(place.at),
        NoteChange::Unpin if pinned_at.is_some() => *pinned_at = None,
        NoteChange::Trash if trashed_at.is_none() => *trashed_at = Some(place.at),
        NoteChange::Restore if trashed_at.is_some() => *trashed_at = None,
        NoteChange::PutAway { save_id } => {
            if !note_versions::put_away(connection, place, *save_id, None).await? {
                return Ok(false);
            }
        }
        _ => return Ok(false),
    }
    *version = place.version;
    notes::update(connection, place.owner, &row).await?;
    Ok(true)
}
