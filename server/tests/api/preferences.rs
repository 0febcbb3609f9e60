//! Preferences.

use crate::support::{TestApp, on_both_engines};
use serde_json::json;

on_both_engines! {
    async fn fields_change_one_by_one_and_stay(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let defaults = json!({
            "theme": "dark", "focus_minutes": 25, "short_break_minutes": 5, "long_break_minutes": 15,
            "mins_for_streak": 25, "day_start_minutes": 0, "time_zone": "UTC",
        });
        assert_eq!(app.get("/api/preferences/", &ada.access_token).await.ok(), defaults);
        assert_eq!(app.put("/api/preferences/", &ada.access_token, json!({})).await.ok(), defaults);
        let mut expected = defaults.clone();
        for (field, value) in [
            ("theme", json!("light")),
            ("focus_minutes", json!(180)),
            ("short_break_minutes", json!(1)),
            ("long_break_minutes", json!(30)),
            ("mins_for_streak", json!(1440)),
            ("day_start_minutes", json!(360)),
            ("time_zone", json!("America/Argentina/Buenos_Aires")),
        ] {
            expected[field] = value.clone();
            assert_eq!(app.put("/api/preferences/", &ada.access_token, json!({field: value})).await.ok(), expected);
        }
        let restarted = app.restarted().await;
        assert_eq!(restarted.get("/api/preferences/", &ada.access_token).await.ok(), expected);
        assert_eq!(restarted.get("/api/preferences/", &eve.access_token).await.ok(), defaults);
        restarted.database.close().await;
    }

    async fn a_value_outside_its_range_changes_nothing(app: TestApp) {
        let ada = app.person("ada").await;
        for (field, value) in [
            ("focus_minutes", json!(0)),
            ("focus_minutes", json!(181)),
            ("short_break_minutes", json!(-1)),
            ("long_break_minutes", json!(i64::MAX)),
            ("mins_for_streak", json!(0)),
            ("mins_for_streak", json!(1441)),
            ("day_start_minutes", json!(-1)),
            ("day_start_minutes", json!(361)),
            ("time_zone", json!("Middle/Earth")),
            ("time_zone", json!("")),
            ("time_zone", json!("UTC\u{0}")),
        ] {
            let update = json!({"theme": "light", field: value});
            app.put("/api/preferences/", &ada.access_token, update).await.refused(422, "preference_invalid");
        }
        assert_eq!(app.get("/api/preferences/", &ada.access_token).await.ok()["theme"], "dark");
    }
}
