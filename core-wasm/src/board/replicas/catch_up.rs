//! Keeping the boards in memory up to date: requests for whole boards and for their changes, confirmations, and what
//! the live connection reports. Whatever the server has confirmed is stored.

use super::Replicas;
use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::board::replica::{MergeOutcome, Replica};
use crate::board::sync_results::ConfirmedOps;
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::record::BoardRecords;
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::sharing::Role;
use crate::resource::fetch::Fetch;
use crate::sort::sort_by_key;

/// A request for the changes of a board. The response is applied even if it is outdated: the next request continues
/// from its version.
#[derive(Debug)]
pub(super) struct CatchUp {
    /// The version after which the changes are requested.
    since: i64,
    fetch: Fetch,
}

/// What a response or a live change did to a replica.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum ReplicaUpdate {
    /// It may have changed. The patches contain the changes.
    Patched,
    /// It was replaced as a whole, without patches.
    Replaced,
    /// The server has deleted the board, or the user was removed from it. It was removed here too.
    Deleted {
        /// Whether the user owned the board.
        was_own: bool,
    },
    /// It is unchanged, because there was no response with its changes.
    Unchanged,
}

impl Replicas {
    /// Handles that the server has a board that was created here: stores its records and requests its changes.
    pub(crate) fn on_created(&mut self, id: Id, records: &BoardRecords, ctx: &mut Context) {
        self.store.write_delta(id, 0, records.version, &json::json(records), ctx);
        self.catch_up(id, ctx);
    }

    /// Marks ops as confirmed and stores what they changed.
    pub(crate) fn confirm(&mut self, board_id: Id, ops: &ConfirmedOps, ctx: &mut Context) {
        let mut outcome = MergeOutcome::AlreadyKnown;
        self.update(board_id, ctx, |replica, patches| outcome = replica.confirm(ops, patches));
        match outcome {
            MergeOutcome::Confirmed(since, records) => {
                self.store.write_confirmed(board_id, since, &records, ctx);
                self.compact(board_id, ctx);
            }
            MergeOutcome::GapDetected => self.catch_up(board_id, ctx),
            _ => {}
        }
        let mut arrived = vec![];
        for (id, replica) in self.by_id.iter_mut() {
            if replica.confirm_incoming_moves(ops) {
                arrived.push(*id);
            }
        }
        arrived.into_iter().for_each(|id| self.catch_up(id, ctx));
        if self.restoring_lists_of.contains(&board_id) && !self.pending.has_ops(board_id) {
            self.restoring_lists_of.retain(|id| *id != board_id);
            self.catch_up(board_id, ctx);
        }
    }

    /// Requests a whole board.
    pub(crate) fn fetch(slug: String, ctx: &mut Context) {
        let path = format!("/boards/{}/changes/", percent_encoded(&slug));
        ctx.requests.push(ApiRequest::get(Purpose::LoadBoard { slug }, path));
    }

    /// Handles a response with a whole board. A replica with a newer version stays unchanged, unless the server was
    /// rolled back.
    pub(crate) fn on_fetched(
        &mut self,
        board_id: Id,
        records: BoardRecords,
        response: &ApiResponse,
        ctx: &mut Context,
    ) {
        let version = records.version;
        if let Some(index) = self.reloading_after_rollback.iter().position(|other| *other == board_id) {
            self.reloading_after_rollback.remove(index);
            self.accept_server_rollback(board_id);
        }
        let outcome = match self.by_id.get_mut(&board_id) {
            Some(replica) => replica.apply_delta(0, records, &mut vec![]),
            None => {
                if let Some(replica) = Replica::load(records) {
                    self.insert_with_unsent(board_id, replica);
                }
                MergeOutcome::Replaced
            }
        };
        if let (MergeOutcome::Replaced, ApiResponse::Received { body, .. }) = (outcome, response) {
            self.store.write_snapshot(board_id, version, body, ctx);
        }
    }

    /// Makes the next response replace a board and what is stored of it, because the server was rolled back.
    fn accept_server_rollback(&mut self, board_id: Id) {
        if let Some(replica) = self.by_id.get_mut(&board_id) {
            replica.accept_server_rollback();
        }
        self.store.accept_server_rollback(board_id);
    }

    /// Loads the whole board because the server was rolled back to a version before the known one.
    fn reload_after_rollback(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(replica) = self.by_id.get(&board_id) {
            let slug = replica.board().slug.as_str().to_owned();
            if !self.reloading_after_rollback.contains(&board_id) {
                self.reloading_after_rollback.push(board_id);
            }
            Self::fetch(slug, ctx);
        }
    }

    /// Requests the changes of a board. While a request is in flight, another one is made after its response (SPEC Y8).
    pub(crate) fn catch_up(&mut self, board_id: Id, ctx: &mut Context) {
        let Some(since) = self.get(board_id).map(Replica::contiguous_version) else { return };
        let catch_up = self.catch_ups.get_or_insert_with(board_id, || CatchUp { since, fetch: Fetch::default() });
        if !catch_up.fetch.start() {
            catch_up.fetch.invalidate();
            return;
        }
        catch_up.since = since;
        self.failed_catch_ups.retain(|id| *id != board_id);
        let path = format!("/boards/{board_id}/changes/?since={since}");
        ctx.requests.push(ApiRequest::get(Purpose::CatchUp { board_id }, path));
    }

    /// Requests the changes of a board that was read without being opened.
    pub(crate) fn catch_up_unopened(&mut self, board_id: Id, ctx: &mut Context) {
        self.mark_closed(board_id);
        self.catch_up(board_id, ctx);
    }

