//! The flow of signing in (specification, section 4, as settled): the first check of the stored tokens, login, signup, the
//! panel that follows, log-out, and where a stranger is sent.

use super::gate::{Gate, Passed, Tokens};
use crate::call::{Answer, Call, Failure, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, ToastKind, UiEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{
    AuthAnswer, LogInRequest, RefreshRequest, SignUpRequest, User, UserAnswer, ValidateTokenRequest,
};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::stored::key;
use crate::protocol::text::{Email, Password, PersonName};
use crate::protocol::view::SessionView;

/// How long the panel after a login stays before it forwards (specification, section 9).
const FORWARD_AFTER_MILLISECONDS: u32 = 5_000;
const HOME: &str = "/app";
const LOGIN: &str = "/auth?type=login";

/// Who is signed in, and the form in which somebody does so.
#[derive(Debug)]
pub struct Session {
    /// Where requests pass.
    pub gate: Gate,
    view: SessionView,
    user: Option<User>,
    /// Whose tokens these are, once an access token or the server has told. It outlasts the token that told it.
    owner: Option<Id>,
    /// Where a stranger wanted to go before being asked to log in.
    wanted: Option<String>,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            gate: Gate::default(),
            view: SessionView {
                is_authenticated: false,
                loading: true,
                submitting: false,
                welcome: false,
                error: None,
                notice: None,
                features: None,
            },
            user: None,
            owner: None,
            wanted: None,
        }
    }
}

impl Session {
    /// What the shell draws.
    pub fn view(&self) -> &SessionView {
        &self.view
    }

    /// The signed-in user, as far as is known.
    pub fn user(&self) -> Option<&User> {
        self.user.as_ref()
    }

    /// The account that is signed in. Known offline too: the access token and the stored user tell it.
    pub fn account(&self) -> Option<Id> {
        if self.view.is_authenticated { self.owner } else { None }
    }

