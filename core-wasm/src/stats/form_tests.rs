//! The form that adds or edits a session (SPEC S56).

use super::form::SessionForm;
use super::tests::{MINUTE, at, segment, session};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::{SessionFields, ZoneOffsets};
use crate::protocol::record::{FocusSession, SessionKind};
use crate::protocol::time::Timestamp;
use crate::protocol::view::{SessionField, SessionFormView};

const BOARD: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71";
const OTHER_BOARD: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72";
const CARD: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c73";

/// Returns an environment in the evening of 21 November 2026 in Berlin.
fn evening() -> Env {
    let (now, utc_offset) = at("2026-11-21T20:40:30+01:00");
    Env::new(now, utc_offset, 7)
}

/// Returns a session of a card with a pause: 9:00:12 to 9:10:12 and 9:20:12 to 9:35:12.
fn paused() -> FocusSession {
    let segments =
        vec![segment("2026-11-21T09:00:12+01:00", 10 * MINUTE), segment("2026-11-21T09:20:12+01:00", 15 * MINUTE)];
    let (board_id, card_id) = (Id::parse(BOARD), Id::parse(CARD));
    FocusSession { board_id, card_id, ..session(SessionKind::Focus, segments) }
}

fn opened(known: Option<&FocusSession>) -> SessionFormView {
    let mut form = SessionForm::default();
    form.open(known, &evening(), &mut Context::default());
    form.view().expect("an open form").clone()
}

fn changed(known: Option<&FocusSession>, fields: SessionFields, offsets: ZoneOffsets) -> SessionFormView {
    let mut form = SessionForm::default();
    form.change(known, fields, offsets, &evening(), &mut Context::default());
    form.view().expect("an open form").clone()
}

/// Returns the fields of a start such as `2026-03-03T09:00`, for 25 minutes without a board.
fn fields(start: &str) -> SessionFields {
    let (day, time) = start.split_once('T').unwrap_or((start, ""));
    SessionFields { day: day.to_owned(), time: time.to_owned(), minutes: Some(25), board_id: None }
}

fn offsets(before: i32, after: i32) -> ZoneOffsets {
    ZoneOffsets { before, after, at_session: None }
}

/// Returns the start and the UTC offset of a new session.
fn start_of(start: &str, before: i32, after: i32) -> Option<(String, i32)> {
    changed(None, fields(start), offsets(before, after)).entry.map(|entry| (entry.start.to_string(), entry.utc_offset))
}

fn errors(view: &SessionFormView) -> Vec<(SessionField, ErrorCode)> {
    view.errors.iter().map(|error| (error.field, error.code)).collect()
}

#[test]
fn s56_a_new_session_has_just_ended() {
    let view = opened(None);
    assert_eq!(view.fields, fields("2026-11-21T20:15"));
    assert_eq!((view.session_id, view.end.as_deref(), view.keeps_card), (None, Some("2026-11-21T20:40"), false));
    assert_eq!(view.entry.map(|entry| entry.start), Some(at("2026-11-21T20:15:00+01:00").0));
}

#[test]
fn s56_an_existing_session_shows_its_local_start_and_whole_minutes() {
    let view = opened(Some(&paused()));
    assert_eq!(view.fields, SessionFields { board_id: Id::parse(BOARD), ..fields("2026-11-21T09:00") });
    assert_eq!((view.session_id, view.keeps_card), (Some(paused().id), true));
    let in_tokyo = session(SessionKind::Focus, vec![segment("2026-11-20T00:30:00+09:00", 30)]);
    assert_eq!(opened(Some(&in_tokyo)).fields, SessionFields { minutes: Some(1), ..fields("2026-11-20T00:30") });
}

#[test]
fn s56_the_entered_start_is_local_time() {
    let time = |text: &str, utc_offset| Some((text.to_owned(), utc_offset));
    assert_eq!(start_of("2026-01-15T09:05", 60, 60), time("2026-01-15T08:05:00.000Z", 60));
    assert_eq!(start_of("2026-07-01T12:00", -150, -150), time("2026-07-01T14:30:00.000Z", -150));
    assert_eq!(start_of("2024-02-29T00:00", 60, 60), time("2024-02-28T23:00:00.000Z", 60));
    // Skipped: an hour in Berlin, half an hour on Lord Howe Island, a day in Samoa.
    assert_eq!(start_of("2026-03-29T02:30", 60, 120), time("2026-03-29T01:30:00.000Z", 120));
    assert_eq!(start_of("2026-10-04T02:15", 630, 660), time("2026-10-03T15:45:00.000Z", 660));
    assert_eq!(start_of("2011-12-30T12:00", -600, 840), time("2011-12-30T22:00:00.000Z", 840));
    // Occurs twice.
    assert_eq!(start_of("2026-10-25T02:30", 120, 60), time("2026-10-25T00:30:00.000Z", 120));
}

