//! Metrics in the text format of OpenMetrics, which Prometheus reads.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::time::Duration;

/// The upper bounds of the histogram of response times, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// The metrics of a server.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram, fn() -> Histogram>,
    rejections: Family<LimitLabels, Counter>,
    gauges: Gauges,
}

/// The labels of a counted request.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u32,
}

/// The labels of a response time.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: String,
}

/// The label of an exceeded rate limit.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct LimitLabels {
    limit: &'static str,
}

/// What is read when the metrics are requested.
#[derive(Clone, Default)]
struct Gauges {
    live_connections: Gauge,
    database_connections: Gauge,
    database_connections_idle: Gauge,
    queued_writes: Gauge,
    queued_mails: Gauge,
    queued_webhook_deliveries: Gauge,
    board_cache_bytes: Gauge,
}

/// The state of a server at the time of a request for its metrics.
#[derive(Default)]
pub(crate) struct ServerState {
    /// The number of open WebSockets.
    pub(crate) live_connections: usize,
    /// The number of connections to the database, and of those that are not in use.
    pub(crate) database_connections: (u32, usize),
    /// The number of writes that wait for the database.
    pub(crate) queued_writes: usize,
    /// The number of mails that wait to be sent; `None` if the database does not respond.
    pub(crate) queued_mails: Option<i64>,
    /// The number of events that wait to be sent to webhooks; `None` if the database does not respond.
    pub(crate) queued_webhook_deliveries: Option<i64>,
    /// The size of the cached boards in bytes.
    pub(crate) board_cache_bytes: u64,
}

impl Metrics {
    /// Makes metrics that start at zero.
    pub(crate) fn new() -> Self {
        let mut registry = Registry::default();
        let requests = Family::default();
        let durations = Family::new_with_constructor((|| Histogram::new(BUCKETS)) as fn() -> Histogram);
        let (rejections, gauges) = (Family::default(), Gauges::default());
        registry.register("http_requests", "Requests to the API", requests.clone());
        registry.register("http_request_duration_seconds", "Time until the response begins", durations.clone());
        registry.register("rate_limit_rejections", "Requests above a rate limit", rejections.clone());
        for (name, help, gauge) in [
            ("live_connections", "Open WebSockets", &gauges.live_connections),
            ("database_connections", "Connections to the database", &gauges.database_connections),
            ("database_connections_idle", "Unused connections to the database", &gauges.database_connections_idle),
            ("database_queued_writes", "Writes that wait for the database", &gauges.queued_writes),
            ("mails_queued", "Mails that wait to be sent", &gauges.queued_mails),
            ("webhook_deliveries_queued", "Events that wait to be sent to webhooks", &gauges.queued_webhook_deliveries),
            ("board_cache_bytes", "Cached boards", &gauges.board_cache_bytes),
        ] {
            registry.register(name, help, gauge.clone());
        }
        Self { registry, requests, durations, rejections, gauges }
    }

    /// Counts a response. `route` is the pattern of the path; it is empty for unknown paths.
    pub(crate) fn count_response(&self, method: &'static str, route: &str, status: u16, elapsed: Duration) {
        let route = route.to_owned();
        let labels = RouteLabels { method, route: route.clone() };
        self.durations.get_or_create(&labels).observe(elapsed.as_secs_f64());
        self.requests.get_or_create(&RequestLabels { method, route, status: u32::from(status) }).inc();
    }

    /// Counts a request above the named rate limit.
    pub(crate) fn count_rate_limit(&self, limit: &'static str) {
        self.rejections.get_or_create(&LimitLabels { limit }).inc();
    }

    /// Returns all metrics as text.
    pub(crate) fn encode(&self, state: &ServerState) -> String {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let (connections, idle) = state.database_connections;
        self.gauges.live_connections.set(count(state.live_connections));
        self.gauges.database_connections.set(i64::from(connections));
        self.gauges.database_connections_idle.set(count(idle));
        self.gauges.queued_writes.set(count(state.queued_writes));
        self.gauges.board_cache_bytes.set(i64::try_from(state.board_cache_bytes).unwrap_or(i64::MAX));
        // Keeps the last known numbers if the database does not respond.
        if let Some(queued_mails) = state.queued_mails {
            self.gauges.queued_mails.set(queued_mails);
        }
        if let Some(queued) = state.queued_webhook_deliveries {
            self.gauges.queued_webhook_deliveries.set(queued);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_and_rejections_are_counted_by_their_labels() {
        let metrics = Metrics::new();
        for milliseconds in [2, 200] {
            metrics.count_response("GET", "/api/user", 200, Duration::from_millis(milliseconds));
        }
        metrics.count_response("POST", "/api/auth/login", 401, Duration::from_millis(40));
        metrics.count_rate_limit("api");
        let state = ServerState {
            live_connections: 3,
            database_connections: (5, 4),
            queued_mails: Some(7),
            board_cache_bytes: 4_096,
            ..ServerState::default()
        };
        let text = metrics.encode(&state);
        for line in [
            "http_requests_total{method=\"GET\",route=\"/api/user\",status=\"200\"} 2",
            "http_requests_total{method=\"POST\",route=\"/api/auth/login\",status=\"401\"} 1",
            "http_request_duration_seconds_bucket{le=\"0.0025\",method=\"GET\",route=\"/api/user\"} 1",
            "http_request_duration_seconds_count{method=\"GET\",route=\"/api/user\"} 2",
            "rate_limit_rejections_total{limit=\"api\"} 1",
            "live_connections 3",
            "database_connections_idle 4",
            "mails_queued 7",
            "board_cache_bytes 4096",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }

    #[test]
    fn dashboard_shows_every_metric_and_no_unknown_one() {
        const OPERATORS: [&str; 12] = [
            "sum",
            "by",
            "rate",
            "max",
            "topk",
            "histogram_quantile",
            "le",
            "status",
            "route",
            "method",
            "limit",
            "job",
        ];
        let metrics = Metrics::new();
        metrics.count_response("GET", "/api/user", 200, Duration::from_millis(1));
        metrics.count_rate_limit("api");
        let text = metrics.encode(&ServerState::default());
        let registered: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("# HELP ")?.split(' ').next()).collect();
        let dashboard: serde_json::Value = serde_json::from_str(include_str!("../../../deploy/grafana.json")).unwrap();
        let panels = dashboard["panels"].as_array().unwrap();
        let queries: Vec<&str> = panels
            .iter()
            .flat_map(|panel| panel["targets"].as_array().unwrap())
            .map(|target| target["expr"].as_str().unwrap())
            .collect();
        let names = queries.iter().flat_map(|query| {
            // Only what stands outside of label filters and intervals.
            let outside =
                query.split(['{', '[']).map(|part| part.split_once(['}', ']']).map_or(part, |(_, rest)| rest));
            outside.flat_map(|part| part.split(|char: char| !char.is_ascii_alphanumeric() && char != '_'))
        });
        let mut used: Vec<&str> = names
            .filter(|name| name.starts_with(|char: char| char.is_ascii_lowercase()) && !OPERATORS.contains(name))
            .map(|name| name.trim_end_matches("_total").trim_end_matches("_bucket"))
            .collect();
        used.sort_unstable();
        used.dedup();
        let mut expected = registered;
        expected.sort_unstable();
        assert_eq!(used, expected);
    }
}
