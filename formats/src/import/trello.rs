//! Reads boards of Trello: the JSON of "Print, export, and share".

use super::draft::{
    CardDraft, LabelColors, board_key, board_name, check_cards, clean_description, clean_label, hash, local_time,
    new_list, title_in_group,
};
use super::shape::Shape;
use super::tree::{Record, by_position, read_tree};
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportSource, ImportedBoard};
use crate::board_file::{BoardFile, FileCard, FileList};
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::text::{Color, Label};
use core_wasm::protocol::time::Timestamp;
use std::collections::{HashMap, HashSet};

const PRODUCT: &str = "Trello";

/// The colors of labels and lists, and how Trello shows them: the normal, the dark and the light variant. The last three are
/// the names that lists have for `sky`, `pink` and `black`.
const COLORS: [(&str, [&str; 3]); 13] = [
    ("green", ["#4bce97", "#1f845a", "#baf3db"]),
    ("yellow", ["#f5cd47", "#946f00", "#f8e6a0"]),
    ("orange", ["#fea362", "#c25100", "#fedec8"]),
    ("red", ["#f87168", "#c9372c", "#ffd5d2"]),
    ("purple", ["#9f8fef", "#6e5dc6", "#dfd8fd"]),
    ("blue", ["#579dff", "#0c66e4", "#cce0ff"]),
    ("sky", ["#6cc3e0", "#227d9b", "#c6edfb"]),
    ("lime", ["#94c748", "#5b7f24", "#d3f1a7"]),
    ("pink", ["#e774bb", "#ae4787", "#fdd0ec"]),
    ("black", ["#8590a2", "#626f86", "#dcdfe4"]),
    ("teal", ["#6cc3e0", "#227d9b", "#c6edfb"]),
    ("magenta", ["#e774bb", "#ae4787", "#fdd0ec"]),
    ("gray", ["#8590a2", "#626f86", "#dcdfe4"]),
];

/// The titles that Trello gives the links in a text which it shows as cards. They begin with a character that has no width.
const SMART_LINK_TITLES: [&str; 3] =
    [" \"\u{200c}smartCard-inline\"", " \"\u{200c}smartCard-block\"", " \"\u{200c}smartCard-embed\""];

/// Returns whether a file is a board of Trello, several of them, or a single card.
pub fn matches(root: &Shape) -> bool {
    let board = root.item().unwrap_or(root);
    let cards = board.field("cards");
    let is_board = board.field("lists").is_some_and(Shape::is_array)
        && cards.is_some_and(Shape::is_array)
        && cards.and_then(Shape::item).is_none_or(|card| card.field("idList").is_some());
    is_board || (root.has(&["idList", "idBoard"]) && root.field("lists").is_none())
}

/// Reads one or several boards.
///
/// # Errors
///
/// Fails if the text is no JSON, is a single card, or has too many cards.
pub fn read(text: &str, context: &ImportContext<'_>) -> Result<Import, ImportError> {
    read_tree(ImportSource::Trello, text, |root, losses| {
        let boards = match root.record() {
            Some(card) if card.has("idList") => return Err(ImportErrorCode::PartOfExport.into()),
            Some(board) => vec![board],
            None => root.records().unwrap_or_default(),
        };
        let boards: Vec<_> = boards.into_iter().filter(|board| board.has("lists") && board.has("cards")).collect();
        check_cards(boards.iter().map(|board| board.count("cards")).sum())?;
        Ok(boards.into_iter().map(|board| BoardReader::new(board, context, losses).read()).collect())
    })
}

/// Reads a board. What belongs to a card is found by the id of the card.
struct BoardReader<'n, 'c> {
    board: Record<'n>,
    context: &'c ImportContext<'c>,
    losses: &'c mut Losses,
    /// The labels by id; `None` for one that cannot be taken over.
    labels: HashMap<&'n str, Option<Label>>,
    label_colors: LabelColors,
    members: HashMap<&'n str, &'n str>,
    custom_fields: HashMap<&'n str, &'n str>,
    custom_options: HashMap<&'n str, &'n str>,
    checklists: HashMap<&'n str, Vec<Record<'n>>>,
    comments: HashMap<&'n str, Vec<Record<'n>>>,
}

