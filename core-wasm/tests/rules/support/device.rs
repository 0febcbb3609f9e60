//! A device without a browser: it does what the core asks for in memory, and every request waits until a test answers it.

use super::MORNING;
use super::indexed_db::FakeIndexedDb;
use super::mirror::Mirror;
use core_wasm::api::ApiResponse;
use core_wasm::app::{App, Input};
use core_wasm::env::EntropySource;
use core_wasm::protocol::effect::{Alarm, IoEffect, Step, UiEffect};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::intent::Intent;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::{BoardView, Snapshot};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) id: u64,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) bearer: Option<String>,
    pub(crate) body: Option<String>,
}

impl Request {
    /// The body, read.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(self.body.as_deref().expect("a request with a body")).expect("a body of JSON")
    }
}

/// A page of the core, and the browser around it.
pub(crate) struct Device {
    app: App,
    entropy: EntropySource,
    /// How many pages there were before; each has a seed of its own.
    pages: u64,
    /// The clock, in milliseconds since the epoch.
    pub(crate) now: i64,
    /// The offset from UTC, in minutes.
    pub(crate) utc_offset: i32,
    /// The browser's storage.
    pub(crate) storage: BTreeMap<String, String>,
    /// IndexedDB, which all tabs of the browser share.
    pub(crate) indexed_db: Rc<RefCell<FakeIndexedDb>>,
    /// The prefixes that are to be read from IndexedDB.
    pub(crate) loads: Vec<String>,
    /// Whether what is read waits until a test hands it over.
    pub(crate) defers_reads: bool,
    /// Whether the core wants the live connection.
    pub(crate) wants_socket: bool,
    /// What was said over the live connection.
    pub(crate) socket_messages: Vec<String>,
    /// What the other tabs were told.
    pub(crate) broadcasts: Vec<String>,
    /// Whether it wants to lead, in place of a tab that does not respond.
    pub(crate) requested_lead: bool,
    /// When each alarm that is set goes off.
    pub(crate) alarms: BTreeMap<Alarm, i64>,
    /// Requests without an answer, oldest first.
    pub(crate) requests: Vec<Request>,
    /// Files that are held no longer.
    pub(crate) released: Vec<u32>,
    /// What the shell was told to do, since it was last asked for.
    effects: Vec<UiEffect>,
    /// What was written to the log.
    pub(crate) log: Vec<String>,
    /// What the last input led to.
    pub(crate) last: Step,
    mirror: Mirror,
}

impl Device {
    /// A page that has just loaded, in a browser with these texts in its storage.
    pub(crate) fn new(stored: impl IntoIterator<Item = (String, String)>) -> Self {
        Self::at(MORNING, stored.into_iter().collect())
    }

    /// The same at another moment. Alone in its browser, the tab leads.
    pub(crate) fn at(now: i64, storage: BTreeMap<String, String>) -> Self {
        let mut device = Self::tab(now, storage, Rc::default());
        device.feed(Input::LeadAcquired);
        device
    }

    /// A tab of a browser that keeps this already.
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
            loads: vec![],
            defers_reads: false,
            wants_socket: false,
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

    /// The page is closed and opened again on a path; what was on its way is lost.
    pub(crate) fn reload(&mut self, path: &str) {
        let mut other = Self::tab(self.now, std::mem::take(&mut self.storage), self.indexed_db.clone());
        other.pages = self.pages + 1;
        other.entropy = EntropySource::new(other.pages);
        *self = other;
        self.feed(Input::LeadAcquired);
        self.start(path);
    }

    /// The browser crashes, and opens the page again.
    pub(crate) fn crash(&mut self, path: &str) {
        self.indexed_db.borrow_mut().crash();
        self.reload(path);
    }

    /// Dispatches the first intent of a page.
    pub(crate) fn start(&mut self, path: &str) {
        self.dispatch(Intent::Start { path: path.to_owned(), time_zone: "Europe/Berlin".to_owned() });
    }

