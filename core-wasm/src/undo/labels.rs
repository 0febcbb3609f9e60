//! The names of actions for undo and redo.

use crate::protocol::intent::Intent;
use crate::protocol::op::{BoardEdit, CardEdit, ItemEdit, ListEdit};

/// Returns the name of an intent for undo and redo, as in "Undo move card". `None` for an intent that cannot be undone.
pub(crate) fn undo_label(intent: &Intent) -> Option<&'static str> {
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
