//! The sessions that this device knows, and what My Stats shows of them.

use super::{StatsSettings, day_sums, view};
use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::http::{FocusSessionsAnswer, Preferences};
use crate::protocol::patch::Patch;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::OutboxEntry;
use crate::protocol::view::{BreakdownView, FocusSessionsView, HeatmapView, LoadStatus, StatsView};
use crate::sync::outbox::Outbox;

/// What is known of the person's sessions.
#[derive(Debug, Default)]
pub struct Stats {
    sessions: Vec<FocusSession>,
    view: StatsView,
    heatmap: HeatmapView,
    breakdown: BreakdownView,
    focus_sessions: FocusSessionsView,
    /// Whether a change has reached the server since the sessions were asked for: then the answer may lack it.
    is_overtaken: bool,
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

    /// Focused time by board and label.
    pub fn breakdown(&self) -> &BreakdownView {
        &self.breakdown
    }

    /// The latest focus sessions.
    pub fn focus_sessions(&self) -> &FocusSessionsView {
        &self.focus_sessions
    }

    /// Asks for all sessions; what is known meanwhile stays.
    pub fn load(&mut self, preferences: &Preferences, env: &Env, turn: &mut Turn) {
        match self.view.status {
            LoadStatus::Failed => self.set(StatsView::default(), turn),
            LoadStatus::Ready => self.refresh(preferences, env, turn),
            LoadStatus::Loading => {}
        }
        self.is_overtaken = false;
        turn.calls.push(Call::get(Purpose::LoadFocusDays { except: vec![] }, "/focus-sessions/"));
    }

    /// The server has taken a change. Sessions that are on their way may have been read before (SPEC Y11).
    pub fn overtaken(&mut self) {
        self.is_overtaken = true;
    }

    /// The sessions have come, or have not. Those that wait to be sent count too.
    pub fn loaded(&mut self, answer: &Answer, outbox: &Outbox, preferences: &Preferences, env: &Env, turn: &mut Turn) {
        match answer.read::<FocusSessionsAnswer>() {
            Ok(_) if self.is_overtaken => self.load(preferences, env, turn),
            Ok(answer) => {
                self.sessions = answer.sessions;
                for entry in outbox.entries() {
                    if let OutboxEntry::FocusSession { session, .. } = entry {
                        self.put(session.clone());
                    }
                }
                self.view.status = LoadStatus::Ready;
                self.refresh(preferences, env, turn);
            }
            Err(_) => {
                turn.log("Error fetching focus sessions");
                if self.view.status == LoadStatus::Loading {
                    self.set(StatsView { status: LoadStatus::Failed, ..StatsView::default() }, turn);
                }
            }
        }
    }

    /// A session has just ended.
    pub fn add(&mut self, session: FocusSession, preferences: &Preferences, env: &Env, turn: &mut Turn) {
        self.put(session);
        self.refresh(preferences, env, turn);
    }

    /// Computes anew what is shown: the day may have changed, or the person's goal.
    pub fn refresh(&mut self, preferences: &Preferences, env: &Env, turn: &mut Turn) {
        if self.view.status == LoadStatus::Ready {
            let settings = StatsSettings::from(preferences);
            let days = day_sums(&self.sessions, settings.day_start_minutes);
            self.set(view(&days, &settings, env.now, env.utc_offset, 0), turn);
        }
    }

    /// Forgets everything: somebody else is signed in now.
    pub fn forget(&mut self, turn: &mut Turn) {
        self.sessions.clear();
        self.set(StatsView::default(), turn);
    }

    fn put(&mut self, session: FocusSession) {
        match self.sessions.iter_mut().find(|known| known.id == session.id) {
            Some(known) => *known = session,
            None => self.sessions.push(session),
        }
    }

    fn set(&mut self, view: StatsView, turn: &mut Turn) {
        if self.view != view {
            self.view = view;
            turn.step.patches.push(Patch::Stats { stats: self.view.clone() });
        }
    }
}
