//! The table of background jobs, with their handlers.

use crate::Deps;
use std::time::Duration;
use twentyfour_domain::backups::{self, ScheduledBackupError};
use twentyfour_domain::search::indexing;
use twentyfour_domain::services::Context;
use twentyfour_domain::webhooks::{self, DeliveryDeps};
use twentyfour_domain::{DomainError, attachments, deletion, inbox, logins, notes, ops, trash};
use twentyfour_jobs::mails::{self, MailDeps};
use twentyfour_jobs::{Job, Lease, RecurringJob};
use twentyfour_model::{AttachmentSettings, BackupSettings, Config, OpRetention};

/// The time between two runs of the jobs that clean up, in milliseconds.
const CLEANUP_INTERVAL_MS: i64 = 60 * 60 * 1_000;

/// The time until changed texts can be found.
const INDEX_INTERVAL: Duration = Duration::from_secs(2);

/// The time until events are sent to webhooks, also those that another server could not send.
const WEBHOOK_INTERVAL: Duration = Duration::from_secs(2);

/// The time between two checks which inboxes are to be mailed, in milliseconds.
const INBOX_MAIL_INTERVAL_MS: i64 = 60 * 1_000;

/// The time between two searches for cards that are due soon, in milliseconds.
const DUE_SOON_INTERVAL_MS: i64 = 5 * 60 * 1_000;

/// The time between two searches for files without an attachment, in milliseconds. Each lists all files.
const ATTACHMENT_INTERVAL_MS: i64 = 24 * 60 * 60 * 1_000;

/// Returns the background jobs of a server: first the delivery of mail, which ends when the outbox is closed, then the
/// recurring jobs, which run until the process ends. Of several servers on one database, one runs each of them.
pub fn jobs(deps: &Deps, config: &Config) -> Vec<Job> {
    let retention = config.op_retention;
    let mut jobs = vec![
        mails::job(mail_deps(deps)),
        cleanup(
            deps,
            "purge_trash",
            "cannot purge the trash, retrying",
            |deps| async move { purge_trash(&deps).await },
        ),
        cleanup(deps, "delete_expired", "cannot delete expired rows, retrying", |deps| async move {
            delete_expired(&deps).await
        }),
        cleanup(deps, "purge_accounts", "cannot delete an account, retrying", |deps| async move {
            purge_accounts(&deps).await
        }),
        index_job(deps),
        cleanup(deps, "index_search", "cannot index all texts for search, retrying", |deps| async move {
            index_all(&deps).await
        }),
        cleanup(deps, "trim_ops", "cannot trim the stored changes, retrying", move |deps| async move {
            trim_ops(&deps, retention).await
        }),
    ];
    jobs.push(attachment_job(deps, config.attachments.clone()));
    jobs.push(due_soon_job(deps));
    jobs.extend(webhook_deps(deps).map(webhook_job));
    // Without a mail server, mails are written to the log, which must not contain comments.
    if config.mail.is_some() {
        jobs.push(inbox_mail_job(deps));
    }
    jobs.extend(config.backups.clone().map(|backups| backup_job(deps, backups)));
    jobs
}

/// Makes a job that runs every hour.
fn cleanup<F>(
    deps: &Deps,
    name: &'static str,
    failure: &'static str,
    handler: impl Fn(Deps) -> F + Send + Sync + 'static,
) -> Job
where
    F: Future<Output = Result<(), DomainError>> + Send + 'static,
{
    let (deps, job) = (deps.clone(), RecurringJob { name, interval_ms: CLEANUP_INTERVAL_MS, failure });
    job.on(deps.database.clone(), deps.clock.clone(), move |_| handler(deps.clone()))
}

/// Makes the job that indexes for search what this server has changed.
fn index_job(deps: &Deps) -> Job {
    let deps = deps.clone();
    Job::new(INDEX_INTERVAL, "cannot index changed texts for search, retrying within the hour", move || {
        let deps = deps.clone();
        async move { indexing::index_changed(&deps.database, &deps.live).await }
    })
}

/// Makes the job that sends events to webhooks.
fn webhook_job(deps: DeliveryDeps) -> Job {
    Job::new(WEBHOOK_INTERVAL, "cannot read the events for webhooks, retrying", move || {
        let deps = deps.clone();
        async move { webhooks::deliver_due(&deps).await }
    })
}

