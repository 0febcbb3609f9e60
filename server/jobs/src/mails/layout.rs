//! The layout of mails, as text and as HTML. Both say the same, in the same order.
//!
//! The HTML keeps to what the large mail programs are documented to render (`client_rules`): tables, inline styles, and
//! colors for dark mode in the head. It loads no external resources: the mark of the app is made of borders.

use core_wasm::protocol::messages::current_language;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use std::sync::LazyLock;
use twentyfour_model::html::escape_html;

/// The page.
const HTML_TEMPLATE: &str = include_str!("mail.html");
/// The inside of a paragraph: its lines, with links.
const TEXT_TEMPLATE: &str = include_str!("mail-text.html");

/// The mark of the app, unrolled: 24 ticks, one of them lit.
const TICKS: usize = 24;
const LIT_TICK: usize = 3;

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
    templates.set_formatter(|output, _, value| {
        let text = value.to_string();
        Ok(output.write_str(&if value.is_safe() { text } else { escape_html(&text) })?)
    });
    templates
});

/// The content of a mail before layout.
pub(super) struct MailContent {
    pub(super) subject: &'static str,
    /// The paragraphs before the entries and the link.
    pub(super) opening: Vec<String>,
    /// The lines of a list, if the mail has one.
    pub(super) entries: Vec<String>,
    /// The button, if the mail has one.
    pub(super) link: Option<MailLink>,
    /// The paragraphs after the link.
    pub(super) closing: Vec<String>,
    /// Why the recipient gets the mail, and how to stop it.
    pub(super) footer: Vec<String>,
}

pub(super) struct MailLink {
    pub(super) label: &'static str,
    pub(super) url: String,
}

impl MailContent {
    /// Renders the content as plain text.
    pub(super) fn text(&self, public_url: &str) -> String {
        let link = self.link.iter().map(|MailLink { label, url }| format!("{label}:\n{url}"));
        let before = self.opening.iter().chain(&self.entries).cloned();
        let body: Vec<String> = before.chain(link).chain(self.closing.iter().cloned()).collect();
        let footer = self.footer.join("\n\n");
        format!("{}\n\n-- \nTwentyfour\n{public_url}\n\n{footer}\n", body.join("\n\n"))
    }

    /// Renders the content as an HTML page that loads no external resources.
    pub(super) fn html(&self, public_url: &str) -> String {
        let paragraphs =
            |texts: &[String]| -> Vec<Value> { texts.iter().map(|text| paragraph_html(text, public_url)).collect() };
        let link = self.link.as_ref().map(|MailLink { label, url }| context! { label => *label, url => url });
        render(
            "mail.html",
            HTML_TEMPLATE,
            context! {
                language => current_language().tag(),
                subject => self.subject,
                preview => self.preview(),
                ticks => (0..TICKS).map(|tick| tick == LIT_TICK).collect::<Vec<bool>>(),
                opening => paragraphs(&self.opening),
                entries => paragraphs(&self.entries),
                link => link.unwrap_or(Value::from(())),
                closing => paragraphs(&self.closing),
                footer => paragraphs(&self.footer),
                public_url => public_url,
            },
        )
    }

    /// Returns the text that mail programs show beside the subject in the list of mails.
    fn preview(&self) -> &str {
        self.entries.first().or(self.opening.first()).map_or("", String::as_str)
    }
}

/// Returns a paragraph as HTML: escaped, with its line breaks, and with links where it names pages of this server. The
/// links are explicit, because the color that mail programs give to others cannot be read on every background.
fn paragraph_html(text: &str, public_url: &str) -> Value {
    let page = format!("{public_url}/");
    let lines: Vec<Vec<Value>> =
        text.lines().map(|line| line.split_inclusive(' ').flat_map(|word| word_parts(word, &page)).collect()).collect();
    Value::from_safe_string(render("mail-text.html", TEXT_TEMPLATE, context! { lines }))
}

/// Returns a word as a link and what follows it, if it begins with `page`.
fn word_parts(word: &str, page: &str) -> Vec<Value> {
    let part = |text: &str, is_link: bool| context! { text => text, is_link => is_link };
    let url = word.trim_end_matches(['.', ',', ' ']);
    if !url.starts_with(page) {
        return vec![part(word, false)];
    }
    vec![part(url, true), part(&word[url.len()..], false)]
}

