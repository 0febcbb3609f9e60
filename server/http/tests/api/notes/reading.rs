//! Reading notes since a version, page by page, and permanent deletion.

use crate::support::{Person, START, TestApp, document, new_id, on_both_engines, save};
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const DAY: i64 = 24 * 60 * 60 * 1_000;

fn ids(response: &Value, field: &str) -> Vec<String> {
    let id = |one: &Value| one["id"].as_str().or(one.as_str()).unwrap().to_owned();
    response[field].as_array().unwrap().iter().map(id).collect()
}

/// A replica that reads page by page, and the number of pages.
#[derive(Default)]
struct Replica {
    notes: BTreeMap<String, Value>,
    version: i64,
    pages: usize,
}

impl Replica {
    async fn catch_up(&mut self, app: &TestApp, person: &Person) {
        loop {
            let response = app.notes(person, self.version).await;
            self.pages += 1;
            for note in response["notes"].as_array().unwrap() {
                assert!(note["version"].as_i64().unwrap() > self.version);
                self.notes.insert(note["id"].as_str().unwrap().to_owned(), note.clone());
            }
            for id in ids(&response, "removed") {
                self.notes.remove(&id);
            }
            let version = response["version"].as_i64().unwrap();
            assert!(version > self.version || response["has_more"] == false, "each page advances the version");
            self.version = version;
            if response["has_more"] == false {
                return;
            }
        }
    }
}

