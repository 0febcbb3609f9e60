//! Statistics: what is asked of them, and every change of a session.

use super::App;
use crate::call::{Answer, Purpose, Turn};
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::intent::Intent;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::OutboxEntry;

impl App {
    /// What a person asks of the statistics.
    pub(super) fn intend_stats(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        match intent {
            Intent::LoadStats => self.stats.load(self.prefs.get(), env, turn),
            _ => return Err(ErrorCode::NotFound),
        }
        Ok(())
    }

    /// The server has answered what the statistics asked for.
    pub(super) fn stats_answered(&mut self, purpose: &Purpose, answer: &Answer, env: &Env, turn: &mut Turn) {
        if let Purpose::LoadFocusDays { .. } = purpose {
            self.stats.loaded(answer, &self.outbox, self.prefs.get(), env, turn);
        }
    }

    /// A focus session has ended, or was changed: it counts at once, and goes to the server when it can. `previous` is what
    /// was known of it before.
    pub(super) fn keep_session(
        &mut self,
        session: FocusSession,
        previous: Option<FocusSession>,
        env: &Env,
        turn: &mut Turn,
    ) {
        self.stats.add(session.clone(), self.prefs.get(), env, turn);
        turn.entries.push(OutboxEntry::FocusSession { session, previous: previous.map(Box::new) });
    }
}
