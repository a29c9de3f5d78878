//! Signing in to a server elsewhere (OAuth): somebody does it once at this machine, what they got is kept in the vault
//! and renewed by itself.

mod client;
mod credentials;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::response::Html;
use axum::routing::get;
use kernel::Secret;
use kernel::ports::Vault;
use rmcp::transport::auth::{
    AuthError, AuthorizationManager, AuthorizationMetadata, AuthorizationMetadataSource,
    AuthorizationRequest, AuthorizationSession, WWWAuthenticateParams,
};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use url::Url;
use wire::WireError;

pub(crate) use self::client::client;
use self::client::{OverWire, manager};
use self::credentials::{Beside, Kept, kept_as};
use crate::reach::challenge;
use crate::settings::{Access, ClientIdentity, Reach, ServerSettings};
use crate::ways::Ways;
use crate::words::visible_up_to;

/// A sign-in that waits for its browser.
pub struct Login {
    session: AuthorizationSession,
    listener: TcpListener,
}

#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    #[error("The server {0} needs no sign-in. Set `oauth = true` for it if it does.")]
    NotNeeded(String),
    #[error("No port can be opened on this machine: {0}.")]
    NoPort(#[from] std::io::Error),
    #[error("It cannot be found out how to sign in: {}. Check the server's url.", told(.0))]
    Unknown(AuthError),
    #[error(
        "The sign-in that {url} publishes is for another address, {resource}. Nothing was sent there. Correct the server's \
         url, or tell whoever runs the server."
    )]
    OtherResource { url: String, resource: String },
    #[error(
        "The sign-in of {server} does not register us by itself ({}). Register a client there, with the redirect address \
         http://127.0.0.1/callback, and set client_id and client_secret_from in [mcp.servers.{server}].",
        told(.why)
    )]
    NotRegistered { server: String, why: AuthError },
    #[error("The sign-in did not work: {}. Start it again.", told(.0))]
    Refused(AuthError),
    #[error("The browser never came back. Start it again.")]
    Nobody,
    #[error(transparent)]
    Wire(#[from] WireError),
}

/// An error without the page that a server may have answered with, which nobody can read in a terminal.
fn told(error: &AuthError) -> String {
    let words = error.to_string();
    let words = words.split('<').next().unwrap_or_default();
    visible_up_to(words.trim_end_matches([':', ' ', '\n']), 300)
}

impl Login {
    /// Finds out where one signs in, and registers us there unless somebody did. With `scopes`, for these beside those
    /// that were granted before.
    pub async fn begin(
        settings: &ServerSettings,
        ways: &Ways,
        scopes: &[String],
    ) -> Result<Self, LoginError> {
        let (server, vault) = (&settings.name, &ways.vault);
        let Reach::Address { url, access: Access::SignIn(identity) } = &settings.reach else {
            return Err(LoginError::NotNeeded(server.clone()));
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let redirect = format!("http://127.0.0.1:{}/callback", listener.local_addr()?.port());
        let challenge = challenge(settings, ways).await;
        let over_wire = Arc::new(OverWire::to(url)?);
        let mut manager = manager(url, Arc::clone(&over_wire)).await.map_err(LoginError::Unknown)?;
        let metadata = metadata(&manager, url.url(), challenge.as_deref(), &over_wire).await?;
        manager.set_metadata(metadata);
        let wanted = wanted(&manager, server, vault, scopes).await.map_err(LoginError::Unknown)?;
        let is_known = identity.is_some();
        let identity = match identity {
            Some(identity) => identity.clone(),
            None => registered(&mut manager, &redirect, &wanted)
                .await
                .map_err(|why| LoginError::NotRegistered { server: server.clone(), why })?,
        };
        let mut request = AuthorizationRequest::new(redirect).with_initial_scope_selection();
        request = request.with_scopes(wanted).with_preregistered_client(identity.id);
        let client_secret = identity.secret.map(|secret| secret.reveal().to_owned());
        if let Some(secret) = &client_secret {
            request = request.with_client_secret(secret);
        }
        // A configured secret stays where it is configured, so that it can be changed there.
        let beside = Beside { client_secret: client_secret.filter(|_| !is_known), challenge };
        manager.set_credential_store(Kept::of(server, Arc::clone(vault), beside));
        let session = AuthorizationSession::new(manager, request).await;
        let session = session.map_err(|(_, error)| LoginError::Unknown(error))?;
        Ok(Self { session, listener })
    }

    /// The page to open.
    pub fn address(&self) -> &str {
        self.session.get_authorization_url()
    }

    /// Waits until the browser comes back, and keeps what it brings.
    pub async fn finished(self) -> Result<(), LoginError> {
        let base = format!("http://127.0.0.1:{}", self.listener.local_addr()?.port());
        let (answers, mut coming) = mpsc::channel::<String>(1);
        let routes = Router::new().route("/callback", get(back)).with_state(answers);
        let serving = tokio::spawn(async move { axum::serve(self.listener, routes).await });
        let kept = loop {
            let Some(came) = coming.recv().await else { break Err(LoginError::Nobody) };
            // Whatever comes with another state is not what is waited for.
            match self.session.handle_callback_url(&format!("{base}{came}")).await {
                Ok(_) => break Ok(()),
                // The code was ours, and is used up.
                Err(error @ AuthError::TokenExchangeFailed(_)) => break Err(LoginError::Refused(error)),
                Err(error) if says_no(&came) => break Err(LoginError::Refused(error)),
                Err(error) => tracing::warn!(%error, "an answer to a sign-in does not fit"),
            }
        };
        // The browser still gets its page.
        tokio::task::yield_now().await;
        serving.abort();
        kept
    }
}

/// The sign-in page sends a refusal as `error` in the query.
fn says_no(came: &str) -> bool {
    let query = came.split_once('?').map_or("", |(_, query)| query);
    url::form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "error")
}

