//! `/slack/install` and `/slack/callback`: somebody lets the app into their workspace.
//!
//! Whoever comes back must be the browser that was sent: the state counts once, for ten minutes, and together with a
//! cookie. Both lie in the vault by their fingerprints only.

mod pages;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::routing::get;
use kernel::ports::VaultError;
use kernel::{Digest, Time};
use serde::Deserialize;

use super::{NotInstalled, Workspaces};
use crate::SlackError;
use crate::oauth::Oauth;
use pages::Page;

pub use pages::INSTALL;

/// Where Slack sends people back to.
pub const CALLBACK: &str = "/slack/callback";

const LIFE: Duration = Duration::from_mins(10);
const PREFIX: &str = "slack/state/";
const COOKIE: &str = "countersign_install";
/// Anybody may knock; so many at once are nobody's wish.
const MOST: usize = 1000;

#[derive(Clone)]
struct Door {
    workspaces: Workspaces,
    oauth: Oauth,
    /// Whoever takes a state.
    taking: Arc<tokio::sync::Mutex<()>>,
}

impl Workspaces {
    /// The two pages, if others may install the app.
    pub fn routes(&self) -> Router {
        let Some(oauth) = self.0.oauth.clone() else { return Router::new() };
        let door = Door { workspaces: self.clone(), oauth, taking: Arc::default() };
        Router::new()
            .route(INSTALL, get(install))
            .route(CALLBACK, get(callback))
            .with_state(door)
            .layer(axum::middleware::map_response(guarded))
    }

    /// Where somebody lets the app into a workspace, if others may.
    pub fn install_address(&self) -> Option<String> {
        self.0.oauth.as_ref().and_then(|oauth| oauth.begin().ok()).map(Into::into)
    }
}

async fn install(State(door): State<Door>) -> Response {
    let (state, cookie) = match door.mint().await {
        Ok(Some(minted)) => minted,
        Ok(None) => return Page::Busy.into_response(),
        Err(error) => return Page::of_vault(&error).into_response(),
    };
    match door.oauth.authorize(&state) {
        Ok(url) => {
            let cookie = [(header::SET_COOKIE, door.cookie(&cookie))];
            (AppendHeaders(cookie), Redirect::to(url.as_str())).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "nobody can be sent to Slack: check public_url");
            Page::Failed("this installation is not set up for it; tell whoever runs it").into_response()
        }
    }
}

#[derive(Deserialize)]
struct Back {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

async fn callback(State(door): State<Door>, Query(back): Query<Back>, headers: HeaderMap) -> Response {
    match door.take(back.state.as_deref().unwrap_or_default(), &given(&headers)).await {
        Ok(true) => {}
        Ok(false) => return Page::Stale.into_response(),
        Err(error) => return Page::of_vault(&error).into_response(),
    }
    let Some(code) = back.code.filter(|code| !code.is_empty()) else {
        return match back.error.as_deref() {
            Some("access_denied") => Page::Declined.into_response(),
            error => Page::Refused(error.unwrap_or("no code")).into_response(),
        };
    };
    let granted = match door.oauth.exchange(&code).await {
        Ok(granted) => granted,
        Err(error) => return not_installed(&error.into()),
    };
    match door.workspaces.install(&door.oauth, granted).await {
        Ok(identity) => Page::Installed(&identity.team_name).into_response(),
        Err(error) => not_installed(&error),
    }
}

fn not_installed(error: &NotInstalled) -> Response {
    tracing::warn!(%error, "an installation could not be completed");
    match error {
        NotInstalled::Given(workspace) => Page::Given(workspace).into_response(),
        NotInstalled::NotAllowed(id) => Page::NotAllowed(id).into_response(),
        NotInstalled::Vault(error) => Page::of_vault(error).into_response(),
        NotInstalled::Slack(SlackError::Refused { code, .. })
            if matches!(code.as_str(), "invalid_code" | "code_already_used" | "code_expired") =>
        {
            Page::Stale.into_response()
        }
        NotInstalled::Slack(SlackError::Refused { code, .. }) => Page::Refused(code).into_response(),
        NotInstalled::Slack(_) => Page::Failed("Slack could not be reached").into_response(),
    }
}

impl Door {
    /// A state and the cookie it counts with. Nothing if too many are open.
    async fn mint(&self) -> Result<Option<(String, String)>, VaultError> {
        if self.sweep().await? >= MOST {
            return Ok(None);
        }
        let ends = self.now().plus(LIFE);
        let (state, cookie) = (format!("{}-{}", ends.0, random()), random());
        let vault = &self.workspaces.0.vault;
        vault.put(&record(ends, &state), Digest::of_words(&cookie).as_str().as_bytes()).await?;
        Ok(Some((state, cookie)))
    }

    /// Whether this state was given to this browser. From now on it is used up, whoever came with it.
    async fn take(&self, state: &str, cookies: &[String]) -> Result<bool, VaultError> {
        let Some(ends) = ends(state) else { return Ok(false) };
        let _only_one = self.taking.lock().await;
        let (vault, name) = (&self.workspaces.0.vault, record(ends, state));
        let Some(kept) = vault.get(&name).await? else { return Ok(false) };
        vault.remove(&name).await?;
        let his = cookies.iter().any(|cookie| Digest::of_words(cookie).as_str().as_bytes() == kept);
        Ok(his && ends > self.now())
    }

    /// Removes what is too old; how many are left.
    async fn sweep(&self) -> Result<usize, VaultError> {
        let (vault, now) = (&self.workspaces.0.vault, self.now());
        let mut left = 0;
        for name in vault.names(PREFIX).await? {
            match name.strip_prefix(PREFIX).and_then(ends) {
                Some(ends) if ends > now => left += 1,
                _ => vault.remove(&name).await?,
            }
        }
        Ok(left)
    }

    fn cookie(&self, value: &str) -> String {
        let secure = match self.oauth.begin() {
            Ok(url) if url.scheme() == "https" => "; Secure",
            _ => "",
        };
        // Lax: Slack sends the browser back by a link of its own.
        format!("{COOKIE}={value}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{secure}", LIFE.as_secs())
    }

    fn now(&self) -> Time {
        self.workspaces.0.clock.now()
    }
}

/// Named by its end, so that it need not be opened to be swept away.
fn record(ends: Time, state: &str) -> String {
    format!("{PREFIX}{}-{}", ends.0, Digest::of_words(state).as_str())
}

fn ends(name: &str) -> Option<Time> {
    name.split_once('-')?.0.parse().ok().map(Time)
}

fn random() -> String {
    let part = || uuid::Uuid::new_v4().simple().to_string();
    format!("{}{}", part(), part())
}

/// Our cookies, of which a browser may send several.
fn given(headers: &HeaderMap) -> Vec<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_owned()).collect()
}

/// Addresses of these pages hold codes: they are not kept, not passed on, and nothing runs in them.
async fn guarded(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
