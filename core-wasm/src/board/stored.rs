//! Boards in the browser's storage: a snapshot, and beside it what has changed since, version by version. A board that was
//! opened before opens from here, without a network too.
//!
//! News names the version since which it holds all changes, so that a gap is noticed however several tabs have written one
//! after the other: what comes behind the gap is left out, and asked for.

use super::machine::{Boards, with_unsent};
use super::replica::{Receipt, Replica};
use crate::call::Turn;
use crate::protocol::id::Id;
use crate::protocol::record::BoardRecords;
use crate::protocol::stored::{FORMAT, StoredBoard, StoredNews, kept};
use crate::protocol::view::BoardStatus;
use crate::sync::outbox::Outbox;
use serde::de::DeserializeOwned;

/// How much news may lie beside a snapshot before a new snapshot takes its place.
const MAXIMUM_NEWS: usize = 200;

/// What is stored of a board, as far as this tab knows: keys, with the version of what lies there.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    snapshots: Vec<(i64, String)>,
    news: Vec<(i64, String)>,
    /// The person's own confirmed changes.
    own: Vec<(i64, String)>,
}

impl Shelf {
    /// Takes out what a snapshot, or news, of that version holds.
    fn held_at(keys: &mut Vec<(i64, String)>, version: i64, turn: &mut Turn) {
        keys.extract_if(.., |(own, _)| *own <= version).for_each(|(_, key)| turn.unkeep(key));
    }
}

impl Boards {
    /// Asks for what is stored of a board.
    pub(super) fn read(&mut self, board_id: Id, turn: &mut Turn) {
        if let Some(account) = self.account
            && !self.reading.contains(&board_id)
        {
            self.reading.push(board_id);
            turn.loads.push(kept::board(account, board_id));
        }
    }

    /// Whether boards with unsent changes are still being read.
    pub fn is_reading(&self) -> bool {
        !self.reading.is_empty()
    }

    /// What is stored of a board has come.
    pub fn board_read(&mut self, board_id: Id, stored: Vec<(String, String)>, outbox: &Outbox, turn: &mut Turn) {
        self.reading.retain(|id| *id != board_id);
        if !self.replicas.contains_key(&board_id)
            && let Some(replica) = self.put_together(board_id, stored, turn)
        {
            self.replicas.insert(board_id, with_unsent(replica, outbox));
            self.put_board_of(board_id, turn);
            self.compact(board_id, turn);
        }
        // One that was asked for before anybody knew its slug may be this one.
        let is_awaited = self.open.status == BoardStatus::Loading
            && self.replicas.get(&board_id).is_some_and(|replica| replica.board().slug.as_str() == self.open.slug);
        if self.open.reads == Some(board_id) || is_awaited {
            self.open.reads = None;
            self.open_known(outbox, turn);
        }
    }

    /// Makes a board of its snapshot and what came after. What cannot be read is set aside (SPEC Y14).
    fn put_together(&mut self, board_id: Id, stored: Vec<(String, String)>, turn: &mut Turn) -> Option<Replica> {
        let account = self.account?;
        let board = kept::board(account, board_id);
        let (snapshot_prefix, own_prefix) = (format!("{board}snapshot/"), format!("{board}own/"));
        let (mut snapshots, mut news, mut own) = (vec![], vec![], vec![]);
        let mut shelf = Shelf::default();
        for (key, text) in stored {
            if key.starts_with(&snapshot_prefix) {
                match read(&text, |stored: &StoredBoard| stored.format) {
                    Some(StoredBoard { records, .. }) if records.board.is_some() => {
                        shelf.snapshots.push((records.version, key));
                        snapshots.push(records);
                    }
                    _ => turn.set_aside(key, text),
                }
                continue;
            }
            match read(&text, |stored: &StoredNews| stored.format) {
                Some(StoredNews { since: Some(since), records, .. }) if !key.starts_with(&own_prefix) => {
                    shelf.news.push((records.version, key));
                    news.push((since, records));
                }
                Some(StoredNews { records, .. }) => {
                    shelf.own.push((records.version, key));
                    own.push(records);
                }
                None => turn.set_aside(key, text),
            }
        }
        self.shelves.insert(board_id, shelf);
        // All that has changed since a board was made is all of it.
        let whole = |(since, records): &(i64, BoardRecords)| *since == 0 && records.board.is_some();
        let base = snapshots.into_iter().max_by_key(|records| records.version);
        let mut replica = Replica::load(base.or_else(|| Some(news.iter().find(|news| whole(news))?.1.clone()))?)?;
        for (since, records) in news {
            if !records.is_complete {
                _ = replica.receive(since, records, &mut vec![]);
            }
        }
        own.into_iter().for_each(|records| replica.remember(records));
        Some(replica)
    }

