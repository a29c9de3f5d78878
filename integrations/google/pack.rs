//! Google as an integration: its table in the configuration, its variables, and how it is opened.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use kernel::ports::Soon;
use kernel::{Definition, Finding};
use schemars::JsonSchema;
use serde::Deserialize;
use wire::{Accounts, Address, Opened, Pack, PackRuntime, PackServices, SettingError, Variable, Variables};

use crate::scopes::BY_DEVICE;
use crate::settings::{Bases, ClientKey, CostTable, Identity, Settings, UsualWay};
use crate::{Google, ServiceAccount, SignInReader, SignIns, tools};

/// How Google is used.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GooglePack {
    /// Whose Google account somebody may connect: `same` (default: the address of their Slack profile) or `any`.
    pub accounts: Identity,
    /// How people sign in: `callback` (default: Google sends their browser to `public_url`) or `paste_back` (for a server
    /// that no browser can reach; needs a client of the kind “Desktop app”).
    pub sign_in: UsualWay,
    /// What people are asked for when they connect without anything particular to do, as Google's scope addresses. By
    /// default to read, in all five services. With a service account: what the domain's administrator has allowed.
    #[serde(alias = "google_oauth_scopes")]
    pub scopes: BTreeSet<String>,
    /// What Google allows by a code typed on another device.
    pub device_scopes: Option<BTreeSet<String>>,
    /// For people of which domains the service account may work, e.g. `["example.com"]`.
    pub service_account_domains: Vec<String>,
    /// How Google counts our project's requests: `since_2026` (default: projects made since May 2026) or `earlier`.
    pub quota: CostTable,
    /// Seconds for which a mail is held back before it goes out, so that it can still be taken back. 10 unless set; 0 sends
    /// at once.
    pub send_undo_seconds: Option<u64>,
}

const SEND_HOLD: Duration = Duration::from_secs(10);

const BASE: &str = "GOOGLE_BASE_URL";
const AUTH: &str = "GOOGLE_AUTH_URL";
const TOKEN: &str = "GOOGLE_TOKEN_URL";
const DEVICE_CODE: &str = "GOOGLE_DEVICE_CODE_URL";
const REVOKE: &str = "GOOGLE_REVOKE_URL";
const CLIENT: [&str; 2] = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"];
const DEVICE_CLIENT: [&str; 2] = ["GOOGLE_DEVICE_CLIENT_ID", "GOOGLE_DEVICE_CLIENT_SECRET"];
const SERVICE_ACCOUNT: &str = "GOOGLE_SERVICE_ACCOUNT_KEY";

const VARIABLES: [Variable; 10] = [
    Variable::Address { name: BASE, default: "" },
    Variable::Address { name: AUTH, default: "https://accounts.google.com/o/oauth2/v2/auth" },
    Variable::Address { name: TOKEN, default: "https://oauth2.googleapis.com/token" },
    Variable::Address { name: DEVICE_CODE, default: "https://oauth2.googleapis.com/device/code" },
    Variable::Address { name: REVOKE, default: "https://oauth2.googleapis.com/revoke" },
    Variable::Secret { name: CLIENT[0] },
    Variable::Secret { name: CLIENT[1] },
    Variable::Secret { name: DEVICE_CLIENT[0] },
    Variable::Secret { name: DEVICE_CLIENT[1] },
    Variable::KeyFile { name: SERVICE_ACCOUNT },
];

