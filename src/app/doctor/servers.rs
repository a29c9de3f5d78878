//! Whether the servers answer whose tools are used.

use std::path::Path;
use std::sync::Arc;

use futures_util::future::join_all;
use kernel::ports::{Pins as _, Vault};
use kernel::{Definition, Finding};
use mcp::{ServerSettings, Ways};
use store::{PinBook, Place};
use wire::Configured;

use crate::known_tools::OfServers;
use crate::{Config, SystemClock, config, mcp_settings};

/// All at once: a program may have to be fetched before it can be started.
pub(super) async fn outside(
    config: &Config,
    data: &Path,
    (vault, wire): (&Arc<dyn Vault>, &Configured),
) -> Vec<Finding> {
    const ABOUT: &str = "[mcp.servers]";
    if config.mcp.is_empty() {
        return Vec::new();
    }
    let settings = match mcp_settings::servers(config) {
        Ok(settings) => settings,
        Err(trouble) => return vec![Finding::broken(ABOUT, trouble.words, "Then run this again.")],
    };
    let pins = match PinBook::open(&Place::in_directory(data), Arc::new(SystemClock)).await {
        Ok(pins) => pins,
        Err(error) => {
            let words = format!("It cannot be looked up what was agreed to: {error}");
            return vec![Finding::broken(ABOUT, words, "Mend the data directory first.")];
        }
    };
    let known = OfServers::of(config, Some(&pins)).await.unwrap_or_default();
    let known: Vec<Definition> = known.tools.into_iter().map(|known| known.definition).collect();
    let idle = config::idle(config, &known).into_iter().map(|what| {
        Finding::doubtful(
            "rules about tools of servers",
            what,
            "Correct it, or take it out: it rules nothing.",
        )
    });
    let ways = Ways { vault: Arc::clone(vault), http: wire.for_a_library() };
    let examined = join_all(settings.iter().map(|server| examined(server, &ways, &pins))).await;
    examined.into_iter().chain(idle).collect()
}

async fn examined(server: &ServerSettings, ways: &Ways, pins: &PinBook) -> Finding {
    match pins.of(&server.name).await {
        Ok(known) => mcp::examine(server, ways, &known).await,
        Err(error) => Finding::broken(&server.name, error.to_string(), "Mend the data directory first."),
    }
}
