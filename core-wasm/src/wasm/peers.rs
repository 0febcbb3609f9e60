//! The other tabs of this browser: a channel between them, and a lock that one of them, the leader, holds.

use super::bell::Bell;
use super::lock::{TabLock, locks};
use super::runtime::Runtime;
use crate::app::Input;
use std::rc::Weak;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

const CHANNEL: &str = "twentyfour";
const LOCK: &str = "twentyfour-outbox";
/// What a tab without locks tells the others when it takes the bell. It is no message of the core's: those are JSON.
const BELL_TAKEN: &str = "bell taken";

/// Hears what the other tabs say.
type Listener = Closure<dyn FnMut(MessageEvent)>;

/// The channel to the other tabs, and what one of them has: the bell, and the lead.
pub(super) struct Peers {
    channel: Option<(BroadcastChannel, Listener)>,
    bell: Bell,
    lead: TabLock,
}

impl Peers {
    /// Listens from now on; where there is no such channel, or no page, to nobody.
    pub(super) fn listen(runtime: &Weak<Runtime>) -> Self {
        let is_page = js_sys::Reflect::get(&js_sys::global(), &"document".into()).is_ok_and(|page| page.is_object());
        let bell = Bell::default();
        let lead = TabLock::new(LOCK, |is_held| if is_held { Input::Leading } else { Input::LeadLost });
        let Some(channel) = is_page.then(|| BroadcastChannel::new(CHANNEL).ok()).flatten() else {
            return Self { channel: None, bell, lead };
        };
        let (to, listening) = (runtime.clone(), bell.clone());
        let listener = Closure::new(move |event: MessageEvent| {
            if let (Some(runtime), Some(message)) = (to.upgrade(), event.data().as_string()) {
                if message == BELL_TAKEN {
                    listening.taken(&to);
                    return;
                }
                runtime.feed(Input::Told { message });
            }
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Self { channel: Some((channel, listener)), bell, lead }
    }

    /// Tells the other tabs.
    pub(super) fn tell(&self, message: &str) {
        if let Some((channel, _)) = &self.channel {
            _ = channel.post_message(&JsValue::from_str(message));
        }
    }

    /// Asks to lead: the core hears of it once no other tab does. Without locks, or without a way to hear of the others,
    /// this tab leads at once. Answers whether that is so.
    pub(super) fn leads_alone(&self, runtime: &Weak<Runtime>) -> bool {
        match locks().filter(|_| self.channel.is_some()) {
            Some(locks) => {
                self.lead.queue(&locks, runtime);
                false
            }
            None => true,
        }
    }

    /// Takes the lead from a tab that does not respond (SPEC Y32).
    pub(super) fn take_lead(&self, runtime: &Weak<Runtime>) {
        if let Some(locks) = locks() {
            self.lead.steal(&locks, runtime);
        }
    }

    /// Waits for the bell (SPEC T27): the core hears of it when the tab that had it is gone.
    pub(super) fn wait_for_bell(&self, runtime: &Weak<Runtime>) {
        self.bell.queue(runtime);
    }

    /// Takes the bell from the tab that has it.
    pub(super) fn take_bell(&self, runtime: &Weak<Runtime>) {
        if self.bell.take(runtime) {
            self.tell(BELL_TAKEN);
        }
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        if let Some((channel, _)) = &self.channel {
            channel.set_onmessage(None);
            channel.close();
        }
    }
}
