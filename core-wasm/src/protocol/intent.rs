//! Intents: what the user can ask the core to do.

use super::account::BoardDecision;
use super::admin::{AdminChange, AdminQuery};
use super::background::{Background, RegionColors};
use super::http::{ActivityFilter, PreferencesUpdate, Theme};
use super::id::Id;
use super::op::{BoardEdit, CardEdit, ItemEdit, ListEdit};
use super::photo::PictureId;
use super::presence::CardField;
use super::record::Priority;
use super::sharing::SharingChange;
use super::time::Timestamp;
use super::view::DueGroup;
use super::weather::Place;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// A field of the timer's editor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum TimerField {
    /// The minutes.
    Minutes,
    /// The seconds.
    Seconds,
}

/// The direction of an arrow in the timer's editor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum StepDirection {
    /// One more.
    Up,
    /// One less.
    Down,
}

/// What to do with the time after the planned end of a focus session that ended while the app was not in view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum OverrunChoice {
    /// Count it: the session ends when the user came back.
    Keep,
    /// Do not count it: the session ends as planned. The default until the user chooses.
    Trim,
    /// Count even less: the session ends when the timer was last seen running.
    Discard,
}

/// The period of a breakdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum StatsPeriod {
    /// The shown week.
    #[default]
    Week,
    /// The shown year.
    Year,
    /// All time.
    All,
}

/// The file format of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// Comma-separated values (RFC 4180).
    Csv,
    /// JSON.
    Json,
}

/// A template for a new board (SPEC B42).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum BoardTemplate {
    /// A list for each day of the week.
    WeekPlan,
    /// Lists from ideas to done work.
    Project,
    /// The lists to do, doing and done.
    PersonalKanban,
}

/// A focus session as the user enters it. Editing a session without changing the start minute or the number of whole
/// minutes keeps its recorded intervals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct SessionEntry {
    /// When it started.
    pub start: Timestamp,
    /// The user's UTC offset at the start, in minutes; positive is east of Greenwich.
    pub utc_offset: i32,
    /// Focused minutes: 1 to 1,440.
    pub minutes: i64,
    /// The board it was for; null for none.
    pub board_id: Option<Id>,
    /// The card it was for; null for none.
    pub card_id: Option<Id>,
}

/// The fields of the form that adds or edits a focus session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct SessionFields {
    /// The local day of the start, `YYYY-MM-DD`; empty if none was entered.
    pub day: String,
    /// The local time of the start, `HH:MM`; empty if none was entered.
    pub time: String,
    /// Focused minutes; null if no whole number was entered.
    pub minutes: Option<i64>,
    /// The board; null for none.
    pub board_id: Option<Id>,
}

/// What the device's time zone says about the times in the form of a session: UTC offsets in minutes, positive is east
/// of Greenwich.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct ZoneOffsets {
    /// The offset at the entered time. If the clocks change there, so that this local time is skipped or occurs twice,
    /// the offset before the change.
    pub before: i32,
    /// The same as `before`, or the offset after the change.
    pub after: i32,
    /// The offset at the start of the edited session; null for a new session.
    pub at_session: Option<i32>,
}

/// A filter for the cards of a board. A card is shown if it matches every field.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CardFilter {
    /// Text in the title, the description or a label, ignoring case; empty matches every card.
    pub text: String,
    /// Labels, of which the card has at least one; an empty array matches every card.
    pub labels: Vec<String>,
    /// Priorities, of which the card has one; an empty array matches every card.
    pub priorities: Vec<Priority>,
    /// When the card is due; null matches every card.
    pub due: Option<DueGroup>,
}

/// A filter of the tasks page. A task must match all parts that are not null.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct TaskFilter {
    /// The slug of the task's board; null for all boards.
    pub board_slug: Option<String>,
    /// A label of the task; null for all tasks.
    pub label: Option<String>,
    /// The task's priority; null for all but `completed`.
    pub priority: Option<Priority>,
    /// Whether completed tasks are included. Without effect if a priority is given.
    pub includes_completed: bool,
    /// Whether only tasks that are assigned to the user are shown, also those without a due date.
    #[serde(default)]
    pub only_assigned: bool,
}

