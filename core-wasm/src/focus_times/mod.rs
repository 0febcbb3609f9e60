//! Focused time of the open board: of each card, and what adds up on its list and on the board (SPEC S50 to S53). As the
//! server told it, with the sessions that wait to be sent on top.

use crate::board::machine::Boards;
use crate::board::order::Ranked;
use crate::board::replica::Touched;
use crate::board::stored::read;
use crate::call::{Answer, Call, Failure, Purpose, Turn};
use crate::protocol::http::{BoardFocusTimeAnswer, CardFocus};
use crate::protocol::id::{Id, IdMap};
use crate::protocol::patch::Patch;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::{FORMAT, StoredFocusTime, kept};
use crate::protocol::view::FocusTime;
use crate::sorted::sort_by_key;
use crate::stats::absent::{Absent, newest};
use crate::stats::machine::except_query;
use crate::stats::{SHORTEST_SESSION, counts, focused_millis};
use crate::sync::outbox::{Left, Mark, Outbox};

/// How many changes are told one by one; of more all sums are.
const MOST_PATCHES: usize = 8;

/// What is known of focused time on boards.
#[derive(Debug, Default)]
pub struct FocusTimes {
    /// By board, those that were opened before too.
    boards: IdMap<Sums>,
    open: Option<Id>,
    /// What the mirror holds, by id.
    shown: Vec<FocusTime>,
    /// `None` where the sums, or what lies where, are others.
    made_of: Option<Mark>,
}

/// Focused time of one board's cards.
#[derive(Debug, Default)]
struct Sums {
    /// As the server has them, without the sessions that wait here; `None` before they are known.
    base: Option<Vec<CardFocus>>,
    absent: Absent,
}

impl FocusTimes {
    /// What the shell draws: of the board, its lists and its cards those with any focused time, by their ids.
    pub fn view(&self) -> Vec<FocusTime> {
        self.shown.clone()
    }

    /// What is stored of a board has come.
    pub fn restore(&mut self, account: Id, board_id: Id, text: &str, turn: &mut Turn) {
        match read(text, |stored: &StoredFocusTime| stored.format) {
            Some(stored) => {
                let absent = Absent::restored(stored.except);
                let sums = Sums { base: Some(stored.cards), absent };
                // The server may have told more already.
                if self.boards.get(&board_id).is_none_or(|known| known.base.is_none()) {
                    self.boards.insert(board_id, sums);
                    self.made_of = None;
                }
            }
            None => turn.set_aside(kept::focus_time(account, board_id), text.to_owned()),
        }
    }

    fn fetch(&mut self, board_id: Id, outbox: &Outbox, turn: &mut Turn) {
        let sums = self.boards.entry(board_id).or_default();
        if outbox.creates(board_id) {
            // The server does not know this board yet, so it has nothing for it.
            sums.base.get_or_insert_default();
        } else if let Some(except) = sums.absent.ask(outbox) {
            let path = format!("/boards/{board_id}/focus-time/{}", except_query(&except));
            turn.calls.push(Call::get(Purpose::LoadFocusTime { board_id }, path));
        }
    }

    /// Asks for the open board's sums again: something may have been missed.
    pub fn refresh(&mut self, outbox: &Outbox, turn: &mut Turn) {
        if let Some(board_id) = self.open {
            self.boards.entry(board_id).or_default().absent.overtaken();
            self.fetch(board_id, outbox, turn);
        }
    }

    /// The sums of a board have come, or have not.
    pub fn loaded(&mut self, board_id: Id, answer: &Answer, outbox: &Outbox, turn: &mut Turn) {
        let sums = self.boards.entry(board_id).or_default();
        match answer.read::<BoardFocusTimeAnswer>() {
            Ok(answer) => {
                let mut cards = answer.cards;
                let put = &mut |session: &_| add(&mut cards, board_id, session, 1);
                if sums.absent.come(outbox, put) {
                    sums.base = Some(cards);
                    sums.follow(board_id, &[], outbox);
                    sums.keep(board_id, outbox, turn);
                    self.made_of = None;
                } else {
                    self.fetch(board_id, outbox, turn);
                }
            }
            Err(failure) => {
                sums.absent.failed();
                if let (Failure::Final { status: 404, .. }, Some(account)) = (failure, outbox.owner()) {
                    // The board is gone for good.
                    self.boards.remove(&board_id);
                    turn.unkeep(kept::focus_time(account, board_id));
                } else {
                    turn.log("Error fetching focus time of a board");
                }
            }
        }
    }

