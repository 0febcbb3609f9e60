//! Whole boards are cached by version, and can be requested conditionally.

use crate::support::{Person, TestApp, TestResponse, add_card, add_list, new_id, on_both_engines};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};

/// The paths that return whole boards and first screens, from the board's id.
const PATHS: [&str; 4] = [
    "/api/boards/{board}/",
    "/api/boards/{board}/changes/",
    "/api/boards/{board}/changes/?since=0",
    "/api/boards/{board}/first-screen/",
];

fn paths(board: &str) -> [String; 4] {
    PATHS.map(|path| path.replace("{board}", board))
}

fn retitle(card: &str, title: &str) -> Value {
    json!({"type": "edit_card", "card_id": card, "edit": {"field": "title", "value": title}})
}

/// Creates a board with a list and a card, and returns the ids of the board and the card.
async fn board_with_card(app: &TestApp, person: &Person) -> (String, String) {
    let board = app.board(person, "B").await;
    let (list, card) = (new_id(), new_id());
    app.change(person, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "first", "80")]).await;
    (board, card)
}

/// Changes the card in the database without a new version, which only a server that reads the records can see.
async fn retitle_in_database(app: &TestApp, card: &str, title: &str) {
    app.execute(&format!("UPDATE cards SET title = '{title}' WHERE id = '{card}'")).await;
}

async fn titles(app: &TestApp, person: &Person, board: &str) -> Vec<String> {
    let mut titles = Vec::new();
    for path in paths(board) {
        let response = app.get(&path, &person.access_token).await.assert_ok();
        titles.push(response["cards"][0]["title"].as_str().unwrap().to_owned());
    }
    titles
}

/// Sends a request with `Accept-Encoding` and `If-None-Match`.
async fn get_if_changed(app: &TestApp, path: &str, token: &str, encoding: &str, tags: &str) -> TestResponse {
    let request = Request::get(path).header(header::AUTHORIZATION, format!("Bearer {token}"));
    let request = request.header(header::ACCEPT_ENCODING, encoding).header(header::IF_NONE_MATCH, tags);
    app.send(request.body(Body::empty()).unwrap()).await
}

