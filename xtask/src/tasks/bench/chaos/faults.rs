//! What is broken.

use super::super::crowd::Crowd;
use crate::cluster::{Bus, Cluster, Link, LinkEnd, Part, SERVERS, wait_for};
use anyhow::{Result, bail};
use serde_json::Value;
use std::time::Duration;

/// How long a cut of the network lasts.
const CUT: Duration = Duration::from_secs(8);

/// How long it may take until a fault has an effect.
const EFFECT_TIMEOUT: Duration = Duration::from_secs(60);

/// The share of packets that are lost on a bad network.
const LOSS_PERCENT: u32 = 10;

/// How long a network stays bad.
const LOSS: Duration = Duration::from_secs(8);

/// How long the connections between two parts are slow.
const SLOW: Duration = Duration::from_secs(8);

/// The same before the leading database. pgbouncer opens one connection to it after the other, each with several round trips.
const SLOW_DATABASE: Duration = Duration::from_secs(40);

/// How slow they are, in each direction.
const DELAY: Duration = Duration::from_millis(100);

/// What people notice while a fault lasts, once the parts have noticed it.
pub(super) enum Service {
    /// Changes may not be confirmed until it ends, or it ends at once.
    MayStop,
    /// Changes are confirmed.
    Limited {
        /// At least so many per change that people make, in percent.
        min_percent: f64,
        /// The maximum of the 99th percentile of the times until then, in milliseconds.
        max_p99_ms: f64,
    },
}

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    KilledServer,
    KilledServers,
    KilledDatabase,
    CrashedDatabaseMachine,
    Switchover,
    KilledNats,
    KilledPooler,
    StoppedServer,
    Cut(Link),
    Delay(Link),
    Loss,
}

impl Fault {
    /// Returns all faults.
    pub(super) fn all() -> Vec<Self> {
        let mut all = vec![
            Self::KilledServer,
            Self::KilledServers,
            Self::KilledNats,
            Self::KilledPooler,
            Self::StoppedServer,
            Self::KilledDatabase,
            Self::CrashedDatabaseMachine,
            Self::Switchover,
        ];
        all.extend(Link::ALL.map(Self::Cut));
        all.extend(Link::ALL.map(Self::Delay));
        all.push(Self::Loss);
        all
    }

    pub(super) fn name(self) -> String {
        match self {
            Self::KilledServer => "kill -9 of a server".to_owned(),
            Self::KilledServers => "kill -9 of all servers".to_owned(),
            Self::KilledDatabase => "kill -9 of the leading PostgreSQL".to_owned(),
            Self::CrashedDatabaseMachine => "kill -9 of the leading PostgreSQL with its Patroni (failover)".to_owned(),
            Self::Switchover => "switchover to the other PostgreSQL".to_owned(),
            Self::KilledNats => "kill -9 of NATS".to_owned(),
            Self::KilledPooler => "kill -9 of pgbouncer".to_owned(),
            Self::StoppedServer => "graceful stop and start of a server".to_owned(),
            Self::Cut(link) => format!("cut between {}", link.name()),
            Self::Delay(link) => format!("{} ms of delay between {}", DELAY.as_millis(), link.name()),
            Self::Loss => format!("{LOSS_PERCENT} % of packets lost everywhere"),
        }
    }

    /// Returns what people notice while it lasts.
    pub(super) fn service(self) -> Service {
        match self {
            // Nothing that changes wait for.
            Self::Cut(
                Link::BalancerAndServer
                | Link::ServerAndNats
                | Link::ServerAndDatabaseBalancer
                | Link::DatabaseBalancerAndReplica
                | Link::ReplicaAndEtcd,
            )
            | Self::Delay(
                Link::ServerAndNats
                | Link::ServerAndDatabaseBalancer
                | Link::DatabaseBalancerAndReplica
                | Link::LeaderAndEtcd
                | Link::ReplicaAndEtcd,
            ) => Service::Limited { min_percent: 90.0, max_p99_ms: 500.0 },
            // The others work, and requests reach them when they are repeated.
            Self::Cut(Link::ServerAndPooler) => Service::Limited { min_percent: 50.0, max_p99_ms: 8_000.0 },
            Self::Delay(Link::BalancerAndServer) => Service::Limited { min_percent: 80.0, max_p99_ms: 2_000.0 },
            Self::Delay(Link::Databases) => Service::Limited { min_percent: 70.0, max_p99_ms: 5_000.0 },
            // Each change takes several round trips to the database.
            Self::Delay(Link::ServerAndPooler | Link::PoolerAndDatabaseBalancer | Link::DatabaseBalancerAndLeader) => {
                Service::Limited { min_percent: 50.0, max_p99_ms: 8_000.0 }
            }
            // Each of these waits for packets that are sent again, and so do the next changes of the board.
            Self::Loss => Service::Limited { min_percent: 30.0, max_p99_ms: 8_000.0 },
            Self::Cut(
                Link::PeopleAndBalancer
                | Link::PoolerAndDatabaseBalancer
                | Link::DatabaseBalancerAndLeader
                | Link::Databases
                | Link::LeaderAndEtcd,
            )
            | Self::KilledServer
            | Self::KilledServers
            | Self::KilledDatabase
            | Self::CrashedDatabaseMachine
            | Self::Switchover
            | Self::KilledNats
            | Self::KilledPooler
            | Self::StoppedServer
            | Self::Delay(Link::PeopleAndBalancer) => Service::MayStop,
        }
    }

