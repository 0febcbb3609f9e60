//! `twentyfour cli …`: a command-line client of a Twentyfour server. It has its own parser, because the person who runs it has
//! none of the server's settings, and its own exit codes. It knows the API and nothing of the server.
//!
//! Start reading at [`run`]. `client` sends requests, `login` stores the address and the token, `cards` and `timer` have the
//! commands, and `output` what they print.

mod cards;
mod client;
mod interrupt;
mod local_time;
mod login;
mod output;
mod timer;

use clap::{Args, Parser, Subcommand};
use client::Client;
use login::LoginFolder;
use output::Output;
use serde_json::json;
use std::ffi::OsString;
use std::process::ExitCode;

/// The word after the program's name that starts the client.
const COMMAND: &str = "cli";

/// The command-line client of Twentyfour.
///
/// Exit codes: 0 for success, 1 for an error, 2 for wrong usage, 3 if you have to log in.
#[derive(Parser, Debug)]
#[command(name = "twentyfour cli", version)]
struct Cli {
    /// Address of the server. Default: that of the login.
    #[arg(long, env = "TWENTYFOUR_URL", global = true)]
    server: Option<String>,

    /// Print JSON, also for errors.
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Stores the address of a server and an API token, which it asks for or reads from standard input.
    ///
    /// Create the token in Settings, under Integrations. In scripts, set TWENTYFOUR_URL and TWENTYFOUR_TOKEN instead.
    Login {
        /// The address, such as https://twentyfour.example.
        #[arg(value_name = "SERVER")]
        address: String,
    },
    /// Deletes the stored address and token.
    Logout,
    /// Adds a card by one line, such as 'Send report tomorrow 5pm #Work @press !high'.
    Add(AddArgs),
    /// Lists open cards: those that are overdue or due today.
    List(ListArgs),
    /// Completes a card.
    Done {
        /// Its id, the end of its id as `list` shows it, or its title.
        card: String,
    },
    /// Times a focus session and records it. Ctrl-C finishes it early.
    Start(StartArgs),
    /// Shows the account, and the cards and focus time of today.
    Status,
    /// Lists the boards.
    Boards,
}

#[derive(Args, Debug)]
struct AddArgs {
    /// The line. Quote it, because shells read # and ! themselves.
    #[arg(required = true)]
    line: Vec<String>,

    /// Board for a line that names none: its name, address or id.
    #[arg(long)]
    board: Option<String>,
}

#[derive(Args, Debug)]
struct ListArgs {
    /// Only cards that are due today.
    #[arg(long, conflicts_with_all = ["overdue", "all"])]
    today: bool,

    /// Only overdue cards.
    #[arg(long, conflicts_with = "all")]
    overdue: bool,

    /// All open cards that have a due date or are assigned to you.
    #[arg(long)]
    all: bool,

    /// Only cards of this board: its name, address or id.
    #[arg(long)]
    board: Option<String>,
}

#[derive(Args, Debug)]
struct StartArgs {
    /// The card to work on: its id, the end of its id, or its title.
    card: Option<String>,

    /// Length of the session in minutes, 1 to 180.
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=180))]
    minutes: u32,
}

/// Why a command failed.
#[derive(Debug)]
struct Failure {
    /// The server's error code, if it has rejected the request.
    code: Option<String>,
    /// A sentence for the user.
    message: String,
    /// Lines below the sentence, such as the cards that a name may mean.
    details: Vec<String>,
    exit: FailureExit,
    /// Whether the server would refuse the same request again.
    is_final: bool,
}

/// The exit codes of failures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FailureExit {
    Error = 1,
    /// The exit code that clap uses.
    Usage = 2,
    LoginRequired = 3,
}

impl Failure {
    fn new(message: impl Into<String>) -> Self {
        Self { code: None, message: message.into(), details: vec![], exit: FailureExit::Error, is_final: false }
    }

    fn login_required(message: impl Into<String>) -> Self {
        Self { exit: FailureExit::LoginRequired, ..Self::new(message) }
    }
}

/// Returns the words of a command line for the client, or `None` if it is one for the server.
pub fn requested(words: impl IntoIterator<Item = OsString>) -> Option<Vec<OsString>> {
    let mut words = words.into_iter().skip(1);
    (words.next()? == COMMAND).then(|| std::iter::once("twentyfour cli".into()).chain(words).collect())
}

