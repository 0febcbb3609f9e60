//! The user's preferences. They are stored in the browser, so that the first paint has them, and on the server for the
//! user's other devices.

use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::env::Env;
use crate::map::Map;
use crate::protocol::background::Background;
use crate::protocol::effect::{Alarm, IoEffect, ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{Preferences, PreferencesUpdate, Theme};
use crate::protocol::id::Id;
use crate::protocol::language::Language;
use crate::protocol::messages::core as messages;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{OutboxEntry, local_key};
use crate::protocol::time::local_day;
use crate::resource::remote::{FailureOutcome, RemoteResource};
use crate::sync::pending::PendingEntries;
use crate::timer::TimerSettings;

mod guest_import;
mod rules;

pub use rules::{apply, check, effective_goal_day, set_goal};
use rules::{clamp, parse_preferences, parse_response, theme_from_name, theme_name};

/// The minimum time to show that a change is being saved, in milliseconds, so that the spinner does not flash.
const MIN_SAVING_MS: u32 = 1_000;

/// The maximum time to show it, in milliseconds. The change stays stored in the browser and is sent later.
const MAX_SAVING_MS: u32 = 10_000;

/// The server's decision about changed preferences that are no longer in the outbox.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PreferencesSyncResult {
    /// The server has the change, and responded with all preferences.
    Accepted {
        /// The change that was sent.
        update: PreferencesUpdate,
        /// The server's response.
        response: ApiResponse,
    },
    /// The server refused the change.
    Refused(PreferencesUpdate),
}

/// The preferences known on this device.
#[derive(Debug, Default)]
pub(crate) struct Prefs {
    preferences: Preferences,
    /// The changes that the server does not have yet.
    pending: PendingEntries<PreferencesUpdate>,
    /// The change whose saving the user sees.
    saving: Option<Saving>,
    /// The time zone of this browser; empty before it is known.
    browser_time_zone: String,
    /// The choices of a guest who has logged in, until the account's preferences are known.
    guest_preferences: Option<Preferences>,
    /// The account's preferences on the server; they are kept in `preferences`, with the changes of this browser on
    /// top.
    resource: RemoteResource,
    /// Whether the last request has failed, so that a change from another device may be missing.
    has_failed: bool,
    /// Whether the response to the change in flight may lack a later change from another device.
    is_send_response_stale: bool,
}

/// The progress of a change whose saving the user sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Saving {
    /// Shown for at least a second, even if the server responds sooner.
    MinimumTime,
    /// Shown until the server has the change or cannot be reached.
    AwaitingServer,
    /// The server refused the change: shown for the rest of the second, without a success toast.
    Refused,
}

impl Prefs {
    /// Restores the preferences from the local storage. Values that cannot be read count as not chosen (SPEC F2).
    pub(crate) fn restore(stored: &Map<String, String>) -> Self {
        let mut preferences =
            stored.get(local_key::PREFERENCES).and_then(|text| parse_preferences(text)).unwrap_or_default();
        // The keys that the specification names win over our own, because the first paint reads them.
        if let Some(theme) = stored.get(local_key::THEME).and_then(|text| theme_from_name(text)) {
            preferences.theme = theme;
        }
        if let Some(minutes) = stored.get(local_key::FOCUS_TIME).and_then(|text| text.parse().ok()) {
            preferences.focus_minutes = clamp(minutes);
        }
        Self { preferences, ..Self::default() }
    }

    /// Returns the current preferences.
    pub(crate) fn get(&self) -> &Preferences {
        &self.preferences
    }

    /// Returns the settings of the timer.
    pub(crate) fn timer_settings(&self) -> TimerSettings {
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

    /// Loads the preferences of the account that has just signed in.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        (self.resource, self.is_send_response_stale) = (RemoteResource::default(), false);
        self.fetch(ctx);
    }

    /// Loads the preferences again, because another device may have changed them (SPEC F11).
    pub(crate) fn refresh(&mut self, ctx: &mut Context) {
        self.is_send_response_stale = self.has_pending();
        self.resource.invalidate();
        self.fetch(ctx);
    }

    /// Loads the preferences again if the last request has failed (SPEC Y40).
    pub(crate) fn retry_failed(&mut self, ctx: &mut Context) {
        if self.has_failed {
            self.fetch(ctx);
        }
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if self.resource.start_fetch() {
            self.has_failed = false;
            ctx.requests.push(ApiRequest::get(Purpose::LoadPreferences, "/preferences/"));
        }
    }

