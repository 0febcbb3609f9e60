//! The access matrix: every route of the OpenAPI document is called without a token, with an expired token, by another
//! user with the owner's ids, and by the owner. The test fails for a route that is not in the matrix, and for an id
//! field that no request tries.

use crate::support::{Person, TestApp, TestResponse, add_card, add_list, document, new_id, on_both_engines, op, save};
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A text in all of the owner's records, which no response to another user may contain.
pub(crate) const SECRET: &str = "for ada alone";

/// A second one, for texts that must differ.
const SECRET_TOO: &str = "for ada alone, too";

const MINUTE: i64 = 60_000;

/// Who may call a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// Any client, with or without a token.
    Open,
    /// Logged-in users, each for their own records: another user gets or changes their own.
    Own,
    /// Only the owner of the ids in the request; for others these do not exist.
    Named,
    /// Logged-in users, with an id that they choose. It is the owner's here, which nobody else can take.
    Chosen,
    /// Administrators; for others these paths do not exist.
    Admin,
}

/// An account with one record of each kind.
pub(crate) struct World {
    pub(crate) person: Person,
    /// A token that expired before the other tokens were issued.
    pub(crate) expired: String,
    pub(crate) board: String,
    /// A member of the board, and an open invitation to it.
    member: String,
    invitation: String,
    list: String,
    card: String,
    item: String,
    session: String,
    login: String,
    api_token: String,
    note: String,
    /// An earlier save of the note, and the current one.
    saves: (String, String),
    picture: String,
    attachment: String,
    webhook: String,
    delivery: String,
}

/// A request, and the status that the owner gets.
pub(crate) struct Row {
    access: Access,
    pub(crate) path: String,
    body: Value,
    pub(crate) owner: u16,
}

impl World {
    /// Two accounts that share nothing.
    pub(crate) async fn two(app: &TestApp, one: &str, other: &str) -> (Self, Self) {
        let (one, other) = (app.person(one).await, app.person(other).await);
        app.advance_clock(15 * MINUTE);
        (Self::of(app, &one).await, Self::of(app, &other).await)
    }

    async fn of(app: &TestApp, person: &Person) -> Self {
        let expired = person.access_token.clone();
        let person = app.with_new_token(person).await;
        let board = app.board(&person, SECRET).await;
        let (list, card, item, session) = (new_id(), new_id(), new_id(), new_id());
        let comment = json!({"type": "add_comment", "item_id": item, "card_id": card, "text": SECRET});
        app.change(&person, &board, &[add_list(&list, SECRET, "80"), add_card(&card, &list, SECRET, "80"), comment])
            .await;
        let member = app.person(&format!("member-{}", new_id())).await;
        app.join(&person, &board, &member, "editor").await;
        let invitation = app.invite(&person, &board, json!({"role": "viewer"})).await.assert_ok();
        let invitation = invitation["invitation"]["id"].as_str().unwrap().to_owned();
        app.post("/api/focus-sessions/", &person.access_token, focus_session(&session, &board, &card))
            .await
            .assert_ok();
        let note = new_id();
        let earlier = app.save_note(&person, &note, None, SECRET).await;
        let shown = app.save_note(&person, &note, Some(&earlier), SECRET_TOO).await;
        let account = app.get("/api/account/", &person.access_token).await.assert_ok();
        let login = account["account"]["logins"][1]["id"].as_str().unwrap().to_owned();
        let body =
            json!({"name": SECRET, "scopes": ["read"], "expires_at": app.in_days(1), "password": "correct horse"});
        let created = app.post("/api/account/tokens/", &person.access_token, body).await.assert_ok();
        let api_token = created["api_token"]["id"].as_str().unwrap().to_owned();
        let picture = app.picture(&person).await;
        let attached = app.attach(&person, (&board, &card), ("name=a.txt", "text/plain"), SECRET).await.assert_ok();
        let attachment = attached["item"]["id"].as_str().unwrap().to_owned();
        let (webhook, delivery) = app.webhook_with_delivery(&person, &board).await;
        let world = Self {
            person,
            expired,
            board,
            member: member.id,
            invitation,
            list,
            card,
            item,
            session,
            login,
            api_token,
            note,
            saves: (earlier, shown),
            picture,
            attachment,
            webhook,
            delivery,
        };
        app.index_search().await;
        world
    }

