//! What is done by links in mails: a forgotten password is replaced, and an email confirmed (SPEC A23 to A26). Each link's token
//! is in the address of the page that it opens, which hands it over once.

use super::machine::{LOGIN, Session, navigate};
use crate::api::{ApiRequest, ApiResponse, Purpose};
use crate::context::Context;
use crate::protocol::account::{ConfirmEmailRequest, ForgotPasswordRequest, ResetPasswordRequest};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::MessageResponse;
use crate::protocol::text::{Email, Password};

impl Session {
    /// Asks for a mail with a link to choose a new password.
    pub fn forgot_password(&mut self, email: &str, ctx: &mut Context) -> Result<(), ErrorCode> {
        let request = Email::parse_with_fault(email)
            .map(|email| ForgotPasswordRequest { email: email.as_str().to_owned() })
            .map_err(Rejection::from);
        self.submit(request, Purpose::ForgotPassword, "/auth/forgot-password/", ctx)
    }

    /// Chooses a new password. Whose it is, only the server knows: it looks whether the password is their name.
    pub fn reset_password(&mut self, token: String, password: &str, ctx: &mut Context) -> Result<(), ErrorCode> {
        let request = Password::parse(password)
            .map(|password| ResetPasswordRequest { token, password: password.as_str().to_owned() })
            .map_err(Rejection::from);
        self.submit(request, Purpose::ResetPassword, "/auth/reset-password/", ctx)
    }

    /// Confirms an email.
    pub fn confirm_email(&mut self, token: String, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.submit(Ok(ConfirmEmailRequest { token }), Purpose::ConfirmEmail, "/auth/confirm-email/", ctx)
    }

    /// The server has done it, and says so in its own words, or has not.
    pub(super) fn on_recovery_response(&mut self, purpose: &Purpose, response: &ApiResponse, ctx: &mut Context) {
        self.view.submitting = false;
        let Ok(MessageResponse { message }) = response.read() else {
            self.view.error = Some(response.rejection());
            self.push_patch(ctx);
            return;
        };
        self.view.notice = Some(message);
        self.push_patch(ctx);
        if *purpose == Purpose::ForgotPassword {
            return;
        }
        if self.view.is_authenticated {
            // Whoever is signed in may be the one whose email that was, or whose logins have all ended with the old password:
            // then this says so, and the login page opens.
            ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"));
        } else if *purpose == Purpose::ResetPassword {
            navigate(ctx, LOGIN);
        }
    }
}
