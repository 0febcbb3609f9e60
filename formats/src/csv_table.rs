//! CSV (RFC 4180) that spreadsheets open correctly.

/// The UTF-8 byte order mark. Without it, spreadsheets assume another encoding.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns fields as a CSV line, quoted where needed.
pub fn csv_row<T: AsRef<[u8]>>(fields: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let outcome = writer.write_record(fields);
    let bytes = writer.into_inner().unwrap_or_default();
    debug_assert!(outcome.is_ok(), "writing to memory does not fail");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The characters with which formulas begin in spreadsheets. East Asian versions accept those of full width, too.
pub(crate) const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'];

/// Prefixes a text with an apostrophe if a spreadsheet would run it as a formula.
pub fn escape_formula(text: &str) -> String {
    let guard = if text.starts_with(FORMULA_STARTS) { "'" } else { "" };
    format!("{guard}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_fields_are_quoted_when_needed() {
        for (field, expected) in
            [("", ""), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "\"a\r\nb\"")]
        {
            assert_eq!(csv_row(["x", field, ""]), format!("x,{expected},\r\n"));
        }
    }

    #[test]
    fn formulas_are_escaped() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("＝1+1", "'＝1+1"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(escape_formula(text), expected);
        }
    }
}
