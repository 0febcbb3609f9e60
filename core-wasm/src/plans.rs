//! What the plan Basic includes, where the host of a server sells plans (specification, section 9). A limit stops new things only:
//! what exists stays editable and exportable, and what was chosen earlier stays chosen.

use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::view::LimitsView;

/// The most boards that the plan Basic includes. Boards in the trash do not count.
pub const BASIC_BOARDS: usize = 5;

/// Something that the plan Basic does not include. Every limit is refused with the code `plan_limit` and its own sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A sixth board.
    Boards,
    /// Choosing a wallpaper or a board picture.
    Backgrounds,
    /// Uploading a picture.
    Pictures,
    /// The heatmap of a year.
    Heatmap,
    /// Focused time by label.
    Labels,
}

impl Limit {
    /// Returns a sentence for a person that says what the plan does not include.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Boards => {
                "Basic includes up to 5 boards. To add another, change to Pro or move a board to the trash."
            }
            Self::Backgrounds => "Choosing wallpapers and board pictures is part of Pro. What you chose earlier stays.",
            Self::Pictures => "Uploading your own images is part of Pro.",
            Self::Heatmap => {
                "The heatmap of the year is part of Pro. Your days are still recorded and appear here once you have Pro."
            }
            Self::Labels => "Time by label is part of Pro. It is still recorded and appears here once you have Pro.",
        }
    }
}

impl From<Limit> for Rejection {
    fn from(limit: Limit) -> Self {
        Self { code: ErrorCode::PlanLimit, message: limit.sentence().to_owned() }
    }
}

/// Checks a new board of somebody whose plan has limits, who already has `in_use` boards (SPEC L2). A board that was made offline is
/// accepted (SPEC L3).
pub fn check_new_board(in_use: usize, made_offline: bool) -> Result<(), Limit> {
    if in_use < BASIC_BOARDS || made_offline { Ok(()) } else { Err(Limit::Boards) }
}

/// Returns the sentences of the limits that hold now (SPEC L7). `has_room` says whether another board could be made.
pub fn limits(is_limited: bool, can_add_board: bool) -> LimitsView {
    let sentence = |limit: Limit, holds: bool| (is_limited && holds).then(|| limit.sentence().to_owned());
    LimitsView {
        boards: sentence(Limit::Boards, !can_add_board),
        backgrounds: sentence(Limit::Backgrounds, true),
        pictures: sentence(Limit::Pictures, true),
        heatmap: sentence(Limit::Heatmap, true),
        labels: sentence(Limit::Labels, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l2_the_sixth_board_is_refused_and_the_fifth_is_not() {
        assert_eq!((check_new_board(0, false), check_new_board(4, false)), (Ok(()), Ok(())));
        for in_use in [5, 6, 100] {
            assert_eq!(check_new_board(in_use, false), Err(Limit::Boards), "{in_use}");
            assert_eq!(check_new_board(in_use, true), Ok(()), "{in_use}");
        }
    }

    #[test]
    fn l7_board_limit_message_states_the_number() {
        assert!(Limit::Boards.sentence().contains(&format!("up to {BASIC_BOARDS} boards")));
    }
}
