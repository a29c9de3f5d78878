//! Workbooks: every sheet under its name, a line per row, tabs between cells.

mod cell;

use std::{fmt::Display, io::Cursor, ops::ControlFlow};

use calamine::{
    Data, Ods, OdsError, Range, Reader, Sheet, SheetType, SheetVisible, Xls, XlsError, Xlsb, XlsbError, Xlsx,
    XlsxError,
};

use self::cell::words;
use crate::output::Output;
use crate::protocol::{Unreadable, count};

/// Each gives back how many sheets there are.
///
/// Cells are taken one after the other: a whole sheet in memory would be as large as its farthest corner.
pub(super) fn excel(bytes: &[u8], output: &mut Output) -> Result<u32, Unreadable> {
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(excel_reason)?;
    let sheets = workbook.sheets_metadata().to_vec();
    for sheet in &sheets {
        if heading(sheet, output).is_break() {
            break;
        }
        if !has_cells(sheet) {
            continue;
        }
        let mut cells = workbook.worksheet_cells_reader(&sheet.name).map_err(excel_reason)?;
        let mut lines = Lines::new(output);
        while let Some(cell) = cells.next_cell().map_err(excel_reason)? {
            if lines.cell(cell.get_position(), &words(&Data::from(cell.get_value().clone()))).is_break() {
                break;
            }
        }
    }
    Ok(count(sheets.len()))
}

pub(super) fn binary(bytes: &[u8], output: &mut Output) -> Result<u32, Unreadable> {
    whole(Xlsb::new(Cursor::new(bytes)), output, |error| match error {
        XlsbError::Password => Unreadable::Encrypted,
        other => Unreadable::damaged(other),
    })
}

pub(super) fn old(bytes: &[u8], output: &mut Output) -> Result<u32, Unreadable> {
    whole(Xls::new(Cursor::new(bytes)), output, |error| match error {
        XlsError::Password => Unreadable::Encrypted,
        other => Unreadable::damaged(other),
    })
}

pub(super) fn open_document(bytes: &[u8], output: &mut Output) -> Result<u32, Unreadable> {
    whole(Ods::new(Cursor::new(bytes)), output, |error| match error {
        OdsError::Password => Unreadable::Encrypted,
        other => Unreadable::damaged(other),
    })
}

fn excel_reason(error: XlsxError) -> Unreadable {
    match error {
        XlsxError::Password => Unreadable::Encrypted,
        other => Unreadable::damaged(other),
    }
}

/// The formats whose sheets are read at once.
fn whole<'a, R, E>(
    workbook: Result<R, E>,
    output: &mut Output,
    reason: impl Fn(E) -> Unreadable,
) -> Result<u32, Unreadable>
where
    R: Reader<Cursor<&'a [u8]>, Error = E>,
    E: Display,
{
    let mut workbook = workbook.map_err(&reason)?;
    let sheets = workbook.sheets_metadata().to_vec();
    for sheet in &sheets {
        if heading(sheet, output).is_break() {
            break;
        }
        if !has_cells(sheet) {
            continue;
        }
        let range = workbook.worksheet_range(&sheet.name).map_err(&reason)?;
        if rows(&range, output).is_break() {
            break;
        }
    }
    Ok(count(sheets.len()))
}

fn has_cells(sheet: &Sheet) -> bool {
    match sheet.typ {
        SheetType::WorkSheet | SheetType::MacroSheet => true,
        SheetType::ChartSheet | SheetType::DialogSheet | SheetType::Vba => false,
    }
}

fn rows(range: &Range<Data>, output: &mut Output) -> ControlFlow<()> {
    let (first_row, first_column) = range.start().unwrap_or_default();
    let mut lines = Lines::new(output);
    for (row, column, value) in range.used_cells() {
        let place = (first_row.saturating_add(count(row)), first_column.saturating_add(count(column)));
        lines.cell(place, &words(value))?;
    }
    ControlFlow::Continue(())
}

fn heading(sheet: &Sheet, output: &mut Output) -> ControlFlow<()> {
    let hidden = match sheet.visible {
        SheetVisible::Visible => "",
        SheetVisible::Hidden | SheetVisible::VeryHidden => " (hidden)",
    };
    let name = sheet.name.replace(['\n', '\r'], " ");
    output.push(&format!("\n\n# {name}{hidden}\n"))
}

/// Cells in reading order, as lines. Columns keep their place; empty rows are left out.
struct Lines<'a> {
    output: &'a mut Output,
    place: Option<(u32, u32)>,
}

impl<'a> Lines<'a> {
    fn new(output: &'a mut Output) -> Self {
        Self { output, place: None }
    }

    fn cell(&mut self, (row, column): (u32, u32), words: &str) -> ControlFlow<()> {
        if words.is_empty() {
            return ControlFlow::Continue(());
        }
        let from = match self.place {
            Some((last_row, last_column)) if last_row == row => last_column,
            Some(_) | None => {
                self.output.push("\n")?;
                0
            }
        };
        for _ in from..column {
            self.output.push("\t")?;
        }
        self.place = Some((row, column));
        self.output.push(words)
    }
}
