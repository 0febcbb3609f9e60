//! What clients notice of a PostgreSQL that is down for a while.

use super::clusters::Cluster;
use super::resources::account_with_board;
use super::servers::SECRET;
use super::{Server, new_id};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How soon clients must know that the database is back.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(5);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens a live connection and authenticates it.
async fn connect(server: &Server, token: &str) -> Socket {
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{}/api/live/", server.address)).await.unwrap();
    let authenticate = json!({"type": "authenticate", "token": token}).to_string();
    socket.send(Message::Text(authenticate.into())).await.unwrap();
    socket
}

/// Waits for `ready`.
async fn wait_until_ready(socket: &mut Socket) {
    let next = async {
        loop {
            match socket.next().await.unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str::<Value>(&text).unwrap(),
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    };
    assert_eq!(timeout(RECOVERY_TIMEOUT, next).await.expect("a message arrives")["type"], "ready");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn clients_learn_at_once_that_the_database_is_back() {
    let mut postgres = tokio::task::spawn_blocking(Cluster::start).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let url = postgres.url();
    let settings = [("RATE_LIMITS", "off"), ("DATABASE_URL", url.as_str()), ("JWT_SECRET", SECRET)];
    let log = Stdio::from(std::fs::File::create(folder.path().join("log")).unwrap());
    let server = Server::start_with_log(folder.path(), &settings, log);
    let (token, board) = account_with_board(&server, "ada", 1);
    let mut connected = connect(&server, &token).await;
    wait_until_ready(&mut connected).await;

    postgres.stop();
    // A client that connects meanwhile waits.
    let mut connecting = connect(&server, &token).await;
    sleep(Duration::from_secs(3)).await;
    postgres.resume();
    wait_until_ready(&mut connecting).await;
    wait_until_ready(&mut connected).await;
    let list = json!({"type": "add_list", "list_id": new_id(2), "name": "l", "rank": "80"});
    let ops = json!({"ops": [{"id": new_id(3), "at": "2026-03-03T12:00:00Z", "change": list}]});
    server.ok("POST", &format!("/api/boards/{board}/ops/"), &token, &ops);
}
