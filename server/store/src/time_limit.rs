//! Time limits for work on a PostgreSQL. If its machine fails without closing its connections, the kernel waits for a
//! response for about 15 minutes.

use crate::db::Engine;
use crate::{StoreError, WriteError};
use sqlx::any::AnyPoolOptions;
use sqlx::pool::PoolConnection;
use sqlx::{Any, Connection};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a single read or the commit of a group may take. Shorter than the client's timeout of 10 seconds, so that the
/// client receives the error.
const SHORT: Duration = Duration::from_secs(5);

/// How long another transaction may take. Some delete or copy many rows.
const LONG: Duration = Duration::from_secs(15);

/// How long an idle connection may take to respond before it is replaced.
const PING: Duration = Duration::from_secs(1);

/// How long work may take. SQLite has no limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLimit(Option<Duration>);

impl TimeLimit {
    /// Returns the limit of a single read or the commit of a group.
    pub(crate) fn short(engine: Engine) -> Self {
        Self((engine == Engine::Postgres).then_some(SHORT))
    }

    /// Returns the limit of another transaction.
    pub(crate) fn long(engine: Engine) -> Self {
        Self((engine == Engine::Postgres).then_some(LONG))
    }

    /// Waits for work with a connection. If it ends because of the limit, the connection must be closed ([`release`]):
    /// it may be in the middle of a message. Whether a commit has succeeded is then unknown, as if the connection was lost.
    ///
    /// # Errors
    /// Returns an error if the work takes too long.
    pub(crate) async fn apply<F: Future>(self, work: F) -> Result<F::Output, sqlx::Error> {
        match self.0 {
            None => Ok(work.await),
            Some(limit) => tokio::time::timeout(limit, work).await.map_err(|_| timed_out()),
        }
    }

    /// Waits for work like [`Self::apply`].
    ///
    /// # Errors
    /// Returns the error of the work, or an error if it takes too long.
    pub(crate) async fn apply_to_write<T, E: WriteError>(
        self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        self.apply(work).await.unwrap_or_else(|error| Err(StoreError::from(error).into()))
    }
}

fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the database did not respond in time"))
}

