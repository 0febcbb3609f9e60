//! Releases of the app: the tabs of a browser may run different ones after a deployment. All simulated pages run the same
//! code, so what differs between releases is changed on the way into a page and out of it.

use core_wasm::app::Input;
use core_wasm::protocol::effect::IoEffect;
use core_wasm::protocol::response::ApiResponse;
use serde_json::{Value, json};

/// The release that a page runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Release {
    /// An earlier one. It does not know some kinds of messages between tabs, neither sends nor reads them, and cannot read
    /// the changes that only the latest release makes.
    Earlier {
        /// The kinds of messages that it does not know, by their names in JSON.
        unknown_messages: &'static [&'static str],
    },
    /// The latest one, as the server.
    Latest,
}

/// What earlier releases did not know of the messages between tabs. The messages about new entries, about the results of
/// requests and about a new leader are as old as the outbox.
pub(super) const EARLIER: [Release; 3] = [
    Release::Earlier { unknown_messages: &["note_saved"] },
    Release::Earlier { unknown_messages: &["note_saved", "ask_leader", "leader_alive"] },
    Release::Earlier { unknown_messages: &["note_saved", "ask_leader", "leader_alive", "wake", "draft", "dismissed"] },
];

/// Changes that only the latest release makes: how the simulated code writes them, and how the latest release does.
const NEW_CHANGES: [(&str, &str); 4] = [
    (r#""type":"set_label_color""#, r#""type":"set_label_style""#),
    (r#""type":"add_subtask""#, r#""type":"add_checklist""#),
    (r#""field":"priority""#, r#""field":"urgency""#),
    (r#""type":"pin""#, r#""type":"star""#),
];

/// Returns a text of the latest release as the simulated code reads it.
pub(super) fn from_latest(text: &str) -> String {
    NEW_CHANGES.iter().fold(text.to_owned(), |text, (code, latest)| text.replace(latest, code))
}

fn to_latest(text: &str) -> String {
    NEW_CHANGES.iter().fold(text.to_owned(), |text, (code, latest)| text.replace(code, latest))
}

/// Returns whether only the latest release can read a stored change.
pub(super) fn is_new(text: &str) -> bool {
    NEW_CHANGES.iter().any(|(_, latest)| text.contains(latest))
}

impl Release {
    /// Returns an input as the page receives it, or `None` if its release ignores it.
    pub(super) fn receive(self, mut input: Input) -> Option<Input> {
        match (&mut input, self) {
            (Input::PeerMessage { message }, Self::Earlier { unknown_messages }) => {
                let kind = kind_of(message);
                if unknown_messages.contains(&kind.as_str()) {
                    return None;
                }
            }
            (Input::PeerMessage { message }, Self::Latest) => *message = from_latest(message),
            (Input::IndexedDbRead { entries, .. }, Self::Latest) => {
                entries.iter_mut().for_each(|(_, text)| *text = from_latest(text));
            }
            // A newer server sends fields that no page knows yet.
            (Input::Response { response: ApiResponse::Received { body, .. }, .. }, _) => add_fields(body),
            (Input::SocketMessage { text }, _) => add_fields(text),
            _ => {}
        }
        Some(input)
    }

    /// Returns an effect as the page's release has it, or `None` if that release has no such effect. `stored` reads a
    /// value of IndexedDB.
    pub(super) fn send(self, mut effect: IoEffect, stored: impl Fn(&str) -> Option<String>) -> Option<IoEffect> {
        match (&mut effect, self) {
            (IoEffect::Broadcast { message }, Self::Earlier { unknown_messages }) => {
                let kind = kind_of(message);
                if unknown_messages.contains(&kind.as_str()) {
                    // The whole entry is not stored if the storage has just failed.
                    *message = whole_note(message, stored).filter(|_| kind == "note_saved")?;
                }
            }
            (IoEffect::Broadcast { message }, Self::Latest) => {
                *message = to_latest(message);
                add_fields(message);
            }
            (IoEffect::WriteIndexedDb { entries } | IoEffect::RetryIndexedDbWrite { entries }, Self::Latest) => {
                let texts = entries.iter_mut().filter(|(key, _)| key.contains("/outbox/"));
                texts.filter_map(|(_, text)| text.as_mut()).for_each(|text| *text = to_latest(text));
            }
            (IoEffect::Fetch { body: Some(body), .. }, Self::Latest) => *body = to_latest(body),
            _ => {}
        }
        Some(effect)
    }
}

/// Returns the kind of a message between tabs.
fn kind_of(message: &str) -> String {
    let message: Value = serde_json::from_str(message).expect("a message between tabs is JSON");
    message.as_object().and_then(|kinds| kinds.keys().next().cloned()).expect("a message has a kind")
}

/// Adds fields that this release does not know to all objects of a JSON text that have an id, and to the outermost one.
fn add_fields(text: &mut String) {
    fn add(value: &mut Value, is_outermost: bool) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(|value| add(value, false)),
            Value::Object(fields) => {
                fields.values_mut().for_each(|value| add(value, false));
                if fields.contains_key("id") || (is_outermost && fields.contains_key("version")) {
                    fields.insert("added_later".to_owned(), json!({ "id": null, "values": [1, "two"] }));
                }
            }
            _ => {}
        }
    }
    if let Ok(mut value) = serde_json::from_str(text) {
        add(&mut value, true);
        *text = value.to_string();
    }
}

/// Returns the message by which an earlier release announces a saved note: with its whole text, as it is stored.
fn whole_note(message: &str, stored: impl Fn(&str) -> Option<String>) -> Option<String> {
    let message: Value = serde_json::from_str(message).ok()?;
    let saved = &message["note_saved"];
    let key = format!("{}/kept/outbox/{}", saved["account"].as_str()?, saved["entry_id"].as_str()?);
    let entry: Value = serde_json::from_str(&stored(&key)?).ok()?;
    let pushed = json!({ "account": saved["account"], "entries": [[saved["entry_id"], entry]],
        "replaces": saved["replaced_ids"] });
    Some(json!({ "pushed": pushed }).to_string())
}
