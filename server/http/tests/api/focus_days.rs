//! Focus time by day, board, label and card.

use crate::support::{Person, TestApp, add_card, add_list, new_id, on_both_engines};
use serde_json::{Value, json};

/// A board with one list and two cards. The first has two labels, and the second has one of them.
struct Sample {
    board: String,
    cards: [String; 2],
}

impl Sample {
    async fn on(app: &TestApp, person: &Person, name: &str) -> Self {
        let (board, list, cards) = (app.board(person, name).await, new_id(), [new_id(), new_id()]);
        app.change(person, &board, &[
            add_list(&list, "l", "80"),
            add_card(&cards[0], &list, "c", "80"),
            add_card(&cards[1], &list, "d", "81"),
            json!({"type": "edit_card", "card_id": cards[0], "edit": {"field": "labels", "value": ["deep", "écrit"]}}),
            json!({"type": "edit_card", "card_id": cards[1], "edit": {"field": "labels", "value": ["deep"]}}),
        ])
        .await;
        Self { board, cards }
    }
}

/// A session for a board and a card, or for none. The start is in UTC, which is also the user's time zone.
fn session(start: &str, minutes: i64, board: Option<&str>, card: Option<&str>) -> Value {
    let start = core_wasm::protocol::time::Timestamp::parse(start).unwrap();
    let end = start.plus_millis(minutes * 60_000);
    json!({
        "id": new_id(), "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": board, "card_id": card,
        "segments": [{"start": start, "end": end, "utc_offset": 0}], "revision": 0, "is_deleted": false
    })
}

async fn store_session(app: &TestApp, person: &Person, session: &Value) {
    app.post("/api/focus-sessions/", &person.access_token, session.clone()).await.assert_ok();
}

/// Returns the days with their minutes and sessions.
async fn days(app: &TestApp, person: &Person, query: &str) -> Vec<(String, i64, i64)> {
    let response = app.get(&format!("/api/focus-days/{query}"), &person.access_token).await.assert_ok();
    let number = |day: &Value, field: &str| day[field].as_i64().unwrap();
    let days = response["days"].as_array().unwrap();
    let day = |day: &Value| {
        (day["day"].as_str().unwrap().to_owned(), number(day, "focused") / 60_000, number(day, "sessions"))
    };
    days.iter().map(day).collect()
}

fn expected(days: &[(&str, i64, i64)]) -> Vec<(String, i64, i64)> {
    days.iter().map(|(day, minutes, sessions)| ((*day).to_owned(), *minutes, *sessions)).collect()
}

