//! The admin commands: `twentyfour admin …`. They use the same database and data folder as the server, and can run
//! while it runs.

mod verify;

use crate::config::{Settings, secret_file};
use crate::domain::export::csv_table::{BYTE_ORDER_MARK, csv_row, escape_formula, format_local_time};
use crate::domain::{emails, invitations, logins};
use crate::error::ApiError;
use crate::store::{accounts, admin as store};
use crate::{Database, system_time};
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use core_wasm::protocol::http::UserType;
use core_wasm::protocol::text::Email;
use futures_util::TryStreamExt;
use std::io::{self, Write};

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
        Task::MakeAdmin { email } => make_admin(&database, email, out).await,
        Task::SetPlan { email, plan } => set_plan(&database, email, *plan, out).await,
        Task::EndLogins { email, .. } => end_logins(&database, email.as_deref(), out).await,
        Task::Waitlist { task: WaitlistTask::Export } => export_waitlist(&database, out).await,
        Task::Invite { task: InviteTask::Create } => create_invitation(settings, &database, out).await,
        Task::Verify => verify::run(&database, out).await,
        Task::RotateKeys => Ok(()),
    };
    database.close().await;
    outcome
}

async fn make_admin(database: &Database, email: &str, out: &mut impl Write) -> Result<(), String> {
    let parsed = read_email(email)?;
    let address = parsed.clone();
    let exists = database
        .write(move |connection| Box::pin(async move { store::make_admin(connection, &address).await }))
        .await
        .map_err(operator_message)?;
    require_account(exists, &parsed)?;
    writeln!(out, "{} is now an administrator.", parsed.as_str()).map_err(output_error)
}

async fn set_plan(database: &Database, email: &str, plan: UserType, out: &mut impl Write) -> Result<(), String> {
    let parsed = read_email(email)?;
    let address = parsed.clone();
    let exists = database
        .write(move |connection| Box::pin(async move { store::set_plan(connection, &address, plan).await }))
        .await
        .map_err(operator_message)?;
    require_account(exists, &parsed)?;
    writeln!(out, "{} is now on the {} plan.", parsed.as_str(), crate::store::tag(&plan)).map_err(output_error)
}

/// Ends the logins of the account with an email address, or of all accounts if none is given.
async fn end_logins(database: &Database, email: Option<&str>, out: &mut impl Write) -> Result<(), String> {
    let (count, target) = match email.map(read_email).transpose()? {
        Some(email) => {
            let account = accounts::by_email(database.pool(), &email).await.map_err(operator_message)?;
            require_account(account.is_some(), &email)?;
            let mut count = 0;
            if let Some(account) = account {
                let revoked = database
                    .write(move |connection| Box::pin(logins::end_all(connection, account.id, None)))
                    .await
                    .map_err(operator_message)?;
                count = revoked.count();
            }
            (count, email.as_str().to_owned())
        }
        None => {
            let revoked = database.write(|connection| Box::pin(store::end_all_logins(connection))).await;
            (revoked.map_err(operator_message)?, "all accounts".to_owned())
        }
    };
    let revoked = if count == 1 { "1 login".to_owned() } else { format!("{count} logins") };
    writeln!(out, "Ended {revoked} of {target}. Running servers stop accepting them within 10 seconds.")
        .map_err(output_error)
}

fn read_email(email: &str) -> Result<Email, String> {
    emails::parse(email).map_err(|fault| fault.sentence().to_owned())
}

fn require_account(exists: bool, email: &Email) -> Result<(), String> {
    if exists { Ok(()) } else { Err(format!("No account has the email {}.", email.as_str())) }
}

async fn export_waitlist(database: &Database, out: &mut (impl Write + Send)) -> Result<(), String> {
    let mut connection = database.pool().acquire().await.map_err(|error| operator_message(error.into()))?;
    write!(out, "{BYTE_ORDER_MARK}{}", csv_row(["email", "name", "joined"])).map_err(output_error)?;
    let mut entries = store::waitlist(&mut connection);
    while let Some(entry) = entries.try_next().await.map_err(operator_message)? {
        let fields = [escape_formula(&entry.email), escape_formula(&entry.name), format_local_time(entry.joined_at, 0)];
        write!(out, "{}", csv_row(fields)).map_err(output_error)?;
    }
    Ok(())
}

async fn create_invitation(settings: &Settings, database: &Database, out: &mut impl Write) -> Result<(), String> {
    let public_url = settings.public_url(settings.listen_addr())?;
    let code = invitations::create(database, system_time()).await.map_err(operator_message)?;
    writeln!(out, "{public_url}/auth?type=signup&invitation={code}").map_err(output_error)
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

/// Returns a database error as a sentence for the operator.
fn operator_message(error: ApiError) -> String {
    match error {
        ApiError::Database(error) => format!("Database error: {error}."),
        ApiError::Internal(fault) => {
            format!("The database contains invalid data: {fault}. Run `twentyfour admin verify`.")
        }
        other => other.code().sentence().to_owned(),
    }
}

fn output_error(error: io::Error) -> String {
    format!("Cannot write the output: {error}.")
}
