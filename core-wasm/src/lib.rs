//! Every rule of Twentyfour, without input or output.
//!
//! Where to start: [`protocol`] is everything that crosses a boundary, [`app`] owns all state and routes one input to one
//! machine, and each feature's folder holds one machine: [`board`], [`clock`], [`session`], [`stats`], [`sync`], [`timer`].
//! [`env`] is the only way in for time and chance. `SPEC.md` numbers the rules that the tests are named by.

pub mod board;
pub mod env;
pub mod protocol;
