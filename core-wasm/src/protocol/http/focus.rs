//! Bodies about focus sessions and the sums of focused time.

use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::protocol::time::{LocalDay, Timestamp};
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The response to `POST /focus-sessions/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusSessionResponse {
    /// The stored session.
    pub session: FocusSession,
}

/// The focused time of one local day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DaySum {
    /// The day.
    pub day: LocalDay,
    /// Focused time, in milliseconds.
    pub focused: i64,
    /// The number of focus sessions of at least one minute that started on this day.
    pub sessions: i64,
    /// When the first interval of this day started.
    pub first_start: Timestamp,
    /// The user's UTC offset at that time, in minutes; positive is east of Greenwich.
    pub first_utc_offset: i32,
    /// When the last interval of this day started.
    pub last_start: Timestamp,
    /// The user's UTC offset at that time, in minutes; positive is east of Greenwich.
    pub last_utc_offset: i32,
}

/// The response to `GET /focus-days/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusDaysResponse {
    /// The days with focused time, earliest first. Sessions in the request's `except` are not included.
    pub days: Vec<DaySum>,
}

/// The focused time of one board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFocus {
    /// The board; null for sessions without a board, and for boards that were deleted permanently.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub board_id: Option<Id>,
    /// Its name; empty if `board_id` is null.
    pub name: String,
    /// Its color; null for the default.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub color: Option<String>,
    /// Focused time, in seconds.
    pub focused: i64,
    /// The number of focus sessions of at least one minute.
    pub sessions: i64,
}

/// The focused time of all cards that currently have a label, on any board. A card with two labels counts for both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LabelFocus {
    /// The label.
    pub label: String,
    /// Focused time, in seconds.
    pub focused: i64,
    /// The number of focus sessions of at least one minute.
    pub sessions: i64,
}

/// The response to `GET /focus-days/breakdown/?from=&to=&by=`: the focused time of a range of days, including both
/// ends. Most focused time first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusBreakdownResponse {
    /// By board.
    pub boards: Vec<BoardFocus>,
    /// By label; empty if only boards were requested.
    pub labels: Vec<LabelFocus>,
    /// The estimates of cards that were completed on these days; absent if there are none.
    #[serde(default, skip_serializing_if = "EstimateFocus::is_empty")]
    pub estimates: EstimateFocus,
}

/// The estimates of completed cards, and the time that the user has focused on them on any day. Cards that are assigned to
/// others only do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EstimateFocus {
    /// The number of cards with focused time.
    pub cards: i64,
    /// The estimates of these cards, in seconds.
    pub estimated: i64,
    /// The focused time on these cards, in seconds.
    pub focused: i64,
    /// The number of cards with an estimate and less than a minute of focused time.
    pub untracked_cards: i64,
}

impl EstimateFocus {
    /// Returns whether no card was completed.
    pub fn is_empty(&self) -> bool {
        self.cards + self.untracked_cards == 0
    }
}

/// The focused time of one card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CardFocus {
    /// The card; null for sessions of the board without a card.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub card_id: Option<Id>,
    /// Focused time, in milliseconds.
    pub focused: i64,
    /// The number of focus sessions of at least one minute.
    pub sessions: i64,
}

/// The response to `GET /boards/{id}/focus-time/`. Sessions in the request's `except` are not included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFocusTimeResponse {
    /// The cards with focused time.
    pub cards: Vec<CardFocus>,
}

/// How long a member who shares it has focused on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemberFocus {
    /// The member's account.
    pub user_id: Id,
    /// The focused time, in milliseconds.
    pub focused: i64,
}

/// The response to `GET /boards/{id}/cards/{card_id}/focus-time/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemberFocusResponse {
    /// The members who share their focus time on the board and have focused on the card, the longest first.
    pub members: Vec<MemberFocus>,
}

/// A session with the names of its board and card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NamedSession {
    /// The session.
    pub session: FocusSession,
    /// The name of its board; null if it has none or the board was deleted.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub board_name: Option<String>,
    /// The title of its card; null if it has none or the card was deleted.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub card_title: Option<String>,
}

/// The response to `GET /focus-sessions/latest/?before=&limit=`: focus sessions that have not been deleted, latest
/// first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LatestSessionsResponse {
    /// The sessions.
    pub sessions: Vec<NamedSession>,
    /// Whether there are earlier sessions.
    pub has_more: bool,
}

/// The response to `GET /focus-sessions/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusSessionsResponse {
    /// The sessions that overlap the requested range, oldest first.
    pub sessions: Vec<FocusSession>,
}