    /// Follows the outbox and the open board, and tells the mirror.
    pub fn follow(&mut self, left: &[Left], outbox: &Outbox, boards: &Boards, turn: &mut Turn) {
        let mark = Some(outbox.mark());
        if self.made_of != mark || !left.is_empty() {
            for (board_id, sums) in &mut self.boards {
                sums.follow(*board_id, left, outbox);
                // What has left the outbox is stored by the tab that takes it out of the storage, in the same write.
                if !left.is_empty() && outbox.is_leader() {
                    sums.keep(*board_id, outbox, turn);
                }
            }
        }
        if left.iter().any(|left| !matches!(left, Left::Sent(_))) {
            self.refresh(outbox, turn);
        }
        let open = boards.open_id();
        if self.open != open {
            (self.open, self.made_of) = (open, None);
            if let Some(board_id) = open {
                self.fetch(board_id, outbox, turn);
            }
        }
        if let Some(board_id) = open.filter(|id| self.boards.get(id).is_some_and(|sums| sums.absent.is_due(outbox))) {
            self.fetch(board_id, outbox, turn);
        }
        if self.made_of != mark {
            self.made_of = mark;
            self.show(outbox, boards, turn);
        }
    }

    /// Something on boards has changed: the cards may lie in other lists.
    pub fn touched(&mut self, touched: &[(Id, Touched)]) {
        let Some(open) = self.open else { return };
        let has_time = |card: &Id| self.shown.binary_search_by_key(card, |time| time.id).is_ok();
        let is_ours = |(board_id, touched): &(Id, Touched)| {
            *board_id == open && (touched.is_all || touched.is_in_or_out || touched.cards.iter().any(has_time))
        };
        if !self.shown.is_empty() && touched.iter().any(is_ours) {
            self.made_of = None;
        }
    }

    /// Computes anew what is shown.
    fn show(&mut self, outbox: &Outbox, boards: &Boards, turn: &mut Turn) {
        let now = self.open.map_or_else(Vec::new, |board_id| self.times(board_id, outbox, boards));
        let mut changes: Vec<FocusTime> = now.iter().filter(|time| !self.shown.contains(time)).copied().collect();
        let gone = self.shown.iter().filter(|time| now.binary_search_by_key(&time.id, |other| other.id).is_err());
        changes.extend(gone.map(|time| FocusTime { focused: 0, sessions: 0, ..*time }));
        if changes.len() > MOST_PATCHES {
            turn.step.patches.push(Patch::FocusTimesLoaded { focus_times: crate::json(&now) });
        } else {
            let patch = |focus_time| Patch::FocusTimeChanged { focus_time };
            turn.step.patches.extend(changes.into_iter().map(patch));
        }
        self.shown = now;
    }

    /// The sums of a board, by id.
    fn times(&self, board_id: Id, outbox: &Outbox, boards: &Boards) -> Vec<FocusTime> {
        let Some(sums) = self.boards.get(&board_id) else { return vec![] };
        let mut cards = sums.base.clone().unwrap_or_default();
        for session in newest(outbox) {
            add(&mut cards, board_id, session, 1);
        }
        let records = boards.records_of(board_id);
        let mut sums: IdMap<(i64, i64)> = IdMap::default();
        for card in &cards {
            let known = card.card_id.zip(records).and_then(|(id, records)| records.cards.get(&id));
            // A list has what lies in it now; whatever else was done for the board counts for the board.
            let list = known.filter(|card| card.is_in_use()).map(|card| card.list_id);
            for id in [Some(board_id), card.card_id, list].into_iter().flatten() {
                let sum = sums.entry(id).or_default();
                *sum = (sum.0 + card.focused, sum.1 + card.sessions);
            }
        }
        let time = |(id, (focused, sessions))| FocusTime { id, focused: focused / 1_000, sessions };
        let mut times: Vec<FocusTime> = sums.into_iter().map(time).filter(|time| time.focused > 0).collect();
        sort_by_key(&mut times, |time| time.id);
        times
    }

    /// Forgets everything: somebody else is signed in now. What is stored stays for its owner.
    pub fn forget(&mut self, turn: &mut Turn) {
        let shown = std::mem::take(self).shown;
        if !shown.is_empty() {
            turn.step.patches.push(Patch::FocusTimesLoaded { focus_times: "[]".to_owned() });
        }
    }
}

impl Sums {
    /// Brings the base in line with what waits.
    fn follow(&mut self, board_id: Id, left: &[Left], outbox: &Outbox) {
        let Self { base, absent } = self;
        for left in left {
            if let Some(session) = absent.left(left, outbox)
                && let Some(base) = base
            {
                add(base, board_id, session, 1);
            }
        }
        absent.follow(outbox, &mut |session| {
            if let Some(base) = base {
                add(base, board_id, session, -1);
            }
        });
    }

    fn keep(&self, board_id: Id, outbox: &Outbox, turn: &mut Turn) {
        if let (Some(account), Some(base)) = (outbox.owner(), &self.base) {
            let except = self.absent.ids().to_vec();
            let stored = StoredFocusTime { format: FORMAT, cards: base.clone(), except };
            turn.keep(kept::focus_time(account, board_id), crate::json(&stored));
        }
    }
}

/// Adds a session to the sums of a board, or takes it out, where it was for that board.
fn add(cards: &mut Vec<CardFocus>, board_id: Id, session: &FocusSession, sign: i64) {
    if session.board_id != Some(board_id) || !counts(session) {
        return;
    }
    let (focused, card_id) = (focused_millis(session), session.card_id);
    let sessions = i64::from(focused >= SHORTEST_SESSION);
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
