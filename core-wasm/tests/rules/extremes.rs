//! Extreme numbers in all inputs of the core (SPEC P6). Every variant is listed with all of its fields, so that a new
//! one does not compile until it is tested too.

use crate::board_deltas::{exchange, settled};
use crate::boards::{add_card, open_new};
use crate::cards::open_card;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{MORNING, document, id};
use core_wasm::app::Input;
use core_wasm::board::reduce::apply;
use core_wasm::protocol::admin::{AdminChange, AdminQuery, AdminSection, MailChange};
use core_wasm::protocol::background::{Background, RegionColors};
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::http::{
    ActivityFilter, EndingSound, FocusSound, HourFormat, InboxMails, PreferencesUpdate, Theme, WallpaperPages,
};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::intent::{
    BoardTemplate, CardFilter, CardsChange, ExportFormat, Intent, OverrunChoice, SessionEntry, SessionFields,
    StatsPeriod, StepDirection, TaskFilter, TimerField, ZoneOffsets,
};
use core_wasm::protocol::language::Language;
use core_wasm::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use core_wasm::protocol::presence::CardField;
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::sharing::{Role, SharingChange};
use core_wasm::protocol::time::{DueDate, LocalDay, Timestamp};
use core_wasm::protocol::weather::{Place, TemperatureUnit};
use proptest::collection::vec;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::OnceLock;

/// Numbers at the limits of every type of field, in JSON syntax.
const EXTREMES: [&str; 26] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "0.5",
    "5e-324",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740991",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775806",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "1.7976931348623157e308",
    "-1.7976931348623157e308",
    "1e400",
    "null",
];

/// Creates one value of each variant. Does not compile if a variant or a field is missing.
macro_rules! every_variant {
    ($enum:ident { $($variant:ident $({ $($field:ident: $value:expr),* })? $(($content:expr))?),* $(,)? }) => {{
        fn _is_complete(value: &$enum) {
            match value { $($enum::$variant { .. } => {})* }
        }
        vec![$($enum::$variant $({ $($field: $value),* })? $(($content))?),*]
    }};
}

/// The ids of the records that intents and changes refer to.
#[derive(Clone, Copy)]
struct Targets {
    board: Id,
    list: Id,
    card: Id,
    subtask: Id,
    reminder: Id,
    note: Id,
    session: Id,
}

fn text() -> String {
    "text".to_owned()
}

fn list_edits() -> Vec<ListEdit> {
    every_variant!(ListEdit { Name(text()), Collapsed(true), Color(None) })
}

fn card_edits() -> Vec<CardEdit> {
    every_variant!(CardEdit {
        Title(text()),
        Description(text()),
        Priority(Priority::High),
        Completed(true),
        DueDate(Some("9999-12-31T23:59".to_owned())),
        Labels(vec![text()]),
        Archived(false),
        Assign(Id::from_parts(1, &[1; 10])),
        Unassign(Id::from_parts(1, &[1; 10])),
        Cover(None),
        Recurrence(None),
        Estimate(Some(u32::MAX)),
    })
}

fn item_edits() -> Vec<ItemEdit> {
    every_variant!(ItemEdit { Title(text()), Done(true), Text(text()), MinutesBefore(5) })
}

fn board_edits() -> Vec<BoardEdit> {
    every_variant!(BoardEdit { Name(text()), Description(text()), Color(None), Image(None), Favorite(true), Watch(id(7)), Unwatch(id(7)), Muted(true), SharesFocus(true), Template(true) })
}

