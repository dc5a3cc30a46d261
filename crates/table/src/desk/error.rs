//! Why a request was not granted, in the words of the protocol.

use crate::protocol::{Answer, ErrorKind};
use std::fmt;

/// Why a request was not granted. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// For programs.
    pub kind: ErrorKind,
    /// For people: the bad value and the remedy.
    pub message: String,
}

/// A result whose error is [`RequestError`].
pub type Result<T> = std::result::Result<T, RequestError>;

impl RequestError {
    fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// A message or value that is wrong.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Bad, message)
    }

    /// Something that is not there.
    pub fn missing(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Missing, message)
    }

    /// A token that does not fit.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Forbidden, message)
    }

    /// Not now.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Conflict, message)
    }

    /// Too much.
    pub fn limit(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Limit, message)
    }

    /// A fault of the service.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Too much is going on at the moment.
    pub fn busy() -> Self {
        Self::limit("the server is busy; try again in a moment")
    }

    /// A fault of the service that only its log can explain.
    pub fn failed() -> Self {
        Self::internal("the server failed at this; its log says more")
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RequestError {}

impl From<RequestError> for Answer {
    fn from(error: RequestError) -> Self {
        Self::Error { kind: error.kind, message: error.message }
    }
}

impl From<ludex_core::Error> for RequestError {
    fn from(error: ludex_core::Error) -> Self {
        use ludex_core::Error;
        let kind = match &error {
            Error::Unknown { kind: "key", .. } => ErrorKind::Bad,
            Error::Unknown { .. } => ErrorKind::Missing,
            Error::Illegal { .. } | Error::State(_) => ErrorKind::Conflict,
            _ => ErrorKind::Bad,
        };
        Self::new(kind, error.to_string())
    }
}
