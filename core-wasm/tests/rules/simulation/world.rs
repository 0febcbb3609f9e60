//! The simulated world: it schedules events, and checks the invariants once no events are pending.

use super::super::support::device::Request;
use super::super::support::indexed_db::Write;
use super::super::support::server::{Server, ServerBoard};
use super::super::support::{MORNING, ada, ben, id, intent, refusal, signed_in_storage};
use super::browser::{Browser, Tab};
use super::network::{Event, PageId};
use super::notes::{self, NoteHistory};
use super::rng::SeededRng;
use super::user;
use core_wasm::app::{App, Input};
use core_wasm::board::replica::Replica;
use core_wasm::env::EntropySource;
use core_wasm::protocol::effect::{Alarm, IoEffect};
use core_wasm::protocol::http::{OpStatus, OpsRequest, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::{LiveMessage, LiveRequest, close};
use core_wasm::protocol::record::{Board, BoardRecords, Item, List};
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::sharing::Role;
use core_wasm::protocol::stored::OutboxEntry;
use core_wasm::protocol::time::Timestamp;
use core_wasm::session::token;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How long users are active, in milliseconds of simulated time.
const ACTIVE_MS: i64 = 40_000;
/// How long the reliable network has to deliver everything afterwards, in milliseconds: more than the longest backoff.
const QUIESCENCE_MS: i64 = 180_000;

/// The delay before the browser grants the lock, in milliseconds.
const LOCK_DELAY_MS: i64 = 3;

/// The delay before IndexedDB reports a failure or a recovery, in milliseconds.
const STORAGE_FAILURE_DELAY_MS: i64 = 3;

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

/// Who uses the browsers of a world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum People {
    /// Ada alone.
    One,
    /// Ada, Ben and a third user, who share boards.
    Several,
}

pub(super) struct World {
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
}

impl World {
    /// Creates a world with one user, or with several who share boards.
    pub(super) fn new(seed: u64, people: People) -> Self {
        let mut rng = SeededRng::new(seed);
        let shapes: [&[usize]; 6] = match people {
            People::One => [&[1, 1], &[2], &[1, 2], &[3], &[1, 1, 1], &[2, 2, 1]],
            People::Several => [&[1, 1], &[2, 1], &[1, 1, 1], &[1, 2], &[2, 1, 1], &[1, 1, 1, 1]],
        };
        let shape = shapes[rng.below(shapes.len())];
        let accounts = match people {
            People::One => vec![ada()],
            People::Several => vec![ada(), ben(), id(3)],
        };
        let browsers = shape.iter().enumerate().map(|(number, tabs)| {
            let account = accounts[number % accounts.len()];
            Browser::new(account, signed_in_storage(account).into_iter().collect(), *tabs, &mut rng)
        });
        let browsers = browsers.collect();
        let has_members = people == People::Several;
        let mut servers: BTreeMap<Id, Server> =
            accounts.iter().map(|account| (*account, Server::new(*account))).collect();
        servers.values_mut().for_each(|server| server.has_members = has_members);
        let mut server = servers.remove(&ada()).expect("Ada has an account");
        notes::add_notes(&mut server.notes);
        let mut world = Self {
            rng,
            now: MORNING,
            ends_at: MORNING + ACTIVE_MS,
            is_network_reliable: false,
            events: BTreeMap::new(),
            sequence: 0,
            browsers,
            server,
            others: servers,
            connections: BTreeMap::new(),
            announced_versions: HashMap::new(),
            announced_notes_version: 0,
            written: NoteHistory::default(),
            durable_ops: BTreeMap::new(),
            acknowledged: BTreeSet::new(),
            refused: BTreeSet::new(),
            steps: 0,
            trace: None,
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
        self.run_until(self.now + QUIESCENCE_MS);
        self.check_sent();
        self.check_equal("online");
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
            Event::Request { page_id, request, is_answered } => self.serve(page_id, &request, is_answered),
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
        }
    }

    fn page(&mut self, page_id: PageId) -> Option<&mut Tab> {
        self.browsers[page_id.browser].page(page_id.tab, page_id.page)
    }

