//! Sends the changes of this server to the other servers, and then deletes what the writes have stored about them.

use super::changes::{
    MAX_CHANGES_PER_NOTIFICATION, MAX_PENDING_CHANGES, MergedChanges, RemoteChange, encode_notification,
    encode_with_announcements,
};
use super::relay::ROW_TTL;
use super::transport::{RETRY_AFTER, Topic, Transport};
use core_wasm::protocol::id::Id;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use twentyfour_store::Database;
use twentyfour_store::announcements::{self, AnnouncementKey};

/// How long rows are collected before they are deleted together. Shorter than the interval of the relay, which takes rows that it
/// sees twice for those of a crashed server.
const DELETE_INTERVAL: Duration = Duration::from_millis(200);

/// The minimum time between two notifications of other servers. Changes that are made meanwhile share the next one: each is
/// work for every server, and for PostgreSQL.
const SEND_INTERVAL: Duration = Duration::from_millis(10);

/// The maximum number of rows that this server remembers to delete. Others are deleted by the relay.
const MAX_ROWS: usize = 50_000;

/// The changes that were not sent yet.
#[derive(Default)]
struct PendingChanges {
    changes: MergedChanges,
    /// Whether changes were dropped because there were too many.
    has_overflowed: bool,
    /// What the writes have stored about these changes, the oldest first.
    rows: VecDeque<StoredRow>,
}

/// A row that a write of this server has stored.
#[derive(Clone, Copy)]
struct StoredRow {
    key: AnnouncementKey,
    stored_at: Instant,
}

impl PendingChanges {
    fn add(&mut self, change: RemoteChange) {
        self.changes.add(change);
        if self.changes.0.len() > MAX_PENDING_CHANGES {
            self.changes = MergedChanges::default();
            self.has_overflowed = true;
        }
    }

    #[cfg(test)]
    fn is_empty(&self) -> bool {
        self.changes.0.is_empty() && !self.has_overflowed
    }

    /// Removes all changes and returns them, split into notifications. The rows stay.
    fn drain_notifications(&mut self) -> Vec<Vec<RemoteChange>> {
        let changes: Vec<RemoteChange> = std::mem::take(&mut self.changes).0.into_values().collect();
        let overflow = std::mem::take(&mut self.has_overflowed).then(Vec::new);
        overflow.into_iter().chain(changes.chunks(MAX_CHANGES_PER_NOTIFICATION).map(<[RemoteChange]>::to_vec)).collect()
    }

    /// Puts the changes of a failed notification back. Their announcements are dropped, to limit the memory while nothing can be
    /// sent.
    fn requeue(&mut self, changes: Vec<RemoteChange>) {
        self.has_overflowed |= changes.is_empty();
        changes.into_iter().for_each(|change| self.add(RemoteChange { announcements: vec![], ..change }));
    }

    /// Removes the rows that were stored `ttl` ago or earlier: the other servers have read them.
    fn take_expired_rows(&mut self, ttl: Duration, now: Instant) -> Vec<AnnouncementKey> {
        let count = self.rows.partition_point(|row| now.duration_since(row.stored_at) >= ttl);
        self.rows.drain(..count).map(|row| row.key).collect()
    }
}

/// The changes that wait to be sent, and the rows that wait to be deleted.
#[derive(Default)]
pub(super) struct Sender {
    pending: Mutex<PendingChanges>,
    has_pending: Notify,
    /// The rows of changes that were sent.
    sent_rows: Mutex<Vec<AnnouncementKey>>,
}

