//! What formulas would ask the network for. Nothing is ever fetched; whoever tests for leaks reads this list.

mod fetch;

pub(crate) use self::fetch::Fetch;
use super::calculation::Calculation;
use super::grid::Spreadsheet;

impl Spreadsheet {
    /// In the order in which they were wanted.
    pub(crate) fn fetches(&self) -> &[Fetch] {
        &self.fetches
    }

    /// Works out what a change has made different: the cells that arrays fill, and what formulas would fetch now and
    /// have not fetched before.
    pub(super) fn recalculate(&mut self) {
        self.spread_arrays();
        for wish in Calculation::new(self).wishes() {
            let same = |known: &&Fetch| {
                (&known.sheet, &known.cell, &known.function) == (&wish.sheet, &wish.cell, &wish.function)
            };
            if self.fetches.iter().rfind(same).is_none_or(|last| last.url != wish.url) {
                self.fetches.push(wish);
            }
        }
    }
}
