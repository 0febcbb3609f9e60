//! The inbox of an account: reading it, marking entries as read, entries about cards that are due soon, and mailing what is
//! unread.

use crate::error::DomainError;
use crate::policy;
use crate::services::{ChangeDeps, Context};
use chrono::DateTime;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{InboxMails, Preferences, PreferencesUpdate};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::inbox::{
    INBOX_DAYS, InboxKind, InboxReadRequest, InboxReadResponse, InboxResponse, MAX_INBOX_ENTRIES,
};
use core_wasm::protocol::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use twentyfour_bus::{Live, News};
use twentyfour_jobs::Lease;
use twentyfour_jobs::mails::{self, InboxMail, Outbox};
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::time_zone::utc_offset;
use twentyfour_model::{Actor, Clock, MailKind, NewMail, token};
use twentyfour_store::inbox::{self, DueCard, DueMailings, DueWindow, NewEntry};
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

/// The maximum number of entries about cards that are due soon that a run of the job adds.
const MAX_DUE_SOON: usize = 2_000;

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
    let database = &deps.context.database;
    database
        .write_and_announce(
            move |connection| Box::pin(async move { inbox::mark(connection, owner, &entry_ids, until, is_read).await }),
            deps.live.announcer(move |(): &()| vec![News::Inbox { account_id: account.id }]),
        )
        .await?;
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

/// Notifies the members who watch a card or are assigned to it, once, when its due date comes within a day in their time zone.
/// Stops if another server has taken the job over from `lease`, which may have notified them.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn notify_due_soon(
    database: &Database,
    clock: &Clock,
    live: &Live,
    lease: Option<&Lease>,
) -> Result<(), DomainError> {
    let now = clock();
    // The offsets of all time zones are between these.
    let (from, until) = (local_minute(now, -12 * 60), local_minute(now.plus_millis(MILLIS_PER_DAY), 14 * 60));
    let mut by_offset: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for zone in inbox::zones_of_due_cards(database.pool(), day_of(&from), &until).await? {
        by_offset.entry(utc_offset(&zone, now)).or_default().push(zone);
    }
    let mut rest = MAX_DUE_SOON;
    for (offset, zones) in by_offset {
        let minute = local_minute(now, offset);
        let window = DueWindow {
            zones,
            today: day_of(&minute).to_owned(),
            until: local_minute(now.plus_millis(MILLIS_PER_DAY), offset),
            now: minute,
        };
        let due = inbox::due_soon(database.pool(), &window, count(rest)).await?;
        rest = rest.saturating_sub(due.len());
        if !due.is_empty() && !add_due_soon(database, live, due, now, lease.cloned()).await? {
            break;
        }
        if rest == 0 {
            break;
        }
    }
    Ok(())
}

/// Adds entries about cards. Returns false, and adds none, if the lease has ended.
async fn add_due_soon(
    database: &Database,
    live: &Live,
    due: Vec<DueCard>,
    now: Timestamp,
    lease: Option<Lease>,
) -> Result<bool, DomainError> {
    let notified: BTreeSet<Id> = due.iter().map(|card| card.user_id).collect();
    let entry = move |DueCard { user_id, board_id, card_id, due_date }: DueCard| NewEntry {
        id: Id::from_parts(now.millis().unsigned_abs(), &token::random_bytes()),
        user_id,
        kind: InboxKind::DueSoon,
        board_id,
        card_id: Some(card_id),
        item_id: None,
        author_id: user_id,
        text: Some(due_date),
    };
    let news = move |is_added: &bool| match is_added {
        true => notified.iter().map(|account_id| News::Inbox { account_id: *account_id }).collect(),
        false => vec![],
    };
    database
        .write_and_announce(
            move |connection| {
                Box::pin(async move {
                    if let Some(lease) = lease
                        && !lease.hold(connection).await?
                    {
                        return Ok(false);
                    }
                    add(connection, due.into_iter().map(entry).collect(), now).await?;
                    Ok(true)
                })
            },
            live.announcer(news),
        )
        .await
}

/// Returns the local time at an offset from UTC in minutes, as due dates are written.
fn local_minute(moment: Timestamp, offset_minutes: i32) -> String {
    let local = moment.plus_millis(i64::from(offset_minutes) * 60_000);
    let local = DateTime::from_timestamp_millis(local.millis()).unwrap_or_default();
    local.format("%Y-%m-%dT%H:%M").to_string()
}

/// Returns the day of a local time.
fn day_of(minute: &str) -> &str {
    minute.get(..10).unwrap_or(minute)
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
    let marked = inbox::mark_mailed(connection, account_id).await?;
    let mut entry_ids = inbox::to_mail(connection, account_id, &marked, count(MAX_MAILED_ENTRIES + 1), now).await?;
    // Another server may have mailed them, or the account has left the boards.
    if entry_ids.is_empty() {
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
    Ok(mails::queue_with_parameters(connection, &mail, &parameters, now).await?)
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
        .write_and_announce(
            move |connection| {
                Box::pin(async move {
                    let update =
                        PreferencesUpdate { inbox_mails: Some(InboxMails::Off), ..PreferencesUpdate::default() };
                    preferences::update(connection, policy::owner_for_operator(account_id), &update).await
                })
            },
            deps.live.announcer(move |_: &Preferences| vec![News::Preferences { account_id, login_id: None }]),
        )
        .await?;
    Ok(())
}
