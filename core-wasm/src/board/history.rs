//! Undo and redo of the person's own changes since the page opened (SPEC U1 to U8). An entry holds the changes that take it
//! back; taking it back gives the changes that make it again. Both go the way of every change: onto the board or into the
//! statistics, and into the outbox.

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

/// The most changes that can be taken back.
const MAX_ENTRIES: usize = 100;

/// What can be undone and redone.
#[derive(Debug, Default)]
pub struct History {
    undo: VecDeque<Entry>,
    redo: Vec<Entry>,
    recording: Option<Recording>,
    mirrored: HistoryView,
}

/// One intent of the person's.
#[derive(Debug)]
struct Entry {
    id: Id,
    label: &'static str,
    action: UndoAction,
}

/// How an intent is taken back.
#[derive(Debug)]
enum UndoAction {
    /// By changes of a board, in order. Made again by the changes that applying them gives back.
    Board { board_id: Id, changes: Vec<Change> },
    /// By another version of a focus session.
    Session(SessionChange),
}

/// A change of a focus session that can be taken back. The statistics carry it out: they know the session as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionChange {
    /// The version that it led to.
    pub after: FocusSession,
    /// The version that it goes back to, but for the revision.
    pub before: FocusSession,
}

/// Takes a change of a session back, and answers what makes it again; `None` where it cannot be taken back any more.
pub type UndoSession<'a> = &'a mut dyn FnMut(SessionChange, &mut Context) -> Option<SessionChange>;

/// What the intent at hand has done so far.
#[derive(Debug)]
struct Recording {
    id: Option<Id>,
    action: UndoAction,
}

impl History {
    /// Remembers how to take back what the intent at hand has just done.
    pub(super) fn record(&mut self, board_id: Id, inverse: Vec<Change>) {
        let action = UndoAction::Board { board_id, changes: vec![] };
        let recording = self.recording.get_or_insert(Recording { id: None, action });
        if let UndoAction::Board { changes, .. } = &mut recording.action {
            // The last is taken back first.
            changes.splice(0..0, inverse);
        }
    }

    /// The name of the change that the intent at hand has made, if it has made any.
    pub(super) fn change_id(&mut self, env: &Env) -> Option<Id> {
        let recording = self.recording.as_mut()?;
        Some(*recording.id.get_or_insert_with(|| env.new_id()))
    }

    /// What the shell draws.
    pub fn view(&self) -> HistoryView {
        HistoryView {
            undo: self.undo.back().map(|entry| entry.label.to_owned()),
            redo: self.redo.last().map(|entry| entry.label.to_owned()),
        }
    }

    /// Takes out the entry with an id, or the last.
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
    /// Remembers how to take back the change of a session that the intent at hand has just made, and gives it a name.
    pub fn record_session_change(&mut self, change: SessionChange, env: &Env) -> Id {
        let id = env.new_id();
        self.history.recording = Some(Recording { id: Some(id), action: UndoAction::Session(change) });
        id
    }

    /// What can be undone and redone.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The intent is over: what it did is one entry. Whatever had been undone before cannot be made again.
    pub fn commit_entry(&mut self, undo_label: &'static str, env: &Env, ctx: &mut Context) {
        if let Some(id) = self.history.change_id(env)
            && let Some(Recording { action, .. }) = self.history.recording.take()
        {
            self.history.redo.clear();
            self.history.push_undo(Entry { id, label: undo_label, action });
        }
        self.publish_history(ctx);
    }

    /// Takes a change back: the one with an id, or the last that can be. Those that cannot be are passed over and forgotten.
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

    /// Makes the change again that was taken back last.
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

    /// Makes the changes of an entry, as far as they still fit, and gives the entry that takes them back again.
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

    /// Forgets everything: somebody else is signed in now.
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

/// What an intent does, in words for undo and redo: "Undo move card". `None` for what cannot be undone.
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
