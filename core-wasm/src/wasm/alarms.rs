//! The alarms that machines set, as timers of the browser.

use super::runtime::Runtime;
use crate::app::Input;
use crate::protocol::effect::Alarm;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Weak;

/// The timers that run. Dropping one cancels it.
#[derive(Default)]
pub(super) struct Alarms(RefCell<BTreeMap<Alarm, Timeout>>);

impl Alarms {
    /// Goes off once after so many milliseconds, instead of whenever this alarm was set for.
    pub(super) fn set(&self, alarm: Alarm, after: u32, runtime: Weak<Runtime>) {
        // Browsers count in a signed 32-bit number and would fire at once beyond it.
        let after = after.min(i32::MAX as u32);
        let timeout = Timeout::new(after, move || {
            if let Some(runtime) = runtime.upgrade() {
                runtime.feed(Input::Alarm { alarm });
            }
        });
        self.0.borrow_mut().insert(alarm, timeout);
    }

    /// Does not go off.
    pub(super) fn clear(&self, alarm: Alarm) {
        self.0.borrow_mut().remove(&alarm);
    }
}
