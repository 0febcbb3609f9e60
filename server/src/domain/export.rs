//! All sessions of an account as a file, written page by page: an account of many years is never held as a whole.

use super::policy::{self, Owner};
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::focus_sessions::{self, Place};
use crate::store::{json, tag};
use chrono::{DateTime, FixedOffset, Offset, SecondsFormat, Utc};
use core_wasm::protocol::http::NamedSession;
use core_wasm::protocol::intent::ExportFormat;
use core_wasm::protocol::record::Segment;
use core_wasm::protocol::time::Timestamp;
use core_wasm::stats;
use futures_util::stream::{self, Stream, StreamExt};
use sqlx::AnyPool;

/// How many sessions a page holds.
const PAGE: i64 = 1_000;

/// The sessions of an account that are not deleted, the oldest first: as JSON with all that is kept of them, or the focus
/// sessions as CSV with the names of what they were for. It is no snapshot: each page is as it stands when it is read. The first page is read before this answers, so that a database that
/// is away is told as such. Where a later one fails the stream breaks off, so that nobody takes a part for the whole.
pub(crate) async fn export(
    app: &Parts,
    account: Account,
    format: ExportFormat,
) -> Result<impl Stream<Item = Result<String, ApiError>> + Send + use<>, ApiError> {
    let pool = app.database.pool().clone();
    let mut export = Export { pool, owner: policy::own(account), format, after: None, is_over: false };
    let first = export.next_page().await?;
    let rest = stream::try_unfold(export, |mut export| async move {
        let page = export.next_page().await?;
        Ok(page.map(|page| (page, export)))
    });
    Ok(stream::iter(first.map(Ok)).chain(rest))
}

/// An export under way. It holds no connection between two pages: whoever reads slowly keeps nobody waiting.
struct Export {
    pool: AnyPool,
    owner: Owner,
    format: ExportFormat,
    /// Where the last page ended.
    after: Option<Place>,
    is_over: bool,
}

impl Export {
    /// The next part of the file; `None` after its end.
    async fn next_page(&mut self) -> Result<Option<String>, ApiError> {
        if self.is_over {
            return Ok(None);
        }
        let (head, tail) = match self.format {
            ExportFormat::Csv => (CSV_HEAD, ""),
            ExportFormat::Json => ("{\"sessions\":[", "]}"),
        };
        let mut text = String::new();
        if self.after.is_none() {
            text.push_str(head);
        }
        let page = focus_sessions::earliest(&self.pool, self.owner, self.after, PAGE).await?;
        for (starts_at, named) in &page {
            match self.format {
                ExportFormat::Csv if stats::counts(&named.session) => write_row(&mut text, named),
                ExportFormat::Csv => {}
                ExportFormat::Json => {
                    text.push_str(if self.after.is_some() { "," } else { "" });
                    text.push_str(&json(&named.session));
                }
            }
            self.after = Some((*starts_at, named.session.id));
        }
        if (page.len() as i64) < PAGE {
            self.is_over = true;
            text.push_str(tail);
        }
        Ok(Some(text))
    }
}

/// The mark of UTF-8, without which a spreadsheet takes the names for another encoding, and the names of the columns.
const CSV_HEAD: &str =
    "\u{feff}id,start,end,utc_offset,focused_seconds,planned_seconds,outcome,board,card,segments\r\n";

/// Writes a focus session as a line of CSV (RFC 4180).
fn write_row(text: &mut String, NamedSession { session, board_name, card_title }: &NamedSession) {
    let (Some(first), Some(last)) = (session.segments.first(), session.segments.last()) else { return };
    let focused: i64 = stats::day_sums([session], 0).iter().map(|sum| sum.focused).sum();
    let fields = [
        session.id.to_string(),
        local(first.start, first.utc_offset),
        local(last.end, last.utc_offset),
        first.utc_offset.to_string(),
        (focused / 1_000).to_string(),
        session.planned.to_string(),
        tag(&session.outcome),
        written_by_a_person(board_name.as_deref().unwrap_or_default()),
        written_by_a_person(card_title.as_deref().unwrap_or_default()),
        session.segments.iter().map(interval).collect::<Vec<_>>().join(" "),
    ];
    for (index, field) in fields.iter().enumerate() {
        text.push_str(if index == 0 { "" } else { "," });
        push_field(text, field);
    }
    text.push_str("\r\n");
}

/// Adds a field, in quotes where it needs them.
fn push_field(text: &mut String, field: &str) {
    if field.contains([',', '"', '\r', '\n']) {
        text.push('"');
        text.push_str(&field.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(field);
    }
}

/// A text that somebody chose. A spreadsheet would take one that begins like a formula for one, and run it.
fn written_by_a_person(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) { "'" } else { "" };
    format!("{guard}{text}")
}

/// A stretch as an interval of ISO 8601.
fn interval(segment: &Segment) -> String {
    format!("{}/{}", local(segment.start, segment.utc_offset), local(segment.end, segment.utc_offset))
}

/// A moment by the clock that the person saw (RFC 3339). The offset is in minutes, east positive.
fn local(moment: Timestamp, utc_offset: i32) -> String {
    let offset = FixedOffset::east_opt(utc_offset.saturating_mul(60)).unwrap_or(Utc.fix());
    let moment = DateTime::from_timestamp_millis(moment.millis()).unwrap_or_default().with_timezone(&offset);
    moment.to_rfc3339_opts(SecondsFormat::Millis, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for (field, expected) in
            [("", ""), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "\"a\r\nb\"")]
        {
            let mut text = String::new();
            push_field(&mut text, field);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn what_begins_like_a_formula_is_text() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(written_by_a_person(text), expected);
        }
    }

    #[test]
    fn moments_are_by_the_clock_that_the_person_saw() {
        let at = |offset| local(Timestamp::parse("2026-03-03T22:30:00.250Z").unwrap(), offset);
        assert_eq!(at(-210), "2026-03-03T19:00:00.250-03:30");
        assert_eq!(at(120), "2026-03-04T00:30:00.250+02:00");
        assert_eq!(at(0), "2026-03-03T22:30:00.250+00:00");
    }
}
