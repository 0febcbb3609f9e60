//! Carries out the effects of pages: storage, messages between tabs, alarms and requests.

use super::World;
use crate::simulation::network::{Event, PageId};
use crate::simulation::rng::SeededRng;
use crate::simulation::uplink::TIMEOUT_MS;
use crate::support::device::Request;
use crate::support::indexed_db::Write;
use core_wasm::protocol::effect::{Alarm, IoEffect};
use core_wasm::protocol::response::ApiResponse;

/// The delay before IndexedDB reports a failure or a recovery, in milliseconds.
const STORAGE_FAILURE_DELAY_MS: i64 = 3;

impl World {
    pub(super) fn effect(&mut self, page_id: PageId, effect: IoEffect) {
        match effect {
            IoEffect::Fetch { id, method, path, bearer, body } => {
                self.fetch(page_id, Request { id, method, path, bearer, body });
            }
            IoEffect::FetchFile { id, path, bearer } => {
                self.fetch(page_id, Request { id, method: "GET".to_owned(), path, bearer, body: None });
            }
            IoEffect::SendFile { id, method, path, bearer, file } => {
                let body = Some(format!("file {file}"));
                self.fetch(page_id, Request { id, method, path, bearer, body });
            }
            IoEffect::ReleaseFile { .. } => {}
            IoEffect::RefreshTokens { id, path, body, refresh_token } => {
                let stored = self.browsers[page_id.browser].local.get("refresh_token");
                if stored.is_some_and(|stored| *stored != refresh_token) {
                    self.schedule_within(1, 5, Event::TokensFound { page_id, id });
                } else {
                    self.fetch(
                        page_id,
                        Request { id, method: "POST".to_owned(), path, bearer: None, body: Some(body) },
                    );
                }
            }
            IoEffect::SetLocalStorage { key, value } => self.store(page_id, key, Some(value)),
            IoEffect::RemoveLocalStorage { key } => self.store(page_id, key, None),
            IoEffect::WriteIndexedDb { entries } => self.write(page_id, Write::Entries(entries)),
            IoEffect::RetryIndexedDbWrite { entries } => {
                self.write(page_id, Write::Entries(entries));
                if !self.browsers[page_id.browser].has_failing_writes {
                    self.schedule_at(self.now + STORAGE_FAILURE_DELAY_MS, Event::StorageRecovered { page_id });
                }
            }
            IoEffect::DeleteIndexedDbPrefix { prefix } => self.write(page_id, Write::DeletePrefix(prefix)),
            IoEffect::ReadIndexedDb { prefix } => self.schedule_within(1, 10, Event::Loaded { page_id, prefix }),
            IoEffect::OpenSocket => self.open_socket(page_id),
            IoEffect::SendSocket { text } => {
                let Some(connection) = self.page(page_id).and_then(|page| page.connection) else { return };
                let after = self.now + self.rng.within(1, 50);
                let Some(open) = self.connections.get_mut(&connection) else { return };
                open.to_server = open.to_server.max(after);
                let at = open.to_server;
                self.schedule_at(at, Event::ServerReceives { page_id, connection, text });
            }
            IoEffect::CloseSocket => {
                if let Some(connection) = self.page(page_id).and_then(|page| page.connection.take()) {
                    self.connections.remove(&connection);
                }
            }
            IoEffect::Broadcast { message } => {
                for other in self.other_pages(page_id) {
                    self.schedule_at(self.now + 2, Event::Channel { page_id: other, message: message.clone() });
                }
            }
            IoEffect::SetAlarm { alarm: Alarm::Clock | Alarm::Timer, .. } | IoEffect::Log { .. } => {}
            IoEffect::SetAlarm { alarm, after } => {
                let due = self.now + i64::from(after);
                _ = self.page(page_id).and_then(|page| page.alarms.insert(alarm, due));
                self.schedule_at(due, Event::Alarm { page_id, alarm, due });
            }
            IoEffect::AcquireSoundLock => {}
            IoEffect::AcquireLead => self.take_lead(page_id),
            IoEffect::ClearAlarm { alarm } => _ = self.page(page_id).and_then(|page| page.alarms.remove(&alarm)),
        }
    }

    pub(super) fn store(&mut self, page_id: PageId, key: String, value: Option<String>) {
        let local = &mut self.browsers[page_id.browser].local;
        match &value {
            Some(text) => _ = local.insert(key.clone(), text.clone()),
            None => _ = local.remove(&key),
        }
        for other in self.other_pages(page_id) {
            let event = Event::Stored { page_id: other, key: key.clone(), value: value.clone() };
            self.schedule_at(self.now + 2, event);
        }
    }

    pub(super) fn write(&mut self, page_id: PageId, write: Write) {
        if self.browsers[page_id.browser].has_failing_writes {
            self.schedule_at(self.now + STORAGE_FAILURE_DELAY_MS, Event::Refused { page_id, write: Some(write) });
            return;
        }
        self.browsers[page_id.browser].writes.push_back((page_id.page, write));
        self.schedule_within(1, 20, Event::Commit { browser: page_id.browser });
    }

    /// Sends a request. The network may lose or duplicate it, or lose the response.
    pub(super) fn fetch(&mut self, page_id: PageId, request: Request) {
        let id = request.id;
        let lost = Event::Response { page_id, id, response: ApiResponse::NetworkError };
        let timed_out = Event::Response { page_id, id, response: ApiResponse::TimedOut };
        let fails = |rng: &mut SeededRng, entropy| rng.percent(entropy);
        if !self.browsers[page_id.browser].is_online {
            self.schedule_within(1, 10, lost);
            return;
        }
        if self.browsers[page_id.browser].uplink.is_some() {
            self.fetch_slowly(page_id, request);
            return;
        }
        if !self.is_network_reliable && fails(&mut self.rng, 8) {
            self.schedule_at(self.now + TIMEOUT_MS, timed_out);
            return;
        }
        let is_answered = self.is_network_reliable || !fails(&mut self.rng, 6);
        if !is_answered {
            self.schedule_at(self.now + TIMEOUT_MS, timed_out);
        }
        if !self.is_network_reliable && fails(&mut self.rng, 4) {
            let request = request.clone();
            self.schedule_within(
                1,
                3_000,
                Event::Request { page_id, request, is_answered: false, gives_up_at: i64::MAX },
            );
        }
        self.schedule_within(1, 300, Event::Request { page_id, request, is_answered, gives_up_at: i64::MAX });
    }

    /// Sends a request over a slow uplink. The page may give up before all of it has been sent, or before the response
    /// has arrived.
    fn fetch_slowly(&mut self, page_id: PageId, request: Request) {
        let gives_up_at = self.now + TIMEOUT_MS;
        let timed_out = Event::Response { page_id, id: request.id, response: ApiResponse::TimedOut };
        let bytes = request.path.len() + request.body.as_ref().map_or(0, String::len);
        let uplink = self.browsers[page_id.browser].uplink.as_mut().expect("a slow uplink");
        let Some(sent_at) = uplink.send(bytes, self.now) else {
            self.schedule_at(gives_up_at, timed_out);
            return;
        };
        let is_lost = !self.is_network_reliable && self.rng.percent(10);
        let is_answered = self.is_network_reliable || !self.rng.percent(20);
        if is_lost || !is_answered {
            self.schedule_at(gives_up_at, timed_out);
        }
        if !is_lost {
            let at = sent_at + self.rng.within(30, 800);
            self.schedule_at(at, Event::Request { page_id, request, is_answered, gives_up_at });
        }
    }
}
