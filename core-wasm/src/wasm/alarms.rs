//! The alarms of the core, as browser timers. The deadline of the timer waits in a worker, because browsers throttle
//! the timers of a hidden page but not those of a worker.

use super::InputSink;
use super::device::monotonic_ms;
use crate::app::Input;
use crate::map::Map;
use crate::protocol::effect::Alarm;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker};

/// The running timers. Dropping one cancels it.
pub(super) struct Alarms {
    timeouts: RefCell<Map<Alarm, Timeout>>,
    /// The URL of the worker's script; `None` if there is none, or if it could not be loaded.
    script: RefCell<Option<String>>,
    alarm_worker: RefCell<Option<AlarmWorker>>,
    sink: InputSink,
}

impl Alarms {
    /// Creates alarms. `script` is the URL of the worker that waits for the timer's deadline.
    pub(super) fn new(script: Option<String>, sink: InputSink) -> Rc<Self> {
        Rc::new(Self {
            timeouts: RefCell::default(),
            script: RefCell::new(script),
            alarm_worker: RefCell::default(),
            sink,
        })
    }

    /// Sets an alarm to fire once after this number of milliseconds, and replaces its earlier time.
    pub(super) fn set(self: &Rc<Self>, alarm: Alarm, after: u32) {
        // Browsers use a signed 32-bit number and would fire at once for a larger value.
        let after = after.min(i32::MAX as u32);
        if alarm == Alarm::TimerEnd && self.schedule(after) {
            return;
        }
        let sink = self.sink.clone();
        let timeout = Timeout::new(after, move || sink(Input::Alarm { alarm }));
        self.timeouts.borrow_mut().insert(alarm, timeout);
    }

    /// Cancels an alarm.
    pub(super) fn clear(&self, alarm: Alarm) {
        self.timeouts.borrow_mut().remove(&alarm);
        if alarm == Alarm::TimerEnd {
            self.alarm_worker.take();
        }
    }

    /// Sets the worker's timer, and starts the worker if needed. Returns whether that worked.
    fn schedule(self: &Rc<Self>, after: u32) -> bool {
        let Some(script) = self.script.borrow().clone() else { return false };
        if self.alarm_worker.borrow().is_none() {
            let made = AlarmWorker::start(&script, self);
            *self.alarm_worker.borrow_mut() = made.ok();
        }
        match &mut *self.alarm_worker.borrow_mut() {
            Some(worker) => worker.schedule(after).is_ok(),
            None => false,
        }
    }

    /// Falls back to the page's own timers after the worker failed or could not be loaded.
    fn on_worker_failed(self: &Rc<Self>) {
        web_sys::console::warn_1(&JsValue::from_str("Timer worker failed, using the page's timers instead."));
        self.script.take();
        if let Some(worker) = self.alarm_worker.take() {
            self.set(Alarm::TimerEnd, worker.remaining_ms());
        }
    }
}

/// A worker with a timer. Dropping it terminates the worker.
struct AlarmWorker {
    worker: Worker,
    /// When the worker fires, in milliseconds of the page's monotonic clock.
    until: f64,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _error: Closure<dyn FnMut(Event)>,
}

impl AlarmWorker {
    fn start(script: &str, alarms: &Rc<Alarms>) -> Result<Self, JsValue> {
        let worker = Worker::new(script)?;
        let sink = alarms.sink.clone();
        let message = Closure::new(move |_: MessageEvent| sink(Input::Alarm { alarm: Alarm::TimerEnd }));
        let to: Weak<Alarms> = Rc::downgrade(alarms);
        let error = Closure::new(move |event: Event| {
            // The page logs the failure itself, so the browser does not have to.
            event.prevent_default();
            if let Some(alarms) = to.upgrade() {
                alarms.on_worker_failed();
            }
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        Ok(Self { worker, until: 0.0, _message: message, _error: error })
    }

    /// Sets the worker's timer in milliseconds, and replaces its earlier time.
    fn schedule(&mut self, after: u32) -> Result<(), JsValue> {
        self.until = monotonic_ms().unwrap_or_default() + f64::from(after);
        let wait = js_sys::Object::new();
        js_sys::Reflect::set(&wait, &"after".into(), &f64::from(after).into())?;
        // A worker that is still loading may read the message seconds later, and subtracts that time.
        js_sys::Reflect::set(&wait, &"sentAt".into(), &js_sys::Date::now().into())?;
        self.worker.post_message(&wait)
    }

    /// Returns how long the worker still waits, in milliseconds.
    fn remaining_ms(&self) -> u32 {
        // The cast saturates, so a time in the past becomes 0.
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
