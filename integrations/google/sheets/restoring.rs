//! The way back: cells as they were left, and as they were before. What somebody has changed since is not overwritten.

use std::time::Duration;

use kernel::{Code, Effect, Failure, Time, Undo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Sheets;
use super::a1::Block;
use super::book::Place;
use super::card::some_of;
use super::cells::{At, Cell, Grid, data, listed, same, shown};
use crate::api::Trouble;
use crate::drive::handle::Handle;

/// How long something can be undone.
const UNDO: Duration = Duration::from_hours(24);

/// Puts cells of a spreadsheet back as they were before a change of ours.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    pub(crate) file: Handle,
    pub(crate) link: String,
    pub(crate) sheets: Vec<Kept>,
}

/// What is kept of one sheet.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    pub(crate) sheet: i64,
    pub(crate) title: String,
    pub(crate) cells: Vec<Touched>,
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
}

/// How cells stand to a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Before,
    After,
    /// These are neither.
    Elsewhere(Vec<At>),
}

impl Touched {
    fn at(&self) -> At {
        (self.row, self.column)
    }
}

impl Kept {
    /// The block that holds all of its cells.
    fn place(&self) -> Place {
        let first = |of: fn(&Touched) -> u32| self.cells.iter().map(of).min().unwrap_or_default();
        let end = |of: fn(&Touched) -> u32| self.cells.iter().map(of).max().map_or(1, |last| last + 1);
        let block = Block {
            top: first(|cell| cell.row),
            left: first(|cell| cell.column),
            bottom: end(|cell| cell.row),
            right: end(|cell| cell.column),
        };
        Place { sheet: self.sheet, title: self.title.clone(), block }
    }

    /// One request for each rectangle of neighbours.
    fn requests(&self) -> Vec<Value> {
        let mut runs: Vec<(Block, Vec<Vec<Value>>)> = Vec::new();
        for cell in &self.cells {
            match runs.last_mut() {
                Some((block, rows))
                    if block.bottom == cell.row + 1 && block.right == cell.column && block.height() == 1 =>
                {
                    block.right += 1;
                    for row in rows {
                        row.push(data(&cell.back));
                    }
                }
                _ => {
                    let block = Block {
                        top: cell.row,
                        left: cell.column,
                        bottom: cell.row + 1,
                        right: cell.column + 1,
                    };
                    runs.push((block, vec![vec![data(&cell.back)]]));
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
            let update = json!({ "range": place.grid_range(), "rows": rows, "fields": "userEnteredValue" });
            json!({ "updateCells": update })
        };
        stacked.into_iter().map(request).collect()
    }
}

impl Back {
    pub(crate) const TOOL: &'static str = "sheets.restore";

    /// The button that takes it back.
    pub(crate) fn undo(self, words: String, now: Time) -> Result<Undo, Failure> {
        let arguments = serde_json::to_value(self).map_err(|error| {
            Failure::operator(
                Code::ExecutionFailed,
                format!("The way back could not be written down: {error}."),
            )
        })?;
        Ok(Undo { words, tool: Self::TOOL.to_owned(), arguments, until: now.plus(UNDO) })
    }

    /// Refuses where anything was changed since, and follows a sheet that has another title now.
    pub(crate) async fn planned(mut self, sheets: &Sheets) -> Result<Self, Failure> {
        let book = sheets.book(&self.file).await?;
        for kept in &mut self.sheets {
            let sheet = book.by_id(kept.sheet).ok_or_else(|| changed("its sheet is gone"))?;
            let (grid, end) = (sheet.properties.grid()?, kept.place().block);
            if end.bottom > grid.rows || end.right > grid.columns {
                return Err(changed("rows or columns were deleted"));
            }
            kept.title.clone_from(&sheet.properties.title);
        }
        match self.standing(sheets).await? {
            Standing::After => Ok(self),
            Standing::Before => Err(Failure::person(
                Code::Conflict,
                "It is already as it was before; there is nothing to undo.",
            )),
            Standing::Elsewhere(cells) => {
                Err(changed(&format!("{} hold something else now", listed(&cells))))
            }
        }
    }

    pub(crate) async fn run(&self, sheets: &Sheets) -> Result<(), Failure> {
        if let Standing::Elsewhere(cells) = self.standing(sheets).await? {
            return Err(changed(&format!("{} hold something else now", listed(&cells))));
        }
        let requests: Vec<Value> = self.sheets.iter().flat_map(Kept::requests).collect();
        match sheets.change(&self.file, &requests).await {
            Ok(()) => Ok(()),
            Err(Trouble::Lost(failure)) => match self.standing(sheets).await {
                Ok(Standing::Before) => Ok(()),
                Ok(Standing::After) => Err(failure),
                Ok(Standing::Elsewhere(_)) | Err(_) => Err(Failure::person(Code::Timeout, self.unclear())),
            },
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// [`Standing::After`] is as we left it, [`Standing::Before`] is as it was at first.
    pub(crate) async fn standing(&self, sheets: &Sheets) -> Result<Standing, Trouble> {
        let places: Vec<Place> = self.sheets.iter().map(Kept::place).collect();
        let grids = sheets.cells(&self.file, &places).await?;
        let (mut left, mut back) = (Vec::new(), true);
        for (kept, (place, grid)) in self.sheets.iter().zip(places.iter().zip(&grids)) {
            for cell in &kept.cells {
                let now = grid.at(place.block, cell.at());
                if !same(&now, &cell.left) {
                    left.push(cell.at());
                }
                back &= same(&now, &cell.back);
            }
        }
        Ok(match (left.is_empty(), back) {
            (true, _) => Standing::After,
            (false, true) => Standing::Before,
            (false, false) => Standing::Elsewhere(left),
        })
    }

    pub(crate) fn effect(&self) -> Effect {
        let cells: usize = self.sheets.iter().map(|kept| kept.cells.len()).sum();
        let lines = self.sheets.iter().flat_map(|kept| {
            kept.cells.iter().map(|cell| {
                let place = Place {
                    sheet: kept.sheet,
                    title: kept.title.clone(),
                    block: Block {
                        top: cell.row,
                        left: cell.column,
                        bottom: cell.row + 1,
                        right: cell.column + 1,
                    },
                };
                format!("{}: {} → {}", place.shown(), shown(&cell.left), shown(&cell.back))
            })
        });
        Effect::new("Put cells of a spreadsheet back as they were")
            .field("Spreadsheet", &self.link)
            .field("Cells", cells.to_string())
            .field("Changes", some_of(lines.collect()))
    }

    pub(crate) fn unclear(&self) -> String {
        format!("It is not known whether the cells were put back. Look at {} before asking again.", self.link)
    }
}

/// Cells of a grid that are to be emptied again.
pub(crate) fn emptied(place: &Place, grid: &Grid) -> Kept {
    let cell = |((row, column), left): (At, &super::cells::Entered)| Touched {
        row,
        column,
        left: Some(left.clone()),
        back: None,
    };
    Kept {
        sheet: place.sheet,
        title: place.title.clone(),
        cells: grid.filled(place.block).map(cell).collect(),
    }
}

fn changed(what: &str) -> Failure {
    Failure::person(
        Code::Conflict,
        format!(
            "This was changed since: {what}. So I leave it as it is. Look at it, and say what you want done."
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::super::cells::Entered;
    use super::*;

    fn touched(row: u32, column: u32, back: f64) -> Touched {
        Touched { row, column, left: None, back: Some(Entered::Number(back)) }
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
