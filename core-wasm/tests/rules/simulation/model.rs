//! A plain model of the boards on the server. It is written from `SPEC.md` and shares no code with the core's reducer, so
//! that an error in the reducer does not go unnoticed because all replicas and the simulated server have it.
//!
//! A record is a flat map from the names of its fields, as in JSON, to their values. The model applies the ops that the
//! server accepted, in their order, and must have the same records afterwards. It also decides which ops are refused.

mod descriptions;
mod moves;
mod recurrence;
mod shown;

use super::super::support::server::ServerBoard;
use core_wasm::protocol::http::{OpResult, OpStatus};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use core_wasm::protocol::sharing::Role;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The fields of a record.
type Fields = BTreeMap<String, Value>;

/// Why an op is refused.
type Refusal = &'static str;

/// A member, with what only the member sees.
struct Person {
    role: Role,
    is_favorite: bool,
    collapsed: BTreeSet<Id>,
}

/// A board.
pub(super) struct BoardModel {
    /// The fields of the board that all members see.
    board: Fields,
    lists: BTreeMap<Id, Fields>,
    cards: BTreeMap<Id, Fields>,
    items: BTreeMap<Id, Fields>,
    people: BTreeMap<Id, Person>,
    /// Whether the server knows the authors of comments.
    has_members: bool,
    known_ops: BTreeSet<Id>,
}

/// All boards, by id.
#[derive(Default)]
pub(super) struct Models {
    boards: BTreeMap<Id, BoardModel>,
    /// The lists, cards and items that users have added, those in the trash included.
    added: BTreeSet<Id>,
    /// The cards that were moved between boards.
    moved: BTreeSet<Id>,
    /// The number of batches so far.
    batches: u64,
}

/// Boards with more records than this are only compared from time to time, because that takes long.
const FEW_RECORDS: usize = 200;

/// Large boards are compared after every so many batches.
const BATCHES_BETWEEN_COMPARISONS: u64 = 8;

impl Models {
    /// Adds the boards that the server knows and the model does not. They were created or imported in the last request.
    pub(super) fn add_new(&mut self, boards: &BTreeMap<Id, ServerBoard>, account: Id) {
        for (id, board) in boards {
            self.boards.entry(*id).or_insert_with(|| BoardModel::new(board, account));
        }
    }

    /// Returns the model of a board.
    pub(super) fn board(&self, id: Id) -> &BoardModel {
        self.boards.get(&id).expect("the model has every board")
    }

    /// Applies a batch of ops on a board as the server did, and compares the results and the records.
    pub(super) fn apply(
        &mut self,
        account: Id,
        board_id: Id,
        boards: &BTreeMap<Id, ServerBoard>,
        ops: &[BoardOp],
        results: &[OpResult],
    ) {
        assert_eq!(ops.len(), results.len(), "every op has a result");
        for (op, result) in ops.iter().zip(results) {
            assert_eq!(result.id, Some(op.id), "the results are in the order of the ops");
            let model = self.boards.get_mut(&board_id).expect("the model has every board");
            let is_known = model.known_ops.contains(&op.id);
            assert_eq!(result.status == OpStatus::Duplicate, is_known, "{op:?} was sent before, or not");
            if is_known {
                continue;
            }
            let outcome = match &op.change {
                Change::MoveToBoard { .. } => self.move_to_board(account, board_id, &op.change),
                _ => model.apply(account, op),
            };
            assert_eq!(result.status == OpStatus::Applied, outcome.is_ok(), "{op:?}: {:?}, {outcome:?}", result.code);
            if outcome.is_ok() {
                self.boards.get_mut(&board_id).expect("the model has every board").known_ops.insert(op.id);
                self.added.extend(added_record(&op.change));
            }
        }
        self.batches += 1;
        let changed: BTreeSet<Id> =
            ops.iter().filter_map(|op| op.change.other_board()).chain(std::iter::once(board_id)).collect();
        for board in changed.iter().filter_map(|id| boards.get(id)) {
            let model = self.board(board.records.board.id);
            let is_small = model.cards.len() + model.items.len() <= FEW_RECORDS;
            if is_small || self.batches.is_multiple_of(BATCHES_BETWEEN_COMPARISONS) {
                model.compare(board);
            }
        }
        if changed.len() > 1 {
            self.check_added();
        }
    }

