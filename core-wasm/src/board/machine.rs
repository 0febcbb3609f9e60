//! The user's boards: loading, opening, storing and updating them from the server's records. [`super::edit`] turns
//! intents into ops.

use super::due::LocalMinute;
use super::open::OpenView;
use super::overview::Overview;
use super::pending::{PendingChange, PendingChanges, board_from_entry};
use super::reduce::{self, Record, Records};
use super::replica::{MergeOutcome, Replica};
use super::slug::slug;
use super::storage::BoardStore;
use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::context::events::{BoardChange, DomainEvent};
use crate::env::Env;
use crate::plans::{Limit, check_new_board};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::CreateBoardRequest;
use crate::protocol::id::{Id, IdMap};
use crate::protocol::op::Change;
use crate::protocol::patch::Patch;
use crate::protocol::record::{Board, BoardRecords};
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::BoardName;
use crate::protocol::view::{BoardStatus, BoardView, LoadStatus};
use crate::resource::fetch::Fetch;
use crate::sort::sort_by_key;

/// All boards that this device knows.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    pub(super) overview: Overview,
    pub(super) open: OpenBoard,
    /// The boards in memory by id. Boards stay after they are closed, so that they open immediately the next time.
    pub(super) replicas: IdMap<Replica>,
    /// The changes that the server does not have yet.
    pub(super) pending: PendingChanges,
    /// Whether the stored list of boards has been read. Before that it is unknown which boards are stored.
    is_storage_loaded: bool,
    /// What is stored of each board besides its snapshot.
    pub(super) store: BoardStore,
    /// The requests in flight for the changes of boards.
    catch_ups: IdMap<CatchUp>,
    /// Records of boards that are not in memory, and of the trash, as other responses contained them, with the user's
    /// unsent changes on top.
    pub(super) partial_boards: IdMap<Records>,
    pub(super) open_view: OpenView,
    /// The record changes since they were last taken, for state that is derived from the records.
    pub(super) changes: Vec<BoardChange>,
    /// Whether pages have to fetch what they know of boards again.
    pub(super) needs_refetch: bool,
    /// The boards with a list that is being restored from the trash without having been loaded, so that its cards have
    /// to be requested.
    pub(super) restoring_lists_of: Vec<Id>,
    /// The boards for which the server was rolled back to an older version. Each is loaded again, and the response
    /// replaces everything that is known of it.
    reloading_after_rollback: Vec<Id>,
    /// The user's local time.
    local_minute: LocalMinute,
}

/// The conditions that limit the number of boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanContext {
    /// Whether the user's plan has limits.
    pub(crate) is_limited: bool,
    /// Whether the server cannot be reached.
    pub(crate) is_offline: bool,
}

/// A request for the changes of a board. The response is applied even if it is outdated: the next request continues
/// from its version.
#[derive(Debug)]
struct CatchUp {
    /// The version after which the changes are requested.
    since: i64,
    fetch: Fetch,
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
    pub(crate) fn overview(&self) -> &Overview {
        &self.overview
    }

    /// Returns the slug of the page and the loading state of its board.
    pub(crate) fn open_status(&self) -> (&str, BoardStatus) {
        (&self.open.slug, self.open.status)
    }

    /// Returns the open board as the mirror holds it.
    pub(crate) fn open_view(&self) -> Option<BoardView> {
        self.open_replica().map(Replica::view)
    }

