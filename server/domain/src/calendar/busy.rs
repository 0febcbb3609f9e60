//! Reads the busy hours of an iCalendar file (RFC 5545) from somebody else's server.
//!
//! The file may be hostile, so everything is bounded: the parts of the file, the components, the days at which the expansion of series
//! looks (`rule_cost`), the occurrences of each series, and the time. The parser keeps its own stack, so nested components cannot
//! exhaust that of the thread.

use super::rule_cost;
use calcard::common::PartialDateTime;
use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty, ICalendarStatus,
    ICalendarTransparency, ICalendarValue,
};
use calcard::{Entry, Parser};
use chrono_tz::Tz;
use core_wasm::protocol::calendar::BusyTime;
use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The maximum number of lines, parameters and values of a file, such as excluded dates. The parser needs about 100 bytes for each.
const MAX_PARTS: usize = 500_000;

/// The maximum number of components of a file. A year has about a thousand events.
const MAX_COMPONENTS: usize = 50_000;

/// The maximum number of time zones that are kept; a calendar uses a few.
const MAX_TIME_ZONES: usize = 20;

/// The maximum number of entries that are kept of a time zone, which each series gets a copy of, and the maximum length of their texts.
const MAX_TIME_ZONE_ENTRIES: usize = 5;
const MAX_TIME_ZONE_BYTES: usize = 200;

/// The maximum number of days at which the expansion of all series may look. A series of ten years needs less than 7,000.
const MAX_DAYS: u64 = 50_000_000;

/// The maximum number of occurrences of a series, from its start on: 27 years of days.
const MAX_OCCURRENCES: usize = 10_000;

/// How long after the end of the requested time series are expanded, in seconds: a week, because of time zones, and of series whose
/// later occurrences were all moved to an earlier day.
const SERIES_MARGIN_SECONDS: i64 = 7 * 86_400;

/// The maximum number of busy times of a file.
const MAX_BUSY_TIMES: usize = 2_000;

/// The maximum length of a title.
const MAX_TITLE_CHARS: usize = 200;

/// After this time, the remaining series are left out.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// The error for a file that is not a calendar, or has too many parts or components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unreadable;

