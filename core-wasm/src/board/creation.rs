//! Creating boards, and the limit on their number.

use super::machine::Boards;
use super::reduce;
use super::slug::slug;
use crate::context::Context;
use crate::env::Env;
use crate::plans::{Limit, check_new_board};
use crate::protocol::error::Rejection;
use crate::protocol::http::CreateBoardRequest;
use crate::protocol::id::Id;
use crate::protocol::op::Change;
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::BoardName;

/// The conditions that limit the number of boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanContext {
    /// Whether the user's plan has limits.
    pub(crate) is_limited: bool,
    /// Whether the server cannot be reached.
    pub(crate) is_offline: bool,
}

impl PlanContext {
    /// Checks that a user with this number of boards may create another one.
    fn check_board_limit(self, board_count: usize) -> Result<(), Limit> {
        if self.is_limited { check_new_board(board_count, self.is_offline) } else { Ok(()) }
    }
}

impl Boards {
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
        plan_context.check_board_limit(self.overview.boards().len())?;
        let id = env.new_id();
        let board = reduce::new_board(id, name.clone(), slug(&name, id, 4));
        self.replicas.create(board.clone());
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
        plan_context.check_board_limit(self.overview.boards().len()).is_ok()
    }
}
