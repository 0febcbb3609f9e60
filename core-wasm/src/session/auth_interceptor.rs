//! Adds the access token to every request and handles 401 responses. An expired access token is refreshed before a
//! request is sent. After a 401 the token is refreshed once for all waiting requests, and each of them is retried once.

use super::token::{self, Claims};
use crate::api::{ApiRequest, Purpose, RequestBody, ResponseKind};
use crate::env::Env;
use crate::map::Map;
use crate::protocol::effect::IoEffect;
use crate::protocol::http::{RefreshRequest, TokenPair};
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::time::Timestamp;

/// An access token that expires sooner than this is refreshed first, so that it does not expire while the request is in
/// flight.
const EXPIRY_MARGIN_MS: i64 = 10_000;
/// How long before its expiry the live connection's token is refreshed.
const LIVE_REFRESH_MARGIN_MS: i64 = 60_000;

/// The stored tokens of the signed-in user.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tokens {
    /// The access token; `None` if the server does not accept it any more.
    pub(crate) access: Option<String>,
    /// The refresh token.
    pub(crate) refresh: Option<String>,
}

impl Tokens {
    /// Returns whether there is no token at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.access.is_none() && self.refresh.is_none()
    }

    /// Returns the claims of the access token, if it can be parsed.
    pub(crate) fn claims(&self) -> Option<Claims> {
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

/// A request that waits for a new access token.
#[derive(Debug)]
struct WaitingRequest {
    request: ApiRequest,
    is_retry: bool,
}

/// What a response means for the caller.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InterceptedResponse {
    /// The final response to the request.
    Delivered(ApiRequest, ApiResponse),
    /// The request will be retried with a new token, or the response is no longer needed.
    Pending,
    /// The tokens have been refreshed.
    TokensRefreshed(Tokens),
    /// The tokens could not be refreshed for now. These requests count as failed.
    RefreshFailed(Vec<ApiRequest>),
    /// The server refused to refresh the tokens: the session has ended.
    SessionExpired,
}

/// Adds tokens to requests, refreshes them and retries after a 401. Keeps track of the requests in flight and of those
/// that wait for a token.
#[derive(Debug, Default)]
pub(crate) struct AuthInterceptor {
    tokens: Tokens,
    /// When the access token expires. Parsed once, because every input asks for it.
    expires_at: Option<Timestamp>,
    last_id: u64,
    in_flight: Map<u64, InFlightRequest>,
    waiting: Vec<WaitingRequest>,
    is_refreshing: bool,
    /// Whether a new access token had already expired by this device's clock. Then the clock is wrong, and only the
    /// server knows when the token expires.
    is_clock_wrong: bool,
}

impl AuthInterceptor {
    /// Returns the current tokens.
    pub(crate) fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Returns the access token, unless it needs to be refreshed first.
    pub(crate) fn access(&self, env: &Env) -> Option<&str> {
        self.tokens.access.as_deref().filter(|_| !self.needs_refresh(env))
    }

    /// Returns whether the access token expires within a minute. Always false if this device's clock is wrong.
    pub(crate) fn expires_soon(&self, env: &Env) -> bool {
        !self.is_clock_wrong && self.expires_within(LIVE_REFRESH_MARGIN_MS, env)
    }

    /// Refreshes the access token, because the server refused it outside of a request, such as on the live connection.
    pub(crate) fn invalidate_access_token(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        if self.tokens.refresh.is_some() {
            self.tokens.access = None;
            self.refresh_tokens(env, io);
        }
    }

    /// Uses stored tokens, or tokens that another tab has refreshed, from now on.
    pub(crate) fn set_tokens(&mut self, tokens: Tokens, env: &Env, io: &mut Vec<IoEffect>) {
        self.replace_tokens(tokens);
        self.is_clock_wrong = false;
        self.send_waiting(env, io);
    }

    /// Uses tokens that the server has just issued.
    pub(crate) fn set_new_tokens(&mut self, tokens: Tokens, env: &Env, io: &mut Vec<IoEffect>) {
        self.replace_tokens(tokens);
        self.is_clock_wrong = self.is_expired(env);
        self.send_waiting(env, io);
    }

    /// Removes the tokens and drops all authenticated requests. Requests that need no token, such as those of a mailed
    /// link, still get their response.
    pub(crate) fn sign_out(&mut self) {
        self.replace_tokens(Tokens::default());
        self.waiting.clear();
        let is_by_token = |purpose: &Purpose| matches!(purpose, Purpose::RefreshTokens | Purpose::ValidateToken);
        self.in_flight
            .retain(|_, in_flight| !in_flight.request.needs_token && !is_by_token(&in_flight.request.purpose));
        self.is_refreshing = false;
    }

