//! The table of results.

/// The target of a measurement.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// At most this value.
    AtMost(f64),
    /// At least this value.
    AtLeast(f64),
    /// No target; printed for comparison.
    None,
}

/// The rows: the measurement, its result, its target, and whether the target is met.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<[String; 4]>,
    notes: Vec<&'static str>,
}

impl Table {
    /// Adds a measurement.
    pub(crate) fn add(&mut self, what: impl Into<String>, value: f64, unit: &str, target: Target) {
        self.add_row(what.into(), value, target, |value| format!("{} {unit}", number(value)).trim_end().to_owned());
    }

    /// Adds a measurement of a small number, with two decimals.
    pub(crate) fn add_hundredths(&mut self, what: impl Into<String>, value: f64, target: Target) {
        self.add_row(what.into(), value, target, |value| format!("{value:.2}"));
    }

    fn add_row(&mut self, what: String, value: f64, target: Target, with: impl Fn(f64) -> String) {
        let (target_text, is_met) = match target {
            Target::AtMost(limit) => (format!("at most {}", with(limit)), Some(value <= limit)),
            Target::AtLeast(limit) => (format!("at least {}", with(limit)), Some(value >= limit)),
            Target::None => (String::new(), None),
        };
        let verdict = match is_met {
            Some(true) => "met",
            Some(false) => "MISSED",
            None => "",
        };
        self.rows.push([what, with(value), target_text, verdict.to_owned()]);
    }

    /// Returns whether a target was missed.
    pub(crate) fn has_missed(&self) -> bool {
        self.rows.iter().any(|row| row[3] == "MISSED")
    }

    /// Adds a sentence below the table.
    pub(crate) fn note(&mut self, text: &'static str) {
        self.notes.push(text);
    }

    /// Returns the result of a measurement; empty if it has no target.
    #[cfg(test)]
    pub(crate) fn result_of(&self, what: &str) -> Option<&str> {
        self.rows.iter().find(|row| row[0] == what).map(|row| row[3].as_str())
    }

    /// Returns all rows as a Markdown table with aligned columns, and the sentences below it.
    pub(crate) fn markdown(&self) -> String {
        let head = ["Measured", "Result", "Target", ""].map(str::to_owned);
        let rows = || std::iter::once(&head).chain(&self.rows);
        let widths: Vec<usize> =
            (0..4).map(|column| rows().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
        let line = |row: &[String; 4]| {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}", width = *width)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = widths.iter().map(|width| "-".repeat(width + 2)).collect::<Vec<_>>().join("|");
        let mut text = format!("{}|{rule}|\n", line(&head));
        text.extend(self.rows.iter().map(line));
        text.extend(self.notes.iter().map(|note| format!("\n{note}\n")));
        text
    }
}

/// Returns the median of some values, or 0 without any.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Formats a number with thousands separators, and with one decimal for small values.
pub(crate) fn number(value: f64) -> String {
    if value.abs() < 100.0 && value.fract().abs() > 0.049 {
        return format!("{value:.1}");
    }
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::{Table, Target, number};

    #[test]
    fn numbers_are_formatted_for_people() {
        assert_eq!(number(7.25), "7.2");
        assert_eq!(number(20.0), "20");
        assert_eq!(number(999.6), "1,000");
        assert_eq!(number(1_234_567.0), "1,234,567");
    }

    #[test]
    fn a_target_can_be_missed() {
        let mut table = Table::default();
        table.add("size", 131.0, "KB", Target::AtMost(130.0));
        table.add("speed", 15_000.0, "/s", Target::AtLeast(15_000.0));
        table.add_hundredths("shift", 0.004, Target::AtMost(0.0049));
        assert_eq!(table.rows[0][3], "MISSED");
        assert_eq!(table.rows[1][3], "met");
        assert_eq!(table.rows[2], ["shift", "0.00", "at most 0.00", "met"]);
    }
}
