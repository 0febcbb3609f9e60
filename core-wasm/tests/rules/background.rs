//! The background of Home (SPEC V1 to V20).

use crate::support::device::Device;
use crate::support::{
    MORNING, access_token, ada, ben, intent, log_in, refusal, signed_in, signed_in_storage, signed_out_device,
};
use core_wasm::app::Input;
use core_wasm::background::scrim::{contrast, depth};
use core_wasm::background::wallpapers::{WALLPAPERS, Wallpaper};
use core_wasm::protocol::background::{Background, Scrims};
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::Theme;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::view::LoadStatus;
use serde_json::{Value, json};

const HOUR: i64 = 3_600_000;
const NOTHING: [String; 0] = [];

fn photo(id: &str) -> Value {
    json!({
        "id": id,
        "urls": { "regular": address(id), "thumb": format!("https://images.unsplash.com/photo-{id}?w=200") },
        "color": "#4e5765",
        "alt": "Hills",
        "credit": { "name": "Ada Byron", "link": "https://unsplash.com/@ada?utm_source=twentyfour" }
    })
}

fn address(id: &str) -> String {
    format!("https://images.unsplash.com/photo-{id}?w=1080")
}

/// Returns a device that shows the background, and whose photo service returns no photos.
fn without_photos() -> Device {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_background" }));
    device.respond_with("/photos/random/", 200, json!({ "photo": null }));
    device
}

/// Returns a device that shows the background with a photo of the day.
fn with_photo(id: &str) -> Device {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_background" }));
    respond_with_photo(&mut device, id);
    device
}

/// Responds to the request for a random photo, and to the report of its download.
fn respond_with_photo(device: &mut Device, id: &str) {
    device.respond_with("/photos/random/", 200, json!({ "photo": photo(id) }));
    device.respond_with(&format!("/photos/{id}/download/"), 200, json!({}));
}

/// Advances the time on a visible page.
fn advance_clock(device: &mut Device, milliseconds: i64) {
    device.now += milliseconds;
    device.feed(Input::Alarm { alarm: Alarm::Clock });
}

fn open_photo_requests(device: &Device) -> Vec<String> {
    device.open_requests().into_iter().filter(|request| request.contains("/photos/")).collect()
}

fn image(device: &Device) -> String {
    device.snapshot().background.image.clone()
}

/// Returns the wallpapers for a theme.
fn suitable(is_light: bool) -> Vec<Wallpaper> {
    WALLPAPERS.into_iter().filter(|wallpaper| wallpaper.is_light == is_light).collect()
}

/// Returns the URL of a dark wallpaper by its index.
fn wallpaper(index: usize) -> String {
    let dark = suitable(false);
    format!("/wallpapers/{}-2560.webp", dark[index % dark.len()].id)
}

/// Returns whether the device shows a wallpaper for the light theme.
fn shows_light_wallpaper(device: &Device) -> bool {
    suitable(true).iter().any(|light| image(device) == format!("/wallpapers/{}-2560.webp", light.id))
}

/// Returns the index of the wallpaper of the day on a device one hour east of UTC.
fn wallpaper_index_of_today(device: &Device) -> usize {
    ((device.now + HOUR) / (24 * HOUR)) as usize % suitable(false).len()
}

/// Accepts all pending changes of preferences.
fn save(device: &mut Device) {
    while device.open_requests().iter().any(|request| request.ends_with("/preferences/")) {
        device.respond_with("/preferences/", 200, json!({}));
    }
}

fn choose(device: &mut Device, background: Value) {
    device.dispatch_json(json!({ "type": "choose_background", "background": background }));
}

#[test]
fn v1_background_is_never_empty() {
    let device = signed_out_device("/");
    assert_ne!(wallpaper_index_of_today(&device), 0);
    assert_eq!(
        image(&device),
        wallpaper(wallpaper_index_of_today(&device)),
        "from the start, so that no other is loaded first"
    );
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_background" }));
    assert_eq!(image(&device), wallpaper(wallpaper_index_of_today(&device)), "until the photo is loaded");
    device.fail_request("/photos/random/");
    assert_eq!(image(&device), wallpaper(wallpaper_index_of_today(&device)));
    choose(&mut device, json!({ "photo": photo("a") }));
    assert_eq!(image(&device), address("a"));
    assert_eq!(device.snapshot().background.color.as_ref().unwrap().as_str(), "#4e5765");
}

