//! A spreadsheet without its cells: its sheets, and where in them something is.

use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::a1::{Area, Block, Cells, Notation, Written};
use crate::gmail::visible_line;
use crate::json::google_json;

/// What is asked for of every spreadsheet.
pub(super) const FIELDS: &[&str] = &[
    "spreadsheetId",
    "spreadsheetUrl",
    "properties/title",
    "sheets(properties(sheetId,title,hidden,gridProperties(rowCount,columnCount,frozenRowCount,frozenColumnCount)),\
     merges)",
    "namedRanges(name,range)",
];

google_json! {
    Book {
        spreadsheet_id: String,
        spreadsheet_url: String,
        properties: BookProperties,
        sheets: Vec<Sheet>,
        named_ranges: Vec<NamedRange>,
    }

    BookProperties { title: String }
    Sheet { properties: SheetProperties, merges: Vec<GridRange> }

    SheetProperties {
        /// The first sheet of most spreadsheets has the id 0.
        sheet_id: i64,
        title: String,
        hidden: bool,
        /// A sheet that is a chart has none.
        grid_properties: Option<GridProperties>,
    }

    #[derive(Copy)]
    GridProperties {
        #[serde(rename = "rowCount")] rows: u32,
        #[serde(rename = "columnCount")] columns: u32,
        #[serde(rename = "frozenRowCount")] frozen_rows: u32,
        #[serde(rename = "frozenColumnCount")] frozen_columns: u32,
    }

    /// Cells as Google counts them. What is left out goes on to the edge.
    #[derive(Copy, PartialEq, Eq)]
    GridRange {
        sheet_id: i64,
        start_row_index: u32,
        end_row_index: Option<u32>,
        start_column_index: u32,
        end_column_index: Option<u32>,
    }

    NamedRange { name: String, range: GridRange }
}

/// A sheet by its title, or by its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum SheetName {
    Id(i64),
    Title(String),
}

/// Cells of one sheet, within its edges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Place {
    pub(crate) sheet: i64,
    pub(crate) title: String,
    pub(crate) block: Block,
}

/// A place, and whether only its corner was named.
pub(crate) struct Meant {
    pub(crate) place: Place,
    pub(crate) is_one_cell: bool,
}

/// A sheet, as the model gets it.
#[derive(Debug, Serialize)]
pub(crate) struct SheetRow {
    id: i64,
    title: String,
    rows: u32,
    columns: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
}

impl Place {
    pub(crate) fn written(&self) -> Written {
        Written::block(&self.title, self.block)
    }

    /// For a person: the title may be a stranger's.
    pub(crate) fn shown(&self) -> String {
        visible_line(self.written().as_str())
    }

    /// As Google's requests name it.
    pub(crate) fn grid_range(&self) -> Value {
        json!({
            "sheetId": self.sheet,
            "startRowIndex": self.block.top,
            "endRowIndex": self.block.bottom,
            "startColumnIndex": self.block.left,
            "endColumnIndex": self.block.right,
        })
    }
}

impl GridRange {
    pub(crate) fn block(self, grid: GridProperties) -> Block {
        Block {
            top: self.start_row_index,
            left: self.start_column_index,
            bottom: self.end_row_index.unwrap_or(grid.rows).min(grid.rows),
            right: self.end_column_index.unwrap_or(grid.columns).min(grid.columns),
        }
    }
}

impl SheetProperties {
    pub(crate) fn grid(&self) -> Result<GridProperties, Failure> {
        self.grid_properties
            .ok_or_else(|| Failure::invalid("That sheet is a chart and has no cells. Name another one."))
    }

    /// All of its cells.
    pub(crate) fn whole(&self) -> Result<Place, Failure> {
        let grid = self.grid()?;
        let block = Block { top: 0, left: 0, bottom: grid.rows, right: grid.columns };
        Ok(Place { sheet: self.sheet_id, title: self.title.clone(), block })
    }
}

impl Book {
    pub(crate) fn title(&self) -> String {
        visible_line(&self.properties.title)
    }

    /// The named one, or the first.
    pub(crate) fn sheet(&self, named: Option<&SheetName>) -> Result<&Sheet, Failure> {
        let found = match named {
            None => self.sheets.first(),
            Some(SheetName::Id(id)) => self.by_id(*id),
            Some(SheetName::Title(title)) => {
                self.titled(title).or_else(|| title.trim().parse().ok().and_then(|id: i64| self.by_id(id)))
            }
        };
        found.ok_or_else(|| self.no_such_sheet())
    }

