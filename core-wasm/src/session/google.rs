//! The features that the server offers (SPEC A20), and login with Google (SPEC A21): the browser is redirected
//! to Google and back to `/auth?type=login&google=complete`, or `google=failed`. A cookie from the redirect is then
//! exchanged for a login. `/auth?type=google&google=password` asks for the account's password first.

use super::forms::toast;
use super::machine::{LOGIN, Session, navigate};
use super::url::{is_app_path, path_of, query_parameter};
use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::protocol::account::{Features, GoogleLinkRequest, GoogleResponse};
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::messages::core as messages;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{ReturnPath, local_key};

impl Session {
    /// Loads the features that the server offers, until they are known. Needed by the pages of `/auth` and by the
    /// account in Settings.
    pub(crate) fn load_features(&mut self, ctx: &mut Context) {
        if self.view.features.is_none() && self.features_fetch.start() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadFeatures, "/features/").without_token());
        }
    }

    /// Handles the response with the features.
    pub(super) fn on_features_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        self.features_fetch.end();
        match response.read::<Features>() {
            Ok(features) => {
                self.view.features = Some(features);
                self.push_patch(ctx);
            }
            Err(_) => ctx.log("Error fetching features"),
        }
    }

    /// Starts a login with Google, or a sign-up with an invitation.
    ///
    /// # Errors
    ///
    /// Returns `Busy` while a form is in flight.
    pub(crate) fn google_log_in(&mut self, invitation: Option<String>, ctx: &mut Context) -> Result<(), ErrorCode> {
        let path = match self.invitation_or(invitation).filter(|invitation| !invitation.is_empty()) {
            Some(invitation) => format!("/auth/google/?invitation={}", percent_encoded(&invitation)),
            None => "/auth/google/".to_owned(),
        };
        self.begin_google(ApiRequest::get(Purpose::GoogleLogIn, path), ctx)
    }

    /// Handles the response with Google's URL.
    pub(super) fn on_google_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        self.view.submitting = false;
        // Only websites are allowed, because a URL can also be `javascript:`.
        let is_site = |address: &str| address.starts_with("https://") || address.starts_with("http://");
        match response.read::<GoogleResponse>() {
            Ok(GoogleResponse { auth_url }) if is_site(&auth_url) => {
                self.push_patch(ctx);
                // The redirect reloads the page, so only stored data survives it.
                match &self.return_path {
                    Some(return_path) => ctx.set_local_storage(local_key::RETURN_PATH, json::json(return_path)),
                    None => ctx.remove_local_storage(local_key::RETURN_PATH),
                }
                toast(ToastKind::Blank, messages::google_response_received(), ctx);
                ctx.step.ui_effects.push(UiEffect::Leave { address: auth_url });
            }
            _ => self.show_google_error(ctx),
        }
    }

    /// Restores the return path when the page opens on the redirect from Google (SPEC A12). Only a path of the app is
    /// accepted, because the storage may contain anything.
    pub(crate) fn restore_return_path(&mut self, stored: Option<String>, path: &str, ctx: &mut Context) {
        if let Some(wanted) = stored.filter(|_| path_of(path) == "/auth" && query_parameter(path, "google").is_some()) {
            self.return_path = json::parse(&wanted).ok().filter(|wanted: &ReturnPath| is_app_path(&wanted.path));
            ctx.remove_local_storage(local_key::RETURN_PATH);
        }
    }

    /// Completes the login after the redirect from Google. The query is removed from the URL at once, so that a reload
    /// does not do it again. If a password is needed, the URL stays and shows the form.
    pub(super) fn complete_google_redirect(&mut self, outcome: &str, ctx: &mut Context) {
        if outcome == "password" {
            return;
        }
        navigate(ctx, LOGIN);
        match outcome {
            "complete" => {
                let body = String::new();
                let request =
                    ApiRequest::with_body(Purpose::CompleteGoogleLogIn, "POST", "/auth/google/complete/", body)
                        .without_body();
                // Refused only while a form is in flight, which then takes precedence.
                _ = self.begin_google(request, ctx);
            }
            _ => self.show_google_error(ctx),
        }
    }

    /// Submits the form that links a Google account by the account's password.
    ///
    /// # Errors
    ///
    /// Returns `PasswordRequired`, or `Busy` while a form is in flight.
    pub(crate) fn link_google(&mut self, password: &str, ctx: &mut Context) -> Result<(), ErrorCode> {
        let request = match password {
            "" => Err(ErrorCode::PasswordRequired.into()),
            password => Ok(GoogleLinkRequest { password: password.to_owned() }),
        };
        self.submit(request, Purpose::LinkGoogle, "/auth/google/link/", ctx)
    }

    fn begin_google(&mut self, request: ApiRequest, ctx: &mut Context) -> Result<(), ErrorCode> {
        if self.view.submitting {
            return Err(ErrorCode::Busy);
        }
        self.clear_form_errors(ctx);
        self.view.submitting = true;
        self.push_patch(ctx);
        ctx.requests.push(request.without_token());
        Ok(())
    }

    /// Shows that the login with Google failed. The form stays, so that the user can log in another way.
    pub(super) fn show_google_error(&mut self, ctx: &mut Context) {
        self.push_patch(ctx);
        self.show_error_toast(ErrorCode::GoogleFailed.sentence(), ctx);
    }
}
