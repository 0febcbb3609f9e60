//! The simulated world: it schedules events, and checks the invariants once no events are pending.

mod checks;
mod effects;
mod faults;
mod live;
mod pages;
mod serving;

use super::browser::{Browser, Tab};
use super::model::Models;
use super::network::{Event, PageId};
use super::notes::{self, NoteHistory};
use super::preferences::{self, PreferencesModel};
use super::rng::SeededRng;
use super::scenario::Scenario;
use super::uplink::Uplink;
use super::{bulk, moves, user};
use crate::support::indexed_db::Write;
use crate::support::server::{Server, ServerBoard};
use crate::support::{MORNING, ada, ben, id, intent, signed_in_storage};
use core_wasm::app::Input;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, List};
use core_wasm::protocol::sharing::Role;
use core_wasm::protocol::time::Timestamp;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How long tabs of different releases have to send what they can, in milliseconds: long enough to replace leaders that
/// cannot send the changes of a newer tab.
const MIXED_RELEASES_MS: i64 = 150_000;

/// The server's side of a live connection.
struct Connection {
    page_id: PageId,
    /// Whether the connection is authenticated.
    is_authenticated: bool,
    /// When the last message in flight arrives. A connection preserves the order in each direction.
    to_server: i64,
    to_page: i64,
}

/// An op whose outbox entry was committed.
struct DurableOp {
    browser: usize,
    /// The end of the entry's key.
    entry: String,
    /// Whether only the latest release can read it.
    is_new: bool,
}

/// The records of a board that members see differently, before a request.
struct SharedRecords {
    board: Board,
    lists: BTreeMap<Id, List>,
}

impl SharedRecords {
    fn of(board: &ServerBoard) -> Self {
        let records = &board.records;
        // What is personal is not compared.
        let (favorite, role) = (false, Role::Owner);
        let lists = records.lists.values().map(|list| (list.id, List { is_collapsed: false, ..list.clone() }));
        Self { board: Board { favorite, role, ..records.board.clone() }, lists: lists.collect() }
    }
}

/// How much has happened in a run.
#[derive(Default)]
pub(super) struct Totals {
    /// The number of events.
    pub(super) steps: u64,
    /// The number of saves of notes that the server got.
    pub(super) note_saves: u64,
}

pub(super) struct World {
    scenario: Scenario,
    rng: SeededRng,
    now: i64,
    ends_at: i64,
    is_network_reliable: bool,
    events: BTreeMap<(i64, u64), Event>,
    sequence: u64,
    browsers: Vec<Browser>,
    /// The server, with the data of Ada and all boards.
    server: Server,
    /// The data of the other accounts on the server, without their boards; empty if Ada is the only user.
    others: BTreeMap<Id, Server>,
    /// The boards as the server must have them.
    models: Models,
    /// The preferences of each account as the server must have them.
    preferences: BTreeMap<Id, PreferencesModel>,
    /// The maximum number of ops of a batch that the server or a proxy accepts, if it is low.
    max_batch_ops: Option<usize>,
    /// The number of changes that users still make at once.
    bulk_left: usize,
    connections: BTreeMap<u64, Connection>,
    /// The last announced version of each board.
    announced_versions: HashMap<Id, i64>,
    /// The last announced version of the notes.
    announced_notes_version: i64,
    /// All texts written in notes.
    written: NoteHistory,
    /// Ops whose outbox entry was committed.
    durable_ops: BTreeMap<Id, DurableOp>,
    /// Ops that the server has confirmed to a page.
    acknowledged: BTreeSet<Id>,
    /// Ops that the server has refused.
    refused: BTreeSet<Id>,
    steps: u64,
    /// A log of all events, if requested.
    trace: Option<Vec<String>>,
    /// Whether the events are printed.
    is_trace_printed: bool,
}