/// A change of many cards at once (SPEC B45).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CardsChange {
    /// Changes one field of each card. The title, the description and the cover are refused.
    Edit {
        /// The field and its new value.
        edit: CardEdit,
    },
    /// Adds a label to the cards that do not have it.
    AddLabel {
        /// The label.
        label: String,
    },
    /// Removes a label from the cards that have it.
    RemoveLabel {
        /// The label.
        label: String,
    },
    /// Moves the cards next to each other, in their order on the board.
    Move {
        /// The list to move them to.
        list_id: Id,
        /// The card of that list to put them before, or the next one if that card is moved too; null puts them after
        /// the last visible card.
        before: Option<Id>,
    },
    /// Moves the cards to the trash.
    Delete,
}

/// A user's action. Positions are zero-based indices: "into that list, at index 3".
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Intent {
    /// Starts the app; the first intent. Checks the stored tokens and starts the clock.
    Start {
        /// The path that the app opened on, such as `/app/b`.
        path: String,
        /// The browser's time zone as an IANA name.
        time_zone: String,
    },
    /// Reports that the page has navigated to another path. Users who are not signed in are sent from `/app` to the
    /// login.
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
        /// The invitation code from the page's URL; null for none.
        invitation: Option<String>,
    },
    /// Logs in.
    LogIn {
        /// Email.
        email: String,
        /// Password.
        password: String,
    },
    /// Starts a login with Google on Google's site. The user comes back to `/auth?type=login&google=complete` or
    /// `google=failed`, or to `/auth?type=google` if the account's password is needed once.
    GoogleLogIn {
        /// The invitation code from the page's URL, which allows a new account; null for none.
        invitation: Option<String>,
    },
    /// Links the Google account to the account with its email, and logs in.
    LinkGoogle {
        /// The account's password.
        password: String,
    },
    /// Requests a mail with a link to choose a new password.
    ForgotPassword {
        /// The account's email.
        email: String,
    },
    /// Sets a new password with the token of a mailed link.
    ResetPassword {
        /// The token.
        token: String,
        /// The new password.
        password: String,
    },
    /// Confirms an email address with the token of a mailed link.
    ConfirmEmail {
        /// The token.
        token: String,
    },
    /// Loads the account for Settings.
    LoadAccount,
    /// Changes the name.
    EditProfile {
        /// First name.
        first_name: String,
        /// Last name.
        last_name: String,
    },
    /// Uploads the user's own picture, which the members of shared boards see.
    UploadAvatar {
        /// The handle that `hold_file` returned for the file. The file is released when the upload ends or is refused.
        file: u32,
        /// The file's size in bytes, at most 15 MB.
        size: u64,
    },
    /// Removes the user's own picture.
    RemoveAvatar,
    /// Changes the password and ends all other logins.
    ChangePassword {
        /// The current password; empty if the account has none.
        current_password: String,
        /// The new password.
        password: String,
    },
    /// Changes the email address, after the new one has been confirmed.
    ChangeEmail {
        /// The new email address.
        email: String,
        /// The account's password; empty if it has none.
        password: String,
    },
    /// Requests another mail with the link that confirms the email address.
    SendConfirmation,
    /// Ends one of the other logins.
    EndLogin {
        /// The login's id.
        login_id: Id,
        /// The account's password; empty if it has none.
        password: String,
    },
    /// Ends every login of the account, this one last. Refused with `unsent_changes` like [`Intent::LogOut`].
    LogOutEverywhere {
        /// The account's password; empty if it has none.
        password: String,
        /// Whether changes that have not been sent may be discarded.
        discard_unsent: bool,
    },
    /// Downloads all data of the account as a file.
    ExportAccount,
    /// Requests the deletion of the account, in seven days.
    DeleteAccount {
        /// The account's password; empty if it has none.
        password: String,
        /// What becomes of the shared boards that the user owns.
        #[serde(default)]
        boards: Vec<BoardDecision>,
    },
    /// Cancels the deletion of the account.
    KeepAccount,
    /// Loads a part of the page for administrators.
    LoadAdmin {
        /// What to load.
        selection: AdminQuery,
    },
    /// Changes something as an administrator.
    ChangeAdmin {
        /// The change.
        change: AdminChange,
        /// The administrator's password; empty if the account has none.
        password: String,
    },
    /// Loads the open invitations to the open board, for members who may manage members.
    LoadInvitations,
    /// Changes who may see and change the open board.
    ChangeSharing {
        /// The change.
        change: SharingChange,
    },
    /// Accepts an invitation to a board and opens the board.
    AcceptInvitation {
        /// The code at the end of the invitation's link.
        code: String,
    },
    /// Declines an invitation to a board.
    DeclineInvitation {
        /// The id of its entry in the inbox.
        code: String,
    },
    /// Reports that the user starts or stops editing a field of a card of the open board, so that other members see it.
    SetEditing {
        /// The card.
        card_id: Id,
        /// Its field.
        field: CardField,
        /// Whether the field has the focus. False only counts if the field is the one that was reported last.
        is_editing: bool,
    },
    /// Loads the inbox, and keeps it current from then on. Repeating it repeats the request.
    LoadInbox,
    /// Loads earlier entries of the inbox.
    LoadMoreInbox,
    /// Marks an entry of the inbox as read or as unread.
    MarkInboxEntry {
        /// The entry.
        entry_id: Id,
        /// Whether it is marked as read.
        is_read: bool,
    },
    /// Marks the whole inbox as read.
    MarkInboxRead,
    /// Turns inbox mails off by a mailed link, also without a login.
    UnsubscribeInbox {
        /// The token at the end of the link.
        token: String,
    },
    /// Opens the board of a public link, also without a login. Opening it again repeats the request.
    OpenPublicBoard {
        /// The code at the end of the link.
        code: String,
    },
    /// Closes the board of the public link.
    ClosePublicBoard,
    /// Continues from the welcome panel after a login or sign-up, without waiting for its 5 seconds.
    Continue,
    /// Logs out. Refused with `unsent_changes` if there are unsent changes, unless they may be discarded.
    LogOut {
        /// Whether changes that have not been sent may be discarded.
        discard_unsent: bool,
    },
    /// Sets the color theme.
    SetTheme {
        /// The theme.
        theme: Theme,
    },
    /// Sets the length of a focus session, clamped to 1 to 180 minutes. A running phase keeps its length.
    SetFocusTime {
        /// Minutes.
        minutes: i64,
    },
    /// Changes preferences: all given fields, or none. A field outside its range is refused (`preference_invalid`),
    /// except the focus time, which is clamped as `set_focus_time` does.
    SetPreferences {
        /// The fields to change.
        update: PreferencesUpdate,
    },
    /// Shows the weather and keeps it up to date from now on.
    LoadWeather {
        /// The browser's language as a BCP 47 tag such as `en-GB`. Its region decides the automatic temperature unit.
        language: String,
    },
    /// Searches for a place by name. A blank name ends the search.
    SearchPlaces {
        /// The name as typed.
        text: String,
    },
    /// Chooses the place whose weather is shown.
    ChoosePlace {
        /// The place; null for the place that the network address suggests.
        place: Option<Place>,
    },
    /// Starts or resumes the timer.
    StartTimer,
    /// Pauses the timer.
    PauseTimer,
    /// Cancels the phase and goes back to a focus session of the saved length.
    ResetTimer,
    /// Cancels the phase and goes to the next one.
    SkipTimer,
    /// Completes the focus session early: it counts for the round.
    FinishTimer,
    /// Adds five minutes to the current phase.
    ExtendTimer,
    /// Focuses on a card: starts the timer for it, or assigns the rest of a running session to it.
    FocusCard {
        /// The card's board.
        board_id: Id,
        /// The card.
        card_id: Id,
    },
    /// Removes the card from the timer.
    ClearTimerCard,
    /// Decides about the time after the planned end of a session that ended while the app was not in view.
    ResolveOverrun {
        /// The choice.
        choice: OverrunChoice,
    },
    /// Types into the timer's editor. Anything but an integer from 0 to 59 is ignored.
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
    /// Loads the list of boards. Shows the stored list meanwhile.
    LoadBoards,
    /// Creates a board.
    AddBoard {
        /// Its name, 1 to 200 characters.
        name: String,
        /// The name of its first list, if it gets one.
        #[serde(default)]
        first_list: Option<String>,
    },
    /// Creates a board with everything on it, as an import has read it.
    ImportBoard {
        /// The JSON text of its `BoardRecords`, with the board's own record.
        records: String,
    },
    /// Creates a board with the lists and cards of a template, and opens it.
    AddBoardFromTemplate {
        /// The template.
        template: BoardTemplate,
    },
    /// Loads a board to copy to it or from it, if it is not in memory, and shows its lists in `prepared_board`. Repeating
    /// it repeats a failed request.
    PrepareBoard {
        /// The board; null when the copy is made or canceled.
        board_id: Option<Id>,
    },
    /// Creates a board with the lists of another one, which must be prepared, and opens it.
    DuplicateBoard {
        /// The board to copy.
        board_id: Id,
        /// The name of the new board, 1 to 200 characters.
        name: String,
        /// Whether the cards are copied too.
        includes_cards: bool,
        /// Whether the new board is a template. It is not opened then.
        is_template: bool,
    },
    /// Opens a board and adds its lists and cards to the mirror.
    OpenBoard {
        /// The slug in its URL.
        slug: String,
    },
    /// Closes the open board.
    CloseBoard,
    /// Changes fields of a board: all of them, or none if one is refused.
    EditBoard {
        /// The board.
        board_id: Id,
        /// The fields and their new values.
        edits: Vec<BoardEdit>,
        /// The description that the user has changed, with which a new one is merged (SPEC M83); null for the current
        /// one.
        #[serde(default)]
        description_base: Option<String>,
    },
    /// Moves a board to the trash.
    DeleteBoard {
        /// The board.
        board_id: Id,
    },
    /// Restores a board from the trash.
    RestoreBoard {
        /// The board.
        board_id: Id,
    },
    /// Sets the color of a label on the open board.
    SetLabelColor {
        /// The label.
        label: String,
        /// `#rrggbb`; null for the default.
        color: Option<String>,
    },
    /// Filters the cards of the open board. A newly opened board has no filter.
    SetFilter {
        /// The filter; null shows all cards.
        filter: Option<CardFilter>,
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
        /// The field and its new value.
        edit: ListEdit,
    },
    /// Moves a list of the open board.
    MoveList {
        /// The list.
        list_id: Id,
        /// The list's new index; any index past the end means last.
        index: u32,
    },
    /// Copies a list of the open board with its cards to a board, which is the open one or is prepared.
    CopyList {
        /// The list.
        list_id: Id,
        /// The board to copy it to.
        board_id: Id,
        /// The index of the copy among the lists of that board; any index past the end means last.
        index: u32,
    },
    /// Moves a list of the open board with its cards to another board, which is prepared.
    MoveListToBoard {
        /// The list.
        list_id: Id,
        /// The board to move it to.
        board_id: Id,
        /// Its index among the lists of that board; any index past the end means last.
        index: u32,
    },
    /// Moves a list of the open board to the trash.
    DeleteList {
        /// The list.
        list_id: Id,
    },
    /// Restores a list of any board from the trash.
    RestoreList {
        /// The board.
        board_id: Id,
        /// The list.
        list_id: Id,
    },
    /// Adds a card at the end of a list.
    AddCard {
        /// The list.
        list_id: Id,
        /// Its title; a blank title is ignored.
        title: String,
        /// Its priority.
        priority: Priority,
    },
    /// Adds a card with all its fields at the end of a list, as one step to undo. The board need not be open, but it must be
    /// in memory: open or prepared.
    QuickAdd {
        /// The board.
        board_id: Id,
        /// The list.
        list_id: Id,
        /// Its title, 1 to 500 characters.
        title: String,
        /// Its other fields. If one is refused, no card is added.
        edits: Vec<CardEdit>,
    },
    /// Moves a card.
    MoveCard {
        /// The card.
        card_id: Id,
        /// The list to move it to.
        list_id: Id,
        /// The card's new index in that list; any index past the end means last.
        index: u32,
    },
    /// Moves a card to where the user has dropped it on the open board, whose filter may hide cards. A drop that leaves
    /// the visible order as it is moves nothing.
    DropCard {
        /// The card.
        card_id: Id,
        /// The list to move it to.
        list_id: Id,
        /// The card of that list to put it before; null puts it after the last visible card.
        before: Option<Id>,
    },
    /// Changes fields of a card of the open board: all of them, or none if one is refused.
    EditCard {
        /// The card.
        card_id: Id,
        /// The fields and their new values.
        edits: Vec<CardEdit>,
        /// The description that the user has changed, with which a new one is merged (SPEC M83); null for the current
        /// one.
        #[serde(default)]
        description_base: Option<String>,
    },
    /// Copies a card of the open board to a list of a board, which is the open one or is prepared.
    CopyCard {
        /// The card.
        card_id: Id,
        /// The board to copy it to.
        board_id: Id,
        /// The list of that board.
        list_id: Id,
        /// The index of the copy in that list; any index past the end means last.
        index: u32,
    },
    /// Moves cards of the open board to a list of another board, which is prepared: all of them, or none if that is refused.
    MoveCardsToBoard {
        /// The cards in their new order, at most 1,000.
        card_ids: Vec<Id>,
        /// The board to move them to.
        board_id: Id,
        /// The list of that board.
        list_id: Id,
        /// The index of the first card in that list; any index past the end means last.
        index: u32,
    },
    /// Changes many cards of the open board: all of them, or none if one change is refused. Cards that the board no
    /// longer shows are ignored.
    ChangeCards {
        /// The cards, at most 1,000.
        card_ids: Vec<Id>,
        /// The change.
        change: CardsChange,
    },
    /// Moves the due date of a recurring card of the open board to the next occurrence, without completing the card.
    SkipOccurrence {
        /// The card.
        card_id: Id,
    },
    /// Archives a card of the open board.
    ArchiveCard {
        /// The card.
        card_id: Id,
    },
    /// Moves a card to the trash.
    DeleteCard {
        /// The card.
        card_id: Id,
    },
    /// Restores a card of any board from the trash or from the archive.
    RestoreCard {
        /// The board.
        board_id: Id,
        /// The card.
        card_id: Id,
    },
    /// Opens a card of the open board and adds its details to the mirror.
    OpenCard {
        /// The card.
        card_id: Id,
    },
    /// Closes the open card.
    CloseCard,
    /// Loads the activity of the open card.
    LoadActivity,
    /// Loads the latest activity of the open board, and then the activity of later changes, until it is closed.
    LoadBoardActivity {
        /// Which entries are shown.
        activity_filter: ActivityFilter,
    },
    /// Removes the activity of the open board from the mirror, because its panel was closed.
    CloseBoardActivity,
    /// Loads the next page of the open board's activity, or the same page again after a failure.
    LoadMoreBoardActivity,
    /// Adds a subtask at the end of a card's subtasks. A blank title is ignored.
    AddSubtask {
        /// The card.
        card_id: Id,
        /// Its title.
        title: String,
    },
    /// Adds a comment to a card. A blank text is ignored.
    AddComment {
        /// The card.
        card_id: Id,
        /// Its text as Markdown.
        text: String,
    },
    /// Adds a reminder to a card. A reminder that exists already is not added again.
    AddReminder {
        /// The card.
        card_id: Id,
        /// How long before the due date it fires, in minutes: 0 to 525,600.
        minutes_before: i64,
    },
    /// Moves a subtask within its card.
    MoveSubtask {
        /// The subtask.
        item_id: Id,
        /// The subtask's new index; any index past the end means last.
        index: u32,
    },
    /// Changes one field of a subtask, a comment or a reminder.
    EditItem {
        /// The item.
        item_id: Id,
        /// The field and its new value.
        edit: ItemEdit,
    },
    /// Adds the user's reaction to a comment, or removes it.
    SetReaction {
        /// The comment.
        item_id: Id,
        /// The emoji.
        emoji: String,
        /// Whether the user reacts with it.
        is_set: bool,
    },
    /// Moves a subtask, a comment, a reminder or an attachment to the trash.
    DeleteItem {
        /// The item.
        item_id: Id,
    },
    /// Reverts a change that the user made since the page was opened.
    Undo {
        /// The change, as named by its toast; null for the last change.
        change_id: Option<Id>,
    },
    /// Applies the last reverted change again.
    Redo,
    /// Saves the unsaved text of an input field, so that it survives a reload.
    SaveDraft {
        /// The field, such as `card/{id}/description`.
        key: String,
        /// The text; an empty text is saved too.
        text: String,
    },
    /// Deletes a draft, because it was saved or discarded.
    DiscardDraft {
        /// The field.
        key: String,
    },
    /// Dismisses the notice that a change was refused.
    DismissRefused {
        /// The refusal's id; null dismisses all.
        refused_id: Option<Id>,
    },
    /// Loads the cards of all boards that have a due date or a reminder. Shows the stored ones meanwhile.
    LoadTasks,
    /// Filters the tasks page.
    SetTaskFilter {
        /// The filter.
        task_filter: TaskFilter,
    },
    /// Shows the background of Home and keeps it up to date from now on.
    LoadBackground {
        /// Whether the device prefers light colors; null if unknown.
        prefers_light: Option<bool>,
    },
    /// Shows another background as soon as it has been loaded.
    NextBackground,
    /// Pins or unpins the daily image. While it is pinned, it does not change every day.
    KeepBackground {
        /// Whether to pin it.
        is_kept: bool,
    },
    /// Chooses the background of Home.
    ChooseBackground {
        /// The background; `daily` for a new photo every day.
        background: Background,
    },
    /// Reports the colors of the background in the regions that have text on them.
    BackgroundMeasured {
        /// The URL of the background's picture.
        image: String,
        /// The colors; null if they could not be read.
        colors: Option<RegionColors>,
    },
    /// Reports that the background's picture could not be loaded.
    BackgroundFailed {
        /// The URL of the background's picture.
        image: String,
    },
    /// Loads photos to choose from: the results of a search, or the photos that the service features.
    LoadPhotos {
        /// The search text, cut to 100 characters; blank for the featured photos.
        query: String,
    },
    /// Loads the next page of the photos.
    LoadMorePhotos,
    /// Searches on the server. The results arrive as the effect `search_response`.
    SearchServer {
        /// The text of the search, at most 200 characters.
        query: String,
        /// The cursor in the response with the page before; null for the first page.
        #[serde(default)]
        cursor: Option<String>,
    },
    /// Sends a request about calendars, API tokens or webhooks. The response arrives as the effect `server_response`.
    CallServer {
        /// A number that the effect contains.
        call_id: u32,
        /// `GET`, `POST`, `PUT` or `DELETE`.
        method: String,
        /// The path after the API's base URL.
        path: String,
        /// The body, as JSON text; null for none.
        #[serde(default)]
        body: Option<String>,
    },
    /// Loads the user's own pictures. Shows the known ones meanwhile.
    LoadPictures,
    /// Uploads a picture of the user.
    UploadPicture {
        /// The handle that `hold_file` returned for the file. The file is released when the upload ends or is refused.
        file: u32,
        /// The file's size in bytes, at most 15 MB.
        size: u64,
    },
    /// Attaches a file to a card of the open board: adds it to the queue of uploads.
    UploadAttachment {
        /// The card.
        card_id: Id,
        /// The name of the file, 1 to 255 characters.
        name: String,
        /// The handle that `hold_file` returned for the file. The file is released when the upload ends or is refused.
        file: u32,
        /// The file's size in bytes, at most 25 MB.
        size: u64,
    },
    /// Removes an upload from the queue. If it is in flight, its request ends.
    CancelUpload {
        /// The upload.
        upload_id: Id,
    },
    /// Sends a failed upload again.
    RetryUpload {
        /// The upload.
        upload_id: Id,
    },
    /// Deletes one of the user's own pictures permanently.
    DeletePicture {
        /// The picture's id.
        picture_id: PictureId,
    },
    /// Completes a card on the tasks page, or makes it incomplete again. Until the filter changes, it stays visible
    /// there.
    CompleteTask {
        /// The card's board.
        board_id: Id,
        /// The card.
        card_id: Id,
        /// Whether a toast offers to undo it, because it was done by a gesture, which is easily made by accident.
        #[serde(default)]
        offers_undo: bool,
    },
    /// Changes the due date of a card on any board, open or not.
    SetDueDate {
        /// The card's board.
        board_id: Id,
        /// The card.
        card_id: Id,
        /// The new due date; null for none.
        due_date: Option<String>,
    },
    /// Loads the trash and the archives. Shows the known items meanwhile.
    LoadTrash,
    /// Loads the statistics. Shows the stored ones meanwhile.
    LoadStats,
    /// Loads the notes and keeps them up to date from now on. Shows the stored ones meanwhile.
    LoadNotes,
    /// Searches the notes: shows those that contain every word of a text, ignoring case.
    SearchNotes {
        /// The text; blank shows all notes.
        query: String,
    },
    /// Creates a note and navigates to its page. It is stored when its first text is saved.
    AddNote,
    /// Opens a note, or a new one that will be saved under this id.
    OpenNote {
        /// The note.
        note_id: Id,
    },
    /// Closes the open note.
    CloseNote,
    /// Saves the text in the editor. Saving the same text again changes nothing.
    EditNote {
        /// The note.
        note_id: Id,
        /// The document, as JSON text.
        document: String,
        /// The [`super::note::NoteView::edition`] that the editor started from. A text that arrived from elsewhere
        /// since then is not overwritten.
        edition: u32,
    },
    /// Pins a note above the others.
    PinNote {
        /// The note.
        note_id: Id,
    },
    /// Unpins a note.
    UnpinNote {
        /// The note.
        note_id: Id,
    },
    /// Moves a note to the trash.
    TrashNote {
        /// The note.
        note_id: Id,
    },
    /// Restores a note from the trash.
    RestoreNote {
        /// The note.
        note_id: Id,
    },
    /// Loads the earlier versions of the open note.
    LoadNoteVersions,
    /// Shows an earlier or conflicting version of the open note.
    ShowNoteVersion {
        /// The version's save; null to show the note itself.
        save_id: Option<Id>,
    },
    /// Replaces the text of the open note with that of another version. The replaced text becomes an earlier version.
    UseNoteVersion {
        /// The version's save.
        save_id: Id,
    },
    /// Dismisses a conflicting version of the open note.
    PutNoteVersionAway {
        /// The version's save.
        save_id: Id,
    },
    /// Downloads a note as a Markdown file.
    ExportNote {
        /// The note.
        note_id: Id,
    },
    /// Shows a week in the statistics.
    ShowWeek {
        /// How many weeks ago the week is; 0 for the current week.
        weeks_ago: u32,
    },
    /// Shows a year in the heatmap.
    ShowYear {
        /// The year.
        year: i64,
    },
    /// Loads the focused time by board and label, and keeps it up to date from now on.
    LoadBreakdown {
        /// The period.
        period: StatsPeriod,
    },
    /// Loads the latest focus sessions. Shows the known ones meanwhile.
    LoadSessions,
    /// Loads the sessions before those that have been loaded.
    LoadMoreSessions,
    /// Adds a focus session by hand; it is marked as such.
    AddSession {
        /// The session.
        session: SessionEntry,
    },
    /// Changes a focus session. If only its board or card changes, its recorded intervals stay.
    EditSession {
        /// The session's id.
        session_id: Id,
        /// The changed session.
        session: SessionEntry,
    },
    /// Fills the form of a session: with the session to edit, or with a new one that has just ended. The result is in
    /// `session_form`.
    OpenSessionForm {
        /// The session to edit; null to add one.
        session_id: Option<Id>,
    },
    /// Checks the fields of the form that was opened last. The result is in `session_form`.
    ChangeSessionForm {
        /// All fields.
        fields: SessionFields,
        /// The offsets of the device's time zone at the entered start.
        offsets: ZoneOffsets,
    },
    /// Deletes a focus session. The toast's Undo button restores it.
    DeleteSession {
        /// The session's id.
        session_id: Id,
    },
    /// Downloads all sessions as a file.
    ExportSessions {
        /// The file format.
        format: ExportFormat,
    },
}
