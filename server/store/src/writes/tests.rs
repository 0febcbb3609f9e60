//! Writes in groups, their failures and their retries.

use super::*;
use crate::Database;
use crate::test_databases::TestDatabase;
use core_wasm::protocol::id::Id;
use futures_util::FutureExt;
use futures_util::future::join_all;
use sqlx::Row;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The board that the tests write to.
fn board() -> Id {
    Id::from_parts(1, &[7; 10])
}

/// The error of a write itself, or of the database.
#[derive(Debug)]
enum TestError {
    Rejected,
    Store(StoreError),
}

impl From<StoreError> for TestError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl WriteError for TestError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Rejected => None,
            Self::Store(error) => Some(error),
        }
    }
}

/// A write of a number that shares its statement with others. Numbers that end with 1 are rejected.
#[derive(Clone)]
struct SharedNumber {
    number: i64,
    /// How many writes each run had.
    runs: Arc<std::sync::Mutex<Vec<usize>>>,
}

impl SharedWrite for SharedNumber {
    type Output = i64;
    type Error = TestError;

    fn run_all(connection: &mut AnyConnection, writes: Vec<Self>) -> SharedFuture<'_, Self> {
        Box::pin(async move {
            writes[0].runs.lock().unwrap().push(writes.len());
            let is_accepted = |write: &&Self| write.number % 10 != 1;
            let rows: Vec<String> =
                writes.iter().filter(is_accepted).map(|write| format!("({})", write.number)).collect();
            if !rows.is_empty() {
                let sql = format!("INSERT INTO numbers (number) VALUES {}", rows.join(", "));
                sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(connection).await.map_err(StoreError::from)?;
            }
            let result = |write: &Self| if is_accepted(&write) { Ok(write.number) } else { Err(TestError::Rejected) };
            Ok(writes.iter().map(result).collect())
        })
    }
}

/// A database with a table of numbers, and the folder that contains it.
struct Case {
    database: Database,
    _folder: tempfile::TempDir,
    url: String,
    /// The URL of the PostgreSQL server and the name of the database on it.
    postgres: Option<(String, String)>,
}

async fn administer(url: &str, sql: String) {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
}

impl Case {
    async fn open(url: String, folder: tempfile::TempDir, postgres: Option<(String, String)>) -> Self {
        let database = Database::open(&url).await.unwrap();
        sqlx::raw_sql("CREATE TABLE numbers (number BIGINT NOT NULL UNIQUE)").execute(database.pool()).await.unwrap();
        Self { database, _folder: folder, url, postgres }
    }

    async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::open(format!("sqlite://{}", folder.path().join("test.db").display()), folder, None).await
    }

    /// Creates a database on the PostgreSQL at `TEST_POSTGRES_URL`. Tests that call this are marked `#[ignore]`.
    async fn on_postgres() -> Self {
        let server = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names the PostgreSQL for the tests");
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let mut random = [0; 8];
        getrandom::fill(&mut random).unwrap();
        let name = format!("writes_{}", u64::from_be_bytes(random));
        administer(&server, format!("CREATE DATABASE {name}")).await;
        let url = format!("{}/{name}", server.rsplit_once('/').unwrap().0);
        Self::open(url, folder, Some((server, name))).await
    }

    async fn remove(self) {
        self.database.close().await;
        if let Some((server, name)) = self.postgres {
            administer(&server, format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }

    async fn numbers(&self) -> Vec<i64> {
        let rows = sqlx::query("SELECT number FROM numbers ORDER BY number").fetch_all(self.database.pool()).await;
        rows.unwrap().iter().map(|row| row.get(0)).collect()
    }

    /// Writes a number to a board together with other such writes.
    async fn write_shared(
        &self,
        number: i64,
        board: i64,
        runs: &Arc<std::sync::Mutex<Vec<usize>>>,
    ) -> Result<i64, TestError> {
        let write = SharedNumber { number, runs: runs.clone() };
        self.database.write_shared(Id::from_parts(1, &[board as u8; 10]), write, |_: &i64| {}).await
    }

    /// Writes one number to the board.
    async fn write_number(&self, number: i64) -> Result<(), StoreError> {
        self.database
            .write_to_board(board(), move |connection| Box::pin(insert(connection, number)), |(): &()| {})
            .await
    }
}

/// Runs each case on both engines, as the tests `<case>::sqlite` and `<case>::postgres`.
macro_rules! on_both_engines {
    ($(async fn $name:ident($case:ident: Case) $body:block)*) => {
        $(
            mod $name {
                use super::*;

                async fn run($case: Case) {
                    $body
                    $case.remove().await;
                }

                #[tokio::test]
                async fn sqlite() {
                    run(Case::on_sqlite().await).await;
                }

                #[tokio::test]
                #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
                async fn postgres() {
                    run(Case::on_postgres().await).await;
                }
            }
        )*
    };
}

async fn insert(connection: &mut AnyConnection, number: i64) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO numbers (number) VALUES ($1)").bind(number).execute(connection).await?;
    Ok(())
}

