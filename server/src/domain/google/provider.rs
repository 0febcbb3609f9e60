//! The OpenID provider behind "Continue with Google": where it is, and what it says about a person (OpenID Connect Core 1.0,
//! the authorization code flow with PKCE, RFC 7636).

use crate::config::GoogleSettings;
use crate::domain::emails;
use crate::http_client::{HttpClient, HttpClientError};
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm, CoreProviderMetadata,
};
use openidconnect::{
    AsyncHttpClient, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, LocalizedClaim, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, SignatureVerificationError, TokenResponse,
};
use std::error::Error;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long what a provider says about itself is believed: an hour.
const METADATA_TTL_MS: i64 = 60 * 60 * 1_000;

/// How long a provider may take with all that one request of ours needs of it. Below the client's limit of 10 seconds.
const TIMEOUT: Duration = Duration::from_secs(8);

/// How the provider may sign: with what every one can (OpenID Connect Core 1.0, section 15.1), or with the elliptic curve that some
/// prefer. Our secret signs nothing, and nothing stays unsigned.
const SIGNING_ALGORITHMS: [CoreJwsSigningAlgorithm; 2] =
    [CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, CoreJwsSigningAlgorithm::EcdsaP256Sha256];

/// The most characters of a person's name (SPEC A2).
const MAX_NAME_CHARS: usize = 200;

type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// An OpenID provider, and who we are there.
pub(super) struct Provider {
    settings: GoogleSettings,
    redirect_url: String,
    /// `None` where no TLS client available.
    http_client: Option<HttpClient>,
    cached: Mutex<Option<CachedMetadata>>,
}

/// What the provider said about itself.
struct CachedMetadata {
    metadata: Arc<CoreProviderMetadata>,
    at: Timestamp,
}

/// What belongs to one way to the provider and back. All of it is random.
pub(super) struct AuthorizationRequest {
    pub(super) state: String,
    pub(super) nonce: String,
    pub(super) code_verifier: String,
}

/// Whom the provider vouches for.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Identity {
    pub(super) issuer: String,
    pub(super) subject: String,
    /// An address that the provider has verified.
    pub(super) email: Email,
    pub(super) first_name: PersonName,
    pub(super) last_name: PersonName,
}

impl Provider {
    pub(super) fn new(settings: GoogleSettings, redirect_url: String) -> Self {
        let is_http_allowed = settings.issuer_url.starts_with("http:");
        let http_client = HttpClient::new(is_http_allowed)
            .inspect_err(|error| {
                tracing::error!(reason = error_chain(error), "google login disabled: cannot create http client")
            })
            .ok();
        Self { settings, redirect_url, http_client, cached: Mutex::new(None) }
    }

    /// Where the browser goes to log in. The error is for the log.
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

    /// Trades the code that a browser came back with, and checks the answer. The error is for the log, and names no secret.
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
                .request_async(self.outbound()?)
                .await
                // What lies below the first error may quote the answer.
                .map_err(|error| format!("code exchange failed: {error}"))?;
            let token = response.id_token().ok_or("the token response has no ID token")?;
            let nonce = Nonce::new(request.nonce);
            match verify_id_token(&client, token, &nonce, now) {
                // Keys are changed at any time, and the new one is not among those that are known.
                Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                    let client = self.client(&*self.discover(now).await?)?;
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
        Ok(CoreClient::from_provider_metadata(metadata.clone(), id, Some(secret)).set_redirect_uri(redirect_url))
    }

    /// What the provider says about itself, asked for at most every hour. A failure is not kept.
    async fn metadata(&self, now: Timestamp) -> Result<Arc<CoreProviderMetadata>, String> {
        let cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(|cached| {
            let age = now.millis() - cached.at.millis();
            (0..METADATA_TTL_MS).contains(&age).then(|| cached.metadata.clone())
        });
        match cached {
            Some(metadata) => Ok(metadata),
            None => self.discover(now).await,
        }
    }

    async fn discover(&self, now: Timestamp) -> Result<Arc<CoreProviderMetadata>, String> {
        let issuer = IssuerUrl::new(self.settings.issuer_url.clone()).map_err(|error| error.to_string())?;
        let metadata = CoreProviderMetadata::discover_async(issuer, self.outbound()?)
            .await
            .map(Arc::new)
            .map_err(|error| format!("provider discovery failed: {}", error_chain(&error)))?;
        *self.cached.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(CachedMetadata { metadata: metadata.clone(), at: now });
        Ok(metadata)
    }

    fn outbound(&self) -> Result<&HttpClient, String> {
        self.http_client.as_ref().ok_or_else(|| "no TLS client available".to_owned())
    }
}

/// Checks the signature of an ID token, and all that it says about itself (OpenID Connect Core 1.0, section 3.1.3.7).
fn verify_id_token<'a>(
    client: &Client,
    token: &'a CoreIdToken,
    nonce: &Nonce,
    now: Timestamp,
) -> Result<&'a CoreIdTokenClaims, ClaimsVerificationError> {
    let at = chrono::DateTime::from_timestamp_millis(now.millis()).unwrap_or_default();
    let verifier = client.id_token_verifier().set_allowed_algs(SIGNING_ALGORITHMS).set_time_fn(move || at);
    let claims = token.claims(&verifier, nonce)?;
    // Steps 4 and 5, which the crate leaves to us. More than one audience it has refused already.
    if claims.authorized_party().is_some_and(|party| party != client.client_id()) {
        return Err(ClaimsVerificationError::InvalidAudience("issued to another client".to_owned()));
    }
    Ok(claims)
}

/// Whom a token is about. One whose address the provider has not verified is nobody.
fn identity(claims: &CoreIdTokenClaims) -> Result<Identity, String> {
    if claims.email_verified() != Some(true) {
        return Err("the email is not verified by the provider".to_owned());
    }
    let email = claims.email().ok_or("the ID token has no email")?;
    let email = emails::parse(email).map_err(|_| "invalid email")?;
    let (name, _) = email.as_str().split_once('@').unwrap_or_default();
    let named = |claimed: Option<&str>| {
        // A name that is blank is none.
        claimed.into_iter().chain([name]).find_map(person_name).ok_or("the email has no local part")
    };
    Ok(Identity {
        issuer: claims.issuer().to_string(),
        subject: claims.subject().to_string(),
        first_name: named(localized_claim(claims.given_name()))?,
        last_name: named(localized_claim(claims.family_name()))?,
        email,
    })
}

/// A claim without a language, or else the first.
fn localized_claim<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<&str> {
    let claim = claim?;
    claim.get(None).or_else(|| claim.iter().map(|(_, text)| text).next()).map(|text| text.as_str())
}

/// A name that comes from elsewhere, cut to the rules.
fn person_name(claimed: &str) -> Option<PersonName> {
    let cut: String = claimed.trim().chars().filter(|character| *character != '\0').take(MAX_NAME_CHARS).collect();
    PersonName::parse(&cut).ok()
}

/// Waits no longer than somebody waits for us.
async fn with_timeout<T>(work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    tokio::time::timeout(TIMEOUT, work).await.unwrap_or_else(|_| Err("the provider timed out".to_owned()))
}

/// An error with all that led to it.
fn error_chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

impl<'c> AsyncHttpClient<'c> for HttpClient {
    type Error = HttpClientError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpClientError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
