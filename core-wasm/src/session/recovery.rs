//! Actions of mailed links: choosing a new password and confirming an email address (SPEC A23 to A26). The link's token
//! is in the URL of the page that it opens, which passes it on once.

use super::machine::{LOGIN, Session, navigate};
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::protocol::account::{ConfirmEmailRequest, ForgotPasswordRequest, ResetPasswordRequest};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::MessageResponse;
use crate::protocol::response::ApiResponse;
use crate::protocol::text::{Email, Password};

impl Session {
    /// Requests a mail with a link to choose a new password.
    ///
    /// # Errors
    ///
    /// Returns the code of an invalid email address, or `Busy` while a form is in flight.
    pub(crate) fn forgot_password(&mut self, email: &str, ctx: &mut Context) -> Result<(), ErrorCode> {
        let request = Email::parse_with_fault(email)
            .map(|email| ForgotPasswordRequest { email: email.as_str().to_owned() })
            .map_err(Rejection::from);
        self.submit(request, Purpose::ForgotPassword, "/auth/forgot-password/", ctx)
    }

    /// Sets a new password. Only the server knows the account, so it checks whether the password is the user's name.
    ///
    /// # Errors
    ///
    /// Returns the code of an invalid password, or `Busy` while a form is in flight.
    pub(crate) fn reset_password(&mut self, token: String, password: &str, ctx: &mut Context) -> Result<(), ErrorCode> {
        let request = Password::parse(password)
            .map(|password| ResetPasswordRequest { token, password: password.as_str().to_owned() })
            .map_err(Rejection::from);
        self.submit(request, Purpose::ResetPassword, "/auth/reset-password/", ctx)
    }

    /// Confirms an email address.
    ///
    /// # Errors
    ///
    /// Returns `Busy` while a form is in flight.
    pub(crate) fn confirm_email(&mut self, token: String, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.submit(Ok(ConfirmEmailRequest { token }), Purpose::ConfirmEmail, "/auth/confirm-email/", ctx)
    }

    /// Handles the response, whose message is shown as it is.
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
            // The email address may be the signed-in user's, or the new password may have ended this session. Loading
            // the user shows which: on a 401 the login page opens.
            ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"));
        } else if *purpose == Purpose::ResetPassword {
            navigate(ctx, LOGIN);
        }
    }
}
