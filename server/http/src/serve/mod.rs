//! The listener: accepts connections within limits, serves each with hyper-util, and closes those of slow clients.
//!
//! hyper-util detects HTTP/1 or HTTP/2 and shuts down gracefully. It has no limits on connections (see
//! `connection_limiter`), no separate timeouts for request heads and for idle connections, and no timeout for clients
//! that stop reading a response (see `timeout_stream`). `axum::serve` has none of these either.

mod connection_limiter;
mod timeout_stream;
mod tls;

pub use tls::Certificate;
pub(crate) use tls::read_certificate;

use crate::trusted_proxies::TrustedProxies;
use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, Version};
use connection_limiter::ConnectionLimiter;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use timeout_stream::{ConnectionPhase, DEFAULT_TIMEOUTS, ResponseGuard, TimeoutStream, Timeouts};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;
use twentyfour_model::Config;

/// The maximum size of a request head (request line and headers) in bytes. The app's own requests have less than 2 KiB.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// The maximum number of concurrent requests on an HTTP/2 connection. Browsers and proxies use fewer.
const MAX_STREAMS: u32 = 64;

/// How long to wait after an accept error caused by a lack of resources.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Serves until `stop` completes, and then until all running requests are finished. With a certificate, it serves https.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    certificate: Option<Certificate>,
    stop: impl Future<Output = ()>,
) {
    let limiter = ConnectionLimiter::new(
        config.max_connections,
        config.has_rate_limits,
        TrustedProxies::new(&config.trusted_proxies),
    );
    let timeouts = Timeouts { idle: config.timeouts.idle, ..DEFAULT_TIMEOUTS };
    match certificate {
        None => serve_with(listener, router, limiter, timeouts, None, stop).await,
        Some(certificate) => tokio::select! {
            () = serve_with(listener, router, limiter, timeouts, Some(&certificate), stop) => {}
            () = certificate.reload_on_change() => {}
        },
    }
}

async fn serve_with(
    listener: TcpListener,
    router: Router,
    limiter: ConnectionLimiter,
    timeouts: Timeouts,
    certificate: Option<&Certificate>,
    stop: impl Future<Output = ()>,
) {
    let limiter = Arc::new(limiter);
    let graceful = GracefulShutdown::new();
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
        let (router, watcher) = (router.clone(), graceful.watcher());
        match certificate.map(Certificate::acceptor) {
            None => _ = tokio::spawn(handle_connection(stream, connection_phase, peer, router, watcher)),
            Some(acceptor) => {
                tokio::spawn(async move {
                    match acceptor.accept(stream).await {
                        Ok(stream) => handle_connection(stream, connection_phase, peer, router, watcher).await,
                        Err(error) => tracing::debug!(%error, %peer, "TLS handshake failed"),
                    }
                });
            }
        }
    }
    drop(listener);
    // Ends idle connections, and waits for the requests of the others.
    graceful.shutdown().await;
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

/// Returns the settings of HTTP/1 and HTTP/2. The first bytes of a connection determine which of the two it uses.
fn connection_builder() -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // The buffer must hold a whole head. `TimeoutStream` times it out.
    builder.http1().max_buf_size(MAX_HEAD_BYTES).header_read_timeout(None);
    builder.http2().max_header_list_size(MAX_HEAD_BYTES as u32).max_concurrent_streams(MAX_STREAMS);
    builder
}

/// Serves a connection until it ends or becomes a WebSocket.
async fn handle_connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    connection_phase: ConnectionPhase,
    peer: SocketAddr,
    router: Router,
    watcher: Watcher,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let guard = connection_phase.begin_request(request.version() == Version::HTTP_2);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let response = router.clone().oneshot(request);
        async move {
            response.await.map(|response| {
                if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                    guard.upgrade();
                    response.map(|body| TrackedBody { body, response: None })
                } else {
                    let response_guard = guard.begin_response();
                    response.map(|body| TrackedBody { body, response: Some(response_guard) })
                }
            })
        }
    });
    let builder = connection_builder();
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, %peer, "connection closed with error");
    }
}

/// The body of a response, which reports to the connection's phase whether it waits for the client, and when it ends.
struct TrackedBody {
    body: Body,
    response: Option<ResponseGuard>,
}

impl HttpBody for TrackedBody {
    type Data = <Body as HttpBody>::Data;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Some(response) = &mut self.response {
            // After a frame, hyper polls again only when the client has read enough of it.
            response.set_waits_for_client(frame.is_ready());
        }
        frame
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
