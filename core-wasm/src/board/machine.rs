//! The person's boards: the list of them, and the one that is open. Intents become ops here; what the server says comes back
//! as records.

use super::order::Place;
use super::reduce::{self, Records};
use super::replica::{Receipt, Replica};
use super::slug::slug;
use crate::call::{Answer, Call, Failure, Purpose, Turn};
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::CreateBoardRequest;
use crate::protocol::id::{Id, IdMap};
use crate::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ListEdit};
use crate::protocol::patch::Patch;
use crate::protocol::record::{Board, BoardRecords, Priority};
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::BoardName;
use crate::protocol::view::{BoardStatus, BoardView, LoadStatus};
use crate::sync::outbox::{Outbox, Sent};

/// Every board that this device knows.
#[derive(Debug, Default)]
pub struct Boards {
    status: LoadStatus,
    /// As shown: favourites first, then by name.
    list: Vec<Board>,
    open: Open,
    /// Boards opened before stay, so that they open at once the next time.
    replicas: IdMap<Replica>,
}

/// Which board is open, and how it stands.
#[derive(Debug, Default)]
struct Open {
    slug: String,
    status: BoardStatus,
    board_id: Option<Id>,
}

impl Boards {
    /// How far the list has come.
    pub fn status(&self) -> LoadStatus {
        self.status
    }

    /// The list, in the order to show.
    pub fn list(&self) -> &[Board] {
        &self.list
    }

    /// The slug that was asked for, and how the board stands.
    pub fn open_status(&self) -> (&str, BoardStatus) {
        (&self.open.slug, self.open.status)
    }

    /// The open board.
    pub fn open_view(&self) -> Option<BoardView> {
        self.open_replica().map(Replica::view)
    }

    /// Asks for the list of boards.
    pub fn load(&mut self, turn: &mut Turn) {
        if self.status == LoadStatus::Failed {
            self.status = LoadStatus::Loading;
            self.patch_list(turn);
        }
        turn.calls.push(Call::get(Purpose::LoadBoards, "/boards/get-boards/"));
    }

    /// The list of boards has come, or has not.
    pub fn loaded(&mut self, answer: &Answer, outbox: &Outbox, turn: &mut Turn) {
        match answer.read::<Vec<Board>>() {
            // The columns of the overview are for other readers: here the lists come with the board.
            Ok(boards) => {
                self.list = boards;
                self.status = LoadStatus::Ready;
                self.overlay(outbox);
                self.patch_list(turn);
            }
            Err(_) => {
                turn.log("Error fetching boards");
                if self.status == LoadStatus::Loading {
                    self.status = LoadStatus::Failed;
                    self.patch_list(turn);
                }
            }
        }
    }

