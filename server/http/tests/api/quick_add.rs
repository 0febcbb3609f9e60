//! Quick add: cards from one line of text.

use crate::support::{Person, TestApp, TestResponse, add_card, add_list, new_id, on_both_engines};
use serde_json::{Value, json};

/// A person with two boards: Groceries with the lists Pantry and Later, and Side project with the list Ideas.
struct Sample {
    person: Person,
    groceries: String,
    project: String,
    later: String,
}

impl Sample {
    async fn new(app: &TestApp) -> Self {
        let person = app.person("ada").await;
        let (groceries, project) = (app.board(&person, "Groceries").await, app.board(&person, "Side project").await);
        let (pantry, later) = (new_id(), new_id());
        let card = new_id();
        let labels = json!({"type": "edit_card", "card_id": card, "edit": {"field": "labels", "value": ["shop"]}});
        let lists = [add_list(&pantry, "Pantry", "80"), add_list(&later, "Later", "90")];
        app.change(&person, &groceries, &lists).await;
        app.change(&person, &groceries, &[add_card(&card, &pantry, "Rice", "80"), labels]).await;
        app.change(&person, &project, &[add_list(&new_id(), "Ideas", "80")]).await;
        Self { person, groceries, project, later }
    }

    async fn send(&self, app: &TestApp, body: Value) -> TestResponse {
        app.post("/api/quick-add/", &self.person.access_token, body).await
    }

    /// Adds a line and returns the response.
    async fn add(&self, app: &TestApp, text: &str) -> Value {
        self.send(app, json!({"text": text, "now": "2026-03-03T08:30"})).await.assert_ok()
    }
}

/// Returns the names of the board and the list of the card that a response has.
fn location(response: &Value) -> (&str, &str) {
    let lists = response["board"]["columns"].as_array().unwrap();
    let list = lists.iter().find(|list| list["id"] == response["card"]["list_id"]).unwrap();
    (response["board"]["name"].as_str().unwrap(), list["name"].as_str().unwrap())
}

