//! Rate limits that two servers share, and what happens while the store of their state is unavailable.

use crate::limits::{Limited, Peer, assert_retry_after};
use crate::redis::RedisServer;
use crate::support::{PUBLIC_URL, TestApp, recipient_keys};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::time::{Duration, Instant};
use twentyfour_server::Outbox;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The maximum time of a request while the store does not respond: the time limit of a decision, and a margin for a busy machine.
const MAX_DELAY: Duration = Duration::from_millis(1_000);

async fn forgot(app: &TestApp, address: &str, email: &str) -> u16 {
    Peer(app, address).post("/api/auth/forgot-password/", json!({"email": email})).await.status.as_u16()
}

/// Uses all limits of two servers in turn.
async fn servers_share_limits(app: Limited) {
    let servers = [app.with(|_| ()), app.with(|_| ())];
    let on = |number: usize| &*servers[number % 2];
    let ada = on(0).person("ada").await;
    // Per network, IPv4 and IPv6, and for a site.
    for address in ["192.0.2.1", "2001:db8::1"] {
        for number in 0..5 {
            Peer(on(number), address).join_waitlist().await.assert_ok();
        }
        for number in 0..2 {
            assert_retry_after(Peer(on(number), address).join_waitlist().await, 720, "12 minutes");
        }
    }
    for network in 0..19 {
        for number in 0..5 {
            let address = format!("2001:db8:0:{:x}::1", network + 1);
            Peer(on(number), &address).join_waitlist().await.assert_ok();
        }
    }
    for number in 0..2 {
        Peer(on(number), "2001:db8:0:fe::1").join_waitlist().await.assert_rejected(429, "too_many_requests");
    }
    // Per email, from many addresses.
    for number in 0..10 {
        let address = format!("198.51.100.{number}");
        Peer(on(number), &address)
            .log_in("ada@example.org", "wrong horse")
            .await
            .assert_rejected(401, "credentials_invalid");
    }
    for number in 0..2 {
        let response = Peer(on(number), "198.51.100.99").log_in("ada@example.org", "correct horse").await;
        assert_retry_after(response, 6, "6 seconds");
    }
    // Per account, with the growing delay.
    let try_password = async |number: usize, password: &str| {
        let body = json!({"email": ada.email, "password": password});
        on(number).put("/api/account/email/", &ada.access_token, body).await
    };
    for number in 0..10 {
        try_password(number, "wrong horse").await.assert_rejected(403, "password_wrong");
    }
    for number in 0..2 {
        assert_retry_after(try_password(number, "correct horse").await, 1, "1 second");
    }
    app.advance_clock(MINUTE);
    try_password(0, "wrong horse").await.assert_rejected(403, "password_wrong");
    assert_retry_after(try_password(1, "correct horse").await, 2, "2 seconds");
    app.advance_clock(2 * SECOND);
    try_password(1, "correct horse").await.assert_ok();
    // The success on one server resets the failures for the other.
    app.advance_clock(MINUTE);
    for number in 0..10 {
        try_password(number, "wrong horse").await.assert_rejected(403, "password_wrong");
    }
    // Mails per recipient.
    for number in 0..3 {
        assert_eq!(forgot(on(number), &format!("203.0.113.{number}"), "ada@example.org").await, 200);
    }
    for number in 0..2 {
        assert_eq!(forgot(on(number), &format!("203.0.113.{}", 10 + number), "ada@example.org").await, 429);
    }
}

/// An address with a login is exempt from what strangers use up, on every server and after a restart.
async fn known_address_is_known_to_all_servers(app: Limited) {
    app.person("ada").await;
    Peer(&app, "192.0.2.1").log_in("ada@example.org", "correct horse").await.assert_ok();
    let other = app.with(|_| ());
    for day in 0..29 {
        for stranger in 0..10 {
            let address = format!("198.51.{day}.{stranger}");
            let response = Peer(&other, &address).log_in("ada@example.org", "wrong horse").await;
            assert!([401, 429].contains(&response.status.as_u16()), "{}", response.body);
        }
        let response = Peer(&other, "198.51.100.99").log_in("ada@example.org", "correct horse").await;
        assert_eq!(response.status.as_u16(), 429, "a stranger on day {day}");
        app.advance_clock(DAY);
    }
    Peer(&other, "192.0.2.1")
        .log_in("ada@example.org", "wrong horse")
        .await
        .assert_rejected(401, "credentials_invalid");
    app.advance_clock(DAY);
    for stranger in 0..10 {
        Peer(&other, &format!("198.51.100.{stranger}")).log_in("ada@example.org", "wrong horse").await;
    }
    assert_eq!(Peer(&app, "192.0.2.1").log_in("ada@example.org", "correct horse").await.status.as_u16(), 429);
}

