//! What the server decided about the changes to boards that were sent.

use super::machine::Boards;
use super::pending::new_records;
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::record::{Board, BoardRecords};

/// The server's decision about a change to boards.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BoardSyncResult {
    /// A board exists on the server now.
    BoardCreated {
        /// The server's record of it.
        board: Board,
        /// Everything on it, if it was imported here.
        imported: Option<Box<BoardRecords>>,
    },
    /// The server refused to create this board.
    BoardRefused(Id),
    /// The server refused an op.
    OpRefused {
        /// The board.
        board_id: Id,
        /// The op.
        op_id: Id,
    },
    /// The server has applied ops on this board.
    OpsConfirmed(Id, ConfirmedOps),
}

/// The ops of one request that the server has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ConfirmedOps {
    /// Ops that were applied now.
    pub(crate) applied: Vec<Id>,
    /// Ops that the server had applied before.
    pub(crate) duplicate: Vec<Id>,
    /// Whether the request contained other ops that are not known in this tab.
    pub(crate) is_partial: bool,
    /// The board's version after all of them.
    pub(crate) version: i64,
}

impl Boards {
    /// Applies a decision of the server to the board and to what is stored of it.
    pub(crate) fn on_sync_result(&mut self, result: BoardSyncResult, ctx: &mut Context) {
        self.overview.invalidate();
        match result {
            BoardSyncResult::BoardCreated { board, imported } => {
                let id = board.id;
                if self.overview.find(id).is_some_and(|known| known.slug != board.slug) {
                    // Another board had the slug already, so the server made a longer one.
                    self.overview.upsert(board.clone(), ctx);
                }
                if self.open_id() == Some(id) {
                    self.open.set_slug(board.slug.as_str(), ctx);
                }
                self.overview.confirm(&board, ctx);
                let records = match imported {
                    Some(records) => BoardRecords { board: Some(board), ..*records },
                    None => new_records(board),
                };
                self.replicas.on_created(id, &records, ctx);
            }
            BoardSyncResult::BoardRefused(id) => {
                self.replicas.remove(id);
                self.overview.remove_board(id, ctx);
                if self.open_id() == Some(id) {
                    self.close(ctx);
                }
            }
            BoardSyncResult::OpsConfirmed(board_id, ops) => {
                self.replicas.confirm(board_id, &ops, ctx);
                if self.replicas.contains(board_id) {
                    self.sync_overview_record(board_id, ctx);
                } else if !self.replicas.pending().has_ops(board_id) {
                    self.overview.confirm_shown(board_id, ctx);
                }
            }
            BoardSyncResult::OpRefused { board_id, op_id } => {
                self.open.view.remove_op(op_id);
                self.recent_texts.on_refused(op_id);
                // A move is pending on the other board, too, which may be the only one in memory.
                self.replicas.remove_op(op_id, ctx);
                if self.replicas.contains(board_id) {
                    self.sync_overview_record(board_id, ctx);
                    if self.open_id() != Some(board_id) {
                        self.replicas.catch_up_after_read(board_id, ctx);
                    }
                } else {
                    self.partial.require_refetch();
                    self.overview.load(ctx);
                }
            }
        }
    }
}
