//! What is kept of cells that were changed: what we left in them, what was there before, and the rows they got.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::a1::Block;
use super::book::{GridProperties, Place};
use super::cells::{At, Cell, Entered, Filled, Grid, NumberFormat, same};

/// What is kept of one sheet.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    pub(crate) sheet: i64,
    pub(crate) title: String,
    pub(crate) cells: Vec<Touched>,
    #[serde(default)]
    pub(crate) made: Made,
}

/// A cell that was changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Touched {
    pub(crate) row: u32,
    pub(crate) column: u32,
    /// What we left in it.
    pub(crate) left: Cell,
    /// What was in it before.
    pub(crate) back: Cell,
    /// Where that was changed as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<Reformatted>,
}

/// How the number of a cell is written, as we left it and as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reformatted {
    pub(crate) left: Option<NumberFormat>,
    pub(crate) back: Option<NumberFormat>,
}

/// The rows that the sheet got for the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Made {
    #[default]
    Nothing,
    /// These, up to the last, in a sheet that is so large with them.
    Rows { from: u32, to: u32, of: u32, columns: u32 },
    /// Others have added or removed rows at the same moment.
    Unclear,
}

impl Touched {
    pub(super) fn at(&self) -> At {
        (self.row, self.column)
    }

    pub(super) fn is_left(&self, now: Option<&Entered>, format: Option<&NumberFormat>) -> bool {
        same(now, self.left.as_ref())
            && self.format.as_ref().is_none_or(|changed| changed.left.as_ref() == format)
    }

    pub(super) fn is_back(&self, now: Option<&Entered>, format: Option<&NumberFormat>) -> bool {
        same(now, self.back.as_ref())
            && self.format.as_ref().is_none_or(|changed| changed.back.as_ref() == format)
    }

    /// As Google's requests hold what was there before.
    fn data(&self) -> Value {
        let entered = self.back.as_ref().map(|entered| ("userEnteredValue".to_owned(), json!(entered)));
        let format = self.format.as_ref().and_then(|changed| changed.back.as_ref());
        let format = format.map(|format| ("userEnteredFormat".to_owned(), json!({ "numberFormat": format })));
        Value::Object([entered, format].into_iter().flatten().collect())
    }
}

impl Made {
    /// In a sheet that is so large now.
    pub(super) fn within(self, grid: GridProperties) -> Self {
        match self {
            Self::Rows { from, to, .. } => Self::Rows { from, to, of: grid.rows, columns: grid.columns },
            Self::Nothing | Self::Unclear => self,
        }
    }

    /// The last thing that is done: it moves what lies below.
    fn request(self, sheet: i64) -> Option<Value> {
        let Self::Rows { from, to, .. } = self else { return None };
        let range = json!({ "sheetId": sheet, "dimension": "ROWS", "startIndex": from, "endIndex": to });
        Some(json!({ "deleteDimension": { "range": range } }))
    }

    pub(super) fn words(self) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::Rows { from, to, .. } => {
                Some(format!("rows {} to {to}, which were added for them, are deleted", from + 1))
            }
            Self::Unclear => Some("rows that were added for them stay, empty".to_owned()),
        }
    }
}

impl Kept {
    /// The block that holds all of its cells, and all of the rows that were made for them.
    pub(super) fn place(&self) -> Place {
        let first = |of: fn(&Touched) -> u32| self.cells.iter().map(of).min().unwrap_or_default();
        let end = |of: fn(&Touched) -> u32| self.cells.iter().map(of).max().map_or(1, |last| last + 1);
        let mut block = Block {
            top: first(|cell| cell.row),
            left: first(|cell| cell.column),
            bottom: end(|cell| cell.row),
            right: end(|cell| cell.column),
        };
        if let Made::Rows { from, to, columns, .. } = self.made {
            (block.top, block.bottom) = (block.top.min(from), block.bottom.max(to));
            (block.left, block.right) = (0, block.right.max(columns));
        }
        Place { sheet: self.sheet, title: self.title.clone(), block }
    }

