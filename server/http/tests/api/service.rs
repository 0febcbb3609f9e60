//! General behavior of all routes: trailing slashes, wrong methods, unknown paths, headers, restarts, and an
//! unavailable database.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines, op};
use axum::http::Method;
use serde_json::json;

on_both_engines! {
    async fn trailing_slash_is_optional(app: TestApp) {
        let ada = app.person("ada").await;
        for path in ["/api/health", "/api/user", "/api/boards/get-boards", "/api/preferences", "/api/focus-sessions"] {
            let without = app.get(path, &ada.access_token).await.assert_ok();
            assert_eq!(without, app.get(&format!("{path}/"), &ada.access_token).await.assert_ok(), "{path}");
        }
        let board = app.board(&ada, "B").await;
        for path in [format!("/api/boards/{board}"), format!("/api/boards/{board}/")] {
            app.get(&path, &ada.access_token).await.assert_ok();
        }
        for path in [format!("/api/boards/{board}/changes?since=0"), format!("/api/boards/{board}/changes/?since=0")] {
            app.get(&path, &ada.access_token).await.assert_ok();
        }
    }

    async fn unknown_api_paths_return_json_404(app: TestApp) {
        for path in ["/api", "/api/", "/api/nothing", "/api/auth", "/api/boards", "/api/boards/a/b/c", "/api//", "/api/%ff"] {
            for method in [Method::GET, Method::POST, Method::DELETE, Method::OPTIONS] {
                app.send_text(method, path, None, String::new()).await.assert_rejected(404, "not_found");
            }
        }
    }

    async fn wrong_methods_return_json_405(app: TestApp) {
        let id = new_id();
        for (method, path) in [
            (Method::POST, "/api/health/".to_owned()),
            (Method::GET, "/api/auth/login/".to_owned()),
            (Method::DELETE, "/api/user/".to_owned()),
            (Method::POST, "/api/boards/get-boards/".to_owned()),
            (Method::POST, "/api/boards/update-board/".to_owned()),
            (Method::PATCH, "/api/preferences/".to_owned()),
            (Method::DELETE, format!("/api/boards/{id}/")),
            (Method::GET, format!("/api/boards/{id}/ops/")),
            (Method::POST, "/".to_owned()),
            (Method::DELETE, "/app/b".to_owned()),
        ] {
            app.send_text(method, &path, None, String::new()).await.assert_rejected(405, "method_not_allowed");
        }
    }

    async fn responses_are_no_store_and_nosniff(app: TestApp) {
        for path in ["/api/health/", "/api/user/", "/api/nothing/"] {
            let response = app.send_text(Method::GET, path, None, String::new()).await;
            assert_eq!(response.headers["cache-control"], "no-store", "{path}");
            assert_eq!(response.headers["x-content-type-options"], "nosniff", "{path}");
            assert_eq!(response.headers["content-type"], "application/json", "{path}");
            assert_eq!(response.headers.contains_key("www-authenticate"), response.status.as_u16() == 401, "{path}");
        }
    }

    async fn acknowledged_writes_survive_a_restart(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card) = (new_id(), new_id());
        let ops = json!([op(add_list(&list, "l", "80")), op(add_card(&card, &list, "c", "80"))]);
        app.send_ops(&ada, &board, ops.clone()).await.assert_ok();
        let before = (app.open_board(&ada, &board).await, app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok());
        // The first server is not closed, so anything it has not written yet is lost.
        let restarted = app.restart().await;
        let after = (
            restarted.open_board(&ada, &board).await,
            restarted.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok(),
        );
        assert_eq!(before, after);
        let again = restarted.send_ops(&ada, &board, ops).await.assert_ok();
        assert_eq!(crate::support::statuses(&again), ["duplicate", "duplicate"]);
        restarted.post_unauthenticated("/api/auth/login/", json!({"email": ada.email, "password": "correct horse"})).await.assert_ok();
        restarted.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_ok();
        restarted.database.close().await;
    }

    async fn unavailable_database_returns_503_and_recovers(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        app.set_reachable(false).await;
        let token = &ada.access_token;
        app.send_text(Method::GET, "/api/health/", None, String::new()).await.assert_rejected(503, "unavailable");
        app.get("/api/user/", token).await.assert_rejected(503, "unavailable");
        app.get("/api/boards/get-boards/", token).await.assert_rejected(503, "unavailable");
        app.get(&format!("/api/boards/{board}/changes/?since=0"), token).await.assert_rejected(503, "unavailable");
        let ops = json!([op(json!({"type": "trash_board"}))]);
        app.send_ops(&ada, &board, ops.clone()).await.assert_rejected(503, "unavailable");
        let login = json!({"email": ada.email, "password": "correct horse"});
        app.post_unauthenticated("/api/auth/login/", login.clone()).await.assert_rejected(503, "unavailable");
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_rejected(503, "unavailable");
        // Requests that need no database still work.
        app.get("/api/boards/nothing/", "x").await.assert_rejected(401, "token_invalid");
        app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        if app.is_postgres() {
            app.set_reachable(true).await;
            app.post_unauthenticated("/api/auth/login/", login).await.assert_ok();
            app.send_ops(&ada, &board, ops).await.assert_ok();
        }
    }
}
