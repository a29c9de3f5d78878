//! Facts about language models: how much they take in and give, what they cost, how they think, and when they end.
//!
//! The facts are data, in `catalogue.toml`, so that a new model is a row and no code. A name means a row if it is the row's
//! name, or that name followed by a date or `-latest`. No other beginning counts: `gpt-5.5-pro` costs six times what
//! `gpt-5.5` does, and a limit in dollars has to hold for both.

use std::fmt;
use std::sync::LazyLock;

use jiff::civil::Date;
use serde::Deserialize;

use crate::Prices;
use crate::prices::LongPrices;

/// Enough for hard questions; no provider charges for what is not used of it.
const ROOM_TO_THINK: u32 = 24_000;

static CATALOGUE: LazyLock<Vec<CatalogueEntry>> = LazyLock::new(|| {
    #[expect(clippy::panic, reason = "the file is part of the program, and a test reads it")]
    parse(include_str!("catalogue.toml")).unwrap_or_else(|error| panic!("catalogue.toml: {error}"))
});

/// One model.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogueEntry {
    pub name: String,
    /// Other names of exactly this model.
    also: Vec<String>,
    pub provider: String,
    /// How much it takes in at once, in tokens.
    pub window: usize,
    /// The longest reply, thinking included, in tokens.
    pub output: u32,
    pub prices: Prices,
    /// Whether a reply may begin with thinking, which counts as a part of the reply.
    pub thinks: bool,
    /// Whether its words between tool calls have to be asked for in a form that can be shown.
    pub shows_updates: bool,
    /// How much effort can be asked for; empty where that is not known.
    pub effort: Vec<Effort>,
    /// Whether it takes tools in the Responses API only.
    pub(crate) responses: bool,
    /// The day on which its provider switches it off, if that was announced.
    pub ends: Option<Date>,
    /// The model that its provider recommends instead.
    pub successor: Option<String>,
}

/// How much a model thinks before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    None,
    Minimal,
    Low,
    Medium,
    High,
    XHigh,
    Max,
}

impl Effort {
    /// As every provider writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::XHigh => "xhigh",
            Self::Max => "max",
        }
    }
}

impl CatalogueEntry {
    /// The row that a model's name means: the provider's own, else that of any other who serves a model of this name.
    pub fn of(provider: &str, model: &str) -> Option<&'static Self> {
        let named = || CATALOGUE.iter().filter(|entry| entry.is_named(model));
        named().find(|entry| entry.provider == provider).or_else(|| named().next())
    }

    /// How much effort it can be asked for, if it cannot be asked for as much as this.
    pub fn refuses(&self, effort: Effort) -> Option<Vec<&'static str>> {
        let refused = if self.effort.is_empty() { !self.thinks } else { !self.effort.contains(&effort) };
        refused.then(|| self.effort.iter().map(|effort| effort.name()).collect())
    }

    fn is_named(&self, model: &str) -> bool {
        self.also.iter().chain([&self.name]).any(|name| {
            model.strip_prefix(name.as_str()).is_some_and(|rest| {
                rest.is_empty() || rest == "-latest" || rest.strip_prefix('-').is_some_and(is_date)
            })
        })
    }
}

/// `20250929` or `2025-09-29`.
fn is_date(text: &str) -> bool {
    let is_written = |format| Date::strptime(format, text).is_ok();
    (text.len() == 8 && is_written("%Y%m%d")) || (text.len() == 10 && is_written("%Y-%m-%d"))
}

/// Advice about a model that is not served.
pub(crate) fn instead_of(entry: Option<&CatalogueEntry>, model: &str) -> String {
    match entry {
        Some(CatalogueEntry { ends: Some(ends), successor: Some(successor), .. }) => {
            format!("{model} ends on {ends}. Set model.name to {successor}.")
        }
        _ => format!("Set model.name to a model that is served in place of {model}."),
    }
}

/// Tokens for thinking beside the words of a reply, which most providers count against one limit. A model that is not in
/// the catalogue is given none, and no more than a fifth of the window is given to any: the limit of an unknown server may be a small one.
pub(crate) fn room_to_think(entry: Option<&CatalogueEntry>, window: usize, words: u32) -> u32 {
    let Some(entry) = entry.filter(|entry| entry.thinks) else { return 0 };
    // The conversation keeps to the rest of a window that was configured smaller than the model's.
    let fifth = u32::try_from(window / 5).unwrap_or(u32::MAX);
    ROOM_TO_THINK.min(fifth).min(entry.output.saturating_sub(words))
}

/// The highest of every price in the catalogue: it stands for a model whose price nobody knows, because a limit on cost must
/// not be passed for want of a row.
pub(crate) fn dearest() -> Prices {
    let all = CATALOGUE.iter().map(|entry| entry.prices.at_most());
    all.reduce(Prices::highest).unwrap_or_default()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    model: Vec<WrittenEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenEntry {
    name: String,
    #[serde(default)]
    also: Vec<String>,
    provider: String,
    window: usize,
    output: u32,
    price: WrittenPrice,
    long: Option<WrittenLong>,
    #[serde(default)]
    thinks: bool,
    #[serde(default)]
    shows_updates: bool,
    #[serde(default)]
    effort: Vec<Effort>,
    #[serde(default)]
    responses: bool,
    /// Like `2026-11-30`.
    ends: Option<String>,
    successor: Option<String>,
}

/// US dollars for a million tokens.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPrice {
    input: f64,
    output: f64,
    cache_read: f64,
    cache_write: f64,
}

