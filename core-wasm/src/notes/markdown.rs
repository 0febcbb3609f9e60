//! Export of a note as Markdown (CommonMark 0.31 with task lists and strikethrough from GitHub Flavored Markdown). A
//! reader gets the same structure, and text that only looks like Markdown is escaped (SPEC N20). Underlined text has no
//! Markdown syntax and is written as HTML, and so are marks in places where Markdown's delimiters would not be
//! recognized.

use super::document::{Document, Mark, MarkKind, Node, NodeKind};
use crate::protocol::text::replaced;

/// Maximum number of a list item (CommonMark 5.2).
const MAX_ITEM_NUMBER: u32 = 999_999_999;

/// The syntax of a hard line break.
const HARD_BREAK: &str = "\\\n";

impl Document<'_> {
    /// Returns the document as Markdown, ending with a line break.
    pub fn markdown(&self) -> String {
        let lines = blocks(self.blocks());
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Returns the lines of consecutive blocks, separated by blank lines. Empty paragraphs are left out because Markdown
/// has none.
fn blocks(nodes: &[Node]) -> Vec<String> {
    let mut lines = vec![];
    let mut before: Option<(NodeKind, bool)> = None;
    for node in nodes {
        // A list right after another would continue it, so it uses the other marker.
        let goes_on = before.is_some_and(|(kind, _)| share_marker(kind, node.kind));
        let uses_alternate_marker = goes_on && before.is_some_and(|(_, uses_alternate_marker)| !uses_alternate_marker);
        let block = block(node, uses_alternate_marker);
        if block.is_empty() {
            continue;
        }
        if before.is_some() {
            lines.push(String::new());
        }
        lines.extend(block);
        before = Some((node.kind, uses_alternate_marker));
    }
    lines
}

fn is_list(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::BulletList | NodeKind::OrderedList | NodeKind::TaskList)
}

/// Returns whether two kinds are lists with the same markers.
fn share_marker(one: NodeKind, other: NodeKind) -> bool {
    is_list(one) && is_list(other) && (one == NodeKind::OrderedList) == (other == NodeKind::OrderedList)
}

fn block(node: &Node, uses_alternate_marker: bool) -> Vec<String> {
    match node.kind {
        NodeKind::Heading => vec![heading(node)],
        NodeKind::HorizontalRule => vec!["***".to_owned()],
        NodeKind::CodeBlock => code_block(node),
        NodeKind::Blockquote => {
            let inner = blocks(&node.content);
            let inner = if inner.is_empty() { vec![String::new()] } else { inner };
            inner.iter().map(|line| if line.is_empty() { ">".to_owned() } else { format!("> {line}") }).collect()
        }
        NodeKind::BulletList | NodeKind::OrderedList | NodeKind::TaskList => list(node, uses_alternate_marker),
        _ => paragraph(&inline(&node.content)),
    }
}

/// Returns a heading as one line, with hard breaks written as HTML.
fn heading(node: &Node) -> String {
    let mut text = replaced(&inline(&node.content), HARD_BREAK, "<br>").trim_matches([' ', '\t']).to_owned();
    if text.ends_with('#') {
        // Trailing `#` characters would be read as the closing sequence of the heading.
        text.insert(text.len() - 1, '\\');
    }
    format!("{} {text}", "#".repeat(usize::from(node.level()))).trim_end().to_owned()
}

fn code_block(node: &Node) -> Vec<String> {
    let code: String = node.content.iter().map(Node::text).collect();
    let code = replaced(&with_line_feeds(&code), "\0", "");
    let fence = "`".repeat(longest_run(&code, '`').max(2) + 1);
    let mut lines = vec![format!("{fence}{}", node.language())];
    if !code.is_empty() {
        lines.extend(code.split('\n').map(str::to_owned));
    }
    lines.push(fence);
    lines
}

fn paragraph(text: &str) -> Vec<String> {
    if text.is_empty() {
        return vec![];
    }
    text.split('\n').map(|line| escaped_start(line.trim_matches([' ', '\t']))).collect()
}

