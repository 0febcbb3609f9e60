//! The alarms that machines set, as timers of the browser; and the Worker that waits for the timer's deadline, because browsers
//! slow the timers of a hidden page and not those of a Worker.

use super::device::monotonic_ms;
use super::runtime::Runtime;
use crate::app::Input;
use crate::protocol::effect::Alarm;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Weak;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker};

/// The timers that run. Dropping one cancels it.
pub(super) struct Alarms {
    timeouts: RefCell<BTreeMap<Alarm, Timeout>>,
    /// Where the Worker's script lies; `None` where there is none, or it could not be loaded.
    script: RefCell<Option<String>>,
    alarm_worker: RefCell<Option<AlarmWorker>>,
}

impl Alarms {
    /// No alarm is set. The script is that of the Worker that waits for the timer's deadline.
    pub(super) fn new(script: Option<String>) -> Self {
        Self { timeouts: RefCell::default(), script: RefCell::new(script), alarm_worker: RefCell::default() }
    }

    /// Goes off once after so many milliseconds, instead of whenever this alarm was set for.
    pub(super) fn set(&self, alarm: Alarm, after: u32, runtime: Weak<Runtime>) {
        // Browsers count in a signed 32-bit number and would fire at once beyond it.
        let after = after.min(i32::MAX as u32);
        if alarm == Alarm::TimerEnd && self.schedule(after, &runtime) {
            return;
        }
        let timeout = Timeout::new(after, move || feed(&runtime, alarm));
        self.timeouts.borrow_mut().insert(alarm, timeout);
    }

    /// Does not go off.
    pub(super) fn clear(&self, alarm: Alarm) {
        self.timeouts.borrow_mut().remove(&alarm);
        if alarm == Alarm::TimerEnd {
            self.alarm_worker.take();
        }
    }

    /// Lets the Worker wait, making one if there is none. Answers whether it does.
    fn schedule(&self, after: u32, runtime: &Weak<Runtime>) -> bool {
        let Some(script) = self.script.borrow().clone() else { return false };
        if self.alarm_worker.borrow().is_none() {
            let made = AlarmWorker::start(&script, runtime);
            *self.alarm_worker.borrow_mut() = made.ok();
        }
        match &mut *self.alarm_worker.borrow_mut() {
            Some(worker) => worker.schedule(after).is_ok(),
            None => false,
        }
    }

    /// The Worker could not be loaded, or has failed: from here on the page waits itself.
    pub(super) fn on_worker_failed(&self, runtime: Weak<Runtime>) {
        self.script.take();
        if let Some(worker) = self.alarm_worker.take() {
            self.set(Alarm::TimerEnd, worker.remaining_ms(), runtime);
        }
    }
}

/// A Worker that waits. Dropping it ends it.
struct AlarmWorker {
    worker: Worker,
    /// The page's monotonic_ms at which it is to speak up, in milliseconds.
    until: f64,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _error: Closure<dyn FnMut(Event)>,
}

impl AlarmWorker {
    fn start(script: &str, runtime: &Weak<Runtime>) -> Result<Self, JsValue> {
        let worker = Worker::new(script)?;
        let to = runtime.clone();
        let message = Closure::new(move |_: MessageEvent| feed(&to, Alarm::TimerEnd));
        let to = runtime.clone();
        let error = Closure::new(move |event: Event| {
            // The page says what has failed and goes on; the browser need not say it again.
            event.prevent_default();
            if let Some(runtime) = to.upgrade() {
                runtime.on_worker_failed();
            }
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        Ok(Self { worker, until: 0.0, _message: message, _error: error })
    }

    /// Speaks up after so many milliseconds, instead of whenever it was told before.
    fn schedule(&mut self, after: u32) -> Result<(), JsValue> {
        self.until = monotonic_ms().unwrap_or_default() + f64::from(after);
        let wait = js_sys::Object::new();
        js_sys::Reflect::set(&wait, &"after".into(), &f64::from(after).into())?;
        // A Worker that is still loading reads this seconds late on a busy machine, and takes them off.
        js_sys::Reflect::set(&wait, &"sentAt".into(), &js_sys::Date::now().into())?;
        self.worker.post_message(&wait)
    }

    /// How long it still had to wait, in milliseconds.
    fn remaining_ms(&self) -> u32 {
        // A float becomes the nearest number that fits: 0 for what is past.
        (self.until - monotonic_ms().unwrap_or_default()) as u32
    }
}

impl Drop for AlarmWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

fn feed(runtime: &Weak<Runtime>, alarm: Alarm) {
    if let Some(runtime) = runtime.upgrade() {
        runtime.feed(Input::Alarm { alarm });
    }
}
