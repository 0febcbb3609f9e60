//! Merging of edit bursts: of the texts of one burst of edits only the last is stored, unless it removed much of the
//! text.

use crate::error::DomainError;
use core_wasm::notes::document::Document;
use core_wasm::protocol::time::Timestamp;
use twentyfour_store::Connection;
use twentyfour_store::note_versions::{self, NoteWrite, ReplacedText};

/// The maximum length of a burst in milliseconds.
const BURST_MS: i64 = 10 * 60 * 1_000;

/// Returns the start of the burst that a replaced text belongs to, and deletes the previous text of that burst. The
/// previous text is kept if less than half of it remains in the replaced one, because that may be a mistake or a pasted
/// text; the replaced text then starts a new burst.
///
/// # Errors
/// Returns an error if the database fails or the comparison panics.
pub(super) async fn merge_burst(
    connection: &mut Connection,
    note_write: NoteWrite,
    replaced: ReplacedText,
) -> Result<Timestamp, DomainError> {
    let Some(burst) = note_versions::last_burst(connection, note_write, replaced.login_id).await? else {
        return Ok(replaced.edited_at);
    };
    let is_within = |began_at: &Timestamp| (0..BURST_MS).contains(&(replaced.edited_at.millis() - began_at.millis()));
    let Some(began_at) = burst.began_at.filter(is_within) else { return Ok(replaced.edited_at) };
    let before = note_versions::document(connection, note_write, burst.save_id).await?;
    let after = note_versions::document(connection, note_write, replaced.save_id).await?;
    // Comparing long texts takes a while, so it runs on a blocking thread.
    let comparison = tokio::task::spawn_blocking(move || retains_half(&before, &after));
    let is_joined =
        comparison.await.map_err(|error| DomainError::Internal(format!("note comparison panicked: {error}")))?;
    if !is_joined {
        return Ok(replaced.edited_at);
    }
    note_versions::remove(connection, note_write, burst.save_id).await?;
    Ok(began_at)
}

/// Returns whether at least half of a document's text remains in its successor, counting the unchanged start and end.
/// Returns false if a document cannot be parsed, so that it is kept.
fn retains_half(before: &str, after: &str) -> bool {
    let (Ok(before), Ok(after)) = (Document::parse(before), Document::parse(after)) else { return false };
    // Compares characters rather than bytes, because different characters may share a first byte.
    let [before, after] = [before.text(), after.text()].map(|text| text.chars().collect::<Vec<char>>());
    let prefix_len = common_prefix_len(before.iter(), after.iter());
    // Characters counted in the prefix must not be counted again in the suffix, as in "aa" to "aaa".
    let suffix_len = common_prefix_len(before.iter().skip(prefix_len).rev(), after.iter().skip(prefix_len).rev());
    (prefix_len + suffix_len) * 2 >= before.len()
}

/// Returns the number of characters that two sequences share at their start.
fn common_prefix_len<'text>(one: impl Iterator<Item = &'text char>, other: impl Iterator<Item = &'text char>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn retains_half_of(before: &str, after: &str) -> bool {
        let document = |text: &str| {
            let content = if text.is_empty() { json!([]) } else { json!([{"type": "text", "text": text}]) };
            json!({"type": "doc", "content": [{"type": "paragraph", "content": content}]}).to_string()
        };
        retains_half(&document(before), &document(after))
    }

    #[test]
    fn keeps_half_when_a_small_part_changed() {
        assert!(retains_half_of("", "") && retains_half_of("", "anything") && retains_half_of("Milk", "Milk"));
        assert!(
            retains_half_of("Milk", "Milk and bread")
                && retains_half_of("Milk", "Oat Milk")
                && retains_half_of("Milk and bread", "Milk or bread")
        );
        assert!(retains_half_of("aa", "aaa") && retains_half_of("aaaa", "aa"));
        assert!(!retains_half_of("aaaaa", "aa") && !retains_half_of("Milk", "") && !retains_half_of("Milk", "Eggs"));
        assert!(!retains_half_of("Milk and bread", "Eggs and honey"), "as long as before, and something else");
        assert!(retains_half_of("üü", "ü") && !retains_half_of("ü", "ä"), "also where letters share bytes");
        assert!(!retains_half("no document", "no document"));
    }
}