/// Returns the items of a list, each after its marker, with the following lines indented to match.
fn list(node: &Node, uses_alternate_marker: bool) -> Vec<String> {
    let start = node.start().min(MAX_ITEM_NUMBER.saturating_sub(u32::try_from(node.content.len()).unwrap_or(u32::MAX)));
    let mut lines = vec![];
    for (number, item) in (start..).zip(&node.content) {
        let bullet = if uses_alternate_marker { "+" } else { "-" };
        let sign = match node.kind {
            NodeKind::OrderedList => format!("{number}{}", if uses_alternate_marker { ')' } else { '.' }),
            _ => bullet.to_owned(),
        };
        let indent = " ".repeat(sign.len() + 1);
        let mut inner = item_lines(item);
        if node.kind == NodeKind::TaskList {
            let mark = if item.is_checked() { "[x]" } else { "[ ]" };
            match item.content.first().map(|first| block(first, false)) {
                Some(first) if !first.is_empty() => inner[0].insert_str(0, &format!("{mark} ")),
                _ => inner.insert(0, mark.to_owned()),
            }
        }
        // Markers alone on a line, such as `- - -`, could be read as a thematic break.
        if inner.first().is_some_and(|first| first.starts_with(['-', '+']) || starts_with_number(first)) {
            inner.insert(0, String::new());
        }
        let mut inner = inner.into_iter();
        lines.push(format!("{sign} {}", inner.next().unwrap_or_default()).trim_end().to_owned());
        lines.extend(inner.map(|line| if line.is_empty() { line } else { format!("{indent}{line}") }));
    }
    lines
}

/// Returns the lines of a list item. A nested list follows its paragraph without a blank line where possible.
fn item_lines(item: &Node) -> Vec<String> {
    let mut lines = blocks(&item.content);
    if let [first, second, ..] = item.content.as_slice()
        && is_list(second.kind)
        && (second.kind != NodeKind::OrderedList || second.start() == 1)
    {
        let length = block(first, false).len();
        let is_empty_sign = lines.get(length + 1).is_none_or(|line| line.len() < 3);
        if length > 0 && !is_empty_sign {
            lines.remove(length);
        }
    }
    lines
}

fn starts_with_number(line: &str) -> bool {
    let rest = line.trim_start_matches(|character: char| character.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(['.', ')'])
}

/// Returns text with its marks, without line breaks and spaces at both ends.
fn inline(nodes: &[Node]) -> String {
    const ORDER: &[MarkKind] =
        &[MarkKind::Link, MarkKind::Bold, MarkKind::Italic, MarkKind::Strike, MarkKind::Underline, MarkKind::Code];
    let nodes: Vec<&Node> = nodes.iter().collect();
    trimmed(&spans(&nodes, ORDER)).text.to_owned()
}

/// A text without the whitespace and breaks around it.
struct Trimmed<'a> {
    leading: &'a str,
    text: &'a str,
    trailing: &'a str,
}

/// Splits a text into leading whitespace and breaks, the text itself, and trailing whitespace and breaks.
fn trimmed(text: &str) -> Trimmed<'_> {
    let mut start = 0;
    loop {
        let rest = text.get(start..).unwrap_or_default();
        if rest.starts_with(HARD_BREAK) {
            start += HARD_BREAK.len();
        } else if let Some(blank) = rest.chars().next().filter(|first| first.is_whitespace()) {
            start += blank.len_utf8();
        } else {
            break;
        }
    }
    let mut end = text.len();
    while end > start {
        let rest = text.get(start..end).unwrap_or_default();
        if rest.ends_with(HARD_BREAK) {
            end -= HARD_BREAK.len();
        } else if let Some(blank) = rest.chars().next_back().filter(|last| last.is_whitespace()) {
            end -= blank.len_utf8();
        } else {
            break;
        }
    }
    let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default();
    Trimmed { leading: part(0..start), text: part(start..end), trailing: part(end..text.len()) }
}

/// Writes text nodes with the given marks. The text is split into spans with and without the first mark, and the
/// remaining marks are written inside.
fn spans(nodes: &[&Node], marks: &[MarkKind]) -> String {
    let Some((kind, inner_marks)) = marks.split_first() else {
        return nodes.iter().map(|node| escape_text(node)).collect();
    };
    let mut rendered_spans: Vec<(Option<&Mark>, String)> = vec![];
    let mut rest = nodes;
    while let Some(first) = rest.first() {
        let mark = mark_of(first, *kind);
        let count = rest.iter().take_while(|node| is_same_mark(mark, mark_of(node, *kind))).count();
        let (stretch, others) = rest.split_at(count);
        rest = others;
        let text = match kind {
            MarkKind::Code if mark.is_some() => code(stretch),
            _ => spans(stretch, inner_marks),
        };
        rendered_spans.push((mark, text));
    }
    let mut out = String::new();
    for index in 0..rendered_spans.len() {
        let Some((mark, text)) = rendered_spans.get(index) else { break };
        let Some(mark) = mark.filter(|_| *kind != MarkKind::Code) else {
            out.push_str(text);
            continue;
        };
        let Trimmed { leading: before, text, trailing: after } = trimmed(text);
        out.push_str(before);
        if !text.is_empty() {
            let next = if after.is_empty() {
                rendered_spans.get(index + 1).and_then(|(_, text)| text.chars().next())
            } else {
                Some(' ')
            };
            mark_text(&mut out, mark, text, next);
        }
        out.push_str(after);
    }
    out
}