fn changes(on: Targets) -> Vec<Change> {
    let Targets { list, card, subtask, reminder, .. } = on;
    let rank = || "80".to_owned();
    let mut changes = every_variant!(Change {
        AddList { list_id: id(90), name: text(), rank: rank() },
        MoveList { list_id: list, rank: rank() },
        EditList { list_id: list, edit: ListEdit::Name(text()) },
        TrashList { list_id: list },
        RestoreList { list_id: list },
        AddCard { card_id: id(91), list_id: list, rank: rank(), title: text(), priority: Priority::Low },
        MoveCard { card_id: card, list_id: list, rank: rank() },
        MoveToBoard { card_id: Some(card), list_id: list, board_id: id(95), rank: rank(), records: None },
        EditCard { card_id: card, edit: CardEdit::Title(text()) },
        CompleteRecurring { card_id: card, due: DueDate::parse("9999-12-31").expect("a due date"), day: LocalDay::from_days_since_epoch(i64::MAX) },
        MergeDescription { card_id: Some(card), base: text(), text: text() },
        TrashCard { card_id: card },
        RestoreCard { card_id: card },
        AddSubtask { item_id: id(92), card_id: card, rank: rank(), title: text() },
        AddComment { item_id: id(93), card_id: card, text: text() },
        SetReaction { item_id: id(93), emoji: text(), is_set: true },
        AddReminder { item_id: id(94), card_id: card, minutes_before: 5 },
        AddAttachment { item_id: id(95), card_id: card, name: text(), content_type: text(), bytes: i64::MAX, width: None, height: None },
        MoveSubtask { item_id: subtask, rank: rank() },
        EditItem { item_id: reminder, edit: ItemEdit::MinutesBefore(5) },
        TrashItem { item_id: subtask },
        RestoreItem { item_id: subtask },
        SetLabelColor { label: text(), color: None },
        EditBoard { edit: BoardEdit::Favorite(true) },
        TrashBoard,
        RestoreBoard,
    });
    changes.push(Change::MergeDescription { card_id: None, base: text(), text: text() });
    changes.extend(list_edits().into_iter().map(|edit| Change::EditList { list_id: list, edit }));
    changes.extend(card_edits().into_iter().map(|edit| Change::EditCard { card_id: card, edit }));
    changes.extend(item_edits().into_iter().map(|edit| Change::EditItem { item_id: reminder, edit }));
    changes.extend(board_edits().into_iter().map(|edit| Change::EditBoard { edit }));
    changes
}

fn preferences() -> PreferencesUpdate {
    PreferencesUpdate {
        theme: Some(Theme::Light),
        focus_minutes: Some(50),
        short_break_minutes: Some(5),
        long_break_minutes: Some(15),
        mins_for_streak: Some(25),
        day_start_minutes: Some(60),
        time_zone: Some("Europe/Berlin".to_owned()),
        mins_for_streak_from: LocalDay::parse("2026-03-03"),
        rounds: Some(4),
        auto_start_breaks: Some(true),
        auto_start_focus: Some(true),
        hour_format: Some(HourFormat::TwentyFour),
        temperature_unit: Some(TemperatureUnit::Celsius),
        focus_sound: Some(FocusSound::Rain),
        ending_sound: Some(EndingSound::Marimba),
        volume: Some(50),
        background: Some(Background::Daily),
        inbox_mails: Some(InboxMails::Off),
        shortcuts: Some(text()),
        views: Some(text()),
        appearance: Some(text()),
        language: Some(Language::De),
        wallpaper_pages: Some(WallpaperPages::Home),
        made_offline: true,
    }
}

