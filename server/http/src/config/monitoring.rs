//! Metrics, the access log and traces: `METRICS_TOKEN`, `ACCESS_LOG`, `OTEL_EXPORTER_OTLP_ENDPOINT` and
//! `OTEL_EXPORTER_OTLP_HEADERS`.

use super::{Secret, non_empty};
use crate::traces::TraceSettings;
use axum::http::{HeaderName, HeaderValue};
use clap::Args;
use std::str::FromStr;
use url::Url;

#[derive(Args, Debug)]
pub(super) struct MonitoringArgs {
    /// Token with which other machines can read /api/metrics, at least 16 characters. Default: only programs on this
    /// machine can.
    #[arg(long, env = "METRICS_TOKEN", global = true, hide_env_values = true)]
    metrics_token: Option<String>,

    /// Whether every request to the API is logged: 1 or 0.
    #[arg(long, env = "ACCESS_LOG", global = true, default_value = "0", value_parser = ["0", "1"])]
    access_log: String,

    /// URL of an OpenTelemetry collector that gets traces by OTLP over HTTP, such as http://127.0.0.1:4318. Default: no traces.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", global = true)]
    otel_exporter_otlp_endpoint: Option<String>,

    /// Headers of the requests to the collector: name=value, separated by commas, percent-encoded. Default: none.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_HEADERS", global = true, hide_env_values = true)]
    otel_exporter_otlp_headers: Option<String>,
}

/// The minimum number of characters of the token.
const MIN_TOKEN_CHARS: usize = 16;

impl MonitoringArgs {
    /// Returns whether every request is logged.
    pub(super) fn has_access_log(&self) -> bool {
        self.access_log == "1"
    }

    /// Returns the collector of traces, if there is one.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is invalid.
    pub(super) fn traces(&self) -> Result<Option<TraceSettings>, String> {
        let Some(endpoint) = non_empty(&self.otel_exporter_otlp_endpoint) else { return Ok(None) };
        let endpoint = Url::parse(endpoint)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))
            .ok_or("OTEL_EXPORTER_OTLP_ENDPOINT must be the URL of a collector, such as http://127.0.0.1:4318.")?;
        let headers = non_empty(&self.otel_exporter_otlp_headers).unwrap_or_default().split(',');
        let headers = headers.map(str::trim).filter(|header| !header.is_empty()).map(|header| {
            let (name, value) = header.split_once('=')?;
            let (name, value) = (name.trim(), value.trim());
            let is_valid = HeaderName::from_str(name).is_ok() && HeaderValue::from_str(value).is_ok();
            is_valid.then(|| (name.to_owned(), Secret::new(value)))
        });
        let headers = headers
            .collect::<Option<Vec<_>>>()
            .ok_or("OTEL_EXPORTER_OTLP_HEADERS must be a list such as \"api-key=secret\", separated by commas.")?;
        Ok(Some(TraceSettings { endpoint, headers }))
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
    use crate::config::Settings;
    use clap::Parser;

    #[test]
    fn collector_has_a_url_and_headers() {
        let traces = |endpoint: &str, headers: &str| {
            let arguments =
                ["twentyfour", "--otel-exporter-otlp-endpoint", endpoint, "--otel-exporter-otlp-headers", headers];
            Settings::parse_from(arguments).traces()
        };
        assert!(traces("", "").unwrap().is_none());
        let settings = traces("https://collector.example.org/otlp", "api-key=a=b, tenant = 7").unwrap().unwrap();
        assert_eq!(settings.endpoint.as_str(), "https://collector.example.org/otlp");
        let headers: Vec<_> = settings.headers.iter().map(|(name, value)| (name.as_str(), value.expose())).collect();
        assert_eq!(headers, [("api-key", "a=b"), ("tenant", "7")]);
        assert!(traces("collector:4318", "").unwrap_err().contains("OTEL_EXPORTER_OTLP_ENDPOINT"));
        assert!(traces("http://collector", "no value").unwrap_err().contains("OTEL_EXPORTER_OTLP_HEADERS"));
    }

    #[test]
    fn metrics_token_has_a_minimum_length() {
        let with_token = |token| config(&["--jwt-secret", SECRET, "--metrics-token", token]);
        assert_eq!(with_token("0123456789abcdef").unwrap().metrics_token.unwrap().expose(), "0123456789abcdef");
        assert!(with_token("").unwrap().metrics_token.is_none());
        assert!(with_token("0123456789abcde").unwrap_err().contains("METRICS_TOKEN"));
    }
}
