//! Runs the migrations. Several servers may start at once on one PostgreSQL: one of them takes a lease and migrates, the
//! others wait. A lease is a row of a table, so that it works through every pooler and on every database that speaks
//! PostgreSQL's protocol, unlike an advisory lock.

use crate::db::Engine;
use crate::error::{LOCK_NOT_AVAILABLE, transient_code};
use crate::migrations::Migrations;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{AnyPool, AssertSqlSafe};
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::Instant;
use twentyfour_model::token::{hex, random_bytes};

/// How long a lease lasts unless it is renewed. A server that dies while it migrates is replaced after this time.
const LEASE_TTL: Duration = Duration::from_secs(15);

/// The time between two renewals.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(4);

/// The time between two polls whether another server has finished.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The time until a migration is tried again that could not lock a table.
const LOCK_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// The database's current time in milliseconds. The clocks of the servers may differ.
pub(crate) const DATABASE_TIME: &str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

/// The table of leases. It is needed before the first migration.
const CREATE_LEASES: &str = "CREATE TABLE IF NOT EXISTS _migration_leases \
     (name TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, expires_at BIGINT NOT NULL)";

/// PostgreSQL's codes of a table that another connection has just created: unique violation, and duplicate table or object.
const CREATED_MEANWHILE: [&str; 3] = ["23505", "42P07", "42710"];

/// PostgreSQL's code of a missing table.
const UNDEFINED_TABLE: &str = "42P01";

/// Runs all migrations that have not run yet, and checks those that have. On PostgreSQL, those that drop what servers of
/// earlier releases use wait until these are gone (`servers.rs`).
///
/// Returns whether this server has run all of them on an empty PostgreSQL.
///
/// # Errors
/// Returns an error if a migration fails, or one that has run differs.
pub(crate) async fn run(pool: &AnyPool, engine: Engine, migrations: &Migrations) -> Result<bool, MigrateError> {
    match engine {
        // Only one server uses an SQLite database.
        Engine::Sqlite => migrations.of_sqlite().run(pool).await.map(|()| false),
        Engine::Postgres => run_with_lease(pool, &migrations.expanding()).await,
    }
}

