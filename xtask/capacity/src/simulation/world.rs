//! The servers, the shards and the requests, and what happens to them.

use super::station::Station;
use super::{Book, Config, Cost, Fault, Flush, Kind, Outcome, Percentiles, SAMPLE_INTERVAL, Sample};
use crate::random::Random;
use crate::statistics::{Histogram, Level, SECOND, Time, micros};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};

/// The maximum number of ops per commit.
const MAX_GROUP: usize = 64;

/// The maximum number of ops that wait on a server. Further ones are refused.
const MAX_QUEUED_OPS: usize = 4_096;

/// How long a transaction is tried again, and a connection of the pool is waited for.
const RETRY_TIME: Time = 3 * SECOND;

/// The first pause between two attempts of a transaction, and the longest.
const PAUSES: (Time, Time) = (SECOND / 250, SECOND / 5);

/// The pause of a client after the first failure, and the longest.
const CLIENT_PAUSES: (Time, Time) = (SECOND, 60 * SECOND);

/// The time within which the clients of a server that has stopped connect to another one.
const RECONNECT_SPREAD: Time = 3 * SECOND;

/// How long the load balancer sends requests to a server that has stopped. They fail at once.
const CHECK_INTERVAL: Time = 2 * SECOND;

/// How often the regular work of a server uses the database.
const BACKGROUND_INTERVAL: Time = SECOND * 4 / 5;

type RequestId = usize;
type TransactionId = usize;

/// What happens at a time.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A person makes a request of a kind.
    Arrival(Kind),
    /// The client of a socket that was lost connects.
    Reconnect,
    /// A client sends a request again.
    Attempt(RequestId),
    /// A processor of a server ends a job.
    ServerDone { server: usize, epoch: u32, work: ServerWork },
    /// The statements of a transaction arrive at a shard.
    Statements { transaction: TransactionId, attempt: u32, shard: usize },
    /// A processor of a shard ends a job.
    ShardDone { shard: usize, epoch: u32, work: ShardWork },
    /// The disk of a shard has flushed what was waiting.
    Flushed { shard: usize, epoch: u32 },
    /// A shard has done its part of a transaction.
    PartDone { transaction: TransactionId, attempt: u32 },
    /// A transaction is tried again.
    Retry { transaction: TransactionId },
    /// A transaction has got the connection of another one.
    Begin { transaction: TransactionId },
    /// A transaction has waited too long for a connection.
    PoolTimeout { transaction: TransactionId, attempt: u32 },
    /// An announcement arrives at another server.
    Announced { server: usize, sockets: u32, began: Time },
    /// The regular work of a server.
    Background { server: usize },
    Fault(usize),
    /// The load balancer notices that a server has stopped.
    Noticed { server: usize },
    LeaderBack { shard: usize },
    Sample,
    Warm,
}

/// A job of a server.
#[derive(Clone, Copy, Debug)]
enum ServerWork {
    Request(RequestId),
    /// The work for a group before its transaction.
    Group(TransactionId),
    /// Sends an op that arrived at `began` to some sockets.
    Deliver { sockets: u32, began: Time },
    /// Reads an announcement of another server, whose op some sockets need.
    Announcement { sockets: u32, began: Time },
}

/// A job of a shard.
#[derive(Clone, Copy, Debug)]
enum ShardWork {
    Part { transaction: TransactionId, attempt: u32 },
    Background,
}

/// What waits for a transaction.
#[derive(Clone, Debug)]
enum Owner {
    Request(RequestId),
    Group(Vec<RequestId>),
    /// The read of an op that arrived at `began`, for some sockets.
    Read { sockets: u32, began: Time },
}

#[derive(Clone, Copy, Debug)]
struct Request {
    kind: Kind,
    arrived: Time,
    server: usize,
    board: usize,
    shard: usize,
    failures: u32,
    is_open: bool,
    /// Whether it is on a server. Otherwise, its client waits before it sends it again.
    is_sent: bool,
    /// When it was last put into the queue of ops.
    queued_at: Time,
    /// Whether it connects a socket that was lost.
    is_reconnect: bool,
}

