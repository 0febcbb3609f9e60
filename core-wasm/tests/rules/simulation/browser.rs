//! A browser: its storages, its tabs, the lock that one of them holds, and whether it has a network.

use super::super::support::indexed_db::Write;
use super::network::Event;
use super::rng::SeededRng;
use core_wasm::app::App;
use core_wasm::env::EntropySource;
use core_wasm::protocol::effect::Alarm;
use std::collections::{BTreeMap, VecDeque};

/// A page of the app.
pub(super) struct Tab {
    pub(super) app: App,
    pub(super) entropy: EntropySource,
    /// Tells this page from those that were in the tab before.
    pub(super) page: u64,
    pub(super) alarms: BTreeMap<Alarm, i64>,
    /// The live connection.
    pub(super) connection: Option<u64>,
    /// What waits until the browser lets the page run again; `None` while it runs.
    pub(super) frozen: Option<Vec<Event>>,
    /// What was typed so far, so that every title is another.
    pub(super) typed: u64,
}

pub(super) struct Browser {
    pub(super) tabs: Vec<Option<Tab>>,
    /// The local storage: it keeps at once.
    pub(super) local: BTreeMap<String, String>,
    /// What IndexedDB has for good.
    pub(super) kept: BTreeMap<String, String>,
    /// What it was asked to keep, by which page, and would lose in a crash.
    pub(super) writes: VecDeque<(u64, Write)>,
    /// Whether IndexedDB refuses to keep anything.
    pub(super) refuses: bool,
    /// Whether it does for good.
    pub(super) is_private: bool,
    /// Whether the browser has Web Locks; without them every tab leads.
    pub(super) has_locks: bool,
    /// The tab that holds the lock.
    pub(super) leader: Option<usize>,
    pub(super) is_online: bool,
    /// How far the clock is off, in milliseconds.
    pub(super) skew: i64,
}

impl Browser {
    pub(super) fn new(local: BTreeMap<String, String>, tabs: usize, rng: &mut SeededRng) -> Self {
        let is_private = rng.percent(3);
        Self {
            tabs: (0..tabs).map(|_| None).collect(),
            local,
            kept: BTreeMap::new(),
            writes: VecDeque::new(),
            refuses: is_private,
            is_private,
            has_locks: !rng.percent(10),
            leader: None,
            is_online: true,
            skew: rng.within(-300_000, 300_000),
        }
    }

    /// What a read of IndexedDB finds: reads wait for the writes that were asked for before them.
    pub(super) fn read(&self, prefix: &str) -> Vec<(String, String)> {
        let mut texts = self.kept.clone();
        for (_, write) in &self.writes {
            write.apply(&mut texts);
        }
        texts
            .range(prefix.to_owned()..)
            .take_while(|(key, _)| key.starts_with(prefix))
            .map(|(k, t)| (k.clone(), t.clone()))
            .collect()
    }

    /// The oldest write is there for good.
    pub(super) fn commit(&mut self) -> Option<Write> {
        let (_, write) = self.writes.pop_front()?;
        write.apply(&mut self.kept);
        Some(write)
    }

    /// The page in a tab, unless it has been left.
    pub(super) fn page(&mut self, tab: usize, page: u64) -> Option<&mut Tab> {
        self.tabs.get_mut(tab)?.as_mut().filter(|tab| tab.page == page)
    }
}
