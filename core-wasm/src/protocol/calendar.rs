//! The bodies of the HTTP API for calendars: the feed that calendar programs subscribe to, and the busy hours of another calendar.
//! The server makes and reads them; the core passes them on to the page as the server sends them.

use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The maximum time between `from` and `to` in a request for busy hours, in days: two months.
pub const MAX_BUSY_DAYS: i64 = 62;

/// Which cards with a due date are in a calendar feed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CalendarCards {
    /// Those of all boards.
    #[default]
    All,
    /// Those of boards without other members; on shared boards, only those that are assigned to the account.
    Mine,
}

/// What a calendar feed contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CalendarOptions {
    /// Which cards it contains.
    #[cfg_attr(not(target_arch = "wasm32"), serde(default))]
    pub cards: CalendarCards,
    /// Whether it contains focus sessions.
    #[cfg_attr(not(target_arch = "wasm32"), serde(default))]
    pub includes_sessions: bool,
}

/// The calendar feed of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CalendarFeed {
    /// The secret address. Anyone who knows it can read the feed.
    pub url: String,
    /// What it contains.
    pub options: CalendarOptions,
    /// When the address was made.
    pub created_at: Timestamp,
}

/// The other calendar whose busy hours the account sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CalendarSource {
    /// The host of its address. The address itself is a secret and is not sent.
    pub host: String,
    /// When it was added.
    pub added_at: Timestamp,
}

/// The calendars of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CalendarsResponse {
    /// The feed; null if there is none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub feed: Option<CalendarFeed>,
    /// The other calendar; null if there is none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub source: Option<CalendarSource>,
}

/// The body of `PUT /account/calendar/busy/`.
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CalendarSourceRequest {
    /// The address of an iCalendar file: `https` or `webcal`, at most 2,000 characters.
    pub url: String,
}

/// A time at which the account is busy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BusyTime {
    /// When it begins.
    pub starts_at: Timestamp,
    /// When it ends.
    pub ends_at: Timestamp,
    /// The title of the event, at most 200 characters; may be empty.
    pub title: String,
}

/// Why the busy hours of another calendar cannot be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BusyError {
    /// The address is not public, or is not allowed for another reason.
    AddressNotAllowed,
    /// The server of the calendar does not respond.
    Unreachable,
    /// The server of the calendar responds with an error or a redirect.
    Refused,
    /// The file is larger than 5 MB.
    TooLarge,
    /// The response is not a calendar, or too complicated to read.
    Unreadable,
}

/// The response to `GET /account/calendar/busy/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BusyResponse {
    /// The times that overlap the requested range, by their start. Empty without another calendar.
    pub busy: Vec<BusyTime>,
    /// Why the other calendar cannot be read; null if it was read.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub error: Option<BusyError>,
}
