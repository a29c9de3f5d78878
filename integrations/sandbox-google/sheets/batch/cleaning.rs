//! Tidying up: blanks around words, rows that are there twice.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::appearance::block;
use crate::sheets::calculation::Calculation;
use crate::sheets::draft::Draft;
use crate::sheets::given::{lines, list, part};
use crate::sheets::grid::Entered;
use crate::sheets::objection::Objection;

pub(super) fn trim(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, block) = block(draft, part(given, "range"))?;
    let sheet = draft.book.grid_mut(id)?;
    let places: Vec<(u32, u32)> = sheet.cells.within(block).map(|(place, _)| place).collect();
    let mut changed = 0;
    for place in places {
        sheet.cells.edit(place, |cell| {
            let Some(Entered::Text(text)) = &cell.value else { return };
            let trimmed = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if trimmed != *text {
                cell.value =
                    Some(Entered::Text(trimmed)).filter(|value| *value != Entered::Text(String::new()));
                changed += 1;
            }
        });
    }
    Ok(json!({ "cellsChangedCount": changed }))
}

/// Keeps the first of rows that look alike; the rows below move up within the range.
pub(super) fn delete_duplicates(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let (id, block) = block(draft, part(given, "range"))?;
    let compared = list(given, "comparisonColumns").iter().map(lines).collect::<Result<Vec<_>, _>>()?;
    let counts = |column: u32| {
        compared.is_empty()
            || compared
                .iter()
                .any(|one| column >= one.span.start && one.span.end.is_none_or(|end| column < end))
    };
    let sheet = draft.book.grid(id)?;
    let calculation = Calculation::new(&draft.book);
    let mut seen = BTreeSet::new();
    let kept: Vec<u32> = (block.top..block.bottom)
        .filter(|row| {
            let columns = (block.left..block.right).filter(|column| counts(*column));
            let look = columns.map(|column| calculation.shown(sheet.place((*row, column))).to_lowercase());
            seen.insert(look.collect::<Vec<_>>())
        })
        .collect();
    drop(calculation);
    let sheet = draft.book.grid_mut(id)?;
    for (to, row) in (block.top..block.bottom).zip(kept.iter().map(Some).chain(std::iter::repeat(None))) {
        for column in block.left..block.right {
            let cell = row.map(|row| sheet.cells.take((*row, column))).unwrap_or_default();
            sheet.cells.put((to, column), cell);
        }
    }
    Ok(json!({ "duplicatesRemovedCount": block.height() as usize - kept.len() }))
}
