//! The texts of mails. All in ASCII, so that no encoding can break a link, except for contact messages.

use core_wasm::protocol::http::ContactRequest;
use core_wasm::protocol::time::Timestamp;
use twentyfour_model::MailKind;

/// The content of a mail before layout.
pub(super) struct MailContent {
    pub(super) subject: &'static str,
    /// The paragraphs before the link.
    opening: Vec<String>,
    /// The label and the URL of the button.
    link: Option<(&'static str, String)>,
    /// The paragraphs after the link.
    closing: Vec<String>,
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
    let not_you = format!("If this was not you, reset your password at {public_url}/auth?type=forgot.");
    Some(match kind {
        MailKind::ConfirmEmail => MailContent {
            subject: "Confirm your email",
            opening: vec![format!("Confirm this email for your account at {host}.")],
            link: link.map(|address| ("Confirm email", address)),
            closing: paragraphs(&[
                "The link works once and expires in 24 hours.",
                "If you did not request this, ignore this email.",
            ]),
        },
        MailKind::ResetPassword => MailContent {
            subject: "Choose a new password",
            opening: vec![format!("Someone requested a new password for your account at {host}.")],
            link: link.map(|address| ("Choose a new password", address)),
            closing: paragraphs(&[
                "The link works once and expires in 30 minutes.",
                "If this was not you, ignore this email. Your password stays the same.",
            ]),
        },
        MailKind::EmailChanged => MailContent {
            subject: "Your email was changed",
            opening: vec![format!(
                "The email of your account at {host} was changed. We will not send more email to this address."
            )],
            link: None,
            closing: paragraphs(&["If this was not you, contact the administrator of this server."]),
        },
        MailKind::PasswordChanged => MailContent {
            subject: "Your password was changed",
            opening: vec![format!(
                "The password of your account at {host} was changed. You have been logged out on your other devices."
            )],
            link: None,
            closing: vec![not_you],
        },
        MailKind::AccountDeletion => MailContent {
            subject: "Your account will be deleted",
            opening: vec![format!(
                "Your account at {host} and all its data will be deleted on {day}. To keep it, log in and select Keep my account."
            )],
            link: Some(("Log in", format!("{public_url}/auth?type=login"))),
            closing: vec![not_you],
        },
        MailKind::GoogleLinked => MailContent {
            subject: "You can log in with Google",
            opening: vec![format!(
                "You can now log in to your account at {host} with Google. Your password still works."
            )],
            link: None,
            closing: vec![not_you],
        },
        MailKind::WaitlistJoined | MailKind::Contact => return None,
    })
}

/// Returns the content of the waitlist confirmation. `page` is the URL of the unsubscribe page.
pub(super) fn waitlist_content(page: String, public_url: &str) -> MailContent {
    let host = host(public_url);
    MailContent {
        subject: "You are on the waitlist",
        opening: vec![
            format!("Thank you for joining the Twentyfour waitlist at {host}. We will keep you updated and tell you when the product is ready."),
            "If this was not you, or you no longer want to hear from us, leave the waitlist. Your name and email are deleted immediately.".to_owned(),
        ],
        link: Some(("Leave the waitlist", page)),
        closing: Vec::new(),
    }
}

/// Returns the content of a contact message to the operator.
pub(super) fn contact_content(contact: &ContactRequest, public_url: &str) -> MailContent {
    let ContactRequest { name, email, message, .. } = contact;
    // In one line, so that the name cannot imitate the layout of the mail.
    let name = name.split_whitespace().collect::<Vec<&str>>().join(" ");
    MailContent {
        subject: "Message from the contact page",
        opening: vec![format!("{name} <{email}> wrote on the contact page of {}:", host(public_url)), message.clone()],
        link: None,
        closing: vec![format!("Replies go to {email}. The address has not been verified.")],
    }
}

impl MailContent {
    /// Renders the content as plain text.
    pub(super) fn text(&self, public_url: &str) -> String {
        let link = self.link.iter().map(|(words, address)| format!("{words}:\n{address}"));
        let paragraphs = self.opening.iter().cloned().chain(link).chain(self.closing.iter().cloned());
        let body: Vec<String> = paragraphs.collect();
        format!("{}\n\n-- \nTwentyfour\n{public_url}\n", body.join("\n\n"))
    }

    /// Renders the content as an HTML page that loads no external resources.
    pub(super) fn html(&self, public_url: &str) -> String {
        let paragraph =
            |text: &String| format!("<p style=\"margin:0 0 16px;white-space:pre-line\">{}</p>\n", escape_html(text));
        let link = self.link.as_ref().map(|(words, address)| {
            format!(
                "<p style=\"margin:24px 0\"><a href=\"{address}\" style=\"display:inline-block;padding:10px 16px;border-radius:6px;\
                 background:#4caf50;color:#0b0f14;text-decoration:none;font-weight:600\">{words}</a></p>\n\
                 <p style=\"margin:0 0 16px;font-size:12px;color:#55606c;word-break:break-all\">{address}</p>\n",
                address = escape_html(address),
                words = escape_html(words),
            )
        });
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{subject}</title></head>\n\
             <body style=\"margin:0;padding:24px;background:#f5f7f9\">\n\
             <div style=\"max-width:520px;margin:0 auto;padding:32px;border-radius:16px;background:#ffffff;color:#14181d;\
             font:14px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif\">\n\
             <h1 style=\"margin:0 0 16px;font-size:20px;font-weight:600\">{subject}</h1>\n{opening}{link}{closing}\
             <p style=\"margin:24px 0 0;font-size:12px;color:#55606c\">Twentyfour<br>{public_url}</p>\n</div>\n</body>\n</html>\n",
            subject = escape_html(self.subject),
            opening = self.opening.iter().map(paragraph).collect::<String>(),
            link = link.unwrap_or_default(),
            closing = self.closing.iter().map(paragraph).collect::<String>(),
            public_url = escape_html(public_url),
        )
    }
}

/// Formats the local date of a time at a UTC offset in minutes, such as "Tuesday, 10 March 2026".
pub(super) fn format_day(moment: Timestamp, utc_offset: i32) -> String {
    let local = moment.millis().saturating_add(i64::from(utc_offset) * 60_000);
    chrono::DateTime::from_timestamp_millis(local).unwrap_or_default().format("%A, %-d %B %Y").to_string()
}

/// Returns the public URL without its scheme.
fn host(public_url: &str) -> &str {
    public_url.split_once("://").map_or(public_url, |(_, host)| host)
}

/// Escapes a text for HTML content and quoted attributes.
fn escape_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://twentyfour.example";

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
            MailKind::Contact => contact_content(&message, public_url),
            kind => account_content(kind, Some(link.to_owned()), day, public_url).unwrap(),
        }
    }

    #[test]
    fn text_and_html_parts_match_and_load_no_resources() {
        for kind in MailKind::ALL {
            let content = written(kind, &format!("{URL}/auth?type=reset#token=abc"), "Tuesday, 10 March 2026", URL);
            let (text, html) = (content.text(URL), content.html(URL));
            assert!(text.is_ascii() && html.is_ascii() && content.subject.is_ascii(), "{kind:?}");
            for paragraph in content.opening.iter().chain(&content.closing) {
                assert!(text.contains(paragraph) && html.contains(&escape_html(paragraph)), "{kind:?}: {paragraph}");
            }
            if let Some((words, address)) = &content.link {
                assert!(text.contains(&format!("{words}:\n{address}\n")), "{kind:?}");
                assert!(html.contains(&format!("<a href=\"{}\"", escape_html(address))), "{kind:?}");
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
    }
}
