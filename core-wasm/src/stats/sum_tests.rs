//! Daily totals: goals, weeks and years. Checks that totals give the same results as all sessions (SPEC S26 to S32,
//! S58, S59).

use super::tests::{MINUTE, SETTINGS, at, focus, segment, session};
use super::*;
use crate::protocol::id::Id;
use crate::protocol::record::{FocusSession, Segment, SessionKind};
use crate::protocol::view::HeatmapView;
use proptest::prelude::*;

const HOUR: i64 = 3_600;

fn day(text: &str) -> LocalDay {
    LocalDay::parse(text).unwrap()
}

fn goals(goals: &[(&str, i64)]) -> Vec<StreakGoal> {
    goals.iter().map(|(from, minutes)| StreakGoal { from: day(from), minutes: *minutes }).collect()
}

/// Returns the streaks on 6 March 2026 of a user who focused that many minutes on each day from 1 March on.
fn streaks(minutes: &[i64], chosen: &[(&str, i64)]) -> (i64, i64) {
    let sessions: Vec<_> = minutes
        .iter()
        .zip(1..)
        .map(|(minutes, day)| focus(&format!("2026-03-0{day}T09:00:00Z"), minutes * 60))
        .collect();
    let goals = goals(chosen);
    let settings = StatsSettings { goals: &goals, ..SETTINGS };
    let summary = summary(&day_sums(&sessions, 0), &settings, at("2026-03-06T23:00:00Z").0, 0);
    (summary.current_streak, summary.longest_streak)
}

#[test]
fn s26_a_changed_goal_applies_from_its_day() {
    let minutes = [30, 30, 30, 30, 60, 60];
    assert_eq!(streaks(&minutes, &[]), (6, 6), "25 minutes before the first goal");
    assert_eq!(streaks(&minutes, &[("2026-03-05", 60)]), (6, 6), "raised, and reached since");
    assert_eq!(streaks(&minutes, &[("2026-03-01", 60)]), (2, 2), "raised from the first day on");
    assert_eq!(streaks(&minutes, &[("2026-03-03", 60), ("2026-03-05", 10)]), (2, 2));
    assert_eq!(
        streaks(&[10, 10, 30, 30], &[("2026-03-01", 10), ("2026-03-03", 40)]),
        (0, 2),
        "what was reached stays so"
    );
    assert_eq!(streaks(&minutes, &[("2027-01-01", 1_000)]), (6, 6), "a goal that starts in the future");
}

#[test]
fn s26_the_latest_started_goal_applies() {
    let goals = goals(&[("2026-03-01", 40), ("2026-03-03", 50)]);
    for (text, minutes) in
        [("2026-02-28", 25), ("2026-03-01", 40), ("2026-03-02", 40), ("2026-03-03", 50), ("2030-01-01", 50)]
    {
        assert_eq!(goal_of(&goals, day(text)), minutes, "{text}");
    }
}

#[test]
fn s27_earlier_weeks_average_over_seven_days() {
    // 2 March 2026 is a Monday.
    let days = day_sums(&[focus("2026-02-23T09:00:00Z", 7 * HOUR), focus("2026-03-02T09:00:00Z", HOUR)], 0);
    let shown = |weeks_ago| {
        let view = view(&days, &SETTINGS, at("2026-03-03T12:00:00Z").0, 0, weeks_ago);
        (view.total_focused, view.average_focused, view.week_start, view.has_earlier_weeks, view.weeks_ago)
    };
    assert_eq!(shown(0), (HOUR, HOUR / 2, Some(day("2026-03-02")), true, 0));
    assert_eq!(shown(1), (7 * HOUR, HOUR, Some(day("2026-02-23")), false, 1));
    assert_eq!(shown(2), (0, 0, Some(day("2026-02-16")), false, 2));
    // The largest possible number of weeks goes further back than the calendar.
    assert_eq!(shown(u32::MAX).0, 0);
}

