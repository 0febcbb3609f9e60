//! The servers, the shards and the requests, and what happens to them.

mod faults;
mod requests;
mod transactions;

use super::station::Station;
use super::{Config, Cost, Fault, Flush, Kind, Outcome, RequestCounts, Sample};
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

/// How long the load balancer sends requests to a server that has stopped (`xtask/src/cluster/settings.rs`). They fail at once.
const CHECK_INTERVAL: Time = SECOND;

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
    /// A processor of a machine ends a job.
    JobDone {
        machine: usize,
        epoch: u32,
        job: Job,
    },
    /// The statements of a transaction arrive at a shard.
    Statements {
        transaction: TransactionId,
        attempt: u32,
        shard: usize,
    },
    /// The disk of a shard has flushed what was waiting.
    Flushed {
        shard: usize,
        epoch: u32,
    },
    /// A shard has done its part of a transaction.
    PartDone {
        transaction: TransactionId,
        attempt: u32,
    },
    /// A transaction is tried again.
    Retry {
        transaction: TransactionId,
    },
    /// A transaction has got the connection of another one.
    Begin {
        transaction: TransactionId,
    },
    /// A transaction has waited too long for a connection.
    PoolTimeout {
        transaction: TransactionId,
        attempt: u32,
    },
    /// An announcement arrives at another server.
    Announced {
        server: usize,
        sockets: u32,
        began: Time,
    },
    /// The regular work of a server.
    Background {
        server: usize,
    },
    Fault(usize),
    /// The load balancer notices that a server has stopped.
    Noticed {
        server: usize,
    },
    LeaderBack {
        shard: usize,
    },
    Sample,
    Warm,
}

/// A job for the processors of a machine.
#[derive(Clone, Copy, Debug)]
enum Job {
    /// A client prepares its next op.
    Client,
    Server(usize, ServerWork),
    Shard(usize, ShardWork),
}

/// A job of a server.
#[derive(Clone, Copy, Debug)]
enum ServerWork {
    Request(RequestId),
    /// The work for a group before its transaction.
    Group(TransactionId),
    /// Sends an op that arrived at `began` to some sockets.
    Deliver {
        sockets: u32,
        began: Time,
    },
    /// Reads an announcement of another server, whose op some sockets need.
    Announcement {
        sockets: u32,
        began: Time,
    },
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
    Read {
        sockets: u32,
        began: Time,
    },
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
    /// Those of the servers, and then those of the shards; or one for all.
    machines: Vec<Station<Job>>,
    /// The transactions that have the rows of boards, and those that wait for some.
    locked_boards: HashSet<usize>,
    lock_queue: Vec<TransactionId>,
    lost_sockets: u64,
    open_requests: Level,
    times: [Histogram; Kind::COUNT],
    delivery: Histogram,
    counts: [RequestCounts; Kind::COUNT],
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
            is_flushing: false,
            in_flush: Vec::new(),
            for_next_flush: Vec::new(),
            commits: 0,
            flushes: 0,
        };
        let machines = match config.is_one_machine {
            true => vec![Station::new(config.cores)],
            false => {
                let servers = (0..config.servers).map(|_| config.cores);
                servers.chain((0..config.database.shards).map(|_| config.database.cores)).map(Station::new).collect()
            }
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
            machines,
            locked_boards: HashSet::new(),
            lock_queue: Vec::new(),
            lost_sockets: 0,
            open_requests: Level::default(),
            times: std::array::from_fn(|_| Histogram::default()),
            delivery: Histogram::default(),
            counts: [RequestCounts::default(); Kind::COUNT],
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
        for _ in 0..self.config.clients {
            self.offer_client();
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
                self.arrive(kind, false);
                self.schedule_arrival(kind);
            }
            Event::Reconnect => self.arrive(Kind::Connect, true),
            Event::Attempt(request) => self.attempt(request),
            Event::JobDone { machine, epoch, job } => {
                if self.machines[machine].epoch != epoch {
                    return;
                }
                if let Some((next, service)) = self.machines[machine].finish(self.now) {
                    self.schedule(service, Event::JobDone { machine, epoch, job: next });
                }
                match job {
                    Job::Client => self.arrive(Kind::Op, false),
                    Job::Server(server, work) => self.server_done(server, work),
                    Job::Shard(shard, ShardWork::Part { transaction, attempt }) => {
                        self.statements_done(transaction, attempt, shard);
                    }
                    Job::Shard(_, ShardWork::Background) => {}
                }
            }
            Event::Statements { transaction, attempt, shard } => self.run_statements(transaction, attempt, shard),
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
                let (state, now_attempt) =
                    (self.transactions[transaction].state, self.transactions[transaction].attempt);
                let server = self.transactions[transaction].server;
                let position = self.servers[server].waiting.iter().position(|waiting| *waiting == transaction);
                if state == State::Waiting
                    && now_attempt == attempt
                    && let Some(position) = position
                {
                    self.servers[server].waiting.remove(position);
                    self.give_up(transaction);
                }
            }
            Event::Announced { server, sockets, began } => {
                if self.servers[server].is_running {
                    let cpu = self.exponential(self.config.announcement_cpu);
                    self.offer(Job::Server(server, ServerWork::Announcement { sockets, began }), cpu);
                }
            }
            Event::Background { server } => {
                if self.servers[server].is_running {
                    let cpu = self.config.background_database_cpu * BACKGROUND_INTERVAL as f64 / SECOND as f64;
                    let (shard, cpu) = (self.random.below(self.shards.len()), self.exponential(cpu));
                    self.offer(Job::Shard(shard, ShardWork::Background), cpu);
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

    fn schedule_arrival(&mut self, kind: Kind) {
        let rate = self.config.rates[kind.index()];
        if rate > 0.0 {
            let after = self.exponential(1e6 / rate);
            self.schedule(after, Event::Arrival(kind));
        }
    }

    fn server_machine(&self, server: usize) -> usize {
        if self.config.is_one_machine { 0 } else { server }
    }

    fn shard_machine(&self, shard: usize) -> usize {
        if self.config.is_one_machine { 0 } else { self.servers.len() + shard }
    }

    /// Gives a job to its machine, which begins it or lets it wait.
    fn offer(&mut self, job: Job, service: Time) {
        let machine = match job {
            Job::Client => 0,
            Job::Server(server, _) => self.server_machine(server),
            Job::Shard(shard, _) => self.shard_machine(shard),
        };
        let epoch = self.machines[machine].epoch;
        if let Some((job, service)) = self.machines[machine].offer(job, service, self.now) {
            self.schedule(service, Event::JobDone { machine, epoch, job });
        }
    }

    fn offer_client(&mut self) {
        let cpu = self.exponential(self.config.client_cpu);
        self.offer(Job::Client, cpu);
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
