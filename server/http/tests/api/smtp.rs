//! Mail delivery over SMTP to a test server that accepts mails or fails in several ways.

use crate::support::{
    MailServer, SmtpBehavior, TestApp, enable_contact_form, enable_mail, on_both_engines, outbox, token,
};
use axum::body::Body;
use axum::http::{Request, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tokio::net::TcpListener;
use twentyfour_server::Mail;

const HOUR: i64 = 3_600_000;

/// Returns the token in a received mail, which is quoted-printable (RFC 2045, section 6.7).
fn token_in(data: &str) -> String {
    let text = data.replace("=\r\n", "").replace("=3D", "=");
    let nothing = String::new;
    token(&Mail {
        id: nothing(),
        to: nothing(),
        subject: nothing(),
        text,
        html: nothing(),
        reply_to: None,
        unsubscribe_url: None,
    })
}

on_both_engines! {
    async fn mail_is_sent_over_smtp_with_its_headers(app: TestApp) {
        let server = MailServer::start(SmtpBehavior::Takes).await;
        let with_user = server.url.replace("smtp://", "smtp://us%40example.org:a%2Fb%3Ac@");
        let app = app.with_outbox(outbox(&with_user));
        app.person("ada").await;
        app.send_mails().await;
        let mails = server.delivered_mails();
        assert_eq!((mails.len(), app.count("mails").await), (1, 0));
        let data = &mails[0];
        let (head, body) = data.split_once("\r\n\r\n").unwrap();
        for line in [
            "From: Twentyfour <hello@twentyfour.example>", "To: ada@example.org", "Subject: Confirm your email",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
        ] {
            assert!(head.lines().any(|one| one == line), "{line} is not in {head}");
        }
        assert!(head.contains("Content-Type: multipart/alternative;") && head.contains("\r\nDate: "), "{head}");
        let id = head.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap();
        assert!(id.starts_with('<') && id.ends_with(".1@twentyfour.example>"), "{id}");
        assert!(body.contains("Content-Type: text/plain") && body.contains("Content-Type: text/html"), "{body}");
        let received = server.received()[0].clone();
        assert_eq!(received.lines[0], "EHLO twentyfour.example");
        let login = received.lines.iter().find_map(|line| line.strip_prefix("AUTH PLAIN ")).unwrap();
        assert_eq!(STANDARD.decode(login).unwrap(), b"\0us@example.org\0a/b:c");
        assert!(received.lines.contains(&"RCPT TO:<ada@example.org>".to_owned()), "{:?}", received.lines);
        // The link is not broken by the encoding.
        app.post_unauthenticated("/api/auth/confirm-email/", json!({"token": token_in(data)})).await.assert_ok();
    }

    async fn german_mail_has_an_encoded_subject_and_a_working_link(app: TestApp) {
        let server = MailServer::start(SmtpBehavior::Takes).await;
        let app = app.with_outbox(server.outbox());
        let request = Request::post("/api/auth/signup/")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT_LANGUAGE, "de");
        let body = json!({
            "first_name": "Ada", "last_name": "Byron", "email": "ada@example.org", "password": "correct horse battery"
        });
        app.send(request.body(Body::from(body.to_string())).unwrap()).await.assert_ok();
        app.send_mails().await;
        let mails = server.delivered_mails();
        let (head, _) = mails[0].split_once("\r\n\r\n").unwrap();
        assert!(head.is_ascii(), "{head}");
        // Encoded words (RFC 2047); a long subject is several, on lines of their own.
        let unfolded = head.replace("\r\n ", " ");
        let subject = unfolded.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap();
        let mut decoded = Vec::new();
        for word in subject.split(' ') {
            match word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?=")) {
                Some(encoded) => decoded.extend(STANDARD.decode(encoded).unwrap()),
                None => decoded.extend([word.as_bytes(), b" "].concat()),
            }
        }
        assert!(subject.contains("=?utf-8?b?"), "{subject}");
        assert_eq!(String::from_utf8(decoded).unwrap(), "Bestätige deine E-Mail-Adresse", "{subject}");
        app.post_unauthenticated("/api/auth/confirm-email/", json!({"token": token_in(&mails[0])})).await.assert_ok();
    }

    async fn rejected_mail_is_neither_lost_nor_duplicated(app: TestApp) {
        for behavior in [SmtpBehavior::Refuses, SmtpBehavior::Defers, SmtpBehavior::Hangs, SmtpBehavior::Garbles, SmtpBehavior::HangsUp] {
            let server = MailServer::start(behavior).await;
            let app = app.with_outbox(server.outbox());
            app.person(&format!("ada{}", behavior as u8)).await;
            app.send_mails().await;
            assert_eq!((server.delivered_mails().len(), app.count("mails").await), (0, 1), "{behavior:?}");
            server.set_behavior(SmtpBehavior::Takes);
            app.send_mails().await;
            assert_eq!(server.delivered_mails().len(), 0, "{behavior:?}: it is not its turn");
            app.advance_clock(HOUR);
            app.send_mails().await;
            assert_eq!((server.delivered_mails().len(), app.count("mails").await), (1, 0), "{behavior:?}");
            app.advance_clock(72 * HOUR);
            app.send_mails().await;
            let mails = server.delivered_mails();
            assert_eq!(mails.len(), 1, "{behavior:?}");
            // The link was created when the mail was sent, so it is not four days old.
            let late = json!({"token": token_in(&mails[0])});
            app.post_unauthenticated("/api/auth/confirm-email/", late).await.assert_rejected(422, "link_invalid");
        }
    }

    async fn queued_mail_survives_a_restart(app: TestApp) {
        // A port that nothing listens on.
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let unreachable = format!("smtp://{}", listener.local_addr().unwrap());
        drop(listener);
        let app = app.with_outbox(outbox(&unreachable));
        for name in ["ada", "bob", "eve"] {
            app.person(name).await;
        }
        app.send_mails().await;
        assert_eq!(app.count("mails").await, 3);
        let server = MailServer::start(SmtpBehavior::Takes).await;
        let restarted = app.restart().await.with_outbox(server.outbox());
        restarted.advance_clock(10_000);
        restarted.send_mails().await;
        assert_eq!((server.delivered_mails().len(), restarted.count("mails").await), (3, 0));
        restarted.database.close().await;
    }

    async fn waitlist_mail_has_one_click_unsubscribe(app: TestApp) {
        let server = MailServer::start(SmtpBehavior::Takes).await;
        let app = app.with_outbox(server.outbox()).with_config(enable_mail);
        app.post_unauthenticated("/api/add-to-waitlist/", json!({"name": "Ada", "email": "ada@bücher.example"})).await.assert_ok();
        app.send_mails().await;
        let data = server.delivered_mails().pop().unwrap();
        let (head, _) = data.split_once("\r\n\r\n").unwrap();
        let head = head.replace("\r\n ", " ");
        let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        assert_eq!(header("To: ").as_deref(), Some("ada@xn--bcher-kva.example"));
        assert_eq!(header("List-Unsubscribe-Post: ").as_deref(), Some("List-Unsubscribe=One-Click"));
        assert_eq!(header("Reply-To: "), None);
        let url = header("List-Unsubscribe: <").unwrap();
        let path = url.strip_prefix("https://twentyfour.example").unwrap().strip_suffix('>').unwrap();
        // As RFC 8058, section 3.2, specifies it.
        let request = Request::post(path).header("content-type", "application/x-www-form-urlencoded");
        app.send(request.body(Body::from("List-Unsubscribe=One-Click")).unwrap()).await.assert_ok();
        assert_eq!(app.count("waitlist").await, 0);
    }

    async fn contact_message_stays_in_the_mail_body(app: TestApp) {
        let server = MailServer::start(SmtpBehavior::Takes).await;
        let app = app.with_outbox(server.outbox()).with_config(enable_contact_form);
        let body = json!({
            "name": "Ada\r\nBcc: eve@example.org", "email": "ada@bücher.example",
            "message": "Grüße\r\n.\r\nMAIL FROM:<x@example.org>\n.\n\nSubject: x\n\n\u{1f600}"
        });
        app.post_unauthenticated("/api/contact/", body).await.assert_ok();
        app.send_mails().await;
        let mails = server.delivered_mails();
        assert_eq!((mails.len(), app.count("mails").await), (1, 0));
        let (head, rest) = mails[0].split_once("\r\n\r\n").unwrap();
        for line in ["To: host@twentyfour.example", "Reply-To: ada@xn--bcher-kva.example", "Subject: Message from the contact page"] {
            assert!(head.lines().any(|one| one == line), "{line} is not in {head}");
        }
        assert!(!head.contains("eve@") && !head.contains("List-Unsubscribe"), "{head}");
        // RFC 5321, section 4.5.2: a leading dot is doubled, so that no line ends the mail.
        assert!(rest.contains("\r\n..\r\nMAIL FROM:<x@example.org>\r\n..\r\n"), "{rest}");
        assert!(rest.contains("Ada Bcc: eve@example.org <ada@"), "{rest}");
        let lines = server.received().into_iter().flat_map(|received| received.lines);
        assert_eq!(lines.filter(|line| line.starts_with("MAIL") || line.starts_with("RCPT")).count(), 2);
    }

    async fn user_input_cannot_inject_mail_headers(app: TestApp) {
        let server = MailServer::start(SmtpBehavior::Takes).await;
        let app = app.with_outbox(server.outbox());
        let longest = format!(
            "{}@{}.{}.{}.example.org",
            "a".repeat(64),
            "b".repeat(59),
            "c".repeat(58),
            "d".repeat(58)
        );
        assert_eq!(longest.len(), 254);
        for email in [longest.as_str(), "ada@bücher.example", "ada@example.org", "eve@example.com"] {
            let body = json!({
                "first_name": "Ada\r\nBcc: eve@example.org", "last_name": "\nSubject: x\n\nhttps://evil.example", "email": email,
                "password": "correct horse"
            });
            app.post_unauthenticated("/api/auth/signup/", body).await.assert_ok();
        }
        // An invalid address (RFC 5322, section 3.4.1) that was stored before addresses were validated strictly.
        for table in ["mails SET recipient", "users SET email"] {
            let column = table.rsplit(' ').next().unwrap();
            app.execute(&format!("UPDATE {table} = 'a..b@example.org' WHERE {column} = 'eve@example.com'")).await;
        }
        app.send_mails().await;
        app.advance_clock(72 * HOUR);
        app.send_mails().await;
        assert_eq!(app.count("mails").await, 0, "what cannot be sent is given up");
        let mails = server.delivered_mails();
        for email in ["ada@xn--bcher-kva.example", "ada@example.org", longest.as_str()] {
            assert!(mails.iter().any(|data| data.replace("\r\n ", " ").contains(&format!("To: {email}\r\n"))), "{email}");
        }
        for data in &mails {
            assert!(!data.contains("evil") && !data.contains("eve@") && !data.contains("Bcc"), "{data}");
        }
    }
}
