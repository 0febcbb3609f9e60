//! How many mails an address has got of late, so that nobody's postbox is filled by whoever presses our buttons.

use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The most mails to one address within [`SPAN`], of whatever kind.
const AT_MOST: usize = 6;

/// The span of time, in milliseconds: an hour.
const SPAN: i64 = 60 * 60 * 1_000;

/// How often it is looked for addresses that can be forgotten, in milliseconds: once a minute, however many mails go.
const SWEEP_EVERY: i64 = 60 * 1_000;

/// When mails went to each address within the last hour. It is forgotten when the server stops, and each of several servers counts
/// for itself.
#[derive(Default)]
pub(super) struct Recipients(Mutex<Known>);

struct Known {
    sent: HashMap<String, Vec<Timestamp>>,
    swept_at: Timestamp,
}

impl Default for Known {
    fn default() -> Self {
        Self { sent: HashMap::new(), swept_at: Timestamp::from_millis(0) }
    }
}

impl Known {
    fn sweep_if_due(&mut self, now: Timestamp) {
        // A clock that was set back is no reason to wait until it has caught up.
        if (0..SWEEP_EVERY).contains(&now.millis().saturating_sub(self.swept_at.millis())) {
            return;
        }
        self.swept_at = now;
        self.sent.retain(|_, sent| sent.iter().any(|at| counts(*at, now)));
    }
}

/// Whether a mail of a moment still takes a place.
fn counts(at: Timestamp, now: Timestamp) -> bool {
    at.millis().saturating_add(SPAN) > now.millis()
}

impl Recipients {
    /// Takes one of the places of an address. The error is when there is another.
    pub(super) fn take(&self, address: &str, now: Timestamp) -> Result<(), Timestamp> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.sweep_if_due(now);
        let sent = known.sent.entry(address.to_owned()).or_default();
        sent.retain(|at| counts(*at, now));
        match sent.iter().min() {
            Some(first) if sent.len() >= AT_MOST => Err(Timestamp::from_millis(first.millis().saturating_add(SPAN))),
            _ => {
                sent.push(now);
                Ok(())
            }
        }
    }

    /// Gives a place back that was taken at a moment, since the mail did not go.
    pub(super) fn give_back(&self, address: &str, taken_at: Timestamp) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sent) = known.sent.get_mut(address)
            && let Some(place) = sent.iter().position(|at| *at == taken_at)
        {
            sent.swap_remove(place);
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
    fn an_address_gets_6_mails_an_hour_and_a_place_again_when_the_first_is_an_hour_old() {
        let recipients = Recipients::default();
        for minute in 0..6 {
            assert_eq!(recipients.take("ada@example.org", at(minute * MINUTE)), Ok(()));
        }
        assert_eq!(recipients.take("ada@example.org", at(60 * MINUTE - 1)), Err(at(60 * MINUTE)));
        assert_eq!(recipients.take("eve@example.org", at(60 * MINUTE - 1)), Ok(()));
        assert_eq!(recipients.take("ada@example.org", at(60 * MINUTE)), Ok(()));
        assert_eq!(recipients.take("ada@example.org", at(60 * MINUTE)), Err(at(61 * MINUTE)));
        recipients.give_back("ada@example.org", at(60 * MINUTE));
        assert_eq!(recipients.take("ada@example.org", at(60 * MINUTE)), Ok(()));
    }

    #[test]
    fn addresses_are_looked_through_once_a_minute_and_forgotten_after_an_hour() {
        let recipients = Recipients::default();
        let known = || recipients.0.lock().unwrap().sent.len();
        recipients.take("first@example.org", at(0)).unwrap();
        recipients.take("second@example.org", at(MINUTE)).unwrap();
        // The last look was a minute ago less a moment: whoever is an hour old stays until the next.
        recipients.take("third@example.org", at(59 * MINUTE + 1)).unwrap();
        recipients.take("third@example.org", at(60 * MINUTE)).unwrap();
        assert_eq!(known(), 3);
        recipients.take("third@example.org", at(60 * MINUTE + 1)).unwrap();
        assert_eq!(known(), 2);
        // The clock was set back, and on again.
        recipients.take("third@example.org", at(0)).unwrap();
        recipients.take("third@example.org", at(MINUTE * 61)).unwrap();
        assert_eq!(known(), 1);
    }
}
