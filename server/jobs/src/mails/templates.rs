//! The content of mails, and their layout as text and as HTML. In English all is ASCII, except for contact messages, the
//! names in invitations to boards, and the entries of an inbox.

use super::{BoardInvitationMail, WebhookChange, WebhookChangedMail, WebhookDisabledMail, messages};
use chrono::{Datelike, Weekday};
use core_wasm::protocol::http::ContactRequest;
use core_wasm::protocol::inbox::{InboxEntry, InboxKind};
use core_wasm::protocol::messages::current_language;
use core_wasm::protocol::time::Timestamp;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use std::sync::LazyLock;
use twentyfour_model::MailKind;
use twentyfour_model::html::escape_html;

/// The layout of the HTML part: a page that loads no external resources.
const HTML_TEMPLATE: &str = include_str!("mail.html");

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::empty();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .keep_trailing_newline(true)
        .build()
        .unwrap_or_else(|error| unreachable!("the delimiters are the default ones: {error}"));
    templates.set_syntax(syntax);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    // The engine's own escaping replaces slashes too, which makes links hard to read.
    templates.set_formatter(|output, _, value| Ok(output.write_str(&escape_html(&value.to_string()))?));
    templates
});

/// The content of a mail before layout.
pub(super) struct MailContent {
    pub(super) subject: &'static str,
    /// The paragraphs before the link.
    opening: Vec<String>,
    /// The button, if the mail has one.
    link: Option<MailLink>,
    /// The paragraphs after the link.
    closing: Vec<String>,
}

