//! The person's boards: the list of them, and the one that is open. What the server says comes in here as records;
//! [`super::edit`] turns intents into ops.

use super::activity::Activities;
use super::details::OpenCard;
use super::filter::Filter;
use super::history::History;
use super::overview::Overview;
use super::reduce::{self, Record, Records};
use super::replica::{MergeOutcome, RecordChanges, Replica};
use super::slug::slug;
use super::storage::{BoardStorageIndex, ReceivedDelta};
use crate::api::{ApiRequest, ApiResponse, Failure, Purpose, percent_encoded};
use crate::context::Context;
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
use crate::sort::sort_by_key;
use crate::sync::outbox::{BoardSyncResult, Outbox};

/// Every board that this device knows.
#[derive(Debug, Default)]
pub struct Boards {
    pub(super) overview: Overview,
    pub(super) open: OpenBoard,
    /// Boards opened before stay, so that they open at once the next time.
    pub(super) replicas: IdMap<Replica>,
    /// Whose boards these are.
    pub(super) account: Option<Id>,
    /// Whether the stored list of boards has been read. Until then nobody knows what else is stored.
    is_storage_loaded: bool,
    /// Boards that are being read from the storage.
    pub(super) stored_board_reads: Vec<Id>,
    /// What is stored beside the snapshots.
    pub(super) storage_indexes: IdMap<BoardStorageIndex>,
    /// The boards whose changes were asked for, and have not come yet.
    catching_up: IdMap<PendingCatchUp>,
    /// Of other boards, and of what lies in the trash: the records that other loads have told, with the person's own changes.
    pub(super) partial_boards: IdMap<Records>,
    pub(super) card: OpenCard,
    pub(super) activities: Activities,
    pub(super) history: History,
    pub(super) filter: Filter,
    /// What has changed, for whoever keeps something that is made of it.
    pub(super) record_changes: Vec<(Id, RecordChanges)>,
    pub(super) needs_refetch: bool,
    /// Boards of which a list comes back from the trash that was never loaded: its cards are to be asked for.
    pub(super) restoring_lists_of: Vec<Id>,
    /// Boards of which the server knows less than is known here: all of them is loaded, and takes the place of everything.
    reloading_after_rollback: Vec<Id>,
    /// How times are written in a card's activity.
    pub(super) hour_format: HourFormat,
}

/// What bears on whether there is room for another board.
#[derive(Clone, Copy, Debug)]
pub struct PlanContext {
    /// Whether the person's plan has limits.
    pub is_limited: bool,
    /// Whether no server can be asked.
    pub is_offline: bool,
}

/// A request for the changes of a board.
#[derive(Debug)]
struct PendingCatchUp {
    since: i64,
    /// Whether something was told meanwhile that the answer may lack.
    is_invalidated: bool,
}

/// Which board is open, and how it stands.
#[derive(Debug, Default)]
pub(super) struct OpenBoard {
    pub(super) slug: String,
    pub(super) status: BoardStatus,
    pub(super) board_id: Option<Id>,
    /// The board of that slug, while it is being read from the storage.
    pub(super) stored_read: Option<Id>,
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
    pub fn load(&mut self, ctx: &mut Context) {
        self.overview.load(ctx);
    }

    /// The list of boards has come, or has not.
    pub fn on_list_response(&mut self, response: &ApiResponse, outbox: &Outbox, ctx: &mut Context) {
        self.overview.on_response(response, outbox, ctx);
    }

    /// Whose boards are shown from here on. What is stored comes later, by [`Boards::restore`].
    pub fn set_account(&mut self, account: Id) {
        self.account = Some(account);
        self.overview.set_account(account);
    }

