//! Who serves chat completions, and how they are reached.

use crate::openai::Dialect;
use crate::{Prices, windows};

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
    pub bill: Bill,
    /// The model that answers unless one is named; empty where one must be.
    pub model: &'static str,
}

/// Who pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bill {
    /// Somebody counts tokens.
    Counted,
    /// It runs on somebody's own machine.
    Own,
}

const fn counted(name: &'static str, base: &'static str, key: &'static str, model: &'static str) -> Provider {
    let (dialect, headers, exchange) = (Dialect::Usual, &[], "");
    Provider { name, base, key, dialect, headers, exchange, bill: Bill::Counted, model }
}

const fn own(name: &'static str, base: &'static str) -> Provider {
    Provider { bill: Bill::Own, ..counted(name, base, "", "") }
}

/// The first whose key is there is taken where nothing is configured.
pub const PROVIDERS: [Provider; 12] = [
    Provider {
        dialect: Dialect::Completion,
        ..counted("openai", "https://api.openai.com/v1/", "OPENAI_API_KEY", "gpt-4.1")
    },
    counted("groq", "https://api.groq.com/openai/v1/", "GROQ_API_KEY", "llama-3.3-70b-versatile"),
    counted("mistral", "https://api.mistral.ai/v1/", "MISTRAL_API_KEY", "mistral-large-latest"),
    counted(
        "gemini",
        "https://generativelanguage.googleapis.com/v1beta/openai/",
        "GEMINI_API_KEY",
        "gemini-2.5-pro",
    ),
    counted(
        "openrouter",
        "https://openrouter.ai/api/v1/",
        "OPENROUTER_API_KEY",
        "anthropic/claude-sonnet-4.5",
    ),
    counted("deepseek", "https://api.deepseek.com/v1/", "DEEPSEEK_API_KEY", "deepseek-chat"),
    counted("xai", "https://api.x.ai/v1/", "XAI_API_KEY", "grok-4"),
    Provider {
        // It answers editors that it knows by name, and nobody else.
        headers: &[("Editor-Version", "vscode/1.104.1"), ("Copilot-Integration-Id", "vscode-chat")],
        exchange: "https://api.github.com/copilot_internal/v2/token",
        ..counted("copilot", "https://api.githubcopilot.com/", "GITHUB_COPILOT_TOKEN", "gpt-4.1")
    },
    own("ollama", "http://127.0.0.1:11434/v1/"),
    own("lmstudio", "http://127.0.0.1:1234/v1/"),
    own("vllm", "http://127.0.0.1:8000/v1/"),
    counted("custom", "", "MODEL_API_KEY", ""),
];

/// List prices by the beginning of the model's name; the longest that fits counts.
const LIST: &[(&str, Prices)] = &[
    ("gpt-4.1", Prices::cached(2_000, 8_000, 500)),
    ("gpt-4.1-mini", Prices::cached(400, 1_600, 100)),
    ("gpt-4.1-nano", Prices::cached(100, 400, 25)),
    ("gpt-4o", Prices::cached(2_500, 10_000, 1_250)),
    ("gpt-4o-mini", Prices::cached(150, 600, 75)),
    ("gpt-5", Prices::cached(1_250, 10_000, 125)),
    ("gpt-5-mini", Prices::cached(250, 2_000, 25)),
    ("o3", Prices::cached(2_000, 8_000, 500)),
    ("o4-mini", Prices::cached(1_100, 4_400, 275)),
    ("llama-3.3-70b", Prices::cached(590, 790, 590)),
    ("mistral-large", Prices::cached(2_000, 6_000, 2_000)),
    ("mistral-small", Prices::cached(200, 600, 200)),
    // For a long request; a short one costs less.
    ("gemini-2.5-pro", Prices::cached(2_500, 15_000, 625)),
    ("gemini-2.5-flash", Prices::cached(300, 2_500, 75)),
    ("deepseek-chat", Prices::cached(560, 1_680, 70)),
    ("grok-3", Prices::cached(3_000, 15_000, 750)),
    ("grok-4", Prices::cached(3_000, 15_000, 750)),
];

impl Provider {
    pub fn named(name: &str) -> Option<&'static Self> {
        PROVIDERS.iter().find(|provider| provider.name == name)
    }

    /// What its tokens cost. One that is not in the list counts as dear: a limit on cost must not be passed because a price
    /// was unknown.
    pub fn prices(&self, model: &str) -> Prices {
        self.listed(model).unwrap_or_else(Prices::unknown)
    }

    /// The same, if it is known.
    pub fn listed(&self, model: &str) -> Option<Prices> {
        if self.bill == Bill::Own {
            return Some(Prices::none());
        }
        let name = own_name(model);
        let fitting = LIST.iter().filter(|(prefix, _)| name.starts_with(prefix));
        let listed = fitting.max_by_key(|(prefix, _)| prefix.len()).map(|(_, prices)| *prices);
        listed.or_else(|| Prices::listed(&name.replace('.', "-")))
    }
}

impl Provider {
    /// How much a model takes in at once.
    pub fn window(&self, model: &str) -> usize {
        match self.bill {
            // What memory there is decides, not what the model could.
            Bill::Own => windows::OWN,
            Bill::Counted => windows::known(own_name(model)).unwrap_or(windows::SERVED),
        }
    }
}

/// Whoever serves everybody's models puts the maker's name before each.
fn own_name(model: &str) -> &str {
    model.rsplit_once('/').map_or(model, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_that_fits_is_the_price_and_an_unknown_one_is_dear() {
        let openai = Provider::named("openai").unwrap();
        assert_eq!(openai.prices("gpt-4.1-mini-2025-04-14").input, 400);
        assert_eq!(openai.prices("gpt-4.1").input, 2_000);
        assert_eq!(openai.prices("somebody-elses"), Prices::unknown());
        assert_eq!(Provider::named("ollama").unwrap().prices("anything").output, 0);
        assert_eq!(Provider::named("nobody"), None);
        assert_eq!(openai.window("gpt-4o-mini"), 128_000);
        let router = Provider::named("openrouter").unwrap();
        assert_eq!(router.prices("anthropic/claude-sonnet-4.5").output, 15_000);
        assert_eq!(router.window("anthropic/claude-sonnet-4.5"), 200_000);
        assert_eq!(router.prices("openai/gpt-4.1").input, 2_000);
        assert_eq!(Provider::named("ollama").unwrap().window("llama-3.3"), windows::OWN);
    }

    #[test]
    fn whoever_is_taken_by_a_key_alone_has_a_model_and_its_price_is_known() {
        let taken = PROVIDERS.iter().filter(|provider| !provider.key.is_empty() && !provider.base.is_empty());
        for provider in taken {
            assert!(!provider.model.is_empty(), "{}", provider.name);
            assert!(provider.listed(provider.model).is_some(), "{}", provider.name);
        }
    }
}
