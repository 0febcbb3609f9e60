//! Focused time by board and label (SPEC S39). It is computed by the server, which alone knows the labels of all cards.

use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::protocol::http::FocusBreakdownResponse;
use crate::protocol::intent::StatsPeriod;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::time::LocalDay;
use crate::protocol::view::{BreakdownView, HeatmapView, LoadStatus, StatsView};
use crate::resource::fetch::Fetch;

/// The first and last day of a period, both inclusive.
type Span = (LocalDay, LocalDay);

/// The breakdown and the state of its requests.
#[derive(Debug, Default)]
pub(crate) struct Breakdown {
    /// Whether the page has requested the breakdown.
    is_requested: bool,
    view: BreakdownView,
    /// The requested period, or `None` until the week or year is known.
    span: Option<Span>,
    /// The period of the last request to the server.
    requested_span: Option<Span>,
    fetch_state: Fetch,
    /// Whether the user's plan has limits.
    is_limited: bool,
}

impl Breakdown {
    /// Returns the breakdown as the mirror holds it.
    pub(crate) fn view(&self) -> &BreakdownView {
        &self.view
    }

    /// Returns the first and last day of the last request to the server.
    pub(crate) fn requested_span(&self) -> Option<(LocalDay, LocalDay)> {
        self.requested_span
    }

    /// Handles the page's request for the breakdown of a period.
    pub(crate) fn load(&mut self, period: StatsPeriod, ctx: &mut Context) {
        let is_known = self.is_requested && self.view.period == period && self.view.status == LoadStatus::Ready;
        if !is_known {
            self.span = None;
            self.set(BreakdownView { period, ..BreakdownView::default() }, ctx);
        }
        self.is_requested = true;
        self.refresh(ctx);
    }

    /// Fetches the breakdown again if the page has requested it before.
    pub(crate) fn refresh(&mut self, ctx: &mut Context) {
        self.fetch_state.invalidate();
        self.fetch(ctx);
    }

    /// Sets whether the user's plan has limits. If it has, no breakdown by label is fetched (SPEC L4).
    pub(super) fn set_limited(&mut self, is_limited: bool, ctx: &mut Context) {
        if self.is_limited != is_limited {
            self.is_limited = is_limited;
            if is_limited {
                self.set(BreakdownView { labels: vec![], ..self.view.clone() }, ctx);
            }
            self.refresh(ctx);
        }
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if let Some((from, to)) = self.span.filter(|_| self.is_requested)
            && self.fetch_state.start()
        {
            self.requested_span = self.span;
            let by = if self.is_limited { "&by=board" } else { "" };
            let path = format!("/focus-days/breakdown/?from={from}&to={to}{by}");
            ctx.requests.push(ApiRequest::get(Purpose::LoadBreakdown, path));
        }
    }

    /// Adapts the period to the displayed week and year, and fetches its breakdown if it has changed.
    pub(crate) fn reconcile(&mut self, stats: &StatsView, heatmap: &HeatmapView, ctx: &mut Context) {
        if !self.is_requested {
            return;
        }
        let span = match self.view.period {
            StatsPeriod::Week => {
                stats.week_start.map(|first| (first, LocalDay::from_days_since_epoch(first.days_since_epoch() + 6)))
            }
            StatsPeriod::Year => year(heatmap.year),
            StatsPeriod::All => {
                Some((LocalDay::from_days_since_epoch(i64::MIN), LocalDay::from_days_since_epoch(i64::MAX)))
            }
        };
        if span.is_some() && span != self.span {
            self.set(BreakdownView { period: self.view.period, ..BreakdownView::default() }, ctx);
            self.span = span;
            self.fetch_state.invalidate();
            self.fetch(ctx);
        } else if span.is_none() && stats.status == LoadStatus::Failed && self.view.status == LoadStatus::Loading {
            // Without the statistics the week or year remains unknown, so the breakdown fails too.
            self.set(BreakdownView { status: LoadStatus::Failed, ..self.view.clone() }, ctx);
        }
    }

    /// Handles the server's response to a request for the breakdown.
    pub(crate) fn on_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        match response.read::<FocusBreakdownResponse>() {
            Ok(FocusBreakdownResponse { boards, labels }) => {
                let outcome = self.fetch_state.finish();
                let is_current_span = self.requested_span == self.span;
                if outcome.applies && is_current_span {
                    self.set(
                        BreakdownView { status: LoadStatus::Ready, period: self.view.period, boards, labels },
                        ctx,
                    );
                }
                if outcome.is_outdated || !is_current_span {
                    self.fetch(ctx);
                }
            }
            Err(_) => {
                self.fetch_state.fail();
                ctx.log("Error fetching focus time by board");
                if self.requested_span != self.span {
                    self.fetch(ctx);
                } else if self.view.status == LoadStatus::Loading {
                    self.set(BreakdownView { status: LoadStatus::Failed, ..self.view.clone() }, ctx);
                }
            }
        }
    }

    fn set(&mut self, view: BreakdownView, ctx: &mut Context) {
        if self.view != view {
            self.view = view;
            ctx.step.patches.push(Patch::Breakdown { breakdown: self.view.clone() });
        }
    }

    /// Clears the breakdown in the mirror.
    pub(super) fn reset(mut self, ctx: &mut Context) {
        self.set(BreakdownView::default(), ctx);
    }
}

/// Returns the first and last day of a year, or `None` if the year is 0, i.e. unknown.
fn year(year: i64) -> Option<Span> {
    (year > 0).then_some(())?;
    Some((LocalDay::parse(&format!("{year:04}-01-01"))?, LocalDay::parse(&format!("{year:04}-12-31"))?))
}
