//! Cards that are added with all their fields to any board (SPEC B55).

use super::machine::Boards;
use super::reduce;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardOp, CardEdit, Change};
use crate::protocol::record::Priority;

impl Boards {
    /// Adds a card with other fields at the end of a list of a board in memory, as one step to undo.
    ///
    /// # Errors
    ///
    /// Returns an error code if the board or the list is unknown, if the user may not edit the board, or if the title or
    /// another field is invalid. Then nothing is added.
    pub(crate) fn quick_add(
        &mut self,
        board_id: Id,
        list_id: Id,
        title: String,
        edits: Vec<CardEdit>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let replica = self.target(board_id)?;
        let list = replica.records().lists.get(&list_id).cloned();
        let card_id = env.new_id();
        let assignment = replica.rank_for_card(None, list_id, usize::MAX)?;
        let rank = assignment.rank.to_hex();
        let mut changes = vec![Change::AddCard { card_id, list_id, rank, title, priority: Priority::Low }];
        changes.extend(edits.into_iter().map(|edit| Change::EditCard { card_id, edit }));
        // All of them are checked before anything changes.
        let mut part = self.records_for_check(board_id, None)?;
        part.lists.extend(list.map(|list| (list_id, list)));
        for change in &changes {
            reduce::apply(&mut part, &BoardOp { id: board_id, at: env.now, change: change.clone() })?;
        }
        self.rank_in_list(board_id, list_id, usize::MAX, env, ctx)?;
        changes.into_iter().try_for_each(|change| self.add(board_id, change, env, ctx))?;
        ctx.record_undo(board_id, self.undo_step(board_id, vec![Change::TrashCard { card_id }]));
        self.prepared.added_card_id = Some(card_id).filter(|_| self.prepared.is_for(board_id));
        Ok(())
    }
}
