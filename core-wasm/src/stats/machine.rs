//! The statistics that this device knows and My Stats shows: daily totals of the server, with the unsent sessions on
//! top (SPEC S32 to S38).

use super::breakdown::Breakdown;
use super::list::SessionList;
use super::pending_overlay::{PendingSessionOverlay, newest_pending};
use super::{StatsSettings, days, heatmap, local_day, view, year};
use crate::api::{ApiRequest, ApiResponse, Purpose};
use crate::board::machine::Boards;
use crate::board::storage::parse_stored;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::http::{DaySum, FocusDaysResponse, Preferences, StreakGoal};
use crate::protocol::id::Id;
use crate::protocol::intent::StatsPeriod;
use crate::protocol::patch::Patch;
use crate::protocol::stored::{FORMAT, StoredStats, idb_key};
use crate::protocol::time::LocalDay;
use crate::protocol::view::{HeatmapView, LoadStatus, StatsView};
use crate::sync::outbox::{Outbox, OutboxRevision, SessionSyncResult};

/// The value of an unknown day start. It differs from every valid one.
const UNKNOWN_DAY_START: i64 = -1;

/// Everything that the shown numbers depend on besides the server's totals: the outbox, today, the UTC offset, the day
/// start, the streak goals, the shown week, the shown year, and whether the plan has limits.
type StatsCacheKey = (OutboxRevision, LocalDay, i32, i64, Vec<StreakGoal>, u32, Option<i64>, bool);

/// The user's statistics.
#[derive(Debug, Default)]
pub struct Stats {
    /// The server's daily totals of focused time, without the unsent sessions; `None` until known.
    server_days: Option<Vec<DaySum>>,
    pending_overlay: PendingSessionOverlay,
    /// The day start with which the server computed the totals, in minutes after midnight; `None` until known.
    day_start: Option<i64>,
    /// Whether a page has requested statistics. Nothing is published before.
    is_requested: bool,
    has_failed: bool,
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
    /// The key of the shown numbers; `None` if they have to be computed again.
    cache_key: Option<StatsCacheKey>,
    /// The totals by board and label.
    pub breakdown: Breakdown,
    /// The list of the latest sessions.
    pub sessions: SessionList,
}

impl Stats {
    /// Returns the numbers of My Stats for the mirror.
    pub fn view(&self) -> &StatsView {
        &self.view
    }

    /// Returns the heatmap for the mirror.
    pub fn heatmap(&self) -> &HeatmapView {
        &self.heatmap
    }

    /// Shows the known statistics and requests the server's totals.
    pub fn load(&mut self, outbox: &Outbox, ctx: &mut Context) {
        (self.is_requested, self.has_failed, self.cache_key) = (true, false, None);
        self.fetch(outbox, ctx);
    }

    /// Sets whether the user's plan has limits. If it has, the heatmap stays empty and the totals by label are not
    /// requested (SPEC L4).
    pub fn set_limited(&mut self, is_limited: bool, ctx: &mut Context) {
        self.is_limited = is_limited;
        self.breakdown.set_limited(is_limited, ctx);
    }

    /// Selects the week to show.
    pub fn show_week(&mut self, weeks_ago: u32) {
        self.weeks_ago = weeks_ago;
    }

    /// Selects the year of the heatmap.
    pub fn show_year(&mut self, year: i64) {
        self.year = Some(year);
    }

    /// Fetches all requested data again, because updates may have been missed.
    pub fn refresh(&mut self, outbox: &Outbox, ctx: &mut Context) {
        if self.is_requested {
            self.pending_overlay.invalidate();
            self.fetch(outbox, ctx);
        }
        self.breakdown.refresh(ctx);
        self.sessions.refresh(ctx);
    }

    /// Requests the breakdown of a period.
    pub fn load_breakdown(&mut self, period: StatsPeriod, outbox: &Outbox, ctx: &mut Context) {
        if !self.is_requested {
            // The shown week and year are part of the statistics, so these have to be loaded too.
            self.load(outbox, ctx);
        }
        self.breakdown.load(period, ctx);
    }

    fn fetch(&mut self, outbox: &Outbox, ctx: &mut Context) {
        if let Some(except) = self.pending_overlay.start_fetch(outbox) {
            let path = format!("/focus-days/{}", except_query(&except));
            ctx.requests.push(ApiRequest::get(Purpose::LoadFocusDays, path));
        }
    }

    /// Handles the response to a request for daily totals.
    pub fn on_response(
        &mut self,
        response: &ApiResponse,
        outbox: &Outbox,
        preferences: &Preferences,
        ctx: &mut Context,
    ) {
        match response.read::<FocusDaysResponse>() {
            Ok(response) => {
                let (mut days, day_start) = (response.days, preferences.day_start_minutes);
                let put = &mut |session: &_| days::add_session(&mut days, session, day_start);
                if self.pending_overlay.on_response(outbox, put) {
                    self.server_days = Some(days);
                    // While changed preferences are unsent or in flight, it is unknown which day start the server has
                    // used.
                    self.day_start = Some(if outbox.has_preferences() { UNKNOWN_DAY_START } else { day_start });
                    (self.has_failed, self.cache_key) = (false, None);
                    // Unsent sessions that the request did not exclude are subtracted before the totals are stored.
                    self.apply_outbox_changes(&[], outbox, day_start);
                    self.store(outbox, ctx);
                } else {
                    self.fetch(outbox, ctx);
                }
            }
            Err(_) => {
                self.pending_overlay.on_failure();
                (self.has_failed, self.shows_local_only, self.cache_key) = (true, true, None);
                ctx.log("Error fetching focus time by day");
            }
        }
    }

