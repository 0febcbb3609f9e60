//! Manually added and edited sessions (SPEC S44 to S46).

use super::edit::{edited_session, new_manual_session};
use super::tests::{MINUTE, at, focus, segment, session};
use super::*;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::SessionEntry;
use crate::protocol::record::{Outcome, Segment, SessionKind};

/// Returns an environment at noon of 3 March 2026 in Berlin.
fn noon() -> Env {
    let (now, utc_offset) = at("2026-03-03T12:00:00+01:00");
    Env::new(now, utc_offset, 7)
}

fn entry(start: &str, minutes: i64) -> SessionEntry {
    let (start, utc_offset) = at(start);
    SessionEntry { start, utc_offset, minutes, board_id: None, card_id: None }
}

/// Returns a session with a pause: 9:00:20 to 9:20:20 and 10:00:00 to 10:05:30.
fn paused() -> FocusSession {
    let segments = vec![segment("2026-03-03T09:00:20+01:00", 20 * MINUTE), segment("2026-03-03T10:00:00+01:00", 330)];
    FocusSession { outcome: Outcome::Completed, ..session(SessionKind::Focus, segments) }
}

/// Returns the start of each segment in seconds after nine o'clock, with its length in seconds.
fn stretches(session: &FocusSession) -> Vec<(i64, i64)> {
    let nine = at("2026-03-03T09:00:00+01:00").0.millis();
    let seconds = |segment: &Segment| {
        ((segment.start.millis() - nine) / 1_000, (segment.end.millis() - segment.start.millis()) / 1_000)
    };
    session.segments.iter().map(seconds).collect()
}

#[test]
fn s44_a_session_is_added_by_hand_and_marked_as_such() {
    let session = new_manual_session(&entry("2026-03-03T09:00:00+01:00", 50), &noon()).unwrap();
    assert_eq!((session.outcome, session.revision, session.is_deleted), (Outcome::AddedByHand, 0, false));
    assert_eq!(session.segments, [segment("2026-03-03T09:00:00+01:00", 3_000)]);
    assert_eq!((session.kind, session.planned), (SessionKind::Focus, 3_000));
}

#[test]
fn s44_impossible_sessions_are_refused() {
    let code = |start: &str, minutes| new_manual_session(&entry(start, minutes), &noon()).err();
    let invalid = Some(ErrorCode::SessionInvalid);
    assert_eq!((code("2026-03-03T09:00:00+01:00", 0), code("2026-03-03T09:00:00+01:00", -5)), (invalid, invalid));
    assert_eq!(code("2026-03-01T09:00:00+01:00", 1_440), None, "24 hours");
    assert_eq!(code("2026-03-01T09:00:00+01:00", 1_441), invalid);
    assert_eq!(code("2026-03-01T09:00:00+01:00", i64::MAX), invalid);
    assert_eq!(code("2026-03-03T11:30:00+01:00", 40), None, "ends in ten minutes");
    assert_eq!(code("2026-03-03T11:30:00+01:00", 41), Some(ErrorCode::ClockAhead));
    let offset = |utc_offset| {
        new_manual_session(&SessionEntry { utc_offset, ..entry("2026-03-01T09:00:00Z", 10) }, &noon()).err()
    };
    assert_eq!((offset(-720), offset(840), offset(841), offset(i32::MIN)), (None, None, invalid, invalid));
    let card_id = Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72");
    let of_no_board = SessionEntry { card_id, ..entry("2026-03-01T09:00:00Z", 10) };
    assert_eq!(new_manual_session(&of_no_board, &noon()).err(), invalid);
}

#[test]
fn s45_segments_stay_if_start_and_length_are_unchanged() {
    let board_id = Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71");
    let moved =
        edited_session(&paused(), &SessionEntry { board_id, ..entry("2026-03-03T09:00:00+01:00", 25) }, &noon())
            .unwrap();
    assert_eq!(moved.segments, paused().segments);
    assert_eq!((moved.board_id, moved.revision, moved.outcome), (board_id, 1, Outcome::Completed));
    let short = focus("2026-03-03T09:00:00+01:00", 30);
    assert_eq!(
        edited_session(&short, &entry("2026-03-03T09:00:00+01:00", 1), &noon()).unwrap().segments,
        short.segments
    );
}

#[test]
fn s45_new_start_shifts_segments_and_new_length_changes_the_last() {
    let with = |start: &str, minutes| stretches(&edited_session(&paused(), &entry(start, minutes), &noon()).unwrap());
    assert_eq!(with("2026-03-03T08:30:00+01:00", 25), [(-1_800, 1_200), (1_780, 330)], "the pause keeps its length");
    assert_eq!(with("2026-03-03T09:00:00+01:00", 30), [(20, 1_200), (3_600, 600)]);
    assert_eq!(with("2026-03-03T09:00:00+01:00", 22), [(20, 1_200), (3_600, 120)]);
    assert_eq!(with("2026-03-03T09:00:00+01:00", 20), [(20, 1_200)]);
    assert_eq!(with("2026-03-03T09:00:00+01:00", 7), [(20, 420)]);
    assert_eq!(edited_session(&paused(), &entry("2026-03-03T11:30:00+01:00", 25), &noon()), Err(ErrorCode::ClockAhead));
    assert_eq!(
        edited_session(&paused(), &entry("2026-03-02T09:00:00+01:00", 1_440), &noon()),
        Err(ErrorCode::SessionInvalid),
        "more than a day with its pause"
    );
    let elsewhere = edited_session(&paused(), &entry("2026-03-03T09:00:00+02:00", 25), &noon()).unwrap();
    assert!(elsewhere.segments.iter().all(|segment| segment.utc_offset == 120));
}

#[test]
fn s46_shortened_completed_sessions_become_finished_early() {
    let outcome = |known: &FocusSession, minutes| {
        edited_session(known, &entry("2026-03-03T09:00:20+01:00", minutes), &noon()).unwrap().outcome
    };
    assert_eq!(outcome(&paused(), 24), Outcome::FinishedEarly);
    assert_eq!(outcome(&paused(), 26), Outcome::Completed);
    let stopped = FocusSession { outcome: Outcome::Stopped, ..paused() };
    assert_eq!(outcome(&stopped, 10), Outcome::Stopped);
    let by_hand = FocusSession { outcome: Outcome::AddedByHand, ..paused() };
    let shorter = edited_session(&by_hand, &entry("2026-03-03T09:00:20+01:00", 10), &noon()).unwrap();
    assert_eq!((shorter.outcome, shorter.planned), (Outcome::AddedByHand, 600));
}