    /// Compares all boards with those of the server.
    pub(super) fn compare(&self, boards: &BTreeMap<Id, ServerBoard>) {
        for (id, board) in boards {
            self.board(*id).compare(board);
        }
        self.check_added();
    }

    /// Copies the members of a board, who are changed by other requests than ops.
    pub(super) fn set_members(&mut self, board: &ServerBoard) {
        let Some(model) = self.boards.get_mut(&board.records.board.id) else { return };
        let removed: Vec<Id> = model.people.keys().filter(|id| !board.people.contains_key(id)).copied().collect();
        for account in removed {
            model.people.remove(&account);
            for card in model.cards.values_mut() {
                remove(card, "assignee_ids", &json!(account));
            }
        }
        for (account, person) in &board.people {
            let new = || Person { role: person.role, is_favorite: false, collapsed: BTreeSet::new() };
            model.people.entry(*account).or_insert_with(new).role = person.role;
        }
        model.board.insert("members".to_owned(), json!(board.records.board.members));
        model.compare(board);
    }
}

impl BoardModel {
    /// Creates the model of a new board.
    fn new(board: &ServerBoard, account: Id) -> Self {
        let known = &board.records.board;
        let mut fields = json!({
            "id": known.id, "slug": known.slug, "name": known.name, "description": "", "color": null, "image": null,
            "label_colors": [], "trashed_at": null, "members": [], "watched_ids": [], "is_muted": false,
        });
        if let Some(key) = &known.import_key {
            fields["import_key"] = json!(key);
        }
        // Only imported boards have any.
        let records = &board.records;
        let lists = records.lists.values().map(|list| (list.id, fields_of(json!(list))));
        let cards = records.cards.values().map(|card| (card.id, fields_of(json!(card))));
        let items = records.items.values().map(|item| (item.id, fields_of(json!(item))));
        let owner = Person { role: Role::Owner, is_favorite: false, collapsed: BTreeSet::new() };
        Self {
            board: fields_of(fields),
            lists: lists.collect(),
            cards: cards.collect(),
            items: items.collect(),
            people: BTreeMap::from([(account, owner)]),
            has_members: !board.people.is_empty(),
            known_ops: BTreeSet::new(),
        }
    }

    /// Applies an op of a member.
    ///
    /// # Errors
    ///
    /// Returns why it is refused. Nothing has changed then.
    fn apply(&mut self, account: Id, op: &BoardOp) -> Result<(), Refusal> {
        let role = self.people.get(&account).ok_or("not a member")?.role;
        let needed = self.needed_role(account, role, &op.change)?;
        if role < needed {
            return Err("the role does not allow it");
        }
        self.check_records(&op.change)?;
        self.change(account, op)
    }

    /// Returns the role that a change needs (SPEC M20, M21, M23). A change of a record in the trash also restores it.
    fn needed_role(&self, account: Id, role: Role, change: &Change) -> Result<Role, Refusal> {
        let is_board_trashed = is_set(&self.board, "trashed_at");
        let in_trash = |record: Option<&Fields>| record.is_some_and(|record| is_set(record, "trashed_at"));
        let is_own = |item: &Fields| match &item["author_id"] {
            Value::Null => role == Role::Owner,
            author => *author == json!(account),
        };
        Ok(match change {
            Change::TrashBoard | Change::RestoreBoard => Role::Owner,
            Change::EditBoard { .. }
            | Change::MergeDescription { card_id: None, .. }
            | Change::SetLabelColor { .. }
                if is_board_trashed =>
            {
                Role::Owner
            }
            Change::EditBoard { edit: BoardEdit::Favorite(_) } => Role::Viewer,
            Change::EditBoard { .. } | Change::MergeDescription { card_id: None, .. } => Role::Admin,
            Change::EditList { list_id, edit: ListEdit::Collapsed(_) } if !in_trash(self.lists.get(list_id)) => {
                Role::Viewer
            }
            Change::AddReminder { card_id, .. } if !in_trash(self.cards.get(card_id)) => Role::Viewer,
            Change::AddComment { card_id, .. } if !in_trash(self.cards.get(card_id)) => Role::Commenter,
            Change::EditItem { item_id, .. } | Change::TrashItem { item_id } | Change::RestoreItem { item_id } => {
                let Some(item) = self.items.get(item_id) else { return Ok(Role::Editor) };
                let is_edit = matches!(change, Change::EditItem { .. });
                match (item["content"]["kind"].as_str(), is_own(item)) {
                    (Some("comment"), true) => Role::Commenter,
                    (Some("comment"), false) if is_edit => return Err("only authors edit their comments"),
                    (Some("comment"), false) => Role::Admin,
                    (Some("reminder"), true) => Role::Viewer,
                    (Some("reminder"), false) => return Err("nobody knows the reminders of others"),
                    _ => Role::Editor,
                }
            }
            _ => Role::Editor,
        })
    }

