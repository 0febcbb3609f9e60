//! Group commit: writes that are waiting in a queue share a transaction, so that one flush to the disk serves many
//! requests. Each write has its own savepoint and its own result.

use super::db::WriteFuture;
use crate::StoreError;
use core_wasm::protocol::id::Id;
use futures_util::FutureExt;
use sqlx::{AnyConnection, AnyPool};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// The maximum number of writes per commit.
const MAX_WRITES_PER_COMMIT: usize = 64;

/// The maximum number of waiting writes per queue. Further ones are rejected.
pub(super) const MAX_QUEUED_WRITES: usize = 1_024;

/// A write, run inside a transaction. It returns whether to keep its changes, and a callback that reports the outcome
/// to the caller.
pub(super) type WriteJob = Box<
    dyn for<'c> FnOnce(&'c mut AnyConnection) -> Pin<Box<dyn Future<Output = (bool, CommitCallback)> + Send + 'c>>
        + Send,
>;

/// Reports to the caller of a write whether its transaction was committed.
pub(super) type CommitCallback = Box<dyn FnOnce(bool) + Send>;

/// PostgreSQL's queues of writes, one per board. A queue exists only while a task works on it.
#[derive(Clone, Default)]
pub(super) struct BoardQueues(Arc<Mutex<HashMap<Id, VecDeque<WriteJob>>>>);

impl BoardQueues {
    /// Queues a write to a board.
    ///
    /// # Errors
    /// Returns [`StoreError::Unavailable`] if [`MAX_QUEUED_WRITES`] writes are waiting.
    pub(super) fn push(&self, pool: &AnyPool, board_id: Id, job: WriteJob) -> Result<(), StoreError> {
        match self.lock().entry(board_id) {
            Entry::Occupied(queue) if queue.get().len() >= MAX_QUEUED_WRITES => {
                return Err(StoreError::Unavailable);
            }
            Entry::Occupied(mut queue) => queue.get_mut().push_back(job),
            Entry::Vacant(entry) => {
                entry.insert(VecDeque::from([job]));
                tokio::spawn(run_board_writer(pool.clone(), self.clone(), board_id));
            }
        }
        Ok(())
    }

    /// Locks the queues. A panic elsewhere is ignored, since the queues are consistent after each step.
    fn lock(&self) -> MutexGuard<'_, HashMap<Id, VecDeque<WriteJob>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes a job from a write, with the channel on which its caller receives the result.
pub(super) fn write_job<T, E, F>(
    work: F,
    on_commit: impl FnOnce(&T) + Send + 'static,
) -> (WriteJob, oneshot::Receiver<Result<T, E>>)
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E> + Send + 'static,
{
    let (sender, response) = oneshot::channel();
    let job: WriteJob = Box::new(move |connection| {
        Box::pin(async move {
            let result = AssertUnwindSafe(work(connection))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err(StoreError::Panicked.into()));
            let should_commit = result.is_ok();
            let callback: CommitCallback = Box::new(move |committed| {
                let result = if should_commit && !committed { Err(StoreError::Unavailable.into()) } else { result };
                if let Ok(value) = &result {
                    on_commit(value);
                }
                // The receiver was dropped if the request was canceled.
                _ = sender.send(result);
            });
            (should_commit, callback)
        })
    });
    (job, response)
}

/// Runs queued writes until the database is dropped.
pub(super) async fn run_writer(pool: AnyPool, mut jobs: mpsc::Receiver<WriteJob>) {
    while let Some(first) = jobs.recv().await {
        commit_together(&pool, first, || jobs.try_recv().ok()).await;
    }
}

/// Runs the queued writes of a board until its queue is empty.
async fn run_board_writer(pool: AnyPool, boards: BoardQueues, board_id: Id) {
    loop {
        let first = match boards.lock().entry(board_id) {
            Entry::Vacant(_) => return,
            Entry::Occupied(mut queue) => match queue.get_mut().pop_front() {
                Some(first) => first,
                None => {
                    queue.remove();
                    return;
                }
            },
        };
        commit_together(&pool, first, || boards.lock().get_mut(&board_id)?.pop_front()).await;
    }
}

/// Runs a job, and those queued behind it, in one transaction, and reports the results to their callers. Never panics,
/// because nothing else would process the queue after that.
async fn commit_together(pool: &AnyPool, first: WriteJob, next: impl FnMut() -> Option<WriteJob>) {
    let mut callbacks = Vec::new();
    let outcome = AssertUnwindSafe(run_together(pool, first, next, &mut callbacks)).catch_unwind().await;
    match &outcome {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(%error, writes = callbacks.len(), "commit failed"),
        Err(_) => tracing::error!("commit panicked, writes rolled back"),
    }
    let is_committed = matches!(outcome, Ok(Ok(())));
    for callback in callbacks {
        // A callback that panics must not stop the other callbacks.
        let notified = std::panic::catch_unwind(AssertUnwindSafe(|| callback(is_committed)));
        if notified.is_err() {
            tracing::error!("commit callback panicked");
        }
    }
}

