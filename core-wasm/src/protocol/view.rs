//! The state that the shell draws: the mirror's snapshot and its parts.

use super::account::{Account, Features};
use super::admin::AdminView;
use super::attachment::{AttachmentLink, UploadView};
use super::background::{BackgroundView, PhotosView, PicturesView};
use super::error::{ErrorCode, Rejection};
use super::http::{ActivityFilter, BoardFocus, EstimateFocus, LabelFocus, MemberFocus, Preferences, TRASH_DAYS, User};
use super::id::Id;
use super::inbox::InboxView;
use super::intent::{CardFilter, SessionEntry, SessionFields, StatsPeriod, TaskFilter};
use super::note::NotesView;
use super::presence::PresentMember;
use super::range::InputRanges;
use super::record::{Board, Outcome, Priority, Recurrence, Segment, SessionKind};
use super::sharing::{Member, PublicBoardView, RolePermissions, SharingView};
use super::stored::{TimerCard, TimerState};
use super::text::{BoardName, CardTitle, Color, CommentText, Description, Emoji, FileName, Label, ListName, Slug};
use super::time::{DueDate, LocalDay, Timestamp};
use super::weather::WeatherView;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The whole state of the mirror. `snapshot()` returns it as JSON text; patches keep it current.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct Snapshot {
    /// The login state.
    pub session: SessionView,
    /// The signed-in user; null when nobody is signed in, or until the user has been loaded.
    pub user: Option<User>,
    /// The account, as Settings shows it.
    pub account: AccountView,
    /// The page for administrators.
    pub admin: AdminView,
    /// The share dialog of the open board.
    pub sharing: SharingView,
    /// The other members who have the open board open. Unknown without a live connection, so it is empty then.
    pub presence: Vec<PresentMember>,
    /// The files that are being attached in this page, in the order in which they were added.
    pub uploads: Vec<UploadView>,
    /// The addresses of the attachments of the open board; null while they are loaded for the first time.
    pub attachment_links: Option<Vec<AttachmentLink>>,
    /// The board of the public link that is open; null if none is.
    pub public_board: Option<PublicBoardView>,
    /// The inbox.
    pub inbox: InboxView,
    /// The clock.
    pub clock: ClockView,
    /// The weather.
    pub weather: WeatherView,
    /// The background of Home.
    pub background: BackgroundView,
    /// Photos to choose from.
    pub photos: PhotosView,
    /// The user's own pictures.
    pub pictures: PicturesView,
    /// The timer.
    pub timer: TimerView,
    /// The preferences.
    pub preferences: Preferences,
    /// The statistics.
    pub stats: StatsView,
    /// The outbox.
    pub sync: SyncView,
    /// The loading status of the list of boards.
    pub boards_status: LoadStatus,
    /// The boards, favorites first, then by name.
    pub boards: Vec<Board>,
    /// What is known of the contents of the boards, in no order.
    #[serde(default)]
    pub board_summaries: Vec<BoardSummary>,
    /// The slug of the board that was requested; empty when no board is open.
    pub open_slug: String,
    /// The status of the open board.
    pub open_status: BoardStatus,
    /// The open board; null until it has loaded.
    pub open_board: Option<BoardView>,
    /// The open card; null when none is open.
    pub open_card: Option<CardDetails>,
    /// The activity of the open board; null while its panel was not opened.
    #[serde(default)]
    pub board_activity: Option<BoardActivityView>,
    /// The board that was prepared for copying; null if none was.
    #[serde(default)]
    pub prepared_board: Option<PreparedBoardView>,
    /// The filter of the open board.
    pub filter: FilterView,
    /// What can be undone and redone.
    pub history: HistoryView,
    /// Unsaved texts of input fields.
    pub drafts: Vec<DraftView>,
    /// The cards of all boards that have a due date or a reminder, or are assigned to the user.
    pub tasks: TasksView,
    /// The filter of the tasks page and what it shows.
    pub task_filter: TaskFilterView,
    /// Everything in the trash and in the archives.
    pub trash: TrashView,
    /// Focused time of the open board, its lists and its cards.
    pub focus_times: Vec<FocusTime>,
    /// The heatmap of one year.
    pub heatmap: HeatmapView,
    /// Focused time by board and label.
    pub breakdown: BreakdownView,
    /// The latest focus sessions.
    pub focus_sessions: FocusSessionsView,
    /// The form of a session, as it was checked last; null until one was opened.
    pub session_form: Option<SessionFormView>,
    /// The notes.
    pub notes: NotesView,
    /// Whether preferences are being saved.
    pub is_saving: bool,
    /// What the user's plan does not include.
    pub limits: LimitsView,
    /// Which numbers input fields accept.
    pub ranges: InputRanges,
    /// What each role may do on a board; [`Board::role`] is the reader's role.
    pub permissions: RolePermissions,
}