    /// Checks that the records that a change names exist (SPEC B25), and that only members are assigned.
    fn check_records(&self, change: &Change) -> Result<(), Refusal> {
        let list = |id: &Id| self.lists.get(id).map(drop).ok_or("unknown list");
        let card = |id: &Id| self.cards.get(id).map(drop).ok_or("unknown card");
        let item = |id: &Id| self.items.get(id).map(drop).ok_or("unknown item");
        match change {
            Change::MoveList { list_id, .. }
            | Change::EditList { list_id, .. }
            | Change::TrashList { list_id }
            | Change::RestoreList { list_id } => list(list_id),
            // Adding what exists does nothing (SPEC B20).
            Change::AddCard { card_id, list_id, .. } => card(card_id).or_else(|_| list(list_id)),
            Change::MoveCard { card_id, list_id, .. } => card(card_id).and_then(|()| list(list_id)),
            Change::EditCard { card_id, edit: CardEdit::Assign(account) } if self.people.contains_key(account) => {
                card(card_id)
            }
            Change::EditCard { edit: CardEdit::Assign(_), .. } => Err("not a member"),
            Change::EditCard { card_id, edit: CardEdit::Recurrence(Some(_)) } => card(card_id).and_then(|()| {
                let has_due_date = is_set(&self.cards[card_id], "due_date");
                has_due_date.then_some(()).ok_or("only cards with a due date repeat")
            }),
            Change::EditCard { card_id, .. }
            | Change::CompleteRecurring { card_id, .. }
            | Change::MergeDescription { card_id: Some(card_id), .. }
            | Change::TrashCard { card_id }
            | Change::RestoreCard { card_id }
            | Change::AddSubtask { card_id, .. }
            | Change::AddComment { card_id, .. }
            | Change::AddReminder { card_id, .. } => card(card_id),
            Change::MoveSubtask { item_id, .. }
            | Change::EditItem { item_id, .. }
            | Change::TrashItem { item_id }
            | Change::RestoreItem { item_id } => item(item_id),
            _ => Ok(()),
        }
    }

