//! The person's preferences: kept in the browser, so that the first paint has them, and on the server, so that they follow
//! the account.

use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::background::{Background, LARGEST_BACKGROUND};
use crate::protocol::effect::{Alarm, IoEffect, ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{Preferences, PreferencesUpdate, StreakGoal, Theme};
use crate::protocol::patch::Patch;
use crate::protocol::stored::{OutboxEntry, key};
use crate::protocol::time::LocalDay;
use crate::stats::{FIRST_GOAL, goal_of, local_day};
use crate::sync::asking::Asking;
use crate::sync::outbox::{Outbox, PreferencesLeft};
use crate::timer::TimerSettings;
use serde::Deserialize;
use std::collections::BTreeMap;

mod bringing;

/// How long it shows at least that a change is being saved, in milliseconds: a spinner must not flash.
const SAVING: u32 = 1_000;

/// How long it shows at most, in milliseconds: the change is kept in the browser, and goes to the server when it can.
const SAVING_AT_MOST: u32 = 10_000;

/// The range of the lengths of a phase, in minutes (SPEC F1).
const PHASE_MINUTES: std::ops::RangeInclusive<i64> = 1..=180;

/// The range of the goal of a day, in minutes.
const GOAL_MINUTES: std::ops::RangeInclusive<i64> = 1..=1_440;

/// How many days ago a goal may have been changed: a device may have been without a network, or a day ahead.
const GOAL_DAYS_AGO: std::ops::RangeInclusive<i64> = -1..=60;

/// What the person has chosen, as far as this device knows.
#[derive(Debug, Default)]
pub struct Prefs {
    preferences: Preferences,
    /// The change that is being saved, as far as the person waits for it.
    saving: Option<Saving>,
    /// The time zone of this browser; empty before it is known.
    zone_here: String,
    /// What a guest had chosen who has an account now, until the account's own are known.
    of_guest: Option<Preferences>,
    /// The request for the account's preferences.
    asking: Asking,
    /// Whether the response to a change that is being sent may be older than what another device has changed since.
    is_sending_overtaken: bool,
    /// Whether this page has received the account's preferences.
    is_loaded: bool,
}

/// How far the saving of a change has come that the person waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Saving {
    /// It shows for a second, however soon the server has it.
    AtLeast,
    /// It shows until the server has it, or cannot have it now.
    Waiting,
    /// The server will not have it: it shows for the rest of its second, and nothing is said of success.
    Refused,
}

impl Prefs {
    /// What is stored in the browser. What cannot be read is as if it had never been chosen (SPEC F2).
    pub fn restore(stored: &BTreeMap<String, String>) -> Self {
        let mut preferences = stored.get(key::PREFERENCES).and_then(|text| readable(text)).unwrap_or_default();
        // The specified keys stand above ours: the first paint reads them.
        if let Some(theme) = stored.get(key::THEME).and_then(|text| theme_named(text)) {
            preferences.theme = theme;
        }
        if let Some(minutes) = stored.get(key::FOCUS_TIME).and_then(|text| text.parse().ok()) {
            preferences.focus_minutes = clamp(minutes);
        }
        Self { preferences, ..Self::default() }
    }

    /// The preferences as they stand.
    pub fn get(&self) -> &Preferences {
        &self.preferences
    }

    /// What the timer follows.
    pub fn timer_settings(&self) -> TimerSettings {
        let preferences = &self.preferences;
        TimerSettings {
            focus: preferences.focus_minutes * 60,
            short_break: preferences.short_break_minutes * 60,
            long_break: preferences.long_break_minutes * 60,
            rounds: preferences.rounds,
            auto_start_breaks: preferences.auto_start_breaks,
            auto_start_focus: preferences.auto_start_focus,
            focus_sound: preferences.focus_sound,
            ending_sound: preferences.ending_sound,
            volume: preferences.volume,
        }
    }

