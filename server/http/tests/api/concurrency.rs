//! Concurrent requests.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines, op, statuses};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet};

on_both_engines! {
    async fn concurrent_batches_all_succeed(app: TestApp) {
        const TASKS: usize = 16;
        const BATCHES: usize = 50;
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let list = new_id();
        app.change(&ada, &board, &[add_list(&list, "l", "80")]).await;
        let tasks: Vec<_> = (0..TASKS)
            .map(|task| {
                let (app, ada, board, list) = (app.clone(), ada.clone(), board.clone(), list.clone());
                tokio::spawn(async move {
                    let mut versions = Vec::with_capacity(BATCHES);
                    let mut cards = Vec::with_capacity(BATCHES);
                    for batch in 0..BATCHES {
                        let card = new_id();
                        let response = app.change(&ada, &board, &[
                            add_card(&card, &list, &format!("{task} {batch}"), "80"),
                            json!({"type": "edit_list", "list_id": list, "edit": {"field": "name", "value": format!("{task} {batch}")}}),
                        ]).await;
                        assert_eq!(statuses(&response), ["applied", "applied"]);
                        versions.push(response["version"].as_i64().unwrap());
                        cards.push(card);
                    }
                    assert!(versions.windows(2).all(|pair| pair[0] < pair[1]), "versions grow: {versions:?}");
                    (versions, cards)
                })
            })
            .collect();
        let mut versions = BTreeSet::new();
        let mut cards = HashSet::new();
        for task in tasks {
            let (of_task, made) = task.await.unwrap();
            versions.extend(of_task);
            cards.extend(made);
        }
        let last = (TASKS * BATCHES) as i64 + 2;
        assert_eq!(versions, (3..=last).collect::<BTreeSet<i64>>(), "each batch has a version of its own");
        let opened = app.open_board(&ada, &board).await;
        let found: HashSet<String> =
            opened["cards"].as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap().to_owned()).collect();
        assert_eq!((opened["version"].as_i64().unwrap(), found), (last, cards));
    }

    async fn concurrent_duplicate_batches_are_applied_once(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let ops = json!([op(add_list(&new_id(), "l", "80"))]);
        let sent = futures_util::future::join_all((0..8).map(|_| app.send_ops(&ada, &board, ops.clone()))).await;
        let mut results: Vec<String> = sent.into_iter().map(|response| statuses(&response.assert_ok())[0].to_owned()).collect();
        results.sort();
        assert_eq!(results, ["applied", "duplicate", "duplicate", "duplicate", "duplicate", "duplicate", "duplicate", "duplicate"]);
        assert_eq!(app.open_board(&ada, &board).await["version"], 2);
    }

    async fn concurrent_creation_with_one_id_creates_one_board(app: TestApp) {
        let ada = app.person("ada").await;
        let body = json!({"name": "B", "id": new_id()});
        let responses = futures_util::future::join_all(
            (0..8).map(|_| app.post("/api/boards/create-board/", &ada.access_token, body.clone())),
        ).await;
        let boards: Vec<Value> = responses.into_iter().map(|response| response.assert_ok()).collect();
        assert!(boards.windows(2).all(|pair| pair[0] == pair[1]));
    }

    async fn replica_converges_during_concurrent_writes(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let writer = {
            let (app, ada, board) = (app.clone(), ada.clone(), board.clone());
            tokio::spawn(async move {
                for _ in 0..60 {
                    let list = new_id();
                    app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&new_id(), &list, "c", "80")]).await;
                }
            })
        };
        let (mut version, mut lists, mut cards) = (0, HashSet::new(), HashSet::new());
        let mut is_last_look = false;
        loop {
            let response = app.changes(&ada, &board, version).await;
            version = response["version"].as_i64().unwrap();
            for list in response["lists"].as_array().unwrap() {
                lists.insert(list["id"].as_str().unwrap().to_owned());
            }
            for card in response["cards"].as_array().unwrap() {
                let list = card["list_id"].as_str().unwrap();
                assert!(lists.contains(list), "every card's list is sent before it");
                cards.insert(card["id"].as_str().unwrap().to_owned());
            }
            assert_eq!(lists.len() as i64, version - 1, "the records match the returned version");
            if is_last_look {
                break;
            }
            is_last_look = writer.is_finished();
        }
        writer.await.unwrap();
        assert_eq!((version, lists.len(), cards.len()), (61, 60, 60));
    }
}
