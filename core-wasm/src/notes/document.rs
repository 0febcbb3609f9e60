//! The content of a note: an editor document in TipTap's JSON format. Only documents of this schema are stored
//! (SPEC N1), so untrusted content is never rendered.
//!
//! Anything that the editor accepts from a paste must be accepted here too, because a refused text is lost. Attributes
//! without a meaning (a link's `class`, a code block's `language`) may therefore contain any text; rendering never uses
//! them.

use crate::protocol::error::ErrorCode;
use crate::protocol::text::replaced;
use json::ReadJson;
use serde::Deserialize;
use std::borrow::Cow;

/// Maximum size of a document, in bytes. A note of 50,000 words has about 500,000.
pub const MAX_BYTES: usize = 2 << 20;

/// Maximum length of a title (the first line) and of a snippet in the list, in characters.
const MAX_LINE_CHARS: usize = 200;

/// A validated document that borrows from the JSON text where possible.
#[derive(Debug)]
pub struct Document<'a>(Node<'a>);

/// A node of a document. Its kind determines which fields it may have.
#[derive(Debug, Deserialize, ReadJson)]
#[serde(deny_unknown_fields)]
pub(super) struct Node<'a> {
    #[serde(rename = "type")]
    pub(super) kind: NodeKind,
    #[serde(default, borrow)]
    pub(super) attrs: Option<Box<Attributes<'a>>>,
    #[serde(default, borrow)]
    pub(super) content: Vec<Node<'a>>,
    #[serde(default, borrow)]
    pub(super) marks: Vec<Mark<'a>>,
    #[serde(default, borrow)]
    text: Option<Text<'a>>,
}

/// A text that is borrowed if it contains no escapes. Inside an `Option`, serde always copies a plain `Cow`.
#[derive(Debug, Deserialize, ReadJson)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The kinds of nodes, with TipTap's names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ReadJson)]
#[serde(rename_all = "camelCase")]
pub(super) enum NodeKind {
    Doc,
    Paragraph,
    Heading,
    BulletList,
    OrderedList,
    ListItem,
    TaskList,
    TaskItem,
    Blockquote,
    CodeBlock,
    HorizontalRule,
    HardBreak,
    Text,
}

/// The attributes of a node or mark. Null means that an attribute is not set.
#[derive(Debug, Default, Deserialize, ReadJson)]
#[serde(deny_unknown_fields)]
pub(super) struct Attributes<'a> {
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    start: Option<f64>,
    #[serde(default)]
    checked: Option<bool>,
    #[serde(default, borrow)]
    language: Option<Text<'a>>,
    #[serde(default, borrow)]
    href: Option<Text<'a>>,
    // TipTap writes four more attributes for a link, and `type` for an ordered list.
    #[serde(default, borrow)]
    target: Option<Text<'a>>,
    #[serde(default, borrow)]
    rel: Option<Text<'a>>,
    #[serde(default, borrow)]
    class: Option<Text<'a>>,
    #[serde(default, borrow)]
    title: Option<Text<'a>>,
    #[serde(default, borrow)]
    r#type: Option<Text<'a>>,
}

/// A mark on a text, such as bold.
#[derive(Debug, Deserialize, ReadJson)]
#[serde(deny_unknown_fields)]
pub(super) struct Mark<'a> {
    #[serde(rename = "type")]
    pub(super) kind: MarkKind,
    #[serde(default, borrow)]
    attrs: Option<Box<Attributes<'a>>>,
}

/// The kinds of marks, with TipTap's names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ReadJson)]
#[serde(rename_all = "camelCase")]
pub(super) enum MarkKind {
    Bold,
    Italic,
    Underline,
    Strike,
    Code,
    Link,
}

impl<'a> Document<'a> {
    /// Parses the JSON text of a document.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::NoteTooLong`] above [`MAX_BYTES`], or [`ErrorCode::NoteInvalid`] if the text is not a
    /// document of the schema.
    pub fn parse(json: &'a str) -> Result<Self, ErrorCode> {
        if json.len() > MAX_BYTES {
            return Err(ErrorCode::NoteTooLong);
        }
        // The parser limits the depth to 127 levels, which allows about thirty nested lists.
        let node: Node = json::parse(json).map_err(|_| ErrorCode::NoteInvalid)?;
        if node.kind == NodeKind::Doc && node.is_valid() { Ok(Self(node)) } else { Err(ErrorCode::NoteInvalid) }
    }

