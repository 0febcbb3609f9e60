//! Deletion of accounts, after a grace period of several days in which the user can cancel and everything works as
//! before.

use super::security::{self, SecurityEvent};
use super::{accounts, api_tokens, logins, members as members_cases, policy};
use crate::error::DomainError;
use crate::members::MembershipChange;
use crate::services::{AccountDeps, Context};
use core_wasm::protocol::account::{BoardDecision, DELETE_AFTER_DAYS, DeleteAccountRequest};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;
use twentyfour_bus::{AnnouncedRecords, Announcement, Live, News};
use twentyfour_jobs::mails;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::token::random_bytes;
use twentyfour_model::{Actor, Owner};
use twentyfour_model::{MailKind, NewMail};
use twentyfour_store::Connection;
use twentyfour_store::Database;
use twentyfour_store::deletion::{self, CancelOutcome};
use twentyfour_store::{boards, logins as login_rows, members};

/// The grace period in milliseconds.
const RETENTION_MS: i64 = DELETE_AFTER_DAYS * MILLIS_PER_DAY;

/// A deletion that begins its grace period now.
#[derive(Clone, Copy)]
pub(crate) struct NewDeletion {
    now: Timestamp,
    mail_id: Id,
}

impl NewDeletion {
    /// Makes a deletion with the current time.
    pub(crate) fn at(context: &Context) -> Self {
        Self { now: context.now(), mail_id: context.new_id() }
    }

    /// Schedules the deletion of an account and queues the notice, unless it is scheduled already.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn schedule(self, connection: &mut Connection, owner: Owner) -> Result<(), DomainError> {
        let Self { now, mail_id } = self;
        if let Some(recipient) = deletion::schedule(connection, owner, now.plus_millis(RETENTION_MS)).await? {
            let (kind, account_id) = (MailKind::AccountDeletion, Some(owner.id()));
            mails::queue(connection, &NewMail { id: mail_id, kind, recipient, account_id }, now).await?;
        }
        Ok(())
    }
}

/// Schedules the account's deletion, unless it is scheduled already, passes the shared boards on that get a new owner, and
/// ends all its other logins and its API tokens. Logging in stays possible, so that the user can cancel.
///
/// # Errors
/// Returns `ErrorCode::SharedBoardsUndecided` if the account owns a shared board without a decision, the errors of
/// [`members_cases::set_role`] for a board that cannot be passed on, the errors of [`accounts::reauthenticate`], or an error
/// if the database fails.
pub async fn schedule(
    deps: &AccountDeps,
    live: &Live,
    account: Actor,
    request: DeleteAccountRequest,
    address: IpAddr,
) -> Result<(), DomainError> {
    let DeleteAccountRequest { password, boards: decisions } = request;
    let row = accounts::reauthenticate(deps, account, password).await?;
    let owner = policy::owner_of(account);
    let deletion = NewDeletion::at(&deps.context);
    let is_counted = deps.plans.are_sold();
    let (ended, _) = deps
        .context
        .database
        .write_and_announce(
            move |connection| {
                Box::pin(async move {
                    accounts::lock_verified(connection, account, &row).await?;
                    let shared = boards::owned_and_shared(connection, owner).await?;
                    if !shared.iter().all(|id| decisions.iter().any(|decision| decision.board_id == *id)) {
                        return Err(ErrorCode::SharedBoardsUndecided.into());
                    }
                    let mut passed_on = Vec::with_capacity(decisions.len());
                    for BoardDecision { board_id, new_owner_id } in decisions {
                        let Some(user_id) = new_owner_id else { continue };
                        let change = members_cases::pass_to(connection, account, board_id, user_id, is_counted).await?;
                        // Otherwise the new owner would be the account itself.
                        passed_on.push(change.ok_or(ErrorCode::OwnerRequired)?);
                    }
                    deletion.schedule(connection, owner).await?;
                    let mut ended = logins::end_all(connection, account.id, Some(account.login_id)).await?;
                    logins::end_api_tokens(connection, &mut ended).await?;
                    Ok::<_, DomainError>((ended, passed_on))
                })
            },
            live.announcer(|(_, passed_on): &(logins::EndedLogins, Vec<MembershipChange>)| {
                passed_on.iter().flat_map(MembershipChange::news).collect()
            }),
        )
        .await?;
    deps.outbox.wake();
    security::log(SecurityEvent::DeletionRequested, Some(address), Some(account.id));
    ended.propagate(&deps.sessions, Some(address));
    Ok(())
}