#[test]
fn s58_weeks_are_compared_up_to_the_same_day_of_the_week() {
    // 30 March 2026 is a Monday. Each earlier week has time before and after Tuesday.
    let starts = ["03-02", "03-08", "03-09", "03-12", "03-17", "03-18", "03-23", "03-27", "03-30"];
    let sessions: Vec<_> = starts.iter().map(|day| focus(&format!("2026-{day}T09:00:00Z"), HOUR)).collect();
    let days = day_sums(&sessions, 0);
    let shown = |now: &str| {
        let view = view(&days, &SETTINGS, at(now).0, 0, 3);
        (view.recent_weeks, view.recent_weeks_so_far, view.usual_so_far)
    };
    let weeks = vec![2 * HOUR, 2 * HOUR, 2 * HOUR, 2 * HOUR, HOUR];
    let on_monday = vec![HOUR, HOUR, 0, HOUR, HOUR];
    assert_eq!(shown("2026-03-30T12:00:00Z"), (weeks.clone(), on_monday, Some(HOUR * 3 / 4)));
    assert_eq!(shown("2026-03-31T12:00:00Z"), (weeks.clone(), vec![HOUR; 5], Some(HOUR)));
    assert_eq!(shown("2026-04-05T12:00:00Z"), (weeks.clone(), weeks, Some(2 * HOUR)));
}

#[test]
fn s58_weeks_before_the_first_focused_time_do_not_count() {
    let usual = |first: &[&str]| {
        let sessions: Vec<_> = first.iter().map(|day| focus(&format!("2026-{day}T09:00:00Z"), HOUR)).collect();
        view(&day_sums(&sessions, 0), &SETTINGS, at("2026-04-01T12:00:00Z").0, 0, 0).usual_so_far
    };
    assert_eq!(usual(&[]), None);
    assert_eq!(usual(&["03-31"]), None);
    // The first focused time was later in its week than Wednesday.
    assert_eq!(usual(&["03-26", "03-31"]), None);
    assert_eq!(usual(&["03-19", "03-31"]), Some(0));
    assert_eq!(usual(&["03-17", "03-24"]), Some(HOUR));
    assert_eq!(usual(&["01-05", "03-24"]), Some(HOUR / 4));
}

#[test]
fn s59_each_day_of_the_week_has_its_goal() {
    let goals = goals(&[("2026-03-03", 40), ("2026-03-07", 60)]);
    let settings = StatsSettings { goals: &goals, ..SETTINGS };
    let view = view(&[], &settings, at("2026-03-05T12:00:00Z").0, 0, 0);
    let minutes: Vec<i64> = view.week.iter().map(|day| day.goal / MINUTE).collect();
    assert_eq!(minutes, [25, 40, 40, 40, 40, 60, 60]);
    assert_eq!(view.goal_today, 40 * MINUTE);
}

#[test]
fn s27_weeks_across_new_year_and_dst_have_seven_days() {
    // Berlin: 25 October 2026 is a Sunday of 25 hours; 1 January 2027 is a Friday.
    let sessions = [
        focus("2026-10-25T23:30:00+01:00", 1_200),
        focus("2026-10-26T00:10:00+01:00", 1_800),
        focus("2026-12-31T23:50:00+01:00", 1_200),
    ];
    let days = day_sums(&sessions, 0);
    let week = |now: &str, weeks_ago| week(&days, &SETTINGS, at(now).0, at(now).1, weeks_ago).days;
    assert_eq!(week("2026-10-25T23:59:00+01:00", 0), [0, 0, 0, 0, 0, 0, 1_200]);
    assert_eq!(week("2026-10-26T12:00:00+01:00", 0), [1_800, 0, 0, 0, 0, 0, 0]);
    assert_eq!(week("2027-01-03T12:00:00+01:00", 0), [0, 0, 0, 600, 600, 0, 0]);
    assert_eq!(week("2027-01-04T12:00:00+01:00", 1), [0, 0, 0, 600, 600, 0, 0]);
}

