//! The commands about boards and cards.

use super::client::{Client, current_user, if_allowed, name_of};
use super::local_time::LocalTime;
use super::output::{Output, counted, table};
use super::{AddArgs, Failure, ListArgs};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use serde_json::{Value, json};
use twentyfour_model::clock::system_time;
use twentyfour_model::token::random_bytes;

/// The number of characters at the end of a card's id that lists show. They are random, unlike the first ones.
const SHORT_ID_CHARS: usize = 8;

/// The shortest end of an id that names a card.
const MIN_ID_CHARS: usize = 4;

/// The number of cards that an ambiguous name lists.
const MAX_LISTED_MATCHES: usize = 5;

/// A card with its board.
#[derive(Clone)]
pub(super) struct BoardCard {
    pub(super) board: Value,
    pub(super) card: Value,
}

impl BoardCard {
    pub(super) fn id(&self) -> &str {
        text(&self.card, "id")
    }

    pub(super) fn board_id(&self) -> &str {
        text(&self.board, "id")
    }

    pub(super) fn title(&self) -> &str {
        text(&self.card, "title")
    }

    fn is_open(&self) -> bool {
        self.card["completed_at"].is_null()
    }

    /// Returns the due date, or an empty text if there is none.
    fn due(&self) -> &str {
        text(&self.card, "due_date")
    }

    fn row(&self) -> [String; 4] {
        let due = self.due().replace('T', " ");
        [short_id(self.id()), due, self.title().to_owned(), text(&self.board, "name").to_owned()]
    }

    fn json(&self) -> Value {
        let mut card = self.card.clone();
        card["board"] = json!({"id": self.board["id"], "slug": self.board["slug"], "name": self.board["name"]});
        card
    }
}

/// Whether a card is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Due {
    Overdue,
    Today,
    Later,
    Never,
}

impl Due {
    /// Returns when a due date is, seen from a local time. A date without a time is overdue on the next day.
    fn of(due: &str, now: &LocalTime) -> Self {
        let day = due.get(..10).unwrap_or_default();
        let is_past = if due.len() > 10 { due < now.minute.as_str() } else { day < now.today() };
        match () {
            () if due.is_empty() => Self::Never,
            () if is_past => Self::Overdue,
            () if day == now.today() => Self::Today,
            () => Self::Later,
        }
    }
}

/// Prints the boards.
///
/// # Errors
/// Returns a [`Failure`] if the request fails.
pub(super) async fn boards(client: &Client, output: &Output) -> Result<(), Failure> {
    let boards = client.get("/boards/get-boards").await?;
    let cards =
        |board: &Value| array(board, "columns").iter().filter_map(|list| list["card_count"].as_i64()).sum::<i64>();
    let rows: Vec<[String; 3]> = items(&boards)
        .iter()
        .filter(|board| !is_template(board))
        .map(|board| [text(board, "name").to_owned(), counted(cards(board), "card"), text(board, "slug").to_owned()])
        .collect();
    let lines = if rows.is_empty() { vec!["You have no boards.".to_owned()] } else { table(&rows) };
    output.print(&boards, &lines)
}

/// Adds a card by a line.
///
/// # Errors
/// Returns a [`Failure`] if the board is unknown or the request fails.
pub(super) async fn add(client: &Client, args: &AddArgs, output: &Output) -> Result<(), Failure> {
    let now = LocalTime::now();
    let mut body = json!({"text": args.line.join(" "), "id": new_id(), "now": now.minute});
    if let Some(name) = &args.board {
        body["board_id"] = find_board(client, name).await?["id"].take();
    }
    let added = client.post("/quick-add", &body).await?;
    let list = array(&added["board"], "columns").iter().find(|list| list["id"] == added["card"]["list_id"]);
    let location = format!("{}/{}", text(&added["board"], "name"), list.map_or("", |list| text(list, "name")));
    let due = match text(&added["card"], "due_date") {
        "" => String::new(),
        due => format!(", due {}", due.replace('T', " ")),
    };
    let id = short_id(text(&added["card"], "id"));
    let line = format!("Added “{}” to {location}{due} ({id}).", text(&added["card"], "title"));
    output.print(&added, &[line])
}

