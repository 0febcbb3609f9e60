//! Conflicting texts from two devices: both are kept, whichever arrives first.

use crate::support::{Person, START, TestApp, document, new_id, on_both_engines, save, snippets};
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SECOND: i64 = 1_000;
const DAY: i64 = 24 * 60 * 60 * SECOND;

fn moment(after: i64) -> String {
    Timestamp::from_millis(START + after).to_string()
}

/// Returns the current text of a note and its conflicts.
fn shown(note: &Value) -> (String, Vec<String>) {
    let document: Value = serde_json::from_str(note["document"].as_str().unwrap()).unwrap();
    let text = document["content"][0]["content"][0]["text"].as_str().unwrap_or_default().to_owned();
    (text, snippets(&note["apart"]))
}

/// Creates a note that two devices have.
async fn known(app: &TestApp, ada: &Person) -> (String, String) {
    let note = new_id();
    let (base, change) = save(None, "Base", &moment(-60 * SECOND));
    app.change_note(ada, &note, change).await.assert_ok();
    (note, base)
}

on_both_engines! {
    async fn later_text_wins_and_the_other_becomes_a_conflict(app: TestApp) {
        let ada = app.person("ada").await;
        let phone = app.log_in(&ada, "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0").await;
        for later_comes_first in [true, false] {
            let (note, base) = known(&app, &ada).await;
            let (desk, on_desk) = save(Some(&base), "Desk", &moment(-10 * SECOND));
            let (pocket, on_phone) = save(Some(&base), "Phone", &moment(-20 * SECOND));
            let agent = "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0";
            let from_phone = async || {
                let request = axum::http::Request::put(format!("/api/notes/{note}/"))
                    .header("user-agent", agent).header("authorization", format!("Bearer {}", phone.access_token));
                app.send(request.body(json!({"change": on_phone}).to_string().into()).unwrap()).await.assert_ok()
            };
            let response = if later_comes_first {
                app.change_note(&ada, &note, on_desk).await.assert_ok();
                from_phone().await
            } else {
                from_phone().await;
                let response = app.change_note(&ada, &note, on_desk).await.assert_ok();
                assert_eq!(response["note"]["document"], Value::Null, "what is shown is what was sent");
                response
            };
            assert_eq!(response["note"]["save_id"], desk);
            assert_eq!(response["note"]["apart"], json!([{
                "save_id": pocket, "edited_at": moment(-20 * SECOND), "device": "Firefox on Android", "snippet": "Phone"
            }]));
            let listed = app.notes(&ada, 0).await["notes"].as_array().unwrap().last().unwrap().clone();
            assert_eq!(shown(&listed), ("Desk".to_owned(), vec!["Phone".to_owned()]));
            let text = app.get(&format!("/api/notes/{note}/versions/{pocket}/"), &ada.access_token).await.assert_ok();
            assert_eq!(text["document"], document("Phone"));
        }
    }

    async fn continued_conflict_is_one_version(app: TestApp) {
        let ada = app.person("ada").await;
        let (note, base) = known(&app, &ada).await;
        let (desk, change) = save(Some(&base), "Desk", &moment(0));
        app.change_note(&ada, &note, change).await.assert_ok();
        let phone = app.log_in(&ada, "curl/8").await;
        let mut last = base.clone();
        for number in 0..5 {
            let (next, change) = save(Some(&last), &format!("Phone {number}"), &moment(number * SECOND - 30 * SECOND));
            let response = app.change_note(&phone, &note, change).await.assert_ok();
            assert_eq!(shown(&response["note"]), ("Desk".to_owned(), vec![format!("Phone {number}")]));
            assert_eq!(response["note"]["save_id"], desk);
            last = next;
        }
        // One earlier version of the burst is kept, and the text that all was based on.
        assert_eq!(app.version_snippets(&ada, &note).await, ["Phone 4", "Phone 3", "Base"]);
        // When the phone writes later than the desk did, its text becomes current and the desk's text the conflict.
        app.advance_clock(SECOND);
        let (_, change) = save(Some(&last), "Phone 5", &moment(SECOND));
        let response = app.change_note(&phone, &note, change).await.assert_ok();
        assert_eq!((&response["note"]["document"], snippets(&response["note"]["apart"])), (&Value::Null, vec!["Desk".to_owned()]));
        // When the desk continues, its text becomes current again.
        app.advance_clock(SECOND);
        let (_, change) = save(Some(&desk), "Desk again", &moment(2 * SECOND));
        let response = app.change_note(&ada, &note, change).await.assert_ok();
        assert_eq!((&response["note"]["document"], snippets(&response["note"]["apart"])), (&Value::Null, vec!["Phone 5".to_owned()]));
    }

    async fn save_with_unknown_base_is_a_conflict(app: TestApp) {
        let ada = app.person("ada").await;
        let (note, base) = known(&app, &ada).await;
        let second = app.save_note(&ada, &note, Some(&base), "Second").await;
        for (number, base) in [Some(base), Some(new_id()), None].into_iter().enumerate() {
            let (_, change) = save(base.as_deref(), &format!("Apart {number}"), &moment(-DAY));
            let response = app.change_note(&ada, &note, change).await.assert_ok();
            assert_eq!((response["note"]["apart"].as_array().unwrap().len(), &response["note"]["save_id"]), (number + 1, &json!(second)));
        }
        assert_eq!(snippets(&app.only_note(&ada).await["apart"]), ["Apart 2", "Apart 1", "Apart 0"]);
    }

    async fn identical_texts_do_not_conflict(app: TestApp) {
        let ada = app.person("ada").await;
        let (note, base) = known(&app, &ada).await;
        let one = app.save_note(&ada, &note, Some(&base), "Same").await;
        let (other, change) = save(Some(&base), "Same", &moment(-SECOND));
        let response = app.change_note(&ada, &note, change.clone()).await.assert_ok();
        assert_eq!((&response["note"]["save_id"], &response["note"]["document"], &response["note"]["apart"]), (&json!(one), &Value::Null, &json!([])));
        assert_eq!((&response["note"]["version"], app.notes(&ada, 0).await["version"].as_i64()), (&json!(2), Some(2)), "the version does not change");
        assert_eq!(app.change_note(&ada, &note, change).await.assert_ok(), response);
        // Each device continues from its own save.
        let (_, change) = save(Some(&other), "Same and more", &moment(0));
        let response = app.change_note(&ada, &note, change).await.assert_ok();
        assert_eq!((&response["note"]["document"], &response["note"]["apart"]), (&Value::Null, &json!([])));
        // A text based on an earlier version is a conflict again.
        let (_, change) = save(Some(&one), "Same and other", &moment(0));
        assert_eq!(snippets(&app.change_note(&ada, &note, change).await.assert_ok()["note"]["apart"]), ["Same and more"]);
    }

    async fn resolved_conflict_stays_in_the_history(app: TestApp) {
        let ada = app.person("ada").await;
        let (note, base) = known(&app, &ada).await;
        let shown_save = app.save_note(&ada, &note, Some(&base), "Shown").await;
        let mut apart = Vec::new();
        for text in ["One", "Two"] {
            let (saved, change) = save(Some(&base), text, &moment(-DAY));
            app.change_note(&ada, &note, change).await.assert_ok();
            apart.push(saved);
        }
        let dismissal = json!({"type": "put_away", "save_id": apart[0]});
        let response = app.change_note(&ada, &note, dismissal.clone()).await.assert_ok();
        assert_eq!((snippets(&response["note"]["apart"]), &response["note"]["version"]), (vec!["Two".to_owned()], &json!(5)));
        assert_eq!(app.change_note(&ada, &note, dismissal).await.assert_ok(), response, "again");
        for save_id in [&shown_save, &base, &new_id()] {
            let response = app.change_note(&ada, &note, json!({"type": "put_away", "save_id": save_id})).await.assert_ok();
            assert_eq!(response["note"]["version"], 5, "none of these is a conflicting text");
        }
        // Choosing a conflict saves its text.
        let chosen = app.save_note(&ada, &note, Some(&shown_save), "Two").await;
        let stored = app.only_note(&ada).await;
        assert_eq!((shown(&stored), &stored["save_id"]), (("Two".to_owned(), vec![]), &json!(chosen)));
        let earlier: BTreeSet<String> = app.version_snippets(&ada, &note).await.into_iter().collect();
        assert!(["One", "Two"].iter().all(|text| earlier.contains(*text)), "{earlier:?}");
    }

    async fn conflicts_do_not_expire_and_are_limited_to_20(app: TestApp) {
        let ada = app.person("ada").await;
        let (note, base) = known(&app, &ada).await;
        for number in 0..22 {
            let (_, change) = save(Some(&new_id()), &format!("Apart {number:02}"), &moment(-DAY + number));
            app.change_note(&ada, &note, change).await.assert_ok();
        }
        let apart = snippets(&app.only_note(&ada).await["apart"]);
        assert_eq!((apart.len(), apart[0].as_str(), apart[19].as_str()), (20, "Apart 21", "Apart 02"));
        assert_eq!(app.version_snippets(&ada, &note).await.len(), 22, "the others are earlier ones");
        // The conflicts also stay if the number of earlier versions exceeds the limit.
        let mut last = base;
        app.advance_clock(2 * DAY);
        let ada = app.with_new_token(&ada).await;
        for number in 0..90 {
            let (next, change) = save(Some(&last), &format!("text {number}"), &moment(number * 600 * SECOND));
            app.change_note(&ada, &note, change).await.assert_ok();
            last = next;
        }
        let earlier = app.version_snippets(&ada, &note).await;
        let apart = earlier.iter().filter(|text| text.starts_with("Apart")).count();
        assert_eq!((earlier.len(), apart), (100, 20));
        app.advance_clock(400 * DAY);
        app.purge_trash().await;
        let ada = app.with_new_token(&ada).await;
        assert_eq!(app.version_snippets(&ada, &note).await.len(), 20);
        assert_eq!(app.only_note(&ada).await["apart"].as_array().unwrap().len(), 20);
    }

    async fn concurrent_saves_lose_nothing(app: TestApp) {
        const DEVICES: usize = 6;
        const SAVES: usize = 8;
        let ada = app.person("ada").await;
        let (note, base) = known(&app, &ada).await;
        let tasks: Vec<_> = (0..DEVICES).map(|device| {
            let (app, note, base) = (app.clone(), note.clone(), base.clone());
            let ada = ada.clone();
            tokio::spawn(async move {
                let device_login = app.log_in(&ada, "curl/8").await;
                let mut last = base;
                let mut versions = Vec::new();
                for number in 0..SAVES {
                    let (next, change) = save(Some(&last), &format!("{device} {number}"), &moment(-(device as i64) * SECOND + number as i64));
                    let sent = json!({"change": change});
                    let path = format!("/api/notes/{note}/");
                    // Each save is sent twice at once, like a retry after a lost response.
                    let (one, two) = tokio::join!(
                        app.put(&path, &device_login.access_token, sent.clone()), app.put(&path, &device_login.access_token, sent.clone())
                    );
                    for response in [one.assert_ok(), two.assert_ok()] {
                        versions.push(response["note"]["version"].as_i64().unwrap());
                    }
                    last = next;
                }
                versions
            })
        }).collect();
        for task in tasks {
            assert!(task.await.unwrap().iter().all(|version| *version > 1));
        }
        let stored = app.only_note(&ada).await;
        let (text, apart) = shown(&stored);
        let mut last: Vec<String> = apart.into_iter().chain([text]).collect();
        last.sort();
        let expected: Vec<String> = (0..DEVICES).map(|device| format!("{device} {}", SAVES - 1)).collect();
        assert_eq!(last, expected, "the last text of every device is there, and none of them twice");
        assert_eq!(app.notes(&ada, 0).await["version"].as_i64(), Some((DEVICES * SAVES) as i64 + 1), "each text is a version");
    }

    async fn failed_save_is_rolled_back(app: TestApp) {
        let ada = app.person("ada").await;
        let (note, base) = known(&app, &ada).await;
        let before = app.notes(&ada, 0).await;
        // The last statement of a save fails.
        let (break_it, mend_it) = if app.is_postgres() {
            (
                "ALTER TABLE notes ADD CONSTRAINT short CHECK (length(snippet) < 10) NOT VALID".to_owned(),
                "ALTER TABLE notes DROP CONSTRAINT short".to_owned(),
            )
        } else {
            (
                "CREATE TRIGGER short BEFORE UPDATE ON notes WHEN length(NEW.snippet) >= 10 BEGIN SELECT RAISE(ABORT, 'short'); END".to_owned(),
                "DROP TRIGGER short".to_owned(),
            )
        };
        app.execute(&break_it).await;
        let (saved, change) = save(Some(&base), "More than ten", &moment(0));
        app.change_note(&ada, &note, change.clone()).await.assert_rejected(500, "internal");
        assert_eq!(app.notes(&ada, 0).await, before);
        assert_eq!(app.version_snippets(&ada, &note).await, Vec::<String>::new());
        app.execute(&mend_it).await;
        let response = app.change_note(&ada, &note, change).await.assert_ok();
        assert_eq!((&response["note"]["save_id"], &response["note"]["version"]), (&json!(saved), &json!(2)));
    }
}
