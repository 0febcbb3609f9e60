//! Calendar feeds as iCalendar files (RFC 5545): due cards, and focus sessions on request, as events.
//!
//! Times are in UTC, because calendar services read times without a zone as UTC. A file is equal until something in it changes, so
//! that its ETag stays the same.

use super::CalendarDeps;
use crate::error::DomainError;
use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use core_wasm::protocol::calendar::CalendarOptions;
use core_wasm::protocol::http::NamedSession;
use core_wasm::protocol::language::Language;
use core_wasm::protocol::time::Timestamp;
use icalendar::{Calendar, Component, Event, EventLike};
use twentyfour_model::Owner;
use twentyfour_store::calendar::{self, FeedCard, FeedRange};
use twentyfour_store::{focus_sessions, preferences};

/// The range of due dates and of focus sessions, in days before and after today. Google reads at most 1 MB and about a thousand
/// events.
const DAYS_BEFORE: i64 = 90;
const DAYS_AFTER: i64 = 730;

/// The maximum number of cards and of focus sessions.
const MAX_CARDS: i64 = 700;
const MAX_SESSIONS: i64 = 300;

/// The maximum length of a description, in bytes.
const MAX_DESCRIPTION_BYTES: usize = 500;

/// The maximum length of a line without its line break, in bytes (RFC 5545, section 3.1).
const MAX_LINE_BYTES: usize = 75;

/// How long a card with a time and without an estimate takes, in minutes.
const DEFAULT_MINUTES: i64 = 30;

/// The component of a feed without events: a calendar must have one (RFC 5545, section 3.6), and programs ignore a time zone that
/// nothing uses.
const TIME_ZONE: &str = "BEGIN:VTIMEZONE\r\nTZID:UTC\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0000\r\n\
    TZOFFSETTO:+0000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";

/// The contents of a feed.
pub struct FeedContents {
    /// The language of the account.
    pub language: Language,
    time_zone: Tz,
    cards: Vec<FeedCard>,
    sessions: Vec<NamedSession>,
    public_url: String,
}

/// Loads what the feed of an account contains now.
pub(super) async fn load(
    deps: &CalendarDeps,
    owner: Owner,
    options: CalendarOptions,
) -> Result<FeedContents, DomainError> {
    let now = utc(deps.context.now());
    let day = |days: i64| (now + TimeDelta::days(days)).format("%Y-%m-%d").to_string();
    let range = FeedRange { cards: options.cards, from: day(-DAYS_BEFORE), until: day(DAYS_AFTER), limit: MAX_CARDS };
    let database = &deps.context.database;
    let mut snapshot = database.snapshot().await?;
    let preferences = preferences::load(&mut snapshot, owner).await?;
    let cards = calendar::cards(&mut snapshot, owner, &range).await?;
    snapshot.commit().await?;
    let mut sessions = match options.includes_sessions {
        true => focus_sessions::latest(database.pool(), owner, None, MAX_SESSIONS).await?,
        false => vec![],
    };
    let earliest = now - TimeDelta::days(DAYS_BEFORE);
    sessions.retain(|session| session.session.segments.first().is_some_and(|first| utc(first.start) >= earliest));
    Ok(FeedContents {
        language: preferences.language,
        time_zone: preferences.time_zone.parse().unwrap_or(Tz::UTC),
        cards,
        sessions,
        public_url: deps.public_url.clone(),
    })
}

impl FeedContents {
    /// Writes the iCalendar file. `session_title` returns the title of a focus session on the card with this title.
    pub fn write(&self, session_title: impl Fn(Option<&str>) -> String) -> String {
        let mut calendar = Calendar::empty();
        calendar
            .append_property(("VERSION", "2.0"))
            .append_property(("PRODID", "-//Twentyfour//Calendar feed//EN"))
            .append_property(("CALSCALE", "GREGORIAN"))
            .append_property(("METHOD", "PUBLISH"))
            .name("Twentyfour")
            .ttl(&TimeDelta::hours(1));
        calendar.extend(self.cards.iter().filter_map(|card| self.card_event(card)));
        calendar.extend(self.sessions.iter().filter_map(|session| session_event(session, &session_title)));
        let text = calendar.to_string();
        let text = match calendar.components.is_empty() {
            true => text.replace("END:VCALENDAR", &format!("{TIME_ZONE}END:VCALENDAR")),
            false => text,
        };
        fold_again(&text)
    }

