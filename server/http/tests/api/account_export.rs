//! The data export of an account.

use crate::support::{Person, TestApp, add_card, add_list, document, new_id, on_both_engines, png, save};
use axum::http::{HeaderMap, Method, Request, header};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use tower::ServiceExt;

/// A downloaded archive.
pub(crate) struct Archive {
    headers: HeaderMap,
    /// All files except pictures, by their paths.
    pub(crate) files: BTreeMap<String, String>,
    pictures: BTreeMap<String, Vec<u8>>,
}

impl Archive {
    pub(crate) async fn of(app: &TestApp, person: &Person) -> Self {
        let (headers, bytes) = download(app, person).await;
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let (mut files, mut pictures) = (BTreeMap::new(), BTreeMap::new());
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).unwrap();
            let (name, mut bytes) = (file.name().unwrap().into_owned(), Vec::new());
            file.read_to_end(&mut bytes).unwrap();
            match name.ends_with(".jpg") || name.ends_with(".png") {
                true => _ = pictures.insert(name, bytes),
                false => _ = files.insert(name, String::from_utf8(bytes).unwrap()),
            }
        }
        Self { headers, files, pictures }
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.files[name]).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the rows of a CSV file, by column name.
    fn table(&self, name: &str) -> Vec<BTreeMap<String, String>> {
        let text = self.files[name].strip_prefix('\u{feff}').expect("a spreadsheet takes it for UTF-8");
        assert!(text.ends_with("\r\n"), "RFC 4180");
        csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
    }
}

/// Downloads the archive of a person.
pub(crate) async fn download(app: &TestApp, person: &Person) -> (HeaderMap, Vec<u8>) {
    let request = Request::get("/api/account/export/")
        .header(header::AUTHORIZATION, format!("Bearer {}", person.access_token))
        .body(axum::body::Body::empty());
    let (parts, body) = app.router.clone().oneshot(request.unwrap()).await.unwrap().into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    assert_eq!(parts.status, 200, "{}", String::from_utf8_lossy(&bytes));
    assert_eq!(parts.headers[header::CONTENT_LENGTH], bytes.len().to_string());
    (parts.headers, bytes.to_vec())
}

/// Texts that break naive encoders.
const TRICKY_TEXTS: [&str; 8] = [
    "=HYPERLINK(\"https://evil.example\",\"x\")",
    "a \"quoted\", text",
    "two\r\nlines",
    "日記 📓 \u{202e}",
    "\u{feff}@SUM(A1)",
    "+1",
    "{\"json\":[]}",
    "\\ \u{7f} </script>",
];

