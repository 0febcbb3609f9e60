//! Makes boards and cards of the texts of other products: shortens what is too long, names what has no name, and puts what has
//! no field of its own into the description of the card.

use super::{ImportContext, ImportError, ImportErrorCode, MAX_CARDS};
use crate::board_file::{FileCard, FileComment, FileList, FileSubtask};
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::record::LabelColor;
use core_wasm::protocol::text::{BoardName, CardTitle, Color, CommentText, Description, Label, ListName};
use core_wasm::protocol::time::{DueDate, LocalDay, Timestamp, local_day};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

const MAX_NAME_CHARS: usize = 200;
const MAX_TITLE_CHARS: usize = 500;
const MAX_LABEL_CHARS: usize = 50;
const MAX_DESCRIPTION_CHARS: usize = 50_000;
const MAX_COMMENT_CHARS: usize = 10_000;
const MAX_CARD_LABELS: usize = 50;
const MAX_LABEL_COLORS: usize = 200;
const MAX_ESTIMATE_MINUTES: f64 = 6_000.0;
const MAX_REMINDER_MINUTES: i64 = 525_600;

/// A due date without a time counts as this minute of the day when reminders are computed: 9 o'clock.
const REMINDER_MINUTE_OF_DAY: i64 = 540;

/// A card that is being made of a foreign record.
pub(crate) struct CardDraft {
    /// The card. Its description and labels are set by [`CardDraft::finish`].
    pub(crate) card: FileCard,
    /// The whole title, if it was cut.
    whole_title: Option<String>,
    description: String,
    links: String,
    files: String,
    fields: String,
    labels: HashSet<Label>,
}

impl CardDraft {
    /// Starts a card with a title, which may be blank or too long.
    pub(crate) fn new(title: &str, created_at: Timestamp, context: &ImportContext<'_>, losses: &mut Losses) -> Self {
        let (title, whole_title) = card_title(title, context, losses);
        Self {
            card: FileCard::new(title, created_at),
            whole_title,
            description: String::new(),
            links: String::new(),
            files: String::new(),
            fields: String::new(),
            labels: HashSet::new(),
        }
    }

    /// Returns the title, as the place of a loss.
    pub(crate) fn title(&self) -> &str {
        self.card.title.as_str()
    }

    /// Appends a paragraph of Markdown to the description.
    pub(crate) fn describe(&mut self, markdown: &str) {
        let markdown = clean_text(markdown);
        if !markdown.trim().is_empty() {
            push_paragraph(&mut self.description, &markdown);
        }
    }

    /// Adds a link. Only the name is kept if the URL is not one of the web or of an email address.
    pub(crate) fn add_link(&mut self, name: &str, url: &str, losses: &mut Losses) {
        let is_safe = safe_url(url).is_some();
        losses.add(if is_safe { LossKind::Link } else { LossKind::UnsafeLink }, self.title());
        push_item(&mut self.links, &markdown_link(name, url));
    }

    /// Adds a file, of which the description gets the name, and the URL if there is one.
    pub(crate) fn add_file(&mut self, name: &str, url: Option<&str>, losses: &mut Losses) {
        losses.add(LossKind::File, self.title());
        push_item(&mut self.files, &markdown_link(name, url.unwrap_or_default()));
    }

    /// Adds a field that has no place of its own, with its value as plain text. The caller counts the loss.
    pub(crate) fn add_field(&mut self, name: &str, value: &str) {
        self.add_markdown_field(name, &escape_markdown(&cut(value, MAX_DESCRIPTION_CHARS)));
    }

    /// Adds a field whose value is Markdown. The caller counts the loss.
    pub(crate) fn add_markdown_field(&mut self, name: &str, value: &str) {
        let value = clean_text(value);
        if !value.trim().is_empty() {
            // The indentation keeps the lines of the value in the item of the list.
            let value = value.trim().replace('\n', "\n  ");
            // Many cards may have a field with one name, which would take quadratic time if it were long.
            let name = clean_line(&cut(name, MAX_NAME_CHARS));
            push_item(&mut self.fields, &format!("**{}**: {value}", escape_markdown(&name)));
        }
    }

    /// Adds a label, unless the card has it.
    pub(crate) fn add_label(&mut self, name: &str, losses: &mut Losses) {
        if let Some(label) = clean_label(name, losses) {
            self.add_clean_label(label, losses);
        }
    }

