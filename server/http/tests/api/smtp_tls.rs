//! Mail delivery over TLS to a test server whose certificate comes from a private authority.

use crate::support::{Authority, MailServer, PUBLIC_URL, SmtpBehavior, TestApp, Tls, on_both_engines, outbox_trusting};
use std::path::PathBuf;
use twentyfour_server::Outbox;

const HOUR: i64 = 3_600_000;

/// An address of this machine that is not a loopback address, so the server treats it as another machine.
const ELSEWHERE: &str = "0.0.0.0";

/// An authority, with a file that contains its certificate.
struct Trust {
    authority: Authority,
    file: PathBuf,
    _folder: tempfile::TempDir,
}

impl Trust {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (authority, file) = (Authority::new(), folder.path().join("authority.pem"));
        authority.write(&file);
        Self { authority, file, _folder: folder }
    }

    /// Returns an outbox for a mail server under another host name, which trusts the authority.
    fn outbox(&self, scheme: &str, host: &str, server: &MailServer) -> Outbox {
        outbox_trusting(&address(scheme, host, server), Some(&self.file))
    }
}

fn address(scheme: &str, host: &str, server: &MailServer) -> String {
    format!("{scheme}://us:secret@{host}:{}", server.address.port())
}

on_both_engines! {
    async fn only_starttls_is_sent_before_tls(app: TestApp) {
        let trust = Trust::new();
        let hello = format!("EHLO {}", PUBLIC_URL.trim_start_matches("https://"));
        // Shows whether the login was sent before or after TLS started.
        let login = "AUTH PLAIN AHVzAHNlY3JldA==";
        for (name, scheme, host, before) in [
            ("ada", "smtps", "127.0.0.1", &[][..]),
            ("bob", "smtps", "localhost", &[]),
            ("eve", "smtps", ELSEWHERE, &[]),
            ("kim", "smtp", ELSEWHERE, &[hello.as_str(), "STARTTLS"]),
        ] {
            let acceptor = trust.authority.acceptor(host);
            let tls = if scheme == "smtps" { Tls::First(acceptor) } else { Tls::Offered(acceptor) };
            let server = MailServer::start_with(SmtpBehavior::Takes, tls).await;
            let app = app.with_outbox(trust.outbox(scheme, host, &server));
            let recipient = format!("RCPT TO:<{}>", app.person(name).await.email);
            app.send_mails().await;
            assert_eq!((server.delivered_mails().len(), app.count("mails").await), (1, 0), "{scheme}://{host}");
            let received = &server.received()[0];
            let (plain, encrypted) = received.lines.split_at(received.before_tls.unwrap());
            assert_eq!(plain, before, "{scheme}://{host}");
            let mail = ["MAIL FROM:<hello@twentyfour.example>", recipient.as_str(), "DATA"];
            assert_eq!(encrypted[..5], [&[hello.as_str(), login][..], &mail].concat(), "{scheme}://{host}");
        }
    }

    async fn remote_server_without_starttls_gets_no_mail(app: TestApp) {
        let trust = Trust::new();
        let server = MailServer::start(SmtpBehavior::Takes).await;
        let app = app.with_outbox(trust.outbox("smtp", ELSEWHERE, &server));
        app.person("ada").await;
        app.send_mails().await;
        assert_eq!((server.delivered_mails().len(), app.count("mails").await), (0, 1));
        let received = &server.received()[0];
        assert!(received.lines.iter().all(|line| line.starts_with("EHLO") || line == "QUIT"), "{:?}", received.lines);
        // On a loopback address, the same server is used without TLS.
        let here = app.with_outbox(trust.outbox("smtp", "127.0.0.1", &server));
        here.advance_clock(HOUR);
        here.send_mails().await;
        assert_eq!((server.delivered_mails().len(), here.count("mails").await), (1, 0));
    }

    async fn untrusted_certificate_defers_the_mail(app: TestApp) {
        let (trust, other) = (Trust::new(), Trust::new());
        for (number, (scheme, certified, trusted)) in [
            // Only public authorities are trusted.
            ("smtps", ELSEWHERE, None),
            ("smtp", ELSEWHERE, None),
            // Another authority is trusted.
            ("smtps", ELSEWHERE, Some(&other)),
            // The authority is trusted, but the certificate is for another host.
            ("smtps", "mail.example", Some(&trust)),
            ("smtp", "mail.example", Some(&trust)),
        ].into_iter().enumerate() {
            let case = format!("{scheme} {certified} {number}");
            let acceptor = trust.authority.acceptor(certified);
            let tls = if scheme == "smtps" { Tls::First(acceptor) } else { Tls::Offered(acceptor) };
            let server = MailServer::start_with(SmtpBehavior::Takes, tls).await;
            let url = address(scheme, ELSEWHERE, &server);
            let doubting = app.with_outbox(outbox_trusting(&url, trusted.map(|trust| trust.file.as_path())));
            doubting.person(&format!("ada{number}")).await;
            doubting.send_mails().await;
            assert_eq!((server.delivered_mails().len(), doubting.count("mails").await), (0, 1), "{case}");
            let received = &server.received()[0];
            assert_eq!(received.before_tls, None, "{case}");
            assert_eq!(received.lines.len(), if scheme == "smtps" { 0 } else { 2 }, "{case}: {:?}", received.lines);
            // The mail is not lost: it is sent once the server has a trusted certificate.
            let good = MailServer::start_with(SmtpBehavior::Takes, Tls::First(trust.authority.acceptor(ELSEWHERE))).await;
            let trusting = app.with_outbox(trust.outbox("smtps", ELSEWHERE, &good));
            trusting.advance_clock(HOUR);
            trusting.send_mails().await;
            assert_eq!((good.delivered_mails().len(), trusting.count("mails").await), (1, 0), "{case}");
        }
    }
}
