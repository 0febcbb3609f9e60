//! The servers that use a PostgreSQL at the same time, perhaps of two releases while one replaces the other. Each server
//! registers itself and renews its row (heartbeat), so that migrations that drop what an earlier release uses wait until its
//! servers have ended.

use crate::migrate::{self, DATABASE_TIME, Lease};
use crate::migrations::Migrations;
use crate::{Database, OpenError, ReadPool, StoreError};
use sqlx::migrate::MigrateError;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe};
use std::time::{Duration, Instant};
use twentyfour_model::token::{hex, random_bytes};

/// The time between two heartbeats of a server.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(10);

/// How long a server counts as running after its last heartbeat, in milliseconds.
const RUNNING_MS: i64 = 60_000;

/// The migration that adds the registrations. Servers of earlier releases do not register.
const REGISTRATION_MIGRATION: i64 = 28;

/// How long after that migration servers of earlier releases may run, in milliseconds.
const UNREGISTERED_MS: i64 = 24 * 60 * 60 * 1_000;

/// The time until migrations run again that failed for another reason than other transactions.
const FAILED_RETRY_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// How long the row of a server that was killed is kept, in milliseconds.
const KEPT_MS: i64 = 24 * 60 * 60 * 1_000;

impl Database {
    /// Registers this server, so that no migration drops what its release uses while it runs. Does nothing on SQLite,
    /// which only one server uses. `release` is shown to operators.
    ///
    /// # Errors
    /// Returns an error if a migration has already dropped what this release uses, or the database fails.
    pub async fn register_server(&self, release: &str) -> Result<ServerRegistration, OpenError> {
        let registration = ServerRegistration {
            database: (!self.is_sqlite()).then(|| self.clone()),
            id: hex(&random_bytes::<16>()),
            release: release.to_owned(),
            migrations: Migrations::embedded(),
        };
        if let Some(database) = &registration.database {
            registration.renew(database).await.map_err(OpenError::Store)?;
            // After the row is written: a server that contracts raises the limit before it looks for rows, so one of
            // the two sees the other.
            ensure_supported(database.primary(), &registration.migrations).await?;
        }
        Ok(registration)
    }

    /// Returns whether several servers are registered that run, or did so until lately.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn has_other_servers(&self) -> Result<bool, StoreError> {
        let sql = format!("SELECT id FROM servers WHERE seen_at > {DATABASE_TIME} - {RUNNING_MS} LIMIT 2");
        Ok(sqlx::query(AssertSqlSafe(sql)).fetch_all(self.pool()).await?.len() > 1)
    }
}

/// Returns an error if a migration that this release does not know has dropped what it uses.
///
/// # Errors
/// Returns [`OpenError::TooOld`] in that case, or an error if the query fails.
pub(crate) async fn ensure_supported(pool: &AnyPool, migrations: &Migrations) -> Result<(), OpenError> {
    let query = sqlx::query_scalar("SELECT oldest_version FROM schema_support WHERE id = 1");
    let oldest: Option<i64> = query.fetch_optional(pool).await.map_err(|error| OpenError::Store(error.into()))?;
    match oldest.is_some_and(|oldest| oldest > migrations.latest()) {
        true => Err(OpenError::TooOld),
        false => Ok(()),
    }
}

/// Returns an error if a migration that this release does not know has run and dropped what it uses. Unlike
/// [`ensure_supported`], it ignores one that another server only prepares: that does not run while this server does.
///
/// # Errors
/// Returns [`OpenError::TooOld`] in that case, or an error if the query fails.
async fn ensure_not_replaced(pool: &ReadPool, migrations: &Migrations) -> Result<(), OpenError> {
    let query = sqlx::query_scalar(
        "SELECT oldest_version FROM schema_support \
         WHERE id = 1 AND oldest_version IN (SELECT version FROM _sqlx_migrations)",
    );
    let oldest: Option<i64> = query.fetch_optional(pool).await.map_err(|error| OpenError::Store(error.into()))?;
    match oldest.is_some_and(|oldest| oldest > migrations.latest()) {
        true => Err(OpenError::TooOld),
        false => Ok(()),
    }
}

/// The renewals of a registration without a break.
#[derive(Default)]
struct Renewals {
    first: Option<Instant>,
    last: Option<Instant>,
}