/// A transaction or a read, with the connection that it uses.
#[derive(Clone, Debug)]
struct Transaction {
    owner: Owner,
    server: usize,
    /// The shards, with the CPU time on each, in microseconds.
    parts: Vec<(usize, f64)>,
    boards: Vec<usize>,
    cost: Cost,
    requested_at: Time,
    pause: Time,
    attempt: u32,
    state: State,
    parts_left: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It waits for a connection, or for its next attempt.
    Waiting,
    /// It has a connection, and waits for the rows of its boards.
    Locking,
    Running,
    Ended,
}

struct Server {
    is_running: bool,
    /// Whether the load balancer uses it.
    is_used: bool,
    processors: Station<ServerWork>,
    sockets: u64,
    free_connections: usize,
    used_connections: Level,
    waiting: VecDeque<TransactionId>,
    ops: VecDeque<RequestId>,
    op_count: Level,
    busy_boards: HashSet<usize>,
    group_workers: usize,
}

struct Shard {
    has_leader: bool,
    processors: Station<ShardWork>,
    is_flushing: bool,
    /// The transactions in the running flush, and those for the next one.
    in_flush: Vec<(TransactionId, u32)>,
    for_next_flush: Vec<(TransactionId, u32)>,
    commits: u64,
    flushes: u64,
}

pub(super) struct World<'a> {
    config: &'a Config,
    random: Random,
    now: Time,
    events: BinaryHeap<Reverse<(Time, u64, EventBox)>>,
    sequence: u64,
    requests: Vec<Request>,
    transactions: Vec<Transaction>,
    servers: Vec<Server>,
    shards: Vec<Shard>,
    /// The transactions that have the rows of boards, and those that wait for some.
    locked_boards: HashSet<usize>,
    lock_queue: Vec<TransactionId>,
    lost_sockets: u64,
    open_requests: Level,
    times: [Histogram; Kind::COUNT],
    delivery: Histogram,
    books: [Book; Kind::COUNT],
    groups: (u64, u64, u64),
    samples: Vec<Sample>,
    since_sample: Histogram,
    warm_at: Time,
}

/// An event in the queue, where times and sequence numbers decide the order.
struct EventBox(Event);

