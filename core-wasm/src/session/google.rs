//! What the server offers beside a password (SPEC A20), and logging in with Google (SPEC A21): the browser leaves for Google and
//! comes back to `/auth?type=login&google=complete`, or `google=failed`, with a cookie that is traded for a login.

use super::address::{parameter, route};
use super::forms::toast;
use super::machine::{LOGIN, ReturnTo, Session, is_inside, navigate};
use crate::call::{Answer, Call, Purpose, Turn, percent_encoded};
use crate::protocol::account::{Features, GoogleAnswer};
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::stored::key;

impl Session {
    /// A page of `/auth` is open, or the account in Settings: what the server offers is asked for, until it has told.
    pub fn ask_features(&mut self, turn: &mut Turn) {
        if self.view.features.is_none() && !std::mem::replace(&mut self.asks_features, true) {
            turn.calls.push(Call::get(Purpose::LoadFeatures, "/features/").unauthorised());
        }
    }

    /// The server has told what it offers, or has not.
    pub(super) fn features_loaded(&mut self, answer: &Answer, turn: &mut Turn) {
        self.asks_features = false;
        match answer.read::<Features>() {
            Ok(features) => {
                self.view.features = Some(features);
                self.patch(turn);
            }
            Err(_) => turn.log("Error fetching what the server offers"),
        }
    }

    /// Goes to Google to log in there, or to sign up by an invitation.
    pub fn google_log_in(&mut self, invitation: Option<String>, turn: &mut Turn) -> Result<(), ErrorCode> {
        let path = match invitation.filter(|invitation| !invitation.is_empty()) {
            Some(invitation) => format!("/auth/google/?invitation={}", percent_encoded(&invitation)),
            None => "/auth/google/".to_owned(),
        };
        self.begin_google(Call::get(Purpose::GoogleLogIn, path), turn)
    }

    /// The server has told where to go, or has not.
    pub(super) fn google_answered(&mut self, answer: &Answer, turn: &mut Turn) {
        self.view.submitting = false;
        // Nothing but a site is gone to: `javascript:` is an address too.
        let is_site = |address: &str| address.starts_with("https://") || address.starts_with("http://");
        match answer.read::<GoogleAnswer>() {
            Ok(GoogleAnswer { auth_url }) if is_site(&auth_url) => {
                self.patch(turn);
                // The page that comes back knows no more than what is stored.
                match &self.return_to {
                    Some(return_to) => turn.store(key::WANTED, crate::json(return_to)),
                    None => turn.remove(key::WANTED),
                }
                toast(ToastKind::Blank, "Response Received", turn);
                turn.step.ui.push(UiEffect::Leave { address: auth_url });
            }
            _ => self.google_failed(turn),
        }
    }

    /// Restores where the login leads when the page opens on the way back from Google (SPEC A12). Only a path inside the app counts:
    /// anything may be stored in a browser.
    pub fn restore_return_path(&mut self, stored: Option<String>, path: &str, turn: &mut Turn) {
        if let Some(wanted) = stored.filter(|_| route(path) == "/auth" && parameter(path, "google").is_some()) {
            self.return_to = serde_json::from_str(&wanted).ok().filter(|wanted: &ReturnTo| is_inside(&wanted.path));
            turn.remove(key::WANTED);
        }
    }

    /// The browser has come back from Google. That it has leaves the address at once, so that a reload does not come back again.
    pub(super) fn come_back_from_google(&mut self, outcome: &str, turn: &mut Turn) {
        navigate(turn, LOGIN);
        match outcome {
            "complete" => {
                let body = String::new();
                let call = Call::send(Purpose::CompleteGoogle, "POST", "/auth/google/complete/", body).empty();
                // Where a form is on its way that one goes on.
                _ = self.begin_google(call, turn);
            }
            _ => self.google_failed(turn),
        }
    }

    fn begin_google(&mut self, call: Call, turn: &mut Turn) -> Result<(), ErrorCode> {
        if self.view.submitting {
            return Err(ErrorCode::Busy);
        }
        self.begin_form(turn);
        self.view.submitting = true;
        self.patch(turn);
        turn.calls.push(call.unauthorised());
        Ok(())
    }

    /// There is no login with Google this time. The form stays as it is for another way in.
    pub(super) fn google_failed(&mut self, turn: &mut Turn) {
        self.patch(turn);
        self.error_toast(ErrorCode::GoogleFailed.sentence(), turn);
    }
}
