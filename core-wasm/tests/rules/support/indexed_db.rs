//! A simulated IndexedDB: writes are applied in order, each completely or not at all, and are committed in the next
//! step. A crash loses uncommitted writes.

use std::collections::BTreeMap;

/// One atomic write.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    Entries(Vec<(String, Option<String>)>),
    DeletePrefix(String),
}

impl Write {
    pub(crate) fn apply(&self, texts: &mut BTreeMap<String, String>) {
        match self {
            Self::Entries(entries) => {
                for (key, text) in entries {
                    match text {
                        Some(text) => _ = texts.insert(key.clone(), text.clone()),
                        None => _ = texts.remove(key),
                    }
                }
            }
            Self::DeletePrefix(prefix) => texts.retain(|key, _| !key.starts_with(prefix.as_str())),
        }
    }
}

/// The stored values by key.
#[derive(Default)]
pub(crate) struct FakeIndexedDb {
    /// The values as readers see them, including uncommitted writes.
    pub(crate) texts: BTreeMap<String, String>,
    committed: BTreeMap<String, String>,
    writes: Vec<Write>,
    /// Whether writes fail.
    pub(crate) is_failing: bool,
}

impl FakeIndexedDb {
    /// Writes and deletes values. Returns whether that succeeded.
    pub(crate) fn write(&mut self, entries: Vec<(String, Option<String>)>) -> bool {
        self.apply(Write::Entries(entries))
    }

    /// Deletes all values whose keys have this prefix.
    pub(crate) fn delete_prefix(&mut self, prefix: String) -> bool {
        self.apply(Write::DeletePrefix(prefix))
    }

    fn apply(&mut self, write: Write) -> bool {
        if self.is_failing {
            return false;
        }
        write.apply(&mut self.texts);
        self.writes.push(write);
        true
    }

    /// Returns the values whose keys have this prefix.
    pub(crate) fn read(&self, prefix: &str) -> Vec<(String, String)> {
        let entries = self.texts.range(prefix.to_owned()..).take_while(|(key, _)| key.starts_with(prefix));
        entries.map(|(key, text)| (key.clone(), text.clone())).collect()
    }

    /// Commits all writes so far.
    pub(crate) fn commit(&mut self) {
        for write in self.writes.drain(..) {
            write.apply(&mut self.committed);
        }
    }

    /// Simulates a crash of the browser.
    pub(crate) fn crash(&mut self) {
        self.writes.clear();
        self.texts = self.committed.clone();
    }
}