/// What the user's plan does not include. Each field contains the sentence to show instead of the feature; null if the
/// plan includes it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct LimitsView {
    /// Creating a board, when the plan's number of boards is reached.
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

/// A board with its lists and cards.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct BoardView {
    /// The board.
    pub board: Board,
    /// Its lists, in order.
    pub lists: Vec<ListView>,
    /// The loaded cards of all lists, in no particular order; [`ListView::card_ids`] contains the order.
    pub cards: Vec<CardView>,
}

/// A list with the order of its cards.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListView {
    /// Its id.
    pub id: Id,
    /// Its name; an empty one is shown as "Untitled list".
    pub name: ListName,
    /// Whether it is collapsed, so that only its name is shown.
    pub is_collapsed: bool,
    /// Its color; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The ids of its cards, in order; only the first ones while the board's first screen is shown.
    pub card_ids: Vec<Id>,
    /// The number of cards after these, which are not loaded yet.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unloaded_cards: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A card as its board shows it. Its position is in [`ListView::card_ids`]; its long texts are in [`CardDetails`],
/// which is loaded when the card is opened.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CardView {
    /// Its id.
    pub id: Id,
    /// Its title.
    pub title: CardTitle,
    /// Whether it has a description.
    pub has_description: bool,
    /// Its priority; `completed` means that it is done.
    pub priority: Priority,
    /// Its due date; null for none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub due_date: Option<DueDate>,
    /// The status of its due date; null without a due date.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub due_status: Option<DueStatus>,
    /// Its labels, in the order in which they were added.
    pub labels: Vec<Label>,
    /// The members who are assigned to it. Those who have left the board are not shown.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub assignee_ids: Vec<Id>,
    /// The number of subtasks.
    pub subtasks: u32,
    /// The number of completed subtasks.
    pub subtasks_done: u32,
    /// The number of comments.
    pub comments: u32,
    /// The number of reminders.
    pub reminders: u32,
    /// The number of attachments.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub attachments: u32,
    /// The attachment that is its cover; null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_id: Option<Id>,
    /// How it repeats; null if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<Recurrence>,
    /// How long it is estimated to take, in minutes; null for no estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate_minutes: Option<u32>,
}

/// The details of the open card that [`CardView`] does not contain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CardDetails {
    /// The card's id.
    pub id: Id,
    /// Its description as Markdown; may be empty.
    pub description: Description,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was completed; null while it is not done.
    pub completed_at: Option<Timestamp>,
    /// Its subtasks, in order.
    pub subtasks: Vec<SubtaskView>,
    /// Its comments, oldest first.
    pub comments: Vec<CommentView>,
    /// Its reminders, earliest first.
    pub reminders: Vec<ReminderView>,
    /// Its attachments, oldest first.
    #[serde(default)]
    pub attachments: Vec<AttachmentView>,
    /// The loading status of the activity.
    pub activity_status: LoadStatus,
    /// The card's activity, latest first. Changes that have not been sent yet come before all others.
    pub activity: Vec<ActivityView>,
    /// How long the members who share it have focused on the card, the longest first.
    #[serde(default)]
    pub shared_focus: Vec<MemberFocus>,
}

