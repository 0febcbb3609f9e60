//! `/live/`: the WebSocket for live updates.

use crate::App;
use crate::error::ApiError;
use crate::extract::ClientAddress;
use crate::rejections::{self, RejectionReason};
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::{LiveMessage, LiveRequest, MAX_REQUEST_BYTES, close};
use core_wasm::protocol::time::Timestamp;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, sleep_until, timeout};
use tracing::{Instrument, Span};
use twentyfour_bus::READY;
use twentyfour_bus::hub::{ConnectionGuard, Queue, StopReason, Subscription};
use twentyfour_domain::tokens::AccessClaims;
use twentyfour_domain::{boards, logins};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a client may take to authenticate.
const AUTHENTICATION_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client that authenticates may wait for a database that is unavailable. Shorter than its own timeout of 10
/// seconds: it would wait for its next attempt after that, however soon the database is back.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(6);

/// The pause between two attempts to use the database.
const DATABASE_RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// The maximum number of messages in a window. Clients send a ping every 25 seconds.
const MAX_MESSAGES: u32 = 30;
/// The maximum number of messages about presence in a window. Clients send at most 50.
const MAX_PRESENCE_MESSAGES: u32 = 100;
const MESSAGE_WINDOW: Duration = Duration::from_secs(10);

/// How often the server sends a ping, and after how long without any message the connection is closed.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(30);
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(75);

/// How long a client may take to receive a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for the client's close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The maximum size of a message in bytes that is read at all. A message between [`MAX_REQUEST_BYTES`] and this is
/// rejected with a close code.
const MAX_READ_BYTES: usize = 8 * MAX_REQUEST_BYTES;

/// The size of the read buffer in bytes. The library's default of 128 KiB would make up most of a connection's memory.
const READ_BUFFER_BYTES: usize = 4 << 10;

/// The maximum number of bytes in the library's write buffer, in addition to the queue: a few messages of the largest
/// size.
const MAX_WRITE_BUFFER_BYTES: usize = 256 << 10;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(connect))
}

/// Opens a WebSocket for live updates.
///
/// The first message is `{"type": "authenticate", "token": "…"}`, within 10 seconds; send it again after each token
/// refresh. `{"type": "ping"}` is answered with `pong`. `{"type": "presence", "board_id": …, "editing": …}` says which board is
/// open and which field of a card is being edited (`{"card_id": …, "field": "title"}`; also `description` and `comment`), each of
/// them null for none; other members who have the board open are sent it as `presence`. The server sends `ready`, `pong`, `changed` for each change to
/// a board that the account is a member of, `notes_changed` for a change to its notes, `inbox_changed` for a change to its inbox, and `preferences_changed` when another login of
/// the account changed its preferences. Close codes: 4401 (no valid token, or its login ended), 4400 (unreadable
/// message, or over 8 KiB), 4409 (you were added to a board or removed from one: reconnect), 4429 (more than 30 messages, or 100 about presence, in 10 seconds, or too many connections), 4408 (the client reads
/// too slowly) and 1001 (server is shutting down).
#[utoipa::path(
    get, path = "/live", tag = "Boards", security(()),
    responses(
        (status = 101, description = "The WebSocket is open."),
        (status = 405, description = "`method_not_allowed`: not a WebSocket handshake.", body = Rejection),
    )
)]
async fn connect(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|reason| ApiError::with_detail(ErrorCode::MethodNotAllowed, reason))?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_WRITE_BUFFER_BYTES)
        .max_message_size(MAX_READ_BYTES)
        .max_frame_size(MAX_READ_BYTES);
    let guard = app.services.live.hub().register_connection();
    let span = Span::current();
    Ok(upgrade.on_upgrade(move |socket| run(app, socket, guard, address).instrument(span)))
}

