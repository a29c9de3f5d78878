//! Where Google is and who we are to it. Where these come from is the application's business.

use std::time::Duration;

use kernel::Secret;
use wire::{Address, Url, WireError};

#[derive(Clone, Debug)]
pub struct Settings {
    pub base: Bases,
    pub auth: Address,
    pub token: Address,
    pub revoke: Address,
    /// Asked who signed in when the token reply does not say so itself.
    pub userinfo: Option<Address>,
    pub client_id: String,
    pub client_secret: Secret,
    /// Our own listener, as a browser reaches it.
    pub public_url: Address,
    pub identity: Identity,
    pub costs: CostTable,
    /// How long a countersigned mail is held back, so that it can still be taken back.
    pub send_hold: Duration,
}

/// Which of its two tables Google counts our project's requests by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostTable {
    /// Projects made since May 2026: a message costs 20 of 6,000 units a minute.
    #[default]
    Since2026,
    /// Older ones: a message costs 5 of 15,000.
    Earlier,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Identity {
    /// Only the one with the address of their profile in the workspace.
    #[default]
    SameAddress,
    /// Any account they can sign in to.
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

    pub(crate) fn connect(&self, link: &str) -> Result<Url, WireError> {
        self.public_url.at(&["google", "connect", link])
    }
}
