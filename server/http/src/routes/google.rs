//! `/auth/google/`: login with an OpenID Connect provider. Tokens never appear in a URL.

use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, Device, JsonBody, Query};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use cookie::{Cookie, SameSite, time};
use core_wasm::protocol::account::{GoogleLinkRequest, GoogleResponse};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::AuthResponse;
use serde::Deserialize;
use twentyfour_domain::DomainError;
use twentyfour_domain::google::{
    self, ATTEMPT_TTL_SECONDS, COMPLETION_TTL_SECONDS, CallbackOutcome, CallbackParams, LINK_TTL_SECONDS, LoginRedirect,
};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(start_login))
        .routes(routes!(handle_callback))
        .routes(routes!(complete))
        .routes(routes!(link))
}

/// The page that the callback redirects to after a login.
const COMPLETE_PAGE: &str = "/auth?type=login&google=complete";

/// The page that asks for the password of the account to link.
const PASSWORD_PAGE: &str = "/auth?type=google&google=password";

/// The page that says that the login failed.
const FAILED_PAGE: &str = "/auth?type=login&google=failed";

/// The query parameters of the provider's redirect.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CallbackQuery {
    /// The state from `auth_url`, which is bound to this browser.
    state: Option<String>,
    /// The authorization code, which can be exchanged once.
    code: Option<String>,
    /// The provider's error code if there is no `code`, such as `access_denied`.
    error: Option<String>,
}

/// The query parameters that start a login.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct StartQuery {
    /// An invitation code, if the server requires one for new accounts. It is used up when an account is created.
    invitation: Option<String>,
}

/// Starts a login with Google and returns the URL to open in the browser.
#[utoipa::path(
    get, path = "/auth/google", tag = "Accounts", security(()), params(StartQuery),
    responses(
        (status = 200, description = "The URL to open. The cookie binds the callback to this browser; it is valid once, for 10 minutes.",
            body = GoogleResponse, headers(("Set-Cookie" = String, description = "`google`, or `__Host-google` on https.")),
            example = json!({"auth_url": "https://accounts.google.com/o/oauth2/v2/auth?response_type=code&…"})),
        (status = 422, description = "`bad_query`.", body = Rejection),
        (status = 501, description = "`google_off`: this server has no Google client.", body = Rejection),
        (status = 503, description = "`unavailable`: Google does not respond.", body = Rejection),
    )
)]
async fn start_login(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Query(StartQuery { invitation }): Query<StartQuery>,
) -> Result<Response, ApiError> {
    let services = &app.services;
    let LoginRedirect { auth_url, cookie } = google::start_login(
        services.google.as_ref(),
        &services.context,
        &services.limits,
        invitation.as_deref(),
        address,
    )
    .await?;
    // `SameSite=Lax`, because the cookie must be sent when the provider redirects back.
    let cookie = set_cookie(&app, cookie, SameSite::Lax, ATTEMPT_TTL_SECONDS);
    Ok((cookie, Json(GoogleResponse { auth_url })).into_response())
}

/// Handles the redirect from Google.
///
/// Only browsers call it.
///
/// In every case the browser is redirected to the login page, which shows errors, asks for the account's password or
/// completes the login.
#[utoipa::path(
    get, path = "/auth/google/callback", tag = "Accounts", security(()), params(CallbackQuery),
    responses((
        status = 303, description = "Redirects to the login page with `google=complete`, `google=password` or `google=failed`.",
        headers(
            ("Location" = String, description = "`/auth?type=login&google=complete` or `…=failed`, or `/auth?type=google&google=password`."),
            ("Set-Cookie" = String, description = "Replaces the cookie with one that completes the login, or removes it."),
        )
    ))
)]
async fn handle_callback(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    callback: Result<Query<CallbackQuery>, ApiError>,
) -> Response {
    // An invalid query is treated like one without a state.
    let (state, code, error) = match callback {
        Ok(Query(CallbackQuery { state, code, error })) => (state, code, error),
        Err(_) => (None, None, None),
    };
    let code = match error {
        None => code.ok_or_else(|| "missing code".to_owned()),
        Some(error) => Err(error),
    };
    match google::handle_callback(
        app.services.google.as_ref(),
        &app.services.accounts,
        read_cookie(&app, &headers),
        CallbackParams { state, code },
        address,
    )
    .await
    {
        Some(CallbackOutcome::Verified(cookie)) => {
            see_other(COMPLETE_PAGE, set_cookie(&app, cookie, SameSite::Strict, COMPLETION_TTL_SECONDS))
        }
        Some(CallbackOutcome::NeedsPassword(cookie)) => {
            see_other(PASSWORD_PAGE, set_cookie(&app, cookie, SameSite::Strict, LINK_TTL_SECONDS))
        }
        None => see_other(FAILED_PAGE, remove_cookie(&app)),
    }
}

