//! Webhooks: the addresses to which the server sends events of an account's boards, by the specification Standard Webhooks.

use super::id::Id;
use super::rank::Rank;
use super::record::{Board, Card, FocusSession, Item, ItemContent, List, Reaction};
use super::text::{BoardName, Color, Description, Image, ListName, Slug};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The maximum number of webhooks of an account.
pub const MAX_WEBHOOKS: usize = 20;

/// The maximum number of boards that a webhook names.
pub const MAX_WEBHOOK_BOARDS: usize = 500;

/// The maximum number of characters of a description and of a comment in an event.
const MAX_TEXT_CHARS: usize = 2_000;

/// An event that a webhook can receive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum WebhookEvent {
    /// A board was created.
    #[serde(rename = "board.created")]
    BoardCreated,
    /// A board was changed, or was restored from the trash.
    #[serde(rename = "board.updated")]
    BoardUpdated,
    /// A board was moved to the trash.
    #[serde(rename = "board.deleted")]
    BoardDeleted,
    /// A list was added.
    #[serde(rename = "list.created")]
    ListCreated,
    /// A list was changed or moved, or was restored from the trash.
    #[serde(rename = "list.updated")]
    ListUpdated,
    /// A list was moved to the trash or to another board.
    #[serde(rename = "list.deleted")]
    ListDeleted,
    /// A card was added.
    #[serde(rename = "card.created")]
    CardCreated,
    /// A card was changed, or was restored from the trash.
    #[serde(rename = "card.updated")]
    CardUpdated,
    /// A card was moved to another list of its board.
    #[serde(rename = "card.moved")]
    CardMoved,
    /// A card was completed.
    #[serde(rename = "card.completed")]
    CardCompleted,
    /// A card was moved to the trash or to another board.
    #[serde(rename = "card.deleted")]
    CardDeleted,
    /// A comment was added.
    #[serde(rename = "comment.created")]
    CommentCreated,
    /// A comment was edited, got a reaction, or was restored.
    #[serde(rename = "comment.updated")]
    CommentUpdated,
    /// A comment was deleted.
    #[serde(rename = "comment.deleted")]
    CommentDeleted,
    /// A focus session of the account was recorded.
    #[serde(rename = "focus_session.created")]
    FocusSessionCreated,
    /// A focus session of the account was changed.
    #[serde(rename = "focus_session.updated")]
    FocusSessionUpdated,
    /// A focus session of the account was deleted.
    #[serde(rename = "focus_session.deleted")]
    FocusSessionDeleted,
}

/// Why a webhook receives nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookDisabled {
    /// Its owner turned it off.
    ByOwner,
    /// Every attempt of at least three days has failed, and after these three days the attempts of two events, or all attempts of
    /// one event for 24 hours.
    Failing,
    /// The address responded with the status 410 (Gone).
    Gone,
    /// All logins of the account have ended, for example because its password was reset or it was logged out everywhere. Turning
    /// it on needs the password.
    LoginsEnded,
}

/// A webhook, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Webhook {
    /// Its id.
    pub id: Id,
    /// The address that receives the events.
    pub url: String,
    /// The events that it receives.
    pub events: Vec<WebhookEvent>,
    /// The boards whose events it receives; null for all boards of the account.
    pub board_ids: Option<Vec<Id>>,
    /// Why it is off; null while it is on.
    pub disabled: Option<WebhookDisabled>,
    /// When events were last dropped because there were too many, to the minute; null if never.
    pub dropped_at: Option<Timestamp>,
    /// Until when the secret before the last rotation signs, too; null if there is none.
    pub earlier_secret_until: Option<Timestamp>,
    /// When it was added.
    pub created_at: Timestamp,
}

/// The body of `POST /webhooks/` and `PUT /webhooks/{webhook}/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookRequest {
    /// A public https address of at most 2,000 characters.
    pub url: String,
    /// The events, at least one.
    pub events: Vec<WebhookEvent>,
    /// The boards, 1 to 500; null for all boards of the account.
    #[serde(default)]
    pub board_ids: Option<Vec<Id>>,
    /// Whether it receives events. By default, it does.
    #[serde(default = "enabled")]
    pub is_enabled: bool,
    /// The account's password; empty if it has none. It is needed to add a webhook, to change its address, and to turn it on after
    /// all logins have ended.
    #[serde(default)]
    pub password: String,
}

fn enabled() -> bool {
    true
}

/// The response to `GET /webhooks/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhooksResponse {
    /// The webhooks, the oldest first.
    pub webhooks: Vec<Webhook>,
}

/// The response to `PUT /webhooks/{webhook}/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookResponse {
    /// The webhook.
    pub webhook: Webhook,
}

/// The body of `POST /webhooks/{webhook}/rotate-secret/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RotateWebhookSecretRequest {
    /// The account's password; empty if it has none.
    pub password: String,
}

/// The response with a new secret, which is not shown again.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookSecretResponse {
    /// The webhook.
    pub webhook: Webhook,
    /// The secret that verifies signatures: `whsec_` and 32 bytes in Base64.
    pub secret: String,
}

/// Why an attempt got no response.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookError {
    /// The address leads to a network that is not public.
    NotPublic,
    /// There was no response within 15 seconds.
    TimedOut,
    /// There is no such host, no connection, or no HTTP.
    Unreachable,
}

