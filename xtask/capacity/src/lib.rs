//! The capacity plan: how many servers and database shards a number of people needs. A simulation with measured times
//! answers it, and what it finds is written into `docs/scaling.md` with charts in `docs/scaling/`.

pub mod chart;
mod charts;
pub mod checks;
pub mod costs;
pub mod curves;
pub mod failures;
pub mod format;
pub mod inputs;
pub mod limits;
pub mod load;
pub mod plan;
pub mod random;
pub mod report;
mod results;
pub mod simulation;
pub mod statistics;
pub mod storage;
mod tables;
