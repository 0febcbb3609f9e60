//! What the person hears and is told, by their choice. What would not be heard is not played at all: a browser spends as much
//! on a silent sound as on a loud one.

use super::settings::TimerSettings;
use crate::protocol::effect::UiEffect;
use crate::protocol::http::{EndingSound, FocusSound};
use crate::protocol::record::SessionKind;

/// The sound of a phase that runs; `None` where the person wants none.
pub(super) fn loop_effect(settings: &TimerSettings) -> Option<UiEffect> {
    let (sound, volume) = (settings.focus_sound, settings.volume.clamp(0, 100));
    (sound != FocusSound::None && volume > 0).then_some(UiEffect::PlayLoop { sound, volume })
}

/// The sound of an end or a pause; `None` where the person wants none.
pub(super) fn ending_effect(settings: &TimerSettings) -> Option<UiEffect> {
    let (sound, volume) = (settings.ending_sound, settings.volume.clamp(0, 100));
    (sound != EndingSound::None && volume > 0).then_some(UiEffect::PlayEnding { sound, volume })
}

/// A notification.
pub(super) fn notify(body: &str) -> UiEffect {
    UiEffect::Notify { body: body.to_owned() }
}

/// The notification that a phase begins.
pub(super) fn phase_notification(phase: SessionKind) -> UiEffect {
    notify(match phase {
        SessionKind::Focus => "Time to work!",
        SessionKind::ShortBreak | SessionKind::LongBreak => "Time for a break!",
    })
}
