//! Dispatches each response of the server to the machine that sent the request.

use super::App;
use super::describe::describe;
use super::search::on_search_response;
use super::server_calls::on_call_response;
use crate::api::{ApiRequest, Purpose};
use crate::clock::ClockEvent;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::response::ApiResponse;
use crate::session::auth_interceptor::InterceptedResponse;

/// The HTTP status for exceeding a limit of the user's plan: 402 Payment Required (RFC 9110, section 15.5.3).
const PAYMENT_REQUIRED: u16 = 402;

impl App {
    /// Handles the response to a request, or its failure.
    pub(super) fn on_response(&mut self, id: u64, response: ApiResponse, env: &Env, ctx: &mut Context) {
        self.server_unreachable = matches!(response, ApiResponse::NetworkError | ApiResponse::TimedOut);
        let intercepted = self.session.interceptor.on_response(id, response, env, &mut ctx.step.io_effects);
        let was_authenticated = self.session.view().is_authenticated;
        self.session.on_intercepted(&intercepted, ctx);
        let has_ended = was_authenticated && !self.session.view().is_authenticated;
        match intercepted {
            InterceptedResponse::Delivered(request, response) if !has_ended => {
                self.deliver(request, &response, env, ctx)
            }
            InterceptedResponse::RefreshFailed(requests) => {
                requests.into_iter().for_each(|request| self.deliver(request, &ApiResponse::NetworkError, env, ctx))
            }
            _ => {}
        }
    }

    /// Delivers a response to the machine that sent the request.
    pub(super) fn deliver(&mut self, request: ApiRequest, response: &ApiResponse, env: &Env, ctx: &mut Context) {
        if matches!(response, ApiResponse::Received { status: PAYMENT_REQUIRED, .. }) && !self.has_plan_limits() {
            // The plan has limits that the core does not know of (SPEC L5), so the user is loaded again.
            ctx.requests.push(ApiRequest::get(Purpose::LoadUser, "/user/"));
        }
        match &request.purpose {
            Purpose::LoadBoards => self.boards.on_list_response(response, ctx),
            Purpose::LoadFirstScreen { slug } => self.boards.on_first_screen_response(slug, response, ctx),
            Purpose::LoadBoard { slug } => self.boards.on_board_response(slug, response, ctx),
            Purpose::LoadTasks => {
                self.tasks.on_response(response, &mut self.boards, self.outbox.owner(), env, ctx);
            }
            Purpose::LoadTrash => self.trash.on_response(response, &mut self.boards, ctx),
            Purpose::LoadActivity { card_id } => self.boards.on_activity_response(*card_id, response, ctx),
            Purpose::LoadSharedFocus { path } => self.boards.on_shared_focus_response(path, response, ctx),
            Purpose::LoadBoardActivity { path } => self.boards.on_board_activity_response(path, response, ctx),
            Purpose::CatchUp { board_id } => self.boards.on_catch_up_response(*board_id, response, ctx),
            Purpose::SendOutbox => {
                self.invalidate_pages();
                let boards = &self.boards;
                self.outbox.on_response(response, &|entry| describe(entry, boards), env, ctx);
                self.route_outbox_events(ctx);
            }
            Purpose::LoadFocusDays
            | Purpose::LoadBreakdown
            | Purpose::LoadLatestSessions { .. }
            | Purpose::LoadFocusTime { .. }
            | Purpose::ExportSessions { .. } => self.on_stats_response(&request.purpose, response, env, ctx),
            Purpose::LoadNotes { since } => self.notes.on_response(*since, response, ctx),
            Purpose::LoadNoteVersions { note_id } => self.notes.on_versions_response(*note_id, response, ctx),
            Purpose::LoadNoteVersion { note_id, save_id } => {
                self.notes.on_version_response(*note_id, *save_id, response, env, ctx);
            }
            Purpose::LocateBrowser => self.weather.on_place_response(response, env, ctx),
            Purpose::LoadWeather { path } => self.weather.on_response(path, response, env, ctx),
            Purpose::SearchPlaces { text } => self.weather.on_places_response(text, response, env, ctx),
            Purpose::LoadRandomPhoto
            | Purpose::LoadPhotos { .. }
            | Purpose::ReportPhotoUse
            | Purpose::LoadPictures
            | Purpose::UploadPicture
            | Purpose::DeletePicture { .. } => self.on_background_response(&request.purpose, response, env, ctx),
            Purpose::LoadPreferences => {
                let is_new = self.is_account_new(env);
                self.prefs.on_response(response, is_new, ctx);
                self.preferences_changed(env, ctx);
            }
            Purpose::LoadAccount | Purpose::ChangeAccount { .. } | Purpose::LogOutEverywhere { .. } => {
                self.on_account_response(&request.purpose, response, env, ctx);
            }
            Purpose::Search { query, cursor } => on_search_response(query, cursor.as_deref(), response, ctx),
            Purpose::CallServer { call_id } => on_call_response(*call_id, response, ctx),
            Purpose::LoadAdmin { path } => self.admin.on_response(path, response, ctx),
            Purpose::ChangeAdmin => self.admin.on_change_response(response, ctx),
            Purpose::LoadInvitations { .. }
            | Purpose::ChangeSharing { .. }
            | Purpose::AcceptInvitation { .. }
            | Purpose::DeclineInvitation { .. } => {
                self.on_sharing_response(&request.purpose, response, ctx);
            }
            Purpose::UploadAttachment { .. } | Purpose::LoadAttachmentLinks { .. } => {
                self.on_attachment_response(&request.purpose, response, env, ctx);
            }
            Purpose::LoadInbox { before } => self.inbox.on_response(*before, response, ctx),
            Purpose::MarkInbox => self.inbox.on_mark_response(response, ctx),
            Purpose::UnsubscribeInbox => {
                self.inbox.on_unsubscribe_response(response, ctx);
                if response.is_success() && self.account_id.is_some() && !self.is_guest() {
                    self.prefs.refresh(ctx);
                }
            }
            Purpose::LoadPublicBoard { path } => self.public_board.on_response(path, response, env, ctx),
            purpose => {
                self.session.on_response(purpose, response, env, ctx);
                if *purpose == Purpose::ConfirmEmail && response.is_success() {
                    self.account_settings.refresh(ctx);
                }
                if *purpose == Purpose::SignUp && response.is_success() {
                    self.prefs.send_browser_choices(self.is_guest(), ctx);
                }
                ctx.append_step(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
            }
        }
    }

    /// Marks the pages' requests in flight as possibly outdated, because the server's data has changed.
    pub(super) fn invalidate_pages(&mut self) {
        self.tasks.invalidate();
        self.trash.invalidate();
    }
}
