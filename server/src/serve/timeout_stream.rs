//! A TCP stream with timeouts for slow clients.

use super::connection_limiter::ConnectionPermit;
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

/// The timeouts of a connection. The bodies of requests and the responses have their own timeouts in the routes.
#[derive(Clone, Copy)]
pub(super) struct Timeouts {
    /// For the head of a request, from its first to its last byte, and for the first byte of a new connection.
    pub(super) head: Duration,
    /// Between two requests.
    pub(super) idle: Duration,
    /// For stalled writes: the total time in which the client reads nothing, until it has read `min_bytes`. For a
    /// WebSocket, a single stall.
    pub(super) write_stall: Duration,
    /// The number of bytes that the client must read to reset the stalled time, so that it cannot hold a response for
    /// hours by reading a few bytes now and then.
    pub(super) min_bytes: usize,
}

/// The default timeouts. A response may be read at about 1 KiB per second at the slowest.
pub(super) const DEFAULT_TIMEOUTS: Timeouts = Timeouts {
    head: Duration::from_secs(10),
    idle: Duration::from_secs(75),
    write_stall: Duration::from_secs(30),
    min_bytes: 32 << 10,
};

/// What a connection is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The head of a request.
    Head,
    /// The request's body or its response.
    Request,
    /// The next request.
    Idle,
    /// Anything on a WebSocket.
    WebSocket,
}

/// The phase of a connection and a counter of phase changes, packed into one integer. The counter makes each occurrence
/// of a phase distinct. Clones share the state.
#[derive(Clone)]
pub(super) struct ConnectionPhase(Arc<Shared>);

struct Shared {
    packed: AtomicU64,
    /// The task that serves the connection. hyper does not poll the stream after a response, so the task must be woken
    /// to start the timer for the next request.
    task: AtomicWaker,
}

impl ConnectionPhase {
    fn new() -> Self {
        Self(Arc::new(Shared { packed: AtomicU64::new(Phase::Head as u64), task: AtomicWaker::new() }))
    }

    /// Called when the head of a request has arrived.
    pub(super) fn begin_request(&self) {
        self.enter(Phase::Request);
    }

    /// Called when the response has been sent.
    pub(super) fn end_request(&self) {
        self.enter(Phase::Idle);
        self.0.task.wake();
    }

    /// Called when the connection becomes a WebSocket.
    pub(super) fn upgrade(&self) {
        self.enter(Phase::WebSocket);
    }

    fn enter(&self, phase: Phase) {
        let number = (self.0.packed.load(Ordering::Relaxed) >> 2) + 1;
        // No race, since a connection is served by one task.
        self.0.packed.store(number << 2 | phase as u64, Ordering::Relaxed);
    }

    fn current(&self) -> (u64, Phase) {
        let packed = self.0.packed.load(Ordering::Relaxed);
        let phase = match packed & 3 {
            0 => Phase::Head,
            1 => Phase::Request,
            2 => Phase::Idle,
            _ => Phase::WebSocket,
        };
        (packed, phase)
    }
}

/// A stream whose reads and writes fail when the client is too slow.
pub(super) struct TimeoutStream {
    stream: TcpStream,
    timeouts: Timeouts,
    connection_phase: ConnectionPhase,
    /// The phase in which the stream waits for bytes, and the deadline.
    read_deadline: Option<(u64, Instant)>,
    read_timer: Option<Pin<Box<Sleep>>>,
    /// When the current stall began.
    stalled_since: Option<Instant>,
    /// The duration of earlier stalls, and the bytes written meanwhile, since the client last read enough.
    stalled_before: Duration,
    bytes_since_stall: usize,
    write_timer: Option<Pin<Box<Sleep>>>,
    _permit: ConnectionPermit,
}

impl TimeoutStream {
    /// Wraps a new connection, which holds its permit until it ends.
    pub(super) fn new(stream: TcpStream, timeouts: Timeouts, permit: ConnectionPermit) -> (Self, ConnectionPhase) {
        let connection_phase = ConnectionPhase::new();
        let stream = Self {
            stream,
            timeouts,
            connection_phase: connection_phase.clone(),
            read_deadline: None,
            read_timer: None,
            stalled_since: None,
            stalled_before: Duration::ZERO,
            bytes_since_stall: 0,
            write_timer: None,
            _permit: permit,
        };
        (stream, connection_phase)
    }

    /// Called when a read is pending. Returns whether the deadline has passed.
    fn has_read_timed_out(&mut self, context: &mut Context<'_>) -> bool {
        let (number, phase) = self.connection_phase.current();
        let limit = match phase {
            Phase::Head => self.timeouts.head,
            Phase::Idle => self.timeouts.idle,
            Phase::Request | Phase::WebSocket => {
                self.connection_phase.0.task.register(context.waker());
                return false;
            }
        };
        let until = match self.read_deadline {
            Some((known_phase, until)) if known_phase == number => until,
            _ => Instant::now() + limit,
        };
        self.read_deadline = Some((number, until));
        poll_deadline(&mut self.read_timer, until, context)
    }

    /// Called after each attempt to write. Returns an error if the client has stalled for too long.
    fn check_write_timeout(
        &mut self,
        wrote: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let phase = self.connection_phase.current().1;
        if let Poll::Ready(outcome) = &wrote {
            if let Some(since) = self.stalled_since.take() {
                self.stalled_before += since.elapsed();
            }
            self.bytes_since_stall += outcome.as_ref().map_or(0, |bytes| *bytes);
            // WebSocket messages are small and rare, and have their own timeouts.
            if self.bytes_since_stall >= self.timeouts.min_bytes || phase == Phase::WebSocket {
                (self.stalled_before, self.bytes_since_stall) = (Duration::ZERO, 0);
            }
            // Sending the end of a response may take longer than the idle timeout, which therefore starts only now.
            if phase == Phase::Idle {
                self.read_deadline = None;
            }
            return wrote;
        }
        let since = *self.stalled_since.get_or_insert_with(Instant::now);
        let remaining = self.timeouts.write_stall.saturating_sub(self.stalled_before);
        if poll_deadline(&mut self.write_timer, since + remaining, context) {
            // Makes the system discard the unsent bytes immediately.
            _ = self.stream.set_zero_linger();
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }
}

/// Returns whether the deadline has passed. Otherwise the task is woken at the deadline or earlier.
fn poll_deadline(timer: &mut Option<Pin<Box<Sleep>>>, until: Instant, context: &mut Context<'_>) -> bool {
    let timer = timer.get_or_insert_with(|| Box::pin(sleep_until(until)));
    // Resetting a timer costs more than an occasional wake-up that is too early.
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

impl AsyncRead for TimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        match &read {
            Poll::Ready(_) => {
                let (_, phase) = self.connection_phase.current();
                if phase == Phase::Idle && buffer.filled().len() > before {
                    self.connection_phase.enter(Phase::Head);
                }
                read
            }
            Poll::Pending if self.has_read_timed_out(context) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => read,
        }
    }
}

impl AsyncWrite for TimeoutStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check_write_timeout(wrote, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.check_write_timeout(wrote, context)
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
