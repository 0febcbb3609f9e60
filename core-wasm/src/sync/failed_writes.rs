//! Writes that the browser's storage failed to apply. They stay in memory and are retried with a backoff, so that the
//! stored data ends up as if no write had failed (SPEC Y38).

use super::backoff;
use crate::context::Context;
use crate::env::Env;
use crate::map::Map;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::stored::idb_key;

/// Values by key; `None` deletes the key.
pub(crate) type Writes = Vec<(String, Option<String>)>;

/// The writes to apply once the storage works again.
#[derive(Debug, Default)]
pub(crate) struct FailedWrites {
    entries: Map<String, Option<String>>,
    /// Key prefixes that are deleted before the entries are written.
    deleted_prefixes: Vec<String>,
    /// The entries of the latest retry, until it succeeds.
    in_flight: Map<String, Option<String>>,
    failures: u32,
    /// Whether the alarm of the next retry is set.
    is_retry_scheduled: bool,
}

impl FailedWrites {
    /// Records writes, and then deletions by prefix, while the storage does not work.
    pub(crate) fn record(&mut self, entries: Writes, deleted_prefixes: &[String]) {
        self.entries.extend(entries);
        for prefix in deleted_prefixes {
            for pending in [&mut self.entries, &mut self.in_flight] {
                pending.retain(|key, _| !key.starts_with(prefix.as_str()));
            }
            if !self.deleted_prefixes.contains(prefix) {
                self.deleted_prefixes.push(prefix.clone());
            }
        }
    }

    /// Returns whether the user's changes are among the writes.
    pub(crate) fn has_changes(&self) -> bool {
        self.entries.iter().any(|(key, text)| text.is_some() && idb_key::is_outbox_entry(key))
    }

    /// Drops the values of keys that another tab has deleted meanwhile.
    pub(crate) fn forget(&mut self, is_deleted: impl Fn(&str) -> bool) {
        self.entries.retain(|key, text| text.is_none() || !is_deleted(key));
    }

    /// Records writes that have failed, and schedules a retry. Newer writes to the same keys take precedence.
    pub(crate) fn on_failure(&mut self, entries: Writes, deleted_prefix: Option<String>, env: &Env, ctx: &mut Context) {
        for (key, text) in entries {
            self.entries.get_or_insert_with(key, || text);
        }
        if let Some(prefix) = deleted_prefix.filter(|prefix| !self.deleted_prefixes.contains(prefix)) {
            self.deleted_prefixes.push(prefix);
        }
        if !std::mem::replace(&mut self.is_retry_scheduled, true) {
            self.failures = self.failures.saturating_add(1);
            let after = backoff::delay_ms(self.failures, env);
            ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::StorageRetry, after });
        }
    }

    /// Retries all writes in one batch, so that they cannot succeed only in part.
    pub(crate) fn retry(&mut self, ctx: &mut Context) {
        self.is_retry_scheduled = false;
        let deleted_prefixes = std::mem::take(&mut self.deleted_prefixes);
        ctx.step
            .io_effects
            .extend(deleted_prefixes.into_iter().map(|prefix| IoEffect::DeleteIndexedDbPrefix { prefix }));
        self.in_flight = std::mem::take(&mut self.entries);
        let entries = self.in_flight.clone().into_iter().collect();
        ctx.step.io_effects.push(IoEffect::RetryIndexedDbWrite { entries });
    }

    /// Emits the writes that were recorded since the retry that has now succeeded.
    pub(crate) fn on_success(&mut self, ctx: &mut Context) {
        let Self { mut entries, deleted_prefixes, in_flight, is_retry_scheduled, .. } = std::mem::take(self);
        if !deleted_prefixes.is_empty() {
            // A deletion that failed during the retry is repeated now and could also delete the retry's entries, so
            // these are written again after it.
            for (key, text) in in_flight {
                entries.get_or_insert_with(key, || text);
            }
        }
        if is_retry_scheduled {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::StorageRetry });
        }
        ctx.step
            .io_effects
            .extend(deleted_prefixes.into_iter().map(|prefix| IoEffect::DeleteIndexedDbPrefix { prefix }));
        _ = ctx.idb_writes.splice(0..0, entries);
    }
}