/// A server whose clock is years ahead does not lock anybody out.
async fn wrong_clock_locks_nobody_out(app: Limited) {
    let app = app.alone();
    app.person("ada").await;
    app.advance_clock(10 * 365 * DAY);
    let use_up = async || {
        for _ in 0..10 {
            let response = Peer(&app, "192.0.2.1").log_in("ada@example.org", "wrong horse").await;
            response.assert_rejected(401, "credentials_invalid");
        }
        assert_eq!(Peer(&app, "192.0.2.1").log_in("ada@example.org", "correct horse").await.status.as_u16(), 429);
    };
    use_up().await;
    app.advance_clock(-10 * 365 * DAY);
    use_up().await;
    app.advance_clock(MINUTE);
    Peer(&app, "192.0.2.1").log_in("ada@example.org", "correct horse").await.assert_ok();
}

/// A server whose clock is behind gets its own limits in memory, and changes nothing in the shared ones.
async fn server_with_a_slow_clock_changes_nothing_for_others(app: Limited) {
    let app = app.alone();
    let (ahead, behind) = (app.with(|_| ()), app.with(|_| ()));
    app.person("ada").await;
    let attempts = async |server: &TestApp| {
        let mut allowed = 0;
        for _ in 0..15 {
            let response = Peer(server, "192.0.2.1").log_in("ada@example.org", "wrong horse").await;
            assert!([401, 429].contains(&response.status.as_u16()), "{}", response.body);
            allowed += usize::from(response.status.as_u16() == 401);
        }
        allowed
    };
    let requests = async |server: &TestApp| {
        let mut allowed = 0;
        for _ in 0..70 {
            allowed += usize::from(join(server, "192.0.2.1").await.0);
        }
        allowed
    };
    assert_eq!((attempts(&ahead).await, requests(&ahead).await), (10, 60));
    let mut allowed_behind = (0, 0);
    for _ in 0..3 {
        let before = app.shared_state().await;
        app.advance_clock(-5 * MINUTE);
        allowed_behind.0 += attempts(&behind).await;
        allowed_behind.1 += requests(&behind).await;
        app.advance_clock(5 * MINUTE);
        let after = app.shared_state().await;
        // In a Redis, that of API requests may have expired.
        let is_unchanged = after.len() >= 4 && after.iter().all(|entry| before.contains(entry));
        assert!(is_unchanged, "{before:?} {after:?}");
        assert_eq!((attempts(&ahead).await, requests(&ahead).await), (0, 0), "nothing was refilled");
    }
    assert_eq!(allowed_behind, (10, 60), "the limits in memory");
}

macro_rules! on_shared_stores {
    ($($name:ident)*) => {
        $(
            mod $name {
                use super::*;

                #[tokio::test]
                #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
                async fn postgres() {
                    let app = TestApp::on_postgres().await;
                    super::$name(Limited::new(&app)).await;
                    app.remove().await;
                }

                #[tokio::test]
                async fn redis() {
                    let (app, redis) = (TestApp::on_sqlite().await, RedisServer::start());
                    super::$name(Limited::in_redis(&app, &redis)).await;
                    app.remove().await;
                }
            }
        )*
    };
}

on_shared_stores! {
    servers_share_limits
    known_address_is_known_to_all_servers
    wrong_clock_locks_nobody_out
    server_with_a_slow_clock_changes_nothing_for_others
}

/// Makes every kind of limit count something.
async fn use_limits(app: &TestApp) {
    let ada = app.person("ada").await;
    Peer(app, "192.0.2.1").log_in("ada@example.org", "correct horse").await.assert_ok();
    Peer(app, "192.0.2.1").log_in("ada@example.org", "wrong horse").await.assert_rejected(401, "credentials_invalid");
    Peer(app, "2001:db8::1").join_waitlist().await.assert_ok();
    let body = json!({"email": ada.email, "password": "wrong horse"});
    app.put("/api/account/email/", &ada.access_token, body).await.assert_rejected(403, "password_wrong");
}