#[test]
fn s56_a_session_from_a_journey_keeps_its_offset() {
    let in_tokyo = session(SessionKind::Focus, vec![segment("2026-03-03T09:00:00+09:00", 25 * MINUTE)]);
    let start = |known: &FocusSession, at_session, before| {
        let offsets = ZoneOffsets { before, after: before, at_session: Some(at_session) };
        let entry = changed(Some(known), fields("2026-03-30T10:00"), offsets).entry.expect("a valid entry");
        (entry.start.to_string(), entry.utc_offset)
    };
    assert_eq!(start(&in_tokyo, 60, 120), ("2026-03-30T01:00:00.000Z".to_owned(), 540));
    // The device's own offset follows its clock changes.
    let at_home = session(SessionKind::Focus, vec![segment("2026-03-28T10:00:00+01:00", 25 * MINUTE)]);
    assert_eq!(start(&at_home, 60, 120), ("2026-03-30T08:00:00.000Z".to_owned(), 120));
}

#[test]
fn s56_unedited_seconds_and_the_card_of_the_board_are_kept() {
    let known = paused();
    let of_board = |board: Option<&str>| {
        let board_id = board.and_then(Id::parse);
        changed(Some(&known), SessionFields { board_id, ..fields("2026-11-21T09:00") }, offsets(0, 0))
    };
    let (same, other, none) = (of_board(Some(BOARD)), of_board(Some(OTHER_BOARD)), of_board(None));
    let entry = same.entry.expect("a valid entry");
    assert_eq!((entry.start, entry.utc_offset), (known.segments[0].start, 60));
    assert_eq!((entry.card_id, same.keeps_card), (Id::parse(CARD), true));
    assert_eq!((other.entry.expect("a valid entry").card_id, other.keeps_card), (None, false));
    assert_eq!((none.entry.expect("a valid entry").card_id, none.keeps_card), (None, false));
}

#[test]
fn s56_the_end_includes_the_pauses_that_remain() {
    let end = |start: &str, minutes| {
        changed(Some(&paused()), SessionFields { minutes: Some(minutes), ..fields(start) }, offsets(60, 60)).end
    };
    let time = |text: &str| Some(text.to_owned());
    assert_eq!(end("2026-11-21T09:00", 25), time("2026-11-21T09:35"));
    assert_eq!(end("2026-11-20T23:50", 25), time("2026-11-21T00:25"));
    assert_eq!(end("2026-11-21T09:00", 26), time("2026-11-21T09:36"));
    assert_eq!(end("2026-11-21T09:00", 24), time("2026-11-21T09:34"));
    assert_eq!(end("2026-11-21T09:00", 8), time("2026-11-21T09:08"), "the pause is cut off");
    assert_eq!((end("2026-11-21T09:00", 0), end("2026-11-21T", 25)), (None, None));
}

#[test]
fn s56_each_error_names_its_field() {
    let check = |start: &str, minutes| {
        let view = changed(None, SessionFields { minutes, ..fields(start) }, offsets(60, 60));
        assert_eq!(view.entry.is_none(), !view.errors.is_empty());
        errors(&view)
    };
    let start = [(SessionField::Start, ErrorCode::SessionStartInvalid)];
    for text in [
        "",
        "T09:00",
        "2026-11-21T",
        "2026-02-29T09:00",
        "2026-13-01T09:00",
        "2026-03-03T24:00",
        "2026-03-03T9:00",
        "1969-07-20T20:17",
        "1970-01-01T00:30",
        "0026-03-03T09:00",
        "2026-03-03Tnoon!",
        "2026-03-03T09:é",
    ] {
        assert_eq!(check(text, Some(25)), start, "{text}");
    }
    let minutes = [(SessionField::Minutes, ErrorCode::SessionMinutesInvalid)];
    for number in [None, Some(0), Some(-5), Some(1_441), Some(i64::MAX), Some(i64::MIN)] {
        assert_eq!(check("2026-11-20T09:00", number), minutes, "{number:?}");
    }
    assert_eq!(check("", None), [start, minutes].concat());
    assert_eq!((check("2026-11-20T09:00", Some(1)), check("2026-11-20T09:00", Some(1_440))), (vec![], vec![]));
    let in_future = [(SessionField::Start, ErrorCode::SessionInFuture)];
    assert_eq!(check("2027-07-03T09:00", Some(25)), in_future);
    assert_eq!(
        (check("2026-11-21T20:25", Some(25)), check("2026-11-21T20:26", Some(25))),
        (vec![], in_future.to_vec())
    );
    let longer_than_a_day = changed(
        Some(&paused()),
        SessionFields { minutes: Some(1_440), ..fields("2026-07-03T09:00") },
        offsets(120, 120),
    );
    assert_eq!(errors(&longer_than_a_day), [(SessionField::Start, ErrorCode::SessionInvalid)]);
    assert_eq!(longer_than_a_day.errors[0].message, ErrorCode::SessionInvalid.sentence());
}

#[test]
fn s56_only_changes_are_sent() {
    let (mut form, mut ctx) = (SessionForm::default(), Context::default());
    form.change(None, fields("2026-11-20T09:00"), offsets(60, 60), &evening(), &mut ctx);
    form.change(None, fields("2026-11-20T09:00"), offsets(60, 60), &evening(), &mut ctx);
    assert_eq!(ctx.step.patches.len(), 1);
    assert_eq!(
        form.view().and_then(|view| view.entry.as_ref()).map(|entry| entry.start),
        Some(Timestamp::from_millis(1_795_161_600_000))
    );
}
