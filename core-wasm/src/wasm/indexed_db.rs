//! IndexedDB: one object store of texts by key. Each write is handed to the browser as one transaction as soon as the
//! core requests it. The browser runs transactions in that order, even if the page closes immediately afterwards.
//!
//! If there is no IndexedDB (Node.js), or if the browser refuses it (disk full, private window), the core receives what
//! was not stored and retries later.

use super::{InputSink, spawn};
use crate::app::Input;
use crate::map::Map;
use crate::protocol::stored::idb_key;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{EventTarget, IdbDatabase, IdbFactory, IdbKeyRange, IdbObjectStore, IdbRequest, IdbTransactionMode};

const DATABASE: &str = "twentyfour";
const STORE: &str = "texts";
/// How long to wait for the database to open before the page continues without it, in milliseconds.
const OPEN_TIMEOUT_MS: u32 = 10_000;

/// An operation on the database.
pub(super) enum Job {
    /// Writes and deletes texts in one transaction.
    Write {
        /// The keys, each with the text to store, or `None` to delete the key.
        entries: Vec<(String, Option<String>)>,
        /// Whether it retries a failed write, so that the core has to be notified of its success.
        is_retry: bool,
        /// The sequence number of the write.
        number: u64,
    },
    /// Reads all texts whose keys start with a prefix.
    Read(String),
    /// Deletes all texts whose keys start with a prefix.
    DeletePrefix(String),
}

impl Job {
    /// Creates a job that writes and deletes texts in one transaction.
    pub(super) fn write(entries: Vec<(String, Option<String>)>) -> Self {
        Self::Write { entries, is_retry: false, number: 0 }
    }
}

/// The database of one page.
pub(super) struct IndexedDb {
    connection: RefCell<Option<Connection>>,
    /// Jobs that wait until the database is open.
    jobs: RefCell<Vec<Job>>,
    open_timeout: RefCell<Option<Timeout>>,
    is_unavailable: Cell<bool>,
    last_number: Cell<u64>,
    /// The number of the last write of each key, while any write is in flight. A failed write is returned to the core
    /// without the keys that a later write has replaced.
    last_writes: RefCell<Map<String, u64>>,
    /// The number of writes in flight.
    writes: Cell<u32>,
    sink: InputSink,
}

impl IndexedDb {
    /// Creates a database that is opened when it is first needed. Results and failures are passed to the sink.
    pub(super) fn new(sink: InputSink) -> Rc<Self> {
        Rc::new(Self {
            connection: RefCell::default(),
            jobs: RefCell::default(),
            open_timeout: RefCell::default(),
            is_unavailable: Cell::default(),
            last_number: Cell::default(),
            last_writes: RefCell::default(),
            writes: Cell::default(),
            sink,
        })
    }

    /// Runs a job now, or once the database is open.
    pub(super) fn run(self: &Rc<Self>, mut job: Job) {
        self.number_write(&mut job);
        self.run_job(job, false);
    }

    /// Repeats failed writes on a new connection.
    pub(super) fn retry_write(self: &Rc<Self>, entries: Vec<(String, Option<String>)>) {
        self.is_unavailable.set(false);
        self.connection.take();
        self.run(Job::Write { entries, is_retry: true, number: 0 });
    }

    /// Returns whether a change of the user waits until the database is open. A write that has been handed to the browser
    /// does not wait: it runs even if the page closes.
    pub(super) fn has_waiting_changes(&self) -> bool {
        let last_writes = self.last_writes.borrow();
        self.jobs.borrow().iter().any(|job| {
            let Job::Write { entries, number, .. } = job else { return false };
            entries.iter().any(|(key, text)| {
                // A later write may delete an entry that has been sent meanwhile.
                text.is_some() && idb_key::is_outbox_entry(key) && last_writes.get(key) == Some(number)
            })
        })
    }

    /// Assigns the next sequence number to a write.
    fn number_write(&self, job: &mut Job) {
        let next = self.last_number.get() + 1;
        let mut last_writes = self.last_writes.borrow_mut();
        match job {
            Job::Write { entries, number, .. } => {
                *number = next;
                last_writes.extend(entries.iter().map(|(key, _)| (key.clone(), next)));
            }
            Job::DeletePrefix(prefix) => {
                let deleted = last_writes.keys().filter(|key| key.starts_with(prefix.as_str()));
                let deleted: Vec<String> = deleted.cloned().collect();
                last_writes.extend(deleted.into_iter().map(|key| (key, next)));
            }
            Job::Read(_) => return,
        }
        self.last_number.set(next);
        self.writes.update(|writes| writes + 1);
    }

