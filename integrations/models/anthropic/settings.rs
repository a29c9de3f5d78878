//! How to reach one model of Anthropic, and what its settings are called.

use std::time::Duration;

use kernel::Secret;
use wire::{Address, Patience};

use super::kept::OURS;
use super::search::WebSearch;
use crate::stream::Names;
use crate::{CatalogueEntry, Effort, Prices, catalogue};

/// What the settings are called.
pub(super) fn names() -> Names {
    Names { key: "ANTHROPIC_API_KEY".to_owned(), base: "ANTHROPIC_BASE_URL".to_owned() }
}

/// How much a model takes in that is not in the catalogue, in tokens.
const USUAL_WINDOW: usize = 200_000;

/// How to reach one model.
#[derive(Clone, Debug)]
pub struct Settings {
    pub base: Address,
    pub key: Secret,
    pub model: String,
    pub prices: Prices,
    /// How much it takes in, in tokens.
    pub window: usize,
    /// How much it thinks; nothing where its provider decides.
    pub effort: Option<Effort>,
    /// Whether, and how, it may search the web by itself.
    pub search: Option<WebSearch>,
    pub patience: Patience,
    /// The longest wait for a stream to begin.
    pub begins: Duration,
    /// The longest wait for the next piece of it; pings come every few seconds.
    pub silence: Duration,
}

impl Settings {
    /// The model's list price and two minutes of patience.
    pub fn new(base: Address, key: Secret, model: impl Into<String>) -> Self {
        let model = model.into();
        let entry = CatalogueEntry::of(OURS, &model);
        Self {
            base,
            key,
            prices: entry.map_or_else(catalogue::dearest, |entry| entry.prices),
            window: entry.map_or(USUAL_WINDOW, |entry| entry.window),
            effort: None,
            search: None,
            model,
            patience: Patience::within(Duration::from_mins(2)),
            begins: Duration::from_mins(1),
            silence: Duration::from_mins(1),
        }
    }
}
