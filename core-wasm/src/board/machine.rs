//! The user's boards. All changes and reads of boards go through [`Boards`]. [`super::edit`] and [`super::creation`] turn
//! intents into ops.

use super::details::CardRef;
use super::open::OpenBoard;
use super::overview::Overview;
use super::partial::{PartialBoards, PartialSource};
use super::prepared::PreparedBoard;
use super::reduce::{Record, Records};
use super::replaced_texts::RecentTexts;
use super::replica::Replica;
use super::replicas::{ReplicaUpdate, Replicas};
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{ActivityFilter, HourFormat};
use crate::protocol::id::Id;
use crate::protocol::intent::CardFilter;
use crate::protocol::op::Change;
use crate::protocol::record::{Board, BoardRecords, Item};
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::stored::{OutboxEntry, StoredOverview, TimerCard};
use crate::protocol::view::{BoardActivityView, BoardStatus, BoardView, CardDetails, FilterView, LoadStatus};

/// All boards that this device knows.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    pub(super) overview: Overview,
    pub(super) replicas: Replicas,
    pub(super) partial: PartialBoards,
    pub(super) open: OpenBoard,
    pub(super) prepared: PreparedBoard,
    pub(super) recent_texts: RecentTexts,
}

/// The list of boards, the outbox and the storage.
impl Boards {
    /// Returns the list of boards.
    pub(crate) fn overview(&self) -> &Overview {
        &self.overview
    }

    /// Handles the loss of the live connection.
    pub(crate) fn on_live_lost(&mut self) {
        self.overview.on_live_lost();
    }

