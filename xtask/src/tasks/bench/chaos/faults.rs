//! What is broken.

use crate::cluster::{Cluster, SERVERS, wait_for};
use anyhow::Result;
use std::time::Duration;

/// How long a cut of the network lasts.
const CUT: Duration = Duration::from_secs(8);

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

    /// Breaks something. What ends by itself has ended afterwards.
    pub(super) fn inject(self, time: usize, cluster: &mut Cluster) -> Result<()> {
        let number = time % SERVERS;
        match self {
            Self::KilledServer => {
                cluster.servers[number].kill()?;
                cluster.servers[number].start()
            }
            Self::KilledServers => {
                cluster.servers.iter_mut().try_for_each(|server| server.kill())?;
                cluster.servers.iter_mut().try_for_each(|server| server.start())
            }
            Self::KilledDatabase => cluster.kill_postgres(cluster.leader()?),
            Self::CrashedDatabaseMachine => {
                let leader = cluster.leader()?;
                cluster.databases[leader].kill()
            }
            Self::Switchover => {
                let leader = cluster.leader()?;
                cluster.switch_over(leader)
            }
            Self::KilledNats => {
                cluster.nats.kill()?;
                cluster.nats.start()
            }
            Self::KilledPooler => {
                cluster.pooler.kill()?;
                cluster.pooler.start()
            }
            Self::StoppedServer => {
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
                let (leader, address) = (cluster.leader()?, cluster.etcd.address().to_owned());
                cluster.network.cut(cluster.databases[leader].name(), &address)
            }
            Self::Loss => {
                let parts = all_parts(cluster);
                parts.iter().try_for_each(|name| cluster.network.lose(name, LOSS_PERCENT))?;
                std::thread::sleep(LOSS);
                parts.iter().try_for_each(|name| cluster.network.heal(name))
            }
        }
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
            _ => Ok(()),
        }
    }
}

fn cut_for(cluster: &mut Cluster, name: &str, address: &str) -> Result<()> {
    cluster.network.cut(name, address)?;
    std::thread::sleep(CUT);
    cluster.network.heal(name)
}

fn all_parts(cluster: &Cluster) -> Vec<String> {
    let parts = cluster.servers.iter().chain(&cluster.databases);
    let parts =
        parts.chain([&cluster.pooler, &cluster.nats, &cluster.front, &cluster.database_balancer, &cluster.etcd]);
    parts.map(|part| part.name().to_owned()).collect()
}
