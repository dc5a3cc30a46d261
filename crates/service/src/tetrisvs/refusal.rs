//! How this API says no: a status and one JSON object, as its clients know it.

use crate::error::RequestError;
use crate::protocol::ErrorKind;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A request that cannot be granted. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The HTTP status.
    pub(super) status: StatusCode,
    /// What is wrong, and what would be right.
    pub(super) error: String,
}

impl Refusal {
    /// A value that cannot be read or is out of range.
    pub(super) fn bad(error: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, error: error.into() }
    }

    /// Something that the state of the game does not allow.
    pub(super) fn conflict(error: impl Into<String>) -> Self {
        Self { status: StatusCode::CONFLICT, error: error.into() }
    }

    /// A fault of the server's own.
    pub(super) fn failed() -> Self {
        let error = "the server failed at this; its log says more".into();
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, error }
    }

    /// Too much is going on at the moment.
    pub(super) fn busy() -> Self {
        let error = "the server is busy; try again in a moment".into();
        Self { status: StatusCode::SERVICE_UNAVAILABLE, error }
    }
}

impl From<ludex_core::Error> for Refusal {
    fn from(error: ludex_core::Error) -> Self {
        use ludex_core::Error;
        match error {
            Error::Illegal { .. } | Error::State(_) => Self::conflict(error.to_string()),
            _ => Self::bad(error.to_string()),
        }
    }
}

/// The pool of threads refuses in words of its own.
impl From<RequestError> for Refusal {
    fn from(error: RequestError) -> Self {
        match error.kind {
            ErrorKind::Limit => Self::busy(),
            _ => Self::failed(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.error }))).into_response()
    }
}
