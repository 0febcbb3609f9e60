//! The list of the person's boards: favourites first, then by name.

use super::machine::created;
use super::reduce::{self, Records};
use crate::call::{Answer, Call, Purpose, Turn};
use crate::protocol::id::Id;
use crate::protocol::op::BoardOp;
use crate::protocol::patch::Patch;
use crate::protocol::record::Board;
use crate::protocol::stored::{FORMAT, OutboxEntry, StoredOverview, kept};
use crate::protocol::view::LoadStatus;
use crate::sorted::sort_by_key;
use crate::sync::outbox::Outbox;

/// Boards without what lies on them, and how far they have loaded.
#[derive(Debug, Default)]
pub struct Overview {
    status: LoadStatus,
    /// As shown (SPEC B14).
    boards: Vec<Board>,
    /// As the server has them, which is what is stored.
    confirmed: Vec<Board>,
    /// Whose boards these are.
    account: Option<Id>,
    /// Whether the list is on its way.
    is_asked: bool,
    /// Whether something of the person's has reached the server since the list was asked for: then it may lack it.
    is_overtaken: bool,
    /// Whether it was asked for again because of that: the list that comes then is shown, however much goes on.
    is_repeated: bool,
}

impl Overview {
    /// How far the list has come.
    pub fn status(&self) -> LoadStatus {
        self.status
    }

    /// The boards, in the order to show.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The record of a board.
    pub fn find(&self, id: Id) -> Option<&Board> {
        self.boards.iter().find(|board| board.id == id)
    }

    /// The board with a slug.
    pub fn id_of(&self, slug: &str) -> Option<Id> {
        self.boards.iter().find(|board| board.slug.as_str() == slug).map(|board| board.id)
    }

    /// Whose boards are shown from here on.
    pub(super) fn begin(&mut self, account: Id) {
        self.account = Some(account);
    }

    /// Asks for the list, if it is not known and nobody has asked.
    pub(super) fn want(&mut self, turn: &mut Turn) {
        if self.status != LoadStatus::Ready && !self.is_asked {
            self.load(turn);
        }
    }

    /// Asks for the list anew. One that is on its way may have been read before.
    pub(super) fn refresh(&mut self, turn: &mut Turn) {
        if self.is_asked {
            self.is_overtaken = true;
        } else {
            self.load(turn);
        }
    }

    /// Asks for the list.
    pub fn load(&mut self, turn: &mut Turn) {
        if self.status == LoadStatus::Failed {
            self.status = LoadStatus::Loading;
            self.patch(turn);
        }
        if !std::mem::replace(&mut self.is_asked, true) {
            self.is_overtaken = false;
        }
        turn.calls.push(Call::get(Purpose::LoadBoards, "/boards/get-boards/"));
    }

    /// The server has taken a change. A list that is on its way may have been read before (SPEC Y11).
    pub fn overtaken(&mut self) {
        self.is_overtaken = true;
    }

    /// The list has come, or has not.
    pub fn loaded(&mut self, answer: &Answer, outbox: &Outbox, turn: &mut Turn) {
        self.is_asked = false;
        // The columns of the answer are for other readers: here the lists come with the board.
        match answer.read::<Vec<Board>>() {
            Ok(_) if self.is_overtaken && !self.is_repeated => {
                self.is_repeated = true;
                self.load(turn);
            }
            Ok(boards) => {
                self.confirmed = boards;
                self.show(outbox, turn);
                self.keep(turn);
                self.is_repeated = false;
                if self.is_overtaken {
                    self.load(turn);
                }
            }
            Err(_) => {
                self.is_repeated = false;
                turn.log("Error fetching boards");
                if self.status == LoadStatus::Loading {
                    self.status = LoadStatus::Failed;
                    self.patch(turn);
                }
            }
        }
    }

    /// Shows what is stored, unless the server has told more already, and the boards that it does not know yet (SPEC Y4,
    /// Y15).
    pub fn restore(&mut self, stored: Option<Vec<Board>>, outbox: &Outbox, turn: &mut Turn) {
        match stored.filter(|_| self.status != LoadStatus::Ready) {
            Some(stored) => {
                self.confirmed = stored;
                self.show(outbox, turn);
            }
            None => {
                self.overlay(outbox);
                if !self.boards.is_empty() {
                    self.patch(turn);
                }
            }
        }
    }

    fn show(&mut self, outbox: &Outbox, turn: &mut Turn) {
        self.boards = self.confirmed.clone();
        self.status = LoadStatus::Ready;
        self.overlay(outbox);
        self.patch(turn);
    }

