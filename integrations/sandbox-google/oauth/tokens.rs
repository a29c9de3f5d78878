//! Access tokens and refresh tokens: how long each lives, and what ends it.
//!
//! Pure bookkeeping over a given time; knows neither HTTP nor how consent was given.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::grants::{Denied, Duration};
use super::scopes;
use crate::oauth::secret::secret;

/// How long an access token is good; Google says one second less.
const ACCESS_LIFE: SignedDuration = SignedDuration::from_secs(3600);
/// How long a refresh token lives while the app is in testing.
const TESTING_LIFE: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Google keeps at most so many refresh tokens per account and client; the oldest dies silently.
const LIVE_REFRESH_TOKENS: usize = 100;

/// Every token that was handed out.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Tokens {
    access: BTreeMap<String, Access>,
    /// Oldest first.
    refresh: Vec<Refresh>,
    /// Refresh tokens that once worked: their end has its own words.
    dead: BTreeSet<String>,
    /// Per person, why none of their refresh tokens works just now.
    failures: BTreeMap<String, RefreshFailure>,
    publishing: Publishing,
}

/// Who has allowed which client what.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Grant {
    pub(crate) person: String,
    pub(crate) client: String,
    pub(crate) scopes: BTreeSet<String>,
}

/// Why a refresh token that is fine in itself does not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefreshFailure {
    /// The company limits the length of sessions.
    InvalidRapt,
    /// Google does not know the client, or not with this secret.
    InvalidClient,
    /// The client was deleted in the console.
    DeletedClient,
    /// The client may not use refresh tokens.
    UnauthorizedClient,
    /// The administrator of the company has forbidden the app.
    AdminPolicyEnforced,
    InternalFailure,
}

/// The publishing status of the app's consent screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Publishing {
    #[default]
    Production,
    /// Refresh tokens for more than the sign-in end after seven days.
    Testing,
}

#[derive(Debug, Deserialize, Serialize)]
struct Access {
    grant: Grant,
    expires: Timestamp,
    duration: Duration,
    /// The code it goes back to; empty for those that did not come by one.
    code: String,
}

#[derive(Debug, Deserialize, Serialize)]
struct Refresh {
    token: String,
    grant: Grant,
    issued: Timestamp,
    code: String,
}

/// A live access token, as others may see it.
#[derive(Clone, Debug)]
pub(crate) struct Bearer {
    pub(crate) person: String,
    pub(crate) client: String,
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) seconds_left: i64,
    pub(crate) duration: Duration,
}

/// What an exchange hands out.
#[derive(Clone, Debug)]
pub(crate) struct Issued {
    pub(crate) grant: Grant,
    pub(crate) access_token: String,
    pub(crate) refresh_token: Option<String>,
    pub(crate) nonce: Option<String>,
}

impl Tokens {
    /// An access token for a grant.
    pub(crate) fn access(&mut self, grant: Grant, duration: Duration, code: &str, now: Timestamp) -> Issued {
        let token = secret("ya29.a0", 5);
        let access =
            Access { grant: grant.clone(), expires: now + ACCESS_LIFE, duration, code: code.to_owned() };
        self.access.insert(token.clone(), access);
        Issued { grant, access_token: token, refresh_token: None, nonce: None }
    }

    /// The same, with a refresh token.
    pub(super) fn lasting(&mut self, grant: Grant, code: &str, now: Timestamp) -> Issued {
        let token = secret("1//0", 3);
        let same =
            |refresh: &Refresh| refresh.grant.person == grant.person && refresh.grant.client == grant.client;
        let live = self.refresh.iter().filter(|refresh| same(refresh)).count();
        if live >= LIVE_REFRESH_TOKENS
            && let Some(oldest) = self.refresh.iter().position(same)
        {
            self.dead.insert(self.refresh.remove(oldest).token);
        }
        let (kept, from) = (grant.clone(), code.to_owned());
        self.refresh.push(Refresh { token: token.clone(), grant: kept, issued: now, code: from });
        Issued { refresh_token: Some(token), ..self.access(grant, Duration::Offline, code, now) }
    }