/// Cancels the account's deletion.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn cancel(context: &Context, account: Actor, address: IpAddr) -> Result<(), DomainError> {
    let owner = policy::owner_of(account);
    let outcome = context
        .database
        .write(move |connection| Box::pin(async move { deletion::cancel(connection, owner).await }))
        .await?;
    match outcome {
        CancelOutcome::Canceled => security::log(SecurityEvent::DeletionCanceled, Some(address), Some(account.id)),
        CancelOutcome::NotScheduled => {}
        // The tokens of a deleted account are no longer valid.
        CancelOutcome::AccountMissing => return Err(ErrorCode::TokenInvalid.into()),
    }
    Ok(())
}

/// Permanently deletes the accounts that are due. An account is deleted in several transactions, so that other writes do
/// not wait for a large one; after a crash, the next run continues.
///
/// # Errors
/// Returns the last error if any account could not be deleted. The others are deleted nevertheless.
pub async fn purge(database: &Database, live: &Live, now: Timestamp) -> Result<(), DomainError> {
    let mut outcome = Ok(());
    for account_id in deletion::due(database.pool(), now).await? {
        match purge_account(database, live, account_id, now).await {
            Ok(true) => security::log(SecurityEvent::AccountDeleted, None, Some(account_id)),
            Ok(false) => {}
            Err(error) => outcome = Err(error),
        }
    }
    outcome
}

/// Deletes an account if its deletion is still due. Returns false if it is not, or another server has deleted it meanwhile.
async fn purge_account(database: &Database, live: &Live, account_id: Id, now: Timestamp) -> Result<bool, DomainError> {
    let begun = database
        .write_and_announce(
            move |connection| Box::pin(begin(connection, account_id, now)),
            live.announcer(move |begun: &Option<BegunPurge>| {
                begun.iter().flat_map(|begun| begun.news(account_id)).collect()
            }),
        )
        .await?;
    let Some(begun) = begun else { return Ok(false) };
    live.hub().end_logins(&begun.login_ids);
    while database.write(move |connection| Box::pin(deletion::purge_batch(connection, account_id))).await? {}
    Ok(database.write(move |connection| Box::pin(deletion::remove(connection, account_id))).await?)
}

/// What the beginning of a permanent deletion has ended.
struct BegunPurge {
    /// The logins of the account.
    login_ids: Vec<Id>,
    /// The accounts that were members of its boards.
    removed_members: BTreeSet<Id>,
    /// The boards of others that it was a member of, each with its new version.
    boards_left: Vec<(Id, i64)>,
}

impl BegunPurge {
    /// Returns the news for the members of the account's boards, and of those that it was a member of.
    fn news(&self, account_id: Id) -> Vec<News> {
        let removed = self.removed_members.iter().map(|user_id| News::Memberships { account_id: *user_id });
        let left = self.boards_left.iter().map(|(board_id, version)| {
            let (since, records) = (version - 1, AnnouncedRecords::default());
            let (board_id, version) = (*board_id, *version);
            News::Board(Arc::new(Announcement { author_id: account_id, board_id, since, version, records }))
        });
        removed.chain(left).collect()
    }
}

/// Begins the permanent deletion of an account if it is still due.
async fn begin(connection: &mut Connection, account_id: Id, now: Timestamp) -> Result<Option<BegunPurge>, DomainError> {
    if !deletion::begin_purge(connection, account_id, now).await? {
        return Ok(None);
    }
    // Its boards are deleted in several transactions. Nobody else may see them meanwhile.
    let removed_members = members::remove_others(connection, account_id).await?;
    for user_id in &removed_members {
        let change_id = Id::from_parts(now.millis().unsigned_abs(), &random_bytes());
        members::record_change(connection, change_id, *user_id, now).await?;
    }
    let boards_left = members::remove_account(connection, account_id).await?;
    // The account works until now, so it may have created tokens since the deletion was scheduled.
    api_tokens::end_all(connection, account_id).await?;
    let login_ids = login_rows::remove_all(connection, account_id, None).await?;
    Ok(Some(BegunPurge { login_ids, removed_members, boards_left }))
}
