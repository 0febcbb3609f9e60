//! The kinds of entries in the outbox: how each is sent, how its response is parsed, and when one replaces another. The
//! outbox itself knows none of them.

use crate::api::{ApiRequest, Purpose};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{FocusSessionResponse, OpStatus, OpsResponse};
use crate::protocol::id::Id;
use crate::protocol::note::{NoteChange, NoteChangeRequest, NoteResponse};
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::peer::PeerMessage;
use crate::protocol::record::{Board, FocusSession};
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text_delta::TextDelta;
use crate::sync::entry::{Entry, ParsedResponse};
use json::ReadJson;
use serde::Deserialize;

/// What the server responds to the request of an entry, or of a batch of them.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "each is used at once, and none is kept")]
pub(crate) enum Receipt {
    /// The board that was created.
    Board(Board),
    /// The results of a batch of ops on one board.
    Ops {
        /// The board.
        board_id: Id,
        /// The results.
        response: OpsResponse,
    },
    /// The session as the server has it, if the response contains one.
    Session(Option<FocusSession>),
    /// The preferences, which the machine parses itself.
    Preferences(ApiResponse),
    /// The note as the server has it.
    Note(NoteResponse),
}

/// The part of the response to a created board that is used here. Its lists come with the board's changes.
#[derive(Deserialize, ReadJson)]
struct CreatedBoardBody {
    board: Board,
}

impl OutboxEntry {
    /// Returns the save of a note that this entry makes, if any, with its text.
    pub(super) fn save(&self) -> Option<(Id, &str)> {
        match self {
            OutboxEntry::Note { change: NoteChange::Save { save_id, document, .. }, .. } => Some((*save_id, document)),
            _ => None,
        }
    }

    /// Returns the same entry with another text of its note.
    pub(super) fn with_document(&self, document: String) -> Self {
        match *self {
            OutboxEntry::Note { note_id, change: NoteChange::Save { save_id, base, edited_at, goes_on, .. } } => {
                let change = NoteChange::Save { save_id, base, document, edited_at, goes_on };
                OutboxEntry::Note { note_id, change }
            }
            _ => self.clone(),
        }
    }
}

/// Replaces the reason why an op was refused if the server does not show its board to the user.
fn explain_missing_board(failure: Failure) -> Failure {
    match failure {
        Failure::Permanent { status: status @ 404, .. } => {
            Failure::Permanent { status, rejection: ErrorCode::BoardAccessLost.into() }
        }
        failure => failure,
    }
}

impl Entry for OutboxEntry {
    type Receipt = Receipt;

    fn batch_key(&self) -> Option<Id> {
        match self {
            OutboxEntry::BoardOp { board_id, .. } => Some(*board_id),
            _ => None,
        }
    }

    fn request(&self) -> ApiRequest {
        let request = |method, path: &str, body| ApiRequest::with_body(Purpose::SendOutbox, method, path, body);
        match self {
            OutboxEntry::CreateBoard { request: created } => {
                request("POST", "/boards/create-board/", json::json(created))
            }
            OutboxEntry::ImportBoard { records, made_offline } => request(
                "POST",
                &format!("/boards/import-records/?made_offline={made_offline}"),
                json::json(records.as_ref()),
            ),
            OutboxEntry::FocusSession { session, .. } => request("POST", "/focus-sessions/", json::json(session)),
            OutboxEntry::Preferences { update } => request("PUT", "/preferences/", json::json(update)),
            OutboxEntry::Note { note_id, change } => {
                let change = NoteChangeRequest { change: change.clone() };
                request("PUT", &format!("/notes/{note_id}/"), json::json(&change))
            }
            OutboxEntry::BoardOp { board_id, .. } => Self::batch_request(*board_id, &[self.batch_json()]),
        }
    }

    fn batch_json(&self) -> String {
        match self {
            OutboxEntry::BoardOp { op, .. } => match &op.change {
                Change::MoveToBoard { card_id, list_id, board_id, rank, .. } => {
                    // The server has the records that move.
                    let (card_id, list_id, board_id, rank) = (*card_id, *list_id, *board_id, rank.clone());
                    let change = Change::MoveToBoard { card_id, list_id, board_id, rank, records: None };
                    json::json(&BoardOp { change, ..*op })
                }
                _ => json::json(op),
            },
            entry => json::json(entry),
        }
    }

