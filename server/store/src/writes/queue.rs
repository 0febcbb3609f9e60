//! The queue of writes, and the tasks that commit them in groups.

use super::job::Job;
use super::retry::Retries;
use super::{MAX_CONFLICTS, Transactions, close_if_broken, log_failure};
use crate::{StoreError, announcements};
use core_wasm::protocol::id::Id;
use futures_util::FutureExt;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, Connection};
use std::collections::{HashSet, VecDeque};
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::{Instrument, Span};
use twentyfour_model::TRACES;

/// The maximum number of writes per commit.
const MAX_WRITES_PER_COMMIT: usize = 64;

/// How many groups use a connection before it is returned to the pool, where others may wait for one.
const GROUPS_PER_CONNECTION: u64 = 16;

/// How often writes to one board may conflict with other transactions before those that wait for it are run.
const MAX_CONFLICTS_BEFORE_OTHERS: u32 = 8;

/// The maximum number of waiting writes. Further ones are rejected.
pub(crate) const MAX_QUEUED_WRITES: usize = 4_096;

/// A queue of writes. Clones share it.
#[derive(Clone)]
pub(crate) struct WriteQueue(Arc<Shared>);

struct Shared {
    transactions: Transactions,
    /// The thread of the workers (SQLite). Without it, they run on the threads of the server.
    thread: Option<WriteThread>,
    /// The maximum number of groups that are committed at once.
    max_workers: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<QueuedWrite>,
    /// The boards of the groups that are being committed. Writes to one board run one after another, so that its changes
    /// are announced in the order of their commits.
    busy_boards: HashSet<Id>,
    workers: usize,
}

/// A thread that runs and commits the writes. On the threads of the server, a worker would wait behind the requests that
/// its last group has answered.
pub(crate) struct WriteThread {
    runtime: Handle,
    /// Ends the thread when it is dropped.
    _stop: oneshot::Sender<()>,
}

impl WriteThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// Returns an error if the system refuses another thread.
    pub(crate) fn start() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_time().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let run = move || _ = runtime.block_on(stopped);
        std::thread::Builder::new().name("writes".to_owned()).spawn(run)?;
        Ok(Self { runtime: handle, _stop: stop })
    }
}

/// A waiting write.
struct QueuedWrite {
    job: Box<dyn Job>,
    /// The board to which it writes, if any.
    board_id: Option<Id>,
    queued_at: Instant,
    /// The span from now to the end of its commit.
    span: Span,
}

impl QueuedWrite {
    /// Returns whether the write may share a transaction with another one on PostgreSQL. The transactions of several servers lock
    /// the same boards. Each locks them in the order of their ids, so that they do not deadlock. Writes that share statements do
    /// so; others lock a board whenever they need it, so a transaction has only one of them.
    fn may_join(&self, first: &Self) -> bool {
        match (self.job.shares_with(), first.job.shares_with()) {
            (None, None) => self.board_id.is_none() && first.board_id.is_none(),
            (kind, other) => kind == other,
        }
    }
}

/// How the commit of a group ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommitOutcome {
    Committed,
    /// It failed for a reason that passes, until the deadline of its first write.
    Expired,
    /// It failed for another reason.
    Failed,
    /// It conflicted with other transactions. It has parts that may succeed alone, or others wait for it.
    Divided,
}

/// How the writes of a group are run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Writes of the same kind share their statements.
    Shared,
    /// Each write has its own statements and its own savepoint.
    OneByOne,
}

impl WriteQueue {
    /// Makes an empty queue. At most `max_workers` groups are committed at once, on `thread` if there is one.
    pub(crate) fn new(transactions: Transactions, max_workers: usize, thread: Option<WriteThread>) -> Self {
        Self(Arc::new(Shared { transactions, thread, max_workers, state: Mutex::default() }))
    }

    /// Queues a write, to a board or to something else.
    ///
    /// # Errors
    /// Returns [`StoreError::Unavailable`] if [`MAX_QUEUED_WRITES`] writes are waiting.
    pub(crate) fn push(&self, board_id: Option<Id>, job: impl Job + 'static) -> Result<(), StoreError> {
        let mut state = self.lock();
        if state.waiting.len() >= MAX_QUEUED_WRITES {
            return Err(StoreError::Unavailable);
        }
        let span = tracing::info_span!(target: TRACES, "write");
        state.waiting.push_back(QueuedWrite { job: Box::new(job), board_id, queued_at: Instant::now(), span });
        self.start_worker(&mut state);
        Ok(())
    }

    /// Starts a worker, if there may be another one.
    fn start_worker(&self, state: &mut State) {
        if state.workers < self.0.max_workers {
            state.workers += 1;
            match &self.0.thread {
                Some(thread) => thread.runtime.spawn(self.clone().work()),
                None => tokio::spawn(self.clone().work()),
            };
        }
    }

