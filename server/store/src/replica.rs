//! Reads from a replica of a PostgreSQL, which may lag behind its primary. A person's own changes must always be there,
//! so each read names the data that it uses, its scope. The version of that on the replica must be at least the one on the
//! primary. Otherwise, and while the replica is down, the primary is read.

use crate::boards::BoardAddress;
use crate::db::{Database, Engine, WriteFuture};
use crate::time_limit::{TimeLimit, release_after};
use crate::{StoreError, WriteError};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, Executor, Row};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use twentyfour_model::Owner;

/// Begins a transaction on a replica, which can neither write nor be serializable.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// How long a read waits for the replica to catch up.
const MAX_WAIT: Duration = Duration::from_millis(60);

/// The time between two polls of the replica.
const POLL_INTERVAL: Duration = Duration::from_millis(15);

/// How long the replica is not used after it has failed.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(5);

/// After how many reads in a row whose wait did not help, reads no longer wait for some seconds.
const MAX_MISSES: u32 = 10;

/// How long reads do not wait for a replica that lags.
const PAUSE_AFTER_MISSES: Duration = Duration::from_secs(5);

/// How long a read waits for a connection to the replica.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_millis(500);

/// The time between two warnings about the replica.
const WARNING_INTERVAL: Duration = Duration::from_secs(60);

/// The data that a read uses. Every change to it increases its version.
#[derive(Clone, Debug)]
pub enum ReplicaScope {
    /// A board, with its records and memberships.
    Board(BoardAddress),
    /// The notes of an account.
    Notes(Owner),
    /// The focus sessions of an account and their sums.
    Focus(Owner),
}

/// The state of a scope.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    /// The id of the board or the account. Versions of different boards cannot be compared, and a slug may have another
    /// board on the replica.
    id: String,
    version: i64,
    /// When the days of an account start, which decides the sums of its sessions.
    day_start: i64,
}

impl State {
    fn is_at_least(&self, needed: &Self) -> bool {
        self.id == needed.id && self.version >= needed.version && self.day_start == needed.day_start
    }
}

impl ReplicaScope {
    /// Returns the current state, or `None` if the scope does not exist.
    async fn state<'e>(&self, executor: impl Executor<'e, Database = sqlx::Any>) -> Result<Option<State>, StoreError> {
        let (sql, key) = match self {
            Self::Board(address) => {
                let condition = address.condition("$1");
                let sql =
                    format!("SELECT id, version, CAST(0 AS BIGINT) AS day_start FROM boards WHERE {condition}");
                (sql, address.to_string())
            }
            Self::Notes(owner) => (
                "SELECT id, notes_version AS version, CAST(0 AS BIGINT) AS day_start FROM users WHERE id = $1"
                    .to_owned(),
                owner.id().to_string(),
            ),
            Self::Focus(owner) => (
                "SELECT users.id AS id, users.focus_version AS version, COALESCE(preferences.day_start_minutes, 0) AS day_start \
                 FROM users LEFT JOIN preferences ON preferences.user_id = users.id WHERE users.id = $1"
                    .to_owned(),
                owner.id().to_string(),
            ),
        };
        let row = sqlx::query(AssertSqlSafe(sql)).bind(key).fetch_optional(executor).await?;
        let state = |row: AnyRow| {
            Ok(State { id: row.try_get("id")?, version: row.try_get("version")?, day_start: row.try_get("day_start")? })
        };
        row.map(state).transpose()
    }
}

/// A replica. Clones share its connections.
#[derive(Clone)]
pub(crate) struct Replica {
    pool: AnyPool,
    health: Arc<Mutex<Health>>,
}

#[derive(Default)]
struct Health {
    /// Until when the replica is not used.
    paused_until: Option<Instant>,
    warned_at: Option<Instant>,
    /// The number of reads in a row for which the replica did not catch up in time.
    misses: u32,
    /// Until when reads do not wait for the replica to catch up.
    lagging_until: Option<Instant>,
    warned_of_lag_at: Option<Instant>,
}

impl Health {
    /// Returns how long a read waits for the replica to catch up.
    fn max_wait(&self, now: Instant) -> Duration {
        match self.lagging_until.is_some_and(|until| now < until) {
            true => Duration::ZERO,
            false => MAX_WAIT,
        }
    }

    /// Records whether the replica caught up while a read waited. Returns whether to warn that it lags.
    fn record_wait(&mut self, caught_up: bool, now: Instant) -> bool {
        self.misses = if caught_up { 0 } else { self.misses.saturating_add(1) };
        if self.misses < MAX_MISSES {
            return false;
        }
        self.lagging_until = Some(now + PAUSE_AFTER_MISSES);
        let warns = self.warned_of_lag_at.is_none_or(|at| now >= at + WARNING_INTERVAL);
        if warns {
            self.warned_of_lag_at = Some(now);
        }
        warns
    }
}

