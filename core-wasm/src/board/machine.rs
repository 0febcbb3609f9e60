//! The person's boards: the list of them, and the one that is open. What the server says comes in here as records;
//! [`super::edit`] turns intents into ops.

use super::overview::Overview;
use super::reduce;
use super::replica::{Receipt, Replica};
use super::slug::slug;
use crate::call::{Answer, Call, Failure, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::CreateBoardRequest;
use crate::protocol::id::{Id, IdMap};
use crate::protocol::patch::Patch;
use crate::protocol::record::{Board, BoardRecords};
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::BoardName;
use crate::protocol::view::{BoardStatus, BoardView, LoadStatus};
use crate::sync::outbox::{Outbox, Sent};

/// Every board that this device knows.
#[derive(Debug, Default)]
pub struct Boards {
    pub(super) overview: Overview,
    pub(super) open: Open,
    /// Boards opened before stay, so that they open at once the next time.
    pub(super) replicas: IdMap<Replica>,
}

/// Which board is open, and how it stands.
#[derive(Debug, Default)]
pub(super) struct Open {
    pub(super) slug: String,
    pub(super) status: BoardStatus,
    pub(super) board_id: Option<Id>,
}

impl Boards {
    /// The list of boards.
    pub fn overview(&self) -> &Overview {
        &self.overview
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
        self.overview.load(turn);
    }

    /// The list of boards has come, or has not.
    pub fn list_loaded(&mut self, answer: &Answer, outbox: &Outbox, turn: &mut Turn) {
        self.overview.loaded(answer, outbox, turn);
    }

    /// Shows the boards that the server does not know yet, with what was put on them (SPEC Y4).
    pub fn restore(&mut self, outbox: &Outbox, turn: &mut Turn) {
        for board in outbox.entries().filter_map(created) {
            let id = board.id;
            if let Some(replica) = Replica::load(new_records(board)) {
                self.replicas.insert(id, with_unsent(replica, outbox));
            }
        }
        self.overview.restore(outbox, turn);
    }

    /// Creates a board (SPEC B1, B9, B10). It can be opened at once.
    pub fn add_board(&mut self, name: &str, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let name = BoardName::parse(name)?;
        let id = env.new_id();
        let board = reduce::new_board(id, name.clone(), slug(&name, id, 4));
        if let Some(replica) = Replica::load(new_records(board.clone())) {
            self.replicas.insert(id, replica);
        }
        self.overview.put(board, turn);
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
                self.overview.remove(board_id, turn);
            }
            Err(_) => turn.log("Error fetching boards"),
        }
    }

    /// What became of entries of the outbox.
    pub fn sent(&mut self, sent: Sent, turn: &mut Turn) {
        self.overview.overtaken();
        match sent {
            Sent::BoardCreated(board) => {
                let id = board.id;
                if self.overview.find(id).is_some_and(|known| known.slug != board.slug) {
                    // Another board had the slug already, so the server made a longer one.
                    self.overview.put(board.clone(), turn);
                }
                if self.open.board_id == Some(id) && self.open.slug != board.slug.as_str() {
                    self.open.slug = board.slug.as_str().to_owned();
                    self.patch_status(turn);
                    // The page's address is the old slug, which leads to somebody else's board.
                    let path = format!("/app/b/{}", self.open.slug);
                    turn.step.ui.push(UiEffect::Navigate { path, replace: true });
                }
                self.catch_up(id, turn);
            }
            Sent::BoardRefused(id) => {
                self.replicas.remove(&id);
                self.overview.remove(id, turn);
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
                    self.overview.load(turn);
                }
            }
        }
    }

    /// Asks what has happened while nobody looked.
    pub fn refresh(&mut self, outbox: &Outbox, turn: &mut Turn) {
        if self.overview.status() == LoadStatus::Failed {
            self.overview.load(turn);
        }
        match (self.open.status, self.open.board_id) {
            (BoardStatus::Failed, _) => self.open(&self.open.slug.clone(), outbox, turn),
            (BoardStatus::Ready, Some(id)) if !outbox.creates(id) => self.catch_up(id, turn),
            _ => {}
        }
    }

    /// Forgets everything: somebody else is signed in now.
    pub fn forget(&mut self, turn: &mut Turn) {
        self.overview.forget(turn);
        self.replicas.clear();
        self.close(turn);
    }

    fn catch_up(&mut self, board_id: Id, turn: &mut Turn) {
        if let Some(replica) = self.replicas.get(&board_id) {
            let path = format!("/boards/{board_id}/changes/?since={}", replica.certain_version());
            turn.calls.push(Call::get(Purpose::CatchUp { board_id }, path));
        }
    }

    pub(super) fn replica(&self) -> Result<&Replica, ErrorCode> {
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

    /// Puts the record of a board into the list as its replica holds it, with the person's unsent changes on top.
    fn put_board_of(&mut self, board_id: Id, turn: &mut Turn) {
        if let Some(replica) = self.replicas.get(&board_id) {
            self.overview.put(replica.board().clone(), turn);
        }
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
pub(super) fn created(entry: &OutboxEntry) -> Option<Board> {
    let OutboxEntry::CreateBoard { request } = entry else { return None };
    let (id, name) = (request.id.as_deref().and_then(Id::parse)?, BoardName::parse(&request.name).ok()?);
    let slug = slug(&name, id, 4);
    Some(reduce::new_board(id, name, slug))
}

/// The records of a board that was just created.
fn new_records(board: Board) -> BoardRecords {
    BoardRecords { version: 0, is_complete: true, board: Some(board), lists: vec![], cards: vec![], items: vec![] }
}

/// Puts what waits to be sent on top of a board. An op that does not fit any more is the server's to refuse.
fn with_unsent(mut replica: Replica, outbox: &Outbox) -> Replica {
    for op in outbox.ops(replica.board().id) {
        _ = replica.apply(op.clone(), &mut vec![]);
    }
    replica
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