    /// Records that a write has succeeded or failed.
    fn write_ended(&self) {
        self.writes.update(|writes| writes.saturating_sub(1));
        if self.writes.get() == 0 {
            self.last_writes.take();
        }
    }

    /// Runs a job. A failure on a newly opened connection is final, because opening another one would not help.
    fn run_job(self: &Rc<Self>, job: Job, is_fresh: bool) {
        if self.is_unavailable.get() {
            self.on_failure(job);
            return;
        }
        let transaction = self.connection.borrow().as_ref().map(|open| start_transaction(&open.database, &job));
        match transaction {
            Some(Ok(transaction)) => {
                let this = self.clone();
                spawn(async move {
                    match transaction.finish().await {
                        Ok(texts) => this.on_success(job, texts),
                        // Reading again is harmless, but treating the storage as empty would not be.
                        Err(_) if matches!(job, Job::Read(_)) && !is_fresh => this.run_job(job, true),
                        Err(_) => this.on_failure(job),
                    }
                });
            }
            Some(Err(_)) if is_fresh => self.on_failure(job),
            // The browser has closed the connection, for example while the device was asleep: open it again.
            Some(Err(_)) | None => {
                self.connection.take();
                self.jobs.borrow_mut().push(job);
                self.open();
            }
        }
    }

    fn open(self: &Rc<Self>) {
        if self.open_timeout.borrow().is_some() {
            return;
        }
        let late = self.clone();
        let limit = Timeout::new(OPEN_TIMEOUT_MS, move || late.on_opened(None));
        self.open_timeout.replace(Some(limit));
        let this = self.clone();
        spawn(async move {
            let database = open().await.ok();
            this.on_opened(database);
        });
    }

    fn on_opened(self: &Rc<Self>, database: Option<IdbDatabase>) {
        if self.open_timeout.replace(None).is_none() {
            // It opened after the time limit. Left open, it would block an upgrade.
            database.iter().for_each(IdbDatabase::close);
            return;
        }
        match database {
            Some(database) => _ = self.connection.replace(Some(Connection::new(database, Rc::downgrade(self)))),
            None => self.is_unavailable.set(true),
        }
        let jobs = self.jobs.take();
        jobs.into_iter().for_each(|job| self.run_job(job, true));
    }

    fn on_success(&self, job: Job, entries: Vec<(String, String)>) {
        match job {
            Job::Read(prefix) => (self.sink)(Input::IndexedDbRead { prefix, entries }),
            Job::Write { is_retry, .. } => {
                self.write_ended();
                if is_retry {
                    (self.sink)(Input::StorageRecovered);
                }
            }
            Job::DeletePrefix(_) => self.write_ended(),
        }
    }

    /// Reports failed writes and reads to the core. Asynchronously, because the core is still handling
    /// an input.
    fn on_failure(self: &Rc<Self>, job: Job) {
        let this = self.clone();
        spawn(async move {
            let failed = |entries, deleted_prefix| Input::StorageFailed { entries, deleted_prefix };
            match job {
                Job::Read(prefix) => {
                    (this.sink)(failed(vec![], None));
                    (this.sink)(Input::IndexedDbRead { prefix, entries: vec![] });
                }
                Job::Write { mut entries, number, .. } => {
                    entries.retain(|(key, _)| this.last_writes.borrow().get(key).is_none_or(|last| *last == number));
                    this.write_ended();
                    (this.sink)(failed(entries, None));
                }
                Job::DeletePrefix(prefix) => {
                    this.write_ended();
                    (this.sink)(failed(vec![], Some(prefix)));
                }
            }
        });
    }
}

/// An open database, which is closed when this is dropped.
struct Connection {
    database: IdbDatabase,
    _on_close: Closure<dyn FnMut()>,
}

impl Connection {
    /// Drops the connection when the browser closes it, and when a newer version of the app in another tab waits for
    /// that. The next job opens it again.
    fn new(database: IdbDatabase, owner: Weak<IndexedDb>) -> Self {
        let on_close = Closure::new(move || {
            if let Some(owner) = owner.upgrade() {
                owner.connection.take();
            }
        });
        let listener = Some(on_close.as_ref().unchecked_ref());
        database.set_onclose(listener);
        database.set_onversionchange(listener);
        Self { database, _on_close: on_close }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.database.set_onclose(None);
        self.database.set_onversionchange(None);
        self.database.close();
    }
}

