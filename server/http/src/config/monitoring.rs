//! Metrics and the access log: `METRICS_TOKEN` and `ACCESS_LOG`.

use super::{Secret, non_empty};
use clap::Args;

#[derive(Args, Debug)]
pub(super) struct MonitoringArgs {
    /// Token with which other machines can read /api/metrics, at least 16 characters. Default: only programs on this
    /// machine can.
    #[arg(long, env = "METRICS_TOKEN", global = true, hide_env_values = true)]
    metrics_token: Option<String>,

    /// Whether every request to the API is logged: 1 or 0.
    #[arg(long, env = "ACCESS_LOG", global = true, default_value = "0", value_parser = ["0", "1"])]
    access_log: String,
}

/// The minimum number of characters of the token.
const MIN_TOKEN_CHARS: usize = 16;

impl MonitoringArgs {
    /// Returns whether every request is logged.
    pub(super) fn has_access_log(&self) -> bool {
        self.access_log == "1"
    }

    /// Returns the token for metrics.
    ///
    /// # Errors
    /// Returns a sentence for the operator if it is too short.
    pub(super) fn metrics_token(&self) -> Result<Option<Secret>, String> {
        match non_empty(&self.metrics_token) {
            Some(token) if token.chars().count() < MIN_TOKEN_CHARS => {
                Err(format!("METRICS_TOKEN must have at least {MIN_TOKEN_CHARS} characters."))
            }
            token => Ok(token.map(Secret::new)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn metrics_token_has_a_minimum_length() {
        let with_token = |token| config(&["--jwt-secret", SECRET, "--metrics-token", token]);
        assert_eq!(with_token("0123456789abcdef").unwrap().metrics_token.unwrap().expose(), "0123456789abcdef");
        assert!(with_token("").unwrap().metrics_token.is_none());
        assert!(with_token("0123456789abcde").unwrap_err().contains("METRICS_TOKEN"));
    }
}
