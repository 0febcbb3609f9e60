//! Focus sessions that the user adds or edits manually (SPEC S44 to S48).

use super::check::ROUNDING_TOLERANCE_MS;
use super::{MILLIS_PER_MINUTE, check_session, focused_millis};
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::intent::SessionEntry;
use crate::protocol::range::SESSION_MINUTES;
use crate::protocol::record::{FocusSession, Outcome, Segment, SessionKind};
use crate::protocol::time::{Timestamp, UTC_OFFSETS};

/// Creates the session that the user entered (SPEC S44).
///
/// # Errors
///
/// Returns an error code if the entry is out of range, in the future or otherwise invalid.
pub(crate) fn new_manual_session(entry: &SessionEntry, env: &Env) -> Result<FocusSession, ErrorCode> {
    check_entry(entry)?;
    let session = manual_session(entry, env);
    check_session(&session, env.now)?;
    Ok(session)
}

/// Returns the session of a valid entry, without checking whether it could have happened.
pub(super) fn manual_session(entry: &SessionEntry, env: &Env) -> FocusSession {
    FocusSession {
        id: env.new_id(),
        kind: SessionKind::Focus,
        planned: entry.minutes * 60,
        outcome: Outcome::AddedByHand,
        board_id: entry.board_id,
        card_id: entry.card_id,
        segments: vec![segment_of(entry)],
        revision: 0,
        is_deleted: false,
    }
}

/// Applies the user's entry to an existing session (SPEC S45, S46).
///
/// # Errors
///
/// Returns an error code if the entry is out of range, in the future or otherwise invalid.
pub(crate) fn edited_session(known: &FocusSession, entry: &SessionEntry, env: &Env) -> Result<FocusSession, ErrorCode> {
    check_entry(entry)?;
    let session = apply_entry(known, entry);
    check_session(&session, env.now)?;
    Ok(session)
}

/// Applies a valid entry to an existing session, without checking whether the result could have happened. The form has
/// whole minutes: if the entered start is in the same minute, and the length has the same number of whole minutes, the
/// segments stay as they are.
pub(super) fn apply_entry(known: &FocusSession, entry: &SessionEntry) -> FocusSession {
    let mut session = FocusSession { revision: known.revision.saturating_add(1), ..known.clone() };
    (session.board_id, session.card_id) = (entry.board_id, entry.card_id);
    if !starts_in_entered_minute(known, entry) {
        shift_to_start(&mut session.segments, entry);
    }
    if entry.minutes != whole_minutes(known) {
        set_total_length(&mut session.segments, entry.minutes * MILLIS_PER_MINUTE);
        match session.outcome {
            Outcome::AddedByHand => session.planned = entry.minutes * 60,
            Outcome::Completed if focused_millis(&session) + ROUNDING_TOLERANCE_MS < session.planned * 1_000 => {
                session.outcome = Outcome::FinishedEarly;
            }
            _ => {}
        }
    }
    if session.segments.is_empty() {
        session.segments.push(segment_of(entry));
    }
    session
}

/// Returns the focused time of a session as the form shows it: in whole minutes, at least one.
pub(super) fn whole_minutes(session: &FocusSession) -> i64 {
    (focused_millis(session) / MILLIS_PER_MINUTE).max(1)
}

fn check_entry(entry: &SessionEntry) -> Result<(), ErrorCode> {
    let is_valid = SESSION_MINUTES.contains(entry.minutes)
        && UTC_OFFSETS.contains(&entry.utc_offset)
        && (entry.board_id.is_some() || entry.card_id.is_none());
    if is_valid { Ok(()) } else { Err(ErrorCode::SessionInvalid) }
}

fn segment_of(entry: &SessionEntry) -> Segment {
    let end = Timestamp::from_millis(entry.start.millis() + entry.minutes * MILLIS_PER_MINUTE);
    Segment { start: entry.start, end, utc_offset: entry.utc_offset }
}

/// Returns whether a session started in the entered minute, at the entered offset.
fn starts_in_entered_minute(session: &FocusSession, entry: &SessionEntry) -> bool {
    let minute = |moment: Timestamp| moment.millis().div_euclid(MILLIS_PER_MINUTE);
    session
        .segments
        .first()
        .is_some_and(|first| minute(first.start) == minute(entry.start) && first.utc_offset == entry.utc_offset)
}

/// Moves all segments so that the first starts at the entered time. The pauses keep their lengths.
fn shift_to_start(segments: &mut [Segment], entry: &SessionEntry) {
    let Some(first) = segments.first().copied() else { return };
    let moved =
        |moment: Timestamp| Timestamp::from_millis(moment.millis() - first.start.millis() + entry.start.millis());
    for segment in segments {
        (segment.start, segment.end) = (moved(segment.start), moved(segment.end));
        let difference = entry.utc_offset.saturating_sub(first.utc_offset);
        segment.utc_offset = segment.utc_offset.saturating_add(difference);
    }
}

/// Shortens the last segments or extends the last one until all together have the given length in milliseconds.
fn set_total_length(segments: &mut Vec<Segment>, milliseconds: i64) {
    let mut remaining_ms = milliseconds;
    segments.retain_mut(|segment| {
        let length = (segment.end.millis() - segment.start.millis()).clamp(0, remaining_ms);
        segment.end = Timestamp::from_millis(segment.start.millis() + length);
        remaining_ms -= length;
        length > 0
    });
    if let Some(last) = segments.last_mut() {
        last.end = Timestamp::from_millis(last.end.millis() + remaining_ms);
    }
}
