//! Notes: reading them, and purging the trash. Changes are in [`change`].

pub mod change;
mod edit_burst;

use super::policy;
use crate::error::DomainError;
use crate::services::Context;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::TRASH_DAYS;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{Note, NoteVersion, NoteVersionResponse, NoteVersionsResponse, NotesResponse};
use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use twentyfour_bus::{Live, News};
use twentyfour_model::Actor;
use twentyfour_model::Owner;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_store::Database;
use twentyfour_store::{Connection, ReplicaScope};
use twentyfour_store::{note_versions, notes};

/// The maximum number of bytes of text in a response with more than one note.
const PAGE_BYTES: i64 = 1 << 20;

/// The maximum number of notes in a response, removed ones included.
const PAGE_NOTES: usize = 1_000;

/// The number of notes that are purged in one transaction, and so under one version.
const MAX_PURGED_PER_TRANSACTION: i64 = 400;

/// The number of days for which an earlier version of a note is stored.
const HISTORY_DAYS: i64 = 30;

/// Returns a page of the account's notes that changed since a version. A client with a version from the future, because
/// the server was restored from a backup, recognizes that by the smaller version in the response.
///
/// # Errors
/// Returns `ErrorCode::BadQuery` if `since` is negative, or `ErrorCode::TokenInvalid` if the account no longer exists,
/// or an error if the database fails.
pub async fn changes(context: &Context, account: Actor, since: i64) -> Result<NotesResponse, DomainError> {
    if since < 0 {
        return Err(ErrorCode::BadQuery.into());
    }
    let owner = policy::owner_of(account);
    let read = context
        .database
        .read_snapshot_of(ReplicaScope::Notes(owner), move |connection| Box::pin(changes_in(connection, owner, since)));
    read.await
}

/// Returns a page of an account's notes that changed since a version.
async fn changes_in(connection: &mut Connection, owner: Owner, since: i64) -> Result<NotesResponse, DomainError> {
    let version = notes::version(&mut *connection, owner).await?.ok_or(ErrorCode::TokenInvalid)?;
    // Enough rows to include all that share a version.
    let limit = PAGE_NOTES as i64 + MAX_PURGED_PER_TRANSACTION + 1;
    let sizes = notes::sizes_since(&mut *connection, owner, since, limit).await?;
    let end = page_end(&sizes);
    let up_to = end.unwrap_or(version);
    let mut written = notes::written_between(&mut *connection, owner, since, up_to).await?;
    let conflicts = note_versions::conflicts_between(&mut *connection, owner, since, up_to).await?;
    let removed = notes::removed_between(connection, owner, since, up_to).await?;
    let mut by_note: HashMap<Id, Vec<NoteVersion>> = HashMap::new();
    for (note_id, version) in conflicts {
        by_note.entry(note_id).or_default().push(version);
    }
    for note in &mut written {
        note.apart = by_note.remove(&note.id).unwrap_or_default();
    }
    Ok(NotesResponse { notes: written, removed, version: up_to, has_more: end.is_some() })
}

/// Returns the version at which a page ends, or `None` if everything fits. `sizes` contains versions with their sizes
/// in bytes. Notes with the same version stay on the same page, and a note larger than a page gets its own.
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

/// Returns a note of an account with its conflicts. The document is omitted if its hash is `known_hash`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn by_id(
    connection: &mut Connection,
    owner: Owner,
    note_id: Id,
    known_hash: Option<&str>,
) -> Result<Option<Note>, DomainError> {
    let Some(row) = notes::by_id(connection, owner, note_id).await? else { return Ok(None) };
    let document = match known_hash == Some(&row.hash) {
        true => None,
        false => Some(notes::document(connection, owner, note_id).await?),
    };
    let conflicts = note_versions::conflicts(connection, owner, note_id).await?;
    Ok(Some(Note { document, apart: conflicts, ..row.note }))
}

/// Returns the earlier versions and conflicts of a note, the latest first.
///
/// # Errors
/// Returns `ErrorCode::UnknownNote` if the account has no such note, or an error if the database fails.
pub async fn versions(context: &Context, account: Actor, note_id: Id) -> Result<NoteVersionsResponse, DomainError> {
    let owner = policy::owner_of(account);
    let read = context.database.read_snapshot_of(ReplicaScope::Notes(owner), move |connection| {
        Box::pin(async move {
            if !notes::exists(&mut *connection, owner, note_id).await? {
                return Err(ErrorCode::UnknownNote.into());
            }
            Ok(NoteVersionsResponse { versions: note_versions::of_note(connection, owner, note_id).await? })
        })
    });
    read.await
}

/// Returns an earlier version or conflict of a note.
///
/// # Errors
/// Returns `ErrorCode::UnknownNote` if the account has no such note, or `ErrorCode::NotFound` if it has no such
/// version, or an error if the database fails.
pub async fn version(
    context: &Context,
    account: Actor,
    note_id: Id,
    save_id: Id,
) -> Result<NoteVersionResponse, DomainError> {
    let owner = policy::owner_of(account);
    let read = context.database.read_snapshot_of(ReplicaScope::Notes(owner), move |connection| {
        Box::pin(async move {
            if !notes::exists(&mut *connection, owner, note_id).await? {
                return Err(ErrorCode::UnknownNote.into());
            }
            let version = note_versions::by_save(connection, owner, note_id, save_id).await?;
            Ok(version.ok_or(ErrorCode::NotFound)?)
        })
    });
    read.await
}

/// Permanently removes notes that were in the trash for 30 days, and expired earlier versions. Conflicts stay until the
/// user resolves them. Each account has its own transactions, to keep locks short.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn purge_trash(database: &Database, live: &Live, now: Timestamp) -> Result<(), DomainError> {
    let days_ago = |days: i64| now.plus_millis(-days * MILLIS_PER_DAY);
    let trashed_by = days_ago(TRASH_DAYS.into());
    for account_id in notes::owners_with_trash(database.pool(), trashed_by).await? {
        let owner = policy::owner_for_operator(account_id);
        let news = move |version: &Option<i64>| {
            version.iter().map(|version| News::Notes { account_id, version: *version }).collect()
        };
        while database
            .write_and_announce(
                move |connection| Box::pin(purge_batch(connection, owner, trashed_by)),
                live.announcer(news),
            )
            .await?
            .is_some()
        {}
    }
    let kept_since = days_ago(HISTORY_DAYS);
    while database
        .write(move |connection| Box::pin(note_versions::delete_expired_batch(connection, kept_since)))
        .await?
    {}
    Ok(())
}

/// Removes a batch of notes of an account that were trashed at or before `trashed_by`. Returns the version of the
/// removal, or `None` if there were none. Restored notes are kept.
async fn purge_batch(
    connection: &mut Connection,
    owner: Owner,
    trashed_by: Timestamp,
) -> Result<Option<i64>, DomainError> {
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
