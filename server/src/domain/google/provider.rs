//! The OpenID provider behind "Continue with Google": where it is, and what it says about a person (OpenID Connect Core 1.0,
//! the authorization code flow with PKCE, RFC 7636).

use crate::config::GoogleSettings;
use crate::domain::emails;
use crate::outbound::{Outbound, OutboundError};
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
const METADATA_MILLISECONDS: i64 = 60 * 60 * 1_000;

/// How long a provider may take with all that one request of ours needs of it. Below the client's limit of 10 seconds.
const TIMEOUT: Duration = Duration::from_secs(8);

/// How the provider may sign: with what every one can (OpenID Connect Core 1.0, section 15.1), or with the elliptic curve that some
/// prefer. Our secret signs nothing, and nothing stays unsigned.
const SIGNING_ALGORITHMS: [CoreJwsSigningAlgorithm; 2] =
    [CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, CoreJwsSigningAlgorithm::EcdsaP256Sha256];

/// The most characters of a person's name (SPEC A2).
const LONGEST_NAME: usize = 200;

type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// An OpenID provider, and who we are there.
pub(super) struct Provider {
    settings: GoogleSettings,
    redirect_url: String,
    /// `None` where no encrypted connection can be made on this machine.
    outbound: Option<Outbound>,
    known: Mutex<Option<Known>>,
}

/// What the provider said about itself.
struct Known {
    metadata: Arc<CoreProviderMetadata>,
    at: Timestamp,
}

/// What belongs to one way to the provider and back. All of it is random.
pub(super) struct Way {
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
        let is_plain_allowed = settings.issuer_url.starts_with("http:");
        let outbound = Outbound::new(is_plain_allowed)
            .inspect_err(|error| tracing::error!(reason = reasons(error), "no login with Google is possible"))
            .ok();
        Self { settings, redirect_url, outbound, known: Mutex::new(None) }
    }

    /// Where the browser goes to log in. The error is for the log.
    pub(super) async fn authorization_url(&self, way: &Way, now: Timestamp) -> Result<String, String> {
        let client = self.client(&*in_time(self.metadata(now)).await?)?;
        let (state, nonce) = (CsrfToken::new(way.state.clone()), Nonce::new(way.nonce.clone()));
        let verifier = PkceCodeVerifier::new(way.code_verifier.clone());
        let (url, _, _) = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || state, || nonce)
            .add_scopes(["email", "profile"].map(|scope| Scope::new(scope.to_owned())))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        let is_plain_allowed = self.settings.issuer_url.starts_with("http:");
        if url.scheme() == "https" || is_plain_allowed && url.scheme() == "http" {
            Ok(url.into())
        } else {
            Err(format!("the provider would have people log in at an address of the scheme {}", url.scheme()))
        }
    }

    /// Trades the code that a browser came back with, and checks the answer. The error is for the log, and names no secret.
    pub(super) async fn identity(&self, code: String, way: Way, now: Timestamp) -> Result<Identity, String> {
        in_time(async {
            let client = self.client(&*self.metadata(now).await?)?;
            let answer = client
                .exchange_code(AuthorizationCode::new(code))
                .map_err(|error| error.to_string())?
                .set_pkce_verifier(PkceCodeVerifier::new(way.code_verifier))
                .request_async(self.outbound()?)
                .await
                // What lies below the first error may quote the answer.
                .map_err(|error| format!("the code was not traded: {error}"))?;
            let token = answer.id_token().ok_or("no ID token came for the code")?;
            let nonce = Nonce::new(way.nonce);
            match verified(&client, token, &nonce, now) {
                // Keys are changed at any time, and the new one is not among those that are known.
                Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                    let client = self.client(&*self.discover(now).await?)?;
                    verified(&client, token, &nonce, now).map(identity)
                }
                claims => claims.map(identity),
            }
            .map_err(|error| format!("the ID token does not hold: {}", reasons(&error)))?
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
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(|known| {
            let age = now.millis() - known.at.millis();
            (0..METADATA_MILLISECONDS).contains(&age).then(|| known.metadata.clone())
        });
        match known {
            Some(metadata) => Ok(metadata),
            None => self.discover(now).await,
        }
    }

    async fn discover(&self, now: Timestamp) -> Result<Arc<CoreProviderMetadata>, String> {
        let issuer = IssuerUrl::new(self.settings.issuer_url.clone()).map_err(|error| error.to_string())?;
        let metadata = CoreProviderMetadata::discover_async(issuer, self.outbound()?)
            .await
            .map(Arc::new)
            .map_err(|error| format!("the provider does not say how to log in: {}", reasons(&error)))?;
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Known { metadata: metadata.clone(), at: now });
        Ok(metadata)
    }

    fn outbound(&self) -> Result<&Outbound, String> {
        self.outbound.as_ref().ok_or_else(|| "no encrypted connection can be made on this machine".to_owned())
    }
}

/// Checks the signature of an ID token, and all that it says about itself (OpenID Connect Core 1.0, section 3.1.3.7).
fn verified<'a>(
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
        return Err(ClaimsVerificationError::InvalidAudience("it was made out to another client".to_owned()));
    }
    Ok(claims)
}

/// Whom a token is about. One whose address the provider has not verified is nobody.
fn identity(claims: &CoreIdTokenClaims) -> Result<Identity, String> {
    if claims.email_verified() != Some(true) {
        return Err("the provider has not verified the email".to_owned());
    }
    let email = claims.email().ok_or("the provider does not tell the email")?;
    let email = emails::read(email).map_err(|_| "the email is none that we take")?;
    let (name, _) = email.as_str().split_once('@').unwrap_or_default();
    let named = |claimed: Option<&str>| {
        // A name that is blank is none.
        claimed.into_iter().chain([name]).find_map(person_name).ok_or("the email has no part before its @")
    };
    Ok(Identity {
        issuer: claims.issuer().to_string(),
        subject: claims.subject().to_string(),
        first_name: named(text(claims.given_name()))?,
        last_name: named(text(claims.family_name()))?,
        email,
    })
}

/// A claim without a language, or else the first.
fn text<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<&str> {
    let claim = claim?;
    claim.get(None).or_else(|| claim.iter().map(|(_, text)| text).next()).map(|text| text.as_str())
}

/// A name that comes from elsewhere, cut to the rules.
fn person_name(claimed: &str) -> Option<PersonName> {
    let cut: String = claimed.trim().chars().filter(|character| *character != '\0').take(LONGEST_NAME).collect();
    PersonName::parse(&cut).ok()
}

/// Waits no longer than somebody waits for us.
async fn in_time<T>(work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    tokio::time::timeout(TIMEOUT, work).await.unwrap_or_else(|_| Err("the provider takes too long".to_owned()))
}

/// An error with all that led to it.
fn reasons(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

impl<'c> AsyncHttpClient<'c> for Outbound {
    type Error = OutboundError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, OutboundError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
