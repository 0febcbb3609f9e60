//! The world: what happens next, to whom, and what must be true when it has come to rest.

use super::super::support::device::Request;
use super::super::support::kept::Write;
use super::super::support::server::Server;
use super::super::support::{MORNING, ada, intent, refusal, signed_in_storage};
use super::browser::{Browser, Tab};
use super::chance::Dice;
use super::network::{Event, Place};
use super::notes::{self, Written};
use super::person;
use core_wasm::app::{App, Input};
use core_wasm::board::replica::Replica;
use core_wasm::call::Answer;
use core_wasm::env::Chance;
use core_wasm::protocol::effect::{Alarm, IoEffect};
use core_wasm::protocol::http::{OpStatus, OpsAnswer};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::{LiveMessage, LiveRequest, close};
use core_wasm::protocol::record::BoardRecords;
use core_wasm::protocol::stored::OutboxEntry;
use core_wasm::protocol::time::Timestamp;
use core_wasm::session::token;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How long people act, in milliseconds of the world's time.
const ACTING: i64 = 40_000;
/// How long the network has to carry everything home afterwards: the longest pause between two tries, and then some.
const HEALING: i64 = 180_000;

/// How long the browser takes to say who holds the lock.
const LOCKING: i64 = 3;

/// How long IndexedDB takes to say that it refuses, or that it keeps things again.
const REFUSING: i64 = 3;

/// A live connection, as the server sees it.
struct Connection {
    place: Place,
    /// Whether the server knows who it is.
    is_known: bool,
    /// When the last text on its way arrives: a connection keeps the order, in each direction.
    to_server: i64,
    to_page: i64,
}

