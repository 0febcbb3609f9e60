//! The bodies of the HTTP API under `/api`. Times are RFC 3339 in UTC; durations are in seconds unless a field says
//! otherwise.

use super::background::Background;
use super::error::ErrorCode;
use super::id::Id;
use super::op::{BoardOp, Change};
use super::record::{Board, BoardRecords, Card, FocusSession, Item, List};
use super::text::ListName;
use super::time::{LocalDay, Timestamp};
use super::weather::TemperatureUnit;
use serde::{Deserialize, Serialize};

/// A user's plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum UserType {
    /// The free plan.
    #[default]
    Basic,
    /// The paid plan.
    Pro,
}

/// A user's account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct User {
    /// The account's id.
    pub id: Id,
    /// First name, 1 to 200 characters.
    pub first_name: String,
    /// Last name, 1 to 200 characters.
    pub last_name: String,
    /// Email address, in lower case.
    pub email: String,
    /// When the account was created.
    pub date_joined: Timestamp,
    /// When the user last logged in or signed up.
    pub last_login: Option<Timestamp>,
    /// Whether the email address has been confirmed.
    pub is_verified: bool,
    /// Whether the user operates this server.
    pub is_admin: bool,
    /// The current streak in days.
    pub focus_streak: i64,
    /// The longest streak in days.
    pub longest_focus_streak: i64,
    /// All focused time ever, in seconds.
    pub total_time: i64,
    /// The daily goal: focused minutes that make a day count for the streak, 1 to 1,440.
    pub mins_for_streak: i64,
    /// The plan.
    pub user_type: UserType,
    /// Whether the limits of the basic plan apply to this user (SPEC L1): the user has that plan, and the server sells
    /// another. False in data stored before this field existed.
    #[serde(default)]
    pub is_limited: bool,
    /// When the account will be deleted permanently; null if deletion was not requested.
    pub delete_at: Option<Timestamp>,
}

/// The response to `GET /user/`. The specification requires a list, of which clients read the first element.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserResponse {
    /// The current user, as the only element.
    pub user: Vec<User>,
}

/// The body of `POST /auth/signup/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignUpRequest {
    /// First name, 1 to 200 characters.
    pub first_name: String,
    /// Last name, 1 to 200 characters.
    pub last_name: String,
    /// Email address, at most 254 characters.
    pub email: String,
    /// Password, 8 to 128 characters.
    pub password: String,
    /// An invitation code, if the server requires one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// The body of `POST /auth/login/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LogInRequest {
    /// Email address.
    pub email: String,
    /// Password.
    pub password: String,
}

/// The body of `POST /auth/validate-token/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValidateTokenRequest {
    /// An access token.
    pub token: String,
}

/// The body of `POST /auth/refresh/`, and of `POST /auth/logout/`, which ends the session that the token belongs to.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefreshRequest {
    /// The refresh token.
    pub refresh_token: String,
}

/// A pair of tokens, the response to a refresh.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenPair {
    /// A JWT for the `Authorization` header, valid for 15 minutes.
    pub access_token: String,
    /// A token that can be exchanged once for the next pair; valid for 30 days.
    pub refresh_token: String,
}

/// The response to a login and to a sign-up.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthResponse {
    /// A JWT for the `Authorization` header, valid for 15 minutes.
    pub access_token: String,
    /// A token that can be exchanged once for the next pair; valid for 30 days.
    pub refresh_token: String,
    /// The current user, as the only element.
    pub user: Vec<User>,
}

/// A sentence for the user, for responses without other data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageResponse {
    /// The sentence.
    pub message: String,
}

/// The body of `POST /add-to-waitlist/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WaitlistRequest {
    /// First name, 1 to 200 characters.
    pub name: String,
    /// Email address, at most 254 characters.
    pub email: String,
    /// A hidden field against spam bots (honeypot). If it is filled in, the request seems to succeed, but nothing is
    /// stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
}

/// The body of `POST /contact/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactRequest {
    /// The sender's name, 1 to 200 characters.
    pub name: String,
    /// The sender's email address, at most 254 characters.
    pub email: String,
    /// The message, 1 to 5,000 characters.
    pub message: String,
    /// A hidden field against spam bots (honeypot). If it is filled in, the request seems to succeed, but nothing is
    /// sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
}

/// A list in the overview of boards, with the number of its cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Column {
    /// The list's id.
    pub id: Id,
    /// The list's name.
    pub name: ListName,
    /// Always empty: `GET /boards/{board}/` returns the cards.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub cards: Vec<()>,
    /// The number of cards in the list.
    pub card_count: i64,
}

