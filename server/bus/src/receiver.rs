//! Receives the changes of other servers, reads from the database what they have not sent, and announces them to the connections
//! of this server.

use super::announcement::{AnnouncedRecords, Announcement, News, announce_board};
use super::changes::{ChangeKey, MAX_PENDING_CHANGES, MergedChanges, RemoteChange, parse_notification};
use super::hub::Hub;
use super::relay::Relayed;
use super::transport::Received;
use super::waiting_boards::WaitingBoards;
use core_wasm::protocol::id::Id;
use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, FuturesUnordered, StreamExt};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{error::Elapsed, timeout};
use twentyfour_store::board_reads::{BoardChanges, records_since};
use twentyfour_store::{Database, StoreError};

/// The maximum number of boards that are read at once. One slow read then does not delay the other boards.
const MAX_READS: usize = 8;

/// How long a read may take. After it, the change is announced without its records, which clients request.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// Reads the records of a board that were written after a version.
type ReadRecords = Arc<dyn Fn(Id, i64) -> BoxFuture<'static, Result<Option<BoardChanges>, StoreError>> + Send + Sync>;

/// Receives changes from other servers: those that they announce, and those that the relay finds. Runs until the database is
/// closed.
pub(super) async fn run(
    server_id: Id,
    database: Database,
    hub: Arc<Hub>,
    announced: BoxStream<'static, Received>,
    relayed: mpsc::Receiver<Relayed>,
    is_subscribed: watch::Sender<bool>,
) {
    let reads = database.clone();
    let read: ReadRecords = Arc::new(move |board_id, since| {
        let database = reads.clone();
        Box::pin(async move { records_since(database.pool(), board_id, since).await })
    });
    tokio::select! {
        () = database.closed() => {}
        () = Receiver::new(server_id, hub, read, READ_TIMEOUT, is_subscribed).run(announced, relayed) => {}
    }
}

/// Which server has made a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    ThisServer,
    OtherServer,
}

/// The changes that were received and not announced yet.
struct Receiver {
    server_id: Id,
    hub: Arc<Hub>,
    read: ReadRecords,
    read_timeout: Duration,
    /// The boards that wait to be read. Several changes of one are merged.
    waiting: WaitingBoards,
    /// The boards that are being read. Each is read once at a time, so that its changes are announced in their order.
    busy: HashSet<Id>,
    reads: FuturesUnordered<BoxFuture<'static, Id>>,
    /// Whether the subscription has begun and is not lost.
    is_subscribed: watch::Sender<bool>,
}

impl Receiver {
    fn new(
        server_id: Id,
        hub: Arc<Hub>,
        read: ReadRecords,
        read_timeout: Duration,
        is_subscribed: watch::Sender<bool>,
    ) -> Self {
        let (waiting, busy, reads) = (WaitingBoards::default(), HashSet::new(), FuturesUnordered::new());
        Self { server_id, hub, read, read_timeout, waiting, busy, reads, is_subscribed }
    }

    /// Runs until `announced` ends.
    async fn run(mut self, mut announced: BoxStream<'static, Received>, mut relayed: mpsc::Receiver<Relayed>) {
        loop {
            self.start_reads();
            tokio::select! {
                received = announced.next() => match received {
                    // Connections that are older than the subscription may have missed changes, too.
                    Some(Received::Started | Received::Gap) => {
                        self.hub.let_clients_catch_up();
                        self.is_subscribed.send_replace(true);
                    }
                    Some(Received::Lost) => _ = self.is_subscribed.send_replace(false),
                    Some(Received::Text(text)) => self.on_text(&text, Origin::OtherServer),
                    None => return,
                },
                Some(found) = relayed.recv() => match found {
                    // The subscription was probably lost together with the database. When it begins again, clients catch up.
                    Relayed::Gap if !*self.is_subscribed.borrow() => self.hub.let_clients_catch_up_later(),
                    Relayed::Gap => self.hub.let_clients_catch_up(),
                    Relayed::Found { from_others, from_this_server } => {
                        from_others.iter().for_each(|text| self.on_text(text, Origin::OtherServer));
                        from_this_server.iter().for_each(|text| self.on_text(text, Origin::ThisServer));
                    }
                },
                Some(board_id) = self.reads.next() => {
                    self.busy.remove(&board_id);
                }
            }
        }
    }

