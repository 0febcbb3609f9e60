//! Which passwords are too close to the person.

/// Whether a password is nothing but the person's own first name, last name, both in either spelling, their email, or the part of
/// the email before the @. Upper and lower case count as the same. Whoever tries to get in tries these first.
pub fn is_personal(password: &str, first_name: &str, last_name: &str, email: &str) -> bool {
    let lower = |text: &str| text.trim().to_lowercase();
    let (password, first, last, email) = (lower(password), lower(first_name), lower(last_name), lower(email));
    let name = email.split_once('@').map_or(email.as_str(), |(name, _)| name);
    let own =
        [first.as_str(), last.as_str(), &format!("{first} {last}"), &format!("{first}{last}"), email.as_str(), name];
    own.iter().any(|own| !own.is_empty() && *own == password)
}

#[cfg(test)]
mod tests {
    use super::is_personal;

    #[test]
    fn a_password_is_not_the_persons_own_name_or_email() {
        let is_personal = |password: &str| is_personal(password, "Augusta", "Lovelace", "Countess.Ada@example.org");
        for own in [
            "AUGUSTA",
            "lovelace",
            "Augusta Lovelace",
            "augustalovelace",
            " augusta lovelace ",
            "countess.ada@EXAMPLE.org",
            "Countess.ada",
        ] {
            assert!(is_personal(own), "{own}");
        }
        for other in ["augusta-lovelace", "lovelace1", "example.org", "@example.org", "", "ada", "lovelaceaugusta"] {
            assert!(!is_personal(other), "{other}");
        }
    }

    #[test]
    fn names_of_other_scripts_count_too() {
        assert!(is_personal("ÅNGSTRÖM", "Anders", "Ångström", "a@example.org"));
    }
}
