//! The tasks, one file each.

pub(crate) mod bench;
mod budgets;
pub(crate) mod build;
pub(crate) mod capacity;
pub(crate) mod check;
pub(crate) mod dev;
pub(crate) mod dist;
pub(crate) mod doctor;
pub(crate) mod fuzz;
pub(crate) mod fuzz_parsers;
pub(crate) mod pkg;
pub(crate) mod run;
pub(crate) mod snapshots;
pub(crate) mod test;
