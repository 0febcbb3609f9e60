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
use crate::sync::outbox::Outbox;
use serde::de::DeserializeOwned;

/// How much news may lie beside a snapshot before a new snapshot takes its place.
const MAXIMUM_NEWS: usize = 200;

/// The keys of what is stored of a board beside its snapshot, as far as this tab knows.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// News.
    news: Vec<String>,
    /// The person's own confirmed changes, with their versions.
    own: Vec<(i64, String)>,
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
        let is_asked = self.open.board_id.is_none() && self.overview.id_of(&self.open.slug) == Some(board_id);
        if is_asked {
            self.open_known(outbox, turn);
        }
    }

    /// Makes a board of its snapshot and what came after. What cannot be read is set aside (SPEC Y14).
    fn put_together(&mut self, board_id: Id, stored: Vec<(String, String)>, turn: &mut Turn) -> Option<Replica> {
        let account = self.account?;
        let snapshot_key = kept::snapshot(account, board_id);
        let own_prefix = format!("{}own/", kept::board(account, board_id));
        let (mut replica, mut news, mut own) = (None, vec![], vec![]);
        let shelf = self.shelves.entry(board_id).or_default();
        *shelf = Shelf::default();
        for (key, text) in stored {
            if key == snapshot_key {
                replica = read(&text, |stored: &StoredBoard| stored.format).and_then(|it| Replica::load(it.records));
                if replica.is_none() {
                    turn.set_aside(key, text);
                }
                continue;
            }
            match read(&text, |stored: &StoredNews| stored.format) {
                Some(StoredNews { since: Some(since), records, .. }) if !key.starts_with(&own_prefix) => {
                    shelf.news.push(key);
                    news.push((since, records));
                }
                Some(StoredNews { records, .. }) => {
                    shelf.own.push((records.version, key));
                    own.push(records);
                }
                None => turn.set_aside(key, text),
            }
        }
        let mut replica = replica?;
        for (since, records) in news {
            if !records.is_complete {
                _ = replica.receive(since, records, &mut vec![]);
            }
        }
        own.into_iter().for_each(|records| replica.remember(records));
        Some(replica)
    }

    /// Keeps all of a board, as the text that the server sent, in the place of everything that was stored of it.
    pub(super) fn keep_board(&mut self, board_id: Id, records: &str, turn: &mut Turn) {
        if let Some(account) = self.account {
            let text = format!(r#"{{"format":{FORMAT},"records":{records}}}"#);
            turn.keep(kept::snapshot(account, board_id), text);
            let shelf = self.shelves.remove(&board_id).unwrap_or_default();
            let own = shelf.own.into_iter().map(|(_, key)| key);
            shelf.news.into_iter().chain(own).for_each(|key| turn.unkeep(key));
        }
    }

    /// Keeps what has changed on a board since a version, as JSON text of [`BoardRecords`].
    pub(super) fn keep_news(&mut self, board_id: Id, since: i64, version: i64, records: &str, turn: &mut Turn) {
        let Some(account) = self.account else { return };
        let key = kept::news(account, board_id, version);
        turn.keep(key.clone(), format!(r#"{{"format":{FORMAT},"since":{since},"records":{records}}}"#));
        let shelf = self.shelves.entry(board_id).or_default();
        if !shelf.news.contains(&key) {
            shelf.news.push(key);
        }
        // The news holds them.
        for (_, key) in shelf.own.extract_if(.., |(own, _)| *own <= version) {
            turn.unkeep(key);
        }
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
            let (certain, records) = (replica.certain_version(), crate::json(&replica.confirmed()));
            let own = self.shelves.get_mut(&board_id).map(|shelf| std::mem::take(&mut shelf.own)).unwrap_or_default();
            self.keep_board(board_id, &records, turn);
            // Those that are later than what is certain stay.
            for (version, key) in own {
                if version > certain {
                    self.shelves.entry(board_id).or_default().own.push((version, key));
                } else {
                    turn.unkeep(key);
                }
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
            Receipt::Taken => self.keep_news(board_id, since, version, news.text, turn),
            Receipt::Replaced => {
                self.keep_board(board_id, news.text, turn);
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
