//! The part of the configuration that is about finding tools.

use schemars::JsonSchema;
use serde::Deserialize;
use wire::{Address, SettingError};

/// Where texts are turned into vectors.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    pub url: Address,
    pub model: String,
}

/// By what tools are found besides their words: the vectors of an embedding model. Without it words are enough. The key comes
/// from `EMBEDDING_API_KEY`. What tools say about themselves is sent there, and what is searched for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenSearch {
    /// The endpoint, e.g. `https://api.openai.com/v1/embeddings`, or one of your own that takes the same request, e.g.
    /// `http://127.0.0.1:11434/v1/embeddings`.
    url: Option<String>,
    /// The model that it is asked for; `text-embedding-3-small` unless set.
    model: Option<String>,
}

const MODEL: &str = "text-embedding-3-small";

impl WrittenSearch {
    pub(super) fn meant(self) -> Result<Option<SearchConfig>, SettingError> {
        let Some(url) = self.url else {
            return match self.model {
                None => Ok(None),
                Some(_) => {
                    Err(SettingError::new("[search]", "has a model and no url.")
                        .hint("Set both, or neither."))
                }
            };
        };
        let url = Address::parse("[search] url", &url)?;
        Ok(Some(SearchConfig { url, model: self.model.unwrap_or_else(|| MODEL.to_owned()) }))
    }
}

#[cfg(test)]
mod tests {
    use crate::Config;

    #[test]
    fn an_endpoint_has_a_model_and_a_model_needs_an_endpoint() {
        let search = |text: &str| Config::parse("x", text).map(|config| config.search);
        assert!(search("").unwrap().is_none());
        let meant = search("[search]\nurl = \"http://127.0.0.1:1/v1/embeddings\"").unwrap().unwrap();
        assert_eq!((meant.url.url().path(), meant.model.as_str()), ("/v1/embeddings", super::MODEL));
        assert!(search("[search]\nmodel = \"x\"").unwrap_err().to_string().contains("no url"));
        assert!(search("[search]\nurl = \"http://example.com/embeddings\"").is_err(), "plain http elsewhere");
        assert!(search("[search]\nweights = \"x\"").is_err(), "an unknown key");
    }
}