    /// Returns whether it closes the live connections of at least one server.
    pub(super) fn closes_connections(self) -> bool {
        matches!(self, Self::KilledServer | Self::KilledServers | Self::StoppedServer)
    }

    /// Returns how often it happens in a whole run.
    pub(super) fn repetitions(self, bus: Bus) -> usize {
        if bus == Bus::Notify {
            return match self {
                Self::KilledServer | Self::KilledDatabase => 5,
                Self::CrashedDatabaseMachine
                | Self::Cut(Link::DatabaseBalancerAndLeader | Link::ServerAndDatabaseBalancer) => 2,
                Self::Delay(Link::DatabaseBalancerAndLeader | Link::ServerAndDatabaseBalancer) => 1,
                _ => 0,
            };
        }
        match self {
            Self::KilledServer | Self::KilledServers | Self::KilledNats | Self::KilledDatabase => 50,
            Self::CrashedDatabaseMachine => 15,
            Self::Switchover | Self::KilledPooler | Self::StoppedServer => 10,
            // This connection is only for LISTEN.
            Self::Cut(Link::ServerAndDatabaseBalancer) | Self::Delay(Link::ServerAndDatabaseBalancer) => 0,
            // Only connections from a namespace can be delayed.
            Self::Delay(Link::PeopleAndBalancer) => 0,
            Self::Cut(_) | Self::Loss => 3,
            Self::Delay(_) => 2,
        }
    }

    /// Returns how often it happens in a short run.
    pub(super) fn short_repetitions(self, bus: Bus) -> usize {
        if bus == Bus::Notify {
            return usize::from(matches!(
                self,
                Self::KilledServer | Self::KilledDatabase | Self::Cut(Link::DatabaseBalancerAndLeader)
            ));
        }
        match self {
            Self::CrashedDatabaseMachine | Self::Switchover | Self::Loss => 1,
            Self::Cut(link) => usize::from(matches!(link, Link::ServerAndPooler | Link::Databases)),
            Self::Delay(link) => usize::from(link == Link::ServerAndPooler),
            _ => 2,
        }
    }

    /// Breaks something, and fails if that has no effect. What ends by itself has ended afterwards. `time` counts the
    /// repetitions, and `leader` is the number of the database that leads. If the fault lasts for a while, returns what the crowd
    /// counted in its first half and in its second.
    pub(super) fn inject(
        self,
        time: usize,
        leader: usize,
        cluster: &mut Cluster,
        crowd: &mut Crowd,
    ) -> Result<Vec<Value>> {
        let number = time % SERVERS;
        match self {
            Self::Cut(Link::LeaderAndEtcd) => {
                // The leader stays writable until it has retried for a while.
                cut(cluster, &Link::LeaderAndEtcd.ends(cluster, number, leader), || {
                    wait_for_another_leader(cluster, leader)
                })?;
                Ok(vec![])
            }
            Self::Cut(link) => {
                let counts = cut(cluster, &link.ends(cluster, number, leader), || count_for(CUT, crowd))?;
                heal(cluster)?;
                Ok(counts)
            }
            Self::Delay(link) => {
                for end in link.ends(cluster, number, leader) {
                    cluster.network.delay(&end, DELAY)?;
                }
                let is_before_leader =
                    matches!(link, Link::PoolerAndDatabaseBalancer | Link::DatabaseBalancerAndLeader);
                let counts = count_for(if is_before_leader { SLOW_DATABASE } else { SLOW }, crowd)?;
                cluster.network.check_delays()?;
                cluster.network.end_delays()?;
                Ok(counts)
            }
            Self::Loss => {
                let parts = all_parts(cluster);
                parts.iter().try_for_each(|name| cluster.network.lose(name, LOSS_PERCENT))?;
                let counts = count_for(LOSS, crowd)?;
                for name in &parts {
                    if cluster.network.lost_packets(name)? == 0 {
                        bail!("{name} has lost no packet");
                    }
                }
                heal(cluster)?;
                Ok(counts)
            }
            _ => self.inject_at_once(number, leader, cluster).map(|()| vec![]),
        }
    }

