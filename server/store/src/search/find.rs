//! The query: what an account finds, in order, a page at a time.

use super::matching::{WantedWord, matching};
use super::texts::{Kind, folded_words, note_text};
use crate::statements::{Statement, Value};
use crate::{StoreError, corrupt_column, json, read_id, read_json};
use core_wasm::notes::document::title_and_snippet;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::ItemContent;
use core_wasm::protocol::time::{DueDate, Timestamp};
use finder::query::DueRange;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use twentyfour_model::Owner;

/// The size in bytes up to which the document of a note is read for its result. Of longer ones, the result has the first lines.
const MAX_DOCUMENT_BYTES: u32 = 32 << 10;

/// The records of a row of `search_texts AS found`, if the account `{account}` may see them.
const RECORDS: &str = "LEFT JOIN board_members ON board_members.board_id = found.subject_id AND board_members.user_id = {account} \
    LEFT JOIN boards ON boards.id = board_members.board_id \
    LEFT JOIN cards ON cards.board_id = board_members.board_id AND cards.id = found.card_id \
    LEFT JOIN lists ON lists.board_id = board_members.board_id \
    AND lists.id = CASE found.kind WHEN 'list' THEN found.record_id ELSE cards.list_id END \
    LEFT JOIN items ON items.board_id = board_members.board_id AND items.id = found.record_id \
    AND found.kind IN ('subtask', 'comment', 'attachment') \
    LEFT JOIN notes ON notes.user_id = {account} AND notes.user_id = found.subject_id AND notes.id = found.record_id \
    AND found.kind = 'note'";

/// The condition that the record exists and the account may read it.
const EXISTS: &str = "CASE found.kind WHEN 'note' THEN notes.id WHEN 'board' THEN boards.id WHEN 'list' THEN lists.id \
    WHEN 'card' THEN cards.id ELSE items.id END IS NOT NULL";

/// SQL for the index of a row's location in [`Location::ALL`].
const LOCATION: &str = "CASE WHEN COALESCE(notes.trashed_at, boards.trashed_at, lists.trashed_at, cards.trashed_at, items.trashed_at) \
    IS NOT NULL THEN 2 WHEN cards.archived_at IS NOT NULL THEN 1 ELSE 0 END";

/// Where a record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// Neither in the trash nor in the archive.
    Active,
    /// In the archive, or on a card there.
    Archive,
    /// In the trash, or in something that is.
    Trash,
}

impl Location {
    const ALL: [Self; 3] = [Self::Active, Self::Archive, Self::Trash];

    fn number(self) -> usize {
        Self::ALL.iter().position(|location| *location == self).unwrap_or_default()
    }
}

/// A filter by the card: a card itself, or the one that a record belongs to. Boards, lists and notes have none.
#[derive(Clone, Debug)]
pub enum CardFilter {
    /// Whether it is completed.
    IsDone(bool),
    /// Its due date.
    Due(DueRange),
    /// One of its labels has the words of this text, one after the other; the last may be incomplete.
    Label(String),
    /// One of these members is assigned to it.
    Assignees(Vec<Id>),
}

/// The position of a result in the order of all: what has all words in its title, then what is newer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Whether the title has all words.
    pub is_in_title: bool,
    /// When the record was created or its text was edited.
    pub moment: Timestamp,
    /// The id of the record.
    pub record_id: Id,
}

/// What is searched for. Texts and filters come with whether they are negated.
pub struct SearchRequest {
    /// Who searches.
    pub account: Owner,
    /// The boards, and the account itself for its notes; at least one.
    pub subjects: Vec<Id>,
    /// Texts whose words follow each other in the record; the last may be incomplete. A text without words is ignored.
    pub texts: Vec<(String, bool)>,
    /// Filters by the card.
    pub filters: Vec<(CardFilter, bool)>,
    /// Where the records are.
    pub locations: Vec<Location>,
    /// The last result of the page before.
    pub after: Option<Position>,
    /// The maximum number of results.
    pub limit: i64,
}

/// A result.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its position among all results.
    pub position: Position,
    /// Its kind.
    pub kind: Kind,
    /// The board; `None` for a note.
    pub board: Option<FoundBoard>,
    /// The card, or the one that the record belongs to.
    pub card_id: Option<Id>,
    /// The title: that of the card for what belongs to one.
    pub title: String,
    /// The text: that of the record, apart from its title.
    pub body: String,
    /// Where it is.
    pub location: Location,
    /// Whether the card or the sub-task is completed.
    pub is_done: bool,
    /// The due date of the card.
    pub due: Option<DueDate>,
}

/// The board of a result.
#[derive(Clone, Debug)]
pub struct FoundBoard {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// The readable part of its URL.
    pub slug: String,
}

/// SQL with its values.
struct Sql {
    values: Vec<Value>,
}