on_both_engines! {
    async fn unchanged_board_is_not_read_again(app: TestApp) {
        let app = app.alone();
        let ada = app.person("ada").await;
        let (board, card) = board_with_card(&app, &ada).await;
        assert_eq!(titles(&app, &ada, &board).await, ["first"; 4]);
        retitle_in_database(&app, &card, "unversioned").await;
        assert_eq!(titles(&app, &ada, &board).await, ["first"; 4]);
        // The slug leads to the same entry.
        let slug = app.open_board(&ada, &board).await["board"]["slug"].as_str().unwrap().to_owned();
        assert_eq!(titles(&app, &ada, &slug).await, ["first"; 4]);

        // A change by another server leads to another version.
        app.restart().await.change(&ada, &board, &[retitle(&card, "second")]).await;
        assert_eq!(titles(&app, &ada, &board).await, ["second"; 4]);
        app.change(&ada, &board, &[json!({"type": "edit_board", "edit": {"field": "name", "value": "N"}})]).await;
        for path in paths(&board) {
            let opened = app.get(&path, &ada.access_token).await.assert_ok();
            assert_eq!(opened["board"]["name"], "N", "{path}");
            assert!(path.contains("first-screen") || opened["version"] == 4, "{path}");
        }
    }

    async fn board_in_the_trash_is_not_cached(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, card) = board_with_card(&app, &ada).await;
        app.change(&ada, &board, &[json!({"type": "trash_board"})]).await;
        assert_eq!(titles(&app, &ada, &board).await, ["first"; 4]);
        retitle_in_database(&app, &card, "unversioned").await;
        assert_eq!(titles(&app, &ada, &board).await, ["unversioned"; 4]);
    }

    async fn cached_board_is_sent_to_its_owner_only(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (board, _) = board_with_card(&app, &ada).await;
        titles(&app, &ada, &board).await;
        for path in paths(&board) {
            app.get(&path, &eve.access_token).await.assert_rejected(404, "not_found");
            let tag = app.get(&path, &ada.access_token).await.headers["etag"].to_str().unwrap().to_owned();
            for tags in [tag.as_str(), "*"] {
                get_if_changed(&app, &path, &eve.access_token, "gzip", tags).await.assert_rejected(404, "not_found");
                get_if_changed(&app, &path, "none", "gzip", tags).await.assert_rejected(401, "token_invalid");
            }
        }
        app.get(&format!("/api/boards/{board}/changes/?since=1"), &eve.access_token).await.assert_rejected(404, "not_found");
    }

    async fn known_board_returns_304(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, card) = board_with_card(&app, &ada).await;
        // Only bodies of more than 1 KB are compressed.
        app.change(&ada, &board, &[retitle(&card, &"é".repeat(500))]).await;
        let other_server = app.restart().await;
        for (path, encoding) in paths(&board).iter().flat_map(|path| ["identity", "gzip"].map(|encoding| (path, encoding))) {
            let response = get_if_changed(&app, path, &ada.access_token, encoding, "\"other\"").await;
            assert_eq!(response.status, StatusCode::OK);
            assert_eq!(response.headers["content-type"], "application/json");
            let tag = response.headers["etag"].to_str().unwrap().to_owned();
            for server in [&app, &other_server] {
                let known = get_if_changed(server, path, &ada.access_token, encoding, &format!("\"other\", W/{tag}")).await;
                assert_eq!((known.status, &known.body), (StatusCode::NOT_MODIFIED, &Value::Null), "{path} {encoding}");
                for header in ["etag", "cache-control", "vary"] {
                    assert_eq!(known.headers[header], response.headers[header], "{path} {header}");
                }
                assert!(!known.headers.contains_key("content-encoding"));
            }
            let other_encoding = if encoding == "gzip" { "identity" } else { "gzip" };
            let response = get_if_changed(&app, path, &ada.access_token, other_encoding, &tag).await;
            assert_eq!(response.status, StatusCode::OK, "a strong ETag names one encoding");
            assert_eq!(response.headers["cache-control"], "no-store");
        }
        let tag = app.get(&paths(&board)[0], &ada.access_token).await.headers["etag"].to_str().unwrap().to_owned();
        app.change(&ada, &board, &[retitle(&card, "second")]).await;
        let changed = get_if_changed(&app, &paths(&board)[0], &ada.access_token, "identity", &tag).await.assert_ok();
        assert_eq!(changed["cards"][0]["title"], "second");
        let written = app.get(&format!("/api/boards/{board}/changes/?since=3"), &ada.access_token).await;
        assert!(!written.headers.contains_key("etag"), "changes are small, and their path names the version");
    }

    async fn first_screen_has_the_first_visible_cards_of_each_list_in_order(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let lists = [new_id(), new_id(), new_id()];
        let cards: Vec<String> = (0..45).map(|_| new_id()).collect();
        let mut ops: Vec<Value> = lists.iter().zip(["b0", "80", "c0"]).map(|(id, rank)| add_list(id, rank, rank)).collect();
        // In the opposite order, so that the order of the records is not that of the ranks.
        ops.extend(cards.iter().enumerate().rev().map(|(index, id)| add_card(id, &lists[0], "c", &format!("{:02x}80", 0x80 + index))));
        // Hidden cards, which would be the first ones.
        let (archived, of_trashed_list) = (new_id(), new_id());
        ops.push(add_card(&archived, &lists[0], "archived", "10"));
        ops.push(json!({"type": "edit_card", "card_id": archived, "edit": {"field": "archived", "value": true}}));
        ops.push(add_card(&of_trashed_list, &lists[2], "trashed", "80"));
        ops.push(json!({"type": "trash_list", "list_id": lists[2]}));
        ops.push(json!({"type": "trash_card", "card_id": cards[0]}));
        for card in [&cards[1], &cards[44]] {
            ops.push(json!({"type": "add_subtask", "item_id": new_id(), "card_id": card, "rank": "80", "title": "s"}));
        }
        app.change(&ada, &board, &ops).await;

        let screen = app.get(&format!("/api/boards/{board}/first-screen/"), &ada.access_token).await.assert_ok();
        let ids: Vec<&Value> = screen["lists"].as_array().unwrap().iter().map(|list| &list["id"]).collect();
        assert_eq!(ids, [&json!(lists[1]), &json!(lists[0])]);
        assert_eq!(screen["lists"][1]["card_ids"], json!(cards[1..41]));
        assert_eq!(screen["lists"][1]["unloaded_cards"], 4);
        assert_eq!(screen["cards"].as_array().unwrap().len(), 40);
        assert_eq!(screen["lists"][0]["card_ids"], json!([]));
        let subtasks: u64 = screen["cards"].as_array().unwrap().iter().filter_map(|card| card["subtasks"].as_u64()).sum();
        assert_eq!(subtasks, 1, "items of other cards are not counted");
    }
}
