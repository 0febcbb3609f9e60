//! Boards as files: export and import.

use crate::support::{Person, TestApp, TestResponse, add_card, add_list, new_id, on_both_engines};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, header};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::{ImportKey, Slug};
use formats::records::to_records;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use tower::ServiceExt;

/// Exports a board. Returns the headers and the text.
async fn export(app: &TestApp, person: &Person, board: &str, format: &str) -> (HeaderMap, String) {
    let request = Request::get(format!("/api/boards/{board}/export/?format={format}"))
        .header(header::AUTHORIZATION, format!("Bearer {}", person.access_token));
    let response = app.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    assert_eq!(parts.status, 200, "{}", String::from_utf8_lossy(&bytes));
    (parts.headers, String::from_utf8(bytes.to_vec()).unwrap())
}

async fn import(app: &TestApp, person: &Person, query: &str, file: impl Into<String>) -> TestResponse {
    let path = format!("/api/boards/import/{query}");
    app.send_text(Method::POST, &path, Some(&person.access_token), file.into()).await
}

/// Returns a file with a number of cards.
fn file(cards: usize) -> Value {
    let card = |number| json!({"title": format!("Card {number}"), "created_at": "2026-03-03T08:30:00Z"});
    let cards: Vec<Value> = (0..cards).map(card).collect();
    json!({"format": "twentyfour-board", "version": 1, "name": "Big", "lists": [{"name": "L", "cards": cards}]})
}

async fn board_count(app: &TestApp, person: &Person) -> usize {
    app.get("/api/boards/get-boards/", &person.access_token).await.assert_ok().as_array().unwrap().len()
}

/// Creates a board of `owner` with everything that a file contains, and what it does not. `member` joins it.
pub(crate) async fn full_board(app: &TestApp, owner: &Person, member: &Person) -> String {
    let board = app.board(owner, "=Plan, \"B\"").await;
    app.join(owner, &board, member, "editor").await;
    let [list, other, trashed_list, card, done, archived, trashed, hidden] = [(); 8].map(|()| new_id());
    let [first, second, comment, reminder] = [(); 4].map(|()| new_id());
    let edit = |card: &str, field: &str, value: Value| json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}});
    let edit_board =
        |field: &str, value: Value| json!({"type": "edit_board", "edit": {"field": field, "value": value}});
    let recurrence = json!({"every": 2, "unit": "weeks", "weekdays": [1, 5], "from_completion": true, "until": null,
        "remaining": 3, "day_of_month": null});
    app.change(
        owner,
        &board,
        &[
            edit_board("description", json!("What\n\nfor")),
            edit_board("color", json!("#4caf50")),
            edit_board("favorite", json!(true)),
            json!({"type": "set_label_color", "label": "shop", "color": "#112233"}),
            add_list(&list, "To do", "80"),
            add_list(&other, "", "40"),
            add_list(&trashed_list, "trashed", "90"),
            json!({"type": "edit_list", "list_id": other, "edit": {"field": "collapsed", "value": true}}),
            json!({"type": "edit_list", "list_id": other, "edit": {"field": "color", "value": "#112233"}}),
            add_card(&card, &list, "*Card*", "80"),
            add_card(&done, &list, "Done", "40"),
            add_card(&archived, &other, "Archived", "80"),
            add_card(&trashed, &other, "trashed", "90"),
            add_card(&hidden, &trashed_list, "hidden", "80"),
            edit(&card, "description", json!("日記\n\n- a\r\n")),
            edit(&card, "priority", json!("high")),
            edit(&card, "due_date", json!("2026-03-03T09:00")),
            edit(&card, "recurrence", recurrence),
            edit(&card, "labels", json!(["shop", "a;b"])),
            edit(&card, "estimate", json!(30)),
            edit(&card, "assign", json!(owner.id)),
            edit(&card, "assign", json!(member.id)),
            edit(&done, "priority", json!("medium")),
            edit(&done, "completed", json!(true)),
            json!({"type": "add_subtask", "item_id": first, "card_id": card, "rank": "80", "title": "- one"}),
            json!({"type": "add_subtask", "item_id": second, "card_id": card, "rank": "40", "title": "two"}),
            json!({"type": "edit_item", "item_id": first, "edit": {"field": "done", "value": true}}),
            json!({"type": "add_comment", "item_id": comment, "card_id": card, "text": "Mine"}),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": card, "minutes_before": 30}),
            edit(&archived, "archived", json!(true)),
            json!({"type": "trash_card", "card_id": trashed}),
            json!({"type": "trash_list", "list_id": trashed_list}),
        ],
    )
    .await;
    app.change(
        member,
        &board,
        &[
            json!({"type": "add_comment", "item_id": new_id(), "card_id": card, "text": "Theirs"}),
            json!({"type": "add_reminder", "item_id": new_id(), "card_id": card, "minutes_before": 60}),
        ],
    )
    .await;
    board
}

