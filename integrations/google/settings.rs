//! Where Google is and who we are to it. Where these come from is the application's business.

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
}

/// The root address of each API.
#[derive(Clone, Debug)]
pub struct Bases {
    pub gmail: Address,
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
        Ok(Self { gmail: Address::parse("the address of Gmail", "https://gmail.googleapis.com/")? })
    }

    /// One root that serves every API.
    pub fn all_at(root: &Address) -> Self {
        Self { gmail: root.clone() }
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
