//! The main loop: passes an input to the core, runs its effects and notifies the subscribers.

use super::alarms::Alarms;
use super::device::EnvSource;
use super::events::{self, Events};
use super::fetch::{EarlyResponse, fetch, fetch_file, revoke_file_url, send_file};
use super::files::Files;
use super::indexed_db::{IndexedDb, Job};
use super::peers::Peers;
use super::socket::Socket;
use super::storage::Storage;
use super::token_refresh::TokenRefresh;
use super::{CoreConfig, InputSink, Update, spawn};
use crate::app::{App, Input};
use crate::protocol::effect::{IoEffect, Step, UiEffect};
use crate::protocol::error::Rejection;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;

/// The HTTP status that servers log for a request that the client has ended. No server sends it.
const CLIENT_CLOSED_REQUEST: u16 = 499;

#[wasm_bindgen]
extern "C" {
    /// Parses JSON text that the core has written, which is valid.
    #[wasm_bindgen(js_namespace = JSON, js_name = parse)]
    fn parse_valid(text: &str) -> JsValue;
}

/// A function that receives all updates, with the id of its subscription.
type Subscriber = (u32, js_sys::Function);

/// A core running in a page.
pub(super) struct Runtime {
    app: RefCell<App>,
    api_base: String,
    device: EnvSource,
    storage: Storage,
    indexed_db: Rc<IndexedDb>,
    socket: Socket,
    files: Files,
    peers: Peers,
    alarms: Rc<Alarms>,
    events: RefCell<Events>,
    sink: InputSink,
    /// Shared, because a subscriber may subscribe or unsubscribe while updates are delivered.
    subscribers: RefCell<Rc<Vec<Subscriber>>>,
    last_subscriber: Cell<u32>,
    /// Effects that the next microtask runs, in order.
    io_effects: RefCell<Vec<IoEffect>>,
    /// A text that the page has read from IndexedDB before the core was loaded, with its key.
    early_read: RefCell<Option<(String, String)>>,
    /// A response that the page has requested before the core was loaded.
    early_response: RefCell<Option<EarlyResponse>>,
    is_io_scheduled: Cell<bool>,
    /// Updates that have not been delivered to the subscribers yet.
    updates: RefCell<Vec<JsValue>>,
    is_notifying: Cell<bool>,
    this: Weak<Runtime>,
}

impl Runtime {
    pub(super) fn new(config: CoreConfig) -> Rc<Self> {
        let storage = Storage::open();
        let app = App::new(storage.read_all());
        let runtime = Rc::new_cyclic(|this: &Weak<Self>| {
            let weak = this.clone();
            let sink: InputSink = Rc::new(move |input| {
                if let Some(runtime) = weak.upgrade() {
                    runtime.feed(input);
                }
            });
            Self {
                app: RefCell::new(app),
                api_base: config.api_base.trim_end_matches('/').to_owned(),
                device: EnvSource::new(),
                storage,
                indexed_db: IndexedDb::new(sink.clone()),
                socket: Socket::new(sink.clone()),
                files: Files::default(),
                peers: Peers::listen(sink.clone()),
                alarms: Alarms::new(config.alarm_worker_url, sink.clone()),
                events: RefCell::default(),
                sink,
                subscribers: RefCell::default(),
                last_subscriber: Cell::new(0),
                io_effects: RefCell::default(),
                early_read: RefCell::default(),
                early_response: RefCell::default(),
                is_io_scheduled: Cell::new(false),
                updates: RefCell::default(),
                is_notifying: Cell::new(false),
                this: this.clone(),
            }
        });
        let this = runtime.this.clone();
        let has_unstored_changes = move || this.upgrade().is_some_and(|runtime| runtime.has_unstored_changes());
        *runtime.events.borrow_mut() = Events::listen(&runtime.sink, &runtime.storage, has_unstored_changes);
        if events::is_hidden() {
            runtime.feed(Input::PageHidden);
        }
        if runtime.peers.request_lead() {
            runtime.feed(Input::LeadAcquired);
        }
        runtime.peers.queue_for_sound_lock();
        runtime
    }

    /// Returns whether changes of the user would be lost with the page.
    fn has_unstored_changes(&self) -> bool {
        self.indexed_db.has_waiting_changes() || self.app.borrow().has_unstored_changes()
    }

    pub(super) fn snapshot(&self) -> String {
        json::json(&self.app.borrow().snapshot())
    }

    /// Handles an input. When it returns, the subscribers have been notified. Storing and sending starts in a
    /// microtask, except for the local storage, which is written at once. If a subscriber dispatched the input, the
    /// subscribers are notified after that subscriber returns.
    pub(super) fn feed(&self, input: Input) -> Option<Rejection> {
        let step = self.app.borrow_mut().handle(input, &self.device.env());
        self.run_step(step)
    }

