//! The core of one browser tab, with a real network: natively what `core-wasm/src/wasm` is in a browser. Its storage is in
//! memory, and it is the only tab of its browser.

use super::record::Record;
use core_wasm::app::{App, Input};
use core_wasm::env::EntropySource;
use core_wasm::protocol::effect::{Alarm, IoEffect, Step};
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::close;
use core_wasm::protocol::patch::Patch;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::{BoardView, SyncView};
use futures_util::{SinkExt, StreamExt};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, spawn_local};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// How long a browser waits for a response (`core-wasm/src/wasm/fetch.rs`).
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The header with the address of each person. The load balancer before the servers takes it from the crowd, as it would from
/// another proxy, so that the rate limits by address apply to each person.
pub(crate) const FORWARDED_FOR: &str = "x-forwarded-for";

/// What all clients share: the address of the API, the connections to it, and the record of what was acknowledged.
pub(crate) struct Shared {
    /// The URL of the API, without a slash at the end.
    pub(crate) api: String,
    pub(crate) http: reqwest::Client,
    pub(crate) record: Record,
}

/// A tab.
pub(crate) struct Client {
    shared: Rc<Shared>,
    /// The address from which the servers see its requests.
    address: String,
    state: RefCell<State>,
}

struct State {
    app: App,
    entropy: EntropySource,
    started: Instant,
    storage: BTreeMap<String, String>,
    indexed_db: BTreeMap<String, String>,
    alarms: HashMap<Alarm, AbortHandle>,
    socket: Option<Socket>,
    /// Whether the last live connection ended because the access token had expired.
    has_token_expired: bool,
    /// Inputs that follow from an input that is being handled.
    queued: VecDeque<Input>,
    sync: SyncView,
    /// Whether the open board is shown.
    has_board: bool,
    /// The card that was added last.
    added_card: Option<Id>,
    /// Titles that the open board has not shown yet since they were awaited.
    awaited_titles: HashSet<String>,
}

/// The live connection.
struct Socket {
    outgoing: mpsc::UnboundedSender<String>,
    task: AbortHandle,
}

impl Client {
    /// Opens a tab on a path of the app at an address, with the local storage of a browser in which somebody has logged in.
    pub(crate) fn open(
        shared: Rc<Shared>,
        address: String,
        storage: BTreeMap<String, String>,
        path: &str,
        seed: u64,
    ) -> Rc<Self> {
        let app = App::new(storage.clone());
        let state = State {
            app,
            entropy: EntropySource::new(seed),
            started: Instant::now(),
            storage,
            indexed_db: BTreeMap::new(),
            alarms: HashMap::new(),
            socket: None,
            has_token_expired: false,
            queued: VecDeque::new(),
            sync: SyncView::default(),
            has_board: false,
            added_card: None,
            awaited_titles: HashSet::new(),
        };
        let client = Rc::new(Self { shared, address, state: RefCell::new(state) });
        client.feed(Input::LeadAcquired);
        let start = serde_json::json!({"type": "start", "path": path, "time_zone": "Europe/Berlin"});
        _ = client.dispatch(start);
        client
    }

    /// Dispatches an intent.
    pub(crate) fn dispatch(self: &Rc<Self>, intent: serde_json::Value) -> Option<Rejection> {
        let intent = serde_json::from_value(intent).unwrap_or_else(|error| panic!("not an intent: {error}"));
        self.feed(Input::Intent { intent })
    }

    /// Returns whether the live connection works.
    pub(crate) fn is_live(&self) -> bool {
        self.state.borrow().sync.is_live
    }

    /// Returns the number of unsent changes.
    pub(crate) fn unsent(&self) -> u32 {
        self.state.borrow().sync.unsent
    }

    /// Returns how many changes the server has refused.
    pub(crate) fn refused(&self) -> usize {
        self.state.borrow().sync.refused.len()
    }

    /// Takes the card that was added last.
    pub(crate) fn take_added_card(&self) -> Option<Id> {
        self.state.borrow_mut().added_card.take()
    }

