//! The test vectors in `core-wasm/vectors/`: inputs of a page and the exact output of the core. Here they run natively;
//! `pkg/tests/vectors.test.ts` runs the same files in the built package.
//!
//! A vector is written by hand up to `expected` and `snapshot`.
//! `UPDATE_VECTORS=1 cargo test -p core-wasm --test vectors` writes those two into every file: review the diff before
//! you commit it. The inputs are:
//!
//! - `{"type": "intent", "intent": …}`: an intent, or any invalid value that a page might dispatch;
//! - `{"type": "answer", "request": "/boards/", "status": 200, "body": …}`: the response to the oldest open request
//!   whose path has this prefix; without a status the request fails;
//! - `{"type": "alarm", "alarm": "clock"}`: an alarm fires, which must be set;
//! - `{"type": "stored_elsewhere", "key": …, "value": …}`: another tab has written to the local storage;
//! - `{"type": "woken"}`: the page resumes;
//! - `{"type": "socket_opened"}`, `{"type": "socket_text", "message": …}` and
//!   `{"type": "socket_closed", "code": 1006}`: events of the live connection;
//! - `{"type": "reload"}`: the page is closed, and opened again with the stored data.
//!
//! The page is the only one in its browser, and reads from IndexedDB complete at once.

use core_wasm::app::{App, Input};
use core_wasm::env::EntropySource;
use core_wasm::protocol::effect::{Alarm, IoEffect, Step, UiEffect};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::intent::Intent;
use core_wasm::protocol::patch::Patch;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::Snapshot;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
struct Vector {
    /// A sentence about what the vector tests.
    about: String,
    /// The random seed, below 2^53 so that JavaScript can represent it.
    seed: u64,
    /// The offset from UTC in minutes, positive to the east.
    utc_offset: i32,
    /// The initial contents of the local storage.
    stored: BTreeMap<String, String>,
    steps: Vec<VectorStep>,
    /// The state at the end.
    #[serde(skip_deserializing)]
    snapshot: Option<Snapshot>,
}

#[derive(Serialize, Deserialize)]
struct VectorStep {
    /// The device's clock, in Unix milliseconds.
    now: i64,
    input: VectorInput,
    #[serde(skip_deserializing)]
    expected: Expected,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum VectorInput {
    Intent {
        intent: Value,
    },
    Answer {
        request: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        #[serde(default)]
        body: Value,
    },
    Alarm {
        alarm: Alarm,
    },
    StoredElsewhere {
        key: String,
        value: Option<String>,
    },
    Woken,
    SocketOpened,
    SocketText {
        message: Value,
    },
    SocketClosed {
        code: u16,
    },
    Reload,
}

#[derive(Default, Serialize)]
struct Expected {
    rejection: Option<Rejection>,
    patches: Vec<Patch>,
    effects: Vec<UiEffect>,
    requests: Vec<Request>,
    /// Writes to the local storage: keys and values; null removes the key.
    stored: Vec<(String, Option<String>)>,
    /// Writes to IndexedDB in the same form.
    #[serde(rename = "kept")]
    idb_writes: Vec<(String, Option<String>)>,
    /// Key prefixes to read from IndexedDB.
    loads: Vec<String>,
    #[serde(rename = "forgotten")]
    idb_prefix_deletes: Vec<String>,
    /// Events on the live connection, and the messages sent over it.
    live: Vec<String>,
    /// The broadcasts to other tabs.
    #[serde(rename = "told")]
    broadcasts: Vec<String>,
    /// Alarms with the milliseconds until they fire; null clears the alarm.
    alarms: Vec<(Alarm, Option<u32>)>,
    log: Vec<String>,
}

#[derive(Serialize)]
struct Request {
    method: String,
    path: String,
    bearer: Option<String>,
    body: Option<String>,
}

/// A page that runs a vector.
struct Page {
    app: App,
    entropy: EntropySource,
    storage: BTreeMap<String, String>,
    /// The contents of IndexedDB.
    kept: BTreeMap<String, String>,
    open: Vec<(u64, String)>,
    alarms: BTreeSet<Alarm>,
    /// Whether the page has claimed the sound lock. Its browser has no Web Locks: the page notifies the other tabs, and
    /// gets the lock a moment later.
    wants_sound_lock: bool,
}

/// The message to the other tabs of a browser without Web Locks when a tab claims the sound.
const SOUND_LOCK_TAKEN: &str = "bell taken";

impl Page {
    fn open(seed: u64, storage: BTreeMap<String, String>, kept: BTreeMap<String, String>) -> Self {
        let app = App::new(storage.clone());
        let (entropy, alarms) = (EntropySource::new(seed), BTreeSet::new());
        let mut page = Self { app, entropy, storage, kept, open: vec![], alarms, wants_sound_lock: false };
        let env = page.entropy.env(Timestamp::from_millis(0), 0);
        page.app.handle(Input::LeadAcquired, &env);
        page
    }

