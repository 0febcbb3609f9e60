//! The focus sessions that the server does not have yet.

use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::OutboxEntry;
use crate::sync::pending::PendingEntries;

/// A version of a session in the outbox.
#[derive(Clone, Debug)]
struct PendingSession {
    session: FocusSession,
    /// What this device knew of the session before; `None` for a new one.
    previous: Option<Box<FocusSession>>,
}

/// The versions of focus sessions in the outbox, in the order in which they were made.
#[derive(Debug, Default)]
pub(crate) struct PendingSessions(PendingEntries<PendingSession>);

impl PendingSessions {
    /// Adds the session of an entry of the outbox. Returns whether the entry contains one.
    pub(crate) fn on_entry_added(&mut self, id: Id, entry: &OutboxEntry) -> bool {
        let OutboxEntry::FocusSession { session, previous } = entry else { return false };
        self.0.insert(id, PendingSession { session: session.clone(), previous: previous.clone() });
        true
    }

    /// Removes an entry that is no longer in the outbox. Returns whether it contained a session.
    pub(crate) fn on_entry_removed(&mut self, id: Id) -> bool {
        self.0.remove(id).is_some()
    }

    /// Removes all entries: the outbox is discarded, or another account's is opened.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns whether there is no session.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns every version of each session, in order, each with what this device knew before.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&FocusSession, Option<&FocusSession>)> {
        self.0.values().map(|pending| (&pending.session, pending.previous.as_deref()))
    }

    /// Returns whether any version of a session is unsent.
    pub(crate) fn contains(&self, session_id: Id) -> bool {
        self.iter().any(|(session, _)| session.id == session_id)
    }

    /// Returns the newest version of each session, in the order of their first versions (SPEC S33).
    pub(crate) fn newest(&self) -> Vec<&FocusSession> {
        let mut newest: Vec<&FocusSession> = vec![];
        for (session, _) in self.iter() {
            match newest.iter_mut().find(|known| known.id == session.id) {
                // The first one with the same revision counts.
                Some(known) if session.revision > known.revision => *known = session,
                Some(_) => {}
                None => newest.push(session),
            }
        }
        newest
    }
}

/// What statistics need to know of the outbox.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionSync<'a> {
    /// The unsent sessions.
    pub(crate) pending: &'a PendingSessions,
    /// Whether the stored outbox was read; before that, unsent sessions may be missing.
    pub(crate) is_complete: bool,
    /// The account whose statistics these are.
    pub(crate) account: Option<Id>,
    /// Whether this tab removes sent entries from the storage.
    pub(crate) is_leader: bool,
    /// Whether changed preferences are unsent.
    pub(crate) has_pending_preferences: bool,
}

/// The server's decision about a focus session that is no longer in the outbox.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SessionSyncResult {
    /// The server has the session, in this version.
    Accepted(Box<FocusSession>),
    /// The server refused the session.
    Refused {
        /// The session.
        id: Id,
        /// What the server has instead, as far as this device knows.
        previous: Option<Box<FocusSession>>,
    },
    /// Another tab announced it after the response to it. What the server has is not known here.
    Unknown,
}
