//! Rows and columns: their sizes, new ones, and those that go.

use kernel::Failure;
use serde_json::json;

use super::axis::{Axis, COLUMNS, ROWS};
use super::seen::Check;
use super::step::{Desk, Drafted, Loss, plain};
use crate::gmail::visible_line;
use crate::sheets::a1::{self, Block};
use crate::sheets::book::{GridProperties, Place};

const MOST_LINES: u32 = 1_000;

impl Desk<'_> {
    pub(super) fn width(&self, columns: &str, pixels: Option<u32>) -> Result<Drafted, Failure> {
        let span = a1::columns(columns)?;
        let place = self.lines(COLUMNS, span)?;
        let check = pixels.map(|pixels| Check::Width { place: first_row(&place), pixels });
        sized(&place, COLUMNS, span, pixels, check)
    }

    pub(super) fn height(&self, rows: &str, pixels: Option<u32>) -> Result<Drafted, Failure> {
        let span = a1::rows(rows)?;
        let place = self.lines(ROWS, span)?;
        let check = pixels.map(|pixels| Check::Height { place: first_column(&place), pixels });
        sized(&place, ROWS, span, pixels, check)
    }

    pub(super) fn insert(&self, axis: &Axis, start: u32, count: u32) -> Result<Drafted, Failure> {
        let sheet = &self.sheet()?.properties;
        let grid = sheet.grid()?;
        if !(1..=MOST_LINES).contains(&count) || start > axis.size(grid) {
            return Err(Failure::invalid(
                "At most 1,000 can be inserted at once, and only within or right after the sheet.",
            ));
        }
        let dimension = axis.range(sheet.sheet_id, (start, start + count));
        let request = if start == axis.size(grid) {
            json!({ "appendDimension": { "sheetId": sheet.sheet_id, "dimension": axis.name, "length": count } })
        } else {
            json!({ "insertDimension": { "range": dimension, "inheritFromBefore": start > 0 } })
        };
        let words = format!(
            "{}: {count} empty {} before {}",
            visible_line(&sheet.title),
            axis.words,
            axis.shown(start)
        );
        let check = Check::Size {
            sheet: sheet.sheet_id,
            before: size(grid),
            after: axis.grown(grid, i64::from(count)),
        };
        Ok(Drafted { moves: true, ..plain(request, words, check) })
    }

    pub(super) fn delete(&self, axis: &Axis, span: (u32, u32)) -> Result<Drafted, Failure> {
        let place = self.lines(axis, span)?;
        let grid = self.sheet()?.properties.grid()?;
        let request = json!({ "deleteDimension": { "range": axis.range(place.sheet, span) } });
        let words = format!(
            "{}: {} {} to {} are deleted",
            visible_line(&place.title),
            axis.words,
            axis.shown(span.0),
            axis.shown(span.1 - 1)
        );
        let lines = i64::from(span.1) - i64::from(span.0);
        let check = Check::Size { sheet: place.sheet, before: size(grid), after: axis.grown(grid, -lines) };
        let loss = Loss::Cells { place, but: Vec::new() };
        Ok(Drafted { loss, moves: true, ..plain(request, words, check) })
    }

    /// Whole rows or columns of the sheet.
    fn lines(&self, axis: &Axis, (start, end): (u32, u32)) -> Result<Place, Failure> {
        let whole = self.sheet()?.properties.whole()?;
        let edge = axis.size(self.sheet()?.properties.grid()?);
        if end > edge {
            return Err(Failure::invalid(format!("The sheet has {edge} {} only.", axis.words)));
        }
        let block = if axis.name == ROWS.name {
            Block { top: start, bottom: end, ..whole.block }
        } else {
            Block { left: start, right: end, ..whole.block }
        };
        Ok(Place { block, ..whole })
    }
}

fn size(grid: GridProperties) -> (u32, u32) {
    (grid.rows, grid.columns)
}

fn sized(
    place: &Place,
    axis: &Axis,
    span: (u32, u32),
    pixels: Option<u32>,
    check: Option<Check>,
) -> Result<Drafted, Failure> {
    let range = axis.range(place.sheet, span);
    let lines = format!("{} {} to {}", axis.words, axis.shown(span.0), axis.shown(span.1 - 1));
    let lines = format!("{}: {lines}", visible_line(&place.title));
    let Some(pixels) = pixels else {
        let request = json!({ "autoResizeDimensions": { "dimensions": range } });
        return Ok(plain(request, format!("{lines} fitted to what is in them"), Check::CannotTell));
    };
    if !(1..=2_000).contains(&pixels) {
        return Err(Failure::invalid("`pixels` must be between 1 and 2,000."));
    }
    let properties = json!({ "pixelSize": pixels });
    let request = json!({ "updateDimensionProperties": { "range": range, "properties": properties, "fields": "pixelSize" } });
    Ok(plain(request, format!("{lines}: {pixels} pixels"), check.unwrap_or(Check::CannotTell)))
}

fn first_row(place: &Place) -> Place {
    Place { block: Block { bottom: place.block.top + 1, ..place.block }, ..place.clone() }
}

fn first_column(place: &Place) -> Place {
    Place { block: Block { right: place.block.left + 1, ..place.block }, ..place.clone() }
}
