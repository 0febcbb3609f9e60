//! The waitlist, as administrators see and change it.

use super::{Admin, has_more, page_range, verify};
use crate::emails;
use crate::error::DomainError;
use crate::services::AdminDeps;
use core_wasm::protocol::admin::{AdminWaitlist, AdminWaitlistRequest, AuditAction, WaitlistChange};
use core_wasm::protocol::error::ErrorCode;
use twentyfour_jobs::mails;
use twentyfour_model::{MailKind, NewMail};
use twentyfour_store::audit::{self, AuditedAccount};
use twentyfour_store::waitlist;

/// Returns a page of the waitlist, the earliest entries first. Pages are counted from 0.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(deps: &AdminDeps, page: u32) -> Result<AdminWaitlist, DomainError> {
    let (offset, limit) = page_range(page);
    let mut entries = waitlist::list(deps.accounts.context.database.pool(), offset, limit).await?;
    Ok(AdminWaitlist { has_more: has_more(&mut entries), entries })
}

/// Changes an entry. Returns the link of a new invitation if the server sends no mail.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such entry, the errors of
/// [`reauthenticate`](crate::accounts::reauthenticate), or an error if the database fails.
pub async fn change(
    deps: &AdminDeps,
    admin: Admin,
    request: AdminWaitlistRequest,
) -> Result<Option<String>, DomainError> {
    let AdminWaitlistRequest { email, change, password } = request;
    // The waitlist has only valid addresses.
    let email = emails::parse(&email).map_err(|_| ErrorCode::NotFound)?.as_str().to_owned();
    let admin = verify(deps, admin, password).await?;
    let action = match change {
        WaitlistChange::Invite => AuditAction::Invite,
        WaitlistChange::Remove => AuditAction::RemoveFromWaitlist,
    };
    let target = AuditedAccount { id: None, email: email.clone() };
    let entry = admin.entry(deps, action, Some(target));
    let (now, public_url) = (deps.accounts.context.now(), deps.public_url.clone());
    let mail = deps.sends_mail.then(|| NewMail {
        id: deps.accounts.context.new_id(),
        kind: MailKind::Invitation,
        recipient: email.clone(),
        account_id: None,
    });
    let link = deps
        .accounts
        .context
        .database
        .write(move |connection| {
            Box::pin(async move {
                admin.lock(connection).await?;
                // A removal forgets the address here, too.
                audit::insert(connection, entry).await?;
                let (is_found, link) = match change {
                    WaitlistChange::Remove => (waitlist::remove_email(connection, &email).await?, None),
                    WaitlistChange::Invite => {
                        let is_found = waitlist::record_invitation(connection, &email, now).await?;
                        match &mail {
                            Some(mail) => {
                                mails::queue(connection, mail, now).await?;
                                (is_found, None)
                            }
                            None => (is_found, Some(mails::create_invitation(connection, &public_url, now).await?)),
                        }
                    }
                };
                if is_found { Ok::<_, DomainError>(link) } else { Err(ErrorCode::NotFound.into()) }
            })
        })
        .await?;
    deps.accounts.outbox.wake();
    Ok(link)
}
