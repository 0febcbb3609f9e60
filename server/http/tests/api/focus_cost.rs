//! The cost of a session does not grow with the number of sessions in the account, and the cost of statistics grows
//! only with the number of days. Requests to small and large accounts alternate, so that other load on the machine
//! slows down all of them.

use crate::support::{Person, START, TestApp, new_id, on_both_engines};
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const SAMPLES: i64 = 30;
/// Reading all sessions would be tens of times slower; cache effects stay below this ratio.
const MAX_RATIO: u32 = 3;
const SLACK: Duration = Duration::from_millis(3);

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// Creates an account with `per_day` sessions of half an hour on each of `days` days, alternating between three cards.
/// The sums are missing, as in accounts from before they existed.
async fn account(app: &TestApp, name: &str, days: i64, per_day: i64) -> Person {
    let person = app.person(name).await;
    let (board, cards) = (new_id(), [new_id(), new_id(), new_id()]);
    let row = |number: i64| {
        let start = START - (number / per_day + 1) * DAY + (number % per_day) * 30 * MINUTE;
        let end = start + 30 * MINUTE;
        let at = Timestamp::from_millis;
        let segments = json!([{"start": at(start), "end": at(end), "utc_offset": 0}]);
        let (id, card) = (new_id(), &cards[number as usize % cards.len()]);
        format!(
            "('{}', '{id}', 'focus', 1800, 'stopped', '{board}', '{card}', {start}, {end}, '{segments}')",
            person.id
        )
    };
    let rows: Vec<String> = (0..days * per_day).map(row).collect();
    for rows in rows.chunks(1_000) {
        app.execute(&format!(
            "INSERT INTO focus_sessions (user_id, id, kind, planned, outcome, board_id, card_id, starts_at, ends_at, segments) VALUES {}",
            rows.join(", ")
        ))
        .await;
    }
    app.execute(&format!("UPDATE users SET summed_day_start = NULL WHERE id = '{}'", person.id)).await;
    let user = app.get("/api/user/", &person.access_token).await.assert_ok();
    assert_eq!(
        user["user"][0]["total_time"],
        json!(days * per_day * 30 * 60),
        "the sums are computed from existing sessions"
    );
    person
}

/// A session of two minutes that ended some minutes ago.
fn session(id: &str, minutes_ago: i64, revision: i64) -> Value {
    let at = |minutes: i64| Timestamp::from_millis(START - minutes * MINUTE);
    json!({
        "id": id, "kind": "focus", "planned": 1500, "outcome": "stopped", "revision": revision, "is_deleted": false,
        "segments": [{"start": at(minutes_ago + 2), "end": at(minutes_ago), "utc_offset": 0}]
    })
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn assert_alike(what: &str, [small, large]: [Vec<Duration>; 2]) {
    let (of_small, of_large) = (median(small), median(large));
    assert!(of_large <= of_small * MAX_RATIO + SLACK, "{what}: {of_small:?} and {of_large:?}");
}

on_both_engines! {
    async fn session_cost_is_independent_of_session_count(app: TestApp) {
        // Both accounts have the same number of sessions on recent days.
        let (small, large) = (account(&app, "small", 1, 10).await, account(&app, "large", 2_000, 10).await);
        app.execute("ANALYZE").await;
        let kinds = ["add", "change", "delete", "latest"];
        let mut times = [const { [const { Vec::new() }; 2] }; 4];
        for sample in 0..SAMPLES {
            for (which, person) in [&small, &large].into_iter().enumerate() {
                let id = new_id();
                let mut deleted = session(&id, sample + 1, 2);
                deleted["is_deleted"] = json!(true);
                for (kind, body) in [session(&id, sample, 0), session(&id, sample + 1, 1), deleted].into_iter().enumerate() {
                    let started = Instant::now();
                    let response = app.post("/api/focus-sessions/", &person.access_token, body.clone()).await;
                    times[kind][which].push(started.elapsed());
                    assert_eq!(response.assert_ok()["session"]["revision"], body["revision"]);
                }
                let started = Instant::now();
                let latest = app.get("/api/focus-sessions/latest/?limit=10", &person.access_token).await;
                times[3][which].push(started.elapsed());
                assert_eq!(latest.assert_ok()["sessions"].as_array().unwrap().len(), 10);
            }
        }
        for (kind, times) in kinds.into_iter().zip(times) {
            assert_alike(kind, times);
        }
    }

    async fn user_statistics_cost_is_independent_of_sessions_per_day(app: TestApp) {
        let (small, large) = (account(&app, "small", 500, 1).await, account(&app, "large", 500, 40).await);
        app.execute("ANALYZE").await;
        for path in ["/api/user/", "/api/focus-days/"] {
            let mut times = [Vec::new(), Vec::new()];
            for _ in 0..SAMPLES {
                for (which, person) in [&small, &large].into_iter().enumerate() {
                    let started = Instant::now();
                    let response = app.get(path, &person.access_token).await;
                    times[which].push(started.elapsed());
                    response.assert_ok();
                }
            }
            assert_alike(path, times);
        }
    }
}
