//! How long the server waits: `BODY_TIMEOUT`, `IDLE_TIMEOUT` and `SHUTDOWN_TIMEOUT`.

use clap::Args;
use std::time::Duration;
use twentyfour_model::ServerTimeouts;

#[derive(Args, Debug)]
pub(super) struct TimeoutArgs {
    /// Seconds within which the body of a request must arrive. An imported board may take an hour, but not this long without any data.
    #[arg(long, env = "BODY_TIMEOUT", global = true, default_value = "30", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    body_timeout: u64,

    /// Seconds after which a connection without a request is closed. A proxy in front should close its connections
    /// earlier.
    #[arg(long, env = "IDLE_TIMEOUT", global = true, default_value = "75", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    idle_timeout: u64,

    /// Seconds that running requests, and then the delivery of mail, get when the server is stopped.
    #[arg(long, env = "SHUTDOWN_TIMEOUT", global = true, default_value = "10", value_parser = clap::value_parser!(u64).range(1..=600))]
    shutdown_timeout: u64,
}

impl TimeoutArgs {
    /// Returns the timeouts.
    pub(super) fn timeouts(&self) -> ServerTimeouts {
        ServerTimeouts {
            body: Duration::from_secs(self.body_timeout),
            idle: Duration::from_secs(self.idle_timeout),
            shutdown: Duration::from_secs(self.shutdown_timeout),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};
    use twentyfour_model::ServerTimeouts;

    #[test]
    fn timeouts_have_defaults_and_limits() {
        assert_eq!(config(&["--jwt-secret", SECRET]).unwrap().timeouts, ServerTimeouts::default());
        let set = config(&["--jwt-secret", SECRET, "--body-timeout", "5", "--idle-timeout", "6"]).unwrap().timeouts;
        assert_eq!((set.body.as_secs(), set.idle.as_secs(), set.shutdown.as_secs()), (5, 6, 10));
    }
}
