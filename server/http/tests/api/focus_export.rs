//! The export of focus sessions.

use crate::support::{Person, START, TestApp, add_card, add_list, new_id, on_both_engines};
use axum::http::{HeaderMap, Request, header};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tower::ServiceExt;

/// A downloaded file.
struct File {
    headers: HeaderMap,
    text: String,
    /// The size of the largest chunk in bytes.
    longest_piece: usize,
}

async fn export(app: &TestApp, person: &Person, format: &str) -> File {
    let request = Request::get(format!("/api/focus-sessions/export/?format={format}"))
        .header(header::AUTHORIZATION, format!("Bearer {}", person.access_token))
        .body(axum::body::Body::empty());
    let (parts, body) = app.router.clone().oneshot(request.unwrap()).await.unwrap().into_parts();
    assert_eq!(parts.status, 200);
    let (mut bytes, mut longest_piece) = (Vec::new(), 0);
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.unwrap();
        longest_piece = longest_piece.max(piece.len());
        bytes.extend_from_slice(&piece);
    }
    File { headers: parts.headers, text: String::from_utf8(bytes).unwrap(), longest_piece }
}

/// Parses CSV (RFC 4180) after a UTF-8 byte order mark, strictly.
fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').expect("a spreadsheet takes it for UTF-8");
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut characters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => field.extend(characters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut field)),
            '\r' if !is_quoted => {
                assert_eq!(characters.next(), Some('\n'));
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    assert!(field.is_empty() && row.is_empty() && !is_quoted, "the last line ends as the others do");
    rows
}

fn session(start: &str, end: &str, utc_offset: i64) -> Value {
    json!({
        "id": new_id(), "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": null, "card_id": null,
        "segments": [{"start": start, "end": end, "utc_offset": utc_offset}], "revision": 0, "is_deleted": false
    })
}

