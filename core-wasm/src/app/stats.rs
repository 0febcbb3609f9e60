//! Statistics: what is asked of them, and every change of a session.

use super::App;
use crate::board::history::SessionChange;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::{ExportFormat, Intent};
use crate::protocol::record::FocusSession;
use crate::protocol::stored::OutboxEntry;
use crate::stats::machine::Stats;
use crate::stats::{edit, local_day};
use crate::sync::outbox::Outbox;

/// What is said where the server cannot be asked for an export.
const EXPORT_FAILED: &str = "Your sessions could not be exported. Please try again when you are online.";

impl App {
    /// What a person asks of the statistics.
    pub(super) fn intend_stats(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        match intent {
            Intent::LoadStats => self.stats.load(&self.outbox, turn),
            Intent::ShowWeek { weeks_ago } => self.stats.show_week(weeks_ago),
            Intent::ShowYear { year } => self.stats.show_year(year),
            Intent::LoadBreakdown { period } => self.stats.load_breakdown(period, &self.outbox, turn),
            Intent::LoadSessions => self.stats.sessions.load(turn),
            Intent::LoadMoreSessions => self.stats.sessions.load_more(turn),
            Intent::AddSession { session } => {
                let session = edit::added(&session, env)?;
                // As if it had been there and deleted: that is what taking it back comes to.
                let never = FocusSession { is_deleted: true, ..session.clone() };
                self.say_session("Focus session added", &session, never, env, turn);
                self.keep_session(session, None, turn);
            }
            Intent::EditSession { session_id, session: entry } => {
                let known = self.known_session(session_id)?;
                let session = edit::edited(&known, &entry, env)?;
                if (FocusSession { revision: known.revision, ..session.clone() }) != known {
                    self.say_session("Focus session changed", &session, known.clone(), env, turn);
                    self.keep_session(session, Some(known), turn);
                }
            }
            Intent::DeleteSession { session_id } => {
                let known = self.known_session(session_id)?;
                let session = FocusSession { revision: known.revision + 1, is_deleted: true, ..known.clone() };
                self.say_session("Focus session deleted", &session, known.clone(), env, turn);
                self.keep_session(session, Some(known), turn);
            }
            Intent::ExportSessions { format } => {
                self.check_account()?;
                self.export = Some(format);
                self.outbox.wake_all(turn);
            }
            _ => return Err(ErrorCode::NotFound),
        }
        Ok(())
    }

    /// A session of the list as it is now.
    fn known_session(&self, id: Id) -> Result<FocusSession, ErrorCode> {
        self.stats.sessions.find(id, &self.outbox).filter(|known| !known.is_deleted).ok_or(ErrorCode::NotFound)
    }

    /// Says what was done, and offers to take it back.
    fn say_session(&mut self, what: &str, now: &FocusSession, back: FocusSession, env: &Env, turn: &mut Turn) {
        let message = what.to_owned();
        let undo = Some(self.boards.record_session(SessionChange { now: now.clone(), back }, env));
        turn.step.ui.push(UiEffect::Toast { kind: ToastKind::Blank, message, undo });
    }

    /// Takes a change back, of boards or of sessions: the one with an id, or the last.
    pub(super) fn undo(&mut self, change_id: Option<Id>, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let (stats, outbox) = (&mut self.stats, &self.outbox);
        self.boards.undo(change_id, &mut |change, turn| turn_back(change, stats, outbox, turn), env, turn)
    }

    /// Makes the change again that was taken back last.
    pub(super) fn redo(&mut self, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let (stats, outbox) = (&mut self.stats, &self.outbox);
        self.boards.redo(&mut |change, turn| turn_back(change, stats, outbox, turn), env, turn)
    }

    /// The server has answered what the statistics asked for.
    pub(super) fn stats_answered(&mut self, purpose: &Purpose, answer: &Answer, env: &Env, turn: &mut Turn) {
        match purpose {
            Purpose::LoadFocusDays => self.stats.loaded(answer, &self.outbox, self.prefs.get(), turn),
            Purpose::LoadBreakdown => self.stats.breakdown.loaded(answer, turn),
            Purpose::LoadLatestSessions { before } => self.stats.sessions.loaded(*before, answer, turn),
            Purpose::LoadFocusTime { board_id } => self.focus_times.loaded(*board_id, answer, &self.outbox, turn),
            Purpose::Export { format } => exported(*format, answer, env, turn),
            _ => {}
        }
    }

    /// A focus session has ended, or was changed: it counts at once, and goes to the server when it can. `previous` is what
    /// was known of it before.
    pub(super) fn keep_session(&mut self, session: FocusSession, previous: Option<FocusSession>, turn: &mut Turn) {
        turn.entries.push(OutboxEntry::FocusSession { session, previous: previous.map(Box::new) });
    }

    /// What is made of sessions follows the outbox, the boards, the day and the preferences.
    pub(super) fn follow_stats(&mut self, env: &Env, turn: &mut Turn) {
        let left = self.outbox.take_left();
        self.stats.set_limited(self.is_limited(), turn);
        self.stats.follow(&left, &self.outbox, &self.boards, self.prefs.get(), env, turn);
        self.focus_times.follow(&left, &self.outbox, &self.boards, turn);
        // An export has all of it: what waits is sent first, unless the clock has to be set right for it.
        if let Some(format) = self.export {
            let waits = self.outbox.sessions().next().is_some() && !self.outbox.has_notice();
            if waits && self.outbox.is_offline() {
                self.export = None;
                turn.step.ui.push(export_failed());
            } else if !waits {
                self.export = None;
                let path = format!("/focus-sessions/export/?format={}", extension(format));
                turn.calls.push(Call::get(Purpose::Export { format }, path));
            }
        }
    }
}

/// Puts a version of a session back, and answers what takes that back.
fn turn_back(change: SessionChange, stats: &Stats, outbox: &Outbox, turn: &mut Turn) -> Option<SessionChange> {
    // Another device may have changed it since; what was deleted, or lies far back, is not in the list.
    let known = stats.sessions.find(change.now.id, outbox).unwrap_or(change.now);
    let now = FocusSession { revision: known.revision + 1, ..change.back };
    turn.entries.push(OutboxEntry::FocusSession { session: now.clone(), previous: Some(Box::new(known.clone())) });
    Some(SessionChange { now, back: known })
}

/// The export has come, or has not.
fn exported(format: ExportFormat, answer: &Answer, env: &Env, turn: &mut Turn) {
    match answer {
        Answer::Arrived { status: 200..=299, body } => {
            let (media_type, mark) = match format {
                // The server's mark of UTF-8, for spreadsheets: a browser takes it off what it reads.
                ExportFormat::Csv => ("text/csv", "\u{feff}"),
                ExportFormat::Json => ("application/json", ""),
            };
            let day = local_day(env.now, env.utc_offset, 0);
            turn.step.ui.push(UiEffect::Download {
                name: format!("twentyfour-sessions-{day}.{}", extension(format)),
                media_type: media_type.to_owned(),
                text: format!("{mark}{}", body.trim_start_matches('\u{feff}')),
            });
        }
        _ => {
            turn.log("Error exporting focus sessions");
            turn.step.ui.push(export_failed());
        }
    }
}

fn export_failed() -> UiEffect {
    UiEffect::Toast { kind: ToastKind::Error, message: EXPORT_FAILED.to_owned(), undo: None }
}

fn extension(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Csv => "csv",
        ExportFormat::Json => "json",
    }
}
