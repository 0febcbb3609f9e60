//! The other tabs of this browser: a BroadcastChannel between them, and the locks for the leader and for the tab that
//! plays sounds.

use super::InputSink;
use super::lock::{TabLock, locks};
use super::sound_lock::SoundLock;
use crate::app::Input;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

const CHANNEL: &str = "twentyfour";
const LOCK: &str = "twentyfour-outbox";
/// The message of a tab that takes the sound lock in a browser without locks. It cannot be confused with messages of
/// the core, which are JSON.
const SOUND_LOCK_TAKEN: &str = "bell taken";

/// A listener for messages of other tabs.
type Listener = Closure<dyn FnMut(MessageEvent)>;

/// The channel to the other tabs, and the locks that only one of them holds.
pub(super) struct Peers {
    channel: Option<(BroadcastChannel, Listener)>,
    sound_lock: SoundLock,
    leader_lock: TabLock,
}

impl Peers {
    /// Opens the channel. Without a BroadcastChannel or a page there is none.
    pub(super) fn listen(sink: InputSink) -> Self {
        let is_page = js_sys::Reflect::get(&js_sys::global(), &"document".into()).is_ok_and(|page| page.is_object());
        let sound_lock = SoundLock::new(sink.clone());
        let lead_input = |is_held| if is_held { Input::LeadAcquired } else { Input::LeadLost };
        let leader_lock = TabLock::new(LOCK, lead_input, sink.clone());
        let Some(channel) = is_page.then(|| BroadcastChannel::new(CHANNEL).ok()).flatten() else {
            return Self { channel: None, sound_lock, leader_lock };
        };
        let listener_lock = sound_lock.clone();
        let listener = Closure::new(move |event: MessageEvent| match event.data().as_string() {
            Some(message) if message == SOUND_LOCK_TAKEN => listener_lock.on_taken(),
            Some(message) => sink(Input::PeerMessage { message }),
            None => {}
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Self { channel: Some((channel, listener)), sound_lock, leader_lock }
    }

    /// Sends a message to the other tabs.
    pub(super) fn broadcast(&self, message: &str) {
        if let Some((channel, _)) = &self.channel {
            _ = channel.post_message(&JsValue::from_str(message));
        }
    }

    /// Queues for the leader lock; the core is notified when this tab gets it. Returns true if there are no locks or no
    /// channel: this tab is the leader at once then.
    pub(super) fn request_lead(&self) -> bool {
        match locks().filter(|_| self.channel.is_some()) {
            Some(locks) => {
                self.leader_lock.queue(&locks);
                false
            }
            None => true,
        }
    }

    /// Takes the lead from a tab that does not respond (SPEC Y32).
    pub(super) fn acquire_lead(&self) {
        if let Some(locks) = locks() {
            self.leader_lock.steal(&locks);
        }
    }

    /// Queues for the sound lock (SPEC T27); the core is notified when this tab gets it.
    pub(super) fn queue_for_sound_lock(&self) {
        self.sound_lock.queue();
    }

    /// Takes the sound lock from the tab that holds it.
    pub(super) fn acquire_sound_lock(&self) {
        if self.sound_lock.acquire() {
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
