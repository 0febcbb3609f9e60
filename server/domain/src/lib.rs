//! The use cases: each authorizes, loads, calls the core's rules and saves in one transaction. [`services`] has their
//! dependencies, `policy` decides who may do what, and [`DomainError`] has the reasons why a use case fails.
//!
//! May import `twentyfour-store`, `twentyfour-bus`, `twentyfour-jobs`, `twentyfour-model` and `core-wasm`. Knows
//! neither axum nor requests: the binary reads requests and maps results and errors to responses.

pub mod account_import;
mod account_slots;
pub mod accounts;
pub mod activity;
pub mod admin;
pub mod api_tokens;
pub mod attachments;
pub mod avatars;
pub mod backups;
pub mod board_files;
pub mod board_invitations;
pub mod board_snapshots;
pub mod boards;
mod cache;
pub mod calendar;
pub mod contact;
pub mod deletion;
pub mod emails;
mod error;
pub mod export;
pub mod focus_days;
pub mod focus_sessions;
pub mod google;
mod honeypot;
mod http_client;
pub mod inbox;
mod invitations;
mod login_cache;
pub mod logins;
pub mod members;
pub mod notes;
pub mod operator;
pub mod ops;
mod own_actions;
mod passwords;
pub mod photos;
pub mod pictures;
pub mod plans;
mod policy;
pub mod preferences;
pub mod profile;
mod public_address;
pub mod public_http;
pub mod public_links;
pub mod quick_add;
mod quotas;
pub mod rate_limits;
pub mod readiness;
pub mod recovery;
#[cfg(test)]
mod s3_stand_in;
pub mod search;
pub mod security;
pub mod services;
pub mod tasks;
mod third_party;
pub mod tokens;
pub mod trash;
pub mod uploads;
pub mod waitlist;
pub mod weather;
pub mod webhooks;

pub use error::DomainError;
pub use twentyfour_store::{Database, DatabaseLock, OpenError, backup, transfer};
