//! Spreadsheets as they are kept: sheets, their cells as they were entered, and what is laid over them.
//!
//! Knows nothing of what formulas come to.

pub(crate) mod cell;
mod cells;
mod structure;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub(crate) use cell::{Cell, Entered};
pub(crate) use cells::Cells;

use super::a1;
use super::area::{Area, Block};
use super::customs::Customs;
use super::fetches::Fetch;
use super::objection::Objection;

pub(super) const ROWS: u32 = 1000;
pub(super) const COLUMNS: u32 = 26;
const MOST_CELLS: u64 = 10_000_000;

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Spreadsheet {
    /// All of `SpreadsheetProperties` but the title, which is the name of the file.
    pub(super) properties: Map<String, Value>,
    /// In the order of their tabs.
    pub(super) sheets: Vec<Sheet>,
    pub(super) named: Vec<Named>,
    /// What formulas would have fetched.
    pub(super) fetches: Vec<Fetch>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Sheet {
    pub(super) id: i32,
    pub(super) title: String,
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// `hidden`, `tabColor` and their like.
    pub(super) settings: Map<String, Value>,
    /// `frozenRowCount` and its like.
    pub(super) grid: Map<String, Value>,
    pub(super) cells: Cells,
    pub(super) merges: Vec<Area>,
    pub(super) protections: Vec<Protection>,
    pub(super) filter: Option<Recorded>,
    /// Conditional formats, the strongest first.
    pub(super) rules: Vec<Recorded>,
    #[serde(default)]
    pub(super) tables: Vec<Recorded>,
    /// `DimensionProperties` of rows that have any.
    pub(super) row_sizes: BTreeMap<u32, Map<String, Value>>,
    pub(super) column_sizes: BTreeMap<u32, Map<String, Value>>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Named {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) sheet: i32,
    pub(super) area: Area,
}

/// A range that only some may edit.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Protection {
    pub(super) id: i32,
    pub(super) area: Area,
    pub(super) open: Vec<Area>,
    /// The rest of `ProtectedRange`, editors included.
    pub(super) fields: Map<String, Value>,
}

/// Something the API keeps and gives back: where it lies, and the rest of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Recorded {
    pub(super) areas: Vec<Area>,
    pub(super) fields: Map<String, Value>,
}

/// One cell of a spreadsheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) sheet: i32,
    pub(crate) row: u32,
    pub(crate) column: u32,
}

impl Spreadsheet {
    /// A spreadsheet with no sheets yet.
    pub(super) fn new() -> Self {
        let properties = json!({ "locale": "en_US", "timeZone": "Etc/GMT", "autoRecalc": "ON_CHANGE" });
        Self {
            properties: properties.as_object().cloned().unwrap_or_default(),
            sheets: Vec::new(),
            named: Vec::new(),
            fetches: Vec::new(),
        }
    }

