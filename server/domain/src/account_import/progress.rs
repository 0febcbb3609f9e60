//! How far an import is, as lines of the response.

use crate::error::DomainError;
use core_wasm::protocol::account_import::{AccountImportLine, AccountImportProgress, AccountImportStep};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The minimum time between two lines of a step.
const INTERVAL: Duration = Duration::from_millis(200);

/// Why an import ends before its last record.
pub(super) enum Stop {
    /// The client has closed the connection.
    Canceled,
    /// The import failed.
    Failed(DomainError),
}

impl<E: Into<DomainError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Sends how far an import is. Lines that the client is too slow to read are left out.
pub(super) struct ProgressSender {
    lines: mpsc::Sender<AccountImportLine>,
    progress: AccountImportProgress,
    sent_at: Instant,
}

impl ProgressSender {
    /// Sends lines to a channel.
    pub(super) fn new(lines: mpsc::Sender<AccountImportLine>) -> Self {
        let progress = AccountImportProgress { step: AccountImportStep::Boards, done: 0, total: 0 };
        Self { lines, progress, sent_at: Instant::now() }
    }

    /// Starts a step with a number of records.
    pub(super) fn start(&mut self, step: AccountImportStep, total: u32) {
        self.progress = AccountImportProgress { step, done: 0, total };
        self.send();
    }

    /// Counts records that are done.
    ///
    /// # Errors
    /// Returns [`Stop::Canceled`] if the client has closed the connection.
    pub(super) fn advance(&mut self, count: usize) -> Result<(), Stop> {
        if self.lines.is_closed() {
            return Err(Stop::Canceled);
        }
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.progress.done = self.progress.done.saturating_add(count);
        if self.progress.done >= self.progress.total || self.sent_at.elapsed() >= INTERVAL {
            self.send();
        }
        Ok(())
    }

    fn send(&mut self) {
        self.sent_at = Instant::now();
        // A full channel means that the client reads slowly.
        _ = self.lines.try_send(AccountImportLine::Progress(self.progress));
    }

    /// Sends the last line.
    pub(super) async fn finish(self, line: AccountImportLine) {
        // The connection may be closed.
        _ = self.lines.send(line).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn slow_clients_do_not_delay_an_import_and_closed_connections_end_it() {
        let (lines, mut received) = mpsc::channel(2);
        let mut progress = ProgressSender::new(lines);
        progress.start(AccountImportStep::Notes, 2);
        for _ in 0..2 {
            assert!(progress.advance(1).is_ok());
        }
        progress.start(AccountImportStep::Settings, 1);
        let line = |step, done, total| Some(AccountImportLine::Progress(AccountImportProgress { step, done, total }));
        assert_eq!(received.recv().await, line(AccountImportStep::Notes, 0, 2));
        assert_eq!(received.recv().await, line(AccountImportStep::Notes, 2, 2));
        assert!(received.try_recv().is_err(), "there was no space");
        drop(received);
        assert!(matches!(progress.advance(1), Err(Stop::Canceled)));
    }
}