/// Checks that texts contain hashes instead of what limits count.
fn assert_nobody_is_named(stored: &str) {
    assert!(!stored.is_empty());
    // Not "ada", which may be a part of a hash.
    for name in ["ada@", "example", "192.0", "2001:db8"] {
        assert!(!stored.contains(name), "{name} in {stored}");
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn tables_of_limits_name_nobody_and_are_emptied() {
    let app = TestApp::on_postgres().await;
    let limited = Limited::new(&app)
        .with_outbox(Outbox::with_transport(app.transport.clone(), PUBLIC_URL).with_rate_limit(Some(recipient_keys())));
    use_limits(&Limited::new(&app)).await;
    assert!(!limited.mails().await.is_empty());
    let rows = async || {
        let limits = app.query_column("SELECT CAST(row_to_json(rate_limits) AS TEXT) FROM rate_limits").await;
        [limits, app.query_column("SELECT CAST(row_to_json(mail_recipients) AS TEXT) FROM mail_recipients").await]
    };
    let [limits, recipients] = rows().await;
    assert!(limits.len() >= 8 && recipients.len() == 1, "{limits:?} {recipients:?}");
    assert_nobody_is_named(&(limits.concat() + &recipients.concat()));
    app.delete_expired().await;
    assert_eq!(rows().await, [limits, recipients], "all still count");
    app.advance_clock(2 * HOUR);
    app.delete_expired().await;
    let [limits, recipients] = rows().await;
    assert_eq!((limits.len(), recipients.len()), (3, 0), "the failures and the known address: {limits:?}");
    app.advance_clock(31 * DAY);
    app.delete_expired().await;
    assert_eq!(rows().await, [Vec::<String>::new(), Vec::new()]);
    app.remove().await;
}

#[tokio::test]
async fn redis_names_nobody_and_forgets() {
    let (app, redis) = (TestApp::on_sqlite().await, RedisServer::start());
    use_limits(&Limited::in_redis(&app, &redis)).await;
    let keys = redis.command("KEYS *");
    assert!(keys.matches("twentyfour:limits:").count() >= 8, "{keys}");
    assert_nobody_is_named(&keys);
    for key in keys.lines().filter(|line| line.starts_with("twentyfour")) {
        // One that has just expired has the time -2.
        assert!(!redis.command(&format!("PTTL {key}")).starts_with(":-1"), "{key} expires");
    }
    app.remove().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn two_servers_send_6_mails_per_h_to_a_recipient() {
    let app = TestApp::on_postgres().await;
    let outbox = || Outbox::with_transport(app.transport.clone(), PUBLIC_URL).with_rate_limit(Some(recipient_keys()));
    let servers = [app.with_outbox(outbox()), app.with_outbox(outbox())];
    app.person("ada").await;
    for number in 0..9 {
        forgot(&servers[number % 2], "192.0.2.1", "ada@example.org").await;
    }
    // Both send at once, and each mail is sent once.
    let sent = async || {
        tokio::join!(servers[0].send_mails(), servers[1].send_mails());
        std::mem::take(&mut *app.transport.mails.lock().unwrap()).len()
    };
    assert_eq!(sent().await, 6);
    assert_eq!(app.count("mails").await, 4);
    app.advance_clock(HOUR - 1);
    assert_eq!(sent().await, 0);
    app.advance_clock(1);
    assert_eq!(sent().await, 4);
    assert_eq!(app.count("mails").await, 0);
    app.remove().await;
}

/// Sends a request that a limit counts, and returns whether it was allowed, and how long it took.
async fn join(app: &TestApp, address: &str) -> (bool, Duration) {
    let since = Instant::now();
    let response = Peer(app, address).post("/api/leave-waitlist/x/", Value::Null).await;
    assert!([422, 429].contains(&response.status.as_u16()), "{}", response.body);
    (response.status.as_u16() == 422, since.elapsed())
}

/// Returns a server with the usual time limit of a decision.
fn with_usual_timeout(limited: &Limited) -> Limited {
    limited.with(|config| config.limits_timeout = Duration::from_millis(250))
}

#[tokio::test]
async fn limits_of_this_server_apply_while_redis_is_unavailable() {
    let (app, mut redis) = (TestApp::on_sqlite().await, RedisServer::start());
    let servers =
        [with_usual_timeout(&Limited::in_redis(&app, &redis)), with_usual_timeout(&Limited::in_redis(&app, &redis))];
    for number in 0..60 {
        assert!(join(&servers[number % 2], "192.0.2.1").await.0);
    }
    assert!(!join(&servers[0], "192.0.2.1").await.0);
    let local_limits_apply = async |address: &str| {
        for server in &servers {
            let mut slow = 0;
            for _ in 0..60 {
                let (is_allowed, time) = join(server, address).await;
                assert!(is_allowed && time < MAX_DELAY, "{time:?}");
                slow += usize::from(time >= Duration::from_millis(200));
            }
            assert!(slow <= 8, "{slow} requests waited, although the store had failed for an earlier one");
            assert!(!join(server, address).await.0, "the limit in memory");
        }
    };
    redis.set_paused(true);
    local_limits_apply("192.0.2.2").await;
    redis.set_paused(false);
    redis.kill();
    local_limits_apply("192.0.2.3").await;
    redis.start_again();
    // It is used again a second after a failure, and connections are tried again after a second at most.
    let is_shared = async || redis.command("KEYS *").contains("twentyfour:limits:");
    let since = Instant::now();
    while !is_shared().await {
        assert!(since.elapsed() < Duration::from_secs(10), "it is not used again");
        for server in &servers {
            join(server, "192.0.2.4").await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    for server in &servers {
        join(server, "192.0.2.5").await;
    }
    let allowed = {
        let mut allowed = 0;
        for number in 0..100 {
            allowed += usize::from(join(&servers[number % 2], "192.0.2.6").await.0);
        }
        allowed
    };
    assert_eq!(allowed, 60, "shared again");
    app.remove().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn limits_of_this_server_apply_while_the_database_does_not_respond() {
    let app = TestApp::on_postgres().await;
    let limited = with_usual_timeout(&Limited::new(&app));
    assert!(join(&limited, "192.0.2.1").await.0);
    // Another transaction has locked the table, as a slow migration would.
    let mut connection = AnyConnection::connect(&app.url).await.unwrap();
    let lock = "BEGIN; LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE";
    sqlx::raw_sql(lock).execute(&mut connection).await.unwrap();
    for _ in 0..60 {
        let (is_allowed, time) = join(&limited, "192.0.2.2").await;
        assert!(is_allowed && time < MAX_DELAY, "{time:?}");
    }
    assert!(!join(&limited, "192.0.2.2").await.0, "the limit in memory");
    sqlx::raw_sql("ROLLBACK").execute(&mut connection).await.unwrap();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(join(&limited, "192.0.2.2").await.0, "the state in the database");
    app.remove().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn locked_limits_leave_connections_for_other_requests() {
    let app = TestApp::on_postgres().await;
    let limited = with_usual_timeout(&Limited::new(&app));
    let ada = app.person("ada").await;
    let mut connection = AnyConnection::connect(&app.url).await.unwrap();
    let lock = "BEGIN; LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE";
    sqlx::raw_sql(lock).execute(&mut connection).await.unwrap();
    let join_all = async || {
        let joined = futures_util::future::join_all((0..60).map(|number| {
            let (limited, address) = (&limited, format!("192.0.2.{number}"));
            async move { join(limited, &address).await }
        }));
        for (is_allowed, time) in joined.await {
            assert!(is_allowed && time < MAX_DELAY, "{time:?}");
        }
    };
    let read = async || {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let since = Instant::now();
        app.get("/api/user/", &ada.access_token).await.assert_ok();
        assert!(since.elapsed() < Duration::from_secs(1), "{:?}", since.elapsed());
    };
    // Between two rounds, the store is tried again.
    for _ in 0..3 {
        tokio::join!(join_all(), read());
        tokio::time::sleep(Duration::from_millis(1_100)).await;
    }
    sqlx::raw_sql("ROLLBACK").execute(&mut connection).await.unwrap();
    app.remove().await;
}
