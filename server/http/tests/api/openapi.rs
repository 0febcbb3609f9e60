//! The OpenAPI document matches the routes.

use crate::support::{TestApp, add_list, new_id, on_both_engines};
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns every method of every path with its operation.
fn operations(document: &Value) -> Vec<(Method, String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, methods)| {
            methods
                .as_object()
                .unwrap()
                .iter()
                .map(|(method, operation)| (method.to_uppercase().parse().unwrap(), path.clone(), operation.clone()))
        })
        .collect()
}

on_both_engines! {
    async fn document_lists_every_route(app: TestApp) {
        let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        assert_eq!(document["servers"], json!([{"url": "https://twentyfour.example"}]), "the server URL comes from PUBLIC_URL");
        let mut named: Vec<String> =
            operations(&document).iter().map(|(method, path, _)| format!("{method} {path}")).collect();
        named.sort();
        assert_eq!(named, [
            "DELETE /api/account/avatar",
            "DELETE /api/account/calendar",
            "DELETE /api/account/calendar/busy",
            "DELETE /api/account/tokens/{api_token}",
            "DELETE /api/attachments/{attachment}",
            "DELETE /api/boards/{board}/invitations/{invitation}",
            "DELETE /api/boards/{board}/members/{user}",
            "DELETE /api/boards/{board}/public-link",
            "DELETE /api/pictures/{picture}",
            "DELETE /api/webhooks/{webhook}",
            "GET /api/account",
            "GET /api/account/calendar",
            "GET /api/account/calendar/busy",
            "GET /api/account/export",
            "GET /api/account/tokens",
            "GET /api/admin/audit",
            "GET /api/admin/mails",
            "GET /api/admin/people",
            "GET /api/admin/storage",
            "GET /api/admin/waitlist",
            "GET /api/attachments/{attachment}",
            "GET /api/attachments/{attachment}/file",
            "GET /api/auth/google",
            "GET /api/auth/google/callback",
            "GET /api/avatars/{avatar}",
            "GET /api/boards/get-boards",
            "GET /api/boards/{board}",
            "GET /api/boards/{board}/activity",
            "GET /api/boards/{board}/attachments",
            "GET /api/boards/{board}/cards/{card}/activity",
            "GET /api/boards/{board}/cards/{card}/focus-time",
            "GET /api/boards/{board}/changes",
            "GET /api/boards/{board}/export",
            "GET /api/boards/{board}/first-screen",
            "GET /api/boards/{board}/focus-time",
            "GET /api/boards/{board}/invitations",
            "GET /api/boards/{board}/members",
            "GET /api/features",
            "GET /api/focus-days",
            "GET /api/focus-days/breakdown",
            "GET /api/focus-sessions",
            "GET /api/focus-sessions/export",
            "GET /api/focus-sessions/latest",
            "GET /api/health",
            "GET /api/health/live",
            "GET /api/health/ready",
            "GET /api/inbox",
            "GET /api/inbox/unsubscribe/{token}",
            "GET /api/leave-waitlist/{token}",
            "GET /api/live",
            "GET /api/metrics",
            "GET /api/notes",
            "GET /api/notes/{note_id}/versions",
            "GET /api/notes/{note_id}/versions/{save_id}",
            "GET /api/openapi.json",
            "GET /api/photos",
            "GET /api/photos/random",
            "GET /api/photos/search",
            "GET /api/pictures",
            "GET /api/pictures/{picture}",
            "GET /api/preferences",
            "GET /api/public/boards/{code}",
            "GET /api/search",
            "GET /api/tasks",
            "GET /api/trash",
            "GET /api/user",
            "GET /api/weather",
            "GET /api/weather/place",
            "GET /api/weather/places",
            "GET /api/webhooks",
            "GET /api/webhooks/{webhook}/deliveries",
            "GET /calendar/{file}",
            "POST /api/account/calendar",
            "POST /api/account/delete",
            "POST /api/account/import",
            "POST /api/account/keep",
            "POST /api/account/logins/end",
            "POST /api/account/logins/end-all",
            "POST /api/account/send-confirmation",
            "POST /api/account/tokens",
            "POST /api/add-to-waitlist",
            "POST /api/admin/mails",
            "POST /api/admin/people",
            "POST /api/admin/waitlist",
            "POST /api/auth/confirm-email",
            "POST /api/auth/forgot-password",
            "POST /api/auth/google/complete",
            "POST /api/auth/google/link",
            "POST /api/auth/login",
            "POST /api/auth/logout",
            "POST /api/auth/refresh",
            "POST /api/auth/reset-password",
            "POST /api/auth/signup",
            "POST /api/auth/validate-token",
            "POST /api/boards/create-board",
            "POST /api/boards/import",
            "POST /api/boards/import-records",
            "POST /api/boards/{board}/cards/{card}/attachments",
            "POST /api/boards/{board}/invitations",
            "POST /api/boards/{board}/ops",
            "POST /api/boards/{board}/public-link",
            "POST /api/contact",
            "POST /api/focus-sessions",
            "POST /api/inbox/read",
            "POST /api/inbox/unsubscribe/{token}",
            "POST /api/invitations/{code}/accept",
            "POST /api/invitations/{code}/decline",
            "POST /api/leave-waitlist/{token}",
            "POST /api/photos/{photo}/download",
            "POST /api/pictures",
            "POST /api/quick-add",
            "POST /api/webhooks",
            "POST /api/webhooks/{webhook}/deliveries/{delivery}/redeliver",
            "POST /api/webhooks/{webhook}/rotate-secret",
            "PUT /api/account/avatar",
            "PUT /api/account/calendar",
            "PUT /api/account/calendar/busy",
            "PUT /api/account/email",
            "PUT /api/account/password",
            "PUT /api/boards/update-board",
            "PUT /api/boards/{board}/members/{user}",
            "PUT /api/notes/{note_id}",
            "PUT /api/preferences",
            "PUT /api/user",
            "PUT /api/webhooks/{webhook}",
        ]);
    }

    async fn request_examples_are_valid_and_responses_have_examples(app: TestApp) {
        let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        let (mut bodies, mut responses) = (0, 0);
        for (method, path, operation) in operations(&document) {
            let reference = operation["responses"]["429"]["$ref"].as_str().unwrap();
            let too_often = document.pointer(reference.trim_start_matches('#')).unwrap();
            assert!(too_often["headers"]["Retry-After"] != Value::Null, "{method} {path}");
            for (status, response) in operation["responses"].as_object().unwrap() {
                for (kind, content) in response["content"].as_object().into_iter().flatten() {
                    let reference = content["schema"]["$ref"].as_str().unwrap_or_default();
                    let of_schema = document.pointer(reference.trim_start_matches('#')).map(|schema| &schema["example"]);
                    let examples = [Some(&content["example"]), of_schema.filter(|_| !reference.is_empty())];
                    let has_one = examples.into_iter().flatten().any(|example| *example != Value::Null);
                    assert!(has_one, "{method} {path} {status} {kind}");
                    responses += 1;
                }
            }
            let example = &operation["requestBody"]["content"]["application/json"]["example"];
            if *example == Value::Null {
                // A file has no JSON example.
                let kinds = &operation["requestBody"]["content"];
                let takes_file = ["application/octet-stream", "application/zip"].iter().any(|kind| kinds[kind] != Value::Null);
                assert!(takes_file || operation["requestBody"] == Value::Null, "{method} {path} takes a body and shows none");
                continue;
            }
            bodies += 1;
            for status in ["400", "408", "413", "422"] {
                assert!(operation["responses"][status] != Value::Null, "{method} {path} {status}");
            }
            // Each example uses its own account, because some end the login or change the password.
            let ada = app.person(&format!("somebody-{bodies}")).await;
            let board = app.board(&ada, "for the example").await;
            if path == "/api/quick-add" {
                app.change(&ada, &board, &[add_list(&new_id(), "To do", "80")]).await;
            }
            let response = app
                .send_text(method.clone(), &path.replace("{board}", &board).replace("{note_id}", &new_id()), Some(&ada.access_token), example.to_string())
                .await;
            // The request is valid; the tokens, links and boards in an example need not exist.
            let is_no_link = ["link_invalid", "google_failed"].iter().any(|code| response.body["code"] == *code);
            assert!(is_no_link || [200, 401, 404].contains(&response.status.as_u16()), "{method} {path}: {}", response.body);
            for result in response.body["results"].as_array().unwrap_or(&vec![]) {
                assert_eq!(result["status"], "applied", "{method} {path}");
            }
        }
        assert_eq!(bodies, 39);
        assert!(responses > 40, "{responses}");
    }

    async fn document_suits_client_generators(app: TestApp) {
        let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        let operations = operations(&document);
        let ids: BTreeSet<&str> =
            operations.iter().map(|(.., operation)| operation["operationId"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), operations.len(), "an operation's id is not unique");
        assert!(ids.contains("getBoardsByBoardCardsByCardFocusTime") && ids.contains("getOpenapiJson"), "{ids:?}");
        for id in &ids {
            assert!(id.chars().all(|character| character.is_ascii_alphanumeric()), "{id} is no identifier");
        }
        for (method, path, operation) in &operations {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let declared: Vec<&str> = parameters
                .filter(|parameter| parameter["in"] == "path")
                .map(|parameter| {
                    assert_eq!(parameter["required"], true, "{method} {path}");
                    parameter["name"].as_str().unwrap()
                })
                .collect();
            let named: Vec<&str> = path.split(['{', '}']).skip(1).step_by(2).collect();
            assert_eq!(declared, named, "{method} {path}");
            let bodies = operation["responses"].as_object().unwrap().values().chain([&operation["requestBody"]]);
            for (kind, content) in bodies.flat_map(|body| body["content"].as_object().into_iter().flatten()) {
                if ["application/octet-stream", "application/zip", "image/jpeg"].contains(&kind.as_str()) {
                    assert_eq!(content["schema"]["$ref"], "#/components/schemas/FileContents", "{method} {path}");
                }
            }
        }
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["FileContents"]["format"], "binary");
        // Clients need not check for fields that are always there, though they may be null.
        for (schema, field) in [("Card", "due_date"), ("Board", "trashed_at"), ("SearchResponse", "cursor"), ("User", "picture")] {
            assert!(schemas[schema]["required"].as_array().unwrap().contains(&json!(field)), "{schema}.{field}");
        }
    }

    async fn all_schema_references_resolve(app: TestApp) {
        let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        let mut missing = Vec::new();
        let mut found = 0;
        let mut open = vec![&document];
        while let Some(value) = open.pop() {
            match value {
                Value::Object(fields) => {
                    if let Some(Value::String(reference)) = fields.get("$ref") {
                        found += 1;
                        if document.pointer(reference.trim_start_matches('#')).is_none() {
                            missing.push(reference.clone());
                        }
                    }
                    open.extend(fields.values());
                }
                Value::Array(items) => open.extend(items),
                _ => {}
            }
        }
        assert!(found > 20 && missing.is_empty(), "{found} found, missing {missing:?}");
    }
}
