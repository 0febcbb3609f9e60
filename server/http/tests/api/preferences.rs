//! Preferences.

use crate::support::{TestApp, on_both_engines};
use serde_json::{Value, json};

/// A photo as a background.
fn photo(alt: &str) -> Value {
    json!({"photo": {
        "id": "LBI7cgq3pbM",
        "urls": {"regular": "https://images.unsplash.com/photo-1?w=1080", "thumb": "https://images.unsplash.com/photo-1?w=200"},
        "color": "#4e5765",
        "alt": alt,
        "credit": {"name": "Ada Byron", "link": "https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral"},
    }})
}

on_both_engines! {
    async fn preferences_are_updated_individually(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let defaults = json!({
            "theme": "system", "focus_minutes": 25, "short_break_minutes": 5, "long_break_minutes": 15,
            "mins_for_streak": 25, "day_start_minutes": 0, "time_zone": "UTC", "rounds": 4, "auto_start_breaks": false,
            "auto_start_focus": false, "hour_format": "12", "temperature_unit": "automatic", "focus_sound": "default", "ending_sound": "ending_sound",
            "volume": 50, "background": "daily", "wallpaper_pages": "every", "inbox_mails": "daily", "shortcuts": "", "views": "", "appearance": "",
            "language": "en",
            "goals": [],
        });
        assert_eq!(app.get("/api/preferences/", &ada.access_token).await.assert_ok(), defaults);
        assert_eq!(app.put("/api/preferences/", &ada.access_token, json!({})).await.assert_ok(), defaults);
        let mut expected = defaults.clone();
        for (field, value) in [
            ("theme", json!("light")),
            ("focus_minutes", json!(180)),
            ("short_break_minutes", json!(1)),
            ("long_break_minutes", json!(30)),
            ("day_start_minutes", json!(360)),
            ("time_zone", json!("America/Argentina/Buenos_Aires")),
            ("rounds", json!(12)),
            ("auto_start_breaks", json!(true)),
            ("auto_start_focus", json!(true)),
            ("hour_format", json!("24")),
            ("temperature_unit", json!("fahrenheit")),
            ("focus_sound", json!("brown_noise")),
            ("focus_sound", json!("none")),
            ("ending_sound", json!("marimba")),
            ("volume", json!(0)),
            ("background", json!({"picture": "0a".repeat(16)})),
            ("background", photo("A photo")),
            ("background", json!({"wallpaper": "of-a-newer-version"})),
            ("background", json!("daily")),
            ("background", json!({"wallpaper": "misty-ridges"})),
            ("wallpaper_pages", json!("home")),
            ("inbox_mails", json!("instant")),
            ("shortcuts", json!(r#"{"singleKeys":false,"keys":{"card_move":"v"}}"#)),
            ("views", json!(r#"[{"id":"1","name":"Due soon","path":"/app/b/home-1?due=today"}]"#)),
            ("appearance", json!(r#"{"accent":"violet","contrast":"high"}"#)),
            ("language", json!("es")),
        ] {
            expected[field] = value.clone();
            assert_eq!(app.put("/api/preferences/", &ada.access_token, json!({field: value})).await.assert_ok(), expected);
        }
        let restarted = app.restart().await;
        assert_eq!(restarted.get("/api/preferences/", &ada.access_token).await.assert_ok(), expected);
        assert_eq!(restarted.get("/api/preferences/", &eve.access_token).await.assert_ok(), defaults);
        restarted.database.close().await;
    }

    async fn invalid_preference_changes_nothing(app: TestApp) {
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
            ("rounds", json!(0)),
            ("rounds", json!(13)),
            ("volume", json!(-1)),
            ("volume", json!(101)),
            ("background", photo(&"x".repeat(4_096))),
            ("shortcuts", json!("x".repeat(4_001))),
            ("shortcuts", json!("x\u{0}")),
            ("views", json!("x".repeat(20_001))),
            ("views", json!("x\u{0}")),
            ("appearance", json!("x".repeat(501))),
            ("appearance", json!("x\u{0}")),
            ("time_zone", json!("Middle/Earth")),
            ("time_zone", json!("")),
            ("time_zone", json!("UTC\u{0}")),
        ] {
            let update = json!({"theme": "light", field: value});
            app.put("/api/preferences/", &ada.access_token, update).await.assert_rejected(422, "preference_invalid");
        }
        for (field, value) in [
            ("focus_sound", json!("thunder")),
            ("ending_sound", json!("")),
            ("hour_format", json!(24)),
            ("temperature_unit", json!("kelvin")),
            ("auto_start_focus", json!(1)),
            ("language", json!("fr")),
            ("background", json!("weekly")),
            ("background", json!({"wallpaper": "../secrets"})),
            ("background", json!({"picture": "0A"})),
            ("background", json!({"photo": {"id": "x"}})),
            ("mins_for_streak_from", json!("2026-02-30")),
        ] {
            let update = json!({"theme": "light", field: value});
            app.put("/api/preferences/", &ada.access_token, update).await.assert_rejected(422, "body_invalid");
        }
        assert_eq!(app.get("/api/preferences/", &ada.access_token).await.assert_ok()["theme"], "system");
    }

    async fn goal_applies_from_its_day(app: TestApp) {
        const HOUR: i64 = 3_600_000;
        let ada = app.person("ada").await;
        let goals = async |update: serde_json::Value| {
            let response = app.put("/api/preferences/", &ada.access_token, update).await.assert_ok();
            assert_eq!(app.get("/api/preferences/", &ada.access_token).await.assert_ok(), response);
            (response["mins_for_streak"].as_i64().unwrap(), response["goals"].clone())
        };
        let goal = |from: &str, minutes: i64| json!({"from": from, "minutes": minutes});
        // Noon of 3 March in UTC, which is the default time zone.
        assert_eq!(goals(json!({"mins_for_streak": 25})).await, (25, json!([])), "the goal is unchanged");
        let third = goal("2026-03-03", 30);
        assert_eq!(goals(json!({"mins_for_streak": 30})).await, (30, json!([third])));
        assert_eq!(goals(json!({"mins_for_streak_from": "2026-03-04"})).await, (30, json!([third])), "no goal");
        assert_eq!(goals(json!({"mins_for_streak": 30, "theme": "light"})).await, (30, json!([third])), "the goal is unchanged");
        // A day that is today in some time zone is accepted; one before the last goal is not.
        let fourth = goal("2026-03-04", 60);
        let tomorrow = json!({"mins_for_streak": 60, "mins_for_streak_from": "2026-03-04"});
        assert_eq!(goals(tomorrow).await, (60, json!([third, fourth])));
        let long_ago = json!({"mins_for_streak": 61, "mins_for_streak_from": "2026-03-01"});
        assert_eq!(goals(long_ago).await, (61, json!([goal("2026-03-03", 61)])), "an earlier day replaces the last goal");
        let far_off = json!({"mins_for_streak": 62, "mins_for_streak_from": "9999-12-31"});
        assert_eq!(goals(far_off).await, (62, json!([goal("2026-03-03", 62)])));
        let yesterday = json!({"mins_for_streak": 63, "mins_for_streak_from": "2026-03-02"});
        assert_eq!(goals(yesterday).await, (63, json!([goal("2026-03-03", 63)])));
        assert_eq!(goals(json!({"mins_for_streak": 25, "mins_for_streak_from": "2026-03-02"})).await, (25, json!([])));
        // A device may have been offline for 60 days.
        let long_ago = |minutes: i64, day: &str| json!({"mins_for_streak": minutes, "mins_for_streak_from": day});
        assert_eq!(goals(long_ago(64, "2026-01-01")).await, (64, json!([goal("2026-03-03", 64)])));
        assert_eq!(goals(json!({"mins_for_streak": 25})).await, (25, json!([])));
        assert_eq!(goals(long_ago(64, "2026-01-02")).await, (64, json!([goal("2026-01-02", 64)])));
        let later = json!([goal("2026-01-02", 64), goal("2026-02-01", 65)]);
        assert_eq!(goals(long_ago(65, "2026-02-01")).await, (65, later));
        assert_eq!(goals(long_ago(25, "2026-01-02")).await, (25, json!([goal("2026-01-02", 64), goal("2026-02-01", 25)])));
        assert_eq!(goals(long_ago(64, "2026-02-01")).await, (64, json!([goal("2026-01-02", 64)])));
        let here = json!({"mins_for_streak": 40, "mins_for_streak_from": "2026-01-02"});
        assert_eq!(goals(here).await, (40, json!([goal("2026-01-02", 40)])));
        assert_eq!(goals(long_ago(25, "2026-01-02")).await, (25, json!([])));
        // If the day starts at 3 and it is half past two, it is still the day before.
        app.advance_clock(5 * HOUR + HOUR / 2);
        let ada = app.with_new_token(&ada).await;
        let tokyo = json!({"mins_for_streak": 40, "time_zone": "Asia/Tokyo", "day_start_minutes": 180});
        let response = app.put("/api/preferences/", &ada.access_token, tokyo).await.assert_ok();
        assert_eq!(response["goals"], json!([goal("2026-03-03", 40)]));
        app.advance_clock(HOUR);
        let ada = app.with_new_token(&ada).await;
        let response = app.put("/api/preferences/", &ada.access_token, json!({"mins_for_streak": 45})).await.assert_ok();
        assert_eq!(response["goals"], json!([goal("2026-03-03", 40), goal("2026-03-04", 45)]));
    }

    async fn concurrent_goals_are_consistent(app: TestApp) {
        let ada = app.person("ada").await;
        let set = |minutes: i64| app.put("/api/preferences/", &ada.access_token, json!({"mins_for_streak": minutes}));
        for response in futures_util::future::join_all((30..50).map(set)).await {
            response.assert_ok();
        }
        let stored = app.get("/api/preferences/", &ada.access_token).await.assert_ok();
        assert_eq!(stored["goals"], json!([{"from": "2026-03-03", "minutes": stored["mins_for_streak"]}]));
    }
}
