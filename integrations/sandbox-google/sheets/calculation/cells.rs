//! The values of cells, each worked out once all that it needs is known.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use jiff::civil::DateTime;

use crate::sheets::area::Block;
use crate::sheets::customs::Customs;
use crate::sheets::fetches::Fetch;
use crate::sheets::formula::{Expression, parse};
use crate::sheets::grid::{Entered, Place, Sheet, Spreadsheet};
use crate::sheets::scalar::{Fault, Kind, Scalar};

/// Works out a formula at its place, when all that it needs is known.
pub(super) type WorkOut = fn(&Calculation<'_>, Place, &Expression) -> Scalar;

/// The values of one state of a spreadsheet.
pub(crate) struct Calculation<'a> {
    pub(super) book: &'a Spreadsheet,
    pub(super) customs: Customs,
    pub(super) now: DateTime,
    pub(super) known: RefCell<HashMap<Place, Scalar>>,
    pub(super) wishes: RefCell<Vec<Fetch>>,
    pub(super) work_out: WorkOut,
}

/// A formula that waits for the cells it needs.
struct Step {
    place: Place,
    expression: Option<Expression>,
    waiting: Vec<Place>,
}

impl<'a> Calculation<'a> {
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
            Some(expression) => (self.work_out)(self, step.place, expression),
            None => Scalar::Fault(Fault::new(Kind::Parse, "Formula parse error.")),
        };
        self.known.borrow_mut().insert(step.place, value);
    }

    /// The cells a reference or a named range stands for; nothing where there are none.
    pub(super) fn meant(&self, part: &Expression, home: Place) -> Option<(&'a Sheet, Block)> {
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