    /// Returns the request of a route with this account's ids.
    pub(crate) fn row(&self, route: &str) -> Row {
        let Self {
            board,
            member,
            invitation,
            card,
            session,
            login,
            api_token,
            person,
            note,
            saves,
            picture,
            attachment,
            ..
        } = self;
        let Self { webhook, delivery, .. } = self;
        let path = |path: &str| {
            let ids = [
                ("{board}", board),
                ("{user}", member),
                ("{invitation}", invitation),
                ("{card}", card),
                ("{note_id}", note),
                ("{save_id}", &saves.0),
                ("{picture}", picture),
                ("{attachment}", attachment),
                ("{api_token}", api_token),
                ("{webhook}", webhook),
                ("{delivery}", delivery),
            ];
            ids.iter().fold(format!("/api{path}"), |path, (name, id)| path.replace(name, id))
        };
        // Calendar feeds are not under `/api`.
        let plain = route.split_once(" /api").map_or("", |(_, plain)| plain);
        let (access, path, body, owner) = match route {
            "GET /api/health"
            | "GET /api/health/live"
            | "GET /api/health/ready"
            | "GET /api/openapi.json"
            | "GET /api/features"
            | "GET /api/weather/place" => (Access::Open, path(plain), json!(null), 200),
            // Only for programs on the server's machine, and with a token.
            "GET /api/metrics" => (Access::Open, path(plain), json!(null), 404),
            "GET /api/weather" => (Access::Open, path("/weather?latitude=52.5&longitude=13.4"), json!(null), 200),
            "GET /api/weather/places" => (Access::Open, path("/weather/places?name=Berlin"), json!(null), 200),
            "GET /api/photos" | "GET /api/photos/random" => (Access::Open, path(plain), json!(null), 200),
            "GET /api/photos/search" => (Access::Open, path("/photos/search?query=sea"), json!(null), 200),
            "POST /api/photos/{photo}/download" => (Access::Open, path("/photos/x/download"), json!(null), 200),
            // Pictures are visible to any client that has their unguessable URL.
            "GET /api/pictures/{picture}" => (Access::Open, path(plain), json!(null), 200),
            "DELETE /api/pictures/{picture}" => (Access::Named, path(plain), json!(null), 200),
            // So are those of people. This one does not exist.
            "GET /api/avatars/{avatar}" => {
                (Access::Open, path(&format!("/avatars/{}", "0".repeat(32))), json!(null), 404)
            }
            "DELETE /api/account/avatar" => (Access::Own, path(plain), json!(null), 200),
            "GET /api/attachments/{attachment}"
            | "DELETE /api/attachments/{attachment}"
            | "GET /api/boards/{board}/attachments" => (Access::Named, path(plain), json!(null), 200),
            "POST /api/boards/{board}/cards/{card}/attachments" => {
                (Access::Named, path(&format!("{plain}?name=a.txt")), json!(null), 200)
            }
            // Anyone with a signed address may read the file; this one is not signed.
            "GET /api/attachments/{attachment}/file" => (
                Access::Open,
                path(&format!("{plain}?variant=original&expires=2000000000&signature=x")),
                json!(null),
                404,
            ),
            // An empty body is not an archive.
            "POST /api/account/import" => (Access::Own, path(plain), json!(null), 422),
            // An empty file is not a picture.
            "POST /api/pictures" | "PUT /api/account/avatar" => (Access::Own, path(plain), json!(null), 415),
            // Without the upgrade headers the request fails; authentication happens over the connection.
            "GET /api/live" => (Access::Open, path(plain), json!(null), 405),
            "GET /api/auth/google" => (Access::Open, path(plain), json!(null), 501),
            "GET /api/auth/google/callback" => {
                (Access::Open, path("/auth/google/callback?code=x&state=y"), json!(null), 303)
            }
            "POST /api/auth/google/complete" => (Access::Open, path(plain), json!(null), 422),
            "POST /api/auth/google/link" => (Access::Open, path(plain), json!({"password": "x"}), 422),
            "POST /api/add-to-waitlist" => {
                (Access::Open, path(plain), json!({"name": "A", "email": "a@example.org"}), 200)
            }
            // This server has no mail configured, and no mail contains the token.
            "POST /api/contact" => {
                let body = json!({"name": "A", "email": "a@example.org", "message": "x"});
                (Access::Open, path(plain), body, 404)
            }
            "POST /api/leave-waitlist/{token}" => (Access::Open, path("/leave-waitlist/x"), json!(null), 422),
            "POST /api/inbox/unsubscribe/{token}" => (Access::Open, path("/inbox/unsubscribe/x"), json!(null), 422),
            "GET /api/inbox/unsubscribe/{token}" => (Access::Open, path("/inbox/unsubscribe/x"), json!(null), 303),
            "GET /api/leave-waitlist/{token}" => (Access::Open, path("/leave-waitlist/x"), json!(null), 303),
            "POST /api/auth/signup" => {
                let body =
                    json!({"first_name": "A", "last_name": "B", "email": person.email, "password": "correct horse"});
                (Access::Open, path(plain), body, 409)
            }
            "POST /api/auth/login" => {
                (Access::Open, path(plain), json!({"email": person.email, "password": "wrong horse"}), 401)
            }
            "POST /api/auth/validate-token" => (Access::Open, path(plain), json!({"token": "x"}), 401),
            "POST /api/auth/refresh" => (Access::Open, path(plain), json!({"refresh_token": "x"}), 401),
            "POST /api/auth/logout" => (Access::Open, path(plain), json!({"refresh_token": "x"}), 200),
            "POST /api/auth/forgot-password" => (Access::Open, path(plain), json!({"email": person.email}), 200),
            "POST /api/auth/reset-password" => {
                (Access::Open, path(plain), json!({"token": "x", "password": "correct horse"}), 422)
            }
            "POST /api/auth/confirm-email" => (Access::Open, path(plain), json!({"token": "x"}), 422),

            // Anyone who has the secret of a feed may read it. The account has neither a feed nor another calendar.
            "GET /calendar/{file}" => (Access::Open, "/calendar/x.ics".to_owned(), json!(null), 404),
            "GET /api/account/calendar/busy" => {
                let query = "?from=2026-03-01T00:00:00Z&to=2026-03-31T00:00:00Z";
                (Access::Own, path(&format!("{plain}{query}")), json!(null), 200)
            }
            "PUT /api/account/calendar/busy" => (Access::Own, path(plain), json!({"url": "http://127.0.0.1/"}), 422),
            "POST /api/account/calendar" => (Access::Own, path(plain), json!({"cards": "all"}), 200),
            "PUT /api/account/calendar" => (Access::Own, path(plain), json!({"cards": "all"}), 404),
            "DELETE /api/account/calendar" | "DELETE /api/account/calendar/busy" => {
                (Access::Own, path(plain), json!(null), 200)
            }

            "GET /api/user"
            | "GET /api/account"
            | "GET /api/account/calendar"
            | "GET /api/account/export"
            | "GET /api/account/tokens"
            | "GET /api/boards/get-boards"
            | "GET /api/focus-days"
            | "GET /api/inbox"
            | "GET /api/pictures"
            | "GET /api/preferences"
            | "GET /api/tasks"
            | "GET /api/webhooks"
            | "GET /api/trash" => (Access::Own, path(plain), json!(null), 200),
            "GET /api/search" => (Access::Own, path("/search?q=ada"), json!(null), 200),
            "PUT /api/user" => (Access::Own, path(plain), json!({"first_name": "A", "last_name": "B"}), 200),
            "PUT /api/preferences" => (Access::Own, path(plain), json!({"focus_minutes": 30}), 200),
            "PUT /api/account/password" => {
                let body = json!({"current_password": "correct horse", "password": "another horse"});
                (Access::Own, path(plain), body, 200)
            }
            "PUT /api/account/email" => {
                let body = json!({"email": format!("{}@example.com", new_id()), "password": "correct horse"});
                (Access::Own, path(plain), body, 200)
            }
            // Entries of others are ignored.
            "POST /api/inbox/read" => {
                (Access::Own, path(plain), json!({"entry_ids": [invitation], "is_read": true}), 200)
            }
            "POST /api/account/send-confirmation" | "POST /api/account/keep" => {
                (Access::Own, path(plain), json!(null), 200)
            }
            "POST /api/account/logins/end-all" => (Access::Own, path(plain), json!({"password": "correct horse"}), 200),
            "DELETE /api/account/tokens/{api_token}" => (Access::Named, path(plain), json!(null), 200),
            "POST /api/account/tokens" => {
                let body = json!({
                    "name": "A", "scopes": ["read"], "expires_at": "2026-06-01T00:00:00Z", "password": "correct horse"
                });
                (Access::Own, path(plain), body, 200)
            }
            // The account owns a shared board, for which there is no decision.
            "POST /api/account/delete" => (Access::Own, path(plain), json!({"password": "correct horse"}), 409),
            "POST /api/account/logins/end" => {
                (Access::Named, path(plain), json!({"id": login, "password": "correct horse"}), 200)
            }
            "GET /api/focus-days/breakdown" => {
                (Access::Own, path("/focus-days/breakdown?from=2026-03-01&to=2026-03-31"), json!(null), 200)
            }
            "GET /api/focus-sessions" => {
                let query = "?from=2026-03-01T00:00:00Z&to=2026-03-31T00:00:00Z";
                (Access::Own, path(&format!("{plain}{query}")), json!(null), 200)
            }
            "GET /api/focus-sessions/export" => {
                (Access::Own, path("/focus-sessions/export?format=json"), json!(null), 200)
            }
            "GET /api/focus-sessions/latest" => (Access::Own, path(plain), json!(null), 200),
            // Clients choose ids, so two users may have sessions with the same id. Creating a board does not affect
            // other users' boards.
            "POST /api/focus-sessions" => (Access::Named, path(plain), focus_session(session, board, card), 200),
            "POST /api/quick-add" => (Access::Named, path(plain), json!({"text": "A", "board_id": board}), 200),
            "POST /api/boards/create-board" => (Access::Own, path(plain), json!({"name": "A"}), 200),
            "POST /api/boards/import" => {
                let file = json!({"format": "twentyfour-board", "version": 1, "name": "A", "lists": []});
                (Access::Own, path(plain), file, 200)
            }
            "POST /api/boards/import-records" => {
                let board = json!({"id": board, "slug": "a", "name": "A", "description": "", "color": null, "image": null,
                    "favorite": false, "label_colors": [], "trashed_at": null});
                (Access::Chosen, path(plain), json!({"version": 1, "board": board, "lists": [], "cards": []}), 200)
            }
            "GET /api/boards/{board}/export" => {
                (Access::Named, path(&format!("{plain}?format=json")), json!(null), 200)
            }
            "PUT /api/boards/update-board" => {
                (Access::Named, path(plain), json!({"boardId": board, "updatedBoard": {"name": SECRET}}), 200)
            }
            "GET /api/boards/{board}"
            | "GET /api/boards/{board}/first-screen"
            | "GET /api/boards/{board}/focus-time"
            | "GET /api/boards/{board}/members"
            | "GET /api/boards/{board}/activity"
            | "GET /api/boards/{board}/invitations"
            | "DELETE /api/boards/{board}/members/{user}"
            | "DELETE /api/boards/{board}/invitations/{invitation}"
            | "GET /api/boards/{board}/cards/{card}/focus-time"
            | "GET /api/boards/{board}/cards/{card}/activity" => (Access::Named, path(plain), json!(null), 200),
            "GET /api/boards/{board}/changes" => (Access::Named, path(&format!("{plain}?since=0")), json!(null), 200),
            "POST /api/boards/{board}/public-link" | "DELETE /api/boards/{board}/public-link" => {
                (Access::Named, path(plain), json!(null), 200)
            }
            // Anyone who has the unguessable code of a public link may read the board.
            "GET /api/public/boards/{code}" => (Access::Open, path("/public/boards/x"), json!(null), 404),
            "POST /api/boards/{board}/invitations" => (Access::Named, path(plain), json!({"role": "viewer"}), 200),
            "PUT /api/boards/{board}/members/{user}" => (Access::Named, path(plain), json!({"role": "viewer"}), 200),
            // Anyone who has the unguessable code of an invitation may accept or decline it.
            "POST /api/invitations/{code}/accept" => (Access::Own, path("/invitations/x/accept"), json!(null), 403),
            "POST /api/invitations/{code}/decline" => (Access::Own, path("/invitations/x/decline"), json!(null), 404),
            "POST /api/boards/{board}/ops" => {
                (Access::Named, path(plain), json!({"ops": [op(json!({"type": "trash_card", "card_id": card}))]}), 200)
            }
            // As with sessions, two users may have a note with the same id.
            "GET /api/notes" => (Access::Own, path("/notes?since=0"), json!(null), 200),
            "PUT /api/notes/{note_id}" => (
                Access::Own,
                path(plain),
                json!({"change": save(Some(&saves.1), "More", "2026-03-03T12:00:00Z").1}),
                200,
            ),
            "GET /api/notes/{note_id}/versions" | "GET /api/notes/{note_id}/versions/{save_id}" => {
                (Access::Named, path(plain), json!(null), 200)
            }
            "POST /api/webhooks" => (Access::Own, path(plain), webhook_body(), 200),
            "PUT /api/webhooks/{webhook}" => (Access::Named, path(plain), webhook_body(), 200),
            "DELETE /api/webhooks/{webhook}"
            | "GET /api/webhooks/{webhook}/deliveries"
            | "POST /api/webhooks/{webhook}/deliveries/{delivery}/redeliver" => {
                (Access::Named, path(plain), json!(null), 200)
            }
            "POST /api/webhooks/{webhook}/rotate-secret" => {
                (Access::Named, path(plain), json!({"password": "correct horse"}), 200)
            }
            "GET /api/admin/audit"
            | "GET /api/admin/mails"
            | "GET /api/admin/people"
            | "GET /api/admin/storage"
            | "GET /api/admin/waitlist" => (Access::Admin, path(plain), json!(null), 404),
            "POST /api/admin/mails" => {
                (Access::Admin, path(plain), json!({"id": note, "change": "delete", "password": "correct horse"}), 404)
            }
            "POST /api/admin/people" => {
                let body = json!({"id": person.id, "change": {"type": "end_logins"}, "password": "correct horse"});
                (Access::Admin, path(plain), body, 404)
            }
            "POST /api/admin/waitlist" => {
                let body = json!({"email": person.email, "change": "remove", "password": "correct horse"});
                (Access::Admin, path(plain), body, 404)
            }
            _ => panic!("{route} is not in the access matrix: say who may ask for it"),
        };
        Row { access, path, body, owner }
    }

