//! Focused time by board and label (SPEC S39). It is computed by the server, which alone knows the labels of all cards.

use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::protocol::http::FocusBreakdownResponse;
use crate::protocol::intent::StatsPeriod;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::time::LocalDay;
use crate::protocol::view::{BreakdownView, HeatmapView, LoadStatus, StatsView};
use crate::resource::remote::{FailureOutcome, RemoteResource};

/// The first and last day of a period, both inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DaySpan {
    first: LocalDay,
    last: LocalDay,
}

impl DaySpan {
    /// Returns whether a day lies in the period.
    pub(crate) fn contains(self, day: LocalDay) -> bool {
        (self.first..=self.last).contains(&day)
    }
}

/// The breakdown and the state of its requests.
#[derive(Debug, Default)]
pub(crate) struct Breakdown {
    /// The totals of the requested period.
    totals: RemoteResource<FocusBreakdownResponse>,
    period: StatsPeriod,
    mirrored: BreakdownView,
    /// The requested period, or `None` until the week or year is known.
    span: Option<DaySpan>,
    /// The period of the last request to the server.
    requested_span: Option<DaySpan>,
    /// Whether the user's plan has limits.
    is_limited: bool,
}

impl Breakdown {
    /// Returns the breakdown as the mirror holds it.
    pub(crate) fn view(&self) -> &BreakdownView {
        &self.mirrored
    }

    /// Returns the period of the last request to the server.
    pub(crate) fn requested_span(&self) -> Option<DaySpan> {
        self.requested_span
    }

    /// Handles the page's request for the breakdown of a period.
    pub(crate) fn load(&mut self, period: StatsPeriod, ctx: &mut Context) {
        let is_known = self.totals.is_requested() && self.period == period && self.totals.is_ready();
        if !is_known {
            (self.span, self.period) = (None, period);
            self.totals.clear();
            self.publish(ctx);
        }
        self.totals.request();
        self.refresh(ctx);
    }

    /// Fetches the breakdown again if the page has requested it before.
    pub(crate) fn refresh(&mut self, ctx: &mut Context) {
        self.totals.invalidate();
        self.fetch(ctx);
    }

    /// Sets whether the user's plan has limits. If it has, no breakdown by label is fetched (SPEC L4).
    pub(super) fn set_limited(&mut self, is_limited: bool, ctx: &mut Context) {
        if self.is_limited != is_limited {
            self.is_limited = is_limited;
            if let Some(totals) = self.totals.value_mut().filter(|_| is_limited) {
                totals.labels.clear();
                self.publish(ctx);
            }
            self.refresh(ctx);
        }
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if let Some(DaySpan { first, last }) = self.span.filter(|_| self.totals.is_requested())
            && self.totals.start_fetch()
        {
            self.requested_span = self.span;
            let by = if self.is_limited { "&by=board" } else { "" };
            let path = format!("/focus-days/breakdown/?from={first}&to={last}{by}");
            ctx.requests.push(ApiRequest::get(Purpose::LoadBreakdown, path));
        }
    }

    /// Adapts the period to the displayed week and year, and fetches its breakdown if it has changed.
    pub(super) fn on_stats_shown(&mut self, stats: &StatsView, heatmap: &HeatmapView, ctx: &mut Context) {
        if !self.totals.is_requested() {
            return;
        }
        let span = match self.period {
            StatsPeriod::Week => {
                let week = |first: LocalDay| DaySpan {
                    first,
                    last: LocalDay::from_days_since_epoch(first.days_since_epoch() + 6),
                };
                stats.week_start.map(week)
            }
            StatsPeriod::Year => year(heatmap.year),
            StatsPeriod::All => Some(DaySpan {
                first: LocalDay::from_days_since_epoch(i64::MIN),
                last: LocalDay::from_days_since_epoch(i64::MAX),
            }),
        };
        if span.is_some() && span != self.span {
            self.totals.clear();
            self.publish(ctx);
            self.span = span;
            self.totals.invalidate();
            self.fetch(ctx);
        } else if span.is_none() && stats.status == LoadStatus::Failed && self.totals.fail() {
            // Without the statistics the week or year remains unknown, so the breakdown fails too.
            self.publish(ctx);
        }
    }

    /// Handles the server's response to a request for the breakdown.
    pub(crate) fn on_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        match response.read::<FocusBreakdownResponse>() {
            Ok(totals) => {
                let outcome = self.totals.finish_fetch();
                let is_current_span = self.requested_span == self.span;
                if outcome.applies && is_current_span {
                    self.totals.set(totals);
                    self.publish(ctx);
                }
                if outcome.is_outdated || !is_current_span {
                    self.fetch(ctx);
                }
            }
            Err(_) => {
                ctx.log("Error fetching focused time by board");
                if self.requested_span != self.span {
                    self.totals.end_fetch();
                    self.fetch(ctx);
                } else {
                    match self.totals.fail_fetch() {
                        FailureOutcome::Refetch => self.fetch(ctx),
                        FailureOutcome::StatusFailed => self.publish(ctx),
                        FailureOutcome::StatusKept => {}
                    }
                }
            }
        }
    }

    /// Updates the mirror if the view has changed.
    fn publish(&mut self, ctx: &mut Context) {
        let (status, period) = (self.totals.status(), self.period);
        let FocusBreakdownResponse { boards, labels, estimates } = self.totals.value().cloned().unwrap_or_default();
        let view = BreakdownView { status, period, boards, labels, estimates };
        if self.mirrored != view {
            self.mirrored = view.clone();
            ctx.step.patches.push(Patch::Breakdown { breakdown: view });
        }
    }

    /// Clears the breakdown in the mirror.
    pub(super) fn reset(self, ctx: &mut Context) {
        Self { mirrored: self.mirrored, ..Self::default() }.publish(ctx);
    }
}

/// Returns the first and last day of a year, or `None` if the year is 0, i.e. unknown.
fn year(year: i64) -> Option<DaySpan> {
    (year > 0).then_some(())?;
    Some(DaySpan {
        first: LocalDay::parse(&format!("{year:04}-01-01"))?,
        last: LocalDay::parse(&format!("{year:04}-12-31"))?,
    })
}
