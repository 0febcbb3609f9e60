//! What the browser tells the core unasked: another tab's changes of the storage, and that the page is visible again or the
//! network is back.

use super::runtime::Runtime;
use crate::app::Input;
use std::rc::Weak;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, EventTarget, PageTransitionEvent, StorageEvent, VisibilityState};

struct Listener {
    target: EventTarget,
    name: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

/// The listeners of one core. Dropping them ends them.
#[derive(Default)]
pub(super) struct Events(Vec<Listener>);

impl Events {
    /// Listens from now on; where there is no page (Node), to nothing.
    pub(super) fn listen(runtime: &Weak<Runtime>) -> Self {
        let mut events = Self::default();
        let global = js_sys::global();
        let is_page = js_sys::Reflect::has(&global, &"document".into()).unwrap_or(false);
        let Ok(document) = js_sys::Reflect::get(&global, &"document".into()) else { return events };
        if !is_page || !document.is_object() {
            return events;
        }
        let window: EventTarget = global.unchecked_into();
        let document: Document = document.unchecked_into();
        let stored = runtime.clone();
        events.on(&window, "storage", runtime, move |event| {
            let event: StorageEvent = event.unchecked_into();
            // What is stored by now: of two tabs that write at once, each hears of the other's text, and the last one counts.
            let (key, runtime) = (event.key()?, stored.upgrade()?);
            let value = runtime.stored(&key);
            Some(Input::StoredElsewhere { key, value })
        });
        events.on(&window, "online", runtime, |_| Some(Input::Woken));
        let restored = runtime.clone();
        events.on(&window, "pageshow", runtime, move |event| {
            let event: PageTransitionEvent = event.unchecked_into();
            // While it lay in the back/forward cache, the page was not told what other tabs stored.
            if let Some(runtime) = restored.upgrade().filter(|_| event.persisted()) {
                runtime.read_again();
            }
            Some(Input::Woken)
        });
        let visible = document.clone();
        events.on(&document, "visibilitychange", runtime, move |_| {
            (visible.visibility_state() == VisibilityState::Visible).then_some(Input::Woken)
        });
        events
    }

    fn on(
        &mut self,
        target: &EventTarget,
        name: &'static str,
        runtime: &Weak<Runtime>,
        input: impl Fn(Event) -> Option<Input> + 'static,
    ) {
        let runtime = runtime.clone();
        let closure = Closure::new(move |event| {
            if let (Some(runtime), Some(input)) = (runtime.upgrade(), input(event)) {
                runtime.feed(input);
            }
        });
        let listener = Listener { target: target.clone(), name, closure };
        let function = listener.closure.as_ref().unchecked_ref();
        if listener.target.add_event_listener_with_callback(name, function).is_ok() {
            self.0.push(listener);
        }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        for Listener { target, name, closure } in &self.0 {
            // The page is going away with it; there is nobody to tell.
            _ = target.remove_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        }
    }
}