    /// Requests the list of boards.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        self.overview.load(ctx);
    }

    /// Handles the response to a request for the list of boards.
    pub(crate) fn on_list_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        let is_applied = self.overview.on_response(response, self.replicas.pending(), ctx);
        self.check_missing(ctx);
        if is_applied {
            self.forget_unlisted();
        }
    }

    /// Removes what pages know of boards that are not in the list of boards. The user may have been removed from a board
    /// before it was ever listed here. A page may also be newer than the list, so pages fetch again.
    fn forget_unlisted(&mut self) {
        let is_unlisted = |id: &Id| !self.replicas.contains(*id) && self.overview.find(*id).is_none();
        let unlisted: Vec<Id> = self.partial.ids().filter(is_unlisted).collect();
        for id in unlisted {
            if self.partial.remove_in_use(id) {
                self.partial.require_refetch();
            }
        }
    }

    /// Requests the changes of boards that the server no longer lists: they are in the trash, or the user was removed
    /// from them (SPEC M41). Those that are not in memory are read from the storage before.
    fn check_missing(&mut self, ctx: &mut Context) {
        for id in self.overview.missing_to_check() {
            if self.replicas.pending().has_creation(id) {
                continue;
            }
            if self.replicas.contains(id) {
                self.replicas.catch_up(id, ctx);
            } else {
                _ = self.partial.remove_in_use(id);
                self.replicas.read_stored(id, ctx);
            }
        }
    }

    /// Adds the change to boards that an entry of the outbox makes.
    pub(crate) fn on_entry_added(&mut self, id: Id, entry: &OutboxEntry) {
        if self.replicas.on_entry_added(id, entry) {
            self.open.view.on_pending_changed();
        }
    }

    /// Removes an entry that is no longer in the outbox.
    pub(crate) fn on_entry_removed(&mut self, id: Id) {
        if self.replicas.on_entry_removed(id) {
            self.open.view.on_pending_changed();
        }
    }

    /// Removes all entries: the outbox is discarded, or another account's is opened.
    pub(crate) fn on_outbox_cleared(&mut self) {
        self.replicas.on_outbox_cleared();
    }

    /// Returns the unsent changes that move something to another board, each with its board, in order.
    pub(crate) fn pending_moves(&self) -> impl Iterator<Item = (Id, &Change)> {
        self.replicas.pending().moves()
    }

    /// Returns whether the server does not know a board yet.
    pub(crate) fn is_unsent(&self, board_id: Id) -> bool {
        self.replicas.pending().has_creation(board_id)
    }

    /// Sets the account that the boards belong to. The stored data follows with [`Boards::restore`].
    pub(crate) fn set_account(&mut self, account: Id) {
        self.replicas.set_account(account);
        self.open.set_account(account);
        self.overview.set_account(account);
        self.partial.set_account(account);
    }

    /// Shows the stored list of boards, if there is one, and the boards that exist only in the outbox, with their
    /// unsent changes (SPEC Y4). Opens the board of the page if it waited for the list.
    pub(crate) fn restore(&mut self, stored: Option<StoredOverview>, ctx: &mut Context) {
        let is_first = !self.overview.is_storage_read();
        self.overview.restore(stored, self.replicas.pending(), ctx);
        self.replicas.restore_pending(ctx);
        self.check_missing(ctx);
        if is_first && self.open.status() == BoardStatus::Loading {
            self.open.reopen(&mut self.replicas, &mut self.overview, ctx);
        }
    }

    /// Handles the stored data of a board once it has been read.
    pub(crate) fn on_stored_board_read(&mut self, board_id: Id, stored: Vec<(String, String)>, ctx: &mut Context) {
        let is_read = self.replicas.on_stored_read(board_id, stored, ctx);
        if let Some(missing) = self.overview.find_missing(board_id) {
            if self.replicas.contains(board_id) {
                self.replicas.catch_up_unopened(board_id, ctx);
            } else {
                self.replicas.delete_stored(board_id, missing.slug.as_str(), ctx);
                self.overview.resolve_missing(board_id, ctx);
            }
        } else if is_read {
            self.sync_overview_record(board_id, ctx);
            self.replicas.compact(board_id, ctx);
        }
        self.open.on_stored_read(board_id, &mut self.replicas, &mut self.overview, ctx);
        self.on_prepared_read(board_id, ctx);
        self.replicas.catch_up_after_read(board_id, ctx);
    }

    /// Reads the stored data of a board that is not in memory, and then requests its changes, which updates the stored data.
    pub(crate) fn update_stored(&mut self, board_id: Id, ctx: &mut Context) {
        if !self.replicas.contains(board_id) {
            self.replicas.read_stored(board_id, ctx);
        }
    }

    /// Returns whether stored boards are still being read.
    pub(crate) fn is_reading(&self) -> bool {
        self.replicas.is_reading()
    }

    /// Applies the changes that another tab has announced.
    pub(crate) fn apply_peer_entries(&mut self, entries: &[(Id, OutboxEntry)], ctx: &mut Context) {
        for (_, entry) in entries {
            match entry {
                OutboxEntry::CreateBoard { .. } | OutboxEntry::ImportBoard { .. } => {
                    if let Some(board) = self.replicas.create_from_peer(entry) {
                        self.overview.upsert(board, ctx);
                    }
                }
                OutboxEntry::BoardOp { board_id, op } => {
                    self.recent_texts.on_peer_op(*board_id, op);
                    if let Some(other) = op.change.other_board() {
                        self.replicas.insert_peer_op(other, op, ctx);
                    }
                    if self.replicas.insert_peer_op(*board_id, op, ctx) {
                        self.sync_overview_record(*board_id, ctx);
                    } else {
                        self.overview.apply(*board_id, op, ctx);
                    }
                }
                OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } | OutboxEntry::Note { .. } => {}
            }
        }
    }

    /// Updates the board's record in the list of boards from its replica.
    pub(super) fn sync_overview_record(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(replica) = self.replicas.get(board_id) {
            self.overview.upsert(replica.board().clone(), ctx);
            self.overview.confirm(replica.confirmed_board(), ctx);
        }
    }

    /// Clears the state after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        self.overview.reset(ctx);
        self.replicas.reset();
        self.partial = PartialBoards::new(self.partial.account());
        self.recent_texts.clear();
        self.prepare(None, ctx);
        self.open.view.reset_activities();
        self.close(ctx);
    }
}

