//! Random ops through the API produce the same board as the core alone, however they are split into batches.

use crate::support::{TestApp, new_id, on_both_engines};
use core_wasm::board::reduce::{Records, apply};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::BoardOp;
use core_wasm::protocol::record::{Board, BoardRecords};
use serde_json::{Value, json};

/// Random numbers that are the same in every run (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn pick<'a>(&mut self, from: &'a [String]) -> &'a str {
        &from[self.below(from.len())]
    }
}

/// The ids for changes: a few of each kind, some of which exist at a given time.
struct Ids {
    lists: Vec<String>,
    cards: Vec<String>,
    items: Vec<String>,
}

fn change(random: &mut Random, ids: &Ids) -> Value {
    let (list, card) = (random.pick(&ids.lists).to_owned(), random.pick(&ids.cards).to_owned());
    let item = random.pick(&ids.items).to_owned();
    let rank = format!("{:02x}80", random.below(256));
    let text = format!("text {}", random.below(100));
    let yes = random.below(2) == 0;
    let priority = ["low", "medium", "high", "completed"][random.below(4)];
    let color = [json!("#4caf50"), json!("#ff0000"), Value::Null][random.below(3)].clone();
    let edit_card = |field: &str, value: Value| json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}});
    let edit_item = |field: &str, value: Value| json!({"type": "edit_item", "item_id": item, "edit": {"field": field, "value": value}});
    let edit_list = |field: &str, value: Value| json!({"type": "edit_list", "list_id": list, "edit": {"field": field, "value": value}});
    match random.below(38) {
        0 | 1 => json!({"type": "add_list", "list_id": list, "name": text, "rank": rank}),
        2 => json!({"type": "move_list", "list_id": list, "rank": rank}),
        3 if yes => edit_list("color", color),
        3 => edit_list("name", json!(text)),
        4 => edit_list("collapsed", json!(yes)),
        5 => json!({"type": "trash_list", "list_id": list}),
        6 => json!({"type": "restore_list", "list_id": list}),
        7..=9 => json!({
            "type": "add_card", "card_id": card, "list_id": list, "rank": rank, "title": text, "priority": priority
        }),
        10 | 11 => json!({"type": "move_card", "card_id": card, "list_id": list, "rank": rank}),
        12 => edit_card("title", json!(text)),
        13 => edit_card("labels", json!([text, "x"])),
        14 => edit_card("description", json!(text)),
        15 => edit_card("priority", json!(priority)),
        16 => edit_card("completed", json!(yes)),
        17 => edit_card("due_date", json!(format!("2026-03-{:02}", random.below(28) + 1))),
        18 | 19 => edit_card("archived", json!(yes)),
        20 => json!({"type": "trash_card", "card_id": card}),
        21 => json!({"type": "restore_card", "card_id": card}),
        22 | 23 => json!({"type": "add_subtask", "item_id": item, "card_id": card, "rank": rank, "title": text}),
        24 | 25 => json!({"type": "add_comment", "item_id": item, "card_id": card, "text": text}),
        26 => {
            json!({"type": "add_reminder", "item_id": item, "card_id": card, "minutes_before": random.below(600_000)})
        }
        27 => json!({"type": "move_subtask", "item_id": item, "rank": rank}),
        28 => edit_item("title", json!(text)),
        29 => edit_item("done", json!(yes)),
        30 => edit_item("text", json!(text)),
        31 => edit_item("minutes_before", json!(random.below(1_000))),
        32 => json!({"type": "trash_item", "item_id": item}),
        33 => json!({"type": "restore_item", "item_id": item}),
        34 | 35 => json!({"type": "set_label_color", "label": text, "color": color}),
        36 => json!({"type": "edit_board", "edit": {"field": "name", "value": text}}),
        _ if yes => json!({"type": "trash_board"}),
        _ => json!({"type": "restore_board"}),
    }
}

