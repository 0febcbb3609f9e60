//! Sharing boards: invitations, roles, what only one member sees, and removal.

use crate::live::Client;
use crate::support::{Person, TestApp, add_card, add_list, enable_mail, new_id, on_both_engines, op, statuses};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// The roles that a member can be invited with, from the least to the greatest.
const ROLES: [&str; 4] = ["viewer", "commenter", "editor", "admin"];

/// A shared board with a list, a card, and a comment and a reminder of its owner.
pub(crate) struct Shared {
    pub(crate) owner: Person,
    pub(crate) board: String,
    pub(crate) list: String,
    pub(crate) card: String,
    pub(crate) comment: String,
    pub(crate) reminder: String,
}

impl Shared {
    pub(crate) async fn new(app: &TestApp) -> Self {
        let owner = app.person("ada").await;
        let board = app.board(&owner, "Launch").await;
        let [list, card, comment, reminder] = [new_id(), new_id(), new_id(), new_id()];
        app.change(
            &owner,
            &board,
            &[
                add_list(&list, "l", "80"),
                add_card(&card, &list, "c", "80"),
                json!({"type": "add_comment", "item_id": comment, "card_id": card, "text": "by ada"}),
                json!({"type": "add_reminder", "item_id": reminder, "card_id": card, "minutes_before": 5}),
            ],
        )
        .await;
        Self { owner, board, list, card, comment, reminder }
    }

    /// Adds a new member and returns them.
    pub(crate) async fn member(&self, app: &TestApp, name: &str, role: &str) -> Person {
        let person = app.person(name).await;
        app.join(&self.owner, &self.board, &person, role).await;
        person
    }

    pub(crate) async fn send(&self, app: &TestApp, person: &Person, change: &Value) -> Value {
        app.send_ops(person, &self.board, json!([op(change.clone())])).await.assert_ok()
    }

    pub(crate) async fn open(&self, app: &TestApp, person: &Person) -> Value {
        app.open_board(person, &self.board).await
    }
}

/// Returns the members of a response as pairs of first name and role.
fn roles(response: &Value) -> Vec<(&str, &str)> {
    let members = response["members"].as_array().unwrap();
    members.iter().map(|member| (member["first_name"].as_str().unwrap(), member["role"].as_str().unwrap())).collect()
}

