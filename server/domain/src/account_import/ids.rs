//! The ids of imported records.

use core_wasm::protocol::id::Id;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

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

/// Returns the id that a record of an archive gets in an account. It depends only on both, so importing an archive again makes no
/// record twice, and different accounts get different records. It has the creation time of the old id.
pub(super) fn derived_id(account_id: Id, old_id: Id) -> Id {
    let hash = Sha256::new().chain_update(b"account import: ").chain_update(account_id.as_bytes());
    let hash: [u8; 32] = hash.chain_update(old_id.as_bytes()).finalize().into();
    let mut random = [0; 10];
    random.copy_from_slice(&hash[..10]);
    Id::from_parts(old_id.milliseconds(), &random)
}

/// Where the records of an archive are now.
#[derive(Default)]
pub(super) struct IdMap {
    /// The boards by their ids in the archive: those that were imported, now or before. Boards that were not are missing.
    pub(super) boards: HashMap<Id, Id>,
    /// The lists, cards and items of these boards by their ids in the archive.
    pub(super) records: HashMap<Id, Id>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_ids_depend_on_account_and_record_and_keep_the_time() {
        let [account, other, record, next] = [1, 2, 3, 4].map(|number| Id::from_parts(1_700_000_000_000, &[number; 10]));
        let derived = derived_id(account, record);
        assert_eq!(derived, derived_id(account, record));
        assert_eq!(derived.milliseconds(), 1_700_000_000_000);
        assert!([derived_id(other, record), derived_id(account, next), record].iter().all(|id| *id != derived));
        assert_eq!(derived_id(account, Id::GUEST).milliseconds(), Id::GUEST.milliseconds());
        assert_ne!(derived_id(account, Id::GUEST), Id::GUEST);
    }
}
