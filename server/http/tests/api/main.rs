//! The API and the store on SQLite and on a real PostgreSQL, without sockets.
//!
//! Each case is written once and runs on both engines. `TEST_POSTGRES_URL` is the URL of a PostgreSQL server on which
//! the tests may create databases; `cargo xtask test` starts one.

// Unwrapping is fine in tests; clippy only recognizes functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod access;
mod account_export;
mod account_import;
mod accounts;
mod administration;
mod api_tokens;
mod attachments;
mod avatars;
mod board_cost;
mod board_files;
mod board_snapshots;
mod boards;
mod calendar;
mod compression;
mod concurrency;
mod contact;
mod deletion;
mod equivalence;
mod focus_cost;
mod focus_days;
mod focus_equivalence;
mod focus_export;
mod focus_sessions;
mod google;
mod headers;
mod inbox;
mod invalid_input;
mod invalid_ops;
mod invitations;
mod languages;
mod limits;
mod live;
mod logins;
mod mails;
mod migrations;
mod moving;
mod notes;
mod openapi;
mod ops;
mod ownership;
mod passwords;
mod photos;
mod pictures;
mod plans;
#[path = "../programs/ports.rs"]
mod ports;
mod preferences;
mod presence;
mod profile;
mod quick_add;
mod quotas;
mod read_only;
mod recovery;
mod recurrence;
#[path = "../programs/redis.rs"]
mod redis;
mod rolling_upgrade;
mod search;
mod security_log;
mod service;
mod shared_limits;
mod sharing;
mod smtp;
mod smtp_tls;
mod support;
mod token_keys;
mod trash;
mod waitlist;
mod weather;
mod web;
mod webhooks;
