//! Undo and redo of the user's changes since the page opened (SPEC U1 to U8). An entry holds the inverse of a change,
//! and applying the inverse returns the changes to redo it. Both are applied like any other change: to the board or the
//! statistics, and through the outbox.

use super::machine::Boards;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::Intent;
use crate::protocol::op::{BoardEdit, CardEdit, Change, ItemEdit, ListEdit};
use crate::protocol::patch::Patch;
use crate::protocol::record::FocusSession;
use crate::protocol::view::HistoryView;
use std::collections::VecDeque;

/// The maximum number of changes that can be undone.
const MAX_ENTRIES: usize = 100;

/// The undo and redo stacks.
#[derive(Debug, Default)]
pub struct History {
    undo: VecDeque<Entry>,
    redo: Vec<Entry>,
    recording: Option<Recording>,
    mirrored: HistoryView,
}

/// The inverse of one intent.
#[derive(Debug)]
struct Entry {
    id: Id,
    label: &'static str,
    action: UndoAction,
}

/// How to revert an intent.
#[derive(Debug)]
enum UndoAction {
    /// Changes of a board, to apply in order. Applying them returns their own inverse.
    Board { board_id: Id, changes: Vec<Change> },
    /// Another version of a focus session.
    Session(SessionChange),
}

/// A change of a focus session that can be undone. The statistics apply it, because they know the session's current
/// version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionChange {
    /// The version after the change.
    pub after: FocusSession,
    /// The version before the change. Undoing it restores this version with a new revision.
    pub before: FocusSession,
}

/// Reverts a change of a session and returns the change that reverts it again; `None` if it can no longer be reverted.
pub type UndoSession<'a> = &'a mut dyn FnMut(SessionChange, &mut Context) -> Option<SessionChange>;

/// The inverse of the changes that the current intent has made so far.
#[derive(Debug)]
struct Recording {
    id: Option<Id>,
    action: UndoAction,
}

impl History {
    /// Records the inverse of a change that the current intent has just made.
    pub(super) fn record(&mut self, board_id: Id, inverse: Vec<Change>) {
        let action = UndoAction::Board { board_id, changes: vec![] };
        let recording = self.recording.get_or_insert(Recording { id: None, action });
        if let UndoAction::Board { changes, .. } = &mut recording.action {
            // The inverse of the last change has to be applied first.
            changes.splice(0..0, inverse);
        }
    }

    /// Returns the id of the change that the current intent has made, if it has made any.
    pub(super) fn change_id(&mut self, env: &Env) -> Option<Id> {
        let recording = self.recording.as_mut()?;
        Some(*recording.id.get_or_insert_with(|| env.new_id()))
    }

    /// Returns the state for the mirror.
    pub fn view(&self) -> HistoryView {
        HistoryView {
            undo: self.undo.back().map(|entry| entry.label.to_owned()),
            redo: self.redo.last().map(|entry| entry.label.to_owned()),
        }
    }

    /// Removes and returns the entry with this id, or the last entry.
    fn take(&mut self, change_id: Option<Id>) -> Option<Entry> {
        match change_id {
            None => self.undo.pop_back(),
            Some(id) => self.undo.remove(self.undo.iter().position(|entry| entry.id == id)?),
        }
    }

    fn push_undo(&mut self, entry: Entry) {
        if self.undo.len() == MAX_ENTRIES {
            self.undo.pop_front();
        }
        self.undo.push_back(entry);
    }
}

impl Boards {
    /// Records a change of a session that the current intent has just made. Returns the id by which it can be undone.
    pub fn record_session_change(&mut self, change: SessionChange, env: &Env) -> Id {
        let id = env.new_id();
        self.history.recording = Some(Recording { id: Some(id), action: UndoAction::Session(change) });
        id
    }

    /// Returns the undo and redo stacks.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Adds the changes of the current intent as one entry, and clears the redo stack.
    pub fn commit_entry(&mut self, undo_label: &'static str, env: &Env, ctx: &mut Context) {
        if let Some(id) = self.history.change_id(env)
            && let Some(Recording { action, .. }) = self.history.recording.take()
        {
            self.history.redo.clear();
            self.history.push_undo(Entry { id, label: undo_label, action });
        }
        self.publish_history(ctx);
    }

    /// Undoes the change with this id, or the last one. Changes that can no longer be undone are skipped and dropped.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::NothingToUndo`] if no change can be undone.
    pub fn undo(
        &mut self,
        change_id: Option<Id>,
        session: UndoSession,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        while let Some(entry) = self.history.take(change_id) {
            if let Some(entry) = self.invert(entry, session, env, ctx) {
                self.history.redo.push(entry);
                self.publish_history(ctx);
                return Ok(());
            }
        }
        self.publish_history(ctx);
        Err(ErrorCode::NothingToUndo)
    }

