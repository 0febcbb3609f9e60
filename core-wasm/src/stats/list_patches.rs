//! The patches for changes in the list of focus sessions.

use crate::protocol::patch::Patch;
use crate::protocol::view::FocusSessionView;

/// Returns the patches that turn one list into the other.
pub(super) fn differences(before: &[FocusSessionView], now: &[FocusSessionView]) -> Vec<Patch> {
    let mut patches = vec![];
    let mut list: Vec<&FocusSessionView> = vec![];
    for session in before {
        match now.iter().any(|other| other.id == session.id) {
            true => list.push(session),
            false => patches.push(Patch::FocusSessionRemoved { id: session.id }),
        }
    }
    for (index, session) in now.iter().enumerate() {
        if list.get(index) != Some(&session) {
            list.retain(|other| other.id != session.id);
            list.insert(index.min(list.len()), session);
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            patches.push(Patch::FocusSessionPlaced { session: session.clone(), index });
        }
    }
    patches
}
