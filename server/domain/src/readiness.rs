//! Whether the server can handle requests: a write to the database, the queue of writes, and space on the disk.

use crate::DomainError;
use crate::cache::Cache;
use crate::services::Context;
use std::path::PathBuf;
use std::time::Duration;
use twentyfour_model::paths::free_bytes;
use twentyfour_store::{Database, health, mails, webhooks};

/// How long an outcome is reused, in milliseconds, so that requests cause few writes.
const OUTCOME_TTL_MS: i64 = 1_000;

/// How long the write may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(3);

/// The free space below which the disk counts as full, in bytes: enough for SQLite to checkpoint its log.
const MIN_FREE_BYTES: u64 = 64 << 20;

/// The dependencies of the check.
pub struct Readiness {
    context: Context,
    /// The folder on whose disk the data is.
    data_dir: PathBuf,
    outcome: Cache<(), ReadinessState>,
}

/// The outcome of one check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckOutcome {
    /// It succeeded.
    Ok,
    /// It failed; the reason is logged.
    Failing,
}

/// The outcomes of all checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadinessState {
    /// Whether a write to the database was committed.
    pub database: CheckOutcome,
    /// Whether the queue of writes has space.
    pub queue: CheckOutcome,
    /// Whether the disk has space.
    pub disk: CheckOutcome,
}

impl ReadinessState {
    /// Returns whether all checks succeeded.
    pub fn is_ready(self) -> bool {
        [self.database, self.queue, self.disk] == [CheckOutcome::Ok; 3]
    }
}

impl Readiness {
    /// Makes the check of a database, whose data is in `data_dir`.
    pub fn new(context: Context, data_dir: PathBuf) -> Self {
        Self { context, data_dir, outcome: Cache::new(1) }
    }
}

/// Checks whether the server can handle requests.
pub async fn check(readiness: &Readiness) -> ReadinessState {
    let now = readiness.context.now();
    readiness.outcome.get(&(), now, async { (run(readiness).await, OUTCOME_TTL_MS) }).await
}

async fn run(readiness: &Readiness) -> ReadinessState {
    let Readiness { context, data_dir, .. } = readiness;
    let outcome = |reason: Option<String>| match reason {
        None => CheckOutcome::Ok,
        Some(reason) => {
            tracing::warn!(reason, "server is not ready");
            CheckOutcome::Failing
        }
    };
    ReadinessState {
        database: outcome(write_probe(context).await.err()),
        queue: outcome(queue_problem(&context.database)),
        disk: outcome(disk_problem(data_dir)),
    }
}

/// Writes to the database.
async fn write_probe(context: &Context) -> Result<(), String> {
    let now = context.now();
    let write = context.database.write(move |connection| Box::pin(health::write_probe(connection, now)));
    match tokio::time::timeout(WRITE_TIMEOUT, write).await {
        Ok(written) => written.map_err(|error| format!("cannot write to the database: {error}")),
        Err(_) => Err(format!("the database did not commit a write within {WRITE_TIMEOUT:?}")),
    }
}

fn queue_problem(database: &Database) -> Option<String> {
    let waiting = database.queued_writes();
    (waiting > Database::MAX_QUEUED_WRITES / 2).then(|| format!("{waiting} writes wait for the database"))
}

fn disk_problem(data_dir: &std::path::Path) -> Option<String> {
    match free_bytes(data_dir) {
        Ok(free) if free < MIN_FREE_BYTES => Some(format!("the disk of {} has {free} bytes free", data_dir.display())),
        Ok(_) => None,
        Err(error) => Some(format!("cannot read the free space of {}: {error}", data_dir.display())),
    }
}

/// Returns the number of mails that wait to be sent.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn queued_mails(context: &Context) -> Result<i64, DomainError> {
    Ok(mails::count(context.database.pool()).await?)
}

/// Returns the number of events that wait to be sent to webhooks.
///
/// # Errors
/// Returns an error if the database does not respond.
pub async fn queued_webhook_deliveries(context: &Context) -> Result<i64, DomainError> {
    Ok(webhooks::count_waiting(context.database.pool()).await?)
}
