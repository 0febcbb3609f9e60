use super::*;
use crate::board::slug::slug;
use crate::protocol::op::{BoardEdit, ItemEdit, ListEdit};
use crate::protocol::record::{ItemContent, Priority, Recurrence, RecurrenceUnit};
use crate::protocol::text::Label;
use crate::protocol::time::{DueDate, LocalDay, Timestamp};
use proptest::prelude::*;

fn id(number: u8) -> Id {
    Id::from_parts(1_700_000_000_000, &[number; 10])
}

fn op(change: Change) -> BoardOp {
    BoardOp { id: id(99), at: Timestamp::from_millis(1_700_000_000_000), change }
}

fn board() -> Records {
    let name = BoardName::parse("Home").unwrap();
    let mut records = Records::new(new_board(id(100), name.clone(), slug(&name, id(100), 4)));
    for list in 1..=2 {
        let change =
            Change::AddList { list_id: id(list), name: format!("List {list}"), rank: format!("{:02x}", list * 16) };
        apply(&mut records, &op(change)).unwrap();
        for card in 1..=2 {
            let change = Change::AddCard {
                card_id: id(list * 10 + card),
                list_id: id(list),
                rank: format!("{:02x}", card * 16),
                title: format!("Card {card}"),
                priority: Priority::Low,
            };
            apply(&mut records, &op(change)).unwrap();
        }
    }
    records
}

fn applied(records: &mut Records, change: Change) -> Applied {
    apply(records, &op(change)).unwrap()
}

fn move_card(card: u8, list: u8, rank: &str) -> Change {
    Change::MoveCard { card_id: id(card), list_id: id(list), rank: rank.to_owned() }
}

fn color_list(color: Option<&str>) -> Change {
    Change::EditList { list_id: id(1), edit: ListEdit::Color(color.map(str::to_owned)) }
}

fn edit_card(card: u8, edit: CardEdit) -> Change {
    Change::EditCard { card_id: id(card), edit }
}

/// Returns the records with everything cleared that the user cannot see, such as the time of moving a record to the
/// trash.
fn shown(mut records: Records) -> Records {
    let mark = |trashed_at: &mut Option<Timestamp>| *trashed_at = trashed_at.map(|_| Timestamp::from_millis(0));
    mark(&mut records.board.trashed_at);
    records.lists.values_mut().for_each(|list| mark(&mut list.trashed_at));
    for card in records.cards.values_mut() {
        mark(&mut card.trashed_at);
        mark(&mut card.archived_at);
        mark(&mut card.completed_at);
    }
    for item in records.items.values_mut() {
        mark(&mut item.trashed_at);
        // Undoing an edit counts as an edit, so this time differs.
        item.edited_at = None;
    }
    records
}

#[test]
fn b20_adding_an_existing_record_does_nothing() {
    let mut records = board();
    let before = records.clone();
    let again = Change::AddCard {
        card_id: id(11),
        list_id: id(2),
        rank: "99".into(),
        title: "Other".into(),
        priority: Priority::High,
    };
    assert_eq!(applied(&mut records, again), Applied::default());
    assert_eq!(
        applied(&mut records, Change::AddList { list_id: id(1), name: "Other".into(), rank: "99".into() }),
        Applied::default()
    );
    assert_eq!(records, before);
}

#[test]
fn b21_moving_changes_one_record() {
    let mut records = board();
    let moved = applied(&mut records, move_card(11, 2, "18"));
    assert_eq!(moved.changed.len(), 1);
    assert_eq!(records.cards[&id(11)].list_id, id(2));
    assert_eq!(applied(&mut records, Change::MoveList { list_id: id(2), rank: "08".into() }).changed.len(), 1);
}

#[test]
fn b22_edits_of_two_fields_both_survive() {
    let title = edit_card(11, CardEdit::Title("New".into()));
    let due = edit_card(11, CardEdit::DueDate(Some("2026-03-03".into())));
    let mut one = board();
    let mut other = board();
    applied(&mut one, title.clone());
    applied(&mut one, due.clone());
    applied(&mut other, due);
    applied(&mut other, title);
    assert_eq!(one, other);
    assert_eq!(one.cards[&id(11)].title.as_str(), "New");
    assert_eq!(one.cards[&id(11)].due_date.as_ref().unwrap().as_str(), "2026-03-03");
}

