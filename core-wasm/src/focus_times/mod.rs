//! Focused time of the open board: of each card, and what adds up on its list and on the board (SPEC S50 to S55).

use crate::protocol::view::FocusTime;

/// What is known of the focused time of the open board.
#[derive(Debug, Default)]
pub struct FocusTimes {
    shown: Vec<FocusTime>,
}

impl FocusTimes {
    /// What the shell draws: of the board, its lists and its cards those with any focused time, by their ids.
    pub fn view(&self) -> Vec<FocusTime> {
        self.shown.clone()
    }
}