#[test]
fn s28_deleted_sessions_are_not_counted() {
    let deleted = FocusSession { is_deleted: true, ..focus("2026-03-03T09:00:00Z", HOUR) };
    assert_eq!(day_sums([&deleted], 0), []);
    assert_eq!(focus_sums([&deleted], 0), []);
    assert_eq!(days_of(&deleted, 0), []);
}

#[test]
fn s29_best_day_has_the_most_focus_and_ties_go_to_the_earlier_day() {
    let best =
        |sessions: &[FocusSession]| best_day(&day_sums(sessions, 0)).map(|best| (best.day.to_string(), best.focused));
    assert_eq!(best(&[]), None);
    let mut sessions = vec![focus("2026-03-04T09:00:00Z", 900), focus("2020-02-29T09:00:00Z", 900)];
    assert_eq!(best(&sessions), Some(("2020-02-29".to_owned(), 900)));
    sessions.push(focus("2026-03-04T12:00:00Z", 1));
    assert_eq!(best(&sessions), Some(("2026-03-04".to_owned(), 901)));
}

#[test]
fn s30_the_heatmap_has_every_day_of_a_year() {
    let sessions =
        [focus("2024-02-29T09:00:00Z", 100), focus("2024-12-31T23:59:00Z", 120), focus("2026-03-03T09:00:00Z", 60)];
    let days = day_sums(&sessions, 0);
    let of = |year| heatmap(&days, year, day("2026-03-03"));
    let leap = of(2024);
    assert_eq!((leap.focused.len(), leap.focused[59], leap.focused[365]), (366, 100, 60));
    assert_eq!((leap.year, leap.first_year, leap.last_year), (2024, 2024, 2026));
    let year = of(2025);
    assert_eq!((year.focused.len(), year.focused[0], year.levels.len()), (365, 60, 365));
    assert_eq!(of(2026).focused[61], 60);
    assert_eq!((of(1900).focused.len(), of(2000).focused.len()), (365, 366));
    let nothing = heatmap(&[], 2026, day("2026-03-03"));
    assert_eq!((nothing.first_year, nothing.last_year, nothing.levels.iter().max()), (2026, 2026, Some(&0)));
    for year in [i64::MIN, i64::MAX] {
        assert!((1..=9_999).contains(&of(year).year));
    }
}

#[test]
fn s31_the_levels_are_quarters_of_the_years_best_day() {
    let seconds = [400, 301, 300, 201, 200, 101, 100, 1];
    let sessions: Vec<_> =
        seconds.iter().zip(1..).map(|(seconds, day)| focus(&format!("2026-01-0{day}T09:00:00Z"), *seconds)).collect();
    let heatmap = heatmap(&day_sums(&sessions, 0), 2026, day("2026-03-03"));
    assert_eq!(heatmap.levels[..9], [4, 4, 3, 3, 2, 2, 1, 1, 0]);
}

#[test]
fn s32_sums_by_board_and_card_add_up_to_days() {
    let (board, card) =
        (Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71"), Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72"));
    let of = |board_id, card_id, session| FocusSession { board_id, card_id, ..session };
    let sessions = [
        of(board, card, focus("2026-03-03T23:50:00Z", 1_200)),
        of(board, None, focus("2026-03-03T10:00:00Z", 60)),
        of(None, None, focus("2026-03-03T09:00:00Z", 59)),
        of(board, card, focus("2026-03-03T08:00:00Z", 300)),
    ];
    let sums = focus_sums(&sessions, 0);
    let shown: Vec<_> = sums
        .iter()
        .map(|sum| {
            (
                sum.sum.day.to_string(),
                sum.board_id.is_some(),
                sum.card_id.is_some(),
                sum.sum.focused / 1_000,
                sum.sum.sessions,
            )
        })
        .collect();
    let (third, fourth) = ("2026-03-03".to_owned(), "2026-03-04".to_owned());
    let expected = [
        (third.clone(), false, false, 59, 0),
        (third.clone(), true, false, 60, 1),
        (third, true, true, 900, 2),
        (fourth, true, true, 600, 0),
    ];
    assert_eq!(shown, expected);
    assert_eq!(merge_days(sums.into_iter().map(|sum| sum.sum)), day_sums(&sessions, 0));
    assert_eq!(days_of(&sessions[0], 0), [day("2026-03-03"), day("2026-03-04")]);
    assert_eq!(days_of(&session(SessionKind::ShortBreak, vec![segment("2026-03-03T09:00:00Z", 60)]), 0), []);
}

