//! Which email addresses can be written to, and what is wrong with the others.
//!
//! Taken is what mail servers everywhere take: letters, digits and the other characters of an atom before the @ (RFC 5322, section
//! 3.2.3), and a domain after it, of whatever letters. Left out is what exists on paper, or in a few places alone: quoted names,
//! hosts by their number (RFC 5321, section 4.1.3), and other letters before the @ (RFC 6531), which hardly any two mail servers
//! pass on to one another.

/// The most characters of an address (RFC 5321, section 4.5.3.1.3: a path of 256 octets, two of which are its brackets).
const MAX_LENGTH: usize = 254;

/// The most characters before the @ (RFC 5321, section 4.5.3.1.1).
const MAX_LOCAL_PART: usize = 64;

/// The most characters between two dots of a host (RFC 1035, section 2.3.4).
const MAX_DOMAIN_LABEL: usize = 63;

macro_rules! email_errors {
    ($($(#[$doc:meta])* $name:ident: $sentence:literal,)*) => {
        /// What is wrong with a text that is to be an email address. All of it is one code, `email_invalid`; the sentence says which.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum EmailError { $($(#[$doc])* $name,)* }

        impl EmailError {
            /// Every fault there is.
            pub const ALL: &[EmailError] = &[$(EmailError::$name,)*];

            /// A sentence for a person, which names what is wrong and tells what to do.
            pub fn sentence(self) -> &'static str {
                match self { $(EmailError::$name => $sentence,)* }
            }
        }
    };
}

email_errors! {
    /// Nothing was entered.
    Blank: "Enter an email address like name@example.com.",
    /// A line ends within it.
    LineBreak: "This address has a line break in it. Enter one address, on one line.",
    /// A character that shows nothing, such as a tab or a mark of direction.
    Invisible: "This address has a character in it that cannot be seen. Type it anew instead of pasting it.",
    /// A blank within it.
    Space: "This address has a space in it. Remove it.",
    /// Over 254 characters.
    TooLong: "This address is longer than 254 characters, which no mail server takes. Enter a shorter one.",
    /// A name in quotation marks.
    Quoted: "Mail cannot be sent to a name in quotation marks. Enter an address like name@example.com.",
    /// No @.
    NoAt: "This address has no @. Enter one like name@example.com.",
    /// More than one @.
    MultipleAt: "This address has more than one @. Enter one address like name@example.com.",
    /// Nothing before the @.
    NoLocalPart: "This address has nothing before the @. Enter one like name@example.com.",
    /// Nothing after the @.
    NoDomain: "This address has nothing after the @. Enter one like name@example.com.",
    /// Over 64 characters before the @.
    LocalPartTooLong: "This address has more than 64 characters before the @, which no mail server takes. Enter a shorter one.",
    /// Letters before the @ that are not those of ASCII.
    LocalPartLetters: "Mail cannot be sent to letters other than a to z before the @. Enter an address without them.",
    /// Another character before the @ that an atom does not have.
    LocalPartCharacter: "This address has a character before the @ that no address has there. Check what stands before the @.",
    /// A dot at an end of the name or of the host, or two in a row.
    Dots: "This address has a dot too many: at its beginning or end, beside the @, or two in a row. Remove it.",
    /// A host without a dot, such as `localhost`.
    NoDot: "This address has no dot after the @. Enter one like name@example.com.",
    /// A host that is no domain.
    DomainInvalid: "What stands after the @ is not a domain like example.com. Check it.",
}

/// Reads an address: without the blanks around it, in lower case. A host of other letters than those of ASCII stays as it was typed: which
/// name it has among mail servers (RFC 5890) is for the server to find, since the tables for that are many times larger than the core.
pub(super) fn parse_email(text: &str) -> Result<String, EmailError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(EmailError::Blank);
    }
    let characters = [
        (EmailError::LineBreak, is_line_break as fn(char) -> bool),
        (EmailError::Invisible, is_invisible),
        (EmailError::Space, char::is_whitespace),
    ];
    if let Some((fault, _)) = characters.into_iter().find(|(_, is_wrong)| text.contains(*is_wrong)) {
        return Err(fault);
    }
    if text.starts_with('"') {
        return Err(EmailError::Quoted);
    }
    let (local_part, domain) = text.split_once('@').ok_or(EmailError::NoAt)?;
    if domain.contains('@') {
        return Err(EmailError::MultipleAt);
    }
    let email = format!("{}@{}", local_part.to_ascii_lowercase(), domain.to_lowercase());
    // In the form that mail servers know no domain has fewer characters.
    if email.chars().count() > MAX_LENGTH {
        return Err(EmailError::TooLong);
    }
    let (local_part, domain) = email.split_once('@').ok_or(EmailError::NoAt)?;
    check_local_part(local_part)?;
    check_domain(domain)?;
    Ok(email)
}

