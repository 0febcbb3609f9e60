//! The HTTP listener: accepts connections up to a limit, serves them, and closes those of slow clients.
//!
//! `axum::serve` has no timeouts and no limits, so this module has its own accept loop. Otherwise it does the same.

mod connection_limiter;
mod timeout_stream;

use crate::config::Config;
use crate::trusted_proxies::TrustedProxies;
use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use connection_limiter::ConnectionLimiter;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use timeout_stream::{ConnectionPhase, DEFAULT_TIMEOUTS, TimeoutStream, Timeouts};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

/// The maximum size of a request head (request line and headers) in bytes. The app's own requests have less than 2 KiB.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// How long to wait after an accept error caused by a lack of resources.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Serves until `stop` completes, and then until all running requests are finished.
pub async fn serve(listener: TcpListener, router: Router, config: &Config, stop: impl Future<Output = ()>) {
    let limiter = ConnectionLimiter::new(config.has_rate_limits, TrustedProxies::new(&config.trusted_proxies));
    serve_with(listener, router, limiter, DEFAULT_TIMEOUTS, stop).await;
}

async fn serve_with(
    listener: TcpListener,
    router: Router,
    limiter: ConnectionLimiter,
    timeouts: Timeouts,
    stop: impl Future<Output = ()>,
) {
    let limiter = Arc::new(limiter);
    let stopping = watch::Sender::new(());
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        // Connections above the limit are closed without a response, because a response would use scarce resources.
        let Some(permit) = limiter.try_acquire(peer.ip()) else { continue };
        // Responses are small and complete, so Nagle's algorithm would only delay them. A failure only costs speed.
        _ = stream.set_nodelay(true);
        let (stream, connection_phase) = TimeoutStream::new(stream, timeouts, permit);
        tokio::spawn(handle_connection(stream, connection_phase, peer, router.clone(), stopping.subscribe()));
    }
    drop(listener);
    stopping.send_replace(());
    // Each connection holds a receiver, so this waits for all of them.
    stopping.closed().await;
}

/// Waits for the next connection.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // The client has disconnected already.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::ConnectionRefused
                        | io::ErrorKind::ConnectionAborted
                        | io::ErrorKind::ConnectionReset
                ) => {}
            // Other errors concern this server, such as too many open files. An immediate retry would fail too.
            Err(error) => {
                tracing::error!(%error, next_in = ?ACCEPT_RETRY_DELAY, "cannot accept connection, retrying");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

/// Serves a connection until it ends or becomes a WebSocket.
async fn handle_connection(
    stream: TimeoutStream,
    connection_phase: ConnectionPhase,
    peer: SocketAddr,
    router: Router,
    mut stopping: watch::Receiver<()>,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        connection_phase.begin_request();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let (response, connection_phase) = (router.clone().oneshot(request), connection_phase.clone());
        async move {
            response.await.map(|response| {
                let end = if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                    connection_phase.upgrade();
                    None
                } else {
                    Some(ResponseEndGuard(connection_phase))
                };
                response.map(|body| TrackedBody { body, _end: end })
            })
        }
    });
    let http = http1::Builder::new().max_header_size(MAX_HEAD_BYTES).serve_connection(TokioIo::new(stream), service);
    let mut http = pin!(http.with_upgrades());
    let ended = tokio::select! {
        ended = http.as_mut() => ended,
        _ = stopping.changed() => {
            http.as_mut().graceful_shutdown();
            http.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %peer, "connection closed with error");
    }
}

/// Signals the end of a response when dropped.
struct ResponseEndGuard(ConnectionPhase);

impl Drop for ResponseEndGuard {
    fn drop(&mut self) {
        self.0.end_request();
    }
}

/// The body of a response, which signals its end.
struct TrackedBody {
    body: Body,
    _end: Option<ResponseEndGuard>,
}

impl HttpBody for TrackedBody {
    type Data = <Body as HttpBody>::Data;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests;