    /// A new access token for a refresh token, for all of its scopes or some.
    pub(crate) fn refresh(
        &mut self,
        client: &str,
        token: &str,
        scope: Option<&str>,
        now: Timestamp,
    ) -> Result<Issued, Denied> {
        let Some(refresh) = self.refresh.iter().find(|refresh| refresh.token == token) else {
            let died = self.dead.contains(token);
            return Err(if died { Denied::DeadRefreshToken } else { Denied::UnknownRefreshToken });
        };
        if refresh.grant.client != client {
            return Err(Denied::OtherClient);
        }
        if self.publishing == Publishing::Testing && refresh.is_too_old_for_testing(now) {
            return Err(Denied::DeadRefreshToken);
        }
        match self.failures.get(&refresh.grant.person) {
            Some(RefreshFailure::InvalidRapt) => return Err(Denied::Reauthenticate),
            Some(RefreshFailure::InvalidClient) => return Err(Denied::ClientGone),
            Some(RefreshFailure::DeletedClient) => return Err(Denied::ClientDeleted),
            Some(RefreshFailure::UnauthorizedClient) => return Err(Denied::OtherClient),
            Some(RefreshFailure::AdminPolicyEnforced) => return Err(Denied::Forbidden),
            Some(RefreshFailure::InternalFailure) => return Err(Denied::Broken),
            None => {}
        }
        let scopes = match scope {
            None => refresh.grant.scopes.clone(),
            Some(scope) => scopes::split(scope).into_iter().collect(),
        };
        if !scopes.is_subset(&refresh.grant.scopes) {
            return Err(Denied::WiderScope);
        }
        let (grant, code) = (Grant { scopes, ..refresh.grant.clone() }, refresh.code.clone());
        Ok(self.access(grant, Duration::Offline, &code, now))
    }

    /// Whose a live access token is, and for what.
    pub(crate) fn bearer(&self, token: &str, now: Timestamp) -> Option<Bearer> {
        let access = self.access.get(token).filter(|access| access.expires > now)?;
        let Grant { person, client, scopes } = access.grant.clone();
        let seconds_left = access.expires.as_second() - now.as_second();
        Some(Bearer { person, client, scopes, seconds_left, duration: access.duration })
    }

    /// The grant that either kind of token belongs to, while the token lives.
    pub(super) fn grant_of(&self, token: &str) -> Option<&Grant> {
        let access = self.access.get(token).map(|access| &access.grant);
        let refresh = || self.refresh.iter().find(|refresh| refresh.token == token);
        access.or_else(|| refresh().map(|refresh| &refresh.grant))
    }

    /// Ends every token whose grant and code are named.
    pub(super) fn forget(&mut self, ends: impl Fn(&Grant, &str) -> bool) {
        self.access.retain(|_, access| !ends(&access.grant, &access.code));
        self.end_refreshing(ends);
    }

    /// Lets a person's access tokens expire now; refresh tokens go on.
    pub(crate) fn expire(&mut self, person: &str, now: Timestamp) {
        for access in self.access.values_mut().filter(|access| access.grant.person == person) {
            access.expires = access.expires.min(now);
        }
    }

    /// Ends a person's refresh tokens; what access tokens they have go on.
    pub(crate) fn end_refreshing_of(&mut self, person: &str) {
        self.end_refreshing(|grant, _| grant.person == person);
    }

    /// Makes all of a person's refresh tokens fail so, or work again.
    pub(crate) fn fail(&mut self, person: &str, failure: Option<RefreshFailure>) {
        match failure {
            Some(failure) => self.failures.insert(person.to_owned(), failure),
            None => self.failures.remove(person),
        };
    }

    /// Changes the publishing status of the app.
    pub(crate) fn publish(&mut self, publishing: Publishing) {
        self.publishing = publishing;
    }

    fn end_refreshing(&mut self, ends: impl Fn(&Grant, &str) -> bool) {
        let (ended, live) = std::mem::take(&mut self.refresh)
            .into_iter()
            .partition::<Vec<_>, _>(|refresh| ends(&refresh.grant, &refresh.code));
        self.refresh = live;
        self.dead.extend(ended.into_iter().map(|refresh| refresh.token));
    }
}

impl Refresh {
    fn is_too_old_for_testing(&self, now: Timestamp) -> bool {
        let more_than_sign_in = self.grant.scopes.iter().any(|scope| !scopes::is_sign_in(scope));
        more_than_sign_in && now.duration_since(self.issued) >= TESTING_LIFE
    }
}
