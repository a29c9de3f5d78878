//! Signing in to a server elsewhere (OAuth): somebody does it once at this machine, what they got is kept in the vault
//! and renewed by itself.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::response::Html;
use axum::routing::get;
use kernel::ports::Vault;
use rmcp::transport::auth::{
    AuthClient, AuthError, AuthorizationManager, AuthorizationRequest, AuthorizationSession, CredentialStore,
    OAuthHttpClient, OAuthHttpClientFuture, OAuthHttpRequest, StoredCredentials,
};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use wire::{Address, Configured, Guarded, OauthAnswer, Timeouts, WireError};

use crate::posting::Measured;
use crate::reach::Ways;
use crate::settings::{Access, Reach, ServerSettings};
use crate::unreached::{SignIn, Unreached};

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
    #[error("It cannot be found out how to sign in: {0}. Check the server's url.")]
    Unknown(AuthError),
    #[error("The sign-in did not work: {0}. Start it again.")]
    Refused(AuthError),
    #[error("The browser never came back. Start it again.")]
    Nobody,
    #[error(transparent)]
    Wire(#[from] WireError),
}

impl Login {
    /// Finds out where one signs in, and registers us there.
    pub async fn begin(settings: &ServerSettings, vault: Arc<dyn Vault>) -> Result<Self, LoginError> {
        let Reach::Address { url, access: Access::SignIn } = &settings.reach else {
            return Err(LoginError::NotNeeded(settings.name.clone()));
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let redirect = format!("http://127.0.0.1:{}/callback", listener.local_addr()?.port());
        let mut manager = manager(&settings.name, url, vault).await?;
        let found = manager.resolve_metadata().await.map_err(LoginError::Unknown)?;
        manager.set_metadata(found.metadata);
        let request = AuthorizationRequest::new(redirect).with_client_name("Countersign");
        let session = AuthorizationSession::new(manager, request);
        let session = session.await.map_err(|(_, error)| LoginError::Unknown(error))?;
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
                Err(error) if came.contains("error=") => break Err(LoginError::Refused(error)),
                Err(error) => tracing::warn!(%error, "an answer to a sign-in does not fit"),
            }
        };
        // The browser still gets its page.
        tokio::task::yield_now().await;
        serving.abort();
        kept
    }
}

async fn back(
    State(answers): State<mpsc::Sender<String>>,
    OriginalUri(uri): OriginalUri,
) -> Html<&'static str> {
    drop(answers.try_send(uri.to_string()));
    Html("<!doctype html><title>Countersign</title><p>Done here. Go back to the terminal.</p>")
}

/// A client that shows what the vault holds for this server, and renews it.
pub(crate) async fn client(
    settings: &ServerSettings,
    url: &Address,
    ways: &Ways,
) -> Result<AuthClient<Measured>, Unreached> {
    let away = |error: &dyn std::error::Error| Unreached::Away(error.to_string());
    let manager = manager(&settings.name, url, Arc::clone(&ways.vault)).await;
    let mut manager = manager.map_err(|error| away(&error))?;
    let kept = manager.initialize_from_store().await.map_err(|error| away(&error))?;
    if !kept {
        return Err(Unreached::SignIn(SignIn::to(settings, None)));
    }
    Ok(AuthClient::new(Measured(ways.http.clone()), manager))
}

/// Waits until somebody has signed in anew; for ever where nobody needs to.
pub(crate) async fn renewed(settings: &ServerSettings, vault: &Arc<dyn Vault>, glance: Duration) {
    let Reach::Address { access: Access::SignIn, .. } = &settings.reach else {
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

/// Under which name the vault keeps it.
fn kept_as(server: &str) -> String {
    format!("mcp/{server}")
}

async fn manager(
    server: &str,
    url: &Address,
    vault: Arc<dyn Vault>,
) -> Result<AuthorizationManager, LoginError> {
    // What a server elsewhere names is not ours to be led to.
    let over_wire: Arc<dyn OAuthHttpClient> = if url.is_here() {
        Arc::new(OverWire(Box::new(wire::for_oauth(&Configured::new(Timeouts::default())?))))
    } else {
        Arc::new(OverWire(Box::new(wire::for_oauth_of_a_stranger(&Guarded::new(Timeouts::default())))))
    };
    let manager = AuthorizationManager::new_with_oauth_http_client(url.url().as_str(), over_wire).await;
    let mut manager = manager.map_err(LoginError::Unknown)?;
    manager.set_credential_store(Kept { vault, name: kept_as(server) });
    Ok(manager)
}

/// The library's requests over our own client.
struct OverWire(Box<dyn Fn(http::Request<Vec<u8>>) -> OauthAnswer + Send + Sync>);

impl OAuthHttpClient for OverWire {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        let answer = (self.0)(request.request);
        Box::pin(async move { answer.await.map_err(|error| Box::new(error) as _) })
    }
}

/// What somebody got by signing in, sealed.
struct Kept {
    vault: Arc<dyn Vault>,
    name: String,
}

type Stored<'a, T> = Pin<Box<dyn Future<Output = Result<T, AuthError>> + Send + 'a>>;

impl CredentialStore for Kept {
    fn load<'a, 'b>(&'a self) -> Stored<'b, Option<StoredCredentials>>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let sealed = self.vault.get(&self.name).await.map_err(|error| unkept(&error))?;
            sealed.map(|bytes| serde_json::from_slice(&bytes)).transpose().map_err(|error| unkept(&error))
        })
    }

    fn save<'a, 'b>(&'a self, credentials: StoredCredentials) -> Stored<'b, ()>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let bytes = serde_json::to_vec(&credentials).map_err(|error| unkept(&error))?;
            self.vault.put(&self.name, &bytes).await.map_err(|error| unkept(&error))
        })
    }

    fn clear<'a, 'b>(&'a self) -> Stored<'b, ()>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move { self.vault.remove(&self.name).await.map_err(|error| unkept(&error)) })
    }
}

fn unkept(error: &dyn std::error::Error) -> AuthError {
    AuthError::CredentialStoreError(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use kernel::ports::{Soon, VaultError};

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
        renewed(&elsewhere(Access::SignIn), &vault, Duration::ZERO).await;
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