impl PartialEq for EventBox {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for EventBox {}
impl PartialOrd for EventBox {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for EventBox {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl<'a> World<'a> {
    pub(super) fn new(config: &'a Config) -> Self {
        let server = |number: usize| Server {
            is_running: true,
            is_used: true,
            processors: Station::new(config.cores),
            sockets: (config.sockets / config.servers + usize::from(number < config.sockets % config.servers)) as u64,
            free_connections: config.connections,
            used_connections: Level::default(),
            waiting: VecDeque::new(),
            ops: VecDeque::new(),
            op_count: Level::default(),
            busy_boards: HashSet::new(),
            group_workers: 0,
        };
        let shard = |_| Shard {
            has_leader: true,
            processors: Station::new(config.database.cores),
            is_flushing: false,
            in_flush: Vec::new(),
            for_next_flush: Vec::new(),
            commits: 0,
            flushes: 0,
        };
        Self {
            config,
            random: Random::new(config.seed),
            now: 0,
            events: BinaryHeap::new(),
            sequence: 0,
            requests: Vec::new(),
            transactions: Vec::new(),
            servers: (0..config.servers).map(server).collect(),
            shards: (0..config.database.shards).map(shard).collect(),
            locked_boards: HashSet::new(),
            lock_queue: Vec::new(),
            lost_sockets: 0,
            open_requests: Level::default(),
            times: std::array::from_fn(|_| Histogram::default()),
            delivery: Histogram::default(),
            books: [Book::default(); Kind::COUNT],
            groups: (0, 0, 0),
            samples: Vec::new(),
            since_sample: Histogram::default(),
            warm_at: config.warmup,
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        for kind in Kind::ALL {
            self.schedule_arrival(kind);
        }
        if self.config.background_database_cpu > 0.0 {
            for server in 0..self.config.servers {
                let first = BACKGROUND_INTERVAL * server as u64 / self.config.servers as u64;
                self.schedule(first, Event::Background { server });
            }
        }
        for (number, fault) in self.config.faults.iter().enumerate() {
            let at = match *fault {
                Fault::ServerDies { at, .. } | Fault::LeaderLost { at, .. } => at,
            };
            self.schedule(at, Event::Fault(number));
        }
        self.schedule(0, Event::Sample);
        self.schedule(self.config.warmup, Event::Warm);
        let end = self.config.warmup + self.config.duration;
        while let Some(Reverse((at, _, EventBox(event)))) = self.events.pop() {
            if at > end {
                break;
            }
            self.now = at;
            self.handle(event);
        }
        self.now = end;
        self.outcome()
    }

    fn schedule(&mut self, after: Time, event: Event) {
        self.sequence += 1;
        self.events.push(Reverse((self.now + after, self.sequence, EventBox(event))));
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Arrival(kind) => {
                let periods = self.config.curve.len() as u64;
                let period = self.now * periods / (self.config.warmup + self.config.duration + 1);
                let factor = self.config.curve[period as usize];
                // Candidates come at the greatest rate, of which a share is taken (thinning).
                if self.random.uniform() < factor / self.max_factor() {
                    self.arrive(kind, false);
                }
                self.schedule_arrival(kind);
            }
            Event::Reconnect => self.arrive(Kind::Connect, true),
            Event::Attempt(request) => self.attempt(request),
            Event::ServerDone { server, epoch, work } => {
                if self.servers[server].processors.epoch != epoch {
                    return;
                }
                if let Some((next, service)) = self.servers[server].processors.finish(self.now) {
                    self.schedule(service, Event::ServerDone { server, epoch, work: next });
                }
                self.server_done(server, work);
            }
            Event::Statements { transaction, attempt, shard } => self.run_statements(transaction, attempt, shard),
            Event::ShardDone { shard, epoch, work } => {
                if self.shards[shard].processors.epoch != epoch {
                    return;
                }
                if let Some((next, service)) = self.shards[shard].processors.finish(self.now) {
                    self.schedule(service, Event::ShardDone { shard, epoch, work: next });
                }
                if let ShardWork::Part { transaction, attempt } = work {
                    self.statements_done(transaction, attempt, shard);
                }
            }
            Event::Flushed { shard, epoch } => self.flushed(shard, epoch),
            Event::PartDone { transaction, attempt } => self.part_done(transaction, attempt),
            Event::Retry { transaction } => {
                if self.transactions[transaction].state == State::Waiting {
                    self.take_connection(transaction);
                }
            }
            Event::Begin { transaction } => {
                if self.transactions[transaction].state != State::Ended {
                    self.begin(transaction);
                }
            }
            Event::PoolTimeout { transaction, attempt } => {
                let (state, now_attempt) = (self.transactions[transaction].state, self.transactions[transaction].attempt);
                let server = self.transactions[transaction].server;
                let position = self.servers[server].waiting.iter().position(|waiting| *waiting == transaction);
                if state == State::Waiting && now_attempt == attempt && let Some(position) = position {
                    self.servers[server].waiting.remove(position);
                    self.give_up(transaction);
                }
            }
            Event::Announced { server, sockets, began } => {
                if self.servers[server].is_running {
                    let cpu = self.exponential(self.config.announcement_cpu);
                    self.offer_to_server(server, ServerWork::Announcement { sockets, began }, cpu);
                }
            }
            Event::Background { server } => {
                if self.servers[server].is_running {
                    let cpu = self.config.background_database_cpu * BACKGROUND_INTERVAL as f64 / SECOND as f64;
                    let (shard, cpu) = (self.random.below(self.shards.len()), self.exponential(cpu));
                    self.offer_to_shard(shard, ShardWork::Background, cpu);
                    self.schedule(BACKGROUND_INTERVAL, Event::Background { server });
                }
            }
            Event::Fault(number) => match self.config.faults[number] {
                Fault::ServerDies { server, .. } => self.stop_server(server),
                Fault::LeaderLost { shard, lasts, .. } => self.lose_leader(shard, lasts),
            },
            Event::Noticed { server } => self.servers[server].is_used = false,
            Event::LeaderBack { shard } => self.shards[shard].has_leader = true,
            Event::Sample => self.sample(),
            Event::Warm => self.reset_statistics(),
        }
    }

    fn max_factor(&self) -> f64 {
        self.config.curve.iter().copied().fold(f64::MIN_POSITIVE, f64::max)
    }

    fn schedule_arrival(&mut self, kind: Kind) {
        let rate = self.config.rates[kind.index()] * self.max_factor();
        if rate > 0.0 {
            let after = self.exponential(1e6 / rate);
            self.schedule(after, Event::Arrival(kind));
        }
    }