    /// The first check (SPEC A4 to A9). With tokens stored the app opens at once, on what the browser holds, and the
    /// check goes on behind it.
    pub fn start(&mut self, tokens: Tokens, stored_user: Option<&str>, path: &str, env: &Env, turn: &mut Turn) {
        self.view.loading = false;
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
        let route = path.split(['?', '#']).next().unwrap_or_default();
        let is_inside = route == HOME || route.starts_with("/app/");
        let is_form = route == "/auth" || route == "/auth/";
        if is_inside && !self.view.is_authenticated {
            self.wanted = Some(path.to_owned());
            navigate(turn, LOGIN);
        } else if is_form && self.view.is_authenticated && !self.view.welcome {
            navigate(turn, &self.wanted.take().unwrap_or_else(|| HOME.to_owned()));
        } else if !is_form && self.view.welcome {
            self.view.welcome = false;
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Forward });
            self.patch(turn);
        } else if is_form && self.view.error.is_some() {
            self.view.error = None;
            self.patch(turn);
        }
    }

    /// Creates an account (SPEC A1 to A3, A14).
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
            let named = |text, blank| {
                PersonName::parse(text).map_err(|code| if code == ErrorCode::NameRequired { blank } else { code })
            };
            Ok(SignUpRequest {
                first_name: named(first_name, ErrorCode::FirstNameRequired)?.as_str().to_owned(),
                last_name: named(last_name, ErrorCode::LastNameRequired)?.as_str().to_owned(),
                email: Email::parse(email)?.as_str().to_owned(),
                password: Password::parse(password)?.as_str().to_owned(),
                invitation,
            })
        };
        self.submit(request(), Purpose::SignUp, "/auth/signup/", turn)
    }

    /// Logs in (SPEC A14).
    pub fn log_in(&mut self, email: &str, password: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = || {
            let email = Email::parse(email)?.as_str().to_owned();
            if password.is_empty() {
                return Err(ErrorCode::PasswordRequired);
            }
            Ok(LogInRequest { email, password: password.to_owned() })
        };
        self.submit(request(), Purpose::LogIn, "/auth/login/", turn)
    }

    fn submit<T: serde::Serialize>(
        &mut self,
        request: Result<T, ErrorCode>,
        purpose: Purpose,
        path: &str,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        if self.view.submitting {
            return Err(ErrorCode::Busy);
        }
        self.view.error = request.as_ref().err().map(|code| Rejection::from(*code));
        self.view.submitting = request.is_ok();
        self.patch(turn);
        turn.calls.push(Call::send(purpose, "POST", path, crate::json(&request?)).unauthorised());
        Ok(())
    }

    /// Goes on from the panel that follows a login, by its button or after its 5 seconds (SPEC A15).
    pub fn forward(&mut self, turn: &mut Turn) {
        if self.view.welcome {
            self.view.welcome = false;
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Forward });
            self.patch(turn);
            navigate(turn, &self.wanted.take().unwrap_or_else(|| HOME.to_owned()));
        }
    }

    /// Logs out: the server ends the session, and the account's data leaves the browser (SPEC A16).
    pub fn log_out(&mut self, turn: &mut Turn) {
        if let Some(refresh_token) = self.gate.tokens().refresh.clone() {
            let body = crate::json(&RefreshRequest { refresh_token });
            turn.calls.push(Call::send(Purpose::LogOut, "POST", "/auth/logout/", body).unauthorised());
        }
        self.end(turn);
        self.wanted = None;
        turn.remove(key::USER);
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
                Ok(answer) => self.set_user(answer.user.into_iter().next(), turn),
                Err(_) => turn.log("Error fetching user details"),
            },
            Purpose::LogIn | Purpose::SignUp => self.submitted(purpose, answer, env, turn),
            _ => {}
        }
    }

    fn submitted(&mut self, purpose: &Purpose, answer: &Answer, env: &Env, turn: &mut Turn) {
        self.view.submitting = false;
        match answer.read::<AuthAnswer>() {
            Ok(answer) => {
                self.view.error = None;
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
                let is_login = *purpose == Purpose::LogIn;
                let message = if is_login { "Successfully logged in!" } else { "Account created successfully!" };
                turn.step.ui.push(UiEffect::Toast {
                    kind: ToastKind::Success,
                    message: message.to_owned(),
                    undo: None,
                });
                turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Forward, after: FORWARD_AFTER_MILLISECONDS });
            }
            Err(failure) => {
                self.view.error = Some(match failure {
                    Failure::Final { rejection, .. } => rejection,
                    Failure::Passing => ErrorCode::Unavailable.into(),
                });
                self.patch(turn);
                let message = "Something went wrong. Please try again.".to_owned();
                turn.step.ui.push(UiEffect::Toast { kind: ToastKind::Error, message, undo: None });
            }
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
                self.end(turn);
            }
            // Still refused with a token that was just renewed, or with no way to renew it (SPEC A8).
            Passed::Delivered(call, answer) if call.is_authorised && answer.is_unauthorised() => self.end(turn),
            _ => {}
        }
    }

    /// Another tab of this browser has stored or removed a token (SPEC A17).
    pub fn stored_elsewhere(&mut self, key: &str, value: Option<String>, path: &str, env: &Env, turn: &mut Turn) {
        let mut tokens = self.gate.tokens().clone();
        match key {
            key::ACCESS_TOKEN => tokens.access = value,
            key::REFRESH_TOKEN => tokens.refresh = value,
            _ => return,
        }
        if tokens.is_empty() {
            if self.view.is_authenticated {
                self.end(turn);
            }
        } else if self.view.is_authenticated && self.belongs_to_another(None, &tokens) {
            // Somebody else has logged in there: nothing of what is on its way here may go out with their token.
            self.gate.sign_out();
            self.start(tokens, None, path, env, turn);
        } else if self.view.is_authenticated {
            self.gate.set_tokens(tokens, env, &mut turn.step.io);
        } else if tokens.access.is_some() && tokens.refresh.is_some() {
            self.start(tokens, None, path, env, turn);
        } else {
            self.gate.set_tokens(tokens, env, &mut turn.step.io);
        }
    }

    /// The access token is not valid: remove it and renew, or give up where nothing is left to renew with (SPEC A6 to A8).
    fn access_refused(&mut self, env: &Env, turn: &mut Turn) {
        turn.remove(key::ACCESS_TOKEN);
        let refresh = self.gate.tokens().refresh.clone();
        if refresh.is_none() {
            self.end(turn);
            return;
        }
        self.gate.set_tokens(Tokens { access: None, refresh }, env, &mut turn.step.io);
        // The gate renews the token before it lets this pass.
        turn.calls.push(Call::get(Purpose::LoadUser, "/user/"));
    }

    /// Whether tokens are those of another account than the one that is signed in.
    fn belongs_to_another(&self, owner: Option<Id>, tokens: &Tokens) -> bool {
        let owner = owner.or_else(|| tokens.claims().map(|claims| claims.account));
        self.account().zip(owner).is_some_and(|(account, owner)| account != owner)
    }

    fn sign_in(&mut self, turn: &mut Turn) {
        self.view.is_authenticated = true;
        self.patch(turn);
        turn.step.patches.push(Patch::User { user: self.user.clone() });
    }

    /// The session is over. What waits in the outbox stays for the account's next login.
    fn end(&mut self, turn: &mut Turn) {
        self.gate.sign_out();
        self.view = SessionView { loading: false, ..Session::default().view };
        self.user = None;
        self.owner = None;
        turn.remove(key::ACCESS_TOKEN);
        turn.remove(key::REFRESH_TOKEN);
        self.patch(turn);
        turn.step.patches.push(Patch::User { user: None });
        navigate(turn, LOGIN);
    }

    fn set_user(&mut self, user: Option<User>, turn: &mut Turn) {
        if let Some(user) = &user {
            self.owner = Some(user.id);
            turn.store(key::USER, crate::json(user));
        }
        self.user = user;
        turn.step.patches.push(Patch::User { user: self.user.clone() });
    }

    fn store_tokens(&self, tokens: &Tokens, turn: &mut Turn) {
        for (key, token) in [(key::ACCESS_TOKEN, &tokens.access), (key::REFRESH_TOKEN, &tokens.refresh)] {
            if let Some(token) = token {
                turn.store(key, token.clone());
            }
        }
    }

    fn patch(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::Session { session: self.view.clone() });
    }
}

fn navigate(turn: &mut Turn, path: &str) {
    turn.step.ui.push(UiEffect::Navigate { path: path.to_owned(), replace: true });
}
