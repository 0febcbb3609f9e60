//! `start`: a focus session that is timed in the terminal and then recorded.

use super::cards::{find_card, new_id};
use super::client::{Client, TOKEN_SCOPE, current_user, if_allowed};
use super::interrupt::Interrupt;
use super::local_time::LocalTime;
use super::login::LoginFolder;
use super::output::{Output, counted};
use super::{Failure, StartArgs, error_json};
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};
use std::time::Duration;
use twentyfour_model::clock::system_time;

/// The file with sessions that could not be sent.
const UNSENT_FILE: &str = "unsent-sessions.json";

/// The file with sessions that the server has refused. They are not sent again.
const REFUSED_FILE: &str = "refused-sessions.json";

/// The maximum length of the line that shows the remaining time.
const MAX_PROGRESS_CHARS: usize = 78;

/// Times a focus session until it is over or interrupted, and records it. A session that cannot be sent is kept for the next
/// command.
///
/// # Errors
/// Returns a [`Failure`] if the card is not found, or if the session cannot be recorded.
pub(super) async fn start(
    client: &Client,
    folder: Option<&LoginFolder>,
    args: &StartArgs,
    output: &Output,
) -> Result<(), Failure> {
    // Also shows now that the token is valid, instead of after the session.
    let account = current_user(client).await?["id"].take();
    let card = match &args.card {
        Some(name) => Some(find_card(client, name).await?),
        None => None,
    };
    check_token(client, card.is_some()).await?;
    let mut interrupt = Interrupt::new()?;
    let begin = LocalTime::now();
    let planned_seconds = i64::from(args.minutes) * 60;
    let end = begin.now.plus_millis(planned_seconds * 1_000);
    let subject = card.as_ref().map_or_else(String::new, |card| format!(" on “{}”", card.title()));
    loop {
        let left_ms = end.millis() - system_time().millis();
        if left_ms <= 0 {
            break;
        }
        let progress = format!("{} left (Ctrl-C finishes early){subject}", clock(left_ms));
        // A line that wraps would not be replaced.
        output.show_progress(&progress.chars().take(MAX_PROGRESS_CHARS).collect::<String>());
        // Shorter than a second at the end. The wall clock decides, because a monotonic one stops while the machine sleeps.
        let step = Duration::from_millis(u64::try_from((left_ms - 1) % 1_000 + 1).unwrap_or(1_000));
        tokio::select! {
            () = tokio::time::sleep(step) => {}
            () = interrupt.wait() => break,
        }
    }
    output.clear_progress();
    let mut session = session(&begin, planned_seconds, system_time());
    if let Some(card) = &card {
        (session["board_id"], session["card_id"]) = (json!(card.board_id()), json!(card.id()));
    }
    let minutes = focused_ms(&session) / 60_000;
    // A second Ctrl-C ends the wait for a server that does not answer.
    let recorded = tokio::select! {
        outcome = record(client, session.clone()) => outcome,
        () = interrupt.wait() => Err(Failure::new("Canceled.")),
    };
    match recorded {
        Ok(recorded) => output.print(&recorded, &[format!("Recorded {}{subject}.", counted(minutes, "minute"))]),
        Err(failure) => {
            let Some(folder) = folder else { return Err(failure) };
            let entry = json!({"server": client.server, "account": account, "session": session});
            Err(keep(folder, entry, failure)?)
        }
    }
}

/// Checks that the token may record a session, before the time is spent.
///
/// # Errors
/// Returns a [`Failure`] if it may not, or if a request fails.
async fn check_token(client: &Client, has_card: bool) -> Result<(), Failure> {
    let refused = |message: &str| Failure { code: Some(TOKEN_SCOPE.to_owned()), ..Failure::new(message) };
    // The server checks the scope first. This session is never recorded, because it is incomplete.
    match client.post("/focus-sessions", &json!({})).await {
        Err(Failure { code: Some(code), .. }) if code == TOKEN_SCOPE => {
            return Err(refused(
                "This API token may only read, so it cannot record focus sessions. Create one that may write in Settings, \
                 under Integrations, then log in with it.",
            ));
        }
        Err(Failure { code: Some(code), .. }) if code == "body_invalid" => {}
        outcome => _ = outcome?,
    }
    // Tokens that are limited to boards may neither read days of focus nor record a session without a card.
    if !has_card && if_allowed(client.get("/focus-days").await)?.is_none() {
        return Err(refused(
            "This API token is limited to boards. Name a card, as in “twentyfour cli start 'Write report'”.",
        ));
    }
    Ok(())
}

