//! Users can neither read nor change other users' records, nor learn that these exist.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines};
use axum::http::Method;
use serde_json::{Value, json};

on_both_engines! {
    async fn foreign_board_returns_404_on_every_route(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let board = app.board(&ada, "Ada's").await;
        let (list, card) = (new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let before = app.open_board(&ada, &board).await;
        let slug = before["board"]["slug"].as_str().unwrap();
        let ops = json!({"ops": [crate::support::op(json!({"type": "trash_board"}))]});
        for address in [board.as_str(), slug] {
            for (method, path, body) in [
                (Method::GET, format!("/api/boards/{address}/"), json!(null)),
                (Method::GET, format!("/api/boards/{address}/export/?format=json"), json!(null)),
                (Method::GET, format!("/api/boards/{address}/changes/?since=0"), json!(null)),
                (Method::GET, format!("/api/boards/{address}/changes/?since=99"), json!(null)),
                (Method::GET, format!("/api/boards/{address}/cards/{card}/activity/"), json!(null)),
                (Method::GET, format!("/api/boards/{address}/cards/{card}/focus-time/"), json!(null)),
                (Method::GET, format!("/api/boards/{address}/focus-time/"), json!(null)),
                (Method::GET, format!("/api/boards/{address}/activity/"), json!(null)),
                (Method::POST, format!("/api/boards/{address}/ops/"), ops.clone()),
                (Method::POST, format!("/api/boards/{address}/ops/"), json!({"ops": []})),
            ] {
                let theirs = app.send_text(method.clone(), &path, Some(&eve.access_token), body.to_string()).await;
                let nowhere = path.replace(address, "nothing-here");
                let nothing = app.send_text(method, &nowhere, Some(&eve.access_token), body.to_string()).await;
                assert_eq!((theirs.status, &theirs.body), (nothing.status, &nothing.body), "{path}");
                theirs.assert_rejected(404, "not_found");
            }
        }
        let update = json!({"boardId": board, "updatedBoard": {"name": "Eve's"}});
        app.put("/api/boards/update-board/", &eve.access_token, update).await.assert_rejected(404, "not_found");
        let empty = json!({"boardId": board, "updatedBoard": {}});
        app.put("/api/boards/update-board/", &eve.access_token, empty).await.assert_rejected(404, "not_found");
        assert_eq!(app.get("/api/boards/get-boards/", &eve.access_token).await.assert_ok(), json!([]));
        assert_eq!(app.open_board(&ada, &board).await, before);
    }

    async fn protected_routes_return_401_without_a_token(app: TestApp) {
        let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        let mut requests = 0;
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let is_open = operation["security"] == json!([{}]);
                if is_open {
                    continue;
                }
                requests += 1;
                let path = path.replace("{board}", &new_id()).replace("{card}", &new_id())
                    .replace("{user}", &new_id())
                    .replace("{invitation}", &new_id())
                    .replace("{note_id}", &new_id())
                    .replace("{save_id}", &new_id())
                    .replace("{picture}", &"0".repeat(32))
                    .replace("{attachment}", &new_id())
                    .replace("{api_token}", &new_id());
                let method: Method = method.to_uppercase().parse().unwrap();
                let body = Value::Null.to_string();
                let without = app.send_text(method.clone(), &path, None, body.clone()).await;
                let with_nonsense = app.send_text(method, &path, Some("nonsense"), body).await;
                if path.starts_with("/api/admin/") {
                    // For everybody but administrators these paths do not exist.
                    without.assert_rejected(404, "not_found");
                    with_nonsense.assert_rejected(404, "not_found");
                } else {
                    without.assert_rejected(401, "token_missing");
                    with_nonsense.assert_rejected(401, "token_invalid");
                }
            }
        }
        assert_eq!(requests, 88, "update this number for new routes, to confirm that they require a token");
    }
}
