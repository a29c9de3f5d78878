//! What people have allowed the client: consents, codes and tokens, with the rules of their lives.
//!
//! Pure bookkeeping over a given time; knows neither HTTP nor pages.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// How long a code can be exchanged.
const CODE_LIFE: SignedDuration = SignedDuration::from_mins(10);
/// How long an access token is good; Google says one second less.
const ACCESS_LIFE: SignedDuration = SignedDuration::from_secs(3600);
/// Google keeps at most so many refresh tokens per account and client; the oldest dies silently.
const LIVE_REFRESH_TOKENS: usize = 100;

/// Everything the people of the world have granted to the sandbox's one client.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Grants {
    /// Authorization requests whose consent page is open in a browser.
    asks: BTreeMap<String, Ask>,
    codes: BTreeMap<String, Code>,
    access: BTreeMap<String, Access>,
    /// Oldest first.
    refresh: Vec<Refresh>,
    /// Per person, what they have consented to so far.
    consents: BTreeMap<String, BTreeSet<String>>,
    /// Refresh tokens that once worked: their end has its own words.
    dead: BTreeSet<String>,
}

/// A checked authorization request.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Ask {
    pub(crate) redirect_uri: String,
    pub(crate) scopes: Vec<String>,
    pub(crate) state: Option<String>,
    pub(crate) challenge: Option<Challenge>,
    pub(crate) duration: Duration,
    pub(crate) prompt: Prompt,
    pub(crate) merge: Merge,
    pub(crate) login_hint: Option<String>,
    pub(crate) nonce: Option<String>,
}

/// A PKCE challenge.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) enum Challenge {
    Sha256(String),
    Plain(String),
}

/// `access_type`: whether a refresh token is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Duration {
    Online,
    Offline,
}

/// `prompt`: whether consent is asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Prompt {
    Consent,
    Unstated,
}

/// `include_granted_scopes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Merge {
    WithGranted,
    Alone,
}

#[derive(Debug, Deserialize, Serialize)]
struct Code {
    person: String,
    redirect_uri: String,
    challenge: Option<Challenge>,
    scopes: BTreeSet<String>,
    duration: Duration,
    first_or_forced: bool,
    nonce: Option<String>,
    expires: Timestamp,
    used: bool,
}

#[derive(Debug, Deserialize, Serialize)]
struct Access {
    person: String,
    scopes: BTreeSet<String>,
    expires: Timestamp,
    duration: Duration,
    /// The code it goes back to; empty for those handed out by the control API.
    code: String,
}

#[derive(Debug, Deserialize, Serialize)]
struct Refresh {
    token: String,
    person: String,
    scopes: BTreeSet<String>,
    code: String,
}

/// A live access token, as others may see it.
#[derive(Clone, Debug)]
pub(crate) struct Bearer {
    pub(crate) person: String,
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) seconds_left: i64,
    pub(crate) duration: Duration,
}

/// What an exchange hands out.
#[derive(Clone, Debug)]
pub(crate) struct Issued {
    pub(crate) person: String,
    pub(crate) access_token: String,
    pub(crate) refresh_token: Option<String>,
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) nonce: Option<String>,
}

/// Why an exchange is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denied {
    MalformedCode,
    /// Used, expired, or never issued.
    DeadCode,
    OtherRedirect,
    MissingVerifier,
    WrongVerifier,
    UnknownRefreshToken,
    DeadRefreshToken,
    WiderScope,
}

impl Grants {
    /// Keeps a request while its consent page is open; returns the page's ticket.
    pub(crate) fn open(&mut self, ask: Ask) -> String {
        let ticket = secret("", 1);
        self.asks.insert(ticket.clone(), ask);
        ticket
    }

    /// The request behind an open consent page, once.
    pub(crate) fn close(&mut self, ticket: &str) -> Option<Ask> {
        self.asks.remove(ticket)
    }

    /// A person agrees; returns the code for the client.
    pub(crate) fn consent(
        &mut self,
        ask: Ask,
        person: &str,
        ticked: &BTreeSet<String>,
        now: Timestamp,
    ) -> String {
        let before = self.consents.entry(person.to_owned()).or_default();
        let first = !ticked.is_subset(before);
        let mut scopes = ticked.clone();
        if ask.merge == Merge::WithGranted {
            scopes.extend(before.iter().cloned());
        }
        before.extend(ticked.iter().cloned());
        let code = secret("4/0A", 2);
        self.codes.insert(
            code.clone(),
            Code {
                person: person.to_owned(),
                redirect_uri: ask.redirect_uri,
                challenge: ask.challenge,
                scopes,
                duration: ask.duration,
                first_or_forced: first || ask.prompt == Prompt::Consent,
                nonce: ask.nonce,
                expires: now + CODE_LIFE,
                used: false,
            },
        );
        code
    }

    /// Exchanges a code, once. Using it again takes back what it gave.
    pub(crate) fn exchange(
        &mut self,
        given: &str,
        redirect_uri: &str,
        verifier: Option<&str>,
        now: Timestamp,
    ) -> Result<Issued, Denied> {
        if !given.starts_with("4/") {
            return Err(Denied::MalformedCode);
        }
        let code = self.codes.get_mut(given).ok_or(Denied::DeadCode)?;
        if code.used {
            self.forget(|_, code| code == given);
            return Err(Denied::DeadCode);
        }
        if code.expires <= now {
            return Err(Denied::DeadCode);
        }
        if code.redirect_uri != redirect_uri {
            return Err(Denied::OtherRedirect);
        }
        check_verifier(code.challenge.as_ref(), verifier)?;
        code.used = true;
        let (person, scopes, duration) = (code.person.clone(), code.scopes.clone(), code.duration);
        let (lasting, nonce) = (duration == Duration::Offline && code.first_or_forced, code.nonce.clone());
        let refresh_token = lasting.then(|| self.keep_refresh(&person, &scopes, given));
        let access = Access {
            person: person.clone(),
            scopes: scopes.clone(),
            expires: now + ACCESS_LIFE,
            duration,
            code: given.to_owned(),
        };
        Ok(Issued { person, access_token: self.keep_access(access), refresh_token, scopes, nonce })
    }

