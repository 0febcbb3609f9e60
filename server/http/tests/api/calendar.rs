//! Calendar feeds, and the busy hours of another calendar.

use crate::support::{Person, TestApp, add_card, add_list, new_id, on_both_engines};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use calcard::icalendar::{ICalendar, ICalendarProperty};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tower::ServiceExt;

/// Reads a feed as a calendar program.
async fn read(app: &TestApp, method: Method, path: &str, tag: Option<&str>) -> (StatusCode, HeaderMap, String) {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(tag) = tag {
        request = request.header(header::IF_NONE_MATCH, tag);
    }
    let response = app.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    (parts.status, parts.headers, String::from_utf8(body.to_vec()).unwrap())
}

/// Makes a feed and returns the path of its address.
async fn create(app: &TestApp, person: &Person, options: Value) -> String {
    let made = app.post("/api/account/calendar/", &person.access_token, options.clone()).await.assert_ok();
    assert_eq!((&made["feed"]["options"], &made["source"]), (&options, &Value::Null));
    assert_eq!(
        app.get("/api/account/calendar/", &person.access_token).await.assert_ok(),
        made,
        "it can be shown again"
    );
    made["feed"]["url"].as_str().unwrap().strip_prefix(crate::support::PUBLIC_URL).unwrap().to_owned()
}

fn edit(card: &str, field: &str, value: Value) -> Value {
    json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}})
}

/// Returns the titles of the events of a feed, which must be valid.
fn titles(text: &str) -> Vec<String> {
    assert!(
        text.ends_with("END:VCALENDAR\r\n") && text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n'))
    );
    let calendar = ICalendar::parse(text).unwrap();
    let title = |property| {
        move |component: &calcard::icalendar::ICalendarComponent| {
            component.property(property).and_then(|entry| Some(entry.values.first()?.as_text()?.to_owned()))
        }
    };
    calendar.components.iter().filter_map(title(&ICalendarProperty::Summary)).collect()
}

