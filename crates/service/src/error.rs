//! Why a request was not granted, over HTTP.

use crate::protocol::{Answer, ErrorKind};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

pub use ludex_table::desk::RequestError;
pub(crate) use ludex_table::desk::Result;

/// A [`RequestError`] as an HTTP response.
#[derive(Debug)]
pub(crate) struct HttpError(pub(crate) RequestError);

impl From<RequestError> for HttpError {
    fn from(error: RequestError) -> Self {
        Self(error)
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        (status(self.0.kind), Json(Answer::from(self.0))).into_response()
    }
}

/// The HTTP status that says the same.
fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Bad => StatusCode::BAD_REQUEST,
        ErrorKind::Missing => StatusCode::NOT_FOUND,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        ErrorKind::Limit => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
