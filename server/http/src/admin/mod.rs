//! The admin commands: `twentyfour admin …`. They use the same database and data folder as the server, and can run
//! while it runs.

mod files;
mod health;

use crate::Database;
use crate::config::{Settings, secret_file};
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use core_wasm::protocol::http::UserType;
use core_wasm::protocol::text::Email;
use std::io::{self, Write};
use std::path::PathBuf;
use twentyfour_domain::operator::{self, CsvExportError, VerificationReport};
use twentyfour_domain::{DomainError, emails};

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
    /// Writes the accounts as CSV, oldest first.
    ListUsers,
    /// Prints a link with which the owner of an account sets a new password. It works once, for 30 minutes.
    ResetPassword {
        /// The account's email.
        email: String,
    },
    /// Copies the SQLite database into a new file, while the server runs.
    Backup {
        /// The new file.
        file: PathBuf,
    },
    /// Replaces the SQLite database by a backup. Stop the server first.
    Restore {
        /// The backup.
        file: PathBuf,
    },
    /// Copies all data from the SQLite database to an empty PostgreSQL database, and compares both. Stop the server first.
    Move {
        /// URL of the new database: postgres://user:password@host/name.
        #[arg(long)]
        to: String,
    },
    /// Asks the running server whether it can handle requests. Exits with 1 if not, as container health checks need it.
    CheckHealth,
    /// Updates the tables of the database, as the server does when it starts.
    Migrate {
        /// Only prints what would be done.
        #[arg(long)]
        dry_run: bool,
    },
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

fn plan_name(plan: UserType) -> &'static str {
    match plan {
        UserType::Basic => "basic",
        UserType::Pro => "pro",
    }
}

/// Runs a task and writes its output.
///
/// # Errors
/// Returns a sentence for the operator if the task fails.
pub async fn run(settings: &Settings, task: &Task, out: &mut (impl Write + Send)) -> Result<(), String> {
    match task {
        Task::RotateKeys => return rotate_keys(settings, out),
        Task::Move { to } => return files::move_to(settings, to, out).await,
        Task::CheckHealth => return health::check(settings, out).await,
        Task::Restore { file } => return files::restore(&settings.database_url(), file, out).await,
        Task::Migrate { dry_run: true } => return files::print_migrations(&settings.database_url(), out).await,
        _ => {}
    }
    let _lock = files::lock_for_migrations(&settings.database_url()).await?;
    let database =
        Database::open_with(&settings.database_url(), settings.pool()).await.map_err(|error| format!("{error}."))?;
    let outcome = match task {
        Task::MakeAdmin { email } => make_admin(&database, email, out).await,
        Task::SetPlan { email, plan } => set_plan(&database, email, *plan, out).await,
        Task::EndLogins { email: Some(email), .. } => end_logins(&database, email, out).await,
        Task::EndLogins { email: None, .. } => end_all_logins(&database, out).await,
        Task::Waitlist { task: WaitlistTask::Export } => export_waitlist(&database, out).await,
        Task::Invite { task: InviteTask::Create } => create_invitation(settings, &database, out).await,
        Task::Verify => verify(&database, out).await,
        Task::ListUsers => csv_outcome(operator::export_users(&database, out).await),
        Task::ResetPassword { email } => reset_password(settings, &database, email, out).await,
        Task::Backup { file } => files::back_up(&database, file, out).await,
        Task::Migrate { .. } => writeln!(out, "The database is up to date.").map_err(output_error),
        Task::RotateKeys | Task::Restore { .. } | Task::Move { .. } | Task::CheckHealth => Ok(()),
    };
    database.close().await;
    outcome
}

async fn make_admin(database: &Database, email: &str, out: &mut impl Write) -> Result<(), String> {
    let email = parse_email(email)?;
    let is_found = operator::make_admin(database, &email).await.map_err(operator_message)?;
    require_account(is_found, &email)?;
    writeln!(out, "{} is now an administrator.", email.as_str()).map_err(output_error)
}

async fn set_plan(database: &Database, email: &str, plan: UserType, out: &mut impl Write) -> Result<(), String> {
    let email = parse_email(email)?;
    let is_found = operator::set_plan(database, &email, plan).await.map_err(operator_message)?;
    require_account(is_found, &email)?;
    writeln!(out, "{} is now on the {} plan.", email.as_str(), plan_name(plan)).map_err(output_error)
}

async fn end_logins(database: &Database, email: &str, out: &mut impl Write) -> Result<(), String> {
    let email = parse_email(email)?;
    let ended = operator::end_logins(database, &email).await.map_err(operator_message)?;
    require_account(ended.is_some(), &email)?;
    report_ended_logins(ended.unwrap_or_default(), email.as_str(), out)
}