#[test]
fn v2_a_day_brings_one_photo() {
    let mut device = signed_in(ada());
    advance_clock(&mut device, HOUR);
    assert_eq!(open_photo_requests(&device), NOTHING, "no page shows the background");
    device.dispatch_json(json!({ "type": "load_background" }));
    device.dispatch_json(json!({ "type": "load_background" }));
    assert_eq!(open_photo_requests(&device), ["GET /photos/random/"]);
    respond_with_photo(&mut device, "a");
    assert_eq!(image(&device), address("a"));
    // It is 10:30 local time, one hour east of UTC; the next day begins in 13.5 hours.
    advance_clock(&mut device, 13 * HOUR + HOUR / 2 - 1);
    assert_eq!(open_photo_requests(&device), NOTHING);
    advance_clock(&mut device, 1);
    assert_eq!(open_photo_requests(&device), ["GET /photos/random/"]);
    assert_eq!(image(&device), address("a"), "until the next photo is loaded");
    respond_with_photo(&mut device, "b");
    assert_eq!(image(&device), address("b"));
    advance_clock(&mut device, 1);
    assert_eq!(open_photo_requests(&device), NOTHING);
}

#[test]
fn v2_daily_photo_uses_the_day_start() {
    let mut device = with_photo("a");
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "day_start_minutes": 180 } }));
    // From 09:30 to 02:30, then to 03:30; the day begins at 03:00.
    advance_clock(&mut device, 17 * HOUR);
    assert_eq!(open_photo_requests(&device), NOTHING);
    advance_clock(&mut device, HOUR);
    assert_eq!(open_photo_requests(&device), ["GET /photos/random/"]);
}

#[test]
fn v3_fallback_wallpaper_stays_for_the_day() {
    for response in [(200, json!({ "photo": null })), (503, refusal("unavailable")), (200, json!("?"))] {
        let mut device = signed_in(ada());
        device.dispatch_json(json!({ "type": "load_background" }));
        device.respond_with("/photos/random/", response.0, response.1);
        let today = wallpaper_index_of_today(&device);
        assert_eq!(image(&device), wallpaper(today));
        for _ in 0..10 {
            advance_clock(&mut device, HOUR);
            assert_eq!(open_photo_requests(&device), NOTHING);
        }
        assert_eq!(image(&device), wallpaper(today));
        advance_clock(&mut device, 12 * HOUR);
        device.fail_request("/photos/random/");
        assert_eq!(image(&device), wallpaper(today + 1));
    }
}

#[test]
fn v17_a_failed_photo_is_retried_on_resume() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_background" }));
    device.fail_request("/photos/random/");
    let wakes = |device: &mut Device, after: i64| {
        advance_clock(device, after);
        device.feed(Input::Online);
        open_photo_requests(device).len()
    };
    assert_eq!(wakes(&mut device, HOUR / 4 - 1), 0);
    assert_eq!(wakes(&mut device, 1), 1);
    assert_eq!(wakes(&mut device, HOUR), 1, "a request is in flight");
    device.respond_with("/photos/random/", 200, json!({ "photo": null }));
    assert_eq!(image(&device), wallpaper(wallpaper_index_of_today(&device)));
    assert_eq!(wakes(&mut device, HOUR / 4 - 1), 0, "counted from the last try");
    // A page that opens later uses the stored time of the last attempt.
    device.reload("/app");
    device.dispatch_json(json!({ "type": "load_background" }));
    assert_eq!(open_photo_requests(&device), NOTHING);
    device.now += 1;
    device.reload("/app");
    device.dispatch_json(json!({ "type": "load_background" }));
    assert_eq!(open_photo_requests(&device), ["GET /photos/random/"]);
    respond_with_photo(&mut device, "a");
    assert_eq!(image(&device), address("a"));
    assert_eq!(wakes(&mut device, HOUR), 0, "the day has its photo");
}

#[test]
fn v17_requested_wallpapers_are_not_replaced() {
    let mut device = without_photos();
    device.dispatch_json(json!({ "type": "next_background" }));
    device.fail_request("/photos/random/");
    let chosen = image(&device);
    advance_clock(&mut device, HOUR);
    device.feed(Input::Online);
    assert_eq!((open_photo_requests(&device).len(), image(&device)), (0, chosen));
    // A chosen wallpaper needs no request.
    let mut device = without_photos();
    choose(&mut device, json!({ "wallpaper": "misty-ridges" }));
    advance_clock(&mut device, HOUR);
    device.feed(Input::Online);
    assert_eq!(open_photo_requests(&device), NOTHING);
}

