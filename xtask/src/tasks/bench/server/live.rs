//! How soon all live connections receive a change.

use super::super::table::{Table, Target};
use super::{Server, ops, run_load_generator};
use crate::api_client::ApiClient;
use anyhow::{Result, bail};

const SOCKETS: &str = "1000";
const CHANGES: &str = "40";
/// A board after those that the ops are measured on.
const BOARD: u32 = 2_000;

/// Adds the delivery time of a change to all connections of one account, from sending the op to the last byte received.
/// The load generator runs on the same machine and reads for all of them.
pub(super) fn measure(table: &mut Table, database: &str, server: &Server, api: &ApiClient) -> Result<()> {
    ops::create_board(api, BOARD, 100)?;
    let request = ops::request(api, &ops::board_id(BOARD), 1);
    let address = server.address.to_string();
    let numbers = run_load_generator(&["fan-out", &address, SOCKETS, CHANGES, &api.token], &request)?;
    let [p50, p99, _] = numbers[..] else { bail!("the load generator failed: {numbers:?}") };
    table.add(format!("delivery of an op to {SOCKETS} sockets, p50, {database}"), p50, "ms", Target::AtMost(200.0));
    table.add(format!("delivery of an op to {SOCKETS} sockets, p99, {database}"), p99, "ms", Target::AtMost(200.0));
    Ok(())
}