    /// Puts what has not been sent on top of what the server knows.
    fn overlay(&mut self, outbox: &Outbox) {
        for entry in outbox.entries() {
            match entry {
                OutboxEntry::CreateBoard { .. } => {
                    let board = created(entry);
                    self.list.extend(board.filter(|board| !self.list.iter().any(|known| known.id == board.id)));
                }
                OutboxEntry::BoardOp { board_id, op } => {
                    if let Some(index) = self.list.iter().position(|board| board.id == *board_id) {
                        let mut records = Records::new(self.list.remove(index));
                        // Ops on lists and cards find nothing here, and do nothing to the board's record.
                        _ = reduce::apply(&mut records, op);
                        self.list.insert(index, records.board);
                    }
                }
                OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } => {}
            }
        }
        self.list.retain(|board| board.trashed_at.is_none());
        self.list.sort_unstable_by_key(sort_key);
    }

    /// Shows the boards that the server does not know yet, with what was put on them (SPEC Y4).
    pub fn restore(&mut self, outbox: &Outbox, turn: &mut Turn) {
        for board in outbox.entries().filter_map(created) {
            let id = board.id;
            if let Some(replica) = Replica::load(new_records(board)) {
                self.replicas.insert(id, with_unsent(replica, outbox));
            }
        }
        self.overlay(outbox);
        if !self.list.is_empty() {
            self.patch_list(turn);
        }
    }

    /// Creates a board (SPEC B1, B9, B10). It can be opened at once.
    pub fn add_board(&mut self, name: &str, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let name = BoardName::parse(name)?;
        let id = env.new_id();
        let board = reduce::new_board(id, name.clone(), slug(&name, id, 4));
        if let Some(replica) = Replica::load(new_records(board.clone())) {
            self.replicas.insert(id, replica);
        }
        self.put_board(board, turn);
        let request = CreateBoardRequest { name: name.as_str().to_owned(), id: Some(id.to_string()), slug: None };
        turn.entries.push(OutboxEntry::CreateBoard { request });
        Ok(())
    }

    /// Opens a board: at once where it is known, and then as the server has it (SPEC B11).
    pub fn open(&mut self, slug: &str, outbox: &Outbox, turn: &mut Turn) {
        let known = self
            .replicas
            .values()
            .find(|replica| replica.board().slug.as_str() == slug)
            .map(|replica| replica.board().id);
        self.open = Open { slug: slug.to_owned(), status: BoardStatus::Loading, board_id: known };
        match known {
            Some(id) => {
                self.open.status = BoardStatus::Ready;
                self.patch_opened(turn);
                if !outbox.creates(id) {
                    self.catch_up(id, turn);
                }
            }
            None => {
                self.patch_status(turn);
                let slug = slug.to_owned();
                turn.calls.push(Call::get(
                    Purpose::LoadBoard { slug: slug.clone() },
                    format!("/boards/{}/", path_segment(&slug)),
                ));
            }
        }
    }

    /// Leaves the open board. It stays known.
    pub fn close(&mut self, turn: &mut Turn) {
        if self.open.status != BoardStatus::Closed {
            self.open = Open::default();
            self.patch_status(turn);
        }
    }

    /// A board has come, or has not.
    pub fn board_loaded(&mut self, asked: &str, answer: &Answer, outbox: &Outbox, turn: &mut Turn) {
        let is_asked = self.open.slug == asked;
        let replica = answer.read::<BoardRecords>().and_then(|records| Replica::load(records).ok_or(Failure::Passing));
        let failed = match replica {
            Ok(replica) => {
                let id = replica.board().id;
                // A replica that has come further meanwhile stays.
                if self.replicas.get(&id).is_none_or(|known| known.version() < replica.version()) {
                    self.replicas.insert(id, with_unsent(replica, outbox));
                }
                if is_asked {
                    self.open = Open { slug: asked.to_owned(), status: BoardStatus::Ready, board_id: Some(id) };
                    self.patch_opened(turn);
                }
                return;
            }
            Err(Failure::Final { status: 404, .. }) => BoardStatus::NotFound,
            Err(_) => BoardStatus::Failed,
        };
        turn.log("Error fetching boards");
        if is_asked && self.open.status != BoardStatus::Ready {
            self.open.status = failed;
            self.patch_status(turn);
        }
    }

    /// What changed on a board has come, or has not.
    pub fn caught_up(&mut self, board_id: Id, answer: &Answer, turn: &mut Turn) {
        match answer.read::<BoardRecords>() {
            Ok(news) => {
                self.with_replica(board_id, turn, |replica, patches| replica.receive(news, patches));
                self.put_board_of(board_id, turn);
            }
            Err(Failure::Final { status: 404, .. }) => {
                self.replicas.remove(&board_id);
                if self.open.board_id == Some(board_id) {
                    self.open = Open {
                        slug: std::mem::take(&mut self.open.slug),
                        status: BoardStatus::NotFound,
                        board_id: None,
                    };
                    self.patch_status(turn);
                }
                self.remove_board(board_id, turn);
            }
            Err(_) => turn.log("Error fetching boards"),
        }
    }

    /// What became of entries of the outbox.
    pub fn sent(&mut self, sent: Sent, turn: &mut Turn) {
        match sent {
            Sent::BoardCreated(board) => {
                let id = board.id;
                if self.list.iter().any(|known| known.id == id && known.slug != board.slug) {
                    // Another board had the slug already, so the server made a longer one.
                    self.put_board(board.clone(), turn);
                }
                if self.open.board_id == Some(id) && self.open.slug != board.slug.as_str() {
                    self.open.slug = board.slug.as_str().to_owned();
                    self.patch_status(turn);
                }
                self.catch_up(id, turn);
            }
            Sent::BoardRefused(id) => {
                self.replicas.remove(&id);
                self.remove_board(id, turn);
                if self.open.board_id == Some(id) {
                    self.close(turn);
                }
            }
            Sent::OpsConfirmed(board_id, ops) => {
                let mut receipt = Receipt::Current;
                self.with_replica(board_id, turn, |replica, patches| receipt = replica.confirm(&ops, patches));
                self.put_board_of(board_id, turn);
                if receipt == Receipt::Behind {
                    self.catch_up(board_id, turn);
                }
            }
            Sent::OpRefused(board_id, op_id) => {
                if self.replicas.contains_key(&board_id) {
                    self.with_replica(board_id, turn, |replica, patches| replica.refuse(op_id, patches));
                    self.put_board_of(board_id, turn);
                } else {
                    self.load(turn);
                }
            }
        }
    }

    /// Asks what has happened while nobody looked.
    pub fn refresh(&mut self, outbox: &Outbox, turn: &mut Turn) {
        if self.status == LoadStatus::Failed {
            self.load(turn);
        }
        match (self.open.status, self.open.board_id) {
            (BoardStatus::Failed, _) => self.open(&self.open.slug.clone(), outbox, turn),
            (BoardStatus::Ready, Some(id)) if !outbox.creates(id) => self.catch_up(id, turn),
            _ => {}
        }
    }

    /// Forgets everything: somebody else is signed in now.
    pub fn forget(&mut self, turn: &mut Turn) {
        if !self.list.is_empty() || self.status != LoadStatus::Loading {
            *self = Self { open: std::mem::take(&mut self.open), ..Self::default() };
            self.patch_list(turn);
        }
        self.replicas.clear();
        self.close(turn);
    }

    fn catch_up(&mut self, board_id: Id, turn: &mut Turn) {
        if let Some(replica) = self.replicas.get(&board_id) {
            let path = format!("/boards/{board_id}/changes/?since={}", replica.certain_version());
            turn.calls.push(Call::get(Purpose::CatchUp { board_id }, path));
        }
    }

    /// Changes one field of a board.
    pub fn edit_board(&mut self, board_id: Id, edit: BoardEdit, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change_board(board_id, Change::EditBoard { edit }, env, turn)
    }

    /// Puts a board into the trash.
    pub fn delete_board(&mut self, board_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change_board(board_id, Change::TrashBoard, env, turn)
    }

    fn change_board(&mut self, board_id: Id, change: Change, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let op = BoardOp { id: env.new_id(), at: env.now, change };
        let board = if let Some(replica) = self.replicas.get_mut(&board_id) {
            let mut patches = vec![];
            replica.apply(op.clone(), &mut patches)?;
            let board = replica.board().clone();
            if self.open.board_id == Some(board_id) {
                turn.step.patches.extend(patches);
            }
            board
        } else {
            let board = self.list.iter().find(|board| board.id == board_id).ok_or(ErrorCode::UnknownBoard)?;
            let mut records = Records::new(board.clone());
            reduce::apply(&mut records, &op)?;
            records.board
        };
        self.put_board(board, turn);
        turn.entries.push(OutboxEntry::BoardOp { board_id, op });
        Ok(())
    }

    /// Adds a list at the end of the open board.
    pub fn add_list(&mut self, name: String, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let place = self.replica()?.place_list(None, usize::MAX);
        let change = |rank| Change::AddList { list_id: env.new_id(), name, rank };
        self.put_at(place, |list_id, rank| Change::MoveList { list_id, rank }, change, env, turn)
    }

    /// Moves a list. A move to where it stands does nothing (SPEC B13).
    pub fn move_list(&mut self, list_id: Id, index: u32, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let from = replica.list_position(list_id).ok_or(ErrorCode::UnknownList)?;
        let last = replica.list_count().saturating_sub(1);
        if from == (index as usize).min(last) {
            return Ok(());
        }
        let place = replica.place_list(Some(list_id), index as usize);
        let to = |list_id, rank| Change::MoveList { list_id, rank };
        self.put_at(place, to, |rank| to(list_id, rank), env, turn)
    }

    /// Changes one field of a list.
    pub fn edit_list(&mut self, list_id: Id, edit: ListEdit, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change(Change::EditList { list_id, edit }, env, turn)
    }

    /// Puts a list, with what lies in it, into the trash.
    pub fn delete_list(&mut self, list_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change(Change::TrashList { list_id }, env, turn)
    }

    /// Adds a card at the end of a list. A blank title is ignored (SPEC B3).
    pub fn add_card(
        &mut self,
        list_id: Id,
        title: String,
        priority: Priority,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        let place = self.replica()?.place_card(None, list_id, usize::MAX)?;
        if title.trim().is_empty() {
            return Ok(());
        }
        let change = |rank| Change::AddCard { card_id: env.new_id(), list_id, rank, title, priority };
        self.put_at(place, |card_id, rank| Change::MoveCard { card_id, list_id, rank }, change, env, turn)
    }

    /// Moves a card. A move to where it lies does nothing (SPEC B13).
    pub fn move_card(
        &mut self,
        card_id: Id,
        list_id: Id,
        index: u32,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let from = replica.position(card_id).ok_or(ErrorCode::UnknownCard)?;
        let last = replica.card_count(list_id).saturating_sub(usize::from(from.0 == list_id));
        if from == (list_id, (index as usize).min(last)) {
            return Ok(());
        }
        let place = replica.place_card(Some(card_id), list_id, index as usize)?;
        let to = |card_id, rank| Change::MoveCard { card_id, list_id, rank };
        self.put_at(place, to, |rank| to(card_id, rank), env, turn)
    }

    /// Changes one field of a card.
    pub fn edit_card(&mut self, card_id: Id, edit: CardEdit, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change(Change::EditCard { card_id, edit }, env, turn)
    }

    /// Puts a card into the trash.
    pub fn delete_card(&mut self, card_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change(Change::TrashCard { card_id }, env, turn)
    }

    /// Makes room where ranks are shared, then puts something at its rank.
    fn put_at(
        &mut self,
        place: Place,
        shift: impl Fn(Id, String) -> Change,
        put: impl FnOnce(String) -> Change,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        for (id, rank) in place.moves {
            self.change(shift(id, rank.to_string()), env, turn)?;
        }
        self.change(put(place.rank.to_string()), env, turn)
    }

    /// Does something to the open board.
    fn change(&mut self, change: Change, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let op = BoardOp { id: env.new_id(), at: env.now, change };
        let replica = self.open.board_id.and_then(|id| self.replicas.get_mut(&id)).ok_or(ErrorCode::UnknownBoard)?;
        replica.apply(op.clone(), &mut turn.step.patches)?;
        turn.entries.push(OutboxEntry::BoardOp { board_id: replica.board().id, op });
        Ok(())
    }

    fn replica(&self) -> Result<&Replica, ErrorCode> {
        self.open_replica().ok_or(ErrorCode::UnknownBoard)
    }

    fn open_replica(&self) -> Option<&Replica> {
        self.replicas.get(&self.open.board_id?)
    }

    /// Does something to a replica; the mirror hears of it only while that board is open.
    fn with_replica(&mut self, board_id: Id, turn: &mut Turn, act: impl FnOnce(&mut Replica, &mut Vec<Patch>)) {
        if let Some(replica) = self.replicas.get_mut(&board_id) {
            let mut patches = vec![];
            act(replica, &mut patches);
            if self.open.board_id == Some(board_id) {
                turn.step.patches.extend(patches);
            }
        }
    }

    /// Puts a board's record into the list, where it belongs by favourite and name, or takes it out if it is in the trash.
    fn put_board(&mut self, board: Board, turn: &mut Turn) {
        if board.trashed_at.is_some() {
            self.remove_board(board.id, turn);
            return;
        }
        if self.list.contains(&board) {
            return;
        }
        self.list.retain(|other| other.id != board.id);
        let key = sort_key(&board);
        let index = self.list.partition_point(|other| sort_key(other) < key);
        turn.step
            .patches
            .push(Patch::BoardPlaced { board: board.clone(), index: u32::try_from(index).unwrap_or(u32::MAX) });
        self.list.insert(index, board);
    }

    /// Puts the record of a board into the list as its replica holds it, with the person's unsent changes on top.
    fn put_board_of(&mut self, board_id: Id, turn: &mut Turn) {
        if let Some(replica) = self.replicas.get(&board_id) {
            self.put_board(replica.board().clone(), turn);
        }
    }

    fn remove_board(&mut self, id: Id, turn: &mut Turn) {
        if let Some(index) = self.list.iter().position(|board| board.id == id) {
            self.list.remove(index);
            turn.step.patches.push(Patch::BoardRemoved { id });
        }
    }

    fn patch_list(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::BoardsLoaded { status: self.status, boards: crate::json(&self.list) });
    }

    fn patch_status(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::BoardStatusChanged { slug: self.open.slug.clone(), status: self.open.status });
    }

    fn patch_opened(&self, turn: &mut Turn) {
        if let Some(view) = self.open_view() {
            self.patch_status(turn);
            turn.step.patches.push(Patch::BoardOpened { board: crate::json(&view) });
        }
    }
}

