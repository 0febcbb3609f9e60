//! Databases on the PostgreSQL at `TEST_POSTGRES_URL`, for tests. Tests that use one are marked `#[ignore]`.

use crate::migrations::{Migrations, migrator};
use crate::{Database, servers};
use sqlx::{AnyConnection, AnyPool, Connection};
use std::time::{Duration, Instant};

/// A new database.
pub(crate) struct TestDatabase {
    pub(crate) url: String,
    name: String,
    /// The URL of the PostgreSQL.
    server: String,
}

impl TestDatabase {
    /// Creates an empty database.
    pub(crate) async fn create() -> Self {
        let server = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names the PostgreSQL for the tests");
        let mut random = [0; 8];
        getrandom::fill(&mut random).unwrap();
        let name = format!("store_{}", u64::from_be_bytes(random));
        execute(&server, &format!("CREATE DATABASE {name}")).await;
        let url = format!("{}/{name}", server.rsplit_once('/').unwrap().0);
        Self { url, name, server }
    }

    /// Runs statements on the database, over a connection of their own.
    pub(crate) async fn execute(&self, sql: &str) {
        execute(&self.url, sql).await;
    }

    /// Sets the isolation level of the transactions of all connections that are opened from now on.
    pub(crate) async fn set_isolation(&self, level: &str) {
        self.execute(&format!("ALTER DATABASE {} SET default_transaction_isolation = '{level}'", self.name)).await;
    }

    /// Runs the migrations up to a version, like a server of the release that it was the latest of.
    pub(crate) async fn migrate_to(&self, version: i64) {
        sqlx::any::install_default_drivers();
        let pool = AnyPool::connect(&self.url).await.unwrap();
        migrator().run_to(version, &pool).await.unwrap();
        pool.close().await;
    }

    /// Runs the migrations that wait until no server of an earlier release runs.
    pub(crate) async fn contract(&self, database: &Database) {
        // Servers that do not register may run for a day.
        self.execute("UPDATE _sqlx_migrations SET installed_on = installed_on - INTERVAL '2 days'").await;
        let migrations = Migrations::embedded();
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            match servers::contract(database.primary(), &migrations).await {
                Ok(true) => return,
                outcome => assert!(Instant::now() < deadline, "the migrations have not run: {outcome:?}"),
            }
            // Another transaction used a table.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Drops the database.
    pub(crate) async fn remove(self) {
        execute(&self.server, &format!("DROP DATABASE {} WITH (FORCE)", self.name)).await;
    }
}

async fn execute(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
