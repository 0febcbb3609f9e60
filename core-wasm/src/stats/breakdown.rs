//! Focused time by board and label (SPEC S39). The server computes it: only it knows every card's labels.

use crate::call::{Answer, Call, Purpose, Turn};
use crate::protocol::http::FocusBreakdownAnswer;
use crate::protocol::intent::StatsPeriod;
use crate::protocol::patch::Patch;
use crate::protocol::time::LocalDay;
use crate::protocol::view::{BreakdownView, HeatmapView, LoadStatus, StatsView};
use crate::sync::asking::Asking;

/// The first day and the last, both included.
type Span = (LocalDay, LocalDay);

/// The breakdown, and what the mirror holds of it.
#[derive(Debug, Default)]
pub struct Breakdown {
    /// Whether the page has asked.
    is_asked: bool,
    view: BreakdownView,
    /// The span that is wanted; `None` before the week or the year is known.
    span: Option<Span>,
    /// The span that the server was asked for last.
    asked: Option<Span>,
    asking: Asking,
    /// Whether the person's plan has limits.
    is_limited: bool,
}

impl Breakdown {
    /// What the shell draws.
    pub fn view(&self) -> &BreakdownView {
        &self.view
    }

    /// The first day and the last that the server was asked for.
    pub fn asked(&self) -> Option<(LocalDay, LocalDay)> {
        self.asked
    }

    /// The page asks for a span.
    pub fn load(&mut self, period: StatsPeriod, turn: &mut Turn) {
        let is_known = self.is_asked && self.view.period == period && self.view.status == LoadStatus::Ready;
        if !is_known {
            self.span = None;
            self.set(BreakdownView { period, ..BreakdownView::default() }, turn);
        }
        self.is_asked = true;
        self.refresh(turn);
    }

    /// Asks the server again, if the page has asked before.
    pub fn refresh(&mut self, turn: &mut Turn) {
        self.asking.overtaken();
        self.fetch(turn);
    }

    /// Follows whether the person's plan has limits: then nothing is asked by label (SPEC L4).
    pub(super) fn set_limited(&mut self, is_limited: bool, turn: &mut Turn) {
        if self.is_limited != is_limited {
            self.is_limited = is_limited;
            if is_limited {
                self.set(BreakdownView { labels: vec![], ..self.view.clone() }, turn);
            }
            self.refresh(turn);
        }
    }

    fn fetch(&mut self, turn: &mut Turn) {
        if let Some((from, to)) = self.span.filter(|_| self.is_asked)
            && self.asking.begin()
        {
            self.asked = self.span;
            let by = if self.is_limited { "&by=board" } else { "" };
            let path = format!("/focus-days/breakdown/?from={from}&to={to}{by}");
            turn.calls.push(Call::get(Purpose::LoadBreakdown, path));
        }
    }

    /// Follows the week and the year that are shown.
    pub fn follow(&mut self, stats: &StatsView, heatmap: &HeatmapView, turn: &mut Turn) {
        if !self.is_asked {
            return;
        }
        let span = match self.view.period {
            StatsPeriod::Week => stats.week_start.map(|first| (first, LocalDay::from_number(first.number() + 6))),
            StatsPeriod::Year => year(heatmap.year),
            StatsPeriod::All => Some((LocalDay::from_number(i64::MIN), LocalDay::from_number(i64::MAX))),
        };
        if span.is_some() && span != self.span {
            self.set(BreakdownView { period: self.view.period, ..BreakdownView::default() }, turn);
            self.span = span;
            self.asking.overtaken();
            self.fetch(turn);
        } else if span.is_none() && stats.status == LoadStatus::Failed && self.view.status == LoadStatus::Loading {
            // Which week or year it is about cannot be told either.
            self.set(BreakdownView { status: LoadStatus::Failed, ..self.view.clone() }, turn);
        }
    }

    /// The breakdown has come, or has not.
    pub fn loaded(&mut self, answer: &Answer, turn: &mut Turn) {
        match answer.read::<FocusBreakdownAnswer>() {
            Ok(FocusBreakdownAnswer { boards, labels }) => {
                let (is_shown, is_repeated) = self.asking.come();
                let is_wanted = self.asked == self.span;
                if is_shown && is_wanted {
                    self.set(
                        BreakdownView { status: LoadStatus::Ready, period: self.view.period, boards, labels },
                        turn,
                    );
                }
                if is_repeated || !is_wanted {
                    self.fetch(turn);
                }
            }
            Err(_) => {
                self.asking.failed();
                turn.log("Error fetching focus time by board");
                if self.asked != self.span {
                    self.fetch(turn);
                } else if self.view.status == LoadStatus::Loading {
                    self.set(BreakdownView { status: LoadStatus::Failed, ..self.view.clone() }, turn);
                }
            }
        }
    }

    fn set(&mut self, view: BreakdownView, turn: &mut Turn) {
        if self.view != view {
            self.view = view;
            turn.step.patches.push(Patch::Breakdown { breakdown: self.view.clone() });
        }
    }

    /// Tells the mirror that nothing is known any more.
    pub(super) fn forget(mut self, turn: &mut Turn) {
        self.set(BreakdownView::default(), turn);
    }
}

/// All days of a year; `None` before it is known.
fn year(year: i64) -> Option<Span> {
    (year > 0).then_some(())?;
    Some((LocalDay::parse(&format!("{year:04}-01-01"))?, LocalDay::parse(&format!("{year:04}-12-31"))?))
}