    /// Returns an exponentially distributed time with a mean in microseconds.
    fn exponential(&mut self, mean: f64) -> Time {
        micros(self.random.exponential() * mean)
    }

    fn flush_time(&mut self) -> Time {
        let Flush { least, spread } = self.config.database.flush;
        micros(least) + self.exponential(spread)
    }
}

/// Requests.
impl World<'_> {
    fn arrive(&mut self, kind: Kind, is_reconnect: bool) {
        let board = match self.random.uniform() < self.config.hot_board_share {
            true => 0,
            false => self.random.below(self.config.boards),
        };
        let shard = match self.random.uniform() < self.config.hot_shard_share {
            true => 0,
            // An op goes to the shard of its board, another request to the one of its account.
            false if kind == Kind::Op => board % self.shards.len(),
            false => self.random.below(self.shards.len()),
        };
        let (arrived, id) = (self.now, self.requests.len());
        let request =
            Request { kind, arrived, server: 0, board, shard, failures: 0, is_open: true, is_sent: false, queued_at: 0, is_reconnect };
        self.requests.push(request);
        self.books[kind.index()].arrived += 1;
        self.open_requests.add(1.0, self.now);
        self.attempt(id);
    }

    /// Sends a request to a server that the load balancer uses.
    fn attempt(&mut self, id: RequestId) {
        let used: Vec<usize> = (0..self.servers.len()).filter(|server| self.servers[*server].is_used).collect();
        if used.is_empty() {
            return self.fail(id);
        }
        let server = used[self.random.below(used.len())];
        self.requests[id].server = server;
        self.requests[id].is_sent = true;
        if !self.servers[server].is_running {
            return self.fail(id);
        }
        let cpu = self.exponential(self.config.costs[self.requests[id].kind.index()].server_cpu);
        self.offer_to_server(server, ServerWork::Request(id), cpu);
    }

    /// Lets the client of a request that failed send it again later.
    fn fail(&mut self, id: RequestId) {
        let request = &mut self.requests[id];
        self.books[request.kind.index()].failures += 1;
        let pause = (CLIENT_PAUSES.0 << request.failures.min(6)).min(CLIENT_PAUSES.1);
        request.failures += 1;
        request.is_sent = false;
        let pause = pause + (self.random.uniform() * pause as f64 / 4.0) as Time;
        self.schedule(pause, Event::Attempt(id));
    }

    fn answer(&mut self, id: RequestId) {
        let Request { kind, arrived, server, is_reconnect, .. } = self.requests[id];
        debug_assert!(self.requests[id].is_open, "a request is answered once");
        self.requests[id].is_open = false;
        self.open_requests.add(-1.0, self.now);
        self.books[kind.index()].answered += 1;
        let took = self.now - arrived;
        if arrived >= self.warm_at {
            self.times[kind.index()].add(took);
        }
        if kind == Kind::Op {
            self.since_sample.add(took);
            self.announce(server, arrived);
        }
        if is_reconnect {
            self.servers[server].sockets += 1;
            self.lost_sockets -= 1;
            self.arrive(Kind::Changes, false);
        }
    }

    fn offer_to_server(&mut self, server: usize, work: ServerWork, service: Time) {
        let epoch = self.servers[server].processors.epoch;
        if let Some((work, service)) = self.servers[server].processors.offer(work, service, self.now) {
            self.schedule(service, Event::ServerDone { server, epoch, work });
        }
    }

    fn server_done(&mut self, server: usize, work: ServerWork) {
        match work {
            ServerWork::Request(id) => self.use_database(server, id),
            ServerWork::Group(transaction) => self.take_connection(transaction),
            ServerWork::Deliver { sockets, began } => self.deliver(sockets, began),
            ServerWork::Announcement { sockets: 0, .. } => {}
            ServerWork::Announcement { sockets, began } => {
                let (shard, cost) = (self.random.below(self.shards.len()), self.config.remote_read);
                let parts = vec![(shard, cost.database_cpu.unwrap_or_default())];
                let transaction = self.new_transaction(Owner::Read { sockets, began }, server, parts, vec![], cost, self.now);
                self.take_connection(transaction);
            }
        }
    }

