//! Attachments of cards: uploading, their signed addresses, serving them, quotas, and deleting their files.

use crate::account_export::Archive;
use crate::live::Client;
use crate::sharing::Shared;
use crate::support::{Person, TestApp, TestResponse, new_id, on_both_engines, op, png, statuses};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request};
use futures_util::stream;
use serde_json::{Value, json};
use tower::ServiceExt;

const SECOND: i64 = 1_000;
const DAY: i64 = 24 * 60 * 60 * SECOND;

/// 25 MB.
const LARGEST: usize = 25 << 20;

/// Requests a path without a token.
async fn shown(app: &TestApp, path: &str) -> (u16, HeaderMap, Vec<u8>) {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let (parts, body) = app.router.clone().oneshot(request).await.unwrap().into_parts();
    (parts.status.as_u16(), parts.headers, axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

impl Shared {
    async fn attach(
        &self,
        app: &TestApp,
        person: &Person,
        query: &str,
        content_type: &str,
        file: impl Into<Body>,
    ) -> TestResponse {
        app.attach(person, (&self.board, &self.card), (query, content_type), file).await
    }

    /// Attaches a file as the owner, and returns its id.
    async fn attached(&self, app: &TestApp, name: &str, content_type: &str, file: impl Into<Body>) -> String {
        let query = format!("name={name}");
        let response = self.attach(app, &self.owner, &query, content_type, file).await.assert_ok();
        response["item"]["id"].as_str().unwrap().to_owned()
    }
}

async fn link(app: &TestApp, person: &Person, id: &str) -> TestResponse {
    app.get(&format!("/api/attachments/{id}/"), &person.access_token).await
}

fn items_of_kind(board: &Value, kind: &str) -> Vec<Value> {
    let items = board["items"].as_array().unwrap();
    items.iter().filter(|item| item["content"]["kind"] == kind).cloned().collect()
}

on_both_engines! {
    async fn picture_is_attached_shown_and_used_as_cover(app: TestApp) {
        let served = app.serve(1_000_000_000).await;
        let (app, shared) = (served.app.clone(), Shared::new(&served.app).await);
        let grace = shared.member(&app, "grace", "viewer").await;
        let mut live = Client::of(&served, &grace).await;
        let board = shared.open(&app, &grace).await;
        assert_eq!(items_of_kind(&board, "attachment"), Vec::<Value>::new());

        let file = png(1_600, 400);
        let response = shared.attach(&app, &shared.owner, "name=G%C3%A4rten%20.png", "text/html", file.clone()).await.assert_ok();
        let (item, id) = (&response["item"], response["item"]["id"].as_str().unwrap());
        assert_eq!(item["content"], json!({
            "kind": "attachment", "name": "Gärten .png", "content_type": "image/png", "bytes": file.len(), "width": 1600, "height": 400
        }));
        assert_eq!((&item["card_id"], &item["author_id"], &item["trashed_at"]), (&json!(shared.card), &json!(shared.owner.id), &Value::Null));
        let message = live.receive().await;
        assert!(message.to_string().contains(id), "{message}");
        assert_eq!(items_of_kind(&shared.open(&app, &grace).await, "attachment"), std::slice::from_ref(item));
        assert_eq!(app.attached_files().len(), 2, "the file and its preview");

        let links = link(&app, &grace, id).await.assert_ok();
        let (status, headers, bytes) = shown(&app, links["url"].as_str().unwrap()).await;
        assert_eq!((status, bytes == file), (200, true));
        for (name, value) in [
            ("content-type", "image/png"),
            ("content-disposition", "inline; filename*=UTF-8''G%C3%A4rten%20.png"),
            ("cache-control", "private, max-age=600"),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(headers[name], value, "{name}");
        }
        let (status, headers, preview) = shown(&app, links["preview_url"].as_str().unwrap()).await;
        assert_eq!((status, &headers["content-type"]), (200, &"image/jpeg".parse().unwrap()));
        let preview = image::load_from_memory(&preview).unwrap();
        assert_eq!((preview.width(), preview.height()), (800, 200));
        let all = app.get(&format!("/api/boards/{}/attachments/", shared.board), &grace.access_token).await.assert_ok();
        assert_eq!(all["links"], json!([{"id": id, "url": links["url"], "preview_url": links["preview_url"]}]));

        let document = shared.attached(&app, "a.txt", "text/plain", "x").await;
        let all = app.get(&format!("/api/boards/{}/attachments/", shared.board), &grace.access_token).await.assert_ok();
        assert_eq!(all["links"].as_array().map(Vec::len), Some(2));
        let of_document = link(&app, &grace, &document).await.assert_ok();
        let listed = json!({"id": document, "url": of_document["url"], "preview_url": null});
        assert!(all["links"].as_array().unwrap().contains(&listed), "{all}");
        let cover = |id: Value| json!({"type": "edit_card", "card_id": shared.card, "edit": {"field": "cover", "value": id}});
        for (change, expected) in [(cover(json!(document)), "unknown_item"), (cover(json!(shared.comment)), "unknown_item"), (cover(json!(new_id())), "unknown_item"), (cover(json!(id)), "applied")] {
            assert_eq!(statuses(&shared.send(&app, &shared.owner, &change).await), [expected], "{change}");
        }
        assert_eq!(shared.send(&app, &grace, &cover(Value::Null)).await["results"][0]["code"], "forbidden_role");
        assert_eq!(shared.open(&app, &grace).await["board"]["columns"][0]["cards"][0]["cover_id"], id);
        assert_eq!(app.changes(&grace, &shared.board, 0).await["cards"][0]["cover_id"], id);
        shared.send(&app, &shared.owner, &cover(Value::Null)).await;
        assert_eq!(app.changes(&grace, &shared.board, 0).await["cards"][0]["cover_id"], Value::Null);
        app.assert_verified().await;
    }

    async fn files_that_browsers_could_run_are_downloads(app: TestApp) {
        let shared = Shared::new(&app).await;
        let svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
        for (name, claimed, file, stored, sent) in [
            ("a.svg", "image/svg+xml", svg, "image/svg+xml", "application/octet-stream"),
            ("a.html", "text/html; charset=utf-8", "<script>alert(1)</script>", "text/html", "application/octet-stream"),
            ("a.png", "image/png", "<script>alert(1)</script>", "application/octet-stream", "application/octet-stream"),
            ("a.jpg", "image/jpeg", "\u{ff}\u{d8}\u{ff} broken", "application/octet-stream", "application/octet-stream"),
            ("a.gif", "text/html", "GIF89a<script>", "image/gif", "image/gif"),
            ("a.pdf", "application/pdf", "%PDF-1.7", "application/pdf", "application/octet-stream"),
            ("empty", "", "", "application/octet-stream", "application/octet-stream"),
        ] {
            let response = shared.attach(&app, &shared.owner, &format!("name={name}"), claimed, file).await.assert_ok();
            let content = &response["item"]["content"];
            assert_eq!((&content["content_type"], &content["width"]), (&json!(stored), &Value::Null), "{name}");
            let links = link(&app, &shared.owner, response["item"]["id"].as_str().unwrap()).await.assert_ok();
            assert_eq!(links["preview_url"], Value::Null);
            let (status, headers, bytes) = shown(&app, links["url"].as_str().unwrap()).await;
            assert_eq!((status, bytes.as_slice()), (200, file.as_bytes()), "{name}");
            assert_eq!(headers["content-type"], sent, "{name}");
            assert_eq!(headers["x-content-type-options"], "nosniff");
            assert!(headers["content-security-policy"].to_str().unwrap().starts_with("sandbox; default-src 'none'"));
            let disposition = headers["content-disposition"].to_str().unwrap();
            assert_eq!(disposition.starts_with("attachment;"), sent == "application/octet-stream", "{name}: {disposition}");
        }
        assert_eq!(app.attached_files().len(), 7, "none has a preview");
    }

    async fn addresses_expire_and_cannot_be_changed(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (one, other) = (shared.attached(&app, "a", "", png(4, 4)).await, shared.attached(&app, "b", "", "b").await);
        let links = link(&app, &shared.owner, &one).await.assert_ok();
        assert_eq!(links["expires_at"], "2026-03-03T12:10:00.000Z");
        let url = links["url"].as_str().unwrap();
        app.advance_clock(299 * SECOND);
        assert_eq!(link(&app, &shared.owner, &one).await.assert_ok(), links, "so that browsers find it in their caches");
        for (from, to) in [
            (one.as_str(), other.as_str()),
            ("variant=original", "variant=preview"),
            ("variant=original", "variant=other"),
            ("expires=17", "expires=27"),
            ("signature=", "signature=A"),
        ] {
            assert_eq!(shown(&app, &url.replacen(from, to, 1)).await.0, 404, "{from} {to}");
        }
        assert_eq!(shown(&app, url.split("&signature").next().unwrap()).await.0, 422);
        app.advance_clock(301 * SECOND - 1);
        assert_eq!(shown(&app, url).await.0, 200);
        app.advance_clock(1);
        assert_eq!(shown(&app, url).await.0, 404);
    }

    async fn who_is_no_member_loses_access(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "editor").await;
        let stranger = app.person("eve").await;
        let id = shared.attached(&app, "a.png", "", png(4, 4)).await;
        let url = link(&app, &grace, &id).await.assert_ok()["url"].as_str().unwrap().to_owned();
        let path = format!("/api/boards/{}/members/{}/", shared.board, grace.id);
        app.delete(&path, &shared.owner.access_token).await.assert_ok();
        for person in [&grace, &stranger] {
            link(&app, person, &id).await.assert_rejected(404, "not_found");
            app.get(&format!("/api/boards/{}/attachments/", shared.board), &person.access_token).await.assert_rejected(404, "not_found");
            app.delete(&format!("/api/attachments/{id}/"), &person.access_token).await.assert_rejected(404, "not_found");
            shared.attach(&app, person, "name=x", "", "x").await.assert_rejected(404, "not_found");
        }
        app.advance_clock(600 * SECOND);
        assert_eq!(shown(&app, &url).await.0, 404);
        link(&app, &app.with_new_token(&shared.owner).await, &new_id()).await.assert_rejected(404, "not_found");
    }

    async fn editors_attach_and_delete_files(app: TestApp) {
        let shared = Shared::new(&app).await;
        let id = shared.attached(&app, "a", "", "a").await;
        for (role, may_edit) in [("viewer", false), ("commenter", false), ("editor", true), ("admin", true)] {
            let member = shared.member(&app, role, role).await;
            link(&app, &member, &id).await.assert_ok();
            let added = shared.attach(&app, &member, "name=x", "", "x").await;
            if may_edit {
                let own = added.assert_ok()["item"]["id"].as_str().unwrap().to_owned();
                let theirs = shared.attached(&app, "b", "", "b").await;
                for id in [own, theirs] {
                    let path = format!("/api/attachments/{id}/");
                    app.delete(&path, &member.access_token).await.assert_ok();
                    app.delete(&path, &member.access_token).await.assert_rejected(404, "not_found");
                    let restore = json!({"type": "restore_item", "item_id": id});
                    assert_eq!(statuses(&shared.send(&app, &member, &restore).await), ["applied"]);
                    link(&app, &member, &id).await.assert_ok();
                }
            } else {
                added.assert_rejected(403, "forbidden_role");
                app.delete(&format!("/api/attachments/{id}/"), &member.access_token).await.assert_rejected(403, "forbidden_role");
            }
        }
        // Only an upload adds an attachment.
        let change = json!({
            "type": "add_attachment", "item_id": new_id(), "card_id": shared.card, "name": "x", "content_type": "image/png",
            "bytes": 1, "width": 1, "height": 1
        });
        assert_eq!(shared.send(&app, &shared.owner, &change).await["results"][0]["code"], "bad_op");
        let sent = app.send_ops(&shared.owner, &shared.board, json!([op(change)])).await.assert_ok();
        assert_eq!(statuses(&sent), ["bad_op"]);
        // Visitors of a public link see none.
        let path = format!("/api/boards/{}/public-link/", shared.board);
        let public = app.post(&path, &shared.owner.access_token, json!(null)).await.assert_ok();
        let code = public["link"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned();
        let seen = app.send_text(Method::GET, &format!("/api/public/boards/{code}/"), None, String::new()).await.assert_ok();
        assert_eq!(items_of_kind(&seen, "attachment"), Vec::<Value>::new());
    }

    async fn invalid_and_repeated_uploads_store_nothing(app: TestApp) {
        let shared = Shared::new(&app).await;
        let owner = &shared.owner;
        let attach = async |query: &str, file: Body| shared.attach(&app, owner, query, "", file).await;
        attach("name=", "x".into()).await.assert_rejected(422, "name_required");
        attach(&format!("name={}", "x".repeat(256)), "x".into()).await.assert_rejected(422, "name_too_long");
        attach("", "x".into()).await.assert_rejected(422, "bad_query");
        attach("name=x&id=y", "x".into()).await.assert_rejected(422, "bad_query");
        app.attach(owner, (&shared.board, &new_id()), ("name=x", ""), "x").await.assert_rejected(422, "unknown_card");
        let size = |bytes: usize| {
            let pieces = (0..bytes.div_ceil(1 << 20)).map(move |piece| Ok::<_, std::io::Error>(Bytes::from(vec![7; (1 << 20).min(bytes - (piece << 20))])));
            Body::from_stream(stream::iter(pieces))
        };
        attach("name=x", size(LARGEST + 1)).await.assert_rejected(413, "file_too_large");
        attach("name=x", Body::from(vec![7; LARGEST + 1])).await.assert_rejected(413, "file_too_large");
        let broken = stream::iter([Ok(Bytes::from_static(b"x")), Err(std::io::Error::other("the client is gone"))]);
        attach("name=x", Body::from_stream(broken)).await.assert_rejected(422, "upload_interrupted");
        attach(&format!("name=x&id={}", shared.comment), "x".into()).await.assert_rejected(409, "id_taken");
        assert_eq!((app.count("attachments").await, app.attached_files().len()), (0, 0));
        assert_eq!(items_of_kind(&shared.open(&app, owner).await, "attachment"), Vec::<Value>::new());

        let query = format!("name=x&id={}", new_id());
        let first = attach(&query, size(LARGEST)).await.assert_ok();
        assert_eq!(first["item"]["content"]["bytes"], LARGEST);
        let version = app.changes(owner, &shared.board, 0).await["version"].clone();
        assert_eq!(attach(&query, "another".into()).await.assert_ok(), first);
        assert_eq!(app.changes(owner, &shared.board, 0).await["version"], version);
        let grace = shared.member(&app, "grace", "editor").await;
        shared.attach(&app, &grace, &query, "", "x").await.assert_rejected(409, "id_taken");
        assert_eq!((app.count("attachments").await, app.attached_files().len()), (1, 1));
        let links = link(&app, owner, first["item"]["id"].as_str().unwrap()).await.assert_ok();
        assert!(shown(&app, links["url"].as_str().unwrap()).await.2 == vec![7; LARGEST]);
    }

    async fn attachments_of_the_owners_boards_are_limited(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "editor").await;
        let id = shared.attached(&app, "a", "", "a").await;
        let fill = async |bytes: i64| app.execute(&format!("UPDATE attachments SET byte_count = {bytes} WHERE id = '{id}'")).await;
        let attach = async |app: &TestApp, file: &'static str| shared.attach(app, &grace, "name=x", "", file).await;
        fill((5 << 30) - 3).await;
        attach(&app, "1234").await.assert_rejected(409, "attachment_limit");
        let unknown_size = Body::from_stream(stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"1234"))]));
        shared.attach(&app, &grace, "name=x", "", unknown_size).await.assert_rejected(409, "attachment_limit");
        assert_eq!((app.count("attachments").await, app.attached_files().len()), (1, 1));
        attach(&app, "123").await.assert_ok();
        attach(&app, "1").await.assert_rejected(409, "attachment_limit");
        // Whose board it is counts, not who uploads.
        let own = app.board(&grace, "Grace's").await;
        let (list, card) = (new_id(), new_id());
        app.change(&grace, &own, &[crate::support::add_list(&list, "l", "80"), crate::support::add_card(&card, &list, "c", "80")]).await;
        app.attach(&grace, (&own, &card), ("name=x", ""), "1").await.assert_ok();
        let selling = app.with_config(|config| config.billing_portal_url = "https://billing.example/portal".parse().ok());
        fill(1 << 30).await;
        attach(&app, "1").await.assert_ok();
        attach(&selling, "1").await.assert_rejected(409, "attachment_limit");
        app.execute("UPDATE users SET user_type = 'pro'").await;
        attach(&selling, "1").await.assert_ok();
    }

    async fn files_are_deleted_after_their_attachments(app: TestApp) {
        let shared = Shared::new(&app).await;
        let (trashed, kept) = (shared.attached(&app, "a", "", png(4, 4)).await, shared.attached(&app, "b", "", "b").await);
        assert_eq!(app.attached_files().len(), 3);
        let age = |app: &TestApp| {
            for file in app.attached_files() {
                std::fs::File::options().append(true).open(file).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
            }
        };
        app.delete(&format!("/api/attachments/{trashed}/"), &shared.owner.access_token).await.assert_ok();
        age(&app);
        app.purge_trash().await;
        app.delete_attachments().await;
        assert_eq!(app.attached_files().len(), 3, "it can be restored");
        app.advance_clock(31 * DAY);
        app.purge_trash().await;
        assert_eq!(app.count("attachments").await, 1);
        app.delete_attachments().await;
        assert_eq!(app.attached_files().len(), 1);
        let owner = app.with_new_token(&shared.owner).await;
        let links = link(&app, &owner, &kept).await.assert_ok();
        assert_eq!(shown(&app, links["url"].as_str().unwrap()).await.2, b"b");

        // What others store in the folder is not touched, and what is new may belong to an upload that is being saved.
        let other = app.attached_files()[0].with_file_name("notes.txt");
        let unused = app.attached_files()[0].with_file_name(format!("attachment-{}", "0".repeat(32)));
        std::fs::write(&other, "x").unwrap();
        age(&app);
        std::fs::write(&unused, "x").unwrap();
        app.delete_attachments().await;
        assert_eq!(app.attached_files().len(), 3);
        age(&app);
        app.delete_attachments().await;
        assert_eq!((app.attached_files().len(), unused.exists(), other.exists()), (2, false, true));

        app.post("/api/account/delete/", &owner.access_token, json!({"password": "correct horse"})).await.assert_ok();
        app.advance_clock(8 * DAY);
        app.purge_accounts().await;
        app.delete_attachments().await;
        assert_eq!((app.count("attachments").await, app.attached_files()), (0, vec![other]));
    }

    async fn archive_has_the_files_of_own_boards_and_own_files(app: TestApp) {
        let shared = Shared::new(&app).await;
        let grace = shared.member(&app, "grace", "editor").await;
        let first = shared.attached(&app, "Plan%20A.tar.gz", "text/plain", "of the owner").await;
        app.advance_clock(1); // Ids that begin with the same millisecond have no order.
        shared.attached(&app, "plan%20a.tar.gz", "text/plain", "second").await;
        let response = shared.attach(&app, &grace, "name=..%2Fx", "text/plain", "of a member").await.assert_ok();
        let gone = shared.attached(&app, "gone.txt", "text/plain", "deleted file").await;
        let before = app.attached_files();
        let key = before.iter().find(|path| std::fs::read(path).unwrap() == b"deleted file").unwrap();
        std::fs::remove_file(key).unwrap();

        let archive = Archive::of(&app, &shared.owner).await;
        assert_eq!(archive.files["attachments/Plan A tar.gz"], "of the owner");
        assert_eq!(archive.files["attachments/plan a tar (2).gz"], "second");
        assert_eq!(archive.files["attachments/x"], "of a member");
        let listed = archive.json("attachments.json")["attachments"].as_array().unwrap().clone();
        assert_eq!(listed.len(), 4);
        let of = |id: &str| listed.iter().find(|attachment| attachment["item"]["id"] == id).unwrap();
        assert_eq!(of(&first)["file"], "attachments/Plan A tar.gz");
        assert_eq!((&of(&first)["board_id"], &of(&gone)["file"]), (&json!(shared.board), &Value::Null));
        assert_eq!(of(response["item"]["id"].as_str().unwrap())["item"], response["item"]);

        let archive = Archive::of(&app, &grace).await;
        let files: Vec<&String> = archive.files.keys().filter(|name| name.starts_with("attachments/")).collect();
        assert_eq!(files, ["attachments/x"], "only own files of others' boards");
    }

    async fn account_shows_the_space_of_attachments(app: TestApp) {
        let shared = Shared::new(&app).await;
        shared.attached(&app, "a.txt", "text/plain", "12345").await;
        let account = app.get("/api/account/", &shared.owner.access_token).await.assert_ok();
        let expected = json!({"used": 5, "limit": 5_368_709_120_i64});
        assert_eq!(account["account"]["usage"]["attachment_bytes"], expected);
    }
}
