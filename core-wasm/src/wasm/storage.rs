//! The browser's local storage and session storage. If there is none (Node.js, or a browser that blocks it), nothing
//! outlives the page; the core works from memory.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::Storage as LocalStorage;

/// The local storage or the session storage, if the browser has it. Clones share the same storage.
#[derive(Clone)]
pub(super) struct Storage(Option<LocalStorage>);

impl Storage {
    /// Opens the local storage.
    pub(super) fn open() -> Self {
        Self::named("localStorage")
    }

    /// Opens the session storage, which belongs to this tab and survives a reload.
    pub(super) fn session() -> Self {
        Self::named("sessionStorage")
    }

    fn named(name: &str) -> Self {
        let found = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str(name)).ok();
        Self(found.filter(|value| value.is_object()).map(JsCast::unchecked_into))
    }

    /// Returns all keys with their texts.
    pub(super) fn read_all(&self) -> Vec<(String, String)> {
        let Some(storage) = &self.0 else { return vec![] };
        let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
        keys.filter_map(|key| Some((key.clone(), storage.get_item(&key).ok().flatten()?))).collect()
    }

    /// Returns the text of a key.
    pub(super) fn get(&self, key: &str) -> Option<String> {
        self.0.as_ref().and_then(|storage| storage.get_item(key).ok().flatten())
    }

    /// Stores a text under a key.
    pub(super) fn set(&self, key: &str, value: &str) {
        if let Some(storage) = &self.0
            && storage.set_item(key, value).is_err()
        {
            web_sys::console::error_1(&JsValue::from_str(
                "Cannot write to local storage (full or blocked). The change was not stored.",
            ));
        }
    }

    /// Removes a key.
    pub(super) fn remove(&self, key: &str) {
        if let Some(storage) = &self.0 {
            // A storage that fails to remove a key has failed to store it too.
            _ = storage.remove_item(key);
        }
    }
}