pub(super) struct World {
    dice: Dice,
    now: i64,
    ends: i64,
    is_healed: bool,
    events: BTreeMap<(i64, u64), Event>,
    sequence: u64,
    browsers: Vec<Browser>,
    server: Server,
    connections: BTreeMap<u64, Connection>,
    /// What the server has known of each board when it last told.
    told: HashMap<Id, i64>,
    /// The version of the notes when it last told of them.
    told_notes: i64,
    /// What was written in notes.
    written: Written,
    /// Ops whose outbox entry was kept for good.
    kept: BTreeSet<Id>,
    /// Ops of which a page has heard that the server has them.
    acknowledged: BTreeSet<Id>,
    /// Ops that the server has refused.
    refused: BTreeSet<Id>,
    steps: u64,
    /// What happened, where somebody wants to know.
    trace: Option<Vec<String>>,
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let shapes: [&[usize]; 6] = [&[1, 1], &[2], &[1, 2], &[3], &[1, 1, 1], &[2, 2, 1]];
        let shape = shapes[dice.below(shapes.len())];
        let local: BTreeMap<String, String> = signed_in_storage(ada()).into_iter().collect();
        let browsers = shape.iter().map(|tabs| Browser::new(local.clone(), *tabs, &mut dice)).collect();
        let mut world = Self {
            dice,
            now: MORNING,
            ends: MORNING + ACTING,
            is_healed: false,
            events: BTreeMap::new(),
            sequence: 0,
            browsers,
            server: Server::new(ada()),
            connections: BTreeMap::new(),
            told: HashMap::new(),
            told_notes: 0,
            written: Written::default(),
            kept: BTreeSet::new(),
            acknowledged: BTreeSet::new(),
            refused: BTreeSet::new(),
            steps: 0,
            trace: None,
        };
        for (browser, tabs) in shape.iter().enumerate() {
            for tab in 0..*tabs {
                world.open_page(browser, tab);
                world.happen_within(0, 2_000, Event::Act { browser, tab });
            }
        }
        world.happen_within(500, 5_000, Event::Trouble);
        world
    }

    /// Lets it all happen, and tells what, in order.
    pub(super) fn traced(mut self) -> Vec<String> {
        self.trace = Some(vec![]);
        self.run();
        self.trace.unwrap_or_default()
    }

    /// Lets it all happen, heals the network, and checks what must be true then. Answers how much happened.
    pub(super) fn run(&mut self) -> u64 {
        self.until(self.ends);
        self.heal();
        self.until(self.now + HEALING);
        self.check_sent();
        self.check_equal("online");
        self.check_notes("online");
        self.check_without_a_network();
        self.steps
    }

    fn until(&mut self, moment: i64) {
        while let Some(((at, _), event)) = self.events.pop_first() {
            if at > moment {
                self.happen_at(at, event);
                break;
            }
            self.now = at;
            self.steps += 1;
            if let Some(trace) = &mut self.trace {
                trace.push(format!("{at} {event:?}"));
            }
            self.happens(event);
        }
        self.now = moment;
    }

    fn happen_at(&mut self, at: i64, event: Event) {
        self.sequence += 1;
        self.events.insert((at, self.sequence), event);
    }

    fn happen_within(&mut self, from: i64, to: i64, event: Event) {
        let at = self.now + self.dice.within(from, to);
        self.happen_at(at, event);
    }

    fn happens(&mut self, event: Event) {
        let frozen = event.needs_page().and_then(|place| self.page(place)?.frozen.as_mut());
        if let Some(waiting) = frozen {
            waiting.push(event);
            return;
        }
        match event {
            Event::Act { browser, tab } => self.act(browser, tab),
            Event::Request { place, request, is_answered } => self.serve(place, &request, is_answered),
            Event::Answer { place, id, answer } => {
                self.note_answer(&answer);
                self.feed(place, Input::Answer { id, answer });
            }
            Event::TokensFound { place, id } => {
                let stored = |key: &str| self.browsers[place.browser].local.get(key).cloned();
                let (access, refresh) = (stored("access_token"), stored("refresh_token"));
                self.feed(place, Input::TokensFound { id, access, refresh });
            }
            Event::Connected { place, connection } => self.connected(place, connection),
            Event::Closed { place, connection, code } => self.closed(place, connection, code),
            Event::Heard { place, connection, text } => self.heard(place, connection, &text),
            Event::Told { place, connection, text } => {
                let is_open = self.page(place).is_some_and(|page| page.connection == Some(connection));
                if is_open && self.connections.contains_key(&connection) {
                    self.feed(place, Input::SocketText { text });
                }
            }
            Event::Channel { place, message } => self.feed(place, Input::Told { message }),
            Event::Stored { place, key, value } => self.feed(place, Input::StoredElsewhere { key, value }),
            Event::Commit { browser } => {
                if let Some(write) = self.browsers[browser].commit() {
                    self.note_kept(browser, &write);
                }
            }
            Event::Loaded { place, prefix } => {
                let entries = self.browsers[place.browser].read(&prefix);
                self.feed(place, Input::Loaded { prefix, entries });
            }
            Event::Refused { place, write } => {
                let (entries, forgotten) = match write {
                    Some(Write::Keep(entries)) => (entries, None),
                    Some(Write::Forget(prefix)) => (vec![], Some(prefix)),
                    None => (vec![], None),
                };
                self.feed(place, Input::StorageFailed { entries, forgotten });
            }
            Event::Kept { place } => self.feed(place, Input::StorageWorks),
            Event::Leading { place } => self.feed(place, Input::Leading),
            Event::LeadLost { place } => self.feed(place, Input::LeadLost),
            Event::Thaw { place } => self.thaw(place),
            Event::Woken { place } => self.feed(place, Input::Woken),
            Event::Alarm { place, alarm, due } => {
                let stands = self.page(place).is_some_and(|page| page.alarms.get(&alarm) == Some(&due));
                if stands {
                    _ = self.page(place).and_then(|page| page.alarms.remove(&alarm));
                    self.feed(place, Input::Alarm { alarm });
                }
            }
            Event::Trouble => self.trouble(),
        }
    }

    fn page(&mut self, place: Place) -> Option<&mut Tab> {
        self.browsers[place.browser].page(place.tab, place.page)
    }

    /// A page takes something in and has its effects run. One that has been left hears nothing.
    fn feed(&mut self, place: Place, input: Input) {
        let now = Timestamp::from_millis(self.now + self.browsers[place.browser].skew);
        let Some(page) = self.page(place) else { return };
        let env = page.chance.env(now, 60);
        let step = page.app.handle(input, &env);
        for effect in step.io {
            self.effect(place, effect);
        }
    }

    fn effect(&mut self, place: Place, effect: IoEffect) {
        match effect {
            IoEffect::Fetch { id, method, path, bearer, body } => {
                self.fetch(place, Request { id, method, path, bearer, body });
            }
            IoEffect::FetchFile { id, path, bearer } => {
                self.fetch(place, Request { id, method: "GET".to_owned(), path, bearer, body: None });
            }
            IoEffect::SendFile { id, path, bearer, file } => {
                let body = Some(format!("file {file}"));
                self.fetch(place, Request { id, method: "POST".to_owned(), path, bearer, body });
            }
            IoEffect::ReleaseFile { .. } => {}
            IoEffect::Renew { id, path, body, refresh_token } => {
                let stored = self.browsers[place.browser].local.get("refresh_token");
                if stored.is_some_and(|stored| *stored != refresh_token) {
                    self.happen_within(1, 5, Event::TokensFound { place, id });
                } else {
                    self.fetch(place, Request { id, method: "POST".to_owned(), path, bearer: None, body: Some(body) });
                }
            }
            IoEffect::Store { key, value } => self.store(place, key, Some(value)),
            IoEffect::Remove { key } => self.store(place, key, None),
            IoEffect::Keep { entries } => self.write(place, Write::Keep(entries)),
            IoEffect::KeepAgain { entries } => {
                self.write(place, Write::Keep(entries));
                if !self.browsers[place.browser].refuses {
                    self.happen_at(self.now + REFUSING, Event::Kept { place });
                }
            }
            IoEffect::Forget { prefix } => self.write(place, Write::Forget(prefix)),
            IoEffect::Load { prefix } => self.happen_within(1, 10, Event::Loaded { place, prefix }),
            IoEffect::OpenSocket => self.open_socket(place),
            IoEffect::SendSocket { text } => {
                let Some(connection) = self.page(place).and_then(|page| page.connection) else { return };
                let after = self.now + self.dice.within(1, 50);
                let Some(open) = self.connections.get_mut(&connection) else { return };
                open.to_server = open.to_server.max(after);
                let at = open.to_server;
                self.happen_at(at, Event::Heard { place, connection, text });
            }
            IoEffect::CloseSocket => {
                if let Some(connection) = self.page(place).and_then(|page| page.connection.take()) {
                    self.connections.remove(&connection);
                }
            }
            IoEffect::Tell { message } => {
                for other in self.other_pages(place) {
                    self.happen_at(self.now + 2, Event::Channel { place: other, message: message.clone() });
                }
            }
            IoEffect::SetAlarm { alarm: Alarm::Clock | Alarm::Timer, .. } | IoEffect::Log { .. } => {}
            IoEffect::SetAlarm { alarm, after } => {
                let due = self.now + i64::from(after);
                _ = self.page(place).and_then(|page| page.alarms.insert(alarm, due));
                self.happen_at(due, Event::Alarm { place, alarm, due });
            }
            IoEffect::TakeBell => {}
            IoEffect::TakeLead => self.take_lead(place),
            IoEffect::ClearAlarm { alarm } => _ = self.page(place).and_then(|page| page.alarms.remove(&alarm)),
        }
    }

    fn other_pages(&self, place: Place) -> Vec<Place> {
        let tabs = self.browsers[place.browser].tabs.iter().enumerate();
        tabs.filter(|(tab, _)| *tab != place.tab)
            .filter_map(|(tab, page)| Some(Place { tab, page: page.as_ref()?.page, ..place }))
            .collect()
    }

    fn store(&mut self, place: Place, key: String, value: Option<String>) {
        let local = &mut self.browsers[place.browser].local;
        match &value {
            Some(text) => _ = local.insert(key.clone(), text.clone()),
            None => _ = local.remove(&key),
        }
        for other in self.other_pages(place) {
            let event = Event::Stored { place: other, key: key.clone(), value: value.clone() };
            self.happen_at(self.now + 2, event);
        }
    }

    fn write(&mut self, place: Place, write: Write) {
        if self.browsers[place.browser].refuses {
            self.happen_at(self.now + REFUSING, Event::Refused { place, write: Some(write) });
            return;
        }
        self.browsers[place.browser].writes.push_back((place.page, write));
        self.happen_within(1, 20, Event::Commit { browser: place.browser });
    }

    /// Sends a request, which the network may lose, repeat, or carry while losing the answer.
    fn fetch(&mut self, place: Place, request: Request) {
        let id = request.id;
        let lost = Event::Answer { place, id, answer: Answer::Lost };
        let timed_out = Event::Answer { place, id, answer: Answer::TimedOut };
        let fails = |dice: &mut Dice, chance| dice.percent(chance);
        if !self.browsers[place.browser].is_online {
            self.happen_within(1, 10, lost);
            return;
        }
        if !self.is_healed && fails(&mut self.dice, 8) {
            self.happen_at(self.now + 10_000, timed_out);
            return;
        }
        let is_answered = self.is_healed || !fails(&mut self.dice, 6);
        if !is_answered {
            self.happen_at(self.now + 10_000, timed_out);
        }
        if !self.is_healed && fails(&mut self.dice, 4) {
            let request = request.clone();
            self.happen_within(1, 3_000, Event::Request { place, request, is_answered: false });
        }
        self.happen_within(1, 300, Event::Request { place, request, is_answered });
    }

    /// The server does what is asked for, and tells everybody of the boards that changed.
    fn serve(&mut self, place: Place, request: &Request, is_answered: bool) {
        let claims = request.bearer.as_deref().and_then(token::claims);
        let answer = match claims {
            Some(claims) if claims.expires_at.millis() <= self.now => {
                Answer::Arrived { status: 401, body: refusal("token_expired").to_string() }
            }
            _ => {
                let before = notes::texts(&self.server.notes);
                let answer = self.server.answer(request, self.now);
                self.written.check_seen(&before, &self.server.notes);
                answer
            }
        };
        if let Answer::Arrived { status: 200, body } = &answer
            && request.path.ends_with("/ops/")
        {
            let answer: OpsAnswer = serde_json::from_str(body).expect("an answer to ops");
            let refused = answer.results.iter().filter(|result| result.status == OpStatus::Refused);
            self.refused.extend(refused.filter_map(|result| result.id));
        }
        self.tell_of_changes();
        // The answer comes while the browser is still connected, or is lost with its connection.
        if is_answered {
            let is_online = self.browsers[place.browser].is_online;
            let answer = if is_online { answer } else { Answer::Lost };
            self.happen_within(1, 300, Event::Answer { place, id: request.id, answer });
        }
    }

    fn tell_of_changes(&mut self) {
        let version = self.server.notes.version;
        if std::mem::replace(&mut self.told_notes, version) != version {
            for connection in self.listeners() {
                self.say(connection, &LiveMessage::NotesChanged { version });
            }
        }
        let changed: Vec<(Id, i64, BoardRecords)> = self
            .server
            .boards
            .iter()
            .filter_map(|(id, board)| {
                let since = self.told.get(id).copied().unwrap_or(0);
                (board.version > since).then(|| (*id, since, board.since(since)))
            })
            .collect();
        for (board_id, since, records) in changed {
            let version = records.version;
            self.told.insert(board_id, version);
            let records = (!self.dice.percent(10)).then_some(records);
            let message = LiveMessage::Changed { board_id, since, version, records };
            for connection in self.listeners() {
                self.say(connection, &message);
            }
        }
    }

    /// The live connections of which the server knows who it is.
    fn listeners(&self) -> Vec<u64> {
        self.connections.iter().filter(|(_, open)| open.is_known).map(|(id, _)| *id).collect()
    }

    fn say(&mut self, connection: u64, message: &LiveMessage) {
        let text = serde_json::to_string(message).expect("a message can be written");
        let after = self.now + self.dice.within(1, 100);
        let Some(open) = self.connections.get_mut(&connection) else { return };
        open.to_page = open.to_page.max(after);
        let (at, place) = (open.to_page, open.place);
        self.happen_at(at, Event::Told { place, connection, text });
    }

    fn open_socket(&mut self, place: Place) {
        self.sequence += 1;
        let connection = self.sequence;
        let is_online = self.browsers[place.browser].is_online;
        let Some(page) = self.page(place) else { return };
        let before = page.connection.replace(connection);
        if let Some(before) = before {
            self.connections.remove(&before);
        }
        if is_online {
            self.happen_within(5, 200, Event::Connected { place, connection });
        } else {
            self.happen_within(1, 10, Event::Closed { place, connection, code: 1006 });
        }
    }

    fn connected(&mut self, place: Place, connection: u64) {
        if self.page(place).is_none_or(|page| page.connection != Some(connection)) {
            return;
        }
        if !self.browsers[place.browser].is_online {
            self.closed(place, connection, 1006);
            return;
        }
        let open = Connection { place, is_known: false, to_server: self.now, to_page: self.now };
        self.connections.insert(connection, open);
        self.feed(place, Input::SocketOpened);
    }

    fn closed(&mut self, place: Place, connection: u64, code: u16) {
        self.connections.remove(&connection);
        if self.page(place).is_some_and(|page| page.connection == Some(connection)) {
            _ = self.page(place).and_then(|page| page.connection.take());
            self.feed(place, Input::SocketClosed { code });
        }
    }

    fn heard(&mut self, place: Place, connection: u64, text: &str) {
        if !self.connections.contains_key(&connection) {
            return;
        }
        match serde_json::from_str(text).expect("a page says what the protocol knows") {
            LiveRequest::Ping => self.say(connection, &LiveMessage::Pong),
            LiveRequest::Authenticate { token } => {
                let is_good = token::claims(&token).is_some_and(|claims| claims.expires_at.millis() > self.now);
                if is_good {
                    if let Some(open) = self.connections.get_mut(&connection) {
                        open.is_known = true;
                    }
                    self.say(connection, &LiveMessage::Ready);
                } else {
                    self.connections.remove(&connection);
                    let event = Event::Closed { place, connection, code: close::UNAUTHORISED };
                    self.happen_within(1, 50, event);
                }
            }
        }
    }

    fn act(&mut self, browser: usize, tab: usize) {
        if self.now >= self.ends {
            return;
        }
        self.happen_within(20, 1_500, Event::Act { browser, tab });
        let Some(page) = self.browsers[browser].tabs[tab].as_mut().filter(|page| page.frozen.is_none()) else { return };
        page.typed += 1;
        let (place, typed) = (Place { browser, tab, page: page.page }, page.page * 1_000 + page.typed);
        let sees = page.app.snapshot();
        let value = match self.dice.percent(25) {
            true => self.written.intent(page.page, &sees, typed, &mut self.dice),
            false => person::intent(&sees, typed, &mut self.dice),
        };
        let intent = intent(value);
        self.feed(place, Input::Intent { intent });
    }

    fn trouble(&mut self) {
        if self.now >= self.ends {
            return;
        }
        self.happen_within(200, 6_000, Event::Trouble);
        let browser = self.dice.below(self.browsers.len());
        let tab = self.dice.below(self.browsers[browser].tabs.len());
        match self.dice.below(15) {
            0..=2 => self.leave_page(browser, tab, true),
            3 => self.crash(browser),
            4 | 5 => self.disconnect(browser),
            6 | 7 => self.connect(browser),
            8 => self.restart_server(),
            // Who lies behind another tab when the network heals must get there too.
            9 => self.turn_to(browser, tab, Input::Hidden),
            10 => self.turn_to(browser, tab, Input::Shown),
            11 | 12 => self.freeze(browser, tab),
            // A full disk, and room again.
            13 => self.browsers[browser].refuses = self.browsers[browser].is_private || self.dice.percent(50),
            _ => self.browsers[browser].skew = self.dice.within(-600_000, 600_000),
        }
    }

    /// Somebody turns to a page, or away from it.
    fn turn_to(&mut self, browser: usize, tab: usize, input: Input) {
        let running = self.browsers[browser].tabs[tab].as_ref().filter(|page| page.frozen.is_none());
        if let Some(page) = running.map(|tab| tab.page) {
            self.feed(Place { browser, tab, page }, input);
        }
    }

    /// The browser suspends a page: nothing reaches it for a while.
    fn freeze(&mut self, browser: usize, tab: usize) {
        let Some(page) = self.browsers[browser].tabs[tab].as_mut().filter(|page| page.frozen.is_none()) else { return };
        page.frozen = Some(vec![]);
        let place = Place { browser, tab, page: page.page };
        self.happen_within(2_000, 70_000, Event::Thaw { place });
    }

    /// A frozen page runs again: what waited comes in the order of its kind, its own alarms and answers perhaps before all that
    /// other tabs said.
    fn thaw(&mut self, place: Place) {
        let Some(waiting) = self.page(place).and_then(|page| page.frozen.take()) else { return };
        let is_late =
            |event: &Event| matches!(event, Event::Channel { .. } | Event::Leading { .. } | Event::LeadLost { .. });
        let (late, mut first): (Vec<Event>, Vec<Event>) = match self.dice.percent(50) {
            true => waiting.into_iter().partition(is_late),
            false => (vec![], waiting),
        };
        first.insert(0, Event::Woken { place });
        for event in first.into_iter().chain(late) {
            self.happen_at(self.now, event);
        }
    }

    /// A page takes the lock from the one that holds it.
    fn take_lead(&mut self, place: Place) {
        let here = &mut self.browsers[place.browser];
        if !here.has_locks || here.leader == Some(place.tab) {
            return;
        }
        let former = here.leader.replace(place.tab);
        let former = former.and_then(|tab| Some(Place { tab, page: here.tabs[tab].as_ref()?.page, ..place }));
        if let Some(former) = former {
            self.happen_at(self.now + LOCKING, Event::LeadLost { place: former });
        }
        self.happen_at(self.now + LOCKING, Event::Leading { place });
    }

    /// A page opens on what its browser has.
    fn open_page(&mut self, browser: usize, tab: usize) {
        self.sequence += 1;
        let page = self.sequence;
        let here = &mut self.browsers[browser];
        let app = App::new(here.local.clone());
        let chance = Chance::new(page.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ self.dice.next());
        here.tabs[tab] =
            Some(Tab { app, chance, page, alarms: BTreeMap::new(), connection: None, frozen: None, typed: 0 });
        let place = Place { browser, tab, page };
        if !here.has_locks || here.leader.is_none() {
            here.leader = Some(tab);
            self.happen_at(self.now + LOCKING, Event::Leading { place });
        }
        let intent = intent(json!({ "type": "start", "path": "/app/b", "time_zone": "Europe/Berlin" }));
        self.feed(place, Input::Intent { intent });
        if self.browsers[browser].refuses {
            self.happen_at(self.now + 1, Event::Refused { place, write: None });
        }
    }

    /// A page is left. What it had asked IndexedDB to keep may be lost with it; another page takes its place.
    fn leave_page(&mut self, browser: usize, tab: usize, opens_again: bool) {
        let Some(left) = self.browsers[browser].tabs[tab].take() else { return };
        if let Some(connection) = left.connection {
            self.connections.remove(&connection);
        }
        if self.dice.percent(50) {
            // The commits that were to come find the writes of others, or nothing.
            self.browsers[browser].writes.retain(|(page, _)| *page != left.page);
        }
        if self.browsers[browser].has_locks && self.browsers[browser].leader == Some(tab) {
            let next = self.browsers[browser].tabs.iter().position(Option::is_some);
            self.browsers[browser].leader = next;
            if let Some(next) = next {
                let page = self.browsers[browser].tabs[next].as_ref().map_or(0, |tab| tab.page);
                self.happen_at(self.now + LOCKING, Event::Leading { place: Place { browser, tab: next, page } });
            }
        }
        if opens_again {
            self.open_page(browser, tab);
        }
    }

    /// The browser is killed: everything that was not kept for good is gone.
    fn crash(&mut self, browser: usize) {
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

    fn disconnect(&mut self, browser: usize) {
        self.browsers[browser].is_online = false;
        let open: Vec<(u64, Place)> = self
            .connections
            .iter()
            .filter(|(_, open)| open.place.browser == browser)
            .map(|(connection, open)| (*connection, open.place))
            .collect();
        for (connection, place) in open {
            self.connections.remove(&connection);
            // A page may hear of it much later.
            self.happen_within(1, 20_000, Event::Closed { place, connection, code: 1006 });
        }
    }

    fn connect(&mut self, browser: usize) {
        if std::mem::replace(&mut self.browsers[browser].is_online, true) {
            return;
        }
        for tab in 0..self.browsers[browser].tabs.len() {
            let Some(page) = self.browsers[browser].tabs[tab].as_ref().map(|tab| tab.page) else { continue };
            self.happen_at(self.now, Event::Woken { place: Place { browser, tab, page } });
        }
    }

    /// The server keeps its data and loses everything that is on its way.
    fn restart_server(&mut self) {
        for (connection, open) in std::mem::take(&mut self.connections) {
            let event = Event::Closed { place: open.place, connection, code: close::GOING_AWAY };
            self.happen_within(1, 100, event);
        }
        let requests: Vec<(i64, u64)> =
            self.events.iter().filter(|(_, event)| matches!(event, Event::Request { .. })).map(|(at, _)| *at).collect();
        for at in requests {
            if let Some(Event::Request { place, request, is_answered: true }) = self.events.remove(&at) {
                self.happen_within(1, 50, Event::Answer { place, id: request.id, answer: Answer::Lost });
            }
        }
    }

    fn heal(&mut self) {
        self.is_healed = true;
        // Clocks are set right, within what devices are off by.
        for browser in 0..self.browsers.len() {
            self.browsers[browser].skew = self.dice.within(-2_000, 2_000);
            self.browsers[browser].refuses = self.browsers[browser].is_private;
            self.connect(browser);
        }
    }

    fn note_answer(&mut self, answer: &Answer) {
        if let Answer::Arrived { status: 200, body } = answer
            && let Ok(answer) = serde_json::from_str::<OpsAnswer>(body)
        {
            let taken = answer.results.iter().filter(|result| result.status != OpStatus::Refused);
            self.acknowledged.extend(taken.filter_map(|result| result.id));
        }
    }

    fn note_kept(&mut self, browser: usize, write: &Write) {
        let Write::Keep(entries) = write else { return };
        self.written.note_kept(browser, entries, &self.server.notes);
        for (key, text) in entries {
            if let Some(text) = text.as_ref().filter(|_| key.contains("/kept/outbox/"))
                && let Ok(OutboxEntry::BoardOp { op, .. }) = serde_json::from_str(text)
            {
                self.kept.insert(op.id);
            }
        }
    }

    /// Nothing waits any more, and every op that was kept or acknowledged is at the server, unless it was refused.
    fn check_sent(&mut self) {
        for browser in &self.browsers {
            for tab in browser.tabs.iter().flatten() {
                let sync = tab.app.snapshot().sync;
                assert_eq!(sync.unsent, 0, "something still waits: {sync:?}");
                assert!(sync.is_live, "a page is not live after the network has healed");
                assert!(!sync.is_offline());
            }
            let waits = browser.kept.keys().filter(|key| key.contains("/kept/outbox/")).count();
            assert_eq!(waits, 0, "something that was sent is still kept");
        }
        let known: BTreeSet<Id> = self.server.boards.values().flat_map(|board| board.known.iter().copied()).collect();
        let lost = self.acknowledged.iter().find(|id| !known.contains(id));
        assert_eq!(lost, None, "an acknowledged op is not at the server");
        let lost = self.kept.iter().find(|id| !known.contains(id) && !self.refused.contains(id));
        assert_eq!(lost, None, "an op that was kept has neither arrived nor been refused");
    }

    /// Every page shows every board as the server has it.
    fn check_equal(&mut self, when: &str) {
        for (place, slug, expected) in self.everything_to_see() {
            assert_eq!(self.look(place, &slug).as_deref(), Some(&*expected), "{when}: {slug} in {place:?}");
        }
    }

    /// Closed and opened again without a network, every browser shows the boards that it has opened as it last saw them.
    fn check_without_a_network(&mut self) {
        for browser in 0..self.browsers.len() {
            self.until(self.now + 100);
            self.disconnect(browser);
            self.crash(browser);
        }
        self.until(self.now + 1_000);
        let seen: Vec<(Place, String, String)> =
            self.everything_to_see().into_iter().filter(|(place, ..)| !self.browsers[place.browser].refuses).collect();
        for (place, slug, expected) in seen {
            assert_eq!(self.look(place, &slug).as_deref(), Some(&*expected), "offline: {slug} in {place:?}");
        }
        self.check_notes("offline");
    }

    /// Every page shows every note as the server has it.
    fn check_notes(&mut self, when: &str) {
        let expected = notes::expected(&self.server.notes);
        for place in self.places() {
            if when == "offline" && self.browsers[place.browser].refuses {
                continue;
            }
            self.feed(place, Input::Intent { intent: intent(json!({ "type": "load_notes" })) });
            self.until(self.now + 2_000);
            let shown = self.page(place).map(|page| notes::shown(&page.app.snapshot().notes.notes));
            assert_eq!(shown.as_ref(), Some(&expected), "{when}: the notes in {place:?}");
        }
    }

    /// Every page there is.
    fn places(&self) -> Vec<Place> {
        let mut all = vec![];
        for (browser, here) in self.browsers.iter().enumerate() {
            for (tab, page) in here.tabs.iter().enumerate() {
                all.extend(page.as_ref().map(|page| Place { browser, tab, page: page.page }));
            }
        }
        all
    }

    /// Each page with each board, by slug, and what it must look like to the byte.
    fn everything_to_see(&self) -> Vec<(Place, String, String)> {
        let boards: Vec<(String, String)> = self
            .server
            .boards
            .values()
            .filter(|board| board.records.board.trashed_at.is_none())
            .filter_map(|board| {
                let view = Replica::load(board.full())?.view();
                Some((view.board.slug.as_str().to_owned(), serde_json::to_string(&view).ok()?))
            })
            .collect();
        let all = self.places().into_iter();
        all.flat_map(|place| boards.iter().map(move |(slug, view)| (place, slug.clone(), view.clone()))).collect()
    }

    /// Opens a board in a page and answers what it shows after a while.
    fn look(&mut self, place: Place, slug: &str) -> Option<String> {
        for value in [json!({ "type": "close_board" }), json!({ "type": "open_board", "slug": slug })] {
            self.feed(place, Input::Intent { intent: intent(value) });
        }
        self.until(self.now + 2_000);
        let view = self.page(place)?.app.snapshot().open_board?;
        serde_json::to_string(&view).ok()
    }
}
