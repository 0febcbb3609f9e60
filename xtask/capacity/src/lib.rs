//! The capacity plan: how many servers and database shards a number of people needs. A simulation with measured times
//! answers it, and what it finds is written into `docs/scaling.md` with charts in `docs/scaling/`.

pub mod ceilings;
pub mod chart;
pub mod costs;
pub mod format;
pub mod inputs;
pub mod load;
pub mod plan;
pub mod random;
pub mod report;
pub mod simulation;
pub mod statistics;
