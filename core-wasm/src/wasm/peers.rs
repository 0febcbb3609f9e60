//! The other tabs of this browser: a channel between them, and a lock that one of them, the leader, holds.

use super::lock::{TabLock, locks};
use super::runtime::Runtime;
use super::sound_lock::SoundLock;
use crate::app::Input;
use std::rc::Weak;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

const CHANNEL: &str = "twentyfour";
const LOCK: &str = "twentyfour-outbox";
/// What a tab without locks tells the others when it takes the bell. It is no message of the core's: those are JSON.
const SOUND_LOCK_TAKEN: &str = "bell taken";

/// Hears what the other tabs say.
type Listener = Closure<dyn FnMut(MessageEvent)>;

/// The channel to the other tabs, and what one of them has: the bell, and the lead.
pub(super) struct Peers {
    channel: Option<(BroadcastChannel, Listener)>,
    sound_lock: SoundLock,
    leader_lock: TabLock,
}

impl Peers {
    /// Listens from now on; where there is no such channel, or no page, to nobody.
    pub(super) fn listen(runtime: &Weak<Runtime>) -> Self {
        let is_page = js_sys::Reflect::get(&js_sys::global(), &"document".into()).is_ok_and(|page| page.is_object());
        let sound_lock = SoundLock::default();
        let leader_lock = TabLock::new(LOCK, |is_held| if is_held { Input::LeadAcquired } else { Input::LeadLost });
        let Some(channel) = is_page.then(|| BroadcastChannel::new(CHANNEL).ok()).flatten() else {
            return Self { channel: None, sound_lock, leader_lock };
        };
        let (to, listener_lock) = (runtime.clone(), sound_lock.clone());
        let listener = Closure::new(move |event: MessageEvent| {
            if let (Some(runtime), Some(message)) = (to.upgrade(), event.data().as_string()) {
                if message == SOUND_LOCK_TAKEN {
                    listener_lock.on_taken(&to);
                    return;
                }
                runtime.feed(Input::PeerMessage { message });
            }
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Self { channel: Some((channel, listener)), sound_lock, leader_lock }
    }

    /// Tells the other tabs.
    pub(super) fn broadcast(&self, message: &str) {
        if let Some((channel, _)) = &self.channel {
            _ = channel.post_message(&JsValue::from_str(message));
        }
    }

    /// Asks to lead: the core hears of it once no other tab does. Without locks, or without a way to hear of the others,
    /// this tab leads at once. Answers whether that is so.
    pub(super) fn request_lead(&self, runtime: &Weak<Runtime>) -> bool {
        match locks().filter(|_| self.channel.is_some()) {
            Some(locks) => {
                self.leader_lock.queue(&locks, runtime);
                false
            }
            None => true,
        }
    }

    /// Takes the lead from a tab that does not respond (SPEC Y32).
    pub(super) fn acquire_lead(&self, runtime: &Weak<Runtime>) {
        if let Some(locks) = locks() {
            self.leader_lock.steal(&locks, runtime);
        }
    }

    /// Waits for the bell (SPEC T27): the core hears of it when the tab that had it is gone.
    pub(super) fn queue_for_sound_lock(&self, runtime: &Weak<Runtime>) {
        self.sound_lock.queue(runtime);
    }

    /// Takes the bell from the tab that has it.
    pub(super) fn acquire_sound_lock(&self, runtime: &Weak<Runtime>) {
        if self.sound_lock.acquire(runtime) {
            self.broadcast(SOUND_LOCK_TAKEN);
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