    /// Makes a change whose records exist.
    fn change(&mut self, account: Id, op: &BoardOp) -> Result<(), Refusal> {
        let at = json!(op.at);
        match &op.change {
            Change::AddList { list_id, name, rank } => {
                let list = json!({ "id": list_id, "name": name.trim(), "rank": rank, "trashed_at": null });
                self.lists.entry(*list_id).or_insert_with(|| fields_of(list));
            }
            Change::MoveList { list_id, rank } => self.set_in_list(*list_id, &[("rank", json!(rank))]),
            Change::EditList { list_id, edit: ListEdit::Name(name) } => {
                self.set_in_list(*list_id, &[("name", json!(name.trim()))]);
            }
            Change::EditList { list_id, edit: ListEdit::Collapsed(is_collapsed) } => {
                self.set_in_list(*list_id, &[]);
                let Some(person) = self.people.get_mut(&account) else { return Err("not a member") };
                match is_collapsed {
                    true => _ = person.collapsed.insert(*list_id),
                    false => _ = person.collapsed.remove(list_id),
                }
            }
            Change::EditList { list_id, edit: ListEdit::Color(color) } => {
                self.set_in_list(*list_id, &[]);
                if let Some(list) = self.lists.get_mut(list_id) {
                    match color {
                        Some(color) => _ = list.insert("color".to_owned(), json!(color.to_lowercase())),
                        None => _ = list.remove("color"),
                    }
                }
            }
            Change::TrashList { list_id } => mark(self.lists.get_mut(list_id), "trashed_at", at),
            Change::RestoreList { list_id } => self.set_in_list(*list_id, &[]),
            Change::AddCard { card_id, .. } if self.cards.contains_key(card_id) => {}
            Change::AddCard { card_id, list_id, rank, title, priority } => {
                let is_done = json!(priority) == "completed";
                let card = json!({
                    "id": card_id, "list_id": list_id, "rank": rank, "title": title.trim(), "description": "",
                    "priority": priority, "importance": if is_done { json!("low") } else { json!(priority) },
                    "completed_at": if is_done { at.clone() } else { Value::Null }, "due_date": null, "labels": [],
                    "assignee_ids": [], "created_at": at, "archived_at": null, "trashed_at": null,
                });
                self.cards.insert(*card_id, fields_of(card));
                self.set_in_list(*list_id, &[]);
            }
            Change::MoveCard { card_id, list_id, rank } => {
                let fields = [("list_id", json!(list_id)), ("rank", json!(rank)), ("archived_at", Value::Null)];
                self.set_in_card(*card_id, &fields);
                self.set_in_list(*list_id, &[]);
            }
            Change::EditCard { card_id, edit } => self.edit_card(*card_id, edit, &at),
            Change::CompleteRecurring { card_id, due, day } => self.complete_recurring(*card_id, due, *day, &at),
            Change::MergeDescription { card_id: Some(card_id), base, text } => {
                let current = text_of(&self.cards[card_id], "description");
                let merged = descriptions::merged(base, &current, text);
                self.set_in_card(*card_id, &[("description", json!(merged))]);
            }
            Change::MergeDescription { card_id: None, base, text } => {
                let merged = descriptions::merged(base, &text_of(&self.board, "description"), text);
                self.set_in_board("description", json!(merged));
            }
            Change::TrashCard { card_id } => mark(self.cards.get_mut(card_id), "trashed_at", at),
            Change::RestoreCard { card_id } => {
                self.set_in_card(*card_id, &[]);
                let list_id = Id::parse(&text_of(&self.cards[card_id], "list_id")).expect("the id of a list");
                self.set_in_list(list_id, &[]);
            }
            Change::AddSubtask { item_id, card_id, rank, title } => {
                let content = json!({ "kind": "subtask", "rank": rank, "title": title.trim(), "is_done": false });
                self.add_item(account, *item_id, *card_id, content, &at);
            }
            Change::AddComment { item_id, card_id, text } => {
                self.add_item(account, *item_id, *card_id, json!({ "kind": "comment", "text": text }), &at);
            }
            Change::AddReminder { item_id, card_id, minutes_before } => {
                let content = json!({ "kind": "reminder", "minutes_before": minutes_before });
                self.add_item(account, *item_id, *card_id, content, &at);
            }
            Change::MoveSubtask { item_id, rank } => self.set_content(*item_id, "rank", json!(rank)),
            Change::EditItem { item_id, edit } => match edit {
                ItemEdit::Title(title) => self.set_content(*item_id, "title", json!(title.trim())),
                ItemEdit::Done(is_done) => self.set_content(*item_id, "is_done", json!(is_done)),
                ItemEdit::MinutesBefore(minutes) => self.set_content(*item_id, "minutes_before", json!(minutes)),
                ItemEdit::Text(text) => {
                    // A comment whose text was changed is marked with the time of the edit (SPEC B33).
                    let is_same = self.items[item_id]["content"]["text"] == json!(text);
                    self.set_content(*item_id, "text", json!(text));
                    if !is_same {
                        set(self.items.get_mut(item_id), "edited_at", at);
                    }
                }
            },
            Change::TrashItem { item_id } => mark(self.items.get_mut(item_id), "trashed_at", at),
            Change::RestoreItem { item_id } => set(self.items.get_mut(item_id), "trashed_at", Value::Null),
            Change::SetLabelColor { label, color } => {
                let mut colors: BTreeMap<String, Value> = self.board["label_colors"]
                    .as_array()
                    .expect("a list of colors")
                    .iter()
                    .map(|known| (known["label"].as_str().unwrap_or_default().to_owned(), known["color"].clone()))
                    .collect();
                match color {
                    Some(color) => _ = colors.insert(label.trim().to_owned(), json!(color.to_lowercase())),
                    None => _ = colors.remove(label.trim()),
                }
                let colors = colors.iter().map(|(label, color)| json!({ "label": label, "color": color }));
                self.set_in_board("label_colors", colors.collect());
            }
            Change::EditBoard { edit } => self.edit_board(account, edit)?,
            Change::TrashBoard => mark(Some(&mut self.board), "trashed_at", at),
            Change::RestoreBoard => self.set_in_board("trashed_at", Value::Null),
            Change::MoveToBoard { .. } => panic!("{op:?} changes two boards"),
            Change::AddAttachment { .. } | Change::SetReaction { .. } => panic!("the model lacks {:?}", op.change),
        }
        Ok(())
    }

