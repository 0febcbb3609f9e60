//! Numbers with a fraction as text. The conversions of the standard library are exact for every number; their code and
//! tables are 18 KB of the browser's module. These are exact for numbers of up to 15 digits; no field has more.

/// Integers below this are exact in a float.
const EXACT: u64 = 1 << 53;

/// Parses a number that is valid in JSON. Returns `None` if it is too large for a float.
pub(super) fn parse(text: &str) -> Option<f64> {
    let exponent_at = text.bytes().position(|byte| matches!(byte, b'e' | b'E'));
    let (mut digits, mut exponent, mut is_fraction) = (0_u64, 0_i32, false);
    for byte in text.bytes().take(exponent_at.unwrap_or(text.len())) {
        match byte {
            b'.' => is_fraction = true,
            b'0'..=b'9' if digits < u64::MAX / 10 => {
                digits = digits * 10 + u64::from(byte - b'0');
                exponent -= i32::from(is_fraction);
            }
            b'0'..=b'9' => exponent += i32::from(!is_fraction),
            _ => {}
        }
    }
    if let Some(written) = exponent_at.and_then(|at| text.get(at + 1..)) {
        // An exponent that does not fit makes the number 0 or too large, like these limits.
        let limit = if written.starts_with('-') { i32::MIN } else { i32::MAX };
        exponent = exponent.saturating_add(written.parse().unwrap_or(limit));
    }
    let value = scale(digits as f64, exponent);
    value.is_finite().then_some(if text.starts_with('-') { -value } else { value })
}

/// Multiplies a value with a power of ten.
fn scale(mut value: f64, mut exponent: i32) -> f64 {
    // The greatest power that is exact in a float. Dividing by an exact power rounds once.
    const GREATEST: i32 = 22;
    while exponent != 0 && value != 0.0 && value.is_finite() {
        let step = exponent.clamp(-GREATEST, GREATEST);
        let power = (0..step.abs()).fold(1.0, |power, _| power * 10.0);
        value = if step < 0 { value / power } else { value * power };
        exponent -= step;
    }
    value
}

/// The digits of a number before and after the point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    pub(super) whole: u64,
    pub(super) fraction: u64,
    /// The number of digits of the fraction, at least 1.
    pub(super) places: usize,
}

/// Returns the fewest decimal places, at most 15, with which a positive number below 2^53 reads back as itself. If it needs
/// more digits, it is rounded.
pub(super) fn shortest(value: f64) -> Decimal {
    let mut decimal = Decimal { whole: value as u64, fraction: 0, places: 1 };
    let mut power = 1_u64;
    for places in 1..=15 {
        power *= 10;
        let digits = (value * power as f64 + 0.5) as u64;
        if digits >= EXACT {
            break;
        }
        decimal = Decimal { whole: digits / power, fraction: digits % power, places };
        if digits as f64 / power as f64 == value {
            break;
        }
    }
    decimal
}

#[cfg(test)]
mod tests {
    use super::{Decimal, parse, shortest};
    use proptest::prelude::{any, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn p4_numbers_of_up_to_15_digits_are_exact(digits in 0..1_000_000_000_000_000_u64, places in 0..=15_i32) {
            let value: f64 = format!("{digits}e-{places}").parse().unwrap();
            prop_assert_eq!(parse(&format!("{digits}e-{places}")), Some(value));
            prop_assert_eq!(parse(&format!("-{digits}E-{places}")), Some(-value));
            let Decimal { whole, fraction, places } = shortest(value);
            prop_assert_eq!(format!("{whole}.{fraction:0places$}").parse(), Ok(value));
        }

        #[test]
        fn p4_other_numbers_are_nearly_exact(value: f64) {
            let ours = parse(&format!("{value:e}"));
            let is_near = match ours {
                Some(ours) => (ours - value).abs() <= value.abs() * 1e-14 || value.abs() < f64::MIN_POSITIVE,
                None => !value.is_finite() || value.abs() > f64::MAX / 2.0,
            };
            prop_assert_eq!((ours, is_near), (ours, true));
        }

        #[test]
        fn p4_any_number_is_written(value in any::<f64>()) {
            let Decimal { fraction, places, .. } = shortest(value.abs());
            assert!(fraction.checked_ilog10().is_none_or(|digits| (digits as usize) < places));
        }
    }

    #[test]
    fn p4_numbers_beyond_the_range_of_floats_are_0_or_refused() {
        assert_eq!(parse("1e999"), None);
        assert_eq!(parse("0e999999999999"), Some(0.0));
        assert_eq!(parse("1e-999999999999"), Some(0.0));
        assert_eq!(parse("123456789012345678901234567890"), Some(123_456_789_012_345_680_000_000_000_000.0));
    }

    #[test]
    fn p4_the_shortest_digits_are_written() {
        assert_eq!(shortest(0.1), Decimal { whole: 0, fraction: 1, places: 1 });
        assert_eq!(shortest(3.0), Decimal { whole: 3, fraction: 0, places: 1 });
        assert_eq!(shortest(12.05), Decimal { whole: 12, fraction: 5, places: 2 });
        // This is 0.1 + 0.2.
        assert_eq!(shortest(0.300_000_000_000_000_04), Decimal { whole: 0, fraction: 300_000_000_000_000, places: 15 });
    }
}
