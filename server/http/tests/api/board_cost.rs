//! The cost of an op does not grow with its board. Requests to a small board and to one with 50,000 cards alternate, so
//! that other load on the machine slows down both.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines, statuses};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const CARDS: i64 = 50_000;
const SAMPLES: usize = 40;
/// Reading the whole board would be tens of times slower; cache effects stay below this ratio.
const MAX_RATIO: u32 = 3;
const SLACK: Duration = Duration::from_millis(3);

/// A board with two lists and a card with a sub-task.
struct Sample {
    board: String,
    lists: [String; 2],
    card: String,
    subtask: String,
}

impl Sample {
    async fn on(app: &TestApp, person: &crate::support::Person) -> Self {
        let board = app.board(person, "B").await;
        let sample = Self { board, lists: [new_id(), new_id()], card: new_id(), subtask: new_id() };
        app.change(person, &sample.board, &[
            add_list(&sample.lists[0], "l", "80"),
            add_list(&sample.lists[1], "m", "81"),
            add_card(&sample.card, &sample.lists[0], "c", "80"),
            json!({"type": "add_subtask", "item_id": sample.subtask, "card_id": sample.card, "rank": "80", "title": "s"}),
        ])
        .await;
        sample
    }

    /// Returns one of each common kind of op; `sample` makes them differ.
    fn changes(&self, sample: usize) -> Vec<Value> {
        let rank = format!("80{sample:04x}80");
        vec![
            json!({"type": "move_card", "card_id": self.card, "list_id": self.lists[sample % 2], "rank": rank}),
            json!({"type": "edit_card", "card_id": self.card, "edit": {"field": "title", "value": format!("{sample}")}}),
            add_card(&new_id(), &self.lists[0], "n", &rank),
            json!({"type": "add_comment", "item_id": new_id(), "card_id": self.card, "text": "t"}),
            json!({"type": "edit_item", "item_id": self.subtask, "edit": {"field": "title", "value": format!("{sample}")}}),
            json!({"type": "edit_list", "list_id": self.lists[0], "edit": {"field": "name", "value": format!("{sample}")}}),
        ]
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

on_both_engines! {
    async fn op_cost_is_independent_of_board_size(app: TestApp) {
        let ada = app.person("ada").await;
        let (small, large) = (Sample::on(&app, &ada).await, Sample::on(&app, &ada).await);
        let numbers = format!("WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {CARDS})");
        let id = |kind: u8| format!("'0190000{kind}-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12)");
        let (board, list) = (&large.board, &large.lists[1]);
        for (columns, values) in [
            (
                "cards (board_id, id, list_id, rank, title, description, priority, labels, created_at, version)",
                format!("'{board}', {}, '{list}', '80', 't', '', 'low', '[]', 1, 2", id(1)),
            ),
            (
                "items (board_id, id, card_id, content, created_at, version)",
                format!("'{board}', {}, {}, '{{\"kind\":\"comment\",\"text\":\"t\"}}', 1, 2", id(2), id(1)),
            ),
            ("ops (board_id, id, hash, body, version, card_id)", format!("'{board}', {}, 'h', '', 2, {}", id(3), id(1))),
        ] {
            app.execute(&format!("INSERT INTO {columns} {numbers} SELECT {values} FROM numbers")).await;
        }
        app.execute("ANALYZE").await;
        assert_eq!(app.open_board(&ada, board).await["cards"].as_array().unwrap().len() as i64, CARDS + 1);

        let kinds = small.changes(0).len();
        let mut times = vec![[const { Vec::new() }; 2]; kinds + 1];
        for turn in 1..=SAMPLES {
            for (which, sample) in [&small, &large].into_iter().enumerate() {
                let mut version = 0;
                for (kind, change) in sample.changes(turn).iter().enumerate() {
                    let started = Instant::now();
                    let response = app.change(&ada, &sample.board, std::slice::from_ref(change)).await;
                    times[kind][which].push(started.elapsed());
                    assert_eq!(statuses(&response), ["applied"]);
                    version = response["version"].as_i64().unwrap();
                }
                let started = Instant::now();
                let changes = app.changes(&ada, &sample.board, version - 1).await;
                times[kinds][which].push(started.elapsed());
                assert_eq!((changes["lists"].as_array().unwrap().len(), &changes["cards"]), (1, &json!([])));
            }
        }
        for (kind, [small_times, large_times]) in times.into_iter().enumerate() {
            let (of_small, of_large) = (median(small_times), median(large_times));
            let what = small.changes(0).get(kind).map_or("changes".to_owned(), |change| change["type"].to_string());
            assert!(of_large <= of_small * MAX_RATIO + SLACK, "{what}: {of_small:?} and {of_large:?}");
        }
    }
}
