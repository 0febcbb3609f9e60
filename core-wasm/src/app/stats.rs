//! Statistics: the intents about them, and changes of focus sessions.

use super::App;
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::context::recording::SessionChange;
use crate::env::Env;
use crate::prefs::Prefs;
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::{ExportFormat, Intent};
use crate::protocol::messages::core as messages;
use crate::protocol::record::FocusSession;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::OutboxEntry;
use crate::protocol::time::local_day;
use crate::stats::edit;
use crate::stats::pending::{PendingSessions, SessionSync};
use crate::sync::outbox::Outbox;

impl App {
    /// Handles an intent about the statistics.
    pub(super) fn dispatch_stats(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        match intent {
            Intent::LoadStats => self.stats.load(&sync, ctx),
            Intent::ShowWeek { weeks_ago } => self.stats.show_week(weeks_ago),
            Intent::ShowYear { year } => self.stats.show_year(year),
            Intent::LoadBreakdown { period } => self.stats.load_breakdown(period, &sync, ctx),
            Intent::LoadSessions => self.stats.sessions.load(ctx),
            Intent::LoadMoreSessions => self.stats.sessions.load_more(ctx),
            Intent::AddSession { session } => {
                let session = edit::new_manual_session(&session, env)?;
                // Undoing an added session deletes it.
                let deleted_version = FocusSession { is_deleted: true, ..session.clone() };
                self.show_session_toast(messages::session_added(), &session, deleted_version, env, ctx);
                self.queue_edited_session(session, None, env, ctx);
            }
            Intent::EditSession { session_id, session: entry } => {
                let known = self.known_session(session_id)?;
                let session = edit::edited_session(&known, &entry, env)?;
                if (FocusSession { revision: known.revision, ..session.clone() }) != known {
                    self.show_session_toast(messages::session_updated(), &session, known.clone(), env, ctx);
                    self.queue_edited_session(session, Some(known), env, ctx);
                }
            }
            Intent::OpenSessionForm { session_id } => {
                let known = session_id.map(|id| self.known_session(id)).transpose()?;
                self.stats.form.open(known.as_ref(), env, ctx);
            }
            Intent::ChangeSessionForm { fields, offsets } => {
                let form = self.stats.form.view().ok_or(ErrorCode::NotFound)?;
                let known = form.session_id.map(|id| self.known_session(id)).transpose()?;
                self.stats.form.change(known.as_ref(), fields, offsets, env, ctx);
            }
            Intent::DeleteSession { session_id } => {
                let known = self.known_session(session_id)?;
                let session = FocusSession { revision: known.revision + 1, is_deleted: true, ..known.clone() };
                self.show_session_toast(messages::session_deleted(), &session, known.clone(), env, ctx);
                self.queue_edited_session(session, Some(known), env, ctx);
            }
            Intent::ExportSessions { format } => {
                self.check_account()?;
                self.pending_export = Some(format);
                self.outbox.request_retry(ctx);
                self.continue_session_export(ctx);
            }
            _ => return Err(ErrorCode::NotFound),
        }
        Ok(())
    }

    /// Returns a session of the list in its current version.
    fn known_session(&self, id: Id) -> Result<FocusSession, ErrorCode> {
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        self.stats.sessions.find(id, &sync).filter(|known| !known.is_deleted).ok_or(ErrorCode::NotFound)
    }

    /// Shows a toast about a changed session, with a button to undo the change.
    fn show_session_toast(
        &mut self,
        message: &str,
        now: &FocusSession,
        before: FocusSession,
        env: &Env,
        ctx: &mut Context,
    ) {
        let undo = Some(ctx.record_session_undo(SessionChange { after: now.clone(), before }, env));
        ctx.step.ui_effects.push(UiEffect::Toast { kind: ToastKind::Blank, message: message.to_owned(), undo });
    }