    /// Requests the preferences of the account that has just signed in.
    pub fn load(&mut self, turn: &mut Turn) {
        (self.asking, self.is_sending_overtaken, self.is_loaded) = (Asking::default(), false, false);
        self.fetch(turn);
    }

    /// Requests the preferences again, because another device may have changed them (SPEC F11).
    pub fn refresh(&mut self, outbox: &Outbox, turn: &mut Turn) {
        self.is_sending_overtaken = outbox.holds_preferences();
        self.asking.overtaken();
        self.fetch(turn);
    }

    fn fetch(&mut self, turn: &mut Turn) {
        if self.asking.begin() {
            turn.calls.push(Call::get(Purpose::LoadPreferences, "/preferences/"));
        }
    }

    /// Takes the account's preferences from the server's response. Changes that have not been sent yet are applied on top, and so is what
    /// a guest has chosen where the account is new (SPEC E5). A response that a change has overtaken is dropped and requested again (SPEC F10).
    pub fn loaded(&mut self, answer: &Answer, is_new: bool, outbox: &Outbox, turn: &mut Turn) {
        let Some(mut preferences) = told(answer) else {
            self.asking.failed();
            return turn.log("Error fetching preferences");
        };
        let (_, is_overtaken) = self.asking.come();
        if is_overtaken {
            return self.fetch(turn);
        }
        let guest = self.of_guest.take().filter(|_| is_new && bringing::is_untouched(&preferences));
        for entry in outbox.entries() {
            if let OutboxEntry::Preferences { update } = entry {
                apply(&mut preferences, update);
            }
        }
        self.replace(preferences, turn);
        if let Some(guest) = guest {
            self.bring(&guest, turn);
        }
        if !std::mem::replace(&mut self.is_loaded, true) {
            // The account may have been used elsewhere since, in another zone. Only once, or two open devices in different zones would
            // overwrite each other's zone without end.
            self.keep_time_zone(turn);
        }
    }

