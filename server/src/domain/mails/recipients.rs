//! How many mails an address has got of late, so that nobody's postbox is filled by whoever presses our buttons.

use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The most mails to one address within [`SPAN`], of whatever kind.
const AT_MOST: usize = 6;

/// The span of time, in milliseconds: an hour.
const SPAN: i64 = 60 * 60 * 1_000;

/// When mails went to each address within the last hour. It is forgotten when the server stops, and each of several servers counts
/// for itself.
#[derive(Default)]
pub(super) struct Recipients(Mutex<HashMap<String, Vec<Timestamp>>>);

impl Recipients {
    /// Takes one of the places of an address. The error is when there is another.
    pub(super) fn take(&self, address: &str, now: Timestamp) -> Result<(), Timestamp> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, sent| {
            sent.retain(|at| at.millis().saturating_add(SPAN) > now.millis());
            !sent.is_empty()
        });
        let sent = known.entry(address.to_owned()).or_default();
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
        if let Some(sent) = known.get_mut(address)
            && let Some(place) = sent.iter().position(|at| *at == taken_at)
        {
            sent.swap_remove(place);
        }
    }
}
