//! Where notes come from: the storage, the server, and the answers to what was sent (SPEC N3 to N5).

use super::Notes;
use crate::board::stored::read;
use crate::call::{Answer, Call, Failure, Purpose, Turn};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::note::{Note, NoteAnswer, NoteChange, NotesAnswer};
use crate::protocol::patch::Patch;
use crate::protocol::stored::{FORMAT, StoredNote, StoredNotes, kept};
use crate::protocol::view::LoadStatus;
use crate::sync::outbox::{NoteLeft, Outbox};

impl Notes {
    /// Somebody looks at notes: what is stored shows first, and then what the server has.
    pub fn load(&mut self, account: Id, turn: &mut Turn) {
        if self.status == LoadStatus::Failed {
            self.set_status(LoadStatus::Loading, turn);
        }
        if std::mem::replace(&mut self.is_asked, true) {
            self.refresh(turn);
        } else {
            self.account = Some(account);
            turn.loads.push(kept::notes(account));
        }
    }

    /// What is stored has been read.
    pub fn read(&mut self, stored: Vec<(String, String)>, turn: &mut Turn) {
        let Some(account) = self.account.filter(|_| !self.is_read) else { return };
        let (prefix, version_key) = (kept::notes(account), kept::notes_version(account));
        let (mut version, mut is_whole) = (None, true);
        let mut last: Option<(Id, String, Option<Note>)> = None;
        for (key, text) in stored {
            if key == version_key {
                version = read(&text, |stored: &StoredNotes| stored.format).map(|stored| stored.version);
                continue;
            }
            let id = key.strip_prefix(&prefix).and_then(|rest| Id::parse(rest.split_once('/')?.0));
            let Some((id, stored)) = id.zip(read(&text, |stored: &StoredNote| stored.format)) else {
                turn.set_aside(key, text);
                is_whole = false;
                continue;
            };
            if let Some((before, before_key, note)) = last.replace((id, key, stored.note)) {
                if before == id {
                    // Another tab knew less.
                    turn.unkeep(before_key);
                } else {
                    self.confirmed.extend(note.map(|note| (before, note)));
                }
            }
        }
        self.confirmed.extend(last.and_then(|(id, _, note)| Some((id, note?))));
        self.version = version.filter(|_| is_whole).unwrap_or(0);
        (self.is_read, self.is_bulk) = (true, true);
        self.touched.extend(self.confirmed.keys());
        if version.is_some() || !self.confirmed.is_empty() {
            self.status = LoadStatus::Ready;
        }
        self.fetch(turn);
    }

    /// Asks for what has changed, if somebody has looked at notes: something may have been missed.
    pub fn refresh(&mut self, turn: &mut Turn) {
        if self.is_read {
            self.fetch(turn);
        }
    }

    /// The server has this version now. It is asked unless what comes anyway tells it.
    pub fn changed(&mut self, version: i64) {
        self.announced = self.announced.max(version);
    }

    fn fetch(&mut self, turn: &mut Turn) {
        if std::mem::replace(&mut self.is_asking, true) {
            self.asks_again = true;
            return;
        }
        let since = self.version;
        (self.asks_again, self.announced) = (false, since);
        turn.calls.push(Call::get(Purpose::LoadNotes { since }, format!("/notes/?since={since}")));
    }

    /// What has changed has come, or has not.
    pub fn loaded(&mut self, since: i64, answer: &Answer, turn: &mut Turn) {
        self.is_asking = false;
        if since > self.version {
            // It was asked before all was begun anew, and leaves out what is not known any more.
            self.fetch(turn);
            return;
        }
        let told = match answer.read::<NotesAnswer>() {
            // The server knows less than what is known here: it was set back.
            Ok(told) if told.version < since => {
                self.start_over(turn);
                return;
            }
            Ok(told) => told,
            Err(Failure::Final { rejection, .. }) if rejection.code == ErrorCode::BadQuery && since > 0 => {
                self.start_over(turn);
                return;
            }
            Err(_) => {
                turn.log("Error fetching notes");
                // It is asked for again when the connection is back.
                (self.asks_again, self.announced) = (false, self.version);
                if self.status == LoadStatus::Loading {
                    self.set_status(LoadStatus::Failed, turn);
                }
                return;
            }
        };
        let goes_on = told.has_more && told.version > since;
        self.take(told, turn);
        if goes_on || self.asks_again {
            self.fetch(turn);
        } else {
            self.is_told = true;
            self.set_status(LoadStatus::Ready, turn);
        }
    }

