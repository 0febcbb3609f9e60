//! Live updates over real sockets.

use crate::support::{ListeningServer, Person, TestApp, add_card, add_list, new_id, on_both_engines, save};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything here takes, even on a busy machine.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long nothing must be received to count as silence.
const QUIET_PERIOD: Duration = Duration::from_millis(300);

/// Returns the message that the server sends to an authenticated client.
fn ready() -> Value {
    json!({"type": "ready", "accepts_presence": true})
}

/// The client's side of a connection.
pub(crate) struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    /// Connects without authenticating.
    pub(crate) async fn connect_unauthenticated(served: &ListeningServer) -> Self {
        let url = format!("ws://{}/api/live/", served.address);
        Self(tokio_tungstenite::connect_async(url).await.unwrap().0)
    }

    /// Connects and authenticates as a user.
    pub(crate) async fn of(served: &ListeningServer, person: &Person) -> Self {
        let mut client = Self::connect_unauthenticated(served).await;
        client.authenticate(&person.access_token).await;
        assert_eq!(client.receive().await, ready());
        client
    }

    pub(crate) async fn send(&mut self, text: String) {
        self.0.send(Message::Text(text.into())).await.unwrap();
    }

    async fn authenticate(&mut self, token: &str) {
        self.send(json!({"type": "authenticate", "token": token}).to_string()).await;
    }

    /// Returns the next message.
    pub(crate) async fn receive(&mut self) -> Value {
        loop {
            match timeout(RECEIVE_TIMEOUT, self.0.next()).await.expect("a message arrives").unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) async fn assert_silent(&mut self) {
        let message = timeout(QUIET_PERIOD, self.0.next()).await;
        assert!(message.is_err(), "{message:?}");
    }

    /// Returns the close code, ignoring other messages before it.
    pub(crate) async fn closed_with(&mut self) -> u16 {
        loop {
            match timeout(RECEIVE_TIMEOUT, self.0.next()).await.expect("the connection is closed") {
                Some(Ok(Message::Close(Some(frame)))) => {
                    assert!(!frame.reason.is_empty());
                    return match frame.code {
                        CloseCode::Away => 1001,
                        code => code.into(),
                    };
                }
                Some(Ok(_)) => {}
                end => panic!("it ends without a reason: {end:?}"),
            }
        }
    }
}

