//! How many mails an address has got of late, so that nobody's postbox is filled by whoever presses our buttons.

use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The most mails to one address within [`WINDOW_MS`], of whatever kind.
const MAX_MAILS_PER_WINDOW: usize = 6;

/// The span of time, in milliseconds: an hour.
const WINDOW_MS: i64 = 60 * 60 * 1_000;

/// How often it is looked for addresses that can be forgotten, in milliseconds: once a minute, however many mails go.
const SWEEP_INTERVAL_MS: i64 = 60 * 1_000;

/// When mails went to each address within the last hour. It is forgotten when the server stops, and each of several servers counts
/// for itself.
#[derive(Default)]
pub(super) struct RecipientQuota(Mutex<QuotaState>);

struct QuotaState {
    sent: HashMap<String, Vec<Timestamp>>,
    last_sweep_at: Timestamp,
}

impl Default for QuotaState {
    fn default() -> Self {
        Self { sent: HashMap::new(), last_sweep_at: Timestamp::from_millis(0) }
    }
}

impl QuotaState {
    fn sweep_if_due(&mut self, now: Timestamp) {
        // A clock that was set back is no reason to wait until it has caught up.
        if (0..SWEEP_INTERVAL_MS).contains(&now.millis().saturating_sub(self.last_sweep_at.millis())) {
            return;
        }
        self.last_sweep_at = now;
        self.sent.retain(|_, sent| sent.iter().any(|at| is_in_window(*at, now)));
    }
}

/// Whether a mail of a moment still takes a place.
fn is_in_window(at: Timestamp, now: Timestamp) -> bool {
    at.millis().saturating_add(WINDOW_MS) > now.millis()
}

impl RecipientQuota {
    /// Takes one of the places of an address. The error is when there is another.
    pub(super) fn try_acquire(&self, address: &str, now: Timestamp) -> Result<(), Timestamp> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.sweep_if_due(now);
        let sent = state.sent.entry(address.to_owned()).or_default();
        sent.retain(|at| is_in_window(*at, now));
        match sent.iter().min() {
            Some(first) if sent.len() >= MAX_MAILS_PER_WINDOW => {
                Err(Timestamp::from_millis(first.millis().saturating_add(WINDOW_MS)))
            }
            _ => {
                sent.push(now);
                Ok(())
            }
        }
    }

    /// Gives a place back that was taken at a moment, since the mail did not go.
    pub(super) fn release(&self, address: &str, acquired_at: Timestamp) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sent) = state.sent.get_mut(address)
            && let Some(index) = sent.iter().position(|at| *at == acquired_at)
        {
            sent.swap_remove(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + milliseconds)
    }

    #[test]
    fn recipient_quota_is_6_mails_per_sliding_hour() {
        let recipients = RecipientQuota::default();
        for minute in 0..6 {
            assert_eq!(recipients.try_acquire("ada@example.org", at(minute * MINUTE)), Ok(()));
        }
        assert_eq!(recipients.try_acquire("ada@example.org", at(60 * MINUTE - 1)), Err(at(60 * MINUTE)));
        assert_eq!(recipients.try_acquire("eve@example.org", at(60 * MINUTE - 1)), Ok(()));
        assert_eq!(recipients.try_acquire("ada@example.org", at(60 * MINUTE)), Ok(()));
        assert_eq!(recipients.try_acquire("ada@example.org", at(60 * MINUTE)), Err(at(61 * MINUTE)));
        recipients.release("ada@example.org", at(60 * MINUTE));
        assert_eq!(recipients.try_acquire("ada@example.org", at(60 * MINUTE)), Ok(()));
    }

    #[test]
    fn quota_is_swept_once_a_minute_and_expires_after_an_hour() {
        let recipients = RecipientQuota::default();
        let known = || recipients.0.lock().unwrap().sent.len();
        recipients.try_acquire("first@example.org", at(0)).unwrap();
        recipients.try_acquire("second@example.org", at(MINUTE)).unwrap();
        // The last look was a minute ago less a moment: whoever is an hour old stays until the next.
        recipients.try_acquire("third@example.org", at(59 * MINUTE + 1)).unwrap();
        recipients.try_acquire("third@example.org", at(60 * MINUTE)).unwrap();
        assert_eq!(known(), 3);
        recipients.try_acquire("third@example.org", at(60 * MINUTE + 1)).unwrap();
        assert_eq!(known(), 2);
        // The clock was set back, and on again.
        recipients.try_acquire("third@example.org", at(0)).unwrap();
        recipients.try_acquire("third@example.org", at(MINUTE * 61)).unwrap();
        assert_eq!(known(), 1);
    }
}