#[test]
fn b61_a_list_has_a_color_which_is_not_transparent() {
    let mut records = board();
    assert_eq!(applied(&mut records, color_list(Some("#4CAF50"))).inverse, [color_list(None)]);
    assert_eq!(records.lists[&id(1)].color.as_ref().unwrap().as_str(), "#4caf50");
    let Err(refused) = apply(&mut records, &op(color_list(Some("transparent")))) else { panic!("it has no color") };
    assert_eq!(refused, ErrorCode::ColorInvalid);
    assert_eq!(applied(&mut records, color_list(None)).inverse, [color_list(Some("#4caf50"))]);
    assert_eq!(records.lists[&id(1)].color, None);
}

#[test]
fn b23_trashing_twice_keeps_the_first_timestamp() {
    let mut records = board();
    applied(&mut records, Change::TrashCard { card_id: id(11) });
    let first = records.cards[&id(11)].trashed_at;
    assert!(first.is_some());
    let later = BoardOp { at: Timestamp::from_millis(1_800_000_000_000), ..op(Change::TrashCard { card_id: id(11) }) };
    assert_eq!(apply(&mut records, &later).unwrap(), Applied::default());
    applied(&mut records, Change::RestoreCard { card_id: id(11) });
    assert_eq!(records.cards[&id(11)].trashed_at, None);
    applied(&mut records, Change::TrashBoard);
    assert!(records.board.trashed_at.is_some());
    applied(&mut records, Change::RestoreBoard);
    assert_eq!(records, board());
}

#[test]
fn b24_moving_or_editing_restores_from_the_trash() {
    for change in [
        move_card(11, 1, "44"),
        edit_card(11, CardEdit::Title("New".into())),
        edit_card(11, CardEdit::Title("Card 1".into())),
    ] {
        let mut records = board();
        applied(&mut records, Change::TrashCard { card_id: id(11) });
        applied(&mut records, change);
        assert_eq!(records.cards[&id(11)].trashed_at, None);
    }
    let mut records = board();
    applied(&mut records, Change::TrashList { list_id: id(1) });
    applied(&mut records, Change::EditList { list_id: id(1), edit: ListEdit::Name("New".into()) });
    applied(&mut records, Change::TrashBoard);
    applied(&mut records, Change::EditBoard { edit: BoardEdit::Favorite(true) });
    assert!(records.lists[&id(1)].trashed_at.is_none() && records.board.trashed_at.is_none());
}

#[test]
fn b25_unknown_lists_and_cards_are_refused() {
    let cases = [
        (move_card(11, 7, "44"), ErrorCode::UnknownList),
        (move_card(77, 1, "44"), ErrorCode::UnknownCard),
        (edit_card(77, CardEdit::Priority(Priority::High)), ErrorCode::UnknownCard),
        (Change::TrashCard { card_id: id(77) }, ErrorCode::UnknownCard),
        (Change::RestoreCard { card_id: id(77) }, ErrorCode::UnknownCard),
        (Change::MoveList { list_id: id(7), rank: "44".into() }, ErrorCode::UnknownList),
        (Change::TrashList { list_id: id(7) }, ErrorCode::UnknownList),
        (Change::RestoreList { list_id: id(7) }, ErrorCode::UnknownList),
        (Change::EditList { list_id: id(7), edit: ListEdit::Name(String::new()) }, ErrorCode::UnknownList),
    ];
    for (change, code) in cases {
        let mut records = board();
        assert_eq!(apply(&mut records, &op(change.clone())), Err(code), "{change:?}");
        assert_eq!(records, board(), "{change:?}");
    }
}

#[test]
fn b26_bad_texts_are_refused_with_their_own_code() {
    let long = |length| "x".repeat(length);
    let edit_board = |edit| Change::EditBoard { edit };
    let add = |rank: &str, title: &str| Change::AddCard {
        card_id: id(50),
        list_id: id(1),
        rank: rank.to_owned(),
        title: title.to_owned(),
        priority: Priority::Low,
    };
    let labels = |count: usize| CardEdit::Labels((0..count).map(|number| format!("label {number}")).collect());
    let cases = [
        (add("80", "  "), ErrorCode::TitleRequired),
        (add("00", "Card"), ErrorCode::BadRank),
        (move_card(11, 1, "zz"), ErrorCode::BadRank),
        (edit_card(11, CardEdit::Title(long(501))), ErrorCode::TitleTooLong),
        (edit_card(11, CardEdit::Title("a\0".into())), ErrorCode::TextInvalid),
        (edit_card(11, CardEdit::Description(long(50_001))), ErrorCode::DescriptionTooLong),
        (edit_card(11, CardEdit::DueDate(Some("soon".into()))), ErrorCode::DueDateInvalid),
        (edit_card(11, labels(51)), ErrorCode::TooManyLabels),
        (edit_card(11, CardEdit::Labels(vec![String::new()])), ErrorCode::LabelInvalid),
        (Change::EditList { list_id: id(1), edit: ListEdit::Name(long(201)) }, ErrorCode::NameTooLong),
        (color_list(Some("red")), ErrorCode::ColorInvalid),
        (Change::AddList { list_id: id(50), name: long(201), rank: "80".into() }, ErrorCode::NameTooLong),
        (edit_board(BoardEdit::Name(" ".into())), ErrorCode::NameRequired),
        (edit_board(BoardEdit::Color(Some("red".into()))), ErrorCode::ColorInvalid),
        (edit_board(BoardEdit::Image(Some("https://evil.example/x.png".into()))), ErrorCode::ImageInvalid),
    ];
    for (change, code) in cases {
        let mut records = board();
        assert_eq!(apply(&mut records, &op(change)), Err(code));
        assert_eq!(records, board());
    }
}