    /// Starts to wait until the open board shows cards with these titles. Replaces those awaited before.
    pub(crate) fn await_titles(&self, titles: impl IntoIterator<Item = String>) {
        self.state.borrow_mut().awaited_titles = titles.into_iter().collect();
    }

    /// Returns whether the open board has shown all awaited titles.
    pub(crate) fn has_shown_titles(&self) -> bool {
        self.state.borrow().awaited_titles.is_empty()
    }

    /// Returns the current access token, which the core replaces before it expires.
    pub(crate) fn access_token(&self) -> String {
        self.state.borrow().storage.get("access_token").cloned().unwrap_or_default()
    }

    /// Returns whether the open board is shown.
    pub(crate) fn has_board(&self) -> bool {
        self.state.borrow().has_board
    }

    /// Returns the open board. Copies everything that the page shows, so it is slow.
    pub(crate) fn board(&self) -> Option<BoardView> {
        self.state.borrow().app.snapshot().open_board
    }

    fn feed(self: &Rc<Self>, input: Input) -> Option<Rejection> {
        let first = self.handle(input);
        loop {
            let Some(next) = self.state.borrow_mut().queued.pop_front() else { break };
            self.handle(next);
        }
        first
    }

    fn handle(self: &Rc<Self>, input: Input) -> Option<Rejection> {
        let mut state = self.state.borrow_mut();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        let monotonic = i64::try_from(state.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        let now = Timestamp::from_millis(i64::try_from(now).unwrap_or(i64::MAX));
        let env = state.entropy.env(now, 60).with_monotonic_ms(monotonic);
        let Step { rejection, patches, io_effects, .. } = state.app.handle(input, &env);
        for patch in patches {
            match patch {
                Patch::Sync { sync } => state.sync = sync,
                Patch::BoardOpened { board } => {
                    state.has_board = true;
                    state.awaited_titles.retain(|title| !board.contains(&format!("\"{title}\"")));
                }
                Patch::CardChanged { card } | Patch::CardPlaced { card: Some(card), .. } => {
                    state.awaited_titles.remove(card.title.as_str());
                }
                _ => {}
            }
        }
        for effect in io_effects {
            self.run(effect, &mut state);
        }
        rejection
    }

    fn run(self: &Rc<Self>, effect: IoEffect, state: &mut State) {
        match effect {
            IoEffect::Fetch { id, method, path, bearer, body } => self.fetch(id, method, path, bearer, body),
            IoEffect::RefreshTokens { id, path, body, .. } => self.fetch(id, "POST".to_owned(), path, None, Some(body)),
            IoEffect::SetLocalStorage { key, value } => _ = state.storage.insert(key, value),
            IoEffect::RemoveLocalStorage { key } => _ = state.storage.remove(&key),
            IoEffect::WriteIndexedDb { entries } | IoEffect::RetryIndexedDbWrite { entries } => {
                for (key, text) in entries {
                    match text {
                        Some(text) => {
                            state.added_card = self.shared.record.on_stored(&key, &text).or(state.added_card);
                            state.indexed_db.insert(key, text);
                        }
                        None => {
                            state.indexed_db.remove(&key);
                        }
                    }
                }
            }
            IoEffect::ReadIndexedDb { prefix } => {
                let stored = state.indexed_db.range(prefix.clone()..).take_while(|(key, _)| key.starts_with(&prefix));
                let entries = stored.map(|(key, text)| (key.clone(), text.clone())).collect();
                state.queued.push_back(Input::IndexedDbRead { prefix, entries });
            }
            IoEffect::DeleteIndexedDbPrefix { prefix } => state.indexed_db.retain(|key, _| !key.starts_with(&prefix)),
            IoEffect::OpenSocket => {
                close_socket(state);
                let (outgoing, texts) = mpsc::unbounded_channel();
                let task = spawn_local(self.clone().run_socket(texts)).abort_handle();
                state.socket = Some(Socket { outgoing, task });
            }
            IoEffect::SendSocket { text } => {
                if let Some(socket) = &state.socket {
                    _ = socket.outgoing.send(text);
                }
            }
            IoEffect::CloseSocket => close_socket(state),
            IoEffect::SetAlarm { alarm, after } => {
                let client = self.clone();
                let wait = spawn_local(async move {
                    tokio::time::sleep(Duration::from_millis(after.into())).await;
                    client.state.borrow_mut().alarms.remove(&alarm);
                    client.feed(Input::Alarm { alarm });
                });
                if let Some(previous) = state.alarms.insert(alarm, wait.abort_handle()) {
                    previous.abort();
                }
            }
            IoEffect::ClearAlarm { alarm } => {
                if let Some(alarm) = state.alarms.remove(&alarm) {
                    alarm.abort();
                }
            }
            IoEffect::Log { message } => self.shared.record.on_log(&message),
            // Nobody uploads files here, and there are no other tabs.
            IoEffect::FetchFile { .. }
            | IoEffect::SendFile { .. }
            | IoEffect::ReleaseFile { .. }
            | IoEffect::Broadcast { .. }
            | IoEffect::AcquireLead
            | IoEffect::AcquireSoundLock => {}
        }
    }

    fn fetch(self: &Rc<Self>, id: u64, method: String, path: String, bearer: Option<String>, body: Option<String>) {
        let client = self.clone();
        spawn_local(async move {
            let Shared { api, http, record } = &*client.shared;
            let method = method.parse().unwrap_or(reqwest::Method::GET);
            let mut request = http.request(method, format!("{api}{path}")).timeout(REQUEST_TIMEOUT);
            request = request.header(FORWARDED_FOR, &client.address);
            if let Some(bearer) = bearer {
                request = request.bearer_auth(bearer);
            }
            if let Some(body) = body {
                request = request.header("content-type", "application/json").body(body);
            }
            let receive = async {
                let response = request.send().await?;
                let status = response.status().as_u16();
                Ok::<_, reqwest::Error>((status, response.text().await?))
            };
            let response = match receive.await {
                Ok((status, body)) => ApiResponse::Received { status, body },
                Err(error) if error.is_timeout() => ApiResponse::TimedOut,
                Err(_) => ApiResponse::NetworkError,
            };
            record.on_response(&path, &response);
            client.feed(Input::Response { id, response });
        });
    }

    /// Runs a live connection until it ends.
    async fn run_socket(self: Rc<Self>, mut outgoing: mpsc::UnboundedReceiver<String>) {
        let url = format!("ws{}/live/", self.shared.api.trim_start_matches("http"));
        let mut request = url.into_client_request().expect("the address is valid");
        request.headers_mut().insert(FORWARDED_FOR, self.address.parse().expect("an address is a valid header"));
        // After new tokens, people connect at once.
        if !std::mem::take(&mut self.state.borrow_mut().has_token_expired) {
            self.shared.record.on_socket_attempted();
        }
        let code = match tokio_tungstenite::connect_async(request).await {
            Err(_) => close::LOST,
            Ok((mut socket, _)) => {
                self.shared.record.on_socket_opened();
                self.feed(Input::SocketOpened);
                loop {
                    tokio::select! {
                        text = outgoing.recv() => {
                            let Some(text) = text else { return };
                            if socket.send(Message::Text(text.into())).await.is_err() {
                                break close::LOST;
                            }
                        }
                        message = socket.next() => match message {
                            Some(Ok(Message::Text(text))) => {
                                _ = self.feed(Input::SocketMessage { text: text.as_str().to_owned() });
                            }
                            Some(Ok(Message::Close(frame))) => {
                                break frame.map_or(close::LOST, |frame| frame.code.into());
                            }
                            Some(Ok(_)) => {}
                            Some(Err(_)) | None => break close::LOST,
                        },
                    }
                }
            }
        };
        {
            let mut state = self.state.borrow_mut();
            state.socket = None;
            state.has_token_expired = code == close::UNAUTHORIZED;
        }
        self.shared.record.on_socket_closed(code);
        self.feed(Input::SocketClosed { code });
    }
}

/// Closes the live connection. The core is not notified, because it requested this.
fn close_socket(state: &mut State) {
    if let Some(socket) = state.socket.take() {
        socket.task.abort();
    }
}
