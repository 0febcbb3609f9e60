//! What the core reads in an access token. It does not check the signature: that is the server's to do.

use crate::protocol::id::Id;
use crate::protocol::time::Timestamp;
use serde::Deserialize;

/// The claims of an access token that matter here (RFC 7519, section 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    /// Whose token it is.
    pub account: Id,
    /// When it runs out.
    pub expires_at: Timestamp,
}

#[derive(Deserialize)]
struct Payload {
    sub: String,
    exp: i64,
}

/// Reads the claims of a JWT. `None` for anything else.
pub fn claims(token: &str) -> Option<Claims> {
    let mut parts = token.split('.');
    let (_, payload, _) = (parts.next()?, parts.next()?, parts.next()?);
    let payload: Payload = serde_json::from_str(&String::from_utf8(base64_url(payload)?).ok()?).ok()?;
    let expires_at = Timestamp::from_millis(payload.exp.checked_mul(1_000)?);
    Some(Claims { account: Id::parse(&payload.sub)?, expires_at })
}

/// Reads base64url without padding (RFC 4648, section 5).
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
