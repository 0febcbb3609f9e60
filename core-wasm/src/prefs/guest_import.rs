//! Moves the choices made in a browser before sign-up to the new account (SPEC F5, E5).

use super::Prefs;
use crate::context::Context;
use crate::protocol::http::{Preferences, PreferencesUpdate};
use crate::protocol::stored::OutboxEntry;

impl Prefs {
    /// Sends what was chosen in this browser before sign-up to the new account: the theme, the focus time and the
    /// language (SPEC F5), and everything that a guest has chosen (SPEC E5).
    pub(crate) fn send_browser_choices(&mut self, is_guest: bool, ctx: &mut Context) {
        self.guest_preferences = None;
        let of_guest = changes_from_default(&self.preferences);
        let update = if is_guest {
            of_guest
        } else {
            let PreferencesUpdate { theme, focus_minutes, language, .. } = of_guest;
            PreferencesUpdate { theme, focus_minutes, language, ..PreferencesUpdate::default() }
        };
        if update != PreferencesUpdate::default() {
            ctx.outbox_entries.push(OutboxEntry::Preferences { update });
        }
    }

    /// Remembers the choices of a guest who logs in. The account's own preferences then show whether the account is
    /// new.
    pub(crate) fn remember_guest_choices(&mut self) {
        self.guest_preferences = Some(self.preferences.clone());
    }

    /// Applies the choices of a guest to their new account.
    pub(super) fn apply_guest_choices(&mut self, guest: &Preferences, ctx: &mut Context) {
        let update = changes_from_default(guest);
        if update != PreferencesUpdate::default() {
            self.update(update, ctx);
        }
    }
}

/// Returns whether no preference was changed, except the time zone, which the browser sets automatically.
pub(super) fn is_default(preferences: &Preferences) -> bool {
    *preferences == Preferences { time_zone: preferences.time_zone.clone(), ..Preferences::default() }
}

/// Returns everything that differs from the defaults, except the time zone. The daily goal keeps the day from which it
/// applied here.
fn changes_from_default(current: &Preferences) -> PreferencesUpdate {
    let new = &Preferences::default();
    let mins_for_streak = if_changed(&current.mins_for_streak, &new.mins_for_streak);
    let background = if_changed(&current.background, &new.background);
    PreferencesUpdate {
        theme: if_changed(&current.theme, &new.theme),
        focus_minutes: if_changed(&current.focus_minutes, &new.focus_minutes),
        short_break_minutes: if_changed(&current.short_break_minutes, &new.short_break_minutes),
        long_break_minutes: if_changed(&current.long_break_minutes, &new.long_break_minutes),
        mins_for_streak,
        mins_for_streak_from: current.goals.last().map(|goal| goal.from).filter(|_| mins_for_streak.is_some()),
        day_start_minutes: if_changed(&current.day_start_minutes, &new.day_start_minutes),
        rounds: if_changed(&current.rounds, &new.rounds),
        auto_start_breaks: if_changed(&current.auto_start_breaks, &new.auto_start_breaks),
        auto_start_focus: if_changed(&current.auto_start_focus, &new.auto_start_focus),
        hour_format: if_changed(&current.hour_format, &new.hour_format),
        temperature_unit: if_changed(&current.temperature_unit, &new.temperature_unit),
        focus_sound: if_changed(&current.focus_sound, &new.focus_sound),
        ending_sound: if_changed(&current.ending_sound, &new.ending_sound),
        volume: if_changed(&current.volume, &new.volume),
        inbox_mails: if_changed(&current.inbox_mails, &new.inbox_mails),
        shortcuts: if_changed(&current.shortcuts, &new.shortcuts),
        views: if_changed(&current.views, &new.views),
        appearance: if_changed(&current.appearance, &new.appearance),
        language: if_changed(&current.language, &new.language),
        wallpaper_pages: if_changed(&current.wallpaper_pages, &new.wallpaper_pages),
        // A guest has no plan, and earlier choices stay allowed (SPEC L8).
        made_offline: background.is_some(),
        background,
        ..PreferencesUpdate::default()
    }
}

/// Returns a value if it differs from the default of a new account.
fn if_changed<T: Clone + PartialEq>(current: &T, new: &T) -> Option<T> {
    (current != new).then(|| current.clone())
}
