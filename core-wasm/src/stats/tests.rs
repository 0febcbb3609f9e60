use super::*;
use crate::protocol::id::Id;
use crate::protocol::record::{Outcome, Segment, SessionKind};
use proptest::prelude::*;

pub(super) const SETTINGS: StatsSettings = StatsSettings { day_start_minutes: 0, goals: &[] };
const HOUR: i64 = 3_600;
pub(super) const MINUTE: i64 = 60;

/// Parses a moment and the offset in its text.
pub(super) fn at(text: &str) -> (Timestamp, i32) {
    let moment = chrono::DateTime::parse_from_rfc3339(text).unwrap();
    (Timestamp::from_millis(moment.timestamp_millis()), moment.offset().local_minus_utc() / 60)
}

/// Returns a segment of that many seconds from a moment such as `2026-03-03T09:00:00+01:00`.
pub(super) fn segment(start: &str, seconds: i64) -> Segment {
    let (start, utc_offset) = at(start);
    Segment { start, end: Timestamp::from_millis(start.millis() + seconds * 1_000), utc_offset }
}

pub(super) fn session(kind: SessionKind, segments: Vec<Segment>) -> FocusSession {
    FocusSession {
        id: Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70").unwrap(),
        kind,
        planned: 1_500,
        outcome: Outcome::FinishedEarly,
        board_id: None,
        card_id: None,
        segments,
        revision: 0,
        is_deleted: false,
    }
}

/// Returns a focus session without a pause.
pub(super) fn focus(start: &str, seconds: i64) -> FocusSession {
    session(SessionKind::Focus, vec![segment(start, seconds)])
}

/// Returns sessions of 25 minutes that start at these moments.
fn pomodoros(starts: &[&str]) -> Vec<FocusSession> {
    starts.iter().map(|start| focus(start, 25 * MINUTE)).collect()
}

fn summary_at(sessions: &[FocusSession], now: &str) -> StatsSummary {
    let (now, utc_offset) = at(now);
    summary_of(sessions, &SETTINGS, now, utc_offset)
}

fn summary_of(sessions: &[FocusSession], settings: &StatsSettings, now: Timestamp, utc_offset: i32) -> StatsSummary {
    summary(&day_sums(sessions, settings.day_start_minutes), settings, now, utc_offset)
}

fn week_of(sessions: &[FocusSession], now: Timestamp, weeks_ago: u32) -> Week {
    week(&day_sums(sessions, 0), &SETTINGS, now, 0, weeks_ago)
}

fn view_of(sessions: &[FocusSession], now: Timestamp, utc_offset: i32) -> StatsView {
    view(&day_sums(sessions, 0), &SETTINGS, now, utc_offset, 0)
}

#[test]
fn s1_only_focus_counts() {
    let sessions = [
        focus("2026-03-03T09:00:00Z", 30 * MINUTE),
        session(SessionKind::ShortBreak, vec![segment("2026-03-03T09:30:00Z", 300)]),
        session(SessionKind::LongBreak, vec![segment("2026-03-03T10:00:00Z", HOUR)]),
    ];
    let summary = summary_at(&sessions, "2026-03-03T12:00:00Z");
    assert_eq!(
        summary,
        StatsSummary {
            focused_today: 30 * MINUTE,
            total_sessions: 1,
            current_streak: 1,
            longest_streak: 1,
            total_time: 30 * MINUTE
        }
    );
}

#[test]
fn s2_a_session_across_midnight_counts_on_both_days() {
    let sessions = [focus("2026-03-03T23:40:00+01:00", 50 * MINUTE)];
    assert_eq!(summary_at(&sessions, "2026-03-03T23:59:00+01:00").focused_today, 20 * MINUTE);
    assert_eq!(summary_at(&sessions, "2026-03-04T08:00:00+01:00").focused_today, 30 * MINUTE);
}

#[test]
fn s2_the_offset_is_that_of_the_segment() {
    // 23:30 in New York is the next day in UTC and in Berlin, but it counts on the local day.
    let sessions = [focus("2026-03-03T23:30:00-05:00", 25 * MINUTE)];
    assert_eq!(summary_at(&sessions, "2026-03-03T23:58:00-05:00").focused_today, 25 * MINUTE);
    assert_eq!(summary_at(&sessions, "2026-03-04T18:00:00+01:00").focused_today, 0);
    assert_eq!(summary_at(&sessions, "2026-03-03T10:00:00+01:00").focused_today, 25 * MINUTE);
}

