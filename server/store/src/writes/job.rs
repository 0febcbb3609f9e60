//! The writes in a queue, whatever they write.

use super::super::db::WriteFuture;
use crate::announcements::StoredAnnouncement;
use crate::{StoreError, WriteError};
use core_wasm::protocol::language::Language;
use core_wasm::protocol::messages::{current_language, with_language};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::AnyConnection;
use std::any::{Any, TypeId};
use std::panic::AssertUnwindSafe;
use tokio::sync::oneshot;

/// The result of a write of a kind.
type WriteResult<W> = Result<<W as SharedWrite>::Output, <W as SharedWrite>::Error>;

/// The future of writes that share their statements: the result of each, or the error of a statement.
pub type SharedFuture<'c, W> = BoxFuture<'c, Result<Vec<WriteResult<W>>, <W as SharedWrite>::Error>>;

/// A write that can share its statements with others of its kind.
pub trait SharedWrite: Clone + Send + Sync + 'static {
    /// What a write returns.
    type Output: Send + 'static;
    /// Why a write is rejected.
    type Error: WriteError;

    /// Runs writes in the order in which they were queued, in a transaction of theirs, and returns their results. A
    /// rejected write must leave no changes.
    ///
    /// # Errors
    /// Returns an error if a statement fails. Then all changes are rolled back.
    fn run_all(connection: &mut AnyConnection, writes: Vec<Self>) -> SharedFuture<'_, Self>;
}

/// What follows from the value of a write when it is committed. A closure is called after the commit, and announces nothing
/// to other servers.
pub trait OnCommit<T>: Send + 'static {
    /// Returns what to announce to the other servers. It is stored in the transaction of the write. If that is run again, so is
    /// this.
    fn announcements(&mut self, value: &T) -> Vec<StoredAnnouncement>;

    /// Called after the commit.
    fn committed(self: Box<Self>, value: &T);
}

impl<T, F: FnOnce(&T) + Send + 'static> OnCommit<T> for F {
    fn announcements(&mut self, _: &T) -> Vec<StoredAnnouncement> {
        Vec::new()
    }

    fn committed(self: Box<Self>, value: &T) {
        self(value);
    }
}

/// A write in a queue. It can be run several times, and keeps the result of the last time until its transaction ends.
pub(crate) trait Job: Send {
    /// Runs the write alone. Returns whether its changes are to be kept.
    ///
    /// # Errors
    /// Returns an error that ends the transaction, and may pass.
    fn run<'a>(&'a mut self, connection: &'a mut AnyConnection) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Runs the write together with others for which [`Self::shares_with`] returned the same value.
    ///
    /// # Errors
    /// Returns an error if a shared statement fails. Then all changes must be rolled back.
    fn run_shared<'a>(
        &'a mut self,
        others: Vec<&'a mut dyn Job>,
        connection: &'a mut AnyConnection,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Returns the kind of writes with which this one can be run together, if any.
    fn shares_with(&self) -> Option<TypeId>;

    /// Returns what the write announces to other servers, if its changes are kept.
    fn announcements(&mut self) -> Vec<StoredAnnouncement>;

    /// Reports the result to the caller of the write.
    fn finish(self: Box<Self>, is_committed: bool);

    /// Returns the job, to find the jobs of one kind.
    fn as_any(&mut self) -> &mut dyn Any;
}

/// The result of a write, and the caller who waits for it.
struct Pending<T, E> {
    result: Option<Result<T, E>>,
    on_commit: Box<dyn OnCommit<T>>,
    sender: oneshot::Sender<Result<T, E>>,
}

impl<T: 'static, E: WriteError> Pending<T, E> {
    fn new(on_commit: impl OnCommit<T>) -> (Self, oneshot::Receiver<Result<T, E>>) {
        let (sender, receiver) = oneshot::channel();
        (Self { result: None, on_commit: Box::new(on_commit), sender }, receiver)
    }

    /// Keeps the result of a write. Returns whether its changes are to be kept.
    ///
    /// # Errors
    /// Returns an error that ends the transaction, and may pass.
    fn keep(&mut self, result: Result<T, E>) -> Result<bool, StoreError> {
        if let Err(error) = &result
            && let Some(transient) = error.store_error().and_then(StoreError::as_transient)
        {
            return Err(transient);
        }
        let is_kept = result.is_ok();
        self.result = Some(result);
        Ok(is_kept)
    }

    fn announcements(&mut self) -> Vec<StoredAnnouncement> {
        match &self.result {
            Some(Ok(value)) => self.on_commit.announcements(value),
            _ => Vec::new(),
        }
    }

    fn finish(self, is_committed: bool) {
        let result = match self.result {
            Some(Err(error)) => Err(error),
            Some(Ok(value)) if is_committed => {
                self.on_commit.committed(&value);
                Ok(value)
            }
            _ => Err(StoreError::Unavailable.into()),
        };
        // The receiver was dropped if the request was canceled.
        _ = self.sender.send(result);
    }
}