impl Replica {
    pub(crate) fn new(pool: AnyPool) -> Self {
        Self { pool, health: Arc::default() }
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    fn is_paused(&self) -> bool {
        let health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        health.paused_until.is_some_and(|until| Instant::now() < until)
    }

    fn pause(&self, error: &StoreError) {
        let (mut health, now) = (self.health.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        health.paused_until = Some(now + PAUSE_AFTER_FAILURE);
        if health.warned_at.is_none_or(|at| now >= at + WARNING_INTERVAL) {
            health.warned_at = Some(now);
            tracing::warn!(%error, "cannot read from the replica, reading from the primary");
        }
    }

    fn max_wait(&self) -> Duration {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).max_wait(Instant::now())
    }

    fn record_wait(&self, caught_up: bool) {
        let mut health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        if health.record_wait(caught_up, Instant::now()) {
            tracing::warn!("the replica lags, reading the latest changes from the primary");
        }
    }

    /// Runs `work` in a transaction in which a scope has at least a state. Returns `None` if the replica lags too far
    /// behind.
    async fn read<T, E, F>(&self, scope: &ReplicaScope, needed: &State, work: &F) -> Result<Option<T>, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let (deadline, mut has_waited) = (Instant::now() + self.max_wait(), false);
        loop {
            let value = self.read_once(scope, needed, work).await?;
            if value.is_some() || Instant::now() >= deadline {
                if has_waited {
                    self.record_wait(value.is_some());
                }
                return Ok(value);
            }
            has_waited = true;
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    async fn read_once<T, E, F>(&self, scope: &ReplicaScope, needed: &State, work: &F) -> Result<Option<T>, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let mut connection = self.pool.acquire().await.map_err(StoreError::from)?;
        let attempt = async {
            let mut transaction = connection.begin_with(BEGIN).await.map_err(StoreError::from)?;
            let state = scope.state(&mut *transaction).await?;
            let value = match state.is_some_and(|state| state.is_at_least(needed)) {
                true => Some(work(&mut transaction).await?),
                false => None,
            };
            transaction.commit().await.map_err(StoreError::from)?;
            Ok(value)
        };
        let outcome = TimeLimit::short(Engine::Postgres).apply_to_write(attempt).await;
        release_after(connection, &outcome);
        outcome
    }
}

impl Database {
    /// Runs `work`, a single statement or statements that need not see the same state, like [`crate::ReadPool::run`]: on
    /// the replica, if there is one and it has all changes to the scope.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database fails.
    pub async fn read_of<T, E, F>(&self, scope: ReplicaScope, work: F) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        match self.read_from_replica(&scope, &work).await? {
            Some(value) => Ok(value),
            None => self.pool().run(work).await,
        }
    }

