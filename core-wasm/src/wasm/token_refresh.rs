//! Refreshing the tokens under a Web Lock (SPEC A31): only one of several tabs exchanges the refresh token, and the
//! others use the tokens that it has stored. To the server a refresh token that is used twice looks stolen.
//!
//! A page loaded over plain HTTP has no locks. There every tab refreshes on its own, and the server accepts a token
//! that was exchanged a moment ago.

use super::InputSink;
use super::fetch::{REQUEST_TIMEOUT_MS, fetch};
use super::lock::locks;
use super::storage::Storage;
use crate::app::Input;
use crate::protocol::stored::local_key::{ACCESS_TOKEN, REFRESH_TOKEN};
use gloo_timers::callback::Timeout;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::AbortController;

const LOCK: &str = "twentyfour-refresh";

/// How long a tab keeps the lock after it has stored the new tokens, in milliseconds. Other browser processes see a
/// write to the local storage with a delay: a tab that got the lock at once could read the old refresh token and use it
/// again.
const STORAGE_SYNC_MS: u32 = 100;

/// A pending token refresh.
pub(super) struct TokenRefresh {
    /// The request's id.
    pub(super) id: u64,
    /// The complete URL of the request.
    pub(super) address: String,
    /// The JSON body.
    pub(super) body: String,
    /// The refresh token to exchange.
    pub(super) refresh_token: String,
    /// The local storage, which contains the tokens of all tabs.
    pub(super) storage: Storage,
    /// Receives the outcome as an input.
    pub(super) sink: InputSink,
}

impl TokenRefresh {
    /// Refreshes the tokens when no other tab does. A tab that holds the lock for longer than a request's timeout must
    /// be asleep; its lock is ignored.
    pub(super) async fn run(self) {
        let Some(locks) = locks() else { return self.send().await };
        let this = Rc::new(Cell::new(Some(self)));
        let granted = this.clone();
        let controller = AbortController::new().ok();
        let options = js_sys::Object::new();
        let limit = controller.map(|controller| {
            _ = js_sys::Reflect::set(&options, &"signal".into(), &controller.signal());
            Timeout::new(REQUEST_TIMEOUT_MS, move || controller.abort())
        });
        let limit = Rc::new(Cell::new(limit));
        let timeout = limit.clone();
        let hold = Closure::once_into_js(move |_lock: JsValue| {
            timeout.take();
            future_to_promise(async move {
                if let Some(refresh) = granted.take() {
                    refresh.send().await;
                    wait_for_storage_sync().await;
                }
                Ok(JsValue::UNDEFINED)
            })
        });
        if let Ok(asked) = locks.request_with(LOCK, &options, &hold) {
            _ = JsFuture::from(asked).await;
        }
        limit.take();
        // The lock could not be requested.
        if let Some(refresh) = this.take() {
            refresh.send().await;
        }
    }

    /// Exchanges the token, unless another tab has done so. When it ends, the resulting tokens have been stored.
    async fn send(self) {
        let stored = self.storage.get(REFRESH_TOKEN);
        // If no token is stored, there may be no storage: then the server has to decide whether the token is valid.
        let was_refreshed_elsewhere = stored.as_ref().is_some_and(|stored| *stored != self.refresh_token);
        let input = if was_refreshed_elsewhere {
            let access = self.storage.get(ACCESS_TOKEN);
            Input::TokensRefreshedElsewhere { id: self.id, access, refresh: stored }
        } else {
            let response = fetch("POST", &self.address, None, Some(&self.body)).await;
            Input::Response { id: self.id, response }
        };
        (self.sink)(input);
    }
}

/// Waits until the other tabs of this browser can see the stored tokens.
async fn wait_for_storage_sync() {
    let seen = js_sys::Promise::new(&mut |resolve, _| {
        let seen = move || _ = resolve.call0(&JsValue::UNDEFINED);
        Timeout::new(STORAGE_SYNC_MS, seen).forget();
    });
    _ = JsFuture::from(seen).await;
}
