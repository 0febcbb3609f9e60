//! Databases on the PostgreSQL at `TEST_POSTGRES_URL`: copies of a template, because the migrations take longer than a
//! copy.

use super::{execute_sql, migrations};
use sqlx::{AnyConnection, AnyPool, Connection};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use twentyfour_server::Database;

/// The key of the advisory lock that is held while the template is created.
const TEMPLATE_LOCK: i64 = 24;

/// Creates a migrated database on a server and returns its URL.
pub(super) async fn create_database(server: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let template = template_name().await;
    // Every test is a process, so only the first one finds no template.
    if !exists(server, &template).await {
        create_template(server, &template).await;
    }
    execute_sql(server, &format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
    set_isolation(server, &name).await;
    database_url(server, &name)
}

/// Creates a database with the migrations up to a version, and returns its URL.
pub(super) async fn create_database_of(server: &str, version: i64) -> String {
    let name = format!("test_{}_of_{version}", std::process::id());
    execute_sql(server, &format!("CREATE DATABASE {name}")).await;
    set_isolation(server, &name).await;
    let url = database_url(server, &name);
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&url).await.unwrap();
    migrations(true).await.run_to(version, &pool).await.unwrap();
    pool.close().await;
    url
}

/// Makes `TEST_ISOLATION`, such as `serializable`, the isolation level of a database's transactions, for all connections
/// that are opened from now on.
async fn set_isolation(server: &str, name: &str) {
    let Ok(level) = std::env::var("TEST_ISOLATION") else { return };
    execute_sql(server, &format!("ALTER DATABASE {name} SET default_transaction_isolation = '{level}'")).await;
}

/// Returns the name of the template, which differs for other migrations.
async fn template_name() -> String {
    let mut hasher = DefaultHasher::new();
    for migration in migrations(true).await.iter() {
        migration.checksum.hash(&mut hasher);
    }
    format!("test_template_{:016x}", hasher.finish())
}

/// Creates the template, unless another process has just done so.
async fn create_template(server: &str, template: &str) {
    // The lock belongs to this connection.
    let mut connection = AnyConnection::connect(server).await.unwrap();
    let lock = format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})");
    sqlx::raw_sql(sqlx::AssertSqlSafe(lock)).execute(&mut connection).await.unwrap();
    if !exists(server, template).await {
        // A template under its final name is complete.
        let unfinished = format!("unfinished_{template}");
        execute_sql(server, &format!("DROP DATABASE IF EXISTS {unfinished}")).await;
        execute_sql(server, &format!("CREATE DATABASE {unfinished}")).await;
        Database::open(&database_url(server, &unfinished)).await.unwrap().close().await;
        execute_sql(server, &format!("ALTER DATABASE {unfinished} RENAME TO {template}")).await;
    }
    connection.close().await.unwrap();
}

async fn exists(server: &str, database: &str) -> bool {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(server).await.unwrap();
    let sql = format!("SELECT 'x' FROM pg_database WHERE datname = '{database}'");
    let found: Option<String> =
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_optional(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    found.is_some()
}

fn database_url(server: &str, name: &str) -> String {
    let (base, _) = server.rsplit_once('/').expect("TEST_POSTGRES_URL ends in the name of a database");
    format!("{base}/{name}")
}
