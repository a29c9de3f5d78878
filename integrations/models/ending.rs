//! When a model is switched off: as the catalogue knows it, and as its provider's list of models says.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Secret;
use serde_json::Value;
use wire::{Configured, Method, Url};

use crate::CatalogueEntry;

/// A model with an announced end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelEnding {
    pub model: String,
    pub on: Date,
    pub successor: Option<String>,
}

/// How near an end is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    Far,
    /// Near enough to be acted on.
    Near,
    Past,
}

/// Providers announce an end at least this many days ahead.
const NEAR: i64 = 60;

impl ModelEnding {
    pub fn nearness(&self, today: Date) -> Nearness {
        match self.days_from(today) {
            ..0 => Nearness::Past,
            0..=NEAR => Nearness::Near,
            _ => Nearness::Far,
        }
    }

    /// One sentence or two: when, and what to configure.
    pub fn words(&self, today: Date) -> String {
        let Self { model, on, successor } = self;
        let instead = match successor {
            Some(successor) => format!("Configure {successor} in its place."),
            None => "Configure another model in its place.".to_owned(),
        };
        match (self.nearness(today), self.days_from(today)) {
            (Nearness::Past, _) => format!("{model} was switched off on {on}. {instead}"),
            (_, 0) => format!("{model} is switched off today. {instead}"),
            (_, 1) => format!("{model} is switched off tomorrow, on {on}. {instead}"),
            (_, days) => format!("{model} is switched off on {on}, in {days} days. {instead}"),
        }
    }

    fn days_from(&self, today: Date) -> i64 {
        today.until(self.on).map_or(0, |span| i64::from(span.get_days()))
    }
}

impl CatalogueEntry {
    /// When this model ends, under the name that was configured.
    pub fn ending(&self, model: &str) -> Option<ModelEnding> {
        Some(ModelEnding { model: model.to_owned(), on: self.ends?, successor: self.successor.clone() })
    }
}

/// Where a provider describes one of its models.
#[derive(Clone, Debug)]
pub struct ModelListing {
    pub url: Url,
    pub headers: Vec<(&'static str, &'static str)>,
    pub key: Option<ListingKey>,
    pub model: String,
}

/// How the key is shown.
#[derive(Clone, Debug)]
pub enum ListingKey {
    Bearer(Secret),
    Header(&'static str, Secret),
}

/// A provider's word about the end of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedEnding {
    NoneAnnounced,
    Announced(ModelEnding),
}

/// Longest wait for the answer: the catalogue's date serves as well.
const PATIENCE: Duration = Duration::from_secs(5);
/// Lists of models with all their properties are long.
const LONGEST: usize = 8 * 1024 * 1024;

impl ModelListing {
    /// The end of the model according to its provider; nothing where the provider cannot be asked, or says nothing of ends.
    pub async fn ending(&self, wire: &Configured) -> Option<ListedEnding> {
        let mut request = wire.request(Method::GET, self.url.clone());
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request = match &self.key {
            Some(ListingKey::Bearer(key)) => request.bearer(key),
            Some(ListingKey::Header(name, key)) => request.secret_header(name, key),
            None => request,
        };
        let answer = request.answer_within(PATIENCE).at_most(LONGEST).send().await.ok()?;
        if !answer.status.is_success() {
            return None;
        }
        told_ending(&answer.json::<Value>().ok()?, &self.model)
    }
}

/// From a description of the model, or a list with it. Every provider has a name of its own for the date.
fn told_ending(answer: &Value, model: &str) -> Option<ListedEnding> {
    let described = match answer.get("data").and_then(Value::as_array) {
        Some(list) => list.iter().find(|one| one.get("id").is_some_and(|id| id == model))?,
        None => answer,
    };
    let dates = ["shutdown_date", "retires_at", "deprecation", "expiration_date"];
    let date = dates.into_iter().find_map(|name| described.get(name))?;
    let on = match date {
        Value::Null => return Some(ListedEnding::NoneAnnounced),
        Value::String(written) => day(written)?,
        _ => return None,
    };
    let successor = described.get("deprecation_replacement_model").and_then(Value::as_str).map(str::to_owned);
    Some(ListedEnding::Announced(ModelEnding { model: model.to_owned(), on, successor }))
}

/// A day, or the day of an instant.
fn day(written: &str) -> Option<Date> {
    let of_instant = |_| written.parse::<Timestamp>().map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).date());
    written.parse::<Date>().or_else(of_instant).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    fn ending(on: Date) -> ModelEnding {
        ModelEnding { model: "old".to_owned(), on, successor: Some("new".to_owned()) }
    }

    #[test]
    fn an_end_is_near_for_sixty_days_and_the_successor_is_named() {
        let today = date(2026, 11, 19);
        for (on, nearness, words) in [
            (date(2027, 1, 19), Nearness::Far, "in 61 days. Configure new"),
            (
                date(2027, 1, 18),
                Nearness::Near,
                "old is switched off on 2027-01-18, in 60 days. Configure new",
            ),
            (date(2026, 11, 20), Nearness::Near, "tomorrow"),
            (date(2026, 11, 19), Nearness::Near, "today"),
            (date(2026, 11, 18), Nearness::Past, "old was switched off on 2026-11-18. Configure new"),
        ] {
            let ending = ending(on);
            assert_eq!(ending.nearness(today), nearness, "{on}");
            assert!(ending.words(today).contains(words), "{}", ending.words(today));
        }
    }

    #[test]
    fn the_date_is_read_from_every_providers_list() {
        let told = |answer: Value| told_ending(&answer, "m");
        let on = |successor: Option<&str>| {
            let successor = successor.map(str::to_owned);
            Some(ListedEnding::Announced(ModelEnding {
                model: "m".to_owned(),
                on: date(2026, 12, 1),
                successor,
            }))
        };
        for answer in [
            json!({ "object": "list", "data": [{ "id": "x" }, { "id": "m", "shutdown_date": "2026-12-01" }] }),
            json!({ "id": "m", "lifecycle": "deprecated", "retires_at": "2026-12-01T00:00:00Z" }),
            json!({ "data": [{ "id": "m", "expiration_date": "2026-12-01" }] }),
        ] {
            assert_eq!(told(answer), on(None));
        }
        let mistral = json!({ "data": [{ "id": "m", "deprecation": "2026-12-01T12:00:00Z",
            "deprecation_replacement_model": "next" }] });
        assert_eq!(told(mistral), on(Some("next")));
        let endless = json!({ "data": [{ "id": "m", "shutdown_date": null }] });
        assert_eq!(told(endless), Some(ListedEnding::NoneAnnounced));
        for silent in [
            json!({ "data": [{ "id": "m" }] }),
            json!({ "data": [] }),
            json!("x"),
            json!({ "retires_at": 7 }),
        ] {
            assert_eq!(told(silent), None);
        }
    }
}
