//! The flow of signing in (specification, section 4, as settled): the first check of the stored tokens, the panel that follows a
//! login, log-out, what other tabs do, and where a stranger is sent.

use super::address::{parameter, route};
use super::gate::{Gate, Passed, Tokens};
use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, UiEffect};
use crate::protocol::http::{RefreshRequest, TokenPair, User, UserAnswer, ValidateTokenRequest};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::stored::key;
use crate::protocol::time::Timestamp;
use crate::protocol::view::SessionView;
use serde::{Deserialize, Serialize};

/// How long the panel after a login stays before it forwards (specification, section 9).
pub(super) const FORWARD_AFTER_MILLISECONDS: u32 = 5_000;
const HOME: &str = "/app";
pub(super) const LOGIN: &str = "/auth?type=login";

/// Who is signed in, and the form in which somebody does so.
#[derive(Debug)]
pub struct Session {
    /// Where requests pass.
    pub gate: Gate,
    pub(super) view: SessionView,
    pub(super) user: Option<User>,
    /// Whose tokens these are, once an access token or the server has told. It outlasts the token that told it.
    pub(super) owner: Option<Id>,
    /// Whether it is being asked what the server offers.
    pub(super) asks_features: bool,
    /// Whether the user could not be loaded, and is to be asked for once more.
    lacks_user: bool,
    /// Whether a toast tells that the last form failed.
    pub(super) has_error_toast: bool,
    /// Where the next login leads; Home where there is none.
    pub(super) return_to: Option<ReturnTo>,
    /// Whether another tab has removed the stored user, which only a log-out does.
    is_logged_out_elsewhere: bool,
    /// The path of the page, with its query.
    path: String,
}

/// The page that a login leads to.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ReturnTo {
    /// Its path inside the app, with its query.
    pub(super) path: String,
    /// The account whose session ended on that page. Only this account is sent back to it.
    account: Option<Id>,
}

impl ReturnTo {
    /// A page that anybody may be led to who logs in.
    pub(super) fn for_anybody(path: impl Into<String>) -> Self {
        Self { path: path.into(), account: None }
    }
}

/// Why a session is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The person logged out.
    LoggedOut,
    /// The server no longer accepts the tokens.
    Refused,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            gate: Gate::default(),
            view: SessionView {
                is_authenticated: false,
                guest: None,
                loading: true,
                submitting: false,
                welcome: false,
                session_ended: false,
                error: None,
                notice: None,
                features: None,
            },
            user: None,
            owner: None,
            asks_features: false,
            lacks_user: false,
            has_error_toast: false,
            return_to: None,
            is_logged_out_elsewhere: false,
            path: String::new(),
        }
    }
}

impl Session {
    /// What the shell draws.
    pub fn view(&self) -> &SessionView {
        &self.view
    }

    /// The path of the page, with its query.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The signed-in user, as far as is known.
    pub fn user(&self) -> Option<&User> {
        self.user.as_ref()
    }

    /// The account that is signed in, or the guest's. Known offline too: the access token and the stored user tell it.
    pub fn account(&self) -> Option<Id> {
        match (self.view.is_authenticated, &self.view.guest) {
            (true, _) => self.owner,
            (false, Some(_)) => Some(Id::GUEST),
            (false, None) => None,
        }
    }

    /// How the person is called.
    pub fn first_name(&self) -> Option<&str> {
        self.user.as_ref().map(|user| user.first_name.as_str()).or(self.view.guest.as_deref())
    }

    /// The name of a guest has been stored or removed (SPEC E1, E6). Whoever is signed in is no guest.
    pub fn set_guest(&mut self, name: Option<&str>, turn: &mut Turn) {
        let name = name.map(str::trim).filter(|name| !name.is_empty() && !self.view.is_authenticated);
        if self.view.guest.as_deref() != name {
            self.view.guest = name.map(str::to_owned);
            // Somebody who goes on as a guest has answered the sentence about the ended session.
            self.view.session_ended &= name.is_none();
            self.patch(turn);
        }
    }