on_both_engines! {
    async fn ended_login_makes_no_address_on_another_server(app: TestApp) {
        let ada = app.person("ada").await;
        let there = app.restart().await;
        there.get("/api/user/", &ada.access_token).await.assert_ok();
        let password = json!({"password": "correct horse"});
        app.post("/api/account/logins/end-all/", &ada.access_token, password).await.assert_ok();
        let options = json!({"cards": "all", "includes_sessions": false});
        there.post("/api/account/calendar/", &ada.access_token, options).await.assert_rejected(401, "token_invalid");
        assert_eq!(app.count("calendar_feeds").await, 0);
        there.database.close().await;
    }

    async fn feed_has_the_due_cards_of_the_account(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        app.put("/api/preferences/", &ada.access_token, json!({"time_zone": "Europe/Berlin", "language": "de"})).await.assert_ok();
        let (own, shared) = (app.board(&ada, "Own").await, app.board(&eve, "Shared").await);
        app.join(&eve, &shared, &ada, "editor").await;
        let list = new_id();
        let cards: Vec<String> = (0..6).map(|_| new_id()).collect();
        let mut changes = vec![add_list(&list, "l", "80")];
        for (card, (title, due_date)) in cards.iter().zip([
            ("Milk; bread, \\ 👩‍👩‍👧‍👦 and a title that is longer than a line of the file may be", Some("2026-03-04T09:00")), ("Day", Some("2026-03-05")),
            ("No date", None), ("Long ago", Some("2025-03-03")), ("Trashed", Some("2026-03-05")), ("Done", Some("2026-03-06")),
        ]) {
            changes.push(add_card(card, &list, title, "80"));
            changes.push(edit(card, "due_date", json!(due_date)));
        }
        changes.extend([
            edit(&cards[0], "estimate", json!(45)),
            json!({"type": "trash_card", "card_id": cards[4]}),
            edit(&cards[5], "priority", json!("completed")),
        ]);
        app.change(&ada, &own, &changes).await;
        let (theirs, mine) = (new_id(), new_id());
        app.change(&eve, &shared, &[
            add_list(&list, "l", "80"), add_card(&theirs, &list, "Theirs", "80"), edit(&theirs, "due_date", json!("2026-03-07")),
            add_card(&mine, &list, "Mine", "80"), edit(&mine, "due_date", json!("2026-03-08")),
            edit(&mine, "assign", json!(ada.id)),
        ]).await;
        let session = json!({
            "id": new_id(), "kind": "focus", "planned": 1500, "outcome": "completed", "board_id": own, "card_id": cards[1],
            "segments": [{"start": "2026-03-03T10:00:00Z", "end": "2026-03-03T10:25:00Z", "utc_offset": 60}]
        });
        app.post("/api/focus-sessions/", &ada.access_token, session).await.assert_ok();

        let path = create(&app, &ada, json!({"cards": "all", "includes_sessions": false})).await;
        let (status, headers, text) = read(&app, Method::GET, &path, None).await;
        assert_eq!((status, &headers["content-type"]), (StatusCode::OK, &"text/calendar; charset=utf-8; method=PUBLISH".parse().unwrap()));
        for (name, value) in [
            ("cache-control", "private, no-cache"), ("x-robots-tag", "noindex, nofollow"), ("referrer-policy", "no-referrer"),
            ("content-disposition", "inline; filename=\"twentyfour.ics\""),
        ] {
            assert_eq!(headers[name], value);
        }
        let long = "Milk; bread, \\ 👩‍👩‍👧‍👦 and a title that is longer than a line of the file may be";
        assert_eq!(titles(&text), [long, "Day", "✓ Done", "Theirs", "Mine"]);
        for line in ["DTSTART:20260304T080000Z\r\n", "DTEND:20260304T084500Z\r\n", "DTSTART;VALUE=DATE:20260305\r\n", &format!("UID:{}\r\n", cards[0])] {
            assert!(text.contains(line), "{line}: {text}");
        }

        let tag = headers["etag"].to_str().unwrap();
        app.advance_clock(60_000);
        for known in [tag.to_owned(), format!("W/{tag}")] {
            let (status, headers, text) = read(&app, Method::GET, &path, Some(&known)).await;
            assert_eq!((status, headers["etag"].to_str().unwrap(), text.as_str()), (StatusCode::NOT_MODIFIED, tag, ""));
            assert_eq!(headers["cache-control"], "private, no-cache");
        }
        let (status, headers, body) = read(&app, Method::HEAD, &path, None).await;
        assert_eq!((status, headers["etag"].to_str().unwrap(), body.as_str()), (StatusCode::OK, tag, ""));
        app.change(&ada, &own, &[edit(&cards[1], "title", json!("Changed"))]).await;
        let (status, _, text) = read(&app, Method::GET, &path, Some(tag)).await;
        assert_eq!((status, titles(&text).contains(&"Changed".to_owned())), (StatusCode::OK, true));

        let options = json!({"cards": "mine", "includes_sessions": true});
        let changed = app.put("/api/account/calendar/", &ada.access_token, options.clone()).await.assert_ok();
        assert_eq!((&changed["feed"]["options"], changed["feed"]["url"].as_str().unwrap().ends_with(&path)), (&options, true));
        let (_, _, text) = read(&app, Method::GET, &format!("{path}/"), None).await;
        assert_eq!(titles(&text), [long, "Changed", "✓ Done", "Mine", "Fokus: Changed"]);
        app.remove_member(&eve, &shared, &ada.id).await.assert_ok();
        assert!(!titles(&read(&app, Method::GET, &path, None).await.2).contains(&"Mine".to_owned()));
    }

    async fn replaced_and_removed_addresses_stop_working(app: TestApp) {
        let ada = app.person("ada").await;
        let token = ada.access_token.as_str();
        let options = json!({"cards": "all", "includes_sessions": false});
        app.put("/api/account/calendar/", token, options.clone()).await.assert_rejected(404, "not_found");
        let first = create(&app, &ada, options.clone()).await;
        assert_eq!(read(&app, Method::GET, &first, None).await.0, StatusCode::OK);
        let second = create(&app, &ada, options).await;
        assert_eq!(read(&app, Method::GET, &second, None).await.0, StatusCode::OK);
        let none = json!({"feed": null, "source": null});
        for _ in 0..2 {
            assert_eq!(app.delete("/api/account/calendar/", token).await.assert_ok(), none);
        }
        let without_suffix = second.strip_suffix(".ics").unwrap();
        for path in [&first, &second, without_suffix, "/calendar/x.ics", "/calendar/.ics", "/calendar/%ff.ics"] {
            let (status, headers, body) = read(&app, Method::GET, path, None).await;
            assert_eq!((status, body.as_str()), (StatusCode::NOT_FOUND, "Not found\n"), "{path}");
            assert_eq!((&headers["content-type"], &headers["cache-control"]), (&"text/plain; charset=utf-8".parse().unwrap(), &"private, no-cache".parse().unwrap()));
        }
        app.post("/api/account/calendar/", token, json!({"cards": "some"})).await.assert_rejected(422, "body_invalid");
    }

    async fn addresses_stop_working_while_a_deletion_is_scheduled(app: TestApp) {
        let ada = app.person("ada").await;
        let path = create(&app, &ada, json!({"cards": "all", "includes_sessions": false})).await;
        app.post("/api/account/delete/", &ada.access_token, json!({"password": "correct horse"})).await.assert_ok();
        assert_eq!(read(&app, Method::GET, &path, None).await.0, StatusCode::NOT_FOUND);
        app.post("/api/account/keep/", &ada.access_token, json!({})).await.assert_ok();
        assert_eq!(read(&app, Method::GET, &path, None).await.0, StatusCode::OK);
    }

    async fn feeds_are_rate_limited_by_account(app: TestApp) {
        let ada = app.person("ada").await;
        let path = create(&app, &ada, json!({"cards": "all", "includes_sessions": false})).await;
        let app = app.with_config(|config| config.has_rate_limits = true);
        for _ in 0..30 {
            assert_eq!(read(&app, Method::GET, &path, None).await.0, StatusCode::OK);
        }
        let (status, headers, _) = read(&app, Method::GET, &path, None).await;
        assert_eq!((status, headers.contains_key("retry-after")), (StatusCode::TOO_MANY_REQUESTS, true));
        app.advance_clock(2_000);
        assert_eq!(read(&app, Method::GET, &path, None).await.0, StatusCode::OK);
    }

    async fn busy_hours_are_fetched_from_another_calendar(app: TestApp) {
        let server = CalendarServer::start().await;
        // What was read is kept by each server.
        let app = app.alone().with_config(|config| {
            config.public_url = "http://127.0.0.1".into();
            config.allowed_private_networks = vec!["127.0.0.0/8".parse().unwrap()];
        });
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let busy = async |person: &Person| {
            let path = "/api/account/calendar/busy/?from=2026-03-02T00:00:00Z&to=2026-03-09T00:00:00Z";
            // The clock moves beyond the lifetime of tokens.
            let person = app.with_new_token(person).await;
            app.get(path, &person.access_token).await.assert_ok()
        };
        let none = json!({"busy": [], "error": null});
        assert_eq!(busy(&ada).await, none);
        let made = app.put("/api/account/calendar/busy/", &ada.access_token, json!({"url": server.url})).await.assert_ok();
        assert_eq!(made["source"]["host"], "127.0.0.1");
        assert!(!made.to_string().contains("secret"), "{made}");

        let time = |title: &str| json!({"starts_at": "2026-03-03T09:00:00.000Z", "ends_at": "2026-03-03T10:00:00.000Z", "title": title});
        server.answer(200, "One");
        let one = json!({"busy": [time("One")], "error": null});
        assert_eq!([busy(&ada).await, busy(&ada).await], [one.clone(), one.clone()]);
        assert_eq!((busy(&eve).await, server.requests()), (none.clone(), vec![None]), "it is cached, and only for its account");
        server.answer(304, "");
        app.advance_clock(15 * 60_000);
        assert_eq!((busy(&ada).await, server.requests()), (one, vec![None, Some("\"One\"".to_owned())]));
        for (status, title, error) in [(500, "Two", "refused"), (302, "Two", "refused"), (200, "", "unreadable")] {
            server.answer(status, title);
            app.advance_clock(15 * 60_000);
            assert_eq!(busy(&ada).await, json!({"busy": [time("One")], "error": error}), "{status}: what was read last stays");
        }
        server.answer(200, "Three");
        assert_eq!(busy(&ada).await["error"], "unreadable", "failures are remembered, too");
        app.advance_clock(5 * 60_000);
        assert_eq!(busy(&ada).await, json!({"busy": [time("Three")], "error": null}));

        let ada = app.with_new_token(&ada).await;
        let requests = server.requests().len();
        app.put("/api/preferences/", &ada.access_token, json!({"time_zone": "Asia/Tokyo"})).await.assert_ok();
        assert_eq!((busy(&ada).await["busy"].clone(), server.requests().len()), (json!([time("Three")]), requests), "nobody can have it fetched more often");
        for query in ["", "?from=2026-03-02T00:00:00Z", "?from=2026-03-02T00:00:00Z&to=2026-03-02T00:00:00Z", "?from=2026-03-02T00:00:00Z&to=2026-06-02T00:00:00Z"] {
            app.get(&format!("/api/account/calendar/busy/{query}"), &ada.access_token).await.assert_rejected(422, "bad_query");
        }
        for url in ["", "x", "file:///etc/passwd", "http://10.0.0.1/x.ics", "http://ada:secret@127.0.0.1/"] {
            app.put("/api/account/calendar/busy/", &ada.access_token, json!({"url": url})).await.assert_rejected(422, "url_invalid");
        }
        let removed = app.delete("/api/account/calendar/busy/", &ada.access_token).await.assert_ok();
        assert_eq!((&removed["source"], busy(&ada).await), (&Value::Null, none));
    }
}

