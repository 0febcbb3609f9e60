//! GET requests change nothing, and fields that only the server may write are ignored.

use crate::access::{World, routes, send_row};
use crate::support::{TestApp, new_id, on_both_engines};
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns all rows of all tables as sorted texts.
async fn database(app: &TestApp) -> BTreeMap<String, Vec<String>> {
    let tables = match app.is_postgres() {
        true => "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = 'public'",
        false => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    };
    let mut database = BTreeMap::new();
    // The check of the server's health writes to a table of its own, and announcements are deleted in the background.
    let is_checked = |table: &String| {
        !table.starts_with('_') && !["health_probe", "announcements"].contains(&table.as_str())
            // SQLite stores its full-text index of `search_texts` in tables of bytes.
            && !table.starts_with("search_index")
    };
    for table in app.query_column(tables).await.into_iter().filter(is_checked) {
        let row = match app.is_postgres() {
            true => "CAST(row_to_json(kept) AS TEXT)".to_owned(),
            false => {
                let columns = format!("SELECT '\"' || name || '\"' FROM pragma_table_info('{table}')");
                format!("json_array({})", app.query_column(&columns).await.join(", "))
            }
        };
        let rows = app.query_column(&format!("SELECT {row} AS kept_row FROM {table} AS kept ORDER BY kept_row")).await;
        database.insert(table, rows);
    }
    database
}

/// Returns the user as the API shows it.
async fn user(app: &TestApp, token: &str) -> Value {
    app.get("/api/user/", token).await.assert_ok()["user"][0].clone()
}

/// Adds fields to a body.
fn with(mut body: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

on_both_engines! {
    async fn get_routes_change_nothing(app: TestApp) {
        let (ada, eve) = World::two(&app, "ada", "eve").await;
        let before = database(&app).await;
        assert!(before.len() > 10 && !before["users"].is_empty() && !before["refresh_tokens"].is_empty(), "{before:?}");
        let mut requests = 0;
        for (route, _) in routes(&app).await.iter().filter(|(route, _)| route.starts_with("GET ")) {
            let row = ada.row(route);
            for token in [None, Some(&ada.expired), Some(&eve.person.access_token), Some(&ada.person.access_token)] {
                let response = send_row(&app, &Method::GET, &row, token.map(String::as_str)).await;
                let is_ada = token == Some(&ada.person.access_token);
                assert!(!is_ada || response.status.as_u16() == row.owner, "{route}: {}", response.body);
                assert_eq!(database(&app).await, before, "{route} has changed something");
            }
            requests += 1;
        }
        assert!(requests >= 20, "{requests}");
        // The comparison detects a real change.
        app.put("/api/preferences/", &ada.person.access_token, json!({"focus_minutes": 31})).await.assert_ok();
        assert_ne!(database(&app).await, before);
    }

    async fn server_owned_fields_are_ignored_in_bodies(app: TestApp) {
        let eve = app.person("eve").await;
        let chosen = new_id();
        let fields = json!({
            "id": chosen, "user_id": eve.id, "is_admin": true, "is_verified": true, "user_type": "admin", "total_time": 5000,
            "focus_streak": 90, "longest_focus_streak": 90, "date_joined": "2020-01-01T00:00:00.000Z",
            "last_login": "2020-01-01T00:00:00.000Z", "delete_at": 1, "password_hash": "x", "pending_email": "eve@example.net",
        });
        let body = json!({"first_name": "Ada", "last_name": "B", "email": "ada@example.org", "password": "correct horse"});
        let response = app.post_unauthenticated("/api/auth/signup/", with(body, &fields)).await.assert_ok();
        let (token, made) = (response["access_token"].as_str().unwrap(), response["user"][0].clone());
        for (field, value) in fields.as_object().unwrap() {
            assert!(made[field] != *value, "{field}: {made}");
        }
        assert_eq!(
            (&made["is_admin"], &made["is_verified"], &made["user_type"], &made["total_time"]),
            (&json!(false), &json!(false), &json!("basic"), &json!(0))
        );

        // Numbers as well as booleans, because the database stores booleans as numbers.
        for fields in [fields.clone(), with(fields.clone(), &json!({"is_admin": 1, "is_verified": 1, "email": "eve@example.net"}))] {
            let eves = (user(&app, &eve.access_token).await, app.get("/api/preferences/", &eve.access_token).await.assert_ok());
            let kept = database(&app).await["users"].clone();
            let preferences = json!({"focus_minutes": 31});
            app.put("/api/preferences/", token, with(preferences, &fields)).await.assert_ok();
            assert_eq!(database(&app).await["users"], kept);
            let names = json!({"first_name": "Augusta", "last_name": "King"});
            app.put("/api/user/", token, with(names.clone(), &fields)).await.assert_ok();
            assert_eq!(user(&app, token).await, with(made.clone(), &names));
            let body = json!({"email": "ada@example.org", "password": "correct horse"});
            let email = with(fields.clone(), &body);
            app.put("/api/account/email/", token, email).await.assert_ok();
            assert_eq!(user(&app, token).await, with(made.clone(), &names));
            let account = app.get("/api/account/", token).await.assert_ok()["account"].clone();
            assert_eq!((&account["pending_email"], &account["delete_at"]), (&Value::Null, &Value::Null));
            app.post_unauthenticated("/api/auth/login/", with(fields, &body)).await.assert_ok();
            assert_eq!(user(&app, token).await, with(made.clone(), &names));
            assert_eq!((user(&app, &eve.access_token).await, app.get("/api/preferences/", &eve.access_token).await.assert_ok()), eves);
        }
        assert_eq!(app.count(&format!("users WHERE id = '{chosen}' OR is_admin <> 0 OR is_verified <> 0")).await, 0);
    }
}
