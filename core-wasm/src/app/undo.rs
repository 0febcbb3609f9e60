//! Undo and redo: carries out the actions that revert changes of boards and of focus sessions.

use super::App;
use super::stats::session_sync;
use crate::board::machine::Boards;
use crate::board::undo::UndoResult;
use crate::context::Context;
use crate::context::recording::{SessionChange, UndoAction};
use crate::env::Env;
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::messages::core as messages;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::OutboxEntry;
use crate::stats::machine::Stats;
use crate::stats::pending::SessionSync;
use crate::undo::UndoOutcome;

impl App {
    /// Undoes a change of boards or of sessions: the one with this id, or the last one.
    pub(super) fn undo(&mut self, change_id: Option<Id>, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let (boards, stats) = (&mut self.boards, &self.stats);
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        let mut edited_session = None;
        let mut apply = |action, ctx: &mut Context| {
            let outcome = apply_undo(action, boards, stats, &sync, env, ctx);
            edited_session = session_of(&outcome);
            outcome
        };
        self.undo.undo(change_id, &mut apply, ctx)?;
        if let Some(id) = edited_session {
            self.on_session_edited(id, env, ctx);
        }
        self.update_timer_card(ctx);
        Ok(())
    }

    /// Redoes the change that was undone last.
    pub(super) fn redo(&mut self, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let (boards, stats) = (&mut self.boards, &self.stats);
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        let mut edited_session = None;
        let mut apply = |action, ctx: &mut Context| {
            let outcome = apply_undo(action, boards, stats, &sync, env, ctx);
            edited_session = session_of(&outcome);
            outcome
        };
        self.undo.redo(&mut apply, ctx)?;
        if let Some(id) = edited_session {
            self.on_session_edited(id, env, ctx);
        }
        self.update_timer_card(ctx);
        Ok(())
    }
}

/// Carries an undo action out. Tells the user if a part of it was changed since and is kept (SPEC M80).
fn apply_undo(
    action: UndoAction,
    boards: &mut Boards,
    stats: &Stats,
    sync: &SessionSync,
    env: &Env,
    ctx: &mut Context,
) -> UndoOutcome {
    match action {
        UndoAction::Session(change) => {
            UndoOutcome::Reversed(UndoAction::Session(undo_session_change(change, stats, sync, ctx)))
        }
        UndoAction::Board { board_id, steps } => {
            let UndoResult { reversed, board_id: reversed_on, has_kept } = boards.apply_undo(board_id, steps, env, ctx);
            let board_id = reversed_on.unwrap_or(board_id);
            let outcome = match (reversed.is_empty(), has_kept) {
                (false, _) => UndoOutcome::Reversed(UndoAction::Board { board_id, steps: reversed }),
                (true, true) => UndoOutcome::ChangedSince,
                (true, false) => UndoOutcome::Void,
            };
            if has_kept {
                let is_partial = matches!(outcome, UndoOutcome::Reversed(_));
                let message =
                    if is_partial { messages::undo_partly_kept() } else { messages::undo_kept() }.get().to_owned();
                ctx.step.ui_effects.push(UiEffect::Toast { kind: ToastKind::Blank, message, undo: None });
            }
            outcome
        }
    }
}

/// Returns the session that an undone action has changed, if it has changed one.
fn session_of(outcome: &UndoOutcome) -> Option<Id> {
    match outcome {
        UndoOutcome::Reversed(UndoAction::Session(change)) => Some(change.after.id),
        _ => None,
    }
}

/// Restores a version of a session and returns the change that reverts it.
fn undo_session_change(change: SessionChange, stats: &Stats, sync: &SessionSync, ctx: &mut Context) -> SessionChange {
    // Another device may have changed the session since. A deleted or old session is not in the list.
    let known = stats.sessions.find(change.after.id, sync).unwrap_or(change.after);
    let after = FocusSession { revision: known.revision + 1, ..change.before };
    ctx.outbox_entries
        .push(OutboxEntry::FocusSession { session: after.clone(), previous: Some(Box::new(known.clone())) });
    SessionChange { after, before: known }
}