impl<'n, 'c> BoardReader<'n, 'c> {
    fn new(board: Record<'n>, context: &'c ImportContext<'c>, losses: &'c mut Losses) -> Self {
        let mut reader = Self {
            board,
            context,
            losses,
            labels: HashMap::new(),
            label_colors: LabelColors::default(),
            members: board
                .records("members")
                .filter_map(|member| Some((member.text("id")?, name_of(member)?)))
                .collect(),
            custom_fields: HashMap::new(),
            custom_options: HashMap::new(),
            checklists: HashMap::new(),
            comments: HashMap::new(),
        };
        for label in board.records("labels") {
            reader.add_label(label);
        }
        for field in board.records("customFields") {
            if let Some(id) = field.text("id") {
                reader.custom_fields.insert(id, field.text("name").unwrap_or_default());
            }
            for option in field.records("options") {
                let value = option.record("value").and_then(|value| value.text("text"));
                reader.custom_options.extend(option.text("id").zip(value));
            }
        }
        for checklist in board.records("checklists") {
            if let Some(card) = checklist.text("idCard") {
                reader.checklists.entry(card).or_default().push(checklist);
            }
        }
        let mut other_actions = false;
        for action in board.records("actions") {
            if !matches!(action.text("type"), Some("commentCard" | "copyCommentCard")) {
                other_actions = true;
            } else if let Some(card) = action.record("data").and_then(|data| data.record("card")?.text("id")) {
                reader.comments.entry(card).or_default().push(action);
            }
        }
        if other_actions {
            reader.losses.add(LossKind::History, board.text("name").unwrap_or(PRODUCT));
        }
        reader
    }

    fn read(mut self) -> ImportedBoard {
        let source = self.board;
        let mut board = BoardFile::new(board_name(source.text("name").unwrap_or_default(), PRODUCT, self.losses));
        let name = board.name.clone();
        board.description = clean_description(source.text("desc").unwrap_or_default(), name.as_str(), self.losses);
        if source.flag("closed") {
            self.losses.add(LossKind::ClosedBoard, name.as_str());
        }
        if source.count("memberships") > 1 {
            self.losses.add(LossKind::People, name.as_str());
        }
        if source.has_contents("pluginData") {
            self.losses.add(LossKind::Setting, name.as_str());
        }
        if let Some(settings) = source.record("prefs") {
            board.color = settings.text("backgroundColor").and_then(|color| Color::parse(color).ok());
            board.is_template = settings.flag("isTemplate");
            if settings.has_contents("backgroundImage") {
                self.losses.add(LossKind::Picture, name.as_str());
            }
        }
        board.lists = self.read_lists();
        board.label_colors = self.label_colors.into_vec();
        let key = match source.filled("id") {
            Some(id) => board_key("trello", id),
            None => format!("trello:{:016x}", hash(source.records("cards").filter_map(|card| card.text("id")))),
        };
        ImportedBoard { key, board, is_archived: false }
    }

