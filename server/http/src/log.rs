//! The log on standard error, as text or JSON, and the traces if they are set up. Log messages may contain user input,
//! which is sanitized so that it can forge neither log lines nor terminal control sequences.

use crate::config::Settings;
use crate::traces::Traces;
use std::borrow::Cow;
use std::io::{self, Write};
use std::panic::{Location, PanicHookInfo};
use std::str::FromStr;
use tracing::Dispatch;
use tracing_subscriber::filter::{Directive, LevelFilter};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{EnvFilter, Layer};
use twentyfour_model::TRACES;

/// The indentation of an event's further lines.
const CONTINUATION_INDENT: &str = "    ";

/// Starts logging to standard error, including the panics of all threads. Returns the traces if they are set up and this is a
/// server: admin commands are not traced.
///
/// # Errors
/// Returns a sentence for the operator if a setting is invalid.
///
/// # Panics
/// Panics outside a tokio runtime if there are traces.
pub fn init(settings: &Settings) -> Result<Option<Traces>, String> {
    // PostgreSQL warns of the rollback of a transaction whose commit failed, which is retried.
    let mut filter = EnvFilter::try_new(format!("sqlx::postgres::notice=error,{}", settings.log)).map_err(|error| {
        format!("Cannot parse LOG: {error}. Use a level such as \"info\", or a list such as \"warn,security=info\".")
    })?;
    if settings.has_access_log() {
        filter = filter.add_directive(directive("access", LevelFilter::INFO));
    }
    let collector = settings.traces()?.filter(|_| settings.command.is_none());
    let traces = collector.map(|settings| Traces::start(&settings)).transpose()?;
    let subscriber = subscriber(filter, settings.log_format == "json", io::stderr, traces.as_ref());
    tracing::dispatcher::set_global_default(subscriber).map_err(|error| format!("Cannot start logging: {error}."))?;
    std::panic::set_hook(Box::new(log_panic));
    Ok(traces)
}

/// Returns the filter of a target.
fn directive(target: &str, level: LevelFilter) -> Directive {
    Directive::from_str(&format!("{target}={level}")).unwrap_or_else(|_| level.into())
}

/// Makes a subscriber that writes to `writer`.
fn subscriber<W>(filter: EnvFilter, is_json: bool, writer: W, traces: Option<&Traces>) -> Dispatch
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let log = tracing_subscriber::fmt::layer().with_writer(LogSanitizer { writer, is_json });
    let log = if is_json {
        log.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed()
    } else {
        log.boxed()
    };
    // Trace spans are not written to the log.
    let filter = filter.add_directive(directive(TRACES, LevelFilter::OFF));
    let logged = tracing_subscriber::registry().with(log.with_filter(filter));
    // A layer that is missing would still make every span and event slower.
    match traces {
        Some(traces) => Dispatch::new(logged.with(traces.layer())),
        None => Dispatch::new(logged),
    }
}

/// Logs a panic with its message and location.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let at = panic.location().map(Location::to_string);
    tracing::error!(error = panic.payload_as_str().unwrap_or("unknown"), at, "panic");
}

/// Sanitizes events: only the start of an event starts a line, and control characters are escaped.
struct LogSanitizer<W> {
    writer: W,
    is_json: bool,
}

impl<'a, W: MakeWriter<'a>> MakeWriter<'a> for LogSanitizer<W> {
    type Writer = LogSanitizer<W::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        LogSanitizer { writer: self.writer.make_writer(), is_json: self.is_json }
    }
}

impl<W: Write> Write for LogSanitizer<W> {
    /// Writes an event, which is always passed as a whole.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        self.writer.write_all(sanitize(&String::from_utf8_lossy(event), self.is_json).as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Indents an event's further lines and escapes its control characters, including the C1 control codes, which terminals
/// interpret (ECMA-48, section 5.3) and JSON allows.
fn sanitize(event: &str, is_json: bool) -> Cow<'_, str> {
    let (text, end) = event.strip_suffix('\n').map_or((event, ""), |text| (text, "\n"));
    if !text.contains(char::is_control) {
        return Cow::Borrowed(event);
    }
    let mut written = String::with_capacity(event.len() + 64);
    for character in text.chars() {
        match character {
            '\n' => written.extend(["\n", CONTINUATION_INDENT]),
            // In JSON, control characters occur only inside strings.
            control if control.is_control() && is_json => written.push_str(&format!("\\u{:04x}", u32::from(control))),
            control if control.is_control() => written.extend(control.escape_unicode()),
            character => written.push(character),
        }
    }
    written.push_str(end);
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::sync::{Arc, Mutex};

