//! The browser's side of the core: one class. No rule lives here.
//!
//! [`runtime`] is the loop; [`fetch`], [`storage`], [`indexed_db`], [`socket`], [`peers`], [`bell`], [`alarms`] and [`events`] are one kind
//! of input and output each, and [`device`] tells the time and gives chance.
//!
//! No borrow is held while JavaScript runs: exports take `&self`, and subscribers may dispatch.

// wasm-bindgen's macros expand to unsafe code; this folder writes none of its own.
#![allow(unsafe_code)]

mod alarms;
mod bell;
mod device;
mod events;
mod fetch;
mod indexed_db;
mod peers;
mod runtime;
mod socket;
mod storage;

use crate::app::Input;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::intent::Intent;
use crate::protocol::patch::Patch;
use runtime::Runtime;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Throws where something in the value is no data, or throws itself.
    #[wasm_bindgen(js_name = structuredClone, catch)]
    fn structured_clone(value: &JsValue) -> Result<JsValue, JsValue>;
}

/// Reads an intent. A page may pass anything, and nothing of it may throw through the core: that would leave its memory as
/// it was in the middle of something.
fn read_intent(value: &JsValue) -> Option<Intent> {
    // A copy holds plain data: reading the original could run code of the page's, such as a getter.
    let copy = structured_clone(value).ok()?;
    // What is refused is described in the error, and describing what holds itself would never end.
    is_shallow(&copy, INTENT_LEVELS).then(|| serde_wasm_bindgen::from_value(copy).ok())?
}

/// A value of ours as JavaScript's own data.
fn parsed<T: Serialize>(value: &T) -> JsValue {
    js_sys::JSON::parse(&crate::json(value)).unwrap_or_else(|_| unreachable!("serde_json writes what JavaScript reads"))
}

/// An intent holds edits, of which one holds labels.
const INTENT_LEVELS: u32 = 4;

fn is_shallow(value: &JsValue, levels: u32) -> bool {
    let within = |object| js_sys::Object::values(object).iter().all(|value| is_shallow(&value, levels - 1));
    !value.is_object() || (levels > 0 && within(value.unchecked_ref()))
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
    pub fn new(config: Ts<CoreConfig>) -> Result<Core, JsError> {
        let config = config.to_rust().map_err(|_| JsError::new("Core needs a config such as { api_base: '/api' }."))?;
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
        let rejection = match read_intent(&intent) {
            Some(intent) => self.0.feed(Input::Intent { intent }),
            None => Some(ErrorCode::BadIntent.into()),
        };
        rejection.map_or(JsValue::NULL, |rejection: Rejection| parsed(&rejection))
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