/// The open board, its open card and its filter.
impl Boards {
    /// Returns the slug of the page and the loading state of its board.
    pub(crate) fn open_status(&self) -> (&str, BoardStatus) {
        (self.open.slug(), self.open.status())
    }

    /// Returns the id of the open board, or `None` while it is being resolved.
    pub(crate) fn open_id(&self) -> Option<Id> {
        self.replicas.open_id()
    }

    /// Returns whether a board is open.
    pub(crate) fn is_any_open(&self) -> bool {
        self.open.status() != BoardStatus::Closed
    }

    /// Returns the record of the open board, also while only its first screen is shown.
    pub(crate) fn open_board(&self) -> Option<&Board> {
        self.replicas.open().map(Replica::board).or_else(|| self.open.first_screen().map(|view| &view.board))
    }

    /// Returns the open board as the mirror holds it.
    pub(crate) fn open_view(&self) -> Option<BoardView> {
        self.replicas.open().map(Replica::view).or_else(|| self.open.first_screen().cloned())
    }

    /// Returns whether the open board shows its first screen only, because the board itself is still being read.
    pub(crate) fn shows_first_screen(&self) -> bool {
        self.open.first_screen().is_some()
    }

    /// Handles the stored first screen of a board once it has been read.
    pub(crate) fn on_first_screen_read(&mut self, slug: &str, text: Option<String>, ctx: &mut Context) {
        self.open.on_first_screen_read(slug, text, &self.replicas, ctx);
    }

    /// Stores the first screen of the open board.
    pub(crate) fn store_first_screen(&mut self, ctx: &mut Context) {
        self.open.store_first_screen(&self.replicas, ctx);
    }

    /// Returns the open board.
    pub(super) fn replica(&self) -> Result<&Replica, ErrorCode> {
        self.replicas.open().ok_or(ErrorCode::UnknownBoard)
    }

    /// Opens a board from memory or else from the storage, and then requests its changes from the server (SPEC B11,
    /// Y16).
    pub(crate) fn open(&mut self, slug: &str, ctx: &mut Context) {
        self.open.open(slug, &mut self.replicas, &mut self.overview, ctx);
    }

    /// Closes the open board. It stays in memory for now.
    pub(crate) fn close(&mut self, ctx: &mut Context) {
        if self.is_any_open() {
            // Changes to boards did not update them while this board was open.
            self.overview.invalidate_summaries();
        }
        self.open.close(&mut self.replicas, ctx);
    }

    /// Removes boards from memory that were closed long ago, with the activity of their cards, unless `is_needed` says
    /// that something needs them. Pages still show what they know of them (SPEC B44).
    pub(crate) fn evict(&mut self, is_needed: &dyn Fn(Id) -> bool) {
        // A request to find out what has become of a board is sent again only for a board in memory.
        let is_unknown = |id| self.overview.find_missing(id).is_some_and(|board| board.trashed_at.is_none());
        for records in self.replicas.evict(&|id| is_needed(id) || is_unknown(id)) {
            self.open.view.forget_activities(&records);
            self.partial.keep(records);
        }
    }

    /// Handles the response to a request for a first screen.
    pub(crate) fn on_first_screen_response(&mut self, requested: &str, response: &ApiResponse, ctx: &mut Context) {
        self.open.on_first_screen_response(requested, response, &self.replicas, ctx);
    }

    /// Handles the response to a request for a whole board.
    pub(crate) fn on_board_response(&mut self, requested: &str, response: &ApiResponse, ctx: &mut Context) {
        let loaded = self.open.on_response(requested, response, &mut self.replicas, ctx);
        self.on_prepared_response(requested, loaded);
        if let Some(id) = loaded {
            self.sync_overview_record(id, ctx);
            // A stored board can only be found through the list of boards (SPEC Y16).
            self.overview.load_if_missing(ctx);
        } else if self.overview.id_of(requested).is_some()
            && matches!(response.read::<BoardRecords>(), Err(Failure::Permanent { status: 404, .. }))
        {
            // The list is older than the response.
            self.overview.refresh(ctx);
        }
    }

