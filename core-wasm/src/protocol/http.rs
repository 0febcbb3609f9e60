//! The bodies of the HTTP API under `/api`. Times are RFC 3339 in UTC, durations are seconds.

use super::background::Background;
use super::error::ErrorCode;
use super::id::Id;
use super::op::{BoardOp, Change};
use super::record::{Board, BoardRecords, Card, FocusSession, Item, List};
use super::text::ListName;
use super::time::{LocalDay, Timestamp};
use super::weather::TemperatureUnit;
use serde::{Deserialize, Serialize};

/// The plan of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum UserType {
    /// Free.
    #[default]
    Basic,
    /// Paid.
    Pro,
}

/// A person's account.
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
    /// Email, in lower case.
    pub email: String,
    /// When the account was made.
    pub date_joined: Timestamp,
    /// When the person last logged in or signed up.
    pub last_login: Option<Timestamp>,
    /// Whether the email has been confirmed.
    pub is_verified: bool,
    /// Whether the person runs this server.
    pub is_admin: bool,
    /// The current streak in days.
    pub focus_streak: i64,
    /// The longest streak in days.
    pub longest_focus_streak: i64,
    /// All focused time, in seconds.
    pub total_time: i64,
    /// Focused minutes that make a day count for the streak: 1 to 1,440.
    pub mins_for_streak: i64,
    /// The plan.
    pub user_type: UserType,
    /// Whether the limits of the plan Basic hold for this person (SPEC L1): they have it, and the host of the server sells
    /// another. What was stored before this was told has none.
    #[serde(default)]
    pub is_limited: bool,
    /// When the account goes for good; null unless that was asked for. What was stored before this was told has none.
    pub delete_at: Option<Timestamp>,
}

/// `GET /user/`. The specification reads the first element.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserResponse {
    /// The current user, alone in a list.
    pub user: Vec<User>,
}

/// `POST /auth/signup/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignUpRequest {
    /// First name, 1 to 200 characters.
    pub first_name: String,
    /// Last name, 1 to 200 characters.
    pub last_name: String,
    /// Email, at most 254 characters.
    pub email: String,
    /// Password, 8 to 128 characters.
    pub password: String,
    /// An invitation, where the server asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// `POST /auth/login/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LogInRequest {
    /// Email.
    pub email: String,
    /// Password.
    pub password: String,
}

/// `POST /auth/validate-token/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValidateTokenRequest {
    /// An access token.
    pub token: String,
}

/// `POST /auth/refresh/`, and `POST /auth/logout/`, which ends the session that the token belongs to.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefreshRequest {
    /// The refresh token.
    pub refresh_token: String,
}

/// A pair of tokens, as refresh answers it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenPair {
    /// A JWT for the bearer header, valid for 15 minutes.
    pub access_token: String,
    /// Trades for the next pair, once; valid for 30 days.
    pub refresh_token: String,
}

/// What login and signup answer.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthResponse {
    /// A JWT for the bearer header, valid for 15 minutes.
    pub access_token: String,
    /// Trades for the next pair, once; valid for 30 days.
    pub refresh_token: String,
    /// The current user, alone in a list.
    pub user: Vec<User>,
}

/// A sentence for a person, where an answer has nothing else to tell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageResponse {
    /// The sentence.
    pub message: String,
}

/// `POST /add-to-waitlist/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WaitlistRequest {
    /// First name, 1 to 200 characters.
    pub name: String,
    /// Email, at most 254 characters.
    pub email: String,
    /// A field that people do not see: whoever fills it in is a program, is thanked, and is not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
}

/// `POST /contact/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactRequest {
    /// Who writes, 1 to 200 characters.
    pub name: String,
    /// Where an answer goes: an email, at most 254 characters.
    pub email: String,
    /// What they write, 1 to 5,000 characters.
    pub message: String,
    /// A field that people do not see: whoever fills it in is a program, is thanked, and nothing is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
}

/// A list as the overview of boards shows it: the number of its cards instead of the cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Column {
    /// The list's id.
    pub id: Id,
    /// The list's name.
    pub name: ListName,
    /// Always empty here: the cards come with the board.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub cards: Vec<()>,
    /// How many cards lie in it.
    pub card_count: i64,
}

/// A board as the overview shows it. `GET /boards/get-boards/` answers an array of these, favourites first, then by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardOverview {
    /// The board.
    #[serde(flatten)]
    pub board: Board,
    /// Its lists in their order.
    pub columns: Vec<Column>,
}

/// A list of a single board, with its cards.
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
    /// Its lists in order. An array, because a JSON object keeps neither order nor duplicate names.
    pub columns: Vec<BoardColumn>,
}

/// What `GET /boards/{board}/` answers. The flat records beside `board.columns` serve app versions that are still open in a browser
/// and read them from here; the current app reads them from `GET /boards/{board}/changes/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenedBoardResponse {
    /// The board's version.
    pub version: i64,
    /// Always true here: these are all records in use.
    pub is_complete: bool,
    /// The board with its lists and cards in order.
    pub board: OpenedBoard,
    /// Its lists, in no order.
    pub lists: Vec<List>,
    /// Its cards, in no order.
    pub cards: Vec<Card>,
    /// The sub-tasks, comments and reminders of the cards.
    pub items: Vec<Item>,
}

