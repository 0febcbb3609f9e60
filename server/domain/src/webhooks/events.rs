//! The events of a change. They are saved as deliveries in its transaction, so none is lost and none is sent of a change that was
//! rolled back.

use crate::error::DomainError;
use core_wasm::board::reduce::{Applied, Record};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, Card, FocusSession, List, SessionKind};
use core_wasm::protocol::sharing::MAX_MEMBERS;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::webhook::{
    MAX_WEBHOOKS, WebhookBoard, WebhookData, WebhookEvent, WebhookList, WebhookPayload, WebhookRecord,
};
use std::collections::{BTreeMap, BTreeSet};
use twentyfour_model::Owner;
use twentyfour_model::token::random_bytes;
use twentyfour_store::webhooks::{self, NewDelivery, Subscription, WebhookKey};
use twentyfour_store::{Connection, json};

/// The maximum number of deliveries of a webhook that wait. Further events are dropped.
const MAX_WAITING: i64 = 1_000;

/// The maximum number of deliveries of one change, such as a batch of ops on a board. The deliveries of later events of the change
/// are dropped. One event reaches all webhooks of a board that is full, also if it moves to another one.
const MAX_PER_CHANGE: usize = 2 * MAX_MEMBERS * MAX_WEBHOOKS;

/// The number of deliveries that are saved at once. Each has a copy of its body, so all of a large batch need too much memory.
const DELIVERIES_PER_STEP: usize = 64;

/// An event.
#[derive(Clone)]
pub(crate) struct Event {
    kind: WebhookEvent,
    actor_id: Id,
    board_id: Option<Id>,
    board_version: Option<i64>,
    record: WebhookRecord,
}

impl Event {
    fn of_board(kind: WebhookEvent, actor_id: Id, board_id: Id, version: i64, record: WebhookRecord) -> Self {
        Self { kind, actor_id, board_id: Some(board_id), board_version: Some(version), record }
    }
}

/// Returns the events of an op, which makes this version of a board. What only one member sees has none.
pub(crate) fn of_op(actor_id: Id, board_id: Id, version: i64, applied: &Applied) -> Vec<Event> {
    let events = applied.changed.iter().filter_map(|record| of_record(record, &applied.before));
    events.map(|(kind, record)| Event::of_board(kind, actor_id, board_id, version, record)).collect()
}

fn of_record(record: &Record, before: &[Record]) -> Option<(WebhookEvent, WebhookRecord)> {
    match record {
        Record::Board(after) => {
            let before = before.iter().find_map(|record| match record {
                Record::Board(board) => Some(&**board),
                _ => None,
            })?;
            let record = WebhookRecord::Board(WebhookBoard::from(&**after));
            (record != WebhookRecord::Board(WebhookBoard::from(before))).then(|| (board_event(before, after), record))
        }
        Record::List(after) => {
            let before = before.iter().find_map(|record| match record {
                Record::List(list) if list.id == after.id => Some(list),
                _ => None,
            });
            let record = WebhookRecord::List(WebhookList::from(after));
            let is_unchanged = before.is_some_and(|list| WebhookRecord::List(WebhookList::from(list)) == record);
            (!is_unchanged).then(|| (list_event(before, after), record))
        }
        Record::Card(after) => {
            let before = before.iter().find_map(|record| match record {
                Record::Card(card) if card.id == after.id => Some(&**card),
                _ => None,
            });
            Some((card_event(before, after), WebhookRecord::card(after)))
        }
        Record::Item(after) => {
            let before = before.iter().find_map(|record| match record {
                Record::Item(item) if item.id == after.id => Some(item.trashed_at),
                _ => None,
            });
            let kind = match (before, after.trashed_at) {
                (None, _) => WebhookEvent::CommentCreated,
                (Some(None), Some(_)) => WebhookEvent::CommentDeleted,
                _ => WebhookEvent::CommentUpdated,
            };
            Some((kind, WebhookRecord::comment(after)?))
        }
    }
}

fn board_event(before: &Board, after: &Board) -> WebhookEvent {
    match (before.trashed_at, after.trashed_at) {
        (None, Some(_)) => WebhookEvent::BoardDeleted,
        _ => WebhookEvent::BoardUpdated,
    }
}

fn list_event(before: Option<&List>, after: &List) -> WebhookEvent {
    match (before.map(|list| list.trashed_at), after.trashed_at) {
        (None, _) => WebhookEvent::ListCreated,
        (Some(None), Some(_)) => WebhookEvent::ListDeleted,
        _ => WebhookEvent::ListUpdated,
    }
}

fn card_event(before: Option<&Card>, after: &Card) -> WebhookEvent {
    match before {
        None => WebhookEvent::CardCreated,
        Some(before) if before.trashed_at.is_none() && after.trashed_at.is_some() => WebhookEvent::CardDeleted,
        Some(before) if before.completed_at.is_none() && after.completed_at.is_some() => WebhookEvent::CardCompleted,
        Some(before) if before.list_id != after.list_id => WebhookEvent::CardMoved,
        Some(_) => WebhookEvent::CardUpdated,
    }
}

/// Returns the event of a new board.
pub(crate) fn of_board(actor_id: Id, board: &Board, version: i64) -> Event {
    let record = WebhookRecord::Board(WebhookBoard::from(board));
    Event::of_board(WebhookEvent::BoardCreated, actor_id, board.id, version, record)
}