/// Fills an account with records of every kind in every state.
async fn create_all_records(app: &TestApp, person: &Person) {
    for (number, text) in TRICKY_TEXTS.into_iter().enumerate() {
        let board = app.board(person, &format!("{text} board")).await;
        let (list, trashed_list) = (new_id(), new_id());
        let (plain, archived, trashed, hidden) = (new_id(), new_id(), new_id(), new_id());
        let (subtask, comment, reminder) = (new_id(), new_id(), new_id());
        app.change(person, &board, &[
            add_list(&list, &format!("{text} list"), "80"),
            add_list(&trashed_list, "trashed", "81"),
            add_card(&plain, &list, &format!("{text} card"), "80"),
            add_card(&archived, &list, "archived", "81"),
            add_card(&trashed, &list, "trashed", "82"),
            add_card(&hidden, &trashed_list, "hidden", "80"),
            json!({"type": "edit_card", "card_id": plain, "edit": {"field": "description", "value": text.repeat(300)}}),
            json!({"type": "edit_card", "card_id": plain, "edit": {"field": "due_date", "value": "2026-03-09T09:00"}}),
            json!({"type": "add_subtask", "item_id": subtask, "card_id": plain, "rank": "80", "title": format!("{text} step")}),
            json!({"type": "add_comment", "item_id": comment, "card_id": plain, "text": format!("{text} remark")}),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": plain, "minutes_before": 30}),
        ]).await;
        app.change(
            person,
            &board,
            &[
                json!({"type": "trash_card", "card_id": trashed}),
                json!({"type": "edit_card", "card_id": archived, "edit": {"field": "archived", "value": true}}),
                json!({"type": "trash_list", "list_id": trashed_list}),
            ],
        )
        .await;
        let session = json!({
            "id": new_id(), "kind": if number == 0 { "short_break" } else { "focus" }, "planned": 1500, "outcome": "stopped",
            "board_id": board, "card_id": plain,
            "segments": [{"start": format!("2026-03-0{}T08:00:00.000Z", number % 3 + 1),
                "end": format!("2026-03-0{}T08:30:00.000Z", number % 3 + 1), "utc_offset": 60}],
            "revision": 0, "is_deleted": number == 7
        });
        app.post("/api/focus-sessions/", &person.access_token, session).await.assert_ok();
        if number == 6 {
            app.change(person, &board, &[json!({"type": "trash_board"})]).await;
        }
    }
    for (number, text) in TRICKY_TEXTS.into_iter().enumerate() {
        let note = new_id();
        let first = app.save_note(person, &note, None, &format!("{text} before")).await;
        app.save_note(person, &note, Some(&first), text).await;
        let (_, apart) = save(None, &format!("{text} apart"), "2026-03-03T11:00:00Z");
        app.change_note(person, &note, apart).await.assert_ok();
        if number == 6 {
            app.change_note(person, &note, json!({"type": "trash"})).await.assert_ok();
        }
    }
    let preferences = json!({"time_zone": "Pacific/Auckland", "mins_for_streak": 10, "theme": "dark"});
    app.put("/api/preferences/", &person.access_token, preferences).await.assert_ok();
    let options = json!({"cards": "mine", "includes_sessions": true});
    app.post("/api/account/calendar/", &person.access_token, options).await.assert_ok();
}

/// Collects all texts in a value, except those under some keys.
fn texts(value: &Value, except: &[&str], found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, except, found)),
        Value::Object(fields) => {
            fields
                .iter()
                .filter(|(name, _)| !except.contains(&name.as_str()))
                .for_each(|(_, value)| texts(value, except, found));
        }
        _ => {}
    }
}

