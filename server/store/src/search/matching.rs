//! Finding rows by their words: the one place where the SQL of the databases differs.

use super::texts::subject_word;
use core_wasm::protocol::id::Id;
use sqlx::AnyConnection;
use std::fmt::Write;

/// The SQL that finds rows of `search_texts AS found`.
pub(super) struct Matching {
    /// The tables, for `FROM`.
    pub(super) tables: &'static str,
    /// The condition, for `WHERE`. Its only parameter is `$1`.
    pub(super) condition: &'static str,
    /// The value of `$1`.
    pub(super) expression: String,
}

/// The number of characters of the longest beginning of a word that the index is not asked for. It would read all words of the
/// installation that begin with it. So the texts of the boards and notes are compared instead.
const MAX_SHORT_PREFIX: usize = 2;

/// A word that a text must have.
pub(super) struct WantedWord<'a> {
    pub(super) word: &'a str,
    /// Whether words that begin with it count too.
    pub(super) is_prefix: bool,
}

impl WantedWord<'_> {
    /// Returns whether the index is asked for the word.
    pub(super) fn is_looked_up(&self) -> bool {
        !self.is_prefix || self.word.chars().count() > MAX_SHORT_PREFIX
    }
}

/// Returns the SQL that finds the texts of some boards and notes that have all of these words. Words consist of letters and digits
/// only, and are quoted, so that they are never part of the syntax.
pub(super) fn matching(connection: &AnyConnection, subjects: &[Id], words: &[WantedWord<'_>]) -> Matching {
    let is_sqlite = connection.backend_name() == "SQLite";
    let (quote, or, and, prefix) = if is_sqlite { ('"', " OR ", " AND ", " *") } else { ('\'', " | ", " & ", ":*") };
    let mut expression = "(".to_owned();
    for (index, subject_id) in subjects.iter().enumerate() {
        let or = if index == 0 { "" } else { or };
        // Writing to a String cannot fail.
        _ = write!(expression, "{or}{quote}{}{quote}", subject_word(*subject_id));
    }
    expression.push(')');
    for WantedWord { word, is_prefix } in words {
        let prefix = if *is_prefix { prefix } else { "" };
        _ = write!(expression, "{and}{quote}{word}{quote}{prefix}");
    }
    if is_sqlite {
        // A `CROSS JOIN` keeps the order: the index finds the rows.
        let tables = "search_index CROSS JOIN search_texts AS found";
        let condition = "search_index MATCH $1 AND found.id = search_index.rowid";
        return Matching { tables, condition, expression };
    }
    let condition = "array_to_tsvector(string_to_array(found.words, ' ')) @@ CAST($1 AS TSQUERY)";
    Matching { tables: "search_texts AS found", condition, expression }
}
