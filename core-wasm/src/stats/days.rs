//! Local days and the focused time on each of them.

use super::{MILLIS_PER_MINUTE, MIN_SESSION_MS, focused_millis};
use crate::protocol::http::DaySum;
use crate::protocol::id::Id;
use crate::protocol::record::{FocusSession, Segment, SessionKind};
use crate::protocol::time::{LocalDay, MILLIS_PER_DAY, Timestamp};

/// The focused time on one local day for one card of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FocusSum {
    /// The board; `None` for time without a board.
    pub board_id: Option<Id>,
    /// The card; `None` for time without a card.
    pub card_id: Option<Id>,
    /// The day and the total of the focused time on it.
    pub sum: DaySum,
}

/// What sums are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct FocusSumKey {
    day: LocalDay,
    board_id: Option<Id>,
    card_id: Option<Id>,
}

impl FocusSum {
    fn key(&self) -> FocusSumKey {
        FocusSumKey { day: self.sum.day, board_id: self.board_id, card_id: self.card_id }
    }
}

/// Converts Unix milliseconds to milliseconds since the start of the user's local day 1970-01-01.
fn local_millis(millis: i64, utc_offset: i32, day_start_minutes: i64) -> i64 {
    millis + (i64::from(utc_offset) - day_start_minutes) * MILLIS_PER_MINUTE
}

/// Returns whether a session counts in statistics (SPEC S1): breaks and deleted sessions do not.
pub fn is_counted(session: &FocusSession) -> bool {
    session.kind == SessionKind::Focus && !session.is_deleted
}

/// Returns the focused time by day, board and card, sorted by these (SPEC S1 to S4). The sessions may be in any order;
/// chronological order is fastest.
pub fn focus_sums<'a>(sessions: impl IntoIterator<Item = &'a FocusSession>, day_start_minutes: i64) -> Vec<FocusSum> {
    let mut sums: Vec<FocusSum> = vec![];
    for session in sessions {
        split_by_day(session, day_start_minutes, &mut |sum| {
            let new = FocusSum { board_id: session.board_id, card_id: session.card_id, sum };
            match search_by_key(&sums, new.key(), FocusSum::key) {
                Ok(place) => add(&mut sums[place].sum, &new.sum),
                Err(place) => sums.insert(place, new),
            }
        });
    }
    sums
}

/// Returns the focused time by day, earliest day first.
pub fn day_sums<'a>(sessions: impl IntoIterator<Item = &'a FocusSession>, day_start_minutes: i64) -> Vec<DaySum> {
    let mut days = vec![];
    sessions.into_iter().for_each(|session| add_session(&mut days, session, day_start_minutes));
    days
}

/// Adds up the totals of each day and returns them with the earliest day first. The input may be in any order.
pub fn merge_days(sums: impl IntoIterator<Item = DaySum>) -> Vec<DaySum> {
    let mut days = vec![];
    sums.into_iter().for_each(|sum| add_day_sum(&mut days, sum));
    days
}

/// Returns the local days on which a session has focused time, earliest first; none if the session does not count.
pub fn days_of(session: &FocusSession, day_start_minutes: i64) -> Vec<LocalDay> {
    day_sums([session], day_start_minutes).iter().map(|sum| sum.day).collect()
}

/// Adds a session to daily totals, which must be sorted by day.
pub fn add_session(days: &mut Vec<DaySum>, session: &FocusSession, day_start_minutes: i64) {
    split_by_day(session, day_start_minutes, &mut |sum| add_day_sum(days, sum));
}

fn add_day_sum(days: &mut Vec<DaySum>, sum: DaySum) {
    match search_by_key(days, sum.day, |sum| sum.day) {
        Ok(place) => add(&mut days[place], &sum),
        Err(place) => days.insert(place, sum),
    }
}

/// Subtracts a session from daily totals that include it. A day keeps the start times of its earliest and latest
/// segments, because the totals do not show which segments replace them. These times only affect a streak where a
/// flight skipped a date (SPEC S12), and they are correct again with the next totals from the server.
pub fn subtract_session(days: &mut Vec<DaySum>, session: &FocusSession, day_start_minutes: i64) {
    split_by_day(session, day_start_minutes, &mut |sum| {
        if let Ok(place) = search_by_key(days, sum.day, |sum| sum.day) {
            let remaining = &mut days[place];
            remaining.focused -= sum.focused;
            remaining.sessions -= sum.sessions;
            if remaining.focused <= 0 {
                days.remove(place);
            }
        }
    });
}

/// Returns the focused time of a day, in whole seconds.
pub(super) fn seconds_of(days: &[DaySum], day: LocalDay) -> i64 {
    search_by_key(days, day, |sum| sum.day).map_or(0, |place| days[place].focused / 1_000)
}

/// Searches for a key: `Ok` is its index, `Err` the index to insert it at. Checks the end first because most additions
/// belong there.
fn search_by_key<T, K: Ord>(items: &[T], wanted: K, key: impl Fn(&T) -> K) -> Result<usize, usize> {
    match items.last().map(|last| key(last).cmp(&wanted)) {
        None | Some(std::cmp::Ordering::Less) => Err(items.len()),
        Some(std::cmp::Ordering::Equal) => Ok(items.len() - 1),
        Some(std::cmp::Ordering::Greater) => items.binary_search_by(|item| key(item).cmp(&wanted)),
    }
}

fn add(sum: &mut DaySum, other: &DaySum) {
    sum.focused += other.focused;
    sum.sessions += other.sessions;
    let first = (sum.first_start, sum.first_utc_offset).min((other.first_start, other.first_utc_offset));
    let last = (sum.last_start, sum.last_utc_offset).max((other.last_start, other.last_utc_offset));
    (sum.first_start, sum.first_utc_offset) = first;
    (sum.last_start, sum.last_utc_offset) = last;
}

/// Calls `to` with each segment's contribution to each day.
fn split_by_day(session: &FocusSession, day_start_minutes: i64, to: &mut dyn FnMut(DaySum)) {
    if !is_counted(session) {
        return;
    }
    // A session counts on the day on which it started.
    let mut sessions = i64::from(focused_millis(session) >= MIN_SESSION_MS);
    for segment in &session.segments {
        split_segment(segment, day_start_minutes, &mut |day, focused| {
            to(DaySum {
                day: LocalDay::from_days_since_epoch(day),
                focused,
                sessions: std::mem::take(&mut sessions),
                first_start: segment.start,
                first_utc_offset: segment.utc_offset,
                last_start: segment.start,
                last_utc_offset: segment.utc_offset,
            });
        });
    }
}

/// Splits a segment at the boundaries between days. The segment's own offset applies throughout, because a change of
/// the offset only affects the next segment.
fn split_segment(segment: &Segment, day_start_minutes: i64, to: &mut dyn FnMut(i64, i64)) {
    let local = |moment: Timestamp| local_millis(moment.millis(), segment.utc_offset, day_start_minutes);
    let (mut start, end) = (local(segment.start), local(segment.end));
    while start < end {
        let day = start.div_euclid(MILLIS_PER_DAY);
        let cut = end.min((day + 1) * MILLIS_PER_DAY);
        to(day, cut - start);
        start = cut;
    }
}
