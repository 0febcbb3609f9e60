//! The values of cells: whether something is done, priorities, estimates, labels, subtasks and comments.

use crate::csv_table::FORMULA_STARTS;
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::time::Timestamp;

/// Words for "yes", in lower case.
const YES: [&str; 24] = [
    "yes",
    "y",
    "true",
    "1",
    "x",
    "✓",
    "✔",
    "done",
    "completed",
    "complete",
    "closed",
    "checked",
    "ja",
    "wahr",
    "erledigt",
    "fertig",
    "abgeschlossen",
    "sí",
    "si",
    "verdadero",
    "hecho",
    "completado",
    "completada",
    "terminado",
];

/// Words for priorities, in lower case.
const PRIORITIES: [(Priority, &[&str]); 4] = [
    (
        Priority::High,
        &[
            "high", "highest", "urgent", "critical", "blocker", "p1", "1", "hoch", "höchste", "dringend", "kritisch",
            "alta", "urgente", "crítica",
        ],
    ),
    (Priority::Medium, &["medium", "normal", "p2", "2", "mittel", "media", "moderate"]),
    (
        Priority::Low,
        &[
            "low",
            "lowest",
            "none",
            "no",
            "minor",
            "trivial",
            "p3",
            "p4",
            "0",
            "3",
            "4",
            "5",
            "niedrig",
            "niedrigste",
            "keine",
            "gering",
            "baja",
            "ninguna",
        ],
    ),
    (Priority::Completed, &["completed", "done"]),
];

/// Returns whether a cell says that something is done.
pub(crate) fn is_yes(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    YES.contains(&text.as_str())
}

/// Returns a priority, or `None` for a word that is not known.
pub(crate) fn priority(text: &str) -> Option<Priority> {
    let text = text.trim().to_lowercase();
    // Tools number their priorities in front: "1 - High".
    let word = text.rsplit([' ', '-']).next().unwrap_or_default();
    let is = |known: &[&str]| known.contains(&text.as_str()) || known.contains(&word);
    PRIORITIES.iter().find(|(_, known)| is(known)).map(|(priority, _)| *priority)
}

/// Returns the minutes of an estimate: `90`, `1.5h`, `1h 30m`, `90 min`, `1:30`.
pub(crate) fn minutes(text: &str) -> Option<f64> {
    let text = text.trim().to_lowercase();
    if let Some((hours, minutes)) = text.split_once(':') {
        let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
        return (minutes < 60).then_some(f64::from(hours) * 60.0 + f64::from(minutes));
    }
    let (mut sum, mut rest) = (0.0, text.as_str());
    while !rest.is_empty() {
        let is_number = |character: char| character.is_ascii_digit() || ".,".contains(character);
        let (number, after) = rest.split_at(rest.find(|character| !is_number(character)).unwrap_or(rest.len()));
        let after = after.trim_start();
        let (unit, after) =
            after.split_at(after.find(|character: char| !character.is_alphabetic()).unwrap_or(after.len()));
        let number: f64 = number.replace(',', ".").parse().ok()?;
        sum += match unit {
            "" | "m" | "min" | "mins" | "minute" | "minutes" | "minuten" | "minutos" => number,
            "h" | "hr" | "hrs" | "hour" | "hours" | "std" | "stunde" | "stunden" | "hora" | "horas" => number * 60.0,
            _ => return None,
        };
        rest = after.trim_start_matches([' ', '.']);
    }
    Some(sum).filter(|_| !text.is_empty())
}

/// Returns the labels of a cell, which are separated by semicolons, lines, bars or commas.
pub(crate) fn labels(text: &str) -> impl Iterator<Item = &str> {
    let separator = [';', '\n', '|', ','].into_iter().find(|separator| text.contains(*separator)).unwrap_or(';');
    text.split(separator).map(str::trim).filter(|label| !label.is_empty())
}

