//! The admin commands: `twentyfour admin …`. They use the same database and data folder as the server, and can run
//! while it runs.

use crate::Database;
use crate::config::{Settings, secret_file};
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use core_wasm::protocol::http::UserType;
use std::io::{self, Write};
use twentyfour_domain::operator;

/// The commands, other than serving.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Administrative tasks. They can run while the server runs.
    Admin {
        /// The admin task.
        #[command(subcommand)]
        task: Task,
    },
}

/// The admin tasks.
#[derive(Subcommand, Debug)]
pub enum Task {
    /// Makes an account an administrator.
    MakeAdmin {
        /// The account's email.
        email: String,
    },
    /// Sets the plan of an account.
    SetPlan {
        /// The account's email.
        email: String,
        /// The plan.
        #[arg(value_parser = PossibleValuesParser::new(["basic", "pro"]).map(|name| plan(&name)))]
        plan: UserType,
    },
    /// Ends all logins of an account, or of all accounts.
    EndLogins {
        /// The account's email.
        #[arg(required_unless_present = "all")]
        email: Option<String>,
        /// Ends the logins of all accounts.
        #[arg(long, conflicts_with = "email")]
        all: bool,
    },
    /// The waitlist.
    Waitlist {
        /// The waitlist task.
        #[command(subcommand)]
        task: WaitlistTask,
    },
    /// Sign-up invitations, required when WAITLIST_ONLY=1.
    Invite {
        /// The invitation task.
        #[command(subcommand)]
        task: InviteTask,
    },
    /// Creates a new JWT secret and keeps the previous one until its tokens expire.
    #[command(alias = "roll-keys")]
    RotateKeys,
    /// Checks all stored data for consistency. Exits with 1 if it finds problems.
    Verify,
}

/// The waitlist tasks.
#[derive(Subcommand, Debug)]
pub enum WaitlistTask {
    /// Writes the waitlist as CSV, oldest first.
    Export,
}

/// The invitation tasks.
#[derive(Subcommand, Debug)]
pub enum InviteTask {
    /// Creates a single-use invitation and prints its link.
    Create,
}

fn plan(name: &str) -> UserType {
    if name == "pro" { UserType::Pro } else { UserType::Basic }
}

/// Runs a task and writes its output.
///
/// # Errors
/// Returns a sentence for the operator if the task fails.
pub async fn run(settings: &Settings, task: &Task, out: &mut (impl Write + Send)) -> Result<(), String> {
    if let Task::RotateKeys = task {
        return rotate_keys(settings, out);
    }
    let database = Database::open(&settings.database_url()).await.map_err(|error| format!("{error}."))?;
    let outcome = match task {
        Task::MakeAdmin { email } => operator::make_admin(&database, email, out).await,
        Task::SetPlan { email, plan } => operator::set_plan(&database, email, *plan, out).await,
        Task::EndLogins { email, .. } => operator::end_logins(&database, email.as_deref(), out).await,
        Task::Waitlist { task: WaitlistTask::Export } => operator::export_waitlist(&database, out).await,
        Task::Invite { task: InviteTask::Create } => {
            operator::create_invitation(&database, &settings.public_url(settings.listen_addr())?, out).await
        }
        Task::Verify => operator::verify(&database, out).await,
        Task::RotateKeys => Ok(()),
    };
    database.close().await;
    outcome
}

fn rotate_keys(settings: &Settings, out: &mut impl Write) -> Result<(), String> {
    let folder = settings.data_dir.display();
    if settings.has_configured_secret() {
        return writeln!(
            out,
            "JWT_SECRET is set by an environment variable or flag. Set these values, then restart the server:\n\
             JWT_SECRET={}\n\
             JWT_SECRET_PREVIOUS=(the current value of JWT_SECRET)",
            secret_file::generate().expose()
        )
        .map_err(|error| format!("Cannot write the output: {error}."));
    }
    secret_file::rotate(&settings.data_dir).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            format!("There is no signing key in {folder} yet. The server creates one on its first start.")
        }
        _ => format!("Cannot rotate the signing key in {folder}: {error}."),
    })?;
    writeln!(
        out,
        "Created a new signing key in {folder}. Tokens signed with the previous key stay valid until they expire.\n\
         Restart the server to use it. If the previous key may have leaked, delete jwt_secret_previous from the folder\n\
         first; browsers fetch new tokens automatically."
    )
    .map_err(|error| format!("Cannot write the output: {error}."))
}