    /// Restores the stored totals of an account, unless the server's have arrived already.
    pub fn restore(&mut self, account: Id, text: &str, ctx: &mut Context) {
        match parse_stored(text, |stored: &StoredStats| stored.format) {
            Some(_) if self.server_days.is_some() => {}
            Some(stored) => {
                (self.server_days, self.cache_key) = (Some(stored.days), None);
                self.pending_overlay = PendingSessionOverlay::from_stored(stored.except);
            }
            None => ctx.quarantine(idb_key::stats(account), text.to_owned()),
        }
    }

    /// Updates the statistics after a change of the outbox, the boards, the day or the preferences, and publishes them
    /// if they have changed.
    pub fn reconcile(
        &mut self,
        results: &[SessionSyncResult],
        outbox: &Outbox,
        boards: &Boards,
        preferences: &Preferences,
        env: &Env,
        ctx: &mut Context,
    ) {
        self.apply_outbox_changes(results, outbox, preferences.day_start_minutes);
        // The leader deletes sent entries from the storage, and stores the totals that include them in the same write.
        if !results.is_empty() && outbox.is_leader() {
            self.store(outbox, ctx);
        }
        if self.pending_overlay.should_fetch(outbox) {
            self.fetch(outbox, ctx);
        }
        // A changed day start affects all totals. They are fetched again once the server knows it.
        let day_start_changed = self.day_start.is_some_and(|day_start| day_start != preferences.day_start_minutes)
            && self.is_requested
            && !outbox.has_preferences();
        if day_start_changed {
            self.day_start = Some(preferences.day_start_minutes);
        }
        if day_start_changed || results.iter().any(|results| !matches!(results, SessionSyncResult::Accepted(_))) {
            self.refresh(outbox, ctx);
        } else if !results.is_empty() {
            self.breakdown.refresh(ctx);
        }
        if self.is_requested {
            self.publish(outbox, preferences, env, ctx);
            self.breakdown.reconcile(&self.view, &self.heatmap, ctx);
        }
        self.sessions.reconcile(results, outbox, boards, ctx);
    }

    /// Adds accepted sessions to the totals, and subtracts the server's versions of sessions that have become pending.
    fn apply_outbox_changes(&mut self, results: &[SessionSyncResult], outbox: &Outbox, day_start: i64) {
        let Self { server_days, pending_overlay, .. } = self;
        for results in results {
            if let Some(session) = pending_overlay.on_entry_removed(results, outbox)
                && let Some(base) = server_days
            {
                days::add_session(base, session, day_start);
            }
        }
        pending_overlay.on_outbox_changed(outbox, &mut |session| {
            if let Some(base) = server_days {
                days::subtract_session(base, session, day_start);
            }
        });
    }

    fn store(&self, outbox: &Outbox, ctx: &mut Context) {
        if let (Some(account), Some(base)) = (outbox.owner(), &self.server_days) {
            let stored =
                StoredStats { format: FORMAT, days: base.clone(), except: self.pending_overlay.ids().to_vec() };
            ctx.write_idb(idb_key::stats(account), crate::json(&stored));
        }
    }

    /// Computes the shown numbers again if anything they depend on has changed.
    fn publish(&mut self, outbox: &Outbox, preferences: &Preferences, env: &Env, ctx: &mut Context) {
        let settings = StatsSettings::from(preferences);
        let today = local_day(env.now, env.utc_offset, settings.day_start_minutes);
        let cache_key = Some((
            outbox.revision(),
            today,
            env.utc_offset,
            settings.day_start_minutes,
            settings.goals.to_vec(),
            self.weeks_ago,
            self.year,
            self.is_limited,
        ));
        if cache_key == self.cache_key {
            return;
        }
        self.cache_key = cache_key;
        let status = match &self.server_days {
            Some(_) => LoadStatus::Ready,
            None if self.has_failed => LoadStatus::Failed,
            None => LoadStatus::Loading,
        };
        if self.server_days.is_none() && !self.shows_local_only {
            return self.set(StatsView { status, ..StatsView::default() }, HeatmapView::default(), ctx);
        }
        let mut sums = self.server_days.clone().unwrap_or_default();
        for session in newest_pending(outbox) {
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
    }

    /// Clears the state after a change of account. Stored data remains for its owner.
    pub fn reset(&mut self, ctx: &mut Context) {
        let (view, heatmap) = (std::mem::take(&mut self.view), std::mem::take(&mut self.heatmap));
        let (breakdown, sessions) = (std::mem::take(&mut self.breakdown), std::mem::take(&mut self.sessions));
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
