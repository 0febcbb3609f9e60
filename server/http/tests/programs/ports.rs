//! Free ports for the programs that tests start.

use std::net::TcpListener;

/// Returns a free port below those that the system gives to outgoing connections: a client that tries to connect to one of
/// these while nobody listens there can connect to itself, and keeps it from the server.
pub(crate) fn free_port() -> u16 {
    loop {
        let mut random = [0; 2];
        getrandom::fill(&mut random).unwrap();
        let port = 20_000 + u16::from_be_bytes(random) % 12_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
