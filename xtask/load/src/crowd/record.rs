//! What the crowd has done, what the server has acknowledged, and what the boards must therefore contain.

use core_wasm::protocol::http::{OpStatus, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, CardEdit, Change};
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::stored::OutboxEntry;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// The period in which attempts to open connections count as simultaneous.
const BURST: Duration = Duration::from_millis(250);

/// What happened since the start.
#[derive(Default)]
pub(crate) struct Record(RefCell<Contents>);

#[derive(Default)]
struct Contents {
    /// The ops, as they were stored last.
    made: HashMap<Id, Made>,
    /// Ops that the server reported as applied, and the first response that did so.
    acknowledged: HashMap<Id, Acknowledgement>,
    /// Ops that the server applied although it had reported them as applied before.
    applied_twice: u64,
    /// The cards of each board. Only its author edits a card, so the last change of each field is the one that counts.
    boards: HashMap<Id, BTreeMap<Id, ExpectedCard>>,
    /// The op that changed a field of a card last.
    last_changes: HashMap<(Id, Field), Id>,
    /// Since the last [`Record::take_counts`].
    counts: Counts,
    /// From an op to the first response that confirms it, in milliseconds, since the last [`Record::take_counts`].
    latencies: Vec<f64>,
    /// When people tried to open live connections since the last [`Record::take_counts`].
    attempted_at: Vec<Instant>,
}

/// An op in an outbox.
struct Made {
    at: Instant,
    change: Change,
}

/// A field of a card.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Field {
    Title,
    /// As an account has set it.
    List(String),
    Completed,
}

/// The first response that reported an op as applied.
#[derive(Clone, Copy)]
pub(crate) struct Acknowledgement {
    /// The board's version in the response.
    pub(crate) version: i64,
    /// Whether the server had applied the op before this request.
    pub(crate) is_duplicate: bool,
}

/// The fields of a card that people change, as a board must have them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExpectedCard {
    pub(crate) title: String,
    /// The list to which each account has moved it last. Cards at the same rank are moved apart by anybody who puts another one
    /// between them, perhaps while their author moves them elsewhere.
    pub(crate) list_ids: BTreeMap<String, Id>,
    pub(crate) is_completed: bool,
}

impl ExpectedCard {
    /// Returns whether a card on the server has the expected fields.
    pub(crate) fn matches(&self, card: &StoredCard) -> bool {
        self.title == card.title
            && self.is_completed == card.is_completed
            && self.list_ids.values().any(|list_id| *list_id == card.list_id)
    }
}

/// The same fields of a card on the server.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct StoredCard {
    pub(crate) title: String,
    pub(crate) list_id: Id,
    pub(crate) is_completed: bool,
}

/// What was counted in a period.
#[derive(Clone, Default, Serialize)]
pub(crate) struct Counts {
    /// Ops that people made.
    made: u64,
    /// Ops that were applied.
    applied: u64,
    /// Ops that the server had applied already when they were sent again.
    duplicates: u64,
    /// Ops that the server refused.
    refused: u64,
    /// The median time from an op to the first response that confirms it, in milliseconds.
    p50_ms: f64,
    /// The 99th percentile of these times.
    p99_ms: f64,
    /// Responses by status, other than 200; `network` and `timeout` for none.
    failures: BTreeMap<String, u64>,
    /// Live connections by the code with which they ended.
    closed_sockets: BTreeMap<u16, u64>,
    /// Live connections that were opened.
    opened_sockets: u64,
    /// Attempts to open one, successful or not. Those after an expired token are not counted.
    attempted_sockets: u64,
    /// The most attempts within [`BURST`].
    attempted_at_once: u64,
    /// What the cores logged, without repetitions.
    log: BTreeMap<String, u64>,
}