/// The board that an entry of the outbox creates.
fn created(entry: &OutboxEntry) -> Option<Board> {
    let OutboxEntry::CreateBoard { request } = entry else { return None };
    let (id, name) = (request.id.as_deref().and_then(Id::parse)?, BoardName::parse(&request.name).ok()?);
    let slug = slug(&name, id, 4);
    Some(reduce::new_board(id, name, slug))
}

/// The records of a board that was just created.
fn new_records(board: Board) -> BoardRecords {
    BoardRecords { version: 0, board: Some(board), lists: vec![], cards: vec![] }
}

/// Puts what waits to be sent on top of a board. An op that does not fit any more is the server's to refuse.
fn with_unsent(mut replica: Replica, outbox: &Outbox) -> Replica {
    for op in outbox.ops(replica.board().id) {
        _ = replica.apply(op.clone(), &mut vec![]);
    }
    replica
}

fn sort_key(board: &Board) -> (bool, String, Id) {
    (!board.favorite, board.name.as_str().to_lowercase(), board.id)
}

/// A slug from an address, made safe to stand in a path: whatever no slug holds is percent-encoded (RFC 3986, 2.1).
fn path_segment(slug: &str) -> String {
    slug.bytes().fold(String::with_capacity(slug.len()), |mut path, byte| {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            path.push(byte as char);
        } else {
            path.push_str(&format!("%{byte:02X}"));
        }
        path
    })
}