    /// The stored list of boards has come, or there is none: shows it, and the boards that the server does not know yet, with
    /// what was put on them (SPEC Y4). Boards with unsent changes are read, so that their confirmations are kept too.
    pub fn restore(&mut self, stored: Option<Vec<Board>>, outbox: &Outbox, ctx: &mut Context) {
        self.overview.restore(stored, outbox, ctx);
        for entry in outbox.entries() {
            match entry {
                OutboxEntry::CreateBoard { .. } => self.make_replica(entry, outbox),
                OutboxEntry::BoardOp { board_id, .. } if !self.replicas.contains_key(board_id) => {
                    self.load_stored_board(*board_id, ctx);
                }
                _ => {}
            }
        }
        if !std::mem::replace(&mut self.is_storage_loaded, true) && self.open.status == BoardStatus::Loading {
            self.open(&self.open.slug.clone(), outbox, ctx);
        }
    }

    /// Takes in what another tab has changed.
    pub fn apply_peer_entries(&mut self, entries: &[(Id, OutboxEntry)], outbox: &Outbox, ctx: &mut Context) {
        for (_, entry) in entries {
            match entry {
                OutboxEntry::CreateBoard { .. } => {
                    self.make_replica(entry, outbox);
                    if let Some(board) = board_from_entry(entry) {
                        self.overview.upsert(board, ctx);
                    }
                }
                OutboxEntry::BoardOp { board_id, op } => {
                    let is_new = |replica: &&Replica| !replica.is_pending(op.id);
                    if self.replicas.get(board_id).filter(is_new).is_some() {
                        let next = outbox.ops(*board_id).skip_while(|other| other.id != op.id).nth(1).map(|op| op.id);
                        let op = op.clone();
                        self.with_replica(*board_id, ctx, |replica, patches| replica.insert_pending(op, next, patches));
                        self.sync_overview_record(*board_id, ctx);
                    } else {
                        self.overview.apply(*board_id, op, ctx);
                    }
                }
                OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } | OutboxEntry::Note { .. } => {}
            }
        }
    }

    /// The replica of a board that the server does not know yet.
    fn make_replica(&mut self, entry: &OutboxEntry, outbox: &Outbox) {
        if let Some(board) = board_from_entry(entry).filter(|board| !self.replicas.contains_key(&board.id)) {
            let id = board.id;
            if let Some(replica) = Replica::load(new_records(board)) {
                self.replicas.insert(id, with_unsent(replica, outbox));
            }
        }
    }

    /// Creates a board (SPEC B1, B9, B10), unless the person's plan has limits and room for no more. It can be opened at once, and
    /// its id is answered.
    pub fn add_board(
        &mut self,
        name: &str,
        plan_context: PlanContext,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<Id, Rejection> {
        let name = BoardName::parse(name)?;
        self.check_board_limit(plan_context)?;
        let id = env.new_id();
        let board = reduce::new_board(id, name.clone(), slug(&name, id, 4));
        if let Some(replica) = Replica::load(new_records(board.clone())) {
            self.replicas.insert(id, replica);
        }
        self.overview.upsert(board, ctx);
        let request = CreateBoardRequest {
            name: name.as_str().to_owned(),
            id: Some(id.to_string()),
            slug: None,
            made_offline: plan_context.is_offline,
        };
        ctx.outbox_entries.push(OutboxEntry::CreateBoard { request });
        self.history.record(id, vec![Change::TrashBoard]);
        Ok(id)
    }

    /// Whether another board can be made now.
    pub fn can_add_board(&self, plan_context: PlanContext) -> bool {
        self.check_board_limit(plan_context).is_ok()
    }

    fn check_board_limit(&self, plan_context: PlanContext) -> Result<(), Limit> {
        if plan_context.is_limited {
            check_new_board(self.overview.boards().len(), plan_context.is_offline)
        } else {
            Ok(())
        }
    }

    /// Opens a board: at once where it is known, otherwise from the storage, and then as the server has it (SPEC B11, Y16).
    pub fn open(&mut self, slug: &str, outbox: &Outbox, ctx: &mut Context) {
        let known = self
            .replicas
            .values()
            .find(|replica| replica.board().slug.as_str() == slug)
            .map(|replica| replica.board().id);
        self.open =
            OpenBoard { slug: slug.to_owned(), status: BoardStatus::Loading, board_id: known, stored_read: None };
        match known {
            Some(_) => self.open_from_memory(outbox, ctx),
            None => {
                self.push_status_patch(ctx);
                match self.overview.id_of(slug) {
                    // What is stored tells whether the board is.
                    _ if !self.is_storage_loaded => {}
                    Some(id) => {
                        self.open.stored_read = Some(id);
                        self.load_stored_board(id, ctx);
                    }
                    None => self.fetch(ctx),
                }
            }
        }
    }

    /// Shows the board that was asked for, or asks the server for it.
    pub(super) fn open_from_memory(&mut self, outbox: &Outbox, ctx: &mut Context) {
        let is_open = |replica: &&Replica| replica.board().slug.as_str() == self.open.slug;
        match self.replicas.values().find(is_open).map(|replica| replica.board().id) {
            Some(id) => {
                self.open.board_id = Some(id);
                self.open.status = BoardStatus::Ready;
                self.push_opened_patch(ctx);
                if !outbox.has_unsent_creation(id) {
                    self.catch_up(id, ctx);
                    self.load_overview_if_missing(ctx);
                }
            }
            None => self.fetch(ctx),
        }
    }

    /// Without the list nobody finds a board in the storage, however much of it is kept (SPEC Y16).
    fn load_overview_if_missing(&mut self, ctx: &mut Context) {
        self.overview.load_if_missing(ctx);
    }

    fn fetch(&mut self, ctx: &mut Context) {
        self.fetch_by(self.open.slug.clone(), ctx);
    }

    fn fetch_by(&self, slug: String, ctx: &mut Context) {
        let path = format!("/boards/{}/changes/", percent_encoded(&slug));
        ctx.requests.push(ApiRequest::get(Purpose::LoadBoard { slug }, path));
    }

    /// Leaves the open board. It stays known.
    pub fn close(&mut self, ctx: &mut Context) {
        if let Some(id) = self.open.board_id {
            self.compact(id, ctx);
        }
        if self.open.status != BoardStatus::Closed {
            self.open = OpenBoard::default();
            self.push_status_patch(ctx);
        }
    }

    /// A board has come, or has not.
    pub fn on_board_response(&mut self, requested: &str, response: &ApiResponse, outbox: &Outbox, ctx: &mut Context) {
        let is_requested = self.open.slug == requested;
        let records = response.read::<BoardRecords>().and_then(|mut records| {
            records.is_complete = true;
            records.board.as_ref().map(|board| board.id).map(|id| (id, records)).ok_or(Failure::Transient)
        });
        let failed = match records {
            Ok((id, records)) => {
                let version = records.version;
                if let Some(place) = self.reloading_after_rollback.iter().position(|other| *other == id) {
                    self.reloading_after_rollback.remove(place);
                    self.accept_server_rollback(id);
                }
                let outcome = match self.replicas.get_mut(&id) {
                    // One that has come further meanwhile stays.
                    Some(replica) => replica.apply_delta(0, records, &mut vec![]),
                    None => {
                        let replica = Replica::load(records).map(|replica| with_unsent(replica, outbox));
                        self.replicas.extend(replica.map(|replica| (id, replica)));
                        MergeOutcome::Replaced
                    }
                };
                if let (MergeOutcome::Replaced, ApiResponse::Received { body, .. }) = (outcome, response) {
                    self.store_snapshot(id, version, body, ctx);
                }
                if is_requested {
                    self.open = OpenBoard {
                        slug: requested.to_owned(),
                        status: BoardStatus::Ready,
                        board_id: Some(id),
                        stored_read: None,
                    };
                    self.push_opened_patch(ctx);
                }
                self.sync_overview_record(id, ctx);
                self.load_overview_if_missing(ctx);
                return;
            }
            Err(Failure::Permanent { status: 404, .. }) => BoardStatus::NotFound,
            Err(_) => BoardStatus::Failed,
        };
        ctx.log("Error fetching boards");
        if is_requested && self.open.status != BoardStatus::Ready {
            self.open.status = failed;
            self.push_status_patch(ctx);
        }
    }

    /// What changed on a board has come, or has not.
    pub fn on_catch_up_response(&mut self, board_id: Id, response: &ApiResponse, ctx: &mut Context) {
        let Some(requested) = self.catching_up.remove(&board_id) else { return };
        match (response.read::<BoardRecords>(), response) {
            (Ok(delta), ApiResponse::Received { body, .. }) => {
                self.apply_delta_to(board_id, requested.since, delta, body, ctx);
                if requested.is_invalidated {
                    self.catch_up(board_id, ctx);
                }
            }
            (Err(Failure::Permanent { status: 404, .. }), _) => {
                self.replicas.remove(&board_id);
                self.partial_boards.remove(&board_id);
                self.delete_stored_board(board_id, ctx);
                if self.open.board_id == Some(board_id) {
                    self.open = OpenBoard {
                        slug: std::mem::take(&mut self.open.slug),
                        status: BoardStatus::NotFound,
                        board_id: None,
                        stored_read: None,
                    };
                    self.push_status_patch(ctx);
                }
                self.overview.remove_board(board_id, ctx);
            }
            (Err(Failure::Permanent { status: 400, .. }), _) => self.reload_after_rollback(board_id, ctx),
            _ => ctx.log("Error fetching boards"),
        }
    }

    /// The server has not come as far as what is known here: it was set back to an older state. All of the board is loaded.
    fn reload_after_rollback(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(replica) = self.replicas.get(&board_id) {
            let slug = replica.board().slug.as_str().to_owned();
            if !self.reloading_after_rollback.contains(&board_id) {
                self.reloading_after_rollback.push(board_id);
            }
            self.fetch_by(slug, ctx);
        }
    }

    /// The server has told of a change (SPEC Y26).
    pub fn on_live_change(
        &mut self,
        board_id: Id,
        since: i64,
        records: Option<BoardRecords>,
        outbox: &Outbox,
        ctx: &mut Context,
    ) {
        self.overview.invalidate();
        if let Some(pending) = self.catching_up.get_mut(&board_id) {
            pending.is_invalidated = true;
        }
        self.apply_live_change(board_id, records.as_ref(), outbox);
        match records {
            Some(delta) if self.replicas.contains_key(&board_id) => {
                let text = crate::json(&delta);
                self.apply_delta_to(board_id, since, delta, &text, ctx);
            }
            Some(BoardRecords { board: Some(board), .. }) => self.overview.apply_server_record(board, outbox, ctx),
            Some(_) => {}
            None if self.replicas.contains_key(&board_id) => self.catch_up(board_id, ctx),
            // Too much has changed to tell, and the board's own record may be part of it.
            None => self.overview.load(ctx),
        }
    }

    fn apply_delta_to(&mut self, board_id: Id, since: i64, delta: BoardRecords, text: &str, ctx: &mut Context) {
        let (version, mut outcome) = (delta.version, MergeOutcome::AlreadyKnown);
        self.with_replica(board_id, ctx, |replica, patches| outcome = replica.apply_delta(since, delta, patches));
        self.handle_merge_outcome(board_id, since, version, ReceivedDelta { outcome, text }, ctx);
    }

    /// What became of entries of the outbox.
    pub fn on_sync_result(&mut self, result: BoardSyncResult, outbox: &Outbox, ctx: &mut Context) {
        self.overview.invalidate();
        match result {
            BoardSyncResult::BoardCreated(board) => {
                let id = board.id;
                if self.overview.find(id).is_some_and(|known| known.slug != board.slug) {
                    // Another board had the slug already, so the server made a longer one.
                    self.overview.upsert(board.clone(), ctx);
                }
                if self.open.board_id == Some(id) && self.open.slug != board.slug.as_str() {
                    self.open.slug = board.slug.as_str().to_owned();
                    self.push_status_patch(ctx);
                    // The page's address is the old slug, which leads to somebody else's board.
                    let path = format!("/app/b/{}", self.open.slug);
                    ctx.step.ui_effects.push(UiEffect::Navigate { path, replace: true });
                }
                self.overview.confirm(&board, ctx);
                self.store_delta(id, 0, 0, &crate::json(&new_records(board)), ctx);
                self.catch_up(id, ctx);
            }
            BoardSyncResult::BoardRefused(id) => {
                self.replicas.remove(&id);
                self.overview.remove_board(id, ctx);
                if self.open.board_id == Some(id) {
                    self.close(ctx);
                }
            }
            BoardSyncResult::OpsConfirmed(board_id, ops) => {
                let mut outcome = MergeOutcome::AlreadyKnown;
                self.with_replica(board_id, ctx, |replica, patches| outcome = replica.confirm(&ops, patches));
                match outcome {
                    MergeOutcome::Confirmed(since, records) => {
                        self.store_confirmed(board_id, since, &records, ctx);
                        self.compact(board_id, ctx);
                    }
                    MergeOutcome::GapDetected => self.catch_up(board_id, ctx),
                    _ => {}
                }
                if self.restoring_lists_of.contains(&board_id) && outbox.ops(board_id).next().is_none() {
                    self.restoring_lists_of.retain(|id| *id != board_id);
                    self.catch_up(board_id, ctx);
                }
                if self.replicas.contains_key(&board_id) {
                    self.sync_overview_record(board_id, ctx);
                } else if outbox.ops(board_id).next().is_none() {
                    self.overview.confirm_shown(board_id, ctx);
                }
            }
            BoardSyncResult::OpRefused(board_id, op_id) => {
                self.activities.remove_op(op_id);
                self.needs_refetch |= !self.replicas.contains_key(&board_id);
                if self.replicas.contains_key(&board_id) {
                    self.with_replica(board_id, ctx, |replica, patches| replica.remove_pending(op_id, patches));
                    self.sync_overview_record(board_id, ctx);
                } else {
                    self.overview.load(ctx);
                }
            }
        }
    }

    /// Asks what has happened while nobody looked: of every board in memory, unless changes arrive by themselves.
    pub fn refresh(&mut self, is_live: bool, outbox: &Outbox, ctx: &mut Context) {
        if self.overview.status() == LoadStatus::Failed {
            self.overview.load(ctx);
        }
        match (self.open.status, self.open.board_id) {
            (BoardStatus::Failed, _) => self.open(&self.open.slug.clone(), outbox, ctx),
            (BoardStatus::Ready, Some(id)) if !outbox.has_unsent_creation(id) => self.catch_up(id, ctx),
            _ => {}
        }
        if !is_live {
            self.catch_up_others(outbox, ctx);
        }
    }

    /// Asks for the changes of all boards in memory but the open one.
    fn catch_up_others(&mut self, outbox: &Outbox, ctx: &mut Context) {
        let mut ids: Vec<Id> = self
            .replicas
            .keys()
            .filter(|id| self.open.board_id != Some(**id) && !outbox.has_unsent_creation(**id))
            .copied()
            .collect();
        sort_by_key(&mut ids, |id| *id);
        ids.into_iter().for_each(|id| self.catch_up(id, ctx));
    }

    /// The input at hand has done all that it does: tells the mirror of what follows from it.
    pub fn emit_changes(&mut self, outbox: &Outbox, env: &Env, ctx: &mut Context) {
        let record_changes: Vec<(Id, RecordChanges)> =
            self.replicas.iter_mut().filter_map(|(id, replica)| Some((*id, replica.take_changes()?))).collect();
        let open_changes =
            record_changes.iter().find(|(id, _)| self.open.board_id == Some(*id)).map(|(_, touched)| touched);
        self.reconcile_open_card(open_changes.is_some(), outbox, ctx);
        self.reconcile_filter(open_changes, env, ctx);
        self.record_changes.extend(record_changes);
    }

    /// Forgets everything: somebody else is signed in now.
    pub fn reset(&mut self, ctx: &mut Context) {
        self.overview.reset(ctx);
        self.replicas.clear();
        self.account = None;
        self.is_storage_loaded = false;
        self.stored_board_reads.clear();
        self.storage_indexes.clear();
        self.catching_up.clear();
        self.partial_boards.clear();
        self.record_changes.clear();
        self.needs_refetch = false;
        self.restoring_lists_of.clear();
        self.reloading_after_rollback.clear();
        self.activities = Activities::default();
        self.clear_history(ctx);
        self.close(ctx);
    }

    /// Asks for the changes of a board, once at a time (SPEC Y8).
    pub fn catch_up(&mut self, board_id: Id, ctx: &mut Context) {
        let Some(since) = self.replicas.get(&board_id).map(Replica::contiguous_version) else { return };
        if let Some(pending) = self.catching_up.get_mut(&board_id) {
            pending.is_invalidated = true;
            return;
        }
        self.catching_up.insert(board_id, PendingCatchUp { since, is_invalidated: false });
        let path = format!("/boards/{board_id}/changes/?since={since}");
        ctx.requests.push(ApiRequest::get(Purpose::CatchUp { board_id }, path));
    }

    /// The live connection tells of everything from here on: asks for what happened before (SPEC Y26).
    pub fn on_live_ready(&mut self, outbox: &Outbox, ctx: &mut Context) {
        self.overview.refresh(ctx);
        if let (BoardStatus::Ready, Some(id)) = (self.open.status, self.open.board_id)
            && !outbox.has_unsent_creation(id)
        {
            self.catch_up(id, ctx);
        }
        self.catch_up_others(outbox, ctx);
    }

    /// The records of a board, with the person's own changes.
    pub fn records(&self, board_id: Id) -> Option<&Records> {
        self.replicas.get(&board_id).map(Replica::records)
    }

    /// The records that an unsent op changed, as they were before it.
    pub fn records_before_op(&self, board_id: Id, op_id: Id) -> &[Record] {
        self.replicas.get(&board_id).map(|replica| replica.records_before_op(op_id)).unwrap_or_default()
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
        ctx: &mut Context,
        act: impl FnOnce(&mut Replica, &mut Vec<Patch>),
    ) {
        if let Some(replica) = self.replicas.get_mut(&board_id) {
            let mut patches = vec![];
            act(replica, &mut patches);
            if self.open.board_id == Some(board_id) {
                ctx.step.patches.extend(patches);
            }
        }
    }

    /// Puts the record of a board into the list as its replica holds it, with the person's unsent changes on top.
    pub(super) fn sync_overview_record(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(replica) = self.replicas.get(&board_id) {
            self.overview.upsert(replica.board().clone(), ctx);
            self.overview.confirm(replica.confirmed_board(), ctx);
        }
    }

    fn push_status_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::BoardStatusChanged { slug: self.open.slug.clone(), status: self.open.status });
    }

    pub(super) fn push_opened_patch(&self, ctx: &mut Context) {
        if let Some(view) = self.open_view() {
            self.push_status_patch(ctx);
            ctx.step.patches.push(Patch::BoardOpened { board: crate::json(&view) });
        }
    }
}

/// The board that an entry of the outbox creates.
pub(super) fn board_from_entry(entry: &OutboxEntry) -> Option<Board> {
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
        replica.insert_pending(op.clone(), None, &mut vec![]);
    }
    replica
}
