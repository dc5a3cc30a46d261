//! What can go wrong with a request, in the words of the protocol.

use crate::protocol::{Answer, ErrorKind};
use crate::refusal::Refusal;
use axum::http::StatusCode;

/// Why a request was not granted. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    /// For programs.
    pub(crate) kind: ErrorKind,
    /// For people: the bad value and the remedy.
    pub(crate) message: String,
}

/// A result whose error is [`Trouble`].
pub(crate) type Result<T> = std::result::Result<T, Trouble>;

impl Trouble {
    fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// A message or value that is wrong.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Bad, message)
    }

    /// Something that is not there.
    pub(crate) fn missing(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Missing, message)
    }

    /// A token that does not fit.
    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Forbidden, message)
    }

    /// Not now.
    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Conflict, message)
    }

    /// Too much.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Limit, message)
    }

    /// A fault of the service.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// The HTTP status that says the same.
    pub(crate) fn status(&self) -> StatusCode {
        match self.kind {
            ErrorKind::Bad => StatusCode::BAD_REQUEST,
            ErrorKind::Missing => StatusCode::NOT_FOUND,
            ErrorKind::Forbidden => StatusCode::FORBIDDEN,
            ErrorKind::Conflict => StatusCode::CONFLICT,
            ErrorKind::Limit => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<Trouble> for Answer {
    fn from(trouble: Trouble) -> Self {
        Self::Error { kind: trouble.kind, message: trouble.message }
    }
}

impl From<ludex_core::Error> for Trouble {
    fn from(error: ludex_core::Error) -> Self {
        use ludex_core::Error;
        let kind = match &error {
            Error::Unknown { .. } => ErrorKind::Missing,
            Error::Illegal { .. } | Error::State(_) => ErrorKind::Conflict,
            _ => ErrorKind::Bad,
        };
        Self::new(kind, error.to_string())
    }
}

/// The pool of threads refuses in the words of HTTP.
impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        let kind = match refusal.status {
            StatusCode::SERVICE_UNAVAILABLE => ErrorKind::Limit,
            _ => ErrorKind::Internal,
        };
        Self::new(kind, refusal.error)
    }
}