    /// Returns everything that the owner can read.
    async fn all(&self, app: &TestApp) -> Value {
        let mut all = Vec::new();
        for path in [
            format!("/api/boards/{}/", self.board),
            format!("/api/boards/{}/invitations/", self.board),
            "/api/boards/get-boards/".to_owned(),
            "/api/focus-sessions/latest/".to_owned(),
            "/api/preferences/".to_owned(),
            "/api/user/".to_owned(),
            "/api/account/".to_owned(),
            "/api/account/calendar/".to_owned(),
            "/api/account/tokens/".to_owned(),
            "/api/trash/".to_owned(),
            "/api/notes/?since=0".to_owned(),
            format!("/api/notes/{}/versions/", self.note),
            "/api/pictures/".to_owned(),
            "/api/webhooks/".to_owned(),
            format!("/api/webhooks/{}/deliveries/", self.webhook),
        ] {
            all.push(app.get(&path, &self.person.access_token).await.assert_ok());
        }
        json!(all)
    }
}

fn webhook_body() -> Value {
    json!({"url": "https://hooks.example/", "events": ["card.created"], "password": "correct horse"})
}

fn focus_session(id: &str, board: &str, card: &str) -> Value {
    json!({
        "id": id, "kind": "focus", "planned": 1500, "outcome": "completed", "board_id": board, "card_id": card,
        "segments": [{"start": "2026-03-03T10:00:00Z", "end": "2026-03-03T10:25:00Z", "utc_offset": 0}]
    })
}