/// Runs jobs in one transaction. Each job has its own savepoint, so a failing one rolls back only its own changes. If
/// the transaction fails, the callers of jobs that did not finish notice that their channel is closed.
async fn run_together(
    pool: &AnyPool,
    first: WriteJob,
    mut next: impl FnMut() -> Option<WriteJob>,
    callbacks: &mut Vec<CommitCallback>,
) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut savepoint = "SAVEPOINT job";
    let mut job = Some(first);
    while let Some(run) = job.take() {
        sqlx::raw_sql(savepoint).execute(&mut *transaction).await?;
        let (should_commit, callback) = run(&mut transaction).await;
        callbacks.push(callback);
        if !should_commit {
            sqlx::raw_sql("ROLLBACK TO job").execute(&mut *transaction).await?;
        }
        // One round trip for both statements. Without the release, savepoints would nest and SQLite would keep old
        // pages for each.
        savepoint = "RELEASE job; SAVEPOINT job";
        if callbacks.len() < MAX_WRITES_PER_COMMIT {
            job = next();
        }
    }
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Database;
    use futures_util::future::join_all;
    use sqlx::{Connection, Row};

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

    /// A database with a table of numbers, and the folder that contains it.
    struct Case {
        database: Database,
        _folder: tempfile::TempDir,
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
            sqlx::raw_sql("CREATE TABLE numbers (number BIGINT NOT NULL UNIQUE)")
                .execute(database.pool())
                .await
                .unwrap();
            Self { database, _folder: folder, postgres }
        }

        async fn on_sqlite() -> Self {
            let folder = tempfile::tempdir().unwrap();
            Self::open(format!("sqlite://{}", folder.path().join("test.db").display()), folder, None).await
        }

        /// Creates a database on the PostgreSQL at `TEST_POSTGRES_URL`. Tests that call this are marked `#[ignore]`.
        async fn on_postgres() -> Self {
            let server =
                std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names the PostgreSQL for the tests");
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

        /// Writes one number to the board.
        async fn write_number(&self, number: i64) -> Result<(), StoreError> {
            self.database.write_to_board(board(), move |connection| Box::pin(insert(connection, number)), |()| {}).await
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
                    |()| {},
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
            let (resume, notified) = oneshot::channel::<()>();
            let mut abandoned = Box::pin(case.database.write_to_board(
                board(),
                |connection| {
                    Box::pin(async move {
                        insert(connection, 1).await?;
                        _ = notified.await;
                        insert(connection, 2).await
                    })
                },
                |()| {},
            ));
            assert!((&mut abandoned).now_or_never().is_none(), "the write is in progress");
            drop(abandoned);
            resume.send(()).unwrap();
            case.write_number(3).await.unwrap();
            assert_eq!(case.numbers().await, [1, 2, 3]);
        }

        async fn panic_outside_a_write_rolls_back_only_its_batch(case: Case) {
            let panicking = case.database.write_to_board::<(), StoreError, _>(board(), |_| panic!("in a test"), |()| {});
            let (failed, _) = tokio::join!(panicking, case.write_number(1));
            assert!(matches!(failed, Err(StoreError::Unavailable)));
            // Later writes still succeed.
            let later = tokio::time::timeout(std::time::Duration::from_secs(20), case.write_number(2));
            later.await.expect("the queue continues").unwrap();
            assert!(case.numbers().await.contains(&2));
        }
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn postgres_rejects_writes_when_the_board_queue_is_full() {
        let case = Case::on_postgres().await;
        let (resume, notified) = oneshot::channel::<()>();
        let (started, has_begun) = oneshot::channel::<()>();
        let first = case.database.write_to_board(
            board(),
            |_| {
                Box::pin(async move {
                    _ = started.send(());
                    _ = notified.await;
                    Ok::<(), StoreError>(())
                })
            },
            |()| {},
        );
        let mut first = Box::pin(first);
        assert!((&mut first).now_or_never().is_none());
        has_begun.await.unwrap();
        let mut waiting: Vec<_> =
            (0..MAX_QUEUED_WRITES as i64).map(|number| Box::pin(case.write_number(number))).collect();
        assert!(waiting.iter_mut().all(|write| write.now_or_never().is_none()), "the writes are queued");
        assert!(matches!(case.write_number(-1).await, Err(StoreError::Unavailable)));
        resume.send(()).unwrap();
        first.await.unwrap();
        assert!(join_all(waiting).await.into_iter().all(|written| written.is_ok()));
        assert_eq!(case.numbers().await.len(), MAX_QUEUED_WRITES, "nothing of them is lost");
        case.write_number(-1).await.unwrap();
        case.remove().await;
    }
}
