//! Which language models answer, as it is written.

mod prices_part;
mod search_part;

use std::collections::BTreeMap;

use models::openai::Dialect;
use models::{Effort, Prices, Provider, WebSearch};
use schemars::JsonSchema;
use serde::Deserialize;
use wire::{Address, SettingError};

use prices_part::WrittenPrices;
use search_part::WrittenSearch;

/// One model: who serves it, and how it is spoken to.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenModel {
    /// Who serves it: `anthropic`, `openai`, `groq`, `mistral`, `gemini`, `openrouter`, `deepseek`, `xai`, `copilot`,
    /// `ollama`, `lmstudio`, `vllm` or `custom`. Unless it is named: whoever's key is in the environment, else an Ollama on
    /// this machine if it answers, else the rehearsal model.
    provider: Option<String>,
    /// The model's name, e.g. `claude-sonnet-5-5`.
    name: Option<String>,
    /// Where its `chat/completions` is, if not where its provider has it, e.g. `https://models.example.com/v1/`.
    base_url: Option<String>,
    /// Whether its calls are written into its words: for a model that has no tool calling of its own.
    text_mode: Option<bool>,
    /// How much it takes in at once, in tokens, if that is not known or a server is set up for less.
    context_window: Option<usize>,
    /// How long one reply may be, in tokens.
    pub(super) reply_tokens: Option<u32>,
    /// How much it thinks before it answers: `none`, `minimal`, `low`, `medium`, `high`, `xhigh` or `max`, as far as the
    /// model knows them. Its provider decides unless this is set.
    effort: Option<Effort>,
    /// How its provider is spoken to: `responses` or `chat_completions`. Only for those who serve both: the models of
    /// `openai` use the Responses API unless this is set, compatible servers use chat completions.
    api: Option<WrittenApi>,
    /// Whether it may search the web by itself, with its provider's own search (Anthropic): `true`, or a table with
    /// `max_uses` and `allowed_domains` or `blocked_domains`. What it finds counts as what strangers wrote.
    web_search: Option<WrittenSearch>,
    /// Another model, which answers while this one cannot be reached.
    fallback: Option<Box<WrittenModel>>,
    /// Models for requests that are worth less or more than others.
    tiers: WrittenTiers,
    /// What tokens cost, by the model's name, in US dollars for a million.
    prices: BTreeMap<String, WrittenPrices>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WrittenApi {
    Responses,
    ChatCompletions,
}

/// What is not written in one of them is as in `[model]`: its provider, its address, its fallback.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct WrittenTiers {
    fast: Option<Box<WrittenModel>>,
    balanced: Option<Box<WrittenModel>>,
    deep: Option<Box<WrittenModel>>,
}

/// What is wanted of a model.
#[derive(Clone, Debug, Default)]
pub struct ModelConfig {
    pub provider: Option<String>,
    pub name: Option<String>,
    pub base: Option<Address>,
    pub mode: CallMode,
    /// In tokens; nothing where what is known of it counts.
    pub window: Option<usize>,
    pub search: Option<WebSearch>,
    /// `None` where its provider decides.
    pub effort: Option<Effort>,
    /// `None` where the usual one of its provider is used.
    pub dialect: Option<Dialect>,
    pub fallback: Option<Box<ModelConfig>>,
    pub fast: Option<Box<ModelConfig>>,
    pub deep: Option<Box<ModelConfig>>,
    /// By the model's name, where it is not the list's.
    pub prices: BTreeMap<String, Prices>,
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
    pub(super) fn meant(mut self) -> Result<ModelConfig, SettingError> {
        let WrittenTiers { fast, balanced, deep } = std::mem::take(&mut self.tiers);
        let prices = prices_part::meant(std::mem::take(&mut self.prices))?;
        self.reply_tokens = None;
        let tier = |tier: Option<Box<Self>>, place: &str| {
            let one = tier.map(|tier| tier.like(&self).one(place, &prices));
            one.transpose().map(|one| one.map(Box::new))
        };
        let (fast, deep) = (tier(fast, "model.tiers.fast")?, tier(deep, "model.tiers.deep")?);
        let usual = match tier(balanced, "model.tiers.balanced")? {
            Some(balanced) => *balanced,
            None => self.one("model", &prices)?,
        };
        Ok(ModelConfig { fast, deep, ..usual })
    }

