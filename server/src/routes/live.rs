//! `/live/`: the WebSocket over which a person hears what changes, while it changes.

use crate::App;
use crate::domain::logins;
use crate::domain::security::{self, Refusal};
use crate::domain::tokens::Access;
use crate::error::ApiError;
use crate::extract::ClientAddress;
use crate::realtime::hub::{Listener, Presence, Queue, Stop};
use crate::store::json;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::live::{LiveMessage, LiveRequest, MAXIMUM_REQUEST_BYTES, close};
use core_wasm::protocol::time::Timestamp;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, sleep_until, timeout};
use tracing::{Instrument, Span};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long whoever connects may take to say who they are.
const AUTHENTICATE_WITHIN: Duration = Duration::from_secs(10);

/// The most messages that are taken within a span of time: a client sends a ping every 25 seconds.
const MAXIMUM_MESSAGES: u32 = 30;
const FLOOD_SPAN: Duration = Duration::from_secs(10);

/// How often the other side is asked for a sign of life, and how long none may come.
const PING_EVERY: Duration = Duration::from_secs(30);
const SILENT_FOR: Duration = Duration::from_secs(75);

/// How long the other side may take to read one message.
const SEND_LIMIT: Duration = Duration::from_secs(10);

/// How long the other side may take to hear that the connection is closed.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

/// The largest message that is read at all. One that is only a little too long is told so.
const READ_LIMIT: usize = 8 * MAXIMUM_REQUEST_BYTES;

/// What is read at once. The library's own choice, 128 KiB for each connection, would be the most of its memory.
const READ_BUFFER: usize = 4 << 10;

/// The most bytes that wait within the library, beside the queue: a few messages of the largest size.
const WRITE_LIMIT: usize = 256 << 10;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(connect))
}

/// A WebSocket. The first message is `{"type": "authenticate", "token": "…"}`, within 10 seconds, and comes again whenever
/// the token was renewed; `{"type": "ping"}` is answered. The server says `ready`, `pong`, and `changed` for each change to
/// a board of the account's, `notes_changed` for one to its notes, and `preferences_changed` where another login
/// of the account has changed its preferences. It closes with 4401 (no valid token, or its
/// login has ended), 4400 (a message that cannot be read, or is over 8 KiB),
/// 4429 (more than 30 messages in 10 seconds, or too many connections), 4408 (nothing is read) and 1001 (the server stops).
#[utoipa::path(
    get, path = "/live", tag = "Boards", security(()),
    responses(
        (status = 101, description = "The WebSocket is open."),
        (status = 405, description = "`method_not_allowed`: this was no WebSocket handshake.", body = Rejection),
    )
)]
async fn connect(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|reason| ApiError::with_detail(ErrorCode::MethodNotAllowed, reason))?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_LIMIT)
        .max_message_size(READ_LIMIT)
        .max_frame_size(READ_LIMIT);
    let presence = app.live.hub().enter();
    let span = Span::current();
    Ok(upgrade.on_upgrade(move |socket| run(app, socket, presence, address).instrument(span)))
}

/// Why a connection ends.
enum End {
    /// The other side is gone.
    Gone,
    /// The server closes it, with this code and these words.
    Close(u16, &'static str),
    /// The same, since something is refused that the log tells of.
    Refuse(Refusal, u16, &'static str),
}

const NO_TOKEN: End = no_token(ErrorCode::TokenMissing);
const UNREADABLE: End =
    End::Refuse(Refusal::Rule(ErrorCode::BadJson), close::BAD_MESSAGE, "the message cannot be read");
const BROKEN: End = End::Close(close::BAD_MESSAGE, "the message cannot be read");
const FLOOD: End = End::Refuse(Refusal::Limit("live_messages"), close::FLOOD, "too many messages");
const TOO_MANY: End = End::Refuse(Refusal::Limit("live_connections"), close::FLOOD, "too many connections");
const NOT_READ: End = End::Close(close::SLOW_READER, "what was sent is not read");
const LOGIN_ENDED: End = End::Close(close::UNAUTHORISED, "the login has ended");
const UNAVAILABLE: End = End::Close(close::GOING_AWAY, "the service is not available right now");
const STOPPING: End = End::Close(close::GOING_AWAY, "the server stops");

/// The end of who has no good token.
const fn no_token(code: ErrorCode) -> End {
    End::Refuse(Refusal::Rule(code), close::UNAUTHORISED, "the token is missing, not valid or has run out")
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Overflown => NOT_READ,
            Stop::LoginEnded => LOGIN_ENDED,
        }
    }
}