    fn batch_request(board_id: Id, ops: &[String]) -> ApiRequest {
        // The JSON of an `OpsRequest`.
        let body = format!(r#"{{"ops":[{}]}}"#, ops.join(","));
        ApiRequest::with_body(Purpose::SendOutbox, "POST", format!("/boards/{board_id}/ops/"), body)
    }

    fn parse_response(&self, response: &ApiResponse) -> Result<ParsedResponse<Receipt>, Failure> {
        let mut refusals = vec![];
        let receipt = match self {
            OutboxEntry::BoardOp { board_id, .. } => {
                let ops: OpsResponse = response.read().map_err(explain_missing_board)?;
                if ops.results.is_empty() {
                    // No entry would leave the outbox, and the same batch would be sent again without a backoff.
                    return Err(Failure::Transient);
                }
                refusals.extend(ops.results.iter().map(|result| {
                    let is_refused = result.status == OpStatus::Refused;
                    is_refused.then(|| result.code.unwrap_or(ErrorCode::BadOp).into())
                }));
                Receipt::Ops { board_id: *board_id, response: ops }
            }
            OutboxEntry::CreateBoard { .. } | OutboxEntry::ImportBoard { .. } => {
                Receipt::Board(response.read::<CreatedBoardBody>()?.board)
            }
            OutboxEntry::Note { .. } => Receipt::Note(response.read()?),
            _ if !response.is_success() => return Err(response.failure()),
            OutboxEntry::FocusSession { .. } => {
                Receipt::Session(response.read::<FocusSessionResponse>().ok().map(|response| response.session))
            }
            OutboxEntry::Preferences { .. } => Receipt::Preferences(response.clone()),
        };
        Ok(ParsedResponse { refusals, receipt })
    }

    fn is_replaceable(&self) -> bool {
        matches!(self, OutboxEntry::Note { .. })
    }

    fn has_same_target(&self, other: &Self) -> bool {
        match (self, other) {
            (OutboxEntry::Note { note_id, .. }, OutboxEntry::Note { note_id: other, .. }) => note_id == other,
            _ => false,
        }
    }

    /// Replaces an unsent save of a note with the one that continues it, which takes over its base.
    fn replace(&mut self, earlier: &Self) -> bool {
        let OutboxEntry::Note { change: NoteChange::Save { base, goes_on: goes_on @ true, .. }, .. } = self else {
            return false;
        };
        let OutboxEntry::Note {
            change: NoteChange::Save { save_id, base: earlier_base, goes_on: was_continuation, .. },
            ..
        } = earlier
        else {
            return false;
        };
        if *base != Some(*save_id) {
            return false;
        }
        (*base, *goes_on) = (*earlier_base, *was_continuation);
        true
    }

    /// Removes the card from a session whose card or board was deleted permanently, and then the board, so that the
    /// focused time still counts (SPEC Y30). The response does not show which of the two is missing, so the card is
    /// removed first.
    fn amend(&mut self, rejection: &Rejection) -> bool {
        let OutboxEntry::FocusSession { session, .. } = self else { return false };
        if rejection.code != ErrorCode::NotFound || (session.board_id, session.card_id) == (None, None) {
            return false;
        }
        if session.card_id.take().is_none() {
            session.board_id = None;
        }
        true
    }

    fn failure_log(&self) -> Option<&'static str> {
        matches!(self, OutboxEntry::CreateBoard { .. } | OutboxEntry::ImportBoard { .. })
            .then_some("Error creating board")
    }

    fn refusal_log(&self) -> Option<&'static str> {
        let is_board_edit =
            matches!(self, OutboxEntry::BoardOp { op, .. } if matches!(op.change, Change::EditBoard { .. }));
        is_board_edit.then_some("Error updating board")
    }

    fn is_deferred_by(code: ErrorCode) -> bool {
        matches!(code, ErrorCode::ClockAhead | ErrorCode::NoteLimit)
    }

    fn added_message(account: Id, entries: Vec<(Id, Self)>, replaced_ids: Vec<Id>) -> PeerMessage {
        PeerMessage::EntriesAdded { account, entries, replaced_ids }
    }

    fn difference_message(&self, account: Id, id: Id, known: &Self, replaced_ids: &[Id]) -> Option<PeerMessage> {
        let ((_, document), (base_save_id, earlier)) = (self.save()?, known.save()?);
        let delta = TextDelta::between(earlier, document);
        if delta.inserted.len() > document.len() / 2 {
            return None;
        }
        let entry = self.with_document(String::new());
        Some(PeerMessage::NoteSaved {
            account,
            entry_id: id,
            entry,
            base_save_id,
            delta,
            replaced_ids: replaced_ids.to_vec(),
        })
    }

    fn added_message_json(account: Id, entries: &[(Id, String)], replaced_ids: &[Id]) -> String {
        let mut text = String::with_capacity(128 + entries.iter().map(|(_, entry)| entry.len() + 48).sum::<usize>());
        text += r#"{"pushed":{"account":""#;
        account.append_to(&mut text);
        text += r#"","entries":["#;
        for (index, (id, entry)) in entries.iter().enumerate() {
            text += if index == 0 { "[\"" } else { ",[\"" };
            id.append_to(&mut text);
            text += "\",";
            text += entry;
            text += "]";
        }
        text += r#"],"replaces":"#;
        text += &json::json(&replaced_ids);
        text + "}}"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::op::BoardOp;
    use crate::protocol::time::Timestamp;

    fn id(number: u8) -> Id {
        Id::from_parts(1_700_000_000_000, &[number; 10])
    }

    fn op(number: u8) -> BoardOp {
        let change = Change::MoveCard { card_id: id(7), list_id: id(8), rank: "80".into() };
        BoardOp { id: id(number), at: Timestamp::from_millis(1_700_000_000_000), change }
    }

    #[test]
    fn y1_the_message_of_new_entries_equals_its_serialized_form() {
        let entries: Vec<(Id, OutboxEntry)> =
            (1..3).map(|number| (id(number), OutboxEntry::BoardOp { board_id: id(9), op: op(number) })).collect();
        for (entries, replaced) in [(entries, vec![]), (vec![], vec![id(3), id(4)])] {
            let texts: Vec<(Id, String)> = entries.iter().map(|(id, entry)| (*id, json::json(entry))).collect();
            let expected = json::json(&OutboxEntry::added_message(Id::GUEST, entries, replaced.clone()));
            assert_eq!(OutboxEntry::added_message_json(Id::GUEST, &texts, &replaced), expected);
        }
    }

    #[test]
    fn y3_the_body_of_a_batch_equals_its_serialized_form() {
        let entries = [1, 2].map(|number| OutboxEntry::BoardOp { board_id: id(9), op: op(number) });
        let request = OutboxEntry::batch_request(id(9), &entries.each_ref().map(Entry::batch_json));
        let expected = json::json(&crate::protocol::http::OpsRequest { ops: vec![op(1), op(2)] });
        assert_eq!(request.body.json(), Some(&expected));
    }
}