/// A subtask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CommentView {
    /// Its id.
    pub id: Id,
    /// Its text as Markdown.
    pub text: CommentText,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was last edited; null if never.
    pub edited_at: Option<Timestamp>,
    /// Who wrote it; null on a board that is not shared, except for former members.
    pub author: Option<CommentAuthor>,
    /// Whether the reader may edit it.
    pub can_edit: bool,
    /// Whether the reader may delete it.
    pub can_delete: bool,
    /// Where the text mentions members, in order.
    pub mentions: Vec<MentionRange>,
    /// The reactions to it, in the order in which each emoji was first used.
    pub reactions: Vec<ReactionView>,
}

/// A mention in a text: an `@` and a member's name. Positions are in UTF-16 code units, as in JavaScript.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MentionRange {
    /// The position of the `@`.
    pub start: u32,
    /// The position after the name.
    pub end: u32,
}

/// An emoji with which members have reacted to a comment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReactionView {
    /// The emoji.
    pub emoji: Emoji,
    /// Who reacted with it, in order.
    pub people: Vec<CommentAuthor>,
    /// Whether the reader did.
    pub is_own: bool,
}

/// The author of a comment or an attachment, or who has reacted to a comment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CommentAuthor {
    /// The account, also that of a former member; null if it is not known.
    pub user_id: Option<Id>,
    /// The member; null if the author is not a member any more.
    pub member: Option<Member>,
    /// Whether it is the reader.
    pub is_you: bool,
}

/// A reminder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReminderView {
    /// Its id.
    pub id: Id,
    /// How long before the due date it fires, in minutes. A due date without a time counts as 09:00.
    pub minutes_before: i64,
}

/// An attachment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct AttachmentView {
    /// Its id.
    pub id: Id,
    /// The name of the file.
    pub name: FileName,
    /// Its media type.
    pub content_type: String,
    /// Its size in bytes.
    pub bytes: i64,
    /// The width of a picture in pixels; null for other files.
    pub width: Option<u32>,
    /// The height of a picture in pixels; null for other files.
    pub height: Option<u32>,
    /// When it was added.
    pub created_at: Timestamp,
    /// Who added it; null on a board that is not shared, except for former members.
    pub author: Option<CommentAuthor>,
    /// Whether it is the cover of the card.
    pub is_cover: bool,
}

/// An entry of a card's activity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct ActivityView {
    /// The id of the op that made the change.
    pub id: Id,
    /// When it happened, by the clock of the device that made the change.
    pub at: Timestamp,
    /// The name of the user who made the change; "You" for the reader.
    pub who: String,
    /// The account of the user who made the change; null if it was deleted.
    pub user_id: Option<Id>,
    /// The change as text that follows the name: "moved it to Done".
    pub what: String,
    /// Whether the change has not been sent to the server yet.
    pub is_unsent: bool,
}

/// The activity of the open board, latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BoardActivityView {
    /// Whether a page is loading, or could not be loaded. Known entries are shown nevertheless.
    pub status: LoadStatus,
    /// Which entries are shown.
    pub filter: ActivityFilter,
    /// The entries that are loaded.
    pub entries: Vec<BoardActivityEntry>,
    /// Whether there are earlier entries.
    pub has_more: bool,
}

/// An entry of a board's activity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct BoardActivityEntry {
    /// The id of the op that made the change.
    pub id: Id,
    /// When it happened, by the clock of the device that made the change.
    pub at: Timestamp,
    /// The name of the user who made the change; "You" for the reader.
    pub who: String,
    /// The account of the user who made the change; null if it was deleted.
    pub user_id: Option<Id>,
    /// The change as text that follows the name: "moved it to Done".
    pub what: String,
    /// The card that was changed, if the board shows it; null otherwise.
    pub card_id: Option<Id>,
    /// The title of the card that was changed; null if there is none, or it was deleted permanently.
    pub card_title: Option<String>,
}

