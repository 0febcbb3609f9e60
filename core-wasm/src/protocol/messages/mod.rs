//! The sentences that the core writes, as functions made from `messages/en/`.

#[rustfmt::skip]
pub(crate) mod core;
#[rustfmt::skip]
pub(crate) mod errors;
#[rustfmt::skip]
pub(crate) mod lead_times;

/// The plural category of an ordinal number: 1st, 2nd, 3rd, 4th (Unicode CLDR, plural rules of English).
enum Ordinal {
    One,
    Two,
    Few,
    Other,
}

fn ordinal(number: u64) -> Ordinal {
    match (number % 10, number % 100) {
        (1..=3, 11..=13) => Ordinal::Other,
        (1, _) => Ordinal::One,
        (2, _) => Ordinal::Two,
        (3, _) => Ordinal::Few,
        _ => Ordinal::Other,
    }
}

/// Returns a number with separators, such as 1,250.
fn format_number(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", format_number(number / 1_000), number % 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::format_number;

    #[test]
    fn p8_numbers_have_separators_after_every_three_digits() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_034, "12,034"),
            (1_000_000, "1,000,000"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(format_number(number), expected);
        }
    }
}