    /// The first check (SPEC A4 to A9). With tokens stored the app opens at once, on what the browser holds, and the
    /// check goes on behind it.
    pub fn start(&mut self, tokens: Tokens, stored_user: Option<&str>, path: &str, env: &Env, turn: &mut Turn) {
        self.view.loading = false;
        path.clone_into(&mut self.path);
        if tokens.is_empty() {
            self.patch(turn);
            self.visit(path, turn);
            return;
        }
        let owner = tokens.claims().map(|claims| claims.account);
        self.user = stored_user
            .and_then(|text| serde_json::from_str(text).ok())
            .filter(|user: &User| owner.is_none_or(|owner| owner == user.id));
        self.owner = owner.or_else(|| self.user.as_ref().map(|user| user.id));
        self.gate.set_tokens(tokens, env, &mut turn.step.io);
        self.sign_in(turn);
        let is_current = self.gate.tokens().claims().is_none_or(|claims| claims.expires_at > env.now);
        match self.gate.tokens().access.clone() {
            Some(token) if is_current => turn.calls.push(
                Call::send(
                    Purpose::ValidateToken,
                    "POST",
                    "/auth/validate-token/",
                    crate::json(&ValidateTokenRequest { token }),
                )
                .unauthorised(),
            ),
            _ => self.access_refused(env, turn),
        }
        self.visit(path, turn);
    }

