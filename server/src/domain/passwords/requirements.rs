//! Which passwords may be chosen: at sign-up, at a change and at a reset.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::text::Password;
use core_wasm::session::password::contains_personal_data;
use std::sync::LazyLock;

/// The 10,000 commonest of 8 characters or more, in lower case, sorted by their bytes. From @zxcvbn-ts/language-common 4.1.3 (MIT), by
/// `web/scripts/make-common-passwords.mjs`.
static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("common.txt").lines().collect());

/// What this product is called and what it is for, in lower case and without anything between the words, longer ones first: whoever guesses
/// a password that was chosen for this place begins with these (OWASP ASVS 5.0, 6.1.2 and 6.2.11).
const PRODUCT_WORDS: [&str; 12] = [
    "twentyfourhours",
    "twentyfourhour",
    "pomodorotimer",
    "twentyfourapp",
    "twenty4hours",
    "focustimer",
    "twentyfour",
    "pomodoro",
    "twenty4",
    "24hours",
    "24hour",
    "24app",
];

/// Whether a password says the words of this place and nothing else but digits, blanks and punctuation, once or again and again.
fn consists_of_product_words(text: &str) -> bool {
    let letters: String = text.to_lowercase().chars().filter(|character| character.is_alphanumeric()).collect();
    let rest = PRODUCT_WORDS.iter().fold(letters.clone(), |rest, word| rest.replace(word, ""));
    rest != letters && !rest.chars().any(char::is_alphabetic)
}

/// Checks a password that a person chooses: 8 to 128 characters, none of the commonest, none of the words that this place suggests, and not
/// the person's own name or email (NIST SP 800-63B-4, section 3.1.1.2).
pub(crate) fn validate_new_password(
    text: &str,
    first_name: &str,
    last_name: &str,
    email: &str,
) -> Result<Password, ErrorCode> {
    let password = Password::parse(text)?;
    if contains_personal_data(text, first_name, last_name, email) {
        return Err(ErrorCode::PasswordPersonal);
    }
    if COMMON.binary_search(&text.to_lowercase().as_str()).is_ok() || consists_of_product_words(text) {
        return Err(ErrorCode::PasswordCommon);
    }
    Ok(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejection(text: &str) -> Option<ErrorCode> {
        validate_new_password(text, "Augusta", "Lovelace", "ada@example.org").err()
    }

    #[test]
    fn common_password_list_is_complete_and_sorted() {
        assert_eq!(COMMON.len(), 10_000);
        assert!(COMMON.is_sorted_by(|one, other| one < other));
        for password in COMMON.iter() {
            assert!(password.chars().count() >= 8 && *password == password.to_lowercase(), "{password}");
            assert_eq!(rejection(password), Some(ErrorCode::PasswordCommon), "{password}");
        }
    }

    #[test]
    fn common_passwords_are_rejected_in_any_case() {
        for password in ["password", "PassWord", "12345678", "TRUSTNO1", "qwertyuiop"] {
            assert_eq!(rejection(password), Some(ErrorCode::PasswordCommon), "{password}");
        }
        for password in ["correct horse", "password ", " password", "passwor\u{446}", "password\npassword"] {
            assert_eq!(rejection(password), None, "{password}");
        }
    }

    #[test]
    fn product_words_are_rejected_in_any_spelling() {
        for word in PRODUCT_WORDS {
            assert_eq!(rejection(&format!("{word}{word}")), Some(ErrorCode::PasswordCommon), "{word}");
            assert_eq!(rejection(&format!("!{word}2026")), Some(ErrorCode::PasswordCommon), "{word}");
        }
        for password in [
            "twentyfour",
            "TwentyFour",
            "twenty-four",
            "Twenty Four!",
            "twentyfour24",
            "2024_twentyfour",
            "TWENTYFOURTWENTYFOUR",
            "twentyfour.twentyfour",
            "24hours24hours",
            "twenty-four hours",
            "Twentyfour: 24 hours",
            "PomodoroTimer1",
        ] {
            assert_eq!(rejection(password), Some(ErrorCode::PasswordCommon), "{password}");
        }
        // What says more than that is the person's own.
        for password in ["twentyfour horses", "24 hours of rain", "twentyfive", "seventytwentyfour", "242424242424x"] {
            assert_eq!(rejection(password), None, "{password}");
        }
    }

    #[test]
    fn product_words_are_sorted_longest_first() {
        assert!(PRODUCT_WORDS.is_sorted_by_key(|word| std::cmp::Reverse(word.len())));
    }

    #[test]
    fn length_and_personal_checks_come_first() {
        assert_eq!(rejection("1234567"), Some(ErrorCode::PasswordTooShort));
        assert_eq!(rejection(&"x".repeat(129)), Some(ErrorCode::PasswordTooLong));
        assert_eq!(rejection("LOVELACE"), Some(ErrorCode::PasswordPersonal));
        // Somebody may be called as many others choose.
        assert_eq!(
            validate_new_password("sunshine", "Sunshine", "X", "s@example.org").err(),
            Some(ErrorCode::PasswordPersonal)
        );
    }
}
