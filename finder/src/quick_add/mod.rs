//! Quick add: turns a line such as "Send report tomorrow 5pm #Work !high" into a card.
//!
//! - [`scan`] splits the line into words, and [`parse`] finds the parts that mean something.
//! - [`dates`] reads days and times, [`repeat`] recurrences, and [`names`] boards, lists, labels and members.
//! - [`resolve`] decides which parts count, and makes the card of them.

mod dates;
mod names;
mod parse;
mod repeat;
mod resolve;
mod scan;

use core_wasm::protocol::record::{Priority, Recurrence};
use json::{ReadJson, WriteJson};

/// What the meaning of a line depends on.
#[derive(Clone, PartialEq, Eq, Debug, ReadJson)]
pub struct Context {
    /// The local time, `YYYY-MM-DDTHH:MM`.
    pub now: String,
    /// The day on which the card is due if the line names none, `YYYY-MM-DD`; null for none.
    pub due_day: Option<String>,
    /// The first day of the week: 1 (Monday) to 7 (Sunday).
    pub week_start: u8,
    /// Whether 5/12 is the 5th of December instead of the 12th of May.
    pub is_day_first: bool,
    /// The boards to which cards can be added. Of boards with the same name the first one counts.
    pub boards: Vec<NamedBoard>,
    /// The labels of the chosen board.
    pub labels: Vec<String>,
    /// The members of the chosen board.
    pub members: Vec<Named>,
    /// The user, whom `@me` means; null for a guest.
    pub user_id: Option<String>,
    /// What is not to be understood.
    pub ignored: Vec<TextRange>,
}

/// A board with its lists.
#[derive(Clone, PartialEq, Eq, Debug, ReadJson)]
pub struct NamedBoard {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its lists; null while they are not known.
    pub lists: Option<Vec<Named>>,
}

/// A list or a member.
#[derive(Clone, PartialEq, Eq, Debug, ReadJson)]
pub struct Named {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A range of a text, in UTF-16 code units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ReadJson, WriteJson)]
pub struct TextRange {
    /// Where it starts.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// A card to add.
#[derive(Clone, PartialEq, Eq, Debug, Default, WriteJson)]
pub struct QuickCard {
    /// The text without what was understood.
    pub title: String,
    /// `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; null for none.
    pub due_date: Option<String>,
    /// How it repeats; null if it does not. Then it has a due date.
    pub recurrence: Option<Recurrence>,
    /// Its priority; null if none was given.
    pub priority: Option<Priority>,
    /// Its board; null if none was given.
    pub board_id: Option<String>,
    /// Its list on that board; null if none was given, or while the board's lists are not known.
    pub list_id: Option<String>,
    /// Its labels.
    pub labels: Vec<String>,
    /// The members to assign.
    pub assignee_ids: Vec<String>,
    /// The estimate; null for none.
    pub estimate_minutes: Option<u32>,
    /// What was understood, in the order of the text.
    pub tokens: Vec<Token>,
}

/// A part of the text that is not part of the title.
#[derive(Clone, Copy, PartialEq, Eq, Debug, WriteJson)]
pub struct Token {
    /// What it means.
    pub kind: TokenKind,
    /// Where it is in the text.
    pub range: TextRange,
}

/// The meaning of a part of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, WriteJson)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// A day or a time.
    Due,
    /// A recurrence, or its end.
    Recurrence,
    /// A priority.
    Priority,
    /// A board, and maybe a list.
    Board,
    /// A label.
    Label,
    /// A member.
    Assignee,
    /// An estimate.
    Estimate,
    /// A backslash, which keeps the next word from being understood.
    Escape,
}

/// Returns the words of a line that start with `#`, without it. Text in quotes is one word.
pub fn marked_names(text: &str) -> impl Iterator<Item = &str> {
    scan::scan(text, &[]).into_iter().filter_map(|word| word.text.strip_prefix('#'))
}

/// Returns whether two names of boards are the same in a line.
pub fn is_same_name(one: &str, other: &str) -> bool {
    names::compact(one) == names::compact(other)
}

/// Parses a line. `None` if the time in the context is invalid.
pub fn quick_add(text: &str, context: &Context) -> Option<QuickCard> {
    let now = dates::Now::new(context)?;
    let words = scan::scan(text, &context.ignored);
    Some(resolve::card(text, &words, parse::parts(&words, context, &now), &now))
}
