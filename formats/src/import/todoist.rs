//! Projects of Todoist, as CSV. A backup is an archive of them.

use super::draft::{self, CardDraft};
use super::rows::{self, Row};
use super::{Import, ImportContext, ImportError, ImportSource, ImportedBoard, dates, todoist_dates};
use crate::board_file::{BoardFile, FileList};
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::time::{LocalDay, Timestamp, local_day};
use serde::Deserialize;

/// The columns that have been added over the years, in any order.
const COLUMNS: [&str; 12] = [
    "TYPE",
    "CONTENT",
    "DESCRIPTION",
    "PRIORITY",
    "INDENT",
    "AUTHOR",
    "RESPONSIBLE",
    "DATE",
    "DATE_LANG",
    "DURATION",
    "DEADLINE",
    "DURATION_UNIT",
];

/// Columns that older exports name otherwise.
const OLD_COLUMNS: [(&str, &str); 2] = [("DUE_DATE", "DATE"), ("DUE_DATE_LANG", "DATE_LANG")];

/// The separator of the titles of nested subtasks.
const NESTING: &str = " › ";

/// The deepest indent, and the length of a title before [`NESTING`]. Without them, subtasks of subtasks could take quadratic time.
const MAX_INDENT: u32 = 5;
const MAX_PARENT_CHARS: usize = 100;

/// A file that is attached to a comment.
#[derive(Deserialize)]
struct AttachedFile {
    #[serde(default)]
    file_name: String,
    #[serde(default)]
    file_url: String,
}

/// Reads a project, or returns `None` if the text is not one. `title` is the name of the file, which has that of the project.
pub(crate) fn read(title: &str, text: &str, context: &ImportContext<'_>) -> Result<Option<Import>, ImportError> {
    let (text, separator) = rows::without_separator_line(text);
    // Spreadsheets save the file with other delimiters.
    let delimiter = separator.unwrap_or_else(|| rows::find_delimiter(text));
    let Some(columns) = Columns::of(text, delimiter) else { return Ok(None) };
    let rows = rows::read_rows(text, delimiter)?;
    draft::check_cards(rows.len())?;

    let (name, id) = name_and_id(title);
    let mut losses = Losses::default();
    let mut board = BoardFile::new(draft::board_name(name, "Todoist", &mut losses));
    let key = match id {
        Some(id) => draft::board_key("todoist", id),
        None => draft::board_key("todoist", &format!("{:016x}", draft::hash([text]))),
    };
    let mut reader = Reader {
        columns,
        context,
        today: local_day(context.now, (context.utc_offset)(context.now), 0),
        losses,
        lists: vec![],
        card: None,
        parents: vec![],
    };
    for row in rows.iter().skip(1) {
        reader.read_row(row);
    }
    reader.finish_card();
    board.lists = reader.lists;
    let boards = vec![ImportedBoard { key, board, is_archived: false }];
    Ok(Some(Import { source: ImportSource::Todoist, boards, losses: reader.losses }))
}

/// Splits `Garden [6g62GH268rQjFQ92]` into the name and the id of a project.
fn name_and_id(title: &str) -> (&str, Option<&str>) {
    let with_id = title.trim_end().strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    match with_id {
        Some((name, id)) if !name.trim().is_empty() && id.chars().all(char::is_alphanumeric) => (name.trim(), Some(id)),
        _ => (title, None),
    }
}

/// The positions of [`COLUMNS`].
struct Columns([Option<usize>; COLUMNS.len()]);

impl Columns {
    /// Returns the columns of a header, or `None` if it is not one of Todoist.
    fn of(text: &str, delimiter: char) -> Option<Self> {
        let line = text.split(['\r', '\n']).next()?;
        let header = rows::read_rows(line, delimiter).ok()?;
        let names: Vec<String> = header.first()?.cells().map(|cell| cell.trim().to_uppercase()).collect();
        let old = |name: &str| OLD_COLUMNS.iter().find(|(_, new)| *new == name).map(|(old, _)| *old);
        let at = |name: &str| names.iter().position(|known| known == name || Some(known.as_str()) == old(name));
        let columns = COLUMNS.map(at);
        (columns[0].is_some() && columns[1].is_some() && columns[3].is_some()).then_some(Self(columns))
    }

