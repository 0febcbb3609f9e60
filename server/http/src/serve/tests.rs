//! Tests with slow clients over real sockets and with short timeouts.

use super::*;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use hyper::client::conn::http2;
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

const TEST_TIMEOUTS: Timeouts = Timeouts {
    head: Duration::from_millis(400),
    idle: Duration::from_millis(1_200),
    write_stall: Duration::from_millis(1_500),
    min_bytes: 256 << 10,
};

/// The maximum duration of anything in these tests.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

async fn open_connection() -> TcpStream {
    connect_with_sockets(TcpSocket::new_v4().unwrap(), TcpSocket::new_v4().unwrap()).await
}

/// Opens a connection with small buffers on both sides, so that each side quickly notices what the other one reads and
/// writes.
async fn connect_with_small_buffers() -> TcpStream {
    let (server, client) = (TcpSocket::new_v4().unwrap(), TcpSocket::new_v4().unwrap());
    server.set_send_buffer_size(32 << 10).unwrap();
    client.set_recv_buffer_size(32 << 10).unwrap();
    connect_with_sockets(server, client).await
}

async fn connect_with_sockets(server: TcpSocket, client: TcpSocket) -> TcpStream {
    let router = Router::new()
        .route(
            "/",
            axum::routing::get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.ip().to_string() }),
        )
        .route("/much", axum::routing::get(|| async { vec![0_u8; 32 << 20] }))
        .route("/stream", axum::routing::get(|| async { Body::from_stream(many_chunks()) }))
        .route("/slow", axum::routing::get(|| tokio::time::sleep(Duration::from_secs(2))))
        .route(
            "/live",
            axum::routing::get(|upgrade: WebSocketUpgrade| async { upgrade.on_upgrade(send_continuously) }),
        );
    // As `build` wraps it.
    let router = Router::new().fallback_service(router);
    server.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let listener = server.listen(16).unwrap();
    let address = listener.local_addr().unwrap();
    let limiter = ConnectionLimiter::new(10_000, true, TrustedProxies::default());
    tokio::spawn(serve_with(listener, router, limiter, TEST_TIMEOUTS, None, std::future::pending()));
    client.connect(address).await.unwrap()
}

/// Returns 32 MiB in chunks.
fn many_chunks() -> impl futures_util::Stream<Item = Result<Vec<u8>, std::convert::Infallible>> {
    futures_util::stream::iter((0..512).map(|_| Ok(vec![0_u8; 64 << 10])))
}

/// Sends messages as fast as the client reads them.
async fn send_continuously(mut socket: WebSocket) {
    while socket.send(Message::Binary(vec![0; 4 << 10].into())).await.is_ok() {}
}

/// The chunk size and interval of a client that reads too slowly: 160 KiB in the time allowed for 256 KiB.
const SLOW_READ_BYTES: usize = 16 << 10;
const SLOW_READ_INTERVAL: Duration = Duration::from_millis(150);

/// Reads until the server ends the connection. Returns what was received and how long it took.
async fn read_to_end(stream: &mut TcpStream) -> (Vec<u8>, Duration) {
    let (since, mut received) = (Instant::now(), Vec::new());
    // A reset counts as an end too.
    _ = tokio::time::timeout(TEST_TIMEOUT, stream.read_to_end(&mut received)).await.expect("the connection ends");
    (received, since.elapsed())
}

async fn send_get(stream: &mut TcpStream, path: &str) {
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n").as_bytes()).await.unwrap();
}

#[tokio::test]
async fn server_with_a_certificate_speaks_https() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let [certificate, key] = ["cert.pem", "key.pem"].map(|name| folder.path().join(name));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let certificate = Certificate::load(twentyfour_model::TlsSettings { certificate, key }).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/", axum::routing::get(|| async { "hello" }));
    let limiter = ConnectionLimiter::new(10_000, true, TrustedProxies::default());
    tokio::spawn(async move {
        serve_with(listener, router, limiter, TEST_TIMEOUTS, Some(&certificate), std::future::pending()).await;
    });

    let mut roots = rustls::RootCertStore::empty();
    roots.add(made.cert.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let client = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = tokio_rustls::TlsConnector::from(Arc::new(client));
    let connection = TcpStream::connect(address).await.unwrap();
    let mut stream = connector.connect("localhost".try_into().unwrap(), connection).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut received = String::new();
    stream.read_to_string(&mut received).await.unwrap();
    assert!(received.starts_with("HTTP/1.1 200") && received.ends_with("hello"), "{received}");

    // A client that never finishes the handshake is disconnected like one that sends no request.
    let mut silent = TcpStream::connect(address).await.unwrap();
    assert!(read_to_end(&mut silent).await.1 < TEST_TIMEOUTS.head * 4);
}