    /// Returns the plain text, one line per block.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.0.write_text(&mut text);
        text.truncate(text.trim_end().len());
        if text.as_bytes().contains(&0) {
            // NUL is invisible, and databases do not store it.
            text = replaced(&text, "\0", "");
        }
        text
    }

    /// Returns whether the document is the editor's initial one: a single empty paragraph.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.0.content.as_slice(), [Node { kind: NodeKind::Paragraph, content, .. }] if content.is_empty())
    }

    /// Returns the blocks, in order.
    pub(super) fn blocks(&self) -> &[Node<'a>] {
        &self.0.content
    }
}

impl<'a> Node<'a> {
    /// Returns the text of a text node; empty for any other node.
    pub(super) fn text(&self) -> &str {
        self.text.as_ref().map_or("", |text| &text.0)
    }

    fn attribute<T>(&self, read: impl Fn(&Attributes<'a>) -> Option<T>) -> Option<T> {
        self.attrs.as_deref().and_then(read)
    }

    /// Returns the level of a heading: 1 to 3.
    pub(super) fn level(&self) -> u8 {
        self.attribute(|attributes| attributes.level).unwrap_or(1)
    }

    /// Returns the number of the first item of an ordered list, converted to `u32`.
    pub(super) fn start(&self) -> u32 {
        self.attribute(|attributes| attributes.start).map_or(1, |start| start as u32)
    }

    /// Returns whether a task is done.
    pub(super) fn is_checked(&self) -> bool {
        self.attribute(|attributes| attributes.checked) == Some(true)
    }

    /// Returns the language of a code block; empty if there is none or it is not a valid name.
    pub(super) fn language(&self) -> &str {
        let language = self.attrs.as_deref().and_then(|attributes| attributes.language.as_ref());
        let language = language.map_or("", |language| &*language.0);
        let is_name = language.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-_.#".contains(&byte));
        if is_name { language } else { "" }
    }

    /// Returns whether the node and its descendants match the schema.
    fn is_valid(&self) -> bool {
        let is_text = self.kind == NodeKind::Text;
        let is_inline = is_text || self.kind == NodeKind::HardBreak;
        is_text == self.text.as_ref().is_some_and(|text| !text.0.is_empty())
            && (is_text || self.text.is_none())
            && (self.kind != NodeKind::Heading || self.attrs.is_some())
            && self.attrs.as_ref().is_none_or(|attributes| attributes.are_valid_for_node(self.kind))
            && (is_inline || self.marks.is_empty())
            && self
                .marks
                .iter()
                .enumerate()
                .all(|(index, mark)| mark.is_valid() && !mark.is_duplicate_in(&self.marks[..index]))
            && self.has_valid_content()
    }

    fn has_valid_content(&self) -> bool {
        let first = self.content.first();
        let has_required_first = match self.kind {
            NodeKind::Doc
            | NodeKind::Blockquote
            | NodeKind::BulletList
            | NodeKind::OrderedList
            | NodeKind::TaskList => first.is_some(),
            NodeKind::ListItem | NodeKind::TaskItem => first.is_some_and(|first| first.kind == NodeKind::Paragraph),
            _ => true,
        };
        let forbids_marks = self.kind == NodeKind::CodeBlock;
        let holds = |node: &Node| {
            self.kind.allows_child(node.kind) && (!forbids_marks || node.marks.is_empty()) && node.is_valid()
        };
        has_required_first && self.content.iter().all(holds)
    }

    fn write_text(&self, text: &mut String) {
        match self.kind {
            NodeKind::Text => text.push_str(self.text()),
            NodeKind::HardBreak => text.push('\n'),
            _ => {
                self.content.iter().for_each(|node| node.write_text(text));
                if matches!(self.kind, NodeKind::Paragraph | NodeKind::Heading | NodeKind::CodeBlock) {
                    text.push('\n');
                }
            }
        }
    }
}

impl NodeKind {
    /// Returns whether a node of this kind may contain one of the kind `inner`.
    fn allows_child(self, inner: NodeKind) -> bool {
        let is_inline = matches!(inner, NodeKind::Text | NodeKind::HardBreak);
        let is_block = !is_inline && !matches!(inner, NodeKind::Doc | NodeKind::ListItem | NodeKind::TaskItem);
        match self {
            NodeKind::Doc | NodeKind::Blockquote | NodeKind::ListItem | NodeKind::TaskItem => is_block,
            NodeKind::Paragraph | NodeKind::Heading => is_inline,
            NodeKind::CodeBlock => inner == NodeKind::Text,
            NodeKind::BulletList | NodeKind::OrderedList => inner == NodeKind::ListItem,
            NodeKind::TaskList => inner == NodeKind::TaskItem,
            NodeKind::HorizontalRule | NodeKind::HardBreak | NodeKind::Text => false,
        }
    }
}

impl<'a> Mark<'a> {
    /// Returns the URL of a link; empty for any other mark.
    pub(super) fn href(&self) -> &str {
        let href = self.attrs.as_deref().and_then(|attributes| attributes.href.as_ref());
        href.map_or("", |href| &*href.0)
    }

