//! The addresses of the files on the open board (SPEC M121). The server signs them for a short time, because page
//! elements cannot send a token.

use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::attachment::{AttachmentLink, AttachmentLinksResponse};
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;

/// After which time the addresses are requested again, in milliseconds. They are valid for 5 to 10 minutes. The time is
/// measured from the response, so that a wrong clock of this device does not matter.
const REFRESH_MS: u32 = 240_000;

/// After which time they are requested again if the request has failed, in milliseconds.
const RETRY_MS: u32 = 30_000;

/// The addresses of the attachments of the open board.
#[derive(Debug, Default)]
pub(crate) struct AttachmentLinks {
    board_id: Option<Id>,
    /// The attachments of the board; `None` until its records are known.
    attachments: Option<Vec<Id>>,
    /// The attachments that the board had at the last request.
    requested: IdMap<()>,
    /// Whether the board has attachments that it had not at the last request.
    has_new: bool,
    is_in_flight: bool,
    /// When the last response has arrived, in Unix milliseconds, and for how long it is used, in milliseconds.
    last: Option<(i64, u32)>,
    /// The addresses; `None` until the first response.
    links: Option<Vec<AttachmentLink>>,
}

impl AttachmentLinks {
    /// Returns the addresses for the mirror; `None` while they are loaded for the first time.
    pub(crate) fn view(&self) -> Option<Vec<AttachmentLink>> {
        self.links.clone()
    }

    /// Follows the open board. Returns whether the attachments are needed in [`Self::reconcile`].
    pub(crate) fn follow(&mut self, board_id: Option<Id>, has_changed: bool, ctx: &mut Context) -> bool {
        if self.board_id != board_id {
            let had_links = self.links.is_some();
            *self = Self { board_id, ..Self::default() };
            if had_links {
                self.show(ctx);
            }
        }
        board_id.is_some() && (has_changed || self.attachments.is_none())
    }

    /// Sets the attachments of the open board, if its records are known.
    pub(crate) fn set_attachments(&mut self, attachments: Option<Vec<Id>>) {
        self.has_new = attachments.iter().flatten().any(|id| !self.requested.contains_key(id));
        self.attachments = attachments;
    }

    /// Requests the addresses if there are attachments without one, or if those that are known will expire. It waits while
    /// `can_fetch` is false: a hidden page needs none, and the server may not know unsent changes.
    pub(crate) fn reconcile(&mut self, can_fetch: bool, env: &Env, ctx: &mut Context) {
        let (Some(board_id), Some(attachments)) = (self.board_id, &self.attachments) else { return };
        if self.is_in_flight || !can_fetch || attachments.is_empty() {
            return;
        }
        let age = self.last.map(|(at, period)| (env.now.millis() - at, i64::from(period)));
        if self.has_new || age.is_none_or(|(age, period)| !(0..period).contains(&age)) {
            self.is_in_flight = true;
            self.requested = attachments.iter().map(|id| (*id, ())).collect();
            self.has_new = false;
            let path = format!("/boards/{board_id}/attachments/");
            ctx.requests.push(ApiRequest::get(Purpose::LoadAttachmentLinks { board_id }, path));
        }
    }

    /// Handles the response with the addresses. If it failed, the known ones stay.
    pub(crate) fn on_response(&mut self, board_id: Id, response: &ApiResponse, env: &Env, ctx: &mut Context) {
        if self.board_id != Some(board_id) {
            return;
        }
        self.is_in_flight = false;
        let links = response.read::<AttachmentLinksResponse>().ok().map(|response| response.links);
        let after = if links.is_some() { REFRESH_MS } else { RETRY_MS };
        self.last = Some((env.now.millis(), after));
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::AttachmentLinks, after });
        let links = links.or_else(|| self.links.clone()).unwrap_or_default();
        if self.links.as_ref() != Some(&links) {
            self.links = Some(links);
            self.show(ctx);
        }
    }

    fn show(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::AttachmentLinks { links: self.view() });
    }
}