#[test]
fn b5_a_card_holds_a_label_once() {
    let mut records = board();
    let texts = ["a", "b", " a ", "b"].map(str::to_owned).to_vec();
    applied(&mut records, edit_card(11, CardEdit::Labels(texts)));
    let labels: Vec<&str> = records.cards[&id(11)].labels.iter().map(Label::as_str).collect();
    assert_eq!(labels, ["a", "b"]);
}

#[test]
fn b29_moving_a_card_into_a_trashed_list_restores_the_list() {
    for change in [move_card(21, 1, "44"), Change::RestoreCard { card_id: id(11) }] {
        let mut records = board();
        applied(&mut records, Change::TrashCard { card_id: id(11) });
        applied(&mut records, Change::TrashList { list_id: id(1) });
        let before = records.clone();
        let done = applied(&mut records, change);
        assert_eq!(records.lists[&id(1)].trashed_at, None);
        for change in done.inverse {
            applied(&mut records, change);
        }
        assert_eq!(shown(records), shown(before));
    }
}

fn subtask(item: u8, card: u8, rank: &str) -> Change {
    Change::AddSubtask { item_id: id(item), card_id: id(card), rank: rank.to_owned(), title: "Step".to_owned() }
}

#[test]
fn b32_completing_keeps_the_importance_and_first_timestamp() {
    let mut records = board();
    applied(&mut records, edit_card(11, CardEdit::Priority(Priority::High)));
    applied(&mut records, edit_card(11, CardEdit::Priority(Priority::Completed)));
    let done = records.cards[&id(11)].clone();
    assert_eq!((done.priority, done.importance), (Priority::Completed, Priority::High));
    let later =
        BoardOp { at: Timestamp::from_millis(1_800_000_000_000), ..op(edit_card(11, CardEdit::Completed(true))) };
    assert_eq!(apply(&mut records, &later).unwrap(), Applied::default());
    assert_eq!(records.cards[&id(11)].completed_at, Some(op(Change::TrashBoard).at));
    applied(&mut records, edit_card(11, CardEdit::Completed(false)));
    assert_eq!((records.cards[&id(11)].priority, records.cards[&id(11)].completed_at), (Priority::High, None));
}

#[test]
fn b33_comments_need_text_and_record_edits() {
    let mut records = board();
    let add = |text: &str| Change::AddComment { item_id: id(51), card_id: id(11), text: text.to_owned() };
    assert_eq!(apply(&mut records, &op(add(" \n"))), Err(ErrorCode::CommentRequired));
    assert_eq!(apply(&mut records, &op(add(&"x".repeat(10_001)))), Err(ErrorCode::CommentTooLong));
    applied(&mut records, add("Well"));
    assert_eq!(records.items[&id(51)].edited_at, None);
    let edit = |text: &str| Change::EditItem { item_id: id(51), edit: ItemEdit::Text(text.to_owned()) };
    assert_eq!(applied(&mut records, edit("Well")), Applied::default());
    applied(&mut records, edit("Better"));
    assert!(records.items[&id(51)].edited_at.is_some());
}