async fn back(
    State(answers): State<mpsc::Sender<String>>,
    OriginalUri(uri): OriginalUri,
) -> Html<&'static str> {
    drop(answers.try_send(uri.to_string()));
    Html("<!doctype html><title>Countersign</title><p>Done here. Go back to the terminal.</p>")
}

/// Waits until somebody has signed in anew; for ever where nobody needs to.
pub(crate) async fn renewed(settings: &ServerSettings, vault: &Arc<dyn Vault>, glance: Duration) {
    let Reach::Address { access: Access::SignIn(_), .. } = &settings.reach else {
        return std::future::pending().await;
    };
    let name = kept_as(&settings.name);
    let before = vault.get(&name).await;
    loop {
        tokio::time::sleep(glance).await;
        match (&before, vault.get(&name).await) {
            (Ok(before), Ok(now)) if *before == now => {}
            // What cannot be read now is looked for again.
            (_, Err(_)) => {}
            _ => return,
        }
    }
}

/// Where one signs in, unless what is published is about another server.
async fn metadata(
    manager: &AuthorizationManager,
    server: &Url,
    challenge: Option<&str>,
    over_wire: &OverWire,
) -> Result<AuthorizationMetadata, LoginError> {
    let found = manager.resolve_metadata_from_challenge(challenge).await;
    let published = AuthorizationMetadataSource::ProtectedResourceMetadata;
    if !matches!(&found, Ok(found) if found.source == published)
        && let Some(resource) = other_resource(server, challenge, over_wire).await
    {
        return Err(LoginError::OtherResource { url: server.to_string(), resource });
    }
    Ok(found.map_err(LoginError::Unknown)?.metadata)
}

/// The scopes to ask for. Those that were granted before are asked for again where more are wanted, because the new sign-in
/// takes the place of the old one.
async fn wanted(
    manager: &AuthorizationManager,
    server: &str,
    vault: &Arc<dyn Vault>,
    more: &[String],
) -> Result<Vec<String>, AuthError> {
    let kept = if more.is_empty() { None } else { Kept::read(server, vault).await? };
    let mut wanted = match kept {
        Some((credentials, _)) => credentials.granted_scopes,
        None => manager.select_initial_scopes(&[]).await,
    };
    for scope in more {
        if !wanted.contains(scope) {
            wanted.push(scope.clone());
        }
    }
    Ok(wanted)
}

async fn registered(
    manager: &mut AuthorizationManager,
    redirect: &str,
    wanted: &[String],
) -> Result<ClientIdentity, AuthError> {
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let registered = manager.register_client("Countersign", redirect, &wanted).await?;
    Ok(ClientIdentity { id: registered.client_id, secret: registered.client_secret.map(Secret::new) })
}