    /// Returns the trimmed text of a cell.
    fn cell<'r>(&self, row: &'r Row, column: &str) -> &'r str {
        let at = COLUMNS.iter().position(|name| *name == column).and_then(|at| self.0[at]);
        at.map_or("", |at| row.cell(at)).trim()
    }
}

/// Makes lists and cards of the rows of a project.
struct Reader<'a> {
    columns: Columns,
    context: &'a ImportContext<'a>,
    today: LocalDay,
    losses: Losses,
    lists: Vec<FileList>,
    /// The card of the last task, to which subtasks and comments are added.
    card: Option<CardDraft>,
    /// The indents and titles of the last task and of those above it. The card itself is not among them.
    parents: Vec<(u32, String)>,
}

impl Reader<'_> {
    fn read_row(&mut self, row: &Row) {
        match self.columns.cell(row, "TYPE").to_lowercase().as_str() {
            "section" => {
                self.finish_card();
                self.lists.push(draft::new_list(self.columns.cell(row, "CONTENT"), &mut self.losses));
            }
            "task" => self.read_task(row),
            "note" => self.read_note(row),
            // The view of the project, such as `view_style=board`.
            "meta" | "" => {}
            _ => self.losses.add(LossKind::RecordSkipped, self.columns.cell(row, "CONTENT")),
        }
    }

    fn read_task(&mut self, row: &Row) {
        let indent: u32 = self.columns.cell(row, "INDENT").parse().unwrap_or(1).min(MAX_INDENT);
        match self.card.take() {
            Some(card) if indent > 1 => self.card = Some(self.read_subtask(row, indent, card)),
            card => {
                self.card = card;
                self.finish_card();
                self.card = Some(self.read_card(row));
            }
        }
    }

    fn read_card(&mut self, row: &Row) -> CardDraft {
        let cell = |column| self.columns.cell(row, column);
        let (context, losses) = (self.context, &mut self.losses);
        let (title, labels) = title_and_labels(cell("CONTENT"));
        let mut draft = CardDraft::new(&title, context.now, context, losses);
        draft.describe(cell("DESCRIPTION"));
        labels.iter().for_each(|label| draft.add_label(label, losses));
        // 1 is the highest. An empty cell is the highest in the documentation, but exports always have a number.
        draft.card.priority = match cell("PRIORITY") {
            "1" => Priority::High,
            "2" => Priority::Medium,
            _ => Priority::Low,
        };
        let (date, deadline) = (cell("DATE"), cell("DEADLINE"));
        match todoist_dates::read(date, cell("DATE_LANG"), self.today) {
            Some(date) => {
                if date.is_assumed {
                    losses.add(LossKind::DateAssumed, draft.title());
                }
                if date.is_recurrence_dropped {
                    losses.add(LossKind::RecurrenceDropped, draft.title());
                    draft.add_field(&context.names.repeats, cell("DATE"));
                }
                draft.card.due_date = Some(date.due_date);
                draft.card.recurrence = date.recurrence;
            }
            None if date.is_empty() => {}
            None => {
                losses.add(LossKind::DateUnreadable, draft.title());
                draft.add_field(&context.names.due_date, date);
            }
        }
        if !deadline.is_empty() {
            let day = dates::read(deadline, true).filter(|_| draft.card.due_date.is_none());
            match day.and_then(|day| draft::day(day.day)) {
                Some(due_date) => draft.card.due_date = Some(due_date),
                None => {
                    losses.add(LossKind::CustomField, draft.title());
                    draft.add_field("Deadline", deadline);
                }
            }
        }
        if let Ok(minutes) = cell("DURATION").parse::<f64>() {
            // Days are the length of an appointment.
            match cell("DURATION_UNIT") {
                "day" => losses.add(LossKind::StartDate, draft.title()),
                _ => draft.set_estimate(minutes, losses),
            }
        }
        if !cell("RESPONSIBLE").is_empty() {
            losses.add(LossKind::People, draft.title());
            draft.add_field(&context.names.people, name_of(cell("RESPONSIBLE")));
        }
        draft
    }

    fn read_subtask(&mut self, row: &Row, indent: u32, mut card: CardDraft) -> CardDraft {
        let cell = |column| self.columns.cell(row, column);
        let (title, labels) = title_and_labels(cell("CONTENT"));
        self.parents.retain(|(above, _)| *above < indent);
        let parents: Vec<&str> = self.parents.iter().map(|(_, title)| title.as_str()).collect();
        let nested = parents.iter().copied().chain([title.as_str()]).collect::<Vec<_>>().join(NESTING);
        if !parents.is_empty() {
            self.losses.add(LossKind::SubtaskDepth, &title);
        }
        let fields = ["DESCRIPTION", "DATE", "DEADLINE", "DURATION", "RESPONSIBLE"];
        let has_fields = fields.into_iter().any(|column| !["", "None"].contains(&cell(column)));
        if has_fields || !labels.is_empty() || ["1", "2", "3"].contains(&cell("PRIORITY")) {
            self.losses.add(LossKind::SubtaskFields, &title);
        }
        card.add_subtask(&nested, false, self.context.now, self.context, &mut self.losses);
        self.parents.push((indent, draft::cut(&title, MAX_PARENT_CHARS).into_owned()));
        card
    }

    /// Adds a comment to the card of the task above.
    fn read_note(&mut self, row: &Row) {
        let cell = |column| self.columns.cell(row, column);
        let Some(card) = &mut self.card else {
            // A comment on the project.
            self.losses.add(LossKind::RecordSkipped, self.columns.cell(row, "CONTENT"));
            return;
        };
        let losses = &mut self.losses;
        let (text, file) = text_and_file(cell("CONTENT"));
        if let Some(file) = file {
            card.add_file(&file.file_name, Some(&file.file_url), losses);
        }
        let author = name_of(cell("AUTHOR"));
        let text = match self.parents.last() {
            Some((_, subtask)) => format!("> {}\n\n{text}", draft::escape_markdown(subtask)),
            None => text.to_owned(),
        };
        let at = Timestamp::parse(cell("DATE")).unwrap_or(self.context.now);
        if !text.is_empty() {
            card.add_comment(&text, Some(author).filter(|author| !author.is_empty()), at, losses);
        }
    }

    /// Adds the card of the last task to the last list. The cards before the first section have a list of their own.
    fn finish_card(&mut self) {
        self.parents.clear();
        let Some(card) = self.card.take() else { return };
        let card = card.finish(self.context, &mut self.losses);
        if self.lists.is_empty() {
            self.lists.push(draft::new_list(&self.context.names.no_list, &mut self.losses));
        }
        if let Some(list) = self.lists.last_mut() {
            list.cards.push(card);
        }
    }
}