    /// Keeps all of a board, as JSON text of [`BoardRecords`], in the place of everything older that is stored of it.
    pub(super) fn keep_board(&mut self, board_id: Id, version: i64, records: &str, turn: &mut Turn) {
        if let Some(account) = self.account {
            let shelf = self.shelves.entry(board_id).or_default();
            for keys in [&mut shelf.snapshots, &mut shelf.news, &mut shelf.own] {
                Shelf::held_at(keys, version, turn);
            }
            let key = kept::snapshot(account, board_id, version);
            turn.keep(key.clone(), format!(r#"{{"format":{FORMAT},"records":{records}}}"#));
            shelf.snapshots.push((version, key));
        }
    }

    /// Keeps what has changed on a board since a version, as JSON text of [`BoardRecords`].
    pub(super) fn keep_news(&mut self, board_id: Id, since: i64, version: i64, records: &str, turn: &mut Turn) {
        let Some(account) = self.account else { return };
        let key = kept::news(account, board_id, since, version);
        turn.keep(key.clone(), format!(r#"{{"format":{FORMAT},"since":{since},"records":{records}}}"#));
        let shelf = self.shelves.entry(board_id).or_default();
        shelf.news.retain(|(_, other)| *other != key);
        shelf.news.push((version, key));
        Shelf::held_at(&mut shelf.own, version, turn);
    }

    /// Keeps the person's own changes that the server has confirmed.
    pub(super) fn keep_confirmed(&mut self, board_id: Id, since: Option<i64>, records: &BoardRecords, turn: &mut Turn) {
        let (version, text) = (records.version, crate::json(records));
        if let Some(since) = since {
            self.keep_news(board_id, since, version, &text, turn);
        } else if let Some(account) = self.account {
            let key = kept::own_news(account, board_id, version);
            turn.keep(key.clone(), format!(r#"{{"format":{FORMAT},"since":null,"records":{text}}}"#));
            self.shelves.entry(board_id).or_default().own.push((version, key));
        }
    }

    /// Puts a new snapshot in the place of the stored one and its news, once there is much of it.
    pub(super) fn compact(&mut self, board_id: Id, turn: &mut Turn) {
        let is_long = self.shelves.get(&board_id).is_some_and(|shelf| shelf.news.len() > MAXIMUM_NEWS);
        if is_long && let Some(replica) = self.replicas.get(&board_id) {
            let (version, records) = (replica.certain_version(), crate::json(&replica.confirmed()));
            self.keep_board(board_id, version, &records, turn);
        }
    }

    /// What is known of a board, and stored of it, gives way to what comes next, whatever its version.
    pub(super) fn distrust(&mut self, board_id: Id) {
        if let Some(replica) = self.replicas.get_mut(&board_id) {
            replica.distrust();
        }
        if let Some(shelf) = self.shelves.get_mut(&board_id) {
            for keys in [&mut shelf.snapshots, &mut shelf.news, &mut shelf.own] {
                keys.iter_mut().for_each(|(version, _)| *version = 0);
            }
        }
    }

    /// Forgets what is stored of a board that is not there any more.
    pub(super) fn unkeep_board(&mut self, board_id: Id, turn: &mut Turn) {
        self.shelves.remove(&board_id);
        if let Some(account) = self.account {
            turn.forgotten.push(kept::board(account, board_id));
        }
    }

    /// Takes in what became of news: keeps it, draws it, or asks for what is missing.
    pub(super) fn received(&mut self, board_id: Id, since: i64, version: i64, news: News<'_>, turn: &mut Turn) {
        match news.receipt {
            Receipt::Taken => {
                self.keep_news(board_id, since, version, news.text, turn);
                self.compact(board_id, turn);
            }
            Receipt::Replaced => {
                self.keep_board(board_id, version, news.text, turn);
                if self.open.board_id == Some(board_id) {
                    self.patch_opened(turn);
                }
            }
            Receipt::Behind => self.catch_up(board_id, turn),
            Receipt::Known | Receipt::Confirmed(..) => {}
        }
        self.put_board_of(board_id, turn);
    }
}

/// News that a replica was told of: what it made of it, and the JSON text of the records.
pub(super) struct News<'a> {
    pub(super) receipt: Receipt,
    pub(super) text: &'a str,
}

/// Reads a stored text, unless a newer version of the app has written it.
pub(crate) fn read<T: DeserializeOwned>(text: &str, format: impl FnOnce(&T) -> u32) -> Option<T> {
    serde_json::from_str(text).ok().filter(|stored| format(stored) == FORMAT)
}
