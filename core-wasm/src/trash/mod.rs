//! The trash and the archives (SPEC G1 to G4): the server's records, overlaid with the user's unsent changes and the
//! boards in memory.

pub(crate) mod retention;

use crate::api::{ApiRequest, Purpose};
use crate::board::machine::Boards;
use crate::board::partial::PartialSource;
use crate::board::policy::{Action, is_allowed};
use crate::board::reduce::Records;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::http::BoardsRecordsResponse;
use crate::protocol::id_map::IdMap;
use crate::protocol::messages::core as messages;
use crate::protocol::patch::Patch;
use crate::protocol::record::{Board, List};
use crate::protocol::response::ApiResponse;
use crate::protocol::view::{TrashEntry, TrashGroup, TrashKind, TrashView};
use crate::resource::remote::{FailureOutcome, RemoteResource};
use crate::sort::sort_by_key;
use retention::LocalDate;

/// The state of the Trash page.
#[derive(Debug, Default)]
pub(crate) struct Trash {
    /// The records of the trash; they are kept among those of the boards.
    resource: RemoteResource,
    is_stale: bool,
    /// Whether a response has arrived that the mirror does not show yet.
    has_response: bool,
    mirrored: TrashView,
    today: LocalDate,
}

impl Trash {
    /// Returns the trash as the mirror holds it.
    pub(crate) fn view(&self) -> &TrashView {
        &self.mirrored
    }

    /// Fetches the trash again if the page has requested it before, because changes may have been missed.
    pub(crate) fn refresh(&mut self, ctx: &mut Context) {
        if self.resource.is_requested() {
            self.resource.invalidate();
            self.fetch(ctx);
        }
    }

    /// Marks a response in flight as possibly outdated, because something has changed on the server.
    pub(crate) fn invalidate(&mut self) {
        self.resource.invalidate();
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if self.resource.start_fetch() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadTrash, "/trash/"));
        }
    }

    /// Handles the page's request for the trash. Known entries show at once, and the trash is fetched.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        self.resource.request();
        self.is_stale = true;
        self.fetch(ctx);
    }

    /// Handles the server's response to a request for the trash.
    pub(crate) fn on_response(&mut self, response: &ApiResponse, boards: &mut Boards, ctx: &mut Context) {
        self.is_stale = true;
        self.has_response = true;
        match response.read::<BoardsRecordsResponse>() {
            Ok(response) => {
                let outcome = self.resource.finish_fetch();
                if outcome.is_outdated {
                    self.fetch(ctx);
                }
                if !outcome.applies {
                    return;
                }
                boards.merge_partial(PartialSource::Trash, response.boards);
                self.resource.set(());
            }
            Err(_) => {
                ctx.log("Error fetching trash");
                if self.resource.fail_fetch() == FailureOutcome::Refetch {
                    self.fetch(ctx);
                }
            }
        }
    }

    /// Updates the mirror after a change on a board. While a board is open, the page is not visible, so only a request and
    /// its response update it, for a card that was opened by its URL.
    pub(crate) fn reconcile(&mut self, has_changed: bool, boards: &Boards, env: &Env, ctx: &mut Context) {
        let today = LocalDate::of(env);
        self.is_stale |= has_changed || today != self.today;
        self.today = today;
        let is_requested_now = self.resource.take_requested_now();
        let has_response = std::mem::take(&mut self.has_response);
        let is_visible = self.resource.is_requested() && (is_requested_now || has_response || !boards.is_any_open());
        if is_visible && std::mem::take(&mut self.is_stale) {
            let view =
                TrashView { status: self.resource.status(), entries: entries(boards, today), ..TrashView::default() };
            if view != self.mirrored {
                ctx.step.patches.push(Patch::TrashLoaded { trash: json::json(&view) });
                self.mirrored = view;
            }
        }
    }

    /// Clears the state after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        let shown = std::mem::take(&mut self.mirrored);
        *self = Self::default();
        if shown != self.mirrored {
            ctx.step.patches.push(Patch::TrashLoaded { trash: json::json(&self.mirrored) });
        }
    }
}

/// Returns all trashed and archived records, newest first. Records on a trashed board are left out because they are
/// restored with it.
fn entries(boards: &Boards, today: LocalDate) -> Vec<TrashEntry> {
    let mut entries: IdMap<TrashEntry> = IdMap::default();
    for board_id in boards.board_ids() {
        let Some(board) = boards.records_of(board_id).map(|records| &records.board) else { continue };
        if let Some(since) = board.trashed_at {
            let entry = TrashEntry {
                kind: TrashKind::Board,
                id: board_id,
                board_id,
                group: TrashGroup::Boards,
                name: board.name.as_str().to_owned(),
                place: String::new(),
                since,
                is_archived: false,
                days_left: Some(today.days_left(since)),
                can_restore: is_allowed(board.role, Action::DeleteBoard),
            };
            entries.insert(board_id, entry);
            continue;
        }
        let board = boards.board_of(board_id).unwrap_or(board);
        let records = boards.records_of(board_id);
        // Records in memory are more current than partial ones, so they are collected last and take precedence.
        for records in boards.partial_records(board_id).into_iter().chain(records) {
            collect_entries(records, board, today, &mut entries);
        }
    }
    let mut entries: Vec<TrashEntry> = entries.into_values().collect();
    sort_by_key(&mut entries, |entry| std::cmp::Reverse((entry.since, entry.id)));
    entries
}

/// Returns the shown name of a list, whose name may be empty.
fn list_name(list: &List) -> &str {
    let name = list.name.as_str();
    if name.is_empty() { messages::list_untitled() } else { name }
}

fn collect_entries(records: &Records, board: &Board, today: LocalDate, entries: &mut IdMap<TrashEntry>) {
    let (board_id, name) = (board.id, board.name.as_str());
    let can_restore = is_allowed(board.role, Action::EditContents);
    for list in records.lists.values() {
        entries.remove(&list.id);
        if let Some(since) = list.trashed_at {
            let entry = TrashEntry {
                kind: TrashKind::List,
                id: list.id,
                board_id,
                group: TrashGroup::Lists,
                name: list_name(list).to_owned(),
                place: name.to_owned(),
                since,
                is_archived: false,
                days_left: Some(today.days_left(since)),
                can_restore,
            };
            entries.insert(list.id, entry);
        }
    }
    for card in records.cards.values() {
        entries.remove(&card.id);
        if let Some(since) = card.trashed_at.or(card.archived_at) {
            let list = records.lists.get(&card.list_id).map(list_name);
            let is_archived = card.trashed_at.is_none();
            let entry = TrashEntry {
                kind: TrashKind::Card,
                id: card.id,
                board_id,
                group: if is_archived { TrashGroup::Archive } else { TrashGroup::Cards },
                name: card.title.as_str().to_owned(),
                place: list.map_or_else(|| name.to_owned(), |list| messages::trash_location(name, list)),
                since,
                is_archived,
                days_left: (!is_archived).then(|| today.days_left(since)),
                can_restore,
            };
            entries.insert(card.id, entry);
        }
    }
}
