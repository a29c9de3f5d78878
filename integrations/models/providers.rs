//! Who serves chat completions, and how they are reached.

use crate::openai::Dialect;
use crate::{CatalogueEntry, Prices, catalogue};

/// One of those who speak the same protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provider {
    /// As it stands in the configuration.
    pub name: &'static str,
    /// Where it is, unless the configuration says otherwise.
    pub base: &'static str,
    /// The variable that holds the key; empty where none is wanted.
    pub key: &'static str,
    pub dialect: Dialect,
    /// What it wants to be told with every request.
    pub headers: &'static [(&'static str, &'static str)],
    /// Where the key is exchanged for one that is good for some minutes; empty where it is used as it is.
    pub exchange: &'static str,
    pub bill: Billing,
    /// The model that answers unless one is named; empty where one must be.
    pub model: &'static str,
}

/// Who pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Billing {
    /// Somebody counts tokens.
    Counted,
    /// It runs on somebody's own machine.
    Own,
}

const fn counted(name: &'static str, base: &'static str, key: &'static str, model: &'static str) -> Provider {
    let (dialect, headers, exchange) = (Dialect::Usual, &[], "");
    Provider { name, base, key, dialect, headers, exchange, bill: Billing::Counted, model }
}

const fn own(name: &'static str, base: &'static str) -> Provider {
    Provider { bill: Billing::Own, ..counted(name, base, "", "") }
}

/// The first whose key is there is taken where nothing is configured.
pub const PROVIDERS: [Provider; 12] = [
    Provider {
        dialect: Dialect::Responses,
        ..counted("openai", "https://api.openai.com/v1/", "OPENAI_API_KEY", "gpt-6.1-sol")
    },
    counted("groq", "https://api.groq.com/openai/v1/", "GROQ_API_KEY", "openai/gpt-oss-120b"),
    counted("mistral", "https://api.mistral.ai/v1/", "MISTRAL_API_KEY", "mistral-medium-latest"),
    Provider {
        dialect: Dialect::Gemini,
        ..counted(
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta/openai/",
            "GEMINI_API_KEY",
            "gemini-3.8-flash",
        )
    },
    counted(
        "openrouter",
        "https://openrouter.ai/api/v1/",
        "OPENROUTER_API_KEY",
        "anthropic/claude-sonnet-5.5",
    ),
    Provider {
        dialect: Dialect::DeepSeek,
        ..counted("deepseek", "https://api.deepseek.com/v1/", "DEEPSEEK_API_KEY", "deepseek-flash")
    },
    counted("xai", "https://api.x.ai/v1/", "XAI_API_KEY", "grok-4.7"),
    Provider {
        // It answers editors that it knows by name, and nobody else.
        headers: &[("Editor-Version", "vscode/1.104.1"), ("Copilot-Integration-Id", "vscode-chat")],
        exchange: "https://api.github.com/copilot_internal/v2/token",
        ..counted("copilot", "https://api.githubcopilot.com/", "GITHUB_COPILOT_TOKEN", "gpt-6-sol")
    },
    own("ollama", "http://127.0.0.1:11434/v1/"),
    own("lmstudio", "http://127.0.0.1:1234/v1/"),
    own("vllm", "http://127.0.0.1:8000/v1/"),
    counted("custom", "", "MODEL_API_KEY", ""),
];

/// How much a model takes in that is not in the catalogue, in tokens: too little is compacted too early, too much is
/// refused.
const SERVED: usize = 128_000;
/// The same on somebody's own machine, where memory is what is short.
pub(crate) const OWN: usize = 32_000;

impl Provider {
    pub fn named(name: &str) -> Option<&'static Self> {
        PROVIDERS.iter().find(|provider| provider.name == name)
    }

    /// The facts about a model that it serves, if they are known.
    pub fn entry(&self, model: &str) -> Option<&'static CatalogueEntry> {
        CatalogueEntry::of(self.name, model).or_else(|| {
            // A router puts the maker's name before each, and writes versions with dots.
            let (maker, name) = model.rsplit_once('/').filter(|_| self.name == ROUTER)?;
            CatalogueEntry::of(maker, name).or_else(|| CatalogueEntry::of(maker, &name.replace('.', "-")))
        })
    }

    /// The prices of a model's tokens. An unknown price counts as the dearest, so that a limit on cost holds.
    pub fn prices(&self, model: &str) -> Prices {
        self.listed(model).unwrap_or_else(catalogue::dearest)
    }

    /// The same, if it is known.
    pub fn listed(&self, model: &str) -> Option<Prices> {
        match self.bill {
            Billing::Own => Some(Prices::none()),
            Billing::Counted => self.entry(model).map(|entry| entry.prices),
        }
    }

    /// How much a model takes in at once.
    pub fn window(&self, model: &str) -> usize {
        match self.bill {
            // What memory there is decides, not what the model could.
            Billing::Own => OWN,
            Billing::Counted => self.entry(model).map_or(SERVED, |entry| entry.window),
        }
    }

    /// How a model is spoken to, unless the configuration says otherwise.
    pub fn dialect(&self, model: &str) -> Dialect {
        let has_to = self.entry(model).is_some_and(|entry| entry.provider == self.name && entry.responses);
        if has_to { Dialect::Responses } else { self.dialect }
    }
}

/// The provider that serves other providers' models.
const ROUTER: &str = "openrouter";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_model_has_its_price_and_an_unknown_one_is_dear() {
        let openai = Provider::named("openai").unwrap();
        assert_eq!(openai.prices("gpt-4.1-mini-2025-04-14").input, 400);
        assert_eq!(openai.prices("gpt-4.1").input, 2_000);
        assert_eq!(openai.prices("gpt-5.5-pro").output, 180_000);
        assert_eq!(openai.prices("gpt-5.5-hyper"), catalogue::dearest());
        assert_eq!(Provider::named("ollama").unwrap().prices("anything").output, 0);
        assert_eq!(Provider::named("nobody"), None);
        assert_eq!(openai.window("gpt-4o-mini"), 128_000);
        let router = Provider::named("openrouter").unwrap();
        assert_eq!(router.prices("anthropic/claude-sonnet-4.5").output, 15_000);
        assert_eq!(router.window("anthropic/claude-sonnet-4.5"), 200_000);
        assert_eq!(router.prices("openai/gpt-4.1").input, 2_000);
        assert_eq!(Provider::named("ollama").unwrap().window("llama-3.3"), OWN);
    }

    #[test]
    fn whoever_is_taken_by_a_key_alone_has_a_model_and_its_price_is_known() {
        let taken = PROVIDERS.iter().filter(|provider| !provider.key.is_empty() && !provider.base.is_empty());
        for provider in taken {
            assert!(!provider.model.is_empty(), "{}", provider.name);
            let entry = provider.entry(provider.model).unwrap_or_else(|| panic!("{}", provider.name));
            assert_eq!((entry.provider.as_str(), entry.ends), (provider.name, None), "{}", provider.name);
        }
    }

    #[test]
    fn models_that_take_tools_in_the_responses_api_only_are_spoken_to_in_it() {
        let dialect = |provider: &str, model: &str| Provider::named(provider).unwrap().dialect(model);
        assert_eq!(dialect("openai", "gpt-6.1-sol"), Dialect::Responses);
        assert_eq!(dialect("copilot", "gpt-6-sol"), Dialect::Responses);
        assert_eq!(dialect("copilot", "grok-4.7"), Dialect::Usual);
        assert_eq!(dialect("custom", "gpt-6.1-sol"), Dialect::Usual);
    }
}
