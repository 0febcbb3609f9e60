//! Notes: reading them, and that they do not lie in the trash for ever. How they change is in [`change`].

pub(crate) mod change;
mod edit_burst;

use super::policy::{self, Owner};
use crate::error::ApiError;
use crate::extract::Actor;
use crate::store::{note_versions, notes};
use crate::{AppState, Database, Live};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::TRASH_DAYS;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{Note, NoteVersion, NoteVersionResponse, NoteVersionsResponse, NotesResponse};
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;
use std::collections::HashMap;

/// The most bytes of text in one answer, where it holds more than one note.
const PAGE_BYTES: i64 = 1 << 20;

/// The most notes in one answer, those that were removed among them.
const PAGE_NOTES: usize = 1_000;

/// How many notes are removed from the trash in one transaction, and so under one version.
const MAX_PURGED_PER_TRANSACTION: i64 = 400;

const MILLISECONDS_PER_DAY: i64 = 24 * 60 * 60 * 1_000;

/// For how many days an earlier text of a note is kept after another took its place.
const HISTORY_DAYS: i64 = 30;

/// The notes of an account that have changed since a version, as many as fit. Whoever knows a later version than there is learns that
/// by the one that is answered.
pub(crate) async fn changes(app: &AppState, account: Actor, since: i64) -> Result<NotesResponse, ApiError> {
    if since < 0 {
        return Err(ErrorCode::BadQuery.into());
    }
    let owner = policy::owner_of(account);
    let mut snapshot = app.database.snapshot().await?;
    let version = notes::version(&mut snapshot, owner).await?.ok_or(ErrorCode::TokenInvalid)?;
    // So many that all that share a version are among them.
    let limit = PAGE_NOTES as i64 + MAX_PURGED_PER_TRANSACTION + 1;
    let sizes = notes::sizes_since(&mut snapshot, owner, since, limit).await?;
    let end = page_end(&sizes);
    let up_to = end.unwrap_or(version);
    let mut written = notes::written_between(&mut snapshot, owner, since, up_to).await?;
    let conflicts = note_versions::conflicts_between(&mut snapshot, owner, since, up_to).await?;
    let removed = notes::removed_between(&mut snapshot, owner, since, up_to).await?;
    snapshot.commit().await?;
    let mut by_note: HashMap<Id, Vec<NoteVersion>> = HashMap::new();
    for (note_id, version) in conflicts {
        by_note.entry(note_id).or_default().push(version);
    }
    for note in &mut written {
        note.apart = by_note.remove(&note.id).unwrap_or_default();
    }
    Ok(NotesResponse { notes: written, removed, version: up_to, has_more: end.is_some() })
}

/// The version at which a page ends, or none where all that there is fits, by the versions and the bytes of what there is. What shares
/// a version stays together, and a note that is larger than a page has one for itself.
fn page_end(sizes: &[(i64, i64)]) -> Option<i64> {
    let mut bytes = 0;
    for (index, (version, size)) in sizes.iter().enumerate() {
        bytes += size;
        let is_full = index >= PAGE_NOTES || bytes > PAGE_BYTES;
        if is_full
            && let Some((before, _)) = index.checked_sub(1).map(|before| sizes[before])
            && before != *version
        {
            return Some(before);
        }
    }
    None
}

/// A note of an account with the texts that were written apart. Its own text is left out where its hash is known already.
pub(crate) async fn by_id(
    connection: &mut AnyConnection,
    owner: Owner,
    note_id: Id,
    known_hash: Option<&str>,
) -> Result<Option<Note>, ApiError> {
    let Some(row) = notes::by_id(connection, owner, note_id).await? else { return Ok(None) };
    let document = match known_hash == Some(&row.hash) {
        true => None,
        false => Some(notes::document(connection, owner, note_id).await?),
    };
    let conflicts = note_versions::conflicts(connection, owner, note_id).await?;
    Ok(Some(Note { document, apart: conflicts, ..row.note }))
}

