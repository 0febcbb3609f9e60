//! Undo and redo of the user's own changes since the page opened (SPEC U1 to U8). An entry holds the action that undoes
//! it; carrying it out gives the action that redoes it. Both are changes like any other: they are applied, and sent
//! through the outbox. Which machine carries an action out is decided by the caller.

mod labels;

pub(crate) use labels::{UndoLabel, undo_label};

use crate::context::Context;
use crate::context::recording::{Recording, UndoAction};
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::view::HistoryView;

/// Maximum number of entries that can be undone.
const MAX_ENTRIES: usize = 100;

/// Carries an action out.
pub(crate) type ApplyAction<'a> = &'a mut dyn FnMut(UndoAction, &mut Context) -> UndoOutcome;

/// The outcome of carrying out an action.
#[derive(Debug)]
pub(crate) enum UndoOutcome {
    /// It was carried out, wholly or in part. This action reverses it.
    Reversed(UndoAction),
    /// It would have overwritten what somebody has changed since.
    ChangedSince,
    /// It would change nothing, or is not possible any more.
    Void,
}

/// What can be undone and redone.
#[derive(Debug, Default)]
pub(crate) struct Undo {
    undo: Vec<Entry>,
    redo: Vec<Entry>,
    mirrored: HistoryView,
}

/// What one intent has done.
#[derive(Debug)]
struct Entry {
    id: Id,
    label: String,
    action: UndoAction,
}

impl Undo {
    /// Returns what the shell shows.
    pub(crate) fn view(&self) -> HistoryView {
        HistoryView {
            undo: self.undo.last().map(|entry| entry.label.clone()),
            redo: self.redo.last().map(|entry| entry.label.clone()),
        }
    }

    /// Returns whether undoing or redoing something changes a board.
    pub(crate) fn references_board(&self, board_id: Id) -> bool {
        let mut actions = self.undo.iter().chain(&self.redo).map(|entry| &entry.action);
        actions.any(|action| match action {
            UndoAction::Board { board_id: changed, steps } => {
                let mut changes = steps.iter().flat_map(|step| &step.changes);
                *changed == board_id || changes.any(|change| change.other_board() == Some(board_id))
            }
            UndoAction::Session(_) => false,
        })
    }

    /// Adds an entry with what the current intent has recorded, and removes what could be redone (SPEC U2).
    pub(crate) fn commit(&mut self, label: UndoLabel, env: &Env, ctx: &mut Context) {
        if let Some(id) = ctx.undo_id(env)
            && let Some(Recording { action, .. }) = ctx.recording.take()
        {
            self.redo.clear();
            let label = match (label, &action) {
                (UndoLabel::Text(text), _) => text.get().to_owned(),
                // Each op changed another card.
                (UndoLabel::Cards(text), UndoAction::Board { steps, .. }) => text(steps.len() as u64),
                (UndoLabel::Cards(text), UndoAction::Session(_)) => text(1),
            };
            self.push(Entry { id, label, action });
        }
        self.publish(ctx);
    }

    /// Undoes the entry with an id, or the last one. Entries that cannot be undone any more are skipped and removed, up to
    /// one that would overwrite a later change.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::NothingToUndo`] if there is no such entry.
    pub(crate) fn undo(
        &mut self,
        change_id: Option<Id>,
        apply: ApplyAction,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        while let Some(entry) = self.take(change_id) {
            let Entry { id, label, action } = entry;
            match apply(action, ctx) {
                UndoOutcome::Reversed(action) => self.redo.push(Entry { id, label, action }),
                UndoOutcome::ChangedSince => {}
                UndoOutcome::Void => continue,
            }
            self.publish(ctx);
            return Ok(());
        }
        self.publish(ctx);
        Err(ErrorCode::NothingToUndo)
    }

    /// Redoes the entry that was undone last.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::NothingToUndo`] if there is none.
    pub(crate) fn redo(&mut self, apply: ApplyAction, ctx: &mut Context) -> Result<(), ErrorCode> {
        while let Some(entry) = self.redo.pop() {
            let Entry { id, label, action } = entry;
            match apply(action, ctx) {
                UndoOutcome::Reversed(action) => self.push(Entry { id, label, action }),
                UndoOutcome::ChangedSince => {}
                UndoOutcome::Void => continue,
            }
            self.publish(ctx);
            return Ok(());
        }
        self.publish(ctx);
        Err(ErrorCode::NothingToUndo)
    }

    /// Removes all entries, because another account is signed in.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        (self.undo, self.redo) = (vec![], vec![]);
        self.publish(ctx);
    }

    /// Takes the entry with an id, or the last one.
    fn take(&mut self, change_id: Option<Id>) -> Option<Entry> {
        match change_id {
            None => self.undo.pop(),
            Some(id) => Some(self.undo.remove(self.undo.iter().position(|entry| entry.id == id)?)),
        }
    }

    fn push(&mut self, entry: Entry) {
        if self.undo.len() == MAX_ENTRIES {
            self.undo.remove(0);
        }
        self.undo.push(entry);
    }

    fn publish(&mut self, ctx: &mut Context) {
        let view = self.view();
        if view != self.mirrored {
            self.mirrored = view.clone();
            ctx.step.patches.push(Patch::History { history: view });
        }
    }
}
