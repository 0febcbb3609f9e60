//! What the shell draws.

use super::account::{Account, Features};
use super::background::{BackgroundView, PhotosView, PicturesView};
use super::error::{ErrorCode, Rejection};
use super::http::{BoardFocus, LabelFocus, Preferences, User};
use super::id::Id;
use super::intent::{CardFilter, StatsPeriod};
use super::note::NotesView;
use super::record::{Board, Outcome, Priority, SessionKind};
use super::stored::{TimerCard, TimerState};
use super::text::{BoardName, CardTitle, Color, CommentText, Description, Label, ListName, Slug};
use super::time::{DueDate, LocalDay, Timestamp};
use super::weather::WeatherView;
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
    /// The account, as Settings shows it.
    pub account: AccountView,
    /// The clock.
    pub clock: ClockView,
    /// The weather.
    pub weather: WeatherView,
    /// What stands behind Home.
    pub background: BackgroundView,
    /// Photos to choose from.
    pub photos: PhotosView,
    /// The person's own pictures.
    pub pictures: PicturesView,
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
    /// The open card; null while none is.
    pub open_card: Option<CardDetails>,
    /// Which cards of the open board are shown.
    pub filter: FilterView,
    /// What can be undone and redone.
    pub history: HistoryView,
    /// What stands in fields and has not been saved.
    pub drafts: Vec<DraftView>,
    /// The dated cards of all boards.
    pub tasks: TasksView,
    /// The trash and the archives.
    pub trash: TrashView,
    /// Focused time of the open board, of its lists and of its cards, each by its id.
    pub focus_times: Vec<FocusTime>,
    /// The year of the heatmap.
    pub heatmap: HeatmapView,
    /// Focused time by board and label.
    pub breakdown: BreakdownView,
    /// The latest focus sessions.
    pub focus_sessions: FocusSessionsView,
    /// The notes.
    pub notes: NotesView,
    /// Whether preferences are being saved.
    pub is_saving: bool,
    /// What the person's plan does not include.
    pub limits: LimitsView,
}

/// What the person's plan does not include. Each field holds the sentence to show in place of the feature, or null where the plan
/// includes it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct LimitsView {
    /// Another board, while all boards of the plan are in use.
    pub boards: Option<String>,
    /// Choosing a wallpaper or a board picture.
    pub backgrounds: Option<String>,
    /// Uploading a picture.
    pub pictures: Option<String>,
    /// The heatmap of a year.
    pub heatmap: Option<String>,
    /// Focused time by label.
    pub labels: Option<String>,
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
    /// Whether it shows its name only.
    pub is_collapsed: bool,
    /// The ids of its cards in order.
    pub card_ids: Vec<Id>,
}

/// A card as it is shown on its board. Where it lies is told by the list that names it; what is long waits in
/// [`CardDetails`] until the card is opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CardView {
    /// Its id.
    pub id: Id,
    /// Its title.
    pub title: CardTitle,
    /// Whether it has a description.
    pub has_description: bool,
    /// How important it is, or that it is done.
    pub priority: Priority,
    /// When it is due, if at all.
    pub due_date: Option<DueDate>,
    /// Its labels, in the order in which they were given.
    pub labels: Vec<Label>,
    /// How many sub-tasks it has.
    pub subtasks: u32,
    /// How many of them are done.
    pub subtasks_done: u32,
    /// How many comments it has.
    pub comments: u32,
    /// How many reminders it has.
    pub reminders: u32,
}

/// All of an open card that [`CardView`] leaves out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CardDetails {
    /// The card's id.
    pub id: Id,
    /// Its text, Markdown; may be empty.
    pub description: Description,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was done; null while it is not.
    pub completed_at: Option<Timestamp>,
    /// Its sub-tasks in order.
    pub subtasks: Vec<SubtaskView>,
    /// Its comments, the oldest first.
    pub comments: Vec<CommentView>,
    /// Its reminders, the earliest first.
    pub reminders: Vec<ReminderView>,
    /// How far the activity has come.
    pub activity_status: LoadStatus,
    /// What has happened to it, the latest first; what has not been sent stands in front.
    pub activity: Vec<ActivityView>,
}

