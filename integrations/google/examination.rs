//! Whether we are set up at Google as we need it: clients of the right type, a key that signs, accounts that work, APIs
//! that are switched on.

use std::collections::BTreeSet;

use kernel::{Finding, Person, Secret, Standing};
use serde_json::{Value, json};
use wire::{Address, Method, Url, WireError};

use crate::grant::Grant;
use crate::settings::UsualWay;
use crate::{ClientKey, Google};

const CLIENT: &str = "GOOGLE_CLIENT_ID";
const DEVICE: &str = "GOOGLE_DEVICE_CLIENT_ID";
const ACCOUNTS: &str = "Google accounts";
const CONSOLE: &str = "https://console.cloud.google.com/apis";

/// An API, with one small read of it by which a project that has not switched it on is known.
struct Api {
    name: &'static str,
    id: &'static str,
    path: &'static [&'static str],
    /// What the scopes have in common that let somebody use it. Without one of them Google says only that.
    scopes: &'static [&'static str],
}

const APIS: [Api; 5] = [
    Api {
        name: "Gmail API",
        id: "gmail.googleapis.com",
        path: &["gmail", "v1", "users", "me", "profile"],
        scopes: &["gmail.", "mail.google.com"],
    },
    Api {
        name: "Calendar API",
        id: "calendar-json.googleapis.com",
        path: &["calendar", "v3", "users", "me", "settings"],
        scopes: &["/calendar"],
    },
    Api {
        name: "Drive API",
        id: "drive.googleapis.com",
        path: &["drive", "v3", "about"],
        scopes: &["/drive"],
    },
    Api {
        name: "Docs API",
        id: "docs.googleapis.com",
        path: &["v1", "documents", "none"],
        scopes: &["/documents", "/drive"],
    },
    Api {
        name: "Sheets API",
        id: "sheets.googleapis.com",
        path: &["v4", "spreadsheets", "none"],
        scopes: &["/spreadsheets", "/drive"],
    },
];

/// What an API is seen to be.
enum Seen {
    On,
    Off,
    /// Whoever asked may not use it.
    NotLetIn,
    /// Google did not say. The words tell why.
    Unclear(String),
}

#[derive(Debug, thiserror::Error)]
enum NoAnswer {
    #[error("Google cannot be reached: {0}.")]
    Unreached(WireError),
    #[error("What answers is not Google: {0}.")]
    NotGoogle(WireError),
}

impl Api {
    /// Whether this account may use it at all, by its scopes.
    fn is_let_in(&self, grant: &Grant) -> bool {
        grant.is_alive()
            && grant.scopes.iter().any(|scope| self.scopes.iter().any(|part| scope.contains(part)))
    }
}

impl Google {
    /// Asks Google, and changes nothing.
    pub async fn examine(&self) -> Vec<Finding> {
        let settings = &self.book.settings;
        let mut findings = Vec::new();
        if let Some(client) = &settings.client {
            findings.push(self.client(client).await);
            findings.push(self.redirect(client).await);
        }
        if let Some(client) = &settings.device_client {
            findings.push(self.device(client).await);
        }
        if settings.service_account.is_some() {
            let words = "The service account's key is readable, and its domains are named.";
            findings.push(Finding::sound("GOOGLE_SERVICE_ACCOUNT_KEY", words));
        }
        findings.extend(self.accounts().await);
        findings
    }

    /// An invented code is refused; what matters is whether the client is known.
    async fn client(&self, client: &ClientKey) -> Finding {
        let settings = &self.book.settings;
        let redirect = settings.redirect().map(|url| url.to_string()).unwrap_or_default();
        let form = [
            ("grant_type", "authorization_code"),
            ("code", "4/examination"),
            ("client_id", client.id.as_str()),
            ("client_secret", client.secret.reveal()),
            ("redirect_uri", redirect.as_str()),
        ];
        match self.error_of(&settings.token, &form).await {
            Err(error) => Finding::broken("Google", error.to_string(), "Check the network."),
            Ok(code) if code == "invalid_client" || code == "unauthorized_client" => Finding::broken(
                CLIENT,
                format!("Google does not know it, or not with this secret ({code})."),
                format!("Copy GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET again from {CONSOLE}/credentials."),
            ),
            Ok(_) => Finding::sound(CLIENT, "Google knows it, and the secret is right."),
        }
    }

