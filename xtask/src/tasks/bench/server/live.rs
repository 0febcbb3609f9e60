//! How soon all live connections receive a change.

use super::super::table::{Table, Target, number as format_number};
use super::{Server, ops, run_load_generator};
use crate::api_client::ApiClient;
use anyhow::{Result, bail};

const SOCKETS: u32 = 1_000;
const CHANGES: &str = "40";
/// A board after those that the ops are measured on.
const BOARD: u32 = 2_000;

/// Adds the delivery time of a change to all connections of one account, from sending the op to the last byte received.
/// The load generator runs on the same machine and reads for all of them.
pub(super) fn measure(table: &mut Table, database: &str, server: &Server, api: &ApiClient) -> Result<()> {
    ops::create_board(api, BOARD, 100)?;
    let request = ops::request(api, &ops::board_id(BOARD), 1);
    let address = server.address.to_string();
    let numbers =
        run_load_generator(&["fan-out", &address, &address, &SOCKETS.to_string(), CHANGES, &api.token], &request)?;
    let [p50, p99, _] = numbers[..] else { bail!("the load generator failed: {numbers:?}") };
    let what = format!("Announcement of an op to {} sockets, {database}", format_number(f64::from(SOCKETS)));
    table.add(format!("{what}, 50th percentile"), p50, "ms", Target::None);
    table.add(format!("{what}, 99th percentile"), p99, "ms", Target::AtMost(200.0));
    Ok(())
}
