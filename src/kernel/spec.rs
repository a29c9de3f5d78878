//! What a tool *is*: everything that is true of it before it runs. When to ask is policy, not spec.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Capability, Deed};

/// What a tool does to the world, from harmless to irreversible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Looks; changes nothing.
    Read,
    /// Changes something that is easily undone. A plan whose change other people can see is a [`Kind::Commit`].
    Edit,
    /// Reaches somebody else, or cannot be taken back.
    Commit,
}

/// A permission somebody grants us over their account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope(pub &'static str);

/// Whether the model may use a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Listing {
    Shown,
    /// In full, however many others there are.
    Always,
    /// Only a button of ours calls it.
    Hidden,
}

/// When a person is asked before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asking {
    /// When its kind, its sinks or what the model has read call for it.
    ByKind,
    Always,
}

/// The facts that schema, consent, policy, card, audit and manual are all generated from.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// `area.verb`.
    pub name: &'static str,
    pub kind: Kind,
    /// All of these must be granted; each is satisfied by any one of its scopes, the least first.
    pub needs: &'static [&'static [Scope]],
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    pub listing: Listing,
    pub asking: Asking,
    /// What a person asks for when they ask for this.
    pub deed: Deed,
    /// What it reaches for beside what was granted.
    pub capabilities: &'static [Capability],
    /// Raised whenever a stored plan of an older build must not run any more.
    pub version: u32,
}

impl Spec {
    pub const fn read(name: &'static str) -> Self {
        Self {
            name,
            kind: Kind::Read,
            needs: &[],
            aliases: &[],
            listing: Listing::Shown,
            asking: Asking::ByKind,
            deed: Deed::Unnamed,
            capabilities: &[],
            version: 1,
        }
    }

    pub const fn edit(name: &'static str) -> Self {
        Self { kind: Kind::Edit, ..Self::read(name) }
    }

    pub const fn commit(name: &'static str) -> Self {
        Self { kind: Kind::Commit, ..Self::read(name) }
    }

    #[must_use]
    pub const fn needs(self, needs: &'static [&'static [Scope]]) -> Self {
        Self { needs, ..self }
    }

    /// Asks even where its kind would not.
    #[must_use]
    pub const fn confirmed(self) -> Self {
        Self { asking: Asking::Always, ..self }
    }

    #[must_use]
    pub const fn capabilities(self, capabilities: &'static [Capability]) -> Self {
        Self { capabilities, ..self }
    }

    #[must_use]
    pub const fn deed(self, deed: Deed) -> Self {
        Self { deed, ..self }
    }

    /// Makes it a way back: the model neither sees nor reaches it, only the button of an [`Undo`](crate::Undo) does.
    #[must_use]
    pub const fn unlisted(self) -> Self {
        Self { listing: Listing::Hidden, ..self }
    }

    #[must_use]
    pub const fn always_shown(self) -> Self {
        Self { listing: Listing::Always, ..self }
    }

    #[must_use]
    pub const fn version(self, version: u32) -> Self {
        Self { version, ..self }
    }

    #[must_use]
    pub const fn aka(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }
}
