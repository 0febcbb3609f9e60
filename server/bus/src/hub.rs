//! The live connections of this server, by account, each with a queue of outgoing messages.

use bytes::Bytes;
use core_wasm::protocol::id::Id;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// The maximum size of a queue in bytes, in addition to the system's buffers: several messages of the largest size.
const MAX_QUEUED_BYTES: usize = 512 << 10;

/// Locks a mutex. A poisoned lock is safe to use, since the data is consistent after each step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The outgoing messages of a connection.
#[derive(Default)]
pub struct Queue {
    state: Mutex<QueueState>,
    changed: Notify,
}

#[derive(Default)]
struct QueueState {
    messages: VecDeque<Bytes>,
    bytes: usize,
    stop: Option<StopReason>,
}

/// Why a queue was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The queue was full because the client reads too slowly.
    Overflowed,
    /// The connection's login has ended.
    LoginEnded,
}

impl Queue {
    fn push(&self, message: Bytes) {
        let mut state = lock(&self.state);
        if state.stop.is_some() {
            return;
        }
        if !state.messages.is_empty() && state.bytes + message.len() > MAX_QUEUED_BYTES {
            // The connection is closed now; the client catches up after reconnecting.
            *state = QueueState { stop: Some(StopReason::Overflowed), ..QueueState::default() };
        } else {
            state.bytes += message.len();
            state.messages.push_back(message);
        }
        drop(state);
        self.changed.notify_one();
    }

    fn end_login(&self) {
        *lock(&self.state) = QueueState { stop: Some(StopReason::LoginEnded), ..QueueState::default() };
        self.changed.notify_one();
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// Returns the reason if the queue was stopped.
    pub async fn next(&self) -> Result<Bytes, StopReason> {
        loop {
            {
                let mut state = lock(&self.state);
                if let Some(stop) = state.stop {
                    return Err(stop);
                }
                if let Some(message) = state.messages.pop_front() {
                    state.bytes -= message.len();
                    return Ok(message);
                }
            }
            self.changed.notified().await;
        }
    }

    /// Waits until the queue is stopped.
    pub async fn wait_until_stopped(&self) -> StopReason {
        loop {
            if let Some(stop) = lock(&self.state).stop {
                return stop;
            }
            self.changed.notified().await;
        }
    }
}

/// An authenticated connection.
struct Connection {
    login_id: Id,
    queue: Arc<Queue>,
}

/// The live connections.
pub struct Hub {
    accounts: Mutex<HashMap<Id, HashMap<u64, Connection>>>,
    next_number: AtomicU64,
    /// The number of open connections, including those that are not authenticated yet.
    open: watch::Sender<usize>,
    is_closing: watch::Sender<bool>,
}

impl Default for Hub {
    fn default() -> Self {
        Self {
            accounts: Mutex::default(),
            next_number: AtomicU64::new(0),
            open: watch::Sender::new(0),
            is_closing: watch::Sender::new(false),
        }
    }
}

impl Hub {
    /// Registers a connection until the returned guard is dropped.
    pub fn register_connection(self: &Arc<Self>) -> ConnectionGuard {
        self.open.send_modify(|open| *open += 1);
        ConnectionGuard { hub: self.clone(), is_closing: self.is_closing.subscribe() }
    }

    /// Returns the number of open connections, including those that are not authenticated yet.
    pub fn open_connections(&self) -> usize {
        *self.open.borrow()
    }

    /// Returns whether there are connections of the account.
    pub(super) fn has_subscribers(&self, account_id: Id) -> bool {
        lock(&self.accounts).contains_key(&account_id)
    }

    /// Queues a message for all connections of an account.
    pub(super) fn send_to_account(&self, account_id: Id, message: Bytes) {
        self.send_to_other_logins(account_id, None, message);
    }

    /// Queues a message for the connections of an account, except those of one login.
    pub(super) fn send_to_other_logins(&self, account_id: Id, except_login: Option<Id>, message: Bytes) {
        for connection in lock(&self.accounts).get(&account_id).into_iter().flat_map(HashMap::values) {
            if Some(connection.login_id) != except_login {
                connection.queue.push(message.clone());
            }
        }
    }

    /// Queues a message for all connections.
    pub(super) fn broadcast(&self, message: &Bytes) {
        for connection in lock(&self.accounts).values().flat_map(HashMap::values) {
            connection.queue.push(message.clone());
        }
    }

    /// Returns the logins of the connections.
    pub(super) fn logins(&self) -> HashSet<Id> {
        lock(&self.accounts).values().flat_map(HashMap::values).map(|connection| connection.login_id).collect()
    }

    /// Closes the connections of logins that have ended.
    pub fn end_logins(&self, ids: &[Id]) {
        if ids.is_empty() {
            return;
        }
        let ids: HashSet<&Id> = ids.iter().collect();
        for connection in lock(&self.accounts).values().flat_map(HashMap::values) {
            if ids.contains(&connection.login_id) {
                connection.queue.end_login();
            }
        }
    }

