//! Google's authorization server: where to send somebody to sign in, and tokens for what comes back.
//!
//! Knows nothing of who is who in the workspace, nor where grants are kept.

mod refusal;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::time::Duration;

use kernel::Secret;
use oauth2::basic::{BasicRevocationErrorResponse, BasicTokenIntrospectionResponse, BasicTokenType};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, Client, ClientId, ClientSecret, CsrfToken, DeviceAuthorizationUrl,
    EndpointNotSet, EndpointSet, ExtraTokenFields, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RefreshToken, Scope, StandardRevocableToken, StandardTokenResponse, TokenResponse, TokenUrl,
};
use serde::{Deserialize, Serialize};
use wire::{Again, Configured, Method, Patience, Url, for_oauth, patiently};

use crate::grant::Registered;
use crate::{ClientKey, Settings};
use refusal::{Refusal, no_token};

pub(crate) use refusal::NoToken;

/// Google's tokens last an hour when it does not say otherwise.
const USUAL_LIFE: Duration = Duration::from_hours(1);

const PATIENCE: Patience = Patience {
    tries: 3,
    first: Duration::from_millis(300),
    longest: Duration::from_secs(2),
    total: Duration::from_secs(15),
};

/// Knows where to authorize, where devices begin, and where tokens are.
pub(crate) type GoogleClient = Client<
    Refusal,
    StandardTokenResponse<Extra, BasicTokenType>,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
    EndpointSet,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
>;

pub(crate) struct Oauth {
    usual: Option<GoogleClient>,
    device: Option<GoogleClient>,
    pub(crate) wire: Configured,
    revoke: Url,
}

/// Where somebody is sent to sign in, and what for.
pub(crate) struct Question<'a> {
    pub(crate) state: &'a str,
    pub(crate) verifier: &'a Secret,
    pub(crate) scopes: &'a BTreeSet<String>,
    pub(crate) login_hint: Option<&'a str>,
    pub(crate) prompt: Prompt,
    /// Where Google sends the browser in the end.
    pub(crate) redirect: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Prompt {
    /// Google gives a refresh token only with a consent it asks for.
    Consent,
    /// We hold a refresh token; asking again would only make a second one.
    AsNeeded,
    /// With the choice of an account: somebody who has connected one wants another.
    Another,
}

/// What Google hands out.
#[derive(Clone, Debug)]
pub(crate) struct Issued {
    pub(crate) access: Secret,
    pub(crate) lasts: Duration,
    pub(crate) refresh: Option<Secret>,
    /// Nothing means: as asked for.
    pub(crate) scopes: Option<BTreeSet<String>>,
    pub(crate) id_token: Option<Secret>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Extra {
    id_token: Option<String>,
}

impl ExtraTokenFields for Extra {}

impl Oauth {
    pub(crate) fn new(settings: &Settings, wire: Configured) -> Self {
        let known = |key: &Option<ClientKey>| key.as_ref().map(|key| client(settings, key));
        let (usual, device) = (known(&settings.client), known(&settings.device_client));
        Self { usual, device, wire, revoke: settings.revoke.url().clone() }
    }

    pub(crate) fn client(&self, registered: Registered) -> Result<&GoogleClient, NoToken> {
        let (client, words) = match registered {
            Registered::Usual => (&self.usual, "GOOGLE_CLIENT_ID is not set"),
            Registered::Device => (&self.device, "GOOGLE_DEVICE_CLIENT_ID is not set"),
        };
        client.as_ref().ok_or_else(|| NoToken::Misconfigured(words.to_owned()))
    }

