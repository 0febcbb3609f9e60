//! Other texts of the open note: earlier versions and conflicting ones (SPEC N17 to N19).

use super::Notes;
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::messages::core as messages;
use crate::protocol::note::{NoteChange, NoteVersion, NoteVersionResponse, NoteVersionsResponse, ShownVersion};
use crate::protocol::patch::Patch;
use crate::protocol::response::{ApiResponse, Failure};

impl Notes {
    /// Fetches the list of earlier versions of the open note. While a request is in flight, another one follows it,
    /// because the response may lack the latest version.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownNote`] if no note is open.
    pub(crate) fn load_versions(&mut self, ctx: &mut Context) -> Result<(), ErrorCode> {
        let open = self.open.as_mut().ok_or(ErrorCode::UnknownNote)?;
        if open.versions_fetch.start() {
            let note_id = open.view.id;
            let path = format!("/notes/{note_id}/versions/");
            ctx.requests.push(ApiRequest::get(Purpose::LoadNoteVersions { note_id }, path));
        } else {
            open.versions_fetch.invalidate();
        }
        Ok(())
    }

    /// Handles the server's response to a request for the list of versions.
    pub(crate) fn on_versions_response(&mut self, note_id: Id, response: &ApiResponse, ctx: &mut Context) {
        let versions = match response.read::<NoteVersionsResponse>() {
            Ok(response) => Some(response.versions),
            // The note has not been sent to the server yet.
            Err(Failure::Permanent { status: 404, .. }) => Some(vec![]),
            Err(_) => {
                ctx.log("Error fetching note versions");
                None
            }
        };
        let Some(open) = self.open.as_mut().filter(|open| open.view.id == note_id) else { return };
        let needs_refetch = match &versions {
            Some(_) => open.versions_fetch.finish().is_outdated,
            None => open.versions_fetch.fail(),
        };
        if versions.is_some() {
            open.view.versions = versions;
            self.publish_versions(ctx);
        }
        if needs_refetch {
            // Ignore the result: the note is open.
            _ = self.load_versions(ctx);
        }
    }

    /// Sets the conflicting versions.
    pub(super) fn set_conflicts(&mut self, apart: Vec<NoteVersion>, ctx: &mut Context) {
        if let Some(open) = self.open.as_mut().filter(|open| open.view.apart != apart) {
            open.view.apart = apart;
            self.publish_versions(ctx);
        }
    }

    fn publish_versions(&self, ctx: &mut Context) {
        if let Some(open) = &self.open {
            let (apart, versions) = (open.view.apart.clone(), open.view.versions.clone());
            ctx.step.patches.push(Patch::NoteVersions { apart, versions });
        }
    }

    /// Shows an earlier version of the open note, or the note itself if `save_id` is `None`.
    ///
    /// # Errors
    ///
    /// Returns an error code if no note is open or it has no such version.
    pub(crate) fn show_version(&mut self, save_id: Option<Id>, ctx: &mut Context) -> Result<(), ErrorCode> {
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
            ctx.requests.push(version_request(open.view.id, awaited.version.save_id));
        }
        open.view.shown_version = shown;
        self.publish_shown_version(ctx);
        Ok(())
    }

    fn publish_shown_version(&self, ctx: &mut Context) {
        let shown = self.open.as_ref().and_then(|open| open.view.shown_version.as_ref());
        ctx.step.patches.push(Patch::NoteVersionShown { shown_version: shown.map(json::json) });
    }

    /// Handles the server's response to a request for the text of a version.
    pub(crate) fn on_version_response(
        &mut self,
        note_id: Id,
        save_id: Id,
        response: &ApiResponse,
        env: &Env,
        ctx: &mut Context,
    ) {
        let Some(open) = self.open.as_mut().filter(|open| open.view.id == note_id) else { return };
        let shown = open.view.shown_version.as_mut().filter(|shown| shown.version.save_id == save_id);
        let is_awaited = open.pending_use == Some(save_id);
        match response.read::<NoteVersionResponse>() {
            Ok(NoteVersionResponse { document, .. }) => {
                let is_shown = shown.map(|shown| shown.document = Some(document.clone())).is_some();
                open.documents.insert(save_id, document);
                if is_shown {
                    self.publish_shown_version(ctx);
                }
                if is_awaited {
                    // Ignore the result: the note is open, and the server only sends valid documents.
                    _ = self.use_version(save_id, env, ctx);
                }
            }
            Err(_) => {
                ctx.log("Error fetching note version");
                let is_shown = shown.is_some();
                if is_awaited {
                    open.pending_use = None;
                }
                if is_shown {
                    open.view.shown_version = None;
                    self.publish_shown_version(ctx);
                }
                if is_shown || is_awaited {
                    let message = messages::note_version_failed().to_owned();
                    ctx.step.ui_effects.push(UiEffect::Toast { kind: ToastKind::Error, message, undo: None });
                }
            }
        }
    }

    /// Makes an earlier version the text of the open note as soon as it is loaded.
    ///
    /// # Errors
    ///
    /// Returns an error code if no note is open or it has no such version.
    pub(crate) fn use_version(&mut self, save_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let open = self.open.as_mut().ok_or(ErrorCode::UnknownNote)?;
        let note_id = open.view.id;
        let Some(document) = open.documents.get(&save_id).cloned() else {
            let is_apart = open.view.apart.iter().any(|version| version.save_id == save_id);
            let is_earlier = open.view.versions.iter().flatten().any(|version| version.save_id == save_id);
            if !is_apart && !is_earlier {
                return Err(ErrorCode::NotFound);
            }
            open.pending_use = Some(save_id);
            ctx.requests.push(version_request(note_id, save_id));
            return Ok(());
        };
        open.pending_use = None;
        if open.view.shown_version.take().is_some() {
            self.publish_shown_version(ctx);
        }
        self.replace_text(document, env, ctx);
        self.dismiss_version(save_id, ctx)
    }

    /// Dismisses a conflicting version of the open note.
    ///
    /// # Errors
    ///
    /// Returns an error code if no note is open.
    pub(crate) fn dismiss_version(&mut self, save_id: Id, ctx: &mut Context) -> Result<(), ErrorCode> {
        let note_id = self.open.as_ref().ok_or(ErrorCode::UnknownNote)?.view.id;
        self.apply_change(note_id, NoteChange::PutAway { save_id }, ctx)
    }
}

fn version_request(note_id: Id, save_id: Id) -> ApiRequest {
    let purpose = Purpose::LoadNoteVersion { note_id, save_id };
    ApiRequest::get(purpose, format!("/notes/{note_id}/versions/{save_id}/"))
}
