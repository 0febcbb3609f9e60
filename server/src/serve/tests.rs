//! Peers that take their time, over real sockets, with little patience.

use super::*;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

const PATIENCE: Patience = Patience {
    head: Duration::from_millis(400),
    idle: Duration::from_millis(1_200),
    read: Duration::from_millis(1_500),
    least: 256 << 10,
};

/// Nothing here takes that long.
const FAR_TOO_LONG: Duration = Duration::from_secs(30);

async fn connected() -> TcpStream {
    connected_by(TcpSocket::new_v4().unwrap(), TcpSocket::new_v4().unwrap()).await
}

/// The same where both sides hold little back, so that each sees soon what the other reads and writes.
async fn connected_closely() -> TcpStream {
    let (server, client) = (TcpSocket::new_v4().unwrap(), TcpSocket::new_v4().unwrap());
    server.set_send_buffer_size(32 << 10).unwrap();
    client.set_recv_buffer_size(32 << 10).unwrap();
    connected_by(server, client).await
}

async fn connected_by(server: TcpSocket, client: TcpSocket) -> TcpStream {
    let router = Router::new()
        .route(
            "/",
            axum::routing::get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.ip().to_string() }),
        )
        .route("/much", axum::routing::get(|| async { vec![0_u8; 32 << 20] }))
        .route("/slow", axum::routing::get(|| tokio::time::sleep(Duration::from_secs(2))))
        .route("/live", axum::routing::get(|upgrade: WebSocketUpgrade| async { upgrade.on_upgrade(say_much) }));
    // As `build` wraps it.
    let router = Router::new().fallback_service(router);
    server.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let listener = server.listen(16).unwrap();
    let address = listener.local_addr().unwrap();
    let places = Places::new(true, Proxies::default());
    tokio::spawn(serve_with(listener, router, places, PATIENCE, std::future::pending()));
    client.connect(address).await.unwrap()
}

/// Says as much as anybody reads.
async fn say_much(mut socket: WebSocket) {
    while socket.send(Message::Binary(vec![0; 4 << 10].into())).await.is_ok() {}
}

/// How little of an answer is read by who is too slow, and how often: 160 KiB in the time that there is for 256.
const LITTLE: usize = 16 << 10;
const SELDOM: Duration = Duration::from_millis(150);

/// Reads until the server ends the connection, and gives what it said and how long that took.
async fn read_to_end(stream: &mut TcpStream) -> (Vec<u8>, Duration) {
    let (since, mut said) = (Instant::now(), Vec::new());
    // A reset is an end as well.
    _ = tokio::time::timeout(FAR_TOO_LONG, stream.read_to_end(&mut said)).await.expect("the connection ends");
    (said, since.elapsed())
}

async fn ask(stream: &mut TcpStream, path: &str) {
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n").as_bytes()).await.unwrap();
}

#[tokio::test]
async fn a_new_connection_that_says_nothing_is_ended() {
    let mut stream = connected().await;
    let (said, took) = read_to_end(&mut stream).await;
    assert!(said.is_empty() && took > PATIENCE.head / 2, "{took:?}");
}

#[tokio::test]
async fn a_head_that_comes_byte_by_byte_is_not_waited_for() {
    let mut stream = connected().await;
    let since = Instant::now();
    let mut bytes = b"GET / HTTP/1.1\r\nX-Slow: ".iter().chain(std::iter::repeat(&b'x'));
    while stream.write_all(&[*bytes.next().unwrap()]).await.is_ok() {
        assert!(since.elapsed() < FAR_TOO_LONG, "the connection does not end");
        tokio::time::sleep(PATIENCE.head / 8).await;
    }
    assert!(since.elapsed() >= PATIENCE.head);
}

#[tokio::test]
async fn between_requests_there_is_time_and_then_the_connection_ends() {
    let mut stream = connected().await;
    let mut answer = [0; 512];
    for _ in 0..3 {
        ask(&mut stream, "/").await;
        let read = stream.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..read]);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("127.0.0.1"), "{answer}");
        // Longer than a head may take.
        tokio::time::sleep(PATIENCE.head + PATIENCE.head / 4).await;
    }
    let (said, took) = read_to_end(&mut stream).await;
    assert!(said.is_empty() && took > PATIENCE.idle / 4, "{took:?}");
}

