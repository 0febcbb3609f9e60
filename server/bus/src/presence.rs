//! Who has which board open, on this server and the others, and which field they are editing. It is only in memory.

use core_wasm::protocol::id::Id;
use core_wasm::protocol::presence::{EditedField, PresentMember};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// A member of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct BoardMember {
    pub(super) board_id: Id,
    pub(super) account_id: Id,
}

/// Whether a member has the board open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MemberState {
    Absent,
    Present { editing: Option<EditedField> },
}

/// Where a member has the board open. Several places count as one member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A connection of this server.
    Connection(u64),
    /// The connections of another server.
    Server(Id),
}

struct Entry {
    source: Source,
    editing: Option<EditedField>,
    /// Greater than those of the entries whose field changed before.
    sequence: u64,
    refreshed_at: Instant,
}

/// Who has which board open.
#[derive(Default)]
pub(super) struct PresenceMap {
    /// The entries by board and account. None of the inner maps and lists is empty.
    boards: HashMap<Id, HashMap<Id, Vec<Entry>>>,
    last_sequence: u64,
    /// The members whose state on this server has changed since the last [`PresenceMap::take_changes`]; `None` if there
    /// are no other servers.
    changes: Option<HashSet<BoardMember>>,
}

impl PresenceMap {
    /// Collects changes on this server from now on, for the other servers.
    pub(super) fn track_changes(&mut self) {
        self.changes.get_or_insert_default();
    }

    /// Sets the state of a member in one place. Returns whether this changes the member's state.
    pub(super) fn set(&mut self, member: BoardMember, source: Source, state: MemberState, now: Instant) -> bool {
        let (before, local_before) = (self.state(member), self.local_state(member));
        let accounts = self.boards.entry(member.board_id).or_default();
        let entries = accounts.entry(member.account_id).or_default();
        match state {
            MemberState::Absent => entries.retain(|entry| entry.source != source),
            MemberState::Present { editing } => match entries.iter_mut().find(|entry| entry.source == source) {
                Some(entry) => {
                    entry.refreshed_at = now;
                    if entry.editing != editing {
                        self.last_sequence += 1;
                        (entry.editing, entry.sequence) = (editing, self.last_sequence);
                    }
                }
                None => {
                    self.last_sequence += 1;
                    entries.push(Entry { source, editing, sequence: self.last_sequence, refreshed_at: now });
                }
            },
        }
        if entries.is_empty() {
            accounts.remove(&member.account_id);
            if accounts.is_empty() {
                self.boards.remove(&member.board_id);
            }
        }
        let local_changed = local_before != self.local_state(member);
        if let Some(changes) = self.changes.as_mut().filter(|_| local_changed) {
            changes.insert(member);
        }
        before != self.state(member)
    }

    /// Returns the state of a member. With several places, the field is the one where they started editing last.
    pub(super) fn state(&self, member: BoardMember) -> MemberState {
        state_of(self.entries(member))
    }

    /// Returns the state of a member on this server only.
    fn local_state(&self, member: BoardMember) -> MemberState {
        state_of(self.entries(member).filter(|entry| matches!(entry.source, Source::Connection(_))))
    }

    fn entries(&self, member: BoardMember) -> impl Iterator<Item = &Entry> {
        let accounts = self.boards.get(&member.board_id);
        accounts.and_then(|accounts| accounts.get(&member.account_id)).into_iter().flatten()
    }

    /// Returns the members who have a board open, except one.
    pub(super) fn others(&self, board_id: Id, account_id: Id) -> Vec<PresentMember> {
        let accounts = self.boards.get(&board_id).into_iter().flatten();
        let others = accounts.filter(|(other, _)| **other != account_id);
        let mut members: Vec<PresentMember> = others
            .filter_map(|(user_id, entries)| match state_of(entries.iter()) {
                MemberState::Present { editing } => Some(PresentMember { user_id: *user_id, editing }),
                MemberState::Absent => None,
            })
            .collect();
        members.sort_unstable_by_key(|member| member.user_id);
        members
    }

    /// Returns the connections of this server that have a board open, with their accounts.
    pub(super) fn connections(&self, board_id: Id) -> impl Iterator<Item = (Id, u64)> {
        self.boards.get(&board_id).into_iter().flatten().flat_map(|(account_id, entries)| {
            entries.iter().filter_map(|entry| match entry.source {
                Source::Connection(number) => Some((*account_id, number)),
                Source::Server(_) => None,
            })
        })
    }

    /// Returns what other servers have announced about an account, or about everyone, and was last refreshed `max_age`
    /// ago or earlier.
    pub(super) fn announced(
        &self,
        account_id: Option<Id>,
        max_age: Duration,
        now: Instant,
    ) -> Vec<(BoardMember, Source)> {
        let is_announced = |entry: &&Entry| {
            matches!(entry.source, Source::Server(_)) && now.duration_since(entry.refreshed_at) >= max_age
        };
        let members = self.members().filter(|(member, _)| account_id.is_none_or(|id| id == member.account_id));
        members
            .flat_map(|(member, entries)| {
                entries.iter().filter(is_announced).map(move |entry| (member, entry.source)).collect::<Vec<_>>()
            })
            .collect()
    }

