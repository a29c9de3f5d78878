//! The clients that are registered.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What Google's console calls the application type; it decides which flows are open to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClientKind {
    Web,
    /// An installed program, which listens on a loopback port of its own choice.
    Desktop,
    /// "TVs and Limited Input devices": the device flow, and nothing else.
    LimitedInput,
}

/// A registered client.
#[derive(Clone, Debug)]
pub(crate) struct Registered {
    pub(crate) kind: ClientKind,
    pub(crate) id: String,
    pub(crate) secret: String,
    pub(crate) redirect_uris: Vec<String>,
}

/// The clients of the same project beside the web one.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct OtherClients {
    pub desktop: Credentials,
    pub limited_input: Credentials,
}

/// A client's id and its secret.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Credentials {
    pub id: String,
    pub secret: String,
}

pub(crate) fn is_loopback(uri: &str) -> bool {
    let Ok(url) = url::Url::parse(uri) else { return false };
    let own = matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
    own && url.scheme() == "http" && url.fragment().is_none() && url.username().is_empty()
}

impl Registered {
    /// Whether the browser may be sent there: letter by letter for a web client, any loopback port for a desktop one.
    pub(crate) fn may_return_to(&self, uri: &str) -> bool {
        match self.kind {
            ClientKind::Web => self.redirect_uris.iter().any(|known| known == uri),
            ClientKind::Desktop => is_loopback(uri),
            ClientKind::LimitedInput => false,
        }
    }
}

impl Default for OtherClients {
    fn default() -> Self {
        Self { desktop: Credentials::fresh(), limited_input: Credentials::fresh() }
    }
}

impl Credentials {
    /// As Google's console makes them.
    pub fn fresh() -> Self {
        let number = Uuid::new_v4().as_u128() % 1_000_000_000_000;
        Self {
            id: format!("{number:012}-{}.apps.googleusercontent.com", Uuid::new_v4().simple()),
            secret: format!("GOCSPX-{}", Uuid::new_v4().simple()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_desktop_program_may_listen_on_any_port_of_this_computer_only() {
        for good in ["http://127.0.0.1:1", "http://localhost:65000/back?x=1", "http://[::1]:8080/"] {
            assert!(is_loopback(good), "{good}");
        }
        for bad in
            ["https://127.0.0.1:1", "http://127.0.0.1.evil.example/", "http://localhost@evil.example/", "x"]
        {
            assert!(!is_loopback(bad), "{bad}");
        }
    }
}