    fn edit_board(&mut self, account: Id, edit: &BoardEdit) -> Result<(), Refusal> {
        match edit {
            BoardEdit::Name(name) => self.set_in_board("name", json!(name.trim())),
            BoardEdit::Description(text) => self.set_in_board("description", json!(text)),
            BoardEdit::Color(color) => {
                self.set_in_board("color", json!(color.as_ref().map(|color| color.to_lowercase())));
            }
            BoardEdit::Image(image) => self.set_in_board("image", json!(image)),
            BoardEdit::Favorite(is_favorite) => {
                self.set_in_board("trashed_at", Value::Null);
                self.people.get_mut(&account).ok_or("not a member")?.is_favorite = *is_favorite;
            }
            BoardEdit::Template(is_template) => self.set_in_board("is_template", json!(is_template)),
            BoardEdit::Watch(_) | BoardEdit::Unwatch(_) | BoardEdit::Muted(_) | BoardEdit::SharesFocus(_) => {
                panic!("the model lacks {edit:?}")
            }
        }
        Ok(())
    }

    /// Changes a field of a card, which is then no longer in the trash (SPEC B24).
    fn edit_card(&mut self, card_id: Id, edit: &CardEdit, at: &Value) {
        let card = self.cards.get_mut(&card_id);
        match edit {
            CardEdit::Title(title) => set(card, "title", json!(title.trim())),
            CardEdit::Description(text) => set(card, "description", json!(text)),
            CardEdit::Priority(priority) => set_priority(card, json!(priority), at),
            CardEdit::Completed(true) => set_priority(card, json!("completed"), at),
            CardEdit::Completed(false) => {
                let importance = card.as_ref().map(|card| card["importance"].clone()).unwrap_or_default();
                set_priority(card, importance, at);
            }
            CardEdit::DueDate(due_date) => self.set_due_date(card_id, due_date.as_deref()),
            CardEdit::Recurrence(Some(recurrence)) => set(card, "recurrence", json!(recurrence)),
            CardEdit::Estimate(Some(minutes)) => set(card, "estimate_minutes", json!(minutes)),
            // Fields without a value are left out.
            CardEdit::Recurrence(None) => _ = card.and_then(|card| card.remove("recurrence")),
            CardEdit::Estimate(None) => _ = card.and_then(|card| card.remove("estimate_minutes")),
            CardEdit::Labels(labels) => {
                // A card has no label twice (SPEC B5).
                let mut seen = BTreeSet::new();
                let labels: Vec<&str> =
                    labels.iter().map(|label| label.trim()).filter(|label| seen.insert(label.to_owned())).collect();
                set(card, "labels", json!(labels));
            }
            CardEdit::Archived(true) => mark(card, "archived_at", at.clone()),
            CardEdit::Archived(false) => set(card, "archived_at", Value::Null),
            CardEdit::Assign(account) => {
                let assigned = card.and_then(|card| card.get_mut("assignee_ids")?.as_array_mut()).expect("a list");
                if !assigned.contains(&json!(account)) {
                    assigned.push(json!(account));
                }
            }
            CardEdit::Unassign(account) => {
                if let Some(card) = card {
                    remove(card, "assignee_ids", &json!(account));
                }
            }
            CardEdit::Cover(_) => panic!("the model lacks {edit:?}"),
        }
        self.set_in_card(card_id, &[]);
    }

    /// Adds an item to a card, which is then no longer in the trash (SPEC B34).
    fn add_item(&mut self, account: Id, item_id: Id, card_id: Id, content: Value, at: &Value) {
        if self.items.contains_key(&item_id) {
            return;
        }
        let author_id = self.has_members.then_some(account);
        let item = json!({
            "id": item_id, "card_id": card_id, "author_id": author_id, "content": content, "created_at": at,
            "edited_at": null, "trashed_at": null,
        });
        self.items.insert(item_id, fields_of(item));
        self.set_in_card(card_id, &[]);
    }

