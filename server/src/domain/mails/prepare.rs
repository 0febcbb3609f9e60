//! What is put into a mail, and made for it, at the moment of sending: so that it says what is true then, and no secret waits in the queue.

use super::MailKind;
use super::outbox::{Mail, Outbox};
use super::texts::{self, Letter};
use crate::Deps;
use crate::domain::links::{self, LinkPurpose};
use crate::domain::preferences::utc_offset;
use crate::domain::waitlist::{self, WayOut};
use crate::error::ApiError;
use crate::store::mails::{self, Addressee, Due};
use core_wasm::protocol::http::ContactRequest;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;

/// A mail that is ready to be sent, with its link where it has one that takes the place of others.
pub(super) struct Ready {
    pub(super) mail: Mail,
    pub(super) link: Option<(Id, LinkPurpose, String)>,
}

/// Writes a mail, and makes its link. `None` where there is nothing to say any more: nobody has the address, or what it is about has
/// passed.
pub(super) async fn prepare(deps: &Deps, due: &Due) -> Result<Option<Ready>, ApiError> {
    let now = (deps.clock)();
    match due.kind {
        MailKind::WaitlistJoined => to_the_waitlist(deps, due).await,
        MailKind::Contact => to_the_host(deps, due).map(Some),
        _ => about_an_account(deps, due, now).await,
    }
}

/// A mail as a letter says it.
fn addressed(due: &Due, letter: &Letter, outbox: &Outbox) -> Mail {
    let public_url = outbox.public_url();
    Mail {
        // The try is part of it: each has a link of its own, and a mail program shows one mail for each id.
        id: format!("{}.{}", due.id, due.tries),
        to: due.recipient.clone(),
        subject: letter.subject.to_owned(),
        text: letter.text(public_url),
        html: letter.html(public_url),
        reply_to: None,
        unsubscribe_url: None,
    }
}

/// A mail to somebody who joined the waitlist, unless another one was queued for that before, or they have left.
async fn to_the_waitlist(deps: &Deps, due: &Due) -> Result<Option<Ready>, ApiError> {
    let way_out = waitlist::way_out(&deps.database, &due.recipient, &due.id, deps.outbox.public_url()).await?;
    let Some(WayOut { page, request }) = way_out else { return Ok(None) };
    let letter = texts::waitlist_letter(page, deps.outbox.public_url());
    let mail = Mail { unsubscribe_url: Some(request), ..addressed(due, &letter, &deps.outbox) };
    Ok(Some(Ready { mail, link: None }))
}

/// What somebody wrote to the host of the server.
fn to_the_host(deps: &Deps, due: &Due) -> Result<Ready, ApiError> {
    let written: ContactRequest = serde_json::from_str(&due.parameters)
        .map_err(|error| ApiError::Internal(format!("what somebody wrote cannot be read: {error}")))?;
    let letter = texts::contact_letter(&written, deps.outbox.public_url());
    let mail = Mail { reply_to: Some(written.email), ..addressed(due, &letter, &deps.outbox) };
    Ok(Ready { mail, link: None })
}

async fn about_an_account(deps: &Deps, due: &Due, now: Timestamp) -> Result<Option<Ready>, ApiError> {
    let account = mails::addressee(deps.database.pool(), due.account_id, &due.recipient).await?;
    let Some(account) = account.filter(|account| is_still_true(due, account)) else { return Ok(None) };
    let purpose = match due.kind {
        MailKind::ConfirmEmail => Some(LinkPurpose::ConfirmEmail),
        MailKind::ResetPassword => Some(LinkPurpose::ResetPassword),
        _ => None,
    };
    let public_url = deps.outbox.public_url();
    let (link, address) = match purpose {
        None => (None, None),
        Some(purpose) => {
            let (id, email, url) = (account.id, due.recipient.clone(), public_url.to_owned());
            let made = deps
                .database
                .write(move |connection| {
                    Box::pin(async move { links::make(connection, purpose, id, &email, &url, now).await })
                })
                .await?;
            (Some((account.id, purpose, made.token_hash)), Some(made.address))
        }
    };
    let day = account.delete_at.map(|moment| {
        let zone = account.time_zone.as_deref().unwrap_or_default();
        texts::day(moment, utc_offset(zone, moment))
    });
    let letter = texts::letter(due.kind, address, &day.unwrap_or_default(), public_url);
    Ok(letter.map(|letter| Ready { mail: addressed(due, &letter, &deps.outbox), link }))
}

/// Whether what a mail says still holds of the account, and is for whoever reads its address: notices go to confirmed emails alone, so
/// that nobody can have us write to a stranger by signing up with their address. [`MailKind::EmailChanged`] goes to an address that
/// is not the account's any more; it is queued only where that was confirmed.
fn is_still_true(due: &Due, account: &Addressee) -> bool {
    match due.kind {
        MailKind::ConfirmEmail => {
            account.pending_email.as_ref() == Some(&due.recipient)
                || (account.email == due.recipient && !account.is_verified)
        }
        MailKind::AccountDeletion => account.is_verified && account.delete_at.is_some(),
        MailKind::PasswordChanged | MailKind::GoogleLinked => account.is_verified,
        MailKind::ResetPassword | MailKind::EmailChanged => true,
        // Those are about no account.
        MailKind::WaitlistJoined | MailKind::Contact => false,
    }
}
