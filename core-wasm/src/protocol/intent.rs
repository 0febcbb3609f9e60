//! What a person may ask the core for.

use super::background::{Background, RegionColors};
use super::http::{PreferencesUpdate, Theme};
use super::id::Id;
use super::op::{BoardEdit, CardEdit, ItemEdit, ListEdit};
use super::photo::PictureId;
use super::record::Priority;
use super::time::Timestamp;
use super::view::DueGroup;
use super::weather::Place;
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

/// What becomes of the time after the planned end of a focus session that ended while nobody looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum OverrunChoice {
    /// It was focused too: the session ends when the person came back.
    Keep,
    /// The session ends as it was planned. So it is kept until the person chooses.
    Trim,
    /// Nobody worked any more: the session ends when the timer was last seen to run.
    Discard,
}

/// The span of a breakdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum StatsPeriod {
    /// The week that is shown.
    #[default]
    Week,
    /// The year that is shown.
    Year,
    /// All there is.
    All,
}

/// The form of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// Comma-separated values (RFC 4180).
    Csv,
    /// JSON.
    Json,
}

/// What a board can begin with (SPEC B42).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum BoardTemplate {
    /// A list for each day of the week.
    WeekPlan,
    /// From ideas to what is done.
    Project,
    /// To do, doing, done.
    PersonalKanban,
}

/// A focus session as a person enters it. Of one that is changed, a start in the same minute and as many minutes as it has
/// whole ones leave its stretches as they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct SessionEntry {
    /// When it began.
    pub start: Timestamp,
    /// The person's offset from UTC then, in minutes, east positive.
    pub utc_offset: i32,
    /// Focused minutes: 1 to 1,440.
    pub minutes: i64,
    /// The board it was for, if any.
    pub board_id: Option<Id>,
    /// The card it was for, if any.
    pub card_id: Option<Id>,
}

/// Which cards of a board to show: those that fit every part of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct CardFilter {
    /// What stands in the title, the description or a label, whatever the case; empty for any.
    pub text: String,
    /// Labels of which the card has one; none for any.
    pub labels: Vec<String>,
    /// Priorities of which the card has one; none for any.
    pub priorities: Vec<Priority>,
    /// When it is due; null for any.
    pub due: Option<DueGroup>,
}

