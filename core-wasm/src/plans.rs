//! What a plan includes, where the host of a server sells one (specification, section 10: pricing). What goes beyond it is not
//! begun; what is there stays as it is, to be edited and exported.

use crate::protocol::error::ErrorCode;

/// The most boards that the plan Basic includes. Those in the trash do not count.
pub const BASIC_BOARDS: usize = 5;

/// Checks a new board of somebody with limits, beside so many in use (SPEC L2). One that was made where no server could be asked
/// is kept (SPEC L3).
pub fn check_new_board(in_use: usize, made_offline: bool) -> Result<(), ErrorCode> {
    if in_use < BASIC_BOARDS || made_offline { Ok(()) } else { Err(ErrorCode::PlanLimit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l2_the_sixth_board_is_refused_and_the_fifth_is_not() {
        assert_eq!((check_new_board(0, false), check_new_board(4, false)), (Ok(()), Ok(())));
        for in_use in [5, 6, 100] {
            assert_eq!(check_new_board(in_use, false), Err(ErrorCode::PlanLimit), "{in_use}");
            assert_eq!(check_new_board(in_use, true), Ok(()), "{in_use}");
        }
    }
}
