//! The outbox: every change of the person's, in the order in which it was made, until the server has it. It is stored entry
//! by entry, so that neither a reload nor a crash loses one, and sent one request at a time. Sending is idempotent.

use crate::call::{Answer, Call, Failure, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{OpStatus, OpsAnswer, OpsRequest};
use crate::protocol::id::Id;
use crate::protocol::op::BoardOp;
use crate::protocol::patch::Patch;
use crate::protocol::record::Board;
use crate::protocol::stored::{OutboxEntry, key};
use crate::protocol::view::{RefusedView, SyncView};
use serde::Deserialize;
use std::collections::{BTreeMap, VecDeque};

/// The most ops that go into one request.
const BATCH: usize = 200;
/// About as much as the ops of one request may measure, in bytes of JSON: enough has to pass within the 10 seconds that a
/// request has, also on a slow network. One op may be larger by itself.
const BATCH_BYTES: usize = 256 << 10;
/// The first pause after a failure; it doubles up to the longest.
const FIRST_PAUSE_MILLISECONDS: u32 = 1_000;
const LONGEST_PAUSE_MILLISECONDS: u32 = 60_000;

/// What matters here of the answer to a created board; its columns are empty.
#[derive(Deserialize)]
struct Created {
    board: Board,
}

/// What became of the entries that were sent, for the machines that made them.
#[derive(Debug, PartialEq, Eq)]
pub enum Sent {
    /// A board exists on the server now, as this record.
    BoardCreated(Board),
    /// The server would not create this board.
    BoardRefused(Id),
    /// The server will not have this op.
    OpRefused(Id, Id),
    /// The server has these ops.
    OpsConfirmed(Id, Confirmed),
}

/// Ops of one request that the server has.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// Those that came for the first time.
    pub applied: Vec<Id>,
    /// Those that the server had already.
    pub duplicate: Vec<Id>,
    /// The board's version, with all of them in it.
    pub version: i64,
}

/// Changes that wait to be sent, of one account.
#[derive(Debug, Default)]
pub struct Outbox {
    account: Option<Id>,
    entries: VecDeque<(Id, OutboxEntry)>,
    /// Keys of stored entries that cannot be read.
    unreadable: Vec<String>,
    /// How many entries at the front are on their way.
    on_their_way: usize,
    failures: u32,
    /// Whether the alarm for the next try is set.
    is_waiting: bool,
    refused: Vec<RefusedView>,
    notice: Option<Rejection>,
    last_view: SyncView,
}

impl Outbox {
    /// Opens the outbox of an account with what is stored for it. An entry that cannot be read is left where it is and not
    /// sent: a newer version of the app may have written it.
    pub fn open(account: Id, stored: &BTreeMap<String, String>, turn: &mut Turn) -> Self {
        let prefix = prefix(account);
        let mut outbox = Self { account: Some(account), ..Self::default() };
        for (key, text) in stored.range(prefix.clone()..).take_while(|(key, _)| key.starts_with(&prefix)) {
            match Id::parse(&key[prefix.len()..]).zip(serde_json::from_str(text).ok()) {
                Some(entry) => outbox.entries.push_back(entry),
                None => {
                    turn.log(format!("An unsent change could not be read and was left in the storage: {key}"));
                    outbox.unreadable.push(key.clone());
                }
            }
        }
        outbox
    }

    /// What waits, in order.
    pub fn entries(&self) -> impl Iterator<Item = &OutboxEntry> {
        self.entries.iter().map(|(_, entry)| entry)
    }

    /// The ops that wait for a board, in order.
    pub fn ops(&self, board: Id) -> impl Iterator<Item = &BoardOp> {
        self.entries().filter_map(move |entry| match entry {
            OutboxEntry::BoardOp { board_id, op } if *board_id == board => Some(op),
            _ => None,
        })
    }

