//! Lines of quick add: a table of phrases, and properties of any text.

use finder::quick_add::{Context, Named, NamedBoard, QuickCard, TextRange, TokenKind, quick_add};
use proptest::prelude::*;
use std::fmt::Write as _;

const PHRASES: &str = include_str!("quick_add/phrases.txt");

fn named(name: &str) -> Named {
    Named { id: name.to_owned(), name: name.to_owned() }
}

fn board(name: &str, lists: Option<&[&str]>) -> NamedBoard {
    let lists = lists.map(|lists| lists.iter().map(|name| named(name)).collect());
    NamedBoard { id: name.to_owned(), name: name.to_owned(), lists }
}

/// Returns the context of the phrases. Ids are names.
fn context() -> Context {
    Context {
        now: "2026-03-04T10:30".to_owned(),
        due_day: None,
        week_start: 1,
        is_day_first: true,
        boards: vec![
            board("Work", Some(&["Next", "Later", "To do"])),
            board("Side project", Some(&["Ideas"])),
            board("Home", None),
            board("R&D", Some(&["Next"])),
            board("🎯", Some(&["Next"])),
        ],
        labels: ["urgent", "deep work", "errand"].map(str::to_owned).to_vec(),
        members: ["Ada Lovelace", "Grace Hopper", "Alan Turing", "Alan Kay"].map(named).to_vec(),
        user_id: Some("Ada Lovelace".to_owned()),
        ignored: vec![],
    }
}

fn parsed(text: &str) -> QuickCard {
    quick_add(text, &context()).expect("the context is valid")
}

/// Describes a card like the table does.
fn described(card: &QuickCard) -> String {
    let mut text = card.title.clone();
    let mut field = |name: &str, value: String| write!(text, " | {name}: {value}").expect("a text");
    if let Some(due) = &card.due_date {
        field("due", due.clone());
    }
    if let Some(rule) = &card.recurrence {
        let mut value = format!("{} {:?}", rule.every, rule.unit).to_lowercase();
        if !rule.weekdays.is_empty() {
            let days: Vec<String> = rule.weekdays.iter().map(u8::to_string).collect();
            write!(value, " on {}", days.join(",")).expect("a text");
        }
        if rule.from_completion {
            value += " from completion";
        }
        if let Some(day) = rule.until {
            write!(value, " until {day}").expect("a text");
        }
        if let Some(times) = rule.remaining {
            write!(value, " {times} times").expect("a text");
        }
        field("repeat", value);
    }
    if let Some(priority) = card.priority {
        field("priority", format!("{priority:?}").to_lowercase());
    }
    for (name, value) in [("board", &card.board_id), ("list", &card.list_id)] {
        if let Some(value) = value {
            field(name, value.clone());
        }
    }
    for (name, values) in [("label", &card.labels), ("who", &card.assignee_ids)] {
        if !values.is_empty() {
            field(name, values.join(", "));
        }
    }
    if let Some(minutes) = card.estimate_minutes {
        field("estimate", minutes.to_string());
    }
    text
}

