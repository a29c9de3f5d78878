//! By what tools are found besides their words, as it is configured; and `countersign tools search`.

use std::sync::Arc;

use engine::{Finder, Learned, Meanings, Searchable};
use kernel::ports::{Clock, Embeddings, Soon, StoreError, Vector};
use kernel::{Definition, Digest, Listing};
use models::{Embedding, EmbeddingSettings};

use crate::sandboxed::say;
use crate::{Config, Environment, Exit, SystemClock, Trouble};

/// Nothing if no endpoint is configured.
pub(crate) fn meanings(
    config: &Config,
    environment: &Environment,
    kept: Arc<dyn Embeddings>,
    clock: Arc<dyn Clock>,
) -> Result<Option<Arc<Meanings>>, Trouble> {
    let Some(embedding) = embedding(config, environment)? else { return Ok(None) };
    Ok(Some(Arc::new(Meanings::new(Arc::new(embedding), kept, clock))))
}

/// The endpoint as it is configured.
pub(crate) fn embedding(config: &Config, environment: &Environment) -> Result<Option<Embedding>, Trouble> {
    let Some(search) = &config.search else { return Ok(None) };
    let settings = EmbeddingSettings {
        url: search.url.clone(),
        model: search.model.clone(),
        key: environment.embedding_key.clone(),
    };
    Embedding::new(settings).map(Some).map_err(|error| Trouble::new(Exit::Configuration, error))
}

/// The tools that fit what somebody wants, best first. It keeps nothing, so that it can be used beside a running house.
pub(crate) async fn search(config: &Config, tools: Vec<Definition>, query: &str) -> Result<(), Trouble> {
    const MOST: usize = 5;
    let environment = Environment::of_process().map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let meanings = meanings(config, &environment, Arc::new(Nowhere), Arc::new(SystemClock))?;
    let tools: Vec<Definition> = tools.into_iter().filter(|tool| tool.listing != Listing::Hidden).collect();
    let searchable: Vec<Searchable<'_>> = tools.iter().map(Searchable::from).collect();
    let finder = Finder::new(&searchable, meanings);
    if finder.learn().await == Learned::Nothing {
        say("The endpoint under [search] is away: these are found by their words alone.");
    }
    let found = finder.find(query, MOST).await;
    if found.is_empty() {
        say("Nothing fits.");
    }
    for tool in found.into_iter().filter_map(|place| tools.get(place)) {
        say(&format!("{:<24} {}", tool.name, tool.first_line()));
    }
    Ok(())
}

/// Forgets at once.
struct Nowhere;

impl Embeddings for Nowhere {
    fn known<'a>(
        &'a self,
        _: &'a str,
        texts: &'a [Digest],
    ) -> Soon<'a, Result<Vec<Option<Vector>>, StoreError>> {
        Box::pin(std::future::ready(Ok(vec![None; texts.len()])))
    }

    fn keep<'a>(&'a self, _: &'a str, _: &'a [(Digest, Vector)]) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(std::future::ready(Ok(())))
    }
}
