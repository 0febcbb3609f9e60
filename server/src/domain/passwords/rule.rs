//! Which passwords may be chosen: at sign-up, at a change and at a reset.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::text::Password;
use core_wasm::session::password::is_personal;
use std::sync::LazyLock;

/// The 10,000 commonest of 8 characters or more, in lower case, sorted by their bytes. From @zxcvbn-ts/language-common 4.1.3 (MIT), by
/// `web/scripts/make-common-passwords.mjs`.
static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("common.txt").lines().collect());

/// Checks a password that a person chooses: 8 to 128 characters, none of the commonest, and not the person's own name or email
/// (NIST SP 800-63B-4, section 3.1.1.2).
pub(crate) fn choose(text: &str, first_name: &str, last_name: &str, email: &str) -> Result<Password, ErrorCode> {
    let password = Password::parse(text)?;
    if is_personal(text, first_name, last_name, email) {
        return Err(ErrorCode::PasswordPersonal);
    }
    if COMMON.binary_search(&text.to_lowercase().as_str()).is_ok() {
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
    fn length_and_the_own_name_are_told_first() {
        assert_eq!(refusal("1234567"), Some(ErrorCode::PasswordTooShort));
        assert_eq!(refusal(&"x".repeat(129)), Some(ErrorCode::PasswordTooLong));
        assert_eq!(refusal("LOVELACE"), Some(ErrorCode::PasswordPersonal));
        // Somebody may be called as many others choose.
        assert_eq!(choose("sunshine", "Sunshine", "X", "s@example.org").err(), Some(ErrorCode::PasswordPersonal));
    }
}
