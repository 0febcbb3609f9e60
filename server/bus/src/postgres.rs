//! Announcements between servers on the same PostgreSQL, by LISTEN and NOTIFY: a board, or an account's notes,
//! preferences or inbox, have changed. The changes themselves are read from the database.

use super::hub::Hub;
use super::{
    AnnouncedRecords, Announcement, Bus, Change, READY, announce_board, announce_inbox, announce_notes,
    announce_preferences, encode, postgres_presence,
};
use core_wasm::protocol::id::Id;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use twentyfour_store::Database;
use twentyfour_store::StoreError;
use twentyfour_store::board_reads::{BoardChanges, records_since};
use twentyfour_store::json;

const CHANNEL: &str = "twentyfour_changes";

/// The maximum number of changes in one notification. PostgreSQL allows 8,000 bytes, and a change takes at most 130.
const MAX_CHANGES_PER_NOTIFICATION: usize = 60;

/// The maximum number of boards and accounts with pending changes. Above it, the changes are dropped and all clients
/// are notified to catch up.
const MAX_PENDING_CHANGES: usize = 10_000;

/// How long to wait before a retry.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// A change of a board, or of an account's notes, preferences, inbox or memberships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RemoteChange {
    /// The account; for a board, the one that made the change.
    account_id: Id,
    /// Without a board, the change concerns the account's notes, or its preferences, memberships or inbox if both versions are
    /// [`PREFERENCES`], [`MEMBERSHIPS`] or [`INBOX`].
    board_id: Option<Id>,
    /// The previous version.
    since: i64,
    /// The new version.
    version: i64,
    /// Whether only the account sees the change of the board.
    is_personal: bool,
}

/// A change as sent between servers: a JSON array of the account, the board, the previous and the new version. Servers
/// of other releases read it, so it cannot change. The previous version is negative if only the account sees the change of the
/// board: earlier releases then read the whole board.
type WireChange = (Id, Option<Id>, i64, i64);

impl RemoteChange {
    fn from_wire((account_id, board_id, since, version): WireChange) -> Self {
        let is_personal = board_id.is_some() && since < 0;
        Self { account_id, board_id, since: if is_personal { -since } else { since }, version, is_personal }
    }

    fn to_wire(self) -> WireChange {
        let since = if self.is_personal { -self.since } else { self.since };
        (self.account_id, self.board_id, since, self.version)
    }

    /// A change of something else than a board.
    fn of_account(account_id: Id, since: i64, version: i64) -> Self {
        Self { account_id, board_id: None, since, version, is_personal: false }
    }

    fn key(&self) -> ChangeKey {
        let Self { account_id, board_id, version, .. } = *self;
        match board_id {
            Some(board_id) => ChangeKey::Board(board_id),
            None if version == PREFERENCES => ChangeKey::Preferences(account_id),
            None if version == MEMBERSHIPS => ChangeKey::Memberships(account_id),
            None if version == INBOX => ChangeKey::Inbox(account_id),
            None => ChangeKey::Notes(account_id),
        }
    }
}

/// What a change concerns. Changes with the same key are merged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum ChangeKey {
    /// First, so that a removed member is not sent the changes of the board any more.
    Memberships(Id),
    Board(Id),
    Notes(Id),
    Preferences(Id),
    Inbox(Id),
}

/// The version for changed preferences, which have no version of their own. Notes never have it. Servers of an earlier
/// release treat it as a change of notes that all clients already have.
const PREFERENCES: i64 = -1;

/// The version for changed memberships, like [`PREFERENCES`].
const MEMBERSHIPS: i64 = -2;

/// The version for a changed inbox, like [`PREFERENCES`].
const INBOX: i64 = -3;

/// A notification: the id of the sending server and the changes. An empty list means that changes were dropped.
type Notification = (Id, Vec<WireChange>);

/// The bus between the servers on one PostgreSQL. Changes are sent and received by background tasks.
pub(super) struct PostgresBus {
    changes: mpsc::UnboundedSender<RemoteChange>,
}

impl PostgresBus {
    /// Starts sending and receiving in background tasks, until the database is closed.
    pub(super) fn start(database: Database, hub: Arc<Hub>) -> Self {
        let server_id = Id::from_parts(0, &twentyfour_model::token::random_bytes());
        let (changes, receiver) = mpsc::unbounded_channel();
        postgres_presence::start(server_id, &database, &hub);
        tokio::spawn(run_sender(server_id, database.clone(), receiver));
        tokio::spawn(run_listener(server_id, database, hub));
        Self { changes }
    }
}

