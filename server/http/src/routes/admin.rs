//! `/admin/`: what administrators see and change. For everybody else these paths do not exist.

use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody, Query};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::admin::{
    AdminAudit, AdminChangeResponse, AdminMailRequest, AdminMails, AdminPeople, AdminPersonRequest, AdminStorage,
    AdminWaitlist, AdminWaitlistRequest,
};
use core_wasm::protocol::error::Rejection;
use serde::Deserialize;
use twentyfour_domain::admin::{self, Admin, mails, people, storage, waitlist};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_people, change_person))
        .routes(routes!(list_waitlist, change_waitlist))
        .routes(routes!(list_mails, change_mail))
        .routes(routes!(show_storage))
        .routes(routes!(list_audit))
}

/// Which page of a list to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PageQuery {
    /// The number of the page, from 0.
    #[serde(default)]
    page: u32,
}

/// Which accounts to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PeopleQuery {
    /// Part of an email or a name; empty for all accounts.
    #[serde(default)]
    search: String,
    /// The number of the page, from 0.
    #[serde(default)]
    page: u32,
}

/// Returns the accounts, the newest first.
#[utoipa::path(
    get, path = "/admin/people", tag = "Administration", params(PeopleQuery),
    responses(
        (status = 200, description = "A page of accounts.", body = AdminPeople, example = json!({"people": [{
            "id": EXAMPLE_ID, "email": "ada@example.org", "first_name": "Ada", "last_name": "Lovelace",
            "user_type": "basic", "date_joined": "2026-03-03T08:30:00.000Z", "last_login": "2026-03-03T12:00:00.000Z",
            "is_verified": true, "is_admin": false, "delete_at": null, "logins": 2, "boards": 3, "cards": 214,
            "stored_bytes": 145_920
        }], "has_more": false})),
        (status = 404, description = "`not_found`: the user is not an administrator.", body = Rejection),
    )
)]
async fn list_people(
    State(app): State<App>,
    _: Admin,
    Query(query): Query<PeopleQuery>,
) -> Result<Json<AdminPeople>, ApiError> {
    Ok(Json(people::list(&app.services.admin, &query.search, query.page).await?))
}

/// Sets the plan of an account, ends its logins, schedules its deletion, or cancels that.
#[utoipa::path(
    post, path = "/admin/people", tag = "Administration",
    request_body(content = AdminPersonRequest, example = json!({
        "id": EXAMPLE_ID, "change": {"type": "set_plan", "plan": "pro"}, "password": "correct horse"
    })),
    responses(
        (status = 200, description = "The account is changed.", body = AdminChangeResponse, example = json!({"invitation_url": null})),
        (status = 403, description = "`password_wrong`, or `login_stale` where the administrator has no password.", body = Rejection),
        (status = 404, description = "`not_found`: there is no such account, or the user is not an administrator.", body = Rejection),
    )
)]
async fn change_person(
    State(app): State<App>,
    admin: Admin,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<AdminPersonRequest>,
) -> Result<Json<AdminChangeResponse>, ApiError> {
    people::change(&app.services.admin, admin, request, address).await?;
    Ok(Json(AdminChangeResponse { invitation_url: None }))
}

/// Returns the waitlist, the earliest entries first.
#[utoipa::path(
    get, path = "/admin/waitlist", tag = "Administration", params(PageQuery),
    responses(
        (status = 200, description = "A page of entries.", body = AdminWaitlist, example = json!({"entries": [{
            "email": "grace@example.org", "name": "Grace", "joined_at": "2026-03-03T08:30:00.000Z", "invited_at": null
        }], "has_more": false})),
        (status = 404, description = "`not_found`: the user is not an administrator.", body = Rejection),
    )
)]
async fn list_waitlist(
    State(app): State<App>,
    _: Admin,
    Query(query): Query<PageQuery>,
) -> Result<Json<AdminWaitlist>, ApiError> {
    Ok(Json(waitlist::list(&app.services.admin, query.page).await?))
}

/// Invites an address on the waitlist, or removes it.
///
/// An invitation is sent by mail. If the server sends no mail, the response contains its link.
#[utoipa::path(
    post, path = "/admin/waitlist", tag = "Administration",
    request_body(content = AdminWaitlistRequest, example = json!({
        "email": "grace@example.org", "change": "invite", "password": "correct horse"
    })),
    responses(
        (status = 200, description = "The entry is changed.", body = AdminChangeResponse, example = json!({
            "invitation_url": "https://twentyfour.example/auth?type=signup&invitation=q0Y5v0x1…"
        })),
        (status = 403, description = "`password_wrong`, or `login_stale` where the administrator has no password.", body = Rejection),
        (status = 404, description = "`not_found`: there is no such entry, or the user is not an administrator.", body = Rejection),
    )
)]
async fn change_waitlist(
    State(app): State<App>,
    admin: Admin,
    JsonBody(request): JsonBody<AdminWaitlistRequest>,
) -> Result<Json<AdminChangeResponse>, ApiError> {
    let invitation_url = waitlist::change(&app.services.admin, admin, request).await?;
    Ok(Json(AdminChangeResponse { invitation_url }))
}

