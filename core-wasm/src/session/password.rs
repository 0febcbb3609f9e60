//! Password rules that need no list of common passwords.

use crate::protocol::text::search_form;

/// Returns whether a password is the user's own name or email (SPEC A22): the first name, the last name, both with or
/// without a space between them, the email address, or its local part. Case and surrounding whitespace are ignored, and
/// so are empty names. Attackers try these passwords first.
pub fn contains_personal_data(password: &str, first_name: &str, last_name: &str, email: &str) -> bool {
    let [password, first, last, email] = [password, first_name, last_name, email].map(|text| search_form(text.trim()));
    let name = email.split_once('@').map_or(email.as_str(), |(name, _)| name);
    let (spaced, joined) = (format!("{first} {last}"), format!("{first}{last}"));
    [first.as_str(), last.as_str(), &spaced, &joined, email.as_str(), name]
        .iter()
        .any(|own| !own.is_empty() && *own == password)
}

#[cfg(test)]
mod tests {
    use super::contains_personal_data;

    #[test]
    fn a22_personal_passwords_are_detected() {
        let is_personal =
            |password: &str| contains_personal_data(password, "Ada Maria", "Łukasiewicz", "Count.ess@Example.com");
        for own in [
            "ada maria",
            "ŁUKASIEWICZ",
            "Ada Maria Łukasiewicz",
            " ada mariałukasiewicz ",
            "Count.ess",
            "count.ess@EXAMPLE.com",
        ] {
            assert!(is_personal(own), "{own}");
        }
        let others =
            ["", " ", "ada", "ada maria1", "ada-maria", "łukasiewicz ada maria", "example.com", "@example.com"];
        for other in others {
            assert!(!is_personal(other), "{other}");
        }
    }

    #[test]
    fn a22_empty_names_match_no_password() {
        for password in ["", " ", "@", "example.com"] {
            assert!(!contains_personal_data(password, "", " ", "@example.com"), "{password:?}");
        }
        assert!(contains_personal_data("lovelace", "", "Lovelace", ""));
        assert!(contains_personal_data("ΠΑΠΑΔΌΠΟΥΛΟΣ", "", "Παπαδόπουλος", ""));
    }
}
