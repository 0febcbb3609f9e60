//! IndexedDB of a browser: writes happen in order, all or none, and last from the next step on; a crash loses those that do
//! not last yet.

use std::collections::BTreeMap;

/// One write: all of it or nothing.
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

/// What is kept, by key.
#[derive(Default)]
pub(crate) struct FakeIndexedDb {
    /// With all writes, as every reader sees it.
    pub(crate) texts: BTreeMap<String, String>,
    committed: BTreeMap<String, String>,
    writes: Vec<Write>,
    /// Whether the browser refuses to keep anything more.
    pub(crate) is_failing: bool,
}

impl FakeIndexedDb {
    /// Keeps and forgets texts. Answers whether that worked.
    pub(crate) fn keep(&mut self, entries: Vec<(String, Option<String>)>) -> bool {
        self.write(Write::Entries(entries))
    }

    /// Forgets all texts whose keys begin so.
    pub(crate) fn forget(&mut self, prefix: String) -> bool {
        self.write(Write::DeletePrefix(prefix))
    }

    fn write(&mut self, write: Write) -> bool {
        if self.is_failing {
            return false;
        }
        write.apply(&mut self.texts);
        self.writes.push(write);
        true
    }

    /// The texts whose keys begin so.
    pub(crate) fn read(&self, prefix: &str) -> Vec<(String, String)> {
        let entries = self.texts.range(prefix.to_owned()..).take_while(|(key, _)| key.starts_with(prefix));
        entries.map(|(key, text)| (key.clone(), text.clone())).collect()
    }

    /// A step later: what was written lasts.
    pub(crate) fn commit(&mut self) {
        for write in self.writes.drain(..) {
            write.apply(&mut self.committed);
        }
    }

    /// The browser crashes.
    pub(crate) fn crash(&mut self) {
        self.writes.clear();
        self.texts = self.committed.clone();
    }
}
