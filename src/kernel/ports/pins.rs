//! What servers outside said of their tools when somebody last agreed to it.

use crate::Digest;
use crate::ports::{Soon, StoreError};

pub trait Pins: Send + Sync {
    /// Notes what a server offers now, and says how each of its tools stands. What a server offers the first time it is
    /// seen is taken as agreed to; whatever is other or new later is not. Durable when it returns.
    fn note<'a>(
        &'a self,
        server: &'a str,
        offered: &'a [Offered],
    ) -> Soon<'a, Result<Vec<Pinned>, StoreError>>;

    /// How the tools of a server stand, by name; nothing if it was never seen.
    fn of<'a>(&'a self, server: &'a str) -> Soon<'a, Result<Vec<Pinned>, StoreError>>;

    /// Agrees to what a server offers now: to one tool, or to all. Says which were not agreed to before.
    fn agree<'a>(
        &'a self,
        server: &'a str,
        tool: Option<&'a str>,
    ) -> Soon<'a, Result<Vec<String>, StoreError>>;
}

/// A tool as its server describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// As the server calls it.
    pub tool: String,
    /// Everything it says of it, always in the same order.
    pub definition: String,
}

/// A tool as it was agreed to, and as it is offered now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    pub tool: String,
    pub agreed: Option<String>,
    pub offered: Option<String>,
}

/// How a tool stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinStanding {
    /// It is what was agreed to.
    Agreed,
    /// It says something else of itself than what was agreed to.
    Changed,
    /// It came after the others, and nobody has agreed to it.
    New,
    /// It is not offered any more.
    Gone,
}

impl Pinned {
    pub fn standing(&self) -> PinStanding {
        match (&self.agreed, &self.offered) {
            (_, None) => PinStanding::Gone,
            (None, Some(_)) => PinStanding::New,
            (Some(agreed), Some(offered)) if agreed == offered => PinStanding::Agreed,
            (Some(_), Some(_)) => PinStanding::Changed,
        }
    }

    /// The fingerprint of what was agreed to.
    pub fn digest(&self) -> Option<Digest> {
        self.agreed.as_deref().map(Digest::of_words)
    }
}