    /// Reads the lists: the open ones, then the closed ones that have cards, then the cards whose list is missing.
    fn read_lists(&mut self) -> Vec<FileList> {
        let mut records = by_position(self.board.records("lists"), "pos");
        records.sort_by_cached_key(|list| list.flag("closed"));
        let mut cards_by_list: HashMap<&str, Vec<Record<'n>>> = HashMap::new();
        for card in by_position(self.board.records("cards"), "pos") {
            cards_by_list.entry(card.text("idList").unwrap_or_default()).or_default().push(card);
        }
        let mut lists = vec![];
        let mut ids = HashSet::new();
        for record in records {
            let id = record.text("id").unwrap_or_default();
            // A second list of the same id would get no cards.
            if !ids.insert(id) {
                self.losses.add(LossKind::RecordSkipped, record.text("name").unwrap_or_default());
                continue;
            }
            let is_closed = record.flag("closed");
            let cards = cards_by_list.remove(id).unwrap_or_default();
            if is_closed && cards.is_empty() {
                self.losses.add(LossKind::ClosedList, record.text("name").unwrap_or_default());
                continue;
            }
            let mut list = new_list(record.text("name").unwrap_or_default(), self.losses);
            let color = record.filled("color").and_then(named_color);
            let kinds = [
                (is_closed, LossKind::ClosedList),
                (record.has("softLimit"), LossKind::Setting),
                (record.has("color") && color.is_none(), LossKind::Color),
            ];
            for (_, kind) in kinds.into_iter().filter(|(is_lost, _)| *is_lost) {
                self.losses.add(kind, list.name.as_str());
            }
            list.color = color;
            list.cards = cards.into_iter().map(|card| self.read_card(card, is_closed)).collect();
            lists.push(list);
        }
        // In the order of the file, because the order of a hash map is random.
        let mut orphans = vec![];
        for card in self.board.records("cards") {
            orphans.extend(cards_by_list.remove(card.text("idList").unwrap_or_default()).unwrap_or_default());
        }
        if !orphans.is_empty() {
            let mut list = new_list(&self.context.names.no_list, self.losses);
            for card in orphans {
                let card = self.read_card(card, false);
                self.losses.add(LossKind::Orphan, card.title.as_str());
                list.cards.push(card);
            }
            lists.push(list);
        }
        lists
    }

    fn read_card(&mut self, card: Record<'n>, is_list_closed: bool) -> FileCard {
        let (context, names) = (self.context, self.context.names);
        let id = card.text("id").unwrap_or_default();
        let last_activity = card.time("dateLastActivity");
        let created_at = creation_time(id).or(last_activity).unwrap_or(context.now);
        let mut draft = CardDraft::new(card.text("name").unwrap_or_default(), created_at, context, self.losses);
        let description = card.text("desc").unwrap_or_default();
        if description.contains("](https://trello.com/1/cards/") {
            self.losses.add(LossKind::Picture, draft.title());
        }
        draft.describe(&without_smart_link_titles(description));
        let time_of = |name: &str| card.time(name).or(last_activity).unwrap_or(context.now);
        if card.flag("closed") || is_list_closed {
            draft.card.archived_at = Some(time_of("dateClosed"));
        }
        if card.flag("dueComplete") {
            draft.card.completed_at = Some(time_of("dateCompleted"));
        }
        self.read_dates(card, &mut draft);
        self.read_labels(card, &mut draft);
        self.read_attachments(card, &mut draft);
        self.read_people(card, &mut draft);
        self.read_custom_fields(card, &mut draft);
        self.read_checklists(id, created_at, &mut draft);
        self.read_comments(card, id, &mut draft);

        let place = [card.filled("locationName"), card.filled("address")];
        if place.iter().any(Option::is_some) {
            draft.add_field(&names.location, &place.into_iter().flatten().collect::<Vec<_>>().join(", "));
            self.losses.add(LossKind::CustomField, draft.title());
        }
        let cover = card.record("cover");
        if cover
            .is_some_and(|cover| ["idAttachment", "color", "idUploadedBackground"].iter().any(|name| cover.has(name)))
            || card.has_contents("stickers")
        {
            self.losses.add(LossKind::Picture, draft.title());
        }
        // A card that mirrors another one, separates others, or is a template becomes a normal card.
        if card.has("cardRole") || card.flag("isTemplate") || card.has_contents("pluginData") {
            self.losses.add(LossKind::Setting, draft.title());
        }
        draft.finish(context, self.losses)
    }