/// A board in the overview. `GET /boards/get-boards/` returns an array of these, favorites first, then by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardOverview {
    /// The board.
    #[serde(flatten)]
    pub board: Board,
    /// Its lists, in order.
    pub columns: Vec<Column>,
}

/// A list of an opened board, with its cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardColumn {
    /// The list's id.
    pub id: Id,
    /// The list's name.
    pub name: ListName,
    /// Its cards in order, without those in the archive or in the trash.
    pub cards: Vec<Card>,
}

/// A board with its lists and cards in order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenedBoard {
    /// The board.
    #[serde(flatten)]
    pub board: Board,
    /// Its lists in order. An array, because a JSON object guarantees neither order nor unique names.
    pub columns: Vec<BoardColumn>,
}

/// The response to `GET /boards/{board}/`. The flat records beside `board.columns` are for older versions of the app
/// that are still open in a browser. The current app reads them from `GET /boards/{board}/changes/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenedBoardResponse {
    /// The board's version.
    pub version: i64,
    /// Always true: the response contains all records in use.
    pub is_complete: bool,
    /// The board with its lists and cards in order.
    pub board: OpenedBoard,
    /// Its lists, in no particular order.
    pub lists: Vec<List>,
    /// Its cards, in no particular order.
    pub cards: Vec<Card>,
    /// The subtasks, comments and reminders of the cards.
    pub items: Vec<Item>,
}

/// The body of `POST /boards/create-board/`. Repeating the request with the same id returns the same board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreateBoardRequest {
    /// The name, 1 to 200 characters.
    pub name: String,
    /// The id, a UUID; generated by the server if absent. It is a plain string, so that an invalid id gets its own
    /// error code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The slug; made from the name and the id if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Whether the board was created without a connection to the server. Such a board is accepted even if the plan's
    /// number of boards is exceeded (SPEC L3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made_offline: bool,
}

/// The response to creating a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreateBoardResponse {
    /// The new board.
    pub board: BoardOverview,
}

/// The body of `PUT /boards/update-board/`. A field that is absent stays unchanged; null clears a field that may be
/// empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UpdateBoardRequest {
    /// The board's id.
    #[serde(rename = "boardId")]
    pub board_id: String,
    /// The new values.
    #[serde(rename = "updatedBoard")]
    pub updated_board: BoardUpdate,
}

/// Returns the message of [`UpdateBoardResponse`]. The app shows the same text after a board has been edited.
pub fn board_updated_message() -> &'static str {
    super::messages::core::board_updated()
}

/// The response to `PUT /boards/update-board/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UpdateBoardResponse {
    /// A sentence for the user.
    pub message: String,
    /// The board after the update.
    pub board: BoardOverview,
}

/// The fields that `PUT /boards/update-board/` can change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardUpdate {
    /// The name, 1 to 200 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The description as Markdown, 0 to 50,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The color, `#rrggbb` or `transparent`; null clears it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_present")]
    pub color: Option<Option<String>>,
    /// The background picture, one of those on offer; null clears it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_present")]
    pub image: Option<Option<String>>,
    /// Whether the board is a favorite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub favorite: Option<bool>,
}

/// Deserializes a field that is present, so that null (`Some(None)`) differs from absent (`None`).
fn deserialize_present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The body of `POST /boards/{id}/ops/` as the browser sends it. The server parses each op separately, so that an
/// invalid op is refused without the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpsRequest {
    /// Up to 500 ops, applied in this order.
    pub ops: Vec<BoardOp>,
}

/// The result of applying an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpStatus {
    /// The op was applied.
    Applied,
    /// The op had already been applied.
    Duplicate,
    /// The op was refused; the code says why.
    Refused,
}

/// The result of one op of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpResult {
    /// The op's id as it was sent; null if it could not be parsed.
    pub id: Option<Id>,
    /// Whether it was applied.
    pub status: OpStatus,
    /// Why it was refused; null otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<ErrorCode>,
}

/// The response to a batch of ops.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpsResponse {
    /// The board's version after the batch.
    pub version: i64,
    /// One result for each op, in the order of the request.
    pub results: Vec<OpResult>,
}

/// The number of days after which items in the trash are deleted permanently.
pub const TRASH_DAYS: u32 = 30;

