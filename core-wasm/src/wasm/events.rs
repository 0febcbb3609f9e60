//! What the browser tells the core unasked: another tab's changes of the storage, whether anybody sees the page, and that the
//! network is back.

use super::fetch::mark_unloading;
use super::runtime::Runtime;
use crate::app::Input;
use std::rc::Weak;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, EventTarget, PageTransitionEvent, StorageEvent, VisibilityState};

/// The page that the core runs in.
fn page() -> Option<Document> {
    let document = js_sys::Reflect::get(&js_sys::global(), &"document".into()).ok()?;
    document.is_object().then(|| document.unchecked_into())
}

/// Whether there is a page that nobody sees.
pub(super) fn is_hidden() -> bool {
    page().is_some_and(|document| document.visibility_state() != VisibilityState::Visible)
}

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
        let Some(document) = page() else { return events };
        let window: EventTarget = js_sys::global().unchecked_into();
        let runtime_for_storage = runtime.clone();
        events.on(&window, "storage", runtime, move |event| {
            let event: StorageEvent = event.unchecked_into();
            // What is stored by now: of two tabs that write at once, each hears of the other's text, and the last one counts.
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
            // While it lay in the back/forward cache, the page was not told what other tabs stored.
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
            // The page is going away with it; there is nobody to tell.
            _ = target.remove_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        }
    }
}
