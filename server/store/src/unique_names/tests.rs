use super::*;
use crate::accounts::{self, NewAccount};
use crate::boards::{self, BoardAddress};
use crate::migrations::Migrations;
use crate::test_databases::TestDatabase;
use crate::{Database, StoreError, deletion, profile, servers, trash};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Board;
use core_wasm::protocol::sharing::Role;
use core_wasm::protocol::text::{BoardName, Description, Email, PersonName, Slug};
use core_wasm::protocol::time::Timestamp;
use futures_util::future::join_all;
use twentyfour_model::Owner;

/// The latest migration of the servers that only write `users.email` and `boards.slug`.
const EARLIER: i64 = 28;

const NOW: i64 = 1_772_539_200_000;

/// The isolation levels of PostgreSQL.
const LEVELS: [&str; 3] = ["read committed", "repeatable read", "serializable"];

fn now() -> Timestamp {
    Timestamp::from_millis(NOW)
}

fn id(number: u32) -> Id {
    Id::parse(&format!("019cb391-c200-7000-8000-{number:012x}")).unwrap()
}

fn email(name: &str) -> Email {
    Email::parse(&format!("{name}@example.org")).unwrap()
}

/// Adds an account like this release. Returns false if the address is taken.
async fn sign_up(database: &Database, number: u32, name: &str) -> Result<bool, StoreError> {
    let person_name = PersonName::parse("x").unwrap();
    let new = NewAccount {
        id: id(number),
        email: email(name),
        first_name: person_name.clone(),
        last_name: person_name,
        password_hash: String::new(),
    };
    database.write(move |connection| Box::pin(async move { accounts::insert(connection, &new, now()).await })).await
}

/// Makes an address that of an account like this release. Returns false if it is taken.
async fn change_email(database: &Database, number: u32, name: &str) -> Result<bool, StoreError> {
    let pending = email(name).as_str().to_owned();
    let change = database.write(move |connection| {
        Box::pin(async move {
            profile::set_pending_email(connection, id(number), Some(&pending)).await?;
            profile::apply_pending_email(connection, id(number), &pending).await
        })
    });
    change.await
}

/// Begins the permanent deletion of an account like this release.
async fn begin_purge(database: &Database, number: u32) -> Result<bool, StoreError> {
    let purge = database.write(move |connection| {
        Box::pin(async move {
            let query = sqlx::query("UPDATE users SET delete_at = 0 WHERE id = $1").bind(id(number).to_string());
            query.execute(&mut *connection).await?;
            deletion::begin_purge(connection, id(number), now()).await
        })
    });
    purge.await
}

/// Adds a board like this release. Returns false if its id or slug is taken.
async fn add_board(database: &Database, owner: u32, number: u32, slug: &str) -> Result<bool, StoreError> {
    let board = Board {
        id: id(number),
        slug: Slug::parse(slug).unwrap(),
        name: BoardName::parse("x").unwrap(),
        description: Description::parse("").unwrap(),
        color: None,
        image: None,
        favorite: false,
        shares_focus: false,
        is_template: false,
        label_colors: vec![],
        trashed_at: None,
        role: Role::Owner,
        members: vec![],
        watched_ids: vec![],
        is_muted: false,
        import_key: None,
    };
    #[allow(clippy::disallowed_methods, reason = "the test has made the account")]
    let owner = Owner::for_operator(id(owner));
    database
        .write(move |connection| Box::pin(async move { boards::insert(connection, owner, &board, now()).await }))
        .await
}

/// Deletes a board permanently like this release.
async fn purge_board(database: &Database, number: u32) -> Result<(), StoreError> {
    let purge = database.write(move |connection| {
        Box::pin(async move {
            let query = sqlx::query("UPDATE boards SET trashed_at = 0, kept_until = 0 WHERE id = $1");
            query.bind(id(number).to_string()).execute(&mut *connection).await?;
            trash::purge_boards(connection, now()).await
        })
    });
    purge.await
}

async fn account_with(database: &Database, name: &str) -> Option<Id> {
    accounts::by_email(database.pool(), &email(name)).await.unwrap().map(|account| account.id)
}

async fn board_at(database: &Database, slug: &str) -> Option<Id> {
    let address = BoardAddress::Slug(Slug::parse(slug).unwrap());
    boards::by_address(database.pool(), &address).await.unwrap().map(|row| row.board.id)
}