    /// Returns the event of a card: the whole day, or from its due time on for as long as it is estimated to take.
    fn card_event(&self, card: &FeedCard) -> Option<Event> {
        let done = if card.is_completed { "✓ " } else { "" };
        let title = format!("{done}{}", plain(&card.title));
        let mut event = new_event(&card.id.to_string(), card.changed_at, &title);
        match card.due_date.split_once('T') {
            None => {
                let day = NaiveDate::parse_from_str(&card.due_date, "%Y-%m-%d").ok()?;
                event.starts(day).ends(day.checked_add_days(Days::new(1))?);
            }
            Some(_) => {
                let local = NaiveDateTime::parse_from_str(&card.due_date, "%Y-%m-%dT%H:%M").ok()?;
                let starts_at = to_utc(local, self.time_zone)?;
                let minutes = card.estimate_minutes.unwrap_or(DEFAULT_MINUTES);
                event.starts(starts_at).ends(starts_at + TimeDelta::minutes(minutes));
            }
        }
        if !card.description.is_empty() {
            event.description(&shortened(&plain(&card.description), MAX_DESCRIPTION_BYTES));
        }
        // Slugs and ids have no characters that would need to be encoded.
        event.url(&format!("{}/app/b/{}?card={}", self.public_url, card.board_slug, card.id));
        event.categories([plain(&card.board_name)]);
        Some(event.done())
    }
}

/// Returns the event of a focus session, from its start to its end with its pauses.
fn session_event(named: &NamedSession, title: impl Fn(Option<&str>) -> String) -> Option<Event> {
    let (first, last) = (named.session.segments.first()?, named.session.segments.last()?);
    let title = plain(&title(named.card_title.as_deref()));
    let mut event = new_event(&named.session.id.to_string(), last.end, &title);
    let starts_at = utc(first.start);
    // An event ends after its start, even if less than a second is left of the session.
    event.starts(starts_at).ends(utc(last.end).max(starts_at + TimeDelta::seconds(1)));
    Some(event.done())
}

/// Makes an event that takes up no time in the calendar.
fn new_event(id: &str, changed_at: Timestamp, title: &str) -> Event {
    let mut event = Event::new();
    // Without these two, the crate would write a random UID and the current time.
    event.uid(id).timestamp(utc(changed_at)).summary(title).add_property("TRANSP", "TRANSPARENT");
    event
}

/// Returns a local time in UTC. A time that is skipped when summer time begins counts as an hour later.
fn to_utc(local: NaiveDateTime, time_zone: Tz) -> Option<DateTime<Utc>> {
    let at = |local: NaiveDateTime| time_zone.from_local_datetime(&local).earliest();
    Some(at(local).or_else(|| at(local + TimeDelta::hours(1)))?.to_utc())
}

/// Returns a time without fractions of a second, which iCalendar does not have.
fn utc(moment: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp(moment.millis().div_euclid(1_000), 0).unwrap_or_default()
}

/// Returns a text without control characters, which iCalendar does not allow. Line breaks stay.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").chars().filter(|char| *char == '\n' || !char.is_control()).collect()
}

/// Returns an iCalendar text with its long lines folded again: the crate does not count the space before the rest of a line, so the
/// last part may be a byte too long.
fn fold_again(text: &str) -> String {
    let (mut folded, mut length) = (String::with_capacity(text.len()), 0);
    for char in text.replace("\r\n ", "").chars() {
        if !matches!(char, '\r' | '\n') && length + char.len_utf8() > MAX_LINE_BYTES {
            folded.push_str("\r\n ");
            length = 1;
        }
        folded.push(char);
        length = if char == '\n' { 0 } else { length + char.len_utf8() };
    }
    folded
}

