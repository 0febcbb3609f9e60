//! The person's preferences: kept in the browser, so that the first paint has them, and on the server, so that they follow
//! the account.

use crate::api::{ApiRequest, ApiResponse, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::background::{Background, MAX_BACKGROUND_BYTES};
use crate::protocol::effect::{Alarm, IoEffect, ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{Preferences, PreferencesUpdate, StreakGoal, Theme};
use crate::protocol::patch::Patch;
use crate::protocol::stored::{OutboxEntry, local_key};
use crate::protocol::time::LocalDay;
use crate::resource::fetch::Fetch;
use crate::stats::{DEFAULT_GOAL_MINUTES, goal_of, local_day};
use crate::sync::outbox::{Outbox, PreferencesSyncResult};
use crate::timer::TimerSettings;
use serde::Deserialize;
use std::collections::BTreeMap;

mod guest_import;

/// How long it shows at least that a change is being saved, in milliseconds: a spinner must not flash.
const MIN_SAVING_MS: u32 = 1_000;

/// How long it shows at most, in milliseconds: the change is kept in the browser, and goes to the server when it can.
const MAX_SAVING_MS: u32 = 10_000;

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
    browser_time_zone: String,
    /// What a guest had chosen who has an account now, until the account's own are known.
    guest_preferences: Option<Preferences>,
    /// The request for the account's preferences.
    fetch_state: Fetch,
    /// Whether the response to a change that is being sent may be older than what another device has changed since.
    is_send_response_stale: bool,
    /// Whether this page has received the account's preferences.
    is_loaded: bool,
}

/// How far the saving of a change has come that the person waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Saving {
    /// It shows for a second, however soon the server has it.
    MinimumTime,
    /// It shows until the server has it, or cannot have it now.
    AwaitingServer,
    /// The server will not have it: it shows for the rest of its second, and nothing is said of success.
    Refused,
}

