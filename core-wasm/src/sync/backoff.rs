//! The exponential backoff for retries.

use crate::env::Env;

/// The delay after the first failure. It doubles with each further failure, up to [`MAX_DELAY_MS`].
const BASE_DELAY_MS: u32 = 1_000;
const MAX_DELAY_MS: u32 = 60_000;

/// Returns the delay after this many consecutive failures, in milliseconds: from 1 second up to 1 minute, plus a random
/// jitter of less than a quarter, so that not all clients of a server reconnect at the same moment.
pub(super) fn delay_ms(failures: u32, env: &Env) -> u32 {
    let doublings = failures.saturating_sub(1).min(6);
    let delay = BASE_DELAY_MS.saturating_mul(1 << doublings).min(MAX_DELAY_MS);
    delay + u32::try_from(env.random() % u64::from(delay / 4)).unwrap_or_default()
}
