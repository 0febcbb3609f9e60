//! The client for the OpenID provider behind "Continue with Google" (OpenID Connect Core 1.0, authorization code flow
//! with PKCE, RFC 7636).

use super::id_token::{Client, IdToken, IdTokenClaims};
use crate::cache::Cache;
use crate::emails;
use crate::http_client::{HttpClient, HttpClientError, error_chain};
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use openidconnect::core::{CoreAuthenticationFlow, CoreJwsSigningAlgorithm, CoreProviderMetadata};
use openidconnect::{
    AsyncHttpClient, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, HttpRequest,
    HttpResponse, IssuerUrl, LocalizedClaim, Nonce, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    SignatureVerificationError, TokenResponse,
};
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use twentyfour_model::GoogleSettings;

/// How long the provider's metadata is cached: one hour, in milliseconds.
const METADATA_TTL_MS: i64 = 60 * 60 * 1_000;

/// The maximum time for all requests to the provider within one of ours. Shorter than the client's timeout of 10
/// seconds.
const TIMEOUT: Duration = Duration::from_secs(8);

/// The accepted signing algorithms: RS256, which every provider supports (OpenID Connect Core 1.0, section 15.1), and
/// ES256, which some prefer. Unsigned tokens and HMAC with the client secret are not accepted.
const SIGNING_ALGORITHMS: [CoreJwsSigningAlgorithm; 2] =
    [CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, CoreJwsSigningAlgorithm::EcdsaP256Sha256];

/// The maximum number of characters of a name (SPEC A2).
const MAX_NAME_CHARS: usize = 200;

/// Google's issuer identifier.
const GOOGLE_ISSUER: &str = "https://accounts.google.com";

/// The domains of Google's own mail.
const GOOGLE_MAIL_DOMAINS: [&str; 2] = ["gmail.com", "googlemail.com"];

/// The OpenID provider and our client registration.
pub(super) struct Provider {
    settings: GoogleSettings,
    redirect_url: String,
    /// `None` if no TLS client is available.
    http_client: Option<HttpClient>,
    /// The provider's metadata, which contain its keys.
    metadata: Cache<(), Result<Arc<CoreProviderMetadata>, String>>,
}

/// The random values of one authorization request.
pub(super) struct AuthorizationRequest {
    pub(super) state: String,
    pub(super) nonce: String,
    pub(super) code_verifier: String,
}

/// A user's identity, as verified by the provider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    pub(super) issuer: String,
    pub(super) subject: String,
    /// The email address that the provider has verified.
    pub(super) email: Email,
    /// Whether the provider decides who owns the address now. Otherwise it only knows that the user owned it once.
    pub(super) is_authoritative: bool,
    pub(super) first_name: PersonName,
    pub(super) last_name: PersonName,
}

impl Provider {
    /// Makes a client. If TLS is not available, that is logged and all logins fail.
    pub(super) fn new(settings: GoogleSettings, redirect_url: String) -> Self {
        let is_http_allowed = settings.issuer_url.starts_with("http:");
        let http_client = HttpClient::new(is_http_allowed)
            .inspect_err(|error| {
                tracing::error!(error = error_chain(error), "google login disabled: cannot create http client")
            })
            .ok();
        Self { settings, redirect_url, http_client, metadata: Cache::new(1) }
    }

    /// Returns the URL to which the browser is sent to log in.
    ///
    /// # Errors
    /// Returns a reason for the log.
    pub(super) async fn authorization_url(
        &self,
        request: &AuthorizationRequest,
        now: Timestamp,
    ) -> Result<String, String> {
        let client = self.client(&*with_timeout(self.metadata(now)).await?)?;
        let (state, nonce) = (CsrfToken::new(request.state.clone()), Nonce::new(request.nonce.clone()));
        let verifier = PkceCodeVerifier::new(request.code_verifier.clone());
        let (url, _, _) = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || state, || nonce)
            .add_scopes(["email", "profile"].map(|scope| Scope::new(scope.to_owned())))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        let is_http_allowed = self.settings.issuer_url.starts_with("http:");
        if url.scheme() == "https" || is_http_allowed && url.scheme() == "http" {
            Ok(url.into())
        } else {
            Err(format!("the provider's authorization endpoint uses the scheme {}, https is required", url.scheme()))
        }
    }

    /// Exchanges an authorization code for an ID token and verifies it.
    ///
    /// # Errors
    /// Returns a reason for the log, which contains no secrets.
    pub(super) async fn identity(
        &self,
        code: String,
        request: AuthorizationRequest,
        now: Timestamp,
    ) -> Result<Identity, String> {
        with_timeout(async {
            let client = self.client(&*self.metadata(now).await?)?;
            let response = client
                .exchange_code(AuthorizationCode::new(code))
                .map_err(|error| error.to_string())?
                .set_pkce_verifier(PkceCodeVerifier::new(request.code_verifier))
                .request_async(self.http_client()?)
                .await
                // The causes of this error may quote the response, so they are not logged.
                .map_err(|error| format!("code exchange failed: {error}"))?;
            let token = response.id_token().ok_or("the token response has no ID token")?;
            let nonce = Nonce::new(request.nonce);
            match verify_id_token(&client, token, &nonce, now) {
                // The provider has rotated its keys since the metadata was cached.
                Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                    self.metadata.remove(&()).await;
                    let client = self.client(&*self.metadata(now).await?)?;
                    verify_id_token(&client, token, &nonce, now).map(identity)
                }
                claims => claims.map(identity),
            }
            .map_err(|error| format!("invalid ID token: {}", error_chain(&error)))?
        })
        .await
    }

    fn client(&self, metadata: &CoreProviderMetadata) -> Result<Client, String> {
        let redirect_url = RedirectUrl::new(self.redirect_url.clone()).map_err(|error| error.to_string())?;
        let secret = ClientSecret::new(self.settings.client_secret.expose().to_owned());
        let id = ClientId::new(self.settings.client_id.clone());
        Ok(Client::from_provider_metadata(metadata.clone(), id, Some(secret)).set_redirect_uri(redirect_url))
    }

    /// Returns the provider's metadata, cached for an hour. Failures are not cached.
    async fn metadata(&self, now: Timestamp) -> Result<Arc<CoreProviderMetadata>, String> {
        let load = async {
            let discovered = self.discover().await;
            let ttl_ms = if discovered.is_ok() { METADATA_TTL_MS } else { 0 };
            (discovered, ttl_ms)
        };
        self.metadata.get(&(), now, load).await
    }

    async fn discover(&self) -> Result<Arc<CoreProviderMetadata>, String> {
        let issuer = IssuerUrl::new(self.settings.issuer_url.clone()).map_err(|error| error.to_string())?;
        CoreProviderMetadata::discover_async(issuer, self.http_client()?)
            .await
            .map(Arc::new)
            .map_err(|error| format!("provider discovery failed: {}", error_chain(&error)))
    }

    fn http_client(&self) -> Result<&HttpClient, String> {
        self.http_client.as_ref().ok_or_else(|| "no TLS client available".to_owned())
    }
}