impl Renewals {
    /// Records a renewal. Returns whether they have lasted for so long that each running server has renewed its
    /// registration, too. After an outage of the database, all registrations look expired.
    fn record(&mut self, now: Instant) -> bool {
        let running = Duration::from_millis(RUNNING_MS.unsigned_abs());
        if self.last.replace(now).is_none_or(|last| now - last >= running) {
            self.first = Some(now);
        }
        self.first.is_some_and(|first| now - first >= running)
    }
}

/// The registration of a running server.
pub struct ServerRegistration {
    /// `None` on SQLite.
    database: Option<Database>,
    id: String,
    release: String,
    migrations: Migrations,
}

impl ServerRegistration {
    /// Renews the registration until the database is closed, and runs the migrations that waited for servers of earlier
    /// releases once these are gone.
    ///
    /// # Errors
    /// Returns [`OpenError::TooOld`] if another server has dropped what this release uses. Then this server must stop.
    pub async fn keep(&self) -> Result<(), OpenError> {
        let Some(database) = &self.database else { return Ok(()) };
        let (mut renewals, mut retry_at) = (Renewals::default(), Instant::now());
        loop {
            tokio::select! {
                () = database.closed() => return Ok(()),
                () = tokio::time::sleep(HEARTBEAT_INTERVAL) => {}
            }
            if let Err(error) = self.renew(database).await {
                renewals = Renewals::default();
                tracing::warn!(%error, "cannot renew the registration of this server, retrying");
                continue;
            }
            match ensure_not_replaced(database.pool(), &self.migrations).await {
                Err(OpenError::TooOld) => return Err(OpenError::TooOld),
                Err(error) => tracing::warn!(%error, "cannot check whether this release is supported, retrying"),
                Ok(()) => {}
            }
            if !renewals.record(Instant::now()) || Instant::now() < retry_at {
                continue;
            }
            match contract(database.primary(), &self.migrations).await {
                Err(error) if migrate::is_transient(&error) => {
                    tracing::warn!(%error, "other transactions use a table of a migration that waited, trying again");
                }
                Err(error) if migrate::is_unique_violation(&error) => {
                    tracing::warn!(%error, "rows of a migration that waited were inserted meanwhile, trying again");
                }
                Err(error) => {
                    tracing::error!(%error, "cannot run the migrations that waited, retrying");
                    retry_at = Instant::now() + FAILED_RETRY_INTERVAL;
                }
                Ok(_) => {}
            }
        }
    }

    /// Ends the registration, so that nobody waits until it expires.
    pub async fn end(&self) {
        let Some(database) = &self.database else { return };
        let id = self.id.clone();
        if let Err(error) = database.write(move |connection| Box::pin(delete(connection, id))).await {
            tracing::warn!(%error, "cannot end the registration of this server, it will expire");
        }
    }

    /// Writes this server's row, and deletes those of servers that were killed long ago.
    async fn renew(&self, database: &Database) -> Result<(), StoreError> {
        let (id, release, version) = (self.id.clone(), self.release.clone(), self.migrations.latest());
        database.write(move |connection| Box::pin(renew(connection, id, release, version))).await
    }
}

async fn renew(
    connection: &mut AnyConnection,
    id: String,
    release: String,
    schema_version: i64,
) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO servers (id, release, schema_version, seen_at) VALUES ($1, $2, $3, {DATABASE_TIME}) \
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(release).bind(schema_version);
    query.execute(&mut *connection).await?;
    let sql = format!("DELETE FROM servers WHERE seen_at < {DATABASE_TIME} - {KEPT_MS}");
    sqlx::query(AssertSqlSafe(sql)).execute(connection).await?;
    Ok(())
}

async fn delete(connection: &mut AnyConnection, id: String) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM servers WHERE id = $1").bind(id).execute(connection).await?;
    Ok(())
}

/// Runs the migrations that drop what earlier releases use on a database that this server has just created. If that fails,
/// they run later.
pub(crate) async fn contract_new(pool: &AnyPool, migrations: &Migrations) {
    // Each call runs one, unless another server of this or an earlier release starts at the same time.
    for _ in migrations.contracts() {
        if let Err(error) = contract_under_lease(pool, migrations, Unregistered::AreNone).await {
            tracing::warn!(%error, "cannot run all migrations on the new database, the others run later");
            return;
        }
    }
}

/// Whether servers may run that do not register.
#[derive(Clone, Copy)]
enum Unregistered {
    AreNone,
    MayRun,
}