/// A board that something is copied to or from, or to which cards are added, open or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct PreparedBoardView {
    /// The board.
    pub board_id: Id,
    /// Whether the board is loaded.
    pub status: LoadStatus,
    /// Its lists, in order.
    pub lists: Vec<PreparedList>,
    /// The last card that `quick_add` has added since the board was prepared; null for none.
    pub added_card_id: Option<Id>,
}

/// A list of a board that something is copied to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PreparedList {
    /// The list.
    pub id: Id,
    /// Its name; may be empty.
    pub name: ListName,
    /// How many cards it has.
    pub card_count: u32,
}

/// The filter of the open board and the cards that match it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct FilterView {
    /// The filter; null when all cards are shown.
    pub filter: Option<CardFilter>,
    /// The ids of the matching cards, in no particular order; null when all cards are shown.
    pub matching: Option<Vec<Id>>,
}

/// What can be undone and redone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct HistoryView {
    /// The label of the change that undo would revert, such as "Move card"; null when there is nothing to undo.
    pub undo: Option<String>,
    /// The label of the change that redo would apply again; null when there is nothing to redo.
    pub redo: Option<String>,
}

/// The unsaved text of an input field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DraftView {
    /// The field, such as `card/{id}/description`.
    pub key: String,
    /// The text.
    pub text: String,
}

/// When a card is due, relative to the user's current day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum DueGroup {
    /// Its due day has passed, or its due time today.
    Overdue,
    /// Due today.
    Today,
    /// Due after today and before next Monday.
    ThisWeek,
    /// Due next week or later, or without a due date but with a reminder.
    Later,
    /// Without a due date, among the cards on the tasks page that are assigned to the user.
    NoDate,
}

/// The status of a due date, relative to the user's local time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum DueStatus {
    /// The due day has passed, or the due time today.
    Overdue,
    /// Due today.
    Today,
    /// Due after today, or the card is done.
    Later,
}

/// The contents of a board in numbers, and which members have it open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct BoardSummary {
    /// The board's id.
    pub id: Id,
    /// The number of lists that the board shows.
    pub list_count: u32,
    /// The number of cards that the board shows.
    pub card_count: u32,
    /// When the board was last changed; null if that is not known.
    pub changed_at: Option<Timestamp>,
    /// The other members who have the board open.
    pub present_ids: Vec<Id>,
}

/// The cards of all boards that have a due date or a reminder, or are assigned to the user.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TasksView {
    /// The loading status.
    pub status: LoadStatus,
    /// The cards that are not in the trash or in an archive, ordered by due date; those without one come last.
    pub tasks: Vec<TaskView>,
}

/// A card that has a due date or a reminder, or is assigned to the user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct TaskView {
    /// The card's id.
    pub card_id: Id,
    /// The id of its board.
    pub board_id: Id,
    /// The slug of its board, as used in the board's URL.
    pub board_slug: Slug,
    /// The name of its board.
    pub board_name: BoardName,
    /// The color of its board; null for the default.
    pub board_color: Option<Color>,
    /// The name of its list.
    pub list_name: ListName,
    /// Its title.
    pub title: CardTitle,
    /// Its priority; `completed` means that it is done.
    pub priority: Priority,
    /// Its due date; null for none.
    pub due_date: Option<DueDate>,
    /// The status of its due date; null without a due date.
    pub due_status: Option<DueStatus>,
    /// Its labels.
    pub labels: Vec<Label>,
    /// How it repeats; null if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<Recurrence>,
    /// How long it takes, in minutes; null for none.
    pub estimate_minutes: Option<u32>,
    /// When it is due, relative to today.
    pub group: DueGroup,
    /// Whether the reader may complete it.
    pub can_complete: bool,
    /// Whether it has a due date or a reminder. Other tasks are only shown among the assigned ones.
    pub is_scheduled: bool,
    /// Whether it is assigned to the user.
    pub is_assigned: bool,
}

