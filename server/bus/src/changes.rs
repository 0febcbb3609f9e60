//! Changes as the servers announce them to one another: a board, or an account's notes, preferences, inbox or memberships. What
//! has changed on a board is sent with it if it is small and the transport carries it, and is read from the database otherwise.

use super::announcement::{AnnouncedRecords, Announcement, MAX_MESSAGE_BYTES, News};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::BoardRecords;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::HashMap;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::Arc;
use twentyfour_store::json;

/// The maximum number of changes in one notification. A text has less than 8,000 bytes, and a change takes at most 130.
pub(super) const MAX_CHANGES_PER_NOTIFICATION: usize = 60;

/// The maximum number of boards and accounts with pending changes. Above it, the changes are dropped and all clients
/// are notified to catch up.
pub(super) const MAX_PENDING_CHANGES: usize = 10_000;

/// The maximum size in bytes of the announcements in one notification. Boards whose announcements do not fit are read.
const MAX_ANNOUNCEMENT_BYTES: usize = 256 << 10;

/// The maximum number of announcements of one board that are kept until they are sent.
const MAX_ANNOUNCEMENTS: usize = 32;

/// A change of a board, or of an account's notes, preferences, inbox or memberships.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// The announcements that lead from the previous version of the board to the new one, in their order. Empty: the receiver
    /// reads the changes from the database.
    pub(super) announcements: Vec<Arc<Announcement>>,
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
            announcements: vec![],
        }
    }

    fn to_wire(&self) -> WireChange {
        let since = if self.is_personal { self.since.saturating_neg() } else { self.since };
        (self.account_id, self.board_id, since, self.version)
    }

    /// Returns the change of some news, which the servers announce to one another.
    pub(super) fn of(news: &News) -> Self {
        match *news {
            News::Board(ref announcement) => {
                let Announcement { author_id, board_id, since, version, ref records } = **announcement;
                let is_personal = records.is_personal();
                // The author of a new board is not subscribed to it yet.
                let can_be_sent =
                    since > 0 && !is_personal && records.of_author.is_some() && records.of_others.is_some();
                let announcements = if can_be_sent { vec![announcement.clone()] } else { vec![] };
                Self { account_id: author_id, board_id: Some(board_id), since, version, is_personal, announcements }
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
        Self { account_id, board_id: None, since, version, is_personal: false, announcements: vec![] }
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

/// A notification: the id of the sending server and the changes. An empty list means that changes were dropped. The announcements
/// of the changed boards follow if the transport carries them: the board, and a [`WireAnnouncement`].
#[derive(Serialize, Deserialize)]
struct Notification(
    Id,
    Vec<WireChange>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")] Vec<(Id, Box<RawValue>)>,
);

/// The format of [`WireAnnouncement`]. Raise it whenever a record or its meaning changes: servers of other releases then read the
/// changes from the database.
const ANNOUNCEMENT_FORMAT: u32 = 1;

/// An announcement as sent between servers. Borrows the records to send them.
#[derive(Serialize, Deserialize)]
struct WireAnnouncement<R> {
    format: u32,
    author_id: Id,
    since: i64,
    version: i64,
    of_author: R,
    /// Null if they are the same.
    of_others: Option<R>,
}

impl<'a> WireAnnouncement<&'a BoardRecords> {
    fn new(announcement: &'a Announcement) -> Option<Self> {
        let Announcement { author_id, since, version, ref records, .. } = *announcement;
        let of_author = records.of_author.as_ref()?;
        let of_others = records.of_others.as_ref().filter(|of_others| *of_others != of_author);
        Some(Self { format: ANNOUNCEMENT_FORMAT, author_id, since, version, of_author, of_others })
    }
}

impl WireAnnouncement<BoardRecords> {
    fn into_announcement(self, board_id: Id) -> Announcement {
        let Self { author_id, since, version, of_author, of_others, .. } = self;
        let of_others = of_others.unwrap_or_else(|| of_author.clone());
        let records = AnnouncedRecords { of_author: Some(of_author), of_others: Some(of_others) };
        Announcement { author_id, board_id, since, version, records }
    }
}

/// Encodes the changes of a server, without announcements.
pub(super) fn encode_notification(server_id: Id, changes: &[RemoteChange]) -> String {
    encode(server_id, changes, vec![])
}

/// Encodes the changes of a server, with the announcements that fit.
pub(super) fn encode_with_announcements(server_id: Id, changes: &[RemoteChange]) -> String {
    let (mut bytes, mut sent) = (0, vec![]);
    for announcement in changes.iter().flat_map(|change| &change.announcements) {
        if bytes + MAX_MESSAGE_BYTES > MAX_ANNOUNCEMENT_BYTES {
            break;
        }
        let Some(wire) = WireAnnouncement::new(announcement) else { continue };
        let encoded = to_raw_value(&wire).unwrap_or_else(|error| unreachable!("an announcement is JSON: {error}"));
        let length = encoded.get().len();
        // Clients are not sent larger records either.
        if length <= MAX_MESSAGE_BYTES {
            bytes += length;
            sent.push((announcement.board_id, encoded));
        }
    }
    encode(server_id, changes, sent)
}

fn encode(server_id: Id, changes: &[RemoteChange], announcements: Vec<(Id, Box<RawValue>)>) -> String {
    json(&Notification(server_id, changes.iter().map(RemoteChange::to_wire).collect(), announcements))
}

/// Parses the changes of a server, with the announcements of those boards that are needed. An empty list means that changes were
/// dropped.
///
/// # Errors
/// Returns an error if the text is none that a server has sent.
pub(super) fn parse_notification(
    text: &str,
    is_needed: impl Fn(Id) -> bool,
) -> Result<(Id, Vec<RemoteChange>), serde_json::Error> {
    let Notification(server_id, changes, announcements) = serde_json::from_str(text)?;
    let mut by_board: HashMap<Id, Vec<Arc<Announcement>>> = HashMap::new();
    for (board_id, text) in announcements.iter().filter(|(board_id, _)| is_needed(*board_id)) {
        // One of another release may be unreadable; its board is read from the database.
        let parsed = serde_json::from_str::<WireAnnouncement<BoardRecords>>(text.get()).ok();
        if let Some(announcement) = parsed.filter(|announcement| announcement.format == ANNOUNCEMENT_FORMAT) {
            by_board.entry(*board_id).or_default().push(Arc::new(announcement.into_announcement(*board_id)));
        }
    }
    let with_announcements = |change: WireChange| {
        let mut change = RemoteChange::from_wire(change);
        let announcements = change.board_id.and_then(|board_id| by_board.remove(&board_id)).unwrap_or_default();
        if lead_to(change.since, change.version, &announcements) {
            change.announcements = announcements;
        }
        change
    };
    Ok((server_id, changes.into_iter().map(with_announcements).collect()))
}

/// Returns whether announcements lead from one version to another, without a gap.
fn lead_to(since: i64, version: i64, announcements: &[Arc<Announcement>]) -> bool {
    let next = |known: Option<i64>, announcement: &Arc<Announcement>| {
        known.filter(|known| *known == announcement.since).map(|_| announcement.version)
    };
    announcements.iter().fold(Some(since), next) == Some(version)
}

/// Changes, of which several of the same board are merged into one version range.
#[derive(Default)]
pub(super) struct MergedChanges(pub(super) BTreeMap<ChangeKey, RemoteChange>);

impl MergedChanges {
    pub(super) fn add(&mut self, change: RemoteChange) {
        let merged = match self.0.entry(change.key()) {
            Entry::Vacant(entry) => {
                entry.insert(change);
                return;
            }
            Entry::Occupied(entry) => entry.into_mut(),
        };
        // A gap between them may be a change by somebody else, on another server.
        let is_contiguous = change.since <= merged.version && merged.since <= change.version;
        let are_known = !merged.announcements.is_empty() && !change.announcements.is_empty();
        let are_few = merged.announcements.len() + change.announcements.len() <= MAX_ANNOUNCEMENTS;
        let are_kept = change.since == merged.version && are_known && are_few;
        merged.is_personal &= change.is_personal && merged.account_id == change.account_id && is_contiguous;
        merged.since = merged.since.min(change.since);
        merged.version = merged.version.max(change.version);
        if are_kept {
            merged.announcements.extend(change.announcements);
        } else {
            merged.announcements.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::transport::MAX_TEXT_BYTES;
    use super::*;
    use core_wasm::protocol::record::List;
    use serde_json::json;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    fn change(account_id: Id, board_id: Option<Id>, since: i64, version: i64) -> RemoteChange {
        RemoteChange { account_id, board_id, since, version, is_personal: false, announcements: vec![] }
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
        let preferences = || change(id(1), None, PREFERENCES, PREFERENCES);
        let memberships = || change(id(1), None, MEMBERSHIPS, MEMBERSHIPS);
        let changes = [change(id(1), None, 4, 5), preferences(), memberships(), preferences(), memberships()];
        changes.into_iter().for_each(|change| merged.add(change));
        let changes: Vec<RemoteChange> = merged.0.into_values().collect();
        assert_eq!(changes, [memberships(), change(id(1), None, 4, 5), preferences()]);
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

    /// An announcement of lists, which the author sees differently.
    fn announcement(author: u8, version: i64, lists: usize) -> Arc<Announcement> {
        let list = json!({ "id": id(3), "name": "Ideas", "rank": "80", "is_collapsed": true, "trashed_at": null });
        let list: List = serde_json::from_value(list).unwrap();
        let (is_complete, board, cards, items) = (false, None, vec![], vec![]);
        let of_author = BoardRecords { version, is_complete, board, lists: vec![list; lists], cards, items };
        let mut of_others = of_author.clone();
        of_others.lists.iter_mut().for_each(|list| list.is_collapsed = false);
        let records = AnnouncedRecords { of_author: Some(of_author), of_others: Some(of_others) };
        Arc::new(Announcement { author_id: id(author), board_id: id(1), since: version - 1, version, records })
    }

    fn sent_and_parsed(changes: impl IntoIterator<Item = RemoteChange>) -> Vec<RemoteChange> {
        let mut merged = MergedChanges::default();
        changes.into_iter().for_each(|change| merged.add(change));
        let changes: Vec<RemoteChange> = merged.0.into_values().collect();
        parse_notification(&encode_with_announcements(id(7), &changes), |_| true).unwrap().1
    }

    #[test]
    fn announcements_are_sent_with_their_changes() {
        let announced = [announcement(9, 5, 1), announcement(8, 6, 2)];
        let changes = announced.each_ref().map(|announcement| RemoteChange::of(&News::Board(announcement.clone())));
        let other = change(id(9), Some(id(2)), 4, 5);
        let expected = RemoteChange { announcements: announced.to_vec(), ..change(id(9), Some(id(1)), 4, 6) };
        let [first, second] = changes.clone();
        assert_eq!(sent_and_parsed([first, other.clone(), second]), [expected, other.clone()]);
        let [first, second] = changes;
        let out_of_order = sent_and_parsed([second, first.clone()]);
        assert_eq!(out_of_order, [change(id(8), Some(id(1)), 4, 6)], "the board is read");
        let without = change(id(9), Some(id(1)), 5, 6);
        assert_eq!(sent_and_parsed([first, without]), [change(id(9), Some(id(1)), 4, 6)]);
    }

    #[test]
    fn board_whose_announcement_is_unreadable_is_read() {
        let of = |announcement: Arc<Announcement>| RemoteChange::of(&News::Board(announcement));
        let text = encode_with_announcements(id(7), &[of(announcement(9, 5, 1)), change(id(2), None, 4, 5)]);
        let other_releases = [
            text.replace(r#""items":[]"#, r#""items":[{"kind":"drawing"}]"#),
            text.replace(&format!(r#""format":{ANNOUNCEMENT_FORMAT}"#), r#""format":0"#),
        ];
        for other in other_releases {
            assert_ne!(other, text);
            let changes = parse_notification(&other, |_| true).unwrap().1;
            assert_eq!(changes, [change(id(9), Some(id(1)), 4, 5), change(id(2), None, 4, 5)]);
        }
    }

    #[test]
    fn boards_whose_announcements_are_large_or_many_are_read() {
        let of = |announcement: Arc<Announcement>| RemoteChange::of(&News::Board(announcement));
        let large = of(announcement(9, 5, MAX_MESSAGE_BYTES / 100));
        assert_eq!(sent_and_parsed([large]), [change(id(9), Some(id(1)), 4, 5)]);
        let text = encode_with_announcements(id(7), &vec![of(announcement(9, 5, MAX_MESSAGE_BYTES / 300)); 100]);
        assert!((MAX_ANNOUNCEMENT_BYTES / 2..MAX_ANNOUNCEMENT_BYTES + 16_000).contains(&text.len()), "{}", text.len());
        let last = 5 + MAX_ANNOUNCEMENTS as i64;
        let many = (5..=last).map(|version| of(announcement(9, version, 1)));
        assert_eq!(sent_and_parsed(many), [change(id(9), Some(id(1)), 4, last)]);
    }
}
