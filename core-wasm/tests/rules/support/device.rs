//! A device without a browser: it carries out effects in memory, and requests wait until a test responds.

use super::MORNING;
use super::indexed_db::FakeIndexedDb;
use super::mirror::Mirror;
use core_wasm::app::{App, Input};
use core_wasm::env::EntropySource;
use core_wasm::protocol::effect::{Alarm, IoEffect, Step, UiEffect};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::intent::Intent;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::{BoardView, Snapshot};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A request that waits for its response.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) id: u64,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) bearer: Option<String>,
    pub(crate) body: Option<String>,
}

impl Request {
    /// Returns the parsed body.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(self.body.as_deref().expect("a request with a body")).expect("a body of JSON")
    }
}

/// The core of one page, with a simulated browser.
pub(crate) struct Device {
    app: App,
    entropy: EntropySource,
    /// The number of earlier pages; it gives each page a different seed.
    pages: u64,
    /// The time, in Unix milliseconds.
    pub(crate) now: i64,
    /// The offset from UTC, in minutes.
    pub(crate) utc_offset: i32,
    /// The local storage.
    pub(crate) storage: BTreeMap<String, String>,
    /// IndexedDB, shared by all tabs of the browser.
    pub(crate) indexed_db: Rc<RefCell<FakeIndexedDb>>,
    /// The prefixes of the pending reads from IndexedDB.
    pub(crate) pending_reads: Vec<String>,
    /// Whether reads wait until a test delivers them.
    pub(crate) defers_reads: bool,
    /// Whether the core has requested the live connection.
    pub(crate) has_requested_socket: bool,
    /// The messages sent over the live connection.
    pub(crate) socket_messages: Vec<String>,
    /// The broadcasts to other tabs.
    pub(crate) broadcasts: Vec<String>,
    /// Whether the tab has requested the lead from a leader that does not respond.
    pub(crate) requested_lead: bool,
    /// When each alarm fires.
    pub(crate) alarms: BTreeMap<Alarm, i64>,
    /// Requests without a response, oldest first.
    pub(crate) requests: Vec<Request>,
    /// The released files.
    pub(crate) released: Vec<u32>,
    /// The UI effects since they were last taken.
    effects: Vec<UiEffect>,
    /// The log messages.
    pub(crate) log: Vec<String>,
    /// The result of the last input.
    pub(crate) last: Step,
    mirror: Mirror,
}

impl Device {
    /// Creates a newly loaded page with these values in the local storage.
    pub(crate) fn new(stored: impl IntoIterator<Item = (String, String)>) -> Self {
        Self::at(MORNING, stored.into_iter().collect())
    }

    /// Creates a page at another time. Its tab is the only one and leads.
    pub(crate) fn at(now: i64, storage: BTreeMap<String, String>) -> Self {
        let mut device = Self::tab(now, storage, Rc::default());
        device.feed(Input::LeadAcquired);
        device
    }

    /// Creates another tab of a browser with this storage.
    pub(crate) fn tab(now: i64, storage: BTreeMap<String, String>, indexed_db: Rc<RefCell<FakeIndexedDb>>) -> Self {
        let app = App::new(storage.clone());
        let mirror = Mirror(app.snapshot());
        Self {
            app,
            entropy: EntropySource::new(0),
            pages: 0,
            now,
            utc_offset: 60,
            storage,
            indexed_db,
            pending_reads: vec![],
            defers_reads: false,
            has_requested_socket: false,
            socket_messages: vec![],
            broadcasts: vec![],
            requested_lead: false,
            alarms: BTreeMap::new(),
            requests: vec![],
            released: vec![],
            effects: vec![],
            log: vec![],
            last: Step::default(),
            mirror,
        }
    }

    /// Closes the page and opens it again on a path. Requests in flight are lost.
    pub(crate) fn reload(&mut self, path: &str) {
        let mut other = Self::tab(self.now, std::mem::take(&mut self.storage), self.indexed_db.clone());
        other.pages = self.pages + 1;
        other.entropy = EntropySource::new(other.pages);
        *self = other;
        self.feed(Input::LeadAcquired);
        self.start(path);
    }

    /// Crashes the browser and opens the page again.
    pub(crate) fn crash(&mut self, path: &str) {
        self.indexed_db.borrow_mut().crash();
        self.reload(path);
    }

    /// Dispatches the first intent of a page.
    pub(crate) fn start(&mut self, path: &str) {
        self.dispatch(Intent::Start { path: path.to_owned(), time_zone: "Europe/Berlin".to_owned() });
    }

    /// Feeds an input. Afterwards the mirror must equal the core's state (SPEC P1).
    pub(crate) fn feed(&mut self, input: Input) -> Option<Rejection> {
        self.indexed_db.borrow_mut().commit();
        let env = self.entropy.env(Timestamp::from_millis(self.now), self.utc_offset);
        let step = self.app.handle(input, &env);
        self.last = step.clone();
        self.mirror.apply_each_twice(&step.patches);
        self.mirror.assert_is(&self.app.snapshot());
        self.effects.extend(step.ui_effects.iter().cloned());
        let failures: Vec<Input> = step.io_effects.clone().into_iter().filter_map(|effect| self.run(effect)).collect();
        for failure in failures {
            self.feed(failure);
        }
        while !self.defers_reads && !self.pending_reads.is_empty() {
            self.deliver_read();
        }
        self.last = step.clone();
        step.rejection
    }

