//! A Web Lock that one tab of the browser holds until it closes, or until another tab steals it. All other tabs queue
//! for it, and the first of them gets it next.

use super::{InputSink, spawn};
use crate::app::Input;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The navigator of this page. After a reload, WebKit keeps the old page running for a moment, with the new page as its
    /// global object: by that one's navigator it would take the locks again that it has lost, and block the new page.
    #[wasm_bindgen(thread_local_v2, js_name = navigator)]
    static NAVIGATOR: Option<js_sys::Object>;
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

/// Returns the browser's lock manager. There is none on a page that was loaded over plain HTTP from another machine.
pub(super) fn locks() -> Option<Locks> {
    let navigator = NAVIGATOR.with(Clone::clone)?;
    let locks = js_sys::Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then(|| locks.unchecked_into())
}

/// A lock as seen by this tab. Clones share the same lock.
#[derive(Clone)]
pub(super) struct TabLock {
    name: &'static str,
    /// Creates the input for the core when this tab gets (`true`) or loses (`false`) the lock.
    input: fn(bool) -> Input,
    sink: InputSink,
    state: Rc<State>,
}

#[derive(Default)]
struct State {
    /// The number of the request that holds the lock, if this tab holds it.
    held: Cell<Option<u32>>,
    /// The number of the last request.
    last: Cell<u32>,
    /// Whether a request of this tab is queued. There is at most one, and it stays queued while the tab holds a stolen
    /// lock.
    is_queued: Cell<bool>,
    /// Whether this tab is stealing the lock.
    is_stealing: Cell<bool>,
}

impl TabLock {
    /// Creates a lock by name. `input` creates the input that reports to the core whether this tab holds it.
    pub(super) fn new(name: &'static str, input: fn(bool) -> Input, sink: InputSink) -> Self {
        Self { name, input, sink, state: Rc::default() }
    }

    /// Queues for the lock.
    pub(super) fn queue(&self, locks: &Locks) {
        if self.state.is_queued.replace(true) {
            return;
        }
        let number = self.next_number();
        let request = locks.request(self.name, &self.grant_callback(number, |state| state.is_queued.set(false)));
        let lock = self.clone();
        when_settled(request, move || _ = lock.on_request_ended(number));
    }

    /// Steals the lock: gets it at once, and the tab that holds it loses it.
    pub(super) fn steal(&self, locks: &Locks) {
        if self.is_held() || self.state.is_stealing.replace(true) {
            return;
        }
        let number = self.next_number();
        let options = js_sys::Object::new();
        _ = js_sys::Reflect::set(&options, &"steal".into(), &JsValue::TRUE);
        let granted = self.grant_callback(number, |state| state.is_stealing.set(false));
        let lock = self.clone();
        when_settled(locks.request_with(self.name, &options, &granted), move || {
            if !lock.on_request_ended(number) {
                // Another tab stole the lock before this tab was granted it.
                lock.state.is_stealing.set(false);
                lock.notify(false);
                lock.queue_again();
            }
        });
    }

    /// Returns whether this tab holds the lock.
    pub(super) fn is_held(&self) -> bool {
        self.state.held.get().is_some()
    }

    /// Acts as if this tab held the lock, if the browser has no locks. The core is notified asynchronously, as with a
    /// real lock.
    pub(super) fn assume_held(&self) {
        let number = self.next_number();
        let lock = self.clone();
        when_settled(Err(JsValue::NULL), move || lock.on_acquired(number));
    }

    /// Releases a lock that this tab holds without the browser's lock manager.
    pub(super) fn release(&self) {
        if self.state.held.take().is_some() {
            self.notify(false);
        }
    }

    fn next_number(&self) -> u32 {
        self.state.last.update(|last| last.wrapping_add(1));
        self.state.last.get()
    }

    /// Returns the callback for a granted request. Its promise never resolves, so the lock is held until it is stolen
    /// or the page closes.
    fn grant_callback(&self, number: u32, done: impl Fn(&State) + 'static) -> JsValue {
        let lock = self.clone();
        Closure::once_into_js(move |_lock: JsValue| {
            done(&lock.state);
            lock.on_acquired(number);
            js_sys::Promise::new(&mut |_, _| {})
        })
    }

    fn on_acquired(&self, number: u32) {
        self.state.held.set(Some(number));
        self.notify(true);
    }

    /// Handles the end of a request. If this tab held the lock by that request, it has lost the lock and queues again.
    /// Returns whether it did.
    fn on_request_ended(&self, number: u32) -> bool {
        let was_held = self.state.held.get() == Some(number);
        if was_held {
            self.state.held.set(None);
            self.notify(false);
            self.queue_again();
        }
        was_held
    }

    fn queue_again(&self) {
        if let Some(locks) = locks() {
            self.queue(&locks);
        }
    }

    fn notify(&self, is_held: bool) {
        (self.sink)((self.input)(is_held));
    }
}

/// Calls a function when a request has ended, because the lock was lost or could not be requested.
fn when_settled(request: Result<js_sys::Promise, JsValue>, ended: impl FnOnce() + 'static) {
    // Always asynchronous, because the caller may be handling an input.
    spawn(async move {
        if let Ok(promise) = request {
            _ = wasm_bindgen_futures::JsFuture::from(promise).await;
        }
        ended();
    });
}
