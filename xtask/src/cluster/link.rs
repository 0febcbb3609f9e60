//! Which parts of a cluster are connected to which others.

use super::network::HOST;
use super::{Cluster, Part};

/// A kind of connection between parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    PeopleAndBalancer,
    BalancerAndServer,
    ServerAndPooler,
    ServerAndNats,
    /// For LISTEN.
    ServerAndDatabaseBalancer,
    PoolerAndDatabaseBalancer,
    DatabaseBalancerAndLeader,
    DatabaseBalancerAndReplica,
    Databases,
    LeaderAndEtcd,
    ReplicaAndEtcd,
}

/// One end of a link: a part that opens connections to an address.
pub(crate) struct LinkEnd {
    pub(crate) part: String,
    pub(crate) address: String,
    pub(crate) ports: &'static [u16],
    /// The ports over which something is sent all the time.
    pub(crate) busy_ports: &'static [u16],
}

impl Link {
    pub(crate) const ALL: [Self; 11] = [
        Self::PeopleAndBalancer,
        Self::BalancerAndServer,
        Self::ServerAndPooler,
        Self::ServerAndNats,
        Self::ServerAndDatabaseBalancer,
        Self::PoolerAndDatabaseBalancer,
        Self::DatabaseBalancerAndLeader,
        Self::DatabaseBalancerAndReplica,
        Self::Databases,
        Self::LeaderAndEtcd,
        Self::ReplicaAndEtcd,
    ];

    /// Returns the parts that it connects, in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::PeopleAndBalancer => "people and the load balancer",
            Self::BalancerAndServer => "the load balancer and a server",
            Self::ServerAndPooler => "a server and pgbouncer",
            Self::ServerAndNats => "a server and NATS",
            Self::ServerAndDatabaseBalancer => "a server and the load balancer of the databases",
            Self::PoolerAndDatabaseBalancer => "pgbouncer and the load balancer of the databases",
            Self::DatabaseBalancerAndLeader => "that load balancer and the leading database",
            Self::DatabaseBalancerAndReplica => "that load balancer and the other database",
            Self::Databases => "the databases",
            Self::LeaderAndEtcd => "the leading database and etcd",
            Self::ReplicaAndEtcd => "the other database and etcd",
        }
    }

    /// Returns its ends in a cluster. `server` and `leader` are the numbers of the server in question and of the database that
    /// leads.
    pub(crate) fn ends(self, cluster: &Cluster, server: usize, leader: usize) -> Vec<LinkEnd> {
        const HTTP: &[u16] = &[8080];
        const POSTGRES: &[u16] = &[5432, 8008];
        const REPLICATION: &[u16] = &[5432];
        const PATRONI: &[u16] = &[8008];
        let partly_busy_end = |from: &Part, to: &Part, ports, busy_ports| LinkEnd {
            part: from.name().to_owned(),
            address: to.address().to_owned(),
            ports,
            busy_ports,
        };
        let end = |from: &Part, to: &Part, ports| partly_busy_end(from, to, ports, ports);
        let server = &cluster.servers[server];
        let (leader, replica) = (&cluster.databases[leader], &cluster.databases[1 - leader]);
        match self {
            // The people have no namespace of their own.
            Self::PeopleAndBalancer => vec![LinkEnd {
                part: cluster.front.name().to_owned(),
                address: HOST.to_owned(),
                ports: &[],
                busy_ports: &[],
            }],
            Self::BalancerAndServer => vec![end(&cluster.front, server, HTTP)],
            Self::ServerAndPooler => vec![end(server, &cluster.pooler, &[6432])],
            Self::ServerAndNats => vec![end(server, &cluster.nats, &[4222])],
            Self::ServerAndDatabaseBalancer => vec![end(server, &cluster.database_balancer, &[5432])],
            Self::PoolerAndDatabaseBalancer => vec![end(&cluster.pooler, &cluster.database_balancer, &[5432])],
            Self::DatabaseBalancerAndLeader => vec![end(&cluster.database_balancer, leader, POSTGRES)],
            // It only asks the replica whether it leads.
            Self::DatabaseBalancerAndReplica => {
                vec![partly_busy_end(&cluster.database_balancer, replica, POSTGRES, PATRONI)]
            }
            Self::Databases => vec![
                partly_busy_end(replica, leader, POSTGRES, REPLICATION),
                partly_busy_end(leader, replica, POSTGRES, &[]),
            ],
            Self::LeaderAndEtcd => vec![end(leader, &cluster.etcd, &[2379])],
            Self::ReplicaAndEtcd => vec![end(replica, &cluster.etcd, &[2379])],
        }
    }
}
