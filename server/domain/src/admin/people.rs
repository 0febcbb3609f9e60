//! The accounts, as administrators see and change them.

use super::{Admin, has_more, page_range, verify};
use crate::error::DomainError;
use crate::security::{self, SecurityEvent};
use crate::services::AdminDeps;
use crate::{deletion, logins, policy};
use core_wasm::protocol::admin::{AdminPeople, AdminPersonRequest, AuditAction, PersonChange};
use core_wasm::protocol::error::ErrorCode;
use std::net::IpAddr;
use twentyfour_store::accounts as account_rows;
use twentyfour_store::admin as store;
use twentyfour_store::audit::{self, AuditedAccount};
use twentyfour_store::deletion::{self as deletion_rows, CancelOutcome};
use twentyfour_store::{people, tag};

/// The maximum number of characters of a search text that are used.
const MAX_SEARCH_CHARS: usize = 200;

/// Returns a page of the accounts whose email or name contains a text, the newest first. Pages are counted from 0.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(deps: &AdminDeps, search: &str, page: u32) -> Result<AdminPeople, DomainError> {
    let (offset, limit) = page_range(page);
    // PostgreSQL cannot store or compare NUL characters, so nothing contains one.
    let search: String = search.trim().chars().filter(|char| *char != '\0').take(MAX_SEARCH_CHARS).collect();
    let mut people = people::list(deps.accounts.context.database.pool(), &search, offset, limit).await?;
    Ok(AdminPeople { has_more: has_more(&mut people), people })
}

/// Changes an account.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such account, the errors of
/// [`reauthenticate`](crate::accounts::reauthenticate), or an error if the database fails.
pub async fn change(
    deps: &AdminDeps,
    admin: Admin,
    request: AdminPersonRequest,
    address: IpAddr,
) -> Result<(), DomainError> {
    let AdminPersonRequest { id, change, password } = request;
    let admin = verify(deps, admin, password).await?;
    let action = match change {
        PersonChange::SetPlan { .. } => AuditAction::SetPlan,
        PersonChange::EndLogins => AuditAction::EndLogins,
        PersonChange::Delete => AuditAction::DeleteAccount,
        PersonChange::Keep => AuditAction::KeepAccount,
    };
    let mut entry = admin.entry(deps, action, None);
    let deletion = deletion::NewDeletion::at(&deps.accounts.context);
    let ended = deps
        .accounts
        .context
        .database
        .write(move |connection| {
            Box::pin(async move {
                admin.lock(connection).await?;
                let person = account_rows::by_id(&mut *connection, id).await?.ok_or(ErrorCode::NotFound)?;
                let owner = policy::owner_for_operator(id);
                let ended = match change {
                    PersonChange::SetPlan { plan } => {
                        entry.detail = tag(&plan);
                        store::set_plan(connection, id, plan).await?;
                        None
                    }
                    PersonChange::EndLogins => Some(logins::end_all(connection, id, None).await?),
                    PersonChange::Delete => {
                        deletion.schedule(connection, owner).await?;
                        Some(logins::end_all(connection, id, None).await?)
                    }
                    PersonChange::Keep => match deletion_rows::cancel(connection, owner).await? {
                        CancelOutcome::Canceled | CancelOutcome::NotScheduled => None,
                        CancelOutcome::AccountMissing => return Err(ErrorCode::NotFound.into()),
                    },
                };
                entry.target = Some(AuditedAccount { id: Some(id), email: person.email });
                audit::insert(connection, entry).await?;
                Ok::<_, DomainError>(ended)
            })
        })
        .await?;
    match change {
        PersonChange::Delete => security::log(SecurityEvent::DeletionRequested, Some(address), Some(id)),
        PersonChange::Keep => security::log(SecurityEvent::DeletionCanceled, Some(address), Some(id)),
        PersonChange::SetPlan { .. } | PersonChange::EndLogins => {}
    }
    if let Some(ended) = ended {
        ended.propagate(&deps.accounts.sessions, Some(address));
    }
    deps.accounts.outbox.wake();
    Ok(())
}
