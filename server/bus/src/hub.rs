//! The live connections of this server, by account, each with a queue of outgoing messages.

use super::message::{READY, encode};
use super::presence::{BoardMember, MemberState, PresenceMap, Source};
use bytes::Bytes;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::LiveMessage;
use core_wasm::protocol::presence::{EditedField, PresentMember};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// The maximum size of a queue in bytes, in addition to the system's buffers: several messages of the largest size.
const MAX_QUEUED_BYTES: usize = 512 << 10;

/// The delay of [`Hub::let_clients_catch_up_later`]. A subscription that was lost together with the database is usually back by
/// then.
const CATCH_UP_DELAY: Duration = Duration::from_secs(2);

/// How many clients are notified at once that they should catch up. With the pause, 4,000 are notified in a second.
const CLIENTS_AT_ONCE: usize = 100;
const PAUSE_BETWEEN_GROUPS: Duration = Duration::from_millis(25);

/// The minimum pause between two rounds in which all clients are notified.
const PAUSE_AFTER_CATCH_UP: Duration = Duration::from_millis(250);

/// The pause between two rounds for each client, if that is longer in total: each client sends several requests.
const PAUSE_PER_CLIENT: Duration = Duration::from_millis(1);

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
    /// The account was added to a board or removed from one.
    MembershipChanged,
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

    fn stop(&self, reason: StopReason) {
        *lock(&self.state) = QueueState { stop: Some(reason), ..QueueState::default() };
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

/// Whether clients are being notified that they should catch up.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum CatchUp {
    #[default]
    Idle,
    /// They are being notified, or have been lately.
    Running,
    /// They are being notified, or have been lately, and must be notified once more.
    RunningAndWanted,
}

/// An authenticated connection.
struct Connection {
    login_id: Id,
    queue: Arc<Queue>,
    /// The board that is open in the tab, if it has other members.
    open_board: Option<Id>,
}

/// The connections by account, and the accounts by board.
#[derive(Default)]
struct Subscriptions {
    accounts: HashMap<Id, Account>,
    /// The accounts with connections that are members of a board, by board.
    members: HashMap<Id, HashSet<Id>>,
    presence: PresenceMap,
}

/// An account with connections.
#[derive(Default)]
struct Account {
    connections: HashMap<u64, Connection>,
    /// The boards whose changes are sent to the account.
    board_ids: HashSet<Id>,
}

impl Subscriptions {
    fn connections(&self) -> impl Iterator<Item = &Connection> {
        self.accounts.values().flat_map(|account| account.connections.values())
    }

    fn connections_of(&self, account_id: Id) -> impl Iterator<Item = &Connection> {
        self.accounts.get(&account_id).into_iter().flat_map(|account| account.connections.values())
    }

    /// Sends the changes of boards to an account from now on, if it has connections.
    fn add_boards(&mut self, account_id: Id, board_ids: impl IntoIterator<Item = Id>) {
        let Some(account) = self.accounts.get_mut(&account_id) else { return };
        for board_id in board_ids {
            account.board_ids.insert(board_id);
            self.members.entry(board_id).or_default().insert(account_id);
        }
    }

    /// Removes an account without connections.
    fn remove_account(&mut self, account_id: Id) {
        let Some(account) = self.accounts.remove(&account_id) else { return };
        for (number, connection) in account.connections {
            self.close_open_board(account_id, number, &connection);
        }
        for board_id in account.board_ids {
            if let Some(members) = self.members.get_mut(&board_id) {
                members.remove(&account_id);
                if members.is_empty() {
                    self.members.remove(&board_id);
                }
            }
        }
    }
}

