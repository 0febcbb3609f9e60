//! Repetitions of tasks of Super Productivity.

use super::super::ImportContext;
use super::super::draft::{CardDraft, local_day_of};
use super::super::tree::Record;
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::record::{Recurrence, RecurrenceUnit};
use core_wasm::protocol::time::{DueDate, LocalDay};

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Sets the recurrence of a card, and its due date if it has none.
pub(super) fn read(configuration: Record<'_>, draft: &mut CardDraft, context: &ImportContext<'_>, losses: &mut Losses) {
    let every = configuration.number("repeatEvery").unwrap_or(1.0);
    let cycle = configuration.filled("repeatCycle");
    let Some(recurrence) = recurrence(configuration, cycle, every) else {
        draft.add_field(&context.names.repeats, &format!("{every} {}", cycle.unwrap_or_default()));
        losses.add(LossKind::RecurrenceDropped, draft.title());
        return;
    };
    if configuration.has_contents("deletedInstanceDates") || configuration.flag("skipOverdue") {
        losses.add(LossKind::RecurrenceSimplified, draft.title());
    }
    if draft.card.due_date.is_none() {
        let today = local_day_of(context.now, context);
        draft.card.due_date = first_day(&recurrence, today).and_then(|day| {
            let time = configuration.filled("startTime").and_then(|time| DueDate::parse(&format!("{day}T{time}")));
            time.or_else(|| DueDate::parse(&day.to_string()))
        });
        losses.add(LossKind::DateAssumed, draft.title());
    }
    draft.card.recurrence = Some(recurrence);
}

/// Returns the recurrence, or `None` for one that boards do not have: a paused one, the third Friday, or the last day of a
/// month.
fn recurrence(configuration: Record<'_>, cycle: Option<&str>, every: f64) -> Option<Recurrence> {
    let weekdays: Vec<u8> =
        WEEKDAYS.iter().zip(1..).filter(|(name, _)| configuration.flag(name)).map(|(_, weekday)| weekday).collect();
    // Old versions only repeat on weekdays.
    let unit = match cycle {
        Some("DAILY") => RecurrenceUnit::Days,
        Some("WEEKLY") | None => RecurrenceUnit::Weeks,
        Some("MONTHLY") => RecurrenceUnit::Months,
        Some("YEARLY") => RecurrenceUnit::Years,
        Some(_) => return None,
    };
    let is_special = unit == RecurrenceUnit::Months
        && (configuration.has("monthlyWeekOfMonth") || configuration.flag("monthlyLastDay"));
    if is_special || configuration.flag("isPaused") || !(1.0..=365.0).contains(&every) {
        return None;
    }
    Some(Recurrence {
        weekdays: if unit == RecurrenceUnit::Weeks { weekdays } else { vec![] },
        from_completion: configuration.flag("repeatFromCompletionDate"),
        ..Recurrence::every(every as u32, unit)
    })
}

/// Returns the first day from today on which the recurrence may be due.
fn first_day(recurrence: &Recurrence, today: LocalDay) -> Option<LocalDay> {
    (0..7).map(|days| LocalDay::from_days_since_epoch(today.days_since_epoch() + days)).find(|day| {
        // 1970-01-01 was a Thursday.
        let weekday = (day.days_since_epoch() + 3).rem_euclid(7) + 1;
        recurrence.weekdays.is_empty() || recurrence.weekdays.iter().any(|known| i64::from(*known) == weekday)
    })
}
