//! The web page: its files are part of the binary.

use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, HeaderValue,
    IF_NONE_MATCH, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use data_encoding::HEXLOWER;
use rust_embed::RustEmbed;

use super::extract::ErrorResponse;
use crate::error::ApiError;
use crate::texts::ErrorText;

/// In development builds, each request reads the file from the folder.
#[derive(RustEmbed)]
#[folder = "../../web"]
struct PageFiles;

/// The content security policy: the page may load and run only what comes from this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Serves a file of the page.
pub async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response<Body> {
    match PageFiles::get(&path) {
        Some(file) => answer(&file, &headers),
        None => ErrorResponse::from(ApiError::not_found(ErrorText::NoFile(path))).into_response(),
    }
}

/// Serves the page itself, at every path that has no other route. The status is 404 if the page has
/// nothing to show there.
pub async fn shell(uri: Uri, headers: HeaderMap) -> Response<Body> {
    let path = uri.path();
    let file = PageFiles::get("index.html").filter(|_| !path.starts_with("/api/"));
    let Some(file) = file else {
        return ErrorResponse::from(ApiError::not_found(ErrorText::NoFile(path.to_owned())))
            .into_response();
    };
    let mut response = answer(&file, &headers);
    if path != "/" && !["/t/", "/rules/"].iter().any(|known| path.starts_with(known)) {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// The page as text, for a path where something is added to it.
pub fn text() -> Option<String> {
    let file = PageFiles::get("index.html")?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Adds the security headers for browsers to every answer.
pub async fn add_security_headers(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(opener, HeaderValue::from_static("same-origin"));
    // Answers of the API must not be stored.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Answers with a file, or without a body if the client has it already.
fn answer(file: &rust_embed::EmbeddedFile, headers: &HeaderMap) -> Response<Body> {
    let tag = format!("\"{}\"", HEXLOWER.encode(&file.metadata.sha256_hash()[..8]));
    let caching = [(CACHE_CONTROL, "no-cache".to_owned()), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = [(CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    (caching, kind, file.data.clone()).into_response()
}
