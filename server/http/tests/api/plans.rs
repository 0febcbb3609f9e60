//! Plan limits on a server that sells plans, and no limits otherwise.

use crate::support::{Person, TestApp, TestResponse, new_id, on_both_engines};
use core_wasm::plans::Limit;
use serde_json::{Value, json};

/// The same server, whose operator sells plans.
fn selling(app: &TestApp) -> TestApp {
    app.with_config(|config| config.billing_portal_url = "https://billing.example/portal".parse().ok())
}

async fn set_pro(app: &TestApp, person: &Person) {
    app.execute(&format!("UPDATE users SET user_type = 'pro' WHERE id = '{}'", person.id)).await;
}

async fn create(app: &TestApp, person: &Person, body: Value) -> TestResponse {
    app.post("/api/boards/create-board/", &person.access_token, body).await
}

async fn board_names(app: &TestApp, person: &Person) -> Vec<String> {
    let boards = app.get("/api/boards/get-boards/", &person.access_token).await.assert_ok();
    boards.as_array().unwrap().iter().map(|board| board["name"].as_str().unwrap().to_owned()).collect()
}

async fn is_limited(app: &TestApp, person: &Person) -> bool {
    app.get("/api/user/", &person.access_token).await.assert_ok()["user"][0]["is_limited"].as_bool().unwrap()
}