/// The response to `GET /tasks/` and `GET /trash/`: for each board with such records, its own record, the records, and
/// the lists that they are in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardsRecordsResponse {
    /// The boards.
    pub boards: Vec<BoardRecords>,
}

/// An entry of a card's activity: an op that was applied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Activity {
    /// The op's id.
    pub id: Id,
    /// When the user made the change, by the clock of the user's device.
    pub at: Timestamp,
    /// The first and last name of the user who made the change.
    pub who: String,
    /// The change. Texts are cut to 200 characters.
    pub change: Change,
}

/// The response to `GET /boards/{id}/cards/{card_id}/activity/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityResponse {
    /// The last 100 changes, latest first.
    pub activity: Vec<Activity>,
}

/// The response to `POST /focus-sessions/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusSessionResponse {
    /// The stored session.
    pub session: FocusSession,
}

/// The focused time of one local day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusDaysResponse {
    /// The days with focused time, earliest first. Sessions in the request's `except` are not included.
    pub days: Vec<DaySum>,
}

/// The focused time of one board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFocus {
    /// The board; null for sessions without a board, and for boards that were deleted permanently.
    pub board_id: Option<Id>,
    /// Its name; empty if `board_id` is null.
    pub name: String,
    /// Its color; null for the default.
    pub color: Option<String>,
    /// Focused time, in seconds.
    pub focused: i64,
    /// The number of focus sessions of at least one minute.
    pub sessions: i64,
}

/// The focused time of all cards that currently have a label, on any board. A card with two labels counts for both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusBreakdownResponse {
    /// By board.
    pub boards: Vec<BoardFocus>,
    /// By label; empty if only boards were requested.
    pub labels: Vec<LabelFocus>,
}

/// The focused time of one card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CardFocus {
    /// The card; null for sessions of the board without a card.
    pub card_id: Option<Id>,
    /// Focused time, in milliseconds.
    pub focused: i64,
    /// The number of focus sessions of at least one minute.
    pub sessions: i64,
}

/// The response to `GET /boards/{id}/focus-time/`. Sessions in the request's `except` are not included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFocusTimeResponse {
    /// The cards with focused time.
    pub cards: Vec<CardFocus>,
}

/// A session with the names of its board and card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NamedSession {
    /// The session.
    pub session: FocusSession,
    /// The name of its board; null if it has none or the board was deleted.
    pub board_name: Option<String>,
    /// The title of its card; null if it has none or the card was deleted.
    pub card_title: Option<String>,
}

/// The response to `GET /focus-sessions/latest/?before=&limit=`: focus sessions that have not been deleted, latest
/// first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LatestSessionsResponse {
    /// The sessions.
    pub sessions: Vec<NamedSession>,
    /// Whether there are earlier sessions.
    pub has_more: bool,
}

/// The response to `GET /focus-sessions/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusSessionsResponse {
    /// The sessions that overlap the requested range, oldest first.
    pub sessions: Vec<FocusSession>,
}

/// The color theme of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The dark theme; the default.
    #[default]
    Dark,
    /// The light theme.
    Light,
    /// The theme of the device, also when it changes.
    System,
}

/// The pages that show the wallpaper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WallpaperPages {
    /// Every page of the app; the default.
    #[default]
    Every,
    /// Only Home; the other pages have a plain background.
    Home,
}

/// The format of hours on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum HourFormat {
    /// 01 to 12, without AM or PM; the default.
    #[default]
    #[serde(rename = "12")]
    Twelve,
    /// 00 to 23.
    #[serde(rename = "24")]
    TwentyFour,
}

/// The sound that loops while the timer runs. The files are named like the values, in `/sounds/timer_sounds/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FocusSound {
    /// No sound.
    None,
    /// Soft ambient sound (`default.mp3`).
    #[default]
    Default,
    /// Rain.
    Rain,
    /// Brown noise.
    BrownNoise,
    /// Pink noise.
    PinkNoise,
    /// White noise.
    WhiteNoise,
    /// A stream.
    Stream,
    /// The ticking of a clock.
    Ticking,
}

/// The sound that is played once when a phase ends or is paused. The files are named like the values, in
/// `/sounds/timer_sounds/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndingSound {
    /// No sound.
    None,
    /// A bell (`ending_sound.mp3`).
    #[default]
    EndingSound,
    /// A chime.
    Chime,
    /// A gong.
    Gong,
    /// A marimba.
    Marimba,
}

