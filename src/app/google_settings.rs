//! What configuration and environment say about Google, and what stands in for it where they say nothing.

use google::{ClientKey, ServiceAccount};
use kernel::ports::{Account, Acquaintances, ConsentOffer, Contact, Grants, Lack, SignIn, Soon};
use kernel::{AccountId, Call, Code, ConsentId, Failure, Person, PersonId, Secret};
use wire::Address;

use crate::{Config, Environment, Exit, Trouble};

/// Nothing if neither a client nor a service account is there.
pub(crate) fn google_settings(
    config: &Config,
    environment: &Environment,
) -> Result<Option<google::Settings>, Trouble> {
    let wrong = |error: wire::WireError| Trouble::new(Exit::Configuration, error);
    let client = key(
        environment.google_client_id.as_ref(),
        environment.google_client_secret.as_ref(),
        "GOOGLE_CLIENT",
    )?;
    let device_client = key(
        environment.google_device_client_id.as_ref(),
        environment.google_device_client_secret.as_ref(),
        "GOOGLE_DEVICE_CLIENT",
    )?;
    let service_account = service_account(config, environment)?;
    if client.is_none() && service_account.is_none() {
        return Ok(None);
    }
    let (base, userinfo) = match &environment.google_base {
        Some(root) => {
            (google::Bases::all_at(root), root.at(&["oauth2", "v3", "userinfo"]).map(|url| url.to_string()))
        }
        None => (
            google::Bases::real().map_err(wrong)?,
            Ok("https://openidconnect.googleapis.com/v1/userinfo".to_owned()),
        ),
    };
    let userinfo = Address::parse("the address of userinfo", &userinfo.map_err(wrong)?).map_err(wrong)?;
    Ok(Some(google::Settings {
        base,
        auth: environment.google_auth.clone(),
        token: environment.google_token.clone(),
        revoke: environment.google_revoke.clone(),
        device: environment.google_device_code.clone(),
        userinfo: Some(userinfo),
        client,
        device_client,
        service_account,
        public_url: config.public_url.clone(),
        way: config.google.way,
        identity: config.google.identity,
        costs: config.google.costs,
        send_hold: config.google.send_hold,
        scopes: config.google.scopes.clone(),
        device_scopes: config.google.device_scopes.clone(),
    }))
}

fn key(id: Option<&Secret>, secret: Option<&Secret>, name: &str) -> Result<Option<ClientKey>, Trouble> {
    match (id, secret) {
        (Some(id), Some(secret)) => {
            Ok(Some(ClientKey { id: id.reveal().to_owned(), secret: secret.clone() }))
        }
        (None, None) => Ok(None),
        _ => {
            let words = format!("Set both {name}_ID and {name}_SECRET, or neither to work without them.");
            Err(Trouble::new(Exit::Configuration, words))
        }
    }
}

fn service_account(config: &Config, environment: &Environment) -> Result<Option<ServiceAccount>, Trouble> {
    let Some(key) = &environment.google_service_account else { return Ok(None) };
    let read = ServiceAccount::read(key, &config.google.service_account_domains);
    read.map(Some).map_err(|error| {
        Trouble::new(Exit::Configuration, format!("GOOGLE_SERVICE_ACCOUNT_KEY cannot be used: {error}"))
    })
}

/// Stands in where no account can be connected because nothing of Google's is configured.
pub(crate) struct NoAccounts;

impl NoAccounts {
    fn failed<T: Send + 'static>() -> Soon<'static, Result<T, Failure>> {
        Box::pin(std::future::ready(Err(Self::failure())))
    }

    fn failure() -> Failure {
        Failure::operator(
            Code::NotAvailable,
            "Google is not set up here. Whoever runs this must set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
        )
    }
}

impl Grants for NoAccounts {
    fn provider(&self) -> &'static str {
        google::NAME
    }

    fn organisation(&self, _: &AccountId) -> Option<String> {
        None
    }

    fn for_call<'a>(&'a self, _: &'a Person, _: &'a [Vec<String>]) -> Soon<'a, Result<AccountId, Lack>> {
        Box::pin(std::future::ready(Err(Lack::Failure(Self::failure()))))
    }

    fn offer<'a>(&'a self, _: &'a ConsentOffer) -> Soon<'a, Result<SignIn, Failure>> {
        Self::failed()
    }

    fn pasted<'a>(&'a self, _: &'a PersonId, _: &'a ConsentId, _: &'a str) -> Soon<'a, Result<(), Failure>> {
        Self::failed()
    }

    fn cancel<'a>(&'a self, _: &'a PersonId, _: &'a ConsentId) -> Soon<'a, Result<(), Failure>> {
        Self::failed()
    }

    fn accounts<'a>(&'a self, _: &'a Person) -> Soon<'a, Result<Vec<Account>, Failure>> {
        Self::failed()
    }

    fn prefer<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Self::failed()
    }

    fn disconnect<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Self::failed()
    }
}

impl Acquaintances for NoAccounts {
    fn written_to<'a>(&'a self, _: &'a Call, _: &'a [String]) -> Soon<'a, Vec<Contact>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}
