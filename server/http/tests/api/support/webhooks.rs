//! Webhooks: a receiver on this machine, and sending events to it.

use super::{Person, TestApp, add_card, add_list, config, new_id};
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use twentyfour_server::config::Config;
use twentyfour_server::{Deps, PublicHttp, deliver_webhooks};

/// An event as it was received.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedEvent {
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl ReceivedEvent {
    pub(crate) fn body(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

/// A receiver of events, which responds with a status.
#[derive(Clone)]
pub(crate) struct Receiver {
    pub(crate) url: String,
    state: Arc<Mutex<(u16, Vec<ReceivedEvent>)>>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let state = Arc::new(Mutex::new((204, Vec::new())));
        let shared = state.clone();
        let receive = move |headers: HeaderMap, body: Bytes| async move {
            let mut state = shared.lock().unwrap();
            state.1.push(ReceivedEvent { headers, text: String::from_utf8(body.to_vec()).unwrap() });
            (StatusCode::from_u16(state.0).unwrap(), "x".repeat(2_000))
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, Router::new().fallback(receive)).await });
        Self { url, state }
    }

    pub(crate) fn respond_with(&self, status: u16) {
        self.state.lock().unwrap().0 = status;
    }

    pub(crate) fn take(&self) -> Vec<ReceivedEvent> {
        std::mem::take(&mut self.state.lock().unwrap().1)
    }

    /// Returns the types of the events that were received.
    pub(crate) fn take_types(&self) -> Vec<String> {
        self.take().iter().map(|event| event.body()["type"].as_str().unwrap().to_owned()).collect()
    }
}

/// Lets webhooks lead to this machine.
fn allow_loopback(config: &mut Config) {
    config.public_url = "http://127.0.0.1:8080".to_owned();
    config.allowed_private_networks = vec!["127.0.0.0/8".parse().unwrap()];
}

impl TestApp {
    /// Returns the same server with webhooks that may lead to this machine.
    pub(crate) fn with_local_webhooks(&self) -> Self {
        self.with_config(allow_loopback)
    }

    /// Sends all due events, as the server does every two seconds.
    pub(crate) async fn deliver_webhooks(&self) {
        let mut config = config(self.folder.path());
        allow_loopback(&mut config);
        let public_http = PublicHttp::new(&config).map(Arc::new);
        deliver_webhooks(&Deps { public_http, ..self.deps() }).await.unwrap();
    }

    /// Adds a webhook and returns the response, with the secret.
    pub(crate) async fn webhook(&self, person: &Person, url: &str, events: &[&str], board_ids: Value) -> Value {
        let body = json!({"url": url, "events": events, "board_ids": board_ids, "password": "correct horse"});
        self.post("/api/webhooks/", &person.access_token, body).await.assert_ok()
    }

    /// Returns the deliveries of a webhook, the latest first.
    pub(crate) async fn deliveries(&self, person: &Person, webhook_id: &str) -> Vec<Value> {
        let path = format!("/api/webhooks/{webhook_id}/deliveries/");
        let response = self.get(&path, &person.access_token).await.assert_ok();
        response["deliveries"].as_array().unwrap().clone()
    }

    /// Adds a webhook with an event of a board, and returns the ids of both.
    pub(crate) async fn webhook_with_delivery(&self, person: &Person, board: &str) -> (String, String) {
        let added = self.webhook(person, "https://hooks.example/", &["card.created"], json!(null)).await;
        let (webhook, list) = (added["webhook"]["id"].as_str().unwrap().to_owned(), new_id());
        self.change(person, board, &[add_list(&list, "l", "90"), add_card(&new_id(), &list, "c", "80")]).await;
        let delivery = self.deliveries(person, &webhook).await[0]["id"].as_str().unwrap().to_owned();
        (webhook, delivery)
    }
}