/// Prints open cards.
///
/// # Errors
/// Returns a [`Failure`] if the board is unknown or the request fails.
pub(super) async fn list(client: &Client, args: &ListArgs, output: &Output) -> Result<(), Failure> {
    let board = match &args.board {
        Some(name) => Some(find_board(client, name).await?["id"].take()),
        None => None,
    };
    let now = LocalTime::now();
    let is_listed = |due: Due| match due {
        Due::Overdue => !args.today,
        Due::Today => !args.overdue,
        Due::Later | Due::Never => args.all,
    };
    let mut cards = tasks(client).await?;
    cards.retain(|card| card.is_open() && is_listed(Due::of(card.due(), &now)));
    cards.retain(|card| board.as_ref().is_none_or(|board| card.board["id"] == *board));
    // Cards without a due date come last.
    cards.sort_by(|a, b| (a.due().is_empty(), a.due(), a.title()).cmp(&(b.due().is_empty(), b.due(), b.title())));
    let rows: Vec<[String; 4]> = cards.iter().map(BoardCard::row).collect();
    let lines = if rows.is_empty() { vec!["Nothing to do.".to_owned()] } else { table(&rows) };
    output.print(&cards.iter().map(BoardCard::json).collect(), &lines)
}

/// Completes a card. A recurring card gets its next occurrence, as in the app.
///
/// # Errors
/// Returns a [`Failure`] if no card or several have this name, or the request fails.
pub(super) async fn complete(client: &Client, name: &str, output: &Output) -> Result<(), Failure> {
    let found = find_card(client, name).await?;
    if !found.is_open() {
        return output.print(&found.json(), &[format!("“{}” is already done.", found.title())]);
    }
    let now = LocalTime::now();
    let change = match &found.card["recurrence"] {
        Value::Object(_) => {
            json!({"type": "complete_recurring", "card_id": found.id(), "due": found.due(), "day": now.today()})
        }
        _ => json!({"type": "edit_card", "card_id": found.id(), "edit": {"field": "completed", "value": true}}),
    };
    let op = json!({"id": new_id(), "at": now.now.to_string(), "change": change});
    let response = client.post(&format!("/boards/{}/ops", found.board_id()), &json!({"ops": [op]})).await?;
    refusal(&response).map_or(Ok(()), Err)?;
    output.print(&response, &[format!("Done: “{}”.", found.title())])
}

/// Returns the first refused change of a response to ops. Its status is 200 even if none was applied.
fn refusal(response: &Value) -> Option<Failure> {
    let refused = array(response, "results").iter().find(|result| result["status"] == "refused")?;
    let code: Option<ErrorCode> = serde_json::from_value(refused["code"].clone()).ok();
    let message = code.map_or("The server has refused the change.", |code| code.sentence());
    Some(Failure { code: refused["code"].as_str().map(str::to_owned), ..Failure::new(message) })
}

/// Prints the account, and the cards and the focus time of today. A token that is limited to boards shows its cards only.
///
/// # Errors
/// Returns a [`Failure`] if a request fails.
pub(super) async fn status(client: &Client, output: &Output) -> Result<(), Failure> {
    let user = if_allowed(current_user(client).await)?;
    let days = if_allowed(client.get("/focus-days").await)?;
    let now = LocalTime::now();
    let mut cards = tasks(client).await?;
    cards.retain(BoardCard::is_open);
    let count = |due: Due| cards.iter().filter(|card| Due::of(card.due(), &now) == due).count();
    let (overdue, today) = (count(Due::Overdue), count(Due::Today));
    let focused_minutes = days.map(|days| {
        let day = array(&days, "days").iter().find(|day| day["day"] == now.today());
        day.and_then(|day| day["focused"].as_i64()).unwrap_or_default() / 60_000
    });
    let account = user.as_ref().map_or_else(String::new, |user| format!("{} at ", name_of(user)));
    let lines = [format!("{account}{}", client.server), format!("{overdue} overdue, {today} due today")];
    let focus = focused_minutes.map(|minutes| format!("{} focused today", counted(minutes, "minute")));
    let json = json!({
        "server": client.server, "user": user, "overdue": overdue, "due_today": today, "focused_minutes": focused_minutes
    });
    output.print(&json, &lines.into_iter().chain(focus).collect::<Vec<_>>())
}

