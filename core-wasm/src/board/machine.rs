//! The user's boards: loading, opening, storing and updating them from the server's records. [`super::edit`] turns
//! intents into ops.

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

/// All boards that this device knows.
#[derive(Debug, Default)]
pub struct Boards {
    pub(super) overview: Overview,
    pub(super) open: OpenBoard,
    /// The boards in memory by id. Boards stay after they are closed, so that they open immediately the next time.
    pub(super) replicas: IdMap<Replica>,
    /// The account that the boards belong to.
    pub(super) account: Option<Id>,
    /// Whether the stored list of boards has been read. Before that it is unknown which boards are stored.
    is_storage_loaded: bool,
    /// The boards that are being read from the storage.
    pub(super) stored_board_reads: Vec<Id>,
    /// What is stored of each board besides its snapshot.
    pub(super) storage_indexes: IdMap<BoardStorageIndex>,
    /// The requests for the changes of boards that are in flight.
    catching_up: IdMap<PendingCatchUp>,
    /// Records of boards that are not in memory, and of the trash, as other responses contained them, with the user's
    /// unsent changes on top.
    pub(super) partial_boards: IdMap<Records>,
    pub(super) card: OpenCard,
    pub(super) activities: Activities,
    pub(super) history: History,
    pub(super) filter: Filter,
    /// The record changes since they were last taken, for state that is derived from the records.
    pub(super) record_changes: Vec<(Id, RecordChanges)>,
    pub(super) needs_refetch: bool,
    /// The boards with a list that is being restored from the trash without having been loaded, so that its cards have
    /// to be requested.
    pub(super) restoring_lists_of: Vec<Id>,
    /// The boards for which the server was rolled back to an older version. Each is loaded again, and the response
    /// replaces everything that is known of it.
    reloading_after_rollback: Vec<Id>,
    /// The clock format (12 or 24 hours) used in a card's activity.
    pub(super) hour_format: HourFormat,
}

/// The conditions that limit the number of boards.
#[derive(Clone, Copy, Debug)]
pub struct PlanContext {
    /// Whether the user's plan has limits.
    pub is_limited: bool,
    /// Whether the server cannot be reached.
    pub is_offline: bool,
}

/// A request for the changes of a board.
#[derive(Debug)]
struct PendingCatchUp {
    since: i64,
    /// Whether the board changed on the server after the request was sent, so that the response may be outdated.
    is_invalidated: bool,
}

/// The open board and its loading state.
#[derive(Debug, Default)]
pub(super) struct OpenBoard {
    pub(super) slug: String,
    pub(super) status: BoardStatus,
    pub(super) board_id: Option<Id>,
    /// The board of that slug while it is being read from the storage.
    pub(super) stored_read: Option<Id>,
}

impl Boards {
    /// Returns the list of boards.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// Returns the slug of the page and the loading state of its board.
    pub fn open_status(&self) -> (&str, BoardStatus) {
        (&self.open.slug, self.open.status)
    }

    /// Returns the open board as the mirror holds it.
    pub fn open_view(&self) -> Option<BoardView> {
        self.open_replica().map(Replica::view)
    }

    /// Requests the list of boards.
    pub fn load(&mut self, ctx: &mut Context) {
        self.overview.load(ctx);
    }

    /// Handles the response to a request for the list of boards.
    pub fn on_list_response(&mut self, response: &ApiResponse, outbox: &Outbox, ctx: &mut Context) {
        self.overview.on_response(response, outbox, ctx);
    }

    /// Sets the account that the boards belong to. The stored data follows with [`Boards::restore`].
    pub fn set_account(&mut self, account: Id) {
        self.account = Some(account);
        self.overview.set_account(account);
    }

    /// Shows the stored list of boards, if there is one, and the boards that exist only in the outbox, with their
    /// unsent changes (SPEC Y4). Starts to read the boards with unsent changes, so that their confirmations can be
    /// stored.
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

    /// Applies the changes that another tab has announced.
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

    /// Creates the replica of a board that is not on the server yet.
    fn make_replica(&mut self, entry: &OutboxEntry, outbox: &Outbox) {
        if let Some(board) = board_from_entry(entry).filter(|board| !self.replicas.contains_key(&board.id)) {
            let id = board.id;
            if let Some(replica) = Replica::load(new_records(board)) {
                self.replicas.insert(id, with_unsent(replica, outbox));
            }
        }
    }

    /// Creates a board (SPEC B1, B9, B10) and returns its id. It can be opened immediately.
    ///
    /// # Errors
    ///
    /// Returns a rejection if the name is invalid, or if the user's plan does not allow another board.
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

    /// Returns whether the user's plan allows another board now.
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

    /// Opens a board from memory or else from the storage, and then requests its changes from the server (SPEC B11,
    /// Y16).
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
                    // The stored list of boards decides whether the board is stored, and it has not been read yet.
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

    /// Shows the board of the page if it is in memory, and requests it from the server otherwise.
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

    /// Requests the list of boards if it is unknown, because a stored board can only be found through it (SPEC Y16).
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

    /// Closes the open board. It stays in memory.
    pub fn close(&mut self, ctx: &mut Context) {
        if let Some(id) = self.open.board_id {
            self.compact(id, ctx);
        }
        if self.open.status != BoardStatus::Closed {
            self.open = OpenBoard::default();
            self.push_status_patch(ctx);
        }
    }

