//! The waitlist.

use crate::support::{TestApp, on_both_engines};
use serde_json::json;

on_both_engines! {
    async fn an_address_is_kept_once_and_thanked_each_time(app: TestApp) {
        for email in ["ada@example.org", "ADA@example.org"] {
            let answer = app.post_openly("/api/add-to-waitlist/", json!({"name": "Ada", "email": email})).await.ok();
            assert_eq!(answer["message"], "Successfully joined the waitlist!");
        }
        // Fails where a second row stands.
        app.execute("CREATE UNIQUE INDEX one_row ON waitlist ((1))").await;
    }
}
