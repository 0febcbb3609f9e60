//! The browser's local storage, and that of the tab alone. Where there is none (Node, or a browser that refuses), nothing is kept beyond the page: the
//! core holds all it needs.

use std::collections::BTreeMap;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Storage as LocalStorage;

/// Where texts are kept.
pub(super) struct Storage(Option<LocalStorage>);

impl Storage {
    /// The page's storage.
    pub(super) fn open() -> Self {
        Self::named("localStorage")
    }

    /// The storage of this tab, which outlives a reload.
    pub(super) fn session() -> Self {
        Self::named("sessionStorage")
    }

    fn named(name: &str) -> Self {
        let found = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str(name)).ok();
        Self(found.filter(|value| value.is_object()).map(JsCast::unchecked_into))
    }

    /// Everything that is kept.
    pub(super) fn read_all(&self) -> BTreeMap<String, String> {
        let Some(storage) = &self.0 else { return BTreeMap::new() };
        let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
        let mut kept = BTreeMap::new();
        // One by one: to collect them would bring a sort of its own into the module.
        kept.extend(keys.filter_map(|key| Some((key.clone(), storage.get_item(&key).ok().flatten()?))));
        kept
    }

    /// The text under a key.
    pub(super) fn get(&self, key: &str) -> Option<String> {
        self.0.as_ref().and_then(|storage| storage.get_item(key).ok().flatten())
    }

    /// Keeps a text under a key.
    pub(super) fn set(&self, key: &str, value: &str) {
        if let Some(storage) = &self.0
            && storage.set_item(key, value).is_err()
        {
            web_sys::console::error_1(&JsValue::from_str(
                "The browser's storage is full or refused: a change was not stored.",
            ));
        }
    }

    /// Forgets a key.
    pub(super) fn remove(&self, key: &str) {
        if let Some(storage) = &self.0 {
            // A storage that refuses to forget has refused to keep.
            _ = storage.remove_item(key);
        }
    }
}
