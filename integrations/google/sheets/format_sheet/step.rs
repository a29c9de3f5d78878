//! From what was asked to one request of Google's, with what it takes away and how it is recognised.

use kernel::Failure;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::axis::{COLUMNS, ROWS};
use super::change::{Borders, Change, Key, Line, Style, Together};
use super::seen::Check;
use super::style::{self, Look};
use crate::gmail::visible_line;
use crate::json::google_name;
use crate::sheets::a1::{self, Block};
use crate::sheets::book::{Book, Place, Sheet, SheetName};
use crate::sheets::cells::{At, Grid};
use crate::sheets::create_spreadsheet::sheet_title;

/// One request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(super) request: Value,
    /// For a person.
    pub(super) words: String,
    pub(super) check: Check,
    /// Words of the requester's that everybody reads who can open the spreadsheet.
    pub(super) said: Option<String>,
}

/// What a request does to what is in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    Nothing,
    /// It empties all of these cells but some.
    Cells {
        place: Place,
        but: Vec<At>,
    },
    /// It puts the rows of these cells into another order.
    Order(Place),
}

/// A step, before it is known what the cells hold.
pub(super) struct Drafted {
    pub(super) step: Step,
    pub(super) loss: Loss,
    /// What was named by row and column before it is somewhere else afterwards.
    pub(super) moves: bool,
    /// What takes it back, as far as the outline of the spreadsheet tells.
    pub(super) back: Option<Vec<Value>>,
}

/// Where a change is made.
pub(super) struct Desk<'a> {
    pub(super) book: &'a Book,
    /// The sheet that is meant where a range names none.
    pub(super) beside: Option<&'a SheetName>,
    /// The id a new sheet gets.
    pub(super) fresh: i64,
}