async fn run(app: App, mut socket: WebSocket, mut presence: Presence, address: IpAddr) {
    let Err(end) = converse(&app, &mut socket, &mut presence).await;
    let (code, reason) = match end {
        End::Gone => return,
        End::Close(code, reason) => (code, reason),
        End::Refuse(refusal, code, reason) => {
            security::log_refusal(&app, refusal, code, address, None);
            (code, reason)
        }
    };
    let closing = async {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            // Dropped with something unread, the connection would be reset, and the frame lost on its way.
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    _ = timeout(CLOSE_LIMIT, closing).await;
}

/// Counts what comes in.
struct Counter {
    since: Instant,
    messages: u32,
}

impl Counter {
    fn count(&mut self) -> Result<(), End> {
        if self.since.elapsed() > FLOOD_SPAN {
            *self = Self { since: Instant::now(), messages: 0 };
        }
        self.messages += 1;
        if self.messages > MAXIMUM_MESSAGES { Err(FLOOD) } else { Ok(()) }
    }
}

/// What came in.
enum Heard {
    Request(LiveRequest),
    /// A frame of the protocol itself, which the library answers.
    Life,
}

fn read(message: Option<Result<Message, axum::Error>>, counter: &mut Counter) -> Result<Heard, End> {
    let message = match message {
        None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
        // Where the connection itself is broken, nobody hears the code.
        Some(Err(_)) => return Err(BROKEN),
        Some(Ok(message)) => message,
    };
    counter.count()?;
    match message {
        Message::Text(text) if text.len() <= MAXIMUM_REQUEST_BYTES => {
            serde_json::from_str(&text).map(Heard::Request).map_err(|_| UNREADABLE)
        }
        Message::Ping(_) | Message::Pong(_) => Ok(Heard::Life),
        _ => Err(UNREADABLE),
    }
}

/// Talks until there is a reason to end.
async fn converse(app: &App, socket: &mut WebSocket, presence: &mut Presence) -> Result<std::convert::Infallible, End> {
    let mut counter = Counter { since: Instant::now(), messages: 0 };
    let (listener, mut expires_at) = tokio::select! {
        authenticated = authenticate(app, socket, presence, &mut counter) => authenticated?,
        () = sleep(AUTHENTICATE_WITHIN) => return Err(NO_TOKEN),
    };
    let queue = &listener.queue;
    send(socket, queue, json(&LiveMessage::Ready).into()).await?;
    let mut pings = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard_at = Instant::now();
    let mut ask_expiry_at = Instant::now();
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard_at = Instant::now();
                match read(message, &mut counter)? {
                    Heard::Life => {}
                    Heard::Request(LiveRequest::Ping) => {
                        send(socket, queue, json(&LiveMessage::Pong).into()).await?;
                    }
                    Heard::Request(LiveRequest::Authenticate { token }) => {
                        let access = app.tokens.verify(&token, app.now()).map_err(no_token)?;
                        // Another account has another connection: nothing of the one may reach the other.
                        if access.account_id != listener.account_id {
                            return Err(no_token(ErrorCode::TokenInvalid));
                        }
                        // First the one and then the other: whichever moment it ends at, one of the two finds out.
                        listener.belongs_to(access.login_id);
                        has_not_ended(app, &access).await?;
                        expires_at = access.expires_at;
                        ask_expiry_at = Instant::now();
                        send(socket, queue, json(&LiveMessage::Ready).into()).await?;
                    }
                }
            }
            message = queue.next() => match message {
                Ok(message) => send(socket, queue, message).await?,
                Err(stop) => return Err(stop.into()),
            },
            () = sleep_until(ask_expiry_at) => {
                let left = expires_at.millis() - app.now().millis();
                if left <= 0 {
                    return Err(no_token(ErrorCode::TokenExpired));
                }
                ask_expiry_at = Instant::now() + Duration::from_millis(left.unsigned_abs());
            }
            _ = pings.tick() => {
                if heard_at.elapsed() > SILENT_FOR {
                    return Err(NOT_READ);
                }
                send_frame(socket, queue, Message::Ping(axum::body::Bytes::new())).await?;
            }
            () = presence.closing() => return Err(STOPPING),
        }
    }
}

/// Reads the first message, which must say who it is.
async fn authenticate(
    app: &App,
    socket: &mut WebSocket,
    presence: &mut Presence,
    counter: &mut Counter,
) -> Result<(Listener, Timestamp), End> {
    loop {
        let message = tokio::select! {
            message = socket.recv() => message,
            () = presence.closing() => return Err(STOPPING),
        };
        match read(message, counter)? {
            Heard::Life => {}
            Heard::Request(LiveRequest::Ping) => return Err(NO_TOKEN),
            Heard::Request(LiveRequest::Authenticate { token }) => {
                let access = app.tokens.verify(&token, app.now()).map_err(no_token)?;
                let most = app.limits.live_connections();
                let listener = presence.listen(access.account_id, access.login_id, most).ok_or(TOO_MANY)?;
                has_not_ended(app, &access).await?;
                return Ok((listener, access.expires_at));
            }
        }
    }
}

/// Asks whether the login of a token has ended. It listens before that: one that ends afterwards closes the connection.
async fn has_not_ended(app: &App, access: &Access) -> Result<(), End> {
    logins::check(app, access).await.map_err(|error| match error.code() {
        code @ ErrorCode::TokenInvalid => no_token(code),
        _ => UNAVAILABLE,
    })
}

async fn send(socket: &mut WebSocket, queue: &Queue, text: Utf8Bytes) -> Result<(), End> {
    send_frame(socket, queue, Message::Text(text)).await
}

/// Sends, unless the other side takes too long to read, or so much has gathered meanwhile that it will never catch up.
async fn send_frame(socket: &mut WebSocket, queue: &Queue, message: Message) -> Result<(), End> {
    tokio::select! {
        sent = socket.send(message) => sent.map_err(|_| End::Gone),
        stop = queue.stopped() => Err(stop.into()),
        () = sleep(SEND_LIMIT) => Err(NOT_READ),
    }
}
