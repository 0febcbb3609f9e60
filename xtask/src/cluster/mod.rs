//! A deployment with several servers, of real parts, each with a network of its own: three servers behind a load balancer,
//! two PostgreSQLs under Patroni with etcd and synchronous replication, reached through another load balancer and pgbouncer,
//! and NATS. Parts can be killed, and the network between them cut.
//!
//! All of it runs in Linux namespaces ([`namespaces`]), so that neither ports nor processes of the machine are touched, and
//! everything ends with this program.

mod delay;
mod link;
pub(crate) mod namespaces;
mod network;
mod part;
mod settings;
mod watch;

use crate::command;
use crate::prerequisites;
use crate::workspace;
use anyhow::{Context, Result, bail};
pub(crate) use link::{Link, LinkEnd};
pub(crate) use network::Network;
pub(crate) use part::Part;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use watch::Watch;

/// The Debian packages of the parts.
const PACKAGES: [(&str, &str); 8] = [
    ("etcd", "etcd-server"),
    ("patroni", "patroni"),
    ("pgbouncer", "pgbouncer"),
    ("haproxy", "haproxy"),
    ("nats-server", "nats-server"),
    ("nft", "nftables"),
    ("ip", "iproute2"),
    ("setpriv", "util-linux"),
];

/// How long the whole cluster, or one part, may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(90);

/// The number of servers, and of databases.
pub(crate) const SERVERS: usize = 3;
pub(crate) const DATABASES: usize = 2;

/// The addresses of the parts. The tool itself is at [`network::HOST`].
const FRONT: &str = "10.24.0.2";
const ETCD: &str = "10.24.0.10";
const DATABASE: [&str; DATABASES] = ["10.24.0.21", "10.24.0.22"];
const DATABASE_BALANCER: &str = "10.24.0.30";
const POOLER: &str = "10.24.0.31";
const SERVER: [&str; SERVERS] = ["10.24.0.41", "10.24.0.42", "10.24.0.43"];
const NATS: &str = "10.24.0.50";

/// The name of the database.
const NAME: &str = "twentyfour";

/// The sessions of each server that LISTEN: for changes and for presence.
const LISTENERS: u64 = 2;

/// How the servers notify one another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bus {
    Nats,
    /// LISTEN and NOTIFY.
    Notify,
}

/// A running cluster. Dropping it kills all parts.
pub(crate) struct Cluster {
    pub(crate) network: Network,
    pub(crate) front: Part,
    pub(crate) etcd: Part,
    /// Each with its Patroni, which starts PostgreSQL.
    pub(crate) databases: Vec<Part>,
    pub(crate) database_balancer: Part,
    pub(crate) pooler: Part,
    pub(crate) servers: Vec<Part>,
    pub(crate) nats: Part,
    bus: Bus,
    folder: PathBuf,
    postgres_programs: PathBuf,
}

impl Cluster {
    /// Installs the programs of the parts that are missing. Needs a network, so it runs outside the namespaces.
    pub(crate) fn install_programs() -> Result<()> {
        for (program, package) in PACKAGES {
            if command::find(program).is_none() {
                prerequisites::install_debian_packages(&[package])?;
            }
        }
        postgres_programs().map(drop)
    }

