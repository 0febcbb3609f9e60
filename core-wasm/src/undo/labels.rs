//! The names of actions for undo and redo.

use crate::protocol::intent::{CardsChange, Intent};
use crate::protocol::messages::{Text, core as messages};
use crate::protocol::op::{BoardEdit, CardEdit, ItemEdit, ListEdit};

/// The name of an action for undo and redo, as in "Undo move card".
pub(crate) enum UndoLabel {
    /// A text.
    Text(Text),
    /// A text for the number of changed cards.
    Cards(fn(u64) -> String),
}

/// Returns the name of an intent for undo and redo. `None` for an intent that cannot be undone.
pub(crate) fn undo_label(intent: &Intent) -> Option<UndoLabel> {
    let label = match intent {
        Intent::ChangeCards { change, .. } => {
            return Some(UndoLabel::Cards(match change {
                CardsChange::Move { .. } => messages::undo_move_cards,
                CardsChange::Delete => messages::undo_delete_cards,
                _ => messages::undo_change_cards,
            }));
        }
        Intent::MoveCardsToBoard { .. } => return Some(UndoLabel::Cards(messages::undo_move_cards)),
        Intent::AddBoard { .. } | Intent::AddBoardFromTemplate { .. } | Intent::ImportBoard { .. } => {
            messages::undo_add_board()
        }
        Intent::DuplicateBoard { is_template: true, .. } => messages::undo_save_template(),
        Intent::DuplicateBoard { .. } => messages::undo_duplicate_board(),
        Intent::EditBoard { edits, .. } => match edits.as_slice() {
            [BoardEdit::Name(_)] => messages::undo_rename_board(),
            [BoardEdit::Favorite(true)] => messages::undo_add_to_favorites(),
            [BoardEdit::Favorite(false)] => messages::undo_remove_from_favorites(),
            [BoardEdit::Watch(_)] => messages::undo_watch(),
            [BoardEdit::Unwatch(_)] => messages::undo_unwatch(),
            [BoardEdit::Muted(true)] => messages::undo_mute(),
            [BoardEdit::Muted(false)] => messages::undo_unmute(),
            [BoardEdit::Image(_)] => messages::undo_change_background(),
            _ => messages::undo_edit_board(),
        },
        Intent::DeleteBoard { .. } => messages::undo_delete_board(),
        Intent::RestoreBoard { .. } => messages::undo_restore_board(),
        Intent::SetLabelColor { .. } => messages::undo_change_label_color(),
        Intent::AddList { .. } => messages::undo_add_list(),
        Intent::EditList { edit, .. } => match edit {
            ListEdit::Name(_) => messages::undo_rename_list(),
            ListEdit::Collapsed(true) => messages::undo_collapse_list(),
            ListEdit::Collapsed(false) => messages::undo_expand_list(),
            ListEdit::Color(_) => messages::undo_change_list_color(),
        },
        Intent::MoveList { .. } | Intent::MoveListToBoard { .. } => messages::undo_move_list(),
        Intent::CopyList { .. } => messages::undo_copy_list(),
        Intent::DeleteList { .. } => messages::undo_delete_list(),
        Intent::RestoreList { .. } => messages::undo_restore_list(),
        Intent::AddCard { .. } | Intent::QuickAdd { .. } => messages::undo_add_card(),
        Intent::MoveCard { .. } | Intent::DropCard { .. } => messages::undo_move_card(),
        Intent::CopyCard { .. } => messages::undo_copy_card(),
        Intent::EditCard { edits, .. } => match edits.as_slice() {
            [CardEdit::Title(_)] => messages::undo_rename_card(),
            [CardEdit::Description(_)] => messages::undo_edit_description(),
            [CardEdit::Priority(_)] => messages::undo_change_priority(),
            [CardEdit::Completed(_)] => messages::undo_complete_card(),
            [CardEdit::DueDate(_)] => messages::undo_change_due_date(),
            [CardEdit::Recurrence(_)] => messages::undo_change_recurrence(),
            [CardEdit::Estimate(_)] => messages::undo_change_estimate(),
            [CardEdit::Labels(_)] => messages::undo_change_labels(),
            [CardEdit::Archived(_)] => messages::undo_archive_card(),
            [CardEdit::Cover(_)] => messages::undo_cover(),
            [CardEdit::Assign(_)] => messages::undo_assign(),
            [CardEdit::Unassign(_)] => messages::undo_unassign(),
            _ => messages::undo_edit_card(),
        },
        Intent::SkipOccurrence { .. } => messages::undo_skip_occurrence(),
        Intent::ArchiveCard { .. } => messages::undo_archive_card(),
        Intent::DeleteCard { .. } => messages::undo_delete_card(),
        Intent::RestoreCard { .. } => messages::undo_restore_card(),
        Intent::AddSubtask { .. } => messages::undo_add_subtask(),
        Intent::AddComment { .. } => messages::undo_add_comment(),
        Intent::AddReminder { .. } => messages::undo_add_reminder(),
        Intent::MoveSubtask { .. } => messages::undo_move_subtask(),
        Intent::EditItem { edit, .. } => match edit {
            ItemEdit::Title(_) => messages::undo_rename_subtask(),
            ItemEdit::Done(_) => messages::undo_complete_subtask(),
            ItemEdit::Text(_) => messages::undo_edit_comment(),
            ItemEdit::MinutesBefore(_) => messages::undo_change_reminder(),
        },
        Intent::SetReaction { is_set: true, .. } => messages::undo_add_reaction(),
        Intent::SetReaction { is_set: false, .. } => messages::undo_remove_reaction(),
        Intent::DeleteItem { .. } => messages::undo_delete_from_card(),
        Intent::CompleteTask { .. } => messages::undo_complete_card(),
        Intent::SetDueDate { .. } => messages::undo_change_due_date(),
        Intent::AddSession { .. } => messages::undo_add_focus_session(),
        Intent::EditSession { .. } => messages::undo_edit_focus_session(),
        Intent::DeleteSession { .. } => messages::undo_delete_focus_session(),
        // Listed, so that a new intent does not compile until it is decided whether it can be undone.
        Intent::Start { .. }
        | Intent::Visit { .. }
        | Intent::SignUp { .. }
        | Intent::LogIn { .. }
        | Intent::GoogleLogIn { .. }
        | Intent::LinkGoogle { .. }
        | Intent::ForgotPassword { .. }
        | Intent::ResetPassword { .. }
        | Intent::ConfirmEmail { .. }
        | Intent::LoadAccount
        | Intent::EditProfile { .. }
        | Intent::UploadAvatar { .. }
        | Intent::RemoveAvatar
        | Intent::ChangePassword { .. }
        | Intent::ChangeEmail { .. }
        | Intent::SendConfirmation
        | Intent::EndLogin { .. }
        | Intent::LogOutEverywhere { .. }
        | Intent::ExportAccount
        | Intent::DeleteAccount { .. }
        | Intent::KeepAccount
        | Intent::LoadAdmin { .. }
        | Intent::ChangeAdmin { .. }
        | Intent::LoadInvitations
        | Intent::ChangeSharing { .. }
        | Intent::AcceptInvitation { .. }
        | Intent::DeclineInvitation { .. }
        | Intent::SetEditing { .. }
        | Intent::LoadInbox
        | Intent::LoadMoreInbox
        | Intent::MarkInboxEntry { .. }
        | Intent::MarkInboxRead
        | Intent::UnsubscribeInbox { .. }
        | Intent::OpenPublicBoard { .. }
        | Intent::ClosePublicBoard
        | Intent::Continue
        | Intent::LogOut { .. }
        | Intent::SetTheme { .. }
        | Intent::SetFocusTime { .. }
        | Intent::SetPreferences { .. }
        | Intent::LoadWeather { .. }
        | Intent::SearchPlaces { .. }
        | Intent::ChoosePlace { .. }
        | Intent::StartTimer
        | Intent::PauseTimer
        | Intent::ResetTimer
        | Intent::SkipTimer
        | Intent::FinishTimer
        | Intent::ExtendTimer
        | Intent::FocusCard { .. }
        | Intent::ClearTimerCard
        | Intent::ResolveOverrun { .. }
        | Intent::TypeTimerField { .. }
        | Intent::StepTimerField { .. }
        | Intent::LoadBoards
        | Intent::PrepareBoard { .. }
        | Intent::OpenBoard { .. }
        | Intent::CloseBoard
        | Intent::SetFilter { .. }
        | Intent::OpenCard { .. }
        | Intent::CloseCard
        | Intent::LoadActivity
        | Intent::LoadBoardActivity { .. }
        | Intent::CloseBoardActivity
        | Intent::LoadMoreBoardActivity
        | Intent::Undo { .. }
        | Intent::Redo
        | Intent::SaveDraft { .. }
        | Intent::DiscardDraft { .. }
        | Intent::DismissRefused { .. }
        | Intent::LoadTasks
        | Intent::SetTaskFilter { .. }
        | Intent::LoadBackground { .. }
        | Intent::NextBackground
        | Intent::KeepBackground { .. }
        | Intent::ChooseBackground { .. }
        | Intent::BackgroundMeasured { .. }
        | Intent::BackgroundFailed { .. }
        | Intent::LoadPhotos { .. }
        | Intent::LoadMorePhotos
        | Intent::SearchServer { .. }
        | Intent::CallServer { .. }
        | Intent::LoadPictures
        | Intent::UploadPicture { .. }
        | Intent::UploadAttachment { .. }
        | Intent::CancelUpload { .. }
        | Intent::RetryUpload { .. }
        | Intent::DeletePicture { .. }
        | Intent::LoadTrash
        | Intent::LoadStats
        | Intent::LoadNotes
        | Intent::SearchNotes { .. }
        | Intent::AddNote
        | Intent::OpenNote { .. }
        | Intent::CloseNote
        | Intent::EditNote { .. }
        | Intent::PinNote { .. }
        | Intent::UnpinNote { .. }
        | Intent::TrashNote { .. }
        | Intent::RestoreNote { .. }
        | Intent::LoadNoteVersions
        | Intent::ShowNoteVersion { .. }
        | Intent::UseNoteVersion { .. }
        | Intent::PutNoteVersionAway { .. }
        | Intent::ExportNote { .. }
        | Intent::ShowWeek { .. }
        | Intent::ShowYear { .. }
        | Intent::LoadBreakdown { .. }
        | Intent::LoadSessions
        | Intent::LoadMoreSessions
        | Intent::OpenSessionForm { .. }
        | Intent::ChangeSessionForm { .. }
        | Intent::ExportSessions { .. } => return None,
    };
    Some(UndoLabel::Text(label))
}
