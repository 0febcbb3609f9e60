//! The server on a disk that becomes full, and on one that is read-only: a tmpfs (tmpfs(5)), which needs root to mount.

use super::resources::account_with_board;
use super::{Server, command, new_id, verify};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// A small disk, unmounted when dropped.
struct Disk {
    folder: tempfile::TempDir,
}

impl Disk {
    /// Mounts a disk. Returns `None` where this user must not mount, such as outside continuous integration.
    fn mount(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let options = format!("size={megabytes}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(folder.path()).status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(Self { folder });
        }
        assert!(std::env::var_os("CI").is_none(), "continuous integration must be able to mount a tmpfs");
        println!("not run: this user cannot mount a tmpfs");
        None
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn remount(&self, options: &str) {
        let option = format!("remount,{options}");
        assert!(Command::new("mount").args(["-o", &option]).arg(self.folder.path()).status().unwrap().success());
    }

    /// Fills all free space with a file, and returns its path.
    fn fill(&self) -> PathBuf {
        let path = self.folder.path().join("filler");
        let mut file = File::create(&path).unwrap();
        for size in [1 << 20, 4 << 10] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
        path
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}

#[test]
fn full_disk_refuses_writes_serves_reads_and_loses_nothing() {
    let Some(disk) = Disk::mount(160) else { return };
    let server = Server::start(&disk.data());
    let (token, board) = account_with_board(&server, "ada", 1);
    let path = format!("/api/boards/{board}/ops/");
    let add_list = |number: u64| {
        let change = json!({"type": "add_list", "list_id": new_id(2 * number), "name": "l".repeat(200), "rank": "80"});
        let op = json!({"id": new_id(2 * number + 1), "at": "2026-03-03T12:00:00Z", "change": change});
        server.send("POST", &path, &token, &json!({"ops": [op]})).unwrap()
    };
    let ready = || server.send("GET", "/api/health/ready", "", &Value::Null).unwrap();
    assert_eq!((add_list(10).0, ready().0), (200, 200));
    let filler = disk.fill();
    // SQLite reuses the space of its log first.
    let mut acknowledged = 1;
    let refused = (11..10_000)
        .find_map(|number| match add_list(number) {
            (200, _) => {
                acknowledged += 1;
                None
            }
            refused => Some(refused),
        })
        .unwrap();
    assert_eq!((refused.0, &refused.1["code"]), (503, &json!("unavailable")));
    // The outcome of the check is reused for a second.
    std::thread::sleep(Duration::from_millis(1_100));
    let (status, health) = ready();
    assert_eq!((status, &health["disk"]), (503, &json!("failing")), "{health}");
    let lists =
        || server.ok("GET", &format!("/api/boards/{board}/"), &token, &Value::Null)["lists"].as_array().unwrap().len();
    assert_eq!(lists(), acknowledged, "what was acknowledged is there, and nothing else");

    std::fs::remove_file(filler).unwrap();
    let since = Instant::now();
    while ready().0 != 200 {
        assert!(since.elapsed() < Duration::from_secs(20), "the server does not recover");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(add_list(20_000).0, 200);
    assert_eq!(lists(), acknowledged + 1);
    drop(server);
    verify(&disk.data());
}

#[test]
fn server_on_a_read_only_disk_says_so_and_does_not_start() {
    let Some(disk) = Disk::mount(32) else { return };
    let server = Server::start(&disk.data());
    let (token, _) = account_with_board(&server, "ada", 1);
    drop(server);
    disk.remount("ro");
    let output = command(&disk.data(), &[]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("Read-only file system"), "{error}");
    assert!(!error.contains("panicked"), "{error}");
    disk.remount("rw");
    let server = Server::start(&disk.data());
    server.ok("GET", "/api/user/", &token, &Value::Null);
    drop(server);
    verify(&disk.data());
}