impl Sql {
    /// Adds a value and returns its placeholder.
    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Returns the condition that a column has some words, each after a space, one after the other, of which the last may be
    /// incomplete. They consist of letters and digits, so they contain no wildcard.
    fn has_words(&mut self, column: &str, words: &str) -> String {
        let pattern = self.bind(format!("%{words}%"));
        format!("{column} LIKE {pattern}")
    }

    fn card_filter(&mut self, filter: &CardFilter) -> String {
        match filter {
            CardFilter::IsDone(true) => "cards.completed_at IS NOT NULL".to_owned(),
            CardFilter::IsDone(false) => "cards.completed_at IS NULL".to_owned(),
            CardFilter::Due(DueRange::None) => "cards.due_date IS NULL".to_owned(),
            CardFilter::Due(DueRange::Days { from, before }) => {
                let mut condition = "cards.due_date IS NOT NULL".to_owned();
                for (limit, comparison) in [(from, ">="), (before, "<")] {
                    if let Some(day) = limit {
                        let day = self.bind(day.clone());
                        condition.push_str(&format!(" AND cards.due_date {comparison} {day}"));
                    }
                }
                condition
            }
            CardFilter::Due(DueRange::Overdue { today, minute }) => {
                let (today, minute) = (self.bind(today.clone()), self.bind(minute.clone()));
                format!(
                    "cards.completed_at IS NULL AND cards.due_date IS NOT NULL \
                     AND cards.due_date < CASE WHEN LENGTH(cards.due_date) > 10 THEN {minute} ELSE {today} END"
                )
            }
            CardFilter::Label(label) => {
                let words = folded_words(label);
                if words.is_empty() {
                    // A label of other characters, such as an emoji, is compared as a whole.
                    let escaped = json(label).replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
                    let pattern = self.bind(format!("%{escaped}%"));
                    return format!("cards.labels LIKE {pattern} ESCAPE '\\'");
                }
                let condition = self.has_words("of_card.labels", &words);
                format!(
                    "EXISTS (SELECT 1 FROM search_texts AS of_card WHERE of_card.subject_id = found.subject_id \
                     AND of_card.kind = 'card' AND of_card.record_id = found.card_id AND {condition})"
                )
            }
            CardFilter::Assignees(ids) => {
                let conditions = ids.iter().map(|id| {
                    let pattern = self.bind(format!("%{id}%"));
                    format!("cards.assignee_ids LIKE {pattern}")
                });
                let conditions: Vec<_> = conditions.collect();
                if conditions.is_empty() { "1 = 0".to_owned() } else { format!("({})", conditions.join(" OR ")) }
            }
        }
    }
}

/// Returns the words of a folded text, of which the last may be incomplete.
fn wanted_words(words: &str) -> impl Iterator<Item = WantedWord<'_>> {
    let count = words.split_ascii_whitespace().count();
    let wanted = words.split_ascii_whitespace().enumerate();
    wanted.map(move |(index, word)| WantedWord { word, is_prefix: index + 1 == count })
}