on_both_engines! {
    async fn exported_board_is_the_same_after_an_import_by_another_account(app: TestApp) {
        let (ada, eve, ben) = (app.person("ada").await, app.person("eve").await, app.person("ben").await);
        let board = full_board(&app, &ada, &eve).await;
        let (headers, text) = export(&app, &ada, &board, "json").await;
        let slug = app.open_board(&ada, &board).await["board"]["slug"].as_str().unwrap().to_owned();
        assert_eq!(headers["content-type"], "application/json");
        assert_eq!(headers["content-disposition"], format!("attachment; filename=\"{slug}.json\""));
        let exported: Value = serde_json::from_str(&text).unwrap();
        let lists = exported["lists"].as_array().unwrap();
        let titles: Vec<Vec<&str>> = lists.iter().map(|list| {
            list["cards"].as_array().unwrap().iter().map(|card| card["title"].as_str().unwrap()).collect()
        }).collect();
        assert_eq!(titles, [vec!["Archived"], vec!["Done", "*Card*"]]);
        let card = &lists[1]["cards"][1];
        assert_eq!((&card["is_assigned"], &card["reminders"]), (&json!(true), &json!([30])));
        // Both were written in the same millisecond.
        let (mine, theirs): (Vec<&str>, Vec<&str>) =
            card["comments"].as_array().unwrap().iter().map(|comment| comment["text"].as_str().unwrap()).partition(|text| *text == "Mine");
        assert_eq!((mine.len(), theirs.len()), (1, 1));
        let theirs = theirs[0];
        assert!(theirs.starts_with("**") && theirs.ends_with("**:\n\nTheirs"), "{theirs}");

        let id = new_id();
        let created = import(&app, &ben, &format!("?id={id}&key=twentyfour:1&made_offline=false"), text.as_str()).await.assert_ok();
        assert_eq!((&created["board"]["id"], &created["board"]["import_key"]), (&json!(id), &json!("twentyfour:1")));
        assert_eq!((&created["board"]["favorite"], &created["board"]["role"]), (&json!(true), &json!("owner")));
        assert_eq!(export(&app, &ben, &id, "json").await.1, text);
        // Eve sees the same board differently: with her reminder, and with another comment as her own.
        let (_, seen_by_eve) = export(&app, &eve, &board, "json").await;
        assert_ne!(seen_by_eve, text);
        let again = import(&app, &ben, "", seen_by_eve.as_str()).await.assert_ok();
        assert_eq!(export(&app, &ben, again["board"]["id"].as_str().unwrap(), "json").await.1, seen_by_eve);
        app.assert_verified().await;
    }

    async fn tables_and_texts_are_exported(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let board = full_board(&app, &ada, &eve).await;
        let (headers, table) = export(&app, &ada, &board, "csv").await;
        assert_eq!(headers["content-type"], "text/csv; charset=utf-8");
        let rows: Vec<csv::StringRecord> =
            csv::Reader::from_reader(table.strip_prefix('\u{feff}').unwrap().as_bytes()).records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 3);
        assert_eq!((&rows[2][0], &rows[2][2], &rows[2][8]), ("'=Plan, \"B\"", "*Card*", "shop; a;b"));
        let (headers, text) = export(&app, &ada, &board, "markdown").await;
        assert_eq!(headers["content-type"], "text/markdown; charset=utf-8");
        assert!(text.starts_with("# \\=Plan, \"B\"\n") && text.contains("\n- [ ] \\*Card\\*\n"), "{text}");
        app.get(&format!("/api/boards/{board}/export/?format=pdf"), &ada.access_token).await.assert_rejected(422, "bad_query");
        app.get(&format!("/api/boards/{board}/export/"), &ada.access_token).await.assert_rejected(422, "bad_query");
    }

    async fn records_of_a_device_keep_their_ids(app: TestApp) {
        let (ada, eve, ben) = (app.person("ada").await, app.person("eve").await, app.person("ben").await);
        let board = full_board(&app, &ada, &eve).await;
        let (_, text) = export(&app, &ada, &board, "json").await;
        let file = serde_json::from_str(&text).unwrap();
        let (id, account) = (Id::parse(&new_id()).unwrap(), Id::parse(&ben.id).unwrap());
        let slug = Slug::parse("from-a-device").unwrap();
        // A guest's records have no author.
        for account_id in [Some(account), None] {
            let mut records = to_records(&file, id, account_id, slug.clone()).unwrap();
            records.board.as_mut().unwrap().import_key = Some(ImportKey::parse("trello:1").unwrap());
            let imported = app.post("/api/boards/import-records/", &ben.access_token, json!(records)).await.assert_ok();
            assert_eq!((&imported["board"]["id"], &imported["board"]["import_key"]), (&json!(id), &json!("trello:1")));
            let stored = app.changes(&ben, &id.to_string(), 0).await;
            assert_eq!(stored["version"], 1);
            for (kind, sent) in [("lists", json!(records.lists)), ("cards", json!(records.cards)), ("items", json!(records.items))] {
                let ids = |records: &Value| -> BTreeSet<String> {
                    records.as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
                };
                assert_eq!(ids(&stored[kind]), ids(&sent), "{kind}");
            }
        }
        assert_eq!(export(&app, &ben, &id.to_string(), "json").await.1, text);
        let without_board = json!({"version": 1, "board": null, "lists": [], "cards": []});
        app.post("/api/boards/import-records/", &ben.access_token, without_board).await.assert_rejected(422, "body_invalid");
    }

    async fn importing_a_board_twice_is_idempotent(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (id, file) = (new_id(), file(3).to_string());
        let query = format!("?id={id}");
        let first = import(&app, &ada, &query, file.as_str()).await.assert_ok();
        assert_eq!(import(&app, &ada, &query, file.as_str()).await.assert_ok(), first);
        assert_eq!(first["board"]["columns"][0]["card_count"], 3);
        assert_eq!(first["board"]["import_key"], Value::Null);
        import(&app, &eve, &query, file.as_str()).await.assert_rejected(409, "id_taken");
        // The same file is another board with another id.
        import(&app, &ada, "", file.as_str()).await.assert_ok();
        assert_eq!((board_count(&app, &ada).await, board_count(&app, &eve).await), (2, 0));
        assert_eq!(app.changes(&ada, &id, 0).await["cards"].as_array().unwrap().len(), 3);
        assert_eq!(app.changes(&ada, &id, 1).await["cards"], json!([]));
        let activity = app.get(&format!("/api/boards/{id}/activity/"), &ada.access_token).await.assert_ok();
        assert_eq!(activity["entries"].as_array().map_or(0, Vec::len), 0, "{activity}");
        let found = async || app.get("/api/search/?q=card", &ada.access_token).await.assert_ok()["results"].as_array().unwrap().len();
        assert_eq!(found().await, 0);
        app.index_changes().await;
        assert_eq!(found().await, 6);
        let opened = app.open_board(&ada, &id).await;
        let card = opened["cards"][0]["id"].as_str().unwrap().to_owned();
        app.change(&ada, &id, &[json!({"type": "trash_card", "card_id": card})]).await;
        import(&app, &ada, &query, file).await.assert_ok();
        assert_eq!(app.open_board(&ada, &id).await["cards"].as_array().unwrap().len(), 2);
    }

    async fn invalid_files_change_nothing(app: TestApp) {
        let ada = app.person("ada").await;
        let card = |field: &str, value: Value| {
            let mut file = file(1);
            file["lists"][0]["cards"][0][field] = value;
            file.to_string()
        };
        let top = |field: &str, value: Value| {
            let mut file = file(1);
            file[field] = value;
            file.to_string()
        };
        let labels: Vec<String> = (0..51).map(|number| number.to_string()).collect();
        for (file, status, code) in [
            ("{".to_owned(), 400, "bad_json"),
            ("null".to_owned(), 422, "body_invalid"),
            (top("format", json!("other")), 422, "body_invalid"),
            (top("version", json!(2)), 422, "body_invalid"),
            (top("name", json!(" ")), 422, "body_invalid"),
            (top("image", json!("https://evil.example/")), 422, "body_invalid"),
            (card("title", json!(7)), 422, "body_invalid"),
            (card("created_at", json!("now")), 422, "body_invalid"),
            (card("labels", json!(labels)), 422, "too_many_labels"),
            (card("estimate_minutes", json!(0)), 422, "estimate_invalid"),
            (card("reminders", json!([-1])), 422, "reminder_invalid"),
        ] {
            import(&app, &ada, "", file).await.assert_rejected(status, code);
        }
        let valid = file(1).to_string();
        import(&app, &ada, "?id=1", valid.as_str()).await.assert_rejected(422, "bad_id");
        import(&app, &ada, "?made_offline=perhaps", valid.as_str()).await.assert_rejected(422, "bad_query");
        import(&app, &ada, &format!("?key={}", "k".repeat(101)), valid.as_str()).await.assert_rejected(422, "name_too_long");
        let large = " ".repeat(32 << 20) + &valid;
        import(&app, &ada, "", large).await.assert_rejected(413, "too_large");
        assert_eq!(board_count(&app, &ada).await, 0);
    }

    async fn slow_upload_is_imported_unless_it_stalls(app: TestApp) {
        let ada = app.person("ada").await;
        let limit = Duration::from_secs(1);
        let strict = app.with_config(|config| config.timeouts.body = limit);
        let file = file(50).to_string().into_bytes();
        let send = async |path: &str, stalls: bool| {
            let pieces: Vec<Bytes> = file.chunks(file.len().div_ceil(8)).map(Bytes::copy_from_slice).collect();
            let pause = limit / 6;
            let slow = stream::iter(pieces).enumerate().then(move |(number, piece)| async move {
                tokio::time::sleep(if stalls && number == 1 { 4 * limit } else { pause }).await;
                Ok::<_, std::io::Error>(piece)
            });
            strict.send_text(Method::POST, path, Some(&ada.access_token), Body::from_stream(slow)).await
        };
        let imported = send("/api/boards/import/", false).await.assert_ok();
        assert_eq!(imported["board"]["columns"][0]["card_count"], 50);
        send("/api/boards/import/", true).await.assert_rejected(408, "request_timeout");
        // Other bodies have to be complete within the time.
        send("/api/quick-add/", false).await.assert_rejected(408, "request_timeout");
        assert_eq!(board_count(&app, &ada).await, 1);
    }

    async fn imports_are_limited_as_boards_are(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "full").await;
        let with_picture = json!({"format": "twentyfour-board", "version": 1, "name": "B", "lists": [],
            "image": "/backgrounds/dusk.avif"}).to_string();
        let selling = app.with_config(|config| config.billing_portal_url = "https://billing.example/portal".parse().ok());
        let limited = import(&selling, &ada, "", with_picture.as_str()).await.assert_ok();
        assert_eq!(limited["board"]["image"], Value::Null);
        let unlimited = import(&app, &ada, "", with_picture.as_str()).await.assert_ok();
        assert_eq!(unlimited["board"]["image"], "/backgrounds/dusk.avif");
        for _ in 0..2 {
            import(&selling, &ada, "", file(0).to_string()).await.assert_ok();
        }
        import(&selling, &ada, "", file(0).to_string()).await.assert_rejected(402, "plan_limit");
        import(&selling, &ada, "?made_offline=true", file(0).to_string()).await.assert_ok();
        app.execute(&format!("UPDATE boards SET card_count = 199998 WHERE id = '{board}'")).await;
        import(&app, &ada, "", file(3).to_string()).await.assert_rejected(409, "card_limit");
        import(&app, &ada, "", file(2).to_string()).await.assert_ok();
        assert_eq!(board_count(&app, &ada).await, 7);
    }
}
