//! The listener: takes connections, as many as there are places for, has each served, and ends those of peers that are too slow.
//!
//! `axum::serve` sets no timers and counts nothing, so the loop is ours. What it does beyond that is the same.

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

/// The most bytes of a request's head: its first line and its headers. Ours have less than 2 KiB.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// How long nothing is taken after the system had no room for a connection.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Serves until it is told to stop, and then until each request that is under way has been answered.
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
        // A peer that finds no place is hung up on: whatever it is told costs what is short.
        let Some(permit) = limiter.try_acquire(peer.ip()) else { continue };
        // Answers are small and complete: waiting to fill a packet would only delay them. A failure costs speed alone.
        _ = stream.set_nodelay(true);
        let (stream, connection_phase) = TimeoutStream::new(stream, timeouts, permit);
        tokio::spawn(handle_connection(stream, connection_phase, peer, router.clone(), stopping.subscribe()));
    }
    drop(listener);
    stopping.send_replace(());
    // Each connection holds a receiver until it has ended.
    stopping.closed().await;
}

/// Waits for the next connection.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // These are about a peer that has gone again.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::ConnectionRefused
                        | io::ErrorKind::ConnectionAborted
                        | io::ErrorKind::ConnectionReset
                ) => {}
            // The others are about us, such as too many open files: time may help, and trying at once cannot.
            Err(error) => {
                tracing::error!(%error, next_in = ?ACCEPT_RETRY_DELAY, "cannot accept connection, retrying");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

/// Serves a connection until it ends. One that becomes a WebSocket is out of our hands then.
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

/// Tells that an answer has been sent, when it is dropped.
struct ResponseEndGuard(ConnectionPhase);

impl Drop for ResponseEndGuard {
    fn drop(&mut self) {
        self.0.end_request();
    }
}

/// The body of an answer, which knows when it is done with.
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
