//! The server's binary: reads the settings, opens the database, serves, and shuts down without dropping requests.

use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use tokio::net::TcpListener;
use twentyfour_server::admin::{self, Command};
use twentyfour_server::cli;
use twentyfour_server::config::{Settings, reachable};
use twentyfour_server::{Certificate, Database, DatabaseLock, Deps, Outbox, build, jobs, log};

/// The release, as other servers on the database see it.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The allocator of the static binary.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Freed blocks above this size in bytes are returned to the system immediately. Hashing a password takes 19 MiB.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MMAP_THRESHOLD_BYTES: libc::c_int = 1 << 20;

#[tokio::main]
async fn main() -> ExitCode {
    if let Some(words) = cli::requested(std::env::args_os()) {
        return cli::run(words).await;
    }
    set_mmap_threshold();
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("twentyfour: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves, or runs the command of the command line.
///
/// # Errors
/// Returns a sentence for the operator if that fails.
async fn run() -> Result<(), String> {
    let settings = Settings::load()?;
    let traces = log::init(&settings)?;
    let outcome = match &settings.command {
        None => serve(settings).await,
        Some(Command::Admin { task }) => admin::run(&settings, task, &mut std::io::stdout()).await,
    };
    if let Some(traces) = traces {
        traces.shut_down().await;
    }
    outcome
}

/// Serves until a shutdown signal.
///
/// # Errors
/// Returns a sentence for the operator if the server cannot start, or had to stop.
async fn serve(settings: Settings) -> Result<(), String> {
    let shutdown = shutdown_signal();
    let listener = TcpListener::bind(settings.listen_addr()).await.map_err(|error| {
        format!("Cannot listen on {}: {error}. Set LISTEN_ADDR to a free address.", settings.listen_addr())
    })?;
    let address = listener.local_addr().map_err(|error| format!("Cannot read the listening address: {error}."))?;
    settings.protect_data_dir()?;
    let config = settings.config(address)?;
    let bus = settings.bus()?;
    let certificate = config.tls.clone().map(Certificate::load).transpose()?;
    let scheme = if certificate.is_some() { "https" } else { "http" };
    let _lock = DatabaseLock::acquire(&settings.database_url()).map_err(|error| format!("{error}."))?;
    let mut database =
        Database::open_with(&settings.database_url(), settings.pool()).await.map_err(|error| format!("{error}."))?;
    if let Some(url) = settings.replica_url() {
        database = database.with_replica(url, settings.pool()).map_err(|error| format!("{error}."))?;
    }
    let registration = database.register_server(RELEASE).await.map_err(|error| format!("{error}."))?;
    let registration = Arc::new(registration);
    let keeper = registration.clone();
    let failure = Arc::new(OnceLock::new());
    let registration_failure = failure.clone();
    let (stop_sender, stop) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        if let Err(error) = keeper.keep().await {
            tracing::error!(%error, "stopping this server");
            _ = registration_failure.set(error);
            _ = stop_sender.send(());
        }
    });
    let public_url = config.public_url.clone();
    let deps = Deps::with_bus(database.clone(), Outbox::new(&config)?, &config, &bus);
    let (live, outbox) = (deps.live.clone(), deps.outbox.clone());
    let mut jobs = jobs(&deps, &config).into_iter().map(|job| tokio::spawn(job.run())).collect::<Vec<_>>();
    // The delivery of mail, which is finished at shutdown.
    let mails = jobs.swap_remove(0);
    let router = build(config.clone(), deps);
    println!("Twentyfour is listening on {scheme}://{} (public URL: {public_url})", reachable(address));

    let (shutdown_sender, shutdown_receiver) = tokio::sync::oneshot::channel();
    let server = twentyfour_server::serve(listener, router, &config, certificate, async move {
        // Without an error, the registration ends at shutdown, and at once on SQLite. Only an error stops the server.
        let stopped = async {
            if stop.await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = shutdown => {}
            () = stopped => {}
        }
        _ = shutdown_sender.send(());
    });
    let close_live_connections = async {
        _ = shutdown_receiver.await;
        live.close().await;
        // Ends the wait for requests that still run after this time.
        tokio::time::sleep(config.timeouts.shutdown).await;
    };
    tokio::select! {
        () = server => {}
        () = close_live_connections => tracing::warn!("requests still running at shutdown were aborted"),
    }
    // Closes the remaining connections before the database is closed.
    live.close().await;
    outbox.close();
    if tokio::time::timeout(config.timeouts.shutdown, mails).await.is_err() {
        tracing::warn!("mail delivery interrupted by shutdown, will be resent");
    }
    registration.end().await;
    database.close().await;
    failure.get().map_or(Ok(()), |error| Err(format!("{error}.")))
}

/// Makes glibc return the memory of hashed passwords. By default, glibc raises its mmap threshold to the largest block
/// that was ever freed, and then keeps such a block for each thread that hashed a password.
fn set_mmap_threshold() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt(3) takes two numbers and may be called at any time. If it fails, more memory is kept.
    #[allow(unsafe_code, reason = "no safe interface sets the threshold of glibc")]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MMAP_THRESHOLD_BYTES);
    }
}

/// Returns a future that waits for Ctrl-C or, on Unix, SIGTERM, which service managers send. SIGTERM is caught from the call on,
/// so that it cannot end the process before the server first waits for it.
fn shutdown_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok();
    let terminated = async move {
        #[cfg(unix)]
        if let Some(terminate) = &mut terminate {
            terminate.recv().await;
            return;
        }
        std::future::pending::<()>().await;
    };
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    async move {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
}
