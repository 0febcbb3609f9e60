//! A mail of each kind, for tests.

use super::layout::MailContent;
use super::templates::*;
use super::{BoardInvitationMail, WebhookChange, WebhookChangedMail, WebhookDisabledMail};
use core_wasm::protocol::http::ContactRequest;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::inbox::{InboxEntry, InboxKind};
use core_wasm::protocol::language::Language;
use core_wasm::protocol::time::Timestamp;
use twentyfour_model::MailKind;

/// The public URL of the server that sends the samples.
pub(super) const URL: &str = "https://twentyfour.example";
/// A link as long as those with a token.
pub(super) const LINK: &str =
    "https://twentyfour.example/auth?type=reset&x=1#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4";
pub(super) const LANGUAGES: [Language; 3] = [Language::En, Language::De, Language::Es];

/// Returns an entry of an inbox.
pub(super) fn entry(kind: InboxKind) -> InboxEntry {
    InboxEntry {
        id: Id::from_parts(1, &[1; 10]),
        kind,
        at: Timestamp::from_millis(0),
        is_read: false,
        user_id: None,
        who: "Ada Lovelace".to_owned(),
        picture: None,
        board_id: Id::from_parts(1, &[2; 10]),
        board_name: "Plans".to_owned(),
        board_slug: Some("plans".to_owned()),
        card_id: Some(Id::from_parts(1, &[3; 10])),
        card_title: Some("Bread".to_owned()),
        text: Some("Hello,\n-- \nTwentyfour".to_owned()),
        role: None,
    }
}

/// Returns the content of every mail that the server sends, with its name: each kind, in each of its forms.
pub(super) fn every_sample(link: &str) -> Vec<(String, MailContent)> {
    MailKind::ALL.into_iter().flat_map(|kind| samples(kind, link, "Tuesday, 10 March 2026", URL)).collect()
}

/// Returns the content of a kind of mail, in each of its forms.
pub(super) fn samples(kind: MailKind, link: &str, day: &str, public_url: &str) -> Vec<(String, MailContent)> {
    let named = |form: &str, content| {
        let name = if form.is_empty() { kind.tag().to_owned() } else { format!("{}-{form}", kind.tag()) };
        (name, content)
    };
    let host = "hooks.example".to_owned();
    let webhook = |change| webhook_changed_content(WebhookChangedMail { host: host.clone(), change }, public_url);
    let disabled = |is_gone| webhook_disabled_content(WebhookDisabledMail { host: host.clone(), is_gone }, public_url);
    match kind {
        MailKind::WaitlistJoined => vec![named("", waitlist_content(link.to_owned(), public_url))],
        MailKind::Invitation => {
            let page = format!("{public_url}/waitlist/leave?token=Zm9vYmFy");
            vec![named("", invitation_content(link.to_owned(), &page, public_url))]
        }
        MailKind::BoardInvitation => {
            let (from, board) = ("Ada".to_owned(), "Plans".to_owned());
            let invitation = BoardInvitationMail { from, board, link: link.to_owned() };
            vec![named("", board_invitation_content(invitation, public_url))]
        }
        MailKind::Inbox => {
            let entries = [
                entry(InboxKind::Mention),
                entry(InboxKind::Comment),
                entry(InboxKind::Assignment),
                entry(InboxKind::Invitation),
                InboxEntry { text: Some("2026-03-03T09:00".to_owned()), ..entry(InboxKind::DueDate) },
                InboxEntry { text: None, ..entry(InboxKind::DueDate) },
                InboxEntry { text: Some("2026-03-03T09:00".to_owned()), ..entry(InboxKind::DueSoon) },
            ];
            vec![
                named("", inbox_content(&entries, true, "Zm9vYmFy", public_url)),
                named("one", inbox_content(&entries[..1], false, "Zm9vYmFy", public_url)),
            ]
        }
        MailKind::PasswordChanged => {
            vec![
                named("", password_changed_content(false, public_url)),
                named("reset", password_changed_content(true, public_url)),
            ]
        }
        MailKind::WebhookChanged => vec![
            named("added", webhook(WebhookChange::Added)),
            named("address", webhook(WebhookChange::AddressChanged)),
            named("secret", webhook(WebhookChange::SecretReplaced)),
            named("on", webhook(WebhookChange::TurnedOn)),
        ],
        MailKind::WebhookDisabled => vec![named("failing", disabled(false)), named("gone", disabled(true))],
        MailKind::Contact => {
            let message = ContactRequest {
                name: "Ada".to_owned(),
                email: "ada@example.org".to_owned(),
                message: "Hello,\n\nit works.\nAda".to_owned(),
                website: None,
            };
            vec![named("", contact_content(&message, public_url))]
        }
        kind => vec![named("", account_content(kind, Some(link.to_owned()), day, public_url).unwrap())],
    }
}