impl Bus for PostgresBus {
    fn announce(&self, change: Change) {
        let change = match change {
            Change::Board { author_id, board_id, since, version, is_personal } => {
                RemoteChange { account_id: author_id, board_id: Some(board_id), since, version, is_personal }
            }
            Change::Notes { account_id, version } => RemoteChange::of_account(account_id, version - 1, version),
            Change::Preferences { account_id } => RemoteChange::of_account(account_id, PREFERENCES, PREFERENCES),
            Change::Inbox { account_id } => RemoteChange::of_account(account_id, INBOX, INBOX),
            Change::Memberships { account_id } => RemoteChange::of_account(account_id, MEMBERSHIPS, MEMBERSHIPS),
        };
        // Fails only if the server has stopped.
        _ = self.changes.send(change);
    }
}

/// Changes, of which several of the same board are merged into one version range.
#[derive(Default)]
struct MergedChanges(BTreeMap<ChangeKey, RemoteChange>);

impl MergedChanges {
    fn add(&mut self, change: RemoteChange) {
        let merged = self.0.entry(change.key()).or_insert(change);
        // A gap between them may be a change by somebody else, on another server.
        let is_contiguous = change.since <= merged.version && merged.since <= change.version;
        merged.is_personal &= change.is_personal && merged.account_id == change.account_id && is_contiguous;
        merged.since = merged.since.min(change.since);
        merged.version = merged.version.max(change.version);
    }
}

/// The changes that were not sent yet.
#[derive(Default)]
struct PendingChanges {
    changes: MergedChanges,
    /// Whether changes were dropped because there were too many.
    has_overflowed: bool,
}

impl PendingChanges {
    fn add(&mut self, change: RemoteChange) {
        self.changes.add(change);
        if self.changes.0.len() > MAX_PENDING_CHANGES {
            *self = Self { changes: MergedChanges::default(), has_overflowed: true };
        }
    }

    fn is_empty(&self) -> bool {
        self.changes.0.is_empty() && !self.has_overflowed
    }

    /// Removes all changes and returns them, split into notifications.
    fn drain_notifications(&mut self) -> Vec<Vec<RemoteChange>> {
        let Self { changes, has_overflowed } = std::mem::take(self);
        let changes: Vec<RemoteChange> = changes.0.into_values().collect();
        let overflow = has_overflowed.then(Vec::new);
        overflow.into_iter().chain(changes.chunks(MAX_CHANGES_PER_NOTIFICATION).map(<[RemoteChange]>::to_vec)).collect()
    }

    /// Puts the changes of a failed notification back.
    fn requeue(&mut self, changes: Vec<RemoteChange>) {
        self.has_overflowed |= changes.is_empty();
        changes.into_iter().for_each(|change| self.add(change));
    }
}

/// Sends pending changes, many in one statement. Runs outside the transactions that made them, because PostgreSQL
/// serializes the commits of transactions that notify.
async fn run_sender(server_id: Id, database: Database, mut changes: mpsc::UnboundedReceiver<RemoteChange>) {
    let mut pending = PendingChanges::default();
    while let Some(first) = changes.recv().await {
        pending.add(first);
        while !pending.is_empty() && !database.is_closed() {
            while let Ok(next) = changes.try_recv() {
                pending.add(next);
            }
            let mut has_failed = false;
            for changes in pending.drain_notifications() {
                // After a failure, the next notification would fail too.
                has_failed = has_failed || !notify(&database, server_id, &changes).await;
                if has_failed {
                    pending.requeue(changes);
                }
            }
            if has_failed {
                tokio::time::sleep(RETRY_AFTER).await;
            }
        }
    }
}

/// Sends a notification. Returns false if that failed.
async fn notify(database: &Database, server_id: Id, changes: &[RemoteChange]) -> bool {
    let sent = database.notify(CHANNEL, encode_notification(server_id, changes)).await;
    if let Err(error) = &sent {
        tracing::warn!(%error, next_in = ?RETRY_AFTER, "cannot notify other servers, retrying");
    }
    sent.is_ok()
}

fn encode_notification(server_id: Id, changes: &[RemoteChange]) -> String {
    let notification: Notification = (server_id, changes.iter().map(|change| change.to_wire()).collect());
    json(&notification)
}

