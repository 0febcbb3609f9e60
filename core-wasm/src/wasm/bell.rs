//! The bell (SPEC T27): a lock that one tab of the browser has hold of. It is the tab that rings. A tab in which the timer is
//! started takes it from whichever has it; all others wait for their turn, so that somebody has it when that tab is closed.
//!
//! On a page that came over plain HTTP there are no locks. There a tab that takes the bell says so to the others, and keeps in
//! its own storage that it has it, so that it has it after a reload too.

use super::peers::locks;
use super::runtime::Runtime;
use super::storage::Storage;
use crate::app::Input;
use std::cell::Cell;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;

const LOCK: &str = "twentyfour-bell";
/// Where a tab without locks keeps that it has the bell; any text says so.
const KEPT: &str = "twentyfour-bell";

/// How this tab stands to the bell.
#[derive(Clone, Default)]
pub(super) struct Bell(Rc<Standing>);

#[derive(Default)]
struct Standing {
    /// The number of the request by which it has the bell.
    held: Cell<Option<u32>>,
    /// The number of the last request.
    last: Cell<u32>,
    /// Whether a request of its own stands in line. One at most: it keeps its place while the tab has the bell by force.
    waits: Cell<bool>,
    /// Whether it is taking the bell from another.
    takes: Cell<bool>,
}

impl Bell {
    /// Has the bell as soon as no other tab has it. Without locks nobody has it but who takes it, or took it before a reload.
    pub(super) fn queue(&self, runtime: &Weak<Runtime>) {
        let Some(locks) = locks() else {
            self.remember(runtime);
            return;
        };
        if self.0.waits.replace(true) {
            return;
        }
        let number = self.next();
        let asked = locks.request(LOCK, &self.granted(number, runtime, |standing| standing.waits.set(false)));
        let (bell, to) = (self.clone(), runtime.clone());
        follow(asked, move || _ = bell.lose(number, &to));
    }

    /// Has the bell at once, which another tab thereby loses. Without locks every tab that asks has it; `true` then, for the
    /// others to be told.
    pub(super) fn take(&self, runtime: &Weak<Runtime>) -> bool {
        let Some(locks) = locks() else {
            Storage::of_tab().set(KEPT, "");
            self.get_soon(runtime);
            return true;
        };
        if self.0.held.get().is_some() || self.0.takes.replace(true) {
            return false;
        }
        let number = self.next();
        let (bell, to) = (self.clone(), runtime.clone());
        let refused = move || {
            if !bell.lose(number, &to) {
                // Another tab took it before this one heard that it had it.
                bell.0.takes.set(false);
                tell(&to, false);
                bell.queue(&to);
            }
        };
        let options = js_sys::Object::new();
        _ = js_sys::Reflect::set(&options, &"steal".into(), &JsValue::TRUE);
        let granted = self.granted(number, runtime, |standing| standing.takes.set(false));
        follow(locks.request_with(LOCK, &options, &granted), refused);
        false
    }

    /// Another tab without locks has taken the bell.
    pub(super) fn taken(&self, runtime: &Weak<Runtime>) {
        Storage::of_tab().remove(KEPT);
        if self.0.held.take().is_some() {
            tell(runtime, false);
        }
    }

    /// Has the bell again that it had before a reload.
    fn remember(&self, runtime: &Weak<Runtime>) {
        if Storage::of_tab().get(KEPT).is_some() {
            self.get_soon(runtime);
        }
    }

    /// Has the bell without a lock. Never at once, as with one.
    fn get_soon(&self, runtime: &Weak<Runtime>) {
        let number = self.next();
        let (bell, to) = (self.clone(), runtime.clone());
        follow(Err(JsValue::NULL), move || bell.get(number, &to));
    }

    fn next(&self) -> u32 {
        self.0.last.update(|last| last.wrapping_add(1));
        self.0.last.get()
    }

    /// What is called when a request gets the lock. It keeps it until another takes it, or the page goes away.
    fn granted(&self, number: u32, runtime: &Weak<Runtime>, done: impl Fn(&Standing) + 'static) -> JsValue {
        let (bell, to) = (self.clone(), runtime.clone());
        Closure::once_into_js(move |_lock: JsValue| {
            done(&bell.0);
            bell.get(number, &to);
            js_sys::Promise::new(&mut |_, _| {})
        })
    }

    fn get(&self, number: u32, runtime: &Weak<Runtime>) {
        self.0.held.set(Some(number));
        tell(runtime, true);
    }

    /// A request has ended: the bell is lost if the tab had it by that one, and it waits for it anew. Answers whether it had.
    fn lose(&self, number: u32, runtime: &Weak<Runtime>) -> bool {
        let had = self.0.held.get() == Some(number);
        if had {
            self.0.held.set(None);
            tell(runtime, false);
            self.queue(runtime);
        }
        had
    }
}

/// Calls a function when a request has ended: the lock was lost, or there is none to be had.
fn follow(asked: Result<js_sys::Promise, JsValue>, ended: impl FnOnce() + 'static) {
    // Never at once: whoever asks is in the middle of telling the page of something else.
    wasm_bindgen_futures::spawn_local(async move {
        if let Ok(promise) = asked {
            _ = wasm_bindgen_futures::JsFuture::from(promise).await;
        }
        ended();
    });
}

fn tell(runtime: &Weak<Runtime>, rings: bool) {
    if let Some(runtime) = runtime.upgrade() {
        runtime.feed(Input::Ringing { rings });
    }
}
