//! What is known of a server before it is reached.

use std::collections::BTreeMap;
use std::time::Duration;

use globset::{Glob, GlobSet, GlobSetBuilder};
use kernel::Secret;
use wire::Address;

/// One server, as somebody configured it.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    pub name: String,
    pub reach: Reach,
    /// Its tools that only look, by its own names.
    pub read_only: Patterns,
    /// Those that are taken; all if there are none.
    pub tools: Patterns,
    /// Those that are not.
    pub except: Patterns,
    /// How long one call may take.
    pub timeout: Duration,
}

/// How a server is reached.
#[derive(Clone, Debug)]
pub enum Reach {
    /// It is a program on this machine, which we start and speak to over its standard input and output.
    Program(Program),
    /// It is elsewhere, and speaks streamable HTTP.
    Address { url: Address, access: Access },
}

/// A program, and the only variables it gets beside `PATH`, `HOME` and `LANG`.
#[derive(Clone, Debug)]
pub struct Program {
    pub command: String,
    pub arguments: Vec<String>,
    pub variables: BTreeMap<String, Secret>,
}

/// What opens the door of a server elsewhere.
#[derive(Clone, Debug)]
pub enum Access {
    Open,
    Bearer(Secret),
    /// Somebody signs in once, and what they got is kept in the vault.
    SignIn(Option<ClientIdentity>),
}

/// A client that somebody registered with a server's sign-in, for servers where clients cannot register themselves.
#[derive(Clone, Debug)]
pub struct ClientIdentity {
    pub id: String,
    pub secret: Option<Secret>,
}

/// A glob that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct BadPattern(#[from] globset::Error);

/// Globs over the names a server gives its tools.
#[derive(Clone, Debug, Default)]
pub struct Patterns(GlobSet);

impl Patterns {
    /// Says which of them is none.
    pub fn parse(written: &[String]) -> Result<Self, BadPattern> {
        let mut set = GlobSetBuilder::new();
        for pattern in written {
            set.add(Glob::new(pattern)?);
        }
        Ok(Self(set.build()?))
    }

    pub(crate) fn fit(&self, name: &str) -> bool {
        self.0.is_match(name)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl ServerSettings {
    /// The same server, as whoever comes without a sign-in.
    pub(crate) fn without_sign_in(&self) -> Self {
        let reach = match &self.reach {
            Reach::Address { url, .. } => Reach::Address { url: url.clone(), access: Access::Open },
            program @ Reach::Program(_) => program.clone(),
        };
        Self { reach, ..self.clone() }
    }

    /// Whether a tool is taken at all.
    pub(crate) fn takes(&self, tool: &str) -> bool {
        (self.tools.is_empty() || self.tools.fit(tool)) && !self.except.fit(tool)
    }
}