    /// All of the server's notes are loaded and believed.
    fn start_over(&mut self, turn: &mut Turn) {
        turn.forgotten.extend(self.account.map(kept::notes));
        self.touched.extend(self.confirmed.keys());
        self.confirmed.clear();
        (self.version, self.is_told, self.is_bulk) = (0, false, true);
        self.fetch(turn);
    }

    fn take(&mut self, told: NotesAnswer, turn: &mut Turn) {
        for id in told.removed {
            if self.confirmed.get(&id).is_some_and(|note| note.version <= told.version) {
                self.keep_note(id, told.version, None, turn);
            }
        }
        for note in told.notes {
            self.put(note, turn);
        }
        self.know(told.version, turn);
    }

    /// All is known up to a version.
    fn know(&mut self, version: i64, turn: &mut Turn) {
        if let Some(account) = self.account.filter(|_| version > self.version) {
            self.version = version;
            let stored = StoredNotes { format: FORMAT, version };
            turn.keep(kept::notes_version(account), crate::json(&stored));
        }
    }

    /// Takes in a note, unless a later version of it is known.
    fn put(&mut self, note: Note, turn: &mut Turn) {
        let is_later = self.confirmed.get(&note.id).is_none_or(|known| known.version < note.version);
        if is_later && note.document.is_some() {
            self.keep_note(note.id, note.version, Some(note), turn);
        }
    }

    /// Keeps a note as the server has it, or that it is gone.
    fn keep_note(&mut self, id: Id, version: i64, note: Option<Note>, turn: &mut Turn) {
        let Some(account) = self.account else { return };
        let stored = StoredNote { format: FORMAT, note };
        turn.keep(kept::note(account, id, version), crate::json(&stored));
        let before = match stored.note {
            Some(note) => self.confirmed.insert(id, note),
            None => self.confirmed.remove(&id),
        };
        if let Some(before) = before.filter(|before| before.version != version) {
            turn.unkeep(kept::note(account, id, before.version));
        }
        self.touched.insert(id);
    }

    /// A change has left the outbox.
    fn left(&mut self, left: NoteLeft, turn: &mut Turn) {
        match left {
            NoteLeft::Taken { change, answer } if self.is_read => self.answered(change, answer, turn),
            // What it was refused for may be something that was missed.
            NoteLeft::Refused => self.refresh(turn),
            NoteLeft::Taken { .. } => {}
        }
    }

    fn answered(&mut self, change: NoteChange, answer: NoteAnswer, turn: &mut Turn) {
        let NoteAnswer { mut note, since } = answer;
        let known_version = self.confirmed.get(&note.id).map(|known| known.version);
        // Up to the version of which all is known, the note is known as it is, unless the server was set back.
        let is_set_back = note.version <= self.version && known_version != Some(note.version);
        if note.document.is_none() {
            note.document = match change {
                NoteChange::Save { save_id, document, .. } => {
                    // The same text may stand there as another's save: then the editor holds that.
                    self.is_the_same(save_id, note.save_id);
                    Some(document)
                }
                _ => {
                    let known = self.confirmed.get(&note.id).filter(|known| known.save_id == note.save_id);
                    known.and_then(|known| known.document.clone())
                }
            };
        }
        if is_set_back {
            self.start_over(turn);
            if note.document.is_some() {
                // It shows at once, and is stored when it is told with all others: what is stored now is forgotten.
                note.version = 0;
                self.touched.insert(note.id);
                self.confirmed.insert(note.id, note);
            }
            return;
        }
        if note.document.is_none() || since > self.version {
            self.fetch(turn);
        } else {
            self.know(note.version, turn);
        }
        self.put(note, turn);
    }

    fn set_status(&mut self, status: LoadStatus, turn: &mut Turn) {
        if self.status != status {
            self.status = status;
            turn.step.patches.push(Patch::NotesStatus { status });
        }
    }

    /// Follows what has left the outbox and what waits in it, and tells the mirror what that has changed.
    pub fn follow(&mut self, left: Vec<NoteLeft>, outbox: &Outbox, turn: &mut Turn) {
        left.into_iter().for_each(|left| self.left(left, turn));
        if self.is_asked {
            self.lay_over(outbox, turn);
            self.follow_open(outbox, turn);
        }
        if self.is_read && self.announced > self.version && !self.is_asking && !outbox.is_sending_note() {
            self.fetch(turn);
        }
    }
}
