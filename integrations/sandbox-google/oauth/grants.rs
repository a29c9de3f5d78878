//! What people have allowed the clients: consents, and the codes that become tokens.
//!
//! Pure bookkeeping over a given time; knows neither HTTP nor pages.

mod denied;

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub(crate) use self::denied::{Denied, Duration};
use super::devices::{Answer, Devices, NoToken};
use super::tokens::{Grant, Issued, Tokens};
use crate::oauth::delegation::Delegation;
use crate::oauth::secret::secret;

/// How long a code can be exchanged.
const CODE_LIFE: SignedDuration = SignedDuration::from_mins(10);

/// Everything the people of the world have granted to the sandbox's clients.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Grants {
    /// Authorization requests whose consent page is open in a browser.
    asks: BTreeMap<String, Ask>,
    codes: BTreeMap<String, Code>,
    /// What has been consented to so far, by client and person.
    given: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
    pub(crate) tokens: Tokens,
    pub(crate) devices: Devices,
    pub(crate) delegation: Delegation,
}

/// A checked authorization request.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Ask {
    /// The id of the client that asks.
    pub(crate) client: String,
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
    grant: Grant,
    redirect_uri: String,
    challenge: Option<Challenge>,
    duration: Duration,
    first_or_forced: bool,
    nonce: Option<String>,
    expires: Timestamp,
    used: bool,
}

/// What a client brings to exchange a code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Presented<'a> {
    pub(crate) client: &'a str,
    pub(crate) code: &'a str,
    pub(crate) redirect_uri: &'a str,
    pub(crate) verifier: Option<&'a str>,
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
        let given = self.given_to(person, &ask.client);
        let first = !ticked.is_subset(given);
        let mut scopes = ticked.clone();
        if ask.merge == Merge::WithGranted {
            scopes.extend(given.iter().cloned());
        }
        given.extend(ticked.iter().cloned());
        let code = secret("4/0A", 2);
        self.codes.insert(
            code.clone(),
            Code {
                grant: Grant { person: person.to_owned(), client: ask.client, scopes },
                redirect_uri: ask.redirect_uri,
                challenge: ask.challenge,
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
    pub(crate) fn exchange(&mut self, given: &Presented<'_>, now: Timestamp) -> Result<Issued, Denied> {
        if !given.code.starts_with("4/") {
            return Err(Denied::MalformedCode);
        }
        let code = self.codes.get_mut(given.code).ok_or(Denied::DeadCode)?;
        if code.grant.client != given.client {
            return Err(Denied::DeadCode);
        }
        if code.used {
            self.tokens.forget(|_, code| code == given.code);
            return Err(Denied::DeadCode);
        }
        if code.expires <= now {
            return Err(Denied::DeadCode);
        }
        if code.redirect_uri != given.redirect_uri {
            return Err(Denied::OtherRedirect);
        }
        check_verifier(code.challenge.as_ref(), given.verifier)?;
        code.used = true;
        let (grant, nonce) = (code.grant.clone(), code.nonce.clone());
        let issued = match code.duration {
            Duration::Offline if code.first_or_forced => self.tokens.lasting(grant, given.code, now),
            duration => self.tokens.access(grant, duration, given.code, now),
        };
        Ok(Issued { nonce, ..issued })
    }

    /// A person answers a device; `false` when none waits under this code.
    pub(crate) fn answer_device(&mut self, user_code: &str, answer: Answer, now: Timestamp) -> bool {
        let allowed = match &answer {
            Answer::Allowed { person, scopes } => Some((person.clone(), scopes.clone())),
            Answer::None | Answer::Denied | Answer::Taken => None,
        };
        let Some(client) = self.devices.answer(user_code, answer, now) else { return false };
        if let Some((person, scopes)) = allowed {
            self.given_to(&person, &client).extend(scopes);
        }
        true
    }

    /// A device asks for its token. It always gets a refresh token with it.
    pub(crate) fn exchange_device(
        &mut self,
        client: &str,
        device_code: &str,
        now: Timestamp,
    ) -> Result<Issued, NoToken> {
        let (person, scopes) = self.devices.poll(client, device_code, now)?;
        let grant = Grant { person, client: client.to_owned(), scopes };
        Ok(self.tokens.lasting(grant, device_code, now))
    }

    /// Ends the whole grant that either kind of token belongs to; `false` when the token is not live.
    pub(crate) fn revoke_token(&mut self, token: &str) -> bool {
        let Some(Grant { person, client, .. }) = self.tokens.grant_of(token).cloned() else { return false };
        self.end(|grant| grant.person == person && grant.client == client);
        if let Some(given) = self.given.get_mut(&client) {
            given.remove(&person);
        }
        true
    }

    /// Ends everything a person has granted.
    pub(crate) fn revoke_person(&mut self, person: &str) {
        self.end(|grant| grant.person == person);
        for given in self.given.values_mut() {
            given.remove(person);
        }
    }

    fn end(&mut self, ends: impl Fn(&Grant) -> bool) {
        self.tokens.forget(|grant, _| ends(grant));
        self.codes.retain(|_, code| !ends(&code.grant));
    }

    fn given_to(&mut self, person: &str, client: &str) -> &mut BTreeSet<String> {
        self.given.entry(client.to_owned()).or_default().entry(person.to_owned()).or_default()
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

#[cfg(test)]
#[path = "grants_tests.rs"]
mod tests;
