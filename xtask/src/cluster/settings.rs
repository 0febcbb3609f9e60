//! The settings of the parts of a cluster, as an operator writes them.

use super::network::HOST;
use super::{Bus, DATABASE, DATABASE_BALANCER, ETCD, FRONT, NAME, NATS, POOLER, SERVER};
use std::path::Path;

/// The token for the metrics of the servers.
pub(super) const METRICS_TOKEN: &str = "0123456789abcdef";

const JWT_SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Returns a command that runs as the user postgres.
pub(super) fn as_postgres<'a>(command: &[&'a str]) -> Vec<&'a str> {
    [&["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"], command].concat()
}

/// Returns the command of etcd.
pub(super) fn etcd() -> Vec<&'static str> {
    const CLIENTS: &str = "http://10.24.0.10:2379";
    const PEERS: &str = "http://10.24.0.10:2380";
    vec![
        "etcd",
        "--name",
        "etcd",
        "--data-dir",
        "data",
        "--listen-client-urls",
        CLIENTS,
        "--advertise-client-urls",
        CLIENTS,
        "--listen-peer-urls",
        PEERS,
        "--initial-advertise-peer-urls",
        PEERS,
        "--initial-cluster",
        "etcd=http://10.24.0.10:2380",
    ]
}

/// Returns the settings of Patroni. The times are the shortest that it accepts, so that a failover takes 20 to 25 seconds.
pub(super) fn patroni(name: &str, address: &str, data: &Path, programs: &Path) -> String {
    let (data, programs) = (data.display(), programs.display());
    format!(
        "\
scope: {NAME}
name: {name}
restapi:
  listen: {address}:8008
  connect_address: {address}:8008
etcd3:
  host: {ETCD}:2379
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
        wal_log_hints: 'on'
        synchronous_commit: 'on'
        wal_sender_timeout: 5s
        wal_receiver_timeout: 5s
        wal_retrieve_retry_interval: 1s
        tcp_keepalives_idle: 5
        tcp_keepalives_interval: 2
        tcp_keepalives_count: 3
  initdb:
  - encoding: UTF8
  - locale: C
  pg_hba:
  - host all all 10.24.0.0/24 trust
  - host replication all 10.24.0.0/24 trust
  - local all all trust
postgresql:
  listen: {address}:5432
  connect_address: {address}:5432
  data_dir: {data}
  bin_dir: {programs}
  authentication:
    superuser:
      username: postgres
    replication:
      username: postgres
    rewind:
      username: postgres
  parameters:
    unix_socket_directories: ''
"
    )
}

/// Returns the settings of the load balancer before the databases, which finds the leader.
pub(super) fn database_balancer() -> String {
    let servers: String = (1..)
        .zip(DATABASE)
        .map(|(number, address)| format!("    server database{number} {address}:5432 check port 8008\n"))
        .collect();
    format!(
        "\
global
    maxconn 1000
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    option tcpka
    clitcpka-idle 5s
    clitcpka-intvl 2s
    clitcpka-cnt 3
    srvtcpka-idle 5s
    srvtcpka-intvl 2s
    srvtcpka-cnt 3
listen leader
    bind {DATABASE_BALANCER}:5432
    option httpchk OPTIONS /primary
    timeout check 2s
    http-check expect status 200
    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}"
    )
}

/// Returns the settings of pgbouncer. Debian's version 1.18 has no prepared statements in the other pool modes.
pub(super) fn pooler() -> String {
    format!(
        "\
[databases]
{NAME} = host={DATABASE_BALANCER} port=5432 dbname={NAME}
[pgbouncer]
listen_addr = {POOLER}
listen_port = 6432
unix_socket_dir =
auth_type = trust
auth_file = users.txt
pool_mode = session
max_client_conn = 300
default_pool_size = 100
server_connect_timeout = 2
server_login_retry = 1
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
ignore_startup_parameters = extra_float_digits
logfile =
"
    )
}

/// Returns the command of NATS, which serves figures over HTTP.
pub(super) fn nats() -> Vec<&'static str> {
    vec!["nats-server", "-a", NATS, "-p", "4222", "-m", "8222"]
}

/// Returns the settings of the load balancer before the servers. It asks whether a process responds, not whether the database
/// does: it closes the live connections to a server that fails, and without the database all servers would. It trusts the
/// addresses that the crowd states, as it would trust another proxy before it.
///
/// Live connections last, so they are spread apart from the requests: otherwise, all requests would go to the server with the fewest
/// of them. Requests that may be repeated are sent to another server if one cannot reach the database.
pub(super) fn front() -> String {
    let servers = |options: fn(usize) -> String| -> String {
        let server = |(number, address)| format!("    server server{number} {address}:8080 {}\n", options(number));
        (1..).zip(SERVER).map(server).collect()
    };
    let checked = servers(|_| "check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions".to_owned());
    let tracked = servers(|number| format!("track requests/server{number} on-marked-down shutdown-sessions"));
    format!(
        "\
global
    maxconn 9000
defaults
    mode http
    timeout connect 1s
    timeout client 75s
    timeout server 30s
    timeout tunnel 1h
    option forwardfor if-none
frontend www
    bind {FRONT}:8080
    use_backend live if {{ path_beg /api/live }}
    default_backend requests
backend requests
    balance roundrobin
    option httpchk GET /api/health/live
    timeout check 2s
    option redispatch 1
    retries 1
    retry-on conn-failure 503
    http-request disable-l7-retry unless METH_GET !{{ path_end /auth/google/callback /auth/google/callback/ }} or {{ path_end /ops/ /ops }}
{checked}backend live
    balance leastconn
    option redispatch 1
{tracked}"
    )
}

/// Returns the environment variables of a server.
pub(super) fn server(address: &str, bus: Bus) -> Vec<(&'static str, String)> {
    let bus = match bus {
        Bus::Nats => ("BUS_URL", format!("nats://{NATS}:4222")),
        // Not through pgbouncer, as operators are advised.
        Bus::Notify => ("LISTEN_DATABASE_URL", format!("postgres://postgres@{DATABASE_BALANCER}:5432/{NAME}")),
    };
    vec![
        ("LISTEN_ADDR", format!("{address}:8080")),
        ("PUBLIC_URL", format!("http://{FRONT}:8080")),
        // The proxy that delays connections, too.
        ("TRUSTED_PROXIES", format!("{FRONT},{HOST}")),
        ("DATA_DIR", "data".to_owned()),
        // The servers do not share it, because the crowd attaches no files.
        ("ATTACHMENTS_DIR", "data/attachments".to_owned()),
        ("DATABASE_URL", format!("postgres://postgres@{POOLER}:6432/{NAME}")),
        bus,
        ("JWT_SECRET", JWT_SECRET.to_owned()),
        ("METRICS_TOKEN", METRICS_TOKEN.to_owned()),
        ("LOG", "warn".to_owned()),
    ]
}
