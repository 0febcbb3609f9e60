//! Secrets and signatures of webhooks (Standard Webhooks 1.0.0).

use super::token::random_bytes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use core_wasm::protocol::id::Id;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What each secret begins with.
const SECRET_PREFIX: &str = "whsec_";

/// Returns a new secret: 256 random bits in Base64 after the prefix.
pub fn new_webhook_secret() -> String {
    format!("{SECRET_PREFIX}{}", STANDARD.encode(random_bytes::<32>()))
}

/// Returns the signatures of a message by several secrets, separated by spaces.
pub fn sign_webhook<'a>(secrets: impl Iterator<Item = &'a str>, id: Id, seconds: i64, body: &str) -> String {
    secrets.map(|secret| sign(secret, &id.to_string(), seconds, body)).collect::<Vec<_>>().join(" ")
}

fn sign(secret: &str, id: &str, seconds: i64, body: &str) -> String {
    // A secret that is not Base64 would sign with an empty key; secrets are made by `new_webhook_secret` only.
    let key = secret.strip_prefix(SECRET_PREFIX).and_then(|key| STANDARD.decode(key).ok()).unwrap_or_default();
    let mac = Hmac::<Sha256>::new_from_slice(&key).unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
    let mac = mac.chain_update(format!("{id}.{seconds}.")).chain_update(body).finalize().into_bytes();
    format!("v1,{}", STANDARD.encode(mac))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_that_of_the_specification() {
        let (secret, id) = ("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk");
        let body = r#"{"email":"test@example.com","username":"test_user"}"#;
        assert_eq!(sign(secret, id, 1_649_367_553, body), "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=");
    }

    #[test]
    fn several_secrets_make_several_signatures() {
        let (one, other, id) = (new_webhook_secret(), new_webhook_secret(), Id::from_parts(1, &[1; 10]));
        let both = sign_webhook([one.as_str(), other.as_str()].into_iter(), id, 1, "{}");
        let signed = |secret: &str| sign_webhook([secret].into_iter(), id, 1, "{}");
        assert_eq!(both, format!("{} {}", signed(&one), signed(&other)));
        assert!(one != other && one.len() == SECRET_PREFIX.len() + 44);
    }
}