    /// Announces the changes of a notification that subscribers of this server need. Boards without announcements, or that are
    /// being read already, are queued to be read. Changes of another origin are ignored.
    fn on_text(&mut self, text: &str, origin: Origin) {
        let changes = match parse_notification(text, |board_id| self.hub.has_board_subscribers(board_id)) {
            Ok((from, _)) if (from == self.server_id) != (origin == Origin::ThisServer) => return,
            Ok((_, changes)) if changes.is_empty() => return self.hub.let_clients_catch_up(),
            Ok((_, changes)) => changes,
            Err(error) => {
                tracing::warn!(%error, "cannot read a notification, clients request what has changed");
                return self.hub.let_clients_catch_up();
            }
        };
        let mut merged = MergedChanges::default();
        changes.into_iter().filter(|change| self.is_needed(change)).for_each(|change| merged.add(change));
        for (key, change) in merged.0 {
            match key {
                ChangeKey::Board(board_id) => {
                    // The announcements of a board keep their order, behind those that are being read.
                    let must_wait = self.busy.contains(&board_id) || self.waiting.contains(key);
                    if change.announcements.is_empty() || must_wait {
                        self.waiting.add(RemoteChange { announcements: vec![], ..change });
                    } else {
                        change.announcements.iter().for_each(|announcement| announce_board(&self.hub, announcement));
                    }
                }
                ChangeKey::Memberships(account_id) => News::Memberships { account_id }.deliver(&self.hub),
                ChangeKey::Notes(account_id) => News::Notes { account_id, version: change.version }.deliver(&self.hub),
                ChangeKey::Preferences(account_id) => {
                    News::Preferences { account_id, login_id: None }.deliver(&self.hub);
                }
                ChangeKey::Inbox(account_id) => News::Inbox { account_id }.deliver(&self.hub),
            }
        }
        if self.waiting.len() > MAX_PENDING_CHANGES {
            self.waiting = WaitingBoards::default();
            self.hub.let_clients_catch_up();
        }
    }

    /// Returns whether a subscriber of this server needs a change.
    fn is_needed(&self, change: &RemoteChange) -> bool {
        match change.board_id {
            Some(board_id) if change.since > 0 => self.hub.has_board_subscribers(board_id),
            // The author of a new board is not subscribed to it yet.
            _ => self.hub.has_subscribers(change.account_id),
        }
    }

    /// Starts to read boards, as many as may be read at once.
    fn start_reads(&mut self) {
        let free = MAX_READS.saturating_sub(self.busy.len());
        for change in self.waiting.take(free, &self.busy) {
            let board_id = change.subject_id();
            self.busy.insert(board_id);
            let (hub, reading) = (self.hub.clone(), timeout(self.read_timeout, (self.read)(board_id, change.since)));
            self.reads.push(Box::pin(async move {
                deliver_board(&hub, reading, board_id, change).await;
                board_id
            }));
        }
    }
}

/// Announces another server's change of a board to the connections of this server.
async fn deliver_board(
    hub: &Hub,
    reading: impl Future<Output = Result<Result<Option<BoardChanges>, StoreError>, Elapsed>>,
    board_id: Id,
    change: RemoteChange,
) {
    let RemoteChange { account_id, since, version, is_personal, .. } = change;
    if is_personal {
        let records = AnnouncedRecords::personal(version);
        return announce_board(hub, &Announcement { author_id: account_id, board_id, since, version, records });
    }
    let changes = match reading.await {
        Ok(Ok(Some(changes))) => Some(changes),
        // The board was deleted meanwhile.
        Ok(Ok(None)) => return,
        Ok(Err(error)) => {
            tracing::warn!(%error, "cannot load changes made by another server");
            None
        }
        Err(_) => {
            tracing::warn!("loading changes made by another server takes too long, announced without them");
            None
        }
    };
    // The owner is sent the records as the owner sees them, even if somebody else made the change. The database may be
    // newer than the notification.
    let (author_id, version, records) = match changes {
        Some(BoardChanges { version, owner_id, of_owner, of_others }) => {
            (owner_id, version, AnnouncedRecords { of_author: Some(of_owner), of_others })
        }
        None => (account_id, version, AnnouncedRecords::default()),
    };
    announce_board(hub, &Announcement { author_id, board_id, since, version, records });
}

#[cfg(test)]
mod tests {
    use super::super::changes::{encode_notification, encode_with_announcements};
    use super::super::hub::Subscription;
    use super::super::message::{READY, encode};
    use super::*;
    use core_wasm::protocol::live::LiveMessage;
    use core_wasm::protocol::record::BoardRecords;
    use futures_util::{FutureExt, stream};

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    /// A change of a board by somebody else.
    fn change(board_id: Id, since: i64) -> RemoteChange {
        let (account_id, board_id, version) = (id(9), Some(board_id), since + 1);
        RemoteChange { account_id, board_id, since, version, is_personal: false, announcements: vec![] }
    }

    fn text(changes: &[RemoteChange]) -> Received {
        Received::Text(encode_notification(id(8), changes))
    }

