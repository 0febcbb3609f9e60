//! Decides which parts of a line count, and makes the card of them.

use super::dates::{Minute, Now, When, plus_days};
use super::parse::{Meaning, Part};
use super::repeat::{Condition, Rule};
use super::scan::{PUNCTUATION, Word, utf16_len};
use super::{QuickCard, TextRange, Token, TokenKind};
use core_wasm::protocol::record::Recurrence;
use core_wasm::protocol::time::LocalDay;

/// A part of the text that is not part of the title, in bytes.
#[derive(Clone, Copy)]
struct Cut {
    kind: TokenKind,
    start: usize,
    end: usize,
}

/// Makes a card of a line and of the parts that mean something. Of several days, times, recurrences, priorities, boards or
/// estimates the last one counts; the others stay in the title.
pub(super) fn card(text: &str, words: &[Word], parts: Vec<Part>, now: &Now) -> QuickCard {
    let parts = without_lost_conditions(parts);
    let last = |is_kind: fn(&Meaning) -> bool| parts.iter().rposition(|part| is_kind(&part.meaning));
    let day = last(|meaning| matches!(meaning, Meaning::Due(When { day: Some(_), .. })));
    let minute = last(|meaning| matches!(meaning, Meaning::Due(When { day: None, .. })));
    let rule = last(|meaning| matches!(meaning, Meaning::Rule(_)));
    let end = last(|meaning| matches!(meaning, Meaning::Condition(Condition::Until(_) | Condition::Times(_))));
    let priority = last(|meaning| matches!(meaning, Meaning::Priority(_)));
    let board = last(|meaning| matches!(meaning, Meaning::Board(_)));
    let estimate = last(|meaning| matches!(meaning, Meaning::Estimate(_)));
    let counts = |index: usize, meaning: &Meaning| {
        let last = match meaning {
            Meaning::Due(When { day: Some(_), .. }) => day,
            Meaning::Due(_) => minute,
            Meaning::Rule(_) => rule,
            Meaning::Condition(Condition::FromCompletion) | Meaning::Label(_) | Meaning::Assignee(_) => Some(index),
            Meaning::Condition(_) => end,
            Meaning::Priority(_) => priority,
            Meaning::Board(_) => board,
            Meaning::Estimate(_) => estimate,
        };
        last == Some(index)
    };
    let escapes = words.iter().filter(|word| word.is_escaped);
    let mut cuts: Vec<Cut> =
        escapes.map(|word| Cut { kind: TokenKind::Escape, start: word.start, end: word.start + 1 }).collect();
    let kept: Vec<bool> = parts.iter().enumerate().map(|(index, part)| counts(index, &part.meaning)).collect();
    let mut card = QuickCard::default();
    let (mut when, mut time, mut repeats) = (When::default(), None, None::<Rule>);
    let mut conditions = vec![];
    for (part, _) in parts.into_iter().zip(kept).filter(|(_, is_kept)| *is_kept) {
        cuts.push(Cut { kind: part.meaning.kind(), start: part.start, end: part.end });
        match part.meaning {
            Meaning::Due(due) if due.day.is_some() => when = due,
            Meaning::Due(due) => time = due.minute,
            Meaning::Rule(rule) => repeats = Some(rule),
            Meaning::Condition(condition) => conditions.push(condition),
            Meaning::Priority(priority) => card.priority = Some(priority),
            Meaning::Board(choice) => (card.board_id, card.list_id) = (Some(choice.board_id), choice.list_id),
            Meaning::Label(label) => push_new(&mut card.labels, label),
            Meaning::Assignee(id) => push_new(&mut card.assignee_ids, id),
            Meaning::Estimate(minutes) => card.estimate_minutes = Some(minutes),
        }
    }
    // A time replaces the one of "tonight" and "every morning".
    when.minute = time.or(when.minute).or(repeats.as_ref().and_then(|rule| rule.minute));
    if let Some(day) = due_day(when, repeats.as_ref(), now) {
        card.due_date = Some(due_text(day, when.minute));
        card.recurrence = repeats.map(|rule| with_conditions(rule, &conditions));
    }
    cuts.sort_unstable_by_key(|cut| cut.start);
    card.title = title(text, &cuts);
    card.tokens = tokens(text, &cuts);
    card
}