on_both_engines! {
    async fn no_limits_without_billing(app: TestApp) {
        let ada = app.person("ada").await;
        assert!(!is_limited(&app, &ada).await);
        for number in 0..7 {
            create(&app, &ada, json!({"name": format!("Board {number}")})).await.assert_ok();
        }
        app.get("/api/focus-days/breakdown/", &ada.access_token).await.assert_ok();
    }

    async fn basic_is_limited_to_5_boards(app: TestApp) {
        let app = selling(&app);
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        assert!(is_limited(&app, &ada).await);
        let mut last = String::new();
        for number in 0..5 {
            last = new_id();
            create(&app, &ada, json!({"name": format!("Board {number}"), "id": last})).await.assert_ok();
        }
        let refused = create(&app, &ada, json!({"name": "One more", "id": new_id()})).await;
        assert_eq!(refused.body["message"], json!(Limit::Boards.sentence()));
        refused.assert_rejected(402, "plan_limit");
        assert_eq!(board_names(&app, &ada).await.len(), 5, "the refused board is not stored");
        // A repeated request returns the fifth board.
        create(&app, &ada, json!({"name": "Board 4", "id": last})).await.assert_ok();
        // An invalid request gets its own error first.
        create(&app, &ada, json!({"name": " "})).await.assert_rejected(422, "name_required");
        create(&app, &eve, json!({"name": "Eve's"})).await.assert_ok();

        // A board in the trash does not count; restored, it exceeds the limit and stays.
        app.change(&ada, &last, &[json!({"type": "trash_board"})]).await;
        create(&app, &ada, json!({"name": "One more"})).await.assert_ok();
        app.change(&ada, &last, &[json!({"type": "restore_board"})]).await;
        assert_eq!(board_names(&app, &ada).await.len(), 6);
        app.put("/api/boards/update-board/", &ada.access_token, json!({"boardId": last, "updatedBoard": {"name": "Renamed"}})).await.assert_ok();
        create(&app, &ada, json!({"name": "Another"})).await.assert_rejected(402, "plan_limit");

        set_pro(&app, &ada).await;
        assert!(!is_limited(&app, &ada).await);
        create(&app, &ada, json!({"name": "Another"})).await.assert_ok();
    }

    async fn board_is_not_passed_on_to_a_full_plan(app: TestApp) {
        let app = selling(&app);
        let (ada, grace) = (app.person("ada").await, app.person("grace").await);
        let board = app.board(&ada, "Launch").await;
        app.join(&ada, &board, &grace, "editor").await;
        for number in 0..5 {
            create(&app, &grace, json!({"name": format!("Board {number}")})).await.assert_ok();
        }
        app.set_role(&ada, &board, &grace.id, "owner").await.assert_rejected(409, "new_owner_limit");
        let delete = async || {
            let decision = json!({"board_id": board, "new_owner_id": grace.id});
            let body = json!({"password": "correct horse", "boards": [decision]});
            app.post("/api/account/delete/", &ada.access_token, body).await
        };
        delete().await.assert_rejected(409, "new_owner_limit");
        set_pro(&app, &grace).await;
        delete().await.assert_ok();
    }

    async fn offline_board_is_accepted_over_the_limit(app: TestApp) {
        let app = selling(&app);
        let ada = app.person("ada").await;
        for number in 0..8 {
            create(&app, &ada, json!({"name": format!("Board {number}"), "made_offline": true})).await.assert_ok();
        }
        create(&app, &ada, json!({"name": "One more", "made_offline": false})).await.assert_rejected(402, "plan_limit");
        create(&app, &ada, json!({"name": "One more", "made_offline": "yes"})).await.assert_rejected(422, "body_invalid");
        assert_eq!(board_names(&app, &ada).await.len(), 8);
    }

    async fn board_limit_holds_under_concurrency(app: TestApp) {
        let app = selling(&app);
        let ada = app.person("ada").await;
        let tries: Vec<_> = (0..10).map(|number| {
            let (app, access_token) = (app.clone(), ada.access_token.clone());
            tokio::spawn(async move {
                let body = json!({"name": format!("Board {number}"), "id": new_id()});
                app.post("/api/boards/create-board/", &access_token, body).await.status.as_u16()
            })
        }).collect();
        let mut statuses = Vec::new();
        for status in tries {
            statuses.push(status.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [[200; 5], [402; 5]].concat());
        assert_eq!(board_names(&app, &ada).await.len(), 5);
    }

    async fn board_pictures_require_pro_but_existing_ones_stay(app: TestApp) {
        let (free, app) = (app.clone(), selling(&app));
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let id = new_id();
        create(&app, &ada, json!({"name": "Garden", "id": id})).await.assert_ok();
        let update = |app: TestApp, person: &Person, fields: Value| {
            let (token, body) = (person.access_token.clone(), json!({"boardId": id, "updatedBoard": fields}));
            async move { app.put("/api/boards/update-board/", &token, body).await }
        };
        let (earlier, other) = ("/wallpapers/island-in-fog-2560.webp", "/wallpapers/desert-dunes-2560.webp");
        update(free, &ada, json!({"image": earlier})).await.assert_ok();

        let refused = update(app.clone(), &ada, json!({"name": "Kitchen", "image": other})).await;
        assert_eq!(refused.body["message"], json!(Limit::Backgrounds.sentence()));
        refused.assert_rejected(402, "plan_limit");
        assert_eq!(board_names(&app, &ada).await, ["Garden"], "no part of the refused update is stored");
        update(app.clone(), &eve, json!({"image": other})).await.assert_rejected(404, "not_found");
        let stored = update(app.clone(), &ada, json!({"name": "Kitchen", "image": earlier})).await.assert_ok();
        assert_eq!((&stored["board"]["name"], &stored["board"]["image"]), (&json!("Kitchen"), &json!(earlier)));
        // The app's ops may have been made offline, so they are not limited.
        app.change(&ada, &id, &[json!({"type": "edit_board", "edit": {"field": "image", "value": other}})]).await;
        update(app.clone(), &ada, json!({"image": null})).await.assert_ok();
        update(app.clone(), &ada, json!({"image": other})).await.assert_rejected(402, "plan_limit");
        set_pro(&app, &ada).await;
        update(app.clone(), &ada, json!({"image": other})).await.assert_ok();
    }

    async fn wallpapers_require_pro_but_existing_ones_stay(app: TestApp) {
        let app = selling(&app);
        let ada = app.person("ada").await;
        let put = |fields: Value| {
            let (app, token) = (app.clone(), ada.access_token.clone());
            async move { app.put("/api/preferences/", &token, fields).await }
        };
        let (fog, dunes) = (json!({"wallpaper": "island-in-fog"}), json!({"wallpaper": "desert-dunes"}));
        let refused = put(json!({"background": fog, "volume": 20})).await;
        assert_eq!(refused.body["message"], json!(Limit::Backgrounds.sentence()));
        refused.assert_rejected(402, "plan_limit");
        assert_eq!(put(json!({"rounds": 3})).await.assert_ok()["volume"], 50, "no part of the refused update is stored");

        let stored = put(json!({"background": fog, "made_offline": true})).await.assert_ok();
        assert_eq!(stored["background"], fog);
        put(json!({"background": fog, "volume": 20})).await.assert_ok();
        put(json!({"background": dunes})).await.assert_rejected(402, "plan_limit");
        put(json!({"background": "daily"})).await.assert_ok();
        put(json!({"background": fog})).await.assert_rejected(402, "plan_limit");
        set_pro(&app, &ada).await;
        put(json!({"background": fog})).await.assert_ok();
    }

    async fn upload_on_basic_has_its_own_message(app: TestApp) {
        let app = selling(&app);
        let ada = app.person("ada").await;
        let refused = app.post("/api/pictures/", &ada.access_token, json!({})).await;
        assert_eq!(refused.body["message"], json!(Limit::Pictures.sentence()));
        refused.assert_rejected(402, "plan_limit");
    }

    async fn label_breakdown_requires_pro(app: TestApp) {
        let app = selling(&app);
        let ada = app.person("ada").await;
        app.get("/api/focus-days/breakdown/", &ada.access_token).await.assert_rejected(402, "plan_limit");
        let by_board = app.get("/api/focus-days/breakdown/?by=board", &ada.access_token).await.assert_ok();
        assert_eq!(by_board, json!({"boards": [], "labels": []}));
        app.get("/api/focus-days/breakdown/?by=label", &ada.access_token).await.assert_rejected(422, "bad_query");
        // Exports are never limited.
        app.get("/api/focus-days/", &ada.access_token).await.assert_ok();
        assert_eq!(app.get("/api/focus-sessions/export/?format=csv", &ada.access_token).await.status.as_u16(), 200);
        set_pro(&app, &ada).await;
        app.get("/api/focus-days/breakdown/", &ada.access_token).await.assert_ok();
    }
}
