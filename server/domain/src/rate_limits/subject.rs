//! Who or what a rate limit counts.

use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use std::fmt;
use std::net::IpAddr;

/// Who or what a limit counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Subject<'a> {
    /// All clients together.
    Everyone,
    /// An account.
    Account(Id),
    /// An API token.
    ApiToken(Id),
    /// An email address, whether or not it has an account.
    Email(&'a Email),
    /// A client's network.
    Network(IpAddr),
    /// A client's network and an email address.
    NetworkAndEmail(IpAddr, &'a Email),
}

impl fmt::Display for Subject<'_> {
    /// Writes a text that differs for all subjects, for the keys of shared limits.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everyone => formatter.write_str("everyone"),
            Self::Account(id) => write!(formatter, "account {id}"),
            Self::ApiToken(id) => write!(formatter, "token {id}"),
            Self::Email(email) => write!(formatter, "email {}", email.as_str()),
            Self::Network(network) => write!(formatter, "network {network}"),
            Self::NetworkAndEmail(network, email) => write!(formatter, "network {network} email {}", email.as_str()),
        }
    }
}
