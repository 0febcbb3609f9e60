//! Every request passes here on its way out, and every answer on its way back. An access token that has run out is renewed
//! before it is used; a 401 renews it once for all requests that wait, and repeats each of them once.

use super::token::{self, Claims};
use crate::call::{Answer, Call, Failure, Purpose};
use crate::env::Env;
use crate::protocol::effect::IoEffect;
use crate::protocol::http::{RefreshRequest, TokenPair};
use std::collections::BTreeMap;

/// A token this close to its end is renewed first, so that it does not run out on its way.
const MARGIN_MILLISECONDS: i64 = 10_000;
/// The live connection renews the token that it lives on this long before its end.
const SOON_MILLISECONDS: i64 = 60_000;

/// The tokens of the signed-in person, as they are stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tokens {
    /// The access token; `None` once it is known to be of no use.
    pub access: Option<String>,
    /// The refresh token.
    pub refresh: Option<String>,
}

impl Tokens {
    /// Whether there is anything to sign in with.
    pub fn is_empty(&self) -> bool {
        self.access.is_none() && self.refresh.is_none()
    }

    /// What the access token says.
    pub fn claims(&self) -> Option<Claims> {
        token::claims(self.access.as_deref()?)
    }
}

impl From<TokenPair> for Tokens {
    fn from(pair: TokenPair) -> Self {
        Self { access: Some(pair.access_token), refresh: Some(pair.refresh_token) }
    }
}

#[derive(Debug)]
struct Sent {
    call: Call,
    is_repeated: bool,
    access: Option<String>,
}

/// What an answer means for whoever asked.
#[derive(Debug, PartialEq, Eq)]
pub enum Passed {
    /// It is the answer.
    Delivered(Call, Answer),
    /// The request will be repeated with another token, or nobody waits for this answer.
    Held,
    /// The tokens have been renewed.
    Renewed(Tokens),
    /// The tokens could not be renewed right now. These requests count as lost.
    Lost(Vec<Call>),
    /// The server will not renew the tokens: the session is over.
    Ended,
}

/// Requests on their way, and requests that wait for a token.
#[derive(Debug, Default)]
pub struct Gate {
    tokens: Tokens,
    last_id: u64,
    sent: BTreeMap<u64, Sent>,
    waiting: Vec<(Call, bool)>,
    is_refreshing: bool,
    /// Whether the access token had run out by this device's clock when it came: then the clock is wrong, and only the
    /// server can tell when the token runs out.
    is_clock_off: bool,
}

impl Gate {
    /// The tokens in use.
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// The access token, where it can be used now.
    pub fn access(&self, env: &Env) -> Option<String> {
        self.tokens.access.clone().filter(|_| !self.needs_renewal(env))
    }

    /// Whether the access token runs out within a minute and can be renewed.
    pub fn runs_out_soon(&self, env: &Env) -> bool {
        let soon = |claims: Claims| claims.expires_at.millis() - env.now.millis() < SOON_MILLISECONDS;
        self.tokens.claims().is_some_and(soon) && !self.is_clock_off
    }

    /// The server will not have the access token, as somebody was told beside the answers that pass here: it is renewed.
    pub fn refuse_access(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        if self.tokens.refresh.is_some() {
            self.tokens.access = None;
            self.renew(env, io);
        }
    }

    /// Uses other tokens from now on: those that were stored, or that another tab has renewed.
    pub fn set_tokens(&mut self, tokens: Tokens, env: &Env, io: &mut Vec<IoEffect>) {
        self.tokens = tokens;
        self.is_clock_off = false;
        self.release(env, io);
    }

    /// Uses tokens that the server has just made.
    pub fn set_new_tokens(&mut self, tokens: Tokens, env: &Env, io: &mut Vec<IoEffect>) {
        self.tokens = tokens;
        self.is_clock_off = self.has_run_out(env);
        self.release(env, io);
    }

    /// Forgets the tokens, and with them everything that is on its way in the person's name. A form that anybody may send, such
    /// as one by a link in a mail, still has its answer.
    pub fn sign_out(&mut self) {
        self.tokens = Tokens::default();
        self.waiting.clear();
        let is_by_token = |purpose: &Purpose| matches!(purpose, Purpose::Refresh | Purpose::ValidateToken);
        self.sent.retain(|_, sent| !sent.call.is_authorised && !is_by_token(&sent.call.purpose));
        self.is_refreshing = false;
    }

    /// Sends a request, after renewing the access token where it has run out (SPEC A10).
    pub fn send(&mut self, call: Call, env: &Env, io: &mut Vec<IoEffect>) {
        self.pass(call, false, env, io);
    }