impl Desk<'_> {
    pub(super) fn draft(&self, change: &Change) -> Result<Drafted, Failure> {
        match change {
            Change::Style(style) => self.style(style),
            Change::ColumnWidth { columns, pixels } => self.width(columns, *pixels),
            Change::RowHeight { rows, pixels } => self.height(rows, *pixels),
            Change::Freeze { rows, columns } => self.freeze(*rows, *columns),
            Change::Merge { range, how } => self.merge(range, *how),
            Change::Unmerge { range } => self.unmerge(range),
            Change::Borders(borders) => self.borders(borders),
            Change::Sort { range, by } => self.sort(range, by),
            Change::AddSheet { title, position } => self.add_sheet(title, *position),
            Change::RenameSheet { title } => self.rename_sheet(title),
            Change::DeleteSheet {} => self.delete_sheet(),
            Change::InsertRows { before, count } => {
                let start =
                    before.checked_sub(1).ok_or_else(|| Failure::invalid("Rows are counted from 1."))?;
                self.insert(ROWS, start, *count)
            }
            Change::InsertColumns { before, count } => self.insert(COLUMNS, a1::columns(before)?.0, *count),
            Change::DeleteRows { rows } => self.delete(ROWS, a1::rows(rows)?),
            Change::DeleteColumns { columns } => self.delete(COLUMNS, a1::columns(columns)?),
        }
    }

    pub(super) fn sheet(&self) -> Result<&Sheet, Failure> {
        self.book.sheet(self.beside)
    }

    fn place(&self, range: &str) -> Result<Place, Failure> {
        Ok(self.book.meant(range, self.beside)?.place)
    }

    fn style(&self, style: &Style) -> Result<Drafted, Failure> {
        let (look, place) = (Look::of(style)?, self.place(&style.range)?);
        let said = style.number_format.as_ref().and_then(|number| number.pattern.clone());
        let words = format!("{}: {}", place.shown(), look.words.join(", "));
        let (format, fields) = (Value::Object(look.format), look.fields.join(","));
        let cell = json!({ "userEnteredFormat": format.clone() });
        let request =
            json!({ "repeatCell": { "range": place.grid_range(), "cell": cell, "fields": fields } });
        Ok(plain(request, words, Check::Format { place, format }).saying(said))
    }

    fn borders(&self, borders: &Borders) -> Result<Drafted, Failure> {
        let place = self.place(&borders.range)?;
        let mut request = Map::new();
        request.insert("range".to_owned(), place.grid_range());
        let sides = style::sides(borders)?;
        request.extend(sides.iter().map(|(name, border)| ((*name).to_owned(), border.clone())));
        let line = google_name(&borders.line);
        let names: Vec<&str> = sides.iter().map(|(name, _)| *name).collect();
        let words = format!("{}: borders {} ({})", place.shown(), line.to_lowercase(), names.join(", "));
        // The first cell has the outer borders of the top and the left.
        let mut outer = names.iter().filter(|name| matches!(**name, "top" | "left"));
        let check = match (borders.line, outer.next()) {
            (Line::None, _) | (_, None) => Check::CannotTell,
            (_, Some(side)) => {
                let (top, left) = (place.block.top, place.block.left);
                let first = Block { top, left, bottom: top + 1, right: left + 1 };
                let format = json!({ "borders": { *side: { "style": line } } });
                Check::Format { place: Place { block: first, ..place }, format }
            }
        };
        Ok(plain(json!({ "updateBorders": request }), words, check))
    }

    fn freeze(&self, rows: Option<u32>, columns: Option<u32>) -> Result<Drafted, Failure> {
        let sheet = &self.sheet()?.properties;
        let grid = sheet.grid()?;
        let (mut now, mut before, mut fields, mut words) = (Map::new(), Map::new(), Vec::new(), Vec::new());
        for (name, given, had, what) in [
            ("frozenRowCount", rows, grid.frozen_rows, "rows"),
            ("frozenColumnCount", columns, grid.frozen_columns, "columns"),
        ] {
            if let Some(count) = given {
                now.insert(name.to_owned(), count.into());
                before.insert(name.to_owned(), had.into());
                fields.push(format!("gridProperties.{name}"));
                words.push(format!("frozen {what}: {had} → {count}"));
            }
        }
        if fields.is_empty() {
            return Err(Failure::invalid("Say how many rows or columns to freeze."));
        }
        let request = |grid: Map<String, Value>| {
            let properties = json!({ "sheetId": sheet.sheet_id, "gridProperties": grid });
            json!({ "updateSheetProperties": { "properties": properties, "fields": fields.join(",") } })
        };
        let check = Check::Frozen { sheet: sheet.sheet_id, rows, columns };
        let words = format!("{}: {}", visible_line(&sheet.title), words.join(", "));
        Ok(Drafted { back: Some(vec![request(before)]), ..plain(request(now), words, check) })
    }

    fn merge(&self, range: &str, how: Together) -> Result<Drafted, Failure> {
        let place = self.place(range)?;
        let block = place.block;
        let (name, blocks): (&str, Vec<Block>) = match how {
            Together::All => ("MERGE_ALL", vec![block]),
            Together::Rows => {
                let row = |top| Block { top, bottom: top + 1, ..block };
                ("MERGE_ROWS", (block.top..block.bottom).map(row).collect())
            }
            Together::Columns => {
                let column = |left| Block { left, right: left + 1, ..block };
                ("MERGE_COLUMNS", (block.left..block.right).map(column).collect())
            }
        };
        if blocks.iter().all(|block| block.cells() < 2) {
            return Err(Failure::invalid("There is nothing to merge in a single cell. Name a larger range."));
        }
        let request = json!({ "mergeCells": { "range": place.grid_range(), "mergeType": name } });
        let but = blocks.iter().map(|block| (block.top, block.left)).collect();
        let places = blocks.iter().map(|block| Place { block: *block, ..place.clone() }).collect();
        let words = format!("{}: merged ({})", place.shown(), name.to_lowercase().replace('_', " "));
        let is_new = self.merges(&place)?.is_empty();
        let back = is_new.then(|| vec![json!({ "unmergeCells": { "range": place.grid_range() } })]);
        let drafted = plain(request, words, Check::Merged { places });
        Ok(Drafted { loss: Loss::Cells { place, but }, back, ..drafted })
    }

    fn unmerge(&self, range: &str) -> Result<Drafted, Failure> {
        let place = self.place(range)?;
        let merges = self.merges(&place)?;
        if merges.is_empty() {
            return Err(Failure::invalid("No merged cells are in that range. Name one that holds them."));
        }
        let again = |block: &Block| {
            let one = Place { block: *block, ..place.clone() };
            json!({ "mergeCells": { "range": one.grid_range(), "mergeType": "MERGE_ALL" } })
        };
        let back = Some(merges.iter().map(again).collect());
        let request = json!({ "unmergeCells": { "range": place.grid_range() } });
        let words = format!("{}: no longer merged", place.shown());
        Ok(Drafted { back, ..plain(request, words, Check::NotMerged { place }) })
    }

    fn merges(&self, place: &Place) -> Result<Vec<Block>, Failure> {
        let sheet = self.book.by_id(place.sheet).ok_or_else(|| self.book.no_such_sheet())?;
        let grid = sheet.properties.grid()?;
        Ok(sheet
            .merges
            .iter()
            .map(|merge| merge.block(grid))
            .filter(|merge| merge.meets(place.block))
            .collect())
    }

    fn sort(&self, range: &str, by: &[Key]) -> Result<Drafted, Failure> {
        let place = self.place(range)?;
        if by.is_empty() {
            return Err(Failure::invalid("Say which columns to sort by, e.g. [{ \"column\": \"B\" }]."));
        }
        let (mut specs, mut words) = (Vec::new(), Vec::new());
        for key in by {
            let (column, _) = a1::columns(&key.column)?;
            if !(place.block.left..place.block.right).contains(&column) {
                return Err(Failure::invalid("A column to sort by lies outside of the range."));
            }
            let (order, name) =
                if key.descending { ("DESCENDING", "descending") } else { ("ASCENDING", "ascending") };
            specs.push(json!({ "dimensionIndex": column, "sortOrder": order }));
            words.push(format!("{} {name}", a1::letters(column)));
        }
        let request = json!({ "sortRange": { "range": place.grid_range(), "sortSpecs": specs } });
        let words = format!("{}: sorted by {}", place.shown(), words.join(", then "));
        let check = Check::Sorted { place: place.clone(), before: Grid::default() };
        Ok(Drafted { loss: Loss::Order(place), moves: true, ..plain(request, words, check) })
    }

    fn add_sheet(&self, title: &str, position: Option<u32>) -> Result<Drafted, Failure> {
        self.check_title(title)?;
        let mut properties = Map::new();
        properties.insert("sheetId".to_owned(), self.fresh.into());
        properties.insert("title".to_owned(), title.into());
        if let Some(position) = position {
            let index =
                position.checked_sub(1).ok_or_else(|| Failure::invalid("Positions are counted from 1."))?;
            properties.insert("index".to_owned(), index.into());
        }
        let request = json!({ "addSheet": { "properties": properties } });
        let drafted = plain(request, format!("new sheet “{title}”"), Check::There { sheet: self.fresh });
        Ok(drafted.saying(Some(title.to_owned())))
    }

    fn rename_sheet(&self, title: &str) -> Result<Drafted, Failure> {
        self.check_title(title)?;
        let sheet = &self.sheet()?.properties;
        let request = |title: &str| {
            let properties = json!({ "sheetId": sheet.sheet_id, "title": title });
            json!({ "updateSheetProperties": { "properties": properties, "fields": "title" } })
        };
        let words = format!("title of the sheet: {} → {title}", visible_line(&sheet.title));
        let check = Check::Titled { sheet: sheet.sheet_id, title: title.to_owned() };
        let drafted = plain(request(title), words, check).saying(Some(title.to_owned()));
        Ok(Drafted { back: Some(vec![request(&sheet.title)]), ..drafted })
    }

    fn check_title(&self, title: &str) -> Result<(), Failure> {
        sheet_title(title)?;
        if self.book.titled(title).is_some() {
            return Err(Failure::conflict("A sheet of that title is there already. Choose another."));
        }
        Ok(())
    }

    fn delete_sheet(&self) -> Result<Drafted, Failure> {
        let sheet = &self.sheet()?.properties;
        if self.book.sheets.len() < 2 {
            return Err(Failure::invalid(
                "It is the only sheet. Add another one first, or move the file to the bin.",
            ));
        }
        let request = json!({ "deleteSheet": { "sheetId": sheet.sheet_id } });
        let words = format!("the sheet “{}” is deleted", visible_line(&sheet.title));
        // A sheet that is a chart holds no cells.
        let loss = match sheet.grid_properties {
            Some(_) => Loss::Cells { place: sheet.whole()?, but: Vec::new() },
            None => Loss::Nothing,
        };
        let check = Check::Gone { sheet: sheet.sheet_id };
        Ok(Drafted { loss, moves: true, ..plain(request, words, check) })
    }
}

impl Drafted {
    fn saying(mut self, said: Option<String>) -> Self {
        self.step.said = said;
        self
    }
}

pub(super) fn plain(request: Value, words: String, check: Check) -> Drafted {
    let step = Step { request, words, check, said: None };
    Drafted { step, loss: Loss::Nothing, moves: false, back: None }
}
