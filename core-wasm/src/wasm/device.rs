//! The device's clock and randomness.

use crate::env::{EntropySource, Env};
use crate::protocol::time::Timestamp;
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::*;
use web_sys::{Crypto, Performance};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = crypto)]
    static CRYPTO: Option<Crypto>;
    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: Option<Performance>;
}

/// The source of each input's environment.
pub(super) struct EnvSource {
    entropy: RefCell<EntropySource>,
    /// The second in which the UTC offset was last read, and the offset. Reading it takes as long as the other parts of
    /// the environment together.
    utc_offset: Cell<Option<(i64, i32)>>,
}

impl EnvSource {
    /// Creates a source seeded by the browser's cryptographic random numbers, or by the clock if there are none.
    pub(super) fn new() -> Self {
        let mut bytes = [0; 8];
        let is_seeded = CRYPTO.with(|crypto| {
            crypto.as_ref().is_some_and(|crypto| crypto.get_random_values_with_u8_array(&mut bytes).is_ok())
        });
        let seed = if is_seeded {
            u64::from_le_bytes(bytes)
        } else {
            js_sys::Math::random().to_bits() ^ js_sys::Date::now().to_bits()
        };
        Self { entropy: RefCell::new(EntropySource::new(seed)), utc_offset: Cell::new(None) }
    }

    /// Returns the environment of an input that happens now.
    pub(super) fn env(&self) -> Env {
        let now = js_sys::Date::now();
        let env = self.entropy.borrow_mut().env(Timestamp::from_millis(now as i64), self.utc_offset(now));
        match monotonic_ms() {
            Some(monotonic_ms) => env.with_monotonic_ms(monotonic_ms as i64),
            None => env,
        }
    }

    /// Returns the UTC offset in minutes at a time in milliseconds.
    fn utc_offset(&self, now: f64) -> i32 {
        let second = now as i64 / 1_000;
        if let Some((_, offset)) = self.utc_offset.get().filter(|(known, _)| *known == second) {
            return offset;
        }
        // In JavaScript a positive offset is west of Greenwich.
        let offset = -js_sys::Date::new(&JsValue::from_f64(now)).get_timezone_offset() as i32;
        self.utc_offset.set(Some((second, offset)));
        offset
    }
}

/// Returns the milliseconds of the monotonic clock since the page was opened. `None` if there is no such clock; the
/// device's clock is used instead.
pub(super) fn monotonic_ms() -> Option<f64> {
    PERFORMANCE.with(|performance| performance.as_ref().map(Performance::now))
}
