//! A key that is not shown to the model's server itself, but exchanged for one that is good for some minutes.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use kernel::Secret;
use serde::Deserialize;
use tokio::sync::Mutex;
use wire::{Address, Configured, Method, Url, WireError};

use crate::stream::{FailedAttempt, Names};

/// Where a key is exchanged.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub at: Url,
    pub place: Place,
}

/// Who says where the model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// We do.
    Ours,
    /// Whoever exchanges the key, if they say so.
    Theirs,
}

/// A new one is fetched so many seconds before the old one ends.
const EARLY: i64 = 120;
/// Nobody waits longer for one.
const PATIENCE: Duration = Duration::from_secs(20);
/// What was exchanged for one key, while it is good.
pub(super) type Purse = Arc<Mutex<Option<Exchanged>>>;

#[derive(Clone, Debug)]
pub(super) struct Exchanged {
    pub(super) key: Secret,
    /// Where the model is, if it was said.
    pub(super) base: Option<Address>,
    until: i64,
}

/// What is asked with, besides the key.
pub(super) struct Asker<'a> {
    pub(super) http: &'a Configured,
    pub(super) headers: &'static [(&'static str, &'static str)],
    pub(super) names: &'a Names,
}

#[derive(Deserialize)]
struct Answer {
    token: String,
    expires_at: i64,
    #[serde(default)]
    endpoints: Endpoints,
}

#[derive(Default, Deserialize)]
struct Endpoints {
    #[serde(default)]
    api: Option<String>,
}

/// GitHub's own tokens are. What is one of Copilot's already is used as it is.
pub fn is_exchanged(key: &Secret) -> bool {
    ["gho_", "ghu_", "ghp_", "github_pat_"].iter().any(|prefix| key.reveal().starts_with(prefix))
}

impl Exchange {
    /// The one that is good now; `None` where this key is not exchanged, but taken as it is.
    pub(super) async fn exchanged(
        &self,
        key: &Secret,
        purse: &Purse,
        asker: &Asker<'_>,
    ) -> Result<Option<Exchanged>, FailedAttempt> {
        let mut purse = purse.lock().await;
        let now = Timestamp::now().as_second();
        if let Some(good) = purse.as_ref().filter(|kept| kept.until > now) {
            return Ok(Some(good.clone()));
        }
        *purse = self.fetched(key, asker).await?;
        Ok(purse.clone())
    }

    async fn fetched(&self, key: &Secret, asker: &Asker<'_>) -> Result<Option<Exchanged>, FailedAttempt> {
        let request = asker.http.request(Method::GET, self.at.clone()).bearer(key);
        let request =
            asker.headers.iter().fold(request, |request, (name, value)| request.header(name, value));
        let wrong = |error: WireError| FailedAttempt::by_wire(&error);
        let request = request.header("accept", "application/json").answer_within(PATIENCE);
        let answer = request.send().await.map_err(wrong)?;
        match answer.status.as_u16() {
            200..=299 => {
                let Answer { token, expires_at, endpoints } = answer.json().map_err(wrong)?;
                let said = endpoints.api.filter(|_| self.place == Place::Theirs);
                let base = said.map(|said| Address::parse("the address of the model", &said));
                let base = base.transpose().map_err(wrong)?;
                let until = expires_at.saturating_sub(EARLY);
                Ok(Some(Exchanged { key: Secret::new(token), base, until }))
            }
            // There is nothing to be had for it: tokens of some programs are taken as they are.
            404 => Ok(None),
            _ => {
                Err(FailedAttempt::by_status(answer.status, answer.retry_after(), &answer.body, asker.names))
            }
        }
    }
}
