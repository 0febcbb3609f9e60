//! What whoever runs a server does beside it, with the same binary: `twentyfour admin …`. It works on the same database and the
//! same data folder, also while the server runs.

mod verify;

use crate::config::{Settings, secret_file};
use crate::domain::export::table::{BYTE_ORDER_MARK, line, local, written_by_a_person};
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

/// What the binary does other than to serve.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Looks after a server, also while it runs.
    Admin {
        /// What to do.
        #[command(subcommand)]
        task: Task,
    },
}

/// What an administrator can do.
#[derive(Subcommand, Debug)]
pub enum Task {
    /// Marks an account as that of an administrator.
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
    /// Logs an account out wherever it is logged in, or everybody.
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
        /// What to do with it.
        #[command(subcommand)]
        task: WaitlistTask,
    },
    /// Invitations to sign up, which a server with WAITLIST_ONLY=1 asks for.
    Invite {
        /// What to do with them.
        #[command(subcommand)]
        task: InviteTask,
    },
    /// Makes a new secret that signs access tokens, and keeps the one of before for the tokens that it signed.
    RollKeys,
    /// Reads everything in the database and looks whether it fits together. Ends with 1 where something does not.
    Verify,
}

/// What can be done with the waitlist.
#[derive(Subcommand, Debug)]
pub enum WaitlistTask {
    /// Writes it as CSV, whoever came first first.
    Export,
}

/// What can be done with invitations.
#[derive(Subcommand, Debug)]
pub enum InviteTask {
    /// Makes one and prints its link, which is good for one account.
    Create,
}

fn plan(name: &str) -> UserType {
    if name == "pro" { UserType::Pro } else { UserType::Basic }
}

/// Does a task and writes what it has to tell. The error is a sentence for the operator.
pub async fn run(settings: &Settings, task: &Task, out: &mut (impl Write + Send)) -> Result<(), String> {
    if let Task::RollKeys = task {
        return roll_keys(settings, out);
    }
    let database = Database::open(&settings.database_url()).await.map_err(|error| format!("{error}."))?;
    let outcome = match task {
        Task::MakeAdmin { email } => make_admin(&database, email, out).await,
        Task::SetPlan { email, plan } => set_plan(&database, email, *plan, out).await,
        Task::EndLogins { email, .. } => end_logins(&database, email.as_deref(), out).await,
        Task::Waitlist { task: WaitlistTask::Export } => export_waitlist(&database, out).await,
        Task::Invite { task: InviteTask::Create } => create_invitation(settings, &database, out).await,
        Task::Verify => verify::run(&database, out).await,
        Task::RollKeys => Ok(()),
    };
    database.close().await;
    outcome
}

async fn make_admin(database: &Database, email: &str, out: &mut impl Write) -> Result<(), String> {
    let parsed = read_email(email)?;
    let address = parsed.clone();
    let is_known = database
        .write(move |connection| Box::pin(async move { store::make_admin(connection, &address).await }))
        .await
        .map_err(sentence)?;
    told(is_known, &parsed)?;
    writeln!(out, "{} is an administrator now.", parsed.as_str()).map_err(not_written)
}

async fn set_plan(database: &Database, email: &str, plan: UserType, out: &mut impl Write) -> Result<(), String> {
    let parsed = read_email(email)?;
    let address = parsed.clone();
    let is_known = database
        .write(move |connection| Box::pin(async move { store::set_plan(connection, &address, plan).await }))
        .await
        .map_err(sentence)?;
    told(is_known, &parsed)?;
    writeln!(out, "{} has the plan {} now.", parsed.as_str(), crate::store::tag(&plan)).map_err(not_written)
}

/// Ends the logins of the account with an email, or of everybody where none is given.
async fn end_logins(database: &Database, email: Option<&str>, out: &mut impl Write) -> Result<(), String> {
    let (count, whose) = match email.map(read_email).transpose()? {
        Some(email) => {
            let account = accounts::by_email(database.pool(), &email).await.map_err(sentence)?;
            told(account.is_some(), &email)?;
            let mut count = 0;
            if let Some(account) = account {
                let ended = database
                    .write(move |connection| Box::pin(logins::end_all(connection, account.id, None)))
                    .await
                    .map_err(sentence)?;
                count = ended.count();
            }
            (count, email.as_str().to_owned())
        }
        None => {
            let ended = database.write(|connection| Box::pin(store::end_all_logins(connection))).await;
            (ended.map_err(sentence)?, "everybody".to_owned())
        }
    };
    let ended = if count == 1 { "1 login".to_owned() } else { format!("{count} logins") };
    writeln!(out, "Ended {ended} of {whose}. Servers that run take none of them after 10 seconds at most.")
        .map_err(not_written)
}

fn read_email(email: &str) -> Result<Email, String> {
    emails::read(email).map_err(|fault| fault.sentence().to_owned())
}

fn told(is_known: bool, email: &Email) -> Result<(), String> {
    if is_known { Ok(()) } else { Err(format!("Nobody has an account with the email {}.", email.as_str())) }
}

async fn export_waitlist(database: &Database, out: &mut (impl Write + Send)) -> Result<(), String> {
    let mut connection = database.pool().acquire().await.map_err(|error| sentence(error.into()))?;
    write!(out, "{BYTE_ORDER_MARK}{}", line(["email", "name", "joined"])).map_err(not_written)?;
    let mut waiting = store::waitlist(&mut connection);
    while let Some(visitor) = waiting.try_next().await.map_err(sentence)? {
        let fields =
            [written_by_a_person(&visitor.email), written_by_a_person(&visitor.name), local(visitor.joined_at, 0)];
        write!(out, "{}", line(fields)).map_err(not_written)?;
    }
    Ok(())
}

async fn create_invitation(settings: &Settings, database: &Database, out: &mut impl Write) -> Result<(), String> {
    let public_url = settings.public_url(settings.listen_addr())?;
    let code = invitations::create(database, system_time()).await.map_err(sentence)?;
    writeln!(out, "{public_url}/auth?type=signup&invitation={code}").map_err(not_written)
}

fn roll_keys(settings: &Settings, out: &mut impl Write) -> Result<(), String> {
    let folder = settings.data_dir.display();
    if settings.has_own_secret() {
        return writeln!(
            out,
            "JWT_SECRET is set from outside, so the key is rolled there. Set these, then restart the server:\n\
             JWT_SECRET={}\n\
             JWT_SECRET_PREVIOUS=(what JWT_SECRET is now)",
            secret_file::made().expose()
        )
        .map_err(not_written);
    }
    secret_file::roll(&settings.data_dir).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            format!("There is no key in {folder} to roll: the server makes one when it starts for the first time.")
        }
        _ => format!("The key in {folder} cannot be rolled: {error}."),
    })?;
    writeln!(
        out,
        "There is a new key in {folder}, and tokens of the one of before stay good until they run out.\n\
         Restart the server to have it used. Where somebody may know the key of before, remove jwt_secret_previous\n\
         from the folder first: browsers get new tokens by themselves."
    )
    .map_err(not_written)
}

/// An error of the database as a sentence for the operator.
fn sentence(error: ApiError) -> String {
    match error {
        ApiError::Database(error) => format!("The database failed: {error}."),
        ApiError::Internal(fault) => format!("Something is wrong in the database: {fault}."),
        other => other.code().sentence().to_owned(),
    }
}

fn not_written(error: io::Error) -> String {
    format!("The answer cannot be written: {error}.")
}
