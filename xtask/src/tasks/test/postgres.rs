//! A PostgreSQL for the tests, in a temporary folder and on its own port.

use crate::command;
use crate::usage;
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Far longer than a start takes on a slow machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A running PostgreSQL. Dropping it stops the server and removes its folder.
pub(crate) struct Postgres {
    /// The URL: `postgres://postgres@127.0.0.1:…/postgres`.
    pub(crate) url: String,
    /// The path of psql.
    psql: PathBuf,
    server: Option<Child>,
    folder: PathBuf,
}

impl Postgres {
    /// Returns the environment variables that pass the URL to the tests.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        vec![("TEST_POSTGRES_URL", self.url.clone()), ("TEST_PSQL", self.psql.display().to_string())]
    }

    /// Runs a statement and returns its result.
    pub(crate) fn query(&self, sql: &str) -> Result<String> {
        command::read(Command::new(&self.psql).args(["-X", "-q", "-A", "-t", "-c", sql, &self.url]))
    }

    /// Returns the CPU time that all its processes have used, in seconds. On Linux only.
    pub(crate) fn cpu_seconds(&self) -> Result<f64> {
        usage::family_cpu_seconds(self.server.as_ref().context("PostgreSQL is not running")?)
    }

    /// Returns the number of statements in its log, after `log_statement` was set to `all`.
    pub(crate) fn logged_statements(&self) -> Result<f64> {
        let log = fs::read_to_string(self.folder.join("log"))?;
        let is_statement = |line: &&str| line.contains("LOG:  execute ") || line.contains("LOG:  statement: ");
        Ok(log.lines().filter(is_statement).count() as f64)
    }

    /// Creates and starts a cluster with the programs in a folder. Its writes need not survive a power failure.
    pub(crate) fn start(programs: &Path) -> Result<Self> {
        Self::start_with(programs, &["fsync=off", "full_page_writes=off", "synchronous_commit=off"])
    }

    /// Creates and starts a cluster with durable writes, as in production.
    pub(crate) fn start_durable(programs: &Path) -> Result<Self> {
        Self::start_with(programs, &["fsync=on", "full_page_writes=on", "synchronous_commit=on"])
    }

    fn start_with(programs: &Path, durability_settings: &[&str]) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("twentyfour-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        // From here on, the folder is removed even after an error.
        let mut postgres = Self { url: String::new(), psql: programs.join("psql"), server: None, folder };
        let user = User::for_postgres()?;
        user.change_owner(&postgres.folder)?;
        let data = postgres.folder.join("data");

        let mut initdb = user.command(&programs.join("initdb"), &postgres.folder);
        initdb.args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"]);
        initdb.arg(&data);
        // Uses a linguistic collation if this version supports it: SQL that relies on byte order without asking for it
        // then fails here instead of in production.
        if command::read(Command::new(programs.join("initdb")).arg("--help"))?.contains("--icu-locale") {
            initdb.args(["--locale-provider=icu", "--icu-locale=en"]);
        }
        command::read(&mut initdb)?;

        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let mut server = user.command(&programs.join("postgres"), &postgres.folder);
        server.arg("-D").arg(&data).arg("-p").arg(port.to_string());
        let settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300"];
        server.args(settings.iter().chain(durability_settings).flat_map(|setting| ["-c", setting]));
        let mut server = server.stderr(Stdio::piped()).spawn().context("postgres could not be started")?;
        let log = server.stderr.take().context("postgres has no standard error")?;
        postgres.server = Some(server);
        wait_until_ready(log, &postgres.folder.join("log"))?;
        postgres.url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
        Ok(postgres)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut server) = self.server.take() {
            // SIGINT requests a fast shutdown, which closes connections and releases the shared memory.
            let _ = Command::new("kill").args(["-INT", &server.id().to_string()]).status();
            let _ = server.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Reads the server's log, continuously so that the server is not blocked, and waits for the line that says it is
/// ready.
fn wait_until_ready(log: impl std::io::Read + Send + 'static, copy: &Path) -> Result<()> {
    let mut copy = fs::File::create(copy)?;
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(log).lines().map_while(Result::ok) {
            let _ = writeln!(copy, "{line}");
            let _ = sender.send(line);
        }
    });
    let mut lines = Vec::new();
    loop {
        match receiver.recv_timeout(START_TIMEOUT) {
            Ok(line) if line.contains("database system is ready to accept connections") => return Ok(()),
            Ok(line) => lines.push(line),
            Err(_) => bail!("postgres did not start:\n{}", lines.join("\n")),
        }
    }
}

/// The user that runs the server. PostgreSQL refuses to run as root, so root uses the user of its package.
struct User(Option<(u32, u32)>);

impl User {
    fn for_postgres() -> Result<Self> {
        let id = |arguments: &[&str]| command::read(Command::new("id").args(arguments));
        if id(&["-u"])? != "0" {
            return Ok(Self(None));
        }
        let number = |option: &str| -> Result<u32> {
            let text = id(&[option, "postgres"]).context("root needs the user postgres to run PostgreSQL as")?;
            Ok(text.parse()?)
        };
        Ok(Self(Some((number("-u")?, number("-g")?))))
    }

    #[cfg(unix)]
    fn change_owner(&self, folder: &Path) -> Result<()> {
        let Some((user, group)) = self.0 else { return Ok(()) };
        Ok(std::os::unix::fs::chown(folder, Some(user), Some(group))?)
    }

    #[cfg(unix)]
    fn command(&self, program: &Path, folder: &Path) -> Command {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(program);
        command.current_dir(folder).stdin(Stdio::null()).env("LC_ALL", "C");
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command
    }

    #[cfg(not(unix))]
    fn change_owner(&self, _: &Path) -> Result<()> {
        Ok(())
    }

    #[cfg(not(unix))]
    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder).stdin(Stdio::null());
        command
    }
}

#[cfg(test)]
mod tests {
    use super::Postgres;
    use crate::command;
    use crate::prerequisites;
    use std::process::Command;

    #[test]
    #[ignore = "needs the programs of PostgreSQL"]
    fn starts_and_is_removed_on_drop() {
        let programs = prerequisites::postgres_programs().unwrap();
        let postgres = Postgres::start(&programs).unwrap();
        let ask =
            |url: &str| command::read(Command::new(programs.join("psql")).args([url, "-tAc", "SELECT 'b' < 'C'"]));
        assert_eq!(ask(&postgres.url).unwrap(), "t", "it orders as people do, not as bytes");
        let (folder, url) = (postgres.folder.clone(), postgres.url.clone());
        drop(postgres);
        assert!(!folder.exists());
        assert!(ask(&url).is_err());
    }
}
