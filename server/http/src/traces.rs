//! Traces, by setting: spans of requests, commits, background jobs and calls of other services, sent to a collector in the
//! protocol of OpenTelemetry (OTLP over HTTP).
//!
//! Every layer makes its spans with the target [`TARGET`]. Without a collector they are disabled. They never contain texts of
//! users, addresses or tokens.

use async_trait::async_trait;
use axum::http::{HeaderMap, Request, Response};
use bytes::Bytes;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry::{Key, KeyValue};
use opentelemetry_http::{HeaderExtractor, HttpClient, HttpError};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::collections::HashMap;
use std::time::Duration;
use tokio::runtime::Handle;
use tracing::{Level, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;
use twentyfour_model::{Secret, TRACES as TARGET};
use url::Url;

/// The maximum time for sending spans to the collector.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum time for sending the last spans at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// The collector to which traces are sent.
#[derive(Clone, Debug)]
pub(crate) struct TraceSettings {
    /// The URL of the collector, without the path of the signal.
    pub(crate) endpoint: Url,
    /// Headers of the requests to it, such as the key of an account.
    pub(crate) headers: Vec<(String, Secret)>,
}

/// Sends the spans of this process.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Starts sending. The variables of OpenTelemetry that choose what is sampled and sent are applied too.
    ///
    /// # Errors
    /// Returns a sentence for the operator if that fails.
    pub(crate) fn start(settings: &TraceSettings) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("Cannot send traces: {error}.");
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(CollectorClient::new().map_err(|error| failed(&error))?)
            .with_endpoint(format!("{}/v1/traces", settings.endpoint.as_str().trim_end_matches('/')))
            .with_headers(
                settings
                    .headers
                    .iter()
                    .map(|(name, value)| (name.clone(), value.expose().to_owned()))
                    .collect::<HashMap<_, _>>(),
            )
            .with_timeout(TIMEOUT)
            .build()
            .map_err(|error| failed(&error))?;
        let resource = Resource::builder().with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
        // The operator may have named the service by a variable of OpenTelemetry.
        let name = Resource::builder().build().get(&Key::from_static_str("service.name"));
        let is_named = name.is_some_and(|name| !name.as_str().starts_with("unknown_service"));
        let resource = if is_named { resource } else { resource.with_service_name("twentyfour") };
        Ok(Self(SdkTracerProvider::builder().with_resource(resource.build()).with_batch_exporter(exporter).build()))
    }

    /// Returns the layer that records the spans.
    pub(crate) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("twentyfour"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            // The parent of a span is the one that was entered, also after the request has moved to another task.
            .with_context_activation(false)
            .with_filter(Targets::new().with_target(TARGET, Level::INFO))
    }

    /// Sends what was not sent yet.
    pub async fn shut_down(self) {
        // It blocks, and the client needs the runtime meanwhile.
        let flushed = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(SHUTDOWN_TIMEOUT));
        if let Ok(Err(error)) = flushed.await {
            tracing::warn!(%error, "traces not sent at shutdown");
        }
    }
}

/// Returns the span of a request. `caller` has the headers of a trusted proxy, whose trace it continues.
pub(crate) fn request_span(method: &'static str, route: &str, request_id: &str, caller: Option<&HeaderMap>) -> Span {
    let span = tracing::info_span!(
        target: TARGET,
        "request",
        otel.kind = "server",
        otel.name = format!("{method} {route}"),
        otel.status_code = tracing::field::Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = tracing::field::Empty,
        request_id,
    );
    if let Some(headers) = caller.filter(|_| !span.is_disabled()) {
        // Fails only if nothing is traced.
        _ = span.set_parent(TraceContextPropagator::new().extract(&HeaderExtractor(headers)));
    }
    span
}

/// Records the status of the response in the span of a request.
pub(crate) fn record_status(span: &Span, status: u16) {
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}

/// The HTTP client that sends spans. The exporter calls it on a thread of its own, outside the runtime.
#[derive(Debug)]
struct CollectorClient {
    client: reqwest::Client,
    runtime: Handle,
}

impl CollectorClient {
    /// Makes a client that runs on the current runtime.
    ///
    /// # Errors
    /// Returns an error if TLS cannot be set up.
    fn new() -> Result<Self, reqwest::Error> {
        // Fails only if the same provider is already installed.
        _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none());
        Ok(Self { client: client.build()?, runtime: Handle::current() })
    }
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        self.runtime.spawn(async move { client.send_bytes(request).await }).await?
    }
}
