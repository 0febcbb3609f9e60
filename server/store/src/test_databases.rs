//! Databases on the PostgreSQL at `TEST_POSTGRES_URL`, for tests. Tests that use one are marked `#[ignore]`.

use sqlx::{AnyConnection, Connection};

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