/// Returns the mails that wait to be sent, the earliest first.
#[utoipa::path(
    get, path = "/admin/mails", tag = "Administration", params(PageQuery),
    responses(
        (status = 200, description = "A page of mails.", body = AdminMails, example = json!({"mails": [{
            "id": EXAMPLE_ID, "kind": "reset_password", "recipient": "ada@example.org",
            "created_at": "2026-03-03T08:30:00.000Z", "next_try_at": "2026-03-03T08:45:00.000Z", "tries": 2
        }], "has_more": false})),
        (status = 404, description = "`not_found`: the user is not an administrator.", body = Rejection),
    )
)]
async fn list_mails(
    State(app): State<App>,
    _: Admin,
    Query(query): Query<PageQuery>,
) -> Result<Json<AdminMails>, ApiError> {
    Ok(Json(mails::list(&app.services.admin, query.page).await?))
}

/// Sends a waiting mail now, or deletes it.
#[utoipa::path(
    post, path = "/admin/mails", tag = "Administration",
    request_body(content = AdminMailRequest, example = json!({
        "id": EXAMPLE_ID, "change": "retry", "password": "correct horse"
    })),
    responses(
        (status = 200, description = "The mail is changed.", body = AdminChangeResponse, example = json!({"invitation_url": null})),
        (status = 403, description = "`password_wrong`, or `login_stale` where the administrator has no password.", body = Rejection),
        (status = 404, description = "`not_found`: the mail no longer waits, or the user is not an administrator.", body = Rejection),
    )
)]
async fn change_mail(
    State(app): State<App>,
    admin: Admin,
    JsonBody(request): JsonBody<AdminMailRequest>,
) -> Result<Json<AdminChangeResponse>, ApiError> {
    mails::change(&app.services.admin, admin, request).await?;
    Ok(Json(AdminChangeResponse { invitation_url: None }))
}

/// Returns what the server stores, and whether it works.
#[utoipa::path(
    get, path = "/admin/storage", tag = "Administration",
    responses(
        (status = 200, description = "What it stores.", body = AdminStorage, example = json!({
            "version": "0.1.0", "database_bytes": 4_096_000, "free_bytes": 52_000_000_000_i64, "people": 12, "boards": 31,
            "cards": 2_140, "notes": 118, "focus_sessions": 904, "pictures": 6, "change_bytes": 1_240_000,
            "note_bytes": 640_000, "picture_bytes": 2_100_000, "is_database_ok": true, "is_queue_ok": true,
            "is_disk_ok": true, "queued_writes": 0, "live_connections": 3,
            "jobs": [{"name": "purge_trash", "finished_at": "2026-03-03T08:30:00.000Z",
                "next_run_at": "2026-03-03T09:30:00.000Z", "last_error": ""}]
        })),
        (status = 404, description = "`not_found`: the user is not an administrator.", body = Rejection),
    )
)]
async fn show_storage(State(app): State<App>, _: Admin) -> Result<Json<AdminStorage>, ApiError> {
    let services = &app.services;
    let version = env!("CARGO_PKG_VERSION");
    Ok(Json(storage::show(&services.admin, &services.readiness, &services.live, version).await?))
}

/// Returns what administrators and the operator have done, the newest entries first.
#[utoipa::path(
    get, path = "/admin/audit", tag = "Administration", params(PageQuery),
    responses(
        (status = 200, description = "A page of entries.", body = AdminAudit, example = json!({"entries": [{
            "id": EXAMPLE_ID, "at": "2026-03-03T08:30:00.000Z", "admin": "ada@example.org", "action": "set_plan",
            "target": "grace@example.org", "detail": "pro"
        }], "has_more": false})),
        (status = 404, description = "`not_found`: the user is not an administrator.", body = Rejection),
    )
)]
async fn list_audit(
    State(app): State<App>,
    _: Admin,
    Query(query): Query<PageQuery>,
) -> Result<Json<AdminAudit>, ApiError> {
    Ok(Json(admin::audit_log(&app.services.admin, query.page).await?))
}

/// An id for the examples.
const EXAMPLE_ID: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71";