#[tokio::test]
async fn an_answer_may_take_longer_than_a_head() {
    let mut stream = connected().await;
    ask(&mut stream, "/slow").await;
    let mut answer = [0; 512];
    let read = stream.read(&mut answer).await.unwrap();
    assert!(answer[..read].starts_with(b"HTTP/1.1 200"));
}

#[tokio::test]
async fn who_reads_nothing_is_cut_off() {
    let mut stream = connected().await;
    ask(&mut stream, "/much").await;
    tokio::time::sleep(PATIENCE.read * 3).await;
    let (said, _) = read_to_end(&mut stream).await;
    assert!(said.len() < 32 << 20, "all of it came");
}

#[tokio::test]
async fn who_reads_slowly_gets_everything() {
    let mut stream = connected().await;
    ask(&mut stream, "/much").await;
    let (since, mut read) = (Instant::now(), 0);
    let mut part = vec![0; 1 << 20];
    // Pauses that add up to more than one may last.
    while read < 32 << 20 && since.elapsed() < FAR_TOO_LONG {
        if read < 16 << 20 {
            tokio::time::sleep(PATIENCE.read / 8).await;
        }
        let more = stream.read_exact(&mut part).await.unwrap();
        read += more;
    }
    assert!(read >= 32 << 20 && since.elapsed() > PATIENCE.read);
}

#[tokio::test]
async fn who_reads_a_little_now_and_then_is_cut_off() {
    let mut stream = connected_closely().await;
    ask(&mut stream, "/much").await;
    let (since, mut part) = (Instant::now(), [0; LITTLE]);
    while stream.read_exact(&mut part).await.is_ok() {
        assert!(since.elapsed() < FAR_TOO_LONG, "the connection does not end");
        tokio::time::sleep(SELDOM).await;
    }
    assert!(since.elapsed() >= PATIENCE.read, "{:?}", since.elapsed());
}

#[tokio::test]
async fn a_live_connection_may_be_read_a_little_now_and_then() {
    let mut stream = connected_closely().await;
    let key = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    stream.write_all(format!("GET /live HTTP/1.1\r\nHost: test\r\n{key}\r\n\r\n").as_bytes()).await.unwrap();
    let (since, mut part) = (Instant::now(), [0; LITTLE]);
    // By then whoever reads an answer like this is cut off.
    while since.elapsed() < PATIENCE.read * 4 {
        stream.read_exact(&mut part).await.unwrap();
        tokio::time::sleep(SELDOM).await;
    }
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let mut stream = connected().await;
    let head = format!("GET / HTTP/1.1\r\nX-Large: {}\r\n\r\n", "x".repeat(HEAD_LIMIT));
    _ = stream.write_all(head.as_bytes()).await;
    let (said, _) = read_to_end(&mut stream).await;
    assert!(said.starts_with(b"HTTP/1.1 431"), "{}", String::from_utf8_lossy(&said));
}

#[tokio::test]
async fn told_to_stop_it_answers_what_was_asked_and_hangs_up_on_the_rest() {
    let router = Router::new().route("/slow", axum::routing::get(|| tokio::time::sleep(Duration::from_secs(1))));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let places = Places::new(true, Proxies::default());
    let serving = tokio::spawn(serve_with(listener, router, places, super::PATIENCE, async { _ = stopped.await }));
    let mut idle = TcpStream::connect(address).await.unwrap();
    let mut asking = TcpStream::connect(address).await.unwrap();
    ask(&mut asking, "/slow").await;
    // By then it has been read; the answer takes longer.
    tokio::time::sleep(Duration::from_millis(300)).await;
    stop.send(()).unwrap();
    let (said, _) = read_to_end(&mut asking).await;
    assert!(said.starts_with(b"HTTP/1.1 200"));
    assert!(read_to_end(&mut idle).await.1 < super::PATIENCE.head);
    tokio::time::timeout(FAR_TOO_LONG, serving).await.expect("it stops").unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}
