//! Whether the servers answer whose tools are used.

use std::path::Path;
use std::sync::Arc;

use futures_util::future::join_all;
use kernel::Finding;
use kernel::ports::{Pins as _, Vault};
use mcp::{ServerSettings, Ways};
use store::{PinBook, Place};
use wire::Configured;

use crate::{Config, SystemClock, mcp_settings};

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
    let ways = Ways { vault: Arc::clone(vault), http: wire.for_a_library() };
    join_all(settings.iter().map(|server| examined(server, &ways, &pins))).await
}

async fn examined(server: &ServerSettings, ways: &Ways, pins: &PinBook) -> Finding {
    match pins.of(&server.name).await {
        Ok(known) => mcp::examine(server, ways, &known).await,
        Err(error) => Finding::broken(&server.name, error.to_string(), "Mend the data directory first."),
    }
}
