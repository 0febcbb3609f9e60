//! Focused time of the open board, its lists and its cards (SPEC S50 to S54): the server's totals, with the sessions
//! that have not been sent yet on top.

use crate::api::{ApiRequest, Purpose};
use crate::board::machine::Boards;
use crate::board::order::Ranked;
use crate::context::Context;
use crate::context::events::BoardChange;
use crate::protocol::http::{BoardFocusTimeResponse, CardFocus};
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::patch::Patch;
use crate::protocol::record::FocusSession;
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::stored::{FORMAT, StoredFocusTime, idb_key, parse_stored};
use crate::protocol::view::FocusTime;
use crate::sort::sort_by_key;
use crate::stats::machine::except_query;
use crate::stats::pending::{SessionSync, SessionSyncResult};
use crate::stats::session_totals::SessionTotals;
use crate::stats::{MIN_SESSION_MS, focused_millis, is_counted};

/// Minimum focused time of a board, a list or a card that is shown, in milliseconds.
const MIN_SHOWN_MS: i64 = 60_000;

/// The maximum number of changes that are sent as single patches. More changes replace all totals.
const MAX_SINGLE_PATCHES: usize = 8;

/// Focused time of boards.
#[derive(Debug, Default)]
pub(crate) struct FocusTimes {
    /// The totals by board, including boards that were opened earlier.
    boards: IdMap<BoardTotals>,
    /// The open board.
    open: Option<Id>,
    /// Whether the open board's totals have to be fetched, because it was just opened.
    is_fetch_due: bool,
    /// The totals in the mirror, sorted by id.
    mirrored: Vec<FocusTime>,
    /// Whether the totals, or what they are shown for, have changed since the mirror was last updated.
    is_stale: bool,
}

/// The server's totals of one board's cards, without the sessions that have not been sent yet.
type BoardTotals = SessionTotals<Vec<CardFocus>>;

impl FocusTimes {
    /// Returns the state for the mirror: the board, lists and cards with focused time, sorted by id.
    pub(crate) fn view(&self) -> Vec<FocusTime> {
        self.mirrored.clone()
    }

    /// Restores the stored totals of a board.
    pub(crate) fn restore(&mut self, account: Id, board_id: Id, text: &str, ctx: &mut Context) {
        match parse_stored(text, |stored: &StoredFocusTime| stored.format) {
            Some(stored) => {
                self.is_stale |= self.boards.get_or_default(board_id).restore(stored.cards, stored.except);
            }
            None => ctx.quarantine(idb_key::focus_time(account, board_id), text.to_owned()),
        }
    }

    /// Handles a change of the unsent sessions.
    pub(crate) fn on_pending_changed(&mut self) {
        self.is_stale = true;
    }

    fn fetch(&mut self, board_id: Id, sync: &SessionSync, boards: &Boards, ctx: &mut Context) {
        let totals = self.boards.get_or_default(board_id);
        if boards.is_unsent(board_id) {
            // The server does not know this board yet, so it has no totals for it.
            totals.set_if_unknown(vec![]);
        } else if let Some(except) = totals.start_fetch(sync) {
            let path = format!("/boards/{board_id}/focus-time/{}", except_query(&except));
            ctx.requests.push(ApiRequest::get(Purpose::LoadFocusTime { board_id }, path));
        }
    }

    /// Loads the open board's totals again, because a change may have been missed.
    pub(crate) fn refresh(&mut self, sync: &SessionSync, boards: &Boards, ctx: &mut Context) {
        if let Some(board_id) = self.open {
            self.boards.get_or_default(board_id).invalidate();
            self.fetch(board_id, sync, boards, ctx);
        }
    }