/// The earlier texts of a note, the latest first.
pub(crate) async fn versions(app: &AppState, account: Actor, note_id: Id) -> Result<NoteVersionsResponse, ApiError> {
    let owner = policy::owner_of(account);
    let mut snapshot = app.database.snapshot().await?;
    if !notes::exists(&mut snapshot, owner, note_id).await? {
        return Err(ErrorCode::UnknownNote.into());
    }
    let versions = note_versions::of_note(&mut snapshot, owner, note_id).await?;
    snapshot.commit().await?;
    Ok(NoteVersionsResponse { versions })
}

/// An earlier text of a note.
pub(crate) async fn version(
    app: &AppState,
    account: Actor,
    note_id: Id,
    save_id: Id,
) -> Result<NoteVersionResponse, ApiError> {
    let owner = policy::owner_of(account);
    let mut snapshot = app.database.snapshot().await?;
    if !notes::exists(&mut snapshot, owner, note_id).await? {
        return Err(ErrorCode::UnknownNote.into());
    }
    let version = note_versions::by_save(&mut snapshot, owner, note_id, save_id).await?;
    snapshot.commit().await?;
    Ok(version.ok_or(ErrorCode::NotFound)?)
}

/// Removes for good what has lain in the trash for 30 days, and the earlier texts whose time is over; what was written apart stays until
/// somebody has looked at it. Each account is a transaction of its own, so that nobody waits for all of them.
pub(crate) async fn purge_trash(database: &Database, live: &Live, now: Timestamp) -> Result<(), ApiError> {
    let days_ago = |days: i64| Timestamp::from_millis(now.millis().saturating_sub(days * MILLISECONDS_PER_DAY));
    let trashed_by = days_ago(TRASH_DAYS);
    for account_id in notes::owners_with_trash(database.pool(), trashed_by).await? {
        let owner = policy::owner_for_operator(account_id);
        while let Some(version) =
            database.write(move |connection| Box::pin(purge_batch(connection, owner, trashed_by))).await?
        {
            live.announce_notes(account_id, version);
        }
    }
    let kept_since = days_ago(HISTORY_DAYS);
    while database
        .write(move |connection| Box::pin(note_versions::delete_expired_batch(connection, kept_since)))
        .await?
    {}
    Ok(())
}

/// Removes some notes of an account that came into the trash by a moment, and tells at which version; none where there are none. What
/// came out of the trash meanwhile stays.
async fn purge_batch(
    connection: &mut AnyConnection,
    owner: Owner,
    trashed_by: Timestamp,
) -> Result<Option<i64>, ApiError> {
    let Some(version) = notes::increment_version(connection, owner).await? else { return Ok(None) };
    let ids = notes::in_trash(&mut *connection, owner, trashed_by, MAX_PURGED_PER_TRANSACTION).await?;
    if ids.is_empty() {
        notes::decrement_version(connection, owner).await?;
        return Ok(None);
    }
    notes::remove(connection, owner, &ids, version).await?;
    Ok(Some(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_never_splits_a_version() {
        assert_eq!(page_end(&[]), None);
        assert_eq!(page_end(&[(1, PAGE_BYTES * 2)]), None, "a large note has a page for itself");
        assert_eq!(page_end(&[(3, PAGE_BYTES * 2), (4, 0)]), Some(3));
        assert_eq!(page_end(&[(3, PAGE_BYTES - 1), (4, 1), (9, 1), (11, 1)]), Some(4));
        assert_eq!(page_end(&[(3, PAGE_BYTES), (4, 1), (4, 0), (5, 1)]), Some(3));
        assert_eq!(page_end(&[(3, PAGE_BYTES), (3, 1), (3, 0), (5, 1)]), Some(3));
        let many = |same: usize| -> Vec<(i64, i64)> {
            (0..PAGE_NOTES - 1)
                .map(|index| (index as i64, 1))
                .chain((0..same).map(|_| (5_000, 0)))
                .chain([(5_001, 0)])
                .collect()
        };
        assert_eq!(page_end(&many(0)), None, "as many as fit");
        assert_eq!(page_end(&many(1)), Some(5_000));
        assert_eq!(page_end(&many(MAX_PURGED_PER_TRANSACTION as usize)), Some(5_000));
    }
}
