//! What is broken.

use crate::cluster::{Cluster, Part, SERVERS, wait_for};
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
    CutBetweenServerAndDatabase,
    CutBetweenServerAndNats,
    CutBetweenBalancerAndServer,
    CutBetweenDatabases,
    CutBetweenDatabaseAndEtcd,
    Loss,
}

impl Fault {
    pub(super) const ALL: &[Self] = &[
        Self::KilledServer,
        Self::KilledServers,
        Self::KilledDatabase,
        Self::CrashedDatabaseMachine,
        Self::Switchover,
        Self::KilledNats,
        Self::KilledPooler,
        Self::StoppedServer,
        Self::CutBetweenServerAndDatabase,
        Self::CutBetweenServerAndNats,
        Self::CutBetweenBalancerAndServer,
        Self::CutBetweenDatabases,
        Self::CutBetweenDatabaseAndEtcd,
        Self::Loss,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::KilledServer => "kill -9 of a server",
            Self::KilledServers => "kill -9 of all servers",
            Self::KilledDatabase => "kill -9 of the leading PostgreSQL",
            Self::CrashedDatabaseMachine => "kill -9 of the leading PostgreSQL with its Patroni (failover)",
            Self::Switchover => "switchover to the other PostgreSQL",
            Self::KilledNats => "kill -9 of NATS",
            Self::KilledPooler => "kill -9 of pgbouncer",
            Self::StoppedServer => "graceful stop and start of a server",
            Self::CutBetweenServerAndDatabase => "cut between a server and pgbouncer",
            Self::CutBetweenServerAndNats => "cut between a server and NATS",
            Self::CutBetweenBalancerAndServer => "cut between the load balancer and a server",
            Self::CutBetweenDatabases => "cut between the databases",
            Self::CutBetweenDatabaseAndEtcd => "cut between the leading database and etcd",
            Self::Loss => "10 % of packets lost everywhere",
        }
    }

    /// Returns how often it happens in a whole run.
    pub(super) fn repetitions(self) -> usize {
        match self {
            Self::KilledServer | Self::KilledServers | Self::KilledNats => 50,
            // Together 50 times: with and without its Patroni, which would start it again.
            Self::KilledDatabase => 35,
            Self::CrashedDatabaseMachine => 15,
            Self::Switchover | Self::KilledPooler | Self::StoppedServer => 10,
            _ => 3,
        }
    }

    /// Breaks something, and fails if that has no effect. What ends by itself has ended afterwards. `leader` is the number of
    /// the database that leads.
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
            Self::CutBetweenServerAndDatabase => {
                let address = cluster.pooler.address().to_owned();
                cut_for(cluster, &format!("server{}", number + 1), &address)
            }
            Self::CutBetweenServerAndNats => {
                let address = cluster.nats.address().to_owned();
                cut_for(cluster, &format!("server{}", number + 1), &address)
            }
            Self::CutBetweenBalancerAndServer => {
                let address = cluster.servers[number].address().to_owned();
                cut_for(cluster, "front", &address)
            }
            Self::CutBetweenDatabases => {
                let address = cluster.databases[1].address().to_owned();
                cut_for(cluster, "database1", &address)
            }
            Self::CutBetweenDatabaseAndEtcd => {
                let (name, address) = (cluster.databases[leader].name().to_owned(), cluster.etcd.address().to_owned());
                cut(cluster, &name, &address)?;
                // The leader stays writable until it has retried for a while.
                wait_for_another_leader(cluster, leader)
            }
            Self::Loss => {
                let parts = all_parts(cluster);
                parts.iter().try_for_each(|name| cluster.network.lose(name, LOSS_PERCENT))?;
                std::thread::sleep(LOSS);
                let lost = parts.iter().map(|name| cluster.network.lost_packets(name)).sum::<Result<u64>>()?;
                if lost == 0 {
                    bail!("no packet was lost");
                }
                parts.iter().try_for_each(|name| cluster.network.heal(name))
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
            Self::CutBetweenDatabaseAndEtcd => {
                let names: Vec<String> = cluster.databases.iter().map(|part| part.name().to_owned()).collect();
                names.iter().try_for_each(|name| cluster.network.heal(name))?;
                cluster.wait_for_replica()
            }
            Self::KilledDatabase | Self::Switchover | Self::CutBetweenDatabases | Self::Loss => {
                cluster.wait_for_replica()
            }
            Self::KilledServer | Self::KilledServers | Self::StoppedServer => {
                wait_for("all servers", Duration::from_secs(30), || cluster.are_all_serving())
            }
            Self::KilledNats => cluster.nats.ensure_running(),
            _ => Ok(()),
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

/// Cuts a part from an address, and fails if it still reaches it.
fn cut(cluster: &Cluster, name: &str, address: &str) -> Result<()> {
    cluster.network.cut(name, address)?;
    if cluster.network.is_reachable(name, address) {
        bail!("{name} still reaches {address} after the cut");
    }
    Ok(())
}

fn cut_for(cluster: &mut Cluster, name: &str, address: &str) -> Result<()> {
    cut(cluster, name, address)?;
    std::thread::sleep(CUT);
    cluster.network.heal(name)
}

fn all_parts(cluster: &Cluster) -> Vec<String> {
    let parts = cluster.servers.iter().chain(&cluster.databases);
    let parts =
        parts.chain([&cluster.pooler, &cluster.nats, &cluster.front, &cluster.database_balancer, &cluster.etcd]);
    parts.map(|part| part.name().to_owned()).collect()
}
