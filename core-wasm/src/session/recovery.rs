//! What is done by links in mails: a forgotten password is replaced, and an email confirmed (SPEC A23 to A26). Each link's token
//! is in the address of the page that it opens, which hands it over once.

use super::machine::{LOGIN, Session, navigate};
use crate::call::{Answer, Call, Purpose, Turn};
use crate::protocol::account::{ConfirmEmailRequest, ForgotPasswordRequest, ResetPasswordRequest};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::MessageAnswer;
use crate::protocol::text::{Email, Password};

impl Session {
    /// Asks for a mail with a link to choose a new password.
    pub fn forgot_password(&mut self, email: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = Email::read(email)
            .map(|email| ForgotPasswordRequest { email: email.as_str().to_owned() })
            .map_err(Rejection::from);
        self.submit(request, Purpose::ForgotPassword, "/auth/forgot-password/", turn)
    }

    /// Chooses a new password. Whose it is, only the server knows: it looks whether the password is their name.
    pub fn reset_password(&mut self, token: String, password: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = Password::parse(password)
            .map(|password| ResetPasswordRequest { token, password: password.as_str().to_owned() })
            .map_err(Rejection::from);
        self.submit(request, Purpose::ResetPassword, "/auth/reset-password/", turn)
    }

    /// Confirms an email.
    pub fn confirm_email(&mut self, token: String, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.submit(Ok(ConfirmEmailRequest { token }), Purpose::ConfirmEmail, "/auth/confirm-email/", turn)
    }

    /// The server has done it, and says so in its own words, or has not.
    pub(super) fn recovered(&mut self, purpose: &Purpose, answer: &Answer, turn: &mut Turn) {
        self.view.submitting = false;
        let Ok(MessageAnswer { message }) = answer.read() else {
            self.view.error = Some(answer.rejection());
            self.patch(turn);
            return;
        };
        self.view.notice = Some(message);
        self.patch(turn);
        if *purpose == Purpose::ForgotPassword {
            return;
        }
        if self.view.is_authenticated {
            // Whoever is signed in may be the one whose email that was, or whose logins have all ended with the old password:
            // then this says so, and the login page opens.
            turn.calls.push(Call::get(Purpose::LoadUser, "/user/"));
        } else if *purpose == Purpose::ResetPassword {
            navigate(turn, LOGIN);
        }
    }
}
