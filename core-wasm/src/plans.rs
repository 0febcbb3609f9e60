//! Limits of the basic plan, on servers that sell plans (specification, section 9). A limit only prevents new things:
//! what exists stays editable and exportable, and earlier choices stay.

use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::messages::errors;
use crate::protocol::view::LimitsView;

/// The maximum number of boards in the basic plan. Boards in the trash do not count.
pub const BASIC_BOARDS: usize = 5;

/// A feature that the basic plan does not include. The error code is always `plan_limit`; each limit has its own
/// sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// More than [`BASIC_BOARDS`] boards.
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
    /// Returns a sentence for the user that says what the plan does not include.
    pub fn sentence(self) -> &'static str {
        let sentence = match self {
            Self::Boards => errors::plan_limit_boards(),
            Self::Backgrounds => errors::plan_limit_backgrounds(),
            Self::Pictures => errors::plan_limit_pictures(),
            Self::Heatmap => errors::plan_limit_heatmap(),
            Self::Labels => errors::plan_limit_labels(),
        };
        sentence.get()
    }
}

impl From<Limit> for Rejection {
    fn from(limit: Limit) -> Self {
        Self { code: ErrorCode::PlanLimit, message: limit.sentence().to_owned() }
    }
}

/// Checks whether a user of a limited plan can create a board, with `in_use` boards existing (SPEC L2). A board that
/// was created offline is always accepted (SPEC L3).
///
/// # Errors
///
/// Returns [`Limit::Boards`] if the plan's number of boards is reached.
pub fn check_new_board(in_use: usize, made_offline: bool) -> Result<(), Limit> {
    if in_use < BASIC_BOARDS || made_offline { Ok(()) } else { Err(Limit::Boards) }
}

/// Returns the sentences of the limits that currently apply (SPEC L7). `can_add_board` says whether another board is
/// allowed.
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