    /// Delivers the oldest pending read from IndexedDB.
    pub(crate) fn deliver_read(&mut self) {
        let prefix = self.pending_reads.remove(0);
        if self.indexed_db.borrow().is_failing {
            self.report_storage_failure();
        }
        let entries = self.indexed_db.borrow().read(&prefix);
        self.feed(Input::IndexedDbRead { prefix, entries });
    }

    /// Returns whether the browser asks before it closes the page.
    pub(crate) fn asks_before_closing(&self) -> bool {
        self.app.has_unstored_changes()
    }

    /// Reports a failed read or write that is not retried.
    pub(crate) fn report_storage_failure(&mut self) {
        self.feed(Input::StorageFailed { entries: vec![], deleted_prefix: None });
    }

    /// Carries out an effect. Returns the input that follows at once, if any.
    fn run(&mut self, effect: IoEffect) -> Option<Input> {
        match effect {
            IoEffect::Fetch { id, method, path, bearer, body } => {
                self.requests.push(Request { id, method, path, bearer, body });
            }
            IoEffect::FetchFile { id, path, bearer } => {
                self.requests.push(Request { id, method: "GET".to_owned(), path, bearer, body: None });
            }
            IoEffect::SendFile { id, method, path, bearer, file } => {
                let body = Some(format!("file {file}"));
                self.requests.push(Request { id, method, path, bearer, body });
            }
            IoEffect::ReleaseFile { file } => self.released.push(file),
            IoEffect::RefreshTokens { id, path, body, .. } => {
                self.requests.push(Request { id, method: "POST".to_owned(), path, bearer: None, body: Some(body) });
            }
            IoEffect::SetLocalStorage { key, value } => _ = self.storage.insert(key, value),
            IoEffect::RemoveLocalStorage { key } => _ = self.storage.remove(&key),
            IoEffect::WriteIndexedDb { entries } | IoEffect::RetryIndexedDbWrite { entries }
                if !self.indexed_db.borrow_mut().write(entries.clone()) =>
            {
                return Some(Input::StorageFailed { entries, deleted_prefix: None });
            }
            IoEffect::WriteIndexedDb { .. } => {}
            IoEffect::RetryIndexedDbWrite { .. } => return Some(Input::StorageRecovered),
            IoEffect::ReadIndexedDb { prefix } => self.pending_reads.push(prefix),
            IoEffect::DeleteIndexedDbPrefix { prefix }
                if !self.indexed_db.borrow_mut().delete_prefix(prefix.clone()) =>
            {
                return Some(Input::StorageFailed { entries: vec![], deleted_prefix: Some(prefix) });
            }
            IoEffect::DeleteIndexedDbPrefix { .. } => {}
            IoEffect::OpenSocket => self.has_requested_socket = true,
            IoEffect::CloseSocket => self.has_requested_socket = false,
            IoEffect::SendSocket { text } => self.socket_messages.push(text),
            IoEffect::Broadcast { message } => self.broadcasts.push(message),
            IoEffect::SetAlarm { alarm, after } => _ = self.alarms.insert(alarm, self.now + i64::from(after)),
            IoEffect::ClearAlarm { alarm } => _ = self.alarms.remove(&alarm),
            IoEffect::AcquireSoundLock => {}
            IoEffect::AcquireLead => self.requested_lead = true,
            IoEffect::Log { message } => self.log.push(message),
        }
        None
    }

    /// Dispatches an intent that may be refused, and returns the error code.
    pub(crate) fn try_dispatch(&mut self, intent: Intent) -> Result<(), ErrorCode> {
        self.feed(Input::Intent { intent }).map_or(Ok(()), |rejection| Err(rejection.code))
    }

    /// Dispatches an intent that must be accepted.
    pub(crate) fn dispatch(&mut self, intent: Intent) {
        let what = format!("{intent:?}");
        assert_eq!(self.try_dispatch(intent), Ok(()), "{what}");
    }

    /// Dispatches an intent in JSON.
    pub(crate) fn dispatch_json(&mut self, value: Value) {
        self.dispatch(super::intent(value));
    }

    /// Returns the open requests as `METHOD path`.
    pub(crate) fn open_requests(&self) -> Vec<String> {
        self.requests.iter().map(|request| format!("{} {}", request.method, request.path)).collect()
    }

    /// Returns the oldest open request whose path has this prefix.
    pub(crate) fn request(&self, path: &str) -> &Request {
        let found = self.requests.iter().find(|request| request.path.starts_with(path));
        found.unwrap_or_else(|| panic!("no request to {path} is open, but {:?}", self.open_requests()))
    }