/// A sub-task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SubtaskView {
    /// Its id.
    pub id: Id,
    /// Its title.
    pub title: CardTitle,
    /// Whether it is done.
    pub is_done: bool,
}

/// A comment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CommentView {
    /// Its id.
    pub id: Id,
    /// Its text, Markdown.
    pub text: CommentText,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its text was last changed; null while it is as it was made.
    pub edited_at: Option<Timestamp>,
}

/// A reminder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReminderView {
    /// Its id.
    pub id: Id,
    /// How long before the due date it calls, in minutes. A due date without a time counts as nine in the morning.
    pub minutes_before: i64,
}

/// Something that happened to a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ActivityView {
    /// The id of the op.
    pub id: Id,
    /// When it was done, by the clock of whoever did it.
    pub at: Timestamp,
    /// Who did it, by name.
    pub who: String,
    /// What they did, in words that follow the name: "moved it to Done".
    pub what: String,
    /// Whether it has not been sent yet.
    pub is_unsent: bool,
}

/// Which cards of the open board are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct FilterView {
    /// The filter; null while all are shown.
    pub filter: Option<CardFilter>,
    /// The ids of the cards that fit, in no order; null while all are shown.
    pub matching: Option<Vec<Id>>,
}

/// What can be undone and redone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct HistoryView {
    /// The change that would be undone, in words such as "Move card"; null when there is none.
    pub undo: Option<String>,
    /// The change that would be made again, in words; null when there is none.
    pub redo: Option<String>,
}

/// What stands in a field and has not been saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DraftView {
    /// The field, such as `card/{id}/description`.
    pub key: String,
    /// What stands in it.
    pub text: String,
}

/// When a card is due, seen from the person's today.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum DueGroup {
    /// Its day, or its time of today, has passed.
    Overdue,
    /// Today.
    Today,
    /// After today, and before next Monday.
    ThisWeek,
    /// After this week, or it has a reminder and no due date.
    Later,
}

/// The dated cards of all boards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TasksView {
    /// How far the load has come.
    pub status: LoadStatus,
    /// The cards with a due date or a reminder that are in use, by due date; those without one last.
    pub tasks: Vec<TaskView>,
}

/// A dated card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct TaskView {
    /// The card.
    pub card_id: Id,
    /// The board that it lies on.
    pub board_id: Id,
    /// The readable part of that board's address.
    pub board_slug: Slug,
    /// That board's name.
    pub board_name: BoardName,
    /// That board's colour.
    pub board_color: Option<Color>,
    /// The list that it lies in.
    pub list_name: ListName,
    /// Its title.
    pub title: CardTitle,
    /// How important it is, or that it is done.
    pub priority: Priority,
    /// When it is due, if at all.
    pub due_date: Option<DueDate>,
    /// Its labels.
    pub labels: Vec<Label>,
    /// When that is, seen from today.
    pub group: DueGroup,
}

/// The trash and the archives.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TrashView {
    /// How far the load has come.
    pub status: LoadStatus,
    /// What lies there, the latest first.
    pub entries: Vec<TrashEntry>,
}

/// What an entry of the trash is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum TrashKind {
    /// A board.
    Board,
    /// A list, with its cards.
    List,
    /// A card.
    Card,
}