    /// Handles the response with a board's totals.
    pub(crate) fn on_response(
        &mut self,
        board_id: Id,
        response: &ApiResponse,
        sync: &SessionSync,
        boards: &Boards,
        ctx: &mut Context,
    ) {
        let totals = self.boards.get_or_default(board_id);
        match response.read::<BoardFocusTimeResponse>() {
            Ok(response) => {
                let add = &|cards: &mut Vec<CardFocus>, session: &_| add(cards, board_id, session, 1);
                if totals.on_response(response.cards, sync, add) {
                    apply_outbox_changes(totals, board_id, &[], sync);
                    store(totals, board_id, sync, ctx);
                    self.is_stale = true;
                } else {
                    self.fetch(board_id, sync, boards, ctx);
                }
            }
            Err(failure) => {
                let needs_refetch = totals.on_failure();
                if matches!(failure, Failure::Permanent { status: 404, .. }) {
                    self.forget(board_id, sync.account, ctx);
                } else {
                    ctx.log("Error fetching focused time of board");
                    if needs_refetch {
                        self.fetch(board_id, sync, boards, ctx);
                    }
                }
            }
        }
    }

    /// Deletes the totals of a board that was deleted, or that the user was removed from.
    pub(crate) fn forget(&mut self, board_id: Id, account: Option<Id>, ctx: &mut Context) {
        if let Some(account) = account {
            self.boards.remove(&board_id);
            ctx.delete_idb(idb_key::focus_time(account, board_id));
        }
    }

    /// Shows the totals of another board, or of none.
    pub(crate) fn on_open_board_changed(&mut self, open: Option<Id>) {
        (self.open, self.is_fetch_due, self.is_stale) = (open, open.is_some(), true);
    }

    /// Updates the totals after a change of the outbox or of the open board, and patches the mirror.
    pub(crate) fn reconcile(
        &mut self,
        results: &[SessionSyncResult],
        sync: &SessionSync,
        boards: &Boards,
        ctx: &mut Context,
    ) {
        if self.is_stale || !results.is_empty() {
            for (board_id, totals) in self.boards.iter_mut() {
                apply_outbox_changes(totals, *board_id, results, sync);
                // The tab that deletes sent entries from the storage stores the new totals in the same write.
                if !results.is_empty() && sync.is_leader {
                    store(totals, *board_id, sync, ctx);
                }
            }
        }
        if results.iter().any(|result| !matches!(result, SessionSyncResult::Accepted(_))) {
            self.refresh(sync, boards, ctx);
        }
        if let Some(board_id) = self.open.filter(|_| std::mem::take(&mut self.is_fetch_due)) {
            self.fetch(board_id, sync, boards, ctx);
        }
        let should_fetch = |id: &Id| self.boards.get(id).is_some_and(|totals| totals.should_fetch(sync));
        if let Some(board_id) = self.open.filter(should_fetch) {
            self.fetch(board_id, sync, boards, ctx);
        }
        if std::mem::take(&mut self.is_stale) {
            self.publish(sync, boards, ctx);
        }
    }

    /// Recomputes the lists' totals if cards may have moved between lists.
    pub(crate) fn on_boards_changed(&mut self, changes: &[BoardChange]) {
        let Some(open) = self.open else { return };
        let has_time = |card: &Id| self.mirrored.binary_search_by_key(card, |time| time.id).is_ok();
        let affects_open_board = |BoardChange { board_id, records: record_changes }: &BoardChange| {
            *board_id == open
                && (record_changes.all_changed
                    || record_changes.list_added_or_removed
                    || record_changes.cards.iter().any(has_time))
        };
        if !self.mirrored.is_empty() && changes.iter().any(affects_open_board) {
            self.is_stale = true;
        }
    }

