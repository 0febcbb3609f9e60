//! The statistics that this device knows and My Stats shows: daily totals of the server, with the unsent sessions on
//! top (SPEC S32 to S38).

use super::breakdown::Breakdown;
use super::form::SessionForm;
use super::list::SessionList;
use super::pending::{SessionSync, SessionSyncResult};
use super::session_totals::SessionTotals;
use super::{StatsSettings, days, heatmap, view, year};
use crate::api::{ApiRequest, Purpose};
use crate::board::machine::Boards;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::http::{DaySum, FocusDaysResponse, Preferences};
use crate::protocol::id::Id;
use crate::protocol::intent::StatsPeriod;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{FORMAT, StoredStats, idb_key, parse_stored};
use crate::protocol::time::{LocalDay, local_day};
use crate::protocol::view::{HeatmapView, LoadStatus, StatsView};

/// The day start with which the server computed its totals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ServerDayStart {
    /// There are no totals of the server yet.
    #[default]
    Unknown,
    /// Changed preferences were unsent or in flight when the server computed the totals.
    Uncertain,
    /// In minutes after midnight.
    Minutes(i64),
}

impl ServerDayStart {
    /// Returns whether totals may have been computed with another day start than the user's.
    fn may_differ_from(self, day_start_minutes: i64) -> bool {
        match self {
            Self::Unknown => false,
            Self::Uncertain => true,
            Self::Minutes(minutes) => minutes != day_start_minutes,
        }
    }
}

/// The day for which the numbers are shown. It changes with time, so it is compared in every input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ShownDay {
    today: LocalDay,
    utc_offset: i32,
}

/// The user's statistics.
#[derive(Debug, Default)]
pub(crate) struct Stats {
    /// The server's daily totals of focused time, without the unsent sessions. Nothing is published before a page has
    /// requested them.
    days: SessionTotals<Vec<DaySum>>,
    server_day_start: ServerDayStart,
    /// Whether a request for the totals has failed. The unsent sessions are then shown alone until the totals arrive
    /// (SPEC S35).
    shows_local_only: bool,
    weeks_ago: u32,
    /// Whether the user's plan has limits.
    is_limited: bool,
    /// The year that the user has chosen; `None` for the current one.
    year: Option<i64>,
    view: StatsView,
    heatmap: HeatmapView,
    /// The day for which the numbers were computed; `None` if they have to be computed again.
    shown_day: Option<ShownDay>,
    /// The totals by board and label.
    pub(crate) breakdown: Breakdown,
    /// The list of the latest sessions.
    pub(crate) sessions: SessionList,
    /// The form that adds or edits a session.
    pub(crate) form: SessionForm,
}

impl Stats {
    /// Returns the numbers of My Stats for the mirror.
    pub(crate) fn view(&self) -> &StatsView {
        &self.view
    }

    /// Returns the heatmap for the mirror.
    pub(crate) fn heatmap(&self) -> &HeatmapView {
        &self.heatmap
    }

    /// Shows the known statistics and requests the server's totals.
    pub(crate) fn load(&mut self, sync: &SessionSync, ctx: &mut Context) {
        self.days.request();
        self.shown_day = None;
        self.fetch(sync, ctx);
    }

    /// Sets whether the user's plan has limits. If it has, the heatmap stays empty and the totals by label are not
    /// requested (SPEC L4).
    pub(crate) fn set_limited(&mut self, is_limited: bool, ctx: &mut Context) {
        if self.is_limited != is_limited {
            (self.is_limited, self.shown_day) = (is_limited, None);
        }
        self.breakdown.set_limited(is_limited, ctx);
    }

    /// Handles a change of the unsent sessions.
    pub(crate) fn on_pending_changed(&mut self) {
        self.shown_day = None;
        self.sessions.mark_stale();
    }

    /// Handles a change of the preferences, here or on the server: of the day start or the goals.
    pub(crate) fn on_preferences_changed(&mut self) {
        self.shown_day = None;
        self.sessions.mark_stale();
    }