    /// Returns the open card as the mirror holds it.
    pub(crate) fn open_card(&self) -> Option<&CardDetails> {
        self.open.view.open_card()
    }

    /// Opens a card of the open board.
    ///
    /// # Errors
    ///
    /// Returns an error code if no board is open or the board does not show this card.
    pub(crate) fn open_card_details(&mut self, card_id: Id) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        replica.shown_card(card_id).ok_or(ErrorCode::UnknownCard)?;
        let board_id = replica.board().id;
        self.open.view.set_card(CardRef { board_id, card_id });
        Ok(())
    }

    /// Closes the open card.
    pub(crate) fn close_card(&mut self) {
        self.open.view.close_card();
    }

    /// Requests the activity of the open card from the server.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownCard`] if no card is open.
    pub(crate) fn load_activity(&mut self, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.open.view.load_activity(ctx)
    }

    /// Handles the server's response to a request for a card's activity.
    pub(crate) fn on_activity_response(&mut self, card_id: Id, response: &ApiResponse, ctx: &mut Context) {
        self.open.view.on_activity_response(card_id, response, ctx);
    }

    /// Handles the response with the focus time of the members on a card.
    pub(crate) fn on_shared_focus_response(&mut self, path: &str, response: &ApiResponse, ctx: &mut Context) {
        self.open.view.on_shared_focus_response(path, response, ctx);
    }

    /// Requests the activity of the open board from the server.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownBoard`] if no board is open.
    pub(crate) fn load_board_activity(&mut self, filter: ActivityFilter, ctx: &mut Context) -> Result<(), ErrorCode> {
        let board_id = self.replica()?.board().id;
        self.open.view.board_activity().load(board_id, filter, ctx);
        Ok(())
    }

    /// Removes the activity of the open board, because its panel was closed.
    pub(crate) fn close_board_activity(&mut self) {
        self.open.view.board_activity().close();
    }

    /// Requests the next page of the activity of the open board.
    pub(crate) fn load_more_board_activity(&mut self, ctx: &mut Context) {
        self.open.view.board_activity().load_more(ctx);
    }

    /// Handles the response with a page of the activity of a board.
    pub(crate) fn on_board_activity_response(&mut self, path: &str, response: &ApiResponse, ctx: &mut Context) {
        self.open.view.board_activity().on_response(path, response, ctx);
    }

    /// Returns the activity of the open board as the mirror holds it.
    pub(crate) fn board_activity(&self) -> Option<&BoardActivityView> {
        self.open.view.board_activity_view()
    }

    /// Sets the clock format in the activity.
    pub(crate) fn set_hour_format(&mut self, hour_format: HourFormat) {
        self.open.view.set_hour_format(hour_format);
    }

    /// Returns the filter of the open board as the mirror holds it.
    pub(crate) fn filter(&self) -> FilterView {
        self.open.view.filter()
    }

    /// Sets the filter of the open board; `None` shows all cards.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownBoard`] if no board is open.
    pub(crate) fn set_filter(&mut self, filter: Option<CardFilter>) -> Result<(), ErrorCode> {
        let board_id = self.replica()?.board().id;
        self.open.view.set_filter(board_id, filter);
        Ok(())
    }
}

/// Changes from the server.
impl Boards {
    /// Requests the changes of a board. While a request is in flight, another one is made after its response (SPEC Y8).
    pub(crate) fn catch_up(&mut self, board_id: Id, ctx: &mut Context) {
        self.replicas.catch_up(board_id, ctx);
    }