pub(crate) async fn send_row(app: &TestApp, method: &Method, row: &Row, token: Option<&str>) -> TestResponse {
    let body = if row.body.is_null() { String::new() } else { row.body.to_string() };
    app.send_text(method.clone(), &row.path, token, body).await
}

/// Returns every route of the document, such as `GET /api/user`, with its operation.
pub(crate) async fn routes(app: &TestApp) -> Vec<(String, Value)> {
    let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            routes.push((format!("{} {path}", method.to_uppercase()), operation.clone()));
        }
    }
    routes
}

on_both_engines! {
    async fn every_route_follows_the_access_matrix(app: TestApp) {
        let routes = routes(&app).await;
        assert!(routes.len() > 40, "{}", routes.len());
        for (number, (route, operation)) in routes.iter().enumerate() {
            let (ada, eve) = World::two(&app, &format!("ada{number}"), &format!("eve{number}")).await;
            let row = ada.row(route);
            let method: Method = route.split_once(' ').unwrap().0.parse().unwrap();
            assert_eq!(operation["security"] == json!([{}]), row.access == Access::Open, "{route} as documented");

            let before = ada.all(&app).await;
            let unauthenticated = send_row(&app, &method, &row, None).await;
            let expired = send_row(&app, &method, &row, Some(&ada.expired)).await;
            let another = send_row(&app, &method, &row, Some(&eve.person.access_token)).await;
            match row.access {
                Access::Open => {
                    for (who, response) in [("nobody", &unauthenticated), ("expired", &expired), ("another", &another)] {
                        assert_eq!(response.status.as_u16(), row.owner, "{route} for {who}: {}", response.body);
                    }
                }
                Access::Own => {
                    assert_eq!(another.status.as_u16(), row.owner, "{route} for another: {}", another.body);
                }
                Access::Chosen => {
                    assert_eq!((another.status.as_u16(), &another.body["code"]), (409, &json!("id_taken")), "{route}");
                }
                Access::Admin => {
                    for response in [&unauthenticated, &another] {
                        assert_eq!((response.status.as_u16(), &response.body["code"]), (404, &json!("not_found")), "{route}");
                    }
                    assert_eq!(expired.body["code"], "token_expired", "{route}");
                }
                Access::Named => {
                    let code = if route.contains("/notes/") { "unknown_note" } else { "not_found" };
                    assert_eq!(another.body["code"], code, "{route} for another: {}", another.body);
                    assert_eq!(another.status.as_u16(), 404, "{route} for another");
                }
            }
            if matches!(row.access, Access::Own | Access::Named | Access::Chosen) {
                unauthenticated.assert_rejected(401, "token_missing");
                expired.assert_rejected(401, "token_expired");
            }
            if row.access == Access::Named {
                assert!(!another.body.to_string().contains(SECRET), "{route} shows Eve Ada's data");
            }
            assert_eq!(ada.all(&app).await, before, "{route}: nobody else has changed anything");
            let owner = send_row(&app, &method, &row, Some(&ada.person.access_token)).await;
            assert_eq!(owner.status.as_u16(), row.owner, "{route} for the owner: {}", owner.body);
            if route == "GET /api/search" {
                // Both have the same texts.
                let (owner, another) = (owner.body.to_string(), another.body.to_string());
                assert!(owner.contains(&ada.board) && owner.contains(&ada.note), "{owner}");
                assert!(another.contains(&eve.board) && !another.contains(&ada.board), "{another}");
                assert!(!another.contains(&ada.note), "{another}");
            }
        }
    }

    async fn foreign_ids_are_not_found_on_any_route(app: TestApp) {
        let (ada, eve) = World::two(&app, "ada", "eve").await;
        let before = ada.all(&app).await;
        let token = eve.person.access_token.as_str();
        // Every field of the document that holds an id or a list of ids needs a request with one of Ada's ids.
        let mut tried = BTreeSet::new();
        let get = async |path: String| app.get(&path, token).await;
        let of_board = |rest: &str| format!("/api/boards/{}/{rest}", ada.board);
        for (field, path) in [
            ("{board}", of_board("")),
            ("{board}", of_board("changes/?since=0")),
            ("{board}", of_board("first-screen/")),
            ("{board}", of_board("focus-time/")),
            ("{board}", of_board("members/")),
            ("{board}", of_board("activity/")),
            ("{board}", of_board("attachments/")),
            ("{board}", of_board("invitations/")),
            ("{card}", format!("/api/boards/{}/cards/{}/activity/", eve.board, ada.card)),
            ("{card}", format!("/api/boards/{}/cards/{}/activity/", ada.board, ada.card)),
            ("{card}", format!("/api/boards/{}/cards/{}/focus-time/", eve.board, ada.card)),
            ("{card}", format!("/api/boards/{}/cards/{}/focus-time/", ada.board, ada.card)),
        ] {
            let response = get(path.clone()).await;
            assert!(!response.body.to_string().contains(&ada.card), "{path}");
            assert!([404, 200].contains(&response.status.as_u16()), "{path}: {}", response.body);
            if response.status == 200 {
                assert_eq!(response.body["events"].as_array().map(Vec::len), Some(0), "{path}: {}", response.body);
            }
            tried.insert(field.to_owned());
        }
        for (field, method, path) in [
            ("{user}", Method::DELETE, of_board(&format!("members/{}/", ada.member))),
            ("{user}", Method::PUT, of_board(&format!("members/{}/", eve.person.id))),
            ("{user}", Method::PUT, format!("/api/boards/{}/members/{}/", eve.board, ada.member)),
            ("{user}", Method::DELETE, format!("/api/boards/{}/members/{}/", eve.board, ada.person.id)),
            ("{board}", Method::POST, of_board("public-link/")),
            ("{board}", Method::DELETE, of_board("public-link/")),
            ("{invitation}", Method::DELETE, of_board(&format!("invitations/{}/", ada.invitation))),
            ("{invitation}", Method::DELETE, format!("/api/boards/{}/invitations/{}/", eve.board, ada.invitation)),
        ] {
            let body = json!({"role": "editor"}).to_string();
            app.send_text(method, &path, Some(token), body).await.assert_rejected(404, "not_found");
            tried.insert(field.to_owned());
        }
        let of_webhook = format!("/api/webhooks/{}/", ada.webhook);
        for (method, path, body) in [
            (Method::PUT, of_webhook.clone(), webhook_body()),
            (Method::DELETE, of_webhook.clone(), json!(null)),
            (Method::GET, format!("{of_webhook}deliveries/"), json!(null)),
            (Method::POST, format!("{of_webhook}rotate-secret/"), json!({"password": "correct horse"})),
            (Method::POST, format!("{of_webhook}deliveries/{}/redeliver/", ada.delivery), json!(null)),
            (Method::POST, format!("/api/webhooks/{}/deliveries/{}/redeliver/", eve.webhook, ada.delivery), json!(null)),
        ] {
            app.send_text(method, &path, Some(token), body.to_string()).await.assert_rejected(404, "not_found");
        }
        // A webhook may name any board, but receives only the events of the boards of its owner.
        tried.extend(["{webhook}", "{delivery}", "board_ids"].map(str::to_owned));
        // The code of an invitation is unguessable, and anyone may use it.
        tried.insert("{code}".to_owned());
        let theirs = format!("/api/pictures/{}", ada.picture);
        app.send_text(Method::DELETE, &theirs, Some(token), String::new()).await.assert_rejected(404, "not_found");
        tried.insert("{picture}".to_owned());
        // The picture of a person is set and removed without its id, and any client that has the id may see it.
        tried.insert("{avatar}".to_owned());
        for method in [Method::GET, Method::DELETE] {
            let theirs = format!("/api/attachments/{}/", ada.attachment);
            app.send_text(method, &theirs, Some(token), String::new()).await.assert_rejected(404, "not_found");
        }
        for (board, card, code) in [(&ada.board, &ada.card, "not_found"), (&eve.board, &ada.card, "unknown_card")] {
            let response = app.attach(&eve.person, (board, card), ("name=x", "text/plain"), "x").await;
            assert_eq!(response.body["code"], code);
        }
        let taken = format!("name=x&id={}", ada.attachment);
        app.attach(&eve.person, (&eve.board, &eve.card), (&taken, "text/plain"), "x").await.assert_rejected(409, "id_taken");
        tried.insert("{attachment}".to_owned());
        // Photos belong to the photo service, not to users.
        tried.insert("{photo}".to_owned());
        // The secrets of calendar feeds are unguessable, too.
        tried.insert("{file}".to_owned());
        // Tokens from mails are unguessable, and any client that has one may use it.
        tried.insert("{token}".to_owned());
        // Sessions are stored per account and id, so another user's session cannot be excluded or used as a cursor.
        let all = get("/api/focus-days/".to_owned()).await.assert_ok();
        assert_eq!(get(format!("/api/focus-days/?except={}", ada.session)).await.assert_ok(), all);
        tried.insert("except".to_owned());
        get(format!("/api/focus-sessions/latest/?before={}", ada.session)).await.assert_rejected(404, "not_found");
        tried.insert("before".to_owned());

        // Notes are stored per account and id too, so Eve can neither read Ada's saves nor base a save on them.
        let earlier = format!("/api/notes/{}/versions/", ada.note);
        for path in [earlier.clone(), format!("{earlier}{}/", ada.saves.0)] {
            get(path).await.assert_rejected(404, "unknown_note");
        }
        get(format!("/api/notes/{}/versions/{}/", eve.note, ada.saves.0)).await.assert_rejected(404, "not_found");
        let put_away = |save_id: &str| json!({"type": "put_away", "save_id": save_id});
        for change in [json!({"type": "trash"}), put_away(&ada.saves.0)] {
            app.change_note(&eve.person, &ada.note, change).await.assert_rejected(404, "unknown_note");
        }
        app.change_note(&eve.person, &eve.note, put_away(&ada.saves.0)).await.assert_ok();
        let response = app.change_note(&eve.person, &eve.note, save(Some(&ada.saves.1), "Eve's", "2026-03-03T12:00:00Z").1).await.assert_ok();
        assert_eq!(response["note"]["apart"].as_array().map(Vec::len), Some(1), "the base is not one of Eve's saves: {response}");
        let change = json!({
            "type": "save", "save_id": ada.saves.0, "base": null, "document": document("Eve's"), "edited_at": "2026-03-03T12:00:00Z"
        });
        app.change_note(&eve.person, &ada.note, change).await.assert_ok();
        get(format!("{earlier}{}/", ada.saves.0)).await.assert_rejected(404, "not_found");
        tried.extend(["{note_id}", "{save_id}", "save_id", "base"].map(str::to_owned));

        for (field, change) in [
            ("list_id", json!({"type": "move_list", "list_id": ada.list, "rank": "90"})),
            ("list_id", json!({"type": "edit_list", "list_id": ada.list, "edit": {"field": "name", "value": "x"}})),
            ("list_id", json!({"type": "trash_list", "list_id": ada.list})),
            ("list_id", add_card(&new_id(), &ada.list, "x", "80")),
            ("list_id", json!({"type": "move_card", "card_id": eve.card, "list_id": ada.list, "rank": "90"})),
            ("card_id", json!({"type": "move_card", "card_id": ada.card, "list_id": eve.list, "rank": "90"})),
            ("card_id", json!({"type": "edit_card", "card_id": ada.card, "edit": {"field": "title", "value": "x"}})),
            ("card_id", json!({"type": "trash_card", "card_id": ada.card})),
            ("card_id", json!({"type": "restore_card", "card_id": ada.card})),
            ("card_id", json!({"type": "add_comment", "item_id": new_id(), "card_id": ada.card, "text": "x"})),
            ("item_id", json!({"type": "edit_item", "item_id": ada.item, "edit": {"field": "text", "value": "x"}})),
            ("item_id", json!({"type": "trash_item", "item_id": ada.item})),
        ] {
            let response = app.send_ops(&eve.person, &eve.board, json!([op(change.clone())])).await.assert_ok();
            assert_eq!(response["results"][0]["status"], "refused", "{change}: {response}");
            let theirs = app.send_ops(&eve.person, &ada.board, json!([op(change)])).await;
            theirs.assert_rejected(404, "not_found");
            tried.insert(field.to_owned());
        }
        app.put("/api/boards/update-board/", token, json!({"boardId": ada.board, "updatedBoard": {"name": "x"}}))
            .await
            .assert_rejected(404, "not_found");
        tried.insert("boardId".to_owned());
        app.post("/api/boards/create-board/", token, json!({"name": "x", "id": ada.board})).await.assert_rejected(409, "id_taken");
        for (named, code) in [
            (json!({"board_id": ada.board}), (404, "not_found")),
            (json!({"list_id": ada.list}), (422, "unknown_list")),
            (json!({"board_id": eve.board, "list_id": ada.list}), (422, "unknown_list")),
        ] {
            let mut line = json!({"text": "x"});
            line.as_object_mut().unwrap().extend(named.as_object().unwrap().clone());
            app.post("/api/quick-add/", token, line).await.assert_rejected(code.0, code.1);
        }
        for (field, board, card) in [("board_id", &ada.board, &eve.card), ("card_id", &eve.board, &ada.card)] {
            app.post("/api/focus-sessions/", token, focus_session(&new_id(), board, card)).await.assert_rejected(404, "not_found");
            tried.insert(field.to_owned());
        }
        // The same id names another session, which belongs to another user.
        app.post("/api/focus-sessions/", token, focus_session(&ada.session, &eve.board, &eve.card)).await.assert_ok();
        app.post("/api/account/logins/end/", token, json!({"id": ada.login, "password": "correct horse"})).await.assert_rejected(404, "not_found");
        tried.insert("id".to_owned());
        app.delete(&format!("/api/account/tokens/{}/", ada.api_token), token).await.assert_rejected(404, "not_found");
        tried.insert("{api_token}".to_owned());
        // The same id names another card, on a board of another user.
        app.post("/api/quick-add/", token, json!({"text": "x", "id": ada.card, "board_id": eve.board})).await.assert_ok();
        assert_eq!(ada.all(&app).await, before);

        let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        let untried: Vec<String> = id_fields(&document).difference(&tried).cloned().collect();
        assert_eq!(untried, Vec::<String>::new(), "id fields that no request tested with another user's id");
    }
}

