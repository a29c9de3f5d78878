//! How much of Google's quotas each account has used in the last minute. What would be refused waits here instead.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::ports::Clock;
use kernel::{AccountId, Time};

use crate::settings::CostTable;

const WINDOW: Duration = Duration::from_mins(1);
/// Our clock counts in these.
const A_MOMENT: Duration = Duration::from_millis(1);

/// The quota that one request takes from, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) meter: Meter,
    /// In projects made since May 2026.
    pub(crate) units: u32,
    /// In older ones.
    pub(crate) before: u32,
}

impl Cost {
    pub(crate) const fn of(meter: Meter, units: u32) -> Self {
        Self { meter, units, before: units }
    }

    #[must_use]
    pub(crate) const fn before(self, before: u32) -> Self {
        Self { before, ..self }
    }
}

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
    windows: Mutex<HashMap<(AccountId, Meter), Arc<Window>>>,
}

/// The last minute of one quota.
#[derive(Default)]
struct Window {
    /// Whoever has it looks for room; the others wait in line behind.
    turn: tokio::sync::Mutex<()>,
    spent: Mutex<Spent>,
}

/// What was spent, by since when it counts and the number of the request.
#[derive(Default)]
struct Spent {
    counted: BTreeMap<Since, u32>,
    /// Of all of those.
    sum: u32,
    next: u64,
}

type Since = (Time, u64);

/// Units of a request that is under way. Google counts them when it gets the request, and all we know of that is that
/// it was before its answer: so their minute begins when this is dropped.
pub(super) struct Spending {
    clock: Arc<dyn Clock>,
    window: Arc<Window>,
    asked: Since,
    units: u32,
}

impl Quota {
    pub(crate) fn new(table: CostTable, clock: Arc<dyn Clock>) -> Self {
        Self { table, clock, windows: Mutex::default() }
    }

    /// Waits until this may be asked, and counts it.
    pub(super) async fn spend(&self, account: &AccountId, cost: Cost) -> Spending {
        let units = match self.table {
            CostTable::Since2026 => cost.units,
            CostTable::Earlier => cost.before,
        };
        let limit = cost.meter.limit(self.table);
        let window = self.window(account, cost.meter);
        let turn = window.turn.lock().await;
        let asked = loop {
            let room = window.spent().take(units, limit, self.clock.now());
            match room {
                Ok(asked) => break asked,
                Err(later) => self.clock.sleep_until(later).await,
            }
        };
        drop(turn);
        Spending { clock: Arc::clone(&self.clock), window, asked, units }
    }

    fn window(&self, account: &AccountId, meter: Meter) -> Arc<Window> {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(windows.entry((account.clone(), meter)).or_default())
    }
}

impl Drop for Spending {
    fn drop(&mut self) {
        self.window.spent().count_from(self.clock.now(), self.asked, self.units);
    }
}

impl Window {
    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spent {
    /// Counts these units from now on, or says when to look again because there is no room for them.
    fn take(&mut self, units: u32, limit: u32, now: Time) -> Result<Since, Time> {
        while let Some(earliest) = self.counted.first_entry()
            && earliest.key().0.plus(WINDOW) < now
        {
            self.sum -= earliest.remove();
        }
        match self.counted.first_key_value() {
            Some(((earliest, _), _)) if self.sum + units > limit => Err(earliest.plus(WINDOW + A_MOMENT)),
            Some(_) | None => {
                self.next += 1;
                Ok(self.count((now, self.next), units))
            }
        }
    }

    /// The answer has come only now.
    fn count_from(&mut self, answered: Time, asked: Since, units: u32) {
        self.sum -= self.counted.remove(&asked).unwrap_or_default();
        self.count((answered, asked.1), units);
    }

    fn count(&mut self, since: Since, units: u32) -> Since {
        self.counted.insert(since, units);
        self.sum += units;
        since
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Asks at the time given or as soon as it is allowed; gives that time and the one of the answer.
    fn ask(spent: &mut Spent, units: u32, now: &mut Time, takes: i64) -> (Time, Time) {
        let asked = loop {
            match spent.take(units, 500, *now) {
                Ok(asked) => break asked,
                Err(later) => *now = later,
            }
        };
        let answered = Time(now.0 + takes);
        spent.count_from(answered, asked, units);
        (*now, answered)
    }

    proptest! {
        #[test]
        fn no_minute_ever_holds_more_than_the_quota_whenever_google_counts(
            asked in prop::collection::vec((0_i64..20_000, 1_u32..100, 0_i64..3_000, 0_i64..=100), 1..200)
        ) {
            let (mut spent, mut now, mut counted) = (Spent::default(), Time(0), Vec::new());
            for (pause, units, takes, when) in asked {
                now = Time(now.0 + pause);
                let (sent, _) = ask(&mut spent, units, &mut now, takes);
                counted.push((Time(sent.0 + takes * when / 100), units));
            }
            prop_assert_eq!(spent.sum, spent.counted.values().sum::<u32>());
            for (start, _) in &counted {
                let end = start.plus(WINDOW);
                let sum: u32 = counted.iter().filter(|(at, _)| at >= start && *at < end).map(|(_, units)| units).sum();
                prop_assert!(sum <= 500, "{sum} in a minute");
            }
        }
    }

    #[test]
    fn nobody_waits_while_there_is_quota_left_and_nobody_longer_than_needed() {
        let mut spent = Spent::default();
        for _ in 0..5 {
            assert_eq!(ask(&mut spent, 100, &mut Time(1_000), 30), (Time(1_000), Time(1_030)));
        }
        assert_eq!(ask(&mut spent, 100, &mut Time(2_000), 30).0, Time(61_031));
        assert_eq!(ask(&mut spent, 500, &mut Time(62_000), 30).0, Time(121_062));
    }
}