    /// The page is at another path (SPEC A12, A13).
    pub fn visit(&mut self, path: &str, turn: &mut Turn) {
        let previous = std::mem::replace(&mut self.path, path.to_owned());
        let form = form_of(path);
        if is_inside(path) && !self.view.is_authenticated && self.view.guest.is_none() {
            // Going back to the page where a session ended leaves it that account's.
            if self.return_to.as_ref().is_none_or(|return_to| return_to.path != path) {
                self.return_to = Some(ReturnTo::for_anybody(path));
            }
            navigate(turn, LOGIN);
        } else if let Some(form) = form
            && self.view.is_authenticated
            && !self.view.welcome
            && !is_by_link(form)
        {
            self.go_on(turn);
        } else if let Some(form) = form {
            self.visit_form(form, form_of(&previous), turn);
        } else if self.view.welcome {
            self.view.welcome = false;
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Forward });
            self.patch(turn);
        }
        if form.is_none() && self.view.notice.take().is_some() {
            self.patch(turn);
        }
    }

    /// Shows a form. It begins without the error of another, and only the login form keeps a notice.
    fn visit_form(&mut self, form: &str, previous: Option<&str>, turn: &mut Turn) {
        let is_other = previous != Some(form) && form != "login";
        let had_error = self.view.error.take().is_some();
        let had_notice = is_other && self.forget_notice();
        if had_error || had_notice {
            self.patch(turn);
        }
        self.ask_features(turn);
        let outcome = parameter(&self.path, "google").filter(|_| !self.view.is_authenticated).map(str::to_owned);
        if let Some(outcome) = outcome {
            self.come_back_from_google(&outcome, turn);
        }
    }

    /// Removes what the form says about the last step, and that the session has ended. Returns whether it said anything.
    pub(super) fn forget_notice(&mut self) -> bool {
        let had_notice = self.view.notice.take().is_some();
        std::mem::take(&mut self.view.session_ended) || had_notice
    }

    /// Goes to where this login leads.
    fn go_on(&mut self, turn: &mut Turn) {
        let path = self.return_to.take().map_or_else(|| HOME.to_owned(), |return_to| return_to.path);
        navigate(turn, &path);
    }

    /// Goes on from the panel that follows a login, by its button or after its 5 seconds (SPEC A15).
    pub fn forward(&mut self, turn: &mut Turn) {
        if self.view.welcome {
            self.view.welcome = false;
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Forward });
            self.patch(turn);
            self.go_on(turn);
        }
    }

    /// Logs out: the server ends the session, and the account's data leaves the browser (SPEC A16).
    pub fn log_out(&mut self, turn: &mut Turn) {
        if let Some(refresh_token) = self.gate.tokens().refresh.clone() {
            let body = crate::json(&RefreshRequest { refresh_token });
            turn.calls.push(Call::send(Purpose::LogOut, "POST", "/auth/logout/", body).unauthorised());
        }
        self.leave(turn);
    }

    /// The same where the server has ended the session already.
    pub fn leave(&mut self, turn: &mut Turn) {
        // Before the tokens: so the other tabs know a log-out from a session that was refused.
        turn.remove(key::USER);
        turn.remove(key::WANTED);
        self.end(SessionEnd::LoggedOut, turn);
    }

    /// An answer to one of the session's own requests.
    pub fn answered(&mut self, purpose: &Purpose, answer: &Answer, env: &Env, turn: &mut Turn) {
        match purpose {
            Purpose::ValidateToken if answer.is_success() => turn.calls.push(Call::get(Purpose::LoadUser, "/user/")),
            Purpose::ValidateToken => {
                turn.log("Error validating token");
                if answer.is_unauthorised() {
                    self.access_refused(env, turn);
                } else {
                    turn.calls.push(Call::get(Purpose::LoadUser, "/user/"));
                }
            }
            Purpose::LoadUser => match answer.read::<UserAnswer>() {
                Ok(answer) => {
                    self.lacks_user = false;
                    self.set_user(answer.user.into_iter().next(), turn);
                }
                Err(_) => {
                    self.lacks_user = true;
                    turn.log("Error fetching user details");
                }
            },
            Purpose::LogIn | Purpose::SignUp | Purpose::CompleteGoogle => self.entered(purpose, answer, env, turn),
            Purpose::ForgotPassword | Purpose::ResetPassword | Purpose::ConfirmEmail => {
                self.recovered(purpose, answer, turn);
            }
            Purpose::GoogleLogIn => self.google_answered(answer, turn),
            Purpose::LoadFeatures => self.features_loaded(answer, turn),
            _ => {}
        }
    }

    /// What the gate found out beside the answers it delivers.
    pub fn passed(&mut self, passed: &Passed, turn: &mut Turn) {
        match passed {
            Passed::Renewed(tokens) => {
                self.owner = tokens.claims().map(|claims| claims.account).or(self.owner);
                self.store_tokens(tokens, turn);
            }
            Passed::Ended => {
                turn.log("Error refreshing token");
                self.end(SessionEnd::Refused, turn);
            }
            // Still refused with a token that was just renewed, or with no way to renew it (SPEC A8).
            Passed::Delivered(call, answer) if call.is_authorised && answer.is_unauthorised() => {
                self.end(SessionEnd::Refused, turn);
            }
            _ => {}
        }
    }

    /// The server has made new tokens for whoever is signed in: those of before are worth nothing (SPEC A35).
    pub fn take_tokens(&mut self, pair: TokenPair, env: &Env, turn: &mut Turn) {
        let tokens = Tokens::from(pair);
        self.store_tokens(&tokens, turn);
        self.gate.set_new_tokens(tokens, env, &mut turn.step.io);
    }

    /// Another tab of this browser has stored or removed a token, or the user (SPEC A17).
    pub fn stored_elsewhere(&mut self, key: &str, value: Option<String>, env: &Env, turn: &mut Turn) {
        let mut tokens = self.gate.tokens().clone();
        match key {
            key::USER => {
                self.is_logged_out_elsewhere = value.is_none();
                return;
            }
            key::ACCESS_TOKEN => tokens.access = value,
            key::REFRESH_TOKEN => tokens.refresh = value,
            _ => return,
        }
        self.adopt(tokens, env, turn);
    }

    /// Another tab has renewed the tokens while this one waited for its turn to (SPEC A31).
    pub fn tokens_found(&mut self, id: u64, tokens: Tokens, env: &Env, turn: &mut Turn) {
        if self.gate.spared(id) {
            self.adopt(tokens, env, turn);
        }
    }

    /// These are the tokens that are stored now.
    fn adopt(&mut self, tokens: Tokens, env: &Env, turn: &mut Turn) {
        if tokens.is_empty() {
            if self.view.is_authenticated {
                let reason = if self.is_logged_out_elsewhere { SessionEnd::LoggedOut } else { SessionEnd::Refused };
                self.end(reason, turn);
            }
        } else if self.view.is_authenticated && self.belongs_to_another(None, &tokens) {
            // Somebody else has logged in there: nothing of what is on its way here may go out with their token.
            self.gate.sign_out();
            self.start_here(tokens, env, turn);
        } else if self.view.is_authenticated {
            self.gate.set_tokens(tokens, env, &mut turn.step.io);
        } else if tokens.access.is_some() && tokens.refresh.is_some() {
            self.start_here(tokens, env, turn);
        } else {
            self.gate.set_tokens(tokens, env, &mut turn.step.io);
        }
    }

    /// Starts the session that these tokens give, on the page that is open.
    fn start_here(&mut self, tokens: Tokens, env: &Env, turn: &mut Turn) {
        let path = self.path.clone();
        self.start(tokens, None, &path, env, turn);
    }

    /// The access token is not valid: remove it and renew, or give up where nothing is left to renew with (SPEC A6 to A8).
    fn access_refused(&mut self, env: &Env, turn: &mut Turn) {
        turn.remove(key::ACCESS_TOKEN);
        let refresh = self.gate.tokens().refresh.clone();
        if refresh.is_none() {
            self.end(SessionEnd::Refused, turn);
            return;
        }
        self.gate.set_tokens(Tokens { access: None, refresh }, env, &mut turn.step.io);
        // The gate renews the token before it lets this pass.
        turn.calls.push(Call::get(Purpose::LoadUser, "/user/"));
    }

    /// Whether tokens are those of another account than the one that is signed in.
    pub(super) fn belongs_to_another(&self, owner: Option<Id>, tokens: &Tokens) -> bool {
        let owner = owner.or_else(|| tokens.claims().map(|claims| claims.account));
        self.account().zip(owner).is_some_and(|(account, owner)| account != owner)
    }

    pub(super) fn sign_in(&mut self, turn: &mut Turn) {
        self.view.is_authenticated = true;
        self.view.session_ended = false;
        self.is_logged_out_elsewhere = false;
        let owner = self.owner;
        self.return_to
            .take_if(|return_to| return_to.account.zip(owner).is_some_and(|(account, owner)| account != owner));
        if self.view.guest.take().is_some() {
            turn.remove(key::NAME);
        }
        self.patch(turn);
        turn.step.patches.push(Patch::User { user: self.user.clone() });
    }

    /// Ends the session. What waits in the outbox stays for the account's next login. The login page opens, but not in place of a
    /// link from a mail that is still to be used. Where the person did not log out, it says so and leads back to this page (SPEC A37,
    /// A38).
    pub fn end(&mut self, reason: SessionEnd, turn: &mut Turn) {
        if reason == SessionEnd::LoggedOut {
            self.return_to = None;
        } else if self.view.is_authenticated {
            self.view.session_ended = self.view.notice.is_none();
            if is_inside(&self.path) {
                self.return_to = Some(ReturnTo { path: self.path.clone(), account: self.account() });
            }
        }
        self.gate.sign_out();
        (self.view.is_authenticated, self.view.loading, self.view.welcome) = (false, false, false);
        self.view.error = None;
        if self.view.guest.take().is_some() {
            turn.remove(key::NAME);
        }
        self.user = None;
        self.lacks_user = false;
        self.owner = None;
        turn.remove(key::ACCESS_TOKEN);
        turn.remove(key::REFRESH_TOKEN);
        self.patch(turn);
        turn.step.patches.push(Patch::User { user: None });
        if !form_of(&self.path).is_some_and(is_by_link) || self.view.notice.is_some() {
            navigate(turn, LOGIN);
        }
    }

    /// The server is back: the user, who could not be loaded while it was away, is asked for (SPEC A34).
    pub fn server_is_back(&mut self, turn: &mut Turn) {
        if std::mem::take(&mut self.lacks_user) {
            turn.calls.push(Call::get(Purpose::LoadUser, "/user/"));
        }
    }

    /// The account, as Settings has it, tells whether it is to end: the user says the same (SPEC A29).
    pub fn set_delete_at(&mut self, delete_at: Option<Timestamp>, turn: &mut Turn) {
        // Asked after every input, so that nothing is copied where nothing has changed.
        if let Some(user) = self.user.as_ref().filter(|user| user.delete_at != delete_at) {
            let user = User { delete_at, ..user.clone() };
            self.set_user(Some(user), turn);
        }
    }

    /// The server has told who is signed in.
    pub fn set_user(&mut self, user: Option<User>, turn: &mut Turn) {
        if let Some(user) = &user {
            self.owner = Some(user.id);
            turn.store(key::USER, crate::json(user));
        }
        self.user = user;
        turn.step.patches.push(Patch::User { user: self.user.clone() });
    }

    pub(super) fn store_tokens(&self, tokens: &Tokens, turn: &mut Turn) {
        for (key, token) in [(key::ACCESS_TOKEN, &tokens.access), (key::REFRESH_TOKEN, &tokens.refresh)] {
            if let Some(token) = token {
                turn.store(key, token.clone());
            }
        }
    }

    pub(super) fn patch(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::Session { session: self.view.clone() });
    }
}

/// Whether a path is one of the app, which asks for a login. Nothing else is gone to of what a browser has stored.
pub(super) fn is_inside(path: &str) -> bool {
    let route = route(path);
    route == HOME || route.starts_with("/app/")
}

/// The form that a page shows: the `type` of its address, empty for the first one; `None` for any other page.
fn form_of(path: &str) -> Option<&str> {
    matches!(route(path), "/auth" | "/auth/").then(|| parameter(path, "type").unwrap_or_default())
}

/// Whether a form is one that a link in a mail opens: whoever is signed in may use it.
fn is_by_link(form: &str) -> bool {
    matches!(form, "confirm" | "reset")
}

pub(super) fn navigate(turn: &mut Turn, path: &str) {
    turn.step.ui.push(UiEffect::Navigate { path: path.to_owned(), replace: true });
}