    /// Starts everything in a folder, and waits until the servers are ready.
    pub(crate) fn start(folder: &Path) -> Result<Self> {
        let postgres_programs = postgres_programs()?;
        let mut network = Network::create()?;
        let mut add = |name: &str, address: &str, files: &[(&str, String)], command: &[&str]| {
            Part::add(&mut network, folder, name, address, files, command)
        };
        let etcd = add("etcd", ETCD, &[], &settings::etcd())?;
        let mut databases = Vec::new();
        for (number, address) in (1..).zip(DATABASE) {
            let name = format!("database{number}");
            let data = folder.join(&name).join("data");
            let patroni = settings::patroni(&name, address, &data, &postgres_programs);
            databases.push(add(
                &name,
                address,
                &[("patroni.yml", patroni)],
                &settings::as_postgres(&["patroni", "patroni.yml"]),
            )?);
        }
        let balancer = [("haproxy.cfg", settings::database_balancer())];
        let database_balancer =
            add("database-balancer", DATABASE_BALANCER, &balancer, &["haproxy", "-db", "-f", "haproxy.cfg"])?;
        let pooler_files = [("pgbouncer.ini", settings::pooler()), ("users.txt", "\"postgres\" \"\"\n".to_owned())];
        let pooler = add("pooler", POOLER, &pooler_files, &settings::as_postgres(&["pgbouncer", "pgbouncer.ini"]))?;
        let nats = add("nats", NATS, &[], &settings::nats())?;
        let front =
            add("front", FRONT, &[("haproxy.cfg", settings::front())], &["haproxy", "-db", "-f", "haproxy.cfg"])?;
        let binary = workspace::release_binary();
        let binary = binary.to_str().context("the path of the binary is not UTF-8")?;
        let mut servers = Vec::new();
        for (number, address) in (1..).zip(SERVER) {
            let mut server = add(&format!("server{number}"), address, &[], &[binary])?;
            server.set_environment(settings::server(address, Bus::Nats));
            servers.push(server);
        }
        let mut cluster = Self {
            network,
            front,
            etcd,
            databases,
            database_balancer,
            pooler,
            servers,
            nats,
            bus: Bus::Nats,
            folder: folder.to_owned(),
            postgres_programs,
        };
        cluster.start_parts()?;
        Ok(cluster)
    }

    fn start_parts(&mut self) -> Result<()> {
        self.etcd.start()?;
        self.databases.iter_mut().try_for_each(Part::start)?;
        self.database_balancer.start()?;
        self.nats.start()?;
        wait_for("a leader of the databases", START_TIMEOUT, || {
            self.query_on(DATABASE_BALANCER, 5432, "postgres", "SELECT 1").is_ok()
        })?;
        self.query_on(DATABASE_BALANCER, 5432, "postgres", &format!("CREATE DATABASE {NAME}"))?;
        self.pooler.start()?;
        wait_for("pgbouncer", START_TIMEOUT, || self.is_writable())?;
        self.wait_for_replica()?;
        self.servers.iter_mut().try_for_each(Part::start)?;
        self.front.start()?;
        wait_for("the servers", START_TIMEOUT, || self.is_serving())
    }

    /// Returns the address at which people reach the servers.
    pub(crate) fn address() -> String {
        format!("{FRONT}:8080")
    }

    /// Returns whether a write to the database is committed, through everything that is before it, within two seconds.
    pub(crate) fn is_writable(&self) -> bool {
        is_writable(&self.postgres_programs)
    }

    /// Returns how the servers notify one another.
    pub(crate) fn bus(&self) -> Bus {
        self.bus
    }

    /// Restarts one server after the other, so that all of them notify one another in this way, unless they do already.
    pub(crate) fn use_bus(&mut self, bus: Bus) -> Result<()> {
        if bus == self.bus {
            return Ok(());
        }
        for (server, address) in self.servers.iter_mut().zip(SERVER) {
            server.set_environment(settings::server(address, bus));
            server.stop()?;
            server.start()?;
            wait_for(server.name(), START_TIMEOUT, || is_serving(&format!("{address}:8080")))?;
        }
        self.bus = bus;
        self.wait_for_bus()
    }

    /// Waits until each server is connected to the others, and to nothing else that could notify it.
    pub(crate) fn wait_for_bus(&self) -> Result<()> {
        let (by_nats, by_notify) = match self.bus {
            Bus::Nats => (SERVERS as u64, 0),
            Bus::Notify => (0, LISTENERS * SERVERS as u64),
        };
        wait_for("the connections between the servers", START_TIMEOUT, || {
            self.nats_figure("connections").is_ok_and(|count| count == by_nats)
                && self.listeners().is_ok_and(|count| count == by_notify)
        })
    }

