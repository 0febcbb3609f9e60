//! The tokens of the session in the local storage, which all tabs of a browser share (SPEC A17, A31, A35).

use super::auth_interceptor::Tokens;
use super::machine::{Session, SessionEnd};
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::http::TokenPair;
use crate::protocol::id::Id;
use crate::protocol::stored::local_key;

impl Session {
    /// Replaces the tokens by new ones from the server, which invalidated the old ones (SPEC A35).
    pub(crate) fn replace_tokens(&mut self, pair: TokenPair, env: &Env, ctx: &mut Context) {
        let tokens = Tokens::from(pair);
        self.store_tokens(&tokens, ctx);
        self.interceptor.set_new_tokens(tokens, env, &mut ctx.step.io_effects);
    }

    /// Handles a change of a token or of the user in the local storage by another tab (SPEC A17).
    pub(crate) fn on_storage_event(&mut self, key: &str, value: Option<String>, env: &Env, ctx: &mut Context) {
        let mut tokens = self.interceptor.tokens().clone();
        match key {
            local_key::USER => {
                self.is_logged_out_elsewhere = value.is_none();
                return;
            }
            local_key::ACCESS_TOKEN => tokens.access = value,
            local_key::REFRESH_TOKEN => tokens.refresh = value,
            _ => return,
        }
        self.use_stored_tokens(tokens, env, ctx);
    }

    /// Handles tokens that another tab refreshed while this one was waiting for the lock (SPEC A31).
    pub(crate) fn on_tokens_refreshed_elsewhere(&mut self, id: u64, tokens: Tokens, env: &Env, ctx: &mut Context) {
        if self.interceptor.cancel_refresh(id) {
            self.use_stored_tokens(tokens, env, ctx);
        }
    }

    /// Uses the tokens that are stored now, and signs in or out if they changed that.
    fn use_stored_tokens(&mut self, tokens: Tokens, env: &Env, ctx: &mut Context) {
        if tokens.is_empty() {
            if self.view.is_authenticated {
                let reason = if self.is_logged_out_elsewhere { SessionEnd::LoggedOut } else { SessionEnd::Refused };
                self.end(reason, ctx);
            }
        } else if self.view.is_authenticated && self.is_other_account(None, &tokens) {
            // Another account has logged in there: requests in flight must not be sent with its token.
            self.interceptor.sign_out();
            self.start_on_current_page(tokens, env, ctx);
        } else if self.view.is_authenticated {
            self.interceptor.set_tokens(tokens, env, &mut ctx.step.io_effects);
        } else if tokens.access.is_some() && tokens.refresh.is_some() {
            self.start_on_current_page(tokens, env, ctx);
        } else {
            self.interceptor.set_tokens(tokens, env, &mut ctx.step.io_effects);
        }
    }

    /// Starts the session of these tokens on the current page.
    fn start_on_current_page(&mut self, tokens: Tokens, env: &Env, ctx: &mut Context) {
        let path = self.path().to_owned();
        self.start(tokens, None, &path, env, ctx);
    }

    /// Removes a refused access token, then refreshes it, or ends the session without a refresh token (SPEC A6 to A8).
    pub(super) fn on_access_token_refused(&mut self, env: &Env, ctx: &mut Context) {
        ctx.remove_local_storage(local_key::ACCESS_TOKEN);
        let refresh = self.interceptor.tokens().refresh.clone();
        if refresh.is_none() {
            self.end(SessionEnd::Refused, ctx);
            return;
        }
        self.interceptor.set_tokens(Tokens { access: None, refresh }, env, &mut ctx.step.io_effects);
        // The interceptor refreshes the token before it sends this request.
        ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"));
    }

    /// Returns whether tokens belong to another account than the signed-in one. `owner` is their account, if already
    /// known.
    pub(super) fn is_other_account(&self, owner: Option<Id>, tokens: &Tokens) -> bool {
        let owner = owner.or_else(|| tokens.claims().map(|claims| claims.account));
        self.account().zip(owner).is_some_and(|(account, owner)| account != owner)
    }

    /// Stores tokens; a missing one leaves the stored one.
    pub(super) fn store_tokens(&self, tokens: &Tokens, ctx: &mut Context) {
        for (key, token) in [(local_key::ACCESS_TOKEN, &tokens.access), (local_key::REFRESH_TOKEN, &tokens.refresh)] {
            if let Some(token) = token {
                ctx.set_local_storage(key, token.clone());
            }
        }
    }
}