fn intents(on: Targets) -> Vec<Intent> {
    let Targets { board, list, card, subtask, reminder, note, session } = on;
    let entry = |utc_offset| SessionEntry {
        start: Timestamp::from_millis(MORNING - 7_200_000),
        utc_offset,
        minutes: 30,
        board_id: Some(board),
        card_id: Some(card),
    };
    let fields = || SessionFields {
        day: "2026-03-02".to_owned(),
        time: "09:00".to_owned(),
        minutes: Some(30),
        board_id: Some(board),
    };
    let place = Place { city: serde_json::from_str("\"Berlin\"").expect("a city"), latitude: 52.5, longitude: 13.4 };
    let colors = RegionColors { clock: vec![7], top: vec![8], foot: vec![9] };
    let filter = CardFilter { text: text(), labels: vec![], priorities: vec![Priority::Low], due: None };
    let picture = serde_json::from_value(json!("0a".repeat(16))).expect("the id of a picture");
    let mut intents = every_variant!(Intent {
        Start { path: "/app".to_owned(), time_zone: "Europe/Berlin".to_owned() },
        Visit { path: "/app".to_owned() },
        SignUp { first_name: text(), last_name: text(), email: text(), password: text(), invitation: None },
        LogIn { email: text(), password: text() },
        GoogleLogIn { invitation: None },
        LinkGoogle { password: text() },
        ForgotPassword { email: text() },
        ResetPassword { token: text(), password: text() },
        ConfirmEmail { token: text() },
        LoadAccount,
        EditProfile { first_name: text(), last_name: text() },
        UploadAvatar { file: 3, size: 4 },
        RemoveAvatar,
        ChangePassword { current_password: text(), password: text() },
        ChangeEmail { email: text(), password: text() },
        SendConfirmation,
        EndLogin { login_id: id(95), password: text() },
        LogOutEverywhere { password: text(), discard_unsent: false },
        ExportAccount,
        DeleteAccount { password: text(), boards: vec![] },
        KeepAccount,
        LoadAdmin { selection: AdminQuery { section: AdminSection::People, search: text(), page: u32::MAX } },
        ChangeAdmin { change: AdminChange::Mail { id: note, change: MailChange::Retry }, password: text() },
        LoadInvitations,
        ChangeSharing { change: SharingChange::SetRole { user_id: note, role: Role::Admin } },
        AcceptInvitation { code: text() },
        DeclineInvitation { code: text() },
        SetEditing { card_id: note, field: CardField::Title, is_editing: true },
        LoadInbox,
        LoadMoreInbox,
        MarkInboxEntry { entry_id: note, is_read: true },
        MarkInboxRead,
        UnsubscribeInbox { token: text() },
        OpenPublicBoard { code: text() },
        ClosePublicBoard,
        Continue,
        LogOut { discard_unsent: false },
        SetTheme { theme: Theme::Dark },
        SetFocusTime { minutes: 40 },
        SetPreferences { update: preferences() },
        LoadWeather { language: "en-GB".to_owned() },
        SearchPlaces { text: text() },
        ChoosePlace { place: Some(place) },
        StartTimer,
        PauseTimer,
        ResetTimer,
        SkipTimer,
        FinishTimer,
        ExtendTimer,
        FocusCard { board_id: board, card_id: card },
        ClearTimerCard,
        ResolveOverrun { choice: OverrunChoice::Keep },
        TypeTimerField { field: TimerField::Minutes, text: "9223372036854775808".to_owned() },
        StepTimerField { field: TimerField::Seconds, direction: StepDirection::Up },
        LoadBoards,
        AddBoard { name: text(), first_list: Some(text()) },
        AddBoardFromTemplate { template: BoardTemplate::WeekPlan },
        ImportBoard { records: text() },
        PrepareBoard { board_id: Some(board) },
        DuplicateBoard { board_id: board, name: text(), includes_cards: true, is_template: true },
        OpenBoard { slug: "garden".to_owned() },
        CloseBoard,
        EditBoard { board_id: board, edits: board_edits(), description_base: Some(text()) },
        DeleteBoard { board_id: board },
        RestoreBoard { board_id: board },
        SetLabelColor { label: text(), color: None },
        SetFilter { filter: Some(filter) },
        AddList { name: text() },
        EditList { list_id: list, edit: ListEdit::Collapsed(false) },
        MoveList { list_id: list, index: 3 },
        CopyList { list_id: list, board_id: board, index: 3 },
        MoveListToBoard { list_id: list, board_id: board, index: 3 },
        DeleteList { list_id: list },
        RestoreList { board_id: board, list_id: list },
        AddCard { list_id: list, title: text(), priority: Priority::Low },
        QuickAdd { board_id: board, list_id: list, title: text(), edits: card_edits() },
        MoveCard { card_id: card, list_id: list, index: 3 },
        SkipOccurrence { card_id: card },
        DropCard { card_id: card, list_id: list, before: Some(card) },
        EditCard { card_id: card, edits: card_edits(), description_base: None },
        CopyCard { card_id: card, board_id: board, list_id: list, index: 3 },
        MoveCardsToBoard { card_ids: vec![card], board_id: board, list_id: list, index: 3 },
        ChangeCards { card_ids: vec![card], change: CardsChange::Move { list_id: list, before: Some(card) } },
        ArchiveCard { card_id: card },
        DeleteCard { card_id: card },
        RestoreCard { board_id: board, card_id: card },
        OpenCard { card_id: card },
        CloseCard,
        LoadActivity,
        LoadBoardActivity { activity_filter: ActivityFilter::default() },
        CloseBoardActivity,
        LoadMoreBoardActivity,
        AddSubtask { card_id: card, title: text() },
        AddComment { card_id: card, text: text() },
        SetReaction { item_id: card, emoji: text(), is_set: true },
        AddReminder { card_id: card, minutes_before: 5 },
        MoveSubtask { item_id: subtask, index: 3 },
        EditItem { item_id: reminder, edit: ItemEdit::MinutesBefore(5) },
        DeleteItem { item_id: subtask },
        Undo { change_id: None },
        Redo,
        SaveDraft { key: text(), text: text() },
        DiscardDraft { key: text() },
        DismissRefused { refused_id: None },
        LoadTasks,
        SetTaskFilter { task_filter: TaskFilter { label: Some(text()), ..TaskFilter::default() } },
        LoadBackground { prefers_light: Some(true) },
        NextBackground,
        KeepBackground { is_kept: true },
        ChooseBackground { background: Background::Daily },
        BackgroundMeasured { image: text(), colors: Some(colors) },
        BackgroundFailed { image: text() },
        LoadPhotos { query: text() },
        LoadMorePhotos,
        SearchServer { query: text(), cursor: Some(text()) },
        CallServer { call_id: u32::MAX, method: text(), path: text(), body: Some(text()) },
        LoadPictures,
        UploadPicture { file: 1, size: 2 },
        UploadAttachment { card_id: card, name: text(), file: 1, size: 2 },
        CancelUpload { upload_id: id(96) },
        RetryUpload { upload_id: id(96) },
        DeletePicture { picture_id: picture },
        CompleteTask { board_id: board, card_id: card, offers_undo: true },
        SetDueDate { board_id: board, card_id: card, due_date: Some(text()) },
        LoadTrash,
        LoadStats,
        LoadNotes,
        SearchNotes { query: text() },
        AddNote,
        OpenNote { note_id: note },
        CloseNote,
        EditNote { note_id: note, document: document("text"), edition: 1 },
        PinNote { note_id: note },
        UnpinNote { note_id: note },
        TrashNote { note_id: note },
        RestoreNote { note_id: note },
        LoadNoteVersions,
        ShowNoteVersion { save_id: None },
        UseNoteVersion { save_id: id(96) },
        PutNoteVersionAway { save_id: id(96) },
        ExportNote { note_id: note },
        ShowWeek { weeks_ago: 1 },
        ShowYear { year: 2026 },
        LoadBreakdown { period: StatsPeriod::Week },
        LoadSessions,
        LoadMoreSessions,
        AddSession { session: entry(60) },
        EditSession { session_id: session, session: entry(0) },
        OpenSessionForm { session_id: Some(session) },
        ChangeSessionForm { fields: fields(), offsets: ZoneOffsets { before: 60, after: 120, at_session: Some(60) } },
        DeleteSession { session_id: session },
        ExportSessions { format: ExportFormat::Csv },
    });
    intents.extend(item_edits().into_iter().map(|edit| Intent::EditItem { item_id: reminder, edit }));
    intents
}

