//! Reminders: notifications at a set time before a card is due (SPEC M1 to M6).
//!
//! A due date has no time zone: it is a date and time in the user's local time. The moment is computed with the current
//! offset from UTC, the only one that the core knows, and again at every check. After a change of the offset the next
//! check corrects it.

use super::{CardReminder, DatedCard};
use crate::board::activity::format_due_date;
use crate::board::machine::Boards;
use crate::clock::format_time_in_sentence;
use crate::context::Context;
use crate::env::{Env, to_local_time};
use crate::protocol::effect::{Alarm, IoEffect, UiEffect};
use crate::protocol::http::HourFormat;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::messages::core as messages;
use crate::protocol::peer::PeerMessage;
use crate::protocol::record::Priority;
use crate::protocol::stored::{FORMAT, StoredFiredReminders, idb_key, parse_stored};
use crate::protocol::time::{DueDate, Timestamp, format_minute, number};
use crate::sort::sort_by;
use chrono::{Days, NaiveDate};

/// The maximum delay at which a reminder still fires, in milliseconds: long enough for a night, not for a vacation.
const MAX_DELAY_MS: i64 = 12 * 60 * 60_000;
/// The longest time between two checks, in milliseconds. It limits how long an unnoticed change, such as one of the
/// clock, goes undetected.
const MAX_CHECK_INTERVAL_MS: i64 = 60 * 60_000;
/// The delay before the second check, in milliseconds. The server is contacted only then, to keep the start of the app
/// fast.
const FIRST_CHECK_DELAY_MS: i64 = 10_000;
/// An alarm that is later than this, in milliseconds, may mean that the tab was suspended.
const LATE_ALARM_MS: i64 = 1_000;
/// Maximum number of fired reminders that are remembered.
const MAX_FIRED: usize = 500;
/// When a card without a time is due, in minutes after midnight.
const DEFAULT_DUE_MINUTES: i64 = 9 * 60;

/// The reminders that have fired, and the time of the next check.
#[derive(Debug, Default)]
pub(crate) struct Reminders {
    /// Whether the time of the next reminder may have changed.
    pub(super) is_stale: bool,
    fired: Vec<(Id, String)>,
    stored_list: StoredList,
    next: Option<Timestamp>,
    /// The end of the delay after the first check, in Unix milliseconds; `None` before that check.
    first_check_until: Option<i64>,
    /// Whether the current check runs late because the tab was suspended.
    is_check_late: bool,
    /// Whether a reminder is due that only the leader may fire.
    is_overdue: bool,
    /// The clock format (12 or 24 hours) of due times.
    hour_format: HourFormat,
}

/// The stored list of fired reminders. No reminder may fire before it has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum StoredList {
    #[default]
    Unread,
    Read,
    /// It is being read again, to find reminders that another tab has fired.
    Rereading,
}

/// A reminder that has to fire now.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DueReminder {
    /// When it was due, in milliseconds since the epoch.
    at: i64,
    card_id: Id,
    /// How it is remembered once it has fired: the item with its due date and minutes.
    occurrence: (Id, String),
}

impl Reminders {
    /// Restores the stored list of fired reminders; `text` is `None` if nothing is stored.
    pub(crate) fn restore(&mut self, account: Id, text: Option<&str>, ctx: &mut Context) {
        let stored = text.and_then(|text| parse_stored(text, |stored: &StoredFiredReminders| stored.format));
        if let (None, Some(text)) = (&stored, text) {
            ctx.quarantine(idb_key::fired_reminders(account), text.to_owned());
        }
        self.fired.extend(stored.into_iter().flat_map(|stored| stored.calls));
        if self.stored_list == StoredList::Unread {
            self.stored_list = StoredList::Read;
        }
        self.is_stale = true;
    }

    /// Adds the reminders that fired in guest mode to those of the account.
    pub(crate) fn import_guest_fired(&mut self, account: Id, text: &str, ctx: &mut Context) {
        self.restore(account, Some(text), ctx);
        self.store(account, ctx);
    }

