//! The board that something is copied to or from. It need not be the open one, so it may have to be loaded first
//! (SPEC B46).

use super::machine::Boards;
use super::replicas::Replicas;
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::view::{LoadStatus, PreparedBoardView, PreparedList};

/// A board that is held ready for copying and for new cards.
#[derive(Debug, Default)]
pub(super) struct PreparedBoard {
    board_id: Option<Id>,
    /// Whether it could not be loaded.
    has_failed: bool,
    /// The last card that was added by quick add.
    pub(super) added_card_id: Option<Id>,
    mirrored: Option<PreparedBoardView>,
}

impl PreparedBoard {
    /// Returns whether a board is the prepared one.
    pub(super) fn is_for(&self, board_id: Id) -> bool {
        self.board_id == Some(board_id)
    }

    /// Updates the board in the mirror if it has changed.
    pub(super) fn update(&mut self, replicas: &Replicas, ctx: &mut Context) {
        let view = self.board_id.map(|board_id| {
            let replica = replicas.get(board_id);
            let status = match replica {
                Some(_) => LoadStatus::Ready,
                None if self.has_failed => LoadStatus::Failed,
                None => LoadStatus::Loading,
            };
            let lists = replica.into_iter().flat_map(|replica| {
                replica.shown_lists().map(|list| PreparedList {
                    id: list.id,
                    name: list.name.clone(),
                    card_count: replica.card_count(list.id) as u32,
                })
            });
            PreparedBoardView { board_id, status, lists: lists.collect(), added_card_id: self.added_card_id }
        });
        if self.mirrored != view {
            ctx.step.patches.push(Patch::PreparedBoard { prepared_board: view.clone() });
            self.mirrored = view;
        }
    }
}

impl Boards {
    /// Returns the prepared board as the mirror holds it.
    pub(crate) fn prepared_board(&self) -> Option<&PreparedBoardView> {
        self.prepared.mirrored.as_ref()
    }

    /// Loads a board for copying: from memory, or else from the storage or the server. `None` if nothing is copied any
    /// more.
    pub(crate) fn prepare(&mut self, board_id: Option<Id>, ctx: &mut Context) {
        (self.prepared.board_id, self.prepared.has_failed, self.prepared.added_card_id) = (board_id, false, None);
        match board_id {
            Some(id) if self.replicas.contains(id) => self.on_prepared_read(id, ctx),
            Some(id) => self.replicas.read_stored(id, ctx),
            None => {}
        }
    }

    /// Requests the changes of the prepared board, or all of it if it is not in memory after it was read from the storage.
    pub(super) fn on_prepared_read(&mut self, board_id: Id, ctx: &mut Context) {
        if !self.prepared.is_for(board_id) || self.is_unsent(board_id) {
            return;
        }
        if self.replicas.contains(board_id) {
            self.replicas.catch_up_unopened(board_id, ctx);
        } else if let Some(board) = self.overview.find(board_id) {
            Replicas::fetch(board.slug.as_str().to_owned(), ctx);
        } else {
            self.prepared.has_failed = true;
        }
    }

    /// Handles the response to a request for a whole board, whose id is `None` after a failure.
    pub(super) fn on_prepared_response(&mut self, slug: &str, loaded: Option<Id>) {
        let Some(prepared) = self.prepared.board_id else { return };
        if loaded == Some(prepared) {
            self.replicas.mark_closed(prepared);
        }
        let is_requested = self.overview.find(prepared).is_some_and(|board| board.slug.as_str() == slug);
        self.prepared.has_failed |= loaded.is_none() && is_requested;
    }
}