impl World {
    /// Creates the world of a seed.
    pub(super) fn new(seed: u64, scenario: Scenario) -> Self {
        let mut rng = SeededRng::new(seed);
        let shapes = scenario.shapes();
        let shape = shapes[rng.below(shapes.len())];
        let has_members = scenario.has_members();
        let accounts = if has_members { vec![ada(), ben(), id(3)] } else { vec![ada()] };
        let browsers = shape.iter().enumerate().map(|(number, tabs)| {
            let account = accounts[number % accounts.len()];
            Browser::new(account, signed_in_storage(account).into_iter().collect(), *tabs, &mut rng)
        });
        let mut browsers: Vec<Browser> = browsers.collect();
        if scenario == Scenario::SlowUplinks {
            browsers.iter_mut().for_each(|browser| browser.uplink = Some(Uplink::new(&mut rng)));
        }
        let (max_batch_ops, bulk_left) = match scenario {
            Scenario::LargeOutboxes if rng.percent(40) => (Some(10 + rng.below(100)), 1_500),
            Scenario::LargeOutboxes => (None, 2_500),
            _ => (None, 0),
        };
        let mut servers: BTreeMap<Id, Server> =
            accounts.iter().map(|account| (*account, Server::new(*account))).collect();
        servers.values_mut().for_each(|server| server.has_members = has_members);
        let preferences =
            servers.iter().map(|(account, server)| (*account, PreferencesModel::new(&server.preferences))).collect();
        let mut server = servers.remove(&ada()).expect("Ada has an account");
        notes::add_notes(&mut server.notes);
        let mut world = Self {
            scenario,
            rng,
            now: MORNING,
            ends_at: MORNING + scenario.active_ms(),
            is_network_reliable: false,
            events: BTreeMap::new(),
            sequence: 0,
            browsers,
            server,
            others: servers,
            models: Models::default(),
            preferences,
            max_batch_ops,
            bulk_left,
            connections: BTreeMap::new(),
            announced_versions: HashMap::new(),
            announced_notes_version: 0,
            written: NoteHistory::default(),
            durable_ops: BTreeMap::new(),
            acknowledged: BTreeSet::new(),
            refused: BTreeSet::new(),
            steps: 0,
            trace: None,
            is_trace_printed: std::env::var_os("SIMULATION_TRACE").is_some(),
        };
        for (browser, tabs) in shape.iter().enumerate() {
            for tab in 0..*tabs {
                world.open_page(browser, tab);
                world.schedule_within(0, 2_000, Event::Act { browser, tab });
            }
        }
        world.schedule_within(500, 5_000, Event::Fault);
        if has_members {
            world.schedule_within(1_000, 4_000, Event::Membership);
        }
        for browser in 0..shape.len() {
            match scenario {
                Scenario::FrozenLeaders => world.schedule_within(1_000, 10_000, Event::FreezeLeader { browser }),
                Scenario::LargeOutboxes => {
                    world.schedule_within(2_000, 8_000, Event::Disconnect { browser });
                    world.schedule_within(20_000, 39_000, Event::Reconnect { browser });
                }
                _ => {}
            }
        }
        world
    }

    /// Runs the simulation and returns the log of its events, in order.
    pub(super) fn traced(mut self) -> Vec<String> {
        self.trace = Some(vec![]);
        self.run();
        self.trace.unwrap_or_default()
    }

    /// Runs the simulation, makes the network reliable, and checks the invariants.
    pub(super) fn run(&mut self) -> Totals {
        self.run_until(self.ends_at);
        self.make_network_reliable();
        if self.scenario == Scenario::VersionSkew {
            self.run_until(self.now + MIXED_RELEASES_MS);
            self.check_sent_by_mixed_releases();
            self.update_pages();
        }
        self.run_until(self.now + self.scenario.quiescence_ms());
        self.check_sent();
        self.check_open_boards();
        self.check_equal("online");
        self.check_preferences("online");
        self.check_notes("online");
        self.check_hidden();
        self.check_offline();
        Totals { steps: self.steps, note_saves: notes::saves(&self.server.notes) }
    }

