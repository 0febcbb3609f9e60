//! Servers of the earlier release that run on the schema of this one, while it replaces them. Their statements are those
//! that PostgreSQL logged during the tests of that release. `CONTRIBUTING.md` describes which migrations allow it.

use crate::support::{TestApp, add_card, add_list, migrations, new_id, on_both_engines};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, Executor, SqlSafeStr};

/// The statements of the release whose latest migration was 25, one per line, except those that cannot be prepared without
/// the types of their values.
const STATEMENTS: &str = include_str!("../fixtures/migration_25/statements.sql");

/// What that release ran for two people, ada and eve, who created records in every table, after which ada's account was
/// deleted: one statement with its values per line.
const REQUESTS: &str = include_str!("../fixtures/migration_25/requests.jsonl");

/// A statement and its values: numbers, texts, nulls that are texts, and `{"null": "BIGINT"}`.
#[derive(Deserialize)]
struct LoggedStatement {
    sql: String,
    values: Vec<Value>,
}

impl LoggedStatement {
    async fn run(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let mut query = sqlx::query(AssertSqlSafe(self.sql.clone()));
        for value in &self.values {
            query = match value {
                Value::Number(number) => query.bind(number.as_i64().unwrap()),
                Value::String(text) => query.bind(text.clone()),
                Value::Null => query.bind(None::<String>),
                _ => query.bind(None::<i64>),
            };
        }
        query.fetch_all(connection).await.map(drop)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn old_statements_fit_the_new_schema() {
    let app = TestApp::on_upgraded_postgres().await;
    let mut connection = AnyConnection::connect(&app.url).await.unwrap();
    let mut count = 0;
    for statement in STATEMENTS.lines() {
        let sql = AssertSqlSafe(statement.to_owned()).into_sql_str();
        if let Err(error) = (&mut connection).prepare(sql).await {
            panic!("a server of the earlier release cannot run {statement}: {error}");
        }
        count += 1;
    }
    assert!(count > 400, "{count}");
    connection.close().await.unwrap();
    app.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn old_statements_run_on_the_new_schema() {
    let app = TestApp::on_upgraded_postgres().await;
    let mut connection = AnyConnection::connect(&app.url).await.unwrap();
    let statements: Vec<LoggedStatement> = REQUESTS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let is_deletion = |statement: &LoggedStatement| statement.sql.starts_with("UPDATE users SET delete_at");
    let deletion = statements.iter().position(is_deletion).unwrap();
    let (creation, deletion) = statements.split_at(deletion);
    for (statements, people) in [(creation, 2), (deletion, 1)] {
        for statement in statements {
            if let Err(error) = statement.run(&mut connection).await {
                panic!("a server of the earlier release cannot run {}: {error}", statement.sql);
            }
        }
        assert_eq!(app.count("users").await, people);
        for table in ["boards", "cards", "notes", "focus_sessions", "attachments", "pictures", "avatars", "preferences"]
        {
            assert_eq!(app.count(table).await, people, "{table}");
        }
        // A server of this release reads and writes what the other one has written.
        let id = app.query_column("SELECT id FROM users WHERE email = 'eve@example.org'").await;
        let eve = app.person_with_id(&id[0]).await;
        let boards = app.get("/api/boards/get-boards/", &eve.access_token).await.assert_ok();
        let board = boards[0]["id"].as_str().or(boards[0]["board"]["id"].as_str()).unwrap();
        let opened = app.open_board(&eve, board).await;
        let list = opened["lists"][0]["id"].as_str().unwrap();
        assert_eq!(opened["items"].as_array().unwrap().len(), 2, "a comment and an attachment");
        let days = app.get("/api/focus-days/", &eve.access_token).await.assert_ok();
        assert_eq!(days["days"].as_array().unwrap().len(), 1);
        assert_eq!(app.notes(&eve, 0).await["notes"].as_array().unwrap().len(), 1);
        assert_eq!(app.get("/api/preferences/", &eve.access_token).await.assert_ok()["mins_for_streak"], 10);
        app.change(&eve, board, &[add_card(&new_id(), list, "new", "81")]).await;
        app.execute("DELETE FROM cards WHERE title = 'new'").await;
    }
    connection.close().await.unwrap();
    assert_eq!(app.count("emails").await, 0, "the earlier release does not know this table");

    // The migrations that waited run. What the earlier release has written can still be found, and is unique.
    let pool = AnyPool::connect(&app.url).await.unwrap();
    migrations(true).await.run(&pool).await.unwrap();
    pool.close().await;
    assert_eq!(app.query_column("SELECT email FROM emails").await, ["eve@example.org"]);
    assert_eq!(
        app.query_column("SELECT slug || board_id FROM slugs").await,
        app.query_column("SELECT slug || id FROM boards").await
    );
    app.person("ada").await;
    let eve = json!({"email": "eve@example.org", "password": "correct horse", "first_name": "E", "last_name": "E"});
    app.post_unauthenticated("/api/auth/signup/", eve.clone()).await.assert_rejected(409, "email_taken");
    let eve = app.post_unauthenticated("/api/auth/login/", eve).await;
    assert_eq!(eve.status, 200, "{}", eve.body);
    assert_eq!(
        app.query_column("SELECT email FROM emails ORDER BY email").await,
        ["ada@example.org", "eve@example.org"]
    );
    let slug = app.query_column("SELECT slug FROM boards").await.remove(0);
    let id = app.query_column("SELECT id FROM users WHERE email = 'eve@example.org'").await;
    let eve = app.person_with_id(&id[0]).await;
    app.open_board(&eve, &slug).await;
    let taken = json!({"name": "x", "slug": slug});
    app.post("/api/boards/create-board/", &eve.access_token, taken).await.assert_rejected(409, "slug_taken");
    app.remove().await;
}

on_both_engines! {
    async fn list_keeps_its_color_when_a_server_of_the_earlier_release_moves_it_on_its_board(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "Plans").await;
        let list = new_id();
        let color = json!({"type": "edit_list", "list_id": list, "edit": {"field": "color", "value": "#112233"}});
        app.change(&ada, &board, &[add_list(&list, "To do", "80"), color]).await;
        // The statement of the release whose latest migration was 46.
        app.execute(&format!(
            "INSERT INTO lists (board_id, id, name, rank, trashed_at, version, restored_version) \
             VALUES ('{board}', '{list}', 'To do', '90', NULL, 3, 0) \
             ON CONFLICT (board_id, id) DO UPDATE SET name = excluded.name, rank = excluded.rank, \
             restored_version = CASE WHEN excluded.restored_version > 0 \
             THEN excluded.restored_version ELSE lists.restored_version END, \
             kept_until = CASE WHEN excluded.trashed_at = lists.trashed_at THEN lists.kept_until END, \
             trashed_at = excluded.trashed_at, version = excluded.version"
        )).await;
        app.execute(&format!("UPDATE boards SET version = 3, record_version = 3 WHERE id = '{board}'")).await;
        let moved = app.open_board(&ada, &board).await["lists"][0].clone();
        assert_eq!((&moved["rank"], &moved["color"]), (&json!("90"), &json!("#112233")));
    }
}