    /// A change has left the outbox. The server's response says how all preferences stand with it: another device may have changed
    /// something else, and the server decides about the days of goals (SPEC F8). A change that still waits is newer than that, and so
    /// may be what another device has changed meanwhile.
    pub fn left(&mut self, left: PreferencesLeft, outbox: &Outbox, turn: &mut Turn) {
        // A response that is on its way may have been read before the change.
        self.asking.overtaken();
        if outbox.holds_preferences() {
            return;
        }
        let is_overtaken = std::mem::take(&mut self.is_sending_overtaken);
        let has_refused_background = matches!(&left, PreferencesLeft::Refused(update) if update.background.is_some());
        match left {
            PreferencesLeft::Kept { .. } if is_overtaken => self.fetch(turn),
            PreferencesLeft::Kept { update, answer } => {
                if let Some(preferences) = told(&answer) {
                    self.replace(preferences, turn);
                    if update.time_zone.is_none() {
                        // Otherwise a server that keeps to another zone would be asked for ever.
                        self.keep_time_zone(turn);
                    }
                }
            }
            PreferencesLeft::Refused(update) if update.focus_minutes.is_some() => match self.saving {
                Some(Saving::AtLeast) => self.saving = Some(Saving::Refused),
                Some(Saving::Waiting) => {
                    turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Saving });
                    self.show_saving(None, turn);
                }
                Some(Saving::Refused) | None => {}
            },
            PreferencesLeft::Refused(_) => {}
        }
        if has_refused_background {
            // The wallpaper here is not the account's: only the server knows which one is.
            self.fetch(turn);
        }
    }

    /// Chooses the colours.
    pub fn set_theme(&mut self, theme: Theme, turn: &mut Turn) {
        self.update(PreferencesUpdate { theme: Some(theme), ..PreferencesUpdate::default() }, turn);
    }

    /// Chooses the wallpaper (SPEC V7). `made_offline` tells the server that the plan could not be asked (SPEC L8).
    pub fn set_background(
        &mut self,
        background: Background,
        made_offline: bool,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        let made_offline = made_offline && background != Background::Daily;
        let update = PreferencesUpdate { background: Some(background), made_offline, ..PreferencesUpdate::default() };
        check(&update)?;
        self.update(update, turn);
        Ok(())
    }

    /// Somebody else is signed in now: what stood behind Home may have been a picture of the one before (SPEC A18).
    pub fn forget_background(&mut self, turn: &mut Turn) {
        if self.preferences.background != Background::Daily {
            self.replace(Preferences { background: Background::Daily, ..self.preferences.clone() }, turn);
        }
    }

    /// Saves the length of a focus session, clamped to 1 to 180 minutes (SPEC F1). It shows that it is being saved (SPEC F7).
    pub fn set_focus_time(&mut self, minutes: i64, turn: &mut Turn) {
        self.save(PreferencesUpdate { focus_minutes: Some(clamp(minutes)), ..PreferencesUpdate::default() }, turn);
    }

    /// Applies and sends a change. One of the focus time shows that it is being saved.
    fn save(&mut self, update: PreferencesUpdate, turn: &mut Turn) {
        let has_focus_time = update.focus_minutes.is_some();
        self.update(update, turn);
        if has_focus_time {
            self.show_saving(Some(Saving::AtLeast), turn);
            turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Saving, after: SAVING });
        }
    }

    /// Changes what is given, or nothing where any of it is outside its range (SPEC F3). The focus time is clamped (SPEC F1). A goal
    /// holds from the person's today on (SPEC S26).
    pub fn set(&mut self, update: PreferencesUpdate, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let update = PreferencesUpdate { focus_minutes: update.focus_minutes.map(clamp), ..update };
        check(&update)?;
        let day_start = update.day_start_minutes.unwrap_or(self.preferences.day_start_minutes);
        let today = local_day(env.now, env.utc_offset, day_start);
        let mins_for_streak_from = update.mins_for_streak.map(|_| today);
        self.save(PreferencesUpdate { mins_for_streak_from, ..update }, turn);
        Ok(())
    }

    /// Whether a change is being saved.
    pub fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// The alarm of a change that is being saved has gone off.
    pub fn saving(&mut self, outbox: &Outbox, turn: &mut Turn) {
        match self.saving {
            Some(Saving::AtLeast) if still_waits(outbox) => {
                self.saving = Some(Saving::Waiting);
                let after = SAVING_AT_MOST - SAVING;
                turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Saving, after });
            }
            Some(Saving::Refused) => self.show_saving(None, turn),
            Some(_) => self.saved(turn),
            None => {}
        }
    }

    /// Follows what waits: a change is saved when the server has it, or cannot have it now.
    pub fn follow(&mut self, outbox: &Outbox, turn: &mut Turn) {
        if self.saving == Some(Saving::Waiting) && !still_waits(outbox) {
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Saving });
            self.saved(turn);
        }
    }

    fn saved(&mut self, turn: &mut Turn) {
        self.show_saving(None, turn);
        let message = "Focus time saved successfully!".to_owned();
        turn.step.ui.push(UiEffect::Toast { kind: ToastKind::Success, message, undo: None });
    }

    fn show_saving(&mut self, saving: Option<Saving>, turn: &mut Turn) {
        if self.saving.is_some() != saving.is_some() {
            turn.step.patches.push(Patch::Saving { is_saving: saving.is_some() });
        }
        self.saving = saving;
    }

    /// Keeps the person's time zone current (SPEC F4).
    pub fn set_time_zone(&mut self, time_zone: String, turn: &mut Turn) {
        self.zone_here = time_zone;
        self.keep_time_zone(turn);
    }

    fn keep_time_zone(&mut self, turn: &mut Turn) {
        if self.preferences.time_zone != self.zone_here && !self.zone_here.is_empty() {
            let time_zone = Some(self.zone_here.clone());
            self.update(PreferencesUpdate { time_zone, ..PreferencesUpdate::default() }, turn);
        }
    }

    /// Another tab has chosen other colours.
    pub fn stored_elsewhere(&mut self, key: &str, value: Option<&str>, turn: &mut Turn) {
        match (key, value) {
            (key::THEME, Some(text)) => {
                if let Some(theme) = theme_named(text).filter(|theme| *theme != self.preferences.theme) {
                    self.preferences.theme = theme;
                    self.patch(turn);
                }
            }
            (key::PREFERENCES, Some(text)) => {
                if let Some(preferences) = readable(text)
                    && preferences != self.preferences
                {
                    self.preferences = preferences;
                    self.patch(turn);
                }
            }
            _ => {}
        }
    }

    /// Forgets an account's preferences; the colours stay, since they belong to the browser's screen too.
    pub fn forget(&mut self, turn: &mut Turn) {
        turn.remove(key::PREFERENCES);
        turn.remove(key::FOCUS_TIME);
        if self.saving.is_some() {
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Saving });
            self.show_saving(None, turn);
        }
        self.preferences = Preferences { theme: self.preferences.theme, ..Preferences::default() };
        self.patch(turn);
    }

    fn update(&mut self, update: PreferencesUpdate, turn: &mut Turn) {
        let mut preferences = self.preferences.clone();
        apply(&mut preferences, &update);
        self.replace(preferences, turn);
        turn.entries.push(OutboxEntry::Preferences { update });
    }

    fn replace(&mut self, preferences: Preferences, turn: &mut Turn) {
        if self.preferences != preferences {
            self.preferences = preferences;
            self.patch(turn);
        }
        turn.store(key::PREFERENCES, crate::json(&self.preferences));
        turn.store(key::THEME, theme_name(self.preferences.theme));
        turn.store(key::FOCUS_TIME, self.preferences.focus_minutes.to_string());
    }

    fn patch(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::Preferences { preferences: self.preferences.clone() });
    }
}