/// Returns the events of lists and cards that left a board, or came to it, which makes this version of it.
pub(crate) fn of_moved<'a>(
    actor_id: Id,
    board_id: Id,
    version: i64,
    has_left: bool,
    lists: impl Iterator<Item = &'a List>,
    cards: impl Iterator<Item = &'a Card>,
) -> Vec<Event> {
    let (list_event, card_event) = match has_left {
        true => (WebhookEvent::ListDeleted, WebhookEvent::CardDeleted),
        false => (WebhookEvent::ListCreated, WebhookEvent::CardCreated),
    };
    // What is in the trash was deleted before.
    let (lists, cards) =
        (lists.filter(|list| list.trashed_at.is_none()), cards.filter(|card| card.trashed_at.is_none()));
    let lists = lists.map(|list| (list_event, WebhookRecord::List(WebhookList::from(list))));
    let cards = cards.map(|card| (card_event, WebhookRecord::card(card)));
    lists.chain(cards).map(|(kind, record)| Event::of_board(kind, actor_id, board_id, version, record)).collect()
}

/// Returns the event of a change to a focus session, or `None` for a break.
pub(crate) fn of_session(owner: Owner, before: Option<&FocusSession>, after: &FocusSession) -> Option<Event> {
    let kind = match before.filter(|before| !before.is_deleted) {
        None if after.is_deleted => return None,
        None => WebhookEvent::FocusSessionCreated,
        Some(_) if after.is_deleted => WebhookEvent::FocusSessionDeleted,
        Some(_) => WebhookEvent::FocusSessionUpdated,
    };
    (after.kind == SessionKind::Focus).then(|| Event {
        kind,
        actor_id: owner.id(),
        board_id: after.board_id,
        board_version: None,
        record: WebhookRecord::FocusSession(after.clone()),
    })
}

/// Adds the events of some boards to the deliveries of their members' webhooks, in the caller's transaction.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn save(connection: &mut Connection, events: &[Event], now: Timestamp) -> Result<(), DomainError> {
    let board_ids: BTreeSet<Id> = events.iter().filter_map(|event| event.board_id).collect();
    if board_ids.is_empty() {
        return Ok(());
    }
    let subscriptions = webhooks::of_boards(connection, &board_ids).await?;
    add(connection, events, subscriptions, now).await
}

/// Adds an event to the deliveries of an account's own webhooks, in the caller's transaction.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn save_of_account(
    connection: &mut Connection,
    owner: Owner,
    event: Option<Event>,
    now: Timestamp,
) -> Result<(), DomainError> {
    let Some(event) = event else { return Ok(()) };
    let subscriptions = webhooks::of_account(connection, owner).await?;
    add(connection, &[event], subscriptions, now).await
}

async fn add(
    connection: &mut Connection,
    events: &[Event],
    mut subscriptions: Vec<Subscription>,
    now: Timestamp,
) -> Result<(), DomainError> {
    let (mut deliveries, mut count, mut dropped) = (Vec::new(), 0, BTreeSet::new());
    // A webhook has one subscription per board, and the order of its events is that of all of them.
    let mut latest_ids: BTreeMap<WebhookKey, Id> = BTreeMap::new();
    for event in events {
        let mut body = None;
        for subscription in &mut subscriptions {
            if !wants(subscription, event) {
                continue;
            }
            if subscription.waiting >= MAX_WAITING || count == MAX_PER_CHANGE {
                dropped.insert(subscription.key);
                continue;
            }
            subscription.waiting += 1;
            count += 1;
            let latest = latest_ids.get(&subscription.key).copied().or(subscription.latest_id);
            let id = delivery_id(latest, now);
            latest_ids.insert(subscription.key, id);
            let body = body.get_or_insert_with(|| body_of(event, now)).clone();
            deliveries.push(NewDelivery { key: subscription.key, id, event: event.kind, body });
            if deliveries.len() == DELIVERIES_PER_STEP {
                webhooks::add_deliveries(connection, std::mem::take(&mut deliveries), now).await?;
            }
        }
    }
    webhooks::add_deliveries(connection, deliveries, now).await?;
    Ok(webhooks::record_dropped(connection, dropped, now).await?)
}

fn body_of(event: &Event, now: Timestamp) -> String {
    let Event { kind, actor_id, board_id, board_version, record } = event.clone();
    json(&WebhookPayload {
        event: kind,
        timestamp: now,
        data: WebhookData { board_id, board_version, actor_id, record },
    })
}

fn wants(subscription: &Subscription, event: &Event) -> bool {
    // Subscriptions of an account are not read for a board.
    (subscription.board_id.is_none() || subscription.board_id == event.board_id)
        && subscription.events.contains(&event.kind)
        && subscription.board_ids.as_ref().is_none_or(|ids| event.board_id.is_some_and(|id| ids.contains(&id)))
}

/// Returns the id of a delivery, which sorts after the earlier ones of its webhook, so that they are sent in their order.
fn delivery_id(latest: Option<Id>, now: Timestamp) -> Id {
    let random = random_bytes();
    let id = Id::from_parts(now.millis().unsigned_abs(), &random);
    match latest {
        Some(latest) if latest >= id => latest.next_after(&random),
        _ => id,
    }
}