/// Somebody else's server with a calendar.
#[derive(Clone)]
struct CalendarServer {
    url: String,
    state: Arc<Mutex<CalendarState>>,
}

#[derive(Default)]
struct CalendarState {
    status: u16,
    title: String,
    /// The ETags that clients sent.
    requests: Vec<Option<String>>,
}

impl CalendarServer {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/secret/basic.ics", listener.local_addr().unwrap());
        let server = Self { url, state: Arc::default() };
        let router = Router::new().route("/secret/basic.ics", get(calendar)).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    fn answer(&self, status: u16, title: &str) {
        let mut state = self.state.lock().unwrap();
        (state.status, state.title) = (status, title.to_owned());
    }

    fn requests(&self) -> Vec<Option<String>> {
        self.state.lock().unwrap().requests.clone()
    }
}

async fn calendar(State(server): State<CalendarServer>, headers: HeaderMap) -> impl IntoResponse {
    let mut state = server.state.lock().unwrap();
    state.requests.push(headers.get(header::IF_NONE_MATCH).map(|tag| tag.to_str().unwrap().to_owned()));
    let title = state.title.clone();
    let body = match title.as_str() {
        "" => "<!doctype html>".to_owned(),
        title => format!(
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:{title}\r\nDTSTART:20260303T090000Z\r\nDTEND:20260303T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        ),
    };
    (StatusCode::from_u16(state.status).unwrap(), [(header::ETAG, format!("\"{title}\""))], Bytes::from(body))
}
