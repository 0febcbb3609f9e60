//! Of a stretch of writing one text is kept, and nothing that somebody could miss goes with the others.

use crate::error::ApiError;
use crate::store::note_versions::{self, NoteWrite, ReplacedText};
use core_wasm::notes::document::Document;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// How long a stretch of writing is of which one text is kept, in milliseconds.
const BURST_MS: i64 = 10 * 60 * 1_000;

/// When the stretch of writing began that a text belongs to which becomes an earlier one. Of a stretch the last text alone is kept: the
/// one before is forgotten here, unless less than half of it still stands, which may be a mistake, or another text that was put in its
/// place. Nothing is forgotten that stood when a text was chosen: that ends every stretch.
pub(super) async fn merge_burst(
    connection: &mut AnyConnection,
    note_write: NoteWrite,
    replaced: ReplacedText,
) -> Result<Timestamp, ApiError> {
    let Some(burst) = note_versions::last_burst(connection, note_write, replaced.login_id).await? else {
        return Ok(replaced.edited_at);
    };
    let is_within = |began_at: &Timestamp| (0..BURST_MS).contains(&(replaced.edited_at.millis() - began_at.millis()));
    let Some(began_at) = burst.began_at.filter(is_within) else { return Ok(replaced.edited_at) };
    let before = note_versions::document(connection, note_write, burst.save_id).await?;
    let after = note_versions::document(connection, note_write, replaced.save_id).await?;
    // Both may be long: what reads them is busy for a while.
    let comparing = tokio::task::spawn_blocking(move || keeps_half(&before, &after));
    let is_joined =
        comparing.await.map_err(|error| ApiError::Internal(format!("note comparison panicked: {error}")))?;
    if !is_joined {
        return Ok(replaced.edited_at);
    }
    note_versions::remove(connection, note_write, burst.save_id).await?;
    Ok(began_at)
}

/// Whether at least half of what a document says still stands in the one that followed it, before and behind the place that was
/// changed. A document that cannot be read says what nobody knows: it stays.
fn keeps_half(before: &str, after: &str) -> bool {
    let (Ok(before), Ok(after)) = (Document::parse(before), Document::parse(after)) else { return false };
    // By characters: two letters may begin with one byte.
    let [before, after] = [before.text(), after.text()].map(|text| text.chars().collect::<Vec<char>>());
    let ahead = common_prefix_len(before.iter(), after.iter());
    // What counts ahead does not count behind: "aa" to "aaa".
    let behind = common_prefix_len(before.iter().skip(ahead).rev(), after.iter().skip(ahead).rev());
    (ahead + behind) * 2 >= before.len()
}

/// How many characters two texts have in common from where they begin.
fn common_prefix_len<'text>(one: impl Iterator<Item = &'text char>, other: impl Iterator<Item = &'text char>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn keeps_half_of(before: &str, after: &str) -> bool {
        let document = |text: &str| {
            let content = if text.is_empty() { json!([]) } else { json!([{"type": "text", "text": text}]) };
            json!({"type": "doc", "content": [{"type": "paragraph", "content": content}]}).to_string()
        };
        keeps_half(&document(before), &document(after))
    }

    #[test]
    fn keeps_half_when_a_small_part_changed() {
        assert!(keeps_half_of("", "") && keeps_half_of("", "anything") && keeps_half_of("Milk", "Milk"));
        assert!(
            keeps_half_of("Milk", "Milk and bread")
                && keeps_half_of("Milk", "Oat Milk")
                && keeps_half_of("Milk and bread", "Milk or bread")
        );
        assert!(keeps_half_of("aa", "aaa") && keeps_half_of("aaaa", "aa"));
        assert!(!keeps_half_of("aaaaa", "aa") && !keeps_half_of("Milk", "") && !keeps_half_of("Milk", "Eggs"));
        assert!(!keeps_half_of("Milk and bread", "Eggs and honey"), "as long as before, and something else");
        assert!(keeps_half_of("üü", "ü") && !keeps_half_of("ü", "ä"), "also where letters share bytes");
        assert!(!keeps_half("no document", "no document"));
    }
}
