//! Saving notes, their earlier versions, and other changes.

use crate::support::{START, TestApp, document, new_id, on_both_engines, save, snippets};
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

fn moment(after: i64) -> String {
    Timestamp::from_millis(START + after).to_string()
}

on_both_engines! {
    async fn first_save_creates_the_note(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let (first, change) = save(None, "First", "2026-03-03T11:59:00+01:00");
        let response = app.change_note(&ada, &note, change).await.assert_ok();
        let expected = json!({
            "id": note, "document": null, "save_id": first, "created_at": "2026-03-03T10:59:00.000Z",
            "edited_at": "2026-03-03T10:59:00.000Z", "pinned_at": null, "trashed_at": null, "apart": [], "version": 1
        });
        assert_eq!(response, json!({"note": expected, "since": 0}));
        let (second, change) = save(Some(&first), "Second", "2026-03-03T11:59:30Z");
        let response = app.change_note(&ada, &note, change).await.assert_ok();
        assert_eq!((&response["since"], &response["note"]["version"], &response["note"]["document"]), (&json!(1), &json!(2), &Value::Null));
        let stored = app.restart().await.only_note(&ada).await;
        assert_eq!((&stored["document"], &stored["save_id"]), (&json!(document("Second")), &json!(second)));
        assert_eq!((&stored["created_at"], &stored["edited_at"]), (&json!("2026-03-03T10:59:00.000Z"), &json!("2026-03-03T11:59:30.000Z")));
        assert_eq!(stored["apart"], json!([]));
        assert_eq!(app.version_snippets(&ada, &note).await, ["First"]);
    }

    async fn future_edit_time_is_clamped_to_now(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let (first, change) = save(None, "a", "2026-03-03T12:00:00.001Z");
        let response = app.change_note(&ada, &note, change).await.assert_ok();
        assert_eq!((&response["note"]["created_at"], &response["note"]["edited_at"]), (&json!(moment(0)), &json!(moment(0))));
        let (_, change) = save(Some(&first), "b", "9999-12-31T23:59:59Z");
        assert_eq!(app.change_note(&ada, &note, change).await.assert_ok()["note"]["edited_at"], moment(0));
    }

    async fn repeated_save_is_idempotent(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let (first, once) = save(None, "First", "2026-03-03T11:00:00Z");
        let made = app.change_note(&ada, &note, once.clone()).await.assert_ok();
        assert_eq!(app.change_note(&ada, &note, once.clone()).await.assert_ok(), made);
        let (second, twice) = save(Some(&first), "Second", "2026-03-03T11:00:01Z");
        let changed = app.change_note(&ada, &note, twice.clone()).await.assert_ok();
        assert_eq!(app.change_note(&ada, &note, twice).await.assert_ok(), changed);
        // Repeating an older save does not restore its text, and returns the current one.
        let response = app.change_note(&ada, &note, once.clone()).await.assert_ok();
        assert_eq!((&response["note"]["document"], &response["note"]["save_id"]), (&json!(document("Second")), &json!(second)));
        assert_eq!((&response["since"], &response["note"]["version"]), (&json!(1), &json!(2)));
        // Repeating an older save does not restore a note from the trash either.
        app.change_note(&ada, &note, json!({"type": "trash"})).await.assert_ok();
        assert_ne!(app.change_note(&ada, &note, once).await.assert_ok()["note"]["trashed_at"], Value::Null);
        assert_eq!(app.notes(&ada, 0).await["version"], 3);
        assert_eq!(app.version_snippets(&ada, &note).await, ["First"]);
    }

    async fn save_with_a_forgotten_id_becomes_a_conflict(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let (first, again) = save(None, "t 0", &moment(-MINUTE));
        app.change_note(&ada, &note, again.clone()).await.assert_ok();
        let mut base = first;
        for number in 1..=60 {
            let (next, change) = save(Some(&base), &format!("t {number}"), &moment(number - MINUTE));
            app.change_note(&ada, &note, change).await.assert_ok();
            base = next;
        }
        let response = app.change_note(&ada, &note, again.clone()).await.assert_ok();
        assert_eq!((response["note"]["document"].clone(), snippets(&response["note"]["apart"])), (json!(document("t 60")), vec!["t 0".to_owned()]));
        // The same request again has no further effect.
        assert_eq!(app.change_note(&ada, &note, again).await.assert_ok(), response);
    }

    async fn edit_burst_keeps_one_version(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let mut base: Option<String> = None;
        app.advance_clock(30 * MINUTE);
        let ada = app.with_new_token(&ada).await;
        // A save every half minute, for 25 minutes.
        for number in 0..50 {
            let (next, change) = save(base.as_deref(), &format!("text {number:02}"), &moment(number * MINUTE / 2));
            app.change_note(&ada, &note, change).await.assert_ok();
            base = Some(next);
        }
        assert_eq!(app.version_snippets(&ada, &note).await, ["text 48", "text 39", "text 19"]);
        // The text at the end of a burst is kept when the user continues later, however little they write.
        app.advance_clock(DAY);
        let ada = app.with_new_token(&ada).await;
        for (number, text) in ["back", "back again"].into_iter().enumerate() {
            let (next, change) = save(base.as_deref(), text, &moment(DAY + number as i64));
            app.change_note(&ada, &note, change).await.assert_ok();
            base = Some(next);
        }
        assert_eq!(app.version_snippets(&ada, &note).await, ["back", "text 49", "text 39", "text 19"]);
    }

    async fn edit_bursts_are_per_device(app: TestApp) {
        let ada = app.person("ada").await;
        let phone = app.log_in(&ada, "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0").await;
        let note = new_id();
        let mut base: Option<String> = None;
        for (number, person) in [&ada, &phone, &ada, &phone, &ada].into_iter().enumerate() {
            let (next, change) = save(base.as_deref(), &format!("text {number}"), &moment(number as i64 - MINUTE));
            app.change_note(person, &note, change).await.assert_ok();
            base = Some(next);
        }
        assert_eq!(app.version_snippets(&ada, &note).await, ["text 3", "text 2"]);
    }

    async fn mostly_deleted_text_is_kept_within_an_edit_burst(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let mut base: Option<String> = None;
        let long = |words: usize| format!("long{}", " word".repeat(words));
        for (number, text) in [long(100), long(101), String::new(), "x".to_owned(), "xy".to_owned(), "xyz".to_owned()].into_iter().enumerate() {
            let (next, change) = save(base.as_deref(), &text, &moment(number as i64 - MINUTE));
            app.change_note(&ada, &note, change).await.assert_ok();
            base = Some(next);
        }
        let earlier = app.version_snippets(&ada, &note).await;
        assert_eq!((earlier.len(), earlier[0].as_str()), (2, "xy"));
        assert_eq!(earlier[1], long(101).chars().take(200).collect::<String>());
    }

    async fn version_before_a_restore_is_kept(app: TestApp) {
        let ada = app.person("ada").await;
        let long = "All that was written in this note, at some length";
        // The choice as sent by an online device, and as sent by an offline one, where later edits have replaced it.
        for is_typed_on in [false, true] {
            let note = new_id();
            let first = app.save_note(&ada, &note, None, &format!("{long}, first")).await;
            let shown = app.save_note(&ada, &note, Some(&first), &format!("{long}, shown")).await;
            let text = format!("{long}, first{}", if is_typed_on { "!" } else { "" });
            let (mut last, mut change) = save(Some(&shown), &text, &moment(0));
            change["goes_on"] = json!(false);
            app.change_note(&ada, &note, change).await.assert_ok();
            for number in 0..3 {
                last = app.save_note(&ada, &note, Some(&last), &format!("{long}, first and {number}")).await;
            }
            let earlier = app.version_snippets(&ada, &note).await;
            assert!(earlier.contains(&format!("{long}, shown")), "{earlier:?}");
            assert_eq!(earlier.len(), 2, "that and the text before the last: {earlier:?}");
        }
    }

    async fn replaced_and_resolved_texts_stay_in_the_history(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let mut last: Option<String> = None;
        for text in ["What stood here before", "Something else, as long", "Something else, as long as", "Something else, as long as that"] {
            last = Some(app.save_note(&ada, &note, last.as_deref(), text).await);
        }
        assert_eq!(app.version_snippets(&ada, &note).await.len(), 2);
        assert!(app.version_snippets(&ada, &note).await.contains(&"What stood here before".to_owned()));
        // A similar conflicting text from the same device.
        let (apart, change) = save(Some(&new_id()), "Something else, as long as this", &moment(-MINUTE));
        app.change_note(&ada, &note, change).await.assert_ok();
        app.change_note(&ada, &note, json!({"type": "put_away", "save_id": apart})).await.assert_ok();
        for number in 0..3 {
            last = Some(app.save_note(&ada, &note, last.as_deref(), &format!("Something else, as long as that {number}")).await);
        }
        assert!(app.version_snippets(&ada, &note).await.contains(&"Something else, as long as this".to_owned()));
    }

    async fn note_storage_is_limited(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (note, full) = (new_id(), new_id());
        let mut last = app.save_note(&ada, &note, None, "One").await;
        let counted = format!("notes WHERE id = '{note}' AND stored_bytes =");
        assert_eq!(app.count(&format!("{counted} {}", document("One").len())).await, 1);
        last = app.save_note(&ada, &note, Some(&last), "Two").await;
        assert_eq!(app.count(&format!("{counted} {}", 2 * document("One").len())).await, 1);
        app.save_note(&ada, &full, None, "Full").await;
        app.execute(&format!("UPDATE notes SET stored_bytes = {} WHERE id = '{full}'", 500 << 20)).await;
        let before = app.notes(&ada, 0).await;
        let (_, change) = save(Some(&last), "Three", &moment(0));
        app.change_note(&ada, &note, change.clone()).await.assert_rejected(409, "note_limit");
        let (_, fresh) = save(None, "New", &moment(0));
        app.change_note(&ada, &new_id(), fresh).await.assert_rejected(409, "note_limit");
        assert_eq!(app.notes(&ada, 0).await, before);
        app.save_note(&eve, &note, None, "Eve has room").await;
        app.change_note(&ada, &note, json!({"type": "pin"})).await.assert_ok();
        app.execute(&format!("UPDATE notes SET stored_bytes = 0 WHERE id = '{full}'")).await;
        app.change_note(&ada, &note, change).await.assert_ok();
    }

    async fn note_count_is_limited_to_10_000(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let last = app.save_note(&ada, &note, None, "One").await;
        app.execute(&format!(
            "INSERT INTO notes (user_id, id, version, save_id, login_id, device, created_at, edited_at, recent_saves, equal_saves, hash,
                    snippet, document, stored_bytes)
                WITH RECURSIVE numbers (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM numbers WHERE number < 10000)
                SELECT user_id, id || '-' || number, version, save_id, login_id, device, created_at, edited_at, recent_saves, equal_saves,
                    hash, snippet, document, stored_bytes
                FROM notes CROSS JOIN numbers WHERE id = '{note}'"
        ))
        .await;
        assert_eq!(app.count("notes").await, 10_000);
        let (_, fresh) = save(None, "New", &moment(0));
        app.change_note(&ada, &new_id(), fresh).await.assert_rejected(409, "note_limit");
        let (_, change) = save(Some(&last), "Two", &moment(0));
        app.change_note(&ada, &note, change).await.assert_ok();
    }

    async fn history_is_limited_to_100_versions(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        app.advance_clock(DAY);
        let ada = app.with_new_token(&ada).await;
        let mut base: Option<String> = None;
        for number in 0..105 {
            let (next, change) = save(base.as_deref(), &format!("text {number}"), &moment(number * 10 * MINUTE));
            app.change_note(&ada, &note, change).await.assert_ok();
            base = Some(next);
        }
        let earlier = app.version_snippets(&ada, &note).await;
        assert_eq!((earlier.len(), earlier[0].as_str(), earlier[99].as_str()), (100, "text 103", "text 4"));
    }

    async fn versions_expire_30_days_after_replacement(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let base = app.save_note(&ada, &note, None, "old").await;
        app.advance_clock(60 * DAY);
        let ada = app.with_new_token(&ada).await;
        let (_, change) = save(Some(&base), "new", &moment(60 * DAY));
        app.change_note(&ada, &note, change).await.assert_ok();
        app.purge_trash().await;
        assert_eq!(app.version_snippets(&ada, &note).await, ["old"], "the text was current until just now");
        app.advance_clock(30 * DAY);
        let ada = app.with_new_token(&ada).await;
        app.purge_trash().await;
        assert_eq!(app.version_snippets(&ada, &note).await, ["old"]);
        app.advance_clock(1);
        app.purge_trash().await;
        assert_eq!(app.version_snippets(&ada, &note).await, Vec::<String>::new());
        assert_eq!(app.only_note(&ada).await["document"], document("new"));
    }

    async fn earlier_version_can_be_read_and_restored(app: TestApp) {
        let ada = app.person("ada").await;
        let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
        let note = new_id();
        let (first, change) = save(None, "First line", "2026-03-03T11:00:00Z");
        let request = axum::http::Request::put(format!("/api/notes/{note}/"))
            .header("user-agent", agent)
            .header("authorization", format!("Bearer {}", ada.access_token));
        app.send(request.body(json!({"change": change}).to_string().into()).unwrap()).await.assert_ok();
        let second = app.save_note(&ada, &note, Some(&first), "Second line").await;
        let path = format!("/api/notes/{note}/versions/");
        let version = json!({
            "save_id": first, "edited_at": "2026-03-03T11:00:00.000Z", "device": "Firefox on Linux", "snippet": "First line"
        });
        assert_eq!(app.get(&path, &ada.access_token).await.assert_ok(), json!({"versions": [version]}));
        let response = app.get(&format!("{path}{first}/"), &ada.access_token).await.assert_ok();
        assert_eq!(response, json!({"version": version, "document": document("First line")}));
        // The current text is not an earlier version.
        app.get(&format!("{path}{second}/"), &ada.access_token).await.assert_rejected(404, "not_found");
        app.get(&format!("{path}{}/", new_id()), &ada.access_token).await.assert_rejected(404, "not_found");
        app.get(&format!("{path}nonsense/"), &ada.access_token).await.assert_rejected(404, "not_found");
        app.save_note(&ada, &note, Some(&second), "First line").await;
        assert_eq!(app.only_note(&ada).await["document"], document("First line"));
        let unknown = format!("/api/notes/{}/versions/", new_id());
        app.get(&unknown, &ada.access_token).await.assert_rejected(404, "unknown_note");
        app.get(&format!("{unknown}{first}/"), &ada.access_token).await.assert_rejected(404, "unknown_note");
        app.get("/api/notes/7/versions/", &ada.access_token).await.assert_rejected(404, "not_found");
    }

    async fn pin_and_trash_changes_are_idempotent(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        for change in ["pin", "unpin", "trash", "restore"] {
            app.change_note(&ada, &note, json!({"type": change})).await.assert_rejected(404, "unknown_note");
        }
        let dismissal = json!({"type": "put_away", "save_id": new_id()});
        app.change_note(&ada, &note, dismissal.clone()).await.assert_rejected(404, "unknown_note");
        assert_eq!(app.notes(&ada, 0).await, json!({"notes": [], "removed": [], "version": 0, "has_more": false}));
        let saved = app.save_note(&ada, &note, None, "Text").await;
        let mut version = 1;
        for (change, pinned, trashed) in [
            ("unpin", false, false), ("restore", false, false), ("pin", true, false), ("trash", true, true), ("unpin", false, true),
            ("pin", true, true), ("restore", true, false),
        ] {
            app.advance_clock(1_000);
            let before = app.only_note(&ada).await;
            let is_change = (before["pinned_at"].is_string(), before["trashed_at"].is_string()) != (pinned, trashed);
            version += i64::from(is_change);
            let response = app.change_note(&ada, &note, json!({"type": change})).await.assert_ok();
            assert_eq!((response["note"]["pinned_at"].is_string(), response["note"]["trashed_at"].is_string()), (pinned, trashed), "{change}");
            assert_eq!((&response["note"]["version"], &response["since"]), (&json!(version), &json!(version - 1)), "{change}");
            assert_eq!((&response["note"]["document"], &response["note"]["save_id"]), (&json!(document("Text")), &json!(saved)));
            app.advance_clock(1_000);
            assert_eq!(app.change_note(&ada, &note, json!({"type": change})).await.assert_ok(), response, "{change} again");
        }
        assert_eq!(app.change_note(&ada, &note, dismissal).await.assert_ok()["note"]["version"], version);
        assert_eq!(app.notes(&ada, 0).await["version"], version);
    }

    async fn saving_a_trashed_note_restores_it(app: TestApp) {
        let ada = app.person("ada").await;
        let note = new_id();
        let mut base = app.save_note(&ada, &note, None, "Text").await;
        // Another text, the same text again, and an older conflicting text.
        for (text, edited_at, is_based_on_current) in [("More", moment(0), true), ("More", moment(0), true), ("Apart", moment(-DAY), false)] {
            let trashed = app.change_note(&ada, &note, json!({"type": "trash"})).await.assert_ok();
            assert_eq!(trashed["note"]["trashed_at"], moment(0));
            let nothing = new_id();
            let (saved, change) = save(Some(if is_based_on_current { &base } else { &nothing }), text, &edited_at);
            let response = app.change_note(&ada, &note, change).await.assert_ok();
            assert_eq!(response["note"]["trashed_at"], Value::Null, "{text}");
            assert_eq!(response["note"]["version"].as_i64(), trashed["note"]["version"].as_i64().map(|version| version + 1), "{text}");
            base = if is_based_on_current { saved } else { base };
        }
        assert_eq!(app.only_note(&ada).await["trashed_at"], Value::Null);
    }

    async fn note_ids_are_scoped_to_the_account(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let note = new_id();
        let of_ada = app.save_note(&ada, &note, None, "Ada's").await;
        app.change_note(&eve, &note, json!({"type": "pin"})).await.assert_rejected(404, "unknown_note");
        let of_eve = app.save_note(&eve, &note, Some(&of_ada), "Eve's").await;
        app.save_note(&eve, &note, Some(&of_eve), "Eve's own").await;
        app.change_note(&eve, &note, json!({"type": "trash"})).await.assert_ok();
        let stored = app.only_note(&ada).await;
        assert_eq!((&stored["document"], &stored["trashed_at"], &stored["version"]), (&json!(document("Ada's")), &Value::Null, &json!(1)));
        assert_eq!(app.version_snippets(&ada, &note).await, Vec::<String>::new());
        let path = format!("/api/notes/{note}/versions/{of_eve}/");
        app.get(&path, &ada.access_token).await.assert_rejected(404, "not_found");
        app.get(&path, &eve.access_token).await.assert_ok();
        assert_eq!(app.notes(&eve, 0).await["version"], 3);
    }
}
