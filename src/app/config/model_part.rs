//! Which language model answers, as it is written.

use models::Provider;
use schemars::JsonSchema;
use serde::Deserialize;
use wire::Address;

/// One model: who serves it, and how it is spoken to.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenModel {
    /// Who serves it: `anthropic`, `openai`, `groq`, `mistral`, `gemini`, `openrouter`, `deepseek`, `xai`, `copilot`,
    /// `ollama`, `lmstudio`, `vllm` or `custom`. Unless it is named: whoever's key is in the environment, else an Ollama on
    /// this machine if it answers, else the rehearsal model.
    provider: Option<String>,
    /// The model's name, e.g. `claude-sonnet-4-5`.
    name: Option<String>,
    /// Where its `chat/completions` is, if not where its provider has it, e.g. `https://models.example.com/v1/`.
    base_url: Option<String>,
    /// Whether its calls are written into its words: for a model that has no tool calling of its own.
    text_mode: bool,
    /// How long one reply may be, in tokens.
    pub(super) reply_tokens: Option<u32>,
    /// Another model, which answers while this one cannot be reached.
    fallback: Option<Box<WrittenModel>>,
}

/// What is wanted of a model.
#[derive(Clone, Debug, Default)]
pub struct ModelConfig {
    pub provider: Option<String>,
    pub name: Option<String>,
    pub base: Option<Address>,
    pub mode: CallMode,
    pub fallback: Option<Box<ModelConfig>>,
}

/// How a model calls tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallMode {
    #[default]
    Native,
    /// In its words.
    Text,
}

impl WrittenModel {
    pub(super) fn meant(self) -> Result<ModelConfig, String> {
        if let Some(name) = &self.provider
            && name != super::ANTHROPIC
            && Provider::named(name).is_none()
        {
            let known: Vec<&str> = models::PROVIDERS.iter().map(|provider| provider.name).collect();
            return Err(format!(
                "model.provider = \"{name}\": it is one of anthropic, {}.",
                known.join(", ")
            ));
        }
        let base = self.base_url.map(|base| Address::parse("model.base_url", &base)).transpose();
        let base = base.map_err(|error| error.to_string())?;
        match self.provider.as_deref() {
            Some("custom") if base.is_none() => {
                return Err(
                    "model.provider = \"custom\" needs model.base_url, e.g. \"https://models.example.com/v1/\"."
                        .to_owned(),
                );
            }
            None if base.is_some() => {
                return Err("model.base_url needs model.provider, e.g. \"custom\".".to_owned());
            }
            _ => {}
        }
        Ok(ModelConfig {
            provider: self.provider,
            name: self.name,
            base,
            mode: if self.text_mode { CallMode::Text } else { CallMode::Native },
            fallback: self.fallback.map(|fallback| fallback.meant()).transpose()?.map(Box::new),
        })
    }
}
