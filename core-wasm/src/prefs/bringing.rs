//! What was chosen in a browser before there was an account comes along to it (SPEC F5, E5).

use super::Prefs;
use crate::call::Turn;
use crate::protocol::http::{Preferences, PreferencesUpdate};
use crate::protocol::stored::OutboxEntry;

impl Prefs {
    /// A new account begins with the colours and the focus time that were chosen in this browser before (SPEC F5), and with all that
    /// a guest has chosen (SPEC E5).
    pub fn bring_along(&mut self, is_guest: bool, turn: &mut Turn) {
        self.of_guest = None;
        let of_guest = chosen(&self.preferences);
        let update = if is_guest {
            of_guest
        } else {
            let PreferencesUpdate { theme, focus_minutes, .. } = of_guest;
            PreferencesUpdate { theme, focus_minutes, ..PreferencesUpdate::default() }
        };
        if update != PreferencesUpdate::default() {
            turn.entries.push(OutboxEntry::Preferences { update });
        }
    }

    /// A guest has come to an account. Whether it is a new one is told with its own preferences.
    pub fn leave_guest(&mut self) {
        self.of_guest = Some(self.preferences.clone());
    }

    /// The account is new, and takes what its person had chosen as a guest.
    pub(super) fn bring(&mut self, guest: &Preferences, turn: &mut Turn) {
        let update = chosen(guest);
        if update != PreferencesUpdate::default() {
            self.update(update, turn);
        }
    }
}

/// Whether nobody has chosen anything, but for the time zone, which a browser tells by itself.
pub(super) fn is_untouched(preferences: &Preferences) -> bool {
    *preferences == Preferences { time_zone: preferences.time_zone.clone(), ..Preferences::default() }
}

/// All that was chosen, but for the time zone. The goal of a day holds from the day on from which it has held here.
fn chosen(here: &Preferences) -> PreferencesUpdate {
    let new = &Preferences::default();
    let mins_for_streak = other(&here.mins_for_streak, &new.mins_for_streak);
    let background = other(&here.background, &new.background);
    PreferencesUpdate {
        theme: other(&here.theme, &new.theme),
        focus_minutes: other(&here.focus_minutes, &new.focus_minutes),
        short_break_minutes: other(&here.short_break_minutes, &new.short_break_minutes),
        long_break_minutes: other(&here.long_break_minutes, &new.long_break_minutes),
        mins_for_streak,
        mins_for_streak_from: here.goals.last().map(|goal| goal.from).filter(|_| mins_for_streak.is_some()),
        day_start_minutes: other(&here.day_start_minutes, &new.day_start_minutes),
        rounds: other(&here.rounds, &new.rounds),
        auto_start_breaks: other(&here.auto_start_breaks, &new.auto_start_breaks),
        auto_start_focus: other(&here.auto_start_focus, &new.auto_start_focus),
        hour_format: other(&here.hour_format, &new.hour_format),
        temperature_unit: other(&here.temperature_unit, &new.temperature_unit),
        focus_sound: other(&here.focus_sound, &new.focus_sound),
        ending_sound: other(&here.ending_sound, &new.ending_sound),
        volume: other(&here.volume, &new.volume),
        wallpaper_pages: other(&here.wallpaper_pages, &new.wallpaper_pages),
        // A guest has no plan, and what was chosen earlier stays (SPEC L8).
        made_offline: background.is_some(),
        background,
        ..PreferencesUpdate::default()
    }
}

/// What was chosen, where it is another than what a new account begins with.
fn other<T: Clone + PartialEq>(here: &T, new: &T) -> Option<T> {
    (here != new).then(|| here.clone())
}