impl Prefs {
    /// What is stored in the browser. What cannot be read is as if it had never been chosen (SPEC F2).
    pub fn restore(stored: &BTreeMap<String, String>) -> Self {
        let mut preferences =
            stored.get(local_key::PREFERENCES).and_then(|text| parse_preferences(text)).unwrap_or_default();
        // The specified keys stand above ours: the first paint reads them.
        if let Some(theme) = stored.get(local_key::THEME).and_then(|text| theme_from_name(text)) {
            preferences.theme = theme;
        }
        if let Some(minutes) = stored.get(local_key::FOCUS_TIME).and_then(|text| text.parse().ok()) {
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
    pub fn load(&mut self, ctx: &mut Context) {
        (self.fetch_state, self.is_send_response_stale, self.is_loaded) = (Fetch::default(), false, false);
        self.fetch(ctx);
    }

    /// Requests the preferences again, because another device may have changed them (SPEC F11).
    pub fn refresh(&mut self, outbox: &Outbox, ctx: &mut Context) {
        self.is_send_response_stale = outbox.has_preferences();
        self.fetch_state.invalidate();
        self.fetch(ctx);
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if self.fetch_state.start() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadPreferences, "/preferences/"));
        }
    }

    /// Takes the account's preferences from the server's response. Changes that have not been sent yet are applied on top, and so is what
    /// a guest has chosen where the account is new (SPEC E5). A response that a change has overtaken is dropped and requested again (SPEC F10).
    pub fn on_response(&mut self, response: &ApiResponse, is_new: bool, outbox: &Outbox, ctx: &mut Context) {
        let Some(mut preferences) = parse_response(response) else {
            self.fetch_state.fail();
            return ctx.log("Error fetching preferences");
        };
        let (_, is_overtaken) = self.fetch_state.finish();
        if is_overtaken {
            return self.fetch(ctx);
        }
        let guest = self.guest_preferences.take().filter(|_| is_new && guest_import::is_default(&preferences));
        for entry in outbox.entries() {
            if let OutboxEntry::Preferences { update } = entry {
                apply(&mut preferences, update);
            }
        }
        self.replace(preferences, ctx);
        if let Some(guest) = guest {
            self.apply_guest_choices(&guest, ctx);
        }
        if !std::mem::replace(&mut self.is_loaded, true) {
            // The account may have been used elsewhere since, in another zone. Only once, or two open devices in different zones would
            // overwrite each other's zone without end.
            self.send_time_zone(ctx);
        }
    }

    /// A change has left the outbox. The server's response says how all preferences stand with it: another device may have changed
    /// something else, and the server decides about the days of goals (SPEC F8). A change that still waits is newer than that, and so
    /// may be what another device has changed meanwhile.
    pub fn on_sync_result(&mut self, result: PreferencesSyncResult, outbox: &Outbox, ctx: &mut Context) {
        // A response that is on its way may have been read before the change.
        self.fetch_state.invalidate();
        if outbox.has_preferences() {
            return;
        }
        let is_overtaken = std::mem::take(&mut self.is_send_response_stale);
        let has_refused_background =
            matches!(&result, PreferencesSyncResult::Refused(update) if update.background.is_some());
        match result {
            PreferencesSyncResult::Accepted { .. } if is_overtaken => self.fetch(ctx),
            PreferencesSyncResult::Accepted { update, response } => {
                if let Some(preferences) = parse_response(&response) {
                    self.replace(preferences, ctx);
                    if update.time_zone.is_none() {
                        // Otherwise a server that keeps to another zone would be asked for ever.
                        self.send_time_zone(ctx);
                    }
                }
            }
            PreferencesSyncResult::Refused(update) if update.focus_minutes.is_some() => match self.saving {
                Some(Saving::MinimumTime) => self.saving = Some(Saving::Refused),
                Some(Saving::AwaitingServer) => {
                    ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Saving });
                    self.show_saving(None, ctx);
                }
                Some(Saving::Refused) | None => {}
            },
            PreferencesSyncResult::Refused(_) => {}
        }
        if has_refused_background {
            // The wallpaper here is not the account's: only the server knows which one is.
            self.fetch(ctx);
        }
    }

    /// Chooses the colours.
    pub fn set_theme(&mut self, theme: Theme, ctx: &mut Context) {
        self.update(PreferencesUpdate { theme: Some(theme), ..PreferencesUpdate::default() }, ctx);
    }

    /// Chooses the wallpaper (SPEC V7). `made_offline` tells the server that the plan could not be asked (SPEC L8).
    pub fn set_background(
        &mut self,
        background: Background,
        made_offline: bool,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let made_offline = made_offline && background != Background::Daily;
        let update = PreferencesUpdate { background: Some(background), made_offline, ..PreferencesUpdate::default() };
        check(&update)?;
        self.update(update, ctx);
        Ok(())
    }

    /// Somebody else is signed in now: what stood behind Home may have been a picture of the one before (SPEC A18).
    pub fn reset_background(&mut self, ctx: &mut Context) {
        if self.preferences.background != Background::Daily {
            self.replace(Preferences { background: Background::Daily, ..self.preferences.clone() }, ctx);
        }
    }

    /// Saves the length of a focus session, clamped to 1 to 180 minutes (SPEC F1). It shows that it is being saved (SPEC F7).
    pub fn set_focus_time(&mut self, minutes: i64, ctx: &mut Context) {
        self.save(PreferencesUpdate { focus_minutes: Some(clamp(minutes)), ..PreferencesUpdate::default() }, ctx);
    }

    /// Applies and sends a change. One of the focus time shows that it is being saved.
    fn save(&mut self, update: PreferencesUpdate, ctx: &mut Context) {
        let has_focus_time = update.focus_minutes.is_some();
        self.update(update, ctx);
        if has_focus_time {
            self.show_saving(Some(Saving::MinimumTime), ctx);
            ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Saving, after: MIN_SAVING_MS });
        }
    }

    /// Changes what is given, or nothing where any of it is outside its range (SPEC F3). The focus time is clamped (SPEC F1). A goal
    /// holds from the person's today on (SPEC S26).
    pub fn set(&mut self, update: PreferencesUpdate, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let update = PreferencesUpdate { focus_minutes: update.focus_minutes.map(clamp), ..update };
        check(&update)?;
        let day_start = update.day_start_minutes.unwrap_or(self.preferences.day_start_minutes);
        let today = local_day(env.now, env.utc_offset, day_start);
        let mins_for_streak_from = update.mins_for_streak.map(|_| today);
        self.save(PreferencesUpdate { mins_for_streak_from, ..update }, ctx);
        Ok(())
    }

    /// Whether a change is being saved.
    pub fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// The alarm of a change that is being saved has gone off.
    pub fn on_saving_alarm(&mut self, outbox: &Outbox, ctx: &mut Context) {
        match self.saving {
            Some(Saving::MinimumTime) if is_pending(outbox) => {
                self.saving = Some(Saving::AwaitingServer);
                let after = MAX_SAVING_MS - MIN_SAVING_MS;
                ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Saving, after });
            }
            Some(Saving::Refused) => self.show_saving(None, ctx),
            Some(_) => self.finish_saving(ctx),
            None => {}
        }
    }

    /// Follows what waits: a change is saved when the server has it, or cannot have it now.
    pub fn reconcile(&mut self, outbox: &Outbox, ctx: &mut Context) {
        if self.saving == Some(Saving::AwaitingServer) && !is_pending(outbox) {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Saving });
            self.finish_saving(ctx);
        }
    }

    fn finish_saving(&mut self, ctx: &mut Context) {
        self.show_saving(None, ctx);
        let message = "Focus time saved successfully!".to_owned();
        ctx.step.ui_effects.push(UiEffect::Toast { kind: ToastKind::Success, message, undo: None });
    }

    fn show_saving(&mut self, saving: Option<Saving>, ctx: &mut Context) {
        if self.saving.is_some() != saving.is_some() {
            ctx.step.patches.push(Patch::Saving { is_saving: saving.is_some() });
        }
        self.saving = saving;
    }

    /// Keeps the person's time zone current (SPEC F4).
    pub fn set_time_zone(&mut self, time_zone: String, ctx: &mut Context) {
        self.browser_time_zone = time_zone;
        self.send_time_zone(ctx);
    }

    fn send_time_zone(&mut self, ctx: &mut Context) {
        if self.preferences.time_zone != self.browser_time_zone && !self.browser_time_zone.is_empty() {
            let time_zone = Some(self.browser_time_zone.clone());
            self.update(PreferencesUpdate { time_zone, ..PreferencesUpdate::default() }, ctx);
        }
    }

    /// Another tab has chosen other colours.
    pub fn on_storage_event(&mut self, key: &str, value: Option<&str>, ctx: &mut Context) {
        match (key, value) {
            (local_key::THEME, Some(text)) => {
                if let Some(theme) = theme_from_name(text).filter(|theme| *theme != self.preferences.theme) {
                    self.preferences.theme = theme;
                    self.push_patch(ctx);
                }
            }
            (local_key::PREFERENCES, Some(text)) => {
                if let Some(preferences) = parse_preferences(text)
                    && preferences != self.preferences
                {
                    self.preferences = preferences;
                    self.push_patch(ctx);
                }
            }
            _ => {}
        }
    }

    /// Forgets an account's preferences; the colours stay, since they belong to the browser's screen too.
    pub fn reset(&mut self, ctx: &mut Context) {
        ctx.remove_local_storage(local_key::PREFERENCES);
        ctx.remove_local_storage(local_key::FOCUS_TIME);
        if self.saving.is_some() {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Saving });
            self.show_saving(None, ctx);
        }
        self.preferences = Preferences { theme: self.preferences.theme, ..Preferences::default() };
        self.push_patch(ctx);
    }

    fn update(&mut self, update: PreferencesUpdate, ctx: &mut Context) {
        let mut preferences = self.preferences.clone();
        apply(&mut preferences, &update);
        self.replace(preferences, ctx);
        ctx.outbox_entries.push(OutboxEntry::Preferences { update });
    }

    fn replace(&mut self, preferences: Preferences, ctx: &mut Context) {
        if self.preferences != preferences {
            self.preferences = preferences;
            self.push_patch(ctx);
        }
        ctx.set_local_storage(local_key::PREFERENCES, crate::json(&self.preferences));
        ctx.set_local_storage(local_key::THEME, theme_name(self.preferences.theme));
        ctx.set_local_storage(local_key::FOCUS_TIME, self.preferences.focus_minutes.to_string());
    }

    fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::Preferences { preferences: self.preferences.clone() });
    }
}

