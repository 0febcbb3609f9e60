//! What stands in fields and has not been saved (SPEC D1 to D6): kept by account through reloads, and told to the other tabs.

use crate::call::Turn;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::kept;
use crate::protocol::view::DraftView;
use std::collections::BTreeMap;

/// The longest draft, in characters: longer than any text that can be saved.
const MAXIMUM_TEXT: usize = 60_000;
/// The longest name of a field, in characters.
const MAXIMUM_KEY: usize = 200;

/// The drafts of one account.
#[derive(Debug, Default)]
pub struct Drafts {
    texts: BTreeMap<String, String>,
}

impl Drafts {
    /// What the shell draws.
    pub fn view(&self) -> Vec<DraftView> {
        self.texts.iter().map(|(key, text)| DraftView { key: key.clone(), text: text.clone() }).collect()
    }

    /// Keeps what stands in a field. One that is too long is refused: half of it would not be what was typed.
    pub fn save(&mut self, account: Id, key: String, text: String, turn: &mut Turn) -> Result<(), ErrorCode> {
        if key.is_empty() || key.chars().count() > MAXIMUM_KEY {
            return Err(ErrorCode::BadIntent);
        }
        if text.chars().count() > MAXIMUM_TEXT {
            return Err(ErrorCode::TooLarge);
        }
        self.change(account, key, Some(text), turn);
        Ok(())
    }

    /// Forgets a draft: it was saved, or given up.
    pub fn discard(&mut self, account: Id, key: String, turn: &mut Turn) {
        self.change(account, key, None, turn);
    }

    fn change(&mut self, account: Id, key: String, text: Option<String>, turn: &mut Turn) {
        if self.texts.get(&key) == text.as_ref() {
            return;
        }
        let stored = format!("{}{key}", kept::draft(account));
        match &text {
            Some(text) => turn.keep(stored, text.clone()),
            None => turn.unkeep(stored),
        }
        turn.told.push(PeerMessage::Draft { account, key: key.clone(), text: text.clone() });
        self.told(key, text, turn);
    }

    /// Another tab has kept a draft, or forgotten it.
    pub fn told(&mut self, key: String, text: Option<String>, turn: &mut Turn) {
        match &text {
            Some(text) => _ = self.texts.insert(key.clone(), text.clone()),
            None => _ = self.texts.remove(&key),
        }
        turn.step.patches.push(Patch::DraftChanged { key, text });
    }

    /// Whether something stands in a field.
    pub fn holds(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }

    /// Takes in what is stored. What was typed here meanwhile stays.
    pub fn restore(&mut self, entries: impl IntoIterator<Item = (String, String)>, turn: &mut Turn) {
        for (key, text) in entries {
            if !self.texts.contains_key(&key) {
                self.told(key, Some(text), turn);
            }
        }
    }

    /// Forgets everything: somebody else is signed in now. What is stored stays for its owner.
    pub fn forget(&mut self, turn: &mut Turn) {
        for key in std::mem::take(&mut self.texts).into_keys() {
            turn.step.patches.push(Patch::DraftChanged { key, text: None });
        }
    }
}