/// A daily goal and the day from which it applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StreakGoal {
    /// The first day that the goal applies to.
    pub from: LocalDay,
    /// Focused minutes that make a day count for the streak: 1 to 1,440.
    pub minutes: i64,
}

/// The body of `GET` and `PUT /preferences/`: the user's settings on all devices. A field that is absent in a PUT stays
/// unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preferences {
    /// The color theme.
    pub theme: Theme,
    /// Length of a focus session, in minutes: 1 to 180.
    pub focus_minutes: i64,
    /// Length of a short break, in minutes: 1 to 180.
    pub short_break_minutes: i64,
    /// Length of the long break after every fourth focus session, in minutes: 1 to 180.
    pub long_break_minutes: i64,
    /// The daily goal: focused minutes that make a day count for the streak, 1 to 1,440.
    pub mins_for_streak: i64,
    /// When the user's day starts, in minutes after midnight: 0 to 360.
    pub day_start_minutes: i64,
    /// The user's time zone as an IANA name such as `Europe/Berlin`. The browser keeps it up to date.
    pub time_zone: String,
    /// The number of focus sessions until the long break: 1 to 12.
    pub rounds: i64,
    /// Whether a break starts automatically when a focus session has ended.
    pub auto_start_breaks: bool,
    /// Whether a focus session starts automatically when a break has ended.
    pub auto_start_focus: bool,
    /// The format of hours on the clock.
    pub hour_format: HourFormat,
    /// The unit of temperatures.
    pub temperature_unit: TemperatureUnit,
    /// The sound that loops while the timer runs.
    pub focus_sound: FocusSound,
    /// The sound that is played when a phase ends.
    pub ending_sound: EndingSound,
    /// The volume of the sounds: 0 to 100.
    pub volume: i64,
    /// The background of Home: at most 4,096 bytes of JSON.
    pub background: Background,
    /// The pages that show the background. A board with its own picture always shows that one.
    pub wallpaper_pages: WallpaperPages,
    /// All daily goals with the day from which each applied, earliest first; before the first one the goal was 25
    /// minutes. The last one equals `mins_for_streak`.
    pub goals: Vec<StreakGoal>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::Dark,
            focus_minutes: 25,
            short_break_minutes: 5,
            long_break_minutes: 15,
            mins_for_streak: 25,
            day_start_minutes: 0,
            time_zone: "UTC".to_owned(),
            rounds: 4,
            auto_start_breaks: false,
            auto_start_focus: false,
            hour_format: HourFormat::Twelve,
            temperature_unit: TemperatureUnit::Automatic,
            focus_sound: FocusSound::Default,
            ending_sound: EndingSound::EndingSound,
            volume: 50,
            background: Background::Daily,
            wallpaper_pages: WallpaperPages::Every,
            goals: vec![],
        }
    }
}

/// The body of `PUT /preferences/`: the fields to change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreferencesUpdate {
    /// See [`Preferences::theme`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// See [`Preferences::focus_minutes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus_minutes: Option<i64>,
    /// See [`Preferences::short_break_minutes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_break_minutes: Option<i64>,
    /// See [`Preferences::long_break_minutes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_break_minutes: Option<i64>,
    /// See [`Preferences::mins_for_streak`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mins_for_streak: Option<i64>,
    /// See [`Preferences::day_start_minutes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_start_minutes: Option<i64>,
    /// See [`Preferences::time_zone`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// The first day that a new `mins_for_streak` applies to, by the device's calendar: from 60 days ago to tomorrow.
    /// The server's day for the user if absent or outside that range. Never before the day of the previous goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mins_for_streak_from: Option<LocalDay>,
    /// See [`Preferences::rounds`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<i64>,
    /// See [`Preferences::auto_start_breaks`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_start_breaks: Option<bool>,
    /// See [`Preferences::auto_start_focus`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_start_focus: Option<bool>,
    /// See [`Preferences::hour_format`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hour_format: Option<HourFormat>,
    /// See [`Preferences::temperature_unit`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_unit: Option<TemperatureUnit>,
    /// See [`Preferences::focus_sound`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus_sound: Option<FocusSound>,
    /// See [`Preferences::ending_sound`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending_sound: Option<EndingSound>,
    /// See [`Preferences::volume`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<i64>,
    /// See [`Preferences::background`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<Background>,
    /// See [`Preferences::wallpaper_pages`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wallpaper_pages: Option<WallpaperPages>,
    /// Whether the background was chosen without a connection to the server, which could not check the plan. It is
    /// accepted then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made_offline: bool,
}