/// `POST /boards/create-board/`. The same call repeated with the same id answers the same board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreateBoardRequest {
    /// The name, 1 to 200 characters.
    pub name: String,
    /// The id, a UUID; made by the server when left out. Text, so that a bad one is refused with its own code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The slug; made from name and id when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Whether it was made where no server could be asked. Such a board is kept, also over the limit of a plan (SPEC L3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made_offline: bool,
}

/// What creating a board answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreateBoardResponse {
    /// The new board.
    pub board: BoardOverview,
}

/// `PUT /boards/update-board/`. A field that is left out stays as it is; null clears what may be empty.
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

/// The message of [`UpdateBoardResponse`]. The app shows the same words after a board has been edited.
pub const BOARD_UPDATED_MESSAGE: &str = "Board updated successfully!";

/// What `PUT /boards/update-board/` answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UpdateBoardResponse {
    /// A sentence for the person.
    pub message: String,
    /// The board as it is now.
    pub board: BoardOverview,
}

/// The fields that `PUT /boards/update-board/` may change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardUpdate {
    /// 1 to 200 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// 0 to 50,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `#rrggbb` or `transparent`; null clears.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_present")]
    pub color: Option<Option<String>>,
    /// A picture on offer; null clears.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_present")]
    pub image: Option<Option<String>>,
    /// Whether it stands first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub favorite: Option<bool>,
}

/// Tells a field that is null from one that is left out.
fn deserialize_present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// `POST /boards/{id}/ops/`, as the browser sends it. The server reads each op by itself, so that a bad one is refused
/// alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpsRequest {
    /// Up to 500 ops, applied in this order.
    pub ops: Vec<BoardOp>,
}

/// What became of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpStatus {
    /// It is part of the board now.
    Applied,
    /// It was part of the board already.
    Duplicate,
    /// It cannot be applied; the code says why.
    Refused,
}

/// What became of one op of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpResult {
    /// The op's id as it was sent; null where it could not be read.
    pub id: Option<Id>,
    /// What became of it.
    pub status: OpStatus,
    /// Why it was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<ErrorCode>,
}

/// What a batch of ops answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpsResponse {
    /// The board's version now.
    pub version: i64,
    /// One result for each op, in the order in which they came.
    pub results: Vec<OpResult>,
}

/// How many days something stays in the trash before it goes for good.
pub const TRASH_DAYS: i64 = 30;

/// What `GET /tasks/` and `GET /trash/` answer: of each board that has any, its record, the records asked for, and the lists
/// that they lie in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardsRecordsResponse {
    /// The boards.
    pub boards: Vec<BoardRecords>,
}

/// Something that happened to a card: an op that became part of its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Activity {
    /// The op's id.
    pub id: Id,
    /// When the person did it, by their clock.
    pub at: Timestamp,
    /// Who did it: first and last name.
    pub who: String,
    /// What they did. Texts are cut to 200 characters.
    pub change: Change,
}

/// What `GET /boards/{id}/cards/{card_id}/activity/` answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityResponse {
    /// The latest 100, the latest first.
    pub activity: Vec<Activity>,
}

/// What `POST /focus-sessions/` answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusSessionResponse {
    /// The session as it is kept.
    pub session: FocusSession,
}

/// What was focused on one local day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DaySum {
    /// The day.
    pub day: LocalDay,
    /// Focused time, in milliseconds.
    pub focused: i64,
    /// Focus sessions of one minute or more that began on this day.
    pub sessions: i64,
    /// When the earliest stretch of this day began.
    pub first_start: Timestamp,
    /// The person's offset from UTC then, in minutes, east positive.
    pub first_utc_offset: i32,
    /// When the latest stretch of this day began.
    pub last_start: Timestamp,
    /// The person's offset from UTC then, in minutes, east positive.
    pub last_utc_offset: i32,
}

/// What `GET /focus-days/` answers: the days with focused time, the earliest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusDaysResponse {
    /// The days. Sessions that the request names by `except` are left out.
    pub days: Vec<DaySum>,
}

/// What was focused for one board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFocus {
    /// The board; null for the time that was for none, or for one that is gone for good.
    pub board_id: Option<Id>,
    /// Its name; empty where there is no board.
    pub name: String,
    /// Its colour.
    pub color: Option<String>,
    /// Focused time, in seconds.
    pub focused: i64,
    /// Focus sessions of one minute or more.
    pub sessions: i64,
}

/// What was focused for the cards that carry a label now, on whatever board. A card with two labels counts for both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LabelFocus {
    /// The label.
    pub label: String,
    /// Focused time, in seconds.
    pub focused: i64,
    /// Focus sessions of one minute or more.
    pub sessions: i64,
}

