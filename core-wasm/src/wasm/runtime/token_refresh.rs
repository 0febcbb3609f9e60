//! The renewal of the tokens under a Web Lock (SPEC A31): of several tabs one trades the refresh token, and those that come after
//! it take what it has stored. A refresh token that is traded twice looks stolen to the server.
//!
//! On a page that came over plain HTTP there are no locks. There every tab trades for itself, and the server lets tokens that
//! were traded a moment ago pass.

use super::Runtime;
use crate::app::Input;
use crate::protocol::stored::local_key::{ACCESS_TOKEN, REFRESH_TOKEN};
use crate::wasm::fetch::{REQUEST_TIMEOUT_MS, fetch};
use crate::wasm::lock::locks;
use gloo_timers::callback::Timeout;
use std::cell::Cell;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::AbortController;

const LOCK: &str = "twentyfour-refresh";

/// How long a tab keeps the lock after it has stored what it was given. Another process sees late what this one has stored: a
/// tab that has the lock at once would still find the token that was traded, and trade it again.
const STORAGE_SYNC_MS: u32 = 100;

/// A renewal that is to be made.
pub(super) struct TokenRefresh {
    /// The request's id.
    pub(super) id: u64,
    /// The whole address.
    pub(super) address: String,
    /// The JSON body.
    pub(super) body: String,
    /// The refresh token that is to be traded.
    pub(super) refresh_token: String,
}

impl TokenRefresh {
    /// Waits until no other tab renews the tokens, and then does. A tab that has the lock for longer than a request may take
    /// sleeps: it is not waited for.
    pub(super) async fn run(self, runtime: Weak<Runtime>) {
        let Some(locks) = locks() else { return self.send(&runtime).await };
        let this = Rc::new(Cell::new(Some(self)));
        let (granted, to) = (this.clone(), runtime.clone());
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
                    refresh.send(&to).await;
                    wait_for_storage_sync().await;
                }
                Ok(JsValue::UNDEFINED)
            })
        });
        if let Ok(asked) = locks.request_with(LOCK, &options, &hold) {
            _ = JsFuture::from(asked).await;
        }
        limit.take();
        // There was no lock to be had.
        if let Some(refresh) = this.take() {
            refresh.send(&runtime).await;
        }
    }

    /// Trades the token, unless another tab has. What comes of it is stored when this ends.
    async fn send(self, runtime: &Weak<Runtime>) {
        let Some(stored) = runtime.upgrade().map(|runtime| runtime.local_storage_value(REFRESH_TOKEN)) else { return };
        // Where nothing is stored there may be no storage: then the server has to tell what the token is worth.
        let was_refreshed_elsewhere = stored.as_ref().is_some_and(|stored| *stored != self.refresh_token);
        let input = if was_refreshed_elsewhere {
            None
        } else {
            let response = fetch("POST", &self.address, None, Some(&self.body)).await;
            Some(Input::Response { id: self.id, response })
        };
        if let Some(runtime) = runtime.upgrade() {
            let found = || Input::TokensRefreshedElsewhere {
                id: self.id,
                access: runtime.local_storage_value(ACCESS_TOKEN),
                refresh: stored,
            };
            runtime.feed(input.unwrap_or_else(found));
        }
    }
}

/// Waits until the other tabs of this browser see what has been stored.
async fn wait_for_storage_sync() {
    let seen = js_sys::Promise::new(&mut |resolve, _| {
        let seen = move || _ = resolve.call0(&JsValue::UNDEFINED);
        Timeout::new(STORAGE_SYNC_MS, seen).forget();
    });
    _ = JsFuture::from(seen).await;
}