/// The filter of the tasks page, the tasks that it shows, and what can be chosen in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TaskFilterView {
    /// The filter.
    pub filter: TaskFilter,
    /// Whether it restricts tasks by board, label or priority. Showing only assigned tasks does not count.
    pub is_restricted: bool,
    /// The visible tasks by due group, without empty groups.
    pub groups: Vec<TaskGroup>,
    /// The boards with tasks, and the chosen one. Sorted by slug.
    pub boards: Vec<TaskBoard>,
    /// The labels of tasks, and the chosen one. Sorted by character code.
    pub labels: Vec<String>,
}

/// The visible tasks of a due group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TaskGroup {
    /// The group.
    pub group: DueGroup,
    /// The number of visible tasks that are not done.
    pub open_count: u32,
    /// The ids of the cards, in the order of [`TasksView::tasks`].
    pub card_ids: Vec<Id>,
}

/// A board that tasks can be filtered by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TaskBoard {
    /// Its slug.
    pub slug: String,
    /// Its name; the slug for a board without tasks.
    pub name: String,
}

/// Everything in the trash and in the archives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TrashView {
    /// The loading status.
    pub status: LoadStatus,
    /// The number of days after which items in the trash are deleted permanently.
    pub retention_days: u32,
    /// The deleted and archived items, latest first.
    pub entries: Vec<TrashEntry>,
}

impl Default for TrashView {
    fn default() -> Self {
        Self { status: LoadStatus::Loading, retention_days: TRASH_DAYS, entries: vec![] }
    }
}

/// The kind of an item in the trash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum TrashKind {
    /// A board.
    Board,
    /// A list with its cards.
    List,
    /// A card.
    Card,
}

/// A group of the trash page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum TrashGroup {
    /// Deleted boards.
    Boards,
    /// Deleted lists.
    Lists,
    /// Deleted cards.
    Cards,
    /// Archived items.
    Archive,
}

/// An item in the trash or in the archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct TrashEntry {
    /// Its kind.
    pub kind: TrashKind,
    /// Its id.
    pub id: Id,
    /// The id of its board; for a board, its own id.
    pub board_id: Id,
    /// Its group on the page.
    pub group: TrashGroup,
    /// Its name or title, as it is shown.
    pub name: String,
    /// Where restoring puts it: the name of its board and, for a card, the name of its list, such as "Home / To do".
    /// Empty for a board.
    pub place: String,
    /// When it was deleted or archived.
    pub since: Timestamp,
    /// Whether it is in the archive, where it stays.
    pub is_archived: bool,
    /// The number of days until it is deleted permanently, 0 for today; null in the archive.
    pub days_left: Option<u32>,
    /// Whether the reader may restore it.
    pub can_restore: bool,
}

/// The loading status of data from the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum LoadStatus {
    /// No data yet: show a skeleton.
    #[default]
    Loading,
    /// The data is available; it may still be updated in the background.
    Ready,
    /// Loading failed and there is no data: show the failure and offer to retry.
    Failed,
}

/// The status of the open board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum BoardStatus {
    /// No board is open.
    #[default]
    Closed,
    /// The board is being loaded: show a skeleton.
    Loading,
    /// The board has been loaded.
    Ready,
    /// The board does not exist, or the user is not a member of it.
    NotFound,
    /// The user was removed from the board while it was open, or before its latest changes were requested.
    AccessLost,
    /// Loading failed: show the failure and offer to retry.
    Failed,
}

