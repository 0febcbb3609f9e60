//! Export of all focus sessions as a file, page by page, so that memory use is constant.

use super::local_time::format_local_time;
use crate::error::DomainError;
use crate::policy;
use crate::services::Context;
use core_wasm::protocol::http::NamedSession;
use core_wasm::protocol::intent::ExportFormat;
use core_wasm::protocol::record::Segment;
use core_wasm::stats;
use formats::csv_table::{BYTE_ORDER_MARK, csv_row, escape_formula};
use futures_util::stream::{self, Stream, StreamExt};
use twentyfour_model::Actor;
use twentyfour_model::Owner;
use twentyfour_store::ReadPool;
use twentyfour_store::focus_sessions::{self, SessionCursor};
use twentyfour_store::{json, tag};

/// The number of sessions per page.
const PAGE_SIZE: i64 = 1_000;

/// Streams an account's sessions that are not deleted, the oldest first: as JSON with all stored fields, or the focus
/// sessions as CSV with the names of their boards and cards. The export is not a snapshot; each page is read when it is
/// needed. If a later page fails, the stream ends with an error, so that an incomplete file is not mistaken for a
/// complete one.
///
/// # Errors
/// Returns an error if the first page cannot be read.
pub async fn export(
    context: &Context,
    account: Actor,
    format: ExportFormat,
) -> Result<impl Stream<Item = Result<String, DomainError>> + Send + use<>, DomainError> {
    let pool = context.database.pool().clone();
    let mut export = SessionExport { pool, owner: policy::owner_of(account), format, after: None, is_done: false };
    let first = export.next_page().await?;
    let rest = stream::try_unfold(export, |mut export| async move {
        let page = export.next_page().await?;
        Ok(page.map(|page| (page, export)))
    });
    Ok(stream::iter(first.map(Ok)).chain(rest))
}

/// An export in progress. It holds no database connection between pages, so slow clients do not block others.
struct SessionExport {
    pool: ReadPool,
    owner: Owner,
    format: ExportFormat,
    /// The position of the last session that was written.
    after: Option<SessionCursor>,
    is_done: bool,
}

impl SessionExport {
    /// Returns the next part of the file, or `None` at its end.
    async fn next_page(&mut self) -> Result<Option<String>, DomainError> {
        if self.is_done {
            return Ok(None);
        }
        let (head, tail) = match self.format {
            ExportFormat::Csv => (format!("{BYTE_ORDER_MARK}{}", csv_row(COLUMNS)), ""),
            ExportFormat::Json => ("{\"sessions\":[".to_owned(), "]}"),
        };
        let mut text = if self.after.is_none() { head } else { String::new() };
        let page = focus_sessions::earliest(&self.pool, self.owner, self.after, PAGE_SIZE).await?;
        for (starts_at, named) in &page {
            match self.format {
                ExportFormat::Csv => text.extend(row(named).map(csv_row)),
                ExportFormat::Json => {
                    text.push_str(if self.after.is_some() { "," } else { "" });
                    text.push_str(&json(&named.session));
                }
            }
            self.after = Some((*starts_at, named.session.id));
        }
        if (page.len() as i64) < PAGE_SIZE {
            self.is_done = true;
            text.push_str(tail);
        }
        Ok(Some(text))
    }
}

/// The columns of the CSV file.
pub const COLUMNS: [&str; 10] =
    ["id", "start", "end", "utc_offset", "focused_seconds", "planned_seconds", "outcome", "board", "card", "segments"];

/// Returns a focus session as a CSV row, or `None` if it is not counted.
pub fn row(NamedSession { session, board_name, card_title }: &NamedSession) -> Option<[String; 10]> {
    let (first, last) = session.segments.first().zip(session.segments.last())?;
    if !stats::is_counted(session) {
        return None;
    }
    let focused: i64 = stats::day_sums([session], 0).iter().map(|sum| sum.focused).sum();
    Some([
        session.id.to_string(),
        format_local_time(first.start, first.utc_offset),
        format_local_time(last.end, last.utc_offset),
        first.utc_offset.to_string(),
        (focused / 1_000).to_string(),
        session.planned.to_string(),
        tag(&session.outcome),
        escape_formula(board_name.as_deref().unwrap_or_default()),
        escape_formula(card_title.as_deref().unwrap_or_default()),
        session.segments.iter().map(interval).collect::<Vec<_>>().join(" "),
    ])
}

/// Returns a segment as an ISO 8601 interval.
fn interval(segment: &Segment) -> String {
    format!(
        "{}/{}",
        format_local_time(segment.start, segment.utc_offset),
        format_local_time(segment.end, segment.utc_offset)
    )
}