/// Completes a login with Google: exchanges the cookie set by the callback for tokens.
///
/// Works once, within 2 minutes.
#[utoipa::path(
    post, path = "/auth/google/complete", tag = "Accounts", security(()),
    responses(
        (status = 200, description = "The account and its tokens.", body = AuthResponse, example = json!({
            "access_token": "eyJ0eXAi…", "refresh_token": "n3Jc…", "user": [super::user::example()]
        })),
        (status = 422, description = "`google_failed`: the cookie is missing, used or expired.", body = Rejection),
    )
)]
async fn complete(
    State(app): State<App>,
    Device(device): Device,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Response {
    let response = google::complete(&app.services.accounts, read_cookie(&app, &headers), device, address).await;
    end_login(&app, response)
}

/// Links the Google identity to the account with its email, by the account's password, and logs in.
///
/// Needed once for an email that Google does not manage. Works within 10 minutes after the redirect.
#[utoipa::path(
    post, path = "/auth/google/link", tag = "Accounts", security(()),
    request_body(content = GoogleLinkRequest, example = json!({"password": "correct horse"})),
    responses(
        (status = 200, description = "The account and its tokens.", body = AuthResponse, example = json!({
            "access_token": "eyJ0eXAi…", "refresh_token": "n3Jc…", "user": [super::user::example()]
        })),
        (status = 403, description = "`password_wrong`. The cookie stays valid.", body = Rejection),
        (status = 422, description = "`google_failed`: the cookie is missing, used or expired.", body = Rejection),
    )
)]
async fn link(
    State(app): State<App>,
    Device(device): Device,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(GoogleLinkRequest { password }): JsonBody<GoogleLinkRequest>,
) -> Response {
    let cookie = read_cookie(&app, &headers);
    end_login(&app, google::link(&app.services.accounts, cookie, password, device, address).await)
}

/// Returns the response of the last step of a login, which removes the cookie unless the step can be repeated.
fn end_login(app: &App, outcome: Result<AuthResponse, DomainError>) -> Response {
    let response = outcome.map(Json).map_err(ApiError::from);
    match &response {
        Err(error) if error.code() != ErrorCode::GoogleFailed => response.into_response(),
        _ => (remove_cookie(app), response).into_response(),
    }
}

fn see_other(path: &'static str, cookie: SetCookie) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, path)], cookie).into_response()
}

/// Returns the cookie's name. With the `__Host-` prefix, browsers accept the cookie only from this host and send it
/// only to this host (RFC 6265bis, section 4.1.3.2).
fn cookie_name(app: &App) -> &'static str {
    if app.is_https { "__Host-google" } else { "google" }
}

/// Returns the value of the login cookie.
fn read_cookie(app: &App, headers: &HeaderMap) -> Option<String> {
    let name = cookie_name(app);
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|header| header.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .find(|cookie| cookie.name() == name)
        .map(|cookie| cookie.value().to_owned())
}

type SetCookie = AppendHeaders<[(header::HeaderName, String); 1]>;

fn set_cookie(app: &App, value: String, same_site: SameSite, seconds: i64) -> SetCookie {
    let cookie = Cookie::build((cookie_name(app), value))
        .path("/")
        .http_only(true)
        .secure(app.is_https)
        .same_site(same_site)
        .max_age(time::Duration::seconds(seconds));
    AppendHeaders([(header::SET_COOKIE, cookie.to_string())])
}

fn remove_cookie(app: &App) -> SetCookie {
    set_cookie(app, String::new(), SameSite::Strict, 0)
}