/// Runs the migrations that drop what earlier releases use, unless a server of such a release runs. Returns whether none
/// is left.
pub(crate) async fn contract(pool: &AnyPool, migrations: &Migrations) -> Result<bool, MigrateError> {
    contract_under_lease(pool, migrations, Unregistered::MayRun).await
}

/// Runs the next of these migrations like [`contract`], if no other server does so.
async fn contract_under_lease(
    pool: &AnyPool,
    migrations: &Migrations,
    unregistered: Unregistered,
) -> Result<bool, MigrateError> {
    let applied = migrate::applied(pool).await?;
    let Some(needed) = migrations.first_pending_contract(&applied) else { return Ok(true) };
    let before = migrations.last_applied_contract(&applied);
    // After the first of these migrations, only servers run that register.
    if before == 0 && matches!(unregistered, Unregistered::MayRun) && may_unregistered_run(pool).await? {
        return Ok(false);
    }
    let lease = Lease::new(pool);
    if !lease.take().await? {
        return Ok(false);
    }
    let outcome = tokio::select! {
        outcome = contract_to(pool, migrations, needed, before) => outcome,
        () = lease.keep() => Ok(false),
    };
    lease.release().await;
    outcome
}

/// Runs the migrations up to one that drops what releases use that do not know it. `before` is the last such migration that
/// has run.
async fn contract_to(pool: &AnyPool, migrations: &Migrations, needed: i64, before: i64) -> Result<bool, MigrateError> {
    if is_older_server_running(pool, needed).await? {
        // A server that was killed while it contracted may have left it at `needed`.
        require(pool, before).await?;
        return Ok(false);
    }
    // From now on, no server of an earlier release starts. One may have started just before.
    require(pool, needed).await?;
    if is_older_server_running(pool, needed).await? {
        require(pool, before).await?;
        return Ok(false);
    }
    migrations.up_to_contract(needed).run(pool).await?;
    tracing::info!(migration = needed, "dropped what earlier releases used");
    Ok(migrations.first_pending_contract(&migrate::applied(pool).await?).is_none())
}

/// Returns whether servers may run that do not register, because the migration after which they do so ran a short time ago.
/// Such a server does not start after that migration.
async fn may_unregistered_run(pool: &AnyPool) -> Result<bool, sqlx::Error> {
    let sql = format!(
        "SELECT version FROM _sqlx_migrations WHERE version = $1 \
         AND CAST(EXTRACT(EPOCH FROM installed_on) * 1000 AS BIGINT) > {DATABASE_TIME} - {UNREGISTERED_MS}"
    );
    Ok(sqlx::query(AssertSqlSafe(sql)).bind(REGISTRATION_MIGRATION).fetch_optional(pool).await?.is_some())
}

/// Returns whether a server runs, or did so until lately, that does not know a migration.
async fn is_older_server_running(pool: &AnyPool, version: i64) -> Result<bool, sqlx::Error> {
    let sql = format!(
        "SELECT id FROM servers WHERE schema_version < $1 AND seen_at > {DATABASE_TIME} - {RUNNING_MS} LIMIT 1"
    );
    Ok(sqlx::query(AssertSqlSafe(sql)).bind(version).fetch_optional(pool).await?.is_some())
}