    /// Makes everyone on this server count as changed.
    pub(super) fn mark_all_changed(&mut self) {
        let local: Vec<BoardMember> = self.local().into_iter().map(|(member, _)| member).collect();
        if let Some(changes) = &mut self.changes {
            changes.extend(local);
        }
    }

    /// Returns the members whose state on this server has changed since the last call, with their new state.
    pub(super) fn take_changes(&mut self) -> Vec<(BoardMember, MemberState)> {
        let changes = self.changes.as_mut().map(std::mem::take).unwrap_or_default();
        changes.into_iter().map(|member| (member, self.local_state(member))).collect()
    }

    /// Returns the members who have a board open on this server, with their state.
    pub(super) fn local(&self) -> Vec<(BoardMember, MemberState)> {
        let states = self.members().map(|(member, _)| (member, self.local_state(member)));
        states.filter(|(_, state)| *state != MemberState::Absent).collect()
    }

    fn members(&self) -> impl Iterator<Item = (BoardMember, &Vec<Entry>)> {
        self.boards.iter().flat_map(|(board_id, accounts)| {
            accounts
                .iter()
                .map(|(account_id, entries)| (BoardMember { board_id: *board_id, account_id: *account_id }, entries))
        })
    }
}

fn state_of<'a>(entries: impl Iterator<Item = &'a Entry>) -> MemberState {
    // Entries that edit nothing come first.
    match entries.max_by_key(|entry| (entry.editing.is_some(), entry.sequence)) {
        Some(entry) => MemberState::Present { editing: entry.editing },
        None => MemberState::Absent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::presence::CardField;

    const NO_FIELD: MemberState = MemberState::Present { editing: None };

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    fn ada() -> BoardMember {
        BoardMember { board_id: id(21), account_id: id(1) }
    }

    fn editing(card: u8) -> MemberState {
        MemberState::Present { editing: Some(EditedField { card_id: id(card), field: CardField::Title }) }
    }

    #[test]
    fn several_places_of_a_member_count_once_with_the_latest_field() {
        let (mut map, now) = (PresenceMap::default(), Instant::now());
        assert!(map.set(ada(), Source::Connection(1), NO_FIELD, now));
        assert!(!map.set(ada(), Source::Connection(2), NO_FIELD, now));
        assert!(map.set(ada(), Source::Connection(1), editing(31), now));
        assert!(map.set(ada(), Source::Server(id(9)), editing(32), now));
        assert!(!map.set(ada(), Source::Connection(1), editing(31), now), "a refresh is not a later change");
        assert_eq!((map.state(ada()), map.others(id(21), id(2)).len()), (editing(32), 1));
        assert_eq!(map.others(id(21), id(1)), [], "nobody sees themselves");
        assert!(map.set(ada(), Source::Server(id(9)), MemberState::Absent, now));
        assert_eq!(map.state(ada()), editing(31));
        assert!(map.set(ada(), Source::Connection(1), MemberState::Absent, now));
        assert_eq!(map.state(ada()), NO_FIELD);
        assert!(map.set(ada(), Source::Connection(2), MemberState::Absent, now));
        assert!(map.boards.is_empty());
    }

    #[test]
    fn only_changes_of_this_server_are_announced() {
        let (mut map, now) = (PresenceMap::default(), Instant::now());
        map.set(ada(), Source::Connection(1), NO_FIELD, now);
        assert_eq!(map.take_changes(), [], "without other servers nothing is collected");
        map.track_changes();
        map.set(ada(), Source::Server(id(9)), editing(31), now);
        assert_eq!((map.take_changes(), map.local()), (vec![], vec![(ada(), NO_FIELD)]));
        map.set(ada(), Source::Connection(1), editing(32), now);
        map.set(ada(), Source::Connection(1), MemberState::Absent, now);
        assert_eq!(map.take_changes(), [(ada(), MemberState::Absent)], "changes of a member are merged");
        assert_eq!((map.take_changes(), map.local()), (vec![], vec![]));
    }

    #[test]
    fn announcements_of_other_servers_expire() {
        let (mut map, now) = (PresenceMap::default(), Instant::now());
        let (minute, server) = (Duration::from_secs(60), Source::Server(id(9)));
        map.set(ada(), server, NO_FIELD, now);
        map.set(ada(), Source::Connection(1), NO_FIELD, now);
        assert_eq!(map.announced(None, minute, now + minute / 2), []);
        map.set(ada(), server, NO_FIELD, now + minute / 2);
        assert_eq!(map.announced(None, minute, now + minute), []);
        assert_eq!(map.announced(None, minute, now + minute * 3 / 2), [(ada(), server)]);
        assert_eq!(map.announced(Some(id(2)), Duration::ZERO, now + minute), []);
        assert_eq!(map.announced(Some(id(1)), Duration::ZERO, now + minute), [(ada(), server)]);
    }
}