    fn is_valid(&self) -> bool {
        let is_link = self.kind == MarkKind::Link;
        self.attrs.as_ref().is_none_or(|attributes| attributes.are_valid_for_mark(is_link))
            && (!is_link || is_safe_link(self.href()))
    }

    fn is_duplicate_in(&self, others: &[Mark<'a>]) -> bool {
        others.iter().any(|other| other.kind == self.kind)
    }
}

impl Attributes<'_> {
    /// Returns whether a node of this kind may have these attributes.
    fn are_valid_for_node(&self, kind: NodeKind) -> bool {
        let Self { level, start, checked, language, href, target, rel, class, title, r#type } = self;
        let is_of_link = [href, target, rel, class, title].into_iter().any(Option::is_some);
        !is_of_link
            && level.is_some_and(|level| (1..=3).contains(&level)) == (kind == NodeKind::Heading)
            && (level.is_none() || kind == NodeKind::Heading)
            && (kind == NodeKind::OrderedList || (start.is_none() && r#type.is_none()))
            && (kind == NodeKind::TaskItem || checked.is_none())
            && (kind == NodeKind::CodeBlock || language.is_none())
    }

    /// Returns whether a mark may have these attributes: those of a link, or none.
    fn are_valid_for_mark(&self, is_link: bool) -> bool {
        let Self { level, start, checked, language, href, target, rel, class, title, r#type } = self;
        let is_of_node =
            level.is_some() || start.is_some() || checked.is_some() || language.is_some() || r#type.is_some();
        !is_of_node && (is_link || [href, target, rel, class, title].into_iter().all(Option::is_none))
    }
}

/// Returns whether a link to this URL is allowed: on the web or to an email address, but nothing that runs code or
/// reads local data. Leading control characters and spaces are ignored, as in browsers (WHATWG URL, 4.4).
pub fn is_safe_link(href: &str) -> bool {
    let href = href.trim_start_matches(|character| character <= ' ');
    let scheme = href.split_once(':').map_or("", |(scheme, _)| scheme);
    ["http", "https", "mailto"].iter().any(|followable| scheme.eq_ignore_ascii_case(followable))
}

/// Returns the first two non-empty lines of a text, each cut to 200 characters: the title and the snippet in the list.
pub fn title_and_snippet(text: &str) -> (String, String) {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut line = || lines.next().unwrap_or_default().chars().take(MAX_LINE_CHARS).collect();
    (line(), line())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a document of these blocks.
    fn doc(blocks: &str) -> String {
        format!(r#"{{"type":"doc","content":[{blocks}]}}"#)
    }

    fn code(json: &str) -> Option<ErrorCode> {
        Document::parse(json).err()
    }

    /// Returns whether a document of these blocks matches the schema.
    fn holds(blocks: &str) -> bool {
        code(&doc(blocks)).is_none()
    }

    /// Returns a paragraph of one text with a mark.
    fn wearing(mark: &str) -> String {
        format!(r#"{{"type":"paragraph","content":[{{"type":"text","text":"a","marks":[{mark}]}}]}}"#)
    }

    /// A document as TipTap 3 writes it, including attributes that are not set.
    const WRITTEN: &str = r#"{"type":"doc","content":[
        {"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Groceries"}]},
        {"type":"paragraph"},
        {"type":"paragraph","content":[
            {"type":"text","marks":[{"type":"bold"},{"type":"italic"}],"text":"Milk"},
            {"type":"hardBreak","marks":[{"type":"bold"}]},
            {"type":"text","marks":[{"type":"link","attrs":{"href":"https://example.com/?a=b c","target":"_blank",
                "rel":"noopener noreferrer nofollow","class":null,"title":null}}],"text":"there"},
            {"type":"text","text":" \u00fc\ud83e\udd5b"}]},
        {"type":"orderedList","attrs":{"start":3,"type":null},"content":[{"type":"listItem","content":[{"type":"paragraph"},
            {"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[
                {"type":"text","marks":[{"type":"code"}],"text":"x"}]}]}]}]}]},
        {"type":"taskList","content":[{"type":"taskItem","attrs":{"checked":true},"content":[{"type":"paragraph","content":[
            {"type":"text","marks":[{"type":"strike"},{"type":"underline"}],"text":"done"}]}]}]},
        {"type":"blockquote","content":[{"type":"paragraph","content":[{"type":"text","text":"quoted"}]}]},
        {"type":"horizontalRule"},
        {"type":"codeBlock","attrs":{"language":null},"content":[{"type":"text","text":"let a = 1;\nlet b = 2;"}]}]}"#;

    #[test]
    fn n1_editor_output_is_valid_and_text_has_one_line_per_block() {
        let document = Document::parse(WRITTEN).unwrap();
        let text = document.text();
        assert_eq!(text, "Groceries\n\nMilk\nthere ü🥛\n\nx\ndone\nquoted\nlet a = 1;\nlet b = 2;");
        assert_eq!(title_and_snippet(&text), ("Groceries".into(), "Milk".into()));
        assert!(holds(r#"{"type":"paragraph","content":[]}"#), "an empty note");
        assert_eq!(Document::parse(&doc(r#"{"type":"paragraph"}"#)).unwrap().text(), "");
    }

    #[test]
    fn n1_documents_outside_the_schema_are_refused() {
        let text = r#"{"type":"text","text":"a"}"#;
        for json in [
            "",
            "null",
            "[]",
            "{}",
            "7",
            r#""doc""#,
            "{",
            r#"{"type":"paragraph"}"#,
            r#"{"type":"doc"}"#,
            r#"{"type":"doc","content":[{"type":"paragraph"}]} x"#,
            r#"{"type":"doc","content":[{"type":"paragraph"}],"version":1}"#,
            r#"{"type":"doc","type":"doc","content":[{"type":"paragraph"}]}"#,
            r#"{"type":"doc","content":null}"#,
        ] {
            assert_eq!(code(json), Some(ErrorCode::NoteInvalid), "{json}");
        }
        for blocks in [
            text,
            r#"{"type":"image","attrs":{"src":"https://example.com/a.png"}}"#,
            r#"{"type":"doc","content":[{"type":"paragraph"}]}"#,
            r#"{"type":"heading"}"#,
            r#"{"type":"heading","attrs":{}}"#,
            r#"{"type":"heading","attrs":{"level":0}}"#,
            r#"{"type":"heading","attrs":{"level":4}}"#,
            r#"{"type":"heading","attrs":{"level":1.5}}"#,
            r#"{"type":"heading","attrs":{"level":1,"start":1}}"#,
            r#"{"type":"paragraph","attrs":{"level":1}}"#,
            r#"{"type":"paragraph","attrs":{"style":"position:fixed"}}"#,
            r#"{"type":"paragraph","attrs":{"class":"a"}}"#,
            r#"{"type":"paragraph","text":"a"}"#,
            r#"{"type":"paragraph","text":""}"#,
            r#"{"type":"paragraph","marks":[{"type":"bold"}]}"#,
            r#"{"type":"paragraph","content":[{"type":"paragraph"}]}"#,
            r#"{"type":"paragraph","content":[{"type":"text"}]}"#,
            r#"{"type":"paragraph","content":[{"type":"text","text":""}]}"#,
            r#"{"type":"paragraph","content":[{"type":"text","text":"\ud800"}]}"#,
            r#"{"type":"paragraph","content":[{"type":"text","text":7}]}"#,
            r#"{"type":"paragraph","content":[{"type":"text","text":"a","content":[{"type":"text","text":"a"}]}]}"#,
            r#"{"type":"bulletList"}"#,
            r#"{"type":"bulletList","content":[{"type":"paragraph"}]}"#,
            r#"{"type":"bulletList","content":[{"type":"listItem"}]}"#,
            r#"{"type":"bulletList","content":[{"type":"taskItem","content":[{"type":"paragraph"}]}]}"#,
            r#"{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"horizontalRule"}]}]}"#,
            r#"{"type":"taskList","content":[{"type":"taskItem","attrs":{"checked":"yes"},"content":[{"type":"paragraph"}]}]}"#,
            r#"{"type":"listItem","content":[{"type":"paragraph"}]}"#,
            r#"{"type":"blockquote","content":[]}"#,
            r#"{"type":"horizontalRule","content":[{"type":"paragraph"}]}"#,
            r#"{"type":"codeBlock","content":[{"type":"hardBreak"}]}"#,
            r#"{"type":"codeBlock","content":[{"type":"text","text":"a","marks":[{"type":"bold"}]}]}"#,
            r#"{"type":"codeBlock","attrs":{"language":7}}"#,
        ] {
            assert!(!holds(blocks), "{blocks}");
        }
        for mark in [
            r#"{"type":"textStyle"}"#,
            r#"{"type":"bold","attrs":{"class":"a"}}"#,
            r#"{"type":"bold","attrs":{"onclick":"alert(1)"}}"#,
            r#"{"type":"link"}"#,
            r#"{"type":"link","attrs":{"href":null}}"#,
            r#"{"type":"link","attrs":{"href":"https://example.com","style":"a"}}"#,
            r#"{"type":"link","attrs":{"href":"https://example.com","level":1}}"#,
            r#"{"type":"bold"},{"type":"bold"}"#,
        ] {
            assert!(!holds(&wearing(mark)), "{mark}");
        }
    }

    #[test]
    fn n1_links_allow_only_http_https_and_mailto() {
        let holds_link = |href: &str| {
            let href = serde_json::to_string(href).unwrap();
            holds(&wearing(&format!(r#"{{"type":"link","attrs":{{"href":{href}}}}}"#)))
        };
        for href in ["http://a", "HTTPS://example.com/ü?q=a b#c", " https://a", "mailto:ada@example.com"] {
            assert!(holds_link(href), "{href}");
        }
        for href in [
            "",
            "a",
            "/app",
            "//example.com",
            "#a",
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "\u{1}javascript:alert(1)",
            "java\nscript:alert(1)",
            "java\tscript:alert(1)",
            "data:text/html,<b>",
            "file:///etc/passwd",
            "vbscript:a",
            "blob:https://a",
            "ftp://a",
            "tel:1",
            "view-source:https://a",
            "ht\ntps://a",
            "\u{a0}https://a",
        ] {
            assert!(!holds_link(href), "{href}");
        }
    }

    #[test]
    fn n1_extra_attributes_from_paste_are_accepted() {
        assert!(holds(&wearing(
            r#"{"type":"link","attrs":{"href":"https://a","class":"x y","rel":"","target":"_top","title":"T"}}"#
        )));
        assert!(holds(
            r#"{"type":"codeBlock","attrs":{"language":"c++ {1,3}"},"content":[{"type":"text","text":"a"}]}"#
        ));
        let list = r#"{"type":"orderedList","attrs":{"start":-5,"type":"a"},"content":[{"type":"listItem","content":[{"type":"paragraph"}]}]}"#;
        assert!(holds(list) && holds(&list.replace("-5", "1e300")));
        let nul = doc(r#"{"type":"paragraph","content":[{"type":"text","text":"a\u0000b"}]}"#);
        assert_eq!(Document::parse(&nul).unwrap().text(), "ab");
    }

    #[test]
    fn n1_too_long_or_too_deep_documents_are_refused() {
        let nested = |levels: usize| {
            let (open, close) = (r#"{"type":"blockquote","content":["#, "]}");
            doc(&format!(r#"{}{{"type":"paragraph"}}{}"#, open.repeat(levels), close.repeat(levels)))
        };
        assert_eq!(code(&nested(60)), None);
        assert_eq!(code(&nested(64)), Some(ErrorCode::NoteInvalid));
        assert_eq!(code(&nested(60_000)), Some(ErrorCode::NoteInvalid));
        assert_eq!(code(&"[".repeat(1 << 20)), Some(ErrorCode::NoteInvalid));
        assert_eq!(code(&r#"{"type":"doc","content":["#.repeat(80_000)), Some(ErrorCode::NoteInvalid));
        let long = |bytes: usize| {
            let empty = doc(r#"{"type":"paragraph","content":[{"type":"text","text":""}]}"#);
            empty.replace(r#""text":"""#, &format!(r#""text":"{}""#, "a".repeat(bytes - empty.len())))
        };
        assert_eq!(code(&long(MAX_BYTES)), None);
        assert_eq!(code(&long(MAX_BYTES + 1)), Some(ErrorCode::NoteTooLong));
    }

    #[test]
    fn n2_title_is_the_first_non_blank_line() {
        assert_eq!(title_and_snippet(""), (String::new(), String::new()));
        assert_eq!(title_and_snippet("\n \n  Milk \n\n\tBread\nEggs"), ("Milk".into(), "Bread".into()));
        assert_eq!(title_and_snippet(&"ü".repeat(500)).0.chars().count(), 200);
    }
}