#[tokio::test]
async fn silent_connection_times_out() {
    let mut stream = open_connection().await;
    let (received, took) = read_to_end(&mut stream).await;
    assert!(received.is_empty() && took > TEST_TIMEOUTS.head / 2, "{took:?}");
}

#[tokio::test]
async fn slow_request_head_times_out() {
    let mut stream = open_connection().await;
    let since = Instant::now();
    let mut bytes = b"GET / HTTP/1.1\r\nX-Slow: ".iter().chain(std::iter::repeat(&b'x'));
    while stream.write_all(&[*bytes.next().unwrap()]).await.is_ok() {
        assert!(since.elapsed() < TEST_TIMEOUT, "the connection does not end");
        tokio::time::sleep(TEST_TIMEOUTS.head / 8).await;
    }
    assert!(since.elapsed() >= TEST_TIMEOUTS.head);
}

#[tokio::test]
async fn idle_keep_alive_connection_times_out() {
    let mut stream = open_connection().await;
    let mut response = [0; 512];
    for _ in 0..3 {
        send_get(&mut stream, "/").await;
        let length = stream.read(&mut response).await.unwrap();
        let response = String::from_utf8_lossy(&response[..length]);
        assert!(response.starts_with("HTTP/1.1 200") && response.ends_with("127.0.0.1"), "{response}");
        // Longer than the head timeout.
        tokio::time::sleep(TEST_TIMEOUTS.head + TEST_TIMEOUTS.head / 4).await;
    }
    let (received, took) = read_to_end(&mut stream).await;
    assert!(received.is_empty() && took > TEST_TIMEOUTS.idle / 4, "{took:?}");
}

#[tokio::test]
async fn response_may_take_longer_than_the_head_timeout() {
    let mut stream = open_connection().await;
    send_get(&mut stream, "/slow").await;
    let mut response = [0; 512];
    let length = stream.read(&mut response).await.unwrap();
    assert!(response[..length].starts_with(b"HTTP/1.1 200"));
}

#[tokio::test]
async fn stalled_reader_is_disconnected() {
    let mut stream = open_connection().await;
    send_get(&mut stream, "/much").await;
    tokio::time::sleep(TEST_TIMEOUTS.write_stall * 3).await;
    let (received, _) = read_to_end(&mut stream).await;
    assert!(received.len() < 32 << 20, "the whole response was received");
}

#[tokio::test]
async fn steady_slow_reader_gets_the_whole_response() {
    let mut stream = open_connection().await;
    send_get(&mut stream, "/much").await;
    let (since, mut length) = (Instant::now(), 0);
    let mut part = vec![0; 1 << 20];
    // The pauses together are longer than the write timeout.
    while length < 32 << 20 && since.elapsed() < TEST_TIMEOUT {
        if length < 16 << 20 {
            tokio::time::sleep(TEST_TIMEOUTS.write_stall / 8).await;
        }
        let more = stream.read_exact(&mut part).await.unwrap();
        length += more;
    }
    assert!(length >= 32 << 20 && since.elapsed() > TEST_TIMEOUTS.write_stall);
}

#[tokio::test]
async fn trickle_reader_is_disconnected() {
    let mut stream = connect_with_small_buffers().await;
    send_get(&mut stream, "/much").await;
    let (since, mut part) = (Instant::now(), [0; SLOW_READ_BYTES]);
    while stream.read_exact(&mut part).await.is_ok() {
        assert!(since.elapsed() < TEST_TIMEOUT, "the connection does not end");
        tokio::time::sleep(SLOW_READ_INTERVAL).await;
    }
    assert!(since.elapsed() >= TEST_TIMEOUTS.write_stall, "{:?}", since.elapsed());
}

#[tokio::test]
async fn websocket_may_be_read_slowly() {
    let mut stream = connect_with_small_buffers().await;
    let key = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    stream.write_all(format!("GET /live HTTP/1.1\r\nHost: test\r\n{key}\r\n\r\n").as_bytes()).await.unwrap();
    let (since, mut part) = (Instant::now(), [0; SLOW_READ_BYTES]);
    // A client that reads a response this slowly would be disconnected by now.
    while since.elapsed() < TEST_TIMEOUTS.write_stall * 4 {
        stream.read_exact(&mut part).await.unwrap();
        tokio::time::sleep(SLOW_READ_INTERVAL).await;
    }
}

