//! Random bytes, secret tokens, and the hashes under which tokens are stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io;

/// Returns bytes from the system's secure random number generator.
///
/// # Panics
///
/// If the system has no random numbers: every token and every id depends on them, so there is no way to go on.
pub fn random_bytes<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("cannot read random numbers from the system: {error}"));
    bytes
}

/// Returns a new unguessable token: 256 random bits, in Base64 for URLs.
pub fn random_token() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<32>())
}

/// Returns the SHA-256 of a text in hexadecimal, under which a token is stored. Tokens are long and random, so a hash
/// without a salt cannot be reversed.
pub fn hash_token(token: &str) -> String {
    sha256_hex(token.as_bytes())
}

/// Returns the SHA-256 of some bytes in hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns the SHA-256 of a value as JSON, in hexadecimal, without keeping the JSON in memory.
///
/// # Panics
///
/// If the value cannot be written as JSON, which no type of the protocol causes.
pub fn sha256_of_json(value: &impl Serialize) -> String {
    let mut hasher = Sha256::new();
    serde_json::to_writer(HashWriter(&mut hasher), value)
        .unwrap_or_else(|error| unreachable!("cannot serialize a protocol type: {error}"));
    hex(&hasher.finalize())
}

/// Writes into a hash.
struct HashWriter<'a>(&'a mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns some bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        text.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
        text.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_encoding_matches_known_values() {
        assert_eq!(hex(&[0x00, 0x9f, 0xff]), "009fff");
        assert_eq!(hash_token("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
