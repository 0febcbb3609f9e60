//! Reads the changes that other servers have committed, but perhaps not announced: because they crashed after the commit, or
//! cannot reach what carries the announcements. Until then, the changes are rows of the table `announcements`.
//!
//! Every server reads the table for its own clients. The server that has announced a change deletes its row within a fraction
//! of a second, so a row that is still there when the table is read again is delivered. It stays until every server must have
//! seen it, and is then deleted by any of them. No server's clock matters. What is delivered twice is harmless, since clients
//! compare versions.

use core_wasm::protocol::id::Id;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};
use twentyfour_store::announcements::{self, AnnouncementKey, StoredAnnouncement};
use twentyfour_store::{Database, StoreError};

/// How often the table is read. A change is delivered within twice this time after its commit.
const POLL_INTERVAL: Duration = Duration::from_millis(800);

/// How long a row stays that was not announced, at least.
pub(super) const ROW_TTL: Duration = Duration::from_secs(16);

/// The number of times that a server sees a row before it deletes it: at least [`ROW_TTL`].
const POLLS_PER_ROW: u32 = 21;

/// The maximum time in which the table must be read three times. Otherwise, rows may have been deleted before this server has
/// seen them twice.
const MAX_GAP: Duration = Duration::from_secs(12);

/// The maximum number of rows whose keys are read. With more, all clients are notified to catch up.
const MAX_ROWS: usize = 50_000;

/// The minimum time between two notifications of all clients, which then request what they have missed.
const GAP_INTERVAL: Duration = Duration::from_secs(10);

/// How often a server sees a row of its own before it notifies its own clients of it. They were notified after the commit, unless
/// the connection to the database was lost while the server waited for that.
const POLLS_BEFORE_OWN: u32 = 5;

/// What the relay has found.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Relayed {
    /// Changes, as the servers send them to one another.
    Found {
        /// Of these, those of other servers are to be delivered.
        from_others: Vec<String>,
        /// Of these, those of this server are to be delivered.
        from_this_server: Vec<String>,
    },
    /// Changes may have been missed.
    Gap,
}

/// The rows that were seen by the last poll, and how often.
#[derive(Default)]
struct SeenRows(HashMap<AnnouncementKey, u32>);

/// What follows from a poll.
#[derive(Default, PartialEq, Eq, Debug)]
struct PollOutcome {
    /// The rows that are seen for the second time: those of other servers are to be delivered.
    due_from_others: HashSet<AnnouncementKey>,
    /// The rows that are seen for the fifth time: those of this server are to be delivered.
    due_from_this_server: HashSet<AnnouncementKey>,
    /// The rows that every server must have seen.
    expired: Vec<AnnouncementKey>,
}

impl SeenRows {
    /// Counts the rows of a poll.
    fn observe(&mut self, rows: Vec<AnnouncementKey>) -> PollOutcome {
        let (mut seen, mut outcome) = (HashMap::with_capacity(rows.len()), PollOutcome::default());
        for key in rows {
            let count = self.0.get(&key).map_or(1, |count| count + 1);
            seen.insert(key, count);
            if count == 2 {
                outcome.due_from_others.insert(key);
            } else if count == POLLS_BEFORE_OWN {
                outcome.due_from_this_server.insert(key);
            } else if count >= POLLS_PER_ROW {
                outcome.expired.push(key);
            }
        }
        self.0 = seen;
        outcome
    }
}

/// Reads the table periodically, until the database is closed.
pub(super) async fn run(database: Database, relayed: mpsc::Sender<Relayed>) {
    let mut ticks = interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut relay = Relay::new(database.clone(), relayed, MAX_ROWS);
    let mut is_failing = false;
    while !database.is_closed() {
        let polling = async {
            ticks.tick().await;
            relay.poll().await
        };
        let outcome = tokio::select! {
            () = database.closed() => return,
            outcome = polling => outcome,
        };
        match outcome {
            Ok(()) => is_failing = false,
            Err(error) if !is_failing => {
                is_failing = true;
                tracing::warn!(%error, next_in = ?POLL_INTERVAL, "cannot read announcements, retrying");
            }
            Err(_) => {}
        }
    }
}

/// Reads the table for a receiver.
struct Relay {
    database: Database,
    relayed: mpsc::Sender<Relayed>,
    max_rows: usize,
    seen: SeenRows,
    /// When the last two polls have begun.
    begun_at: [Instant; 2],
    /// Whether changes may have been missed since the last notification of all clients.
    has_missed: bool,
    /// When all clients were last notified to catch up.
    gap_at: Option<Instant>,
    is_delete_failing: bool,
}