/// By how much a request costs more that is longer than `above` tokens.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLong {
    above: u64,
    input: f64,
    output: f64,
}

enum CatalogueError {
    Form(toml::de::Error),
    Ends { model: String, error: jiff::Error },
}

impl fmt::Display for CatalogueError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(error) => error.fmt(out),
            Self::Ends { model, error } => write!(out, "{model}: {error}"),
        }
    }
}

fn parse(text: &str) -> Result<Vec<CatalogueEntry>, CatalogueError> {
    let written: Written = toml::from_str(text).map_err(CatalogueError::Form)?;
    written.model.into_iter().map(WrittenEntry::meant).collect()
}

impl WrittenEntry {
    fn meant(self) -> Result<CatalogueEntry, CatalogueError> {
        let ends = self.ends.map(|ends| {
            ends.parse().map_err(|error| CatalogueError::Ends { model: self.name.clone(), error })
        });
        let WrittenPrice { input, output, cache_read, cache_write } = self.price;
        let [input, output, cache_read, cache_write] =
            [input, output, cache_read, cache_write].map(thousandths);
        let long = self.long.map(|long| {
            let times = |price: u64, factor: f64| price.saturating_mul(thousandths(factor)).div_ceil(1_000);
            LongPrices {
                above: long.above,
                input: times(input, long.input),
                output: times(output, long.output),
                cache_read: times(cache_read, long.input),
                cache_write: times(cache_write, long.input),
            }
        });
        Ok(CatalogueEntry {
            name: self.name,
            also: self.also,
            provider: self.provider,
            window: self.window,
            output: self.output,
            prices: Prices { input, output, cache_read, cache_write, long },
            thinks: self.thinks,
            shows_updates: self.shows_updates,
            effort: self.effort,
            responses: self.responses,
            ends: ends.transpose()?,
            successor: self.successor,
        })
    }
}

fn thousandths(dollars: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "prices are small and positive"
    )]
    let thousandths = (dollars * 1_000.0).round() as u64;
    thousandths
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kernel::Usage;

    use super::*;
    use crate::PROVIDERS;

    #[test]
    fn every_row_is_one_of_a_kind_and_one_that_ends_has_a_successor_that_does_not_end_before() {
        let mut names = HashSet::new();
        for entry in CATALOGUE.iter() {
            for name in entry.also.iter().chain([&entry.name]) {
                assert!(names.insert((&entry.provider, name)), "{name} stands there twice");
            }
            let known =
                entry.provider == "anthropic" || PROVIDERS.iter().any(|one| one.name == entry.provider);
            assert!(known, "{}", entry.provider);
            assert!(u32::try_from(entry.window).unwrap() >= entry.output, "{}", entry.name);
            assert!(entry.prices.output >= entry.prices.input, "{}", entry.name);
            let Some(ends) = entry.ends else { continue };
            let successor = entry.successor.as_deref().unwrap_or_else(|| panic!("{} ends", entry.name));
            let successor =
                CatalogueEntry::of(&entry.provider, successor).unwrap_or_else(|| panic!("{successor}"));
            assert!(successor.ends.is_none_or(|later| later > ends), "{}", entry.name);
        }
    }

    #[test]
    fn a_name_means_a_row_only_with_a_date_or_latest_behind_it() {
        let name = |model: &str| CatalogueEntry::of("", model).map(|entry| entry.name.as_str());
        assert_eq!(name("claude-sonnet-4-5"), Some("claude-sonnet-4-5"));
        assert_eq!(name("claude-sonnet-4-5-20250929"), Some("claude-sonnet-4-5"));
        assert_eq!(name("claude-sonnet-5-5-latest"), Some("claude-sonnet-5-5"));
        assert_eq!(name("gpt-4.1-mini-2025-04-14"), Some("gpt-4.1-mini"));
        assert_eq!(name("gpt-5.5-pro"), Some("gpt-5.5-pro"));
        for unknown in
            ["gpt-5-hyper", "gpt-5-20259999", "gpt-5-2025", "claude-sonnet-5-5-", "gpt", "", "xgpt-5"]
        {
            assert_eq!(name(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_provider_that_serves_a_model_of_another_has_its_own_row_or_the_others() {
        let window = |provider: &str| CatalogueEntry::of(provider, "gpt-6-luna").unwrap().window;
        assert_eq!((window("openai"), window("copilot"), window("custom")), (1_050_000, 400_000, 1_050_000));
    }

    #[test]
    fn an_unknown_model_costs_as_much_as_the_dearest_in_every_respect() {
        let dearest = dearest();
        for entry in CATALOGUE.iter() {
            for usage in [
                Usage { input: 1_000_000, ..Usage::default() },
                Usage { output: 1_000_000, ..Usage::default() },
                Usage { cache_read: 1_000_000, ..Usage::default() },
                Usage { cache_write: 1_000_000, ..Usage::default() },
            ] {
                assert!(dearest.cost(&usage) >= entry.prices.cost(&usage), "{}", entry.name);
            }
        }
    }
}
