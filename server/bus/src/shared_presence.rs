//! Presence between servers, on a topic of its own. Each server announces what changes on it, and all of it periodically, so
//! that the members on a server that was killed disappear.

use super::hub::Hub;
use super::presence::{BoardMember, MemberState};
use super::transport::{Received, Topic, Transport};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::presence::EditedField;
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, sleep};
use twentyfour_store::{Database, json};

/// The maximum number of members in one notification. A text has less than 8,000 bytes, and a member takes at most 170.
const MAX_MEMBERS_PER_NOTIFICATION: usize = 45;

/// How long changes are collected after a notification.
const BATCH_INTERVAL: Duration = Duration::from_millis(50);

/// How often a server announces everyone again.
const REFRESH_INTERVAL: Duration = Duration::from_secs(30);

/// How long an announcement of another server counts.
const ANNOUNCEMENT_TTL: Duration = Duration::from_secs(90);

/// A member as sent between servers: the board, the account, whether they have the board open, and the field that they
/// are editing. Servers of other releases read it, so it cannot change.
type WireMember = (Id, Id, bool, Option<EditedField>);

/// A notification: the id of the sending server, and members. An empty list asks the other servers to announce everyone.
type Notification = (Id, Vec<WireMember>);

/// Starts sending and receiving in background tasks, until the database is closed.
pub(super) fn start(server_id: Id, database: &Database, hub: &Arc<Hub>, transport: &Arc<dyn Transport>) {
    hub.track_presence_changes();
    tokio::spawn(run_sender(server_id, database.clone(), hub.clone(), transport.clone()));
    tokio::spawn(run_receiver(server_id, database.clone(), hub.clone(), transport.clone()));
}

/// Announces what changes on this server. A failed announcement is not repeated: the next refresh contains it.
async fn run_sender(server_id: Id, database: Database, hub: Arc<Hub>, transport: Arc<dyn Transport>) {
    let mut refreshes = interval(REFRESH_INTERVAL);
    refreshes.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !database.is_closed() {
        let closed = database.closed();
        let members = tokio::select! {
            () = closed => return,
            members = hub.next_presence_changes() => members,
            _ = refreshes.tick() => {
                hub.expire_announced_presence(ANNOUNCEMENT_TTL);
                hub.local_presence()
            }
        };
        for members in members.chunks(MAX_MEMBERS_PER_NOTIFICATION) {
            if !transport.has_peers() {
                break;
            }
            if let Err(error) = transport.publish(Topic::Presence, encode_notification(server_id, members)).await {
                tracing::warn!(%error, next_in = ?REFRESH_INTERVAL, "cannot announce presence to other servers");
                break;
            }
        }
        sleep(BATCH_INTERVAL).await;
    }
}

fn encode_notification(server_id: Id, members: &[(BoardMember, MemberState)]) -> String {
    let members = members.iter().map(|(BoardMember { board_id, account_id }, state)| match *state {
        MemberState::Absent => (*board_id, *account_id, false, None),
        MemberState::Present { editing } => (*board_id, *account_id, true, editing),
    });
    let notification: Notification = (server_id, members.collect());
    json(&notification)
}

/// Receives announcements. Whenever the subscription begins, the other servers are asked to announce everyone.
async fn run_receiver(server_id: Id, database: Database, hub: Arc<Hub>, transport: Arc<dyn Transport>) {
    let mut announced = transport.subscribe(Topic::Presence);
    loop {
        let received = tokio::select! {
            () = database.closed() => return,
            received = announced.next() => received,
        };
        match received {
            Some(Received::Text(text)) => on_notification(server_id, &text, &hub),
            Some(Received::Started | Received::Gap) => {
                if let Err(error) = transport.publish(Topic::Presence, encode_notification(server_id, &[])).await {
                    tracing::warn!(%error, next_in = ?REFRESH_INTERVAL, "cannot ask other servers for presence");
                }
            }
            // Members of other servers stay until they expire.
            Some(Received::Lost) => {}
            None => return,
        }
    }
}

fn on_notification(server_id: Id, payload: &str, hub: &Hub) {
    match serde_json::from_str::<Notification>(payload) {
        Ok((from, _)) if from == server_id => {}
        Ok((_, members)) if members.is_empty() => hub.announce_all_presence(),
        Ok((from, members)) => {
            for (board_id, account_id, is_present, editing) in members {
                let state = if is_present { MemberState::Present { editing } } else { MemberState::Absent };
                hub.set_announced_presence(from, BoardMember { board_id, account_id }, state);
            }
        }
        Err(error) => tracing::warn!(%error, "ignored an unreadable notification"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::transport::MAX_TEXT_BYTES;
    use super::*;
    use core_wasm::protocol::presence::CardField;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    #[test]
    fn largest_notification_fits_into_8000_bytes() {
        let editing = Some(EditedField { card_id: id(3), field: CardField::Description });
        let member = (BoardMember { board_id: id(1), account_id: id(2) }, MemberState::Present { editing });
        assert!(encode_notification(id(7), &[member; MAX_MEMBERS_PER_NOTIFICATION]).len() <= MAX_TEXT_BYTES);
    }

    #[test]
    fn notification_is_an_array_that_other_releases_read() {
        let member = BoardMember { board_id: id(1), account_id: id(2) };
        let editing = Some(EditedField { card_id: id(3), field: CardField::Title });
        let states = [(member, MemberState::Present { editing }), (member, MemberState::Absent)];
        let expected = format!(
            r#"["{}",[["{1}","{2}",true,{{"card_id":"{3}","field":"title"}}],["{1}","{2}",false,null]]]"#,
            id(7),
            id(1),
            id(2),
            id(3)
        );
        assert_eq!(encode_notification(id(7), &states), expected);
    }
}
