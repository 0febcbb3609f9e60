//! The sound lock (SPEC T27): the tab that holds it plays the timer's sounds. A tab in which the timer is started
//! steals the lock; all others queue for it, so that another tab gets it when that tab is closed.
//!
//! A page loaded over plain HTTP has no Web Locks. There a tab that takes the sound lock notifies the others by
//! broadcast, and records it in its session storage, so that it still has the lock after a reload.

use super::InputSink;
use super::lock::{TabLock, locks};
use super::storage::Storage;
use crate::app::Input;

const LOCK: &str = "twentyfour-bell";
/// The session storage key that records that this tab holds the sound lock, in a browser without locks. Any value
/// counts.
const HELD_FLAG_KEY: &str = "twentyfour-bell";

/// The sound lock as seen by this tab.
#[derive(Clone)]
pub(super) struct SoundLock(TabLock);

impl SoundLock {
    /// Creates the lock; this tab does not hold it yet.
    pub(super) fn new(sink: InputSink) -> Self {
        Self(TabLock::new(LOCK, |is_held| Input::SoundLockChanged { is_held }, sink))
    }

    /// Queues for the lock. Without Web Locks this tab holds it only if it took it before a reload.
    pub(super) fn queue(&self) {
        match locks() {
            Some(locks) => self.0.queue(&locks),
            None if Storage::session().get(HELD_FLAG_KEY).is_some() => self.0.assume_held(),
            None => {}
        }
    }

    /// Takes the lock from the tab that holds it. Without Web Locks it always succeeds, and returns true so that the
    /// caller notifies the other tabs.
    pub(super) fn acquire(&self) -> bool {
        let Some(locks) = locks() else {
            Storage::session().set(HELD_FLAG_KEY, "");
            self.0.assume_held();
            return true;
        };
        self.0.steal(&locks);
        false
    }

    /// Releases the lock, because another tab without Web Locks has taken it.
    pub(super) fn on_taken(&self) {
        Storage::session().remove(HELD_FLAG_KEY);
        self.0.release();
    }
}