/// What `GET /focus-days/breakdown/?from=&to=&by=` answers for the days of a span, both ends included; the most focused first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusBreakdownResponse {
    /// By board.
    pub boards: Vec<BoardFocus>,
    /// By label; none where only boards were asked for.
    pub labels: Vec<LabelFocus>,
}

/// What was focused for one card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CardFocus {
    /// The card; null for the time that was for the board and none of its cards.
    pub card_id: Option<Id>,
    /// Focused time, in milliseconds.
    pub focused: i64,
    /// Focus sessions of one minute or more.
    pub sessions: i64,
}

/// What `GET /boards/{id}/focus-time/` answers. Sessions that the request names by `except` are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFocusTimeResponse {
    /// The cards with focused time.
    pub cards: Vec<CardFocus>,
}

/// A session with the names of what it was for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NamedSession {
    /// The session.
    pub session: FocusSession,
    /// The name of its board; null where there is none any more.
    pub board_name: Option<String>,
    /// The title of its card; null where there is none any more.
    pub card_title: Option<String>,
}

/// What `GET /focus-sessions/latest/?before=&limit=` answers: focus sessions that are not deleted, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LatestSessionsResponse {
    /// The sessions.
    pub sessions: Vec<NamedSession>,
    /// Whether there are earlier ones.
    pub has_more: bool,
}

/// What `GET /focus-sessions/` answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusSessionsResponse {
    /// The sessions that touch the asked span, oldest first.
    pub sessions: Vec<FocusSession>,
}

/// The colours of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The default.
    #[default]
    Dark,
    /// Light.
    Light,
    /// As the device has it, whenever that changes.
    System,
}

/// Which pages show the wallpaper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WallpaperPages {
    /// Every page of the app; the default.
    #[default]
    Every,
    /// Home alone; the other pages have a plain background.
    Home,
}

/// How the clock shows hours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum HourFormat {
    /// 01 to 12, without am or pm; the default.
    #[default]
    #[serde(rename = "12")]
    Twelve,
    /// 00 to 23.
    #[serde(rename = "24")]
    TwentyFour,
}

/// What sounds in a loop while the timer runs. The files lie under `/sounds/timer_sounds/`, named as here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FocusSound {
    /// Nothing.
    None,
    /// `default.mp3`, a soft ambience.
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

/// What sounds once when a phase ends or is paused. The files lie under `/sounds/timer_sounds/`, named as here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndingSound {
    /// Nothing.
    None,
    /// `ending_sound.mp3`, a bell.
    #[default]
    EndingSound,
    /// A chime.
    Chime,
    /// A gong.
    Gong,
    /// A marimba.
    Marimba,
}

/// How many focused minutes made a day count for the streak, from a day on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StreakGoal {
    /// The first day that it holds for.
    pub from: LocalDay,
    /// Minutes: 1 to 1,440.
    pub minutes: i64,
}

/// `GET` and `PUT /preferences/`: what follows a person from device to device. A field that is left out of a PUT stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preferences {
    /// The colours.
    pub theme: Theme,
    /// Length of a focus session, in minutes: 1 to 180.
    pub focus_minutes: i64,
    /// Length of a short break, in minutes: 1 to 180.
    pub short_break_minutes: i64,
    /// Length of the long break after every fourth focus session, in minutes: 1 to 180.
    pub long_break_minutes: i64,
    /// Focused minutes that make a day count for the streak: 1 to 1,440.
    pub mins_for_streak: i64,
    /// When the person's day begins, in minutes after midnight: 0 to 360.
    pub day_start_minutes: i64,
    /// The person's time zone, an IANA name such as `Europe/Berlin`; the browser keeps it current.
    pub time_zone: String,
    /// Focus sessions until the long break: 1 to 12.
    pub rounds: i64,
    /// Whether a break starts by itself when a focus session has ended.
    pub auto_start_breaks: bool,
    /// Whether a focus session starts by itself when a break has ended.
    pub auto_start_focus: bool,
    /// How the clock shows hours.
    pub hour_format: HourFormat,
    /// The unit in which temperatures are told.
    pub temperature_unit: TemperatureUnit,
    /// What sounds while the timer runs.
    pub focus_sound: FocusSound,
    /// What sounds when a phase ends.
    pub ending_sound: EndingSound,
    /// How loud the sounds are: 0 to 100.
    pub volume: i64,
    /// What stands behind Home: at most 4,096 bytes of JSON.
    pub background: Background,
    /// Which pages show it. A board with a picture of its own shows that one in either case.
    pub wallpaper_pages: WallpaperPages,
    /// The goals of the past with the day from which each held, the earliest first; 25 minutes hold before the first.
    /// The last one is `mins_for_streak`.
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

/// What `PUT /preferences/` takes: the fields to change.
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
    /// The day from which a new `mins_for_streak` holds, as the device knows it: up to 60 days ago, and a day ahead. The
    /// server's day for the person where it is left out or cannot be. Never before the day from which the last goal holds.
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
    /// Whether a background was chosen while the server could not be asked whether the plan includes that. It is then accepted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made_offline: bool,
}
