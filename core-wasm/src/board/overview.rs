//! The list of the person's boards: favourites first, then by name.

use super::machine::created;
use super::reduce::{self, Records};
use crate::call::{Answer, Call, Purpose, Turn};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::Board;
use crate::protocol::stored::OutboxEntry;
use crate::protocol::view::LoadStatus;
use crate::sync::outbox::Outbox;

/// Boards without what lies on them, and how far they have loaded.
#[derive(Debug, Default)]
pub struct Overview {
    status: LoadStatus,
    /// As shown (SPEC B14).
    boards: Vec<Board>,
    /// Whether something of the person's has reached the server since the list was asked for: then it may lack it.
    is_overtaken: bool,
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

    /// Asks for the list.
    pub fn load(&mut self, turn: &mut Turn) {
        if self.status == LoadStatus::Failed {
            self.status = LoadStatus::Loading;
            self.patch(turn);
        }
        self.is_overtaken = false;
        turn.calls.push(Call::get(Purpose::LoadBoards, "/boards/get-boards/"));
    }

    /// The server has taken a change. A list that is on its way may have been read before (SPEC Y11).
    pub fn overtaken(&mut self) {
        self.is_overtaken = true;
    }

    /// The list has come, or has not.
    pub fn loaded(&mut self, answer: &Answer, outbox: &Outbox, turn: &mut Turn) {
        // The columns of the answer are for other readers: here the lists come with the board.
        match answer.read::<Vec<Board>>() {
            Ok(_) if self.is_overtaken => self.load(turn),
            Ok(boards) => {
                self.boards = boards;
                self.status = LoadStatus::Ready;
                self.overlay(outbox);
                self.patch(turn);
            }
            Err(_) => {
                turn.log("Error fetching boards");
                if self.status == LoadStatus::Loading {
                    self.status = LoadStatus::Failed;
                    self.patch(turn);
                }
            }
        }
    }

    /// Shows the boards that the server does not know yet (SPEC Y4).
    pub fn restore(&mut self, outbox: &Outbox, turn: &mut Turn) {
        self.overlay(outbox);
        if !self.boards.is_empty() {
            self.patch(turn);
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
                OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } => {}
            }
        }
        self.boards.retain(|board| board.trashed_at.is_none());
        self.boards.sort_unstable_by_key(sort_key);
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
        if !self.boards.is_empty() || self.status != LoadStatus::Loading {
            *self = Self::default();
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
