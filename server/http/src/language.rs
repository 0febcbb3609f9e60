//! The language of responses: errors and confirmations answer in the language that the request prefers.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::language::Language;
use core_wasm::protocol::messages::{current_language, with_language};

/// Runs a request with all its texts in the language that it prefers.
pub(crate) async fn choose_language(request: Request, next: Next) -> Response {
    with_language(preferred_language(request.headers()), next.run(request)).await
}

/// Returns the language that a request prefers (RFC 9110, section 12.5.4), or English if it names none of ours.
fn preferred_language(headers: &HeaderMap) -> Language {
    let (mut best, mut best_weight) = (Language::En, 0.0);
    let values = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
    for range in values.flat_map(|value| value.split(',')) {
        let (tag, parameter) = range.split_once(';').unwrap_or((range, "q=1"));
        let weight = parameter.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok()).unwrap_or(0.0);
        let language = Language::from_tag(tag.trim());
        if let Some(language) = language.filter(|_| weight > best_weight) {
            (best, best_weight) = (language, weight);
        }
    }
    best
}

/// A response with a text in the current language.
pub(crate) struct Localized<T>(pub(crate) T);

impl<T: IntoResponse> IntoResponse for Localized<T> {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(current_language().tag()));
        headers.append(header::VARY, HeaderValue::from_static("Accept-Language"));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_match_of_a_request_is_chosen() {
        let preferred = |values: &[&'static str]| {
            let values = values.iter().map(|value| (header::ACCEPT_LANGUAGE, HeaderValue::from_static(value)));
            preferred_language(&values.collect())
        };
        for (values, expected) in [
            (&[][..], Language::En),
            (&[""], Language::En),
            (&["de"], Language::De),
            (&["DE-at"], Language::De),
            (&["es-419,es;q=0.9,en;q=0.8"], Language::Es),
            (&["fr, de;q=0.5 , es;q=0.7"], Language::Es),
            (&["en,de"], Language::En),
            (&["en;q=0.1,de;q=0.2"], Language::De),
            (&["fr-CH, *;q=0.5"], Language::En),
            (&["de;q=0"], Language::En),
            (&["de;q=x, es;level=1"], Language::En),
            (&["fr", "de"], Language::De),
            (&["deu", "estonian", "-de", ";;,,;q="], Language::En),
            (&["de;q=NaN, es;q=inf"], Language::Es),
        ] {
            assert_eq!(preferred(values), expected, "{values:?}");
        }
    }
}
