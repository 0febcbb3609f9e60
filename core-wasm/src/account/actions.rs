//! The actions that change the account or export its data: sending them, and their outcome. Only one runs at a time.

use super::{AccountSettings, ActionOutcome};
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::account::{
    AccountResponse, BoardDecision, ChangeEmailRequest, ChangePasswordRequest, DeleteAccountRequest,
    EndAllLoginsRequest, EndLoginRequest, ProfileRequest,
};
use crate::protocol::effect::{IoEffect, UiEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{MessageResponse, TokenPair, User, UserResponse};
use crate::protocol::id::Id;
use crate::protocol::photo::MAX_PICTURE_BYTES;
use crate::protocol::response::ApiResponse;
use crate::protocol::text::{Email, Password};
use crate::protocol::time::local_day;
use crate::protocol::view::{AccountAction, AccountRefusal};
use crate::session::forms::parse_person_names;
use crate::session::password::contains_personal_data;

/// The path of the user's own picture.
const AVATAR: &str = "/account/avatar/";

impl AccountSettings {
    /// Changes the name.
    ///
    /// # Errors
    ///
    /// Returns the code of an invalid name, or `Busy` while another action is running.
    pub(crate) fn edit_profile(
        &mut self,
        first_name: &str,
        last_name: &str,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let request = parse_person_names(first_name, last_name).map(|(first_name, last_name)| ProfileRequest {
            first_name: first_name.as_str().to_owned(),
            last_name: last_name.as_str().to_owned(),
        });
        self.send(AccountAction::Profile, "PUT", "/user/", request, ctx)
    }

    /// Uploads the user's picture from a file of `size` bytes that the runtime keeps.
    ///
    /// # Errors
    ///
    /// Returns `PictureTooLarge` if the file is too large, or `Busy` while another action is running. The caller then releases
    /// the file.
    pub(crate) fn upload_avatar(&mut self, file: u32, size: u64, ctx: &mut Context) -> Result<(), ErrorCode> {
        if size > MAX_PICTURE_BYTES as u64 && !self.is_busy() {
            self.finish(AccountAction::Avatar, Err(ErrorCode::PictureTooLarge.into()), ctx);
            return Err(ErrorCode::PictureTooLarge);
        }
        self.begin(AccountAction::Avatar, ctx)?;
        self.uploading_file = Some(file);
        let purpose = Purpose::ChangeAccount { action: AccountAction::Avatar };
        ctx.requests.push(ApiRequest::upload(purpose, "PUT", AVATAR, file));
        Ok(())
    }

    /// Removes the user's picture.
    ///
    /// # Errors
    ///
    /// Returns `Busy` while another action is running.
    pub(crate) fn remove_avatar(&mut self, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.send_empty(AccountAction::Avatar, "DELETE", AVATAR, ctx)
    }

    /// Returns whether a file is being uploaded.
    pub(crate) fn is_uploading(&self, file: u32) -> bool {
        self.uploading_file == Some(file)
    }

    /// Releases the file that is being uploaded, if there is one.
    pub(super) fn release_file(&mut self, ctx: &mut Context) {
        if let Some(file) = self.uploading_file.take() {
            ctx.step.io_effects.push(IoEffect::ReleaseFile { file });
        }
    }

    /// Changes the password. `user` is the signed-in user, if known, whose name must not be the password.
    ///
    /// # Errors
    ///
    /// Returns the code of an invalid password, or `Busy` while another action is running.
    pub(crate) fn change_password(
        &mut self,
        current_password: &str,
        password: &str,
        user: Option<&User>,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let request = self.require_password(current_password).and_then(|current_password| {
            let password = Password::parse(password)?.as_str().to_owned();
            let is_own =
                |user: &User| contains_personal_data(&password, &user.first_name, &user.last_name, &user.email);
            if user.is_some_and(is_own) {
                return Err(ErrorCode::PasswordPersonal);
            }
            Ok(ChangePasswordRequest { current_password, password })
        });
        self.send(AccountAction::Password, "PUT", "/account/password/", request, ctx)
    }

    /// Changes the email address, after the new one has been confirmed.
    ///
    /// # Errors
    ///
    /// Returns the code of an invalid field, or `Busy` while another action is running.
    pub(crate) fn change_email(&mut self, email: &str, password: &str, ctx: &mut Context) -> Result<(), ErrorCode> {
        let request = Email::parse(email).and_then(|email| {
            Ok(ChangeEmailRequest { email: email.as_str().to_owned(), password: self.require_password(password)? })
        });
        self.send(AccountAction::Email, "PUT", "/account/email/", request, ctx)
    }

    /// Requests another mail with the link that confirms the email address.
    ///
    /// # Errors
    ///
    /// Returns `Busy` while another action is running.
    pub(crate) fn send_confirmation(&mut self, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.send_empty(AccountAction::Confirmation, "POST", "/account/send-confirmation/", ctx)
    }

    /// Ends one of the other logins.
    ///
    /// # Errors
    ///
    /// Returns `PasswordRequired` if the password is missing, or `Busy` while another action is running.
    pub(crate) fn end_login(&mut self, id: Id, password: &str, ctx: &mut Context) -> Result<(), ErrorCode> {
        let request = self.require_password(password).map(|password| EndLoginRequest { id: id.to_string(), password });
        self.send(AccountAction::Logins, "POST", "/account/logins/end/", request, ctx)
    }

    /// Ends every login. The response ends the session in this browser too.
    ///
    /// # Errors
    ///
    /// Returns `PasswordRequired` if the password is missing, or `Busy` while another action is running.
    pub(crate) fn end_logins(
        &mut self,
        password: &str,
        discard_unsent: bool,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let request = self.require_password(password).map(|password| EndAllLoginsRequest { password });
        let purpose = Purpose::LogOutEverywhere { discard_unsent };
        self.call(AccountAction::Logins, purpose, "POST", "/account/logins/end-all/", request, ctx)
    }

    /// Requests the deletion of the account, with what becomes of its shared boards. `is_any_undecided` says
    /// whether a known one has no decision.
    ///
    /// # Errors
    ///
    /// Returns `PasswordRequired` if the password is missing, `SharedBoardsUndecided` if a board has no decision, or `Busy` while another action is running.
    pub(crate) fn delete(
        &mut self,
        password: &str,
        boards: Vec<BoardDecision>,
        is_any_undecided: bool,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let request = match self.require_password(password) {
            Ok(_) if is_any_undecided => Err(ErrorCode::SharedBoardsUndecided),
            password => password.map(|password| DeleteAccountRequest { password, boards }),
        };
        self.send(AccountAction::Delete, "POST", "/account/delete/", request, ctx)
    }

    /// Cancels the deletion of the account.
    ///
    /// # Errors
    ///
    /// Returns `Busy` while another action is running.
    pub(crate) fn cancel_deletion(&mut self, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.send_empty(AccountAction::Keep, "POST", "/account/keep/", ctx)
    }

    /// Starts an export of all data, which first waits until unsent changes have been sent.
    ///
    /// # Errors
    ///
    /// Returns `Busy` while another action is running.
    pub(crate) fn export(&mut self, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.begin(AccountAction::Export, ctx)?;
        self.is_export_pending = true;
        Ok(())
    }

    /// Requests the export file once all changes have been sent. Fails the export if the server is unreachable.
    pub(crate) fn continue_export(&mut self, has_unsent: bool, is_offline: bool, ctx: &mut Context) {
        if self.is_export_pending && (is_offline || !has_unsent) {
            self.is_export_pending = false;
            if has_unsent {
                self.finish(AccountAction::Export, Err(ErrorCode::Unavailable.into()), ctx);
            } else {
                let purpose = Purpose::ChangeAccount { action: AccountAction::Export };
                ctx.requests.push(ApiRequest::get_file(purpose, "/account/export/"));
            }
        }
    }

    /// Returns whether an action is running.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Checks that a password was entered to confirm an action. Accounts without a password confirm by their recent
    /// login.
    fn require_password(&self, password: &str) -> Result<String, ErrorCode> {
        match self.account.value() {
            Some(account) if account.has_password && password.is_empty() => Err(ErrorCode::PasswordRequired),
            _ => Ok(password.to_owned()),
        }
    }

    fn begin(&mut self, action: AccountAction, ctx: &mut Context) -> Result<(), ErrorCode> {
        if self.is_busy() {
            return Err(ErrorCode::Busy);
        }
        (self.running, self.last_outcome) = (Some(action), None);
        self.push_patch(ctx);
        Ok(())
    }

    /// Sends a form that changes the account, unless it is invalid or another action is running.
    fn send<T: json::WriteJson>(
        &mut self,
        action: AccountAction,
        method: &'static str,
        path: &str,
        request: Result<T, ErrorCode>,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        self.call(action, Purpose::ChangeAccount { action }, method, path, request, ctx)
    }

    /// Sends a form for any purpose, unless it is invalid or another action is running.
    fn call<T: json::WriteJson>(
        &mut self,
        action: AccountAction,
        purpose: Purpose,
        method: &'static str,
        path: &str,
        request: Result<T, ErrorCode>,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        if self.is_busy() {
            return Err(ErrorCode::Busy);
        }
        match request {
            Ok(request) => {
                self.begin(action, ctx)?;
                ctx.requests.push(ApiRequest::with_body(purpose, method, path, json::json(&request)));
                Ok(())
            }
            Err(code) => {
                self.finish(action, Err(code.into()), ctx);
                Err(code)
            }
        }
    }

    /// Sends a request without a body, unless another action is running.
    fn send_empty(
        &mut self,
        action: AccountAction,
        method: &'static str,
        path: &str,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        self.begin(action, ctx)?;
        let purpose = Purpose::ChangeAccount { action };
        ctx.requests.push(ApiRequest::with_body(purpose, method, path, String::new()).without_body());
        Ok(())
    }

    /// Handles the response to an action. Returns the updated user, if the response contains it. `day_start` is the
    /// start of the user's day, in minutes after midnight.
    pub(crate) fn on_action_response(
        &mut self,
        action: AccountAction,
        response: &ApiResponse,
        day_start: i64,
        env: &Env,
        ctx: &mut Context,
    ) -> Option<User> {
        let mut user = None;
        let outcome = match action {
            AccountAction::Profile | AccountAction::Avatar => {
                response.read::<UserResponse>().map(|response| user = response.user.into_iter().next())
            }
            AccountAction::Password => response.read::<TokenPair>().map(|_| self.refresh(ctx)),
            AccountAction::Confirmation => response.read::<MessageResponse>().map(|_| {
                // No mail was sent if the email address has been confirmed meanwhile, by an earlier link; the reloaded
                // account shows that.
                self.refresh(ctx);
                ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"));
            }),
            AccountAction::Export => match response {
                ApiResponse::Received { status: 200..=299, body } => {
                    offer_download(body, day_start, env, ctx);
                    Ok(())
                }
                _ => Err(response.failure()),
            },
            AccountAction::Email | AccountAction::Logins | AccountAction::Delete | AccountAction::Keep => {
                response.read::<AccountResponse>().map(|response| {
                    self.account.invalidate();
                    self.set_account(response.account, ctx);
                })
            }
        };
        if outcome.is_err() && action == AccountAction::Logins {
            // The login may have ended elsewhere meanwhile.
            self.refresh(ctx);
        }
        self.finish(action, outcome.map_err(|_| response.rejection()), ctx);
        user
    }

    /// Handles the failure to end all logins.
    pub(crate) fn on_log_out_everywhere_failed(&mut self, response: &ApiResponse, ctx: &mut Context) {
        self.finish(AccountAction::Logins, Err(response.rejection()), ctx);
    }

    fn finish(&mut self, action: AccountAction, outcome: Result<(), Rejection>, ctx: &mut Context) {
        self.release_file(ctx);
        self.running = None;
        self.last_outcome = Some(match outcome {
            Ok(()) => ActionOutcome::Done(action),
            Err(rejection) => ActionOutcome::Refused(AccountRefusal { action, rejection }),
        });
        self.push_patch(ctx);
    }
}

/// Downloads the export file from its `blob:` URL.
fn offer_download(address: &str, day_start: i64, env: &Env, ctx: &mut Context) {
    let name = format!("twentyfour-{}.zip", local_day(env.now, env.utc_offset, day_start));
    ctx.step.ui_effects.push(UiEffect::DownloadAddress { name, address: address.to_owned() });
}