    fn use_database(&mut self, server: usize, id: RequestId) {
        let Request { kind, shard, .. } = self.requests[id];
        let cost = self.config.costs[kind.index()];
        if kind == Kind::Op && cost.database_cpu.is_some() {
            if self.servers[server].ops.len() >= MAX_QUEUED_OPS {
                return self.fail(id);
            }
            self.requests[id].queued_at = self.now;
            self.servers[server].ops.push_back(id);
            self.servers[server].op_count.add(1.0, self.now);
            return self.start_groups(server);
        }
        match cost.database_cpu {
            None => self.answer(id),
            Some(cpu) => {
                let transaction =
                    self.new_transaction(Owner::Request(id), server, vec![(shard, cpu)], vec![], cost, self.now);
                self.take_connection(transaction);
            }
        }
    }

    /// Announces an op of a server to the sockets of its board: on the same server, and through the bus on the others.
    fn announce(&mut self, server: usize, began: Time) {
        let mean = self.config.deliveries_per_op;
        let whole = mean.floor();
        let count = whole as u32 + u32::from(self.random.uniform() < mean - whole);
        let running: Vec<usize> = (0..self.servers.len()).filter(|other| self.servers[*other].is_running).collect();
        let mut sockets = vec![0_u32; self.servers.len()];
        for _ in 0..count {
            sockets[running[self.random.below(running.len())]] += 1;
        }
        for other in running {
            match other == server {
                true if sockets[other] == 0 => {}
                true => {
                    let cpu = self.exponential(self.config.delivery_cpu * f64::from(sockets[other]));
                    self.offer_to_server(server, ServerWork::Deliver { sockets: sockets[other], began }, cpu);
                }
                false => {
                    let delay = micros(self.config.announcement_delay);
                    self.schedule(delay, Event::Announced { server: other, sockets: sockets[other], began });
                }
            }
        }
    }

    fn deliver(&mut self, sockets: u32, began: Time) {
        if began >= self.warm_at {
            (0..sockets).for_each(|_| self.delivery.add(self.now - began));
        }
    }
}

/// Transactions.
impl World<'_> {
    fn new_transaction(
        &mut self,
        owner: Owner,
        server: usize,
        parts: Vec<(usize, f64)>,
        boards: Vec<usize>,
        cost: Cost,
        requested_at: Time,
    ) -> TransactionId {
        let state = State::Waiting;
        self.transactions.push(Transaction {
            owner,
            server,
            parts,
            boards,
            cost,
            requested_at,
            pause: PAUSES.0,
            attempt: 0,
            state,
            parts_left: 0,
        });
        self.transactions.len() - 1
    }

    /// Starts groups of the ops that wait on a server, as many as it commits at once.
    fn start_groups(&mut self, server: usize) {
        while self.servers[server].group_workers < self.config.group_commits {
            let group = self.take_group(server);
            let Some(first) = group.first() else { return };
            let requested_at = self.requests[*first].queued_at;
            let mut boards: Vec<usize> = group.iter().map(|id| self.requests[*id].board).collect();
            boards.sort_unstable();
            boards.dedup();
            self.servers[server].busy_boards.extend(&boards);
            self.servers[server].group_workers += 1;
            let cost = self.config.costs[Kind::Op.index()];
            let (server_cpu, database_cpu) = self.config.group_cpu;
            let mut parts: Vec<(usize, f64)> = Vec::new();
            for id in &group {
                let shard = self.requests[*id].shard;
                let cpu = cost.database_cpu.unwrap_or_default();
                match parts.iter_mut().find(|part| part.0 == shard) {
                    Some(part) => part.1 += cpu,
                    None => parts.push((shard, database_cpu + cpu)),
                }
            }
            if self.now >= self.warm_at {
                self.groups.0 += 1;
                self.groups.1 += group.len() as u64;
                self.groups.2 += u64::from(parts.len() > 1);
            }
            let transaction = self.new_transaction(Owner::Group(group), server, parts, boards, cost, requested_at);
            let cpu = self.exponential(server_cpu);
            self.offer_to_server(server, ServerWork::Group(transaction), cpu);
        }
    }

