//! The sound lock (SPEC T27): the tab that holds it plays the timer's sounds. A tab in which the timer is started
//! steals the lock; all others queue for it, so that another tab gets it when that tab is closed.
//!
//! A page loaded over plain HTTP has no Web Locks. There a tab that takes the sound lock notifies the others by
//! broadcast, and records it in its session storage, so that it still has the lock after a reload.

use super::lock::{TabLock, locks};
use super::runtime::Runtime;
use super::storage::Storage;
use crate::app::Input;
use std::rc::Weak;

const LOCK: &str = "twentyfour-bell";
/// The session storage key that records that this tab holds the sound lock, in a browser without locks. Any value
/// counts.
const HELD_FLAG_KEY: &str = "twentyfour-bell";

/// The sound lock as seen by this tab.
#[derive(Clone)]
pub(super) struct SoundLock(TabLock);

impl Default for SoundLock {
    fn default() -> Self {
        Self(TabLock::new(LOCK, |is_held| Input::SoundLockChanged { is_held }))
    }
}

impl SoundLock {
    /// Queues for the lock. Without Web Locks, only a tab that held the lock before a reload gets it.
    pub(super) fn queue(&self, runtime: &Weak<Runtime>) {
        match locks() {
            Some(locks) => self.0.queue(&locks, runtime),
            None if Storage::session().get(HELD_FLAG_KEY).is_some() => self.0.assume_held(runtime),
            None => {}
        }
    }

    /// Takes the lock from the tab that holds it. Without Web Locks it always succeeds, and returns true so that the
    /// caller notifies the other tabs.
    pub(super) fn acquire(&self, runtime: &Weak<Runtime>) -> bool {
        let Some(locks) = locks() else {
            Storage::session().set(HELD_FLAG_KEY, "");
            self.0.assume_held(runtime);
            return true;
        };
        self.0.steal(&locks, runtime);
        false
    }

    /// Releases the lock, because another tab without Web Locks has taken it.
    pub(super) fn on_taken(&self, runtime: &Weak<Runtime>) {
        Storage::session().remove(HELD_FLAG_KEY);
        self.0.release(runtime);
    }
}
