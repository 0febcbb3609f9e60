//! Random ops through the API leave the same board as the core alone, however they are cut into batches.

use crate::support::{TestApp, new_id, on_both_engines};
use core_wasm::board::reduce::{Records, apply};
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

/// A change to one of a few lists and cards, of which some exist at that point and some do not.
fn change(random: &mut Random, lists: &[String], cards: &[String]) -> Value {
    let (list, card) = (random.pick(lists).to_owned(), random.pick(cards).to_owned());
    let rank = format!("{:02x}80", random.below(256));
    let text = format!("text {}", random.below(100));
    match random.below(16) {
        0 | 1 => json!({"type": "add_list", "list_id": list, "name": text, "rank": rank}),
        2 => json!({"type": "move_list", "list_id": list, "rank": rank}),
        3 => json!({"type": "edit_list", "list_id": list, "edit": {"field": "name", "value": text}}),
        4 => json!({"type": "trash_list", "list_id": list}),
        5 => json!({"type": "restore_list", "list_id": list}),
        6 | 7 => json!({"type": "add_card", "card_id": card, "list_id": list, "rank": rank, "title": text}),
        8 | 9 => json!({"type": "move_card", "card_id": card, "list_id": list, "rank": rank}),
        10 => json!({"type": "edit_card", "card_id": card, "edit": {"field": "title", "value": text}}),
        11 => json!({"type": "edit_card", "card_id": card, "edit": {"field": "labels", "value": [text, "x"]}}),
        12 => json!({"type": "trash_card", "card_id": card}),
        13 => json!({"type": "restore_card", "card_id": card}),
        14 => json!({"type": "edit_board", "edit": {"field": "name", "value": text}}),
        _ if random.below(2) == 0 => json!({"type": "trash_board"}),
        _ => json!({"type": "restore_board"}),
    }
}

on_both_engines! {
    async fn the_server_and_the_core_alone_make_the_same_board_of_the_same_ops(app: TestApp) {
        let ada = app.person("ada").await;
        for seed in 0..6 {
            let mut random = Random(seed);
            let id = app.board(&ada, "B").await;
            let board: Board = serde_json::from_value(app.open_board(&ada, &id).await["board"].clone()).unwrap();
            let mut alone = Records::new(board.clone());
            let (mut replica, mut version) = (Records::new(board), 0);
            let lists: Vec<String> = (0..4).map(|_| new_id()).collect();
            let cards: Vec<String> = (0..8).map(|_| new_id()).collect();
            for _ in 0..25 {
                let mut ops = Vec::new();
                for _ in 0..=random.below(12) {
                    let at = format!("2026-03-03T12:00:{:02}Z", random.below(60));
                    ops.push(json!({"id": new_id(), "at": at, "change": change(&mut random, &lists, &cards)}));
                }
                let answer = app.send_ops(&ada, &id, json!(ops)).await.ok();
                for (op, result) in ops.iter().zip(answer["results"].as_array().unwrap()) {
                    let op: BoardOp = serde_json::from_value(op.clone()).unwrap();
                    let expected = match apply(&mut alone, &op) {
                        Ok(_) => json!({"id": op.id, "status": "applied"}),
                        Err(code) => json!({"id": op.id, "status": "refused", "code": code.as_str()}),
                    };
                    assert_eq!(result, &expected, "seed {seed}: {op:?}");
                }
                // A replica that only ever catches up.
                let changes: BoardRecords = serde_json::from_value(app.changes(&ada, &id, version).await).unwrap();
                version = changes.version;
                replica.board = changes.board.unwrap_or(replica.board);
                replica.lists.extend(changes.lists.into_iter().map(|list| (list.id, list)));
                replica.cards.extend(changes.cards.into_iter().map(|card| (card.id, card)));
                assert_eq!(replica, alone, "seed {seed}");
            }
        }
    }
}
