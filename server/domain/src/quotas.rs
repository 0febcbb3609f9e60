//! What one account may store. The limits are far above what people need, and keep one account from filling the disk.

use crate::error::DomainError;
use crate::plans::Plans;
use crate::policy;
use core_wasm::protocol::account::{Quota, Usage};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::Change;
use core_wasm::protocol::photo::MAX_PICTURES;
use twentyfour_model::{Actor, Owner};
use twentyfour_store::boards::{BoardSpace, OwnedSpace, ReservedBoard};
use twentyfour_store::{Connection, Executor, accounts, attachments, boards, notes, pictures};

/// The maximum number of boards of an account, those in the trash included.
const MAX_BOARDS: i64 = 2_000;

/// The maximum number of cards of an account, those in the archive and in the trash included.
const MAX_CARDS: i64 = 200_000;

/// The maximum size of the texts and the stored changes of an account's boards, in bytes: about five million changes.
const MAX_BOARD_BYTES: i64 = 1 << 30;

/// The maximum size of the attachments on an account's boards in bytes, those in the trash included.
const MAX_ATTACHMENT_BYTES: i64 = 5 << 30;

/// The same on the Basic plan, if plans are sold.
const MAX_BASIC_ATTACHMENT_BYTES: i64 = 1 << 30;

/// The maximum number of notes of an account, those in the trash included: ten new notes a day for three years.
pub(crate) const MAX_NOTES: i64 = 10_000;

/// The maximum number of bytes of all texts of an account's notes, earlier versions and the trash included.
pub(crate) const MAX_NOTE_BYTES: i64 = 500 << 20;

/// An account's totals are read once per this number of new cards of a board. With the maximum number of boards, an account
/// exceeds its limit by at most a tenth.
const CARDS_PER_CHECK: i64 = 10;

/// An account's totals are read once per this number of new bytes of a board's changes, or of its texts. That is about once per 200
/// changes. With the maximum number of boards, an account exceeds its limit by at most a quarter.
const BYTES_PER_CHECK: i64 = 64 << 10;

/// How many more bytes than reserved the copies of one transaction may have on a board: as many as one request may send.
const MAX_UNRESERVED_BYTES: i64 = 32 << 20;

/// What an account may still add to a board.
#[derive(Clone, Copy, Default)]
pub(crate) struct BoardLimits {
    has_too_many_cards: bool,
    /// How many more bytes than reserved the copies that changes make may have; negative if there are too many already.
    free_bytes: i64,
}

impl BoardLimits {
    /// Checks a change, with which copies have taken some bytes that were not reserved.
    ///
    /// # Errors
    /// Returns `ErrorCode::ChangeLimit` or `ErrorCode::CardLimit` if the account has reached that limit.
    pub(crate) fn check(self, change: &Change, unreserved_bytes: i64) -> Result<(), ErrorCode> {
        if matches!(change, Change::TrashBoard | Change::TrashList { .. } | Change::TrashCard { .. }) {
            // What is in the trash is deleted after some time, which frees its space.
            Ok(())
        } else if unreserved_bytes > self.free_bytes {
            Err(ErrorCode::ChangeLimit)
        } else if self.has_too_many_cards && matches!(change, Change::AddCard { .. } | Change::CompleteRecurring { .. })
        {
            Err(ErrorCode::CardLimit)
        } else {
            Ok(())
        }
    }
}

/// Checks the limits of the account that owns a board, on which `space` was reserved. Reading the account's totals costs
/// a query, so that is done only now and then, as a board grows.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn check_board(
    connection: &mut Connection,
    owner_id: Id,
    board: &ReservedBoard,
    space: &BoardSpace,
) -> Result<BoardLimits, DomainError> {
    let is_due = |after: i64, added: i64, step: i64| added > 0 && after / step != (after - added) / step;
    if !is_due(board.card_count, space.cards, CARDS_PER_CHECK)
        && !is_due(board.op_bytes, space.op_bytes, BYTES_PER_CHECK)
        && !is_due(board.text_bytes, space.text_bytes, BYTES_PER_CHECK)
    {
        return Ok(BoardLimits::default());
    }
    let OwnedSpace { cards, bytes, .. } =
        boards::space_of_owner(connection, policy::owner_for_operator(owner_id)).await?;
    let free_bytes = (MAX_BOARD_BYTES - bytes).min(MAX_UNRESERVED_BYTES);
    Ok(BoardLimits { has_too_many_cards: cards > MAX_CARDS, free_bytes })
}

