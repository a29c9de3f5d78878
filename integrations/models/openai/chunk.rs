//! The pieces of a stream, as far as we read them. Servers add fields and leave others out.

use serde::Deserialize;
use serde_json::Value;

use crate::stream::{ProviderError, Tokens};

#[derive(Debug, Deserialize)]
pub(super) struct Chunk {
    #[serde(default)]
    pub(super) choices: Vec<Choice>,
    #[serde(default)]
    pub(super) usage: Option<Counted>,
    #[serde(default)]
    pub(super) error: Option<ProviderError>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    #[serde(default)]
    pub(super) delta: Option<Delta>,
    /// The whole, from whoever does not send pieces.
    #[serde(default)]
    pub(super) message: Option<Delta>,
    #[serde(default)]
    pub(super) finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Delta {
    #[serde(default)]
    pub(super) content: Option<Content>,
    #[serde(default)]
    pub(super) refusal: Option<String>,
    #[serde(default)]
    pub(super) tool_calls: Option<Vec<CallDelta>>,
    /// Given by servers that show it.
    #[serde(default)]
    pub(super) reasoning_content: Option<String>,
    /// Sealed content of Google's models.
    #[serde(default)]
    pub(super) extra_content: Option<Value>,
}

/// A text, or a list of parts of which some are text.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Content {
    Text(String),
    Parts(Vec<Part>),
    Other(serde::de::IgnoredAny),
}

#[derive(Debug, Deserialize)]
pub(super) struct Part {
    #[serde(default)]
    text: Option<String>,
}

impl Content {
    pub(super) fn words(self) -> String {
        match self {
            Self::Text(words) => words,
            Self::Parts(parts) => parts.into_iter().filter_map(|part| part.text).collect(),
            Self::Other(_) => String::new(),
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct CallDelta {
    /// Some leave it out.
    #[serde(default)]
    pub(super) index: Option<u64>,
    #[serde(default)]
    pub(super) id: Option<String>,
    #[serde(default)]
    pub(super) function: Option<FunctionDelta>,
    /// Where the call's signature is, for Google's models.
    #[serde(default)]
    pub(super) extra_content: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct FunctionDelta {
    #[serde(default)]
    pub(super) name: Option<String>,
    /// Mostly a text in pieces; some send the object itself.
    #[serde(default)]
    pub(super) arguments: Option<Value>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Counted {
    #[serde(default)]
    prompt_tokens: Option<u64>,
    #[serde(default)]
    completion_tokens: Option<u64>,
    #[serde(default)]
    prompt_tokens_details: Option<Details>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Details {
    #[serde(default)]
    cached_tokens: Option<u64>,
}

impl From<Counted> for Tokens {
    /// What came out of the cache is counted among the prompt there, and apart from it here.
    fn from(counted: Counted) -> Self {
        let cached = counted.prompt_tokens_details.and_then(|details| details.cached_tokens);
        Self {
            input: counted.prompt_tokens.map(|all| all.saturating_sub(cached.unwrap_or(0))),
            output: counted.completion_tokens,
            cache_read: cached,
            cache_write: None,
            searches: None,
        }
    }
}
