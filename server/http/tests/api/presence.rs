//! Presence over real sockets: who has a board open, and what they are editing.

use crate::live::Client;
use crate::support::{ListeningServer, Person, TestApp, new_id, on_both_engines};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A board of Ada's and Grace's.
struct Shared {
    ada: Person,
    grace: Person,
    board: String,
}

impl Shared {
    async fn new(app: &TestApp) -> Self {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "Launch").await;
        let grace = app.person("grace").await;
        app.join(&ada, &board, &grace, "editor").await;
        Self { ada, grace, board }
    }

    fn position(&self, editing: &Value) -> String {
        json!({"type": "presence", "board_id": self.board, "editing": editing}).to_string()
    }

    /// Connects and opens the board. Returns the connection and who else has the board open.
    async fn open(&self, served: &ListeningServer, person: &Person) -> (Client, Value) {
        let mut client = Client::of(served, person).await;
        client.send(self.position(&Value::Null)).await;
        let message = presence(&mut client).await;
        assert_eq!(
            message,
            json!({"type": "presence", "board_id": self.board, "is_complete": true, "present": message["present"], "absent": []})
        );
        (client, message["present"].clone())
    }
}

/// Returns the next message about presence.
async fn presence(client: &mut Client) -> Value {
    loop {
        let message = client.receive().await;
        if message["type"] == "presence" {
            return message;
        }
    }
}

/// Returns who is present and who is absent according to the next message about presence.
async fn changes(client: &mut Client) -> (Value, Value) {
    let message = presence(client).await;
    assert_eq!(message["is_complete"], false);
    (message["present"].clone(), message["absent"].clone())
}

fn present(person: &Person, editing: &Value) -> Value {
    json!([{"user_id": person.id, "editing": editing}])
}