    /// Requests the list of boards.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        self.overview.load(ctx);
    }

    /// Handles the response to a request for the list of boards.
    pub(crate) fn on_list_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        self.overview.on_response(response, &self.pending, ctx);
    }

    /// Returns whether the server does not know a board yet.
    pub(crate) fn is_unsent(&self, board_id: Id) -> bool {
        self.pending.has_creation(board_id)
    }

    /// Adds the change to boards that an entry of the outbox makes.
    pub(crate) fn on_entry_added(&mut self, id: Id, entry: &OutboxEntry) {
        if let Some(change) = PendingChange::of(entry) {
            self.pending.0.insert(id, change);
            self.open_view.on_pending_changed();
        }
    }

    /// Removes an entry that is no longer in the outbox.
    pub(crate) fn on_entry_removed(&mut self, id: Id) {
        if self.pending.0.remove(id).is_some() {
            self.open_view.on_pending_changed();
        }
    }

    /// Removes all entries: the outbox is discarded, or another account's is opened.
    pub(crate) fn on_outbox_cleared(&mut self) {
        self.pending.0.clear();
    }

    /// Sets the account that the boards belong to. The stored data follows with [`Boards::restore`].
    pub(crate) fn set_account(&mut self, account: Id) {
        self.store.set_account(account);
        self.overview.set_account(account);
    }

    /// Shows the stored list of boards, if there is one, and the boards that exist only in the outbox, with their
    /// unsent changes (SPEC Y4). Starts to read the boards with unsent changes, so that their confirmations can be
    /// stored.
    pub(crate) fn restore(&mut self, stored: Option<Vec<Board>>, ctx: &mut Context) {
        self.overview.restore(stored, &self.pending, ctx);
        let (mut created, mut changed) = (vec![], vec![]);
        for change in self.pending.iter() {
            match change {
                PendingChange::Create(board) => created.push(board.as_ref().clone()),
                PendingChange::Op { board_id, .. } if changed.contains(board_id) => {}
                PendingChange::Op { board_id, .. } => changed.push(*board_id),
            }
        }
        created.into_iter().for_each(|board| self.make_replica(board));
        for board_id in changed {
            if !self.replicas.contains_key(&board_id) {
                self.store.request(board_id, ctx);
            }
        }
        if !std::mem::replace(&mut self.is_storage_loaded, true) && self.open.status == BoardStatus::Loading {
            self.open(&self.open.slug.clone(), ctx);
        }
    }

    /// Applies the changes that another tab has announced.
    pub(crate) fn apply_peer_entries(&mut self, entries: &[(Id, OutboxEntry)], ctx: &mut Context) {
        for (_, entry) in entries {
            match entry {
                OutboxEntry::CreateBoard { .. } => {
                    if let Some(board) = board_from_entry(entry) {
                        self.make_replica(board.clone());
                        self.overview.upsert(board, ctx);
                    }
                }
                OutboxEntry::BoardOp { board_id, op } => {
                    let is_new = |replica: &&Replica| !replica.is_pending(op.id);
                    if self.replicas.get(board_id).filter(is_new).is_some() {
                        let next =
                            self.pending.ops(*board_id).skip_while(|other| other.id != op.id).nth(1).map(|op| op.id);
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

    /// Updates the due status of cards to the user's local time. Called at the start of every input, so that all
    /// patches of the input agree.
    pub(crate) fn set_local_time(&mut self, env: &Env, ctx: &mut Context) {
        let local_minute = LocalMinute::of(env.local_date_time());
        if self.local_minute == local_minute {
            return;
        }
        for (id, replica) in &mut self.replicas {
            if self.open.board_id == Some(*id) {
                replica.update_local_minute(&local_minute, &mut ctx.step.patches);
            } else {
                replica.set_local_minute(&local_minute);
            }
        }
        self.local_minute = local_minute;
    }

    fn insert_replica(&mut self, board_id: Id, mut replica: Replica) {
        replica.set_local_minute(&self.local_minute);
        self.replicas.insert(board_id, replica);
    }

    /// Creates the replica of a board that the server does not know yet, unless there is one.
    fn make_replica(&mut self, board: Board) {
        let id = board.id;
        if !self.replicas.contains_key(&id)
            && let Some(replica) = Replica::load(new_records(board))
        {
            self.insert_replica(id, with_unsent(replica, &self.pending));
        }
    }

    /// Creates a board (SPEC B1, B9, B10) and returns its id. It can be opened immediately.
    ///
    /// # Errors
    ///
    /// Returns a rejection if the name is invalid, or if the user's plan does not allow another board.
    pub(crate) fn add_board(
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
            self.insert_replica(id, replica);
        }
        self.overview.upsert(board, ctx);
        let request = CreateBoardRequest {
            name: name.as_str().to_owned(),
            id: Some(id.to_string()),
            slug: None,
            made_offline: plan_context.is_offline,
        };
        ctx.outbox_entries.push(OutboxEntry::CreateBoard { request });
        ctx.record_undo(id, vec![Change::TrashBoard]);
        Ok(id)
    }

    /// Returns whether the user's plan allows another board now.
    pub(crate) fn can_add_board(&self, plan_context: PlanContext) -> bool {
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
    pub(crate) fn open(&mut self, slug: &str, ctx: &mut Context) {
        let known = self
            .replicas
            .values()
            .find(|replica| replica.board().slug.as_str() == slug)
            .map(|replica| replica.board().id);
        let status = BoardStatus::Loading;
        self.set_open(OpenBoard { slug: slug.to_owned(), status, board_id: known, stored_read: None }, ctx);
        match known {
            Some(_) => self.open_from_memory(ctx),
            None => {
                self.push_status_patch(ctx);
                match self.overview.id_of(slug) {
                    // The stored list of boards decides whether the board is stored, and it has not been read yet.
                    _ if !self.is_storage_loaded => {}
                    Some(id) => {
                        self.open.stored_read = Some(id);
                        self.store.request(id, ctx);
                    }
                    None => self.fetch(ctx),
                }
            }
        }
    }

    /// Shows the board of the page if it is in memory, and requests it from the server otherwise.
    pub(super) fn open_from_memory(&mut self, ctx: &mut Context) {
        let is_open = |replica: &&Replica| replica.board().slug.as_str() == self.open.slug;
        match self.replicas.values().find(is_open).map(|replica| replica.board().id) {
            Some(id) => {
                let (slug, stored_read) = (std::mem::take(&mut self.open.slug), self.open.stored_read);
                let status = BoardStatus::Ready;
                self.set_open(OpenBoard { slug, status, board_id: Some(id), stored_read }, ctx);
                self.push_opened_patch(ctx);
                if !self.pending.has_creation(id) {
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
    pub(crate) fn close(&mut self, ctx: &mut Context) {
        if let Some(id) = self.open.board_id {
            self.compact(id, ctx);
        }
        if self.open.status != BoardStatus::Closed {
            self.set_open(OpenBoard::default(), ctx);
            self.push_status_patch(ctx);
        }
    }

    fn set_open(&mut self, open: OpenBoard, ctx: &mut Context) {
        if self.open.board_id != open.board_id {
            ctx.events.push(DomainEvent::OpenBoardChanged(open.board_id));
        }
        self.open = open;
    }

    /// Handles the response to a request for a whole board.
    pub(crate) fn on_board_response(&mut self, requested: &str, response: &ApiResponse, ctx: &mut Context) {
        let is_requested = self.open.slug == requested;
        let records = response.read::<BoardRecords>().and_then(|mut records| {
            records.is_complete = true;
            records.board.as_ref().map(|board| board.id).map(|id| (id, records)).ok_or(Failure::Transient)
        });
        let failed = match records {
            Ok((id, records)) => {
                let version = records.version;
                if let Some(index) = self.reloading_after_rollback.iter().position(|other| *other == id) {
                    self.reloading_after_rollback.remove(index);
                    self.accept_server_rollback(id);
                }
                let outcome = match self.replicas.get_mut(&id) {
                    // A replica with a newer version stays unchanged.
                    Some(replica) => replica.apply_delta(0, records, &mut vec![]),
                    None => {
                        if let Some(replica) = Replica::load(records) {
                            self.insert_replica(id, with_unsent(replica, &self.pending));
                        }
                        MergeOutcome::Replaced
                    }
                };
                if let (MergeOutcome::Replaced, ApiResponse::Received { body, .. }) = (outcome, response) {
                    self.store.write_snapshot(id, version, body, ctx);
                }
                if is_requested {
                    let (slug, status) = (requested.to_owned(), BoardStatus::Ready);
                    self.set_open(OpenBoard { slug, status, board_id: Some(id), stored_read: None }, ctx);
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
    pub(crate) fn on_catch_up_response(&mut self, board_id: Id, response: &ApiResponse, ctx: &mut Context) {
        let Some(mut catch_up) = self.catch_ups.remove(&board_id) else { return };
        match (response.read::<BoardRecords>(), response) {
            (Ok(delta), ApiResponse::Received { body, .. }) => {
                self.apply_delta_to(board_id, catch_up.since, delta, body, ctx);
                if catch_up.fetch.finish().is_outdated {
                    self.catch_up(board_id, ctx);
                }
            }
            (Err(Failure::Permanent { status: 404, .. }), _) => {
                self.replicas.remove(&board_id);
                self.partial_boards.remove(&board_id);
                self.store.delete(board_id, ctx);
                if self.open.board_id == Some(board_id) {
                    let (slug, status) = (std::mem::take(&mut self.open.slug), BoardStatus::NotFound);
                    self.set_open(OpenBoard { slug, status, board_id: None, stored_read: None }, ctx);
                    self.push_status_patch(ctx);
                }
                self.overview.remove_board(board_id, ctx);
            }
            (Err(Failure::Permanent { status: 400, .. }), _) => self.reload_after_rollback(board_id, ctx),
            _ => {
                ctx.log("Error fetching boards");
                if catch_up.fetch.fail() && self.replicas.contains_key(&board_id) {
                    self.catch_ups.insert(board_id, catch_up);
                    self.catch_up(board_id, ctx);
                }
            }
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

    /// Handles a change that the live connection reports (SPEC Y26).
    pub(crate) fn on_live_change(
        &mut self,
        board_id: Id,
        since: i64,
        records: Option<BoardRecords>,
        ctx: &mut Context,
    ) {
        self.overview.invalidate();
        if let Some(catch_up) = self.catch_ups.get_mut(&board_id) {
            catch_up.fetch.invalidate();
        }
        self.apply_live_change(board_id, records.as_ref());
        match records {
            Some(delta) if self.replicas.contains_key(&board_id) => {
                let text = crate::json(&delta);
                self.apply_delta_to(board_id, since, delta, &text, ctx);
            }
            Some(BoardRecords { board: Some(board), .. }) => {
                self.overview.apply_server_record(board, &self.pending, ctx)
            }
            Some(_) => {}
            None if self.replicas.contains_key(&board_id) => self.catch_up(board_id, ctx),
            // The change was too large for a message and may include the board's own record.
            None => self.overview.load(ctx),
        }
    }

    /// Handles the stored data of a board once it has been read.
    pub(crate) fn on_stored_board_read(&mut self, board_id: Id, stored: Vec<(String, String)>, ctx: &mut Context) {
        let is_known = self.replicas.contains_key(&board_id);
        if let Some(replica) = self.store.on_read(board_id, stored, is_known, ctx) {
            self.insert_replica(board_id, with_unsent(replica, &self.pending));
            self.sync_overview_record(board_id, ctx);
            self.compact(board_id, ctx);
        }
        // A board that was requested before its slug was known may be the open one.
        let is_open_board = self.open.status == BoardStatus::Loading
            && self.replicas.get(&board_id).is_some_and(|replica| replica.board().slug.as_str() == self.open.slug);
        if self.open.stored_read == Some(board_id) || is_open_board {
            self.open.stored_read = None;
            self.open_from_memory(ctx);
        }
    }

    /// Makes the next response replace a board and what is stored of it, because the server was rolled back.
    fn accept_server_rollback(&mut self, board_id: Id) {
        if let Some(replica) = self.replicas.get_mut(&board_id) {
            replica.accept_server_rollback();
        }
        self.store.accept_server_rollback(board_id);
    }

    /// Compacts what is stored of a board if there are many deltas.
    pub(super) fn compact(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(replica) = self.replicas.get(&board_id) {
            self.store.compact(board_id, replica, ctx);
        }
    }

    /// Returns whether stored boards are still being read.
    pub(crate) fn is_reading(&self) -> bool {
        self.store.is_reading()
    }

    /// Handles the outcome of merging a delta: stores it, redraws the board, or fetches what is missing.
    fn handle_merge_outcome(
        &mut self,
        board_id: Id,
        since: i64,
        version: i64,
        delta: ReceivedDelta<'_>,
        ctx: &mut Context,
    ) {
        match delta.outcome {
            MergeOutcome::Applied => {
                self.store.write_delta(board_id, since, version, delta.text, ctx);
                self.compact(board_id, ctx);
            }
            MergeOutcome::Replaced => {
                self.store.write_snapshot(board_id, version, delta.text, ctx);
                if self.open.board_id == Some(board_id) {
                    self.push_opened_patch(ctx);
                }
            }
            MergeOutcome::GapDetected => self.catch_up(board_id, ctx),
            MergeOutcome::AlreadyKnown | MergeOutcome::Confirmed(..) => {}
        }
        self.sync_overview_record(board_id, ctx);
    }

    fn apply_delta_to(&mut self, board_id: Id, since: i64, delta: BoardRecords, text: &str, ctx: &mut Context) {
        let (version, mut outcome) = (delta.version, MergeOutcome::AlreadyKnown);
        self.with_replica(board_id, ctx, |replica, patches| outcome = replica.apply_delta(since, delta, patches));
        self.handle_merge_outcome(board_id, since, version, ReceivedDelta { outcome, text }, ctx);
    }

    /// Retries failed requests and requests the changes of the open board. Without a live connection, it requests those
    /// of all other boards in memory too.
    pub(crate) fn refresh(&mut self, is_live: bool, ctx: &mut Context) {
        if self.overview.status() == LoadStatus::Failed {
            self.overview.load(ctx);
        }
        match (self.open.status, self.open.board_id) {
            (BoardStatus::Failed, _) => self.open(&self.open.slug.clone(), ctx),
            (BoardStatus::Ready, Some(id)) if !self.pending.has_creation(id) => self.catch_up(id, ctx),
            _ => {}
        }
        if !is_live {
            self.catch_up_others(ctx);
        }
    }

    /// Requests the changes of all boards in memory except the open one.
    fn catch_up_others(&mut self, ctx: &mut Context) {
        let mut ids: Vec<Id> = self
            .replicas
            .keys()
            .filter(|id| self.open.board_id != Some(**id) && !self.pending.has_creation(**id))
            .copied()
            .collect();
        sort_by_key(&mut ids, |id| *id);
        ids.into_iter().for_each(|id| self.catch_up(id, ctx));
    }

    /// Collects the record changes of this input, and updates the open card and the filter accordingly.
    pub(crate) fn publish_changes(&mut self, env: &Env, ctx: &mut Context) {
        let changed = self
            .replicas
            .iter_mut()
            .filter_map(|(id, replica)| Some(BoardChange { board_id: *id, records: replica.take_changes()? }));
        let changed: Vec<BoardChange> = changed.collect();
        let open_changes = changed.iter().find(|change| self.open.board_id == Some(change.board_id));
        let open_changes = open_changes.map(|change| &change.records);
        let replica = self.open.board_id.and_then(|id| self.replicas.get(&id));
        self.open_view.update(replica, open_changes, &self.pending, env, ctx);
        if std::mem::take(&mut self.needs_refetch) {
            ctx.events.push(DomainEvent::BoardsOutdated);
        }
        ctx.events.extend(self.changes.drain(..).chain(changed).map(DomainEvent::BoardChanged));
    }

    /// Clears the state after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        self.overview.reset(ctx);
        self.replicas.clear();
        self.store = BoardStore::default();
        self.is_storage_loaded = false;
        self.catch_ups.clear();
        self.partial_boards.clear();
        self.changes.clear();
        self.needs_refetch = false;
        self.restoring_lists_of.clear();
        self.reloading_after_rollback.clear();
        self.open_view.reset_activities();
        self.close(ctx);
    }

    /// Requests the changes of a board. While a request is in flight, another one is made after its response (SPEC Y8).
    pub(crate) fn catch_up(&mut self, board_id: Id, ctx: &mut Context) {
        let Some(since) = self.replicas.get(&board_id).map(Replica::contiguous_version) else { return };
        let catch_up = self.catch_ups.entry(board_id).or_insert_with(|| CatchUp { since, fetch: Fetch::default() });
        if !catch_up.fetch.start() {
            catch_up.fetch.invalidate();
            return;
        }
        catch_up.since = since;
        let path = format!("/boards/{board_id}/changes/?since={since}");
        ctx.requests.push(ApiRequest::get(Purpose::CatchUp { board_id }, path));
    }

    /// Requests everything that may have changed before the live connection was ready (SPEC Y26).
    pub(crate) fn on_live_ready(&mut self, ctx: &mut Context) {
        self.overview.refresh(ctx);
        if let (BoardStatus::Ready, Some(id)) = (self.open.status, self.open.board_id)
            && !self.pending.has_creation(id)
        {
            self.catch_up(id, ctx);
        }
        self.catch_up_others(ctx);
    }

    /// Returns the records of a board with the user's unsent changes.
    pub(crate) fn records(&self, board_id: Id) -> Option<&Records> {
        self.replicas.get(&board_id).map(Replica::records)
    }

    /// Returns the records that an unsent op changed, in their state before it.
    pub(crate) fn records_before_op(&self, board_id: Id, op_id: Id) -> &[Record] {
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

    pub(super) fn push_status_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::BoardStatusChanged { slug: self.open.slug.clone(), status: self.open.status });
    }

    pub(super) fn push_opened_patch(&self, ctx: &mut Context) {
        if let Some(view) = self.open_view() {
            self.push_status_patch(ctx);
            ctx.step.patches.push(Patch::BoardOpened { board: crate::json(&view) });
        }
    }
}

/// Returns the records of a board that was just created.
pub(super) fn new_records(board: Board) -> BoardRecords {
    BoardRecords { version: 0, is_complete: false, board: Some(board), lists: vec![], cards: vec![], items: vec![] }
}

/// Adds the board's unsent ops to its replica. An op that does not fit stays pending without an effect: either the
/// records that it needs are still missing here, or the server will refuse it (SPEC Y37).
pub(super) fn with_unsent(mut replica: Replica, pending: &PendingChanges) -> Replica {
    for op in pending.ops(replica.board().id) {
        replica.insert_pending(op.clone(), None, &mut vec![]);
    }
    replica
}

/// A delta from the server: the outcome of merging it, and the JSON of its records.
struct ReceivedDelta<'a> {
    outcome: MergeOutcome,
    text: &'a str,
}
