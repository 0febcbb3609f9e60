//! Databases on the PostgreSQL at `TEST_POSTGRES_URL`, for tests of several servers.

use sqlx::{AnyConnection, Connection};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;

/// A new database, dropped with this value, also when the test fails.
pub(super) struct TestDatabase {
    pub(super) url: String,
    pub(super) name: String,
    /// The URL of the PostgreSQL.
    server: String,
}

impl TestDatabase {
    /// Creates an empty database whose name begins with a text.
    pub(super) fn create(prefix: &str) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let server = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names the PostgreSQL for the tests");
        let name = format!("{prefix}_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        execute(&server, &format!("CREATE DATABASE {name}"));
        let url = format!("{}/{name}", server.rsplit_once('/').unwrap().0);
        Self { url, name, server }
    }

    /// Runs a statement.
    pub(super) fn execute(&self, sql: &str) {
        execute(&self.url, sql);
    }

    /// Returns the texts of a query of one column.
    pub(super) fn query(&self, sql: &str) -> Vec<String> {
        block_on(async {
            let mut connection = AnyConnection::connect(&self.url).await.unwrap();
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql.to_owned())).fetch_all(&mut connection).await.unwrap()
        })
    }

    /// Returns the result of a query for a number.
    pub(super) fn number(&self, sql: &str) -> i64 {
        block_on(async {
            let mut connection = AnyConnection::connect(&self.url).await.unwrap();
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql.to_owned())).fetch_one(&mut connection).await.unwrap()
        })
    }

    /// Locks a table against all reads and writes until the value is dropped.
    pub(super) fn lock(&self, table: &str) -> TableLock {
        let (url, sql) = (self.url.clone(), format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"));
        let ((locked, wait), (end, ended)) = (mpsc::channel(), mpsc::channel());
        let holder = std::thread::spawn(move || {
            block_on(async move {
                let mut connection = AnyConnection::connect(&url).await.unwrap();
                sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
                locked.send(()).unwrap();
                // Fails when the lock is dropped.
                _ = ended.recv();
                // PostgreSQL ends the transaction with the connection.
                connection.close().await.unwrap();
            });
        });
        wait.recv().expect("the table is locked");
        TableLock { end: Some(end), holder: Some(holder) }
    }

    /// Returns the number of rows of a table, or of a part of it.
    pub(super) fn count(&self, table: &str) -> usize {
        self.query(&format!("SELECT 'x' FROM {table}")).len()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        execute(&self.server, &format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

/// A lock on a table.
pub(super) struct TableLock {
    end: Option<mpsc::Sender<()>>,
    holder: Option<JoinHandle<()>>,
}

impl Drop for TableLock {
    fn drop(&mut self) {
        drop(self.end.take());
        _ = self.holder.take().map(JoinHandle::join);
    }
}

/// Runs a statement on a PostgreSQL.
fn execute(url: &str, sql: &str) {
    block_on(async {
        let mut connection = AnyConnection::connect(url).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}

/// Waits for a future in a thread of its own, because the caller may be asynchronous.
pub(super) fn block_on<T: Send>(work: impl Future<Output = T> + Send) -> T {
    sqlx::any::install_default_drivers();
    let run = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work);
    std::thread::scope(|scope| scope.spawn(run).join().unwrap())
}
