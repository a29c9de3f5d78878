//! Showing values: as a cell shows them, as they are, or as formulas.

use serde_json::{Value, json};

use crate::call::Call;
use crate::sheets::area::{Axis, Block};
use crate::sheets::calculation::Calculation;
use crate::sheets::given::text;
use crate::sheets::grid::Sheet;
use crate::sheets::scalar::Scalar;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Show {
    Formatted,
    Unformatted,
    Formula,
}

/// How values are to be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rendering {
    show: Show,
    /// Whether dates are texts where numbers are numbers.
    written_dates: bool,
    axis: Axis,
}

impl Rendering {
    pub(crate) fn of_query(call: &Call, value: &str, date: &str) -> Self {
        let option = |name: &str| call.query.one(name).unwrap_or_default();
        Self::read(option(value), option(date), option("majorDimension"))
    }

    /// From a body, whose options may have a prefix such as `response`.
    pub(crate) fn of_body(body: &Value, prefix: &str) -> Self {
        if prefix.is_empty() {
            let option = |name: &str| text(body, name);
            return Self::read(
                option("valueRenderOption"),
                option("dateTimeRenderOption"),
                option("majorDimension"),
            );
        }
        let option = |name: &str| text(body, &format!("{prefix}{name}"));
        Self::read(option("ValueRenderOption"), option("DateTimeRenderOption"), "")
    }

    fn read(value: &str, date: &str, dimension: &str) -> Self {
        let show = match value {
            "UNFORMATTED_VALUE" => Show::Unformatted,
            "FORMULA" => Show::Formula,
            _ => Show::Formatted,
        };
        let axis = if dimension == "COLUMNS" { Axis::Columns } else { Axis::Rows };
        Self { show, written_dates: date == "FORMATTED_STRING", axis }
    }

    pub(super) fn dimension(self) -> &'static str {
        match self.axis {
            Axis::Rows => "ROWS",
            Axis::Columns => "COLUMNS",
        }
    }
}

/// The values of a block, without the empty cells at the end of each line and the empty lines at the end.
pub(crate) fn rendered(
    calculation: &Calculation<'_>,
    sheet: &Sheet,
    block: Block,
    rendering: Rendering,
) -> Vec<Vec<Value>> {
    let mut lines: Vec<Vec<Value>> = Vec::new();
    for ((row, column), cell) in sheet.cells.within(block).filter(|(_, cell)| cell.value.is_some()) {
        let place = sheet.place((row, column));
        let value = calculation.value(place);
        let shown = match (rendering.show, cell.formula(), &value) {
            (Show::Formula, Some(formula), _) => json!(formula),
            (Show::Formatted, _, _) => json!(calculation.shown(place)),
            (_, _, Scalar::Number(_)) if rendering.written_dates && is_date(calculation, place) => {
                json!(calculation.shown(place))
            }
            _ => value.unformatted(),
        };
        if shown == json!("") {
            continue;
        }
        let (line, at) = match rendering.axis {
            Axis::Rows => (row - block.top, column - block.left),
            Axis::Columns => (column - block.left, row - block.top),
        };
        put(&mut lines, line as usize, at as usize, shown);
    }
    lines
}

fn is_date(calculation: &Calculation<'_>, place: crate::sheets::grid::Place) -> bool {
    calculation.format(place).is_some_and(|format| format.is_date())
}

fn put(lines: &mut Vec<Vec<Value>>, line: usize, at: usize, value: Value) {
    if lines.len() <= line {
        lines.resize(line + 1, Vec::new());
    }
    let Some(cells) = lines.get_mut(line) else { return };
    if cells.len() <= at {
        cells.resize(at + 1, json!(""));
    }
    if let Some(cell) = cells.get_mut(at) {
        *cell = value;
    }
}
