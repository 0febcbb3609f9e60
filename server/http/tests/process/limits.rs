//! Rate limits that real servers share in a Redis.

use super::databases::TestDatabase;
use super::log::LoggedServer;
use super::redis::RedisServer;
use serde_json::Value;

/// The number of requests that the limit allows at once. It refills by one per second.
const ALLOWED: usize = 60;
const MAX_REFILLED: usize = 15;

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn servers_share_limits_in_redis_and_log_once_that_it_is_unavailable() {
    let (postgres, mut redis) = (TestDatabase::create("limits"), RedisServer::start());
    let limits_url = redis.url();
    let settings = [
        ("DATABASE_URL", postgres.url.as_str()),
        ("JWT_SECRET", "0123456789abcdef0123456789abcdef"),
        ("LIMITS_URL", &limits_url),
        ("TRUSTED_PROXIES", "127.0.0.1"),
    ];
    let servers = [LoggedServer::start(&settings), LoggedServer::start(&settings)];
    let count_allowed = |address: &str| {
        let header = format!("X-Forwarded-For: {address}");
        let is_allowed = |number: &usize| {
            let server = &servers[number % 2].server;
            let (status, body) = server.send_with("POST", "/api/leave-waitlist/x/", &header, &Value::Null).unwrap();
            assert!([422, 429].contains(&status), "{body}");
            status == 422
        };
        (0..2 * (ALLOWED + MAX_REFILLED + 5)).filter(is_allowed).count()
    };
    let shared = count_allowed("192.0.2.1");
    assert!((ALLOWED..=ALLOWED + MAX_REFILLED).contains(&shared), "{shared}");
    redis.kill();
    let separate = count_allowed("192.0.2.2");
    assert!((2 * ALLOWED..=2 * (ALLOWED + MAX_REFILLED)).contains(&separate), "each on its own: {separate}");
    for server in &servers {
        let log = server.log();
        assert_eq!(log.matches("shared rate limits unavailable").count(), 1, "{log}");
        assert!(log.contains("Redis failed"), "{log}");
    }
    drop(servers);
}