/// Sends the sessions of this account that could not be sent before. What still cannot be sent is kept. What the server refuses is
/// reported once.
///
/// # Errors
/// Returns a [`Failure`] if a file with sessions cannot be read or written.
pub(super) async fn send_unsent(client: &Client, folder: &LoginFolder, output: &Output) -> Result<(), Failure> {
    let Some(Value::Array(unsent)) = folder.read(UNSENT_FILE)? else { return Ok(()) };
    // The command itself reports why the server does not answer.
    let Ok(user) = current_user(client).await else { return Ok(()) };
    let mut ended = Vec::new();
    for entry in unsent {
        if entry["server"] != client.server || entry["account"] != user["id"] {
            continue;
        }
        let id = entry["session"]["id"].clone();
        match record(client, entry["session"].clone()).await {
            Ok(_) => ended.push(id),
            Err(failure) if failure.is_final => {
                output.error(&keep(folder, entry, failure)?);
                ended.push(id);
            }
            Err(_) => {}
        }
    }
    if ended.is_empty() {
        return Ok(());
    }
    // Read again, because another command may have stored a session in the meantime.
    let Some(Value::Array(mut kept)) = folder.read(UNSENT_FILE)? else { return Ok(()) };
    kept.retain(|entry| !ended.contains(&entry["session"]["id"]));
    if kept.is_empty() { folder.delete(UNSENT_FILE).map(|_| ()) } else { folder.write(UNSENT_FILE, &json!(kept)) }
}

/// Stores a session that could not be recorded: for the next command, or among those that are not sent again. Returns the failure
/// with where the session is.
///
/// # Errors
/// Returns a [`Failure`] if the file cannot be read or written.
fn keep(folder: &LoginFolder, mut entry: Value, failure: Failure) -> Result<Failure, Failure> {
    let (file, explanation) = if failure.is_final {
        entry["refused"] = error_json(&failure);
        let begin = entry["session"]["segments"][0]["start"].as_str().unwrap_or_default();
        let path = folder.path(REFUSED_FILE);
        let explanation = format!("The focus session from {begin} is kept in {} and not sent again.", path.display());
        (REFUSED_FILE, explanation)
    } else {
        (UNSENT_FILE, "The session is stored here and sent by the next command.".to_owned())
    };
    let mut entries = folder.read(file)?.unwrap_or_else(|| json!([]));
    if let Some(all) = entries.as_array_mut() {
        all.push(entry);
    }
    folder.write(file, &entries)?;
    let message = format!("{} {explanation}", failure.message);
    Ok(Failure { message, ..failure })
}

/// Records a session. If its card was deleted in the meantime, it is recorded without the card.
async fn record(client: &Client, mut session: Value) -> Result<Value, Failure> {
    match client.post("/focus-sessions", &session).await {
        Err(Failure { code: Some(code), .. }) if code == "not_found" && !session["card_id"].is_null() => {
            (session["board_id"], session["card_id"]) = (Value::Null, Value::Null);
            client.post("/focus-sessions", &session).await
        }
        outcome => outcome,
    }
}

/// Returns a session that began at a time and has ended by now. It is never longer than planned, also if the machine slept.
fn session(begin: &LocalTime, planned_seconds: i64, now: Timestamp) -> Value {
    let planned_end = begin.now.plus_millis(planned_seconds * 1_000);
    let outcome = if now >= planned_end { "completed" } else { "finished_early" };
    // A segment ends after its start, also if the clock was set back.
    let end = now.min(planned_end).max(begin.now.plus_millis(1));
    json!({
        "id": new_id(), "kind": "focus", "planned": planned_seconds, "outcome": outcome, "board_id": null, "card_id": null,
        "segments": [{"start": begin.now.to_string(), "end": end.to_string(), "utc_offset": begin.utc_offset}],
        "revision": 0, "is_deleted": false
    })
}

fn focused_ms(session: &Value) -> i64 {
    let at =
        |field: &str| session["segments"][0][field].as_str().and_then(Timestamp::parse).map_or(0, Timestamp::millis);
    at("end") - at("start")
}

/// Returns minutes and seconds, such as `24:59`.
fn clock(milliseconds: i64) -> String {
    let seconds = (milliseconds + 999) / 1_000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_is_completed_or_finished_early() {
        let at = |text: &str| Timestamp::parse(text).unwrap();
        let begin =
            LocalTime { now: at("2026-03-03T08:30:00Z"), minute: "2026-03-03T09:30".to_owned(), utc_offset: 60 };
        for (now, outcome, end) in [
            ("2026-03-03T08:55:00Z", "completed", "2026-03-03T08:55:00.000Z"),
            // The machine slept.
            ("2026-03-03T12:00:00Z", "completed", "2026-03-03T08:55:00.000Z"),
            ("2026-03-03T08:40:00Z", "finished_early", "2026-03-03T08:40:00.000Z"),
            // The clock was set back.
            ("2026-03-03T08:00:00Z", "finished_early", "2026-03-03T08:30:00.001Z"),
        ] {
            let session = session(&begin, 25 * 60, at(now));
            assert_eq!((&session["outcome"], &session["segments"][0]["end"]), (&json!(outcome), &json!(end)), "{now}");
        }
    }

    #[test]
    fn clock_shows_started_seconds() {
        assert_eq!([clock(1_500_000), clock(1_499_001), clock(999)], ["25:00", "25:00", "0:01"]);
    }
}
