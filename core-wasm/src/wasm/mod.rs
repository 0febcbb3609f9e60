//! The browser's side of the core: the JavaScript API and all input and output, but no rules.
//!
//! [`runtime`] is the main loop. [`fetch`], [`files`], [`storage`], [`indexed_db`], [`socket`], [`peers`], [`lock`],
//! [`sound_lock`], [`token_refresh`], [`alarms`] and [`events`] each adapt one kind of input and output. [`device`]
//! provides the time and randomness.
//!
//! No `RefCell` is borrowed while JavaScript runs: exports take `&self`, and subscribers may dispatch.

// The macros of wasm-bindgen expand to unsafe code; there is no other unsafe code in this folder.
#![allow(unsafe_code)]

mod alarms;
#[cfg(feature = "bench")]
pub mod bench;
mod device;
mod events;
mod fetch;
mod files;
mod indexed_db;
mod lock;
mod peers;
mod runtime;
mod socket;
mod sound_lock;
mod storage;
mod token_refresh;

use crate::app::Input;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::messages;
use crate::protocol::patch::Patch;
use crate::protocol::text::find;
use fetch::EarlyResponse;
use json::{ReadJson, ReadOwnedJson, WriteJson};
use runtime::Runtime;
use serde::{Deserialize, Serialize};
use std::pin::Pin;
use std::rc::Rc;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Throws for a cyclic value, or if a getter throws. Returns `undefined` for a value that has no JSON form.
    #[wasm_bindgen(js_namespace = JSON, js_name = stringify, catch)]
    fn stringify(value: &JsValue) -> Result<Option<String>, JsValue>;
}

/// Runs a future in microtasks. It is boxed because what runs it is compiled for each type of future.
fn spawn(task: impl Future<Output = ()> + 'static) {
    let task: Pin<Box<dyn Future<Output = ()>>> = Box::pin(task);
    wasm_bindgen_futures::spawn_local(task);
}

/// Parses a value from the page, which may be anything. It must never throw through the core, which would leave its
/// memory in the middle of an operation; getters of the page run before anything is borrowed. The value is converted by
/// way of JSON, like everything else that crosses the boundary, so that the module contains only one parser per type.
/// That is also faster than reading the fields of JavaScript objects one by one.
fn from_js_value<T: ReadOwnedJson>(value: &JsValue) -> Option<T> {
    let text = stringify(value).ok()??;
    let text = if find(&text, "\\ud").is_some() { replace_lone_surrogates(&text) } else { text };
    json::parse(&text).ok()
}

/// Replaces lone surrogates in JSON text by the replacement character. JavaScript strings may contain them, and
/// `JSON.stringify` escapes nothing else in the range `\ud800` to `\udfff`.
fn replace_lone_surrogates(text: &str) -> String {
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        let (before, escape) = (rest.get(..at).unwrap_or_default(), rest.get(at..).unwrap_or_default());
        let is_half = escape.get(1..4).is_some_and(|start| start.starts_with("ud") && start.as_bytes()[2] >= b'8');
        let (length, character) = if is_half { (6, "\\ufffd") } else { (2, escape.get(..2).unwrap_or(escape)) };
        whole.push_str(before);
        whole.push_str(character);
        rest = escape.get(length..).unwrap_or_default();
    }
    whole + rest
}

/// Converts a small value to plain JavaScript data.
fn to_js_value<T: WriteJson>(value: &T) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    json::serialize(&json::json(value), &serializer).unwrap_or_else(|_| unreachable!("the core writes valid JSON"))
}

/// Passes an input to the core. It does nothing after the core was freed.
type InputSink = Rc<dyn Fn(Input)>;

/// The configuration of a core.
#[derive(Deserialize, Tsify, ReadJson)]
pub struct CoreConfig {
    /// The base URL of the API: absolute, or a path on the page's origin such as `/api`.
    pub api_base: String,
    /// The URL of the script for the worker that waits for the timer's deadline, on the page's origin. Without it the
    /// page itself waits, and browsers may delay that while the page is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alarm_worker_url: Option<String>,
}

/// The argument of subscribers, after every input that led to changes or effects.
#[derive(Serialize, WriteJson, Tsify)]
#[tsify(missing_as_null)]
pub struct Update {
    /// The changes to the mirror, to be applied in order.
    pub patches: Vec<Patch>,
    /// The effects to run, in order.
    pub effects: Vec<UiEffect>,
}

/// Makes the core write its texts in another language: the content of a file in the package's folder `languages`. Call it
/// before a core is created, because texts that exist already stay as they are. Without it, or with a catalog of another
/// version, the texts are English.
#[wasm_bindgen(js_name = setLanguage)]
pub fn set_language(#[wasm_bindgen(unchecked_param_type = "LanguageCatalog")] catalog: JsValue) {
    if let Some(catalog) = from_js_value(&catalog) {
        messages::set_language(catalog);
    }
}

/// The core of a page: it owns the state and all rules.
#[wasm_bindgen]
pub struct Core(Rc<Runtime>);

#[wasm_bindgen]
impl Core {
    /// Creates a core from the data stored in the browser. It does nothing until the intent `start`.
    ///
    /// # Errors
    ///
    /// Throws if the configuration is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "CoreConfig")] config: JsValue) -> Result<Core, JsError> {
        let config: CoreConfig =
            from_js_value(&config).ok_or_else(|| JsError::new("Core needs a config such as { api_base: '/api' }."))?;
        Ok(Core(Runtime::new(config)))
    }

    /// Returns the whole state as JSON text of a `Snapshot`. Applying all later patches to it keeps it current.
    pub fn snapshot(&self) -> String {
        self.0.snapshot()
    }

    /// Dispatches an intent. Returns null if it was accepted, otherwise a `Rejection`. It never throws, and the core
    /// stays usable. When it returns, subscribers have received all resulting changes; storing and sending them starts
    /// in a microtask, except for the local storage, which is written at once.
    #[wasm_bindgen(unchecked_return_type = "Rejection | null")]
    pub fn dispatch(&self, #[wasm_bindgen(unchecked_param_type = "Intent")] intent: JsValue) -> JsValue {
        let rejection = match from_js_value(&intent) {
            Some(intent) => self.0.feed(Input::Intent { intent }),
            None => Some(ErrorCode::BadIntent.into()),
        };
        rejection.map_or(JsValue::NULL, |rejection: Rejection| to_js_value(&rejection))
    }

    /// Keeps a file for an intent that uploads it, and returns its handle for that intent.
    pub fn hold_file(&self, file: web_sys::Blob) -> u32 {
        self.0.hold_file(file)
    }

    /// Keeps a text that the page has read from IndexedDB before the core was loaded. The core's first read of its key
    /// is answered with it at once.
    pub fn hold_read(&self, key: String, text: String) {
        self.0.hold_read(key, text);
    }

    /// Keeps a request that the page has sent before the core was loaded: its path without `api_base`, its access token
    /// and the promise of its `Response`. The core's first request for that path with that token is answered with it.
    pub fn hold_response(
        &self,
        path: String,
        access_token: String,
        #[wasm_bindgen(unchecked_param_type = "Promise<Response>")] response: js_sys::Promise,
    ) {
        self.0.hold_response(EarlyResponse { path, access_token, response });
    }

    /// Subscribes a function to all updates from now on. Returns a function that ends the subscription.
    #[wasm_bindgen(unchecked_return_type = "() => void")]
    pub fn subscribe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(update: Update) => void")] listener: js_sys::Function,
    ) -> JsValue {
        self.0.subscribe(listener)
    }
}
