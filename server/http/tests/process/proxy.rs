//! A TCP proxy between a server and what it connects to, for tests of lost connections.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A proxy, which ends with its connections when it is dropped. It runs in threads of its own.
pub(super) struct Proxy {
    pub(super) port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// Whether connections are closed at once.
    is_cut: bool,
    has_ended: bool,
    connections: Vec<Connection>,
}

struct Connection {
    sockets: [TcpStream; 2],
    /// Whether the proxy discards what it receives.
    is_dead: Arc<AtomicBool>,
}

impl Proxy {
    /// Starts a proxy to a port of this machine.
    pub(super) fn start(target: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::<Mutex<State>>::default();
        let shared = state.clone();
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let mut state = shared.lock().unwrap();
                if state.has_ended {
                    return;
                }
                if let Ok(client) = client
                    && !state.is_cut
                    && let Ok(server) = TcpStream::connect(("127.0.0.1", target))
                {
                    state.connections.push(Connection::start([client, server]));
                }
            }
        });
        Self { port, state }
    }

    /// Closes all connections. New ones are closed at once, until [`Self::restore`].
    pub(super) fn cut(&self) {
        let mut state = self.state.lock().unwrap();
        state.is_cut = true;
        state.connections.drain(..).for_each(|connection| connection.close());
    }

    /// Discards what is sent on the connections, without closing them. New ones work.
    pub(super) fn discard(&self) {
        let state = self.state.lock().unwrap();
        state.connections.iter().for_each(|connection| connection.is_dead.store(true, Ordering::Relaxed));
    }

    /// Accepts connections again.
    pub(super) fn restore(&self) {
        self.state.lock().unwrap().is_cut = false;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        self.state.lock().unwrap().has_ended = true;
        // Wakes the thread that accepts connections.
        _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl Connection {
    fn start(sockets: [TcpStream; 2]) -> Self {
        let is_dead = Arc::new(AtomicBool::new(false));
        for (from, to) in [(0, 1), (1, 0)] {
            let (from, to) = (sockets[from].try_clone().unwrap(), sockets[to].try_clone().unwrap());
            let is_dead = is_dead.clone();
            std::thread::spawn(move || copy(from, to, &is_dead));
        }
        Self { sockets, is_dead }
    }

    fn close(self) {
        self.sockets.iter().for_each(|socket| _ = socket.shutdown(Shutdown::Both));
    }
}

/// Copies what one socket receives to another one, until one of them is closed.
fn copy(mut from: TcpStream, mut to: TcpStream, is_dead: &AtomicBool) {
    let mut buffer = [0; 16 << 10];
    while let Ok(count) = from.read(&mut buffer)
        && count > 0
    {
        if !is_dead.load(Ordering::Relaxed) && to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    if !is_dead.load(Ordering::Relaxed) {
        [from, to].iter().for_each(|socket| _ = socket.shutdown(Shutdown::Both));
    }
}
