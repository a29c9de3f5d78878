//! A service account with domain-wide delegation: tokens for people of our own domains, without anybody signing in.
//!
//! Whose mailbox it is comes from the directory of the workspace, never from a tool's arguments.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jsonwebtoken::{Algorithm, EncodingKey, Header};
use kernel::ports::Clock;
use kernel::{Code, Failure, Person, Secret, Time};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::{Configured, Method, Url};

/// Google takes no longer ones.
const LIFE: Duration = Duration::from_hours(1);
/// Renewed so long before the end that it cannot run out on the way.
const TOO_CLOSE: Duration = Duration::from_secs(225);
const GRANT: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/// The key of a service account, and for whom it may be used.
#[derive(Clone)]
pub struct ServiceAccount {
    email: String,
    client_id: String,
    key_id: String,
    key: EncodingKey,
    /// In lower case.
    domains: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum UnusableKey {
    #[error("it is not the JSON key of a service account: {0}. Download it again in Google's console.")]
    Format(String),
    #[error("its private key cannot be read: {0}. Download it again in Google's console.")]
    Key(String),
    #[error("no domain is allowed. Set `[google] service_account_domains = [\"example.com\"]`.")]
    NoDomain,
}

#[derive(Deserialize)]
struct KeyFile {
    #[serde(rename = "type")]
    kind: String,
    client_email: String,
    #[serde(default)]
    client_id: String,
    private_key_id: String,
    private_key: String,
}

impl fmt::Debug for ServiceAccount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ServiceAccount").field("email", &self.email).finish_non_exhaustive()
    }
}

impl ServiceAccount {
    /// The content of a key file. Its `token_uri` is not used: whoever can edit the file must not redirect tokens.
    pub fn read(key: &Secret, domains: &[String]) -> Result<Self, UnusableKey> {
        let file: KeyFile = serde_json::from_str(key.reveal())
            // serde's own words can quote the key.
            .map_err(|error| UnusableKey::Format(format!("line {}, {:?}", error.line(), error.classify())))?;
        if file.kind != "service_account" {
            return Err(UnusableKey::Format("`type` is not `service_account`".to_owned()));
        }
        let key = EncodingKey::from_rsa_pem(file.private_key.as_bytes())
            .map_err(|error| UnusableKey::Key(error.to_string()))?;
        let domains: Vec<String> =
            domains.iter().map(|domain| domain.trim().trim_start_matches('@').to_lowercase()).collect();
        if domains.is_empty() || domains.iter().any(String::is_empty) {
            return Err(UnusableKey::NoDomain);
        }
        let KeyFile { client_email: email, client_id, private_key_id: key_id, .. } = file;
        Ok(Self { email, client_id, key_id, key, domains })
    }

    /// The address it may work for: the one the workspace knows this person by, in one of our own domains.
    pub(crate) fn covers(&self, person: &Person) -> Option<String> {
        let address = person.address.as_ref()?.trim().to_lowercase();
        let (_, domain) = address.rsplit_once('@')?;
        self.domains.iter().any(|allowed| allowed == domain).then_some(address)
    }

    fn assertion(&self, request: &Wanted, audience: &Url, now: Time) -> Result<String, Failure> {
        #[derive(Serialize)]
        struct Claims<'a> {
            iss: &'a str,
            sub: &'a str,
            scope: &'a str,
            aud: &'a str,
            iat: i64,
            exp: i64,
        }
        let iat = now.0 / 1000;
        let claims = Claims {
            iss: &self.email,
            sub: &request.subject,
            scope: &request.scope,
            aud: audience.as_str(),
            iat,
            exp: iat + LIFE.as_secs().cast_signed(),
        };
        let header = Header { kid: Some(self.key_id.clone()), ..Header::new(Algorithm::RS256) };
        jsonwebtoken::encode(&header, &claims, &self.key).map_err(|error| {
            Failure::operator(Code::NotAvailable, format!("The service account's key cannot sign: {error}."))
        })
    }
}

/// For whom, and for what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Wanted {
    subject: String,
    scope: String,
}

type Place = Arc<tokio::sync::Mutex<Option<(Secret, Time)>>>;

