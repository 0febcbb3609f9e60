//! Finds connections whose login was ended elsewhere, on another server or directly in the database, and accounts that
//! were added to a board or removed from one there.

use super::hub::Hub;
use core_wasm::protocol::id::Id;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval};
use twentyfour_model::clock::system_time;
use twentyfour_store::Database;
use twentyfour_store::StoreError;
use twentyfour_store::{logins, members};

/// How often the connections are checked.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// After this time without a successful check, recorded changes of memberships may have been missed, because they are deleted
/// after a minute. All accounts are checked then.
const MAX_GAP: Duration = Duration::from_secs(45);

/// Checks the connections periodically, until the database is closed.
pub(super) async fn run(database: Database, hub: Arc<Hub>) {
    let mut ticks = interval(SWEEP_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut checked_at = Instant::now();
    while !database.is_closed() {
        let closed = database.closed();
        let sweeping = async {
            ticks.tick().await;
            let started = Instant::now();
            sweep(&database, &hub, checked_at.elapsed() > MAX_GAP).await?;
            Ok::<Instant, StoreError>(started)
        };
        tokio::select! {
            () = closed => return,
            outcome = sweeping => match outcome {
                Ok(started) => checked_at = started,
                Err(error) => {
                    tracing::warn!(%error, next_in = ?SWEEP_INTERVAL, "cannot check connected logins, retrying");
                }
            },
        }
    }
}

/// Closes the connections of logins that no longer exist, and of accounts whose memberships have changed: during the last
/// minute, or at any time.
async fn sweep(database: &Database, hub: &Hub, checks_all: bool) -> Result<(), StoreError> {
    let connected: Vec<(Id, Id)> = hub.logins().into_iter().collect();
    let existing: HashSet<Id> = logins::existing(database.pool(), &connected).await?.into_iter().collect();
    let ended: Vec<Id> = connected.iter().map(|(_, login)| *login).filter(|login| !existing.contains(login)).collect();
    hub.end_logins(&ended);
    let accounts: Vec<Id> = match checks_all {
        true => hub.accounts(),
        false => members::recently_changed(database.pool(), system_time()).await?.into_iter().collect(),
    };
    for account_id in accounts {
        let Some(subscribed) = hub.boards_of(account_id) else { continue };
        let boards = members::board_ids(database.pool(), account_id).await?;
        if subscribed != boards.into_iter().collect() {
            hub.end_memberships(account_id);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::hub::StopReason;
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn memberships_are_compared_after_an_outage() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let hub = Arc::new(Hub::default());
        let id = |number: u8| Id::from_parts(1, &[number; 10]);
        let guard = hub.register_connection();
        let subscription = guard.subscribe(id(1), id(11), 1).unwrap();
        // The account is not a member of this board any more, and the record of that was deleted.
        subscription.add_boards([id(21)]);
        sweep(&database, &hub, false).await.unwrap();
        assert_eq!(hub.boards_of(id(1)), Some(HashSet::from([id(21)])));
        sweep(&database, &hub, true).await.unwrap();
        assert_eq!(hub.boards_of(id(1)), None);
        assert_eq!(subscription.queue.next().now_or_never(), Some(Err(StopReason::MembershipChanged)));
    }
}
