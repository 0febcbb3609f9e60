//! Finds connections whose login was ended elsewhere, on another server or directly in the database, and accounts that
//! were added to a board or removed from one there.

use super::hub::Hub;
use core_wasm::protocol::id::Id;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};
use twentyfour_model::clock::system_time;
use twentyfour_store::Database;
use twentyfour_store::MAX_BINDS;
use twentyfour_store::StoreError;
use twentyfour_store::{logins, members};

/// How often the connections are checked.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Checks the connections periodically, until the database is closed.
pub(super) async fn run(database: Database, hub: Arc<Hub>) {
    let mut ticks = interval(SWEEP_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !database.is_closed() {
        let closed = database.closed();
        let sweeping = async {
            ticks.tick().await;
            sweep(&database, &hub).await
        };
        tokio::select! {
            () = closed => return,
            outcome = sweeping => if let Err(error) = outcome {
                tracing::warn!(%error, next_in = ?SWEEP_INTERVAL, "cannot check connected logins, retrying");
            },
        }
    }
}

/// Closes the connections of logins that no longer exist, and of accounts whose memberships have changed.
async fn sweep(database: &Database, hub: &Hub) -> Result<(), StoreError> {
    let connected: Vec<Id> = hub.logins().into_iter().collect();
    for ids in connected.chunks(MAX_BINDS) {
        let existing: HashSet<Id> = logins::existing(database.pool(), ids).await?.into_iter().collect();
        let ended: Vec<Id> = ids.iter().copied().filter(|id| !existing.contains(id)).collect();
        hub.end_logins(&ended);
    }
    for account_id in members::recently_changed(database.pool(), system_time()).await? {
        let Some(subscribed) = hub.boards_of(account_id) else { continue };
        let boards = members::board_ids(database.pool(), account_id).await?;
        if subscribed != boards.into_iter().collect() {
            hub.end_memberships(account_id);
        }
    }
    Ok(())
}