/// Locks a mutex. A poisoned lock is safe to use, since the data is consistent after each step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sender {
    /// Queues the changes of a committed write, and the row that it has stored about them. Does not block.
    pub(super) fn add(&self, changes: impl IntoIterator<Item = RemoteChange>, row: Option<AnnouncementKey>) {
        let mut pending = lock(&self.pending);
        changes.into_iter().for_each(|change| pending.add(change));
        if pending.rows.len() < MAX_ROWS {
            pending.rows.extend(row.map(|key| StoredRow { key, stored_at: Instant::now() }));
        }
        drop(pending);
        self.has_pending.notify_one();
    }

    /// Sends pending changes, many in one text, until the database is closed. Runs outside the transactions that made them,
    /// because PostgreSQL serializes the commits of transactions that notify.
    pub(super) async fn run(self: Arc<Self>, server_id: Id, transport: Arc<dyn Transport>, database: Database) {
        while !database.is_closed() {
            tokio::select! {
                () = database.closed() => return,
                () = self.has_pending.notified() => {}
            }
            let mut is_failing = false;
            while let Err(error) = self.send(server_id, &*transport).await {
                if !std::mem::replace(&mut is_failing, true) {
                    tracing::warn!(%error, next_in = ?RETRY_AFTER, "cannot notify other servers, retrying");
                }
                if database.is_closed() {
                    return;
                }
                tokio::time::sleep(RETRY_AFTER).await;
            }
            tokio::time::sleep(SEND_INTERVAL).await;
        }
    }

    /// Sends the pending changes.
    ///
    /// # Errors
    /// Returns a sentence if the transport fails. What was not sent is pending again.
    async fn send(&self, server_id: Id, transport: &dyn Transport) -> Result<(), String> {
        let (notifications, rows) = {
            let mut pending = lock(&self.pending);
            (pending.drain_notifications(), std::mem::take(&mut pending.rows))
        };
        let (mut failed, mut failure) = (Vec::new(), None);
        for changes in notifications {
            // After a failure, the next one would fail too.
            if failure.is_none() {
                let encode = match transport.carries_announcements() {
                    true => encode_with_announcements,
                    false => encode_notification,
                };
                match transport.publish(Topic::Changes, encode(server_id, &changes)).await {
                    Ok(()) => continue,
                    Err(error) => failure = Some(error),
                }
            }
            failed.push(changes);
        }
        let Some(error) = failure else {
            self.delete_later(rows.into_iter().map(|row| row.key));
            return Ok(());
        };
        let expired = {
            let mut pending = lock(&self.pending);
            failed.into_iter().for_each(|changes| pending.requeue(changes));
            let newer = std::mem::replace(&mut pending.rows, rows);
            pending.rows.extend(newer);
            pending.take_expired_rows(ROW_TTL, Instant::now())
        };
        self.delete_later(expired);
        Err(error)
    }

    fn delete_later(&self, rows: impl IntoIterator<Item = AnnouncementKey>) {
        let mut sent = lock(&self.sent_rows);
        sent.extend(rows);
        sent.truncate(MAX_ROWS);
    }

    /// Deletes the rows of changes that were sent, many at once, until the database is closed.
    pub(super) async fn run_deletions(self: Arc<Self>, database: Database) {
        let mut is_failing = false;
        while !database.is_closed() {
            tokio::select! {
                () = database.closed() => return,
                () = tokio::time::sleep(DELETE_INTERVAL) => {}
            }
            let rows = std::mem::take(&mut *lock(&self.sent_rows));
            match announcements::delete(&database, rows.clone()).await {
                Ok(()) => is_failing = false,
                Err(error) => {
                    if !std::mem::replace(&mut is_failing, true) {
                        tracing::warn!(%error, "cannot delete announcements that were sent, retrying");
                    }
                    self.delete_later(rows);
                }
            }
        }
    }

    /// Returns whether changes or rows are waiting.
    #[cfg(test)]
    pub(super) fn is_idle(&self) -> bool {
        lock(&self.pending).is_empty() && lock(&self.sent_rows).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    fn change(board_id: Id, since: i64, version: i64) -> RemoteChange {
        let (account_id, board_id) = (id(9), Some(board_id));
        RemoteChange { account_id, board_id, since, version, is_personal: false, announcements: vec![] }
    }

    #[test]
    fn pending_changes_are_bounded() {
        let board = |number: usize| Id::from_parts(number as u64, &[1; 10]);
        let mut pending = PendingChanges::default();
        (0..MAX_CHANGES_PER_NOTIFICATION + 1).for_each(|number| pending.add(change(board(number), 4, 5)));
        let notifications = pending.drain_notifications();
        assert_eq!(notifications.iter().map(Vec::len).collect::<Vec<_>>(), [MAX_CHANGES_PER_NOTIFICATION, 1]);
        assert!(pending.is_empty());
        notifications.into_iter().for_each(|changes| pending.requeue(changes));
        pending.add(change(board(0), 5, 6));
        let notifications = pending.drain_notifications();
        assert_eq!((&notifications[0][0], notifications[1].len()), (&change(board(0), 4, 6), 1));

        (0..MAX_PENDING_CHANGES + 1).for_each(|number| pending.add(change(board(number), 4, 5)));
        assert!(!pending.is_empty());
        assert_eq!(pending.drain_notifications(), [vec![]], "all clients must refetch");
        pending.requeue(vec![]);
        assert_eq!(pending.drain_notifications(), [vec![]], "requeued until it is delivered");
        assert!(pending.is_empty());
    }

    #[test]
    fn rows_that_were_not_announced_in_time_are_left_to_the_relay() {
        let (mut pending, now) = (PendingChanges::default(), Instant::now());
        for second in 0..4_u8 {
            let key = AnnouncementKey { subject_id: id(1), id: id(second) };
            pending.rows.push_back(StoredRow { key, stored_at: now + Duration::from_secs(second.into()) });
        }
        let expired = pending.take_expired_rows(Duration::from_secs(2), now + Duration::from_secs(3));
        assert_eq!(expired.iter().map(|key| key.id).collect::<Vec<_>>(), [id(0), id(1)]);
        assert_eq!(pending.rows.len(), 2);
    }
}
