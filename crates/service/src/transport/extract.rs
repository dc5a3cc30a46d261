//! Parts of HTTP requests, with refusals in the words of the protocol.

use crate::limits::LONGEST_MESSAGE;
use crate::protocol::Answer;
use crate::trouble::{Result, Trouble};
use axum::Json;
use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (self.status(), Json(Answer::from(self))).into_response()
    }
}

/// The answer to a question asked over HTTP.
pub(super) struct Told(pub(super) Result<Answer>);

impl IntoResponse for Told {
    fn into_response(self) -> Response {
        match self.0 {
            Ok(answer @ Answer::Created { .. }) => {
                (StatusCode::CREATED, Json(answer)).into_response()
            }
            Ok(answer) => Json(answer).into_response(),
            Err(trouble) => trouble.into_response(),
        }
    }
}

/// The name of a table, from the path.
pub(super) struct Id(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(id)| Self(id)).map_err(|error| Trouble::bad(error.to_string()))
    }
}

/// What stands behind the question mark.
pub(super) struct Wanted<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Wanted<T> {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(wanted)| Self(wanted)).map_err(|error| Trouble::bad(error.to_string()))
    }
}

/// The token of `Authorization: Bearer TOKEN`; empty if there is none.
pub(super) struct Token(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = value.and_then(|text| text.strip_prefix("Bearer ")).unwrap_or_default();
        Ok(Self(token.trim().to_owned()))
    }
}

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let too_long = |_| {
            Trouble::bad(format!("the body cannot be read; send {LONGEST_MESSAGE} bytes at most"))
        };
        let bytes = to_bytes(request.into_body(), LONGEST_MESSAGE).await.map_err(too_long)?;
        let read = serde_json::from_slice(&bytes);
        read.map(Self).map_err(|error| {
            Trouble::bad(format!("the body is not what belongs here: {error}; see /docs"))
        })
    }
}