/// Checks that an account has space for what moves to its boards: cards of another account, and the copies of their activity.
///
/// # Errors
/// Returns `ErrorCode::CardLimit`, `ErrorCode::ChangeLimit` or `ErrorCode::AttachmentLimit` if it has not, or an error if the
/// database fails.
pub(crate) async fn check_moved(
    connection: &mut Connection,
    plans: &Plans,
    owner_id: Id,
    new_cards: i64,
    new_bytes: i64,
    new_attachment_bytes: i64,
) -> Result<(), DomainError> {
    let OwnedSpace { cards, bytes, .. } =
        boards::space_of_owner(connection, policy::owner_for_operator(owner_id)).await?;
    // Without new cards, a number that exceeds the limit already does not matter.
    if new_cards > 0 && cards.saturating_add(new_cards) > MAX_CARDS {
        return Err(ErrorCode::CardLimit.into());
    }
    if bytes.saturating_add(new_bytes) > MAX_BOARD_BYTES {
        return Err(ErrorCode::ChangeLimit.into());
    }
    if new_attachment_bytes > 0 {
        let limit = attachment_limit(plans, &mut *connection, owner_id).await?;
        check_attachments(&mut *connection, owner_id, new_attachment_bytes, limit).await?;
    }
    Ok(())
}

/// Checks the number of boards of an account, after one was added in this transaction. The transaction must have locked the
/// account, so that concurrent additions count each other.
///
/// # Errors
/// Returns `ErrorCode::BoardLimit` above the limit, or an error if the database fails.
pub(crate) async fn check_added_board(connection: &mut Connection, owner: Owner) -> Result<(), DomainError> {
    let OwnedSpace { boards, .. } = boards::space_of_owner(connection, owner).await?;
    if boards > MAX_BOARDS { Err(ErrorCode::BoardLimit.into()) } else { Ok(()) }
}

/// Checks what an account has stored, after an imported board took its space in this transaction, which has locked the account.
///
/// # Errors
/// Returns `ErrorCode::CardLimit` or `ErrorCode::ChangeLimit` above the limits, or an error if the database fails.
pub(crate) async fn check_imported_board(connection: &mut Connection, owner: Owner) -> Result<(), DomainError> {
    let OwnedSpace { cards, bytes, .. } = boards::space_of_owner(connection, owner).await?;
    if cards > MAX_CARDS {
        Err(ErrorCode::CardLimit.into())
    } else if bytes > MAX_BOARD_BYTES {
        Err(ErrorCode::ChangeLimit.into())
    } else {
        Ok(())
    }
}

/// Returns the maximum size of the attachments on the boards of an account, in bytes.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn attachment_limit<'e>(
    plans: &Plans,
    executor: impl Executor<'e>,
    owner_id: Id,
) -> Result<i64, DomainError> {
    if !plans.are_sold() {
        return Ok(MAX_ATTACHMENT_BYTES);
    }
    let owner = accounts::by_id(executor, owner_id).await?;
    let is_limited = owner.is_none_or(|owner| plans.is_limited(owner.user_type));
    Ok(if is_limited { MAX_BASIC_ATTACHMENT_BYTES } else { MAX_ATTACHMENT_BYTES })
}

/// Checks that the boards of an account have space for `new` more bytes of attachments. Of uploads to several boards at once,
/// each may be the last one that fits.
///
/// # Errors
/// Returns `ErrorCode::AttachmentLimit` if they have not, or an error if the database fails.
pub(crate) async fn check_attachments<'e>(
    executor: impl Executor<'e>,
    owner_id: Id,
    new: i64,
    limit: i64,
) -> Result<(), DomainError> {
    let used = attachments::bytes_of_owner(executor, policy::owner_for_operator(owner_id)).await?;
    if used.saturating_add(new) > limit { Err(ErrorCode::AttachmentLimit.into()) } else { Ok(()) }
}

/// Returns what an account has stored.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn usage(plans: &Plans, connection: &mut Connection, account: Actor) -> Result<Usage, DomainError> {
    let owner = policy::owner_of(account);
    let space = boards::space_of_owner(connection, owner).await?;
    let of_notes = notes::usage(connection, owner).await?;
    let pictures = pictures::count(connection, owner).await?;
    let attachment_limit = attachment_limit(plans, &mut *connection, account.id).await?;
    Ok(Usage {
        boards: quota(space.boards, MAX_BOARDS),
        cards: quota(space.cards, MAX_CARDS),
        notes: quota(of_notes.notes, MAX_NOTES),
        pictures: quota(pictures, i64::try_from(MAX_PICTURES).unwrap_or(i64::MAX)),
        note_bytes: quota(of_notes.bytes, MAX_NOTE_BYTES),
        change_bytes: quota(space.bytes, MAX_BOARD_BYTES),
        attachment_bytes: quota(attachments::bytes_of_owner(&mut *connection, owner).await?, attachment_limit),
    })
}

fn quota(used: i64, limit: i64) -> Quota {
    let number = |number: i64| u64::try_from(number).unwrap_or_default();
    Quota { used: number(used), limit: number(limit) }
}
