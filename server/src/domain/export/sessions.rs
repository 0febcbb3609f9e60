//! All sessions of an account as a file, written page by page: an account of many years is never held as a whole.

use super::csv_table::{BYTE_ORDER_MARK, csv_row, escape_formula, format_local_time};
use crate::AppState;
use crate::domain::policy::{self, Owner};
use crate::error::ApiError;
use crate::extract::Actor;
use crate::store::focus_sessions::{self, SessionCursor};
use crate::store::{json, tag};
use core_wasm::protocol::http::NamedSession;
use core_wasm::protocol::intent::ExportFormat;
use core_wasm::protocol::record::Segment;
use core_wasm::stats;
use futures_util::stream::{self, Stream, StreamExt};
use sqlx::AnyPool;

/// How many sessions a page holds.
const PAGE_SIZE: i64 = 1_000;

/// The sessions of an account that are not deleted, the oldest first: as JSON with all that is kept of them, or the focus
/// sessions as CSV with the names of what they were for. It is no snapshot: each page is as it stands when it is read. The first
/// page is read before this answers, so that a database that
/// is away is told as such. Where a later one fails the stream breaks off, so that nobody takes a part for the whole.
pub(crate) async fn export(
    app: &AppState,
    account: Actor,
    format: ExportFormat,
) -> Result<impl Stream<Item = Result<String, ApiError>> + Send + use<>, ApiError> {
    let pool = app.database.pool().clone();
    let mut export = SessionExport { pool, owner: policy::owner_of(account), format, after: None, is_done: false };
    let first = export.next_page().await?;
    let rest = stream::try_unfold(export, |mut export| async move {
        let page = export.next_page().await?;
        Ok(page.map(|page| (page, export)))
    });
    Ok(stream::iter(first.map(Ok)).chain(rest))
}

/// An export under way. It holds no connection between two pages: whoever reads slowly keeps nobody waiting.
struct SessionExport {
    pool: AnyPool,
    owner: Owner,
    format: ExportFormat,
    /// Where the last page ended.
    after: Option<SessionCursor>,
    is_done: bool,
}

impl SessionExport {
    /// The next part of the file; `None` after its end.
    async fn next_page(&mut self) -> Result<Option<String>, ApiError> {
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

/// The names of the columns.
pub(crate) const COLUMNS: [&str; 10] =
    ["id", "start", "end", "utc_offset", "focused_seconds", "planned_seconds", "outcome", "board", "card", "segments"];

/// A focus session as a row: nothing where it does not count.
pub(crate) fn row(NamedSession { session, board_name, card_title }: &NamedSession) -> Option<[String; 10]> {
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

/// A stretch as an interval of ISO 8601.
fn interval(segment: &Segment) -> String {
    format!(
        "{}/{}",
        format_local_time(segment.start, segment.utc_offset),
        format_local_time(segment.end, segment.utc_offset)
    )
}
