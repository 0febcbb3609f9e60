//! The field in the forms for everybody that people do not see. Programs fill in all that there is.

/// Whether somebody filled it in. They are answered like everybody else, so that no program learns to leave it alone, and nothing comes
/// of what they sent.
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