/// Tokens that were made out, each for one subject and one scope, until they run out.
#[derive(Default)]
pub(crate) struct Minted(Mutex<HashMap<Wanted, Place>>);

/// What is needed to get one.
pub(crate) struct Mint<'a> {
    pub(crate) account: &'a ServiceAccount,
    pub(crate) wire: &'a Configured,
    pub(crate) token: &'a Url,
    pub(crate) clock: &'a dyn Clock,
}

impl Minted {
    pub(crate) async fn token(&self, mint: &Mint<'_>, subject: &str, scope: &str) -> Result<Secret, Failure> {
        let wanted = Wanted { subject: subject.to_owned(), scope: scope.to_owned() };
        let place = self.place(&wanted);
        let mut held = place.lock().await;
        let now = mint.clock.now();
        if let Some((token, _)) = held.as_ref().filter(|(_, expires)| now.plus(TOO_CLOSE) < *expires) {
            return Ok(token.clone());
        }
        tracing::info!(subject, scope, "a token of the service account is made out");
        let (token, lasts) = mint.ask(&wanted, now).await?;
        *held = Some((token.clone(), now.plus(lasts)));
        Ok(token)
    }

    /// Google did not take this one, whatever its date says.
    pub(crate) async fn refused(&self, subject: &str, token: &Secret) {
        let places: Vec<Place> = {
            let minted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let of_subject = minted.iter().filter(|(wanted, _)| wanted.subject == subject);
            of_subject.map(|(_, place)| Arc::clone(place)).collect()
        };
        for place in places {
            let mut held = place.lock().await;
            if held.as_ref().is_some_and(|(known, _)| known == token) {
                *held = None;
            }
        }
    }

    fn place(&self, wanted: &Wanted) -> Place {
        let mut minted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(minted.entry(wanted.clone()).or_default())
    }
}

impl Mint<'_> {
    async fn ask(&self, wanted: &Wanted, now: Time) -> Result<(Secret, Duration), Failure> {
        #[derive(Deserialize)]
        struct Answer {
            access_token: String,
            #[serde(default)]
            expires_in: Option<u64>,
        }
        let assertion = self.account.assertion(wanted, self.token, now)?;
        let form = [("grant_type", GRANT), ("assertion", assertion.as_str())];
        let answer = self.wire.request(Method::POST, self.token.clone()).form(&form).send().await;
        let answer = answer.map_err(|error| unreachable_now().quoting(error.to_string()))?;
        if !answer.status.is_success() {
            return Err(self.refusal(wanted, answer.status.as_u16(), &answer.json().unwrap_or_default()));
        }
        let answer: Answer = answer.json().map_err(|_| unreachable_now())?;
        let lasts = answer.expires_in.map_or(LIFE, Duration::from_secs).min(LIFE);
        Ok((Secret::new(answer.access_token), lasts))
    }

    /// Told apart by who can do something about it.
    fn refusal(&self, wanted: &Wanted, status: u16, said: &Value) -> Failure {
        let text = |field: &str| said.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (code, description) = (text("error"), text("error_description"));
        let failure = match code.as_str() {
            "unauthorized_client" => Failure::operator(
                Code::NotAvailable,
                format!(
                    "The administrator of the domain has not allowed this service account (client id {}) the scope \
                     {}. Add it in the Admin console under Security, API controls, Domain-wide delegation.",
                    self.account.client_id, wanted.scope
                ),
            ),
            "invalid_grant" if description.contains("email") || description.contains("User") => {
                Failure::person(
                    Code::NotAvailable,
                    format!("Google knows no account {} that I could work for.", wanted.subject),
                )
            }
            "invalid_grant" | "invalid_client" | "invalid_request" | "invalid_scope" => Failure::operator(
                Code::NotAvailable,
                "Google refuses the service account's key. Check GOOGLE_SERVICE_ACCOUNT_KEY and this machine's clock.",
            ),
            _ if status >= 500 || status == 429 => unreachable_now(),
            _ => Failure::operator(Code::NotAvailable, "Google refuses the service account."),
        };
        failure.quoting(format!("{code}: {description}"))
    }
}

fn unreachable_now() -> Failure {
    Failure::person(Code::NotAvailable, "Google's sign-in cannot be reached just now. Try again in a minute.")
}