    /// Adds a label that is clean already, unless the card has it.
    pub(crate) fn add_clean_label(&mut self, label: Label, losses: &mut Losses) {
        if self.labels.contains(&label) {
            return;
        }
        if self.labels.len() == MAX_CARD_LABELS {
            losses.add(LossKind::TooManyLabels, self.title());
        } else {
            self.labels.insert(label.clone());
            self.card.labels.push(label);
        }
    }

    /// Adds a subtask with a title, which may be blank or too long.
    pub(crate) fn add_subtask(
        &mut self,
        title: &str,
        is_done: bool,
        created_at: Timestamp,
        context: &ImportContext<'_>,
        losses: &mut Losses,
    ) {
        let (title, whole_title) = card_title(title, context, losses);
        if let Some(whole_title) = whole_title {
            self.add_field(&cut(title.as_str(), 50), &whole_title);
        }
        self.card.subtasks.push(FileSubtask { title, is_done, created_at });
    }

    /// Adds a comment, whose text is Markdown, with the name of its author. A long one becomes several.
    pub(crate) fn add_comment(&mut self, text: &str, author: Option<&str>, created_at: Timestamp, losses: &mut Losses) {
        let mut author_line = String::new();
        if let Some(author) = author {
            losses.add(LossKind::CommentAuthor, self.title());
            author_line = format!("**{}**:\n\n", escape_markdown(&clean_line(&cut(author, MAX_NAME_CHARS))));
        }
        let length = MAX_COMMENT_CHARS - author_line.chars().count();
        let text = clean_text(text);
        let mut rest = text.as_ref();
        while !rest.is_empty() {
            let end = rest.char_indices().nth(length).map_or(rest.len(), |(at, _)| at);
            let (part, following) = rest.split_at(end);
            rest = following;
            if part.trim().is_empty() {
                continue;
            }
            if let Ok(text) = CommentText::parse(&format!("{author_line}{part}")) {
                self.card.comments.push(FileComment { text, created_at, edited_at: None });
            }
        }
    }

    /// Sets the estimate, rounded up to whole minutes. Zero is no estimate.
    pub(crate) fn set_estimate(&mut self, minutes: f64, losses: &mut Losses) {
        // Also false if it is no number.
        if minutes > 0.0 {
            if minutes > MAX_ESTIMATE_MINUTES {
                losses.add(LossKind::Estimate, self.title());
            }
            self.card.estimate_minutes = Some(minutes.ceil().min(MAX_ESTIMATE_MINUTES) as u32);
        }
    }

    /// Adds the time that was tracked for the card, in minutes, which has no place of its own.
    pub(crate) fn add_tracked_time(&mut self, minutes: f64, context: &ImportContext<'_>, losses: &mut Losses) {
        // Also false if it is no number.
        if minutes > 0.0 {
            let minutes = minutes.ceil() as u64;
            self.add_field(&context.names.tracked_time, &format!("{}:{:02}", minutes / 60, minutes % 60));
            losses.add(LossKind::TrackedTime, self.title());
        }
    }

    /// Adds a reminder at a moment, if it is not after the due date and not more than a year before it. The due date is set
    /// before.
    pub(crate) fn add_reminder(&mut self, at: Timestamp, context: &ImportContext<'_>, losses: &mut Losses) {
        self.add_reminder_at(local_minute_of(at, context), losses);
    }

    /// Adds a reminder at a number of minutes since 1970-01-01, on the clock of the user.
    pub(crate) fn add_reminder_at(&mut self, local_minute: i64, losses: &mut Losses) {
        let due_minute = self.card.due_date.as_ref().map_or(0, minute_of);
        self.add_reminder_before(due_minute - local_minute, losses);
    }

    /// Adds a reminder that is some minutes before the due date, which is set before.
    pub(crate) fn add_reminder_before(&mut self, minutes: i64, losses: &mut Losses) {
        if self.card.due_date.is_none() || !(0..=MAX_REMINDER_MINUTES).contains(&minutes) {
            losses.add(LossKind::Reminder, self.title());
        } else if !self.card.reminders.contains(&minutes) {
            self.card.reminders.push(minutes);
        }
    }

