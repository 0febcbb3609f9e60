//! Renders mails when they are sent, so that they are up to date and no secret is stored in the queue, except the links
//! of invitations to boards and those that turn mails off.

use super::layout::MailContent;
use super::links;
use super::links::UnsubscribeLinks;
use super::outbox::{Mail, Outbox};
use super::templates;
use super::{BoardInvitationMail, CommonParameters, InboxMail, MailDeps, PasswordChangedMail};
use core_wasm::protocol::http::{ContactRequest, InboxMails};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::language::Language;
use core_wasm::protocol::messages::with_language;
use core_wasm::protocol::time::Timestamp;
use serde::de::DeserializeOwned;
use twentyfour_model::LinkPurpose;
use twentyfour_model::MailKind;
use twentyfour_model::time_zone::utc_offset;
use twentyfour_store::StoreError;
use twentyfour_store::inbox;
use twentyfour_store::mails::{self, DueMail, MailAccount};

/// A rendered mail.
pub(super) struct RenderedMail {
    pub(super) mail: Mail,
    pub(super) link: Option<SentLink>,
}

/// The link in a mail. After sending, it replaces the account's earlier links for the same purpose.
#[derive(Clone)]
pub(super) struct SentLink {
    pub(super) account_id: Id,
    pub(super) purpose: LinkPurpose,
    pub(super) token_hash: String,
}

/// Renders a mail in the language of its recipient and creates its link. Returns `None` if the mail is no longer
/// relevant: there is no such account, or its state has changed.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) async fn render(deps: &MailDeps, due: &DueMail) -> Result<Option<RenderedMail>, StoreError> {
    let chosen = mails::language(deps.database.pool(), due.account_id, &due.recipient).await?;
    let language = match (chosen, due.kind) {
        (Some(language), _) => language,
        // It goes to the operator, who did not make the request.
        (None, MailKind::Contact) => Language::En,
        (None, _) => serde_json::from_str::<CommonParameters>(&due.parameters).unwrap_or_default().language,
    };
    with_language(language, render_in_language(deps, due)).await
}

async fn render_in_language(deps: &MailDeps, due: &DueMail) -> Result<Option<RenderedMail>, StoreError> {
    let now = (deps.clock)();
    match due.kind {
        MailKind::WaitlistJoined => render_waitlist_mail(deps, due).await,
        MailKind::Invitation => render_invitation(deps, due, now).await,
        MailKind::BoardInvitation => render_board_invitation(deps, due).map(Some),
        MailKind::Inbox => render_inbox_mail(deps, due, now).await,
        MailKind::PasswordChanged => {
            render_notice(deps, due, |PasswordChangedMail { is_reset }, url| {
                templates::password_changed_content(is_reset, url)
            })
            .await
        }
        MailKind::WebhookChanged => render_notice(deps, due, templates::webhook_changed_content).await,
        MailKind::WebhookDisabled => render_notice(deps, due, templates::webhook_disabled_content).await,
        MailKind::Contact => render_contact_mail(deps, due).map(Some),
        _ => render_account_mail(deps, due, now).await,
    }
}

/// Makes a mail from its content.
fn build_mail(due: &DueMail, content: &MailContent, outbox: &Outbox) -> Mail {
    let public_url = outbox.public_url();
    Mail {
        // The attempt number makes the id unique. Each attempt has its own link, and mail programs hide mails with a
        // known id.
        id: format!("{}.{}", due.id, due.tries),
        to: due.recipient.clone(),
        subject: content.subject.to_owned(),
        text: content.text(public_url),
        html: content.html(public_url),
        reply_to: None,
        unsubscribe_url: None,
    }
}

/// Renders the waitlist confirmation. Returns `None` if another mail confirms the entry or the address has left the
/// waitlist.
async fn render_waitlist_mail(deps: &MailDeps, due: &DueMail) -> Result<Option<RenderedMail>, StoreError> {
    let (email, mail_id, public_url) = (due.recipient.clone(), due.id.clone(), deps.outbox.public_url().to_owned());
    let links = deps.database.write(move |connection| {
        Box::pin(async move { links::create_unsubscribe_links(connection, &email, Some(&mail_id), &public_url).await })
    });
    let Some(UnsubscribeLinks { page, request }) = links.await? else { return Ok(None) };
    let content = templates::waitlist_content(page, deps.outbox.public_url());
    let mail = Mail { unsubscribe_url: Some(request), ..build_mail(due, &content, &deps.outbox) };
    Ok(Some(RenderedMail { mail, link: None }))
}

/// Renders an invitation, with a code of its own for each attempt. Returns `None` if the address has left the waitlist.
async fn render_invitation(deps: &MailDeps, due: &DueMail, now: Timestamp) -> Result<Option<RenderedMail>, StoreError> {
    let (email, public_url) = (due.recipient.clone(), deps.outbox.public_url().to_owned());
    let links = deps.database.write(move |connection| {
        Box::pin(async move {
            let leave = links::create_unsubscribe_links(connection, &email, None, &public_url).await?;
            let Some(leave) = leave else { return Ok(None) };
            Ok::<_, StoreError>(Some((links::create_invitation(connection, &public_url, now).await?, leave)))
        })
    });
    let Some((link, UnsubscribeLinks { page, request })) = links.await? else { return Ok(None) };
    let content = templates::invitation_content(link, &page, deps.outbox.public_url());
    let mail = Mail { unsubscribe_url: Some(request), ..build_mail(due, &content, &deps.outbox) };
    Ok(Some(RenderedMail { mail, link: None }))
}