    /// Selects the week to show.
    pub(crate) fn show_week(&mut self, weeks_ago: u32) {
        (self.weeks_ago, self.shown_day) = (weeks_ago, None);
    }

    /// Selects the year of the heatmap.
    pub(crate) fn show_year(&mut self, year: i64) {
        (self.year, self.shown_day) = (Some(year), None);
    }

    /// Fetches all requested data again, because updates may have been missed.
    pub(crate) fn refresh(&mut self, sync: &SessionSync, ctx: &mut Context) {
        if self.days.is_requested() {
            self.days.invalidate();
            self.fetch(sync, ctx);
        }
        self.breakdown.refresh(ctx);
        self.sessions.refresh(ctx);
    }

    /// Requests the breakdown of a period.
    pub(crate) fn load_breakdown(&mut self, period: StatsPeriod, sync: &SessionSync, ctx: &mut Context) {
        if !self.days.is_requested() {
            // The shown week and year are part of the statistics, so these have to be loaded too.
            self.load(sync, ctx);
        }
        self.breakdown.load(period, ctx);
        // The breakdown gets the shown week and year when the numbers are computed again.
        self.shown_day = None;
    }

    fn fetch(&mut self, sync: &SessionSync, ctx: &mut Context) {
        if let Some(except) = self.days.start_fetch(sync) {
            let path = format!("/focus-days/{}", except_query(&except));
            ctx.requests.push(ApiRequest::get(Purpose::LoadFocusDays, path));
        }
    }

    /// Handles the response to a request for daily totals.
    pub(crate) fn on_response(
        &mut self,
        response: &ApiResponse,
        sync: &SessionSync,
        preferences: &Preferences,
        ctx: &mut Context,
    ) {
        match response.read::<FocusDaysResponse>() {
            Ok(response) => {
                let day_start = preferences.day_start_minutes;
                let add = &|days: &mut Vec<DaySum>, session: &_| days::add_session(days, session, day_start);
                if self.days.on_response(response.days, sync, add) {
                    self.server_day_start = match sync.has_pending_preferences {
                        true => ServerDayStart::Uncertain,
                        false => ServerDayStart::Minutes(day_start),
                    };
                    self.shown_day = None;
                    // Unsent sessions that the request did not exclude are subtracted before the totals are stored.
                    self.apply_outbox_changes(&[], sync, day_start);
                    self.store(sync, ctx);
                } else {
                    self.fetch(sync, ctx);
                }
            }
            Err(_) => {
                ctx.log("Error fetching focused time by day");
                if self.days.on_failure() {
                    self.fetch(sync, ctx);
                } else {
                    (self.shows_local_only, self.shown_day) = (true, None);
                }
            }
        }
    }

    /// Restores the stored totals of an account, unless the server's have arrived already.
    pub(crate) fn restore(&mut self, account: Id, text: &str, ctx: &mut Context) {
        match parse_stored(text, |stored: &StoredStats| stored.format) {
            Some(stored) => {
                if self.days.restore(stored.days, stored.except) {
                    self.shown_day = None;
                }
            }
            None => ctx.quarantine(idb_key::stats(account), text.to_owned()),
        }
    }

    /// Applies the results of sent sessions, fetches what is due, and publishes what has changed.
    pub(crate) fn reconcile(
        &mut self,
        results: &[SessionSyncResult],
        sync: &SessionSync,
        boards: &Boards,
        preferences: &Preferences,
        env: &Env,
        ctx: &mut Context,
    ) {
        self.apply_outbox_changes(results, sync, preferences.day_start_minutes);
        // The leader deletes sent entries from the storage, and stores the totals that include them in the same write.
        if !results.is_empty() && sync.is_leader {
            self.store(sync, ctx);
        }
        if self.days.should_fetch(sync) {
            self.fetch(sync, ctx);
        }
        // A changed day start affects all totals. They are fetched again once the server knows it.
        let day_start_changed = self.shown_day.is_none()
            && self.server_day_start.may_differ_from(preferences.day_start_minutes)
            && self.days.is_requested()
            && !sync.has_pending_preferences;
        if day_start_changed {
            self.server_day_start = ServerDayStart::Minutes(preferences.day_start_minutes);
        }
        if day_start_changed || results.iter().any(|result| !matches!(result, SessionSyncResult::Accepted(_))) {
            self.refresh(sync, ctx);
        } else if !results.is_empty() {
            self.breakdown.refresh(ctx);
        }
        if self.days.is_requested() {
            self.publish(sync, preferences, env, ctx);
        }
        self.sessions.reconcile(results, sync, boards, preferences.day_start_minutes, ctx);
    }

