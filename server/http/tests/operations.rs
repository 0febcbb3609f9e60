//! Runs the commands of `docs/operations.md`, in order, as an operator would: in one shell, with the archive that
//! `cargo xtask dist` makes.
//!
//! Folders of the system are replaced by folders in a temporary one, and `systemctl` by a script that runs the command of
//! the real unit, because containers have no systemd. Commands for containers are run by `cargo xtask dist --test`.

// Unwrapping is fine in tests; clippy only recognizes functions that are marked as tests.
#![allow(clippy::unwrap_used)]
#![cfg(target_os = "linux")]

#[path = "programs/ports.rs"]
mod ports;

use sqlx::{AnyConnection, Connection};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGE: &str = include_str!("../../../docs/operations.md");

/// The database that the page names.
const DATABASE_URL: &str = "postgres://twentyfour@localhost/twentyfour";

/// What stands in for systemd: it runs the command of the unit with its settings.
const SYSTEMCTL: &str = r#"#!/bin/bash
set -euo pipefail
unit="$ROOT/etc/systemd/system/twentyfour.service"
pid="$ROOT/service.pid"
stop() {
    [ -e "$pid" ] || return 0
    kill -TERM "$(cat "$pid")"
    while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.05; done
    rm "$pid"
}
start() {
    local command settings
    # The settings name the folder of a real machine.
    sed -i "s#=/var/lib#=$ROOT/var/lib#" "$ROOT/etc/twentyfour/twentyfour.env"
    command="$(sed -n 's/^ExecStart=//p' "$unit")"
    settings="$(sed -n 's/^EnvironmentFile=//p' "$unit")"
    (set -a; . "$ROOT$settings"; set +a; exec setsid "$ROOT$command" >>"$ROOT/service.log" 2>&1) &
    echo $! >"$pid"
    for _ in $(seq 200); do
        if curl --silent --output /dev/null "http://$LISTEN_ADDR/api/health/live"; then return 0; fi
        sleep 0.05
    done
    cat "$ROOT/service.log" >&2
    return 1
}
case "$1" in
    daemon-reload) ;;
    enable | start) start ;;
    restart) stop; start ;;
    stop) stop ;;
    *) echo "unknown: $*" >&2; exit 1 ;;
esac
"#;

/// The user that the page creates does not exist here, so its commands run as the user of the test.
const USERADD: &str = "#!/bin/sh\n";
const RUNUSER: &str = "#!/bin/sh\nshift 3\nexec \"$@\"\n";
const INSTALL: &str = r#"#!/bin/bash
arguments=()
for argument in "$@"; do
    case "$argument" in --owner=*) ;; *) arguments+=("$argument") ;; esac
done
exec /usr/bin/install "${arguments[@]}"
"#;

/// A block of commands of the page.
struct Block {
    /// What follows `sh` at its start, such as `postgres`; empty for commands that always run.
    kind: &'static str,
    commands: &'static str,
}

/// Returns the blocks of the page.
fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = PAGE;
    while let Some((_, after)) = rest.split_once("```sh") {
        let (block, after) = after.split_once("\n```").unwrap();
        let (kind, commands) = block.split_once('\n').unwrap();
        blocks.push(Block { kind: kind.trim(), commands });
        rest = after;
    }
    blocks
}