    /// A buffer that captures the log of the current thread.
    #[derive(Clone, Default)]
    struct CapturedLog(Arc<Mutex<Vec<u8>>>);

    impl Write for CapturedLog {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn captured(is_json: bool, log_events: impl FnOnce()) -> String {
        let captured = CapturedLog::default();
        let writer = captured.clone();
        let log = subscriber(EnvFilter::new("info"), is_json, move || writer.clone(), None);
        tracing::dispatcher::with_default(&log, log_events);
        let bytes = captured.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    /// Texts that try to forge a line, a color or a field.
    const FORGERIES: [&str; 7] = [
        "x\n2026-03-03T12:00:00.000000Z  INFO security: event=Forged",
        "x\r\n2026-03-03T12:00:00.000000Z  INFO security: event=Forged",
        "x\r2026-03-03T12:00:00.000000Z  INFO security: event=Forged",
        "\u{1b}[2K\u{1b}[1A\u{1b}]0;title\u{7} event=Forged",
        "\u{9b}31m\u{85}\u{7f}\u{8}\u{0b} event=Forged",
        "\"} \n{\"timestamp\":\"2026-03-03T12:00:00.000000Z\",\"level\":\"INFO\",\"target\":\"security\",\"event\":\"Forged\"}",
        "\\\" event=Forged \\",
    ];

    /// Logs a text in every way in which texts are logged.
    fn log_text(text: &str) {
        let span = tracing::error_span!("request", shown = %text, quoted = text, debugged = ?text);
        let _entered = span.enter();
        tracing::info!(target: "security", shown = %text, quoted = text, debugged = ?text, "{text}");
    }

    #[test]
    fn text_log_lines_cannot_be_forged() {
        for forgery in FORGERIES {
            let log = captured(false, || log_text(forgery));
            let mut lines = log.lines();
            let first = lines.next().unwrap();
            assert!(first[..20].starts_with("20") && first.contains("Z  INFO request{"), "{log:?}");
            assert!(lines.all(|line| line.starts_with("    ")), "{log:?}");
            assert!(log.ends_with('\n') && log.contains("Forged"), "{log:?}");
            assert!(!log.chars().any(|character| character.is_control() && character != '\n'), "{log:?}");
        }
    }

    #[test]
    fn json_log_lines_and_fields_cannot_be_forged() {
        for forgery in FORGERIES {
            let log = captured(true, || log_text(forgery));
            assert_eq!(log.lines().count(), 1, "{log:?}");
            assert!(!log.trim_end().chars().any(char::is_control), "{log:?}");
            let line: Value = serde_json::from_str(&log).unwrap();
            let fields: Vec<&String> = line.as_object().unwrap().keys().collect();
            assert_eq!(fields, ["debugged", "level", "message", "quoted", "shown", "span", "target", "timestamp"]);
            assert_eq!(
                (&line["message"], &line["quoted"], &line["shown"]),
                (&forgery.into(), &forgery.into(), &forgery.into())
            );
            assert_eq!((line["target"].as_str(), line["span"]["quoted"].as_str()), (Some("security"), Some(forgery)));
        }
    }

    #[test]
    fn panic_is_logged_with_location_and_request() {
        let log = captured(true, || {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(log_panic));
            let outcome = std::panic::catch_unwind(|| {
                tracing::error_span!("request", route = "/api/x").in_scope(|| panic!("of {}", "a test"))
            });
            std::panic::set_hook(before);
            assert!(outcome.is_err());
        });
        let line: Value = serde_json::from_str(&log).unwrap();
        assert_eq!((line["level"].as_str(), line["error"].as_str()), (Some("ERROR"), Some("of a test")));
        assert!(line["at"].as_str().unwrap().contains("log.rs:"), "{line}");
        assert_eq!(line["span"]["route"], "/api/x");
    }
}