#[test]
fn v4_what_is_shown_is_stored_and_shows_at_once() {
    let mut device = with_photo("a");
    let stored: Value = serde_json::from_str(device.stored("bgImg").unwrap()).unwrap();
    assert_eq!(stored["day"], "2026-03-03");
    assert_eq!(stored["daily"], json!({ "photo": photo("a") }));
    assert_eq!(stored["image"], address("a"));
    assert_eq!(stored["color"], "#4e5765");
    assert_eq!(stored["is_kept"], false);
    device.reload("/app");
    assert_eq!(image(&device), address("a"), "before any request");
    device.dispatch_json(json!({ "type": "load_background" }));
    assert_eq!(open_photo_requests(&device), NOTHING);
    choose(&mut device, json!({ "wallpaper": "milky-way" }));
    let stored: Value = serde_json::from_str(device.stored("bgImg").unwrap()).unwrap();
    assert_eq!((&stored["image"], &stored["is_kept"]), (&json!("/wallpapers/milky-way-2560.webp"), &json!(true)));
    device.reload("/app");
    assert_eq!(image(&device), "/wallpapers/milky-way-2560.webp");
}

#[test]
fn v4_unreadable_storage_is_ignored_except_a_photo_url() {
    let opened = |text: &str| {
        let stored = signed_in_storage(ada()).into_iter().chain([("bgImg".to_owned(), text.to_owned())]);
        let mut device = Device::new(stored);
        device.start("/app");
        device.dispatch_json(json!({ "type": "load_background" }));
        device
    };
    for text in ["", "{", "null", "https://evil.example/a.jpg", "javascript:alert(1)", r#"{"format":2}"#] {
        let device = opened(text);
        assert_eq!(image(&device), wallpaper(wallpaper_index_of_today(&device)), "{text}");
        assert!(open_photo_requests(&device).contains(&"GET /photos/random/".to_owned()), "{text}");
    }
    let mut device = opened(&address("old"));
    assert_eq!(image(&device), address("old"));
    respond_with_photo(&mut device, "a");
    assert_eq!(image(&device), address("a"));
}

#[test]
fn v5_next_shows_another_photo_or_the_next_wallpaper() {
    let mut device = with_photo("a");
    device.dispatch_json(json!({ "type": "next_background" }));
    device.dispatch_json(json!({ "type": "next_background" }));
    assert_eq!(open_photo_requests(&device), ["GET /photos/random/"]);
    assert!(device.snapshot().background.is_changing);
    assert_eq!(image(&device), address("a"));
    respond_with_photo(&mut device, "b");
    assert!(!device.snapshot().background.is_changing);
    assert_eq!(image(&device), address("b"));
    device.dispatch_json(json!({ "type": "next_background" }));
    device.fail_request("/photos/random/");
    let today = wallpaper_index_of_today(&device);
    assert_eq!(image(&device), wallpaper(today));
    for step in 1..=suitable(false).len() {
        device.dispatch_json(json!({ "type": "next_background" }));
        device.respond_with("/photos/random/", 200, json!({ "photo": null }));
        assert_eq!(image(&device), wallpaper(today + step));
    }
    advance_clock(&mut device, HOUR);
    assert_eq!(open_photo_requests(&device), NOTHING, "the wallpaper is now the daily background");
}

#[test]
fn v5_next_unpins_the_background() {
    let mut device = with_photo("a");
    device.dispatch_json(json!({ "type": "keep_background", "is_kept": true }));
    device.dispatch_json(json!({ "type": "next_background" }));
    assert!(device.snapshot().background.is_kept, "until the next photo is loaded");
    respond_with_photo(&mut device, "b");
    assert!(!device.snapshot().background.is_kept);
    assert_eq!(image(&device), address("b"));
    assert_eq!(device.snapshot().preferences.background, Background::Daily);
}

#[test]
fn v6_a_pinned_background_stays_until_unpinned() {
    let mut device = with_photo("a");
    device.dispatch_json(json!({ "type": "keep_background", "is_kept": true }));
    assert_eq!(device.request("/preferences/").json(), json!({ "background": { "photo": photo("a") } }));
    save(&mut device);
    device.dispatch_json(json!({ "type": "keep_background", "is_kept": true }));
    assert_eq!(device.open_requests(), NOTHING, "it is pinned already");
    advance_clock(&mut device, 48 * HOUR);
    assert_eq!(open_photo_requests(&device), NOTHING);
    assert_eq!(image(&device), address("a"));
    device.dispatch_json(json!({ "type": "keep_background", "is_kept": false }));
    assert!(!device.snapshot().background.is_kept);
    assert_eq!(image(&device), address("a"));
    assert_eq!(open_photo_requests(&device), NOTHING);
    advance_clock(&mut device, 24 * HOUR);
    assert_eq!(open_photo_requests(&device), ["GET /photos/random/"]);
}