    /// Computes the totals and updates those that have changed in the mirror.
    fn publish(&mut self, sync: &SessionSync, boards: &Boards, ctx: &mut Context) {
        let now = self.open.map_or_else(Vec::new, |board_id| self.times(board_id, sync, boards));
        let mut changes: Vec<FocusTime> = now.iter().filter(|time| !self.mirrored.contains(time)).copied().collect();
        let removed = self.mirrored.iter().filter(|time| now.binary_search_by_key(&time.id, |other| other.id).is_err());
        changes.extend(removed.map(|time| FocusTime { focused: 0, sessions: 0, ..*time }));
        if changes.len() > MAX_SINGLE_PATCHES {
            ctx.step.patches.push(Patch::FocusTimesLoaded { focus_times: json::json(&now) });
        } else {
            let patch = |focus_time| Patch::FocusTimeChanged { focus_time };
            ctx.step.patches.extend(changes.into_iter().map(patch));
        }
        self.mirrored = now;
    }

    /// Returns the totals of a board with those of its lists and cards, sorted by id. Less than a minute is left out.
    fn times(&self, board_id: Id, sync: &SessionSync, boards: &Boards) -> Vec<FocusTime> {
        let Some(totals) = self.boards.get(&board_id) else { return vec![] };
        let mut cards = totals.get().cloned().unwrap_or_default();
        for session in sync.pending.newest() {
            add(&mut cards, board_id, session, 1);
        }
        let records = boards.records_of(board_id);
        let mut sums: IdMap<(i64, i64)> = IdMap::default();
        for card in &cards {
            let known = card.card_id.zip(records).and_then(|(id, records)| records.cards.get(&id));
            // A list's total includes the cards that are in it now. Time of other cards counts for the board only.
            let list = known.filter(|card| card.is_in_use()).map(|card| card.list_id);
            for id in [Some(board_id), card.card_id, list].into_iter().flatten() {
                let sum = sums.get_or_default(id);
                *sum = (sum.0 + card.focused, sum.1 + card.sessions);
            }
        }
        let time = |(id, (focused, sessions))| FocusTime { id, focused: focused / 1_000, sessions };
        let mut times: Vec<FocusTime> =
            sums.into_iter().filter(|(_, (focused, _))| *focused >= MIN_SHOWN_MS).map(time).collect();
        sort_by_key(&mut times, |time| time.id);
        times
    }

    /// Resets the state after a change of account. The stored totals stay for their owner.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        let shown = std::mem::take(self).mirrored;
        if !shown.is_empty() {
            ctx.step.patches.push(Patch::FocusTimesLoaded { focus_times: "[]".to_owned() });
        }
    }
}

/// Updates the server's totals of a board with sessions that the server has accepted since, and removes those that are
/// pending again.
fn apply_outbox_changes(totals: &mut BoardTotals, board_id: Id, results: &[SessionSyncResult], sync: &SessionSync) {
    let change = |sign| move |cards: &mut Vec<CardFocus>, session: &_| add(cards, board_id, session, sign);
    totals.apply_outbox_changes(results, sync, &change(1), &change(-1));
}

fn store(totals: &BoardTotals, board_id: Id, sync: &SessionSync, ctx: &mut Context) {
    if let (Some(account), Some(cards)) = (sync.account, totals.get()) {
        let stored = StoredFocusTime { format: FORMAT, cards: cards.clone(), except: totals.ids().to_vec() };
        ctx.write_idb(idb_key::focus_time(account, board_id), json::json(&stored));
    }
}

/// Adds (`sign` 1) or subtracts (`sign` -1) a session, if it belongs to the board.
fn add(cards: &mut Vec<CardFocus>, board_id: Id, session: &FocusSession, sign: i64) {
    if session.board_id != Some(board_id) || !is_counted(session) {
        return;
    }
    let (focused, card_id) = (focused_millis(session), session.card_id);
    let sessions = i64::from(focused >= MIN_SESSION_MS);
    match cards.iter_mut().find(|card| card.card_id == card_id) {
        Some(card) => {
            card.focused += sign * focused;
            card.sessions += sign * sessions;
        }
        None if sign > 0 => cards.push(CardFocus { card_id, focused, sessions }),
        None => {}
    }
    cards.retain(|card| card.focused > 0);
}