    fn run_step(&self, step: Step) -> Option<Rejection> {
        self.schedule_io(step.io_effects);
        if !step.patches.is_empty() || !step.ui_effects.is_empty() {
            let update = Update { patches: step.patches, effects: step.ui_effects };
            self.updates.borrow_mut().push(to_js(update));
        }
        self.notify_subscribers();
        step.rejection
    }

    /// Runs effects in a microtask, so that the subscribers do not wait for them. A microtask also runs before the page
    /// can be closed. All effects share one queue, so a change is handed to IndexedDB before it is sent. Only the local
    /// storage is written at once: it is synchronous, and scripts of the page may read it after an intent.
    fn schedule_io(&self, effects: Vec<IoEffect>) {
        for effect in effects {
            if is_local_storage(&effect) {
                self.run(effect);
            } else {
                self.io_effects.borrow_mut().push(effect);
            }
        }
        if self.io_effects.borrow().is_empty() {
            return;
        }
        // The task owns the runtime, because the core may be freed before it runs.
        if let Some(runtime) = self.this.upgrade().filter(|_| !self.is_io_scheduled.replace(true)) {
            spawn(async move { runtime.run_scheduled_io() });
        }
    }

    fn run_scheduled_io(&self) {
        self.is_io_scheduled.set(false);
        loop {
            let effects = self.io_effects.take();
            if effects.is_empty() {
                break;
            }
            effects.into_iter().for_each(|effect| self.run(effect));
        }
    }

    /// Handles the end of a download, and revokes the file's URL if the core does not offer the file.
    fn on_file_response(&self, id: u64, response: ApiResponse) {
        let step = self.app.borrow_mut().handle(Input::Response { id, response: response.clone() }, &self.device.env());
        if !step.ui_effects.iter().any(|effect| matches!(effect, UiEffect::DownloadAddress { .. })) {
            revoke_file_url(&response);
        }
        self.run_step(step);
    }

    /// Keeps a file until it is released, and returns its handle.
    pub(super) fn hold_file(&self, file: web_sys::Blob) -> u32 {
        self.files.hold(file)
    }

    /// Keeps a text that the page has read from IndexedDB for the core's first read of its key.
    pub(super) fn hold_read(&self, key: String, text: String) {
        self.early_read.replace(Some((key, text)));
    }

    /// Keeps a request that the page has sent for the core's first one of its path and token.
    pub(super) fn hold_response(&self, response: EarlyResponse) {
        self.early_response.replace(Some(response));
    }

    /// Reads from IndexedDB, or returns what the page has read before. The page is drawn sooner if the core gets that
    /// without waiting for the browser.
    fn read_indexed_db(&self, prefix: String) {
        let early = self.early_read.borrow_mut().take_if(|(key, _)| *key == prefix);
        match early {
            Some(entry) => (self.sink)(Input::IndexedDbRead { prefix, entries: vec![entry] }),
            None => self.indexed_db.run(Job::Read(prefix)),
        }
    }

    pub(super) fn subscribe(&self, listener: js_sys::Function) -> JsValue {
        let id = self.last_subscriber.get() + 1;
        self.last_subscriber.set(id);
        Rc::make_mut(&mut *self.subscribers.borrow_mut()).push((id, listener));
        let runtime = self.this.clone();
        Closure::<dyn FnMut()>::new(move || {
            if let Some(runtime) = runtime.upgrade() {
                Rc::make_mut(&mut *runtime.subscribers.borrow_mut()).retain(|(other, _)| *other != id);
            }
        })
        .into_js_value()
    }

