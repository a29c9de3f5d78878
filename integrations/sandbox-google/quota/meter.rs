//! The meter: units by person, and the window in which they count.

use std::collections::{BTreeMap, VecDeque};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::quota::costs::{self, Price};
use crate::quota::table::{Excess, Table};
use crate::refusal::Refusal;

/// The length of the sliding window.
pub(crate) const WINDOW: SignedDuration = SignedDuration::from_secs(60);

/// What everybody has spent.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Meter {
    pub(crate) table: Table,
    pub(crate) excess: Excess,
    /// Ever, by person and API.
    pub(crate) spent: BTreeMap<String, BTreeMap<String, u64>>,
    /// Within the window, by person and what the limit is on.
    #[serde(skip)]
    pub(crate) recent: BTreeMap<(String, &'static str), Minute>,
}

/// When how many units were spent, oldest first.
pub(crate) type Minute = VecDeque<(Timestamp, u64)>;

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
