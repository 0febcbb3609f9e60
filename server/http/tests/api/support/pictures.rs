//! Helpers for pictures.

use super::{Person, TestApp, TestResponse};
use axum::body::Body;
use axum::http::{Request, header};
use std::io::Cursor;

/// A PNG of a single color.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_pixel(width, height, image::Rgb([40, 90, 160]));
    pixels.write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

impl TestApp {
    /// Uploads a file as a picture.
    pub(crate) async fn upload(&self, person: &Person, file: impl Into<Body>) -> TestResponse {
        let request = Request::post("/api/pictures/")
            .header(header::AUTHORIZATION, format!("Bearer {}", person.access_token))
            .header(header::CONTENT_TYPE, "text/html");
        self.send(request.body(file.into()).unwrap()).await
    }

    /// Uploads a file as the picture of a person.
    pub(crate) async fn set_avatar(&self, person: &Person, file: impl Into<Body>) -> TestResponse {
        let request = Request::put("/api/account/avatar/")
            .header(header::AUTHORIZATION, format!("Bearer {}", person.access_token))
            .header(header::CONTENT_TYPE, "text/html");
        self.send(request.body(file.into()).unwrap()).await
    }

    /// Attaches a file to a card.
    pub(crate) async fn attach(
        &self,
        person: &Person,
        (board, card): (&str, &str),
        (query, content_type): (&str, &str),
        file: impl Into<Body>,
    ) -> TestResponse {
        let request = Request::post(format!("/api/boards/{board}/cards/{card}/attachments/?{query}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", person.access_token))
            .header(header::CONTENT_TYPE, content_type);
        self.send(request.body(file.into()).unwrap()).await
    }

    /// Uploads a small picture and returns its id.
    pub(crate) async fn picture(&self, person: &Person) -> String {
        let response = self.upload(person, png(8, 6)).await.assert_ok();
        response["picture"]["id"].as_str().unwrap().to_owned()
    }
}
