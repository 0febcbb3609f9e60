//! The mail queue, as administrators see and change it.

use super::{Admin, has_more, page_range, verify};
use crate::error::DomainError;
use crate::services::AdminDeps;
use core_wasm::protocol::admin::{AdminMailRequest, AdminMails, AuditAction, MailChange};
use core_wasm::protocol::error::ErrorCode;
use twentyfour_jobs::mails::LEASE_MS;
use twentyfour_store::audit::{self, AuditedAccount};
use twentyfour_store::mails;

/// Returns a page of the mails that wait to be sent, the earliest first. Pages are counted from 0.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(deps: &AdminDeps, page: u32) -> Result<AdminMails, DomainError> {
    let (offset, limit) = page_range(page);
    let mut mails = mails::list(deps.accounts.context.database.pool(), offset, limit).await?;
    Ok(AdminMails { has_more: has_more(&mut mails), mails })
}

/// Changes a mail that waits to be sent.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if it no longer waits, the errors of
/// [`reauthenticate`](crate::accounts::reauthenticate), or an error if the database fails.
pub async fn change(deps: &AdminDeps, admin: Admin, request: AdminMailRequest) -> Result<(), DomainError> {
    let AdminMailRequest { id, change, password } = request;
    let admin = verify(deps, admin, password).await?;
    let action = match change {
        MailChange::Retry => AuditAction::RetryMail,
        MailChange::Delete => AuditAction::DeleteMail,
    };
    let mut entry = admin.entry(deps, action, None);
    let now = deps.accounts.context.now();
    deps.accounts
        .context
        .database
        .write(move |connection| {
            Box::pin(async move {
                admin.lock(connection).await?;
                let email = mails::lock_recipient(connection, id).await?.ok_or(ErrorCode::NotFound)?;
                match change {
                    MailChange::Retry => mails::retry_now(connection, id, now, now.plus_millis(LEASE_MS)).await?,
                    MailChange::Delete => mails::remove(connection, &id.to_string()).await?,
                }
                entry.target = Some(AuditedAccount { id: None, email });
                audit::insert(connection, entry).await?;
                Ok::<_, DomainError>(())
            })
        })
        .await?;
    deps.accounts.outbox.wake();
    Ok(())
}
