//! Changes as the servers announce them to one another: a board, or an account's notes, preferences, inbox or memberships. The
//! changes themselves are read from the database.

use super::announcement::{Announcement, News};
use core_wasm::protocol::id::Id;
use std::collections::BTreeMap;
use twentyfour_store::json;

/// The maximum number of changes in one notification. A text has less than 8,000 bytes, and a change takes at most 130.
pub(super) const MAX_CHANGES_PER_NOTIFICATION: usize = 60;

/// The maximum number of boards and accounts with pending changes. Above it, the changes are dropped and all clients
/// are notified to catch up.
pub(super) const MAX_PENDING_CHANGES: usize = 10_000;

/// A change of a board, or of an account's notes, preferences, inbox or memberships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RemoteChange {
    /// The account; for a board, the one that made the change.
    pub(super) account_id: Id,
    /// Without a board, the change concerns the account's notes, or its preferences, memberships or inbox if both versions are
    /// [`PREFERENCES`], [`MEMBERSHIPS`] or [`INBOX`].
    pub(super) board_id: Option<Id>,
    /// The previous version.
    pub(super) since: i64,
    /// The new version.
    pub(super) version: i64,
    /// Whether only the account sees the change of the board.
    pub(super) is_personal: bool,
}

/// A change as sent between servers: a JSON array of the account, the board, the previous and the new version. Servers
/// of other releases read it, so it cannot change. The previous version is negative if only the account sees the change of the
/// board: earlier releases then read the whole board.
type WireChange = (Id, Option<Id>, i64, i64);

impl RemoteChange {
    fn from_wire((account_id, board_id, since, version): WireChange) -> Self {
        let is_personal = board_id.is_some() && since < 0;
        Self {
            account_id,
            board_id,
            since: if is_personal { since.saturating_neg() } else { since },
            version,
            is_personal,
        }
    }

    fn to_wire(self) -> WireChange {
        let since = if self.is_personal { self.since.saturating_neg() } else { self.since };
        (self.account_id, self.board_id, since, self.version)
    }

    /// Returns the change of some news, which the servers announce to one another.
    pub(super) fn of(news: &News) -> Self {
        match *news {
            News::Board(ref announcement) => {
                let Announcement { author_id, board_id, since, version, .. } = **announcement;
                let is_personal = announcement.records.is_personal();
                Self { account_id: author_id, board_id: Some(board_id), since, version, is_personal }
            }
            News::Notes { account_id, version } => Self::of_account(account_id, version - 1, version),
            News::Preferences { account_id, .. } => Self::of_account(account_id, PREFERENCES, PREFERENCES),
            News::Inbox { account_id } => Self::of_account(account_id, INBOX, INBOX),
            News::Memberships { account_id } => Self::of_account(account_id, MEMBERSHIPS, MEMBERSHIPS),
        }
    }

    /// Returns the board or the account that has changed.
    pub(super) fn subject_id(&self) -> Id {
        self.board_id.unwrap_or(self.account_id)
    }

    /// A change of something else than a board.
    fn of_account(account_id: Id, since: i64, version: i64) -> Self {
        Self { account_id, board_id: None, since, version, is_personal: false }
    }

    pub(super) fn key(&self) -> ChangeKey {
        let Self { account_id, board_id, version, .. } = *self;
        match board_id {
            Some(board_id) => ChangeKey::Board(board_id),
            None if version == PREFERENCES => ChangeKey::Preferences(account_id),
            None if version == MEMBERSHIPS => ChangeKey::Memberships(account_id),
            None if version == INBOX => ChangeKey::Inbox(account_id),
            None => ChangeKey::Notes(account_id),
        }
    }
}

/// What a change concerns. Changes with the same key are merged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ChangeKey {
    /// First, so that a removed member is not sent the changes of the board any more.
    Memberships(Id),
    Board(Id),
    Notes(Id),
    Preferences(Id),
    Inbox(Id),
}

/// The version for changed preferences, which have no version of their own. Notes never have it. Servers of an earlier
/// release treat it as a change of notes that all clients already have.
const PREFERENCES: i64 = -1;

/// The version for changed memberships, like [`PREFERENCES`].
const MEMBERSHIPS: i64 = -2;

/// The version for a changed inbox, like [`PREFERENCES`].
const INBOX: i64 = -3;

/// A notification: the id of the sending server and the changes. An empty list means that changes were dropped.
type Notification = (Id, Vec<WireChange>);

/// Encodes the changes of a server.
pub(super) fn encode_notification(server_id: Id, changes: &[RemoteChange]) -> String {
    let notification: Notification = (server_id, changes.iter().map(|change| change.to_wire()).collect());
    json(&notification)
}

/// Parses the changes of a server. An empty list means that changes were dropped.
///
/// # Errors
/// Returns an error if the text is none that a server has sent.
pub(super) fn parse_notification(text: &str) -> Result<(Id, Vec<RemoteChange>), serde_json::Error> {
    let (server_id, changes): Notification = serde_json::from_str(text)?;
    Ok((server_id, changes.into_iter().map(RemoteChange::from_wire).collect()))
}