/// Runs the migrations, or waits until another server has run them. Returns whether this server has run all of them.
async fn run_with_lease(pool: &AnyPool, migrator: &Migrator) -> Result<bool, MigrateError> {
    let lease = Lease::new(pool);
    let mut is_waiting = false;
    loop {
        if is_complete(pool, migrator).await? {
            // Only compares them.
            return migrator.run(pool).await.map(|()| false);
        }
        if lease.take().await? {
            let is_empty = applied(pool).await?.is_empty();
            let outcome = tokio::select! {
                outcome = run_repeatedly(pool, migrator) => Some(outcome),
                () = lease.keep() => None,
            };
            lease.release().await;
            match outcome {
                Some(Ok(())) => return Ok(is_empty),
                Some(Err(error)) if !is_complete(pool, migrator).await? => return Err(error),
                _ => tracing::info!("migration interrupted, checking again"),
            }
        } else if !std::mem::replace(&mut is_waiting, true) {
            tracing::info!("another server migrates the database, waiting");
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Runs the migrations. If one of them fails because of other transactions, it runs the rest again after a pause.
async fn run_repeatedly(pool: &AnyPool, migrator: &Migrator) -> Result<(), MigrateError> {
    loop {
        match migrator.run(pool).await {
            Err(error) if is_lock_unavailable(&error) => {
                tracing::warn!("other transactions use a table of a migration, trying again");
                tokio::time::sleep(LOCK_RETRY_INTERVAL).await;
            }
            Err(error) if is_transient(&error) => tokio::time::sleep(POLL_INTERVAL).await,
            outcome => return outcome,
        }
    }
}

/// Returns whether all migrations have run.
async fn is_complete(pool: &AnyPool, migrator: &Migrator) -> Result<bool, sqlx::Error> {
    let applied = applied(pool).await?;
    Ok(migrator.iter().all(|migration| applied.contains(&migration.version)))
}

/// Returns the versions of the migrations that have run.
///
/// # Errors
/// Returns an error if the query fails.
pub(crate) async fn applied(pool: &AnyPool) -> Result<HashSet<i64>, sqlx::Error> {
    let query = sqlx::query_scalar("SELECT version FROM _sqlx_migrations");
    let applied: Vec<i64> = match query.fetch_all(pool).await {
        Err(error) if has_code(&error, &[UNDEFINED_TABLE]) => Vec::new(),
        applied => applied?,
    };
    Ok(applied.into_iter().collect())
}

/// The right to migrate a database, which one server at a time has.
pub(crate) struct Lease<'p> {
    pool: &'p AnyPool,
    /// A random text, which differs for each server and start.
    owner: String,
}

impl<'p> Lease<'p> {
    /// Returns a lease that this server does not have yet.
    pub(crate) fn new(pool: &'p AnyPool) -> Self {
        Self { pool, owner: hex(&random_bytes::<16>()) }
    }

    /// Returns whether this server has the lease now. It takes it if no other one has it, or the other's has expired.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn take(&self) -> Result<bool, sqlx::Error> {
        match self.try_take().await {
            // Another server took it at the same time.
            Err(error) if transient_code(&error).is_some() || has_code(&error, &CREATED_MEANWHILE) => Ok(false),
            taken => taken,
        }
    }

    /// Takes or renews the lease like [`Self::take`].
    ///
    /// # Errors
    /// Returns an error if the database fails, or if another transaction changes the lease at the same time.
    async fn try_take(&self) -> Result<bool, sqlx::Error> {
        match sqlx::raw_sql(CREATE_LEASES).execute(self.pool).await {
            Err(error) if !has_code(&error, &CREATED_MEANWHILE) && transient_code(&error).is_none() => {
                return Err(error);
            }
            _ => {}
        }
        let ttl = LEASE_TTL.as_millis();
        let sql = format!(
            "INSERT INTO _migration_leases (name, owner, expires_at) VALUES ('migrations', $1, {DATABASE_TIME} + {ttl}) \
             ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at \
             WHERE _migration_leases.owner = excluded.owner OR _migration_leases.expires_at < {DATABASE_TIME}"
        );
        let taken = sqlx::query(AssertSqlSafe(sql)).bind(self.owner.clone()).execute(self.pool).await?;
        Ok(taken.rows_affected() > 0)
    }

    /// Renews the lease, which was taken just before, until it is lost. A renewal that fails, or conflicts with another
    /// server's attempt to take the lease, is tried again until the lease may have expired.
    pub(crate) async fn keep(&self) {
        let (mut expires_at, mut pause) = (Instant::now() + LEASE_TTL, RENEWAL_INTERVAL);
        loop {
            tokio::time::sleep_until(expires_at.min(Instant::now() + pause)).await;
            let began = Instant::now();
            match tokio::time::timeout_at(expires_at, self.try_take()).await {
                Ok(Ok(true)) => (expires_at, pause) = (began + LEASE_TTL, RENEWAL_INTERVAL),
                Ok(Ok(false)) => return,
                Ok(Err(error)) => {
                    tracing::warn!(%error, "cannot renew the lease of the migration, retrying");
                    pause = POLL_INTERVAL;
                }
                Err(_) => {}
            }
            if Instant::now() >= expires_at {
                tracing::warn!("the lease of the migration may have expired, stopping the migration");
                return;
            }
        }
    }

    /// Ends the lease, so that waiting servers need not wait until it expires.
    pub(crate) async fn release(&self) {
        let query = sqlx::query("DELETE FROM _migration_leases WHERE owner = $1").bind(self.owner.clone());
        if let Err(error) = query.execute(self.pool).await {
            tracing::warn!(%error, "cannot end the lease of the migration, it will expire");
        }
    }
}

/// Returns whether a migration may succeed if it is run again.
pub(crate) fn is_transient(error: &MigrateError) -> bool {
    database_error(error).is_some_and(|error| transient_code(error).is_some())
}

/// Returns whether a migration failed because another transaction has inserted one of its rows meanwhile.
pub(crate) fn is_unique_violation(error: &MigrateError) -> bool {
    database_error(error)
        .and_then(sqlx::Error::as_database_error)
        .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

/// Returns whether a migration failed because another transaction holds the lock of a table.
fn is_lock_unavailable(error: &MigrateError) -> bool {
    database_error(error).is_some_and(|error| has_code(error, &[LOCK_NOT_AVAILABLE]))
}

fn database_error(error: &MigrateError) -> Option<&sqlx::Error> {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => Some(error),
        _ => None,
    }
}

fn has_code(error: &sqlx::Error, codes: &[&str]) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| codes.contains(&code.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Database;
    use crate::migrations::migrator;
    use crate::test_databases::TestDatabase;
    use futures_util::future::join_all;

    /// Opens a database as three servers at once, and checks the number of migrations. Returns how long it took.
    async fn open_three_times(test: &TestDatabase, expected: usize) -> Duration {
        let began = Instant::now();
        for opened in join_all((0..3).map(|_| Database::open(&test.url))).await {
            let database = opened.unwrap();
            let applied: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM _sqlx_migrations WHERE success")
                .fetch_one(database.pool())
                .await
                .unwrap();
            assert_eq!(applied as usize, expected);
            let leases = sqlx::query("SELECT owner FROM _migration_leases").fetch_all(database.pool()).await.unwrap();
            assert_eq!(leases.len(), 0, "the lease has ended");
            database.close().await;
        }
        began.elapsed()
    }

    /// Creates the lease of a server that died, or that migrates now.
    async fn add_lease(test: &TestDatabase, expires_in_ms: i64) {
        let sql = format!(
            "{CREATE_LEASES}; INSERT INTO _migration_leases (name, owner, expires_at) \
             VALUES ('migrations', 'other', {DATABASE_TIME} + {expires_in_ms})"
        );
        test.execute(&sql).await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn servers_that_start_at_once_migrate_an_empty_database() {
        for level in ["read committed", "repeatable read", "serializable"] {
            let test = TestDatabase::create().await;
            test.set_isolation(level).await;
            // Also those that wait for servers of earlier releases, since there are none.
            open_three_times(&test, Migrations::embedded().of_postgres().iter().count()).await;
            test.remove().await;
        }
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn servers_that_start_at_once_migrate_a_database_of_an_earlier_release() {
        let test = TestDatabase::create().await;
        sqlx::any::install_default_drivers();
        let pool = AnyPool::connect(&test.url).await.unwrap();
        // With the advisory lock of earlier releases.
        migrator().run_to(20, &pool).await.unwrap();
        pool.close().await;
        open_three_times(&test, Migrations::embedded().expanding().iter().count()).await;
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn server_that_died_while_migrating_is_replaced_when_its_lease_has_expired() {
        let test = TestDatabase::create().await;
        add_lease(&test, 2_000).await;
        let waited = open_three_times(&test, Migrations::embedded().of_postgres().iter().count()).await;
        assert!(waited > Duration::from_millis(1_500), "the lease was still valid: {waited:?}");
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn migrated_database_is_opened_while_another_server_has_the_lease() {
        let test = TestDatabase::create().await;
        Database::open(&test.url).await.unwrap().close().await;
        add_lease(&test, 3_600_000).await;
        let opened = tokio::time::timeout(Duration::from_secs(5), Database::open(&test.url)).await;
        opened.unwrap().unwrap().close().await;
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn lease_has_one_owner_until_it_expires_or_ends() {
        let test = TestDatabase::create().await;
        sqlx::any::install_default_drivers();
        let pool = AnyPool::connect(&test.url).await.unwrap();
        let lease = |owner: &str| Lease { pool: &pool, owner: owner.to_owned() };
        let (first, second) = (lease("first"), lease("second"));
        assert!(first.take().await.unwrap());
        assert!(!second.take().await.unwrap());
        assert!(first.take().await.unwrap(), "it is renewed");
        second.release().await;
        assert!(!second.take().await.unwrap(), "another's lease is not ended");
        first.release().await;
        assert!(second.take().await.unwrap());
        test.execute("UPDATE _migration_leases SET expires_at = 0").await;
        assert!(first.take().await.unwrap());
        // The second one finds out that it has lost its lease.
        tokio::time::timeout(2 * RENEWAL_INTERVAL, second.keep()).await.unwrap();
        pool.close().await;
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn lease_is_kept_after_a_conflict_and_lost_when_it_cannot_be_renewed_in_time() {
        let test = TestDatabase::create().await;
        sqlx::any::install_default_drivers();
        let pool = AnyPool::connect(&test.url).await.unwrap();
        let lease = Lease::new(&pool);
        assert!(lease.take().await.unwrap());
        // Renewals conflict for a while, then always.
        test.execute(
            "CREATE SEQUENCE renewals; \
             CREATE FUNCTION conflict() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN \
                 IF nextval('renewals') <> 4 THEN RAISE EXCEPTION USING ERRCODE = '40001'; END IF; \
                 RETURN NEW; \
             END $$; \
             CREATE TRIGGER conflict BEFORE UPDATE ON _migration_leases FOR EACH ROW EXECUTE FUNCTION conflict()",
        )
        .await;
        let began = Instant::now();
        lease.keep().await;
        let kept = began.elapsed();
        let expected = RENEWAL_INTERVAL + LEASE_TTL;
        assert!((expected..expected + Duration::from_secs(5)).contains(&kept), "{kept:?}");
        pool.close().await;
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn migration_that_waits_for_a_table_does_not_block_its_readers_for_long() {
        let test = TestDatabase::create().await;
        sqlx::any::install_default_drivers();
        let pool = AnyPool::connect(&test.url).await.unwrap();
        migrator().run_to(27, &pool).await.unwrap();
        let mut long = pool.begin().await.unwrap();
        sqlx::query("SELECT COUNT(*) FROM users").execute(&mut *long).await.unwrap();
        let began = Instant::now();
        let reads = async {
            while began.elapsed() < Duration::from_secs(5) {
                let read = sqlx::query("SELECT COUNT(*) FROM users").execute(&pool);
                tokio::time::timeout(Duration::from_secs(4), read).await.expect("the read waits briefly").unwrap();
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            long.rollback().await.unwrap();
        };
        let (opened, ()) = tokio::join!(Database::open(&test.url), reads);
        assert!(began.elapsed() >= Duration::from_secs(5), "the migration waits for the transaction");
        opened.unwrap().close().await;
        pool.close().await;
        test.remove().await;
    }
}
