//! What the tests of imports share.

use core_wasm::protocol::record::Recurrence;
use core_wasm::protocol::text::Label;
use core_wasm::protocol::time::Timestamp;
use formats::board_file::{BoardFile, FileCard};
use formats::import::{self, ImportContext, ImportError, ImportNames, ImportOptions, ImportedFile};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The files of `formats/samples` by their names.
pub(crate) static SAMPLES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
});

/// Returns a sample by its name.
pub(crate) fn sample(name: &str) -> &'static [u8] {
    &SAMPLES.iter().find(|(known, _)| known == name).unwrap().1
}

/// Imports a file on Sunday, 2026-11-29, one hour east of Greenwich. The options are JSON text.
pub(crate) fn import(name: &str, bytes: &[u8], options: &str) -> Result<ImportedFile, ImportError> {
    let names = ImportNames::default();
    let now = Timestamp::parse("2026-11-29T12:00:00Z").unwrap();
    let context = ImportContext { now, utc_offset: &|_| 60, names: &names };
    let options: ImportOptions = serde_json::from_str(options).unwrap();
    import::read(name, bytes, &options, &context)
}

/// Returns the losses of an import: their kinds, with the places.
pub(crate) fn losses(file: &ImportedFile) -> Vec<String> {
    let losses = file.import.losses.clone().into_vec().into_iter();
    losses.map(|loss| format!("{:?} {}: {}", loss.kind, loss.count, loss.examples.join(" | "))).collect()
}

/// Returns a board as text: a line for its name, each list, and each part of a card that is not as in a new one.
pub(crate) fn outline(board: &BoardFile) -> String {
    let mut lines = vec![format!("# {}", board.name.as_str())];
    for list in &board.lists {
        lines.push(format!("## {}", list.name.as_str()));
        list.cards.iter().for_each(|card| outline_card(card, &mut lines));
    }
    lines.join("\n")
}

fn outline_card(card: &FileCard, lines: &mut Vec<String>) {
    let mut line = format!("- {}", card.title.as_str());
    let priority = format!("{:?}", card.priority).to_lowercase();
    line.push_str(&if priority == "low" { String::new() } else { format!(" !{priority}") });
    line.extend(card.due_date.iter().map(|due| format!(" due {}", due.as_str())));
    line.extend(card.recurrence.iter().map(|Recurrence { every, unit, .. }| format!(" every {every} {unit:?}")));
    line.extend(card.estimate_minutes.iter().map(|minutes| format!(" ~{minutes}m")));
    line.extend(card.labels.iter().map(Label::as_str).map(|label| format!(" @{label}")));
    line.extend(card.completed_at.iter().map(|at| format!(" completed {at}")));
    line.extend(card.archived_at.iter().map(|at| format!(" archived {at}")));
    lines.push(line);
    let description = card.description.as_str();
    lines.extend((!description.is_empty()).then(|| format!("  {description:?}")));
    lines.extend(
        card.subtasks
            .iter()
            .map(|task| format!("  [{}] {}", if task.is_done { 'x' } else { ' ' }, task.title.as_str())),
    );
    lines.extend(card.comments.iter().map(|comment| format!("  > {} {:?}", comment.created_at, comment.text.as_str())));
}