    /// Feeds an input into a page and carries out its effects. A closed page is ignored.
    fn feed(&mut self, page_id: PageId, input: Input) {
        let now = Timestamp::from_millis(self.now + self.browsers[page_id.browser].skew);
        let Some(page) = self.page(page_id) else { return };
        let env = page.entropy.env(now, 60);
        let step = page.app.handle(input, &env);
        for effect in step.io_effects {
            self.effect(page_id, effect);
        }
    }

    fn effect(&mut self, page_id: PageId, effect: IoEffect) {
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

    fn other_pages(&self, page_id: PageId) -> Vec<PageId> {
        let tabs = self.browsers[page_id.browser].tabs.iter().enumerate();
        tabs.filter(|(tab, _)| *tab != page_id.tab)
            .filter_map(|(tab, page)| Some(PageId { tab, page: page.as_ref()?.page, ..page_id }))
            .collect()
    }

    fn store(&mut self, page_id: PageId, key: String, value: Option<String>) {
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

    fn write(&mut self, page_id: PageId, write: Write) {
        if self.browsers[page_id.browser].has_failing_writes {
            self.schedule_at(self.now + STORAGE_FAILURE_DELAY_MS, Event::Refused { page_id, write: Some(write) });
            return;
        }
        self.browsers[page_id.browser].writes.push_back((page_id.page, write));
        self.schedule_within(1, 20, Event::Commit { browser: page_id.browser });
    }

    /// Sends a request. The network may lose or duplicate it, or lose the response.
    fn fetch(&mut self, page_id: PageId, request: Request) {
        let id = request.id;
        let lost = Event::Response { page_id, id, response: ApiResponse::NetworkError };
        let timed_out = Event::Response { page_id, id, response: ApiResponse::TimedOut };
        let fails = |rng: &mut SeededRng, entropy| rng.percent(entropy);
        if !self.browsers[page_id.browser].is_online {
            self.schedule_within(1, 10, lost);
            return;
        }
        if !self.is_network_reliable && fails(&mut self.rng, 8) {
            self.schedule_at(self.now + 10_000, timed_out);
            return;
        }
        let is_answered = self.is_network_reliable || !fails(&mut self.rng, 6);
        if !is_answered {
            self.schedule_at(self.now + 10_000, timed_out);
        }
        if !self.is_network_reliable && fails(&mut self.rng, 4) {
            let request = request.clone();
            self.schedule_within(1, 3_000, Event::Request { page_id, request, is_answered: false });
        }
        self.schedule_within(1, 300, Event::Request { page_id, request, is_answered });
    }

    /// Handles a request on the server, and announces the boards that changed.
    fn serve(&mut self, page_id: PageId, request: &Request, is_answered: bool) {
        let account = self.browsers[page_id.browser].account;
        let shared = self.server.boards.iter().map(|(id, board)| (*id, SharedRecords::of(board))).collect();
        let claims = request.bearer.as_deref().and_then(token::claims);
        let response = match claims {
            Some(claims) if claims.expires_at.millis() <= self.now => {
                ApiResponse::Received { status: 401, body: refusal("token_expired").to_string() }
            }
            _ => {
                let before = notes::texts(&self.server.notes);
                let response = self.response_to(account, request);
                self.written.check_seen(&before, &self.server.notes);
                response
            }
        };
        if let ApiResponse::Received { status: 404, .. } = &response
            && request.path.ends_with("/ops/")
        {
            let OpsRequest { ops } = serde_json::from_value(request.json()).expect("a batch of ops");
            self.refused.extend(ops.iter().map(|op| op.id));
        }
        if let ApiResponse::Received { status: 200, body } = &response
            && request.path.ends_with("/ops/")
        {
            let response: OpsResponse = serde_json::from_str(body).expect("an answer to ops");
            let refused = response.results.iter().filter(|result| result.status == OpStatus::Refused);
            self.refused.extend(refused.filter_map(|result| result.id));
        }
        self.announce_changes(account, &shared);
        // The response only arrives if the browser is still online.
        if is_answered {
            let is_online = self.browsers[page_id.browser].is_online;
            let response = if is_online { response } else { ApiResponse::NetworkError };
            self.schedule_within(1, 300, Event::Response { page_id, id: request.id, response });
        }
    }

    /// Handles a request of an account, which sees its own data and the boards of which it is a member.
    fn response_to(&mut self, account: Id, request: &Request) -> ApiResponse {
        let Some(other) = self.others.get_mut(&account) else { return self.server.response_to(request, self.now) };
        std::mem::swap(&mut other.boards, &mut self.server.boards);
        let response = other.response_to(request, self.now);
        std::mem::swap(&mut other.boards, &mut self.server.boards);
        response
    }

    /// Announces the boards that an account has changed. `before` are their shared records before that.
    fn announce_changes(&mut self, author: Id, before: &BTreeMap<Id, SharedRecords>) {
        let version = self.server.notes.version;
        if std::mem::replace(&mut self.announced_notes_version, version) != version {
            for connection in self.connections_of(ada()) {
                self.send_to_page(connection, &LiveMessage::NotesChanged { version });
            }
        }
        let accounts: Vec<Id> = std::iter::once(ada()).chain(self.others.keys().copied()).collect();
        let changed: Vec<(Id, i64)> =
            self.server.boards.iter().map(|(board_id, board)| (*board_id, board.version)).collect();
        for (board_id, version) in changed {
            let since = self.announced_versions.insert(board_id, version).unwrap_or(0);
            if version == since {
                continue;
            }
            let is_too_large = self.rng.percent(10);
            for account in &accounts {
                let records = self.announced_records(board_id, since, author, *account, before.get(&board_id));
                let Some(records) = records else { continue };
                let records = records.filter(|_| !is_too_large);
                let message = LiveMessage::Changed { board_id, since, version, records };
                for connection in self.connections_of(*account) {
                    self.send_to_page(connection, &message);
                }
            }
        }
    }

    /// Returns the records of a change that are announced to an account, as the real server does: `None` if it is not a
    /// member, and `Some(None)` if it has to request them.
    fn announced_records(
        &self,
        board_id: Id,
        since: i64,
        author: Id,
        account: Id,
        before: Option<&SharedRecords>,
    ) -> Option<Option<BoardRecords>> {
        let board = self.server.boards.get(&board_id).filter(|board| board.is_visible_to(account))?;
        let records = board.since_for(account, since);
        if board.people.len() < 2 {
            return Some(Some(records));
        }
        if account == author {
            return Some(Some(records).filter(|records| records.board.is_none()));
        }
        let now = SharedRecords::of(board);
        let is_personal = before.is_some_and(|before| before.board == now.board && before.lists == now.lists);
        let items = records.items.iter().filter(|item| !item.is_reminder()).cloned().collect();
        Some(is_personal.then(|| BoardRecords { board: None, lists: vec![], items, ..records.clone() }))
    }

    /// Adds a member to a board, removes one, or changes a role.
    fn change_membership(&mut self) {
        if self.now >= self.ends_at {
            return;
        }
        self.schedule_within(500, 6_000, Event::Membership);
        let accounts: Vec<Id> = std::iter::once(ada()).chain(self.others.keys().copied()).collect();
        let boards: Vec<Id> = self.server.boards.keys().copied().collect();
        let (Some(board_id), Some(account)) = (self.rng.pick(&boards), self.rng.pick(&accounts)) else { return };
        let Some(board) = self.server.boards.get_mut(board_id) else { return };
        let role = [Role::Viewer, Role::Commenter, Role::Editor, Role::Editor, Role::Admin][self.rng.below(5)];
        let mut is_moved = false;
        match board.people.get(account).map(|person| person.role) {
            None => {
                board.set_role(*account, role);
                is_moved = true;
            }
            Some(Role::Owner) => {
                let next = board.people.keys().copied().find(|other| other != account);
                let Some(next) = next.filter(|_| self.rng.percent(30)) else { return };
                board.set_role(*account, Role::Admin);
                board.set_role(next, Role::Owner);
            }
            Some(_) if self.rng.percent(60) => board.set_role(*account, role),
            Some(_) => {
                board.remove_member(*account);
                is_moved = true;
            }
        }
        if is_moved {
            for connection in self.connections_of(*account) {
                let Some(open) = self.connections.remove(&connection) else { continue };
                let event = Event::Closed { page_id: open.page_id, connection, code: close::MEMBERSHIP_CHANGED };
                self.schedule_within(1, 100, event);
            }
        }
        self.announce_changes(*account, &BTreeMap::new());
    }

    /// Returns the live connections of an account.
    fn connections_of(&self, account: Id) -> Vec<u64> {
        let is_own = |open: &Connection| self.browsers[open.page_id.browser].account == account;
        self.connections.iter().filter(|(_, open)| open.is_authenticated && is_own(open)).map(|(id, _)| *id).collect()
    }

    fn send_to_page(&mut self, connection: u64, message: &LiveMessage) {
        let text = serde_json::to_string(message).expect("a message can be written");
        let after = self.now + self.rng.within(1, 100);
        let Some(open) = self.connections.get_mut(&connection) else { return };
        open.to_page = open.to_page.max(after);
        let (at, page_id) = (open.to_page, open.page_id);
        self.schedule_at(at, Event::PageReceives { page_id, connection, text });
    }

    fn open_socket(&mut self, page_id: PageId) {
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

    fn connected(&mut self, page_id: PageId, connection: u64) {
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

    fn closed(&mut self, page_id: PageId, connection: u64, code: u16) {
        self.connections.remove(&connection);
        if self.page(page_id).is_some_and(|page| page.connection == Some(connection)) {
            _ = self.page(page_id).and_then(|page| page.connection.take());
            self.feed(page_id, Input::SocketClosed { code });
        }
    }

    fn on_live_request(&mut self, page_id: PageId, connection: u64, text: &str) {
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

    fn act(&mut self, browser: usize, tab: usize) {
        if self.now >= self.ends_at {
            return;
        }
        self.schedule_within(20, 1_500, Event::Act { browser, tab });
        let is_ada = self.browsers[browser].account == ada();
        let Some(page) = self.browsers[browser].tabs[tab].as_mut().filter(|page| page.frozen.is_none()) else { return };
        page.typed_text_count += 1;
        let (page_id, typed) = (PageId { browser, tab, page: page.page }, page.page * 1_000 + page.typed_text_count);
        let sees = page.app.snapshot();
        let value = match self.rng.percent(25) && is_ada {
            true => self.written.intent(page.page, &sees, typed, &mut self.rng),
            false => user::intent(&sees, typed, &mut self.rng),
        };
        let intent = intent(value);
        self.feed(page_id, Input::Intent { intent });
    }

    fn inject_fault(&mut self) {
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
    fn feed_unless_frozen(&mut self, browser: usize, tab: usize, input: Input) {
        let running = self.browsers[browser].tabs[tab].as_ref().filter(|page| page.frozen.is_none());
        if let Some(page) = running.map(|tab| tab.page) {
            self.feed(PageId { browser, tab, page }, input);
        }
    }

    /// Freezes a page: it receives no events for a while.
    fn freeze(&mut self, browser: usize, tab: usize) {
        let Some(page) = self.browsers[browser].tabs[tab].as_mut().filter(|page| page.frozen.is_none()) else { return };
        page.frozen = Some(vec![]);
        let page_id = PageId { browser, tab, page: page.page };
        self.schedule_within(2_000, 70_000, Event::Unfreeze { page_id });
    }

    /// Unfreezes a page: waiting events are delivered. Its own alarms and responses may come before messages from other
    /// tabs.
    fn unfreeze(&mut self, page_id: PageId) {
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
    fn take_lead(&mut self, page_id: PageId) {
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
    fn open_page(&mut self, browser: usize, tab: usize) {
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
    fn close_page(&mut self, browser: usize, tab: usize, opens_again: bool) {
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

    fn connect(&mut self, browser: usize) {
        if std::mem::replace(&mut self.browsers[browser].is_online, true) {
            return;
        }
        for tab in 0..self.browsers[browser].tabs.len() {
            let Some(page) = self.browsers[browser].tabs[tab].as_ref().map(|tab| tab.page) else { continue };
            self.schedule_at(self.now, Event::Resumed { page_id: PageId { browser, tab, page } });
        }
    }

    /// Restarts the server: it keeps its data and loses everything in flight.
    fn restart_server(&mut self) {
        for (connection, open) in std::mem::take(&mut self.connections) {
            let event = Event::Closed { page_id: open.page_id, connection, code: close::GOING_AWAY };
            self.schedule_within(1, 100, event);
        }
        let requests: Vec<(i64, u64)> =
            self.events.iter().filter(|(_, event)| matches!(event, Event::Request { .. })).map(|(at, _)| *at).collect();
        for at in requests {
            if let Some(Event::Request { page_id, request, is_answered: true }) = self.events.remove(&at) {
                self.schedule_within(
                    1,
                    50,
                    Event::Response { page_id, id: request.id, response: ApiResponse::NetworkError },
                );
            }
        }
    }

    fn make_network_reliable(&mut self) {
        self.is_network_reliable = true;
        // Clocks are corrected, up to the usual error of devices.
        for browser in 0..self.browsers.len() {
            self.browsers[browser].skew = self.rng.within(-2_000, 2_000);
            self.browsers[browser].has_failing_writes = self.browsers[browser].is_private;
            self.connect(browser);
        }
    }

    fn record_response(&mut self, response: &ApiResponse) {
        if let ApiResponse::Received { status: 200, body } = response
            && let Ok(response) = serde_json::from_str::<OpsResponse>(body)
        {
            let taken = response.results.iter().filter(|result| result.status != OpStatus::Refused);
            self.acknowledged.extend(taken.filter_map(|result| result.id));
        }
    }

    fn record_commit(&mut self, browser: usize, write: &Write) {
        let Write::Entries(entries) = write else { return };
        self.written.check_commit(browser, entries, &self.server.notes);
        for (key, text) in entries {
            if let Some((_, entry)) = key.split_once("/kept/outbox/")
                && let Some(text) = text
                && let Ok(OutboxEntry::BoardOp { op, .. }) = serde_json::from_str(text)
            {
                self.durable_ops.insert(op.id, DurableOp { browser, entry: entry.to_owned() });
            }
        }
    }

    /// Checks that nothing is pending, and that the server has every op that was committed or confirmed, unless it was
    /// refused.
    fn check_sent(&mut self) {
        for browser in &self.browsers {
            for tab in browser.tabs.iter().flatten() {
                let sync = tab.app.snapshot().sync;
                assert_eq!(sync.unsent, 0, "something still waits: {sync:?}");
                assert!(sync.is_live, "a page is not live after the network has healed");
                assert!(!sync.is_offline());
            }
            let waits = browser.committed.keys().filter(|key| key.contains("/kept/outbox/")).count();
            assert_eq!(waits, 0, "a sent entry is still stored");
        }
        let known: BTreeSet<Id> = self.server.boards.values().flat_map(|board| board.known.iter().copied()).collect();
        let lost = self.acknowledged.iter().find(|id| !known.contains(id));
        assert_eq!(lost, None, "an acknowledged op is not at the server");
        for (id, DurableOp { browser, entry }) in self.durable_ops.iter().filter(|(id, _)| !known.contains(*id)) {
            assert!(self.refused.contains(id), "the stored op {id} is neither on the server nor refused");
            let browser = &self.browsers[*browser];
            let key = format!("/kept/refused/{entry}");
            let is_stored = browser.committed.keys().any(|stored| stored.ends_with(&key));
            let is_shown =
                |tab: &Tab| tab.app.snapshot().sync.refused.iter().any(|shown| shown.id.to_string() == *entry);
            assert!(is_stored || browser.tabs.iter().flatten().any(is_shown), "the refused op {id} is not shown");
        }
        self.written.check_sent(&self.server.notes);
    }

    /// Checks that every page shows every board as the server has it.
    fn check_equal(&mut self, when: &str) {
        for (page_id, slug, expected) in self.expected_board_views() {
            assert_eq!(self.observe(page_id, &slug).as_deref(), Some(&*expected), "{when}: {slug} in {page_id:?}");
        }
    }

    /// Checks that every browser, reopened offline, shows the opened boards as it last saw them.
    fn check_offline(&mut self) {
        for browser in 0..self.browsers.len() {
            self.run_until(self.now + 100);
            self.disconnect(browser);
            self.crash(browser);
        }
        self.run_until(self.now + 1_000);
        let seen: Vec<(PageId, String, String)> = self
            .expected_board_views()
            .into_iter()
            .filter(|(page_id, ..)| !self.browsers[page_id.browser].has_failing_writes)
            .collect();
        for (page_id, slug, expected) in seen {
            assert_eq!(self.observe(page_id, &slug).as_deref(), Some(&*expected), "offline: {slug} in {page_id:?}");
        }
        self.check_notes("offline");
    }

    /// Checks that every page shows every note as the server has it.
    fn check_notes(&mut self, when: &str) {
        let expected = notes::expected(&self.server.notes);
        for page_id in self.open_pages() {
            if self.browsers[page_id.browser].account != ada() {
                continue;
            }
            if when == "offline" && self.browsers[page_id.browser].has_failing_writes {
                continue;
            }
            self.feed(page_id, Input::Intent { intent: intent(json!({ "type": "load_notes" })) });
            self.run_until(self.now + 2_000);
            let shown = self.page(page_id).map(|page| notes::shown(&page.app.snapshot().notes.notes));
            assert_eq!(shown.as_ref(), Some(&expected), "{when}: the notes in {page_id:?}");
            for (note_id, text) in notes::texts(&self.server.notes) {
                self.feed(
                    page_id,
                    Input::Intent { intent: intent(json!({ "type": "open_note", "note_id": note_id })) },
                );
                let open = self.page(page_id).and_then(|page| page.app.snapshot().notes.open);
                assert_eq!(open.map(|open| open.document), Some(text), "{when}: a text in {page_id:?}");
            }
        }
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

    /// Returns each page with each board's slug and the expected content.
    fn expected_board_views(&self) -> Vec<(PageId, String, String)> {
        let mut expected = vec![];
        for page_id in self.open_pages() {
            let account = self.browsers[page_id.browser].account;
            let boards = self.server.boards.values().filter(|board| board.is_visible_to(account));
            for board in boards.filter(|board| board.records.board.trashed_at.is_none()) {
                let view = Replica::load(board.full_for(account)).expect("the whole board").view();
                let text = serde_json::to_string(&view).expect("a view can be written");
                expected.push((page_id, view.board.slug.as_str().to_owned(), text));
            }
        }
        expected
    }

    /// Checks that no browser shows or stores a board of which its user is not a member, or another member's reminder.
    fn check_hidden(&mut self) {
        for page_id in self.open_pages() {
            let account = self.browsers[page_id.browser].account;
            let hidden = self.server.boards.values().filter(|board| !board.is_visible_to(account));
            let hidden: Vec<Board> = hidden.map(|board| board.records.board.clone()).collect();
            for board in &hidden {
                let shown = self.observe(page_id, board.slug.as_str());
                assert_eq!(shown, None, "{} shows in {page_id:?}, whose user was removed", board.name.as_str());
                let snapshot = self.page(page_id).expect("the page is open").app.snapshot();
                assert!(snapshot.boards.iter().all(|shown| shown.id != board.id), "a board of others is listed");
                self.feed(page_id, Input::Intent { intent: intent(json!({ "type": "close_board" })) });
            }
        }
        self.run_until(self.now + 1_000);
        for browser in &self.browsers {
            let mut secrets: Vec<String> = vec![];
            for board in self.server.boards.values() {
                let records = &board.records;
                if !board.is_visible_to(browser.account) {
                    secrets.extend([records.board.id.to_string(), records.board.slug.as_str().to_owned()]);
                    secrets.extend(records.cards.keys().map(Id::to_string));
                }
                let is_foreign = |item: &&Item| item.is_reminder() && item.author_id != Some(browser.account);
                let reminders = records.items.values().filter(|_| !self.others.is_empty()).filter(is_foreign);
                secrets.extend(reminders.map(|item| item.id.to_string()));
            }
            // What was refused is shown with the user's own texts.
            let texts =
                browser.committed.iter().chain(&browser.local).filter(|(key, _)| !key.contains("/kept/refused/"));
            for (key, text) in texts {
                let found = secrets.iter().find(|secret| key.contains(*secret) || text.contains(*secret));
                assert_eq!(found, None, "{key} contains what {} may not see", browser.account);
            }
        }
    }

    /// Opens a board in a page and returns what it shows after a while.
    fn observe(&mut self, page_id: PageId, slug: &str) -> Option<String> {
        for value in [json!({ "type": "close_board" }), json!({ "type": "open_board", "slug": slug })] {
            self.feed(page_id, Input::Intent { intent: intent(value) });
        }
        self.run_until(self.now + 2_000);
        let view = self.page(page_id)?.app.snapshot().open_board?;
        serde_json::to_string(&view).ok()
    }
}