/// Checks an update (SPEC F3). Whether a time zone exists is checked by the server, which has the table of zones.
pub fn check(update: &PreferencesUpdate) -> Result<(), ErrorCode> {
    let within =
        |value: Option<i64>, range: std::ops::RangeInclusive<i64>| value.is_none_or(|value| range.contains(&value));
    let holds = within(update.focus_minutes, PHASE_MINUTES)
        && within(update.short_break_minutes, PHASE_MINUTES)
        && within(update.long_break_minutes, PHASE_MINUTES)
        && within(update.mins_for_streak, GOAL_MINUTES)
        && within(update.day_start_minutes, 0..=360)
        && within(update.rounds, 1..=12)
        && within(update.volume, 0..=100)
        && update.background.as_ref().is_none_or(|background| crate::json(background).len() <= LARGEST_BACKGROUND);
    if holds { Ok(()) } else { Err(ErrorCode::PreferenceInvalid) }
}

/// Reads preferences, stored or the server's. `None` where they are not, or where one is outside its range: others may have
/// written them. What came into use later may be missing, and is then as it was before there was a choice (SPEC F6).
fn readable(text: &str) -> Option<Preferences> {
    /// The one field that nobody sets.
    #[derive(Deserialize)]
    struct Goals {
        #[serde(default)]
        goals: Vec<StreakGoal>,
    }
    let all: PreferencesUpdate = serde_json::from_str(text).ok()?;
    let Goals { mut goals } = serde_json::from_str(text).ok()?;
    let has_first_fields = all.theme.is_some()
        && all.focus_minutes.is_some()
        && all.short_break_minutes.is_some()
        && all.long_break_minutes.is_some()
        && all.day_start_minutes.is_some()
        && all.time_zone.is_some();
    let minutes = all.mins_for_streak.filter(|_| has_first_fields)?;
    check(&all).ok()?;
    let are_within = goals.iter().all(|goal| GOAL_MINUTES.contains(&goal.minutes));
    let are_sorted = goals.windows(2).all(|pair| pair[0].from < pair[1].from);
    if goals.is_empty() && minutes != FIRST_GOAL {
        // Before goals had days, the one there was held for all of them.
        goals.push(StreakGoal { from: LocalDay::from_number(i64::MIN), minutes });
    }
    let mut preferences = Preferences { goals, ..Preferences::default() };
    apply(&mut preferences, &all);
    (are_within && are_sorted).then_some(preferences)
}

