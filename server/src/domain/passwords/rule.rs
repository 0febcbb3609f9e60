//! Which passwords may be chosen: at sign-up, at a change and at a reset.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::text::Password;
use core_wasm::session::password::is_personal;
use std::sync::LazyLock;

/// The 10,000 commonest of 8 characters or more, in lower case, sorted by their bytes. From @zxcvbn-ts/language-common 4.1.3 (MIT), by
/// `web/scripts/make-common-passwords.mjs`.
static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("common.txt").lines().collect());

/// What this product is called and what it is for, in lower case and without anything between the words, longer ones first: whoever guesses
/// a password that was chosen for this place begins with these (OWASP ASVS 5.0, 6.1.2 and 6.2.11).
const OF_THIS_PLACE: [&str; 12] = [
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
fn is_of_this_place(text: &str) -> bool {
    let said: String = text.to_lowercase().chars().filter(|character| character.is_alphanumeric()).collect();
    let left = OF_THIS_PLACE.iter().fold(said.clone(), |left, word| left.replace(word, ""));
    left != said && !left.chars().any(char::is_alphabetic)
}

/// Checks a password that a person chooses: 8 to 128 characters, none of the commonest, none of the words that this place suggests, and not
/// the person's own name or email (NIST SP 800-63B-4, section 3.1.1.2).
pub(crate) fn choose(text: &str, first_name: &str, last_name: &str, email: &str) -> Result<Password, ErrorCode> {
    let password = Password::parse(text)?;
    if is_personal(text, first_name, last_name, email) {
        return Err(ErrorCode::PasswordPersonal);
    }
    if COMMON.binary_search(&text.to_lowercase().as_str()).is_ok() || is_of_this_place(text) {
        return Err(ErrorCode::PasswordCommon);
    }
    Ok(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> Option<ErrorCode> {
        choose(text, "Augusta", "Lovelace", "ada@example.org").err()
    }

    #[test]
    fn the_list_is_complete_and_can_be_searched() {
        assert_eq!(COMMON.len(), 10_000);
        assert!(COMMON.is_sorted_by(|one, other| one < other));
        for password in COMMON.iter() {
            assert!(password.chars().count() >= 8 && *password == password.to_lowercase(), "{password}");
            assert_eq!(refusal(password), Some(ErrorCode::PasswordCommon), "{password}");
        }
    }

    #[test]
    fn the_commonest_are_refused_however_they_are_written() {
        for password in ["password", "PassWord", "12345678", "TRUSTNO1", "qwertyuiop"] {
            assert_eq!(refusal(password), Some(ErrorCode::PasswordCommon), "{password}");
        }
        for password in ["correct horse", "password ", " password", "passwor\u{446}", "password\npassword"] {
            assert_eq!(refusal(password), None, "{password}");
        }
    }

    #[test]
    fn the_words_of_this_place_are_refused_however_they_are_written() {
        for word in OF_THIS_PLACE {
            assert_eq!(refusal(&format!("{word}{word}")), Some(ErrorCode::PasswordCommon), "{word}");
            assert_eq!(refusal(&format!("!{word}2026")), Some(ErrorCode::PasswordCommon), "{word}");
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
            assert_eq!(refusal(password), Some(ErrorCode::PasswordCommon), "{password}");
        }
        // What says more than that is the person's own.
        for password in ["twentyfour horses", "24 hours of rain", "twentyfive", "seventytwentyfour", "242424242424x"] {
            assert_eq!(refusal(password), None, "{password}");
        }
    }

    #[test]
    fn a_word_of_this_place_is_taken_out_before_those_that_it_holds() {
        assert!(OF_THIS_PLACE.is_sorted_by_key(|word| std::cmp::Reverse(word.len())));
    }

    #[test]
    fn length_and_the_own_name_are_told_first() {
        assert_eq!(refusal("1234567"), Some(ErrorCode::PasswordTooShort));
        assert_eq!(refusal(&"x".repeat(129)), Some(ErrorCode::PasswordTooLong));
        assert_eq!(refusal("LOVELACE"), Some(ErrorCode::PasswordPersonal));
        // Somebody may be called as many others choose.
        assert_eq!(choose("sunshine", "Sunshine", "X", "s@example.org").err(), Some(ErrorCode::PasswordPersonal));
    }
}