/// Returns the names of everything in requests that holds an id: path parameters, query parameters and body fields.
fn id_fields(document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for methods in document["paths"].as_object().unwrap().values() {
        for operation in methods.as_object().unwrap().values() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                if parameter["in"] == "path" {
                    found.insert(format!("{{{name}}}"));
                } else if holds_id(document, &parameter["schema"]) {
                    found.insert(name.to_owned());
                }
            }
            let mut seen = BTreeSet::new();
            collect(
                document,
                &operation["requestBody"]["content"]["application/json"]["schema"],
                &mut seen,
                &mut found,
            );
        }
    }
    found
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
    reference.and_then(|pointer| document.pointer(pointer)).unwrap_or(schema)
}

fn holds_id(document: &Value, schema: &Value) -> bool {
    let schema = resolved(document, schema);
    let inner = ["oneOf", "anyOf", "allOf"].iter().flat_map(|key| schema[key].as_array().into_iter().flatten());
    schema["format"] == "uuid"
        || inner.chain([&schema["items"]]).any(|inner| !inner.is_null() && holds_id(document, inner))
}

/// Collects the fields that hold ids in a schema and in the schemas that it refers to.
fn collect(document: &Value, schema: &Value, seen: &mut BTreeSet<String>, found: &mut BTreeSet<String>) {
    if let Some(reference) = schema["$ref"].as_str()
        && !seen.insert(reference.to_owned())
    {
        return;
    }
    let schema = resolved(document, schema);
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if holds_id(document, field) {
            found.insert(name.clone());
        }
        collect(document, field, seen, found);
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        for inner in schema[key].as_array().into_iter().flatten() {
            collect(document, inner, seen, found);
        }
    }
    if !schema["items"].is_null() {
        collect(document, &schema["items"], seen, found);
    }
}
