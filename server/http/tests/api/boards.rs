//! Creating, listing, changing and opening boards.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines};
use serde_json::{Value, json};

fn names(overview: &Value) -> Vec<&str> {
    overview.as_array().unwrap().iter().map(|board| board["name"].as_str().unwrap()).collect()
}

on_both_engines! {
    async fn new_board_is_empty_with_a_readable_slug(app: TestApp) {
        let ada = app.person("ada").await;
        let response = app.post("/api/boards/create-board/", &ada.access_token, json!({"name": " Q3 / Launch "})).await.assert_ok();
        let board = &response["board"];
        let slug = board["slug"].as_str().unwrap();
        assert!(slug.starts_with("q3-launch-") && slug.len() == "q3-launch-".len() + 4, "{slug}");
        let mut listed = json!({"list_count": 0, "card_count": 0, "changed_at": null, "present_ids": []});
        let mut expected = json!({
            "name": "Q3 / Launch", "description": "", "color": null, "image": null, "favorite": false,
            "label_colors": [], "trashed_at": null, "role": "owner", "members": [], "watched_ids": [], "is_muted": false, "columns": []
        });
        (expected["id"], expected["slug"]) = (board["id"].clone(), board["slug"].clone());
        assert_eq!(board, &expected);
        listed.as_object_mut().unwrap().extend(expected.as_object().unwrap().clone());
        assert_eq!(app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok(), json!([listed]));
        let opened = json!({
            "version": 1, "is_complete": true, "board": expected, "lists": [], "cards": [], "items": []
        });
        assert_eq!(app.open_board(&ada, slug).await, opened);
        assert_eq!(app.open_board(&ada, board["id"].as_str().unwrap()).await, opened);
    }

    async fn creating_a_board_twice_is_idempotent(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let request = json!({"name": "Groceries", "id": new_id()});
        let first = app.post("/api/boards/create-board/", &ada.access_token, request.clone()).await.assert_ok();
        let again = app.post("/api/boards/create-board/", &ada.access_token, request.clone()).await.assert_ok();
        assert_eq!(first, again);
        let mut renamed = request.clone();
        renamed["name"] = json!("Other");
        assert_eq!(app.post("/api/boards/create-board/", &ada.access_token, renamed).await.assert_ok(), first);
        app.post("/api/boards/create-board/", &eve.access_token, request).await.assert_rejected(409, "id_taken");
        assert_eq!(app.get("/api/boards/get-boards/", &eve.access_token).await.assert_ok(), json!([]));
    }

    async fn custom_slug_is_used_if_free(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let create = |slug: &str| json!({"name": "x", "slug": slug});
        let response = app.post("/api/boards/create-board/", &ada.access_token, create("my-slug")).await.assert_ok();
        assert_eq!(response["board"]["slug"], "my-slug");
        app.post("/api/boards/create-board/", &eve.access_token, create("my-slug")).await.assert_rejected(409, "slug_taken");
        for taken in ["get-boards", "create-board", "update-board", "import"] {
            app.post("/api/boards/create-board/", &eve.access_token, create(taken)).await.assert_rejected(409, "slug_taken");
        }
        for invalid in ["", "My-Slug", "-a", "a-", "a b", "ä", &"x".repeat(81), &new_id()] {
            app.post("/api/boards/create-board/", &eve.access_token, create(invalid)).await.assert_rejected(422, "slug_invalid");
        }
        assert_eq!(app.get("/api/boards/get-boards/", &eve.access_token).await.assert_ok(), json!([]));
    }

    async fn taken_slug_gets_a_longer_suffix(app: TestApp) {
        let ada = app.person("ada").await;
        // The slug contains the end of the id, so both boards would get the same one.
        let ids = ["0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "0192f0c1-7b3a-7c9e-8a54-ffff6b2e9c70"];
        let mut slugs = Vec::new();
        for id in ids {
            let response = app.post("/api/boards/create-board/", &ada.access_token, json!({"name": "Twin", "id": id})).await.assert_ok();
            slugs.push(response["board"]["slug"].as_str().unwrap().to_owned());
        }
        assert_eq!(slugs[0].len() + 1, slugs[1].len(), "{slugs:?}");
        for (slug, id) in slugs.iter().zip(ids) {
            assert_eq!(app.open_board(&ada, slug).await["board"]["id"], id);
        }
    }

    async fn boards_are_sorted_by_favorite_and_name_without_trash(app: TestApp) {
        let ada = app.person("ada").await;
        let mut ids = Vec::new();
        for name in ["beta", "Alpha", "gamma", "Delta", "trash"] {
            ids.push(app.board(&ada, name).await);
        }
        app.change(&ada, &ids[2], &[json!({"type": "edit_board", "edit": {"field": "favorite", "value": true}})]).await;
        app.change(&ada, &ids[4], &[json!({"type": "trash_board"})]).await;
        let overview = app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok();
        assert_eq!(names(&overview), ["gamma", "Alpha", "beta", "Delta"]);
        app.change(&ada, &ids[4], &[json!({"type": "edit_board", "edit": {"field": "name", "value": "back"}})]).await;
        let overview = app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok();
        assert_eq!(names(&overview), ["gamma", "Alpha", "back", "beta", "Delta"]);
    }

    async fn templates_are_marked_in_every_response(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "Weekly").await;
        let template = |is_template: bool| json!({"type": "edit_board", "edit": {"field": "template", "value": is_template}});
        app.change(&ada, &board, &[template(true)]).await;
        let overview = app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok();
        assert_eq!(overview[0]["is_template"], true);
        assert_eq!(app.open_board(&ada, &board).await["board"]["is_template"], true);
        let changes = app.get(&format!("/api/boards/{board}/changes/?since=1"), &ada.access_token).await.assert_ok();
        assert_eq!(changes["board"]["is_template"], true);
        let (list, card) = (new_id(), new_id());
        let due = json!({"type": "edit_card", "card_id": card, "edit": {"field": "due_date", "value": "2026-03-04"}});
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80"), due]).await;
        let tasks = async || app.get("/api/tasks/", &ada.access_token).await.assert_ok()["boards"].as_array().unwrap().len();
        assert_eq!(tasks().await, 0, "templates have no tasks");
        app.change(&ada, &board, &[template(false)]).await;
        assert_eq!(tasks().await, 1);
        assert!(app.open_board(&ada, &board).await["board"].get("is_template").is_none(), "absent if false");
    }

    async fn overview_columns_have_card_counts(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let lists: Vec<String> = (0..4).map(|_| new_id()).collect();
        let cards: Vec<String> = (0..4).map(|_| new_id()).collect();
        app.change(&ada, &board, &[
            add_list(&lists[0], "2024", "90"),
            add_list(&lists[1], "", "8f"),
            add_list(&lists[2], "2024", "8f80"),
            add_list(&lists[3], "trashed", "01"),
            add_card(&cards[0], &lists[0], "a", "80"),
            add_card(&cards[1], &lists[0], "b", "81"),
            add_card(&cards[2], &lists[1], "c", "80"),
            add_card(&cards[3], &lists[0], "trashed", "82"),
            json!({"type": "trash_card", "card_id": cards[3]}),
            json!({"type": "trash_list", "list_id": lists[3]}),
        ]).await;
        let overview = app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok();
        assert_eq!(overview[0]["columns"], json!([
            {"id": lists[1], "name": "", "cards": [], "card_count": 1},
            {"id": lists[2], "name": "2024", "cards": [], "card_count": 0},
            {"id": lists[0], "name": "2024", "cards": [], "card_count": 2},
        ]));
    }

    async fn list_of_boards_counts_lists_and_cards_and_dates_the_last_change(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (board, other) = (app.board(&ada, "B").await, app.board(&ada, "Other").await);
        let ([first, second], [a, b, c]) = ([new_id(), new_id()], [new_id(), new_id(), new_id()]);
        app.change(&ada, &other, &[add_list(&new_id(), "l", "80")]).await;
        let numbers = async |board: &str| {
            let boards = app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok();
            let listed = boards.as_array().unwrap().iter().find(|listed| listed["id"] == board).unwrap().clone();
            json!([listed["list_count"], listed["card_count"], listed["changed_at"]])
        };
        let move_card = json!({"type": "move_card", "card_id": a, "list_id": second, "rank": "80"});
        let archive = |is_archived: bool| json!({"type": "edit_card", "card_id": a, "edit": {"field": "archived", "value": is_archived}});
        let steps: [(&[Value], i64, i64); 8] = [
            (&[add_list(&first, "x", "80"), add_list(&second, "y", "81")], 2, 0),
            (&[add_card(&a, &first, "a", "80"), add_card(&b, &first, "b", "81")], 2, 2),
            (&[move_card], 2, 2),
            (&[archive(true)], 2, 1),
            (&[archive(false)], 2, 2),
            (&[json!({"type": "trash_card", "card_id": b})], 2, 1),
            (&[json!({"type": "trash_list", "list_id": second})], 1, 0),
            (&[add_card(&c, &first, "c", "80")], 1, 1),
        ];
        for (minute, (changes, lists, cards)) in steps.into_iter().enumerate() {
            let at = format!("2026-03-03T11:0{minute}:00.000Z");
            let ops: Vec<Value> = changes.iter().map(|change| json!({"id": new_id(), "at": at, "change": change})).collect();
            app.send_ops(&ada, &board, json!(ops)).await.assert_ok();
            assert_eq!(numbers(&board).await, json!([lists, cards, at]));
        }
        app.change(&ada, &board, &[
            json!({"type": "edit_board", "edit": {"field": "favorite", "value": true}}),
            json!({"type": "edit_board", "edit": {"field": "watch", "value": c}}),
            json!({"type": "edit_list", "list_id": first, "edit": {"field": "collapsed", "value": true}}),
            json!({"type": "add_reminder", "item_id": new_id(), "card_id": c, "minutes_before": 5}),
        ]).await;
        assert_eq!(numbers(&board).await[2], "2026-03-03T11:07:00.000Z", "what only its author sees does not count");
        let in_future = json!([{"id": new_id(), "at": "2999-01-01T00:00:00Z", "change": add_card(&new_id(), &first, "d", "80")}]);
        app.send_ops(&ada, &board, in_future).await.assert_ok();
        assert_eq!(numbers(&board).await[1], 2);
        assert!(numbers(&board).await[2].as_str().unwrap() < "2999", "a clock that is ahead does not count");
        assert_eq!(numbers(&other).await, json!([1, 0, "2026-03-03T12:00:00.000Z"]), "each board has its own numbers");
        assert_eq!(app.get("/api/boards/get-boards/", &eve.access_token).await.assert_ok(), json!([]));
    }

    async fn board_returns_ordered_columns_with_cards(app: TestApp) {
        let ada = app.person("ada").await;
        let id = app.board(&ada, "Garden").await;
        let lists: Vec<String> = (0..3).map(|_| new_id()).collect();
        let cards: Vec<String> = (0..5).map(|_| new_id()).collect();
        app.change(&ada, &id, &[
            add_list(&lists[0], "2024", "82"),
            add_list(&lists[1], "2024", "80"),
            add_list(&lists[2], "Trashed", "81"),
            add_card(&cards[0], &lists[0], "last", "82"),
            add_card(&cards[1], &lists[0], "first", "80"),
            add_card(&cards[2], &lists[2], "trashed", "80"),
            add_card(&cards[3], &lists[0], "trashed", "81"),
            add_card(&cards[4], &lists[0], "middle", "81"),
            json!({"type": "trash_card", "card_id": cards[3]}),
            json!({"type": "trash_list", "list_id": lists[2]}),
        ]).await;
        let opened = app.open_board(&ada, &id).await;
        let columns = opened["board"]["columns"].as_array().unwrap();
        let response: Vec<_> = columns.iter().map(|column| {
            let titles: Vec<_> = column["cards"].as_array().unwrap().iter().map(|card| card["title"].clone()).collect();
            json!({"id": column["id"], "name": column["name"], "titles": titles})
        }).collect();
        assert_eq!(response, [
            json!({"id": lists[1], "name": "2024", "titles": []}),
            json!({"id": lists[0], "name": "2024", "titles": ["first", "middle", "last"]}),
        ]);

        // The app reads the flat records, by id or slug and without columns; earlier versions read the columns of the
        // board.
        let flat = app.get(&format!("/api/boards/{id}/changes/"), &ada.access_token).await.assert_ok();
        let slug = opened["board"]["slug"].as_str().unwrap();
        assert_eq!(flat, app.get(&format!("/api/boards/{slug}/changes/"), &ada.access_token).await.assert_ok());
        let mut without_columns = opened.clone();
        without_columns["board"].as_object_mut().unwrap().remove("columns");
        assert_eq!((&flat, flat["is_complete"].as_bool()), (&without_columns, Some(true)));
        assert_eq!((flat["lists"].as_array().unwrap().len(), flat["cards"].as_array().unwrap().len()), (2, 3));
    }

    async fn board_update_changes_given_fields_only(app: TestApp) {
        let ada = app.person("ada").await;
        let id = app.board(&ada, "Before").await;
        let slug = app.open_board(&ada, &id).await["board"]["slug"].clone();
        let update = |fields: Value| {
            let body = json!({"boardId": id, "updatedBoard": fields});
            let (app, ada) = (app.clone(), ada.clone());
            async move { app.put("/api/boards/update-board/", &ada.access_token, body).await.assert_ok() }
        };
        let response = update(json!({
            "name": "After", "description": "d", "color": "#4CAF50", "favorite": true,
            "image": "https://images.unsplash.com/photo-1?w=1080"
        })).await;
        assert_eq!(response["message"], "Board updated successfully!");
        let expected = json!({
            "id": id, "slug": slug, "name": "After", "description": "d", "color": "#4caf50", "favorite": true,
            "image": "https://images.unsplash.com/photo-1?w=1080", "label_colors": [], "trashed_at": null, "role": "owner",
            "members": [], "watched_ids": [], "is_muted": false, "columns": []
        });
        assert_eq!(response["board"], expected);
        let opened = app.open_board(&ada, &id).await;
        assert_eq!(opened["version"], 2, "one update increments the version once");
        // Omitted fields stay, null clears a field, and an update without changes does not increment the version.
        let response = update(json!({"color": null, "image": null})).await;
        assert_eq!((&response["board"]["color"], &response["board"]["image"]), (&Value::Null, &Value::Null));
        assert_eq!(response["board"]["name"], "After");
        update(json!({})).await;
        update(json!({"name": "After"})).await;
        assert_eq!(app.open_board(&ada, &id).await["version"], 3);
    }

    async fn board_update_is_atomic(app: TestApp) {
        let ada = app.person("ada").await;
        let id = app.board(&ada, "Before").await;
        for (field, value, code) in [
            ("name", json!("  "), "name_required"),
            ("name", json!("x".repeat(201)), "name_too_long"),
            ("description", json!("x".repeat(50_001)), "description_too_long"),
            ("description", json!("a\u{0}b"), "text_invalid"),
            ("color", json!("red"), "color_invalid"),
            ("image", json!("https://example.org/x.png"), "image_invalid"),
            ("image", json!("javascript:alert(1)"), "image_invalid"),
            ("image", json!("/backgrounds/../x"), "image_invalid"),
        ] {
            let mut fields = json!({"favorite": true});
            fields[field] = value;
            let body = json!({"boardId": id, "updatedBoard": fields});
            app.put("/api/boards/update-board/", &ada.access_token, body).await.assert_rejected(422, code);
        }
        let opened = app.open_board(&ada, &id).await;
        assert_eq!((&opened["version"], &opened["board"]["favorite"]), (&json!(1), &json!(false)));
    }

    async fn opened_board_excludes_trash(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (stored, trashed_list) = (new_id(), new_id());
        let cards: Vec<String> = (0..3).map(|_| new_id()).collect();
        app.change(&ada, &board, &[
            add_list(&stored, "kept", "80"),
            add_list(&trashed_list, "trashed", "81"),
            add_card(&cards[0], &stored, "kept", "80"),
            add_card(&cards[1], &stored, "trashed", "81"),
            add_card(&cards[2], &trashed_list, "trashed with its list", "80"),
            json!({"type": "trash_card", "card_id": cards[1]}),
            json!({"type": "trash_list", "list_id": trashed_list}),
        ]).await;
        let opened = app.open_board(&ada, &board).await;
        assert_eq!(opened["version"], 2);
        assert_eq!(opened["lists"], json!([{"id": stored, "name": "kept", "rank": "80", "is_collapsed": false, "trashed_at": null}]));
        assert_eq!(opened["cards"], json!([{
            "id": cards[0], "list_id": stored, "rank": "80", "title": "kept", "description": "", "priority": "low",
            "importance": "low", "completed_at": null, "due_date": null, "labels": [], "assignee_ids": [],
            "created_at": "2026-03-03T12:00:00.000Z", "archived_at": null, "trashed_at": null
        }]));
    }

    async fn unknown_board_addresses_return_404(app: TestApp) {
        let ada = app.person("ada").await;
        for address in ["nothing-here", &new_id(), "..%2f", "%00", "%ff", "A", "00000000-0000-0000-0000-000000000000"] {
            app.get(&format!("/api/boards/{address}/"), &ada.access_token).await.assert_rejected(404, "not_found");
            app.get(&format!("/api/boards/{address}/changes/?since=0"), &ada.access_token).await.assert_rejected(404, "not_found");
            app.post(&format!("/api/boards/{address}/ops/"), &ada.access_token, json!({"ops": []})).await.assert_rejected(404, "not_found");
        }
    }
}