#[test]
fn b34_items_belong_to_one_card_and_accept_only_their_own_edits() {
    let mut records = board();
    applied(&mut records, Change::TrashCard { card_id: id(11) });
    let before = records.clone();
    let added = applied(&mut records, subtask(51, 11, "80"));
    assert_eq!(records.cards[&id(11)].trashed_at, None);
    for change in added.inverse {
        applied(&mut records, change);
    }
    assert!(records.items[&id(51)].trashed_at.is_some());
    assert_eq!(records.cards, before.cards);
    let reminder = |minutes_before| Change::AddReminder { item_id: id(52), card_id: id(11), minutes_before };
    assert_eq!(apply(&mut records, &op(reminder(-1))), Err(ErrorCode::ReminderInvalid));
    assert_eq!(apply(&mut records, &op(reminder(525_601))), Err(ErrorCode::ReminderInvalid));
    applied(&mut records, reminder(525_600));
    let edit = |item, edit| op(Change::EditItem { item_id: id(item), edit });
    assert_eq!(apply(&mut records, &edit(51, ItemEdit::Text("x".into()))), Err(ErrorCode::BadOp));
    assert_eq!(apply(&mut records, &edit(52, ItemEdit::Done(true))), Err(ErrorCode::BadOp));
    assert_eq!(apply(&mut records, &edit(77, ItemEdit::Done(true))), Err(ErrorCode::UnknownItem));
    let moved = op(Change::MoveSubtask { item_id: id(52), rank: "80".into() });
    assert_eq!(apply(&mut records, &moved), Err(ErrorCode::BadOp));
    assert_eq!(apply(&mut records, &op(subtask(53, 77, "80"))), Err(ErrorCode::UnknownCard));
    applied(&mut records, Change::EditItem { item_id: id(51), edit: ItemEdit::Done(true) });
    let ItemContent::Subtask { is_done, .. } = records.items[&id(51)].content else { panic!("a sub-task") };
    assert!(is_done && records.items[&id(51)].trashed_at.is_none(), "an edit brings it back");
}

#[test]
fn b35_moving_an_archived_card_unarchives_it() {
    let mut records = board();
    applied(&mut records, edit_card(11, CardEdit::Archived(true)));
    let before = records.clone();
    let moved = applied(&mut records, move_card(11, 2, "18"));
    assert_eq!(records.cards[&id(11)].archived_at, None);
    for change in moved.inverse {
        applied(&mut records, change);
    }
    assert_eq!(shown(records), shown(before), "undoing the move archives the card again");
}

#[test]
fn b41_label_colors_are_sorted_and_limited() {
    let set = |label: &str, color: Option<&str>| Change::SetLabelColor {
        label: label.to_owned(),
        color: color.map(str::to_owned),
    };
    let (mut one, mut other) = (board(), board());
    for label in ["b", "c", "a"] {
        applied(&mut one, set(label, Some("#4caf50")));
    }
    for label in ["a", "b", "c"] {
        applied(&mut other, set(label, Some("#4CAF50")));
    }
    assert_eq!(one, other);
    applied(&mut one, set("b", None));
    assert_eq!(one.board.label_colors.len(), 2);
    for number in 0..198 {
        applied(&mut one, set(&format!("label {number}"), Some("#000000")));
    }
    assert_eq!(apply(&mut one, &op(set("one more", Some("#000000")))), Err(ErrorCode::TooManyLabelColors));
    assert_eq!(apply(&mut one, &op(set("a", Some("red")))), Err(ErrorCode::ColorInvalid));
    assert_eq!(apply(&mut one, &op(set(" ", None))), Err(ErrorCode::LabelInvalid));
    applied(&mut one, set("a", Some("#000000")));
}

#[test]
fn b22_card_edits_and_item_edits_commute() {
    let changes = [
        edit_card(11, CardEdit::Archived(true)),
        edit_card(11, CardEdit::DueDate(Some("2026-03-03".into()))),
        Change::EditItem { item_id: id(51), edit: ItemEdit::Done(true) },
        Change::EditItem { item_id: id(51), edit: ItemEdit::Title("Other".into()) },
        Change::SetLabelColor { label: "a".into(), color: Some("#4caf50".into()) },
        Change::EditBoard { edit: BoardEdit::Name("Other".into()) },
    ];
    let run = |changes: &mut dyn Iterator<Item = &Change>| {
        let mut records = board();
        applied(&mut records, subtask(51, 11, "80"));
        changes.for_each(|change| _ = applied(&mut records, change.clone()));
        records
    };
    assert_eq!(run(&mut changes.iter()), run(&mut changes.iter().rev()));
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z ]{0,12}", Just("x".repeat(600))]
}

fn any_rank() -> impl Strategy<Value = String> {
    prop_oneof![9 => "[0-9a-f]{2}", 1 => Just("zz".to_owned())]
}

