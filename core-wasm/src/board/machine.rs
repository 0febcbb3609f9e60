//! The person's boards: the list of them, and the one that is open. What the server says comes in here as records;
//! [`super::edit`] turns intents into ops.

use super::activity::Activities;
use super::details::OpenCard;
use super::filter::Filter;
use super::history::History;
use super::overview::Overview;
use super::reduce::{self, Record, Records};
use super::replica::{Receipt, Replica, Touched};
use super::slug::slug;
use super::stored::{News, Shelf};
use crate::call::{Answer, Call, Failure, Purpose, Turn, percent_encoded};
use crate::env::Env;
use crate::plans::{Limit, check_new_board};
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{CreateBoardRequest, HourFormat};
use crate::protocol::id::{Id, IdMap};
use crate::protocol::op::Change;
use crate::protocol::patch::Patch;
use crate::protocol::record::{Board, BoardRecords};
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::BoardName;
use crate::protocol::view::{BoardStatus, BoardView, LoadStatus};
use crate::sorted::sort_by_key;
use crate::sync::outbox::{Outbox, Sent};

/// Every board that this device knows.
#[derive(Debug, Default)]
pub struct Boards {
    pub(super) overview: Overview,
    pub(super) open: Open,
    /// Boards opened before stay, so that they open at once the next time.
    pub(super) replicas: IdMap<Replica>,
    /// Whose boards these are.
    pub(super) account: Option<Id>,
    /// Whether the stored list of boards has been read. Until then nobody knows what else is stored.
    is_read: bool,
    /// Boards that are being read from the storage.
    pub(super) reading: Vec<Id>,
    /// What is stored beside the snapshots.
    pub(super) shelves: IdMap<Shelf>,
    /// The boards whose changes were asked for, and have not come yet.
    catching_up: IdMap<CatchUp>,
    /// Of other boards, and of what lies in the trash: the records that other loads have told, with the person's own changes.
    pub(super) known: IdMap<Records>,
    pub(super) card: OpenCard,
    pub(super) activities: Activities,
    pub(super) history: History,
    pub(super) filter: Filter,
    /// What has changed, for whoever keeps something that is made of it.
    pub(super) touched: Vec<(Id, Touched)>,
    pub(super) is_doubtful: bool,
    /// Boards of which a list comes back from the trash that was never loaded: its cards are to be asked for.
    pub(super) restoring: Vec<Id>,
    /// Boards of which the server knows less than is known here: all of them is loaded, and takes the place of everything.
    resetting: Vec<Id>,
    /// How times are written in a card's activity.
    pub(super) hour_format: HourFormat,
}

/// What bears on whether there is room for another board.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Whether the person's plan has limits.
    pub is_limited: bool,
    /// Whether no server can be asked.
    pub is_offline: bool,
}

/// A request for the changes of a board.
#[derive(Debug)]
struct CatchUp {
    since: i64,
    /// Whether something was told meanwhile that the answer may lack.
    is_overtaken: bool,
}

/// Which board is open, and how it stands.
#[derive(Debug, Default)]
pub(super) struct Open {
    pub(super) slug: String,
    pub(super) status: BoardStatus,
    pub(super) board_id: Option<Id>,
    /// The board of that slug, while it is being read from the storage.
    pub(super) reads: Option<Id>,
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

    /// Whose boards are shown from here on. What is stored comes later, by [`Boards::restore`].
    pub fn begin(&mut self, account: Id) {
        self.account = Some(account);
        self.overview.begin(account);
    }

    /// The stored list of boards has come, or there is none: shows it, and the boards that the server does not know yet, with
    /// what was put on them (SPEC Y4). Boards with unsent changes are read, so that their confirmations are kept too.
    pub fn restore(&mut self, stored: Option<Vec<Board>>, outbox: &Outbox, turn: &mut Turn) {
        self.overview.restore(stored, outbox, turn);
        for entry in outbox.entries() {
            match entry {
                OutboxEntry::CreateBoard { .. } => self.make_replica(entry, outbox),
                OutboxEntry::BoardOp { board_id, .. } if !self.replicas.contains_key(board_id) => {
                    self.read(*board_id, turn);
                }
                _ => {}
            }
        }
        if !std::mem::replace(&mut self.is_read, true) && self.open.status == BoardStatus::Loading {
            self.open(&self.open.slug.clone(), outbox, turn);
        }
    }

