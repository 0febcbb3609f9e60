//! The contact form.

use crate::support::{TestApp, enable_contact_form, enable_mail, on_both_engines, recipient_keys};
use core_wasm::protocol::text::Email;
use serde_json::{Value, json};
use twentyfour_server::{Outbox, SendError};

fn message(text: &str) -> Value {
    json!({"name": "Ada", "email": "Ada@Example.org", "message": text})
}

on_both_engines! {
    async fn contact_message_is_mailed_and_then_deleted(app: TestApp) {
        let app = app.with_config(enable_contact_form);
        let response = app.post_unauthenticated("/api/contact/", message("  Hello,\n\nit works.\nGrüße  ")).await.assert_ok();
        assert_eq!(response, json!({"message": "Thank you for your message. We will reply by email."}));
        *app.transport.forced_error.lock().unwrap() = Some(SendError::TransientFailure("unreachable".to_owned()));
        app.send_mails().await;
        assert_eq!(app.query_column("SELECT recipient FROM mails").await, ["host@twentyfour.example"], "the mail is queued");
        *app.transport.forced_error.lock().unwrap() = None;
        app.advance_clock(10_000);
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1);
        assert_eq!((mails[0].to.as_str(), mails[0].reply_to.as_deref()), ("host@twentyfour.example", Some("ada@example.org")));
        assert_eq!((mails[0].subject.as_str(), &mails[0].unsubscribe_url), ("Message from the contact page", &None));
        assert!(mails[0].text.starts_with("Ada <ada@example.org> wrote on the contact page of twentyfour.example:\n\nHello,\n\nit works.\nGrüße\n\n"), "{}", mails[0].text);
        assert_eq!(app.count("mails").await, 0);
    }

    async fn contact_form_requires_contact_email_and_mail(app: TestApp) {
        let nobody = app.with_config(enable_mail);
        let no_mail = app.with_config(|config| config.site.contact_email = Some(Email::parse("host@twentyfour.example").unwrap()));
        for app in [&app, &nobody, &no_mail] {
            app.post_unauthenticated("/api/contact/", message("Hello")).await.assert_rejected(404, "contact_off");
        }
        assert_eq!(app.count("mails").await, 0);
    }

    async fn contact_fields_are_validated(app: TestApp) {
        let app = app.with_config(enable_contact_form);
        for (field, value, code) in [
            ("name", json!(" "), "name_required"), ("name", json!("x".repeat(201)), "name_too_long"), ("name", json!("a\u{0}"), "text_invalid"),
            ("email", json!("ada"), "email_invalid"), ("email", json!("ada@example.org\r\nBcc: eve@example.org"), "email_invalid"),
            ("message", json!(""), "message_required"), ("message", json!(" \r\n\t"), "message_required"),
            ("message", json!("ü".repeat(5_001)), "message_too_long"), ("message", json!("a\u{0}b"), "text_invalid"),
            ("message", json!(["x"]), "body_invalid"), ("website", json!(7), "body_invalid"),
        ] {
            let mut body = message("Hello");
            body[field] = value;
            app.post_unauthenticated("/api/contact/", body).await.assert_rejected(422, code);
        }
        assert_eq!(app.count("mails").await, 0);
        app.post_unauthenticated("/api/contact/", message(&"ü".repeat(5_000))).await.assert_ok();
        assert!(app.mails().await[0].text.contains(&"ü".repeat(5_000)));
    }

    async fn honeypot_contact_message_is_dropped(app: TestApp) {
        let app = app.with_config(enable_contact_form);
        let mut body = message("Buy this");
        body["website"] = json!("https://spam.example");
        let thanks = app.post_unauthenticated("/api/contact/", body).await.assert_ok();
        assert_eq!(app.count("mails").await, 0);
        assert_eq!(app.post_unauthenticated("/api/contact/", message("Hello")).await.assert_ok(), thanks);
        assert_eq!(app.count("mails").await, 1);
    }

    async fn contact_messages_do_not_use_the_recipient_quota(app: TestApp) {
        let app = app.with_outbox(Outbox::with_transport(app.transport.clone(), "https://twentyfour.example").with_rate_limit(Some(recipient_keys()))).with_config(enable_contact_form);
        for _ in 0..9 {
            app.post_unauthenticated("/api/contact/", message("Hello")).await.assert_ok();
        }
        assert_eq!(app.mails().await.len(), 9);
        let host = json!({"first_name": "H", "last_name": "O", "email": "host@twentyfour.example", "password": "correct horse"});
        app.post_unauthenticated("/api/auth/signup/", host).await.assert_ok();
        assert_eq!(app.mails().await.len(), 1);
    }
}