fn any_recurrence() -> impl Strategy<Value = Recurrence> {
    (0u32..40, 0u8..9, proptest::option::of(0u32..4), any::<bool>()).prop_map(
        |(every, weekday, remaining, from_completion)| Recurrence {
            every,
            unit: if weekday == 0 { RecurrenceUnit::Months } else { RecurrenceUnit::Weeks },
            weekdays: if weekday == 0 { vec![] } else { vec![weekday] },
            from_completion,
            until: None,
            remaining,
            day_of_month: None,
        },
    )
}

/// The due date that recurring cards are completed on.
fn due() -> DueDate {
    DueDate::parse("2026-03-03").unwrap()
}

/// Generates changes of every kind, on lists and cards that are on the board, in the trash, or missing.
fn any_change() -> impl Strategy<Value = Change> {
    let list = || prop_oneof![Just(id(1)), Just(id(2)), Just(id(3)), Just(id(7))];
    let next = id(11).of_next_occurrence(&due());
    let card = move || prop_oneof![Just(id(11)), Just(id(12)), Just(id(21)), Just(id(31)), Just(id(77)), Just(next)];
    let priority = prop_oneof![Just(Priority::Low), Just(Priority::High), Just(Priority::Completed)];
    let card_edit = prop_oneof![
        any_text().prop_map(CardEdit::Title),
        any_text().prop_map(CardEdit::Description),
        priority.clone().prop_map(CardEdit::Priority),
        proptest::option::of("2026-0[1-9]-0[1-9]").prop_map(CardEdit::DueDate),
        proptest::collection::vec("[a-c]{0,2}", 0..4).prop_map(CardEdit::Labels),
        any::<bool>().prop_map(CardEdit::Completed),
        any::<bool>().prop_map(CardEdit::Archived),
        proptest::option::of(any_recurrence()).prop_map(CardEdit::Recurrence),
        proptest::option::of(0u32..9).prop_map(CardEdit::Estimate),
    ];
    let item = || prop_oneof![Just(id(51)), Just(id(52)), Just(id(53)), Just(id(87))];
    let item_edit = prop_oneof![
        any_text().prop_map(ItemEdit::Title),
        any::<bool>().prop_map(ItemEdit::Done),
        any_text().prop_map(ItemEdit::Text),
        (-1i64..9).prop_map(ItemEdit::MinutesBefore),
    ];
    let board_edit = prop_oneof![
        any_text().prop_map(BoardEdit::Name),
        proptest::option::of("#[0-9a-f]{6}").prop_map(BoardEdit::Color),
        any::<bool>().prop_map(BoardEdit::Favorite),
        card().prop_map(BoardEdit::Watch),
    ];
    prop_oneof![
        (list(), any_text(), any_rank()).prop_map(|(list_id, name, rank)| Change::AddList { list_id, name, rank }),
        (list(), any_rank()).prop_map(|(list_id, rank)| Change::MoveList { list_id, rank }),
        (list(), any_text()).prop_map(|(list_id, name)| Change::EditList { list_id, edit: ListEdit::Name(name) }),
        list().prop_map(|list_id| Change::TrashList { list_id }),
        list().prop_map(|list_id| Change::RestoreList { list_id }),
        (card(), list(), any_rank(), any_text(), priority).prop_map(|(card_id, list_id, rank, title, priority)| {
            Change::AddCard { card_id, list_id, rank, title, priority }
        }),
        (card(), list(), any_rank()).prop_map(|(card_id, list_id, rank)| Change::MoveCard { card_id, list_id, rank }),
        (card(), card_edit).prop_map(|(card_id, edit)| Change::EditCard { card_id, edit }),
        card().prop_map(|card_id| Change::TrashCard { card_id }),
        card().prop_map(|card_id| Change::RestoreCard { card_id }),
        (prop_oneof![3 => Just(id(11)), 1 => card()], 0i64..300).prop_map(|(card_id, day)| {
            Change::CompleteRecurring { card_id, due: due(), day: LocalDay::from_days_since_epoch(20_500 + day) }
        }),
        (list(), any::<bool>())
            .prop_map(|(list_id, value)| Change::EditList { list_id, edit: ListEdit::Collapsed(value) }),
        (list(), proptest::option::of("#[0-9a-f]{6}"))
            .prop_map(|(list_id, color)| Change::EditList { list_id, edit: ListEdit::Color(color) }),
        prop_oneof![
            (item(), card(), any_rank(), any_text()).prop_map(|(item_id, card_id, rank, title)| Change::AddSubtask {
                item_id,
                card_id,
                rank,
                title
            }),
            (item(), card(), any_text()).prop_map(|(item_id, card_id, text)| Change::AddComment {
                item_id,
                card_id,
                text
            }),
            (item(), card(), -1i64..9).prop_map(|(item_id, card_id, minutes_before)| Change::AddReminder {
                item_id,
                card_id,
                minutes_before
            }),
            (item(), card(), any_text(), proptest::option::of(1u32..9)).prop_map(|(item_id, card_id, name, width)| {
                let content_type = "image/png".to_owned();
                Change::AddAttachment { item_id, card_id, name, content_type, bytes: 1, width, height: width }
            }),
            (card(), proptest::option::of(item()))
                .prop_map(|(card_id, cover)| Change::EditCard { card_id, edit: CardEdit::Cover(cover) }),
            (item(), any_rank()).prop_map(|(item_id, rank)| Change::MoveSubtask { item_id, rank }),
            (item(), item_edit).prop_map(|(item_id, edit)| Change::EditItem { item_id, edit }),
            item().prop_map(|item_id| Change::TrashItem { item_id }),
            item().prop_map(|item_id| Change::RestoreItem { item_id }),
        ],
        ("[a-c]{0,2}", proptest::option::of("#[0-9a-f]{6}"))
            .prop_map(|(label, color)| Change::SetLabelColor { label, color }),
        board_edit.prop_map(|edit| Change::EditBoard { edit }),
        Just(Change::TrashBoard),
        Just(Change::RestoreBoard),
    ]
}

