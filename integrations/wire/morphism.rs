//! The connector that carries slack-morphism's calls over our own TLS.
//!
//! Knows how a call travels, and whether one that failed had left. Doesn't know any method, and sets no time limit
//! on an answer: slack-morphism has none, so whoever calls it does.

use std::time::Duration;

use hyper_rustls::HttpsConnectorBuilder;
use hyper_util::client::legacy::{Error as ClientError, connect::HttpConnector};
use slack_morphism::errors::SlackClientError;
use slack_morphism::hyper_tokio::SlackClientHyperHttpsConnector;

use crate::crypto::{Roots, tls};
use crate::{Address, WireError};

/// What slack-morphism's client is built on.
pub type SlackConnector = SlackClientHyperHttpsConnector;

/// Calls the methods below `api`, e.g. `https://slack.com/api`. Goes through no proxy.
pub fn slack_connector(api: &Address, connect: Duration) -> Result<SlackConnector, WireError> {
    let plain = api.url().scheme() == "http";
    tracing::trace!(host = api.url().host_str(), "a connector");
    let tls = tls(if plain { Roots::Nobody } else { Roots::Native })?;
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(connect));
    let schemes = HttpsConnectorBuilder::new().with_tls_config(tls);
    let schemes = if plain { schemes.https_or_http() } else { schemes.https_only() };
    let connector = schemes.enable_http1().enable_http2().wrap_connector(tcp);
    // slack-morphism puts the slash in itself.
    let base = api.url().as_str().trim_end_matches('/');
    Ok(SlackConnector::with_connector(connector).with_slack_api_url(base))
}

/// Whether the request provably never left, so that sending it again cannot do anything twice.
pub fn never_left(error: &SlackClientError) -> bool {
    match error {
        SlackClientError::HttpProtocolError(error) => error
            .cause
            .as_ref()
            .is_some_and(|cause| cause.downcast_ref::<ClientError>().is_none_or(ClientError::is_connect)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use slack_morphism::{SlackApiToken, SlackApiTokenValue, SlackClient, SlackClientHttpConnector};

    use super::*;

    async fn call(base: &str) -> Result<Value, SlackClientError> {
        let address = Address::parse("SLACK_API_URL", base).unwrap();
        let client = SlackClient::new(slack_connector(&address, Duration::from_secs(5)).unwrap());
        let token = SlackApiToken::new(SlackApiTokenValue("xoxb-1".to_owned()));
        let session = client.open_session(&token);
        session.http_session_api.http_post("auth.test", &json!({}), None).await
    }

    #[tokio::test]
    async fn a_plain_server_on_this_machine_is_called_with_and_without_a_trailing_slash() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap();
        let answer = || async { axum::Json(json!({"ok": true, "team": "Harbour"})) };
        let app = axum::Router::new().route("/api/auth.test", axum::routing::post(answer));
        tokio::spawn(async move { axum::serve(listener, app).await });
        for base in [format!("http://{host}/api"), format!("http://{host}/api/")] {
            assert_eq!(call(&base).await.unwrap()["team"], "Harbour");
        }
    }

    #[tokio::test]
    async fn a_refused_connection_never_left() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap();
        drop(listener);
        assert!(never_left(&call(&format!("http://{host}/api")).await.unwrap_err()));
    }

    #[test]
    fn a_trailing_slash_is_not_doubled() {
        let address = Address::parse("SLACK_API_URL", "http://localhost/api/").unwrap();
        let connector = slack_connector(&address, Duration::from_secs(1)).unwrap();
        let url = connector.create_method_uri_path("chat.postMessage").unwrap();
        assert_eq!(url.as_str(), "http://localhost/api/chat.postMessage");
    }
}