#[test]
fn v7_a_choice_follows_the_account_and_default_is_the_picture_of_the_day() {
    let mut device = with_photo("a");
    choose(&mut device, json!({ "wallpaper": "misty-ridges" }));
    assert_eq!(device.request("/preferences/").json(), json!({ "background": { "wallpaper": "misty-ridges" } }));
    assert_eq!(image(&device), "/wallpapers/misty-ridges-2560.webp");
    save(&mut device);
    let own = "0a".repeat(16);
    choose(&mut device, json!({ "picture": own }));
    assert_eq!(image(&device), format!("/api/pictures/{own}"));
    choose(&mut device, json!("daily"));
    assert_eq!(image(&device), address("a"));
    assert_eq!(open_photo_requests(&device), NOTHING, "the daily photo is already loaded");
    let mut elsewhere = signed_in(ada());
    elsewhere.dispatch_json(json!({ "type": "load_background" }));
    elsewhere.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    let mut preferences = serde_json::to_value(elsewhere.snapshot().preferences.clone()).unwrap();
    preferences["background"] = json!({ "wallpaper": "slow-waves" });
    elsewhere.respond_with("/preferences/", 200, preferences);
    assert_eq!(image(&elsewhere), "/wallpapers/slow-waves-2560.webp");
}

#[test]
fn v7_unknown_wallpapers_are_refused_and_replaced() {
    let mut device = without_photos();
    let unknown = intent(json!({ "type": "choose_background", "background": { "wallpaper": "not-ours" } }));
    assert_eq!(device.try_dispatch(unknown), Err(ErrorCode::ImageInvalid));
    assert_eq!(device.open_requests(), NOTHING);
    device.dispatch_json(
        json!({ "type": "set_preferences", "update": { "background": { "wallpaper": "of-tomorrow" } } }),
    );
    assert_eq!(image(&device), wallpaper(wallpaper_index_of_today(&device)));
}

#[test]
fn v8_every_used_photo_is_reported() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_background" }));
    device.respond_with("/photos/random/", 200, json!({ "photo": photo("a") }));
    assert_eq!(open_photo_requests(&device), ["POST /photos/a/download/"]);
    device.fail_request("/photos/a/download/");
    assert_eq!(image(&device), address("a"), "a failed report does not affect the background");
    choose(&mut device, json!({ "photo": photo("b") }));
    assert_eq!(open_photo_requests(&device), ["POST /photos/b/download/"]);
    device.respond_with("/photos/b/download/", 200, json!({}));
    save(&mut device);
    device.dispatch_json(json!({ "type": "load_photos", "query": "" }));
    device.respond_with("/photos/", 200, json!({ "photos": [photo("c")], "has_more": false, "is_available": true }));
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    let id = device.snapshot().boards[0].id;
    let edit =
        |image: &str| json!({ "type": "edit_board", "board_id": id, "edits": [{ "field": "image", "value": image }] });
    device.dispatch_json(edit(&address("c")));
    assert_eq!(open_photo_requests(&device), ["POST /photos/c/download/"]);
    device.respond_with("/photos/c/download/", 200, json!({}));
    device.dispatch_json(edit("/wallpapers/milky-way-2560.webp"));
    assert_eq!(open_photo_requests(&device), NOTHING);
}

#[test]
fn v18_board_photos_include_the_photographer() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_photos", "query": "" }));
    device.respond_with("/photos/", 200, json!({ "photos": [photo("c")], "has_more": false, "is_available": true }));
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    let id = device.snapshot().boards[0].id;
    for (chosen, kept) in [
        (
            address("c"),
            format!(
                "{}#by=Ada%20Byron&link=https%3A%2F%2Funsplash%2Ecom%2F%40ada%3Futm%5Fsource%3Dtwentyfour",
                address("c")
            ),
        ),
        ("/wallpapers/milky-way-2560.webp".to_owned(), "/wallpapers/milky-way-2560.webp".to_owned()),
    ] {
        device.dispatch_json(
            json!({ "type": "edit_board", "board_id": id, "edits": [{ "field": "image", "value": chosen }] }),
        );
        assert_eq!(device.snapshot().boards[0].image.as_ref().map(|image| image.as_str()), Some(&*kept));
    }
}

