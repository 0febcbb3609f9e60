//! The pictures of people: setting, serving, removing and rejecting them, and who sees them.

use crate::live::Client;
use crate::sharing::Shared;
use crate::support::{Person, TestApp, TestResponse, on_both_engines, png};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};
use serde_json::{Value, json};
use tower::ServiceExt;

const GIF: &[u8] = include_bytes!("../pictures/animation.gif");

/// Requests a picture without a token.
async fn shown(app: &TestApp, path: &str) -> (u16, HeaderMap, Vec<u8>) {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let (parts, body) = app.router.clone().oneshot(request).await.unwrap().into_parts();
    (parts.status.as_u16(), parts.headers, axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

async fn remove(app: &TestApp, person: &Person) -> TestResponse {
    app.send_text(Method::DELETE, "/api/account/avatar/", Some(&person.access_token), String::new()).await
}

/// Returns the pictures of members by first name.
fn pictures(members: &Value) -> Vec<(&str, &Value)> {
    let members = members.as_array().unwrap().iter();
    members.map(|member| (member["first_name"].as_str().unwrap(), &member["picture"])).collect()
}

on_both_engines! {
    async fn avatar_is_set_shown_replaced_and_removed(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let user = app.set_avatar(&ada, png(640, 480)).await.assert_ok();
        assert_eq!(app.get("/api/user/", &ada.access_token).await.assert_ok(), user);
        let first = user["user"][0]["picture"].as_str().unwrap().to_owned();
        assert_eq!((first.len(), first.starts_with("/api/avatars/"), first.ends_with('/')), (46, true, true), "{first}");
        let (status, headers, bytes) = shown(&app, &first).await;
        assert_eq!(status, 200);
        for (name, value) in [
            ("content-type", "image/jpeg"),
            ("cache-control", "private, max-age=31536000, immutable"),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "default-src 'none'; sandbox; frame-ancestors 'none'"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(headers[name], value, "{name}");
        }
        let pixels = image::load_from_memory_with_format(&bytes, image::ImageFormat::Jpeg).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (256, 256));

        let second = app.set_avatar(&ada, png(8, 8)).await.assert_ok()["user"][0]["picture"].clone();
        let second = second.as_str().unwrap();
        assert_ne!(second, first, "another picture has another address, because the first is cached");
        assert_eq!((shown(&app, &first).await.0, shown(&app, second).await.0), (404, 200));
        assert_eq!(app.count("avatars").await, 1);

        // A person removes only the own picture.
        assert_eq!(remove(&app, &eve).await.assert_ok()["user"][0]["picture"], Value::Null);
        assert_eq!(shown(&app, second).await.0, 200);
        assert_eq!(remove(&app, &ada).await.assert_ok()["user"][0]["picture"], Value::Null);
        let (status, headers, _) = shown(&app, second).await;
        assert_eq!((status, headers["cache-control"].to_str().unwrap()), (404, "no-store"));
        assert_eq!(app.get("/api/user/", &ada.access_token).await.assert_ok()["user"][0]["picture"], Value::Null);
    }

    async fn invalid_avatars_are_rejected_and_the_earlier_one_stays(app: TestApp) {
        let ada = app.person("ada").await;
        let user = app.set_avatar(&ada, png(8, 8)).await.assert_ok();
        for file in [&b""[..], b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", GIF] {
            app.set_avatar(&ada, file.to_vec()).await.assert_rejected(415, "picture_unsupported");
        }
        app.set_avatar(&ada, png(12_001, 1)).await.assert_rejected(413, "picture_too_large");
        app.set_avatar(&ada, vec![0; (15 << 20) + 1]).await.assert_rejected(413, "picture_too_large");
        app.set_avatar(&ada, png(64, 64)[..60].to_vec()).await.assert_rejected(422, "picture_broken");
        assert_eq!(app.get("/api/user/", &ada.access_token).await.assert_ok(), user);
        for id in ["x", "%2e%2e", &"0".repeat(31), &"0".repeat(32), &"0A".repeat(16)] {
            app.get(&format!("/api/avatars/{id}/"), &ada.access_token).await.assert_rejected(404, "not_found");
        }
    }

    async fn avatars_are_in_every_plan_and_limited_like_pictures(app: TestApp) {
        let app = app.with_config(|config| {
            config.billing_portal_url = Some("https://pay.example".parse().unwrap());
            config.has_rate_limits = true;
        });
        let ada = app.person("ada").await;
        assert_eq!(app.get("/api/user/", &ada.access_token).await.assert_ok()["user"][0]["is_limited"], true);
        for _ in 0..60 {
            app.set_avatar(&ada, png(8, 8)).await.assert_ok();
        }
        app.set_avatar(&ada, png(8, 8)).await.assert_rejected(429, "too_many_requests");
    }

    async fn members_see_the_picture_at_once(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        let grace = shared.member(app, "grace", "viewer").await;
        let mut adas = Client::of(&served, &shared.owner).await;
        let picture = app.set_avatar(&grace, png(8, 8)).await.assert_ok()["user"][0]["picture"].clone();
        let message = adas.receive().await;
        assert_eq!((&message["board_id"], &message["records"]), (&json!(shared.board), &Value::Null));
        let since = message["since"].as_i64().unwrap();
        let changes = app.changes(&shared.owner, &shared.board, since).await;
        let expected = [("ada", &Value::Null), ("grace", &picture)];
        assert_eq!(pictures(&changes["board"]["members"]), expected);
        let members = app.get(&format!("/api/boards/{}/members/", shared.board), &shared.owner.access_token).await;
        assert_eq!(pictures(&members.assert_ok()["members"]), expected);
        assert_eq!(pictures(&shared.open(app, &shared.owner).await["board"]["members"]), expected);
        let boards = app.get("/api/boards/get-boards/", &shared.owner.access_token).await.assert_ok();
        assert_eq!(pictures(&boards[0]["members"]), expected);

        remove(app, &grace).await.assert_ok();
        let message = adas.receive().await;
        let changes = app.changes(&shared.owner, &shared.board, message["since"].as_i64().unwrap()).await;
        assert_eq!(pictures(&changes["board"]["members"]), [("ada", &Value::Null), ("grace", &Value::Null)]);
        // Without a picture there is nothing to announce.
        let version = shared.open(app, &grace).await["version"].clone();
        remove(app, &grace).await.assert_ok();
        assert_eq!(shared.open(app, &grace).await["version"], version);
        app.assert_verified().await;
    }
}