/// An attempt to deliver an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookAttempt {
    /// When it began.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub duration_ms: i64,
    /// The status of the response; null if there was none.
    pub status: Option<u16>,
    /// Why there was no response; null if there was one.
    pub error: Option<WebhookError>,
}

/// The state of a delivery.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookDeliveryState {
    /// There will be another attempt.
    Waiting,
    /// The address has accepted it.
    Delivered,
    /// All attempts have failed.
    Failed,
}

/// An event that was sent to a webhook, or will be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookDelivery {
    /// Its id, which is also the header `webhook-id`.
    pub id: Id,
    /// The event.
    pub event: WebhookEvent,
    /// When the event happened.
    pub created_at: Timestamp,
    /// Its state.
    pub state: WebhookDeliveryState,
    /// When the next attempt begins; null if there is none.
    pub next_attempt_at: Option<Timestamp>,
    /// The latest 20 attempts, the first one first.
    pub attempts: Vec<WebhookAttempt>,
    /// The first 1,024 bytes of the latest response; null if there was none.
    pub response: Option<String>,
}

/// The response to `GET /webhooks/{webhook}/deliveries/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookDeliveriesResponse {
    /// The latest 100 deliveries, the latest first.
    pub deliveries: Vec<WebhookDelivery>,
}

/// The body that a webhook receives.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookPayload {
    /// The event.
    #[serde(rename = "type")]
    pub event: WebhookEvent,
    /// When it happened.
    pub timestamp: Timestamp,
    /// What it is about.
    pub data: WebhookData,
}

/// What an event is about.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookData {
    /// The board; null for a focus session without one.
    pub board_id: Option<Id>,
    /// The version of the board after the change, which orders the events of a board; null for focus sessions.
    pub board_version: Option<i64>,
    /// The account that made the change.
    pub actor_id: Id,
    /// The record.
    #[serde(flatten)]
    pub record: WebhookRecord,
}

/// The record of an event as it is after the change, with the fields that all members of the board see.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookRecord {
    /// A board.
    Board(WebhookBoard),
    /// A list.
    List(WebhookList),
    /// A card. Its description is shortened to 2,000 characters.
    Card(Box<Card>),
    /// A comment. Its text is shortened to 2,000 characters.
    Comment(WebhookComment),
    /// A focus session.
    FocusSession(FocusSession),
}

/// A board in an event.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookBoard {
    /// Its id.
    pub id: Id,
    /// The readable part of its URL.
    pub slug: Slug,
    /// Its name.
    pub name: BoardName,
    /// What it is for, shortened to 2,000 characters.
    pub description: Description,
    /// Its color; null for none.
    pub color: Option<Color>,
    /// Its background picture; null for the default.
    pub image: Option<Image>,
    /// Whether it is a template.
    pub is_template: bool,
    /// When it was moved to the trash; null if it is not there.
    pub trashed_at: Option<Timestamp>,
}

impl From<&Board> for WebhookBoard {
    fn from(board: &Board) -> Self {
        Self {
            id: board.id,
            slug: board.slug.clone(),
            name: board.name.clone(),
            description: shortened(&board.description),
            color: board.color.clone(),
            image: board.image.clone(),
            is_template: board.is_template,
            trashed_at: board.trashed_at,
        }
    }
}

/// A list in an event.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookList {
    /// Its id.
    pub id: Id,
    /// Its name; may be empty.
    pub name: ListName,
    /// Its position among the lists of its board.
    pub rank: Rank,
    /// When it was moved to the trash; null if it is not there.
    pub trashed_at: Option<Timestamp>,
}

impl From<&List> for WebhookList {
    fn from(list: &List) -> Self {
        Self { id: list.id, name: list.name.clone(), rank: list.rank.clone(), trashed_at: list.trashed_at }
    }
}

/// A comment in an event.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookComment {
    /// Its id.
    pub id: Id,
    /// The card that it is on.
    pub card_id: Id,
    /// Who wrote it; null if a guest did.
    pub author_id: Option<Id>,
    /// Its text as Markdown.
    pub text: String,
    /// The reactions to it.
    pub reactions: Vec<Reaction>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was last edited; null if never.
    pub edited_at: Option<Timestamp>,
    /// When it was deleted; null if it was not.
    pub trashed_at: Option<Timestamp>,
}

impl WebhookRecord {
    /// Returns the record of a card.
    pub fn card(card: &Card) -> Self {
        Self::Card(Box::new(Card { description: shortened(&card.description), ..card.clone() }))
    }

    /// Returns the record of a comment, or `None` for other items: members do not see each other's reminders.
    pub fn comment(item: &Item) -> Option<Self> {
        let ItemContent::Comment { text, reactions } = &item.content else { return None };
        Some(Self::Comment(WebhookComment {
            id: item.id,
            card_id: item.card_id,
            author_id: item.author_id,
            text: text.as_str().chars().take(MAX_TEXT_CHARS).collect(),
            reactions: reactions.clone(),
            created_at: item.created_at,
            edited_at: item.edited_at,
            trashed_at: item.trashed_at,
        }))
    }
}

fn shortened(description: &Description) -> Description {
    let text: String = description.as_str().chars().take(MAX_TEXT_CHARS).collect();
    Description::parse(&text).unwrap_or_else(|_| description.clone())
}