/// Verifies the signature and the claims of an ID token (OpenID Connect Core 1.0, section 3.1.3.7).
fn verify_id_token<'a>(
    client: &Client,
    token: &'a IdToken,
    nonce: &Nonce,
    now: Timestamp,
) -> Result<&'a IdTokenClaims, ClaimsVerificationError> {
    let at = chrono::DateTime::from_timestamp_millis(now.millis()).unwrap_or_default();
    let verifier = client.id_token_verifier().set_allowed_algs(SIGNING_ALGORITHMS).set_time_fn(move || at);
    let claims = token.claims(&verifier, nonce)?;
    // Steps 4 and 5, which the crate does not check. It has already rejected multiple audiences.
    if claims.authorized_party().is_some_and(|party| party != client.client_id()) {
        return Err(ClaimsVerificationError::InvalidAudience("issued to another client".to_owned()));
    }
    Ok(claims)
}

/// Returns the identity in an ID token. The email address must be verified.
fn identity(claims: &IdTokenClaims) -> Result<Identity, String> {
    if claims.email_verified() != Some(true) {
        return Err("the email is not verified by the provider".to_owned());
    }
    let email = claims.email().ok_or("the ID token has no email")?;
    let email = emails::parse(email).map_err(|_| "invalid email")?;
    let (name, _) = email.as_str().split_once('@').unwrap_or_default();
    let parse_claim = |claimed: Option<&str>| {
        // A blank name counts as missing.
        claimed.into_iter().chain([name]).find_map(person_name).ok_or("the email has no local part")
    };
    Ok(Identity {
        is_authoritative: is_authoritative(claims.issuer(), &email, claims.additional_claims().hd.as_deref()),
        issuer: claims.issuer().to_string(),
        subject: claims.subject().to_string(),
        first_name: parse_claim(localized_claim(claims.given_name()))?,
        last_name: parse_claim(localized_claim(claims.family_name()))?,
        email,
    })
}

/// Returns whether the provider is authoritative for an email address: Google for its own mail, and for the addresses of
/// an organization whose users it manages, which the claim `hd` names
/// (<https://developers.google.com/identity/gsi/web/guides/verify-google-id-token>).
fn is_authoritative(issuer: &str, email: &Email, hosted_domain: Option<&str>) -> bool {
    let Some((_, domain)) = email.as_str().rsplit_once('@') else { return false };
    (issuer == GOOGLE_ISSUER && GOOGLE_MAIL_DOMAINS.contains(&domain))
        || hosted_domain.is_some_and(|hosted| hosted.eq_ignore_ascii_case(domain))
}

/// Returns the claim without a language tag, or else the first one.
fn localized_claim<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<&str> {
    let claim = claim?;
    claim.get(None).or_else(|| claim.iter().map(|(_, text)| text).next()).map(|text| text.as_str())
}

/// Parses a name from the provider, cut to the allowed length.
fn person_name(claimed: &str) -> Option<PersonName> {
    let cut: String = claimed.trim().chars().filter(|character| *character != '\0').take(MAX_NAME_CHARS).collect();
    PersonName::parse(&cut).ok()
}

/// Applies [`TIMEOUT`] to a request to the provider.
async fn with_timeout<T>(work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    tokio::time::timeout(TIMEOUT, work).await.unwrap_or_else(|_| Err("the provider timed out".to_owned()))
}

impl<'c> AsyncHttpClient<'c> for HttpClient {
    type Error = HttpClientError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpClientError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provider_is_authoritative_for_google_mail_and_its_organizations() {
        let is_authoritative =
            |issuer, email: &str, hosted| is_authoritative(issuer, &emails::parse(email).unwrap(), hosted);
        assert!(is_authoritative(GOOGLE_ISSUER, "Ada@Gmail.com", None));
        assert!(is_authoritative(GOOGLE_ISSUER, "ada@googlemail.com", None));
        assert!(is_authoritative(GOOGLE_ISSUER, "ada@example.org", Some("Example.org")));
        assert!(!is_authoritative(GOOGLE_ISSUER, "ada@example.org", None));
        assert!(!is_authoritative(GOOGLE_ISSUER, "ada@example.org", Some("other.example.org")));
        assert!(!is_authoritative(GOOGLE_ISSUER, "ada@gmail.com.example.org", None));
        assert!(!is_authoritative("https://id.example.org", "ada@gmail.com", None));
    }
}