impl Record {
    /// Records a change that a core has stored in its outbox. Returns the card that it adds, if it adds one.
    pub(crate) fn on_stored(&self, key: &str, text: &str) -> Option<Id> {
        let (account, _) = key.split_once("/kept/outbox/")?;
        let OutboxEntry::BoardOp { board_id, op: BoardOp { id, change, .. } } = serde_json::from_str(text).ok()? else {
            return None;
        };
        let mut contents = self.0.borrow_mut();
        let is_new = match contents.made.entry(id) {
            Entry::Occupied(made) if made.get().change == change => return None,
            Entry::Occupied(mut made) => {
                made.get_mut().change = change.clone();
                false
            }
            Entry::Vacant(made) => {
                made.insert(Made { at: Instant::now(), change: change.clone() });
                true
            }
        };
        contents.counts.made += u64::from(is_new);
        let set_list = |contents: &mut Contents, card_id: Id, list_id: Id| {
            let set = |card: &mut ExpectedCard| _ = card.list_ids.insert(account.to_owned(), list_id);
            contents.change(board_id, card_id, Field::List(account.to_owned()), (id, is_new), set);
        };
        match change {
            Change::AddCard { card_id, title, list_id, .. } => {
                if is_new {
                    let card = ExpectedCard { title: String::new(), list_ids: BTreeMap::new(), is_completed: false };
                    contents.boards.entry(board_id).or_default().insert(card_id, card);
                }
                contents.change(board_id, card_id, Field::Title, (id, is_new), |card| card.title = title);
                set_list(&mut contents, card_id, list_id);
                return is_new.then_some(card_id);
            }
            Change::MoveCard { card_id, list_id, .. } => set_list(&mut contents, card_id, list_id),
            Change::EditCard { card_id, edit: CardEdit::Title(title) } => {
                contents.change(board_id, card_id, Field::Title, (id, is_new), |card| card.title = title);
            }
            Change::EditCard { card_id, edit: CardEdit::Completed(is_completed) } => {
                let change = |card: &mut ExpectedCard| card.is_completed = is_completed;
                contents.change(board_id, card_id, Field::Completed, (id, is_new), change);
            }
            _ => {}
        }
        None
    }

    /// Records a response.
    pub(crate) fn on_response(&self, path: &str, response: &ApiResponse) {
        let mut contents = self.0.borrow_mut();
        let failure = match response {
            ApiResponse::Received { status: 200..=299, body } => {
                if path.ends_with("/ops/")
                    && let Ok(response) = serde_json::from_str(body)
                {
                    contents.on_acknowledged(&response);
                }
                return;
            }
            ApiResponse::Received { status, .. } => status.to_string(),
            ApiResponse::NetworkError => "network".to_owned(),
            ApiResponse::TimedOut => "timeout".to_owned(),
        };
        *contents.counts.failures.entry(failure).or_default() += 1;
    }

    /// Records an attempt to open a live connection.
    pub(crate) fn on_socket_attempted(&self) {
        self.0.borrow_mut().attempted_at.push(Instant::now());
    }

    /// Records that a live connection was opened.
    pub(crate) fn on_socket_opened(&self) {
        self.0.borrow_mut().counts.opened_sockets += 1;
    }

    /// Records the end of a live connection.
    pub(crate) fn on_socket_closed(&self, code: u16) {
        *self.0.borrow_mut().counts.closed_sockets.entry(code).or_default() += 1;
    }

    /// Records a message of a core's log.
    pub(crate) fn on_log(&self, message: &str) {
        *self.0.borrow_mut().counts.log.entry(message.to_owned()).or_default() += 1;
    }

    /// Returns what was counted since the last call.
    pub(crate) fn take_counts(&self) -> Counts {
        let mut contents = self.0.borrow_mut();
        let mut latencies = std::mem::take(&mut contents.latencies);
        latencies.sort_by(f64::total_cmp);
        let attempted_at = std::mem::take(&mut contents.attempted_at);
        Counts {
            p50_ms: percentile(&latencies, 0.5),
            p99_ms: percentile(&latencies, 0.99),
            attempted_sockets: attempted_at.len() as u64,
            attempted_at_once: most_within(&attempted_at, BURST),
            ..std::mem::take(&mut contents.counts)
        }
    }

    /// Returns the ops that the server reported as applied, in the order of their ids.
    pub(crate) fn acknowledged(&self) -> BTreeMap<Id, Acknowledgement> {
        self.0.borrow().acknowledged.iter().map(|(id, acknowledgement)| (*id, *acknowledgement)).collect()
    }

    /// Returns the number of ops that the server applied although it had reported them as applied before.
    pub(crate) fn applied_twice(&self) -> u64 {
        self.0.borrow().applied_twice
    }

    /// Returns the boards that were changed.
    pub(crate) fn boards(&self) -> Vec<Id> {
        self.0.borrow().boards.keys().copied().collect()
    }

    /// Returns the cards that a board must have.
    pub(crate) fn cards(&self, board_id: Id) -> BTreeMap<Id, ExpectedCard> {
        self.0.borrow().boards.get(&board_id).cloned().unwrap_or_default()
    }
}

impl Contents {
    /// Changes a field of a card, unless a newer op has changed it. The core may change an op that was not sent yet: the rank
    /// of a card that was moved follows from the other cards.
    fn change(
        &mut self,
        board_id: Id,
        card_id: Id,
        field: Field,
        (op_id, is_new): (Id, bool),
        change: impl FnOnce(&mut ExpectedCard),
    ) {
        let last = self.last_changes.entry((card_id, field)).or_insert(op_id);
        if is_new {
            *last = op_id;
        }
        if *last == op_id
            && let Some(card) = self.boards.get_mut(&board_id).and_then(|cards| cards.get_mut(&card_id))
        {
            change(card);
        }
    }

