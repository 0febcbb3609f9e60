//! Faults of the network, the server, the storage and the clocks.

use super::World;
use crate::simulation::network::{Event, PageId};
use core_wasm::app::Input;
use core_wasm::protocol::live::close;
use core_wasm::protocol::response::ApiResponse;

impl World {
    pub(super) fn inject_fault(&mut self) {
        if self.now >= self.ends_at {
            return;
        }
        self.schedule_within(200, 6_000, Event::Fault);
        let browser = self.rng.below(self.browsers.len());
        let tab = self.rng.below(self.browsers[browser].tabs.len());
        match self.rng.below(15) {
            0..=2 => self.close_page(browser, tab, true),
            3 => self.crash(browser),
            4 | 5 => self.disconnect(browser),
            6 | 7 => self.connect(browser),
            8 => self.restart_server(),
            // Pages that are hidden when the network becomes reliable must sync too.
            9 => self.feed_unless_frozen(browser, tab, Input::PageHidden),
            10 => self.feed_unless_frozen(browser, tab, Input::PageVisible),
            11 | 12 => self.freeze(browser, tab),
            // The disk is full, or has space again.
            13 => self.browsers[browser].has_failing_writes = self.browsers[browser].is_private || self.rng.percent(50),
            _ => self.browsers[browser].skew = self.rng.within(-600_000, 600_000),
        }
    }

    /// Makes a page visible or hidden.
    pub(super) fn feed_unless_frozen(&mut self, browser: usize, tab: usize, input: Input) {
        let running = self.browsers[browser].tabs[tab].as_mut().filter(|page| page.frozen.is_none());
        if let Some(page) = running {
            page.is_hidden = matches!(input, Input::PageHidden);
            let page = page.page;
            self.feed(PageId { browser, tab, page }, input);
        }
    }

    pub(super) fn disconnect(&mut self, browser: usize) {
        self.browsers[browser].is_online = false;
        let open: Vec<(u64, PageId)> = self
            .connections
            .iter()
            .filter(|(_, open)| open.page_id.browser == browser)
            .map(|(connection, open)| (*connection, open.page_id))
            .collect();
        for (connection, page_id) in open {
            self.connections.remove(&connection);
            // A page may notice this much later.
            self.schedule_within(1, 20_000, Event::Closed { page_id, connection, code: 1006 });
        }
    }

    pub(super) fn connect(&mut self, browser: usize) {
        if std::mem::replace(&mut self.browsers[browser].is_online, true) {
            return;
        }
        for tab in 0..self.browsers[browser].tabs.len() {
            let Some(page) = self.browsers[browser].tabs[tab].as_ref().map(|tab| tab.page) else { continue };
            self.schedule_at(self.now, Event::Resumed { page_id: PageId { browser, tab, page } });
        }
    }

    /// Restarts the server: it keeps its data and loses everything in flight.
    pub(super) fn restart_server(&mut self) {
        for (connection, open) in std::mem::take(&mut self.connections) {
            let event = Event::Closed { page_id: open.page_id, connection, code: close::GOING_AWAY };
            self.schedule_within(1, 100, event);
        }
        let requests: Vec<(i64, u64)> =
            self.events.iter().filter(|(_, event)| matches!(event, Event::Request { .. })).map(|(at, _)| *at).collect();
        for at in requests {
            if let Some(Event::Request { page_id, request, is_answered: true, .. }) = self.events.remove(&at) {
                self.schedule_within(
                    1,
                    50,
                    Event::Response { page_id, id: request.id, response: ApiResponse::NetworkError },
                );
            }
        }
    }

    pub(super) fn make_network_reliable(&mut self) {
        self.is_network_reliable = true;
        // Clocks are corrected, up to the usual error of devices.
        for browser in 0..self.browsers.len() {
            self.browsers[browser].skew = self.rng.within(-2_000, 2_000);
            self.browsers[browser].has_failing_writes = self.browsers[browser].is_private;
            self.connect(browser);
        }
    }
}
