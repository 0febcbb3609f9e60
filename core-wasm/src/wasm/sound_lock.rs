//! The bell (SPEC T27): a lock that one tab of the browser has hold of. It is the tab that rings. A tab in which the timer is
//! started takes it from whichever has it; all others wait for their turn, so that somebody has it when that tab is closed.
//!
//! On a page that came over plain HTTP there are no locks. There a tab that takes the bell says so to the others, and keeps in
//! its own storage that it has it, so that it has it after a reload too.

use super::lock::{TabLock, locks};
use super::runtime::Runtime;
use super::storage::Storage;
use crate::app::Input;
use std::rc::Weak;

const LOCK: &str = "twentyfour-bell";
/// Where a tab without locks keeps that it has the bell; any text says so.
const HELD_FLAG_KEY: &str = "twentyfour-bell";

/// How this tab stands to the bell.
#[derive(Clone)]
pub(super) struct SoundLock(TabLock);

impl Default for SoundLock {
    fn default() -> Self {
        Self(TabLock::new(LOCK, |is_held| Input::SoundLockChanged { is_held }))
    }
}

impl SoundLock {
    /// Has the bell as soon as no other tab has it. Without locks nobody has it but who takes it, or took it before a reload.
    pub(super) fn queue(&self, runtime: &Weak<Runtime>) {
        match locks() {
            Some(locks) => self.0.queue(&locks, runtime),
            None if Storage::session().get(HELD_FLAG_KEY).is_some() => self.0.assume_held(runtime),
            None => {}
        }
    }

    /// Has the bell at once, which another tab thereby loses. Without locks every tab that asks has it; `true` then, for the
    /// others to be told.
    pub(super) fn acquire(&self, runtime: &Weak<Runtime>) -> bool {
        let Some(locks) = locks() else {
            Storage::session().set(HELD_FLAG_KEY, "");
            self.0.assume_held(runtime);
            return true;
        };
        self.0.steal(&locks, runtime);
        false
    }

    /// Another tab without locks has taken the bell.
    pub(super) fn on_taken(&self, runtime: &Weak<Runtime>) {
        Storage::session().remove(HELD_FLAG_KEY);
        self.0.release(runtime);
    }
}
