//! Which language model answers: the one that is configured, else the one whose key is there, else one on this machine, else
//! the one that rehearses. With a second one for when it is away, and others for what is worth less or more.

mod endings;
mod local;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use kernel::Secret;
use kernel::ports::Model;
use models::{
    Anthropic, Billing, CatalogueEntry, ListingKey, ModelEnding, ModelListing, OpenAi, PROVIDERS, Prices,
    Provider, REHEARSAL, Rehearsal, TextMode, Tiered, Tiers, WebSearch, WithFallback, anthropic, openai,
};
use wire::{Address, Configured, Patience};

pub(crate) use endings::{today, told, with_endings};
pub(crate) use local::local;

use crate::config::{ANTHROPIC, CallMode, ModelConfig};
use crate::{Environment, Exit, Trouble};

/// The model of Anthropic that answers unless one is named.
const CLAUDE: &str = "claude-sonnet-5-5";

/// The models that were chosen, as one and one by one.
pub(crate) struct Choice {
    pub(crate) model: Arc<dyn Model>,
    /// Which part each has, e.g. `fast`, in the order in which they are asked.
    pub(crate) cast: Vec<(&'static str, Facts)>,
}

impl Choice {
    /// Who serves any of them.
    pub(crate) fn providers(&self) -> BTreeSet<String> {
        self.cast.iter().map(|(_, facts)| facts.provider.to_owned()).collect()
    }
}

/// What is to be known about one of them.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) name: String,
    pub(crate) provider: &'static str,
    pub(crate) window: usize,
    pub(crate) prices: Prices,
    /// Whether that is what it costs, or the dearest because nobody knows.
    pub(crate) priced: bool,
    pub(crate) mode: CallMode,
    pub(crate) search: Option<WebSearch>,
    /// When it is switched off, as far as is known.
    pub(crate) ending: Option<ModelEnding>,
    /// Where its provider says so; nothing for one on somebody's own machine.
    pub(crate) listing: Option<ModelListing>,
}

/// Where models are looked for.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    environment: &'a Environment,
    wire: &'a Configured,
}

pub(crate) async fn choose(
    config: &ModelConfig,
    environment: &Environment,
    wire: &Configured,
) -> Result<Choice, Trouble> {
    let around = Surroundings { environment, wire };
    let mut cast = Vec::new();
    let balanced = one_or_another(config, ["balanced", "balanced, while away"], around, &mut cast).await?;
    let fast = match &config.fast {
        Some(fast) => Some(one_or_another(fast, ["fast", "fast, while away"], around, &mut cast).await?),
        None => None,
    };
    let deep = match &config.deep {
        Some(deep) => Some(one_or_another(deep, ["deep", "deep, while away"], around, &mut cast).await?),
        None => None,
    };
    let model = match (fast, deep) {
        (None, None) => balanced,
        (fast, deep) => Arc::new(Tiered::new(Tiers { fast, balanced, deep })),
    };
    Ok(Choice { model, cast })
}

