//! Webhooks: which events are sent to whom, their signatures, retries and limits.

use crate::support::{Person, Receiver, TestApp, add_card, add_list, new_id, on_both_engines, statuses};
use axum::http::Method;
use serde_json::{Value, json};
use twentyfour_model::sign_webhook;

const SECOND: i64 = 1_000;
const DAY: i64 = 24 * 60 * 60 * SECOND;

const ALL: [&str; 17] = [
    "board.created",
    "board.updated",
    "board.deleted",
    "list.created",
    "list.updated",
    "list.deleted",
    "card.created",
    "card.updated",
    "card.moved",
    "card.completed",
    "card.deleted",
    "comment.created",
    "comment.updated",
    "comment.deleted",
    "focus_session.created",
    "focus_session.updated",
    "focus_session.deleted",
];

fn edit_card(card: &str, field: &str, value: Value) -> Value {
    json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}})
}

fn webhook_id(added: &Value) -> &str {
    added["webhook"]["id"].as_str().unwrap()
}

/// Returns the JSON examples of `docs/webhooks.md` that are events.
fn documented_events() -> Vec<Value> {
    let text = include_str!("../../../../docs/webhooks.md");
    let blocks = text.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|block| serde_json::from_str(block).unwrap()).collect()
}

/// Adds copies of the only webhook.
async fn copy_webhooks(app: &TestApp, count: usize) {
    for _ in 0..count {
        app.execute(&format!(
            "INSERT INTO webhooks (user_id, id, url, events, secret, leased_until, created_at) \
             SELECT user_id, '{}', url, events, secret, leased_until, created_at FROM webhooks LIMIT 1",
            new_id()
        ))
        .await;
    }
}

async fn add_a_card(app: &TestApp, person: &Person, board: &str) {
    let list = new_id();
    app.change(person, board, &[add_list(&list, "l", "80"), add_card(&new_id(), &list, "c", "80")]).await;
}

