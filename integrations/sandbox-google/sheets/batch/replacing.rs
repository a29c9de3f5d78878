//! Finding and replacing text.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::sheets::area::{Area, Block};
use crate::sheets::calculation::Calculation;
use crate::sheets::draft::Draft;
use crate::sheets::given::{grid_range, is_true, number, text};
use crate::sheets::grid::{Cell, Entered, Spreadsheet};
use crate::sheets::objection::Objection;
use crate::sheets::values::{Input, put};

pub(super) fn find_replace(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let wanted = Wanted::read(given)?;
    let areas = areas(&draft.book, given)?;
    let mut count = Count::default();
    for (id, area) in areas {
        let found = found(&draft.book, id, area, &wanted)?;
        for (place, _, _) in &found {
            draft.permit(id, Area::from(one(*place)))?;
        }
        count.add(&found);
        let customs = draft.book.customs();
        let sheet = draft.book.grid_mut(id)?;
        for (place, text, _) in found {
            sheet.cells.edit(place, |cell| put(cell, &text.into(), Input::UserEntered, customs));
        }
    }
    Ok(count.shown())
}

/// What is looked for, and what is put in its place.
struct Wanted {
    find: String,
    replacement: String,
    case: bool,
    whole: bool,
    formulas: bool,
}

impl Wanted {
    fn read(given: &Value) -> Result<Self, Objection> {
        let find = text(given, "find").to_owned();
        if find.is_empty() {
            return Err(Objection::new("The find string cannot be empty."));
        }
        Ok(Self {
            find,
            replacement: text(given, "replacement").to_owned(),
            case: is_true(given, "matchCase"),
            whole: is_true(given, "matchEntireCell"),
            formulas: is_true(given, "includeFormulas"),
        })
    }

    /// The text with everything replaced, and how often; nothing where nothing was found.
    fn replaced(&self, text: &str) -> Option<(String, usize)> {
        let same = |one: &str| {
            if self.case { one == self.find } else { one.to_lowercase() == self.find.to_lowercase() }
        };
        if self.whole {
            return same(text).then(|| (self.replacement.clone(), 1));
        }
        let (mut out, mut count, mut rest) = (String::new(), 0, text);
        while let Some(first) = rest.chars().next() {
            let beginning = rest.get(..self.find.len()).filter(|beginning| same(beginning));
            let step = if beginning.is_some() {
                out.push_str(&self.replacement);
                count += 1;
                self.find.len()
            } else {
                out.push(first);
                first.len_utf8()
            };
            rest = rest.get(step..).unwrap_or_default();
        }
        (count > 0).then_some((out, count))
    }
}

/// Where it is looked for: in a range, in a sheet, or everywhere.
fn areas(book: &Spreadsheet, given: &Value) -> Result<Vec<(i32, Area)>, Objection> {
    if let Some(range) = given.get("range") {
        return Ok(vec![grid_range(range)?]);
    }
    if let Some(id) = number(given, "sheetId") {
        book.grid(id)?;
        return Ok(vec![(id, Area::ALL)]);
    }
    if is_true(given, "allSheets") {
        return Ok(book.sheets.iter().map(|sheet| (sheet.id, Area::ALL)).collect());
    }
    Err(Objection::new("One of 'range', 'sheetId' or 'allSheets' must be specified."))
}

/// A cell to be changed, its new text, and how many places in it changed.
type Found = ((u32, u32), String, Change);

struct Change {
    occurrences: usize,
    formula: bool,
}

fn found(book: &Spreadsheet, id: i32, area: Area, wanted: &Wanted) -> Result<Vec<Found>, Objection> {
    let sheet = book.grid(id)?;
    let calculation = Calculation::new(book);
    let text = |place: (u32, u32), cell: &Cell| match &cell.value {
        Some(Entered::Formula(formula)) if wanted.formulas => Some((formula.clone(), true)),
        Some(Entered::Formula(_) | Entered::Spread(_)) | None => None,
        Some(_) => Some((calculation.shown(sheet.place(place)), false)),
    };
    let found = sheet.cells.within(sheet.block(area)).filter_map(|(place, cell)| {
        let (text, formula) = text(place, cell)?;
        let (text, occurrences) = wanted.replaced(&text)?;
        Some((place, text, Change { occurrences, formula }))
    });
    Ok(found.collect())
}

#[derive(Default)]
struct Count {
    occurrences: usize,
    values: usize,
    formulas: usize,
    rows: usize,
    sheets: usize,
}

impl Count {
    fn add(&mut self, found: &[Found]) {
        let formulas = found.iter().filter(|(_, _, change)| change.formula).count();
        self.occurrences += found.iter().map(|(_, _, change)| change.occurrences).sum::<usize>();
        self.formulas += formulas;
        self.values += found.len() - formulas;
        self.rows += found.iter().map(|((row, _), _, _)| row).collect::<BTreeSet<_>>().len();
        self.sheets += usize::from(!found.is_empty());
    }

    /// What is nought is left out, as everywhere.
    fn shown(&self) -> Value {
        let counts = [
            ("valuesChanged", self.values),
            ("formulasChanged", self.formulas),
            ("rowsChanged", self.rows),
            ("sheetsChanged", self.sheets),
            ("occurrencesChanged", self.occurrences),
        ];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        Value::Object(counts.map(|(name, count)| (name.to_owned(), json!(count))).collect())
    }
}

fn one((row, column): (u32, u32)) -> Block {
    Block { top: row, left: column, bottom: row + 1, right: column + 1 }
}
