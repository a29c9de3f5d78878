//! The body and the query of a control call, refused in the words of the control API.

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Query, Request},
    http::request::Parts,
};
use serde::de::DeserializeOwned;

use super::Failure;

/// A JSON body. An empty one counts as `{}`.
pub(super) struct Given<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let body = Bytes::from_request(request, state).await.map_err(|error| {
            Failure::wrong(format!("The body could not be read: {error}. Send it again."))
        })?;
        let body: &[u8] = if body.is_empty() { b"{}" } else { &body };
        serde_json::from_slice(body).map(Self).map_err(|error| {
            Failure::wrong(format!("The body is not what this call takes: {error}. See the README."))
        })
    }
}

/// The query.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Query::try_from_uri(&parts.uri).map(|Query(asked)| Self(asked)).map_err(|error| {
            Failure::wrong(format!("The query is not what this call takes: {error}. See the README."))
        })
    }
}
