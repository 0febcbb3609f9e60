//! Undo and redo: carries out the actions that revert changes of boards and of focus sessions.

use super::App;
use super::stats::session_sync;
use crate::board::machine::Boards;
use crate::context::Context;
use crate::context::recording::{SessionChange, UndoAction};
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::OutboxEntry;
use crate::stats::machine::Stats;
use crate::stats::pending::SessionSync;

impl App {
    /// Undoes a change of boards or of sessions: the one with this id, or the last one.
    pub(super) fn undo(&mut self, change_id: Option<Id>, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let (boards, stats) = (&mut self.boards, &self.stats);
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        let mut edited_session = None;
        let mut apply = |action, ctx: &mut Context| {
            let inverse = apply_undo(action, boards, stats, &sync, env, ctx)?;
            edited_session = session_of(&inverse);
            Some(inverse)
        };
        self.undo.undo(change_id, &mut apply, ctx)?;
        if let Some(id) = edited_session {
            self.on_session_edited(id, env, ctx);
        }
        Ok(())
    }

    /// Redoes the change that was undone last.
    pub(super) fn redo(&mut self, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let (boards, stats) = (&mut self.boards, &self.stats);
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        let mut edited_session = None;
        let mut apply = |action, ctx: &mut Context| {
            let inverse = apply_undo(action, boards, stats, &sync, env, ctx)?;
            edited_session = session_of(&inverse);
            Some(inverse)
        };
        self.undo.redo(&mut apply, ctx)?;
        if let Some(id) = edited_session {
            self.on_session_edited(id, env, ctx);
        }
        Ok(())
    }
}

/// Carries an undo action out, and returns the action that reverses it.
fn apply_undo(
    action: UndoAction,
    boards: &mut Boards,
    stats: &Stats,
    sync: &SessionSync,
    env: &Env,
    ctx: &mut Context,
) -> Option<UndoAction> {
    match action {
        UndoAction::Session(change) => undo_session_change(change, stats, sync, ctx).map(UndoAction::Session),
        UndoAction::Board { board_id, changes } => {
            let changes = boards.apply_undo(board_id, changes, env, ctx);
            (!changes.is_empty()).then_some(UndoAction::Board { board_id, changes })
        }
    }
}

/// Returns the session that an action changes, if it changes one.
fn session_of(action: &UndoAction) -> Option<Id> {
    match action {
        UndoAction::Session(change) => Some(change.after.id),
        UndoAction::Board { .. } => None,
    }
}

/// Restores a version of a session and returns the change that reverts it.
fn undo_session_change(
    change: SessionChange,
    stats: &Stats,
    sync: &SessionSync,
    ctx: &mut Context,
) -> Option<SessionChange> {
    // Another device may have changed the session since. A deleted or old session is not in the list.
    let known = stats.sessions.find(change.after.id, sync).unwrap_or(change.after);
    let after = FocusSession { revision: known.revision + 1, ..change.before };
    ctx.outbox_entries
        .push(OutboxEntry::FocusSession { session: after.clone(), previous: Some(Box::new(known.clone())) });
    Some(SessionChange { after, before: known })
}
