//! Sign-up and login (SPEC A14, A15), and the functions that all forms of that page share.

use super::auth_interceptor::Tokens;
use super::machine::{LOGIN, Session, WELCOME_MS, navigate};
use super::password::contains_personal_data;
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, ToastKind, UiEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{AuthResponse, LogInRequest, SignUpRequest};
use crate::protocol::messages::core as messages;
use crate::protocol::response::ApiResponse;
use crate::protocol::text::{Email, Password, PersonName};

/// Validates a first and a last name.
///
/// # Errors
///
/// Returns the code of the first invalid name. It says which of the two is missing (SPEC A2).
pub fn parse_person_names(first_name: &str, last_name: &str) -> Result<(PersonName, PersonName), ErrorCode> {
    let parse_name = |text, blank| {
        PersonName::parse(text).map_err(|code| if code == ErrorCode::NameRequired { blank } else { code })
    };
    Ok((parse_name(first_name, ErrorCode::FirstNameRequired)?, parse_name(last_name, ErrorCode::LastNameRequired)?))
}

impl Session {
    /// Submits the sign-up form (SPEC A1 to A3, A14, A22).
    ///
    /// # Errors
    ///
    /// Returns the code of the first invalid field, or `Busy` while a form is in flight.
    pub(crate) fn sign_up(
        &mut self,
        first_name: &str,
        last_name: &str,
        email: &str,
        password: &str,
        invitation: Option<String>,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let invitation = self.invitation_or(invitation);
        let request = || {
            let (first_name, last_name) = parse_person_names(first_name, last_name)?;
            let (email, password) = (Email::parse_with_fault(email)?, Password::parse(password)?);
            if contains_personal_data(password.as_str(), first_name.as_str(), last_name.as_str(), email.as_str()) {
                return Err(ErrorCode::PasswordPersonal.into());
            }
            Ok(SignUpRequest {
                first_name: first_name.as_str().to_owned(),
                last_name: last_name.as_str().to_owned(),
                email: email.as_str().to_owned(),
                password: password.as_str().to_owned(),
                invitation,
            })
        };
        self.submit(request(), Purpose::SignUp, "/auth/signup/", ctx)
    }

    /// Submits the login form (SPEC A14).
    ///
    /// # Errors
    ///
    /// Returns the code of the first invalid field, or `Busy` while a form is in flight.
    pub(crate) fn log_in(&mut self, email: &str, password: &str, ctx: &mut Context) -> Result<(), ErrorCode> {
        let request = || {
            let email = Email::parse_with_fault(email)?.as_str().to_owned();
            if password.is_empty() {
                return Err(ErrorCode::PasswordRequired.into());
            }
            Ok(LogInRequest { email, password: password.to_owned() })
        };
        self.submit(request(), Purpose::LogIn, "/auth/login/", ctx)
    }

    /// Sends a form, unless it is invalid or another one is in flight.
    pub(super) fn submit<T: json::WriteJson>(
        &mut self,
        request: Result<T, Rejection>,
        purpose: Purpose,
        path: &str,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        if self.view.submitting {
            return Err(ErrorCode::Busy);
        }
        self.clear_form_errors(ctx);
        self.view.error = request.as_ref().err().cloned();
        self.view.submitting = request.is_ok();
        self.push_patch(ctx);
        ctx.requests.push(
            ApiRequest::with_body(purpose, "POST", path, json::json(&request.map_err(|rejection| rejection.code)?))
                .without_token(),
        );
        Ok(())
    }

    /// Clears the errors and toasts of the previous attempt.
    pub(super) fn clear_form_errors(&mut self, ctx: &mut Context) {
        self.clear_notice();
        self.view.error = None;
        if std::mem::take(&mut self.has_error_toast) {
            ctx.step.ui_effects.push(UiEffect::DismissErrors);
        }
    }

    /// Shows a toast that the form could not be sent, or was refused.
    pub(super) fn show_error_toast(&mut self, message: &str, ctx: &mut Context) {
        self.has_error_toast = true;
        toast(ToastKind::Error, message, ctx);
    }

    /// Handles the response to a sign-up or a login.
    pub(super) fn on_auth_response(&mut self, purpose: &Purpose, response: &ApiResponse, env: &Env, ctx: &mut Context) {
        self.view.submitting = false;
        let Ok(response) = response.read::<AuthResponse>() else {
            if *purpose == Purpose::CompleteGoogleLogIn {
                self.show_google_error(ctx);
                return;
            }
            let rejection = response.rejection();
            if rejection.code == ErrorCode::GoogleFailed {
                // The time to enter the password is over.
                navigate(ctx, LOGIN);
                self.show_google_error(ctx);
                return;
            }
            if !is_explained_by_form(rejection.code) {
                self.show_error_toast(messages::form_failed(), ctx);
            }
            self.view.error = Some(rejection);
            self.push_patch(ctx);
            return;
        };
        (self.view.error, self.view.notice) = (None, None);
        self.view.welcome = true;
        let tokens = Tokens { access: Some(response.access_token), refresh: Some(response.refresh_token) };
        self.store_tokens(&tokens, ctx);
        if self.is_other_account(response.user.first().map(|user| user.id), &tokens) {
            self.interceptor.sign_out();
        }
        self.user = None;
        self.account_id = tokens.claims().map(|claims| claims.account);
        self.interceptor.set_new_tokens(tokens, env, &mut ctx.step.io_effects);
        self.sign_in(ctx);
        self.set_user(response.user.into_iter().next(), ctx);
        let is_new = *purpose == Purpose::SignUp;
        let message = if is_new { messages::account_created() } else { messages::logged_in() };
        toast(ToastKind::Success, message, ctx);
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::WelcomeEnd, after: WELCOME_MS });
    }
}

/// Returns whether the form already says what to do about an error: correct a field, get an invitation or wait. A
/// general toast to try again would contradict it (SPEC A14).
fn is_explained_by_form(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::FirstNameRequired
            | ErrorCode::LastNameRequired
            | ErrorCode::NameTooLong
            | ErrorCode::EmailInvalid
            | ErrorCode::EmailTaken
            | ErrorCode::PasswordRequired
            | ErrorCode::PasswordTooShort
            | ErrorCode::PasswordTooLong
            | ErrorCode::PasswordCommon
            | ErrorCode::PasswordPersonal
            | ErrorCode::PasswordWrong
            | ErrorCode::InvitationRequired
            | ErrorCode::InvitationInvalid
            | ErrorCode::TooManyRequests
    )
}

/// Shows a toast without an Undo button.
pub(super) fn toast(kind: ToastKind, message: &str, ctx: &mut Context) {
    ctx.step.ui_effects.push(UiEffect::Toast { kind, message: message.to_owned(), undo: None });
}
