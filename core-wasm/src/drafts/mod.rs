//! Unsaved texts of input fields (SPEC D1 to D4, M125): stored per account, so that they survive reloads, and shared with the
//! other tabs.

use crate::context::Context;
use crate::map::Map;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::idb_key;
use crate::protocol::view::DraftView;

/// The maximum length of a draft, in characters. It exceeds that of any text that can be saved.
const MAX_TEXT_CHARS: usize = 60_000;
/// The maximum length of a field's name, in characters.
const MAX_KEY_CHARS: usize = 200;

/// The drafts of one account.
#[derive(Debug, Default)]
pub(crate) struct Drafts {
    texts: Map<String, String>,
}

impl Drafts {
    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> Vec<DraftView> {
        self.texts.iter().map(|(key, text)| DraftView { key: key.clone(), text: text.clone() }).collect()
    }

    /// Saves the text of a field. A text that is too long is refused rather than cut, so that no typed text is lost
    /// unnoticed.
    ///
    /// # Errors
    ///
    /// Returns `TooLarge` for a text that is too long, and `BadIntent` for an invalid name of the field.
    pub(crate) fn save(&mut self, account: Id, key: String, text: String, ctx: &mut Context) -> Result<(), ErrorCode> {
        if key.is_empty() || key.chars().count() > MAX_KEY_CHARS {
            return Err(ErrorCode::BadIntent);
        }
        if text.chars().count() > MAX_TEXT_CHARS {
            return Err(ErrorCode::TooLarge);
        }
        self.change(account, key, Some(text), ctx);
        Ok(())
    }

    /// Deletes a draft, because it was saved or discarded.
    pub(crate) fn discard(&mut self, account: Id, key: String, ctx: &mut Context) {
        self.change(account, key, None, ctx);
    }

    fn change(&mut self, account: Id, key: String, text: Option<String>, ctx: &mut Context) {
        if self.texts.get(&key) == text.as_ref() {
            return;
        }
        let stored = format!("{}{key}", idb_key::draft_prefix(account));
        match &text {
            Some(text) => ctx.write_idb(stored, text.clone()),
            None => ctx.delete_idb(stored),
        }
        ctx.broadcast(&PeerMessage::DraftChanged { account, key: key.clone(), text: text.clone() });
        self.apply(key, text, ctx);
    }

    /// Applies a change of a draft by another tab.
    pub(crate) fn apply(&mut self, key: String, text: Option<String>, ctx: &mut Context) {
        match &text {
            Some(text) => _ = self.texts.insert(key.clone(), text.clone()),
            None => _ = self.texts.remove(&key),
        }
        ctx.step.patches.push(Patch::DraftChanged { key, text });
    }

    /// Removes the drafts of the fields that `is_lost` names, in every tab and in the storage, and returns them.
    pub(crate) fn take(
        &mut self,
        account: Id,
        is_lost: impl Fn(&str) -> bool,
        ctx: &mut Context,
    ) -> Vec<(String, String)> {
        let taken: Vec<(String, String)> =
            self.texts.iter().filter(|(key, _)| is_lost(key)).map(|(key, text)| (key.clone(), text.clone())).collect();
        for (key, _) in &taken {
            self.discard(account, key.clone(), ctx);
        }
        taken
    }

    /// Returns whether a field has a draft.
    pub(crate) fn contains(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }

    /// Restores the stored drafts. What has been typed meanwhile stays.
    pub(crate) fn restore(&mut self, entries: impl IntoIterator<Item = (String, String)>, ctx: &mut Context) {
        for (key, text) in entries {
            if !self.texts.contains_key(&key) {
                self.apply(key, Some(text), ctx);
            }
        }
    }

    /// Resets the drafts after a change of account. The stored drafts stay for their owner.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        for (key, _) in std::mem::take(&mut self.texts) {
            ctx.step.patches.push(Patch::DraftChanged { key, text: None });
        }
    }
}
