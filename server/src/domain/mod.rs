//! Use cases: authorise, load, ask the core, and save in one transaction.

pub(crate) mod accounts;
pub(crate) mod activity;
pub(crate) mod boards;
pub(crate) mod deletion;
pub(crate) mod device;
pub(crate) mod export;
pub(crate) mod focus_days;
pub(crate) mod focus_sessions;
pub(crate) mod google;
pub(crate) mod invitations;
pub(crate) mod known_logins;
pub(crate) mod links;
pub(crate) mod logins;
pub(crate) mod mails;
pub(crate) mod ops;
pub(crate) mod passwords;
pub(crate) mod policy;
pub(crate) mod preferences;
pub(crate) mod profile;
pub(crate) mod recovery;
pub(crate) mod security;
pub(crate) mod tasks;
pub(crate) mod tokens;
pub(crate) mod trash;
pub(crate) mod waitlist;