async fn one_or_another(
    config: &ModelConfig,
    [part, while_away]: [&'static str; 2],
    around: Surroundings<'_>,
    cast: &mut Vec<(&'static str, Facts)>,
) -> Result<Arc<dyn Model>, Trouble> {
    let (model, facts) = one(config, around).await?;
    cast.push((part, facts));
    let Some(fallback) = &config.fallback else { return Ok(model) };
    let (second, facts) = one(fallback, around).await?;
    cast.push((while_away, facts));
    Ok(Arc::new(WithFallback::new(model, second)))
}

type Known = (Arc<dyn Model>, Facts);

async fn one(config: &ModelConfig, around: Surroundings<'_>) -> Result<Known, Trouble> {
    let environment = around.environment;
    let (model, facts) = match config.provider.as_deref() {
        Some(ANTHROPIC) => match &environment.anthropic_key {
            Some(key) => claude(config, environment, key)?,
            None => return Err(missing("ANTHROPIC_API_KEY", ANTHROPIC)),
        },
        Some(name) => served(provider(name)?, &local::described(config, around).await, environment)?,
        None => match &environment.anthropic_key {
            Some(key) => claude(config, environment, key)?,
            None => match keyed(config, environment) {
                Some(provider) => served(provider, config, environment)?,
                None => match local::here(config, around).await {
                    Some(found) => found?,
                    None => rehearsing(config),
                },
            },
        },
    };
    is_taken(config, &facts)?;
    if config.search.is_some() && facts.search.is_none() {
        tracing::warn!(model = facts.name, "model.web_search: this one cannot search the web");
    }
    Ok(match facts.mode {
        CallMode::Native => (model, facts),
        CallMode::Text => (Arc::new(TextMode::new(model)), facts),
    })
}

/// A model that is asked for more effort than it knows refuses every request.
fn is_taken(config: &ModelConfig, facts: &Facts) -> Result<(), Trouble> {
    let entry = CatalogueEntry::of(facts.provider, &facts.name);
    let refused = config.effort.and_then(|effort| Some((effort, entry?.refuses(effort)?)));
    let Some((effort, known)) = refused else { return Ok(()) };
    let known = if known.is_empty() { "none at all".to_owned() } else { known.join(", ") };
    let words = format!("model.effort = \"{}\": {} takes {known}.", effort.name(), facts.name);
    Err(Trouble::new(Exit::Configuration, words))
}

/// It has no need of words in place of calls.
fn rehearsing(config: &ModelConfig) -> Known {
    let window = config.window.unwrap_or_else(|| Rehearsal.window());
    let (prices, mode) = (Prices::none(), CallMode::Native);
    let name = REHEARSAL.to_owned();
    (
        Arc::new(Rehearsal),
        Facts {
            name,
            provider: "nobody",
            window,
            prices,
            priced: true,
            mode,
            search: None,
            ending: None,
            listing: None,
        },
    )
}

fn provider(name: &str) -> Result<&'static Provider, Trouble> {
    let unknown = || Trouble::new(Exit::Configuration, format!("There is no model provider `{name}`."));
    Provider::named(name).ok_or_else(unknown)
}

/// The first whose key is there, and of which enough is known to be asked.
fn keyed(config: &ModelConfig, environment: &Environment) -> Option<&'static Provider> {
    let has_key = |provider: &Provider| environment.model_keys.contains_key(provider.key);
    let is_known = |provider: &Provider| {
        let known = (!provider.base.is_empty() || config.base.is_some())
            && (!provider.model.is_empty() || config.name.is_some());
        if !known {
            let key = provider.key;
            tracing::warn!(key, "a key is passed over: set model.base_url and model.name for it");
        }
        known
    };
    PROVIDERS.iter().find(|provider| has_key(provider) && is_known(provider))
}

fn claude(config: &ModelConfig, environment: &Environment, key: &Secret) -> Result<Known, Trouble> {
    let base = config.base.clone().unwrap_or_else(|| environment.anthropic_base.clone());
    let name = config.name.clone().unwrap_or_else(|| CLAUDE.to_owned());
    let entry = CatalogueEntry::of(ANTHROPIC, &name);
    let listing = base.at(&["v1", "models", &name]).ok().map(|url| ModelListing {
        url,
        headers: vec![("anthropic-version", "2023-06-01")],
        key: Some(ListingKey::Header("x-api-key", key.clone())),
        model: name.clone(),
    });
    let usual = anthropic::Settings::new(base, key.clone(), name.clone());
    let settings = anthropic::Settings {
        patience: patience(config),
        begins: begins(config, Billing::Counted).min(usual.begins),
        window: config.window.unwrap_or(usual.window),
        prices: config.prices.get(&name).copied().unwrap_or(usual.prices),
        search: config.search.clone(),
        effort: config.effort,
        ..usual
    };
    let facts = Facts {
        priced: config.prices.contains_key(&name) || entry.is_some(),
        ending: entry.and_then(|entry| entry.ending(&name)),
        listing,
        name,
        provider: ANTHROPIC,
        window: settings.window,
        prices: settings.prices,
        mode: config.mode,
        search: settings.search.clone(),
    };
    Ok((Arc::new(Anthropic::new(settings).map_err(wrong)?), facts))
}

/// Where the one that would answer lists its models, and with which key; nothing for Anthropic's, for one that is found here
/// and for the one that rehearses.
pub(crate) struct Served {
    pub(crate) provider: &'static Provider,
    pub(crate) base: Address,
    pub(crate) key: Option<Secret>,
}

pub(crate) fn service(config: &ModelConfig, environment: &Environment) -> Option<Result<Served, Trouble>> {
    let chosen = match config.provider.as_deref() {
        Some(ANTHROPIC) => return None,
        Some(name) => provider(name),
        None if environment.anthropic_key.is_some() => return None,
        None => Ok(keyed(config, environment)?),
    };
    Some(chosen.and_then(|provider| reached(provider, config, environment)))
}

