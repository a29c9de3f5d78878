//! Whether tools can be found by meaning, where that is configured.

use kernel::Finding;
use kernel::ports::{Embedder as _, EmbeddingError};

use crate::meanings;
use crate::{Config, Environment};

pub(super) async fn embedding(config: &Config, environment: &Environment) -> Option<Finding> {
    const ABOUT: &str = "[search]";
    let embedding = match meanings::embedding(config, environment) {
        Ok(embedding) => embedding?,
        Err(trouble) => return Some(Finding::broken(ABOUT, trouble.words, "Correct url.")),
    };
    Some(match embedding.embed(&["mail".to_owned()]).await {
        Ok(_) => Finding::sound(ABOUT, format!("{} turns texts into vectors.", embedding.name())),
        Err(error @ EmbeddingError::Away(_)) => {
            let remedy = "Start it, or correct url; until then tools are found by their words alone.";
            Finding::doubtful(ABOUT, format!("{error}."), remedy)
        }
        Err(error @ EmbeddingError::Refused(_)) => {
            Finding::broken(ABOUT, format!("{error}."), "Correct url and model, and set EMBEDDING_API_KEY.")
        }
    })
}