    /// Returns the card. A card that is done or has no due date does not repeat.
    pub(crate) fn finish(self, context: &ImportContext<'_>, losses: &mut Losses) -> FileCard {
        let Self { mut card, whole_title, description, links, files, fields, labels: _ } = self;
        let mut text = escape_markdown(&whole_title.unwrap_or_default()).into_owned();
        push_paragraph(&mut text, &description);
        let names = context.names;
        for (heading, items) in [(&names.links, links), (&names.files, files), (&names.other_fields, fields)] {
            if !items.is_empty() {
                push_paragraph(&mut text, &format!("## {heading}\n\n{items}"));
            }
        }
        card.description = clean_description(&text, card.title.as_str(), losses);
        if card.recurrence.is_some() && (card.completed_at.is_some() || card.due_date.is_none()) {
            card.recurrence = None;
            losses.add(LossKind::RecurrenceDropped, card.title.as_str());
        }
        card
    }
}

/// The colors of a board's labels. The first color of a label counts.
#[derive(Default)]
pub(crate) struct LabelColors {
    colors: Vec<LabelColor>,
    /// The colors by their labels.
    by_label: HashMap<Label, Color>,
}

impl LabelColors {
    /// Sets the color of a label that has none yet.
    pub(crate) fn add(&mut self, label: &Label, color: Color, losses: &mut Losses) {
        match self.by_label.get(label) {
            Some(known) if *known == color => {}
            None if self.colors.len() < MAX_LABEL_COLORS => {
                self.by_label.insert(label.clone(), color.clone());
                self.colors.push(LabelColor { label: label.clone(), color });
            }
            _ => losses.add(LossKind::Color, label.as_str()),
        }
    }

    /// Returns the colors, in the order in which they were added.
    pub(crate) fn into_vec(self) -> Vec<LabelColor> {
        self.colors
    }
}

/// Returns an empty list. Its name may be blank or too long.
pub(crate) fn new_list(name: &str, losses: &mut Losses) -> FileList {
    let name = ListName::parse(&short_name(name, losses)).expect("a cut name is the name of a list");
    FileList { id: 0, name, is_collapsed: false, color: None, cards: vec![] }
}

/// Returns the name of a board, or of the product if it is blank.
pub(crate) fn board_name(name: &str, product: &str, losses: &mut Losses) -> BoardName {
    let name = short_name(name, losses);
    let parsed = BoardName::parse(&name).or_else(|_| {
        losses.add(LossKind::Unnamed, product);
        BoardName::parse(product)
    });
    parsed.expect("the name of a product is the name of a board")
}

/// Returns a description of at most 50,000 characters.
pub(crate) fn clean_description(markdown: &str, place: &str, losses: &mut Losses) -> Description {
    let markdown = clean_text(markdown);
    let short = cut(&markdown, MAX_DESCRIPTION_CHARS);
    if matches!(short, Cow::Owned(_)) {
        losses.add(LossKind::TextCut, place);
    }
    Description::parse(&short).unwrap_or_default()
}

/// Returns a label of at most 50 characters, or `None` if it is blank.
pub(crate) fn clean_label(name: &str, losses: &mut Losses) -> Option<Label> {
    let name = clean_line(name);
    let short = cut(&name, MAX_LABEL_CHARS);
    if matches!(short, Cow::Owned(_)) {
        losses.add(LossKind::TextCut, &name);
    }
    Label::parse(&short).ok()
}

/// Returns the key of a board that has an id in its product. Ids that are too long are shortened to a hash.
pub(crate) fn board_key(product: &str, id: &str) -> String {
    let is_plain = (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic());
    if is_plain { format!("{product}:{id}") } else { format!("{product}:{:016x}", hash([id])) }
}

/// Returns a hash of several texts (FNV-1a), for the key of a board that has no id.
pub(crate) fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    // The byte 255 does not occur in a text, so it separates them.
    hash_bytes(texts.into_iter().flat_map(|text| text.bytes().chain([255])))
}

