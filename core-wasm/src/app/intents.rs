//! What a person does: each intent to the machine whose it is.

use super::App;
use crate::board::history;
use crate::board::machine::Room;
use crate::call::Turn;
use crate::env::Env;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::intent::Intent;

impl App {
    /// Does what a person wants, and remembers how to take it back. On an error nothing has changed.
    pub(super) fn intend(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), Rejection> {
        let words = history::words(&intent);
        let upload = if let Intent::UploadPicture { file, .. } = intent { Some(file) } else { None };
        let outcome = self.intend_one(intent, env, turn);
        if let (Err(_), Some(file)) = (&outcome, upload) {
            self.pictures.release_refused(file, turn);
        }
        outcome?;
        if let Some(words) = words {
            self.boards.recorded(words, env, turn);
        }
        Ok(())
    }

    fn intend_one(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), Rejection> {
        match intent {
            Intent::Start { path, time_zone } => self.start(path, time_zone, env, turn),
            Intent::Visit { path } => self.session.visit(&path, turn),
            Intent::SignUp { first_name, last_name, email, password, invitation } => {
                self.session.sign_up(&first_name, &last_name, &email, &password, invitation, turn)?;
            }
            Intent::LogIn { email, password } => self.session.log_in(&email, &password, turn)?,
            Intent::Continue => self.session.forward(turn),
            Intent::LogOut { discard_unsent } => self.log_out(discard_unsent, env, turn)?,
            Intent::SetTheme { theme } => self.prefs.set_theme(theme, turn),
            Intent::SetPreferences { ref update } => {
                if let Some(background) = &update.background {
                    self.check_wallpaper(background)?;
                }
                self.intend_timer(intent, env, turn)?;
            }
            Intent::SetFocusTime { .. }
            | Intent::StartTimer
            | Intent::PauseTimer
            | Intent::ResetTimer
            | Intent::SkipTimer
            | Intent::FinishTimer
            | Intent::ExtendTimer
            | Intent::ClearTimerCard
            | Intent::ResolveOverrun { .. }
            | Intent::TypeTimerField { .. }
            | Intent::StepTimerField { .. } => self.intend_timer(intent, env, turn)?,
            Intent::LoadWeather { language } => self.weather.load(language, env, turn),
            Intent::SearchPlaces { text } => self.weather.search(&text, env, turn),
            Intent::ChoosePlace { place } => self.weather.choose(place, env, turn),
            Intent::LoadBackground { .. }
            | Intent::NextBackground
            | Intent::KeepBackground { .. }
            | Intent::ChooseBackground { .. }
            | Intent::BackgroundMeasured { .. }
            | Intent::BackgroundFailed { .. }
            | Intent::LoadPhotos { .. }
            | Intent::LoadMorePhotos => self.intend_background(intent, env, turn)?,
            Intent::GoogleLogIn { invitation } => self.session.google_log_in(invitation, turn)?,
            Intent::ForgotPassword { email } => self.session.forgot_password(&email, turn)?,
            Intent::ResetPassword { token, password } => self.session.reset_password(token, &password, turn)?,
            Intent::ConfirmEmail { token } => self.session.confirm_email(token, turn)?,
            // Everything below is the account's: a stranger is told so, and nothing is half done.
            _ if self.session.account().is_none() => return Err(ErrorCode::SignedOut.into()),
            Intent::FocusCard { .. } => self.intend_timer(intent, env, turn)?,
            Intent::LoadAccount
            | Intent::EditProfile { .. }
            | Intent::ChangePassword { .. }
            | Intent::ChangeEmail { .. }
            | Intent::SendConfirmation
            | Intent::EndLogin { .. }
            | Intent::LogOutEverywhere { .. }
            | Intent::ExportAccount
            | Intent::DeleteAccount { .. }
            | Intent::KeepAccount => self.intend_account(intent, env, turn)?,
            Intent::LoadBoards => self.boards.load(turn),
            Intent::AddBoard { name } => _ = self.boards.add_board(&name, self.room(), env, turn)?,
            Intent::AddBoardFromTemplate { template } => {
                self.boards.add_from_template(template, self.room(), env, turn)?;
            }
            Intent::OpenBoard { slug } => self.boards.open(&slug, &self.outbox, turn),
            Intent::CloseBoard => self.boards.close(turn),
            Intent::LoadPictures => self.pictures.load(turn),
            Intent::UploadPicture { file, size } => {
                self.check_account()?;
                self.pictures.upload(file, size, self.is_limited(), turn)?;
            }
            Intent::DeletePicture { picture_id } => {
                self.check_account()?;
                self.pictures.delete(picture_id, turn);
            }
            Intent::EditBoard { board_id, edits } => self.edit_board(board_id, edits, env, turn)?,
            Intent::DeleteBoard { board_id } => self.boards.delete_board(board_id, env, turn)?,
            Intent::AddList { name } => self.boards.add_list(name, env, turn)?,
            Intent::EditList { list_id, edit } => self.boards.edit_list(list_id, edit, env, turn)?,
            Intent::MoveList { list_id, index } => self.boards.move_list(list_id, index, env, turn)?,
            Intent::DeleteList { list_id } => self.boards.delete_list(list_id, env, turn)?,
            Intent::AddCard { list_id, title, priority } => {
                self.boards.add_card(list_id, title, priority, env, turn)?;
            }
            Intent::MoveCard { card_id, list_id, index } => {
                self.boards.move_card(card_id, list_id, index, env, turn)?;
            }
            Intent::EditCard { card_id, edits } => self.boards.edit_card(card_id, edits, env, turn)?,
            Intent::ArchiveCard { card_id } => self.boards.archive_card(card_id, env, turn)?,
            Intent::DeleteCard { card_id } => self.boards.delete_card(card_id, env, turn)?,
            Intent::SetLabelColor { label, color } => self.boards.set_label_color(label, color, env, turn)?,
            Intent::OpenCard { card_id } => self.boards.open_card_details(card_id)?,
            Intent::CloseCard => self.boards.close_card(),
            Intent::LoadActivity => self.boards.load_activity(turn)?,
            Intent::AddSubtask { card_id, title } => self.boards.add_subtask(card_id, title, env, turn)?,
            Intent::AddComment { card_id, text } => self.boards.add_comment(card_id, text, env, turn)?,
            Intent::AddReminder { card_id, minutes_before } => {
                self.boards.add_reminder(card_id, minutes_before, env, turn)?;
            }
            Intent::MoveSubtask { item_id, index } => self.boards.move_subtask(item_id, index, env, turn)?,
            Intent::EditItem { item_id, edit } => self.boards.edit_item(item_id, edit, env, turn)?,
            Intent::DeleteItem { item_id } => self.boards.delete_item(item_id, env, turn)?,
            Intent::Undo { change_id } => {
                self.undo(change_id, env, turn)?;
                self.changed_by_hand(env, turn);
            }
            Intent::Redo => {
                self.redo(env, turn)?;
                self.changed_by_hand(env, turn);
            }
            Intent::RestoreBoard { board_id } => self.boards.restore_board(board_id, env, turn)?,
            Intent::RestoreList { board_id, list_id } => self.boards.restore_list(board_id, list_id, env, turn)?,
            Intent::RestoreCard { board_id, card_id } => self.boards.restore_card(board_id, card_id, env, turn)?,
            Intent::LoadTasks => self.tasks.load(env, turn),
            Intent::CompleteTask { board_id, card_id } => self.boards.complete_task(board_id, card_id, env, turn)?,
            Intent::LoadTrash => self.trash.load(turn),
            Intent::SetFilter { filter } => self.boards.set_filter(filter)?,
            Intent::SaveDraft { key, text } => {
                let account = self.account.ok_or(ErrorCode::SignedOut)?;
                self.drafts.save(account, key, text, turn)?;
            }
            Intent::DiscardDraft { key } => {
                let account = self.account.ok_or(ErrorCode::SignedOut)?;
                self.drafts.discard(account, key, turn);
            }
            Intent::DismissRefused { refused_id } => self.outbox.dismiss_refused(refused_id, turn),
            Intent::LoadNotes
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
            | Intent::ExportNote { .. } => self.intend_notes(intent, env, turn)?,
            Intent::LoadStats
            | Intent::ShowWeek { .. }
            | Intent::ShowYear { .. }
            | Intent::LoadBreakdown { .. }
            | Intent::LoadSessions
            | Intent::LoadMoreSessions
            | Intent::AddSession { .. }
            | Intent::EditSession { .. }
            | Intent::DeleteSession { .. }
            | Intent::ExportSessions { .. } => {
                self.intend_stats(intent, env, turn)?;
                self.changed_by_hand(env, turn);
            }
        }
        Ok(())
    }

    /// What decides whether there is room for another board.
    pub(super) fn room(&self) -> Room {
        Room { is_limited: self.is_limited(), is_offline: self.is_unreachable() }
    }

    fn log_out(&mut self, discard_unsent: bool, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.check_unsent(discard_unsent, env, turn)?;
        self.leave(true, turn);
        Ok(())
    }
}