    /// Returns the number of messages that NATS has sent to the servers since its start.
    pub(crate) fn sent_by_nats(&self) -> Result<u64> {
        self.nats_figure("out_msgs")
    }

    /// Returns a number that NATS serves.
    fn nats_figure(&self, name: &str) -> Result<u64> {
        let figures: Value = serde_json::from_str(&get(&format!("http://{NATS}:8222/varz"))?)?;
        figures[name].as_u64().with_context(|| format!("NATS serves no {name}"))
    }

    /// Returns the size of the boards that each server has cached, in MiB like its memory.
    pub(crate) fn cached_boards(&self) -> Result<Vec<f64>> {
        let authorization = format!("Authorization: Bearer {}", settings::METRICS_TOKEN);
        let cached = |address: &&str| {
            let url = format!("http://{address}:8080/api/metrics/");
            // They include a query, which waits behind the writes of a busy database.
            let metrics = command::read(curl(&url, 20).args(["--header", &authorization]))?;
            let bytes = metrics.lines().find_map(|line| line.strip_prefix("board_cache_bytes "));
            Ok(bytes.context("a server has no metric board_cache_bytes")?.parse::<f64>()? / 1_048_576.0)
        };
        SERVER.iter().map(cached).collect()
    }

    /// Returns the number of sessions that LISTEN.
    fn listeners(&self) -> Result<u64> {
        Ok(self.query("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")?.parse()?)
    }

    /// Returns whether the servers answer, through the load balancer.
    pub(crate) fn is_serving(&self) -> bool {
        is_serving(&Self::address())
    }

    /// Returns whether each server answers.
    pub(crate) fn are_all_serving(&self) -> bool {
        self.servers.iter().all(|server| is_serving(&format!("{}:8080", server.address())))
    }

    /// Waits until the database can be written to, through everything that is before it, and the servers answer. Returns what goes
    /// on to write.
    pub(crate) fn wait_until_back(&self, timeout: Duration) -> Result<Watch> {
        let programs = self.postgres_programs.clone();
        let watch = Watch::start(move || is_writable(&programs));
        wait_for("the database", timeout, || watch.has_succeeded())?;
        let servers = Watch::start(|| is_serving(&Self::address()));
        wait_for("the servers", timeout, || servers.has_succeeded())?;
        Ok(watch)
    }

    /// Ends all delays, cuts and losses, starts what does not run, and waits until everything works.
    pub(crate) fn repair(&mut self) -> Result<()> {
        self.network.end_delays()?;
        let parts = self.servers.iter_mut().chain(&mut self.databases);
        let parts = parts.chain([
            &mut self.pooler,
            &mut self.nats,
            &mut self.front,
            &mut self.database_balancer,
            &mut self.etcd,
        ]);
        for part in parts {
            self.network.heal(part.name())?;
            if part.ensure_running().is_err() {
                part.start()?;
            }
        }
        self.wait_until_back(START_TIMEOUT).map(drop)?;
        self.wait_for_replica()?;
        self.wait_for_bus()
    }

    /// Waits until the other database has everything that the leader confirms, and Patroni has noted that it may take over.
    pub(crate) fn wait_for_replica(&self) -> Result<()> {
        wait_for("synchronous replication", START_TIMEOUT, || {
            self.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
                .is_ok_and(|count| count == "1")
                && DATABASE.iter().any(|address| get(&format!("http://{address}:8008/sync")).is_ok())
        })
    }

    /// Returns the number of the database that leads.
    pub(crate) fn leader(&self) -> Result<usize> {
        let address = self.query("SELECT host(inet_server_addr())")?;
        DATABASE.iter().position(|known| *known == address).with_context(|| format!("no database is at {address}"))
    }

