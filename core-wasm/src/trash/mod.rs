//! What lies in the trash and in the archives (SPEC G1 to G6): what the server told, with the person's own changes and the
//! boards in memory on top.

use crate::board::known::Load;
use crate::board::machine::Boards;
use crate::board::reduce::Records;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::protocol::http::BoardsRecordsAnswer;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::view::{LoadStatus, TrashEntry, TrashKind, TrashView};
use crate::sorted::sort_by_key;
use crate::sync::asking::Asking;
use crate::sync::outbox::Outbox;
use std::collections::BTreeMap;

/// The trash, as far as the page has asked for it.
#[derive(Debug, Default)]
pub struct Trash {
    status: LoadStatus,
    is_asked: bool,
    is_stale: bool,
    /// Whether the page has asked in the input at hand.
    is_new: bool,
    shown: TrashView,
    asking: Asking,
}

impl Trash {
    /// What the mirror holds.
    pub fn view(&self) -> &TrashView {
        &self.shown
    }

    /// Asks again, if the page has asked before: something may have been missed.
    pub fn refresh(&mut self, turn: &mut Turn) {
        if self.is_asked {
            self.asking.overtaken();
            self.fetch(turn);
        }
    }

    /// Something has changed at the server: an answer that is on its way may lack it.
    pub fn overtaken(&mut self) {
        self.asking.overtaken();
    }

    fn fetch(&mut self, turn: &mut Turn) {
        if self.asking.begin() {
            turn.calls.push(Call::get(Purpose::LoadTrash, "/trash/"));
        }
    }

    /// The page asks what lies in the trash: what is known shows at once.
    pub fn load(&mut self, turn: &mut Turn) {
        (self.is_asked, self.is_stale, self.is_new) = (true, true, true);
        if self.status == LoadStatus::Failed {
            self.status = LoadStatus::Loading;
        }
        self.fetch(turn);
    }

    /// The trash has come, or has not.
    pub fn loaded(&mut self, answer: &Answer, boards: &mut Boards, outbox: &Outbox, turn: &mut Turn) {
        self.is_stale = true;
        match answer.read::<BoardsRecordsAnswer>() {
            Ok(told) => {
                let (is_shown, is_repeated) = self.asking.come();
                if is_repeated {
                    self.fetch(turn);
                }
                if !is_shown {
                    return;
                }
                boards.learn(Load::Trash, told.boards, outbox);
                self.status = LoadStatus::Ready;
            }
            Err(_) => {
                self.asking.failed();
                turn.log("Error fetching the trash");
                if self.status == LoadStatus::Loading {
                    self.status = LoadStatus::Failed;
                }
            }
        }
    }

    /// Follows what has changed on boards, and tells the mirror: not while a board is open, when nobody sees the page.
    pub fn follow(&mut self, has_changed: bool, boards: &Boards, turn: &mut Turn) {
        self.is_stale |= has_changed;
        let is_seen = self.is_asked && (!boards.is_any_open() || std::mem::take(&mut self.is_new));
        if is_seen && std::mem::take(&mut self.is_stale) {
            let view = TrashView { status: self.status, entries: entries(boards) };
            if view != self.shown {
                turn.step.patches.push(Patch::TrashLoaded { trash: crate::json(&view) });
                self.shown = view;
            }
        }
    }

    /// Forgets everything: somebody else is signed in now.
    pub fn forget(&mut self, turn: &mut Turn) {
        let shown = std::mem::take(&mut self.shown);
        *self = Self::default();
        if shown != self.shown {
            turn.step.patches.push(Patch::TrashLoaded { trash: crate::json(&self.shown) });
        }
    }
}

/// All that lies in the trash or in an archive, the latest first. What lies on a board in the trash comes back with it.
fn entries(boards: &Boards) -> Vec<TrashEntry> {
    let mut entries: BTreeMap<Id, TrashEntry> = BTreeMap::new();
    for board_id in boards.all_known() {
        let Some(board) = boards.records_of(board_id).map(|records| &records.board) else { continue };
        if let Some(since) = board.trashed_at {
            let (kind, name) = (TrashKind::Board, board.name.as_str().to_owned());
            let entry =
                TrashEntry { kind, id: board_id, board_id, name, place: String::new(), since, is_archived: false };
            entries.insert(board_id, entry);
            continue;
        }
        let name = boards.board_of(board_id).map_or(board.name.as_str(), |board| board.name.as_str());
        let records = boards.records_of(board_id);
        // What is in memory is truer than what was told, so it comes last.
        for records in boards.told_of(board_id).into_iter().chain(records) {
            look(records, board_id, name, &mut entries);
        }
    }
    let mut entries: Vec<TrashEntry> = entries.into_values().collect();
    sort_by_key(&mut entries, |entry| std::cmp::Reverse((entry.since, entry.id)));
    entries
}

fn look(records: &Records, board_id: Id, board: &str, entries: &mut BTreeMap<Id, TrashEntry>) {
    for list in records.lists.values() {
        entries.remove(&list.id);
        if let Some(since) = list.trashed_at {
            let (kind, name, place) = (TrashKind::List, list.name.as_str().to_owned(), board.to_owned());
            entries.insert(list.id, TrashEntry { kind, id: list.id, board_id, name, place, since, is_archived: false });
        }
    }
    for card in records.cards.values() {
        entries.remove(&card.id);
        if let Some(since) = card.trashed_at.or(card.archived_at) {
            let list = records.lists.get(&card.list_id).map(|list| list.name.as_str());
            let list = list.map(|name| if name.is_empty() { "Untitled list" } else { name });
            let place = list.map_or_else(|| board.to_owned(), |list| format!("{board}, {list}"));
            let (kind, name, is_archived) =
                (TrashKind::Card, card.title.as_str().to_owned(), card.trashed_at.is_none());
            entries.insert(card.id, TrashEntry { kind, id: card.id, board_id, name, place, since, is_archived });
        }
    }
}