/// Returns a hash of bytes (FNV-1a).
pub(crate) fn hash_bytes(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Checks the number of cards of a file.
///
/// # Errors
///
/// Returns [`ImportErrorCode::TooManyCards`].
pub(crate) fn check_cards(count: usize) -> Result<(), ImportError> {
    if count > MAX_CARDS { Err(ImportErrorCode::TooManyCards.into()) } else { Ok(()) }
}

/// Returns a moment as a due date with a time, in the user's time zone.
pub(crate) fn local_time(at: Timestamp, context: &ImportContext<'_>) -> Option<DueDate> {
    let local = at.plus_millis(i64::from((context.utc_offset)(at)) * 60_000).to_string();
    DueDate::parse(local.get(..16)?)
}

/// Returns the day of a moment, in the user's time zone.
pub(crate) fn local_day_of(at: Timestamp, context: &ImportContext<'_>) -> LocalDay {
    local_day(at, (context.utc_offset)(at), 0)
}

/// Returns a day as a due date.
pub(crate) fn day(day: LocalDay) -> Option<DueDate> {
    DueDate::parse(&day.to_string())
}

/// Returns the minutes from 1970-01-01 to a moment, on the clock of the user.
pub(crate) fn local_minute_of(at: Timestamp, context: &ImportContext<'_>) -> i64 {
    at.millis().div_euclid(60_000) + i64::from((context.utc_offset)(at))
}

/// Returns the minutes from 1970-01-01 to a due date, on the clock of the user.
fn minute_of(due_date: &DueDate) -> i64 {
    let text = due_date.as_str();
    let day = text.get(..10).and_then(LocalDay::parse).map_or(0, LocalDay::days_since_epoch);
    let part = |range| text.get(range).and_then(|digits: &str| digits.parse::<i64>().ok());
    let minute_of_day =
        part(11..13).zip(part(14..16)).map_or(REMINDER_MINUTE_OF_DAY, |(hour, minute)| hour * 60 + minute);
    day * 1_440 + minute_of_day
}

/// Returns a link in Markdown, or just its name if the URL is not one of the web or of an email address. A link without a name
/// is named by its URL.
pub(crate) fn markdown_link(name: &str, url: &str) -> String {
    let name = clean_line(name);
    let url_name = clean_line(url);
    let name = escape_markdown(if name.is_empty() { &url_name } else { &name });
    match safe_url(url) {
        Some(url) => format!("[{name}]({url})"),
        None => name.into_owned(),
    }
}

/// Returns a URL for Markdown, or `None` unless its scheme is `http`, `https` or `mailto`.
pub(crate) fn safe_url(url: &str) -> Option<String> {
    let url = url.trim();
    let has_scheme = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if !["https://", "http://", "mailto:"].into_iter().any(has_scheme) || url.contains(char::is_control) {
        return None;
    }
    let mut safe = String::with_capacity(url.len());
    for character in url.chars() {
        // These would end the link in Markdown.
        if character.is_whitespace() || "()<>[]\\\"`".contains(character) {
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(safe, "%{byte:02X}");
            }
        } else {
            safe.push(character);
        }
    }
    Some(safe)
}

/// Returns plain text as Markdown, so that it is shown as it is.
pub(crate) fn escape_markdown(text: &str) -> Cow<'_, str> {
    const SPECIAL: [char; 10] = ['\\', '`', '*', '_', '[', ']', '<', '>', '~', '|'];
    if !text.contains(SPECIAL) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if SPECIAL.contains(&character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    Cow::Owned(escaped)
}

/// Returns the title of a subtask of a group, such as a checklist. The name of the group is cut, because many titles may have it.
pub(crate) fn title_in_group(group: &str, title: &str) -> String {
    format!("{}: {title}", cut(group, MAX_NAME_CHARS))
}

/// Returns a text in one line: without NUL, with single spaces, trimmed.
pub(crate) fn clean_line(text: &str) -> String {
    let text = without_nul(text);
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Returns a text without NUL, which is not storable, and with LF as the only end of a line.
pub(crate) fn clean_text(text: &str) -> Cow<'_, str> {
    let text = without_nul(text);
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { text }
}

fn without_nul(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "")) } else { Cow::Borrowed(text) }
}

/// Returns the beginning of a text with an ellipsis as an owned text, or all of it, borrowed, if it has at most `chars`
/// characters.
pub(crate) fn cut(text: &str, chars: usize) -> Cow<'_, str> {
    if text.len() <= chars || text.char_indices().nth(chars).is_none() {
        return Cow::Borrowed(text);
    }
    let end = text.char_indices().nth(chars - 1).map_or(text.len(), |(at, _)| at);
    let start = text.get(..end).unwrap_or_default();
    Cow::Owned(format!("{}…", start.trim_end()))
}

