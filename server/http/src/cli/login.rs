//! The address and the token with which the client logs in, in a file that only its user may read.

use super::client::Client;
use super::interrupt::Interrupt;
use super::output::Output;
use super::{Failure, client};
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use twentyfour_model::host::is_loopback_host;
use twentyfour_model::paths::{private_file_options, protect_dir, protect_file};
use url::Url;

/// The environment variable with the token.
const TOKEN_VARIABLE: &str = "TWENTYFOUR_TOKEN";

/// The file with the address and the token.
const LOGIN_FILE: &str = "login.json";

/// An address and a token.
#[derive(PartialEq, Eq)]
pub(super) struct Login {
    /// The origin, such as `https://twentyfour.example`.
    pub(super) server: String,
    pub(super) token: String,
}

/// The folder with the client's files.
pub(super) struct LoginFolder(PathBuf);

impl LoginFolder {
    /// Returns the folder of this user.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the environment does not name the user's folder.
    pub(super) fn find() -> Result<Self, Failure> {
        let variable =
            |name: &str| std::env::var_os(name).filter(|path| Path::new(path).is_absolute()).map(PathBuf::from);
        let base = variable("XDG_CONFIG_HOME")
            .or_else(|| variable("APPDATA"))
            .or_else(|| variable("HOME").map(|home| home.join(".config")));
        base.map(|base| Self(base.join("twentyfour")))
            .ok_or_else(|| Failure::new("Cannot find your configuration folder. Set XDG_CONFIG_HOME."))
    }

    /// Returns the path of a file.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Reads a JSON file, or `None` if it does not exist.
    ///
    /// # Errors
    /// Returns a [`Failure`] if it cannot be read.
    pub(super) fn read(&self, name: &str) -> Result<Option<Value>, Failure> {
        let path = self.path(name);
        match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|_| {
                Failure::new(format!("{} is damaged. Delete or rename it, then try again.", path.display()))
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::new(format!("Cannot read {}: {error}.", path.display()))),
        }
    }

    /// Replaces a JSON file by one that only this user may read.
    ///
    /// # Errors
    /// Returns a [`Failure`] if it cannot be written.
    pub(super) fn write(&self, name: &str, content: &Value) -> Result<(), Failure> {
        let (path, temp_path) = (self.path(name), self.path(&format!("{name}.new")));
        let write = || {
            protect_dir(&self.0)?;
            let mut file = private_file_options().truncate(true).open(&temp_path)?;
            // A file that an interrupted run has left may have other permissions.
            protect_file(&temp_path)?;
            file.write_all(content.to_string().as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&temp_path, &path)
        };
        write().map_err(|error| Failure::new(format!("Cannot write {}: {error}.", path.display())))
    }

    /// Deletes a file. Returns whether it existed.
    ///
    /// # Errors
    /// Returns a [`Failure`] if it cannot be deleted.
    pub(super) fn delete(&self, name: &str) -> Result<bool, Failure> {
        let path = self.path(name);
        match std::fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Failure::new(format!("Cannot delete {}: {error}.", path.display()))),
        }
    }
}

/// Returns the login of the environment or the stored one. An empty variable counts as unset. `server` replaces the address if the
/// token is that of the environment: a stored token is sent to its own server only.
///
/// # Errors
/// Returns a [`Failure`] if there is none, or if the address is invalid.
pub(super) fn find(folder: Option<&LoginFolder>, server: Option<&str>) -> Result<Login, Failure> {
    let server = server.map(parse_server).transpose()?;
    let stored = match folder {
        Some(folder) => folder.read(LOGIN_FILE)?.and_then(|stored| parse_login(&stored)),
        None => None,
    };
    let none = || Failure::login_required("You’re not logged in. Run “twentyfour cli login SERVER”.");
    if let Some(token) = std::env::var_os(TOKEN_VARIABLE).filter(|token| !token.is_empty()) {
        let server = server.or_else(|| stored.map(|stored| stored.server)).ok_or_else(none)?;
        return Ok(Login { server, token: parse_token(&token.to_string_lossy())? });
    }
    let stored = stored.ok_or_else(none)?;
    match server {
        Some(server) if server != stored.server => Err(Failure::login_required(format!(
            "You’re logged in to {}, not to {server}. Run “twentyfour cli login {server}”.",
            stored.server
        ))),
        _ => Ok(stored),
    }
}

/// Asks for a token, checks it and stores it with the address. Ctrl-C ends that.
///
/// # Errors
/// Returns a [`Failure`] if the address or the token is invalid, or if the login cannot be stored.
pub(super) async fn log_in(folder: &LoginFolder, address: &str, output: &Output) -> Result<(), Failure> {
    let mut interrupt = Interrupt::new()?;
    tokio::select! {
        outcome = store_login(folder, address, output) => outcome,
        () = interrupt.wait() => Err(Failure::new("Canceled.")),
    }
}