    /// Takes in what another tab has changed.
    pub fn adopt(&mut self, entries: &[(Id, OutboxEntry)], outbox: &Outbox, turn: &mut Turn) {
        for (_, entry) in entries {
            match entry {
                OutboxEntry::CreateBoard { .. } => {
                    self.make_replica(entry, outbox);
                    if let Some(board) = created(entry) {
                        self.overview.put(board, turn);
                    }
                }
                OutboxEntry::BoardOp { board_id, op } => {
                    let is_new = |replica: &&Replica| !replica.awaits(op.id);
                    if self.replicas.get(board_id).filter(is_new).is_some() {
                        let next = outbox.ops(*board_id).skip_while(|other| other.id != op.id).nth(1).map(|op| op.id);
                        let op = op.clone();
                        self.with_replica(*board_id, turn, |replica, patches| replica.adopt(op, next, patches));
                        self.put_board_of(*board_id, turn);
                    } else {
                        self.overview.apply(*board_id, op, turn);
                    }
                }
                OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } | OutboxEntry::Note { .. } => {}
            }
        }
    }

    /// The replica of a board that the server does not know yet.
    fn make_replica(&mut self, entry: &OutboxEntry, outbox: &Outbox) {
        if let Some(board) = created(entry).filter(|board| !self.replicas.contains_key(&board.id)) {
            let id = board.id;
            if let Some(replica) = Replica::load(new_records(board)) {
                self.replicas.insert(id, with_unsent(replica, outbox));
            }
        }
    }

    /// Creates a board (SPEC B1, B9, B10), unless the person's plan has limits and room for no more. It can be opened at once, and
    /// its id is answered.
    pub fn add_board(&mut self, name: &str, room: Room, env: &Env, turn: &mut Turn) -> Result<Id, Rejection> {
        let name = BoardName::parse(name)?;
        self.check_room(room)?;
        let id = env.new_id();
        let board = reduce::new_board(id, name.clone(), slug(&name, id, 4));
        if let Some(replica) = Replica::load(new_records(board.clone())) {
            self.replicas.insert(id, replica);
        }
        self.overview.put(board, turn);
        let request = CreateBoardRequest {
            name: name.as_str().to_owned(),
            id: Some(id.to_string()),
            slug: None,
            made_offline: room.is_offline,
        };
        turn.entries.push(OutboxEntry::CreateBoard { request });
        self.history.record(id, vec![Change::TrashBoard]);
        Ok(id)
    }

    /// Whether another board can be made now.
    pub fn has_room(&self, room: Room) -> bool {
        self.check_room(room).is_ok()
    }

    fn check_room(&self, room: Room) -> Result<(), Limit> {
        if room.is_limited { check_new_board(self.overview.boards().len(), room.is_offline) } else { Ok(()) }
    }

    /// Opens a board: at once where it is known, otherwise from the storage, and then as the server has it (SPEC B11, Y16).
    pub fn open(&mut self, slug: &str, outbox: &Outbox, turn: &mut Turn) {
        let known = self
            .replicas
            .values()
            .find(|replica| replica.board().slug.as_str() == slug)
            .map(|replica| replica.board().id);
        self.open = Open { slug: slug.to_owned(), status: BoardStatus::Loading, board_id: known, reads: None };
        match known {
            Some(_) => self.open_known(outbox, turn),
            None => {
                self.patch_status(turn);
                match self.overview.id_of(slug) {
                    // What is stored tells whether the board is.
                    _ if !self.is_read => {}
                    Some(id) => {
                        self.open.reads = Some(id);
                        self.read(id, turn);
                    }
                    None => self.fetch(turn),
                }
            }
        }
    }

    /// Shows the board that was asked for, or asks the server for it.
    pub(super) fn open_known(&mut self, outbox: &Outbox, turn: &mut Turn) {
        let is_open = |replica: &&Replica| replica.board().slug.as_str() == self.open.slug;
        match self.replicas.values().find(is_open).map(|replica| replica.board().id) {
            Some(id) => {
                self.open.board_id = Some(id);
                self.open.status = BoardStatus::Ready;
                self.patch_opened(turn);
                if !outbox.creates(id) {
                    self.catch_up(id, turn);
                    self.want_overview(turn);
                }
            }
            None => self.fetch(turn),
        }
    }

    /// Without the list nobody finds a board in the storage, however much of it is kept (SPEC Y16).
    fn want_overview(&mut self, turn: &mut Turn) {
        self.overview.want(turn);
    }

    fn fetch(&mut self, turn: &mut Turn) {
        self.fetch_by(self.open.slug.clone(), turn);
    }

    fn fetch_by(&self, slug: String, turn: &mut Turn) {
        let path = format!("/boards/{}/changes/", percent_encoded(&slug));
        turn.calls.push(Call::get(Purpose::LoadBoard { slug }, path));
    }

    /// Leaves the open board. It stays known.
    pub fn close(&mut self, turn: &mut Turn) {
        if let Some(id) = self.open.board_id {
            self.compact(id, turn);
        }
        if self.open.status != BoardStatus::Closed {
            self.open = Open::default();
            self.patch_status(turn);
        }
    }

    /// A board has come, or has not.
    pub fn board_loaded(&mut self, asked: &str, answer: &Answer, outbox: &Outbox, turn: &mut Turn) {
        let is_asked = self.open.slug == asked;
        let records = answer.read::<BoardRecords>().and_then(|mut records| {
            records.is_complete = true;
            records.board.as_ref().map(|board| board.id).map(|id| (id, records)).ok_or(Failure::Passing)
        });
        let failed = match records {
            Ok((id, records)) => {
                let version = records.version;
                if let Some(place) = self.resetting.iter().position(|other| *other == id) {
                    self.resetting.remove(place);
                    self.distrust(id);
                }
                let receipt = match self.replicas.get_mut(&id) {
                    // One that has come further meanwhile stays.
                    Some(replica) => replica.receive(0, records, &mut vec![]),
                    None => {
                        let replica = Replica::load(records).map(|replica| with_unsent(replica, outbox));
                        self.replicas.extend(replica.map(|replica| (id, replica)));
                        Receipt::Replaced
                    }
                };
                if let (Receipt::Replaced, Answer::Arrived { body, .. }) = (receipt, answer) {
                    self.keep_board(id, version, body, turn);
                }
                if is_asked {
                    self.open =
                        Open { slug: asked.to_owned(), status: BoardStatus::Ready, board_id: Some(id), reads: None };
                    self.patch_opened(turn);
                }
                self.put_board_of(id, turn);
                self.want_overview(turn);
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
        let Some(asked) = self.catching_up.remove(&board_id) else { return };
        match (answer.read::<BoardRecords>(), answer) {
            (Ok(news), Answer::Arrived { body, .. }) => {
                self.receive(board_id, asked.since, news, body, turn);
                if asked.is_overtaken {
                    self.catch_up(board_id, turn);
                }
            }
            (Err(Failure::Final { status: 404, .. }), _) => {
                self.replicas.remove(&board_id);
                self.known.remove(&board_id);
                self.unkeep_board(board_id, turn);
                if self.open.board_id == Some(board_id) {
                    self.open = Open {
                        slug: std::mem::take(&mut self.open.slug),
                        status: BoardStatus::NotFound,
                        board_id: None,
                        reads: None,
                    };
                    self.patch_status(turn);
                }
                self.overview.forget_board(board_id, turn);
            }
            (Err(Failure::Final { status: 400, .. }), _) => self.reset(board_id, turn),
            _ => turn.log("Error fetching boards"),
        }
    }

    /// The server has not come as far as what is known here: it was set back to an older state. All of the board is loaded.
    fn reset(&mut self, board_id: Id, turn: &mut Turn) {
        if let Some(replica) = self.replicas.get(&board_id) {
            let slug = replica.board().slug.as_str().to_owned();
            if !self.resetting.contains(&board_id) {
                self.resetting.push(board_id);
            }
            self.fetch_by(slug, turn);
        }
    }

    /// The server has told of a change (SPEC Y26).
    pub fn changed(
        &mut self,
        board_id: Id,
        since: i64,
        records: Option<BoardRecords>,
        outbox: &Outbox,
        turn: &mut Turn,
    ) {
        self.overview.overtaken();
        if let Some(asked) = self.catching_up.get_mut(&board_id) {
            asked.is_overtaken = true;
        }
        self.tell_known(board_id, records.as_ref(), outbox);
        match records {
            Some(news) if self.replicas.contains_key(&board_id) => {
                let text = crate::json(&news);
                self.receive(board_id, since, news, &text, turn);
            }
            Some(BoardRecords { board: Some(board), .. }) => self.overview.told(board, outbox, turn),
            Some(_) => {}
            None if self.replicas.contains_key(&board_id) => self.catch_up(board_id, turn),
            // Too much has changed to tell, and the board's own record may be part of it.
            None => self.overview.load(turn),
        }
    }

    fn receive(&mut self, board_id: Id, since: i64, news: BoardRecords, text: &str, turn: &mut Turn) {
        let (version, mut receipt) = (news.version, Receipt::Known);
        self.with_replica(board_id, turn, |replica, patches| receipt = replica.receive(since, news, patches));
        self.received(board_id, since, version, News { receipt, text }, turn);
    }

    /// What became of entries of the outbox.
    pub fn sent(&mut self, sent: Sent, outbox: &Outbox, turn: &mut Turn) {
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
                self.overview.confirm(&board, turn);
                self.keep_news(id, 0, 0, &crate::json(&new_records(board)), turn);
                self.catch_up(id, turn);
            }
            Sent::BoardRefused(id) => {
                self.replicas.remove(&id);
                self.overview.forget_board(id, turn);
                if self.open.board_id == Some(id) {
                    self.close(turn);
                }
            }
            Sent::OpsConfirmed(board_id, ops) => {
                let mut receipt = Receipt::Known;
                self.with_replica(board_id, turn, |replica, patches| receipt = replica.confirm(&ops, patches));
                match receipt {
                    Receipt::Confirmed(since, records) => {
                        self.keep_confirmed(board_id, since, &records, turn);
                        self.compact(board_id, turn);
                    }
                    Receipt::Behind => self.catch_up(board_id, turn),
                    _ => {}
                }
                if self.restoring.contains(&board_id) && outbox.ops(board_id).next().is_none() {
                    self.restoring.retain(|id| *id != board_id);
                    self.catch_up(board_id, turn);
                }
                if self.replicas.contains_key(&board_id) {
                    self.put_board_of(board_id, turn);
                } else if outbox.ops(board_id).next().is_none() {
                    self.overview.confirm_shown(board_id, turn);
                }
            }
            Sent::OpRefused(board_id, op_id) => {
                self.activities.refuse(op_id);
                self.is_doubtful |= !self.replicas.contains_key(&board_id);
                if self.replicas.contains_key(&board_id) {
                    self.with_replica(board_id, turn, |replica, patches| replica.refuse(op_id, patches));
                    self.put_board_of(board_id, turn);
                } else {
                    self.overview.load(turn);
                }
            }
        }
    }

    /// Asks what has happened while nobody looked: of every board in memory, unless changes arrive by themselves.
    pub fn refresh(&mut self, is_live: bool, outbox: &Outbox, turn: &mut Turn) {
        if self.overview.status() == LoadStatus::Failed {
            self.overview.load(turn);
        }
        match (self.open.status, self.open.board_id) {
            (BoardStatus::Failed, _) => self.open(&self.open.slug.clone(), outbox, turn),
            (BoardStatus::Ready, Some(id)) if !outbox.creates(id) => self.catch_up(id, turn),
            _ => {}
        }
        if !is_live {
            self.catch_up_others(outbox, turn);
        }
    }

    /// Asks for the changes of all boards in memory but the open one.
    fn catch_up_others(&mut self, outbox: &Outbox, turn: &mut Turn) {
        let mut ids: Vec<Id> = self
            .replicas
            .keys()
            .filter(|id| self.open.board_id != Some(**id) && !outbox.creates(**id))
            .copied()
            .collect();
        sort_by_key(&mut ids, |id| *id);
        ids.into_iter().for_each(|id| self.catch_up(id, turn));
    }

    /// The input at hand has done all that it does: tells the mirror of what follows from it.
    pub fn follow(&mut self, outbox: &Outbox, env: &Env, turn: &mut Turn) {
        let touched: Vec<(Id, Touched)> =
            self.replicas.iter_mut().filter_map(|(id, replica)| Some((*id, replica.take_touched()?))).collect();
        let of_open = touched.iter().find(|(id, _)| self.open.board_id == Some(*id)).map(|(_, touched)| touched);
        self.follow_card(of_open.is_some(), outbox, turn);
        self.follow_filter(of_open, env, turn);
        self.touched.extend(touched);
    }

    /// Forgets everything: somebody else is signed in now.
    pub fn forget(&mut self, turn: &mut Turn) {
        self.overview.forget(turn);
        self.replicas.clear();
        self.account = None;
        self.is_read = false;
        self.reading.clear();
        self.shelves.clear();
        self.catching_up.clear();
        self.known.clear();
        self.touched.clear();
        self.is_doubtful = false;
        self.restoring.clear();
        self.resetting.clear();
        self.activities = Activities::default();
        self.forget_history(turn);
        self.close(turn);
    }

    /// Asks for the changes of a board, once at a time (SPEC Y8).
    pub fn catch_up(&mut self, board_id: Id, turn: &mut Turn) {
        let Some(since) = self.replicas.get(&board_id).map(Replica::certain_version) else { return };
        if let Some(asked) = self.catching_up.get_mut(&board_id) {
            asked.is_overtaken = true;
            return;
        }
        self.catching_up.insert(board_id, CatchUp { since, is_overtaken: false });
        let path = format!("/boards/{board_id}/changes/?since={since}");
        turn.calls.push(Call::get(Purpose::CatchUp { board_id }, path));
    }

    /// The live connection tells of everything from here on: asks for what happened before (SPEC Y26).
    pub fn live(&mut self, outbox: &Outbox, turn: &mut Turn) {
        self.overview.refresh(turn);
        if let (BoardStatus::Ready, Some(id)) = (self.open.status, self.open.board_id)
            && !outbox.creates(id)
        {
            self.catch_up(id, turn);
        }
        self.catch_up_others(outbox, turn);
    }

    /// The records of a board, with the person's own changes.
    pub fn records(&self, board_id: Id) -> Option<&Records> {
        self.replicas.get(&board_id).map(Replica::records)
    }

    /// The records that an unsent op changed, as they were before it.
    pub fn before(&self, board_id: Id, op_id: Id) -> &[Record] {
        self.replicas.get(&board_id).map(|replica| replica.before(op_id)).unwrap_or_default()
    }

    pub(super) fn replica(&self) -> Result<&Replica, ErrorCode> {
        self.open_replica().ok_or(ErrorCode::UnknownBoard)
    }

    fn open_replica(&self) -> Option<&Replica> {
        self.replicas.get(&self.open.board_id?)
    }

    /// Does something to a replica; the mirror hears of it only while that board is open.
    pub(super) fn with_replica(
        &mut self,
        board_id: Id,
        turn: &mut Turn,
        act: impl FnOnce(&mut Replica, &mut Vec<Patch>),
    ) {
        if let Some(replica) = self.replicas.get_mut(&board_id) {
            let mut patches = vec![];
            act(replica, &mut patches);
            if self.open.board_id == Some(board_id) {
                turn.step.patches.extend(patches);
            }
        }
    }

    /// Puts the record of a board into the list as its replica holds it, with the person's unsent changes on top.
    pub(super) fn put_board_of(&mut self, board_id: Id, turn: &mut Turn) {
        if let Some(replica) = self.replicas.get(&board_id) {
            self.overview.put(replica.board().clone(), turn);
            self.overview.confirm(replica.confirmed_board(), turn);
        }
    }

    fn patch_status(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::BoardStatusChanged { slug: self.open.slug.clone(), status: self.open.status });
    }

    pub(super) fn patch_opened(&self, turn: &mut Turn) {
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
    BoardRecords { version: 0, is_complete: false, board: Some(board), lists: vec![], cards: vec![], items: vec![] }
}

/// Returns the board with its unsent ops on top. An op that does not fit stays pending without an effect: the records that it
/// needs may still be missing here, and otherwise the server refuses it (SPEC Y37).
pub(super) fn with_unsent(mut replica: Replica, outbox: &Outbox) -> Replica {
    for op in outbox.ops(replica.board().id) {
        replica.adopt(op.clone(), None, &mut vec![]);
    }
    replica
}