    /// Whether the server does not know this board yet.
    pub fn creates(&self, board: Id) -> bool {
        self.entries().any(|entry| matches!(entry, OutboxEntry::CreateBoard { request } if request.id.as_deref().and_then(Id::parse) == Some(board)))
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the shell draws.
    pub fn view(&self) -> SyncView {
        SyncView {
            unsent: u32::try_from(self.entries.len()).unwrap_or(u32::MAX),
            is_offline: self.failures > 0,
            is_live: false,
            is_memory_only: false,
            notice: self.notice.clone(),
            refused: self.refused.clone(),
        }
    }

    /// Puts changes in and stores them (SPEC Y1). Without an account nothing can be kept.
    pub fn push(&mut self, entries: Vec<OutboxEntry>, env: &Env, turn: &mut Turn) {
        let Some(account) = self.account else { return };
        for entry in entries {
            let id = self.next_id(env);
            turn.store(format!("{}{id}", prefix(account)), crate::json(&entry));
            self.entries.push_back((id, entry));
        }
        self.send(turn);
    }

    /// An id behind that of the last entry, so that the order of the stored keys is the order of the changes, also when the
    /// clock was set back or two changes fall into one millisecond.
    fn next_id(&self, env: &Env) -> Id {
        let last = self.entries.back().map(|(id, _)| *id);
        let mut id = env.new_id();
        let mut now = env.now.millis().unsigned_abs();
        while last.is_some_and(|last| id <= last) {
            let milliseconds =
                last.map_or(0, |last| last.as_bytes()[..6].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)));
            now = now.max(milliseconds) + 1;
            id = Id::from_parts(now, &env.random().to_le_bytes().repeat(2)[..10].try_into().unwrap_or_default());
        }
        id
    }

    /// Sends what stands first, unless something is on its way or a pause is running (SPEC Y2, Y3).
    pub fn send(&mut self, turn: &mut Turn) {
        if self.on_their_way == 0
            && !self.is_waiting
            && let Some((_, first)) = self.entries.front()
        {
            let (count, call) = match first {
                OutboxEntry::BoardOp { board_id, .. } => {
                    let batch = self.entries().map_while(|entry| match entry {
                        OutboxEntry::BoardOp { board_id: other, op } if other == board_id => Some(op.clone()),
                        _ => None,
                    });
                    let mut bytes = 0;
                    let fits = |op: &BoardOp| {
                        bytes += crate::json(op).len();
                        bytes <= BATCH_BYTES
                    };
                    let mut ops: Vec<BoardOp> = batch.take(BATCH).take_while(fits).collect();
                    if let (true, OutboxEntry::BoardOp { op, .. }) = (ops.is_empty(), first) {
                        ops.push(op.clone());
                    }
                    let path = format!("/boards/{board_id}/ops/");
                    (ops.len(), Call::send(Purpose::Send, "POST", path, crate::json(&OpsRequest { ops })))
                }
                OutboxEntry::CreateBoard { request } => {
                    (1, Call::send(Purpose::Send, "POST", "/boards/create-board/", crate::json(request)))
                }
                OutboxEntry::FocusSession { session } => {
                    (1, Call::send(Purpose::Send, "POST", "/focus-sessions/", crate::json(session)))
                }
                OutboxEntry::Preferences { update } => {
                    (1, Call::send(Purpose::Send, "PUT", "/preferences/", crate::json(update)))
                }
            };
            self.on_their_way = count;
            turn.calls.push(call);
        }
        self.patch(turn);
    }

    /// Tries again at once: the pause is over, the network is back or the page is visible again.
    pub fn wake(&mut self, turn: &mut Turn) {
        if self.is_waiting {
            self.is_waiting = false;
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Outbox });
        }
        self.send(turn);
    }

    /// The answer to what was sent.
    pub fn answered(&mut self, answer: &Answer, env: &Env, turn: &mut Turn) -> Vec<Sent> {
        let count = std::mem::take(&mut self.on_their_way).min(self.entries.len());
        let failure = match self.taken(count, answer, env, turn) {
            Ok(sent) => {
                self.failures = 0;
                self.send(turn);
                return sent;
            }
            Err(failure) => failure,
        };
        match failure {
            // The session is over: what waits stays for the next login.
            Failure::Final { status: 401, .. } => vec![],
            // Not the session is wrong but the clock (SPEC Y10): it waits behind the rest, and the person is told.
            Failure::Final { rejection, .. } if rejection.code == ErrorCode::ClockAhead => {
                self.notice = Some(rejection);
                self.entries.rotate_left(count);
                self.pause(env, turn);
                vec![]
            }
            Failure::Passing => {
                self.failures = self.failures.saturating_add(1);
                self.pause(env, turn);
                vec![]
            }
            Failure::Final { rejection, .. } => {
                let refused =
                    (0..count).filter_map(|_| self.drop_first(turn)).map(|entry| refusal(&entry)).collect::<Vec<_>>();
                self.refuse(rejection, env);
                self.failures = 0;
                self.send(turn);
                refused.into_iter().flatten().collect()
            }
        }
    }

    /// Tries again after a while: after a second at first, after a minute at most.
    fn pause(&mut self, env: &Env, turn: &mut Turn) {
        let doublings = self.failures.saturating_sub(1).min(6);
        let pause = FIRST_PAUSE_MILLISECONDS.saturating_mul(1 << doublings).min(LONGEST_PAUSE_MILLISECONDS);
        // Up to a quarter more, by chance: many devices that lost one server do not come back in one moment.
        let jitter = u32::try_from(env.random() % u64::from(pause / 4)).unwrap_or_default();
        self.is_waiting = true;
        turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Outbox, after: pause + jitter });
        self.patch(turn);
    }

    /// Puts away the word that a change was refused.
    pub fn dismiss_refused(&mut self, refused_id: Option<Id>, turn: &mut Turn) {
        self.refused.retain(|refused| refused_id.is_some_and(|id| refused.id != id));
        self.patch(turn);
    }

    /// Takes the first entries out, as the server has them now.
    fn taken(&mut self, count: usize, answer: &Answer, env: &Env, turn: &mut Turn) -> Result<Vec<Sent>, Failure> {
        match self.entries.front() {
            Some((_, OutboxEntry::BoardOp { board_id, .. })) => {
                let board_id = *board_id;
                let answer: OpsAnswer = answer.read()?;
                if answer.results.is_empty() {
                    // Nothing would leave the outbox, and the same would be sent again without a pause.
                    return Err(Failure::Passing);
                }
                let mut confirmed = Confirmed { version: answer.version, ..Confirmed::default() };
                // Refused ops come first: they are taken out from among the others, while those can still be taken back.
                let mut sent = vec![];
                // An answer with fewer results than ops would leave the rest for the next batch.
                for result in answer.results.iter().take(count) {
                    let Some(OutboxEntry::BoardOp { op, .. }) = self.drop_first(turn) else { break };
                    match result.status {
                        OpStatus::Applied => confirmed.applied.push(op.id),
                        OpStatus::Duplicate => confirmed.duplicate.push(op.id),
                        OpStatus::Refused => {
                            self.refuse(result.code.unwrap_or(ErrorCode::BadOp).into(), env);
                            sent.push(Sent::OpRefused(board_id, op.id));
                        }
                    }
                }
                sent.push(Sent::OpsConfirmed(board_id, confirmed));
                Ok(sent)
            }
            Some((_, OutboxEntry::CreateBoard { .. })) => {
                let answer: Created = answer.read()?;
                self.drop_first(turn);
                Ok(vec![Sent::BoardCreated(answer.board)])
            }
            _ if answer.is_success() => {
                self.drop_first(turn);
                Ok(vec![])
            }
            _ => Err(answer.failure()),
        }
    }

    fn refuse(&mut self, rejection: Rejection, env: &Env) {
        let Rejection { code, message } = rejection;
        self.refused.push(RefusedView { id: env.new_id(), code, message, what: String::new(), text: None });
    }

    fn drop_first(&mut self, turn: &mut Turn) -> Option<OutboxEntry> {
        let (id, entry) = self.entries.pop_front()?;
        if let Some(account) = self.account {
            turn.remove(format!("{}{id}", prefix(account)));
        }
        Some(entry)
    }

    /// Forgets everything, in the storage too: the person logs out and accepts that.
    pub fn discard(&mut self, turn: &mut Turn) {
        while self.drop_first(turn).is_some() {}
        self.unreadable.drain(..).for_each(|key| turn.remove(key));
        self.on_their_way = 0;
    }

    /// What is stored for the account, as it is stored: for its next login.
    pub fn stored(&self) -> impl Iterator<Item = (String, String)> {
        let prefix = self.account.map(prefix).unwrap_or_default();
        self.entries.iter().map(move |(id, entry)| (format!("{prefix}{id}"), crate::json(entry)))
    }

    /// Whether a stored key is of this outbox.
    pub fn holds(&self, key: &str) -> bool {
        self.account.is_some_and(|account| key.starts_with(&prefix(account)))
    }

    /// Tells the mirror of an outbox that has just been opened.
    pub fn show(&mut self, turn: &mut Turn) {
        self.last_view = self.view();
        turn.step.patches.push(Patch::Sync { sync: self.view() });
    }

    fn patch(&mut self, turn: &mut Turn) {
        let view = self.view();
        if view != self.last_view {
            self.last_view = view.clone();
            turn.step.patches.push(Patch::Sync { sync: view });
        }
    }
}

fn refusal(entry: &OutboxEntry) -> Option<Sent> {
    match entry {
        OutboxEntry::BoardOp { board_id, op } => Some(Sent::OpRefused(*board_id, op.id)),
        OutboxEntry::CreateBoard { request } => request.id.as_deref().and_then(Id::parse).map(Sent::BoardRefused),
        OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } => None,
    }
}

/// The key and the text of a change by somebody whose outbox is not open: it waits in the storage for their next login.
pub fn shelved(account: Id, entry: &OutboxEntry, env: &Env) -> (String, String) {
    (format!("{}{}", prefix(account), env.new_id()), crate::json(entry))
}

fn prefix(account: Id) -> String {
    format!("{}{account}/", key::OUTBOX)
}
