//! A simulated browser: its storage, its tabs, the leader lock, and its network.

use super::super::support::indexed_db::Write;
use super::network::Event;
use super::releases::Release;
use super::rng::SeededRng;
use super::uplink::Uplink;
use core_wasm::app::App;
use core_wasm::env::EntropySource;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::id::Id;
use std::collections::{BTreeMap, VecDeque};

/// A page of the app.
pub(super) struct Tab {
    pub(super) app: App,
    pub(super) entropy: EntropySource,
    /// Distinguishes this page from earlier ones in the same tab.
    pub(super) page: u64,
    pub(super) alarms: BTreeMap<Alarm, i64>,
    /// The live connection.
    pub(super) connection: Option<u64>,
    /// Events that wait until the browser unfreezes the page; `None` while it runs.
    pub(super) frozen: Option<Vec<Event>>,
    /// The release that the page runs, if not all pages run the same.
    pub(super) release: Option<Release>,
    /// Whether the page is hidden.
    pub(super) is_hidden: bool,
    /// The number of texts typed so far, to make every title unique.
    pub(super) typed_text_count: u64,
}

pub(super) struct Browser {
    /// Who is signed in.
    pub(super) account: Id,
    pub(super) tabs: Vec<Option<Tab>>,
    /// The local storage, which writes synchronously.
    pub(super) local: BTreeMap<String, String>,
    /// The committed contents of IndexedDB.
    pub(super) committed: BTreeMap<String, String>,
    /// Uncommitted writes, each with its page. A crash loses them.
    pub(super) writes: VecDeque<(u64, Write)>,
    /// Whether writes to IndexedDB fail.
    pub(super) has_failing_writes: bool,
    /// Whether they fail permanently, as in private mode.
    pub(super) is_private: bool,
    /// Whether the browser has Web Locks; without them every tab leads.
    pub(super) has_locks: bool,
    /// The tab that holds the lock.
    pub(super) leader: Option<usize>,
    pub(super) is_online: bool,
    /// The uplink, if it is slow.
    pub(super) uplink: Option<Uplink>,
    /// The error of the clock, in milliseconds.
    pub(super) skew: i64,
}

impl Browser {
    pub(super) fn new(account: Id, local: BTreeMap<String, String>, tabs: usize, rng: &mut SeededRng) -> Self {
        let is_private = rng.percent(3);
        Self {
            account,
            tabs: (0..tabs).map(|_| None).collect(),
            local,
            committed: BTreeMap::new(),
            writes: VecDeque::new(),
            has_failing_writes: is_private,
            is_private,
            has_locks: !rng.percent(10),
            leader: None,
            is_online: true,
            uplink: None,
            skew: rng.within(-300_000, 300_000),
        }
    }

    /// Reads from IndexedDB. A read waits for earlier writes, so it includes them.
    pub(super) fn read(&self, prefix: &str) -> Vec<(String, String)> {
        let mut texts = self.committed.clone();
        for (_, write) in &self.writes {
            write.apply(&mut texts);
        }
        texts
            .range(prefix.to_owned()..)
            .take_while(|(key, _)| key.starts_with(prefix))
            .map(|(k, t)| (k.clone(), t.clone()))
            .collect()
    }

    /// Commits the oldest write.
    pub(super) fn commit(&mut self) -> Option<Write> {
        let (_, write) = self.writes.pop_front()?;
        write.apply(&mut self.committed);
        Some(write)
    }

    /// Returns the page in a tab, unless it has been closed.
    pub(super) fn page(&mut self, tab: usize, page: u64) -> Option<&mut Tab> {
        self.tabs.get_mut(tab)?.as_mut().filter(|tab| tab.page == page)
    }
}
