//! The live connection, and what it tells (SPEC Y25 to Y28).

use super::App;
use crate::call::Turn;
use crate::env::Env;
use crate::protocol::live::LiveMessage;
use crate::sync::live::Need;

impl App {
    /// Follows who is signed in; what an input has led to on the live connection is carried out.
    pub(super) fn follow_live(&mut self, env: &Env, turn: &mut Turn) {
        let need = self.live.follow(self.account.filter(|_| !self.is_guest()), self.session.gate.access(env), turn);
        self.meet(need, env, turn);
        self.outbox.set_live(self.live.is_live(), turn);
    }

    /// The connection is open.
    pub(super) fn socket_opened(&mut self, env: &Env, turn: &mut Turn) {
        self.live.opened(self.session.gate.access(env), env, turn);
    }

    /// The server said something.
    pub(super) fn socket_text(&mut self, text: &str, env: &Env, turn: &mut Turn) {
        match self.live.heard(text, env, turn) {
            Some(LiveMessage::Ready) => {
                self.is_away = false;
                self.session.server_is_back(turn);
                self.boards.live(&self.outbox, turn);
                self.prefs.refresh(&self.outbox, turn);
                self.refresh_pages(env, turn);
            }
            Some(LiveMessage::Changed { board_id, since, version: _, records }) => {
                self.pages_overtaken();
                self.boards.changed(board_id, since, records, &self.outbox, turn);
            }
            Some(LiveMessage::NotesChanged { version }) => self.notes.changed(version),
            Some(LiveMessage::PreferencesChanged) => self.prefs.refresh(&self.outbox, turn),
            Some(LiveMessage::Pong) | None => {}
        }
    }

    /// The connection is closed.
    pub(super) fn socket_closed(&mut self, code: u16, env: &Env, turn: &mut Turn) {
        let told = self.live.token().cloned();
        self.is_away |= self.live.is_live();
        let need = match self.live.closed(code, env, turn) {
            // It has been renewed meanwhile.
            Need::OtherToken if told != self.session.gate.tokens().access => Need::Nothing,
            need => need,
        };
        self.meet(need, env, turn);
    }

    /// The alarm of the live connection has gone off.
    pub(super) fn live_alarm(&mut self, env: &Env, turn: &mut Turn) {
        // The token that the connection lives on is renewed before it runs out, so that it need not be closed.
        if self.live.is_live() && self.session.gate.runs_out_soon(env) {
            self.session.gate.renew(env, &mut turn.step.io);
        }
        let was_live = self.live.is_live();
        let need = self.live.alarm(self.session.gate.access(env), env, turn);
        self.is_away |= was_live && !self.live.is_live();
        self.meet(need, env, turn);
    }

    /// The page is visible again, or the network is back.
    pub(super) fn wake_live(&mut self, env: &Env, turn: &mut Turn) {
        let need = self.live.wake(self.session.gate.access(env), turn);
        self.meet(need, env, turn);
    }

    fn meet(&mut self, need: Need, env: &Env, turn: &mut Turn) {
        match need {
            Need::Nothing => {}
            Need::Token => self.session.gate.renew(env, &mut turn.step.io),
            Need::OtherToken => self.session.gate.refuse_access(env, &mut turn.step.io),
        }
    }
}
