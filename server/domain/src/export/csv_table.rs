//! CSV (RFC 4180) that spreadsheets open correctly.

use chrono::{DateTime, FixedOffset, Offset, SecondsFormat, Utc};
use core_wasm::protocol::time::Timestamp;

/// The UTF-8 byte order mark. Without it, spreadsheets assume another encoding.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns fields as a CSV line, quoted where needed.
pub(crate) fn csv_row<T: AsRef<[u8]>>(fields: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let outcome = writer.write_record(fields);
    let bytes = writer.into_inner().unwrap_or_default();
    debug_assert!(outcome.is_ok(), "writing to memory does not fail");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Prefixes a text with an apostrophe if a spreadsheet would run it as a formula.
pub(crate) fn escape_formula(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) { "'" } else { "" };
    format!("{guard}{text}")
}

/// Formats a time with a UTC offset in minutes, east positive (RFC 3339).
pub(crate) fn format_local_time(moment: Timestamp, utc_offset: i32) -> String {
    let offset = FixedOffset::east_opt(utc_offset.saturating_mul(60)).unwrap_or(Utc.fix());
    let moment = DateTime::from_timestamp_millis(moment.millis()).unwrap_or_default().with_timezone(&offset);
    moment.to_rfc3339_opts(SecondsFormat::Millis, false)
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
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(escape_formula(text), expected);
        }
    }

    #[test]
    fn times_are_formatted_in_local_time() {
        let at = |offset| format_local_time(Timestamp::parse("2026-03-03T22:30:00.250Z").unwrap(), offset);
        assert_eq!(at(-210), "2026-03-03T19:00:00.250-03:30");
        assert_eq!(at(120), "2026-03-04T00:30:00.250+02:00");
        assert_eq!(at(0), "2026-03-03T22:30:00.250+00:00");
    }
}
