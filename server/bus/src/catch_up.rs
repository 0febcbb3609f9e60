//! Lets clients catch up while this server does not receive the changes of other servers.

use super::hub::Hub;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;
use twentyfour_store::Database;

/// How often clients are notified to catch up while the subscription is lost.
const CATCH_UP_INTERVAL: Duration = Duration::from_secs(2);

/// Notifies clients periodically while the subscription to the changes of other servers is lost and there are other servers.
/// These can still announce their changes to one another, so the relay does not find them. Runs until the database is closed.
pub(super) async fn run(database: Database, hub: Arc<Hub>, mut is_subscribed: watch::Receiver<bool>) {
    while !database.is_closed() {
        let waiting = async {
            let is_lost = is_subscribed.wait_for(|is_subscribed| !is_subscribed).await.is_ok();
            sleep(CATCH_UP_INTERVAL).await;
            is_lost && !*is_subscribed.borrow()
        };
        let is_due = tokio::select! {
            () = database.closed() => return,
            is_due = waiting => is_due,
        };
        if !is_due || hub.accounts().is_empty() {
            continue;
        }
        match database.has_other_servers().await {
            Ok(true) => hub.let_clients_catch_up(),
            Ok(false) => {}
            Err(error) => tracing::debug!(%error, "cannot look for other servers, retrying"),
        }
    }
}
