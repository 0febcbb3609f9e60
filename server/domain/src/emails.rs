//! Parsing of email addresses into one canonical ASCII form.

use core_wasm::protocol::email::EmailError;
use core_wasm::protocol::text::Email;
use url::Host;

/// Parses an address. An internationalized domain is converted to its ASCII form (RFC 5890 and Unicode Technical
/// Standard 46, as in browsers): `bücher.example` becomes `xn--bcher-kva.example`.
///
/// # Errors
/// Returns the reason as an [`EmailError`].
pub fn parse(text: &str) -> Result<Email, EmailError> {
    let email = Email::parse_with_fault(text)?;
    if email.as_str().is_ascii() {
        return Ok(email);
    }
    let (name, host) = email.as_str().split_once('@').ok_or(EmailError::NoAt)?;
    match Host::parse(host) {
        Ok(Host::Domain(host)) => Email::parse_with_fault(&format!("{name}@{host}")),
        _ => Err(EmailError::DomainInvalid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn international_domains_are_converted_to_punycode() {
        for (typed, expected) in [
            ("Ada@Example.COM", "ada@example.com"),
            ("ada@bücher.example", "ada@xn--bcher-kva.example"),
            ("ada@BÜCHER.example", "ada@xn--bcher-kva.example"),
            ("ada@bu\u{308}cher.example", "ada@xn--bcher-kva.example"),
            ("ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
            ("ada@straße.example", "ada@xn--strae-oqa.example"),
            ("ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"),
            // Full-width letters.
            ("ada@ｅｘａｍｐｌｅ.com", "ada@example.com"),
        ] {
            assert_eq!(parse(typed).map(|email| email.as_str().to_owned()), Ok(expected.to_owned()), "{typed}");
        }
    }

    #[test]
    fn invalid_international_domains_are_rejected() {
        let long = format!("ada@{}.example", "ü".repeat(63));
        for typed in ["ada@\u{301}.example", "ada@\u{2488}.example", "ada@١.١", "ada@１２７.０.０.１", long.as_str()]
        {
            assert!(parse(typed).is_err(), "{typed}");
        }
        assert_eq!(parse("ädä@bücher.example"), Err(EmailError::LocalPartLetters));
    }

    proptest! {
        #[test]
        fn parsed_email_is_ascii_and_parsing_is_idempotent(
            text in prop_oneof![any::<String>(), "[a-z.]{1,20}@[a-zäßΣ٠-٩ａ-ｚ。.\u{301}-]{1,60}\\.[a-zä]{2,5}"],
        ) {
            if let Ok(email) = parse(&text) {
                prop_assert!(email.as_str().is_ascii() && email.as_str().len() <= 254);
                prop_assert_eq!(parse(email.as_str()), Ok(email.clone()));
            }
        }
    }
}
