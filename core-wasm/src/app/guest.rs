//! Guests: people who try the app without an account (SPEC E1 to E6). Their changes wait in an outbox that is never
//! sent, and move to an account when they sign up or log in.

use super::App;
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::FocusBreakdownResponse;
use crate::protocol::id::Id;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{OutboxEntry, idb_key};
use crate::stats::shares::{FocusShare, ShareBoard, group_shares};
use crate::stats::{FocusSum, focus_sums};

/// How long an account counts as new, in milliseconds.
const NEW_ACCOUNT_WINDOW_MS: i64 = 60 * 60_000;

impl App {
    /// Returns whether the app is used by a guest.
    pub(super) fn is_guest(&self) -> bool {
        self.account_id == Some(Id::GUEST)
    }

    /// Refuses an action that needs an account if the user is a guest (SPEC E2).
    pub(super) fn check_account(&self) -> Result<(), ErrorCode> {
        if self.is_guest() { Err(ErrorCode::SignedOut) } else { Ok(()) }
    }

    /// Removes the entries that a guest's outbox does not store: preferences belong to the browser (SPEC E5). Refreshes
    /// the breakdown after new sessions and moves of cards, because no server response triggers that.
    pub(super) fn filter_guest_entries(&mut self, entries: &mut Vec<OutboxEntry>, ctx: &mut Context) {
        if self.is_guest() {
            entries.retain(|entry| !matches!(entry, OutboxEntry::Preferences { .. }));
            let changes_breakdown = |entry: &OutboxEntry| match entry {
                OutboxEntry::BoardOp { op, .. } => op.change.other_board().is_some(),
                entry => matches!(entry, OutboxEntry::FocusSession { .. }),
            };
            if entries.iter().any(changes_breakdown) {
                self.stats.breakdown.refresh(ctx);
            }
        }
    }

    /// Responds to a guest's requests as a server without any data would (SPEC E2). Returns whether there were any.
    pub(super) fn respond_to_guest_requests(&mut self, env: &Env, ctx: &mut Context) -> bool {
        if !self.is_guest() {
            return false;
        }
        let (guest_requests, others): (Vec<ApiRequest>, Vec<ApiRequest>) =
            std::mem::take(&mut ctx.requests).into_iter().partition(|request| request.needs_token);
        ctx.requests = others;
        let had_requests = !guest_requests.is_empty();
        for request in guest_requests {
            let response = self.guest_response(&request.purpose);
            self.deliver(request, &response, env, ctx);
        }
        had_requests
    }

    fn guest_response(&self, purpose: &Purpose) -> ApiResponse {
        let body = match purpose {
            Purpose::LoadBreakdown => json::json(&self.guest_breakdown()),
            purpose => match empty_response_body(purpose) {
                Some(body) => body.to_owned(),
                None => {
                    return ApiResponse::Received {
                        status: 404,
                        body: json::json(&Rejection::from(ErrorCode::NotFound)),
                    };
                }
            },
        };
        ApiResponse::Received { status: 200, body }
    }

    /// Computes the guest's focused time by board and label (SPEC S39).
    fn guest_breakdown(&self) -> FocusBreakdownResponse {
        let Some(span) = self.stats.breakdown.requested_span() else { return FocusBreakdownResponse::default() };
        let sums = focus_sums(self.pending_sessions.newest(), self.prefs.get().day_start_minutes);
        group_shares(sums.iter().filter(|sum| span.contains(sum.sum.day)).map(|sum| self.guest_share(sum)))
    }

    fn guest_share(&self, sum: &FocusSum) -> FocusShare {
        let records = sum.board_id.and_then(|id| self.boards.records_of(id));
        let board = records.map(|records| &records.board);
        let card = records.zip(sum.card_id).and_then(|(records, id)| records.cards.get(&id));
        FocusShare {
            board: board.map(|board| ShareBoard {
                id: board.id,
                name: board.name.as_str().to_owned(),
                color: board.color.as_ref().map(|color| color.as_str().to_owned()),
            }),
            labels: card.map(|card| card.labels.clone()).unwrap_or_default(),
            focused: sum.sum.focused,
            sessions: sum.sum.sessions,
        }
    }

    /// Moves a guest's stored data to the account that is now signed in (SPEC E3). All of it is one write, so that no
    /// tab sees a part of it. The entries keep their ids, so that several tabs can move them without creating
    /// duplicates.
    pub(super) fn import_guest_data(&mut self, account: Id, stored: Vec<(String, String)>, ctx: &mut Context) {
        if account == Id::GUEST {
            // The account has changed since the data was requested.
            return;
        }
        let (outbox, draft) = (idb_key::outbox_prefix(Id::GUEST), idb_key::draft_prefix(Id::GUEST));
        let (mut entries, mut drafts) = (vec![], vec![]);
        for (key, text) in stored {
            if let Some(id) = key.strip_prefix(&outbox) {
                let new_key = format!("{}{id}", idb_key::outbox_prefix(account));
                ctx.write_idb(new_key.clone(), text.clone());
                entries.push((new_key, text));
            } else if let Some(field) = key.strip_prefix(&draft).filter(|field| !self.drafts.contains(field)) {
                ctx.write_idb(format!("{}{field}", idb_key::draft_prefix(account)), text.clone());
                drafts.push((field.to_owned(), text));
            } else if key == idb_key::fired_reminders(Id::GUEST) {
                self.tasks.reminders().import_guest_fired(account, &text, ctx);
            }
            ctx.delete_idb(key);
        }
        self.drafts.restore(drafts, ctx);
        self.merge_stored_entries(account, entries, ctx);
    }

    /// Returns whether the signed-in account was created within the last hour, most likely by this guest (SPEC E5). The
    /// age decides because the response to the sign-up may be lost, and a sign-up with Google has none.
    pub(super) fn is_account_new(&self, env: &Env) -> bool {
        let joined = self.session.user().map(|user| user.date_joined.millis());
        joined.is_some_and(|joined| env.now.millis() - joined < NEW_ACCOUNT_WINDOW_MS)
    }

    /// Moves a guest's unsent entries to the account if the browser cannot store anything.
    pub(super) fn import_unsaved_guest_entries(&mut self) {
        if let Some(account) = self.account_id.filter(|account| *account != Id::GUEST)
            && let Some(entries) = self.in_memory_outboxes.remove(&Id::GUEST)
        {
            self.in_memory_outboxes.get_or_default(account).extend(entries);
        }
    }
}

/// Returns the response body of a server without any data, or `None` for an unknown request.
fn empty_response_body(purpose: &Purpose) -> Option<&'static str> {
    Some(match purpose {
        Purpose::LoadBoards => "[]",
        Purpose::LoadTasks | Purpose::LoadTrash => r#"{"boards":[]}"#,
        Purpose::LoadActivity { .. } | Purpose::LoadBoardActivity { .. } => r#"{"activity":[]}"#,
        Purpose::LoadFocusDays => r#"{"days":[]}"#,
        Purpose::LoadLatestSessions { .. } => r#"{"sessions":[],"has_more":false}"#,
        Purpose::LoadFocusTime { .. } => r#"{"cards":[]}"#,
        Purpose::LoadNotes { .. } => r#"{"notes":[],"removed":[],"version":0,"has_more":false}"#,
        Purpose::LoadNoteVersions { .. } => r#"{"versions":[]}"#,
        Purpose::LoadPictures => r#"{"pictures":[]}"#,
        _ => return None,
    })
}