/// Makes a migration the one that every server must know.
async fn require(pool: &AnyPool, version: i64) -> Result<(), sqlx::Error> {
    let query = sqlx::query("UPDATE schema_support SET oldest_version = $1 WHERE id = 1 AND oldest_version <> $1")
        .bind(version);
    query.execute(pool).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::migrations::CONTRACTS;
    use crate::test_databases::TestDatabase;
    use sqlx::SqlStr;
    use sqlx::migrate::{Migration, MigrationType};

    /// The migration of the next release that adds a column, and the one that drops what the column replaces.
    const EXPAND: i64 = 1_001;
    const CONTRACT: i64 = 1_002;

    /// Returns the migrations of the next release.
    fn next_release() -> Migrations {
        let step = |version, sql| {
            Migration::new(version, "next".into(), MigrationType::Simple, SqlStr::from_static(sql), false)
        };
        let mut all: Vec<Migration> = Migrations::embedded().all().iter().cloned().collect();
        all.push(step(EXPAND, "ALTER TABLE waitlist ADD COLUMN new_name TEXT"));
        all.push(step(CONTRACT, "ALTER TABLE waitlist DROP COLUMN name"));
        let contracts = [&CONTRACTS[..], &[CONTRACT]].concat();
        Migrations::new(all, contracts)
    }

    async fn has_column(database: &Database, name: &str) -> bool {
        let sql = "SELECT CAST(column_name AS TEXT) FROM information_schema.columns \
                   WHERE table_name = 'waitlist' AND column_name = $1";
        sqlx::query(sql).bind(name.to_owned()).fetch_optional(database.pool()).await.unwrap().is_some()
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn columns_are_dropped_once_no_server_of_an_earlier_release_runs() {
        let test = TestDatabase::create().await;
        let database = Database::open(&test.url).await.unwrap();
        let (old, killed) =
            (database.register_server("1.0.0").await.unwrap(), database.register_server("1.0.0").await.unwrap());
        let (pool, next) = (database.primary(), next_release());
        migrate::run(pool, crate::db::Engine::Postgres, &next).await.unwrap();
        assert!(has_column(&database, "new_name").await && has_column(&database, "name").await);
        // As after a crash between the two steps of a contraction.
        require(pool, CONTRACT).await.unwrap();
        assert!(!contract(pool, &next).await.unwrap(), "two old servers run");
        // A server of the earlier release that starts now may do so.
        ensure_supported(pool, &Migrations::embedded()).await.unwrap();

        // One that runs does not stop because another server only prepares to contract.
        require(pool, CONTRACT).await.unwrap();
        ensure_not_replaced(database.pool(), &Migrations::embedded()).await.unwrap();

        old.end().await;
        assert!(!contract(pool, &next).await.unwrap(), "one old server runs");
        test.execute(&format!("UPDATE servers SET seen_at = seen_at - {RUNNING_MS} WHERE id = '{}'", killed.id)).await;
        assert!(contract(pool, &next).await.unwrap());
        assert!(!has_column(&database, "name").await);
        assert!(contract(pool, &next).await.unwrap(), "nothing is left");

        let replaced = ensure_not_replaced(database.pool(), &Migrations::embedded()).await.err().unwrap();
        assert!(matches!(replaced, OpenError::TooOld), "{replaced}");
        ensure_not_replaced(database.pool(), &next).await.unwrap();
        let refused = database.register_server("1.0.0").await.err().unwrap();
        assert!(matches!(refused, OpenError::TooOld), "{refused}");
        assert!(matches!(Database::open(&test.url).await.err().unwrap(), OpenError::TooOld));
        ensure_supported(pool, &next).await.unwrap();
        database.close().await;
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn registration_is_renewed_and_ends() {
        let test = TestDatabase::create().await;
        let database = Database::open(&test.url).await.unwrap();
        test.execute("INSERT INTO servers (id, release, schema_version, seen_at) VALUES ('x', '0.9', 3, 0)").await;
        let registration = database.register_server("1.0.0").await.unwrap();
        let rows = async || -> Vec<String> {
            let query = sqlx::query_scalar("SELECT release || ' ' || schema_version FROM servers ORDER BY id");
            query.fetch_all(database.pool()).await.unwrap()
        };
        assert_eq!(rows().await, [format!("1.0.0 {}", Migrations::embedded().latest())], "old rows are deleted");
        test.execute("UPDATE servers SET seen_at = 0").await;
        registration.renew(&database).await.unwrap();
        let seen: i64 = sqlx::query_scalar("SELECT seen_at FROM servers").fetch_one(database.pool()).await.unwrap();
        assert!(seen > 0);
        registration.end().await;
        assert_eq!(rows().await, [""; 0]);
        database.close().await;
        test.remove().await;
    }

    #[test]
    fn server_contracts_only_after_a_minute_of_renewals_without_a_break() {
        let (mut renewals, start) = (Renewals::default(), Instant::now());
        let mut record = |seconds| renewals.record(start + Duration::from_secs(seconds));
        assert_eq!([0, 10, 30, 59, 60, 70].map(&mut record), [false, false, false, false, true, true]);
        // The database was down.
        assert_eq!([200, 210, 259, 260].map(record), [false, false, false, true]);
    }

    #[tokio::test]
    async fn sqlite_has_no_registrations() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let registration = database.register_server("1.0.0").await.unwrap();
        let ended = tokio::spawn(async move {
            registration.keep().await.unwrap();
            registration.end().await;
        });
        ended.await.unwrap();
    }
}
