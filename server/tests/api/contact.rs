//! What people write to the host of the server.

use crate::support::{TestApp, on_both_engines, sends_mail, takes_messages};
use core_wasm::protocol::text::Email;
use serde_json::{Value, json};
use twentyfour_server::{Outbox, SendError};

fn message(text: &str) -> Value {
    json!({"name": "Ada", "email": "Ada@Example.org", "message": text})
}

on_both_engines! {
    async fn a_message_goes_to_the_host_and_is_kept_no_longer_than_that(app: TestApp) {
        let app = app.configured(takes_messages);
        let answer = app.post_openly("/api/contact/", message("  Hello,\n\nit works.\nGrüße  ")).await.ok();
        assert_eq!(answer, json!({"message": "Thank you for your message. You will get an answer by mail."}));
        *app.postbox.refuses.lock().unwrap() = Some(SendError::Away("gone".to_owned()));
        app.send_mails().await;
        assert_eq!(app.texts("SELECT recipient FROM mails").await, ["host@twentyfour.example"], "it waits");
        *app.postbox.refuses.lock().unwrap() = None;
        app.pass(10_000);
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1);
        assert_eq!((mails[0].to.as_str(), mails[0].reply_to.as_deref()), ("host@twentyfour.example", Some("ada@example.org")));
        assert_eq!((mails[0].subject.as_str(), &mails[0].unsubscribe_url), ("Message from the contact page", &None));
        assert!(mails[0].text.starts_with("Ada <ada@example.org> wrote on the contact page of twentyfour.example:\n\nHello,\n\nit works.\nGrüße\n\n"), "{}", mails[0].text);
        assert_eq!(app.count("mails").await, 0);
    }

    async fn without_somebody_to_write_to_or_mail_there_is_nothing_to_send(app: TestApp) {
        let nobody = app.configured(sends_mail);
        let no_mail = app.configured(|config| config.site.contact_email = Some(Email::parse("host@twentyfour.example").unwrap()));
        for app in [&app, &nobody, &no_mail] {
            app.post_openly("/api/contact/", message("Hello")).await.refused(404, "contact_off");
        }
        assert_eq!(app.count("mails").await, 0);
    }

    async fn a_message_has_a_name_an_address_and_words(app: TestApp) {
        let app = app.configured(takes_messages);
        for (field, value, code) in [
            ("name", json!(" "), "name_required"), ("name", json!("x".repeat(201)), "name_too_long"), ("name", json!("a\u{0}"), "text_invalid"),
            ("email", json!("ada"), "email_invalid"), ("email", json!("ada@example.org\r\nBcc: eve@example.org"), "email_invalid"),
            ("message", json!(""), "message_required"), ("message", json!(" \r\n\t"), "message_required"),
            ("message", json!("ü".repeat(5_001)), "message_too_long"), ("message", json!("a\u{0}b"), "text_invalid"),
            ("message", json!(["x"]), "body_invalid"), ("website", json!(7), "body_invalid"),
        ] {
            let mut body = message("Hello");
            body[field] = value;
            app.post_openly("/api/contact/", body).await.refused(422, code);
        }
        assert_eq!(app.count("mails").await, 0);
        app.post_openly("/api/contact/", message(&"ü".repeat(5_000))).await.ok();
        assert!(app.mails().await[0].text.contains(&"ü".repeat(5_000)));
    }

    async fn a_program_that_fills_in_what_nobody_sees_is_thanked_and_not_heard(app: TestApp) {
        let app = app.configured(takes_messages);
        let mut body = message("Buy this");
        body["website"] = json!("https://spam.example");
        let thanks = app.post_openly("/api/contact/", body).await.ok();
        assert_eq!(app.count("mails").await, 0);
        assert_eq!(app.post_openly("/api/contact/", message("Hello")).await.ok(), thanks);
        assert_eq!(app.count("mails").await, 1);
    }

    async fn messages_take_no_place_from_the_hosts_other_mails(app: TestApp) {
        let app = app.mailing(Outbox::over(app.postbox.clone(), "https://twentyfour.example").limited(true)).configured(takes_messages);
        for _ in 0..9 {
            app.post_openly("/api/contact/", message("Hello")).await.ok();
        }
        assert_eq!(app.mails().await.len(), 9);
        let host = json!({"first_name": "H", "last_name": "O", "email": "host@twentyfour.example", "password": "correct horse"});
        app.post_openly("/api/auth/signup/", host).await.ok();
        assert_eq!(app.mails().await.len(), 1);
    }
}