#[test]
fn s3_a_day_begins_at_the_day_start() {
    let settings = StatsSettings { day_start_minutes: 240, ..SETTINGS };
    let sessions = [focus("2026-03-04T03:30:00+01:00", HOUR)];
    let today = |now: &str| {
        let (now, utc_offset) = at(now);
        summary_of(&sessions, &settings, now, utc_offset).focused_today
    };
    assert_eq!(today("2026-03-03T12:00:00+01:00"), 30 * MINUTE);
    assert_eq!(today("2026-03-04T03:59:59+01:00"), 30 * MINUTE);
    assert_eq!(today("2026-03-04T04:00:00+01:00"), 30 * MINUTE);
    assert_eq!(today("2026-03-05T03:59:59+01:00"), 30 * MINUTE);
    assert_eq!(today("2026-03-05T04:00:00+01:00"), 0);
}

#[test]
fn s5_focused_today_sums_the_day_without_pauses() {
    let paused =
        session(SessionKind::Focus, vec![segment("2026-03-03T09:00:00Z", 600), segment("2026-03-03T10:00:00Z", 900)]);
    let sessions = [paused, focus("2026-03-03T11:00:00Z", 60), focus("2026-03-02T11:00:00Z", 7_777)];
    assert_eq!(summary_at(&sessions, "2026-03-03T12:00:00Z").focused_today, 1_560);
}

#[test]
fn s6_total_sessions_counts_from_one_minute_on() {
    let two_halves =
        session(SessionKind::Focus, vec![segment("2026-03-03T09:00:00Z", 30), segment("2026-03-03T10:00:00Z", 30)]);
    let sessions = [focus("2026-03-02T09:00:00Z", 59), focus("2026-03-02T10:00:00Z", 60), two_halves];
    assert_eq!(summary_at(&sessions, "2026-03-03T12:00:00Z").total_sessions, 2);
}

#[test]
fn s7_total_time_is_all_focused_time() {
    let sessions = [focus("2025-01-01T09:00:00Z", 59), focus("2026-03-02T10:00:00Z", 2 * HOUR)];
    assert_eq!(summary_at(&sessions, "2026-03-03T12:00:00Z").total_time, 2 * HOUR + 59);
}

#[test]
fn s8_a_day_counts_when_its_minutes_reach_the_goal() {
    let streak = |seconds: &[i64], mins_for_streak| {
        let sessions: Vec<_> = seconds.iter().map(|seconds| focus("2026-03-03T09:00:00Z", *seconds)).collect();
        let (now, utc_offset) = at("2026-03-03T12:00:00Z");
        let goals = [StreakGoal { from: LocalDay::from_days_since_epoch(0), minutes: mins_for_streak }];
        summary_of(&sessions, &StatsSettings { goals: &goals, ..SETTINGS }, now, utc_offset).current_streak
    };
    assert_eq!(streak(&[25 * MINUTE - 1], 25), 0);
    assert_eq!(streak(&[25 * MINUTE], 25), 1);
    assert_eq!(streak(&[10 * MINUTE, 15 * MINUTE], 25), 1);
    assert_eq!(streak(&[25 * MINUTE], 26), 0);
    assert_eq!(streak(&[60], 1), 1);
}

#[test]
fn s9_current_streak_must_reach_today_or_yesterday() {
    let mut sessions = pomodoros(&["2026-03-01T09:00:00Z", "2026-03-02T09:00:00Z"]);
    assert_eq!(summary_at(&sessions, "2026-03-02T12:00:00Z").current_streak, 2);
    assert_eq!(summary_at(&sessions, "2026-03-03T23:59:59Z").current_streak, 2, "today may still reach the goal");
    sessions.push(focus("2026-03-03T09:00:00Z", 60));
    assert_eq!(summary_at(&sessions, "2026-03-03T23:59:59Z").current_streak, 2, "today is below the goal");
    assert_eq!(summary_at(&sessions, "2026-03-04T00:00:00Z").current_streak, 0, "a whole day was missed");
    sessions.push(focus("2026-03-03T10:00:00Z", 24 * MINUTE));
    assert_eq!(summary_at(&sessions, "2026-03-03T23:59:59Z").current_streak, 3);
}

