//! Free ports for the programs that tests start.

use std::net::TcpListener;

/// Returns a free port that the system does not give to outgoing connections. Otherwise, a client that connects before the
/// program listens could get the same port for itself, and so connect to itself. The program could then not use the port.
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