    /// Handles the response to a request for a whole board.
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
                    // A replica with a newer version stays unchanged.
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

    /// Handles the response to a request for the changes of a board.
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

    /// Loads the whole board because the server was rolled back to a version before the known one.
    fn reload_after_rollback(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(replica) = self.replicas.get(&board_id) {
            let slug = replica.board().slug.as_str().to_owned();
            if !self.reloading_after_rollback.contains(&board_id) {
                self.reloading_after_rollback.push(board_id);
            }
            self.fetch_by(slug, ctx);
        }
    }

    /// Handles a change that the server has sent over the live connection (SPEC Y26).
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
            // The change was too large for a message and may include the board's own record.
            None => self.overview.load(ctx),
        }
    }

    fn apply_delta_to(&mut self, board_id: Id, since: i64, delta: BoardRecords, text: &str, ctx: &mut Context) {
        let (version, mut outcome) = (delta.version, MergeOutcome::AlreadyKnown);
        self.with_replica(board_id, ctx, |replica, patches| outcome = replica.apply_delta(since, delta, patches));
        self.handle_merge_outcome(board_id, since, version, ReceivedDelta { outcome, text }, ctx);
    }

    /// Handles the result of sending entries of the outbox.
    pub fn on_sync_result(&mut self, result: BoardSyncResult, outbox: &Outbox, ctx: &mut Context) {
        self.overview.invalidate();
        match result {
            BoardSyncResult::BoardCreated(board) => {
                let id = board.id;
                if self.overview.find(id).is_some_and(|known| known.slug != board.slug) {
                    // Another board already has the slug, so the server has chosen a longer one.
                    self.overview.upsert(board.clone(), ctx);
                }
                if self.open.board_id == Some(id) && self.open.slug != board.slug.as_str() {
                    self.open.slug = board.slug.as_str().to_owned();
                    self.push_status_patch(ctx);
                    // The URL of the page contains the old slug, which leads to another board.
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

    /// Retries failed requests and requests the changes of the open board. Without a live connection, it requests those
    /// of all other boards in memory too.
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

    /// Requests the changes of all boards in memory except the open one.
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

    /// Collects the record changes of this input, and updates the open card and the filter accordingly.
    pub fn emit_changes(&mut self, outbox: &Outbox, env: &Env, ctx: &mut Context) {
        let record_changes: Vec<(Id, RecordChanges)> =
            self.replicas.iter_mut().filter_map(|(id, replica)| Some((*id, replica.take_changes()?))).collect();
        let open_changes =
            record_changes.iter().find(|(id, _)| self.open.board_id == Some(*id)).map(|(_, touched)| touched);
        self.reconcile_open_card(open_changes.is_some(), outbox, ctx);
        self.reconcile_filter(open_changes, env, ctx);
        self.record_changes.extend(record_changes);
    }

    /// Clears the state after a change of account.
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

    /// Requests the changes of a board. While a request is in flight, another one is made after its response (SPEC Y8).
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

    /// Requests everything that may have changed before the live connection was ready (SPEC Y26).
    pub fn on_live_ready(&mut self, outbox: &Outbox, ctx: &mut Context) {
        self.overview.refresh(ctx);
        if let (BoardStatus::Ready, Some(id)) = (self.open.status, self.open.board_id)
            && !outbox.has_unsent_creation(id)
        {
            self.catch_up(id, ctx);
        }
        self.catch_up_others(outbox, ctx);
    }

    /// Returns the records of a board with the user's unsent changes.
    pub fn records(&self, board_id: Id) -> Option<&Records> {
        self.replicas.get(&board_id).map(Replica::records)
    }

    /// Returns the records that an unsent op changed, in their state before it.
    pub fn records_before_op(&self, board_id: Id, op_id: Id) -> &[Record] {
        self.replicas.get(&board_id).map(|replica| replica.records_before_op(op_id)).unwrap_or_default()
    }

    pub(super) fn replica(&self) -> Result<&Replica, ErrorCode> {
        self.open_replica().ok_or(ErrorCode::UnknownBoard)
    }

    fn open_replica(&self) -> Option<&Replica> {
        self.replicas.get(&self.open.board_id?)
    }

    /// Runs `act` on a replica. Its patches are sent only if the board is open.
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

    /// Updates the board's record in the list of boards from its replica.
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

/// Returns the board that an outbox entry creates, or `None` for other entries.
pub(super) fn board_from_entry(entry: &OutboxEntry) -> Option<Board> {
    let OutboxEntry::CreateBoard { request } = entry else { return None };
    let (id, name) = (request.id.as_deref().and_then(Id::parse)?, BoardName::parse(&request.name).ok()?);
    let slug = slug(&name, id, 4);
    Some(reduce::new_board(id, name, slug))
}

/// Returns the records of a board that was just created.
fn new_records(board: Board) -> BoardRecords {
    BoardRecords { version: 0, is_complete: false, board: Some(board), lists: vec![], cards: vec![], items: vec![] }
}

/// Adds the board's unsent ops to its replica. An op that does not fit stays pending without an effect: either the
/// records that it needs are still missing here, or the server will refuse it (SPEC Y37).
pub(super) fn with_unsent(mut replica: Replica, outbox: &Outbox) -> Replica {
    for op in outbox.ops(replica.board().id) {
        replica.insert_pending(op.clone(), None, &mut vec![]);
    }
    replica
}