    fn run_until(&mut self, moment: i64) {
        while let Some(((at, _), event)) = self.events.pop_first() {
            if at > moment {
                self.schedule_at(at, event);
                break;
            }
            self.now = at;
            self.steps += 1;
            if let Some(trace) = &mut self.trace {
                trace.push(format!("{at} {event:?}"));
            }
            if self.is_trace_printed {
                eprintln!("{at} {event:?}");
            }
            self.process(event);
        }
        self.now = moment;
    }

    fn schedule_at(&mut self, at: i64, event: Event) {
        self.sequence += 1;
        self.events.insert((at, self.sequence), event);
    }

    fn schedule_within(&mut self, from: i64, to: i64, event: Event) {
        let at = self.now + self.rng.within(from, to);
        self.schedule_at(at, event);
    }

    fn process(&mut self, event: Event) {
        let frozen = event.needs_page().and_then(|page_id| self.page(page_id)?.frozen.as_mut());
        if let Some(waiting) = frozen {
            waiting.push(event);
            return;
        }
        match event {
            Event::Act { browser, tab } => self.act(browser, tab),
            Event::Request { page_id, request, is_answered, gives_up_at } => {
                self.serve(page_id, &request, is_answered, gives_up_at);
            }
            Event::Response { page_id, id, response } => {
                self.record_response(&response);
                self.feed(page_id, Input::Response { id, response });
            }
            Event::TokensFound { page_id, id } => {
                let stored = |key: &str| self.browsers[page_id.browser].local.get(key).cloned();
                let (access, refresh) = (stored("access_token"), stored("refresh_token"));
                self.feed(page_id, Input::TokensRefreshedElsewhere { id, access, refresh });
            }
            Event::Connected { page_id, connection } => self.connected(page_id, connection),
            Event::Closed { page_id, connection, code } => self.closed(page_id, connection, code),
            Event::ServerReceives { page_id, connection, text } => self.on_live_request(page_id, connection, &text),
            Event::PageReceives { page_id, connection, text } => {
                let is_open = self.page(page_id).is_some_and(|page| page.connection == Some(connection));
                if is_open && self.connections.contains_key(&connection) {
                    self.feed(page_id, Input::SocketMessage { text });
                }
            }
            Event::Channel { page_id, message } => self.feed(page_id, Input::PeerMessage { message }),
            Event::Stored { page_id, key, value } => self.feed(page_id, Input::LocalStorageChanged { key, value }),
            Event::Commit { browser } => {
                if let Some(write) = self.browsers[browser].commit() {
                    self.record_commit(browser, &write);
                }
            }
            Event::Loaded { page_id, prefix } => {
                let entries = self.browsers[page_id.browser].read(&prefix);
                self.feed(page_id, Input::IndexedDbRead { prefix, entries });
            }
            Event::Refused { page_id, write } => {
                let (entries, deleted_prefix) = match write {
                    Some(Write::Entries(entries)) => (entries, None),
                    Some(Write::DeletePrefix(prefix)) => (vec![], Some(prefix)),
                    None => (vec![], None),
                };
                self.feed(page_id, Input::StorageFailed { entries, deleted_prefix });
            }
            Event::StorageRecovered { page_id } => self.feed(page_id, Input::StorageRecovered),
            Event::LeadAcquired { page_id } => self.feed(page_id, Input::LeadAcquired),
            Event::LeadLost { page_id } => self.feed(page_id, Input::LeadLost),
            Event::Unfreeze { page_id } => self.unfreeze(page_id),
            Event::Resumed { page_id } => self.feed(page_id, Input::Online),
            Event::Alarm { page_id, alarm, due } => {
                let stands = self.page(page_id).is_some_and(|page| page.alarms.get(&alarm) == Some(&due));
                if stands {
                    _ = self.page(page_id).and_then(|page| page.alarms.remove(&alarm));
                    self.feed(page_id, Input::Alarm { alarm });
                }
            }
            Event::Fault => self.inject_fault(),
            Event::Membership => self.change_membership(),
            Event::FreezeLeader { browser } => self.freeze_leader(browser),
            Event::Disconnect { browser } => self.disconnect(browser),
            Event::Reconnect { browser } => {
                self.connect(browser);
                let tab = self.rng.below(self.browsers[browser].tabs.len());
                self.schedule_within(100, 4_000, Event::Reload { browser, tab });
            }
            Event::Reload { browser, tab } if self.rng.percent(70) => self.close_page(browser, tab, true),
            Event::Reload { browser, .. } => self.crash(browser),
        }
    }