    /// Applies the account's preferences from the server's response. Unsent changes are applied on top, and so are a
    /// guest's choices if the account is new (SPEC E5). A response that may lack a later change is dropped and
    /// requested again (SPEC F10).
    pub(crate) fn on_response(&mut self, response: &ApiResponse, is_new: bool, ctx: &mut Context) {
        let Some(mut preferences) = parse_response(response) else {
            ctx.log("Error fetching preferences");
            match self.resource.fail_fetch() {
                FailureOutcome::Refetch => self.fetch(ctx),
                FailureOutcome::StatusFailed | FailureOutcome::StatusKept => self.has_failed = true,
            }
            return;
        };
        if self.resource.finish_fetch().is_outdated {
            return self.fetch(ctx);
        }
        let guest = self.guest_preferences.take().filter(|_| is_new && guest_import::is_default(&preferences));
        self.pending.values().for_each(|update| apply(&mut preferences, update));
        self.replace(preferences, ctx);
        if let Some(guest) = guest {
            self.apply_guest_choices(&guest, ctx);
        }
        if !self.resource.is_ready() {
            self.resource.set(());
            // The account may have been used in another time zone since. Sent only once: two open devices in different
            // time zones would otherwise overwrite each other's zone forever.
            self.send_time_zone(ctx);
        }
    }

    /// Handles the result of a change that is no longer in the outbox. The server's response contains all preferences,
    /// because another device may have changed others, and the server decides from which day goals apply (SPEC F8).
    /// Unsent changes are newer than the response and are applied on top.
    pub(crate) fn on_sync_result(&mut self, result: PreferencesSyncResult, ctx: &mut Context) {
        // A response in flight may have been read before the change.
        self.resource.invalidate();
        if self.has_pending() {
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
                        // Otherwise a server that always returns another time zone would receive ours in an endless
                        // loop.
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
            // The account has another background than the one shown here, and only the server knows it.
            self.fetch(ctx);
        }
    }

    /// Sets the color theme.
    pub(crate) fn set_theme(&mut self, theme: Theme, ctx: &mut Context) {
        self.update(PreferencesUpdate { theme: Some(theme), ..PreferencesUpdate::default() }, ctx);
    }