    /// Removes the next ops of a server whose boards are not in another group.
    fn take_group(&mut self, server: usize) -> Vec<RequestId> {
        let Server { ops, busy_boards, op_count, .. } = &mut self.servers[server];
        let (mut group, mut index) = (Vec::new(), 0);
        while index < ops.len() && group.len() < MAX_GROUP {
            match busy_boards.contains(&self.requests[ops[index]].board) {
                true => index += 1,
                false => group.extend(ops.remove(index)),
            }
        }
        op_count.add(-(group.len() as f64), self.now);
        group
    }

    fn take_connection(&mut self, id: TransactionId) {
        let server = self.transactions[id].server;
        if self.transactions[id].state == State::Ended {
            return;
        }
        if self.servers[server].free_connections == 0 {
            self.servers[server].waiting.push_back(id);
            let attempt = self.transactions[id].attempt;
            return self.schedule(RETRY_TIME, Event::PoolTimeout { transaction: id, attempt });
        }
        self.servers[server].free_connections -= 1;
        self.servers[server].used_connections.add(1.0, self.now);
        self.begin(id);
    }

    /// Begins a transaction that has a connection.
    fn begin(&mut self, id: TransactionId) {
        self.transactions[id].state = State::Locking;
        if self.transactions[id].parts.iter().any(|(shard, _)| !self.shards[*shard].has_leader) {
            return self.fail_attempt(id);
        }
        let is_free = |board: &usize| !self.locked_boards.contains(board);
        match self.transactions[id].boards.iter().all(is_free) {
            true => self.send_statements(id),
            false => self.lock_queue.push(id),
        }
    }

    fn send_statements(&mut self, id: TransactionId) {
        let Transaction { parts, boards, cost, attempt, .. } = self.transactions[id].clone();
        self.locked_boards.extend(boards);
        self.transactions[id].state = State::Running;
        self.transactions[id].parts_left = parts.len();
        // A transaction on several shards is committed in two phases.
        let round_trips = cost.round_trips + if parts.len() > 1 { 1.0 } else { 0.0 };
        let delay = micros(round_trips * self.config.database.round_trip);
        for (shard, _) in parts {
            self.schedule(delay, Event::Statements { transaction: id, attempt, shard });
        }
    }

    fn is_running(&self, id: TransactionId, attempt: u32) -> bool {
        self.transactions[id].state == State::Running && self.transactions[id].attempt == attempt
    }

    fn run_statements(&mut self, id: TransactionId, attempt: u32, shard: usize) {
        if !self.is_running(id, attempt) {
            return;
        }
        let part = self.transactions[id].parts.iter().find(|part| part.0 == shard);
        let mean = part.map_or(0.0, |part| part.1);
        let cpu = self.exponential(mean);
        self.offer_to_shard(shard, ShardWork::Part { transaction: id, attempt }, cpu);
    }

    fn offer_to_shard(&mut self, shard: usize, work: ShardWork, service: Time) {
        let epoch = self.shards[shard].processors.epoch;
        if let Some((work, service)) = self.shards[shard].processors.offer(work, service, self.now) {
            self.schedule(service, Event::ShardDone { shard, epoch, work });
        }
    }

    fn statements_done(&mut self, id: TransactionId, attempt: u32, shard: usize) {
        if !self.is_running(id, attempt) {
            return;
        }
        if !self.transactions[id].cost.commits {
            return self.part_done(id, attempt);
        }
        self.shards[shard].for_next_flush.push((id, attempt));
        if self.now >= self.warm_at {
            self.shards[shard].commits += 1;
        }
        if !self.shards[shard].is_flushing {
            self.flush(shard);
        }
    }

    /// Starts a flush, which serves all transactions that wait for one.
    fn flush(&mut self, shard: usize) {
        let (after, epoch) = (self.flush_time(), self.shards[shard].processors.epoch);
        let Shard { is_flushing, in_flush, for_next_flush, flushes, .. } = &mut self.shards[shard];
        *is_flushing = true;
        *in_flush = std::mem::take(for_next_flush);
        *flushes += u64::from(self.now >= self.warm_at);
        self.schedule(after, Event::Flushed { shard, epoch });
    }