on_both_engines! {
    async fn export_contains_everything_the_api_returns(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        create_all_records(&app, &ada).await;
        let eves = app.board(&eve, "Eve's own").await;
        app.picture(&eve).await;
        app.set_avatar(&eve, png(8, 8)).await.assert_ok();
        let secret = app.api_token(&ada, json!(["read"]), Value::Null).await;
        let picture = app.picture(&ada).await;
        let user = app.set_avatar(&ada, png(8, 8)).await.assert_ok();
        let avatar = user["user"][0]["picture"].as_str().unwrap().to_owned();
        let archive = Archive::of(&app, &ada).await;
        let names: Vec<&str> = archive.files.keys().map(String::as_str).collect();
        assert_eq!(names, [
            "README.txt", "account.json", "activity.json", "attachments.json", "boards.json", "cards.csv", "focus-sessions.csv", "focus-sessions.json",
            "notes.json", "notes/+1.md", "notes/HYPERLINK( https evil example , x ).md", "notes/SUM(A1).md",
            "notes/a quoted , text.md", "notes/script.md", "notes/trash/json.md", "notes/two.md", "notes/日記.md",
            "pictures.json", "webhooks.json",
        ]);
        for name in names[1..].iter().map(|name| if name.starts_with("notes/") { "notes/" } else { name }) {
            assert!(archive.files["README.txt"].contains(name), "{name} is explained");
        }
        let everything = archive.files.values().cloned().collect::<String>();
        assert!(!everything.contains(&eves) && !everything.contains("argon2"), "nothing of others, and no secret");

        // Records, field by field.
        let token = &ada.access_token;
        let exported = archive.json("account.json");
        assert_eq!(exported["user"], app.get("/api/user/", token).await.assert_ok()["user"][0]);
        assert_eq!(exported["account"], app.get("/api/account/", token).await.assert_ok()["account"]);
        assert_eq!(exported["preferences"], app.get("/api/preferences/", token).await.assert_ok());
        assert_eq!(exported["identities"], json!([]));
        let options = json!({"cards": "mine", "includes_sessions": true});
        let calendars = json!({"feed": {"options": options, "created_at": "2026-03-03T12:00:00.000Z"}, "source": null});
        assert_eq!(exported["calendars"], calendars, "without its address");
        assert_eq!(exported["api_tokens"], app.get("/api/account/tokens/", token).await.assert_ok()["tokens"]);
        assert_eq!(exported["api_tokens"][0]["name"], "a script");
        assert!(!everything.contains(&secret) && !everything.contains("token_hash"), "the token is not in it");
        assert_eq!(archive.json("pictures.json"), app.get("/api/pictures/", token).await.assert_ok());
        let shown = async |path: &str| {
            let request = Request::get(path).body(axum::body::Body::empty()).unwrap();
            let response = app.router.clone().oneshot(request).await.unwrap();
            axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
        };
        assert_eq!(archive.pictures, BTreeMap::from([
            ("avatar.jpg".to_owned(), shown(&avatar).await),
            (format!("pictures/{picture}.jpg"), shown(&format!("/api/pictures/{picture}")).await),
        ]));
        assert!(archive.files["README.txt"].contains("avatar.jpg"));
        assert_eq!(archive.json("focus-sessions.json"), app.get("/api/focus-sessions/", token).await.assert_ok());
        let expected = app.notes(&ada, 0).await["notes"].as_array().unwrap().clone();
        let notes = archive.json("notes.json")["notes"].as_array().unwrap().clone();
        assert_eq!((notes.len(), expected.len()), (TRICKY_TEXTS.len(), TRICKY_TEXTS.len()));
        for exported in &notes {
            let note = expected.iter().find(|note| note["id"] == exported["note"]["id"]).unwrap();
            assert_eq!(exported["note"], *note);
            assert_eq!(exported["versions"].as_array().unwrap().len(), 2);
        }
        let boards = archive.json("boards.json")["boards"].as_array().unwrap().clone();
        assert_eq!(boards.len(), TRICKY_TEXTS.len());
        let sorted = |records: &Value| {
            let mut records = records.as_array().unwrap().clone();
            records.sort_by_key(|record| record["id"].as_str().unwrap().to_owned());
            records
        };
        for exported in &boards {
            let id = exported["board"]["id"].as_str().unwrap();
            let expected = app.changes(&ada, id, 0).await;
            assert_eq!((&exported["board"], &exported["version"]), (&expected["board"], &expected["version"]));
            for records in ["lists", "cards", "items"] {
                assert_eq!(sorted(&exported[records]), sorted(&expected[records]), "{records}");
            }
            assert_eq!((sorted(&exported["lists"]).len(), sorted(&exported["cards"]).len(), sorted(&exported["items"]).len()), (2, 4, 3));
        }

        // Texts, from every route that exists now or later.
        let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        let mut requests = 0;
        for (path, methods) in document["paths"].as_object().unwrap() {
            let operation = &methods["get"];
            let is_open = operation["security"] == json!([{}]);
            // Files: the archive itself, and the session export, which the archive contains. The paths for administrators show
            // other people.
            // The addresses of attachments are made for each response.
            if path.contains("attachment") {
                continue;
            }
            // The log of webhooks is about requests, and is only kept for a while.
            if path.ends_with("/deliveries") {
                continue;
            }
            // The addresses of calendars are secrets, and busy hours are those of another calendar.
            if path.starts_with("/api/account/calendar") {
                continue;
            }
            if *operation == Value::Null || is_open || path.ends_with("/export") || path.starts_with("/api/admin/") {
                continue;
            }
            for (exported, note) in boards.iter().zip(&notes) {
                let card = exported["cards"].as_array().unwrap().iter().find(|card| card["description"] != "").unwrap();
                let path = path.replace("{board}", exported["board"]["id"].as_str().unwrap())
                    .replace("{card}", card["id"].as_str().unwrap());
                let path = path.replace("{note_id}", note["note"]["id"].as_str().unwrap())
                    .replace("{save_id}", note["versions"][0]["version"]["save_id"].as_str().unwrap());
                let asks_since = path.ends_with("changes") || path.ends_with("notes");
                let path = if asks_since { format!("{path}?since=0") } else { path };
                let response = app.get(&path, token).await.assert_ok();
                let mut expected = Vec::new();
                // Authors' names and local days are computed, and long texts are shortened.
                texts(&response, &["who", "day"], &mut expected);
                for text in expected {
                    let text = serde_json::to_string(&text).unwrap();
                    assert!(everything.contains(text.trim_matches('"')), "{path} contains {text}");
                }
                requests += 1;
            }
        }
        assert!(requests >= 8 * TRICKY_TEXTS.len(), "{requests}");
        let csv = app.router.clone().oneshot(
            Request::get("/api/focus-sessions/export/?format=csv").header(header::AUTHORIZATION, format!("Bearer {token}"))
                .body(axum::body::Body::empty()).unwrap()
        ).await.unwrap();
        let csv = axum::body::to_bytes(csv.into_body(), usize::MAX).await.unwrap();
        assert_eq!(archive.files["focus-sessions.csv"].as_bytes(), csv);

        // Every op that was sent.
        let activity = archive.json("activity.json");
        let ops: usize = activity["boards"].as_array().unwrap().iter().map(|board| board["ops"].as_array().unwrap().len()).sum();
        assert_eq!(ops, 14 * TRICKY_TEXTS.len() + 1);
    }

    async fn cards_csv_escapes_formulas(app: TestApp) {
        let ada = app.person("ada").await;
        create_all_records(&app, &ada).await;
        let archive = Archive::of(&app, &ada).await;
        let rows = archive.table("cards.csv");
        assert_eq!(rows.len(), 4 * TRICKY_TEXTS.len());
        for row in &rows {
            for field in row.values() {
                assert!(!field.starts_with(['=', '+', '-', '@', '\t', '\r']), "{field}");
            }
        }
        let of_board = |title: &str| {
            let row = rows.iter().find(|row| row["board"] == "'=HYPERLINK(\"https://evil.example\",\"x\") board" && row["title"] == title);
            row.unwrap().clone()
        };
        let card = of_board("'=HYPERLINK(\"https://evil.example\",\"x\") card");
        assert_eq!((card["list"].as_str(), card["priority"].as_str()), ("'=HYPERLINK(\"https://evil.example\",\"x\") list", "low"));
        assert_eq!(card["description"], format!("'{}", TRICKY_TEXTS[0].repeat(300)));
        assert_eq!((card["due_date"].as_str(), card["archived"].as_str(), card["trashed"].as_str()), ("2026-03-09T09:00", "", ""));
        // In the time zone of Auckland.
        assert_eq!(of_board("archived")["archived"], "2026-03-04T01:00:00.000+13:00");
        assert_eq!(of_board("trashed")["trashed"], "2026-03-04T01:00:00.000+13:00");
        assert_eq!(of_board("hidden")["trashed"], of_board("trashed")["trashed"], "its list is in the trash");
        let in_trash = rows.iter().filter(|row| row["board"].ends_with("{\"json\":[]} board"));
        assert_eq!(in_trash.filter(|row| !row["trashed"].is_empty()).count(), 4, "its board is in the trash");
    }

    async fn notes_are_exported_as_markdown_with_safe_names(app: TestApp) {
        let ada = app.person("ada").await;
        for text in ["Plan", "plan", "../../etc/passwd", "", "📓"] {
            app.save_note(&ada, &new_id(), None, text).await;
        }
        let trashed = new_id();
        app.save_note(&ada, &trashed, None, "Plan").await;
        app.change_note(&ada, &trashed, json!({"type": "trash"})).await.assert_ok();
        let rich = json!({"type": "doc", "content": [
            {"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "Groceries"}]},
            {"type": "taskList", "content": [{"type": "taskItem", "attrs": {"checked": true}, "content": [
                {"type": "paragraph", "content": [{"type": "text", "text": "Milk", "marks": [{"type": "bold"}]}]}
            ]}]}
        ]});
        let (_, mut change) = save(None, "", "2026-03-03T12:00:00Z");
        change["document"] = json!(rich.to_string());
        app.change_note(&ada, &new_id(), change).await.assert_ok();
        let archive = Archive::of(&app, &ada).await;
        let mut names: Vec<&str> = archive.files.keys().map(String::as_str).filter(|name| name.starts_with("notes/")).collect();
        names.retain(|name| !["notes/Plan.md", "notes/plan (2).md", "notes/plan.md", "notes/Plan (2).md"].contains(name));
        assert_eq!(names, [
            "notes/Groceries.md", "notes/Untitled note (2).md", "notes/Untitled note.md", "notes/etc passwd.md", "notes/trash/Plan.md",
        ]);
        assert_eq!(archive.files["notes/Groceries.md"], "## Groceries\n\n- [x] **Milk**\n");
        assert_eq!(archive.files.len(), 11 + 7);
        let exported = archive.json("notes.json");
        let first = exported["notes"].as_array().unwrap().iter().find(|exported| exported["note"]["document"] == document("Plan")).unwrap();
        assert_eq!(first["versions"], json!([]));
    }

    async fn archive_name_uses_the_local_day(app: TestApp) {
        let ada = app.person("ada").await;
        let archive = Archive::of(&app, &ada).await;
        assert_eq!(archive.headers[header::CONTENT_TYPE], "application/zip");
        assert_eq!(archive.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"twentyfour-2026-03-03.zip\"");
        assert_eq!(archive.headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(archive.json("boards.json"), json!({"boards": []}));
        assert_eq!(archive.json("activity.json"), json!({"boards": []}));
        assert_eq!(archive.json("notes.json"), json!({"notes": []}));
        assert_eq!(archive.json("focus-sessions.json"), json!({"sessions": []}));
        assert_eq!((archive.json("pictures.json"), archive.pictures.len()), (json!({"pictures": []}), 0));
        assert!(archive.table("cards.csv").is_empty() && archive.table("focus-sessions.csv").is_empty());
        // Noon in UTC is the next day there.
        let zone = json!({"time_zone": "Pacific/Auckland"});
        app.put("/api/preferences/", &ada.access_token, zone).await.assert_ok();
        let archive = Archive::of(&app, &ada).await;
        assert_eq!(archive.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"twentyfour-2026-03-04.zip\"");
    }

    async fn export_is_a_consistent_snapshot(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "Busy").await;
        let list = new_id();
        app.change(&ada, &board, &[add_list(&list, "l", "80")]).await;
        let writing = {
            let (app, ada, board, list) = (app.clone(), ada.clone(), board.clone(), list.clone());
            tokio::spawn(async move {
                for _ in 0..60 {
                    // Both cards are added in one batch, so the export must never contain only one of them.
                    app.change(&ada, &board, &[add_card(&new_id(), &list, "a", "80"), add_card(&new_id(), &list, "b", "80")]).await;
                }
            })
        };
        let mut versions = Vec::new();
        while !writing.is_finished() {
            let archive = Archive::of(&app, &ada).await;
            let exported = &archive.json("boards.json")["boards"][0];
            let cards = exported["cards"].as_array().unwrap().len();
            let version = exported["version"].as_u64().unwrap() as usize;
            assert_eq!(cards, 2 * (version - 2));
            assert_eq!(archive.table("cards.csv").len(), cards);
            assert_eq!(archive.json("activity.json")["boards"][0]["ops"].as_array().unwrap().len(), cards + 1);
            versions.push(version);
        }
        writing.await.unwrap();
        assert!(versions.is_sorted() && !versions.is_empty());
    }

    async fn unavailable_database_fails_before_the_export_starts(app: TestApp) {
        let ada = app.person("ada").await;
        app.set_reachable(false).await;
        app.get("/api/account/export/", &ada.access_token).await.assert_rejected(503, "unavailable");
        if app.is_postgres() {
            app.set_reachable(true).await;
        }
    }

    async fn exports_are_rate_limited(app: TestApp) {
        let limited = app.with_config(|config| config.has_rate_limits = true);
        let ada = limited.person("ada").await;
        let mut statuses = Vec::new();
        for _ in 0..20 {
            let response = limited.get("/api/account/export/", &ada.access_token).await;
            if response.status == 429 {
                assert!(response.headers.contains_key(header::RETRY_AFTER));
            }
            statuses.push(response.status.as_u16());
        }
        assert_eq!((statuses[0], statuses[19]), (200, 429), "{statuses:?}");
        app.advance_clock(24 * 60 * 60 * 1_000);
        let ada = limited.with_new_token(&ada).await;
        assert_eq!(limited.get("/api/account/export/", &ada.access_token).await.status, 200);
    }
}
