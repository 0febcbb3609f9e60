//! The network of a cluster: a bridge, and a network namespace for each part. Only inside [`super::namespaces`].

use super::delay::DelayProxy;
use super::link::LinkEnd;
use crate::command;
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The address of this program.
pub(super) const HOST: &str = "10.24.0.254";

/// What `nft` sets up in the namespace of each part: packets from and to the addresses in `cut` are dropped, and those in the
/// chain `loss` may be.
const RULES: &str = "
table inet chaos {
    set cut { type ipv4_addr; }
    counter cut { }
    chain input { type filter hook input priority 0; ip saddr @cut counter name cut drop; jump loss; }
    chain output { type filter hook output priority 0; ip daddr @cut counter name cut drop; }
    chain loss { }
}";

/// What `curl` returns when there was no response in time.
const CURL_TIMED_OUT: i32 = 28;

/// How long the ends of connections may take to notice that the proxy has closed them.
const CLOSE_TIME: Duration = Duration::from_millis(300);

/// The network.
pub(crate) struct Network {
    delays: Vec<Delay>,
}

/// A proxy that delays connections.
struct Delay {
    /// The part that opens them.
    part: String,
    port: u16,
    /// Whether something is sent over them all the time.
    is_busy: bool,
    proxy: DelayProxy,
}

impl Network {
    /// Creates the bridge.
    pub(super) fn create() -> Result<Self> {
        run("mkdir", &["-p", "/run/netns"])?;
        // Only this program sees the namespaces, and they are gone when it ends.
        run("mount", &["-t", "tmpfs", "tmpfs", "/run/netns"])?;
        ip(&["link", "set", "lo", "up"])?;
        ip(&["link", "add", "lan", "type", "bridge"])?;
        ip(&["address", "add", &format!("{HOST}/24"), "dev", "lan"])?;
        ip(&["link", "set", "lan", "up"])?;
        Ok(Self { delays: vec![] })
    }

    /// Adds a namespace with an address.
    pub(super) fn add(&mut self, name: &str, address: &str) -> Result<()> {
        let number = address.rsplit('.').next().unwrap_or_default();
        let link = format!("part{number}");
        ip(&["netns", "add", name])?;
        ip(&["link", "add", &link, "type", "veth", "peer", "name", "eth0", "netns", name])?;
        ip(&["link", "set", &link, "master", "lan", "up"])?;
        ip(&["-n", name, "address", "add", &format!("{address}/24"), "dev", "eth0"])?;
        ip(&["-n", name, "link", "set", "eth0", "up"])?;
        ip(&["-n", name, "link", "set", "lo", "up"])?;
        nft(name, RULES)
    }

    /// Drops all packets between two parts.
    pub(crate) fn cut(&self, name: &str, address: &str) -> Result<()> {
        nft(name, &format!("add element inet chaos cut {{ {address} }}"))
    }

    /// Drops a share of the packets that a part receives.
    pub(crate) fn lose(&self, name: &str, percent: u32) -> Result<()> {
        nft(name, &format!("add rule inet chaos loss numgen random mod 100 < {percent} counter drop"))
    }

    /// Delays what is sent over connections that one part opens to another, in each direction. Connections that are open are
    /// closed.
    pub(crate) fn delay(&mut self, end: &LinkEnd, delay: Duration) -> Result<()> {
        let LinkEnd { part, address, ports, busy_ports } = end;
        for port in *ports {
            let proxy = DelayProxy::start(HOST.parse()?, format!("{address}:{port}").parse()?, delay)?;
            let own = proxy.port();
            nft(
                part,
                &format!(
                    "
table ip delay {{
    chain output {{ type nat hook output priority -100; ip daddr {address} tcp dport {port} dnat to {HOST}:{own}; }}
    chain direct {{ type filter hook output priority 0; ip daddr {address} tcp dport {port} reject with tcp reset; }}
}}"
                ),
            )?;
            let is_busy = busy_ports.contains(port);
            self.delays.push(Delay { part: part.clone(), port: *port, is_busy, proxy });
        }
        Ok(())
    }

    /// Fails if nothing was delayed on a connection over which something is sent all the time.
    pub(crate) fn check_delays(&self) -> Result<()> {
        let idle = self.delays.iter().find(|delay| delay.is_busy && delay.proxy.forwarded() == 0);
        idle.map_or(Ok(()), |delay| {
            bail!("nothing that {} sends to or receives from port {} was delayed", delay.part, delay.port)
        })
    }

    /// Ends all delays, and closes the connections that were delayed.
    pub(crate) fn end_delays(&mut self) -> Result<()> {
        let mut parts: Vec<String> = self.delays.iter().map(|delay| delay.part.clone()).collect();
        parts.dedup();
        // The rules translate addresses as long as they exist, so that the parts notice the end of their connections.
        self.delays.clear();
        std::thread::sleep(CLOSE_TIME);
        parts.iter().try_for_each(|part| nft(part, "delete table ip delay"))
    }

    /// Returns the number of packets that a part has lost since [`Self::lose`].
    pub(crate) fn lost_packets(&self, name: &str) -> Result<u64> {
        packets(&["netns", "exec", name, "nft", "list", "chain", "inet", "chaos", "loss"], "counter packets ")
    }

    /// Returns the number of packets from or to a part that all [`Self::cut`]s have dropped.
    pub(crate) fn cut_packets(&self, name: &str) -> Result<u64> {
        packets(&["netns", "exec", name, "nft", "list", "counter", "inet", "chaos", "cut"], "packets ")
    }

    /// Returns whether packets of a part reach an address.
    pub(crate) fn is_reachable(&self, name: &str, address: &str) -> bool {
        // Nothing listens on this port: a reachable machine refuses the connection at once.
        let url = format!("http://{address}:9/");
        let curl = ["netns", "exec", name, "curl", "--silent", "--max-time", "1", &url];
        let status = Command::new("ip").args(curl).stdout(Stdio::null()).status();
        status.is_ok_and(|status| status.code() != Some(CURL_TIMED_OUT))
    }

    /// Ends all cuts and losses of a part.
    pub(crate) fn heal(&self, name: &str) -> Result<()> {
        nft(name, "flush set inet chaos cut; flush chain inet chaos loss")
    }
}

/// Returns the number after a text in what `ip` prints.
fn packets(arguments: &[&str], before: &str) -> Result<u64> {
    let rules = command::read(Command::new("ip").args(arguments))?;
    let (_, count) = rules.split_once(before).context("the rule does not count packets")?;
    Ok(count.split_whitespace().next().unwrap_or_default().parse()?)
}

fn run(program: &str, arguments: &[&str]) -> Result<()> {
    command::read(Command::new(program).args(arguments)).map(drop)
}

fn ip(arguments: &[&str]) -> Result<()> {
    run("ip", arguments)
}

fn nft(name: &str, rules: &str) -> Result<()> {
    run("ip", &["netns", "exec", name, "nft", rules])
}