    /// A new access token for a refresh token, for all of its scopes or some.
    pub(crate) fn refresh(
        &mut self,
        token: &str,
        scope: Option<&str>,
        now: Timestamp,
    ) -> Result<Issued, Denied> {
        let Some(refresh) = self.refresh.iter().find(|refresh| refresh.token == token) else {
            let died = self.dead.contains(token);
            return Err(if died { Denied::DeadRefreshToken } else { Denied::UnknownRefreshToken });
        };
        let scopes = match scope {
            None => refresh.scopes.clone(),
            Some(scope) => super::scopes::split(scope).into_iter().collect(),
        };
        if !scopes.is_subset(&refresh.scopes) {
            return Err(Denied::WiderScope);
        }
        let person = refresh.person.clone();
        let access = Access {
            person: person.clone(),
            scopes: scopes.clone(),
            expires: now + ACCESS_LIFE,
            duration: Duration::Offline,
            code: refresh.code.clone(),
        };
        Ok(Issued {
            person,
            access_token: self.keep_access(access),
            refresh_token: None,
            scopes,
            nonce: None,
        })
    }

    /// Whose a live access token is, and for what.
    pub(crate) fn bearer(&self, token: &str, now: Timestamp) -> Option<Bearer> {
        let access = self.access.get(token).filter(|access| access.expires > now)?;
        Some(Bearer {
            person: access.person.clone(),
            scopes: access.scopes.clone(),
            seconds_left: access.expires.as_second() - now.as_second(),
            duration: access.duration,
        })
    }

    /// A ready access token, without a consent page.
    pub(crate) fn hand_out(&mut self, person: &str, scopes: BTreeSet<String>, now: Timestamp) -> String {
        self.keep_access(Access {
            person: person.to_owned(),
            scopes,
            expires: now + ACCESS_LIFE,
            duration: Duration::Online,
            code: String::new(),
        })
    }

    /// Ends the whole grant that either kind of token belongs to; `false` when the token is not live.
    pub(crate) fn revoke_token(&mut self, token: &str) -> bool {
        let access = self.access.get(token).map(|access| access.person.clone());
        let refresh = self.refresh.iter().find(|refresh| refresh.token == token);
        let Some(person) = access.or_else(|| refresh.map(|refresh| refresh.person.clone())) else {
            return false;
        };
        self.revoke_person(&person);
        true
    }

    /// Ends everything a person has granted.
    pub(crate) fn revoke_person(&mut self, person: &str) {
        self.forget(|owner, _| owner == person);
        self.codes.retain(|_, code| code.person != person);
        self.consents.remove(person);
    }

    /// Lets a person's access tokens expire now; refresh tokens go on.
    pub(crate) fn expire(&mut self, person: &str, now: Timestamp) {
        for access in self.access.values_mut().filter(|access| access.person == person) {
            access.expires = access.expires.min(now);
        }
    }

    fn forget(&mut self, ends: impl Fn(&str, &str) -> bool) {
        self.access.retain(|_, access| !ends(&access.person, &access.code));
        let (ended, live) = std::mem::take(&mut self.refresh)
            .into_iter()
            .partition::<Vec<_>, _>(|refresh| ends(&refresh.person, &refresh.code));
        self.refresh = live;
        self.dead.extend(ended.into_iter().map(|refresh| refresh.token));
    }

    fn keep_access(&mut self, access: Access) -> String {
        let token = secret("ya29.a0", 5);
        self.access.insert(token.clone(), access);
        token
    }

    fn keep_refresh(&mut self, person: &str, scopes: &BTreeSet<String>, code: &str) -> String {
        let token = secret("1//0", 3);
        self.refresh.push(Refresh {
            token: token.clone(),
            person: person.to_owned(),
            scopes: scopes.clone(),
            code: code.to_owned(),
        });
        let live = self.refresh.iter().filter(|refresh| refresh.person == person).count();
        if live > LIVE_REFRESH_TOKENS
            && let Some(oldest) = self.refresh.iter().position(|refresh| refresh.person == person)
        {
            self.dead.insert(self.refresh.remove(oldest).token);
        }
        token
    }
}

fn check_verifier(challenge: Option<&Challenge>, verifier: Option<&str>) -> Result<(), Denied> {
    let (expected, computed) = match (challenge, verifier) {
        (None, None) => return Ok(()),
        (Some(_), None) => return Err(Denied::MissingVerifier),
        (None, Some(_)) => return Err(Denied::WrongVerifier),
        (Some(Challenge::Plain(expected)), Some(verifier)) => (expected, verifier.to_owned()),
        (Some(Challenge::Sha256(expected)), Some(verifier)) => {
            (expected, URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)))
        }
    };
    if *expected == computed { Ok(()) } else { Err(Denied::WrongVerifier) }
}

/// An unguessable text of as many random 16-byte blocks.
fn secret(prefix: &str, blocks: usize) -> String {
    let bytes: Vec<u8> = (0..blocks).flat_map(|_| *uuid::Uuid::new_v4().as_bytes()).collect();
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bytes))
}

#[cfg(test)]
#[path = "grants_tests.rs"]
mod tests;