    /// Redoes the change that was undone last. Changes that can no longer be redone are skipped and dropped.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::NothingToUndo`] if no change can be redone.
    pub fn redo(&mut self, session: UndoSession, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        while let Some(entry) = self.history.redo.pop() {
            if let Some(entry) = self.invert(entry, session, env, ctx) {
                self.history.push_undo(entry);
                self.publish_history(ctx);
                return Ok(());
            }
        }
        self.publish_history(ctx);
        Err(ErrorCode::NothingToUndo)
    }

    /// Applies the changes of an entry, as far as they still fit, and returns the entry that reverts them.
    fn invert(&mut self, entry: Entry, session: UndoSession, env: &Env, ctx: &mut Context) -> Option<Entry> {
        let action = match entry.action {
            UndoAction::Session(change) => UndoAction::Session(session(change, ctx)?),
            UndoAction::Board { board_id, changes } => {
                let mut inverse = vec![];
                for change in changes {
                    let done = self.apply_change(board_id, change, env, ctx).unwrap_or_default();
                    inverse.splice(0..0, done);
                }
                (!inverse.is_empty()).then_some(UndoAction::Board { board_id, changes: inverse })?
            }
        };
        Some(Entry { action, ..entry })
    }

    /// Clears the history after a change of account.
    pub(super) fn clear_history(&mut self, ctx: &mut Context) {
        self.history = History { mirrored: std::mem::take(&mut self.history.mirrored), ..History::default() };
        self.publish_history(ctx);
    }

    fn publish_history(&mut self, ctx: &mut Context) {
        self.history.recording = None;
        let view = self.history.view();
        if view != self.history.mirrored {
            self.history.mirrored = view.clone();
            ctx.step.patches.push(Patch::History { history: view });
        }
    }
}

/// Returns the description of an intent for undo and redo, as in "Undo move card", or `None` if it cannot be undone.
pub fn undo_label(intent: &Intent) -> Option<&'static str> {
    Some(match intent {
        Intent::AddBoard { .. } | Intent::AddBoardFromTemplate { .. } => "Add board",
        Intent::EditBoard { edits, .. } => match edits.as_slice() {
            [BoardEdit::Name(_)] => "Rename board",
            [BoardEdit::Favorite(true)] => "Add to favorites",
            [BoardEdit::Favorite(false)] => "Remove from favorites",
            [BoardEdit::Image(_)] => "Change background",
            _ => "Edit board",
        },
        Intent::DeleteBoard { .. } => "Delete board",
        Intent::RestoreBoard { .. } => "Restore board",
        Intent::SetLabelColor { .. } => "Change label color",
        Intent::AddList { .. } => "Add list",
        Intent::EditList { edit, .. } => match edit {
            ListEdit::Name(_) => "Rename list",
            ListEdit::Collapsed(true) => "Collapse list",
            ListEdit::Collapsed(false) => "Expand list",
        },
        Intent::MoveList { .. } => "Move list",
        Intent::DeleteList { .. } => "Delete list",
        Intent::RestoreList { .. } => "Restore list",
        Intent::AddCard { .. } => "Add card",
        Intent::MoveCard { .. } => "Move card",
        Intent::EditCard { edits, .. } => match edits.as_slice() {
            [CardEdit::Title(_)] => "Rename card",
            [CardEdit::Description(_)] => "Edit description",
            [CardEdit::Priority(_)] => "Change priority",
            [CardEdit::Completed(_)] => "Complete card",
            [CardEdit::DueDate(_)] => "Change due date",
            [CardEdit::Labels(_)] => "Change labels",
            [CardEdit::Archived(_)] => "Archive card",
            _ => "Edit card",
        },
        Intent::ArchiveCard { .. } => "Archive card",
        Intent::DeleteCard { .. } => "Delete card",
        Intent::RestoreCard { .. } => "Restore card",
        Intent::AddSubtask { .. } => "Add sub-task",
        Intent::AddComment { .. } => "Add comment",
        Intent::AddReminder { .. } => "Add reminder",
        Intent::MoveSubtask { .. } => "Move sub-task",
        Intent::EditItem { edit, .. } => match edit {
            ItemEdit::Title(_) => "Rename sub-task",
            ItemEdit::Done(_) => "Complete sub-task",
            ItemEdit::Text(_) => "Edit comment",
            ItemEdit::MinutesBefore(_) => "Change reminder",
        },
        Intent::DeleteItem { .. } => "Delete from card",
        Intent::CompleteTask { .. } => "Complete card",
        Intent::AddSession { .. } => "Add focus session",
        Intent::EditSession { .. } => "Edit focus session",
        Intent::DeleteSession { .. } => "Delete focus session",
        _ => return None,
    })
}
