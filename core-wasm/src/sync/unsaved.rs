//! Writes that the browser's storage did not take. They wait in memory and are tried again after pauses, so that the storage ends as
//! if it had never failed (SPEC Y38).

use super::pause;
use crate::call::Turn;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use std::collections::BTreeMap;

/// Texts by key, and `None` for keys that are to be removed.
pub type Writes = Vec<(String, Option<String>)>;

/// What is to be written once the storage works again.
#[derive(Debug, Default)]
pub struct UnsavedWrites {
    entries: BTreeMap<String, Option<String>>,
    /// Prefixes of keys that are removed before the entries are written.
    forgotten: Vec<String>,
    /// The entries of the last try, until it has succeeded.
    retried: BTreeMap<String, Option<String>>,
    failures: u32,
    /// Whether the alarm of the next try is set.
    is_waiting: bool,
}

impl UnsavedWrites {
    /// Records what was to be written while the storage does not work, and then removed by prefix.
    pub fn record(&mut self, entries: &[(String, Option<String>)], forgotten: &[String]) {
        self.entries.extend(entries.iter().cloned());
        for prefix in forgotten {
            for waiting in [&mut self.entries, &mut self.retried] {
                waiting.retain(|key, _| !key.starts_with(prefix.as_str()));
            }
            if !self.forgotten.contains(prefix) {
                self.forgotten.push(prefix.clone());
            }
        }
    }

    /// Takes writes back that have failed, and tries again after a pause. What was recorded since then stands.
    pub fn on_failure(&mut self, entries: Writes, forgotten: Option<String>, env: &Env, turn: &mut Turn) {
        for (key, text) in entries {
            self.entries.entry(key).or_insert(text);
        }
        if let Some(prefix) = forgotten.filter(|prefix| !self.forgotten.contains(prefix)) {
            self.forgotten.push(prefix);
        }
        if !std::mem::replace(&mut self.is_waiting, true) {
            self.failures = self.failures.saturating_add(1);
            let after = pause::after(self.failures, env);
            turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Storage, after });
        }
    }

    /// Tries again: all at once, so that a half never stays.
    pub fn retry(&mut self, turn: &mut Turn) {
        self.is_waiting = false;
        let forgotten = std::mem::take(&mut self.forgotten);
        turn.step.io.extend(forgotten.into_iter().map(|prefix| IoEffect::Forget { prefix }));
        self.retried = std::mem::take(&mut self.entries);
        let entries = self.retried.clone().into_iter().collect();
        turn.step.io.push(IoEffect::KeepAgain { entries });
    }

    /// The storage works again: what was recorded meanwhile is written now.
    pub fn on_success(&mut self, turn: &mut Turn) {
        let Self { mut entries, forgotten, retried, is_waiting, .. } = std::mem::take(self);
        if !forgotten.is_empty() {
            // A removal that failed comes after the entries of the last try, which it must not take with it.
            for (key, text) in retried {
                entries.entry(key).or_insert(text);
            }
        }
        if is_waiting {
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Storage });
        }
        turn.step.io.extend(forgotten.into_iter().map(|prefix| IoEffect::Forget { prefix }));
        _ = turn.kept.splice(0..0, entries);
    }
}
