//! The other texts of the open note: earlier ones, and those that were written apart (SPEC N17 to N19).

use super::Notes;
use crate::call::{Answer, Call, Failure, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::note::{NoteChange, NoteVersion, NoteVersionAnswer, NoteVersionsAnswer, ShownVersion};
use crate::protocol::patch::Patch;
use crate::sync::outbox::Outbox;

/// What is said where a text cannot be had.
const NOT_LOADED: &str = "This version could not be loaded. Please try again when you are online.";

impl Notes {
    /// Asks for the earlier texts of the open note.
    pub fn load_versions(&mut self, turn: &mut Turn) -> Result<(), ErrorCode> {
        let note_id = self.open.as_ref().ok_or(ErrorCode::UnknownNote)?.view.id;
        turn.calls.push(Call::get(Purpose::LoadNoteVersions { note_id }, format!("/notes/{note_id}/versions/")));
        Ok(())
    }

    /// They have come, or have not.
    pub fn versions_loaded(&mut self, note_id: Id, answer: &Answer, turn: &mut Turn) {
        let versions = match answer.read::<NoteVersionsAnswer>() {
            Ok(answer) => answer.versions,
            // The server does not know the note yet.
            Err(Failure::Final { status: 404, .. }) => vec![],
            Err(_) => {
                turn.log("Error fetching the versions of a note");
                return;
            }
        };
        if let Some(open) = self.open.as_mut().filter(|open| open.view.id == note_id) {
            open.view.versions = Some(versions);
            self.show_versions(turn);
        }
    }

    /// The texts that were written apart are these now.
    pub(super) fn set_apart(&mut self, apart: Vec<NoteVersion>, turn: &mut Turn) {
        if let Some(open) = self.open.as_mut().filter(|open| open.view.apart != apart) {
            open.view.apart = apart;
            self.show_versions(turn);
        }
    }

    fn show_versions(&self, turn: &mut Turn) {
        if let Some(open) = &self.open {
            let (apart, versions) = (open.view.apart.clone(), open.view.versions.clone());
            turn.step.patches.push(Patch::NoteVersions { apart, versions });
        }
    }

    /// Shows an earlier text of the open note, or the note itself.
    pub fn show_version(&mut self, save_id: Option<Id>, turn: &mut Turn) -> Result<(), ErrorCode> {
        let open = self.open.as_mut().ok_or(ErrorCode::UnknownNote)?;
        let shown = match save_id {
            None => None,
            Some(save_id) => {
                let known = open.view.apart.iter().chain(open.view.versions.iter().flatten());
                let version =
                    known.into_iter().find(|version| version.save_id == save_id).ok_or(ErrorCode::NotFound)?;
                let document = open.documents.get(&save_id).cloned();
                Some(ShownVersion { version: version.clone(), document })
            }
        };
        if let Some(awaited) = shown.as_ref().filter(|shown| shown.document.is_none()) {
            turn.calls.push(asking(open.view.id, awaited.version.save_id));
        }
        open.view.shown_version = shown;
        self.show_shown_version(turn);
        Ok(())
    }

    fn show_shown_version(&self, turn: &mut Turn) {
        let shown = self.open.as_ref().and_then(|open| open.view.shown_version.as_ref());
        turn.step.patches.push(Patch::NoteVersionShown { shown_version: shown.map(crate::json) });
    }

    /// An earlier text has come, or has not.
    pub fn version_loaded(
        &mut self,
        note_id: Id,
        save_id: Id,
        answer: &Answer,
        outbox: &Outbox,
        env: &Env,
        turn: &mut Turn,
    ) {
        let Some(open) = self.open.as_mut().filter(|open| open.view.id == note_id) else { return };
        let shown = open.view.shown_version.as_mut().filter(|shown| shown.version.save_id == save_id);
        let is_awaited = open.awaited == Some(save_id);
        match answer.read::<NoteVersionAnswer>() {
            Ok(NoteVersionAnswer { document, .. }) => {
                let is_shown = shown.map(|shown| shown.document = Some(document.clone())).is_some();
                open.documents.insert(save_id, document);
                if is_shown {
                    self.show_shown_version(turn);
                }
                if is_awaited {
                    // What the server tells is of the schema, and the note is open: nothing refuses it.
                    _ = self.use_version(save_id, outbox, env, turn);
                }
            }
            Err(_) => {
                turn.log("Error fetching a version of a note");
                let is_shown = shown.is_some();
                if is_awaited {
                    open.awaited = None;
                }
                if is_shown {
                    open.view.shown_version = None;
                    self.show_shown_version(turn);
                }
                if is_shown || is_awaited {
                    let message = NOT_LOADED.to_owned();
                    turn.step.ui.push(UiEffect::Toast { kind: ToastKind::Error, message, undo: None });
                }
            }
        }
    }

    /// Makes an earlier text that of the open note, as soon as it is known.
    pub fn use_version(&mut self, save_id: Id, outbox: &Outbox, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let open = self.open.as_mut().ok_or(ErrorCode::UnknownNote)?;
        let note_id = open.view.id;
        let Some(document) = open.documents.get(&save_id).cloned() else {
            let is_apart = open.view.apart.iter().any(|version| version.save_id == save_id);
            let is_earlier = open.view.versions.iter().flatten().any(|version| version.save_id == save_id);
            if !is_apart && !is_earlier {
                return Err(ErrorCode::NotFound);
            }
            open.awaited = Some(save_id);
            turn.calls.push(asking(note_id, save_id));
            return Ok(());
        };
        open.awaited = None;
        if open.view.shown_version.take().is_some() {
            self.show_shown_version(turn);
        }
        self.replace(document, outbox, env, turn);
        self.put_version_away(save_id, outbox, turn)
    }

    /// Puts a text of the open note away that was written apart.
    pub fn put_version_away(&mut self, save_id: Id, outbox: &Outbox, turn: &mut Turn) -> Result<(), ErrorCode> {
        let note_id = self.open.as_ref().ok_or(ErrorCode::UnknownNote)?.view.id;
        self.change(note_id, NoteChange::PutAway { save_id }, outbox, turn)
    }
}

fn asking(note_id: Id, save_id: Id) -> Call {
    let purpose = Purpose::LoadNoteVersion { note_id, save_id };
    Call::get(purpose, format!("/notes/{note_id}/versions/{save_id}/"))
}