impl Pack for GooglePack {
    fn name(&self) -> &'static str {
        tools::GROUP
    }

    fn variables(&self) -> &'static [Variable] {
        &VARIABLES
    }

    fn lacks(&self, variables: &Variables) -> Option<&'static str> {
        let set_up = CLIENT.iter().chain([&SERVICE_ACCOUNT]).any(|name| variables.secret(name).is_some());
        (!set_up).then_some(
            "there are no Google tools: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or GOOGLE_SERVICE_ACCOUNT_KEY",
        )
    }

    fn definitions(&self) -> Vec<Definition> {
        tools::definitions()
    }

    fn lists(&self) -> &'static [&'static str] {
        &tools::LISTS
    }

    fn open(&self, services: &PackServices, runtime: &PackRuntime) -> Result<Opened, SettingError> {
        let Some(google) = self.google(services)? else { return Ok(Opened::default()) };
        let sign_ins = SignIns::new(&google, Arc::clone(&runtime.inbox), runtime.letters.clone());
        Ok(Opened {
            tools: tools::tools(&google, &runtime.files),
            routes: sign_ins.routes(),
            readers: vec![Arc::new(SignInReader)],
            accounts: Some(Accounts { grants: Arc::new(sign_ins.clone()), acquaintances: Arc::new(google) }),
            background: vec![Box::new(|stop| {
                Box::pin(async move {
                    sign_ins.resume().await;
                    stop.pulled().await;
                    sign_ins.rest();
                })
            })],
        })
    }

    fn examine<'a>(&'a self, services: &'a PackServices) -> Soon<'a, Vec<Finding>> {
        Box::pin(async move {
            match self.google(services) {
                Ok(Some(google)) => google.examine().await,
                Ok(None) => vec![Finding::doubtful(
                    "Google",
                    "Neither a client nor a service account is set, so there are no Google tools.",
                    "Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; the README shows where to get them.",
                )],
                Err(error) => {
                    let remedy = "Correct it, and run this again.";
                    vec![Finding::broken("Google", error.to_string(), remedy)]
                }
            }
        })
    }
}

impl GooglePack {
    /// Nothing if neither a client nor a service account is there.
    pub fn google(&self, services: &PackServices) -> Result<Option<Google>, SettingError> {
        let Some(settings) = self.settings(services)? else { return Ok(None) };
        let PackServices { http, vault, clock, documents, .. } = services.clone();
        Ok(Some(Google::new(settings, http, vault, clock, documents)))
    }

    /// How long a mail is held back before it goes out.
    pub fn send_hold(&self) -> Duration {
        self.send_undo_seconds.map_or(SEND_HOLD, Duration::from_secs)
    }

    fn settings(&self, services: &PackServices) -> Result<Option<Settings>, SettingError> {
        let variables = &services.variables;
        let client = client_key(variables, CLIENT)?;
        let device_client = client_key(variables, DEVICE_CLIENT)?;
        let service_account = self.service_account(variables)?;
        if client.is_none() && service_account.is_none() {
            return Ok(None);
        }
        let (base, userinfo) = match variables.address(BASE) {
            Some(root) => (Bases::all_at(root), root.at(&["oauth2", "v3", "userinfo"])?.to_string()),
            None => (Bases::real()?, "https://openidconnect.googleapis.com/v1/userinfo".to_owned()),
        };
        Ok(Some(Settings {
            base,
            auth: variables.needed(AUTH)?,
            token: variables.needed(TOKEN)?,
            revoke: variables.needed(REVOKE)?,
            device: variables.needed(DEVICE_CODE)?,
            userinfo: Some(Address::parse("the address of userinfo", &userinfo)?),
            client,
            device_client,
            service_account,
            public_url: services.public_url.clone(),
            way: self.sign_in,
            identity: self.accounts,
            costs: self.quota,
            send_hold: self.send_hold(),
            scopes: self.scopes.clone(),
            device_scopes: self.device_scopes.clone().unwrap_or_else(|| BY_DEVICE.map(str::to_owned).into()),
        }))
    }

    fn service_account(&self, variables: &Variables) -> Result<Option<ServiceAccount>, SettingError> {
        let Some(key) = variables.secret(SERVICE_ACCOUNT) else { return Ok(None) };
        let read = ServiceAccount::read(key, &self.service_account_domains);
        let unusable = |error| SettingError::new("", format!("{SERVICE_ACCOUNT} cannot be used: {error}"));
        read.map(Some).map_err(unusable)
    }
}

impl Google {
    /// Whether it works in the accounts of whole domains, where nobody signs in.
    pub fn has_service_account(&self) -> bool {
        self.book.settings.service_account.is_some()
    }
}

fn client_key(variables: &Variables, [id, secret]: [&str; 2]) -> Result<Option<ClientKey>, SettingError> {
    match (variables.secret(id), variables.secret(secret)) {
        (Some(id), Some(secret)) => {
            Ok(Some(ClientKey { id: id.reveal().to_owned(), secret: secret.clone() }))
        }
        (None, None) => Ok(None),
        _ => {
            let problem = format!("Set both {id} and {secret}, or neither to work without them.");
            Err(SettingError::new("", problem))
        }
    }
}
