//! How much of Google's quotas each account has used in the last minute. What would be refused waits here instead.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::ports::Clock;
use kernel::{AccountId, Time};

use super::Cost;
use crate::settings::CostTable;

const WINDOW: Duration = Duration::from_mins(1);

/// A quota of one person that Google counts by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Meter {
    Gmail,
    Calendar,
    Drive,
    DocsReads,
    DocsWrites,
    SheetsReads,
    SheetsWrites,
}

impl Meter {
    /// Units in a minute.
    fn limit(self, table: CostTable) -> u32 {
        match (self, table) {
            (Self::Gmail, CostTable::Since2026) => 6_000,
            (Self::Gmail, CostTable::Earlier) => 15_000,
            (Self::Calendar, _) => 600,
            (Self::Drive, _) => 325_000,
            (Self::DocsReads, _) => 300,
            (Self::DocsWrites | Self::SheetsReads | Self::SheetsWrites, _) => 60,
        }
    }
}

pub(crate) struct Quota {
    table: CostTable,
    clock: Arc<dyn Clock>,
    spent: Mutex<HashMap<(AccountId, Meter), Spent>>,
}

/// What was spent, oldest first. What is still waiting for its turn is written down with the time of that turn.
#[derive(Default)]
struct Spent(VecDeque<(Time, u32)>);

impl Quota {
    pub(crate) fn new(table: CostTable, clock: Arc<dyn Clock>) -> Self {
        Self { table, clock, spent: Mutex::default() }
    }

    /// Waits until this may be asked, and counts it.
    pub(super) async fn spend(&self, account: &AccountId, cost: Cost) {
        let units = match self.table {
            CostTable::Since2026 => cost.units,
            CostTable::Earlier => cost.before,
        };
        let due = {
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            let window = spent.entry((account.clone(), cost.meter)).or_default();
            window.book(units, cost.meter.limit(self.table), self.clock.now())
        };
        self.clock.sleep_until(due).await;
    }
}

impl Spent {
    /// When these units may be spent. They count from then on.
    fn book(&mut self, units: u32, limit: u32, now: Time) -> Time {
        while self.0.front().is_some_and(|(at, _)| at.plus(WINDOW) <= now) {
            self.0.pop_front();
        }
        let mut due = self.0.back().map_or(now, |(last, _)| (*last).max(now));
        let mut in_window: u32 =
            self.0.iter().filter(|(at, _)| at.plus(WINDOW) > due).map(|(_, units)| units).sum();
        for (at, earlier) in
            self.0.iter().filter(|(at, _)| at.plus(WINDOW) > due).copied().collect::<Vec<_>>()
        {
            if in_window + units <= limit {
                break;
            }
            in_window -= earlier;
            due = at.plus(WINDOW);
        }
        self.0.push_back((due, units));
        due
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_minute_ever_holds_more_than_the_quota(
            asked in prop::collection::vec((0_i64..20_000, 1_u32..100), 1..200)
        ) {
            let (mut spent, mut now, mut booked) = (Spent::default(), Time(0), Vec::new());
            for (pause, units) in asked {
                now = Time(now.0 + pause);
                booked.push((spent.book(units, 500, now), units));
            }
            for (start, _) in &booked {
                let end = start.plus(WINDOW);
                let sum: u32 = booked.iter().filter(|(at, _)| at >= start && *at < end).map(|(_, units)| units).sum();
                prop_assert!(sum <= 500, "{sum} in a minute");
            }
        }
    }

    #[test]
    fn nobody_waits_while_there_is_quota_left_and_nobody_longer_than_needed() {
        let mut spent = Spent::default();
        for _ in 0..5 {
            assert_eq!(spent.book(100, 500, Time(1_000)), Time(1_000));
        }
        assert_eq!(spent.book(100, 500, Time(2_000)), Time(61_000));
        assert_eq!(spent.book(500, 500, Time(62_000)), Time(121_000));
    }
}