    /// What others have done to the looks of the cells since is left alone.
    pub(super) fn requests(&self) -> Vec<Value> {
        let (formatted, plain): (Vec<&Touched>, Vec<&Touched>) =
            self.cells.iter().partition(|cell| cell.format.is_some());
        let mut requests = self.updates(&plain, "userEnteredValue");
        requests.extend(self.updates(&formatted, "userEnteredValue,userEnteredFormat.numberFormat"));
        requests.extend(self.made.request(self.sheet));
        requests
    }

    /// One request for each rectangle of neighbours.
    fn updates(&self, cells: &[&Touched], fields: &str) -> Vec<Value> {
        let mut runs: Vec<(Block, Vec<Vec<Value>>)> = Vec::new();
        for cell in cells {
            match runs.last_mut() {
                Some((block, rows))
                    if block.bottom == cell.row + 1 && block.right == cell.column && block.height() == 1 =>
                {
                    block.right += 1;
                    for row in rows {
                        row.push(cell.data());
                    }
                }
                _ => {
                    let block = Block {
                        top: cell.row,
                        left: cell.column,
                        bottom: cell.row + 1,
                        right: cell.column + 1,
                    };
                    runs.push((block, vec![vec![cell.data()]]));
                }
            }
        }
        let mut stacked: Vec<(Block, Vec<Vec<Value>>)> = Vec::new();
        for (block, rows) in runs {
            match stacked.last_mut() {
                Some((above, lines))
                    if (above.left, above.right, above.bottom) == (block.left, block.right, block.top) =>
                {
                    above.bottom = block.bottom;
                    lines.extend(rows);
                }
                _ => stacked.push((block, rows)),
            }
        }
        let request = |(block, rows): (Block, Vec<Vec<Value>>)| {
            let place = Place { block, ..self.place() };
            let rows: Vec<Value> = rows.into_iter().map(|cells| json!({ "values": cells })).collect();
            let update = json!({ "range": place.grid_range(), "rows": rows, "fields": fields });
            json!({ "updateCells": update })
        };
        stacked.into_iter().map(request).collect()
    }

    /// What somebody else has put into the rows that were made.
    pub(super) fn others(&self, place: &Place, now: &Filled) -> Vec<At> {
        let Made::Rows { from, to, .. } = self.made else { return Vec::new() };
        let ours: BTreeSet<At> = self.cells.iter().map(Touched::at).collect();
        let filled = now.cells.filled(place.block).map(|(at, _)| at);
        filled.filter(|at| (from..to).contains(&at.0) && !ours.contains(at)).collect()
    }
}

/// Cells of a grid that are to be emptied again, with the rows that were made for them.
pub(crate) fn emptied(place: &Place, grid: &Grid, made: Made) -> Kept {
    let cell = |((row, column), left): (At, &Entered)| Touched {
        row,
        column,
        left: Some(left.clone()),
        back: None,
        format: None,
    };
    Kept {
        sheet: place.sheet,
        title: place.title.clone(),
        cells: grid.filled(place.block).map(cell).collect(),
        made,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touched(row: u32, column: u32, back: f64) -> Touched {
        Touched { row, column, left: None, back: Some(Entered::Number(back)), format: None }
    }

    #[test]
    fn neighbours_go_back_together_and_what_lies_between_is_not_touched() {
        let kept = Kept {
            sheet: 0,
            title: "Costs".to_owned(),
            cells: vec![
                touched(1, 1, 1.0),
                touched(1, 2, 2.0),
                touched(2, 1, 3.0),
                touched(2, 2, 4.0),
                touched(4, 1, 5.0),
            ],
            made: Made::Nothing,
        };
        let requests = kept.requests();
        assert_eq!(requests.len(), 2);
        let first = &requests[0]["updateCells"];
        assert_eq!(
            first["range"],
            json!({ "sheetId": 0, "startRowIndex": 1, "endRowIndex": 3, "startColumnIndex": 1, "endColumnIndex": 3 })
        );
        assert_eq!(first["rows"][1]["values"][0], json!({ "userEnteredValue": { "numberValue": 3.0 } }));
        assert_eq!(first["fields"], "userEnteredValue");
        assert_eq!(requests[1]["updateCells"]["range"]["startRowIndex"], 4);
        assert_eq!(kept.place().block, Block { top: 1, left: 1, bottom: 5, right: 3 });
    }
}