    fn store(&self, account: Id, ctx: &mut Context) {
        let stored = StoredFiredReminders { format: FORMAT, calls: self.fired.clone() };
        ctx.write_idb(idb_key::fired_reminders(account), json::json(&stored));
    }

    /// Handles the alarm, which may be slightly early.
    pub(super) fn on_alarm(&mut self, env: &Env) {
        self.is_check_late |= self.is_next_late(env);
        (self.is_stale, self.next) = (true, None);
    }

    fn is_next_late(&self, env: &Env) -> bool {
        self.next.is_some_and(|next| env.now.millis() - next.millis() > LATE_ALARM_MS)
    }

    /// Records reminders that another tab has fired.
    pub(crate) fn on_fired_in_other_tab(&mut self, fired: Vec<(Id, String)>) {
        self.record_fired(fired);
        self.is_stale = true;
    }

    /// Handles the stored list that was read again after a late alarm.
    pub(crate) fn on_fired_reread(&mut self, text: Option<&str>) {
        let stored = text.and_then(|text| parse_stored(text, |stored: &StoredFiredReminders| stored.format));
        let fired = stored.into_iter().flat_map(|stored| stored.calls);
        let new: Vec<(Id, String)> = fired.filter(|occurrence| !self.fired.contains(occurrence)).collect();
        self.record_fired(new);
        (self.stored_list, self.is_stale) = (StoredList::Read, true);
    }

    /// Requests a check in the next step, because this tab has become the one that fires reminders.
    pub(crate) fn mark_stale(&mut self) {
        self.is_stale = true;
    }

    /// Sets the clock format (12 or 24 hours) of due times.
    pub(crate) fn set_hour_format(&mut self, hour_format: HourFormat) {
        self.hour_format = hour_format;
    }

    /// Returns whether a due reminder waits for this tab to become the leader.
    pub(crate) fn needs_leader(&self) -> bool {
        self.is_overdue
    }

    fn record_fired(&mut self, fired: Vec<(Id, String)>) {
        self.fired.extend(fired);
        let surplus = self.fired.len().saturating_sub(MAX_FIRED);
        self.fired.drain(..surplus);
    }