    fn page(&mut self, page_id: PageId) -> Option<&mut Tab> {
        self.browsers[page_id.browser].page(page_id.tab, page_id.page)
    }

    /// Feeds an input into a page and carries out its effects. A closed page is ignored.
    fn feed(&mut self, page_id: PageId, input: Input) {
        let now = Timestamp::from_millis(self.now + self.browsers[page_id.browser].skew);
        let Some(page) = self.page(page_id) else { return };
        let release = page.release;
        let Some(input) = (match release {
            Some(release) => release.receive(input),
            None => Some(input),
        }) else {
            return;
        };
        let env = page.entropy.env(now, 60);
        let step = page.app.handle(input, &env);
        for effect in step.io_effects {
            let effect = match release {
                Some(release) => {
                    let browser = &self.browsers[page_id.browser];
                    release.send(effect, |key| browser.read(key).into_iter().next().map(|(_, text)| text))
                }
                None => Some(effect),
            };
            if let Some(effect) = effect {
                self.effect(page_id, effect);
            }
        }
    }

    fn other_pages(&self, page_id: PageId) -> Vec<PageId> {
        let tabs = self.browsers[page_id.browser].tabs.iter().enumerate();
        tabs.filter(|(tab, _)| *tab != page_id.tab)
            .filter_map(|(tab, page)| Some(PageId { tab, page: page.as_ref()?.page, ..page_id }))
            .collect()
    }

    /// Returns all open pages.
    fn open_pages(&self) -> Vec<PageId> {
        let mut all = vec![];
        for (browser, here) in self.browsers.iter().enumerate() {
            for (tab, page) in here.tabs.iter().enumerate() {
                all.extend(page.as_ref().map(|page| PageId { browser, tab, page: page.page }));
            }
        }
        all
    }

    fn act(&mut self, browser: usize, tab: usize) {
        if self.now >= self.ends_at {
            return;
        }
        self.schedule_within(20, self.scenario.longest_pause_ms(), Event::Act { browser, tab });
        let is_ada = self.browsers[browser].account == ada();
        let Some(page) = self.browsers[browser].tabs[tab].as_mut().filter(|page| page.frozen.is_none()) else { return };
        page.typed_text_count += 1;
        let (page_id, typed) = (PageId { browser, tab, page: page.page }, page.page * 1_000 + page.typed_text_count);
        let sees = page.app.snapshot();
        let rng = &mut self.rng;
        let special: Vec<Value> = match self.scenario {
            Scenario::Preferences if rng.percent(60) => vec![preferences::intent(rng)],
            Scenario::LargeOutboxes if self.bulk_left > 0 => {
                let intents = bulk::many_intents(&sees, typed, rng);
                self.bulk_left = self.bulk_left.saturating_sub(intents.len());
                intents
            }
            Scenario::Moves | Scenario::SharedMoves if rng.percent(40) => {
                moves::intent(&sees, typed, rng).into_iter().collect()
            }
            Scenario::SlowUplinks if rng.percent(30) => bulk::long_text(&sees, typed, rng).into_iter().collect(),
            _ => vec![],
        };
        let values = match special.is_empty() {
            false => special,
            true if rng.percent(25) && is_ada => vec![self.written.intent(page_id.page, &sees, typed, rng)],
            true => vec![user::intent(&sees, typed, rng)],
        };
        for value in values {
            self.feed(page_id, Input::Intent { intent: intent(value) });
        }
    }
}
