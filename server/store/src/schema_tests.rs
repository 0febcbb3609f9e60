//! Tests of the schema that the migrations make.

use crate::Database;
use crate::test_databases::TestDatabase;
use crate::transfer::{SEARCH_TABLES, TABLES, UNMOVED_TABLES};
use sqlx::{AnyPool, AssertSqlSafe};

/// The latest migration of the first release whose servers go on running during an upgrade.
const EARLIER: i64 = 25;

/// The columns with which keys and unique indexes begin: ids of accounts and boards.
const OWNERS: [&str; 5] = ["users.id", "boards.id", "user_id", "board_id", "subject_id"];

/// The keys that begin with another column, each with the reason. There are no other unique indexes.
const OTHER_KEYS: [(&str, &str); 23] = [
    // What is unique across all accounts and boards.
    ("emails", "email"),
    ("slugs", "slug"),
    // Secrets, and identities at other providers: looked up by nothing else.
    ("refresh_tokens", "token_hash"),
    ("api_tokens", "token_hash"),
    ("links", "token_hash"),
    ("google_attempts", "cookie_hash"),
    ("google_identities", "issuer, subject"),
    ("invitations", "code_hash"),
    ("waitlist_links", "token_hash"),
    ("pictures", "id"),
    ("picture_pieces", "picture_id, position"),
    // Clients choose these ids, and signed addresses contain them without the board.
    ("attachments", "id"),
    // These belong to no account: visitors, the queue of mails, and what administrators have done.
    ("waitlist", "email"),
    ("mails", "id"),
    ("audit_log", "id"),
    // Limits of clients and recipients, by a hash.
    ("rate_limits", "key_hash"),
    ("mail_recipients", "recipient_hash"),
    // A few rows for all servers.
    ("jobs", "name"),
    ("health_probe", "id"),
    ("servers", "id"),
    ("schema_support", "id"),
    ("_sqlx_migrations", "version"),
    ("_migration_leases", "name"),
];

async fn texts(pool: &AnyPool, sql: &str) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_all(pool).await.unwrap()
}

/// Returns the columns, indexes and constraints of all tables.
async fn schema(pool: &AnyPool) -> Vec<String> {
    let sql = match pool.connect_options().database_url.scheme() {
        "sqlite" => "SELECT COALESCE(sql, name) FROM sqlite_master ORDER BY 1",
        _ => {
            "SELECT CAST(concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS TEXT) AS part \
             FROM information_schema.columns WHERE table_schema = current_schema() \
             UNION ALL SELECT CAST(indexdef AS TEXT) FROM pg_indexes WHERE schemaname = current_schema() \
             UNION ALL SELECT CAST(concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS TEXT) \
             FROM pg_constraint WHERE connamespace = current_schema()::regnamespace ORDER BY part"
        }
    };
    texts(pool, sql).await
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn keys_begin_with_the_account_or_the_board() {
    let test = TestDatabase::create().await;
    let database = Database::open(&test.url).await.unwrap();
    let unique = "SELECT CAST(indrelid::regclass AS TEXT) || '|' || \
        (SELECT string_agg(attname, ', ' ORDER BY position) FROM unnest(indkey) WITH ORDINALITY AS parts (number, position) \
         JOIN pg_attribute ON attrelid = indrelid AND attnum = number) \
        FROM pg_index JOIN pg_class ON pg_class.oid = indrelid \
        WHERE indisunique AND relnamespace = current_schema()::regnamespace ORDER BY 1";
    let mut others = Vec::new();
    for index in texts(database.primary(), unique).await {
        let (table, columns) = index.split_once('|').unwrap();
        let first = columns.split(", ").next().unwrap();
        if !OWNERS.contains(&first) && !OWNERS.contains(&format!("{table}.{first}").as_str()) {
            others.push((table.to_owned(), columns.to_owned()));
        }
    }
    let mut expected: Vec<_> =
        OTHER_KEYS.iter().map(|(table, columns)| ((*table).to_owned(), (*columns).to_owned())).collect();
    others.sort();
    expected.sort();
    assert_eq!(others, expected);
    database.close().await;
    test.remove().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn upgraded_postgres_has_the_schema_of_a_new_one() {
    let (new, upgraded) = (TestDatabase::create().await, TestDatabase::create().await);
    let expected = Database::open(&new.url).await.unwrap();
    upgraded.migrate_to(EARLIER).await;
    let database = Database::open(&upgraded.url).await.unwrap();
    let before = schema(database.primary()).await;
    assert_ne!(before, schema(expected.primary()).await, "some migrations wait");
    upgraded.contract(&database).await;
    assert_eq!(schema(database.primary()).await, schema(expected.primary()).await);
    for (database, test) in [(expected, new), (database, upgraded)] {
        database.close().await;
        test.remove().await;
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn both_databases_have_the_same_columns() {
    let test = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let postgres = Database::open(&test.url).await.unwrap();
    let sqlite = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
    for table in TABLES.into_iter().chain(UNMOVED_TABLES).chain(SEARCH_TABLES) {
        let of_postgres = format!(
            "SELECT CAST(column_name AS TEXT) || ' ' || is_nullable FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = '{table}'"
        );
        let of_sqlite = format!(
            "SELECT name || ' ' || CASE \"notnull\" WHEN 0 THEN 'YES' ELSE 'NO' END FROM pragma_table_info('{table}')"
        );
        let mut columns = [texts(postgres.primary(), &of_postgres).await, texts(sqlite.primary(), &of_sqlite).await];
        if table == "search_texts" {
            // The full-text index of SQLite refers to its rows by number.
            columns[1].retain(|column| column != "id NO");
        }
        columns.iter_mut().for_each(|columns| columns.sort());
        assert_eq!(columns[0], columns[1], "{table}");
    }
    postgres.close().await;
    sqlite.close().await;
    test.remove().await;
}

#[tokio::test]
async fn upgraded_sqlite_has_the_schema_of_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let url = |name: &str| format!("sqlite://{}", folder.path().join(name).display());
    let expected = Database::open(&url("new.db")).await.unwrap();
    let pool = AnyPool::connect(&format!("{}?mode=rwc", url("upgraded.db"))).await.unwrap();
    crate::migrations::migrator().run_to(EARLIER, &pool).await.unwrap();
    pool.close().await;
    let database = Database::open(&url("upgraded.db")).await.unwrap();
    assert_eq!(schema(database.primary()).await, schema(expected.primary()).await);
    database.close().await;
    expected.close().await;
}
