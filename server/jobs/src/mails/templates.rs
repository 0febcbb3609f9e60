//! The content of mails. In English all is ASCII, except for contact messages, the names in invitations to boards, and
//! the entries of an inbox.

use super::layout::{MailContent, MailLink};
use super::{BoardInvitationMail, WebhookChange, WebhookChangedMail, WebhookDisabledMail, messages};
use chrono::{Datelike, Weekday};
use core_wasm::protocol::http::ContactRequest;
use core_wasm::protocol::inbox::{InboxEntry, InboxKind};
use core_wasm::protocol::time::Timestamp;
use twentyfour_model::MailKind;

/// Returns the content of a mail about an account, or `None` for other kinds. `link` is the URL of its link, if it has
/// one; `day` is the formatted date of the account's deletion.
pub(super) fn account_content(
    kind: MailKind,
    link: Option<String>,
    day: &str,
    public_url: &str,
) -> Option<MailContent> {
    let paragraphs = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
    let host = host(public_url);
    let reset_if_not_you = reset_if_not_you(public_url);
    Some(match kind {
        MailKind::ConfirmEmail => MailContent {
            subject: messages::confirm_email_subject(),
            opening: vec![messages::confirm_email_intro(host)],
            link: link.map(|url| MailLink { label: messages::confirm_email_button(), url }),
            entries: Vec::new(),
            closing: paragraphs(&[messages::confirm_email_expiry(), messages::confirm_email_not_you()]),
            footer: vec![messages::why_requested(host)],
        },
        MailKind::ResetPassword => MailContent {
            subject: messages::reset_password_subject(),
            opening: vec![messages::reset_password_intro(host)],
            link: link.map(|url| MailLink { label: messages::reset_password_button(), url }),
            entries: Vec::new(),
            closing: paragraphs(&[messages::reset_password_expiry(), messages::reset_password_not_you()]),
            footer: vec![messages::why_requested(host)],
        },
        MailKind::EmailChanged => MailContent {
            subject: messages::email_changed_subject(),
            opening: vec![messages::email_changed_intro(host)],
            link: None,
            entries: Vec::new(),
            closing: paragraphs(&[messages::email_changed_not_you()]),
            footer: vec![messages::why_previous_email(host)],
        },
        MailKind::AccountDeletion => MailContent {
            subject: messages::account_deletion_subject(),
            opening: vec![messages::account_deletion_intro(host, day)],
            link: Some(MailLink {
                label: messages::account_deletion_button(),
                url: format!("{public_url}/auth?type=login"),
            }),
            entries: Vec::new(),
            closing: vec![reset_if_not_you],
            footer: why_account(public_url),
        },
        MailKind::GoogleLinked => MailContent {
            subject: messages::google_linked_subject(),
            opening: vec![messages::google_linked_intro(host)],
            link: None,
            entries: Vec::new(),
            closing: vec![reset_if_not_you],
            footer: why_account(public_url),
        },
        MailKind::ApiTokenCreated => MailContent {
            subject: messages::api_token_created_subject(),
            opening: vec![messages::api_token_created_intro(host)],
            link: None,
            entries: Vec::new(),
            closing: vec![reset_if_not_you],
            footer: why_account(public_url),
        },
        MailKind::WaitlistJoined
        | MailKind::Invitation
        | MailKind::BoardInvitation
        | MailKind::Inbox
        | MailKind::PasswordChanged
        | MailKind::WebhookChanged
        | MailKind::WebhookDisabled
        | MailKind::Contact => return None,
    })
}

fn reset_if_not_you(public_url: &str) -> String {
    messages::reset_if_not_you(&format!("{public_url}/auth?type=forgot"))
}

/// Returns the footer of mails about an account that its owner cannot turn off.
fn why_account(public_url: &str) -> Vec<String> {
    vec![messages::why_account(host(public_url)), messages::why_account_always().to_owned()]
}

/// Returns the content of the waitlist confirmation. `page` is the URL of the unsubscribe page.
pub(super) fn waitlist_content(page: String, public_url: &str) -> MailContent {
    MailContent {
        subject: messages::waitlist_joined_subject(),
        opening: vec![messages::waitlist_joined_intro(host(public_url)), messages::waitlist_joined_leave().to_owned()],
        link: Some(MailLink { label: messages::waitlist_joined_button(), url: page }),
        entries: Vec::new(),
        closing: Vec::new(),
        footer: vec![messages::why_waitlist(host(public_url))],
    }
}

/// Returns the content of an invitation to a board.
pub(super) fn board_invitation_content(invitation: BoardInvitationMail, public_url: &str) -> MailContent {
    let BoardInvitationMail { from, board, link } = invitation;
    let from = one_line(&from);
    MailContent {
        subject: messages::board_invitation_subject(),
        opening: vec![messages::board_invitation_intro(&from, &one_line(&board), host(public_url))],
        entries: Vec::new(),
        link: Some(MailLink { label: messages::board_invitation_button(), url: link }),
        closing: vec![messages::board_invitation_expiry().to_owned(), messages::board_invitation_unknown().to_owned()],
        footer: vec![messages::why_board_invitation(host(public_url))],
    }
}