impl Relay {
    fn new(database: Database, relayed: mpsc::Sender<Relayed>, max_rows: usize) -> Self {
        let (seen, begun_at) = (SeenRows::default(), [Instant::now(); 2]);
        Self { database, relayed, max_rows, seen, begun_at, has_missed: false, gap_at: None, is_delete_failing: false }
    }

    /// Reads the table once and passes on what it finds. Then it deletes the rows that every server must have seen: after a
    /// failure, the next poll tries it again.
    ///
    /// # Errors
    /// Returns an error if the table cannot be read. What was found then counts as missed, and all clients are notified when it
    /// can be read again: what they send has failed meanwhile, too, and the pauses between their attempts have grown.
    async fn poll(&mut self) -> Result<(), StoreError> {
        let begun_at = Instant::now();
        let limit = i64::try_from(self.max_rows).unwrap_or(i64::MAX);
        let keys = match announcements::list_keys(&self.database, limit).await {
            Ok(keys) => keys,
            Err(error) => {
                self.has_missed = true;
                return Err(error);
            }
        };
        let is_full = keys.len() >= self.max_rows;
        let PollOutcome { due_from_others, due_from_this_server, expired } = self.seen.observe(keys);
        self.has_missed |= is_full || self.begun_at[0].elapsed() > MAX_GAP;
        self.begun_at = [self.begun_at[1], begun_at];
        if self.has_missed && self.gap_at.is_none_or(|at| at.elapsed() >= GAP_INTERVAL) {
            (self.has_missed, self.gap_at) = (false, Some(begun_at));
            self.pass_on(Relayed::Gap).await;
        } else if !is_full {
            self.deliver(&due_from_others, &due_from_this_server).await?;
        }
        match announcements::delete(&self.database, expired).await {
            Ok(()) => self.is_delete_failing = false,
            Err(error) if !self.is_delete_failing => {
                self.is_delete_failing = true;
                tracing::warn!(%error, next_in = ?POLL_INTERVAL, "cannot delete announcements, retrying");
            }
            Err(_) => {}
        }
        Ok(())
    }

    /// Passes on the changes of rows that are still there.
    ///
    /// # Errors
    /// Returns an error if they cannot be read. They then count as missed.
    async fn deliver(
        &mut self,
        from_others: &HashSet<AnnouncementKey>,
        from_this_server: &HashSet<AnnouncementKey>,
    ) -> Result<(), StoreError> {
        let keys: Vec<AnnouncementKey> = from_others.iter().chain(from_this_server).copied().collect();
        if keys.is_empty() {
            return Ok(());
        }
        let had_missed = std::mem::replace(&mut self.has_missed, true);
        let rows = announcements::load(&self.database, &keys).await?;
        self.has_missed = had_missed;
        let (mut others, mut own) = (Vec::new(), Vec::new());
        for StoredAnnouncement { key, changes } in rows {
            if from_this_server.contains(&key) { own.push(changes) } else { others.push(changes) }
        }
        self.pass_on(Relayed::Found { from_others: others, from_this_server: own }).await;
        Ok(())
    }

    async fn pass_on(&self, found: Relayed) {
        // Fails only when the receiver has stopped, together with the server.
        _ = self.relayed.send(found).await;
    }
}

