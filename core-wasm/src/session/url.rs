//! Parsing of page paths.

/// Returns the path without its query and fragment.
pub(super) fn path_of(path: &str) -> &str {
    path.split(['?', '#']).next().unwrap_or_default()
}

/// Returns the first value of a query parameter, without percent-decoding: the values that are read here need none.
pub(super) fn query_parameter<'a>(path: &'a str, name: &str) -> Option<&'a str> {
    let query = path.split('#').next()?.split_once('?')?.1;
    query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value)
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
