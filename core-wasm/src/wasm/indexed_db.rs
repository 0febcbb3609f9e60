//! IndexedDB: one object store of texts by key. Each write is handed to the browser as one transaction as soon as the
//! core requests it. The browser runs transactions in that order, even if the page closes immediately afterwards.
//!
//! If there is no IndexedDB (Node.js), or if the browser refuses it (disk full, private window), the core receives what
//! was not stored and retries later.

use super::InputSink;
use crate::app::Input;
use crate::map::Map;
use gloo_timers::callback::Timeout;
use idb::{
    Database, DatabaseEvent, Error, Event, Factory, KeyRange, ObjectStore, Request, Transaction, TransactionMode,
    TransactionResult,
};
use js_sys::JsString;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

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
    database: RefCell<Option<Database>>,
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
            database: RefCell::default(),
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
        if let Some(database) = self.database.take() {
            database.close();
        }
        self.run(Job::Write { entries, is_retry: true, number: 0 });
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
        let transaction = self.database.borrow().as_ref().map(|database| start_transaction(database, &job));
        match transaction {
            Some(Ok(transaction)) => {
                let this = self.clone();
                wasm_bindgen_futures::spawn_local(async move {
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
                self.database.replace(None);
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
        wasm_bindgen_futures::spawn_local(async move {
            let database = open().await.ok();
            this.on_opened(database);
        });
    }

    fn on_opened(self: &Rc<Self>, database: Option<Database>) {
        if self.open_timeout.replace(None).is_none() {
            return;
        }
        match database {
            Some(mut database) => {
                let this = Rc::downgrade(self);
                database.on_close(move |_| close_database(&this));
                let this = Rc::downgrade(self);
                // A newer version of the app in another tab waits for this connection to close.
                database.on_version_change(move |_| close_database(&this));
                self.database.replace(Some(database));
            }
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
        wasm_bindgen_futures::spawn_local(async move {
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

/// Closes the connection. The next job opens it again.
fn close_database(this: &Weak<IndexedDb>) {
    if let Some(database) = this.upgrade().and_then(|this| this.database.replace(None)) {
        database.close();
    }
}

async fn open() -> Result<Database, Error> {
    let mut request = Factory::new()?.open(DATABASE, Some(1))?;
    request.on_upgrade_needed(|event| {
        let created = event.database().and_then(|database| database.create_object_store(STORE, Default::default()));
        if created.is_err()
            && let Some(upgrade) = event.target().ok().and_then(|request| request.transaction())
        {
            // Without its object store the database would stay unusable. Aborting the upgrade makes opening it fail
            // instead.
            _ = upgrade.abort();
        }
    });
    request.await
}

/// A transaction that has been handed to the browser.
struct StartedTransaction {
    transaction: Transaction,
    /// The keys and texts of a read.
    reading: Option<(idb::request::GetAllKeysStoreRequest, idb::request::GetAllStoreRequest)>,
}

fn start_transaction(database: &Database, job: &Job) -> Result<StartedTransaction, Error> {
    let mode = if matches!(job, Job::Read(_)) { TransactionMode::ReadOnly } else { TransactionMode::ReadWrite };
    let transaction = database.transaction(&[STORE], mode)?;
    let store = transaction.object_store(STORE)?;
    let mut reading = None;
    match job {
        Job::Write { entries, .. } => entries.iter().try_for_each(|entry| put(&store, entry))?,
        Job::Read(prefix) => {
            let range = range(prefix)?;
            reading =
                Some((store.get_all_keys(Some(range.clone().into()), None)?, store.get_all(Some(range.into()), None)?));
        }
        Job::DeletePrefix(prefix) => _ = store.delete(range(prefix)?)?,
    }
    // A transaction without an explicit commit is aborted if the page closes before it runs.
    let transaction = if reading.is_none() { transaction.commit()? } else { transaction };
    Ok(StartedTransaction { transaction, reading })
}

fn put(store: &ObjectStore, (key, text): &(String, Option<String>)) -> Result<(), Error> {
    let key = JsValue::from_str(key);
    match text {
        Some(text) => store.put(&JsValue::from_str(text), Some(&key)).map(|_| ()),
        None => store.delete(key).map(|_| ()),
    }
}

/// Returns the range of all keys with a prefix. No key contains U+FFFF, the last character of the basic multilingual
/// plane.
fn range(prefix: &str) -> Result<KeyRange, Error> {
    KeyRange::bound(&JsValue::from_str(prefix), &JsValue::from_str(&format!("{prefix}\u{ffff}")), None, None)
}

impl StartedTransaction {
    async fn finish(self) -> Result<Vec<(String, String)>, Error> {
        let mut read = vec![];
        if let Some((keys, texts)) = self.reading {
            let (keys, texts) = (keys.await?, texts.await?);
            let pairs = keys.into_iter().zip(texts);
            read = pairs.filter_map(|(key, text)| Some((key.as_string()?, text.as_string()?))).collect();
            return Ok(read);
        }
        match self.transaction.await? {
            TransactionResult::Committed => Ok(read),
            TransactionResult::Aborted => Err(Error::TransactionAbortError(JsString::from("aborted").into())),
        }
    }
}