on_both_engines! {
    async fn documented_events_are_sent_with_valid_signatures(app: TestApp) {
        let (app, receiver) = (app.with_local_webhooks(), Receiver::start().await);
        let ada = app.person("ada").await;
        let added = app.webhook(&ada, &receiver.url, &ALL, json!(null)).await;
        let (id, secret) = (webhook_id(&added), added["secret"].as_str().unwrap());
        assert!(secret.starts_with("whsec_") && !app.get("/api/webhooks/", &ada.access_token).await.assert_ok().to_string().contains("whsec_"));

        let of = |end: &str| format!("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c{end}");
        let (board, list, done, card, comment) = (of("70"), of("71"), of("72"), of("73"), of("74"));
        let body = json!({"name": "Plans", "id": board, "slug": "plans"});
        app.post("/api/boards/create-board/", &ada.access_token, body).await.assert_ok();
        app.change(&ada, &board, &[add_list(&list, "To do", "80"), add_card(&card, &list, "Bread", "80"), add_list(&done, "Done", "c0")]).await;
        let changed = app.change(&ada, &board, &[
            json!({"type": "add_comment", "item_id": comment, "card_id": card, "text": "Rye, please"}),
            json!({"type": "add_reminder", "item_id": of("75"), "card_id": card, "minutes_before": 5}),
            json!({"type": "edit_list", "list_id": list, "edit": {"field": "collapsed", "value": true}}),
            json!({"type": "edit_board", "edit": {"field": "favorite", "value": true}}),
        ]).await;
        assert_eq!(statuses(&changed), ["applied"; 4], "only the first of these is an event");
        app.change(&ada, &board, &[
            json!({"type": "edit_item", "item_id": comment, "edit": {"field": "text", "value": "Rye"}}),
            json!({"type": "trash_item", "item_id": comment}),
            edit_card(&card, "priority", json!("high")),
            json!({"type": "move_card", "card_id": card, "list_id": done, "rank": "80"}),
            edit_card(&card, "priority", json!("completed")),
            json!({"type": "trash_card", "card_id": card}),
            json!({"type": "edit_list", "list_id": list, "edit": {"field": "name", "value": "Later"}}),
            json!({"type": "trash_list", "list_id": list}),
            json!({"type": "edit_board", "edit": {"field": "name", "value": "All plans"}}),
            json!({"type": "trash_board"}),
        ]).await;
        let mut session = json!({
            "id": of("80"), "kind": "focus", "planned": 1500, "outcome": "completed", "board_id": null, "card_id": null,
            "segments": [{"start": "2026-03-03T11:00:00Z", "end": "2026-03-03T11:25:00Z", "utc_offset": 60}], "revision": 0
        });
        for (revision, is_deleted) in [(0, false), (1, false), (2, true)] {
            (session["revision"], session["is_deleted"]) = (json!(revision), json!(is_deleted));
            app.post("/api/focus-sessions/", &ada.access_token, session.clone()).await.assert_ok();
        }
        app.deliver_webhooks().await;

        let received = receiver.take();
        let types: Vec<String> = received.iter().map(|event| event.body()["type"].as_str().unwrap().to_owned()).collect();
        assert_eq!(types, [
            "board.created", "list.created", "card.created", "list.created", "comment.created", "comment.updated",
            "comment.deleted", "card.updated", "card.moved", "card.completed", "card.deleted", "list.updated",
            "list.deleted", "board.updated", "board.deleted", "focus_session.created", "focus_session.updated",
            "focus_session.deleted",
        ]);
        for event in &received {
            let (message, seconds) = (event.header("webhook-id"), event.header("webhook-timestamp"));
            let message = core_wasm::protocol::id::Id::parse(message).unwrap();
            let expected = sign_webhook([secret].into_iter(), message, seconds.parse().unwrap(), &event.text);
            assert_eq!(event.header("webhook-signature"), expected);
            assert_eq!((seconds, event.header("content-type")), ("1772539200", "application/json"));
        }
        let documented_id = |event: &str| event.replace(&ada.id, &of("60"));
        let sent: Vec<Value> = received.iter().map(|event| serde_json::from_str(&documented_id(&event.text)).unwrap()).collect();
        let documented = documented_events();
        assert_eq!(documented.len(), 5);
        for event in documented {
            assert!(sent.contains(&event), "docs/webhooks.md shows {event:#}, and the server sends {sent:#?}");
        }
        let deliveries = app.deliveries(&ada, id).await;
        assert_eq!((deliveries.len(), &deliveries[0]["state"], &deliveries[0]["attempts"][0]["status"]), (18, &json!("delivered"), &json!(204)));
        assert_eq!(deliveries[0]["response"].as_str().unwrap_or_default().len(), 0, "204 has no body");
    }

    async fn only_members_receive_the_events_that_they_have_chosen(app: TestApp) {
        let (app, receiver) = (app.with_local_webhooks(), Receiver::start().await);
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (one, other) = (app.board(&ada, "one").await, app.board(&ada, "other").await);
        app.join(&ada, &one, &eve, "viewer").await;
        app.webhook(&eve, &receiver.url, &["card.created"], json!(null)).await;
        app.webhook(&ada, &receiver.url, &["card.created", "card.deleted"], json!([other])).await;
        for board in [&one, &other] {
            add_a_card(&app, &ada, board).await;
        }
        app.deliver_webhooks().await;
        let mut boards: Vec<Value> = receiver.take().iter().map(|event| event.body()["data"]["board_id"].clone()).collect();
        boards.sort_by_key(|board| *board != json!(one));
        assert_eq!(boards, [json!(one), json!(other)], "each once, and no list");

        // Who will be deleted or has left the board receives nothing.
        let set_deletion = async |time: &str| {
            app.execute(&format!("UPDATE users SET delete_at = {time} WHERE id = '{}'", eve.id)).await;
        };
        set_deletion("9000000000000").await;
        add_a_card(&app, &ada, &one).await;
        set_deletion("NULL").await;
        app.remove_member(&ada, &one, &eve.id).await.assert_ok();
        add_a_card(&app, &ada, &one).await;
        app.deliver_webhooks().await;
        assert_eq!(receiver.take_types(), Vec::<String>::new());

        // A card that moves to another board is deleted here and created there.
        let (list, target, card) = (new_id(), new_id(), new_id());
        app.change(&ada, &one, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        app.change(&ada, &other, &[add_list(&target, "l", "90")]).await;
        let both = Receiver::start().await;
        app.webhook(&ada, &both.url, &["card.created", "card.deleted"], json!(null)).await;
        let op = json!({"type": "move_to_board", "card_id": card, "list_id": target, "board_id": other, "rank": "80"});
        app.change(&ada, &one, &[op]).await;
        let back = json!({"type": "move_to_board", "card_id": card, "list_id": list, "board_id": one, "rank": "80"});
        app.change(&ada, &other, &[back]).await;
        app.deliver_webhooks().await;
        assert_eq!(receiver.take_types(), ["card.created", "card.deleted"]);
        assert_eq!(both.take_types(), ["card.deleted", "card.created", "card.deleted", "card.created"]);
    }

    async fn failed_events_are_retried_and_sent_again_on_request(app: TestApp) {
        let (app, receiver) = (app.with_local_webhooks(), Receiver::start().await);
        let ada = app.person("ada").await;
        let board = app.board(&ada, "b").await;
        let added = app.webhook(&ada, &receiver.url, &["card.created"], json!(null)).await;
        let id = webhook_id(&added).to_owned();
        receiver.respond_with(503);
        add_a_card(&app, &ada, &board).await;
        app.deliver_webhooks().await;
        app.deliver_webhooks().await;
        let first = receiver.take();
        assert_eq!(first.len(), 1, "the next attempt waits");
        let delivery = app.deliveries(&ada, &id).await.remove(0);
        assert_eq!((&delivery["state"], delivery["response"].as_str().unwrap().len()), (&json!("waiting"), 1_024));

        // Another server, and another secret: the event keeps its id and gets two signatures.
        let rotated = app.post(&format!("/api/webhooks/{id}/rotate-secret/"), &ada.access_token, json!({"password": "correct horse"})).await.assert_ok();
        assert_eq!(rotated["webhook"]["earlier_secret_until"], "2026-03-04T12:00:00.000Z");
        app.advance_clock(10 * SECOND);
        receiver.respond_with(200);
        app.deliver_webhooks().await;
        let second = receiver.take().remove(0);
        assert_eq!((second.header("webhook-id"), &second.text), (first[0].header("webhook-id"), &first[0].text));
        let secrets = [&rotated["secret"], &added["secret"]].map(|secret| secret.as_str().unwrap());
        let message = core_wasm::protocol::id::Id::parse(second.header("webhook-id")).unwrap();
        let seconds = second.header("webhook-timestamp").parse().unwrap();
        assert_eq!(second.header("webhook-signature"), sign_webhook(secrets.into_iter(), message, seconds, &second.text));

        // By hand, at most once a minute.
        let redeliver = format!("/api/webhooks/{id}/deliveries/{}/redeliver/", delivery["id"].as_str().unwrap());
        app.post(&redeliver, &ada.access_token, json!(null)).await.assert_ok();
        app.advance_clock(20 * SECOND);
        let early = app.post(&redeliver, &ada.access_token, json!(null)).await;
        assert_eq!((early.headers["retry-after"].to_str().unwrap(), &early.body["code"]), ("40", &json!("too_many_requests")));
        app.deliver_webhooks().await;
        assert_eq!(receiver.take_types(), ["card.created"]);

        // The old secret no longer signs after 24 hours, and an old event gets one attempt.
        app.advance_clock(2 * DAY);
        let ada = app.with_new_token(&ada).await;
        receiver.respond_with(500);
        app.post(&redeliver, &ada.access_token, json!(null)).await.assert_ok();
        app.deliver_webhooks().await;
        assert!(!receiver.take()[0].header("webhook-signature").contains(' '));
        let delivery = app.deliveries(&ada, &id).await.remove(0);
        let statuses: Vec<&Value> = delivery["attempts"].as_array().unwrap().iter().map(|attempt| &attempt["status"]).collect();
        assert_eq!((&delivery["state"], json!(statuses)), (&json!("failed"), json!([503, 200, 200, 500])));
    }

    async fn webhooks_that_fail_for_3_days_or_are_gone_are_turned_off_with_a_mail(app: TestApp) {
        let (app, gone, failing) = (app.with_local_webhooks(), Receiver::start().await, Receiver::start().await);
        let ada = app.person("ada").await;
        app.confirm_emails().await;
        let board = app.board(&ada, "b").await;
        let mut ids = Vec::new();
        for receiver in [&gone, &failing] {
            ids.push(webhook_id(&app.webhook(&ada, &receiver.url, &["card.created"], json!(null)).await).to_owned());
        }
        let reasons = async |ada: &Person| {
            let listed = app.get("/api/webhooks/", &ada.access_token).await.assert_ok();
            let listed = listed["webhooks"].as_array().unwrap().clone();
            let reason = |id: &String| listed.iter().find(|webhook| webhook["id"] == json!(id)).unwrap()["disabled"].clone();
            ids.iter().map(reason).collect::<Vec<Value>>()
        };
        gone.respond_with(410);
        failing.respond_with(500);
        add_a_card(&app, &ada, &board).await;
        app.deliver_webhooks().await;
        assert_eq!(reasons(&ada).await, [json!("gone"), json!(null)]);

        // While it is off, an event that is sent by hand gets one attempt.
        gone.respond_with(500);
        app.advance_clock(10 * SECOND);
        let delivery = app.deliveries(&ada, &ids[0]).await.remove(0);
        let redeliver = format!("/api/webhooks/{}/deliveries/{}/redeliver/", ids[0], delivery["id"].as_str().unwrap());
        app.post(&redeliver, &ada.access_token, json!(null)).await.assert_ok();
        app.deliver_webhooks().await;
        let delivery = app.deliveries(&ada, &ids[0]).await.remove(0);
        assert_eq!((&delivery["state"], delivery["attempts"].as_array().unwrap().len()), (&json!("failed"), 2));
        app.advance_clock(3 * DAY);
        let ada = app.with_new_token(&ada).await;
        add_a_card(&app, &ada, &board).await;
        app.deliver_webhooks().await;
        assert_eq!(reasons(&ada).await, [json!("gone"), json!("failing")]);
        assert_eq!((gone.take().len(), failing.take().len()), (2, 3));
        let mails = app.query_column("SELECT parameters FROM mails WHERE kind = 'webhook_disabled' ORDER BY created_at").await;
        assert_eq!(mails.len(), 2);
        assert!(mails[0].contains("\"is_gone\":true") && mails[1].contains("\"is_gone\":false") && !mails[0].contains("/hook"), "{mails:?}");

        // Turned on again, it receives what happens from then on.
        failing.respond_with(200);
        add_a_card(&app, &ada, &board).await;
        let body = json!({"url": failing.url, "events": ["card.created"]});
        let on = app.put(&format!("/api/webhooks/{}/", ids[1]), &ada.access_token, body).await.assert_ok();
        assert_eq!(on["webhook"]["disabled"], json!(null));
        app.advance_clock(10 * SECOND);
        add_a_card(&app, &ada, &board).await;
        app.deliver_webhooks().await;
        assert_eq!(failing.take_types(), ["card.created"]);
    }

    async fn one_failure_of_a_rarely_used_webhook_does_not_turn_it_off(app: TestApp) {
        let (app, receiver) = (app.with_local_webhooks(), Receiver::start().await);
        let ada = app.person("ada").await;
        let board = app.board(&ada, "b").await;
        app.webhook(&ada, &receiver.url, &["card.created"], json!(null)).await;
        receiver.respond_with(500);
        add_a_card(&app, &ada, &board).await;
        app.deliver_webhooks().await;
        app.advance_clock(DAY);
        app.deliver_webhooks().await;
        assert_eq!(receiver.take().len(), 2, "the first event is given up");
        app.advance_clock(4 * DAY);
        let ada = app.with_new_token(&ada).await;
        let reasons = "SELECT COALESCE(disabled_by, 'on') FROM webhooks";
        // The second event has two attempts, then the third one has its first.
        for expected in ["on", "on", "failing"] {
            add_a_card(&app, &ada, &board).await;
            app.deliver_webhooks().await;
            app.advance_clock(10 * SECOND);
            assert_eq!(app.query_column(reasons).await, [expected]);
        }
        assert_eq!(receiver.take().len(), 3);
    }

    async fn at_most_1000_events_wait_and_100_others_are_kept(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "b").await;
        let (url, events) = ("https://hooks.example/", ["card.created"]);
        let added = app.webhook(&ada, url, &events, json!(null)).await;
        let id = webhook_id(&added);
        app.execute(&format!(
            "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 999) \
             INSERT INTO webhook_deliveries \
             (user_id, webhook_id, id, event, body, created_at, next_try_at, tries, is_delivered, attempts) \
             SELECT '{}', '{id}', '0192f0c1-7b3a-7c9e-8a54-' || CAST(100000000000 + number AS TEXT), 'card.created', \
             '{{}}', 1, 1, 0, 0, '[]' FROM numbers",
            ada.id
        ))
        .await;
        for _ in 0..2 {
            add_a_card(&app, &ada, &board).await;
        }
        assert_eq!(app.count("webhook_deliveries").await, 1_000, "the second event is dropped");
        let off = json!({"url": url, "events": events, "is_enabled": false});
        app.put(&format!("/api/webhooks/{id}/"), &ada.access_token, off).await.assert_ok();
        assert_eq!(app.count("webhook_deliveries").await, 100);
        let deliveries = app.deliveries(&ada, id).await;
        assert!(deliveries.iter().all(|delivery| delivery["state"] == "failed"));
        let latest = app.query_column("SELECT event FROM webhook_deliveries WHERE created_at > 1").await;
        assert_eq!(latest, ["card.created"], "the latest events are kept");
    }

    async fn a_change_has_at_most_4000_deliveries(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "b").await;
        app.webhook(&ada, "https://hooks.example/", &["card.created"], json!(null)).await;
        copy_webhooks(&app, 19).await;
        let list = new_id();
        let mut ops = vec![add_list(&list, "l", "80")];
        ops.extend((0..201).map(|_| add_card(&new_id(), &list, "c", "80")));
        app.change(&ada, &board, &ops).await;
        assert_eq!(app.count("webhook_deliveries").await, 4_000);
        let listed = app.get("/api/webhooks/", &ada.access_token).await.assert_ok();
        let dropped = |webhook: &Value| webhook["dropped_at"] == "2026-03-03T12:00:00.000Z";
        assert_eq!(listed["webhooks"].as_array().unwrap().iter().filter(|webhook| dropped(webhook)).count(), 20);
    }

    async fn sensitive_changes_need_the_password_and_send_a_notice(app: TestApp) {
        let ada = app.person("ada").await;
        app.confirm_emails().await;
        app.mails().await;
        let body = |url: &str, password: &str| json!({"url": url, "events": ["card.created"], "password": password});
        let (one, other) = ("https://one.example/secret", "https://other.example/secret");
        app.post("/api/webhooks/", &ada.access_token, body(one, "wrong")).await.assert_rejected(403, "password_wrong");
        assert_eq!(app.count("webhooks").await, 0);
        let added = app.post("/api/webhooks/", &ada.access_token, body(one, "correct horse")).await.assert_ok();
        let path = format!("/api/webhooks/{}/", webhook_id(&added));
        app.put(&path, &ada.access_token, body(one, "")).await.assert_ok();
        app.put(&path, &ada.access_token, body(other, "")).await.assert_rejected(403, "password_wrong");
        app.put(&path, &ada.access_token, body(other, "correct horse")).await.assert_ok();
        let rotate = format!("{path}rotate-secret/");
        app.post(&rotate, &ada.access_token, json!({"password": "wrong"})).await.assert_rejected(403, "password_wrong");
        app.post(&rotate, &ada.access_token, json!({"password": "correct horse"})).await.assert_ok();
        let mut mails: Vec<_> = app.mails().await.into_iter().map(|mail| (mail.subject, mail.text)).collect();
        mails.sort();
        for ((subject, text), (expected, part)) in mails.iter().zip([
            ("A webhook was added", "sends events to one.example."),
            ("A webhook was changed", "has a new address. It now sends events to other.example."),
            ("A webhook was changed", "was replaced. It sends events to other.example."),
        ]) {
            assert!(subject == expected && text.contains(part) && !text.contains("/secret"), "{subject}: {text}");
        }
        assert_eq!(mails.len(), 3);

        app.send_text(Method::DELETE, &path, Some(&ada.access_token), String::new()).await.assert_ok();
        app.send_text(Method::DELETE, &path, Some(&ada.access_token), String::new()).await.assert_rejected(404, "not_found");
        app.execute("UPDATE users SET is_admin = 1").await;
        let entries = app.get("/api/admin/audit/", &ada.access_token).await.assert_ok()["entries"].clone();
        let mut shown: Vec<Value> = entries.as_array().unwrap().iter().map(|entry| json!([entry["action"], entry["admin"], entry["target"], entry["detail"]])).collect();
        shown.sort_by_key(Value::to_string);
        let by_ada = |action: &str| json!([action, ada.email, ada.email, ""]);
        assert_eq!(shown, ["add_webhook", "change_webhook", "change_webhook", "delete_webhook"].map(by_ada));

        app.execute("UPDATE users SET password_hash = ''").await;
        app.advance_clock(11 * 60 * SECOND);
        app.post("/api/webhooks/", &ada.access_token, body(one, "")).await.assert_rejected(403, "login_stale");
    }

    async fn webhooks_and_the_calendar_address_end_with_all_logins(app: TestApp) {
        let mut ada = app.person("ada").await;
        app.confirm_emails().await;
        let board = app.board(&ada, "b").await;
        let (id, _) = app.webhook_with_delivery(&ada, &board).await;
        let path = format!("/api/webhooks/{id}/");
        let body = |is_enabled: bool, password: &str| {
            json!({"url": "https://hooks.example/", "events": ["card.created"], "is_enabled": is_enabled, "password": password})
        };
        for password in ["correct horse", "a better horse"] {
            if password == "a better horse" {
                // One that is off needs the password afterwards, too.
                app.put(&path, &ada.access_token, body(false, "")).await.assert_ok();
            }
            let options = json!({"cards": "all", "includes_sessions": false});
            app.post("/api/account/calendar/", &ada.access_token, options).await.assert_ok();
            app.mails().await;
            if password == "correct horse" {
                app.post_unauthenticated("/api/auth/forgot-password/", json!({"email": ada.email})).await.assert_ok();
                let token = app.mailed_token().await;
                let reset = json!({"token": token, "password": "a better horse"});
                app.post_unauthenticated("/api/auth/reset-password/", reset).await.assert_ok();
                let mail = app.mails().await.remove(0);
                assert!(mail.text.contains("and your webhooks are off"), "{}", mail.text);
            } else {
                app.post("/api/account/logins/end-all/", &ada.access_token, json!({"password": password})).await.assert_ok();
            }
            assert_eq!(app.count("calendar_feeds").await, 0);
            ada = app.person_with_id(&ada.id).await;
            let listed = app.get("/api/webhooks/", &ada.access_token).await.assert_ok();
            assert_eq!(listed["webhooks"][0]["disabled"], "logins_ended");
            assert_eq!(app.deliveries(&ada, &id).await[0]["state"], "failed", "the log is kept");

            // Turning it off by hand does not lift the need for the password.
            let off = app.put(&path, &ada.access_token, body(false, "")).await.assert_ok();
            assert_eq!(off["webhook"]["disabled"], "logins_ended");
            app.put(&path, &ada.access_token, body(true, "")).await.assert_rejected(403, "password_wrong");
            let on = app.put(&path, &ada.access_token, body(true, "a better horse")).await.assert_ok();
            assert_eq!(on["webhook"]["disabled"], json!(null));
        }
    }

    async fn webhooks_are_validated_and_limited(app: TestApp) {
        let ada = app.person("ada").await;
        let body = |url: &str, events: Value, boards: Value| {
            json!({"url": url, "events": events, "board_ids": boards, "password": "correct horse"})
        };
        let (good, events) = ("https://hooks.example/a", json!(["card.created", "card.created"]));
        for (body, code) in [
            (body("http://hooks.example/", events.clone(), json!(null)), "url_invalid"),
            (body("https://127.0.0.1/", events.clone(), json!(null)), "url_invalid"),
            (body(good, json!([]), json!(null)), "body_invalid"),
            (body(good, json!(["card.eaten"]), json!(null)), "body_invalid"),
            (body(good, events.clone(), json!([])), "body_invalid"),
            (body(good, events.clone(), json!(["x"])), "body_invalid"),
        ] {
            let response = app.post("/api/webhooks/", &ada.access_token, body.clone()).await;
            assert_eq!((response.status.as_u16(), response.body["code"].as_str()), (422, Some(code)), "{body}");
        }
        let added = app.post("/api/webhooks/", &ada.access_token, body(good, events.clone(), json!(null))).await.assert_ok();
        assert_eq!(added["webhook"]["events"], json!(["card.created"]));
        copy_webhooks(&app, 19).await;
        let one_more = app.post("/api/webhooks/", &ada.access_token, body(good, events, json!(null))).await;
        one_more.assert_rejected(409, "webhook_limit");
        let listed = app.get("/api/webhooks/", &ada.access_token).await.assert_ok();
        let path = format!("/api/webhooks/{}/", listed["webhooks"][0]["id"].as_str().unwrap());
        app.delete(&path, &ada.access_token).await.assert_ok();
        app.send_text(Method::DELETE, &path, Some(&ada.access_token), String::new()).await.assert_rejected(404, "not_found");
        assert_eq!(app.count("webhooks").await, 19);
    }
}