    /// Feeds the input of a step into the core.
    fn take(&mut self, vector: &Vector, step: &VectorStep) -> Step {
        let input = match &step.input {
            VectorInput::Intent { intent } => match Intent::deserialize(intent) {
                Ok(intent) => Input::Intent { intent },
                // The intent is invalid and refused at the boundary, before it reaches the core.
                Err(_) => return Step { rejection: Some(ErrorCode::BadIntent.into()), ..Step::default() },
            },
            VectorInput::Answer { request, status, body } => {
                let index = self.open.iter().position(|(_, path)| path.starts_with(request.as_str()));
                let index = index.unwrap_or_else(|| panic!("no request to {request} is open, but {:?}", self.open));
                let (id, _) = self.open.remove(index);
                let response = match status {
                    Some(status) => ApiResponse::Received { status: *status, body: body.to_string() },
                    None => ApiResponse::NetworkError,
                };
                Input::Response { id, response }
            }
            VectorInput::Alarm { alarm } => {
                assert!(self.alarms.remove(alarm), "{alarm:?} is not set");
                Input::Alarm { alarm: *alarm }
            }
            VectorInput::StoredElsewhere { key, value } => {
                match value {
                    Some(value) => _ = self.storage.insert(key.clone(), value.clone()),
                    None => _ = self.storage.remove(key),
                }
                Input::LocalStorageChanged { key: key.clone(), value: value.clone() }
            }
            VectorInput::Woken => Input::Online,
            VectorInput::SocketOpened => Input::SocketOpened,
            VectorInput::SocketText { message } => Input::SocketMessage { text: message.to_string() },
            VectorInput::SocketClosed { code } => Input::SocketClosed { code: *code },
            VectorInput::Reload => {
                *self = Self::open(vector.seed, std::mem::take(&mut self.storage), std::mem::take(&mut self.kept));
                return Step::default();
            }
        };
        let env = self.entropy.env(Timestamp::from_millis(step.now), vector.utc_offset);
        self.app.handle(input, &env)
    }

    /// Carries out the effects of a step, and delivers its reads from IndexedDB.
    fn run(&mut self, vector: &Vector, now: i64, step: Step) -> Expected {
        let mut expected = Expected { rejection: step.rejection.clone(), ..Expected::default() };
        self.run_one(step, &mut expected);
        let mut handed = 0;
        while let Some(prefix) = expected.loads.get(handed).cloned() {
            handed += 1;
            let entries = self.kept.range(prefix.clone()..).take_while(|(key, _)| key.starts_with(&prefix));
            let entries = entries.map(|(key, text)| (key.clone(), text.clone())).collect();
            let env = self.entropy.env(Timestamp::from_millis(now), vector.utc_offset);
            let step = self.app.handle(Input::IndexedDbRead { prefix, entries }, &env);
            self.run_one(step, &mut expected);
        }
        if std::mem::take(&mut self.wants_sound_lock) {
            let env = self.entropy.env(Timestamp::from_millis(now), vector.utc_offset);
            let step = self.app.handle(Input::SoundLockChanged { is_held: true }, &env);
            self.run_one(step, &mut expected);
        }
        expected
    }

