//! A mail server for tests, with configurable behavior and optional TLS.

use super::PUBLIC_URL;
use clap::Parser;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use twentyfour_server::Outbox;
use twentyfour_server::config::Settings;

/// How the mail server behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SmtpBehavior {
    /// Accepts every mail.
    Takes,
    /// Rejects every recipient.
    Refuses,
    /// Rejects temporarily.
    Defers,
    /// Never responds.
    Hangs,
    /// Responds with invalid SMTP.
    Garbles,
    /// Disconnects instead of sending its last reply.
    HangsUp,
}

/// What the server received over one connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReceivedMail {
    pub(crate) lines: Vec<String>,
    /// The number of lines before TLS started. `None`: TLS was not used.
    pub(crate) before_tls: Option<usize>,
    /// The mail, if it was received completely.
    data: Option<String>,
}

/// When the mail server starts TLS.
#[derive(Clone)]
pub(crate) enum Tls {
    /// Never, and it is not offered.
    Never,
    /// After STARTTLS (RFC 3207).
    Offered(TlsAcceptor),
    /// From the first byte (RFC 8314).
    First(TlsAcceptor),
}

/// A private certification authority.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// Writes the authority's certificate to a file.
    pub(crate) fn write(&self, file: &Path) {
        std::fs::write(file, self.0.pem()).unwrap();
    }

    /// Returns a TLS acceptor with a certificate of this authority for a host.
    pub(crate) fn acceptor(&self, host: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec![host.to_owned()]).unwrap().signed_by(&key, &self.0).unwrap();
        let chain: Vec<CertificateDer<'static>> = vec![certificate.der().clone()];
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        TlsAcceptor::from(Arc::new(config.with_no_client_auth().with_single_cert(chain, key).unwrap()))
    }
}

/// A mail server on this machine.
pub(crate) struct MailServer {
    pub(crate) url: String,
    pub(crate) address: SocketAddr,
    behavior: Arc<Mutex<SmtpBehavior>>,
    received: Arc<Mutex<Vec<ReceivedMail>>>,
}

impl MailServer {
    /// Starts a server without TLS.
    pub(crate) async fn start(behavior: SmtpBehavior) -> Self {
        Self::start_with(behavior, Tls::Never).await
    }

    pub(crate) async fn start_with(behavior: SmtpBehavior, tls: Tls) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (behavior, received) = (Arc::new(Mutex::new(behavior)), Arc::new(Mutex::new(Vec::new())));
        let (shared_behavior, shared_received) = (behavior.clone(), received.clone());
        tokio::spawn(async move {
            for index in 0.. {
                let Ok((connection, _)) = listener.accept().await else { return };
                shared_received.lock().unwrap().push(ReceivedMail::default());
                let (behavior, received, tls) =
                    (*shared_behavior.lock().unwrap(), shared_received.clone(), tls.clone());
                // A client that disconnects early has received nothing useful.
                tokio::spawn(async move { SmtpSession { behavior, received, index }.serve(connection, tls).await });
            }
        });
        Self { url: format!("smtp://{address}"), address, behavior, received }
    }

    pub(crate) fn set_behavior(&self, behavior: SmtpBehavior) {
        *self.behavior.lock().unwrap() = behavior;
    }

    /// Returns what the server has received so far, in the order of the connections.
    pub(crate) fn received(&self) -> Vec<ReceivedMail> {
        self.received.lock().unwrap().clone()
    }

    /// Returns the mails that were received completely.
    pub(crate) fn delivered_mails(&self) -> Vec<String> {
        self.received().into_iter().filter_map(|one| one.data).collect()
    }

    pub(crate) fn outbox(&self) -> Outbox {
        outbox(&self.url).with_send_timeout(Duration::from_secs(2))
    }
}

/// Returns an outbox for a mail server.
pub(crate) fn outbox(url: &str) -> Outbox {
    outbox_trusting(url, None)
}