/// Runs a write, and turns its panic into an error.
async fn catch_panic<T, E: WriteError>(work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| Err(StoreError::Panicked.into()))
}

/// A write that shares only the transaction.
pub(crate) struct SingleWrite<F, T, E> {
    work: F,
    /// The language of the texts that it writes, such as the one of the mails that it queues.
    language: Language,
    pending: Pending<T, E>,
}

impl<F, T: 'static, E: WriteError> SingleWrite<F, T, E> {
    /// Makes the job of a write, with the channel on which its caller receives the result.
    pub(crate) fn new(work: F, on_commit: impl OnCommit<T>) -> (Self, oneshot::Receiver<Result<T, E>>) {
        let (pending, receiver) = Pending::new(on_commit);
        (Self { work, language: current_language(), pending }, receiver)
    }
}

impl<F, T, E> Job for SingleWrite<F, T, E>
where
    T: Send + 'static,
    E: WriteError,
    F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E> + Clone + Send + 'static,
{
    fn run<'a>(&'a mut self, connection: &'a mut AnyConnection) -> BoxFuture<'a, Result<bool, StoreError>> {
        let work = self.work.clone();
        Box::pin(async move {
            let run = with_language(self.language, async move { work(connection).await });
            let result = catch_panic(run).await;
            self.pending.keep(result)
        })
    }

    fn run_shared<'a>(
        &'a mut self,
        _: Vec<&'a mut dyn Job>,
        _: &'a mut AnyConnection,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        unreachable!("it shares no statements")
    }

    fn shares_with(&self) -> Option<TypeId> {
        None
    }

    fn announcements(&mut self) -> Vec<StoredAnnouncement> {
        self.pending.announcements()
    }

    fn finish(self: Box<Self>, is_committed: bool) {
        self.pending.finish(is_committed);
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// A write that shares its statements.
pub(crate) struct SharedWriteJob<W: SharedWrite> {
    write: W,
    pending: Pending<W::Output, W::Error>,
}

impl<W: SharedWrite> SharedWriteJob<W> {
    /// Makes the job of a write, with the channel on which its caller receives the result.
    pub(crate) fn new(write: W, on_commit: impl OnCommit<W::Output>) -> (Self, oneshot::Receiver<WriteResult<W>>) {
        let (pending, receiver) = Pending::new(on_commit);
        (Self { write, pending }, receiver)
    }
}

impl<W: SharedWrite> Job for SharedWriteJob<W> {
    fn run<'a>(&'a mut self, connection: &'a mut AnyConnection) -> BoxFuture<'a, Result<bool, StoreError>> {
        let write = self.write.clone();
        Box::pin(async move {
            let run = async move { W::run_all(connection, vec![write]).await?.pop().unwrap_or(Err(lost_result())) };
            let result = catch_panic(run).await;
            self.pending.keep(result)
        })
    }

    fn run_shared<'a>(
        &'a mut self,
        others: Vec<&'a mut dyn Job>,
        connection: &'a mut AnyConnection,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let others = others.into_iter().filter_map(|job| job.as_any().downcast_mut::<Self>());
            let jobs: Vec<&mut Self> = std::iter::once(self).chain(others).collect();
            let writes = jobs.iter().map(|job| job.write.clone()).collect();
            let run = async move { W::run_all(connection, writes).await };
            let results = catch_panic(run).await.map_err(|error| {
                let cause = error.store_error().and_then(StoreError::as_transient);
                cause.unwrap_or(StoreError::SharedWriteFailed)
            })?;
            let mut results = results.into_iter();
            for job in jobs {
                job.pending.keep(results.next().unwrap_or(Err(lost_result())))?;
            }
            Ok(())
        })
    }

    fn shares_with(&self) -> Option<TypeId> {
        Some(TypeId::of::<W>())
    }

    fn announcements(&mut self) -> Vec<StoredAnnouncement> {
        self.pending.announcements()
    }

    fn finish(self: Box<Self>, is_committed: bool) {
        self.pending.finish(is_committed);
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// The error of a write for which `run_all` returned no result.
fn lost_result<E: WriteError>() -> E {
    StoreError::Panicked.into()
}