    fn pass(&mut self, call: Call, is_repeated: bool, env: &Env, io: &mut Vec<IoEffect>) {
        if call.is_authorised && (self.is_refreshing || (self.needs_renewal(env) && self.tokens.refresh.is_some())) {
            self.waiting.push((call, is_repeated));
            self.renew(env, io);
            return;
        }
        let access = if call.is_authorised { self.tokens.access.clone() } else { None };
        self.last_id += 1;
        let (id, path, bearer) = (self.last_id, call.path.clone(), access.clone());
        io.push(match (&call.body, &self.tokens.refresh) {
            _ if let Some(file) = call.upload => IoEffect::SendFile { id, path, bearer, file },
            _ if call.is_file => IoEffect::FetchFile { id, path, bearer },
            (Some(body), Some(refresh_token)) if call.purpose == Purpose::Refresh => {
                IoEffect::Renew { id, path, body: body.clone(), refresh_token: refresh_token.clone() }
            }
            (body, _) => IoEffect::Fetch { id, method: call.method.to_owned(), path, bearer, body: body.clone() },
        });
        self.sent.insert(self.last_id, Sent { call, is_repeated, access });
    }

    fn needs_renewal(&self, env: &Env) -> bool {
        self.tokens.access.is_none() || (!self.is_clock_off && self.has_run_out(env))
    }

    /// Whether the access token has run out, or is about to. One that cannot be read is the server's to judge.
    fn has_run_out(&self, env: &Env) -> bool {
        self.tokens.claims().is_some_and(|claims| claims.expires_at.millis() - env.now.millis() < MARGIN_MILLISECONDS)
    }

    /// Renews the tokens, unless that is on its way already (SPEC A11).
    pub fn renew(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        let Some(refresh_token) = self.tokens.refresh.clone() else { return };
        if !self.is_refreshing {
            let body = crate::json(&RefreshRequest { refresh_token });
            self.pass(Call::send(Purpose::Refresh, "POST", "/auth/refresh/", body).unauthorised(), false, env, io);
            self.is_refreshing = true;
        }
    }

    /// Takes an answer in.
    pub fn answer(&mut self, id: u64, answer: Answer, env: &Env, io: &mut Vec<IoEffect>) -> Passed {
        let Some(Sent { call, is_repeated, access }) = self.sent.remove(&id) else { return Passed::Held };
        if call.purpose == Purpose::Refresh {
            return self.refreshed(call, &answer, env, io);
        }
        let may_repeat = call.is_authorised && !is_repeated && self.tokens.refresh.is_some();
        if may_repeat && answer.is_unauthorised() {
            // Another request may have renewed the token while this one was on its way.
            if access == self.tokens.access {
                self.tokens.access = None;
            }
            self.pass(call, true, env, io);
            return Passed::Held;
        }
        Passed::Delivered(call, answer)
    }

    /// A renewal was not sent: another tab has traded the refresh token meanwhile. Answers whether it was waited for.
    pub fn spared(&mut self, id: u64) -> bool {
        let is_renewal = self.sent.get(&id).is_some_and(|sent| sent.call.purpose == Purpose::Refresh);
        if is_renewal {
            self.sent.remove(&id);
            self.is_refreshing = false;
        }
        is_renewal
    }

    fn refreshed(&mut self, call: Call, answer: &Answer, env: &Env, io: &mut Vec<IoEffect>) -> Passed {
        self.is_refreshing = false;
        match answer.read::<TokenPair>() {
            Ok(pair) => {
                self.set_new_tokens(pair.into(), env, io);
                Passed::Renewed(self.tokens.clone())
            }
            Err(Failure::Final { status: 401, .. }) => {
                let used: Option<RefreshRequest> =
                    call.body.as_deref().and_then(|body| serde_json::from_str(body).ok());
                if used.map(|used| used.refresh_token) != self.tokens.refresh {
                    // Another tab has renewed the tokens meanwhile: theirs are good.
                    self.release(env, io);
                    return Passed::Renewed(self.tokens.clone());
                }
                Passed::Ended
            }
            Err(_) => {
                // No network, or the server is unwell: whoever waits is told so, and both tokens stay (SPEC A9).
                let waiting = std::mem::take(&mut self.waiting);
                Passed::Lost(waiting.into_iter().map(|(call, _)| call).collect())
            }
        }
    }

    fn release(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        if self.is_refreshing {
            return;
        }
        for (call, is_repeated) in std::mem::take(&mut self.waiting) {
            self.pass(call, is_repeated, env, io);
        }
    }
}
