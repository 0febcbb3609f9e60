//! Pages in tabs: they are opened, frozen and closed, and one of each browser leads.

use super::World;
use crate::simulation::browser::Tab;
use crate::simulation::network::{Event, PageId};
use crate::simulation::releases::{EARLIER, Release};
use crate::simulation::scenario::Scenario;
use crate::support::intent;
use core_wasm::app::{App, Input};
use core_wasm::env::EntropySource;
use serde_json::json;
use std::collections::BTreeMap;

/// The delay before the browser grants the lock, in milliseconds.
const LOCK_DELAY_MS: i64 = 3;

impl World {
    /// Freezes a page: it receives no events for a while.
    pub(super) fn freeze(&mut self, browser: usize, tab: usize) {
        let Some(page) = self.browsers[browser].tabs[tab].as_mut().filter(|page| page.frozen.is_none()) else { return };
        page.frozen = Some(vec![]);
        let page_id = PageId { browser, tab, page: page.page };
        self.schedule_within(2_000, 70_000, Event::Unfreeze { page_id });
    }

    /// Freezes the leading tab of a browser for seconds to minutes.
    pub(super) fn freeze_leader(&mut self, browser: usize) {
        if self.now >= self.ends_at {
            return;
        }
        self.schedule_within(2_000, 30_000, Event::FreezeLeader { browser });
        let Some(tab) = self.browsers[browser].leader else { return };
        let Some(page) = self.browsers[browser].tabs[tab].as_mut().filter(|page| page.frozen.is_none()) else { return };
        page.frozen = Some(vec![]);
        let page_id = PageId { browser, tab, page: page.page };
        let longest = [3_000, 25_000, 60_000, 180_000][self.rng.below(4)];
        let at = self.now + self.rng.within(500, longest);
        self.schedule_at(at.min(self.ends_at + 60_000), Event::Unfreeze { page_id });
    }

    /// Reloads all pages of earlier releases, which then run the latest one, and makes the others visible: a hidden page
    /// does not watch the leader.
    pub(super) fn update_pages(&mut self) {
        for page_id in self.open_pages() {
            if self.page(page_id).is_some_and(|page| page.release != Some(Release::Latest)) {
                self.close_page(page_id.browser, page_id.tab, false);
                self.open_page_of(page_id.browser, page_id.tab, Some(Release::Latest));
            } else {
                self.feed_unless_frozen(page_id.browser, page_id.tab, Input::PageVisible);
            }
        }
    }

    /// Unfreezes a page: waiting events are delivered. Its own alarms and responses may come before messages from other
    /// tabs.
    pub(super) fn unfreeze(&mut self, page_id: PageId) {
        let Some(waiting) = self.page(page_id).and_then(|page| page.frozen.take()) else { return };
        let is_late = |event: &Event| {
            matches!(event, Event::Channel { .. } | Event::LeadAcquired { .. } | Event::LeadLost { .. })
        };
        let (late, mut first): (Vec<Event>, Vec<Event>) = match self.rng.percent(50) {
            true => waiting.into_iter().partition(is_late),
            false => (vec![], waiting),
        };
        first.insert(0, Event::Resumed { page_id });
        for event in first.into_iter().chain(late) {
            self.schedule_at(self.now, event);
        }
    }

    /// Gives a page the lock, and takes it from the tab that holds it.
    pub(super) fn take_lead(&mut self, page_id: PageId) {
        let here = &mut self.browsers[page_id.browser];
        if !here.has_locks || here.leader == Some(page_id.tab) {
            return;
        }
        let former = here.leader.replace(page_id.tab);
        let former = former.and_then(|tab| Some(PageId { tab, page: here.tabs[tab].as_ref()?.page, ..page_id }));
        if let Some(former) = former {
            self.schedule_at(self.now + LOCK_DELAY_MS, Event::LeadLost { page_id: former });
        }
        self.schedule_at(self.now + LOCK_DELAY_MS, Event::LeadAcquired { page_id });
    }

    /// Opens a page with the browser's stored data.
    pub(super) fn open_page(&mut self, browser: usize, tab: usize) {
        let release = match self.scenario {
            Scenario::VersionSkew if self.rng.percent(50) => Some(EARLIER[self.rng.below(EARLIER.len())]),
            Scenario::VersionSkew => Some(Release::Latest),
            _ => None,
        };
        self.open_page_of(browser, tab, release);
    }

    fn open_page_of(&mut self, browser: usize, tab: usize, release: Option<Release>) {
        self.sequence += 1;
        let page = self.sequence;
        let here = &mut self.browsers[browser];
        let app = App::new(here.local.clone());
        let entropy = EntropySource::new(page.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ self.rng.next());
        here.tabs[tab] = Some(Tab {
            app,
            entropy,
            page,
            alarms: BTreeMap::new(),
            connection: None,
            frozen: None,
            release,
            is_hidden: false,
            typed_text_count: 0,
        });
        let page_id = PageId { browser, tab, page };
        if !here.has_locks || here.leader.is_none() {
            here.leader = Some(tab);
            self.schedule_at(self.now + LOCK_DELAY_MS, Event::LeadAcquired { page_id });
        }
        let intent = intent(json!({ "type": "start", "path": "/app/b", "time_zone": "Europe/Berlin" }));
        self.feed(page_id, Input::Intent { intent });
        if self.browsers[browser].has_failing_writes {
            self.schedule_at(self.now + 1, Event::Refused { page_id, write: None });
        }
    }

    /// Closes a page, and opens another one if `opens_again`. Its uncommitted writes to IndexedDB may be lost.
    pub(super) fn close_page(&mut self, browser: usize, tab: usize, opens_again: bool) {
        let Some(left) = self.browsers[browser].tabs[tab].take() else { return };
        if let Some(connection) = left.connection {
            self.connections.remove(&connection);
        }
        if self.rng.percent(50) {
            // The scheduled commits then find other pages' writes, or nothing.
            self.browsers[browser].writes.retain(|(page, _)| *page != left.page);
        }
        if self.browsers[browser].has_locks && self.browsers[browser].leader == Some(tab) {
            let next = self.browsers[browser].tabs.iter().position(Option::is_some);
            self.browsers[browser].leader = next;
            if let Some(next) = next {
                let page = self.browsers[browser].tabs[next].as_ref().map_or(0, |tab| tab.page);
                self.schedule_at(
                    self.now + LOCK_DELAY_MS,
                    Event::LeadAcquired { page_id: PageId { browser, tab: next, page } },
                );
            }
        }
        if opens_again {
            self.open_page(browser, tab);
        }
    }

    /// Crashes the browser: all uncommitted data is lost.
    pub(super) fn crash(&mut self, browser: usize) {
        self.browsers[browser].writes.clear();
        for tab in 0..self.browsers[browser].tabs.len() {
            if let Some(connection) = self.browsers[browser].tabs[tab].take().and_then(|tab| tab.connection) {
                self.connections.remove(&connection);
            }
        }
        self.browsers[browser].leader = None;
        for tab in 0..self.browsers[browser].tabs.len() {
            self.open_page(browser, tab);
        }
    }
}
