//! Content negotiation and conditional requests.

use axum::http::{HeaderMap, header};

/// Returns whether the `If-None-Match` header contains an ETag (RFC 9110, section 13.1.2).
pub(super) fn matches_etag(request: &HeaderMap, tag: &str) -> bool {
    let lists = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    lists
        .flat_map(|list| list.split(','))
        .any(|known| known.trim() == "*" || known.trim().trim_start_matches("W/") == tag)
}

/// Returns whether the client accepts an encoding.
pub(super) fn accepts_encoding(request: &HeaderMap, encoding: &str) -> bool {
    let list = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    list.is_some_and(|list| list_accepts(list, encoding))
}

/// Returns whether a list of encodings contains one with a weight above zero (RFC 9110, section 12.5.3).
fn list_accepts(list: &str, encoding: &str) -> bool {
    list.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let weight = parts.find_map(|part| part.strip_prefix("q=")).and_then(|weight| weight.parse::<f32>().ok());
        is_named && weight.is_none_or(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_encoding_weights_are_respected() {
        assert!(list_accepts("gzip, deflate, br, zstd", "br"));
        assert!(list_accepts("BR;q=0.5", "br"));
        assert!(!list_accepts("br;q=0, gzip", "br"));
        assert!(!list_accepts("gzip", "br"));
        assert!(!list_accepts("", "br"));
    }
}
