//! What cells come to: formulas worked out once each, from the cells they need upward.
//!
//! Fetches nothing: a formula that would ask the network for something is only noted.

mod arrays;
mod cells;
mod evaluate;
mod functions;
mod inherit;

use std::cell::RefCell;

use super::fetches::Fetch;
use super::formatted::{Format, general};
use super::formula::Expression;
use super::grid::{Place, Spreadsheet};
use super::scalar::Scalar;

pub(crate) use cells::Calculation;
use evaluate::Formula;
pub(super) use evaluate::compare;

impl<'a> Calculation<'a> {
    pub(crate) fn new(book: &'a Spreadsheet) -> Self {
        let now = sandbox_world::now();
        let zone = jiff::tz::TimeZone::get(book.property("timeZone")).unwrap_or(jiff::tz::TimeZone::UTC);
        Self {
            book,
            customs: book.customs(),
            now: now.to_zoned(zone).datetime(),
            known: RefCell::default(),
            wishes: RefCell::default(),
            work_out,
        }
    }

    /// As the cell shows it.
    pub(crate) fn shown(&self, place: Place) -> String {
        match self.value(place) {
            Scalar::Empty => String::new(),
            Scalar::Number(number) => match self.format(place) {
                Some(format) => format.show(number, self.customs),
                None => general(number, self.customs),
            },
            Scalar::Text(text) => text,
            Scalar::Bool(truth) => if truth { "TRUE" } else { "FALSE" }.to_owned(),
            Scalar::Fault(fault) => fault.kind.sign().to_owned(),
        }
    }

    /// The height and width of an array literal; nothing for one that is an error.
    pub(super) fn size(&self, home: Place, rows: &[Vec<Expression>]) -> Option<(usize, usize)> {
        let table = formula(self, home).array(rows).ok()?;
        Some((table.len(), table.first().map_or(0, Vec::len)))
    }

    /// The number format of a cell: its own, or that of the cells its formula is about.
    pub(super) fn format(&self, place: Place) -> Option<Format> {
        inherit::format(self, place)
    }

    /// Works out every formula that would fetch something, and says what.
    pub(super) fn wishes(self) -> Vec<Fetch> {
        for sheet in &self.book.sheets {
            let asking =
                sheet.cells.iter().filter(|(_, cell)| cell.formula().is_some_and(functions::may_fetch));
            for (place, _) in asking {
                self.value(sheet.place(place));
            }
        }
        self.wishes.into_inner()
    }
}

fn work_out(calculation: &Calculation<'_>, home: Place, expression: &Expression) -> Scalar {
    let formula = formula(calculation, home);
    match expression {
        Expression::Array(rows) => arrays::anchor(&formula, rows),
        expression => formula.scalar(expression),
    }
}

fn formula<'c, 'b>(calculation: &'c Calculation<'b>, home: Place) -> Formula<'c, 'b> {
    Formula { calculation, home, call: functions::call }
}
