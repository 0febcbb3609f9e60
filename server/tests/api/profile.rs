//! What a person can change of their own account.

use crate::support::{TestApp, on_both_engines};
use serde_json::json;

on_both_engines! {
    async fn a_name_is_changed_and_stays(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let body = json!({"first_name": " Ada ", "last_name": "King"});
        let answer = app.put("/api/user/", &ada.access_token, body).await.ok();
        assert_eq!((&answer["user"][0]["first_name"], &answer["user"][0]["last_name"]), (&json!("Ada"), &json!("King")));
        assert_eq!(app.get("/api/user/", &ada.access_token).await.ok(), answer);
        assert_eq!(app.get("/api/user/", &eve.access_token).await.ok()["user"][0]["first_name"], "eve");
        for (body, code) in [
            (json!({"first_name": " ", "last_name": "King"}), "first_name_required"),
            (json!({"first_name": "Ada", "last_name": ""}), "last_name_required"),
            (json!({"first_name": "x".repeat(201), "last_name": "King"}), "name_too_long"),
            (json!({"first_name": "a\0", "last_name": "King"}), "text_invalid"),
            (json!({"first_name": "Ada"}), "body_invalid"),
        ] {
            app.put("/api/user/", &ada.access_token, body).await.refused(422, code);
        }
        assert_eq!(app.get("/api/user/", &ada.access_token).await.ok(), answer, "a refusal changes nothing");
    }
}
