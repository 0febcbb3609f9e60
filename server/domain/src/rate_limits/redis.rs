//! Shared limits in Redis. Each decision is a script, which Redis runs atomically.

use super::shared::{LimitStore, StoreFuture, Unavailable};
use core_wasm::protocol::time::Timestamp;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::io::tcp::TcpSettings;
use redis::io::tcp::socket2::TcpKeepalive;
use redis::{AsyncCommands, Client, IntoConnectionInfo, RedisError, Script};
use std::time::Duration;
use twentyfour_model::Secret;
use twentyfour_store::rate_limits::{Attempt, Backoff, Failures, MAX_CLOCK_DIFFERENCE_MS, Quota, is_plausible};

/// The start of all keys.
const PREFIX: &str = "twentyfour:limits:";

/// The maximum time of an attempt to connect, and of a response.
const TIMEOUT: Duration = Duration::from_secs(1);

/// How long what was sent may stay without an acknowledgment by the machine of Redis, and a connection without any sign of it. Otherwise
/// the connection to a machine that has failed would be closed only after about 15 minutes.
const TCP_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum delay between two attempts to connect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// The response of a script that changed nothing because the stored time is too far in the future.
const CLOCKS_DIFFER: i64 = -1;

/// Uses one attempt of a quota. Returns 0, the time until the next attempt in milliseconds, or [`CLOCKS_DIFFER`]. Arguments: now,
/// refill interval, burst window, maximum clock difference, all in ms.
const ACQUIRE: &str = "
local now, interval, burst, difference = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local refilled = tonumber(redis.call('GET', KEYS[1]) or 0)
if refilled > now + burst + difference then return -1 end
local next = math.max(refilled, now) + interval
if next > now + burst then return next - now - burst end
redis.call('SET', KEYS[1], string.format('%.0f', next), 'PX', string.format('%.0f', next - now))
return 0";

/// Counts a failure. Returns 0, the time until the next attempt in milliseconds if attempts are delayed, or [`CLOCKS_DIFFER`].
/// Arguments: now, attempts without a delay, first delay, maximum delay, time to live, maximum clock difference, all times in ms.
const ADD_FAILURE: &str = "
local now, free, initial, maximum = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local ttl, difference = tonumber(ARGV[5]), tonumber(ARGV[6])
local count, last = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
count, last = tonumber(count or 0), tonumber(last or 0)
if last > now + difference then return -1 end
if last + ttl <= now then count = 0 end
if count >= free then
  local wait = last + math.min(initial * 2 ^ (count - free), maximum) - now
  if wait > 0 then return wait end
end
redis.call('SET', KEYS[1], string.format('%.0f %.0f', count + 1, now), 'PX', ttl)
return 0";

/// Stores the state of limits in a Redis.
pub(super) struct RedisLimits {
    connection: ConnectionManager,
    acquire: Script,
    add_failure: Script,
}

impl RedisLimits {
    /// Makes the limits in the Redis at a URL, without connecting to it yet.
    ///
    /// # Errors
    /// Returns the reason if the URL is invalid.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub(super) fn new(url: &Secret) -> Result<Self, String> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(TIMEOUT))
            .set_response_timeout(Some(TIMEOUT))
            .set_max_delay(MAX_RECONNECT_DELAY);
        let address = url.expose().into_connection_info().map_err(describe)?;
        let client = Client::open(address.set_tcp_settings(tcp_settings())).map_err(describe)?;
        let connection = client.get_connection_manager_lazy(config).map_err(describe)?;
        Ok(Self { connection, acquire: Script::new(ACQUIRE), add_failure: Script::new(ADD_FAILURE) })
    }
}

/// Returns the settings of a connection, which ends soon after the machine of Redis has failed.
fn tcp_settings() -> TcpSettings {
    let keepalive = TcpKeepalive::new().with_time(TCP_TIMEOUT).with_interval(Duration::from_secs(1));
    let settings = TcpSettings::default().set_nodelay(true).set_keepalive(keepalive);
    #[cfg(target_os = "linux")]
    let settings = settings.set_user_timeout(TCP_TIMEOUT);
    settings
}