#[test]
fn s10_longest_streak_survives_its_end() {
    let sessions = pomodoros(&[
        "2024-02-28T09:00:00Z",
        "2024-02-29T09:00:00Z",
        "2024-03-01T09:00:00Z",
        "2025-12-31T09:00:00Z",
        "2026-01-01T09:00:00Z",
    ]);
    let summary = summary_at(&sessions, "2026-01-01T12:00:00Z");
    assert_eq!((summary.current_streak, summary.longest_streak), (2, 3));
    assert_eq!(summary_at(&sessions, "2026-06-01T12:00:00Z").longest_streak, 3);
}

#[test]
fn s11_dst_changes_do_not_break_streaks() {
    let table: [(&str, &[&str], &str, i64); 8] = [
        (
            "Lord Howe, 5 April 2026, a day of 24 hours and a half, in its last half hour",
            &["2026-04-04T12:00:00+11:00", "2026-04-05T23:30:00+10:30", "2026-04-06T00:05:00+10:30"],
            "2026-04-06T12:00:00+10:30",
            3,
        ),
        (
            "Lord Howe, 4 October 2026, a day of 23 hours and a half, at its edges",
            &["2026-10-03T23:30:00+10:30", "2026-10-04T00:00:00+10:30", "2026-10-05T00:00:00+11:00"],
            "2026-10-05T12:00:00+11:00",
            3,
        ),
        (
            "Berlin, across the night itself: 01:40 to 03:05 are 25 minutes of 29 March",
            &["2026-03-28T09:00:00+01:00", "2026-03-29T01:40:00+01:00", "2026-03-30T09:00:00+02:00"],
            "2026-03-30T12:00:00+02:00",
            3,
        ),
        (
            "New York, 1 November 2026, a day of 25 hours: both of its hours from one to two are that day",
            &["2026-10-31T23:00:00-04:00", "2026-11-01T01:30:00-05:00", "2026-11-02T00:00:00-05:00"],
            "2026-11-02T23:59:00-05:00",
            3,
        ),
        (
            "Berlin, 29 March 2026, a day of 23 hours, at its edges",
            &["2026-03-28T00:00:00+01:00", "2026-03-29T23:30:00+02:00", "2026-03-30T00:10:00+02:00"],
            "2026-03-30T12:00:00+02:00",
            3,
        ),
        (
            "Berlin, 25 October 2026, a day of 25 hours, in its last",
            &["2026-10-24T12:00:00+02:00", "2026-10-25T23:30:00+01:00", "2026-10-26T12:00:00+01:00"],
            "2026-10-26T13:00:00+01:00",
            3,
        ),
        (
            "New York, 8 March 2026: midnight to midnight is 23 hours",
            &["2026-03-07T23:30:00-05:00", "2026-03-08T23:30:00-04:00"],
            "2026-03-09T23:59:00-04:00",
            2,
        ),
        (
            "a day missed beside the change is missed",
            &["2026-03-28T23:30:00+01:00", "2026-03-30T00:10:00+02:00"],
            "2026-03-30T12:00:00+02:00",
            1,
        ),
    ];
    for (name, starts, now, expected) in table {
        assert_eq!(summary_at(&pomodoros(starts), now).current_streak, expected, "{name}");
    }
}

