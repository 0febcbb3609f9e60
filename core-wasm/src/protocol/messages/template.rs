//! Fills in texts: the part of ICU MessageFormat that the catalog uses, and the rules of each language for it.
//!
//! `{0}` is a string by its number, `{n}` the number of the text, `{n,plural,one{# card}other{# cards}}` a plural, and
//! `selectordinal` instead of `plural` an ordinal. Within both, `#` is the number. There are no quotes.
//! `web/scripts/rust-messages.mjs` makes such texts from those of the catalog.

use crate::protocol::language::Language;

/// The values of the parameters of a text.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    pub(super) language: Language,
    /// The number; any if the text has none.
    pub(super) number: u64,
    pub(super) strings: &'a [&'a str],
}

/// Fills in a text. Returns `None` if the text is malformed, or needs more strings.
pub(super) fn fill(text: &str, values: Values<'_>) -> Option<String> {
    let mut filled = String::with_capacity(text.len());
    write(text, false, values, &mut filled)?;
    Some(filled)
}

/// Writes a text. `is_form` says whether it is the form of a plural, in which `#` is the number.
fn write(text: &str, is_form: bool, values: Values<'_>, filled: &mut String) -> Option<()> {
    let mut rest = text;
    while let Some(start) = rest.bytes().position(|byte| byte == b'{' || (byte == b'#' && is_form)) {
        let (literal, part) = rest.split_at_checked(start)?;
        filled.push_str(literal);
        let (argument, after) = match part.strip_prefix('#') {
            Some(after) => ("n", after),
            None => take_block(part)?,
        };
        rest = after;
        match argument.strip_prefix('n') {
            Some("") => push_number(values.number, values.language, filled),
            Some(plural) => write(form_of(values.number, plural, values.language)?, true, values, filled)?,
            None => filled.push_str(values.strings.get(argument.parse::<usize>().ok()?)?),
        }
    }
    filled.push_str(rest);
    Some(())
}

/// Returns the form of a plural or an ordinal for a number. `plural` is `,plural,one{# card}other{# cards}`.
fn form_of(number: u64, plural: &str, language: Language) -> Option<&str> {
    let (category, mut forms) = match plural.strip_prefix(",plural,") {
        Some(forms) => (if number == 1 { "one" } else { "other" }, forms),
        None => (ordinal(number, language), plural.strip_prefix(",selectordinal,")?),
    };
    let mut chosen = None;
    while !forms.is_empty() {
        let (form, block) = forms.split_at_checked(forms.bytes().position(|byte| byte == b'{')?)?;
        let (text, after) = take_block(block)?;
        if form == category || (form == "other" && chosen.is_none()) {
            chosen = Some(text);
        }
        forms = after;
    }
    chosen
}

/// Splits a text that begins with a brace into what is between that and the matching one, and what follows.
fn take_block(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((text.get(1..at)?, text.get(at + 1..)?));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the plural category of an ordinal number, such as 1st, 2nd, 3rd, 4th (Unicode CLDR). German and Spanish have
/// one form.
fn ordinal(number: u64, language: Language) -> &'static str {
    match (language, number % 10, number % 100) {
        (Language::De | Language::Es, _, _) | (_, 1..=3, 11..=13) => "other",
        (_, 1, _) => "one",
        (_, 2, _) => "two",
        (_, 3, _) => "few",
        _ => "other",
    }
}

/// Writes a number with a separator after every three digits, such as 1,250. Spanish has them from five digits on.
fn push_number(number: u64, language: Language, filled: &mut String) {
    let digits = number.to_string();
    let separator = if language == Language::En { ',' } else { '.' };
    let is_plain = language == Language::Es && number < 10_000;
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && !is_plain {
            filled.push(separator);
        }
        filled.push(digit);
    }
}

#[cfg(test)]
mod tests {
    use super::{Values, fill};
    use crate::protocol::language::Language;

    const ALL: [Language; 3] = [Language::En, Language::De, Language::Es];

    fn filled(text: &str, language: Language, number: u64) -> Option<String> {
        fill(text, Values { language, number, strings: &["A", "{1} # {"] })
    }

    fn number(number: u64, language: Language) -> String {
        filled("{n}", language, number).unwrap()
    }

    #[test]
    fn p8_numbers_have_separators_after_every_three_digits() {
        for (value, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_034, "12,034"),
            (1_000_000, "1,000,000"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(number(value, Language::En), expected);
        }
    }

    #[test]
    fn p9_numbers_have_the_separators_of_the_language() {
        for (value, german, spanish) in [
            (999, "999", "999"),
            (1_250, "1.250", "1250"),
            (9_999, "9.999", "9999"),
            (12_345, "12.345", "12.345"),
            (1_000_000, "1.000.000", "1.000.000"),
        ] {
            assert_eq!([number(value, Language::De), number(value, Language::Es)], [german, spanish]);
        }
    }

    #[test]
    fn p9_plurals_and_ordinals_follow_the_language() {
        let plural = "{n,plural,one{# day of {0}}other{# days of {0}}}!";
        for (count, english, german) in [
            (0, "0 days of A!", "0 days of A!"),
            (1, "1 day of A!", "1 day of A!"),
            (2_000, "2,000 days of A!", "2.000 days of A!"),
        ] {
            assert_eq!(filled(plural, Language::En, count).unwrap(), english);
            assert_eq!(filled(plural, Language::De, count).unwrap(), german);
        }
        let ordinal = "{n,selectordinal,one{#st}two{#nd}few{#rd}other{#th}}";
        let days = |language| [1, 2, 3, 4, 11, 12, 13, 21, 22, 23].map(|day| filled(ordinal, language, day).unwrap());
        assert_eq!(days(Language::En), ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd"]);
        assert_eq!(days(Language::De)[..3], ["1th", "2th", "3th"], "German has one form");
        assert_eq!(days(Language::Es)[..3], ["1th", "2th", "3th"]);
    }

    #[test]
    fn p9_values_are_not_read_as_texts() {
        assert_eq!(filled("{n,plural,other{# {1}}} #", Language::En, 2).unwrap(), "2 {1} # { #");
    }

    #[test]
    fn p9_malformed_texts_are_refused_without_a_panic() {
        for text in [
            "{",
            "{}",
            "{0",
            "{2}",
            "{x}",
            "{ä}",
            "{0,}",
            "{n,}",
            "{-1}",
            "{n,plural}",
            "{n,plural,",
            "{n,plural,one{#}}",
            "{n,plural,one}",
            "{n,plural,other{{}}",
            "{n,plural,other{#}",
            "{n,plural,other{#}x}",
            "{n,select,other{#}}",
            "{0,plural,other{#}}",
        ] {
            for language in ALL {
                assert_eq!(filled(text, language, 5), None, "{text}");
            }
        }
        assert_eq!(filled("}# ä", Language::En, 0).as_deref(), Some("}# ä"));
    }
}