fn check_local_part(local_part: &str) -> Result<(), EmailError> {
    if local_part.is_empty() {
        return Err(EmailError::NoLocalPart);
    }
    if !local_part.is_ascii() {
        return Err(EmailError::LocalPartLetters);
    }
    if !local_part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte)) {
        return Err(EmailError::LocalPartCharacter);
    }
    if local_part.split('.').any(str::is_empty) {
        return Err(EmailError::Dots);
    }
    if local_part.len() > MAX_LOCAL_PART { Err(EmailError::LocalPartTooLong) } else { Ok(()) }
}

fn check_domain(domain: &str) -> Result<(), EmailError> {
    if domain.is_empty() {
        return Err(EmailError::NoDomain);
    }
    if domain.starts_with('[') {
        return Err(EmailError::DomainInvalid);
    }
    if !domain.contains('.') {
        return Err(EmailError::NoDot);
    }
    if domain.split('.').any(str::is_empty) {
        return Err(EmailError::Dots);
    }
    let is_valid_character =
        |character: char| !character.is_ascii() || character.is_ascii_alphanumeric() || character == '-';
    let is_valid_label = |label: &str| {
        label.chars().count() <= MAX_DOMAIN_LABEL
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(is_valid_character)
    };
    // A number at the end is that of a machine (RFC 3696, section 2).
    let is_number = domain.rsplit('.').next().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    if domain.split('.').all(is_valid_label) && !is_number { Ok(()) } else { Err(EmailError::DomainInvalid) }
}