    /// Handles the response to a request for the changes of a board.
    pub(crate) fn on_catch_up_response(&mut self, board_id: Id, response: &ApiResponse, ctx: &mut Context) {
        let update = self.replicas.on_catch_up_response(board_id, response, ctx);
        self.on_replica_update(board_id, update, ctx);
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
        self.replicas.invalidate_catch_up(board_id);
        let is_in_memory = self.replicas.contains(board_id);
        if !is_in_memory {
            self.open.invalidate_load();
            self.partial.on_live_change(board_id, records.as_ref(), &self.overview, self.replicas.pending());
        }
        match records {
            Some(delta) if is_in_memory => {
                let text = json::json(&delta);
                let update = self.replicas.apply_delta(board_id, since, delta, &text, ctx);
                self.on_replica_update(board_id, update, ctx);
            }
            Some(BoardRecords { board: Some(board), .. }) => {
                self.overview.apply_server_record(board, self.replicas.pending(), ctx);
            }
            Some(_) => {}
            None if is_in_memory => self.replicas.catch_up(board_id, ctx),
            // The change was too large for a message and may include the board's own record.
            None => self.overview.load(ctx),
        }
    }

    /// Removes a board that the user has left, and closes it.
    pub(crate) fn on_left(&mut self, board_id: Id, ctx: &mut Context) {
        if self.open_id() == Some(board_id) {
            self.close(ctx);
        }
        let update = self.replicas.delete(board_id, ctx);
        self.on_replica_update(board_id, update, ctx);
    }

    /// Adds a board of which the user has become a member.
    pub(crate) fn on_joined(&mut self, board: Board, ctx: &mut Context) {
        self.overview.invalidate();
        if self.replicas.contains(board.id) {
            self.replicas.catch_up(board.id, ctx);
        } else {
            self.overview.apply_server_record(board, self.replicas.pending(), ctx);
        }
    }

    /// Updates what depends on a replica after a response or a live change.
    fn on_replica_update(&mut self, board_id: Id, update: ReplicaUpdate, ctx: &mut Context) {
        let is_open = self.open_id() == Some(board_id);
        match update {
            ReplicaUpdate::Unchanged => {}
            ReplicaUpdate::Patched => self.sync_overview_record(board_id, ctx),
            ReplicaUpdate::Replaced => {
                if is_open {
                    self.open.push_opened_patch(&self.replicas, ctx);
                }
                self.sync_overview_record(board_id, ctx);
            }
            ReplicaUpdate::Deleted { was_own } => {
                self.partial.remove(board_id);
                if is_open {
                    self.open.on_deleted(was_own, &mut self.replicas, ctx);
                }
                self.overview.resolve_missing(board_id, ctx);
                self.overview.remove_board(board_id, ctx);
                ctx.events.push(DomainEvent::BoardLost(board_id));
            }
        }
    }

    /// Retries failed requests and requests the changes of the open board. Without a live connection, it requests those
    /// of all other boards in memory too.
    pub(crate) fn refresh(&mut self, is_live: bool, ctx: &mut Context) {
        if self.overview.status() == LoadStatus::Failed {
            self.overview.load(ctx);
        }
        if self.open.status() == BoardStatus::Failed {
            self.open.reopen(&mut self.replicas, &mut self.overview, ctx);
        } else {
            self.replicas.catch_up_open(ctx);
        }
        if !is_live {
            self.replicas.catch_up_others(ctx);
        }
    }

    /// Requests everything that may have changed before the live connection was ready (SPEC Y26).
    pub(crate) fn on_live_ready(&mut self, ctx: &mut Context) {
        self.overview.refresh(ctx);
        self.open.invalidate_load();
        self.replicas.catch_up_open(ctx);
        self.replicas.catch_up_others(ctx);
    }

    /// Requests the changes of the boards in memory whose last request has failed.
    pub(crate) fn retry_failed(&mut self, ctx: &mut Context) {
        self.replicas.retry_failed(ctx);
    }

    /// Updates the due status of cards to the user's local time. Called at the start of every input, so that all
    /// patches of the input agree.
    pub(crate) fn set_local_time(&mut self, env: &Env, ctx: &mut Context) {
        self.replicas.set_local_time(env, ctx);
    }

