//! Signing in by a code that is typed on another device. Google allows only a few scopes that way.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::ports::{ConsentOffer, SignIn};
use kernel::{Code, ConsentId, Failure, Person, PersonId, Stop, ThreadId, Time};
use oauth2::basic::BasicTokenType;
use oauth2::{
    DeviceCodeErrorResponse, DeviceCodeErrorResponseType, RequestTokenError, Scope,
    StandardDeviceAuthorizationResponse, StandardTokenResponse,
};
use serde::{Deserialize, Serialize};
use wire::{WireError, for_oauth};

use super::finish::{Arrival, Waiting};
use super::offer::unusable;
use super::sign_ins::SignIns;
use crate::grant::{Registered, encoded};
use crate::grants::unreadable;
use crate::oauth::{Extra, Issued, NoToken, issued};
use crate::{Google, Identity, scopes};

const PREFIX: &str = "google/device/";

/// A code somebody was given, as it lies sealed in the vault: it outlives a restart.
#[derive(Clone, Serialize, Deserialize)]
struct Typed {
    person: Person,
    consent: ConsentId,
    thread: Option<ThreadId>,
    scopes: BTreeSet<String>,
    details: StandardDeviceAuthorizationResponse,
    expires: Time,
}

/// A code at this machine's own terminal.
pub struct DeviceCode {
    pub code: String,
    pub url: String,
    google: Google,
    details: StandardDeviceAuthorizationResponse,
    scopes: BTreeSet<String>,
}

impl DeviceCode {
    /// Waits until it was typed, or refused, or is too old.
    pub async fn typed(self) -> Result<Arrival, Failure> {
        let answer = self.google.poll(&self.details, Stop::default(), tokio::time::sleep).await?;
        self.google.arrival(answer, &self.scopes, Registered::Device).await
    }
}

impl Google {
    /// Begins a sign-in by code for what somebody is asked for by itself, as far as Google allows it that way.
    pub async fn device_code(&self) -> Result<DeviceCode, Failure> {
        let scopes = self.possible(&[])?;
        let details = self.begin(&scopes).await?;
        Ok(DeviceCode {
            code: details.user_code().secret().clone(),
            url: details.verification_uri().to_string(),
            google: self.clone(),
            details,
            scopes,
        })
    }

    /// Whoever is talked into typing somebody else's code gives them their account. Where the address must be that of
    /// the person who was given the code, it comes to nothing; elsewhere nothing would stop it.
    fn safe_by_code(&self) -> Result<(), Failure> {
        match self.book.settings.identity {
            Identity::SameAddress => Ok(()),
            Identity::AnyAddress => Err(Failure::person(
                Code::Denied,
                "Where any Google account may be connected, a code could be typed by somebody who was talked into it, so \
                 I give none.",
            )),
        }
    }

    /// The scopes that satisfy `needs` by a code; otherwise what is not possible that way, before anything begins.
    fn possible(&self, needs: &[Vec<String>]) -> Result<BTreeSet<String>, Failure> {
        let allowed = &self.book.settings.device_scopes;
        let mut wanted: BTreeSet<String> = scopes::WHO_IT_IS.iter().map(|scope| scope.0.to_owned()).collect();
        if needs.is_empty() {
            wanted.extend(allowed.iter().filter(|scope| scope.ends_with("/auth/drive.file")).cloned());
        }
        let mut impossible = Vec::new();
        for any in needs {
            match any.iter().find(|scope| allowed.contains(*scope)) {
                Some(scope) => drop(wanted.insert(scope.clone())),
                None => impossible.extend(any.first().map(|scope| scopes::in_words(scope).to_owned())),
            }
        }
        if impossible.is_empty() {
            return Ok(wanted);
        }
        Err(Failure::person(
            Code::ScopeMissing,
            format!(
                "Google does not let an app {} by a code typed on another device.",
                impossible.join(" and ")
            ),
        ))
    }

    async fn begin(&self, scopes: &BTreeSet<String>) -> Result<StandardDeviceAuthorizationResponse, Failure> {
        let oauth = &self.book.oauth;
        let client = oauth.client(Registered::Device).map_err(|_| not_set_up())?;
        let http = for_oauth(&oauth.wire);
        let request = client.exchange_device_code().add_scopes(scopes.iter().cloned().map(Scope::new));
        let begun: Result<StandardDeviceAuthorizationResponse, _> = request.request_async(&http).await;
        begun.map_err(|error| match error {
            RequestTokenError::ServerResponse(answer) => {
                let words =
                    "Google refuses to begin a sign-in by code here. Use `auth` without `device` instead.";
                Failure::operator(Code::NotAvailable, words).quoting(answer.to_string())
            }
            RequestTokenError::Request(error) => unusable(&NoToken::Unavailable(error.to_string())),
            RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
                unusable(&NoToken::Unavailable("it answered something unreadable".to_owned()))
            }
        })
    }

    /// Asks in Google's own rhythm until there is an answer; `pause` is what passes in between.
    async fn poll<P: Future<Output = ()>>(
        &self,
        details: &StandardDeviceAuthorizationResponse,
        stop: Stop,
        pause: impl Fn(Duration) -> P,
    ) -> Result<Issued, Failure> {
        let oauth = &self.book.oauth;
        let client = oauth.client(Registered::Device).map_err(|_| not_set_up())?;
        let http = for_oauth(&oauth.wire);
        let asking = client.exchange_device_access_token(details).request_async(&http, pause, None);
        let answer: Result<StandardTokenResponse<Extra, BasicTokenType>, _> = tokio::select! {
            answer = asking => answer,
            () = stop.pulled() => return Err(Failure::person(Code::Cancelled, "Given up.")),
        };
        answer.map(|answer| issued(&answer)).map_err(|error| not_typed(&error))
    }
}

