//! Traces, sent to a collector that runs in this process.

use crate::log::LoggedServer;
use crate::new_id;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Attribute;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message;
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A collector that answers every request with an empty response.
struct Collector {
    url: String,
    requests: Arc<Mutex<Vec<CollectedRequest>>>,
}

struct CollectedRequest {
    head: String,
    body: Vec<u8>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/base", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let received = requests.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                let mut connection = BufReader::new(connection.unwrap());
                while let Some(request) = read_request(&mut connection) {
                    received.lock().unwrap().push(request);
                    connection.get_mut().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
                }
            }
        });
        Self { url, requests }
    }

    /// Returns the spans of all requests so far.
    fn spans(&self) -> Vec<Span> {
        let requests = self.requests.lock().unwrap();
        let exports =
            requests.iter().map(|request| ExportTraceServiceRequest::decode(request.body.as_slice()).unwrap());
        let resources = exports.flat_map(|export| export.resource_spans);
        resources.flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans).collect()
    }

    /// Waits for a span.
    fn wait_for(&self, is_it: impl Fn(&Span) -> bool) -> Span {
        let since = Instant::now();
        loop {
            if let Some(span) = self.spans().into_iter().find(&is_it) {
                return span;
            }
            assert!(since.elapsed() < Duration::from_secs(30), "it is not in {:#?}", self.spans());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn read_request(connection: &mut BufReader<TcpStream>) -> Option<CollectedRequest> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if connection.read_line(&mut head).unwrap_or(0) == 0 {
            return None;
        }
    }
    let head = head.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
    let mut body = vec![0; length];
    connection.read_exact(&mut body).ok()?;
    Some(CollectedRequest { head, body })
}

/// Returns an attribute of a span as text.
fn attribute(span: &Span, key: &str) -> Option<String> {
    let found = span.attributes.iter().find(|attribute| attribute.key == key)?.value.clone()?.value?;
    match found {
        Attribute::StringValue(text) => Some(text),
        Attribute::IntValue(number) => Some(number.to_string()),
        other => panic!("{other:?}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn requests_writes_and_commits_are_traced_without_personal_data() {
    let collector = Collector::start();
    let settings = [
        ("RATE_LIMITS", "off"),
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url),
        ("OTEL_EXPORTER_OTLP_HEADERS", "api-key=of the collector"),
        ("OTEL_BSP_SCHEDULE_DELAY", "100"),
    ];
    let logged = LoggedServer::start(&settings);
    let server = &logged.server;
    let signup = json!({"first_name": "Ada", "last_name": "B", "email": "a@example.org", "password": "correct horse"});
    let token = server.ok("POST", "/api/auth/signup/", "", &signup)["access_token"].as_str().unwrap().to_owned();
    let board = new_id(1);
    let named = json!({"name": "Secret plans", "id": board, "slug": "plans"});
    server.ok("POST", "/api/boards/create-board/", &token, &named);
    let (trace, parent) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
    let header =
        format!("Authorization: Bearer {token}\r\ntraceparent: 00-{trace}-{parent}-01\r\nX-Request-Id: from-proxy");
    let change = json!({"type": "add_list", "list_id": new_id(2), "name": "Secret list", "rank": "80"});
    let ops = json!({"ops": [{"id": new_id(3), "at": "2026-03-03T08:30:00Z", "change": change}]});
    assert_eq!(server.send_with("POST", &format!("/api/boards/{board}/ops/"), &header, &ops).unwrap().0, 200);

    let request = collector.wait_for(|span| span.name == "POST /api/boards/{board}/ops");
    assert_eq!((hex(&request.trace_id), hex(&request.parent_span_id)), (trace.to_owned(), parent.to_owned()));
    assert_eq!(request.kind, SpanKind::Server as i32);
    for (key, expected) in [
        ("http.request.method", "POST"),
        ("http.route", "/api/boards/{board}/ops"),
        ("http.response.status_code", "200"),
        ("request_id", "from-proxy"),
    ] {
        assert_eq!(attribute(&request, key).as_deref(), Some(expected), "{key}");
    }
    let write = collector.wait_for(|span| span.name == "write" && span.parent_span_id == request.span_id);
    let commit = collector.wait_for(|span| span.links.iter().any(|link| link.span_id == write.span_id));
    // A background job may have written in the same transaction, which then has a link to that write, too.
    let writes = commit.links.len().to_string();
    assert_eq!((commit.name.as_str(), attribute(&commit, "writes")), ("commit", Some(writes)));
    collector.wait_for(|span| span.name == "POST /api/auth/signup");
    collector.wait_for(|span| attribute(span, "attempts").as_deref() == Some("1"));

    for CollectedRequest { head, body } in &*collector.requests.lock().unwrap() {
        assert!(head.starts_with("post /base/v1/traces http/1.1"), "{head}");
        assert!(head.contains("api-key: of the collector"), "{head}");
        let text = String::from_utf8_lossy(body);
        assert!(text.contains("service.name") && text.contains("twentyfour"));
        for personal in ["Ada", "example.org", "Secret", "127.0.0.1", &token] {
            assert!(!text.contains(personal), "{personal} is in {text}");
        }
    }
    let log = logged.log();
    assert!(log.contains("request{request_id=") && !log.contains("http.route"), "{log}");
}

#[cfg(unix)]
#[test]
fn spans_that_wait_are_sent_at_shutdown() {
    let collector = Collector::start();
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", "600000")];
    let mut logged = LoggedServer::start(&settings);
    let server = &mut logged.server;
    server.ok("GET", "/api/health/", "", &json!(null));
    assert!(collector.spans().is_empty());
    let signaled = std::process::Command::new("kill").arg(server.process.id().to_string()).status().unwrap();
    assert!(signaled.success() && server.process.wait().unwrap().success());
    collector.wait_for(|span| span.name == "GET /api/health");
}

#[test]
fn server_works_without_its_collector() {
    let unused = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", unused.local_addr().unwrap());
    drop(unused);
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", "50")];
    let logged = LoggedServer::start(&settings);
    let since = Instant::now();
    while !logged.log().contains("opentelemetry") {
        logged.server.ok("GET", "/api/health/", "", &json!(null));
        assert!(since.elapsed() < Duration::from_secs(30), "the failure is not logged");
        std::thread::sleep(Duration::from_millis(50));
    }
}
