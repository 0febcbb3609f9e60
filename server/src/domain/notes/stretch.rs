//! Of a stretch of writing one text is kept, and nothing that somebody could miss goes with the others.

use crate::error::ApiError;
use crate::store::note_versions::{self, Former, Place};
use core_wasm::notes::document::Document;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// How long a stretch of writing is of which one text is kept, in milliseconds.
const STRETCH: i64 = 10 * 60 * 1_000;

/// When the stretch of writing began that a text belongs to which becomes an earlier one. Of a stretch the last text alone is kept: the
/// one before is forgotten here, unless less than half of it still stands, which may be a mistake, or another text that was put in its
/// place. Nothing is forgotten that stood when a text was chosen: that ends every stretch.
pub(super) async fn join(connection: &mut AnyConnection, place: Place, former: Former) -> Result<Timestamp, ApiError> {
    let Some(stretch) = note_versions::last_stretch(connection, place, former.login_id).await? else {
        return Ok(former.edited_at);
    };
    let is_within = |began_at: &Timestamp| (0..STRETCH).contains(&(former.edited_at.millis() - began_at.millis()));
    let Some(began_at) = stretch.began_at.filter(is_within) else { return Ok(former.edited_at) };
    let before = note_versions::document(connection, place, stretch.save_id).await?;
    let after = note_versions::document(connection, place, former.save_id).await?;
    // Both may be long: what reads them is busy for a while.
    let comparing = tokio::task::spawn_blocking(move || half_stands(&before, &after));
    let is_joined =
        comparing.await.map_err(|error| ApiError::Internal(format!("comparing notes panicked: {error}")))?;
    if !is_joined {
        return Ok(former.edited_at);
    }
    note_versions::remove(connection, place, stretch.save_id).await?;
    Ok(began_at)
}

/// Whether at least half of what a document says still stands in the one that followed it, before and behind the place that was
/// changed. A document that cannot be read says what nobody knows: it stays.
fn half_stands(before: &str, after: &str) -> bool {
    let (Ok(before), Ok(after)) = (Document::parse(before), Document::parse(after)) else { return false };
    // By characters: two letters may begin with one byte.
    let [before, after] = [before.text(), after.text()].map(|text| text.chars().collect::<Vec<char>>());
    let ahead = alike(before.iter(), after.iter());
    // What counts ahead does not count behind: "aa" to "aaa".
    let behind = alike(before.iter().skip(ahead).rev(), after.iter().skip(ahead).rev());
    (ahead + behind) * 2 >= before.len()
}

/// How many characters two texts have in common from where they begin.
fn alike<'text>(one: impl Iterator<Item = &'text char>, other: impl Iterator<Item = &'text char>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn stands(before: &str, after: &str) -> bool {
        let document = |text: &str| {
            let content = if text.is_empty() { json!([]) } else { json!([{"type": "text", "text": text}]) };
            json!({"type": "doc", "content": [{"type": "paragraph", "content": content}]}).to_string()
        };
        half_stands(&document(before), &document(after))
    }

    #[test]
    fn half_of_a_text_stands_where_little_was_changed_at_one_place() {
        assert!(stands("", "") && stands("", "anything") && stands("Milk", "Milk"));
        assert!(
            stands("Milk", "Milk and bread") && stands("Milk", "Oat Milk") && stands("Milk and bread", "Milk or bread")
        );
        assert!(stands("aa", "aaa") && stands("aaaa", "aa"));
        assert!(!stands("aaaaa", "aa") && !stands("Milk", "") && !stands("Milk", "Eggs"));
        assert!(!stands("Milk and bread", "Eggs and honey"), "as long as before, and something else");
        assert!(stands("üü", "ü") && !stands("ü", "ä"), "also where letters share bytes");
        assert!(!half_stands("no document", "no document"));
    }
}
