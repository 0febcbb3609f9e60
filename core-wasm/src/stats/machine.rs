//! What this device knows of the person's statistics, and what My Stats shows of it: sums by day as the server told them, with
//! the sessions that wait to be sent on top (SPEC S32 to S38).

use super::absent::{Absent, newest};
use super::breakdown::Breakdown;
use super::list::Sessions;
use super::{StatsSettings, days, heatmap, local_day, view, year};
use crate::board::machine::Boards;
use crate::board::stored::read;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::http::{DaySum, FocusDaysAnswer, Preferences, StreakGoal};
use crate::protocol::id::Id;
use crate::protocol::intent::StatsPeriod;
use crate::protocol::patch::Patch;
use crate::protocol::stored::{FORMAT, StoredStats, kept};
use crate::protocol::time::LocalDay;
use crate::protocol::view::{HeatmapView, LoadStatus, StatsView};
use crate::sync::outbox::{Left, Mark, Outbox};

/// No start of a day.
const UNSURE: i64 = -1;

/// What the shown numbers were made of.
type MadeOf = (Mark, LocalDay, i32, i64, Vec<StreakGoal>, u32, Option<i64>, bool);

/// What is known of the person's statistics.
#[derive(Debug, Default)]
pub struct Stats {
    /// Focused time by day as the server has it, without the sessions that wait here; `None` before it is known.
    base: Option<Vec<DaySum>>,
    absent: Absent,
    /// The day's start with which the server has made the base, in minutes; `None` before it has told any.
    day_start: Option<i64>,
    /// Whether the page has asked; before that the mirror is told nothing.
    is_asked: bool,
    has_failed: bool,
    /// Whether the sums did not come once: then what waits here is shown alone until they do (SPEC S35).
    is_local: bool,
    weeks_ago: u32,
    /// Whether the person's plan has limits.
    is_limited: bool,
    /// The year that was asked for; `None` for the one at hand.
    year: Option<i64>,
    view: StatsView,
    heatmap: HeatmapView,
    /// `None` where the base is another.
    made_of: Option<MadeOf>,
    /// By board and label.
    pub breakdown: Breakdown,
    /// The list of the latest.
    pub sessions: Sessions,
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
    pub fn load(&mut self, outbox: &Outbox, turn: &mut Turn) {
        (self.is_asked, self.has_failed, self.made_of) = (true, false, None);
        self.fetch(outbox, turn);
    }

