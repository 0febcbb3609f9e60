//! The loop: an input goes to the core, its effects are run, its subscribers are told. [`renewal`] is what takes more than one step.

mod renewal;

use super::alarms::Alarms;
use super::device::Device;
use super::events::{self, Events};
use super::fetch::{drop_file, fetch, fetch_file, send_file};
use super::files::Files;
use super::indexed_db::{IndexedDb, Job};
use super::peers::Peers;
use super::socket::Socket;
use super::storage::Storage;
use super::{CoreConfig, Update};
use crate::app::{App, Input};
use crate::call::Answer;
use crate::protocol::effect::{IoEffect, Step, UiEffect};
use crate::protocol::error::Rejection;
use crate::protocol::patch::Patch;
use crate::protocol::stored::key;
use renewal::Renewal;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;

/// A core at work in a page.
pub(super) struct Runtime {
    app: RefCell<App>,
    api_base: String,
    device: Device,
    storage: Storage,
    indexed_db: Rc<IndexedDb>,
    socket: Socket,
    files: Files,
    peers: Peers,
    alarms: Alarms,
    events: RefCell<Events>,
    subscribers: RefCell<Vec<(u32, js_sys::Function)>>,
    last_subscriber: Cell<u32>,
    /// Updates that subscribers have not been told of yet.
    updates: RefCell<VecDeque<JsValue>>,
    is_telling: Cell<bool>,
    this: Weak<Runtime>,
}

impl Runtime {
    pub(super) fn new(config: CoreConfig) -> Rc<Self> {
        let storage = Storage::open();
        let app = App::new(storage.read_all());
        let runtime = Rc::new_cyclic(|this| Self {
            app: RefCell::new(app),
            api_base: config.api_base.trim_end_matches('/').to_owned(),
            device: Device::new(),
            storage,
            indexed_db: Rc::default(),
            socket: Socket::default(),
            files: Files::default(),
            peers: Peers::listen(this),
            alarms: Alarms::new(config.alarm_worker_url),
            events: RefCell::default(),
            subscribers: RefCell::default(),
            last_subscriber: Cell::new(0),
            updates: RefCell::default(),
            is_telling: Cell::new(false),
            this: this.clone(),
        });
        *runtime.events.borrow_mut() = Events::listen(&runtime.this);
        if events::is_hidden() {
            runtime.feed(Input::Hidden);
        }
        runtime.indexed_db.belong(&runtime.this);
        if runtime.peers.leads_alone(&runtime.this) {
            runtime.feed(Input::Leading);
        }
        runtime.peers.wait_for_bell(&runtime.this);
        runtime
    }

    pub(super) fn snapshot(&self) -> String {
        crate::json(&self.app.borrow().snapshot())
    }

    /// Takes an input in. When this returns its effects have been run and the subscribers told, unless a subscriber is the
    /// one who dispatched: then that one hears of it next.
    pub(super) fn feed(&self, input: Input) -> Option<Rejection> {
        let step = self.app.borrow_mut().handle(input, &self.device.env());
        self.carry_out(step)
    }

    fn carry_out(&self, step: Step) -> Option<Rejection> {
        for effect in step.io {
            self.run(effect);
        }
        if !step.patches.is_empty() || !step.ui.is_empty() {
            let update = Update { patches: step.patches, effects: step.ui };
            self.updates.borrow_mut().push_back(to_js(update));
        }
        self.tell();
        step.rejection
    }

    /// A file has come, or has not. Where the core does not offer it, nobody waits for it any more.
    fn file_came(&self, id: u64, answer: Answer) {
        let step = self.app.borrow_mut().handle(Input::Answer { id, answer: answer.clone() }, &self.device.env());
        if !step.ui.iter().any(|effect| matches!(effect, UiEffect::DownloadAddress { .. })) {
            drop_file(&answer);
        }
        self.carry_out(step);
    }

    /// Holds a file until it is released, under the number that this answers.
    pub(super) fn hold_file(&self, file: web_sys::Blob) -> u32 {
        self.files.hold(file)
    }

    /// What the local storage holds under a key.
    pub(super) fn stored(&self, key: &str) -> Option<String> {
        self.storage.get(key)
    }

    /// Takes in what other tabs may have stored while nobody listened.
    pub(super) fn read_again(&self) {
        use key::{ACCESS_TOKEN, NAME, PREFERENCES, REFRESH_TOKEN, THEME, TIMER_SESSION, TIMER_STATE, USER};
        // The user first: without it, missing tokens are those of a log-out.
        for key in [USER, ACCESS_TOKEN, REFRESH_TOKEN, NAME, TIMER_STATE, TIMER_SESSION, THEME, PREFERENCES] {
            self.feed(Input::StoredElsewhere { key: key.to_owned(), value: self.storage.get(key) });
        }
    }

    /// The Worker that waits for the timer's deadline does not work.
    pub(super) fn waiter_failed(&self) {
        web_sys::console::warn_1(&JsValue::from_str("The timer's Worker does not work: the page waits itself."));
        self.alarms.waiter_failed(self.this.clone());
    }

