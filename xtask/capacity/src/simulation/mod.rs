//! A discrete-event simulation of servers and their database under an open workload: people do not wait for one another.
//! To compare it with benchmarks, there can be clients instead that send an op when their last one is confirmed, and all parts
//! can share one machine.
//!
//! What a request does follows the product: CPU time on a server, a connection of its pool, statements on a shard of the
//! database, and a flush to the disk. Ops wait in the queue of their server and are committed in groups of up to 64, of which a
//! server runs at most 4 at once and never two with the same board (`server/store/src/writes/queue.rs`). Transactions that fail
//! are tried again for 3 seconds, requests that fail are sent again after 1, 2, 4 and more seconds, and the sockets of a server
//! that stops connect again within 3 seconds.
//!
//! Times of CPU work are distributed exponentially around the measured means, which spreads them more than they are.

mod station;
mod world;

use crate::statistics::{Histogram, SECOND, Time};

/// A kind of request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A batch of one op.
    Op,
    /// Opening a board that the server has in its cache.
    OpenCached,
    /// Opening another board.
    OpenUncached,
    /// What has changed on a board, after a connection was lost.
    Changes,
    /// The renewal of an access token.
    Renewal,
    /// A login with a password.
    Login,
    /// The opening of a socket.
    Connect,
    /// A ping on a socket, with its answer.
    Heartbeat,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 8;

    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Op,
        Self::OpenCached,
        Self::OpenUncached,
        Self::Changes,
        Self::Renewal,
        Self::Login,
        Self::Connect,
        Self::Heartbeat,
    ];

    /// Returns its number.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What a request of a kind costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// The mean CPU time of the server, in microseconds.
    pub server_cpu: f64,
    /// The mean CPU time of the database, in microseconds. Without it, the database is not used.
    pub database_cpu: Option<f64>,
    /// How often the server waits for a response of the database.
    pub round_trips: f64,
    /// Whether it waits for a flush to the disk.
    pub commits: bool,
}

/// What a flush to the disk takes: a least time, and an exponentially distributed one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flush {
    /// In microseconds.
    pub least: f64,
    /// The mean of the rest, in microseconds.
    pub spread: f64,
}

/// The database.
#[derive(Clone, Debug)]
pub struct DatabaseConfig {
    /// The number of shards. Boards and accounts are spread over them evenly.
    pub shards: usize,
    /// The processors of the leader of each shard.
    pub cores: usize,
    /// The disk of each leader.
    pub flush: Flush,
    /// Whether a commit also waits for a replica: a round trip, and a flush there.
    pub is_replicated: bool,
    /// The time from a server to a shard and back, in microseconds.
    pub round_trip: f64,
}

/// What fails during a run.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// A server ends, and does not come back. Its sockets connect to the others.
    ServerDies {
        /// When.
        at: Time,
        /// Which.
        server: usize,
    },
    /// A shard has no leader for some time.
    LeaderLost {
        /// When.
        at: Time,
        /// Which.
        shard: usize,
        /// Until the next leader writes.
        lasts: Time,
    },
}

/// A deployment and its load.
#[derive(Clone, Debug)]
pub struct Config {
    /// Of the random numbers.
    pub seed: u64,
    /// What is not counted at the start.
    pub warmup: Time,
    /// What is counted after it.
    pub duration: Time,
    /// The number of servers.
    pub servers: usize,
    /// The processors of each server.
    pub cores: usize,
    /// Whether all servers and shards share the processors of one server. Nothing may fail then.
    pub is_one_machine: bool,
    /// The connections to the database of each server.
    pub connections: usize,
    /// The number of groups of ops that a server commits at once.
    pub group_commits: usize,
    /// The costs by kind.
    pub costs: [Cost; Kind::COUNT],
    /// The CPU times of the server and of the database for each group of ops, in microseconds, in addition to those of each op.
    pub group_cpu: (f64, f64),
    /// The requests per second by kind.
    pub rates: [f64; Kind::COUNT],
    /// The clients that send an op as soon as their last one is confirmed, in addition to these requests.
    pub clients: usize,
    /// The CPU time of such a client for each op, on the machine of the first server, in microseconds.
    pub client_cpu: f64,
    /// The database.
    pub database: DatabaseConfig,
    /// The number of boards that are changed. At least one.
    pub boards: usize,
    /// The share of ops that go to one board.
    pub hot_board_share: f64,
    /// The share of all writes that go to one shard, in addition to its part of the others.
    pub hot_shard_share: f64,
    /// The mean number of other sockets that receive an op.
    pub deliveries_per_op: f64,
    /// The CPU time of each delivery, in microseconds.
    pub delivery_cpu: f64,
    /// The CPU time of each other server for an op, in microseconds.
    pub announcement_cpu: f64,
    /// How long an announcement travels to other servers, in microseconds.
    pub announcement_delay: f64,
    /// What a server reads that has sockets of a board which was changed on another server.
    pub remote_read: Cost,
    /// What the regular work of each server costs the database, in microseconds per second.
    pub background_database_cpu: f64,
    /// The sockets of all servers at the start.
    pub sockets: usize,
    /// What fails.
    pub faults: Vec<Fault>,
}