    fn read_dates(&mut self, card: Record<'n>, draft: &mut CardDraft) {
        let names = self.context.names;
        if let Some(text) = card.filled("due") {
            draft.card.due_date = Timestamp::parse(text).and_then(|at| local_time(at, self.context));
            if draft.card.due_date.is_none() {
                draft.add_field(&names.due_date, text);
                self.losses.add(LossKind::DateUnreadable, draft.title());
            }
        }
        if let Some(text) = card.filled("start") {
            let day = Timestamp::parse(text).and_then(|at| local_time(at, self.context));
            draft.add_field(
                &names.start_date,
                day.as_ref().map_or(text, |day| day.as_str().get(..10).unwrap_or_default()),
            );
            self.losses.add(LossKind::StartDate, draft.title());
        }
        match card.number("dueReminder").map(|minutes| minutes as i64) {
            // Trello writes −1 for no reminder.
            Some(minutes) if minutes >= 0 => draft.add_reminder_before(minutes, self.losses),
            _ => {}
        }
        if card.has("recurrenceRule") {
            self.losses.add(LossKind::RecurrenceDropped, draft.title());
        }
    }

    /// Adds the labels whose ids the card has, and those that it contains itself, because old files have no other labels.
    fn read_labels(&mut self, card: Record<'n>, draft: &mut CardDraft) {
        for label in card.records("labels") {
            self.add_label(label);
        }
        let own = card.records("labels").filter_map(|label| label.text("id"));
        for id in card.texts("idLabels").chain(own) {
            if let Some(Some(label)) = self.labels.get(id) {
                draft.add_clean_label(label.clone(), self.losses);
            }
        }
    }

    fn add_label(&mut self, record: Record<'n>) {
        let Some(id) = record.text("id") else { return };
        if self.labels.contains_key(id) {
            return;
        }
        let color = record.filled("color");
        let name = record.filled("name").map(str::to_owned);
        if name.is_none() {
            self.losses.add(LossKind::Unnamed, color.unwrap_or(id));
        }
        let name = name.or_else(|| color.map(|color| color.replace('_', " ")));
        let label = name.and_then(|name| clean_label(&name, self.losses));
        if let (Some(label), Some(color)) = (&label, color) {
            match named_color(color) {
                Some(color) => self.label_colors.add(label, color, self.losses),
                None => self.losses.add(LossKind::Color, label.as_str()),
            }
        }
        self.labels.insert(id, label);
    }

    fn read_attachments(&mut self, card: Record<'n>, draft: &mut CardDraft) {
        for attachment in by_position(card.records("attachments"), "pos") {
            let url = attachment.text("url").unwrap_or_default();
            let name = attachment.filled("name").or_else(|| attachment.filled("fileName")).unwrap_or(url);
            if attachment.flag("isUpload") {
                draft.add_file(name, Some(url), self.losses);
            } else {
                draft.add_link(name, url, self.losses);
            }
        }
    }

    fn read_people(&mut self, card: Record<'n>, draft: &mut CardDraft) {
        let people: Vec<_> = card.texts("idMembers").map(|id| self.members.get(id).copied().unwrap_or(id)).collect();
        if !people.is_empty() {
            draft.add_field(&self.context.names.people, &people.join(", "));
        }
        if !people.is_empty() || card.has_contents("idMembersVoted") {
            self.losses.add(LossKind::People, draft.title());
        }
    }

    fn read_custom_fields(&mut self, card: Record<'n>, draft: &mut CardDraft) {
        for item in card.records("customFieldItems") {
            let option = item.text("idValue").and_then(|id| self.custom_options.get(id).copied());
            let value = item.record("value");
            // Numbers and booleans are texts, too.
            let text = value
                .and_then(|value| ["text", "number", "date", "checked"].iter().find_map(|name| value.filled(name)));
            if let Some(text) = option.or(text) {
                let name = item.text("idCustomField").and_then(|id| self.custom_fields.get(id).copied());
                draft.add_field(name.unwrap_or("?"), text);
                self.losses.add(LossKind::CustomField, draft.title());
            }
        }
    }

