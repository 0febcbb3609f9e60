//! Describes a client's device by its User-Agent header (RFC 9110, section 10.1.5).

/// The maximum number of bytes of the header that are read.
const MAX_HEADER_BYTES: usize = 500;

/// The maximum number of characters of the name of a program other than a browser.
const MAX_NAME_CHARS: usize = 40;

/// Browsers by their token. Nearly all browsers also contain the tokens of Chrome or Safari, so those come last.
const BROWSERS: [(&str, &str); 21] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Edge/", "Edge"),
    ("OPR/", "Opera"),
    ("OPiOS/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("Ddg/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Electron/", "Electron"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Trident/", "Internet Explorer"),
    ("Version/", "Safari"),
    ("AppleWebKit/", "A browser"),
];

/// Systems by their token, the more specific ones first: Android also contains "Linux", and an iPhone "like Mac OS X".
const SYSTEMS: [(&str, &str); 9] = [
    ("Windows", "Windows"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("FreeBSD", "FreeBSD"),
    ("Linux", "Linux"),
];

/// Describes a device, such as "Chrome on Windows", "Firefox on Android" or "curl". Empty if the header is unknown.
pub(crate) fn describe(user_agent: &str) -> String {
    let agent = &user_agent[..user_agent.floor_char_boundary(MAX_HEADER_BYTES)];
    let found =
        |marks: &[(&str, &'static str)]| marks.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    // All browsers start with one of these; other programs start with their own name.
    if agent.starts_with("Mozilla/") || agent.starts_with("Opera/") {
        return match (found(&BROWSERS), found(&SYSTEMS)) {
            (Some(browser), Some(system)) => format!("{browser} on {system}"),
            (Some(browser), None) => browser.to_owned(),
            (None, Some(system)) => system.to_owned(),
            (None, None) => String::new(),
        };
    }
    // A product token, which a slash separates from its version.
    let is_token_character = |character: &char| character.is_ascii_alphanumeric() || "-_.+".contains(*character);
    agent.chars().take_while(is_token_character).take(MAX_NAME_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn browsers_are_named_with_their_os() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"),
            ("Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", "Firefox on Android"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
                "Chrome on iPad",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/143.0 Mobile/15E148 Safari/605.1.15",
                "Firefox on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
                "Samsung Internet on Android",
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on ChromeOS",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/121.0.0.0",
                "Opera on macOS",
            ),
            ("Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko", "Internet Explorer on Windows"),
        ] {
            assert_eq!(describe(agent), expected, "{agent}");
        }
    }

    #[test]
    fn other_clients_are_named_by_their_product() {
        for (agent, expected) in [
            ("curl/8.5.0", "curl"),
            ("python-requests/2.32.3", "python-requests"),
            ("PostmanRuntime/7.43.0", "PostmanRuntime"),
            ("Twentyfour CLI", "Twentyfour"),
            ("okhttp/4.12.0", "okhttp"),
        ] {
            assert_eq!(describe(agent), expected, "{agent}");
        }
    }

    #[test]
    fn invalid_user_agents_have_no_name() {
        for agent in
            ["", " ", "/1.0", "<script>alert(1)</script>", "\u{1f40e}/1", "Mozilla/5.0", "Mozilla/5.0 (\u{202e})"]
        {
            assert_eq!(describe(agent), "", "{agent}");
        }
        assert_eq!(describe(&"x".repeat(10_000)).len(), 40);
        assert_eq!(describe(&format!("Mozilla/5.0 {}Chrome/1", "\u{1f40e}".repeat(1_000))), "");
    }
}