/// Returns the only card with an id or title. Open cards with a due date or assigned to the user come first; a part of a title is
/// searched on all boards, because another card may have exactly this title.
///
/// # Errors
/// Returns a [`Failure`] if there is none or there are several, or if a request fails.
pub(super) async fn find_card(client: &Client, name: &str) -> Result<BoardCard, Failure> {
    let mut tasks = tasks(client).await?;
    tasks.retain(BoardCard::is_open);
    let mut matches = matching(tasks, name, Precision::Exact);
    if matches.is_empty() {
        let boards = client.get("/boards/get-boards").await?;
        let mut cards = Vec::new();
        for board in items(&boards).iter().filter(|board| !is_template(board)) {
            let opened = client.get(&format!("/boards/{}", text(board, "id"))).await?;
            cards.extend(cards_of(board, &opened));
        }
        matches = matching(cards, name, Precision::Part);
    }
    match matches.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(Failure::new(format!(
            "No card is named “{name}”. Check the title, or take an id from “twentyfour cli list --all”."
        ))),
        several => {
            let shown: Vec<[String; 4]> = several.iter().take(MAX_LISTED_MATCHES).map(BoardCard::row).collect();
            let mut details = table(&shown);
            let hidden = several.len() - shown.len();
            if hidden > 0 {
                details.push(format!("and {hidden} more"));
            }
            let message = format!("{} cards match “{name}”. Use the id of one:", several.len());
            Err(Failure { details, ..Failure::new(message) })
        }
    }
}

/// What matches a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    /// An id or a title.
    Exact,
    /// Also a part of a title.
    Part,
}

/// Returns the cards that a name means: by id, else by title, else by a part of the title. Open cards come before others.
fn matching(cards: Vec<BoardCard>, name: &str, precision: Precision) -> Vec<BoardCard> {
    let wanted = name.trim().to_lowercase();
    let is_id = wanted.len() >= MIN_ID_CHARS && wanted.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let by_id = |card: &BoardCard| is_id && card.id().ends_with(&wanted);
    let by_title = |card: &BoardCard| card.title().to_lowercase() == wanted;
    let has_parts = precision == Precision::Part && !wanted.is_empty();
    let by_part = |card: &BoardCard| has_parts && card.title().to_lowercase().contains(&wanted);
    let kinds: [&dyn Fn(&BoardCard) -> bool; 3] = [&by_id, &by_title, &by_part];
    for is_open in [true, false] {
        for is_kind in kinds {
            let found: Vec<BoardCard> =
                cards.iter().filter(|card| card.is_open() == is_open && is_kind(card)).cloned().collect();
            if !found.is_empty() {
                return found;
            }
        }
    }
    vec![]
}

/// Returns the board with a name, an address or an id.
async fn find_board(client: &Client, name: &str) -> Result<Value, Failure> {
    let boards = client.get("/boards/get-boards").await?;
    let is_wanted = |board: &&Value| {
        ["id", "slug", "name"].iter().any(|field| text(board, field).to_lowercase() == name.to_lowercase())
    };
    match items(&boards).iter().filter(is_wanted).collect::<Vec<_>>().as_slice() {
        [one] => Ok((*one).clone()),
        [] => Err(Failure::new(format!("No board is named “{name}”. “twentyfour cli boards” lists yours."))),
        _ => Err(Failure::new(format!(
            "Several boards are named “{name}”. Use the address of one: “twentyfour cli boards” lists them."
        ))),
    }
}