/// Returns the ids that the next occurrence of a completed card may have.
fn next_ids(change: &Change) -> Vec<Id> {
    match change {
        Change::CompleteRecurring { card_id, due, .. } => next_occurrence_ids(*card_id, due),
        _ => vec![],
    }
}

proptest! {
    #[test]
    fn b27_an_op_then_its_inverse_is_the_identity(changes in proptest::collection::vec(any_change(), 1..30)) {
        let mut records = board();
        for change in changes {
            let before = records.clone();
            let next_ids = next_ids(&change);
            let Ok(done) = apply(&mut records, &op(change)) else {
                prop_assert_eq!(&records, &before);
                continue;
            };
            let mut undone = records.clone();
            for change in done.inverse {
                apply(&mut undone, &op(change)).unwrap();
            }
            // Undo leaves records that the op created in the trash, where they are not shown.
            for record in &done.changed {
                match record {
                    Record::List(list) if !before.lists.contains_key(&list.id) => {
                        prop_assert!(undone.lists.remove(&list.id).unwrap().trashed_at.is_some());
                    }
                    Record::Card(card) if !before.cards.contains_key(&card.id) => {
                        prop_assert!(undone.cards.remove(&card.id).unwrap().trashed_at.is_some());
                    }
                    Record::Item(item) if !before.items.contains_key(&item.id) => {
                        let item = undone.items.remove(&item.id).unwrap();
                        prop_assert!(item.trashed_at.is_some() || next_ids.contains(&item.card_id));
                    }
                    _ => {}
                }
            }
            prop_assert_eq!(shown(undone), shown(before));
        }
    }

    #[test]
    fn b28_an_op_needs_only_the_records_that_it_names(changes in proptest::collection::vec(any_change(), 1..30)) {
        let mut records = board();
        for change in changes {
            let named = referenced_records(&change);
            let card = named.card_id.and_then(|id| records.cards.get(&id)).cloned();
            let next_ids = next_ids(&change);
            let next = next_ids.iter().filter_map(|id| records.cards.get(id)).cloned();
            let is_copied = |item: &&Item| !next_ids.is_empty() && named.card_id == Some(item.card_id);
            let copies: Vec<Id> = records.items.values().filter(is_copied).flat_map(|item| next_occurrence_ids(item.id, &due())).collect();
            let is_named = |item: &&Item| named.item_id == Some(item.id) || is_copied(item) || copies.contains(&item.id);
            let items = records.items.values().filter(is_named).map(|item| (item.id, item.clone())).collect();
            let lists = [named.list_id, card.as_ref().map(|card| card.list_id)];
            let lists = lists.into_iter().flatten().filter_map(|id| Some((id, records.lists.get(&id)?.clone())));
            let mut part = Records {
                user_id: None,
                board: records.board.clone(),
                lists: lists.collect(),
                cards: card.into_iter().chain(next).map(|card| (card.id, card)).collect(),
                items,
            };
            let expected = apply(&mut records, &op(change.clone()));
            prop_assert_eq!(apply(&mut part, &op(change)), expected);
        }
    }
}