/// Returns a new row about changes, which a write stores in its transaction.
pub(super) fn new_row(subject_id: Id, changes: String) -> StoredAnnouncement {
    let id = Id::from_parts(0, &twentyfour_model::token::random_bytes());
    StoredAnnouncement { key: AnnouncementKey { subject_id, id }, changes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twentyfour_store::OnCommit;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    #[test]
    fn rows_are_delivered_when_they_are_seen_twice_and_deleted_later() {
        let rows = ["one", "two"].map(|text| new_row(id(1), text.to_owned()).key);
        let mut seen = SeenRows::default();
        assert_eq!(seen.observe(rows.to_vec()), PollOutcome::default());
        for count in 2..POLLS_PER_ROW {
            let found = |at: u32| HashSet::from_iter((count == at).then_some(rows[0]));
            let expected = PollOutcome {
                due_from_others: found(2),
                due_from_this_server: found(POLLS_BEFORE_OWN),
                expired: vec![],
            };
            assert_eq!(seen.observe(rows[..1].to_vec()), expected);
        }
        let expired = PollOutcome { expired: vec![rows[0]], ..PollOutcome::default() };
        assert_eq!(seen.observe(rows[..1].to_vec()), expired);
        assert_eq!(seen.observe(vec![]), PollOutcome::default());
        assert!(seen.0.is_empty());
    }

    fn of_others(from_others: Vec<String>) -> Relayed {
        Relayed::Found { from_others, from_this_server: vec![] }
    }

    fn of_this_server(from_this_server: Vec<String>) -> Relayed {
        Relayed::Found { from_others: vec![], from_this_server }
    }

    /// Stores rows in the transaction of a write.
    struct Stores(Vec<StoredAnnouncement>);

    impl OnCommit<()> for Stores {
        fn announcements(&mut self, (): &()) -> Vec<StoredAnnouncement> {
            self.0.clone()
        }

        fn committed(self: Box<Self>, (): &()) {}
    }

    async fn store(database: &Database, rows: Vec<StoredAnnouncement>) {
        let writing = database.write_and_announce(|_| Box::pin(async { Ok::<(), StoreError>(()) }), Stores(rows));
        writing.await.unwrap();
    }

    async fn execute(database: &Database, sql: &'static str) {
        let executing = database.write(move |connection| {
            Box::pin(async move {
                sqlx::query(sql).execute(connection).await?;
                Ok::<(), StoreError>(())
            })
        });
        executing.await.unwrap();
    }

    #[tokio::test]
    async fn changes_are_passed_on_while_rows_cannot_be_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let (relayed, mut found) = mpsc::channel(4);
        let mut relay = Relay::new(database.clone(), relayed, MAX_ROWS);
        execute(
            &database,
            "CREATE TRIGGER fails BEFORE DELETE ON announcements BEGIN SELECT RAISE(ABORT, 'cannot delete'); END",
        )
        .await;
        store(&database, vec![new_row(id(1), "first".to_owned())]).await;
        for _ in 0..POLLS_PER_ROW - 2 {
            relay.poll().await.unwrap();
        }
        store(&database, vec![new_row(id(2), "second".to_owned())]).await;
        // The second one is delivered in the poll that cannot delete the first one.
        for _ in 0..POLLS_BEFORE_OWN {
            relay.poll().await.unwrap();
        }
        assert!(relay.is_delete_failing);
        for text in ["first", "second"] {
            let text = vec![text.to_owned()];
            assert_eq!(found.try_recv(), Ok(of_others(text.clone())));
            assert_eq!(found.try_recv(), Ok(of_this_server(text)));
        }
        execute(&database, "DROP TRIGGER fails").await;
        relay.poll().await.unwrap();
        assert_eq!(announcements::list_keys(&database, 10).await.unwrap().len(), 1);
        assert!(found.try_recv().is_err() && !relay.is_delete_failing);
        database.close().await;
    }

    #[tokio::test]
    async fn clients_catch_up_at_most_every_10_s_while_there_are_too_many_rows() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let (relayed, mut found) = mpsc::channel(4);
        let mut relay = Relay::new(database.clone(), relayed, 3);
        let rows = [1, 2, 3].map(|number| new_row(id(number), number.to_string()));
        store(&database, rows.to_vec()).await;
        for _ in 0..4 {
            relay.poll().await.unwrap();
        }
        assert_eq!((found.try_recv(), found.try_recv().is_err()), (Ok(Relayed::Gap), true));
        // What was not delivered meanwhile is caught up later.
        announcements::delete(&database, rows[..2].iter().map(|row| row.key).collect()).await.unwrap();
        relay.poll().await.unwrap();
        assert_eq!(found.try_recv(), Ok(of_this_server(vec!["3".to_owned()])));
        relay.gap_at = relay.gap_at.and_then(|at| at.checked_sub(GAP_INTERVAL));
        for _ in 0..2 {
            relay.poll().await.unwrap();
        }
        assert_eq!((found.try_recv(), found.try_recv().is_err()), (Ok(Relayed::Gap), true));
        database.close().await;
    }

    #[tokio::test]
    async fn clients_catch_up_when_the_database_responds_again() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let (relayed, mut found) = mpsc::channel(4);
        let mut relay = Relay::new(database.clone(), relayed, MAX_ROWS);
        relay.poll().await.unwrap();
        execute(&database, "ALTER TABLE announcements RENAME TO unreachable").await;
        for _ in 0..2 {
            assert!(relay.poll().await.is_err());
        }
        assert!(found.try_recv().is_err(), "they could not catch up yet");
        execute(&database, "ALTER TABLE unreachable RENAME TO announcements").await;
        for _ in 0..2 {
            relay.poll().await.unwrap();
        }
        assert_eq!((found.try_recv(), found.try_recv().is_err()), (Ok(Relayed::Gap), true));
        database.close().await;
    }

    #[test]
    fn rows_are_kept_longer_than_polls_may_be_late() {
        assert!(POLL_INTERVAL * (POLLS_PER_ROW - 1) >= ROW_TTL);
        assert!(MAX_GAP + 2 * POLL_INTERVAL < ROW_TTL);
    }
}
