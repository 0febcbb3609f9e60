//! Focused time by board and by label (SPEC S39), from what was focused for each card.

use crate::protocol::http::{BoardFocus, FocusBreakdownResponse, LabelFocus};
use crate::protocol::id::Id;
use crate::protocol::text::Label;
use crate::sort::sort_by_key;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What was focused on some days for one card of one board.
#[derive(Clone, Debug)]
pub struct FocusShare {
    /// The board with its name and its colour, where the person still has it.
    pub board: Option<(Id, String, Option<String>)>,
    /// The labels that the card carries now.
    pub labels: Vec<Label>,
    /// In milliseconds.
    pub focused: i64,
    /// How many sessions began there.
    pub sessions: i64,
}

/// Adds shares up by board and by label, the most focused first. They may come in any order; a card with two labels counts for both.
pub fn group_shares(shares: impl IntoIterator<Item = FocusShare>) -> FocusBreakdownResponse {
    // Summed in milliseconds, and cut to seconds at the end: else many short stretches would lose many parts of a second.
    let mut boards: BTreeMap<Option<Id>, BoardFocus> = BTreeMap::new();
    let mut labels: BTreeMap<String, LabelFocus> = BTreeMap::new();
    for share in shares {
        let (board_id, name, color) = match share.board {
            Some((id, name, color)) => (Some(id), name, color),
            None => (None, String::new(), None),
        };
        let board = boards.entry(board_id).or_insert(BoardFocus { board_id, name, color, focused: 0, sessions: 0 });
        board.focused += share.focused;
        board.sessions += share.sessions;
        for label in share.labels {
            let label = label.as_str().to_owned();
            let sum = labels.entry(label.clone()).or_insert(LabelFocus { label, focused: 0, sessions: 0 });
            sum.focused += share.focused;
            sum.sessions += share.sessions;
        }
    }
    // Stable, so that equals stay in the order of their ids and of their texts.
    let mut boards: Vec<BoardFocus> = boards.into_values().collect();
    sort_by_key(&mut boards, |board| Reverse(board.focused));
    boards.iter_mut().for_each(|board| board.focused /= 1_000);
    let mut labels: Vec<LabelFocus> = labels.into_values().collect();
    sort_by_key(&mut labels, |label| Reverse(label.focused));
    labels.iter_mut().for_each(|label| label.focused /= 1_000);
    FocusBreakdownResponse { boards, labels }
}