on_both_engines! {
    async fn deleted_account_closes_its_connections(app: TestApp) {
        let served = app.serve(900).await;
        let (ada, eve) = (served.app.person("ada").await, served.app.person("eve").await);
        let (mut adas, mut eves) = (Client::of(&served, &ada).await, Client::of(&served, &eve).await);
        app.execute(&format!("UPDATE users SET delete_at = 1 WHERE id = '{}'", ada.id)).await;
        served.app.purge_accounts().await;
        assert_eq!(adas.closed_with().await, 4401);
        eves.assert_silent().await;
    }

    async fn board_changes_reach_only_the_owner(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (mut one, mut two, mut other) =
            (Client::of(&served, &ada).await, Client::of(&served, &ada).await, Client::of(&served, &eve).await);

        let board = app.board(&ada, "B").await;
        for client in [&mut one, &mut two] {
            let message = client.receive().await;
            assert_eq!((&message["type"], &message["board_id"]), (&json!("changed"), &json!(board)));
            assert_eq!((&message["since"], &message["version"]), (&json!(0), &json!(1)));
            assert_eq!(message["records"]["board"]["name"], "B");
        }
        let (list, card) = (new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let replied = Instant::now();
        let message = one.receive().await;
        assert!(replied.elapsed() < Duration::from_millis(200), "{:?}", replied.elapsed());
        let changes = app.changes(&ada, &board, 1).await;
        assert_eq!(message, json!({"type": "changed", "board_id": board, "since": 1, "version": 2, "records": changes}));
        assert_eq!(two.receive().await, message);

        // The older API announces changes too; a request that changes nothing announces nothing.
        let rename = json!({"boardId": board, "updatedBoard": {"name": "N"}});
        for _ in 0..2 {
            app.put("/api/boards/update-board/", &ada.access_token, rename.clone()).await.assert_ok();
        }
        let message = one.receive().await;
        assert_eq!((&message["version"], &message["records"]["board"]["name"]), (&json!(3), &json!("N")));
        assert_eq!((&message["records"]["lists"], &message["records"]["cards"]), (&json!([]), &json!([])));
        one.assert_silent().await;
        other.assert_silent().await;
    }

    async fn restored_or_large_changes_are_sent_without_records(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card) = (new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let mut client = Client::of(&served, &ada).await;
        let archive = |archived: bool| json!({"type": "edit_card", "card_id": card, "edit": {"field": "archived", "value": archived}});
        let description = |length: usize| json!({"type": "edit_card", "card_id": card, "edit": {"field": "description", "value": "日".repeat(length)}});
        for (change, has_records) in [
            (archive(true), true),
            (archive(false), false),
            (json!({"type": "trash_list", "list_id": list}), true),
            (json!({"type": "restore_list", "list_id": list}), false),
            (description(20_000), true),
            (description(50_000), false),
        ] {
            let response = app.change(&ada, &board, std::slice::from_ref(&change)).await;
            let message = client.receive().await;
            assert_eq!(message["version"], response["version"]);
            assert_eq!(message["records"].is_object(), has_records, "{}", change["type"]);
        }
    }

    async fn imported_board_is_announced_to_the_account_without_its_records(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (mut ada_s, mut eve_s) = (Client::of(&served, &ada).await, Client::of(&served, &eve).await);
        let (board, file) = (new_id(), json!({"format": "twentyfour-board", "version": 1, "name": "B", "lists": []}));
        for _ in 0..2 {
            app.post(&format!("/api/boards/import/?id={board}"), &ada.access_token, file.clone()).await.assert_ok();
        }
        let announced = json!({"type": "changed", "board_id": board, "since": 0, "version": 1, "records": null});
        assert_eq!(ada_s.receive().await, announced);
        ada_s.assert_silent().await;
        eve_s.assert_silent().await;
    }

    async fn note_changes_reach_only_the_owner(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (mut one, mut two, mut other) =
            (Client::of(&served, &ada).await, Client::of(&served, &ada).await, Client::of(&served, &eve).await);
        let note = new_id();
        let changed = |version: i64| json!({"type": "notes_changed", "version": version});
        let (_, first) = save(None, "Text", "2026-03-03T12:00:00Z");
        app.change_note(&ada, &note, first.clone()).await.assert_ok();
        let replied = Instant::now();
        assert_eq!(one.receive().await, changed(1));
        assert!(replied.elapsed() < Duration::from_millis(200), "{:?}", replied.elapsed());
        assert_eq!(two.receive().await, changed(1));
        // A change without effect or a rejected one announces nothing.
        app.change_note(&ada, &note, first).await.assert_ok();
        app.change_note(&ada, &note, json!({"type": "unpin"})).await.assert_ok();
        app.change_note(&ada, &new_id(), json!({"type": "pin"})).await.assert_rejected(404, "unknown_note");
        one.assert_silent().await;
        app.change_note(&ada, &note, json!({"type": "trash"})).await.assert_ok();
        assert_eq!((one.receive().await, two.receive().await), (changed(2), changed(2)));
        // A permanent deletion is announced too.
        app.execute("UPDATE notes SET trashed_at = 1").await;
        app.purge_trash().await;
        assert_eq!((one.receive().await, two.receive().await), (changed(3), changed(3)));
        other.assert_silent().await;
    }

    async fn changed_preferences_are_announced_to_the_other_logins_of_the_account(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let phone = app.log_in(&ada, "").await;
        let (mut here, mut there, mut other) =
            (Client::of(&served, &ada).await, Client::of(&served, &phone).await, Client::of(&served, &eve).await);
        let changed = json!({"type": "preferences_changed"});
        app.put("/api/preferences/", &ada.access_token, json!({"theme": "light"})).await.assert_ok();
        assert_eq!(there.receive().await, changed);
        assert_eq!(app.get("/api/preferences/", &phone.access_token).await.assert_ok()["theme"], "light");
        // A request that changes nothing or is rejected announces nothing, nor does one of the same login, so `there`
        // receives only what `ada` does next.
        app.put("/api/preferences/", &ada.access_token, json!({})).await.assert_ok();
        app.put("/api/preferences/", &ada.access_token, json!({"rounds": 0})).await.assert_rejected(422, "preference_invalid");
        app.put("/api/preferences/", &phone.access_token, json!({"rounds": 3})).await.assert_ok();
        assert_eq!(here.receive().await, changed);
        for client in [&mut here, &mut there, &mut other] {
            client.assert_silent().await;
        }
    }

    async fn changes_arrive_in_order_under_concurrency(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let mut client = Client::of(&served, &ada).await;
        const TASKS: i64 = 8;
        const BATCHES: i64 = 25;
        let tasks: Vec<_> = (0..TASKS).map(|_| {
            let (app, ada, board) = (app.clone(), ada.clone(), board.clone());
            tokio::spawn(async move {
                for _ in 0..BATCHES {
                    app.change(&ada, &board, &[add_list(&new_id(), "l", "80")]).await;
                }
            })
        }).collect();
        for version in 2..TASKS * BATCHES + 2 {
            let message = client.receive().await;
            assert_eq!((&message["since"], &message["version"]), (&json!(version - 1), &json!(version)));
            assert_eq!(message["records"]["lists"].as_array().unwrap().len(), 1);
        }
        for task in tasks {
            task.await.unwrap();
        }
    }

    async fn a_ping_is_answered(app: TestApp) {
        let served = app.serve(900).await;
        let ada = served.app.person("ada").await;
        let mut client = Client::of(&served, &ada).await;
        client.send(json!({"type": "ping"}).to_string()).await;
        assert_eq!(client.receive().await, json!({"type": "pong"}));
    }

    async fn invalid_token_closes_the_connection(app: TestApp) {
        let served = app.serve(900).await;
        let (ada, eve) = (served.app.person("ada").await, served.app.person("eve").await);
        for token in ["", "nonsense", ada.refresh_token.as_str()] {
            let mut client = Client::connect_unauthenticated(&served).await;
            client.authenticate(token).await;
            assert_eq!(client.closed_with().await, 4401);
        }
        let mut client = Client::connect_unauthenticated(&served).await;
        client.send(json!({"type": "ping"}).to_string()).await;
        assert_eq!(client.closed_with().await, 4401);
        // Another user's token is rejected on an open connection.
        let mut client = Client::of(&served, &ada).await;
        client.authenticate(&eve.access_token).await;
        assert_eq!(client.closed_with().await, 4401);
    }

    async fn ended_login_closes_only_its_connections(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let here = app.log_in(&ada, "").await;
        let mut here = Person { access_token: app.refresh(&here.refresh_token).await.assert_ok()["access_token"].as_str().unwrap().to_owned(), ..here };
        let mut witnesses = [Client::of(&served, &here).await, Client::of(&served, &eve).await];
        for way in ["one", "logout", "password", "stolen"] {
            let lost = match way {
                "stolen" => app.person("stolen").await,
                _ => app.log_in(&ada, "").await,
            };
            let mut tabs = [Client::of(&served, &lost).await, Client::of(&served, &lost).await];
            let started = Instant::now();
            match way {
                "one" => {
                    let id = app.login_id(&lost.access_token).await;
                    app.post("/api/account/logins/end/", &here.access_token, json!({"id": id, "password": "correct horse"})).await.assert_ok();
                }
                "logout" => {
                    app.post_unauthenticated("/api/auth/logout/", json!({"refresh_token": lost.refresh_token})).await.assert_ok();
                }
                "password" => {
                    let body = json!({"current_password": "correct horse", "password": "battery staple"});
                    let response = app.put("/api/account/password/", &here.access_token, body).await.assert_ok();
                    // The current login continues with new tokens and must reconnect.
                    assert_eq!(witnesses[0].closed_with().await, 4401);
                    here.access_token = response["access_token"].as_str().unwrap().to_owned();
                    witnesses[0] = Client::of(&served, &here).await;
                }
                _ => {
                    app.refresh(&lost.refresh_token).await.assert_ok();
                    app.execute("UPDATE refresh_tokens SET used_at = used_at - 30001 WHERE used_at IS NOT NULL").await;
                    app.refresh(&lost.refresh_token).await.assert_rejected(401, "refresh_invalid");
                }
            }
            for tab in &mut tabs {
                assert_eq!(tab.closed_with().await, 4401, "{way}");
            }
            assert!(started.elapsed() < Duration::from_secs(3), "{way}: {:?}", started.elapsed());
            let mut late = Client::connect_unauthenticated(&served).await;
            late.authenticate(&lost.access_token).await;
            assert_eq!(late.closed_with().await, 4401, "{way}");
        }
        for witness in &mut witnesses {
            witness.send(json!({"type": "ping"}).to_string()).await;
            assert_eq!(witness.receive().await, json!({"type": "pong"}));
        }
        app.post("/api/account/logins/end-all/", &here.access_token, json!({"password": "battery staple"})).await.assert_ok();
        assert_eq!(witnesses[0].closed_with().await, 4401);
        witnesses[1].assert_silent().await;
    }

    async fn login_ended_elsewhere_closes_its_connections(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (mut lost, mut witness) = (Client::of(&served, &ada).await, Client::of(&served, &eve).await);
        app.execute(&format!("DELETE FROM logins WHERE user_id = '{}'", ada.id)).await;
        let started = Instant::now();
        assert_eq!(lost.closed_with().await, 4401);
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
        witness.send(json!({"type": "ping"}).to_string()).await;
        assert_eq!(witness.receive().await, json!({"type": "pong"}));
    }

    async fn connection_belongs_to_the_login_of_its_latest_token(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let ada = app.person("ada").await;
        let other = app.log_in(&ada, "").await;
        let mut client = Client::of(&served, &ada).await;
        client.authenticate(&other.access_token).await;
        assert_eq!(client.receive().await, ready());
        app.post_unauthenticated("/api/auth/logout/", json!({"refresh_token": ada.refresh_token})).await.assert_ok();
        client.assert_silent().await;
        // The token of an ended login is rejected, also on an open connection.
        client.authenticate(&ada.access_token).await;
        assert_eq!(client.closed_with().await, 4401);
        let mut client = Client::of(&served, &other).await;
        app.post_unauthenticated("/api/auth/logout/", json!({"refresh_token": other.refresh_token})).await.assert_ok();
        assert_eq!(client.closed_with().await, 4401);
    }

    async fn unauthenticated_socket_closes_after_10_s(app: TestApp) {
        let served = app.serve(900).await;
        let started = Instant::now();
        let mut client = Client::connect_unauthenticated(&served).await;
        assert_eq!(client.closed_with().await, 4401);
        assert!((9..=18).contains(&started.elapsed().as_secs()), "{:?}", started.elapsed());
    }

    async fn expired_token_closes_the_connection_unless_renewed(app: TestApp) {
        let served = app.serve(4).await;
        let ada = served.app.person("ada").await;
        let (mut renewed, mut left) = (Client::of(&served, &ada).await, Client::of(&served, &ada).await);
        tokio::time::sleep(Duration::from_secs(2)).await;
        let again = served.app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_ok();
        renewed.authenticate(again["access_token"].as_str().unwrap()).await;
        assert_eq!(renewed.receive().await, ready());
        assert_eq!(left.closed_with().await, 4401);
        renewed.send(json!({"type": "ping"}).to_string()).await;
        assert_eq!(renewed.receive().await, json!({"type": "pong"}));
        assert_eq!(renewed.closed_with().await, 4401);
        let mut late = Client::connect_unauthenticated(&served).await;
        late.authenticate(&ada.access_token).await;
        assert_eq!(late.closed_with().await, 4401);
    }

    async fn invalid_message_closes_only_its_connection(app: TestApp) {
        let served = app.serve(900).await;
        let ada = served.app.person("ada").await;
        let mut witness = Client::of(&served, &ada).await;
        for garbage in [
            Message::Text("".into()),
            Message::Text("{".into()),
            Message::Text("null".into()),
            Message::Text(r#"{"type": "explode"}"#.into()),
            Message::Text(r#"{"type": "authenticate"}"#.into()),
            Message::Text(r#"{"type": "authenticate", "token": 7}"#.into()),
            Message::Text("[".repeat(8_000).into()),
            Message::Binary(vec![0, 159, 146, 150].into()),
            // A message just above the size limit.
            Message::Text(json!({"type": "authenticate", "token": "x".repeat(8 << 10)}).to_string().into()),
        ] {
            let mut stranger = Client::connect_unauthenticated(&served).await;
            stranger.0.send(garbage.clone()).await.unwrap();
            assert_eq!(stranger.closed_with().await, 4400, "{garbage:?}");
            let mut known = Client::of(&served, &ada).await;
            known.0.send(garbage.clone()).await.unwrap();
            assert_eq!(known.closed_with().await, 4400, "{garbage:?}");
        }
        // Far above the size limit, the connection is reset while the message is still being sent.
        let mut large = Client::of(&served, &ada).await;
        _ = large.0.send(Message::Text("x".repeat(8 << 20).into())).await;
        let ended = timeout(RECEIVE_TIMEOUT, async { while let Some(Ok(_)) = large.0.next().await {} }).await;
        assert!(ended.is_ok());
        served.app.board(&ada, "B").await;
        assert_eq!(witness.receive().await["type"], "changed");
    }

    async fn message_flood_closes_the_connection(app: TestApp) {
        let served = app.serve(900).await;
        let ada = served.app.person("ada").await;
        let mut client = Client::of(&served, &ada).await;
        for _ in 0..100 {
            if client.0.send(Message::Text(json!({"type": "ping"}).to_string().into())).await.is_err() {
                break;
            }
        }
        assert_eq!(client.closed_with().await, 4429);
        let mut client = Client::of(&served, &ada).await;
        for _ in 0..100 {
            _ = client.0.send(Message::Ping(vec![].into())).await;
        }
        assert_eq!(client.closed_with().await, 4429);
    }

    async fn slow_reader_is_closed_without_blocking_others(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card) = (new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let (mut sleeper, mut witness) = (Client::of(&served, &ada).await, Client::of(&served, &ada).await);
        let reading = tokio::spawn(async move {
            let mut last = 0;
            while last < 302 {
                last = witness.receive().await["version"].as_i64().unwrap();
            }
        });
        for number in 0..300 {
            let text = format!("{number}{}", "x".repeat(49_000));
            app.change(&ada, &board, &[json!({"type": "edit_card", "card_id": card, "edit": {"field": "description", "value": text}})]).await;
        }
        timeout(RECEIVE_TIMEOUT, reading).await.expect("other clients receive all messages").unwrap();
        // The client reads what is in the system's buffers and then the close code, or the connection is reset if that
        // was too late.
        let mut bytes = 0;
        let ended = timeout(RECEIVE_TIMEOUT, async {
            loop {
                match sleeper.0.next().await {
                    Some(Ok(Message::Close(frame))) => break frame.map(|frame| u16::from(frame.code)),
                    Some(Ok(message)) => bytes += message.len(),
                    _ => break None,
                }
            }
        }).await.expect("the connection is closed");
        assert!(ended.is_none() || ended == Some(4408), "{ended:?}");
        assert!(bytes < 300 * 49_000, "it was not sent all: {bytes}");
    }

    async fn shutdown_closes_connections_with_1001(app: TestApp) {
        let served = app.serve(900).await;
        let ada = served.app.person("ada").await;
        let (mut known, mut stranger) = (Client::of(&served, &ada).await, Client::connect_unauthenticated(&served).await);
        let closing = { let app = served.app.clone(); tokio::spawn(async move { app.close_live().await }) };
        assert_eq!((known.closed_with().await, stranger.closed_with().await), (1001, 1001));
        timeout(RECEIVE_TIMEOUT, closing).await.expect("closing finishes").unwrap();
        let mut late = Client::connect_unauthenticated(&served).await;
        assert_eq!(late.closed_with().await, 1001);
    }

    async fn non_websocket_request_is_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        app.get("/api/live/", &ada.access_token).await.assert_rejected(405, "method_not_allowed");
        app.post("/api/live/", &ada.access_token, json!({})).await.assert_rejected(405, "method_not_allowed");
    }
}

/// Waits until a server on PostgreSQL listens to the other one and has delivered what that one has announced so far.
pub(crate) async fn await_news(from: &ListeningServer, to: &ListeningServer) {
    let witness = from.app.person("witness").await;
    let mut client = Client::of(to, &witness).await;
    // What is announced together with the first new board may be delivered after it, but before the second one.
    for _ in 0..2 {
        let mut has_arrived = false;
        for _ in 0..50 {
            let board = from.app.board(&witness, "B").await;
            while let Ok(Some(Ok(message))) = timeout(QUIET_PERIOD, client.0.next()).await {
                has_arrived |= message.to_text().unwrap().contains(&board);
            }
            if has_arrived {
                break;
            }
        }
        assert!(has_arrived, "the other server does not receive the announcement");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn servers_on_one_postgres_share_changes() {
    let app = TestApp::on_postgres().await;
    let (here, there) = (app.serve(900).await, app.restart().await.serve(900).await);
    let (ada, eve) = (here.app.person("ada").await, here.app.person("eve").await);
    await_news(&here, &there).await;
    let (mut near, mut far, mut other) =
        (Client::of(&here, &ada).await, Client::of(&there, &ada).await, Client::of(&there, &eve).await);
    let board = here.app.board(&ada, "B").await;
    for client in [&mut near, &mut far] {
        assert_eq!(client.receive().await["board_id"], board.as_str());
    }
    let list = new_id();
    here.app.change(&ada, &board, &[add_list(&list, "l", "80")]).await;
    let replied = Instant::now();
    let message = far.receive().await;
    assert!(replied.elapsed() < Duration::from_millis(200), "{:?}", replied.elapsed());
    assert_eq!(message, near.receive().await, "both clients receive the same message");
    assert_eq!((&message["version"], &message["records"]["lists"][0]["id"]), (&json!(2), &json!(list)));
    // Changes to notes belong to the account.
    here.app.save_note(&ada, &new_id(), None, "Text").await;
    let changed = json!({"type": "notes_changed", "version": 1});
    assert_eq!((near.receive().await, far.receive().await), (changed.clone(), changed));
    // Changes to preferences belong to the account too. The server that handled the request announces them only to
    // other logins.
    here.app.put("/api/preferences/", &ada.access_token, json!({"theme": "light"})).await.assert_ok();
    assert_eq!(far.receive().await, json!({"type": "preferences_changed"}));
    near.assert_silent().await;
    // Announcements in the other direction, after the connection between the servers was interrupted.
    let (_, name) = app.url.rsplit_once('/').unwrap();
    app.execute(&format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND query LIKE 'LISTEN%'"
    ))
    .await;
    assert_eq!(near.receive().await, ready(), "clients are told to fetch the changes they may have missed");
    for client in [&mut far, &mut other] {
        assert_eq!(client.receive().await, ready());
    }
    there.app.change(&ada, &board, &[add_list(&new_id(), "m", "81")]).await;
    assert_eq!((near.receive().await["version"].clone(), far.receive().await["version"].clone()), (json!(3), json!(3)));
    other.assert_silent().await;
    app.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn personal_changes_reach_only_their_author_on_other_servers() {
    let app = TestApp::on_postgres().await;
    let (here, there) = (app.serve(900).await, app.restart().await.serve(900).await);
    let (ada, grace) = (here.app.person("ada").await, here.app.person("grace").await);
    let (board, list) = (here.app.board(&ada, "B").await, new_id());
    here.app.change(&ada, &board, &[add_list(&list, "l", "80")]).await;
    here.app.join(&ada, &board, &grace, "editor").await;
    await_news(&here, &there).await;
    let (mut adas, mut graces) = (Client::of(&there, &ada).await, Client::of(&there, &grace).await);
    let collapse = json!({"type": "edit_list", "list_id": list, "edit": {"field": "collapsed", "value": true}});
    here.app.change(&grace, &board, &[collapse]).await;
    let (of_ada, of_grace) = (adas.receive().await, graces.receive().await);
    assert_eq!(of_ada["version"], of_grace["version"]);
    assert_eq!(
        (&of_ada["records"]["board"], &of_ada["records"]["lists"]),
        (&json!(null), &json!([])),
        "nothing to request"
    );
    assert_eq!(of_grace["records"], json!(null));
    app.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn changes_arrive_although_notifications_fail() {
    let app = TestApp::on_postgres().await;
    let (near, there) = (app.serve(900).await, app.restart().await.serve(900).await);
    let ada = near.app.person("ada").await;
    await_news(&near, &there).await;
    let mut far = Client::of(&there, &ada).await;
    let board = near.app.board(&ada, "B").await;
    assert_eq!(far.receive().await["board_id"], board.as_str());
    app.execute("ALTER FUNCTION pg_catalog.pg_notify(text, text) RENAME TO pg_notify_away").await;
    // A server with new connections, because existing ones have cached the function.
    let here = app.restart().await;
    here.change(&ada, &board, &[add_list(&new_id(), "l", "80")]).await;
    here.change(&ada, &board, &[add_list(&new_id(), "m", "81")]).await;
    // The other server finds the changes in the database.
    let changed = async |far: &mut Client| {
        let mut message = far.receive().await;
        // Heartbeats fail, too, so clients are asked to catch up.
        while message["type"] == "ready" {
            message = far.receive().await;
        }
        assert_eq!(message["board_id"], json!(board));
        let (since, version) = (message["since"].as_i64().unwrap(), message["version"].as_i64().unwrap());
        assert_eq!(message["records"]["lists"].as_array().unwrap().len() as i64, version - since);
        (since, version)
    };
    let mut known = 1;
    while known < 3 {
        let (since, version) = changed(&mut far).await;
        assert!(since <= known, "{since}");
        known = version;
    }
    // Notifications are repeated until they succeed.
    app.execute("ALTER FUNCTION pg_catalog.pg_notify_away(text, text) RENAME TO pg_notify").await;
    while changed(&mut far).await.1 != 3 {}
    app.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn every_write_stores_what_it_announces() {
    let app = TestApp::on_postgres().await;
    app.execute(
        "CREATE TABLE announced (changes TEXT NOT NULL); \
         CREATE RULE log AS ON INSERT TO announcements DO ALSO INSERT INTO announced VALUES (NEW.changes)",
    )
    .await;
    let (ada, grace) = (app.person("ada").await, app.person("grace").await);
    let (board, list, note) = (app.board(&ada, "B").await, new_id(), new_id());
    app.change(&ada, &board, &[add_list(&list, "l", "80")]).await;
    // Neither a rejected op nor one that changes nothing is announced.
    app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&new_id(), &new_id(), "c", "80")]).await;
    app.join(&ada, &board, &grace, "editor").await;
    app.set_role(&ada, &board, &grace.id, "viewer").await.assert_ok();
    app.save_note(&ada, &note, None, "Text").await;
    app.put("/api/preferences/", &ada.access_token, json!({"theme": "light"})).await.assert_ok();
    app.post("/api/inbox/read/", &ada.access_token, json!({"entry_ids": [new_id()], "is_read": true}))
        .await
        .assert_ok();
    app.put("/api/user/", &grace.access_token, json!({"first_name": "Amazing", "last_name": "Grace"}))
        .await
        .assert_ok();
    app.execute(&format!("UPDATE users SET delete_at = 1 WHERE id = '{}'", ada.id)).await;
    app.purge_accounts().await;

    let texts = app.query_column("SELECT changes FROM announced").await;
    let mut announced: Vec<Value> =
        texts.iter().map(|text| serde_json::from_str::<Value>(text).unwrap()[1].take()).collect();
    let (ada, grace, board) = (&ada.id, &grace.id, &board);
    let mut expected = vec![
        json!([[ada, board, 0, 1]]),
        json!([[ada, board, 1, 2]]),
        json!([[grace, null, -2, -2], [grace, board, 2, 3]]),
        json!([[ada, board, 3, 4]]),
        json!([[ada, null, 0, 1]]),
        json!([[ada, null, -1, -1]]),
        json!([[ada, null, -3, -3]]),
        json!([[grace, board, 4, 5]]),
        json!([[grace, null, -2, -2]]),
    ];
    announced.sort_by_key(Value::to_string);
    expected.sort_by_key(Value::to_string);
    assert_eq!(announced, expected);
    let since = Instant::now();
    while app.count("announcements").await > 0 {
        assert!(since.elapsed() < RECEIVE_TIMEOUT, "sent announcements are deleted");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    app.remove().await;
}