    fn flushed(&mut self, shard: usize, epoch: u32) {
        if self.shards[shard].processors.epoch != epoch {
            return;
        }
        for (id, attempt) in std::mem::take(&mut self.shards[shard].in_flush) {
            match self.config.database.is_replicated {
                false => self.part_done(id, attempt),
                true => {
                    let after = micros(self.config.database.round_trip) + self.flush_time();
                    self.schedule(after, Event::PartDone { transaction: id, attempt });
                }
            }
        }
        self.shards[shard].is_flushing = false;
        if !self.shards[shard].for_next_flush.is_empty() {
            self.flush(shard);
        }
    }

    fn part_done(&mut self, id: TransactionId, attempt: u32) {
        if !self.is_running(id, attempt) {
            return;
        }
        self.transactions[id].parts_left -= 1;
        if self.transactions[id].parts_left > 0 {
            return;
        }
        self.release(id);
        self.transactions[id].state = State::Ended;
        let server = self.transactions[id].server;
        match self.transactions[id].owner.clone() {
            Owner::Request(request) => self.answer(request),
            Owner::Group(group) => {
                group.into_iter().for_each(|request| self.answer(request));
                self.end_group(id);
            }
            Owner::Read { sockets, began } => {
                let cpu = self.exponential(self.config.delivery_cpu * f64::from(sockets));
                self.offer_to_server(server, ServerWork::Deliver { sockets, began }, cpu);
            }
        }
    }

    /// Lets the next group of a server begin.
    fn end_group(&mut self, id: TransactionId) {
        let server = self.transactions[id].server;
        let boards = std::mem::take(&mut self.transactions[id].boards);
        let state = &mut self.servers[server];
        boards.iter().for_each(|board| _ = state.busy_boards.remove(board));
        state.group_workers -= 1;
        if state.is_running {
            self.start_groups(server);
        }
    }

    /// Releases the connection and the rows of a transaction.
    fn release(&mut self, id: TransactionId) {
        let (server, state) = (self.transactions[id].server, self.transactions[id].state);
        self.unlock(id, state);
        if !self.servers[server].is_running {
            return;
        }
        match self.servers[server].waiting.pop_front() {
            Some(next) => self.schedule(0, Event::Begin { transaction: next }),
            None => {
                self.servers[server].free_connections += 1;
                self.servers[server].used_connections.add(-1.0, self.now);
            }
        }
    }

    fn unlock(&mut self, id: TransactionId, state: State) {
        match state {
            State::Locking => self.lock_queue.retain(|waiting| *waiting != id),
            State::Running if !self.transactions[id].boards.is_empty() => {
                for board in &self.transactions[id].boards {
                    self.locked_boards.remove(board);
                }
                // In the order in which they came.
                for waiting in std::mem::take(&mut self.lock_queue) {
                    let is_free = |board: &usize| !self.locked_boards.contains(board);
                    match self.transactions[waiting].boards.iter().all(is_free) {
                        true => self.send_statements(waiting),
                        false => self.lock_queue.push(waiting),
                    }
                }
            }
            _ => {}
        }
    }

    /// Tries a transaction again after a pause, or gives it up.
    fn fail_attempt(&mut self, id: TransactionId) {
        self.release(id);
        let transaction = &mut self.transactions[id];
        transaction.state = State::Waiting;
        transaction.attempt += 1;
        if self.now >= transaction.requested_at + RETRY_TIME {
            return self.give_up(id);
        }
        let pause = transaction.pause;
        transaction.pause = (2 * pause).min(PAUSES.1);
        let pause = pause / 2 + (self.random.uniform() * pause as f64) as Time;
        self.schedule(pause, Event::Retry { transaction: id });
    }