    /// Feeds an input. After each, the mirror has to be what the core says (SPEC P1).
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
        while !self.defers_reads && !self.loads.is_empty() {
            self.deliver_read();
        }
        self.last = step.clone();
        step.rejection
    }

    /// Hands over what was first asked for of what is kept.
    pub(crate) fn deliver_read(&mut self) {
        let prefix = self.loads.remove(0);
        if self.indexed_db.borrow().is_failing {
            self.report_storage_failure();
        }
        let entries = self.indexed_db.borrow().read(&prefix);
        self.feed(Input::IndexedDbRead { prefix, entries });
    }

    /// The browser fails to keep or to read something that is not asked for again.
    pub(crate) fn report_storage_failure(&mut self) {
        self.feed(Input::StorageFailed { entries: vec![], deleted_prefix: None });
    }

    /// Does what the core asks for. Answers what the core is told of it at once.
    fn run(&mut self, effect: IoEffect) -> Option<Input> {
        match effect {
            IoEffect::Fetch { id, method, path, bearer, body } => {
                self.requests.push(Request { id, method, path, bearer, body });
            }
            IoEffect::FetchFile { id, path, bearer } => {
                self.requests.push(Request { id, method: "GET".to_owned(), path, bearer, body: None });
            }
            IoEffect::SendFile { id, path, bearer, file } => {
                let body = Some(format!("file {file}"));
                self.requests.push(Request { id, method: "POST".to_owned(), path, bearer, body });
            }
            IoEffect::ReleaseFile { file } => self.released.push(file),
            IoEffect::RefreshTokens { id, path, body, .. } => {
                self.requests.push(Request { id, method: "POST".to_owned(), path, bearer: None, body: Some(body) });
            }
            IoEffect::SetLocalStorage { key, value } => _ = self.storage.insert(key, value),
            IoEffect::RemoveLocalStorage { key } => _ = self.storage.remove(&key),
            IoEffect::WriteIndexedDb { entries } | IoEffect::RetryIndexedDbWrite { entries }
                if !self.indexed_db.borrow_mut().keep(entries.clone()) =>
            {
                return Some(Input::StorageFailed { entries, deleted_prefix: None });
            }
            IoEffect::WriteIndexedDb { .. } => {}
            IoEffect::RetryIndexedDbWrite { .. } => return Some(Input::StorageRecovered),
            IoEffect::ReadIndexedDb { prefix } => self.loads.push(prefix),
            IoEffect::DeleteIndexedDbPrefix { prefix } if !self.indexed_db.borrow_mut().forget(prefix.clone()) => {
                return Some(Input::StorageFailed { entries: vec![], deleted_prefix: Some(prefix) });
            }
            IoEffect::DeleteIndexedDbPrefix { .. } => {}
            IoEffect::OpenSocket => self.wants_socket = true,
            IoEffect::CloseSocket => self.wants_socket = false,
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

    /// Does something that may be refused, and answers the code.
    pub(crate) fn try_dispatch(&mut self, intent: Intent) -> Result<(), ErrorCode> {
        self.feed(Input::Intent { intent }).map_or(Ok(()), |rejection| Err(rejection.code))
    }

    /// Does something that must be taken.
    pub(crate) fn dispatch(&mut self, intent: Intent) {
        let what = format!("{intent:?}");
        assert_eq!(self.try_dispatch(intent), Ok(()), "{what}");
    }

    /// Does something, given as a page writes it.
    pub(crate) fn dispatch_json(&mut self, value: Value) {
        self.dispatch(super::intent(value));
    }

    /// The requests without an answer, as `METHOD path`.
    pub(crate) fn open_requests(&self) -> Vec<String> {
        self.requests.iter().map(|request| format!("{} {}", request.method, request.path)).collect()
    }

    /// The oldest open request whose path begins so.
    pub(crate) fn request(&self, path: &str) -> &Request {
        let found = self.requests.iter().find(|request| request.path.starts_with(path));
        found.unwrap_or_else(|| panic!("no request to {path} is open, but {:?}", self.open_requests()))
    }

    /// Answers the oldest open request whose path begins so.
    pub(crate) fn respond_with(&mut self, path: &str, status: u16, body: Value) {
        self.respond_with_text(path, status, &body.to_string());
    }

    /// The same with a body that need not be JSON.
    pub(crate) fn respond_with_text(&mut self, path: &str, status: u16, body: &str) {
        self.respond(path, ApiResponse::Received { status, body: body.to_owned() });
    }

    /// Loses the answer to the oldest open request whose path begins so.
    pub(crate) fn fail_request(&mut self, path: &str) {
        self.respond(path, ApiResponse::NetworkError);
    }

    fn respond(&mut self, path: &str, response: ApiResponse) {
        let id = self.request(path).id;
        self.respond_to(id, response);
    }

    /// Answers the request with an id.
    pub(crate) fn respond_to(&mut self, id: u64, response: ApiResponse) {
        self.requests.retain(|request| request.id != id);
        self.feed(Input::Response { id, response });
    }

    /// Lets every open request be lost.
    pub(crate) fn fail_all_requests(&mut self) {
        for request in std::mem::take(&mut self.requests) {
            self.feed(Input::Response { id: request.id, response: ApiResponse::NetworkError });
        }
    }

    /// Waits until an alarm goes off, which must be set.
    pub(crate) fn fire_alarm(&mut self, alarm: Alarm) {
        self.now = self.alarms.remove(&alarm).unwrap_or_else(|| panic!("{alarm:?} is not set"));
        self.feed(Input::Alarm { alarm });
    }

    /// Another tab stores a text, or removes it.
    pub(crate) fn store_in_other_tab(&mut self, key: &str, value: Option<&str>) {
        match value {
            Some(value) => _ = self.storage.insert(key.to_owned(), value.to_owned()),
            None => _ = self.storage.remove(key),
        }
        self.feed(Input::LocalStorageChanged { key: key.to_owned(), value: value.map(str::to_owned) });
    }

    /// All that the page shows.
    pub(crate) fn snapshot(&self) -> &Snapshot {
        &self.mirror.0
    }

    /// The open board.
    pub(crate) fn board(&self) -> &BoardView {
        self.snapshot().open_board.as_ref().expect("an open board")
    }

    /// The open board in words: each list's name with the titles of its cards.
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

    /// The id of the list with a name.
    pub(crate) fn list(&self, name: &str) -> Id {
        self.board().lists.iter().find(|list| list.name.as_str() == name).expect("a list of that name").id
    }

    /// The id of the card with a title.
    pub(crate) fn card(&self, title: &str) -> Id {
        self.board().cards.iter().find(|card| card.title.as_str() == title).expect("a card of that title").id
    }

    /// What the shell was told to do since this was last asked.
    pub(crate) fn take_effects(&mut self) -> Vec<UiEffect> {
        std::mem::take(&mut self.effects)
    }

    /// The paths that the shell was told to go to since effects were last asked for.
    pub(crate) fn take_paths(&mut self) -> Vec<String> {
        let path = |effect| match effect {
            UiEffect::Navigate { path, .. } => Some(path),
            _ => None,
        };
        self.take_effects().into_iter().filter_map(path).collect()
    }

    /// The words of the toasts since effects were last asked for.
    pub(crate) fn take_toasts(&mut self) -> Vec<String> {
        let message = |effect| match effect {
            UiEffect::Toast { message, .. } => Some(message),
            _ => None,
        };
        self.take_effects().into_iter().filter_map(message).collect()
    }

    /// The stored keys of changes that wait to be sent.
    pub(crate) fn unsent_keys(&self) -> Vec<String> {
        let is_unsent = |key: &&String| key.contains("/kept/outbox/") && !key.starts_with("set aside/");
        self.indexed_db.borrow().texts.keys().filter(is_unsent).cloned().collect()
    }

    /// A text of the storage.
    pub(crate) fn stored(&self, key: &str) -> Option<&str> {
        self.storage.get(key).map(String::as_str)
    }

    /// Answers the request at the head of the outbox as a server that takes all of it; its board then has that version.
    pub(crate) fn accept_ops(&mut self, version: i64) {
        let request = self.requests.iter().find(|request| request.path.ends_with("/ops/")).expect("ops on their way");
        let count = request.json()["ops"].as_array().expect("a list of ops").len();
        let results = vec![json!({ "id": null, "status": "applied" }); count];
        let (id, body) = (request.id, json!({ "version": version, "results": results }).to_string());
        self.respond_to(id, ApiResponse::Received { status: 200, body });
    }
}
