//! Requests to the API.

use super::login::Login;
use super::{Failure, FailureExit};
use reqwest::header::{ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Method, Response, StatusCode};
use serde_json::Value;
use std::time::Duration;

/// The maximum time until the last byte of a response.
const TIMEOUT: Duration = Duration::from_secs(60);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest time that the client waits when a server asks for it.
const MAX_RETRY_AFTER_SECONDS: u64 = 60;

/// The code of requests that the token does not allow.
pub(super) const TOKEN_SCOPE: &str = "token_scope";

const INVALID_TOKEN: &str = "The API token is invalid or has expired. Create one in Settings, under Integrations, then log in with it: \
    “twentyfour cli login SERVER”.";

/// A client that is logged in.
pub(super) struct Client {
    client: reqwest::Client,
    pub(super) server: String,
}

impl Client {
    /// Makes a client. Unlike the server's, it uses the proxy of the environment.
    ///
    /// # Errors
    /// Returns a [`Failure`] if TLS cannot be set up.
    pub(super) fn new(login: &Login) -> Result<Self, Failure> {
        // Fails only if the same provider is already installed.
        _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = HeaderMap::new();
        let mut authorization = HeaderValue::try_from(format!("Bearer {}", login.token))
            .map_err(|_| Failure::login_required("The token is invalid. Log in again."))?;
        authorization.set_sensitive(true);
        headers.insert(AUTHORIZATION, authorization);
        if let Some(language) = preferred_language(|name| std::env::var(name).ok()) {
            headers.extend(HeaderValue::try_from(language).map(|language| (ACCEPT_LANGUAGE, language)));
        }
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            // A response must not redirect the token to other hosts.
            .redirect(Policy::none())
            .user_agent(concat!("twentyfour-cli/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            .build()
            .map_err(|error| Failure::new(format!("Cannot set up TLS: {error}.")))?;
        Ok(Self { client, server: login.server.clone() })
    }

    /// Returns the JSON of a resource.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the server does not answer, or rejects the request.
    pub(super) async fn get(&self, path: &str) -> Result<Value, Failure> {
        self.send(Method::GET, path, None).await
    }

    /// Sends JSON. The request must be idempotent, because it is sent again if the server asks for it.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the server does not answer, or rejects the request.
    pub(super) async fn post(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        self.send(Method::POST, path, Some(body)).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Failure> {
        let mut response = self.send_once(&method, path, body).await?;
        if let Some(seconds) = retry_after(&response) {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            response = self.send_once(&method, path, body).await?;
        }
        let status = response.status();
        let text = response.text().await.map_err(|error| self.unreachable(&error))?;
        let body: Option<Value> = serde_json::from_str(&text).ok();
        match body {
            Some(body) if status.is_success() => Ok(body),
            body => Err(self.rejection(status, body)),
        }
    }

    async fn send_once(&self, method: &Method, path: &str, body: Option<&Value>) -> Result<Response, Failure> {
        let mut request = self.client.request(method.clone(), format!("{}/api{path}", self.server));
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        }
        request.send().await.map_err(|error| self.unreachable(&error))
    }

    fn unreachable(&self, error: &reqwest::Error) -> Failure {
        let mut cause: &dyn std::error::Error = error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        Failure::new(format!("Cannot reach {}: {cause}.", self.server))
    }

    fn rejection(&self, status: StatusCode, body: Option<Value>) -> Failure {
        let text = |field: &str| body.as_ref().and_then(|body| body[field].as_str()).map(str::to_owned);
        let (code, message) = (text("code"), text("message"));
        let message = message.unwrap_or_else(|| match status.is_redirection() {
            true => format!("{} redirects to another address. Log in with that one.", self.server),
            false => format!("{} is not a Twentyfour server, or a proxy in between failed ({status}).", self.server),
        });
        let (exit, message) = match status {
            // The sentence of the server is about the login of a browser.
            StatusCode::UNAUTHORIZED if code.is_some() => (FailureExit::LoginRequired, INVALID_TOKEN.to_owned()),
            StatusCode::UNAUTHORIZED => (FailureExit::LoginRequired, message),
            _ => (FailureExit::Error, message),
        };
        // Another token may be allowed to.
        let is_final = code.as_ref().is_some_and(|code| code != TOKEN_SCOPE) && is_final(status);
        Failure { is_final, code, exit, ..Failure::new(message) }
    }
}

/// Returns whether the server would refuse the same request again.
fn is_final(status: StatusCode) -> bool {
    let is_temporary =
        matches!(status, StatusCode::UNAUTHORIZED | StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS);
    status.is_client_error() && !is_temporary
}

/// Returns the seconds after which a request may be sent again, if the server says so and they are few.
fn retry_after(response: &Response) -> Option<u64> {
    let may_retry = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&response.status());
    let seconds: u64 = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    (may_retry && seconds <= MAX_RETRY_AFTER_SECONDS).then_some(seconds)
}

/// Returns the language of the environment as a tag, such as `de-AT` for `de_AT.UTF-8`.
fn preferred_language(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty())?;
    let locale = set.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
    let is_tag = locale.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (is_tag && !["C", "POSIX", ""].contains(&locale.as_str())).then_some(locale)
}

/// Returns the account of the token.
///
/// # Errors
/// Returns a [`Failure`] if the server does not answer, or the token is invalid.
pub(super) async fn current_user(client: &Client) -> Result<Value, Failure> {
    let mut response = client.get("/user").await?;
    let user = response["user"][0].take();
    match user.is_object() {
        true => Ok(user),
        false => Err(Failure::new(format!("{} is not a Twentyfour server.", client.server))),
    }
}

/// Returns what a request has returned, or `None` if the token is limited to boards and may not make it.
///
/// # Errors
/// Returns the other failures of the request.
pub(super) fn if_allowed(outcome: Result<Value, Failure>) -> Result<Option<Value>, Failure> {
    match outcome {
        Err(Failure { code: Some(code), .. }) if code == TOKEN_SCOPE => Ok(None),
        outcome => outcome.map(Some),
    }
}

/// Returns the name of an account.
pub(super) fn name_of(user: &Value) -> String {
    let text = |field: &str| user[field].as_str().unwrap_or_default();
    format!("{} {}", text("first_name"), text("last_name")).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_comes_from_the_environment() {
        for (variables, language) in [
            (&[("LANG", "de_AT.UTF-8")][..], Some("de-AT")),
            (&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "es_ES@euro")], Some("es-ES")),
            (&[("LC_ALL", ""), ("LANG", "en")], Some("en")),
            (&[("LANG", "C.UTF-8")], None),
            (&[("LANG", "x\r\ny")], None),
            (&[], None),
        ] {
            let get = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            assert_eq!(preferred_language(get).as_deref(), language, "{variables:?}");
        }
    }
}