    fn on_acknowledged(&mut self, response: &OpsResponse) {
        for result in &response.results {
            let Some(id) = result.id else { continue };
            let is_duplicate = match result.status {
                OpStatus::Refused => {
                    self.counts.refused += 1;
                    continue;
                }
                OpStatus::Duplicate => {
                    self.counts.duplicates += 1;
                    true
                }
                OpStatus::Applied => {
                    self.counts.applied += 1;
                    false
                }
            };
            match self.acknowledged.entry(id) {
                Entry::Occupied(_) => self.applied_twice += u64::from(!is_duplicate),
                Entry::Vacant(acknowledgement) => {
                    acknowledgement.insert(Acknowledgement { version: response.version, is_duplicate });
                    // Ops whose first response was lost count too: they are the slowest.
                    if let Some(made) = self.made.get(&id) {
                        self.latencies.push(made.at.elapsed().as_secs_f64() * 1_000.0);
                    }
                }
            }
        }
    }
}

/// Returns the most of the times, which are sorted, that lie within any period of a length.
fn most_within(times: &[Instant], period: Duration) -> u64 {
    let within = |(first, start): (usize, &Instant)| times[first..].partition_point(|time| *time - *start < period);
    times.iter().enumerate().map(within).max().unwrap_or_default() as u64
}

/// Returns a percentile of sorted values; 0 without any.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    fn store(record: &Record, op: u8, change: Value) -> Option<Id> {
        let op = json!({"id": id(op), "at": "2026-03-03T08:30:00.000Z", "change": change});
        let entry = json!({"board_op": {"board_id": id(1), "op": op}}).to_string();
        record.on_stored(&format!("{}/kept/outbox/{}", id(2), id(3)), &entry)
    }

    fn acknowledge(record: &Record, op: u8, status: &str) {
        let body = json!({"version": 2, "results": [{"id": id(op), "status": status}]}).to_string();
        record.on_response("/boards/x/ops/", &ApiResponse::Received { status: 200, body });
    }

    #[test]
    fn last_change_counts_and_second_application_is_noticed() {
        let record = Record::default();
        let add = json!({"type": "add_card", "card_id": id(4), "list_id": id(5), "rank": "80", "title": "first"});
        assert_eq!(store(&record, 6, add), Some(id(4)));
        let edit = json!({"field": "title", "value": "second"});
        assert_eq!(store(&record, 7, json!({"type": "edit_card", "card_id": id(4), "edit": edit})), None);
        assert_eq!(
            store(&record, 8, json!({"type": "move_card", "card_id": id(4), "list_id": id(9), "rank": "80"})),
            None
        );
        let edit = json!({"field": "completed", "value": true});
        assert_eq!(store(&record, 10, json!({"type": "edit_card", "card_id": id(4), "edit": edit})), None);
        let list_ids = BTreeMap::from([(id(2).to_string(), id(9))]);
        let card = ExpectedCard { title: "second".to_owned(), list_ids, is_completed: true };
        let stored = |list_id: Id| StoredCard { title: "second".to_owned(), list_id, is_completed: true };
        assert!(card.matches(&stored(id(9))) && !card.matches(&stored(id(5))));
        assert_eq!(record.cards(id(1)), BTreeMap::from([(id(4), card.clone())]));
        // An op that was not sent yet may change, which does not undo a newer one.
        let moved = json!({"type": "add_card", "card_id": id(4), "list_id": id(5), "rank": "81", "title": "first"});
        assert_eq!(store(&record, 6, moved), None);
        assert_eq!(record.cards(id(1)), BTreeMap::from([(id(4), card)]));
        acknowledge(&record, 6, "applied");
        acknowledge(&record, 6, "duplicate");
        let versions: Vec<_> = record.acknowledged().into_iter().map(|(id, first)| (id, first.version)).collect();
        assert_eq!((versions, record.applied_twice()), (vec![(id(6), 2)], 0));
        assert_eq!(record.0.borrow().latencies.len(), 1, "only the first response counts");
        acknowledge(&record, 6, "applied");
        record.on_response("/tasks/", &ApiResponse::TimedOut);
        let counts = record.take_counts();
        assert_eq!((record.applied_twice(), counts.failures["timeout"], counts.made), (1, 1, 4));
    }

    #[test]
    fn bursts_are_found_wherever_they_begin() {
        let start = Instant::now();
        let times: Vec<Instant> = [0, 240, 260, 480, 900].map(|at| start + Duration::from_millis(at)).into();
        assert_eq!([most_within(&times, BURST), most_within(&times[3..], BURST), most_within(&[], BURST)], [3, 1, 0]);
    }

    #[test]
    fn percentiles_are_values() {
        assert_eq!(
            [percentile(&[], 0.5), percentile(&[3.0], 0.99), percentile(&[1.0, 2.0, 9.0], 0.5)],
            [0.0, 3.0, 2.0]
        );
    }
}
