//! Texts over a NATS server, without its persistence (JetStream): what it loses is found in the database.

use super::{RETRY_AFTER, Received, Topic, Transport};
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{OnceCell, watch};
use tokio::time::timeout;
use twentyfour_model::Secret;
use twentyfour_model::token::random_bytes;
use twentyfour_store::Database;

/// How long the server may take to confirm what it was sent.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(3);

/// How often the connection is tested. It counts as lost when the server misses two tests.
const PING_INTERVAL: Duration = Duration::from_secs(2);

/// The pause before the first attempt to connect again. It grows by as much with each further one, up to a second.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The maximum number of texts that wait until this server handles them. What exceeds it is lost, and clients catch up.
const MAX_WAITING_TEXTS: usize = 4_096;

/// The prefix of the subjects on which a server confirms its own messages.
const INBOX_PREFIX: &str = "twentyfour.inbox";

/// Carries texts over a NATS server. It connects with the first use, and then whenever the connection is lost.
#[derive(Clone)]
pub(crate) struct Nats(Arc<Shared>);

struct Shared {
    /// The URL with the user and the password.
    url: Secret,
    /// Ends the subscriptions when it is closed.
    database: Database,
    client: OnceCell<Client>,
    link: watch::Sender<Link>,
}

/// What the client has reported about its connection.
#[derive(Clone, Copy, Default)]
struct Link {
    is_connected: bool,
    /// The number of times that texts may have been lost: connections, and subscriptions that fell behind.
    gaps: u64,
}

/// Returns the subject of a topic.
fn subject(topic: Topic) -> &'static str {
    match topic {
        Topic::Changes => "twentyfour.changes",
        Topic::Presence => "twentyfour.presence",
    }
}

impl Nats {
    /// Makes the transport of a NATS server. The subscriptions end when the database is closed.
    pub(crate) fn new(url: Secret, database: Database) -> Self {
        let link = watch::Sender::new(Link::default());
        Self(Arc::new(Shared { url, database, client: OnceCell::new(), link }))
    }

    /// Returns the client, which connects in the background.
    ///
    /// # Errors
    /// Returns a sentence if the URL is invalid.
    async fn client(&self) -> Result<&Client, String> {
        self.0.client.get_or_try_init(|| connect(self.0.url.expose(), self.0.link.clone())).await
    }

    /// Waits until the server has processed everything that was sent on this connection before.
    ///
    /// # Errors
    /// Returns a sentence if it does not in time.
    async fn confirm(client: &Client) -> Result<(), String> {
        let inbox = client.new_inbox();
        let confirming = async {
            let mut echo = client.subscribe(inbox.clone()).await.map_err(|error| error.to_string())?;
            client.publish(inbox, Bytes::new()).await.map_err(|error| error.to_string())?;
            echo.next().await.map(drop).ok_or_else(|| "the connection was closed".to_owned())
        };
        timeout(CONFIRM_TIMEOUT, confirming)
            .await
            .unwrap_or_else(|_| Err("the NATS server does not respond".to_owned()))
    }
}

/// Makes a client, which connects in the background.
///
/// # Errors
/// Returns a sentence if the URL is invalid.
async fn connect(url: &str, link: watch::Sender<Link>) -> Result<Client, String> {
    let address: ServerAddr = url.parse().map_err(|error: std::io::Error| error.to_string())?;
    let pause = |attempts: usize| {
        let longest = FIRST_PAUSE * u32::try_from(attempts).unwrap_or(u32::MAX).min(10);
        // A random part, so that not all servers connect at the same time.
        let [random]: [u8; 1] = random_bytes();
        longest / 2 + longest * u32::from(random) / 510
    };
    let is_failing = AtomicBool::new(false);
    let mut options = ConnectOptions::new()
        .name("twentyfour")
        .custom_inbox_prefix(INBOX_PREFIX)
        .ping_interval(PING_INTERVAL)
        .connection_timeout(CONFIRM_TIMEOUT)
        .reconnect_delay_callback(pause)
        .retry_on_initial_connect()
        .subscription_capacity(MAX_WAITING_TEXTS)
        .event_callback(move |event| {
            match event {
                Event::Connected => {
                    is_failing.store(false, Ordering::Relaxed);
                    link.send_modify(|link| *link = Link { is_connected: true, gaps: link.gaps + 1 });
                }
                Event::SlowConsumer(_) => link.send_modify(|link| link.gaps += 1),
                Event::Disconnected => {
                    link.send_modify(|link| link.is_connected = false);
                    tracing::warn!("lost the connection to NATS, reconnecting");
                }
                Event::ServerError(error) => tracing::warn!(%error, "NATS refused a request"),
                // Only the first failed attempt is logged.
                Event::ClientError(error) if !is_failing.swap(true, Ordering::Relaxed) => {
                    tracing::warn!(%error, "cannot connect to NATS, retrying");
                }
                _ => {}
            }
            std::future::ready(())
        });
    if let (Some(user), Some(password)) = (address.username(), address.password()) {
        let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
        options = options.user_and_password(decode(user), decode(password));
    }
    options.connect(address).await.map_err(|error| error.to_string())
}