    /// Fires the due reminders and sets the alarm for the next one.
    pub(super) fn reconcile(
        &mut self,
        dated: &IdMap<DatedCard>,
        boards: &Boards,
        account: Option<Id>,
        is_leader: bool,
        env: &Env,
        ctx: &mut Context,
    ) {
        let Some(account) = account.filter(|_| self.stored_list != StoredList::Unread) else { return };
        let is_due = self.next.is_some_and(|next| next <= env.now);
        if !std::mem::take(&mut self.is_stale) && !is_due {
            return;
        }
        let is_late = self.is_next_late(env) || std::mem::take(&mut self.is_check_late);
        let now = env.now.millis();
        let first_check_until = *self.first_check_until.get_or_insert(now + FIRST_CHECK_DELAY_MS);
        // Other reasons for a check, such as becoming the leader, must not delay the first request to the server.
        let mut next = if now < first_check_until {
            first_check_until.min(now + FIRST_CHECK_DELAY_MS)
        } else {
            now + MAX_CHECK_INTERVAL_MS
        };
        let mut due = vec![];
        for (card_id, card) in dated.iter().filter(|(_, card)| card.priority != Priority::Completed) {
            let Some(date) = card.due_date.as_ref().filter(|_| !card.reminders.is_empty()) else { continue };
            if !card.is_shown(boards) {
                continue;
            }
            for CardReminder { item_id, minutes_before: minutes, created_at } in &card.reminders {
                let moment = due_moment(date, env.utc_offset).saturating_sub(minutes.saturating_mul(60_000));
                let occurrence = (*item_id, format!("{} {minutes}", date.as_str()));
                if moment > now {
                    next = next.min(moment);
                } else if moment > now - MAX_DELAY_MS
                    && created_at.millis() <= moment
                    && !self.fired.contains(&occurrence)
                {
                    due.push(DueReminder { at: moment, card_id: *card_id, occurrence });
                }
            }
        }
        sort_by(&mut due, Ord::cmp);
        self.is_overdue = !due.is_empty() && !is_leader;
        // Only the leader fires reminders; it then notifies the other tabs.
        let is_firing = is_leader && self.stored_list == StoredList::Read && !due.is_empty();
        if is_firing && is_late {
            self.stored_list = StoredList::Rereading;
            ctx.idb_reads.push(idb_key::fired_reminders(account));
        } else if is_firing {
            for DueReminder { card_id, .. } in &due {
                let (Some(card), Some(path)) = (dated.get(card_id), card_path(dated, *card_id, boards)) else {
                    continue;
                };
                let date = card
                    .due_date
                    .as_ref()
                    .map(|date| format_due_relative(date, self.hour_format, env))
                    .unwrap_or_default();
                let message = messages::reminder_card_due(card.title.as_str(), &date);
                ctx.step.ui_effects.push(UiEffect::Remind { message, path });
            }
            let fired: Vec<(Id, String)> = due.into_iter().map(|due| due.occurrence).collect();
            ctx.broadcast(&PeerMessage::RemindersFired { account, calls: fired.clone() });
            self.record_fired(fired);
            self.store(account, ctx);
        }
        let next = Timestamp::from_millis(next);
        if self.next != Some(next) {
            self.next = Some(next);
            let after = u32::try_from(next.millis() - now).unwrap_or(u32::MAX);
            ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Reminders, after });
        }
    }

    /// Clears the state after a change of account.
    pub(super) fn reset(&mut self, ctx: &mut Context) {
        *self = Self { hour_format: self.hour_format, ..Self::default() };
        ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Reminders });
    }
}

fn card_path(dated: &IdMap<DatedCard>, card_id: Id, boards: &Boards) -> Option<String> {
    let board = boards.board_of(dated.get(&card_id)?.board_id)?;
    Some(format!("/app/b/{}?card={card_id}", board.slug.as_str()))
}

/// Returns the moment at which a card is due, in Unix milliseconds. `utc_offset` is in minutes.
fn due_moment(due: &DueDate, utc_offset: i32) -> i64 {
    let text = due.as_str();
    let part = |range| number(text, range).unwrap_or_default();
    let day = NaiveDate::from_ymd_opt(part(0..4).cast_signed(), part(5..7), part(8..10)).unwrap_or_default();
    let minutes =
        number(text, 11..13).map_or(DEFAULT_DUE_MINUTES, |hour| i64::from(hour) * 60 + i64::from(part(14..16)));
    let midnight = day.and_time(chrono::NaiveTime::MIN).and_utc().timestamp_millis();
    midnight + (minutes - i64::from(utc_offset)) * 60_000
}

/// Formats a due date relative to today: "at 9:00 AM", "tomorrow at 09:00", "today", "on 24 Dec 2026".
fn format_due_relative(due: &DueDate, hour_format: HourFormat, env: &Env) -> String {
    let day = due.day();
    let time = due.as_str().get(11..).map(|time| format_time_in_sentence(time, hour_format));
    let local = to_local_time(env.now, env.utc_offset);
    let today = format_minute(local);
    let tomorrow = format_minute(local.checked_add_days(Days::new(1)).unwrap_or(local));
    match (today.starts_with(day), tomorrow.starts_with(day), time) {
        (true, _, Some(time)) => messages::due_at(&time),
        (true, _, None) => messages::due_today().to_owned(),
        (_, true, Some(time)) => messages::due_tomorrow_at(&time),
        (_, true, None) => messages::due_tomorrow().to_owned(),
        (_, _, Some(time)) => messages::due_on_at(&format_due_date(day, hour_format), &time),
        (_, _, None) => messages::due_on(&format_due_date(day, hour_format)),
    }
}