    /// Sets the background of Home (SPEC V7). `made_offline` marks a choice for which the plan could not be checked
    /// (SPEC L8).
    ///
    /// # Errors
    ///
    /// Returns `PreferenceInvalid` if the background is larger than
    /// [`crate::protocol::background::MAX_BACKGROUND_BYTES`].
    pub(crate) fn set_background(
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

    /// Resets the background after a change of account, because it may be a picture of the previous user (SPEC A18).
    pub(crate) fn reset_background(&mut self, ctx: &mut Context) {
        if self.preferences.background != Background::Daily {
            self.replace(Preferences { background: Background::Daily, ..self.preferences.clone() }, ctx);
        }
    }

    /// Sets the length of a focus session, clamped to 1 to 180 minutes (SPEC F1), and shows that it is being saved
    /// (SPEC F7).
    pub(crate) fn set_focus_time(&mut self, minutes: i64, ctx: &mut Context) {
        self.save(PreferencesUpdate { focus_minutes: Some(clamp(minutes)), ..PreferencesUpdate::default() }, ctx);
    }

    /// Applies and sends a change. If it contains the focus time, shows that it is being saved.
    fn save(&mut self, update: PreferencesUpdate, ctx: &mut Context) {
        let has_focus_time = update.focus_minutes.is_some();
        self.update(update, ctx);
        if has_focus_time {
            self.show_saving(Some(Saving::MinimumTime), ctx);
            ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Saving, after: MIN_SAVING_MS });
        }
    }

    /// Changes the given fields, or none of them if one is out of range (SPEC F3). The focus time is clamped (SPEC F1).
    /// A daily goal applies from the user's current day on (SPEC S26).
    ///
    /// # Errors
    ///
    /// Returns `PreferenceInvalid` if a field is out of range.
    pub(crate) fn set(&mut self, update: PreferencesUpdate, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let update = PreferencesUpdate { focus_minutes: update.focus_minutes.map(clamp), ..update };
        check(&update)?;
        let day_start = update.day_start_minutes.unwrap_or(self.preferences.day_start_minutes);
        let today = local_day(env.now, env.utc_offset, day_start);
        let mins_for_streak_from = update.mins_for_streak.map(|_| today);
        self.save(PreferencesUpdate { mins_for_streak_from, ..update }, ctx);
        Ok(())
    }

    /// Returns whether to show that a change is being saved.
    pub(crate) fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Handles the alarm of a change that is being saved.
    pub(crate) fn on_saving_alarm(&mut self, is_offline: bool, ctx: &mut Context) {
        match self.saving {
            Some(Saving::MinimumTime) if self.is_sending(is_offline) => {
                self.saving = Some(Saving::AwaitingServer);
                let after = MAX_SAVING_MS - MIN_SAVING_MS;
                ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Saving, after });
            }
            Some(Saving::Refused) => self.show_saving(None, ctx),
            Some(_) => self.finish_saving(ctx),
            None => {}
        }
    }

    /// Ends showing that a change is being saved, once the server has it or cannot be reached.
    pub(crate) fn on_send_state_changed(&mut self, is_offline: bool, ctx: &mut Context) {
        if self.saving == Some(Saving::AwaitingServer) && !self.is_sending(is_offline) {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Saving });
            self.finish_saving(ctx);
        }
    }

    fn finish_saving(&mut self, ctx: &mut Context) {
        self.show_saving(None, ctx);
        let message = messages::focus_time_saved().to_owned();
        ctx.step.ui_effects.push(UiEffect::Toast { kind: ToastKind::Success, message, undo: None });
    }

    fn show_saving(&mut self, saving: Option<Saving>, ctx: &mut Context) {
        if self.saving.is_some() != saving.is_some() {
            ctx.step.patches.push(Patch::Saving { is_saving: saving.is_some() });
        }
        self.saving = saving;
    }

    /// Returns whether a change that the user sees being saved is being sent.
    fn is_sending(&self, is_offline: bool) -> bool {
        self.has_pending() && !is_offline
    }

    /// Returns whether changed preferences are unsent.
    pub(crate) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Adds the change that an entry of the outbox makes.
    pub(crate) fn on_entry_added(&mut self, id: Id, entry: &OutboxEntry) {
        if let OutboxEntry::Preferences { update } = entry {
            self.pending.insert(id, update.clone());
        }
    }

    /// Removes an entry that is no longer in the outbox. Returns whether it contained preferences.
    pub(crate) fn on_entry_removed(&mut self, id: Id) -> bool {
        self.pending.remove(id).is_some()
    }

    /// Removes all entries: the outbox is discarded, or another account's is opened.
    pub(crate) fn on_outbox_cleared(&mut self) {
        self.pending.clear();
    }

    /// Keeps the user's time zone up to date (SPEC F4).
    pub(crate) fn set_time_zone(&mut self, time_zone: String, ctx: &mut Context) {
        self.browser_time_zone = time_zone;
        self.send_time_zone(ctx);
    }

    fn send_time_zone(&mut self, ctx: &mut Context) {
        if self.preferences.time_zone != self.browser_time_zone && !self.browser_time_zone.is_empty() {
            let time_zone = Some(self.browser_time_zone.clone());
            self.update(PreferencesUpdate { time_zone, ..PreferencesUpdate::default() }, ctx);
        }
    }

    /// Handles a change of the theme by another tab.
    pub(crate) fn on_storage_event(&mut self, key: &str, value: Option<&str>, ctx: &mut Context) {
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

    /// Resets the preferences of an account. The theme, the language and the appearance stay, because they belong to the
    /// browser too.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        ctx.remove_local_storage(local_key::PREFERENCES);
        ctx.remove_local_storage(local_key::FOCUS_TIME);
        if self.saving.is_some() {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Saving });
            self.show_saving(None, ctx);
        }
        let Preferences { theme, language, appearance, .. } = std::mem::take(&mut self.preferences);
        self.preferences = Preferences { theme, language, appearance, ..Preferences::default() };
        if language != Language::En || !self.preferences.appearance.is_empty() {
            ctx.set_local_storage(local_key::PREFERENCES, json::json(&self.preferences));
        }
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
        ctx.set_local_storage(local_key::PREFERENCES, json::json(&self.preferences));
        ctx.set_local_storage(local_key::THEME, theme_name(self.preferences.theme));
        ctx.set_local_storage(local_key::FOCUS_TIME, self.preferences.focus_minutes.to_string());
    }

    fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::Preferences { preferences: self.preferences.clone() });
        ctx.events.push(DomainEvent::PreferencesChanged);
    }
}