/// Receives notifications, and reconnects whenever the connection is lost.
async fn run_listener(server_id: Id, database: Database, hub: Arc<Hub>) {
    let mut has_connected_before = false;
    while !database.is_closed() {
        let closed = database.closed();
        let listening = async {
            let Some(mut listener) = database.listen(CHANNEL).await? else { return Ok(()) };
            if has_connected_before {
                // Notifications may have been missed, so all clients are notified to catch up.
                hub.broadcast(&encode(&READY));
            }
            has_connected_before = true;
            while let Some(payload) = listener.next().await? {
                let mut merged = MergedChanges::default();
                merge_notification(server_id, &payload, &hub, &mut merged);
                while let Some(payload) = listener.next_buffered() {
                    merge_notification(server_id, &payload, &hub, &mut merged);
                }
                for change in merged.0.into_values() {
                    deliver(&database, &hub, change).await;
                }
            }
            Ok::<(), StoreError>(())
        };
        tokio::select! {
            () = closed => return,
            outcome = listening => if let Err(error) = outcome {
                tracing::warn!(%error, next_in = ?RETRY_AFTER, "lost the notification listener, reconnecting");
            },
        }
        tokio::time::sleep(RETRY_AFTER).await;
    }
}

/// Adds those changes of a notification that subscribers of this server need.
fn merge_notification(server_id: Id, payload: &str, hub: &Hub, merged: &mut MergedChanges) {
    match serde_json::from_str::<Notification>(payload) {
        Ok((from, _)) if from == server_id => {}
        Ok((_, changes)) if changes.is_empty() => hub.broadcast(&encode(&READY)),
        Ok((_, changes)) => {
            let changes = changes.into_iter().map(RemoteChange::from_wire);
            // The author of a new board is not subscribed to it yet.
            let is_needed = |change: &RemoteChange| match change.board_id {
                Some(board_id) if change.since > 0 => hub.has_board_subscribers(board_id),
                _ => hub.has_subscribers(change.account_id),
            };
            changes.filter(is_needed).for_each(|change| merged.add(change));
        }
        Err(error) => tracing::warn!(%error, "ignored an unreadable notification"),
    }
}