/// Returns the busy times of a file that overlap the time from `from` to `to`, by their start. Times without a zone are in
/// `time_zone`.
///
/// Not busy are events that are canceled or marked as free, those without an end, and days that are not marked as busy: birthdays and
/// holidays.
pub(super) fn busy_times(
    file: &[u8],
    time_zone: Tz,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<BusyTime>, Unreadable> {
    busy_times_within(file, time_zone, from, to, MAX_DAYS)
}

/// Returns the busy times like [`busy_times`]. The expansion of series looks at most at `max_days` days.
fn busy_times_within(
    file: &[u8],
    time_zone: Tz,
    from: Timestamp,
    to: Timestamp,
    max_days: u64,
) -> Result<Vec<BusyTime>, Unreadable> {
    let last = PartialDateTime::from_naive_timestamp(to.millis() / 1_000 + SERIES_MARGIN_SECONDS);
    let Events { time_zones, singles, series } = Events::parse(file, &last, max_days)?;
    let ends_at = Instant::now() + TIME_LIMIT;
    let mut busy = Vec::new();
    let series = series.into_iter().map(|series| (series.events, MAX_OCCURRENCES));
    for (events, limit) in [(singles, 0)].into_iter().chain(series) {
        if Instant::now() >= ends_at || busy.len() >= MAX_BUSY_TIMES {
            break;
        }
        let calendar = ICalendar { components: time_zones.iter().cloned().chain(events).collect() };
        for event in calendar.expand_dates(time_zone, limit).events {
            let Some(component) = calendar.components.get(event.comp_id as usize) else { continue };
            let (start, end) = event.timestamps();
            // By the clock, since a day on which the clocks change does not have 24 hours.
            let end = event.try_into_date_time().map_or(end, |event| event.end.timestamp());
            let at = |seconds: i64| Timestamp::from_millis(seconds.saturating_mul(1_000));
            let (starts_at, ends_at) = (at(start), at(end));
            if starts_at < to && ends_at > from && starts_at < ends_at && is_busy(component) {
                busy.push(BusyTime { starts_at, ends_at, title: title(component) });
            }
        }
    }
    busy.sort_by(|one, other| {
        (one.starts_at, one.ends_at, &one.title).cmp(&(other.starts_at, other.ends_at, &other.title))
    });
    busy.truncate(MAX_BUSY_TIMES);
    Ok(busy)
}

/// The events of a file.
struct Events {
    time_zones: Vec<ICalendarComponent>,
    /// The events that happen once.
    singles: Vec<ICalendarComponent>,
    /// The series, those that cost the least first. Those beyond the maximum number of days are left out.
    series: Vec<Series>,
}

/// An event that repeats.
#[derive(Default)]
struct Series {
    /// At how many days its expansion may look.
    days: u64,
    /// The event with its changed occurrences. They have one UID, which the expansion does not compare.
    events: Vec<ICalendarComponent>,
}

impl Events {
    fn parse(file: &[u8], last: &PartialDateTime, max_days: u64) -> Result<Self, Unreadable> {
        let text = String::from_utf8_lossy(file);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let is_calendar = text.get(..15).is_some_and(|start| start.eq_ignore_ascii_case("BEGIN:VCALENDAR"));
        if !is_calendar || count_parts(text) > MAX_PARTS {
            return Err(Unreadable);
        }
        let mut parser = Parser::new(text);
        let (mut time_zones, mut singles, mut by_uid) = (Vec::new(), Vec::new(), HashMap::<String, Series>::new());
        let mut count = 0;
        loop {
            let components = match parser.entry() {
                Entry::ICalendar(calendar) => calendar.components,
                Entry::InvalidLine(_) => continue,
                Entry::Eof => break,
                _ => return Err(Unreadable),
            };
            count += components.len();
            if count > MAX_COMPONENTS {
                return Err(Unreadable);
            }
            for mut component in components {
                match component.component_type {
                    ICalendarComponentType::VTimezone if time_zones.len() < MAX_TIME_ZONES => {
                        component.entries.retain(is_time_zone_name);
                        component.entries.truncate(MAX_TIME_ZONE_ENTRIES);
                        time_zones.push(component);
                    }
                    ICalendarComponentType::VEvent => {
                        // The expansion would not find changed occurrences with another sequence number.
                        component.entries.retain(|entry| entry.name != ICalendarProperty::Sequence);
                        let days = limit_rules(&mut component, last);
                        match component.uid().map(str::to_owned).filter(|_| component.is_recurrent_or_override()) {
                            Some(uid) => {
                                let series = by_uid.entry(uid).or_default();
                                // A second rule of a series is not valid.
                                if days == 0 || series.days == 0 {
                                    series.days += days;
                                    series.events.push(component);
                                }
                            }
                            None => {
                                // Events that do not repeat are expanded together, so a series without a UID would skip the limits.
                                component.entries.retain(|entry| entry.name != ICalendarProperty::Rrule);
                                singles.push(component);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut series: Vec<_> = by_uid.into_iter().filter(|(_, series)| series.events.iter().any(is_busy)).collect();
        series.sort_by(|(uid, one), (other_uid, other)| (one.days, uid).cmp(&(other.days, other_uid)));
        let mut days = 0;
        let series = series.into_iter().map(|(_, series)| series);
        let series = series.take_while(|series| {
            days += series.days;
            days <= max_days
        });
        Ok(Self { time_zones, singles, series: series.collect() })
    }
}

/// Returns at least the number of lines, parameters and values of a file. Commas and semicolons within texts have a backslash.
fn count_parts(text: &str) -> usize {
    let (count, _) = text.bytes().fold((0, false), |(count, is_escaped), byte| {
        let is_separator = byte == b'\n' || (!is_escaped && matches!(byte, b',' | b';'));
        (count + usize::from(is_separator), byte == b'\\' && !is_escaped)
    });
    count
}

/// Returns whether an entry of a time zone has a name of it, which is all that is read: zones are looked up by their names.
fn is_time_zone_name(entry: &ICalendarEntry) -> bool {
    let is_name = match &entry.name {
        ICalendarProperty::Tzid => true,
        ICalendarProperty::Other(name) => matches!(name.as_str(), "X-LIC-LOCATION" | "X-MICROSOFT-CDO-TZID"),
        _ => false,
    };
    let is_short = |value: &ICalendarValue| value.as_text().is_some_and(|text| text.len() <= MAX_TIME_ZONE_BYTES);
    is_name && entry.params.is_empty() && matches!(entry.values.as_slice(), [value] if is_short(value))
}

/// Lets the rules of an event end on the day `last` at the latest, and removes those that cannot be expanded. Returns at how many days
/// the expansion may look.
fn limit_rules(event: &mut ICalendarComponent, last: &PartialDateTime) -> u64 {
    let starts = event
        .entries
        .iter()
        .filter(|entry| matches!(entry.name, ICalendarProperty::Dtstart | ICalendarProperty::RecurrenceId));
    let start_years = starts.flat_map(|entry| &entry.values).filter_map(|value| match value {
        ICalendarValue::PartialDateTime(start) => start.year,
        _ => None,
    });
    let start_year = start_years.min().unwrap_or(u16::MAX);
    let mut days = 0;
    event.entries.retain_mut(|entry| {
        entry.values.iter_mut().all(|value| match value {
            ICalendarValue::RecurrenceRule(rule) => {
                let cost = rule_cost::limit(rule, start_year, last);
                days += cost.unwrap_or_default();
                cost.is_some()
            }
            _ => true,
        })
    });
    days
}

fn is_busy(event: &ICalendarComponent) -> bool {
    let is_marked = |transparency| event.transparency() == Some(&transparency);
    let takes_place = matches!(event.status(), None | Some(ICalendarStatus::Confirmed | ICalendarStatus::Tentative));
    let is_free = is_marked(ICalendarTransparency::Transparent) || event.entries.iter().any(|entry| {
        matches!(&entry.name, ICalendarProperty::Other(name) if name.eq_ignore_ascii_case("X-MICROSOFT-CDO-BUSYSTATUS"))
            && entry.values.first().and_then(ICalendarValue::as_text) == Some("FREE")
    });
    let starts_at_time = match event.property(&ICalendarProperty::Dtstart).and_then(|entry| entry.values.first()) {
        Some(ICalendarValue::PartialDateTime(start)) => start.has_time(),
        _ => true,
    };
    let has_end = event.has_property(&ICalendarProperty::Dtend) || event.has_property(&ICalendarProperty::Duration);
    takes_place && !is_free && if starts_at_time { has_end } else { is_marked(ICalendarTransparency::Opaque) }
}

/// Returns the title of an event on one line.
fn title(event: &ICalendarComponent) -> String {
    let text = event.property(&ICalendarProperty::Summary).and_then(|entry| entry.values.first()?.as_text());
    let text = text.unwrap_or_default().trim();
    text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(MAX_TITLE_CHARS).collect()
}

#[cfg(test)]
mod damaged_files;

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with(time_zone: Tz, events: &str) -> Result<Vec<String>, Unreadable> {
        let at = |text: &str| Timestamp::parse(text).unwrap();
        let file =
            format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{}\r\nEND:VCALENDAR\r\n", events.trim().replace('\n', "\r\n"));
        let busy = busy_times(file.as_bytes(), time_zone, at("2026-03-01T00:00:00Z"), at("2026-04-10T00:00:00Z"))?;
        Ok(busy
            .into_iter()
            .map(|BusyTime { starts_at, ends_at, title }| {
                let time = |moment: Timestamp| moment.to_string().get(5..16).unwrap().to_owned();
                format!("{} {} {title}", time(starts_at), time(ends_at))
            })
            .collect())
    }

    fn read(events: &str) -> Vec<String> {
        read_with(Tz::Europe__Berlin, events).unwrap()
    }

    fn event(lines: &str) -> String {
        format!("BEGIN:VEVENT\nUID:{:x}\nSUMMARY:x\n{lines}\nEND:VEVENT\n", lines.len())
    }

    #[test]
    fn times_are_read_in_their_zones() {
        for (lines, expected) in [
            ("DTSTART:20260303T090000Z\nDTEND:20260303T100000Z", "03-03T09:00 03-03T10:00 x"),
            ("DTSTART:20260303T090000\nDURATION:PT90M", "03-03T08:00 03-03T09:30 x"),
            (
                "DTSTART;TZID=America/New_York:20260303T090000\nDTEND;TZID=America/New_York:20260303T100000",
                "03-03T14:00 03-03T15:00 x",
            ),
            // As Outlook names zones.
            (
                "DTSTART;TZID=Eastern Standard Time:20260303T090000\nDTEND;TZID=Eastern Standard Time:20260303T100000",
                "03-03T14:00 03-03T15:00 x",
            ),
            ("DTSTART;VALUE=DATE:20260303\nDTEND;VALUE=DATE:20260304\nTRANSP:OPAQUE", "03-02T23:00 03-03T23:00 x"),
            // A day of 23 hours, on which summer time begins.
            (
                "DTSTART;VALUE=DATE:20260329\nDTEND;VALUE=DATE:20260330\nTRANSP:OPAQUE\nRRULE:FREQ=WEEKLY;COUNT=1",
                "03-28T23:00 03-29T22:00 x",
            ),
        ] {
            assert_eq!(read(&event(lines)), [expected], "{lines}");
        }
    }

    #[test]
    fn free_and_canceled_events_and_holidays_are_not_busy() {
        let times = "DTSTART:20260303T090000Z\nDTEND:20260303T100000Z";
        for lines in [
            &format!("{times}\nTRANSP:TRANSPARENT"),
            &format!("{times}\n{}", concat!("STATUS:CANCEL", "LED")),
            &format!("{times}\nX-MICROSOFT-CDO-BUSYSTATUS:FREE"),
            "DTSTART:20260303T090000Z",
            "DTSTART;VALUE=DATE:20260303",
            "DTSTART:20270303T090000Z\nDTEND:20270303T100000Z",
            "DTSTART:20260303T100000Z\nDTEND:20260303T090000Z",
            "DTSTART:nonsense\nDTEND:20260303T090000Z",
        ] {
            assert_eq!(read(&event(lines)), [""; 0], "{lines}");
        }
    }

    #[test]
    fn series_follow_daylight_saving_time_and_changed_occurrences() {
        let series = "BEGIN:VEVENT\nUID:a\nSUMMARY:Weekly\nSEQUENCE:2\nDTSTART;TZID=Europe/Berlin:20260309T090000\n\
            DTEND;TZID=Europe/Berlin:20260309T100000\nRRULE:FREQ=WEEKLY;COUNT=5\nEXDATE;TZID=Europe/Berlin:20260316T090000\nEND:VEVENT\n\
            BEGIN:VEVENT\nUID:a\nSUMMARY:Moved\nSEQUENCE:3\nRECURRENCE-ID;TZID=Europe/Berlin:20260323T090000\n\
            DTSTART;TZID=Europe/Berlin:20260323T140000\nDTEND;TZID=Europe/Berlin:20260323T150000\nEND:VEVENT\n\
            BEGIN:VEVENT\nUID:b\nSUMMARY:Other\nDTSTART;TZID=Europe/Berlin:20260323T090000\nDTEND;TZID=Europe/Berlin:20260323T093000\n\
            RRULE:FREQ=WEEKLY;COUNT=1\nEND:VEVENT\n";
        assert_eq!(
            read(series),
            [
                "03-09T08:00 03-09T09:00 Weekly",
                "03-23T08:00 03-23T08:30 Other",
                "03-23T13:00 03-23T14:00 Moved",
                "03-30T07:00 03-30T08:00 Weekly",
                "04-06T07:00 04-06T08:00 Weekly",
            ]
        );
    }

    #[test]
    fn hostile_files_are_refused_or_bounded() {
        let began = Instant::now();
        let times = "DTSTART:19700101T000000Z\nDTEND:19700101T000001Z\nRRULE:FREQ=";
        for rule in
            ["SECONDLY", "MINUTELY", "HOURLY", "DAILY;BYHOUR=1,2,3;BYMINUTE=1,2", "YEARLY;BYMONTH=2;BYMONTHDAY=30"]
        {
            assert_eq!(read(&event(&format!("{times}{rule}"))), [""; 0], "{rule}");
        }
        let daily = "DTSTART:20200101T000000Z\nDTEND:20200101T000001Z\nRRULE:FREQ=DAILY";
        let many: String =
            (0..500).map(|number| format!("BEGIN:VEVENT\nUID:{number}\n{daily}\nEND:VEVENT\n")).collect();
        assert!(read(&many).len() <= MAX_BUSY_TIMES);
        let same_uid: String = (0..500).map(|_| event(&format!("{times}YEARLY;BYMONTH=2;BYMONTHDAY=30"))).collect();
        assert_eq!(read(&same_uid), [""; 0]);
        let no_uid = format!("BEGIN:VEVENT\n{times}YEARLY;BYMONTH=2;BYMONTHDAY=30\nEND:VEVENT\n").repeat(2_000);
        assert_eq!(read(&no_uid), [""; 0]);
        let long_rule = format!("{times}YEARLY;BYDAY={}MO", "MO,".repeat(200_000));
        assert_eq!(read(&event(&long_rule)), [""; 0]);
        let nested = "BEGIN:A\n".repeat(100_000);
        let too_many = "BEGIN:VEVENT\nEND:VEVENT\n".repeat(MAX_COMPONENTS + 1);
        assert_eq!(read_with(Tz::UTC, &too_many), Err(Unreadable));
        for file in [&nested, "BEGIN:VEVENT"] {
            assert_eq!(read_with(Tz::UTC, file).unwrap_or_default(), [""; 0]);
        }
        let at = Timestamp::from_millis(0);
        for file in [&b""[..], b"<!doctype html>", b"BEGIN:VCARD\r\nEND:VCARD\r\n", b"\xff\xfe"] {
            assert_eq!(busy_times(file, Tz::UTC, at, at), Err(Unreadable));
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    }

    fn parse(events: &str) -> Result<Events, Unreadable> {
        let last = PartialDateTime { year: Some(2026), month: Some(4), day: Some(17), ..PartialDateTime::default() };
        Events::parse(format!("BEGIN:VCALENDAR\n{events}END:VCALENDAR\n").as_bytes(), &last, MAX_DAYS)
    }

    #[test]
    fn series_that_cost_the_most_are_left_out() {
        let series = |uid: &str, rule: &str| {
            let times = "DTSTART:20200101T000000Z\nDURATION:PT1H";
            format!("BEGIN:VEVENT\nUID:{uid}\n{times}\nRRULE:FREQ={rule}\nEND:VEVENT\n")
        };
        let costly: String = (0..1_000).map(|uid| series(&uid.to_string(), "YEARLY;BYMONTH=2;BYMONTHDAY=30")).collect();
        let cheap: String = (0..1_000).map(|uid| series(&format!("w{uid}"), "WEEKLY;BYDAY=WE")).collect();
        let Ok(events) = parse(&format!("{costly}{cheap}")) else { panic!() };
        assert!(events.series.iter().map(|series| series.days).sum::<u64>() <= MAX_DAYS);
        assert!((1_001..1_020).contains(&events.series.len()), "{}", events.series.len());
        let second_rule = series("a", "DAILY") + &series("a", "YEARLY;BYMONTH=2;BYMONTHDAY=30");
        let Ok(events) = parse(&second_rule) else { panic!() };
        assert_eq!(events.series.iter().map(|series| series.events.len()).collect::<Vec<_>>(), [1]);
        assert!(events.series[0].days < 10_000);
    }

    #[test]
    fn files_with_too_many_dates_or_parameters_are_not_parsed() {
        let event = |line: &str| format!("BEGIN:VEVENT\nUID:a\nDTSTART:20260303T090000Z\n{line}\nEND:VEVENT\n");
        for line in [
            format!("EXDATE:{}20260303", "20260303,".repeat(MAX_PARTS)),
            format!("rd\n ate:1{}", "\\\\,1".repeat(MAX_PARTS)),
            format!("X{}:a", ";a=b".repeat(MAX_PARTS)),
            "A:\n".repeat(MAX_PARTS),
        ] {
            assert!(parse(&event(&line)).is_err(), "{}", line.get(..20).unwrap());
        }
        // Text with commas.
        assert!(parse(&event(&format!("DESCRIPTION:{}", "a\\, ".repeat(MAX_PARTS)))).is_ok());
    }

    #[test]
    fn time_zones_keep_only_their_names() {
        let zone = format!(
            "BEGIN:VTIMEZONE\nTZID:Here\nX-LIC-LOCATION:Asia/Tokyo\nCOMMENT:a\nTZID:{}\nEND:VTIMEZONE\n",
            "a".repeat(500)
        );
        let Ok(events) = parse(&zone) else { panic!() };
        assert_eq!(events.time_zones[0].entries.len(), 2);
        let event = "BEGIN:VEVENT\nSUMMARY:x\nDTSTART;TZID=Here:20260303T090000\nDURATION:PT1H\nEND:VEVENT";
        assert_eq!(read(&format!("{zone}{event}")), ["03-03T00:00 03-03T01:00 x"]);
    }

    #[test]
    fn titles_are_short_and_on_one_line() {
        let long = format!("SUMMARY:a\\nb{}\nDTSTART:20260303T090000Z\nDTEND:20260303T100000Z", "é".repeat(500));
        let busy = read(&format!("BEGIN:VEVENT\nUID:a\n{long}\nEND:VEVENT\n"));
        let title = busy[0].split(' ').skip(2).collect::<Vec<_>>().join(" ");
        assert!(title.starts_with("a bé") && title.chars().count() == MAX_TITLE_CHARS, "{title}");
    }
}