/// The login state (specification, section 4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// Whether a user is signed in. False by default.
    pub is_authenticated: bool,
    /// The name of the guest, who uses the app without an account; null otherwise.
    pub guest: Option<String>,
    /// Whether the first check is still running. True by default.
    pub loading: bool,
    /// Whether a login or sign-up request is in flight. Disable the form's button.
    pub submitting: bool,
    /// Whether the welcome panel after a login or sign-up is shown; it continues to the app after 5 seconds.
    pub welcome: bool,
    /// Whether an invitation to a board will be accepted after the login.
    pub has_invitation: bool,
    /// Whether the session ended without the user logging out. Reset by the next login or by opening another form.
    pub session_ended: bool,
    /// Why the last login form was refused; null if it was not.
    pub error: Option<Rejection>,
    /// A sentence about the result of the last login form, if the page stays open; null for none.
    pub notice: Option<String>,
    /// The features that the server offers; null until loaded.
    pub features: Option<Features>,
}

/// An action on the account in Settings. Only one runs at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AccountAction {
    /// Changing the first and last name.
    Profile,
    /// Uploading or removing the picture.
    Avatar,
    /// Changing the password.
    Password,
    /// Changing the email.
    Email,
    /// Sending the mail that confirms the email address.
    Confirmation,
    /// Ending other logins.
    Logins,
    /// Creating the file with all data of the account.
    Export,
    /// Requesting the deletion of the account.
    Delete,
    /// Canceling the deletion of the account.
    Keep,
}

/// A refused action on the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AccountRefusal {
    /// The action that was refused.
    pub action: AccountAction,
    /// Why it was refused.
    pub rejection: Rejection,
}

/// The account as Settings shows it. Name and email are in [`Snapshot::user`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct AccountView {
    /// The loading status.
    pub status: LoadStatus,
    /// The account; null until loaded.
    pub account: Option<Account>,
    /// The action that is running; null for none.
    pub busy: Option<AccountAction>,
    /// The action that succeeded last, until another one starts; null for none, or if it was refused.
    pub done: Option<AccountAction>,
    /// The action that was refused last; null if it was not.
    pub refused: Option<AccountRefusal>,
}

/// The clock of Home (specification, section 2).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClockView {
    /// The time as `hh:mm` with two digits each, such as `03:07`. Whether it has 12 or 24 hours is a preference.
    pub time: String,
    /// A greeting for the time of day, with the first name if it is known.
    pub greeting: String,
    /// The date, such as `3rd Mar, 2025`.
    pub date: String,
    /// Whether the date is shown instead of the greeting; they alternate every 5 seconds.
    pub shows_date: bool,
    /// The user's local day and minute as `YYYY-MM-DDTHH:MM`, the format of due dates.
    pub minute: String,
    /// The user's local day as `YYYY-MM-DD`; empty until the clock has started.
    pub today: String,
    /// The greetings of all parts of the day, in order, for a page that draws the clock before the core has started.
    pub greetings: Vec<DayGreeting>,
}

/// The greeting of a part of the day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DayGreeting {
    /// The local hour (0 to 23) at which the part begins.
    pub from_hour: u32,
    /// The greeting, with the first name if it is known.
    pub text: String,
}

/// The timer of Home.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct TimerView {
    /// The timer state that the specification names, as it is stored.
    pub state: TimerState,
    /// The kind of the current phase.
    pub phase: SessionKind,
    /// The length of the current phase, in seconds.
    pub length: i64,
    /// How many focus sessions have been completed since the last long break: 0 to 11, less than `rounds`.
    pub completed_in_round: u32,
    /// Whether the timer can be started: some time is left.
    pub can_start: bool,
    /// Whether the phase has begun, so that it can be extended.
    pub can_extend: bool,
    /// Whether a focus session has begun, so that it can be finished early.
    pub can_finish: bool,
    /// The number of focus sessions until the long break: 1 to 12.
    pub rounds: u32,
    /// The card that the timer runs for; null for none.
    pub card: Option<TimerCard>,
    /// The question what to do with a session that ended while the app was not in view; null if there is none.
    pub overrun: Option<OverrunView>,
    /// Whether to show that the previous phase has ended and the current one can be started or skipped.
    pub shows_end_notice: bool,
}