/// Whether a character ends a line (Unicode Standard Annex 14, the classes BK, CR, LF and NL).
fn is_line_break(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a character shows nothing and is no blank: those that control, and those that join, part and turn what stands around them.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An address of so many characters, 64 of them before the @.
    fn of_length(length: usize) -> String {
        let host = "b".repeat(63);
        let rest = "c".repeat(length - 64 - 1 - 2 * 64);
        format!("{}@{host}.{host}.{rest}", "a".repeat(64))
    }

    #[test]
    fn a1_deliverable_addresses_are_accepted() {
        let longest = of_length(254);
        assert_eq!(longest.len(), 254);
        for (typed, kept) in [
            (" Ada@Example.COM ", "ada@example.com"),
            ("ada@example.com\r\n", "ada@example.com"),
            ("ada+tag@mail.example.co.uk", "ada+tag@mail.example.co.uk"),
            ("first.last@example.com", "first.last@example.com"),
            ("o'brien@example.com", "o'brien@example.com"),
            ("a-b_c@my-domain.example", "a-b_c@my-domain.example"),
            ("!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"),
            ("-@1.example", "-@1.example"),
            ("ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
            ("Ada@BÜCHER.example", "ada@bücher.example"),
            ("ada@例え.テスト", "ada@例え.テスト"),
            (longest.as_str(), longest.as_str()),
        ] {
            assert_eq!(parse_email(typed).as_deref(), Ok(kept), "{typed}");
        }
    }

    #[test]
    fn a1_undeliverable_addresses_are_refused_with_their_error() {
        let (too_long, long_name) = (of_length(255), format!("{}@example.com", "a".repeat(65)));
        let (long_label, many) = (format!("a@{}.com", "b".repeat(64)), format!("a@{}com", "b.".repeat(130)));
        for (typed, fault) in [
            ("", EmailError::Blank),
            (" \r\n ", EmailError::Blank),
            ("ada@example.com\r\nBcc: eve@example.com", EmailError::LineBreak),
            ("ada\n@example.com", EmailError::LineBreak),
            ("ada@example\u{2028}.com", EmailError::LineBreak),
            ("a\0@example.com", EmailError::Invisible),
            ("a\tb@example.com", EmailError::Invisible),
            ("ada\u{200b}@example.com", EmailError::Invisible),
            ("ada@\u{202e}example.com", EmailError::Invisible),
            ("a b@example.com", EmailError::Space),
            ("ada@ example.com", EmailError::Space),
            ("ada@example.com, eve@example.com", EmailError::Space),
            ("ada\u{a0}l@example.com", EmailError::Space),
            (too_long.as_str(), EmailError::TooLong),
            (many.as_str(), EmailError::TooLong),
            ("\"ada\"@example.com", EmailError::Quoted),
            ("\"a@b\"@example.com", EmailError::Quoted),
            ("ada", EmailError::NoAt),
            ("ada.example.com", EmailError::NoAt),
            ("a@b@c.de", EmailError::MultipleAt),
            ("ada@@example.com", EmailError::MultipleAt),
            ("@example.com", EmailError::NoLocalPart),
            ("@", EmailError::NoLocalPart),
            ("ada@", EmailError::NoDomain),
            (long_name.as_str(), EmailError::LocalPartTooLong),
            ("ädä@example.com", EmailError::LocalPartLetters),
            // The sign of kelvin is no k, although it becomes one in lower case.
            ("\u{212a}@example.com", EmailError::LocalPartLetters),
            ("ada,eve@example.com", EmailError::LocalPartCharacter),
            ("<ada@example.com>", EmailError::LocalPartCharacter),
            ("mailto:ada@example.com", EmailError::LocalPartCharacter),
            ("ada\\@example.com", EmailError::LocalPartCharacter),
            (".ada@example.com", EmailError::Dots),
            ("ada.@example.com", EmailError::Dots),
            ("a..b@example.com", EmailError::Dots),
            ("ada@.example.com", EmailError::Dots),
            ("ada@example..com", EmailError::Dots),
            ("ada@example.com.", EmailError::Dots),
            ("ada@localhost", EmailError::NoDot),
            ("ada@example", EmailError::NoDot),
            ("ada@bücher", EmailError::NoDot),
            ("ada@-x.com", EmailError::DomainInvalid),
            ("ada@x-.com", EmailError::DomainInvalid),
            ("ada@exa_mple.com", EmailError::DomainInvalid),
            ("ada@example.com>", EmailError::DomainInvalid),
            ("ada@example.com,eve", EmailError::DomainInvalid),
            ("ada@127.0.0.1", EmailError::DomainInvalid),
            ("ada@[127.0.0.1]", EmailError::DomainInvalid),
            ("ada@[IPv6:::1]", EmailError::DomainInvalid),
            (long_label.as_str(), EmailError::DomainInvalid),
        ] {
            assert_eq!(parse_email(typed), Err(fault), "{typed}");
        }
    }

    #[test]
    fn a1_each_error_has_its_own_message() {
        let mut sentences: Vec<&str> = EmailError::ALL.iter().map(|fault| fault.sentence()).collect();
        for sentence in &sentences {
            assert!(sentence.ends_with('.') && !sentence.contains('!'), "{sentence}");
        }
        sentences.sort_unstable();
        sentences.dedup();
        assert_eq!(sentences.len(), EmailError::ALL.len());
    }

    proptest! {
        #[test]
        fn a1_parsing_is_idempotent(
            text in prop_oneof![
                any::<String>(),
                "[ .@\"a-zA-Z0-9+\\-_\r\n\tüßİΣ。]{0,80}",
                "[a-zA-Z.+']{1,70}@[a-zA-Z0-9.ÜßİΣ-]{1,200}",
            ],
        ) {
            if let Ok(email) = parse_email(&text) {
                prop_assert_eq!(parse_email(&email), Ok(email.clone()));
                prop_assert_eq!(email.matches('@').count(), 1);
                let (name, host) = email.split_once('@').unwrap();
                prop_assert!(name.is_ascii() && (1..=64).contains(&name.len()));
                prop_assert!(host.contains('.') && email.chars().count() <= 254);
                prop_assert!(!email.contains(|character: char| character.is_control() || character.is_whitespace()));
            }
        }
    }
}
