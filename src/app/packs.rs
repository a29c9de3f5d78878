//! The integrations that bring tools, opened for the product and for every command.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernel::ports::Clock;
use wire::{Configured, Opened, PackRuntime, PackServices, Timeouts};

use crate::services::{documents_read_by, open_vault};
use crate::{Config, Environment, Exit, Trouble, log};

/// What all of them work with. What was agreed to of tools from outside is added by whoever has it.
pub(crate) async fn services(
    config: &Config,
    environment: &Environment,
    data: &Path,
    program: PathBuf,
    clock: Arc<dyn Clock>,
) -> Result<PackServices, Trouble> {
    Ok(PackServices {
        vault: open_vault(config, data).await?,
        http: Configured::new(Timeouts::default()).map_err(|error| Trouble::new(Exit::Failed, error))?,
        clock,
        documents: documents_read_by(program),
        pins: None,
        variables: environment.packs.clone(),
        public_url: config.public_url.clone(),
        hide: log::hide,
    })
}

/// What all of them bring.
pub(crate) fn open(
    config: &Config,
    services: &PackServices,
    runtime: &PackRuntime,
) -> Result<Opened, Trouble> {
    config.file.packs().into_iter().try_fold(Opened::default(), |all, pack| {
        let opened =
            pack.open(services, runtime).map_err(|error| Trouble::new(Exit::Configuration, error))?;
        Ok(all.and(opened))
    })
}
