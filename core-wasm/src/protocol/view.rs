//! What the shell draws.

use super::error::Rejection;
use super::http::{Preferences, User};
use super::id::Id;
use super::record::{Board, Card, Priority, SessionKind};
use super::stored::TimerState;
use super::text::{CardTitle, Description, Label, ListName};
use super::time::DueDate;
use serde::{Deserialize, Serialize};

/// The whole state of the mirror. `snapshot()` gives it as JSON text; patches keep it current.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct Snapshot {
    /// Who is signed in, as far as is known.
    pub session: SessionView,
    /// The signed-in user; null when nobody is, or before it is known.
    pub user: Option<User>,
    /// The clock.
    pub clock: ClockView,
    /// The timer.
    pub timer: TimerView,
    /// The preferences.
    pub preferences: Preferences,
    /// The statistics.
    pub stats: StatsView,
    /// The outbox.
    pub sync: SyncView,
    /// How far the list of boards has come.
    pub boards_status: LoadStatus,
    /// The boards, favourites first, then by name.
    pub boards: Vec<Board>,
    /// The slug of the board that was asked for; empty when none is open.
    pub open_slug: String,
    /// How the open board stands.
    pub open_status: BoardStatus,
    /// The open board; null until it has loaded.
    pub open_board: Option<BoardView>,
}

/// A board with all that lies on it, in the order to show.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct BoardView {
    /// The board.
    pub board: Board,
    /// Its lists in order.
    pub lists: Vec<ListView>,
    /// The cards of all lists, in no order.
    pub cards: Vec<CardView>,
}

/// A list with the order of its cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListView {
    /// Its id.
    pub id: Id,
    /// Its name; an empty one is shown as "Untitled list".
    pub name: ListName,
    /// The ids of its cards in order.
    pub card_ids: Vec<Id>,
}

/// A card as it is shown. Where it lies is told by the list that names it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CardView {
    /// Its id.
    pub id: Id,
    /// Its title.
    pub title: CardTitle,
    /// Its text; may be empty.
    pub description: Description,
    /// How important it is.
    pub priority: Priority,
    /// When it is due, if at all.
    pub due_date: Option<DueDate>,
    /// Its labels, in the order in which they were given.
    pub labels: Vec<Label>,
}

impl From<&Card> for CardView {
    fn from(card: &Card) -> Self {
        Self {
            id: card.id,
            title: card.title.clone(),
            description: card.description.clone(),
            priority: card.priority,
            due_date: card.due_date.clone(),
            labels: card.labels.clone(),
        }
    }
}

/// How far something that the server keeps has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum LoadStatus {
    /// Nothing is known yet: show a skeleton.
    #[default]
    Loading,
    /// It is known.
    Ready,
    /// It could not be loaded and nothing is known: say so and offer to try again.
    Failed,
}

/// How the open board stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum BoardStatus {
    /// No board is open.
    #[default]
    Closed,
    /// It is on its way: show a skeleton.
    Loading,
    /// It is there.
    Ready,
    /// There is no such board, or it is not the person's.
    NotFound,
    /// It could not be loaded: say so and offer to try again.
    Failed,
}

/// Who is signed in (specification, section 4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// Whether somebody is signed in. False by default.
    pub is_authenticated: bool,
    /// Whether the first check is still running. True by default.
    pub loading: bool,
    /// Whether a login or signup is on its way: the form's button is disabled.
    pub submitting: bool,
    /// Whether the panel that follows a login or signup is showing; it forwards to the app after 5 seconds.
    pub welcome: bool,
    /// Why the last login or signup failed, for the form; null when it did not.
    pub error: Option<Rejection>,
}

/// The clock of Home (specification, section 2).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClockView {
    /// `hh:mm` of twelve hours with two digits each, such as `03:07`.
    pub time: String,
    /// A greeting for the hour, with the first name where it is known.
    pub greeting: String,
    /// The date, such as `3rd Mar, 2025`.
    pub date: String,
    /// Whether the date is showing instead of the greeting; it changes every 5 seconds.
    pub shows_date: bool,
}

/// The timer of Home.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct TimerView {
    /// What the specification calls the timer's state, and what is stored.
    pub state: TimerState,
    /// What the phase at hand is.
    pub phase: SessionKind,
    /// The length of the phase at hand, in seconds.
    pub length: i64,
    /// How many focus sessions have been completed since the last long break: 0 to 3.
    pub completed_in_round: u32,
    /// Whether Start would work: something is left to run.
    pub can_start: bool,
}

/// The week's bar for one day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StatsDay {
    /// `Mon` to `Sun`.
    pub day: String,
    /// `Monday` to `Sunday`.
    pub full_day: String,
    /// Focused time, in seconds.
    pub focused: i64,
}

/// My Stats (specification, section 2). Everything is computed from sessions that really happened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct StatsView {
    /// How far the load has come.
    pub status: LoadStatus,
    /// Focused time of today, in seconds.
    pub focused_today: i64,
    /// How many focus sessions of one minute or more there are.
    pub total_sessions: i64,
    /// The current streak, in days.
    pub current_streak: i64,
    /// The longest streak, in days.
    pub longest_streak: i64,
    /// This week, Monday to Sunday; empty until loaded.
    pub week: Vec<StatsDay>,
    /// Focused time of this week, in seconds.
    pub total_focused: i64,
    /// Focused time of an average day of this week so far, in seconds.
    pub average_focused: i64,
    /// The full name of the day with the most focused time; null where there was none.
    pub most_active_day: Option<String>,
}

/// What waits to be sent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct SyncView {
    /// How many changes have not been sent yet.
    pub unsent: u32,
    /// Whether the last try failed: the network or the server is away.
    pub is_offline: bool,
    /// The last change that the server refused, in words; null when none was.
    pub refused: Option<Rejection>,
}
