//! The clock of Home: the time, and a greeting that alternates with the date (SPEC C1 to C13).
//!
//! Each tick carries the current time and ticks are not counted, so the clock is right again with the first tick after
//! the page was throttled or asleep. [`mod@format`] formats the time.

mod format;

pub(crate) use format::{format_date, format_time, format_time_in_sentence, short_month};

use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, Step};
use crate::protocol::http::HourFormat;
use crate::protocol::patch::Patch;
use crate::protocol::stored::local_key;
use crate::protocol::time::{Timestamp, format_minute, local_day};
use crate::protocol::view::{ClockView, DayGreeting};
use chrono::Timelike;
use format::{Period, VARIANTS};

/// How long the greeting and the date are shown each, in milliseconds.
const ALTERNATE_EVERY_MS: i64 = 5_000;

/// An event for the clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ClockEvent {
    /// The app has started.
    Start,
    /// The clock's alarm has fired.
    Tick,
    /// The page is hidden.
    PageHidden,
    /// The page is visible again.
    PageVisible,
    /// The user's first name has changed; `None` if it is unknown.
    NameChanged(Option<String>),
    /// The format of hours has been set, possibly to the same value.
    HourFormatChanged(HourFormat),
}

/// The state of the clock.
#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    /// Not started yet; nothing is shown.
    Stopped,
    /// Running.
    Running {
        /// The full second from which the greeting and the date alternate.
        since: Timestamp,
        /// The part of the day that the greeting belongs to.
        period: Period,
    },
}

/// The clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    state: State,
    is_hidden: bool,
    first_name: Option<String>,
    hour_format: HourFormat,
    /// The index of the greeting of each part of the day; `None` before the first choice. Those of later parts are
    /// chosen ahead, so that the next page can show them before its core has started.
    variants: Option<[usize; Period::ALL.len()]>,
    view: ClockView,
}

impl Clock {
    /// Creates a clock that shows nothing until it is started. The greetings chosen last are restored from their
    /// text in the local storage; a value that cannot be read is ignored.
    pub(crate) fn restore(greetings: Option<&str>) -> Self {
        Self {
            state: State::Stopped,
            is_hidden: false,
            first_name: None,
            hour_format: HourFormat::default(),
            variants: greetings.and_then(parse_variants),
            view: ClockView::default(),
        }
    }

    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> &ClockView {
        &self.view
    }

