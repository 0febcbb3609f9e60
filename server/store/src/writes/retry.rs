//! How often and when a failed transaction is tried again.

use crate::StoreError;
use std::time::Duration;
use tokio::time::Instant;
use twentyfour_model::token::random_bytes;

/// The pause before the first retry, on average. It doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(4);

const LONGEST_PAUSE: Duration = Duration::from_millis(200);

/// How much shorter the pauses after a conflict with another transaction are. The conflict is over when that one has ended.
const CONFLICT_DIVISOR: u32 = 16;

/// The longest pause after a conflict, on average. A transaction that paused for longer would always meet the next one of a
/// busy server.
const LONGEST_PAUSE_AFTER_CONFLICT: Duration = Duration::from_millis(3);

/// The pause, on average, between two groups of writes to a board, if transactions of other servers may try to write to it.
/// Longer than the pause after which they try again.
pub(super) const PAUSE_BETWEEN_GROUPS: Duration = Duration::from_millis(6);

pub(super) const LONGEST_PAUSE_BETWEEN_GROUPS: Duration = Duration::from_millis(25);

/// The retries of one transaction: with growing, random pauses, until a deadline.
pub(crate) struct Retries {
    deadline: Instant,
    pause: Duration,
    conflicts: u32,
}

impl Retries {
    /// How long a write is retried. Shorter than the client's timeout of 10 seconds, so that the client receives the
    /// error.
    pub(crate) const TIME: Duration = Duration::from_secs(3);

    /// Allows retries for 3 seconds after a write was requested.
    pub(crate) fn since(requested_at: Instant) -> Self {
        Self { deadline: requested_at + Self::TIME, pause: FIRST_PAUSE, conflicts: 0 }
    }

    /// Returns how often it conflicted with other transactions.
    pub(super) fn conflicts(&self) -> u32 {
        self.conflicts
    }

    /// Returns when the time for retries is over.
    pub(crate) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Returns whether the time for retries is over.
    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Waits before the next retry of a transaction that failed with an error. Returns false, without waiting, if the time
    /// for retries is over.
    pub(crate) async fn pause_after(&mut self, error: &StoreError) -> bool {
        match error.is_conflict() {
            true => self.pause_after_conflict().await,
            false => self.pause(self.pause).await,
        }
    }

    /// Waits like [`Self::pause_after`], after a conflict with another transaction.
    pub(crate) async fn pause_after_conflict(&mut self) -> bool {
        self.conflicts += 1;
        self.pause((self.pause / CONFLICT_DIVISOR).min(LONGEST_PAUSE_AFTER_CONFLICT)).await
    }

    async fn pause(&mut self, pause: Duration) -> bool {
        if self.is_over() {
            return false;
        }
        tokio::time::sleep(jittered(pause, random_bytes())).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        true
    }
}

/// Returns half to one and a half times a pause, so that transactions that failed because of each other do not meet
/// again.
pub(super) fn jittered(pause: Duration, random: [u8; 1]) -> Duration {
    pause / 2 + pause * u32::from(random[0]) / 255
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many retries after an error fit in the time.
    async fn count(error: StoreError) -> usize {
        let began = Instant::now();
        let mut retries = Retries::since(began);
        let mut count = 0;
        while retries.pause_after(&error).await {
            count += 1;
        }
        let elapsed = began.elapsed();
        assert!((Retries::TIME..2 * Retries::TIME).contains(&elapsed), "{elapsed:?}");
        count
    }

    #[tokio::test]
    async fn pauses_grow_until_the_deadline() {
        let count = count(StoreError::Transient { code: "25006".to_owned() }).await;
        assert!((10..60).contains(&count), "{count}");
    }

    #[tokio::test]
    async fn pauses_after_conflicts_stay_short() {
        let count = count(StoreError::Transient { code: "40001".to_owned() }).await;
        assert!((200..3_000).contains(&count), "{count}");
    }

    #[test]
    fn jitter_is_half_to_one_and_a_half() {
        let pause = Duration::from_millis(100);
        assert_eq!([0, 255].map(|byte| jittered(pause, [byte]).as_millis()), [50, 150]);
    }
}