/// Checks the URL of a Redis.
///
/// # Errors
/// Returns the reason if it is invalid.
pub fn check_redis_url(url: &Secret) -> Result<(), String> {
    Client::open(url.expose()).map(|_| ()).map_err(describe)
}

impl LimitStore for RedisLimits {
    fn acquire<'a>(&'a self, key: &str, quota: Quota, now: Timestamp) -> StoreFuture<'a, Attempt> {
        let name = name(key);
        Box::pin(async move {
            let mut call = self.acquire.key(name);
            call.arg(now.millis()).arg(quota.interval_ms()).arg(quota.burst_ms()).arg(MAX_CLOCK_DIFFERENCE_MS);
            attempt(call.invoke_async(&mut self.connection.clone()).await)
        })
    }

    fn check_failures<'a>(&'a self, key: &str, backoff: Backoff, now: Timestamp) -> StoreFuture<'a, Attempt> {
        let name = name(key);
        Box::pin(async move {
            let stored: Option<String> = self.connection.clone().get(name).await.map_err(unavailable)?;
            let numbers = stored.as_deref().and_then(|stored| stored.split_once(' '));
            let failures = numbers
                .and_then(|(count, last)| Some(Failures { count: count.parse().ok()?, last: last.parse().ok()? }))
                .unwrap_or_default();
            is_plausible(failures.last, now).then(|| backoff.check(failures, now)).ok_or(Unavailable::ClocksDiffer)
        })
    }

    fn add_failure<'a>(&'a self, key: &str, backoff: Backoff, now: Timestamp) -> StoreFuture<'a, Attempt> {
        let name = name(key);
        Box::pin(async move {
            let mut call = self.add_failure.key(name);
            call.arg(now.millis()).arg(backoff.free_attempts).arg(backoff.initial_delay_ms).arg(backoff.max_delay_ms);
            call.arg(backoff.ttl_ms).arg(MAX_CLOCK_DIFFERENCE_MS);
            attempt(call.invoke_async(&mut self.connection.clone()).await)
        })
    }

    fn reset<'a>(&'a self, key: &str) -> StoreFuture<'a, ()> {
        let name = name(key);
        Box::pin(async move { self.connection.clone().del(name).await.map_err(unavailable) })
    }

    fn record_success<'a>(&'a self, key: &str, ttl_ms: i64, now: Timestamp) -> StoreFuture<'a, ()> {
        let (name, ttl_ms) = (name(key), ttl_ms.max(1).unsigned_abs());
        Box::pin(async move { self.connection.clone().pset_ex(name, now.millis(), ttl_ms).await.map_err(unavailable) })
    }

    fn has_succeeded<'a>(&'a self, key: &str, ttl_ms: i64, now: Timestamp) -> StoreFuture<'a, bool> {
        let name = name(key);
        Box::pin(async move {
            let stored: Option<i64> = self.connection.clone().get(name).await.map_err(unavailable)?;
            let Some(moment) = stored else { return Ok(false) };
            let has_succeeded = is_plausible(moment, now).then(|| moment.saturating_add(ttl_ms) > now.millis());
            has_succeeded.ok_or(Unavailable::ClocksDiffer)
        })
    }
}

fn name(key: &str) -> String {
    format!("{PREFIX}{key}")
}

/// Reads the response of a script.
fn attempt(response: Result<i64, RedisError>) -> Result<Attempt, Unavailable> {
    match response.map_err(unavailable)? {
        0 => Ok(Ok(())),
        CLOCKS_DIFFER => Err(Unavailable::ClocksDiffer),
        wait => Ok(Err(Duration::from_millis(wait.unsigned_abs()))),
    }
}

fn unavailable(error: RedisError) -> Unavailable {
    Unavailable::Failed(describe(error))
}

fn describe(error: RedisError) -> String {
    format!("Redis failed: {error}")
}