    /// Waits for the next message about a board: the board, and the previous and the new version.
    async fn next_version(subscription: &Subscription) -> (Id, i64, i64) {
        let message = timeout(Duration::from_secs(10), subscription.queue.next()).await.unwrap().unwrap();
        match serde_json::from_slice(&message).unwrap() {
            LiveMessage::Changed { board_id, since, version, .. } => (board_id, since, version),
            other => panic!("{other:?}"),
        }
    }

    /// Starts a receiver of what is sent to the returned channel.
    fn start(hub: Arc<Hub>, read: ReadRecords, read_timeout: Duration) -> mpsc::UnboundedSender<Received> {
        let ((sender, announced), (_, relayed)) = (announcements(), mpsc::channel(1));
        tokio::spawn(Receiver::new(id(7), hub, read, read_timeout, watch::Sender::new(false)).run(announced, relayed));
        sender
    }

    /// Returns a stream of what is sent to the channel.
    fn announcements() -> (mpsc::UnboundedSender<Received>, BoxStream<'static, Received>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let announced = stream::unfold(receiver, |mut receiver: mpsc::UnboundedReceiver<Received>| async {
            receiver.recv().await.map(|received| (received, receiver))
        });
        (sender, announced.boxed())
    }

    #[tokio::test]
    async fn slow_read_of_a_board_does_not_delay_other_boards() {
        let (hub, slow) = (Arc::new(Hub::default()), id(21));
        let subscription = hub.register_connection().subscribe(id(1), id(11), 1).unwrap();
        let boards: Vec<Id> = (21..61).map(id).collect();
        subscription.add_boards(boards.clone());
        let (resume, slow_reads) = (Arc::new(tokio::sync::Notify::new()), Arc::new(std::sync::Mutex::new(vec![])));
        let (resumed, begun) = (resume.clone(), slow_reads.clone());
        let read: ReadRecords = Arc::new(move |board_id, since| {
            let (resumed, begun) = (resumed.clone(), begun.clone());
            Box::pin(async move {
                if board_id == slow {
                    begun.lock().unwrap().push(since);
                    resumed.notified().await;
                }
                Err(StoreError::Unavailable)
            })
        });
        let sender = start(hub.clone(), read, Duration::from_secs(600));
        sender.send(text(&[change(slow, 4)])).unwrap();
        sender.send(text(&boards.iter().map(|board| change(*board, 5)).collect::<Vec<_>>())).unwrap();
        for _ in &boards[1..] {
            let (board_id, since, version) = next_version(&subscription).await;
            assert_ne!(board_id, slow);
            assert_eq!((since, version), (5, 6));
        }
        sender.send(text(&[change(slow, 6), change(boards[1], 6)])).unwrap();
        assert_eq!(next_version(&subscription).await, (boards[1], 6, 7));
        assert_eq!(*slow_reads.lock().unwrap(), [4], "its later changes wait for the read");
        resume.notify_one();
        assert_eq!(next_version(&subscription).await, (slow, 4, 5));
        resume.notify_one();
        assert_eq!(next_version(&subscription).await, (slow, 5, 7));
        assert_eq!(*slow_reads.lock().unwrap(), [4, 5]);
    }

    #[tokio::test]
    async fn board_is_not_read_if_its_announcements_were_received() {
        let hub = Arc::new(Hub::default());
        let subscription = hub.register_connection().subscribe(id(1), id(11), 1).unwrap();
        let author = hub.register_connection().subscribe(id(9), id(19), 1).unwrap();
        subscription.add_boards([id(21), id(22)]);
        author.add_boards([id(21)]);
        let (resume, reads) = (Arc::new(tokio::sync::Notify::new()), Arc::new(std::sync::Mutex::new(vec![])));
        let (resumed, begun) = (resume.clone(), reads.clone());
        let read: ReadRecords = Arc::new(move |_, since| {
            begun.lock().unwrap().push(since);
            let resumed = resumed.clone();
            Box::pin(async move {
                resumed.notified().await;
                Err(StoreError::Unavailable)
            })
        });
        let sender = start(hub, read, Duration::from_secs(600));
        let announced = |board_id: Id, since: i64| {
            let version = since + 1;
            let records = |is_complete: bool| {
                let (lists, cards, items) = (vec![], vec![], vec![]);
                Some(BoardRecords { version, is_complete, board: None, lists, cards, items })
            };
            let records = AnnouncedRecords { of_author: records(true), of_others: records(false) };
            let announcement = Announcement { author_id: id(9), board_id, since, version, records };
            RemoteChange { announcements: vec![Arc::new(announcement)], ..change(board_id, since) }
        };
        let text = |change: RemoteChange| Received::Text(encode_with_announcements(id(8), &[change]));
        sender.send(text(announced(id(21), 4))).unwrap();
        for (subscription, is_author) in [(&author, true), (&subscription, false)] {
            let message = timeout(Duration::from_secs(10), subscription.queue.next()).await.unwrap().unwrap();
            let message: serde_json::Value = serde_json::from_slice(&message).unwrap();
            assert_eq!(message["version"], 5);
            assert_eq!(message["records"]["is_complete"], is_author, "each has records of its own");
        }
        sender.send(text(change(id(21), 5))).unwrap();
        sender.send(text(announced(id(21), 6))).unwrap();
        sender.send(text(announced(id(22), 1))).unwrap();
        assert_eq!(next_version(&subscription).await, (id(22), 1, 2));
        resume.notify_one();
        assert_eq!(next_version(&subscription).await, (id(21), 5, 6));
        resume.notify_one();
        assert_eq!(next_version(&subscription).await, (id(21), 6, 7), "it waits for the read");
        assert_eq!(*reads.lock().unwrap(), [5, 6]);
    }

    #[tokio::test]
    async fn read_that_never_ends_is_given_up() {
        let hub = Arc::new(Hub::default());
        let subscription = hub.register_connection().subscribe(id(1), id(11), 1).unwrap();
        subscription.add_boards([id(21)]);
        let never: ReadRecords = Arc::new(|_, _| Box::pin(std::future::pending()));
        let sender = start(hub.clone(), never, Duration::from_millis(20));
        sender.send(text(&[change(id(21), 4)])).unwrap();
        assert_eq!(next_version(&subscription).await, (id(21), 4, 5));
    }

    #[tokio::test]
    async fn relay_delivers_changes_of_other_servers_first() {
        let hub = Arc::new(Hub::default());
        let subscription = hub.register_connection().subscribe(id(1), id(11), 1).unwrap();
        subscription.add_boards([id(21), id(22)]);
        let unavailable: ReadRecords = Arc::new(|_, _| Box::pin(std::future::ready(Err(StoreError::Unavailable))));
        let (sender, relayed) = mpsc::channel(4);
        let (announce, announced) = announcements();
        let is_subscribed = watch::Sender::new(true);
        let mut subscribed = is_subscribed.subscribe();
        let receiver = Receiver::new(id(7), hub, unavailable, READ_TIMEOUT, is_subscribed);
        tokio::spawn(receiver.run(announced, relayed));
        let texts =
            vec![encode_notification(id(7), &[change(id(21), 4)]), encode_notification(id(8), &[change(id(22), 4)])];
        sender.send(Relayed::Found { from_others: texts.clone(), from_this_server: vec![] }).await.unwrap();
        assert_eq!(next_version(&subscription).await, (id(22), 4, 5));
        sender.send(Relayed::Found { from_others: vec![], from_this_server: texts }).await.unwrap();
        assert_eq!(next_version(&subscription).await, (id(21), 4, 5));
        sender.send(Relayed::Gap).await.unwrap();
        let message = timeout(Duration::from_secs(10), subscription.queue.next()).await.unwrap();
        assert_eq!(message, Ok(encode(&READY)));

        announce.send(Received::Lost).unwrap();
        timeout(Duration::from_secs(10), subscribed.wait_for(|is| !is)).await.unwrap().unwrap();
        let since = std::time::Instant::now();
        sender.send(Relayed::Gap).await.unwrap();
        let message = timeout(Duration::from_secs(10), subscription.queue.next()).await.unwrap();
        assert_eq!(message, Ok(encode(&READY)));
        assert!(since.elapsed() > Duration::from_secs(1), "{:?}: the subscription may begin again", since.elapsed());
    }

    #[tokio::test]
    async fn gaps_and_dropped_changes_make_clients_catch_up() {
        let hub = Arc::new(Hub::default());
        let subscription = hub.register_connection().subscribe(id(1), id(11), 1).unwrap();
        let deleted: ReadRecords = Arc::new(|_, _| Box::pin(std::future::ready(Ok(None))));
        let sender = start(hub.clone(), deleted, READ_TIMEOUT);
        let own = Received::Text(encode_notification(id(7), &[]));
        for quiet in [own, text(&[change(id(21), 4)])] {
            sender.send(quiet).unwrap();
        }
        for gap in [Received::Started, Received::Gap, text(&[]), Received::Text("?".to_owned())] {
            sender.send(gap).unwrap();
            let message = timeout(Duration::from_secs(10), subscription.queue.next()).await.unwrap();
            assert_eq!(message, Ok(encode(&READY)));
        }
        assert_eq!(subscription.queue.next().now_or_never(), None);
    }
}