/// One day's bar in the week chart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StatsDay {
    /// `Mon` to `Sun`.
    pub day: String,
    /// `Monday` to `Sunday`.
    pub full_day: String,
    /// Focused time, in seconds.
    pub focused: i64,
    /// The day's goal, in seconds.
    pub goal: i64,
}

/// The statistics page (specification, section 2), computed from recorded focus sessions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct StatsView {
    /// The loading status.
    pub status: LoadStatus,
    /// Today's focused time, in seconds.
    pub focused_today: i64,
    /// Today's goal, in seconds.
    pub goal_today: i64,
    /// The number of focus sessions of at least one minute.
    pub total_sessions: i64,
    /// The current streak, in days.
    pub current_streak: i64,
    /// The longest streak, in days.
    pub longest_streak: i64,
    /// The focused time of the four weeks before the current one and of the current one, in seconds, the earliest week
    /// first; empty until loaded.
    pub recent_weeks: Vec<i64>,
    /// The same, but from Monday to today's day of the week only.
    pub recent_weeks_so_far: Vec<i64>,
    /// The average of the earlier weeks in `recent_weeks_so_far`, from that of the first focused time on; null if there
    /// is none.
    pub usual_so_far: Option<i64>,
    /// The shown week, Monday to Sunday; empty until loaded.
    pub week: Vec<StatsDay>,
    /// The shown week's focused time, in seconds.
    pub total_focused: i64,
    /// The average focused time per day of the shown week, counting only days up to today, in seconds.
    pub average_focused: i64,
    /// The full name of the day with the most focused time; null if there is none.
    pub most_active_day: Option<String>,
    /// How many weeks ago the shown week is; 0 for the current week.
    pub weeks_ago: u32,
    /// The Monday of the shown week; null until loaded.
    pub week_start: Option<LocalDay>,
    /// Whether there is focused time before the shown week.
    pub has_earlier_weeks: bool,
    /// The day with the most focused time ever; of equal days the earliest. Null if there is none.
    pub best_day: Option<BestDay>,
}

/// The state of the outbox and of the live connection.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct SyncView {
    /// The number of changes that have not been sent yet.
    pub unsent: u32,
    /// Why the last attempt to send failed; null if it succeeded.
    pub send_failure: Option<SendFailure>,
    /// Whether the live connection is open, so that changes from other devices arrive automatically.
    pub is_live: bool,
    /// Whether changes are kept in memory only, because the browser's storage is full or blocked. Unsent changes are
    /// lost when the page closes.
    pub is_memory_only: bool,
    /// A problem that the user has to fix before everything can be sent, such as a wrong device clock; null for none.
    pub notice: Option<Rejection>,
    /// Changes that the server refused, oldest first, until the user dismisses them.
    pub refused: Vec<RefusedView>,
}

impl SyncView {
    /// Returns whether the last attempt to send got no response.
    pub fn is_offline(&self) -> bool {
        self.send_failure == Some(SendFailure::Offline)
    }
}

/// Why changes could not be sent. They stay in the outbox and are sent again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum SendFailure {
    /// No response: the network or the server is unreachable.
    Offline,
    /// The server responded with a temporary error, such as status 500.
    Server,
}

/// A change that the server refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct RefusedView {
    /// The id of the refusal, for dismissing it.
    pub id: Id,
    /// The reason as a stable code.
    pub code: ErrorCode,
    /// The reason as a sentence.
    pub message: String,
    /// A description of the change: "Rename card “Milk”".
    pub what: String,
    /// The text that the user had written, so that it can be copied; null for none.
    pub text: Option<String>,
}

/// The choices for a focus session that ended while the app was not in view: the focused time that each of them
/// records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OverrunView {
    /// Focused time up to the user's return, in seconds.
    pub keep: i64,
    /// Focused time up to the planned end, in seconds. The default until the user chooses.
    pub trim: i64,
    /// Focused time up to when the timer was last seen running, in seconds; 0 if no session would remain.
    pub discard: i64,
}

