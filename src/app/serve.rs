//! `countersign serve`: the product against the services the environment names.

use std::path::PathBuf;
use std::sync::Arc;

use models::REHEARSAL;
use tokio::net::TcpListener;
use tracing::warn;

use crate::cli::Common;
use crate::log::{self, Loudness};
use crate::place::{self, Place, PlaceError};
use crate::product::Blueprint;
use crate::{Config, Environment, Exit, Product, SystemClock, Trouble};

pub(crate) async fn serve(common: &Common) -> Result<(), Trouble> {
    log::start(Loudness::Normal);
    let config = load_config(common)?;
    let environment = Environment::of_process().map_err(|error| Trouble::new(Exit::Configuration, error))?;
    for pack in config.file.packs() {
        if let Some(words) = pack.lacks(&environment.packs) {
            warn!("{words}");
        }
    }
    let place = take_place(common, &config, "serve")?;
    let listener = TcpListener::bind(config.listen).await.map_err(|error| {
        let words = format!(
            "{} cannot be listened on: {error}. Stop what listens there, or set `listen` in the configuration.",
            config.listen
        );
        Trouble::new(Exit::Configuration, words)
    })?;
    let (data, program) = (place.path(), ourselves()?);
    let clock = Arc::new(SystemClock);
    let product = Product::start(Blueprint { config, environment, data, program, listener, clock }).await?;
    if product.model() == REHEARSAL {
        warn!(
            "no model is configured and no key is set: the rehearsal model answers, which knows fixed wordings only"
        );
    }
    until_ended(product).await
}

/// The executable that runs now.
pub(crate) fn ourselves() -> Result<PathBuf, Trouble> {
    std::env::current_exe().map_err(|error| Trouble::new(Exit::Failed, error))
}

/// Runs until the product ends by itself or somebody presses Ctrl-C (or the service manager says so).
pub(crate) async fn until_ended(product: Product) -> Result<(), Trouble> {
    let mut standing = product.standing();
    tokio::select! {
        () = told_to_stop() => product.stop(),
        _ = standing.wait_for(|standing| *standing == crate::Standing::Ended) => {}
    }
    product.ended().await
}

pub(crate) fn load_config(common: &Common) -> Result<Config, Trouble> {
    Config::load(common.config.as_deref()).map_err(|error| Trouble::new(Exit::Configuration, error))
}

/// Where `serve` keeps its state, and whoever works beside it looks.
pub(crate) fn data_directory(common: &Common, config: &Config) -> Result<PathBuf, Trouble> {
    directory(common, config, "serve").map_err(|error| Trouble::new(Exit::Configuration, error))
}

fn directory(common: &Common, config: &Config, name: &str) -> Result<PathBuf, PlaceError> {
    let given = common.data_dir.clone().or_else(|| config.file.data_dir.clone());
    given.map_or_else(|| place::default_directory(name), Ok)
}

pub(crate) fn take_place(common: &Common, config: &Config, name: &str) -> Result<Place, Trouble> {
    directory(common, config, name).and_then(|directory| Place::take(&directory)).map_err(|error| {
        let exit = match error {
            PlaceError::Busy(_) => Exit::AlreadyRunning,
            PlaceError::Unusable { .. } | PlaceError::Nowhere => Exit::Configuration,
        };
        Trouble::new(exit, error)
    })
}

#[cfg(unix)]
pub(crate) async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        },
        Err(_) => drop(tokio::signal::ctrl_c().await),
    }
}

#[cfg(not(unix))]
pub(crate) async fn told_to_stop() {
    drop(tokio::signal::ctrl_c().await);
}