async fn store_login(folder: &LoginFolder, address: &str, output: &Output) -> Result<(), Failure> {
    let server = parse_server(address)?;
    let login = Login { token: parse_token(&read_token().await?)?, server };
    let user = client::if_allowed(client::current_user(&Client::new(&login)?).await)?;
    folder.write(LOGIN_FILE, &json!({"server": login.server, "token": login.token}))?;
    let name = user.as_ref().map_or_else(String::new, |user| format!(" as {}", client::name_of(user)));
    let line = format!("Logged in to {}{name}.", login.server);
    output.print(&json!({"server": login.server, "user": user}), &[line])
}

/// Deletes the stored login.
///
/// # Errors
/// Returns a [`Failure`] if it cannot be deleted.
pub(super) fn log_out(folder: &LoginFolder, output: &Output) -> Result<(), Failure> {
    let was_logged_in = folder.delete(LOGIN_FILE)?;
    let line = match was_logged_in {
        true => "Logged out. The token still works until you revoke it in Settings, under Integrations.",
        false => "You’re not logged in.",
    };
    output.print(&json!({"was_logged_in": was_logged_in}), &[line.to_owned()])
}

fn parse_login(stored: &Value) -> Option<Login> {
    let text = |field: &str| stored[field].as_str().map(str::to_owned);
    Some(Login { server: text("server")?, token: text("token")? })
}

/// Returns the origin of an address. A token must not be sent without encryption, except to this machine.
fn parse_server(address: &str) -> Result<String, Failure> {
    let invalid = || Failure::new("Enter the server’s address like https://twentyfour.example.");
    let url = Url::parse(address).map_err(|_| invalid())?;
    let host = url.host_str().ok_or_else(invalid)?;
    match url.scheme() {
        _ if !url.username().is_empty() || url.password().is_some() => Err(invalid()),
        "https" => Ok(url.origin().ascii_serialization()),
        "http" if is_loopback_host(host) => Ok(url.origin().ascii_serialization()),
        "http" => Err(Failure::new("Use https, so that nobody can read the token. http works for this machine only.")),
        _ => Err(invalid()),
    }
}

/// Returns a token without the white space around it.
fn parse_token(text: &str) -> Result<String, Failure> {
    let token = text.trim();
    let is_valid = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    is_valid
        .then(|| token.to_owned())
        .ok_or_else(|| Failure::login_required("This is not an API token. Copy it from Settings as it was shown."))
}

/// Reads a line with the token from standard input. On a terminal, it asks for it and hides what is typed.
async fn read_token() -> Result<String, Failure> {
    let is_terminal = std::io::stdin().is_terminal();
    if is_terminal {
        eprint!("API token: ");
    }
    let _hidden = if is_terminal { HiddenInput::start() } else { None };
    let (sender, line) = tokio::sync::oneshot::channel();
    // Not a task of the runtime, which would wait for the line at the end of the process.
    std::thread::spawn(move || {
        let mut line = String::new();
        // Nobody waits any more if the command was interrupted.
        _ = sender.send(std::io::stdin().read_line(&mut line).map(|_| line));
    });
    let line = line.await.map_err(|_| Failure::new("Cannot read the token."))?;
    line.map_err(|error| Failure::new(format!("Cannot read the token: {error}.")))
}

/// A terminal that does not show what is typed, until this is dropped.
struct HiddenInput;

impl HiddenInput {
    /// Hides what is typed. Returns `None` if that is not possible.
    fn start() -> Option<Self> {
        set_echo("-echo").then_some(Self)
    }
}

impl Drop for HiddenInput {
    fn drop(&mut self) {
        set_echo("echo");
        eprintln!();
    }
}

/// Changes whether the terminal shows what is typed, by stty(1). Returns whether that may have happened: Ctrl-C also ends stty.
fn set_echo(mode: &str) -> bool {
    Command::new("stty").arg(mode).status().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_https_or_this_machine() {
        for (address, server) in [
            ("https://twentyfour.example/app/", Some("https://twentyfour.example")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("http://[::1]:8080", Some("http://[::1]:8080")),
            ("http://twentyfour.example", None),
            ("https://ada:secret@twentyfour.example", None),
            ("twentyfour.example", None),
            ("ftp://twentyfour.example", None),
        ] {
            assert_eq!(parse_server(address).ok().as_deref(), server, "{address}");
        }
    }

    #[test]
    fn tokens_are_visible_ascii() {
        assert_eq!(parse_token(" tf_abc\n").ok().as_deref(), Some("tf_abc"));
        for wrong in ["", "\n", "tf abc", "tf_ä", "tf_\u{1b}"] {
            assert!(parse_token(wrong).is_err(), "{wrong:?}");
        }
    }
}