#[test]
fn s12_time_zone_travel_does_not_break_streaks() {
    let table: [(&str, &[&str], &str, i64); 8] = [
        (
            "Berlin to New York: one long day",
            &["2026-03-03T09:00:00+01:00", "2026-03-04T23:00:00-05:00", "2026-03-05T09:00:00-05:00"],
            "2026-03-05T12:00:00-05:00",
            3,
        ),
        (
            "Auckland to Honolulu: 5 March is lived before 4 March comes again",
            &["2026-03-04T09:00:00+13:00", "2026-03-05T09:00:00+13:00"],
            "2026-03-04T20:00:00-10:00",
            2,
        ),
        (
            "Honolulu to Auckland: 5 March is lost over the ocean",
            &["2026-03-03T20:00:00-10:00", "2026-03-04T20:00:00-10:00", "2026-03-06T09:00:00+13:00"],
            "2026-03-06T10:00:00+13:00",
            3,
        ),
        (
            "Honolulu to Auckland, before the first session there",
            &["2026-03-03T20:00:00-10:00", "2026-03-04T20:00:00-10:00"],
            "2026-03-06T09:00:00+13:00",
            2,
        ),
        (
            "Sydney to Honolulu to Auckland: where 4 March ended decides",
            &["2026-03-04T08:00:00+11:00", "2026-03-04T20:00:00-10:00", "2026-03-06T09:00:00+13:00"],
            "2026-03-06T10:00:00+13:00",
            2,
        ),
        (
            "Honolulu to Auckland to Berlin: where 6 March began decides, whatever was reported first",
            &["2026-03-06T20:00:00+01:00", "2026-03-06T09:00:00+13:00", "2026-03-04T20:00:00-10:00"],
            "2026-03-06T21:00:00+01:00",
            2,
        ),
        (
            "Honolulu to Auckland, and a day missed there",
            &["2026-03-04T20:00:00-10:00", "2026-03-07T09:00:00+13:00"],
            "2026-03-07T10:00:00+13:00",
            1,
        ),
        (
            "Berlin to Mumbai: no date is lost, so a day missed is missed",
            &["2026-03-03T20:00:00+01:00", "2026-03-05T09:00:00+05:30"],
            "2026-03-05T10:00:00+05:30",
            1,
        ),
    ];
    for (name, starts, now, expected) in table {
        assert_eq!(summary_at(&pomodoros(starts), now).current_streak, expected, "{name}");
    }
}

#[test]
fn s14_weeks_begin_on_monday() {
    // 2 March 2026 is a Monday.
    let sessions = [
        focus("2026-03-01T12:00:00Z", 1_000),
        focus("2026-03-02T00:00:00Z", 2_000),
        focus("2026-03-04T12:00:00Z", 3_000),
        focus("2026-03-08T23:00:00Z", 3_600),
        focus("2026-03-09T00:00:00Z", 5_000),
    ];
    for now in ["2026-03-02T00:00:00Z", "2026-03-05T12:00:00Z", "2026-03-08T23:59:59Z"] {
        assert_eq!(week_of(&sessions, at(now).0, 0).days, [2_000, 0, 3_000, 0, 0, 0, 3_600]);
    }
    let (now, utc_offset) = at("2026-03-05T12:00:00Z");
    let view = view_of(&sessions, now, utc_offset);
    let names: Vec<_> = view.week.iter().map(|day| (day.day.as_str(), day.full_day.as_str(), day.focused)).collect();
    assert_eq!(names[0], ("Mon", "Monday", 2_000));
    assert_eq!(names[6], ("Sun", "Sunday", 3_600));
}

#[test]
fn s3_dst_nights_end_at_the_day_start() {
    // Berlin, 29 March 2026: at 02:00 the clock jumps to 03:00. The day that begins at 04:00 has 23 hours.
    let settings = StatsSettings { day_start_minutes: 240, ..SETTINGS };
    let starts = ["2026-03-28T03:55:00+01:00", "2026-03-29T03:20:00+02:00", "2026-03-29T04:00:00+02:00"];
    let days: Vec<_> = day_sums(&pomodoros(&starts), settings.day_start_minutes)
        .iter()
        .map(|sum| (sum.day.to_string(), sum.focused / 60_000, sum.sessions))
        .collect();
    let expected = [("2026-03-27", 5, 1), ("2026-03-28", 45, 1), ("2026-03-29", 25, 1)];
    assert_eq!(days, expected.map(|(day, minutes, sessions)| (day.to_owned(), minutes, sessions)));
}

#[test]
fn s15_the_average_divides_by_the_days_so_far() {
    let days = [700, 0, 0, 0, 0, 0, 0];
    assert_eq!(week_tiles(days, 1).average, 700);
    assert_eq!(week_tiles(days, 2).average, 350);
    assert_eq!(week_tiles(days, 7).average, 100);
    let sessions = [focus("2026-03-02T09:00:00Z", 3_000)];
    let average = |now: &str| week_of(&sessions, at(now).0, 0).average;
    assert_eq!(average("2026-03-02T12:00:00Z"), 3_000);
    assert_eq!(average("2026-03-04T12:00:00Z"), 1_000);
    assert_eq!(average("2026-03-08T12:00:00Z"), 428);
}

