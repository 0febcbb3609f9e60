//! Every request passes here on its way out, and every answer on its way back. An access token that has run out is renewed
//! before it is used; a 401 renews it once for all requests that wait, and repeats each of them once.

use super::token::{self, Claims};
use crate::api::{ApiRequest, ApiResponse, Failure, Purpose};
use crate::env::Env;
use crate::protocol::effect::IoEffect;
use crate::protocol::http::{RefreshRequest, TokenPair};
use std::collections::BTreeMap;

/// A token this close to its end is renewed first, so that it does not run out on its way.
const EXPIRY_MARGIN_MS: i64 = 10_000;
/// The live connection renews the token that it lives on this long before its end.
const LIVE_REFRESH_MARGIN_MS: i64 = 60_000;

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
struct InFlightRequest {
    request: ApiRequest,
    is_retry: bool,
    access: Option<String>,
}

/// What an answer means for whoever asked.
#[derive(Debug, PartialEq, Eq)]
pub enum InterceptedResponse {
    /// It is the answer.
    Delivered(ApiRequest, ApiResponse),
    /// The request will be repeated with another token, or nobody waits for this answer.
    Pending,
    /// The tokens have been renewed.
    TokensRefreshed(Tokens),
    /// The tokens could not be renewed right now. These requests count as lost.
    RefreshFailed(Vec<ApiRequest>),
    /// The server will not renew the tokens: the session is over.
    SessionExpired,
}

/// Requests on their way, and requests that wait for a token.
#[derive(Debug, Default)]
pub struct AuthInterceptor {
    tokens: Tokens,
    last_id: u64,
    in_flight: BTreeMap<u64, InFlightRequest>,
    waiting: Vec<(ApiRequest, bool)>,
    is_refreshing: bool,
    /// Whether the access token had run out by this device's clock when it came: then the clock is wrong, and only the
    /// server can tell when the token runs out.
    is_clock_wrong: bool,
}

impl AuthInterceptor {
    /// The tokens in use.
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// The access token, where it can be used now.
    pub fn access(&self, env: &Env) -> Option<String> {
        self.tokens.access.clone().filter(|_| !self.needs_refresh(env))
    }

    /// Whether the access token runs out within a minute and can be renewed.
    pub fn expires_soon(&self, env: &Env) -> bool {
        let soon = |claims: Claims| claims.expires_at.millis() - env.now.millis() < LIVE_REFRESH_MARGIN_MS;
        self.tokens.claims().is_some_and(soon) && !self.is_clock_wrong
    }

    /// The server will not have the access token, as somebody was told beside the answers that pass here: it is renewed.
    pub fn invalidate_access_token(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        if self.tokens.refresh.is_some() {
            self.tokens.access = None;
            self.refresh_tokens(env, io);
        }
    }

    /// Uses other tokens from now on: those that were stored, or that another tab has renewed.
    pub fn set_tokens(&mut self, tokens: Tokens, env: &Env, io: &mut Vec<IoEffect>) {
        self.tokens = tokens;
        self.is_clock_wrong = false;
        self.send_waiting(env, io);
    }

    /// Uses tokens that the server has just made.
    pub fn set_new_tokens(&mut self, tokens: Tokens, env: &Env, io: &mut Vec<IoEffect>) {
        self.tokens = tokens;
        self.is_clock_wrong = self.is_expired(env);
        self.send_waiting(env, io);
    }

    /// Forgets the tokens, and with them everything that is on its way in the person's name. A form that anybody may send, such
    /// as one by a link in a mail, still has its answer.
    pub fn sign_out(&mut self) {
        self.tokens = Tokens::default();
        self.waiting.clear();
        let is_by_token = |purpose: &Purpose| matches!(purpose, Purpose::RefreshTokens | Purpose::ValidateToken);
        self.in_flight
            .retain(|_, in_flight| !in_flight.request.needs_token && !is_by_token(&in_flight.request.purpose));
        self.is_refreshing = false;
    }

    /// Sends a request, after renewing the access token where it has run out (SPEC A10).
    pub fn send(&mut self, request: ApiRequest, env: &Env, io: &mut Vec<IoEffect>) {
        self.send_or_queue(request, false, env, io);
    }