/// Announces another server's change to the connections of this server.
async fn deliver(database: &Database, hub: &Hub, change: RemoteChange) {
    let RemoteChange { account_id, board_id, since, version, is_personal } = change;
    let board_id = match board_id {
        Some(board_id) => board_id,
        None if version == PREFERENCES => return announce_preferences(hub, account_id, None),
        None if version == MEMBERSHIPS => return hub.end_memberships(account_id),
        None if version == INBOX => return announce_inbox(hub, account_id),
        None => return announce_notes(hub, account_id, version),
    };
    if is_personal {
        let records = AnnouncedRecords::personal(version);
        return announce_board(hub, &Announcement { author_id: account_id, board_id, since, version, records });
    }
    let changes = match records_since(database.pool(), board_id, since).await {
        Ok(Some(changes)) => Some(changes),
        // The board was deleted meanwhile.
        Ok(None) => return,
        Err(error) => {
            tracing::warn!(%error, "cannot load changes made by another server");
            None
        }
    };
    // The owner is sent the records as the owner sees them, even if somebody else made the change. The database may be newer than the
    // notification.
    let (author_id, version, records) = match changes {
        Some(BoardChanges { version, owner_id, of_owner, of_others }) => {
            (owner_id, version, AnnouncedRecords { of_author: Some(of_owner), of_others })
        }
        None => (account_id, version, AnnouncedRecords::default()),
    };
    announce_board(hub, &Announcement { author_id, board_id, since, version, records });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    fn change(account_id: Id, board_id: Option<Id>, since: i64, version: i64) -> RemoteChange {
        RemoteChange { account_id, board_id, since, version, is_personal: false }
    }

    fn personal(account_id: Id, board_id: Id, since: i64, version: i64) -> RemoteChange {
        RemoteChange { is_personal: true, ..change(account_id, Some(board_id), since, version) }
    }

    #[test]
    fn changes_of_a_board_are_merged() {
        let mut merged = MergedChanges::default();
        for (board, since, version) in [(1, 4, 5), (2, 8, 9), (1, 6, 7), (1, 5, 6)] {
            merged.add(change(id(9), Some(id(board)), since, version));
        }
        let changes: Vec<RemoteChange> = merged.0.into_values().collect();
        assert_eq!(changes, [change(id(9), Some(id(1)), 4, 7), change(id(9), Some(id(2)), 8, 9)]);
    }

    #[test]
    fn changes_that_only_their_author_sees_stay_so_until_they_are_merged_with_others() {
        let merge = |second: RemoteChange| {
            let mut merged = MergedChanges::default();
            [personal(id(9), id(1), 4, 5), second].into_iter().for_each(|change| merged.add(change));
            merged.0.into_values().next()
        };
        assert_eq!(merge(personal(id(9), id(1), 5, 6)), Some(personal(id(9), id(1), 4, 6)));
        assert_eq!(merge(personal(id(9), id(1), 6, 7)), Some(change(id(9), Some(id(1)), 4, 7)), "5 to 6 is another's");
        assert_eq!(merge(personal(id(8), id(1), 5, 6)), Some(change(id(9), Some(id(1)), 4, 6)));
        assert_eq!(merge(change(id(9), Some(id(1)), 5, 6)), Some(change(id(9), Some(id(1)), 4, 6)));
        for sent in [personal(id(9), id(1), 4, 5), change(id(9), None, PREFERENCES, PREFERENCES)] {
            assert_eq!(RemoteChange::from_wire(sent.to_wire()), sent);
        }
    }

    #[test]
    fn note_changes_are_merged_per_account() {
        let mut merged = MergedChanges::default();
        let changes = [
            change(id(1), None, 4, 5),
            change(id(1), Some(id(1)), 7, 8),
            change(id(1), None, 5, 6),
            change(id(2), None, 0, 1),
        ];
        changes.into_iter().for_each(|change| merged.add(change));
        let changes: Vec<RemoteChange> = merged.0.into_values().collect();
        assert_eq!(changes, [change(id(1), Some(id(1)), 7, 8), change(id(1), None, 4, 6), change(id(2), None, 0, 1)]);
    }

    #[test]
    fn changed_notes_preferences_and_memberships_are_not_merged_with_one_another() {
        let mut merged = MergedChanges::default();
        let preferences = change(id(1), None, PREFERENCES, PREFERENCES);
        let memberships = change(id(1), None, MEMBERSHIPS, MEMBERSHIPS);
        let changes = [change(id(1), None, 4, 5), preferences, memberships, preferences, memberships];
        changes.into_iter().for_each(|change| merged.add(change));
        let changes: Vec<RemoteChange> = merged.0.into_values().collect();
        assert_eq!(changes, [memberships, change(id(1), None, 4, 5), preferences]);
    }

    #[test]
    fn pending_changes_are_bounded() {
        let board = |number: usize| Some(Id::from_parts(number as u64, &[1; 10]));
        let mut pending = PendingChanges::default();
        (0..MAX_CHANGES_PER_NOTIFICATION + 1).for_each(|number| pending.add(change(id(9), board(number), 4, 5)));
        let notifications = pending.drain_notifications();
        assert_eq!(notifications.iter().map(Vec::len).collect::<Vec<_>>(), [MAX_CHANGES_PER_NOTIFICATION, 1]);
        assert!(pending.is_empty());
        notifications.into_iter().for_each(|changes| pending.requeue(changes));
        pending.add(change(id(9), board(0), 5, 6));
        let notifications = pending.drain_notifications();
        assert_eq!((notifications[0][0], notifications[1].len()), (change(id(9), board(0), 4, 6), 1));

        (0..MAX_PENDING_CHANGES + 1).for_each(|number| pending.add(change(id(9), board(number), 4, 5)));
        assert!(!pending.is_empty());
        assert_eq!(pending.drain_notifications(), [vec![]], "all clients must refetch");
        pending.requeue(vec![]);
        assert_eq!(pending.drain_notifications(), [vec![]], "requeued until it is delivered");
        assert!(pending.is_empty());
    }

    #[test]
    fn largest_notification_fits_into_8000_bytes() {
        let changes = vec![personal(id(9), id(8), i64::MAX - 1, i64::MAX); MAX_CHANGES_PER_NOTIFICATION];
        assert!(encode_notification(id(7), &changes).len() < 8_000);
    }

    #[test]
    fn notification_is_an_array_that_other_releases_read() {
        let changes = [change(id(9), Some(id(8)), 4, 5), change(id(9), None, 6, 7), personal(id(9), id(8), 7, 8)];
        let expected = format!(
            r#"["{}",[["{}","{}",4,5],["{}",null,6,7],["{}","{}",-7,8]]]"#,
            id(7),
            id(9),
            id(8),
            id(9),
            id(9),
            id(8)
        );
        assert_eq!(encode_notification(id(7), &changes), expected);
    }
}
