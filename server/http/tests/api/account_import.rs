//! Importing the archive of an account, on the same and on another server.

use crate::account_export::{Archive, download};
use crate::board_files::full_board;
use crate::support::{Person, TestApp, TestResponse, add_card, add_list, new_id, on_both_engines, png, save};
use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use futures_util::stream;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use tokio::sync::oneshot;
use tower::ServiceExt;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The files of an archive by their names.
type Files = BTreeMap<String, Vec<u8>>;

fn request(person: &Person, query: &str, archive: impl Into<Body>) -> Request<Body> {
    Request::post(format!("/api/account/import/{query}"))
        .header(header::AUTHORIZATION, format!("Bearer {}", person.access_token))
        .header(header::CONTENT_TYPE, "application/zip")
        .body(archive.into())
        .unwrap()
}

/// Imports an archive that is rejected as a whole.
async fn rejected(app: &TestApp, person: &Person, archive: impl Into<Body>) -> TestResponse {
    app.send(request(person, "", archive)).await
}

/// Imports an archive, and returns the lines of the response.
async fn lines(app: &TestApp, person: &Person, query: &str, archive: impl Into<Body>) -> Vec<Value> {
    let (parts, body) = app.router.clone().oneshot(request(person, query, archive)).await.unwrap().into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    assert_eq!(
        (parts.status.as_u16(), &parts.headers[header::CONTENT_TYPE]),
        (200, &header::HeaderValue::from_static("application/x-ndjson"))
    );
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Imports an archive, and returns the report.
async fn report(app: &TestApp, person: &Person, query: &str, archive: impl Into<Body>) -> Value {
    let last = lines(app, person, query, archive).await.pop().unwrap();
    assert!(last["report"].is_object(), "{last}");
    last["report"].clone()
}

fn files_of(archive: &[u8]) -> Files {
    let mut zip = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut files = Files::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).unwrap();
        let (name, mut bytes) = (file.name().unwrap().into_owned(), Vec::new());
        file.read_to_end(&mut bytes).unwrap();
        files.insert(name, bytes);
    }
    files
}

fn zip_of<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>, method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn packed(files: &Files) -> Vec<u8> {
    zip_of(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())), CompressionMethod::Deflated)
}

/// Returns an archive of an account with some boards.
fn with_boards(boards: &Value) -> Vec<u8> {
    let account = json!({"user": {"id": new_id()}}).to_string();
    let boards = json!({"boards": boards}).to_string();
    let files = [("account.json", account.as_bytes()), ("boards.json", boards.as_bytes())];
    zip_of(files, CompressionMethod::Deflated)
}

/// Returns a board as it is in an archive.
fn archived_board(id: &str, name: &str) -> Value {
    let board = json!({"id": id, "slug": "b", "name": name, "description": "", "color": null, "image": null, "favorite": false, "label_colors": [], "trashed_at": null});
    json!({"version": 1, "is_complete": true, "board": board, "lists": [], "cards": [], "items": []})
}

fn counts(imported: u32, existing: u32, refused: u32) -> Value {
    json!({"imported": imported, "existing": existing, "refused": refused})
}

/// Returns the ids of a person's boards by their names.
async fn boards_of(app: &TestApp, person: &Person) -> BTreeMap<String, String> {
    let boards = app.get("/api/boards/get-boards/", &person.access_token).await.assert_ok();
    let text = |board: &Value, field: &str| board[field].as_str().unwrap().to_owned();
    boards.as_array().unwrap().iter().map(|board| (text(board, "name"), text(board, "id"))).collect()
}