    /// Closes all connections and rejects new ones. Waits for them, but no longer than `limit`.
    pub(super) async fn close(&self, limit: Duration) {
        self.is_closing.send_replace(true);
        let mut open = self.open.subscribe();
        // Connections that do not close in time end with the process.
        _ = tokio::time::timeout(limit, open.wait_for(|open| *open == 0)).await;
    }
}

/// An open connection.
pub struct ConnectionGuard {
    hub: Arc<Hub>,
    is_closing: watch::Receiver<bool>,
}

impl ConnectionGuard {
    /// Waits until the server shuts down.
    pub async fn wait_until_closing(&mut self) {
        // Cannot fail, because the hub that is held here owns the sender.
        _ = self.is_closing.wait_for(|is_closing| *is_closing).await;
    }

    /// Subscribes the connection to messages for an account. Returns `None` if the account already has
    /// `max_connections`.
    pub fn subscribe(&self, account_id: Id, login_id: Id, max_connections: usize) -> Option<Subscription> {
        let queue = Arc::new(Queue::default());
        let number = self.hub.next_number.fetch_add(1, Ordering::Relaxed);
        let mut accounts = lock(&self.hub.accounts);
        let connections = accounts.entry(account_id).or_default();
        if connections.len() >= max_connections {
            return None;
        }
        connections.insert(number, Connection { login_id, queue: queue.clone() });
        drop(accounts);
        Some(Subscription { hub: self.hub.clone(), account_id, number, queue })
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.hub.open.send_modify(|open| *open -= 1);
    }
}

/// A subscription to an account's messages, until it is dropped.
pub struct Subscription {
    hub: Arc<Hub>,
    /// The account that the connection belongs to.
    pub account_id: Id,
    number: u64,
    /// The messages to send to the connection.
    pub queue: Arc<Queue>,
}

impl Subscription {
    /// Changes the login of the connection, after it authenticated again with another login of the same account.
    pub fn set_login(&self, login_id: Id) {
        if let Some(connections) = lock(&self.hub.accounts).get_mut(&self.account_id)
            && let Some(connection) = connections.get_mut(&self.number)
        {
            connection.login_id = login_id;
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut accounts = lock(&self.hub.accounts);
        if let Some(connections) = accounts.get_mut(&self.account_id) {
            connections.remove(&self.number);
            if connections.is_empty() {
                accounts.remove(&self.account_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    #[test]
    fn subscription_receives_its_account_messages_in_order() {
        let hub = Arc::new(Hub::default());
        let guard = hub.register_connection();
        let (ada, eve) = (guard.subscribe(id(1), id(11), 1).unwrap(), guard.subscribe(id(2), id(12), 1).unwrap());
        for message in ["first", "second"] {
            hub.send_to_account(id(1), message.into());
        }
        assert_eq!(ada.queue.next().now_or_never(), Some(Ok("first".into())));
        assert_eq!(ada.queue.next().now_or_never(), Some(Ok("second".into())));
        assert_eq!(ada.queue.next().now_or_never(), None);
        assert_eq!(eve.queue.next().now_or_never(), None);
        drop(ada);
        assert!(!hub.has_subscribers(id(1)) && hub.has_subscribers(id(2)));
    }

    #[test]
    fn message_for_other_logins_skips_the_excluded_login() {
        let hub = Arc::new(Hub::default());
        let guard = hub.register_connection();
        let connections: Vec<Subscription> =
            [11, 11, 12].map(|login| guard.subscribe(id(1), id(login), 3).unwrap()).into_iter().collect();
        hub.send_to_other_logins(id(1), Some(id(11)), "news".into());
        let received: Vec<bool> =
            connections.iter().map(|connection| connection.queue.next().now_or_never().is_some()).collect();
        assert_eq!(received, [false, false, true]);
    }

    #[test]
    fn queue_overflow_closes_the_connection() {
        let hub = Arc::new(Hub::default());
        let listener = hub.register_connection().subscribe(id(1), id(11), 1).unwrap();
        let message = Bytes::from("x".repeat(64 << 10));
        for _ in 0..8 {
            hub.send_to_account(id(1), message.clone());
        }
        assert_eq!(listener.queue.wait_until_stopped().now_or_never(), None);
        hub.send_to_account(id(1), message);
        assert_eq!(listener.queue.wait_until_stopped().now_or_never(), Some(StopReason::Overflowed));
        assert_eq!(listener.queue.next().now_or_never(), Some(Err(StopReason::Overflowed)));
        assert!(lock(&listener.queue.state).messages.is_empty(), "the messages of a stopped queue are dropped");
    }

    #[test]
    fn connections_are_limited_per_account() {
        let hub = Arc::new(Hub::default());
        let guard = hub.register_connection();
        let guards: Vec<Subscription> = (0..50).map(|_| guard.subscribe(id(1), id(11), 50).unwrap()).collect();
        assert!(guard.subscribe(id(1), id(11), 50).is_none() && guard.subscribe(id(2), id(12), 50).is_some());
        drop(guards);
        assert!(guard.subscribe(id(1), id(11), 50).is_some());
    }
}
