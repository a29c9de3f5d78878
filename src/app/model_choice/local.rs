//! A model on this machine: which one answers, and what is to be known of it before it does.

use models::Provider;
use models::ollama::{Calling, Local, Ollama};
use wire::Configured;

use super::{Known, OLLAMA, Surroundings, keyed, served};
use crate::config::{CallMode, ModelConfig, SMALLEST_WINDOW};
use crate::{Environment, Trouble};

/// The one that would answer, where it is an Ollama's; nothing if it is somebody else's, or is not there.
pub(crate) async fn local(
    config: &ModelConfig,
    environment: &Environment,
    wire: &Configured,
) -> Option<Local> {
    let its = match config.provider.as_deref() {
        Some(name) => name == OLLAMA,
        None => environment.anthropic_key.is_none() && keyed(config, environment).is_none(),
    };
    if !its {
        return None;
    }
    let ollama = ollama(config, environment, wire)?;
    match &config.name {
        Some(name) => ollama.named(name).await,
        None => ollama.best().await,
    }
}

/// An Ollama on this machine that has a model.
pub(super) async fn here(config: &ModelConfig, around: Surroundings<'_>) -> Option<Result<Known, Trouble>> {
    let Surroundings { environment, wire } = around;
    let found = local(config, environment, wire).await;
    if found.is_none() {
        // What was named and is not there is told by whoever was asked for it.
        config.name.as_ref()?;
        ollama(config, environment, wire)?.best().await?;
    }
    let config = found.map_or_else(|| config.clone(), |local| as_found(config, &local));
    Some(served(Provider::named(OLLAMA)?, &config, environment))
}

/// What is configured, with what its Ollama says where nothing is.
pub(super) async fn described(config: &ModelConfig, around: Surroundings<'_>) -> ModelConfig {
    let found = local(config, around.environment, around.wire).await;
    found.map_or_else(|| config.clone(), |local| as_found(config, &local))
}

fn as_found(config: &ModelConfig, local: &Local) -> ModelConfig {
    if let Some(window) = local.window.filter(|window| *window < SMALLEST_WINDOW) {
        tracing::warn!(
            model = local.name,
            window,
            "Ollama leaves out without a word what is more than this: set OLLAMA_CONTEXT_LENGTH where it is started"
        );
    }
    let mode = match local.calling {
        Calling::InWords => CallMode::Text,
        Calling::ByItself | Calling::Unsaid => config.mode,
    };
    ModelConfig {
        name: Some(local.name.clone()),
        window: config.window.or_else(|| Some(local.room())),
        mode,
        ..config.clone()
    }
}

fn ollama<'a>(config: &ModelConfig, environment: &Environment, wire: &'a Configured) -> Option<Ollama<'a>> {
    if let Some(completions) = &config.base {
        return Some(Ollama { at: Ollama::beside(completions)?, wire });
    }
    if let Some(error) = &environment.ollama_unusable {
        tracing::warn!(%error, "no Ollama is looked for");
    }
    Some(Ollama { at: environment.ollama.clone()?, wire })
}