/// Renders an invitation to a board.
fn render_board_invitation(deps: &MailDeps, due: &DueMail) -> Result<RenderedMail, StoreError> {
    let invitation: BoardInvitationMail = serde_json::from_str(&due.parameters)
        .map_err(|_| StoreError::CorruptColumn { column: "parameters".to_owned() })?;
    let content = templates::board_invitation_content(invitation, deps.outbox.public_url());
    Ok(RenderedMail { mail: build_mail(due, &content, &deps.outbox), link: None })
}

/// Renders what is unread in an inbox. Returns `None` if the account has turned these mails off or has another address
/// now, or if all was read meanwhile.
async fn render_inbox_mail(deps: &MailDeps, due: &DueMail, now: Timestamp) -> Result<Option<RenderedMail>, StoreError> {
    let InboxMail { entry_ids, has_more, unsubscribe_token } = serde_json::from_str(&due.parameters)
        .map_err(|_| StoreError::CorruptColumn { column: "parameters".to_owned() })?;
    let account = mails::mail_account(deps.database.pool(), due.account_id, &due.recipient).await?;
    let is_wanted = |account: &MailAccount| {
        account.is_verified && account.email == due.recipient && account.inbox_mails != InboxMails::Off
    };
    let Some(account) = account.filter(is_wanted) else { return Ok(None) };
    let entries = inbox::for_mail(deps.database.pool(), account.id, &entry_ids, now).await?;
    if entries.is_empty() {
        return Ok(None);
    }
    let content = templates::inbox_content(&entries, has_more, &unsubscribe_token, deps.outbox.public_url());
    let unsubscribe_url = format!("{}/api/inbox/unsubscribe/{unsubscribe_token}", deps.outbox.public_url());
    let mail = Mail { unsubscribe_url: Some(unsubscribe_url), ..build_mail(due, &content, &deps.outbox) };
    Ok(Some(RenderedMail { mail, link: None }))
}

/// Renders a notice with parameters. Returns `None` if the account has not confirmed its address, or has another one now.
async fn render_notice<P: DeserializeOwned>(
    deps: &MailDeps,
    due: &DueMail,
    content: impl FnOnce(P, &str) -> MailContent,
) -> Result<Option<RenderedMail>, StoreError> {
    let parameters = serde_json::from_str(&due.parameters)
        .map_err(|_| StoreError::CorruptColumn { column: "parameters".to_owned() })?;
    let account = mails::mail_account(deps.database.pool(), due.account_id, &due.recipient).await?;
    // A new password also concerns the earlier address, whose owner may have lost the account.
    let concerns = |account: &MailAccount| due.kind == MailKind::PasswordChanged || account.email == due.recipient;
    let is_reached = account.is_some_and(|account| account.is_verified && concerns(&account));
    let content = content(parameters, deps.outbox.public_url());
    Ok(is_reached.then(|| RenderedMail { mail: build_mail(due, &content, &deps.outbox), link: None }))
}

/// Renders a contact message to the operator.
fn render_contact_mail(deps: &MailDeps, due: &DueMail) -> Result<RenderedMail, StoreError> {
    let contact: ContactRequest = serde_json::from_str(&due.parameters)
        .map_err(|_| StoreError::CorruptColumn { column: "parameters".to_owned() })?;
    let content = templates::contact_content(&contact, deps.outbox.public_url());
    let mail = Mail { reply_to: Some(contact.email), ..build_mail(due, &content, &deps.outbox) };
    Ok(RenderedMail { mail, link: None })
}

async fn render_account_mail(
    deps: &MailDeps,
    due: &DueMail,
    now: Timestamp,
) -> Result<Option<RenderedMail>, StoreError> {
    let account = mails::mail_account(deps.database.pool(), due.account_id, &due.recipient).await?;
    let Some(account) = account.filter(|account| is_still_relevant(due, account)) else { return Ok(None) };
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
            let created = deps
                .database
                .write(move |connection| {
                    Box::pin(async move { links::create(connection, purpose, id, &email, &url, now).await })
                })
                .await?;
            let link = SentLink { account_id: account.id, purpose, token_hash: created.token_hash };
            (Some(link), Some(created.address))
        }
    };
    let day = account.delete_at.map(|moment| {
        let zone = account.time_zone.as_deref().unwrap_or_default();
        templates::format_day(moment, utc_offset(zone, moment))
    });
    let content = templates::account_content(due.kind, address, &day.unwrap_or_default(), public_url);
    Ok(content.map(|content| RenderedMail { mail: build_mail(due, &content, &deps.outbox), link }))
}

/// Returns whether a mail still matches the account's state. Notices go only to confirmed addresses, so that nobody can
/// cause mail to a stranger by signing up with their address. [`MailKind::EmailChanged`] goes to the previous address
/// and is queued only if that was confirmed.
fn is_still_relevant(due: &DueMail, account: &MailAccount) -> bool {
    match due.kind {
        MailKind::ConfirmEmail => {
            account.pending_email.as_ref() == Some(&due.recipient)
                || (account.email == due.recipient && !account.is_verified)
        }
        MailKind::AccountDeletion => account.is_verified && account.delete_at.is_some(),
        MailKind::GoogleLinked | MailKind::ApiTokenCreated => account.is_verified,
        MailKind::ResetPassword | MailKind::EmailChanged => true,
        // These mails have renderers of their own.
        MailKind::WaitlistJoined
        | MailKind::Invitation
        | MailKind::BoardInvitation
        | MailKind::Inbox
        | MailKind::PasswordChanged
        | MailKind::WebhookChanged
        | MailKind::WebhookDisabled
        | MailKind::Contact => false,
    }
}
