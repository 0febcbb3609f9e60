//! What the server stores, and whether it works, as administrators see it.

use crate::error::DomainError;
use crate::readiness::{self, CheckOutcome, Readiness};
use crate::services::AdminDeps;
use core_wasm::protocol::admin::AdminStorage;
use twentyfour_bus::Live;
use twentyfour_model::paths::free_bytes;
use twentyfour_store::{jobs, sizes};

/// Returns what the server stores, and whether it works. `version` is that of the server.
///
/// # Errors
/// Returns an error if the database fails, or the free space cannot be read.
pub async fn show(
    deps: &AdminDeps,
    readiness: &Readiness,
    live: &Live,
    version: &str,
) -> Result<AdminStorage, DomainError> {
    let database = &deps.accounts.context.database;
    let sizes = sizes::sizes(database).await?;
    let state = readiness::check(readiness).await;
    let free_bytes = free_bytes(&deps.data_dir)
        .map_err(|error| DomainError::Internal(format!("cannot read the free space of the data folder: {error}")))?;
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    Ok(AdminStorage {
        version: version.to_owned(),
        database_bytes: sizes.database_bytes,
        free_bytes: i64::try_from(free_bytes).unwrap_or(i64::MAX),
        people: sizes.people,
        boards: sizes.boards,
        cards: sizes.cards,
        notes: sizes.notes,
        focus_sessions: sizes.focus_sessions,
        pictures: sizes.pictures,
        change_bytes: sizes.change_bytes,
        note_bytes: sizes.note_bytes,
        picture_bytes: sizes.picture_bytes,
        is_database_ok: state.database == CheckOutcome::Ok,
        is_queue_ok: state.queue == CheckOutcome::Ok,
        is_disk_ok: state.disk == CheckOutcome::Ok,
        queued_writes: count(database.queued_writes()),
        live_connections: count(live.hub().open_connections()),
        jobs: jobs::list(database.pool()).await?,
    })
}