/// The day with the most focused time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BestDay {
    /// The day.
    pub day: LocalDay,
    /// Focused time, in seconds.
    pub focused: i64,
}

/// Focused time of a board, a list or a card: at least a minute, or 0 in a patch that removes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FocusTime {
    /// The id of the board, the list or the card.
    pub id: Id,
    /// Focused time, in seconds.
    pub focused: i64,
    /// The number of focus sessions of at least one minute.
    pub sessions: i64,
}

/// A year of focused time, day by day.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HeatmapView {
    /// The shown year; 0 until loaded.
    pub year: i64,
    /// The first year with focused time.
    pub first_year: i64,
    /// The current year.
    pub last_year: i64,
    /// Focused time of each day from January 1 on, in seconds; empty if the user's plan does not include the heatmap.
    pub focused: Vec<i64>,
    /// The shade of each day: 0 for no focused time, 1 to 4 for the quarters of the best day of the year.
    pub levels: Vec<u8>,
}

/// Focused time by board and label.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BreakdownView {
    /// The loading status.
    pub status: LoadStatus,
    /// The period that the breakdown covers.
    pub period: StatsPeriod,
    /// By board, most focused time first.
    pub boards: Vec<BoardFocus>,
    /// By label, most focused time first.
    pub labels: Vec<LabelFocus>,
    /// The estimates of cards that were completed in the period; absent if there are none.
    #[serde(default, skip_serializing_if = "EstimateFocus::is_empty")]
    pub estimates: EstimateFocus,
}

/// The latest focus sessions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FocusSessionsView {
    /// The loading status of the latest sessions.
    pub status: LoadStatus,
    /// The sessions, latest first.
    pub sessions: Vec<FocusSessionView>,
    /// Whether there are earlier sessions to load.
    pub has_more: bool,
    /// The loading status of earlier sessions: `loading` while the request is in flight, `failed` if it failed, `ready`
    /// otherwise.
    pub more: LoadStatus,
}

impl Default for FocusSessionsView {
    fn default() -> Self {
        Self { status: LoadStatus::Loading, sessions: vec![], has_more: false, more: LoadStatus::Ready }
    }
}

/// A focus session in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct FocusSessionView {
    /// Its id.
    pub id: Id,
    /// When it started.
    pub start: Timestamp,
    /// When it ended.
    pub end: Timestamp,
    /// The user's UTC offset at the start, in minutes; positive is east of Greenwich.
    pub utc_offset: i32,
    /// Its intervals of focus, without the pauses between them.
    pub segments: Vec<Segment>,
    /// The user's day on which it started.
    pub day: LocalDay,
    /// Focused time without pauses, in seconds.
    pub focused: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// The board it was for; null for none.
    pub board_id: Option<Id>,
    /// The name of that board; null if unknown.
    pub board_name: Option<String>,
    /// The card it was for; null for none.
    pub card_id: Option<Id>,
    /// The title of that card; null if unknown.
    pub card_title: Option<String>,
}

/// The form that adds or edits a focus session, with what its fields mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct SessionFormView {
    /// The session that is edited; null for a new one.
    pub session_id: Option<Id>,
    /// The fields.
    pub fields: SessionFields,
    /// The session to add or to save; null if a field is invalid.
    pub entry: Option<SessionEntry>,
    /// The local day and minute of the session's end, `YYYY-MM-DDTHH:MM`; null if a field is invalid.
    pub end: Option<String>,
    /// Whether the session keeps its card. A card belongs to its board.
    pub keeps_card: bool,
    /// The errors, at most one for each field.
    pub errors: Vec<SessionFormError>,
}

/// An error in the form of a focus session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SessionFormError {
    /// The field.
    pub field: SessionField,
    /// The stable code.
    pub code: ErrorCode,
    /// The sentence for a user.
    pub message: String,
}

/// A field of the form of a focus session that can be invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum SessionField {
    /// The day and the time of the start.
    Start,
    /// The focused minutes.
    Minutes,
}
