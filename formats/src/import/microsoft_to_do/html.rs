//! Texts of HTML.

use super::super::draft::markdown_link;

/// Elements whose contents are no text.
const HIDDEN: [&str; 4] = ["style", "script", "head", "title"];

/// Elements that begin a new line.
const BLOCKS: [&str; 13] = ["br", "p", "div", "li", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6"];

/// Returns the text of HTML. Links are kept as Markdown, and items of lists as lines that begin with a hyphen.
pub(super) fn to_text(html: &str) -> String {
    let mut text = Text::default();
    let mut rest = html;
    let mut hidden: Option<&str> = None;
    while !rest.is_empty() {
        let start = rest.find('<').unwrap_or(rest.len());
        let (plain, tag) = rest.split_at(start);
        if hidden.is_none() {
            text.push(&decode(plain));
        }
        if let Some(comment) = tag.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        // A tag that is never closed is no text.
        let Some((tag, following)) = tag.strip_prefix('<').and_then(|tag| tag.split_once('>')) else { break };
        rest = following;
        let is_end = tag.starts_with('/');
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).take(10).collect();
        let name = name.to_ascii_lowercase();
        match hidden {
            Some(element) => hidden = hidden.filter(|_| !(is_end && name == element)),
            None if !is_end => {
                hidden = HIDDEN.into_iter().find(|element| *element == name);
                text.open(&name, tag);
            }
            None => text.close(&name),
        }
    }
    text.finish()
}

/// A text that is being made of HTML.
#[derive(Default)]
struct Text {
    text: String,
    /// The address and the text of the link that is open.
    link: Option<(String, String)>,
}

impl Text {
    fn push(&mut self, plain: &str) {
        let target = if let Some((_, name)) = &mut self.link { name } else { &mut self.text };
        for word in plain.split_inclusive(|character: char| character.is_ascii_whitespace()) {
            let (word, is_end) = match word.strip_suffix(|character: char| character.is_ascii_whitespace()) {
                Some(word) => (word, true),
                None => (word, false),
            };
            target.push_str(word);
            // Whitespace in HTML is one space.
            if is_end && !target.is_empty() && !target.ends_with([' ', '\n']) {
                target.push(' ');
            }
        }
    }

    fn open(&mut self, name: &str, tag: &str) {
        if name == "a" {
            self.close("a");
            self.link = attribute(tag, "href").map(|href| (decode(href), String::new()));
        } else if BLOCKS.contains(&name) {
            self.push_line();
            if name == "li" {
                self.text.push_str("- ");
            }
        }
    }

    fn close(&mut self, name: &str) {
        if name == "a" {
            if let Some((url, name)) = self.link.take() {
                self.text.push_str(&markdown_link(&name, &url));
            }
        } else if BLOCKS.contains(&name) {
            self.push_line();
        }
    }

    /// Ends a line. Paragraphs are separated by at most one empty line.
    fn push_line(&mut self) {
        if self.link.is_none() {
            self.text.truncate(self.text.trim_end_matches(' ').len());
            if !self.text.is_empty() && !self.text.ends_with("\n\n") {
                self.text.push('\n');
            }
        }
    }

    fn finish(mut self) -> String {
        self.close("a");
        self.text.trim().to_owned()
    }
}

/// Returns an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = tag;
    while let Some((before, after)) = rest.split_once('=') {
        let key = before.split_ascii_whitespace().next_back().unwrap_or_default();
        let after = after.trim_start();
        let (value, following) = match after.chars().next() {
            Some(quote @ ('"' | '\'')) => after.get(1..)?.split_once(quote)?,
            _ => after.split_once(|character: char| character.is_ascii_whitespace()).unwrap_or((after, "")),
        };
        if key.eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = following;
    }
    None
}

/// Returns a text in which the usual character references are replaced by their characters.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        // The names of the references are short, and a text may have many ampersands.
        let end = after.bytes().take(12).position(|byte| byte == b';');
        let character = end.and_then(|end| reference(after.get(..end)?));
        match (character, end) {
            (Some(character), Some(end)) => {
                decoded.push(character);
                rest = after.get(end + 1..).unwrap_or_default();
            }
            _ => {
                decoded.push('&');
                rest = after;
            }
        }
    }
    decoded + rest
}

fn reference(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::to_text;
    use proptest::prelude::{any, proptest};

    #[test]
    fn text_links_and_lists_remain() {
        let html = "<html><head><title>No</title><style>p{}</style></head><body><p>One\r\n  two &amp; &lt;b&gt; &#233;&#x2713; &unknown; R&D</p>\
            <ul><li><b>A</b></li><li>B <a class=x HREF='https://example.com/?a=1&amp;b=2'>the <i>link</i></a></li></ul>\
            <!-- no > --><script>alert('<p>')</script><a href=\"javascript:x\">bad</a><br>end</body></html>";
        let text = "One two & <b> é✓ &unknown; R&D\n\n- A\n\n- B [the link](https://example.com/?a=1&b=2)\n\nbad\nend";
        assert_eq!(to_text(html), text);
        assert_eq!(to_text("a < b"), "a");
        assert_eq!(to_text("<!-- open"), "");
    }

    #[test]
    fn many_open_tags_take_linear_time() {
        assert_eq!(to_text(&"<a href=x>".repeat(100_000)).len(), 100_000);
        assert_eq!(to_text(&"&".repeat(500_000)).len(), 500_000);
        assert_eq!(to_text(&"<p><br>".repeat(100_000)), "");
    }

    proptest! {
        #[test]
        fn any_text_is_read(html in any::<String>(), tags in "(<[a-z/! =\"'&#;-]{0,8}>?| |x){0,60}") {
            to_text(&html);
            to_text(&tags);
        }
    }
}
