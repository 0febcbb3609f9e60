//! Search: what is found, by whom, and when it is no longer found.

use crate::support::{Person, TestApp, TestResponse, add_card, add_list, new_id, on_both_engines};
use serde_json::{Value, json};

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// A board of a person with a list and a card.
struct Sample {
    owner: Person,
    board: String,
    list: String,
    card: String,
}

impl Sample {
    async fn new(app: &TestApp, name: &str) -> Self {
        let owner = app.person(name).await;
        let sample = Self { board: app.board(&owner, "Groceries").await, owner, list: new_id(), card: new_id() };
        let changes = [add_list(&sample.list, "Pantry", "80"), add_card(&sample.card, &sample.list, "Buy milk", "80")];
        app.change(&sample.owner, &sample.board, &changes).await;
        sample
    }

    async fn change(&self, app: &TestApp, change: Value) {
        app.change(&self.owner, &self.board, &[change]).await;
    }

    async fn edit_card(&self, app: &TestApp, field: &str, value: Value) {
        let edit = json!({"field": field, "value": value});
        self.change(app, json!({"type": "edit_card", "card_id": self.card, "edit": edit})).await;
    }

    /// Adds a card and returns its id.
    async fn add_card(&self, app: &TestApp, title: &str) -> String {
        let id = new_id();
        self.change(app, add_card(&id, &self.list, title, "81")).await;
        id
    }

    async fn add_item(&self, app: &TestApp, mut change: Value) -> String {
        let id = new_id();
        change["item_id"] = json!(id);
        change["card_id"] = json!(self.card);
        self.change(app, change).await;
        id
    }
}

/// Encodes a text for a query.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

async fn send(app: &TestApp, person: &Person, text: &str, rest: &str) -> TestResponse {
    app.get(&format!("/api/search/?q={}{rest}", encoded(text)), &person.access_token).await
}

/// Returns the results of a search.
async fn results(app: &TestApp, person: &Person, text: &str) -> Vec<Value> {
    let response = send(app, person, text, "").await.assert_ok();
    assert_eq!(response["cursor"], Value::Null);
    response["results"].as_array().unwrap().clone()
}

/// Returns the kind and title of a result.
fn title(result: &Value) -> String {
    format!("{} {}", result["kind"].as_str().unwrap(), result["title"].as_str().unwrap())
}

/// Returns the kinds and titles of the results, sorted: those with the same time are in no order.
async fn titles(app: &TestApp, person: &Person, text: &str) -> Vec<String> {
    let mut titles: Vec<String> = results(app, person, text).await.iter().map(title).collect();
    titles.sort();
    titles
}