async fn board_file(app: &TestApp, person: &Person, board: &str) -> String {
    let request = Request::get(format!("/api/boards/{board}/export/?format=json"))
        .header(header::AUTHORIZATION, format!("Bearer {}", person.access_token));
    let response = app.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    String::from_utf8(axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
}

/// Returns the activity at a path without ids: when, by whom, and what. It is sorted, because the order of equal times is not kept.
async fn activity(app: &TestApp, person: &Person, path: &str) -> Vec<Value> {
    let response = app.get(&format!("/api/boards/{path}/activity/"), &person.access_token).await.assert_ok();
    let entry = |entry: &Value| {
        let is_own = entry["user_id"] == json!(person.id);
        let mut change = entry["change"].clone();
        change.as_object_mut().unwrap().retain(|field, _| !field.ends_with("_id"));
        if change["edit"]["field"].as_str().is_some_and(|field| field.ends_with("assign")) {
            change["edit"]["value"] = json!(change["edit"]["value"] == json!(person.id));
        }
        json!({"at": entry["at"], "is_own": is_own, "has_card": entry["card_id"].is_string(), "change": change})
    };
    let mut entries: Vec<Value> = response["activity"].as_array().unwrap().iter().map(entry).collect();
    entries.sort_by_key(Value::to_string);
    entries
}

/// Returns the id of the card with a title.
async fn card_id(app: &TestApp, person: &Person, board: &str, title: &str) -> String {
    let board = app.changes(person, board, 0).await;
    let card = board["cards"].as_array().unwrap().iter().find(|card| card["title"] == title).unwrap();
    card["id"].as_str().unwrap().to_owned()
}

async fn another_server(app: &TestApp) -> TestApp {
    if app.is_postgres() { TestApp::on_postgres().await } else { TestApp::on_sqlite().await }
}

on_both_engines! {
    async fn account_is_the_same_on_another_server(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let board = full_board(&app, &ada, &eve).await;
        let (source, trashed) = (app.board(&ada, "Source").await, app.board(&ada, "Trashed").await);
        let (list, target_list, moved) = (new_id(), new_id(), new_id());
        app.change(&ada, &board, &[add_list(&target_list, "target", "a0")]).await;
        app.change(&ada, &source, &[
            add_list(&list, "l", "80"),
            add_card(&moved, &list, "moved", "80"),
            json!({"type": "edit_card", "card_id": moved, "edit": {"field": "description", "value": "before"}}),
        ]).await;
        app.change(&ada, &source, &[json!({"type": "move_to_board", "card_id": moved, "list_id": target_list, "board_id": board, "rank": "80"})]).await;
        app.change(&ada, &trashed, &[json!({"type": "trash_board"})]).await;
        let picture = app.picture(&ada).await;
        app.change(&ada, &source, &[json!({"type": "edit_board", "edit": {"field": "image", "value": format!("/api/pictures/{picture}")}})]).await;
        app.attach(&ada, (&board, &moved), ("name=a.jpg", "image/png"), png(40, 30)).await.assert_ok();
        app.set_avatar(&ada, png(8, 8)).await.assert_ok();
        let session = json!({"id": new_id(), "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": board, "card_id": moved,
            "segments": [{"start": "2026-03-01T08:00:00.000Z", "end": "2026-03-01T08:30:00.000Z", "utc_offset": 60}],
            "revision": 0, "is_deleted": false});
        app.post("/api/focus-sessions/", &ada.access_token, session).await.assert_ok();
        let note = new_id();
        let first = app.save_note(&ada, &note, None, "first").await;
        app.save_note(&ada, &note, Some(&first), "second").await;
        app.change_note(&ada, &note, save(None, "apart", "2026-03-03T11:00:00Z").1).await.assert_ok();
        app.change_note(&ada, &note, json!({"type": "pin"})).await.assert_ok();
        app.put("/api/preferences/", &ada.access_token, json!({"theme": "dark", "mins_for_streak": 10})).await.assert_ok();
        let (_, archive) = download(&app, &ada).await;
        let exported = Archive::of(&app, &ada).await;
        assert!(exported.files["README.txt"].contains("can be imported"));

        let other = another_server(&app).await;
        let new = other.person("ada").await;
        let all = lines(&other, &new, "?settings=true", archive.clone()).await;
        let mut steps: Vec<&str> = all.iter().filter_map(|line| line["step"].as_str()).collect();
        steps.dedup();
        assert_eq!(steps, ["boards", "notes", "focus_sessions", "pictures", "attachments", "settings"]);
        assert_eq!(all[0], json!({"step": "boards", "done": 0, "total": 3}));
        let imported = &all.last().unwrap()["report"];
        assert_eq!(imported["boards"], counts(2, 0, 0));
        for kind in ["notes", "focus_sessions", "pictures", "attachments"] {
            assert_eq!(imported[kind], counts(1, 0, 0), "{kind}");
        }
        assert_eq!((&imported["trashed"], &imported["has_settings"]), (&json!(4), &json!(true)), "a board, a list and two cards");
        assert_eq!((imported["board_ids"].as_array().unwrap().len(), &imported["refused_boards"]), (2, &json!([])));

        let boards = boards_of(&other, &new).await;
        assert_eq!(boards.len(), 2);
        for (name, id) in boards_of(&app, &ada).await {
            let new_id = &boards[&name];
            assert_eq!(board_file(&other, &new, new_id).await, board_file(&app, &ada, &id).await, "{name}");
            assert_eq!(other.open_board(&new, new_id).await["board"]["import_key"], json!(format!("account:{id}")));
            let activity_of = activity(&other, &new, new_id).await;
            assert_eq!(activity_of, activity(&app, &ada, &id).await, "{name}");
            assert!(activity_of.len() > 2 && activity_of.iter().all(|entry| entry["is_own"] == json!(true) || entry["change"]["type"] == "add_comment"));
        }
        let new_board = &boards["=Plan, \"B\""];
        let new_card = card_id(&other, &new, new_board, "moved").await;
        let path = |board: &str, card: &str| format!("{board}/cards/{card}");
        let of_moved = activity(&other, &new, &path(new_board, &new_card)).await;
        assert_eq!(of_moved, activity(&app, &ada, &path(&board, &moved)).await, "with what happened on its first board");
        assert!(of_moved.iter().any(|entry| entry["change"]["edit"]["value"] == "before"));
        let background = other.open_board(&new, &boards["Source"]).await["board"]["image"].as_str().unwrap().to_owned();
        assert!(background.starts_with("/api/pictures/") && !background.ends_with(&picture));

        let again = Archive::of(&other, &new).await;
        let sessions = again.json("focus-sessions.json")["sessions"].clone();
        assert_eq!((&sessions[0]["board_id"], &sessions[0]["card_id"]), (&json!(new_board), &json!(new_card)));
        assert_eq!(sessions[0]["segments"], exported.json("focus-sessions.json")["sessions"][0]["segments"]);
        let note_of = |archive: &Archive| {
            let mut note = archive.json("notes.json")["notes"][0].clone();
            note["note"].as_object_mut().unwrap().retain(|field, _| !["id", "version"].contains(&field.as_str()));
            note["versions"].as_array_mut().unwrap().sort_by_key(|version| version["version"]["save_id"].to_string());
            note
        };
        assert_eq!(note_of(&again), note_of(&exported));
        let note = note_of(&again);
        assert_eq!((note["versions"].as_array().unwrap().len(), &note["note"]["apart"][0]["snippet"]), (2, &json!("apart")));
        assert_eq!(again.json("account.json")["preferences"], exported.json("account.json")["preferences"]);
        let item_of = |archive: &Archive| {
            let mut item = archive.json("attachments.json")["attachments"][0]["item"].clone();
            item.as_object_mut().unwrap().retain(|field, _| !field.ends_with("id"));
            item
        };
        assert_eq!(item_of(&again), item_of(&exported));
        let counted = |archive: &Archive| {
            let length = |list: &Value| list.as_array().unwrap().len();
            let ops: usize = archive.json("activity.json")["boards"].as_array().unwrap().iter().map(|board| length(&board["ops"])).sum();
            (length(&archive.json("boards.json")["boards"]), ops, length(&archive.json("attachments.json")["attachments"]))
        };
        let before = counted(&again);
        other.assert_verified().await;

        // A repeated import adds nothing.
        let repeated = report(&other, &new, "?settings=true", archive).await;
        assert_eq!((&repeated["boards"], &repeated["trashed"]), (&counts(0, 2, 0), &json!(1)));
        for kind in ["notes", "focus_sessions", "pictures", "attachments"] {
            assert_eq!(repeated[kind], counts(0, 1, 0), "{kind}");
        }
        assert_eq!(counted(&Archive::of(&other, &new).await), before);

        // An archive of the new account, where everything is.
        let (_, own) = download(&other, &new).await;
        let own_files = files_of(&own);
        assert!(own_files["attachments/a.jpg"] == png(40, 30) && own_files.contains_key("avatar.jpg"));
        let restored = report(&other, &new, "", own).await;
        assert_eq!((&restored["boards"], &restored["focus_sessions"]), (&counts(0, 2, 0), &counts(0, 1, 0)));
        assert_eq!(counted(&Archive::of(&other, &new).await), before);
        other.remove().await;
    }

    async fn records_of_other_accounts_become_own_ones(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let board = full_board(&app, &ada, &eve).await;
        let note = new_id();
        app.save_note(&ada, &note, None, "Ada's").await;
        app.attach(&ada, (&board, &card_id(&app, &ada, &board, "*Card*").await), ("name=a.txt", "text/plain"), "a").await.assert_ok();
        let before = Archive::of(&app, &ada).await.files;
        let mallory = app.person("mallory").await;
        let (_, archive) = download(&app, &ada).await;
        let imported = report(&app, &mallory, "?settings=true", archive.clone()).await;
        assert_eq!((&imported["boards"], &imported["notes"], &imported["attachments"]), (&counts(1, 0, 0), &counts(1, 0, 0), &counts(1, 0, 0)));
        let copy = imported["board_ids"][0].as_str().unwrap();
        let item = json!({"type": "edit_board", "edit": {"field": "name", "value": "Mallory's"}});
        app.change(&mallory, copy, &[item]).await;
        // Eve is a member of the board, so she has it. Files are added only to boards of her own.
        let mut files = files_of(&archive);
        let attachments: Value = serde_json::from_str(&before["attachments.json"]).unwrap();
        let item = attachments["attachments"][0]["item"]["id"].as_str().unwrap();
        let with_another_id = before["attachments.json"].replace(item, &new_id());
        files.insert("attachments.json".to_owned(), with_another_id.into_bytes());
        let of_member = report(&app, &eve, "", packed(&files)).await;
        assert_eq!((&of_member["boards"], &of_member["attachments"]), (&counts(0, 1, 0), &counts(0, 0, 1)));
        let after = Archive::of(&app, &ada).await.files;
        assert!(before == after, "nothing of Ada's has changed");
        let opened = app.get(&format!("/api/boards/{board}/"), &mallory.access_token).await;
        opened.assert_rejected(404, "not_found");
        app.assert_verified().await;
    }

    async fn archive_of_another_time_adds_nothing_to_wrong_cards(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let board = app.board(&ada, "Board").await;
        let (list, first, second) = (new_id(), new_id(), new_id());
        let cards = [add_list(&list, "l", "80"), add_card(&first, &list, "first", "80"), add_card(&second, &list, "second", "90")];
        app.change(&ada, &board, &cards).await;
        let imported = report(&app, &eve, "", download(&app, &ada).await.1).await;
        let copy = imported["board_ids"][0].as_str().unwrap().to_owned();

        // After the first card is trashed, the second one takes its position.
        app.change(&ada, &board, &[json!({"type": "trash_card", "card_id": first})]).await;
        app.attach(&ada, (&board, &second), ("name=a.txt", "text/plain"), "a").await.assert_ok();
        let imported = report(&app, &eve, "", download(&app, &ada).await.1).await;
        assert_eq!((&imported["boards"], &imported["attachments"]), (&counts(0, 1, 0), &counts(0, 0, 1)));
        let items = app.changes(&eve, &copy, 0).await["items"].clone();
        assert_eq!(items, json!([]));
    }

    async fn invalid_records_are_refused_one_by_one(app: TestApp) {
        let ada = app.person("ada").await;
        let good = archived_board(&new_id(), "Good");
        let mut typed = archived_board(&new_id(), "Wrong type");
        typed["cards"] = json!(1);
        let mut deep = archived_board(&new_id(), "Deep");
        deep["lists"] = (0..200).fold(json!([]), |inner, _| json!([inner]));
        let mut labels = archived_board(&new_id(), "Labels");
        let color = |number: usize| json!({"label": number.to_string(), "color": "#112233"});
        labels["board"]["label_colors"] = json!((0..1_000).map(color).collect::<Vec<_>>());
        let nothing = json!({"version": 1, "board": null, "lists": [], "cards": []});
        let archive = with_boards(&json!([typed, good.clone(), deep, labels, nothing, 1, good]));
        let imported = report(&app, &ada, "", archive).await;
        assert_eq!(imported["boards"], counts(1, 1, 5));
        let refused = |name: &str, code: &str| json!({"name": name, "code": code});
        assert_eq!(imported["refused_boards"], json!([
            refused("Wrong type", "body_invalid"), refused("Deep", "body_invalid"), refused("Labels", "too_many_label_colors"),
            refused("", "body_invalid"), refused("", "body_invalid"),
        ]));
        assert_eq!(boards_of(&app, &ada).await.len(), 1);
        // Records without any field are refused.
        let mut files = files_of(&with_boards(&json!([])));
        for (name, key) in [
            ("notes.json", "notes"), ("focus-sessions.json", "sessions"), ("pictures.json", "pictures"), ("attachments.json", "attachments"),
        ] {
            files.insert(name.to_owned(), json!({key: [{}, [], null]}).to_string().into_bytes());
        }
        files.insert("activity.json".to_owned(), json!({"boards": [{"board_id": 1, "ops": [{}]}, 3]}).to_string().into_bytes());
        let imported = report(&app, &ada, "?settings=true", packed(&files)).await;
        for kind in ["notes", "focus_sessions", "pictures", "attachments"] {
            assert_eq!(imported[kind], counts(0, 0, 3), "{kind}");
        }
    }

    async fn damaged_and_hostile_archives_change_nothing(app: TestApp) {
        let ada = app.person("ada").await;
        let archive = with_boards(&json!([archived_board(&new_id(), "Board")]));
        let files = files_of(&archive);
        let with = |name: &str, bytes: &[u8]| {
            let mut files = files.clone();
            files.insert(name.to_owned(), bytes.to_vec());
            packed(&files)
        };
        let without = |name: &str| packed(&files.iter().filter(|(known, _)| *known != name).map(|(name, bytes)| (name.clone(), bytes.clone())).collect());
        let mut corrupted = zip_of(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())), CompressionMethod::Stored);
        let position = corrupted.windows(5).position(|part| part == b"Board").unwrap();
        corrupted[position] = b'C';
        // Declares fewer bytes than it has, and fewer than it has room for.
        let bomb = zip_of([("account.json", &vec![b' '; 1 << 20][..])], CompressionMethod::Deflated);
        let mut lying = bomb.clone();
        let directory = lying.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
        lying[directory + 24..directory + 28].copy_from_slice(&10_u32.to_le_bytes());
        let mut encrypted = archive.clone();
        let directory = encrypted.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
        encrypted[directory + 8] |= 1;
        let mut doubled = with("boardx.json", b"{\"boards\":[]}");
        while let Some(position) = doubled.windows(11).position(|part| part == b"boardx.json") {
            doubled[position..position + 11].copy_from_slice(b"boards.json");
        }
        for (name, archive) in [
            ("nothing", vec![]),
            ("garbage", b"PK\x03\x04 and more".repeat(100)),
            ("truncated", archive[..archive.len() - 30].to_vec()),
            ("its first half", archive[..archive.len() / 2].to_vec()),
            ("two files with the same name", doubled),
            ("no account", without("account.json")),
            ("no boards", without("boards.json")),
            ("a path", with("attachments/../../../etc/passwd", b"x")),
            ("an absolute path", with("/etc/passwd", b"x")),
            ("a wrong checksum", corrupted),
            ("a wrong size", lying),
            ("encrypted", encrypted),
            ("broken JSON", with("notes.json", b"{\"notes\":[{}")),
            ("other JSON", with("notes.json", b"[]")),
            ("no id", with("account.json", b"{\"user\":{\"id\":\"x\"}}")),
            ("spaces", bomb),
            ("deep JSON", with("notes.json", format!("{{\"notes\":[{}{}]}}", "[".repeat(2_000), "]".repeat(2_000)).as_bytes())),
            ("a long gap", with("notes.json", &[b"{\"notes\":[".to_vec(), vec![b' '; 1 << 20], b"]}".to_vec()].concat())),
        ] {
            let response = rejected(&app, &ada, archive).await;
            assert_eq!((response.status.as_u16(), &response.body["code"]), (422, &json!("archive_invalid")), "{name}");
        }
        let broken = stream::iter([Ok(Bytes::from(archive)), Err(std::io::Error::other("closed"))]);
        rejected(&app, &ada, Body::from_stream(broken)).await.assert_rejected(422, "upload_interrupted");
        assert!(boards_of(&app, &ada).await.is_empty());
        app.send(request(&ada, "?settings=2", Body::empty())).await.assert_rejected(422, "bad_query");
    }

    async fn limits_apply_to_imports(app: TestApp) {
        let limited = app.with_config(|config| {
            config.has_rate_limits = true;
            config.billing_portal_url = "https://pay.example/".parse().ok();
        });
        let ada = limited.person("ada").await;
        let boards: Vec<Value> = (0..8).map(|number| archived_board(&new_id(), &number.to_string())).collect();
        let imported = report(&limited, &ada, "", with_boards(&json!(boards))).await;
        let refused = imported["refused_boards"].as_array().unwrap();
        assert!(!refused.is_empty() && refused.iter().all(|board| board["code"] == "plan_limit"), "{imported}");
        assert_eq!(imported["boards"]["imported"].as_u64().unwrap() as usize + refused.len(), 8);

        // A second import of the account is refused while the first one is received.
        let ((started, has_started), (end, ended)) = (oneshot::channel(), oneshot::channel::<Bytes>());
        let body = stream::once(async move {
            started.send(()).unwrap();
            ended.await
        });
        let first = limited.send(request(&ada, "", Body::from_stream(body)));
        let archive = with_boards(&json!([]));
        let second = async {
            has_started.await.unwrap();
            rejected(&limited, &ada, archive.clone()).await.assert_rejected(503, "server_busy");
            drop(end);
        };
        let (first, ()) = tokio::join!(first, second);
        first.assert_rejected(422, "upload_interrupted");
        let mut statuses = Vec::new();
        for _ in 0..12 {
            statuses.push(rejected(&limited, &ada, archive.clone()).await.status.as_u16());
        }
        assert_eq!(statuses[11], 429, "{statuses:?}");
    }
}
