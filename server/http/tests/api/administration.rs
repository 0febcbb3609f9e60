//! What administrators see and change.

use crate::support::{Person, START, TestApp, TestResponse, add_card, add_list, enable_mail, new_id, on_both_engines};
use axum::http::Method;
use serde_json::{Value, json};

const PASSWORD: &str = "correct horse";
const MINUTE: i64 = 60_000;

/// Creates an administrator.
async fn admin(app: &TestApp) -> Person {
    let admin = app.person("root").await;
    app.execute(&format!("UPDATE users SET is_admin = 1 WHERE id = '{}'", admin.id)).await;
    admin
}

async fn get(app: &TestApp, admin: &Person, path: &str) -> Value {
    app.get(&format!("/api/admin/{path}"), &admin.access_token).await.assert_ok()
}

/// Changes an account with the administrator's password.
async fn change(app: &TestApp, admin: &Person, id: &str, change: Value) -> TestResponse {
    let body = json!({"id": id, "change": change, "password": PASSWORD});
    app.post("/api/admin/people/", &admin.access_token, body).await
}

/// Returns the actions of the audit log with their targets and details, the newest first.
async fn audited(app: &TestApp, admin: &Person) -> Vec<String> {
    let log = get(app, admin, "audit/").await;
    let entries = log["entries"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let line = |entry: &Value| {
        ["admin", "action", "target", "detail"].map(|field| text(&entry[field])).join(" ").trim_end().to_owned()
    };
    entries.iter().map(line).collect()
}

on_both_engines! {
    async fn people_are_found_by_parts_of_their_email_and_name(app: TestApp) {
        let root = admin(&app).await;
        let ada = app.person("ada").await;
        app.advance_clock(1_000);
        let eve = app.person("eve_100%").await;
        let board = app.board(&ada, "B").await;
        let (list, card) = (new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        app.save_note(&ada, &new_id(), None, "t").await;
        app.picture(&ada).await;
        let emails = async |search: &str| {
            let found = get(&app, &root, &format!("people/?search={search}")).await;
            assert_eq!(found["has_more"], false);
            let people = found["people"].as_array().unwrap();
            people.iter().map(|person| person["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(emails("").await.len(), 3);
        assert_eq!(emails("").await[0], eve.email, "the newest first");
        assert_eq!(emails("ADA@exam").await, [ada.email.as_str()]);
        // The wildcards of LIKE are ordinary characters, and NUL characters are removed.
        for search in ["e_100", "%25", "_"] {
            assert_eq!(emails(search).await, [eve.email.as_str()], "{search}");
        }
        assert_eq!(emails("%00ada").await, [ada.email.as_str()]);
        app.execute(&format!("UPDATE users SET first_name = 'Élodie' WHERE id = '{}'", ada.id)).await;
        assert_eq!(emails("%C3%89lod").await, [ada.email.as_str()], "a letter beyond ASCII");
        assert_eq!(emails("nobody").await, Vec::<String>::new());
        let found = get(&app, &root, "people/?search=ada").await;
        let person = &found["people"][0];
        assert_eq!((&person["boards"], &person["cards"], &person["logins"]), (&json!(1), &json!(1), &json!(1)));
        assert!(person["stored_bytes"].as_i64().unwrap() > 400, "{person}");
        assert_eq!((&person["user_type"], &person["is_admin"]), (&json!("basic"), &json!(false)));
        assert_eq!(get(&app, &root, "people/?page=4000000000").await["people"], json!([]));
    }

    async fn lists_have_pages_of_50(app: TestApp) {
        let root = admin(&app).await;
        for number in 0..51 {
            app.execute(&format!(
                "INSERT INTO waitlist (email, name, joined_at) VALUES ('p{number:03}@example.org', 'P', {})", START + number
            )).await;
        }
        let (first, second) = (get(&app, &root, "waitlist/").await, get(&app, &root, "waitlist/?page=1").await);
        assert_eq!((first["entries"].as_array().unwrap().len(), &first["has_more"]), (50, &json!(true)));
        assert_eq!((second["entries"][0]["email"].as_str(), &second["has_more"]), (Some("p050@example.org"), &json!(false)));
        app.get("/api/admin/waitlist/?page=-1", &root.access_token).await.assert_rejected(422, "bad_query");
    }

    async fn accounts_are_changed_with_the_password_and_recorded(app: TestApp) {
        let app = app.alone();
        let root = admin(&app).await;
        let ada = app.person("ada").await;
        let wrong = json!({"id": ada.id, "change": {"type": "set_plan", "plan": "pro"}, "password": "wrong horse"});
        app.post("/api/admin/people/", &root.access_token, wrong).await.assert_rejected(403, "password_wrong");
        assert_eq!(audited(&app, &root).await, Vec::<String>::new());

        change(&app, &root, &ada.id, json!({"type": "set_plan", "plan": "pro"})).await.assert_ok();
        let user = app.get("/api/user/", &ada.access_token).await.assert_ok();
        assert_eq!(user["user"][0]["user_type"], "pro");
        change(&app, &root, &ada.id, json!({"type": "end_logins"})).await.assert_ok();
        app.get("/api/user/", &ada.access_token).await.assert_rejected(401, "token_invalid");

        change(&app, &root, &ada.id, json!({"type": "delete"})).await.assert_ok();
        let ada = app.with_new_token(&ada).await;
        let account = app.get("/api/account/", &ada.access_token).await.assert_ok();
        assert_eq!(account["account"]["delete_at"], "2026-03-10T12:00:00.000Z");
        let mails = "SELECT recipient FROM mails WHERE kind = 'account_deletion'";
        assert_eq!(app.query_column(mails).await, [ada.email.as_str()]);
        change(&app, &root, &ada.id, json!({"type": "keep"})).await.assert_ok();
        let account = app.get("/api/account/", &ada.access_token).await.assert_ok();
        assert_eq!(account["account"]["delete_at"], Value::Null);
        change(&app, &root, &new_id(), json!({"type": "keep"})).await.assert_rejected(404, "not_found");
        let mut expected = ["set_plan {} pro", "end_logins {}", "delete_account {}", "keep_account {}"]
            .map(|line| format!("{} {}", root.email, line.replace("{}", &ada.email)));
        let mut found = audited(&app, &root).await;
        // Those of one millisecond have no order.
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }

    async fn administrators_lose_access_with_their_role(app: TestApp) {
        let root = admin(&app).await;
        get(&app, &root, "storage/").await;
        app.execute("UPDATE users SET is_admin = 0").await;
        app.get("/api/admin/storage/", &root.access_token).await.assert_rejected(404, "not_found");
        change(&app, &root, &root.id, json!({"type": "keep"})).await.assert_rejected(404, "not_found");
    }

    async fn waitlist_entries_are_invited_and_removed(app: TestApp) {
        let root = admin(&app).await;
        let closed = app.with_config(|config| config.is_invitation_only = true);
        for email in ["grace@example.org", "alan@example.org"] {
            let entry = json!({"name": "Somebody", "email": email});
            app.post_unauthenticated("/api/add-to-waitlist/", entry).await.assert_ok();
        }
        let post = async |app: &TestApp, email: &str, change: &str| {
            let body = json!({"email": email, "change": change, "password": PASSWORD});
            app.post("/api/admin/waitlist/", &root.access_token, body).await
        };
        // Without mail, the response has the link.
        let invited = post(&closed, "grace@example.org", "invite").await.assert_ok();
        let url = invited["invitation_url"].as_str().unwrap();
        let (page, code) = url.split_once("&invitation=").unwrap();
        assert_eq!(page, "https://twentyfour.example/auth?type=signup");
        let sign_up = json!({
            "first_name": "Grace", "last_name": "H", "email": "grace@example.org", "password": "correct horse", "invitation": code
        });
        closed.post_unauthenticated("/api/auth/signup/", sign_up.clone()).await.assert_ok();
        let list = get(&app, &root, "waitlist/").await;
        let grace = list["entries"].as_array().unwrap().iter().find(|entry| entry["email"] == "grace@example.org").unwrap();
        assert!(grace["invited_at"].is_string());

        let with_mail = app.with_config(enable_mail);
        let invited = post(&with_mail, "alan@example.org", "invite").await.assert_ok();
        assert_eq!(invited["invitation_url"], Value::Null);
        assert_eq!(app.query_column("SELECT recipient FROM mails WHERE kind = 'invitation'").await, ["alan@example.org"]);
        post(&with_mail, "alan@example.org", "remove").await.assert_ok();
        for email in ["alan@example.org", "not an email", "\0@example.org"] {
            for change in ["invite", "remove"] {
                post(&with_mail, email, change).await.assert_rejected(404, "not_found");
            }
        }
        // Nothing remembers an address that was removed.
        assert_eq!(app.query_column("SELECT recipient FROM mails WHERE kind = 'invitation'").await, Vec::<String>::new());
        let log = audited(&app, &root).await;
        assert!(log.len() == 3 && log.iter().all(|line| !line.contains("alan")), "{log:?}");
    }

    async fn invitation_has_an_unsubscribe_link(app: TestApp) {
        let app = app.with_config(enable_mail);
        let root = admin(&app).await;
        app.mails().await;
        let invited = async || {
            let entry = json!({"name": "Grace", "email": "grace@example.org"});
            app.post_unauthenticated("/api/add-to-waitlist/", entry).await.assert_ok();
            app.mails().await;
            let body = json!({"email": "grace@example.org", "change": "invite", "password": PASSWORD});
            app.post("/api/admin/waitlist/", &root.access_token, body).await.assert_ok();
        };
        invited().await;
        let mails = app.mails().await;
        let [mail] = &mails[..] else { panic!("one invitation") };
        let (_, rest) = mail.text.split_once("https://twentyfour.example/waitlist/leave?token=").unwrap();
        let token = rest.split_whitespace().next().unwrap();
        let path = format!("/api/leave-waitlist/{token}");
        assert_eq!(mail.unsubscribe_url, Some(format!("https://twentyfour.example{path}")));
        let opened = app.send_text(Method::GET, &path, None, String::new()).await;
        assert_eq!((opened.status.as_u16(), app.count("waitlist").await), (303, 1), "opening it changes nothing");
        app.send_text(Method::POST, &path, None, "List-Unsubscribe=One-Click".to_owned()).await.assert_ok();
        assert_eq!((app.count("waitlist").await, app.count("invitations").await), (0, 1));

        // A mail to an address that has left is not sent, and no invitation is created for it.
        invited().await;
        app.execute("DELETE FROM waitlist").await;
        assert_eq!(app.mails().await, []);
        assert_eq!((app.count("mails").await, app.count("invitations").await), (0, 1));
    }

    async fn waiting_mails_are_sent_now_or_deleted(app: TestApp) {
        let root = admin(&app).await;
        let (later, leased) = (new_id(), new_id());
        for (id, next) in [(&later, START + 60 * MINUTE), (&leased, START + MINUTE)] {
            app.execute(&format!(
                "INSERT INTO mails (id, kind, recipient, user_id, parameters, created_at, next_try_at, tries) \
                 VALUES ('{id}', 'reset_password', 'x@example.org', NULL, '{{}}', 1, {next}, 3)"
            )).await;
        }
        let post = async |id: &str, change: &str| {
            let body = json!({"id": id, "change": change, "password": PASSWORD});
            app.post("/api/admin/mails/", &root.access_token, body).await
        };
        post(&later, "retry").await.assert_ok();
        post(&leased, "retry").await.assert_ok();
        let listed = get(&app, &root, "mails/").await;
        let next = |id: &str| {
            let mail = listed["mails"].as_array().unwrap().iter().find(|mail| mail["id"] == id).unwrap();
            (mail["next_try_at"].as_str().unwrap().to_owned(), mail["kind"].as_str().unwrap().to_owned(), mail["tries"].clone())
        };
        let row = |next: &str| (next.to_owned(), "reset_password".to_owned(), json!(3));
        assert_eq!(next(&later), row("2026-03-03T12:00:00.000Z"));
        assert_eq!(next(&leased), row("2026-03-03T12:01:00.000Z"), "a server may be sending it");
        post(&later, "delete").await.assert_ok();
        post(&later, "delete").await.assert_rejected(404, "not_found");
        let left = get(&app, &root, "mails/").await;
        let kinds = left["mails"].as_array().unwrap().iter().map(|mail| mail["kind"].as_str().unwrap());
        assert_eq!(kinds.filter(|kind| *kind == "reset_password").count(), 1);
    }

    async fn storage_shows_sizes_and_health(app: TestApp) {
        let root = admin(&app).await;
        app.board(&root, "B").await;
        app.picture(&root).await;
        let storage = get(&app, &root, "storage/").await;
        assert_eq!((&storage["people"], &storage["boards"], &storage["pictures"]), (&json!(1), &json!(1), &json!(1)));
        for positive in ["database_bytes", "free_bytes", "picture_bytes"] {
            assert!(storage[positive].as_i64().unwrap() > 100, "{storage}");
        }
        assert_eq!([&storage["is_database_ok"], &storage["is_queue_ok"], &storage["is_disk_ok"]], [&json!(true); 3]);
    }

    async fn audit_log_forgets_the_email_of_deleted_accounts(app: TestApp) {
        let root = admin(&app).await;
        let ada = app.person("ada").await;
        change(&app, &root, &ada.id, json!({"type": "set_plan", "plan": "pro"})).await.assert_ok();
        change(&app, &root, &ada.id, json!({"type": "delete"})).await.assert_ok();
        app.advance_clock(7 * 24 * 60 * MINUTE);
        app.purge_accounts().await;
        let root = app.with_new_token(&root).await;
        assert_eq!(audited(&app, &root).await.iter().filter(|line| line.contains("ada")).count(), 0);
        assert_eq!(app.count("audit_log").await, 2);
        // Entries are kept for two years.
        app.advance_clock(2 * 365 * 24 * 60 * MINUTE);
        app.delete_expired().await;
        assert_eq!(app.count("audit_log").await, 0);
    }
}
