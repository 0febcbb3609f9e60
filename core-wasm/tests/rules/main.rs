//! The rules of `SPEC.md` that need the whole core: a test's name begins with its rule.

mod support;

mod boards;
mod cards;
mod drafts;
mod history;
mod live;
mod news;
mod outbox;
mod patches;
mod prefs;
mod session;
mod simulation;
mod storage;
mod tabs;
mod tasks;
mod tokens;
