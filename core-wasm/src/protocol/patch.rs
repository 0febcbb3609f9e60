//! Changes to the shell's mirror of the state. A patch is small: its size grows with the change, not with the board. It
//! is also idempotent: applying it twice has the same result as applying it once (SPEC P1).

use super::admin::AdminView;
use super::attachment::{AttachmentLink, UploadView};
use super::background::{BackgroundView, PhotosView, PicturesView};
use super::http::{Preferences, User};
use super::id::Id;
use super::intent::CardFilter;
use super::note::{NoteSummary, NoteVersion};
use super::presence::PresentMember;
use super::record::Board;
use super::sharing::{PublicBoardView, SharingView};
use super::text::{Color, ListName};
use super::view::{
    AccountView, BoardActivityView, BoardStatus, BreakdownView, CardDetails, CardView, ClockView, DueStatus,
    FocusSessionView, FocusSessionsView, FocusTime, HeatmapView, HistoryView, LimitsView, ListView, LoadStatus,
    PreparedBoardView, SessionFormView, SessionView, StatsView, SyncView, TimerView,
};
use super::weather::WeatherView;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// One change to the mirror.
///
/// To place something "at an index", first remove it from its old position, then insert it so that it ends up at
/// `index`. `from_index` is a hint where to look for the old position; it may be null.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Patch {
    /// Replaces the session.
    Session {
        /// The complete new session state.
        session: SessionView,
    },
    /// Replaces the user.
    User {
        /// The signed-in user; null when nobody is signed in.
        user: Option<User>,
    },
    /// Replaces the account.
    Account {
        /// The complete new account state.
        account: AccountView,
    },
    /// Replaces the page for administrators.
    Admin {
        /// The complete new state of the page.
        admin: AdminView,
    },
    /// Replaces the share dialog.
    Sharing {
        /// The complete new state of the dialog.
        sharing: SharingView,
    },
    /// Replaces who else has the open board open.
    Presence {
        /// All other members who have it open.
        presence: Vec<PresentMember>,
    },
    /// Replaces the uploads.
    Uploads {
        /// All uploads, in the order in which they were added.
        uploads: Vec<UploadView>,
    },
    /// Replaces the addresses of the attachments of the open board.
    AttachmentLinks {
        /// All known addresses; null while they are loaded for the first time.
        links: Option<Vec<AttachmentLink>>,
    },
    /// Replaces the board of the public link.
    PublicBoard {
        /// The complete new state of the page; null if no public link is open.
        public_board: Option<PublicBoardView>,
    },
    /// Replaces the inbox (bulk load).
    InboxLoaded {
        /// JSON text of `InboxView`.
        inbox: String,
    },
    /// Replaces the weather.
    Weather {
        /// The complete new weather state.
        weather: WeatherView,
    },
    /// Replaces the background of Home.
    Background {
        /// The complete new background state.
        background: BackgroundView,
    },
    /// Replaces the photos to choose from.
    Photos {
        /// All photos loaded so far, with the state of the search.
        photos: PhotosView,
    },
    /// Replaces the user's own pictures.
    Pictures {
        /// All pictures, with the state of the upload.
        pictures: PicturesView,
    },
    /// Replaces the clock.
    Clock {
        /// The complete new clock state.
        clock: ClockView,
    },
    /// Replaces the timer.
    Timer {
        /// The complete new timer state.
        timer: TimerView,
    },
    /// Replaces the preferences.
    Preferences {
        /// All preferences.
        preferences: Preferences,
    },
    /// Replaces the statistics.
    Stats {
        /// The complete new statistics.
        stats: StatsView,
    },
    /// Replaces what the user's plan does not include.
    Limits {
        /// All limits of the plan.
        limits: LimitsView,
    },
    /// Replaces the state of the outbox.
    Sync {
        /// The complete new sync state.
        sync: SyncView,
    },
    /// Replaces the list of boards (bulk load).
    BoardsLoaded {
        /// Whether the boards are loading, ready or failed to load.
        status: LoadStatus,
        /// JSON text of `Board[]`, in display order.
        boards: String,
    },
    /// Replaces what is known of the contents of the boards (bulk load).
    BoardSummaries {
        /// JSON text of `BoardSummary[]`, in no order.
        summaries: String,
    },
    /// Places a board at an index of the list of boards and replaces its record.
    BoardPlaced {
        /// The board's new record.
        board: Board,
        /// The board's new index.
        index: u32,
    },
    /// Removes a board from the list of boards.
    BoardRemoved {
        /// The board's id.
        id: Id,
    },
    /// Replaces the open board (bulk load).
    BoardOpened {
        /// JSON text of `BoardView`.
        board: String,
    },
    /// The status of the open board changed: it is loading, does not exist, or was closed.
    BoardStatusChanged {
        /// The slug that was requested; empty when no board is open.
        slug: String,
        /// The new status.
        status: BoardStatus,
    },
    /// Replaces the record of the open board. Its lists and cards stay.
    OpenBoardChanged {
        /// The new record.
        board: Board,
    },
    /// Places a list at an index of the open board.
    ListPlaced {
        /// The list's id.
        id: Id,
        /// The list's old index; null for a new list.
        from_index: Option<u32>,
        /// The list's new index.
        index: u32,
        /// The list with the order of its cards, if it is new; otherwise null. Its cards follow in
        /// [`Patch::CardsAdded`].
        list: Option<ListView>,
    },
    /// Adds the records of cards whose positions are already known (bulk load).
    CardsAdded {
        /// JSON text of `CardView[]`.
        cards: String,
    },
    /// A list changed, but not its position.
    ListChanged {
        /// The list's id.
        id: Id,
        /// The list's name; may be empty.
        name: ListName,
        /// Whether the list is collapsed, so that only its name is shown.
        is_collapsed: bool,
        /// The list's color; absent for none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Color>,
    },
    /// Removes a list and its cards from the open board.
    ListRemoved {
        /// The list's id.
        id: Id,
    },
    /// Places a card at an index of a list of the open board.
    CardPlaced {
        /// The card's id.
        id: Id,
        /// The list the card was in; null for a new card.
        from_list_id: Option<Id>,
        /// The card's old index in that list; null for a new card.
        from_index: Option<u32>,
        /// The list the card is in now.
        list_id: Id,
        /// The card's new index in that list.
        index: u32,
        /// The card's record, if it is new; otherwise null.
        card: Option<CardView>,
    },
    /// A card changed, but not its position.
    CardChanged {
        /// The card's new record.
        card: CardView,
    },
    /// The status of a card's due date changed because time has passed.
    CardDueChanged {
        /// The card's id.
        id: Id,
        /// The new status.
        due_status: DueStatus,
    },
    /// Removes a card from the open board.
    CardRemoved {
        /// The card's id.
        id: Id,
        /// The list the card was in.
        list_id: Id,
    },
    /// Replaces the open card.
    CardDetails {
        /// The open card; null when none is open.
        details: Option<CardDetails>,
    },
    /// Replaces the activity of the open board.
    BoardActivity {
        /// The activity; null while its panel was not opened.
        activity: Option<BoardActivityView>,
    },
    /// Replaces the board that was prepared for copying.
    PreparedBoard {
        /// The board; null if none is prepared.
        prepared_board: Option<PreparedBoardView>,
    },
    /// Replaces the filter of the open board.
    FilterChanged {
        /// The new filter; null shows all cards.
        filter: Option<CardFilter>,
        /// JSON text of the ids of the matching cards (bulk load); null without a filter.
        matching: Option<String>,
    },
    /// A card started or stopped matching the filter.
    CardMatched {
        /// The card's id.
        id: Id,
        /// Whether it matches the filter now.
        fits: bool,
    },
    /// Replaces what can be undone and redone.
    History {
        /// The next undo and the next redo.
        history: HistoryView,
    },
    /// A draft was saved or discarded.
    DraftChanged {
        /// The field that the draft belongs to, such as `card/{id}/description`.
        key: String,
        /// The draft's text; null when it was discarded.
        text: Option<String>,
    },
    /// Replaces the cards with a due date or a reminder, and the assigned ones (bulk load).
    TasksLoaded {
        /// JSON text of `TasksView`.
        tasks: String,
    },
    /// Replaces the filter of the tasks page and what it shows (bulk load).
    TaskFilterChanged {
        /// JSON text of `TaskFilterView`.
        task_filter: String,
    },
    /// Replaces the trash (bulk load).
    TrashLoaded {
        /// JSON text of `TrashView`.
        trash: String,
    },
    /// Replaces the focused time of the open board, its lists and its cards. Those without focused time are left out.
    FocusTimesLoaded {
        /// JSON text of `FocusTime[]`.
        focus_times: String,
    },
    /// The focused time of a board, a list or a card changed.
    FocusTimeChanged {
        /// The new total; 0 if there is none any more.
        focus_time: FocusTime,
    },
    /// Replaces the heatmap: another year, or new totals.
    Heatmap {
        /// The heatmap of the whole year.
        heatmap: HeatmapView,
    },
    /// Replaces the focused time by board and label.
    Breakdown {
        /// The complete new breakdown.
        breakdown: BreakdownView,
    },
    /// Replaces the latest focus sessions.
    FocusSessionsLoaded {
        /// All sessions that are shown.
        focus_sessions: FocusSessionsView,
    },
    /// A focus session was added, changed or moved in the list.
    FocusSessionPlaced {
        /// The session.
        session: FocusSessionView,
        /// Its new index in the list, counted after it was removed from its old position.
        index: u32,
    },
    /// A focus session was removed.
    FocusSessionRemoved {
        /// The session's id.
        id: Id,
    },
    /// Replaces the form of a session.
    SessionForm {
        /// The complete form; null if none is open any more.
        session_form: Option<SessionFormView>,
    },
    /// Replaces all notes (bulk load).
    NotesLoaded {
        /// JSON text of `NotesView`.
        notes: String,
    },
    /// The loading status of the notes changed.
    NotesStatus {
        /// The new status.
        status: LoadStatus,
    },
    /// A note was added, or its text or state changed.
    NoteChanged {
        /// The note as the list shows it.
        note: NoteSummary,
    },
    /// A note was deleted permanently.
    NoteRemoved {
        /// The note's id.
        id: Id,
    },
    /// Replaces which notes are shown, and their order.
    NotesOrdered {
        /// JSON text of `NoteOrder` (bulk load).
        order: String,
    },
    /// Replaces the open note (bulk load).
    NoteOpened {
        /// JSON text of `NoteView`; null when none is open.
        note: Option<String>,
    },
    /// Replaces the conflicting and the earlier versions of the open note.
    NoteVersions {
        /// Conflicting versions, written at the same time on another device, latest first.
        apart: Vec<NoteVersion>,
        /// Earlier versions, latest first; null until they have been loaded.
        versions: Option<Vec<NoteVersion>>,
    },
    /// Shows an earlier version of the open note.
    NoteVersionShown {
        /// JSON text of `ShownVersion` (bulk load); null to show the note itself.
        shown_version: Option<String>,
    },
    /// Saving the preferences started or ended.
    Saving {
        /// Whether preferences are being saved.
        is_saving: bool,
    },
}
