//! What administrators see and change: accounts, the waitlist, the mail queue, storage and the audit log. Every change
//! needs their password again and is recorded in the audit log, in the same transaction.

pub mod mails;
pub mod people;
pub mod storage;
pub mod waitlist;

use crate::accounts;
use crate::error::DomainError;
use crate::services::AdminDeps;
use core_wasm::protocol::admin::{AdminAudit, AuditAction};
use core_wasm::protocol::error::ErrorCode;
use twentyfour_model::Actor;
use twentyfour_store::Connection;
use twentyfour_store::accounts::{self as account_rows, AccountRow};
use twentyfour_store::audit::{self, AuditedAccount, NewAuditEntry};

/// The number of entries on a page of a list.
const PAGE_SIZE: i64 = 50;

/// The highest number of a page.
const MAX_PAGE: u32 = 1_000_000;

/// An administrator who makes a request.
#[derive(Clone, Copy)]
pub struct Admin(Actor);

/// Returns the administrator with a login.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account is not one, or an error if the database fails.
pub async fn require_admin(deps: &AdminDeps, account: Actor) -> Result<Admin, DomainError> {
    match account_rows::by_id(deps.accounts.context.database.pool(), account.id).await? {
        Some(row) if row.is_admin => Ok(Admin(account)),
        _ => Err(ErrorCode::NotFound.into()),
    }
}

/// An administrator whose password was checked for one change.
#[derive(Clone)]
struct VerifiedAdmin {
    actor: Actor,
    row: AccountRow,
}

impl VerifiedAdmin {
    /// Begins the transaction of a change: checks that the administrator's password, login and role are unchanged.
    ///
    /// # Errors
    /// Returns `ErrorCode::PasswordWrong` or `ErrorCode::NotFound` if not, or an error if the database fails.
    async fn lock(&self, connection: &mut Connection) -> Result<(), DomainError> {
        accounts::lock_verified(connection, self.actor, &self.row).await?;
        match account_rows::by_id(connection, self.actor.id).await? {
            Some(row) if row.is_admin => Ok(()),
            _ => Err(ErrorCode::NotFound.into()),
        }
    }

    /// Returns the entry of the audit log for a change.
    fn entry(&self, deps: &AdminDeps, action: AuditAction, target: Option<AuditedAccount>) -> NewAuditEntry {
        let context = &deps.accounts.context;
        let admin = AuditedAccount { id: Some(self.row.id), email: self.row.email.clone() };
        NewAuditEntry {
            id: context.new_id(),
            at: context.now(),
            admin: Some(admin),
            action,
            target,
            detail: String::new(),
        }
    }
}

/// Checks the password of an administrator.
///
/// # Errors
/// Returns the errors of [`accounts::reauthenticate`].
async fn verify(deps: &AdminDeps, Admin(actor): Admin, password: String) -> Result<VerifiedAdmin, DomainError> {
    let row = accounts::reauthenticate(&deps.accounts, actor, password).await?;
    Ok(VerifiedAdmin { actor, row })
}

/// Returns the offset of a page, and the number of entries to read: one more than are shown.
fn page_range(page: u32) -> (i64, i64) {
    (i64::from(page.min(MAX_PAGE)) * PAGE_SIZE, PAGE_SIZE + 1)
}

/// Removes the entry beyond the end of a page. Returns whether there was one.
fn has_more<T>(entries: &mut Vec<T>) -> bool {
    let has_more = entries.len() > PAGE_SIZE as usize;
    entries.truncate(PAGE_SIZE as usize);
    has_more
}

/// Returns a page of the audit log, the newest entries first. Pages are counted from 0.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn audit_log(deps: &AdminDeps, page: u32) -> Result<AdminAudit, DomainError> {
    let (offset, limit) = page_range(page);
    let mut entries = audit::list(deps.accounts.context.database.pool(), offset, limit).await?;
    Ok(AdminAudit { has_more: has_more(&mut entries), entries })
}
