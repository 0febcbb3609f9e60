//! The live connections of pages.

use super::{Connection, World};
use crate::simulation::network::{Event, PageId};
use core_wasm::app::Input;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::{LiveMessage, LiveRequest, close};
use core_wasm::session::token;

impl World {
    /// Returns the live connections of an account.
    pub(super) fn connections_of(&self, account: Id) -> Vec<u64> {
        let is_own = |open: &Connection| self.browsers[open.page_id.browser].account == account;
        self.connections.iter().filter(|(_, open)| open.is_authenticated && is_own(open)).map(|(id, _)| *id).collect()
    }

    pub(super) fn send_to_page(&mut self, connection: u64, message: &LiveMessage) {
        let text = serde_json::to_string(message).expect("a message can be written");
        let after = self.now + self.rng.within(1, 100);
        let Some(open) = self.connections.get_mut(&connection) else { return };
        open.to_page = open.to_page.max(after);
        let (at, page_id) = (open.to_page, open.page_id);
        self.schedule_at(at, Event::PageReceives { page_id, connection, text });
    }

    pub(super) fn open_socket(&mut self, page_id: PageId) {
        self.sequence += 1;
        let connection = self.sequence;
        let is_online = self.browsers[page_id.browser].is_online;
        let Some(page) = self.page(page_id) else { return };
        let before = page.connection.replace(connection);
        if let Some(before) = before {
            self.connections.remove(&before);
        }
        if is_online {
            self.schedule_within(5, 200, Event::Connected { page_id, connection });
        } else {
            self.schedule_within(1, 10, Event::Closed { page_id, connection, code: 1006 });
        }
    }

    pub(super) fn connected(&mut self, page_id: PageId, connection: u64) {
        if self.page(page_id).is_none_or(|page| page.connection != Some(connection)) {
            return;
        }
        if !self.browsers[page_id.browser].is_online {
            self.closed(page_id, connection, 1006);
            return;
        }
        let open = Connection { page_id, is_authenticated: false, to_server: self.now, to_page: self.now };
        self.connections.insert(connection, open);
        self.feed(page_id, Input::SocketOpened);
    }

    pub(super) fn closed(&mut self, page_id: PageId, connection: u64, code: u16) {
        self.connections.remove(&connection);
        if self.page(page_id).is_some_and(|page| page.connection == Some(connection)) {
            _ = self.page(page_id).and_then(|page| page.connection.take());
            self.feed(page_id, Input::SocketClosed { code });
        }
    }

    pub(super) fn on_live_request(&mut self, page_id: PageId, connection: u64, text: &str) {
        if !self.connections.contains_key(&connection) {
            return;
        }
        match serde_json::from_str(text).expect("pages send valid messages") {
            LiveRequest::Ping => self.send_to_page(connection, &LiveMessage::Pong),
            LiveRequest::Presence { .. } => {}
            LiveRequest::Authenticate { token } => {
                let is_good = token::claims(&token).is_some_and(|claims| claims.expires_at.millis() > self.now);
                if is_good {
                    if let Some(open) = self.connections.get_mut(&connection) {
                        open.is_authenticated = true;
                    }
                    self.send_to_page(connection, &LiveMessage::Ready { accepts_presence: true });
                } else {
                    self.connections.remove(&connection);
                    let event = Event::Closed { page_id, connection, code: close::UNAUTHORIZED };
                    self.schedule_within(1, 50, event);
                }
            }
        }
    }
}
