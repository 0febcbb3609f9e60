//! Where the mails of a case end up, unless it speaks to a mail server.

use super::TestApp;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;
use twentyfour_server::{Mail, SendError, SendFuture, Transport, send_mails};

impl TestApp {
    /// Sends the mails whose turn it is, as the server does without end.
    pub(crate) async fn send_mails(&self) {
        send_mails(&self.deps()).await.unwrap();
    }

    /// Sends the mails whose turn it is, and gives those that have come since the last time.
    pub(crate) async fn mails(&self) -> Vec<Mail> {
        self.send_mails().await;
        std::mem::take(&mut *self.transport.mails.lock().unwrap())
    }

    /// Sends the mails whose turn it is, and gives the token in the one that has come.
    pub(crate) async fn mailed_token(&self) -> String {
        let mails = self.mails().await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        token(&mails[0])
    }
}

/// The token in a mail.
pub(crate) fn token(mail: &Mail) -> String {
    let (_, rest) = mail.text.split_once("#token=").unwrap();
    rest.lines().next().unwrap().to_owned()
}

/// Takes mails over, or refuses them all.
pub(crate) struct FakeTransport {
    pub(crate) mails: Mutex<Vec<Mail>>,
    pub(crate) forced_error: Mutex<Option<SendError>>,
    /// How many mails it was given, taken over or not.
    pub(crate) tries: AtomicU64,
    /// Mails wait here while somebody holds all places.
    pub(crate) gate: Arc<Semaphore>,
}

/// How many places the gate of a fake transport has.
pub(crate) const GATE_PERMITS: u32 = 16;

impl Default for FakeTransport {
    fn default() -> Self {
        Self {
            mails: Mutex::default(),
            forced_error: Mutex::default(),
            tries: AtomicU64::default(),
            gate: Arc::new(Semaphore::new(GATE_PERMITS as usize)),
        }
    }
}

impl Transport for FakeTransport {
    fn send<'a>(&'a self, mail: &'a Mail) -> SendFuture<'a> {
        Box::pin(async move {
            self.tries.fetch_add(1, Ordering::SeqCst);
            let _place = self.gate.acquire().await.unwrap();
            if let Some(error) = self.forced_error.lock().unwrap().clone() {
                return Err(error);
            }
            self.mails.lock().unwrap().push(mail.clone());
            Ok(())
        })
    }
}
