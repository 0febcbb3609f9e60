//! Texts within one process: to the only server on an SQLite database, or between several in tests.

use super::{Received, Topic, Transport};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream, StreamExt};
use tokio::sync::broadcast::{self, error::RecvError};

/// The number of texts that a subscription may be behind. If it falls further behind, they are lost.
const MAX_QUEUED_TEXTS: usize = 1_024;

/// Carries texts between the servers of one process. Clones share it.
#[derive(Clone)]
pub struct InProcess {
    changes: broadcast::Sender<String>,
    presence: broadcast::Sender<String>,
}

impl Default for InProcess {
    fn default() -> Self {
        let (changes, presence) = (broadcast::Sender::new(MAX_QUEUED_TEXTS), broadcast::Sender::new(MAX_QUEUED_TEXTS));
        Self { changes, presence }
    }
}

impl InProcess {
    fn channel(&self, topic: Topic) -> &broadcast::Sender<String> {
        match topic {
            Topic::Changes => &self.changes,
            Topic::Presence => &self.presence,
        }
    }
}

impl Transport for InProcess {
    fn publish(&self, topic: Topic, text: String) -> BoxFuture<'_, Result<(), String>> {
        // Fails only if nobody subscribes.
        _ = self.channel(topic).send(text);
        Box::pin(std::future::ready(Ok(())))
    }

    fn subscribe(&self, topic: Topic) -> BoxStream<'static, Received> {
        let texts = stream::unfold(self.channel(topic).subscribe(), |mut receiver| async move {
            match receiver.recv().await {
                Ok(text) => Some((Received::Text(text), receiver)),
                Err(RecvError::Lagged(_)) => Some((Received::Gap, receiver)),
                Err(RecvError::Closed) => None,
            }
        });
        stream::once(std::future::ready(Received::Started)).chain(texts).boxed()
    }

    fn has_peers(&self) -> bool {
        self.changes.receiver_count() > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn texts_are_received_by_all_until_one_falls_behind() {
        let bus = InProcess::default();
        let mut subscriptions = [bus.subscribe(Topic::Changes), bus.subscribe(Topic::Changes)];
        let mut presence = bus.subscribe(Topic::Presence);
        assert!(bus.has_peers());
        bus.publish(Topic::Changes, "text".to_owned()).await.unwrap();
        for subscription in &mut subscriptions {
            assert_eq!(subscription.next().await, Some(Received::Started));
            assert_eq!(subscription.next().await, Some(Received::Text("text".to_owned())));
        }
        for number in 0..=MAX_QUEUED_TEXTS {
            bus.publish(Topic::Changes, number.to_string()).await.unwrap();
        }
        let [mut slow, gone] = subscriptions;
        assert_eq!(slow.next().await, Some(Received::Gap));
        assert_eq!(slow.next().await, Some(Received::Text("1".to_owned())));
        drop(gone);
        assert!(!bus.has_peers());
        assert_eq!(presence.next().await, Some(Received::Started));
        assert_eq!(presence.next().now_or_never(), None);
    }
}
