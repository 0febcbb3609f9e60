//! The ids of imported records.

use crate::error::DomainError;
use core_wasm::protocol::account_import::AccountImportCounts;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::photo::PictureId;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};

/// What became of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// It was added.
    Imported,
    /// The account has it already.
    Existing,
    /// It is invalid, or a limit does not allow it.
    Refused,
}

impl Outcome {
    /// Returns [`Self::Refused`] for the error of a record.
    ///
    /// # Errors
    /// Returns the error if the record did not cause it, which ends the import: the server is failing, or the account no longer
    /// exists.
    pub(super) fn of_error(error: DomainError) -> Result<Self, DomainError> {
        match error.code() {
            ErrorCode::Internal | ErrorCode::Unavailable | ErrorCode::TokenInvalid => Err(error),
            _ => Ok(Self::Refused),
        }
    }

    /// Counts a record.
    pub(super) fn count(self, counts: &mut AccountImportCounts) {
        let count = match self {
            Self::Imported => &mut counts.imported,
            Self::Existing => &mut counts.existing,
            Self::Refused => &mut counts.refused,
        };
        *count = count.saturating_add(1);
    }
}

/// Returns the id that a record of an archive gets in an account. It depends only on both, so importing an archive again makes no
/// record twice, and different accounts get different records. It has the creation time of the old id.
pub(super) fn derived_id(account_id: Id, old_id: Id) -> Id {
    let hash = Sha256::new().chain_update(b"account import: ").chain_update(account_id.as_bytes());
    let hash: [u8; 32] = hash.chain_update(old_id.as_bytes()).finalize().into();
    let mut random = [0; 10];
    random.copy_from_slice(&hash[..10]);
    Id::from_parts(old_id.milliseconds(), &random)
}

/// Returns the id that a picture of an archive gets in an account, like [`derived_id`]. Anyone who knows it can see the picture, so
/// it is as secret as the old one.
pub(super) fn derived_picture_id(account_id: Id, old_id: &PictureId) -> PictureId {
    let hash = Sha256::new().chain_update(b"account import, picture: ").chain_update(account_id.as_bytes());
    let hash: [u8; 32] = hash.chain_update(old_id.as_str()).finalize().into();
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    PictureId::from_bytes(id)
}

/// Where the records of an archive are now.
#[derive(Default)]
pub(super) struct IdMap {
    /// The boards by their ids in the archive: those that were imported, now or before. Boards that were not are missing.
    pub(super) boards: HashMap<Id, Id>,
    /// The lists, cards and items of these boards by their ids in the archive.
    pub(super) records: HashMap<Id, Id>,
    /// The attachments that are the covers of their cards, by their ids in the archive.
    pub(super) covers: HashSet<Id>,
    /// The uploaded pictures that are backgrounds of boards in the archive.
    pub(super) backgrounds: Vec<UploadedBackground>,
}

/// An uploaded picture that is the background of a board in an archive.
pub(super) struct UploadedBackground {
    /// The picture's id in the archive.
    pub(super) picture_id: PictureId,
    /// The imported board.
    pub(super) board_id: Id,
    /// Whether this import has added the board. It gets the picture even if the account has that already.
    pub(super) is_new_board: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_ids_depend_on_account_and_record_and_keep_the_time() {
        let [account, other, record, next] =
            [1, 2, 3, 4].map(|number| Id::from_parts(1_700_000_000_000, &[number; 10]));
        let derived = derived_id(account, record);
        assert_eq!(derived, derived_id(account, record));
        assert_eq!(derived.milliseconds(), 1_700_000_000_000);
        assert!([derived_id(other, record), derived_id(account, next), record].iter().all(|id| *id != derived));
        assert_eq!(derived_id(account, Id::GUEST).milliseconds(), Id::GUEST.milliseconds());
        assert_ne!(derived_id(account, Id::GUEST), Id::GUEST);
    }
}
