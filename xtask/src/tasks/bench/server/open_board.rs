//! The throughput of opening a board, and the size of a large one on the wire.

use super::super::table::{Table, Target, number as format_number};
use super::{CONNECTIONS, Server, ops, run_load};
use crate::api_client::ApiClient;
use anyhow::Result;

/// The number of cards on the board that is opened again and again.
const CARDS: u32 = 200;
/// The number of cards on the board whose size is measured.
const LARGE: u32 = 10_000;
/// The numbers of the two boards, after those that the ops are measured on.
const BOARD: u32 = 3_000;
const LARGE_BOARD: u32 = 3_001;
/// How many times slower than a hello world opening a board may be.
const MAX_RATIO: f64 = 16.0;

/// Adds the results. `hello` is the number of hello worlds per second in the same run.
pub(super) fn measure(table: &mut Table, server: &Server, api: &ApiClient, hello: f64) -> Result<()> {
    let health = run_load(server.address, CONNECTIONS, &get(api, "/api/health/", None), "", 1)?;
    table.add(format!("`GET /health/`, {CONNECTIONS} connections, SQLite"), health, "a second", Target::None);

    ops::create_board(api, BOARD, CARDS)?;
    let path = format!("/api/boards/{}/", ops::slug(BOARD));
    for (encoding, described) in [(Some("gzip"), "compressed"), (None, "uncompressed")] {
        // A compressed body contains no text that could be expected.
        let expected = if encoding.is_some() { "" } else { "\"columns\"" };
        let opened = run_load(server.address, CONNECTIONS, &get(api, &path, encoding), expected, 1)?;
        let label =
            format!("`GET /boards/{{slug}}/` with {CARDS} cards, {described}, {CONNECTIONS} connections, SQLite");
        table.add(&label, opened, "a second", Target::None);
        let target = if encoding.is_some() { Target::AtMost(MAX_RATIO) } else { Target::None };
        table.add(format!("Hello worlds in the time of one, {described}"), hello / opened, "", target);
    }

    ops::create_board(api, LARGE_BOARD, LARGE)?;
    let path = format!("/api/boards/{}/changes/", ops::slug(LARGE_BOARD));
    for (encoding, described) in [(Some("gzip"), "compressed"), (None, "uncompressed")] {
        let bytes = api.body_size(&get(api, &path, encoding))?;
        let label = format!("A board of {} cards on the wire, {described}", format_number(f64::from(LARGE)));
        table.add(label, bytes as f64 / 1_000.0, "KB", Target::None);
    }
    Ok(())
}

/// Returns a request that accepts an encoding.
fn get(api: &ApiClient, path: &str, encoding: Option<&str>) -> String {
    let request = api.request("GET", path, None, "keep-alive");
    match encoding {
        Some(encoding) => request.replacen("\r\n", &format!("\r\nAccept-Encoding: {encoding}\r\n"), 1),
        None => request,
    }
}
