//! The login flow (specification, section 4): validating the stored tokens, the welcome panel, log-out, and
//! redirects for users who are not signed in.

use super::auth_interceptor::{AuthInterceptor, InterceptedResponse, Tokens};
use super::url::{
    HOME, form_of, invitation_code_of, invitation_path, is_app_path, is_email_link_form, is_invitation_code,
    is_invitation_path, query_parameter,
};
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, UiEffect};
use crate::protocol::http::{RefreshRequest, User, UserResponse, ValidateTokenRequest};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{ReturnPath, local_key};
use crate::protocol::time::Timestamp;
use crate::protocol::view::SessionView;
use crate::resource::fetch::Fetch;

/// How long the welcome panel is shown before it continues to the app, in milliseconds (specification, section 9).
pub(super) const WELCOME_MS: u32 = 5_000;
pub(super) const LOGIN: &str = "/auth?type=login";
const SIGN_UP: &str = "/auth?type=signup";

/// The login state and the form that is open on `/auth`.
#[derive(Debug)]
pub(crate) struct Session {
    /// Adds tokens to requests.
    pub(crate) interceptor: AuthInterceptor,
    pub(super) view: SessionView,
    pub(super) user: Option<User>,
    /// The account that the tokens belong to, once known from the access token or the server. It stays known when the
    /// access token is removed.
    pub(super) account_id: Option<Id>,
    /// The request for the features of the server.
    pub(super) features_fetch: Fetch,
    /// Whether loading the user failed, so that it has to be repeated.
    needs_user: bool,
    /// Whether a toast about the failure of the last form is shown.
    pub(super) has_error_toast: bool,
    /// Where the next login leads; `None` leads to Home.
    pub(super) return_path: Option<ReturnPath>,
    /// The code of an invitation to a board that is accepted after the login.
    pub(super) invitation: Option<String>,
    /// Whether another tab has removed the stored user, which happens only on log-out.
    pub(super) is_logged_out_elsewhere: bool,
    /// The path of the page with its query.
    path: String,
}

/// Why a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SessionEnd {
    /// The user logged out.
    LoggedOut,
    /// The server no longer accepts the tokens.
    Refused,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            interceptor: AuthInterceptor::default(),
            view: SessionView {
                is_authenticated: false,
                guest: None,
                loading: true,
                submitting: false,
                welcome: false,
                has_invitation: false,
                session_ended: false,
                error: None,
                notice: None,
                features: None,
            },
            user: None,
            account_id: None,
            features_fetch: Fetch::default(),
            needs_user: false,
            has_error_toast: false,
            return_path: None,
            invitation: None,
            is_logged_out_elsewhere: false,
            path: String::new(),
        }
    }
}

impl Session {
    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> &SessionView {
        &self.view
    }

    /// Returns the path of the page with its query.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the signed-in user, once loaded.
    pub(crate) fn user(&self) -> Option<&User> {
        self.user.as_ref()
    }

    /// Returns the id of the signed-in account, or [`Id::GUEST`]. It is known offline too, from the access token and
    /// the stored user.
    pub(crate) fn account(&self) -> Option<Id> {
        match (self.view.is_authenticated, &self.view.guest) {
            (true, _) => self.account_id,
            (false, Some(_)) => Some(Id::GUEST),
            (false, None) => None,
        }
    }

    /// Returns the first name of the user or of the guest.
    pub(crate) fn first_name(&self) -> Option<&str> {
        self.user.as_ref().map(|user| user.first_name.as_str()).or(self.view.guest.as_deref())
    }

    /// Sets or removes the guest's name (SPEC E1, E6). Ignored while a user is signed in.
    pub(crate) fn set_guest(&mut self, name: Option<&str>, ctx: &mut Context) {
        let name = name.map(str::trim).filter(|name| !name.is_empty() && !self.view.is_authenticated);
        if self.view.guest.as_deref() != name {
            self.view.guest = name.map(str::to_owned);
            // Continuing as a guest dismisses the notice about the ended session.
            self.view.session_ended &= name.is_none();
            self.push_patch(ctx);
        }
    }

