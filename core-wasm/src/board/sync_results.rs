//! What the server decided about the changes to boards that were sent.

use super::machine::{Boards, new_records};
use super::replica::MergeOutcome;
use crate::context::Context;
use crate::protocol::effect::UiEffect;
use crate::protocol::id::Id;
use crate::protocol::record::Board;

/// The server's decision about a change to boards.
#[derive(Debug, PartialEq, Eq)]
pub enum BoardSyncResult {
    /// A board exists on the server now, with this record.
    BoardCreated(Board),
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
pub struct ConfirmedOps {
    /// Ops that were applied now.
    pub applied: Vec<Id>,
    /// Ops that the server had applied before.
    pub duplicate: Vec<Id>,
    /// Whether the request contained other ops that are not known in this tab.
    pub is_partial: bool,
    /// The board's version after all of them.
    pub version: i64,
}

impl Boards {
    /// Applies a decision of the server to the board and to what is stored of it.
    pub(crate) fn on_sync_result(&mut self, result: BoardSyncResult, ctx: &mut Context) {
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
                    // The page's address is the old slug, which leads to another user's board.
                    let path = format!("/app/b/{}", self.open.slug);
                    ctx.step.ui_effects.push(UiEffect::Navigate { path, replace: true });
                }
                self.overview.confirm(&board, ctx);
                self.store.write_delta(id, 0, 0, &crate::json(&new_records(board)), ctx);
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
                        self.store.write_confirmed(board_id, since, &records, ctx);
                        self.compact(board_id, ctx);
                    }
                    MergeOutcome::GapDetected => self.catch_up(board_id, ctx),
                    _ => {}
                }
                if self.restoring_lists_of.contains(&board_id) && self.pending.ops(board_id).next().is_none() {
                    self.restoring_lists_of.retain(|id| *id != board_id);
                    self.catch_up(board_id, ctx);
                }
                if self.replicas.contains_key(&board_id) {
                    self.sync_overview_record(board_id, ctx);
                } else if self.pending.ops(board_id).next().is_none() {
                    self.overview.confirm_shown(board_id, ctx);
                }
            }
            BoardSyncResult::OpRefused { board_id, op_id } => {
                self.open_view.remove_op(op_id);
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
}