/// Applies a server response to a replica, as the app does.
fn receive(replica: &mut Records, response: BoardRecords) {
    if response.is_complete {
        let board = response.board.clone().expect("a full load has its board");
        *replica = Records { user_id: replica.user_id, ..Records::new(board) };
    }
    replica.board = response.board.unwrap_or_else(|| replica.board.clone());
    replica.lists.extend(response.lists.into_iter().map(|list| (list.id, list)));
    replica.cards.extend(response.cards.into_iter().map(|card| (card.id, card)));
    replica.items.extend(response.items.into_iter().map(|item| (item.id, item)));
}

/// Returns the visible records of a board.
fn visible_records(records: &Records) -> Records {
    let mut seen = records.clone();
    seen.lists.retain(|_, list| list.trashed_at.is_none());
    let lists = seen.lists.clone();
    seen.cards
        .retain(|_, card| card.trashed_at.is_none() && card.archived_at.is_none() && lists.contains_key(&card.list_id));
    let cards = seen.cards.clone();
    seen.items.retain(|_, item| item.trashed_at.is_none() && cards.contains_key(&item.card_id));
    seen
}

on_both_engines! {
    async fn server_and_core_produce_the_same_board(app: TestApp) {
        let ada = app.person("ada").await;
        let mut made = 0;
        for seed in 0..6 {
            let mut random = Random(seed);
            let id = app.board(&ada, "B").await;
            let full = async || serde_json::from_value::<BoardRecords>(app.open_board(&ada, &id).await).unwrap();
            let changes = async |since: i64| {
                serde_json::from_value::<BoardRecords>(app.changes(&ada, &id, since).await).unwrap()
            };
            let board: Board = full().await.board.unwrap();
            let user_id = Id::parse(&ada.id);
            let mut alone = Records { user_id, ..Records::new(board.clone()) };
            // One replica catches up from the beginning. The others open the board and catch up at random times.
            let (mut patient, mut version) = (Records { user_id, ..Records::new(board) }, 0);
            let mut others: Vec<(Records, i64)> = Vec::new();
            let new_ids = |count: usize| (0..count).map(|_| new_id()).collect::<Vec<String>>();
            let ids = Ids { lists: new_ids(4), cards: new_ids(8), items: new_ids(10) };
            for _ in 0..40 {
                let mut ops = Vec::new();
                for _ in 0..=random.below(12) {
                    let at = format!("2026-03-03T12:00:{:02}Z", random.below(60));
                    ops.push(json!({"id": new_id(), "at": at, "change": change(&mut random, &ids)}));
                }
                let response = app.send_ops(&ada, &id, json!(ops)).await.assert_ok();
                for (op, result) in ops.iter().zip(response["results"].as_array().unwrap()) {
                    let op: BoardOp = serde_json::from_value(op.clone()).unwrap();
                    let expected = match apply(&mut alone, &op) {
                        Ok(_) => json!({"id": op.id, "status": "applied"}),
                        Err(code) => json!({"id": op.id, "status": "refused", "code": code.as_str()}),
                    };
                    assert_eq!(result, &expected, "seed {seed}: {op:?}");
                }
                let response = changes(version).await;
                version = response.version;
                receive(&mut patient, response);
                assert_eq!(patient, alone, "seed {seed}");

                let opened = full().await;
                assert!(opened.is_complete && opened.version == version);
                let mut fresh = alone.clone();
                receive(&mut fresh, opened);
                assert_eq!(fresh, visible_records(&alone), "seed {seed}: a board is opened with what is in sight");
                if random.below(4) == 0 {
                    others.push((fresh, version));
                }
                for (replica, version) in &mut others {
                    if random.below(3) == 0 {
                        let response = changes(*version).await;
                        *version = response.version;
                        receive(replica, response);
                        assert_eq!(visible_records(replica), visible_records(&alone), "seed {seed}: opened before, caught up now");
                    }
                }
            }
            made += alone.items.len();
            assert!(!others.is_empty());
        }
        assert!(made > 20, "only {made} items were created");
    }
}
