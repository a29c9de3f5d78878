//! How to reach one model, and how its server differs from others.

use std::time::Duration;

use kernel::Secret;
use wire::{Address, Patience};

use super::exchange::Exchange;
use crate::{CatalogueEntry, Effort, Prices};

/// How to reach one model.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where `chat/completions` is, e.g. `https://api.openai.com/v1/`.
    pub base: Address,
    /// A server on this machine wants none.
    pub key: Option<Secret>,
    /// Where the key is exchanged for another, if it is.
    pub exchange: Option<Exchange>,
    /// What the server wants to be told with every request.
    pub headers: &'static [(&'static str, &'static str)],
    pub model: String,
    /// The facts about it, if they are known.
    pub entry: Option<&'static CatalogueEntry>,
    pub prices: Prices,
    /// How much it takes in, in tokens.
    pub window: usize,
    pub dialect: Dialect,
    /// How much it thinks; nothing where its provider decides.
    pub effort: Option<Effort>,
    pub patience: Patience,
    /// The longest wait for a stream to begin.
    pub begins: Duration,
    /// The longest wait for the next piece of it.
    pub silence: Duration,
    /// What the key and the address are called in the settings.
    pub key_name: String,
    pub base_name: String,
}

/// In what the servers differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Chat completions with `max_tokens`, which everybody but the newest models of `OpenAI` takes.
    #[default]
    Usual,
    /// Chat completions with `max_completion_tokens`.
    Completion,
    /// Chat completions in which every call that comes back needs the signature it came with.
    Gemini,
    /// Chat completions in which the reasoning before a call goes back with it.
    DeepSeek,
    /// The Responses API.
    Responses,
}

impl Dialect {
    pub(super) fn path(self) -> &'static [&'static str] {
        match self {
            Self::Responses => &["responses"],
            Self::Usual | Self::Completion | Self::Gemini | Self::DeepSeek => &["chat", "completions"],
        }
    }
}