    /// Adds accepted sessions to the totals, and subtracts the server's versions of sessions that have become pending.
    fn apply_outbox_changes(&mut self, results: &[SessionSyncResult], sync: &SessionSync, day_start: i64) {
        let add = &|days: &mut Vec<DaySum>, session: &_| days::add_session(days, session, day_start);
        let subtract = &|days: &mut Vec<DaySum>, session: &_| days::subtract_session(days, session, day_start);
        self.days.apply_outbox_changes(results, sync, add, subtract);
    }

    fn store(&self, sync: &SessionSync, ctx: &mut Context) {
        if let (Some(account), Some(days)) = (sync.account, self.days.get()) {
            let stored = StoredStats { format: FORMAT, days: days.clone(), except: self.days.ids().to_vec() };
            ctx.write_idb(idb_key::stats(account), json::json(&stored));
        }
    }

    /// Computes the shown numbers again after an event that they depend on, or on another day.
    fn publish(&mut self, sync: &SessionSync, preferences: &Preferences, env: &Env, ctx: &mut Context) {
        let settings = StatsSettings::from(preferences);
        let today = local_day(env.now, env.utc_offset, settings.day_start_minutes);
        let day = Some(ShownDay { today, utc_offset: env.utc_offset });
        if self.shown_day == day {
            return;
        }
        self.shown_day = day;
        let status = self.days.status();
        if status != LoadStatus::Ready && !self.shows_local_only {
            return self.set(StatsView { status, ..StatsView::default() }, HeatmapView::default(), ctx);
        }
        let mut sums = self.days.get().cloned().unwrap_or_default();
        for session in sync.pending.newest() {
            days::add_session(&mut sums, session, settings.day_start_minutes);
        }
        let view = StatsView { status, ..view(&sums, &settings, env.now, env.utc_offset, self.weeks_ago) };
        let mut heatmap = heatmap(&sums, self.year.unwrap_or_else(|| year::year_of(today)), today);
        if self.is_limited {
            (heatmap.focused, heatmap.levels) = (vec![], vec![]);
        }
        self.set(view, heatmap, ctx);
    }

    fn set(&mut self, view: StatsView, heatmap: HeatmapView, ctx: &mut Context) {
        if self.view != view {
            self.view = view;
            ctx.step.patches.push(Patch::Stats { stats: self.view.clone() });
        }
        if self.heatmap != heatmap {
            self.heatmap = heatmap;
            ctx.step.patches.push(Patch::Heatmap { heatmap: self.heatmap.clone() });
        }
        self.breakdown.on_stats_shown(&self.view, &self.heatmap, ctx);
    }

    /// Clears the state after a change of account. Stored data remains for its owner.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        let (view, heatmap) = (std::mem::take(&mut self.view), std::mem::take(&mut self.heatmap));
        let (breakdown, sessions) = (std::mem::take(&mut self.breakdown), std::mem::take(&mut self.sessions));
        std::mem::take(&mut self.form).reset(ctx);
        *self = Self { view, heatmap, ..Self::default() };
        self.set(StatsView::default(), HeatmapView::default(), ctx);
        breakdown.reset(ctx);
        sessions.reset(ctx);
    }
}

/// Returns the query string that excludes sessions from the response.
pub(crate) fn except_query(except: &[Id]) -> String {
    let ids: Vec<String> = except.iter().map(Id::to_string).collect();
    if ids.is_empty() { String::new() } else { format!("?except={}", ids.join(",")) }
}