on_both_engines! {
    async fn all_kinds_of_texts_are_found_with_their_places(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        sample.edit_card(&app, "description", json!("Two bottles,\n**organic** if they have it")).await;
        sample.edit_card(&app, "labels", json!(["Needs review", "🥛"])).await;
        sample.edit_card(&app, "due_date", json!("2026-03-03T09:00")).await;
        sample.change(&app, json!({"type": "edit_board", "edit": {"field": "description", "value": "For the kitchen"}})).await;
        let subtask = sample.add_item(&app, json!({"type": "add_subtask", "rank": "80", "title": "Compare prices"})).await;
        let comment = sample.add_item(&app, json!({"type": "add_comment", "text": "The café sells some"})).await;
        sample.add_item(&app, json!({"type": "add_reminder", "minutes_before": 30})).await;
        let attached = app.attach(ada, (&sample.board, &sample.card), ("name=Receipt.pdf", ""), "x").await.assert_ok();
        let note = new_id();
        app.save_note(ada, &note, None, "Ideas for a picnic").await;
        app.index_search().await;

        let found = results(&app, ada, "ORGANIC").await;
        assert_eq!(found, [json!({
            "kind": "card", "id": sample.card, "board_id": sample.board, "board_name": "Groceries",
            "board_slug": app.open_board(ada, &sample.board).await["board"]["slug"], "card_id": sample.card,
            "title": "Buy milk", "title_ranges": [], "snippet": "Two bottles, **organic** if they have it",
            "ranges": [{"start": 15, "end": 22}], "is_archived": false, "is_trashed": false, "is_done": false,
            "due": "2026-03-03T09:00"
        })]);
        let found = results(&app, ada, "cafe").await;
        let expected = (json!("comment"), json!(comment), json!(sample.card), json!("Buy milk"), json!("The café sells some"));
        assert_eq!(found.len(), 1);
        let first = &found[0];
        assert_eq!((&first["kind"], &first["id"], &first["card_id"], &first["title"], &first["snippet"]),
            (&expected.0, &expected.1, &expected.2, &expected.3, &expected.4));
        assert_eq!(first["ranges"], json!([{"start": 4, "end": 8}]));
        let found = results(&app, ada, "picnic").await;
        assert_eq!((found.len(), &found[0]["kind"], &found[0]["id"]), (1, &json!("note"), &json!(note)));
        assert_eq!((&found[0]["board_id"], &found[0]["card_id"], &found[0]["title"]), (&json!(null), &json!(null), &json!("Ideas for a picnic")));
        assert_eq!(found[0]["title_ranges"], json!([{"start": 12, "end": 18}]));
        for (text, kind, id) in [
            ("groc", "board", sample.board.as_str()),
            ("kitchen", "board", &sample.board),
            ("pantry", "list", &sample.list),
            ("\"buy mil\"", "card", &sample.card),
            ("mil buy", "card", &sample.card),
            ("review", "card", &sample.card),
            ("compare", "subtask", &subtask),
            ("receipt", "attachment", attached["item"]["id"].as_str().unwrap()),
        ] {
            let found = results(&app, ada, text).await;
            assert_eq!(found.iter().map(|one| (&one["kind"], &one["id"])).collect::<Vec<_>>(), [(&json!(kind), &json!(id))], "{text}");
        }
        // Words must be near each other only in quotation marks, and begin as they were entered.
        for (text, count) in [("milk two", 1), ("\"milk two\"", 0), ("-\"buy milk\" two", 0), ("-\"milk two\" two", 1), ("two -organic", 0), ("ilk", 0), ("30", 0), ("reminder", 0), ("", 0), (" ", 0)] {
            assert_eq!(results(&app, ada, text).await.len(), count, "{text}");
        }
    }

    async fn only_members_find_a_board_and_only_the_owner_a_note(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        let (ada, eve, grace) = (&sample.owner, app.person("eve").await, app.person("grace").await);
        let note = new_id();
        app.save_note(ada, &note, None, "milk for Ada").await;
        app.join(ada, &sample.board, &grace, "viewer").await;
        app.index_search().await;
        assert_eq!(titles(&app, ada, "milk").await, ["card Buy milk", "note milk for Ada"]);
        assert_eq!(titles(&app, &grace, "milk").await, ["card Buy milk"]);
        for text in ["milk", "groceries", "is:open", "-zebra", "board:groceries", &sample.board.replace('-', ""), &format!("_{}", ada.id.replace('-', ""))] {
            assert_eq!(titles(&app, &eve, text).await, Vec::<String>::new(), "{text}");
        }
        // A user chooses the same ids as another one.
        let theirs = json!({"name": "milk of Eve", "id": new_id()});
        let theirs = app.post("/api/boards/create-board/", &eve.access_token, theirs).await.assert_ok();
        let eves = theirs["board"]["id"].as_str().unwrap();
        app.change(&eve, eves, &[add_list(&sample.list, "l", "80"), add_card(&sample.card, &sample.list, "milk too", "80")]).await;
        app.save_note(&eve, &note, None, "milk of Eve").await;
        app.index_search().await;
        assert_eq!(titles(&app, &eve, "milk").await.len(), 3);
        assert_eq!(titles(&app, ada, "milk").await.len(), 2);
        // A removed member loses the board at once.
        app.remove_member(ada, &sample.board, &grace.id).await.assert_ok();
        assert_eq!(titles(&app, &grace, "milk").await, Vec::<String>::new());
        app.send_text(axum::http::Method::GET, "/api/search/?q=milk", None, String::new()).await.assert_rejected(401, "token_missing");
    }

    async fn filters_select_cards_and_what_belongs_to_them(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        let grace = app.person("grace").await;
        app.join(ada, &sample.board, &grace, "editor").await;
        sample.add_item(&app, json!({"type": "add_comment", "text": "milk, please"})).await;
        sample.add_card(&app, "More milk").await;
        let other = app.board(ada, "My work").await;
        let (list, card) = (new_id(), new_id());
        app.change(ada, &other, &[add_list(&list, "l", "80"), add_card(&card, &list, "Milk for work", "80")]).await;
        app.save_note(ada, &new_id(), None, "milk note").await;
        sample.edit_card(&app, "labels", json!(["Needs review", "🥛 50%"])).await;
        sample.edit_card(&app, "assign", json!(grace.id)).await;
        app.index_search().await;
        const BOTH: [&str; 2] = ["card Buy milk", "comment Buy milk"];
        let found = async |text: &str| titles(&app, ada, &format!("milk {text}")).await;
        assert_eq!(found("").await, ["card Buy milk", "card Milk for work", "card More milk", "comment Buy milk", "note milk note"]);
        assert_eq!(found("board:\"my wo\"").await, ["card Milk for work"]);
        assert_eq!(found("board:work board:groc -is:done").await.len(), 4);
        assert_eq!(found("-board:groc").await, ["card Milk for work", "note milk note"]);
        assert_eq!(found("board:zebra").await, [""; 0]);
        for text in ["label:rev", "label:\"needs review\"", "assignee:grace", "assignee:exam"] {
            assert_eq!(found(text).await, BOTH, "{text}");
        }
        assert_eq!(found("label:ne label:50").await, BOTH);
        assert_eq!(found("label:🥛").await, [""; 0], "it is only a part of a label");
        for text in ["label:\"review needs\"", "label:eview", "assignee:me", "assignee:nobody"] {
            assert_eq!(found(text).await, [""; 0], "{text}");
        }
        assert_eq!(titles(&app, &grace, "assignee:me").await.len(), 2);
        assert_eq!(found("-label:rev").await, ["card Milk for work", "card More milk", "note milk note"]);
        assert_eq!(found("-assignee:grace is:open").await, ["card Milk for work", "card More milk"]);
        sample.edit_card(&app, "completed", json!(true)).await;
        assert_eq!(found("is:done").await, BOTH, "at once");
        assert!(results(&app, ada, "is:done").await.iter().all(|one| one["is_done"] == true));
        assert_eq!(found("is:open").await, ["card Milk for work", "card More milk"]);
        assert_eq!(found("-is:done").await, ["card Milk for work", "card More milk", "note milk note"]);
        // A label that is only an emoji.
        sample.edit_card(&app, "labels", json!(["🥛", "100%"])).await;
        app.index_search().await;
        assert_eq!(found("label:🥛").await, BOTH);
        assert_eq!(found("label:🎯").await, [""; 0]);
    }

    async fn due_dates_are_compared_in_the_time_zone_of_the_user(app: TestApp) {
        // It is noon on 3 March in UTC, and 4 March on Kiritimati already.
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        app.index_search().await;
        let is_found = async |text: &str| !titles(&app, ada, &format!("milk {text}")).await.is_empty();
        assert!(is_found("due:none").await && !is_found("-due:none").await && !is_found("due:today").await);
        app.put("/api/preferences/", &ada.access_token, json!({"time_zone": "UTC"})).await.assert_ok();
        for (due, matching, others) in [
            ("2026-03-03", &["due:today", "due:week", "due:2026-03-03", "due:<2026-03-04", "due:>2026-03-02"][..], &["due:overdue", "due:tomorrow", "due:none", "due:<2026-03-03"][..]),
            ("2026-03-03T11:59", &["due:today", "due:overdue", "due:2026-03-03", "-due:tomorrow"], &["due:>2026-03-03"]),
            ("2026-03-03T12:00", &["due:today"], &["due:overdue"]),
            ("2026-03-04T00:00", &["due:tomorrow", "due:>2026-03-03"], &["due:today", "due:<2026-03-04"]),
            ("2026-03-08T23:59", &["due:week"], &["due:tomorrow"]),
            ("2026-03-09", &["-due:week"], &["due:week"]),
        ] {
            sample.edit_card(&app, "due_date", json!(due)).await;
            for text in matching {
                assert!(is_found(text).await, "{due} {text}");
            }
            for text in others {
                assert!(!is_found(text).await, "{due} {text}");
            }
        }
        sample.edit_card(&app, "due_date", json!("2026-03-03T11:59")).await;
        sample.edit_card(&app, "completed", json!(true)).await;
        assert!(!is_found("due:overdue").await && is_found("due:today").await);
        app.put("/api/preferences/", &ada.access_token, json!({"time_zone": "Pacific/Kiritimati"})).await.assert_ok();
        assert!(!is_found("due:today").await);
        sample.edit_card(&app, "due_date", json!("2026-03-04")).await;
        assert!(is_found("due:today").await);
    }

    async fn archived_and_trashed_records_are_found_on_request(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        let trashed = sample.add_card(&app, "Spilled milk").await;
        let note = new_id();
        app.save_note(ada, &note, None, "milk note").await;
        app.index_search().await;
        sample.edit_card(&app, "archived", json!(true)).await;
        sample.change(&app, json!({"type": "trash_card", "card_id": trashed})).await;
        app.change_note(ada, &note, json!({"type": "trash"})).await.assert_ok();
        assert_eq!(titles(&app, ada, "milk").await, Vec::<String>::new());
        assert_eq!(titles(&app, ada, "milk -is:archived").await, Vec::<String>::new());
        let archived = results(&app, ada, "milk is:archived").await;
        assert_eq!((archived.len(), &archived[0]["title"], &archived[0]["is_archived"], &archived[0]["is_trashed"]),
            (1, &json!("Buy milk"), &json!(true), &json!(false)));
        let found = results(&app, ada, "milk is:trashed").await;
        assert!(found.len() == 2 && found.iter().all(|one| one["is_trashed"] == true && one["is_archived"] == false), "{found:?}");
        assert_eq!(results(&app, ada, "is:archived is:trashed milk").await.len(), 3);
        assert_eq!(titles(&app, ada, "board:groc is:trashed").await, ["card Spilled milk"]);
        // Everything in a list, or on a board, that is in the trash is there too.
        sample.change(&app, json!({"type": "trash_list", "list_id": sample.list})).await;
        assert_eq!(titles(&app, ada, "milk is:archived").await, Vec::<String>::new());
        assert_eq!(results(&app, ada, "is:trashed").await.len(), 4);
        sample.change(&app, json!({"type": "trash_board"})).await;
        assert_eq!(titles(&app, ada, "groceries").await, Vec::<String>::new());
        assert_eq!(titles(&app, ada, "groceries is:trashed").await, ["board Groceries"]);
    }

    async fn what_was_deleted_permanently_leaves_the_index(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        sample.add_item(&app, json!({"type": "add_comment", "text": "deleted"})).await;
        let kept = sample.add_card(&app, "Kept").await;
        let note = new_id();
        app.save_note(ada, &note, None, "deleted").await;
        app.index_search().await;
        assert_eq!(app.count("search_texts").await, 6, "board, list, two cards, comment, note");
        sample.change(&app, json!({"type": "trash_card", "card_id": sample.card})).await;
        app.change_note(ada, &note, json!({"type": "trash"})).await.assert_ok();
        app.purge_trash().await;
        app.advance_clock(31 * DAY);
        app.purge_trash().await;
        let left = app.query_column("SELECT kind || ' ' || record_id FROM search_texts ORDER BY kind").await;
        assert_eq!(left, [format!("board {}", sample.board), format!("card {kept}"), format!("list {}", sample.list)]);
        let cleaned = "SELECT 'x' FROM search_progress JOIN boards ON boards.id = search_progress.subject_id \
            WHERE boards.purged_version > 0 AND search_progress.purged_version = boards.purged_version";
        assert_eq!(app.query_column(cleaned).await.len(), 1, "no job needs to do it again");
        app.index_search().await;
        assert_eq!(app.count("search_texts").await, 3);
        let ada = app.with_new_token(ada).await;
        app.change(&ada, &sample.board, &[json!({"type": "trash_board"})]).await;
        app.index_search().await;
        app.purge_trash().await;
        app.advance_clock(31 * DAY);
        app.purge_trash().await;
        assert_eq!(app.count("search_texts").await, 0);
        assert_eq!(app.count("search_progress").await, 1, "that of the notes");
    }

    async fn texts_of_servers_that_do_not_know_the_index_are_indexed_later(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        // More than one step takes, in one batch of changes and in several.
        let cards: Vec<Value> = (0..250).map(|number| add_card(&new_id(), &sample.list, &format!("Cup {number}"), "81")).collect();
        for cards in cards.chunks(50) {
            app.change(ada, &sample.board, cards).await;
        }
        app.save_note(ada, &new_id(), None, "Cup").await;
        assert_eq!(titles(&app, ada, "cup").await, Vec::<String>::new());
        app.index_search().await;
        let count = async || {
            let (mut count, mut rest) = (0, "&limit=50".to_owned());
            loop {
                let page = send(&app, ada, "cup", &rest).await.assert_ok();
                count += page["results"].as_array().unwrap().len();
                let Some(cursor) = page["cursor"].as_str() else { return count };
                rest = format!("&limit=50&cursor={cursor}");
            }
        };
        assert_eq!(count().await, 251);
        // A lost index is made again, and what the other servers have deleted is removed.
        app.execute("DELETE FROM search_progress").await;
        app.index_search().await;
        assert_eq!(count().await, 251);
        app.execute("UPDATE boards SET purged_version = version").await;
        app.execute("DELETE FROM cards WHERE title <> 'Buy milk'").await;
        app.index_search().await;
        assert_eq!(app.count("search_texts").await, 4);
        app.execute("DELETE FROM boards").await;
        app.index_search().await;
        assert_eq!((app.count("search_texts").await, app.count("search_progress").await), (1, 1));
    }

    async fn changes_are_indexed_within_seconds(app: TestApp) {
        let app = app.alone();
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        let note = new_id();
        let save = app.save_note(ada, &note, None, "Milk").await;
        app.index_changes().await;
        assert_eq!(titles(&app, ada, "milk").await, ["card Buy milk", "note Milk"]);
        sample.edit_card(&app, "title", json!("Buy bread")).await;
        app.save_note(ada, &note, Some(&save), "Bread").await;
        assert_eq!(titles(&app, ada, "bread").await, Vec::<String>::new());
        app.index_changes().await;
        assert_eq!(titles(&app, ada, "bread").await, ["card Buy bread", "note Bread"]);
        assert_eq!(titles(&app, ada, "milk").await, Vec::<String>::new());
        app.index_changes().await;
        assert_eq!(app.count("search_texts").await, 4);
    }

    async fn a_failing_board_does_not_stop_the_others(app: TestApp) {
        let app = app.alone();
        let (sample, other) = (Sample::new(&app, "ada").await, Sample::new(&app, "eve").await);
        app.save_note(&sample.owner, &new_id(), None, "Milk").await;
        app.execute(&format!("UPDATE cards SET labels = 'x' WHERE id = '{}'", sample.card)).await;
        let found = async || (titles(&app, &sample.owner, "milk").await, titles(&app, &other.owner, "milk").await);
        let rest = (vec!["note Milk".to_owned()], vec!["card Buy milk".to_owned()]);
        assert!(app.try_index_changes().await.is_err());
        assert_eq!(found().await, rest);
        app.execute("DELETE FROM search_texts").await;
        app.execute("DELETE FROM search_progress").await;
        assert!(app.try_index_search().await.is_err());
        assert_eq!(found().await, rest);
        app.execute("UPDATE cards SET labels = '[]'").await;
        app.index_search().await;
        assert_eq!(titles(&app, &sample.owner, "milk").await, ["card Buy milk", "note Milk"]);
    }

    async fn short_words_are_found_like_long_ones(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        Sample::new(&app, "eve").await;
        sample.edit_card(&app, "description", json!("a few 本")).await;
        app.index_search().await;
        for text in ["milk", "m", "mi", "mil", "b m", "bu mi", "buy m", "m buy", "\"buy m\"", "\"buy mi\"", "fe", "a f", "本", "m -x"] {
            assert_eq!(titles(&app, &sample.owner, text).await, ["card Buy milk"], "{text}");
        }
        for text in ["x", "il", "z m", "buy x", "\"m buy\"", "\"buy f\"", "m -bu", "m -buy"] {
            assert_eq!(titles(&app, &sample.owner, text).await, [""; 0], "{text}");
        }
    }

    async fn long_notes_are_found_with_their_first_lines(app: TestApp) {
        let ada = app.person("ada").await;
        app.save_note(&ada, &new_id(), None, &format!("{}picnic", "word ".repeat(8_000))).await;
        app.index_search().await;
        let found = results(&app, &ada, "picnic").await;
        let title = found[0]["title"].as_str().unwrap();
        assert!(found.len() == 1 && title.starts_with("word word") && title.len() <= 200, "{found:?}");
    }

    async fn pages_have_all_results_in_order(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        sample.edit_card(&app, "title", json!("Other")).await;
        sample.edit_card(&app, "description", json!("with milk")).await;
        for number in 0..6 {
            app.advance_clock(1_000);
            let (id, at) = (new_id(), format!("2026-03-03T12:00:0{number}Z"));
            let op = json!({"id": new_id(), "at": at, "change": add_card(&id, &sample.list, &format!("Milk {number}"), "81")});
            app.send_ops(ada, &sample.board, json!([op])).await.assert_ok();
        }
        app.index_search().await;
        let all: Vec<String> = results(&app, ada, "milk").await.iter().map(title).collect();
        assert_eq!(all, ["card Milk 5", "card Milk 4", "card Milk 3", "card Milk 2", "card Milk 1", "card Milk 0", "card Other"]);
        for limit in [1, 2, 3, 7] {
            let (mut found, mut rest, mut pages) = (Vec::new(), format!("&limit={limit}"), 0);
            loop {
                let page = send(&app, ada, "milk", &rest).await.assert_ok();
                found.extend(page["results"].as_array().unwrap().iter().map(title));
                pages += 1;
                let Some(cursor) = page["cursor"].as_str() else { break };
                rest = format!("&limit={limit}&cursor={cursor}");
            }
            assert_eq!((found, pages), (all.clone(), all.len().div_ceil(limit)), "{limit}");
        }
    }

    async fn no_text_is_an_error_and_none_is_part_of_the_syntax(app: TestApp) {
        let sample = Sample::new(&app, "ada").await;
        let ada = &sample.owner;
        sample.edit_card(&app, "title", json!("日本語のタイトル and AND near %_' Straße")).await;
        app.index_search().await;
        for text in [
            "日本", "本語", "タイト", "AND", "near", "strasse", "STRAßE", "\"and and\"", "%_'", "and' near\"", "(and)", "and*", "title:and", "and near",
            "_and", "and -\"and near %_' x\"",
        ] {
            let found = send(&app, ada, text, "").await.assert_ok();
            let count = found["results"].as_array().unwrap().len();
            assert_eq!(count, usize::from(!["title:and", "%_'"].contains(&text)), "{text}: {found}");
        }
        for text in [
            "\"", "'", "\\", ":*", "a:*b", "!a & b | (c", "AND OR NOT", "NEAR(a b)", "^a", "a + b", "{words}: a", "*", "-", "--", "-\"", "\u{0}", "label:\u{0}", "and\u{0}near",
            "label:%", "label:\\", "assignee:'", "board:\"\\", "due:9999-12-31", "due:>9999-12-31", "due:<0001-01-01", "🎯", "\u{301}\u{301}", "a\u{fffd}", "ǅ",
            "label:\"'; DROP TABLE cards; --\"", "is:\u{202e}", "_", "__", "_0192f0c17b3a7c9e8a543d1f6b2e9c70", "-_ -a", &"a".repeat(200), &"a ".repeat(100), &"🎯".repeat(200),
            &"label:x ".repeat(25), &"-assignee:x ".repeat(16),
        ] {
            assert_eq!(send(&app, ada, text, "").await.status, 200, "{text}");
        }
        assert_eq!(app.count("cards").await, 1);
        for (text, rest) in [
            ("a".repeat(201).as_str(), ""), ("a", "&limit=0"), ("a", "&limit=51"), ("a", "&limit=x"), ("a", "&cursor=x"), ("a", "&cursor="),
            ("", "&cursor=1.1"), ("a", "&cursor=2.1.0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"),
        ] {
            send(&app, ada, text, rest).await.assert_rejected(422, "bad_query");
        }
        let raw = app.get("/api/search/?q=%FF%FE", &ada.access_token).await;
        assert!(raw.status == 200 || raw.status == 422, "{}", raw.status);
    }
}