    /// Runs `work`, whose statements all see the same state, again if it fails for a reason that passes: on the replica,
    /// if there is one and it has all changes to the scope.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database fails.
    pub async fn read_snapshot_of<T, E, F>(&self, scope: ReplicaScope, work: F) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        match self.read_from_replica(&scope, &work).await? {
            Some(value) => Ok(value),
            None => self.pool().run_in_transaction(self.begin_snapshot(), work).await,
        }
    }

    /// Runs `work` on the replica. Returns `None` if the primary must be read.
    async fn read_from_replica<T, E, F>(&self, scope: &ReplicaScope, work: &F) -> Result<Option<T>, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let Some(replica) = self.replica().filter(|replica| !replica.is_paused()) else { return Ok(None) };
        let Some(needed) = scope.state(self.pool()).await? else { return Ok(None) };
        match replica.read(scope, &needed, work).await {
            Err(error) => match error.store_error() {
                // The replica has removed rows that the read needed.
                Some(cause) if cause.is_conflict() => Ok(None),
                Some(cause @ (StoreError::Database(_) | StoreError::Unavailable | StoreError::Transient { .. })) => {
                    replica.pause(cause);
                    Ok(None)
                }
                _ => Err(error),
            },
            outcome => outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_databases::TestDatabase;
    use core_wasm::protocol::text::Slug;
    use twentyfour_model::PoolSettings;

    const ACCOUNT: &str = "00000000-0000-7000-8000-000000000001";

    /// Two databases, of which the second stands for a replica: it has what a test writes to it.
    struct Case {
        primary: TestDatabase,
        replica: TestDatabase,
        database: Database,
    }

    impl Case {
        async fn start() -> Self {
            let (primary, replica) = (TestDatabase::create().await, TestDatabase::create().await);
            Database::open(&replica.url).await.unwrap().close().await;
            let database = Database::open(&primary.url).await.unwrap();
            let database = database.with_replica(&replica.url, PoolSettings::default()).unwrap();
            for test in [&primary, &replica] {
                test.execute(&format!(
                    "INSERT INTO users (id, email, first_name, last_name, password_hash, date_joined, is_verified, \
                     is_admin, user_type) VALUES ('{ACCOUNT}', 'a@example.org', 'a', 'b', '', 0, 1, 0, 'user')"
                ))
                .await;
            }
            Self { primary, replica, database }
        }

        /// Returns the name of the board at a slug.
        async fn name(&self, slug: &str) -> String {
            let address = BoardAddress::Slug(Slug::parse(slug).unwrap());
            let slug = slug.to_owned();
            let read = self.database.read_of(ReplicaScope::Board(address), move |connection| {
                let query = sqlx::query_scalar("SELECT name FROM boards WHERE slug = $1").bind(slug.clone());
                Box::pin(async move { Ok::<String, StoreError>(query.fetch_one(connection).await?) })
            });
            read.await.unwrap()
        }

        async fn remove(self) {
            self.database.close().await;
            self.primary.remove().await;
            self.replica.remove().await;
        }
    }

    fn insert_board(id: &str, slug: &str, name: &str, version: i64) -> String {
        format!(
            "INSERT INTO boards (id, owner_id, slug, name, description, version, record_version) \
             VALUES ('{id}', '{ACCOUNT}', '{slug}', '{name}', '', {version}, {version}); \
             INSERT INTO slugs (slug, board_id) VALUES ('{slug}', '{id}')"
        )
    }

    #[test]
    fn reads_do_not_wait_for_a_replica_that_lags_for_long() {
        let (mut health, start) = (Health::default(), Instant::now());
        for _ in 1..MAX_MISSES {
            assert!(!health.record_wait(false, start));
        }
        health.record_wait(true, start);
        for _ in 1..MAX_MISSES {
            assert!(!health.record_wait(false, start));
        }
        assert_eq!(health.max_wait(start), MAX_WAIT);
        assert!(health.record_wait(false, start), "it warns once");
        assert_eq!(health.max_wait(start), Duration::ZERO);
        let later = start + PAUSE_AFTER_MISSES;
        assert_eq!(health.max_wait(later), MAX_WAIT, "a read waits from time to time");
        assert!(!health.record_wait(false, later), "it has warned");
        assert_eq!(health.max_wait(later), Duration::ZERO);
        health.record_wait(true, later + PAUSE_AFTER_MISSES);
        assert_eq!(health.max_wait(later + PAUSE_AFTER_MISSES), MAX_WAIT);
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn replica_is_used_again_after_it_has_ended_a_read() {
        let case = Case::start().await;
        case.primary.execute(&insert_board("a", "plan", "on the primary", 57)).await;
        case.replica.execute(&insert_board("a", "plan", "on the replica", 57)).await;
        let create =
            |body: &str| format!("CREATE FUNCTION place() RETURNS TEXT LANGUAGE plpgsql AS $$ BEGIN {body}; END $$");
        case.primary.execute(&create("RETURN 'primary'")).await;
        case.replica.execute(&create("RAISE EXCEPTION USING ERRCODE = '40001'")).await;
        let scope = ReplicaScope::Board(BoardAddress::Slug(Slug::parse("plan").unwrap()));
        let read = case.database.read_of(scope, |connection| {
            let query = sqlx::query_scalar("SELECT place()");
            Box::pin(async move { Ok::<String, StoreError>(query.fetch_one(connection).await?) })
        });
        assert_eq!(read.await.unwrap(), "primary");
        assert_eq!(case.name("plan").await, "on the replica");
        case.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn board_is_not_read_under_the_slug_that_another_board_has_on_the_replica() {
        let case = Case::start().await;
        case.replica.execute(&insert_board("a", "plan", "old on the replica", 57)).await;
        case.primary.execute(&insert_board("a", "plan", "old", 57)).await;
        assert_eq!(case.name("plan").await, "old on the replica");
        // The replica lags.
        let renaming = "UPDATE boards SET slug = 'plan-2', version = 58; UPDATE slugs SET slug = 'plan-2'";
        case.primary.execute(renaming).await;
        case.primary.execute(&insert_board("b", "plan", "new", 1)).await;
        assert_eq!(case.name("plan").await, "new");
        assert_eq!(case.name("plan-2").await, "old");
        case.remove().await;
    }
}
