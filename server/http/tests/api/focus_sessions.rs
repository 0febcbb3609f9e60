//! Focus sessions.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines};
use serde_json::{Value, json};

fn session(id: &str, start: &str, end: &str) -> Value {
    json!({
        "id": id, "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": null, "card_id": null,
        "segments": [{"start": start, "end": end, "utc_offset": -210}], "revision": 0, "is_deleted": false
    })
}

/// A session of ten minutes on the day of the tests.
fn short(id: &str, hour: u32) -> Value {
    session(id, &format!("2026-03-03T{hour:02}:00:00.000Z"), &format!("2026-03-03T{hour:02}:10:00.000Z"))
}

/// Another version of a session.
fn version(session: &Value, revision: i64, outcome: &str) -> Value {
    let mut version = session.clone();
    (version["revision"], version["outcome"]) = (json!(revision), json!(outcome));
    version
}

/// Returns the ids of sessions, and whether there are more.
fn listed(response: &Value) -> (Vec<&str>, bool) {
    let sessions = response["sessions"].as_array().unwrap();
    let ids = sessions.iter().map(|named| named["session"]["id"].as_str().unwrap()).collect();
    (ids, response["has_more"].as_bool().unwrap())
}

on_both_engines! {
    async fn repeated_session_is_stored_once(app: TestApp) {
        let ada = app.person("ada").await;
        let mut first = session(&new_id(), "2026-03-03T10:00:00.000Z", "2026-03-03T10:20:00.000Z");
        first["segments"].as_array_mut().unwrap().push(
            json!({"start": "2026-03-03T10:30:00.000Z", "end": "2026-03-03T10:31:00.000Z", "utc_offset": 0})
        );
        let response = app.post("/api/focus-sessions/", &ada.access_token, first.clone()).await.assert_ok();
        assert_eq!(response, json!({"session": first}));
        let mut again = first.clone();
        again["outcome"] = json!("finished_early");
        assert_eq!(app.post("/api/focus-sessions/", &ada.access_token, again).await.assert_ok(), response);
        assert_eq!(app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok(), json!({"sessions": [first]}));
    }

    async fn greater_revision_wins(app: TestApp) {
        let ada = app.person("ada").await;
        let first = session(&new_id(), "2026-03-03T10:00:00.000Z", "2026-03-03T10:20:00.000Z");
        for (sent, stored) in [
            (version(&first, 3, "stopped"), 3),
            (version(&first, 3, "finished_early"), 3),
            (version(&first, 2, "finished_early"), 3),
            (version(&first, 0, "finished_early"), 3),
            (version(&first, 7, "added_by_hand"), 7),
            (version(&first, 6, "stopped"), 7),
        ] {
            let response = app.post("/api/focus-sessions/", &ada.access_token, sent).await.assert_ok();
            let outcome = if stored == 3 { "stopped" } else { "added_by_hand" };
            assert_eq!(response, json!({"session": version(&first, stored, outcome)}));
            let all = app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok();
            assert_eq!(all, json!({"sessions": [version(&first, stored, outcome)]}));
        }
        // The first app sent no revisions; a session without one counts as the first revision.
        let mut old = session(&new_id(), "2026-03-03T09:00:00.000Z", "2026-03-03T09:20:00.000Z");
        old.as_object_mut().unwrap().retain(|field, _| field != "revision" && field != "is_deleted");
        let response = app.post("/api/focus-sessions/", &ada.access_token, old).await.assert_ok();
        assert_eq!((&response["session"]["revision"], &response["session"]["is_deleted"]), (&json!(0), &json!(false)));
        for revision in [json!(-1), json!(i64::MAX), json!(1_i64 << 53)] {
            let mut bad = first.clone();
            bad["revision"] = revision;
            app.post("/api/focus-sessions/", &ada.access_token, bad).await.assert_rejected(422, "session_invalid");
        }
        for (field, value) in [
            ("revision", json!("1")),
            ("revision", json!(1.5)),
            ("revision", json!(null)),
            ("is_deleted", json!(1)),
            ("is_deleted", json!(null)),
        ] {
            let mut bad = first.clone();
            bad[field] = value;
            app.post("/api/focus-sessions/", &ada.access_token, bad).await.assert_rejected(422, "body_invalid");
        }
    }

    async fn every_session_field_can_change(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, list, card) = (app.board(&ada, "B").await, new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let first = session(&new_id(), "2026-03-03T10:00:00.000Z", "2026-03-03T10:20:00.000Z");
        app.post("/api/focus-sessions/", &ada.access_token, first.clone()).await.assert_ok();
        let mut changed = session(first["id"].as_str().unwrap(), "2026-03-01T10:00:00.000Z", "2026-03-01T11:00:00.000Z");
        (changed["kind"], changed["planned"], changed["outcome"]) = (json!("focus"), json!(7), json!("completed"));
        (changed["board_id"], changed["card_id"], changed["revision"]) = (json!(board), json!(card), json!(1));
        assert_eq!(
            app.post("/api/focus-sessions/", &ada.access_token, changed.clone()).await.assert_ok(),
            json!({"session": changed})
        );
        let span = "/api/focus-sessions/?from=2026-03-01T10:59:00Z&to=2026-03-01T11:00:00Z";
        assert_eq!(app.get(span, &ada.access_token).await.assert_ok(), json!({"sessions": [changed]}));
        let span = "/api/focus-sessions/?from=2026-03-03T00:00:00Z";
        assert_eq!(app.get(span, &ada.access_token).await.assert_ok(), json!({"sessions": []}));
    }

    async fn deleted_session_returns_with_a_greater_revision(app: TestApp) {
        let ada = app.person("ada").await;
        let first = session(&new_id(), "2026-03-03T10:00:00.000Z", "2026-03-03T10:20:00.000Z");
        let mut deleted = version(&first, 1, "stopped");
        deleted["is_deleted"] = json!(true);
        let all = async || {
            let latest = app.get("/api/focus-sessions/latest/", &ada.access_token).await.assert_ok();
            let span = app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok();
            let user = app.get("/api/user/", &ada.access_token).await.assert_ok();
            let count = span["sessions"].as_array().unwrap().len();
            assert_eq!(listed(&latest).0.len(), count);
            (count, user["user"][0]["total_time"].as_i64().unwrap())
        };
        app.post("/api/focus-sessions/", &ada.access_token, first.clone()).await.assert_ok();
        assert_eq!(all().await, (1, 1_200));
        let response = app.post("/api/focus-sessions/", &ada.access_token, deleted.clone()).await.assert_ok();
        assert_eq!(response, json!({"session": deleted}));
        assert_eq!(all().await, (0, 0));
        // A late retry of an earlier version does not restore the session.
        assert_eq!(app.post("/api/focus-sessions/", &ada.access_token, first.clone()).await.assert_ok(), response);
        assert_eq!(all().await, (0, 0));
        let back = version(&first, 2, "stopped");
        assert_eq!(app.post("/api/focus-sessions/", &ada.access_token, back.clone()).await.assert_ok(), json!({"session": back}));
        assert_eq!(all().await, (1, 1_200));
        // A session that was deleted before it was ever sent is stored, but not counted.
        let mut never = session(&new_id(), "2026-03-03T08:00:00.000Z", "2026-03-03T08:20:00.000Z");
        never["is_deleted"] = json!(true);
        app.post("/api/focus-sessions/", &ada.access_token, never.clone()).await.assert_ok();
        assert_eq!(all().await, (1, 1_200));
        never["segments"] = json!([]);
        app.post("/api/focus-sessions/", &ada.access_token, never).await.assert_rejected(422, "session_invalid");
    }

    async fn concurrent_duplicate_sessions_are_stored_once(app: TestApp) {
        let ada = app.person("ada").await;
        let first = session(&new_id(), "2026-03-03T10:00:00.000Z", "2026-03-03T10:20:00.000Z");
        let sent = (0..8).map(|_| app.post("/api/focus-sessions/", &ada.access_token, first.clone()));
        for response in futures_util::future::join_all(sent).await {
            assert_eq!(response.assert_ok(), json!({"session": first}));
        }
        assert_eq!(app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok(), json!({"sessions": [first]}));
        let user = app.get("/api/user/", &ada.access_token).await.assert_ok();
        assert_eq!(user["user"][0]["total_time"], 1_200);
    }

    async fn greatest_revision_wins_under_concurrency(app: TestApp) {
        let ada = app.person("ada").await;
        for _ in 0..5 {
            let id = new_id();
            let versions = (0..10_i64).map(|revision| {
                let end = format!("2026-03-03T10:{:02}:00.000Z", revision + 1);
                version(&session(&id, "2026-03-03T10:00:00.000Z", &end), revision, "stopped")
            });
            let sent = versions.map(async |version| {
                let revision = version["revision"].as_i64().unwrap();
                let response = app.post("/api/focus-sessions/", &ada.access_token, version).await.assert_ok();
                assert!(response["session"]["revision"].as_i64().unwrap() >= revision);
            });
            futures_util::future::join_all(sent).await;
        }
        let stored = app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok();
        let revisions: Vec<&Value> = stored["sessions"].as_array().unwrap().iter().map(|one| &one["revision"]).collect();
        assert_eq!(revisions, [9; 5]);
        let days = app.get("/api/focus-days/", &ada.access_token).await.assert_ok();
        assert_eq!((&days["days"][0]["focused"], &days["days"][0]["sessions"]), (&json!(3_000_000), &json!(5)));
    }

    async fn latest_sessions_are_paginated_with_names(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, list, card) = (app.board(&ada, "Home").await, new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "Sweep", "80")]).await;
        let mut ids: Vec<String> = (0..5).map(|_| new_id()).collect();
        ids.sort();
        // Two sessions have the same start.
        for (id, hour) in ids.iter().zip([7, 8, 8, 10, 11]) {
            let mut body = short(id, hour);
            if hour == 8 {
                (body["board_id"], body["card_id"]) = (json!(board), json!(card));
            }
            app.post("/api/focus-sessions/", &ada.access_token, body).await.assert_ok();
        }
        // Breaks and other users' sessions are not listed.
        let mut pause = short(&new_id(), 9);
        pause["kind"] = json!("short_break");
        app.post("/api/focus-sessions/", &ada.access_token, pause).await.assert_ok();
        let eve = app.person("eve").await;
        let of_eve = short(&new_id(), 9);
        app.post("/api/focus-sessions/", &eve.access_token, of_eve.clone()).await.assert_ok();

        let latest = async |query: &str| {
            app.get(&format!("/api/focus-sessions/latest/{query}"), &ada.access_token).await.assert_ok()
        };
        let all: Vec<&str> = ids.iter().rev().map(String::as_str).collect();
        let response = latest("").await;
        assert_eq!(listed(&response), (all.clone(), false));
        let names: Vec<(&Value, &Value)> =
            response["sessions"].as_array().unwrap().iter().map(|one| (&one["board_name"], &one["card_title"])).collect();
        let (none, named) = ((&Value::Null, &Value::Null), (&json!("Home"), &json!("Sweep")));
        assert_eq!(names, [none, none, named, named, none]);
        assert_eq!(listed(&latest("?limit=2").await), (all[..2].to_vec(), true));
        assert_eq!(listed(&latest("?limit=5").await), (all.clone(), false));
        for (place, rest) in [(0, &all[1..]), (1, &all[2..]), (2, &all[3..]), (4, &[][..])] {
            assert_eq!(listed(&latest(&format!("?before={}", all[place])).await), (rest.to_vec(), false));
        }
        assert_eq!(listed(&latest(&format!("?before={}&limit=1", all[2])).await), (vec![all[3]], true));
        // A page can start after a session that was deleted in the meantime.
        let mut deleted = short(all[2], 8);
        (deleted["is_deleted"], deleted["revision"]) = (json!(true), json!(1));
        app.post("/api/focus-sessions/", &ada.access_token, deleted).await.assert_ok();
        assert_eq!(listed(&latest(&format!("?before={}", all[2])).await), (all[3..].to_vec(), false));
        assert_eq!(listed(&latest("?limit=200").await), (vec![all[0], all[1], all[3], all[4]], false));
        // Records in the trash keep their names; permanently deleted ones have none.
        app.change(&ada, &board, &[json!({"type": "trash_board"})]).await;
        let named = |response: Value| (response["sessions"][2]["board_name"].clone(), response["sessions"][2]["card_title"].clone());
        assert_eq!(named(latest("").await), (json!("Home"), json!("Sweep")));
        app.execute(&format!("DELETE FROM boards WHERE id = '{board}'")).await;
        assert_eq!(named(latest("").await), (Value::Null, Value::Null));

        for (query, status, code) in [
            (format!("?before={}", of_eve["id"].as_str().unwrap()), 404, "not_found"),
            (format!("?before={}", new_id()), 404, "not_found"),
            ("?before=7".to_owned(), 422, "bad_query"),
            ("?before=".to_owned(), 422, "bad_query"),
            ("?limit=0".to_owned(), 422, "bad_query"),
            ("?limit=201".to_owned(), 422, "bad_query"),
            ("?limit=-1".to_owned(), 422, "bad_query"),
            ("?limit=many".to_owned(), 422, "bad_query"),
            ("?limit=99999999999999999999".to_owned(), 422, "bad_query"),
        ] {
            app.get(&format!("/api/focus-sessions/latest/{query}"), &ada.access_token).await.assert_rejected(status, code);
        }
    }

    async fn session_ids_are_scoped_to_the_account(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let id = new_id();
        let of_ada = session(&id, "2026-03-03T10:00:00.000Z", "2026-03-03T10:20:00.000Z");
        let of_eve = session(&id, "2026-03-02T10:00:00.000Z", "2026-03-02T10:20:00.000Z");
        app.post("/api/focus-sessions/", &ada.access_token, of_ada.clone()).await.assert_ok();
        assert_eq!(app.post("/api/focus-sessions/", &eve.access_token, of_eve.clone()).await.assert_ok(), json!({"session": of_eve}));
        assert_eq!(app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok(), json!({"sessions": [of_ada]}));
        assert_eq!(app.get("/api/focus-sessions/", &eve.access_token).await.assert_ok(), json!({"sessions": [of_eve]}));
    }

    async fn sessions_of_a_range_are_sorted_oldest_first(app: TestApp) {
        let ada = app.person("ada").await;
        let ids: Vec<String> = (0..3).map(|_| new_id()).collect();
        for (id, hour) in [(&ids[2], 11), (&ids[0], 9), (&ids[1], 10)] {
            let body = session(id, &format!("2026-03-03T{hour:02}:00:00Z"), &format!("2026-03-03T{hour:02}:30:00Z"));
            app.post("/api/focus-sessions/", &ada.access_token, body).await.assert_ok();
        }
        for (query, expected) in [
            ("", &[0, 1, 2][..]),
            ("?from=2026-03-03T09:29:59Z", &[0, 1, 2]),
            ("?from=2026-03-03T09:30:00Z", &[1, 2]),
            ("?to=2026-03-03T11:00:00Z", &[0, 1]),
            ("?to=2026-03-03T11:00:01Z", &[0, 1, 2]),
            ("?from=2026-03-03T11:10:00%2B01:00&to=2026-03-03T10:15:00Z", &[1]),
            ("?from=2027-01-01T00:00:00Z", &[]),
        ] {
            let response = app.get(&format!("/api/focus-sessions/{query}"), &ada.access_token).await.assert_ok();
            let found: Vec<&str> = response["sessions"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
            let expected: Vec<&str> = expected.iter().map(|index| ids[*index].as_str()).collect();
            assert_eq!(found, expected, "{query}");
        }
        app.get("/api/focus-sessions/?from=yesterday", &ada.access_token).await.assert_rejected(422, "bad_query");
    }

    async fn session_may_reference_only_own_boards_and_cards(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (of_ada, other, of_eve) = (app.board(&ada, "A").await, app.board(&ada, "B").await, app.board(&eve, "E").await);
        let (list, card, card_of_eve) = (new_id(), new_id(), new_id());
        app.change(&ada, &of_ada, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        app.change(&eve, &of_eve, &[add_list(&list, "l", "80"), add_card(&card_of_eve, &list, "c", "80")]).await;
        for (board, card, status) in [
            (json!(of_ada), json!(card), 200),
            (json!(of_ada), Value::Null, 200),
            (Value::Null, json!(card), 200),
            // As if the card was moved since: stored with the board where it is.
            (json!(other), json!(card), 200),
            (json!(of_eve), Value::Null, 404),
            (json!(of_eve), json!(card_of_eve), 404),
            (Value::Null, json!(card_of_eve), 404),
            (json!(new_id()), Value::Null, 404),
            (Value::Null, json!(new_id()), 404),
        ] {
            let mut body = session(&new_id(), "2026-03-03T10:00:00Z", "2026-03-03T10:20:00Z");
            (body["board_id"], body["card_id"]) = (board.clone(), card.clone());
            let response = app.post("/api/focus-sessions/", &ada.access_token, body).await;
            assert_eq!(response.status.as_u16(), status, "{board} {card}");
        }
        let stored = app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok();
        let boards: Vec<&Value> = stored["sessions"].as_array().unwrap().iter().map(|one| &one["board_id"]).collect();
        assert_eq!((boards.len(), boards.contains(&&json!(other))), (4, false));
    }

    async fn invalid_session_times_are_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        for (reason, code, start, end) in [
            ("it ends before it begins", "session_invalid", "2026-03-03T10:00:00Z", "2026-03-03T09:00:00Z"),
            ("it ends in the future", "clock_ahead", "2026-03-03T10:00:00Z", "2026-03-03T13:00:00Z"),
            ("it takes no time", "session_invalid", "2026-03-03T10:00:00Z", "2026-03-03T10:00:00Z"),
        ] {
            let response = app.post("/api/focus-sessions/", &ada.access_token, session(&new_id(), start, end)).await;
            assert_eq!(response.body["code"], code, "{reason}");
            assert_eq!(response.status.as_u16(), 422, "{reason}");
        }
        let mut empty = session(&new_id(), "2026-03-03T10:00:00Z", "2026-03-03T10:20:00Z");
        empty["segments"] = json!([]);
        app.post("/api/focus-sessions/", &ada.access_token, empty).await.assert_rejected(422, "session_invalid");
        assert_eq!(app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok(), json!({"sessions": []}));
    }
}
