//! The cost of sharing: how soon the members of a board receive a change, and what an op costs if it has many members.

use super::super::table::{Table, Target, median, number as format_number};
use super::{Server, ops, run_load, run_load_generator};
use crate::api_client::ApiClient;
use crate::server::sign_up;
use anyhow::{Context, Result, bail};
use serde_json::json;

/// The number of members of the shared board, its owner included: the maximum.
const MEMBERS: u32 = 100;
const CHANGES: &str = "40";
/// Boards after all others: a shared one, and one of the same size with one member.
pub(in crate::tasks::bench) const SHARED_BOARD: u32 = 2_001;
const OWN_BOARD: u32 = 2_002;
const CARDS: u32 = 100;
/// How often both boards are measured in turn.
const ROUNDS: usize = 5;

/// Adds two results for a board of 100 members: the cost of an op while one of them is online, and the time until an op has
/// reached all of them while all are online.
pub(super) fn measure(table: &mut Table, database: &str, server: &Server, api: &ApiClient) -> Result<()> {
    ops::create_board(api, OWN_BOARD, CARDS)?;
    let tokens = create_shared_board(server, api)?;
    let members = format_number(f64::from(MEMBERS));
    let ratio = cost_ratio(server, api)?;
    let what = format!("Cost of an op on a board of {members} members, one of them online, compared with one member");
    table.add(format!("{what}, {database}"), ratio, "times", Target::AtMost(1.2));

    let request = ops::request(api, &ops::board_id(SHARED_BOARD), 1);
    let (address, tokens) = (server.address.to_string(), tokens.join(","));
    let arguments = ["fan-out", &address, &address, &MEMBERS.to_string(), CHANGES, &tokens];
    let numbers = run_load_generator(&arguments, &request)?;
    let [p50, p99, _] = numbers[..] else { bail!("the load generator failed: {numbers:?}") };
    let what = format!("Announcement of an op to the {members} members of a board, {database}");
    table.add(format!("{what}, 50th percentile"), p50, "ms", Target::None);
    table.add(format!("{what}, 99th percentile"), p99, "ms", Target::AtMost(50.0));
    Ok(())
}

/// Creates the board with all its members, and returns their tokens, the owner's first.
pub(in crate::tasks::bench) fn create_shared_board(server: &Server, api: &ApiClient) -> Result<Vec<String>> {
    ops::create_board(api, SHARED_BOARD, CARDS)?;
    let mut tokens = vec![api.token.clone()];
    for number in 1..MEMBERS {
        tokens.push(join(server, api, number)?);
    }
    Ok(tokens)
}

/// Makes a new account a member of the shared board, and returns its token.
fn join(server: &Server, owner: &ApiClient, number: u32) -> Result<String> {
    let mut member = server.api();
    member.token = sign_up(&member, &format!("member{number}@example.com"))?;
    let path = format!("/api/boards/{}/invitations/", ops::board_id(SHARED_BOARD));
    let response = owner.request_json("POST", &path, Some(&json!({"role": "editor"})))?;
    let link = response["link"].as_str().context("the response has no link")?;
    let (_, code) = link.rsplit_once('/').context("the link has no code")?;
    member.request_json("POST", &format!("/api/invitations/{code}/accept/"), None)?;
    Ok(member.token)
}

/// Returns how much longer an op takes on the shared board than on the other one: the median of several rounds, since the
/// speed of a machine changes from second to second.
fn cost_ratio(server: &Server, api: &ApiClient) -> Result<f64> {
    let ops_per_second =
        |board: u32| run_load(server.address, "1", &ops::request(api, &ops::board_id(board), 1), "\"applied\"", 1);
    let mut ratios = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let (own, shared) = (ops_per_second(OWN_BOARD)?, ops_per_second(SHARED_BOARD)?);
        ratios.push(own / shared);
    }
    Ok(median(ratios))
}