    fn run(&self, effect: IoEffect) {
        match effect {
            IoEffect::Fetch { id, method, path, bearer, body } => {
                let address = format!("{}{path}", self.api_base);
                let mut held = self.early_response.borrow_mut();
                let early = held.take_if(|held| held.path == path && bearer.as_ref() == Some(&held.access_token));
                let sink = self.sink.clone();
                spawn(async move {
                    let response = match early {
                        Some(early) => early.receive().await,
                        None => fetch(&method, &address, bearer.as_deref(), body.as_deref()).await,
                    };
                    sink(Input::Response { id, response });
                });
            }
            IoEffect::FetchFile { id, path, bearer } => {
                let address = format!("{}{path}", self.api_base);
                let runtime = self.this.clone();
                spawn(async move {
                    let response = fetch_file(&address, bearer.as_deref()).await;
                    match runtime.upgrade() {
                        Some(runtime) => runtime.on_file_response(id, response),
                        None => revoke_file_url(&response),
                    }
                });
            }
            IoEffect::SendFile { id, method, path, bearer, file } => {
                let address = format!("{}{path}", self.api_base);
                let (sink, runtime) = (self.sink.clone(), self.this.clone());
                let upload = self.files.start_upload(file);
                spawn(async move {
                    let response = match upload {
                        Some((blob, request)) => send_file(&method, &address, bearer.as_deref(), &blob, request).await,
                        None => canceled(),
                    };
                    let is_canceled = runtime.upgrade().is_some_and(|runtime| !runtime.files.is_held(file));
                    sink(Input::Response { id, response: if is_canceled { canceled() } else { response } });
                });
            }
            IoEffect::ReleaseFile { file } => self.files.release(file),
            IoEffect::RefreshTokens { id, path, body, refresh_token } => {
                let address = format!("{}{path}", self.api_base);
                let (storage, sink) = (self.storage.clone(), self.sink.clone());
                let refresh = TokenRefresh { id, address, body, refresh_token, storage, sink };
                spawn(refresh.run());
            }
            IoEffect::SetLocalStorage { key, value } => self.storage.set(&key, &value),
            IoEffect::RemoveLocalStorage { key } => self.storage.remove(&key),
            IoEffect::WriteIndexedDb { entries } => self.indexed_db.run(Job::write(entries)),
            IoEffect::RetryIndexedDbWrite { entries } => self.indexed_db.retry_write(entries),
            IoEffect::ReadIndexedDb { prefix } => self.read_indexed_db(prefix),
            IoEffect::DeleteIndexedDbPrefix { prefix } => self.indexed_db.run(Job::DeletePrefix(prefix)),
            IoEffect::OpenSocket => self.socket.open(&self.api_base),
            IoEffect::SendSocket { text } => self.socket.send(&text),
            IoEffect::CloseSocket => self.socket.close(),
            IoEffect::Broadcast { message } => self.peers.broadcast(&message),
            IoEffect::SetAlarm { alarm, after } => self.alarms.set(alarm, after),
            IoEffect::ClearAlarm { alarm } => self.alarms.clear(alarm),
            IoEffect::AcquireLead => self.peers.acquire_lead(),
            IoEffect::AcquireSoundLock => self.peers.acquire_sound_lock(),
            IoEffect::Log { message } => web_sys::console::error_1(&JsValue::from_str(&message)),
        }
    }

    fn notify_subscribers(&self) {
        if self.is_notifying.replace(true) {
            return;
        }
        loop {
            // A subscriber may dispatch, which adds further updates.
            let updates = self.updates.take();
            if updates.is_empty() {
                break;
            }
            updates.iter().for_each(|update| self.deliver(update));
        }
        self.is_notifying.set(false);
    }

    /// Passes an update to all subscribers.
    fn deliver(&self, update: &JsValue) {
        let subscribers = self.subscribers.borrow().clone();
        for (id, subscriber) in subscribers.iter() {
            // An earlier subscriber may have ended this subscription.
            let is_subscribed = self.subscribers.borrow().iter().any(|(other, _)| other == id);
            if !is_subscribed {
                continue;
            }
            if let Err(error) = subscriber.call1(&JsValue::NULL, update) {
                // One subscriber's exception must not prevent the others from being notified.
                web_sys::console::error_1(&error);
            }
        }
    }
}

/// Returns the response to an upload that was canceled. It is not a failure of the network, which would mark the server as
/// unreachable.
fn canceled() -> ApiResponse {
    ApiResponse::Received { status: CLIENT_CLOSED_REQUEST, body: String::new() }
}

/// Returns whether an effect writes to the local storage.
fn is_local_storage(effect: &IoEffect) -> bool {
    matches!(effect, IoEffect::SetLocalStorage { .. } | IoEffect::RemoveLocalStorage { .. })
}

/// Converts an update to plain JavaScript data: effects one by one, and patches by way of `JSON.parse`, which is two to
/// five times as fast and matters for them, because every change passes here.
fn to_js(mut update: Update) -> JsValue {
    // A whole board is megabytes of JSON text. Nested in the update's JSON it would be escaped here, only to be
    // unescaped again.
    let boards: Vec<(u32, String)> =
        (0..).zip(&mut update.patches).filter_map(|(index, patch)| Some((index, take_board_text(patch)?))).collect();
    let effects = std::mem::take(&mut update.effects);
    let value = parse_valid(&json::json(&update));
    if !effects.is_empty() {
        _ = js_sys::Reflect::set(&value, &"effects".into(), &super::to_js_value(&effects));
    }
    for (index, board) in boards {
        let patches = js_sys::Reflect::get(&value, &"patches".into()).unwrap_or_default();
        let patch = js_sys::Reflect::get_u32(&patches, index).unwrap_or_default();
        _ = js_sys::Reflect::set(&patch, &"board".into(), &board.into());
    }
    value
}

/// Removes the board's text from a patch that contains one, and returns it.
fn take_board_text(patch: &mut Patch) -> Option<String> {
    match patch {
        Patch::BoardOpened { board } => Some(std::mem::take(board)),
        _ => None,
    }
}