/// Collects the paths of all numbers in a value as JSON Pointers (RFC 6901).
fn numbers(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(path.to_owned()),
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(index, value)| numbers(value, &format!("{path}/{index}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| numbers(value, &format!("{path}/{name}"), found));
        }
        _ => {}
    }
}

/// Returns copies of a value in which one number is replaced by an extreme, for every number and every extreme that can
/// be parsed. Each is returned with the path and the extreme.
fn with_extremes<T: Serialize + DeserializeOwned>(value: &T) -> Vec<(String, T)> {
    const PLACE: &str = "@@@";
    let written = json!(value);
    let mut paths = vec![];
    numbers(&written, "", &mut paths);
    let mut read = vec![];
    for path in paths {
        let mut written = written.clone();
        *written.pointer_mut(&path).expect("a number") = json!(PLACE);
        let written = written.to_string();
        for extreme in EXTREMES {
            let text = written.replace(&format!("\"{PLACE}\""), extreme);
            // A value that cannot be parsed is refused at the boundary (SPEC P4).
            read.extend(serde_json::from_str(&text).ok().map(|value| (format!("{path} = {extreme}"), value)));
        }
    }
    read
}

/// Returns a device with a board, a note, a session and a running timer, and a server with the same data.
fn prepared() -> (Device, Server, Targets) {
    let (mut device, mut server, board) = settled();
    open_card(&mut device, "a");
    let (list, card) = (device.list("To do"), device.card("a"));
    device.dispatch_json(json!({ "type": "add_subtask", "card_id": card, "title": "s" }));
    device.dispatch_json(json!({ "type": "add_reminder", "card_id": card, "minutes_before": 10 }));
    let due = json!([{ "field": "due_date", "value": "2026-03-03T12:00" }]);
    device.dispatch_json(json!({ "type": "edit_card", "card_id": card, "edits": due }));
    let open = json!(device.snapshot().open_card);
    let item = |kind: &str| serde_json::from_value(open[kind][0]["id"].clone()).expect("an item");
    let (subtask, reminder) = (item("subtasks"), item("reminders"));
    device.dispatch_json(json!({ "type": "load_sessions" }));
    device.dispatch_json(json!({ "type": "load_notes" }));
    device.dispatch_json(json!({ "type": "load_stats" }));
    exchange(&mut device, &mut server);
    let session =
        json!({ "start": "2026-03-03T06:00:00Z", "utc_offset": 60, "minutes": 25, "board_id": null, "card_id": null });
    device.dispatch_json(json!({ "type": "add_session", "session": session }));
    device.take_paths();
    device.dispatch_json(json!({ "type": "add_note" }));
    let path = device.take_paths().remove(0);
    let note = Id::parse(path.trim_start_matches("/app/notes/")).expect("the page of a note");
    device.dispatch(Intent::OpenNote { note_id: note });
    let edition = device.snapshot().notes.open.as_ref().expect("an open note").edition;
    device.dispatch(Intent::EditNote { note_id: note, document: document("text"), edition });
    device.dispatch_json(json!({ "type": "start_timer" }));
    exchange(&mut device, &mut server);
    let session = device.snapshot().focus_sessions.sessions[0].id;
    (device, server, Targets { board, list, card, subtask, reminder, note, session })
}

