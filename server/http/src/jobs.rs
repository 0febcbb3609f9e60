//! The table of background jobs, with their handlers.

use crate::Deps;
use std::time::Duration;
use twentyfour_domain::{DomainError, deletion, logins, notes, ops, trash};
use twentyfour_jobs::Job;
use twentyfour_jobs::mails::{self, MailDeps};
use twentyfour_model::OpRetention;

/// How often the cleanup jobs run.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// Returns the background jobs of a server: first the delivery of mail, which ends when the outbox is closed, then the
/// cleanup jobs, which run until the process ends.
pub fn jobs(deps: &Deps, retention: OpRetention) -> [Job; 5] {
    [
        mails::job(mail_deps(deps)),
        cleanup(deps, "cannot purge the trash, retrying", |deps| async move { purge_trash(&deps).await }),
        cleanup(deps, "cannot delete expired rows, retrying", |deps| async move { delete_expired(&deps).await }),
        cleanup(deps, "cannot delete an account, retrying", |deps| async move { purge_accounts(&deps).await }),
        cleanup(deps, "cannot trim the stored changes, retrying", move |deps| async move {
            trim_ops(&deps, retention).await
        }),
    ]
}

/// Makes a job that runs every hour.
fn cleanup<F>(deps: &Deps, failure: &'static str, handler: impl Fn(Deps) -> F + Send + Sync + 'static) -> Job
where
    F: Future<Output = Result<(), DomainError>> + Send + 'static,
{
    let deps = deps.clone();
    Job::new(CLEANUP_INTERVAL, failure, move || handler(deps.clone()))
}

fn mail_deps(deps: &Deps) -> MailDeps {
    MailDeps { database: deps.database.clone(), clock: deps.clock.clone(), outbox: deps.outbox.clone() }
}

/// Sends all due mails.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn send_mails(deps: &Deps) -> Result<(), DomainError> {
    Ok(mails::send_due(&mail_deps(deps)).await?)
}

/// Permanently deletes the records that have been in the trash for 30 days.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn purge_trash(deps: &Deps) -> Result<(), DomainError> {
    let now = (deps.clock)();
    trash::purge(&deps.database, now).await?;
    notes::purge_trash(&deps.database, &deps.live, now).await
}

/// Deletes expired tokens, logins and links.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn delete_expired(deps: &Deps) -> Result<(), DomainError> {
    logins::delete_expired(&deps.database, (deps.clock)()).await
}

/// Removes the texts of changes beyond the retention.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn trim_ops(deps: &Deps, retention: OpRetention) -> Result<(), DomainError> {
    ops::trim(&deps.database, retention, (deps.clock)()).await
}

/// Permanently deletes the accounts whose deletion was requested 7 days ago.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn purge_accounts(deps: &Deps) -> Result<(), DomainError> {
    deletion::purge(&deps.database, &deps.live, (deps.clock)()).await
}
