//! The mail queue: nothing is lost or sent twice, and no mail blocks others.

use crate::support::{GATE_PERMITS, PUBLIC_URL, START, TestApp, on_both_engines, recipient_keys};
use axum::http::Method;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use twentyfour_server::config::{GoogleSettings, MailSettings, Secret};
use twentyfour_server::{Outbox, SendError};

const SECOND: i64 = 1_000;

on_both_engines! {
    async fn features_reflect_the_settings(app: TestApp) {
        async fn features(app: &TestApp) -> Value {
            app.send_text(Method::GET, "/api/features/", None, String::new()).await.assert_ok()
        }
        assert_eq!(features(&app).await, json!({"google": false, "mail": false, "invitation_only": false, "billing_portal_url": null}));
        let full = app.with_config(|config| {
            config.mail = Some(MailSettings { smtp_url: Secret::new("smtp://127.0.0.1:1"), from: "a@b.example".to_owned(), trusted_certificates: Vec::new() });
            let client_secret = Secret::new("secret");
            config.google =
                Some(GoogleSettings { issuer_url: "https://issuer.example".to_owned(), client_id: "us".to_owned(), client_secret });
            config.is_invitation_only = true;
        });
        assert_eq!(features(&full).await, json!({"google": true, "mail": true, "invitation_only": true, "billing_portal_url": null}));
        let mail_only = app.with_config(|config| {
            config.mail = Some(MailSettings { smtp_url: Secret::new("smtp://127.0.0.1:1"), from: "a@b.example".to_owned(), trusted_certificates: Vec::new() });
        });
        assert_eq!(features(&mail_only).await, json!({"google": false, "mail": true, "invitation_only": false, "billing_portal_url": null}));
    }

    async fn failed_mail_backs_off_up_to_1_h_and_is_dropped_after_3_days(app: TestApp) {
        app.person("ada").await;
        *app.transport.forced_error.lock().unwrap() = Some(SendError::TransientFailure("unreachable".to_owned()));
        app.send_mails().await;
        let tries = |app: &TestApp| app.transport.tries.load(Ordering::SeqCst);
        let waits = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600];
        for (expected, wait) in (1..).zip(waits) {
            assert_eq!(tries(&app), expected);
            app.advance_clock(wait * SECOND - 1);
            app.send_mails().await;
            assert_eq!(tries(&app), expected, "{wait} seconds have not passed");
            app.advance_clock(1);
            app.send_mails().await;
        }
        let mut hours = 3;
        while app.count("mails").await == 1 {
            app.advance_clock(3_600 * SECOND);
            app.send_mails().await;
            hours += 1;
        }
        assert!((71..=74).contains(&hours), "given up after {hours} hours");
        *app.transport.forced_error.lock().unwrap() = None;
        app.advance_clock(3_600 * SECOND);
        assert_eq!(app.mails().await, []);
    }

    async fn leased_mail_is_not_sent_by_another_server(app: TestApp) {
        app.person("ada").await;
        let gate = app.transport.gate.clone();
        let shut = gate.clone().acquire_many_owned(GATE_PERMITS).await.unwrap();
        let first = app.clone();
        let sending = tokio::spawn(async move { first.send_mails().await });
        while app.transport.tries.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        let second = app.restart().await;
        second.advance_clock(119 * SECOND);
        second.send_mails().await;
        assert_eq!(app.transport.tries.load(Ordering::SeqCst), 1);
        // Simulates a killed server, which never records the outcome.
        sending.abort();
        _ = sending.await;
        drop(shut);
        second.advance_clock(SECOND);
        assert_eq!(second.mails().await.len(), 1);
        assert_eq!(second.count("mails").await, 0);
        second.database.close().await;
    }

    async fn concurrent_servers_send_each_mail_once(app: TestApp) {
        app.person("ada").await;
        app.mails().await;
        app.confirm_emails().await;
        for number in 0..30 {
            app.execute(&format!(
                "INSERT INTO mails VALUES ('m{number}', 'password_changed', '{number}@example.org', \
                 (SELECT id FROM users), '{{}}', {START}, {START}, 0)"
            )).await;
        }
        let other = app.restart().await;
        tokio::join!(app.send_mails(), other.send_mails(), app.send_mails());
        let mut recipients: Vec<String> = app.mails().await.into_iter().map(|mail| mail.to).collect();
        recipients.sort();
        let mut expected: Vec<String> = (0..30).map(|number| format!("{number}@example.org")).collect();
        expected.sort();
        assert_eq!(recipients, expected);
        assert_eq!(app.count("mails").await, 0);
        other.database.close().await;
    }

    async fn outdated_or_unreadable_mail_does_not_block_the_queue(app: TestApp) {
        let ada = app.person("ada").await;
        for (id, kind, account_id) in [
            ("a", "of_the_future", ada.id.as_str()), ("b", "account_deletion", ada.id.as_str()),
            ("c", "password_changed", "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"), ("d", "google_linked", ada.id.as_str()),
        ] {
            app.execute(&format!(
                "INSERT INTO mails VALUES ('{id}', '{kind}', 'ada@example.org', '{account_id}', '{{}}', {START}, {START}, 0)"
            )).await;
        }
        let mails = app.mails().await;
        let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
        assert_eq!(subjects, ["Confirm your email"]);
        assert_eq!(app.query_column("SELECT id FROM mails").await, ["a"]);
        // An unreadable mail is given up like any other.
        app.advance_clock(72 * 3_600 * SECOND - 1);
        app.send_mails().await;
        assert_eq!(app.query_column("SELECT id FROM mails").await, ["a"]);
        app.advance_clock(3_600 * SECOND);
        app.send_mails().await;
        assert_eq!(app.count("mails").await, 0);
    }

    async fn recipient_gets_6_mails_per_h_and_the_rest_wait(app: TestApp) {
        let limited = app.with_outbox(Outbox::with_transport(app.transport.clone(), PUBLIC_URL).with_rate_limit(Some(recipient_keys())));
        limited.person("ada").await;
        limited.person("eve").await;
        let ask = async || {
            limited.post_unauthenticated("/api/auth/forgot-password/", json!({"email": "ada@example.org"})).await.assert_ok();
        };
        // A mail that fails does not use the recipient's quota.
        *app.transport.forced_error.lock().unwrap() = Some(SendError::TransientFailure("unreachable".to_owned()));
        limited.send_mails().await;
        *app.transport.forced_error.lock().unwrap() = None;
        limited.advance_clock(10 * SECOND);
        assert_eq!(limited.mails().await.len(), 2);
        for _ in 0..9 {
            ask().await;
            limited.advance_clock(SECOND);
        }
        assert_eq!(limited.mails().await.len(), 5);
        assert_eq!(limited.count("mails").await, 4);
        limited.advance_clock(3_600 * SECOND - 10 * SECOND - 1);
        assert_eq!(limited.mails().await, []);
        limited.advance_clock(10 * SECOND + 1);
        assert_eq!(limited.mails().await.len(), 4);
        assert_eq!(limited.count("mails").await, 0);
    }

    async fn notices_are_sent_only_to_confirmed_emails(app: TestApp) {
        let ada = app.person("ada").await;
        app.mails().await;
        for is_verified in [0, 1] {
            app.execute(&format!("UPDATE users SET is_verified = {is_verified}, delete_at = {}", START + 1)).await;
            for kind in ["password_changed", "account_deletion", "google_linked"] {
                app.execute(&format!(
                    "INSERT INTO mails VALUES ('{kind}', '{kind}', 'ada@example.org', '{}', '{{}}', {START}, {START}, 0)", ada.id
                )).await;
            }
            assert_eq!(app.mails().await.len(), 3 * is_verified);
            assert_eq!(app.count("mails").await, 0);
        }
    }

    async fn deletion_day_is_in_local_time(app: TestApp) {
        let ada = app.person("ada").await;
        app.mails().await;
        app.confirm_emails().await;
        app.put("/api/preferences/", &ada.access_token, json!({"time_zone": "Pacific/Auckland"})).await.assert_ok();
        // 2026-03-10T12:00:00Z is the next day there.
        app.execute(&format!("UPDATE users SET delete_at = {}", START + 7 * 24 * 3_600 * SECOND)).await;
        app.execute(&format!(
            "INSERT INTO mails VALUES ('a', 'account_deletion', 'ada@example.org', '{}', '{{}}', {START}, {START}, 0)", ada.id
        )).await;
        let mails = app.mails().await;
        assert!(mails[0].text.contains("will be deleted on Wednesday, 11 March 2026."), "{}", mails[0].text);
    }
}