on_both_engines! {
    async fn changes_since_a_version_are_returned(app: TestApp) {
        let ada = app.person("ada").await;
        assert_eq!(app.notes(&ada, 0).await, json!({"notes": [], "removed": [], "version": 0, "has_more": false}));
        let notes: Vec<String> = (0..3).map(|_| new_id()).collect();
        let mut saves = Vec::new();
        for note in &notes {
            saves.push(app.save_note(&ada, note, None, "t").await);
        }
        app.save_note(&ada, &notes[0], Some(&saves[0]), "u").await;
        app.change_note(&ada, &notes[1], json!({"type": "trash"})).await.assert_ok();
        for (since, expected) in [(0, vec![2, 0, 1]), (2, vec![2, 0, 1]), (3, vec![0, 1]), (4, vec![1]), (5, vec![])] {
            let response = app.notes(&ada, since).await;
            let expected: Vec<String> = expected.into_iter().map(|index: usize| notes[index].clone()).collect();
            assert_eq!((ids(&response, "notes"), &response["version"], &response["has_more"]), (expected, &json!(5), &json!(false)), "{since}");
        }
        // A client with a version from the future receives the current one: the server was restored from a backup.
        assert_eq!(app.notes(&ada, 99).await, json!({"notes": [], "removed": [], "version": 5, "has_more": false}));
        for query in ["", "?since=", "?since=-1", "?since=x", "?since=1.5", "?since=99999999999999999999"] {
            app.get(&format!("/api/notes/{query}"), &ada.access_token).await.assert_rejected(422, "bad_query");
        }
    }

    async fn large_notes_are_paginated_completely(app: TestApp) {
        let ada = app.person("ada").await;
        let large = "x".repeat(400_000);
        let notes: Vec<String> = (0..5).map(|_| new_id()).collect();
        for note in &notes {
            app.save_note(&ada, note, None, &large).await;
        }
        app.save_note(&ada, &new_id(), None, &"y".repeat(1_500_000)).await;
        let first = app.notes(&ada, 0).await;
        assert_eq!((ids(&first, "notes"), &first["version"], &first["has_more"]), (notes[..2].to_vec(), &json!(2), &json!(true)));
        let mut replica = Replica::default();
        replica.catch_up(&app, &ada).await;
        assert_eq!((replica.notes.len(), replica.pages, replica.version), (6, 4, 6));
    }

    async fn note_replica_converges_during_concurrent_writes(app: TestApp) {
        let ada = app.person("ada").await;
        let writer = {
            let (app, ada) = (app.clone(), ada.clone());
            tokio::spawn(async move {
                let notes: Vec<String> = (0..4).map(|_| new_id()).collect();
                let mut saves: Vec<Option<String>> = vec![None; 4];
                for number in 0..60_usize {
                    let (note, last) = (&notes[number % 4], &mut saves[number % 4]);
                    *last = Some(app.save_note(&ada, note, last.as_deref(), &format!("{number}{}", " w".repeat(60_000))).await);
                }
            })
        };
        let mut replica = Replica::default();
        while !writer.is_finished() {
            replica.catch_up(&app, &ada).await;
        }
        writer.await.unwrap();
        replica.catch_up(&app, &ada).await;
        let mut fresh = Replica::default();
        fresh.catch_up(&app, &ada).await;
        assert_eq!((replica.version, &replica.notes), (60, &fresh.notes));
    }

    async fn trashed_note_is_purged_after_30_days_and_announced(app: TestApp) {
        let ada = app.person("ada").await;
        let (removed, back, stored) = (new_id(), new_id(), new_id());
        let base = app.save_note(&ada, &removed, None, "Removed").await;
        for note in [&back, &stored] {
            app.save_note(&ada, note, None, "Kept").await;
        }
        let last = app.save_note(&ada, &removed, Some(&base), "Removed, and more").await;
        for note in [&removed, &back] {
            app.change_note(&ada, note, json!({"type": "trash"})).await.assert_ok();
        }
        app.advance_clock(30 * DAY - 1);
        app.purge_trash().await;
        let ada = app.with_new_token(&ada).await;
        assert_eq!(app.notes(&ada, 0).await["notes"].as_array().unwrap().len(), 3);
        app.change_note(&ada, &back, json!({"type": "restore"})).await.assert_ok();
        app.advance_clock(1);
        app.purge_trash().await;
        let response = app.notes(&ada, 0).await;
        let found: BTreeSet<String> = ids(&response, "notes").into_iter().collect();
        assert_eq!(found, BTreeSet::from([back.clone(), stored.clone()]));
        assert_eq!((ids(&response, "removed"), &response["version"]), (vec![removed.clone()], &json!(8)));
        assert_eq!(app.notes(&ada, 7).await, json!({"notes": [], "removed": [removed], "version": 8, "has_more": false}));
        assert_eq!(app.notes(&ada, 8).await["removed"], json!([]));
        app.get(&format!("/api/notes/{removed}/versions/"), &ada.access_token).await.assert_rejected(404, "unknown_note");
        app.change_note(&ada, &removed, json!({"type": "restore"})).await.assert_rejected(404, "unknown_note");
        // A device that was offline for a year still receives the deletion.
        app.advance_clock(365 * DAY);
        app.purge_trash().await;
        let ada = app.with_new_token(&ada).await;
        assert_eq!(app.notes(&ada, 3).await["removed"], json!([removed]));
        // A text that was written in the meantime is kept: the note exists again.
        let (again, change) = save(Some(&last), "Written on the way", "2026-03-20T08:00:00Z");
        let response = app.change_note(&ada, &removed, change).await.assert_ok();
        assert_eq!((&response["note"]["save_id"], &response["note"]["created_at"]), (&json!(again), &json!("2026-03-20T08:00:00.000Z")));
        let response = app.notes(&ada, 7).await;
        assert_eq!((ids(&response, "notes"), &response["removed"]), (vec![removed], &json!([])));
    }

    async fn purge_removes_many_notes_of_their_owner_only(app: TestApp) {
        const MANY: usize = 950;
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let of_eve = new_id();
        app.save_note(&eve, &of_eve, None, "Eve's").await;
        let numbers = format!("WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {MANY})");
        app.execute(&format!(
            "INSERT INTO notes (user_id, id, version, save_id, login_id, device, created_at, edited_at, trashed_at, recent_saves, \
             equal_saves, hash, snippet, document) {numbers} SELECT '{}', \
             '01900000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), n, \
             '01900000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), '{}', '', 1, 1, {START}, '[]', '[]', 'h', '', '{}' \
             FROM numbers", ada.id, new_id(), document("t")
        )).await;
        app.execute(&format!("UPDATE users SET notes_version = {MANY} WHERE id = '{}'", ada.id)).await;
        let mut replica = Replica::default();
        replica.catch_up(&app, &ada).await;
        assert_eq!(replica.notes.len(), MANY);
        app.advance_clock(30 * DAY);
        app.purge_trash().await;
        let ada = app.with_new_token(&ada).await;
        replica.catch_up(&app, &ada).await;
        // Three batches of at most 400 notes, each with its own version.
        assert_eq!((replica.notes.len(), replica.version), (0, MANY as i64 + 3));
        let eve = app.with_new_token(&eve).await;
        assert_eq!((app.only_note(&eve).await["id"].clone(), app.notes(&eve, 0).await["version"].clone()), (json!(of_eve), json!(1)));
    }

    async fn many_notes_are_paginated(app: TestApp) {
        const MANY: usize = 2_500;
        let ada = app.person("ada").await;
        let numbers = format!("WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {MANY})");
        app.execute(&format!(
            "INSERT INTO removed_notes (user_id, id, version) {numbers} SELECT '{}', \
             '01900000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), 1 + n / 300 FROM numbers", ada.id
        )).await;
        app.execute(&format!("UPDATE users SET notes_version = 50 WHERE id = '{}'", ada.id)).await;
        let (mut removed, mut since, mut pages) = (BTreeSet::new(), 0, 0);
        loop {
            let response = app.notes(&ada, since).await;
            removed.extend(ids(&response, "removed"));
            (since, pages) = (response["version"].as_i64().unwrap(), pages + 1);
            if response["has_more"] == false {
                break;
            }
        }
        assert_eq!((removed.len(), since, pages), (MANY, 50, 3));
    }

    async fn notes_of_a_deleted_account_return_401(app: TestApp) {
        let ada = app.person("ada").await;
        app.save_note(&ada, &new_id(), None, "t").await;
        // The login stays in the cache for a few seconds.
        app.execute("DELETE FROM users").await;
        app.get("/api/notes/?since=0", &ada.access_token).await.assert_rejected(401, "token_invalid");
        let (_, change) = save(None, "t", &Timestamp::from_millis(START).to_string());
        app.change_note(&ada, &new_id(), change).await.assert_rejected(401, "token_invalid");
        for table in ["notes", "note_versions", "removed_notes"] {
            assert_eq!(app.count(table).await, 0, "{table}");
        }
    }
}