/// Returns the content of a mail about an inbox. `has_more` says that there are unread entries which are not listed.
pub(super) fn inbox_content(
    entries: &[InboxEntry],
    has_more: bool,
    unsubscribe_token: &str,
    public_url: &str,
) -> MailContent {
    let more = has_more.then(|| messages::inbox_more().to_owned());
    MailContent {
        subject: messages::inbox_subject(),
        opening: vec![messages::inbox_intro(host(public_url))],
        entries: entries.iter().map(inbox_line).chain(more).collect(),
        link: Some(MailLink { label: messages::inbox_button(), url: format!("{public_url}/app/inbox") }),
        closing: Vec::new(),
        footer: vec![
            messages::why_inbox(host(public_url)),
            messages::inbox_unsubscribe(&format!("{public_url}/unsubscribe/{unsubscribe_token}")),
        ],
    }
}

/// Replaces line breaks with spaces, so that no text can imitate the layout of the mail.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Returns the line of an entry.
fn inbox_line(entry: &InboxEntry) -> String {
    let (who, card) = (one_line(&entry.who), one_line(entry.card_title.as_deref().unwrap_or_default()));
    let (board, text) = (one_line(&entry.board_name), one_line(entry.text.as_deref().unwrap_or_default()));
    match entry.kind {
        InboxKind::Invitation => messages::inbox_invitation(&who, &board),
        InboxKind::Mention if text.is_empty() => messages::inbox_mention_deleted(&who, &card, &board),
        InboxKind::Comment if text.is_empty() => messages::inbox_comment_deleted(&who, &card, &board),
        InboxKind::Mention => messages::inbox_mention(&who, &card, &board, &text),
        InboxKind::Assignment => messages::inbox_assignment(&who, &card, &board),
        InboxKind::Comment => messages::inbox_comment(&who, &card, &board, &text),
        InboxKind::DueDate if text.is_empty() => messages::inbox_due_date_removed(&who, &card, &board),
        InboxKind::DueDate => messages::inbox_due_date(&who, &card, &board, &text.replace('T', " ")),
        InboxKind::DueSoon => messages::inbox_due_soon(&card, &board, &text.replace('T', " ")),
    }
}

/// Returns the content of an invitation. `link` is the URL to sign up with it, `page` that of the unsubscribe page.
pub(super) fn invitation_content(link: String, page: &str, public_url: &str) -> MailContent {
    MailContent {
        subject: messages::invitation_subject(),
        opening: vec![messages::invitation_intro(host(public_url))],
        link: Some(MailLink { label: messages::invitation_button(), url: link }),
        entries: Vec::new(),
        closing: vec![messages::invitation_expiry().to_owned()],
        footer: vec![messages::why_waitlist(host(public_url)), messages::invitation_unsubscribe(page)],
    }
}

/// Returns the content of the notice that the password was changed, or reset with a mailed link.
pub(super) fn password_changed_content(is_reset: bool, public_url: &str) -> MailContent {
    let opening = match is_reset {
        true => vec![messages::password_reset_intro(host(public_url)), messages::password_reset_ended().to_owned()],
        false => vec![messages::password_changed_intro(host(public_url))],
    };
    MailContent {
        subject: messages::password_changed_subject(),
        opening,
        entries: Vec::new(),
        link: None,
        closing: vec![reset_if_not_you(public_url)],
        footer: why_account(public_url),
    }
}

/// Returns the content of the notice that a webhook was added or changed.
pub(super) fn webhook_changed_content(webhook: WebhookChangedMail, public_url: &str) -> MailContent {
    let (address, own_host) = (webhook.host.as_str(), host(public_url));
    let (subject, opening) = match webhook.change {
        WebhookChange::Added => (messages::webhook_added_subject(), messages::webhook_added_intro(own_host, address)),
        WebhookChange::AddressChanged => {
            (messages::webhook_changed_subject(), messages::webhook_changed_address(own_host, address))
        }
        WebhookChange::SecretReplaced => {
            (messages::webhook_changed_subject(), messages::webhook_changed_secret(own_host, address))
        }
        WebhookChange::TurnedOn => {
            (messages::webhook_changed_subject(), messages::webhook_changed_turned_on(own_host, address))
        }
    };
    MailContent {
        subject,
        opening: vec![opening],
        link: Some(webhooks_link(public_url)),
        entries: Vec::new(),
        closing: vec![reset_if_not_you(public_url)],
        footer: why_account(public_url),
    }
}