    /// Handles the response to a request about statistics.
    pub(super) fn on_stats_response(
        &mut self,
        purpose: &Purpose,
        response: &ApiResponse,
        env: &Env,
        ctx: &mut Context,
    ) {
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        match purpose {
            Purpose::LoadFocusDays => self.stats.on_response(response, &sync, self.prefs.get(), ctx),
            Purpose::LoadBreakdown => self.stats.breakdown.on_response(response, ctx),
            Purpose::LoadLatestSessions { before } => self.stats.sessions.on_response(*before, response, ctx),
            Purpose::LoadFocusTime { board_id } => {
                self.focus_times.on_response(*board_id, response, &sync, &self.boards, ctx);
            }
            Purpose::ExportSessions { format } => offer_export(*format, response, env, ctx),
            _ => {}
        }
    }

    /// Queues a new or changed focus session to be sent. It counts in the statistics immediately. `previous` is its
    /// last known version.
    pub(super) fn queue_session(&mut self, session: FocusSession, previous: Option<FocusSession>, ctx: &mut Context) {
        ctx.outbox_entries.push(OutboxEntry::FocusSession { session, previous: previous.map(Box::new) });
    }

    /// Queues a session that the user has added, changed or deleted by hand. The timer is notified, because the session
    /// may be the one in progress.
    fn queue_edited_session(
        &mut self,
        session: FocusSession,
        previous: Option<FocusSession>,
        env: &Env,
        ctx: &mut Context,
    ) {
        let id = session.id;
        self.queue_session(session, previous, ctx);
        self.on_session_edited(id, env, ctx);
    }

    /// Updates the statistics and the focused time of the open board, after all events have been routed.
    pub(super) fn reconcile_stats(&mut self, env: &Env, ctx: &mut Context) {
        let results = std::mem::take(&mut self.sync_results.sessions);
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        self.stats.reconcile(&results, &sync, &self.boards, self.prefs.get(), env, ctx);
        self.focus_times.reconcile(&results, &sync, &self.boards, ctx);
    }

    /// Requests the export that the user waits for, if there is one, or reports that it failed. It has to include all
    /// sessions, so the unsent ones are sent first, unless the user's clock has to be corrected for that.
    pub(super) fn continue_session_export(&mut self, ctx: &mut Context) {
        if let Some(format) = self.pending_export {
            let must_wait = !self.pending_sessions.is_empty() && !self.outbox.has_notice();
            if must_wait && self.outbox.is_offline() {
                self.pending_export = None;
                ctx.step.ui_effects.push(export_failed());
            } else if !must_wait {
                self.pending_export = None;
                let path = format!("/focus-sessions/export/?format={}", extension(format));
                ctx.requests.push(ApiRequest::get(Purpose::ExportSessions { format }, path));
            }
        }
    }
}

/// Handles the response to an export: offers the file as a download, or reports the failure.
fn offer_export(format: ExportFormat, response: &ApiResponse, env: &Env, ctx: &mut Context) {
    match response {
        ApiResponse::Received { status: 200..=299, body } => {
            let (media_type, byte_order_mark) = match format {
                // Spreadsheets need the byte order mark of UTF-8. The browser removes the server's while decoding the
                // response.
                ExportFormat::Csv => ("text/csv", "\u{feff}"),
                ExportFormat::Json => ("application/json", ""),
            };
            let day = local_day(env.now, env.utc_offset, 0);
            ctx.step.ui_effects.push(UiEffect::Download {
                name: format!("twentyfour-sessions-{day}.{}", extension(format)),
                media_type: media_type.to_owned(),
                text: format!("{byte_order_mark}{}", body.trim_start_matches('\u{feff}')),
            });
        }
        _ => {
            ctx.log("Error exporting focus sessions");
            ctx.step.ui_effects.push(export_failed());
        }
    }
}

fn export_failed() -> UiEffect {
    UiEffect::Toast { kind: ToastKind::Error, message: messages::sessions_export_failed().to_owned(), undo: None }
}

fn extension(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Csv => "csv",
        ExportFormat::Json => "json",
    }
}

/// Returns what statistics need to know about the outbox. It borrows only the unsent sessions, so that a machine can be
/// called with it.
pub(super) fn session_sync<'a>(
    outbox: &Outbox<OutboxEntry>,
    pending: &'a PendingSessions,
    prefs: &Prefs,
) -> SessionSync<'a> {
    SessionSync {
        pending,
        is_complete: outbox.is_storage_loaded(),
        account: outbox.owner(),
        is_leader: outbox.is_leader(),
        has_pending_preferences: prefs.has_pending(),
    }
}