/// Presence.
impl Subscriptions {
    /// Sets which board is open in a connection's tab and what is being edited there. A connection that opens a board is
    /// sent all others who have the board open.
    fn set_position(&mut self, account_id: Id, number: u64, board_id: Option<Id>, editing: Option<EditedField>) {
        let Some(account) = self.accounts.get_mut(&account_id) else { return };
        let board_id = board_id.filter(|board_id| account.board_ids.contains(board_id));
        let Some(connection) = account.connections.get_mut(&number) else { return };
        let previous = std::mem::replace(&mut connection.open_board, board_id);
        let source = Source::Connection(number);
        if previous != board_id {
            if let Some(board_id) = board_id {
                let present = self.presence.others(board_id, account_id);
                let message = LiveMessage::Presence { board_id, is_complete: true, present, absent: vec![] };
                connection.queue.push(encode(&message));
            }
            if let Some(board_id) = previous {
                self.set_member_state(BoardMember { board_id, account_id }, source, MemberState::Absent);
            }
        }
        if let Some(board_id) = board_id {
            self.set_member_state(BoardMember { board_id, account_id }, source, MemberState::Present { editing });
        }
    }

    /// Ends the presence of a connection that has ended.
    fn close_open_board(&mut self, account_id: Id, number: u64, connection: &Connection) {
        if let Some(board_id) = connection.open_board {
            let member = BoardMember { board_id, account_id };
            self.set_member_state(member, Source::Connection(number), MemberState::Absent);
        }
    }

    /// Sets the state of a member in one place, and sends it to the others who have the board open.
    fn set_member_state(&mut self, member: BoardMember, source: Source, state: MemberState) {
        if !self.presence.set(member, source, state, Instant::now()) {
            return;
        }
        let BoardMember { board_id, account_id } = member;
        let (present, absent) = match self.presence.state(member) {
            MemberState::Present { editing } => (vec![PresentMember { user_id: account_id, editing }], vec![]),
            MemberState::Absent => (vec![], vec![account_id]),
        };
        let message = encode(&LiveMessage::Presence { board_id, is_complete: false, present, absent });
        for (other_id, number) in self.presence.connections(board_id) {
            if other_id != account_id
                && let Some(connection) = self.accounts.get(&other_id).and_then(|other| other.connections.get(&number))
            {
                connection.queue.push(message.clone());
            }
        }
    }
}

/// The live connections.
pub struct Hub {
    subscriptions: Mutex<Subscriptions>,
    catch_up: Mutex<CatchUp>,
    /// The number of times that all clients were notified to catch up.
    catch_ups: AtomicU64,
    /// Wakes [`Hub::next_presence_changes`].
    presence_changed: Notify,
    next_number: AtomicU64,
    /// The number of open connections, including those that are not authenticated yet.
    open: watch::Sender<usize>,
    is_closing: watch::Sender<bool>,
}

impl Default for Hub {
    fn default() -> Self {
        Self {
            subscriptions: Mutex::default(),
            catch_up: Mutex::default(),
            catch_ups: AtomicU64::default(),
            presence_changed: Notify::new(),
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
        lock(&self.subscriptions).accounts.contains_key(&account_id)
    }

    /// Returns whether there are connections of members of the board.
    pub(super) fn has_board_subscribers(&self, board_id: Id) -> bool {
        lock(&self.subscriptions).members.contains_key(&board_id)
    }

    /// Sends the changes of a board to an account from now on.
    pub(super) fn add_board(&self, account_id: Id, board_id: Id) {
        lock(&self.subscriptions).add_boards(account_id, [board_id]);
    }

    /// Queues a message for all connections of an account.
    pub(super) fn send_to_account(&self, account_id: Id, message: Bytes) {
        self.send_to_other_logins(account_id, None, message);
    }

    /// Queues a message for the connections of an account, except those of one login.
    pub(super) fn send_to_other_logins(&self, account_id: Id, except_login: Option<Id>, message: Bytes) {
        for connection in lock(&self.subscriptions).connections_of(account_id) {
            if Some(connection.login_id) != except_login {
                connection.queue.push(message.clone());
            }
        }
    }

    /// Queues a message for the connections of a board's members, except those of one account.
    pub(super) fn send_to_other_members(&self, board_id: Id, except_account: Id, message: &Bytes) {
        let subscriptions = lock(&self.subscriptions);
        for account_id in subscriptions.members.get(&board_id).into_iter().flatten() {
            if *account_id != except_account {
                for connection in subscriptions.connections_of(*account_id) {
                    connection.queue.push(message.clone());
                }
            }
        }
    }

    /// Returns whether members of a board other than this account have connections.
    pub(super) fn has_other_members(&self, board_id: Id, account_id: Id) -> bool {
        let subscriptions = lock(&self.subscriptions);
        subscriptions.members.get(&board_id).is_some_and(|members| members.iter().any(|member| *member != account_id))
    }

    /// Lets all clients request what they may have missed. They are notified in groups, so that thousands of clients do not
    /// send their requests at once. If that is still going on, they are notified once more after it, with a pause.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub(super) fn let_clients_catch_up(self: &Arc<Self>) {
        let mut state = lock(&self.catch_up);
        if *state == CatchUp::Idle {
            *state = CatchUp::Running;
            tokio::spawn(self.clone().run_catch_up());
        } else {
            *state = CatchUp::RunningAndWanted;
        }
    }

