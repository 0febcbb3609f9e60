//! After any changes to sessions through the API, the stored sums and the account's statistics equal what the core
//! computes from all sessions.

use crate::support::{Person, START, TestApp, add_card, add_list, new_id, on_both_engines};
use core_wasm::protocol::http::{
    BoardFocusTimeResponse, CardFocus, FocusBreakdownResponse, FocusDaysResponse, Preferences,
};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{FocusSession, Outcome, Segment, SessionKind};
use core_wasm::protocol::time::Timestamp;
use core_wasm::stats::{self, StatsSettings};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Random numbers that are the same in every run (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.unsigned_abs()) as i64
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as i64) as usize].clone()
    }
}

/// The boards and cards of sessions.
struct SessionTargets {
    boards: [Id; 2],
    cards: [Id; 2],
}

/// A random recent session of up to an hour or almost a day, with pauses, possibly over midnight and with a change of
/// the UTC offset.
fn session(random: &mut Random, targets: &SessionTargets, id: Id, revision: i64) -> FocusSession {
    let minute = 60_000;
    let mut segments = Vec::new();
    let mut moment = START - random.below(9 * 24 * 60) * minute - 23 * 60 * minute;
    let utc_offset = random.pick(&[-720, -210, 0, 60, 120, 840]);
    let longest = random.pick(&[1, 20, 20, 20, 200]);
    for _ in 0..=random.below(4) {
        let end = moment + 1 + random.below(longest * minute);
        let utc_offset = if random.below(4) == 0 { random.pick(&[-720, 0, 60, 840]) } else { utc_offset };
        segments.push(Segment { start: Timestamp::from_millis(moment), end: Timestamp::from_millis(end), utc_offset });
        moment = end + random.below(60 * minute);
    }
    let at = random.below(2) as usize;
    let (board_id, card_id) = match random.below(4) {
        0 => (None, None),
        1 => (Some(targets.boards[at]), None),
        _ => (Some(targets.boards[at]), Some(targets.cards[at])),
    };
    FocusSession {
        id,
        kind: if random.below(8) == 0 { SessionKind::ShortBreak } else { SessionKind::Focus },
        planned: 1_500,
        outcome: random.pick(&[Outcome::Stopped, Outcome::FinishedEarly, Outcome::AddedByHand]),
        board_id,
        card_id,
        segments,
        revision,
        is_deleted: random.below(4) == 0,
    }
}

async fn read<T: serde::de::DeserializeOwned>(app: &TestApp, person: &Person, path: &str) -> T {
    serde_json::from_value(app.get(path, &person.access_token).await.assert_ok()).unwrap()
}

/// Compares all statistics with what the core computes from all sessions.
async fn check(app: &TestApp, ada: &Person, targets: &SessionTargets, sessions: &[FocusSession], except: &[Id]) {
    let preferences: Preferences = read(app, ada, "/api/preferences/").await;
    let settings = StatsSettings::from(&preferences);
    let day_start = preferences.day_start_minutes;

    let days = stats::day_sums(sessions, day_start);
    let response: FocusDaysResponse = read(app, ada, "/api/focus-days/").await;
    assert_eq!(response.days, days);
    let rest = || sessions.iter().filter(|session| !except.contains(&session.id));
    let named: Vec<String> = except.iter().map(Id::to_string).collect();
    let query = format!("?except={}", named.join(","));
    let response: FocusDaysResponse = read(app, ada, &format!("/api/focus-days/{query}")).await;
    assert_eq!(response.days, stats::day_sums(rest(), day_start), "without {query}");

    let user = app.get("/api/user/", &ada.access_token).await.assert_ok();
    let summary = stats::summary(&days, &settings, Timestamp::from_millis(START), 0);
    for (field, expected) in [
        ("focus_streak", summary.current_streak),
        ("longest_focus_streak", summary.longest_streak),
        ("total_time", summary.total_time),
    ] {
        assert_eq!(user["user"][0][field], json!(expected), "{field}");
    }

    for board_id in targets.boards {
        let mut cards: BTreeMap<Option<Id>, (i64, i64)> = BTreeMap::new();
        for sum in stats::focus_sums(rest(), day_start).into_iter().filter(|sum| sum.board_id == Some(board_id)) {
            let card = cards.entry(sum.card_id).or_default();
            (card.0, card.1) = (card.0 + sum.sum.focused, card.1 + sum.sum.sessions);
        }
        let expected: Vec<CardFocus> =
            cards.into_iter().map(|(card_id, (focused, sessions))| CardFocus { card_id, focused, sessions }).collect();
        let response: BoardFocusTimeResponse =
            read(app, ada, &format!("/api/boards/{board_id}/focus-time/{query}")).await;
        assert_eq!(response.cards, expected);
    }

    let breakdown: FocusBreakdownResponse = read(app, ada, "/api/focus-days/breakdown/").await;
    let sessions_by_board: i64 = breakdown.boards.iter().map(|board| board.sessions).sum();
    assert_eq!(sessions_by_board, summary.total_sessions);
    for board in breakdown.boards {
        let of_board = sessions.iter().filter(|session| session.board_id == board.board_id);
        let focused: i64 = stats::day_sums(of_board, day_start).iter().map(|sum| sum.focused).sum();
        assert_eq!(board.focused, focused / 1_000);
    }
}

