//! What is broken.

use crate::cluster::{Cluster, Link, Part, SERVERS, wait_for};
use anyhow::{Result, bail};
use std::time::Duration;

/// How long a cut of the network lasts.
const CUT: Duration = Duration::from_secs(8);

/// How long it may take until a fault has an effect.
const EFFECT_TIMEOUT: Duration = Duration::from_secs(60);

/// The share of packets that are lost on a bad network.
const LOSS_PERCENT: u32 = 10;

/// How long a network stays bad.
const LOSS: Duration = Duration::from_secs(8);

/// How long the connections between two parts are slow, and by how much in each direction.
const SLOW: Duration = Duration::from_secs(8);
const DELAY: Duration = Duration::from_millis(100);

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

    /// Returns how often it happens in a whole run.
    pub(super) fn repetitions(self) -> usize {
        match self {
            Self::KilledServer | Self::KilledServers | Self::KilledNats | Self::KilledDatabase => 50,
            Self::CrashedDatabaseMachine => 15,
            Self::Switchover | Self::KilledPooler | Self::StoppedServer => 10,
            Self::Cut(_) | Self::Loss => 3,
            Self::Delay(_) => 2,
        }
    }

    /// Returns about how long it takes each time, with the repair, in seconds.
    pub(super) fn planned_seconds(self) -> f64 {
        match self {
            Self::KilledNats | Self::KilledPooler => 2.0,
            Self::KilledServer | Self::KilledServers | Self::StoppedServer => 4.0,
            Self::KilledDatabase | Self::Delay(_) => 11.0,
            Self::Switchover | Self::Loss => 13.0,
            Self::Cut(Link::LeaderAndEtcd) | Self::CrashedDatabaseMachine => 35.0,
            Self::Cut(_) => 15.0,
        }
    }

    /// Returns how often it happens in a short run.
    pub(super) fn short_repetitions(self) -> usize {
        match self {
            Self::CrashedDatabaseMachine | Self::Switchover | Self::Loss => 1,
            Self::Cut(link) => usize::from(matches!(link, Link::ServerAndPooler | Link::Databases)),
            Self::Delay(link) => usize::from(link == Link::ServerAndPooler),
            _ => 2,
        }
    }

    /// Breaks something, and fails if that has no effect. What ends by itself has ended afterwards. `time` counts the
    /// repetitions, and `leader` is the number of the database that leads.
    pub(super) fn inject(self, time: usize, leader: usize, cluster: &mut Cluster) -> Result<()> {
        let number = time % SERVERS;
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
            Self::Cut(Link::LeaderAndEtcd) => {
                cut(cluster, Link::LeaderAndEtcd, number, leader)?;
                // The leader stays writable until it has retried for a while.
                wait_for_another_leader(cluster, leader)
            }
            Self::Cut(link) => {
                cut(cluster, link, number, leader)?;
                std::thread::sleep(CUT);
                heal(cluster)
            }
            Self::Delay(link) => {
                for end in link.ends(cluster, number, leader) {
                    cluster.network.delay(&end, DELAY)?;
                }
                std::thread::sleep(SLOW);
                let delayed = cluster.network.delayed_bytes();
                cluster.network.end_delays()?;
                if delayed == 0 {
                    bail!("nothing was delayed");
                }
                Ok(())
            }
            Self::Loss => {
                let parts = all_parts(cluster);
                parts.iter().try_for_each(|name| cluster.network.lose(name, LOSS_PERCENT))?;
                std::thread::sleep(LOSS);
                let lost = parts.iter().map(|name| cluster.network.lost_packets(name)).sum::<Result<u64>>()?;
                if lost == 0 {
                    bail!("no packet was lost");
                }
                heal(cluster)
            }
        }
    }

    /// Fails if another database should lead now, and does not.
    pub(super) fn check_effect(self, leader_before: usize, cluster: &Cluster) -> Result<()> {
        let moves = matches!(self, Self::CrashedDatabaseMachine | Self::Switchover);
        if moves && cluster.leader()? == leader_before {
            bail!("the same database still leads");
        }
        Ok(())
    }

    /// Repairs what is still broken, after everybody could work again.
    pub(super) fn repair(self, cluster: &mut Cluster) -> Result<()> {
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

/// Waits until a database does not lead any more, or cannot be written to.
fn wait_for_another_leader(cluster: &Cluster, before: usize) -> Result<()> {
    wait_for("the leading database to stop leading", EFFECT_TIMEOUT, || {
        !cluster.is_writable() || cluster.leader().is_ok_and(|leader| leader != before)
    })
}

/// Cuts a link, and fails if a part still reaches the other.
fn cut(cluster: &Cluster, link: Link, server: usize, leader: usize) -> Result<()> {
    for end in link.ends(cluster, server, leader) {
        cluster.network.cut(&end.part, &end.address)?;
        if cluster.network.is_reachable(&end.part, &end.address) {
            bail!("{} still reaches {} after the cut", end.part, end.address);
        }
    }
    Ok(())
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