fn render(name: &str, template: &str, variables: Value) -> String {
    TEMPLATES
        .render_named_str(name, template, variables)
        .unwrap_or_else(|error| unreachable!("{name} is valid and gets all its variables: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mails::BoardInvitationMail;
    use crate::mails::html_reader::{Part, read};
    use crate::mails::samples::{LANGUAGES, LINK, URL, entry, every_sample, samples};
    use crate::mails::templates::{board_invitation_content, contact_content, inbox_content};
    use core_wasm::protocol::http::ContactRequest;
    use core_wasm::protocol::inbox::{InboxEntry, InboxKind};
    use core_wasm::protocol::messages::in_language;
    use twentyfour_model::MailKind;

    /// Returns the text of a page: the hidden preview, and what is shown.
    fn page_text(html: &str) -> (String, String) {
        let (mut preview, mut shown) = (String::new(), String::new());
        for part in read(html) {
            match part {
                Part::Element { element, .. } if element.name == "br" => shown.push(' '),
                Part::Text { text, ancestors } if ancestors.iter().any(|element| element.name == "body") => {
                    let is_hidden = ancestors.iter().any(|element| element.style("display") == Some("none"));
                    if is_hidden { preview.push_str(&text) } else { shown.push_str(&text) }
                }
                _ => {}
            }
        }
        (preview, shown)
    }

    fn words(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    #[test]
    fn text_and_html_say_the_same_in_every_language() {
        for language in LANGUAGES {
            in_language(language, || {
                for (name, content) in every_sample(LINK) {
                    let (text, html) = (content.text(URL), content.html(URL));
                    let (preview, shown) = page_text(&html);
                    // The page begins with the name of the app, and repeats the subject, which is a header of both.
                    let (body, signature) = text.rsplit_once("\n-- \n").unwrap();
                    let body = match &content.link {
                        Some(MailLink { label, url }) => {
                            let link = format!("{label}:\n{url}\n");
                            assert!(body.contains(&link), "{name}: {text}");
                            assert!(html.contains(&format!("<a href=\"{}\"", escape_html(url))), "{name}: {html}");
                            body.replace(&link, &format!("{label}\n{url}\n"))
                        }
                        None => body.to_owned(),
                    };
                    let expected = format!("Twentyfour {} {body} {signature}", content.subject);
                    assert_eq!(words(&shown), words(&expected), "{name} in {language:?}");
                    assert!(!preview.is_empty() && text.contains(&preview), "{name}: {preview}");
                    assert!(!content.footer.is_empty(), "{name} says why it is sent");
                    // The style guide forbids exclamation marks.
                    assert!(!text.contains('!') && !shown.contains('!'), "{name}");
                    // RFC 5322, section 2.1.1: a line has at most 998 characters.
                    assert!(text.lines().chain(html.lines()).all(|line| line.len() <= 998), "{name}");
                }
            });
        }
    }

    #[test]
    fn mails_of_lists_link_to_the_page_that_stops_them() {
        let waitlist = format!("{URL}/waitlist/leave?token=");
        let inbox = format!("{URL}/unsubscribe/");
        for (kind, page) in [
            (MailKind::WaitlistJoined, waitlist.as_str()),
            (MailKind::Invitation, waitlist.as_str()),
            (MailKind::Inbox, inbox.as_str()),
        ] {
            for language in LANGUAGES {
                in_language(language, || {
                    for (name, content) in samples(kind, &format!("{waitlist}Zm9vYmFy"), "", URL) {
                        let (text, html) = (content.text(URL), content.html(URL));
                        assert!(text.contains(page), "{name} in {language:?}: {text}");
                        assert!(html.contains(&format!("<a href=\"{page}")), "{name} in {language:?}: {html}");
                    }
                });
            }
        }
    }

    #[test]
    fn english_mails_are_ascii_and_load_no_resources() {
        for (name, content) in every_sample(LINK) {
            let (text, html) = (content.text(URL), content.html(URL));
            assert!(html.starts_with("<!doctype html>\n<html lang=\"en\">"), "{html}");
            assert!(text.is_ascii() && html.is_ascii() && content.subject.is_ascii(), "{name}");
            for loading in ["<img", "<script", "<link", "<iframe", "src=", "url(", "@import"] {
                assert!(!html.contains(loading), "{name} {loading}");
            }
        }
    }

    #[test]
    fn public_url_is_escaped_in_html() {
        let url = "https://x.example/\"><script>alert(1)</script>";
        for kind in MailKind::ALL {
            for (name, content) in samples(kind, &format!("{url}/auth#token='"), "", url) {
                let html = content.html(url);
                assert!(!html.contains("<script") && !html.contains("https://x.example/\""), "{name}: {html}");
            }
        }
    }

    #[test]
    fn pages_of_this_server_are_links_in_paragraphs() {
        let html = |text: &str| paragraph_html(text, URL).to_string();
        let link = |path: &str| {
            format!(
                "<a href=\"{URL}{path}\" class=\"link\" style=\"color:#2e7d32;text-decoration:underline\">{URL}{path}</a>"
            )
        };
        assert_eq!(html(&format!("Open {URL}/a?b=c.")), format!("Open {}.", link("/a?b=c")));
        assert_eq!(
            html(&format!("{URL}/a, {URL}/b\r\n\nor <c>")),
            format!("{}, {}<br><br>or &lt;c&gt;", link("/a"), link("/b"))
        );
        for text in ["https://evil.example/a", &format!("{URL}.evil.example/a"), "twentyfour.example"] {
            assert_eq!(html(text), text);
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
            // The preview repeats a paragraph.
            assert_eq!(html.matches("&lt;b&gt;Ada&lt;/b&gt; A paragraph").count(), 2 * names, "{html}");
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
        let lines = "&lt;b&gt;Hello&lt;/b&gt; &amp; good-bye,<br><br>&lt;script&gt;alert(1)&lt;/script&gt;<br>-- <br>Ada \u{1f600}";
        assert!(html.contains(lines), "{html}");
    }
}
