//! The types of the `openidconnect` crate for ID tokens with Google's claim `hd`.

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, IdTokenFields,
    StandardErrorResponse, StandardTokenResponse,
};
use serde::{Deserialize, Serialize};

/// Google's additional claims.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct GoogleClaims {
    /// The domain of the user's Google Workspace organization, which manages the addresses of that domain. Users without
    /// one have none.
    pub(super) hd: Option<String>,
}

impl AdditionalClaims for GoogleClaims {}

/// A signed ID token.
pub(super) type IdToken =
    openidconnect::IdToken<GoogleClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;

/// The claims of an ID token.
pub(super) type IdTokenClaims = openidconnect::IdTokenClaims<GoogleClaims, CoreGenderClaim>;

type TokenResponse = StandardTokenResponse<
    IdTokenFields<
        GoogleClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

/// A client with the endpoints from the provider's metadata.
pub(super) type Client = openidconnect::Client<
    GoogleClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    TokenResponse,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;
