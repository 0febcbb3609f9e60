//! What an import cannot take over, by kind, with the number of places and some of them as examples.

use serde::Serialize;
use std::collections::BTreeMap;

/// The maximum number of examples of each kind.
pub const MAX_EXAMPLES: usize = 20;

/// A kind of loss. Its sentence for people is the text `import_loss_<kind>` of the shell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LossKind {
    /// People who are assigned to cards or subtasks, voted, or watch.
    People,
    /// A comment of another person. Its text is taken over with the name of the author.
    CommentAuthor,
    /// Comments that the file does not contain, because the product exports only the newest.
    MissingComments,
    /// The archive of a board, which the file does not contain.
    MissingArchive,
    /// A file that was uploaded. The description gets its name.
    File,
    /// A link, which the description gets.
    Link,
    /// A link that is not one of the web or of an email address. The description gets its name.
    UnsafeLink,
    /// A cover picture, a background, a sticker, or a picture within a text that only its product shows.
    Picture,
    /// A date that cannot be read. The description gets its text.
    DateUnreadable,
    /// A date that was chosen of several readings, for example because its time zone or year is missing.
    DateAssumed,
    /// A start date, or the length of an appointment.
    StartDate,
    /// A repetition that this product does not have. The description gets its text.
    RecurrenceDropped,
    /// A repetition that was taken over in a simpler form.
    RecurrenceSimplified,
    /// A reminder that cannot be taken over.
    Reminder,
    /// The checklists of a card, which become one list of subtasks. If there are several, their names precede the titles.
    ChecklistsJoined,
    /// A subtask's description, due date, person or other fields.
    SubtaskFields,
    /// A subtask of a subtask, which becomes one of the card.
    SubtaskDepth,
    /// A title that was too long. The description gets all of it.
    TitleCut,
    /// A text that was too long and was cut.
    TextCut,
    /// The formatting of a text, such as bold words.
    Formatting,
    /// A label beyond the 50 that a card can have.
    TooManyLabels,
    /// A card, list or label without a name, which gets one.
    Unnamed,
    /// A list that was closed. Its cards are in the archive.
    ClosedList,
    /// A board or project that was closed. The new board is open.
    ClosedBoard,
    /// A card whose list, or a subtask whose card, is not in the file.
    Orphan,
    /// A card or list that was deleted or hidden, and is left out.
    Deleted,
    /// A custom field, which the description gets.
    CustomField,
    /// An estimate outside of what is possible.
    Estimate,
    /// The tracked time of a card.
    TrackedTime,
    /// A note of a project. The description of the board gets it.
    Note,
    /// The history of changes.
    History,
    /// A setting of the board or of the product.
    Setting,
    /// The color of a label, list or tag.
    Color,
    /// A field whose value has the wrong type.
    Unreadable,
    /// A record or a row that cannot be read, and is left out.
    RecordSkipped,
    /// Bytes that are no text in the file's encoding.
    BadBytes,
}

/// One kind of loss of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Loss {
    /// The kind.
    pub kind: LossKind,
    /// In how many places.
    pub count: u32,
    /// The first places, such as the title of a card or "Row 7", each once; at most [`MAX_EXAMPLES`].
    pub examples: Vec<String>,
}

/// The losses of an import.
#[derive(Clone, Debug, Default)]
pub struct Losses(BTreeMap<LossKind, (u32, Vec<String>)>);

impl Losses {
    /// Adds a loss at a place.
    pub fn add(&mut self, kind: LossKind, place: &str) {
        let (count, examples) = self.0.entry(kind).or_default();
        *count = count.saturating_add(1);
        add_example(examples, place.chars().take(200).collect());
    }

    /// Adds several losses at a place.
    pub fn add_many(&mut self, kind: LossKind, count: u32, place: &str) {
        if count > 0 {
            self.add(kind, place);
            let (sum, _) = self.0.entry(kind).or_default();
            *sum = sum.saturating_add(count - 1);
        }
    }

    /// Adds the losses of another part of the import.
    pub fn append(&mut self, other: Self) {
        for (kind, (count, places)) in other.0 {
            let (sum, examples) = self.0.entry(kind).or_default();
            *sum = sum.saturating_add(count);
            places.into_iter().for_each(|place| add_example(examples, place));
        }
    }

    /// Returns the losses, by kind.
    pub fn into_vec(self) -> Vec<Loss> {
        self.0.into_iter().map(|(kind, (count, examples))| Loss { kind, count, examples }).collect()
    }
}

fn add_example(examples: &mut Vec<String>, place: String) {
    if examples.len() < MAX_EXAMPLES && !examples.contains(&place) {
        examples.push(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_is_one_example() {
        let (mut losses, mut other) = (Losses::default(), Losses::default());
        losses.add(LossKind::Link, "Bread");
        losses.add_many(LossKind::Link, 3, "Bread");
        other.add(LossKind::Link, "Bread");
        (0..30).for_each(|number| other.add(LossKind::Link, &number.to_string()));
        losses.append(other);
        let [Loss { count, examples, .. }] = &losses.into_vec()[..] else { panic!("one kind") };
        assert_eq!((*count, examples.len()), (35, MAX_EXAMPLES));
        assert_eq!(examples[..3], ["Bread", "0", "1"]);
    }
}
