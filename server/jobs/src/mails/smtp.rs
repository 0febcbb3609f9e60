//! Delivery over SMTP (RFC 5321).

use super::outbox::{Mail, SendError, SendFuture, Transport};
use lettre::address::Address;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use percent_encoding::percent_decode_str;
use std::time::Duration;
use twentyfour_model::MailSettings;
use twentyfour_model::host::is_loopback_host;
use url::{Host, Url};

/// The connection timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// A mail server, with the sender's address.
pub(super) struct SmtpTransport {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The part of message ids after the `@`.
    domain: String,
}

impl SmtpTransport {
    /// Makes a transport from the settings. `smtps` uses TLS from the start (RFC 8314). `smtp` requires STARTTLS (RFC
    /// 3207), except on a loopback address, where the connection cannot be intercepted and certificates do not match
    /// the host.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is invalid.
    pub(super) fn new(settings: &MailSettings, public_url: &str) -> Result<Self, String> {
        let invalid_url = |reason: &dyn std::fmt::Display| format!("SMTP_URL is invalid: {reason}.");
        let url = Url::parse(settings.smtp_url.expose()).map_err(|error| invalid_url(&error))?;
        // In a URL with such a scheme, an IPv4 address is not parsed as an address, so the host is handled as text.
        let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
        let has_user = !url.username().is_empty();
        let trusted = tls_parameters(&host, settings)?;
        let (tls, port) = tls_mode(url.scheme(), &host, has_user, trusted);
        let from: Mailbox = settings.from.parse().map_err(|error| {
            format!("MAIL_FROM is invalid: {error}. Use a form like \"Twentyfour <hello@twentyfour.example>\".")
        })?;
        let name = Url::parse(public_url).ok().and_then(|url| match url.host() {
            Some(Host::Domain(domain)) => Some(domain.to_owned()),
            _ => None,
        });
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host.clone())
            .port(url.port().unwrap_or(port))
            .tls(tls)
            .timeout(Some(CONNECT_TIMEOUT));
        if let Some(name) = &name {
            builder = builder.hello_name(ClientId::Domain(name.clone()));
        }
        if has_user {
            let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(|text| text.into_owned());
            let user = decoded(url.username()).map_err(|error| invalid_url(&error))?;
            let password = decoded(url.password().unwrap_or_default()).map_err(|error| invalid_url(&error))?;
            builder = builder.credentials(Credentials::new(user, password));
        }
        let domain = name.unwrap_or_else(|| from.email.domain().to_owned());
        Ok(Self { transport: builder.build(), from, domain })
    }

    /// Builds the message of a mail. Only addresses in its headers come from users; an address that could start another
    /// header is invalid.
    fn message(&self, mail: &Mail) -> Result<Message, SendError> {
        let unsendable =
            |reason: &dyn std::fmt::Display| SendError::Unaddressable(format!("invalid address: {reason}"));
        let mailbox = |address: &str| address.parse().map(|address: Address| Mailbox::new(None, address));
        let mut builder = Message::builder().from(self.from.clone());
        if let Some(address) = &mail.reply_to {
            builder = builder.reply_to(mailbox(address).map_err(|error| unsendable(&error))?);
        }
        if let Some(url) = &mail.unsubscribe_url {
            builder = builder.header(ListUnsubscribe(url.clone())).header(ListUnsubscribePost);
        }
        builder
            .to(mailbox(&mail.to).map_err(|error| unsendable(&error))?)
            .subject(mail.subject.as_str())
            .message_id(Some(format!("<{}@{}>", mail.id, self.domain)))
            .header(AutoSubmitted)
            .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
            .map_err(|error| unsendable(&error))
    }
}

impl Transport for SmtpTransport {
    fn send<'a>(&'a self, mail: &'a Mail) -> SendFuture<'a> {
        Box::pin(async move {
            let message = self.message(mail)?;
            match self.transport.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if error.is_permanent() => Err(SendError::PermanentFailure(error.to_string())),
                Err(error) => Err(SendError::TransientFailure(error.to_string())),
            }
        })
    }
}

/// Returns the TLS parameters: the certificate must match `host` and be signed by a trusted authority.
fn tls_parameters(host: &str, settings: &MailSettings) -> Result<TlsParameters, String> {
    let mut builder = TlsParameters::builder(host.to_owned());
    for certificate in &settings.trusted_certificates {
        let certificate = Certificate::from_der(certificate.to_vec());
        builder = builder.add_root_certificate(certificate.map_err(|error| {
            format!(
                "Cannot use the certificates in SMTP_CA_FILE: {error}. Set it to a PEM file with valid CA certificates."
            )
        })?);
    }
    builder.build().map_err(|error| {
        format!(
            "Cannot use the certificates in SMTP_CA_FILE: {error}. Set it to a PEM file with valid CA certificates."
        )
    })
}

/// Returns the TLS mode and the default port.
fn tls_mode(scheme: &str, host: &str, has_user: bool, parameters: TlsParameters) -> (Tls, u16) {
    match scheme {
        "smtps" => (Tls::Wrapper(parameters), SUBMISSIONS_PORT),
        _ if is_loopback_host(host) => (Tls::None, SMTP_PORT),
        // RFC 6409: authenticated clients use the submission port.
        _ => {
            let port = if has_user { SUBMISSION_PORT } else { SMTP_PORT };
            // With optional STARTTLS, an attacker could remove the server's offer and read the mails.
            (Tls::Required(parameters), port)
        }
    }
}

/// `Auto-Submitted` (RFC 3834, section 5) keeps automatic responders from replying.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// `List-Unsubscribe` (RFC 2369, section 3.2): the unsubscribe URL.
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.trim_start_matches('<').trim_end_matches('>').to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), format!("<{}>", self.0))
    }
}

/// `List-Unsubscribe-Post` (RFC 8058, section 3.1): the URL supports one-click unsubscribe.
#[derive(Clone)]
struct ListUnsubscribePost;

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remote_smtp_connections_require_tls() {
        let parameters = |host: &str| TlsParameters::new(host.to_owned()).unwrap();
        let name = |scheme: &str, host: &str, has_user: bool| match tls_mode(scheme, host, has_user, parameters(host)) {
            (Tls::None, port) => ("plain", port),
            (Tls::Opportunistic(_), port) => ("where it is offered", port),
            (Tls::Required(_), port) => ("STARTTLS", port),
            (Tls::Wrapper(_), port) => ("TLS", port),
        };
        for host in ["mail.example", "192.0.2.1", "localhost.example"] {
            assert_eq!(name("smtp", host, true), ("STARTTLS", 587));
            assert_eq!(name("smtp", host, false), ("STARTTLS", 25));
            assert_eq!(name("smtps", host, true), ("TLS", 465));
        }
        for host in ["127.0.0.1", "localhost", "::1"] {
            assert_eq!(name("smtp", host, true), ("plain", 25));
            assert_eq!(name("smtps", host, false), ("TLS", 465));
        }
    }
}