async fn end_all_logins(database: &Database, out: &mut impl Write) -> Result<(), String> {
    let ended = operator::end_all_logins(database).await.map_err(operator_message)?;
    report_ended_logins(ended, "all accounts", out)
}

fn report_ended_logins(count: u64, target: &str, out: &mut impl Write) -> Result<(), String> {
    let ended = if count == 1 { "1 login".to_owned() } else { format!("{count} logins") };
    writeln!(out, "Ended {ended} of {target}. Running servers stop accepting them within 10 seconds.")
        .map_err(output_error)
}

async fn export_waitlist(database: &Database, out: &mut (impl Write + Send)) -> Result<(), String> {
    csv_outcome(operator::export_waitlist(database, out).await)
}

/// Returns the failure of an export as a sentence for the operator.
fn csv_outcome(outcome: Result<(), CsvExportError>) -> Result<(), String> {
    outcome.map_err(|error| match error {
        CsvExportError::Read(error) => operator_message(error),
        CsvExportError::Write(error) => output_error(error),
    })
}

async fn reset_password(
    settings: &Settings,
    database: &Database,
    email: &str,
    out: &mut impl Write,
) -> Result<(), String> {
    let public_url = settings.public_url(settings.listen_addr())?;
    let email = parse_email(email)?;
    let link = operator::create_reset_link(database, &email, &public_url).await.map_err(operator_message)?;
    require_account(link.is_some(), &email)?;
    writeln!(out, "{}", link.unwrap_or_default()).map_err(output_error)
}

async fn create_invitation(settings: &Settings, database: &Database, out: &mut impl Write) -> Result<(), String> {
    let public_url = settings.public_url(settings.listen_addr())?;
    let link = operator::create_invitation(database, &public_url).await.map_err(operator_message)?;
    writeln!(out, "{link}").map_err(output_error)
}

async fn verify(database: &Database, out: &mut impl Write) -> Result<(), String> {
    let report = operator::verify(database).await.map_err(operator_message)?;
    write_report(&report, out).map_err(output_error)?;
    let problems = match report.faults() {
        0 => return Ok(()),
        1 => "1 problem".to_owned(),
        count => format!("{count} problems"),
    };
    Err(format!(
        "Found {problems} in the database. Back it up as it is, then restore an earlier backup without problems."
    ))
}

/// Writes one line per kind of records, followed by its first faults.
fn write_report(report: &VerificationReport, out: &mut impl Write) -> io::Result<()> {
    for (name, kind) in report.kinds() {
        let problems = match kind.faults {
            0 => "no problems".to_owned(),
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        };
        writeln!(out, "{name}: {} checked, {problems}", kind.read)?;
        for fault in &kind.reported {
            writeln!(out, "  {fault}")?;
        }
        if kind.faults > kind.reported.len() as u64 {
            writeln!(out, "  and {} more", kind.faults - kind.reported.len() as u64)?;
        }
    }
    Ok(())
}

fn parse_email(email: &str) -> Result<Email, String> {
    emails::parse(email).map_err(|error| error.sentence().to_owned())
}

fn require_account(is_found: bool, email: &Email) -> Result<(), String> {
    if is_found { Ok(()) } else { Err(format!("No account has the email {}.", email.as_str())) }
}

/// Returns a failure of a use case as a sentence for the operator.
fn operator_message(error: DomainError) -> String {
    match error {
        DomainError::Database(error) => {
            format!("Database error: {error}. Check that the database of DATABASE_URL is running and not damaged.")
        }
        DomainError::Internal(error) => {
            format!("The database contains invalid data: {error}. Run `twentyfour admin verify`.")
        }
        other => other.code().sentence().to_owned(),
    }
}

fn output_error(error: io::Error) -> String {
    format!("Cannot write the output: {error}.")
}

fn rotate_keys(settings: &Settings, out: &mut impl Write) -> Result<(), String> {
    let folder = settings.data_dir.display();
    if settings.has_configured_secret() {
        let secret = secret_file::generate();
        // The contents of the file have become the value of JWT_SECRET.
        return match std::env::var("JWT_SECRET_FILE").ok().filter(|file| !file.is_empty()) {
            Some(file) => writeln!(
                out,
                "JWT_SECRET_FILE={file} contains the signing key. Do this on all servers, then restart them:\n\
                 1. Copy that file to another one, and set JWT_SECRET_PREVIOUS_FILE to the path of the copy.\n\
                 2. Replace the contents of {file} with:\n\
                 {}",
                secret.expose()
            ),
            None => writeln!(
                out,
                "JWT_SECRET is set by an environment variable or flag. Set these values, then restart the server:\n\
                 JWT_SECRET={}\n\
                 JWT_SECRET_PREVIOUS=(the current value of JWT_SECRET)",
                secret.expose()
            ),
        }
        .map_err(output_error);
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
    .map_err(output_error)
}
