//! Single statements outside a transaction. One that fails for a reason that passes is run again, like a write.

use crate::db::WriteFuture;
use crate::error::{is_connection_lost, transient_code};
use crate::time_limit::{TimeLimit, release, release_after};
use crate::writes::Retries;
use crate::{StoreError, WriteError};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryStreamExt};
use sqlx::any::{AnyArguments, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Connection, Either, Execute, Executor, SqlStr};
use tokio::time::Instant;

/// The connections of a database, for single statements that may be run several times: reads, and writes that have the
/// same effect then, such as `NOTIFY`, or whose repeated effect does no harm, such as an attempt that a rate limit counts
/// twice. Other writes must use [`crate::Database::write`]. A statement is run again, for up to 3 seconds, if it fails because
/// of other transactions, and once if its connection was lost: it may have succeeded before. Clones share the connections.
///
/// It is an executor of sqlx whose streams are read to their end before they return the first row. Long results are
/// read with [`Self::acquire`] or [`crate::Database::snapshot`].
#[derive(Clone, Debug)]
pub struct ReadPool {
    pool: AnyPool,
    limit: TimeLimit,
}

impl ReadPool {
    pub(crate) fn new(pool: AnyPool, limit: TimeLimit) -> Self {
        Self { pool, limit }
    }

    /// Returns a connection, for a result that is read row by row. Its statements are not run again.
    ///
    /// # Errors
    /// Returns an error if no connection is available.
    pub async fn acquire(&self) -> Result<PoolConnection<Any>, sqlx::Error> {
        self.pool.acquire().await
    }

    /// Runs `work` with a connection, and again if it fails for a reason that passes. It must change nothing.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if no connection is available.
    pub async fn run<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let mut attempts = Attempts::new();
        loop {
            let outcome = self.run_once(&work).await;
            match Failure::of_outcome(&outcome) {
                Some(failure) if attempts.may_repeat(failure).await => {}
                _ => return outcome,
            }
        }
    }

    async fn run_once<T, E, F>(&self, work: &F) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let mut connection = self.pool.acquire().await.map_err(StoreError::from)?;
        let outcome = self.limit.apply_to_write(work(&mut connection)).await;
        release_after(connection, &outcome);
        outcome
    }

    /// Runs `work` like [`Self::run`], in a transaction that begins with a statement.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database fails.
    pub(crate) async fn run_in_transaction<T, E, F>(&self, begin: &'static str, work: F) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let mut attempts = Attempts::new();
        loop {
            let outcome = self.run_in_transaction_once(begin, &work).await;
            match Failure::of_outcome(&outcome) {
                Some(failure) if attempts.may_repeat(failure).await => {}
                _ => return outcome,
            }
        }
    }

    async fn run_in_transaction_once<T, E, F>(&self, begin: &'static str, work: &F) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> Fn(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let mut connection = self.pool.acquire().await.map_err(StoreError::from)?;
        let attempt = async {
            let mut transaction = connection.begin_with(begin).await.map_err(StoreError::from)?;
            let value = work(&mut transaction).await?;
            transaction.commit().await.map_err(StoreError::from)?;
            Ok(value)
        };
        let outcome = self.limit.apply_to_write(attempt).await;
        release_after(connection, &outcome);
        outcome
    }

    async fn fetch_all_once(&self, statement: Statement) -> Result<Vec<Either<AnyQueryResult, AnyRow>>, sqlx::Error> {
        let mut connection = self.pool.acquire().await?;
        let outcome = self.limit.apply(connection.fetch_many(statement).try_collect()).await.flatten();
        release(connection, outcome.as_ref().err());
        outcome
    }

    async fn fetch_optional_once(&self, statement: Statement) -> Result<Option<AnyRow>, sqlx::Error> {
        let mut connection = self.pool.acquire().await?;
        let outcome = self.limit.apply(connection.fetch_optional(statement)).await.flatten();
        release(connection, outcome.as_ref().err());
        outcome
    }
}

/// Why a read may succeed if it is run again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Failure {
    /// Other transactions.
    Conflict,
    /// The connection was lost.
    ConnectionLost,
}

impl Failure {
    fn of(error: &sqlx::Error) -> Option<Self> {
        if transient_code(error).is_some() {
            return Some(Self::Conflict);
        }
        is_connection_lost(error).then_some(Self::ConnectionLost)
    }

    fn of_outcome<T, E: WriteError>(outcome: &Result<T, E>) -> Option<Self> {
        let error = outcome.as_ref().err().and_then(WriteError::store_error);
        error.and_then(StoreError::as_database).and_then(Self::of)
    }
}

/// Decides whether a read is run again.
struct Attempts {
    retries: Retries,
    /// Whether a connection was lost before. If a second one is lost, the database is unavailable.
    was_lost: bool,
}

impl Attempts {
    fn new() -> Self {
        Self { retries: Retries::since(Instant::now()), was_lost: false }
    }

    /// Returns whether the read may succeed now, after a pause.
    async fn may_repeat(&mut self, failure: Failure) -> bool {
        let may_repeat = match failure {
            Failure::Conflict => self.retries.pause_after_conflict().await,
            Failure::ConnectionLost => !std::mem::replace(&mut self.was_lost, true) && !self.retries.is_over(),
        };
        if may_repeat {
            tracing::debug!(?failure, "read failed, retrying");
        }
        may_repeat
    }
}

/// A statement with its values, which can be run several times.
#[derive(Clone)]
struct Statement {
    sql: SqlStr,
    /// `None` if the statement is not prepared.
    arguments: Option<Values>,
    is_persistent: bool,
}

/// The values of a statement. Clones share texts and bytes.
struct Values(AnyArguments);