/// Returns the cards that have a due date or are assigned to the user.
async fn tasks(client: &Client) -> Result<Vec<BoardCard>, Failure> {
    let response = client.get("/tasks").await?;
    Ok(array(&response, "boards").iter().flat_map(|records| cards_of(&records["board"], records)).collect())
}

fn cards_of(board: &Value, records: &Value) -> Vec<BoardCard> {
    array(records, "cards").iter().map(|card| BoardCard { board: board.clone(), card: card.clone() }).collect()
}

/// Returns a new id, with which a request can be repeated.
pub(super) fn new_id() -> String {
    Id::from_parts(system_time().millis().unsigned_abs(), &random_bytes()).to_string()
}

/// Whether a board is a template. Its cards are not to be done.
fn is_template(board: &Value) -> bool {
    board["is_template"].as_bool().unwrap_or_default()
}

fn short_id(id: &str) -> String {
    id.get(id.len().saturating_sub(SHORT_ID_CHARS)..).unwrap_or(id).to_owned()
}

fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_default()
}

fn array<'a>(record: &'a Value, field: &str) -> &'a [Value] {
    items(&record[field])
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::FailureExit;
    use super::*;

    fn card(id: &str, title: &str, is_done: bool) -> BoardCard {
        let completed_at = if is_done { json!("2026-03-03T08:30:00Z") } else { Value::Null };
        let card = json!({"id": format!("0192f0c1-7b3a-7c9e-8a54-{id}"), "title": title, "completed_at": completed_at});
        BoardCard { board: json!({"name": "B"}), card }
    }

    #[test]
    fn cards_are_found_by_id_then_title_then_part() {
        let cards = || {
            vec![
                card("00000000cafe", "Milk", false),
                card("000000000002", "Oat milk", false),
                card("000000000003", "Cafe", true),
                card("000000000004", "Milk", true),
            ]
        };
        let ids_at = |name: &str, precision: Precision| -> Vec<String> {
            matching(cards(), name, precision).iter().map(|card| card.id()[32..].to_owned()).collect()
        };
        let ids = |name: &str| ids_at(name, Precision::Part);
        for (name, expected) in [
            ("cafe", &["cafe"][..]),
            ("CAFE", &["cafe"]),
            ("milk", &["cafe"]),
            ("oat", &["0002"]),
            ("mil", &["cafe", "0002"]),
            ("0003", &["0003"]),
            ("tea", &[]),
            ("", &[]),
        ] {
            assert_eq!(ids(name), expected, "{name}");
        }
        assert_eq!(ids_at("milk", Precision::Exact), ["cafe"]);
        assert!(ids_at("oat", Precision::Exact).is_empty());
    }

    #[test]
    fn refused_change_is_an_error_although_the_status_is_200() {
        let response = |results: Value| json!({"version": 3, "results": results});
        let applied = json!([{"status": "applied"}, {"status": "duplicate"}]);
        assert!(refusal(&response(applied)).is_none());
        let failure =
            refusal(&response(json!([{"status": "applied"}, {"status": "refused", "code": "forbidden_role"}])));
        let failure = failure.unwrap();
        assert_eq!((failure.code.as_deref(), failure.exit), (Some("forbidden_role"), FailureExit::Error));
        assert_eq!(failure.message, ErrorCode::ForbiddenRole.sentence());
        let of_a_newer_server = refusal(&response(json!([{"status": "refused", "code": "what_is_new"}]))).unwrap();
        assert_eq!(of_a_newer_server.code.as_deref(), Some("what_is_new"));
    }

    #[test]
    fn dates_are_overdue_on_the_next_day_and_times_at_once() {
        let now = LocalTime { now: system_time(), minute: "2026-03-03T08:30".to_owned(), utc_offset: 0 };
        for (due, expected) in [
            ("", Due::Never),
            ("2026-03-02", Due::Overdue),
            ("2026-03-03", Due::Today),
            ("2026-03-03T08:29", Due::Overdue),
            ("2026-03-03T08:30", Due::Today),
            ("2026-03-04", Due::Later),
        ] {
            assert_eq!(Due::of(due, &now), expected, "{due}");
        }
    }
}