    /// Validates the stored tokens (SPEC A4 to A9). If there are any, the app opens at once with the stored data, and
    /// the validation continues in the background.
    pub(crate) fn start(
        &mut self,
        tokens: Tokens,
        stored_user: Option<&str>,
        path: &str,
        env: &Env,
        ctx: &mut Context,
    ) {
        self.view.loading = false;
        path.clone_into(&mut self.path);
        if tokens.is_empty() {
            self.push_patch(ctx);
            self.visit(path, ctx);
            return;
        }
        let owner = tokens.claims().map(|claims| claims.account);
        self.user = stored_user
            .and_then(|text| json::parse(text).ok())
            .filter(|user: &User| owner.is_none_or(|owner| owner == user.id));
        self.account_id = owner.or_else(|| self.user.as_ref().map(|user| user.id));
        self.interceptor.set_tokens(tokens, env, &mut ctx.step.io_effects);
        self.sign_in(ctx);
        let is_current = self.interceptor.tokens().claims().is_none_or(|claims| claims.expires_at > env.now);
        match self.interceptor.tokens().access.clone() {
            Some(token) if is_current => ctx.requests.push(
                ApiRequest::with_body(
                    Purpose::ValidateToken,
                    "POST",
                    "/auth/validate-token/",
                    json::json(&ValidateTokenRequest { token }),
                )
                .without_token(),
            ),
            _ => self.on_access_token_refused(env, ctx),
        }
        self.visit(path, ctx);
    }