    /// Kills the PostgreSQL of a database, but not its Patroni.
    pub(crate) fn kill_postgres(&self, number: usize) -> Result<()> {
        let file = self.folder.join(format!("database{}/data/postmaster.pid", number + 1));
        let text = fs::read_to_string(&file).context("PostgreSQL does not run")?;
        let process = text.lines().next().unwrap_or_default().to_owned();
        command::run(Command::new("kill").args(["-KILL", &process]))?;
        // Patroni waits for its process, and then starts another.
        wait_for("the killed PostgreSQL to end", START_TIMEOUT, || {
            // The entry of a process that has ended stays until its parent waits for it, without a command line.
            fs::read(Path::new("/proc").join(&process).join("cmdline")).unwrap_or_default().is_empty()
        })
    }

    /// Makes the other database the leader, in an orderly way.
    pub(crate) fn switch_over(&self, from: usize) -> Result<()> {
        let file = self.folder.join(format!("database{}/patroni.yml", from + 1));
        let (leader, candidate) = (format!("database{}", from + 1), format!("database{}", 2 - from));
        let mut patronictl = command::command("patronictl", "");
        patronictl.arg("-c").arg(file).args(["switchover", "twentyfour", "--leader", &leader]);
        command::read(patronictl.args(["--candidate", &candidate, "--force"])).map(drop)
    }

    /// Runs a statement on the database, through the load balancer and pgbouncer, and returns its result.
    pub(crate) fn query(&self, sql: &str) -> Result<String> {
        self.query_on(POOLER, 6432, NAME, sql)
    }

    fn query_on(&self, host: &str, port: u16, database: &str, sql: &str) -> Result<String> {
        let mut psql = command::command(self.postgres_programs.join("psql"), "");
        command::read(connect(&mut psql, host, port).args(["-c", sql, database]))
    }

    /// Returns what the parts have logged last, to explain a failure.
    pub(crate) fn logs(&self) -> String {
        let parts = self.servers.iter().chain(&self.databases);
        let parts = parts.chain([&self.pooler, &self.nats, &self.front, &self.database_balancer, &self.etcd]);
        parts.map(|part| format!("== {}\n{}\n", part.name(), part.log())).collect()
    }
}

fn postgres_programs() -> Result<PathBuf> {
    prerequisites::postgres_programs().context("PostgreSQL is missing. Install it: apt-get install postgresql")
}

/// Adds the arguments with which `psql` connects and prints results only.
fn connect<'a>(psql: &'a mut Command, host: &str, port: u16) -> &'a mut Command {
    psql.env("PGCONNECT_TIMEOUT", "2").env("PGOPTIONS", "");
    psql.args(["-X", "-q", "-A", "-t", "-U", "postgres", "-h", host, "-p", &port.to_string()])
}

fn is_serving(address: &str) -> bool {
    get(&format!("http://{address}/api/health/")).is_ok()
}

fn is_writable(postgres_programs: &Path) -> bool {
    let mut psql = command::command("timeout", "");
    psql.arg("2").arg(postgres_programs.join("psql"));
    // Writes a message to the log of the database, and nothing into a table.
    let sql = "SELECT pg_logical_emit_message(true, 'chaos', 'probe')";
    command::read(connect(&mut psql, POOLER, 6432).args(["-c", sql, NAME])).is_ok()
}

/// Returns the body of a response, or an error if a request does not succeed within a second.
fn get(url: &str) -> Result<String> {
    command::read(&mut curl(url, 1))
}

/// Returns a command that requests a URL.
fn curl(url: &str, max_seconds: u32) -> Command {
    let mut curl = command::command("curl", "");
    curl.args(["--silent", "--fail", "--max-time", &max_seconds.to_string(), url]);
    curl
}

/// Waits until a condition holds.
pub(crate) fn wait_for(what: &str, timeout: Duration, mut condition: impl FnMut() -> bool) -> Result<()> {
    let started = Instant::now();
    while !condition() {
        if started.elapsed() > timeout {
            bail!("waited for {what} for {} s", timeout.as_secs());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