on_both_engines! {
    async fn members_see_who_has_the_board_open_and_what_they_edit(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        let eve = app.person("eve").await;
        let (mut adas, others) = shared.open(&served, &shared.ada).await;
        assert_eq!(others, json!([]));
        let mut elsewhere = Client::of(&served, &shared.ada).await;
        let mut eves = Client::of(&served, &eve).await;
        let title = json!({"card_id": new_id(), "field": "title"});
        eves.send(shared.position(&title)).await;
        let (mut graces, others) = shared.open(&served, &shared.grace).await;
        assert_eq!(others, present(&shared.ada, &Value::Null));
        assert_eq!(changes(&mut adas).await, (present(&shared.grace, &Value::Null), json!([])));

        let started = Instant::now();
        graces.send(shared.position(&title)).await;
        assert_eq!(changes(&mut adas).await, (present(&shared.grace, &title), json!([])));
        assert!(started.elapsed() < Duration::from_millis(200), "{:?}", started.elapsed());
        graces.send(shared.position(&title)).await;

        // Another tab of Grace's: she still counts once, with the field that she edits.
        let (mut tab, others) = shared.open(&served, &shared.grace).await;
        assert_eq!(others, present(&shared.ada, &Value::Null));
        let comment = json!({"card_id": new_id(), "field": "comment"});
        tab.send(shared.position(&comment)).await;
        assert_eq!(changes(&mut adas).await, (present(&shared.grace, &comment), json!([])));
        drop(tab);
        assert_eq!(changes(&mut adas).await, (present(&shared.grace, &title), json!([])));
        graces.send(json!({"type": "presence", "board_id": null, "editing": null}).to_string()).await;
        assert_eq!(changes(&mut adas).await, (json!([]), json!([shared.grace.id])));
        let (_graces, _) = shared.open(&served, &shared.grace).await;
        assert_eq!(changes(&mut adas).await, (present(&shared.grace, &Value::Null), json!([])));
        drop(_graces);
        assert_eq!(changes(&mut adas).await, (json!([]), json!([shared.grace.id])), "the tab was closed");
        for client in [&mut adas, &mut graces, &mut elsewhere, &mut eves] {
            client.assert_silent().await;
        }
    }

    async fn list_of_boards_names_the_other_members_who_have_each_open(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        app.board(&shared.ada, "Other").await;
        let present = async |person: &Person| {
            let boards = app.get("/api/boards/get-boards/", &person.access_token).await.assert_ok();
            boards.as_array().unwrap().iter().map(|listed| (listed["name"].clone(), listed["present_ids"].clone())).collect::<Vec<_>>()
        };
        let (mut adas, _) = shared.open(&served, &shared.ada).await;
        let (mut graces, _) = shared.open(&served, &shared.grace).await;
        changes(&mut adas).await;
        let nobody = json!([]);
        assert_eq!(present(&shared.ada).await, [(json!("Launch"), json!([shared.grace.id])), (json!("Other"), nobody.clone())]);
        assert_eq!(present(&shared.grace).await, [(json!("Launch"), json!([shared.ada.id]))]);
        graces.send(json!({"type": "presence", "board_id": null, "editing": null}).to_string()).await;
        changes(&mut adas).await;
        assert_eq!(present(&shared.ada).await[0].1, nobody, "the board was closed");
        app.remove_member(&shared.ada, &shared.board, &shared.grace.id).await.assert_ok();
        assert_eq!(present(&shared.grace).await, []);
    }

    async fn removed_member_disappears_and_sees_nobody(app: TestApp) {
        let served = app.serve(900).await;
        let app = &served.app;
        let shared = Shared::new(app).await;
        let (mut adas, _) = shared.open(&served, &shared.ada).await;
        let (mut graces, _) = shared.open(&served, &shared.grace).await;
        changes(&mut adas).await;
        app.remove_member(&shared.ada, &shared.board, &shared.grace.id).await.assert_ok();
        assert_eq!(changes(&mut adas).await, (json!([]), json!([shared.grace.id])));
        assert_eq!(adas.receive().await["type"], "changed");
        assert_eq!(graces.closed_with().await, 4409);
        let mut graces = Client::of(&served, &shared.grace).await;
        graces.send(shared.position(&Value::Null)).await;
        adas.send(shared.position(&json!({"card_id": new_id(), "field": "description"}))).await;
        graces.assert_silent().await;
        adas.assert_silent().await;
    }

    async fn messages_about_presence_are_checked_and_limited(app: TestApp) {
        let served = app.serve(900).await;
        let shared = Shared::new(&served.app).await;
        for message in [
            json!({"type": "presence", "board_id": "nonsense", "editing": null}),
            json!({"type": "presence", "board_id": 7, "editing": null}),
            json!({"type": "presence", "board_id": shared.board, "editing": {"card_id": new_id(), "field": "due_date"}}),
            json!({"type": "presence", "board_id": shared.board, "editing": {"field": "title"}}),
        ] {
            let mut client = Client::of(&served, &shared.ada).await;
            client.send(message.to_string()).await;
            assert_eq!(client.closed_with().await, 4400, "{message}");
        }
        let mut stranger = Client::connect_unauthenticated(&served).await;
        stranger.send(shared.position(&Value::Null)).await;
        assert_eq!(stranger.closed_with().await, 4401);

        let (mut adas, _) = shared.open(&served, &shared.ada).await;
        let (mut graces, _) = shared.open(&served, &shared.grace).await;
        changes(&mut adas).await;
        let mut last = Value::Null;
        for _ in 0..50 {
            last = json!({"card_id": new_id(), "field": "title"});
            graces.send(shared.position(&last)).await;
        }
        while changes(&mut adas).await.0 != present(&shared.grace, &last) {}
        graces.send(json!({"type": "ping"}).to_string()).await;
        assert_eq!(graces.receive().await, json!({"type": "pong"}), "as many as a client sends are accepted");
        for _ in 0..60 {
            graces.send(shared.position(&Value::Null)).await;
        }
        assert_eq!(graces.closed_with().await, 4429);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn servers_on_one_postgres_share_presence() {
    let app = TestApp::on_postgres().await;
    let near = app.serve(900).await;
    let shared = Shared::new(&near.app).await;
    let (mut adas, _) = shared.open(&near, &shared.ada).await;
    // A server that starts later asks the others who is there.
    let far = app.restart().await.serve(900).await;
    let (mut graces, others) = shared.open(&far, &shared.grace).await;
    assert_eq!(changes(&mut adas).await, (present(&shared.grace, &Value::Null), json!([])));
    if others == json!([]) {
        assert_eq!(changes(&mut graces).await, (present(&shared.ada, &Value::Null), json!([])));
    }
    let title = json!({"card_id": new_id(), "field": "title"});
    let started = Instant::now();
    graces.send(shared.position(&title)).await;
    assert_eq!(changes(&mut adas).await, (present(&shared.grace, &title), json!([])));
    assert!(started.elapsed() < Duration::from_millis(300), "{:?}", started.elapsed());
    // A member who is on both servers is present until the last tab is closed.
    let (tab, others) = shared.open(&near, &shared.grace).await;
    assert_eq!(others, present(&shared.ada, &Value::Null));
    drop(graces);
    assert_eq!(changes(&mut adas).await, (present(&shared.grace, &Value::Null), json!([])));
    drop(tab);
    assert_eq!(changes(&mut adas).await, (json!([]), json!([shared.grace.id])));

    let (mut graces, _) = shared.open(&far, &shared.grace).await;
    assert_eq!(changes(&mut adas).await, (present(&shared.grace, &Value::Null), json!([])));
    near.app.remove_member(&shared.ada, &shared.board, &shared.grace.id).await.assert_ok();
    assert_eq!(changes(&mut adas).await, (json!([]), json!([shared.grace.id])));
    assert_eq!(graces.closed_with().await, 4409);
    app.remove().await;
}