on_both_engines! {
    async fn failed_write_does_not_affect_others_in_its_commit(case: Case) {
        let writes = (0..100_i64).map(|number| {
            case.database.write_to_board(
                board(),
                move |connection| {
                    Box::pin(async move {
                        insert(connection, number).await?;
                        match number % 4 {
                            1 => Err(TestError::Rejected),
                            2 => Ok(insert(connection, number).await?),
                            3 => panic!("in a test"),
                            _ => Ok(()),
                        }
                    })
                },
                |(): &()| {},
            )
        });
        for (number, result) in join_all(writes).await.into_iter().enumerate() {
            let is_expected = match number % 4 {
                0 => result.is_ok(),
                1 => matches!(result, Err(TestError::Rejected)),
                2 => matches!(result, Err(TestError::Store(StoreError::Database(_)))),
                _ => matches!(result, Err(TestError::Store(StoreError::Panicked))),
            };
            assert!(is_expected, "{number}: {result:?}");
        }
        assert_eq!(case.numbers().await, (0..100).step_by(4).collect::<Vec<i64>>());
    }

    async fn write_completes_when_its_caller_is_dropped(case: Case) {
        let resume = Arc::new(Notify::new());
        let notified = resume.clone();
        let mut abandoned = Box::pin(case.database.write_to_board(
            board(),
            move |connection| {
                Box::pin(async move {
                    insert(connection, 1).await?;
                    notified.notified().await;
                    insert(connection, 2).await
                })
            },
            |(): &()| {},
        ));
        assert!((&mut abandoned).now_or_never().is_none(), "the write is in progress");
        drop(abandoned);
        resume.notify_one();
        case.write_number(3).await.unwrap();
        assert_eq!(case.numbers().await, [1, 2, 3]);
    }

    async fn panic_outside_a_write_fails_only_that_write(case: Case) {
        let panicking = case.database.write_to_board::<(), StoreError, _>(board(), |_| panic!("in a test"), |(): &()| {});
        let (failed, written) = tokio::join!(panicking, case.write_number(1));
        assert!(matches!(failed, Err(StoreError::Panicked)));
        written.unwrap();
        assert_eq!(case.numbers().await, [1]);
    }

    async fn waiting_writes_of_a_kind_share_their_statements(case: Case) {
        let runs = Arc::default();
        let results = join_all((0..30).map(|number| case.write_shared(number, number % 3, &runs))).await;
        for (number, result) in results.into_iter().enumerate() {
            match number % 10 {
                1 => assert!(matches!(result, Err(TestError::Rejected))),
                _ => assert_eq!(result.unwrap(), number as i64),
            }
        }
        assert_eq!(case.numbers().await.len(), 27);
        let runs = runs.lock().unwrap().clone();
        assert_eq!(runs.iter().sum::<usize>(), 30);
        assert!(runs.len() <= 4, "{runs:?}");
    }

    async fn failed_shared_statement_is_replayed_one_by_one(case: Case) {
        case.write_number(7).await.unwrap();
        let runs = Arc::default();
        // Keeps the board busy until all other writes are waiting.
        let (started, resume) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (has_started, resumed) = (started.clone(), resume.clone());
        let first = case.database.write_to_board(
            Id::from_parts(1, &[0; 10]),
            move |_| {
                Box::pin(async move {
                    has_started.notify_one();
                    resumed.notified().await;
                    Ok::<_, StoreError>(())
                })
            },
            |(): &()| {},
        );
        let writes = async {
            started.notified().await;
            let writes = join_all((0..10).map(|number| case.write_shared(number, 0, &runs)));
            tokio::join!(writes, async { resume.notify_one() }).0
        };
        let (first, results) = tokio::join!(first, writes);
        first.unwrap();
        for (number, result) in results.iter().enumerate() {
            let is_expected = match number {
                1 => matches!(result, Err(TestError::Rejected)),
                7 => matches!(result, Err(TestError::Store(StoreError::Database(_)))),
                _ => result.is_ok(),
            };
            assert!(is_expected, "{number}: {result:?}");
        }
        assert_eq!(case.numbers().await, [0, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(*runs.lock().unwrap(), [10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    }

    async fn callbacks_of_a_board_run_in_the_order_of_its_commits(case: Case) {
        let order = Arc::new(std::sync::Mutex::new(Vec::new()));
        let writes = (0..300_i64).map(|number| {
            let order = order.clone();
            case.database.write_to_board(
                Id::from_parts(1, &[(number % 3) as u8; 10]),
                move |connection| Box::pin(insert(connection, number)),
                move |(): &()| order.lock().unwrap().push(number),
            )
        });
        assert!(join_all(writes).await.into_iter().all(|written| written.is_ok()));
        for board in 0..3 {
            let of_board: Vec<i64> =
                order.lock().unwrap().iter().copied().filter(|number| number % 3 == board).collect();
            assert!(of_board.len() == 100 && of_board.is_sorted(), "{of_board:?}");
        }
    }
}

#[tokio::test]
async fn locked_sqlite_file_is_retried_and_all_waiting_writes_fail_after_3_s() {
    let case = Case::on_sqlite().await;
    let mut other = AnyConnection::connect(&case.url).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let began = Instant::now();
    let unlock = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    };
    let writes = join_all((0..200).map(|number| case.write_number(number)));
    let (written, ()) = tokio::join!(writes, unlock);
    assert!(written.iter().all(Result::is_ok), "{written:?}");
    assert!(began.elapsed() >= Duration::from_secs(1), "{:?}", began.elapsed());

    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let began = Instant::now();
    let refused = join_all((200..400).map(|number| case.write_number(number))).await;
    assert!(refused.iter().all(|write| matches!(write, Err(StoreError::Unavailable))), "{refused:?}");
    // Together, not one after another, which would take minutes.
    assert!((Duration::from_secs(3)..Duration::from_secs(20)).contains(&began.elapsed()), "{:?}", began.elapsed());
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    case.write_number(400).await.unwrap();
    case.remove().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn postgres_write_is_retried_for_every_transient_code() {
    let case = Case::on_postgres().await;
    for (number, code) in ["40001", "40P01", "55P03", "25006"].into_iter().enumerate() {
        let attempts = Arc::new(AtomicUsize::new(0));
        let number = number as i64;
        let (first, second) = (attempts.clone(), attempts.clone());
        case.database.write(move |connection| Box::pin(fail_twice(connection, number, first, code))).await.unwrap();
        assert_eq!(attempts.load(Ordering::SeqCst), 3, "{code}");
        sqlx::raw_sql("DELETE FROM numbers").execute(case.database.pool()).await.unwrap();
        case.database
            .write_to_board(
                board(),
                move |connection| Box::pin(fail_twice(connection, number, second, code)),
                |(): &()| {},
            )
            .await
            .unwrap();
        assert_eq!(attempts.load(Ordering::SeqCst), 6, "{code}");
        assert_eq!(case.numbers().await, [number]);
        sqlx::raw_sql("DELETE FROM numbers").execute(case.database.pool()).await.unwrap();
    }
    let began = Instant::now();
    let failed = case.database.write(|connection| Box::pin(raise(connection, "40001"))).await;
    assert!(failed.is_err_and(|error| error.is_unavailable()));
    let failed =
        case.database.write_to_board(board(), |connection| Box::pin(raise(connection, "40001")), |(): &()| {}).await;
    assert!(matches!(failed, Err(StoreError::Unavailable)));
    assert!((Duration::from_secs(6)..Duration::from_secs(30)).contains(&began.elapsed()), "{:?}", began.elapsed());
    case.remove().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn postgres_conflict_on_one_board_does_not_fail_writes_to_others() {
    let case = Case::on_postgres().await;
    let began = Instant::now();
    let other = Id::from_parts(1, &[8; 10]);
    let conflicting =
        case.database.write_to_board(other, |connection| Box::pin(raise(connection, "40001")), |(): &()| {});
    let writes = async {
        let written = join_all((0..100).map(|number| case.write_number(number))).await;
        (written, began.elapsed())
    };
    // All of them are queued before the first group is taken.
    let (failed, (written, elapsed)) = tokio::join!(conflicting, writes);
    assert!(matches!(failed, Err(StoreError::Unavailable)), "{failed:?}");
    assert!(written.iter().all(Result::is_ok), "{written:?}");
    assert!(elapsed < Duration::from_secs(2), "they do not wait for the one that fails: {elapsed:?}");
    assert!(began.elapsed() >= Duration::from_secs(3), "{:?}", began.elapsed());
    case.remove().await;
}

/// Increments the counter in a transaction of a few milliseconds.
async fn increment(connection: &mut AnyConnection) -> Result<(), StoreError> {
    sqlx::query("UPDATE counters SET value = value + 1").execute(&mut *connection).await?;
    sqlx::query("SELECT CAST(pg_sleep(0.003) AS TEXT)").execute(connection).await?;
    Ok(())
}

/// Increments the counter from four tasks for 3 seconds. Returns how often.
async fn increment_all_the_time(database: &Database) -> usize {
    let deadline = Instant::now() + Duration::from_secs(3);
    let tasks = (0..4).map(|_| async move {
        let mut count = 0;
        while Instant::now() < deadline {
            database.write_to_board(board(), |connection| Box::pin(increment(connection)), |(): &()| {}).await.unwrap();
            count += 1;
        }
        count
    });
    join_all(tasks).await.into_iter().sum()
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn postgres_board_is_shared_by_busy_servers_at_each_isolation_level() {
    for level in ["read committed", "repeatable read", "serializable"] {
        let test = TestDatabase::create().await;
        test.set_isolation(level).await;
        let servers = [Database::open(&test.url).await.unwrap(), Database::open(&test.url).await.unwrap()];
        test.execute("CREATE TABLE counters (value BIGINT NOT NULL); INSERT INTO counters VALUES (0)").await;
        let (one, other) = tokio::join!(increment_all_the_time(&servers[0]), increment_all_the_time(&servers[1]));
        let value: i64 = sqlx::query_scalar("SELECT value FROM counters").fetch_one(servers[0].pool()).await.unwrap();
        assert_eq!(value as usize, one + other, "{level}");
        assert!(one.min(other) * 5 > one + other, "{level}: none of them waits for long: {one}, {other}");
        for server in servers {
            server.close().await;
        }
        test.remove().await;
    }
}

/// Writes a number at the third attempt, after two that fail with an error code.
async fn fail_twice(
    connection: &mut AnyConnection,
    number: i64,
    attempts: Arc<AtomicUsize>,
    code: &str,
) -> Result<(), StoreError> {
    insert(connection, number).await?;
    if attempts.fetch_add(1, Ordering::SeqCst) % 3 < 2 { raise(connection, code).await } else { Ok(()) }
}

/// Fails with an error code of PostgreSQL.
async fn raise(connection: &mut AnyConnection, code: &str) -> Result<(), StoreError> {
    let sql = format!("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$");
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(connection).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn postgres_rejects_writes_when_the_queue_is_full() {
    let case = Case::on_postgres().await;
    let (resume, started) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (notified, begins) = (resume.clone(), started.clone());
    let first = case.database.write_to_board(
        board(),
        move |_| {
            Box::pin(async move {
                begins.notify_one();
                notified.notified().await;
                Ok::<(), StoreError>(())
            })
        },
        |(): &()| {},
    );
    let mut first = Box::pin(first);
    assert!((&mut first).now_or_never().is_none());
    started.notified().await;
    let mut waiting: Vec<_> = (0..MAX_QUEUED_WRITES as i64).map(|number| Box::pin(case.write_number(number))).collect();
    assert!(waiting.iter_mut().all(|write| write.now_or_never().is_none()), "the writes are queued");
    assert!(matches!(case.write_number(-1).await, Err(StoreError::Unavailable)));
    assert_eq!(case.database.queued_writes(), MAX_QUEUED_WRITES);
    resume.notify_one();
    first.await.unwrap();
    assert!(join_all(waiting).await.into_iter().all(|written| written.is_ok()));
    assert_eq!(case.numbers().await.len(), MAX_QUEUED_WRITES, "nothing of them is lost");
    case.write_number(-1).await.unwrap();
    case.remove().await;
}

/// A write that counts on a board, and shares its statement with others.
#[derive(Clone)]
struct SharedCount(i64);

impl SharedWrite for SharedCount {
    type Output = ();
    type Error = StoreError;

    fn run_all(connection: &mut AnyConnection, writes: Vec<Self>) -> SharedFuture<'_, Self> {
        Box::pin(async move {
            for Self(board) in &writes {
                count(connection, *board).await?;
            }
            Ok(writes.iter().map(|_| Ok(())).collect())
        })
    }
}

async fn count(connection: &mut AnyConnection, board: i64) -> Result<(), StoreError> {
    let query = sqlx::query("UPDATE counts SET count = count + 1 WHERE board = $1").bind(board);
    query.execute(&mut *connection).await?;
    // Others lock their rows meanwhile.
    tokio::time::sleep(Duration::from_millis(1)).await;
    Ok(())
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn groups_of_several_servers_do_not_deadlock() {
    const BOARDS: i64 = 12;
    let case = Case::on_postgres().await;
    let rows: Vec<String> = (0..BOARDS).map(|board| format!("({board}, 0)")).collect();
    let sql = format!(
        "CREATE TABLE counts (board BIGINT PRIMARY KEY, count BIGINT NOT NULL); INSERT INTO counts VALUES {}",
        rows.join(", ")
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(case.database.pool()).await.unwrap();
    let other = Database::open(&case.url).await.unwrap();
    let writes = (0..600_i64).map(|number| {
        let (database, board) = (if number % 2 == 0 { &case.database } else { &other }, (number * 7919) % 997 % BOARDS);
        let id = Id::from_parts(1, &[board as u8; 10]);
        async move {
            if number % 5 == 0 {
                let single =
                    database.write_to_board(id, move |connection| Box::pin(count(connection, board)), |(): &()| {});
                return single.await;
            }
            database.write_shared(id, SharedCount(board), |(): &()| {}).await
        }
    });
    let written = join_all(writes).await;
    assert!(written.iter().all(Result::is_ok), "{written:?}");
    let total: i64 = sqlx::query_scalar("SELECT CAST(SUM(count) AS BIGINT) FROM counts")
        .fetch_one(case.database.pool())
        .await
        .unwrap();
    assert_eq!(total, 600);
    // A connection sends its statistics at its end.
    other.close().await;
    case.database.close().await;
    let mut connection = AnyConnection::connect(&case.url).await.unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let deadlocks: i64 =
        sqlx::query_scalar("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
            .fetch_one(&mut connection)
            .await
            .unwrap();
    assert_eq!(deadlocks, 0);
    connection.close().await.unwrap();
    case.remove().await;
}
