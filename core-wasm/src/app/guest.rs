//! Guests: people who try the app out without an account (SPEC E1 to E6). All that they make waits in an outbox that nobody sends,
//! and becomes an account's when they sign up or log in.

use super::App;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::FocusBreakdownAnswer;
use crate::protocol::id::Id;
use crate::protocol::stored::{OutboxEntry, kept};
use crate::stats::absent::newest;
use crate::stats::shares::{Share, sum_up};
use crate::stats::{FocusSum, focus_sums};

/// For how long an account counts as new.
const NEW_FOR_MILLISECONDS: i64 = 60 * 60_000;

impl App {
    /// Whether a guest has the app.
    pub(super) fn is_guest(&self) -> bool {
        self.account == Some(Id::GUEST)
    }

    /// Refuses a guest what only an account has (SPEC E2).
    pub(super) fn check_account(&self) -> Result<(), ErrorCode> {
        if self.is_guest() { Err(ErrorCode::SignedOut) } else { Ok(()) }
    }

    /// What a guest has changed and is not to be kept in their outbox leaves: preferences are this browser's (SPEC E5). Sums by board
    /// follow new sessions, since no server tells that it has them.
    pub(super) fn take_in_for_guest(&mut self, entries: &mut Vec<OutboxEntry>, turn: &mut Turn) {
        if self.is_guest() {
            entries.retain(|entry| !matches!(entry, OutboxEntry::Preferences { .. }));
            if entries.iter().any(|entry| matches!(entry, OutboxEntry::FocusSession { .. })) {
                self.stats.breakdown.refresh(turn);
            }
        }
    }

    /// Answers what the pages of a guest ask in their name, as a server would that holds nothing (SPEC E2). Answers whether anything
    /// was asked.
    pub(super) fn answer_guest(&mut self, env: &Env, turn: &mut Turn) -> bool {
        if !self.is_guest() {
            return false;
        }
        let (asked, others): (Vec<Call>, Vec<Call>) =
            std::mem::take(&mut turn.calls).into_iter().partition(|call| call.is_authorised);
        turn.calls = others;
        let was_asked = !asked.is_empty();
        for call in asked {
            let answer = self.guest_answer(&call.purpose);
            self.deliver(call, &answer, env, turn);
        }
        was_asked
    }

    fn guest_answer(&self, purpose: &Purpose) -> Answer {
        let body = match purpose {
            Purpose::LoadBreakdown => crate::json(&self.breakdown_of_guest()),
            purpose => match nothing(purpose) {
                Some(body) => body.to_owned(),
                None => {
                    return Answer::Arrived { status: 404, body: crate::json(&Rejection::from(ErrorCode::NotFound)) };
                }
            },
        };
        Answer::Arrived { status: 200, body }
    }

    /// What a guest has focused, by board and label (SPEC S39).
    fn breakdown_of_guest(&self) -> FocusBreakdownAnswer {
        let Some((from, to)) = self.stats.breakdown.asked() else { return FocusBreakdownAnswer::default() };
        let sums = focus_sums(newest(&self.outbox), self.prefs.get().day_start_minutes);
        sum_up(sums.iter().filter(|sum| (from..=to).contains(&sum.sum.day)).map(|sum| self.share_of_guest(sum)))
    }

    fn share_of_guest(&self, sum: &FocusSum) -> Share {
        let records = sum.board_id.and_then(|id| self.boards.records_of(id));
        let board = records.map(|records| &records.board);
        let card = records.zip(sum.card_id).and_then(|(records, id)| records.cards.get(&id));
        Share {
            board: board.map(|board| {
                let color = board.color.as_ref().map(|color| color.as_str().to_owned());
                (board.id, board.name.as_str().to_owned(), color)
            }),
            labels: card.map(|card| card.labels.clone()).unwrap_or_default(),
            focused: sum.sum.focused,
            sessions: sum.sum.sessions,
        }
    }

    /// What a guest has kept in this browser becomes the account's that is signed in now (SPEC E3). It is one write: nobody sees
    /// half of it, and what several tabs move has the same ids.
    pub(super) fn guest_loaded(&mut self, account: Id, stored: Vec<(String, String)>, turn: &mut Turn) {
        if account == Id::GUEST {
            // Whoever it was asked for has left meanwhile.
            return;
        }
        let (outbox, draft) = (kept::outbox(Id::GUEST), kept::draft(Id::GUEST));
        let (mut entries, mut drafts) = (vec![], vec![]);
        for (key, text) in stored {
            if let Some(id) = key.strip_prefix(&outbox) {
                let moved = format!("{}{id}", kept::outbox(account));
                turn.keep(moved.clone(), text.clone());
                entries.push((moved, text));
            } else if let Some(field) = key.strip_prefix(&draft).filter(|field| !self.drafts.holds(field)) {
                turn.keep(format!("{}{field}", kept::draft(account)), text.clone());
                drafts.push((field.to_owned(), text));
            } else if key == kept::calls(Id::GUEST) {
                self.tasks.reminders().adopt(account, &text, turn);
            }
            turn.unkeep(key);
        }
        self.drafts.restore(drafts, turn);
        self.take_in_stored(account, entries, turn);
    }

    /// Whether the account that is signed in was made within the last hour: by the guest, though the answer to that may have been lost,
    /// or have gone by way of Google (SPEC E5).
    pub(super) fn is_account_new(&self, env: &Env) -> bool {
        let joined = self.session.user().map(|user| user.date_joined.millis());
        joined.is_some_and(|joined| env.now.millis() - joined < NEW_FOR_MILLISECONDS)
    }

    /// The same where the browser keeps nothing.
    pub(super) fn adopt_unkept_of_guest(&mut self) {
        if let Some(account) = self.account.filter(|account| *account != Id::GUEST)
            && let Some(entries) = self.unkept.remove(&Id::GUEST)
        {
            self.unkept.entry(account).or_default().extend(entries);
        }
    }
}

/// What a server says that holds nothing of anybody; `None` where it does not know what it was asked for.
fn nothing(purpose: &Purpose) -> Option<&'static str> {
    Some(match purpose {
        Purpose::LoadBoards => "[]",
        Purpose::LoadTasks | Purpose::LoadTrash => r#"{"boards":[]}"#,
        Purpose::LoadActivity { .. } => r#"{"activity":[]}"#,
        Purpose::LoadFocusDays => r#"{"days":[]}"#,
        Purpose::LoadLatestSessions { .. } => r#"{"sessions":[],"has_more":false}"#,
        Purpose::LoadFocusTime { .. } => r#"{"cards":[]}"#,
        Purpose::LoadNotes { .. } => r#"{"notes":[],"removed":[],"version":0,"has_more":false}"#,
        Purpose::LoadNoteVersions { .. } => r#"{"versions":[]}"#,
        Purpose::LoadPictures => r#"{"pictures":[]}"#,
        _ => return None,
    })
}