    pub(crate) fn by_id(&self, id: i64) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.properties.sheet_id == id)
    }

    /// Exactly, or else the only one that differs in capitals.
    pub(crate) fn titled(&self, title: &str) -> Option<&Sheet> {
        let exact = self.sheets.iter().find(|sheet| sheet.properties.title == title);
        let lower = title.trim().to_lowercase();
        let mut alike = self.sheets.iter().filter(|sheet| sheet.properties.title.to_lowercase() == lower);
        exact.or_else(|| alike.next().filter(|_| alike.next().is_none()))
    }

    /// The cells somebody named. A sheet in the range itself goes before one named beside it.
    pub(crate) fn meant(&self, range: &str, beside: Option<&SheetName>) -> Result<Meant, Failure> {
        let notation = Notation::parse(range)?;
        let own = notation.sheet.map(SheetName::Title);
        let sheet = self.sheet(own.as_ref().or(beside));
        match notation.cells {
            Cells::Area(area) => within(&sheet?.properties, area),
            Cells::Named(name) => {
                if let Some(named) =
                    self.named_ranges.iter().find(|named| named.name.eq_ignore_ascii_case(&name))
                {
                    let sheet = self.by_id(named.range.sheet_id).ok_or_else(|| self.no_such_sheet())?;
                    let block = named.range.block(sheet.properties.grid()?);
                    let place = Place { block, ..sheet.properties.whole()? };
                    return Ok(Meant { place, is_one_cell: block.cells() == 1 });
                }
                match self.titled(&name) {
                    Some(sheet) => within(&sheet.properties, Area::ALL),
                    None => Err(self.no_such_sheet()),
                }
            }
        }
    }

    pub(crate) fn rows(&self) -> Vec<SheetRow> {
        let row = |sheet: &Sheet| {
            let grid = sheet.properties.grid_properties.unwrap_or_default();
            SheetRow {
                id: sheet.properties.sheet_id,
                title: visible_line(&sheet.properties.title),
                rows: grid.rows,
                columns: grid.columns,
                hidden: sheet.properties.hidden,
            }
        };
        self.sheets.iter().map(row).collect()
    }

    /// The titles are other people's.
    pub(crate) fn no_such_sheet(&self) -> Failure {
        let titles: Vec<String> =
            self.sheets.iter().map(|sheet| visible_line(&sheet.properties.title)).collect();
        Failure::invalid("The spreadsheet has no sheet and no named range of that name. Use a title or an id of one of its sheets, \
             and cells as in `A1:C9`.")
        .quoting(json!({ "sheets": titles }).to_string())
    }
}

fn within(sheet: &SheetProperties, area: Area) -> Result<Meant, Failure> {
    let grid = sheet.grid()?;
    let end = |end: Option<u32>, edge: u32| end.unwrap_or(edge).min(edge);
    let block = Block {
        top: area.rows.start,
        left: area.columns.start,
        bottom: end(area.rows.end, grid.rows),
        right: end(area.columns.end, grid.columns),
    };
    if block.top >= grid.rows || block.left >= grid.columns {
        let words = format!(
            "The sheet has {} rows and {} columns, and the range begins after them. Name cells within it; \
             sheets.append adds rows, and so does sheets.format.",
            grid.rows, grid.columns
        );
        return Err(Failure::invalid(words));
    }
    let place = Place { sheet: sheet.sheet_id, title: sheet.title.clone(), block };
    Ok(Meant { place, is_one_cell: area.is_one_cell() })
}

#[cfg(test)]
mod tests {
    use kernel::Code;

    use super::*;

    fn book() -> Book {
        let sheet = |id: i64, title: &str| {
            let grid = json!({ "rowCount": 100, "columnCount": 5 });
            json!({ "properties": { "sheetId": id, "title": title, "gridProperties": grid } })
        };
        let chart = json!({ "properties": { "sheetId": 9, "title": "Chart" } });
        let range = json!({ "sheetId": 7, "startRowIndex": 1, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 2 });
        serde_json::from_value(json!({
            "sheets": [sheet(0, "Plan"), sheet(7, "2026"), chart],
            "namedRanges": [{ "name": "Totals", "range": range }],
        }))
        .unwrap()
    }

    fn shown(range: &str, beside: Option<&SheetName>) -> Result<String, Code> {
        let meant = book().meant(range, beside);
        meant.map(|meant| meant.place.shown()).map_err(|failure| failure.code)
    }

    #[test]
    fn cells_are_found_by_sheet_by_name_and_by_the_edge() {
        let titled = |title: &str| Some(SheetName::Title(title.to_owned()));
        for (range, beside, found) in [
            ("A1", None, "'Plan'!A1"),
            ("A:B", Some(SheetName::Id(7)), "'2026'!A1:B100"),
            ("2:3", Some(SheetName::Id(0)), "'Plan'!A2:E3"),
            ("B2:Z999", titled("plan"), "'Plan'!B2:E100"),
            ("C1", titled("7"), "'2026'!C1"),
            ("'2026'!A1", titled("Plan"), "'2026'!A1"),
            ("totals", None, "'2026'!A2:B3"),
            ("plan", Some(SheetName::Id(7)), "'Plan'!A1:E100"),
        ] {
            assert_eq!(shown(range, beside.as_ref()).as_deref(), Ok(found), "{range}");
        }
        for (range, beside) in
            [("A101", None), ("F1", None), ("Nowhere", None), ("X!A1", None), ("A1", Some(SheetName::Id(9)))]
        {
            assert_eq!(shown(range, beside.as_ref()), Err(Code::InputInvalid), "{range}");
        }
    }
}
