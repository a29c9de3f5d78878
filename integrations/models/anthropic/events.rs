//! The events of a stream, as far as we read them. Kinds we do not know are passed over: the API may add some.

use serde::Deserialize;
use serde_json::Value;

use crate::stream::{ProviderError, Tokens};

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Event {
    MessageStart {
        message: Started,
    },
    ContentBlockStart {
        index: u64,
        /// As it came: some of them go back as they are.
        content_block: Value,
    },
    ContentBlockDelta {
        index: u64,
        delta: Delta,
    },
    ContentBlockStop {
        index: u64,
    },
    MessageDelta {
        delta: Ending,
        #[serde(default)]
        usage: Counted,
    },
    MessageStop,
    Error {
        error: ProviderError,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(super) struct Started {
    #[serde(default)]
    pub(super) usage: Counted,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Block {
    Text {
        #[serde(default)]
        text: String,
    },
    Thinking {
        #[serde(default)]
        thinking: String,
        #[serde(default)]
        signature: String,
    },
    RedactedThinking {},
    ToolUse {
        id: String,
        name: String,
        #[serde(default)]
        input: Value,
    },
    ServerToolUse {},
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Delta {
    #[serde(rename = "text_delta")]
    Text { text: String },
    #[serde(rename = "input_json_delta")]
    Input { partial_json: String },
    #[serde(rename = "thinking_delta")]
    Thinking { thinking: String },
    #[serde(rename = "signature_delta")]
    Signature { signature: String },
    #[serde(rename = "citations_delta")]
    Citations { citation: Value },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(super) struct Ending {
    pub(super) stop_reason: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Counted {
    #[serde(rename = "input_tokens")]
    pub(super) input: Option<u64>,
    #[serde(rename = "output_tokens")]
    pub(super) output: Option<u64>,
    #[serde(rename = "cache_read_input_tokens")]
    pub(super) cache_read: Option<u64>,
    #[serde(rename = "cache_creation_input_tokens")]
    pub(super) cache_write: Option<u64>,
    #[serde(default)]
    server_tool_use: Option<Served>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Served {
    #[serde(default)]
    web_search_requests: Option<u64>,
}

impl From<Counted> for Tokens {
    fn from(Counted { input, output, cache_read, cache_write, server_tool_use }: Counted) -> Self {
        let searches = server_tool_use.and_then(|served| served.web_search_requests);
        Self { input, output, cache_read, cache_write, searches }
    }
}
