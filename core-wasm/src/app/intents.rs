//! Dispatches each of the user's intents to the machine it belongs to.

use super::App;
use super::search::search;
use super::server_calls::call_server;
use crate::board::copying::Duplicate;
use crate::board::creation::PlanContext;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::IoEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::intent::Intent;
use crate::protocol::presence::EditedField;
use crate::undo::undo_label;

impl App {
    /// Handles an intent and records how to undo it. On an error nothing has changed, or only a part that can be undone.
    pub(super) fn dispatch(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), Rejection> {
        let undo_label = undo_label(&intent);
        let (picture, attachment) = match intent {
            Intent::UploadPicture { file, .. } | Intent::UploadAvatar { file, .. } => (Some(file), None),
            Intent::UploadAttachment { file, .. } => (None, Some(file)),
            _ => (None, None),
        };
        let outcome = self.dispatch_one(intent, env, ctx);
        if let Err(rejection) = &outcome {
            // A file that is already being uploaded is released after that.
            let is_uploading = |file| self.pictures.is_uploading(file) || self.account_settings.is_uploading(file);
            let refused = picture.filter(|file| !is_uploading(*file));
            ctx.step.io_effects.extend(refused.map(|file| IoEffect::ReleaseFile { file }));
            attachment.into_iter().for_each(|file| self.release_refused_file(rejection, file, ctx));
        }
        if let Some(undo_label) = undo_label {
            self.undo.commit(undo_label, env, ctx);
        }
        outcome
    }