    /// Breaks a process and starts it again.
    fn inject_at_once(self, number: usize, leader: usize, cluster: &mut Cluster) -> Result<()> {
        match self {
            Self::KilledServer => kill_and_start(&mut cluster.servers[number]),
            Self::KilledServers => {
                cluster.servers.iter_mut().try_for_each(|server| server.ensure_running())?;
                cluster.servers.iter_mut().try_for_each(|server| server.kill())?;
                cluster.servers.iter_mut().try_for_each(|server| server.start())
            }
            Self::KilledDatabase => cluster.kill_postgres(leader),
            Self::CrashedDatabaseMachine => {
                cluster.databases[leader].ensure_running()?;
                cluster.databases[leader].kill()
            }
            Self::Switchover => {
                cluster.switch_over(leader)?;
                wait_for_another_leader(cluster, leader)
            }
            Self::KilledNats => kill_and_start(&mut cluster.nats),
            Self::KilledPooler => kill_and_start(&mut cluster.pooler),
            Self::StoppedServer => {
                cluster.servers[number].ensure_running()?;
                cluster.servers[number].stop()?;
                cluster.servers[number].start()
            }
            Self::Cut(_) | Self::Delay(_) | Self::Loss => bail!("{} lasts for a while", self.name()),
        }
    }

    /// Fails if another database should lead now, and does not.
    pub(super) fn check_effect(self, leader_before: usize, cluster: &Cluster) -> Result<()> {
        let moves = matches!(self, Self::CrashedDatabaseMachine | Self::Switchover | Self::Cut(Link::LeaderAndEtcd));
        if moves && cluster.leader()? == leader_before {
            bail!("the same database still leads");
        }
        Ok(())
    }

    /// Repairs what is still broken, after everybody could work again.
    pub(super) fn repair(self, cluster: &mut Cluster) -> Result<()> {
        self.repair_parts(cluster)?;
        cluster.wait_for_bus()
    }

    fn repair_parts(self, cluster: &mut Cluster) -> Result<()> {
        match self {
            Self::CrashedDatabaseMachine => {
                let leader = cluster.leader()?;
                cluster.databases[1 - leader].start()?;
                cluster.wait_for_replica()
            }
            Self::Cut(Link::LeaderAndEtcd) => {
                heal(cluster)?;
                cluster.wait_for_replica()
            }
            Self::KilledDatabase | Self::Switchover | Self::Cut(_) | Self::Delay(_) | Self::Loss => {
                cluster.wait_for_replica()
            }
            Self::KilledServer | Self::KilledServers | Self::StoppedServer => {
                wait_for("all servers", Duration::from_secs(30), || cluster.are_all_serving())
            }
            Self::KilledNats => cluster.nats.ensure_running(),
            Self::KilledPooler => cluster.pooler.ensure_running(),
        }
    }
}

fn kill_and_start(part: &mut Part) -> Result<()> {
    part.ensure_running()?;
    part.kill()?;
    part.start()
}

/// Waits until another database leads.
fn wait_for_another_leader(cluster: &Cluster, before: usize) -> Result<()> {
    wait_for("another database to lead", EFFECT_TIMEOUT, || cluster.leader().is_ok_and(|leader| leader != before))
}

/// Lets the crowd work for a while, and returns what it counted in the first half and in the second, when the parts have noticed
/// what is broken.
fn count_for(time: Duration, crowd: &mut Crowd) -> Result<Vec<Value>> {
    let count = |_| {
        std::thread::sleep(time / 2);
        crowd.counts()
    };
    (0..2).map(count).collect()
}

/// Cuts a link, and returns a result that is computed then. Fails if a part still reaches the other, or has not tried to.
fn cut<T>(cluster: &Cluster, ends: &[LinkEnd], then: impl FnOnce() -> Result<T>) -> Result<T> {
    for end in ends {
        cluster.network.cut(&end.part, &end.address)?;
        if cluster.network.is_reachable(&end.part, &end.address) {
            bail!("{} still reaches {} after the cut", end.part, end.address);
        }
    }
    let count = |end: &LinkEnd| cluster.network.cut_packets(&end.part);
    // Those of the test above.
    let before = ends.iter().map(count).collect::<Result<Vec<_>>>()?;
    let result = then()?;
    for (end, before) in ends.iter().zip(before) {
        if count(end)? == before {
            bail!("{} has not tried to reach {} during the cut", end.part, end.address);
        }
    }
    Ok(result)
}

/// Ends all cuts and losses.
fn heal(cluster: &Cluster) -> Result<()> {
    all_parts(cluster).iter().try_for_each(|name| cluster.network.heal(name))
}

fn all_parts(cluster: &Cluster) -> Vec<String> {
    let parts = cluster.servers.iter().chain(&cluster.databases);
    let parts =
        parts.chain([&cluster.pooler, &cluster.nats, &cluster.front, &cluster.database_balancer, &cluster.etcd]);
    parts.map(|part| part.name().to_owned()).collect()
}