struct MailLink {
    label: &'static str,
    url: String,
}

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
            closing: paragraphs(&[messages::confirm_email_expiry(), messages::confirm_email_not_you()]),
        },
        MailKind::ResetPassword => MailContent {
            subject: messages::reset_password_subject(),
            opening: vec![messages::reset_password_intro(host)],
            link: link.map(|url| MailLink { label: messages::reset_password_button(), url }),
            closing: paragraphs(&[messages::reset_password_expiry(), messages::reset_password_not_you()]),
        },
        MailKind::EmailChanged => MailContent {
            subject: messages::email_changed_subject(),
            opening: vec![messages::email_changed_intro(host)],
            link: None,
            closing: paragraphs(&[messages::email_changed_not_you()]),
        },
        MailKind::AccountDeletion => MailContent {
            subject: messages::account_deletion_subject(),
            opening: vec![messages::account_deletion_intro(host, day)],
            link: Some(MailLink {
                label: messages::account_deletion_button(),
                url: format!("{public_url}/auth?type=login"),
            }),
            closing: vec![reset_if_not_you],
        },
        MailKind::GoogleLinked => MailContent {
            subject: messages::google_linked_subject(),
            opening: vec![messages::google_linked_intro(host)],
            link: None,
            closing: vec![reset_if_not_you],
        },
        MailKind::ApiTokenCreated => MailContent {
            subject: messages::api_token_created_subject(),
            opening: vec![messages::api_token_created_intro(host)],
            link: None,
            closing: vec![reset_if_not_you],
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

/// Returns the content of the waitlist confirmation. `page` is the URL of the unsubscribe page.
pub(super) fn waitlist_content(page: String, public_url: &str) -> MailContent {
    MailContent {
        subject: messages::waitlist_joined_subject(),
        opening: vec![messages::waitlist_joined_intro(host(public_url)), messages::waitlist_joined_leave().to_owned()],
        link: Some(MailLink { label: messages::waitlist_joined_button(), url: page }),
        closing: Vec::new(),
    }
}

/// Returns the content of an invitation to a board.
pub(super) fn board_invitation_content(invitation: BoardInvitationMail, public_url: &str) -> MailContent {
    let BoardInvitationMail { from, board, link } = invitation;
    MailContent {
        subject: messages::board_invitation_subject(),
        opening: vec![messages::board_invitation_intro(&one_line(&from), &one_line(&board), host(public_url))],
        link: Some(MailLink { label: messages::board_invitation_button(), url: link }),
        closing: vec![messages::board_invitation_expiry().to_owned(), messages::board_invitation_unknown().to_owned()],
    }
}

/// Returns the content of a mail about an inbox. `has_more` says that there are unread entries which are not listed.
pub(super) fn inbox_content(
    entries: &[InboxEntry],
    has_more: bool,
    unsubscribe_token: &str,
    public_url: &str,
) -> MailContent {
    let mut opening = vec![messages::inbox_intro(host(public_url))];
    opening.extend(entries.iter().map(inbox_line));
    if has_more {
        opening.push(messages::inbox_more().to_owned());
    }
    MailContent {
        subject: messages::inbox_subject(),
        opening,
        link: Some(MailLink { label: messages::inbox_button(), url: format!("{public_url}/app/inbox") }),
        closing: vec![messages::inbox_unsubscribe(&format!("{public_url}/unsubscribe/{unsubscribe_token}"))],
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

/// Returns the content of an invitation. `link` is the URL to sign up with it.
pub(super) fn invitation_content(link: String, public_url: &str) -> MailContent {
    MailContent {
        subject: messages::invitation_subject(),
        opening: vec![messages::invitation_intro(host(public_url))],
        link: Some(MailLink { label: messages::invitation_button(), url: link }),
        closing: vec![messages::invitation_expiry().to_owned()],
    }
}

/// Returns the content of the notice that the password was changed, or reset with a mailed link.
pub(super) fn password_changed_content(is_reset: bool, public_url: &str) -> MailContent {
    let opening = match is_reset {
        true => vec![messages::password_reset_intro(host(public_url)), messages::password_reset_ended().to_owned()],
        false => vec![messages::password_changed_intro(host(public_url))],
    };
    let (subject, closing) = (messages::password_changed_subject(), vec![reset_if_not_you(public_url)]);
    MailContent { subject, opening, link: None, closing }
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
        closing: vec![reset_if_not_you(public_url)],
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
        closing: vec![messages::webhook_disabled_details().to_owned()],
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
        closing: vec![messages::contact_reply(email)],
    }
}

impl MailContent {
    /// Renders the content as plain text.
    pub(super) fn text(&self, public_url: &str) -> String {
        let link = self.link.iter().map(|MailLink { label, url }| format!("{label}:\n{url}"));
        let paragraphs = self.opening.iter().cloned().chain(link).chain(self.closing.iter().cloned());
        let body: Vec<String> = paragraphs.collect();
        format!("{}\n\n-- \nTwentyfour\n{public_url}\n", body.join("\n\n"))
    }

    /// Renders the content as an HTML page that loads no external resources.
    pub(super) fn html(&self, public_url: &str) -> String {
        let link = self.link.as_ref().map(|MailLink { label, url }| context! { label => *label, url => url });
        let mail = context! {
            language => current_language().tag(),
            subject => self.subject,
            opening => &self.opening,
            link => link.unwrap_or(Value::from(())),
            closing => &self.closing,
            public_url => public_url,
        };
        TEMPLATES
            .render_named_str("mail.html", HTML_TEMPLATE, mail)
            .unwrap_or_else(|error| unreachable!("mail.html is valid and gets all its variables: {error}"))
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
    use core_wasm::protocol::id::Id;
    use core_wasm::protocol::language::Language;
    use core_wasm::protocol::messages::in_language;

    const URL: &str = "https://twentyfour.example";

    fn entry(kind: InboxKind) -> InboxEntry {
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

    /// Returns the content of a mail of any kind.
    fn written(kind: MailKind, link: &str, day: &str, public_url: &str) -> MailContent {
        let message = ContactRequest {
            name: "Ada".to_owned(),
            email: "ada@example.org".to_owned(),
            message: "Hello,\n\nit works.\nAda".to_owned(),
            website: None,
        };
        match kind {
            MailKind::WaitlistJoined => waitlist_content(link.to_owned(), public_url),
            MailKind::Invitation => invitation_content(link.to_owned(), public_url),
            MailKind::BoardInvitation => board_invitation_content(
                BoardInvitationMail { from: "Ada".to_owned(), board: "Plans".to_owned(), link: link.to_owned() },
                public_url,
            ),
            MailKind::Inbox => inbox_content(&[entry(InboxKind::Mention)], true, link, public_url),
            MailKind::PasswordChanged => password_changed_content(true, public_url),
            MailKind::WebhookChanged => webhook_changed_content(
                WebhookChangedMail { host: "hooks.example".to_owned(), change: WebhookChange::Added },
                public_url,
            ),
            MailKind::WebhookDisabled => webhook_disabled_content(
                WebhookDisabledMail { host: "hooks.example".to_owned(), is_gone: false },
                public_url,
            ),
            MailKind::Contact => contact_content(&message, public_url),
            kind => account_content(kind, Some(link.to_owned()), day, public_url).unwrap(),
        }
    }

    #[test]
    fn text_and_html_parts_match_and_load_no_resources() {
        for kind in MailKind::ALL {
            let content = written(kind, &format!("{URL}/auth?type=reset#token=abc"), "Tuesday, 10 March 2026", URL);
            let (text, html) = (content.text(URL), content.html(URL));
            assert!(html.starts_with("<!doctype html>\n<html lang=\"en\">"), "{html}");
            assert!(text.is_ascii() && html.is_ascii() && content.subject.is_ascii(), "{kind:?}");
            for paragraph in content.opening.iter().chain(&content.closing) {
                assert!(text.contains(paragraph) && html.contains(&escape_html(paragraph)), "{kind:?}: {paragraph}");
            }
            if let Some(MailLink { label, url }) = &content.link {
                assert!(text.contains(&format!("{label}:\n{url}\n")), "{kind:?}");
                assert!(html.contains(&format!("<a href=\"{}\"", escape_html(url))), "{kind:?}");
            }
            for loading in ["<img", "<script", "<link", "<iframe", "src=", "url(", "@import"] {
                assert!(!html.contains(loading), "{kind:?} {loading}");
            }
            // RFC 5322, section 2.1.1: a line has at most 998 characters.
            assert!(text.lines().chain(html.lines()).all(|line| line.len() <= 998), "{kind:?}");
            // The style guide forbids exclamation marks; the only one is in the doctype.
            assert!(!text.contains('!') && html.matches('!').count() == 1, "{kind:?}");
        }
    }

    #[test]
    fn public_url_is_escaped_in_html() {
        let url = "https://x.example/\"><script>alert(1)</script>";
        for kind in MailKind::ALL {
            let html = written(kind, &format!("{url}/auth#token='"), "", url).html(url);
            assert!(!html.contains("<script") && !html.contains("https://x.example/\""), "{kind:?}: {html}");
        }
    }

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
    fn names_of_users_and_boards_are_escaped_and_stay_in_their_line() {
        let name = "<b>Ada</b>\r\n\r\nA paragraph".to_owned();
        let invitation = BoardInvitationMail { from: name.clone(), board: name.clone(), link: URL.to_owned() };
        let named = InboxEntry {
            who: name.clone(),
            board_name: name.clone(),
            card_title: Some(name.clone()),
            text: Some(name),
            ..entry(InboxKind::Comment)
        };
        for (content, names) in
            [(board_invitation_content(invitation, URL), 2), (inbox_content(&[named], false, "token", URL), 4)]
        {
            let (text, html) = (content.text(URL), content.html(URL));
            assert_eq!(text.matches("<b>Ada</b> A paragraph").count(), names, "{text}");
            assert_eq!(html.matches("&lt;b&gt;Ada&lt;/b&gt; A paragraph").count(), names, "{html}");
            assert!(!html.contains("<b>"), "{html}");
        }
    }

    #[test]
    fn contact_message_is_escaped_in_html() {
        let message = "<b>Hello</b> & good-bye,\r\n\r\n<script>alert(1)</script>\n-- \nAda \u{1f600}".to_owned();
        let (name, email) = ("Ada \"<i>\"".to_owned(), "ada@example.org".to_owned());
        let content = contact_content(&ContactRequest { name, email, message: message.clone(), website: None }, URL);
        assert!(content.text(URL).contains(&format!(
            "Ada \"<i>\" <ada@example.org> wrote on the contact page of twentyfour.example:\n\n{message}\n"
        )));
        let html = content.html(URL);
        assert!(!html.contains("<script") && !html.contains("<b>") && !html.contains("<i>"), "{html}");
        assert!(html.contains(&escape_html(&message)) && html.contains("white-space:pre-line"), "{html}");
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