    /// Handles an event. The step contains a patch only if something visible has changed, and the alarm for the next
    /// full second while the clock is running. A hidden page gets no alarm, so that it is not woken up.
    pub(crate) fn update(&mut self, event: ClockEvent, env: &Env) -> Step {
        let mut step = Step::default();
        let stored;
        match event {
            ClockEvent::Start => {
                let since = Timestamp::from_millis(env.now.millis() / 1_000 * 1_000);
                self.state = State::Running { since, period: Period::of_hour(env.local_date_time().hour()) };
                stored = Some(self.choose_greetings(env));
            }
            ClockEvent::Tick => stored = self.update_period(env),
            ClockEvent::PageVisible => {
                self.is_hidden = false;
                return step;
            }
            ClockEvent::PageHidden => {
                self.is_hidden = true;
                step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Clock });
                return step;
            }
            ClockEvent::NameChanged(name) => {
                self.first_name = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
                step.patches.extend(self.redraw(env));
                return step;
            }
            ClockEvent::HourFormatChanged(hour_format) => {
                if self.hour_format != hour_format {
                    self.hour_format = hour_format;
                    step.patches.extend(self.redraw(env));
                }
                return step;
            }
        }
        step.patches.extend(self.redraw(env));
        if self.state != State::Stopped && !self.is_hidden {
            // Aligned to full seconds of the device's clock, so that minutes change on time and ticks do not drift.
            let after = 1_000 - env.now.millis() % 1_000;
            step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Clock, after: after as u32 });
        }
        step.io_effects.extend(stored);
        step
    }

    /// Chooses greetings when another part of the day has started. Returns the effect that stores them.
    fn update_period(&mut self, env: &Env) -> Option<IoEffect> {
        let State::Running { period, .. } = &mut self.state else { return None };
        let now = Period::of_hour(env.local_date_time().hour());
        (std::mem::replace(period, now) != now).then(|| self.choose_greetings(env))
    }

    /// Chooses the greetings of the other parts of the day; that of the current part stays if there is one (SPEC C3).
    /// Returns the effect that stores them.
    fn choose_greetings(&mut self, env: &Env) -> IoEffect {
        let current = Period::of_hour(env.local_date_time().hour()) as usize;
        let mut chosen = random_variants(env);
        if let Some(variants) = self.variants {
            chosen[current] = variants[current];
        }
        self.variants = Some(chosen);
        let text = chosen.iter().map(usize::to_string).collect();
        IoEffect::SetLocalStorage { key: local_key::GREETINGS.to_owned(), value: text }
    }

    /// Updates the view. Returns a patch if it changed.
    fn redraw(&mut self, env: &Env) -> Option<Patch> {
        let State::Running { since, period } = self.state else { return None };
        let variants = self.variants?;
        let greeting =
            |period: Period| format::greeting_of(period, variants[period as usize], self.first_name.as_deref());
        let local = env.local_date_time();
        let alternations = (env.now.millis() - since.millis()).div_euclid(ALTERNATE_EVERY_MS);
        let view = ClockView {
            time: format_time(local.hour(), local.minute(), self.hour_format),
            greeting: greeting(period),
            date: format_date(local.date()),
            shows_date: alternations.rem_euclid(2) == 1,
            minute: format_minute(local),
            today: local_day(env.now, env.utc_offset, 0).to_string(),
            greetings: Period::ALL
                .map(|period| DayGreeting { from_hour: period.first_hour(), text: greeting(period) })
                .into(),
        };
        if view == self.view {
            return None;
        }
        self.view = view;
        Some(Patch::Clock { clock: self.view.clone() })
    }
}

/// Returns a random greeting for each part of the day.
fn random_variants(env: &Env) -> [usize; Period::ALL.len()] {
    let mut random = env.random();
    Period::ALL.map(|_| {
        let variant = random % VARIANTS as u64;
        random /= VARIANTS as u64;
        variant as usize
    })
}