/// Something that lies in the trash, or in the archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TrashEntry {
    /// What it is.
    pub kind: TrashKind,
    /// Its id.
    pub id: Id,
    /// The board that it is, or lies on.
    pub board_id: Id,
    /// Its name or title.
    pub name: String,
    /// Where it comes back to: the board's name and, for a card, that of its list. Empty for a board.
    pub place: String,
    /// When it was put there.
    pub since: Timestamp,
    /// Whether it lies in the archive, where it stays; what lies in the trash goes for good after 30 days.
    pub is_archived: bool,
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
    /// How the guest wants to be called who tries the app out without an account; null for whoever is signed in, and for strangers.
    pub guest: Option<String>,
    /// Whether the first check is still running. True by default.
    pub loading: bool,
    /// Whether a login or signup is on its way: the form's button is disabled.
    pub submitting: bool,
    /// Whether the panel that follows a login or signup is showing; it forwards to the app after 5 seconds.
    pub welcome: bool,
    /// Whether the session ended without a log-out, until the next login or form.
    pub session_ended: bool,
    /// Why the last request of the page on which one logs in failed, for its form; null when it did not.
    pub error: Option<Rejection>,
    /// What the last such request led to, where the page stays: a sentence; null for nothing to say.
    pub notice: Option<String>,
    /// What the server offers; null until it has told.
    pub features: Option<Features>,
}

/// Something that Settings does with the account; one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AccountAction {
    /// Changing the name.
    Profile,
    /// Changing the password.
    Password,
    /// Changing the email.
    Email,
    /// Sending the link that confirms the email.
    Confirmation,
    /// Ending logins.
    Logins,
    /// Making the file of everything.
    Export,
    /// Asking for the end of the account.
    Delete,
    /// Taking that back.
    Keep,
}

/// Why an action was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AccountRefusal {
    /// The action.
    pub action: AccountAction,
    /// Why.
    pub rejection: Rejection,
}

/// The account, as Settings shows it beside the user's own name and email.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct AccountView {
    /// How far its load has come.
    pub status: LoadStatus,
    /// What is known; null before it is.
    pub account: Option<Account>,
    /// What is being done; null for nothing.
    pub busy: Option<AccountAction>,
    /// What was done last, until something else begins; null for nothing, or where it was refused.
    pub done: Option<AccountAction>,
    /// Why what was tried last was refused; null where it was not.
    pub refused: Option<AccountRefusal>,
}

/// The clock of Home (specification, section 2).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClockView {
    /// `hh:mm` with two digits each, such as `03:07`, of twelve hours or twenty-four as the person wants it.
    pub time: String,
    /// A greeting for the hour, with the first name where it is known.
    pub greeting: String,
    /// The date, such as `3rd Mar, 2025`.
    pub date: String,
    /// Whether the date is showing instead of the greeting; it changes every 5 seconds.
    pub shows_date: bool,
    /// The person's day and minute, `YYYY-MM-DDTHH:MM`, as due dates are written.
    pub minute: String,
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
    /// Focus sessions until the long break: 1 to 12.
    pub rounds: u32,
    /// The card that it is for; null for none.
    pub card: Option<TimerCard>,
    /// What the person is asked after a session that ended while nobody looked; null where there is nothing to ask.
    pub overrun: Option<OverrunView>,
    /// Whether to show the notice that the phase before this one has ended and this one can be started or skipped.
    pub shows_end_notice: bool,
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
    /// The shown week, Monday to Sunday; empty until loaded.
    pub week: Vec<StatsDay>,
    /// Focused time of the shown week, in seconds.
    pub total_focused: i64,
    /// Focused time of an average day of the shown week, as far as it has come, in seconds.
    pub average_focused: i64,
    /// The full name of the day with the most focused time; null where there was none.
    pub most_active_day: Option<String>,
    /// How many weeks before the one at hand the shown one lies.
    pub weeks_ago: u32,
    /// The Monday of the shown week; null before anything is known.
    pub week_start: Option<LocalDay>,
    /// Whether anything was focused before the shown week.
    pub has_earlier_weeks: bool,
    /// The day with the most focused time of all, the earlier of equals.
    pub best_day: Option<BestDay>,
}

/// What waits to be sent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct SyncView {
    /// How many changes have not been sent yet.
    pub unsent: u32,
    /// Why the last try to send failed; null when it succeeded.
    pub send_failure: Option<SendFailure>,
    /// Whether changes of other devices arrive by themselves.
    pub is_live: bool,
    /// Whether the browser keeps nothing: its storage is full or refused, and what is unsent is lost with the page.
    pub is_memory_only: bool,
    /// Something that the person has to set right before all can be sent, such as the device's clock; null when nothing is.
    pub notice: Option<Rejection>,
    /// Changes that the server refused, the oldest first, until the person puts them away.
    pub refused: Vec<RefusedView>,
}

