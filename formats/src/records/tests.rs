use super::*;
use crate::board_file::FileCard;
use crate::testing::board_file;
use core_wasm::protocol::record::{Recurrence, RecurrenceUnit};
use core_wasm::protocol::text::{BoardName, CardTitle, Color, ListName};
use core_wasm::protocol::time::DueDate;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

const BOARD: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70";

fn id(number: u8) -> Id {
    Id::from_parts(1, &[number; 10])
}

fn slug() -> Slug {
    Slug::parse("b").unwrap()
}

fn nobody(_: Id) -> Option<String> {
    None
}

fn imported(file: &BoardFile, account_id: Option<Id>) -> BoardRecords {
    to_records(file, Id::parse(BOARD).unwrap(), account_id, slug()).unwrap()
}

fn file_with(card: FileCard) -> BoardFile {
    let list =
        FileList { id: 0, name: ListName::parse("").unwrap(), is_collapsed: false, color: None, cards: vec![card] };
    let mut file = BoardFile { lists: vec![list], ..BoardFile::new(BoardName::parse("B").unwrap()) };
    file.number();
    file
}

fn new_card() -> FileCard {
    FileCard::new(CardTitle::parse("C").unwrap(), Timestamp::from_millis(1))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_file_becomes_records_and_the_same_file(file in board_file(), shuffled in any::<u64>()) {
        let mut records = imported(&file, Some(id(1)));
        // The order of records means nothing.
        let by_shuffled = |id: &Id| id.as_bytes()[15].wrapping_mul(shuffled as u8 | 1);
        records.lists.sort_by_key(|list| by_shuffled(&list.id));
        records.cards.sort_by_key(|card| by_shuffled(&card.id));
        records.items.sort_by_key(|item| by_shuffled(&item.id));
        let again = from_records(&records, Some(id(1)), &nobody).unwrap();
        prop_assert_eq!(serde_json::to_string(&again).unwrap(), serde_json::to_string(&file).unwrap());
        prop_assert_eq!(again, file);
        let ids = records.lists.iter().map(|list| list.id);
        let ids = ids.chain(records.cards.iter().map(|card| card.id)).chain(records.items.iter().map(|item| item.id));
        let numbers = record_numbers(&records, Some(id(1)), &nobody);
        prop_assert_eq!(numbers.len(), records.lists.len() + records.cards.len() + records.items.len());
        for old_id in ids {
            prop_assert_eq!(record_id(Id::parse(BOARD).unwrap(), numbers[&old_id]), old_id);
        }
    }

    #[test]
    fn ranks_are_spread_evenly_in_order(count in 0_usize..5_000) {
        let ranks: Vec<Rank> = ranks(count).map(Result::unwrap).collect();
        prop_assert_eq!(ranks.len(), count);
        prop_assert!(ranks.is_sorted_by(|a, b| a < b));
        prop_assert!(ranks.iter().all(|rank| rank.as_bytes().len() <= 3));
    }
}

#[test]
fn ids_are_distinct_and_depend_on_the_board_and_the_place() {
    let board_id = Id::parse(BOARD).unwrap();
    assert_eq!(record_id(board_id, 1).to_string(), "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71");
    assert_eq!(record_id(board_id, 0x1_0000).to_string(), "0192f0c1-7b3a-7c9e-8a54-3d1f6b2f9c70");
    let last = Id::parse("0192f0c1-7b3a-7c9e-bfff-ffffffffffff").unwrap();
    assert_eq!(record_id(last, 1).to_string(), "0192f0c1-7b3a-7c9e-8000-000000000000");
    let mut card = new_card();
    card.subtasks = vec![FileSubtask { title: card.title.clone(), is_done: true, created_at: card.created_at }];
    let mut file = file_with(card);
    file.lists.push(file.lists[0].clone());
    let records = imported(&file, None);
    let numbers = |ids: Vec<Id>| ids.iter().map(|id| id.as_bytes()[15] - 0x70).collect::<Vec<u8>>();
    assert_eq!(numbers(records.lists.iter().map(|list| list.id).collect()), [1, 4]);
    assert_eq!(numbers(records.cards.iter().map(|card| card.id).collect()), [2, 5]);
    assert_eq!(numbers(records.items.iter().map(|item| item.id).collect()), [3, 6]);
}

#[test]
fn done_cards_keep_their_importance() {
    let mut card = new_card();
    (card.priority, card.completed_at) = (Priority::High, Some(Timestamp::from_millis(5)));
    let records = imported(&file_with(card), None);
    assert_eq!((records.cards[0].priority, records.cards[0].importance), (Priority::Completed, Priority::High));
    assert_eq!(records.cards[0].completed_at, Some(Timestamp::from_millis(5)));
}

