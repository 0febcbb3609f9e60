//! A TCP stream with timeouts for slow clients.

use super::connection_limiter::ConnectionPermit;
use futures_util::task::AtomicWaker;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// The phase of a connection and what its requests wait for. Clones share the state.
#[derive(Clone)]
pub(super) struct ConnectionPhase(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// The task that serves the connection. hyper does not poll the stream after a response, so the task must be woken
    /// to start the timer for the next request.
    task: AtomicWaker,
}

#[derive(Clone, Copy)]
struct State {
    phase: Phase,
    /// The number of phase changes, which makes each occurrence of a phase distinct.
    number: u64,
    is_http2: bool,
    /// The number of requests whose response has not ended: with HTTP/2 there can be several.
    requests: usize,
    /// The number of HTTP/2 responses of which the client must read some more before hyper asks for the rest.
    waiting_responses: usize,
}

impl State {
    fn enter(&mut self, phase: Phase) {
        (self.phase, self.number) = (phase, self.number + 1);
    }
}

impl ConnectionPhase {
    fn new() -> Self {
        let state = State { phase: Phase::Head, number: 0, is_http2: false, requests: 0, waiting_responses: 0 };
        Self(Arc::new(Shared { state: Mutex::new(state), task: AtomicWaker::new() }))
    }

    /// Records that the head of a request has arrived. The request lasts until the guard is dropped.
    pub(super) fn begin_request(&self, is_http2: bool) -> RequestGuard {
        let mut state = self.lock();
        state.is_http2 = is_http2;
        state.requests += 1;
        if state.requests == 1 {
            state.enter(Phase::Request);
        }
        RequestGuard { phase: self.clone(), is_upgraded: false }
    }

    fn current(&self) -> State {
        *self.lock()
    }

    /// Locks the state. A panic elsewhere is ignored, since the state is consistent after each step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is being served.
pub(super) struct RequestGuard {
    phase: ConnectionPhase,
    is_upgraded: bool,
}

impl RequestGuard {
    /// Records that the connection becomes a WebSocket.
    pub(super) fn upgrade(mut self) {
        self.is_upgraded = true;
        self.phase.lock().enter(Phase::WebSocket);
    }

    /// Records that the response is ready to be sent.
    pub(super) fn begin_response(self) -> ResponseGuard {
        let mut response = ResponseGuard { is_http2: self.phase.current().is_http2, request: self, is_waiting: false };
        response.set_waits_for_client(true);
        response
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        if self.is_upgraded {
            return;
        }
        let mut state = self.phase.lock();
        state.requests -= 1;
        if state.requests == 0 {
            state.enter(Phase::Idle);
            drop(state);
            self.phase.0.task.wake();
        }
    }
}

/// A response that is being sent.
pub(super) struct ResponseGuard {
    request: RequestGuard,
    is_http2: bool,
    is_waiting: bool,
}

impl ResponseGuard {
    /// Sets whether the rest of the response waits for the client, and not for the server. HTTP/2 has a flow control of
    /// its own: a client can stop reading one response while the socket stays writable.
    pub(super) fn set_waits_for_client(&mut self, is_waiting: bool) {
        if !self.is_http2 || is_waiting == self.is_waiting {
            return;
        }
        self.is_waiting = is_waiting;
        let mut state = self.request.phase.lock();
        match is_waiting {
            true => state.waiting_responses += 1,
            false => state.waiting_responses -= 1,
        }
        let is_first = is_waiting && state.waiting_responses == 1;
        drop(state);
        if is_first {
            // Starts the timer.
            self.request.phase.0.task.wake();
        }
    }
}

impl Drop for ResponseGuard {
    fn drop(&mut self) {
        self.set_waits_for_client(false);
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
    /// When an HTTP/2 client began to read too little of the responses that wait for it.
    waiting_since: Option<Instant>,
    /// The bytes written since then, or since an HTTP/2 connection became idle.
    bytes_since_waiting: usize,
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
            waiting_since: None,
            bytes_since_waiting: 0,
            _permit: permit,
        };
        (stream, connection_phase)
    }

    /// Returns whether the deadline of a pending read, if it has one, has passed. Otherwise the task is woken then.
    fn has_read_timed_out(&mut self, context: &mut Context<'_>) -> bool {
        // Registered before the state is read, so that no change is missed.
        self.connection_phase.0.task.register(context.waker());
        let State { phase, number, waiting_responses, .. } = self.connection_phase.current();
        if waiting_responses == 0 {
            self.waiting_since = None;
        }
        let limit = match phase {
            Phase::Head => self.timeouts.head,
            Phase::Idle => self.timeouts.idle,
            Phase::Request | Phase::WebSocket => {
                if waiting_responses == 0 {
                    return false;
                }
                let since = *self.waiting_since.get_or_insert_with(Instant::now);
                return poll_deadline(&mut self.read_timer, since + self.timeouts.write_stall, context);
            }
        };
        let until = match self.read_deadline {
            Some((known_phase, until)) if known_phase == number => until,
            _ => Instant::now() + limit,
        };
        self.read_deadline = Some((number, until));
        poll_deadline(&mut self.read_timer, until, context)
    }

    /// Restarts the timeouts of an HTTP/2 connection when the client has read enough. Single writes do not count,
    /// because small control frames are sent even if the client reads no response.
    fn count_http2_bytes(&mut self, bytes: usize) {
        self.bytes_since_waiting += bytes;
        if self.bytes_since_waiting >= self.timeouts.min_bytes {
            (self.waiting_since, self.read_deadline, self.bytes_since_waiting) = (None, None, 0);
        }
    }

    /// Returns the outcome of an attempt to write, or an error if the client has stalled for too long.
    fn check_write_timeout(
        &mut self,
        wrote: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let State { phase, is_http2, .. } = self.connection_phase.current();
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
            if is_http2 {
                self.count_http2_bytes(outcome.as_ref().map_or(0, |bytes| *bytes));
            } else if phase == Phase::Idle {
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
                let mut state = self.connection_phase.lock();
                // With HTTP/2, control frames arrive between requests too.
                if state.phase == Phase::Idle && !state.is_http2 && buffer.filled().len() > before {
                    state.enter(Phase::Head);
                }
                drop(state);
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