#[test]
fn v9_photos_are_paged_without_duplicates() {
    let mut device = signed_in(ada());
    let page = |ids: &[&str], has_more: bool| json!({ "photos": ids.iter().map(|id| photo(id)).collect::<Vec<_>>(), "has_more": has_more, "is_available": true });
    let ids = |device: &Device| -> Vec<String> {
        device.snapshot().photos.photos.iter().map(|photo| photo.id.as_str().to_owned()).collect()
    };
    device.dispatch_json(json!({ "type": "load_photos", "query": "  " }));
    device.dispatch_json(json!({ "type": "load_photos", "query": "" }));
    device.dispatch_json(json!({ "type": "load_more_photos" }));
    assert_eq!(open_photo_requests(&device), ["GET /photos/?page=1"]);
    assert_eq!(device.request("/photos/").bearer, None, "photos need no account");
    device.respond_with("/photos/", 200, page(&["a", "b", "a"], true));
    assert_eq!(ids(&device), ["a", "b"]);
    device.dispatch_json(json!({ "type": "load_more_photos" }));
    assert_eq!(device.snapshot().photos.status, LoadStatus::Loading);
    device.fail_request("/photos/?page=2");
    assert_eq!((device.snapshot().photos.status, ids(&device).len()), (LoadStatus::Failed, 2));
    assert_eq!(device.log, ["Error fetching Unsplash images:"]);
    device.dispatch_json(json!({ "type": "load_more_photos" }));
    device.respond_with("/photos/?page=2", 200, page(&["b", "c"], true));
    assert_eq!(ids(&device), ["a", "b", "c"]);
    device.dispatch_json(json!({ "type": "load_more_photos" }));
    device.dispatch_json(json!({ "type": "load_photos", "query": " blue sea " }));
    assert_eq!(open_photo_requests(&device), ["GET /photos/?page=3", "GET /photos/search/?query=blue%20sea&page=1"]);
    assert_eq!(ids(&device), NOTHING);
    device.respond_with("/photos/?page=3", 200, page(&["x"], true));
    assert_eq!(ids(&device), NOTHING, "that was another search");
    device.respond_with("/photos/search/", 200, page(&["s"], false));
    assert_eq!((ids(&device), device.snapshot().photos.has_more), (vec!["s".to_owned()], false));
    device.dispatch_json(json!({ "type": "load_more_photos" }));
    device.dispatch_json(json!({ "type": "load_photos", "query": "blue sea" }));
    assert_eq!(open_photo_requests(&device), NOTHING);
    device.dispatch_json(json!({ "type": "load_photos", "query": &"ä".repeat(101) }));
    assert_eq!(device.snapshot().photos.query, "ä".repeat(100));
    device.respond_with("/photos/search/", 200, json!({ "photos": [], "has_more": false, "is_available": false }));
    assert!(!device.snapshot().photos.is_available);
    device.dispatch_json(json!({ "type": "load_photos", "query": &"ä".repeat(100) }));
    assert_eq!(open_photo_requests(&device).len(), 1, "it may be there by now");
}

fn picture(number: u8) -> Value {
    let id = format!("{number:02x}").repeat(16);
    json!({ "id": id, "width": 2560, "height": 1440, "color": "#112233", "created_at": "2026-03-03T08:30:00.000Z" })
}

fn upload(device: &mut Device, file: u32, size: u64) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(json!({ "type": "upload_picture", "file": file, "size": size })))
}

#[test]
fn y40_pictures_have_one_request_in_flight_and_load_again_after_an_upload() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_pictures" }));
    device.dispatch_json(json!({ "type": "load_pictures" }));
    assert_eq!(device.open_requests(), ["GET /pictures/"]);
    assert_eq!(upload(&mut device, 7, 1), Ok(()));
    let success = |body: Value| ApiResponse::Received { status: 200, body: body.to_string() };
    let (list, sent) = (device.requests[0].id, device.requests[1].id);
    device.respond_to(sent, success(json!({ "picture": picture(2) })));
    device.respond_to(list, success(json!({ "pictures": [picture(1)] })));
    let shown = &device.snapshot().pictures.pictures;
    assert_eq!((shown.len(), shown[0].id.as_str()), (1, "02".repeat(16).as_str()), "the response is outdated");
    device.respond_with("/pictures/", 200, json!({ "pictures": [picture(2), picture(1)] }));
    assert_eq!((device.snapshot().pictures.pictures.len(), device.open_requests().len()), (2, 0));
}

#[test]
fn v10_one_upload_at_a_time_and_errors_show() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_pictures" }));
    device.respond_with("/pictures/", 200, json!({ "pictures": [picture(1)] }));
    assert_eq!(upload(&mut device, 7, (15 << 20) + 1), Err(ErrorCode::PictureTooLarge));
    assert_eq!(device.released, [7]);
    assert_eq!(device.open_requests(), NOTHING);
    assert_eq!(upload(&mut device, 8, 15 << 20), Ok(()));
    assert_eq!(upload(&mut device, 9, 1), Err(ErrorCode::Busy));
    assert_eq!(device.released, [7, 9]);
    assert!(device.snapshot().pictures.is_uploading);
    assert_eq!(device.request("/pictures/").body.as_deref(), Some("file 8"));
    device.respond_with("/pictures/", 200, json!({ "picture": picture(2) }));
    assert_eq!(device.released, [7, 9, 8]);
    let pictures = &device.snapshot().pictures;
    assert_eq!((pictures.is_uploading, pictures.pictures.len()), (false, 2));
    assert_eq!(pictures.pictures[0].id.as_str(), "02".repeat(16), "the newest first");
    assert_eq!(upload(&mut device, 10, 1), Ok(()));
    device.respond_with("/pictures/", 415, json!({ "code": "picture_unsupported", "message": "Choose a JPEG." }));
    assert_eq!(device.snapshot().pictures.refused.as_ref().unwrap().message, "Choose a JPEG.");
    assert_eq!(upload(&mut device, 11, 1), Ok(()));
    assert_eq!(device.snapshot().pictures.refused, None);
    device.fail_request("/pictures/");
    assert_eq!(device.snapshot().pictures.refused.as_ref().unwrap().code, ErrorCode::Unavailable);
    assert_eq!(device.released, [7, 9, 8, 10, 11]);
}