/// Returns the content of the notice that a webhook was turned off.
pub(super) fn webhook_disabled_content(webhook: WebhookDisabledMail, public_url: &str) -> MailContent {
    let WebhookDisabledMail { host: address, is_gone } = webhook;
    let opening = match is_gone {
        true => messages::webhook_disabled_gone(&address, host(public_url)),
        false => messages::webhook_disabled_failing(&address, host(public_url)),
    };
    MailContent {
        subject: messages::webhook_disabled_subject(),
        opening: vec![opening],
        link: Some(webhooks_link(public_url)),
        entries: Vec::new(),
        closing: vec![messages::webhook_disabled_details().to_owned()],
        footer: why_account(public_url),
    }
}

fn webhooks_link(public_url: &str) -> MailLink {
    MailLink {
        label: messages::webhook_disabled_button(),
        url: format!("{public_url}/app/settings?section=integrations"),
    }
}

/// Returns the content of a contact message to the operator.
pub(super) fn contact_content(contact: &ContactRequest, public_url: &str) -> MailContent {
    let ContactRequest { name, email, message, .. } = contact;
    MailContent {
        subject: messages::contact_subject(),
        opening: vec![messages::contact_intro(&one_line(name), email, host(public_url)), message.clone()],
        link: None,
        entries: Vec::new(),
        closing: vec![messages::contact_reply(email)],
        footer: vec![messages::why_contact(host(public_url)), messages::why_contact_stop("CONTACT_EMAIL")],
    }
}

/// Formats the local date of a time at a UTC offset in minutes, such as "Tuesday, 10 March 2026".
pub(super) fn format_day(moment: Timestamp, utc_offset: i32) -> String {
    let local = moment.millis().saturating_add(i64::from(utc_offset) * 60_000);
    let date = chrono::DateTime::from_timestamp_millis(local).unwrap_or_default();
    let weekday = match date.weekday() {
        Weekday::Mon => messages::day_monday(),
        Weekday::Tue => messages::day_tuesday(),
        Weekday::Wed => messages::day_wednesday(),
        Weekday::Thu => messages::day_thursday(),
        Weekday::Fri => messages::day_friday(),
        Weekday::Sat => messages::day_saturday(),
        Weekday::Sun => messages::day_sunday(),
    };
    let months = [
        messages::month_january(),
        messages::month_february(),
        messages::month_march(),
        messages::month_april(),
        messages::month_may(),
        messages::month_june(),
        messages::month_july(),
        messages::month_august(),
        messages::month_september(),
        messages::month_october(),
        messages::month_november(),
        messages::month_december(),
    ];
    messages::day(weekday, &date.day().to_string(), months[date.month0() as usize], &date.year().to_string())
}

/// Returns the public URL without its scheme.
fn host(public_url: &str) -> &str {
    public_url.split_once("://").map_or(public_url, |(_, host)| host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mails::samples::entry;
    use core_wasm::protocol::language::Language;
    use core_wasm::protocol::messages::in_language;

    #[test]
    fn entries_of_an_inbox_are_lines() {
        let due = |text: Option<&str>| InboxEntry { text: text.map(str::to_owned), ..entry(InboxKind::DueDate) };
        let soon = InboxEntry { kind: InboxKind::DueSoon, ..due(Some("2026-03-03T09:00")) };
        let lines = [
            (entry(InboxKind::Mention), "Ada Lovelace mentioned you on \"Bread\" (Plans): Hello, -- Twentyfour"),
            (entry(InboxKind::Comment), "Ada Lovelace commented on \"Bread\" (Plans): Hello, -- Twentyfour"),
            (entry(InboxKind::Assignment), "Ada Lovelace assigned you to \"Bread\" (Plans)."),
            (entry(InboxKind::Invitation), "Ada Lovelace invited you to the board \"Plans\"."),
            (due(Some("2026-03-03T09:00")), "Ada Lovelace set the due date of \"Bread\" (Plans) to 2026-03-03 09:00."),
            (due(None), "Ada Lovelace removed the due date of \"Bread\" (Plans)."),
            (soon, "\"Bread\" (Plans) is due soon: 2026-03-03 09:00."),
        ];
        for (entry, expected) in lines {
            assert_eq!(inbox_line(&entry), expected);
        }
    }

    #[test]
    fn day_is_formatted_in_local_time() {
        let moment = Timestamp::parse("2026-03-09T23:30:00Z").unwrap();
        assert_eq!(format_day(moment, 0), "Monday, 9 March 2026");
        assert_eq!(format_day(moment, 60), "Tuesday, 10 March 2026");
        assert_eq!(in_language(Language::De, || format_day(moment, 60)), "Dienstag, 10. März 2026");
        assert_eq!(in_language(Language::Es, || format_day(moment, 60)), "martes, 10 de marzo de 2026");
    }
}
