//! The list of the user's boards: favorites first, then by name.

use super::pending::{PendingChange, PendingChanges};
use super::policy;
use super::reduce::{self, Records};
use super::replicas::Replicas;
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::op::BoardOp;
use crate::protocol::patch::Patch;
use crate::protocol::record::Board;
use crate::protocol::response::ApiResponse;
use crate::protocol::sharing::Role;
use crate::protocol::stored::{FORMAT, StoredOverview, idb_key};
use crate::protocol::text::lowercase;
use crate::protocol::view::{BoardSummary, LoadStatus};
use crate::resource::remote::{FailureOutcome, RemoteResource};
use crate::sort::sort_by_key;

/// The maximum number of boards in the trash that are looked for when the list is loaded.
const MAX_TRASH_CHECKS: usize = 5;

/// The list of boards, without their lists and cards, and its loading state.
#[derive(Debug, Default)]
pub(crate) struct Overview {
    /// The boards as shown (SPEC B14).
    boards: Vec<Board>,
    /// The boards as the server has them. Only these are stored.
    confirmed: RemoteResource<Vec<Board>>,
    /// Boards that the server no longer lists, until it is known whether the user still has access, and boards of others in the
    /// trash (SPEC M41).
    missing: Vec<Board>,
    /// The account that the boards belong to.
    account: Option<Id>,
    /// What is known of the contents of the boards (SPEC B62).
    summaries: Vec<BoardSummary>,
    /// Whether the summaries of boards in memory have to be computed again, and shown.
    are_summaries_outdated: bool,
    /// Whether the stored list has been read. Before that it is unknown which boards are stored.
    is_storage_read: bool,
}

impl Overview {
    /// Returns the loading state of the list.
    pub(crate) fn status(&self) -> LoadStatus {
        self.confirmed.status()
    }

    /// Returns the boards in the order in which they are shown.
    pub(crate) fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// Returns what is known of the contents of the boards.
    pub(crate) fn summaries(&self) -> &[BoardSummary] {
        &self.summaries
    }

    /// Makes the next [`Overview::update_summaries`] compute the summaries again.
    pub(super) fn invalidate_summaries(&mut self) {
        self.are_summaries_outdated = true;
    }

    /// Forgets who has the boards open, because changes are no longer received (SPEC B63).
    pub(super) fn on_live_lost(&mut self) {
        for summary in &mut self.summaries {
            summary.present_ids.clear();
            self.are_summaries_outdated = true;
        }
    }

    /// Shows the numbers of boards in memory, unsent changes included, and for other boards the last ones that are known
    /// (SPEC B62).
    pub(super) fn update_summaries(&mut self, replicas: &Replicas, ctx: &mut Context) {
        if !std::mem::take(&mut self.are_summaries_outdated) {
            return;
        }
        for (id, replica) in replicas.iter() {
            let known = self.summaries.iter().position(|summary| summary.id == id);
            let known = known.map(|index| self.summaries.swap_remove(index));
            let (changed_at, present_ids) =
                known.map(|summary| (summary.changed_at, summary.present_ids)).unwrap_or_default();
            let unsent = replicas.pending().ops(id).filter(|op| !policy::is_personal(replica.records(), &op.change));
            self.summaries.push(BoardSummary {
                id,
                list_count: saturated(replica.list_count()),
                card_count: saturated(replica.shown_card_ids().count()),
                changed_at: unsent.map(|op| op.at).chain(changed_at).max(),
                present_ids,
            });
        }
        ctx.step.patches.push(Patch::BoardSummaries { summaries: json::json(&self.summaries) });
    }

    /// Returns the number of boards that the user owns.
    pub(super) fn own_count(&self) -> usize {
        self.boards.iter().filter(|board| board.role == Role::Owner).count()
    }

    /// Returns the record of a board.
    pub(crate) fn find(&self, id: Id) -> Option<&Board> {
        self.boards.iter().find(|board| board.id == id)
    }

    /// Returns the id of the board with this slug.
    pub(crate) fn id_of(&self, slug: &str) -> Option<Id> {
        self.boards.iter().find(|board| board.slug.as_str() == slug).map(|board| board.id)
    }

    /// Returns whether the stored list has been read.
    pub(super) fn is_storage_read(&self) -> bool {
        self.is_storage_read
    }

    /// Sets the account that the boards belong to.
    pub(super) fn set_account(&mut self, account: Id) {
        self.account = Some(account);
    }

    /// Requests the list if it is neither known nor already requested.
    pub(super) fn load_if_missing(&mut self, ctx: &mut Context) {
        if !self.confirmed.is_ready() && !self.confirmed.is_in_flight() {
            self.load(ctx);
        }
    }

    /// Requests the list again. If a request is in flight, its response is treated as outdated.
    pub(super) fn refresh(&mut self, ctx: &mut Context) {
        if self.confirmed.is_in_flight() {
            self.confirmed.invalidate();
        } else {
            self.load(ctx);
        }
    }