#[test]
fn v10_refused_uploads_release_the_file() {
    let mut stranger = crate::support::signed_out_device("/app");
    assert_eq!(upload(&mut stranger, 1, 5), Err(ErrorCode::SignedOut));
    assert_eq!(stranger.released, [1]);
    let mut device = signed_in(ada());
    assert_eq!(upload(&mut device, 2, 5), Ok(()));
    assert_eq!(upload(&mut device, 2, 5), Err(ErrorCode::Busy));
    assert_eq!(device.released, [0; 0], "it is being uploaded");
}

#[test]
fn v10_uploads_are_retried_with_refreshed_tokens() {
    let mut device = signed_in(ada());
    assert_eq!(upload(&mut device, 1, 1), Ok(()));
    device.respond_with("/pictures/", 401, refusal("token_invalid"));
    assert_eq!(device.released, [0; 0]);
    let token = access_token(ada(), MORNING + 30 * 60_000);
    device.respond_with("/auth/refresh/", 200, json!({ "access_token": token, "refresh_token": "refresh-2" }));
    let request = device.request("/pictures/");
    assert_eq!((request.bearer.as_deref(), request.body.as_deref()), (Some(token.as_str()), Some("file 1")));
    device.respond_with("/pictures/", 200, json!({ "picture": picture(1) }));
    assert_eq!(device.released, [1]);
}

#[test]
fn v11_a_deleted_picture_leaves_the_list_and_home() {
    let mut device = without_photos();
    device.dispatch_json(json!({ "type": "load_pictures" }));
    device.respond_with("/pictures/", 200, json!({ "pictures": [picture(1), picture(2)] }));
    let first = "01".repeat(16);
    choose(&mut device, json!({ "picture": first }));
    save(&mut device);
    device.dispatch_json(json!({ "type": "delete_picture", "picture_id": first }));
    assert_eq!(device.open_requests(), [format!("DELETE /pictures/{first}/")]);
    device.fail_request("/pictures/");
    assert_eq!(device.snapshot().pictures.pictures.len(), 2);
    assert_eq!(device.snapshot().pictures.refused.as_ref().unwrap().code, ErrorCode::Unavailable);
    device.dispatch_json(json!({ "type": "delete_picture", "picture_id": first }));
    device.respond_with("/pictures/", 200, json!({ "message": "Deleted." }));
    assert_eq!(device.snapshot().pictures.pictures.len(), 1);
    assert_eq!(image(&device), wallpaper(wallpaper_index_of_today(&device)));
    assert_eq!(device.request("/preferences/").json(), json!({ "background": "daily" }));
}

#[test]
fn v11_pictures_are_separate_per_account() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_background" }));
    device.fail_request("/photos/random/");
    device.dispatch_json(json!({ "type": "load_pictures" }));
    device.respond_with("/pictures/", 200, json!({ "pictures": [picture(1)] }));
    choose(&mut device, json!({ "picture": "01".repeat(16) }));
    save(&mut device);
    assert_eq!(upload(&mut device, 3, 1), Ok(()));
    device.respond_with("/pictures/", 401, refusal("token_invalid"));
    device.respond_with("/auth/refresh/", 401, refusal("token_invalid"));
    assert_eq!(device.released, [3]);
    assert!(device.snapshot().pictures.pictures.is_empty() && !device.snapshot().pictures.is_uploading);
    log_in(&mut device, ben());
    assert_eq!(device.snapshot().preferences.background, Background::Daily);
    assert!(image(&device).starts_with("/wallpapers/"));
    assert!(device.stored("bgImg").is_none_or(|text| !text.contains(&"01".repeat(16))));
    assert!(device.stored("preferences").is_none_or(|text| !text.contains(&"01".repeat(16))));
}

