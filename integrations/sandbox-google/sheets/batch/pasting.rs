//! Copying and moving cells.

use serde_json::Value;

use super::appearance::block;
use super::cells::inside;
use crate::sheets::area::Block;
use crate::sheets::calculation::Calculation;
use crate::sheets::draft::Draft;
use crate::sheets::formula;
use crate::sheets::given::{self, grid_range, index, part, text};
use crate::sheets::grid::{Cell, Entered};
use crate::sheets::objection::Objection;
use crate::sheets::scalar::Scalar;

/// Copies cells, as often as the destination has room for all of them, and once at least.
pub(super) fn copy(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (from, source) = grid_range(part(given, "source"))?;
    let source = draft.book.grid(from)?.within(source)?;
    let (to, wanted) = grid_range(part(given, "destination"))?;
    let turned = text(given, "pasteOrientation") == "TRANSPOSE";
    let (height, width) =
        if turned { (source.width(), source.height()) } else { (source.height(), source.width()) };
    let grid = draft.book.grid(to)?;
    let room = grid.within(wanted)?;
    let times = |room: u32, size: u32| (room / size).max(1) * size;
    let target = Block {
        bottom: room.top + times(room.height(), height),
        right: room.left + times(room.width(), width),
        ..room
    };
    inside(grid, target.into())?;
    draft.permit(to, target.into())?;
    let kind = Kind::read(text(given, "pasteType"));
    let copied = copied(draft, from, source, kind)?;
    let sheet = draft.book.grid_mut(to)?;
    for (row, column) in target.places() {
        let (down, right) = ((row - target.top) % height, (column - target.left) % width);
        let (down, right) = if turned { (right, down) } else { (down, right) };
        let Some(cell) = copied.get((down * source.width() + right) as usize) else { continue };
        let mut cell = cell.clone();
        if let Some(Entered::Formula(formula)) = &mut cell.value {
            let by = |to: u32, from: u32| i64::from(to) - i64::from(from);
            *formula = formula::offset(formula, by(row, source.top + down), by(column, source.left + right));
        }
        sheet.cells.edit((row, column), |place| kind.paste(&cell, place));
    }
    Ok(Value::Null)
}

/// Moves cells; formulas elsewhere that name them follow.
pub(super) fn cut(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (from, source) = block(draft, part(given, "source"))?;
    let start = part(given, "destination");
    let to = given::sheet(start);
    let (top, left) =
        (index(start, "rowIndex")?.unwrap_or_default(), index(start, "columnIndex")?.unwrap_or_default());
    let target = Block { top, left, bottom: top + source.height(), right: left + source.width() };
    inside(draft.book.grid(to)?, target.into())?;
    draft.permit(to, target.into())?;
    let kind = Kind::read(text(given, "pasteType"));
    let moved = copied(draft, from, source, kind)?;
    let sheet = draft.book.grid_mut(from)?;
    for place in source.places() {
        sheet.cells.edit(place, |cell| kind.paste(&Cell::default(), cell));
    }
    draft.book.relocate(from, source, to, (top, left))?;
    let home = draft.book.grid(from)?.title.clone();
    let sheet = draft.book.grid_mut(to)?;
    for (place, mut cell) in target.places().zip(moved) {
        if let (Some(Entered::Formula(formula)), false) = (&mut cell.value, from == to) {
            *formula = formula::at_home(formula, &home);
        }
        sheet.cells.edit(place, |place| kind.paste(&cell, place));
    }
    Ok(Value::Null)
}

/// What of a cell is pasted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Everything,
    Values,
    Formats,
    WithoutBorders,
    Formulas,
    Validation,
    /// Conditional formats, which belong to ranges and not to cells.
    Rules,
}

impl Kind {
    fn read(text: &str) -> Self {
        match text {
            "PASTE_VALUES" => Self::Values,
            "PASTE_FORMAT" => Self::Formats,
            "PASTE_NO_BORDERS" => Self::WithoutBorders,
            "PASTE_FORMULA" => Self::Formulas,
            "PASTE_DATA_VALIDATION" => Self::Validation,
            "PASTE_CONDITIONAL_FORMATTING" => Self::Rules,
            _ => Self::Everything,
        }
    }

    fn paste(self, from: &Cell, to: &mut Cell) {
        let mut field = |name: &str| {
            to.fields.remove(name);
            to.fields.extend(from.fields.get(name).map(|value| (name.to_owned(), value.clone())));
        };
        match self {
            Self::Everything => *to = from.clone(),
            Self::Values | Self::Formulas => to.value.clone_from(&from.value),
            Self::Formats => field("userEnteredFormat"),
            Self::Validation => field("dataValidation"),
            Self::Rules => {}
            Self::WithoutBorders => {
                let borders = to.format("borders").cloned();
                *to = from.clone();
                if borders.is_some() || to.format("borders").is_some() {
                    to.set_format("borders", borders.unwrap_or_default());
                }
            }
        }
    }
}

/// The cells of a block as they are copied: for values, what formulas come to.
fn copied(draft: &Draft, id: i32, block: Block, kind: Kind) -> Result<Vec<Cell>, Objection> {
    let sheet = draft.book.grid(id)?;
    let calculation = Calculation::new(&draft.book);
    let cell = |place: (u32, u32)| {
        let mut cell = sheet.cells.get(place).cloned().unwrap_or_default();
        if kind == Kind::Values && cell.formula().is_some() {
            cell.value = match calculation.value(sheet.place(place)) {
                Scalar::Empty => None,
                Scalar::Number(number) => Some(Entered::Number(number)),
                Scalar::Text(text) => Some(Entered::Text(text)),
                Scalar::Bool(truth) => Some(Entered::Bool(truth)),
                Scalar::Fault(fault) => Some(Entered::Formula(format!("={}", fault.kind.sign()))),
            };
        }
        cell
    };
    Ok(block.places().map(cell).collect())
}
