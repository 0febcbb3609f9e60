//! The throughput of ops, and that their cost does not grow with the board.

use super::super::table::{Table, Target, number as format_number};
use super::{CONNECTIONS, Server, id, paced_p99, run_load};
use crate::api_client::ApiClient;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// The number of boards for measurements with several boards.
const BOARDS: u32 = 1_000;
/// The number of ops in a large batch.
const BATCH: u32 = 50;
/// The board sizes for which a single op is measured.
const SIZES: [u32; 2] = [100, 50_000];
/// The maximum number of ops that the server accepts at once.
const MAX_OPS_PER_BATCH: usize = 500;
/// The number of the first board with one of these sizes, after the other boards.
const FIRST_LARGE_BOARD: u32 = BOARDS;

/// The maximum 99th percentile of the response times at half the maximum load, in milliseconds.
const MAX_P99: f64 = 25.0;

/// Adds the results for ops on the named database. `target` is the number of batches per second that is to be reached.
pub(super) fn measure(table: &mut Table, database: &str, server: &Server, api: &ApiClient, target: f64) -> Result<()> {
    for board in 0..BOARDS {
        create_board(api, board, BATCH)?;
    }
    for (boards, target_boards) in
        [(1, "one hot board".to_owned()), (BOARDS, format!("{} boards", format_number(f64::from(BOARDS))))]
    {
        for size in [1, BATCH] {
            let request = request(api, "{board}", size);
            let batches = run_load(server.address, CONNECTIONS, &request, "\"applied\"", boards)?;
            // The targets are for small batches; large ones are reported in ops.
            let (what, value, target) = match size {
                1 => ("Op batches of 1".to_owned(), batches, Target::AtLeast(target)),
                _ => (format!("Ops in batches of {size}"), batches * f64::from(size), Target::None),
            };
            table.add(format!("{what} on {target_boards}, {database}"), value, "a second", target);
            if size == 1 {
                let p99 = paced_p99(server.address, &request, "\"applied\"", boards, batches / 2.0)?;
                let label =
                    format!("99th percentile of the response times at half that load, {target_boards}, {database}");
                table.add(label, p99, "ms", Target::AtMost(MAX_P99));
            }
        }
    }
    for (number, cards) in (FIRST_LARGE_BOARD..).zip(SIZES) {
        create_board(api, number, cards)?;
        let ops = run_load(server.address, "1", &request(api, &board_id(number), 1), "\"applied\"", 1)?;
        let cards = format_number(f64::from(cards));
        let label = format!("An op on a board of {cards} cards, one after the other, {database}");
        table.add(label, 1_000_000.0 / ops, "µs", Target::None);
    }
    Ok(())
}

/// Measures the requests per second for catching up with one changed card on a board of 100.
pub(super) fn changes_since(server: &Server, api: &ApiClient) -> Result<f64> {
    let number = FIRST_LARGE_BOARD + 10;
    let version = create_board(api, number, 100)?;
    let ops = json!({"ops": edits(1, &id(5, 0))});
    api.request_json("POST", &format!("/api/boards/{}/ops/", board_id(number)), Some(&ops))?;
    let path = format!("/api/boards/{}/changes/?since={version}", board_id(number));
    run_load(server.address, CONNECTIONS, &api.request("GET", &path, None, "keep-alive"), "\"version\"", 1)
}

/// Returns the id of a board, computed as in the load generator.
pub(in crate::tasks::bench) fn board_id(number: u32) -> String {
    format!("0190000b-0000-7000-8000-{number:012}")
}

/// Returns the slug of a board.
pub(in crate::tasks::bench) fn slug(number: u32) -> String {
    format!("measured-{number}")
}

/// Creates a board with a list of cards and returns its version.
pub(in crate::tasks::bench) fn create_board(api: &ApiClient, number: u32, cards: u32) -> Result<i64> {
    let (board, slug) = (board_id(number), slug(number));
    api.request_json(
        "POST",
        "/api/boards/create-board/",
        Some(&json!({"name": "Measured", "id": board, "slug": slug})),
    )?;
    let list = op(&id(1, 0), json!({"type": "add_list", "list_id": id(2, 0), "name": "List", "rank": "80"}));
    let cards = (0..cards).map(|number| {
        let change = json!({"type": "add_card", "card_id": id(3, number), "list_id": id(2, 0),
            "rank": format!("80{number:08x}80"), "title": format!("Card {number}")});
        op(&id(4, number), change)
    });
    let ops: Vec<Value> = std::iter::once(list).chain(cards).collect();
    let mut version = 1;
    for ops in ops.chunks(MAX_OPS_PER_BATCH) {
        let response = api.request_json("POST", &format!("/api/boards/{board}/ops/"), Some(&json!({"ops": ops})))?;
        let results = response["results"].as_array().context("the response has no results")?;
        if let Some(refused) = results.iter().find(|one| one["status"] != "applied") {
            bail!("the board could not be filled: {refused}");
        }
        version = response["version"].as_i64().context("the response has no version")?;
    }
    Ok(version)
}

/// Returns a batch of edits of different cards for repeated sending. Its placeholders make every edit change something
/// each time.
pub(in crate::tasks::bench) fn request(api: &ApiClient, board: &str, size: u32) -> String {
    let body = json!({"ops": edits(size, "{uuid}")}).to_string();
    let path = format!("/api/boards/{board}/ops/");
    // The length after the placeholders are replaced by real ids.
    let with_ids = body.replace("{uuid}", &id(6, 0));
    api.request("POST", &path, Some(&with_ids), "keep-alive").replace(&with_ids, &body)
}

/// Returns edits whose titles contain the new id.
fn edits(size: u32, new: &str) -> Vec<Value> {
    let edit = |number| {
        let edit = json!({"field": "title", "value": new});
        op(new, json!({"type": "edit_card", "card_id": id(3, number), "edit": edit}))
    };
    (0..size).map(edit).collect()
}

fn op(id: &str, change: Value) -> Value {
    json!({"id": id, "at": "2026-03-03T08:30:00.000Z", "change": change})
}
