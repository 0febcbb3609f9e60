//! The number of recent mails per address, which is limited so that nobody can flood a stranger's inbox. Servers that share a
//! PostgreSQL count them together in its table `mail_recipients`; with SQLite, they are counted in memory.

use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use twentyfour_model::KeyedHash;
use twentyfour_store::{Database, StoreError, mail_recipients};

/// The maximum number of mails to one address within [`WINDOW_MS`].
const MAX_MAILS_PER_WINDOW: usize = 6;

/// The length of the sliding window in milliseconds: one hour.
const WINDOW_MS: i64 = 60 * 60 * 1_000;

/// The interval in milliseconds at which expired addresses are removed.
const SWEEP_INTERVAL_MS: i64 = 60 * 1_000;

/// The maximum number of addresses, of about 300 bytes each. Mails to more addresses are postponed.
const MAX_RECIPIENTS: usize = 10_000;

/// How long a mail is postponed if there are too many addresses, in milliseconds: one minute.
const OVERFLOW_DELAY_MS: i64 = 60 * 1_000;

/// The limit on the number of mails per address and hour.
pub(super) struct RecipientQuota {
    keys: KeyedHash,
    in_memory: QuotaInMemory,
}

impl RecipientQuota {
    /// Makes a limit. `keys` hash the addresses in the database.
    pub(super) fn new(keys: KeyedHash) -> Self {
        Self { keys, in_memory: QuotaInMemory::default() }
    }

    /// Uses one mail of an address's quota. The inner error is the time of the next attempt, if the quota is used up or too many
    /// addresses got mail recently.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn try_acquire(
        &self,
        database: &Database,
        address: &str,
        now: Timestamp,
    ) -> Result<Result<(), Timestamp>, StoreError> {
        if database.is_sqlite() {
            return Ok(self.in_memory.try_acquire(address, now));
        }
        let recipient = self.keys.hash(address);
        let acquire = database.write(move |connection| {
            Box::pin(async move {
                mail_recipients::acquire(connection, &recipient, MAX_MAILS_PER_WINDOW, WINDOW_MS, now).await
            })
        });
        acquire.await
    }

    /// Releases quota that was acquired at `acquired_at`, because the mail was not sent.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn release(
        &self,
        database: &Database,
        address: &str,
        acquired_at: Timestamp,
    ) -> Result<(), StoreError> {
        if database.is_sqlite() {
            self.in_memory.release(address, acquired_at);
            return Ok(());
        }
        let recipient = self.keys.hash(address);
        let release = database.write(move |connection| {
            Box::pin(async move { mail_recipients::release(connection, &recipient, acquired_at).await })
        });
        release.await
    }
}

/// The times of recent mails per address on this server.
#[derive(Default)]
struct QuotaInMemory(Mutex<QuotaState>);

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
        // If the clock was set back, the age is negative and the sweep runs too.
        if (0..SWEEP_INTERVAL_MS).contains(&now.millis().saturating_sub(self.last_sweep_at.millis())) {
            return;
        }
        self.sweep(now);
    }

    /// Removes the addresses without a mail in the window.
    fn sweep(&mut self, now: Timestamp) {
        self.last_sweep_at = now;
        self.sent.retain(|_, sent| sent.iter().any(|at| is_in_window(*at, now)));
    }
}

/// Returns whether a mail sent at `at` still counts.
fn is_in_window(at: Timestamp, now: Timestamp) -> bool {
    at.plus_millis(WINDOW_MS) > now
}

impl QuotaInMemory {
    fn try_acquire(&self, address: &str, now: Timestamp) -> Result<(), Timestamp> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.sweep_if_due(now);
        if state.sent.len() >= MAX_RECIPIENTS && !state.sent.contains_key(address) {
            state.sweep(now);
            if state.sent.len() >= MAX_RECIPIENTS {
                return Err(now.plus_millis(OVERFLOW_DELAY_MS));
            }
        }
        let sent = state.sent.entry(address.to_owned()).or_default();
        sent.retain(|at| is_in_window(*at, now));
        match sent.iter().min() {
            Some(first) if sent.len() >= MAX_MAILS_PER_WINDOW => Err(first.plus_millis(WINDOW_MS)),
            _ => {
                sent.push(now);
                Ok(())
            }
        }
    }

    fn release(&self, address: &str, acquired_at: Timestamp) {
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
        let recipients = QuotaInMemory::default();
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
        let recipients = QuotaInMemory::default();
        let known = || recipients.0.lock().unwrap().sent.len();
        recipients.try_acquire("first@example.org", at(0)).unwrap();
        recipients.try_acquire("second@example.org", at(MINUTE)).unwrap();
        // The last sweep was less than a minute ago, so an expired address is still there.
        recipients.try_acquire("third@example.org", at(59 * MINUTE + 1)).unwrap();
        recipients.try_acquire("third@example.org", at(60 * MINUTE)).unwrap();
        assert_eq!(known(), 3);
        recipients.try_acquire("third@example.org", at(60 * MINUTE + 1)).unwrap();
        assert_eq!(known(), 2);
        // The clock is set back and then forward again.
        recipients.try_acquire("third@example.org", at(0)).unwrap();
        recipients.try_acquire("third@example.org", at(MINUTE * 61)).unwrap();
        assert_eq!(known(), 1);
    }

    #[test]
    fn number_of_recipients_is_bounded() {
        let recipients = QuotaInMemory::default();
        let known = || recipients.0.lock().unwrap().sent.len();
        let address = |number: usize| format!("{number}@example.org");
        for number in 0..MAX_RECIPIENTS {
            // Half of them are sent later and expire later.
            let sent_at = at(if number < MAX_RECIPIENTS / 2 { 0 } else { 30 * MINUTE });
            assert_eq!(recipients.try_acquire(&address(number), sent_at), Ok(()));
        }
        let next = address(MAX_RECIPIENTS);
        assert_eq!(recipients.try_acquire(&next, at(31 * MINUTE)), Err(at(32 * MINUTE)));
        assert_eq!(recipients.try_acquire(&address(0), at(31 * MINUTE)), Ok(()), "a known address");
        assert_eq!(known(), MAX_RECIPIENTS);
        // Expired addresses are removed first.
        assert_eq!(recipients.try_acquire(&next, at(60 * MINUTE)), Ok(()));
        assert_eq!(known(), MAX_RECIPIENTS / 2 + 2);
    }
}
