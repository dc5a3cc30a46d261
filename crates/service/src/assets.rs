//! The page, embedded into the program.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use serde_json::json;

#[derive(Embed)]
#[folder = "../../web/dist"]
struct Page;

/// What is shown where the page was not built.
const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Ludex</title>\
    <p>The page was not built into this program. Build it with <code>make build</code>, then start \
    <code>ludex serve</code> again. The <a href=\"/docs\">API</a> works without it.</p></html>";

/// A file of the page. Paths without a dot are places of the page itself, which sorts them out.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Page::get(path) {
        return serve(path, &file, &headers);
    }
    let is_place = path.is_empty() || (!path.contains('.') && wants_page(&headers));
    match Page::get("index.html") {
        Some(index) if is_place => serve("index.html", &index, &headers),
        None if path.is_empty() => Html(MISSING).into_response(),
        _ => nothing(uri.path()),
    }
}

/// Programs that ask for a path that is not there should hear so, not get a page.
fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

fn nothing(path: &str) -> Response {
    let path: String = path.chars().take(60).collect();
    let say = format!("there is nothing at `{path}`; see /docs for the paths");
    // A client of TetrisVs that comes from another origin may read what it did wrong, in words that it knows.
    let headers = [(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    (StatusCode::NOT_FOUND, headers, Json(json!({ "error": say }))).into_response()
}

fn serve(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = hash[..16].iter().fold(0u128, |tag, byte| tag << 8 | u128::from(*byte));
    let tag = format!("\"{tag:032x}\"");
    // Files with a hash in their name never change.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes());
    let about = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, cache)];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(file.metadata.mimetype()))];
    (about, kind, file.data.to_vec()).into_response()
}

/// Texts say how they are encoded; browsers guess otherwise.
fn content_type(kind: &str) -> String {
    let charset = if kind.starts_with("text/") { "; charset=utf-8" } else { "" };
    format!("{kind}{charset}")
}