    /// One of several; what it does not say is said where the usual one is described.
    fn like(self, usual: &Self) -> Self {
        let provider = self.provider.or_else(|| usual.provider.clone());
        let same = provider == usual.provider;
        let of_usual = || Some(usual).filter(|_| same);
        Self {
            base_url: self.base_url.or_else(|| of_usual()?.base_url.clone()),
            text_mode: self.text_mode.or_else(|| of_usual()?.text_mode),
            web_search: self.web_search.or_else(|| of_usual()?.web_search.clone()),
            api: self.api.or_else(|| of_usual()?.api),
            fallback: self.fallback.or_else(|| usual.fallback.clone()),
            provider,
            ..self
        }
    }

    fn one(&self, place: &str, prices: &BTreeMap<String, Prices>) -> Result<ModelConfig, SettingError> {
        self.is_of_one(place)?;
        let base = self.base_url.as_ref().map(|base| Address::parse(&format!("{place}.base_url"), base));
        let base = base.transpose()?;
        self.is_reached(place, base.as_ref())?;
        if self.context_window.is_some_and(|window| window < SMALLEST_WINDOW) {
            let problem = format!("{SMALLEST_WINDOW} tokens are the least we can work with.");
            return Err(SettingError::new(format!("{place}.context_window"), problem));
        }
        let fallback = self.fallback.as_ref().map(|one| one.one(&format!("{place}.fallback"), prices));
        Ok(ModelConfig {
            provider: self.provider.clone(),
            name: self.name.clone(),
            base,
            mode: if self.text_mode.unwrap_or(false) { CallMode::Text } else { CallMode::Native },
            window: self.context_window,
            search: self.searches(place)?,
            effort: self.effort,
            dialect: self.dialect(place)?,
            fallback: fallback.transpose()?.map(Box::new),
            fast: None,
            deep: None,
            prices: prices.clone(),
        })
    }

    /// What is said once for all of them is not said of one.
    fn is_of_one(&self, place: &str) -> Result<(), SettingError> {
        let WrittenTiers { fast, balanced, deep } = &self.tiers;
        if fast.is_some() || balanced.is_some() || deep.is_some() {
            return Err(SettingError::new(format!("{place}.tiers"), "tiers are those of [model]."));
        }
        if !self.prices.is_empty() {
            return Err(SettingError::new(format!("{place}.prices"), "prices are those of [model]."));
        }
        if self.reply_tokens.is_some() {
            let problem = "how long a reply may be is said in [model].";
            return Err(SettingError::new(format!("{place}.reply_tokens"), problem));
        }
        Ok(())
    }

