//! The language in which a request is answered.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, CONTENT_LENGTH, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ludoteca_core::Language;

use super::extract::ErrorResponse;

/// The language that the sender of a request reads best, by its `Accept-Language`. Without that
/// header it is English.
#[derive(Copy, Clone)]
pub struct ReaderLanguage(pub Language);

/// An answer whose texts are in this language.
pub struct InLanguage<R>(pub Language, pub R);

impl<S: Sync> FromRequestParts<S> for ReaderLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &S,
    ) -> Result<ReaderLanguage, Self::Rejection> {
        Ok(ReaderLanguage(preferred(&parts.headers)))
    }
}

impl<R: IntoResponse> IntoResponse for InLanguage<R> {
    fn into_response(self) -> Response {
        let InLanguage(language, answer) = self;
        let mut response = answer.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
        headers.append(VARY, HeaderValue::from_static("accept-language"));
        response
    }
}

/// Writes the body of each refusal in the language of the request. Handlers return only the error.
pub async fn translate_refusals(request: Request, next: Next) -> Response {
    let language = preferred(request.headers());
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<ErrorResponse>() {
        Some(refused) => {
            let (mut parts, _) = response.into_parts();
            parts.headers.remove(CONTENT_LENGTH);
            InLanguage(language, (parts, refused.body(language))).into_response()
        }
        None => response,
    }
}

/// The language with the highest weight; the first of them if there are several.
fn preferred(headers: &HeaderMap) -> Language {
    let lists = headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|list| list.to_str().ok());
    let mut best = (0.0, Language::English);
    for (weight, language) in lists.flat_map(|list| list.split(',')).filter_map(weighted) {
        if weight > best.0 {
            best = (weight, language);
        }
    }
    best.1
}

/// An entry of an `Accept-Language` list: `es-MX;q=0.8`.
fn weighted(entry: &str) -> Option<(f32, Language)> {
    let (tag, weight) = entry.split_once(';').unwrap_or((entry, "q=1"));
    let weight = weight.trim().strip_prefix("q=")?.trim().parse().ok()?;
    Some((weight, Language::from_tag(tag.trim())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_languages_are_read() {
        for (lists, language) in [
            (&[][..], Language::English),
            (&["es"], Language::Spanish),
            (&["de-CH, fr;q=0.9, en;q=0.8"], Language::German),
            (&["fr, pt-BR;q=0.7, en;q=0.3"], Language::Portuguese),
            (&["en;q=0.5,es;q=0.5"], Language::English),
            (&["en;q=0.1", "es ; q=0.2"], Language::Spanish),
            (&["fr"], Language::English),
            (&["de;q=0, es;q=0.001"], Language::Spanish),
            (&["*"], Language::English),
            (&["de;q=x, ,;;;,es;q=NaN"], Language::English),
        ] {
            let mut headers = HeaderMap::new();
            for list in lists {
                headers.append(ACCEPT_LANGUAGE, HeaderValue::from_static(list));
            }
            assert_eq!(preferred(&headers), language, "{lists:?}");
        }
    }
}
