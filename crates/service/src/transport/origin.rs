//! Which pages may speak to the server.
//!
//! A page of another site could make a visitor's browser ask for matches and tables. It may not. The API
//! of `TetrisVs` is open to all, as its clients expect.

use crate::error::{HttpError, RequestError};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Lets requests from pages of this server and from programs pass.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    if is_own_origin(request.headers()) {
        return next.run(request).await;
    }
    let say = "pages of other sites may not ask here; open the page of this server";
    HttpError(RequestError::forbidden(say)).into_response()
}

/// Whether a request comes from a page of this server. Programs that are no browsers send no origin.
fn is_own_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Some(place) = origin.to_str().ok().and_then(|origin| origin.split_once("://")) else {
        return false;
    };
    let name = place.1.rsplit_once(':').map_or(place.1, |(name, _)| name);
    // A page under development is served by another port of the same machine.
    Some(place.1) == text(header::HOST) || matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "games.example:7777".parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        is_own_origin(&headers)
    }

    #[test]
    fn only_own_pages_and_programs_connect() {
        assert!(allowed(None), "a program");
        assert!(allowed(Some("http://games.example:7777")));
        assert!(allowed(Some("https://games.example:7777")));
        assert!(allowed(Some("http://localhost:5173")), "a page under development");
        assert!(!allowed(Some("http://games.example")), "another port");
        assert!(!allowed(Some("http://evil.example")));
        assert!(!allowed(Some("http://localhost.evil.example:7777")));
        assert!(!allowed(Some("null")), "a page without a place");
    }
}