/// Returns the names in a table, each with its owner.
async fn rows(database: &Database, UniqueNames { table, name, owner_id, .. }: &UniqueNames) -> Vec<String> {
    let sql = format!("SELECT {name} || ' ' || {owner_id} FROM {table} ORDER BY 1");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(database.pool()).await.unwrap()
}

/// Checks that no two accounts have an address, no two boards a slug, and that all are found by theirs.
async fn assert_unique(database: &Database) {
    let mut connection = database.begin().await.unwrap();
    for (names, condition) in [(&EMAILS, "purge_started_at IS NULL"), (&SLUGS, "1 = 1")] {
        assert_eq!(names.count_missing(&mut connection, condition).await.unwrap(), 0, "{}", names.owners);
        let sql = format!("SELECT {0} FROM {1} GROUP BY {0} HAVING COUNT(*) > 1", names.name, names.owners);
        let twice: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut *connection).await.unwrap();
        assert_eq!(twice, [""; 0]);
    }
    connection.rollback().await.unwrap();
}

/// The statement with which a server of an earlier release adds an account.
fn old_sign_up(number: u32, name: &str) -> String {
    format!(
        "INSERT INTO users (id, email, first_name, last_name, password_hash, date_joined, last_login, is_verified, \
         is_admin, user_type, summed_day_start) VALUES ('{}', '{}', 'x', 'x', '', 0, 0, 0, 0, 'basic', 0) \
         ON CONFLICT (email) DO NOTHING",
        id(number),
        email(name).as_str()
    )
}

/// The statement with which a server of an earlier release changes an address.
fn old_change_email(number: u32, name: &str) -> String {
    format!(
        "UPDATE users SET email = '{1}', pending_email = NULL, is_verified = 1 WHERE id = '{0}' \
         AND NOT EXISTS (SELECT 1 FROM users AS others WHERE others.email = '{1}')",
        id(number),
        email(name).as_str()
    )
}

/// The statement with which a server of an earlier release begins a permanent deletion.
fn old_begin_purge(number: u32) -> String {
    format!("UPDATE users SET purge_started_at = 1, email = 'deleted ' || id WHERE id = '{}'", id(number))
}

/// The statement with which a server of an earlier release adds a board.
fn old_add_board(owner: u32, number: u32, slug: &str) -> String {
    format!(
        "INSERT INTO boards (id, owner_id, slug, name, description, label_colors, version, record_version) \
         VALUES ('{}', '{}', '{slug}', 'x', '', '[]', 1, 1) ON CONFLICT DO NOTHING",
        id(number),
        id(owner)
    )
}

fn old_purge_board(number: u32) -> String {
    format!("DELETE FROM boards WHERE id = '{}'", id(number))
}

/// Runs a statement of a server of an earlier release. Returns the number of rows.
async fn run_old(database: &Database, sql: String) -> u64 {
    sqlx::query(AssertSqlSafe(sql)).execute(database.primary()).await.unwrap().rows_affected()
}

