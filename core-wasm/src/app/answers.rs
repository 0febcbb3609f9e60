//! What the server has answered: each answer to the machine that asked.

use super::App;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::clock::ClockEvent;
use crate::env::Env;
use crate::session::gate::Passed;

/// The status of what goes beyond somebody's plan (RFC 9110, section 15.5.3).
const PAYMENT_REQUIRED: u16 = 402;

impl App {
    /// A request has been answered, or will not be.
    pub(super) fn answered(&mut self, id: u64, answer: Answer, env: &Env, turn: &mut Turn) {
        self.is_away = matches!(answer, Answer::Lost | Answer::TimedOut);
        let passed = self.session.gate.answer(id, answer, env, &mut turn.step.io);
        let was_authenticated = self.session.view().is_authenticated;
        self.session.passed(&passed, turn);
        let has_ended = was_authenticated && !self.session.view().is_authenticated;
        match passed {
            Passed::Delivered(call, answer) if !has_ended => self.deliver(call, &answer, env, turn),
            Passed::Lost(calls) => calls.into_iter().for_each(|call| self.deliver(call, &Answer::Lost, env, turn)),
            _ => {}
        }
    }

    /// Hands an answer to the machine that asked.
    pub(super) fn deliver(&mut self, call: Call, answer: &Answer, env: &Env, turn: &mut Turn) {
        if matches!(answer, Answer::Arrived { status: PAYMENT_REQUIRED, .. }) && !self.is_limited() {
            // A limit that nobody here knew of (SPEC L5): the user tells.
            turn.calls.push(Call::get(Purpose::LoadUser, "/user/"));
        }
        match &call.purpose {
            Purpose::LoadBoards => self.boards.list_loaded(answer, &self.outbox, turn),
            Purpose::LoadBoard { slug } => self.boards.board_loaded(slug, answer, &self.outbox, turn),
            Purpose::LoadTasks => self.tasks.loaded(answer, &mut self.boards, &self.outbox, env, turn),
            Purpose::LoadTrash => self.trash.loaded(answer, &mut self.boards, &self.outbox, turn),
            Purpose::LoadActivity { card_id } => self.boards.activity_loaded(*card_id, answer, turn),
            Purpose::CatchUp { board_id } => self.boards.caught_up(*board_id, answer, turn),
            Purpose::Send => {
                self.pages_overtaken();
                for sent in self.outbox.answered(answer, &self.boards, env, turn) {
                    self.boards.sent(sent, &self.outbox, turn);
                }
            }
            Purpose::LoadFocusDays
            | Purpose::LoadBreakdown
            | Purpose::LoadLatestSessions { .. }
            | Purpose::LoadFocusTime { .. }
            | Purpose::Export { .. } => self.stats_answered(&call.purpose, answer, env, turn),
            Purpose::LoadNotes { since } => self.notes.loaded(*since, answer, turn),
            Purpose::LoadNoteVersions { note_id } => self.notes.versions_loaded(*note_id, answer, turn),
            Purpose::LoadNoteVersion { note_id, save_id } => {
                self.notes.version_loaded(*note_id, *save_id, answer, &self.outbox, env, turn);
            }
            Purpose::LoadPlace => self.weather.place_loaded(answer, env, turn),
            Purpose::LoadWeather { path } => self.weather.loaded(path, answer, env, turn),
            Purpose::SearchPlaces { text } => self.weather.found(text, answer, env, turn),
            Purpose::LoadRandomPhoto
            | Purpose::LoadPhotos { .. }
            | Purpose::PhotoUsed
            | Purpose::LoadPictures
            | Purpose::UploadPicture
            | Purpose::DeletePicture { .. } => self.background_answered(&call.purpose, answer, env, turn),
            Purpose::LoadPreferences => {
                let is_new = self.is_account_new(env);
                self.prefs.loaded(answer, is_new, &self.outbox, turn);
                self.preferences_changed(env, turn);
            }
            Purpose::LoadAccount | Purpose::ChangeAccount { .. } | Purpose::EndLogins { .. } => {
                self.account_answered(&call.purpose, answer, env, turn);
            }
            purpose => {
                self.session.answered(purpose, answer, env, turn);
                if *purpose == Purpose::ConfirmEmail && answer.is_success() {
                    self.account_page.refresh(turn);
                }
                if *purpose == Purpose::SignUp && answer.is_success() {
                    self.prefs.bring_along(self.is_guest(), turn);
                }
                turn.extend(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
            }
        }
    }

    /// Something has changed at the server: what the pages have asked for may have been read before.
    pub(super) fn pages_overtaken(&mut self) {
        self.tasks.overtaken();
        self.trash.overtaken();
    }
}