    fn dispatch_one(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), Rejection> {
        match intent {
            Intent::Start { path, time_zone } => self.start(path, time_zone, env, ctx),
            Intent::Visit { path } => self.session.visit(&path, ctx),
            Intent::SignUp { first_name, last_name, email, password, invitation } => {
                self.session.sign_up(&first_name, &last_name, &email, &password, invitation, ctx)?;
            }
            Intent::LogIn { email, password } => self.session.log_in(&email, &password, ctx)?,
            Intent::Continue => self.session.finish_welcome(ctx),
            Intent::LogOut { discard_unsent } => self.log_out(discard_unsent, env, ctx)?,
            Intent::SetTheme { theme } => self.prefs.set_theme(theme, ctx),
            Intent::SetPreferences { ref update } => {
                if let Some(background) = &update.background {
                    self.check_home_background(background)?;
                }
                self.dispatch_timer(intent, env, ctx)?;
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
            | Intent::StepTimerField { .. } => self.dispatch_timer(intent, env, ctx)?,
            Intent::LoadWeather { language } => self.weather.load(language, env, ctx),
            Intent::SearchPlaces { text } => self.weather.search(&text, env, ctx),
            Intent::ChoosePlace { place } => self.weather.choose(place, env, ctx),
            Intent::LoadBackground { .. }
            | Intent::NextBackground
            | Intent::KeepBackground { .. }
            | Intent::ChooseBackground { .. }
            | Intent::BackgroundMeasured { .. }
            | Intent::BackgroundFailed { .. }
            | Intent::LoadPhotos { .. }
            | Intent::LoadMorePhotos => self.dispatch_background(intent, env, ctx)?,
            Intent::GoogleLogIn { invitation } => self.session.google_log_in(invitation, ctx)?,
            Intent::LinkGoogle { password } => self.session.link_google(&password, ctx)?,
            Intent::ForgotPassword { email } => self.session.forgot_password(&email, ctx)?,
            Intent::ResetPassword { token, password } => self.session.reset_password(token, &password, ctx)?,
            Intent::ConfirmEmail { token } => self.session.confirm_email(token, ctx)?,
            Intent::UnsubscribeInbox { token } => self.inbox.unsubscribe(&token, ctx),
            Intent::OpenPublicBoard { code } => self.public_board.open(code, ctx),
            Intent::ClosePublicBoard => self.public_board.close(ctx),
            // All intents below need an account or a guest. Without one they are refused before anything changes.
            _ if self.session.account().is_none() => return Err(ErrorCode::SignedOut.into()),
            Intent::FocusCard { .. } => self.dispatch_timer(intent, env, ctx)?,
            Intent::LoadAccount
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
            | Intent::KeepAccount => self.dispatch_account(intent, env, ctx)?,
            Intent::LoadAdmin { selection } => {
                self.check_account()?;
                self.admin.load(selection, ctx);
            }
            Intent::ChangeAdmin { change, password } => {
                self.check_account()?;
                self.admin.change(change, password, ctx)?;
            }
            Intent::LoadInvitations
            | Intent::ChangeSharing { .. }
            | Intent::AcceptInvitation { .. }
            | Intent::DeclineInvitation { .. } => self.dispatch_sharing(intent, ctx)?,
            Intent::UploadAttachment { .. } | Intent::CancelUpload { .. } | Intent::RetryUpload { .. } => {
                self.dispatch_uploads(intent, env, ctx)?;
            }
            Intent::LoadInbox | Intent::LoadMoreInbox | Intent::MarkInboxEntry { .. } | Intent::MarkInboxRead => {
                self.dispatch_inbox(&intent, ctx)?
            }
            Intent::LoadBoards => self.boards.load(ctx),
            Intent::AddBoard { name, first_list } => {
                self.boards.add_board_with_list(&name, first_list, self.plan_context(), env, ctx)?;
            }
            Intent::ImportBoard { records } => self.boards.import_board(&records, self.plan_context(), ctx)?,
            Intent::AddBoardFromTemplate { template } => {
                self.boards.add_from_template(template, self.plan_context(), env, ctx)?;
            }
            Intent::PrepareBoard { board_id } => self.boards.prepare(board_id, ctx),
            Intent::DuplicateBoard { board_id, name, includes_cards, is_template } => {
                let duplicate = Duplicate { name: &name, includes_cards, is_template };
                self.boards.duplicate(board_id, duplicate, self.plan_context(), env, ctx)?;
            }
            Intent::OpenBoard { slug } => {
                self.boards.open(&slug, ctx);
                self.evict_boards();
            }
            Intent::CloseBoard => {
                self.boards.close(ctx);
                self.evict_boards();
            }
            Intent::SearchServer { query, cursor } => search(query, cursor, ctx),
            Intent::CallServer { call_id, method, path, body } => {
                self.check_account()?;
                call_server(call_id, &method, path, body, ctx)?;
            }
            Intent::LoadPictures => self.pictures.load(ctx),
            Intent::UploadPicture { file, size } => {
                self.check_account()?;
                self.pictures.upload(file, size, self.has_plan_limits(), ctx)?;
            }
            Intent::DeletePicture { picture_id } => {
                self.check_account()?;
                self.pictures.delete(picture_id, ctx);
            }
            Intent::EditBoard { board_id, edits, description_base } => {
                self.edit_board(board_id, edits, description_base, env, ctx)?;
            }
            Intent::DeleteBoard { board_id } => self.boards.delete_board(board_id, env, ctx)?,
            Intent::AddList { name } => self.boards.add_list(name, env, ctx)?,
            Intent::EditList { list_id, edit } => self.boards.edit_list(list_id, edit, env, ctx)?,
            Intent::MoveList { list_id, index } => self.boards.move_list(list_id, index, env, ctx)?,
            Intent::CopyList { list_id, board_id, index } => {
                self.boards.copy_list(list_id, board_id, index, env, ctx)?;
            }
            Intent::MoveListToBoard { list_id, board_id, index } => {
                self.boards.move_list_to_board(list_id, board_id, index, env, ctx)?;
                self.update_timer_card(ctx);
            }
            Intent::DeleteList { list_id } => self.boards.delete_list(list_id, env, ctx)?,
            Intent::AddCard { list_id, title, priority } => {
                self.boards.add_card(list_id, title, priority, env, ctx)?;
            }
            Intent::QuickAdd { board_id, list_id, title, edits } => {
                self.boards.quick_add(board_id, list_id, title, edits, env, ctx)?;
            }
            Intent::MoveCard { card_id, list_id, index } => {
                self.boards.move_card(card_id, list_id, index, env, ctx)?;
            }
            Intent::DropCard { card_id, list_id, before } => {
                self.boards.drop_card(card_id, list_id, before, env, ctx)?;
            }
            Intent::EditCard { card_id, edits, description_base } => {
                self.boards.edit_card(card_id, edits, description_base, env, ctx)?;
            }
            Intent::CopyCard { card_id, board_id, list_id, index } => {
                self.boards.copy_card(card_id, board_id, list_id, index, env, ctx)?;
            }
            Intent::MoveCardsToBoard { card_ids, board_id, list_id, index } => {
                self.boards.move_cards_to_board(&card_ids, board_id, list_id, index, env, ctx)?;
                self.update_timer_card(ctx);
            }
            Intent::ChangeCards { card_ids, change } => self.boards.change_cards(&card_ids, change, env, ctx)?,
            Intent::SkipOccurrence { card_id } => self.boards.skip_occurrence(card_id, env, ctx)?,
            Intent::ArchiveCard { card_id } => self.boards.archive_card(card_id, env, ctx)?,
            Intent::DeleteCard { card_id } => self.boards.delete_card(card_id, env, ctx)?,
            Intent::SetLabelColor { label, color } => self.boards.set_label_color(label, color, env, ctx)?,
            Intent::OpenCard { card_id } => self.boards.open_card_details(card_id)?,
            Intent::CloseCard => {
                self.boards.close_card();
                self.presence.on_card_closed();
            }
            Intent::SetEditing { card_id, field, is_editing } => {
                self.presence.set_editing(EditedField { card_id, field }, is_editing);
            }
            Intent::LoadActivity => self.boards.load_activity(ctx)?,
            Intent::LoadBoardActivity { activity_filter } => self.boards.load_board_activity(activity_filter, ctx)?,
            Intent::CloseBoardActivity => self.boards.close_board_activity(),
            Intent::LoadMoreBoardActivity => self.boards.load_more_board_activity(ctx),
            Intent::AddSubtask { card_id, title } => self.boards.add_subtask(card_id, title, env, ctx)?,
            Intent::AddComment { card_id, text } => self.boards.add_comment(card_id, text, env, ctx)?,
            Intent::AddReminder { card_id, minutes_before } => {
                self.boards.add_reminder(card_id, minutes_before, env, ctx)?;
            }
            Intent::MoveSubtask { item_id, index } => self.boards.move_subtask(item_id, index, env, ctx)?,
            Intent::EditItem { item_id, edit } => self.boards.edit_item(item_id, edit, env, ctx)?,
            Intent::SetReaction { item_id, emoji, is_set } => {
                self.boards.set_reaction(item_id, emoji, is_set, env, ctx)?
            }
            Intent::DeleteItem { item_id } => self.boards.delete_item(item_id, env, ctx)?,
            Intent::Undo { change_id } => self.undo(change_id, env, ctx)?,
            Intent::Redo => self.redo(env, ctx)?,
            Intent::RestoreBoard { board_id } => self.boards.restore_board(board_id, env, ctx)?,
            Intent::RestoreList { board_id, list_id } => self.boards.restore_list(board_id, list_id, env, ctx)?,
            Intent::RestoreCard { board_id, card_id } => self.boards.restore_card(board_id, card_id, env, ctx)?,
            Intent::LoadTasks => self.tasks.load(env, ctx),
            Intent::SetTaskFilter { task_filter } => self.tasks.set_filter(task_filter, ctx),
            Intent::CompleteTask { board_id, card_id, offers_undo } => {
                self.boards.complete_task(board_id, card_id, offers_undo, env, ctx)?;
                self.tasks.keep_visible(card_id);
            }
            Intent::SetDueDate { board_id, card_id, due_date } => {
                self.boards.set_due_date(board_id, card_id, due_date, env, ctx)?;
            }
            Intent::LoadTrash => self.trash.load(ctx),
            Intent::SetFilter { filter } => self.boards.set_filter(filter)?,
            Intent::SaveDraft { key, text } => {
                let account = self.account_id.ok_or(ErrorCode::SignedOut)?;
                self.drafts.save(account, key, text, ctx)?;
            }
            Intent::DiscardDraft { key } => {
                let account = self.account_id.ok_or(ErrorCode::SignedOut)?;
                self.drafts.discard(account, key, ctx);
            }
            Intent::DismissRefused { refused_id } => self.outbox.dismiss_refused(refused_id, ctx),
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
            | Intent::ExportNote { .. } => self.dispatch_notes(intent, env, ctx)?,
            Intent::LoadStats
            | Intent::ShowWeek { .. }
            | Intent::ShowYear { .. }
            | Intent::LoadBreakdown { .. }
            | Intent::LoadSessions
            | Intent::LoadMoreSessions
            | Intent::AddSession { .. }
            | Intent::EditSession { .. }
            | Intent::OpenSessionForm { .. }
            | Intent::ChangeSessionForm { .. }
            | Intent::DeleteSession { .. }
            | Intent::ExportSessions { .. } => self.dispatch_stats(intent, env, ctx)?,
        }
        Ok(())
    }

    /// Handles an intent about the inbox, which needs an account.
    fn dispatch_inbox(&mut self, intent: &Intent, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.check_account()?;
        match *intent {
            Intent::LoadMoreInbox => self.inbox.load_more(ctx),
            Intent::MarkInboxEntry { entry_id, is_read } => self.inbox.mark(entry_id, is_read, ctx),
            Intent::MarkInboxRead => self.inbox.mark_all_read(ctx),
            _ => self.inbox.load(ctx),
        }
        Ok(())
    }

    /// Removes boards from memory that are not needed. While the storage does not work, all of them stay.
    fn evict_boards(&mut self) {
        if !self.outbox.is_memory_only() {
            self.boards.evict(&|board_id| self.undo.references_board(board_id));
        }
    }

    /// Returns the conditions that limit the number of boards.
    pub(super) fn plan_context(&self) -> PlanContext {
        PlanContext { is_limited: self.has_plan_limits(), is_offline: self.is_offline_or_guest() }
    }

    fn log_out(&mut self, discard_unsent: bool, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.check_unsent(discard_unsent, env, ctx)?;
        self.log_out_and_clear(true, ctx);
        Ok(())
    }
}
