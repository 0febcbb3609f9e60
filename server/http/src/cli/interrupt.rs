//! The signals by which people end a command.

use super::Failure;

/// Ctrl-C and, on Unix, SIGTERM and SIGHUP, which a closed terminal sends. They no longer end the process, so that the session is
/// recorded and the terminal restored.
pub(super) struct Interrupt {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    hang_up: tokio::signal::unix::Signal,
}

impl Interrupt {
    /// Starts to catch the signals.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the system does not allow it.
    #[cfg(unix)]
    pub(super) fn new() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let catch = |kind| signal(kind).map_err(|error| Failure::new(format!("Cannot catch Ctrl-C: {error}.")));
        Ok(Self {
            interrupt: catch(SignalKind::interrupt())?,
            terminate: catch(SignalKind::terminate())?,
            hang_up: catch(SignalKind::hangup())?,
        })
    }

    #[cfg(not(unix))]
    pub(super) fn new() -> Result<Self, Failure> {
        Ok(Self {})
    }

    /// Waits for a signal.
    pub(super) async fn wait(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = self.hang_up.recv() => {}
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