    /// Returns the number of waiting writes.
    pub(crate) fn len(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Commits groups until no write is waiting that could run now.
    async fn work(self) {
        // Kept from one group to the next, since the pool tests each connection that it gets back.
        let mut connection = None;
        for number in 1_u64.. {
            let mut parts = {
                let mut state = self.lock();
                let group = state.take_group(self.0.transactions.has_row_locks);
                if group.is_empty() {
                    state.workers -= 1;
                    return;
                }
                VecDeque::from([group])
            };
            while let Some(mut part) = parts.pop_front() {
                let span = tracing::info_span!(target: TRACES, parent: None, "commit", writes = part.len());
                part.iter().for_each(|write| _ = span.follows_from(&write.span));
                let began_at = Instant::now();
                let commit = self.commit(&mut part, !parts.is_empty(), &mut connection);
                match commit.instrument(span).await {
                    CommitOutcome::Divided => parts.extend(divide(part)),
                    outcome => {
                        let boards: HashSet<Id> = part.iter().filter_map(|write| write.board_id).collect();
                        self.finish(part, outcome);
                        if self.0.transactions.fails_after_waiting {
                            // Callers that write all the time can queue their next write before the check.
                            tokio::task::yield_now().await;
                            if self.has_waiting(&boards) {
                                self.0.transactions.yield_board(began_at.elapsed()).await;
                            }
                        }
                        let mut state = self.lock();
                        state.busy_boards.retain(|board_id| !boards.contains(board_id));
                        // Writes to these boards do not wait for the other parts.
                        if !parts.is_empty() && !state.waiting.is_empty() {
                            self.start_worker(&mut state);
                        }
                    }
                }
            }
            if number % GROUPS_PER_CONNECTION == 0 {
                connection = None;
            }
        }
    }

    /// Returns whether writes to some of these boards are waiting.
    fn has_waiting(&self, boards: &HashSet<Id>) -> bool {
        self.lock().waiting.iter().filter_map(|write| write.board_id).any(|board_id| boards.contains(&board_id))
    }

    /// Reports the results of writes to their callers. Those that can still be retried wait for the next group.
    fn finish(&self, mut writes: Vec<QueuedWrite>, outcome: CommitOutcome) {
        if outcome == CommitOutcome::Expired {
            let (expired, others) = writes.into_iter().partition(|write| Retries::since(write.queued_at).is_over());
            writes = expired;
            self.lock().put_back(others);
        }
        for write in writes {
            // A callback that panics must not stop the other callbacks.
            let finish = || write.job.finish(outcome == CommitOutcome::Committed);
            if std::panic::catch_unwind(AssertUnwindSafe(finish)).is_err() {
                tracing::error!("commit callback panicked");
            }
        }
    }

    /// Commits a group, with retries until the deadline of its first write, or for a few conflicts if others wait for it.
    async fn commit(
        &self,
        group: &mut [QueuedWrite],
        has_others: bool,
        connection: &mut Option<PoolConnection<Any>>,
    ) -> CommitOutcome {
        let Some(queued_at) = group.iter().map(|write| write.queued_at).min() else { return CommitOutcome::Committed };
        let (mut retries, mut mode) = (Retries::since(queued_at), Mode::Shared);
        loop {
            let attempt = self.0.transactions.run_group(connection, group, mode, retries.conflicts());
            match AssertUnwindSafe(attempt).catch_unwind().await {
                Ok(Ok(())) => return CommitOutcome::Committed,
                Ok(Err(StoreError::SharedWriteFailed)) if mode == Mode::Shared => mode = Mode::OneByOne,
                Ok(Err(error)) if error.is_transient() => {
                    if !retries.pause_after(&error).await {
                        log_failure(&error, group.len());
                        return CommitOutcome::Expired;
                    }
                    // A conflict on one board would fail the writes to all, again and again where many transactions meet.
                    let conflicts = retries.conflicts();
                    let is_divided = conflicts >= MAX_CONFLICTS && is_divisible(group);
                    if is_divided || (has_others && conflicts >= MAX_CONFLICTS_BEFORE_OTHERS) {
                        return CommitOutcome::Divided;
                    }
                }
                Ok(Err(error)) => {
                    log_failure(&error, group.len());
                    return CommitOutcome::Failed;
                }
                Err(_) => {
                    tracing::error!(writes = group.len(), "commit panicked, writes rolled back");
                    return CommitOutcome::Failed;
                }
            }
        }
    }

    /// Locks the state. A panic elsewhere is ignored, since the state is consistent after each step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a group has writes that can be committed without the others: to several boards, or to none.
fn is_divisible(group: &[QueuedWrite]) -> bool {
    group.windows(2).any(|pair| pair[0].board_id != pair[1].board_id || pair[0].board_id.is_none())
}

/// Divides a group into the writes to each board, in their order, and each of the others. One that has no parts stays as it
/// is.
fn divide(group: Vec<QueuedWrite>) -> Vec<Vec<QueuedWrite>> {
    let mut parts: Vec<Vec<QueuedWrite>> = Vec::new();
    for write in group {
        let is_same = |part: &&mut Vec<QueuedWrite>| write.board_id.is_some() && part[0].board_id == write.board_id;
        match parts.iter_mut().find(is_same) {
            Some(part) => part.push(write),
            None => parts.push(vec![write]),
        }
    }
    parts
}

impl State {
    /// Removes the next writes that may share a transaction and whose boards are not in another group, and marks their boards as
    /// busy. With row locks, they are in the order of their boards.
    fn take_group(&mut self, has_row_locks: bool) -> Vec<QueuedWrite> {
        let mut group: Vec<QueuedWrite> = Vec::new();
        // Writes to a board stay in their order.
        let (mut skipped_boards, mut index) = (HashSet::new(), 0);
        while index < self.waiting.len() && group.len() < MAX_WRITES_PER_COMMIT {
            let write = &self.waiting[index];
            let is_free = |id: &Id| !self.busy_boards.contains(id) && !skipped_boards.contains(id);
            let may_join = |first: &QueuedWrite| !has_row_locks || write.may_join(first);
            if write.board_id.as_ref().is_none_or(is_free) && group.first().is_none_or(may_join) {
                group.extend(self.waiting.remove(index));
            } else {
                skipped_boards.extend(write.board_id);
                index += 1;
            }
        }
        if has_row_locks {
            group.sort_by_key(|write| write.board_id);
        }
        self.busy_boards.extend(group.iter().filter_map(|write| write.board_id));
        group
    }

    /// Puts writes back to the front of the queue, in their order.
    fn put_back(&mut self, writes: Vec<QueuedWrite>) {
        for write in writes.into_iter().rev() {
            self.waiting.push_front(write);
        }
    }
}

impl Transactions {
    /// Runs the writes of a group in a transaction, and commits it. Uses the connection of the earlier group, and keeps it
    /// for the next one.
    ///
    /// # Errors
    /// Returns an error if the transaction fails, or [`StoreError::SharedWriteFailed`].
    async fn run_group(
        &self,
        kept: &mut Option<PoolConnection<Any>>,
        group: &mut [QueuedWrite],
        mode: Mode,
        conflicts: u32,
    ) -> Result<(), StoreError> {
        let mut connection = match kept.take() {
            Some(connection) if !self.pool.is_closed() => connection,
            _ => self.pool.acquire().await?,
        };
        let attempt = async {
            let mut transaction = connection.begin_with(self.begin(conflicts)).await?;
            run_group(&mut transaction, group, mode).await?;
            let announced = group.iter_mut().flat_map(|write| write.job.announcements()).collect();
            announcements::insert(&mut transaction, announced).await?;
            Ok(transaction.commit().await?)
        };
        let outcome = self.group_limit.apply_to_write(attempt).await;
        // After a failure, the pool tests the connection.
        *kept = close_if_broken(connection, &outcome).await.filter(|_| outcome.is_ok());
        outcome
    }
}

/// Runs the writes of a group in a transaction.
///
/// # Errors
/// Returns an error that ends the transaction, or [`StoreError::SharedWriteFailed`].
async fn run_group(connection: &mut AnyConnection, group: &mut [QueuedWrite], mode: Mode) -> Result<(), StoreError> {
    let mut rest = group;
    while let Some(first) = rest.first() {
        let kind = first.job.shares_with().filter(|_| mode == Mode::Shared);
        let is_same = |write: &&QueuedWrite| kind.is_some() && write.job.shares_with() == kind;
        let count = rest.iter().take_while(is_same).count();
        let (run, others) = rest.split_at_mut(count.max(1));
        rest = others;
        let Some((first, run)) = run.split_first_mut() else { break };
        match kind {
            Some(_) => {
                let shared = run.iter_mut().map(|write| &mut *write.job as &mut dyn Job).collect();
                first.job.run_shared(shared, connection).await?;
            }
            None => run_with_savepoint(connection, &mut *first.job).await?,
        }
    }
    Ok(())
}

/// Runs a write so that only its own changes are rolled back if it is rejected.
async fn run_with_savepoint(connection: &mut AnyConnection, job: &mut dyn Job) -> Result<(), StoreError> {
    sqlx::raw_sql("SAVEPOINT job").execute(&mut *connection).await?;
    let is_kept = job.run(connection).await?;
    // Without the release, savepoints would nest and SQLite would keep old pages for each.
    let end = if is_kept { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    sqlx::raw_sql(end).execute(connection).await?;
    Ok(())
}