/// Returns the name of a person: `Ada (8908577)`, where the number is the id of the account.
fn name_of(person: &str) -> &str {
    person.rsplit_once(" (").map_or(person, |(name, _)| name)
}

/// Splits the content of a task into its title and the names of its labels, such as `@home`.
fn title_and_labels(content: &str) -> (String, Vec<&str>) {
    // A task that cannot be completed begins with an asterisk.
    let content = content.strip_prefix("* ").unwrap_or(content);
    let (mut title, mut labels) = (vec![], vec![]);
    let mut is_code = false;
    for word in content.split_whitespace() {
        let name = word.strip_prefix('@').filter(|name| !name.is_empty() && !name.contains('@'));
        match name {
            Some(name) if !is_code => labels.push(name),
            _ => title.push(word),
        }
        is_code ^= word.matches('`').count() % 2 == 1;
    }
    // A task of nothing but labels keeps them as its title.
    if title.is_empty() { (content.to_owned(), vec![]) } else { (title.join(" "), labels) }
}

/// Splits the content of a comment into its text and the file that is attached to it: `Text [[file {"file_name": …}]]`.
fn text_and_file(content: &str) -> (&str, Option<AttachedFile>) {
    let Some((text, rest)) = content.split_once("[[file ") else { return (content, None) };
    let file = rest.rfind("]]").and_then(|end| serde_json::from_str(rest.get(..end)?).ok());
    if file.is_some() { (text.trim(), file) } else { (content, None) }
}
