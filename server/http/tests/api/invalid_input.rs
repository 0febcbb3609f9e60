//! Invalid request bodies, for every route that takes one.

use crate::support::{TestApp, new_id, on_both_engines};
use axum::http::Method;
use serde_json::{Value, json};

/// A valid body for every route that takes one (batches of ops have their own tests).
fn right_bodies(board_id: &str) -> Vec<(Method, &'static str, Value)> {
    vec![
        (
            Method::POST,
            "/api/auth/signup/",
            json!({"first_name": "A", "last_name": "B", "email": "new@example.org", "password": "a long secret"}),
        ),
        (Method::POST, "/api/auth/login/", json!({"email": "ada@example.org", "password": "correct horse"})),
        (Method::POST, "/api/auth/validate-token/", json!({"token": "x"})),
        (Method::POST, "/api/auth/refresh/", json!({"refresh_token": "x"})),
        (Method::POST, "/api/auth/logout/", json!({"refresh_token": "x"})),
        (Method::POST, "/api/add-to-waitlist/", json!({"name": "A", "email": "new@example.org"})),
        (Method::POST, "/api/contact/", json!({"name": "A", "email": "new@example.org", "message": "x"})),
        (Method::POST, "/api/boards/create-board/", json!({"name": "x"})),
        (Method::PUT, "/api/boards/update-board/", json!({"boardId": board_id, "updatedBoard": {}})),
        (
            Method::POST,
            "/api/focus-sessions/",
            json!({
                "id": new_id(), "kind": "focus", "planned": 60, "outcome": "stopped",
                "segments": [{"start": "2026-03-03T11:00:00Z", "end": "2026-03-03T11:01:00Z", "utc_offset": 0}]
            }),
        ),
    ]
}