#[test]
fn duplicates_are_removed() {
    let label = |text: &str| Label::parse(text).unwrap();
    let mut card = new_card();
    card.labels = vec![label("b"), label("a"), label("b")];
    card.reminders = vec![10, 0, 10];
    let mut file = file_with(card);
    let color = |label, color: &str| LabelColor { label, color: Color::parse(color).unwrap() };
    file.label_colors = vec![color(label("b"), "#000001"), color(label("a"), "#000002"), color(label("b"), "#000003")];
    let records = imported(&file, None);
    assert_eq!(records.cards[0].labels, [label("b"), label("a")]);
    assert_eq!(records.items.len(), 2);
    let colors = [color(label("a"), "#000002"), color(label("b"), "#000001")];
    assert_eq!(records.board.unwrap().label_colors, colors);
}

#[test]
fn limits_are_checked() {
    let refused = |change: &dyn Fn(&mut FileCard)| {
        let mut card = new_card();
        change(&mut card);
        check(&file_with(card)).err()
    };
    let labels = |count: usize| (0..count).map(|number| Label::parse(&number.to_string()).unwrap()).collect();
    assert_eq!(refused(&|card| card.labels = labels(50)), None);
    assert_eq!(refused(&|card| card.labels = labels(51)), Some(ErrorCode::TooManyLabels));
    assert_eq!(refused(&|card| card.estimate_minutes = Some(0)), Some(ErrorCode::EstimateInvalid));
    assert_eq!(refused(&|card| card.reminders = vec![525_601]), Some(ErrorCode::ReminderInvalid));
    let daily = |every| Recurrence {
        every,
        unit: RecurrenceUnit::Days,
        weekdays: vec![],
        from_completion: false,
        until: None,
        remaining: None,
        day_of_month: None,
    };
    assert_eq!(refused(&|card| card.recurrence = Some(daily(1))), Some(ErrorCode::RecurrenceNeedsDueDate));
    let due = |card: &mut FileCard, every| {
        card.due_date = DueDate::parse("2026-03-03");
        card.recurrence = Some(daily(every));
    };
    assert_eq!(refused(&|card| due(card, 365)), None);
    assert_eq!(refused(&|card| due(card, 366)), Some(ErrorCode::RecurrenceInvalid));
    assert_eq!(refused(&|card| card.reminders = vec![1; MAX_ITEMS + 1]), Some(ErrorCode::CardLimit));
    let mut file = file_with(new_card());
    file.lists[0].cards = vec![new_card(); MAX_CARDS + 1];
    assert_eq!(check(&file), Err(ErrorCode::CardLimit));
    let mut file = file_with(new_card());
    let color = |label| LabelColor { label, color: Color::parse("#000000").unwrap() };
    file.label_colors = labels(201).into_iter().map(color).collect();
    assert_eq!(check(&file), Err(ErrorCode::TooManyLabelColors));
}

#[test]
fn a_file_has_what_its_exporter_sees() {
    let mut card = new_card();
    card.is_assigned = true;
    card.reminders = vec![10];
    let comment = |text: &str| FileComment {
        text: CommentText::parse(text).unwrap(),
        created_at: Timestamp::from_millis(2),
        edited_at: None,
    };
    card.comments = vec![comment("Hi"), comment(&"x".repeat(10_000))];
    let mut file = file_with(card.clone());
    file.image = Image::parse("/api/pictures/0123456789abcdef0123456789abcdef").ok();
    let mut records = imported(&file, Some(id(1)));
    assert_eq!(records.board.as_ref().unwrap().image, None);
    // Another member exports it.
    records.board.as_mut().unwrap().role = Role::Editor;
    let names = |author_id| (author_id == id(1)).then(|| "Ann *Lee*".to_owned());
    let seen = from_records(&records, Some(id(2)), &names).unwrap().lists.remove(0).cards.remove(0);
    assert!(!seen.is_assigned && seen.reminders.is_empty());
    let texts: Vec<&str> = seen.comments.iter().map(|comment| comment.text.as_str()).collect();
    assert_eq!(texts[0], "**Ann \\*Lee\\***:\n\nHi");
    let author = "**Ann \\*Lee\\***:\n\n";
    assert_eq!(texts[1].chars().count(), 10_000);
    assert_eq!(texts[2], author.to_owned() + &"x".repeat(author.len()));
    let former = from_records(&records, Some(id(2)), &nobody).unwrap().lists.remove(0).cards.remove(0);
    assert_eq!(former.comments[0].text.as_str(), "**a former member**:\n\nHi");
    // What is in the trash.
    records.cards[0].trashed_at = Some(Timestamp::from_millis(3));
    assert!(from_records(&records, Some(id(1)), &nobody).unwrap().lists[0].cards.is_empty());
    records.lists[0].trashed_at = Some(Timestamp::from_millis(3));
    assert!(from_records(&records, Some(id(1)), &nobody).unwrap().lists.is_empty());
    records.board = None;
    assert_eq!(from_records(&records, Some(id(1)), &nobody), None);
}
