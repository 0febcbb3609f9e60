//! Focused time by board and by label (SPEC S39) and beside estimates (SPEC S57), computed from the focused time per card.

use crate::map::Map;
use crate::protocol::http::{BoardFocus, EstimateFocus, FocusBreakdownResponse, LabelFocus};
use crate::protocol::id::Id;
use crate::protocol::text::Label;
use crate::sort::sort_by_key;
use std::cmp::Reverse;

/// The focused time for one card of one board in a period.
#[derive(Clone, Debug)]
pub struct FocusShare {
    /// The board, if the user still has it.
    pub board: Option<ShareBoard>,
    /// The card's current labels.
    pub labels: Vec<Label>,
    /// The focused time, in milliseconds.
    pub focused: i64,
    /// The number of sessions that started with this card.
    pub sessions: i64,
}

/// The board of a share.
#[derive(Clone, Debug)]
pub struct ShareBoard {
    /// The board's id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Its color as `#rrggbb`, if it has one.
    pub color: Option<String>,
}

/// Adds up shares by board and by label, sorted by focused time, most first. The input may be in any order. A card with
/// two labels counts for both.
pub fn group_shares(shares: impl IntoIterator<Item = FocusShare>) -> FocusBreakdownResponse {
    // Added up in milliseconds and rounded down at the end, because rounding each share would lose up to a second each
    // time.
    let mut boards: Map<Option<Id>, BoardFocus> = Map::default();
    let mut labels: Map<String, LabelFocus> = Map::default();
    for share in shares {
        let (board_id, name, color) = match share.board {
            Some(ShareBoard { id, name, color }) => (Some(id), name, color),
            None => (None, String::new(), None),
        };
        let board =
            boards.get_or_insert_with(board_id, || BoardFocus { board_id, name, color, focused: 0, sessions: 0 });
        board.focused += share.focused;
        board.sessions += share.sessions;
        for label in share.labels {
            let label = label.as_str().to_owned();
            let sum = labels.get_or_insert_with(label.clone(), || LabelFocus { label, focused: 0, sessions: 0 });
            sum.focused += share.focused;
            sum.sessions += share.sessions;
        }
    }
    // The sort is stable, so equal entries stay sorted by id or label.
    let mut boards: Vec<BoardFocus> = boards.into_values();
    sort_by_key(&mut boards, |board| Reverse(board.focused));
    boards.iter_mut().for_each(|board| board.focused /= 1_000);
    let mut labels: Vec<LabelFocus> = labels.into_values();
    sort_by_key(&mut labels, |label| Reverse(label.focused));
    labels.iter_mut().for_each(|label| label.focused /= 1_000);
    FocusBreakdownResponse { boards, labels, estimates: EstimateFocus::default() }
}

/// The shortest focused time on a card that is compared with its estimate, in milliseconds (SPEC S54).
const MIN_FOCUSED_MS: i64 = 60_000;

/// Adds up the estimates of cards, each in minutes with the focused time in milliseconds. A card without focused time is
/// counted, but its estimate is not compared with anything.
pub fn sum_estimates(cards: impl IntoIterator<Item = (u32, i64)>) -> EstimateFocus {
    let mut sum = EstimateFocus::default();
    for (minutes, focused) in cards {
        if focused < MIN_FOCUSED_MS {
            sum.untracked_cards += 1;
        } else {
            sum.cards += 1;
            sum.estimated += i64::from(minutes) * 60;
            sum.focused += focused;
        }
    }
    sum.focused /= 1_000;
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s57_cards_without_focused_time_are_counted_but_not_compared() {
        let cards = [(30, 1_500_500), (90, 59_999), (60, 4_200_600), (10, 0)];
        assert_eq!(
            sum_estimates(cards),
            EstimateFocus { cards: 2, estimated: 5_400, focused: 5_701, untracked_cards: 2 }
        );
        assert_eq!(sum_estimates([]), EstimateFocus::default());
    }
}