    /// Handles a navigation to another path (SPEC A12, A13, M17).
    pub(crate) fn visit(&mut self, path: &str, ctx: &mut Context) {
        let previous = std::mem::replace(&mut self.path, path.to_owned());
        let form = form_of(path);
        if is_invitation_path(path) {
            self.visit_invitation(ctx);
        } else if is_app_path(path) && !self.view.is_authenticated && self.view.guest.is_none() {
            // Going back to the page where a session ended keeps that page for the same account.
            if self.return_path.as_ref().is_none_or(|return_path| return_path.path != path) {
                self.return_path = Some(ReturnPath::for_any_account(path));
            }
            navigate(ctx, LOGIN);
        } else if let Some(form) = form
            && self.view.is_authenticated
            && !self.view.welcome
            && !is_email_link_form(form)
        {
            self.navigate_to_return_path(ctx);
        } else if let Some(form) = form {
            self.visit_form(form, form_of(&previous), ctx);
        } else if self.view.welcome {
            self.view.welcome = false;
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::WelcomeEnd });
            self.push_patch(ctx);
        }
        if form.is_none() && self.view.notice.take().is_some() {
            self.push_patch(ctx);
        }
    }

    /// Opens a form without the error of the previous one. Only the login form keeps a notice.
    fn visit_form(&mut self, form: &str, previous: Option<&str>, ctx: &mut Context) {
        let is_other = previous != Some(form) && form != "login";
        let had_error = self.view.error.take().is_some();
        let had_notice = is_other && self.clear_notice();
        if had_error || had_notice {
            self.push_patch(ctx);
        }
        self.load_features(ctx);
        let outcome = query_parameter(&self.path, "google").filter(|_| !self.view.is_authenticated).map(str::to_owned);
        if let Some(outcome) = outcome {
            self.complete_google_redirect(&outcome, ctx);
        }
    }

    /// Clears the form's notice and the notice that the session ended. Returns whether there was one.
    pub(super) fn clear_notice(&mut self) -> bool {
        let had_notice = self.view.notice.take().is_some();
        std::mem::take(&mut self.view.session_ended) || had_notice
    }

    /// Navigates to the invitation that was opened before this login, or else to its return path.
    fn navigate_to_return_path(&mut self, ctx: &mut Context) {
        if let Some(code) = &self.invitation {
            navigate(ctx, &invitation_path(code));
            return;
        }
        let path = self.return_path.take().map_or_else(|| HOME.to_owned(), |return_path| return_path.path);
        navigate(ctx, &path);
    }

    /// Continues from the welcome panel after a login, by its button or after 5 seconds (SPEC A15).
    pub(crate) fn finish_welcome(&mut self, ctx: &mut Context) {
        if self.view.welcome {
            self.view.welcome = false;
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::WelcomeEnd });
            self.push_patch(ctx);
            self.navigate_to_return_path(ctx);
        }
    }

    /// Remembers an invitation to a board and opens the sign-up form, if nobody is logged in. Otherwise its page accepts
    /// it, so it is not remembered any longer.
    fn visit_invitation(&mut self, ctx: &mut Context) {
        if self.view.is_authenticated {
            self.set_invitation(None, ctx);
        } else {
            self.set_invitation(self.invitation_code().map(str::to_owned), ctx);
            navigate(ctx, SIGN_UP);
        }
    }

    /// Restores the invitation that was opened before the page was loaded.
    pub(crate) fn restore_invitation(&mut self, stored: Option<String>, ctx: &mut Context) {
        if let Some(code) = stored {
            self.set_invitation(Some(code).filter(|code| is_invitation_code(code)), ctx);
        }
    }

    /// Returns the invitation to sign up with: the given one, or else the one to a board that was opened.
    pub(super) fn invitation_or(&self, given: Option<String>) -> Option<String> {
        given.or_else(|| self.invitation.clone())
    }

    fn set_invitation(&mut self, code: Option<String>, ctx: &mut Context) {
        match &code {
            Some(code) => ctx.set_local_storage(local_key::INVITATION, code.clone()),
            None => ctx.remove_local_storage(local_key::INVITATION),
        }
        self.view.has_invitation = code.is_some();
        self.invitation = code;
        self.push_patch(ctx);
    }

    /// Returns the code of the invitation that the page shows.
    pub(crate) fn invitation_code(&self) -> Option<&str> {
        invitation_code_of(&self.path)
    }

    /// Logs out: ends the session on the server, and removes the account's data from the browser (SPEC A16).
    pub(crate) fn log_out(&mut self, ctx: &mut Context) {
        if let Some(refresh_token) = self.interceptor.tokens().refresh.clone() {
            let body = json::json(&RefreshRequest { refresh_token });
            ctx.requests.push(ApiRequest::with_body(Purpose::LogOut, "POST", "/auth/logout/", body).without_token());
        }
        self.end_after_log_out(ctx);
    }

    /// Logs out when the server has ended the session already.
    pub(crate) fn end_after_log_out(&mut self, ctx: &mut Context) {
        // Removed before the tokens, so that other tabs can distinguish a log-out from a session that the server ended.
        ctx.remove_local_storage(local_key::USER);
        ctx.remove_local_storage(local_key::RETURN_PATH);
        self.end(SessionEnd::LoggedOut, ctx);
    }

    /// Handles the response to one of the session's own requests.
    pub(crate) fn on_response(&mut self, purpose: &Purpose, response: &ApiResponse, env: &Env, ctx: &mut Context) {
        match purpose {
            Purpose::ValidateToken if response.is_success() => {
                ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"))
            }
            Purpose::ValidateToken => {
                ctx.log("Error validating token");
                if response.is_unauthorized() {
                    self.on_access_token_refused(env, ctx);
                } else {
                    ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"));
                }
            }
            Purpose::LoadUser => match response.read::<UserResponse>() {
                Ok(response) => {
                    self.needs_user = false;
                    self.set_user(response.user.into_iter().next(), ctx);
                }
                Err(_) => {
                    self.needs_user = true;
                    ctx.log("Error fetching user details");
                }
            },
            Purpose::LogIn | Purpose::SignUp | Purpose::CompleteGoogleLogIn | Purpose::LinkGoogle => {
                self.on_auth_response(purpose, response, env, ctx)
            }
            Purpose::ForgotPassword | Purpose::ResetPassword | Purpose::ConfirmEmail => {
                self.on_recovery_response(purpose, response, ctx);
            }
            Purpose::GoogleLogIn => self.on_google_response(response, ctx),
            Purpose::LoadFeatures => self.on_features_response(response, ctx),
            _ => {}
        }
    }

    /// Stores refreshed tokens, or ends the session if the server no longer accepts its tokens.
    pub(crate) fn on_intercepted(&mut self, intercepted: &InterceptedResponse, ctx: &mut Context) {
        match intercepted {
            InterceptedResponse::TokensRefreshed(tokens) => {
                self.account_id = tokens.claims().map(|claims| claims.account).or(self.account_id);
                self.store_tokens(tokens, ctx);
            }
            InterceptedResponse::SessionExpired => {
                ctx.log("Error refreshing token");
                self.end(SessionEnd::Refused, ctx);
            }
            // Refused even with a refreshed token, or without a way to refresh it (SPEC A8).
            InterceptedResponse::Delivered(request, response) if request.needs_token && response.is_unauthorized() => {
                self.end(SessionEnd::Refused, ctx);
            }
            _ => {}
        }
    }

    pub(super) fn sign_in(&mut self, ctx: &mut Context) {
        self.view.is_authenticated = true;
        self.view.session_ended = false;
        self.is_logged_out_elsewhere = false;
        let owner = self.account_id;
        self.return_path
            .take_if(|return_path| return_path.account.zip(owner).is_some_and(|(account, owner)| account != owner));
        if self.view.guest.take().is_some() {
            ctx.remove_local_storage(local_key::GUEST_NAME);
        }
        self.push_patch(ctx);
        self.publish_user(ctx);
    }

    /// Ends the session. Unsent changes stay in the outbox for the account's next login. Opens the login page, unless
    /// the page of a mailed link is open. If the user did not log out, the login page says that the session ended and
    /// returns to the current page (SPEC A37, A38).
    pub(crate) fn end(&mut self, reason: SessionEnd, ctx: &mut Context) {
        match (reason, self.invitation_code()) {
            (SessionEnd::LoggedOut, _) if self.invitation.is_some() => self.set_invitation(None, ctx),
            (SessionEnd::Refused, Some(code)) => self.set_invitation(Some(code.to_owned()), ctx),
            _ => {}
        }
        if reason == SessionEnd::LoggedOut {
            self.return_path = None;
        } else if self.view.is_authenticated {
            self.view.session_ended = self.view.notice.is_none();
            if is_app_path(&self.path) {
                self.return_path = Some(ReturnPath { path: self.path.clone(), account: self.account() });
            }
        }
        self.interceptor.sign_out();
        (self.view.is_authenticated, self.view.loading, self.view.welcome) = (false, false, false);
        self.view.error = None;
        if self.view.guest.take().is_some() {
            ctx.remove_local_storage(local_key::GUEST_NAME);
        }
        self.user = None;
        self.needs_user = false;
        self.account_id = None;
        ctx.remove_local_storage(local_key::ACCESS_TOKEN);
        ctx.remove_local_storage(local_key::REFRESH_TOKEN);
        self.push_patch(ctx);
        self.publish_user(ctx);
        if !form_of(&self.path).is_some_and(is_email_link_form) || self.view.notice.is_some() {
            navigate(ctx, LOGIN);
        }
    }

    /// Repeats loading the user, if that failed while the server was unreachable (SPEC A34).
    pub(crate) fn on_server_reachable(&mut self, ctx: &mut Context) {
        if std::mem::take(&mut self.needs_user) {
            ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"));
        }
    }

    /// Copies the deletion date from the account's settings to the user (SPEC A29).
    pub(crate) fn set_delete_at(&mut self, delete_at: Option<Timestamp>, ctx: &mut Context) {
        if let Some(user) = self.user.as_ref().filter(|user| user.delete_at != delete_at) {
            let user = User { delete_at, ..user.clone() };
            self.set_user(Some(user), ctx);
        }
    }

    /// Sets and stores the signed-in user.
    pub(crate) fn set_user(&mut self, user: Option<User>, ctx: &mut Context) {
        if let Some(user) = &user {
            self.account_id = Some(user.id);
            ctx.set_local_storage(local_key::USER, json::json(user));
        }
        self.user = user;
        self.publish_user(ctx);
    }

    fn publish_user(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::User { user: self.user.clone() });
        ctx.events.push(DomainEvent::UserChanged);
    }

    pub(super) fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::Session { session: self.view.clone() });
    }
}

pub(super) fn navigate(ctx: &mut Context, path: &str) {
    ctx.step.ui_effects.push(UiEffect::Navigate { path: path.to_owned(), replace: true });
}