/// Why a connection ends.
enum CloseReason {
    /// The client disconnected.
    Disconnected,
    /// The server closes the connection with this code and reason.
    Close(u16, &'static str),
    /// Like `Close`, and the rejection is logged.
    Reject { rejection: RejectionReason, code: u16, reason: &'static str },
}

const TOKEN_MISSING: CloseReason = unauthorized(ErrorCode::TokenMissing);
const UNREADABLE: CloseReason =
    reject(RejectionReason::Rule(ErrorCode::BadJson), close::BAD_MESSAGE, "unreadable message");
const PROTOCOL_ERROR: CloseReason = CloseReason::Close(close::BAD_MESSAGE, "unreadable message");
const TOO_MANY_MESSAGES: CloseReason =
    reject(RejectionReason::RateLimit("live_messages"), close::RATE_LIMITED, "too many messages");
const TOO_MANY_CONNECTIONS: CloseReason =
    reject(RejectionReason::RateLimit("live_connections"), close::RATE_LIMITED, "too many connections");
const SLOW_READER: CloseReason = CloseReason::Close(close::SLOW_CONSUMER, "client reads too slowly");
const MEMBERSHIP_CHANGED: CloseReason = CloseReason::Close(close::MEMBERSHIP_CHANGED, "membership of a board changed");
const LOGIN_ENDED: CloseReason = CloseReason::Close(close::UNAUTHORIZED, "login ended");
const UNAVAILABLE: CloseReason = CloseReason::Close(close::GOING_AWAY, "service unavailable");
const STOPPING: CloseReason = CloseReason::Close(close::GOING_AWAY, "server is shutting down");

/// The close reason for a missing, invalid or expired token.
const fn unauthorized(code: ErrorCode) -> CloseReason {
    reject(RejectionReason::Rule(code), close::UNAUTHORIZED, "missing, invalid or expired token")
}

const fn reject(rejection: RejectionReason, code: u16, reason: &'static str) -> CloseReason {
    CloseReason::Reject { rejection, code, reason }
}

impl From<StopReason> for CloseReason {
    fn from(stop: StopReason) -> Self {
        match stop {
            StopReason::Overflowed => SLOW_READER,
            StopReason::LoginEnded => LOGIN_ENDED,
            StopReason::MembershipChanged => MEMBERSHIP_CHANGED,
        }
    }
}

async fn run(app: App, mut socket: WebSocket, mut guard: ConnectionGuard, address: IpAddr) {
    let Err(end) = handle_messages(&app, &mut socket, &mut guard).await;
    let (code, reason) = match end {
        CloseReason::Disconnected => return,
        CloseReason::Close(code, reason) => (code, reason),
        CloseReason::Reject { rejection, code, reason } => {
            rejections::log_rejection(&app, rejection, code, address, None);
            (code, reason)
        }
    };
    let wait_until_closing = async {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            // Dropping a socket with unread data resets the connection, and the client would not receive the close
            // frame.
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    _ = timeout(CLOSE_TIMEOUT, wait_until_closing).await;
}

/// Limits the rate of incoming messages.
struct MessageLimiter {
    since: Instant,
    messages: u32,
    presence_messages: u32,
}

impl MessageLimiter {
    fn new() -> Self {
        Self { since: Instant::now(), messages: 0, presence_messages: 0 }
    }

    fn count(&mut self, message: &Incoming) -> Result<(), CloseReason> {
        if self.since.elapsed() > MESSAGE_WINDOW {
            *self = Self::new();
        }
        let (count, limit) = match message {
            Incoming::Request(LiveRequest::Presence { .. }) => (&mut self.presence_messages, MAX_PRESENCE_MESSAGES),
            _ => (&mut self.messages, MAX_MESSAGES),
        };
        *count += 1;
        if *count > limit { Err(TOO_MANY_MESSAGES) } else { Ok(()) }
    }
}

/// A message from the client.
enum Incoming {
    Request(LiveRequest),
    /// A control frame of the protocol, which the library answers.
    Control,
}

fn parse_message(
    message: Option<Result<Message, axum::Error>>,
    counter: &mut MessageLimiter,
) -> Result<Incoming, CloseReason> {
    let message = match message {
        None | Some(Ok(Message::Close(_))) => return Err(CloseReason::Disconnected),
        // If the connection itself is broken, the code is not sent.
        Some(Err(_)) => return Err(PROTOCOL_ERROR),
        Some(Ok(message)) => message,
    };
    let incoming = match message {
        Message::Text(text) if text.len() <= MAX_REQUEST_BYTES => {
            serde_json::from_str(&text).map(Incoming::Request).map_err(|_| UNREADABLE)?
        }
        Message::Ping(_) | Message::Pong(_) => Incoming::Control,
        _ => return Err(UNREADABLE),
    };
    counter.count(&incoming)?;
    Ok(incoming)
}

/// Handles the connection until there is a reason to close it.
async fn handle_messages(
    app: &App,
    socket: &mut WebSocket,
    guard: &mut ConnectionGuard,
) -> Result<std::convert::Infallible, CloseReason> {
    let mut counter = MessageLimiter::new();
    let (subscription, mut expires_at) = tokio::select! {
        authenticated = authenticate(app, socket, guard, &mut counter) => authenticated?,
        () = sleep(AUTHENTICATION_TIMEOUT) => return Err(TOKEN_MISSING),
    };
    let queue = &subscription.queue;
    send(socket, queue, encode(&READY)).await?;
    let mut pings = interval_at(Instant::now() + HEARTBEAT_INTERVAL, HEARTBEAT_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_received_at = Instant::now();
    let mut next_expiry_check = Instant::now();
    loop {
        tokio::select! {
            message = socket.recv() => {
                last_received_at = Instant::now();
                match parse_message(message, &mut counter)? {
                    Incoming::Control => {}
                    Incoming::Request(LiveRequest::Ping) => {
                        send(socket, queue, encode(&LiveMessage::Pong)).await?;
                    }
                    Incoming::Request(LiveRequest::Presence { board_id, editing }) => {
                        subscription.set_position(board_id, editing);
                    }
                    Incoming::Request(LiveRequest::Authenticate { token }) => {
                        let access = logins::verify_token(&app.services.sessions, &token).map_err(unauthorized)?;
                        // The queue may hold messages of the first account, so another account needs its own
                        // connection.
                        if access.account_id != subscription.account_id {
                            return Err(unauthorized(ErrorCode::TokenInvalid));
                        }
                        // Registers the login before checking it, so that it cannot end unnoticed in between.
                        subscription.set_login(access.login_id);
                        require_active_login(app, &access).await?;
                        expires_at = access.expires_at;
                        next_expiry_check = Instant::now();
                        send(socket, queue, encode(&READY)).await?;
                    }
                }
            }
            message = queue.next() => match message {
                Ok(message) => send(socket, queue, to_text(message)).await?,
                Err(stop) => return Err(stop.into()),
            },
            () = sleep_until(next_expiry_check) => {
                let remaining_ms = expires_at.millis() - app.services.context.now().millis();
                if remaining_ms <= 0 {
                    return Err(unauthorized(ErrorCode::TokenExpired));
                }
                next_expiry_check = Instant::now() + Duration::from_millis(remaining_ms.unsigned_abs());
            }
            _ = pings.tick() => {
                if last_received_at.elapsed() > HEARTBEAT_TIMEOUT {
                    return Err(SLOW_READER);
                }
                send_frame(socket, queue, Message::Ping(Bytes::new())).await?;
            }
            () = guard.wait_until_closing() => return Err(STOPPING),
        }
    }
}

/// Encodes a message as JSON.
fn encode(message: &LiveMessage) -> Utf8Bytes {
    to_text(twentyfour_bus::encode(message))
}

/// Turns a message of the bus into a frame's text, without copying it.
fn to_text(message: Bytes) -> Utf8Bytes {
    Utf8Bytes::try_from(message).unwrap_or_else(|error| unreachable!("the bus sends JSON: {error}"))
}

/// Reads the first message, which must authenticate the client.
async fn authenticate(
    app: &App,
    socket: &mut WebSocket,
    guard: &mut ConnectionGuard,
    counter: &mut MessageLimiter,
) -> Result<(Subscription, Timestamp), CloseReason> {
    loop {
        let message = tokio::select! {
            message = socket.recv() => message,
            () = guard.wait_until_closing() => return Err(STOPPING),
        };
        match parse_message(message, counter)? {
            Incoming::Control => {}
            Incoming::Request(LiveRequest::Ping | LiveRequest::Presence { .. }) => return Err(TOKEN_MISSING),
            Incoming::Request(LiveRequest::Authenticate { token }) => {
                let access = logins::verify_token(&app.services.sessions, &token).map_err(unauthorized)?;
                let max_connections = app.services.limits.max_live_connections();
                let subscription =
                    guard.subscribe(access.account_id, access.login_id, max_connections).ok_or(TOO_MANY_CONNECTIONS)?;
                let board_ids = tokio::select! {
                    board_ids = load_boards(app, &access) => board_ids?,
                    () = guard.wait_until_closing() => return Err(STOPPING),
                };
                subscription.add_boards(board_ids);
                return Ok((subscription, access.expires_at));
            }
        }
    }
}

/// Returns the boards of a token's account, whose login must be active. Waits for a database that is unavailable.
async fn load_boards(app: &App, access: &AccessClaims) -> Result<Vec<Id>, CloseReason> {
    let started = Instant::now();
    loop {
        let attempt = async {
            require_active_login(app, access).await?;
            boards::ids(&app.services.context, access.account_id).await.map_err(|_| UNAVAILABLE)
        };
        match attempt.await {
            Err(CloseReason::Close(close::GOING_AWAY, _)) if started.elapsed() < DATABASE_TIMEOUT => {
                sleep(DATABASE_RETRY_INTERVAL).await;
            }
            outcome => return outcome,
        }
    }
}

/// Checks that the login of a token is still active. Call it after subscribing, so that a login that ends later closes
/// the connection.
async fn require_active_login(app: &App, access: &AccessClaims) -> Result<(), CloseReason> {
    logins::require_active(&app.services.sessions, access).await.map_err(|error| match error.code() {
        code @ ErrorCode::TokenInvalid => unauthorized(code),
        _ => UNAVAILABLE,
    })
}

async fn send(socket: &mut WebSocket, queue: &Queue, text: Utf8Bytes) -> Result<(), CloseReason> {
    send_frame(socket, queue, Message::Text(text)).await
}

/// Sends a frame, unless the client reads too slowly or the queue overflows.
async fn send_frame(socket: &mut WebSocket, queue: &Queue, message: Message) -> Result<(), CloseReason> {
    tokio::select! {
        sent = socket.send(message) => sent.map_err(|_| CloseReason::Disconnected),
        stop = queue.wait_until_stopped() => Err(stop.into()),
        () = sleep(SEND_TIMEOUT) => Err(SLOW_READER),
    }
}
