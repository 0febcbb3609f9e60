//! The page of a public link (SPEC M52 to M54): a board that anybody may read. It is not in the list of boards, is not
//! stored, and has no live connection.

use super::due::LocalMinute;
use super::replica::Replica;
use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::patch::Patch;
use crate::protocol::record::BoardRecords;
use crate::protocol::response::ApiResponse;
use crate::protocol::sharing::PublicBoardView;
use crate::resource::latest::LatestRequest;

/// The board of the public link that is open.
#[derive(Debug, Default)]
pub(crate) struct PublicBoard {
    view: Option<PublicBoardView>,
    request: LatestRequest,
}

impl PublicBoard {
    /// Returns the state for the mirror. `None` if no public link is open.
    pub(crate) fn view(&self) -> Option<PublicBoardView> {
        self.view.clone()
    }

    /// Requests the board of a public link, also again.
    pub(crate) fn open(&mut self, code: String, ctx: &mut Context) {
        let path = format!("/public/boards/{}/", percent_encoded(&code));
        self.request.start(path.clone());
        let purpose = Purpose::LoadPublicBoard { path: path.clone() };
        ctx.requests.push(ApiRequest::get(purpose, path).without_token());
        self.view = Some(PublicBoardView { code, ..PublicBoardView::default() });
        self.push_patch(ctx);
    }

    /// Forgets the board.
    pub(crate) fn close(&mut self, ctx: &mut Context) {
        self.request.cancel();
        if self.view.take().is_some() {
            self.push_patch(ctx);
        }
    }

    /// Handles the response with the board.
    pub(crate) fn on_response(&mut self, path: &str, response: &ApiResponse, env: &Env, ctx: &mut Context) {
        if !self.request.finish(path) {
            return;
        }
        let Some(view) = &mut self.view else { return };
        match response.read::<BoardRecords>().ok().and_then(Replica::load) {
            Some(mut replica) => {
                replica.set_local_minute(&LocalMinute::of(env.local_date_time()));
                view.details = replica.shown_cards().map(|card| replica.details(card)).collect();
                view.board = Some(replica.view());
            }
            None => view.rejection = Some(response.rejection()),
        }
        self.push_patch(ctx);
    }

    fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::PublicBoard { public_board: self.view() });
    }
}