    /// Responds to the oldest open request whose path has this prefix.
    pub(crate) fn respond_with(&mut self, path: &str, status: u16, body: Value) {
        self.respond_with_text(path, status, &body.to_string());
    }

    /// Responds in the same way with a body that need not be JSON.
    pub(crate) fn respond_with_text(&mut self, path: &str, status: u16, body: &str) {
        self.respond(path, ApiResponse::Received { status, body: body.to_owned() });
    }

    /// Fails the oldest open request whose path has this prefix.
    pub(crate) fn fail_request(&mut self, path: &str) {
        self.respond(path, ApiResponse::NetworkError);
    }

    fn respond(&mut self, path: &str, response: ApiResponse) {
        let id = self.request(path).id;
        self.respond_to(id, response);
    }

    /// Responds to the request with an id.
    pub(crate) fn respond_to(&mut self, id: u64, response: ApiResponse) {
        self.requests.retain(|request| request.id != id);
        self.feed(Input::Response { id, response });
    }

    /// Fails all open requests.
    pub(crate) fn fail_all_requests(&mut self) {
        for request in std::mem::take(&mut self.requests) {
            self.feed(Input::Response { id: request.id, response: ApiResponse::NetworkError });
        }
    }

    /// Advances the time until an alarm fires, which must be set.
    pub(crate) fn fire_alarm(&mut self, alarm: Alarm) {
        self.now = self.alarms.remove(&alarm).unwrap_or_else(|| panic!("{alarm:?} is not set"));
        self.feed(Input::Alarm { alarm });
    }

    /// Writes or removes a value in the local storage, as another tab does.
    pub(crate) fn store_in_other_tab(&mut self, key: &str, value: Option<&str>) {
        match value {
            Some(value) => _ = self.storage.insert(key.to_owned(), value.to_owned()),
            None => _ = self.storage.remove(key),
        }
        self.feed(Input::LocalStorageChanged { key: key.to_owned(), value: value.map(str::to_owned) });
    }

    /// Returns the mirror's state: everything that the page shows.
    pub(crate) fn snapshot(&self) -> &Snapshot {
        &self.mirror.0
    }

    /// Returns the open board.
    pub(crate) fn board(&self) -> &BoardView {
        self.snapshot().open_board.as_ref().expect("an open board")
    }

    /// Returns each list of the open board: its name and the titles of its cards.
    pub(crate) fn layout(&self) -> Vec<(String, Vec<String>)> {
        let board = self.board();
        let title = |id: &Id| {
            let card = board.cards.iter().find(|card| card.id == *id).expect("a list names cards of the board");
            card.title.as_str().to_owned()
        };
        board
            .lists
            .iter()
            .map(|list| (list.name.as_str().to_owned(), list.card_ids.iter().map(title).collect()))
            .collect()
    }

    /// Returns the id of the list with a name.
    pub(crate) fn list(&self, name: &str) -> Id {
        self.board().lists.iter().find(|list| list.name.as_str() == name).expect("a list of that name").id
    }

    /// Returns the id of the card with a title.
    pub(crate) fn card(&self, title: &str) -> Id {
        self.board().cards.iter().find(|card| card.title.as_str() == title).expect("a card of that title").id
    }

    /// Returns the UI effects since the last call.
    pub(crate) fn take_effects(&mut self) -> Vec<UiEffect> {
        std::mem::take(&mut self.effects)
    }

    /// Returns the paths of navigations since effects were last taken.
    pub(crate) fn take_paths(&mut self) -> Vec<String> {
        let path = |effect| match effect {
            UiEffect::Navigate { path, .. } => Some(path),
            _ => None,
        };
        self.take_effects().into_iter().filter_map(path).collect()
    }

    /// Returns the messages of toasts since effects were last taken.
    pub(crate) fn take_toasts(&mut self) -> Vec<String> {
        let message = |effect| match effect {
            UiEffect::Toast { message, .. } => Some(message),
            _ => None,
        };
        self.take_effects().into_iter().filter_map(message).collect()
    }

    /// Returns the storage keys of unsent changes.
    pub(crate) fn unsent_keys(&self) -> Vec<String> {
        let is_unsent = |key: &&String| key.contains("/kept/outbox/") && !key.starts_with("set aside/");
        self.indexed_db.borrow().texts.keys().filter(is_unsent).cloned().collect()
    }

    /// Returns a value of the local storage.
    pub(crate) fn stored(&self, key: &str) -> Option<&str> {
        self.storage.get(key).map(String::as_str)
    }

    /// Accepts all ops of the request in flight. Their board then has that version.
    pub(crate) fn accept_ops(&mut self, version: i64) {
        let request = self.requests.iter().find(|request| request.path.ends_with("/ops/")).expect("ops in flight");
        let count = request.json()["ops"].as_array().expect("a list of ops").len();
        let results = vec![json!({ "id": null, "status": "applied" }); count];
        let (id, body) = (request.id, json!({ "version": version, "results": results }).to_string());
        self.respond_to(id, ApiResponse::Received { status: 200, body });
    }
}
