//! Which local day a moment belongs to, and what was focused on each day.

use super::{MILLIS_PER_MINUTE, MIN_SESSION_MS, focused_millis};
use crate::protocol::http::DaySum;
use crate::protocol::id::Id;
use crate::protocol::record::{FocusSession, Segment, SessionKind};
use crate::protocol::time::{LocalDay, Timestamp};

const MILLIS_PER_DAY: i64 = 86_400_000;

/// What was focused on one local day for one card of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FocusSum {
    /// The board; `None` for the time that was for none.
    pub board_id: Option<Id>,
    /// The card; `None` for the time that was for none.
    pub card_id: Option<Id>,
    /// The day, and what was focused on it for them.
    pub sum: DaySum,
}

impl FocusSum {
    fn key(&self) -> (LocalDay, Option<Id>, Option<Id>) {
        (self.sum.day, self.board_id, self.card_id)
    }
}

/// The local day of a moment for a person at `utc_offset` (in minutes, east positive), where days begin at
/// `day_start_minutes` after midnight (SPEC S2, S3).
pub fn local_day(moment: Timestamp, utc_offset: i32, day_start_minutes: i64) -> LocalDay {
    LocalDay::from_days_since_epoch(
        local_millis(moment.millis(), utc_offset, day_start_minutes).div_euclid(MILLIS_PER_DAY),
    )
}

/// Milliseconds by a clock that shows zero when the local 1970-01-01 begins for the person.
fn local_millis(millis: i64, utc_offset: i32, day_start_minutes: i64) -> i64 {
    millis + (i64::from(utc_offset) - day_start_minutes) * MILLIS_PER_MINUTE
}

/// Whether a session counts at all (SPEC S1): breaks do not, nor does what was deleted.
pub fn is_counted(session: &FocusSession) -> bool {
    session.kind == SessionKind::Focus && !session.is_deleted
}

/// What was focused, by day, board and card, in that order (SPEC S1 to S4). The sessions may come in any order, and are
/// filed fastest in that of their starts.
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

/// What was focused by day, whatever it was for; the earliest day first.
pub fn day_sums<'a>(sessions: impl IntoIterator<Item = &'a FocusSession>, day_start_minutes: i64) -> Vec<DaySum> {
    let mut days = vec![];
    sessions.into_iter().for_each(|session| add_session(&mut days, session, day_start_minutes));
    days
}

/// Adds up sums of the same day; the earliest day first. They may come in any order.
pub fn merge_days(sums: impl IntoIterator<Item = DaySum>) -> Vec<DaySum> {
    let mut days = vec![];
    sums.into_iter().for_each(|sum| add_day_sum(&mut days, sum));
    days
}

/// The local days that a session touches, the earliest first; none where it does not count.
pub fn days_of(session: &FocusSession, day_start_minutes: i64) -> Vec<LocalDay> {
    day_sums([session], day_start_minutes).iter().map(|sum| sum.day).collect()
}

/// Adds a session to sums by day, which come with the earliest day first.
pub fn add_session(days: &mut Vec<DaySum>, session: &FocusSession, day_start_minutes: i64) {
    split_by_day(session, day_start_minutes, &mut |sum| add_day_sum(days, sum));
}

fn add_day_sum(days: &mut Vec<DaySum>, sum: DaySum) {
    match search_by_key(days, sum.day, |sum| sum.day) {
        Ok(place) => add(&mut days[place], &sum),
        Err(place) => days.insert(place, sum),
    }
}

/// Takes a session out of sums that it is part of. Its day keeps the moments at which its earliest and latest stretch began:
/// what took their place, sums cannot tell. They decide about a streak only where a date was lost to a flight (SPEC S12), and
/// are right again with the next sums of the server.
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

/// The focused time of a day, in whole seconds.
pub(super) fn seconds_of(days: &[DaySum], day: LocalDay) -> i64 {
    search_by_key(days, day, |sum| sum.day).map_or(0, |place| days[place].focused / 1_000)
}

/// Where an item stands, or would stand. Most that is added belongs to the end.
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

/// Hands over what a session adds to each day that it touches, stretch by stretch.
fn split_by_day(session: &FocusSession, day_start_minutes: i64, to: &mut dyn FnMut(DaySum)) {
    if !is_counted(session) {
        return;
    }
    // It counts on the day on which it began.
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

/// Cuts a segment at the ends of days. The offset is the segment's own all the way: a person who changes the clock in between
/// moves the next segment, never one that is under way.
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