fn item_ids(board: &Value) -> Vec<&str> {
    let mut ids: Vec<&str> =
        board["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids
}

on_both_engines! {
    async fn invitation_link_works_once(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, eve) = (app.person("grace").await, app.person("eve").await);
        let response = app.invite(&shared.owner, &shared.board, json!({"role": "editor"})).await.assert_ok();
        let link = response["link"].as_str().unwrap();
        assert!(link.starts_with("https://twentyfour.example/join/") && link.len() > 60, "{link}");
        let invitation = &response["invitation"];
        assert_eq!((&invitation["role"], &invitation["email"]), (&json!("editor"), &json!(null)));
        assert_eq!(invitation["expires_at"], "2026-03-17T12:00:00.000Z");
        let listed = app.get(&format!("/api/boards/{}/invitations/", shared.board), &shared.owner.access_token).await.assert_ok();
        assert_eq!(listed, json!({"invitations": [invitation], "public_link": null}), "the link cannot be read again");

        let joined = app.accept(&grace, link).await.assert_ok();
        assert_eq!((&joined["board"]["name"], &joined["board"]["role"]), (&json!("Launch"), &json!("editor")));
        assert_eq!(roles(&joined["board"]), [("ada", "owner"), ("grace", "editor")]);
        assert_eq!(app.accept(&grace, link).await.assert_ok(), joined, "a repeated request has the same response");
        app.accept(&eve, link).await.assert_rejected(403, "invitation_invalid");
        app.accept(&shared.owner, link).await.assert_ok();
        let listed = app.get(&format!("/api/boards/{}/invitations/", shared.board), &shared.owner.access_token).await.assert_ok();
        assert_eq!(listed["invitations"], json!([]));
        app.assert_verified().await;
    }

    async fn invitations_expire_and_can_be_revoked(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = app.person("grace").await;
        let invite = async || app.invite(&shared.owner, &shared.board, json!({"role": "viewer"})).await.assert_ok();
        let (kept, revoked, late) = (invite().await, invite().await, invite().await);
        let path = |response: &Value| {
            format!("/api/boards/{}/invitations/{}/", shared.board, response["invitation"]["id"].as_str().unwrap())
        };
        let left = app.delete(&path(&revoked), &shared.owner.access_token).await.assert_ok();
        assert_eq!(left["invitations"].as_array().map(Vec::len), Some(2));
        app.delete(&path(&revoked), &shared.owner.access_token).await.assert_rejected(404, "not_found");
        app.accept(&grace, revoked["link"].as_str().unwrap()).await.assert_rejected(403, "invitation_invalid");
        app.accept(&grace, "https://twentyfour.example/join/x").await.assert_rejected(403, "invitation_invalid");

        app.advance_clock(14 * DAY - 1);
        let (owner, grace) = (app.with_new_token(&shared.owner).await, app.with_new_token(&grace).await);
        app.accept(&grace, kept["link"].as_str().unwrap()).await.assert_ok();
        app.delete(&path(&kept), &owner.access_token).await.assert_rejected(404, "not_found");
        app.advance_clock(1);
        let eve = app.person("eve").await;
        app.accept(&eve, late["link"].as_str().unwrap()).await.assert_rejected(403, "invitation_invalid");
        app.delete_expired().await;
        assert_eq!(app.count("board_invitations").await, 0);
    }

    async fn invitation_by_mail_contains_the_link(app: TestApp) {
        let app = app.with_config(enable_mail);
        let shared = Shared::new(&app).await;
        app.mails().await;
        let body = json!({"email": "Grace@Example.org", "role": "commenter"});
        let response = app.invite(&shared.owner, &shared.board, body).await.assert_ok();
        assert_eq!(response["invitation"]["email"], "grace@example.org");
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1);
        assert_eq!((mails[0].to.as_str(), mails[0].subject.as_str()), ("grace@example.org", "You are invited to a board"));
        assert!(mails[0].text.contains("ada Example invites you to work together on the board \"Launch\""), "{}", mails[0].text);
        assert!(mails[0].text.contains(response["link"].as_str().unwrap()));
        let revoked = app.invite(&shared.owner, &shared.board, json!({"email": "eve@example.org", "role": "viewer"})).await.assert_ok();
        let path = format!("/api/boards/{}/invitations/{}/", shared.board, revoked["invitation"]["id"].as_str().unwrap());
        app.delete(&path, &shared.owner.access_token).await.assert_ok();
        assert_eq!(app.mails().await.len(), 0, "the mail was not sent yet");
        for (body, code) in [
            (json!({"email": "nobody", "role": "viewer"}), "email_invalid"),
            (json!({"role": "owner"}), "body_invalid"),
            (json!({"role": "emperor"}), "body_invalid"),
            (json!({"email": "grace@example.org"}), "body_invalid"),
        ] {
            app.invite(&shared.owner, &shared.board, body).await.assert_rejected(422, code);
        }
        assert_eq!(app.mails().await.len(), 0);
    }

    async fn every_kind_of_op_needs_its_role(app: TestApp) {
        let shared = Shared::new(&app).await;
        let mut members = Vec::new();
        for role in ROLES {
            members.push(shared.member(&app, role, role).await);
        }
        members.push(shared.owner.clone());
        let Shared { list, card, comment, .. } = &shared;
        // Each with the least role that may make it. The owner is the last member.
        let (viewer, commenter, editor, admin, owner) = (0, 1, 2, 3, 4);
        let edit_card = |field: &str, value: Value| json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}});
        let edit_board = |field: &str, value: Value| json!({"type": "edit_board", "edit": {"field": field, "value": value}});
        let table = |number: usize| {
            let text = format!("t{number}");
            vec![
                (viewer, edit_board("favorite", json!(number.is_multiple_of(2)))),
                (viewer, edit_board("watch", json!(card))),
                (viewer, edit_board("unwatch", json!(card))),
                (viewer, edit_board("muted", json!(number.is_multiple_of(2)))),
                (viewer, json!({"type": "edit_list", "list_id": list, "edit": {"field": "collapsed", "value": number.is_multiple_of(2)}})),
                (viewer, json!({"type": "add_reminder", "item_id": new_id(), "card_id": card, "minutes_before": 9})),
                (commenter, json!({"type": "add_comment", "item_id": new_id(), "card_id": card, "text": text})),
                (commenter, json!({"type": "set_reaction", "item_id": comment, "emoji": "👍", "is_set": true})),
                (editor, json!({"type": "add_list", "list_id": new_id(), "name": text, "rank": "90"})),
                (editor, json!({"type": "move_list", "list_id": list, "rank": "80"})),
                (editor, json!({"type": "edit_list", "list_id": list, "edit": {"field": "name", "value": text}})),
                (editor, json!({"type": "trash_list", "list_id": list})),
                (editor, json!({"type": "restore_list", "list_id": list})),
                (editor, add_card(&new_id(), list, &text, "90")),
                (editor, json!({"type": "move_card", "card_id": card, "list_id": list, "rank": "80"})),
                (editor, edit_card("title", json!(text))),
                (editor, edit_card("description", json!(text))),
                (editor, edit_card("labels", json!([text]))),
                (editor, edit_card("due_date", json!("2026-03-09"))),
                (editor, edit_card("completed", json!(true))),
                (editor, edit_card("archived", json!(false))),
                (editor, json!({"type": "trash_card", "card_id": card})),
                (editor, json!({"type": "restore_card", "card_id": card})),
                (editor, json!({"type": "add_subtask", "item_id": new_id(), "card_id": card, "rank": "80", "title": text})),
                (editor, json!({"type": "set_label_color", "label": text, "color": "#4caf50"})),
                (admin, json!({"type": "trash_item", "item_id": comment})),
                (admin, json!({"type": "restore_item", "item_id": comment})),
                (admin, edit_board("name", json!(text))),
                (admin, edit_board("description", json!(text))),
                (admin, edit_board("color", json!("#4caf50"))),
                (owner, edit_board("template", json!(true))),
                (owner, edit_board("template", json!(false))),
                (owner, json!({"type": "trash_board"})),
                (owner, json!({"type": "restore_board"})),
            ]
        };
        for (role, member) in members.iter().enumerate() {
            for (required, change) in table(role) {
                let response = shared.send(&app, member, &change).await;
                let expected = if role >= required { "applied" } else { "forbidden_role" };
                assert_eq!(statuses(&response), [expected], "role {role}: {change}");
            }
        }
        app.assert_verified().await;
    }

    async fn comments_and_reminders_belong_to_their_author(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, admin) = (shared.member(&app, "grace", "commenter").await, shared.member(&app, "admin", "admin").await);
        let (comment, reminder) = (new_id(), new_id());
        app.change(&grace, &shared.board, &[
            json!({"type": "add_comment", "item_id": comment, "card_id": shared.card, "text": "by grace"}),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": shared.card, "minutes_before": 7}),
        ]).await;
        let edit = |id: &str| json!({"type": "edit_item", "item_id": id, "edit": {"field": "text", "value": "other"}});
        let delay = |id: &str| json!({"type": "edit_item", "item_id": id, "edit": {"field": "minutes_before", "value": 8}});
        let trash = |id: &str| json!({"type": "trash_item", "item_id": id});
        for (person, change, expected) in [
            (&grace, edit(&comment), "applied"),
            (&grace, edit(&shared.comment), "forbidden_role"),
            (&grace, trash(&shared.comment), "forbidden_role"),
            (&shared.owner, edit(&comment), "forbidden_role"),
            (&admin, edit(&comment), "forbidden_role"),
            (&admin, trash(&comment), "applied"),
            (&grace, delay(&reminder), "applied"),
            (&grace, delay(&shared.reminder), "unknown_item"),
            (&shared.owner, trash(&reminder), "unknown_item"),
            (&shared.owner, delay(&reminder), "unknown_item"),
        ] {
            assert_eq!(statuses(&shared.send(&app, person, &change).await), [expected], "{change}");
        }
        let of_grace = shared.open(&app, &grace).await;
        let mut expected = [shared.comment.as_str(), reminder.as_str()];
        expected.sort_unstable();
        assert_eq!(item_ids(&of_grace), expected);
        let comment_of_ada = of_grace["items"].as_array().unwrap().iter().find(|item| item["id"] == shared.comment.as_str()).unwrap();
        assert_eq!(comment_of_ada["author_id"], shared.owner.id.as_str());
    }

    async fn comment_on_a_trashed_card_does_not_restore_it_for_a_commenter(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "commenter").await;
        app.change(&shared.owner, &shared.board, &[json!({"type": "trash_card", "card_id": shared.card})]).await;
        for change in [
            json!({"type": "add_comment", "item_id": new_id(), "card_id": shared.card, "text": "x"}),
            json!({"type": "add_reminder", "item_id": new_id(), "card_id": shared.card, "minutes_before": 7}),
        ] {
            assert_eq!(statuses(&shared.send(&app, &grace, &change).await), ["forbidden_role"]);
        }
        app.change(&shared.owner, &shared.board, &[json!({"type": "trash_list", "list_id": shared.list})]).await;
        let collapse = json!({"type": "edit_list", "list_id": shared.list, "edit": {"field": "collapsed", "value": true}});
        assert_eq!(statuses(&shared.send(&app, &grace, &collapse).await), ["forbidden_role"]);
        app.change(&shared.owner, &shared.board, &[json!({"type": "trash_board"})]).await;
        let favorite = json!({"type": "edit_board", "edit": {"field": "favorite", "value": true}});
        assert_eq!(statuses(&shared.send(&app, &grace, &favorite).await), ["forbidden_role"]);
    }

    async fn routes_of_a_board_need_their_role(app: TestApp) {
        let shared = Shared::new(&app).await;
        let other = shared.member(&app, "other", "viewer").await;
        let board = &shared.board;
        for role in ROLES {
            let member = shared.member(&app, role, role).await;
            let is_admin = role == "admin";
            for path in ["", "changes/?since=0", "changes/?since=1", "first-screen/", "focus-time/", "members/"] {
                app.get(&format!("/api/boards/{board}/{path}"), &member.access_token).await.assert_ok();
            }
            app.get(&format!("/api/boards/{board}/cards/{}/activity/", shared.card), &member.access_token).await.assert_ok();
            let open = app.invite(&shared.owner, board, json!({"role": "viewer"})).await.assert_ok();
            let invitation = format!("/api/boards/{board}/invitations/{}/", open["invitation"]["id"].as_str().unwrap());
            let update = json!({"boardId": board, "updatedBoard": {"name": role}});
            let responses = [
                app.get(&format!("/api/boards/{board}/invitations/"), &member.access_token).await,
                app.invite(&member, board, json!({"role": "viewer"})).await,
                app.delete(&invitation, &member.access_token).await,
                app.set_role(&member, board, &other.id, "commenter").await,
                app.post(&format!("/api/boards/{board}/public-link/"), &member.access_token, json!(null)).await,
                app.delete(&format!("/api/boards/{board}/public-link/"), &member.access_token).await,
                app.put("/api/boards/update-board/", &member.access_token, update).await,
            ];
            for (number, response) in responses.into_iter().enumerate() {
                match is_admin {
                    true => _ = response.assert_ok(),
                    false => {
                        assert!(!response.body.to_string().contains("@example"), "{role} {number}");
                        response.assert_rejected(403, "forbidden_role");
                    }
                }
            }
            // Only the owner may make another member the owner. Nobody may remove the owner or change the owner's role.
            app.set_role(&member, board, &other.id, "owner").await.assert_rejected(403, "forbidden_role");
            let (status, code) = if is_admin { (409, "owner_required") } else { (403, "forbidden_role") };
            app.set_role(&member, board, &shared.owner.id, "editor").await.assert_rejected(status, code);
            app.remove_member(&member, board, &shared.owner.id).await.assert_rejected(status, code);
            if !is_admin {
                app.remove_member(&member, board, &other.id).await.assert_rejected(403, "forbidden_role");
            }
            let favorite = json!({"boardId": board, "updatedBoard": {"favorite": true}});
            app.put("/api/boards/update-board/", &member.access_token, favorite).await.assert_ok();
            let members = app.get(&format!("/api/boards/{board}/members/"), &member.access_token).await.assert_ok();
            assert!(!members.to_string().contains('@'), "members never show emails");
            app.remove_member(&member, board, &member.id).await.assert_ok();
        }
        app.remove_member(&shared.owner, board, &shared.owner.id).await.assert_rejected(409, "owner_required");
        app.set_role(&shared.owner, board, &shared.owner.id, "admin").await.assert_rejected(409, "owner_required");
        app.set_role(&shared.owner, board, &new_id(), "admin").await.assert_rejected(404, "not_found");
        app.assert_verified().await;
    }

    async fn public_link_shows_the_board_until_it_is_turned_off(app: TestApp) {
        let shared = Shared::new(&app).await;
        shared.member(&app, "grace", "editor").await;
        app.change(&shared.owner, &shared.board, &[
            json!({"type": "edit_board", "edit": {"field": "favorite", "value": true}}),
            json!({"type": "edit_list", "list_id": shared.list, "edit": {"field": "collapsed", "value": true}}),
            json!({"type": "add_subtask", "item_id": new_id(), "card_id": shared.card, "rank": "80", "title": "s"}),
            json!({"type": "edit_card", "card_id": shared.card, "edit": {"field": "assign", "value": shared.owner.id}}),
        ]).await;
        let path = format!("/api/boards/{}/public-link/", shared.board);
        let turn_on = async || app.post(&path, &shared.owner.access_token, json!(null)).await.assert_ok();
        let link = turn_on().await["link"].as_str().unwrap().to_owned();
        assert!(link.starts_with("https://twentyfour.example/public/") && link.len() > 60, "{link}");
        assert_eq!(turn_on().await["link"], link);
        let invitations = app.get(&format!("/api/boards/{}/invitations/", shared.board), &shared.owner.access_token).await;
        assert_eq!(invitations.assert_ok()["public_link"], link);
        let visit = async |link: &str| {
            let path = format!("/api/public/boards/{}/", link.rsplit_once('/').unwrap().1);
            app.send_text(axum::http::Method::GET, &path, None, String::new()).await
        };
        let seen = visit(&link).await.assert_ok();
        assert_eq!((&seen["board"]["name"], &seen["board"]["role"]), (&json!("Launch"), &json!("viewer")));
        assert_eq!((&seen["board"]["favorite"], &seen["lists"][0]["is_collapsed"]), (&json!(false), &json!(false)));
        assert_eq!((&seen["cards"][0]["title"], &seen["board"]["members"]), (&json!("c"), &json!([])));
        assert_eq!(seen["items"].as_array().map(Vec::len), Some(1), "neither comments nor reminders");
        let text = seen.to_string();
        assert!(!text.contains('@') && !text.contains("grace") && !text.contains(&shared.owner.id), "{text}");

        app.change(&shared.owner, &shared.board, &[json!({"type": "trash_board"})]).await;
        visit(&link).await.assert_rejected(404, "not_found");
        app.change(&shared.owner, &shared.board, &[json!({"type": "restore_board"})]).await;
        visit(&link).await.assert_ok();
        assert_eq!(app.delete(&path, &shared.owner.access_token).await.assert_ok(), json!({"link": null}));
        visit(&link).await.assert_rejected(404, "not_found");
        assert_ne!(turn_on().await["link"], link);
        visit(&link).await.assert_rejected(404, "not_found");
    }

    async fn ownership_is_passed_to_another_member(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "viewer").await;
        let members = app.set_role(&shared.owner, &shared.board, &grace.id, "owner").await.assert_ok();
        assert_eq!(roles(&members), [("grace", "owner"), ("ada", "admin")]);
        app.assert_verified().await;
        let trash = json!({"type": "trash_board"});
        assert_eq!(statuses(&shared.send(&app, &shared.owner, &trash).await), ["forbidden_role"]);
        assert_eq!(statuses(&shared.send(&app, &grace, &trash).await), ["applied"]);
        let usage = |account: &Value| account["account"]["usage"]["boards"]["used"].clone();
        let (of_ada, of_grace) = (
            app.get("/api/account/", &shared.owner.access_token).await.assert_ok(),
            app.get("/api/account/", &grace.access_token).await.assert_ok(),
        );
        assert_eq!((usage(&of_ada), usage(&of_grace)), (json!(0), json!(1)), "only owned boards count");
    }

    async fn focus_time_is_private_unless_shared(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "viewer").await;
        let ben = shared.member(&app, "ben", "viewer").await;
        let eve = app.person("eve").await;
        for (person, hour, minutes) in [(&shared.owner, 8, 10), (&grace, 8, 25), (&grace, 9, 5), (&ben, 8, 40)] {
            let session = json!({
                "id": new_id(), "kind": "focus", "planned": 3600, "outcome": "stopped", "board_id": shared.board,
                "card_id": shared.card, "segments": [{
                    "start": format!("2026-03-03T0{hour}:00:00Z"), "end": format!("2026-03-03T0{hour}:{minutes:02}:00Z"),
                    "utc_offset": 60
                }]
            });
            app.post("/api/focus-sessions/", &person.access_token, session).await.assert_ok();
        }
        let path = format!("/api/boards/{}/cards/{}/focus-time/", shared.board, shared.card);
        let read = async |person: &Person| app.get(&path, &person.access_token).await.assert_ok()["members"].clone();
        let share = async |person: &Person, shares: bool| {
            let edit = json!({"type": "edit_board", "edit": {"field": "shares_focus", "value": shares}});
            assert_eq!(statuses(&shared.send(&app, person, &edit).await), ["applied"]);
        };
        for person in [&shared.owner, &grace, &ben] {
            assert_eq!(read(person).await, json!([]), "nothing is visible without the switch");
        }
        share(&grace, true).await;
        share(&shared.owner, true).await;
        let of_both = json!([
            {"user_id": grace.id, "focused": 30 * 60_000}, {"user_id": shared.owner.id, "focused": 10 * 60_000}
        ]);
        for person in [&shared.owner, &grace, &ben] {
            assert_eq!(read(person).await, of_both);
        }
        app.get(&path, &eve.access_token).await.assert_rejected(404, "not_found");
        // The switch is personal.
        let switch = async |person: &Person| shared.open(&app, person).await["board"]["shares_focus"].clone();
        assert_eq!((switch(&grace).await, switch(&ben).await), (json!(true), json!(null)));
        let changes = app.changes(&grace, &shared.board, 1).await;
        assert_eq!(changes["board"]["shares_focus"], json!(true));
        let activity = app.get(&format!("/api/boards/{}/activity/", shared.board), &ben.access_token).await.assert_ok();
        assert!(!activity.to_string().contains("shares_focus"), "{activity}");

        share(&shared.owner, false).await;
        assert_eq!(read(&ben).await, json!([{"user_id": grace.id, "focused": 30 * 60_000}]));
        app.remove_member(&grace, &shared.board, &grace.id).await.assert_ok();
        assert_eq!(read(&ben).await, json!([]), "nothing is visible after leaving");
        app.get(&path, &grace.access_token).await.assert_rejected(404, "not_found");
        app.join(&shared.owner, &shared.board, &grace, "viewer").await;
        assert_eq!(read(&ben).await, json!([]), "nor after joining again");
        app.assert_verified().await;
    }

    async fn activity_of_a_board_is_by_person_and_filtered(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "editor").await;
        let (second, reminder) = (new_id(), new_id());
        let edit_board = |field: &str, value: Value| json!({"type": "edit_board", "edit": {"field": field, "value": value}});
        for change in [
            json!({"type": "add_comment", "item_id": second, "card_id": shared.card, "text": "by grace"}),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": shared.card, "minutes_before": 7}),
            edit_board("favorite", json!(true)),
            json!({"type": "edit_list", "list_id": shared.list, "edit": {"field": "collapsed", "value": true}}),
            json!({"type": "trash_item", "item_id": second}),
        ] {
            app.change(&grace, &shared.board, &[change]).await;
        }
        app.change(&shared.owner, &shared.board, &[edit_board("name", json!("Renamed"))]).await;
        let load = async |person: &Person, query: &str| {
            app.get(&format!("/api/boards/{}/activity/{query}", shared.board), &person.access_token).await.assert_ok()
        };
        let entries = |response: &Value| -> Vec<String> {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let entry = |entry: &Value| format!("{} {}", text(&entry["who"]), text(&entry["change"]["type"]));
            response["activity"].as_array().unwrap().iter().map(entry).collect()
        };
        // The ops of the first batch have random ids, and with them a random order.
        let in_order = |mut entries: Vec<String>, known: usize| {
            entries[known..].sort();
            entries
        };
        let response = load(&shared.owner, "").await;
        let all = [
            "ada Example edit_board", "grace Example trash_item", "grace Example add_comment", "ada Example add_card",
            "ada Example add_comment", "ada Example add_list", "ada Example add_reminder",
        ];
        assert_eq!(in_order(entries(&response), 3), all, "what is personal is seen by its author only");
        assert_eq!(response["next"], json!(null));
        let (latest, comment) = (&response["activity"][0], &response["activity"][2]);
        assert_eq!((&latest["user_id"], &latest["card_id"]), (&json!(shared.owner.id), &json!(null)));
        assert_eq!((&comment["user_id"], &comment["card_id"]), (&json!(grace.id), &json!(shared.card)));
        let of_grace = load(&grace, &format!("?member={}", grace.id)).await;
        let own = ["trash_item", "add_reminder", "add_comment"].map(|kind| format!("grace Example {kind}"));
        assert_eq!(entries(&of_grace), own);

        for (query, expected) in [
            ("?kind=comments", vec!["grace Example trash_item", "grace Example add_comment", "ada Example add_comment"]),
            ("?kind=lists", vec!["ada Example add_list"]),
            ("?kind=board", vec!["ada Example edit_board"]),
            ("?kind=cards", vec!["ada Example add_card", "ada Example add_reminder"]),
        ] {
            let known = if query.ends_with("comments") { 2 } else { 0 };
            assert_eq!(in_order(entries(&load(&shared.owner, query).await), known), expected, "{query}");
        }
        let before = comment["id"].as_str().unwrap();
        assert_eq!(in_order(entries(&load(&shared.owner, &format!("?before={before}")).await), 0), all[3..]);
        for query in ["?kind=all", "?before=x"] {
            app.get(&format!("/api/boards/{}/activity/{query}", shared.board), &grace.access_token).await
                .assert_rejected(422, "bad_query");
        }
        let unknown = format!("/api/boards/{}/activity/?before={}", shared.board, new_id());
        app.get(&unknown, &grace.access_token).await.assert_rejected(404, "not_found");

        // More than one page, also of a kind.
        let renamed: Vec<Value> = (0..120).map(|number| edit_board("name", json!(number.to_string()))).collect();
        app.change(&shared.owner, &shared.board, &renamed).await;
        for (query, left) in [("?", 27), ("?kind=board&", 21)] {
            let first = load(&shared.owner, query).await;
            assert_eq!(first["activity"].as_array().unwrap().len(), 100);
            let next = first["next"].as_str().unwrap();
            let second = load(&shared.owner, &format!("{query}before={next}")).await;
            assert_eq!((entries(&second).len(), &second["next"]), (left, &json!(null)));
        }

        app.execute(&format!("UPDATE users SET delete_at = 1 WHERE id = '{}'", grace.id)).await;
        app.purge_accounts().await;
        let response = load(&shared.owner, "?kind=comments").await;
        assert_eq!((&response["activity"][1]["who"], &response["activity"][1]["user_id"]), (&json!("Deleted user"), &json!(null)));
        let of_deleted = load(&shared.owner, "?deleted=true").await;
        assert_eq!(entries(&of_deleted), ["Deleted user trash_item", "Deleted user add_comment"]);
        assert_eq!(entries(&load(&shared.owner, "?deleted=true&kind=board").await), Vec::<String>::new());
    }

    async fn account_deletion_asks_about_owned_shared_boards(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        let grace = shared.member(app, "grace", "viewer").await;
        let eve = app.person("eve").await;
        let kept = app.board(&shared.owner, "Kept").await;
        app.join(&shared.owner, &kept, &grace, "editor").await;
        app.board(&shared.owner, "Private").await;
        let trashed = app.board(&shared.owner, "Trashed").await;
        app.join(&shared.owner, &trashed, &grace, "editor").await;
        app.change(&shared.owner, &trashed, &[json!({"type": "trash_board"})]).await;
        let delete = async |boards: Value| {
            let body = json!({"password": "correct horse", "boards": boards});
            app.post("/api/account/delete/", &shared.owner.access_token, body).await
        };
        let decision = |board: &str, new_owner: Value| json!({"board_id": board, "new_owner_id": new_owner});

        // Clients that know no decisions are refused, too.
        let body = json!({"password": "correct horse"});
        app.post("/api/account/delete/", &shared.owner.access_token, body).await.assert_rejected(409, "shared_boards_undecided");
        let of_kept = decision(&kept, json!(null));
        delete(json!([of_kept])).await.assert_rejected(409, "shared_boards_undecided");
        for (new_owner, status, code) in [(&eve, 404, "not_found"), (&shared.owner, 409, "owner_required")] {
            let of_launch = decision(&shared.board, json!(new_owner.id));
            delete(json!([of_kept, of_launch])).await.assert_rejected(status, code);
        }
        let account = app.get("/api/account/", &shared.owner.access_token).await.assert_ok();
        assert_eq!(account["account"]["delete_at"], json!(null), "a refused request changes nothing");

        let mut client = Client::of(&served, &grace).await;
        let passed_on = json!([of_kept, decision(&shared.board, json!(grace.id))]);
        let account = delete(passed_on).await.assert_ok();
        assert_ne!(account["account"]["delete_at"], json!(null));
        let announced = client.receive().await;
        assert_eq!(announced["board_id"], json!(shared.board), "members learn of the new owner");
        let members = app.get(&format!("/api/boards/{}/members/", shared.board), &grace.access_token).await.assert_ok();
        assert_eq!(roles(&members), [("grace", "owner"), ("ada", "admin")]);
        app.assert_verified().await;

        app.execute(&format!("UPDATE users SET delete_at = 1 WHERE id = '{}'", shared.owner.id)).await;
        app.purge_accounts().await;
        let boards = app.get("/api/boards/get-boards/", &grace.access_token).await.assert_ok();
        let names: Vec<&Value> = boards.as_array().unwrap().iter().map(|board| &board["name"]).collect();
        assert_eq!(names, ["Launch"], "the other board was deleted with the account");
    }

    async fn account_that_waits_for_its_deletion_gets_no_board(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "editor").await;
        app.post("/api/account/delete/", &grace.access_token, json!({"password": "correct horse"})).await.assert_ok();
        app.set_role(&shared.owner, &shared.board, &grace.id, "owner").await.assert_rejected(409, "new_owner_leaving");
        app.post("/api/account/keep/", &grace.access_token, json!(null)).await.assert_ok();
        app.set_role(&shared.owner, &shared.board, &grace.id, "owner").await.assert_ok();
        app.assert_verified().await;
    }

    async fn favorites_collapsed_lists_and_reminders_are_personal(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "viewer").await;
        let before = shared.open(&app, &shared.owner).await;
        let reminder = new_id();
        app.change(&grace, &shared.board, &[
            json!({"type": "edit_board", "edit": {"field": "favorite", "value": true}}),
            json!({"type": "edit_list", "list_id": shared.list, "edit": {"field": "collapsed", "value": true}}),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": shared.card, "minutes_before": 7}),
        ]).await;
        let of_grace = shared.open(&app, &grace).await;
        assert_eq!((&of_grace["board"]["favorite"], &of_grace["lists"][0]["is_collapsed"]), (&json!(true), &json!(true)));
        let mut expected = [shared.comment.as_str(), reminder.as_str()];
        expected.sort_unstable();
        assert_eq!(item_ids(&of_grace), expected);
        let of_ada = shared.open(&app, &shared.owner).await;
        assert_eq!((&of_ada["board"], &of_ada["lists"], &of_ada["items"]), (&before["board"], &before["lists"], &before["items"]));

        // The same holds for every other response.
        let since = before["version"].as_i64().unwrap();
        app.change(&grace, &shared.board, &[json!({"type": "edit_list", "list_id": shared.list, "edit": {"field": "collapsed", "value": true}})]).await;
        for (person, is_grace) in [(&shared.owner, false), (&grace, true)] {
            let changes = app.changes(person, &shared.board, since).await;
            assert_eq!(changes["lists"][0]["is_collapsed"], is_grace);
            assert_eq!(item_ids(&changes).contains(&reminder.as_str()), is_grace);
            let overview = app.get("/api/boards/get-boards/", &person.access_token).await.assert_ok();
            assert_eq!(overview[0]["favorite"], is_grace);
            assert_eq!(roles(&overview[0]), [("ada", "owner"), ("grace", "viewer")]);
            let first = app.get(&format!("/api/boards/{}/first-screen/", shared.board), &person.access_token).await.assert_ok();
            assert_eq!(first["lists"][0]["is_collapsed"], is_grace);
            assert_eq!(first["cards"][0]["reminders"], 1, "each sees one");
            let activity = format!("/api/boards/{}/cards/{}/activity/", shared.board, shared.card);
            let activity = app.get(&activity, &person.access_token).await.assert_ok().to_string();
            assert_eq!(activity.contains(&reminder), is_grace);
        }
        app.change(&shared.owner, &shared.board, &[json!({"type": "edit_card", "card_id": shared.card, "edit": {"field": "due_date", "value": "2026-03-09"}})]).await;
        for (person, own) in [(&shared.owner, &shared.reminder), (&grace, &reminder)] {
            let tasks = app.get("/api/tasks/", &person.access_token).await.assert_ok();
            assert_eq!(item_ids(&tasks["boards"][0]), [own.as_str()]);
        }
        app.assert_verified().await;
    }

    async fn only_members_are_assigned_and_see_it_in_their_tasks(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, eve) = (shared.member(&app, "grace", "viewer").await, app.person("eve").await);
        let edit = |field: &str, id: &str| json!({"type": "edit_card", "card_id": shared.card, "edit": {"field": field, "value": id}});
        for (change, expected) in [
            (edit("assign", &eve.id), "unknown_member"),
            (edit("assign", "x"), "bad_op"),
            (edit("assign", &grace.id), "applied"),
            (edit("assign", &grace.id), "applied"),
            (edit("assign", &shared.owner.id), "applied"),
            (edit("unassign", &eve.id), "applied"),
        ] {
            assert_eq!(statuses(&shared.send(&app, &shared.owner, &change).await), [expected], "{change}");
        }
        assert_eq!(statuses(&shared.send(&app, &grace, &edit("unassign", &grace.id)).await), ["forbidden_role"]);
        let opened = shared.open(&app, &grace).await;
        assert_eq!(opened["cards"][0]["assignee_ids"], json!([grace.id, shared.owner.id]));
        let first = app.get(&format!("/api/boards/{}/first-screen/", shared.board), &grace.access_token).await.assert_ok();
        assert_eq!(first["cards"][0]["assignee_ids"], json!([grace.id, shared.owner.id]));
        let tasks = async |person: &Person| {
            let tasks = app.get("/api/tasks/", &person.access_token).await.assert_ok();
            tasks["boards"].as_array().unwrap().iter().map(|board| board["cards"].as_array().unwrap().len()).sum::<usize>()
        };
        assert_eq!((tasks(&grace).await, tasks(&shared.owner).await, tasks(&eve).await), (1, 1, 0));
        shared.send(&app, &shared.owner, &edit("unassign", &grace.id)).await;
        assert_eq!((tasks(&grace).await, tasks(&shared.owner).await), (0, 1));

        // A member who leaves is no longer assigned, and who deletes the account neither.
        let heidi = shared.member(&app, "heidi", "viewer").await;
        for person in [&grace, &heidi] {
            shared.send(&app, &shared.owner, &edit("assign", &person.id)).await;
        }
        let before = shared.open(&app, &shared.owner).await;
        assert_eq!(before["cards"][0]["assignee_ids"], json!([shared.owner.id, grace.id, heidi.id]));
        app.remove_member(&grace, &shared.board, &grace.id).await.assert_ok();
        let changes = app.changes(&shared.owner, &shared.board, before["version"].as_i64().unwrap()).await;
        assert_eq!(changes["cards"][0]["assignee_ids"], json!([shared.owner.id, heidi.id]));
        app.execute(&format!("UPDATE users SET delete_at = 1 WHERE id = '{}'", heidi.id)).await;
        app.purge_accounts().await;
        let changes = app.changes(&shared.owner, &shared.board, changes["version"].as_i64().unwrap()).await;
        assert_eq!(changes["cards"][0]["assignee_ids"], json!([shared.owner.id]));
    }

    async fn changes_reach_all_members_and_no_one_else(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        let (grace, eve) = (shared.member(app, "grace", "editor").await, app.person("eve").await);
        let (mut adas, mut graces, mut eves) =
            (Client::of(&served, &shared.owner).await, Client::of(&served, &grace).await, Client::of(&served, &eve).await);
        let rename = json!({"type": "edit_card", "card_id": shared.card, "edit": {"field": "title", "value": "new"}});
        shared.send(app, &shared.owner, &rename).await;
        let message = graces.receive().await;
        assert_eq!((&message["board_id"], &message["records"]["cards"][0]["title"]), (&json!(shared.board), &json!("new")));
        assert_eq!(adas.receive().await, message);

        // What is personal reaches its author. Others learn only that there is a new version.
        let (reminder, collapse) = (new_id(), json!({"type": "edit_list", "list_id": shared.list, "edit": {"field": "collapsed", "value": true}}));
        shared.send(app, &grace, &json!({"type": "add_reminder", "item_id": reminder, "card_id": shared.card, "minutes_before": 7})).await;
        assert_eq!(item_ids(&graces.receive().await["records"]), [reminder.as_str()]);
        let message = adas.receive().await;
        assert_eq!((&message["records"]["items"], &message["records"]["lists"]), (&json!([]), &json!([])));
        shared.send(app, &grace, &collapse).await;
        assert_eq!(graces.receive().await["records"]["lists"][0]["is_collapsed"], true);
        let message = adas.receive().await;
        assert_eq!((&message["records"]["items"], &message["records"]["lists"]), (&json!([]), &json!([])));
        // A list looks different to each member, so each requests it.
        shared.send(app, &grace, &json!({"type": "move_list", "list_id": shared.list, "rank": "70"})).await;
        assert_eq!(graces.receive().await["records"]["lists"][0]["is_collapsed"], true);
        assert_eq!(adas.receive().await["records"], Value::Null);
        eves.assert_silent().await;
    }

    async fn removed_member_loses_everything_at_once(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        let grace = app.person("grace").await;
        let invitation = app.invite(&shared.owner, &shared.board, json!({"role": "editor"})).await.assert_ok();
        let link = invitation["link"].as_str().unwrap();
        let mut graces = Client::of(&served, &grace).await;
        app.accept(&grace, link).await.assert_ok();
        assert_eq!(graces.closed_with().await, 4409, "the connection of a new member starts again, with the board");
        let mut graces = Client::of(&served, &grace).await;
        let mut adas = Client::of(&served, &shared.owner).await;
        let members = app.remove_member(&shared.owner, &shared.board, &grace.id).await.assert_ok();
        assert_eq!(roles(&members), [("ada", "owner")]);
        assert_eq!(graces.closed_with().await, 4409);
        assert_eq!(adas.receive().await["type"], "changed");
        let board = &shared.board;
        for path in ["", "changes/?since=0", "changes/?since=3", "first-screen/", "focus-time/", "activity/", "members/", "invitations/"] {
            app.get(&format!("/api/boards/{board}/{path}"), &grace.access_token).await.assert_rejected(404, "not_found");
        }
        for path in ["activity", "focus-time"].map(|name| format!("/api/boards/{board}/cards/{}/{name}/", shared.card)) {
            app.get(&path, &grace.access_token).await.assert_rejected(404, "not_found");
        }
        app.send_ops(&grace, board, json!([op(json!({"type": "trash_card", "card_id": shared.card}))])).await.assert_rejected(404, "not_found");
        app.remove_member(&grace, board, &grace.id).await.assert_rejected(404, "not_found");
        app.set_role(&grace, board, &grace.id, "owner").await.assert_rejected(404, "not_found");
        app.accept(&grace, link).await.assert_rejected(403, "invitation_invalid");
        assert_eq!(app.get("/api/boards/get-boards/", &grace.access_token).await.assert_ok(), json!([]));
        assert_eq!(app.get("/api/trash/", &grace.access_token).await.assert_ok(), json!({"boards": []}));
        let mut graces = Client::of(&served, &grace).await;
        let rename = json!({"type": "edit_card", "card_id": shared.card, "edit": {"field": "title", "value": "secret"}});
        shared.send(app, &shared.owner, &rename).await;
        adas.receive().await;
        graces.assert_silent().await;
        app.assert_verified().await;
    }

    async fn member_who_returns_receives_all_lists_again(app: TestApp) {
        let app = &app;
        let shared = Shared::new(app).await;
        let grace = shared.member(app, "grace", "viewer").await;
        let collapse = json!({"type": "edit_list", "list_id": shared.list, "edit": {"field": "collapsed", "value": true}});
        shared.send(app, &grace, &collapse).await;
        let known = shared.open(app, &grace).await;
        assert_eq!(known["lists"][0]["is_collapsed"], true);
        app.remove_member(&shared.owner, &shared.board, &grace.id).await.assert_ok();
        app.join(&shared.owner, &shared.board, &grace, "viewer").await;
        // The browser was offline meanwhile.
        let path = format!("/api/boards/{}/changes/?since={}", shared.board, known["version"]);
        let changes = app.get(&path, &grace.access_token).await.assert_ok();
        assert_eq!(changes["lists"][0]["is_collapsed"], false);
        assert_eq!(changes["cards"], json!([]));
    }

    async fn descriptions_are_merged_and_stored_without_their_base(app: TestApp) {
        let app = &app;
        let shared = Shared::new(app).await;
        let grace = shared.member(app, "grace", "editor").await;
        let merge = |base: &str, text: &str| json!({"type": "merge_description", "card_id": shared.card, "base": base, "text": text});
        shared.send(app, &shared.owner, &merge("", "One\n\nTwo")).await;
        shared.send(app, &shared.owner, &merge("One\n\nTwo", "One!\n\nTwo")).await;
        let response = shared.send(app, &grace, &merge("One\n\nTwo", "One\n\nTwo\n\nThree")).await;
        assert_eq!(statuses(&response), ["applied"]);
        let board = shared.open(app, &grace).await;
        assert_eq!(board["cards"][0]["description"], "One!\n\nTwo\n\nThree");
        let path = format!("/api/boards/{}/cards/{}/activity/", shared.board, shared.card);
        let activity = app.get(&path, &grace.access_token).await.assert_ok();
        let change = json!({"type": "edit_card", "card_id": shared.card,
            "edit": {"field": "description", "value": "One\n\nTwo\n\nThree"}});
        let stored = activity["activity"].as_array().unwrap();
        assert!(stored.iter().any(|activity| activity["change"] == change), "{stored:?}");
        app.assert_verified().await;
    }

    async fn removal_reaches_another_server_within_10_s(app: TestApp) {
        let (served, other) = (app.serve(900).await, app.serve(900).await);
        let app = &served.app;
        let shared = Shared::new(app).await;
        let grace = shared.member(app, "grace", "editor").await;
        let mut graces = Client::of(&other, &grace).await;
        let removed = Instant::now();
        app.remove_member(&shared.owner, &shared.board, &grace.id).await.assert_ok();
        assert_eq!(graces.closed_with().await, 4409);
        assert!(removed.elapsed() < Duration::from_secs(10), "{:?}", removed.elapsed());
    }

    async fn members_and_shared_boards_are_limited(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = app.person("grace").await;
        let numbers = |count: usize| {
            format!("WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})")
        };
        app.execute(&format!(
            "{} INSERT INTO users (id, email, first_name, last_name, password_hash, date_joined, is_verified, is_admin, user_type) \
             SELECT '01900001-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), 'u' || CAST(n AS TEXT), \
             'u', 'u', '', 1, 0, 0, 'basic' FROM numbers", numbers(98)
        )).await;
        app.execute(&format!(
            "INSERT INTO board_members (board_id, user_id, role, is_favorite, collapsed_list_ids, joined_at) \
             SELECT '{}', id, 'viewer', 0, '[]', 1 FROM users WHERE first_name = 'u'", shared.board
        )).await;
        app.execute("UPDATE boards SET member_count = 99").await;
        let invite = async || app.invite(&shared.owner, &shared.board, json!({"role": "viewer"})).await;
        let link = invite().await.assert_ok();
        invite().await.assert_rejected(409, "member_limit");
        app.accept(&grace, link["link"].as_str().unwrap()).await.assert_ok();
        invite().await.assert_rejected(409, "member_limit");
        let members = app.get(&format!("/api/boards/{}/members/", shared.board), &grace.access_token).await.assert_ok();
        assert_eq!(members["members"].as_array().map(Vec::len), Some(100));

        app.execute(&format!(
            "{} INSERT INTO boards (id, owner_id, slug, name, description, version, record_version) SELECT \
             '01900002-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), '{}', \
             's' || CAST(n AS TEXT), 'n', '', 1, 1 FROM numbers", numbers(499), shared.owner.id
        )).await;
        app.execute(&format!(
            "INSERT INTO board_members (board_id, user_id, role, is_favorite, collapsed_list_ids, joined_at) \
             SELECT id, '{}', 'viewer', 0, '[]', 1 FROM boards WHERE name = 'n'", grace.id
        )).await;
        let another = app.board(&shared.owner, "Another").await;
        let link = app.invite(&shared.owner, &another, json!({"role": "viewer"})).await.assert_ok();
        app.accept(&grace, link["link"].as_str().unwrap()).await.assert_rejected(409, "shared_board_limit");
    }

    async fn new_name_of_a_member_is_announced(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        let grace = shared.member(app, "grace", "viewer").await;
        let mut adas = Client::of(&served, &shared.owner).await;
        let body = json!({"first_name": "Amazing", "last_name": "Grace"});
        app.put("/api/user/", &grace.access_token, body).await.assert_ok();
        let message = adas.receive().await;
        assert_eq!((&message["board_id"], &message["records"]), (&json!(shared.board), &Value::Null));
        let changes = app.changes(&shared.owner, &shared.board, message["since"].as_i64().unwrap()).await;
        assert_eq!(roles(&changes["board"]), [("ada", "owner"), ("Amazing", "viewer")]);
    }

    async fn boards_of_a_deleted_account_are_gone_for_their_members(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        let grace = shared.member(app, "grace", "admin").await;
        let mut graces = Client::of(&served, &grace).await;
        app.execute(&format!("UPDATE users SET delete_at = 1 WHERE id = '{}'", shared.owner.id)).await;
        app.purge_accounts().await;
        assert_eq!(graces.closed_with().await, 4409);
        app.get(&format!("/api/boards/{}/", shared.board), &grace.access_token).await.assert_rejected(404, "not_found");
        assert_eq!(app.get("/api/boards/get-boards/", &grace.access_token).await.assert_ok(), json!([]));
        app.assert_verified().await;
    }

    async fn deleted_account_leaves_shared_boards(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "editor").await;
        let reminder = new_id();
        app.change(&grace, &shared.board, &[
            json!({"type": "add_reminder", "item_id": reminder, "card_id": shared.card, "minutes_before": 7}),
            json!({"type": "edit_item", "item_id": reminder, "edit": {"field": "minutes_before", "value": 8}}),
            json!({"type": "edit_card", "card_id": shared.card, "edit": {"field": "title", "value": "by grace"}}),
        ]).await;
        app.execute(&format!("UPDATE users SET delete_at = 1 WHERE id = '{}'", grace.id)).await;
        app.purge_accounts().await;
        app.assert_verified().await;
        let opened = shared.open(&app, &shared.owner).await;
        assert_eq!((&opened["cards"][0]["title"], &opened["board"]["members"]), (&json!("by grace"), &json!([])));
        let activity = format!("/api/boards/{}/cards/{}/activity/", shared.board, shared.card);
        let activity = app.get(&activity, &shared.owner.access_token).await.assert_ok();
        assert_eq!(activity["activity"][0]["who"], "Deleted user");
        assert!(!activity.to_string().contains(&reminder), "what was personal stays so: {activity}");
    }
}
