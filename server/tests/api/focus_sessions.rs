//! Focus sessions.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines};
use serde_json::{Value, json};

fn session(id: &str, start: &str, end: &str) -> Value {
    json!({
        "id": id, "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": null, "card_id": null,
        "segments": [{"start": start, "end": end, "utc_offset": -210}]
    })
}

on_both_engines! {
    async fn a_session_is_kept_once_and_answered_as_it_was_first(app: TestApp) {
        let ada = app.person("ada").await;
        let mut first = session(&new_id(), "2026-03-03T10:00:00.000Z", "2026-03-03T10:20:00.000Z");
        first["segments"].as_array_mut().unwrap().push(
            json!({"start": "2026-03-03T10:30:00.000Z", "end": "2026-03-03T10:31:00.000Z", "utc_offset": 0})
        );
        let answer = app.post("/api/focus-sessions/", &ada.access_token, first.clone()).await.ok();
        assert_eq!(answer, json!({"session": first}));
        let mut again = first.clone();
        again["outcome"] = json!("finished_early");
        assert_eq!(app.post("/api/focus-sessions/", &ada.access_token, again).await.ok(), answer);
        assert_eq!(app.get("/api/focus-sessions/", &ada.access_token).await.ok(), json!({"sessions": [first]}));
    }

    async fn the_same_id_of_two_people_is_two_sessions(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let id = new_id();
        let of_ada = session(&id, "2026-03-03T10:00:00.000Z", "2026-03-03T10:20:00.000Z");
        let of_eve = session(&id, "2026-03-02T10:00:00.000Z", "2026-03-02T10:20:00.000Z");
        app.post("/api/focus-sessions/", &ada.access_token, of_ada.clone()).await.ok();
        assert_eq!(app.post("/api/focus-sessions/", &eve.access_token, of_eve.clone()).await.ok(), json!({"session": of_eve}));
        assert_eq!(app.get("/api/focus-sessions/", &ada.access_token).await.ok(), json!({"sessions": [of_ada]}));
        assert_eq!(app.get("/api/focus-sessions/", &eve.access_token).await.ok(), json!({"sessions": [of_eve]}));
    }

    async fn the_sessions_of_a_span_are_those_that_touch_it_oldest_first(app: TestApp) {
        let ada = app.person("ada").await;
        let ids: Vec<String> = (0..3).map(|_| new_id()).collect();
        for (id, hour) in [(&ids[2], 11), (&ids[0], 9), (&ids[1], 10)] {
            let body = session(id, &format!("2026-03-03T{hour:02}:00:00Z"), &format!("2026-03-03T{hour:02}:30:00Z"));
            app.post("/api/focus-sessions/", &ada.access_token, body).await.ok();
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
            let answer = app.get(&format!("/api/focus-sessions/{query}"), &ada.access_token).await.ok();
            let found: Vec<&str> = answer["sessions"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
            let expected: Vec<&str> = expected.iter().map(|index| ids[*index].as_str()).collect();
            assert_eq!(found, expected, "{query}");
        }
        app.get("/api/focus-sessions/?from=yesterday", &ada.access_token).await.refused(422, "bad_query");
    }

    async fn a_session_names_only_its_persons_own_boards_and_cards(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (of_ada, other, of_eve) = (app.board(&ada, "A").await, app.board(&ada, "B").await, app.board(&eve, "E").await);
        let (list, card, card_of_eve) = (new_id(), new_id(), new_id());
        app.change(&ada, &of_ada, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        app.change(&eve, &of_eve, &[add_list(&list, "l", "80"), add_card(&card_of_eve, &list, "c", "80")]).await;
        for (board, card, status) in [
            (json!(of_ada), json!(card), 200),
            (json!(of_ada), Value::Null, 200),
            (Value::Null, json!(card), 200),
            (json!(other), json!(card), 404),
            (json!(of_eve), Value::Null, 404),
            (json!(of_eve), json!(card_of_eve), 404),
            (Value::Null, json!(card_of_eve), 404),
            (json!(new_id()), Value::Null, 404),
            (Value::Null, json!(new_id()), 404),
        ] {
            let mut body = session(&new_id(), "2026-03-03T10:00:00Z", "2026-03-03T10:20:00Z");
            (body["board_id"], body["card_id"]) = (board.clone(), card.clone());
            let answer = app.post("/api/focus-sessions/", &ada.access_token, body).await;
            assert_eq!(answer.status.as_u16(), status, "{board} {card}");
        }
        let kept = app.get("/api/focus-sessions/", &ada.access_token).await.ok();
        assert_eq!(kept["sessions"].as_array().unwrap().len(), 3);
    }

    async fn times_that_cannot_be_are_refused(app: TestApp) {
        let ada = app.person("ada").await;
        for (reason, code, start, end) in [
            ("it ends before it begins", "session_invalid", "2026-03-03T10:00:00Z", "2026-03-03T09:00:00Z"),
            ("it ends in the future", "clock_ahead", "2026-03-03T10:00:00Z", "2026-03-03T13:00:00Z"),
            ("it takes no time", "session_invalid", "2026-03-03T10:00:00Z", "2026-03-03T10:00:00Z"),
        ] {
            let answer = app.post("/api/focus-sessions/", &ada.access_token, session(&new_id(), start, end)).await;
            assert_eq!(answer.body["code"], code, "{reason}");
            assert_eq!(answer.status.as_u16(), 422, "{reason}");
        }
        let mut empty = session(&new_id(), "2026-03-03T10:00:00Z", "2026-03-03T10:20:00Z");
        empty["segments"] = json!([]);
        app.post("/api/focus-sessions/", &ada.access_token, empty).await.refused(422, "session_invalid");
        assert_eq!(app.get("/api/focus-sessions/", &ada.access_token).await.ok(), json!({"sessions": []}));
    }
}
