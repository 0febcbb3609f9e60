//! The page for administrators (SPEC A39, A40): what it shows, and the changes that they make. Everything needs the
//! server, which also decides who may do it.

use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::protocol::admin::{
    AdminChange, AdminChangeResponse, AdminMailRequest, AdminPersonRequest, AdminQuery, AdminSection, AdminView,
    AdminWaitlistRequest,
};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::view::LoadStatus;
use crate::resource::latest::LatestRequest;

/// The state of the page.
#[derive(Debug, Default)]
pub(crate) struct Admin {
    query: Option<AdminQuery>,
    status: LoadStatus,
    /// The body of the response to the query, once it was received.
    content: Option<String>,
    request: LatestRequest,
    is_changing: bool,
    last_outcome: Option<ChangeOutcome>,
}

/// The outcome of a change.
#[derive(Debug)]
enum ChangeOutcome {
    Done { invitation_url: Option<String> },
    Refused(Rejection),
}

impl Admin {
    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> AdminView {
        let (is_done, invitation_url, rejection) = match &self.last_outcome {
            Some(ChangeOutcome::Done { invitation_url }) => (true, invitation_url.clone(), None),
            Some(ChangeOutcome::Refused(rejection)) => (false, None, Some(rejection.clone())),
            None => (false, None, None),
        };
        AdminView {
            query: self.query.clone(),
            status: self.status,
            content: self.content.clone(),
            is_changing: self.is_changing,
            is_done,
            invitation_url,
            rejection,
        }
    }

    /// Loads what a query selects. What is known of the same query is shown meanwhile.
    pub(crate) fn load(&mut self, query: AdminQuery, ctx: &mut Context) {
        if self.query.as_ref() != Some(&query) {
            (self.query, self.content) = (Some(query), None);
        }
        if self.content.is_none() {
            self.status = LoadStatus::Loading;
        }
        self.fetch(ctx);
        self.push_patch(ctx);
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if let Some(query) = &self.query {
            let path = path_of(query);
            self.request.start(path.clone());
            ctx.requests.push(ApiRequest::get(Purpose::LoadAdmin { path: path.clone() }, path));
        }
    }

    /// Handles the response to the request for a path.
    pub(crate) fn on_response(&mut self, path: &str, response: &ApiResponse, ctx: &mut Context) {
        if !self.request.finish(path) {
            return;
        }
        match response {
            ApiResponse::Received { status: 200..=299, body } => {
                (self.status, self.content) = (LoadStatus::Ready, Some(body.clone()));
            }
            _ => {
                ctx.log("Error fetching administration");
                if self.content.is_none() {
                    self.status = LoadStatus::Failed;
                }
            }
        }
        self.push_patch(ctx);
    }

    /// Sends a change.
    ///
    /// # Errors
    ///
    /// Returns `Busy` while another change is in flight.
    pub(crate) fn change(&mut self, change: AdminChange, password: String, ctx: &mut Context) -> Result<(), ErrorCode> {
        if self.is_changing {
            return Err(ErrorCode::Busy);
        }
        (self.is_changing, self.last_outcome) = (true, None);
        let (path, body) = match change {
            AdminChange::Person { id, change } => {
                ("/admin/people/", json::json(&AdminPersonRequest { id, change, password }))
            }
            AdminChange::Waitlist { email, change } => {
                ("/admin/waitlist/", json::json(&AdminWaitlistRequest { email, change, password }))
            }
            AdminChange::Mail { id, change } => {
                ("/admin/mails/", json::json(&AdminMailRequest { id, change, password }))
            }
        };
        ctx.requests.push(ApiRequest::with_body(Purpose::ChangeAdmin, "POST", path, body));
        self.push_patch(ctx);
        Ok(())
    }

    /// Handles the response to a change. What is shown is loaded again, also after a refusal, because somebody else may
    /// have changed it.
    pub(crate) fn on_change_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        self.is_changing = false;
        self.last_outcome = Some(match response.read::<AdminChangeResponse>() {
            Ok(AdminChangeResponse { invitation_url }) => ChangeOutcome::Done { invitation_url },
            Err(_) => ChangeOutcome::Refused(response.rejection()),
        });
        self.fetch(ctx);
        self.push_patch(ctx);
    }

    /// Resets the state after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        let shown = std::mem::take(self).view();
        if shown != self.view() {
            self.push_patch(ctx);
        }
    }

    fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::Admin { admin: self.view() });
    }
}

/// Returns the path of the request for a query.
fn path_of(query: &AdminQuery) -> String {
    let AdminQuery { section, search, page } = query;
    match section {
        AdminSection::People => format!("/admin/people/?page={page}&search={}", percent_encoded(search)),
        AdminSection::Waitlist => format!("/admin/waitlist/?page={page}"),
        AdminSection::Mails => format!("/admin/mails/?page={page}"),
        AdminSection::Storage => "/admin/storage/".to_owned(),
        AdminSection::Audit => format!("/admin/audit/?page={page}"),
    }
}
