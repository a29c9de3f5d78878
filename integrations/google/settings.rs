//! Where Google is and who we are to it. Where these come from is the application's business.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::Secret;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Address, Url, WireError};

use crate::ServiceAccount;

/// Where a browser ends up when nobody listens: on the person's own machine, on a port that nothing uses.
const NOWHERE: &str = "http://127.0.0.1:53682/";

#[derive(Clone, Debug)]
pub struct Settings {
    pub base: Bases,
    pub auth: Address,
    pub token: Address,
    pub revoke: Address,
    /// Asked who signed in when the token reply does not say so itself.
    pub userinfo: Option<Address>,
    /// Where the device flow begins.
    pub device: Address,
    /// What people sign in with; nothing where a service account does all.
    pub client: Option<ClientKey>,
    /// What they sign in with by a code on another device: Google wants a client of its own kind for that.
    pub device_client: Option<ClientKey>,
    pub service_account: Option<ServiceAccount>,
    /// Our own listener, as a browser reaches it.
    pub public_url: Address,
    pub way: UsualWay,
    /// What somebody is asked for who connects without anything particular to do. What a service account may use.
    pub scopes: BTreeSet<String>,
    /// What Google allows by a code on another device.
    pub device_scopes: BTreeSet<String>,
    pub identity: Identity,
    pub costs: CostTable,
    /// How long a mail is held back before it goes out, so that it can still be taken back.
    pub send_hold: Duration,
}

/// Which of its two tables Google counts our project's requests by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CostTable {
    /// Projects made since May 2026: a message costs 20 of 6,000 units a minute.
    #[default]
    #[serde(rename = "since_2026")]
    Since2026,
    /// Older ones: a message costs 5 of 15,000.
    Earlier,
}

/// A client registered with Google.
#[derive(Clone, Debug)]
pub struct ClientKey {
    pub id: String,
    pub secret: Secret,
}

/// How people sign in unless they ask for another way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UsualWay {
    /// Google sends their browser back to our own listener.
    #[default]
    Callback,
    /// For a server that no browser can reach: they paste the address at which the sign-in ends.
    PasteBack,
}

/// The root address of each API.
#[derive(Clone, Debug)]
pub struct Bases {
    pub gmail: Address,
    pub calendar: Address,
    pub drive: Address,
    pub docs: Address,
    pub sheets: Address,
}

/// Whose Google account somebody may connect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Identity {
    /// Only the one with the address of their profile in the workspace.
    #[default]
    #[serde(rename = "same")]
    SameAddress,
    /// Any account they can sign in to.
    #[serde(rename = "any")]
    AnyAddress,
}

impl Bases {
    pub fn real() -> Result<Self, WireError> {
        let at =
            |host: &str| Address::parse("an address of Google's", &format!("https://{host}.googleapis.com/"));
        Ok(Self {
            gmail: at("gmail")?,
            calendar: at("www")?,
            drive: at("www")?,
            docs: at("docs")?,
            sheets: at("sheets")?,
        })
    }

    /// One root that serves every API.
    pub fn all_at(root: &Address) -> Self {
        let [gmail, calendar, drive, docs, sheets] = std::array::from_fn(|_| root.clone());
        Self { gmail, calendar, drive, docs, sheets }
    }
}

impl Settings {
    /// The redirect address. It must be registered with Google exactly so.
    pub fn callback(&self) -> Result<Url, WireError> {
        self.public_url.at(&["google", "callback"])
    }

    /// Where Google sends people in the usual way.
    pub(crate) fn redirect(&self) -> Result<Url, WireError> {
        match self.way {
            UsualWay::Callback => self.callback(),
            UsualWay::PasteBack => {
                Address::parse("the paste-back address", NOWHERE).map(|at| at.url().clone())
            }
        }
    }

    pub(crate) fn connect(&self, link: &str) -> Result<Url, WireError> {
        self.public_url.at(&["google", "connect", link])
    }
}
