//! A page's mirror of the core, as in the web app: a snapshot that is updated by patches.

use core_wasm::protocol::id::Id;
use core_wasm::protocol::patch::Patch;
use core_wasm::protocol::record::Board;
use core_wasm::protocol::view::{BoardStatus, BoardView, CardView, DraftView, FilterView, ListView, Snapshot};

/// A copy of the core's state that only patches change.
#[derive(Clone)]
pub(crate) struct Mirror(pub(crate) Snapshot);

impl Mirror {
    /// Applies patches in order, each twice: the second time must not change anything.
    pub(crate) fn apply_each_twice(&mut self, patches: &[Patch]) {
        for patch in patches {
            self.apply(patch);
            let once = sorted(self.0.clone());
            self.apply(patch);
            assert_eq!(once, sorted(self.0.clone()), "applied twice: {patch:?}");
        }
    }

    /// Asserts that the mirror equals the core's state. The cards of a board are unordered.
    pub(crate) fn assert_is(&self, snapshot: &Snapshot) {
        assert_eq!(sorted(self.0.clone()), sorted(snapshot.clone()), "the mirror (left) differs from the core (right)");
    }

    fn apply(&mut self, patch: &Patch) {
        let state = &mut self.0;
        match patch.clone() {
            Patch::Session { session } => state.session = session,
            Patch::User { user } => state.user = user,
            Patch::Account { account } => state.account = account,
            Patch::Clock { clock } => state.clock = clock,
            Patch::Weather { weather } => state.weather = weather,
            Patch::Background { background } => state.background = background,
            Patch::Photos { photos } => state.photos = photos,
            Patch::Pictures { pictures } => state.pictures = pictures,
            Patch::Timer { timer } => state.timer = timer,
            Patch::Preferences { preferences } => state.preferences = preferences,
            Patch::Stats { stats } => state.stats = stats,
            Patch::Limits { limits } => state.limits = limits,
            Patch::Sync { sync } => state.sync = sync,
            Patch::BoardsLoaded { status, boards } => {
                state.boards_status = status;
                state.boards = serde_json::from_str::<Vec<Board>>(&boards).expect("JSON text of boards");
            }
            Patch::BoardSummaries { summaries } => {
                state.board_summaries = serde_json::from_str(&summaries).expect("JSON text of summaries");
            }
            Patch::BoardPlaced { board, index } => {
                state.boards.retain(|other| other.id != board.id);
                state.boards.insert(index as usize, board);
            }
            Patch::BoardRemoved { id } => state.boards.retain(|board| board.id != id),
            Patch::BoardOpened { board } => {
                state.open_board = Some(serde_json::from_str(&board).expect("JSON text of a board"));
            }
            Patch::BoardStatusChanged { slug, status } => {
                state.open_slug = slug;
                state.open_status = status;
                if status != BoardStatus::Ready {
                    state.open_board = None;
                }
            }
            Patch::CardDetails { details } => state.open_card = details,
            Patch::BoardActivity { activity } => state.board_activity = activity,
            Patch::PreparedBoard { prepared_board } => state.prepared_board = prepared_board,
            Patch::FilterChanged { filter, matching } => {
                let matching = matching.map(|ids| serde_json::from_str::<Vec<Id>>(&ids).expect("JSON text of ids"));
                state.filter = FilterView { filter, matching };
            }
            Patch::CardMatched { id, fits } => {
                let matching = state.filter.matching.as_mut().expect("a filter that a card fits or not");
                matching.retain(|other| *other != id);
                matching.extend(fits.then_some(id));
            }
            Patch::History { history } => state.history = history,
            Patch::DraftChanged { key, text } => {
                state.drafts.retain(|draft| draft.key != key);
                state.drafts.extend(text.map(|text| DraftView { key, text }));
            }
            Patch::TasksLoaded { tasks } => state.tasks = serde_json::from_str(&tasks).expect("JSON text of tasks"),
            Patch::TaskFilterChanged { task_filter } => {
                state.task_filter = serde_json::from_str(&task_filter).expect("JSON text of a task filter");
            }
            Patch::Admin { admin } => state.admin = admin,
            Patch::Sharing { sharing } => state.sharing = sharing,
            Patch::Presence { presence } => state.presence = presence,
            Patch::Uploads { uploads } => state.uploads = uploads,
            Patch::AttachmentLinks { links } => state.attachment_links = links,
            Patch::InboxLoaded { inbox } => state.inbox = serde_json::from_str(&inbox).expect("JSON text of the inbox"),
            Patch::PublicBoard { public_board } => state.public_board = public_board,
            Patch::TrashLoaded { trash } => state.trash = serde_json::from_str(&trash).expect("JSON text of the trash"),
            Patch::FocusTimesLoaded { focus_times } => {
                state.focus_times = serde_json::from_str(&focus_times).expect("JSON text of focus times");
            }
            Patch::FocusTimeChanged { focus_time } => {
                state.focus_times.retain(|known| known.id != focus_time.id);
                state.focus_times.extend((focus_time.focused > 0).then_some(focus_time));
            }
            Patch::Heatmap { heatmap } => state.heatmap = heatmap,
            Patch::Breakdown { breakdown } => state.breakdown = breakdown,
            Patch::FocusSessionsLoaded { focus_sessions } => state.focus_sessions = focus_sessions,
            Patch::FocusSessionPlaced { session, index } => {
                let sessions = &mut state.focus_sessions.sessions;
                sessions.retain(|known| known.id != session.id);
                sessions.insert(index as usize, session);
            }
            Patch::SessionForm { session_form } => state.session_form = session_form,
            Patch::FocusSessionRemoved { id } => state.focus_sessions.sessions.retain(|known| known.id != id),
            Patch::Saving { is_saving } => state.is_saving = is_saving,
            Patch::NotesLoaded { notes } => state.notes = serde_json::from_str(&notes).expect("JSON text of notes"),
            Patch::NotesStatus { status } => state.notes.status = status,
            Patch::NoteChanged { note } => {
                state.notes.notes.retain(|known| known.id != note.id);
                state.notes.notes.push(note);
            }
            Patch::NoteRemoved { id } => state.notes.notes.retain(|note| note.id != id),
            Patch::NotesOrdered { order } => {
                state.notes.order = serde_json::from_str(&order).expect("JSON text of an order");
            }
            Patch::NoteOpened { note } => {
                state.notes.open = note.map(|note| serde_json::from_str(&note).expect("JSON text of a note"));
            }
            Patch::NoteVersions { apart, versions } => {
                let open = state.notes.open.as_mut().expect("an open note to patch");
                (open.apart, open.versions) = (apart, versions);
            }
            Patch::NoteVersionShown { shown_version } => {
                let shown = shown_version.map(|shown| serde_json::from_str(&shown).expect("JSON text of a version"));
                state.notes.open.as_mut().expect("an open note to patch").shown_version = shown;
            }
            patch => apply_to_board(state.open_board.as_mut().expect("an open board to patch"), patch),
        }
    }
}

