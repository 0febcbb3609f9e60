//! Repetitions of tasks of Microsoft To Do.

use super::super::ImportContext;
use super::super::draft::CardDraft;
use super::super::tree::Record;
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::record::{Recurrence, RecurrenceUnit};
use core_wasm::protocol::time::LocalDay;

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The maximum number of occurrences that a recurrence can have.
const MAX_REMAINING: f64 = 999.0;

/// Sets the recurrence of a card, whose due date is set before.
pub(super) fn read(repetition: Record<'_>, draft: &mut CardDraft, context: &ImportContext<'_>, losses: &mut Losses) {
    let Some(pattern) = repetition.record("pattern") else { return };
    // Some tools write an empty pattern for none.
    let Some(kind) = pattern.filled("type") else { return };
    let every = pattern.number("interval").unwrap_or(1.0);
    let unit = match kind.to_ascii_lowercase().as_str() {
        "daily" => Some(RecurrenceUnit::Days),
        "weekly" => Some(RecurrenceUnit::Weeks),
        "absolutemonthly" => Some(RecurrenceUnit::Months),
        "absoluteyearly" => Some(RecurrenceUnit::Years),
        _ => None,
    };
    let Some(unit) = unit.filter(|_| (1.0..=365.0).contains(&every)) else {
        let place = [pattern.filled("index")].into_iter().flatten().chain(pattern.texts("daysOfWeek"));
        let words: Vec<_> = [every.to_string(), kind.to_owned()].into_iter().chain(place.map(str::to_owned)).collect();
        draft.add_field(&context.names.repeats, &words.join(" "));
        losses.add(LossKind::RecurrenceDropped, draft.title());
        return;
    };
    let mut recurrence = Recurrence::every(every as u32, unit);
    let mut is_simplified = false;
    if unit == RecurrenceUnit::Weeks {
        let days: Vec<_> = pattern.texts("daysOfWeek").map(str::to_ascii_lowercase).take(7).collect();
        let weekdays = WEEKDAYS.iter().zip(1..).filter(|(name, _)| days.iter().any(|day| day == *name));
        recurrence.weekdays = weekdays.map(|(_, weekday)| weekday).collect();
        // Weeks begin on Monday here, which makes a difference if some weeks are skipped.
        let is_monday = pattern.filled("firstDayOfWeek").is_none_or(|day| day.eq_ignore_ascii_case("monday"));
        is_simplified |= every > 1.0 && !is_monday && recurrence.weekdays.len() > 1;
    }
    if unit == RecurrenceUnit::Months {
        let due_day = draft.card.due_date.as_ref().and_then(|date| date.as_str().get(8..10)?.parse::<u32>().ok());
        // The month of the due date may be too short for the day.
        let day = pattern.number("dayOfMonth").filter(|day| (29.0..=31.0).contains(day)).map(|day| day as u32);
        recurrence.day_of_month = day.filter(|day| due_day.is_some_and(|due_day| due_day >= 28 && due_day < *day));
    }
    if let Some(range) = repetition.record("range") {
        let kind = range.text("type").unwrap_or_default().to_ascii_lowercase();
        if kind == "enddate" {
            recurrence.until = range.filled("endDate").and_then(|day| LocalDay::parse(day.get(..10)?));
        } else if kind == "numbered" {
            // The file has the number of all occurrences, not of those that remain.
            is_simplified = true;
            let count = range.number("numberOfOccurrences").filter(|count| *count >= 1.0);
            recurrence.remaining = count.map(|count| count.min(MAX_REMAINING) as u32);
        }
    }
    if is_simplified {
        losses.add(LossKind::RecurrenceSimplified, draft.title());
    }
    draft.card.recurrence = Some(recurrence);
}