#[test]
fn m24_members_are_assigned_one_by_one() {
    let mut records = board();
    let (ada, eve) = (id(201), id(202));
    for (edit, expected) in [
        (CardEdit::Assign(ada), vec![ada]),
        (CardEdit::Assign(eve), vec![ada, eve]),
        (CardEdit::Assign(ada), vec![ada, eve]),
        (CardEdit::Unassign(ada), vec![eve]),
        (CardEdit::Unassign(ada), vec![eve]),
    ] {
        applied(&mut records, edit_card(11, edit));
        assert_eq!(records.cards[&id(11)].assignee_ids, expected);
    }
    let undone = apply(&mut records, &op(edit_card(11, CardEdit::Unassign(eve)))).unwrap().inverse;
    assert_eq!(undone, [edit_card(11, CardEdit::Assign(eve))]);
}

#[test]
fn m60_attachments_are_items_with_the_name_of_a_file() {
    let mut records = board();
    let attach = |item: u8, name: &str, width| {
        op(Change::AddAttachment {
            item_id: id(item),
            card_id: id(11),
            name: name.into(),
            content_type: "image/png".into(),
            bytes: 5,
            width,
            height: width,
        })
    };
    assert_eq!(apply(&mut records, &attach(60, " ", None)), Err(ErrorCode::NameRequired));
    assert_eq!(apply(&mut records, &attach(60, &"a".repeat(256), None)), Err(ErrorCode::NameTooLong));
    let added = apply(&mut records, &attach(60, " a.png ", Some(3))).unwrap();
    assert_eq!(added.inverse, [Change::TrashItem { item_id: id(60) }]);
    assert!(records.items[&id(60)].content.is_picture());
    assert!(apply(&mut records, &attach(60, "b", None)).unwrap().changed.is_empty());
}

#[test]
fn m62_only_a_picture_of_the_card_is_its_cover() {
    let mut records = board();
    for (item, width) in [(60, Some(3)), (61, None)] {
        let change = Change::AddAttachment {
            item_id: id(item),
            card_id: id(11),
            name: "a".into(),
            content_type: "image/png".into(),
            bytes: 5,
            width,
            height: width,
        };
        apply(&mut records, &op(change)).unwrap();
    }
    let cover = |item: Option<u8>| op(edit_card(11, CardEdit::Cover(item.map(id))));
    for other in [61, 62] {
        assert_eq!(apply(&mut records, &cover(Some(other))), Err(ErrorCode::UnknownItem));
    }
    let set = apply(&mut records, &cover(Some(60))).unwrap();
    assert_eq!(records.cards[&id(11)].cover_id, Some(id(60)));
    assert_eq!(set.inverse, [edit_card(11, CardEdit::Cover(None))]);
    apply(&mut records, &cover(None)).unwrap();
    assert_eq!(records.cards[&id(11)].cover_id, None);
}

#[test]
fn b49_only_the_owner_turns_a_board_into_a_template() {
    let mut records = board();
    let template = op(Change::EditBoard { edit: BoardEdit::Template(true) });
    records.board.role = Role::Admin;
    assert_eq!(apply(&mut records, &template), Err(ErrorCode::ForbiddenRole));
    records.board.role = Role::Owner;
    assert!(apply(&mut records, &template).is_ok());
}

#[test]
fn b52_completing_a_recurring_card_needs_the_right_to_edit_cards() {
    let mut records = board();
    let day = LocalDay::from_days_since_epoch(20_500);
    let complete = op(Change::CompleteRecurring { card_id: id(11), due: due(), day });
    for role in [Role::Viewer, Role::Commenter] {
        records.board.role = role;
        assert_eq!(apply(&mut records, &complete), Err(ErrorCode::ForbiddenRole));
    }
    records.board.role = Role::Editor;
    assert!(apply(&mut records, &complete).is_ok());
    assert_eq!(
        apply(&mut records, &op(Change::CompleteRecurring { card_id: id(77), due: due(), day })),
        Err(ErrorCode::UnknownCard)
    );
}

const WEEKLY: Recurrence = Recurrence {
    every: 1,
    unit: RecurrenceUnit::Weeks,
    weekdays: vec![],
    from_completion: false,
    until: None,
    remaining: None,
    day_of_month: None,
};