/// The folder of one test, which stands in for the root of the file system.
struct Machine {
    folder: tempfile::TempDir,
    address: String,
}

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for path in ["shims", "home", "var/backups", "etc"] {
            fs::create_dir_all(root.join(path)).unwrap();
        }
        for (name, script) in
            [("systemctl", SYSTEMCTL), ("useradd", USERADD), ("runuser", RUNUSER), ("install", INSTALL)]
        {
            let path = root.join("shims").join(name);
            fs::write(&path, script).unwrap();
            run(Command::new("chmod").arg("755").arg(path));
        }
        let address = format!("127.0.0.1:{}", ports::free_port());
        let machine = Self { folder, address };
        machine.pack();
        machine
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Puts the archive and its checksum into the home folder: those of `TWENTYFOUR_DIST`, or ones with the same files and
    /// the binary of this build.
    fn pack(&self) {
        let home = self.root().join("home");
        if let Some(dist) = std::env::var_os("TWENTYFOUR_DIST") {
            for entry in fs::read_dir(dist).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    fs::copy(&path, home.join(path.file_name().unwrap())).unwrap();
                }
            }
            return;
        }
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let name = archive_name();
        let content = self.root().join(&name);
        fs::create_dir_all(&content).unwrap();
        fs::copy(env!("CARGO_BIN_EXE_twentyfour"), content.join("twentyfour")).unwrap();
        for file in ["twentyfour.service", "twentyfour.env"] {
            fs::copy(repository.join("deploy").join(file), content.join(file)).unwrap();
        }
        let archive = format!("{name}.tar.gz");
        run(Command::new("tar").arg("-C").arg(self.root()).arg("-czf").arg(home.join(&archive)).arg(&name));
        let sums = Command::new("sha256sum").arg(&archive).current_dir(&home).output().unwrap();
        fs::write(home.join("SHA256SUMS"), sums.stdout).unwrap();
    }

    /// Returns commands with the folders, the address and the database of this test.
    fn localized(&self, commands: &str, database: Option<&str>) -> String {
        let root = self.root().display();
        let mut commands = commands.replace("127.0.0.1:8080", &self.address);
        for path in ["/usr/local/bin", "/etc/systemd", "/etc/twentyfour", "/var/backups", "/var/lib/twentyfour"] {
            commands = commands.replace(path, &format!("{root}{path}"));
        }
        match database {
            Some(url) => commands.replace(DATABASE_URL, url),
            None => commands,
        }
    }

    /// Runs blocks in one shell and returns what they print.
    fn run(&self, blocks: &[&Block], database: Option<&str>) -> String {
        let root = self.root();
        let mut script = "set -euo pipefail\n".to_owned();
        for block in blocks {
            if block.commands.contains("make-admin") {
                // The person who reads the page signs up in the browser.
                script += &format!(
                    "curl --fail --silent --show-error --output /dev/null --data '{{\"first_name\":\"Ada\",\"last_name\":\"B\",\
                     \"email\":\"ada@example.org\",\"password\":\"correct horse\"}}' http://{}/api/auth/signup/\n",
                    self.address
                );
            }
            if block.commands.contains("pg_dump") {
                // From here on, what is checked can only be in the new database.
                script += "mv $ROOT/var/lib/twentyfour/twentyfour.db $ROOT/moved.db\n";
            }
            let commands = self.localized(block.commands, database);
            for line in commands.lines() {
                script += &format!("echo {}\n{line}\n", quoted(&format!("$ {line}")));
            }
        }
        script += "systemctl stop twentyfour\n";
        let path = format!(
            "{0}/usr/local/bin:{0}/shims:{1}:{2}",
            root.display(),
            postgres_programs().display(),
            std::env::var("PATH").unwrap()
        );
        let output = Command::new("bash")
            .arg("-c")
            .arg(script)
            .current_dir(root.join("home"))
            .env_clear()
            .env("PATH", path)
            .env("ROOT", root)
            .env("LISTEN_ADDR", &self.address)
            .env("RATE_LIMITS", "off")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let log = fs::read_to_string(root.join("service.log")).unwrap_or_default();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{printed}\n{errors}\nlog:\n{log}");
        printed
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // A service that still runs after a failure.
        if let Ok(pid) = fs::read_to_string(self.root().join("service.pid")) {
            _ = Command::new("kill").args(["-KILL", pid.trim()]).status();
        }
    }
}

/// Returns the name of the archive of this version, without its extension.
fn archive_name() -> String {
    format!("twentyfour-{}-{}-linux-musl", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH)
}

/// Returns a text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn run(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}

/// Returns the folder with `pg_dump`, which is not on the PATH on Debian.
fn postgres_programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    folders.pop().unwrap_or_else(|| PathBuf::from("/usr/bin"))
}

#[test]
fn commands_for_sqlite_work_in_order() {
    let machine = Machine::new();
    let blocks = blocks();
    let run: Vec<&Block> = blocks.iter().filter(|block| block.kind.is_empty()).collect();
    assert!(run.len() >= 9, "{}", run.len());
    let printed = machine.run(&run, None);
    for text in [
        &*format!("{}.tar.gz: OK", archive_name()),
        "{\"database\":\"ok\",\"queue\":\"ok\",\"disk\":\"ok\"}",
        "ada@example.org is now an administrator.",
        "Copied the database to",
        "Restored the database from",
        "accounts: 1 checked, no problems",
        "The database is up to date.",
        "http_requests_total",
        "/auth?type=signup&invitation=",
        "The server is ready",
    ] {
        assert!(printed.contains(text), "{text} is missing in:\n{printed}");
    }
    let kinds: Vec<&str> = blocks.iter().map(|block| block.kind).collect();
    assert!(
        kinds.iter().all(|kind| ["", "postgres", "container", "compose"].contains(kind)),
        "a block that no test runs: {kinds:?}"
    );
}

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn commands_for_postgres_move_dump_and_restore_the_data() {
    let server = std::env::var("TEST_POSTGRES_URL").unwrap();
    let name = format!("operations_{}", std::process::id());
    execute(&server, &format!("CREATE DATABASE {name}"));
    let (base, _) = server.rsplit_once('/').unwrap();
    let database = format!("{base}/{name}");
    let machine = Machine::new();
    let blocks = blocks();
    // What is needed before the first of them, and after a restore.
    let install = blocks.iter().take_while(|block| block.kind != "container");
    let run: Vec<&Block> = install.chain(blocks.iter().filter(|block| block.kind == "postgres")).collect();
    let printed = machine.run(&run, Some(&database));
    for text in [
        "users: 1 moved",
        "Moved all data.",
        "JWT_SECRET_FILE to /",
        "/attachments, keep DATA_DIR",
        "accounts: 1 checked, no problems",
    ] {
        assert!(printed.contains(text), "{text} is missing in:\n{printed}");
    }
    assert_eq!(printed.matches("accounts: 1 checked, no problems").count(), 2, "{printed}");
    drop(machine);
    execute(&server, &format!("DROP DATABASE {name} WITH (FORCE)"));
}

/// Runs a statement on a PostgreSQL.
fn execute(url: &str, sql: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(url).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}
