//! Projects of Todoist, as CSV.

use super::{Import, ImportContext, ImportError};

/// Reads a project, or returns `None` if the text is not one.
pub(crate) fn read(_title: &str, _text: &str, _context: &ImportContext<'_>) -> Result<Option<Import>, ImportError> {
    Ok(None)
}
