//! Editing the timer's length by typing or with the arrows (specification, section 5; SPEC T17 to T19). Lengths are in
//! whole seconds.

use crate::protocol::intent::{StepDirection, TimerField};

/// Maximum value of a field.
const MAX_FIELD_VALUE: i64 = 59;

/// Returns the length after a text was typed into a field, or `None` if the text is not an integer from 0 to 59.
pub(super) fn parse_field(length: i64, field: TimerField, text: &str) -> Option<i64> {
    let text = text.trim();
    let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = is_number.then(|| text.parse().ok()).flatten()?;
    (value <= MAX_FIELD_VALUE).then(|| with_field(length, field, value))
}

/// Returns the length after an arrow was pressed, or `None` if the field is at the end of its range.
pub(super) fn step_field(length: i64, field: TimerField, direction: StepDirection) -> Option<i64> {
    let value = match field {
        TimerField::Minutes => length / 60,
        TimerField::Seconds => length % 60,
    };
    match direction {
        StepDirection::Up if value < MAX_FIELD_VALUE => Some(with_field(length, field, value + 1)),
        StepDirection::Down if value > 0 => Some(with_field(length, field, value - 1)),
        _ => None,
    }
}

fn with_field(length: i64, field: TimerField, value: i64) -> i64 {
    match field {
        TimerField::Minutes => value * 60 + length % 60,
        TimerField::Seconds => length / 60 * 60 + value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const START: i64 = 25 * 60 + 30;

    #[test]
    fn t17_integers_from_0_to_59_are_accepted() {
        let table = [("0", 0), ("00", 0), ("7", 7), ("07", 7), (" 42 ", 42), ("59", 59)];
        for (text, value) in table {
            assert_eq!(parse_field(START, TimerField::Minutes, text), Some(value * 60 + 30), "{text:?}");
            assert_eq!(parse_field(START, TimerField::Seconds, text), Some(25 * 60 + value), "{text:?}");
        }
    }

    #[test]
    fn t17_invalid_input_changes_nothing() {
        let table = [
            "", " ", "60", "99", "100", "007", "-1", "+1", "1.5", "1,5", "1e1", "abc", "1a", "٣", "⁵", "0x1", "1 2",
            "\0",
        ];
        for text in table {
            assert_eq!(parse_field(START, TimerField::Minutes, text), None, "{text:?}");
            assert_eq!(parse_field(START, TimerField::Seconds, text), None, "{text:?}");
        }
    }

    #[test]
    fn t18_arrows_step_by_one_between_0_and_59() {
        use StepDirection::{Down, Up};
        use TimerField::{Minutes, Seconds};
        let table = [
            (25 * 60 + 30, Minutes, Up, Some(26 * 60 + 30)),
            (25 * 60 + 30, Minutes, Down, Some(24 * 60 + 30)),
            (25 * 60 + 30, Seconds, Up, Some(25 * 60 + 31)),
            (25 * 60 + 30, Seconds, Down, Some(25 * 60 + 29)),
            (58 * 60, Minutes, Up, Some(59 * 60)),
            (59 * 60, Minutes, Up, None),
            (60, Minutes, Down, Some(0)),
            (59, Minutes, Down, None),
            (59, Seconds, Up, None),
            (60, Seconds, Down, None),
        ];
        for (length, field, direction, expected) in table {
            assert_eq!(step_field(length, field, direction), expected, "{length} {field:?} {direction:?}");
        }
    }

    #[test]
    fn t19_minutes_over_59_step_down_only() {
        let long = 120 * 60;
        assert_eq!(step_field(long, TimerField::Minutes, StepDirection::Up), None);
        assert_eq!(step_field(long, TimerField::Minutes, StepDirection::Down), Some(119 * 60));
        assert_eq!(step_field(60 * 60, TimerField::Minutes, StepDirection::Down), Some(59 * 60));
        assert_eq!(parse_field(long, TimerField::Seconds, "30"), Some(long + 30));
        assert_eq!(parse_field(long, TimerField::Minutes, "45"), Some(45 * 60));
    }

    proptest! {
        #[test]
        fn t17_editing_one_field_keeps_the_other(length in 0i64..10_860, text in "\\PC{0,4}") {
            if let Some(edited) = parse_field(length, TimerField::Minutes, &text) {
                prop_assert_eq!(edited % 60, length % 60);
                prop_assert!((0..3_600).contains(&edited));
            }
            if let Some(edited) = parse_field(length, TimerField::Seconds, &text) {
                prop_assert_eq!(edited / 60, length / 60);
            }
        }
    }
}