    fn send_or_queue(&mut self, request: ApiRequest, is_retry: bool, env: &Env, io: &mut Vec<IoEffect>) {
        if request.needs_token && (self.is_refreshing || (self.needs_refresh(env) && self.tokens.refresh.is_some())) {
            self.waiting.push((request, is_retry));
            self.refresh_tokens(env, io);
            return;
        }
        let access = if request.needs_token { self.tokens.access.clone() } else { None };
        self.last_id += 1;
        let (id, path, bearer) = (self.last_id, request.path.clone(), access.clone());
        io.push(match (&request.body, &self.tokens.refresh) {
            _ if let Some(file) = request.upload => IoEffect::SendFile { id, path, bearer, file },
            _ if request.is_file_download => IoEffect::FetchFile { id, path, bearer },
            (Some(body), Some(refresh_token)) if request.purpose == Purpose::RefreshTokens => {
                IoEffect::RefreshTokens { id, path, body: body.clone(), refresh_token: refresh_token.clone() }
            }
            (body, _) => IoEffect::Fetch { id, method: request.method.to_owned(), path, bearer, body: body.clone() },
        });
        self.in_flight.insert(self.last_id, InFlightRequest { request, is_retry, access });
    }

    fn needs_refresh(&self, env: &Env) -> bool {
        self.tokens.access.is_none() || (!self.is_clock_wrong && self.is_expired(env))
    }

    /// Whether the access token has run out, or is about to. One that cannot be read is the server's to judge.
    fn is_expired(&self, env: &Env) -> bool {
        self.tokens.claims().is_some_and(|claims| claims.expires_at.millis() - env.now.millis() < EXPIRY_MARGIN_MS)
    }

    /// Renews the tokens, unless that is on its way already (SPEC A11).
    pub fn refresh_tokens(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        let Some(refresh_token) = self.tokens.refresh.clone() else { return };
        if !self.is_refreshing {
            let body = crate::json(&RefreshRequest { refresh_token });
            self.send_or_queue(
                ApiRequest::with_body(Purpose::RefreshTokens, "POST", "/auth/refresh/", body).without_token(),
                false,
                env,
                io,
            );
            self.is_refreshing = true;
        }
    }

    /// Takes an answer in.
    pub fn on_response(
        &mut self,
        id: u64,
        response: ApiResponse,
        env: &Env,
        io: &mut Vec<IoEffect>,
    ) -> InterceptedResponse {
        let Some(InFlightRequest { request, is_retry, access }) = self.in_flight.remove(&id) else {
            return InterceptedResponse::Pending;
        };
        if request.purpose == Purpose::RefreshTokens {
            return self.on_refresh_response(request, &response, env, io);
        }
        let may_repeat = request.needs_token && !is_retry && self.tokens.refresh.is_some();
        if may_repeat && response.is_unauthorized() {
            // Another request may have renewed the token while this one was on its way.
            if access == self.tokens.access {
                self.tokens.access = None;
            }
            self.send_or_queue(request, true, env, io);
            return InterceptedResponse::Pending;
        }
        InterceptedResponse::Delivered(request, response)
    }

    /// A renewal was not sent: another tab has traded the refresh token meanwhile. Answers whether it was waited for.
    pub fn cancel_refresh(&mut self, id: u64) -> bool {
        let is_token_refresh =
            self.in_flight.get(&id).is_some_and(|in_flight| in_flight.request.purpose == Purpose::RefreshTokens);
        if is_token_refresh {
            self.in_flight.remove(&id);
            self.is_refreshing = false;
        }
        is_token_refresh
    }

    fn on_refresh_response(
        &mut self,
        request: ApiRequest,
        response: &ApiResponse,
        env: &Env,
        io: &mut Vec<IoEffect>,
    ) -> InterceptedResponse {
        self.is_refreshing = false;
        match response.read::<TokenPair>() {
            Ok(pair) => {
                self.set_new_tokens(pair.into(), env, io);
                InterceptedResponse::TokensRefreshed(self.tokens.clone())
            }
            Err(Failure::Permanent { status: 401, .. }) => {
                let used_request: Option<RefreshRequest> =
                    request.body.as_deref().and_then(|body| serde_json::from_str(body).ok());
                if used_request.map(|used_request| used_request.refresh_token) != self.tokens.refresh {
                    // Another tab has renewed the tokens meanwhile: theirs are good.
                    self.send_waiting(env, io);
                    return InterceptedResponse::TokensRefreshed(self.tokens.clone());
                }
                InterceptedResponse::SessionExpired
            }
            Err(_) => {
                // No network, or the server is unwell: whoever waits is told so, and both tokens stay (SPEC A9).
                let waiting = std::mem::take(&mut self.waiting);
                InterceptedResponse::RefreshFailed(waiting.into_iter().map(|(request, _)| request).collect())
            }
        }
    }

    fn send_waiting(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        if self.is_refreshing {
            return;
        }
        for (request, is_repeated) in std::mem::take(&mut self.waiting) {
            self.send_or_queue(request, is_repeated, env, io);
        }
    }
}