    fn give_up(&mut self, id: TransactionId) {
        self.transactions[id].state = State::Ended;
        match self.transactions[id].owner.clone() {
            Owner::Request(request) => self.fail(request),
            Owner::Group(group) => {
                group.into_iter().for_each(|request| self.fail(request));
                self.end_group(id);
            }
            // The clients request the change themselves.
            Owner::Read { .. } => {}
        }
    }
}

/// Faults and statistics.
impl World<'_> {
    /// Ends a server. What it was doing fails, and its sockets connect elsewhere.
    fn stop_server(&mut self, server: usize) {
        self.servers[server].is_running = false;
        self.servers[server].processors.clear(self.now);
        self.servers[server].waiting.clear();
        self.servers[server].ops.clear();
        let queued = self.servers[server].op_count.value();
        self.servers[server].op_count.add(-queued, self.now);
        let used = self.servers[server].used_connections.value();
        self.servers[server].used_connections.add(-used, self.now);
        for id in 0..self.transactions.len() {
            let Transaction { server: of, state, .. } = self.transactions[id];
            if of == server && state != State::Ended {
                self.transactions[id].state = State::Ended;
                self.unlock(id, state);
            }
        }
        let failed: Vec<RequestId> = (0..self.requests.len())
            .filter(|id| {
                let Request { is_open, is_sent, server: of, .. } = self.requests[*id];
                is_open && is_sent && of == server
            })
            .collect();
        failed.into_iter().for_each(|id| self.fail(id));
        let sockets = std::mem::take(&mut self.servers[server].sockets);
        self.lost_sockets += sockets;
        for _ in 0..sockets {
            let after = (self.random.uniform() * RECONNECT_SPREAD as f64) as Time;
            self.schedule(after, Event::Reconnect);
        }
        self.schedule(CHECK_INTERVAL, Event::Noticed { server });
    }

    /// Ends the leader of a shard. What it was doing fails.
    fn lose_leader(&mut self, shard: usize, lasts: Time) {
        self.shards[shard].has_leader = false;
        self.shards[shard].processors.clear(self.now);
        self.shards[shard].is_flushing = false;
        self.shards[shard].in_flush.clear();
        self.shards[shard].for_next_flush.clear();
        for id in 0..self.transactions.len() {
            let Transaction { ref parts, state, .. } = self.transactions[id];
            let is_affected = parts.iter().any(|part| part.0 == shard);
            if is_affected && matches!(state, State::Locking | State::Running) {
                self.fail_attempt(id);
            }
        }
        self.schedule(lasts, Event::LeaderBack { shard });
    }

    fn sample(&mut self) {
        let since = std::mem::take(&mut self.since_sample);
        self.samples.push(Sample {
            at: self.now,
            open_requests: self.open_requests.value() as u64,
            lost_sockets: self.lost_sockets,
            op_p99: since.percentile(0.99),
            confirmed_ops: since.count(),
        });
        self.schedule(SAMPLE_INTERVAL, Event::Sample);
    }

    fn reset_statistics(&mut self) {
        self.open_requests.reset(self.now);
        for server in &mut self.servers {
            server.processors.reset(self.now);
            server.used_connections.reset(self.now);
            server.op_count.reset(self.now);
        }
        self.shards.iter_mut().for_each(|shard| shard.processors.reset(self.now));
    }

    fn outcome(mut self) -> Outcome {
        for request in self.requests.iter().filter(|request| request.is_open) {
            self.books[request.kind.index()].open += 1;
        }
        let (began, now) = (self.warm_at, self.now);
        let running: Vec<&Server> = self.servers.iter().filter(|server| server.is_running).collect();
        let mean = |value: &dyn Fn(&Server) -> f64| {
            running.iter().map(|server| value(server)).sum::<f64>() / running.len().max(1) as f64
        };
        let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let seconds = (now - began).max(1) as f64 / SECOND as f64;
        Outcome {
            times: std::array::from_fn(|kind| Percentiles::from(&self.times[kind])),
            delivery: Percentiles::from(&self.delivery),
            server_utilization: mean(&|server| server.processors.utilization(began, now)),
            shard_utilization: greatest(&mut self.shards.iter().map(|shard| shard.processors.utilization(began, now))),
            server_queue: mean(&|server| server.processors.waiting.average(began, now)),
            op_queue: (
                mean(&|server| server.op_count.average(began, now)),
                greatest(&mut self.servers.iter().map(|server| server.op_count.max())),
            ),
            group_size: self.groups.1 as f64 / self.groups.0.max(1) as f64,
            spanning_groups: self.groups.2 as f64 / self.groups.0.max(1) as f64,
            commits_and_flushes: (
                greatest(&mut self.shards.iter().map(|shard| shard.commits as f64 / seconds)),
                greatest(&mut self.shards.iter().map(|shard| shard.flushes as f64 / seconds)),
            ),
            used_connections: mean(&|server| server.used_connections.average(began, now)),
            open_requests: self.open_requests.average(began, now),
            sockets_of_a_server: self.servers.iter().map(|server| server.sockets).max().unwrap_or_default(),
            books: self.books,
            samples: self.samples,
        }
    }
}