impl Transport for Nats {
    fn publish(&self, topic: Topic, text: String) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let client = self.client().await?;
            // Without a connection, the client would only queue it.
            if client.connection_state() != State::Connected {
                return Err("there is no connection to the NATS server".to_owned());
            }
            client.publish(subject(topic), text.into()).await.map_err(|error| error.to_string())?;
            Self::confirm(client).await
        })
    }

    fn carries_announcements(&self) -> bool {
        true
    }

    fn subscribe(&self, topic: Topic) -> BoxStream<'static, Received> {
        let subscription = Subscription {
            nats: self.clone(),
            topic,
            subscriber: None,
            link: self.0.link.subscribe(),
            has_started: false,
            is_lost: false,
        };
        stream::unfold(subscription, |mut subscription| async move {
            let database = subscription.nats.0.database.clone();
            tokio::select! {
                () = database.closed() => None,
                received = subscription.next() => Some((received, subscription)),
            }
        })
        .boxed()
    }
}

struct Subscription {
    nats: Nats,
    topic: Topic,
    subscriber: Option<Subscriber>,
    /// Changes when texts are or may have been lost. What was lost until a version was seen is reported.
    link: watch::Receiver<Link>,
    has_started: bool,
    /// Whether [`Received::Lost`] was returned last.
    is_lost: bool,
}

impl Subscription {
    async fn next(&mut self) -> Received {
        loop {
            let Some(subscriber) = &mut self.subscriber else {
                if !self.is_connected().await {
                    // The event may come before the state changes.
                    _ = timeout(RETRY_AFTER, self.link.changed()).await;
                } else if let Err(error) = self.start().await {
                    tracing::warn!(%error, next_in = ?RETRY_AFTER, "cannot subscribe to NATS, retrying");
                    tokio::time::sleep(RETRY_AFTER).await;
                } else {
                    return self.started();
                }
                continue;
            };
            tokio::select! {
                biased;
                changed = self.link.changed() => {
                    let is_connected = self.link.borrow_and_update().is_connected;
                    if changed.is_ok() && is_connected && self.confirm().await {
                        return self.started();
                    }
                    // Another change follows when the connection is back, or the subscription is made again.
                    self.subscriber = None;
                }
                message = subscriber.next() => match message {
                    Some(message) => return Received::Text(String::from_utf8_lossy(&message.payload).into_owned()),
                    None => self.subscriber = None,
                },
            }
            if !std::mem::replace(&mut self.is_lost, true) {
                return Received::Lost;
            }
        }
    }

    /// Returns whether there is a connection, whose beginning is then no gap any more.
    async fn is_connected(&mut self) -> bool {
        match self.nats.client().await {
            Ok(client) => self.link.borrow_and_update().is_connected && client.connection_state() == State::Connected,
            Err(error) => {
                tracing::error!(%error, "cannot use NATS");
                false
            }
        }
    }

    /// Subscribes, and waits until the server has processed that.
    async fn start(&mut self) -> Result<(), String> {
        let client = self.nats.client().await?;
        let subscriber = client.subscribe(subject(self.topic)).await.map_err(|error| error.to_string())?;
        Nats::confirm(client).await?;
        self.subscriber = Some(subscriber);
        Ok(())
    }

    /// Waits until the server has processed the subscription, which the client has repeated on a new connection.
    async fn confirm(&self) -> bool {
        match self.nats.client().await {
            Ok(client) => Nats::confirm(client).await.is_ok(),
            Err(_) => false,
        }
    }

    fn started(&mut self) -> Received {
        self.is_lost = false;
        if std::mem::replace(&mut self.has_started, true) { Received::Gap } else { Received::Started }
    }
}