fn apply_to_board(view: &mut BoardView, patch: Patch) {
    match patch {
        Patch::OpenBoardChanged { board } => view.board = board,
        Patch::ListPlaced { id, from_index: _, index, list } => {
            let known = view.lists.iter().position(|list| list.id == id);
            let known = known.map(|at| view.lists.remove(at));
            let placed = list.or(known).expect("a new list is sent with its record");
            view.lists.insert(index as usize, placed);
        }
        Patch::CardsAdded { cards } => {
            for card in serde_json::from_str::<Vec<CardView>>(&cards).expect("JSON text of cards") {
                put_card(view, card);
            }
        }
        Patch::ListChanged { id, name, is_collapsed, color } => {
            let list = list_of(view, id);
            (list.name, list.is_collapsed, list.color) = (name, is_collapsed, color);
        }
        Patch::ListRemoved { id } => {
            let gone: Vec<Id> =
                view.lists.iter().filter(|list| list.id == id).flat_map(|list| list.card_ids.clone()).collect();
            view.cards.retain(|card| !gone.contains(&card.id));
            view.lists.retain(|list| list.id != id);
        }
        Patch::CardPlaced { id, from_list_id: _, from_index: _, list_id, index, card } => {
            view.lists.iter_mut().for_each(|list| list.card_ids.retain(|other| *other != id));
            list_of(view, list_id).card_ids.insert(index as usize, id);
            if let Some(card) = card {
                put_card(view, card);
            }
        }
        Patch::CardChanged { card } => put_card(view, card),
        Patch::CardDueChanged { id, due_status } => {
            let card = view.cards.iter_mut().find(|card| card.id == id).expect("a card on the board");
            card.due_status = Some(due_status);
        }
        Patch::CardRemoved { id, list_id } => {
            if let Some(list) = view.lists.iter_mut().find(|list| list.id == list_id) {
                list.card_ids.retain(|other| *other != id);
            }
            view.cards.retain(|card| card.id != id);
        }
        other => unreachable!("{other:?} is not about the open board"),
    }
}

fn list_of(view: &mut BoardView, id: Id) -> &mut ListView {
    view.lists.iter_mut().find(|list| list.id == id).expect("the patch names a list on the board")
}

fn put_card(view: &mut BoardView, card: CardView) {
    match view.cards.iter_mut().find(|known| known.id == card.id) {
        Some(known) => *known = card,
        None => view.cards.push(card),
    }
}

fn sorted(mut snapshot: Snapshot) -> Snapshot {
    if let Some(board) = &mut snapshot.open_board {
        board.cards.sort_unstable_by_key(|card| card.id);
    }
    if let Some(matching) = &mut snapshot.filter.matching {
        matching.sort_unstable();
    }
    snapshot.notes.notes.sort_unstable_by_key(|note| note.id);
    snapshot.drafts.sort_unstable_by(|one, other| one.key.cmp(&other.key));
    snapshot.focus_times.sort_unstable_by_key(|time| time.id);
    snapshot
}
