//! The rules of `SPEC.md` that need the whole core: a test's name begins with its rule.

mod support;

mod account;
mod background;
mod boards;
mod cards;
mod drafts;
mod extremes;
mod focus_times;
mod guest;
mod history;
mod live;
mod logged;
mod news;
mod notes;
mod notes_apart;
mod outbox;
mod patches;
mod plans;
mod prefs;
mod recovery;
mod session;
mod sessions;
mod simulation;
mod stats;
mod stats_anything;
mod storage;
mod tabs;
mod tasks;
mod timer;
mod tokens;
mod weather;
