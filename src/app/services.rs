//! The services that need no Slack to be there, opened: vault, store, model.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use documents::{Extractor, Limits, Program};
use engine::{Meanings, Skill};
use kernel::ports::{Clock, Documents, Model, Pins, Transcriber, Vault};
use models::{NoTranscription, Transcription, TranscriptionSettings};
use store::{PinBook, Store};
use vault::{KeySource, SealedVault};
use wire::PackServices;

use crate::model_choice::{self, Facts};
use crate::{Config, Environment, Exit, Trouble, config::Key, meanings, packs, skills};

pub(crate) struct Services {
    pub(crate) store: Arc<Store>,
    /// Services that integrations work with, and others too.
    pub(crate) shared: PackServices,
    pub(crate) model: Arc<dyn Model>,
    /// The same, one by one: the one that answers first, and those that answer in its place or for a tier.
    pub(crate) models: Vec<(&'static str, Facts)>,
    /// The names of those who serve any of them.
    pub(crate) providers: BTreeSet<String>,
    pub(crate) transcriber: Arc<dyn Transcriber>,
    /// How things are done here.
    pub(crate) skills: Vec<Skill>,
    /// By what tools are found beside their words.
    pub(crate) meanings: Option<Arc<Meanings>>,
}

impl Services {
    pub(crate) async fn open(
        config: &Config,
        environment: &Environment,
        data: &Path,
        program: PathBuf,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Trouble> {
        let mut shared = packs::services(config, environment, data, program, Arc::clone(&clock)).await?;
        let place = store::StorePaths::in_directory(data);
        let store = Store::open(&place, Arc::clone(&shared.vault), Arc::clone(&clock)).await;
        let store = Arc::new(store.map_err(|error| {
            let exit = if matches!(error, store::OpenError::Audit(_)) { Exit::Audit } else { Exit::Failed };
            Trouble::new(exit, error)
        })?);
        if !config.file.mcp.servers.is_empty() {
            shared.pins = Some(pins(&place, &clock).await?);
        }
        let choice = model_choice::choose(&config.model, environment, &shared.http).await?;
        let transcriber = transcriber(config, environment)?;
        let meanings = meanings::meanings(config, environment, Arc::clone(&store) as _, clock)?;
        let skills = skills::at_hand(config, data);
        Ok(Self {
            store,
            shared,
            providers: choice.providers(),
            model: choice.model,
            models: choice.cast,
            transcriber,
            skills,
            meanings,
        })
    }
}

async fn pins(place: &store::StorePaths, clock: &Arc<dyn Clock>) -> Result<Arc<dyn Pins>, Trouble> {
    let book = Box::pin(PinBook::open(place, Arc::clone(clock))).await;
    Ok(Arc::new(book.map_err(|error| Trouble::new(Exit::Failed, error))?))
}

pub(crate) fn documents_read_by(program: PathBuf) -> Arc<dyn Documents> {
    Arc::new(Extractor::new(reader_of_documents(program), Limits::default()))
}

/// Documents are read by our own executable, started once more for each. Our allocator sets a gigabyte of addresses aside
/// when it starts, which is all that reading may take: with those gone, whatever it maps besides fails, now and then.
pub fn reader_of_documents(path: PathBuf) -> Program {
    let modest = ("MIMALLOC_ARENA_RESERVE".into(), "64MiB".into());
    Program { path, arguments: vec!["extract-text".into()], environment: vec![modest] }
}

pub(crate) async fn open_vault(config: &Config, data: &Path) -> Result<Arc<dyn Vault>, Trouble> {
    let vault = SealedVault::open(data.join("vault"), key_source(config, data))
        .await
        .map_err(|error| Trouble::new(Exit::Vault, error))?;
    Ok(Arc::new(vault))
}

/// The same without writing anything, for whoever only looks.
pub(crate) async fn look_into_vault(config: &Config, data: &Path) -> Result<SealedVault, Trouble> {
    // A journal below the data directory has the vault of the house.
    let above = data.parent().filter(|above| !data.join("vault").exists() && above.join("vault").exists());
    let data = above.unwrap_or(data);
    SealedVault::inspect(data.join("vault"), key_source(config, data))
        .await
        .map_err(|error| Trouble::new(Exit::Vault, error))
}

fn key_source(config: &Config, data: &Path) -> KeySource {
    match &config.key {
        Key::Made => KeySource::File(data.join("vault.key")),
        Key::File(path) => KeySource::ExistingFile(path.clone()),
        Key::Keyring => {
            KeySource::Keyring { service: "countersign".to_owned(), user: data.display().to_string() }
        }
    }
}

fn transcriber(config: &Config, environment: &Environment) -> Result<Arc<dyn Transcriber>, Trouble> {
    let Some(config) = &config.transcription else { return Ok(Arc::new(NoTranscription)) };
    let settings = TranscriptionSettings {
        url: config.url.clone(),
        model: config.model.clone(),
        key: environment.transcription_key.clone(),
    };
    let transcription =
        Transcription::new(settings).map_err(|error| Trouble::new(Exit::Configuration, error))?;
    Ok(Arc::new(transcription))
}
