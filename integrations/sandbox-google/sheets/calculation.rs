//! What cells come to: formulas worked out once each, from the cells they need upward.
//!
//! Fetches nothing: a formula that would ask the network for something is only noted.

mod arrays;
mod evaluate;
mod functions;
mod inherit;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use jiff::civil::DateTime;

use super::area::Block;
use super::customs::Customs;
use super::fetches::Fetch;
use super::formatted::{Format, general};
use super::formula::{Expression, parse};
use super::grid::{Entered, Place, Sheet, Spreadsheet};
use super::scalar::{Fault, Kind, Scalar};

use evaluate::Formula;
pub(super) use evaluate::compare;

/// The values of one state of a spreadsheet.
pub(crate) struct Calculation<'a> {
    book: &'a Spreadsheet,
    customs: Customs,
    now: DateTime,
    known: RefCell<HashMap<Place, Scalar>>,
    wishes: RefCell<Vec<Fetch>>,
}

/// A formula that waits for the cells it needs.
struct Step {
    place: Place,
    expression: Option<Expression>,
    waiting: Vec<Place>,
}

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
        }
    }

    pub(crate) fn value(&self, place: Place) -> Scalar {
        match self.book.cell(place).and_then(|cell| cell.value.as_ref()) {
            None => Scalar::Empty,
            Some(Entered::Number(number)) => Scalar::Number(*number),
            Some(Entered::Text(text)) => Scalar::Text(text.clone()),
            Some(Entered::Bool(truth)) => Scalar::Bool(*truth),
            Some(Entered::Formula(_) | Entered::Spread(_)) => {
                self.settle(place);
                self.known.borrow().get(&place).cloned().unwrap_or(Scalar::Empty)
            }
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
        let table = arrays::table(&Formula { calculation: self, home }, rows).ok()?;
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

    /// Works out a formula and all it needs, without recursion: chains of formulas can be as long as a sheet.
    fn settle(&self, place: Place) {
        let mut path = vec![self.step(place)];
        let mut on_path = HashSet::from([place]);
        while let Some(step) = path.last_mut() {
            let Some(next) = step.waiting.pop() else {
                if let Some(done) = path.pop() {
                    on_path.remove(&done.place);
                    self.finish(&done);
                }
                continue;
            };
            if self.known.borrow().contains_key(&next) {
                continue;
            }
            if on_path.insert(next) {
                path.push(self.step(next));
            } else {
                let circle = path.iter().rev().map(|step| step.place);
                let from = circle.clone().position(|place| place == next).unwrap_or_default();
                let mut known = self.known.borrow_mut();
                known.extend(circle.take(from + 1).map(|place| (place, Scalar::Fault(circular()))));
            }
        }
    }

    fn step(&self, place: Place) -> Step {
        let expression = self.book.cell(place).and_then(|cell| cell.computed()).and_then(parse);
        let mut waiting = Vec::new();
        if let Some(expression) = &expression {
            expression.visit(&mut |part| {
                let Some((sheet, block)) = self.meant(part, place) else { return };
                let formulas = sheet.cells.within(block).filter(|(_, cell)| cell.computed().is_some());
                waiting.extend(formulas.map(|(at, _)| sheet.place(at)));
            });
        }
        Step { place, expression, waiting }
    }

    fn finish(&self, step: &Step) {
        if self.known.borrow().contains_key(&step.place) {
            return;
        }
        let value = match &step.expression {
            Some(Expression::Array(rows)) => arrays::anchor(self, step.place, rows),
            Some(expression) => Formula { calculation: self, home: step.place }.scalar(expression),
            None => Scalar::Fault(Fault::new(Kind::Parse, "Formula parse error.")),
        };
        self.known.borrow_mut().insert(step.place, value);
    }

    /// The cells a reference or a named range stands for; nothing where there are none.
    fn meant(&self, part: &Expression, home: Place) -> Option<(&'a Sheet, Block)> {
        let (sheet, area) = match part {
            Expression::Reference(reference) => {
                let sheet = match &reference.sheet {
                    Some(title) => self.book.titled(title)?,
                    None => self.book.sheet(home.sheet)?,
                };
                (sheet, reference.area())
            }
            Expression::Named(name) => {
                let named = self.book.named(name)?;
                (self.book.sheet(named.sheet)?, named.area)
            }
            _ => return None,
        };
        let block = sheet.block(area);
        (block.height() > 0 && block.width() > 0).then_some((sheet, block))
    }
}

fn circular() -> Fault {
    Fault::new(
        Kind::Reference,
        "Circular dependency detected. To resolve with iterative calculation, see File > Settings.",
    )
}
