//! What people store.

use crate::inputs::Inputs;
use crate::load::Engine;
use anyhow::Result;

pub(crate) const GB: f64 = 1e9;

/// The days of a year on which people work.
pub(crate) const WORKDAYS: f64 = 250.0;

/// The cards of the boards that were measured.
pub(crate) const MEASURED_CARDS: f64 = 200.0;

/// What is stored, for some people.
#[derive(Clone, Copy, Debug)]
pub struct Storage {
    /// Accounts, boards and cards, in GB. It does not grow with time.
    pub content: f64,
    /// The ops of a year, in GB: their ids are kept forever.
    pub ops_per_year: f64,
    /// Attachments in an object store, in GB.
    pub attachments: f64,
}

impl Storage {
    /// Returns what some people store. Boards and accounts are as large as in PostgreSQL: they were not measured with SQLite.
    ///
    /// # Errors
    /// Returns an error if a figure is missing.
    pub fn new(inputs: &Inputs, people: f64, engine: Engine) -> Result<Self> {
        let board = inputs.measured("board_bytes")? * inputs.assumed("cards_per_board")? / MEASURED_CARDS;
        let per_person = inputs.measured("account_bytes")? + board * inputs.assumed("boards_per_person")?;
        let new_op = match engine {
            Engine::Sqlite => inputs.measured("sqlite_op_bytes")?,
            Engine::Postgres | Engine::Distributed => inputs.measured("op_bytes")?,
        };
        // The body of an op is emptied when its board has many later ones. It is the same text in every database.
        let body = inputs.measured("op_row_bytes")? - inputs.measured("op_trimmed_row_bytes")?;
        let ops = people * inputs.assumed("active_share")? * inputs.assumed("ops_per_day")? * WORKDAYS;
        Ok(Self {
            content: people * per_person / GB,
            ops_per_year: ops * (new_op - body) / GB,
            attachments: people * inputs.assumed("attachments_per_person")? / 1_000.0,
        })
    }

    /// Returns what one copy of the database stores after a year, in GB.
    pub fn after_a_year(&self) -> f64 {
        self.content + self.ops_per_year
    }
}
