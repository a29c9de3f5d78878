//! Whether what was agreed to of servers can be looked up, and whether the rules about their tools rule anything.

use std::path::Path;
use std::sync::Arc;

use kernel::ports::Pins;
use kernel::{Definition, Finding};
use store::{PinBook, StorePaths};

use crate::known_tools::OfServers;
use crate::{Config, SystemClock, config};

/// `None` where no server is configured.
pub(super) async fn pins(config: &Config, data: &Path) -> Result<Option<Arc<dyn Pins>>, Finding> {
    if config.file.mcp.servers.is_empty() {
        return Ok(None);
    }
    match PinBook::open(&StorePaths::in_directory(data), Arc::new(SystemClock)).await {
        Ok(pins) => Ok(Some(Arc::new(pins))),
        Err(error) => {
            let words = format!("It cannot be looked up what was agreed to: {error}");
            Err(Finding::broken("[mcp.servers]", words, "Mend the data directory first."))
        }
    }
}

pub(super) async fn idle_rules(config: &Config, pins: Option<&dyn Pins>) -> Vec<Finding> {
    if pins.is_none() {
        return Vec::new();
    }
    let known = OfServers::of(config, pins).await.unwrap_or_default();
    let known: Vec<Definition> = known.tools.into_iter().map(|known| known.definition).collect();
    let idle = config::idle(config, &known).into_iter();
    let remedy = "Correct it, or take it out: it rules nothing.";
    idle.map(|what| Finding::doubtful("rules about tools of servers", what, remedy)).collect()
}