    pub(crate) fn address(&self, question: &Question<'_>) -> Result<Url, NoToken> {
        let verifier = PkceCodeVerifier::new(question.verifier.reveal().to_owned());
        let state = CsrfToken::new(question.state.to_owned());
        let mut request = self
            .client(Registered::Usual)?
            .authorize_url(|| state)
            .set_redirect_uri(Cow::Owned(redirect(question.redirect)?))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .add_scopes(question.scopes.iter().cloned().map(Scope::new))
            .add_extra_param("access_type", "offline")
            .add_extra_param("include_granted_scopes", "true");
        if let Some(hint) = question.login_hint {
            request = request.add_extra_param("login_hint", hint.to_owned());
        }
        request = match question.prompt {
            Prompt::Consent => request.add_extra_param("prompt", "consent"),
            Prompt::Another => request.add_extra_param("prompt", "select_account consent"),
            Prompt::AsNeeded => request,
        };
        Ok(request.url().0)
    }

    /// A code works once, so this is tried once.
    pub(crate) async fn exchange(
        &self,
        code: &str,
        verifier: &Secret,
        back: &str,
    ) -> Result<Issued, NoToken> {
        let http = for_oauth(&self.wire);
        self.client(Registered::Usual)?
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_redirect_uri(Cow::Owned(redirect(back)?))
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.reveal().to_owned()))
            .request_async(&http)
            .await
            .map(|answer| issued(&answer))
            .map_err(|error| no_token(&error))
    }

    pub(crate) async fn refresh(&self, refresh: &Secret, to: Registered) -> Result<Issued, NoToken> {
        let http = for_oauth(&self.wire);
        let client = self.client(to)?;
        let token = RefreshToken::new(refresh.reveal().to_owned());
        let attempt = || async {
            client
                .exchange_refresh_token(&token)
                .request_async(&http)
                .await
                .map(|answer| issued(&answer))
                .map_err(|error| no_token(&error))
        };
        patiently(PATIENCE, attempt, |result| match result {
            Err(NoToken::Unavailable(_)) => Again::Soon,
            Ok(_)
            | Err(
                NoToken::Over(_)
                | NoToken::SessionOver(_)
                | NoToken::Forbidden(_)
                | NoToken::Misconfigured(_),
            ) => Again::No,
        })
        .await
    }

    /// Ends the whole grant at Google, whichever of its tokens is given. Not by the `oauth2` crate, which refuses
    /// addresses of this machine here.
    pub(crate) async fn revoke(&self, token: &Secret) -> Result<(), NoToken> {
        let answer = self
            .wire
            .request(Method::POST, self.revoke.clone())
            .form(&[("token", token.reveal())])
            .send()
            .await
            .map_err(|error| NoToken::Unavailable(error.to_string()))?;
        match answer.status.as_u16() {
            // 400 is `invalid_token`: it was over already.
            200..300 | 400 => Ok(()),
            status => Err(NoToken::Unavailable(format!("it answered {status}"))),
        }
    }
}

fn client(settings: &Settings, key: &ClientKey) -> GoogleClient {
    Client::new(ClientId::new(key.id.clone()))
        .set_client_secret(ClientSecret::new(key.secret.reveal().to_owned()))
        .set_auth_uri(AuthUrl::from_url(settings.auth.url().clone()))
        .set_device_authorization_url(DeviceAuthorizationUrl::from_url(settings.device.url().clone()))
        .set_token_uri(TokenUrl::from_url(settings.token.url().clone()))
        // Google wants the secret in the body.
        .set_auth_type(AuthType::RequestBody)
}

fn redirect(address: &str) -> Result<RedirectUrl, NoToken> {
    RedirectUrl::new(address.to_owned()).map_err(|error| NoToken::Misconfigured(error.to_string()))
}

pub(crate) fn issued(answer: &StandardTokenResponse<Extra, BasicTokenType>) -> Issued {
    Issued {
        access: Secret::new(answer.access_token().secret()),
        lasts: answer.expires_in().unwrap_or(USUAL_LIFE),
        refresh: answer.refresh_token().map(|token| Secret::new(token.secret())),
        scopes: answer.scopes().map(|scopes| scopes.iter().map(|scope| scope.to_string()).collect()),
        id_token: answer.extra_fields().id_token.clone().map(Secret::new),
    }
}
