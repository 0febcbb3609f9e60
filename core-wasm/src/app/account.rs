//! The account: the intents of Settings, the responses to them, and log-outs.

use super::{App, StorageLoad};
use crate::api::{ApiRequest, Purpose};
use crate::clock::ClockEvent;
use crate::context::Context;
use crate::env::Env;
use crate::plans;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{MessageResponse, TokenPair};
use crate::protocol::intent::Intent;
use crate::protocol::patch::Patch;
use crate::protocol::record::Board;
use crate::protocol::response::ApiResponse;
use crate::protocol::sharing::Role;
use crate::protocol::view::AccountAction;
use crate::session::machine::SessionEnd;

impl App {
    /// Handles an intent about the user's account.
    pub(super) fn dispatch_account(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.check_account()?;
        let page = &mut self.account_settings;
        match intent {
            Intent::LoadAccount => {
                page.load(ctx);
                self.session.load_features(ctx);
                // The confirmed email address is part of the user, and its link may have been opened in another
                // browser.
                ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"));
            }
            Intent::EditProfile { first_name, last_name } => page.edit_profile(&first_name, &last_name, ctx)?,
            Intent::UploadAvatar { file, size } => page.upload_avatar(file, size, ctx)?,
            Intent::RemoveAvatar => page.remove_avatar(ctx)?,
            Intent::ChangePassword { current_password, password } => {
                page.change_password(&current_password, &password, self.session.user(), ctx)?;
            }
            Intent::ChangeEmail { email, password } => page.change_email(&email, &password, ctx)?,
            Intent::SendConfirmation => page.send_confirmation(ctx)?,
            Intent::EndLogin { login_id, password } => page.end_login(login_id, &password, ctx)?,
            Intent::LogOutEverywhere { password, discard_unsent } => {
                if page.is_busy() {
                    return Err(ErrorCode::Busy);
                }
                self.check_unsent(discard_unsent, env, ctx)?;
                self.account_settings.end_logins(&password, discard_unsent, ctx)?;
            }
            Intent::ExportAccount => {
                page.export(ctx)?;
                self.outbox.request_retry(ctx);
                self.continue_account_export(ctx);
            }
            Intent::DeleteAccount { password, boards } => {
                let is_undecided = |board: &Board| {
                    board.role == Role::Owner
                        && board.members.len() > 1
                        && !boards.iter().any(|decision| decision.board_id == board.id)
                };
                let is_any_undecided = self.boards.overview().boards().iter().any(is_undecided);
                page.delete(&password, boards, is_any_undecided, ctx)?;
            }
            Intent::KeepAccount => page.cancel_deletion(ctx)?,
            _ => return Err(ErrorCode::NotFound),
        }
        Ok(())
    }

    /// Handles the response to a request from Settings.
    pub(super) fn on_account_response(
        &mut self,
        purpose: &Purpose,
        response: &ApiResponse,
        env: &Env,
        ctx: &mut Context,
    ) {
        match purpose {
            Purpose::LoadAccount => self.account_settings.on_response(response, ctx),
            Purpose::ChangeAccount { action } => {
                if *action == AccountAction::Password
                    && let Ok(pair) = response.read::<TokenPair>()
                {
                    self.session.replace_tokens(pair, env, ctx);
                }
                let day_start = self.prefs.get().day_start_minutes;
                if let Some(user) = self.account_settings.on_action_response(*action, response, day_start, env, ctx) {
                    self.session.set_user(Some(user), ctx);
                    ctx.append_step(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
                }
            }
            Purpose::LogOutEverywhere { .. } if response.read::<MessageResponse>().is_err() => {
                self.account_settings.on_log_out_everywhere_failed(response, ctx);
            }
            Purpose::LogOutEverywhere { discard_unsent } => {
                // Changes that were made since the request stay stored for the user's next login.
                if *discard_unsent || self.is_all_sent(ctx) {
                    self.log_out_and_clear(false, ctx);
                } else {
                    self.session.end(SessionEnd::LoggedOut, ctx);
                }
            }
            _ => {}
        }
    }

    /// Returns whether the limits of the plan Basic apply to the signed-in user (SPEC L1).
    pub(super) fn has_plan_limits(&self) -> bool {
        self.session.user().is_some_and(|user| user.is_limited)
    }

    /// Returns whether the server is known to be unreachable (SPEC L3). A missing live connection does not count,
    /// because some networks block WebSockets.
    pub(super) fn is_offline(&self) -> bool {
        self.outbox.is_offline() || self.server_unreachable
    }

    /// Returns whether a change made now cannot reach the server, because there is no connection or the user is a
    /// guest.
    pub(super) fn is_offline_or_guest(&self) -> bool {
        self.is_offline() || self.is_guest()
    }

    /// Publishes the plan's limits if they have changed (SPEC L7). They depend on the user, on the number of boards and
    /// on the connection.
    pub(super) fn reconcile_limits(&mut self, ctx: &mut Context) {
        let limits = plans::limits(self.has_plan_limits(), self.boards.can_add_board(self.plan_context()));
        if self.limits != limits {
            self.limits = limits;
            ctx.step.patches.push(Patch::Limits { limits: self.limits.clone() });
        }
    }

    /// Returns whether there are no unsent changes. Data that has not been read yet may contain some.
    pub(super) fn is_all_sent(&self, ctx: &Context) -> bool {
        self.storage_load != StorageLoad::ReadingAccount
            && self.outbox.is_empty()
            && !self.outbox.has_unreadable()
            && ctx.outbox_entries.is_empty()
            && self.held_intents.is_empty()
    }

    /// Refuses a log-out while there are unsent changes, unless the user accepts losing them (SPEC A16).
    pub(super) fn check_unsent(&mut self, discard_unsent: bool, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        if discard_unsent {
            return Ok(());
        }
        self.pause_timer_for_logout(env, ctx);
        if self.is_all_sent(ctx) {
            return Ok(());
        }
        self.outbox.request_retry(ctx);
        Err(ErrorCode::UnsentChanges)
    }

    /// Logs out and deletes the account's data from the browser (SPEC A16). `notify_server` is false if the server has
    /// already ended the session.
    pub(super) fn log_out_and_clear(&mut self, notify_server: bool, ctx: &mut Context) {
        if let Some(account) = self.account_id {
            self.delete_account_data(account, ctx);
        }
        if notify_server {
            self.session.log_out(ctx);
        } else {
            self.session.end_after_log_out(ctx);
        }
        self.prefs.reset(ctx);
        self.weather.reset(ctx);
        self.home_background.reset(ctx);
        self.reset_timer(ctx);
        self.last_account_id = None;
        self.set_first_screens_prefix(None, ctx);
    }

    /// Copies the date of the account's deletion, once it is known, to the user.
    pub(super) fn copy_delete_at(&mut self, ctx: &mut Context) {
        if let Some(account) = self.account_settings.account() {
            self.session.set_delete_at(account.delete_at, ctx);
        }
    }

    /// Requests the export of all data that the user waits for, if there is one, or reports that it failed. It starts
    /// once nothing is unsent, or at once if the user's clock has to be corrected first.
    pub(super) fn continue_account_export(&mut self, ctx: &mut Context) {
        // Changes of a newer version of the app cannot be sent by this one, so the export does not wait for them.
        let can_send = self.storage_load == StorageLoad::ReadingAccount || !self.outbox.is_empty();
        let waits = can_send && !self.outbox.has_notice();
        self.account_settings.continue_export(waits, self.outbox.is_offline(), ctx);
    }
}