/// Returns a page of what an account finds.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn find(connection: &mut AnyConnection, request: &SearchRequest) -> Result<Vec<Found>, StoreError> {
    let texts = request.texts.iter().map(|(text, is_negated)| (folded_words(text), *is_negated));
    let (unwanted, wanted): (Vec<_>, Vec<_>) =
        texts.filter(|(words, _)| !words.is_empty()).partition(|(_, is_negated)| *is_negated);
    let words = wanted.iter().flat_map(|(words, _)| wanted_words(words)).filter(WantedWord::is_looked_up);
    let words: Vec<WantedWord<'_>> = words.collect();
    let matching = matching(connection, &request.subjects, &words);
    let mut sql = Sql { values: vec![matching.expression.into()] };
    let account = sql.bind(request.account.id());
    let records = RECORDS.replace("{account}", &account);

    let mut conditions = vec![matching.condition.to_owned(), EXISTS.to_owned()];
    // The index does not know which words follow each other, and is not asked for all.
    let is_found_by_index =
        |words: &str| words.rfind(' ') == Some(0) && wanted_words(words).all(|word| word.is_looked_up());
    let sequences = wanted.iter().filter(|(words, _)| !is_found_by_index(words));
    conditions.extend(sequences.map(|(words, _)| sql.has_words("found.words", words)));
    conditions.extend(unwanted.iter().map(|(words, _)| format!("NOT ({})", sql.has_words("found.words", words))));
    let locations: Vec<_> = request.locations.iter().map(|location| location.number().to_string()).collect();
    conditions.push(format!("{LOCATION} IN ({})", locations.join(", ")));
    for (filter, is_negated) in &request.filters {
        let condition = format!("(cards.id IS NOT NULL AND {})", sql.card_filter(filter));
        conditions.push(if *is_negated { format!("NOT {condition}") } else { condition });
    }
    let in_title: Vec<_> = wanted.iter().map(|(words, _)| sql.has_words("found.title", words)).collect();
    let in_title = if in_title.is_empty() { "1 = 0".to_owned() } else { in_title.join(" AND ") };
    let after = match request.after {
        None => String::new(),
        Some(Position { is_in_title, moment, record_id }) => {
            let in_title = sql.bind(i64::from(is_in_title));
            let (moment, record_id) = (sql.bind(moment.millis()), sql.bind(record_id));
            format!(
                "WHERE in_title < {in_title} OR (in_title = {in_title} AND (moment < {moment} \
                 OR (moment = {moment} AND record_id < {record_id})))"
            )
        }
    };
    let limit = sql.bind(request.limit);
    // The texts of the records are read for the results only.
    const ORDER: &str = "ORDER BY found.in_title DESC, found.moment DESC, found.record_id DESC";
    let text = format!(
        "SELECT found.kind, found.subject_id, found.record_id, found.card_id, found.moment, found.in_title, \
         CAST({LOCATION} AS BIGINT) AS location, boards.name AS board_name, boards.slug, boards.description AS board_description, \
         lists.name AS list_name, cards.title, cards.description, cards.completed_at, cards.due_date, items.content, \
         notes.snippet, CASE WHEN octet_length(notes.document) <= {MAX_DOCUMENT_BYTES} THEN notes.document END AS document \
         FROM (SELECT found.* FROM (SELECT found.kind, found.subject_id, found.record_id, found.card_id, found.moment, \
         CAST(CASE WHEN {in_title} THEN 1 ELSE 0 END AS BIGINT) AS in_title \
         FROM {} {records} WHERE {}) AS found {after} {ORDER} LIMIT {limit}) AS found {records} WHERE {EXISTS} {ORDER}",
        matching.tables,
        conditions.join(" AND ")
    );
    let query: Statement = sqlx::query(AssertSqlSafe(text)).persistent(false);
    let query = sql.values.into_iter().fold(query, |query, value| value.bind(query));
    query.fetch_all(connection).await?.iter().map(found).collect()
}

/// Reads a result from a row.
fn found(row: &AnyRow) -> Result<Found, StoreError> {
    let kind = Kind::parse(row.try_get("kind")?).ok_or_else(|| corrupt_column("kind"))?;
    let location: i64 = row.try_get("location")?;
    let location = usize::try_from(location).ok().and_then(|location| Location::ALL.get(location).copied());
    let text = |column: &str| row.try_get::<Option<String>, _>(column).map(Option::unwrap_or_default);
    let due: Option<&str> = row.try_get("due_date")?;
    let completed_at: Option<i64> = row.try_get("completed_at")?;
    let mut is_done = completed_at.is_some();
    let (title, body) = match kind {
        Kind::Board => (text("board_name")?, text("board_description")?),
        Kind::List => (text("list_name")?, String::new()),
        Kind::Card => (text("title")?, text("description")?),
        Kind::Subtask | Kind::Comment | Kind::Attachment => match read_json(row, "content")? {
            ItemContent::Subtask { title, is_done: is_subtask_done, .. } => {
                is_done = is_subtask_done;
                (text("title")?, title.as_str().to_owned())
            }
            ItemContent::Comment { text: comment, .. } => (text("title")?, comment.as_str().to_owned()),
            ItemContent::Attachment { name, .. } => (text("title")?, name.as_str().to_owned()),
            ItemContent::Reminder { .. } => return Err(corrupt_column("kind")),
        },
        Kind::Note => {
            let text = match row.try_get::<Option<&str>, _>("document")? {
                Some(document) => note_text(document),
                None => text("snippet")?,
            };
            let (title, _) = title_and_snippet(&text);
            let body = text.trim_start().get(title.len()..).map(str::to_owned);
            (title, body.unwrap_or_default())
        }
    };
    let subject_id = read_id(row, "subject_id")?;
    let board = match kind {
        Kind::Note => None,
        _ => Some(FoundBoard { id: subject_id, name: text("board_name")?, slug: text("slug")? }),
    };
    Ok(Found {
        position: Position {
            is_in_title: row.try_get::<i64, _>("in_title")? != 0,
            moment: Timestamp::from_millis(row.try_get("moment")?),
            record_id: read_id(row, "record_id")?,
        },
        kind,
        board,
        card_id: row
            .try_get::<Option<&str>, _>("card_id")?
            .map(|id| Id::parse(id).ok_or_else(|| corrupt_column("card_id")))
            .transpose()?,
        title,
        body,
        location: location.ok_or_else(|| corrupt_column("location"))?,
        is_done,
        due: due.map(|text| DueDate::parse(text).ok_or_else(|| corrupt_column("due_date"))).transpose()?,
    })
}
