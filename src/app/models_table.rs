//! `countersign models`: which language models answer here, how much they take in, and what they cost.

use jiff::civil::Date;
use models::{Domains, Nearness, WebSearch};
use serde_json::{Value, json};
use wire::{Configured, Timeouts};

use crate::cli::Common;
use crate::config::CallMode;
use crate::doctor::Telling;
use crate::model_choice::{self, Choice, Facts};
use crate::sandboxed::say;
use crate::serve::load_config;
use crate::{Config, Environment, Exit, Trouble};

const COLUMNS: [&str; 11] = [
    "part",
    "model",
    "served by",
    "window",
    "input",
    "output",
    "cache read",
    "cache write",
    "calls",
    "web search",
    "switched off",
];

const UNKNOWN: &str = "unknown";

pub(crate) async fn models(common: &Common, telling: Telling) -> Result<(), Trouble> {
    let cast = chosen(&load_config(common)?).await?.cast;
    let wire = Configured::new(Timeouts::default()).map_err(|error| Trouble::new(Exit::Failed, error))?;
    let cast = model_choice::with_endings(cast, &wire).await;
    say(&match telling {
        Telling::Words => table(&cast, model_choice::today()),
        Telling::Json => json!({ "models": cast.iter().map(as_json).collect::<Vec<_>>() }).to_string(),
    });
    Ok(())
}

/// Whoever would answer if we were at work now.
pub(crate) async fn chosen(config: &Config) -> Result<Choice, Trouble> {
    let environment = Environment::of_process().map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let wire = Configured::new(Timeouts::default()).map_err(|error| Trouble::new(Exit::Failed, error))?;
    model_choice::choose(&config.model, &environment, &wire).await
}

fn table(cast: &[(&'static str, Facts)], today: Date) -> String {
    let rows: Vec<[String; 11]> =
        [COLUMNS.map(str::to_owned)].into_iter().chain(cast.iter().map(row)).collect();
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..COLUMNS.len()).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &[String; 11]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    let mut told =
        format!("{}\n\nWindows are in tokens, prices in US dollars for a million of them.", lines.join("\n"));
    if cast.iter().any(|(_, facts)| !facts.priced) {
        told.push_str(" A price that is unknown counts as the dearest; say it in [model.prices].");
    }
    for ending in cast.iter().filter_map(|(_, facts)| facts.ending.as_ref()) {
        if ending.nearness(today) != Nearness::Far {
            told.push('\n');
            told.push_str(&ending.words(today));
        }
    }
    told
}

fn row((part, facts): &(&'static str, Facts)) -> [String; 11] {
    let Facts { name, provider, window, prices, priced, mode, search, ending, .. } = facts;
    let price = |price: u64| if *priced { dollars(price) } else { UNKNOWN.to_owned() };
    [
        (*part).to_owned(),
        name.clone(),
        (*provider).to_owned(),
        window.to_string(),
        price(prices.input),
        price(prices.output),
        price(prices.cache_read),
        price(prices.cache_write),
        calls(*mode).to_owned(),
        search.as_ref().map_or_else(|| "no".to_owned(), searches),
        ending.as_ref().map_or_else(|| "–".to_owned(), |ending| ending.on.to_string()),
    ]
}

fn calls(mode: CallMode) -> &'static str {
    match mode {
        CallMode::Native => "native",
        CallMode::Text => "in words",
    }
}

fn searches(search: &WebSearch) -> String {
    let times = format!("{} a reply", search.most);
    match &search.domains {
        Domains::All => times,
        Domains::Only(domains) => format!("{times}, only {}", domains.join(", ")),
        Domains::AllBut(domains) => format!("{times}, not {}", domains.join(", ")),
    }
}

/// From thousandths.
fn dollars(price: u64) -> String {
    let (whole, rest) = (price / 1_000, price % 1_000);
    if rest.is_multiple_of(10) { format!("{whole}.{:02}", rest / 10) } else { format!("{whole}.{rest:03}") }
}

fn as_json((part, facts): &(&'static str, Facts)) -> Value {
    let Facts { name, provider, window, prices, priced, mode, search, ending, .. } = facts;
    json!({
        "part": part,
        "model": name,
        "provider": provider,
        "window": window,
        "prices": {
            "input": dollars(prices.input),
            "output": dollars(prices.output),
            "cache_read": dollars(prices.cache_read),
            "cache_write": dollars(prices.cache_write),
        },
        "price_known": priced,
        "calls": calls(*mode),
        "web_search": search.as_ref().map(searches),
        "switched_off": ending.as_ref().map(|ending| ending.on.to_string()),
        "successor": ending.as_ref().and_then(|ending| ending.successor.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_are_told_in_dollars() {
        let told: Vec<String> = [0, 3_000, 37, 12_500, 1_000_005].into_iter().map(dollars).collect();
        assert_eq!(told, ["0.00", "3.00", "0.037", "12.50", "1000.005"]);
    }

    #[test]
    fn a_price_that_nobody_knows_is_not_told_as_one() {
        let facts = Facts {
            name: "somebody-elses".to_owned(),
            provider: "openrouter",
            window: 1,
            prices: models::Prices::none(),
            priced: false,
            mode: CallMode::Native,
            search: None,
            ending: None,
            listing: None,
        };
        let today = jiff::civil::date(2026, 11, 19);
        let told = table(&[("balanced", facts.clone())], today);
        assert!(told.contains("unknown  unknown") && told.contains("counts as the dearest"), "{told}");
        let told = table(&[("balanced", Facts { priced: true, ..facts })], today);
        assert!(!told.contains("unknown"), "{told}");
    }
}
