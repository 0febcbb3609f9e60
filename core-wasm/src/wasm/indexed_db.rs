//! IndexedDB: one store of texts by key. Writes are handed to the browser in the moment in which the core asks for them, each
//! as one transaction: it runs them in that order, also when the page closes right after.
//!
//! Where there is none (Node), or the browser refuses (a full disk, a private window), the core is told what was not kept, and
//! tries again later.

use super::runtime::Runtime;
use crate::app::Input;
use gloo_timers::callback::Timeout;
use idb::{
    Database, DatabaseEvent, Error, Event, Factory, KeyRange, ObjectStore, Request, Transaction, TransactionMode,
    TransactionResult,
};
use js_sys::JsString;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

const DATABASE: &str = "twentyfour";
const STORE: &str = "texts";
/// How long the browser may take to open the database before the page goes on without it.
const OPEN_TIMEOUT_MS: u32 = 10_000;

/// Something to do.
pub(super) enum Job {
    /// Keep and forget texts, all or none.
    Write {
        /// The keys, each with its text, or with none to forget it.
        entries: Vec<(String, Option<String>)>,
        /// Whether the core waits to hear that they are kept.
        is_retry: bool,
        /// The number of the write.
        number: u64,
    },
    /// Read all texts whose keys begin so.
    Read(String),
    /// Forget all texts whose keys begin so.
    DeletePrefix(String),
}

impl Job {
    /// Keeps and forgets texts, all or none.
    pub(super) fn write(entries: Vec<(String, Option<String>)>) -> Self {
        Self::Write { entries, is_retry: false, number: 0 }
    }
}

/// The database of one page.
#[derive(Default)]
pub(super) struct IndexedDb {
    database: RefCell<Option<Database>>,
    /// What waits until the database is open.
    jobs: RefCell<Vec<Job>>,
    open_timeout: RefCell<Option<Timeout>>,
    is_unavailable: Cell<bool>,
    last_number: Cell<u64>,
    /// The number of the last write of each key, while any write has not ended: a write that fails is given back without what a
    /// later one has replaced.
    last_writes: RefCell<BTreeMap<String, u64>>,
    /// How many writes have not ended.
    writes: Cell<u32>,
    runtime: RefCell<Weak<Runtime>>,
}

impl IndexedDb {
    /// Tells this runtime what comes of it.
    pub(super) fn set_runtime(&self, runtime: &Weak<Runtime>) {
        *self.runtime.borrow_mut() = runtime.clone();
    }

    /// Does something: now, or once the database is open.
    pub(super) fn run(self: &Rc<Self>, mut job: Job) {
        self.number_write(&mut job);
        self.run_job(job, false);
    }

    /// Keeps what could not be kept before, on a new connection.
    pub(super) fn retry_write(self: &Rc<Self>, entries: Vec<(String, Option<String>)>) {
        self.is_unavailable.set(false);
        if let Some(database) = self.database.take() {
            database.close();
        }
        self.run(Job::Write { entries, is_retry: true, number: 0 });
    }

    /// Numbers a write.
    fn number_write(&self, job: &mut Job) {
        let next = self.last_number.get() + 1;
        let mut last_writes = self.last_writes.borrow_mut();
        match job {
            Job::Write { entries, number, .. } => {
                *number = next;
                last_writes.extend(entries.iter().map(|(key, _)| (key.clone(), next)));
            }
            Job::DeletePrefix(prefix) => {
                last_writes
                    .iter_mut()
                    .filter(|(key, _)| key.starts_with(prefix.as_str()))
                    .for_each(|(_, last)| *last = next);
            }
            Job::Read(_) => return,
        }
        self.last_number.set(next);
        self.writes.update(|writes| writes + 1);
    }

    /// A write has ended, either way.
    fn write_ended(&self) {
        self.writes.update(|writes| writes.saturating_sub(1));
        if self.writes.get() == 0 {
            self.last_writes.borrow_mut().clear();
        }
    }

    /// Does something. What fails on a connection that was opened for it is given up: opening once more would change nothing.
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
                        // Nothing is lost by reading once more, and much by taking the storage for empty.
                        Err(_) if matches!(job, Job::Read(_)) && !is_fresh => this.run_job(job, true),
                        Err(_) => this.on_failure(job),
                    }
                });
            }
            Some(Err(_)) if is_fresh => self.on_failure(job),
            // The browser has closed the connection, such as after the machine slept: it is opened again.
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
                // A newer version of the app, in another tab, waits for this one to let go.
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
            Job::Read(prefix) => self.feed(Input::IndexedDbRead { prefix, entries }),
            Job::Write { is_retry, .. } => {
                self.write_ended();
                if is_retry {
                    self.feed(Input::StorageRecovered);
                }
            }
            Job::DeletePrefix(_) => self.write_ended(),
        }
    }

    /// Tells the core that something was not kept, or could not be read. Later, as everything of IndexedDB: the core is at
    /// work now.
    fn on_failure(self: &Rc<Self>, job: Job) {
        let this = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let failed = |entries, deleted_prefix| Input::StorageFailed { entries, deleted_prefix };
            match job {
                Job::Read(prefix) => {
                    this.feed(failed(vec![], None));
                    this.feed(Input::IndexedDbRead { prefix, entries: vec![] });
                }
                Job::Write { mut entries, number, .. } => {
                    entries.retain(|(key, _)| this.last_writes.borrow().get(key).is_none_or(|last| *last == number));
                    this.write_ended();
                    this.feed(failed(entries, None));
                }
                Job::DeletePrefix(prefix) => {
                    this.write_ended();
                    this.feed(failed(vec![], Some(prefix)));
                }
            }
        });
    }

    fn feed(&self, input: Input) {
        let runtime = self.runtime.borrow().upgrade();
        if let Some(runtime) = runtime {
            runtime.feed(input);
        }
    }
}

/// Lets go of the database. What comes next opens it again.
fn close_database(this: &Weak<IndexedDb>) {
    if let Some(database) = this.upgrade().and_then(|this| this.database.replace(None)) {
        database.close();
    }
}

async fn open() -> Result<Database, Error> {
    let mut request = Factory::new()?.open(DATABASE, Some(1))?;
    request.on_upgrade_needed(|event| {
        let made = event.database().and_then(|database| database.create_object_store(STORE, Default::default()));
        if made.is_err()
            && let Some(upgrade) = event.target().ok().and_then(|request| request.transaction())
        {
            // A database without its store would stay so for good: without the upgrade the opening fails.
            _ = upgrade.abort();
        }
    });
    request.await
}

/// A transaction that the browser has.
struct StartedTransaction {
    transaction: Transaction,
    /// The keys and the texts that are read.
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
    // Left to end by itself, a transaction is given up when the page goes before its turn has come.
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

/// All keys that begin so: none has a character behind the last of the basic plane.
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
