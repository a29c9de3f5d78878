//! The way back: cells as they were left, and as they were before. What somebody has changed since is not overwritten.

use kernel::{Call, ChangeState, Code, Effect, Failure, Reversible, Spec, Time, Undo, Unmade};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Sheets;
use super::a1::Block;
use super::book::{Book, Place};
use super::cells::{At, listed, sent, shown};
use super::kept::{Kept, Made, Touched};
use crate::api::Trouble;
use crate::drive::Handle;
use crate::scopes::WRITE_SHEETS;
use crate::way_back::WayBack;

/// Puts cells of a spreadsheet back as they were before a change of ours.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    pub(crate) file: Handle,
    pub(crate) link: String,
    pub(crate) sheets: Vec<Kept>,
}

/// How cells stand to a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Before,
    After,
    /// These are neither.
    Elsewhere(Vec<At>),
}

impl Back {
    /// The button that takes it back.
    pub(crate) fn undo(&self, words: String, until: Time) -> Result<Undo, Failure> {
        Undo::new(words, Self::SPEC.name, self, until)
    }

    /// Refuses where anything was changed since, and follows a sheet that has another title now.
    async fn following(mut self, sheets: &Sheets) -> Result<Self, Failure> {
        let book = sheets.book(&self.file).await?;
        for kept in &mut self.sheets {
            let sheet = book.by_id(kept.sheet).ok_or_else(|| changed("its sheet is gone"))?;
            let grid = sheet.properties.grid()?;
            kept.made = kept.made.within(grid);
            let end = kept.place().block;
            if end.bottom > grid.rows || end.right > grid.columns {
                return Err(changed("rows or columns were deleted"));
            }
            kept.title.clone_from(&sheet.properties.title);
        }
        self.checked(sheets).await
    }

    /// [`Standing::After`] is as we left it, [`Standing::Before`] is as it was at first.
    async fn standing(&self, sheets: &Sheets) -> Result<Standing, Trouble> {
        match self.rows(sheets).await? {
            Standing::After => {}
            other @ (Standing::Before | Standing::Elsewhere(_)) => return Ok(other),
        }
        let places: Vec<Place> = self.sheets.iter().map(Kept::place).collect();
        let found = sheets.cells_and_formats(&self.file, &places).await?;
        let (mut left, mut back) = (Vec::new(), true);
        for (kept, (place, now)) in self.sheets.iter().zip(places.iter().zip(&found)) {
            for cell in &kept.cells {
                let entered = now.cells.at(place.block, cell.at());
                let format = now.formats.at(place.block, cell.at());
                if !cell.is_left(entered, format) {
                    left.push(cell.at());
                }
                back &= cell.is_back(entered, format);
            }
            let others = kept.others(place, now);
            back &= others.is_empty();
            left.extend(others);
        }
        Ok(match (left.is_empty(), back) {
            (true, _) => Standing::After,
            (false, true) => Standing::Before,
            (false, false) => Standing::Elsewhere(left),
        })
    }

    /// Whether the rows that were made are still there: once they are deleted, others are in their place.
    async fn rows(&self, sheets: &Sheets) -> Result<Standing, Trouble> {
        let made = |kept: &&Kept| matches!(kept.made, Made::Rows { .. });
        if !self.sheets.iter().any(|kept| made(&kept)) {
            return Ok(Standing::After);
        }
        let book: Book = sheets.book(&self.file).await?;
        for kept in self.sheets.iter().filter(made) {
            let Made::Rows { from, to, of, .. } = kept.made else { continue };
            let grid = book.by_id(kept.sheet).and_then(|sheet| sheet.properties.grid_properties);
            let rows = grid.unwrap_or_default().rows;
            if rows + (to - from) == of {
                return Ok(Standing::Before);
            }
            if rows != of {
                return Ok(Standing::Elsewhere(kept.cells.iter().map(Touched::at).collect()));
            }
        }
        Ok(Standing::After)
    }

    fn about_rows(&self) -> Option<String> {
        let words: Vec<String> = self.sheets.iter().filter_map(|kept| kept.made.words()).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}

/// It is sent to cells as we left them. What they held before is what it makes of them.
impl Reversible for Back {
    type Site = Sheets;
    type Seen = Standing;
    type Made = ();

    async fn look(&self, sheets: &Sheets) -> Result<Standing, Failure> {
        Ok(self.standing(sheets).await?)
    }

    fn check(&self, now: &Standing) -> Result<(), Failure> {
        match now {
            Standing::After => Ok(()),
            Standing::Before => Err(Failure::person(
                Code::Conflict,
                "It is already as it was before; there is nothing to undo.",
            )),
            Standing::Elsewhere(cells) => Err(changed(&format!("{} hold something else now", listed(cells)))),
        }
    }

    fn stands(&self, now: Standing) -> ChangeState<()> {
        match now {
            Standing::After => ChangeState::Before,
            Standing::Before => ChangeState::After(()),
            Standing::Elsewhere(_) => ChangeState::Neither,
        }
    }

    async fn send(&self, sheets: &Sheets, _now: Option<Standing>) -> Result<(), Unmade> {
        let requests: Vec<Value> = self.sheets.iter().flat_map(Kept::requests).collect();
        sheets.change(&self.file, &requests).await.map_err(Unmade::from)
    }

    fn unknown(&self) -> String {
        format!("It is not known whether the cells were put back. Look at {} before asking again.", self.link)
    }
}

impl WayBack for Back {
    type Change = Self;

    const SPEC: Spec = Spec::edit("sheets.restore").needs(&[WRITE_SHEETS]);

    async fn planned(self, sheets: &Sheets, _call: &Call) -> Result<Self, Failure> {
        self.following(sheets).await
    }

    fn effect(back: &Self) -> Effect {
        let cells: usize = back.sheets.iter().map(|kept| kept.cells.len()).sum();
        let lines = back.sheets.iter().flat_map(|kept| {
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
                format!("{}: {} → {}", place.shown(), shown(cell.left.as_ref()), sent(cell.back.as_ref()))
            })
        });
        let effect = Effect::new("Put cells of a spreadsheet back as they were")
            .field("Spreadsheet", &back.link)
            .field("Cells", cells.to_string())
            .content("Changes", lines.collect::<Vec<_>>().join("\n"));
        match back.about_rows() {
            Some(words) => effect.field("Rows", words),
            None => effect,
        }
    }

    fn told(back: &Self) -> String {
        match back.about_rows() {
            Some(words) => format!("The cells are as they were before; {words}."),
            None => "The cells are as they were before.".to_owned(),
        }
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
