//! A PostgreSQL and its streaming replica, for tests that need more than a database on the one at `TEST_POSTGRES_URL`.

use super::databases::block_on;
use sqlx::{AnyConnection, Connection};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the folder of PostgreSQL's programs.
fn programs() -> PathBuf {
    if let Some(psql) = std::env::var_os("TEST_PSQL") {
        return Path::new(&psql).parent().unwrap().to_owned();
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").expect("install the package postgresql");
    versions.map(|version| version.unwrap().path().join("bin")).max().expect("install the package postgresql")
}

fn id_of_postgres(option: &str) -> u32 {
    let output = Command::new("id").args([option, "postgres"]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().parse().expect("root runs PostgreSQL as the user postgres")
}

/// Returns a command that runs as the user postgres if this one is root, as whom PostgreSQL refuses to run.
fn command(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(programs().join(program));
    command.current_dir(folder).stdin(Stdio::null()).env("LC_ALL", "C");
    if id(&["-u"]) == "0" {
        command.uid(id_of_postgres("-u")).gid(id_of_postgres("-g"));
    }
    command
}

fn id(arguments: &[&str]) -> String {
    String::from_utf8(Command::new("id").args(arguments).output().unwrap().stdout).unwrap().trim().to_owned()
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A PostgreSQL in a folder of its own, stopped when dropped.
pub(super) struct Cluster {
    server: Option<Child>,
    folder: tempfile::TempDir,
    port: u16,
}

impl Cluster {
    fn in_new_folder() -> Self {
        let folder = tempfile::tempdir().unwrap();
        if id(&["-u"]) == "0" {
            std::os::unix::fs::chown(folder.path(), Some(id_of_postgres("-u")), Some(id_of_postgres("-g"))).unwrap();
        }
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        Self { server: None, folder, port }
    }

    /// Starts an empty PostgreSQL.
    pub(super) fn start() -> Self {
        let mut cluster = Self::in_new_folder();
        let mut initdb = command("initdb", cluster.folder.path());
        run(initdb.args([
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "-D",
            "data",
        ]));
        cluster.resume();
        cluster
    }

    /// Starts a streaming replica of this one.
    pub(super) fn replica(&self) -> Self {
        let mut replica = Self::in_new_folder();
        let mut copy = command("pg_basebackup", replica.folder.path());
        copy.args(["-h", "127.0.0.1", "-U", "postgres", "-D", "data", "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
        run(copy.args(["-p", &self.port.to_string()]));
        replica.resume();
        replica
    }

    /// Starts the server, and waits until it accepts connections.
    pub(super) fn resume(&mut self) {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.log_path()).unwrap();
        let port = self.port.to_string();
        let mut server = command("postgres", self.folder.path());
        server.args(["-D", "data", "-p", &port, "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]);
        server.args(["-c", "fsync=off", "-c", "log_statement=all", "-c", "wal_receiver_status_interval=1s"]);
        self.server = Some(server.stderr(log).spawn().unwrap());
        let began = Instant::now();
        while !block_on(AnyConnection::connect(&self.url()))
            .is_ok_and(|connection| block_on(connection.close()).is_ok())
        {
            assert!(began.elapsed() < Duration::from_secs(60), "{}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Stops the server at once.
    pub(super) fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            // SIGINT: a fast shutdown, which closes connections and releases the shared memory.
            _ = Command::new("kill").args(["-INT", &server.id().to_string()]).status();
            _ = server.wait();
        }
    }

    pub(super) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    fn log_path(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Returns the log, which contains every statement.
    pub(super) fn log(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(self.log_path()).unwrap_or_default()).into_owned()
    }

    /// Returns the text of a query of one value.
    pub(super) fn query(&self, sql: &str) -> String {
        block_on(async {
            let mut connection = AnyConnection::connect(&self.url()).await.unwrap();
            let value = sqlx::query_scalar(sqlx::AssertSqlSafe(sql.to_owned())).fetch_one(&mut connection).await;
            connection.close().await.unwrap();
            value.unwrap()
        })
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}