/// Returns a future that waits for the event `success`, and fails with the event `failure`.
fn settled(target: &EventTarget, success: &str, failure: &str) -> JsFuture {
    JsFuture::from(js_sys::Promise::new(&mut |resolve, reject| {
        // Only fails if a listener is not a function.
        _ = target.add_event_listener_with_callback(success, &resolve);
        _ = target.add_event_listener_with_callback(failure, &reject);
    }))
}

async fn open() -> Result<IdbDatabase, JsValue> {
    let factory = js_sys::Reflect::get(&js_sys::global(), &"indexedDB".into())?;
    if !factory.is_object() {
        return Err(factory);
    }
    let request = factory.unchecked_into::<IdbFactory>().open_with_u32(DATABASE, 1)?;
    let upgraded = request.clone();
    let upgrade = Closure::<dyn FnMut()>::new(move || {
        let database = upgraded.result().map(JsValue::unchecked_into::<IdbDatabase>);
        let created = database.and_then(|database| database.create_object_store(STORE));
        if created.is_err()
            && let Some(upgrade) = upgraded.transaction()
        {
            // Without its object store the database would stay unusable. Aborting the upgrade makes opening it fail
            // instead.
            _ = upgrade.abort();
        }
    });
    request.set_onupgradeneeded(Some(upgrade.as_ref().unchecked_ref()));
    settled(&request, "success", "error").await?;
    Ok(request.result()?.unchecked_into())
}

/// A transaction that has been handed to the browser.
struct StartedTransaction {
    end: JsFuture,
    /// The requests for the keys and the texts of a read.
    reading: Option<(IdbRequest, IdbRequest)>,
}

fn start_transaction(database: &IdbDatabase, job: &Job) -> Result<StartedTransaction, JsValue> {
    let mode = if matches!(job, Job::Read(_)) { IdbTransactionMode::Readonly } else { IdbTransactionMode::Readwrite };
    let transaction = database.transaction_with_str_and_mode(STORE, mode)?;
    let store = transaction.object_store(STORE)?;
    match job {
        Job::Write { entries, .. } => entries.iter().try_for_each(|entry| put(&store, entry))?,
        Job::Read(prefix) => {
            let range = range(prefix)?;
            let (keys, texts) = (store.get_all_keys_with_key(&range)?, store.get_all_with_key(&range)?);
            // Requests are answered in order, so the keys are there with the texts.
            return Ok(StartedTransaction { end: settled(&texts, "success", "error"), reading: Some((keys, texts)) });
        }
        Job::DeletePrefix(prefix) => _ = store.delete(range(prefix)?.as_ref())?,
    }
    // A transaction without an explicit commit is aborted if the page closes before it runs.
    #[allow(deprecated, reason = "the standard keeps it; only the description that web-sys is made from does not")]
    transaction.commit()?;
    Ok(StartedTransaction { end: settled(&transaction, "complete", "abort"), reading: None })
}

fn put(store: &IdbObjectStore, (key, text): &(String, Option<String>)) -> Result<(), JsValue> {
    let key = JsValue::from_str(key);
    match text {
        Some(text) => store.put_with_key(&JsValue::from_str(text), &key).map(|_| ()),
        None => store.delete(&key).map(|_| ()),
    }
}

/// Returns the range of all keys with a prefix. No key contains U+FFFF, the last character of the basic multilingual
/// plane.
fn range(prefix: &str) -> Result<IdbKeyRange, JsValue> {
    IdbKeyRange::bound(&JsValue::from_str(prefix), &JsValue::from_str(&format!("{prefix}\u{ffff}")))
}

impl StartedTransaction {
    async fn finish(self) -> Result<Vec<(String, String)>, JsValue> {
        self.end.await?;
        let Some((keys, texts)) = self.reading else { return Ok(vec![]) };
        let (keys, texts) = (js_sys::Array::from(&keys.result()?), js_sys::Array::from(&texts.result()?));
        let pairs = keys.iter().zip(texts.iter());
        Ok(pairs.filter_map(|(key, text)| Some((key.as_string()?, text.as_string()?))).collect())
    }
}
