//! A load balancer before some servers.

use crate::cluster::wait_for;
use crate::server::Server;
use anyhow::Result;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A haproxy, which ends when this is dropped.
pub(super) struct Balancer {
    process: Child,
    pub(super) address: SocketAddr,
}

impl Balancer {
    /// Starts one that sends requests to the servers in turn. Its settings are written to the folder.
    ///
    /// # Errors
    /// Returns an error if it does not start.
    pub(super) fn start(folder: &Path, name: &str, servers: &[Server]) -> Result<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let lines: String = (1..)
            .zip(servers)
            .map(|(number, server)| format!("    server server{number} {}\n", server.address))
            .collect();
        let settings = format!(
            "global\n    maxconn 2000\ndefaults\n    mode http\n    timeout connect 1s\n    timeout client 75s\n    timeout server \
             30s\nlisten www\n    bind {address}\n    balance roundrobin\n{lines}"
        );
        let file = folder.join(format!("{name}.cfg"));
        fs::write(&file, settings)?;
        let mut haproxy = Command::new("haproxy");
        let process = haproxy.arg("-q").arg("-db").arg("-f").arg(file).stdin(Stdio::null()).spawn()?;
        let balancer = Self { process, address };
        wait_for("haproxy", Duration::from_secs(10), || TcpStream::connect(address).is_ok())?;
        Ok(balancer)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
