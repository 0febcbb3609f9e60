//! A browser with several tabs that share storage, one leader lock and a broadcast channel.

use super::device::Device;
use super::server::Server;
use super::{ada, signed_in};
use core_wasm::app::Input;

/// The tabs of one browser in which Ada is signed in. With locks the first tab leads, otherwise all do.
pub(crate) struct Browser {
    pub(crate) tabs: Vec<Device>,
    has_locks: bool,
}

impl Browser {
    /// Creates a browser with that many tabs.
    pub(crate) fn new(count: usize, has_locks: bool, server: &mut Server) -> Self {
        let mut browser = Self { tabs: vec![signed_in(ada())], has_locks };
        for _ in 1..count {
            browser.open(server);
        }
        browser
    }

    /// Opens another tab, and lets the server respond to its requests.
    pub(crate) fn open(&mut self, server: &mut Server) {
        let first = &self.tabs[0];
        let mut tab = Device::tab(first.now, first.storage.clone(), first.indexed_db.clone());
        if !self.has_locks {
            tab.feed(Input::LeadAcquired);
        }
        tab.start("/app");
        self.tabs.push(tab);
        let last = self.tabs.len() - 1;
        self.respond_until_idle(last, server);
    }

    /// Closes the first tab; the next one becomes the leader.
    pub(crate) fn close_first(&mut self) {
        self.tabs.remove(0);
        if self.has_locks {
            self.tabs[0].feed(Input::LeadAcquired);
        }
    }

    /// Delivers broadcasts between the tabs until there are none left.
    pub(crate) fn deliver_broadcasts(&mut self) {
        while let Some(speaker) = self.tabs.iter().position(|tab| !tab.broadcasts.is_empty()) {
            for message in std::mem::take(&mut self.tabs[speaker].broadcasts) {
                for (listener, tab) in self.tabs.iter_mut().enumerate() {
                    if listener != speaker {
                        tab.feed(Input::PeerMessage { message: message.clone() });
                    }
                }
            }
        }
    }

    /// Lets the server respond to a tab until it has no open requests, delivering broadcasts meanwhile.
    pub(crate) fn respond_until_idle(&mut self, tab: usize, server: &mut Server) {
        self.deliver_broadcasts();
        while let Some(request) = self.tabs[tab].requests.first().cloned() {
            server.respond(&mut self.tabs[tab], &request);
            self.deliver_broadcasts();
        }
    }

    /// Does the same for all tabs.
    pub(crate) fn exchange_all(&mut self, server: &mut Server) {
        self.deliver_broadcasts();
        while let Some(tab) = self.tabs.iter().position(|tab| !tab.requests.is_empty()) {
            self.respond_until_idle(tab, server);
        }
    }
}
