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
const KEPT: &str = "twentyfour-bell";

/// How this tab stands to the bell.
#[derive(Clone)]
pub(super) struct Bell(TabLock);

impl Default for Bell {
    fn default() -> Self {
        Self(TabLock::new(LOCK, |rings| Input::Ringing { rings }))
    }
}

impl Bell {
    /// Has the bell as soon as no other tab has it. Without locks nobody has it but who takes it, or took it before a reload.
    pub(super) fn queue(&self, runtime: &Weak<Runtime>) {
        match locks() {
            Some(locks) => self.0.queue(&locks, runtime),
            None if Storage::of_tab().get(KEPT).is_some() => self.0.hold_soon(runtime),
            None => {}
        }
    }

    /// Has the bell at once, which another tab thereby loses. Without locks every tab that asks has it; `true` then, for the
    /// others to be told.
    pub(super) fn take(&self, runtime: &Weak<Runtime>) -> bool {
        let Some(locks) = locks() else {
            Storage::of_tab().set(KEPT, "");
            self.0.hold_soon(runtime);
            return true;
        };
        self.0.steal(&locks, runtime);
        false
    }

    /// Another tab without locks has taken the bell.
    pub(super) fn taken(&self, runtime: &Weak<Runtime>) {
        Storage::of_tab().remove(KEPT);
        self.0.release(runtime);
    }
}