    fn is_reached(&self, place: &str, base: Option<&Address>) -> Result<(), SettingError> {
        match self.provider.as_deref() {
            Some(super::ANTHROPIC) => Ok(()),
            Some(name) if Provider::named(name).is_none() => {
                let known: Vec<&str> = models::PROVIDERS.iter().map(|provider| provider.name).collect();
                let known = known.join(", ");
                let key = format!("{place}.provider = \"{name}\"");
                Err(SettingError::new(key, format!("it is one of anthropic, {known}.")))
            }
            Some("custom") if base.is_none() => {
                let problem = format!("{place}.provider = \"custom\" needs {place}.base_url,");
                Err(SettingError::new("", problem).hint("e.g. \"https://models.example.com/v1/\"."))
            }
            None if base.is_some() => {
                let problem = format!("{place}.base_url needs {place}.provider,");
                Err(SettingError::new("", problem).hint("e.g. \"custom\"."))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn dialect(&self, place: &str) -> Result<Option<Dialect>, SettingError> {
        let provider = self.provider.as_deref();
        match self.api {
            None => Ok(None),
            Some(_) if provider == Some(super::ANTHROPIC) => {
                let problem = "anthropic has an API of its own.";
                Err(SettingError::new(format!("{place}.api"), problem).hint("Leave it out."))
            }
            Some(WrittenApi::Responses) => Ok(Some(Dialect::Responses)),
            // OpenAI's own models have another name for the longest reply than everybody else.
            Some(WrittenApi::ChatCompletions) if provider.is_none_or(|name| name == "openai") => {
                Ok(Some(Dialect::Completion))
            }
            Some(WrittenApi::ChatCompletions) => {
                let usual = provider.and_then(Provider::named).map(|provider| provider.dialect);
                Ok(Some(usual.filter(|usual| *usual != Dialect::Responses).unwrap_or_default()))
            }
        }
    }

    fn searches(&self, place: &str) -> Result<Option<WebSearch>, SettingError> {
        let search = match &self.web_search {
            Some(written) => written.clone().meant(place)?,
            None => None,
        };
        match self.provider.as_deref() {
            Some(name) if search.is_some() && name != super::ANTHROPIC => {
                let problem = format!("{name} has no search of its own that we know how to use.");
                Err(SettingError::new(format!("{place}.web_search"), problem))
            }
            _ if search.is_some() && self.text_mode == Some(true) => {
                let problem = "a model that is spoken to in words alone (text_mode) has none.";
                Err(SettingError::new(format!("{place}.web_search"), problem).hint("Keep one of them."))
            }
            _ => Ok(search),
        }
    }
}

/// Our own words and one question take up about as much.
pub(crate) const SMALLEST_WINDOW: usize = 8_000;

#[cfg(test)]
mod tests {
    use super::super::Config;

    #[test]
    fn a_tier_is_served_by_whoever_serves_the_usual_one_unless_it_says_otherwise() {
        let written = "[model]\nprovider = \"custom\"\nname = \"usual\"\nbase_url = \"https://m.example.com/v1/\"\ntext_mode = true\n\
                       [model.fallback]\nprovider = \"openai\"\n\
                       [model.tiers]\nfast = { name = \"small\", text_mode = false, context_window = 16000 }\n\
                       deep = { provider = \"anthropic\", name = \"claude-opus-5-5\", web_search = true }\n";
        let model = Config::parse("x", written).unwrap().model;
        let (fast, deep) = (model.fast.unwrap(), model.deep.unwrap());
        assert_eq!((fast.provider.as_deref(), fast.name.as_deref()), (Some("custom"), Some("small")));
        assert_eq!((fast.base, fast.window), (model.base, Some(16_000)));
        assert_eq!((fast.mode, model.mode), (super::CallMode::Native, super::CallMode::Text));
        assert_eq!((deep.base, deep.mode), (None, super::CallMode::Native));
        assert!(deep.search.is_some() && deep.fallback.is_some() && fast.search.is_none());
    }

    #[test]
    fn the_balanced_tier_is_the_usual_model() {
        let written = "[model]\nprovider = \"openai\"\nname = \"a\"\n[model.tiers.balanced]\nname = \"b\"\n";
        let model = Config::parse("x", written).unwrap().model;
        assert_eq!((model.provider.as_deref(), model.name.as_deref()), (Some("openai"), Some("b")));
    }

    #[test]
    fn what_makes_no_sense_of_one_model_is_refused_with_its_place() {
        for (written, place) in [
            ("[model.tiers.fast]\nreply_tokens = 3", "model.tiers.fast.reply_tokens"),
            ("[model.fallback]\nprices = { x = { input = 1.0, output = 1.0 } }", "model.fallback.prices"),
            ("[model.tiers.deep.tiers.fast]\nname = \"x\"", "model.tiers.deep.tiers"),
            ("[model.tiers.deep]\nprovider = \"nobody\"", "model.tiers.deep.provider"),
            ("[model]\ncontext_window = 100", "model.context_window"),
            ("[model]\nprovider = \"openai\"\nweb_search = true", "model.web_search"),
            (
                "[model.web_search]\nallowed_domains = [\"a.example\"]\nblocked_domains = [\"b.example\"]",
                "model.web_search",
            ),
            ("[model.web_search]\nallowed_domains = [\"https://a.example\"]", "model.web_search"),
            ("[model.web_search]\nmax_uses = 0", "model.web_search"),
            ("[model]\ntext_mode = true\nweb_search = true", "text_mode"),
            ("[model]\nprovider = \"anthropic\"\napi = \"responses\"", "model.api"),
            ("[model]\neffort = \"huge\"", "effort"),
            ("[model.prices.\"x\"]\ninput = -1.0\noutput = 1.0", "model.prices.\"x\".input"),
        ] {
            let words = Config::parse("x", written).unwrap_err().to_string();
            assert!(words.contains(place), "{written}: {words}");
        }
    }
}