fn reached(
    provider: &'static Provider,
    config: &ModelConfig,
    environment: &Environment,
) -> Result<Served, Trouble> {
    let key = environment.model_keys.get(provider.key).cloned();
    // One that runs on somebody's own machine may do without, and so may one whose address was given.
    if key.is_none() && !provider.key.is_empty() && config.base.is_none() {
        return Err(missing(provider.key, provider.name));
    }
    let base = match &config.base {
        Some(base) => base.clone(),
        None if provider.name == OLLAMA
            && let Some(ollama) = &environment.ollama =>
        {
            completions_of(ollama)?
        }
        None if provider.name == OLLAMA
            && let Some(unusable) = &environment.ollama_unusable =>
        {
            return Err(wrong(unusable.clone()));
        }
        None if provider.name == OPENAI
            && let Some(openai) = &environment.openai_base =>
        {
            openai.clone()
        }
        None => Address::parse("model.base_url", provider.base).map_err(wrong)?,
    };
    Ok(Served { provider, base, key })
}

fn served(
    provider: &'static Provider,
    config: &ModelConfig,
    environment: &Environment,
) -> Result<Known, Trouble> {
    let Served { base, key, .. } = reached(provider, config, environment)?;
    let name =
        config.name.clone().or_else(|| Some(provider.model.to_owned()).filter(|name| !name.is_empty()));
    let Some(name) = name else {
        let words = format!("Set model.name: {} serves many models.", provider.name);
        return Err(Trouble::new(Exit::Configuration, words));
    };
    let counted = provider.bill == Billing::Counted;
    let entry = provider.entry(&name).filter(|_| counted);
    let facts = Facts {
        window: config.window.unwrap_or_else(|| provider.window(&name)),
        prices: config.prices.get(&name).copied().unwrap_or_else(|| provider.prices(&name)),
        priced: config.prices.contains_key(&name) || provider.listed(&name).is_some(),
        // Another provider may serve a model for longer than its maker does.
        ending: entry.filter(|entry| entry.provider == provider.name).and_then(|entry| entry.ending(&name)),
        listing: base.at(&["models"]).ok().filter(|_| counted).map(|url| ModelListing {
            url,
            headers: provider.headers.to_vec(),
            key: key.clone().map(ListingKey::Bearer),
            model: name.clone(),
        }),
        name,
        provider: provider.name,
        mode: config.mode,
        search: None,
    };
    let settings = openai::Settings {
        base,
        key,
        exchange: exchange(provider, config)?,
        headers: provider.headers,
        prices: facts.prices,
        window: facts.window,
        model: facts.name.clone(),
        dialect: config.dialect.unwrap_or_else(|| provider.dialect(&facts.name)),
        entry,
        effort: config.effort,
        patience: patience(config),
        begins: begins(config, provider.bill),
        // A machine of one's own may take its time before the next word.
        silence: Duration::from_mins(3),
        key_name: if provider.key.is_empty() {
            "the server's key".to_owned()
        } else {
            provider.key.to_owned()
        },
        base_name: "model.base_url".to_owned(),
    };
    Ok((Arc::new(OpenAi::new(settings).map_err(wrong)?), facts))
}

/// Whoever exchanges the key says where the model is, unless whoever runs this does.
fn exchange(provider: &Provider, config: &ModelConfig) -> Result<Option<openai::Exchange>, Trouble> {
    if provider.exchange.is_empty() {
        return Ok(None);
    }
    let at = Address::parse("model.provider", provider.exchange).map_err(wrong)?.url().clone();
    let place = if config.base.is_some() { openai::Place::Ours } else { openai::Place::Theirs };
    Ok(Some(openai::Exchange { at, place }))
}

/// Nobody waits long for a model that another can stand in for.
fn patience(config: &ModelConfig) -> Patience {
    let usual = Patience::within(Duration::from_mins(2));
    if config.fallback.is_some() { Patience { tries: 2, ..usual } } else { usual }
}

/// Nor for its first word; on a machine of one's own it has to read the question before.
fn begins(config: &ModelConfig, bill: Billing) -> Duration {
    match (config.fallback.is_some(), bill) {
        (false, _) => Duration::from_mins(3),
        (true, Billing::Own) => Duration::from_mins(1),
        (true, Billing::Counted) => Duration::from_secs(15),
    }
}

const OLLAMA: &str = "ollama";
const OPENAI: &str = "openai";

fn completions_of(ollama: &Address) -> Result<Address, Trouble> {
    let address = ollama.at(&["v1"]).map_err(wrong)?;
    Address::parse("OLLAMA_HOST", address.as_str()).map_err(wrong)
}

fn missing(key: &str, provider: &str) -> Trouble {
    let words = format!("model.provider = \"{provider}\" needs {key} (or {key}_FILE) in the environment.");
    Trouble::new(Exit::Configuration, words)
}

fn wrong(error: wire::WireError) -> Trouble {
    Trouble::new(Exit::Configuration, error)
}
