//! The inbox of an account: reading it, marking entries as read, and mailing what is unread.

use crate::error::DomainError;
use crate::policy;
use crate::services::{ChangeDeps, Context};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{InboxMails, PreferencesUpdate};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::inbox::{INBOX_DAYS, InboxReadRequest, InboxReadResponse, InboxResponse, MAX_INBOX_ENTRIES};
use core_wasm::protocol::time::Timestamp;
use twentyfour_jobs::mails::{self, InboxMail, Outbox};
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{Actor, Clock, MailKind, NewMail, token};
use twentyfour_store::inbox::{self, DueMailings, NewEntry};
use twentyfour_store::{Connection, Database, preferences};

/// The number of entries in a response.
const PAGE_ENTRIES: usize = 50;

/// How long an entry waits before it is mailed instantly, in milliseconds: several are mailed together, and entries that are
/// read meanwhile are not mailed.
const INSTANT_DELAY_MS: i64 = 2 * 60 * 1_000;

/// How long an entry waits before it is mailed once a day, in milliseconds.
const DAILY_DELAY_MS: i64 = 60 * 60 * 1_000;

/// Entries that are older are not mailed any more, in milliseconds: mails were off, or the mail server was not configured.
const MAX_MAILED_AGE_MS: i64 = 3 * MILLIS_PER_DAY;

/// The maximum number of inboxes that a run of the job mails.
const MAX_MAILINGS: i64 = 200;

/// The maximum number of entries in a mail.
const MAX_MAILED_ENTRIES: usize = 20;

/// Returns the latest entries of an account's inbox, or the latest before one of them.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(context: &Context, account: Actor, before: Option<Id>) -> Result<InboxResponse, DomainError> {
    let (owner, now) = (policy::owner_of(account), context.now());
    let mut snapshot = context.database.snapshot().await?;
    let mut entries = inbox::list(&mut snapshot, owner, before, count(PAGE_ENTRIES + 1), now).await?;
    let unread_count = inbox::count_unread(&mut *snapshot, owner, now).await?;
    snapshot.commit().await?;
    let has_more = entries.len() > PAGE_ENTRIES;
    entries.truncate(PAGE_ENTRIES);
    Ok(InboxResponse { unread_count: u32::try_from(unread_count).unwrap_or_default(), entries, has_more })
}

fn count(entries: usize) -> i64 {
    i64::try_from(entries).unwrap_or(i64::MAX)
}

/// Marks entries of an account's inbox as read or unread, and announces that to its other devices.
///
/// # Errors
/// Returns `ErrorCode::BodyInvalid` if there are too many ids, or an error if the database fails.
pub async fn mark(
    deps: &ChangeDeps,
    account: Actor,
    request: InboxReadRequest,
) -> Result<InboxReadResponse, DomainError> {
    let InboxReadRequest { entry_ids, until, is_read } = request;
    if entry_ids.len() > MAX_INBOX_ENTRIES {
        return Err(ErrorCode::BodyInvalid.into());
    }
    let owner = policy::owner_of(account);
    let (database, live) = (&deps.context.database, deps.live.clone());
    database
        .write(move |connection| {
            Box::pin(async move { inbox::mark(connection, owner, &entry_ids, until, is_read).await })
        })
        .await?;
    live.announce_inbox(account.id);
    let unread_count = inbox::count_unread(database.pool(), owner, deps.context.now()).await?;
    Ok(InboxReadResponse { unread_count: u32::try_from(unread_count).unwrap_or_default() })
}

/// Adds entries to inboxes in the caller's transaction. After the commit, announce that to each account.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn add(
    connection: &mut Connection,
    entries: Vec<NewEntry>,
    now: Timestamp,
) -> Result<(), DomainError> {
    Ok(inbox::insert(connection, entries, now, now.plus_millis(INBOX_DAYS * MILLIS_PER_DAY)).await?)
}

/// Deletes the oldest entries of inboxes that are too long.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn trim(database: &Database) -> Result<(), DomainError> {
    let limit = count(MAX_INBOX_ENTRIES);
    for account_id in inbox::too_long(database.pool(), limit).await? {
        database
            .write(move |connection| Box::pin(async move { inbox::trim(connection, account_id, limit).await }))
            .await?;
    }
    Ok(())
}

/// Queues mails to the accounts whose inboxes are due, as each has chosen.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn queue_mails(database: &Database, clock: &Clock, outbox: &Outbox) -> Result<(), DomainError> {
    let now = clock();
    let due = DueMailings {
        instant_until: now.plus_millis(-INSTANT_DELAY_MS),
        daily_until: now.plus_millis(-DAILY_DELAY_MS),
        mailed_until: now.plus_millis(-MILLIS_PER_DAY),
        not_before: now.plus_millis(-MAX_MAILED_AGE_MS),
    };
    let accounts = inbox::due_mailings(database.pool(), due, MAX_MAILINGS).await?;
    for (account_id, recipient) in &accounts {
        let (account_id, recipient) = (*account_id, recipient.clone());
        database
            .write(move |connection| Box::pin(async move { queue_mail(connection, account_id, recipient, now).await }))
            .await?;
    }
    if !accounts.is_empty() {
        outbox.wake();
    }
    Ok(())
}

async fn queue_mail(
    connection: &mut Connection,
    account_id: Id,
    recipient: String,
    now: Timestamp,
) -> Result<(), DomainError> {
    let mut entry_ids = inbox::unmailed(connection, account_id, count(MAX_MAILED_ENTRIES + 1), now).await?;
    // Another server may have mailed them, or the account has left the boards.
    if !inbox::mark_mailed(connection, account_id).await? || entry_ids.is_empty() {
        return Ok(());
    }
    let has_more = entry_ids.len() > MAX_MAILED_ENTRIES;
    entry_ids.truncate(MAX_MAILED_ENTRIES);
    let unsubscribe_token = inbox::record_mailing(connection, account_id, &token::random_token(), now).await?;
    let mail = NewMail {
        id: Id::from_parts(now.millis().unsigned_abs(), &token::random_bytes()),
        kind: MailKind::Inbox,
        recipient,
        account_id: Some(account_id),
    };
    let parameters = InboxMail { entry_ids, has_more, unsubscribe_token };
    Ok(mails::queue_with_parameters(connection, &mail, &twentyfour_store::json(&parameters), now).await?)
}

/// Turns the mails of an inbox off, by the token of the link in such a mail. Repeating it has no further effect.
///
/// # Errors
/// Returns `ErrorCode::LinkInvalid` if the token is unknown, or an error if the database fails.
pub async fn unsubscribe(deps: &ChangeDeps, token: &str) -> Result<(), DomainError> {
    let account_id = inbox::account_of_token(deps.context.database.pool(), token).await?;
    let account_id = account_id.ok_or(ErrorCode::LinkInvalid)?;
    deps.context
        .database
        .write(move |connection| {
            Box::pin(async move {
                let update = PreferencesUpdate { inbox_mails: Some(InboxMails::Off), ..PreferencesUpdate::default() };
                preferences::update(connection, policy::owner_for_operator(account_id), &update).await
            })
        })
        .await?;
    deps.live.announce_preferences(account_id, None);
    Ok(())
}