    /// Follows whether the person's plan has limits: then the heatmap stays empty, and nothing is asked by label (SPEC L4).
    pub fn set_limited(&mut self, is_limited: bool, turn: &mut Turn) {
        self.is_limited = is_limited;
        self.breakdown.set_limited(is_limited, turn);
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
    pub fn refresh(&mut self, outbox: &Outbox, turn: &mut Turn) {
        if self.is_asked {
            self.absent.overtaken();
            self.fetch(outbox, turn);
        }
        self.breakdown.refresh(turn);
        self.sessions.refresh(turn);
    }

    /// The page asks for the breakdown of a span.
    pub fn load_breakdown(&mut self, period: StatsPeriod, outbox: &Outbox, turn: &mut Turn) {
        if !self.is_asked {
            // Which week and year are shown is told by these.
            self.load(outbox, turn);
        }
        self.breakdown.load(period, turn);
    }

    fn fetch(&mut self, outbox: &Outbox, turn: &mut Turn) {
        if let Some(except) = self.absent.ask(outbox) {
            let path = format!("/focus-days/{}", except_query(&except));
            turn.calls.push(Call::get(Purpose::LoadFocusDays, path));
        }
    }

    /// The sums have come, or have not.
    pub fn loaded(&mut self, answer: &Answer, outbox: &Outbox, preferences: &Preferences, turn: &mut Turn) {
        match answer.read::<FocusDaysAnswer>() {
            Ok(answer) => {
                let (mut days, day_start) = (answer.days, preferences.day_start_minutes);
                let put = &mut |session: &_| days::put(&mut days, session, day_start);
                if self.absent.come(outbox, put) {
                    self.base = Some(days);
                    // Which one it had, while another may be on its way to it, cannot be told.
                    self.day_start = Some(if outbox.holds_preferences() { UNSURE } else { day_start });
                    (self.has_failed, self.made_of) = (false, None);
                    // What waits and was not named is taken out before it is stored.
                    self.follow_outbox(&[], outbox, day_start);
                    self.keep(outbox, turn);
                } else {
                    self.fetch(outbox, turn);
                }
            }
            Err(_) => {
                self.absent.failed();
                (self.has_failed, self.is_local, self.made_of) = (true, true, None);
                turn.log("Error fetching focus time by day");
            }
        }
    }

    /// What is stored has come, with the outbox. The server may have told more already.
    pub fn restore(&mut self, account: Id, text: &str, turn: &mut Turn) {
        match read(text, |stored: &StoredStats| stored.format) {
            Some(_) if self.base.is_some() => {}
            Some(stored) => {
                (self.base, self.made_of) = (Some(stored.days), None);
                self.absent = Absent::restored(stored.except);
            }
            None => turn.set_aside(kept::stats(account), text.to_owned()),
        }
    }

    /// Follows the outbox, the boards' names, the day and the preferences, and tells the mirror.
    pub fn follow(
        &mut self,
        left: &[Left],
        outbox: &Outbox,
        boards: &Boards,
        preferences: &Preferences,
        env: &Env,
        turn: &mut Turn,
    ) {
        self.follow_outbox(left, outbox, preferences.day_start_minutes);
        // What has left the outbox is stored by the tab that takes it out of the storage, in the same write.
        if !left.is_empty() && outbox.is_leader() {
            self.keep(outbox, turn);
        }
        if self.absent.is_due(outbox) {
            self.fetch(outbox, turn);
        }
        // A changed start of the day changes every sum, as soon as the server knows it.
        let is_other_day = self.day_start.is_some_and(|day_start| day_start != preferences.day_start_minutes)
            && self.is_asked
            && !outbox.holds_preferences();
        if is_other_day {
            self.day_start = Some(preferences.day_start_minutes);
        }
        if is_other_day || left.iter().any(|left| !matches!(left, Left::Sent(_))) {
            self.refresh(outbox, turn);
        } else if !left.is_empty() {
            self.breakdown.refresh(turn);
        }
        if self.is_asked {
            self.show(outbox, preferences, env, turn);
            self.breakdown.follow(&self.view, &self.heatmap, turn);
        }
        self.sessions.follow(left, outbox, boards, turn);
    }

    /// Brings the base in line with what waits.
    fn follow_outbox(&mut self, left: &[Left], outbox: &Outbox, day_start: i64) {
        let Self { base, absent, .. } = self;
        for left in left {
            if let Some(session) = absent.left(left, outbox)
                && let Some(base) = base
            {
                days::put(base, session, day_start);
            }
        }
        absent.follow(outbox, &mut |session| {
            if let Some(base) = base {
                days::take(base, session, day_start);
            }
        });
    }

    fn keep(&self, outbox: &Outbox, turn: &mut Turn) {
        if let (Some(account), Some(base)) = (outbox.owner(), &self.base) {
            let stored = StoredStats { format: FORMAT, days: base.clone(), except: self.absent.ids().to_vec() };
            turn.keep(kept::stats(account), crate::json(&stored));
        }
    }

    /// Computes anew what is shown, where anything that it is made of is another.
    fn show(&mut self, outbox: &Outbox, preferences: &Preferences, env: &Env, turn: &mut Turn) {
        let settings = StatsSettings::from(preferences);
        let today = local_day(env.now, env.utc_offset, settings.day_start_minutes);
        let made_of = Some((
            outbox.mark(),
            today,
            env.utc_offset,
            settings.day_start_minutes,
            settings.goals.to_vec(),
            self.weeks_ago,
            self.year,
            self.is_limited,
        ));
        if made_of == self.made_of {
            return;
        }
        self.made_of = made_of;
        let status = match &self.base {
            Some(_) => LoadStatus::Ready,
            None if self.has_failed => LoadStatus::Failed,
            None => LoadStatus::Loading,
        };
        if self.base.is_none() && !self.is_local {
            return self.set(StatsView { status, ..StatsView::default() }, HeatmapView::default(), turn);
        }
        let mut sums = self.base.clone().unwrap_or_default();
        for session in newest(outbox) {
            days::put(&mut sums, session, settings.day_start_minutes);
        }
        let view = StatsView { status, ..view(&sums, &settings, env.now, env.utc_offset, self.weeks_ago) };
        let mut heatmap = heatmap(&sums, self.year.unwrap_or_else(|| year::year_of(today)), today);
        if self.is_limited {
            (heatmap.focused, heatmap.levels) = (vec![], vec![]);
        }
        self.set(view, heatmap, turn);
    }

    fn set(&mut self, view: StatsView, heatmap: HeatmapView, turn: &mut Turn) {
        if self.view != view {
            self.view = view;
            turn.step.patches.push(Patch::Stats { stats: self.view.clone() });
        }
        if self.heatmap != heatmap {
            self.heatmap = heatmap;
            turn.step.patches.push(Patch::Heatmap { heatmap: self.heatmap.clone() });
        }
    }

    /// Forgets everything: somebody else is signed in now. What is stored stays for its owner.
    pub fn forget(&mut self, turn: &mut Turn) {
        let (view, heatmap) = (std::mem::take(&mut self.view), std::mem::take(&mut self.heatmap));
        let (breakdown, sessions) = (std::mem::take(&mut self.breakdown), std::mem::take(&mut self.sessions));
        *self = Self { view, heatmap, ..Self::default() };
        self.set(StatsView::default(), HeatmapView::default(), turn);
        breakdown.forget(turn);
        sessions.forget(turn);
    }
}

/// The sessions that are to be left out of an answer, as a part of the address.
pub(crate) fn except_query(except: &[Id]) -> String {
    let ids: Vec<String> = except.iter().map(Id::to_string).collect();
    if ids.is_empty() { String::new() } else { format!("?except={}", ids.join(",")) }
}
