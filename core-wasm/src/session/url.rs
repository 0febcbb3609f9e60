//! Parsing of page paths.

/// The path of Home.
pub(super) const HOME: &str = "/app";

/// Returns the path without its query and fragment.
pub(super) fn path_of(path: &str) -> &str {
    path.split(['?', '#']).next().unwrap_or_default()
}

/// Returns the first value of a query parameter, without percent-decoding: the values that are read here need none.
pub(super) fn query_parameter<'a>(path: &'a str, name: &str) -> Option<&'a str> {
    let query = path.split('#').next()?.split_once('?')?.1;
    query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Returns whether a path belongs to the app, which requires a login. Stored paths may only lead to these.
pub(super) fn is_app_path(path: &str) -> bool {
    let route = path_of(path);
    route == HOME || route.starts_with("/app/")
}

/// The maximum length of an invitation's code, which is more than the server's codes have.
const MAX_INVITATION_CODE: usize = 200;

/// Returns the path of the page that accepts an invitation to a board.
pub(super) fn invitation_path(code: &str) -> String {
    format!("/join/{code}")
}

/// Returns whether a page accepts an invitation to a board.
pub(super) fn is_invitation_path(path: &str) -> bool {
    path_of(path).starts_with("/join/")
}

/// Returns the code of the invitation that a page accepts. `None` for any other page.
pub(super) fn invitation_code_of(path: &str) -> Option<&str> {
    let code = path_of(path).strip_prefix("/join/")?;
    Some(code.strip_suffix('/').unwrap_or(code)).filter(|code| is_invitation_code(code))
}

/// Returns whether a text may be the code of an invitation. The storage may contain anything, so nothing else is used
/// as a part of a path.
pub(super) fn is_invitation_code(text: &str) -> bool {
    let is_code_char = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=MAX_INVITATION_CODE).contains(&text.len()) && text.bytes().all(is_code_char)
}

/// Returns the form that a page shows: the `type` in its query, which is empty for the first form. `None` for any other
/// page.
pub(super) fn form_of(path: &str) -> Option<&str> {
    matches!(path_of(path), "/auth" | "/auth/").then(|| query_parameter(path, "type").unwrap_or_default())
}

/// Returns whether a form is opened by a mailed link. Signed-in users may use those too.
pub(super) fn is_email_link_form(form: &str) -> bool {
    matches!(form, "confirm" | "reset")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_the_route_and_the_parameters_are_read_from_the_path() {
        for (path, is_at, kind) in [
            ("/auth?type=reset#token=a?b&type=x", "/auth", Some("reset")),
            ("/auth?google=complete&type=login", "/auth", Some("login")),
            ("/auth?type=", "/auth", Some("")),
            ("/auth#?type=login", "/auth", None),
            ("/auth?types=login&type", "/auth", None),
            ("", "", None),
        ] {
            assert_eq!((path_of(path), query_parameter(path, "type")), (is_at, kind), "{path}");
        }
    }
}
