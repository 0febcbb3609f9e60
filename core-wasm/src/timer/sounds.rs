//! Sounds and notifications, as configured by the user. A sound at volume 0 is not played at all, because browsers
//! spend as much on a silent sound as on a loud one.

use super::settings::TimerSettings;
use crate::protocol::effect::UiEffect;
use crate::protocol::http::{EndingSound, FocusSound};
use crate::protocol::messages::core as messages;
use crate::protocol::record::SessionKind;

/// Returns the sound that loops while a phase runs, or `None` if the user has turned it off.
pub(super) fn loop_effect(settings: &TimerSettings) -> Option<UiEffect> {
    let (sound, volume) = (settings.focus_sound, settings.volume.clamp(0, 100));
    (sound != FocusSound::None && volume > 0).then_some(UiEffect::PlayLoop { sound, volume })
}

/// Returns the sound at an end or a pause, or `None` if the user has turned it off.
pub(super) fn ending_effect(settings: &TimerSettings) -> Option<UiEffect> {
    let (sound, volume) = (settings.ending_sound, settings.volume.clamp(0, 100));
    (sound != EndingSound::None && volume > 0).then_some(UiEffect::PlayEnding { sound, volume })
}

pub(super) fn notify(body: &str) -> UiEffect {
    UiEffect::Notify { body: body.to_owned() }
}

/// Returns the notification that a phase begins.
pub(super) fn phase_notification(phase: SessionKind) -> UiEffect {
    notify(match phase {
        SessionKind::Focus => messages::timer_focus_begins(),
        SessionKind::ShortBreak | SessionKind::LongBreak => messages::timer_break_begins(),
    })
}
