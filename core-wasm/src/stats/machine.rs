//! What this device knows of the person's statistics, and what My Stats shows of it: sums by day as the server told them, with
//! the sessions that wait to be sent on top (SPEC S32 to S38).

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

/// No start of a day.
const UNKNOWN_DAY_START: i64 = -1;

/// What the shown numbers were made of.
type StatsCacheKey = (OutboxRevision, LocalDay, i32, i64, Vec<StreakGoal>, u32, Option<i64>, bool);

/// What is known of the person's statistics.
#[derive(Debug, Default)]
pub struct Stats {
    /// Focused time by day as the server has it, without the sessions that wait here; `None` before it is known.
    server_days: Option<Vec<DaySum>>,
    pending_overlay: PendingSessionOverlay,
    /// The day's start with which the server has made the base, in minutes; `None` before it has told any.
    day_start: Option<i64>,
    /// Whether the page has asked; before that the mirror is told nothing.
    is_requested: bool,
    has_failed: bool,
    /// Whether the sums did not come once: then what waits here is shown alone until they do (SPEC S35).
    shows_local_only: bool,
    weeks_ago: u32,
    /// Whether the person's plan has limits.
    is_limited: bool,
    /// The year that was asked for; `None` for the one at hand.
    year: Option<i64>,
    view: StatsView,
    heatmap: HeatmapView,
    /// `None` where the base is another.
    cache_key: Option<StatsCacheKey>,
    /// By board and label.
    pub breakdown: Breakdown,
    /// The list of the latest.
    pub sessions: SessionList,
}

impl Stats {
    /// What the shell draws.
    pub fn view(&self) -> &StatsView {
        &self.view
    }

    /// The year of the heatmap.
    pub fn heatmap(&self) -> &HeatmapView {
        &self.heatmap
    }

    /// The page asks: what is known shows at once, and the server is asked for the rest.
    pub fn load(&mut self, outbox: &Outbox, ctx: &mut Context) {
        (self.is_requested, self.has_failed, self.cache_key) = (true, false, None);
        self.fetch(outbox, ctx);
    }

    /// Follows whether the person's plan has limits: then the heatmap stays empty, and nothing is asked by label (SPEC L4).
    pub fn set_limited(&mut self, is_limited: bool, ctx: &mut Context) {
        self.is_limited = is_limited;
        self.breakdown.set_limited(is_limited, ctx);
    }

    /// Shows a week.
    pub fn show_week(&mut self, weeks_ago: u32) {
        self.weeks_ago = weeks_ago;
    }

    /// Shows a year of the heatmap.
    pub fn show_year(&mut self, year: i64) {
        self.year = Some(year);
    }

    /// Asks for what the page and the list were told again, if they were: something may have been missed.
    pub fn refresh(&mut self, outbox: &Outbox, ctx: &mut Context) {
        if self.is_requested {
            self.pending_overlay.invalidate();
            self.fetch(outbox, ctx);
        }
        self.breakdown.refresh(ctx);
        self.sessions.refresh(ctx);
    }

    /// The page asks for the breakdown of a span.
    pub fn load_breakdown(&mut self, period: StatsPeriod, outbox: &Outbox, ctx: &mut Context) {
        if !self.is_requested {
            // Which week and year are shown is told by these.
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

    /// The sums have come, or have not.
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
                    // Which one it had, while another may be on its way to it, cannot be told.
                    self.day_start = Some(if outbox.has_preferences() { UNKNOWN_DAY_START } else { day_start });
                    (self.has_failed, self.cache_key) = (false, None);
                    // What waits and was not named is taken out before it is stored.
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

    /// What is stored has come, with the outbox. The server may have told more already.
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

    /// Follows the outbox, the boards' names, the day and the preferences, and tells the mirror.
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
        // What has left the outbox is stored by the tab that takes it out of the storage, in the same write.
        if !results.is_empty() && outbox.is_leader() {
            self.store(outbox, ctx);
        }
        if self.pending_overlay.should_fetch(outbox) {
            self.fetch(outbox, ctx);
        }
        // A changed start of the day changes every sum, as soon as the server knows it.
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

    /// Brings the base in line with what waits.
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

    /// Computes anew what is shown, where anything that it is made of is another.
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

    /// Forgets everything: somebody else is signed in now. What is stored stays for its owner.
    pub fn reset(&mut self, ctx: &mut Context) {
        let (view, heatmap) = (std::mem::take(&mut self.view), std::mem::take(&mut self.heatmap));
        let (breakdown, sessions) = (std::mem::take(&mut self.breakdown), std::mem::take(&mut self.sessions));
        *self = Self { view, heatmap, ..Self::default() };
        self.set(StatsView::default(), HeatmapView::default(), ctx);
        breakdown.reset(ctx);
        sessions.reset(ctx);
    }
}

/// The sessions that are to be left out of an answer, as a part of the address.
pub(crate) fn except_query(except: &[Id]) -> String {
    let ids: Vec<String> = except.iter().map(Id::to_string).collect();
    if ids.is_empty() { String::new() } else { format!("?except={}", ids.join(",")) }
}
