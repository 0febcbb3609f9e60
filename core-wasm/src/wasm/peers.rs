//! The other tabs of this browser: a channel between them, and a lock that one of them holds for as long as it lives.

use super::bell::Bell;
use super::runtime::Runtime;
use crate::app::Input;
use std::rc::Weak;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

const CHANNEL: &str = "twentyfour";
const LOCK: &str = "twentyfour-outbox";
/// What a tab without locks tells the others when it takes the bell. It is no message of the core's: those are JSON.
const BELL_TAKEN: &str = "bell taken";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Object)]
    pub(super) type Locks;
    #[wasm_bindgen(method, catch)]
    pub(super) fn request(this: &Locks, name: &str, callback: &JsValue) -> Result<js_sys::Promise, JsValue>;
    #[wasm_bindgen(method, catch, js_name = request)]
    pub(super) fn request_with(
        this: &Locks,
        name: &str,
        options: &JsValue,
        callback: &JsValue,
    ) -> Result<js_sys::Promise, JsValue>;
}

/// Hears what the other tabs say.
type Listener = Closure<dyn FnMut(MessageEvent)>;

/// The channel to the other tabs, and the bell that one of them has.
pub(super) struct Peers(Option<(BroadcastChannel, Listener)>, Bell);

impl Peers {
    /// Listens from now on; where there is no such channel, or no page, to nobody.
    pub(super) fn listen(runtime: &Weak<Runtime>) -> Self {
        let is_page = js_sys::Reflect::get(&js_sys::global(), &"document".into()).is_ok_and(|page| page.is_object());
        let Some(channel) = is_page.then(|| BroadcastChannel::new(CHANNEL).ok()).flatten() else {
            return Self(None, Bell::default());
        };
        let bell = Bell::default();
        let (to, listening) = (runtime.clone(), bell.clone());
        let listener = Closure::new(move |event: MessageEvent| {
            if let (Some(runtime), Some(message)) = (to.upgrade(), event.data().as_string()) {
                if message == BELL_TAKEN {
                    listening.taken(&to);
                    return;
                }
                runtime.feed(Input::Told { message });
            }
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Self(Some((channel, listener)), bell)
    }

    /// Tells the other tabs.
    pub(super) fn tell(&self, message: &str) {
        if let Some((channel, _)) = &self.0 {
            _ = channel.post_message(&JsValue::from_str(message));
        }
    }

    /// Asks to lead: the core hears of it once no other tab does. Without locks, or without a way to hear of the others,
    /// this tab leads at once. Answers whether that is so.
    pub(super) fn leads_alone(&self, runtime: &Weak<Runtime>) -> bool {
        if self.0.is_none() {
            return true;
        }
        let to = runtime.clone();
        let granted = Closure::once_into_js(move |_lock: JsValue| {
            if let Some(runtime) = to.upgrade() {
                runtime.feed(Input::Leading);
            }
            // Never kept: the lock is given back when the page goes away.
            js_sys::Promise::new(&mut |_, _| {})
        });
        let asked = locks().map(|locks| locks.request(LOCK, &granted));
        match asked {
            Some(Ok(promise)) => {
                // A page that goes away while it waits is told so, and nobody is left to hear it.
                wasm_bindgen_futures::spawn_local(async move {
                    _ = wasm_bindgen_futures::JsFuture::from(promise).await;
                });
                false
            }
            _ => true,
        }
    }

    /// Waits for the bell (SPEC T27): the core hears of it when the tab that had it is gone.
    pub(super) fn wait_for_bell(&self, runtime: &Weak<Runtime>) {
        self.1.queue(runtime);
    }

    /// Takes the bell from the tab that has it.
    pub(super) fn take_bell(&self, runtime: &Weak<Runtime>) {
        if self.1.take(runtime) {
            self.tell(BELL_TAKEN);
        }
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        if let Some((channel, _)) = &self.0 {
            channel.set_onmessage(None);
            channel.close();
        }
    }
}

/// The browser's locks: there are none on a page that came over plain HTTP from another machine.
pub(super) fn locks() -> Option<Locks> {
    let navigator = js_sys::Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let locks = js_sys::Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then(|| locks.unchecked_into())
}