/// Generates a version of a possible session in 2026. The offsets never skip a date, because daily totals do not show
/// where the next segment started once the first one is subtracted.
fn any_version(offsets: std::ops::RangeInclusive<i32>) -> impl Strategy<Value = FocusSession> {
    let stretch = (0i64..20_000_000_000, 1i64..90_000_000, offsets).prop_map(|(start, length, utc_offset)| {
        let start = 1_772_000_000_000 + start;
        Segment { start: Timestamp::from_millis(start), end: Timestamp::from_millis(start + length), utc_offset }
    });
    let stretches = prop::collection::vec(stretch, 1..4);
    (
        stretches,
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.1),
        prop::option::of(0u8..3),
        prop::option::of(0u8..3),
    )
        .prop_map(|(segments, is_deleted, is_break, board, card)| {
            let kind = if is_break { SessionKind::ShortBreak } else { SessionKind::Focus };
            let id = |place: Option<u8>| Id::parse(&format!("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c7{}", place?));
            FocusSession { is_deleted, board_id: id(board), card_id: id(card), ..session(kind, segments) }
        })
}

/// Returns everything that is shown of totals.
fn shown(days: &[DaySum], settings: &StatsSettings, now: Timestamp) -> (StatsSummary, StatsView, HeatmapView) {
    (
        summary(days, settings, now, 60),
        view(days, settings, now, 60, 1),
        heatmap(days, 2026, local_day(now, 60, settings.day_start_minutes)),
    )
}

proptest! {
    #[test]
    fn s32_server_and_local_sums_match_any_split(
        sessions in prop::collection::vec((any_version(-720..=840), any::<bool>()), 0..30),
        day_start in 0i64..=360,
        minutes in 1i64..600,
    ) {
        let goals = [StreakGoal { from: day("2026-06-01"), minutes }];
        let settings = StatsSettings { day_start_minutes: day_start, goals: &goals };
        let now = Timestamp::from_millis(1_790_000_000_000);
        let all: Vec<_> = sessions.iter().map(|(session, _)| session.clone()).collect();
        let (base, overlay): (Vec<_>, Vec<_>) = sessions.into_iter().partition(|(_, is_base)| *is_base);
        // Add up the server's totals by card, then apply the pending sessions as a device does.
        let by_card = focus_sums(base.iter().map(|(session, _)| session), day_start);
        let mut days = merge_days(by_card.into_iter().map(|sum| sum.sum));
        overlay.iter().for_each(|(session, _)| add_session(&mut days, session, day_start));
        prop_assert_eq!(&days, &day_sums(&all, day_start));
        prop_assert_eq!(shown(&days, &settings, now), shown(&day_sums(&all, day_start), &settings, now));
    }

    #[test]
    fn s32_incremental_sums_match_a_full_computation(
        before in prop::collection::vec(any_version(-300..=400), 1..20),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any_version(-300..=400)), 0..20),
        day_start in 0i64..=360,
    ) {
        let settings = StatsSettings { day_start_minutes: day_start, goals: &[] };
        let now = Timestamp::from_millis(1_790_000_000_000);
        let mut days = day_sums(&before, day_start);
        let mut all = before;
        for (place, version) in changes {
            let place = place.index(all.len());
            subtract_session(&mut days, &all[place], day_start);
            add_session(&mut days, &version, day_start);
            all[place] = version;
        }
        prop_assert_eq!(shown(&days, &settings, now), shown(&day_sums(&all, day_start), &settings, now));
    }
}