/// Returns the dependencies of webhooks, or `None` if TLS is not available.
fn webhook_deps(deps: &Deps) -> Option<DeliveryDeps> {
    Some(DeliveryDeps {
        context: Context::new(deps.database.clone(), deps.clock.clone()),
        http: deps.public_http.clone()?,
        outbox: deps.outbox.clone(),
    })
}

/// Sends all due events to webhooks.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn deliver_webhooks(deps: &Deps) -> Result<(), DomainError> {
    match webhook_deps(deps) {
        Some(deps) => webhooks::deliver_due(&deps).await,
        None => Ok(()),
    }
}

/// Indexes for search whatever is not indexed yet.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn index_all(deps: &Deps) -> Result<(), DomainError> {
    indexing::index_all(&deps.database).await
}

/// Makes the job that notifies members of cards that are due soon.
fn due_soon_job(deps: &Deps) -> Job {
    let job = RecurringJob {
        name: "due_soon",
        interval_ms: DUE_SOON_INTERVAL_MS,
        failure: "cannot notify members of cards that are due soon, retrying",
    };
    let deps = deps.clone();
    job.on(deps.database.clone(), deps.clock.clone(), move |lease| {
        let deps = deps.clone();
        async move { notify_due_soon(&deps, Some(&lease)).await }
    })
}

/// Notifies members of cards that are due soon, unless another server has taken the job over from `lease`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn notify_due_soon(deps: &Deps, lease: Option<&Lease>) -> Result<(), DomainError> {
    inbox::notify_due_soon(&deps.database, &deps.clock, &deps.live, lease).await
}

/// Makes the job that queues mails about inboxes.
fn inbox_mail_job(deps: &Deps) -> Job {
    let job = RecurringJob {
        name: "inbox_mails",
        interval_ms: INBOX_MAIL_INTERVAL_MS,
        failure: "cannot queue mails about inboxes, retrying",
    };
    let deps = deps.clone();
    job.on(deps.database.clone(), deps.clock.clone(), move |_| {
        let deps = deps.clone();
        async move { queue_inbox_mails(&deps).await }
    })
}

/// Queues mails to the accounts whose inboxes are due.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn queue_inbox_mails(deps: &Deps) -> Result<(), DomainError> {
    inbox::queue_mails(&deps.database, &deps.clock, &deps.outbox).await
}

/// Makes the job that deletes the files of attachments that are gone.
fn attachment_job(deps: &Deps, settings: AttachmentSettings) -> Job {
    let job = RecurringJob {
        name: "delete_attachments",
        interval_ms: ATTACHMENT_INTERVAL_MS,
        failure: "cannot delete the files of deleted attachments, retrying",
    };
    let deps = deps.clone();
    job.on(deps.database.clone(), deps.clock.clone(), move |_| {
        let (deps, settings) = (deps.clone(), settings.clone());
        async move { delete_attachments(&deps, &settings).await }
    })
}

/// Deletes the files of attachments that were deleted permanently, and those of interrupted uploads.
///
/// # Errors
/// Returns an error if the database or the store fails.
pub async fn delete_attachments(deps: &Deps, settings: &AttachmentSettings) -> Result<(), DomainError> {
    attachments::delete_unused(&deps.database, settings, (deps.clock)()).await
}

/// Makes the job that copies the database.
fn backup_job(deps: &Deps, settings: BackupSettings) -> Job {
    let job = RecurringJob {
        name: "backup",
        interval_ms: settings.every_hours.saturating_mul(60 * 60 * 1_000),
        failure: "cannot back up the database, retrying",
    };
    let deps = deps.clone();
    job.on(deps.database.clone(), deps.clock.clone(), move |_| {
        let (deps, settings) = (deps.clone(), settings.clone());
        async move { back_up(&deps, &settings).await }
    })
}

/// Copies the database into the folder or the object store of backups, and deletes the oldest ones.
///
/// # Errors
/// Returns an error if the copy cannot be made or stored, or an old one cannot be deleted.
pub async fn back_up(deps: &Deps, settings: &BackupSettings) -> Result<(), ScheduledBackupError> {
    backups::back_up(&deps.database, settings, (deps.clock)()).await
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

/// Deletes expired tokens, logins, links and entries of inboxes.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn delete_expired(deps: &Deps) -> Result<(), DomainError> {
    logins::delete_expired(&deps.database, (deps.clock)()).await?;
    inbox::trim(&deps.database).await
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
