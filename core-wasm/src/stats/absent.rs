//! What sums of the server's lack. The server is asked for sums without the sessions that wait in the outbox here, so that each
//! session counts once: in the sums, or on top of them in its newest version, and never in both (SPEC S32 to S36).

use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::sync::outbox::{Left, Outbox};

/// How many sessions a request names to be left out: an address has to stay short. Those that wait behind so many are not
/// sent before the answer is there; the version that the server has of them is taken out of the answer.
const MOST_NAMED: usize = 100;

/// Which sessions the sums lack, and what happens to them while new sums are asked for.
#[derive(Debug, Default)]
pub struct Absent {
    /// Sessions that wait, and are in the sums in no version.
    ids: Vec<Id>,
    is_on_its_way: bool,
    /// Whether something has changed at the server since the sums were asked for, which they may lack or hold.
    is_overtaken: bool,
    /// Whether the sums are to be asked for as soon as it is known what waits.
    is_wanted: bool,
    /// Sessions that waited when the sums were asked for.
    asked: Vec<Id>,
    /// Those of them that the request named.
    named: Vec<Id>,
    /// Sessions that left the outbox since, as the server has them.
    sent: Vec<FocusSession>,
}

impl Absent {
    /// As it was stored beside the sums.
    pub fn restored(ids: Vec<Id>) -> Self {
        Self { ids, ..Self::default() }
    }

    /// The sessions that the sums lack.
    pub fn ids(&self) -> &[Id] {
        &self.ids
    }

    /// Whether the sums are to be asked for now: what waits was not known when somebody wanted them.
    pub fn is_due(&self, outbox: &Outbox) -> bool {
        self.is_wanted && outbox.is_read()
    }

    /// Somebody wants the sums. Answers the sessions that are to be left out; `None` where they are on their way already, or
    /// where what waits has not been read yet.
    pub fn ask(&mut self, outbox: &Outbox) -> Option<Vec<Id>> {
        self.is_wanted = !outbox.is_read();
        if self.is_wanted || std::mem::replace(&mut self.is_on_its_way, true) {
            return None;
        }
        self.is_overtaken = false;
        self.asked.clear();
        self.sent.clear();
        for (session, _) in outbox.sessions() {
            if !self.asked.contains(&session.id) {
                self.asked.push(session.id);
            }
        }
        self.named = self.asked.iter().copied().take(MOST_NAMED).collect();
        Some(self.named.clone())
    }

    /// Something else has changed at the server: sums that are on their way may lack it.
    pub fn overtaken(&mut self) {
        self.is_overtaken = true;
    }

    /// New sums have come. Answers whether they are to be used: those that were overtaken are not, and are to be asked for
    /// again. What they lack and the server has by now is handed to `put`.
    pub fn come(&mut self, outbox: &Outbox, put: &mut dyn FnMut(&FocusSession)) -> bool {
        self.is_on_its_way = false;
        if !self.is_overtaken {
            self.ids = std::mem::take(&mut self.named);
            // Of a session that was sent twice meanwhile the last version counts.
            for session in std::mem::take(&mut self.sent).iter().rev() {
                if !outbox.holds(session.id) && self.remove(session.id) {
                    put(session);
                }
            }
            self.ids.retain(|id| outbox.holds(*id));
        }
        !self.is_overtaken
    }

    /// New sums have not come.
    pub fn failed(&mut self) {
        self.is_on_its_way = false;
    }

    /// Follows the outbox: of a session that begins to wait, the version that the server has is handed to `take`.
    pub fn follow(&mut self, outbox: &Outbox, take: &mut dyn FnMut(&FocusSession)) {
        for (session, previous) in outbox.sessions() {
            if !self.ids.contains(&session.id) {
                if !self.asked.contains(&session.id) {
                    // It may be sent before the sums are read.
                    self.is_overtaken = true;
                }
                if let Some(previous) = previous {
                    take(previous);
                }
                self.ids.push(session.id);
            }
        }
    }

    /// A session has left the outbox. Answers the version that belongs into the sums from here on.
    pub fn left<'a>(&mut self, left: &'a Left, outbox: &Outbox) -> Option<&'a FocusSession> {
        let (id, kept) = match left {
            Left::Sent(session) => (session.id, Some(session.as_ref())),
            Left::Refused { id, previous } => (*id, previous.as_deref()),
            Left::Unknown => {
                self.is_overtaken = true;
                return None;
            }
        };
        if self.named.contains(&id) {
            self.sent.extend(kept.cloned());
        } else {
            self.is_overtaken = true;
        }
        if outbox.holds(id) || !self.remove(id) {
            return None;
        }
        kept
    }

    fn remove(&mut self, id: Id) -> bool {
        let place = self.ids.iter().position(|other| *other == id);
        place.map(|place| self.ids.swap_remove(place)).is_some()
    }
}

/// The newest version of each session that waits, in the order in which they began to wait (SPEC S33).
pub fn newest(outbox: &Outbox) -> Vec<&FocusSession> {
    let mut newest: Vec<&FocusSession> = vec![];
    for (session, _) in outbox.sessions() {
        match newest.iter_mut().find(|known| known.id == session.id) {
            // Of equal revisions the first counts.
            Some(known) if session.revision > known.revision => *known = session,
            Some(_) => {}
            None => newest.push(session),
        }
    }
    newest
}
