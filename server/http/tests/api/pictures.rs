//! Uploaded pictures: storing, serving, removing and rejecting them.

use crate::support::{TestApp, on_both_engines, png};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, header};
use futures_util::StreamExt;
use futures_util::future::join_all;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::oneshot;
use tower::ServiceExt;

const CMYK: &[u8] = include_bytes!("../pictures/cmyk.jpg");
const GIF: &[u8] = include_bytes!("../pictures/animation.gif");

/// 15 MB.
const LARGEST: usize = 15 << 20;

/// Requests a picture without a token.
async fn shown(app: &TestApp, id: &str) -> (u16, HeaderMap, Vec<u8>) {
    let request = Request::get(format!("/api/pictures/{id}")).body(Body::empty()).unwrap();
    let (parts, body) = app.router.clone().oneshot(request).await.unwrap().into_parts();
    (parts.status.as_u16(), parts.headers, axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

/// A picture that does not compress well: its JPEG has several chunks.
fn incompressible_picture(width: u32, height: u32) -> Vec<u8> {
    let mut state = 7_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let pixels = image::RgbImage::from_fn(width, height, |_, _| image::Rgb([next(), next(), next()]));
    let mut file = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

on_both_engines! {
    async fn picture_can_be_uploaded_listed_shown_and_deleted(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        assert_eq!(app.get("/api/pictures/", &ada.access_token).await.assert_ok(), json!({"pictures": []}));
        let first = app.upload(&ada, png(64, 48)).await.assert_ok()["picture"].clone();
        app.advance_clock(1_000);
        let second = app.upload(&ada, incompressible_picture(1_300, 900)).await.assert_ok()["picture"].clone();
        let id = first["id"].as_str().unwrap().to_owned();
        assert_eq!(id.len(), 32);
        assert_eq!((&first["width"], &first["height"], &first["created_at"]), (&json!(64), &json!(48), &json!("2026-03-03T12:00:00.000Z")));
        assert!(first["color"].as_str().unwrap().starts_with("#2"), "{first}");
        let list = app.get("/api/pictures/", &ada.access_token).await.assert_ok();
        assert_eq!(list, json!({"pictures": [second, first]}));

        let (status, headers, bytes) = shown(&app, &id).await;
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
        assert_eq!((pixels.width(), pixels.height()), (64, 48));
        // In several chunks, complete and in order.
        let large = shown(&app, second["id"].as_str().unwrap()).await.2;
        assert!(large.len() > 600_000 && app.count("picture_pieces").await >= 3, "{}", large.len());
        let pixels = image::load_from_memory_with_format(&large, image::ImageFormat::Jpeg).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (1_300, 900));

        // Other users can neither list nor remove it.
        assert_eq!(app.get("/api/pictures/", &eve.access_token).await.assert_ok(), json!({"pictures": []}));
        let path = format!("/api/pictures/{id}/");
        let remove = |token| app.send_text(Method::DELETE, &path, Some(token), String::new());
        remove(&eve.access_token).await.assert_rejected(404, "not_found");
        assert_eq!(shown(&app, &id).await.0, 200);
        remove(&ada.access_token).await.assert_ok();
        let (status, headers, _) = shown(&app, &id).await;
        assert_eq!((status, headers["cache-control"].to_str().unwrap()), (404, "no-store"));
        remove(&ada.access_token).await.assert_rejected(404, "not_found");
        assert_eq!(app.get("/api/pictures/", &ada.access_token).await.assert_ok(), json!({"pictures": [second]}));
        assert_eq!(app.count(&format!("picture_pieces WHERE picture_id = '{id}'")).await, 0);
    }

    async fn invalid_uploads_are_rejected_with_a_code(app: TestApp) {
        let ada = app.person("ada").await;
        let html = "<!doctype html><script>alert(1)</script>";
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
        for file in [&b""[..], html.as_bytes(), svg.as_bytes(), GIF, b"{\"a\": 1}"] {
            app.upload(&ada, file.to_vec()).await.assert_rejected(415, "picture_unsupported");
        }
        app.upload(&ada, CMYK[..300].to_vec()).await.assert_rejected(422, "picture_broken");
        app.upload(&ada, png(12_001, 1)).await.assert_rejected(413, "picture_too_large");
        // The maximum size, and one byte more, with and without a Content-Length.
        let mut file = png(8, 8);
        file.resize(LARGEST, 0);
        app.upload(&ada, file.clone()).await.assert_ok();
        file.push(0);
        app.upload(&ada, file.clone()).await.assert_rejected(413, "picture_too_large");
        let pieces: Vec<Result<Vec<u8>, std::io::Error>> = file.chunks(1 << 20).map(|piece| Ok(piece.to_vec())).collect();
        let stream = Body::from_stream(futures_util::stream::iter(pieces));
        app.upload(&ada, stream).await.assert_rejected(413, "picture_too_large");
        // An upload that is aborted.
        let broken = futures_util::stream::iter([Ok(png(8, 8)), Err(std::io::Error::other("connection reset"))]);
        app.upload(&ada, Body::from_stream(broken)).await.assert_rejected(422, "picture_broken");
        assert_eq!((app.count("pictures").await, app.count("picture_pieces").await), (1, 1));
        app.upload(&ada, CMYK.to_vec()).await.assert_ok();
    }

    async fn invalid_picture_id_returns_404(app: TestApp) {
        let ada = app.person("ada").await;
        let upper = app.picture(&ada).await.to_uppercase();
        for id in ["x", "..", "%2e%2e", "0123456789abcdef0123456789abcde", "%ff", &"0".repeat(32), &format!("{upper}G")] {
            let path = format!("/api/pictures/{id}");
            app.get(&path, &ada.access_token).await.assert_rejected(404, "not_found");
            app.send_text(Method::DELETE, &path, Some(&ada.access_token), String::new()).await.assert_rejected(404, "not_found");
        }
    }

    async fn picture_limit_holds_under_concurrency(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let id = app.picture(&ada).await;
        for number in 1..49 {
            app.execute(&format!(
                "INSERT INTO pictures (id, user_id, width, height, color, byte_count, hash, created_at) \
                 VALUES ('{number:032x}', '{}', 1, 1, '#000000', 0, '', {number})",
                ada.id
            )).await;
        }
        let responses = join_all((0..4).map(|_| app.upload(&ada, png(8, 6)))).await;
        let taken = responses.iter().filter(|response| response.status == 200).count();
        assert_eq!((taken, app.count("pictures").await), (1, 50));
        for response in responses.into_iter().filter(|response| response.status != 200) {
            response.assert_rejected(409, "picture_limit");
        }
        app.picture(&eve).await;
        let path = format!("/api/pictures/{id}/");
        app.send_text(Method::DELETE, &path, Some(&ada.access_token), String::new()).await.assert_ok();
        app.picture(&ada).await;
    }

    async fn uploads_are_limited_to_60_per_h(app: TestApp) {
        let app = app.with_config(|config| config.has_rate_limits = true);
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        for _ in 0..60 {
            app.upload(&ada, "no picture").await.assert_rejected(415, "picture_unsupported");
        }
        app.upload(&ada, png(8, 6)).await.assert_rejected(429, "too_many_requests");
        app.picture(&eve).await;
        app.advance_clock(60_000);
        app.picture(&ada).await;
    }

    async fn board_can_use_an_uploaded_picture(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let image = format!("/api/pictures/{}", app.picture(&ada).await);
        let update = json!({"boardId": board, "updatedBoard": {"image": image}});
        app.put("/api/boards/update-board/", &ada.access_token, update).await.assert_ok();
        assert_eq!(app.open_board(&ada, &board).await["board"]["image"], json!(image));
    }
}

#[tokio::test]
async fn upload_checks_the_token_before_the_body() {
    let app = TestApp::on_sqlite().await;
    // A body that never ends.
    let endless = futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>();
    let request = Request::post("/api/pictures/").body(Body::from_stream(endless)).unwrap();
    app.send(request).await.assert_rejected(401, "token_missing");
    let preflight = Request::builder().method(Method::HEAD).uri(format!("/api/pictures/{}", "0".repeat(32)));
    let response = app.send(preflight.header(header::ACCEPT, "image/*").body(Body::empty()).unwrap()).await;
    assert_eq!(response.status, 404);
    app.remove().await;
}

#[tokio::test]
async fn bytes_of_concurrent_uploads_are_limited() {
    let app = TestApp::on_sqlite().await;
    let people = join_all(["ada", "eve", "bob"].map(|name| app.person(name))).await;
    let read = AtomicUsize::new(0);
    let read: &'static AtomicUsize = Box::leak(Box::new(read));
    // An upload that pauses before its end until the channel receives a message.
    let slow = |end: oneshot::Receiver<()>| {
        let end = async move {
            // Asked for only after the first part was accepted.
            read.fetch_add(1, Ordering::SeqCst);
            end.await.map(|()| Vec::new()).map_err(std::io::Error::other)
        };
        let first = futures_util::stream::once(async { Ok(vec![0; LARGEST]) });
        Body::from_stream(first.chain(futures_util::stream::once(end)))
    };
    let (go_on, ends): (Vec<_>, Vec<_>) = (0..4).map(|_| oneshot::channel()).unzip();
    let uploads = ends.into_iter().enumerate().map(|(number, end)| app.upload(&people[number / 2], slow(end)));
    let others = async {
        while read.load(Ordering::SeqCst) < 4 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let (_never, unread) = oneshot::channel();
        let (_nor_this, unread_too) = oneshot::channel();
        let (third, other) =
            tokio::join!(app.upload(&people[0], slow(unread)), app.upload(&people[2], slow(unread_too)));
        for rejected in [third, other] {
            assert_eq!(rejected.headers[header::RETRY_AFTER], "5");
            rejected.assert_rejected(503, "server_busy");
        }
        app.picture(&people[2]).await;
        for (number, go_on) in go_on.into_iter().enumerate() {
            // Every second upload is aborted, which must give its bytes back too.
            if number % 2 == 0 {
                go_on.send(()).unwrap();
            }
        }
    };
    let (responses, ()) = tokio::join!(join_all(uploads), others);
    let codes: Vec<_> = responses.iter().map(|response| response.body["code"].clone()).collect();
    assert_eq!(codes, ["picture_unsupported", "picture_broken", "picture_unsupported", "picture_broken"]);
    for person in &people {
        app.picture(person).await;
    }
    app.remove().await;
}