    /// Changes fields of a list and restores it from the trash.
    fn set_in_list(&mut self, list_id: Id, fields: &[(&str, Value)]) {
        let list = self.lists.get_mut(&list_id).expect("the list exists");
        list.extend(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        set(Some(list), "trashed_at", Value::Null);
    }

    /// Changes fields of a card and restores it from the trash.
    fn set_in_card(&mut self, card_id: Id, fields: &[(&str, Value)]) {
        let card = self.cards.get_mut(&card_id).expect("the card exists");
        card.extend(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        set(Some(card), "trashed_at", Value::Null);
    }

    /// Changes a field of the board and restores it from the trash.
    fn set_in_board(&mut self, name: &str, value: Value) {
        set(Some(&mut self.board), name, value);
        set(Some(&mut self.board), "trashed_at", Value::Null);
    }

    /// Changes a field of an item's contents and restores the item from the trash.
    fn set_content(&mut self, item_id: Id, name: &str, value: Value) {
        let item = self.items.get_mut(&item_id).expect("the item exists");
        item.get_mut("content").expect("an item has contents")[name] = value;
        set(Some(item), "trashed_at", Value::Null);
    }

    /// Compares the records with those that the server has, for each member.
    fn compare(&self, board: &ServerBoard) {
        for (account, person) in &self.people {
            let known = board.since_for(*account, -1);
            let mut expected = self.board.clone();
            expected.insert("favorite".to_owned(), json!(person.is_favorite));
            expected.insert("role".to_owned(), json!(person.role));
            assert_eq!(fields_of(json!(known.board)), expected, "the board as {account} sees it");
            let list = |(id, list): (&Id, &Fields)| {
                let mut list = list.clone();
                list.insert("is_collapsed".to_owned(), json!(person.collapsed.contains(id)));
                (*id, list)
            };
            compare_records("list", json!(known.lists), &self.lists.iter().map(list).collect());
            compare_records("card", json!(known.cards), &self.cards);
            compare_records("item", json!(known.items), &self.items_for(*account));
        }
    }

    /// Returns the items that a member sees: all but the reminders of others.
    fn items_for(&self, account: Id) -> BTreeMap<Id, Fields> {
        let is_visible = |item: &Fields| {
            !self.has_members || item["content"]["kind"] != "reminder" || item["author_id"] == json!(account)
        };
        self.items.iter().filter(|(_, item)| is_visible(item)).map(|(id, item)| (*id, item.clone())).collect()
    }
}

/// Returns the record that a change adds, unless the board has it already.
fn added_record(change: &Change) -> Option<Id> {
    match change {
        Change::AddList { list_id: id, .. }
        | Change::AddCard { card_id: id, .. }
        | Change::AddSubtask { item_id: id, .. }
        | Change::AddComment { item_id: id, .. }
        | Change::AddReminder { item_id: id, .. } => Some(*id),
        _ => None,
    }
}

/// Compares the records of one kind.
fn compare_records(kind: &str, known: Value, expected: &BTreeMap<Id, Fields>) {
    let known = known.as_array().cloned().unwrap_or_default();
    assert_eq!(known.len(), expected.len(), "the number of records of the kind {kind}");
    for record in known {
        let id = record["id"].as_str().and_then(Id::parse).expect("a record has an id");
        assert_eq!(Some(&fields_of(record)), expected.get(&id), "the {kind} {id}: on the left what the reducer made");
    }
}

fn fields_of(record: Value) -> Fields {
    match record {
        Value::Object(fields) => fields.into_iter().collect(),
        other => panic!("not a record: {other}"),
    }
}

fn text_of(record: &Fields, name: &str) -> String {
    record[name].as_str().expect("the field is a text").to_owned()
}

fn is_set(record: &Fields, name: &str) -> bool {
    !record[name].is_null()
}

fn set(record: Option<&mut Fields>, name: &str, value: Value) {
    record.expect("the record exists").insert(name.to_owned(), value);
}

/// Sets a time, unless it is set already (SPEC B23, B32).
fn mark(record: Option<&mut Fields>, name: &str, at: Value) {
    let record = record.expect("the record exists");
    if !is_set(record, name) {
        record.insert(name.to_owned(), at);
    }
}

fn remove(record: &mut Fields, name: &str, value: &Value) {
    if let Some(values) = record.get_mut(name).and_then(Value::as_array_mut) {
        values.retain(|known| known != value);
    }
}

/// Sets the priority of a card. A card that is done keeps its importance (SPEC B32).
fn set_priority(card: Option<&mut Fields>, priority: Value, at: &Value) {
    let card = card.expect("the card exists");
    if priority == "completed" {
        mark(Some(card), "completed_at", at.clone());
    } else {
        set(Some(card), "importance", priority.clone());
        set(Some(card), "completed_at", Value::Null);
    }
    set(Some(card), "priority", priority);
}
