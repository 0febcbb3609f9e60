//! The binary: reads the settings, opens the database, serves, and stops without dropping a request.

use clap::Parser;
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::TcpListener;
use twentyfour_server::admin::{self, Command};
use twentyfour_server::config::Settings;
use twentyfour_server::{
    Database, Deps, Outbox, build, empty_trash, forget_expired, keep_sending_mails, log, purge_accounts,
};

/// What is larger than this is given back to the system as soon as it is freed, in bytes. Hashing a password takes 19 MiB.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_AT_MOST: libc::c_int = 1 << 20;

/// How often it is looked for what has to go.
const CLEAN_EVERY: Duration = Duration::from_secs(60 * 60);

/// How long requests may go on after the server was told to stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

#[tokio::main]
async fn main() -> ExitCode {
    give_freed_memory_back();
    let settings = Settings::parse();
    let outcome = match log::begin(&settings) {
        Ok(()) => match &settings.command {
            None => serve(settings).await,
            Some(Command::Admin { task }) => admin::run(&settings, task, &mut std::io::stdout()).await,
        },
        refusal => refusal,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("twentyfour: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until it is told to stop. The error is a sentence for the operator.
async fn serve(settings: Settings) -> Result<(), String> {
    let listener = TcpListener::bind(settings.listen_addr())
        .await
        .map_err(|error| format!("{} cannot be listened on: {error}.", settings.listen_addr()))?;
    let address = listener.local_addr().map_err(|error| format!("The address cannot be read: {error}."))?;
    let config = settings.config(address)?;
    let database = Database::open(&settings.database_url()).await.map_err(|error| format!("{error}."))?;
    let public_url = config.public_url.clone();
    let deps = Deps::new(database.clone(), Outbox::new(&config)?);
    let (live, outbox) = (deps.live.clone(), deps.outbox.clone());
    let mails = tokio::spawn(keep_sending_mails(deps.clone()));
    tokio::spawn(keep_clean(deps.clone()));
    let router = build(config.clone(), deps);
    println!("Twentyfour listens on http://{address} and is reached under {public_url}");

    let (stopping, stop) = tokio::sync::oneshot::channel();
    let server = twentyfour_server::serve(listener, router, &config, async move {
        told_to_stop().await;
        _ = stopping.send(());
    });
    let live_stops = async {
        _ = stop.await;
        live.close().await;
        // Its end is that of the requests, and not the other way round.
        tokio::time::sleep(STOP_TIMEOUT).await;
    };
    tokio::select! {
        () = server => {}
        () = live_stops => tracing::warn!("some requests were still at work when the server stopped"),
    }
    // Whoever is still connected hears of it before the database goes.
    live.close().await;
    outbox.close();
    if tokio::time::timeout(STOP_TIMEOUT, mails).await.is_err() {
        tracing::warn!("a mail was still on its way when the server stopped; it is sent again");
    }
    database.close().await;
    Ok(())
}

/// Empties the trash, forgets what has run out, and removes the accounts whose time is over, at once and every hour.
async fn keep_clean(deps: Deps) {
    let mut hours = tokio::time::interval(CLEAN_EVERY);
    loop {
        hours.tick().await;
        if let Err(error) = empty_trash(&deps).await {
            tracing::warn!(?error, "the trash could not be emptied; it is tried again in an hour");
        }
        if let Err(error) = forget_expired(&deps).await {
            tracing::warn!(?error, "what has run out could not be forgotten; it is tried again in an hour");
        }
        if let Err(error) = purge_accounts(&deps).await {
            tracing::warn!(?error, "an account could not be removed; it is tried again in an hour");
        }
    }
}

/// Has the memory of a hashed password returned. By itself glibc raises its threshold to the largest block that was ever
/// freed, and from then on keeps such a block for each thread that hashed.
fn give_freed_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt(3) takes two numbers and may be called at any time. Where it refuses, more memory is kept.
    #[allow(unsafe_code, reason = "no safe interface sets the threshold of glibc")]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, KEPT_AT_MOST);
    }
}

/// Waits for Ctrl-C or, on Unix, the signal that service managers send.
async fn told_to_stop() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
