//! What a person may ask the core for.

use super::http::Theme;
use super::id::Id;
use super::op::{BoardEdit, CardEdit, ListEdit};
use super::record::Priority;
use serde::{Deserialize, Serialize};

/// One of the timer editor's two fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum TimerField {
    /// The minutes.
    Minutes,
    /// The seconds.
    Seconds,
}

/// The direction of an arrow in the timer's editor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum StepDirection {
    /// One more.
    Up,
    /// One less.
    Down,
}

/// Something that a person did. Positions are indices, as people count: "into that list, as the fourth card".
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "snake_case", try_from = "super::flat::FlatIntent")]
pub enum Intent {
    /// The app has opened; the first intent. Checks the stored tokens and starts the clock.
    Start {
        /// The path that the app opened on, such as `/app/b`.
        path: String,
        /// The browser's time zone, an IANA name.
        time_zone: String,
    },
    /// The page has gone to another path. Strangers under `/app` are sent to log in.
    Visit {
        /// The path.
        path: String,
    },
    /// Creates an account.
    SignUp {
        /// First name.
        first_name: String,
        /// Last name.
        last_name: String,
        /// Email.
        email: String,
        /// Password.
        password: String,
    },
    /// Logs in.
    LogIn {
        /// Email.
        email: String,
        /// Password.
        password: String,
    },
    /// Goes on from the panel that follows a login or signup, without waiting for its 5 seconds.
    Continue,
    /// Logs out. Refused with `unsent_changes` while some are waiting, unless told to lose them.
    LogOut {
        /// Whether changes that have not been sent may be lost.
        discard_unsent: bool,
    },
    /// Chooses the colours.
    SetTheme {
        /// The choice.
        theme: Theme,
    },
    /// Saves the length of a focus session, clamped to 1 to 180 minutes. A running phase keeps its length.
    SetFocusTime {
        /// Minutes.
        minutes: i64,
    },
    /// Starts or resumes the timer.
    StartTimer,
    /// Pauses the timer.
    PauseTimer,
    /// Breaks the phase off and goes back to a focus session of the saved length.
    ResetTimer,
    /// Ends the phase early and goes to the next.
    SkipTimer,
    /// Types into the timer's editor. What is not an integer from 0 to 59 changes nothing.
    TypeTimerField {
        /// The field.
        field: TimerField,
        /// What was typed.
        text: String,
    },
    /// Presses an arrow in the timer's editor.
    StepTimerField {
        /// The field.
        field: TimerField,
        /// Up or down.
        direction: StepDirection,
    },
    /// Loads the list of boards, showing what is known meanwhile.
    LoadBoards,
    /// Creates a board.
    AddBoard {
        /// Its name, 1 to 200 characters.
        name: String,
    },
    /// Opens a board: the mirror then holds its lists and cards.
    OpenBoard {
        /// The slug in its address.
        slug: String,
    },
    /// Leaves the open board.
    CloseBoard,
    /// Changes one field of a board.
    EditBoard {
        /// The board.
        board_id: Id,
        /// The field and its value.
        edit: BoardEdit,
    },
    /// Puts a board into the trash.
    DeleteBoard {
        /// The board.
        board_id: Id,
    },
    /// Adds a list at the end of the open board.
    AddList {
        /// Its name; may be empty.
        name: String,
    },
    /// Changes one field of a list of the open board.
    EditList {
        /// The list.
        list_id: Id,
        /// The field and its value.
        edit: ListEdit,
    },
    /// Moves a list of the open board.
    MoveList {
        /// The list.
        list_id: Id,
        /// The index that it then has among the lists; past the end means last.
        index: u32,
    },
    /// Puts a list of the open board into the trash.
    DeleteList {
        /// The list.
        list_id: Id,
    },
    /// Adds a card at the end of a list.
    AddCard {
        /// The list.
        list_id: Id,
        /// Its title; a blank one is ignored.
        title: String,
        /// Its priority.
        priority: Priority,
    },
    /// Moves a card.
    MoveCard {
        /// The card.
        card_id: Id,
        /// The list that it goes to.
        list_id: Id,
        /// The index that it then has there; past the end means last.
        index: u32,
    },
    /// Changes one field of a card.
    EditCard {
        /// The card.
        card_id: Id,
        /// The field and its value.
        edit: CardEdit,
    },
    /// Puts a card into the trash.
    DeleteCard {
        /// The card.
        card_id: Id,
    },
    /// Puts away the word that a change was refused.
    DismissRefused,
    /// Loads the statistics, showing what is known meanwhile.
    LoadStats,
}
