//! Indexing for search, in the background: what this server has just changed, and whatever is missing.

use crate::error::DomainError;
use crate::policy;
use core_wasm::protocol::id::Id;
use twentyfour_bus::Live;
use twentyfour_store::Database;
use twentyfour_store::search::{self, Subject};

/// The number of records that are indexed in one transaction. On SQLite, other writes wait meanwhile.
const RECORDS_PER_STEP: i64 = 200;

/// The number of boards or accounts that are looked up at once.
const SUBJECTS_PER_PAGE: i64 = 200;

/// Indexes what this server has changed since the last call. Changes that a crash leaves out are found by [`index_all`].
///
/// # Errors
/// Returns the last error if the database failed. The rest was indexed.
pub async fn index_changed(database: &Database, live: &Live) -> Result<(), DomainError> {
    let changed = live.take_changed();
    index(database, changed.boards.into_iter().map(Subject::Board)).await?;
    index(database, changed.notes.into_iter().map(notes_of)).await
}

/// Indexes everything that is not indexed yet, and removes what remains of deleted boards and accounts.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn index_all(database: &Database) -> Result<(), DomainError> {
    let mut after = None;
    loop {
        let boards = search::boards_behind(database.pool(), after, SUBJECTS_PER_PAGE).await?;
        let Some(last) = boards.last() else { break };
        after = Some(*last);
        index(database, boards.into_iter().map(Subject::Board)).await?;
    }
    let mut after = None;
    loop {
        let accounts = search::accounts_behind(database.pool(), after, SUBJECTS_PER_PAGE).await?;
        let Some(last) = accounts.last() else { break };
        after = Some(*last);
        index(database, accounts.into_iter().map(notes_of)).await?;
    }
    while database
        .write(|connection| Box::pin(async { Ok::<_, DomainError>(search::remove_missing(connection).await?) }))
        .await?
    {}
    Ok(())
}

fn notes_of(account_id: Id) -> Subject {
    Subject::Notes(policy::owner_for_operator(account_id))
}

/// Indexes boards and notes. If one of them fails, the others are indexed all the same.
async fn index(database: &Database, subjects: impl Iterator<Item = Subject>) -> Result<(), DomainError> {
    let mut outcome = Ok(());
    for subject in subjects {
        if let Err(error) = index_one(database, subject).await {
            outcome = Err(error);
        }
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
