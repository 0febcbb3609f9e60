//! Invalid documents and bodies: they are rejected with a code, and nothing is stored.

use crate::support::{TestApp, document, new_id, on_both_engines};
use axum::http::Method;
use serde_json::{Value, json};

fn change(document: &str) -> Value {
    json!({"change": {
        "type": "save", "save_id": new_id(), "base": null, "document": document, "edited_at": "2026-03-03T11:00:00Z"
    }})
}

/// A document of these blocks.
fn doc(blocks: &str) -> String {
    format!(r#"{{"type":"doc","content":[{blocks}]}}"#)
}

/// A document of a given size in bytes.
fn of_bytes(length: usize) -> String {
    let around = document("x").len() - 1;
    document(&"x".repeat(length - around))
}

on_both_engines! {
    async fn document_outside_the_schema_is_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        let (stored, fresh) = (new_id(), new_id());
        app.save_note(&ada, &stored, None, "Kept").await;
        let text = |marks: &str| doc(&format!(r#"{{"type":"paragraph","content":[{{"type":"text","text":"x","marks":[{marks}]}}]}}"#));
        let deep = |depth: usize| doc(&format!(
            r#"{}{{"type":"paragraph"}}{}"#, r#"{"type":"blockquote","content":["#.repeat(depth), "]}".repeat(depth)
        ));
        for (reason, document) in [
            ("nothing", String::new()),
            ("no JSON", "not json".to_owned()),
            ("broken off", document("x")[..20].to_owned()),
            ("something behind", format!("{} {{}}", document("x"))),
            ("no object", "[]".to_owned()),
            ("null", "null".to_owned()),
            ("no document", r#"{"type":"paragraph"}"#.to_owned()),
            ("a document in a document", doc(r#"{"type":"doc","content":[]}"#)),
            ("a script", doc(r#"{"type":"script","content":[{"type":"text","text":"alert(1)"}]}"#)),
            ("an image", doc(r#"{"type":"image","attrs":{"src":"x","onerror":"alert(1)"}}"#)),
            ("an iframe", doc(r#"{"type":"iframe","attrs":{"src":"https://evil.example"}}"#)),
            ("text without a block", doc(r#"{"type":"text","text":"x"}"#)),
            ("a handler", doc(r#"{"type":"paragraph","attrs":{"onclick":"alert(1)"}}"#)),
            ("a style", doc(r#"{"type":"paragraph","attrs":{"style":"position:fixed"}}"#)),
            ("an unknown mark", text(r#"{"type":"blink"}"#)),
            ("a field of no schema", doc(r#"{"type":"paragraph","html":"<b>"}"#)),
            ("a link that runs", text(r#"{"type":"link","attrs":{"href":"javascript:alert(1)"}}"#)),
            ("the same in disguise", text(r#"{"type":"link","attrs":{"href":" \u0001JaVaScRiPt:alert(1)"}}"#)),
            ("a link to data", text(r#"{"type":"link","attrs":{"href":"data:text/html,<script>alert(1)</script>"}}"#)),
            ("a link to a file", text(r#"{"type":"link","attrs":{"href":"file:///etc/passwd"}}"#)),
            ("a depth of 10,000", deep(10_000)),
            ("a depth of 10,000 arrays", doc(&format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)))),
            ("a raw NUL", document("x").replace('x', "\0")),
        ] {
            for note in [&stored, &fresh] {
                let response = app.put(&format!("/api/notes/{note}/"), &ada.access_token, change(&document)).await;
                assert_eq!(response.body["code"], "note_invalid", "{reason}: {}", response.body);
                response.assert_rejected(422, "note_invalid");
            }
        }
        let note = app.only_note(&ada).await;
        assert_eq!((&note["document"], &note["version"]), (&json!(crate::support::document("Kept")), &json!(1)));
        assert_eq!(app.count("note_versions").await, 0);
    }

    async fn valid_documents_are_stored_unchanged(app: TestApp) {
        let ada = app.person("ada").await;
        for text in ["日記 📓 \u{202e}", "a \"quoted\" \\ text", "<script>alert(1)</script>", "'; DROP TABLE notes; --", "\u{1}\u{7f}\u{feff}", ""] {
            let note = new_id();
            app.save_note(&ada, &note, None, text).await;
            let response = app.notes(&ada, 0).await;
            assert_eq!(response["notes"].as_array().unwrap().last().unwrap()["document"], document(text));
        }
        // An escaped NUL is valid JSON; where it would be a text of its own, it is left out.
        let note = new_id();
        let document = r#"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a\u0000b"}]}]}"#;
        let first = change(document);
        let response = app.put(&format!("/api/notes/{note}/"), &ada.access_token, first.clone()).await.assert_ok();
        assert_eq!(response["note"]["document"], Value::Null);
        app.save_note(&ada, &note, first["change"]["save_id"].as_str(), "more").await;
        assert_eq!(app.version_snippets(&ada, &note).await, ["ab"]);
        let path = format!("/api/notes/{note}/versions/{}/", first["change"]["save_id"].as_str().unwrap());
        assert_eq!(app.get(&path, &ada.access_token).await.assert_ok()["document"], document);
    }

    async fn document_is_limited_to_2_mib(app: TestApp) {
        let ada = app.person("ada").await;
        let path = format!("/api/notes/{}/", new_id());
        let longest = of_bytes(2 << 20);
        assert_eq!(longest.len(), 2 << 20);
        app.put(&path, &ada.access_token, change(&of_bytes((2 << 20) + 1))).await.assert_rejected(422, "note_too_long");
        app.put(&path, &ada.access_token, change(&longest)).await.assert_ok();
        assert_eq!(app.only_note(&ada).await["document"], longest);
        // The largest document in which every character is escaped twice: quotes, in the document and in the body.
        let path = format!("/api/notes/{}/", new_id());
        let escaped = document(&"\"".repeat((1 << 20) - 50));
        assert!(escaped.len() > (2 << 20) - 200 && escaped.len() <= 2 << 20, "{}", escaped.len());
        let body = change(&escaped).to_string();
        assert!(body.len() > (4 << 20) - 500, "{}", body.len());
        app.send_text(Method::PUT, &path, Some(&ada.access_token), body).await.assert_ok();
        let too_large = change(&of_bytes((4 << 20) + (64 << 10))).to_string();
        app.send_text(Method::PUT, &path, Some(&ada.access_token), too_large).await.assert_rejected(413, "too_large");
        // Other routes keep their smaller limit.
        let filler = json!({"name": "x", "unknown": "x".repeat((2 << 20) + 1)});
        app.post("/api/boards/create-board/", &ada.access_token, filler).await.assert_rejected(413, "too_large");
    }

    async fn invalid_bodies_have_their_own_codes(app: TestApp) {
        let ada = app.person("ada").await;
        let path = format!("/api/notes/{}/", new_id());
        let put = async |body: String| app.send_text(Method::PUT, &path, Some(&ada.access_token), body).await;
        for text in ["", "{", "{\"change\":", "{} {}"] {
            put(text.to_owned()).await.assert_rejected(400, "bad_json");
        }
        for body in [json!(null), json!([]), json!({}), json!({"change": null}), json!({"change": {"type": "burn"}}), json!({"change": {"type": "put_away"}})] {
            put(body.to_string()).await.assert_rejected(422, "body_invalid");
        }
        for (field, values) in [
            ("save_id", vec![json!(null), json!(7), json!("x"), json!("00000000-0000-0000-0000-000000000000")]),
            ("base", vec![json!(7), json!("x"), json!("00000000-0000-0000-0000-000000000000")]),
            ("document", vec![json!(null), json!({"type": "doc"}), json!(7)]),
            ("edited_at", vec![json!(null), json!("yesterday"), json!(7), json!("1969-12-31T23:59:59Z")]),
        ] {
            for value in values {
                let mut body = change(&document("x"));
                body["change"][field] = value.clone();
                let response = put(body.to_string()).await;
                assert_eq!(response.body["code"], "body_invalid", "{field} {value}: {}", response.body);
            }
        }
        for note in ["7", "x", "00000000-0000-0000-0000-000000000000", "%00", "%F0%9F%93%93"] {
            app.put(&format!("/api/notes/{note}/"), &ada.access_token, change(&document("x"))).await.assert_rejected(404, "not_found");
        }
        assert_eq!(app.count("notes").await, 0);
    }
}
