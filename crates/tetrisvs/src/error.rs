//! How this API says no: a status and one JSON object, as its clients know it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ludex_service::RequestError;
use ludex_service::protocol::ErrorKind;
use serde_json::json;

/// A request that cannot be granted. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    /// The HTTP status.
    pub(crate) status: StatusCode,
    /// What is wrong, and what would be right.
    pub(crate) error: String,
}

impl ApiError {
    /// A value that cannot be read or is out of range.
    pub(crate) fn bad(error: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, error: error.into() }
    }

    /// Something that the state of the game does not allow.
    pub(crate) fn conflict(error: impl Into<String>) -> Self {
        Self { status: StatusCode::CONFLICT, error: error.into() }
    }

    /// A fault of the server's own.
    pub(crate) fn failed() -> Self {
        let error = "the server failed at this; its log says more".into();
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, error }
    }

    /// Too much is going on at the moment.
    pub(crate) fn busy() -> Self {
        let error = "the server is busy; try again in a moment".into();
        Self { status: StatusCode::SERVICE_UNAVAILABLE, error }
    }
}

impl From<ludex_core::Error> for ApiError {
    fn from(error: ludex_core::Error) -> Self {
        use ludex_core::Error;
        match error {
            Error::Illegal { .. } | Error::State(_) => Self::conflict(error.to_string()),
            _ => Self::bad(error.to_string()),
        }
    }
}

/// The pool of threads refuses in words of its own.
impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        match error.kind {
            ErrorKind::Limit => Self::busy(),
            _ => Self::failed(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.error }))).into_response()
    }
}