    /// Sends a request. Refreshes the access token before, if it has expired (SPEC A10).
    pub(crate) fn send(&mut self, request: ApiRequest, env: &Env, io: &mut Vec<IoEffect>) {
        self.send_or_queue(request, false, env, io);
    }

    fn send_or_queue(&mut self, request: ApiRequest, is_retry: bool, env: &Env, io: &mut Vec<IoEffect>) {
        if request.needs_token && (self.is_refreshing || (self.needs_refresh(env) && self.tokens.refresh.is_some())) {
            self.waiting.push(WaitingRequest { request, is_retry });
            self.refresh_tokens(env, io);
            return;
        }
        let access = if request.needs_token { self.tokens.access.clone() } else { None };
        self.last_id += 1;
        let (id, path, bearer) = (self.last_id, request.path.clone(), access.clone());
        let method = request.method.to_owned();
        io.push(match (&request.body, &self.tokens.refresh) {
            (RequestBody::File(file), _) => IoEffect::SendFile { id, method, path, bearer, file: *file },
            _ if request.response == ResponseKind::File => IoEffect::FetchFile { id, path, bearer },
            (RequestBody::Json(body), Some(refresh_token)) if request.purpose == Purpose::RefreshTokens => {
                IoEffect::RefreshTokens { id, path, body: body.clone(), refresh_token: refresh_token.clone() }
            }
            (body, _) => {
                let body = body.json().cloned();
                IoEffect::Fetch { id, method, path, bearer, body }
            }
        });
        self.in_flight.insert(self.last_id, InFlightRequest { request, is_retry, access });
    }

    fn needs_refresh(&self, env: &Env) -> bool {
        self.tokens.access.is_none() || (!self.is_clock_wrong && self.is_expired(env))
    }

    /// Returns whether the access token has expired or is about to. A token that cannot be parsed is left to the server
    /// to judge.
    fn is_expired(&self, env: &Env) -> bool {
        self.expires_within(EXPIRY_MARGIN_MS, env)
    }

    fn expires_within(&self, margin_ms: i64, env: &Env) -> bool {
        let expires_at = self.expires_at.filter(|_| self.tokens.access.is_some());
        expires_at.is_some_and(|expires_at| expires_at.millis() - env.now.millis() < margin_ms)
    }

    fn replace_tokens(&mut self, tokens: Tokens) {
        self.expires_at = tokens.claims().map(|claims| claims.expires_at);
        self.tokens = tokens;
    }

    /// Refreshes the tokens, unless a refresh is already in flight (SPEC A11).
    pub(crate) fn refresh_tokens(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        let Some(refresh_token) = self.tokens.refresh.clone() else { return };
        if !self.is_refreshing {
            let body = json::json(&RefreshRequest { refresh_token });
            self.send_or_queue(
                ApiRequest::with_body(Purpose::RefreshTokens, "POST", "/auth/refresh/", body).without_token(),
                false,
                env,
                io,
            );
            self.is_refreshing = true;
        }
    }

    /// Handles a response.
    pub(crate) fn on_response(
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
            // Another request may have refreshed the token while this one was in flight.
            if access == self.tokens.access {
                self.tokens.access = None;
            }
            self.send_or_queue(request, true, env, io);
            return InterceptedResponse::Pending;
        }
        InterceptedResponse::Delivered(request, response)
    }

    /// Cancels a token refresh that was not sent, because another tab has refreshed the tokens meanwhile. Returns
    /// whether the refresh was still expected.
    pub(crate) fn cancel_refresh(&mut self, id: u64) -> bool {
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
                let used_request: Option<RefreshRequest> = request.body.json().and_then(|body| json::parse(body).ok());
                if used_request.map(|used_request| used_request.refresh_token) != self.tokens.refresh {
                    // Another tab has refreshed the tokens meanwhile, so the ones it stored are valid.
                    self.send_waiting(env, io);
                    return InterceptedResponse::TokensRefreshed(self.tokens.clone());
                }
                InterceptedResponse::SessionExpired
            }
            Err(_) => {
                // The network or the server is unavailable: the waiting requests fail, and both tokens are kept (SPEC
                // A9).
                let waiting = std::mem::take(&mut self.waiting);
                InterceptedResponse::RefreshFailed(waiting.into_iter().map(|waiting| waiting.request).collect())
            }
        }
    }

    fn send_waiting(&mut self, env: &Env, io: &mut Vec<IoEffect>) {
        if self.is_refreshing {
            return;
        }
        for WaitingRequest { request, is_retry } in std::mem::take(&mut self.waiting) {
            self.send_or_queue(request, is_retry, env, io);
        }
    }
}