impl SignIns {
    /// Checked before anything begins: what Google does not allow that way is offered the usual way instead.
    pub(super) async fn by_device(&self, offer: &ConsentOffer) -> Result<SignIn, Failure> {
        let possible = self.google.safe_by_code().and_then(|()| self.google.possible(&offer.needs));
        let scopes = match possible {
            Ok(scopes) => scopes,
            Err(failure) => {
                let usual = self.usual(offer).await?;
                return Ok(SignIn::Instead { why: failure.words, way: Box::new(usual) });
            }
        };
        let details = self.google.begin(&scopes).await?;
        let until = self.book.clock.now().plus(details.expires_in());
        let code = details.user_code().secret().clone();
        let url = details.verification_uri().to_string();
        let typed = Typed {
            person: offer.person.clone(),
            consent: offer.consent.clone(),
            thread: offer.thread.clone(),
            scopes,
            details,
            expires: until,
        };
        let bytes = serde_json::to_vec(&typed).map_err(|error| {
            Failure::operator(Code::ExecutionFailed, format!("The code cannot be kept: {error}."))
        })?;
        let put = self.book.vault.put(&record(&typed.consent), &bytes).await;
        put.map_err(|error| unreadable(&error))?;
        self.wait_for(typed);
        Ok(SignIn::Code { code, url, until })
    }

    /// Waits again for what was waited for before a restart.
    pub async fn resume(&self) {
        if let Err(error) = self.book.sweep(PREFIX).await {
            tracing::warn!(%error, "sign-ins by code cannot be taken up again");
        }
        for name in self.book.vault.names(PREFIX).await.unwrap_or_default() {
            if let Ok(Some(bytes)) = self.book.vault.get(&name).await
                && let Ok(typed) = serde_json::from_slice(&bytes)
            {
                self.wait_for(typed);
            }
        }
    }

    /// Waits for nothing any more. What was waited for lies in the vault until the next start.
    pub fn rest(&self) {
        self.typing.closing.pull();
    }

    pub(super) async fn cancel_device(&self, person: &PersonId, consent: &ConsentId) -> Result<(), Failure> {
        let vault = &self.book.vault;
        let bytes = vault.get(&record(consent)).await.map_err(|error| unreadable(&error))?;
        let typed = bytes.and_then(|bytes| serde_json::from_slice::<Typed>(&bytes).ok());
        match typed {
            Some(typed) if typed.person.id == *person => {
                if let Some(stop) = self.typing.all().remove(consent) {
                    stop.pull();
                }
                vault.remove(&record(consent)).await.map_err(|error| unreadable(&error))
            }
            Some(_) => Err(Failure::person(Code::Denied, "Only the person who asked can give it up.")),
            None => Ok(()),
        }
    }

    fn wait_for(&self, typed: Typed) {
        let stop = Stop::default();
        self.typing.all().insert(typed.consent.clone(), stop.clone());
        let desk = self.clone();
        tokio::spawn(async move {
            let outcome = tokio::select! {
                outcome = desk.google.poll(&typed.details, stop, tokio::time::sleep) => outcome,
                () = desk.typing.closing.pulled() => return,
            };
            desk.typing.all().remove(&typed.consent);
            desk.end(&typed, outcome).await;
        });
    }

    async fn end(&self, typed: &Typed, outcome: Result<Issued, Failure>) {
        let waiting = Waiting {
            person: typed.person.clone(),
            consent: typed.consent.clone(),
            scopes: typed.scopes.clone(),
            to: Registered::Device,
        };
        let ended = match outcome {
            Ok(issued) => self.finish(&waiting, issued, &format!("device/{}", typed.consent)).await.map(drop),
            Err(failure) => Err(failure),
        };
        if let Err(failure) = ended
            && failure.code != Code::Cancelled
        {
            let news = super::reader::News::Declined {
                thread: typed.thread.clone(),
                person: typed.person.id.clone(),
                consent: typed.consent.clone(),
                why: failure.words,
            };
            if self.tell(format!("declined/{}", typed.consent), &news).await.is_err() {
                return;
            }
        }
        if let Err(error) = self.book.vault.remove(&record(&typed.consent)).await {
            tracing::warn!(%error, "a code that is over could not be forgotten");
        }
    }
}

fn record(consent: &ConsentId) -> String {
    format!("{PREFIX}{}", encoded(&consent.0))
}

fn not_set_up() -> Failure {
    Failure::operator(
        Code::NotAvailable,
        "Signing in by a code is not set up here. Whoever runs this must set GOOGLE_DEVICE_CLIENT_ID and \
         GOOGLE_DEVICE_CLIENT_SECRET, of a client of the kind “TVs and Limited Input devices”. Use `auth` without \
         `device` meanwhile.",
    )
}

fn not_typed(error: &RequestTokenError<WireError, DeviceCodeErrorResponse>) -> Failure {
    match error {
        RequestTokenError::ServerResponse(answer) => match answer.error() {
            DeviceCodeErrorResponseType::AccessDenied => {
                Failure::person(Code::Denied, "The sign-in was cancelled on Google's page.")
            }
            DeviceCodeErrorResponseType::ExpiredToken => {
                Failure::person(Code::Timeout, "The code was not typed in time. Ask again for a new one.")
            }
            DeviceCodeErrorResponseType::AuthorizationPending
            | DeviceCodeErrorResponseType::SlowDown
            | DeviceCodeErrorResponseType::Basic(_) => unusable(&NoToken::Misconfigured(answer.to_string())),
        },
        RequestTokenError::Request(error) => unusable(&NoToken::Unavailable(error.to_string())),
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            Failure::person(Code::Timeout, "The code was not typed in time. Ask again for a new one.")
        }
    }
}

#[cfg(test)]
mod tests;