/// Checks an update (SPEC F3). Whether a time zone exists is checked by the server, which has the table of zones.
pub fn check(update: &PreferencesUpdate) -> Result<(), ErrorCode> {
    let within =
        |value: Option<i64>, range: std::ops::RangeInclusive<i64>| value.is_none_or(|value| range.contains(&value));
    let is_valid = within(update.focus_minutes, PHASE_MINUTES)
        && within(update.short_break_minutes, PHASE_MINUTES)
        && within(update.long_break_minutes, PHASE_MINUTES)
        && within(update.mins_for_streak, GOAL_MINUTES)
        && within(update.day_start_minutes, 0..=360)
        && within(update.rounds, 1..=12)
        && within(update.volume, 0..=100)
        && update.background.as_ref().is_none_or(|background| crate::json(background).len() <= MAX_BACKGROUND_BYTES);
    if is_valid { Ok(()) } else { Err(ErrorCode::PreferenceInvalid) }
}

/// Reads preferences, stored or the server's. `None` where they are not, or where one is outside its range: others may have
/// written them. What came into use later may be missing, and is then as it was before there was a choice (SPEC F6).
fn parse_preferences(text: &str) -> Option<Preferences> {
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
    if goals.is_empty() && minutes != DEFAULT_GOAL_MINUTES {
        // Before goals had days, the one there was held for all of them.
        goals.push(StreakGoal { from: LocalDay::from_days_since_epoch(i64::MIN), minutes });
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
pub fn effective_goal_day(claimed: Option<LocalDay>, goals: &[StreakGoal], today: LocalDay) -> LocalDay {
    let ago = |day: &LocalDay| today.days_since_epoch() - day.days_since_epoch();
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
fn parse_response(response: &ApiResponse) -> Option<Preferences> {
    match response {
        ApiResponse::Received { status: 200..=299, body } => parse_preferences(body),
        _ => None,
    }
}

/// Whether what the person waits for is on its way to the server.
fn is_pending(outbox: &Outbox) -> bool {
    outbox.has_preferences() && !outbox.is_offline()
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
fn theme_from_name(text: &str) -> Option<Theme> {
    [Theme::Dark, Theme::Light, Theme::System].into_iter().find(|theme| theme_name(*theme) == text)
}
