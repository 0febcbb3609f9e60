//! Fills in texts: the part of ICU MessageFormat that the catalog uses, and the rules of each language for it.
//!
//! `{0}` is a parameter by its number, `{0,plural,one{# card}other{# cards}}` a plural, and `selectordinal` instead of
//! `plural` an ordinal. Within both, `#` is the number. There are no quotes. `web/scripts/rust-messages.mjs` makes such
//! texts from those of the catalog.

use crate::protocol::language::Language;

/// A value of a parameter.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// A text.
    Text(&'a str),
    /// A number, which is written with separators and can decide about plurals.
    Number(u64),
}

/// Fills in a text. Returns `None` if the text is malformed, or needs other values.
pub(super) fn fill(text: &str, language: Language, values: &[Value<'_>]) -> Option<String> {
    let mut filled = String::with_capacity(text.len());
    write(text, None, language, values, &mut filled)?;
    Some(filled)
}

/// Writes a text. `counted` is the number that `#` stands for.
fn write(
    text: &str,
    counted: Option<u64>,
    language: Language,
    values: &[Value<'_>],
    filled: &mut String,
) -> Option<()> {
    let mut rest = text;
    while let Some(start) = rest.bytes().position(|byte| byte == b'{' || (byte == b'#' && counted.is_some())) {
        let (literal, part) = rest.split_at_checked(start)?;
        filled.push_str(literal);
        let Some(number) = counted.filter(|_| part.starts_with('#')) else {
            let (argument, after) = take_block(part)?;
            write_argument(argument, language, values, filled)?;
            rest = after;
            continue;
        };
        push_number(number, language, filled);
        rest = part.get(1..)?;
    }
    filled.push_str(rest);
    Some(())
}

/// Writes a parameter: what is between its braces.
fn write_argument(argument: &str, language: Language, values: &[Value<'_>], filled: &mut String) -> Option<()> {
    let (digit, plural) = argument.split_at_checked(1)?;
    let index = digit.as_bytes()[0].checked_sub(b'0')?;
    match (*values.get(usize::from(index))?, plural) {
        (Value::Text(text), "") => filled.push_str(text),
        (Value::Number(number), "") => push_number(number, language, filled),
        (Value::Number(number), plural) => {
            write(form_of(number, plural, language)?, Some(number), language, values, filled)?;
        }
        (Value::Text(_), _) => return None,
    }
    Some(())
}

/// Returns the form of a plural or an ordinal for a number. `plural` is `,plural,one{# card}other{# cards}`.
fn form_of<'a>(number: u64, plural: &'a str, language: Language) -> Option<&'a str> {
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
        if at > 0 && (digits.len() - at) % 3 == 0 && !is_plain {
            filled.push(separator);
        }
        filled.push(digit);
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, fill};
    use crate::protocol::language::Language;

    const ALL: [Language; 3] = [Language::En, Language::De, Language::Es];

    fn number(number: u64, language: Language) -> String {
        fill("{0}", language, &[Value::Number(number)]).unwrap()
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
        let plural = "{0,plural,one{# day of {1}}other{# days of {1}}}!";
        for (count, english, german) in [
            (0, "0 days of A!", "0 days of A!"),
            (1, "1 day of A!", "1 day of A!"),
            (2_000, "2,000 days of A!", "2.000 days of A!"),
        ] {
            let values = [Value::Number(count), Value::Text("A")];
            assert_eq!(fill(plural, Language::En, &values).unwrap(), english);
            assert_eq!(fill(plural, Language::De, &values).unwrap(), german);
        }
        let ordinal = "{0,selectordinal,one{#st}two{#nd}few{#rd}other{#th}}";
        let days = |language| {
            [1, 2, 3, 4, 11, 12, 13, 21, 22, 23].map(|day| fill(ordinal, language, &[Value::Number(day)]).unwrap())
        };
        assert_eq!(days(Language::En), ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd"]);
        assert_eq!(days(Language::De)[..3], ["1th", "2th", "3th"], "one form only");
        assert_eq!(days(Language::Es)[..3], ["1th", "2th", "3th"]);
    }

    #[test]
    fn p9_values_are_not_read_as_texts() {
        let values = [Value::Text("{1} # {"), Value::Number(2)];
        assert_eq!(fill("{1,plural,other{# {0}}} #", Language::En, &values).unwrap(), "2 {1} # { #");
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
            "{0,plural}",
            "{0,plural,",
            "{0,plural,one{#}}",
            "{0,plural,one}",
            "{0,plural,other{{}}",
            "{0,plural,other{#}",
            "{0,select,other{#}}",
            "{1,plural,other{#}}",
            "{-1}",
            "{0,plural,other{#}x}",
        ] {
            for language in ALL {
                assert_eq!(fill(text, language, &[Value::Number(5), Value::Text("a")]), None, "{text}");
            }
        }
        assert_eq!(fill("}# ä", Language::En, &[]).as_deref(), Some("}# ä"));
    }
}