on_both_engines! {
    async fn invalid_json_and_invalid_fields_have_different_codes(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let token = Some(ada.access_token.as_str());
        for (method, path, body) in right_bodies(&board) {
            for text in ["", " ", "{", "{\"a\":1,}", "\u{feff}{}", "null,", "{} {}", "{'a':1}"] {
                app.send_text(method.clone(), path, token, text.to_owned()).await.assert_rejected(400, "bad_json");
            }
            for text in ["null", "7", "\"text\"", "[[]]"] {
                app.send_text(method.clone(), path, token, text.to_owned()).await.assert_rejected(422, "body_invalid");
            }
            for field in body.as_object().unwrap().keys() {
                let mut missing = body.clone();
                missing.as_object_mut().unwrap().remove(field);
                app.send_text(method.clone(), path, token, missing.to_string()).await.assert_rejected(422, "body_invalid");
                for wrong in [json!(null), json!([[1]]), json!(1.5)] {
                    let mut body = body.clone();
                    body[field] = wrong;
                    app.send_text(method.clone(), path, token, body.to_string()).await.assert_rejected(422, "body_invalid");
                    // JSON that is cut off after this field.
                    let broken_off = format!("{{\"{field}\":{},", body[field]);
                    app.send_text(method.clone(), path, token, broken_off).await.assert_rejected(400, "bad_json");
                }
            }
            // Unknown fields are allowed, since a newer client may send them.
            let mut more = body.clone();
            more["unknown"] = json!({"deep": [1, 2, 3]});
            let response = app.send_text(method, path, token, more.to_string()).await;
            let code = response.body["code"].as_str();
            assert!(!matches!(code, Some("bad_json" | "body_invalid")), "{path} {}", response.body);
        }
        app.put("/api/preferences/", &ada.access_token, json!({"theme": "blue"})).await.assert_rejected(422, "body_invalid");
        app.put("/api/preferences/", &ada.access_token, json!({"focus_minutes": "25"})).await.assert_rejected(422, "body_invalid");
        app.put("/api/preferences/", &ada.access_token, json!([1])).await.assert_rejected(422, "body_invalid");
        let mut session = right_bodies(&board).pop().unwrap().2;
        session["id"] = json!("00000000-0000-0000-0000-000000000000");
        app.post("/api/focus-sessions/", &ada.access_token, session.clone()).await.assert_rejected(422, "body_invalid");
        session["id"] = json!(new_id());
        session["segments"][0]["start"] = json!("yesterday");
        app.post("/api/focus-sessions/", &ada.access_token, session).await.assert_rejected(422, "body_invalid");
        // A lone surrogate is valid JSON (RFC 8259, section 8.2), but not valid text.
        let surrogate = r#"{"email": "\ud800", "password": "x"}"#.to_owned();
        app.send_text(Method::POST, "/api/auth/login/", None, surrogate).await.assert_rejected(422, "body_invalid");
    }

    async fn non_utf8_body_is_bad_json(app: TestApp) {
        let request = axum::http::Request::post("/api/auth/login/");
        let body = axum::body::Body::from(&b"{\"email\": \"\xff\xfe\", \"password\": \"x\"}"[..]);
        app.send(request.body(body).unwrap()).await.assert_rejected(400, "bad_json");
        let request = axum::http::Request::post("/api/auth/login/");
        let body = axum::body::Body::from(&b"{\"unknown\": \"\xff\xfe\"}"[..]);
        app.send(request.body(body).unwrap()).await.assert_rejected(400, "bad_json");
    }

    async fn oversized_body_returns_413(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let filler = "x".repeat((2 << 20) + 1);
        for (method, path, mut body) in right_bodies(&board) {
            body["unknown"] = json!(filler);
            app.send_text(method, path, Some(&ada.access_token), body.to_string()).await.assert_rejected(413, "too_large");
        }
    }

    async fn sign_up_fields_are_validated(app: TestApp) {
        let right = json!({"first_name": "Ada", "last_name": "L", "email": "ada@example.org", "password": "a long secret"});
        for (field, value, code) in [
            ("first_name", json!(""), "first_name_required"),
            ("first_name", json!(" \t\n"), "first_name_required"),
            ("first_name", json!("x".repeat(201)), "name_too_long"),
            ("first_name", json!("a\u{0}b"), "text_invalid"),
            ("last_name", json!(""), "last_name_required"),
            ("last_name", json!("日".repeat(201)), "name_too_long"),
            ("email", json!(""), "email_invalid"),
            ("email", json!("ada"), "email_invalid"),
            ("email", json!("ada@example"), "email_invalid"),
            ("email", json!("a b@example.org"), "email_invalid"),
            ("email", json!("ada\u{0}@example.org"), "email_invalid"),
            ("email", json!(format!("{}@example.org", "x".repeat(65))), "email_invalid"),
            ("email", json!(format!("ada@{}.org", "x.".repeat(130))), "email_invalid"),
            ("password", json!("1234567"), "password_too_short"),
            ("password", json!("x".repeat(129)), "password_too_long"),
        ] {
            let mut body = right.clone();
            body[field] = value;
            app.post_unauthenticated("/api/auth/signup/", body).await.assert_rejected(422, code);
        }
        let mut longest = right.clone();
        longest["first_name"] = json!("日".repeat(200));
        longest["password"] = json!("ü\u{0}".repeat(64));
        app.post_unauthenticated("/api/auth/signup/", longest.clone()).await.assert_ok();
        let login = json!({"email": "ada@example.org", "password": longest["password"]});
        app.post_unauthenticated("/api/auth/login/", login).await.assert_ok();
    }

    async fn waitlist_fields_are_validated(app: TestApp) {
        for (name, email, code) in [
            ("", "ada@example.org", "name_required"),
            ("  ", "ada@example.org", "name_required"),
            ("a\u{0}", "ada@example.org", "text_invalid"),
            ("Ada", "", "email_invalid"),
            ("Ada", "ada@", "email_invalid"),
            ("Ada", "@example.org", "email_invalid"),
        ] {
            app.post_unauthenticated("/api/add-to-waitlist/", json!({"name": name, "email": email})).await.assert_rejected(422, code);
        }
        let long = json!({"name": "x".repeat(201), "email": "ada@example.org"});
        app.post_unauthenticated("/api/add-to-waitlist/", long).await.assert_rejected(422, "name_too_long");
        assert_eq!(app.count("waitlist").await, 0);
    }

    async fn invalid_email_error_names_the_problem(app: TestApp) {
        let longest = |length: usize| format!("{}@{}.{}.{}.org", "a".repeat(64), "b".repeat(63), "c".repeat(63), "d".repeat(length - 197));
        for (email, words) in [
            ("", "Enter an email address like name@example.com."),
            ("ada@example.org\r\nBcc: eve@example.org", "Enter one email on a single line."),
            ("ada\u{0}@example.org", "an invisible character"),
            ("ada\u{202e}@example.org", "an invisible character"),
            ("a b@example.org", "This email has a space."),
            ("ada", "This email has no @."),
            ("a@b@example.org", "This email has more than one @."),
            ("@example.org", "This email has nothing before the @."),
            ("ada@", "This email has nothing after the @."),
            ("ada@localhost", "This email has no dot after the @."),
            ("ada@example.org.", "This email has an extra dot"),
            ("a..b@example.org", "This email has an extra dot"),
            ("ädä@example.org", "Only the letters a to z are supported before the @"),
            ("\"ada\"@example.org", "Quotation marks aren’t supported"),
            ("ada@[127.0.0.1]", "isn’t a domain like example.com"),
            ("ada@\u{2488}.example", "isn’t a domain like example.com"),
            (&format!("{}@example.org", "a".repeat(65)), "more than 64 characters before the @"),
            (&longest(255), "longer than 254 characters"),
        ] {
            for (path, body) in [
                ("/api/add-to-waitlist/", json!({"name": "Ada", "email": email})),
                ("/api/auth/forgot-password/", json!({"email": email})),
            ] {
                let response = app.post_unauthenticated(path, body).await;
                assert!(response.body["message"].as_str().unwrap().contains(words), "{email}: {}", response.body);
                response.assert_rejected(422, "email_invalid");
            }
        }
        assert_eq!(app.count("waitlist").await, 0);
        let mut stored = Vec::new();
        for (email, form) in [
            ("Ada+24@Example.ORG", "ada+24@example.org"),
            ("o'brien@example.org", "o'brien@example.org"),
            ("first.last@sub-domain.example.co.uk", "first.last@sub-domain.example.co.uk"),
            ("ada@bücher.example", "ada@xn--bcher-kva.example"),
            ("ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
            (&longest(254), &longest(254)),
        ] {
            app.post_unauthenticated("/api/add-to-waitlist/", json!({"name": "Ada", "email": email})).await.assert_ok();
            stored.push(form.to_owned());
        }
        stored.sort();
        stored.dedup();
        let mut listed = app.query_column("SELECT email FROM waitlist").await;
        listed.sort();
        assert_eq!(listed, stored);
    }

    async fn board_name_and_id_are_validated(app: TestApp) {
        let ada = app.person("ada").await;
        let create = |body: Value| app.post("/api/boards/create-board/", &ada.access_token, body);
        create(json!({"name": ""})).await.assert_rejected(422, "name_required");
        create(json!({"name": "x".repeat(201)})).await.assert_rejected(422, "name_too_long");
        create(json!({"name": "a\u{0}b"})).await.assert_rejected(422, "text_invalid");
        create(json!({"name": "x", "id": "7"})).await.assert_rejected(422, "bad_id");
        create(json!({"name": "x", "id": ""})).await.assert_rejected(422, "bad_id");
        create(json!({"name": "x", "id": "00000000-0000-0000-0000-000000000000"})).await.assert_rejected(422, "bad_id");
        let update = json!({"boardId": "7", "updatedBoard": {}});
        app.put("/api/boards/update-board/", &ada.access_token, update).await.assert_rejected(422, "bad_id");
        let update = json!({"boardId": new_id(), "updatedBoard": {"name": "x"}});
        app.put("/api/boards/update-board/", &ada.access_token, update).await.assert_rejected(404, "not_found");
        assert_eq!(app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok(), json!([]));
        create(json!({"name": "日".repeat(200), "id": null, "slug": null})).await.assert_ok();
    }
}
