//! Files for tests.

use crate::board_file::{BoardFile, FileCard, FileComment, FileList, FileSubtask};
use core_wasm::protocol::record::{LabelColor, Priority, Recurrence, RecurrenceUnit};
use core_wasm::protocol::text::{BoardName, CardTitle, Color, CommentText, Description, Image, Label, ListName};
use core_wasm::protocol::time::{DueDate, LocalDay, Timestamp};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};

/// Texts with what is special in Markdown, CSV, JSON and spreadsheets.
const TEXT: &str = "[\\PC\n\r\t\"\\\\',;|*_`<=+@#-]{0,20}";

fn title() -> impl Strategy<Value = CardTitle> {
    TEXT.prop_map(|text| CardTitle::parse(&text).unwrap_or_else(|_| CardTitle::parse("=1").unwrap()))
}

fn description() -> impl Strategy<Value = Description> {
    TEXT.prop_map(|text| Description::parse(&text).unwrap())
}

fn label() -> impl Strategy<Value = Label> {
    "[a-eÄ,\"=]{1,3}".prop_map(|text| Label::parse(&text).unwrap())
}

fn color() -> impl Strategy<Value = Color> {
    "#[0-9a-f]{6}|transparent".prop_map(|text| Color::parse(&text).unwrap())
}

/// Moments with few different values, so that some are equal.
fn moment() -> impl Strategy<Value = Timestamp> {
    prop_oneof![
        (0..5_i64).prop_map(Timestamp::from_millis),
        any::<u32>().prop_map(|n| Timestamp::from_millis(i64::from(n) << 10))
    ]
}

fn recurrence() -> impl Strategy<Value = Recurrence> {
    let weekdays = btree_set(1..=7_u8, 0..3).prop_map(|days| days.into_iter().collect::<Vec<u8>>());
    let end = prop_oneof![
        Just((None, None)),
        (1..20_000_i64).prop_map(|day| (Some(LocalDay::from_days_since_epoch(day)), None)),
        (1..=999_u32).prop_map(|count| (None, Some(count))),
    ];
    let unit = prop_oneof![
        Just(RecurrenceUnit::Days),
        Just(RecurrenceUnit::Weeks),
        Just(RecurrenceUnit::Months),
        Just(RecurrenceUnit::Years)
    ];
    (1..=365_u32, unit, weekdays, any::<bool>(), end, option::of(1..=31_u32)).prop_map(
        |(every, unit, weekdays, from_completion, (until, remaining), day_of_month)| Recurrence {
            every,
            unit,
            weekdays: if unit == RecurrenceUnit::Weeks { weekdays } else { vec![] },
            from_completion,
            until,
            remaining,
            day_of_month,
        },
    )
}

fn due() -> impl Strategy<Value = (Option<DueDate>, Option<Recurrence>)> {
    let date = "20[0-9]{2}-0[1-9]-1[0-9](T1[0-9]:[0-5][0-9])?".prop_map(|text| DueDate::parse(&text).unwrap());
    prop_oneof![Just((None, None)), (date.prop_map(Some), option::of(recurrence()))]
}

fn subtask() -> impl Strategy<Value = FileSubtask> {
    (title(), any::<bool>(), moment()).prop_map(|(title, is_done, created_at)| FileSubtask {
        title,
        is_done,
        created_at,
    })
}

fn comment() -> impl Strategy<Value = FileComment> {
    let text = TEXT.prop_map(|text| CommentText::parse(&text).unwrap_or_else(|_| CommentText::parse("-").unwrap()));
    (text, moment(), option::of(moment())).prop_map(|(text, created_at, edited_at)| FileComment {
        text,
        created_at,
        edited_at,
    })
}

fn card() -> impl Strategy<Value = FileCard> {
    let priority = prop_oneof![Just(Priority::Low), Just(Priority::Medium), Just(Priority::High)];
    let times = (moment(), option::of(moment()), option::of(moment()));
    let labels = btree_set(label(), 0..4).prop_map(|labels| labels.into_iter().rev().collect::<Vec<Label>>());
    let reminders = btree_set(0..=525_600_i64, 0..3).prop_map(|minutes| minutes.into_iter().collect::<Vec<i64>>());
    let items = (vec(subtask(), 0..4), vec(comment(), 0..4), reminders);
    ((title(), description(), priority, any::<bool>()), times, due(), labels, option::of(1..=6_000_u32), items)
        .prop_map(
            |((title, description, priority, is_assigned), times, (due_date, recurrence), labels, estimate, items)| {
                let ((created_at, completed_at, archived_at), (subtasks, mut comments, reminders)) = (times, items);
                comments.sort_by_key(|comment| comment.created_at);
                FileCard {
                    description,
                    priority,
                    completed_at,
                    due_date,
                    labels,
                    is_assigned,
                    recurrence,
                    estimate_minutes: estimate,
                    archived_at,
                    subtasks,
                    comments,
                    reminders,
                    ..FileCard::new(title, created_at)
                }
            },
        )
}

fn list() -> impl Strategy<Value = FileList> {
    let name = TEXT.prop_map(|text| ListName::parse(&text).unwrap());
    let color = option::of(color().prop_filter("lists are not transparent", |color| color.as_str() != "transparent"));
    (name, any::<bool>(), color, vec(card(), 0..5)).prop_map(|(name, is_collapsed, color, cards)| FileList {
        id: 0,
        name,
        is_collapsed,
        color,
        cards,
    })
}

/// Returns files as an export writes them.
pub(crate) fn board_file() -> BoxedStrategy<BoardFile> {
    let name = TEXT.prop_map(|text| BoardName::parse(&text).unwrap_or_else(|_| BoardName::parse("B").unwrap()));
    let image = "/backgrounds/[a-z]{1,5}\\.avif|https://images\\.unsplash\\.com/[a-z]{1,5}"
        .prop_map(|text| Image::parse(&text).unwrap());
    let colors = btree_map(label(), color(), 0..4)
        .prop_map(|colors| colors.into_iter().map(|(label, color)| LabelColor { label, color }).collect::<Vec<_>>());
    let look = (option::of(color()), option::of(image), colors);
    (name, description(), any::<[bool; 2]>(), look, vec(list(), 0..4))
        .prop_map(|(name, description, [favorite, is_template], (color, image, label_colors), lists)| {
            let new = BoardFile::new(name);
            let mut file = BoardFile { description, color, image, favorite, is_template, label_colors, lists, ..new };
            file.number();
            file
        })
        .boxed()
}
