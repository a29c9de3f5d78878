//! The tools of servers as they were last seen, for whoever looks without reaching them.

use std::path::Path;
use std::sync::Arc;

use kernel::Definition;
use kernel::ports::{PinStanding, Pins};
use mcp::Known;
use store::PinBook;

use crate::cli::Common;
use crate::serve::data_directory;
use crate::{Config, Exit, SystemClock, Trouble};

#[derive(Default)]
pub(crate) struct OfServers {
    pub(crate) tools: Vec<Known>,
    /// Servers that are configured, of whose tools nothing is known.
    pub(crate) unseen: Vec<String>,
}

impl OfServers {
    /// Nothing is opened where no server is configured.
    pub(crate) async fn seen(common: &Common, config: &Config) -> Result<Self, Trouble> {
        if config.file.mcp.servers.is_empty() {
            return Ok(Self::default());
        }
        let book = pin_book(&data_directory(common, config)?).await?;
        Self::of(config, book.as_ref().map(|book| book as &dyn Pins)).await
    }

    pub(crate) async fn of(config: &Config, pins: Option<&dyn Pins>) -> Result<Self, Trouble> {
        let mut all = Self::default();
        let servers = config.file.mcp.without_secrets();
        for server in servers.map_err(|error| Trouble::new(Exit::Configuration, error))? {
            let pinned = match pins {
                Some(pins) => {
                    pins.of(&server.name).await.map_err(|error| Trouble::new(Exit::Failed, error))?
                }
                None => Vec::new(),
            };
            if pinned.is_empty() {
                all.unseen.push(server.name.clone());
            }
            all.tools.extend(mcp::known(&server, &pinned));
        }
        all.tools.sort_by(|one, other| one.definition.name.cmp(&other.definition.name));
        Ok(all)
    }

    /// Those that somebody agreed to.
    pub(crate) fn agreed(&self) -> impl Iterator<Item = &Definition> {
        self.tools.iter().filter(|tool| tool.standing == PinStanding::Agreed).map(|tool| &tool.definition)
    }

    /// Whether it is a server's tool that is switched off.
    pub(crate) fn is_off(&self, tool: &Definition) -> bool {
        let is_it = |known: &&Known| known.definition.name == tool.name;
        self.tools.iter().find(is_it).is_some_and(|known| known.standing != PinStanding::Agreed)
    }
}

/// What was agreed to; nothing where the product has never been started.
pub(crate) async fn pin_book(data: &Path) -> Result<Option<PinBook>, Trouble> {
    let place = store::StorePaths::in_directory(data);
    if !place.database.exists() {
        return Ok(None);
    }
    let book = PinBook::open(&place, Arc::new(SystemClock)).await;
    book.map(Some).map_err(|error| Trouble::new(Exit::Failed, error))
}
