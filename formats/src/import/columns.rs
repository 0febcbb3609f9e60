//! What the columns of a table contain, suggested by their names in English, German and Spanish.

use serde::{Deserialize, Serialize};

/// What a column contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardField {
    /// The title of a card.
    Title,
    /// Its description.
    Description,
    /// The name of its list.
    List,
    /// The name of its board.
    Board,
    /// Its priority.
    Priority,
    /// Its due date.
    DueDate,
    /// Its labels.
    Labels,
    /// Whether it is done.
    IsCompleted,
    /// When it was completed.
    CompletedAt,
    /// When it was created.
    CreatedAt,
    /// When it was archived.
    ArchivedAt,
    /// Its estimate.
    EstimateMinutes,
    /// Its subtasks.
    Subtasks,
    /// Its comments.
    Comments,
    /// No field of a card: the column is left out.
    Ignored,
}

/// The names of each field, in lower case and without spaces and punctuation. The first name that a table has counts.
const NAMES: [(CardField, &[&str]); 14] = [
    (
        CardField::Title,
        &[
            "title",
            "titel",
            "título",
            "taskname",
            "cardname",
            "cardtitle",
            "task",
            "aufgabe",
            "tarea",
            "summary",
            "zusammenfassung",
            "resumen",
            "subject",
            "betreff",
            "asunto",
            "name",
            "nombre",
            "issue",
            "item",
            "todo",
            "content",
        ],
    ),
    (
        CardField::Description,
        &[
            "description",
            "beschreibung",
            "descripción",
            "descripcion",
            "notes",
            "note",
            "notizen",
            "notiz",
            "notas",
            "nota",
            "body",
            "details",
            "detalles",
            "text",
            "texto",
        ],
    ),
    (
        CardField::List,
        &[
            "list",
            "liste",
            "lista",
            "listname",
            "column",
            "spalte",
            "columna",
            "section",
            "abschnitt",
            "sección",
            "seccion",
            "sectioncolumn",
            "stage",
            "phase",
            "fase",
            "bucket",
            "status",
            "state",
            "estado",
        ],
    ),
    (
        CardField::Board,
        &["board", "tafel", "tablero", "boardname", "project", "projekt", "proyecto", "projectname", "projects"],
    ),
    (
        CardField::Priority,
        &["priority", "priorität", "prioritat", "prioridad", "importance", "wichtigkeit", "importancia"],
    ),
    (
        CardField::DueDate,
        &[
            "duedate",
            "due",
            "fälligam",
            "fällig",
            "fälligkeit",
            "fälligkeitsdatum",
            "fechadevencimiento",
            "vencimiento",
            "vence",
            "deadline",
            "frist",
            "fechalímite",
            "fechalimite",
            "enddate",
            "enddatum",
            "date",
            "datum",
            "fecha",
        ],
    ),
    (
        CardField::Labels,
        &[
            "labels",
            "label",
            "etiketten",
            "etikett",
            "etiquetas",
            "etiqueta",
            "tags",
            "tag",
            "schlagwörter",
            "schlagwort",
            "categories",
            "category",
            "kategorien",
            "kategorie",
            "categorías",
            "categoría",
        ],
    ),
    (
        CardField::IsCompleted,
        &[
            "iscompleted",
            "isdone",
            "done",
            "erledigt",
            "hecho",
            "complete",
            "abgeschlossen",
            "completado",
            "completada",
            "checked",
        ],
    ),
    (
        CardField::CompletedAt,
        &[
            "completedat",
            "completed",
            "completedon",
            "completiondate",
            "datecompleted",
            "completeddate",
            "erledigtam",
            "abgeschlossenam",
            "fechadefinalización",
            "completadoel",
        ],
    ),
    (
        CardField::CreatedAt,
        &[
            "createdat",
            "created",
            "createdon",
            "creationdate",
            "datecreated",
            "createddate",
            "createdtime",
            "erstelltam",
            "erstellt",
            "fechadecreación",
            "creado",
            "creadoel",
        ],
    ),
    (CardField::ArchivedAt, &["archivedat", "archived", "archiviert", "archiviertam", "archivado", "archivadoel"]),
    (
        CardField::EstimateMinutes,
        &[
            "estimateminutes",
            "estimate",
            "timeestimate",
            "originalestimate",
            "estimation",
            "schätzung",
            "aufwand",
            "estimación",
            "duration",
            "dauer",
            "duración",
        ],
    ),
    (
        CardField::Subtasks,
        &[
            "subtasks",
            "subtask",
            "teilaufgaben",
            "unteraufgaben",
            "subtareas",
            "checklist",
            "checkliste",
            "checklistitems",
        ],
    ),
    (CardField::Comments, &["comments", "comment", "kommentare", "kommentar", "comentarios", "comentario"]),
];

/// Returns the fields of columns with these names. Only labels may have several columns.
pub(crate) fn suggest(names: &[String]) -> Vec<Option<CardField>> {
    let names: Vec<String> = names.iter().map(|name| plain(name)).collect();
    let mut fields = vec![None; names.len()];
    for (field, known) in NAMES {
        let column_of = |known: &&str| names.iter().position(|name| name == known);
        let Some(first) = known.iter().find_map(column_of) else { continue };
        for (column, name) in names.iter().enumerate() {
            let is_chosen = column == first || (field == CardField::Labels && *name == names[first]);
            if is_chosen && fields[column].is_none() {
                fields[column] = Some(field);
            }
        }
    }
    fields
}

/// Returns a name in lower case with letters and digits only.
fn plain(name: &str) -> String {
    name.to_lowercase().chars().filter(|character| character.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_known_by_their_names() {
        for (names, expected) in [
            ("Task Name|Due Date|Labels|Labels|Owner", "Title DueDate Labels Labels -"),
            ("Name|Title|Notes|Status|Section", "- Title Description - List"),
            ("Titel|Fällig am|Schlagwörter|Erledigt", "Title DueDate Labels IsCompleted"),
            ("Título|Descripción|Fecha de vencimiento|Estado", "Title Description DueDate List"),
            ("content|Content ID", "Title -"),
        ] {
            let names: Vec<String> = names.split('|').map(str::to_owned).collect();
            let fields =
                suggest(&names).into_iter().map(|field| field.map_or("-".to_owned(), |field| format!("{field:?}")));
            assert_eq!(fields.collect::<Vec<_>>().join(" "), expected);
        }
    }
}