/// Parses the stored choice of greetings.
fn parse_variants(text: &str) -> Option<[usize; Period::ALL.len()]> {
    let digits: Option<Vec<usize>> = text.chars().map(|digit| Some(digit.to_digit(10)? as usize)).collect();
    digits?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::patch::Patch;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// Returns an environment at a local time such as `2025-03-03T15:07:30.250+01:00`, with its UTC offset.
    fn env_with(text: &str, entropy: u64) -> Env {
        let moment = chrono::DateTime::parse_from_rfc3339(text).unwrap();
        let offset = moment.offset().local_minus_utc() / 60;
        Env::new(Timestamp::from_millis(moment.timestamp_millis()), offset, entropy)
    }

    fn env(text: &str) -> Env {
        env_with(text, 7)
    }

    fn started(text: &str) -> Clock {
        let mut clock = Clock::restore(None);
        clock.update(ClockEvent::Start, &env(text));
        clock
    }

    /// Returns an environment the given number of milliseconds later.
    fn later(text: &str, milliseconds: i64) -> Env {
        let from = env(text);
        Env::new(Timestamp::from_millis(from.now.millis() + milliseconds), from.utc_offset, 99)
    }

    fn alarm(after: u32) -> Vec<IoEffect> {
        vec![IoEffect::SetAlarm { alarm: Alarm::Clock, after }]
    }

    /// Returns the effects of a step without those that store the greetings.
    fn alarms_of(step: Step) -> Vec<IoEffect> {
        step.io_effects.into_iter().filter(|effect| !matches!(effect, IoEffect::SetLocalStorage { .. })).collect()
    }

    /// Returns the text of the greetings that a step stores.
    fn stored_by(step: &Step) -> Option<&str> {
        step.io_effects.iter().find_map(|effect| match effect {
            IoEffect::SetLocalStorage { key, value } if key == local_key::GREETINGS => Some(value.as_str()),
            _ => None,
        })
    }

    #[test]
    fn c1_the_view_shows_the_local_time() {
        let clock = started("2025-03-03T15:07:30Z");
        assert_eq!(clock.view().time, "03:07");
        let clock = started("2025-03-03T15:07:30+05:45");
        assert_eq!(clock.view().time, "03:07");
    }

    #[test]
    fn c13_the_day_and_minute_are_local() {
        let mut clock = started("2025-03-03T23:59:30+05:45");
        assert_eq!((clock.view().today.as_str(), clock.view().minute.as_str()), ("2025-03-03", "2025-03-03T23:59"));
        clock.update(ClockEvent::Tick, &later("2025-03-03T23:59:30+05:45", 30_000));
        assert_eq!((clock.view().today.as_str(), clock.view().minute.as_str()), ("2025-03-04", "2025-03-04T00:00"));
        assert_eq!(Clock::restore(None).view().today, "");
    }

    #[test]
    fn c3_the_greeting_is_chosen_at_random() {
        let (mut mornings, mut afternoons) = (HashSet::new(), HashSet::new());
        for entropy in 0..100 {
            let mut clock = Clock::restore(None);
            clock.update(ClockEvent::Start, &env_with("2025-03-03T11:59:58+01:00", entropy));
            mornings.insert(clock.view().greeting.clone());
            clock.update(ClockEvent::Tick, &env("2025-03-03T12:00:00+01:00"));
            afternoons.insert(clock.view().greeting.clone());
        }
        assert_eq!((mornings.len(), afternoons.len()), (3, 3), "{mornings:?} {afternoons:?}");
    }

    #[test]
    fn c11_a_hidden_clock_pauses_and_is_correct_once_visible() {
        let mut clock = started("2025-03-03T11:59:58.250Z");
        let morning = clock.view().greeting.clone();
        let hidden = clock.update(ClockEvent::PageHidden, &later("2025-03-03T11:59:58.250Z", 100));
        assert_eq!(hidden.io_effects, [IoEffect::ClearAlarm { alarm: Alarm::Clock }]);
        let late = clock.update(ClockEvent::Tick, &later("2025-03-03T11:59:58.250Z", 750));
        assert_eq!(late.io_effects, [], "a tick that was already queued");
        clock.update(ClockEvent::PageVisible, &later("2025-03-03T11:59:58.250Z", 3_600_000));
        let shown = clock.update(ClockEvent::Tick, &later("2025-03-03T11:59:58.250Z", 3_600_000));
        assert_eq!((clock.view().time.as_str(), alarms_of(shown)), ("12:59", alarm(750)));
        assert_ne!(clock.view().greeting, morning);
    }

    #[test]
    fn c11_a_page_opened_in_the_background_ticks_once_visible() {
        let mut clock = Clock::restore(None);
        clock.update(ClockEvent::PageHidden, &env("2025-03-03T15:07:30Z"));
        assert_eq!(alarms_of(clock.update(ClockEvent::Start, &env("2025-03-03T15:07:30Z"))), []);
        clock.update(ClockEvent::PageVisible, &env("2025-03-03T15:07:31Z"));
        assert_eq!(clock.update(ClockEvent::Tick, &env("2025-03-03T15:07:31Z")).io_effects, alarm(1_000));
    }

    #[test]
    fn c3_the_greeting_stays_until_the_period_ends() {
        let start = "2025-03-03T06:00:00Z";
        let mut clock = started(start);
        let chosen = clock.view().greeting.clone();
        for second in 0..6 * 3_600 {
            clock.update(ClockEvent::Tick, &later(start, second * 1_000));
            assert_eq!(clock.view().greeting, chosen, "after {second} s");
        }
        clock.update(ClockEvent::Tick, &later(start, 6 * 3_600_000));
        assert_ne!(clock.view().greeting, chosen);
    }

    #[test]
    fn c3_the_greeting_stays_through_a_reload() {
        for entropy in 0..20 {
            let mut clock = Clock::restore(None);
            let step = clock.update(ClockEvent::Start, &env_with("2025-03-03T09:00:00Z", entropy));
            let stored = stored_by(&step);
            let mut reloaded = Clock::restore(stored);
            reloaded.update(ClockEvent::Start, &env_with("2025-03-03T09:05:00Z", entropy + 1));
            assert_eq!(reloaded.view().greeting, clock.view().greeting);
        }
    }

    #[test]
    fn c3_the_greetings_of_later_parts_are_chosen_ahead() {
        for entropy in 0..20 {
            let mut clock = Clock::restore(None);
            let step = clock.update(ClockEvent::Start, &env_with("2025-03-03T09:00:00Z", entropy));
            let stored = stored_by(&step);
            let [morning, afternoon, evening] = <[DayGreeting; 3]>::try_from(clock.view().greetings.clone()).unwrap();
            assert_eq!([morning.from_hour, afternoon.from_hour, evening.from_hour], [0, 12, 18]);
            assert_eq!(morning.text, clock.view().greeting);
            let mut later = Clock::restore(stored);
            later.update(ClockEvent::Start, &env_with("2025-03-03T20:00:00Z", entropy + 1));
            assert_eq!(later.view().greeting, evening.text);
            clock.update(ClockEvent::Tick, &env_with("2025-03-03T12:00:00Z", entropy + 2));
            assert_eq!(clock.view().greeting, afternoon.text);
        }
    }

    #[test]
    fn c3_stored_greetings_that_cannot_be_read_are_ignored() {
        for text in ["", "01", "0123", "a12", "9 1"] {
            let mut clock = Clock::restore(Some(text));
            clock.update(ClockEvent::Start, &env("2025-03-03T09:00:00Z"));
            assert!(clock.view().greetings.iter().all(|greeting| !greeting.text.is_empty()), "{text}");
        }
    }

    #[test]
    fn c6_greeting_shows_first_and_alternates_with_the_date() {
        let start = "2025-03-03T09:00:00.400Z";
        let mut clock = started(start);
        let mut shown = vec![clock.view().shows_date];
        for second in 1..20 {
            clock.update(ClockEvent::Tick, &later(start, second * 1_000 - 400));
            shown.push(clock.view().shows_date);
        }
        let alternations: Vec<_> =
            shown.chunks(5).map(|turn| turn.iter().all(|date| *date == turn[0]).then_some(turn[0])).collect();
        assert_eq!(alternations, [Some(false), Some(true), Some(false), Some(true)]);
    }

    #[test]
    fn c6_alternation_is_correct_after_sleep_and_clock_changes() {
        let start = "2025-03-03T09:00:00Z";
        let mut clock = started(start);
        for (milliseconds, shows_date) in [(3_605_000, true), (3_600_000, false), (-1, true), (-5_001, false)] {
            clock.update(ClockEvent::Tick, &later(start, milliseconds));
            assert_eq!(clock.view().shows_date, shows_date, "{milliseconds} ms after the start");
        }
    }

    #[test]
    fn c7_patches_are_sent_only_for_visible_changes() {
        let start = "2025-03-03T09:00:57Z";
        let mut clock = Clock::restore(None);
        let first = clock.update(ClockEvent::Start, &env(start));
        assert_eq!(first.patches, [Patch::Clock { clock: clock.view().clone() }]);
        let patched: Vec<_> = (1..=10)
            .filter(|second| !clock.update(ClockEvent::Tick, &later(start, second * 1_000)).patches.is_empty())
            .collect();
        assert_eq!(patched, [3, 5, 10], "the minute turns after 3 s, the turn changes after 5 s and 10 s");
    }

    #[test]
    fn c8_the_alarm_is_the_next_full_second() {
        let mut clock = Clock::restore(None);
        assert_eq!(alarms_of(clock.update(ClockEvent::Start, &env("2025-03-03T09:00:57.250Z"))), alarm(750));
        assert_eq!(clock.update(ClockEvent::Tick, &env("2025-03-03T09:00:58.003Z")).io_effects, alarm(997));
        assert_eq!(clock.update(ClockEvent::Tick, &env("2025-03-03T09:00:59Z")).io_effects, alarm(1_000));
        assert_eq!(clock.update(ClockEvent::Tick, &env("2025-03-03T09:00:59.999Z")).io_effects, alarm(1));
    }

    #[test]
    fn c8_before_the_start_nothing_shows_and_nothing_ticks() {
        let mut clock = Clock::restore(None);
        assert_eq!(clock.update(ClockEvent::Tick, &env("2025-03-03T09:00:57Z")), Step::default());
        assert_eq!(
            clock.update(ClockEvent::NameChanged(Some("Ada".into())), &env("2025-03-03T09:00:57Z")),
            Step::default()
        );
        assert_eq!(clock.view(), &ClockView::default());
    }

    #[test]
    fn c9_a_changed_name_shows_at_once_in_the_same_greeting() {
        let start = "2025-03-03T09:00:57Z";
        let mut clock = started(start);
        let without = clock.view().greeting.clone();
        let step = clock.update(ClockEvent::NameChanged(Some(" Ada ".to_owned())), &later(start, 200));
        assert_eq!(clock.view().greeting, format!("{without}, Ada"));
        assert_eq!(step, Step { patches: vec![Patch::Clock { clock: clock.view().clone() }], ..Step::default() });
        for nobody in [Some("  ".to_owned()), None] {
            clock.update(ClockEvent::NameChanged(nobody), &later(start, 400));
            assert_eq!(clock.view().greeting, without);
        }
    }

    #[test]
    fn c9_first_greeting_includes_a_known_name() {
        let mut clock = Clock::restore(None);
        clock.update(ClockEvent::NameChanged(Some("Ada".to_owned())), &env("2025-03-03T09:00:57Z"));
        clock.update(ClockEvent::Start, &env("2025-03-03T09:00:57Z"));
        assert!(clock.view().greeting.ends_with(", Ada"));
    }

    #[test]
    fn c10_a_changed_hour_format_shows_at_once() {
        let start = "2025-03-03T15:07:30Z";
        let mut clock = Clock::restore(None);
        let changed = |format| ClockEvent::HourFormatChanged(format);
        assert_eq!(clock.update(changed(HourFormat::TwentyFour), &env(start)), Step::default(), "before the start");
        clock.update(ClockEvent::Start, &env(start));
        assert_eq!(clock.view().time, "15:07");
        assert_eq!(
            clock.update(changed(HourFormat::TwentyFour), &env(start)),
            Step::default(),
            "the format is unchanged"
        );
        let step = clock.update(changed(HourFormat::Twelve), &env(start));
        assert_eq!(clock.view().time, "03:07");
        assert_eq!(step, Step { patches: vec![Patch::Clock { clock: clock.view().clone() }], ..Step::default() });
    }

    proptest! {
        #[test]
        fn c8_every_moment_leads_to_a_full_second(
            moments in prop::collection::vec((0i64..4_000_000_000_000, -720i32..=840, any::<u64>()), 1..20),
        ) {
            let mut clock = Clock::restore(None);
            for (index, (now, utc_offset, entropy)) in moments.into_iter().enumerate() {
                let event = if index == 0 { ClockEvent::Start } else { ClockEvent::Tick };
                let step = clock.update(event, &Env::new(Timestamp::from_millis(now), utc_offset, entropy));
                let IoEffect::SetAlarm { after, .. } = &step.io_effects[0] else { panic!("the clock goes on") };
                prop_assert!((1..=1_000).contains(after));
                prop_assert_eq!((now + i64::from(*after)) % 1_000, 0);
            }
        }
    }
}