/// Makes a day of "until friday" if nothing repeats, and removes the other conditions.
fn without_lost_conditions(parts: Vec<Part>) -> Vec<Part> {
    let repeats = parts.iter().any(|part| matches!(part.meaning, Meaning::Rule(_)));
    let change = |part: Part| match part.meaning {
        Meaning::Condition(Condition::Until(day)) if !repeats => {
            Some(Part { meaning: Meaning::Due(When { day: Some(day), minute: None }), ..part })
        }
        Meaning::Condition(_) if !repeats => None,
        _ => Some(part),
    };
    parts.into_iter().filter_map(change).collect()
}

fn with_conditions(rule: Rule, conditions: &[Condition]) -> Recurrence {
    let mut recurrence = rule.recurrence;
    for condition in conditions {
        match *condition {
            Condition::Until(day) => recurrence.until = Some(day),
            Condition::Times(times) => recurrence.remaining = Some(times),
            Condition::FromCompletion => recurrence.from_completion = true,
        }
    }
    recurrence
}

fn push_new(all: &mut Vec<String>, one: String) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// Returns the day on which the card is due: the given one, or the first of the recurrence. A time alone is today, or
/// tomorrow if it has passed. If the context has a day, a time alone is on it, and a recurrence begins then.
fn due_day(when: When, rule: Option<&Rule>, now: &Now) -> Option<LocalDay> {
    match (when.day, rule, when.minute) {
        (Some(day), ..) => Some(day),
        (None, Some(rule), minute) => match now.due_day {
            Some(day) => rule.first_day(None, &now.on(day)),
            None => rule.first_day(minute, now),
        },
        (None, None, _) if now.due_day.is_some() => now.due_day,
        (None, None, minute) => plus_days(now.today, i64::from(minute? <= now.minute)),
    }
}

fn due_text(day: LocalDay, minute: Option<Minute>) -> String {
    match minute {
        Some(minute) => format!("{day}T{:02}:{:02}", minute / 60, minute % 60),
        None => day.to_string(),
    }
}

/// Returns the text without some parts, with single spaces. Punctuation after a part belongs to the word before it.
fn title(text: &str, cuts: &[Cut]) -> String {
    let mut title = String::with_capacity(text.len());
    let first = text.get(..cuts.first().map_or(text.len(), |cut| cut.start)).unwrap_or_default();
    push_words(&mut title, first);
    for (index, cut) in cuts.iter().enumerate() {
        let next = cuts.get(index + 1).map_or(text.len(), |next| next.start);
        let mut kept = text.get(cut.end..next).unwrap_or_default();
        if cut.kind != TokenKind::Escape {
            let glued = kept.get(..kept.find(char::is_whitespace).unwrap_or(kept.len())).unwrap_or_default();
            if glued.chars().all(is_punctuation) {
                kept = kept.get(glued.len()..).unwrap_or_default();
                if !title.is_empty() && !title.ends_with(is_punctuation) {
                    title.push_str(glued);
                }
            }
        }
        push_words(&mut title, kept);
    }
    title
}

fn is_punctuation(character: char) -> bool {
    PUNCTUATION.contains(&character)
}

fn push_words(title: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !title.is_empty() {
            title.push(' ');
        }
        title.push_str(word);
    }
}

fn tokens(text: &str, cuts: &[Cut]) -> Vec<Token> {
    let utf16 = |at: usize| text.get(..at).map_or(0, utf16_len);
    let range = |cut: &Cut| TextRange { start: utf16(cut.start), end: utf16(cut.end) };
    cuts.iter().map(|cut| Token { kind: cut.kind, range: range(cut) }).collect()
}