#[tokio::test]
async fn oversized_request_head_is_rejected() {
    let mut stream = open_connection().await;
    let head = format!("GET / HTTP/1.1\r\nX-Large: {}\r\n\r\n", "x".repeat(MAX_HEAD_BYTES));
    _ = stream.write_all(head.as_bytes()).await;
    let (received, _) = read_to_end(&mut stream).await;
    assert!(received.starts_with(b"HTTP/1.1 431"), "{}", String::from_utf8_lossy(&received));
}

#[tokio::test]
async fn shutdown_finishes_running_requests_and_closes_idle_connections() {
    let started = Arc::new(tokio::sync::Notify::new());
    let notifier = started.clone();
    let slow = async move || {
        notifier.notify_one();
        tokio::time::sleep(Duration::from_secs(1)).await;
    };
    let router = Router::new().route("/slow", axum::routing::get(slow));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let limiter = ConnectionLimiter::new(10_000, true, TrustedProxies::default());
    let serving =
        tokio::spawn(serve_with(listener, router, limiter, super::DEFAULT_TIMEOUTS, None, async { _ = stopped.await }));
    let mut idle = TcpStream::connect(address).await.unwrap();
    let mut busy = TcpStream::connect(address).await.unwrap();
    send_get(&mut busy, "/slow").await;
    tokio::time::timeout(TEST_TIMEOUT, started.notified()).await.expect("the request is running");
    stop.send(()).unwrap();
    let (received, _) = read_to_end(&mut busy).await;
    assert!(received.starts_with(b"HTTP/1.1 200"));
    assert!(read_to_end(&mut idle).await.1 < super::DEFAULT_TIMEOUTS.head);
    tokio::time::timeout(TEST_TIMEOUT, serving).await.expect("it stops").unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

/// Opens an HTTP/2 connection without TLS, which clients use that know that the server speaks it. Returns what sends
/// requests, and the task that ends with the connection.
async fn open_http2_connection() -> (http2::SendRequest<Body>, tokio::task::JoinHandle<()>) {
    let (sender, connection) =
        http2::handshake(TokioExecutor::new(), TokioIo::new(open_connection().await)).await.unwrap();
    let connection = tokio::spawn(async move {
        // The server resets the connection of a slow client.
        _ = connection.await;
    });
    (sender, connection)
}

async fn send_http2_get(sender: &mut http2::SendRequest<Body>, path: &str) -> axum::http::Response<Incoming> {
    let request = Request::get(format!("http://test{path}")).body(Body::empty()).unwrap();
    sender.send_request(request).await.unwrap()
}

#[tokio::test]
async fn http2_requests_are_served_concurrently() {
    let (sender, _connection) = open_http2_connection().await;
    let since = Instant::now();
    let requests = (0..8).map(|_| {
        let mut sender = sender.clone();
        async move { send_http2_get(&mut sender, "/slow").await.status() }
    });
    let statuses = futures_util::future::join_all(requests).await;
    assert!(statuses.iter().all(|status| *status == StatusCode::OK), "{statuses:?}");
    assert!(since.elapsed() < Duration::from_secs(8), "one after the other they take 16 s");
    let response = send_http2_get(&mut sender.clone(), "/").await;
    assert_eq!(axum::body::to_bytes(Body::new(response.into_body()), 100).await.unwrap(), "127.0.0.1");
}

#[tokio::test]
async fn http2_client_gets_a_large_response() {
    let (mut sender, _connection) = open_http2_connection().await;
    let response = send_http2_get(&mut sender, "/much").await;
    assert_eq!(axum::body::to_bytes(Body::new(response.into_body()), 64 << 20).await.unwrap().len(), 32 << 20);
}

#[tokio::test]
async fn idle_http2_connection_times_out() {
    let (mut sender, connection) = open_http2_connection().await;
    send_http2_get(&mut sender, "/").await;
    let since = Instant::now();
    tokio::time::timeout(TEST_TIMEOUT, connection).await.expect("the connection ends").unwrap();
    assert!(since.elapsed() > TEST_TIMEOUTS.idle / 2, "{:?}", since.elapsed());
}

#[tokio::test]
async fn stalled_http2_reader_is_disconnected() {
    let (mut sender, connection) = open_http2_connection().await;
    // Its window fills up, and nothing more is sent, although the socket stays writable.
    let response = send_http2_get(&mut sender, "/stream").await;
    tokio::time::timeout(TEST_TIMEOUT, connection).await.expect("the connection ends").unwrap();
    assert!(
        axum::body::to_bytes(Body::new(response.into_body()), 64 << 20).await.is_err(),
        "the whole response was received"
    );
}