/// Returns a title, and the whole text if it was cut.
fn card_title(title: &str, context: &ImportContext<'_>, losses: &mut Losses) -> (CardTitle, Option<String>) {
    let line = clean_line(title);
    let short = cut(&line, MAX_TITLE_CHARS);
    match CardTitle::parse(&short) {
        Ok(title) if matches!(short, Cow::Owned(_)) => {
            losses.add(LossKind::TitleCut, title.as_str());
            (title, Some(line))
        }
        Ok(title) => (title, None),
        Err(_) => {
            let untitled = clean_line(&context.names.untitled);
            losses.add(LossKind::Unnamed, &untitled);
            let title = CardTitle::parse(&cut(&untitled, MAX_TITLE_CHARS)).or_else(|_| CardTitle::parse("?"));
            (title.expect("a question mark is a title"), None)
        }
    }
}

fn short_name(name: &str, losses: &mut Losses) -> String {
    let name = clean_line(name);
    let short = cut(&name, MAX_NAME_CHARS);
    if matches!(short, Cow::Owned(_)) {
        losses.add(LossKind::TextCut, &name);
    }
    short.into_owned()
}

fn push_paragraph(text: &mut String, paragraph: &str) {
    if !text.is_empty() && !paragraph.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(paragraph);
}

fn push_item(items: &mut String, item: &str) {
    if item.is_empty() {
        return;
    }
    if !items.is_empty() {
        items.push('\n');
    }
    items.push_str("- ");
    items.push_str(item);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::ImportNames;
    use proptest::prelude::{any, prop_assert, proptest};

    fn with_context<T>(utc_offset: i32, test: impl FnOnce(&ImportContext<'_>, &mut Losses) -> T) -> (T, Vec<LossKind>) {
        let names = ImportNames::default();
        let mut losses = Losses::default();
        let utc_offset = |_| utc_offset;
        let context = ImportContext { now: Timestamp::from_millis(0), utc_offset: &utc_offset, names: &names };
        let result = test(&context, &mut losses);
        (result, losses.into_vec().into_iter().map(|loss| loss.kind).collect())
    }

    fn finished(
        title: &str,
        fill: impl FnOnce(&mut CardDraft, &ImportContext<'_>, &mut Losses),
    ) -> (FileCard, Vec<LossKind>) {
        with_context(0, |context, losses| {
            let mut draft = CardDraft::new(title, Timestamp::from_millis(1), context, losses);
            fill(&mut draft, context, losses);
            draft.finish(context, losses)
        })
    }

    fn time(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[test]
    fn long_title_is_cut_and_its_text_heads_the_description() {
        let title = "ä".repeat(501);
        let (card, losses) = finished(&title, |draft, _, _| draft.describe("Text"));
        assert_eq!(card.title.as_str(), format!("{}…", "ä".repeat(499)));
        assert_eq!(card.description.as_str(), format!("{title}\n\nText"));
        assert_eq!(losses, [LossKind::TitleCut]);
        let (card, losses) = finished(&"ä".repeat(500), |_, _, _| {});
        assert_eq!((card.title.as_str().chars().count(), card.description.as_str()), (500, ""));
        assert_eq!(losses, []);
    }

    #[test]
    fn blank_title_gets_a_placeholder_and_lines_are_joined() {
        let (card, losses) = finished(" \0\n\t", |_, _, _| {});
        assert_eq!((card.title.as_str(), losses), ("Untitled", vec![LossKind::Unnamed]));
        let (card, losses) = finished(" Buy\r\nmilk\0 ", |_, _, _| {});
        assert_eq!((card.title.as_str(), losses), ("Buy milk", vec![]));
    }

    #[test]
    fn description_lists_links_files_and_fields_under_headings() {
        let (card, losses) = finished("Card", |draft, _, losses| {
            draft.describe("One\r\ntwo");
            draft.describe("  ");
            draft.add_link("An [offer](x)", "https://example.com/a b(1)", losses);
            draft.add_link("", "mailto:ada@example.com", losses);
            draft.add_link("Bad", "JavaScript:alert(1)", losses);
            draft.add_file("plan.pdf", None, losses);
            draft.add_field("Price *", "<b>2</b>\n50");
            draft.add_field("Empty", " ");
        });
        assert_eq!(
            card.description.as_str(),
            "One\ntwo\n\n## Links\n\n- [An \\[offer\\](x)](https://example.com/a%20b%281%29)\n- [mailto:ada@example.com](mailto:ada@example.com)\n- Bad\n\n\
             ## Files\n\n- plan.pdf\n\n## Other fields\n\n- **Price \\***: \\<b\\>2\\</b\\>\n  50"
        );
        assert_eq!(losses, [LossKind::File, LossKind::Link, LossKind::UnsafeLink]);
    }

    #[test]
    fn long_description_is_cut() {
        let (card, losses) = finished("Card", |draft, _, _| draft.describe(&"é".repeat(50_001)));
        assert_eq!(card.description.as_str().chars().count(), 50_000);
        assert_eq!(losses, [LossKind::TextCut]);
    }

    #[test]
    fn only_web_and_email_addresses_become_links() {
        assert_eq!(safe_url(" HTTPS://example.com/?q=\"x\" ").as_deref(), Some("HTTPS://example.com/?q=%22x%22"));
        for bad in
            ["", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//x", "https:/x", "http://a\nb", "ä"]
        {
            assert_eq!(safe_url(bad), None, "{bad}");
        }
    }

    #[test]
    fn labels_are_cleaned_deduplicated_and_limited_to_50() {
        let (card, losses) = finished("Card", |draft, _, losses| {
            for name in [" Urgent\0 ", "Urgent", "urgent", " "] {
                draft.add_label(name, losses);
            }
            draft.add_label(&"x".repeat(51), losses);
            (0..100).for_each(|number| draft.add_label(&number.to_string(), losses));
        });
        assert_eq!(card.labels.len(), 50);
        let first: Vec<_> = card.labels.iter().take(3).map(Label::as_str).collect();
        assert_eq!(first, ["Urgent", "urgent", &format!("{}…", "x".repeat(49))]);
        assert_eq!(losses, [LossKind::TextCut, LossKind::TooManyLabels]);
    }

    #[test]
    fn first_color_of_a_label_counts_and_200_are_kept() {
        let color = |text| Color::parse(text).unwrap();
        let (colors, losses) = with_context(0, |_, losses| {
            let mut colors = LabelColors::default();
            let label = Label::parse("A").unwrap();
            colors.add(&label, color("#111111"), losses);
            colors.add(&label, color("#111111"), losses);
            colors.add(&label, color("#222222"), losses);
            for number in 0..200 {
                colors.add(&Label::parse(&number.to_string()).unwrap(), color("#333333"), losses);
            }
            colors.into_vec()
        });
        assert_eq!((colors.len(), colors[0].color.as_str()), (200, "#111111"));
        assert_eq!(losses, [LossKind::Color]);
    }

    #[test]
    fn comment_names_its_author_and_a_long_one_is_split() {
        let (card, losses) = finished("Card", |draft, _, losses| {
            draft.add_comment("Hello *you*", Some("Ada_Y"), time("2026-01-02T03:04:05Z"), losses);
            draft.add_comment(&"x".repeat(10_001), None, time("2026-01-02T03:04:05Z"), losses);
            draft.add_comment(" \0", None, time("2026-01-02T03:04:05Z"), losses);
        });
        let texts: Vec<_> = card.comments.iter().map(|comment| comment.text.as_str()).collect();
        assert_eq!(texts, ["**Ada\\_Y**:\n\nHello *you*", &"x".repeat(10_000), "x"]);
        assert_eq!(losses, [LossKind::CommentAuthor]);
    }

    #[test]
    fn subtask_keeps_a_long_title_in_the_description() {
        let title = "y".repeat(501);
        let (card, losses) = finished("Card", |draft, context, losses| {
            draft.add_subtask(&title, true, context.now, context, losses);
            draft.add_subtask("", false, context.now, context, losses);
        });
        let subtasks: Vec<_> =
            card.subtasks.iter().map(|subtask| (subtask.title.as_str().len(), subtask.is_done)).collect();
        assert_eq!(subtasks, [(502, true), (8, false)]);
        assert!(card.description.as_str().ends_with(&format!(": {title}")));
        assert_eq!(losses, [LossKind::TitleCut, LossKind::Unnamed]);
    }

    #[test]
    fn estimate_is_rounded_up_and_limited() {
        let estimate = |minutes| {
            let (card, losses) = finished("Card", |draft, _, losses| draft.set_estimate(minutes, losses));
            (card.estimate_minutes, losses)
        };
        assert_eq!(estimate(0.0), (None, vec![]));
        assert_eq!(estimate(f64::NAN), (None, vec![]));
        assert_eq!(estimate(-5.0), (None, vec![]));
        assert_eq!(estimate(0.2), (Some(1), vec![]));
        assert_eq!(estimate(1e300), (Some(6_000), vec![LossKind::Estimate]));
    }

    #[test]
    fn moments_are_converted_to_the_time_zone_of_the_user() {
        let at = time("2026-05-31T23:30:45Z");
        let ((day, minute), _) = with_context(120, |context, _| (local_day_of(at, context), local_time(at, context)));
        assert_eq!(day.to_string(), "2026-06-01");
        assert_eq!(minute.unwrap().as_str(), "2026-06-01T01:30");
        let (minute, _) = with_context(-600, |context, _| local_time(at, context));
        assert_eq!(minute.unwrap().as_str(), "2026-05-31T13:30");
    }

    #[test]
    fn reminder_counts_back_from_the_due_date() {
        let reminders = |due_date: Option<&str>, at: &str| {
            let ((reminders, kinds), _) = with_context(60, |context, losses| {
                let mut draft = CardDraft::new("Card", context.now, context, losses);
                draft.card.due_date = due_date.and_then(DueDate::parse);
                draft.add_reminder(time(at), context, losses);
                draft.add_reminder(time(at), context, losses);
                let kinds: Vec<_> = std::mem::take(losses).into_vec().into_iter().map(|loss| loss.kind).collect();
                (draft.finish(context, losses).reminders, kinds)
            });
            (reminders, kinds)
        };
        assert_eq!(reminders(Some("2026-03-02T10:00"), "2026-03-02T08:30:00Z"), (vec![30], vec![]));
        assert_eq!(reminders(Some("2026-03-02"), "2026-03-01T08:00:00Z"), (vec![1_440], vec![]));
        assert_eq!(reminders(Some("2026-03-02"), "2026-03-02T08:01:00Z"), (vec![], vec![LossKind::Reminder]));
        assert_eq!(reminders(None, "2026-03-02T08:00:00Z"), (vec![], vec![LossKind::Reminder]));
    }

    #[test]
    fn names_of_boards_and_lists_are_cut() {
        let ((board, list), losses) = with_context(0, |_, losses| {
            (board_name(&"b".repeat(201), "Trello", losses), new_list(&"l".repeat(201), losses))
        });
        assert_eq!((board.as_str().chars().count(), list.name.as_str().chars().count()), (200, 200));
        assert_eq!(losses, [LossKind::TextCut]);
        let (board, losses) = with_context(0, |_, losses| board_name(" ", "Trello", losses));
        assert_eq!((board.as_str(), losses), ("Trello", vec![LossKind::Unnamed]));
    }

    #[test]
    fn keys_have_at_most_100_characters() {
        assert_eq!(board_key("trello", "5f2b"), "trello:5f2b");
        assert_eq!(board_key("trello", ""), "trello:af64724c8602eb6e");
        assert_eq!(board_key("super_productivity", &"é".repeat(1_000)).len(), 35);
        assert_ne!(hash(["a", "b"]), hash(["ab"]));
    }

    proptest! {
        #[test]
        fn any_text_makes_a_card(text in any::<String>(), minutes in any::<f64>(), millis in any::<i64>(), offset in -1_440..1_440) {
            let (card, _) = with_context(offset, |context, losses| {
                let at = Timestamp::from_millis(millis);
                let mut draft = CardDraft::new(&text, at, context, losses);
                draft.card.due_date = local_time(at, context);
                draft.describe(&text);
                draft.add_link(&text, &text, losses);
                draft.add_file(&text, Some(&text), losses);
                draft.add_field(&text, &text);
                draft.add_label(&text, losses);
                draft.add_subtask(&text, false, at, context, losses);
                draft.add_comment(&text, Some(&text), at, losses);
                draft.set_estimate(minutes, losses);
                draft.add_reminder(at, context, losses);
                new_list(&text, losses);
                board_name(&text, "Trello", losses);
                draft.finish(context, losses)
            });
            prop_assert!(card.due_date.is_some());
        }
    }
}
