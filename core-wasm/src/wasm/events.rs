//! Browser events for the core: changes of the storage by other tabs, the visibility of the page, and the return of the
//! network.

use super::InputSink;
use super::fetch::mark_unloading;
use super::storage::Storage;
use crate::app::Input;
use crate::protocol::stored::local_key;
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
    /// Adds the listeners. Without a page (Node) there are none. The browser asks before it closes a page that has unstored
    /// changes.
    pub(super) fn listen(
        sink: &InputSink,
        storage: &Storage,
        has_unstored_changes: impl Fn() -> bool + 'static,
    ) -> Self {
        let mut events = Self::default();
        let Some(document) = page() else { return events };
        let window: EventTarget = js_sys::global().unchecked_into();
        let stored = storage.clone();
        events.on(&window, "storage", sink, move |event| {
            let event: StorageEvent = event.unchecked_into();
            // The event's own value may be outdated: if two tabs write at once, the last value in the storage counts.
            let key = event.key()?;
            let value = stored.get(&key);
            Some(Input::LocalStorageChanged { key, value })
        });
        events.on(&window, "online", sink, |_| Some(Input::Online));
        events.on(&window, "beforeunload", sink, move |event| {
            if has_unstored_changes() {
                event.prevent_default();
            }
            mark_unloading();
            None
        });
        let (restored, stored) = (sink.clone(), storage.clone());
        events.on(&window, "pageshow", sink, move |event| {
            let event: PageTransitionEvent = event.unchecked_into();
            // A page in the back/forward cache receives no storage events.
            if event.persisted() {
                resync_local_storage(&restored, &stored);
            }
            Some(Input::PageVisible)
        });
        events.on(&document, "visibilitychange", sink, |_| {
            Some(if is_hidden() { Input::PageHidden } else { Input::PageVisible })
        });
        events
    }

    fn on(
        &mut self,
        target: &EventTarget,
        name: &'static str,
        sink: &InputSink,
        input: impl Fn(Event) -> Option<Input> + 'static,
    ) {
        let sink = sink.clone();
        let closure = Closure::new(move |event| {
            if let Some(input) = input(event) {
                sink(input);
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

/// Reads the local storage again, because storage events may have been missed.
fn resync_local_storage(sink: &InputSink, storage: &Storage) {
    use local_key::{ACCESS_TOKEN, GUEST_NAME, PREFERENCES, REFRESH_TOKEN, THEME, TIMER_SESSION, TIMER_STATE, USER};
    // The user comes first: without the user, missing tokens mean a log-out.
    for key in [USER, ACCESS_TOKEN, REFRESH_TOKEN, GUEST_NAME, TIMER_STATE, TIMER_SESSION, THEME, PREFERENCES] {
        sink(Input::LocalStorageChanged { key: key.to_owned(), value: storage.get(key) });
    }
}
