//! The test environment of the core: a device, the page's mirror, a server, and shared test data.

pub(crate) mod browser;
pub(crate) mod device;
pub(crate) mod focus;
pub(crate) mod indexed_db;
pub(crate) mod mirror;
pub(crate) mod notes;
pub(crate) mod server;
pub(crate) mod world;

use core_wasm::protocol::http::{User, UserType};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::intent::Intent;
use core_wasm::protocol::time::Timestamp;
use device::Device;
use serde_json::{Value, json};

/// The initial time of a device: 2026-03-03T08:30:00Z, a Tuesday.
pub(crate) const MORNING: i64 = 1_772_526_600_000;

/// The lifetime of access tokens in tests, in milliseconds.
pub(crate) const TOKEN_LIFETIME_MS: i64 = 15 * 60_000;

/// Returns the id with a number.
pub(crate) fn id(number: u64) -> Id {
    let mut random = [0; 10];
    random[2..].copy_from_slice(&number.to_be_bytes());
    Id::from_parts(1_700_000_000_000, &random)
}

/// Returns the account that most tests sign in.
pub(crate) fn ada() -> Id {
    id(1)
}

/// Returns another account.
pub(crate) fn ben() -> Id {
    id(2)
}

/// Returns an access token of an account. It is not signed, because the core does not check signatures.
pub(crate) fn access_token(account: Id, expires_at: i64) -> String {
    let payload = json!({ "sub": account.to_string(), "exp": expires_at / 1_000 }).to_string();
    format!("{}.{}.unsigned", base64_url(br#"{"alg":"none"}"#), base64_url(payload.as_bytes()))
}

/// Encodes bytes as base64url without padding (RFC 4648, section 5).
fn base64_url(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let sextets = |chunk: &[u8]| {
        let word = chunk.iter().chain([0, 0].iter()).take(3).fold(0u32, |word, byte| word << 8 | u32::from(*byte));
        (0..=chunk.len()).map(|index| ALPHABET[(word >> (18 - 6 * index)) as usize & 63] as char).collect::<Vec<_>>()
    };
    bytes.chunks(3).flat_map(sextets).collect()
}

/// Returns the user of an account.
pub(crate) fn user(account: Id) -> User {
    let first_name = if account == ada() { "Ada" } else { "Ben" };
    User {
        id: account,
        first_name: first_name.to_owned(),
        last_name: "Example".to_owned(),
        picture: None,
        email: format!("{}@example.com", first_name.to_lowercase()),
        date_joined: Timestamp::from_millis(MORNING),
        last_login: Some(Timestamp::from_millis(MORNING)),
        is_verified: false,
        is_admin: false,
        focus_streak: 0,
        longest_focus_streak: 0,
        total_time: 0,
        mins_for_streak: 25,
        user_type: UserType::Basic,
        is_limited: false,
        delete_at: None,
    }
}

/// Parses an intent from JSON.
pub(crate) fn intent(value: Value) -> Intent {
    serde_json::from_value(value).expect("an intent of the protocol")
}

/// Returns a note's document of one paragraph, which is empty for an empty text.
pub(crate) fn document(text: &str) -> String {
    let content = if text.is_empty() { vec![] } else { vec![json!({ "type": "text", "text": text })] };
    json!({ "type": "doc", "content": [{ "type": "paragraph", "content": content }] }).to_string()
}

/// Returns a refusal in the format of the server.
pub(crate) fn refusal(code: &str) -> Value {
    json!({ "code": code, "message": "A sentence." })
}

/// Returns the server's response to a login or sign-up.
pub(crate) fn auth_response(account: Id, now: i64) -> Value {
    json!({ "access_token": access_token(account, now + TOKEN_LIFETIME_MS), "refresh_token": "refresh-1", "user": [user(account)] })
}

/// Returns a device that opened a page on a path with nothing stored. If it requested the server's features, these are
/// neither Google nor email.
pub(crate) fn signed_out_device(path: &str) -> Device {
    let mut device = Device::new([]);
    device.start(path);
    if device.open_requests() == ["GET /features/"] {
        device.respond_with("/features/", 200, json!({ "google": false, "mail": false, "invitation_only": false }));
    }
    device
}

/// Returns the storage of a browser in which an account is signed in.
pub(crate) fn signed_in_storage(account: Id) -> [(String, String); 3] {
    [
        ("access_token".to_owned(), access_token(account, MORNING + TOKEN_LIFETIME_MS)),
        ("refresh_token".to_owned(), "refresh-1".to_owned()),
        ("user".to_owned(), serde_json::to_string(&user(account)).expect("a user can be written")),
    ]
}

/// Returns a device on which an account is signed in, with no open requests.
pub(crate) fn signed_in(account: Id) -> Device {
    let mut device = Device::new(signed_in_storage(account));
    device.start("/app");
    device.respond_with("/auth/validate-token/", 200, json!({ "message": "Valid." }));
    device.respond_with(
        "/preferences/",
        200,
        json!({ "theme": "dark", "focus_minutes": 25, "short_break_minutes": 5,
        "long_break_minutes": 15, "mins_for_streak": 25, "day_start_minutes": 0, "time_zone": "Europe/Berlin" }),
    );
    device.respond_with("/user/", 200, json!({ "user": [user(account)] }));
    // The time zone of this browser, which was not sent before.
    device.respond_with("/preferences/", 200, json!({}));
    assert_eq!(device.open_requests(), Vec::<String>::new());
    device
}

/// The path to which signed-out users are redirected.
pub(crate) const LOGIN: &str = "/auth?type=login";

/// Returns a device that has just opened a page with these tokens stored.
pub(crate) fn opened(path: &str, tokens: &[(&str, &str)]) -> Device {
    let mut device = Device::new(tokens.iter().map(|(key, token)| ((*key).to_owned(), (*token).to_owned())));
    device.start(path);
    device
}

/// Returns whether a user is signed in.
pub(crate) fn is_signed_in(device: &Device) -> bool {
    device.snapshot().session.is_authenticated
}

/// Returns the stored access token and refresh token.
pub(crate) fn tokens(device: &Device) -> (Option<&str>, Option<&str>) {
    (device.stored("access_token"), device.stored("refresh_token"))
}

/// Logs in, and lets the server accept it.
pub(crate) fn log_in(device: &mut Device, account: Id) {
    device.dispatch_json(json!({ "type": "log_in", "email": user(account).email, "password": "correct horse" }));
    device.respond_with("/auth/login/", 200, auth_response(account, device.now));
}
