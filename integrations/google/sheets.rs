//! Sheets, typed: what we ask of it and what we read of its answers.
//!
//! Knows cells and sheets, not people: whose spreadsheets they are, the client was told before.

pub(crate) mod a1;
pub(crate) mod append_rows;
mod book;
pub(crate) mod card;
pub(crate) mod carrying;
mod cells;
pub(crate) mod create_spreadsheet;
mod fitting;
pub(crate) mod format_sheet;
mod formula;
pub(crate) mod given;
mod input;
mod kept;
mod opening;
pub(crate) mod restore_cells;
pub(crate) mod routes;
pub(crate) mod table;
mod write_cells;

use kernel::Scope;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::api::{Api, Ask, Trouble};
use crate::drive::Handle;
use crate::json::google_json;
use a1::Written;
use book::Book;
use cells::{At, Calculated, Filled, Grid, Look};

pub(crate) use a1::Block;
pub(crate) use append_rows::{Added, Appending};
pub(crate) use book::{Place, SheetName, SheetRow};
pub(crate) use create_spreadsheet::{Creating, NewSheet};
pub(crate) use format_sheet::Formatting;
pub(crate) use format_sheet::change::Change;
pub(crate) use input::Input;
pub(crate) use opening::Opened;
pub(crate) use table::Table;
pub(crate) use write_cells::{Part, Writing};

/// The spreadsheets of one account.
#[derive(Clone)]
pub(crate) struct Sheets {
    api: Api,
}

/// How values are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rendering {
    AsShown,
    Formulas,
    /// Numbers as numbers.
    Raw,
}

google_json! {
    /// The values of one range, without the empty ones at the end of each row and the empty rows at the end.
    Values { values: Vec<Vec<Value>> }

    ValueRanges { value_ranges: Vec<Values> }
    Appended { updates: Updates }
    Updates { updated_range: String }
}

/// How many rows at the end are looked at first for the last one that holds something.
const LAST_ROWS: u32 = 1_000;

impl Sheets {
    pub(crate) fn new(api: Api) -> Self {
        Self { api }
    }

    /// Whether any one of these is granted.
    pub(crate) async fn sees(&self, any_of: &[Scope]) -> bool {
        self.api.allows(any_of).await
    }

    /// What the spreadsheet is made of, without its cells.
    pub(crate) async fn book(&self, file: &Handle) -> Result<Book, Trouble> {
        self.api.ask(&Ask::to(&routes::GET).at(file).only(book::FIELDS)).await
    }

    /// In the order of the places.
    pub(crate) async fn values(
        &self,
        file: &Handle,
        places: &[Place],
        rendering: Rendering,
    ) -> Result<Vec<Values>, Trouble> {
        let render = match rendering {
            Rendering::AsShown => "FORMATTED_VALUE",
            Rendering::Formulas => "FORMULA",
            Rendering::Raw => "UNFORMATTED_VALUE",
        };
        let ask = Ask::to(&routes::VALUES_GET)
            .at(file)
            .with_each("ranges", places.iter().map(|place| place.written().as_str().to_owned()))
            .with("valueRenderOption", render)
            // A date as a number of days since 1899 is of no use to anybody.
            .with("dateTimeRenderOption", "FORMATTED_STRING")
            .only(&["valueRanges/values"]);
        let mut found = self.api.ask::<ValueRanges>(&ask).await?.value_ranges;
        found.resize_with(places.len(), Values::default);
        Ok(found)
    }

    /// What was entered into each cell, exactly, in the order of the places.
    pub(crate) async fn cells(&self, file: &Handle, places: &[Place]) -> Result<Vec<Grid>, Trouble> {
        let ranges: Vec<Written> = places.iter().map(Place::written).collect();
        let fields = ["sheets(properties/sheetId,data(rowData/values/userEnteredValue))"];
        Ok(self.look::<Look>(file, &ranges, &fields).await?.grids(places))
    }

    /// The same, and how their numbers are written.
    pub(crate) async fn cells_and_formats(
        &self,
        file: &Handle,
        places: &[Place],
    ) -> Result<Vec<Filled>, Trouble> {
        let ranges: Vec<Written> = places.iter().map(Place::written).collect();
        let fields = [
            "sheets(properties/sheetId,data(rowData/values(userEnteredValue,userEnteredFormat/numberFormat)))",
        ];
        Ok(self.look::<Look>(file, &ranges, &fields).await?.filled(places))
    }

    /// Every formula in these, and where it is, in the order of the places.
    pub(crate) async fn formulas(
        &self,
        file: &Handle,
        places: &[Place],
    ) -> Result<Vec<Vec<(At, String)>>, Trouble> {
        let ranges: Vec<Written> = places.iter().map(Place::written).collect();
        let fields = ["sheets(properties/sheetId,data(rowData/values/userEnteredValue/formulaValue))"];
        Ok(self.look::<Look<Calculated>>(file, &ranges, &fields).await?.formulas(places))
    }

    /// The number of the row after the last one that holds something.
    pub(crate) async fn used_rows(&self, file: &Handle, sheet: &Place) -> Result<u32, Trouble> {
        let (mut bottom, mut step) = (sheet.block.bottom, LAST_ROWS);
        while bottom > sheet.block.top {
            let top = bottom.saturating_sub(step).max(sheet.block.top);
            let tail = Place { block: Block { top, bottom, ..sheet.block }, ..sheet.clone() };
            let found = self.values(file, &[tail], Rendering::Formulas).await?;
            let rows = found.first().map_or(0, |found| found.values.len());
            if rows > 0 {
                return Ok(top + u32::try_from(rows).unwrap_or(u32::MAX));
            }
            (bottom, step) = (top, step.saturating_mul(4));
        }
        Ok(sheet.block.top)
    }

    /// Asked once only: by the time of a second one somebody may have changed the cells.
    pub(crate) async fn write(&self, file: &Handle, data: Vec<Value>, input: Input) -> Result<(), Trouble> {
        let ask = Ask::to(&routes::VALUES_UPDATE)
            .at(file)
            .json(json!({ "valueInputOption": input.name(), "data": data }))
            .only(&["spreadsheetId"]);
        self.api.tell(&ask).await
    }

    /// Below the table that a range is part of. Gives the range that was filled. Asked once only.
    pub(crate) async fn append(
        &self,
        file: &Handle,
        table: &Written,
        rows: &[Vec<Value>],
        input: Input,
    ) -> Result<String, Trouble> {
        let ask = Ask::to(&routes::VALUES_APPEND)
            .at(file)
            .at(table)
            .with("valueInputOption", input.name())
            .with("insertDataOption", "INSERT_ROWS")
            .json(json!({ "values": rows }))
            .only(&["updates/updatedRange"]);
        Ok(self.api.ask::<Appended>(&ask).await?.updates.updated_range)
    }

    /// All of the requests, or none. Asked once only.
    pub(crate) async fn change(&self, file: &Handle, requests: &[Value]) -> Result<(), Trouble> {
        let ask = Ask::to(&routes::BATCH_UPDATE)
            .at(file)
            .json(json!({ "requests": requests }))
            .only(&["spreadsheetId"]);
        self.api.tell(&ask).await
    }

    /// What the given parts of a spreadsheet look like.
    pub(crate) async fn look<T: DeserializeOwned>(
        &self,
        file: &Handle,
        ranges: &[Written],
        fields: &[&str],
    ) -> Result<T, Trouble> {
        let ask = Ask::to(&routes::GET)
            .at(file)
            .with_each("ranges", ranges.iter().map(|range| range.as_str().to_owned()))
            .only(fields);
        self.api.ask(&ask).await
    }
}
