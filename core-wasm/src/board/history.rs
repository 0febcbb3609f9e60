//! Undo and redo of the person's own changes since the page opened (SPEC U1 to U8). An entry holds the changes that take it
//! back; taking it back gives the changes that make it again. Both go the way of every change: onto the board or into the
//! statistics, and into the outbox.

use super::machine::Boards;
use crate::call::Turn;
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
const MAXIMUM_ENTRIES: usize = 100;

/// What can be undone and redone.
#[derive(Debug, Default)]
pub struct History {
    undo: VecDeque<Entry>,
    redo: Vec<Entry>,
    recording: Option<Recording>,
    shown: HistoryView,
}

/// One intent of the person's.
#[derive(Debug)]
struct Entry {
    id: Id,
    words: &'static str,
    way: Way,
}

/// How an intent is taken back.
#[derive(Debug)]
enum Way {
    /// By changes of a board, in order. Made again by the changes that applying them gives back.
    Board { board_id: Id, changes: Vec<Change> },
    /// By another version of a focus session.
    Session(SessionChange),
}

/// A change of a focus session that can be taken back. The statistics carry it out: they know the session as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionChange {
    /// The version that it led to.
    pub now: FocusSession,
    /// The version that it goes back to, but for the revision.
    pub back: FocusSession,
}

/// Takes a change of a session back, and answers what makes it again; `None` where it cannot be taken back any more.
pub type TurnSession<'a> = &'a mut dyn FnMut(SessionChange, &mut Turn) -> Option<SessionChange>;

/// What the intent at hand has done so far.
#[derive(Debug)]
struct Recording {
    id: Option<Id>,
    way: Way,
}

impl History {
    /// Remembers how to take back what the intent at hand has just done.
    pub(super) fn record(&mut self, board_id: Id, back: Vec<Change>) {
        let way = Way::Board { board_id, changes: vec![] };
        let recording = self.recording.get_or_insert(Recording { id: None, way });
        if let Way::Board { changes, .. } = &mut recording.way {
            // The last is taken back first.
            changes.splice(0..0, back);
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
            undo: self.undo.back().map(|entry| entry.words.to_owned()),
            redo: self.redo.last().map(|entry| entry.words.to_owned()),
        }
    }

    /// Takes out the entry with an id, or the last.
    fn take(&mut self, change_id: Option<Id>) -> Option<Entry> {
        match change_id {
            None => self.undo.pop_back(),
            Some(id) => self.undo.remove(self.undo.iter().position(|entry| entry.id == id)?),
        }
    }

    fn remember(&mut self, entry: Entry) {
        if self.undo.len() == MAXIMUM_ENTRIES {
            self.undo.pop_front();
        }
        self.undo.push_back(entry);
    }
}

impl Boards {
    /// Remembers how to take back the change of a session that the intent at hand has just made, and gives it a name.
    pub fn record_session(&mut self, change: SessionChange, env: &Env) -> Id {
        let id = env.new_id();
        self.history.recording = Some(Recording { id: Some(id), way: Way::Session(change) });
        id
    }

    /// What can be undone and redone.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The intent is over: what it did is one entry. Whatever had been undone before cannot be made again.
    pub fn recorded(&mut self, words: &'static str, env: &Env, turn: &mut Turn) {
        if let Some(id) = self.history.change_id(env)
            && let Some(Recording { way, .. }) = self.history.recording.take()
        {
            self.history.redo.clear();
            self.history.remember(Entry { id, words, way });
        }
        self.show_history(turn);
    }

    /// Takes a change back: the one with an id, or the last that can be. Those that cannot be are passed over and forgotten.
    pub fn undo(
        &mut self,
        change_id: Option<Id>,
        session: TurnSession,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        while let Some(entry) = self.history.take(change_id) {
            if let Some(entry) = self.turn_round(entry, session, env, turn) {
                self.history.redo.push(entry);
                self.show_history(turn);
                return Ok(());
            }
        }
        self.show_history(turn);
        Err(ErrorCode::NothingToUndo)
    }

    /// Makes the change again that was taken back last.
    pub fn redo(&mut self, session: TurnSession, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        while let Some(entry) = self.history.redo.pop() {
            if let Some(entry) = self.turn_round(entry, session, env, turn) {
                self.history.remember(entry);
                self.show_history(turn);
                return Ok(());
            }
        }
        self.show_history(turn);
        Err(ErrorCode::NothingToUndo)
    }

    /// Makes the changes of an entry, as far as they still fit, and gives the entry that takes them back again.
    fn turn_round(&mut self, entry: Entry, session: TurnSession, env: &Env, turn: &mut Turn) -> Option<Entry> {
        let way = match entry.way {
            Way::Session(change) => Way::Session(session(change, turn)?),
            Way::Board { board_id, changes } => {
                let mut back = vec![];
                for change in changes {
                    let done = self.perform(board_id, change, env, turn).unwrap_or_default();
                    back.splice(0..0, done);
                }
                (!back.is_empty()).then_some(Way::Board { board_id, changes: back })?
            }
        };
        Some(Entry { way, ..entry })
    }

    /// Forgets everything: somebody else is signed in now.
    pub(super) fn forget_history(&mut self, turn: &mut Turn) {
        self.history = History { shown: std::mem::take(&mut self.history.shown), ..History::default() };
        self.show_history(turn);
    }

    fn show_history(&mut self, turn: &mut Turn) {
        self.history.recording = None;
        let view = self.history.view();
        if view != self.history.shown {
            self.history.shown = view.clone();
            turn.step.patches.push(Patch::History { history: view });
        }
    }
}

/// What an intent does, in words for undo and redo: "Undo move card". `None` for what cannot be undone.
pub fn words(intent: &Intent) -> Option<&'static str> {
    Some(match intent {
        Intent::AddBoard { .. } | Intent::AddBoardFromTemplate { .. } => "Add board",
        Intent::EditBoard { edits, .. } => match edits.as_slice() {
            [BoardEdit::Name(_)] => "Rename board",
            [BoardEdit::Favorite(true)] => "Add to favourites",
            [BoardEdit::Favorite(false)] => "Remove from favourites",
            [BoardEdit::Image(_)] => "Change background",
            _ => "Edit board",
        },
        Intent::DeleteBoard { .. } => "Delete board",
        Intent::RestoreBoard { .. } => "Restore board",
        Intent::SetLabelColor { .. } => "Change label colour",
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