    /// Collects the record changes of this input, and updates the open card and the filter accordingly.
    pub(crate) fn publish_changes(&mut self, env: &Env, ctx: &mut Context) {
        let changed = self.replicas.take_changes();
        self.recent_texts.check(&self.replicas, env, ctx);
        let open_changes = changed.iter().find(|change| self.open_id() == Some(change.board_id));
        let open_changes = open_changes.map(|change| &change.records);
        self.open.view.update(self.replicas.open(), open_changes, self.replicas.pending(), env, ctx);
        self.prepared.update(&self.replicas, ctx);
        // Only pages without an open board show the summaries, so a change to the open board costs nothing here.
        if !changed.is_empty() && !self.is_any_open() {
            self.overview.invalidate_summaries();
        }
        self.overview.update_summaries(&self.replicas, ctx);
        if self.partial.take_needs_refetch() {
            ctx.events.push(DomainEvent::BoardsOutdated);
        }
        ctx.events.extend(self.partial.take_changes().into_iter().chain(changed).map(DomainEvent::BoardChanged));
    }
}

/// The records of all boards.
impl Boards {
    /// Merges the response of a page. Known records that it should contain but does not are removed.
    pub(crate) fn merge_partial(&mut self, source: PartialSource, boards: Vec<BoardRecords>) {
        self.partial.merge(source, boards, &self.overview, self.replicas.pending());
    }

    /// Forgets a board that the user has lost, unless it has unsent changes.
    pub(crate) fn forget_removed(&mut self, board_id: Id) {
        self.replicas.forget_removed(board_id);
    }

    /// Returns the records of a board in memory, or of one that the user has lost, until they are forgotten.
    pub(crate) fn records_or_removed(&self, board_id: Id) -> Option<&Records> {
        self.replicas.get_or_removed(board_id).map(Replica::records)
    }

    /// Returns the records that an unsent op changed, in their state before it.
    pub(crate) fn records_before_op(&self, board_id: Id, op_id: Id) -> &[Record] {
        self.replicas.get_or_removed(board_id).map(|replica| replica.records_before_op(op_id)).unwrap_or_default()
    }

    /// Returns the known records of a board: those of its replica if there is one, otherwise its partial records.
    pub(crate) fn records_of(&self, board_id: Id) -> Option<&Records> {
        self.replicas.records(board_id).or_else(|| self.partial.get(board_id))
    }

    /// Returns the partial records of a board, which may contain trashed records that its replica lacks.
    pub(crate) fn partial_records(&self, board_id: Id) -> Option<&Records> {
        self.partial.get(board_id)
    }

    /// Returns the ids of all boards of which any record is known.
    pub(crate) fn board_ids(&self) -> impl Iterator<Item = Id> {
        let others = self.partial.ids().filter(|id| !self.replicas.contains(*id));
        self.replicas.ids().chain(others)
    }

    /// Returns the record of a board, from its replica, the overview or its partial records, in this order.
    pub(crate) fn board_of(&self, board_id: Id) -> Option<&Board> {
        let partial = || self.partial.get(board_id).map(|records| &records.board);
        self.replicas.get(board_id).map(Replica::board).or_else(|| self.overview.find(board_id)).or_else(partial)
    }

    /// Returns a card in the form that the timer stores, or `None` if it is unknown or in the trash.
    pub(crate) fn timer_card(&self, board_id: Id, card_id: Id) -> Option<TimerCard> {
        let records = self.records_of(board_id)?;
        let card = records.cards.get(&card_id).filter(|card| card.trashed_at.is_none())?;
        Some(TimerCard { board_id, board_slug: records.board.slug.clone(), card_id, title: card.title.clone() })
    }

    /// Returns the items on a card that are not in the trash.
    pub(crate) fn items_on(&self, board_id: Id, card_id: Id) -> Vec<&Item> {
        match self.replicas.get(board_id) {
            Some(replica) => replica.items_of(card_id).collect(),
            None => self.partial.items_of(board_id, card_id).collect(),
        }
    }
}
