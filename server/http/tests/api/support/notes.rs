//! Helpers for notes.

use super::{Person, TestApp, TestResponse, new_id};
use serde_json::{Value, json};

impl TestApp {
    /// Sends a change to a note.
    pub(crate) async fn change_note(&self, person: &Person, note: &str, change: Value) -> TestResponse {
        self.put(&format!("/api/notes/{note}/"), &person.access_token, json!({"change": change})).await
    }

    /// Saves a text based on a save, at the initial time, and returns the id of the new save.
    pub(crate) async fn save_note(&self, person: &Person, note: &str, base: Option<&str>, text: &str) -> String {
        let (save, change) = save(base, text, "2026-03-03T12:00:00Z");
        self.change_note(person, note, change).await.assert_ok();
        save
    }

    /// Returns the notes that changed since a version.
    pub(crate) async fn notes(&self, person: &Person, since: i64) -> Value {
        self.get(&format!("/api/notes/?since={since}"), &person.access_token).await.assert_ok()
    }

    /// Returns the only note of a user.
    pub(crate) async fn only_note(&self, person: &Person) -> Value {
        let response = self.notes(person, 0).await;
        assert_eq!(response["notes"].as_array().unwrap().len(), 1, "{response}");
        response["notes"][0].clone()
    }

    /// Returns the snippets of a note's earlier versions.
    pub(crate) async fn version_snippets(&self, person: &Person, note: &str) -> Vec<String> {
        let response = self.get(&format!("/api/notes/{note}/versions/"), &person.access_token).await.assert_ok();
        snippets(&response["versions"])
    }
}

/// Returns the snippets of versions.
pub(crate) fn snippets(versions: &Value) -> Vec<String> {
    versions.as_array().unwrap().iter().map(|one| one["snippet"].as_str().unwrap().to_owned()).collect()
}

/// A document of one paragraph, as JSON text.
pub(crate) fn document(text: &str) -> String {
    let content = if text.is_empty() { json!([]) } else { json!([{"type": "text", "text": text}]) };
    json!({"type": "doc", "content": [{"type": "paragraph", "content": content}]}).to_string()
}

/// Makes a save with a text and a time, and returns its id and the change.
pub(crate) fn save(base: Option<&str>, text: &str, edited_at: &str) -> (String, Value) {
    let id = new_id();
    let change = json!({
        "type": "save", "save_id": id, "base": base, "document": document(text), "edited_at": edited_at
    });
    (id, change)
}
