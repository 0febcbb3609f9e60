//! Browser events for the core: changes of the storage by other tabs, the visibility of the page, and the return of the
//! network.

use super::fetch::mark_unloading;
use super::runtime::Runtime;
use crate::app::Input;
use std::rc::Weak;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, EventTarget, PageTransitionEvent, StorageEvent, VisibilityState};

/// Returns the document of the page, if there is one.
fn page() -> Option<Document> {
    let document = js_sys::Reflect::get(&js_sys::global(), &"document".into()).ok()?;
    document.is_object().then(|| document.unchecked_into())
}

/// Returns whether there is a page and it is hidden.
pub(super) fn is_hidden() -> bool {
    page().is_some_and(|document| document.visibility_state() != VisibilityState::Visible)
}

struct Listener {
    target: EventTarget,
    name: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

/// The event listeners of one core. Dropping them removes them.
#[derive(Default)]
pub(super) struct Events(Vec<Listener>);

impl Events {
    /// Adds the event listeners. Does nothing without a page (Node.js).
    pub(super) fn listen(runtime: &Weak<Runtime>) -> Self {
        let mut events = Self::default();
        let Some(document) = page() else { return events };
        let window: EventTarget = js_sys::global().unchecked_into();
        let runtime_for_storage = runtime.clone();
        events.on(&window, "storage", runtime, move |event| {
            let event: StorageEvent = event.unchecked_into();
            // Reads the stored value instead of the event's: if two tabs write at once, each receives the other's
            // event, but the last write counts.
            let (key, runtime) = (event.key()?, runtime_for_storage.upgrade()?);
            let value = runtime.local_storage_value(&key);
            Some(Input::LocalStorageChanged { key, value })
        });
        events.on(&window, "online", runtime, |_| Some(Input::Online));
        events.on(&window, "beforeunload", runtime, |_| {
            mark_unloading();
            None
        });
        let restored = runtime.clone();
        events.on(&window, "pageshow", runtime, move |event| {
            let event: PageTransitionEvent = event.unchecked_into();
            // The page did not receive the storage events of other tabs while it was in the back/forward cache.
            if let Some(runtime) = restored.upgrade().filter(|_| event.persisted()) {
                runtime.resync_local_storage();
            }
            Some(Input::PageVisible)
        });
        events.on(&document, "visibilitychange", runtime, |_| {
            Some(if is_hidden() { Input::PageHidden } else { Input::PageVisible })
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
            // A failure does not matter, because the page is being closed.
            _ = target.remove_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        }
    }
}