/// Opens a database that a server of an earlier release has made, and that has one account and one board.
async fn open_upgraded(test: &TestDatabase) -> Database {
    test.migrate_to(EARLIER).await;
    test.execute(&old_sign_up(1, "ada")).await;
    test.execute(&old_add_board(1, 101, "plan")).await;
    Database::open(&test.url).await.unwrap()
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn names_are_unique_and_found_during_a_rolling_upgrade_and_after_it() {
    for level in LEVELS {
        let test = TestDatabase::create().await;
        test.set_isolation(level).await;
        let database = open_upgraded(&test).await;
        assert_eq!(rows(&database, &EMAILS).await, [format!("ada@example.org {}", id(1))]);
        assert_eq!(rows(&database, &SLUGS).await, [format!("plan {}", id(101))]);

        // A server of the earlier release adds accounts.
        for (number, name) in [(2, "eve"), (3, "bob"), (4, "sam")] {
            assert_eq!(run_old(&database, old_sign_up(number, name)).await, 1);
        }
        assert_eq!(account_with(&database, "eve").await, Some(id(2)));
        assert!(!sign_up(&database, 20, "eve").await.unwrap());
        assert!(!change_email(&database, 1, "eve").await.unwrap());
        assert_eq!(rows(&database, &EMAILS).await.len(), 1, "a failed claim leaves no row");
        // It changes an address that this one knows, which is then free.
        assert_eq!(run_old(&database, old_change_email(1, "lovelace")).await, 1);
        assert_eq!(account_with(&database, "ada").await, None);
        assert_eq!(account_with(&database, "lovelace").await, Some(id(1)));
        assert!(sign_up(&database, 5, "ada").await.unwrap());
        assert_eq!(account_with(&database, "ada").await, Some(id(5)));
        assert_eq!(run_old(&database, old_sign_up(21, "ada")).await, 0);
        assert_eq!(run_old(&database, old_change_email(2, "ada")).await, 0);
        // It deletes an account that this one has added, and adds another one with the address.
        assert!(sign_up(&database, 6, "kim").await.unwrap());
        assert_eq!(run_old(&database, old_begin_purge(6)).await, 1);
        assert_eq!(account_with(&database, "kim").await, None);
        assert_eq!(run_old(&database, old_sign_up(7, "kim")).await, 1);
        assert_eq!(account_with(&database, "kim").await, Some(id(7)));
        assert!(!sign_up(&database, 22, "kim").await.unwrap());
        // This one deletes an account that the other one has added.
        assert!(begin_purge(&database, 4).await.unwrap());
        assert_eq!(run_old(&database, old_sign_up(8, "sam")).await, 1);

        assert_eq!(run_old(&database, old_add_board(1, 102, "trip")).await, 1);
        assert_eq!(board_at(&database, "trip").await, Some(id(102)));
        assert!(!add_board(&database, 1, 120, "trip").await.unwrap());
        assert_eq!(run_old(&database, old_purge_board(101)).await, 1);
        assert!(add_board(&database, 1, 103, "plan").await.unwrap());
        assert!(add_board(&database, 1, 104, "diary").await.unwrap());
        assert_eq!(run_old(&database, old_purge_board(104)).await, 1);
        assert_eq!(run_old(&database, old_add_board(1, 105, "diary")).await, 1);
        assert_eq!(run_old(&database, old_add_board(1, 121, "plan")).await, 0);

        // Servers that do not register may still run, then one that does.
        let migrations = Migrations::embedded();
        assert!(!servers::contract(database.primary(), &migrations).await.unwrap());
        test.execute("UPDATE _sqlx_migrations SET installed_on = installed_on - INTERVAL '2 days'").await;
        let seen_at = crate::migrate::DATABASE_TIME;
        test.execute(&format!("INSERT INTO servers VALUES ('x', '0', {EARLIER}, {seen_at})")).await;
        assert!(!servers::contract(database.primary(), &migrations).await.unwrap());
        assert!(!change_email(&database, 5, "eve").await.unwrap(), "an old server may run");
        test.execute("DELETE FROM servers").await;
        test.contract(&database).await;

        assert_unique(&database).await;
        let accounts = [("lovelace", 1), ("eve", 2), ("bob", 3), ("ada", 5), ("kim", 7), ("sam", 8)];
        for (name, number) in accounts {
            assert_eq!(account_with(&database, name).await, Some(id(number)), "{name}");
            assert!(!sign_up(&database, 23, name).await.unwrap(), "{name}");
        }
        assert_eq!(rows(&database, &EMAILS).await.len(), accounts.len());
        for (slug, number) in [("plan", 103), ("trip", 102), ("diary", 105)] {
            assert_eq!(board_at(&database, slug).await, Some(id(number)), "{slug}");
            assert!(!add_board(&database, 1, 122, slug).await.unwrap(), "{slug}");
        }
        assert_eq!(rows(&database, &SLUGS).await.len(), 3);
        assert!(change_email(&database, 2, "turing").await.unwrap());
        assert!(sign_up(&database, 24, "eve").await.unwrap());
        assert_unique(&database).await;
        database.close().await;
        test.remove().await;
    }
}

/// Lets two servers sign up with, change to and delete three addresses and slugs at once, and then three others, several
/// times. In half of the rounds, those that got a name keep it. The ids of accounts begin at `first`.
async fn race(test: &TestDatabase, with_old_server: bool, first: u32) {
    const WRITERS: u32 = 8;
    const ROUNDS: u32 = 24;
    const ROUNDS_PER_NAME: u32 = 4;
    let servers = [Database::open(&test.url).await.unwrap(), Database::open(&test.url).await.unwrap()];
    let writers = (0..WRITERS).map(|writer| {
        let database = &servers[writer as usize % 2];
        async move {
            let mut successes = 0;
            for round in 0..ROUNDS {
                let own = first + writer * ROUNDS + round;
                let name_of = |number: u32| {
                    let name = ["ann", "ben", "cat"][(number % 3) as usize];
                    format!("{name}-{first}-{}", round / ROUNDS_PER_NAME)
                };
                let (name, other) = (&*name_of(writer + round), &*name_of(writer / 2 + round));
                let is_old = with_old_server && writer < 2;
                // A conflict that lasts for too long changes nothing.
                let unless_busy = |outcome: Result<bool, StoreError>| match outcome {
                    Ok(done) => done,
                    Err(StoreError::EmailTaken) => false,
                    Err(error) => {
                        assert!(error.is_transient(), "{error}");
                        false
                    }
                };
                let old = async |sql: String| {
                    let run = sqlx::query(AssertSqlSafe(sql)).execute(database.primary()).await;
                    unless_busy(run.map(|done| done.rows_affected() > 0).map_err(|error| {
                        match error.as_database_error().is_some_and(|error| error.is_unique_violation()) {
                            true => StoreError::EmailTaken,
                            false => error.into(),
                        }
                    }))
                };
                let is_added = match is_old {
                    true => old(old_sign_up(own, name)).await,
                    false => unless_busy(sign_up(database, own, name).await),
                };
                let owner = if is_added { own } else { 1 };
                let board = own + 1_000_000;
                let has_board = match is_old {
                    true => old(old_add_board(owner, board, name)).await,
                    false => unless_busy(add_board(database, owner, board, name).await),
                };
                successes += u32::from(is_added) + u32::from(has_board);
                let is_kept = round % ROUNDS_PER_NAME >= ROUNDS_PER_NAME / 2;
                if is_added && round % 2 == 0 {
                    _ = match is_old {
                        true => old(old_change_email(own, other)).await,
                        false => unless_busy(change_email(database, own, other).await),
                    };
                }
                if is_added && !is_kept {
                    _ = match is_old {
                        true => old(old_begin_purge(own)).await,
                        false => unless_busy(begin_purge(database, own).await),
                    };
                }
                if has_board && !is_kept {
                    match is_old {
                        true => _ = old(old_purge_board(board)).await,
                        false => _ = unless_busy(purge_board(database, board).await.map(|()| true)),
                    }
                }
            }
            successes
        }
    });
    let successes: u32 = join_all(writers).await.into_iter().sum();
    let names = ROUNDS / ROUNDS_PER_NAME * 3;
    assert!(successes > names, "{successes}");
    for owners in ["users WHERE purge_started_at IS NULL", "boards"] {
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {owners}")))
            .fetch_one(servers[0].pool())
            .await
            .unwrap();
        assert!(count > i64::from(names / 2), "{count} {owners} have kept a name");
    }
    for server in &servers {
        server.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn servers_that_race_for_names_never_give_one_twice() {
    for level in LEVELS {
        let test = TestDatabase::create().await;
        test.set_isolation(level).await;
        let database = Database::open(&test.url).await.unwrap();
        assert!(sign_up(&database, 1, "ada").await.unwrap());
        race(&test, false, 1_000).await;
        assert_unique(&database).await;
        database.close().await;
        test.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn servers_of_two_releases_that_race_for_names_never_give_one_twice() {
    for level in LEVELS {
        let test = TestDatabase::create().await;
        test.set_isolation(level).await;
        let database = open_upgraded(&test).await;
        race(&test, true, 1_000).await;
        // This release goes on while the migration runs.
        let ((), ()) = tokio::join!(race(&test, false, 2_000), test.contract(&database));
        assert_unique(&database).await;
        database.close().await;
        test.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn one_of_many_requests_at_once_gets_a_name_that_is_free_or_was_released_by_an_earlier_release() {
    for level in LEVELS {
        let test = TestDatabase::create().await;
        test.set_isolation(level).await;
        let servers = [Database::open(&test.url).await.unwrap(), Database::open(&test.url).await.unwrap()];
        test.execute(&format!("INSERT INTO emails VALUES ('eve@example.org', '{}')", id(9))).await;
        for (start, name) in [(100, "ada"), (200, "eve")] {
            let sign_ups = (0..12).map(|number| sign_up(&servers[number as usize % 2], start + number, name));
            let outcomes: Vec<bool> = join_all(sign_ups).await.into_iter().map(Result::unwrap).collect();
            assert_eq!(outcomes.iter().filter(|is_added| **is_added).count(), 1, "{level}: {outcomes:?}");
            let winner = outcomes.iter().position(|is_added| *is_added).unwrap() as u32;
            assert_eq!(account_with(&servers[0], name).await, Some(id(start + winner)));
        }
        test.execute(&format!("INSERT INTO slugs VALUES ('trip', '{}')", id(9))).await;
        let owner = account_with(&servers[0], "ada").await.unwrap();
        let owner = (100..112).find(|number| id(*number) == owner).unwrap();
        for (start, slug) in [(300, "plan"), (400, "trip")] {
            let additions = (0..12).map(|number| add_board(&servers[number as usize % 2], owner, start + number, slug));
            let outcomes: Vec<bool> = join_all(additions).await.into_iter().map(Result::unwrap).collect();
            assert_eq!(outcomes.iter().filter(|is_added| **is_added).count(), 1, "{level}: {outcomes:?}");
            let winner = outcomes.iter().position(|is_added| *is_added).unwrap() as u32;
            assert_eq!(board_at(&servers[0], slug).await, Some(id(start + winner)));
        }
        assert_unique(&servers[0]).await;
        for server in servers {
            server.close().await;
        }
        test.remove().await;
    }
}

#[tokio::test]
async fn names_are_claimed_released_and_claimed_again_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
    assert!(sign_up(&database, 1, "ada").await.unwrap());
    assert!(sign_up(&database, 2, "eve").await.unwrap());
    assert!(!sign_up(&database, 3, "ada").await.unwrap());
    assert!(!change_email(&database, 2, "ada").await.unwrap());
    assert!(change_email(&database, 1, "lovelace").await.unwrap());
    assert!(change_email(&database, 2, "ada").await.unwrap());
    assert!(begin_purge(&database, 2).await.unwrap());
    assert!(sign_up(&database, 3, "ada").await.unwrap());
    assert_eq!(
        rows(&database, &EMAILS).await,
        [format!("ada@example.org {}", id(3)), format!("lovelace@example.org {}", id(1))]
    );
    assert!(add_board(&database, 1, 101, "plan").await.unwrap());
    assert!(!add_board(&database, 1, 101, "plan").await.unwrap(), "a repeated request");
    assert!(!add_board(&database, 1, 101, "other").await.unwrap(), "a repeated request with another slug");
    assert!(!add_board(&database, 3, 102, "plan").await.unwrap());
    assert_eq!(rows(&database, &SLUGS).await, [format!("plan {}", id(101))]);
    purge_board(&database, 101).await.unwrap();
    assert!(add_board(&database, 3, 102, "plan").await.unwrap());
    let removed = database.write(|connection| Box::pin(async move { deletion::remove(connection, id(3)).await }));
    assert!(removed.await.unwrap());
    assert_eq!(rows(&database, &SLUGS).await, [""; 0]);
    assert_unique(&database).await;
    database.close().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn lookups_do_not_read_whole_tables_that_have_no_unique_index() {
    let test = TestDatabase::create().await;
    let database = Database::open(&test.url).await.unwrap();
    assert!(sign_up(&database, 1, "ada").await.unwrap());
    assert!(add_board(&database, 1, 101, "plan").await.unwrap());
    for (names, known) in [(&EMAILS, "ada@example.org"), (&SLUGS, "plan")] {
        for name in [known, "unknown"] {
            let (owners, condition) = (names.owners, names.is_owner(&format!("'{name}'")));
            let sql = format!("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT id FROM {owners} WHERE {condition}");
            let plan: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(database.primary()).await.unwrap();
            let reads_all = |line: &&String| line.contains("Seq Scan") || line.contains("Rows Removed");
            assert!(plan.iter().filter(reads_all).all(|line| line.contains("never executed")), "{plan:#?}");
            assert!(plan.iter().any(|line| line.contains("Index Cond: (id = COALESCE")), "{plan:#?}");
        }
    }
    database.close().await;
    test.remove().await;
}