    fn read_checklists(&mut self, card_id: &str, created_at: Timestamp, draft: &mut CardDraft) {
        let checklists = by_position(self.checklists.remove(card_id).unwrap_or_default(), "pos");
        let is_one = checklists.len() == 1;
        if !is_one || checklists.iter().any(|checklist| checklist.text("name") != Some("Checklist")) {
            self.losses.add_many(LossKind::ChecklistsJoined, u32::from(!checklists.is_empty()), draft.title());
        }
        for checklist in checklists {
            for item in by_position(checklist.records("checkItems"), "pos") {
                let name = item.text("name").unwrap_or_default();
                let title = match checklist.filled("name") {
                    Some(checklist) if !is_one => title_in_group(checklist, name),
                    _ => name.to_owned(),
                };
                let created_at = item.text("id").and_then(creation_time).unwrap_or(created_at);
                draft.add_subtask(
                    &title,
                    item.text("state") == Some("complete"),
                    created_at,
                    self.context,
                    self.losses,
                );
                self.read_item_fields(item, name, draft);
            }
        }
    }

    /// Keeps the due date and the person of an item of a checklist in the description.
    fn read_item_fields(&mut self, item: Record<'n>, name: &str, draft: &mut CardDraft) {
        let due_date = item.filled("due").map(|text| {
            let local = Timestamp::parse(text).and_then(|at| local_time(at, self.context));
            local.map_or_else(|| text.to_owned(), |local| local.as_str().replace('T', " "))
        });
        let person = item.filled("idMember").map(|id| self.members.get(id).copied().unwrap_or(id).to_owned());
        if due_date.is_some() || person.is_some() {
            draft.add_field(name, &due_date.into_iter().chain(person).collect::<Vec<_>>().join(", "));
            self.losses.add(LossKind::SubtaskFields, draft.title());
        }
    }

    fn read_comments(&mut self, card: Record<'n>, card_id: &str, draft: &mut CardDraft) {
        let mut comments = self.comments.remove(card_id).unwrap_or_default();
        comments.sort_by_cached_key(|comment| comment.time("date"));
        let expected = card.record("badges").and_then(|badges| badges.number("comments")).unwrap_or_default();
        self.losses.add_many(
            LossKind::MissingComments,
            (expected as u32).saturating_sub(comments.len() as u32),
            draft.title(),
        );
        for comment in comments {
            let member = comment.text("idMemberCreator").and_then(|id| self.members.get(id).copied());
            let author = comment.record("memberCreator").and_then(name_of).or(member);
            let text = comment.record("data").and_then(|data| data.text("text")).unwrap_or_default();
            let created_at = comment.time("date").unwrap_or(self.context.now);
            draft.add_comment(
                &without_smart_link_titles(text),
                Some(author.unwrap_or(&self.context.names.unknown_person)),
                created_at,
                self.losses,
            );
        }
    }
}

fn name_of(member: Record<'_>) -> Option<&str> {
    member.filled("fullName").or_else(|| member.filled("username"))
}

/// Returns when a record was created: the first 8 of the 24 hexadecimal digits of its id are the seconds since 1970.
fn creation_time(id: &str) -> Option<Timestamp> {
    let is_id = id.len() == 24 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let seconds = i64::from_str_radix(id.get(..8).filter(|_| is_id)?, 16).ok()?;
    Some(Timestamp::from_millis(seconds * 1_000))
}

fn named_color(name: &str) -> Option<Color> {
    let (color, variant) = match name.rsplit_once('_') {
        Some((color, "dark")) => (color, 1),
        Some((color, "light")) => (color, 2),
        _ => (name, 0),
    };
    let (_, variants) = COLORS.iter().find(|(known, _)| *known == color)?;
    Color::parse(variants.get(variant)?).ok()
}

fn without_smart_link_titles(text: &str) -> String {
    SMART_LINK_TITLES.iter().fold(text.to_owned(), |text, title| text.replace(title, ""))
}