on_both_engines! {
    async fn line_becomes_a_card_with_its_fields(app: TestApp) {
        let sample = Sample::new(&app).await;
        // Cards are assigned on shared boards only.
        app.join(&sample.person, &sample.groceries, &app.person("eve").await, "editor").await;
        let added = sample.add(&app, "Buy oat milk tomorrow 5pm #Groceries/Later @shop @me !high ~30m").await;
        let card = &added["card"];
        assert_eq!(
            [&card["title"], &card["due_date"], &card["priority"], &card["labels"], &card["estimate_minutes"], &card["assignee_ids"]],
            [&json!("Buy oat milk"), &json!("2026-03-04T17:00"), &json!("high"), &json!(["shop"]), &json!(30), &json!([sample.person.id])]
        );
        assert_eq!(location(&added), ("Groceries", "Later"));
        let repeated = sample.add(&app, "Water the plants every monday").await;
        assert_eq!((&repeated["card"]["due_date"], location(&repeated)), (&json!("2026-03-09"), ("Groceries", "Pantry")));
        assert_eq!(repeated["card"]["recurrence"]["every"], 1);
        // It comes after the other cards of its list, on the board that is opened.
        let board = app.open_board(&sample.person, &sample.groceries).await;
        let titles: Vec<&Value> = board["board"]["columns"][0]["cards"].as_array().unwrap().iter().map(|card| &card["title"]).collect();
        assert_eq!(titles, ["Rice", "Water the plants"]);
    }

    async fn board_and_list_come_from_the_line_then_from_the_request(app: TestApp) {
        let sample = Sample::new(&app).await;
        let Sample { groceries, project, later, .. } = &sample;
        for (body, expected) in [
            (json!({"text": "a"}), ("Groceries", "Pantry")),
            (json!({"text": "a", "board_id": project}), ("Side project", "Ideas")),
            (json!({"text": "a", "list_id": later}), ("Groceries", "Later")),
            (json!({"text": "a", "board_id": groceries, "list_id": later}), ("Groceries", "Later")),
            (json!({"text": "a #\"side project\"", "list_id": later}), ("Side project", "Ideas")),
            (json!({"text": "Fix #42 and \\#tags"}), ("Groceries", "Pantry")),
            (json!({"text": "Reply to \"see #Foo there\""}), ("Groceries", "Pantry")),
            (json!({"text": "a #Groceries/Later", "board_id": project}), ("Side project", "Ideas")),
            (json!({"text": "a #Groceries/Later", "board_id": groceries}), ("Groceries", "Later")),
            (json!({"text": "a #Groceries/Pantry", "board_id": groceries, "list_id": later}), ("Groceries", "Later")),
        ] {
            assert_eq!(location(&sample.send(&app, body.clone()).await.assert_ok()), expected, "{body}");
        }
    }

    async fn boards_with_the_same_name_are_told_apart_by_id(app: TestApp) {
        let sample = Sample::new(&app).await;
        let second = app.board(&sample.person, "groceries").await;
        app.change(&sample.person, &second, &[add_list(&new_id(), "Cellar", "80")]).await;
        let response = sample.send(&app, json!({"text": "Tea #Groceries"})).await;
        let message = response.body["message"].as_str().unwrap();
        assert!(message.contains("board_id") && !message.contains(&second), "{message}");
        response.assert_rejected(422, "unknown_board");
        for (board, text, expected) in [
            (&sample.groceries, "Tea #Groceries", ("Groceries", "Pantry")),
            (&second, "Tea #Groceries/Cellar", ("groceries", "Cellar")),
        ] {
            let added = sample.send(&app, json!({"text": text, "board_id": board})).await.assert_ok();
            assert_eq!((location(&added), &added["card"]["title"]), (expected, &json!("Tea")));
        }
        // For a token that may touch one of them, there is no other.
        let token = app.api_token(&sample.person, json!(["write"]), json!([second])).await;
        let added = app.post("/api/quick-add/", &token, json!({"text": "Tea #Groceries"})).await.assert_ok();
        assert_eq!(added["board"]["id"], json!(second));
    }

    async fn days_are_counted_in_the_time_zone_of_the_preferences(app: TestApp) {
        let sample = Sample::new(&app).await;
        // The clock of the tests shows noon in UTC, so it is the next day on this island.
        app.put("/api/preferences/", &sample.person.access_token, json!({"time_zone": "Pacific/Kiritimati"})).await.assert_ok();
        let added = sample.send(&app, json!({"text": "Call today"})).await.assert_ok();
        assert_eq!(added["card"]["due_date"], "2026-03-04");
    }

    async fn same_card_id_adds_one_card(app: TestApp) {
        let sample = Sample::new(&app).await;
        let body = json!({"text": "Once !high", "id": new_id()});
        let first = sample.send(&app, body.clone()).await.assert_ok();
        assert_eq!(first["card"]["id"], body["id"]);
        let done = json!({"type": "edit_card", "card_id": body["id"], "edit": {"field": "completed", "value": true}});
        app.change(&sample.person, &sample.groceries, &[done]).await;
        let again = sample.send(&app, body).await.assert_ok();
        assert_eq!((&again["card"]["id"], &again["card"]["priority"]), (&first["card"]["id"], &json!("completed")));
    }

    async fn lines_that_name_nothing_known_are_rejected(app: TestApp) {
        let sample = Sample::new(&app).await;
        let before = app.open_board(&sample.person, &sample.groceries).await;
        for (body, status, code, text) in [
            (json!({"text": "Tea #Grocery"}), 422, "unknown_board", "“Grocery”"),
            (json!({"text": "Tea #Groceries/Cellar"}), 422, "unknown_list", "“Cellar”"),
            (json!({"text": "Tea", "board_id": new_id()}), 404, "not_found", ""),
            (json!({"text": "Tea", "list_id": new_id()}), 422, "unknown_list", ""),
            (json!({"text": "Tea", "id": "1"}), 422, "bad_id", ""),
            (json!({"text": "Tea", "now": "noon"}), 422, "body_invalid", ""),
            (json!({"text": "tomorrow"}), 422, "title_required", ""),
            (json!({"text": "a".repeat(501)}), 422, "title_too_long", ""),
            (json!({"text": "a ".repeat(1_001)}), 422, "title_too_long", ""),
            (json!({"text": "a\u{0}b"}), 422, "text_invalid", ""),
            (json!({}), 422, "body_invalid", ""),
        ] {
            let response = sample.send(&app, body.clone()).await;
            assert!(response.body["message"].as_str().unwrap().contains(text), "{body}: {}", response.body);
            response.assert_rejected(status, code);
        }
        assert_eq!(app.open_board(&sample.person, &sample.groceries).await, before, "a rejected line adds nothing");
        let eve = app.person("eve").await;
        let line = json!({"text": "Tea"});
        let none = app.post("/api/quick-add/", &eve.access_token, line.clone()).await;
        assert!(none.body["message"].as_str().unwrap().contains("Create one"), "{}", none.body);
        none.assert_rejected(422, "unknown_board");
        app.board(&eve, "Empty").await;
        app.post("/api/quick-add/", &eve.access_token, line).await.assert_rejected(422, "unknown_list");
    }

    async fn members_who_may_not_edit_cannot_add(app: TestApp) {
        let sample = Sample::new(&app).await;
        let eve = app.person("eve").await;
        app.join(&sample.person, &sample.groceries, &eve, "viewer").await;
        let by_id = json!({"text": "Tea", "board_id": sample.groceries});
        app.post("/api/quick-add/", &eve.access_token, by_id).await.assert_rejected(403, "forbidden_role");
        for text in ["Tea", "Tea #Groceries"] {
            app.post("/api/quick-add/", &eve.access_token, json!({"text": text})).await.assert_rejected(422, "unknown_board");
        }
    }

    async fn token_for_a_board_adds_to_no_other_board(app: TestApp) {
        let sample = Sample::new(&app).await;
        let token = app.api_token(&sample.person, json!(["write"]), json!([sample.project])).await;
        let send = async |body: Value| app.post("/api/quick-add/", &token, body).await;
        let added = send(json!({"text": "Tea"})).await.assert_ok();
        assert_eq!(location(&added), ("Side project", "Ideas"));
        send(json!({"text": "Tea #Groceries"})).await.assert_rejected(422, "unknown_board");
        send(json!({"text": "Tea", "board_id": sample.groceries})).await.assert_rejected(404, "not_found");
        send(json!({"text": "Tea", "list_id": sample.later})).await.assert_rejected(422, "unknown_list");
        // A card with the same id on another board is neither shown nor changed.
        let other = sample.add(&app, "Coffee #Groceries").await;
        let before = app.open_board(&sample.person, &sample.groceries).await;
        for title in ["Tea", "Water"] {
            let added = send(json!({"text": title, "id": other["card"]["id"]})).await.assert_ok();
            assert_eq!((location(&added), &added["card"]["title"]), (("Side project", "Ideas"), &json!("Tea")));
        }
        assert_eq!(app.open_board(&sample.person, &sample.groceries).await, before);
    }
}