/// Something that a person did. Positions are indices, as people count: "into that list, as the fourth card".
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "snake_case", try_from = "super::union_parsing::FlatIntent")]
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
        /// The invitation in the address of the page; null for none.
        invitation: Option<String>,
    },
    /// Logs in.
    LogIn {
        /// Email.
        email: String,
        /// Password.
        password: String,
    },
    /// Goes to Google to log in there. The way back ends on `/auth?type=login&google=complete`, or `google=failed`.
    GoogleLogIn {
        /// The invitation in the address of the page, by which a new account may be made; null for none.
        invitation: Option<String>,
    },
    /// Asks for a mail with a link to choose a new password.
    ForgotPassword {
        /// The account's email.
        email: String,
    },
    /// Chooses a new password by the token of such a link.
    ResetPassword {
        /// The token.
        token: String,
        /// The new password.
        password: String,
    },
    /// Confirms an email by the token of a mailed link.
    ConfirmEmail {
        /// The token.
        token: String,
    },
    /// Loads what Settings tells of the account.
    LoadAccount,
    /// Changes the name.
    EditProfile {
        /// First name.
        first_name: String,
        /// Last name.
        last_name: String,
    },
    /// Changes the password. All other logins end.
    ChangePassword {
        /// The password so far; empty where there is none.
        current_password: String,
        /// The new one.
        password: String,
    },
    /// Changes the email, once the new one is confirmed.
    ChangeEmail {
        /// The new email.
        email: String,
        /// The account's password; empty where there is none.
        password: String,
    },
    /// Asks for another mail with the link that confirms the email.
    SendConfirmation,
    /// Ends one of the other logins.
    EndLogin {
        /// The login.
        login_id: Id,
        /// The account's password; empty where there is none.
        password: String,
    },
    /// Ends every login of the account, this one last. Refused with `unsent_changes` as [`Intent::LogOut`] is.
    LogOutEverywhere {
        /// The account's password; empty where there is none.
        password: String,
        /// Whether changes that have not been sent may be lost.
        discard_unsent: bool,
    },
    /// Offers all that the account has as a file.
    ExportAccount,
    /// Asks for the end of the account, in seven days.
    DeleteAccount {
        /// The account's password; empty where there is none.
        password: String,
    },
    /// Takes that back.
    KeepAccount,
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
    /// Changes preferences, all that are given or none: one outside its range is refused (`preference_invalid`), except the focus
    /// time, which is clamped and saved as `set_focus_time` does.
    SetPreferences {
        /// The fields to change.
        update: PreferencesUpdate,
    },
    /// Shows the weather from here on, and keeps it current.
    LoadWeather {
        /// The browser's language, a BCP 47 tag such as `en-GB`: its region tells the unit that is usual.
        language: String,
    },
    /// Searches for a place by its name. A blank one ends the search.
    SearchPlaces {
        /// What was typed.
        text: String,
    },
    /// Chooses the place whose weather is shown.
    ChoosePlace {
        /// The place; null for wherever the network says that this browser is.
        place: Option<Place>,
    },
    /// Starts or resumes the timer.
    StartTimer,
    /// Pauses the timer.
    PauseTimer,
    /// Breaks the phase off and goes back to a focus session of the saved length.
    ResetTimer,
    /// Breaks the phase off and goes to the next.
    SkipTimer,
    /// Ends the focus session early, as done: it counts for the round.
    FinishTimer,
    /// Adds five minutes to the phase at hand.
    ExtendTimer,
    /// Focuses on a card: starts the timer for it, or lets what is left of a running session be for it.
    FocusCard {
        /// The board that it lies on.
        board_id: Id,
        /// The card.
        card_id: Id,
    },
    /// Lets the timer be for no card from here on.
    ClearTimerCard,
    /// Says what becomes of the time after the planned end of a session that ended while nobody looked.
    ResolveOverrun {
        /// The choice.
        choice: OverrunChoice,
    },
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
    /// Creates a board with the lists and cards of a template, and opens it.
    AddBoardFromTemplate {
        /// The template.
        template: BoardTemplate,
    },
    /// Opens a board: the mirror then holds its lists and cards.
    OpenBoard {
        /// The slug in its address.
        slug: String,
    },
    /// Leaves the open board.
    CloseBoard,
    /// Changes fields of a board: all of them, or none where one is refused.
    EditBoard {
        /// The board.
        board_id: Id,
        /// The fields and their values.
        edits: Vec<BoardEdit>,
    },
    /// Puts a board into the trash.
    DeleteBoard {
        /// The board.
        board_id: Id,
    },
    /// Takes a board out of the trash.
    RestoreBoard {
        /// The board.
        board_id: Id,
    },
    /// Chooses the colour of a label on the open board.
    SetLabelColor {
        /// The label.
        label: String,
        /// `#rrggbb`; null for the default.
        color: Option<String>,
    },
    /// Shows only some of the cards of the open board. The board opens without a filter.
    SetFilter {
        /// Which; null for all.
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
    /// Takes a list out of the trash, of whatever board.
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
    /// Changes fields of a card of the open board: all of them, or none where one is refused.
    EditCard {
        /// The card.
        card_id: Id,
        /// The fields and their values.
        edits: Vec<CardEdit>,
    },
    /// Puts a card of the open board into the archive.
    ArchiveCard {
        /// The card.
        card_id: Id,
    },
    /// Puts a card into the trash.
    DeleteCard {
        /// The card.
        card_id: Id,
    },
    /// Takes a card out of the trash and out of the archive, of whatever board.
    RestoreCard {
        /// The board.
        board_id: Id,
        /// The card.
        card_id: Id,
    },
    /// Opens a card of the open board: the mirror then holds all of it.
    OpenCard {
        /// The card.
        card_id: Id,
    },
    /// Leaves the open card.
    CloseCard,
    /// Loads what has happened to the open card.
    LoadActivity,
    /// Adds a sub-task at the end of those of a card. A blank title is ignored.
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
        /// Its text, Markdown.
        text: String,
    },
    /// Adds a reminder to a card. One that is there already is not added again.
    AddReminder {
        /// The card.
        card_id: Id,
        /// How long before the due date it calls, in minutes: 0 to 525,600.
        minutes_before: i64,
    },
    /// Moves a sub-task among those of its card.
    MoveSubtask {
        /// The sub-task.
        item_id: Id,
        /// The index that it then has; past the end means last.
        index: u32,
    },
    /// Changes one field of a sub-task, a comment or a reminder.
    EditItem {
        /// The item.
        item_id: Id,
        /// The field and its value.
        edit: ItemEdit,
    },
    /// Puts a sub-task, a comment or a reminder into the trash.
    DeleteItem {
        /// The item.
        item_id: Id,
    },
    /// Takes back a change that the person made since the page opened.
    Undo {
        /// The change, as the toast after it names it; null for the last one.
        change_id: Option<Id>,
    },
    /// Makes the change again that was taken back last.
    Redo,
    /// Keeps what stands in a field and has not been saved, through reloads.
    SaveDraft {
        /// The field, such as `card/{id}/description`.
        key: String,
        /// What stands in it; an empty text is kept too.
        text: String,
    },
    /// Forgets a draft: it was saved, or given up.
    DiscardDraft {
        /// The field.
        key: String,
    },
    /// Puts away the word that a change was refused.
    DismissRefused {
        /// Which; null for all.
        refused_id: Option<Id>,
    },
    /// Loads the dated cards of all boards, showing what is known meanwhile.
    LoadTasks,
    /// What stands behind Home is looked at: from now on it is kept current.
    LoadBackground {
        /// Whether the device prefers light colors; null where that is not known.
        prefers_light: Option<bool>,
    },
    /// Shows another background, as soon as there is one.
    NextBackground,
    /// Keeps the background that is shown, or lets every day bring another.
    KeepBackground {
        /// Whether it is kept.
        is_kept: bool,
    },
    /// Chooses what stands behind Home.
    ChooseBackground {
        /// What; `daily` for another photo every day.
        background: Background,
    },
    /// Tells the colours of the background where text stands on it.
    BackgroundMeasured {
        /// The address of its picture.
        image: String,
        /// The colours; null where they cannot be had.
        colors: Option<RegionColors>,
    },
    /// Tells that the background's picture cannot be shown.
    BackgroundFailed {
        /// The address of the picture.
        image: String,
    },
    /// Shows photos to choose from: those of a search, or where it is blank those that the service shows to everybody.
    LoadPhotos {
        /// What is searched for; cut to 100 characters.
        query: String,
    },
    /// Adds the next page of those photos.
    LoadMorePhotos,
    /// Loads the person's own pictures, showing what is known meanwhile.
    LoadPictures,
    /// Adds a picture of the person's own.
    UploadPicture {
        /// The number that `hold_file` gave its file. It is held no longer once it has arrived, or was refused.
        file: u32,
        /// How many bytes it has: 15 MB at most.
        size: u64,
    },
    /// Deletes one of the person's own pictures, for good.
    DeletePicture {
        /// Which.
        picture_id: PictureId,
    },
    /// Marks a card done from the page of tasks, or takes that back.
    CompleteTask {
        /// The board that it lies on.
        board_id: Id,
        /// The card.
        card_id: Id,
    },
    /// Loads what lies in the trash and in the archives, showing what is known meanwhile.
    LoadTrash,
    /// Loads the statistics, showing what is known meanwhile.
    LoadStats,
    /// Loads the notes, showing what is known meanwhile, and keeps them current from then on.
    LoadNotes,
    /// Shows the notes that hold every word of a text, whatever the case.
    SearchNotes {
        /// The text; blank for all notes.
        query: String,
    },
    /// Begins a note: the app goes to its page. It is kept from its first text on.
    AddNote,
    /// Opens a note, or one that is to be written under this id.
    OpenNote {
        /// The note.
        note_id: Id,
    },
    /// No note is open from now on.
    CloseNote,
    /// Saves what the editor holds. To say the same twice changes nothing.
    EditNote {
        /// The note.
        note_id: Id,
        /// The document, as JSON text.
        document: String,
        /// The edition of the open note that the editor began from: what came from elsewhere since then is not overwritten by it.
        edition: u32,
    },
    /// Puts a note above the others.
    PinNote {
        /// The note.
        note_id: Id,
    },
    /// Puts a note back among the others.
    UnpinNote {
        /// The note.
        note_id: Id,
    },
    /// Puts a note into the trash.
    TrashNote {
        /// The note.
        note_id: Id,
    },
    /// Takes a note out of the trash.
    RestoreNote {
        /// The note.
        note_id: Id,
    },
    /// Asks for the earlier texts of the open note.
    LoadNoteVersions,
    /// Shows an earlier text of the open note, or one that was written apart.
    ShowNoteVersion {
        /// The save that it is of; null for the note itself.
        save_id: Option<Id>,
    },
    /// Makes an earlier text that of the open note. What it said until then stays among the earlier ones.
    UseNoteVersion {
        /// The save that it is of.
        save_id: Id,
    },
    /// Puts a text of the open note away that was written apart.
    PutNoteVersionAway {
        /// The save that it is of.
        save_id: Id,
    },
    /// Offers a note as a Markdown file.
    ExportNote {
        /// The note.
        note_id: Id,
    },
    /// Shows a week in the statistics.
    ShowWeek {
        /// How many weeks before the one at hand: 0 for that one.
        weeks_ago: u32,
    },
    /// Shows a year in the heatmap.
    ShowYear {
        /// The year.
        year: i64,
    },
    /// Loads the focused time by board and label, and keeps it current from then on.
    LoadBreakdown {
        /// The span.
        period: StatsPeriod,
    },
    /// Loads the latest focus sessions, showing what is known meanwhile.
    LoadSessions,
    /// Loads the sessions before those that are known.
    LoadMoreSessions,
    /// Adds a focus session by hand; it is marked as such.
    AddSession {
        /// The session.
        session: SessionEntry,
    },
    /// Changes a focus session. Its stretches stay where only its board or card changes.
    EditSession {
        /// Which.
        session_id: Id,
        /// The session as it is to be.
        session: SessionEntry,
    },
    /// Deletes a focus session; the toast's Undo brings it back.
    DeleteSession {
        /// Which.
        session_id: Id,
    },
    /// Offers all sessions as a file.
    ExportSessions {
        /// Its form.
        format: ExportFormat,
    },
}