    /// Google refuses an address that is not registered, and a client of the wrong type, before it asks anybody.
    async fn redirect(&self, client: &ClientKey) -> Finding {
        const ABOUT: &str = "the way back from Google";
        let settings = &self.book.settings;
        let Ok(redirect) = settings.redirect() else {
            return Finding::broken(ABOUT, "public_url cannot be used.", "Correct public_url.");
        };
        let asked = [
            ("client_id", client.id.as_str()),
            ("redirect_uri", redirect.as_str()),
            ("response_type", "code"),
            ("scope", "openid email"),
        ];
        let answer = self.wire.request(Method::GET, settings.auth.url().clone()).query(&asked).send().await;
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return Finding::broken(ABOUT, format!("{error}."), "Check the network."),
        };
        let to = answer.headers.get("location").and_then(|to| to.to_str().ok()).unwrap_or_default();
        let page = String::from_utf8_lossy(&answer.body);
        let refused = answer.status.is_client_error() || to.contains("error") || page.contains("_mismatch");
        if !refused {
            return Finding::sound(ABOUT, format!("Google sends people back to {redirect}."));
        }
        let remedy = match settings.way {
            UsualWay::Callback => format!(
                "At {CONSOLE}/credentials, use a client of type “Web application” and enter exactly {redirect} among \
                 its redirect URIs."
            ),
            UsualWay::PasteBack => {
                format!("At {CONSOLE}/credentials, make a client of type “Desktop app”, and use that one.")
            }
        };
        Finding::broken(ABOUT, format!("Google does not take {redirect} from this client."), remedy)
    }

    async fn device(&self, client: &ClientKey) -> Finding {
        let form = [("client_id", client.id.as_str()), ("scope", "openid email")];
        match self.error_of(&self.book.settings.device, &form).await {
            Err(error) => Finding::broken(DEVICE, error.to_string(), "Check the network."),
            Ok(code) if code.is_empty() => Finding::sound(DEVICE, "Google gives codes to it."),
            Ok(code) => Finding::broken(
                DEVICE,
                format!("Google gives it no codes ({code})."),
                format!("At {CONSOLE}/credentials, make a client of type “TVs and Limited Input devices”."),
            ),
        }
    }

    /// The error in an answer; empty if there is none.
    async fn error_of(&self, to: &Address, form: &[(&str, &str)]) -> Result<String, NoAnswer> {
        let form: Value = form.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        let answer = self.wire.request(Method::POST, to.url().clone()).form(&form).send().await;
        let answer = answer.map_err(NoAnswer::Unreached)?;
        let said: Value = answer.json().map_err(NoAnswer::NotGoogle)?;
        Ok(said.get("error").and_then(Value::as_str).unwrap_or_default().to_owned())
    }

    async fn accounts(&self) -> Vec<Finding> {
        let grants = match self.book.all().await {
            Ok(grants) => grants,
            Err(error) => {
                let remedy = "Put back the vault's key, or remove the vault and have people connect anew.";
                return vec![Finding::broken(ACCOUNTS, format!("They cannot be read: {error}."), remedy)];
            }
        };
        let mut findings: Vec<Finding> = grants.iter().filter_map(troubled).collect();
        if !grants.iter().any(Grant::is_alive) {
            let words = "None works yet, so it cannot be told whether the APIs are switched on.";
            findings.push(Finding::doubtful(ACCOUNTS, words, "Run: countersign auth google"));
            return findings;
        }
        findings.push(Finding::sound(ACCOUNTS, format!("{} connected.", grants.len())));
        findings.extend(self.apis(&grants).await);
        findings
    }

    /// Each as somebody who may use it.
    async fn apis(&self, grants: &[Grant]) -> Vec<Finding> {
        const ABOUT: &str = "Google APIs";
        let base = &self.book.settings.base;
        let roots = [&base.gmail, &base.calendar, &base.drive, &base.docs, &base.sheets];
        let (mut findings, mut unseen) = (Vec::new(), Vec::new());
        let mut closed = BTreeSet::new();
        for (api, root) in APIS.iter().zip(roots) {
            let Some(grant) = grants.iter().find(|grant| api.is_let_in(grant)) else {
                unseen.push(api.name);
                continue;
            };
            let Ok(url) = root.at(api.path) else { continue };
            let token = match self.book.access(&somebody(grant), &grant.account, &[]).await {
                Ok(token) => token,
                // The same account is the trouble of all it was to try.
                Err(failure) => {
                    if closed.insert(&grant.account) {
                        let remedy = "Run: countersign auth google";
                        findings.push(Finding::broken(ACCOUNTS, failure.words, remedy));
                    }
                    continue;
                }
            };
            match self.seen(url, &token).await {
                Seen::On => {}
                Seen::NotLetIn => unseen.push(api.name),
                Seen::Off => findings.push(Finding::broken(
                    api.name,
                    "It is not switched on for this project.",
                    format!("Switch it on: {CONSOLE}/library/{}", api.id),
                )),
                Seen::Unclear(words) => findings.push(Finding::doubtful(api.name, words, "Try again.")),
            }
        }
        match (findings.is_empty(), unseen.is_empty()) {
            (true, true) => findings.push(Finding::sound(ABOUT, "All five are switched on.")),
            (_, true) => {}
            (_, false) => {
                let words = format!(
                    "Nobody has let us use these yet, so it cannot be told whether they are switched on: {}.",
                    unseen.join(", ")
                );
                findings.push(Finding::sound(ABOUT, words));
            }
        }
        findings
    }

    /// A file that is not there says that the API itself answers.
    async fn seen(&self, url: Url, token: &Secret) -> Seen {
        let request = self.wire.request(Method::GET, url).query(&[("fields", "*")]).bearer(token);
        let answer = match request.send().await {
            Ok(answer) => answer,
            Err(error) => return Seen::Unclear(format!("{error}.")),
        };
        let said = String::from_utf8_lossy(&answer.body);
        let says = |codes: [&str; 2]| codes.iter().any(|code| said.contains(code));
        match answer.status.as_u16() {
            403 if says(["accessNotConfigured", "SERVICE_DISABLED"]) => Seen::Off,
            403 if says(["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"]) => Seen::NotLetIn,
            status if status >= 500 => Seen::Unclear(format!("It cannot be told (HTTP {status}).")),
            _ => Seen::On,
        }
    }
}

fn troubled(grant: &Grant) -> Option<Finding> {
    let words = format!("{}: {}", grant.account, grant.trouble()?);
    Some(Finding::doubtful(ACCOUNTS, words, "The person is offered to connect it anew when they next ask."))
}

/// The grant says who it is for; who they are in the chat does not matter here.
fn somebody(grant: &Grant) -> Person {
    Person {
        id: grant.person.clone(),
        name: String::new(),
        workspace: String::new(),
        address: None,
        zone: None,
        standing: Standing::Member,
    }
}