/// Changes, of which several of the same board are merged into one version range.
#[derive(Default)]
pub(super) struct MergedChanges(pub(super) BTreeMap<ChangeKey, RemoteChange>);

impl MergedChanges {
    pub(super) fn add(&mut self, change: RemoteChange) {
        let merged = self.0.entry(change.key()).or_insert(change);
        // A gap between them may be a change by somebody else, on another server.
        let is_contiguous = change.since <= merged.version && merged.since <= change.version;
        merged.is_personal &= change.is_personal && merged.account_id == change.account_id && is_contiguous;
        merged.since = merged.since.min(change.since);
        merged.version = merged.version.max(change.version);
    }
}

#[cfg(test)]
mod tests {
    use super::super::transport::MAX_TEXT_BYTES;
    use super::*;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    fn change(account_id: Id, board_id: Option<Id>, since: i64, version: i64) -> RemoteChange {
        RemoteChange { account_id, board_id, since, version, is_personal: false }
    }

    fn personal(account_id: Id, board_id: Id, since: i64, version: i64) -> RemoteChange {
        RemoteChange { is_personal: true, ..change(account_id, Some(board_id), since, version) }
    }

    #[test]
    fn changes_of_a_board_are_merged() {
        let mut merged = MergedChanges::default();
        for (board, since, version) in [(1, 4, 5), (2, 8, 9), (1, 6, 7), (1, 5, 6)] {
            merged.add(change(id(9), Some(id(board)), since, version));
        }
        let changes: Vec<RemoteChange> = merged.0.into_values().collect();
        assert_eq!(changes, [change(id(9), Some(id(1)), 4, 7), change(id(9), Some(id(2)), 8, 9)]);
    }

    #[test]
    fn changes_that_only_their_author_sees_stay_so_until_they_are_merged_with_others() {
        let merge = |second: RemoteChange| {
            let mut merged = MergedChanges::default();
            [personal(id(9), id(1), 4, 5), second].into_iter().for_each(|change| merged.add(change));
            merged.0.into_values().next()
        };
        assert_eq!(merge(personal(id(9), id(1), 5, 6)), Some(personal(id(9), id(1), 4, 6)));
        assert_eq!(merge(personal(id(9), id(1), 6, 7)), Some(change(id(9), Some(id(1)), 4, 7)), "5 to 6 is another's");
        assert_eq!(merge(personal(id(8), id(1), 5, 6)), Some(change(id(9), Some(id(1)), 4, 6)));
        assert_eq!(merge(change(id(9), Some(id(1)), 5, 6)), Some(change(id(9), Some(id(1)), 4, 6)));
        for sent in [personal(id(9), id(1), 4, 5), change(id(9), None, PREFERENCES, PREFERENCES)] {
            assert_eq!(RemoteChange::from_wire(sent.to_wire()), sent);
        }
    }

    #[test]
    fn note_changes_are_merged_per_account() {
        let mut merged = MergedChanges::default();
        let changes = [
            change(id(1), None, 4, 5),
            change(id(1), Some(id(1)), 7, 8),
            change(id(1), None, 5, 6),
            change(id(2), None, 0, 1),
        ];
        changes.into_iter().for_each(|change| merged.add(change));
        let changes: Vec<RemoteChange> = merged.0.into_values().collect();
        assert_eq!(changes, [change(id(1), Some(id(1)), 7, 8), change(id(1), None, 4, 6), change(id(2), None, 0, 1)]);
    }

    #[test]
    fn changed_notes_preferences_and_memberships_are_not_merged_with_one_another() {
        let mut merged = MergedChanges::default();
        let preferences = change(id(1), None, PREFERENCES, PREFERENCES);
        let memberships = change(id(1), None, MEMBERSHIPS, MEMBERSHIPS);
        let changes = [change(id(1), None, 4, 5), preferences, memberships, preferences, memberships];
        changes.into_iter().for_each(|change| merged.add(change));
        let changes: Vec<RemoteChange> = merged.0.into_values().collect();
        assert_eq!(changes, [memberships, change(id(1), None, 4, 5), preferences]);
    }

    #[test]
    fn largest_notification_fits_into_8000_bytes() {
        let changes = vec![personal(id(9), id(8), i64::MAX - 1, i64::MAX); MAX_CHANGES_PER_NOTIFICATION];
        assert!(encode_notification(id(7), &changes).len() <= MAX_TEXT_BYTES);
    }

    #[test]
    fn notification_is_an_array_that_other_releases_read() {
        let changes = [change(id(9), Some(id(8)), 4, 5), change(id(9), None, 6, 7), personal(id(9), id(8), 7, 8)];
        let expected = format!(
            r#"["{}",[["{}","{}",4,5],["{}",null,6,7],["{}","{}",-7,8]]]"#,
            id(7),
            id(9),
            id(8),
            id(9),
            id(9),
            id(8)
        );
        assert_eq!(encode_notification(id(7), &changes), expected);
    }
}