#[test]
fn the_phrases_mean_what_the_table_says() {
    let mut context = context();
    let (mut count, mut wrong) = (0, vec![]);
    for line in PHRASES.lines() {
        match line.strip_prefix("> ").and_then(|setting| setting.split_once(": ")) {
            Some(("is_day_first", value)) => context.is_day_first = value == "true",
            Some(("due_day", value)) => context.due_day = Some(value.to_owned()),
            Some(("week_start", value)) => context.week_start = value.parse().expect("a weekday"),
            _ => {}
        }
        let Some((text, expected)) = line.split_once(" → ").filter(|_| !line.starts_with("# ")) else { continue };
        count += 1;
        let card = quick_add(text, &context).expect("the context is valid");
        if described(&card) != expected {
            wrong.push(format!("{text}\n  expected {expected}\n  got      {}", described(&card)));
        }
        assert_parts(text, &card);
    }
    assert!(wrong.is_empty(), "{} of {count} phrases:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 300, "only {count} phrases");
}

/// Checks that each word of the text is in the title or in a token, and that tokens are in order and on boundaries.
fn assert_parts(text: &str, card: &QuickCard) {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut rest = String::new();
    let mut at = 0;
    for token in &card.tokens {
        let (start, end) = (token.range.start as usize, token.range.end as usize);
        assert!(at <= start && start < end && end <= units.len(), "{text}: {:?}", card.tokens);
        rest += &String::from_utf16(&units[at..start]).expect("the start is on a boundary");
        String::from_utf16(&units[start..end]).expect("the end is on a boundary");
        at = end;
    }
    rest += &String::from_utf16(&units[at..]).expect("the end is on a boundary");
    // Only spaces and punctuation after a token may be dropped.
    let letters = |text: &str| -> String {
        text.chars().filter(|character| !character.is_whitespace() && !".,;:!?".contains(*character)).collect()
    };
    assert_eq!(letters(&card.title), letters(&rest), "{text}");
}

#[test]
fn tokens_have_their_kinds_and_utf_16_ranges() {
    let card = parsed("🎯 Send 📧 tomorrow, \\today 5pm #Work/Next !! @Grace @urgent every friday until 5 dec ~30m");
    let text = "🎯 Send 📧 tomorrow, \\today 5pm #Work/Next !! @Grace @urgent every friday until 5 dec ~30m";
    let units: Vec<u16> = text.encode_utf16().collect();
    let token =
        |range: TextRange| String::from_utf16(&units[range.start as usize..range.end as usize]).expect("a text");
    let tokens: Vec<_> = card.tokens.iter().map(|one| (one.kind, token(one.range))).collect();
    let expected = [
        (TokenKind::Due, "tomorrow"),
        (TokenKind::Escape, "\\"),
        (TokenKind::Due, "5pm"),
        (TokenKind::Board, "#Work/Next"),
        (TokenKind::Priority, "!!"),
        (TokenKind::Assignee, "@Grace"),
        (TokenKind::Label, "@urgent"),
        (TokenKind::Recurrence, "every friday"),
        (TokenKind::Recurrence, "until 5 dec"),
        (TokenKind::Estimate, "~30m"),
    ];
    assert_eq!(tokens, expected.map(|(kind, text)| (kind, text.to_owned())));
    assert_eq!(card.title, "🎯 Send 📧, today");
}

#[test]
fn ignored_ranges_are_plain_text() {
    let text = "Call 📧 monday tomorrow !high";
    let ignored = |start, end| Context { ignored: vec![TextRange { start, end }], ..context() };
    let card = |context: &Context| described(&quick_add(text, context).expect("a card"));
    assert_eq!(card(&context()), "Call 📧 monday | due: 2026-03-05 | priority: high");
    assert_eq!(card(&ignored(15, 23)), "Call 📧 tomorrow | due: 2026-03-09 | priority: high");
    assert_eq!(card(&ignored(24, 29)), "Call 📧 monday !high | due: 2026-03-05");
    assert_eq!(card(&ignored(0, 99)), text);
}

#[test]
fn an_invalid_time_is_refused_and_the_last_year_has_an_end() {
    for now in ["", "2026-03-04", "2026-03-04T25:00", "2026-02-30T10:00", "x"] {
        assert_eq!(quick_add("Call", &Context { now: now.to_owned(), ..context() }), None, "{now}");
    }
    let last = Context { now: "9999-12-31T23:59".to_owned(), ..context() };
    for text in ["tomorrow", "next week", "in 3 months", "every month", "every day 5pm", "1 jan", "eom", "in 2 hours"] {
        assert!(quick_add(text, &last).is_some(), "{text}");
    }
}

/// Words that mean something, alone or together.
const WORDS: [&str; 48] = [
    "today",
    "tomorrow",
    "next",
    "this",
    "in",
    "a",
    "3",
    "5",
    "5th",
    "3rd",
    "days",
    "week",
    "weeks",
    "month",
    "every",
    "every!",
    "other",
    "friday",
    "mon,",
    "and",
    "wed",
    "until",
    "from",
    "completion",
    "times",
    "at",
    "on",
    "by",
    "the",
    "end",
    "of",
    "5pm",
    "5",
    "pm",
    "17:00",
    "noon",
    "dec",
    "may",
    "5/12",
    "2027-01-05",
    "#Work/Next",
    "#Side",
    "project",
    "@Ada",
    "@deep",
    "work",
    "!high",
    "~1h30",
];

proptest! {
    #[test]
    fn no_text_panics_or_loses_a_word(text in "\\PC{0,60}|[a-z#@!~/\\\\\"“” 0-9:.,📧é\\n\\t]{0,60}") {
        assert_parts(&text, &parsed(&text));
    }

    #[test]
    fn no_sequence_of_words_panics_or_loses_a_word(
        words in proptest::collection::vec(proptest::sample::select(WORDS.as_slice()), 0..12),
        start in 0_u32..40,
        length in 0_u32..9,
    ) {
        let text = words.join(" ");
        assert_parts(&text, &parsed(&text));
        let ignored = vec![TextRange { start, end: start + length }];
        let card = quick_add(&text, &Context { ignored, ..context() }).expect("a card");
        assert_parts(&text, &card);
    }
}