    fn run_one(&mut self, step: Step, expected: &mut Expected) {
        expected.patches.extend(step.patches);
        expected.effects.extend(step.ui_effects);
        for effect in step.io_effects {
            match effect {
                IoEffect::Fetch { id, method, path, bearer, body } => {
                    self.open.push((id, path.clone()));
                    expected.requests.push(Request { method, path, bearer, body });
                }
                IoEffect::FetchFile { id, path, bearer } => {
                    self.open.push((id, path.clone()));
                    expected.requests.push(Request { method: "GET".to_owned(), path, bearer, body: None });
                }
                IoEffect::RefreshTokens { id, path, body, .. } => {
                    self.open.push((id, path.clone()));
                    let request = Request { method: "POST".to_owned(), path, bearer: None, body: Some(body) };
                    expected.requests.push(request);
                }
                IoEffect::SetLocalStorage { key, value } => {
                    self.storage.insert(key.clone(), value.clone());
                    expected.stored.push((key, Some(value)));
                }
                IoEffect::RemoveLocalStorage { key } => {
                    self.storage.remove(&key);
                    expected.stored.push((key, None));
                }
                IoEffect::WriteIndexedDb { entries } => {
                    for (key, text) in &entries {
                        match text {
                            Some(text) => _ = self.kept.insert(key.clone(), text.clone()),
                            None => _ = self.kept.remove(key),
                        }
                    }
                    expected.idb_writes.extend(entries);
                }
                IoEffect::ReadIndexedDb { prefix } => expected.loads.push(prefix),
                IoEffect::DeleteIndexedDbPrefix { prefix } => {
                    self.kept.retain(|key, _| !key.starts_with(&prefix));
                    expected.idb_prefix_deletes.push(prefix);
                }
                IoEffect::OpenSocket => expected.live.push("open".to_owned()),
                IoEffect::SendSocket { text } => expected.live.push(text),
                IoEffect::CloseSocket => expected.live.push("close".to_owned()),
                IoEffect::Broadcast { message } => expected.broadcasts.push(message),
                IoEffect::SetAlarm { alarm, after } => {
                    self.alarms.insert(alarm);
                    expected.alarms.push((alarm, Some(after)));
                }
                IoEffect::ClearAlarm { alarm } => {
                    self.alarms.remove(&alarm);
                    expected.alarms.push((alarm, None));
                }
                IoEffect::SendFile { id, method, path, bearer, file } => {
                    self.open.push((id, path.clone()));
                    let body = Some(format!("file {file}"));
                    expected.requests.push(Request { method, path, bearer, body });
                }
                IoEffect::ReleaseFile { .. } => {}
                IoEffect::AcquireLead | IoEffect::RetryIndexedDbWrite { .. } => {}
                IoEffect::AcquireSoundLock => {
                    self.wants_sound_lock = true;
                    expected.broadcasts.push(SOUND_LOCK_TAKEN.to_owned());
                }
                IoEffect::Log { message } => expected.log.push(message),
            }
        }
    }
}

/// Returns the text of a vector file with the core's output filled in.
fn filled_in(text: &str) -> String {
    let mut vector: Vector = serde_json::from_str(text).expect("a vector of the shape above");
    let mut page = Page::open(vector.seed, vector.stored.clone(), BTreeMap::new());
    for index in 0..vector.steps.len() {
        let step = page.take(&vector, &vector.steps[index]);
        vector.steps[index].expected = page.run(&vector, vector.steps[index].now, step);
    }
    vector.snapshot = Some(page.app.snapshot());
    serde_json::to_string_pretty(&vector).expect("a vector can be written") + "\n"
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of the vectors")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files
}

#[test]
fn p5_every_vector_matches_its_file() {
    assert!(files().len() >= 9, "the vectors are missing");
    for file in files() {
        let text = fs::read_to_string(&file).expect("a readable file");
        let filled_in = filled_in(&text);
        if std::env::var_os("UPDATE_VECTORS").is_some() {
            fs::write(&file, filled_in).expect("a writable file");
            continue;
        }
        let first = text.lines().zip(filled_in.lines()).position(|(one, other)| one != other);
        assert!(text == filled_in, "{} differs from line {:?} on", file.display(), first.map(|line| line + 1));
    }
}

#[test]
fn p5_mismatching_vectors_are_detected() {
    let right = filled_in(&fs::read_to_string(&files()[0]).expect("a readable file"));
    let wrong = right.replacen("\"rejection\": null", "\"rejection\": 7", 1);
    assert_ne!(wrong, right);
    assert_eq!(filled_in(&wrong), right);
}