/// Returns an outbox that also trusts the certificates in a file, as configured by an operator.
pub(crate) fn outbox_trusting(url: &str, certificates: Option<&Path>) -> Outbox {
    let mut arguments = vec![
        "twentyfour",
        "--jwt-secret=of the tests, 32 characters and more",
        "--mail-from=Twentyfour <hello@twentyfour.example>",
        "--rate-limits=off",
        "--smtp-url",
        url,
        "--public-url",
        PUBLIC_URL,
    ];
    if let Some(file) = certificates {
        arguments.extend(["--smtp-ca-file", file.to_str().unwrap()]);
    }
    let config = Settings::parse_from(arguments).config(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    Outbox::new(&config).unwrap()
}

/// A connection. Received data is recorded before the reply, so that a client with a reply finds it recorded.
struct SmtpSession {
    behavior: SmtpBehavior,
    received: Arc<Mutex<Vec<ReceivedMail>>>,
    /// The index of this connection's data.
    index: usize,
}

impl SmtpSession {
    fn update_received<T>(&self, update: impl FnOnce(&mut ReceivedMail) -> T) -> T {
        update(&mut self.received.lock().unwrap()[self.index])
    }

    /// Runs the conversation until one side ends it.
    async fn serve(&self, connection: TcpStream, tls: Tls) -> io::Result<()> {
        match tls {
            Tls::Never => self.run_session(&mut BufReader::new(connection), false).await.map(|_| ()),
            Tls::First(acceptor) => {
                let connection = acceptor.accept(connection).await?;
                self.update_received(|received| received.before_tls = Some(0));
                self.run_session(&mut BufReader::new(connection), false).await.map(|_| ())
            }
            Tls::Offered(acceptor) => {
                let mut connection = BufReader::new(connection);
                if self.run_session(&mut connection, true).await? {
                    let connection = acceptor.accept(connection.into_inner()).await?;
                    self.update_received(|received| received.before_tls = Some(received.lines.len()));
                    self.handle_session(&mut BufReader::new(connection), false).await?;
                }
                Ok(())
            }
        }
    }

    /// Greets the client and runs the conversation.
    async fn run_session(
        &self,
        connection: &mut BufReader<impl AsyncRead + AsyncWrite + Unpin>,
        offers_tls: bool,
    ) -> io::Result<bool> {
        match self.behavior {
            SmtpBehavior::Hangs => {
                connection.read_line(&mut String::new()).await?;
                Ok(false)
            }
            SmtpBehavior::Garbles => {
                connection.write_all(b"\xff\xfe HTTP/1.1 400 what?\r\n\r\n").await?;
                Ok(false)
            }
            _ => {
                connection.write_all(b"220 mail.example ESMTP\r\n").await?;
                connection.flush().await?;
                self.handle_session(connection, offers_tls).await
            }
        }
    }

    /// Replies line by line. Returns true if TLS must be started.
    async fn handle_session(
        &self,
        connection: &mut BufReader<impl AsyncRead + AsyncWrite + Unpin>,
        offers_tls: bool,
    ) -> io::Result<bool> {
        loop {
            let mut line = String::new();
            if connection.read_line(&mut line).await? == 0 {
                return Ok(false);
            }
            let line = line.trim_end().to_owned();
            let verb = line.split(' ').next().unwrap_or_default().to_uppercase();
            self.update_received(|received| received.lines.push(line));
            let response = match (verb.as_str(), self.behavior) {
                ("EHLO", _) if offers_tls => "250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n",
                ("EHLO", _) => "250-mail.example\r\n250 AUTH PLAIN\r\n",
                ("STARTTLS", _) if offers_tls => "220 begin\r\n",
                ("STARTTLS", _) => "502 5.5.1 no such thing\r\n",
                ("AUTH", _) => "235 welcome\r\n",
                ("RCPT", SmtpBehavior::Refuses) => "550 5.1.1 nobody here\r\n",
                ("MAIL", SmtpBehavior::Defers) => "451 4.7.1 come again\r\n",
                ("DATA", _) => "354 go on\r\n",
                ("QUIT", _) => "221 bye\r\n",
                _ => "250 ok\r\n",
            };
            connection.write_all(response.as_bytes()).await?;
            connection.flush().await?;
            match verb.as_str() {
                "STARTTLS" if offers_tls => return Ok(true),
                "DATA" => {
                    let mut data = String::new();
                    while !data.ends_with("\r\n.\r\n") {
                        if connection.read_line(&mut data).await? == 0 {
                            return Ok(false);
                        }
                    }
                    if self.behavior == SmtpBehavior::HangsUp {
                        return Ok(false);
                    }
                    self.update_received(|received| received.data = Some(data));
                    connection.write_all(b"250 taken\r\n").await?;
                    connection.flush().await?;
                }
                _ => {}
            }
        }
    }
}