#[test]
fn b52_reminders_are_copied_for_the_members_who_set_them() {
    let mut records = board();
    let (ada, ben) = (id(201), id(202));
    applied(&mut records, edit_card(11, CardEdit::DueDate(Some("2026-03-03".into()))));
    applied(&mut records, edit_card(11, CardEdit::Recurrence(Some(WEEKLY))));
    records.user_id = Some(ada);
    applied(&mut records, Change::AddReminder { item_id: id(51), card_id: id(11), minutes_before: 5 });
    records.user_id = Some(ben);
    let day = LocalDay::from_days_since_epoch(20_515);
    applied(&mut records, Change::CompleteRecurring { card_id: id(11), due: due(), day });
    let copy = &records.items[&id(51).of_next_occurrence(&due())];
    assert_eq!((copy.author_id, copy.card_id), (Some(ada), id(11).of_next_occurrence(&due())));
}

#[test]
fn b52_next_occurrences_in_the_trash_stay_as_they_are() {
    let mut records = board();
    let daily = Recurrence { every: 1, unit: RecurrenceUnit::Days, ..WEEKLY };
    let complete =
        Change::CompleteRecurring { card_id: id(11), due: due(), day: LocalDay::from_days_since_epoch(20_515) };
    applied(&mut records, edit_card(11, CardEdit::DueDate(Some("2026-03-03".into()))));
    applied(&mut records, Change::AddReminder { item_id: id(51), card_id: id(11), minutes_before: 5 });
    let ids = next_occurrence_ids(id(11), &due());
    let copies = next_occurrence_ids(id(51), &due());
    for (number, (next_id, copy_id)) in ids.iter().zip(&copies).enumerate() {
        applied(&mut records, edit_card(11, CardEdit::Recurrence(Some(daily.clone()))));
        applied(&mut records, complete.clone());
        assert_eq!((records.cards[next_id].trashed_at, records.items[copy_id].card_id), (None, *next_id));
        let title = CardEdit::Title(format!("next {number}"));
        applied(&mut records, Change::EditCard { card_id: *next_id, edit: title });
        applied(&mut records, Change::TrashCard { card_id: *next_id });
        applied(&mut records, edit_card(11, CardEdit::Completed(false)));
    }
    let cards = records.cards.len();
    applied(&mut records, edit_card(11, CardEdit::Recurrence(Some(daily))));
    let done = applied(&mut records, complete);
    assert_eq!(records.cards.len(), cards, "at most eight");
    assert_eq!((&records.cards[&id(11)].recurrence, records.items[&copies[7]].card_id), (&None, ids[7]));
    for (number, next_id) in ids.iter().enumerate() {
        let next = &records.cards[next_id];
        let title = if number == 7 { "Card 1".to_owned() } else { format!("next {number}") };
        assert_eq!(
            (next.title.as_str(), next.trashed_at.is_some()),
            (title.as_str(), number < 7),
            "the last is replaced"
        );
    }
    let changed: Vec<Id> =
        done.changed.iter().filter_map(|record| card_id(record).filter(|id| *id != self::id(11))).collect();
    assert_eq!(changed, ids, "each once");
    assert_eq!(done.before.iter().filter_map(card_id).count(), 9);
}

fn card_id(record: &Record) -> Option<Id> {
    match record {
        Record::Card(card) => Some(card.id),
        _ => None,
    }
}

#[test]
fn b52_who_watches_a_card_watches_its_next_occurrence() {
    let mut records = board();
    applied(&mut records, edit_card(11, CardEdit::DueDate(Some("2026-03-03".into()))));
    applied(&mut records, edit_card(11, CardEdit::Recurrence(Some(WEEKLY))));
    let complete =
        Change::CompleteRecurring { card_id: id(11), due: due(), day: LocalDay::from_days_since_epoch(20_515) };
    let next_id = id(11).of_next_occurrence(&due());
    let mut unwatched = records.clone();
    applied(&mut unwatched, complete.clone());
    assert_eq!(unwatched.board.watched_ids, []);
    applied(&mut records, Change::EditBoard { edit: BoardEdit::Watch(id(11)) });
    let mut full = records.clone();
    full.board.watched_ids.extend((1_000..1_499).map(|number| Id::from_parts(number, &[7; 10])));
    let undo = applied(&mut records, complete.clone()).inverse;
    assert_eq!(records.board.watched_ids, [id(11), next_id]);
    for change in undo {
        applied(&mut records, change);
    }
    assert_eq!(records.board.watched_ids, [id(11)]);
    applied(&mut full, complete);
    assert!(full.cards.contains_key(&next_id) && !full.board.watched_ids.contains(&next_id), "at most 500");
}