    pub(super) fn property(&self, name: &str) -> &str {
        self.properties.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub(super) fn customs(&self) -> Customs {
        Customs::of(self.property("locale"))
    }

    pub(crate) fn sheet(&self, id: i32) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.id == id)
    }

    /// The sheet, for a request about its cells.
    pub(super) fn grid(&self, id: i32) -> Result<&Sheet, Objection> {
        self.sheet(id).ok_or_else(|| Objection::no_grid(id))
    }

    pub(super) fn grid_mut(&mut self, id: i32) -> Result<&mut Sheet, Objection> {
        self.sheets.iter_mut().find(|sheet| sheet.id == id).ok_or_else(|| Objection::no_grid(id))
    }

    /// The sheet of a table, and its number among the tables there.
    pub(super) fn table(&self, id: &str) -> Result<(i32, usize), Objection> {
        let at = |sheet: &Sheet| {
            sheet.tables.iter().position(|table| table.fields.get("tableId") == Some(&id.into()))
        };
        let found = self.sheets.iter().find_map(|sheet| Some((sheet.id, at(sheet)?)));
        found.ok_or_else(|| Objection::new(format!("No table with id: {id}")))
    }

    pub(super) fn titled(&self, title: &str) -> Option<&Sheet> {
        let title = title.to_lowercase();
        self.sheets.iter().find(|sheet| sheet.title.to_lowercase() == title)
    }

    pub(super) fn named(&self, name: &str) -> Option<&Named> {
        self.named.iter().find(|named| named.name.eq_ignore_ascii_case(name))
    }

    pub(crate) fn cell(&self, place: Place) -> Option<&Cell> {
        self.sheet(place.sheet)?.cells.get((place.row, place.column))
    }

    /// What a range of the API means: A1 notation, a named range, or the title of a sheet.
    pub(super) fn range(&self, text: &str) -> Result<(&Sheet, Area), Objection> {
        let missing = || Objection::no_range(text);
        if let Some(written) = a1::read(text) {
            let sheet = match &written.sheet {
                Some(title) => self.titled(title),
                None => self.sheets.first(),
            };
            return Ok((sheet.ok_or_else(missing)?, written.area));
        }
        if let Some(named) = self.named(text) {
            return Ok((self.grid(named.sheet)?, named.area));
        }
        let bare = text
            .strip_prefix('\'')
            .and_then(|text| text.strip_suffix('\''))
            .map(|text| text.replace("''", "'"));
        let sheet = self.titled(bare.as_deref().unwrap_or(text)).ok_or_else(missing)?;
        Ok((sheet, Area::ALL))
    }
}

impl Sheet {
    pub(super) fn new(id: i32, title: &str) -> Self {
        Self {
            id,
            title: title.to_owned(),
            rows: ROWS,
            columns: COLUMNS,
            settings: Map::new(),
            grid: Map::new(),
            cells: Cells::default(),
            merges: Vec::new(),
            protections: Vec::new(),
            filter: None,
            rules: Vec::new(),
            tables: Vec::new(),
            row_sizes: BTreeMap::new(),
            column_sizes: BTreeMap::new(),
        }
    }

    /// What of an area lies in this sheet.
    pub(super) fn block(&self, area: Area) -> Block {
        area.within(self.rows, self.columns)
    }

    /// The same for a range that must begin in this sheet.
    pub(super) fn within(&self, area: Area) -> Result<Block, Objection> {
        let block = self.block(area);
        if block.height() == 0 || block.width() == 0 { Err(self.exceeded(area)) } else { Ok(block) }
    }

    /// A range that is not in this sheet.
    pub(super) fn exceeded(&self, area: Area) -> Objection {
        let named = a1::shown(&self.title, area.within(u32::MAX - 1, u32::MAX - 1));
        Objection::new(format!(
            "Range ({named}) exceeds grid limits. Max rows: {}, max columns: {}",
            self.rows, self.columns
        ))
    }

    /// Makes room up to these lines, as far as a grid can grow.
    pub(super) fn grow(&mut self, rows: u32, columns: u32) -> Result<(), Objection> {
        let (rows, columns) = (self.rows.max(rows), self.columns.max(columns));
        if u64::from(rows) * u64::from(columns) > MOST_CELLS {
            return Err(Objection::new(format!(
                "This action would increase the number of cells in the workbook above the limit of {MOST_CELLS} cells."
            )));
        }
        (self.rows, self.columns) = (rows, columns);
        Ok(())
    }

    pub(super) fn place(&self, (row, column): (u32, u32)) -> Place {
        Place { sheet: self.id, row, column }
    }
}

/// The rectangle of a block that has anything in it, from its own corner.
pub(super) fn used(sheet: &Sheet, block: Block) -> Block {
    let mut used = Block { bottom: block.top, right: block.left, ..block };
    for ((row, column), _) in sheet.cells.within(block) {
        used.bottom = used.bottom.max(row + 1);
        used.right = used.right.max(column + 1);
    }
    used
}