/// Runs the client with the words that [`requested`] has returned.
pub async fn run(words: Vec<OsString>) -> ExitCode {
    let asks_for_json = asks_for_json(&words);
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) if asks_for_json && error.use_stderr() => {
            Output::new(true).error(&wrong_usage(&error));
            return ExitCode::from(FailureExit::Usage as u8);
        }
        Err(error) => {
            _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(FailureExit::Usage as u8));
        }
    };
    let output = Output::new(cli.json);
    match execute(cli, &output).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output.error(&failure);
            ExitCode::from(failure.exit as u8)
        }
    }
}

/// Returns whether the words have `--json`, also if the rest of them is wrong.
fn asks_for_json(words: &[OsString]) -> bool {
    words.iter().take_while(|word| *word != "--").any(|word| word == "--json")
}

/// Returns the failure of words that clap has rejected, without the usage that clap prints below its sentence.
fn wrong_usage(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let sentence = text.split("\n\n").next().unwrap_or_default();
    let words = sentence.strip_prefix("error: ").unwrap_or(sentence).split_whitespace();
    Failure { exit: FailureExit::Usage, ..Failure::new(words.collect::<Vec<_>>().join(" ")) }
}

async fn execute(cli: Cli, output: &Output) -> Result<(), Failure> {
    let folder = LoginFolder::find();
    match &cli.command {
        Command::Login { address } => return login::log_in(&folder?, address, output).await,
        Command::Logout => return login::log_out(&folder?, output),
        _ => {}
    }
    let server = cli.server.as_deref().filter(|server| !server.is_empty());
    let login = login::find(folder.as_ref().ok(), server)?;
    let client = Client::new(&login)?;
    if let Ok(folder) = &folder {
        timer::send_unsent(&client, folder, output).await?;
    }
    match cli.command {
        Command::Add(args) => cards::add(&client, &args, output).await,
        Command::List(args) => cards::list(&client, &args, output).await,
        Command::Done { card } => cards::complete(&client, &card, output).await,
        Command::Start(args) => timer::start(&client, folder.as_ref().ok(), &args, output).await,
        Command::Status => cards::status(&client, output).await,
        Command::Boards => cards::boards(&client, output).await,
        Command::Login { .. } | Command::Logout => Ok(()),
    }
}

/// Returns an error of the client as JSON, in the form of the API's errors.
fn error_json(failure: &Failure) -> serde_json::Value {
    let mut error = json!({"code": failure.code, "message": failure.message});
    if !failure.details.is_empty() {
        error["details"] = json!(failure.details);
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn only_the_first_word_starts_the_client() {
        assert_eq!(
            requested(words("twentyfour cli list --json")),
            Some(vec!["twentyfour cli".into(), "list".into(), "--json".into()])
        );
        assert_eq!(requested(words("twentyfour admin cli")), None);
        assert_eq!(requested(words("twentyfour")), None);
    }

    #[test]
    fn wrong_usage_is_json_on_request() {
        for (text, expected) in
            [("cli nonsense --json", true), ("cli --json nonsense", true), ("cli add -- --json", false), ("cli", false)]
        {
            assert_eq!(asks_for_json(&words(text)), expected, "{text}");
        }
        let error = Cli::try_parse_from(words("cli nonsense --json")).unwrap_err();
        let failure = wrong_usage(&error);
        assert_eq!(failure.exit, FailureExit::Usage);
        assert_eq!(error_json(&failure), json!({"code": null, "message": "unrecognized subcommand 'nonsense'"}));
    }

    #[test]
    fn parser_is_consistent() {
        Cli::command().debug_assert();
        let parsed = Cli::try_parse_from(words("cli add Buy milk --board Home")).unwrap();
        assert!(matches!(parsed.command, Command::Add(AddArgs { line, .. }) if line == ["Buy", "milk"]));
        for wrong in ["cli", "cli add", "cli start --minutes 0", "cli list --all --overdue", "cli start --minutes 181"]
        {
            assert_eq!(Cli::try_parse_from(words(wrong)).unwrap_err().exit_code(), 2, "{wrong}");
        }
    }
}