/// Percentiles, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Percentiles {
    /// The number of values.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// The median.
    pub p50: Time,
    /// The 99th percentile.
    pub p99: Time,
}

impl From<&Histogram> for Percentiles {
    fn from(histogram: &Histogram) -> Self {
        Self {
            count: histogram.count(),
            mean: histogram.mean(),
            p50: histogram.percentile(0.5),
            p99: histogram.percentile(0.99),
        }
    }
}

/// What is sampled every tenth of a second, from the start on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// When.
    pub at: Time,
    /// The requests that people wait for, those that will be sent again included.
    pub open_requests: u64,
    /// The sockets that are not connected.
    pub lost_sockets: u64,
    /// The 99th percentile of the ops that were confirmed since the last sample, or 0.
    pub op_p99: Time,
    /// The number of ops that were confirmed since the last sample.
    pub confirmed_ops: u64,
}

/// The time between two samples.
pub const SAMPLE_INTERVAL: Time = SECOND / 10;

/// The requests of a kind from the start to the end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestCounts {
    /// Those that arrived.
    pub arrived: u64,
    /// Those that were answered.
    pub answered: u64,
    /// Those that are still open at the end.
    pub open: u64,
    /// How often one failed, and was sent again.
    pub failures: u64,
}

/// What a run has shown, after the warm-up unless something else is said.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How long was counted.
    pub duration: Time,
    /// The time from the first attempt to the answer, by kind.
    pub times: [Percentiles; Kind::COUNT],
    /// The time from the arrival of an op until a socket receives it.
    pub delivery: Percentiles,
    /// The share of time that the processors of the servers that run have worked.
    pub server_utilization: f64,
    /// The same for the busiest shard.
    pub shard_utilization: f64,
    /// The mean number of jobs that wait for a processor of a server, per server.
    pub server_queue: f64,
    /// The mean number of ops that wait for a group, per server, and the greatest number.
    pub op_queue: (f64, f64),
    /// The mean number of ops in a group.
    pub group_size: f64,
    /// The groups whose boards were on several shards, as a share of all.
    pub spanning_groups: f64,
    /// The commits per second of the busiest shard, and the flushes that they needed.
    pub commits_and_flushes: (f64, f64),
    /// The mean number of connections to the database that are used, per server.
    pub used_connections: f64,
    /// The mean number of requests that people wait for.
    pub open_requests: f64,
    /// The greatest number of sockets of one server at the end.
    pub sockets_of_a_server: u64,
    /// The requests of the whole run, by kind.
    pub requests: [RequestCounts; Kind::COUNT],
    /// The samples of the whole run.
    pub samples: Vec<Sample>,
}

impl Outcome {
    /// Returns how many requests of a kind were answered in a second.
    pub fn per_second(&self, kind: Kind) -> f64 {
        self.times[kind.index()].count as f64 * SECOND as f64 / self.duration as f64
    }

    /// Returns the time from the first fault, which was at `at`, until for half a second no more requests are open than at any
    /// time before, with 20 % more for chance, and all sockets are connected. `None` if that was not reached.
    pub fn recovery(&self, at: Time) -> Option<Time> {
        let before = self.samples.iter().filter(|sample| sample.at <= at).map(|sample| sample.open_requests);
        let limit = before.max().unwrap_or_default() as f64 * 1.2 + 5.0;
        let is_calm = |sample: &Sample| sample.open_requests as f64 <= limit && sample.lost_sockets == 0;
        // The fault has no effect yet in the sample of its own time.
        let after: Vec<&Sample> = self.samples.iter().filter(|sample| sample.at > at + SAMPLE_INTERVAL).collect();
        let first =
            (0..after.len().saturating_sub(5)).find(|from| after[*from..from + 5].iter().all(|one| is_calm(one)))?;
        Some(after[first].at - at)
    }

    /// Returns the greatest number of open requests.
    pub fn most_open_requests(&self) -> u64 {
        self.samples.iter().map(|sample| sample.open_requests).max().unwrap_or_default()
    }
}

/// Simulates a deployment. The same configuration gives the same outcome.
pub fn run(config: &Config) -> Outcome {
    world::World::new(config).run()
}