on_both_engines! {
    async fn day_sums_follow_session_changes(app: TestApp) {
        let ada = app.person("ada").await;
        let all = async || days(&app, &ada, "").await;
        assert_eq!(all().await, []);
        // A session over midnight counts for the day on which it started.
        let mut late = session("2026-03-02T23:30:00Z", 60, None, None);
        store_session(&app, &ada, &late).await;
        store_session(&app, &ada, &session("2026-03-03T09:00:00Z", 10, None, None)).await;
        assert_eq!(all().await, expected(&[("2026-03-02", 30, 1), ("2026-03-03", 40, 1)]));
        // A new version no longer counts for the previous day.
        late["segments"] = session("2026-02-27T12:00:00Z", 5, None, None)["segments"].clone();
        late["revision"] = json!(1);
        store_session(&app, &ada, &late).await;
        assert_eq!(all().await, expected(&[("2026-02-27", 5, 1), ("2026-03-03", 10, 1)]));
        late["is_deleted"] = json!(true);
        late["revision"] = json!(2);
        store_session(&app, &ada, &late).await;
        assert_eq!(all().await, expected(&[("2026-03-03", 10, 1)]));
        // A break does not count, also if it is sent again.
        let mut pause = session("2026-03-01T12:00:00Z", 5, None, None);
        pause["kind"] = json!("long_break");
        store_session(&app, &ada, &pause).await;
        assert_eq!(all().await, expected(&[("2026-03-03", 10, 1)]));
        // If the day starts at one o'clock, earlier sessions belong to the day before.
        store_session(&app, &ada, &session("2026-03-03T00:30:00Z", 20, None, None)).await;
        assert_eq!(all().await, expected(&[("2026-03-03", 30, 2)]));
        app.put("/api/preferences/", &ada.access_token, json!({"day_start_minutes": 40})).await.assert_ok();
        assert_eq!(all().await, expected(&[("2026-03-02", 10, 1), ("2026-03-03", 20, 1)]));
        store_session(&app, &ada, &session("2026-03-03T00:35:00Z", 10, None, None)).await;
        assert_eq!(all().await, expected(&[("2026-03-02", 15, 2), ("2026-03-03", 25, 1)]));
        app.put("/api/preferences/", &ada.access_token, json!({"day_start_minutes": 0})).await.assert_ok();
        // The preference changes, and a session is added before the sums are read.
        store_session(&app, &ada, &session("2026-03-02T10:00:00Z", 1, None, None)).await;
        assert_eq!(all().await, expected(&[("2026-03-02", 1, 1), ("2026-03-03", 40, 3)]));
    }

    async fn day_has_first_and_last_segment_start(app: TestApp) {
        let ada = app.person("ada").await;
        let sample = Sample::on(&app, &ada, "B").await;
        let mut early = session("2026-03-03T08:00:00Z", 10, Some(&sample.board), None);
        early["segments"][0]["utc_offset"] = json!(-210);
        let late = session("2026-03-03T10:00:00Z", 10, None, None);
        store_session(&app, &ada, &late).await;
        store_session(&app, &ada, &early).await;
        store_session(&app, &ada, &session("2026-03-03T09:00:00Z", 10, Some(&sample.board), Some(&sample.cards[0]))).await;
        let response = app.get("/api/focus-days/", &ada.access_token).await.assert_ok();
        assert_eq!(response, json!({"days": [{
            "day": "2026-03-03", "focused": 1_800_000, "sessions": 3,
            "first_start": "2026-03-03T08:00:00.000Z", "first_utc_offset": -210,
            "last_start": "2026-03-03T10:00:00.000Z", "last_utc_offset": 0
        }]}));
        (early["is_deleted"], early["revision"]) = (json!(true), json!(1));
        store_session(&app, &ada, &early).await;
        let response = app.get(&format!("/api/focus-days/?except={}", late["id"].as_str().unwrap()), &ada.access_token).await.assert_ok();
        assert_eq!(response, json!({"days": [{
            "day": "2026-03-03", "focused": 600_000, "sessions": 1,
            "first_start": "2026-03-03T09:00:00.000Z", "first_utc_offset": 0,
            "last_start": "2026-03-03T09:00:00.000Z", "last_utc_offset": 0
        }]}));
    }

    async fn excluded_sessions_are_not_counted(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let sessions = [
            session("2026-03-02T23:50:00Z", 20, None, None),
            session("2026-03-03T10:00:00Z", 5, None, None),
            session("2026-02-20T10:00:00Z", 7, None, None),
        ];
        for session in &sessions {
            store_session(&app, &ada, session).await;
        }
        let mut deleted = session("2026-02-20T11:00:00Z", 7, None, None);
        deleted["is_deleted"] = json!(true);
        store_session(&app, &ada, &deleted).await;
        let of_eve = session("2026-03-03T10:00:00Z", 3, None, None);
        store_session(&app, &eve, &of_eve).await;
        let id = |session: &Value| session["id"].as_str().unwrap().to_owned();
        let all = [("2026-02-20", 7, 1), ("2026-03-02", 10, 1), ("2026-03-03", 15, 1)];
        for (ids, rest) in [
            (vec![], &all[..]),
            (vec![id(&sessions[0])], &[("2026-02-20", 7, 1), ("2026-03-03", 5, 1)]),
            (vec![id(&sessions[0]), id(&sessions[0]), id(&sessions[2])], &[("2026-03-03", 5, 1)]),
            (sessions.iter().map(id).collect(), &[]),
            (vec![id(&deleted), id(&of_eve), new_id()], &all),
        ] {
            assert_eq!(days(&app, &ada, &format!("?except={}", ids.join(","))).await, expected(rest), "{ids:?}");
        }
        // The maximum number of ids that fit into a URL.
        let many: Vec<String> = (0..1_700).map(|_| new_id()).chain([id(&sessions[2])]).collect();
        assert_eq!(days(&app, &ada, &format!("?except={}", many.join(","))).await, expected(&all[1..]));
        for path in ["/api/focus-days/?except=7", &format!("/api/focus-days/?except={};{}", new_id(), new_id())] {
            app.get(path, &ada.access_token).await.assert_rejected(422, "bad_query");
        }
    }

    async fn board_focus_time_is_listed_by_card(app: TestApp) {
        let ada = app.person("ada").await;
        let sample = Sample::on(&app, &ada, "B").await;
        let other = Sample::on(&app, &ada, "C").await;
        let (board, [first, second]) = (Some(sample.board.as_str()), &sample.cards);
        let waiting = session("2026-03-03T11:00:00Z", 4, board, Some(second));
        for session in [
            session("2026-03-02T23:50:00Z", 20, board, Some(first)),
            session("2026-03-03T08:00:00Z", 5, board, Some(first)),
            session("2026-03-03T09:00:00Z", 3, board, None),
            session("2026-03-03T10:00:00Z", 7, None, None),
            session("2026-03-03T10:30:00Z", 9, Some(&other.board), Some(&other.cards[0])),
            waiting.clone(),
        ] {
            store_session(&app, &ada, &session).await;
        }
        let times = async |address: &str, query: &str| {
            let response = app.get(&format!("/api/boards/{address}/focus-time/{query}"), &ada.access_token).await.assert_ok();
            let mut cards = response["cards"].as_array().unwrap().clone();
            cards.sort_by_key(|card| card["focused"].as_i64());
            cards
        };
        let time = |card: Option<&str>, minutes: i64, sessions: i64| {
            json!({"card_id": card, "focused": minutes * 60_000, "sessions": sessions})
        };
        let (rest, of_second) = (time(None, 3, 1), time(Some(second), 4, 1));
        let of_first = time(Some(first), 25, 2);
        let slug = app.open_board(&ada, &sample.board).await["board"]["slug"].as_str().unwrap().to_owned();
        for address in [&sample.board, &slug] {
            assert_eq!(times(address, "").await, [rest.clone(), of_second.clone(), of_first.clone()]);
        }
        let except = format!("?except={},{}", waiting["id"].as_str().unwrap(), new_id());
        assert_eq!(times(&sample.board, &except).await, [rest.clone(), of_first.clone()]);
        // Records in the trash keep their focus time.
        app.change(&ada, &sample.board, &[json!({"type": "trash_card", "card_id": first})]).await;
        assert_eq!(times(&sample.board, &except).await, [rest, of_first]);
        app.get(&format!("/api/boards/{}/focus-time/?except=x", sample.board), &ada.access_token).await.assert_rejected(422, "bad_query");
        app.get(&format!("/api/boards/{}/focus-time/", new_id()), &ada.access_token).await.assert_rejected(404, "not_found");
    }

    async fn estimates_of_completed_cards_are_compared_with_the_focus_time(app: TestApp) {
        let (ada, grace) = (app.person("ada").await, app.person("grace").await);
        let Sample { board, cards } = Sample::on(&app, &ada, "B").await;
        app.join(&ada, &board, &grace, "editor").await;
        let edit = |card: &str, field: &str, value: Value| json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}});
        let breakdown = async |person: &Person, query: &str| {
            let response = app.get(&format!("/api/focus-days/breakdown/{query}"), &person.access_token).await.assert_ok();
            response["estimates"].clone()
        };
        app.change(&ada, &board, &[edit(&cards[0], "estimate", json!(30)), edit(&cards[1], "estimate", json!(60))]).await;
        // Before the day of the completion, in two sessions.
        store_session(&app, &ada, &session("2026-02-20T09:00:00Z", 25, Some(&board), Some(&cards[0]))).await;
        store_session(&app, &ada, &session("2026-03-03T09:00:00Z", 20, Some(&board), Some(&cards[0]))).await;
        assert_eq!(breakdown(&ada, "").await, Value::Null, "no card is completed");
        app.change(&ada, &board, &[edit(&cards[0], "completed", json!(true)), edit(&cards[1], "completed", json!(true))]).await;
        let both = json!({"cards": 1, "estimated": 1_800, "focused": 2_700, "untracked_cards": 1});
        assert_eq!(breakdown(&ada, "?from=2026-03-03&to=2026-03-03").await, both);
        assert_eq!(breakdown(&ada, "?by=board").await, both);
        assert_eq!(breakdown(&ada, "?to=2026-03-02").await, Value::Null);
        assert_eq!(breakdown(&ada, "?from=2026-03-04").await, Value::Null);
        // 12:00 UTC is already the next day on Kiritimati.
        app.put("/api/preferences/", &ada.access_token, json!({"time_zone": "Pacific/Kiritimati"})).await.assert_ok();
        assert_eq!(breakdown(&ada, "?from=2026-03-04&to=2026-03-04").await, both);
        // Lists and boards in the trash do not count, and neither do templates.
        let list = app.open_board(&ada, &board).await["lists"][0]["id"].clone();
        let template = |is_template: bool| json!({"type": "edit_board", "edit": {"field": "template", "value": is_template}});
        for (there, back) in [
            (json!({"type": "trash_list", "list_id": list}), json!({"type": "restore_list", "list_id": list})),
            (json!({"type": "trash_board"}), json!({"type": "restore_board"})),
            (template(true), template(false)),
        ] {
            app.change(&ada, &board, &[there]).await;
            assert_eq!(breakdown(&ada, "?by=board").await, Value::Null);
            app.change(&ada, &board, &[back]).await;
            assert_eq!(breakdown(&ada, "?by=board").await, both);
        }
        // Grace has not focused on the cards, and one of them is only Ada's.
        app.change(&ada, &board, &[edit(&cards[0], "assign", json!(ada.id))]).await;
        assert_eq!(breakdown(&grace, "").await, json!({"cards": 0, "estimated": 0, "focused": 0, "untracked_cards": 1}));
        app.change(&ada, &board, &[json!({"type": "trash_card", "card_id": cards[1]})]).await;
        assert_eq!(breakdown(&grace, "").await, Value::Null);
    }

    async fn breakdown_uses_boards_and_current_labels(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (home, work) = (Sample::on(&app, &ada, "Home").await, Sample::on(&app, &ada, "Work").await);
        app.put("/api/boards/update-board/", &ada.access_token, json!({"boardId": work.board, "updatedBoard": {"color": "#4caf50"}})).await.assert_ok();
        let (of_home, of_work) = (Some(home.board.as_str()), Some(work.board.as_str()));
        for session in [
            session("2026-03-02T23:50:00Z", 20, of_home, Some(&home.cards[0])),
            session("2026-03-03T08:00:00Z", 40, of_work, Some(&work.cards[1])),
            session("2026-03-03T09:00:00Z", 3, of_work, None),
            session("2026-03-03T10:00:00Z", 7, None, None),
            session("2026-02-20T10:00:00Z", 60, of_home, Some(&home.cards[1])),
        ] {
            store_session(&app, &ada, &session).await;
        }
        store_session(&app, &eve, &session("2026-03-03T08:00:00Z", 40, None, None)).await;
        let breakdown = async |query: &str| app.get(&format!("/api/focus-days/breakdown/{query}"), &ada.access_token).await.assert_ok();
        let board = |sample: &Sample, name: &str, color: Value, minutes: i64, sessions: i64| json!({
            "board_id": sample.board, "name": name, "color": color, "focused": minutes * 60, "sessions": sessions
        });
        let none = |minutes: i64, sessions: i64| json!({
            "board_id": null, "name": "", "color": null, "focused": minutes * 60, "sessions": sessions
        });
        let label = |label: &str, minutes: i64, sessions: i64| json!({"label": label, "focused": minutes * 60, "sessions": sessions});
        assert_eq!(breakdown("").await, json!({
            "boards": [board(&home, "Home", json!(null), 80, 2), board(&work, "Work", json!("#4caf50"), 43, 2), none(7, 1)],
            "labels": [label("deep", 120, 3), label("écrit", 20, 1)]
        }));
        assert_eq!(breakdown("?from=2026-03-03&to=2026-03-03").await, json!({
            "boards": [board(&work, "Work", json!("#4caf50"), 43, 2), board(&home, "Home", json!(null), 10, 0), none(7, 1)],
            "labels": [label("deep", 50, 1), label("écrit", 10, 0)]
        }));
        assert_eq!(breakdown("?to=2026-02-20").await["boards"], json!([board(&home, "Home", json!(null), 60, 1)]));
        assert_eq!(breakdown("?from=2026-03-04").await, json!({"boards": [], "labels": []}));
        assert_eq!(breakdown("?from=2026-03-03&to=2026-03-02").await, json!({"boards": [], "labels": []}));
        for query in ["?from=yesterday", "?to=2026-02-30", "?from=", "?from=2026-03-03T00:00:00Z"] {
            app.get(&format!("/api/focus-days/breakdown/{query}"), &ada.access_token).await.assert_rejected(422, "bad_query");
        }
        // The card's current labels count, even if it is in the trash.
        let card = &home.cards[0];
        app.change(&ada, &home.board, &[
            json!({"type": "edit_card", "card_id": card, "edit": {"field": "labels", "value": ["new"]}}),
            json!({"type": "trash_card", "card_id": card}),
        ]).await;
        assert_eq!(breakdown("").await["labels"], json!([label("deep", 100, 2), label("new", 20, 1)]));
        // Time on a deleted board counts as time without a board, even if another user reuses the board's id.
        app.execute(&format!("DELETE FROM boards WHERE id = '{}'", home.board)).await;
        let taken = json!({"name": "Eve's", "id": home.board});
        app.post("/api/boards/create-board/", &eve.access_token, taken).await.assert_ok();
        assert_eq!(breakdown("").await, json!({
            "boards": [none(87, 3), board(&work, "Work", json!("#4caf50"), 43, 2)], "labels": [label("deep", 40, 1)]
        }));
    }

    async fn streak_uses_the_goal_of_each_day(app: TestApp) {
        let ada = app.person("ada").await;
        for day in [1, 2, 3] {
            store_session(&app, &ada, &session(&format!("2026-03-0{day}T08:00:00Z"), 30, None, None)).await;
        }
        let streaks = async || {
            let user = app.get("/api/user/", &ada.access_token).await.assert_ok();
            let user = &user["user"][0];
            (user["focus_streak"].as_i64().unwrap(), user["longest_focus_streak"].as_i64().unwrap(), user["mins_for_streak"].clone())
        };
        assert_eq!(streaks().await, (3, 3, json!(25)));
        app.put("/api/preferences/", &ada.access_token, json!({"mins_for_streak": 60})).await.assert_ok();
        assert_eq!(streaks().await, (2, 2, json!(60)), "the days before keep their goal, and today can still be reached");
    }

    async fn focus_days_of_a_deleted_account_return_401(app: TestApp) {
        let nobody = app.person("nobody").await;
        // The login is cached now, so the missing account is detected.
        app.get("/api/user/", &nobody.access_token).await.assert_ok();
        app.execute("DELETE FROM users").await;
        let body = session("2026-03-03T08:00:00Z", 30, None, None);
        app.post("/api/focus-sessions/", &nobody.access_token, body).await.assert_rejected(401, "token_invalid");
        for path in ["/api/focus-days/", "/api/focus-days/breakdown/", "/api/user/"] {
            app.get(path, &nobody.access_token).await.assert_rejected(401, "token_invalid");
        }
    }
}