/// Returns the start of a text that fits into a number of bytes, with an ellipsis if it is cut.
fn shortened(text: &str, max_bytes: usize) -> String {
    match text.char_indices().find(|(index, char)| index + char.len_utf8() > max_bytes) {
        Some((index, _)) => format!("{}…", text.get(..index).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcard::icalendar::{ICalendar, ICalendarProperty};
    use core_wasm::protocol::id::Id;

    fn card(title: &str, due_date: &str) -> FeedCard {
        FeedCard {
            id: Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72").unwrap(),
            board_slug: "plans".into(),
            board_name: "Plans, and more".into(),
            title: title.into(),
            description: String::new(),
            due_date: due_date.into(),
            estimate_minutes: None,
            is_completed: false,
            changed_at: Timestamp::parse("2026-03-03T08:30:05.123Z").unwrap(),
        }
    }

    fn written(time_zone: Tz, cards: Vec<FeedCard>) -> String {
        let contents = FeedContents {
            language: Language::En,
            time_zone,
            cards,
            sessions: vec![],
            public_url: "https://twentyfour.example".into(),
        };
        contents.write(|_| unreachable!("there are no sessions"))
    }

    fn lines(text: &str) -> Vec<String> {
        text.replace("\r\n ", "").split("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn feed_is_valid_icalendar() {
        let text = written(Tz::UTC, vec![card("Milk", "2026-03-03")]);
        assert_eq!(
            lines(&text),
            [
                "BEGIN:VCALENDAR",
                "VERSION:2.0",
                "PRODID:-//Twentyfour//Calendar feed//EN",
                "CALSCALE:GREGORIAN",
                "METHOD:PUBLISH",
                "NAME:Twentyfour",
                "X-WR-CALNAME:Twentyfour",
                "REFRESH-INTERVAL;VALUE=DURATION:PT3600S",
                "X-PUBLISHED-TTL:PT3600S",
                "BEGIN:VEVENT",
                "DTEND;VALUE=DATE:20260304",
                "DTSTAMP:20260303T083005Z",
                "DTSTART;VALUE=DATE:20260303",
                "SUMMARY:Milk",
                "TRANSP:TRANSPARENT",
                "UID:0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                "URL:https://twentyfour.example/app/b/plans?card=0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                "CATEGORIES:Plans\\, and more",
                "END:VEVENT",
                "END:VCALENDAR",
                "",
            ]
        );
    }

    #[test]
    fn feed_without_events_has_a_component() {
        let text = written(Tz::UTC, vec![]);
        assert!(text.ends_with("TZOFFSETTO:+0000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n"), "{text}");
        let calendar = ICalendar::parse(&text).unwrap();
        assert_eq!(calendar.components.len(), 3, "the calendar, the time zone and its standard time");
        assert!(calendar.is_timezone());
        assert!(!written(Tz::UTC, vec![card("Milk", "2026-03-03")]).contains("VTIMEZONE"));
    }

    #[test]
    fn due_times_are_in_utc_and_last_as_long_as_estimated() {
        let times = |due_date: &str, estimate_minutes| {
            let text = written(Tz::Europe__Berlin, vec![FeedCard { estimate_minutes, ..card("Milk", due_date) }]);
            let of = |name: &str| lines(&text).into_iter().find_map(|line| Some(line.strip_prefix(name)?.to_owned()));
            (of("DTSTART:").unwrap(), of("DTEND:").unwrap())
        };
        let expected = |starts_at: &str, ends_at: &str| (starts_at.to_owned(), ends_at.to_owned());
        assert_eq!(times("2026-01-15T09:00", Some(90)), expected("20260115T080000Z", "20260115T093000Z"));
        assert_eq!(times("2026-07-15T09:00", None), expected("20260715T070000Z", "20260715T073000Z"));
        // Skipped, and repeated, when the clocks change.
        assert_eq!(times("2026-03-29T02:30", None), expected("20260329T013000Z", "20260329T020000Z"));
        assert_eq!(times("2026-10-25T02:30", None), expected("20261025T003000Z", "20261025T010000Z"));
    }

    #[test]
    fn lines_are_folded_at_75_bytes_and_not_within_characters() {
        let line = |start: &str, char: &str, count| format!("{start}{}", char.repeat(count));
        for (unfolded, parts) in [
            (line("SUMMARY:", "x", 67), vec![75_usize]),
            (line("SUMMARY:", "x", 68), vec![75, 2]),
            (line("SUMMARY:", "x", 141), vec![75, 75]),
            (line("SUMMARY:", "x", 142), vec![75, 75, 2]),
            (line("SUMMARY:", "ü", 34), vec![74, 3]),
            (line("SUMMARY:", "👍", 40), vec![72, 73, 25]),
            (line("SUMMARY:", " ", 80), vec![75, 14]),
        ] {
            let folded = fold_again(&format!("{unfolded}\r\nEND:VEVENT\r\n"));
            assert_eq!(lines(&folded), [unfolded.as_str(), "END:VEVENT", ""]);
            let lengths: Vec<usize> = folded.split("\r\n").map(str::len).collect();
            assert_eq!(lengths, [parts.as_slice(), &[10, 0]].concat(), "{unfolded}");
            assert_eq!(fold_again(&folded), folded);
        }
        // The crate writes this one as 75 and 76 bytes.
        let text = written(Tz::UTC, vec![card(&"x".repeat(142), "2026-03-03")]);
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        assert!(lines(&text).contains(&format!("SUMMARY:{}", "x".repeat(142))));
    }

    #[test]
    fn hostile_texts_are_read_back_by_another_parser() {
        let title = format!("a\\b;c,d:e\"f {} END:VEVENT", "👩‍👩‍👧‍👦".repeat(30));
        let description = format!("one\r\ntwo\rthree\u{0}\u{7}\nBEGIN:VEVENT\n{}", "ü".repeat(400));
        let text = written(Tz::UTC, vec![FeedCard { description, is_completed: true, ..card(&title, "2026-03-03") }]);
        for line in text.split("\r\n") {
            assert!(line.len() <= 75 && !line.contains(['\r', '\n']), "{line:?}");
        }
        let calendar = ICalendar::parse(&text).unwrap();
        assert_eq!(calendar.components.len(), 2);
        let event = &calendar.components[1];
        let value = |property: &ICalendarProperty| {
            event.property(property).and_then(|entry| entry.values.first()?.as_text()).unwrap().to_owned()
        };
        assert_eq!(value(&ICalendarProperty::Summary), format!("✓ {title}"));
        let description = value(&ICalendarProperty::Description);
        assert!(
            description.starts_with("one\ntwo\nthree\nBEGIN:VEVENT\nüü") && description.ends_with("ü…"),
            "{description}"
        );
        assert!(description.len() <= MAX_DESCRIPTION_BYTES + '…'.len_utf8());
        assert_eq!(value(&ICalendarProperty::Uid), "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72");
    }
}
