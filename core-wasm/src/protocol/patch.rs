//! How the mirror learns what changed. A patch is small, in proportion to the change and never to the board, and
//! idempotent: applying it twice leaves what applying it once left (SPEC P1).

use super::background::{BackgroundView, PhotosView, PicturesView};
use super::http::{Preferences, User};
use super::id::Id;
use super::intent::CardFilter;
use super::note::{NoteSummary, NoteVersion};
use super::record::Board;
use super::text::ListName;
use super::view::{
    AccountView, BoardStatus, BreakdownView, CardDetails, CardView, ClockView, FocusSessionView, FocusSessionsView,
    FocusTime, HeatmapView, HistoryView, LimitsView, ListView, LoadStatus, SessionView, StatsView, SyncView, TimerView,
};
use super::weather::WeatherView;
use serde::{Deserialize, Serialize};

/// One change to the mirror.
///
/// To put something "at an index" is to take it out of where it lies (`from_index` says where to look first; it may be
/// null) and to insert it so that it then stands at `index`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Patch {
    /// Replace the session.
    Session {
        /// The new value.
        session: SessionView,
    },
    /// Replace the user; null when nobody is signed in.
    User {
        /// The new value.
        user: Option<User>,
    },
    /// Replace the account.
    Account {
        /// The new value.
        account: AccountView,
    },
    /// Replace the weather.
    Weather {
        /// The new value.
        weather: WeatherView,
    },
    /// Replace what stands behind Home.
    Background {
        /// The new value.
        background: BackgroundView,
    },
    /// Replace the photos to choose from.
    Photos {
        /// The new value.
        photos: PhotosView,
    },
    /// Replace the person's own pictures.
    Pictures {
        /// The new value.
        pictures: PicturesView,
    },
    /// Replace the clock.
    Clock {
        /// The new value.
        clock: ClockView,
    },
    /// Replace the timer.
    Timer {
        /// The new value.
        timer: TimerView,
    },
    /// Replace the preferences.
    Preferences {
        /// The new value.
        preferences: Preferences,
    },
    /// Replace the statistics.
    Stats {
        /// The new value.
        stats: StatsView,
    },
    /// Replace what the plan does not include.
    Limits {
        /// The new value.
        limits: LimitsView,
    },
    /// Replace what is known of the outbox.
    Sync {
        /// The new value.
        sync: SyncView,
    },
    /// Replace the list of boards; a bulk load.
    BoardsLoaded {
        /// How far the load has come.
        status: LoadStatus,
        /// JSON text of `Board[]`, in the order to show.
        boards: String,
    },
    /// Put a board at an index of the list of boards, with its new record.
    BoardPlaced {
        /// The board.
        board: Board,
        /// Where it now stands.
        index: u32,
    },
    /// Take a board out of the list of boards.
    BoardRemoved {
        /// The board.
        id: Id,
    },
    /// Replace the open board; a bulk load.
    BoardOpened {
        /// JSON text of `BoardView`.
        board: String,
    },
    /// The open board is loading, is gone or has been left.
    BoardStatusChanged {
        /// The slug it was asked for by; empty when none is open.
        slug: String,
        /// How it stands.
        status: BoardStatus,
    },
    /// The record of the open board has changed.
    OpenBoardChanged {
        /// The new record.
        board: Board,
    },
    /// Put a list at an index of the open board.
    ListPlaced {
        /// The list's id.
        id: Id,
        /// Where it stood, if it did.
        from_index: Option<u32>,
        /// Where it now stands.
        index: u32,
        /// The list with the order of its cards, where it is new; its cards follow in [`Patch::CardsAdded`].
        list: Option<ListView>,
    },
    /// Put the records of cards whose places are known already.
    CardsAdded {
        /// JSON text of `CardView[]`: a bulk load.
        cards: String,
    },
    /// A list has changed, not its place.
    ListChanged {
        /// The list's id.
        id: Id,
        /// Its name; may be empty.
        name: ListName,
        /// Whether it shows its name only.
        is_collapsed: bool,
    },
    /// Take a list, with its cards, out of the open board.
    ListRemoved {
        /// The list's id.
        id: Id,
    },
    /// Put a card at an index of a list of the open board.
    CardPlaced {
        /// The card's id.
        id: Id,
        /// The list it lay in, if it did.
        from_list_id: Option<Id>,
        /// Where it stood there.
        from_index: Option<u32>,
        /// The list it now lies in.
        list_id: Id,
        /// Where it now stands there.
        index: u32,
        /// The card, where it is new.
        card: Option<CardView>,
    },
    /// A card has changed, not its place.
    CardChanged {
        /// The card as it is now.
        card: CardView,
    },
    /// Take a card out of the open board.
    CardRemoved {
        /// The card's id.
        id: Id,
        /// The list it lay in.
        list_id: Id,
    },
    /// Replace the open card; null when none is open.
    CardDetails {
        /// The new value.
        details: Option<CardDetails>,
    },
    /// Replace the filter of the open board.
    FilterChanged {
        /// The new filter; null for none.
        filter: Option<CardFilter>,
        /// JSON text of the ids of the cards that fit: a bulk load; null for no filter.
        matching: Option<String>,
    },
    /// Whether a card fits the filter has changed.
    CardMatched {
        /// The card's id.
        id: Id,
        /// Whether it fits now.
        fits: bool,
    },
    /// Replace what can be undone and redone.
    History {
        /// The new value.
        history: HistoryView,
    },
    /// A draft was kept, or forgotten.
    DraftChanged {
        /// The field.
        key: String,
        /// What stands in it; null when it was forgotten.
        text: Option<String>,
    },
    /// Replace the dated cards; a bulk load.
    TasksLoaded {
        /// JSON text of `TasksView`.
        tasks: String,
    },
    /// Replace the trash; a bulk load.
    TrashLoaded {
        /// JSON text of `TrashView`.
        trash: String,
    },
    /// Focused time of the open board, of its lists and of its cards: all that have any.
    FocusTimesLoaded {
        /// JSON text of an array of `FocusTime`.
        focus_times: String,
    },
    /// Focused time of a board, a list or a card has changed; 0 where there is none any more.
    FocusTimeChanged {
        /// The new sum.
        focus_time: FocusTime,
    },
    /// The heatmap shows another year, or another sum.
    Heatmap {
        /// The whole year.
        heatmap: HeatmapView,
    },
    /// Focused time by board and label.
    Breakdown {
        /// All of it.
        breakdown: BreakdownView,
    },
    /// The latest focus sessions.
    FocusSessionsLoaded {
        /// All that are shown.
        focus_sessions: FocusSessionsView,
    },
    /// A focus session has come, has changed or lies at another place.
    FocusSessionPlaced {
        /// The session.
        session: FocusSessionView,
        /// Its index among the shown ones, when it is taken out of where it was.
        index: u32,
    },
    /// A focus session is gone.
    FocusSessionRemoved {
        /// Which.
        id: Id,
    },
    /// Replace all notes; a bulk load.
    NotesLoaded {
        /// JSON text of `NotesView`.
        notes: String,
    },
    /// How far the load of the notes has come.
    NotesStatus {
        /// The new status.
        status: LoadStatus,
    },
    /// A note is new, or says or stands otherwise.
    NoteChanged {
        /// The note as the list shows it.
        note: NoteSummary,
    },
    /// A note is gone for good.
    NoteRemoved {
        /// Which.
        id: Id,
    },
    /// The notes are shown in another order, or others are.
    NotesOrdered {
        /// JSON text of `NoteOrder`: a bulk load.
        order: String,
    },
    /// Replace the open note; a bulk load.
    NoteOpened {
        /// JSON text of `NoteView`; null when none is open.
        note: Option<String>,
    },
    /// What is known of the other texts of the open note.
    NoteVersions {
        /// Those that were written apart, the latest first.
        apart: Vec<NoteVersion>,
        /// The earlier ones, the latest first; null until they were asked for and have come.
        versions: Option<Vec<NoteVersion>>,
    },
    /// An earlier text of the open note is looked at.
    NoteVersionShown {
        /// JSON text of `ShownVersion`: a bulk load; null for the note itself.
        shown_version: Option<String>,
    },
    /// Preferences are being saved, or are saved.
    Saving {
        /// Whether they are being saved.
        is_saving: bool,
    },
}