#[test]
fn v12_scrim_depth_guarantees_the_contrast() {
    let steps = [0_u32, 24, 51, 96, 128, 160, 204, 230, 255];
    for theme in [Theme::Dark, Theme::Light] {
        let deepest = depth(theme, &[]);
        for red in steps {
            for green in steps {
                for blue in steps {
                    let color = red << 16 | green << 8 | blue;
                    let depth = depth(theme, &[color]);
                    assert!(contrast(theme, color, depth) >= 4.5, "{theme:?} {color:06x} {depth}");
                    assert!((0.0..=deepest).contains(&depth), "{theme:?} {color:06x} {depth}");
                    // The maximum depth is sufficient too, and a much smaller depth is not.
                    assert!(contrast(theme, color, deepest) >= 4.5, "{theme:?} {color:06x}");
                    if depth > 0.03 {
                        assert!(contrast(theme, color, depth - 0.03) < 4.7, "{theme:?} {color:06x} {depth}");
                    }
                }
            }
        }
    }
    assert_eq!(depth(Theme::Dark, &[0x000000]), 0.0);
    assert_eq!(depth(Theme::Light, &[0xffffff]), 0.0);
    assert_eq!(depth(Theme::Dark, &[0x000000, 0xffffff, 0x808080]), depth(Theme::Dark, &[0xffffff]));
    // The overlay alone is 30 % in the dark theme and 10 % in the light one (specification, section 9). The gray values
    // were computed by hand.
    assert!((contrast(Theme::Dark, 0xffffff, 0.0) - 1.05 / (0.4479 + 0.05)).abs() < 0.01);
    assert!((contrast(Theme::Light, 0xffffff, 0.0) - (0.7874 + 0.05) / (0.0077 + 0.05)).abs() < 0.1);
}

#[test]
fn v12_scrims_match_the_shown_image_and_theme() {
    let mut device = without_photos();
    let deepest =
        Scrims { clock: depth(Theme::Dark, &[]), top: depth(Theme::Dark, &[]), foot: depth(Theme::Dark, &[]) };
    assert_eq!(device.snapshot().background.scrims.dark, deepest);
    let measured =
        |image: &str, colors: Value| json!({ "type": "background_measured", "image": image, "colors": colors });
    let colors = json!({ "clock": [0x000000], "top": [0xffffff, 0x000000], "foot": [] });
    device.dispatch_json(measured("/wallpapers/another-2560.webp", colors.clone()));
    assert_eq!(device.snapshot().background.scrims.dark, deepest, "the colors belong to another image");
    let shown = image(&device);
    device.dispatch_json(measured(&shown, colors.clone()));
    assert_eq!(device.snapshot().background.scrims.dark, Scrims { clock: 0.0, ..deepest });
    let light = depth(Theme::Light, &[]);
    assert_eq!(device.snapshot().background.scrims.light, Scrims { clock: light, top: light, foot: light });
    device.reload("/app");
    assert_eq!(
        device.snapshot().background.scrims.dark,
        Scrims { clock: 0.0, ..deepest },
        "the measured colors are stored"
    );
    device.dispatch_json(json!({ "type": "load_background" }));
    device.dispatch_json(measured(&shown, Value::Null));
    assert_eq!(device.snapshot().background.scrims.dark, deepest);
    device.dispatch_json(measured(&shown, colors));
    choose(&mut device, json!({ "wallpaper": "cut-paper" }));
    assert_eq!(device.snapshot().background.scrims.dark, deepest, "it has not been measured yet");
}

#[test]
fn v13_tabs_share_the_background_and_log_out_clears_it() {
    let mut one = with_photo("a");
    let mut other = with_photo("b");
    let text = one.stored("bgImg").unwrap().to_owned();
    other.store_in_other_tab("bgImg", Some(&text));
    assert_eq!(image(&other), address("b"), "one of two backgrounds with equal timestamps wins");
    let text = other.stored("bgImg").unwrap().to_owned();
    one.now += 1;
    one.dispatch_json(json!({ "type": "next_background" }));
    respond_with_photo(&mut one, "c");
    let later = one.stored("bgImg").unwrap().to_owned();
    one.store_in_other_tab("bgImg", Some(&text));
    assert_eq!(image(&one), address("c"), "the later background stays");
    other.store_in_other_tab("bgImg", Some(&later));
    assert_eq!(image(&other), address("c"));
    other.store_in_other_tab("bgImg", Some("{"));
    assert_eq!(image(&other), address("c"));
    one.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!(one.stored("bgImg"), None);
    advance_clock(&mut one, HOUR);
    assert_eq!(one.stored("bgImg"), None);
    assert_eq!(open_photo_requests(&one), NOTHING);
}

#[test]
fn v13_a_photo_loaded_by_another_tab_is_reused() {
    let one = with_photo("a");
    let mut other = signed_in(ada());
    other.dispatch_json(json!({ "type": "load_background" }));
    other.store_in_other_tab("bgImg", Some(one.stored("bgImg").unwrap()));
    other.respond_with("/photos/random/", 200, json!({ "photo": photo("b") }));
    assert_eq!(image(&other), address("a"));
}