on_both_engines! {
    async fn session_files_contain_all_sessions(app: TestApp) {
        let ada = app.person("ada").await;
        let (list, plain, formula) = (new_id(), new_id(), new_id());
        let board = app.board(&ada, "Home, \"sweet\"").await;
        app.change(&ada, &board, &[
            add_list(&list, "l", "80"),
            add_card(&plain, &list, "日記", "80"),
            add_card(&formula, &list, "=HYPERLINK(\"https://evil.example\",\"x\")", "81"),
        ]).await;
        let mut first = session("2026-03-02T22:30:00.250Z", "2026-03-02T22:40:00.500Z", 60);
        let pause = json!({"start": "2026-03-02T22:50:00.000Z", "end": "2026-03-02T23:10:00.000Z", "utc_offset": 120});
        first["segments"].as_array_mut().unwrap().push(pause);
        (first["board_id"], first["card_id"], first["outcome"]) = (json!(board), json!(plain), json!("added_by_hand"));
        let mut second = session("2026-03-03T08:00:00.000Z", "2026-03-03T08:01:00.000Z", -210);
        (second["board_id"], second["card_id"]) = (json!(board), json!(formula));
        let third = session("2026-03-03T09:00:00.000Z", "2026-03-03T09:01:00.000Z", 0);
        let mut rest = session("2026-03-03T08:30:00.000Z", "2026-03-03T08:35:00.000Z", 0);
        rest["kind"] = json!("short_break");
        let mut deleted = session("2026-03-03T07:30:00.000Z", "2026-03-03T07:35:00.000Z", 0);
        deleted["is_deleted"] = json!(true);
        let eve = app.person("eve").await;
        app.post("/api/focus-sessions/", &eve.access_token, session("2026-03-03T07:00:00Z", "2026-03-03T07:05:00Z", 0)).await.assert_ok();
        for session in [&third, &first, &deleted, &second, &rest] {
            app.post("/api/focus-sessions/", &ada.access_token, session.clone()).await.assert_ok();
        }

        let file = export(&app, &ada, "json").await;
        assert_eq!(file.headers[header::CONTENT_TYPE], "application/json");
        assert_eq!(file.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"focus-sessions.json\"");
        let parsed: Value = serde_json::from_str(&file.text).unwrap();
        assert_eq!(parsed, json!({"sessions": [first, second, rest, third]}));

        let file = export(&app, &ada, "csv").await;
        assert_eq!(file.headers[header::CONTENT_TYPE], "text/csv; charset=utf-8");
        assert_eq!(file.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"focus-sessions.csv\"");
        assert_eq!(file.headers[header::CACHE_CONTROL], "no-store");
        let id = |session: &Value| session["id"].as_str().unwrap().to_owned();
        let rows = parse_csv(&file.text);
        assert_eq!(rows, [
            "id,start,end,utc_offset,focused_seconds,planned_seconds,outcome,board,card,segments".split(',').collect::<Vec<_>>(),
            vec![
                &id(&first), "2026-03-02T23:30:00.250+01:00", "2026-03-03T01:10:00.000+02:00", "60", "1800", "1500",
                "added_by_hand", "Home, \"sweet\"", "日記",
                "2026-03-02T23:30:00.250+01:00/2026-03-02T23:40:00.500+01:00 2026-03-03T00:50:00.000+02:00/2026-03-03T01:10:00.000+02:00",
            ],
            vec![
                &id(&second), "2026-03-03T04:30:00.000-03:30", "2026-03-03T04:31:00.000-03:30", "-210", "60", "1500", "stopped",
                "Home, \"sweet\"", "'=HYPERLINK(\"https://evil.example\",\"x\")",
                "2026-03-03T04:30:00.000-03:30/2026-03-03T04:31:00.000-03:30",
            ],
            vec![
                &id(&third), "2026-03-03T09:00:00.000+00:00", "2026-03-03T09:01:00.000+00:00", "0", "60", "1500", "stopped", "", "",
                "2026-03-03T09:00:00.000+00:00/2026-03-03T09:01:00.000+00:00",
            ],
        ]);

        let nobody = app.person("nobody").await;
        assert_eq!(export(&app, &nobody, "json").await.text, "{\"sessions\":[]}");
        assert_eq!(parse_csv(&export(&app, &nobody, "csv").await.text).len(), 1);
        for query in ["", "?format=", "?format=xml", "?format=CSV"] {
            app.get(&format!("/api/focus-sessions/export/{query}"), &ada.access_token).await.assert_rejected(422, "bad_query");
        }
    }

    async fn large_session_export_is_streamed_completely(app: TestApp) {
        const SESSIONS: usize = 73_000;
        let ada = app.person("ada").await;
        // Three sessions have the same start, so a page ends between two of them.
        let numbers = format!("WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {SESSIONS})");
        let started = format!("({START} - 4000000 * CAST(n / 3 + 1 AS BIGINT))");
        app.execute(&format!(
            "INSERT INTO focus_sessions (user_id, id, kind, planned, outcome, starts_at, ends_at, segments) {numbers} \
             SELECT '{}', '01900000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), 'focus', 1200, 'stopped', \
             {started}, {started} + 1200000, \
             '[{{\"start\":\"2026-03-03T08:00:00.000Z\",\"end\":\"2026-03-03T08:20:00.000Z\",\"utc_offset\":0}}]' FROM numbers",
            ada.id
        )).await;
        for format in ["csv", "json"] {
            let file = export(&app, &ada, format).await;
            let mut ids: Vec<String> = match format {
                "csv" => parse_csv(&file.text).into_iter().skip(1).map(|mut row| row.swap_remove(0)).collect(),
                _ => serde_json::from_str::<Value>(&file.text).unwrap()["sessions"].as_array().unwrap().iter()
                    .map(|session| session["id"].as_str().unwrap().to_owned()).collect(),
            };
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), SESSIONS);
            assert!(file.longest_piece < file.text.len() / 20, "{} of {}", file.longest_piece, file.text.len());
        }
    }

    async fn unavailable_database_fails_before_the_file_starts(app: TestApp) {
        let ada = app.person("ada").await;
        app.set_reachable(false).await;
        app.get("/api/focus-sessions/export/?format=csv", &ada.access_token).await.assert_rejected(503, "unavailable");
        if app.is_postgres() {
            app.set_reachable(true).await;
        }
    }
}