/// Returns the subtasks of a cell, one in each line, such as `[x] Book a van`, and whether they are done. A cell of one line
/// has several if they are separated by semicolons.
pub(crate) fn subtasks(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let separator = if text.trim().contains('\n') || text.trim_start().starts_with('[') { '\n' } else { ';' };
    text.split(separator).filter_map(|line| {
        let line = line.trim().trim_start_matches(['-', '*', '•']).trim_start();
        let (box_, title) = line.split_at(line.char_indices().nth(3).map_or(line.len(), |(at, _)| at));
        let (title, is_done) = match box_ {
            "[x]" | "[X]" => (title, true),
            "[ ]" => (title, false),
            _ => (line, false),
        };
        let title = title.trim();
        (!title.is_empty()).then_some((title, is_done))
    })
}

/// Returns the comments of a cell, which are separated by a blank line and begin with the time at which they were written.
/// What begins otherwise belongs to the one before.
pub(crate) fn comments(text: &str) -> Vec<(Option<Timestamp>, String)> {
    let mut comments: Vec<(Option<Timestamp>, String)> = vec![];
    let text = text.replace("\r\n", "\n");
    for part in text.split("\n\n") {
        let timed = part.split_once(' ').and_then(|(time, rest)| Some((Timestamp::parse(time)?, rest)));
        match (timed, comments.last_mut()) {
            (Some((time, rest)), _) => comments.push((Some(time), rest.to_owned())),
            (None, Some((_, comment))) => {
                comment.push_str("\n\n");
                comment.push_str(part);
            }
            (None, None) => comments.push((None, part.to_owned())),
        }
    }
    comments.retain(|(_, text)| !text.trim().is_empty());
    comments
}

/// Removes the apostrophe with which our own CSV keeps spreadsheets from running a text as a formula.
pub(crate) fn without_formula_guard(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(FORMULA_STARTS)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    #[test]
    fn values_are_read_in_several_languages() {
        assert!(is_yes(" Ja ") && is_yes("TRUE") && !is_yes("no") && !is_yes(""));
        let names = ["Hoch", "1 - High", "mittel", "Baja", "P3", "done", "purple"];
        let expected = [
            Some(Priority::High),
            Some(Priority::High),
            Some(Priority::Medium),
            Some(Priority::Low),
            Some(Priority::Low),
            Some(Priority::Completed),
            None,
        ];
        assert_eq!(names.map(priority), expected);
        let texts = ["90", "1.5h", "1h 30m", "90 min.", "1:30", "1,5 Std.", "", "soon", "1:99", "5 apples"];
        let expected = [Some(90.0), Some(90.0), Some(90.0), Some(90.0), Some(90.0), Some(90.0), None, None, None, None];
        assert_eq!(texts.map(minutes), expected);
    }

    #[test]
    fn lists_of_a_cell_are_split() {
        assert_eq!(labels("a, b").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(labels("a, b; c;").collect::<Vec<_>>(), ["a, b", "c"]);
        assert_eq!(
            subtasks("[x] A; b\n[ ] C\n- D\n").collect::<Vec<_>>(),
            [("A; b", true), ("C", false), ("D", false)]
        );
        assert_eq!(subtasks("A; B").collect::<Vec<_>>(), [("A", false), ("B", false)]);
        assert_eq!(subtasks("ä").collect::<Vec<_>>(), [("ä", false)]);
        let time = Timestamp::parse("2026-01-02T03:04:05.000Z");
        let comments = comments("2026-01-02T03:04:05.000Z A\n\nb\n\n2026-01-02T03:04:05.000Z C");
        assert_eq!(comments, [(time, "A\n\nb".to_owned()), (time, "C".to_owned())]);
        assert_eq!(["'=1", "'a", "'", "-1"].map(without_formula_guard), ["=1", "'a", "'", "-1"]);
    }

    proptest! {
        #[test]
        fn any_cell_can_be_read(text in any::<String>(), short in "[0-9.,:hm x;\n\\[\\]-]{0,12}") {
            for text in [text, short] {
                let _ = (is_yes(&text), priority(&text), minutes(&text), labels(&text).count(), subtasks(&text).count());
                prop_assert_eq!(comments(&text).iter().any(|(_, comment)| comment.trim().is_empty()), false);
            }
        }
    }
}