/// Asserts that the core still works.
fn assert_usable(device: &mut Device, server: &mut Server) {
    for alarm in [Alarm::Clock, Alarm::Timer, Alarm::Reminders] {
        device.feed(Input::Alarm { alarm });
    }
    exchange(device, server);
    open_new(device, "Still usable");
    device.dispatch_json(json!({ "type": "add_list", "name": "l" }));
    let list = device.list("l");
    add_card(device, list, "c");
    exchange(device, server);
}

#[test]
fn p6_extreme_numbers_in_intents_are_handled() {
    let targets = prepared().2;
    let mut tried = 0;
    for intent in intents(targets) {
        for (_number, intent) in with_extremes(&intent) {
            // Every prepared device has the same ids.
            let (mut device, mut server, _) = prepared();
            _ = device.try_dispatch(intent);
            assert_usable(&mut device, &mut server);
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn p6_extreme_numbers_in_changes_are_handled() {
    let (mut device, mut server, targets) = prepared();
    let records = server.boards[&targets.board].records.clone();
    let mut tried = 0;
    for change in changes(targets) {
        for (number, change) in with_extremes(&change) {
            let op = BoardOp { id: id(1_000 + tried), at: Timestamp::from_millis(MORNING), change };
            let before = records.clone();
            let mut records = records.clone();
            if apply(&mut records, &op).is_err() {
                assert!(json!(records.board) == json!(before.board), "{number}: a refused change changes nothing");
            }
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
    assert_usable(&mut device, &mut server);
}

#[test]
fn p6_intents_are_handled_at_any_clock_value() {
    let last = Timestamp::from_millis(i64::MAX).millis();
    for (now, utc_offset) in [(0, i32::MIN), (0, i32::MAX), (last - 1, i32::MIN), (last - 1, i32::MAX)] {
        let (mut device, mut server, targets) = prepared();
        (device.now, device.utc_offset) = (now, utc_offset);
        for intent in intents(targets) {
            if !matches!(intent, Intent::LogOut { .. } | Intent::LogOutEverywhere { .. }) {
                _ = device.try_dispatch(intent);
            }
        }
        for input in [Input::PageHidden, Input::PageVisible, Input::Online] {
            device.feed(input);
        }
        (device.now, device.utc_offset) = (MORNING, 60);
        exchange(&mut device, &mut server);
        open_new(&mut device, "Still usable");
    }
}

#[test]
fn p6_invalid_coordinates_are_clamped() {
    for extreme in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, f64::MIN_POSITIVE, -0.0] {
        let (mut device, mut server, _) = prepared();
        let city = serde_json::from_str("\"Berlin\"").expect("a city");
        let place = Some(Place { city, latitude: extreme, longitude: extreme });
        _ = device.try_dispatch(Intent::ChoosePlace { place });
        assert_usable(&mut device, &mut server);
    }
}

/// Returns all intents with an extreme number.
fn pool() -> &'static Vec<Intent> {
    static POOL: OnceLock<Vec<Intent>> = OnceLock::new();
    POOL.get_or_init(|| {
        let extreme = |intent: Intent| with_extremes(&intent).into_iter().map(|(_, intent)| intent).collect::<Vec<_>>();
        intents(prepared().2).into_iter().flat_map(extreme).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn p6_core_stays_usable_after_consecutive_extreme_numbers(
        picks in vec((any::<prop::sample::Index>(), 0i64..4_000_000_000), 1..40)
    ) {
        let (mut device, mut server, _) = prepared();
        for (pick, pause) in picks {
            _ = device.try_dispatch(pick.get(pool()).clone());
            device.now += pause;
            device.feed(Input::Online);
        }
        assert_usable(&mut device, &mut server);
    }
}