/// Returns the node's mark of a kind.
fn mark_of<'a>(node: &'a Node, kind: MarkKind) -> Option<&'a Mark<'a>> {
    node.marks.iter().find(|mark| mark.kind == kind)
}

fn is_same_mark(one: Option<&Mark>, other: Option<&Mark>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.href() == other.href(),
        _ => false,
    }
}

/// Writes a text with a mark. `next` is the character that will follow.
fn mark_text(out: &mut String, mark: &Mark, text: &str, next: Option<char>) {
    if mark.kind == MarkKind::Link {
        if out.ends_with('!') {
            // An unescaped `!` would turn the link into an image.
            out.insert(out.len() - 1, '\\');
        }
        out.push_str(&format!("[{text}](<{}>)", address(mark.href())));
        return;
    }
    let (sign, tag) = match mark.kind {
        MarkKind::Bold => ("**", "strong"),
        MarkKind::Italic => ("_", "em"),
        MarkKind::Strike => ("~~", "del"),
        _ => ("", "u"),
    };
    let is_loose = |character: Option<char>| character.is_none_or(|character| !character.is_alphanumeric());
    let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    let before = out.chars().next_back();
    // A delimiter is recognized if it touches a word on the inside, or no word on the outside (CommonMark 6.2); `_`
    // requires the latter.
    let opens = is_loose(before) || (sign != "_" && is_word(text.chars().next()));
    let closes = is_loose(next) || (sign != "_" && is_word(text.chars().next_back()));
    let touches = |character: Option<char>| sign.chars().next().is_some_and(|first| character == Some(first));
    if !sign.is_empty() && opens && closes && !touches(before) && !touches(next) {
        out.push_str(&format!("{sign}{text}{sign}"));
    } else {
        out.push_str(&format!("<{tag}>{text}</{tag}>"));
    }
}

/// Escapes a URL for use between angle brackets.
fn address(href: &str) -> String {
    href.trim().chars().fold(String::with_capacity(href.len()), |mut out, character| {
        match character {
            '<' | '>' | '\\' => out.push_str(&crate::api::percent_encoded(&character.to_string())),
            // Browsers ignore control characters in URLs.
            character if character.is_control() => {}
            '&' => out.push_str("&amp;"),
            character => out.push(character),
        }
        out
    })
}

/// Returns inline code, which cannot contain line breaks.
fn code(nodes: &[&Node]) -> String {
    let text: String =
        nodes.iter().map(|node| if node.kind == NodeKind::HardBreak { " " } else { node.text() }).collect();
    let text: String = text
        .chars()
        .filter(|character| *character != '\0')
        .map(|character| if matches!(character, '\n' | '\r') { ' ' } else { character })
        .collect();
    if text.trim().is_empty() {
        return text;
    }
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    let is_stripped = text.starts_with(' ') && text.ends_with(' ');
    let gap = if text.starts_with('`') || text.ends_with('`') || is_stripped { " " } else { "" };
    format!("{fence}{gap}{text}{gap}{fence}")
}

/// Returns a text whose line breaks are all line feeds.
fn with_line_feeds(text: &str) -> String {
    replaced(&replaced(text, "\r\n", "\n"), "\r", "\n")
}

/// Escapes the text of a node without marks. A line break in it is written as a hard break.
fn escape_text(node: &Node) -> String {
    if node.kind == NodeKind::HardBreak {
        return HARD_BREAK.to_owned();
    }
    let text = with_line_feeds(node.text());
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        let needs_escape = match character {
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' => true,
            // Inside a word `_` has no special meaning.
            '_' => ![before, next].iter().all(|around| around.is_some_and(char::is_alphanumeric)),
            '&' => next.is_none_or(|next| next.is_ascii_alphanumeric() || next == '#'),
            _ => false,
        };
        match character {
            '\n' => out.push_str(HARD_BREAK),
            '\0' => {}
            character => {
                if needs_escape {
                    out.push('\\');
                }
                out.push(character);
            }
        }
        before = Some(character);
    }
    out
}

/// Escapes the start of a line that would otherwise be read as the start of a block.
fn escaped_start(line: &str) -> String {
    if starts_with_number(line) {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        return format!("{}\\{}", line.get(..digits).unwrap_or_default(), line.get(digits..).unwrap_or_default());
    }
    if line.starts_with(['#', '+', '-', '=', '|', ':', '>']) { format!("\\{line}") } else { line.to_owned() }
}

/// Returns the length of the longest run of a character.
fn longest_run(text: &str, character: char) -> usize {
    text.split(|other| other != character).map(str::len).max().unwrap_or(0)
}