    /// Requests the changes of a board that was read from the storage, unless they are requested already. A board with unsent
    /// changes is requested when they are confirmed or refused.
    pub(crate) fn catch_up_after_read(&mut self, board_id: Id, ctx: &mut Context) {
        if self.contains(board_id) && !self.catch_ups.contains_key(&board_id) && !self.pending.has_ops(board_id) {
            self.catch_up_unopened(board_id, ctx);
        }
    }

    /// Makes a board that was loaded without being opened count as closed, so that it does not stay in memory.
    pub(crate) fn mark_closed(&mut self, board_id: Id) {
        if self.open_id != Some(board_id) && !self.closed.contains(&board_id) {
            self.closed.push(board_id);
        }
    }

    /// Requests the changes of the boards in memory whose last request has failed (SPEC Y40).
    pub(crate) fn retry_failed(&mut self, ctx: &mut Context) {
        for board_id in std::mem::take(&mut self.failed_catch_ups) {
            self.catch_up(board_id, ctx);
        }
    }

    /// Requests the changes of the open board, unless the server does not know it yet.
    pub(crate) fn catch_up_open(&mut self, ctx: &mut Context) {
        if let Some(id) = self.open_id.filter(|id| !self.pending.has_creation(*id)) {
            self.catch_up(id, ctx);
        }
    }

    /// Requests the changes of all boards in memory except the open one.
    pub(crate) fn catch_up_others(&mut self, ctx: &mut Context) {
        let mut ids: Vec<Id> =
            self.ids().filter(|id| self.open_id != Some(*id) && !self.pending.has_creation(*id)).collect();
        sort_by_key(&mut ids, |id| *id);
        ids.into_iter().for_each(|id| self.catch_up(id, ctx));
    }

    /// Handles the response to a request for the changes of a board.
    pub(crate) fn on_catch_up_response(
        &mut self,
        board_id: Id,
        response: &ApiResponse,
        ctx: &mut Context,
    ) -> ReplicaUpdate {
        let Some(mut catch_up) = self.catch_ups.remove(&board_id) else { return ReplicaUpdate::Unchanged };
        match (response.read::<BoardRecords>(), response) {
            (Ok(delta), ApiResponse::Received { body, .. }) => {
                let is_outdated = catch_up.fetch.finish().is_outdated;
                if let Some(replica) = self.by_id.get_mut(&board_id).filter(|_| !is_outdated) {
                    replica.confirm_incoming_moves_at(delta.version);
                }
                let update = self.apply_delta(board_id, catch_up.since, delta, body, ctx);
                if is_outdated {
                    self.catch_up(board_id, ctx);
                }
                update
            }
            (Err(Failure::Permanent { status: 404, .. }), _) if self.pending.has_creation(board_id) => {
                ReplicaUpdate::Unchanged
            }
            (Err(Failure::Permanent { status: 404, .. }), _) => self.delete(board_id, ctx),
            (Err(Failure::Permanent { status: 400, .. }), _) => {
                self.reload_after_rollback(board_id, ctx);
                ReplicaUpdate::Unchanged
            }
            _ => {
                ctx.log("Error fetching boards");
                if catch_up.fetch.fail() && self.contains(board_id) {
                    self.catch_ups.insert(board_id, catch_up);
                    self.catch_up(board_id, ctx);
                } else if !self.failed_catch_ups.contains(&board_id) {
                    self.failed_catch_ups.push(board_id);
                }
                ReplicaUpdate::Unchanged
            }
        }
    }

    /// Removes a board that the user no longer has, also from the storage.
    pub(crate) fn delete(&mut self, board_id: Id, ctx: &mut Context) -> ReplicaUpdate {
        let removed = self.by_id.remove(&board_id);
        let board = removed.as_ref().map(Replica::board);
        let was_own = board.is_some_and(|board| board.role == Role::Owner);
        self.store.delete(board_id, board.map(|board| board.slug.as_str()), ctx);
        if let Some(replica) = removed {
            self.removed.insert(board_id, replica);
        }
        ReplicaUpdate::Deleted { was_own }
    }

    /// Marks a request in flight for the changes of a board as outdated.
    pub(crate) fn invalidate_catch_up(&mut self, board_id: Id) {
        if let Some(catch_up) = self.catch_ups.get_mut(&board_id) {
            catch_up.fetch.invalidate();
        }
    }

    /// Merges the changes of a board since a version, given also as JSON, and stores them. Requests what is missing.
    pub(crate) fn apply_delta(
        &mut self,
        board_id: Id,
        since: i64,
        delta: BoardRecords,
        text: &str,
        ctx: &mut Context,
    ) -> ReplicaUpdate {
        let (version, mut outcome) = (delta.version, MergeOutcome::AlreadyKnown);
        self.update(board_id, ctx, |replica, patches| outcome = replica.apply_delta(since, delta, patches));
        match outcome {
            MergeOutcome::Applied => {
                self.store.write_delta(board_id, since, version, text, ctx);
                self.compact(board_id, ctx);
            }
            MergeOutcome::Replaced => {
                self.store.write_snapshot(board_id, version, text, ctx);
                return ReplicaUpdate::Replaced;
            }
            MergeOutcome::GapDetected => self.catch_up(board_id, ctx),
            MergeOutcome::AlreadyKnown | MergeOutcome::Confirmed(..) => {}
        }
        ReplicaUpdate::Patched
    }
}
