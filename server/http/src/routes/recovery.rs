//! `/auth/forgot-password/` and the other routes for mailed links.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody};
use axum::extract::State;
use core_wasm::protocol::account::{ConfirmEmailRequest, ForgotPasswordRequest, ResetPasswordRequest};
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::MessageResponse;
use twentyfour_domain::recovery;
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(forgot_password))
        .routes(routes!(reset_password))
        .routes(routes!(confirm_email))
        .routes(routes!(send_confirmation))
}

/// Sends a link to reset the password.
///
/// The response is the same whether or not an account has the email.
#[utoipa::path(
    post, path = "/auth/forgot-password", tag = "Accounts", security(()),
    request_body(content = ForgotPasswordRequest, example = json!({"email": "ada@example.org"})),
    responses(
        (status = 200, description = "If an account has the email, a link was sent.", body = MessageResponse, example = json!({"message": messages::reset_link_requested()})),
        (status = 422, description = "`email_invalid` or `body_invalid`.", body = Rejection),
        (status = 429, description = "`too_many_requests`.", body = Rejection),
    )
)]
async fn forgot_password(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<ForgotPasswordRequest>,
) -> Result<Confirmation, ApiError> {
    recovery::forgot_password(&app.services.accounts, request, address).await?;
    Ok(confirmation(messages::reset_link_requested()))
}

/// Sets a new password with a reset link, which works once and expires in 30 minutes.
///
/// Ends all logins of the account, its API tokens and the address of its calendar feed, and turns its webhooks off.
#[utoipa::path(
    post, path = "/auth/reset-password", tag = "Accounts", security(()),
    request_body(content = ResetPasswordRequest, example = json!({"token": "mZ8v…", "password": "a better horse"})),
    responses(
        (status = 200, description = "Password changed.", body = MessageResponse, example = json!({"message": messages::password_reset()})),
        (status = 422, description = "`link_invalid`, or the password breaks a rule; the link then stays valid.", body = Rejection),
    )
)]
async fn reset_password(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<ResetPasswordRequest>,
) -> Result<Confirmation, ApiError> {
    recovery::reset_password(&app.services.accounts, request, address).await?;
    Ok(confirmation(messages::password_reset()))
}

/// Confirms an email with the link sent to it, which works once and expires in 24 hours.
///
/// Applies a pending email change.
#[utoipa::path(
    post, path = "/auth/confirm-email", tag = "Accounts", security(()),
    request_body(content = ConfirmEmailRequest, example = json!({"token": "mZ8v…"})),
    responses(
        (status = 200, description = "Email confirmed.", body = MessageResponse, example = json!({"message": messages::email_confirmed()})),
        (status = 409, description = "`email_taken`: another account uses the email by now.", body = Rejection),
        (status = 422, description = "`link_invalid` or `body_invalid`.", body = Rejection),
    )
)]
async fn confirm_email(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<ConfirmEmailRequest>,
) -> Result<Confirmation, ApiError> {
    recovery::confirm_email(&app.services.context, &app.services.outbox, request, address).await?;
    Ok(confirmation(messages::email_confirmed()))
}

/// Sends the confirmation link again, to the new email if a change is pending.
#[utoipa::path(
    post, path = "/account/send-confirmation", tag = "Accounts",
    responses(
        (status = 200, description = "Link sent, or not needed.", body = MessageResponse, example = json!({"message": messages::confirmation_sent()})),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 429, description = "`too_many_requests`.", body = Rejection),
    )
)]
async fn send_confirmation(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
) -> Result<Confirmation, ApiError> {
    let is_sent = recovery::send_confirmation(&app.services.accounts, account, address).await?;
    Ok(confirmation(if is_sent { messages::confirmation_sent() } else { messages::email_already_confirmed() }))
}
