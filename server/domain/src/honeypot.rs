//! The honeypot: a hidden form field that only spam bots fill in.

/// Returns whether the field was filled in. The response is then the same as for others, so that bots cannot detect
/// that it must be empty, but the form is ignored.
pub(crate) fn is_filled(field: Option<&str>) -> bool {
    field.is_some_and(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_honeypot_field_is_not_filled() {
        assert_eq!([None, Some(""), Some(" "), Some("https://a.example")].map(is_filled), [false, false, false, true]);
    }
}