/// Sets the fields that an update names.
pub fn apply(preferences: &mut Preferences, update: &PreferencesUpdate) {
    fn set<T: Clone>(field: &mut T, value: &Option<T>) {
        if let Some(value) = value {
            *field = value.clone();
        }
    }
    set(&mut preferences.theme, &update.theme);
    set(&mut preferences.focus_minutes, &update.focus_minutes);
    set(&mut preferences.short_break_minutes, &update.short_break_minutes);
    set(&mut preferences.long_break_minutes, &update.long_break_minutes);
    set(&mut preferences.mins_for_streak, &update.mins_for_streak);
    set(&mut preferences.day_start_minutes, &update.day_start_minutes);
    set(&mut preferences.time_zone, &update.time_zone);
    set(&mut preferences.rounds, &update.rounds);
    set(&mut preferences.auto_start_breaks, &update.auto_start_breaks);
    set(&mut preferences.auto_start_focus, &update.auto_start_focus);
    set(&mut preferences.hour_format, &update.hour_format);
    set(&mut preferences.temperature_unit, &update.temperature_unit);
    set(&mut preferences.focus_sound, &update.focus_sound);
    set(&mut preferences.ending_sound, &update.ending_sound);
    set(&mut preferences.volume, &update.volume);
    set(&mut preferences.background, &update.background);
    set(&mut preferences.wallpaper_pages, &update.wallpaper_pages);
    if let (Some(minutes), Some(from)) = (update.mins_for_streak, update.mins_for_streak_from) {
        set_goal(&mut preferences.goals, StreakGoal { from, minutes });
    }
}

/// The day from which a goal holds that a device says it changed on `claimed`, where it is `today` for the person. A change may
/// come late, from a device that had no network, and holds from when it was made all the same (SPEC S26): up to 60 days ago, and
/// up to a day ahead, since the device may be in another part of the world. It does not reach back into days for which a goal
/// was set since: those have been lived by that one.
pub fn goal_day(claimed: Option<LocalDay>, goals: &[StreakGoal], today: LocalDay) -> LocalDay {
    let ago = |day: &LocalDay| today.number() - day.number();
    let first = goals.last().map(|last| last.from.min(today));
    let day = claimed.filter(|day| GOAL_DAYS_AGO.contains(&ago(day))).unwrap_or(today);
    first.map_or(day, |first| day.max(first))
}

/// Lets a goal hold from its day on, instead of what was to hold from then (SPEC S26).
pub fn set_goal(goals: &mut Vec<StreakGoal>, goal: StreakGoal) {
    goals.retain(|known| known.from < goal.from);
    if goal_of(goals, goal.from) != goal.minutes {
        goals.push(goal);
    }
}

/// The preferences of an answer; `None` where it has none.
fn told(answer: &Answer) -> Option<Preferences> {
    match answer {
        Answer::Arrived { status: 200..=299, body } => readable(body),
        _ => None,
    }
}

/// Whether what the person waits for is on its way to the server.
fn still_waits(outbox: &Outbox) -> bool {
    outbox.holds_preferences() && !outbox.is_offline()
}

fn clamp(minutes: i64) -> i64 {
    minutes.clamp(*PHASE_MINUTES.start(), *PHASE_MINUTES.end())
}

/// A theme as the specified key tells it.
fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => "dark",
        Theme::Light => "light",
        Theme::System => "system",
    }
}

/// The theme of a name; `None` where no theme has it.
fn theme_named(text: &str) -> Option<Theme> {
    [Theme::Dark, Theme::Light, Theme::System].into_iter().find(|theme| theme_name(*theme) == text)
}
