//! The quota meter: what each person's calls have cost, and the end of it within a minute.
//!
//! Counts always; refuses only once a table of limits was chosen. Knows nothing of what the calls do.

mod costs;
mod meter;
mod table;

use std::collections::BTreeMap;

pub(crate) use self::meter::Meter;
pub use self::table::{Excess, Table};
use super::Google;

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
