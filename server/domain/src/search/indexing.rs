//! Indexing for search, in the background: what this server has just changed, and whatever is missing.

use crate::error::DomainError;
use crate::policy;
use core_wasm::protocol::id::Id;
use twentyfour_bus::Live;
use twentyfour_store::Database;
use twentyfour_store::search::{self, Subject};

/// The number of records that are indexed in one transaction. On SQLite, other writes wait while it runs.
const RECORDS_PER_STEP: i64 = 200;

/// The number of boards or accounts that are looked up at once.
const SUBJECTS_PER_PAGE: i64 = 200;

/// Indexes what this server has changed since the last call. Changes that a crash leaves out are found by [`index_all`].
///
/// # Errors
/// Returns the first error if the database failed. The rest was indexed.
pub async fn index_changed(database: &Database, live: &Live) -> Result<(), DomainError> {
    let changed = live.take_changed();
    let boards = index(database, changed.boards.into_iter().map(Subject::Board)).await;
    let notes = index(database, changed.notes.into_iter().map(notes_of)).await;
    boards.and(notes)
}

/// Indexes everything that is not indexed yet, and removes what remains of deleted boards and accounts.
///
/// # Errors
/// Returns the first error if the database failed. The rest was indexed.
pub async fn index_all(database: &Database) -> Result<(), DomainError> {
    let boards = index_boards(database).await;
    let notes = index_notes(database).await;
    boards.and(notes).and(remove_missing(database).await)
}

/// Indexes the boards that are not indexed yet.
async fn index_boards(database: &Database) -> Result<(), DomainError> {
    let (mut after, mut outcome) = (None, Ok(()));
    loop {
        let boards = search::boards_behind(database.pool(), after, SUBJECTS_PER_PAGE).await?;
        let Some(last) = boards.last() else { return outcome };
        after = Some(*last);
        outcome = outcome.and(index(database, boards.into_iter().map(Subject::Board)).await);
    }
}

/// Indexes the notes that are not indexed yet.
async fn index_notes(database: &Database) -> Result<(), DomainError> {
    let (mut after, mut outcome) = (None, Ok(()));
    loop {
        let accounts = search::accounts_behind(database.pool(), after, SUBJECTS_PER_PAGE).await?;
        let Some(last) = accounts.last() else { return outcome };
        after = Some(*last);
        outcome = outcome.and(index(database, accounts.into_iter().map(notes_of)).await);
    }
}

/// Removes what remains of deleted boards and accounts.
async fn remove_missing(database: &Database) -> Result<(), DomainError> {
    while database
        .write(|connection| Box::pin(async { Ok::<_, DomainError>(search::remove_missing(connection).await?) }))
        .await?
    {}
    Ok(())
}

fn notes_of(account_id: Id) -> Subject {
    Subject::Notes(policy::owner_for_operator(account_id))
}

/// Indexes boards and notes. If one of them fails, the others are indexed all the same. Returns the first error.
async fn index(database: &Database, subjects: impl Iterator<Item = Subject>) -> Result<(), DomainError> {
    let mut outcome = Ok(());
    for subject in subjects {
        let indexed = index_one(database, subject).await;
        if let Err(error) = &indexed {
            let kind = match subject {
                Subject::Board(_) => "board",
                Subject::Notes(_) => "notes",
            };
            tracing::warn!(%error, kind, id = %subject.id(), "cannot index the texts of a board or an account");
        }
        outcome = outcome.and(indexed);
    }
    outcome
}

async fn index_one(database: &Database, subject: Subject) -> Result<(), DomainError> {
    let step = move || {
        database.write(move |connection| {
            Box::pin(
                async move { Ok::<_, DomainError>(search::index_step(connection, subject, RECORDS_PER_STEP).await?) },
            )
        })
    };
    while step().await? {}
    Ok(())
}
