//! The browser's side of the core: one class. No rule lives here.
//!
//! [`runtime`] is the loop; [`fetch`], [`files`], [`storage`], [`indexed_db`], [`socket`], [`peers`], [`lock`], [`sound_lock`], [`alarms`] and [`events`] are one kind
//! of input and output each, and [`device`] tells the time and gives chance.
//!
//! No borrow is held while JavaScript runs: exports take `&self`, and subscribers may dispatch.

// wasm-bindgen's macros expand to unsafe code; this folder writes none of its own.
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

use crate::app::Input;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::patch::Patch;
use runtime::Runtime;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Throws where something in the value holds itself, or throws itself; gives nothing for what is no data.
    #[wasm_bindgen(js_namespace = JSON, js_name = stringify, catch)]
    fn stringify(value: &JsValue) -> Result<Option<String>, JsValue>;
}

/// Reads a value that a page has passed. It may be anything, and nothing of it may throw through the core: that would leave
/// its memory as it was in the middle of something. What code of the page's it runs while it is written, such as a getter,
/// runs before anything is borrowed. It comes by JSON like everything else that crosses, so that the module holds one reader
/// for each type; to ask an object for one field after another takes longer too.
fn from_js_value<T: DeserializeOwned>(value: &JsValue) -> Option<T> {
    let text = stringify(value).ok()??;
    let text = if text.contains("\\ud") { replace_lone_surrogates(&text) } else { text };
    serde_json::from_str(&text).ok()
}

/// JSON text with the replacement character for each half of a character that stands alone. JavaScript's texts may hold
/// those, and writes them as escapes, which it does with nothing else between `\ud800` and `\udfff`.
fn replace_lone_surrogates(text: &str) -> String {
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        let is_half = escape.get(1..4).is_some_and(|start| start.starts_with("ud") && start.as_bytes()[2] >= b'8');
        let (length, character) = if is_half { (6, "\\ufffd") } else { (2, escape.get(..2).unwrap_or(escape)) };
        whole.push_str(before);
        whole.push_str(character);
        rest = escape.get(length..).unwrap_or_default();
    }
    whole + rest
}

/// A value of ours as JavaScript's own data.
fn to_js_value<T: Serialize>(value: &T) -> JsValue {
    js_sys::JSON::parse(&crate::json(value)).unwrap_or_else(|_| unreachable!("serde_json writes what JavaScript reads"))
}

/// How a core is set up.
#[derive(Deserialize, Tsify)]
pub struct CoreConfig {
    /// Where the API is: an absolute address, or a path on the page's own origin such as `/api`.
    pub api_base: String,
    /// Where the script lies that waits for the timer's deadline in a Worker, on the page's own origin. Without it the page
    /// waits itself, and a browser may let it wake late while it is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alarm_worker_url: Option<String>,
}

/// What a subscriber is told after every input that led to something.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Update {
    /// What changed, to be applied in order.
    pub patches: Vec<Patch>,
    /// What the shell has to do, in order.
    pub effects: Vec<UiEffect>,
}

/// The core of one page: it owns all state, and every rule.
#[wasm_bindgen]
pub struct Core(Rc<Runtime>);

#[wasm_bindgen]
impl Core {
    /// Makes a core from what the browser has stored. It does nothing until the intent `start`.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "CoreConfig")] config: JsValue) -> Result<Core, JsError> {
        let config: CoreConfig =
            from_js_value(&config).ok_or_else(|| JsError::new("Core needs a config such as { api_base: '/api' }."))?;
        Ok(Core(Runtime::new(config)))
    }

    /// The whole state, as JSON text of a `Snapshot`. Patches keep a copy of it current from here on.
    pub fn snapshot(&self) -> String {
        self.0.snapshot()
    }

    /// Does what a person asked for. Answers null when it was taken, otherwise why not; it never throws, and the core stays
    /// usable. Subscribers have been told of everything that changed when this returns.
    #[wasm_bindgen(unchecked_return_type = "Rejection | null")]
    pub fn dispatch(&self, #[wasm_bindgen(unchecked_param_type = "Intent")] intent: JsValue) -> JsValue {
        let rejection = match from_js_value(&intent) {
            Some(intent) => self.0.feed(Input::Intent { intent }),
            None => Some(ErrorCode::BadIntent.into()),
        };
        rejection.map_or(JsValue::NULL, |rejection: Rejection| to_js_value(&rejection))
    }

    /// Holds a file for an intent that sends it, which names it by the number that this answers.
    pub fn hold_file(&self, file: web_sys::Blob) -> u32 {
        self.0.hold_file(file)
    }

    /// Calls a function with every update from now on. The answer is a function that ends it.
    #[wasm_bindgen(unchecked_return_type = "() => void")]
    pub fn subscribe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(update: Update) => void")] listener: js_sys::Function,
    ) -> JsValue {
        self.0.subscribe(listener)
    }
}