    /// Requests the list, unless a request is in flight.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        if self.confirmed.clear_failure() {
            self.push_patch(ctx);
        }
        if self.confirmed.start_fetch() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadBoards, "/boards/get-boards/"));
        }
    }

    /// Marks the response in flight as possibly outdated, because the server has accepted a change (SPEC Y11).
    pub(crate) fn invalidate(&mut self) {
        self.confirmed.invalidate();
    }

    /// Returns the boards that the server no longer lists and that have to be looked for. Of those that were found in the trash,
    /// only the ones that were found longest ago.
    pub(super) fn missing_to_check(&self) -> Vec<Id> {
        let (trashed, unknown): (Vec<&Board>, Vec<&Board>) =
            self.missing.iter().partition(|board| board.trashed_at.is_some());
        unknown.into_iter().chain(trashed.into_iter().take(MAX_TRASH_CHECKS)).map(|board| board.id).collect()
    }

    /// Returns a board that the server no longer lists.
    pub(super) fn find_missing(&self, id: Id) -> Option<&Board> {
        self.missing.iter().find(|board| board.id == id)
    }

    /// Records that the user has lost a board.
    pub(super) fn resolve_missing(&mut self, id: Id, ctx: &mut Context) {
        if self.find_missing(id).is_some() {
            self.missing.retain(|board| board.id != id);
            self.store(ctx);
        }
    }

    /// Adds the boards that are not in the confirmed list to the missing ones.
    fn add_missing(&mut self, known: Vec<Board>) {
        self.missing.extend(known);
        let listed = self.confirmed.value().map_or(&[][..], Vec::as_slice);
        let mut seen = vec![];
        self.missing.retain(|board| {
            let is_missing = !seen.contains(&board.id) && listed.iter().all(|listed| listed.id != board.id);
            seen.push(board.id);
            is_missing
        });
    }

    /// Handles the response to a request for the list. Returns whether it is the list from now on.
    pub(super) fn on_response(&mut self, response: &ApiResponse, pending: &PendingChanges, ctx: &mut Context) -> bool {
        // The response also contains the boards' lists, which are not used here.
        match response.read::<Vec<Board>>() {
            Ok(boards) => {
                let outcome = self.confirmed.finish_fetch();
                if outcome.applies {
                    let known = self.confirmed.value().cloned().unwrap_or_default();
                    self.confirmed.set(boards);
                    // A server of an earlier release sends no summaries.
                    self.summaries = response.read().unwrap_or_default();
                    self.invalidate_summaries();
                    self.add_missing(known);
                    self.publish(pending, ctx);
                    self.store(ctx);
                }
                if outcome.is_outdated {
                    self.load(ctx);
                }
                outcome.applies
            }
            Err(_) => {
                ctx.log("Error fetching boards");
                match self.confirmed.fail_fetch() {
                    FailureOutcome::Refetch => self.load(ctx),
                    FailureOutcome::StatusFailed => self.push_patch(ctx),
                    FailureOutcome::StatusKept => {}
                }
                false
            }
        }
    }

    /// Shows the stored boards, unless the server's have arrived already, and the boards that exist only in the outbox
    /// (SPEC Y4, Y15).
    pub(super) fn restore(&mut self, stored: Option<StoredOverview>, pending: &PendingChanges, ctx: &mut Context) {
        self.is_storage_read = true;
        let (boards, missing, summaries) = match stored {
            Some(stored) => (Some(stored.boards), stored.missing, stored.summaries),
            None => (None, vec![], vec![]),
        };
        self.add_missing(missing);
        match boards {
            Some(boards) if !self.confirmed.is_ready() => {
                self.confirmed.set(boards);
                self.summaries = summaries;
                self.invalidate_summaries();
                self.publish(pending, ctx);
            }
            boards => {
                self.add_missing(boards.unwrap_or_default());
                self.overlay(pending);
                if !self.boards.is_empty() {
                    self.push_patch(ctx);
                }
            }
        }
    }

    fn publish(&mut self, pending: &PendingChanges, ctx: &mut Context) {
        self.boards = self.confirmed.value().cloned().unwrap_or_default();
        self.overlay(pending);
        self.push_patch(ctx);
    }

    /// Applies the record of a board that is not in memory, sent by the server (SPEC Y26).
    pub(super) fn apply_server_record(&mut self, board: Board, pending: &PendingChanges, ctx: &mut Context) {
        self.confirm(&board, ctx);
        let mut records = Records::new(board);
        pending.ops(records.board.id).for_each(|op| _ = reduce::apply(&mut records, op));
        self.upsert(records.board, ctx);
    }

    /// Stores the record of a board as the server has confirmed it.
    pub(super) fn confirm(&mut self, board: &Board, ctx: &mut Context) {
        let Some(confirmed) = self.confirmed.value_mut().filter(|_| self.account.is_some()) else { return };
        let mut has_changed = true;
        match confirmed.iter().position(|known| known.id == board.id) {
            Some(known) if confirmed[known] == *board => has_changed = false,
            None if board.trashed_at.is_some() => has_changed = false,
            Some(known) if board.trashed_at.is_some() => _ = confirmed.remove(known),
            Some(known) => confirmed[known] = board.clone(),
            None => confirmed.push(board.clone()),
        }
        // The user may be removed from a board of others while it is in the trash, where no list mentions it. The board moves
        // to the end, so that the next ones are looked for then.
        let can_be_lost = board.trashed_at.is_some() && board.role != Role::Owner;
        if can_be_lost || self.find_missing(board.id).is_some() {
            self.missing.retain(|missing| missing.id != board.id);
            self.missing.extend(can_be_lost.then(|| board.clone()));
            has_changed = true;
        }
        if has_changed {
            self.store(ctx);
        }
    }

    /// Stores the record of a board as shown, because the server has confirmed all its changes.
    pub(super) fn confirm_shown(&mut self, id: Id, ctx: &mut Context) {
        match self.find(id).cloned() {
            Some(board) => self.confirm(&board, ctx),
            None => self.unconfirm(id, ctx),
        }
    }

    fn unconfirm(&mut self, id: Id, ctx: &mut Context) {
        let Some(confirmed) = self.confirmed.value_mut() else { return };
        if let Some(known) = confirmed.iter().position(|known| known.id == id) {
            confirmed.remove(known);
            self.store(ctx);
        }
    }

    /// Removes a board that no longer exists on the server.
    pub(super) fn remove_board(&mut self, id: Id, ctx: &mut Context) {
        self.unconfirm(id, ctx);
        self.remove(id, ctx);
    }

    /// Applies another tab's op to the record of a board.
    pub(super) fn apply(&mut self, id: Id, op: &BoardOp, ctx: &mut Context) {
        if let Some(board) = self.find(id) {
            let mut records = Records::new(board.clone());
            if reduce::apply(&mut records, op).is_ok() {
                self.upsert(records.board, ctx);
            }
        }
    }

    fn store(&self, ctx: &mut Context) {
        // An incomplete list is not stored, because it would hide the boards that are missing from it.
        if let Some((account, boards)) = self.account.zip(self.confirmed.value()) {
            // Nothing is kept of a board that the user may no longer see.
            let listed = self.summaries.iter().filter(|summary| boards.iter().any(|board| board.id == summary.id));
            // Who has a board open is not stored (SPEC B63).
            let summaries = listed.map(|summary| BoardSummary { present_ids: vec![], ..*summary });
            let stored = StoredOverview {
                format: FORMAT,
                boards: boards.clone(),
                missing: self.missing.clone(),
                summaries: summaries.collect(),
            };
            ctx.write_idb(idb_key::overview(account), json::json(&stored));
        }
    }

    /// Puts what has not been sent on top of what the server knows.
    fn overlay(&mut self, pending: &PendingChanges) {
        for change in pending.iter() {
            match change {
                PendingChange::Create(records) => {
                    let board = records.board.clone().filter(|board| self.find(board.id).is_none());
                    self.boards.extend(board);
                }
                PendingChange::Op { board_id, op } => {
                    if let Some(board) = self.boards.iter_mut().find(|board| board.id == *board_id) {
                        let mut records = Records::new(board.clone());
                        // Ops on lists and cards fail here, because only the board's own record is known. They do not
                        // affect it.
                        _ = reduce::apply(&mut records, op);
                        *board = records.board;
                    }
                }
            }
        }
        self.boards.retain(|board| board.trashed_at.is_none());
        sort_by_key(&mut self.boards, sort_key);
    }

    /// Inserts or updates the record of a board, or removes it if the board is in the trash.
    pub(crate) fn upsert(&mut self, board: Board, ctx: &mut Context) {
        if board.trashed_at.is_some() {
            self.remove(board.id, ctx);
            return;
        }
        if self.boards.contains(&board) {
            return;
        }
        self.boards.retain(|other| other.id != board.id);
        let key = sort_key(&board);
        let index = self.boards.partition_point(|other| sort_key(other) < key);
        let patch = Patch::BoardPlaced { board: board.clone(), index: saturated(index) };
        ctx.step.patches.push(patch);
        self.boards.insert(index, board);
    }

    /// Removes a board from the list.
    pub(crate) fn remove(&mut self, id: Id, ctx: &mut Context) {
        if let Some(index) = self.boards.iter().position(|board| board.id == id) {
            self.boards.remove(index);
            ctx.step.patches.push(Patch::BoardRemoved { id });
        }
    }

    /// Clears the state after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        let is_shown = !self.boards.is_empty() || self.status() != LoadStatus::Loading;
        *self = Self { are_summaries_outdated: !self.summaries.is_empty(), ..Self::default() };
        if is_shown {
            self.push_patch(ctx);
        }
    }

    fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::BoardsLoaded { status: self.status(), boards: json::json(&self.boards) });
    }
}

fn saturated(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Sorts favorites first, then by name.
fn sort_key(board: &Board) -> (bool, String, Id) {
    (!board.favorite, lowercase(board.name.as_str()), board.id)
}
