//! A client that signs in with the credentials in the vault, and the way its requests take.

use std::sync::Arc;

use rmcp::transport::auth::{
    AuthClient, AuthError, AuthorizationManager, OAuthClientConfig, OAuthHttpClient, OAuthHttpClientFuture,
    OAuthHttpRequest,
};
use wire::{Address, Configured, Guarded, OauthAnswer, Timeouts, WireError};

use super::credentials::Kept;
use crate::posting::Measured;
use crate::settings::{ClientIdentity, ServerSettings};
use crate::unreached::{Refusal, SignIn, Unreached};
use crate::ways::Ways;

/// A client that shows what the vault holds for this server, and renews it.
pub(crate) async fn client(
    settings: &ServerSettings,
    url: &Address,
    identity: Option<&ClientIdentity>,
    ways: &Ways,
) -> Result<AuthClient<Measured>, Unreached> {
    let away = |error: &dyn std::error::Error| Unreached::Away(error.to_string());
    let nobody = || Unreached::SignIn(SignIn::to(settings, &Refusal::default()));
    let kept = Kept::read(&settings.name, &ways.vault).await.map_err(|error| away(&error))?;
    let (credentials, beside) = kept.ok_or_else(nobody)?;
    // A token belongs to the client that got it.
    if identity.is_some_and(|identity| identity.id != credentials.client_id) {
        return Err(nobody());
    }
    let over_wire = Arc::new(OverWire::to(url).map_err(|error| away(&error))?);
    let mut manager = manager(url, over_wire).await.map_err(|error| away(&error))?;
    let found = manager.resolve_metadata_from_challenge(beside.challenge.as_deref()).await;
    manager.set_metadata(found.map_err(|error| away(&error))?.metadata);
    let configured = identity.and_then(|identity| identity.secret.as_ref());
    let secret = configured.map(|secret| secret.reveal().to_owned()).or_else(|| beside.client_secret.clone());
    manager.set_credential_store(Kept::of(&settings.name, Arc::clone(&ways.vault), beside));
    if !manager.initialize_from_store().await.map_err(|error| away(&error))? {
        return Err(nobody());
    }
    if let Some(secret) = secret {
        // It is only renewed here, and for that no page is opened.
        let renewing = OAuthClientConfig::new(credentials.client_id, url.url().as_str());
        let renewing = manager.configure_client(renewing.with_client_secret(secret));
        renewing.map_err(|error| away(&error))?;
    }
    Ok(AuthClient::new(Measured(ways.http.clone()), manager))
}

pub(super) async fn manager(
    url: &Address,
    over_wire: Arc<OverWire>,
) -> Result<AuthorizationManager, AuthError> {
    AuthorizationManager::new_with_oauth_http_client(url.url().as_str(), over_wire).await
}

/// The library's requests over our own client.
pub(super) struct OverWire(pub(super) Box<dyn Fn(http::Request<Vec<u8>>) -> OauthAnswer + Send + Sync>);

impl OverWire {
    /// A server elsewhere may name any address: it leads us to the public internet only.
    pub(super) fn to(url: &Address) -> Result<Self, WireError> {
        let timeouts = Timeouts::default();
        Ok(Self(if url.is_here() {
            Box::new(wire::for_oauth(&Configured::new(timeouts)?))
        } else {
            Box::new(wire::for_oauth_of_a_stranger(&Guarded::new(timeouts)))
        }))
    }
}

impl OAuthHttpClient for OverWire {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        let answer = (self.0)(request.request);
        Box::pin(async move { answer.await.map_err(|error| Box::new(error) as _) })
    }
}
