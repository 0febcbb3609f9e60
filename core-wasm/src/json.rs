//! JSON text of our own types, for storage, patches and requests.

/// Serializes a value of our own types, which cannot fail: their maps have text keys and their numbers are finite.
pub(crate) fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| unreachable!("protocol types serialize to JSON"))
}