#[test]
fn v14_a_broken_image_is_replaced_by_the_daily_wallpaper() {
    let mut device = with_photo("a");
    let failed = |image: &str| json!({ "type": "background_failed", "image": image });
    device.dispatch_json(failed(&address("b")));
    assert_eq!(image(&device), address("a"), "another image failed");
    device.dispatch_json(failed(&address("a")));
    let instead = wallpaper(wallpaper_index_of_today(&device));
    assert_eq!(image(&device), instead);
    device.dispatch_json(failed(&instead));
    assert_eq!(image(&device), instead, "there is no replacement");
    device.feed(Input::Online);
    assert_eq!(image(&device), address("a"));
}

#[test]
fn v15_core_and_page_have_the_same_wallpapers() {
    let page: Value =
        serde_json::from_str(include_str!("../../../web/src/features/wallpapers/wallpapers.json")).unwrap();
    let page: Vec<(&str, &str, bool)> = page
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let is_light = one["luminance"].as_f64().unwrap() >= 0.4;
            (one["id"].as_str().unwrap(), one["color"].as_str().unwrap(), is_light)
        })
        .collect();
    assert_eq!(page, WALLPAPERS.map(|known| (known.id, known.color, known.is_light)));
}

#[test]
fn v19_without_photos_the_wallpaper_suits_the_theme() {
    let mut device = without_photos();
    assert!(!shows_light_wallpaper(&device));
    let dark = image(&device);
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    assert!(shows_light_wallpaper(&device));
    // The following ones are light too, and each occurs once.
    let mut seen = vec![image(&device)];
    for _ in 1..suitable(true).len() {
        device.dispatch_json(json!({ "type": "next_background" }));
        device.fail_request("/photos/random/?tone=light");
        assert!(shows_light_wallpaper(&device) && !seen.contains(&image(&device)), "{seen:?}");
        seen.push(image(&device));
    }
    let mut device = without_photos();
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.dispatch_json(json!({ "type": "set_theme", "theme": "dark" }));
    assert_eq!(image(&device), dark);
    // A chosen wallpaper stays in either theme.
    choose(&mut device, json!({ "wallpaper": "milky-way" }));
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    assert_eq!(image(&device), "/wallpapers/milky-way-2560.webp");
}

#[test]
fn v19_light_theme_requests_light_photos() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.dispatch_json(json!({ "type": "load_background" }));
    assert_eq!(open_photo_requests(&device), ["GET /photos/random/?tone=light"]);
    device.respond_with("/photos/random/?tone=light", 200, json!({ "photo": photo("a") }));
    assert_eq!(image(&device), address("a"));
}

#[test]
fn v19_system_theme_uses_the_device_preference() {
    let mut device = without_photos();
    device.dispatch_json(json!({ "type": "set_theme", "theme": "system" }));
    assert!(!shows_light_wallpaper(&device));
    device.dispatch_json(json!({ "type": "load_background", "prefers_light": true }));
    assert!(shows_light_wallpaper(&device));
    save(&mut device);
    device.reload("/app");
    assert!(shows_light_wallpaper(&device), "the first frame has it too");
    device.dispatch_json(json!({ "type": "load_background" }));
    assert!(shows_light_wallpaper(&device));
    device.dispatch_json(json!({ "type": "load_background", "prefers_light": false }));
    assert!(!shows_light_wallpaper(&device));
}

#[test]
fn v20_photos_are_offered_unless_the_server_has_no_photo_service() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_photos", "query": "" }));
    assert!(device.snapshot().photos.is_offered, "before the first response");
    device.respond_with("/photos/", 200, json!({ "photos": [], "has_more": false, "is_available": false }));
    assert!(device.snapshot().photos.is_offered, "older servers omit the field");
    let none = json!({ "photos": [], "has_more": false, "is_available": false, "is_offered": false });
    device.dispatch_json(json!({ "type": "load_photos", "query": "" }));
    device.respond_with("/photos/", 200, none);
    assert!(!device.snapshot().photos.is_offered);
    device.dispatch_json(json!({ "type": "load_photos", "query": "sea" }));
    assert!(!device.snapshot().photos.is_offered, "the known value is kept");
}

#[test]
fn v16_a_choice_of_over_4096_bytes_is_refused() {
    let mut device = signed_in(ada());
    let long = |length: usize| {
        let mut photo = photo("a");
        photo["alt"] = json!("x".repeat(length));
        let background = json!({ "photo": photo });
        let size = serde_json::to_string(&background).unwrap().len();
        (background, size)
    };
    let (_, empty) = long(0);
    let (most, size) = long(4_096 - empty);
    assert_eq!(size, 4_096);
    choose(&mut device, most);
    let (over, _) = long(4_097 - empty);
    let over = intent(json!({ "type": "choose_background", "background": over }));
    assert_eq!(device.try_dispatch(over), Err(ErrorCode::PreferenceInvalid));
}
