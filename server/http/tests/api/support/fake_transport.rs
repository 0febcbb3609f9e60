//! A transport that collects the mails of a case.

use super::TestApp;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;
use twentyfour_server::{Mail, SendError, SendFuture, Transport, send_mails};

impl TestApp {
    /// Sends the due mails, as the server does continuously.
    pub(crate) async fn send_mails(&self) {
        send_mails(&self.deps()).await.unwrap();
    }

    /// Sends the due mails and returns those received since the last call.
    pub(crate) async fn mails(&self) -> Vec<Mail> {
        self.send_mails().await;
        std::mem::take(&mut *self.transport.mails.lock().unwrap())
    }

    /// Sends the due mails and returns the token in the only mail received.
    pub(crate) async fn mailed_token(&self) -> String {
        let mails = self.mails().await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        token(&mails[0])
    }
}

/// Returns the token in a mail.
pub(crate) fn token(mail: &Mail) -> String {
    let (_, rest) = mail.text.split_once("#token=").unwrap();
    rest.lines().next().unwrap().to_owned()
}

/// A transport that accepts all mails or rejects all of them.
pub(crate) struct FakeTransport {
    pub(crate) mails: Mutex<Vec<Mail>>,
    pub(crate) forced_error: Mutex<Option<SendError>>,
    /// The number of attempts, accepted or not.
    pub(crate) tries: AtomicU64,
    /// Mails wait here while a test holds all permits.
    pub(crate) gate: Arc<Semaphore>,
}

/// The number of permits of the gate.
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
