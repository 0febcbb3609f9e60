//! The tasks of the operator: `twentyfour admin …`. They work on the database beside a running server, and write their
//! result as text.

mod verify;

pub use verify::run as verify;

use crate::DomainError;
use crate::export::csv_table::{BYTE_ORDER_MARK, csv_row, escape_formula, format_local_time};
use crate::{emails, invitations, logins};
use core_wasm::protocol::http::UserType;
use core_wasm::protocol::text::Email;
use futures_util::TryStreamExt;
use std::io::{self, Write};
use twentyfour_model::clock::system_time;
use twentyfour_store::{Database, StoreError, accounts, admin as store};

/// Makes an account an administrator.
///
/// # Errors
/// Returns a sentence for the operator if the task fails.
pub async fn make_admin(database: &Database, email: &str, out: &mut impl Write) -> Result<(), String> {
    let parsed = read_email(email)?;
    let address = parsed.clone();
    let exists = database
        .write(move |connection| Box::pin(async move { store::make_admin(connection, &address).await }))
        .await
        .map_err(operator_message)?;
    require_account(exists, &parsed)?;
    writeln!(out, "{} is now an administrator.", parsed.as_str()).map_err(output_error)
}

/// Sets the plan of an account.
///
/// # Errors
/// Returns a sentence for the operator if the task fails.
pub async fn set_plan(database: &Database, email: &str, plan: UserType, out: &mut impl Write) -> Result<(), String> {
    let parsed = read_email(email)?;
    let address = parsed.clone();
    let exists = database
        .write(move |connection| Box::pin(async move { store::set_plan(connection, &address, plan).await }))
        .await
        .map_err(operator_message)?;
    require_account(exists, &parsed)?;
    writeln!(out, "{} is now on the {} plan.", parsed.as_str(), twentyfour_store::tag(&plan)).map_err(output_error)
}

/// Ends the logins of the account with an email address, or of all accounts if none is given.
///
/// # Errors
/// Returns a sentence for the operator if the task fails.
pub async fn end_logins(database: &Database, email: Option<&str>, out: &mut impl Write) -> Result<(), String> {
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

/// Writes the waitlist as CSV, oldest first.
///
/// # Errors
/// Returns a sentence for the operator if the task fails.
pub async fn export_waitlist(database: &Database, out: &mut (impl Write + Send)) -> Result<(), String> {
    let mut connection = database.pool().acquire().await.map_err(|error| operator_message(StoreError::from(error)))?;
    write!(out, "{BYTE_ORDER_MARK}{}", csv_row(["email", "name", "joined"])).map_err(output_error)?;
    let mut entries = store::waitlist(&mut connection);
    while let Some(entry) = entries.try_next().await.map_err(operator_message)? {
        let fields = [escape_formula(&entry.email), escape_formula(&entry.name), format_local_time(entry.joined_at, 0)];
        write!(out, "{}", csv_row(fields)).map_err(output_error)?;
    }
    Ok(())
}

/// Creates a single-use invitation and writes its link.
///
/// # Errors
/// Returns a sentence for the operator if the task fails.
pub async fn create_invitation(database: &Database, public_url: &str, out: &mut impl Write) -> Result<(), String> {
    let code = invitations::create(database, system_time()).await.map_err(operator_message)?;
    writeln!(out, "{public_url}/auth?type=signup&invitation={code}").map_err(output_error)
}

/// Returns a database error as a sentence for the operator.
fn operator_message(error: impl Into<DomainError>) -> String {
    match error.into() {
        DomainError::Database(error) => format!("Database error: {error}."),
        DomainError::Internal(fault) => {
            format!("The database contains invalid data: {fault}. Run `twentyfour admin verify`.")
        }
        other => other.code().sentence().to_owned(),
    }
}

fn output_error(error: io::Error) -> String {
    format!("Cannot write the output: {error}.")
}
