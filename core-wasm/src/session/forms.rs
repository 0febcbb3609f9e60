//! Signing up and logging in (SPEC A14, A15), and what every form of that page has in common.

use super::gate::Tokens;
use super::machine::{FORWARD_AFTER_MILLISECONDS, Session};
use super::password::is_personal;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, ToastKind, UiEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{AuthAnswer, LogInRequest, SignUpRequest};
use crate::protocol::text::{Email, Password, PersonName};

/// A first and a last name. The refusal says which of the two is missing (SPEC A2).
pub fn names(first_name: &str, last_name: &str) -> Result<(PersonName, PersonName), ErrorCode> {
    let named = |text, blank| {
        PersonName::parse(text).map_err(|code| if code == ErrorCode::NameRequired { blank } else { code })
    };
    Ok((named(first_name, ErrorCode::FirstNameRequired)?, named(last_name, ErrorCode::LastNameRequired)?))
}

impl Session {
    /// Creates an account (SPEC A1 to A3, A14, A22).
    pub fn sign_up(
        &mut self,
        first_name: &str,
        last_name: &str,
        email: &str,
        password: &str,
        invitation: Option<String>,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        let request = || {
            let (first_name, last_name) = names(first_name, last_name)?;
            let (email, password) = (Email::read(email)?, Password::parse(password)?);
            if is_personal(password.as_str(), first_name.as_str(), last_name.as_str(), email.as_str()) {
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
        self.submit(request(), Purpose::SignUp, "/auth/signup/", turn)
    }

    /// Logs in (SPEC A14).
    pub fn log_in(&mut self, email: &str, password: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = || {
            let email = Email::read(email)?.as_str().to_owned();
            if password.is_empty() {
                return Err(ErrorCode::PasswordRequired.into());
            }
            Ok(LogInRequest { email, password: password.to_owned() })
        };
        self.submit(request(), Purpose::LogIn, "/auth/login/", turn)
    }

    /// Sends a form, unless one is on its way or it cannot be right.
    pub(super) fn submit<T: serde::Serialize>(
        &mut self,
        request: Result<T, Rejection>,
        purpose: Purpose,
        path: &str,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        if self.view.submitting {
            return Err(ErrorCode::Busy);
        }
        self.begin_form(turn);
        self.view.error = request.as_ref().err().cloned();
        self.view.submitting = request.is_ok();
        self.patch(turn);
        turn.calls.push(
            Call::send(purpose, "POST", path, crate::json(&request.map_err(|rejection| rejection.code)?))
                .unauthorised(),
        );
        Ok(())
    }

    /// Clears what the form and the toasts say about the try before.
    pub(super) fn begin_form(&mut self, turn: &mut Turn) {
        self.forget_notice();
        self.view.error = None;
        if std::mem::take(&mut self.has_error_toast) {
            turn.step.ui.push(UiEffect::DismissErrors);
        }
    }

    /// Shows a toast that the form could not be sent, or was refused.
    pub(super) fn error_toast(&mut self, message: &str, turn: &mut Turn) {
        self.has_error_toast = true;
        toast(ToastKind::Error, message, turn);
    }

    /// The answer to a signup or a login has come, or has not.
    pub(super) fn entered(&mut self, purpose: &Purpose, answer: &Answer, env: &Env, turn: &mut Turn) {
        self.view.submitting = false;
        let Ok(answer) = answer.read::<AuthAnswer>() else {
            if *purpose == Purpose::CompleteGoogle {
                self.google_failed(turn);
                return;
            }
            let rejection = answer.rejection();
            if !is_told_by_form(rejection.code) {
                self.error_toast("Something went wrong. Please try again.", turn);
            }
            self.view.error = Some(rejection);
            self.patch(turn);
            return;
        };
        (self.view.error, self.view.notice) = (None, None);
        self.view.welcome = true;
        let tokens = Tokens { access: Some(answer.access_token), refresh: Some(answer.refresh_token) };
        self.store_tokens(&tokens, turn);
        if self.belongs_to_another(answer.user.first().map(|user| user.id), &tokens) {
            self.gate.sign_out();
        }
        self.user = None;
        self.owner = tokens.claims().map(|claims| claims.account);
        self.gate.set_new_tokens(tokens, env, &mut turn.step.io);
        self.sign_in(turn);
        self.set_user(answer.user.into_iter().next(), turn);
        let is_new = *purpose == Purpose::SignUp;
        let message = if is_new { "Account created successfully!" } else { "Successfully logged in!" };
        toast(ToastKind::Success, message, turn);
        turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Forward, after: FORWARD_AFTER_MILLISECONDS });
    }
}

/// Whether the form says what to do about a refusal: correct a field, get an invitation or wait. A toast that something went wrong
/// and to try again would contradict it (SPEC A14).
fn is_told_by_form(code: ErrorCode) -> bool {
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
            | ErrorCode::InvitationRequired
            | ErrorCode::InvitationInvalid
            | ErrorCode::TooManyRequests
    )
}

/// Shows a toast that offers nothing.
pub(super) fn toast(kind: ToastKind, message: &str, turn: &mut Turn) {
    turn.step.ui.push(UiEffect::Toast { kind, message: message.to_owned(), undo: None });
}