/// Returns whether the database did not respond in time.
pub(crate) fn is_timed_out(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

/// Returns a connection to its pool after work with it, or closes it, without waiting, if it did not respond in time. The
/// pool would wait for a response to its test.
pub(crate) fn release(connection: PoolConnection<Any>, error: Option<&sqlx::Error>) {
    if error.is_some_and(is_timed_out) {
        tracing::warn!("the database did not respond in time, closing the connection");
        drop(connection.detach());
    }
}

/// Releases a connection like [`release`], after work with this outcome.
pub(crate) fn release_after<T, E: WriteError>(connection: PoolConnection<Any>, outcome: &Result<T, E>) {
    let error = outcome.as_ref().err().and_then(WriteError::store_error);
    release(connection, error.and_then(StoreError::as_database));
}

/// Makes a pool of PostgreSQL test a connection before it is used, like sqlx does, but for a limited time. If a test takes
/// too long, the connections that were idle meanwhile are replaced without a test.
pub(crate) fn test_before_acquire(options: AnyPoolOptions) -> AnyPoolOptions {
    let timed_out_at = Arc::new(Mutex::new(None::<Instant>));
    options.test_before_acquire(false).before_acquire(move |connection, metadata| {
        let timed_out_at = timed_out_at.clone();
        Box::pin(async move {
            let last = *timed_out_at.lock().unwrap_or_else(PoisonError::into_inner);
            if last.is_some_and(|at| at.elapsed() < metadata.idle_for) {
                return Ok(false);
            }
            let Ok(tested) = tokio::time::timeout(PING, connection.ping()).await else {
                *timed_out_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                return Err(timed_out());
            };
            if let Err(error) = &tested {
                tracing::info!(%error, "idle connection to the database was lost, replacing it");
            }
            Ok(tested.is_ok())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Database;
    use crate::test_databases::TestDatabase;
    use core_wasm::protocol::id::Id;
    use futures_util::future::join_all;
    use tokio::io::copy_bidirectional;
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::watch;
    use twentyfour_model::PoolSettings;

    /// A proxy whose connections stop forwarding, without being closed, when the test increases a number. Connections that
    /// are opened afterwards work.
    async fn start_proxy(server: String) -> (String, watch::Sender<u32>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (freezes, _) = watch::channel(0);
        let sender = freezes.clone();
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (server, mut freezes) = (server.clone(), freezes.subscribe());
                let count = *freezes.borrow();
                tokio::spawn(async move {
                    let mut upstream = TcpStream::connect(server).await.unwrap();
                    tokio::select! {
                        _ = copy_bidirectional(&mut client, &mut upstream) => {}
                        () = async { _ = freezes.wait_for(|now| *now > count).await } => std::future::pending().await,
                    }
                });
            }
        });
        (address, sender)
    }

    /// Inserts a number in a write to a board, which takes some seconds.
    async fn insert(database: &Database, board: u64, number: i64, seconds: f64) -> Result<(), StoreError> {
        let write = database.write_to_board(
            Id::from_parts(board, &[7; 10]),
            move |connection| {
                Box::pin(async move {
                    let query = sqlx::query("INSERT INTO numbers (number) VALUES ($1)").bind(number);
                    query.execute(&mut *connection).await?;
                    sqlx::query("SELECT CAST(pg_sleep($1) AS TEXT)").bind(seconds).execute(connection).await?;
                    Ok::<_, StoreError>(())
                })
            },
            |_: &()| (),
        );
        write.await
    }

    /// Opens a database through a proxy that freezes its connections.
    async fn open_through_proxy(test: &TestDatabase, settings: PoolSettings) -> (Database, watch::Sender<u32>) {
        let (start, rest) = test.url.split_once('@').unwrap();
        let (server, path) = rest.split_once('/').unwrap();
        let (proxy, freezes) = start_proxy(server.to_owned()).await;
        (Database::open_with(&format!("{start}@{proxy}/{path}"), settings).await.unwrap(), freezes)
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn snapshot_that_does_not_respond_gives_its_connection_back() {
        let test = TestDatabase::create().await;
        let settings = PoolSettings { max_connections: Some(1), ..PoolSettings::default() };
        let (database, freezes) = open_through_proxy(&test, settings).await;
        let mut snapshot = database.snapshot().await.unwrap();
        freezes.send_modify(|count| *count += 1);
        let read = sqlx::query("SELECT 1").execute(&mut *snapshot);
        tokio::time::timeout(Duration::from_millis(200), read).await.unwrap_err();
        drop(snapshot);
        let began = Instant::now();
        while database.check().await.is_err() {
            assert!(began.elapsed() < Duration::from_secs(10), "the only connection is lost");
        }
        database.close().await;
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn locks_of_a_server_whose_machine_vanished_are_released() {
        let test = TestDatabase::create().await;
        let (vanishing, freezes) = open_through_proxy(&test, PoolSettings::default()).await;
        let other = Database::open(&test.url).await.unwrap();
        test.execute("CREATE TABLE numbers (number BIGINT PRIMARY KEY)").await;
        let (has_lock, mut locked) = watch::channel(false);
        let write = vanishing.write(move |connection| {
            let has_lock = has_lock.clone();
            Box::pin(async move {
                sqlx::query("INSERT INTO numbers (number) VALUES (1)").execute(connection).await?;
                has_lock.send_replace(true);
                std::future::pending::<Result<(), StoreError>>().await
            })
        });
        let others = async {
            locked.wait_for(|is_locked| *is_locked).await.unwrap();
            freezes.send_modify(|count| *count += 1);
            let began = Instant::now();
            insert(&other, 0, 1, 0.0).await.unwrap();
            began.elapsed()
        };
        tokio::select! {
            _ = write => panic!("the write never ends"),
            elapsed = others => assert!(elapsed < Duration::from_millis(4_500), "{elapsed:?}"),
        }
        other.close().await;
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn write_of_a_server_that_was_paused_is_undone_and_may_be_repeated() {
        let test = TestDatabase::create().await;
        let settings = PoolSettings { max_connections: Some(1), ..PoolSettings::default() };
        let database = Database::open_with(&test.url, settings).await.unwrap();
        test.execute("CREATE TABLE numbers (number BIGINT NOT NULL)").await;
        let write = |pause: Duration| {
            database.write(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT INTO numbers (number) VALUES (1)").execute(&mut *connection).await?;
                    tokio::time::sleep(pause).await;
                    sqlx::query("INSERT INTO numbers (number) VALUES (2)").execute(connection).await?;
                    Ok::<_, StoreError>(())
                })
            })
        };
        let error = write(Duration::from_secs(6)).await.unwrap_err();
        assert!(error.is_unavailable(), "{error}");
        write(Duration::ZERO).await.unwrap();
        let numbers: Vec<i64> =
            sqlx::query_scalar("SELECT number FROM numbers").fetch_all(database.pool()).await.unwrap();
        assert_eq!(numbers, [1, 2]);
        database.close().await;
        test.remove().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn writes_work_again_soon_after_the_machine_of_the_database_vanished() {
        let test = TestDatabase::create().await;
        let (database, freezes) = open_through_proxy(&test, PoolSettings::default()).await;
        test.execute("CREATE TABLE numbers (number BIGINT NOT NULL)").await;
        // Idle connections, which vanish too.
        let sleep = || sqlx::query("SELECT CAST(pg_sleep(0.3) AS TEXT)").execute(database.pool());
        join_all((0..8).map(|_| sleep())).await;

        let running = join_all((0..4).map(|board| insert(&database, board, 1, 1.0)));
        let read = async { sqlx::query("SELECT CAST(pg_sleep(1.0) AS TEXT)").execute(database.pool()).await };
        let others = async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            freezes.send_modify(|count| *count += 1);
            let began = Instant::now();
            for board in 0..4 {
                while insert(&database, board, 2, 0.0).await.is_err() {
                    assert!(began.elapsed() < Duration::from_secs(8), "board {board}");
                }
            }
            began.elapsed()
        };
        let (outcomes, read, elapsed) = tokio::join!(running, read, others);
        assert!(elapsed < Duration::from_secs(8), "{elapsed:?}");
        for outcome in outcomes {
            assert!(outcome.unwrap_err().is_unavailable(), "the commit may have succeeded, so it is not repeated");
        }
        assert!(StoreError::from(read.unwrap_err()).is_unavailable());
        let query = sqlx::query_scalar("SELECT number FROM numbers").fetch_all(database.pool());
        let numbers: Vec<i64> = query.await.unwrap();
        assert_eq!(numbers, [2; 4]);
        database.close().await;
        test.remove().await;
    }
}