    /// Lets all clients catch up in two seconds, unless another catch-up begins before.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub(super) fn let_clients_catch_up_later(self: &Arc<Self>) {
        let (hub, before) = (self.clone(), self.catch_ups.load(Ordering::Relaxed));
        tokio::spawn(async move {
            tokio::time::sleep(CATCH_UP_DELAY).await;
            if hub.catch_ups.load(Ordering::Relaxed) == before {
                hub.let_clients_catch_up();
            }
        });
    }

    async fn run_catch_up(self: Arc<Self>) {
        let message = encode(&READY);
        loop {
            self.catch_ups.fetch_add(1, Ordering::Relaxed);
            let queues: Vec<Arc<Queue>> =
                lock(&self.subscriptions).connections().map(|connection| connection.queue.clone()).collect();
            for group in queues.chunks(CLIENTS_AT_ONCE) {
                group.iter().for_each(|queue| queue.push(message.clone()));
                tokio::time::sleep(PAUSE_BETWEEN_GROUPS).await;
            }
            let clients = u32::try_from(queues.len()).unwrap_or(u32::MAX);
            drop(queues);
            tokio::time::sleep(PAUSE_AFTER_CATCH_UP.max(PAUSE_PER_CLIENT * clients)).await;
            let mut state = lock(&self.catch_up);
            if *state == CatchUp::Running {
                *state = CatchUp::Idle;
                return;
            }
            *state = CatchUp::Running;
        }
    }

    /// Returns the logins of the connections, each with its account.
    pub(super) fn logins(&self) -> HashSet<(Id, Id)> {
        let subscriptions = lock(&self.subscriptions);
        let of_account = |(account_id, account): (&Id, &Account)| -> Vec<(Id, Id)> {
            account.connections.values().map(|connection| (*account_id, connection.login_id)).collect()
        };
        subscriptions.accounts.iter().flat_map(of_account).collect()
    }

    /// Returns the accounts that have connections.
    pub(super) fn accounts(&self) -> Vec<Id> {
        lock(&self.subscriptions).accounts.keys().copied().collect()
    }

    /// Returns the boards whose changes are sent to an account, or `None` if it has no connections.
    pub(super) fn boards_of(&self, account_id: Id) -> Option<HashSet<Id>> {
        lock(&self.subscriptions).accounts.get(&account_id).map(|account| account.board_ids.clone())
    }

    /// Closes the connections of logins that have ended.
    pub fn end_logins(&self, ids: &[Id]) {
        if ids.is_empty() {
            return;
        }
        let ids: HashSet<&Id> = ids.iter().collect();
        for connection in lock(&self.subscriptions).connections() {
            if ids.contains(&connection.login_id) {
                connection.queue.stop(StopReason::LoginEnded);
            }
        }
    }

    /// Closes the connections of an account that was added to a board or removed from one, and sends it no more changes of
    /// boards. When it reconnects, its boards are loaded again.
    pub(super) fn end_memberships(&self, account_id: Id) {
        let mut subscriptions = lock(&self.subscriptions);
        for connection in subscriptions.connections_of(account_id) {
            connection.queue.stop(StopReason::MembershipChanged);
        }
        subscriptions.remove_account(account_id);
        // Other servers announce again what is left.
        for (member, source) in subscriptions.presence.announced(Some(account_id), Duration::ZERO, Instant::now()) {
            subscriptions.set_member_state(member, source, MemberState::Absent);
        }
        self.presence_changed.notify_one();
    }

    /// Collects changes of presence on this server from now on, for the other servers.
    pub(super) fn track_presence_changes(&self) {
        lock(&self.subscriptions).presence.track_changes();
    }

    /// Waits until the presence of members on this server changes, and returns them with their new state.
    pub(super) async fn next_presence_changes(&self) -> Vec<(BoardMember, MemberState)> {
        loop {
            let changes = lock(&self.subscriptions).presence.take_changes();
            if !changes.is_empty() {
                return changes;
            }
            self.presence_changed.notified().await;
        }
    }

    /// Returns the members who have a board open on this server, with their state.
    pub(super) fn local_presence(&self) -> Vec<(BoardMember, MemberState)> {
        lock(&self.subscriptions).presence.local()
    }

    /// Returns the accounts that have a board open, on all servers, except one.
    pub fn present_on(&self, board_id: Id, except: Id) -> Vec<Id> {
        let others = lock(&self.subscriptions).presence.others(board_id, except);
        others.into_iter().map(|member| member.user_id).collect()
    }

    /// Announces everyone on this server to the other servers again.
    pub(super) fn announce_all_presence(&self) {
        lock(&self.subscriptions).presence.mark_all_changed();
        self.presence_changed.notify_one();
    }

    /// Sets the state of a member as another server has announced it.
    pub(super) fn set_announced_presence(&self, server_id: Id, member: BoardMember, state: MemberState) {
        lock(&self.subscriptions).set_member_state(member, Source::Server(server_id), state);
    }

    /// Ends the presence of members that other servers have not announced for `ttl`.
    pub(super) fn expire_announced_presence(&self, ttl: Duration) {
        let mut subscriptions = lock(&self.subscriptions);
        for (member, source) in subscriptions.presence.announced(None, ttl, Instant::now()) {
            subscriptions.set_member_state(member, source, MemberState::Absent);
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
        let mut subscriptions = lock(&self.hub.subscriptions);
        let connections = &mut subscriptions.accounts.entry(account_id).or_default().connections;
        if connections.len() >= max_connections {
            return None;
        }
        connections.insert(number, Connection { login_id, queue: queue.clone(), open_board: None });
        drop(subscriptions);
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
        if let Some(account) = lock(&self.hub.subscriptions).accounts.get_mut(&self.account_id)
            && let Some(connection) = account.connections.get_mut(&self.number)
        {
            connection.login_id = login_id;
        }
    }

    /// Sends the changes of the account's boards from now on. Load the boards after subscribing: if one is added or removed
    /// meanwhile, the connection is closed.
    pub fn add_boards(&self, board_ids: impl IntoIterator<Item = Id>) {
        let mut subscriptions = lock(&self.hub.subscriptions);
        let is_open = subscriptions
            .accounts
            .get(&self.account_id)
            .is_some_and(|account| account.connections.contains_key(&self.number));
        if is_open {
            subscriptions.add_boards(self.account_id, board_ids);
        }
    }

    /// Sets which board is open in the tab and what is being edited there, and sends it to the other members of the board
    /// who have it open. A board that the account is not a member of counts as none.
    pub fn set_position(&self, board_id: Option<Id>, editing: Option<EditedField>) {
        lock(&self.hub.subscriptions).set_position(self.account_id, self.number, board_id, editing);
        self.hub.presence_changed.notify_one();
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut subscriptions = lock(&self.hub.subscriptions);
        let Some(account) = subscriptions.accounts.get_mut(&self.account_id) else { return };
        let Some(connection) = account.connections.remove(&self.number) else { return };
        if account.connections.is_empty() {
            subscriptions.remove_account(self.account_id);
        }
        subscriptions.close_open_board(self.account_id, self.number, &connection);
        self.hub.presence_changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::presence::CardField;
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

    /// Waits until some of the clients were notified, and returns how long that took.
    async fn notified(clients: &[Subscription], count: usize) -> Duration {
        let started = Instant::now();
        let mut notified = 0;
        while notified < count {
            assert!(started.elapsed() < Duration::from_secs(30), "{notified} were notified");
            tokio::time::sleep(Duration::from_millis(1)).await;
            notified += clients.iter().filter(|client| client.queue.next().now_or_never().is_some()).count();
        }
        assert_eq!(notified, count);
        started.elapsed()
    }

    #[tokio::test]
    async fn clients_catch_up_in_groups_and_again_after_a_pause() {
        let hub = Arc::new(Hub::default());
        let guard = hub.register_connection();
        let clients: Vec<_> = (0..250).map(|number| guard.subscribe(id(number), id(number), 1).unwrap()).collect();
        hub.let_clients_catch_up();
        assert!(notified(&clients, 250).await >= 2 * PAUSE_BETWEEN_GROUPS);
        for _ in 0..10 {
            hub.let_clients_catch_up();
        }
        assert!(notified(&clients, 250).await >= PAUSE_AFTER_CATCH_UP);
        tokio::time::sleep(PAUSE_AFTER_CATCH_UP + Duration::from_millis(500)).await;
        assert!(clients.iter().all(|client| client.queue.next().now_or_never().is_none()));
        hub.let_clients_catch_up();
        notified(&clients, 250).await;
    }

    #[tokio::test]
    async fn clients_that_catch_up_later_do_not_do_so_twice() {
        let hub = Arc::new(Hub::default());
        let guard = hub.register_connection();
        let client = guard.subscribe(id(1), id(1), 1).unwrap();
        hub.let_clients_catch_up_later();
        hub.let_clients_catch_up();
        let next = |seconds: u64| tokio::time::timeout(Duration::from_secs(seconds), client.queue.next());
        assert!(next(10).await.is_ok());
        assert!(next(3).await.is_err(), "another catch-up has begun before");
        hub.let_clients_catch_up_later();
        assert!(next(10).await.is_ok());
    }

    #[test]
    fn members_receive_the_changes_of_their_boards_until_they_are_removed() {
        let hub = Arc::new(Hub::default());
        let guard = hub.register_connection();
        let (ada, eve) = (guard.subscribe(id(1), id(11), 1).unwrap(), guard.subscribe(id(2), id(12), 1).unwrap());
        ada.add_boards([id(21), id(22)]);
        eve.add_boards([id(21)]);
        hub.send_to_other_members(id(21), id(1), &"change".into());
        hub.send_to_other_members(id(22), id(2), &"other board".into());
        assert_eq!(ada.queue.next().now_or_never(), Some(Ok("other board".into())));
        assert_eq!(eve.queue.next().now_or_never(), Some(Ok("change".into())));
        assert!(hub.has_other_members(id(21), id(1)) && !hub.has_other_members(id(22), id(1)));

        hub.end_memberships(id(2));
        hub.send_to_other_members(id(21), id(1), &"secret".into());
        assert_eq!(eve.queue.next().now_or_never(), Some(Err(StopReason::MembershipChanged)));
        eve.add_boards([id(21)]);
        assert!(
            !hub.has_other_members(id(21), id(1)),
            "boards that were loaded before are not added to a closed connection"
        );
        let eve_again = guard.subscribe(id(2), id(12), 1).unwrap();
        drop(eve);
        assert_eq!(hub.boards_of(id(2)), Some(HashSet::new()));
        drop((ada, eve_again));
        assert!(!hub.has_board_subscribers(id(21)) && lock(&hub.subscriptions).members.is_empty());
    }

    /// Returns the messages about presence that a connection was sent: whether these are all, and who is present and absent.
    fn presence_of(subscription: &Subscription) -> Vec<(bool, Vec<PresentMember>, Vec<Id>)> {
        let mut messages = vec![];
        while let Some(Ok(message)) = subscription.queue.next().now_or_never() {
            match serde_json::from_slice(&message).unwrap() {
                LiveMessage::Presence { board_id, is_complete, present, absent } => {
                    assert_eq!(board_id, id(21));
                    messages.push((is_complete, present, absent));
                }
                other => panic!("{other:?}"),
            }
        }
        messages
    }

    fn present(account: u8, card: Option<u8>) -> PresentMember {
        let editing = card.map(|card| EditedField { card_id: id(card), field: CardField::Title });
        PresentMember { user_id: id(account), editing }
    }

    #[test]
    fn presence_reaches_members_who_have_the_board_open() {
        let hub = Arc::new(Hub::default());
        let guard = hub.register_connection();
        let subscribe = |account: u8| guard.subscribe(id(account), id(account + 10), 2).unwrap();
        let (ada, ada_again, ben, cleo, eve) = (subscribe(1), subscribe(1), subscribe(2), subscribe(3), subscribe(4));
        for member in [&ada, &ben, &cleo] {
            member.add_boards([id(21)]);
        }
        ada.set_position(Some(id(21)), None);
        eve.set_position(Some(id(21)), present(4, Some(31)).editing);
        ben.set_position(Some(id(21)), present(2, Some(31)).editing);
        ada_again.set_position(Some(id(21)), None);
        assert_eq!(presence_of(&ben), [(true, vec![present(1, None)], vec![])]);
        assert_eq!(presence_of(&ada), [(true, vec![], vec![]), (false, vec![present(2, Some(31))], vec![])]);
        assert_eq!(presence_of(&ada_again), [(true, vec![present(2, Some(31))], vec![])]);
        assert_eq!((presence_of(&cleo), presence_of(&eve)), (vec![], vec![]), "she has not opened it, nor may Eve");

        ben.set_position(Some(id(21)), present(2, Some(31)).editing);
        assert_eq!(presence_of(&ada), [], "nothing has changed");
        ben.set_position(None, None);
        assert_eq!(presence_of(&ada), [(false, vec![], vec![id(2)])]);
        ben.set_position(Some(id(21)), None);
        assert_eq!((presence_of(&ben).len(), presence_of(&ada)), (1, vec![(false, vec![present(2, None)], vec![])]));
        drop(ada_again);
        assert_eq!(presence_of(&ben), [], "another tab of Ada's is open");
        drop(ada);
        assert_eq!(presence_of(&ben), [(false, vec![], vec![id(1)])]);
    }

    #[test]
    fn presence_of_a_removed_member_ends() {
        let hub = Arc::new(Hub::default());
        let guard = hub.register_connection();
        let (ada, ben) = (guard.subscribe(id(1), id(11), 1).unwrap(), guard.subscribe(id(2), id(12), 1).unwrap());
        for member in [&ada, &ben] {
            member.add_boards([id(21)]);
            member.set_position(Some(id(21)), None);
        }
        let elsewhere = BoardMember { board_id: id(21), account_id: id(2) };
        hub.set_announced_presence(id(9), elsewhere, MemberState::Present { editing: None });
        presence_of(&ada);
        hub.end_memberships(id(2));
        assert_eq!(presence_of(&ada), [(false, vec![], vec![id(2)])]);
        ben.set_position(Some(id(21)), present(2, Some(31)).editing);
        ada.set_position(Some(id(21)), present(1, Some(31)).editing);
        assert_eq!(
            (presence_of(&ada), ben.queue.next().now_or_never()),
            (vec![], Some(Err(StopReason::MembershipChanged)))
        );
    }

    #[test]
    fn presence_on_other_servers_expires() {
        let hub = Arc::new(Hub::default());
        let ada = hub.register_connection().subscribe(id(1), id(11), 1).unwrap();
        ada.add_boards([id(21)]);
        ada.set_position(Some(id(21)), None);
        let ben = BoardMember { board_id: id(21), account_id: id(2) };
        hub.set_announced_presence(id(9), ben, MemberState::Present { editing: present(2, Some(31)).editing });
        hub.expire_announced_presence(Duration::from_secs(60));
        assert_eq!(presence_of(&ada), [(true, vec![], vec![]), (false, vec![present(2, Some(31))], vec![])]);
        hub.expire_announced_presence(Duration::ZERO);
        assert_eq!(presence_of(&ada), [(false, vec![], vec![id(2)])]);
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
