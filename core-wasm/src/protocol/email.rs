//! Validation of email addresses.
//!
//! Accepted is what mail servers in general accept: before the @ an atom of ASCII characters, with dots (RFC 5322,
//! section 3.2.3), and after it a domain name, which may be international. Rejected are forms that are legal but rarely
//! work: quoted local parts, IP addresses as hosts (RFC 5321, section 4.1.3), and non-ASCII characters before the @
//! (RFC 6531).

use super::messages::errors;
use super::text::lowercase;

/// The maximum number of characters of an address (RFC 5321, section 4.5.3.1.3: a path of 256 octets, including its two
/// angle brackets).
const MAX_LENGTH: usize = 254;

/// The maximum number of characters before the @ (RFC 5321, section 4.5.3.1.1).
const MAX_LOCAL_PART: usize = 64;

/// The maximum number of characters of a domain label (RFC 1035, section 2.3.4).
const MAX_DOMAIN_LABEL: usize = 63;

macro_rules! email_errors {
    ($($(#[$doc:meta])* $name:ident: $message:ident,)*) => {
        /// What is wrong with an email address. All variants share the code `email_invalid`; the sentence tells them
        /// apart.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum EmailError { $($(#[$doc])* $name,)* }

        impl EmailError {
            /// All variants.
            pub const ALL: &[EmailError] = &[$(EmailError::$name,)*];

            /// Returns a sentence for the user that says what is wrong and what to do.
            pub fn sentence(self) -> &'static str {
                let sentence = match self { $(EmailError::$name => errors::$message(),)* };
                sentence.get()
            }
        }
    };
}

email_errors! {
    /// Nothing was entered.
    Blank: email_blank,
    /// A line break.
    LineBreak: email_line_break,
    /// An invisible character, such as a tab or a directional mark.
    Invisible: email_invisible,
    /// A space.
    Space: email_space,
    /// More than 254 characters.
    TooLong: email_too_long,
    /// A local part in quotation marks.
    Quoted: email_quoted,
    /// No @.
    NoAt: email_no_at,
    /// More than one @.
    MultipleAt: email_multiple_at,
    /// Nothing before the @.
    NoLocalPart: email_no_local_part,
    /// Nothing after the @.
    NoDomain: email_no_domain,
    /// More than 64 characters before the @.
    LocalPartTooLong: email_local_part_too_long,
    /// Non-ASCII letters before the @.
    LocalPartLetters: email_local_part_letters,
    /// Another character before the @ that an atom does not allow.
    LocalPartCharacter: email_local_part_character,
    /// A dot at the start or end of the local part or of the domain, or two in a row.
    Dots: email_dots,
    /// A domain without a dot, such as `localhost`.
    NoDot: email_no_dot,
    /// Something else that is not a valid domain.
    DomainInvalid: email_domain_invalid,
}

/// Validates an address and returns it trimmed and in lower case. An international domain stays as typed. The server
/// converts it to Punycode (RFC 5890), because the tables for that are many times larger than the core.
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
    if domain.as_bytes().contains(&b'@') {
        return Err(EmailError::MultipleAt);
    }
    let email = format!("{}@{}", local_part.to_ascii_lowercase(), lowercase(domain));
    // Punycode never makes a domain shorter, so an address that is too long here is too long for mail servers too.
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
    if !domain.as_bytes().contains(&b'.') {
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
    // A last label of digits only belongs to an IP address, not to a domain (RFC 3696, section 2).
    let is_number = domain.rsplit('.').next().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    if domain.split('.').all(is_valid_label) && !is_number { Ok(()) } else { Err(EmailError::DomainInvalid) }
}

/// Returns whether a character breaks the line (Unicode Standard Annex 14, classes BK, CR, LF and NL).
fn is_line_break(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns whether a character is invisible without being whitespace: control characters, joiners, separators and
/// directional marks.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns an address of the given length, with 64 characters before the @.
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
            // The Kelvin sign is not an ASCII k, although its lower case is.
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
