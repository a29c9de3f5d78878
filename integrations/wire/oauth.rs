//! The `oauth2` crate over our own client.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use oauth2::{HttpRequest, HttpResponse};
use url::Url;

use crate::{Configured, Guarded, Incoming, WireError};

/// What the `oauth2` crate gets for its answer.
pub type OauthAnswer = Pin<Box<dyn Future<Output = Result<HttpResponse, WireError>> + Send>>;

/// A token is small; whatever is larger is none.
const CAP: usize = 256 * 1024;
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// A client in the form that `request_async` of the `oauth2` crate takes.
pub fn for_oauth(client: &Configured) -> impl Fn(HttpRequest) -> OauthAnswer + Clone + Send + Sync + 'static {
    let client = client.clone();
    move |request| Box::pin(exchange(client.clone(), request))
}

/// The same for addresses that somebody outside names: only the public internet is asked.
pub fn for_oauth_of_a_stranger(
    client: &Guarded,
) -> impl Fn(HttpRequest) -> OauthAnswer + Clone + Send + Sync + 'static {
    let client = client.clone();
    move |request| Box::pin(guarded(client.clone(), request))
}

async fn guarded(client: Guarded, request: HttpRequest) -> Result<HttpResponse, WireError> {
    let (head, body) = request.into_parts();
    let url = address(&head.uri)?;
    let mut errand = client.request(head.method, url).at_most(CAP).answer_within(ANSWER_WITHIN);
    for (name, value) in &head.headers {
        if let Ok(value) = value.to_str() {
            errand = errand.header(name.as_str(), value);
        }
    }
    let errand = if body.is_empty() { errand } else { errand.body(body) };
    Ok(answered(errand.send().await?.answer))
}

fn address(uri: &http::Uri) -> Result<Url, WireError> {
    Url::parse(&uri.to_string()).map_err(|error| WireError::BadAddress {
        name: "the token address".to_owned(),
        given: uri.host().unwrap_or_default().to_owned(),
        why: error.to_string(),
    })
}

fn answered(incoming: Incoming) -> HttpResponse {
    let mut response = HttpResponse::new(incoming.body.to_vec());
    *response.status_mut() = incoming.status;
    *response.headers_mut() = incoming.headers;
    response
}

async fn exchange(client: Configured, request: HttpRequest) -> Result<HttpResponse, WireError> {
    let (head, body) = request.into_parts();
    let url = address(&head.uri)?;
    let mut outgoing = client.request(head.method, url).at_most(CAP).answer_within(ANSWER_WITHIN);
    for (name, value) in &head.headers {
        if let Ok(value) = value.to_str() {
            outgoing = outgoing.header(name.as_str(), value);
        }
    }
    Ok(answered(outgoing.body(body).send().await?))
}