    pub(super) fn subscribe(&self, listener: js_sys::Function) -> JsValue {
        let id = self.last_subscriber.get() + 1;
        self.last_subscriber.set(id);
        self.subscribers.borrow_mut().push((id, listener));
        let runtime = self.this.clone();
        Closure::<dyn FnMut()>::new(move || {
            if let Some(runtime) = runtime.upgrade() {
                runtime.subscribers.borrow_mut().retain(|(other, _)| *other != id);
            }
        })
        .into_js_value()
    }

    fn run(&self, effect: IoEffect) {
        match effect {
            IoEffect::Fetch { id, method, path, bearer, body } => {
                let address = format!("{}{path}", self.api_base);
                let runtime = self.this.clone();
                wasm_bindgen_futures::spawn_local(async move {
                    let answer = fetch(&method, &address, bearer.as_deref(), body.as_deref()).await;
                    if let Some(runtime) = runtime.upgrade() {
                        runtime.feed(Input::Answer { id, answer });
                    }
                });
            }
            IoEffect::FetchFile { id, path, bearer } => {
                let address = format!("{}{path}", self.api_base);
                let runtime = self.this.clone();
                wasm_bindgen_futures::spawn_local(async move {
                    let answer = fetch_file(&address, bearer.as_deref()).await;
                    match runtime.upgrade() {
                        Some(runtime) => runtime.file_came(id, answer),
                        None => drop_file(&answer),
                    }
                });
            }
            IoEffect::SendFile { id, path, bearer, file } => {
                let address = format!("{}{path}", self.api_base);
                let (runtime, file) = (self.this.clone(), self.files.get(file));
                wasm_bindgen_futures::spawn_local(async move {
                    let answer = match file {
                        Some(file) => send_file(&address, bearer.as_deref(), &file).await,
                        None => Answer::Lost,
                    };
                    if let Some(runtime) = runtime.upgrade() {
                        runtime.feed(Input::Answer { id, answer });
                    }
                });
            }
            IoEffect::ReleaseFile { file } => self.files.release(file),
            IoEffect::Renew { id, path, body, refresh_token } => {
                let address = format!("{}{path}", self.api_base);
                let renewal = Renewal { id, address, body, refresh_token };
                wasm_bindgen_futures::spawn_local(renewal.make(self.this.clone()));
            }
            IoEffect::Store { key, value } => self.storage.set(&key, &value),
            IoEffect::Remove { key } => self.storage.remove(&key),
            IoEffect::Keep { entries } => self.indexed_db.run(Job::keep(entries)),
            IoEffect::KeepAgain { entries } => self.indexed_db.keep_again(entries),
            IoEffect::Load { prefix } => self.indexed_db.run(Job::Load(prefix)),
            IoEffect::Forget { prefix } => self.indexed_db.run(Job::Forget(prefix)),
            IoEffect::OpenSocket => self.socket.open(&self.api_base, &self.this),
            IoEffect::SendSocket { text } => self.socket.send(&text),
            IoEffect::CloseSocket => self.socket.close(),
            IoEffect::Tell { message } => self.peers.tell(&message),
            IoEffect::SetAlarm { alarm, after } => self.alarms.set(alarm, after, self.this.clone()),
            IoEffect::ClearAlarm { alarm } => self.alarms.clear(alarm),
            IoEffect::TakeLead => self.peers.take_lead(&self.this),
            IoEffect::TakeBell => self.peers.take_bell(&self.this),
            IoEffect::Log { message } => web_sys::console::error_1(&JsValue::from_str(&message)),
        }
    }

    fn tell(&self) {
        if self.is_telling.replace(true) {
            return;
        }
        loop {
            let Some(update) = self.updates.borrow_mut().pop_front() else { break };
            let subscribers = self.subscribers.borrow().clone();
            for (id, subscriber) in subscribers {
                // One that was told before may have ended the subscription of this one.
                let is_subscribed = self.subscribers.borrow().iter().any(|(other, _)| *other == id);
                if !is_subscribed {
                    continue;
                }
                if let Err(error) = subscriber.call1(&JsValue::NULL, &update) {
                    // One view's fault is not another's: everybody else is told all the same.
                    web_sys::console::error_1(&error);
                }
            }
        }
        self.is_telling.set(false);
    }
}

/// An update as JavaScript's own data. It goes by JSON like everything else that leaves the core, so that the module holds one
/// writer for each type.
fn to_js(mut update: Update) -> JsValue {
    // A whole board is megabytes of text. Written as a text within a text it would be escaped here, only to be unescaped there.
    let boards: Vec<Option<String>> = update.patches.iter_mut().map(board_of).collect();
    let value = super::parsed(&update);
    let patches = js_sys::Reflect::get(&value, &"patches".into()).unwrap_or_default();
    for (index, board) in (0..).zip(boards) {
        if let Some(board) = board {
            let patch = js_sys::Reflect::get_u32(&patches, index).unwrap_or_default();
            _ = js_sys::Reflect::set(&patch, &"board".into(), &board.into());
        }
    }
    value
}

/// Takes the text of the board out of the patch that holds one.
fn board_of(patch: &mut Patch) -> Option<String> {
    match patch {
        Patch::BoardOpened { board } => Some(std::mem::take(board)),
        _ => None,
    }
}
