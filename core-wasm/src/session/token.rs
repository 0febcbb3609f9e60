//! Parsing of access tokens. Their signature is not checked here; the server does that.

use crate::protocol::id::Id;
use crate::protocol::time::Timestamp;
use json::ReadJson;
use serde::Deserialize;

/// The claims of an access token that the core needs (RFC 7519, section 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    /// The account that the token belongs to.
    pub account: Id,
    /// When the token expires.
    pub expires_at: Timestamp,
}

#[derive(Deserialize, ReadJson)]
struct Payload {
    sub: String,
    exp: i64,
}

/// Parses the claims of a JWT. Returns `None` for anything else.
pub fn claims(token: &str) -> Option<Claims> {
    let mut parts = token.split('.');
    let (_, payload, _) = (parts.next()?, parts.next()?, parts.next()?);
    let payload: Payload = json::parse(&String::from_utf8(base64_url(payload)?).ok()?).ok()?;
    let expires_at = Timestamp::from_millis(payload.exp.checked_mul(1_000)?);
    Some(Claims { account: Id::parse(&payload.sub)?, expires_at })
}

/// Decodes base64url without padding (RFC 4648, section 5).
fn base64_url(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut buffer, mut bits) = (0u32, 0);
    for character in text.bytes() {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        buffer = buffer << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
            buffer &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Encodes base64url without padding.
    fn encoded(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let digits = |three: &[u8]| {
            let bits = three.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
            (0..=three.len()).map(move |place| char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize]))
        };
        bytes.chunks(3).flat_map(digits).collect()
    }

    #[test]
    fn a19_base64url_decoding_follows_rfc_4648() {
        for (bytes, text) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")] {
            assert_eq!((encoded(bytes.as_bytes()), base64_url(text)), (text.to_owned(), Some(bytes.into())));
        }
        assert_eq!(base64_url("-_"), Some(vec![0xfb]));
        assert_eq!((base64_url("+/"), base64_url("Zg=="), base64_url("ä")), (None, None, None));
    }

    proptest! {
        #[test]
        fn a19_claims_never_panics_on_any_text(text in ".*", parts in prop::collection::vec("[A-Za-z0-9_-]{0,60}", 0..5)) {
            _ = claims(&text);
            _ = claims(&parts.join("."));
        }

        #[test]
        fn a19_claims_never_panics_on_any_payload(payload in prop::collection::vec(any::<u8>(), 0..80)) {
            prop_assert_eq!(base64_url(&encoded(&payload)), Some(payload.clone()));
            _ = claims(&format!("e30.{}.x", encoded(&payload)));
        }

        #[test]
        fn a19_claims_are_read_from_the_payload(
            chance in any::<[u8; 10]>(),
            seconds in prop_oneof![any::<i64>(), 0..4_102_444_800i64],
            header in "[A-Za-z0-9_-]{0,40}",
            signature in "[A-Za-z0-9_-]{0,60}",
        ) {
            let account = Id::from_parts(1_700_000_000_000, &chance);
            let payload = serde_json::json!({ "iss": "twentyfour", "sub": account, "exp": seconds });
            let token = format!("{header}.{}.{signature}", encoded(payload.to_string().as_bytes()));
            let expected = seconds.checked_mul(1_000).map(Timestamp::from_millis);
            prop_assert_eq!(claims(&token), expected.map(|expires_at| Claims { account, expires_at }));
        }
    }
}
