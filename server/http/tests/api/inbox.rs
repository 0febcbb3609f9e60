//! The inbox: what adds entries to it, reading it, its live messages and its mails, and reactions to comments.

use crate::live::{Client, await_news};
use crate::sharing::Shared;
use crate::support::{Person, TestApp, TestResponse, enable_mail, new_id, on_both_engines, png, statuses};
use axum::http::Method;
use serde_json::{Value, json};

const MINUTE: i64 = 60 * 1_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Returns a person's inbox.
async fn inbox(app: &TestApp, person: &Person) -> Value {
    app.get("/api/inbox/", &person.access_token).await.assert_ok()
}

/// Returns the kinds of the entries of a person's inbox, the latest first.
async fn kinds(app: &TestApp, person: &Person) -> Vec<String> {
    let inbox = inbox(app, person).await;
    inbox["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap().to_owned()).collect()
}

async fn mark(app: &TestApp, person: &Person, body: Value) -> TestResponse {
    app.post("/api/inbox/read/", &person.access_token, body).await
}

fn comment(shared: &Shared, text: &str) -> Value {
    json!({"type": "add_comment", "item_id": new_id(), "card_id": shared.card, "text": text})
}

fn edit_card(shared: &Shared, field: &str, value: Value) -> Value {
    json!({"type": "edit_card", "card_id": shared.card, "edit": {"field": field, "value": value}})
}

fn edit_board(field: &str, value: Value) -> Value {
    json!({"type": "edit_board", "edit": {"field": field, "value": value}})
}

on_both_engines! {
    async fn members_are_notified_of_what_concerns_them(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, eve) = (shared.member(&app, "grace", "editor").await, shared.member(&app, "eve", "viewer").await);
        let send = async |person: &Person, change: Value| {
            app.advance_clock(1);
            assert_eq!(statuses(&shared.send(&app, person, &change).await), ["applied"], "{change}");
        };
        send(&shared.owner, comment(&shared, "Nobody watches this")).await;
        assert_eq!(kinds(&app, &grace).await, [""; 0]);
        assert_eq!(inbox(&app, &grace).await, json!({"unread_count": 0, "entries": [], "has_more": false}));

        send(&shared.owner, comment(&shared, "Please look, @Grace Example!")).await;
        let of_grace = inbox(&app, &grace).await;
        let entry = &of_grace["entries"][0];
        assert_eq!((&of_grace["unread_count"], &entry["kind"], &entry["who"]), (&json!(1), &json!("mention"), &json!("ada Example")));
        assert_eq!((&entry["card_id"], &entry["card_title"]), (&json!(shared.card), &json!("c")));
        let user = app.set_avatar(&shared.owner, png(8, 8)).await.assert_ok();
        let pictured = inbox(&app, &grace).await;
        assert_eq!((&entry["picture"], &pictured["entries"][0]["picture"]), (&Value::Null, &user["user"][0]["picture"]));
        assert_eq!((&entry["board_name"], &entry["text"]), (&json!("Launch"), &json!("Please look, @Grace Example!")));
        assert!(entry["board_slug"].as_str().unwrap().starts_with("launch"));
        assert_eq!(kinds(&app, &eve).await, [""; 0]);

        // Who is assigned watches the card, and so does who watches the card, its list or the board.
        send(&shared.owner, edit_card(&shared, "assign", json!(grace.id))).await;
        send(&eve, edit_board("watch", json!(shared.list))).await;
        send(&shared.owner, comment(&shared, "For both")).await;
        send(&grace, edit_card(&shared, "due_date", json!("2026-03-09"))).await;
        assert_eq!(kinds(&app, &grace).await, ["comment", "assignment", "mention"], "not of what she did herself");
        assert_eq!(kinds(&app, &eve).await, ["due_date", "comment"]);
        assert_eq!(inbox(&app, &eve).await["entries"][0]["text"], "2026-03-09");
        send(&eve, edit_board("unwatch", json!(shared.list))).await;
        send(&eve, edit_board("watch", json!(shared.board))).await;
        send(&grace, edit_card(&shared, "due_date", Value::Null)).await;
        assert_eq!(inbox(&app, &eve).await["entries"][0]["text"], Value::Null);

        // A mention that is added later is announced once.
        let item = new_id();
        let text = |text: &str| json!({"type": "edit_item", "item_id": item, "edit": {"field": "text", "value": text}});
        send(&grace, json!({"type": "add_comment", "item_id": item, "card_id": shared.card, "text": "x"})).await;
        send(&grace, text("@eve example")).await;
        send(&grace, text("@eve example again")).await;
        assert_eq!(kinds(&app, &eve).await[..3], ["mention", "comment", "due_date"]);
        assert_eq!(inbox(&app, &eve).await["entries"][0]["text"], "@eve example again", "as it is now");
        send(&grace, json!({"type": "trash_item", "item_id": item})).await;
        assert_eq!(inbox(&app, &eve).await["entries"][0]["text"], Value::Null);

        // A muted board is silent.
        send(&eve, edit_board("muted", json!(true))).await;
        let before = inbox(&app, &eve).await;
        send(&grace, comment(&shared, "@eve example")).await;
        assert_eq!(inbox(&app, &eve).await, before);
        let sees = |board: &Value| (board["board"]["is_muted"].clone(), board["board"]["watched_ids"].clone());
        assert_eq!(sees(&shared.open(&app, &eve).await), (json!(true), json!([shared.board])));
        assert_eq!(sees(&shared.open(&app, &grace).await), (json!(false), json!([])));
        app.assert_verified().await;
    }

    async fn ops_that_are_repeated_or_refused_notify_nobody(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, eve) = (shared.member(&app, "grace", "editor").await, shared.member(&app, "eve", "viewer").await);
        let ops = json!([crate::support::op(comment(&shared, "@grace example"))]);
        for expected in ["applied", "duplicate"] {
            let response = app.send_ops(&shared.owner, &shared.board, ops.clone()).await.assert_ok();
            assert_eq!(statuses(&response), [expected]);
        }
        assert_eq!(statuses(&shared.send(&app, &eve, &comment(&shared, "@grace example")).await), ["forbidden_role"]);
        let assign = edit_card(&shared, "assign", json!(grace.id));
        for _ in 0..2 {
            shared.send(&app, &shared.owner, &assign).await;
        }
        shared.send(&app, &grace, &edit_card(&shared, "unassign", json!(grace.id))).await;
        let mut kinds = kinds(&app, &grace).await;
        kinds.sort_unstable();
        assert_eq!(kinds, ["assignment", "mention"]);
    }

    async fn entries_are_read_in_pages_and_marked(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, eve) = (shared.member(&app, "grace", "editor").await, shared.member(&app, "eve", "viewer").await);
        let comments: Vec<Value> = (0..60).map(|number| comment(&shared, &format!("@grace example {number}"))).collect();
        for change in &comments {
            app.advance_clock(1);
            app.change(&shared.owner, &shared.board, std::slice::from_ref(change)).await;
        }
        let first = inbox(&app, &grace).await;
        let ids = |page: &Value| -> Vec<String> {
            page["entries"].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!((&first["unread_count"], &first["has_more"], ids(&first).len()), (&json!(60), &json!(true), 50));
        assert_eq!(first["entries"][0]["text"], "@grace example 59");
        let before = format!("/api/inbox/?before={}", ids(&first)[49]);
        let second = app.get(&before, &grace.access_token).await.assert_ok();
        assert_eq!((&second["has_more"], ids(&second).len()), (&json!(false), 10));
        assert_eq!(second["entries"][9]["text"], "@grace example 0");
        app.get("/api/inbox/?before=x", &grace.access_token).await.assert_rejected(422, "bad_query");

        let [latest, third] = [ids(&first)[0].clone(), ids(&first)[2].clone()];
        for (body, unread) in [
            (json!({"entry_ids": [latest, new_id()], "is_read": true}), 59),
            (json!({"until": third, "is_read": true}), 1),
            (json!({"entry_ids": [latest], "is_read": false}), 2),
        ] {
            assert_eq!(mark(&app, &grace, body.clone()).await.assert_ok(), json!({"unread_count": unread}), "{body}");
        }
        assert_eq!(inbox(&app, &grace).await["entries"][0]["is_read"], false);
        assert_eq!(mark(&app, &eve, json!({"entry_ids": [latest], "is_read": true})).await.assert_ok(), json!({"unread_count": 0}));
        assert_eq!(inbox(&app, &grace).await["unread_count"], 2, "entries of others are not marked");
        let too_many: Vec<String> = (0..501).map(|_| new_id()).collect();
        for body in [json!({"entry_ids": too_many, "is_read": true}), json!({"entry_ids": ["x"], "is_read": true}), json!({})] {
            mark(&app, &grace, body).await.assert_rejected(422, "body_invalid");
        }
        app.advance_clock(90 * DAY);
        app.delete_expired().await;
        assert_eq!(app.count("inbox_entries").await, 0);
    }

    async fn inbox_shows_nothing_of_boards_that_one_has_left(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "editor").await;
        shared.send(&app, &shared.owner, &comment(&shared, "@grace example")).await;
        app.change(&shared.owner, &shared.board, &[json!({"type": "trash_card", "card_id": shared.card})]).await;
        assert_eq!(inbox(&app, &grace).await["unread_count"], 0, "the card is in the trash");
        app.change(&shared.owner, &shared.board, &[json!({"type": "restore_card", "card_id": shared.card})]).await;
        assert_eq!(inbox(&app, &grace).await["unread_count"], 1);
        app.remove_member(&shared.owner, &shared.board, &grace.id).await.assert_ok();
        assert_eq!(inbox(&app, &grace).await, json!({"unread_count": 0, "entries": [], "has_more": false}));
        app.assert_verified().await;
    }

    async fn invitation_is_accepted_from_the_inbox(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, eve) = (app.person("grace").await, app.person("eve").await);
        let invite = async || app.invite(&shared.owner, &shared.board, json!({"email": "grace@example.org", "role": "editor"})).await.assert_ok();
        invite().await;
        assert_eq!(kinds(&app, &grace).await, [""; 0], "the address may be somebody else's");
        app.confirm_emails().await;
        let invitation = invite().await;
        let entry = inbox(&app, &grace).await["entries"][0].clone();
        assert_eq!((&entry["kind"], &entry["role"], &entry["board_name"]), (&json!("invitation"), &json!("editor"), &json!("Launch")));
        assert_eq!((&entry["board_slug"], &entry["card_id"]), (&Value::Null, &Value::Null));
        assert_eq!(entry["id"], invitation["invitation"]["id"]);
        let accept = async |person: &Person| {
            let path = format!("/api/invitations/{}/accept/", entry["id"].as_str().unwrap());
            app.post(&path, &person.access_token, Value::Null).await
        };
        accept(&eve).await.assert_rejected(403, "invitation_invalid");
        assert_eq!(accept(&grace).await.assert_ok()["board"]["name"], "Launch");
        assert_eq!(kinds(&app, &grace).await, [""; 0], "it is done");

        // A revoked invitation is gone.
        let revoked = app.invite(&shared.owner, &shared.board, json!({"email": "eve@example.org", "role": "viewer"})).await.assert_ok();
        assert_eq!(kinds(&app, &eve).await, ["invitation"]);
        let path = format!("/api/boards/{}/invitations/{}/", shared.board, revoked["invitation"]["id"].as_str().unwrap());
        app.delete(&path, &shared.owner.access_token).await.assert_ok();
        assert_eq!(kinds(&app, &eve).await, [""; 0]);
        app.assert_verified().await;
    }

    async fn cards_that_are_due_soon_notify_once(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (mut grace, mut eve) = (shared.member(&app, "grace", "editor").await, shared.member(&app, "eve", "viewer").await);
        let mut owner = app.with_new_token(&shared.owner).await;
        let texts = async |person: &Person| -> Vec<String> {
            let inbox = inbox(&app, person).await;
            let soon = inbox["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "due_soon");
            soon.map(|entry| entry["text"].as_str().unwrap().to_owned()).collect()
        };
        let log_in = async |owner: &Person, grace: &Person, eve: &Person| {
            (app.with_new_token(owner).await, app.with_new_token(grace).await, app.with_new_token(eve).await)
        };
        // The clock starts at noon on 2026-03-03.
        let due = async |owner: &Person, date: &str| shared.send(&app, owner, &edit_card(&shared, "due_date", json!(date))).await;
        due(&owner, "2026-03-04T12:30").await;
        shared.send(&app, &owner, &edit_card(&shared, "assign", json!(grace.id))).await;
        app.notify_due_soon().await;
        assert_eq!(texts(&grace).await, [""; 0], "it is more than a day away");
        app.advance_clock(31 * MINUTE);
        (owner, grace, eve) = log_in(&owner, &grace, &eve).await;
        for _ in 0..2 {
            app.notify_due_soon().await;
        }
        assert_eq!(texts(&grace).await, ["2026-03-04T12:30"]);
        assert_eq!(texts(&eve).await, [""; 0], "neither watches the card nor is assigned to it");
        assert_eq!(texts(&owner).await, [""; 0]);

        // Templates have no tasks.
        shared.send(&app, &owner, &edit_board("template", json!(true))).await;
        due(&owner, "2026-03-04T12:20").await;
        app.notify_due_soon().await;
        assert_eq!(texts(&grace).await.len(), 1);
        shared.send(&app, &owner, &edit_board("template", json!(false))).await;

        // A board that is watched, and another time zone: there it is an hour later.
        shared.send(&app, &eve, &edit_board("watch", json!(shared.board))).await;
        app.put("/api/preferences/", &eve.access_token, json!({"time_zone": "Europe/Berlin"})).await.assert_ok();
        due(&owner, "2026-03-04T13:20").await;
        app.notify_due_soon().await;
        assert_eq!((texts(&grace).await.len(), texts(&eve).await), (1, vec!["2026-03-04T13:20".to_owned()]));

        // Muted boards, and cards that are done.
        app.advance_clock(HOUR);
        (owner, grace, eve) = log_in(&owner, &grace, &eve).await;
        shared.send(&app, &eve, &edit_board("muted", json!(true))).await;
        due(&owner, "2026-03-04T10:00").await;
        shared.send(&app, &owner, &edit_card(&shared, "completed", json!(true))).await;
        app.notify_due_soon().await;
        assert_eq!((texts(&grace).await.len(), texts(&eve).await.len()), (1, 1));
        shared.send(&app, &owner, &edit_card(&shared, "completed", json!(false))).await;
        app.notify_due_soon().await;
        assert_eq!((texts(&grace).await.len(), texts(&eve).await.len()), (2, 1));

        // A date without a time is due at the end of its day.
        due(&owner, "2026-03-04").await;
        app.notify_due_soon().await;
        assert_eq!(texts(&grace).await.len(), 2);
        app.advance_clock(11 * HOUR);
        (owner, grace, _) = log_in(&owner, &grace, &eve).await;
        app.notify_due_soon().await;
        assert_eq!(texts(&grace).await[0], "2026-03-04");
        // What has passed is not soon.
        due(&owner, "2026-03-03T09:00").await;
        app.notify_due_soon().await;
        assert_eq!(texts(&grace).await.len(), 3);
        app.assert_verified().await;
    }

    async fn invitation_is_declined(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, eve) = (app.person("grace").await, app.person("eve").await);
        app.confirm_emails().await;
        let invite = async |body: Value| app.invite(&shared.owner, &shared.board, body).await.assert_ok();
        let decline = async |person: &Person, code: &str| {
            app.post(&format!("/api/invitations/{code}/decline/"), &person.access_token, Value::Null).await
        };
        let by_mail = json!({"email": "grace@example.org", "role": "editor"});
        let id = invite(by_mail.clone()).await["invitation"]["id"].as_str().unwrap().to_owned();
        decline(&eve, &id).await.assert_rejected(404, "not_found");
        assert_eq!(kinds(&app, &grace).await, ["invitation"]);
        decline(&grace, &id).await.assert_ok();
        assert_eq!(kinds(&app, &grace).await, [""; 0]);
        let path = format!("/api/boards/{}/invitations/", shared.board);
        assert_eq!(app.get(&path, &shared.owner.access_token).await.assert_ok()["invitations"], json!([]));
        decline(&grace, &id).await.assert_rejected(404, "not_found");
        let accept = format!("/api/invitations/{id}/accept/");
        app.post(&accept, &grace.access_token, Value::Null).await.assert_rejected(403, "invitation_invalid");

        // By the code of a link.
        let link_of = |invited: &Value| invited["link"].as_str().unwrap().to_owned();
        let code_of = |link: &str| link.rsplit('/').next().unwrap().to_owned();
        let link = link_of(&invite(json!({"role": "viewer"})).await);
        decline(&eve, &code_of(&link)).await.assert_ok();
        app.accept(&grace, &link).await.assert_rejected(403, "invitation_invalid");

        let accepted = link_of(&invite(json!({"role": "viewer"})).await);
        app.accept(&grace, &accepted).await.assert_ok();
        decline(&grace, &code_of(&accepted)).await.assert_rejected(404, "not_found");

        let id = invite(json!({"email": "eve@example.org", "role": "editor"})).await["invitation"]["id"].as_str().unwrap().to_owned();
        app.advance_clock(15 * DAY);
        let eve = app.with_new_token(&eve).await;
        decline(&eve, &id).await.assert_rejected(404, "not_found");
        app.assert_verified().await;
    }

    async fn new_entries_are_announced_on_every_server(app: TestApp) {
        let (served, other) = (app.serve(900).await, app.serve(900).await);
        let app = &served.app;
        let shared = Shared::new(app).await;
        let (grace, eve) = (shared.member(app, "grace", "editor").await, shared.member(app, "eve", "editor").await);
        let (mut here, mut eves) = (Client::of(&served, &grace).await, Client::of(&served, &eve).await);
        // Only servers on PostgreSQL share a database.
        let mut elsewhere = None;
        if app.is_postgres() {
            await_news(&served, &other).await;
            elsewhere = Some(Client::of(&other, &grace).await);
        }
        shared.send(app, &shared.owner, &comment(&shared, "@grace example")).await;
        assert_eq!([here.receive().await["type"].clone(), here.receive().await["type"].clone()], ["changed", "inbox_changed"]);
        if let Some(elsewhere) = &mut elsewhere {
            let mut types = [elsewhere.receive().await["type"].clone(), elsewhere.receive().await["type"].clone()];
            types.sort_unstable_by_key(ToString::to_string);
            assert_eq!(types, ["changed", "inbox_changed"]);
        }
        assert_eq!(eves.receive().await["type"], "changed");
        eves.assert_silent().await;
        mark(app, &grace, json!({"until": inbox(app, &grace).await["entries"][0]["id"], "is_read": true})).await.assert_ok();
        assert_eq!(here.receive().await, json!({"type": "inbox_changed"}));
        if let Some(elsewhere) = &mut elsewhere {
            assert_eq!(elsewhere.receive().await, json!({"type": "inbox_changed"}));
        }
    }

    async fn unread_entries_are_mailed_as_chosen(app: TestApp) {
        let app = app.with_config(enable_mail);
        let shared = Shared::new(&app).await;
        let (grace, eve) = (shared.member(&app, "grace", "editor").await, shared.member(&app, "eve", "editor").await);
        let henry = shared.member(&app, "henry", "editor").await;
        for (person, mails) in [(&eve, "instant"), (&henry, "off")] {
            app.put("/api/preferences/", &person.access_token, json!({"inbox_mails": mails})).await.assert_ok();
        }
        app.confirm_emails().await;
        app.mails().await;
        let mentions = comment(&shared, "@grace example, @eve example and @henry example: look\nat this");
        let mailed = async || {
            app.queue_inbox_mails().await;
            app.mails().await.into_iter().map(|mail| mail.to).collect::<Vec<String>>()
        };
        app.change(&shared.owner, &shared.board, std::slice::from_ref(&mentions)).await;
        assert_eq!(mailed().await, [""; 0], "she may read it at once");
        app.advance_clock(2 * MINUTE);
        app.queue_inbox_mails().await;
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, "eve@example.org", "New in your inbox"));
        let line = "ada Example mentioned you on \"c\" (Launch): @grace example, @eve example and @henry example: look at this\n";
        assert!(mails[0].text.contains(line), "{}", mails[0].text);
        assert_eq!(mailed().await, [""; 0], "once");
        // A second mail contains only what is new.
        app.change(&shared.owner, &shared.board, &[comment(&shared, "@eve example, one more")]).await;
        app.advance_clock(2 * MINUTE);
        app.queue_inbox_mails().await;
        let second = app.mails().await.pop().unwrap();
        assert!(second.text.contains("one more") && !second.text.contains("look at this"), "{}", second.text);
        app.advance_clock(HOUR);
        assert_eq!(mailed().await, ["grace@example.org"]);

        // Once a day, unless it was read.
        let again = json!({"type": "add_comment", "item_id": new_id(), "card_id": shared.card, "text": "@grace example"});
        let (owner, grace) = (app.with_new_token(&shared.owner).await, app.with_new_token(&grace).await);
        app.change(&owner, &shared.board, &[again]).await;
        app.advance_clock(2 * HOUR);
        assert_eq!(mailed().await, [""; 0]);
        app.advance_clock(22 * HOUR);
        assert_eq!(mailed().await, ["grace@example.org"]);
        let owner = app.with_new_token(&owner).await;
        app.change(&owner, &shared.board, &[comment(&shared, "@grace example")]).await;
        let grace = app.with_new_token(&grace).await;
        mark(&app, &grace, json!({"until": inbox(&app, &grace).await["entries"][0]["id"], "is_read": true})).await.assert_ok();
        app.advance_clock(26 * HOUR);
        assert_eq!(mailed().await, [""; 0]);
    }

    async fn one_click_turns_inbox_mails_off(app: TestApp) {
        let app = app.with_config(enable_mail);
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "editor").await;
        app.confirm_emails().await;
        app.mails().await;
        app.change(&shared.owner, &shared.board, &[comment(&shared, "@grace example")]).await;
        app.advance_clock(2 * HOUR);
        app.queue_inbox_mails().await;
        let mail = app.mails().await.pop().unwrap();
        let url = mail.unsubscribe_url.unwrap();
        let path = url.strip_prefix("https://twentyfour.example").unwrap();
        let token = path.rsplit('/').next().unwrap();
        assert!(mail.text.contains(&format!("https://twentyfour.example/unsubscribe/{token}")), "{}", mail.text);

        // Programs that open all links change nothing.
        let opened = app.send_text(Method::GET, path, None, String::new()).await;
        assert_eq!(opened.status.as_u16(), 303);
        assert_eq!(opened.headers["location"], format!("/unsubscribe/{token}").as_str());
        let grace = app.with_new_token(&grace).await;
        let mails = async || app.get("/api/preferences/", &grace.access_token).await.assert_ok()["inbox_mails"].clone();
        assert_eq!(mails().await, "daily");
        for _ in 0..2 {
            app.send_text(Method::POST, path, None, "List-Unsubscribe=One-Click".to_owned()).await.assert_ok();
            assert_eq!(mails().await, "off");
        }
        let unknown = format!("{}x", &path[..path.len() - 1]);
        app.send_text(Method::POST, &unknown, None, String::new()).await.assert_rejected(422, "link_invalid");
    }

    async fn members_react_to_comments(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (grace, eve) = (shared.member(&app, "grace", "commenter").await, shared.member(&app, "eve", "viewer").await);
        let react = |item: &str, emoji: &str, is_set: bool| json!({"type": "set_reaction", "item_id": item, "emoji": emoji, "is_set": is_set});
        for (person, change, expected) in [
            (&grace, react(&shared.comment, "👍", true), "applied"),
            (&shared.owner, react(&shared.comment, "👍", true), "applied"),
            (&shared.owner, react(&shared.comment, "👍", true), "applied"),
            (&grace, react(&shared.comment, "👩‍💻", true), "applied"),
            (&grace, react(&shared.comment, "🎉", true), "applied"),
            (&grace, react(&shared.comment, "🎉", false), "applied"),
            (&eve, react(&shared.comment, "👍", true), "forbidden_role"),
            (&grace, react(&shared.comment, "<b>", true), "emoji_invalid"),
            (&grace, react(&shared.comment, "", true), "emoji_invalid"),
            (&grace, react(&shared.comment, "1", true), "emoji_invalid"),
            (&grace, react(&shared.comment, &"👍".repeat(17), true), "emoji_invalid"),
            (&grace, react(&new_id(), "👍", true), "unknown_item"),
            (&grace, react(&shared.reminder, "👍", true), "unknown_item"),
            (&shared.owner, react(&shared.reminder, "👍", true), "bad_op"),
        ] {
            assert_eq!(statuses(&shared.send(&app, person, &change).await), [expected], "{change}");
        }
        let opened = shared.open(&app, &eve).await;
        assert_eq!(opened["items"][0]["content"]["reactions"], json!([
            {"emoji": "👍", "user_ids": [grace.id, shared.owner.id]}, {"emoji": "👩‍💻", "user_ids": [grace.id]}
        ]));
        assert_eq!(opened["items"][0]["edited_at"], Value::Null);
        let emoji = (0..19).map(|number| char::from_u32(0x1f600 + number).unwrap().to_string());
        for (number, emoji) in emoji.enumerate() {
            let expected = if number < 18 { "applied" } else { "too_many_reactions" };
            assert_eq!(statuses(&shared.send(&app, &grace, &react(&shared.comment, &emoji, true)).await), [expected]);
        }
        app.assert_verified().await;
    }
}
