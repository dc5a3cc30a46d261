//! Parts of HTTP requests, with refusals in the words of the protocol.

use super::admit::BodyTime;
use crate::error::{HttpError, RequestError, Result};
use crate::limits::LONGEST_MESSAGE;
use crate::protocol::Answer;
use axum::Json;
use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The answer to a question asked over HTTP.
pub(super) struct HttpAnswer(pub(super) Result<Answer>);

impl IntoResponse for HttpAnswer {
    fn into_response(self) -> Response {
        match self.0 {
            Ok(answer @ Answer::Created { .. }) => {
                (StatusCode::CREATED, Json(answer)).into_response()
            }
            Ok(answer) => Json(answer).into_response(),
            Err(error) => HttpError(error).into_response(),
        }
    }
}

/// The name of a table, from the path.
pub(super) struct Id(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = HttpError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> std::result::Result<Self, HttpError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(id)| Self(id))
            .map_err(|error| HttpError(RequestError::bad(error.to_string())))
    }
}

/// What stands behind the question mark.
pub(super) struct QueryString<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryString<T> {
    type Rejection = HttpError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> std::result::Result<Self, HttpError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|Query(value)| Self(value))
            .map_err(|error| HttpError(RequestError::bad(error.to_string())))
    }
}

/// The token of `Authorization: Bearer TOKEN`; empty if there is none.
pub(super) struct Token(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> std::result::Result<Self, HttpError> {
        let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = value.and_then(|text| text.strip_prefix("Bearer ")).unwrap_or_default();
        Ok(Self(token.trim().to_owned()))
    }
}

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, _: &S) -> std::result::Result<Self, HttpError> {
        let too_long = |_| {
            let say = format!("the body cannot be read; send {LONGEST_MESSAGE} bytes at most");
            HttpError(RequestError::bad(say))
        };
        let time = request.extensions().get::<BodyTime>().map_or(Duration::MAX, |time| time.0);
        let body = tokio::time::timeout(time, to_bytes(request.into_body(), LONGEST_MESSAGE));
        let too_slow = |_| {
            let say = format!("the body did not come within {} s", time.as_secs());
            HttpError(RequestError::bad(say))
        };
        let bytes = body.await.map_err(too_slow)?.map_err(too_long)?;
        let read = serde_json::from_slice(&bytes);
        read.map(Self).map_err(|error| {
            let say = format!("the body is not what belongs here: {error}; see /docs");
            HttpError(RequestError::bad(say))
        })
    }
}