/// The address that published metadata is for, where that is not the server's. The library passes over such metadata
/// where it only guessed the place, and would go on to ask for things that are not there.
async fn other_resource(server: &Url, challenge: Option<&str>, over_wire: &OverWire) -> Option<String> {
    let named = challenge.and_then(|said| WWWAuthenticateParams::parse(said, server).resource_metadata_url);
    let well_known = [server.path().trim_end_matches('/'), ""].map(|path| {
        let mut place = server.clone();
        place.set_query(None);
        place.set_path(&format!("/.well-known/oauth-protected-resource{path}"));
        place
    });
    for place in named.into_iter().chain(well_known) {
        let Ok(request) = http::Request::get(place.as_str()).body(Vec::new()) else { continue };
        let Ok(answer) = (over_wire.0)(request).await else { continue };
        let published = serde_json::from_slice::<Value>(answer.body()).unwrap_or_default();
        match published.get("resource").and_then(Value::as_str) {
            Some(resource) if !is_above(resource, server) => return Some(visible_up_to(resource, 300)),
            _ => {}
        }
    }
    None
}

/// Whether a server is at this address, or below it.
fn is_above(resource: &str, server: &Url) -> bool {
    Url::parse(resource).is_ok_and(|resource| {
        resource.origin() == server.origin()
            && server.path().starts_with(resource.path().trim_end_matches('/'))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use kernel::ports::{Soon, VaultError};
    use wire::Address;

    use super::*;
    use crate::settings::Patterns;

    /// Holds one thing after the other, and is away in between.
    struct Changing(Mutex<Vec<Result<Option<Vec<u8>>, VaultError>>>);

    impl Vault for Changing {
        fn put<'a>(&'a self, _name: &'a str, _value: &'a [u8]) -> Soon<'a, Result<(), VaultError>> {
            Box::pin(async { Ok(()) })
        }

        fn get<'a>(&'a self, name: &'a str) -> Soon<'a, Result<Option<Vec<u8>>, VaultError>> {
            assert_eq!(name, "mcp/n");
            Box::pin(async { self.0.lock().unwrap().pop().expect("what comes next was to be seen") })
        }

        fn remove<'a>(&'a self, _name: &'a str) -> Soon<'a, Result<(), VaultError>> {
            Box::pin(async { Ok(()) })
        }

        fn names<'a>(&'a self, _prefix: &'a str) -> Soon<'a, Result<Vec<String>, VaultError>> {
            Box::pin(async { Ok(Vec::new()) })
        }

        fn sign(&self, _words: &[u8]) -> [u8; 32] {
            [0; 32]
        }
    }

    fn elsewhere(access: Access) -> ServerSettings {
        let url = Address::parse("url", "https://mcp.example.com/mcp").unwrap();
        let (read_only, tools, except) = <(Patterns, Patterns, Patterns)>::default();
        let reach = Reach::Address { url, access };
        ServerSettings { name: "n".to_owned(), reach, read_only, tools, except, timeout: Duration::ZERO }
    }

    #[tokio::test]
    async fn a_sign_in_is_noticed_when_it_is_there_and_not_before() {
        let (old, new) = (|| Ok(Some(b"old".to_vec())), Ok(Some(b"new".to_vec())));
        let away = Err(VaultError::Unreachable("away".to_owned()));
        let answers = vec![new, old(), away, old(), old()];
        let changing = Arc::new(Changing(Mutex::new(answers)));
        let vault: Arc<dyn Vault> = Arc::clone(&changing) as _;
        renewed(&elsewhere(Access::SignIn(None)), &vault, Duration::ZERO).await;
        assert!(changing.0.lock().unwrap().is_empty(), "it was noticed too soon");
    }

    #[tokio::test]
    async fn where_nobody_signs_in_nothing_is_looked_up() {
        let vault: Arc<dyn Vault> = Arc::new(Changing(Mutex::default()));
        let open = elsewhere(Access::Open);
        tokio::select! {
            biased;
            () = renewed(&open, &vault, Duration::ZERO) => panic!("nobody signed in"),
            () = tokio::task::yield_now() => {}
        }
    }
}
