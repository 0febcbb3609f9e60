//! How long to wait before something that failed is tried again.

use crate::env::Env;

/// The first pause after a failure; it doubles up to the longest.
const BASE_DELAY_MS: u32 = 1_000;
const MAX_DELAY_MS: u32 = 60_000;

/// The pause after so many failures in a row, in milliseconds: a second at first, a minute at most, and up to a quarter more
/// by chance, so that many devices that lost one server do not come back in one moment.
pub(super) fn delay_ms(failures: u32, env: &Env) -> u32 {
    let doublings = failures.saturating_sub(1).min(6);
    let pause = BASE_DELAY_MS.saturating_mul(1 << doublings).min(MAX_DELAY_MS);
    pause + u32::try_from(env.random() % u64::from(pause / 4)).unwrap_or_default()
}