impl Clone for Values {
    fn clone(&self) -> Self {
        let mut arguments = AnyArguments::default();
        arguments.values.0.clone_from(&self.0.values.0);
        Self(arguments)
    }
}

impl Statement {
    fn new<'q>(mut query: impl Execute<'q, Any>) -> Result<Self, sqlx::Error> {
        let arguments = query.take_arguments().map_err(sqlx::Error::Encode)?.map(Values);
        let is_persistent = query.persistent();
        Ok(Self { sql: query.sql(), arguments, is_persistent })
    }
}

impl Execute<'_, Any> for Statement {
    fn sql(self) -> SqlStr {
        self.sql
    }

    fn statement(&self) -> Option<&AnyStatement> {
        None
    }

    fn take_arguments(&mut self) -> Result<Option<AnyArguments>, sqlx::error::BoxDynError> {
        Ok(self.arguments.take().map(|values| values.0))
    }

    fn persistent(&self) -> bool {
        self.is_persistent
    }
}

impl<'p> Executor<'p> for &'p ReadPool {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<AnyQueryResult, AnyRow>, sqlx::Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let statement = Statement::new(query);
        let all = async move {
            let (statement, mut attempts) = (statement?, Attempts::new());
            loop {
                let outcome = self.fetch_all_once(statement.clone()).await;
                let failure = outcome.as_ref().err().and_then(Failure::of);
                match failure {
                    Some(failure) if attempts.may_repeat(failure).await => {}
                    _ => return outcome.map(|rows| stream::iter(rows.into_iter().map(Ok))),
                }
            }
        };
        stream::once(all).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<AnyRow>, sqlx::Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let statement = Statement::new(query);
        async move {
            let (statement, mut attempts) = (statement?, Attempts::new());
            loop {
                let outcome = self.fetch_optional_once(statement.clone()).await;
                let failure = outcome.as_ref().err().and_then(Failure::of);
                match failure {
                    Some(failure) if attempts.may_repeat(failure).await => {}
                    _ => return outcome,
                }
            }
        }
        .boxed()
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, Result<AnyStatement, sqlx::Error>>
    where
        'p: 'e,
    {
        self.pool.prepare_with(sql, parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Database;
    use crate::test_databases::TestDatabase;
    use std::time::{Duration, Instant};

    /// Creates `fail_at(codes)`: the n-th call since the last reset fails with the n-th code, and a call without a code returns its
    /// number. "lost" ends the connection.
    const FUNCTIONS: &str = "CREATE SEQUENCE calls; \
         CREATE FUNCTION fail_at(codes TEXT[]) RETURNS TEXT VOLATILE LANGUAGE plpgsql AS $$ \
         DECLARE number BIGINT := nextval('calls'); \
         BEGIN \
             IF codes[number] = 'lost' THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); END IF; \
             IF codes[number] IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = codes[number]; END IF; \
             RETURN CAST(number AS TEXT); \
         END $$";

    /// Runs the three kinds of reads with the failures, and returns their results.
    async fn read(database: &Database, codes: &'static str) -> [Result<String, StoreError>; 3] {
        let sql = move || sqlx::AssertSqlSafe(format!("SELECT fail_at('{{{codes}}}')"));
        let reset = async || {
            sqlx::raw_sql("ALTER SEQUENCE calls RESTART").execute(database.pool()).await.unwrap();
        };
        reset().await;
        let all = sqlx::query_scalar(sql()).fetch_all(database.pool()).await.map(|rows: Vec<String>| rows.concat());
        reset().await;
        let one = sqlx::query_scalar(sql()).fetch_one(database.pool()).await;
        reset().await;
        let run = database.pool().run(move |connection| {
            Box::pin(async move { Ok::<String, StoreError>(sqlx::query_scalar(sql()).fetch_one(connection).await?) })
        });
        [all.map_err(StoreError::from), one.map_err(StoreError::from), run.await]
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn read_is_repeated_while_its_failure_may_pass() {
        let test = TestDatabase::create().await;
        let database = Database::open(&test.url).await.unwrap();
        test.execute(FUNCTIONS).await;
        for (codes, expected) in
            [("", "1"), ("40001,40001", "3"), ("40P01,40001,40001", "4"), ("lost", "2"), ("40001,lost,40001", "4")]
        {
            for result in read(&database, codes).await {
                assert_eq!(result.unwrap(), expected, "{codes}");
            }
        }
        for codes in ["lost,lost", "22012", "40001,22012"] {
            for result in read(&database, codes).await {
                assert_eq!(result.unwrap_err().is_unavailable(), codes == "lost,lost", "{codes}");
            }
        }
        database.close().await;
        test.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn read_fails_after_3_s() {
        let test = TestDatabase::create().await;
        let database = Database::open(&test.url).await.unwrap();
        test.execute(
            "CREATE FUNCTION fail() RETURNS TEXT VOLATILE LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$",
        )
        .await;
        let began = Instant::now();
        let failed: Result<String, sqlx::Error> = sqlx::query_scalar("SELECT fail()").fetch_one(database.pool()).await;
        assert!(StoreError::from(failed.unwrap_err()).is_unavailable());
        assert!((Duration::from_secs(3)..Duration::from_secs(6)).contains(&began.elapsed()), "{:?}", began.elapsed());
        database.close().await;
        test.remove().await;
    }

    #[tokio::test]
    async fn values_of_a_statement_are_kept_for_the_next_attempt() {
        let query = || sqlx::query("SELECT $1, $2").bind("text").bind(5_i64).persistent(false);
        let statement = Statement::new(query()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        for _ in 0..2 {
            let row = database.pool().fetch_one(statement.clone()).await.unwrap();
            use sqlx::Row;
            assert_eq!((row.get::<String, _>(0), row.get::<i64, _>(1)), ("text".to_owned(), 5));
        }
        assert!(!statement.persistent());
    }
}