on_both_engines! {
    async fn server_sums_match_the_core(app: TestApp) {
        let mut replaced = 0;
        for seed in 0..5 {
            let mut random = Random(seed);
            let ada = app.person(&format!("ada{seed}")).await;
            let id = |text: &str| Id::parse(text).unwrap();
            let mut ids_by_board = Vec::new();
            for name in ["B", "C"] {
                let (board, list, card) = (app.board(&ada, name).await, new_id(), new_id());
                app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
                ids_by_board.push((id(&board), id(&card)));
            }
            let targets = SessionTargets { boards: [ids_by_board[0].0, ids_by_board[1].0], cards: [ids_by_board[0].1, ids_by_board[1].1] };
            let ids: Vec<Id> = (0..25).map(|_| id(&new_id())).collect();
            let mut stored: BTreeMap<Id, FocusSession> = BTreeMap::new();
            for step in 0..150 {
                match random.below(20) {
                    0 => {
                        let update = json!({"day_start_minutes": random.below(361)});
                        app.put("/api/preferences/", &ada.access_token, update).await.assert_ok();
                    }
                    1 => {
                        let from = random.pick(&["2026-03-02", "2026-03-03", "2026-03-04"]);
                        let update = json!({"mins_for_streak": 1 + random.below(60), "mins_for_streak_from": from});
                        app.put("/api/preferences/", &ada.access_token, update).await.assert_ok();
                    }
                    _ => {
                        let revision = random.below(6);
                        let session = session(&mut random, &targets, random_id(&ids, step), revision);
                        let body: Value = serde_json::to_value(&session).unwrap();
                        let response = app.post("/api/focus-sessions/", &ada.access_token, body).await.assert_ok();
                        let before = stored.get(&session.id);
                        if before.is_none_or(|before| before.revision < session.revision) {
                            replaced += usize::from(before.is_some());
                            stored.insert(session.id, session.clone());
                        }
                        let answered: FocusSession = serde_json::from_value(response["session"].clone()).unwrap();
                        assert_eq!(Some(&answered), stored.get(&session.id), "seed {seed}");
                    }
                }
                if random.below(10) == 0 {
                    let sessions: Vec<FocusSession> = stored.values().cloned().collect();
                    let except: Vec<Id> = (0..random.below(5)).map(|_| random.pick(&ids)).collect();
                    check(&app, &ada, &targets, &sessions, &except).await;
                }
            }
            let sessions: Vec<FocusSession> = stored.values().cloned().collect();
            check(&app, &ada, &targets, &sessions, &ids[..3]).await;
        }
        assert!(replaced > 100, "only {replaced} sessions were replaced");
    }

    async fn concurrent_devices_leave_consistent_sums(app: TestApp) {
        let ada = app.person("ada").await;
        let id = |text: &str| Id::parse(text).unwrap();
        let (board, list, card) = (app.board(&ada, "B").await, new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let targets = SessionTargets { boards: [id(&board); 2], cards: [id(&card); 2] };
        let ids: Vec<Id> = (0..6).map(|_| id(&new_id())).collect();
        let devices = (0..6).map(|seed| {
            let (app, ada, ids) = (app.clone(), ada.clone(), ids.clone());
            let targets = SessionTargets { ..targets };
            tokio::spawn(async move {
                let mut random = Random(seed);
                for step in 0..40 {
                    if random.below(10) == 0 {
                        let update = json!({"day_start_minutes": random.below(361)});
                        app.put("/api/preferences/", &ada.access_token, update).await.assert_ok();
                    }
                    let session = session(&mut random, &targets, random_id(&ids, step), step as i64);
                    let body = serde_json::to_value(&session).unwrap();
                    app.post("/api/focus-sessions/", &ada.access_token, body).await.assert_ok();
                    if random.below(5) == 0 {
                        app.get("/api/user/", &ada.access_token).await.assert_ok();
                    }
                }
            })
        });
        for device in futures_util::future::join_all(devices).await {
            device.unwrap();
        }
        let response = app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok();
        let sessions: Vec<FocusSession> = serde_json::from_value(response["sessions"].clone()).unwrap();
        check(&app, &ada, &targets, &sessions, &ids[..2]).await;
    }
}

/// Returns one of the ids, with equal probability.
fn random_id(ids: &[Id], step: usize) -> Id {
    ids[step.wrapping_mul(7) % ids.len()]
}
