//! The contract between the product and an integration that brings tools.
//!
//! It stands here, below every integration, because it names the HTTP client, addresses and routes, which the kernel must
//! not. Doesn't know who implements it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use kernel::ports::{
    Acquaintances, Clock, Documents, Files, Grants, Inbox, Letter, Pins, Reader, Soon, Toolshed, Vault,
};
use kernel::{AnyTool, Definition, Finding, Secret, Stop};
use tokio::sync::mpsc::UnboundedSender;

use crate::{Address, Configured, SettingError};

/// An integration that brings tools. Its value is its table of the configuration.
pub trait Pack: Send + Sync {
    /// Its table in the configuration, and the group of its tools.
    fn name(&self) -> &'static str;

    /// The variables of the environment that it reads.
    fn variables(&self) -> &'static [Variable] {
        &[]
    }

    /// Says what people miss where it is not set up, as a warning at the start of `serve`.
    fn lacks(&self, _: &Variables) -> Option<&'static str> {
        None
    }

    /// Refuses settings that cannot be used, before anything is opened.
    fn check(&self) -> Result<(), SettingError> {
        Ok(())
    }

    /// Its tools as they are declared, also where it is not set up.
    fn definitions(&self) -> Vec<Definition> {
        Vec::new()
    }

    /// Tools that answer with rows: the model is shown a table.
    fn lists(&self) -> &'static [&'static str] {
        &[]
    }

    /// Brings nothing where it is not set up. Opening asks nobody outside yet.
    fn open(&self, services: &PackServices, runtime: &PackRuntime) -> Result<Opened, SettingError>;

    /// Says for `doctor` whether it works, and what mends it. Changes nothing.
    fn examine<'a>(&'a self, _: &'a PackServices) -> Soon<'a, Vec<Finding>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}

/// Services that every integration works with, also for a command that only looks.
#[derive(Clone)]
pub struct PackServices {
    pub http: Configured,
    pub vault: Arc<dyn Vault>,
    pub clock: Arc<dyn Clock>,
    pub documents: Arc<dyn Documents>,
    /// Agreed definitions of tools that come from outside; `None` where none can come.
    pub pins: Option<Arc<dyn Pins>>,
    pub variables: Variables,
    /// Our own listener, as a browser reaches it.
    pub public_url: Address,
    /// Keeps a secret out of the log.
    pub hide: fn(&str),
}

/// Services that exist only while the product runs.
#[derive(Clone)]
pub struct PackRuntime {
    pub files: Arc<dyn Files>,
    pub inbox: Arc<dyn Inbox>,
    pub letters: UnboundedSender<Letter>,
    /// For tools that come and go.
    pub shed: Arc<dyn Toolshed>,
}

/// Everything an integration brings.
#[derive(Default)]
pub struct Opened {
    pub tools: Vec<Box<dyn AnyTool>>,
    /// Pages of our own listener.
    pub routes: Router,
    /// They read what these pages put into the inbox.
    pub readers: Vec<Arc<dyn Reader>>,
    pub accounts: Option<Accounts>,
    pub background: Vec<Background>,
}

/// The accounts that people connect.
#[derive(Clone)]
pub struct Accounts {
    pub grants: Arc<dyn Grants>,
    pub acquaintances: Arc<dyn Acquaintances>,
}

/// A task beside the turns. It is told to stop when no call runs any more, because calls may need it, and is waited for.
pub type Background = Box<dyn FnOnce(Stop) -> Soon<'static, ()> + Send>;

impl Opened {
    /// The same, and what another one brings.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.tools.extend(other.tools);
        self.readers.extend(other.readers);
        self.background.extend(other.background);
        Self { routes: self.routes.merge(other.routes), accounts: self.accounts.or(other.accounts), ..self }
    }
}

/// A variable of the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// Where a service is; empty where nothing is said of it.
    Address { name: &'static str, default: &'static str },
    /// It can also be given as the path of a file, in a variable that ends in `_FILE`.
    Secret { name: &'static str },
    /// The same, where the value may also be the path of a JSON file.
    KeyFile { name: &'static str },
}

/// Values of variables, by name.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    pub addresses: BTreeMap<&'static str, Address>,
    pub secrets: BTreeMap<&'static str, Secret>,
}

impl Variables {
    pub fn address(&self, name: &str) -> Option<&Address> {
        self.addresses.get(name)
    }

    /// One that has a default.
    pub fn needed(&self, name: &str) -> Result<Address, SettingError> {
        self.address(name).cloned().ok_or_else(|| SettingError::new(name, "it is not set."))
    }

    pub fn secret(&self, name: &str) -> Option<&Secret> {
        self.secrets.get(name)
    }
}