    /// The server has told of a board that is not in memory (SPEC Y26).
    pub(super) fn told(&mut self, board: Board, outbox: &Outbox, turn: &mut Turn) {
        self.confirm(&board, turn);
        let mut records = Records::new(board);
        outbox.ops(records.board.id).for_each(|op| _ = reduce::apply(&mut records, op));
        self.put(records.board, turn);
    }

    /// The server has a board as this record: that is stored.
    pub(super) fn confirm(&mut self, board: &Board, turn: &mut Turn) {
        let known = self.confirmed.iter().position(|known| known.id == board.id);
        match known {
            _ if self.account.is_none() => return,
            Some(known) if self.confirmed[known] == *board => return,
            None if board.trashed_at.is_some() => return,
            Some(known) if board.trashed_at.is_some() => _ = self.confirmed.remove(known),
            Some(known) => self.confirmed[known] = board.clone(),
            None => self.confirmed.push(board.clone()),
        }
        self.keep(turn);
    }

    /// The server has a board as it is shown.
    pub(super) fn confirm_shown(&mut self, id: Id, turn: &mut Turn) {
        match self.find(id).cloned() {
            Some(board) => self.confirm(&board, turn),
            None => self.unconfirm(id, turn),
        }
    }

    fn unconfirm(&mut self, id: Id, turn: &mut Turn) {
        if let Some(known) = self.confirmed.iter().position(|known| known.id == id) {
            self.confirmed.remove(known);
            self.keep(turn);
        }
    }

    /// A board is not there any more.
    pub(super) fn forget_board(&mut self, id: Id, turn: &mut Turn) {
        self.unconfirm(id, turn);
        self.remove(id, turn);
    }

    /// Does to the record of a board what another tab did.
    pub(super) fn apply(&mut self, id: Id, op: &BoardOp, turn: &mut Turn) {
        if let Some(board) = self.find(id) {
            let mut records = Records::new(board.clone());
            if reduce::apply(&mut records, op).is_ok() {
                self.put(records.board, turn);
            }
        }
    }

    fn keep(&self, turn: &mut Turn) {
        // A list that has not come whole says nothing of the boards that are not in it.
        if let Some(account) = self.account.filter(|_| self.status == LoadStatus::Ready) {
            let stored = StoredOverview { format: FORMAT, boards: self.confirmed.clone() };
            turn.keep(kept::overview(account), crate::json(&stored));
        }
    }

    /// Puts what has not been sent on top of what the server knows.
    fn overlay(&mut self, outbox: &Outbox) {
        for entry in outbox.entries() {
            match entry {
                OutboxEntry::CreateBoard { .. } => {
                    let board = created(entry).filter(|board| self.find(board.id).is_none());
                    self.boards.extend(board);
                }
                OutboxEntry::BoardOp { board_id, op } => {
                    if let Some(board) = self.boards.iter_mut().find(|board| board.id == *board_id) {
                        let mut records = Records::new(board.clone());
                        // Ops on lists and cards find nothing here, and do nothing to the board's record.
                        _ = reduce::apply(&mut records, op);
                        *board = records.board;
                    }
                }
                OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } | OutboxEntry::Note { .. } => {}
            }
        }
        self.boards.retain(|board| board.trashed_at.is_none());
        sort_by_key(&mut self.boards, sort_key);
    }

    /// Puts a board's record where it belongs, or takes it out if it is in the trash.
    pub fn put(&mut self, board: Board, turn: &mut Turn) {
        if board.trashed_at.is_some() {
            self.remove(board.id, turn);
            return;
        }
        if self.boards.contains(&board) {
            return;
        }
        self.boards.retain(|other| other.id != board.id);
        let key = sort_key(&board);
        let index = self.boards.partition_point(|other| sort_key(other) < key);
        let patch = Patch::BoardPlaced { board: board.clone(), index: u32::try_from(index).unwrap_or(u32::MAX) };
        turn.step.patches.push(patch);
        self.boards.insert(index, board);
    }

    /// Takes a board out.
    pub fn remove(&mut self, id: Id, turn: &mut Turn) {
        if let Some(index) = self.boards.iter().position(|board| board.id == id) {
            self.boards.remove(index);
            turn.step.patches.push(Patch::BoardRemoved { id });
        }
    }

    /// Forgets everything: somebody else is signed in now.
    pub fn forget(&mut self, turn: &mut Turn) {
        let is_shown = !self.boards.is_empty() || self.status != LoadStatus::Loading;
        *self = Self::default();
        if is_shown {
            self.patch(turn);
        }
    }

    fn patch(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::BoardsLoaded { status: self.status, boards: crate::json(&self.boards) });
    }
}

fn sort_key(board: &Board) -> (bool, String, Id) {
    (!board.favorite, board.name.as_str().to_lowercase(), board.id)
}
