//! The quota meter: what each person's calls have cost, and the end of it within a minute.
//!
//! Counts always; refuses only once a table of limits was chosen. Knows nothing of what the calls do.

mod costs;

use std::collections::{BTreeMap, VecDeque};

use costs::Price;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::Google;
use super::refusal::Refusal;

/// The length of the sliding window.
const WINDOW: SignedDuration = SignedDuration::from_secs(60);

/// Which of Google's limits are enforced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum Table {
    /// None of them; costs are counted by the newer table.
    #[default]
    #[serde(rename = "off")]
    Off,
    /// For projects made since May 2026.
    #[serde(rename = "2026")]
    Newer,
    /// For projects made before.
    #[serde(rename = "earlier")]
    Earlier,
}

/// How a call over the limit is refused; Google does both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum Excess {
    /// 429 `rateLimitExceeded`.
    #[default]
    TooManyRequests,
    /// 403 `userRateLimitExceeded`.
    Forbidden,
}

/// What everybody has spent.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Meter {
    table: Table,
    excess: Excess,
    /// Ever, by person and API.
    spent: BTreeMap<String, BTreeMap<String, u64>>,
    /// Within the window, by person and what the limit is on.
    #[serde(skip)]
    recent: BTreeMap<(String, &'static str), Minute>,
}

/// When how many units were spent, oldest first.
type Minute = VecDeque<(Timestamp, u64)>;

impl Meter {
    /// Counts a call, or refuses it when the person's minute is used up.
    pub(crate) fn charge(&mut self, person: &str, method: &str, now: Timestamp) -> Result<(), Refusal> {
        let price = costs::price(self.table, method);
        if self.table != Table::Off {
            self.within_the_minute(person, price, now)?;
        }
        let spent = self.spent.entry(person.to_owned()).or_default();
        *spent.entry(price.api().to_owned()).or_default() += price.units;
        Ok(())
    }

    fn within_the_minute(&mut self, person: &str, price: Price, now: Timestamp) -> Result<(), Refusal> {
        let recent = self.recent.entry((person.to_owned(), price.limited)).or_default();
        while recent.front().is_some_and(|(at, _)| now.duration_since(*at) >= WINDOW) {
            recent.pop_front();
        }
        let used: u64 = recent.iter().map(|(_, units)| units).sum();
        if used + price.units > price.per_minute {
            let refusal = match self.excess {
                Excess::TooManyRequests => Refusal::over_quota(price.service(), price.limited),
                Excess::Forbidden => Refusal::user_rate(),
            };
            // Of the five only Calendar says when to come back.
            let oldest = recent.front().filter(|_| price.limited == "calendar");
            let wait = oldest.map(|(at, _)| (*at + WINDOW).duration_since(now).as_secs());
            return Err(match wait {
                Some(seconds) => refusal.retry_after(u64::try_from(seconds).unwrap_or_default() + 1),
                None => refusal,
            });
        }
        recent.push_back((now, price.units));
        Ok(())
    }
}

impl Google {
    /// Chooses the limits that are enforced; what was spent before is forgiven.
    pub fn limit(&self, table: Table, excess: Excess) {
        self.with(|state| {
            state.meter.table = table;
            state.meter.excess = excess;
            state.meter.recent.clear();
        });
        self.changes.ring();
    }

    /// The units somebody's calls have cost so far, by API.
    pub fn units(&self, handle: &str) -> BTreeMap<String, u64> {
        self.look_at(|state| state.meter.spent.get(handle).cloned().unwrap_or_default())
    }
}