#[test]
fn s16_ties_for_most_active_day_go_to_the_earlier_day() {
    assert_eq!(week_tiles([0, 5, 9, 9, 0, 9, 0], 7).most_active, Some(2));
    assert_eq!(week_tiles([1, 1, 1, 1, 1, 1, 1], 7).most_active, Some(0));
    assert_eq!(week_tiles([0; 7], 7).most_active, None);
}

#[test]
fn s17_the_sample_week_gives_27_hours_3_hours_51_and_friday() {
    let tiles = week_tiles([4, 3, 2, 5, 6, 4, 3].map(|hours| hours * HOUR), 7);
    assert_eq!(tiles.total, 27 * HOUR);
    assert_eq!((tiles.average / HOUR, tiles.average % HOUR / MINUTE), (3, 51));
    assert_eq!(tiles.most_active, Some(4));
}

#[test]
fn s17_the_sample_week_from_sessions_shows_the_same() {
    let sessions: Vec<_> = [4, 3, 2, 5, 6, 4, 3]
        .iter()
        .zip(2..)
        .map(|(hours, day)| focus(&format!("2026-03-0{day}T09:00:00Z"), hours * HOUR))
        .collect();
    let view = view_of(&sessions, at("2026-03-08T20:00:00Z").0, 0);
    assert_eq!((view.total_focused, view.average_focused), (27 * HOUR, 27 * HOUR / 7));
    assert_eq!(view.most_active_day.as_deref(), Some("Friday"));
    assert_eq!((view.focused_today, view.total_sessions), (3 * HOUR, 7));
    assert_eq!((view.current_streak, view.longest_streak), (7, 7));
}

#[test]
fn s18_without_sessions_everything_is_zero_and_no_day_is_named() {
    let view = view_of(&[], at("2026-03-05T12:00:00Z").0, 0);
    assert_eq!(view.status, LoadStatus::Ready);
    assert_eq!(view.week.len(), 7);
    assert_eq!(view.most_active_day, None);
    let monday = LocalDay::parse("2026-03-02");
    let zeros = StatsView {
        week: view.week.clone(),
        status: LoadStatus::Ready,
        week_start: monday,
        goal_today: 25 * MINUTE,
        recent_weeks: vec![0; 5],
        recent_weeks_so_far: vec![0; 5],
        ..StatsView::default()
    };
    assert_eq!(view, zeros);
    assert!(view.week.iter().all(|day| day.focused == 0));
}

/// Generates possible sessions between 2024 and 2027, in any order and possibly overlapping.
fn any_sessions() -> impl Strategy<Value = Vec<FocusSession>> {
    let any_segment = (1_700_000_000_000i64..1_800_000_000_000, 1i64..100_000_000, -720i32..=840).prop_map(
        |(start, length, utc_offset)| Segment {
            start: Timestamp::from_millis(start),
            end: Timestamp::from_millis(start + length),
            utc_offset,
        },
    );
    let any_session =
        prop::collection::vec(any_segment, 1..4).prop_map(|segments| session(SessionKind::Focus, segments));
    prop::collection::vec(any_session, 0..20)
}

proptest! {
    #[test]
    fn s4_days_sum_exactly_the_segment_time(sessions in any_sessions(), day_start in 0i64..=360) {
        let days = day_sums(&sessions, day_start);
        let of_segments: i64 = sessions.iter().map(focused_millis).sum();
        prop_assert_eq!(days.iter().map(|day| day.focused).sum::<i64>(), of_segments);
    }

    #[test]
    fn s13_the_order_of_sessions_does_not_matter(
        (sessions, shuffled) in any_sessions().prop_flat_map(|sessions| (Just(sessions.clone()), Just(sessions).prop_shuffle())),
        now in 1_700_000_000_000i64..1_800_000_000_000,
        utc_offset in -720i32..=840,
    ) {
        let now = Timestamp::from_millis(now);
        prop_assert_eq!(view_of(&sessions, now, utc_offset), view_of(&shuffled, now, utc_offset));
    }

    #[test]
    fn s9_the_current_streak_is_never_longer_than_the_longest(
        sessions in any_sessions(),
        now in 1_700_000_000_000i64..1_800_000_000_000,
    ) {
        let summary = summary_of(&sessions, &SETTINGS, Timestamp::from_millis(now), 0);
        prop_assert!(summary.current_streak <= summary.longest_streak);
    }
}
