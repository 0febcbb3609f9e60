//! Tests of the rules of `SPEC.md` that need the whole core. A test's name begins with the id of its rule.

mod support;

mod account;
mod admin;
mod background;
mod board_deltas;
mod boards;
mod cards;
mod drafts;
mod extremes;
mod first_screens;
mod focus_times;
mod guest;
mod history;
mod live;
mod log_messages;
mod note_conflicts;
mod note_deltas;
mod notes;
mod outbox;
mod patches;
mod plans;
mod prefs;
mod recovery;
mod session;
mod sessions;
mod shared_boards;
mod simulation;
mod stats;
mod stats_properties;
mod storage;
mod tabs;
mod tasks;
mod timer;
mod tokens;
mod weather;
