//! A connection that waits for its peer, but not for ever.

use super::places::Place;
use futures_util::task::AtomicWaker;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// How long a peer may take. For the body of a request and for its answer there are limits of their own, in the routes.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    /// For the head of a request, from its first byte to its last. A new connection has as long until it is there.
    pub(super) head: Duration,
    /// Between two requests.
    pub(super) idle: Duration,
    /// In which nothing of what is sent is read, all such times together until `least` bytes were; over a WebSocket, at one go.
    pub(super) read: Duration,
    /// How many bytes have to be read in return for that, so that nobody keeps an answer waiting for hours by reading a little now
    /// and then.
    pub(super) least: usize,
}

/// About 1 KiB a second is the slowest that an answer may be read.
pub(super) const PATIENCE: Patience = Patience {
    head: Duration::from_secs(10),
    idle: Duration::from_secs(75),
    read: Duration::from_secs(30),
    least: 32 << 10,
};

/// What a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The head of a request.
    Head,
    /// The request's body, or its answer.
    Request,
    /// The next request.
    Idle,
    /// Whatever a WebSocket brings.
    Live,
}

/// How far a connection is: the phase, and how many phases there were before, so that no two are taken for one. Clones share it.
#[derive(Clone)]
pub(super) struct Progress(Arc<Shared>);

struct Shared {
    packed: AtomicU64,
    /// The task that serves the connection: hyper does not look at the stream again when a request has been answered, and no timer
    /// would be set for the next.
    task: AtomicWaker,
}

impl Progress {
    fn new() -> Self {
        Self(Arc::new(Shared { packed: AtomicU64::new(Phase::Head as u64), task: AtomicWaker::new() }))
    }

    /// The head of a request is there.
    pub(super) fn begin(&self) {
        self.enter(Phase::Request);
    }

    /// The request has been answered.
    pub(super) fn end(&self) {
        self.enter(Phase::Idle);
        self.0.task.wake();
    }

    /// From now on the connection is a WebSocket.
    pub(super) fn upgrade(&self) {
        self.enter(Phase::Live);
    }

    fn enter(&self, phase: Phase) {
        let number = (self.0.packed.load(Ordering::Relaxed) >> 2) + 1;
        // One at a time enters a phase: a connection is served by one task.
        self.0.packed.store(number << 2 | phase as u64, Ordering::Relaxed);
    }

    fn now(&self) -> (u64, Phase) {
        let packed = self.0.packed.load(Ordering::Relaxed);
        let phase = match packed & 3 {
            0 => Phase::Head,
            1 => Phase::Request,
            2 => Phase::Idle,
            _ => Phase::Live,
        };
        (packed, phase)
    }
}

/// A stream whose reading and writing fail when the peer takes too long.
pub(super) struct PatientStream {
    stream: TcpStream,
    patience: Patience,
    progress: Progress,
    /// The phase in which it waits for bytes, and until when.
    waits: Option<(u64, Instant)>,
    reading: Option<Pin<Box<Sleep>>>,
    /// Since when the peer reads nothing.
    stuck_since: Option<Instant>,
    /// How long it read nothing before, and how many bytes it took meanwhile, since it last took enough.
    stuck_before: Duration,
    taken: usize,
    writing: Option<Pin<Box<Sleep>>>,
    _place: Place,
}

impl PatientStream {
    /// Wraps a new connection, which keeps its place for as long as it lasts.
    pub(super) fn new(stream: TcpStream, patience: Patience, place: Place) -> (Self, Progress) {
        let progress = Progress::new();
        let stream = Self {
            stream,
            patience,
            progress: progress.clone(),
            waits: None,
            reading: None,
            stuck_since: None,
            stuck_before: Duration::ZERO,
            taken: 0,
            writing: None,
            _place: place,
        };
        (stream, progress)
    }

    /// Called when nothing has come: whether it should have by now.
    fn has_waited_too_long(&mut self, context: &mut Context<'_>) -> bool {
        let (number, phase) = self.progress.now();
        let limit = match phase {
            Phase::Head => self.patience.head,
            Phase::Idle => self.patience.idle,
            Phase::Request | Phase::Live => {
                self.progress.0.task.register(context.waker());
                return false;
            }
        };
        let until = match self.waits {
            Some((waiting, until)) if waiting == number => until,
            _ => Instant::now() + limit,
        };
        self.waits = Some((number, until));
        is_over(&mut self.reading, until, context)
    }

    /// Called after each attempt to write.
    fn written(&mut self, wrote: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let phase = self.progress.now().1;
        if let Poll::Ready(outcome) = &wrote {
            if let Some(since) = self.stuck_since.take() {
                self.stuck_before += since.elapsed();
            }
            self.taken += outcome.as_ref().map_or(0, |bytes| *bytes);
            // What a live connection sends is little and seldom, and it has limits of its own.
            if self.taken >= self.patience.least || phase == Phase::Live {
                (self.stuck_before, self.taken) = (Duration::ZERO, 0);
            }
            // The last part of an answer may take longer to leave than a request may take to come: the time between the two begins
            // when it has.
            if phase == Phase::Idle {
                self.waits = None;
            }
            return wrote;
        }
        let since = *self.stuck_since.get_or_insert_with(Instant::now);
        let left = self.patience.read.saturating_sub(self.stuck_before);
        if is_over(&mut self.writing, since + left, context) {
            // What the system still holds for the peer goes at once, instead of waiting on.
            _ = self.stream.set_zero_linger();
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }
}

/// Whether it is that late; if not, the task is woken when it is, or earlier.
fn is_over(timer: &mut Option<Pin<Box<Sleep>>>, until: Instant, context: &mut Context<'_>) -> bool {
    let timer = timer.get_or_insert_with(|| Box::pin(sleep_until(until)));
    // Setting a timer costs more than letting an old one ring in vain once in a while.
    if timer.deadline() > until {
        timer.as_mut().reset(until);
    }
    while timer.as_mut().poll(context).is_ready() {
        if Instant::now() >= until {
            return true;
        }
        timer.as_mut().reset(until);
    }
    false
}

impl AsyncRead for PatientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        match &read {
            Poll::Ready(_) => {
                let (_, phase) = self.progress.now();
                if phase == Phase::Idle && buffer.filled().len() > before {
                    self.progress.enter(Phase::Head);
                }
                read
            }
            Poll::Pending if self.has_waited_too_long(context) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => read,
        }
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(wrote, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.written(wrote, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
