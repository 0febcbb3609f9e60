//! Helpers for boards and ops.

use super::{Person, TestApp, TestResponse, new_id};
use serde_json::{Value, json};

impl TestApp {
    /// Creates a board and returns its id.
    pub(crate) async fn board(&self, person: &Person, name: &str) -> String {
        let id = new_id();
        let body = json!({"name": name, "id": id});
        self.post("/api/boards/create-board/", &person.access_token, body).await.assert_ok();
        id
    }

    /// Invites a person to a board.
    pub(crate) async fn invite(&self, person: &Person, board_id: &str, invitation: Value) -> TestResponse {
        self.post(&format!("/api/boards/{board_id}/invitations/"), &person.access_token, invitation).await
    }

    /// Accepts the invitation with this link.
    pub(crate) async fn accept(&self, person: &Person, link: &str) -> TestResponse {
        let (_, code) = link.rsplit_once('/').unwrap();
        self.post(&format!("/api/invitations/{code}/accept/"), &person.access_token, json!(null)).await
    }

    /// Makes a person a member of a board.
    pub(crate) async fn join(&self, admin: &Person, board_id: &str, person: &Person, role: &str) {
        let invitation = self.invite(admin, board_id, json!({"role": role})).await.assert_ok();
        self.accept(person, invitation["link"].as_str().unwrap()).await.assert_ok();
    }

    /// Sets the role of a member.
    pub(crate) async fn set_role(&self, admin: &Person, board_id: &str, user_id: &str, role: &str) -> TestResponse {
        let path = format!("/api/boards/{board_id}/members/{user_id}/");
        self.put(&path, &admin.access_token, json!({"role": role})).await
    }

    /// Removes a member.
    pub(crate) async fn remove_member(&self, admin: &Person, board_id: &str, user_id: &str) -> TestResponse {
        self.delete(&format!("/api/boards/{board_id}/members/{user_id}/"), &admin.access_token).await
    }

    /// Sends changes as new ops and returns the response.
    pub(crate) async fn change(&self, person: &Person, board_id: &str, changes: &[Value]) -> Value {
        let ops: Vec<Value> = changes.iter().map(|change| op(change.clone())).collect();
        self.send_ops(person, board_id, json!(ops)).await.assert_ok()
    }

    /// Sends ops.
    pub(crate) async fn send_ops(&self, person: &Person, board_id: &str, ops: Value) -> TestResponse {
        self.post(&format!("/api/boards/{board_id}/ops/"), &person.access_token, json!({"ops": ops})).await
    }

    /// Opens a board.
    pub(crate) async fn open_board(&self, person: &Person, address: &str) -> Value {
        self.get(&format!("/api/boards/{address}/"), &person.access_token).await.assert_ok()
    }

    /// Returns the records of a board since a version.
    pub(crate) async fn changes(&self, person: &Person, board_id: &str, since: i64) -> Value {
        self.get(&format!("/api/boards/{board_id}/changes/?since={since}"), &person.access_token).await.assert_ok()
    }
}

/// Makes a new op from a change.
pub(crate) fn op(change: Value) -> Value {
    json!({"id": new_id(), "at": "2026-03-03T12:00:00Z", "change": change})
}

pub(crate) fn add_list(list_id: &str, name: &str, rank: &str) -> Value {
    json!({"type": "add_list", "list_id": list_id, "name": name, "rank": rank})
}

pub(crate) fn add_card(card_id: &str, list_id: &str, title: &str, rank: &str) -> Value {
    json!({"type": "add_card", "card_id": card_id, "list_id": list_id, "rank": rank, "title": title})
}

/// Returns the statuses of a batch's results, with the codes of rejected ops.
pub(crate) fn statuses(response: &Value) -> Vec<&str> {
    response["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["code"].as_str().or(result["status"].as_str()).unwrap())
        .collect()
}
