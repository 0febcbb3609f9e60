//! A proxy that delays what it forwards. The kernel of the machine may lack `netem`, which would delay packets.

use anyhow::Result;
use std::collections::HashMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many pieces of at most [`PIECE`] bytes are on their way in each direction of a connection.
const MAX_PIECES: usize = 256;

/// The maximum number of bytes that are read at once.
const PIECE: usize = 16 * 1_024;

/// How long the destination may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// How often the proxy looks for new connections.
const ACCEPT_INTERVAL: Duration = Duration::from_millis(5);

/// Forwards connections to a destination. Dropping it closes them all.
pub(super) struct DelayProxy {
    port: u16,
    shared: Arc<Shared>,
}

struct Shared {
    destination: SocketAddr,
    /// The delay in each direction.
    delay: Duration,
    is_closed: AtomicBool,
    forwarded: AtomicU64,
    /// Both sides of the open connections, by number.
    open: Mutex<HashMap<u64, [TcpStream; 2]>>,
}

impl DelayProxy {
    /// Listens on a free port of an address.
    pub(super) fn start(address: IpAddr, destination: SocketAddr, delay: Duration) -> Result<Self> {
        let listener = TcpListener::bind((address, 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let (is_closed, forwarded) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Arc::new(Shared { destination, delay, is_closed, forwarded, open: Mutex::default() });
        let accepting = shared.clone();
        thread::spawn(move || accepting.accept(&listener));
        Ok(Self { port, shared })
    }

    /// Returns the port on which it listens.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// Returns the number of bytes that it has forwarded.
    pub(super) fn forwarded(&self) -> u64 {
        self.shared.forwarded.load(Ordering::Relaxed)
    }
}

impl Drop for DelayProxy {
    fn drop(&mut self) {
        self.shared.is_closed.store(true, Ordering::SeqCst);
        let open = std::mem::take(&mut *self.shared.open.lock().unwrap_or_else(PoisonError::into_inner));
        open.values().for_each(close);
    }
}

impl Shared {
    fn accept(self: Arc<Self>, listener: &TcpListener) {
        for number in 0.. {
            let client = loop {
                if self.is_closed.load(Ordering::SeqCst) {
                    return;
                }
                match listener.accept() {
                    Ok((client, _)) => break client,
                    Err(_) => thread::sleep(ACCEPT_INTERVAL),
                }
            };
            let shared = self.clone();
            // A connection that fails is closed, which both sides notice.
            thread::spawn(move || shared.forward(number, client));
        }
    }

    fn forward(self: Arc<Self>, number: u64, client: TcpStream) -> Result<()> {
        client.set_nonblocking(false)?;
        // Opening a connection takes a round trip.
        thread::sleep(2 * self.delay);
        let server = TcpStream::connect_timeout(&self.destination, CONNECT_TIMEOUT)?;
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        let sides = [client.try_clone()?, server.try_clone()?];
        {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            if self.is_closed.load(Ordering::SeqCst) {
                return Ok(());
            }
            open.insert(number, sides);
        }
        let (shared, from, to) = (self.clone(), server.try_clone()?, client.try_clone()?);
        let responses = thread::spawn(move || shared.forward_one_way(from, to));
        self.forward_one_way(client, server);
        let _ = responses.join();
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
        Ok(())
    }

    /// Forwards what one side sends until it ends. After an error, both sides are closed.
    fn forward_one_way(self: &Arc<Self>, mut from: TcpStream, to: TcpStream) {
        let (sender, pieces) = sync_channel(MAX_PIECES);
        let Ok(source) = from.try_clone() else { return };
        let shared = self.clone();
        let writing = thread::spawn(move || shared.write(&pieces, &source, &to));
        let mut piece = vec![0; PIECE];
        loop {
            match from.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => {
                    if sender.send((Instant::now(), piece[..length].to_vec())).is_err() {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        drop(sender);
        let _ = writing.join();
    }

    fn write(&self, pieces: &Receiver<(Instant, Vec<u8>)>, from: &TcpStream, mut to: &TcpStream) {
        for (at, piece) in pieces {
            thread::sleep((at + self.delay).saturating_duration_since(Instant::now()));
            if to.write_all(&piece).is_err() {
                let _ = from.shutdown(Shutdown::Both);
                let _ = to.shutdown(Shutdown::Both);
                return;
            }
            self.forwarded.fetch_add(piece.len() as u64, Ordering::Relaxed);
        }
        let _ = to.shutdown(Shutdown::Write);
    }
}

fn close(sides: &[TcpStream; 2]) {
    for side in sides {
        let _ = side.shutdown(Shutdown::Both);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn both_directions_are_delayed_and_closed_with_the_proxy() {
        let delay = Duration::from_millis(50);
        let echo = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let destination = echo.local_addr().expect("it listens");
        thread::spawn(move || {
            let (mut client, _) = echo.accept().expect("a connection");
            let mut text = [0; 4];
            while client.read_exact(&mut text).is_ok() {
                client.write_all(&text).expect("the proxy reads");
            }
        });
        let proxy = DelayProxy::start(Ipv4Addr::LOCALHOST.into(), destination, delay).expect("a free port");
        let mut client = TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port())).expect("it listens");
        let mut text = [0; 4];
        // The first round trip includes the opening of the connection.
        for round_trips in [2, 1] {
            let started = Instant::now();
            client.write_all(b"ping").expect("it is open");
            client.read_exact(&mut text).expect("the echo");
            assert_eq!(&text, b"ping");
            assert!(started.elapsed() >= 2 * round_trips * delay, "{:?}", started.elapsed());
        }
        // The last bytes are counted after they were sent.
        let started = Instant::now();
        while proxy.forwarded() < 16 && started.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(proxy.forwarded(), 16);
        drop(proxy);
        assert_eq!(client.read(&mut text).unwrap_or_default(), 0);
    }
}
