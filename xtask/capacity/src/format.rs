//! Numbers as people read them.

/// Returns a number with three significant digits, and commas between thousands.
pub fn number(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude == 0.0 {
        return "0".to_owned();
    }
    let digits = match magnitude {
        _ if magnitude >= 99.95 => 0,
        _ if magnitude >= 9.995 => 1,
        _ if magnitude >= 0.995 => 2,
        _ => 3,
    };
    let text = if magnitude >= 1_000.0 {
        let mut unit = 1.0;
        while magnitude / unit >= 999.5 {
            unit *= 10.0;
        }
        format!("{:.0}", (value / unit).round() * unit)
    } else {
        format!("{value:.digits$}")
    };
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    let (whole, rest) =
        text.split_once('.').map_or((text.as_str(), String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    let mut grouped = String::new();
    for (index, digit) in whole.char_indices() {
        if index > 0 && digit != '-' && (whole.len() - index) % 3 == 0 && &whole[..index] != "-" {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + &rest
}

/// Returns a share as a percentage.
pub fn percent(share: f64) -> String {
    format!("{} %", number(share * 100.0))
}

/// Returns GB, TB or PB.
pub fn bytes(gigabytes: f64) -> String {
    match gigabytes {
        _ if gigabytes >= 1e6 => format!("{} PB", number(gigabytes / 1e6)),
        _ if gigabytes >= 1e3 => format!("{} TB", number(gigabytes / 1e3)),
        _ if gigabytes >= 1.0 => format!("{} GB", number(gigabytes)),
        _ => format!("{} MB", number(gigabytes * 1e3)),
    }
}

/// Returns a number of people, in millions from a million on.
pub fn people(count: f64) -> String {
    match count >= 1e6 {
        true => format!("{} million", number(count / 1e6)),
        false => number(count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let cases =
            [(0.0, "0"), (0.25, "0.25"), (1.0, "1"), (12.34, "12.3"), (123.4, "123"), (1_234_567.0, "1,230,000")];
        for (value, text) in
            cases.into_iter().chain([(99.96, "100"), (999.7, "1,000"), (1_000.0, "1,000"), (-12_345.0, "-12,300")])
        {
            assert_eq!(number(value), text);
        }
        assert_eq!(
            (percent(0.5), bytes(1_500.0), people(2e6)),
            ("50 %".to_owned(), "1.5 TB".to_owned(), "2 million".to_owned())
        );
    }
}
