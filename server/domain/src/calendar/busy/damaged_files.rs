//! Damaged and random calendars: whatever a file contains, reading it ends with busy times or with an error.
//! `cargo xtask bench fuzz` runs these tests with many more cases.

use super::*;
use proptest::prelude::*;

const SAMPLE: &str = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Sample//EN\r\nX-WR-TIMEZONE:Europe/Berlin\r\n\
    BEGIN:VTIMEZONE\r\nTZID:Here\r\nX-LIC-LOCATION:Europe/Berlin\r\nBEGIN:DAYLIGHT\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n\
    DTSTART:19700329T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n\
    BEGIN:VEVENT\r\nUID:single\r\nSUMMARY:Single\\, with a comma\r\nDTSTART;TZID=Here:20260303T090000\r\n\
    DTEND;TZID=Here:20260303T100000\r\nSTATUS:CONFIRMED\r\nATTENDEE;CN=\"A, B\";PARTSTAT=ACCEPTED:mailto:a@b.example\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:series\r\nSUMMARY:Series\r\nSEQUENCE:2\r\nDTSTART;TZID=Here:20260102T090000\r\nDURATION:PT45M\r\n\
    RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20261231T000000Z;WKST=MO\r\nEXDATE;TZID=Here:20260313T090000,20260327T09\r\n 0000\r\n\
    RDATE;VALUE=PERIOD:20260310T090000Z/PT1H,20260311T090000Z/20260311T100000Z\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:series\r\nSUMMARY:Moved\r\nRECURRENCE-ID;TZID=Here;RANGE=THISANDFUTURE:20260309T090000\r\n\
    DTSTART;TZID=Here:20260310T140000\r\nDTEND;TZID=Here:20260310T150000\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:day\r\nDTSTART;VALUE=DATE:20260301\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1,-1;COUNT=9\r\nTRANSP:OPAQUE\r\n\
    BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";

/// The maximum number of days at which the expansion looks, so that thousands of cases do not take long: that of a daily rule without
/// occurrences.
const MAX_TEST_DAYS: u64 = 120_000;

/// Reads a file, and checks the busy times.
fn check(file: &[u8], time_zone: Tz) {
    let at = |text: &str| Timestamp::parse(text).unwrap();
    let (from, to) = (at("2026-01-01T00:00:00Z"), at("2026-06-01T00:00:00Z"));
    let Ok(busy) = busy_times_within(file, time_zone, from, to, MAX_TEST_DAYS) else { return };
    assert!(busy.len() <= MAX_BUSY_TIMES);
    assert!(busy.is_sorted_by_key(|time| time.starts_at));
    for BusyTime { starts_at, ends_at, title } in busy {
        assert!(starts_at < to && ends_at > from && starts_at < ends_at);
        assert!(title.chars().count() <= MAX_TITLE_CHARS && !title.contains(char::is_control), "{title}");
    }
}

/// A part of a file that is replaced.
#[derive(Clone, Debug)]
struct Damage {
    at: prop::sample::Index,
    removed: usize,
    inserted: Vec<u8>,
}

fn damage() -> impl Strategy<Value = Damage> {
    let inserted = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..20),
        "([:;,=\"\\\\\r\n]|\r\n ){1,20}".prop_map(String::into_bytes),
        line().prop_map(String::into_bytes),
    ];
    (any::<prop::sample::Index>(), prop_oneof![9 => 0..60_usize, 1 => Just(usize::MAX)], inserted)
        .prop_map(|(at, removed, inserted)| Damage { at, removed, inserted })
}

fn date() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "2026(0[1-6])([0-2][0-9])(T(09|23)(00|59)00Z?)?",
        1 => "(0000|0001|1604|1970|9999)(01|02|12|13)(01|29|31|32)(T(00|24)0000(Z|[+-]2359)?)?",
    ]
}

/// A line of an event.
fn line() -> impl Strategy<Value = String> {
    let number = || "-?(0|1|2|5|12|31|53|366|99999999999)".prop_map(String::from);
    let part = prop_oneof![
        (("(BYDAY|BYMONTHDAY|BYMONTH|BYSETPOS|BYYEARDAY|BYWEEKNO|BYHOUR|INTERVAL|COUNT|X)"), number())
            .prop_map(|(name, value)| format!("{name}={value}")),
        "BYDAY=(-?[1-5])?(MO|WE|SU)(,(TU|FR))?",
        date().prop_map(|date| format!("UNTIL={date}")),
    ];
    let rule = ("(DAILY|WEEKLY|MONTHLY|YEARLY|HOURLY)", proptest::collection::vec(part, 0..4))
        .prop_map(|(freq, parts)| format!("\r\nRRULE:FREQ={freq};{}\r\n", parts.join(";")));
    let dates = (
        "(DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)",
        "(;VALUE=DATE|;VALUE=PERIOD|;TZID=Here|;TZID=America/Chicago|;RANGE=THISANDFUTURE)?",
        proptest::collection::vec(date(), 1..4),
        "(/PT1H|/P99999999D|/20260101)?",
    )
        .prop_map(|(name, parameter, dates, end)| format!("\r\n{name}{parameter}:{}{end}\r\n", dates.join(",")));
    let other = "\r\n(UID:series|DURATION:(-?P9{1,12}[DW]|PT1H|-PT1H)|STATUS:(TENTATIVE|x)|TRANSP:OPAQUE|SUMMARY:\\PC{0,9}|BEGIN:VEVENT|END:VEVENT)\r\n";
    prop_oneof![rule, dates, other]
}

proptest! {
    #[test]
    fn damaged_calendars_are_read_or_refused(damages in proptest::collection::vec(damage(), 1..6)) {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for Damage { at, removed, inserted } in damages {
            let start = at.index(bytes.len() + 1);
            let end = start.saturating_add(removed).min(bytes.len());
            bytes.splice(start..end, inserted);
        }
        check(&bytes, Tz::Europe__Berlin);
    }

    #[test]
    fn random_events_are_read_or_refused(
        events in proptest::collection::vec(proptest::collection::vec(line(), 1..7), 1..4),
        time_zone in prop::sample::select(vec![Tz::UTC, Tz::America__New_York, Tz::Pacific__Apia]),
    ) {
        let events = events.into_iter().map(|lines| format!("BEGIN:VEVENT\r\n{}END:VEVENT\r\n", lines.concat()));
        check(format!("BEGIN:VCALENDAR\r\n{}END:VCALENDAR\r\n", String::from_iter(events)).as_bytes(), time_zone);
    }

    #[test]
    fn random_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        check(&[b"BEGIN:VCALENDAR\r\n", bytes.as_slice()].concat(), Tz::UTC);
    }
}