impl SyncView {
    /// Returns whether the last try to send had no answer.
    pub fn is_offline(&self) -> bool {
        self.send_failure == Some(SendFailure::Offline)
    }
}

/// Why changes could not be sent. They are kept and sent again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum SendFailure {
    /// There was no answer: the network or the server is unreachable.
    Offline,
    /// The server answered with an error that may pass, such as 500.
    Server,
}

/// A change that the server refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct RefusedView {
    /// Names it for putting it away.
    pub id: Id,
    /// Why, for programs.
    pub code: ErrorCode,
    /// Why, in a sentence.
    pub message: String,
    /// What the change was: "Renaming the card “Milk”".
    pub what: String,
    /// The text that the person had written, for copying; null where there is none.
    pub text: Option<String>,
}

/// What the person is asked after a focus session that ended while nobody looked: what would count with each choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OverrunView {
    /// Up to the person's return, in seconds.
    pub keep: i64,
    /// Up to the planned end, in seconds. So it is kept until the person chooses.
    pub trim: i64,
    /// Up to the moment when the timer was last seen to run, in seconds; 0 where no session would be left.
    pub discard: i64,
}

/// A day with what was focused on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BestDay {
    /// The day.
    pub day: LocalDay,
    /// Focused time, in seconds.
    pub focused: i64,
}

/// Focused time of a board, a list or a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FocusTime {
    /// The board, the list or the card.
    pub id: Id,
    /// Focused time, in seconds.
    pub focused: i64,
    /// Focus sessions of one minute or more.
    pub sessions: i64,
}

/// A year of focused time, day by day.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HeatmapView {
    /// The year; 0 before anything is known.
    pub year: i64,
    /// The first year with focused time.
    pub first_year: i64,
    /// The year at hand.
    pub last_year: i64,
    /// Focused time of each day from 1 January on, in seconds; none where the person's plan does not include it.
    pub focused: Vec<i64>,
    /// How strong each day is drawn: 0 for nothing, 1 to 4 for a quarter of the year's best day each.
    pub levels: Vec<u8>,
}

/// Focused time by board and label.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BreakdownView {
    /// Whether it is known.
    pub status: LoadStatus,
    /// The span.
    pub period: StatsPeriod,
    /// By board, the most focused first.
    pub boards: Vec<BoardFocus>,
    /// By label, the most focused first.
    pub labels: Vec<LabelFocus>,
}

/// The latest focus sessions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FocusSessionsView {
    /// Whether they are known.
    pub status: LoadStatus,
    /// The latest first.
    pub sessions: Vec<FocusSessionView>,
    /// Whether there are earlier ones.
    pub has_more: bool,
    /// How it stands with the earlier ones that were asked for: `loading` while they are on their way, `failed` where they did
    /// not come, and else `ready`.
    pub more: LoadStatus,
}

impl Default for FocusSessionsView {
    fn default() -> Self {
        Self { status: LoadStatus::Loading, sessions: vec![], has_more: false, more: LoadStatus::Ready }
    }
}

/// A focus session in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct FocusSessionView {
    /// Its id.
    pub id: Id,
    /// When it began.
    pub start: Timestamp,
    /// When it ended.
    pub end: Timestamp,
    /// The person's offset from UTC when it began, in minutes, east positive.
    pub utc_offset: i32,
    /// Focused time, in seconds: pauses do not count.
    pub focused: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// The board it was for, if any.
    pub board_id: Option<Id>,
    /// The name of that board, where it is known.
    pub board_name: Option<String>,
    /// The card it was for, if any.
    pub card_id: Option<Id>,
    /// The title of that card, where it is known.
    pub card_title: Option<String>,
}
